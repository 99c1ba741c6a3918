// lower.h -- networks of hybrid automata into the model.
//
// Every automaton is a template with one instance, every location a location
// with its invariant, every variable a global real number. A jump is an action
// of all automata that know its label; passing time is an action of no automaton.
//
//   lower.c          the driver: variables, templates, properties
//   lower_term.c     sums and formulas as terms
//   lower_initial.c  where the network starts
//   solve.c          equations: what a jump makes of each variable
//   join.c           groups of edges, and the jumps that they make together
//   lower_jump.c     jumps as actions
//   together.c       which locations of two automata can be met at the same time
//   lower_rates.c    what time makes of each variable
//   urgent.c         where time must stop
//   lower_elapse.c   the passing of time
//
// Everything stays linear: a rate r with A*r <= b for d time units is a change
// y = d*r with A*y <= b*d. docs/language-hybrid.md has the meaning.

#ifndef HA_LOWER_H
#define HA_LOWER_H

#include "base/diag.h"
#include "base/options.h"
#include "lang/hybrid/network.h"
#include "model/model.h"

typedef SV_VEC(ha_atom) ha_atoms;

// Several edges of one automaton that differ only in where they begin.
typedef struct {
  uint32_t automaton;
  sv_u32s from;         // locations
  const ha_edge *edge;  // the first one
  ha_formula *guard;    // of the edge, or one case of it
  bool stays;           // every edge ends where it begins
} ha_group;

typedef SV_VEC(ha_group) ha_groups;

// What becomes of the variables in a step: by variable, a sum over old values
// and over primed variables that are still free.
typedef struct {
  ha_sum *value;
  bool *is_free;         // by variable: its value is a choice
  ha_atoms guards;       // over old values
  ha_atoms constraints;  // with free ones in them
  bool possible;         // false: the equations contradict each other
} ha_solution;

typedef struct {
  const ha_group **group;  // by participant
  uint32_t n;
  ha_solution s;
} ha_jump;

typedef struct {
  sv_model *model;
  sv_terms *terms;
  sv_arena *arena;
  ha_network *net;
  const sv_options *options;
  sv_diags *diags;
  ha_space space;
  sv_sort real;
  bool *is_used;             // by variable: some automaton of the network knows it
  uint32_t *variable;        // by variable: of the model, or 0
  uint32_t *controller;      // by variable: 1 + the automaton that controls it, or 0
  uint32_t *template_of;     // by automaton, or 0
  uint32_t *start;           // by automaton: a location before the first one, or 0
  ha_formula *initially;     // of all questions
  uint32_t questions_start;  // in so many ways
  uint32_t *group;           // by question: in which one
  bool **initial;            // by automaton and location: may it start there?
  bool *is_open;             // by automaton: in several
  bool ***together;          // by automata a < b: pairs of locations; NULL: any
  SV_VEC(ha_jump) jumps;
  bool has_start;     // some automaton has such a location
  bool one_elapse;    // two in a row are one
  uint32_t waited;    // the variable that says that the last step was one, or 0
  uint32_t asked;     // the variable with the number of the question, or 0
  uint32_t delta;     // the number that stands for the duration in sums: behind all variables
  sv_map names_used;  // of properties
} ha_lowering;

static inline ha_automaton *ha_automaton_of(const ha_lowering *l, uint32_t a) {
  return &l->net->automata.at[a];
}
static inline const char *ha_name(const ha_lowering *l, sv_name name) {
  return sv_names_get(l->model->names, name);
}

// --- lower_term.c
typedef sv_term ha_leaf(void *context, uint32_t var, bool primed);
sv_term ha_sum_term(ha_lowering *, ha_sum, ha_leaf *, void *context);
sv_term ha_atom_term(ha_lowering *, const ha_atom *, ha_leaf *, void *context);
sv_term ha_formula_term(ha_lowering *, ha_formula *);  // over the state
sv_term ha_at_term(ha_lowering *, uint32_t automaton, const bool *in);
sv_term ha_variable_term(ha_lowering *, uint32_t var);
ha_leaf ha_old, ha_new;           // context: the lowering; no primed variables
sv_term ha_begun(ha_lowering *);  // no automaton is before its first location

// --- lower_initial.c
void ha_find_initial(ha_lowering *);  // before the templates
void ha_lower_initial(ha_lowering *);

// --- solve.c
// `kept[v]`: v keeps its value; else it is free unless the atoms say more. Sums in atoms may
// mention `delta`.
ha_solution ha_solve_atoms(ha_lowering *, const bool *kept, const ha_atom *const *atoms,
                           uint32_t n);
void ha_solution_free(ha_solution *);
// Atoms without the primed variables: there are values of these such that all hold. False: too
// many would come of it.
bool ha_project(ha_lowering *, const ha_atoms *, ha_atoms *out);
// No values satisfy all of them. False also where that is too hard to say.
bool ha_is_contradiction(ha_lowering *, const ha_atoms *);

// --- together.c
void ha_find_together(ha_lowering *);
void ha_together_free(ha_lowering *);
bool ha_meet(const ha_lowering *, const ha_group *, const ha_group *);

// --- join.c
void ha_find_jumps(ha_lowering *);

// --- lower_jump.c
void ha_lower_jumps(ha_lowering *);

// --- lower_rates.c
typedef struct {
  sv_term *change;  // by variable: what is added, a term over `delta` and choices; none: nothing
  SV_VEC(sv_choice_input) choices;  // [0] is the duration
  SV_VEC(sv_term) constraints;
  uint32_t where;     // 1 + the automaton whose location decides, or 0
  const bool *group;  // its locations
  bool moves;         // something changes
} ha_flow;
typedef SV_VEC(ha_flow) ha_flows;
void ha_find_flows(ha_lowering *, ha_flows *);
void ha_flows_free(ha_flows *);
void ha_check_stopwatches(ha_lowering *);

// --- urgent.c
// What must hold of the state before and after a step of time, so that no urgent jump is passed.
// Adds to `guards` what speaks of the state before alone. Says whether two elapses can be one.
typedef SV_VEC(sv_term) ha_terms;
bool ha_find_urgent(ha_lowering *, ha_terms *guards, ha_terms *constraints);

// --- lower_elapse.c
// Before the jumps: they say that time has not just passed.
void ha_lower_elapse(ha_lowering *);

#endif
