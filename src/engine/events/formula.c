// formula.c -- the formula of one unwinding, and questions about it.
//
// A frontier may occur only where it is not forbidden: questions are asked under the assumption
// that none does, and which of these assumptions an answer "no" rests on says what is to be
// unwound next.

#include "base/output.h"
#include "engine/events/rounds.h"
#include "solver/dimacs.h"

enum { MOST_EAGER = 20000000 /* clauses; then lazy */, FEW_CONFLICTS = 300 };

static int32_t add_variable(void *context) {
  sv_cnf_sink to = sv_order_solver_sink(((sv_events_formula *)context)->solver);
  return sv_cnf_var(&to);
}

static void add_clause(void *context, const int32_t *literals, uint32_t n) {
  sv_events_formula *f = context;
  sv_cnf_sink to = sv_order_solver_sink(f->solver);
  sv_cnf_add(&to, literals, n);
  f->clauses++;
  for (uint32_t i = 0; f->keeps && i < n; i++) sv_push(f->kept, literals[i]);
  if (f->keeps) sv_push(f->kept, 0);
  for (uint32_t i = 0; f->states && i < n; i++) sv_push(f->stated, literals[i]);
  if (f->states) sv_push(f->stated, 0);
}

static void add_demand(sv_events_formula *f, const sv_unwound_demand *d) {
  sv_i32s clause = {0};
  if (!sv_lit_same(d->when, SV_LIT_TRUE)) sv_push(clause, -sv_cnf_literal(f->cnf, d->when));
  if (!sv_lit_same(d->then, SV_LIT_FALSE)) sv_push(clause, sv_cnf_literal(f->cnf, d->then));
  add_clause(f, clause.at, clause.n);
  sv_vec_free(clause);
}

static int32_t occurs(sv_events_formula *f, uint32_t event) {
  return sv_cnf_literal(f->cnf, f->unwound.net.events.at[event].occurs);
}

static void name_frontiers(sv_events_formula *f) {
  sv_fill(f->frontier, f->unwound.unwinding->spots.n);
  for (uint32_t i = 0; i < f->unwound.net.frontiers.n; i++) {
    uint32_t event = f->unwound.net.frontiers.at[i], spot = f->unwound.events.at[event].spot;
    if (!f->frontier.at[spot]) f->frontier.at[spot] = sv_cnf_variable(f->cnf);
    add_clause(f, (const int32_t[]){-occurs(f, event), f->frontier.at[spot]}, 2);
  }
}

static void name_facts(sv_events_formula *f) {
  const sv_lits *uses = &f->unwound.uses;
  sv_bits_init(&f->used, uses->n);
  for (uint32_t i = 0; i < uses->n; i++) {
    bool said = !sv_lit_same(uses->at[i], SV_LIT_FALSE);
    sv_push(f->uses, said ? sv_cnf_literal(f->cnf, uses->at[i]) : 0);
  }
}

// docs/engine-events.md has the measurements.
static sv_order_kind kind_of(const sv_options *options, bool terms) {
  bool alone = terms && options->acyclic == SV_OPT_ACYCLIC_AUTO;
  switch (alone ? SV_OPT_ACYCLIC_DIFFERENCE : options->acyclic) {
  case SV_OPT_ACYCLIC_EAGER: return SV_ORDER_EAGER;
  case SV_OPT_ACYCLIC_LAZY: return SV_ORDER_LAZY;
  case SV_OPT_ACYCLIC_DIFFERENCE: return SV_ORDER_DIFFERENCE;
  case SV_OPT_ACYCLIC_AUTO:
  case SV_OPT_ACYCLIC_THEORY: return SV_ORDER_THEORY;
  }
  SV_UNREACHABLE();
}

// ---- numbers that are terms

static void equal_terms(void *context, int32_t linked, uint32_t a, uint32_t b) {
  sv_events_formula *f = context;
  const sv_smt_term *terms = f->unwound.net.terms.at;
  sv_order_solver_imply(f->solver, linked, sv_smt_eq(f->unwound.terms.z, terms[a], terms[b]));
}

// Of a literal that is in no clause it need not be known what it says.
static void tie_terms(sv_events_formula *f) {
  sv_unwound_terms *t = &f->unwound.terms;
  for (uint32_t i = 0; i < t->ties.n; i++) {
    sv_term_tie tie = t->ties.at[i];
    bool is_true = sv_lit_same(tie.literal, SV_LIT_TRUE);
    if (is_true) sv_smt_assert(t->z, tie.term);
    else if (sv_lit_is_const(tie.literal)) sv_smt_assert(t->z, sv_smt_not(t->z, tie.term));
    else sv_order_solver_tie(f->solver, sv_cnf_literal(f->cnf, tie.literal), tie.term);
  }
  for (uint32_t i = 0; i < t->always.n; i++) sv_smt_assert(t->z, t->always.at[i]);
}

