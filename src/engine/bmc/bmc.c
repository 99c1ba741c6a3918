// bmc.c -- the engine `bmc`: bounded model checking with execution semantics.
//
// J. Dubrovin: Efficient Symbolic Model Checking of Concurrent Systems (Aalto
// University, 2011), sections 2, 4 and 5. Formulas for runs of 0, 1, 2, …
// steps, where a step may be many actions; what a step is, see encode/step/step.h.
// The work is done in a child process, since the libraries behind it may end a
// process. docs/engine-bmc.md.

#include "engine/bmc/bmc.h"

#include "encode/bits/coding.h"
#include "engine/child.h"
#include "engine/table.h"

static void say_covered(const sv_bmc *x, sv_text *t) {
  if (!x->covered) sv_text_string(t, "nothing was covered");
  else if (x->formula->semantics == SV_STEPS_INTERLEAVING)
    sv_text_printf(t, "no violation within %u steps", x->covered - 1);
  else
    sv_text_printf(t, "no violation within %u joint steps (%s, each of one or more actions)",
                   x->covered - 1, sv_semantics_word(x->formula->semantics));
}

static sv_cause say_limit(const sv_bmc *x, sv_text *t) {
  const sv_bmc_formula *f = x->formula;
  sv_cause cause = x->run->limits->hit ? x->run->limits->hit : SV_CAUSE_GAVE_UP;
  const char *why = cause == SV_CAUSE_GAVE_UP && f->reason ? f->reason(f->self) : NULL;
  sv_text_printf(t, "%s; ", why ? why : sv_cause_text(cause));
  say_covered(x, t);
  return cause;
}

static sv_cause word(const sv_bmc *x, sv_text *t) {
  switch (x->end) {
  case SV_BMC_ENDED:
    if (!x->answer->findings.n) sv_text_string(t, "there is no property to check; ");
    if (x->cut) sv_text_string(t, "no violation, but runs are cut; ");
    sv_text_printf(t, "no run%s has more than %u %s",
                   x->formula->projects ? " in which every action matters" : "",
                   x->covered ? x->covered - 1 : 0, sv_bmc_unit(x));
    return x->cut ? SV_CAUSE_BOUND : SV_CAUSE_NONE;
  case SV_BMC_PROVED:
    sv_text_printf(t, "by induction over %u %s", x->covered,
                   x->formula->inducts_singly ? "steps" : sv_bmc_unit(x));
    return SV_CAUSE_NONE;
  case SV_BMC_FOUND: sv_text_string(t, sv_cause_text(SV_CAUSE_STOPPED)); return SV_CAUSE_STOPPED;
  case SV_BMC_FULL:
    sv_text_string(t, "no violation; not covered: a pool of processes is full");
    return SV_CAUSE_BOUND;
  case SV_BMC_LIMIT: return say_limit(x, t);
  case SV_BMC_BOUND: say_covered(x, t); return SV_CAUSE_DEPTH;
  case SV_BMC_GOING:
  case SV_BMC_BROKEN: sv_text_string(t, sv_cause_text(SV_CAUSE_BUG)); return SV_CAUSE_BUG;
  }
  SV_UNREACHABLE();
}

static void choose_properties(sv_bmc *x) {
  for (uint32_t i = 0; i < x->answer->findings.n; i++) {
    const sv_finding *f = &x->answer->findings.at[i];
    if (x->formula->knows(x->formula->self, f->property)) sv_push(x->asked, f->property);
  }
}

static void excuse_properties(sv_bmc *x) {
  for (uint32_t i = 0; i < x->answer->findings.n; i++) {
    sv_finding *f = &x->answer->findings.at[i];
    if (!x->formula->knows(x->formula->self, f->property))
      sv_answer_undecided(x->answer, f, SV_CAUSE_SIZE, "too many choices at once");
  }
}

// Where a property is violated the answer is not `holds`, and nothing is certified.
static void certify(sv_bmc *x) {
  sv_answer *a = x->answer;
  if (!x->run->options->certify || a->verdict != SV_HOLDS || !a->findings.n) return;
  sv_u32s about = {0};
  for (uint32_t i = 0; i < x->asked.n; i++) sv_push(about, x->asked.at[i]);
  sv_push(about, SV_ASK_CUT);
  assert(x->covered);
  sv_bmc_question q = {about.at, about.n, 0, x->covered - 1};
  a->certified = x->formula->certify(x->formula->self, &q, x->end == SV_BMC_ENDED, a);
  sv_vec_free(about);
  if (a->bug) sv_answer_close(a, SV_CAUSE_BUG, NULL);
}

