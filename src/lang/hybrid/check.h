// check.h -- from the tree to the network (not for others).
//
// check.c goes through the commands, check_automaton.c resolves automata,
// check_sum.c and check_formula.c what stands in them; pattern.c compiles patterns of locations;
// script.c, script_phaver.c and script_hytech.c run the script symbolically and
// collect the questions that it asks.

#ifndef HA_CHECK_H
#define HA_CHECK_H

#include "base/diag.h"
#include "lang/hybrid/network.h"

// A set of states as a script has it: those of `region` that are reachable, if `reach` says so.
typedef enum {
  HA_ALL,       // of all states
  HA_REACHED,   // those reachable from `other`
  HA_REACHING,  // those from which `other` is reachable
  HA_STRANGE,   // nothing that we can ask about
} ha_reach;

typedef struct {
  ha_reach reach;
  ha_formula *other;
  ha_formula *region;
  bool is_unset;   // STRANGE: declared, but never assigned
  bool *hidden;    // by variable: it does not count any more; NULL: none
  sv_name of;      // PHAVer: the automaton or product that it is about
  sv_name name;    // what it is called, or 0
  sv_span span;    // where it was written
  sv_span reason;  // STRANGE: because of this; nowhere: that was reported
} ha_value;

typedef struct {
  sv_name name;
  sv_u32s members;        // automata
  ha_formula *initially;  // if the script has assigned it, else NULL
} ha_product;

typedef struct {
  sv_arena *arena;
  sv_names *names;
  const sv_sources *sources;
  sv_diags *diags;
  const ha_tree *tree;
  ha_network *net;
  sv_map variables, automata;  // by name; automata are products of one, too
  sv_map constants;            // by name: place in `values`
  SV_VEC(sv_value) values;
  SV_VEC(ha_product) products;
  sv_map product_names;
  sv_map regions;  // by name: place in `sets`
  SV_VEC(ha_value) sets;
  sv_name asked;                // PHAVer: the product that the questions are about
  SV_VEC(ha_question) printed;  // HyTech: asked by printing, if nothing else is asked
  SV_VEC(ha_word) skipped;      // commands, each name once
} ha_checker;

// Where an expression stands.
typedef enum { HA_IN_STATE, HA_IN_CHANGE, HA_IN_RATES, HA_IN_CONSTANT } ha_place;

typedef struct {
  ha_checker *c;
  ha_place place;
  const ha_automaton *automaton;  // PHAVer: only its variables are known
  const ha_product *product;      // PHAVer: or only those of these automata
  bool asap;                      // out: the guard says so
  bool guard;                     // `asap` is allowed
} ha_scope;

static inline ha_space ha_space_of(const ha_checker *c) { return c->net->space; }
static inline const char *ha_text(const ha_checker *c, sv_name name) {
  return sv_names_get(c->names, name);
}
#define ha_wrong(c, span, ...) sv_diag((c)->diags, SV_ERROR, span, __VA_ARGS__)
#define ha_refuse(c, span, ...) sv_diag((c)->diags, SV_UNSUPPORTED, span, __VA_ARGS__)
// "did you mean `x`?", among the names that a map has.
void ha_suggest(ha_checker *, sv_name wanted, const sv_map *among);

// --- check_sum.c, check_formula.c: false or NULL if something was reported
bool ha_check_sum(ha_scope *, const ha_expr *, ha_sum *out);
ha_formula *ha_check_formula(ha_scope *, const ha_expr *);
// The conjuncts of a formula as atoms; a disjunction is reported as part of `what`.
bool ha_check_atoms(ha_scope *, const ha_expr *, const char *what, const ha_atom **out,
                    uint32_t *n);

// --- check_automaton.c
void ha_check_automaton(ha_checker *, const ha_automaton_tree *);
void ha_declare_variables(ha_checker *, const ha_words *, ha_variable_kind, sv_u32s *out);
uint32_t ha_find_location(const ha_automaton *, sv_name);  // UINT32_MAX if there is none
// location & condition, … of a product
ha_formula *ha_check_states(ha_checker *, const ha_states *, const ha_automaton *,
                            const ha_product *);

// --- pattern.c
// The locations of these automata whose names, joined by `~`, match the pattern, in which `$`
// stands for any text. NULL: too large (reported).
ha_formula *ha_match(ha_checker *, const uint32_t *automata, uint32_t n, ha_word pattern);

// --- script.c
ha_value ha_plain(ha_formula *, sv_span);
ha_value ha_strange(sv_span reason);  // nowhere: something was reported
ha_value ha_reached(ha_checker *, ha_reach, ha_formula *other, sv_span);
ha_value ha_intersection(ha_checker *, ha_value, ha_value);
ha_value ha_union(ha_checker *, ha_value, ha_value);
ha_value ha_difference(ha_checker *, ha_value, ha_value);
// Asks whether the set has a state; `span` is what asks. False if that is no question about
// reachable states. A set that cannot be asked about is refused.
bool ha_ask(ha_checker *, ha_value, sv_span);
// Printing part of the reachable states asks for it where nothing else asks. False if it does not.
bool ha_ask_by_printing(ha_checker *, ha_value);
void ha_set(ha_checker *, ha_word, ha_value);
const ha_value *ha_get(const ha_checker *, sv_name);  // NULL if there is none
void ha_skip(ha_checker *, ha_word);
void ha_make_product(ha_checker *, sv_name, const uint32_t *members, uint32_t n);
ha_product *ha_product_of(ha_checker *, ha_word);  // NULL: reported
ha_formula *ha_initially(ha_checker *, const ha_product *);

// --- check.c
// A region as the command line has it. NULL: a mistake was reported.
ha_formula *ha_read_region(ha_checker *, sv_sources *, uint32_t file);

// --- goal.c: --ltl
void ha_read_goal(ha_checker *, sv_sources *, const char *text);

// --- script_phaver.c, script_hytech.c
void ha_run_phaver(ha_checker *, const ha_command *);
void ha_run_hytech(ha_checker *, const ha_command *);

#endif
