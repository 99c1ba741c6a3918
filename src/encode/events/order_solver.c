// order_solver.c -- see order_solver.h.

#include "encode/events/order_solver.h"

#include "encode/events/order_lemmas.h"
#include "solver/acyclic.h"
#include "solver/sat.h"
#include "solver/smt_clauses.h"

struct sv_order_solver {
  sv_order_kind kind, made;
  sv_sat *sat;             // EAGER, LAZY
  sv_smt_clauses *smt;     // DIFFERENCE, and where there are terms
  sv_split *split;         // THEORY
  sv_order_lemmas beside;  // both
  sv_acyclic *theory;
};

sv_order_solver *sv_order_solver_new(sv_order_kind kind) {
  sv_order_solver *s = SV_NEW(sv_order_solver);
  s->kind = s->made = kind;
  if (kind == SV_ORDER_DIFFERENCE) s->smt = sv_smt_clauses_new_order();
  else if (kind == SV_ORDER_THEORY) s->split = sv_split_new();
  else s->sat = sv_sat_new();
  return s;
}

sv_order_solver *sv_order_solver_new_in(sv_order_kind kind, sv_smt *z) {
  sv_order_solver *s = SV_NEW(sv_order_solver);
  s->kind = s->made = kind;
  s->smt = sv_smt_clauses_new_in(z);
  if (kind == SV_ORDER_THEORY) {
    s->split = sv_split_new();
    s->beside = (sv_order_lemmas){.split = s->split, .smt = s->smt};
  }
  return s;
}

// Z3 has all clauses.
static bool is_smt(const sv_order_solver *s) { return s->smt && !s->split; }

static void add_atom(sv_order_solver *s, int32_t literal, bool both) {
  if (s->split) sv_push(s->beside.atoms, (sv_order_atom){literal, both});
}

void sv_order_solver_tie(sv_order_solver *s, int32_t literal, sv_smt_term term) {
  sv_smt_clauses_tie(s->smt, literal, term);
  add_atom(s, literal, true);
}

// Z3's words for limits: "max-conflicts-reached", "canceled", "interrupted from keyboard".
bool sv_order_solver_gave_up(const sv_order_solver *s) {
  bool by_z3 = is_smt(s) || s->beside.terms_unknown;
  const char *reason = by_z3 ? sv_smt_clauses_reason(s->smt) : "conflicts";
  return !strstr(reason, "conflicts") && !strstr(reason, "cancel") && !strstr(reason, "interrupt");
}

void sv_order_solver_imply(sv_order_solver *s, int32_t literal, sv_smt_term term) {
  sv_smt_clauses_imply(s->smt, literal, term);
  add_atom(s, literal, false);
}

void sv_order_solver_free(sv_order_solver *s) {
  if (!s) return;
  sv_sat_free(s->sat);
  sv_smt_clauses_free(s->smt);
  sv_split_free(s->split);
  sv_acyclic_free(s->theory);
  sv_order_lemmas_free(&s->beside);
  sv_free(s);
}

static int32_t add_variable(void *context) {
  sv_order_solver *s = context;
  if (is_smt(s)) return sv_smt_clauses_var(s->smt);
  return s->split ? sv_split_var(s->split) : sv_sat_var(s->sat);
}

static void add_clause(void *context, const int32_t *literals, uint32_t n) {
  sv_order_solver *s = context;
  if (is_smt(s)) sv_smt_clauses_add(s->smt, literals, n);
  else if (s->split) sv_split_add(s->split, literals, n);
  else sv_sat_add(s->sat, literals, n);
}

sv_cnf_sink sv_order_solver_sink(sv_order_solver *s) {
  return (sv_cnf_sink){add_variable, add_clause, s};
}

// ---- the ordering

static void attach_theory(sv_order_solver *s, const sv_ordering *o, uint32_t n) {
  SV_VEC(sv_acyclic_edge) edges = {0};
  sv_acyclic_vertex *vertices = SV_NEW_ARRAY(sv_acyclic_vertex, o->n + 1);
  for (uint32_t v = 0; v < o->n; v++) {
    bool alone = o->moments[v].line == SV_NO_LINE;
    vertices[v] =
        (sv_acyclic_vertex){alone ? SV_NO_CHAIN : o->moments[v].line, o->moments[v].position};
  }
  for (uint32_t i = 0; i < n; i++)
    sv_push(edges,
            (sv_acyclic_edge){o->edges.at[i].from, o->edges.at[i].to, o->edges.at[i].literal});
  s->theory = sv_acyclic_new(vertices, o->n, edges.at, edges.n);
  sv_acyclic_attach(s->theory, s->split);
  sv_free(vertices);
  sv_vec_free(edges);
}

static void state_difference(void *context, uint32_t from, uint32_t to, int32_t literal) {
  sv_smt_clauses_before(context, literal, from, to);
}

bool sv_order_solver_close(sv_order_solver *s, sv_ordering *o, uint64_t most) {
  switch (s->kind) {
  case SV_ORDER_EAGER:
    if (sv_ordering_close(o, most)) return true;
    s->kind = SV_ORDER_LAZY;
    return false;
  case SV_ORDER_LAZY: return true;
  case SV_ORDER_DIFFERENCE: sv_ordering_each(o, o->edges.n, state_difference, s->smt); return true;
  case SV_ORDER_THEORY: attach_theory(s, o, o->edges.n); return true;
  }
  SV_UNREACHABLE();
}

