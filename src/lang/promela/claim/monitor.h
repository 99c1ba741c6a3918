// monitor.h -- ltl formulas and never claims as deterministic observers.
//
// A formula is first split into the conjuncts of its top; each, and each never
// claim, becomes one monitor. A monitor reads the truth of its atoms in every
// observed state of a run, in order, and arrives at `bad` if what it has read
// so far cannot be continued to a run that has the property. It is
//
//   an invariant   [] b, b without temporal operators: no states are needed
//   an automaton   states 0 .. states-1 (0 at the start), one of them bad
//   unsupported    with the reason and its place; there is nothing to check
//
// Where `live` is false the property is a safety property, and the monitor is
// exact: an infinite run violates it iff the monitor arrives at bad. Where it
// is true, a run at bad violates the property, and so does a run that ends in
// a state where `stuck` says so; but nothing is known about other runs.
//
// Which states are observed: those in which Spin's claim moves, that is all
// but those in which a process inside `atomic` or `d_step` goes on (see
// "Claims" in docs/promela-meaning.md). A run that ends repeats its last
// state for ever. If `stutters`, this repetition can make a difference that
// one step of the monitor does not show: `stuck` tells what it leads to.

#ifndef PML_MONITOR_H
#define PML_MONITOR_H

#include "base/arena.h"
#include "expr/term.h"
#include "lang/promela/parse/ast.h"

#define PML_MONITOR_ATOMS_MAX 64
#define PML_MONITOR_STATES_MAX 1000
#define PML_NO_STATE UINT32_MAX

// Where a decision leads: a node, or a state.
typedef struct {
  bool is_state;
  uint32_t to;
} pml_branch;

// A node of a decision diagram: is the atom true?
typedef struct {
  uint32_t atom;
  pml_branch yes, no;
} pml_decision;

typedef enum {
  PML_MONITOR_INVARIANT,
  PML_MONITOR_AUTOMATON,
  PML_MONITOR_UNSUPPORTED
} pml_monitor_kind;

// A move of a never claim between two of its places.
typedef struct {
  uint32_t from, to;
  pml_branch guard;  // "state" 1: it can be taken, else 0
  bool accepts;      // it leaves an accepting place
} pml_move;

typedef struct {
  pml_monitor_kind kind;
  sv_name name;        // of the formula or the claim; 0 for an unnamed formula
  sv_span span;        // of the part, or of the whole claim
  const pml_ltl *ltl;  // where it comes from: one of these
  const pml_proc *claim;
  uint32_t part, parts;  // number of this part, from 0; of all parts
  bool live;             // only the safety part of it is checked
  const char *why;       // live or unsupported: the reason
  sv_span why_span;
  // live: the whole property, for engines that look for infinite runs
  const pml_expr *formula;  // of an ltl formula: this part
  const pml_move *move;     // of a never claim: its places are 0 (the entry) .. places-1
  uint32_t moves, places;
  // INVARIANT
  pml_expr *body;
  // AUTOMATON; all atoms are conditions without `->`, `<->` and temporal operators
  pml_expr *const *atom;
  uint32_t atoms;
  uint32_t states;
  uint32_t bad;             // PML_NO_STATE if it cannot be reached
  const pml_branch *next;   // by state
  const pml_branch *stuck;  // by state; "state" 1: repeating this state for ever violates, else 0
  bool progress;            // `np_` is in it: false where a run that has stopped repeats its state
  bool stutters;            // stuck is a violation somewhere where next is not bad
  const pml_decision *node;
  uint32_t nodes;
} pml_monitor;

typedef struct {
  pml_monitor *at;
  uint32_t n;
} pml_monitors;

// Formulas in their order, then claims in theirs. Everything lives in the arena.
pml_monitors pml_monitors_of(sv_arena *, const sv_names *, const pml_program *);

bool pml_is_temporal(const pml_expr *);  // some temporal operator is inside
// The same condition without `->` and `<->`.
pml_expr *pml_plain(sv_arena *, const pml_expr *);
// Is some `np_` in the formula or the claim?
bool pml_monitor_asks_for_progress(const pml_monitor *);

// The truth of one atom, as a term of sort bool.
typedef sv_term pml_atom_term(void *context, const pml_expr *atom);

// For an automaton in state `obs`, a term whose sort holds the numbers of its
// states: its next state, a term of the same sort; whether that is bad;
// whether the run is a violation if it stops here.
sv_term pml_monitor_next(const pml_monitor *, sv_terms *, sv_term obs, pml_atom_term *, void *);
sv_term pml_monitor_bad_now(const pml_monitor *, sv_terms *, sv_term obs, pml_atom_term *, void *);
sv_term pml_monitor_guard(const pml_monitor *, sv_terms *, pml_branch, pml_atom_term *, void *);
sv_term pml_monitor_stuck_now(const pml_monitor *, sv_terms *, sv_term obs, pml_atom_term *,
                              void *);

#endif
