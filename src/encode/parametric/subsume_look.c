// subsume_look.c -- questions to one SAT solver that knows cones of the graph.
//
// The inputs of all sets are the same variables there, so one question is about
// one set only; two sets are never compared in it. The solver is kept from
// question to question, with what it has learnt, and started anew when most of
// what it knows has nothing to do with the question.

#include "encode/parametric/subsume_inside.h"

enum { LOOK_SPARE = 20000, LOOK_TIMES = 8 };

void sv_look_free(sv_subsumer *s) {
  sv_split_free(s->look);
  sv_cnf_free(s->look_cnf);
  s->look = NULL, s->look_cnf = NULL, s->look_first = 0;
  sv_clear(s->focused);
}

static bool overgrown(const sv_subsumer *s) {
  return s->look_first && sv_cnf_count(s->look_cnf) / LOOK_TIMES > s->look_first + LOOK_SPARE;
}

void sv_look_start(sv_subsumer *s) {
  if (s->look && overgrown(s)) sv_look_free(s);
  if (!s->look) {
    s->look = sv_split_new();
    s->look_cnf = sv_cnf_new(s->graph, sv_split_sink(s->look));
  }
  sv_clear(s->assumed);
  sv_clear(s->asked);
}

static int32_t literal_of(const sv_subsumer *s, sv_lit l, bool value) {
  int32_t literal = sv_cnf_literal(s->look_cnf, l);
  return value ? literal : -literal;
}

void sv_look_assume(sv_subsumer *s, sv_lit l, bool value) {
  sv_push(s->assumed, literal_of(s, l, value));
  sv_push(s->asked, l);
}

// Only the cones of what is asked need values: everything else is a function of inputs too.
static void focus(sv_subsumer *s) {
  sv_u32s cone = {0};
  if (s->focused.n == s->asked.n &&
      (!s->focused.n || !memcmp(s->focused.at, s->asked.at, s->focused.n * sizeof *s->focused.at)))
    return;
  sv_clear(s->focused);
  sv_clear(s->focus);
  for (uint32_t i = 0; i < s->asked.n; i++) sv_push(s->focused, s->asked.at[i]);
  sv_aig_cone(s->graph, s->asked.at, s->asked.n, &cone);
  for (uint32_t i = 0; i < cone.n; i++)
    if (sv_cnf_find(s->look_cnf, cone.at[i]))
      sv_push(s->focus, sv_cnf_find(s->look_cnf, cone.at[i]));
  sv_split_focus(s->look, s->focus.at, s->focus.n);
  sv_vec_free(cone);
}

sv_sat_answer sv_look_solve(sv_subsumer *s) {
  sv_sat_limits limits = {.run = s->run};
  if (!s->look_first) s->look_first = sv_cnf_count(s->look_cnf);
  s->numbers.lookups++;
  focus(s);
  return sv_split_solve(s->look, s->assumed.at, s->assumed.n, &limits);
}

bool sv_look_value(const sv_subsumer *s, uint32_t input) {
  int32_t v = sv_cnf_find(s->look_cnf, input);
  return v && sv_split_value(s->look, v);
}

bool sv_look_failed(const sv_subsumer *s, sv_lit l, bool value) {
  return sv_split_failed(s->look, literal_of(s, l, value));
}