static sv_order_solver *new_solver(const sv_unwinding *u, const sv_options *options) {
  const sv_mold_terms *terms = sv_molds_terms(u->molds);
  sv_order_kind kind = kind_of(options, terms);
  return terms ? sv_order_solver_new_in(kind, sv_mold_terms_net(terms)->z)
               : sv_order_solver_new(kind);
}

// Clauses that say what an order is are not among those that are stated.
static void close_order(sv_events_formula *f) {
  bool states = f->states;
  f->states = false;
  f->edges = f->tokens.ordering.edges.n;
  sv_order_solver_close(f->solver, &f->tokens.ordering, MOST_EAGER);
  f->states = states;
}

static bool refute_cycle(sv_events_formula *f) {
  bool states = f->states;
  f->states = false;
  bool cycle = sv_token_trace_refute(&f->tokens, sv_events_literal, f);
  f->states = states;
  return cycle;
}

bool sv_events_formula_init(sv_events_formula *f, const sv_unwinding *u, const sv_twin_list *twins,
                            const sv_unwound_facts *facts, const uint32_t *about, uint32_t n,
                            const sv_run *run) {
  *f = (sv_events_formula){.solver = new_solver(u, run->options),
                           .keeps = run->options->dump,
                           .states = run->options->certify,
                           .dump = run->options->dump};
  sv_unwound_init(&f->unwound, u, facts, about, n);
  sv_cnf_sink to = {add_variable, add_clause, f};
  f->cnf = sv_cnf_new(f->unwound.net.aig, to);
  f->unwound.net.equal = equal_terms, f->unwound.net.equal_context = f;
  if (f->unwound.terms.terms) tie_terms(f);
  for (uint32_t i = 0; i < f->unwound.demands.n; i++) add_demand(f, &f->unwound.demands.at[i]);
  name_frontiers(f);
  name_facts(f);
  bool whole =
      sv_token_trace_init(&f->tokens, &f->unwound.net, f->cnf, to, SV_WITHOUT_NOTHING, run->limits);
  if (whole) sv_events_order_twins(f, twins, to);
  if (whole) close_order(f);
  return whole;
}

void sv_events_formula_free(sv_events_formula *f) {
  sv_token_trace_free(&f->tokens);
  sv_cnf_free(f->cnf);
  sv_order_solver_free(f->solver);
  sv_unwound_free(&f->unwound);
  sv_vec_free(f->frontier);
  sv_vec_free(f->uses);
  sv_bits_free(&f->used);
  sv_vec_free(f->kept);
  sv_vec_free(f->stated);
  sv_text_free(&f->unwritten);
}

bool sv_events_dumps_terms(const char *path) {
  const char *dot = strrchr(path, '.');
  return dot && !strcmp(dot, ".smt2");
}

// ---- questions

// The event violates what is asked about, or its life can.
static bool is_about(const sv_events_formula *f, uint32_t event, uint32_t about) {
  const sv_unwound_event *e = &f->unwound.events.at[event];
  const sv_unwinding *u = f->unwound.unwinding;
  bool property = about && about != UINT32_MAX;
  switch (e->kind) {
  case SV_UNWOUND_ACTION: return property && u->net->actions.at[e->action].fails == about;
  case SV_UNWOUND_FRONTIER: return property && sv_bits_has(&e->chaos, u->first_property + about);
  case SV_UNWOUND_TARGET: return e->about == about;
  }
  SV_UNREACHABLE();
}

int32_t sv_events_goal(sv_events_formula *f, const uint32_t *about, uint32_t n) {
  int32_t any = sv_cnf_variable(f->cnf);
  sv_i32s clause = {0};
  sv_push(clause, -any);
  for (uint32_t e = 0; e < f->unwound.events.n; e++) {
    bool wanted = false;
    for (uint32_t i = 0; i < n; i++) wanted |= is_about(f, e, about[i]);
    if (wanted) sv_push(clause, occurs(f, e));
  }
  add_clause(f, clause.at, clause.n);
  sv_vec_free(clause);
  return any;
}

bool sv_events_literal(void *context, int32_t literal) {
  const sv_events_formula *f = context;
  return sv_order_solver_value(f->solver, literal);
}

bool sv_events_value(const sv_events_formula *f, sv_lit a) {
  if (sv_lit_is_const(a)) return sv_lit_same(a, SV_LIT_TRUE);
  int32_t variable = sv_cnf_find(f->cnf, sv_lit_node(a));
  return (variable && sv_order_solver_value(f->solver, variable)) != sv_lit_negated(a);
}

static sv_sat_answer solve(sv_events_formula *f, const sv_i32s *assumed, sv_limits *limits) {
  sv_sat_limits l = {.run = limits, .conflicts = f->conflicts};
  for (;;) {
    sv_sat_answer answer = sv_order_solver_solve(f->solver, assumed->at, assumed->n, &l);
    f->gave_up |= answer == SV_SAT_UNKNOWN && sv_order_solver_gave_up(f->solver);
    if (answer != SV_SAT_YES) return answer;
    bool cycle = refute_cycle(f);
    REQUIRE(!cycle || sv_order_solver_is_lazy(f->solver), "all cycles are excluded");
    if (!cycle) return answer;
    f->cycles++;
  }
}

