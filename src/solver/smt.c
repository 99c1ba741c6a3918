// smt.c -- contexts, sorts and the leaves of terms.
//
// The context is of the kind that keeps every term until it is freed: encoders
// hold on to terms of all time steps anyway. Solvers, models and vectors are
// counted by Z3 in any case, and by us.

#include "solver/smt_inside.h"

#include <inttypes.h>
#include <stdio.h>

// Errors are looked for after each call.
static void ignore_error(Z3_context z3, Z3_error_code code) { SV_UNUSED(z3), SV_UNUSED(code); }

static void set(sv_smt *s, Z3_params p, const char *name, unsigned value) {
  Z3_params_set_uint(s->z3, p, Z3_mk_string_symbol(s->z3, name), value);
}

// Unrolled steps are choices among many small equations. The plain simplex looks
// at them up to ten times as fast as what Z3 takes on its own, and keeping
// count of what is relevant costs more than it spares (docs/bench-pbmc.md).
static void set_parameters(sv_smt *s, bool arithmetic) {
  Z3_params p = Z3_mk_params(s->z3);
  Z3_params_inc_ref(s->z3, p);
  set(s, p, "random_seed", 1);
  if (arithmetic) {
    set(s, p, "arith.solver", 2);
    set(s, p, "relevancy", 0);
  }
  Z3_solver_set_params(s->z3, s->solver, p);
  Z3_params_dec_ref(s->z3, p);
}

// The incremental core at once: no tactic that is dropped at the second check.
static sv_smt *make(const char *logic) {
  sv_smt *s = SV_NEW(sv_smt);
  Z3_config config = Z3_mk_config();
  s->z3 = Z3_mk_context(config);
  Z3_del_config(config);
  Z3_set_error_handler(s->z3, ignore_error);
  s->solver = logic ? Z3_mk_solver_for_logic(s->z3, Z3_mk_string_symbol(s->z3, logic))
                    : Z3_mk_simple_solver(s->z3);
  Z3_solver_inc_ref(s->z3, s->solver);
  set_parameters(s, !logic);
  s->yes = Z3_mk_true(s->z3);
  s->no = Z3_mk_false(s->z3);
  return s;
}

sv_smt *sv_smt_new(void) { return make(NULL); }
sv_smt *sv_smt_new_sat(void) { return make("QF_FD"); }

sv_smt *sv_smt_new_difference(void) {
  sv_smt *s = make("QF_IDL");
  s->counts = true;
  return s;
}

void sv_smt_count_conflicts(sv_smt *s) { s->counts = true; }

void sv_smt_free(sv_smt *s) {
  if (!s) return;
  sv_smt_watch_free(s->watch);
  if (s->model) Z3_model_dec_ref(s->z3, s->model);
  if (s->core) Z3_ast_vector_dec_ref(s->z3, s->core);
  Z3_solver_dec_ref(s->z3, s->solver);
  Z3_del_context(s->z3);
  sv_text_free(&s->scratch);
  sv_vec_free(s->asserted);
  sv_vec_free(s->marks);
  sv_free(s->broken);
  sv_free(s->reason);
  sv_free(s);
}

const char *sv_smt_broken(const sv_smt *s) { return s->broken; }

bool sv_smt_complained(sv_smt *s) {
  Z3_error_code code = Z3_get_error_code(s->z3);
  if (code == Z3_OK) return s->broken;
  if (!s->broken) s->broken = sv_strdup(Z3_get_error_msg(s->z3, code));
  return true;
}

sv_smt_term sv_smt_took(sv_smt *s, Z3_ast a) {
  if (!sv_smt_complained(s) && !a) s->broken = sv_strdup("Z3 made no term");
  return s->broken ? sv_smt_none() : (sv_smt_term){a};
}

// ---- sorts