static void close_search(sv_bmc *x) {
  sv_text reason = {0};
  sv_answer *a = x->answer;
  sv_cause cause = word(x, &reason);
  a->reach = x->covered ? x->covered - 1 : 0;
  a->pool_full = x->end == SV_BMC_FULL;
  a->complete = x->end == SV_BMC_ENDED && !x->cut;
  assert(x->end != SV_BMC_PROVED || (x->covered && !x->cut));
  sv_answer_close(a, cause, sv_text_get(&reason));
  SV_LOG(x->run->log, 1, "bmc: bounds up to %u: %s", x->covered, sv_text_get(&reason));
  excuse_properties(x);
  certify(x);
  x->formula->statistics(x->formula->self, a);
  sv_text_free(&reason);
}

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), k = strlen(end);
  return n > k && !strcmp(text + n - k, end);
}

uint32_t sv_bmc_recurrence(const sv_net *net, const uint32_t *properties, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (net->properties.at[properties[i]].kind == SV_PROP_RECURRENCE) return properties[i];
  return 0;
}

// A loop consists of single actions, all of them looked at.
bool sv_bmc_takes_loops(const sv_options *o, sv_text *why) {
  bool single =
      o->semantics == SV_OPT_SEMANTICS_AUTO || o->semantics == SV_OPT_SEMANTICS_INTERLEAVING;
  if (!single) sv_text_string(why, "loops are closed by steps of single actions only");
  else if (o->projection == SV_OPT_TRISTATE_ON)
    sv_text_string(why, "loops are not closed under projections");
  return single && o->projection != SV_OPT_TRISTATE_ON;
}

// What is infinite has no bits. The name of the file to be dumped says what is wanted, too.
static bool choose_solver(const sv_bmc *x, bool *smt, sv_text *why) {
  sv_opt_solver solver = x->run->options->solver;
  const char *dump = x->run->options->dump;
  sv_text no_bits = {0};
  bool terms = dump && ends_with(dump, ".smt2");
  bool clauses = dump && (ends_with(dump, ".cnf") || ends_with(dump, ".dimacs"));
  *smt = solver == SV_OPT_SOLVER_SMT || (solver == SV_OPT_SOLVER_AUTO && terms) ||
         (solver != SV_OPT_SOLVER_SAT && !sv_code_finite(x->net, &no_bits));
  sv_text_free(&no_bits);
  if (dump && !terms && !clauses)
    sv_text_printf(why, "--dump %s: the name must end in .smt2, .cnf or .dimacs", dump);
  else if (dump && terms != *smt)
    sv_text_printf(why, "--dump %s: there are only %s", dump,
                   *smt ? "terms (.smt2): the question is for an SMT solver"
                        : "clauses (.cnf, .dimacs): --solver sat was asked for");
  else return true;
  return false;
}

static sv_bmc_formula *make_formula(const sv_bmc *x, sv_cause *cause, sv_text *why) {
  bool smt;
  *cause = SV_CAUSE_UNSUPPORTED;
  if (!choose_solver(x, &smt, why)) return NULL;
  *cause = SV_CAUSE_SIZE;
  sv_u32s asked = {0};
  for (uint32_t i = 0; i < x->answer->findings.n; i++)
    sv_push(asked, x->answer->findings.at[i].property);
  sv_bmc_formula *f = smt ? sv_bmc_smt(x->net, asked.at, asked.n, x->run, why)
                          : sv_bmc_sat(x->net, asked.at, asked.n, x->run, why);
  sv_vec_free(asked);
  return f;
}

static void check(sv_model *m, const sv_run *run, sv_answer *a) {
  sv_text why = {0};
  if (!sv_answer_net(a, m, run)) return;
  sv_cause cause;
  sv_bmc x = {.net = a->net, .run = run, .answer = a};
  x.formula = make_formula(&x, &cause, &why);
  if (!x.formula) {
    sv_answer_refuse(a, run, cause, sv_text_get(&why));
  } else {
    choose_properties(&x);
    sv_bmc_loop(&x);
    assert(x.end != SV_BMC_GOING);
    close_search(&x);
    x.formula->free(x.formula->self);
  }
  sv_vec_free(x.asked);
  sv_text_free(&why);
}

const sv_engine sv_engine_bmc = {
    .name = "bmc",
    .options = "order queue queue_terms tags solver dump semantics dependence "
               "projection induction bound from grow seed liveness",
    .summary = "bounded model checking with SAT (many actions in a step) and SMT (infinite sorts)",
    .searches = SV_SEARCH(AUTO),
    .orders = SV_ORDER(BEST) | SV_ORDER(SOURCE) | SV_ORDER(FLOW),
    .isolated = true,
    .check = check,
    .records = true,
    .closes = true,
};