// The solver's core is not the smallest one: frontiers (negative literals) are let loose one by one, the last ones first, as
// long as the answer stays.
static void shrink(sv_events_formula *f, sv_i32s *assumed, sv_limits *limits) {
  uint64_t conflicts = f->conflicts;
  f->conflicts = FEW_CONFLICTS;
  for (uint32_t i = assumed->n; i-- > 1;) {
    int32_t dropped = assumed->at[i];
    if (dropped > 0) continue;  // a fact
    assumed->at[i] = assumed->at[0];
    if (solve(f, assumed, limits) != SV_SAT_NO) {
      assumed->at[i] = dropped;
      continue;
    }
    uint32_t kept = 1;
    for (uint32_t k = 1; k < assumed->n; k++)
      if (k < i ? sv_order_solver_failed(f->solver, assumed->at[k]) : k > i)
        assumed->at[kept++] = assumed->at[k];
    if (kept < i) i = kept;
    assumed->n = kept;
  }
  f->conflicts = conflicts;
}

void sv_events_assume_facts(const sv_events_formula *f, const sv_bits *those, sv_i32s *out) {
  for (uint32_t i = 0; i < f->uses.n; i++)
    if (f->uses.at[i] && (!those || sv_bits_has(those, i))) sv_push(*out, f->uses.at[i]);
}

static void note_used(sv_events_formula *f, const sv_i32s *needed) {
  sv_bits_clear(&f->used);
  for (uint32_t k = 1; k < needed->n; k++)
    for (uint32_t i = 0; i < f->uses.n; i++)
      if (f->uses.at[i] == needed->at[k]) sv_bits_add(&f->used, i);
}

// The needed ones of the assumptions.
static void keep_failed(const sv_events_formula *f, sv_i32s *assumed) {
  uint32_t kept = 1;
  for (uint32_t i = 1; i < assumed->n; i++)
    if (sv_order_solver_failed(f->solver, assumed->at[i])) assumed->at[kept++] = assumed->at[i];
  assumed->n = kept;
}

static bool make_script(sv_events_formula *f, const sv_i32s *assumed, sv_text *out, sv_text *why) {
  const sv_ordering *o = &f->tokens.ordering;
  sv_order_script d = {sv_order_solver_vars(f->solver), &f->kept, o, o->edges.n};
  if (f->unwound.terms.terms)
    return sv_order_solver_script(f->solver, &d, assumed->at, assumed->n, out, why);
  return sv_order_script_text(&d, assumed->at, assumed->n, out);
}

static void dump_script(sv_events_formula *f, const sv_i32s *assumed) {
  sv_text script = {0};
  bool good = make_script(f, assumed, &script, &f->unwritten);
  FILE *out = good ? sv_output_open(f->dump, &f->unwritten) : NULL;
  if (out) fputs(sv_text_get(&script), out);
  if (out) sv_output_close(out, f->dump, &f->unwritten);
  sv_text_free(&script);
}

static void dump(sv_events_formula *f, const sv_i32s *assumed) {
  uint32_t vars = sv_order_solver_vars(f->solver);
  if (f->unwound.terms.terms || sv_events_dumps_terms(f->dump)) {
    dump_script(f, assumed);
  } else {
    sv_dimacs d = {vars, f->clauses, &f->kept};
    sv_dimacs_write(&d, assumed->at, assumed->n, f->dump, &f->unwritten);
  }
}

sv_sat_answer sv_events_ask(sv_events_formula *f, const uint32_t *about, uint32_t n,
                            sv_limits *limits, sv_u32s *core) {
  sv_i32s assumed = {0};
  sv_clear(*core);
  sv_push(assumed, sv_events_goal(f, about, n));
  for (uint32_t s = 0; s < f->frontier.n; s++)
    if (f->frontier.at[s]) sv_push(assumed, -f->frontier.at[s]);
  sv_events_assume_facts(f, NULL, &assumed);
  sv_sat_answer answer = solve(f, &assumed, limits);
  if (f->keeps && !f->unwritten.n) dump(f, &assumed);
  if (answer == SV_SAT_NO) {
    keep_failed(f, &assumed);
    shrink(f, &assumed, limits);
    note_used(f, &assumed);
    for (uint32_t i = 1; i < assumed.n; i++)
      for (uint32_t s = 0; s < f->frontier.n; s++)
        if (-f->frontier.at[s] == assumed.at[i]) sv_push(*core, s);
  }
  sv_vec_free(assumed);
  return answer;
}

uint32_t sv_events_found(const sv_events_formula *f, const uint32_t *about, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t e = 0; e < f->unwound.events.n; e++)
      if (is_about(f, e, about[i]) && sv_events_value(f, f->unwound.net.events.at[e].occurs))
        return about[i];
  REQUIRE(false, "a model without a violation");
  return 0;
}
