// network.h -- what a file means: automata, variables, questions.
//
// The checks make it from the tree of either language; the lowering reads
// nothing else. All automata of the file are here; `members` are those of the
// network that is asked about, in the order of the product. Variables belong to
// the whole file: in PHAVer, automata that declare the same name share it.

#ifndef HA_NETWORK_H
#define HA_NETWORK_H

#include "base/map.h"
#include "lang/conditions.h"
#include "lang/hybrid/ast.h"
#include "lang/hybrid/formula.h"

typedef enum { HA_ANALOG, HA_CLOCK, HA_STOPWATCH, HA_DISCRETE, HA_PARAMETER } ha_variable_kind;

typedef struct {
  ha_word word;
  ha_variable_kind kind;
} ha_variable;

typedef struct {
  ha_word word;
  ha_formula *invariant;
  const ha_atom *rate;  // over the primed variables alone; all hold
  uint32_t rates;
} ha_location;

typedef struct {
  uint32_t from, to;  // locations
  ha_formula *guard;
  bool asap;
  sv_name label;  // 0: internal
  bool has_do;
  const ha_atom *change;  // over old and primed variables; all hold
  uint32_t changes;
  sv_span span, guard_span;
} ha_edge;

typedef struct {
  ha_word word;
  SV_VEC(ha_location) locations;
  SV_VEC(ha_edge) edges;
  SV_VEC(sv_name) labels;              // its alphabet
  sv_u32s control, input, parameters;  // PHAVer: variables that it declares
  ha_formula *initially;
} ha_automaton;

// Can `target` be reached from `from`? Or does the formula hold of all runs from there?
typedef struct {
  ha_formula *from, *target;
  const sv_condition_node *formula;  // NULL: there is a target
  ha_formula *const *condition;      // of the formula, by number
  const char *name, *text;
  sv_span span;
} ha_question;

typedef struct {
  ha_syntax syntax;
  ha_space space;
  SV_VEC(ha_variable) variables;
  SV_VEC(ha_automaton) automata;
  SV_VEC(ha_question) questions;
  sv_u32s members;        // of the network
  ha_formula *initially;  // its initial states, where a question does not say others
} ha_network;

void ha_network_free(ha_network *);

static inline bool ha_has(const sv_u32s *list, uint32_t x) {
  for (uint32_t i = 0; i < list->n; i++)
    if (list->at[i] == x) return true;
  return false;
}

// Is the label one of its alphabet? (No label is in none.)
static inline bool ha_knows(const ha_automaton *a, sv_name label) {
  for (uint32_t i = 0; label.x && i < a->labels.n; i++)
    if (a->labels.at[i].x == label.x) return true;
  return false;
}

// PHAVer: does the automaton declare the variable?
static inline bool ha_declares(const ha_automaton *a, uint32_t var) {
  return ha_has(&a->control, var) || ha_has(&a->input, var) || ha_has(&a->parameters, var);
}

#endif