sv_order_kind sv_order_solver_kind(const sv_order_solver *s) { return s->made; }

bool sv_order_solver_is_lazy(const sv_order_solver *s) { return s->kind == SV_ORDER_LAZY; }

// ---- asking

uint64_t sv_order_solver_lemmas(const sv_order_solver *s) { return s->beside.lemmas; }

uint32_t sv_order_solver_vars(const sv_order_solver *s) {
  if (is_smt(s)) return sv_smt_clauses_vars(s->smt);
  return s->split ? sv_split_vars(s->split) : sv_sat_vars(s->sat);
}

sv_sat_answer sv_order_solver_solve(sv_order_solver *s, const int32_t *assumptions, uint32_t n,
                                    const sv_sat_limits *limits) {
  if (is_smt(s)) return sv_smt_clauses_solve(s->smt, assumptions, n, limits);
  if (s->smt) return sv_order_lemmas_solve(&s->beside, assumptions, n, limits);
  if (s->split) return sv_split_solve(s->split, assumptions, n, limits);
  return sv_sat_solve(s->sat, assumptions, n, limits);
}

bool sv_order_solver_value(const sv_order_solver *s, int32_t literal) {
  if (is_smt(s)) return sv_smt_clauses_value(s->smt, literal);
  return s->split ? sv_split_value(s->split, literal) : sv_sat_value(s->sat, literal);
}

bool sv_order_solver_failed(const sv_order_solver *s, int32_t literal) {
  if (is_smt(s)) return sv_smt_clauses_failed(s->smt, literal);
  return s->split ? sv_split_failed(s->split, literal) : sv_sat_failed(s->sat, literal);
}

// ---- scripts

typedef void clause_fn(void *context, const int32_t *literals, uint32_t n);

static void each_clause(const sv_i32s *clauses, clause_fn *visit, void *context) {
  for (uint32_t i = 0, first = 0; i < clauses->n; i++) {
    if (clauses->at[i]) continue;
    visit(context, clauses->at + first, i - first);
    first = i + 1;
  }
}

static void tell_smt(void *context, const int32_t *literals, uint32_t n) {
  sv_smt_clauses_add(context, literals, n);
}

static void begin_whole(sv_order_solver *s, const sv_order_script *d) {
  sv_smt_clauses_push(s->smt);
  each_clause(d->clauses, tell_smt, s->smt);
  sv_ordering_each(d->ordering, d->edges, state_difference, s->smt);
}

sv_sat_answer sv_order_solver_ask_whole(sv_order_solver *s, const sv_order_script *d,
                                        const int32_t *assumed, uint32_t n,
                                        const sv_sat_limits *limits) {
  begin_whole(s, d);
  sv_sat_answer answer = sv_smt_clauses_solve(s->smt, assumed, n, limits);
  sv_smt_clauses_pop(s->smt);
  return answer;
}

void sv_order_solver_tell(sv_order_solver *s, const sv_order_script *d) {
  sv_cnf_sink to = sv_order_solver_sink(s);
  while (sv_order_solver_vars(s) < d->vars) sv_cnf_var(&to);
  each_clause(d->clauses, add_clause, s);
  if (s->split) attach_theory(s, d->ordering, d->edges);
  else sv_ordering_each(d->ordering, d->edges, state_difference, s->smt);
}

// Z3 may have been told all, or what literals say of terms only.
bool sv_order_solver_script(sv_order_solver *s, const sv_order_script *d, const int32_t *assumed,
                            uint32_t n, sv_text *out, sv_text *why) {
  if (!s->split) return sv_smt_clauses_script(s->smt, assumed, n, out, why);
  begin_whole(s, d);
  bool good = sv_smt_clauses_script(s->smt, assumed, n, out, why);
  sv_smt_clauses_pop(s->smt);
  return good;
}

static void write_literal(sv_text *out, int32_t literal) {
  sv_text_printf(out, literal < 0 ? " (not v%d)" : " v%d", literal < 0 ? -literal : literal);
}

static void write_clause(void *context, const int32_t *literals, uint32_t n) {
  sv_text *out = context;
  sv_text_string(out, "(assert (or false");
  for (uint32_t i = 0; i < n; i++) write_literal(out, literals[i]);
  sv_text_string(out, "))\n");
}

static void write_before(void *context, uint32_t from, uint32_t to, int32_t literal) {
  if (literal) sv_text_printf(context, "(assert (=> v%d (< m%u m%u)))\n", literal, from, to);
  else sv_text_printf(context, "(assert (< m%u m%u))\n", from, to);
}

bool sv_order_script_text(const sv_order_script *d, const int32_t *assumed, uint32_t n,
                          sv_text *out) {
  sv_text_string(out, "(set-logic QF_IDL)\n");
  for (uint32_t v = 1; v <= d->vars; v++) sv_text_printf(out, "(declare-fun v%u () Bool)\n", v);
  for (uint32_t m = 0; m < d->ordering->n; m++)
    sv_text_printf(out, "(declare-fun m%u () Int)\n", m);
  each_clause(d->clauses, write_clause, out);
  sv_ordering_each(d->ordering, d->edges, write_before, out);
  for (uint32_t i = 0; i < n; i++) write_clause(out, assumed + i, 1);
  sv_text_string(out, "(check-sat)\n");
  return true;
}
