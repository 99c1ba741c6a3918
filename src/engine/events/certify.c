// certify.c -- the last question of a proof, asked again.
//
// A proof by events is a formula without a model: what the last unwinding says of events, links and their
// order, that a violation (or a cut) is among them, and nothing about frontiers. With --certify its clauses are kept, but
// for those that only say what an order is; another solver, which excludes cycles in another way, refutes
// them once more: Z3 by difference logic what our own solver or CaDiCaL has refuted, our own with its theory of orders what
// Z3 has. Where there are terms it is cvc5, with a script of all that was said, and without cvc5 Z3 alone, if it was not
// alone before. Shared with the search is what makes formulas of models; no solver, and nothing that was learnt.

#include "engine/events/rounds.h"
#include "solver/cvc5.h"

enum { FEW_SECONDS = 20 /* for cvc5, if nothing else is said */ };

typedef struct {
  sv_events_formula *f;
  sv_order_script question;
  sv_i32s assumed;  // a violation happens, and the facts that were used
  sv_limits *limits;
  sv_text why;  // it is not known
} again;

static sv_sat_answer ask_other(again *a, const char **by) {
  bool z3 = sv_order_solver_kind(a->f->solver) != SV_ORDER_DIFFERENCE;
  *by = z3 ? "Z3" : "the theory of orders";
  sv_order_solver *s = sv_order_solver_new(z3 ? SV_ORDER_DIFFERENCE : SV_ORDER_THEORY);
  sv_order_solver_tell(s, &a->question);
  sv_sat_answer answer =
      sv_order_solver_solve(s, a->assumed.at, a->assumed.n, &(sv_sat_limits){.run = a->limits});
  if (answer == SV_SAT_UNKNOWN) sv_text_printf(&a->why, "%s gave up", *by);
  sv_order_solver_free(s);
  return answer;
}

static sv_sat_answer ask_cvc5(again *a, const char **by) {
  sv_text script = {0};
  *by = "cvc5";
  bool good = a->f->unwound.terms.terms
                  ? sv_order_solver_script(a->f->solver, &a->question, a->assumed.at, a->assumed.n,
                                           &script, &a->why)
                  : sv_order_script_text(&a->question, a->assumed.at, a->assumed.n, &script);
  sv_sat_limits limits = {.run = a->limits};
  sv_sat_answer answer =
      good ? sv_cvc5_check(&script, FEW_SECONDS, &limits, &a->why) : SV_SAT_UNKNOWN;
  sv_text_free(&script);
  return answer;
}

static sv_sat_answer ask_about_terms(again *a, const char **by) {
  bool found = sv_cvc5_found();
  sv_sat_answer answer = found ? ask_cvc5(a, by) : SV_SAT_UNKNOWN;
  if (!found) sv_text_string(&a->why, "cvc5 is not installed");
  if (answer != SV_SAT_UNKNOWN || sv_order_solver_kind(a->f->solver) != SV_ORDER_THEORY)
    return answer;
  *by = "Z3";
  return sv_order_solver_ask_whole(a->f->solver, &a->question, a->assumed.at, a->assumed.n,
                                   &(sv_sat_limits){.run = a->limits});
}

static sv_sat_answer ask(again *a, const char **by) {
  if (a->f->unwound.terms.terms) return ask_about_terms(a, by);
  sv_sat_answer answer = ask_other(a, by);
  if (answer != SV_SAT_UNKNOWN || a->limits->hit || !sv_cvc5_found()) return answer;
  sv_text_free(&a->why);
  return ask_cvc5(a, by);
}

// `about`: what is asked for, and cuts.
void sv_events_certify(sv_events *x, sv_events_formula *f, const sv_u32s *about) {
  const char *by = "";
  double start = sv_now();
  again a = {.f = f, .limits = x->run->limits};
  sv_push(a.assumed, sv_events_goal(f, about->at, about->n));
  sv_events_assume_facts(f, &x->used, &a.assumed);
  a.question =
      (sv_order_script){sv_order_solver_vars(f->solver), &f->stated, &f->tokens.ordering, f->edges};
  sv_sat_answer answer = ask(&a, &by);
  if (answer == SV_SAT_YES)
    sv_answer_bug(x->answer, "the certificate is wrong: %s has a run to a violation", by);
  uint32_t given = (uint32_t)sv_bits_count(&x->used);
  x->answer->certified = answer == SV_SAT_NO && !given;
  sv_text said = {0};
  if (answer == SV_SAT_NO)
    sv_text_printf(&said, "refuted by %s: %u variables, %llu clauses, %.2f s", by, a.question.vars,
                   (unsigned long long)f->clauses, sv_now() - start);
  if (answer == SV_SAT_NO && given)
    sv_text_printf(&said, ", given %u facts that are not shown again", given);
  if (answer != SV_SAT_NO)
    sv_text_string(&said, a.limits->hit ? sv_cause_text(a.limits->hit) : sv_text_get(&a.why));
  sv_free(x->certificate);
  x->certificate = sv_text_take(&said);
  sv_text_free(&a.why);
  sv_vec_free(a.assumed);
}
