// solver.c -- one face for the two SAT solvers.

#include "engine/ic3/inside.h"

sv_ic3_solver sv_ic3_solver_new(bool big) {
  return big ? (sv_ic3_solver){.big = sv_sat_new()} : (sv_ic3_solver){.small = sv_split_new()};
}

void sv_ic3_solver_free(sv_ic3_solver *s) {
  sv_sat_free(s->big);
  sv_split_free(s->small);
  *s = (sv_ic3_solver){0};
}

int32_t sv_ic3_solver_var(sv_ic3_solver *s) {
  return s->big ? sv_sat_var(s->big) : sv_split_var(s->small);
}

void sv_ic3_solver_add(sv_ic3_solver *s, const int32_t *literals, uint32_t n) {
  if (s->big) sv_sat_add(s->big, literals, n);
  else sv_split_add(s->small, literals, n);
}

sv_sat_answer sv_ic3_solver_solve(sv_ic3_solver *s, const int32_t *assumed, uint32_t n,
                                  sv_limits *run) {
  sv_sat_limits limits = {.run = run};
  return s->big ? sv_sat_solve(s->big, assumed, n, &limits)
                : sv_split_solve(s->small, assumed, n, &limits);
}

bool sv_ic3_solver_value(const sv_ic3_solver *s, int32_t literal) {
  return s->big ? sv_sat_value(s->big, literal) : sv_split_value(s->small, literal);
}

bool sv_ic3_solver_failed(const sv_ic3_solver *s, int32_t literal) {
  return s->big ? sv_sat_failed(s->big, literal) : sv_split_failed(s->small, literal);
}
