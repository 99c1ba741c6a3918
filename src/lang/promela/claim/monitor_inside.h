// monitor_inside.h -- how formulas and claims become automata.
//
// Everything is a Boolean function (bdd.h) of two kinds of variables:
//
//   atom k   is true in this state                       variable k
//   item i   holds from here on (of the rest of a run)   variable ITEM + i
//
// An item is an atom, `a U b`, `X item`, or "a claim in this place can find a
// violation". All other operators are Boolean functions of items, so formulas
// that are equal up to Boolean laws, [] a = !(true U !a) and the like are one
// number. Each item knows what it means for this state and the rest behind it:
// `now` is a function of atoms (of this state) and items (of the next one),
// e.g. that of `a U b` is now(b) || now(a) && item.
//
// A state of the automaton is a function of items: what must hold from here
// on. Its successors are the functions of items below the atoms in now(state),
// since atoms come first in the order; false is bad. This is progression of
// formulas (Bacchus, Kabanza: Planning for temporally extended goals, 1998)
// and the subset construction at the same time.
//
// Why it is exact for safety: an item U (or a place) that occurs only negated
// is best if false, so a state that is not false can still be satisfied as far
// as bounded unfoldings of U can tell. If no state along a run is false, all
// bounded unfoldings of the formula hold on it, and !(a U b) holds iff all its
// unfoldings do. An X in front of atoms delays this by its depth.

#ifndef PML_MONITOR_INSIDE_H
#define PML_MONITOR_INSIDE_H

#include "lang/promela/claim/bdd.h"
#include "lang/promela/claim/monitor.h"

enum { ITEM = PML_MONITOR_ATOMS_MAX, ITEMS_MAX = 1000 };

typedef enum { ITEM_ATOM, ITEM_UNTIL, ITEM_NEXT, ITEM_PLACE } pml_item_kind;

typedef struct {
  pml_item_kind kind;
  uint32_t a, b;   // ATOM: its number; UNTIL: functions of items; NEXT: an item; else free
  uint32_t now;    // function of atoms and next items
  uint32_t stuck;  // function of atoms: does it hold if this state repeats for ever?
} pml_item;

// A move of a claim; the guard is a function of atoms.
typedef struct {
  uint32_t from, to, guard;
  bool accepts;
} pml_raw_move;

typedef struct {
  sv_arena *arena;
  const sv_names *names;
  SV_VEC(pml_raw_move) moves;  // of a claim with acceptance cycles
  uint32_t places;             // in them; 0 is the entry
  pml_bdds bdds;
  SV_VEC(pml_expr *) atoms;
  SV_VEC(pml_item) items;
  const char *why;  // not supported
  sv_span why_span;
} pml_logic;

void pml_logic_free(pml_logic *);
void pml_refuse(pml_logic *, sv_span, const char *why);  // the first reason stands
// The variable of an item, found or made.
uint32_t pml_item_of(pml_logic *, pml_item_kind, uint32_t a, uint32_t b, sv_span);

// --- expressions (monitor_expr.c)

bool pml_same_expr(const pml_expr *, const pml_expr *);
bool pml_asks_for_progress(const pml_expr *);
pml_expr *pml_wrap(sv_arena *, pml_op, const pml_expr *);
// The number of an atom, found or made; *negated if it is the opposite of it.
uint32_t pml_atom_of(pml_logic *, const pml_expr *, bool *negated);
// A condition as a function of atoms.
uint32_t pml_condition(pml_logic *, const pml_expr *);
// False if a temporal operator or a predicate stands where it has no meaning here.
bool pml_check_atom(pml_logic *, const pml_expr *);

// --- formulas (monitor_formula.c)

// A formula as a function of items.
uint32_t pml_formula(pml_logic *, const pml_expr *);
// Some `U` is needed to end: not a safety formula.
bool pml_needs_cycles(pml_logic *, uint32_t f);

// --- claims (monitor_place.c, monitor_claim.c)

// "The claim finds no violation" as a function of items. *cycle is a label of
// an acceptance cycle that the claim can be in, or NULL.
uint32_t pml_claim(pml_logic *, const pml_proc *, const pml_label **cycle);

// --- automata (monitor_build.c)

// The automaton that starts with f; unsupported if it is too large.
void pml_build(pml_logic *, uint32_t f, pml_monitor *);

#endif
