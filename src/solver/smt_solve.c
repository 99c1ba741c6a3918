// smt_solve.c -- asking Z3, and what it answers.

#include "solver/smt_inside.h"

// ---- asking

static void forget_answer(sv_smt *s) {
  if (s->model) Z3_model_dec_ref(s->z3, s->model);
  if (s->core) Z3_ast_vector_dec_ref(s->z3, s->core);
  s->model = NULL;
  s->core = NULL;
}

void sv_smt_assert(sv_smt *s, sv_smt_term t) {
  if (s->broken || !t.x) return;
  forget_answer(s);
  Z3_solver_assert(s->z3, s->solver, t.x);
  sv_push(s->asserted, t);
  sv_smt_complained(s);
}

void sv_smt_push(sv_smt *s) {
  forget_answer(s);
  sv_push(s->marks, s->asserted.n);
  if (!s->broken) Z3_solver_push(s->z3, s->solver);
}

void sv_smt_pop(sv_smt *s) {
  forget_answer(s);
  REQUIRE(s->marks.n, "there was no push");
  s->asserted.n = sv_pop(s->marks);
  if (!s->broken) Z3_solver_pop(s->z3, s->solver, 1);
}

static sv_sat_answer give_up(sv_smt *s, const char *why) {
  sv_free(s->reason);
  s->reason = sv_strdup(why);
  return SV_SAT_UNKNOWN;
}

static sv_sat_answer keep_model(sv_smt *s) {
  s->model = Z3_solver_get_model(s->z3, s->solver);
  if (s->model) Z3_model_inc_ref(s->z3, s->model);
  return s->model ? SV_SAT_YES : give_up(s, "there is no model");
}

static sv_sat_answer keep_core(sv_smt *s) {
  s->core = Z3_solver_get_unsat_core(s->z3, s->solver);
  if (s->core) Z3_ast_vector_inc_ref(s->z3, s->core);
  return SV_SAT_NO;
}

static Z3_lbool ask(sv_smt *s, const sv_smt_term *assumptions, uint32_t n,
                    const sv_sat_limits *limits) {
  Z3_ast *asts = SV_NEW_ARRAY(Z3_ast, n + 1);
  for (uint32_t i = 0; i < n; i++) asts[i] = assumptions[i].x;
  double start = sv_now();
  sv_smt_watch_begin(&s->watch, s->z3, limits);
  Z3_lbool result = Z3_solver_check_assumptions(s->z3, s->solver, n, asts);
  sv_smt_watch_end(s->watch);
  s->seconds += sv_now() - start;
  s->checks++;
  sv_free(asts);
  return result;
}

static void limit_conflicts(sv_smt *s, uint64_t conflicts) {
  Z3_params p = Z3_mk_params(s->z3);
  Z3_params_inc_ref(s->z3, p);
  unsigned most = conflicts && conflicts < UINT32_MAX ? (unsigned)conflicts : UINT32_MAX;
  Z3_params_set_uint(s->z3, p, Z3_mk_string_symbol(s->z3, "max_conflicts"), most);
  Z3_solver_set_params(s->z3, s->solver, p);
  Z3_params_dec_ref(s->z3, p);
}

static bool any_none(const sv_smt_term *terms, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (!terms[i].x) return true;
  return false;
}

sv_sat_answer sv_smt_check(sv_smt *s, const sv_smt_term *assumptions, uint32_t n,
                           const sv_sat_limits *limits) {
  forget_answer(s);
  if (s->broken) return give_up(s, s->broken);
  if (any_none(assumptions, n)) return give_up(s, "a term could not be built");
  if (limits && sv_sat_limits_are_hit(limits))
    return give_up(s, sv_cause_text(limits->run ? limits->run->hit : SV_CAUSE_NONE));
  if (s->counts) limit_conflicts(s, limits ? limits->conflicts : 0);
  Z3_lbool result = ask(s, assumptions, n, limits);
  if (sv_smt_complained(s)) return give_up(s, s->broken);
  if (result == Z3_L_TRUE) return keep_model(s);
  if (result == Z3_L_FALSE) return keep_core(s);
  return give_up(s, Z3_solver_get_reason_unknown(s->z3, s->solver));
}

const char *sv_smt_reason(const sv_smt *s) { return s->reason ? s->reason : ""; }

bool sv_smt_failed(const sv_smt *s, sv_smt_term assumption) {
  REQUIRE(s->core, "the last answer was another one");
  for (unsigned i = 0; i < Z3_ast_vector_size(s->z3, s->core); i++)
    if (Z3_ast_vector_get(s->z3, s->core, i) == assumption.x) return true;
  return false;
}

// ---- models

static bool parse_value(sv_smt *s, Z3_ast value, sv_numbers *numbers, sv_value *out) {
  if (value == s->yes || value == s->no) return *out = sv_bool_value(value == s->yes), true;
  if (!Z3_is_numeral_ast(s->z3, value)) return false;
  const char *text = Z3_get_numeral_string(s->z3, value);
  return !sv_smt_complained(s) && sv_number_parse(numbers, text, strlen(text), out);
}

bool sv_smt_value(sv_smt *s, sv_smt_term t, sv_numbers *numbers, sv_value *out) {
  Z3_ast value = NULL;
  REQUIRE(s->model, "there is no model now");
  if (!t.x || !Z3_model_eval(s->z3, s->model, t.x, true, &value) || !value) return false;
  if (sv_smt_complained(s)) return false;
  return parse_value(s, value, numbers, out);
}

bool sv_smt_holds(sv_smt *s, sv_smt_term t) {
  Z3_ast value = NULL;
  REQUIRE(s->model, "there is no model now");
  if (!t.x || !Z3_model_eval(s->z3, s->model, t.x, true, &value)) return false;
  return value == s->yes;
}

// ---- the rest

sv_smt_statistics sv_smt_numbers(const sv_smt *s) {
  return (sv_smt_statistics){.checks = s->checks, .seconds = s->seconds};
}