sv_smt_sort sv_smt_bool(sv_smt *s) { return (sv_smt_sort){Z3_mk_bool_sort(s->z3)}; }
sv_smt_sort sv_smt_int(sv_smt *s) { return (sv_smt_sort){Z3_mk_int_sort(s->z3)}; }
sv_smt_sort sv_smt_real(sv_smt *s) { return (sv_smt_sort){Z3_mk_real_sort(s->z3)}; }

sv_smt_sort sv_smt_bits(sv_smt *s, uint32_t width) {
  REQUIRE(width, "bit vectors have bits");
  return (sv_smt_sort){Z3_mk_bv_sort(s->z3, width)};
}

sv_smt_sort sv_smt_array(sv_smt *s, sv_smt_sort index, sv_smt_sort element) {
  return (sv_smt_sort){Z3_mk_array_sort(s->z3, index.x, element.x)};
}

sv_smt_sort sv_smt_named_sort(sv_smt *s, const char *name) {
  return (sv_smt_sort){Z3_mk_uninterpreted_sort(s->z3, Z3_mk_string_symbol(s->z3, name))};
}

sv_smt_sort sv_smt_sort_of(const sv_smt *s, sv_smt_term t) {
  return (sv_smt_sort){t.x ? Z3_get_sort(s->z3, t.x) : NULL};
}

uint32_t sv_smt_width(const sv_smt *s, sv_smt_term t) {
  return t.x ? Z3_get_bv_sort_size(s->z3, Z3_get_sort(s->z3, t.x)) : 1;
}

// ---- leaves

sv_smt_term sv_smt_const(sv_smt *s, const char *name, sv_smt_sort sort) {
  if (!sort.x) return sv_smt_none();
  return sv_smt_took(s, Z3_mk_const(s->z3, Z3_mk_string_symbol(s->z3, name), sort.x));
}

void sv_smt_name(const sv_smt *s, sv_smt_term t, sv_text *out) {
  if (!t.x) return;
  Z3_func_decl decl = Z3_get_app_decl(s->z3, Z3_to_app(s->z3, t.x));
  sv_text_string(out, Z3_get_symbol_string(s->z3, Z3_get_decl_name(s->z3, decl)));
}

sv_smt_function sv_smt_declare(sv_smt *s, const char *name, const sv_smt_sort *domain, uint32_t n,
                               sv_smt_sort range) {
  Z3_sort sorts[8];
  REQUIRE(n && n <= SV_COUNT(sorts), "a function has one to eight arguments");
  for (uint32_t i = 0; i < n; i++) sorts[i] = domain[i].x;
  Z3_symbol symbol = Z3_mk_string_symbol(s->z3, name);
  return (sv_smt_function){Z3_mk_func_decl(s->z3, symbol, n, sorts, range.x)};
}

sv_smt_term sv_smt_call(sv_smt *s, sv_smt_function f, const sv_smt_term *args, uint32_t n) {
  Z3_ast asts[8];
  REQUIRE(n && n <= SV_COUNT(asts), "a function has one to eight arguments");
  for (uint32_t i = 0; i < n; i++) {
    if (!args[i].x) return sv_smt_none();
    asts[i] = args[i].x;
  }
  return sv_smt_took(s, Z3_mk_app(s->z3, f.x, n, asts));
}

sv_smt_term sv_smt_truth(sv_smt *s, bool b) { return (sv_smt_term){b ? s->yes : s->no}; }

sv_smt_term sv_smt_number(sv_smt *s, const sv_numbers *numbers, sv_value v, sv_smt_sort sort) {
  s->scratch.n = 0;
  sv_number_print(numbers, v, &s->scratch);
  return sv_smt_took(s, Z3_mk_numeral(s->z3, sv_text_get(&s->scratch), sort.x));
}

sv_smt_term sv_smt_small(sv_smt *s, int64_t n, sv_smt_sort sort) {
  return sv_smt_took(s, Z3_mk_int64(s->z3, n, sort.x));
}

bool sv_smt_is_true(const sv_smt *s, sv_smt_term t) { return t.x == s->yes; }

bool sv_smt_is_false(const sv_smt *s, sv_smt_term t) { return t.x == s->no; }
