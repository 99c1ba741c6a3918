// bdd.c -- the engine `bdd`: sets of states as binary decision diagrams.
//
// The work is done in a child process (engine/child.h), since BuDDy knows one
// package per process. A quick look at the model tells how many bits its
// variables and queues really need; should the search meet a step that needs
// more, everything is coded anew with more room, so a guess that was too small
// costs time but never a behaviour. docs/engine-bdd.md.

#include <setjmp.h>
#include <stdlib.h>

#include "engine/bdd/certify.h"
#include "engine/child.h"
#include "engine/table.h"

enum { PROFILE_STATES = 60000, SAME_NODES = 2000, JOINED_NODES = 1000, FIRST_REORDER = 100000 };

typedef struct {
  sv_model *model;
  const sv_run *run;
  sv_answer *answer;
  sv_profile *profile;
  sv_opt_search search;
  uint32_t codings;  // so many were tried
  jmp_buf out;       // when BDDs run out of memory
  const char *why;
} checker;

// ---- one search

typedef struct {
  void (*run)(sv_bdd_search *);
  bool reduces;
} search_kind;

static const search_kind kinds[] = {
    [SV_OPT_SEARCH_BFS] = {sv_bdd_search_bfs, false},
    [SV_OPT_SEARCH_CHAINING] = {sv_bdd_search_chaining, false},
    [SV_OPT_SEARCH_SATURATION] = {sv_bdd_search_saturation, false},
    [SV_OPT_SEARCH_IMPROVISO] = {sv_bdd_search_phases, true},
    [SV_OPT_SEARCH_TWOPHASE] = {sv_bdd_search_phases, true},
};

static void explore(sv_bdd_search *x) {
  assert(x->search < SV_COUNT(kinds) && kinds[x->search].run);
  kinds[x->search].run(x);
}

static bool is_reduced(sv_opt_search search) {
  return search < SV_COUNT(kinds) && kinds[search].reduces;
}

static void free_search(sv_bdd_search *x) {
  sv_bdd_drop(x->s->bdds, x->reached);
  for (uint32_t i = 0; i < x->layers.n; i++) sv_bdd_drop(x->s->bdds, x->layers.at[i]);
  sv_vec_free(x->layers);
  sv_vec_free(x->asked);
  sv_vec_free(x->points);
}

// ---- wider codings

static bool widen_item(sv_profile *p, const sv_uncoded *w) {
  if (w->cell != UINT32_MAX) return sv_profile_widen_cell(p, w->cell, w->bit);
  if (w->field != UINT32_MAX) return sv_profile_widen_field(p, w->queue, w->field, w->bit);
  return sv_profile_widen_queue(p, w->queue);
}

static bool is_initial(const sv_bdd_outside *o) { return o->action == UINT32_MAX; }

// An initial value has no code. Then the initial states are not known: that none
// is left of the coded ones does not mean that there is none.
static bool starts_outside(const sv_symbolic *s) {
  for (uint32_t i = 0; i < s->outside.n; i++)
    if (is_initial(&s->outside.at[i])) return true;
  return false;
}

// All actions that have no code for what a reached state leads to.
static bool widen(checker *c, const sv_bdd_search *x) {
  bool wider = false;
  for (uint32_t i = 0; i < x->s->outside.n; i++) {
    const sv_bdd_outside *o = &x->s->outside.at[i];
    if (is_initial(o) || !sv_bdd_disjoint(x->s->bdds, x->reached, o->states))
      wider |= widen_item(c->profile, &o->uncoded);
  }
  if (!wider) sv_answer_bug(c->answer, "a value that needs a code has all codes there are");
  return wider;
}

// ---- the answer

static const char *cut_text(const sv_bdd_search *x, bool *only_full) {
  const char *text = NULL;
  *only_full = true;
  for (uint32_t i = 0; i < x->s->cuts.n; i++) {
    const sv_net_action *a = &x->s->net->actions.at[x->s->cuts.at[i].action];
    if (sv_bdd_disjoint(x->s->bdds, x->reached, x->s->cuts.at[i].states)) continue;
    if (!text || !a->full) text = a->cut;
    *only_full &= a->full;
  }
  return text;
}

static char *count_states(const sv_bdd_search *x) {
  mpz_t n;
  sv_text t = {0};
  mpz_init(n);
  sv_symbolic_count(x->s, x->reached, n);
  char *digits = mpz_get_str(NULL, 10, n);
  sv_text_string(&t, digits);
  free(digits);
  mpz_clear(n);
  return sv_text_take(&t);
}

static void list_unreached(const sv_bdd_search *x) {
  sv_bits fired;
  sv_bits_init(&fired, x->s->net->actions.n);
  for (uint32_t i = 0; i < x->s->events.n; i++)
    if (!sv_bdd_disjoint(x->s->bdds, x->reached, x->s->events.at[i].enabled))
      sv_bits_add(&fired, x->s->events.at[i].action);
  sv_answer_unreached(x->answer, x->s->net, &fired, !sv_bdd_is_false(x->s->initial));
  sv_bits_free(&fired);
}

static sv_cause word(const sv_bdd_search *x, const char *cut, sv_text *t) {
  const char *states = x->answer->states;
  switch (x->end) {
  case SV_BDD_ENDED:
    if (!x->answer->findings.n)
      sv_text_printf(t, "there is no property to check; %s states", states);
    else if (cut) sv_text_printf(t, "no violation; not covered: %s", cut);
    else
      sv_text_printf(t, "all %s states were checked%s", states,
                     x->reduced ? " (with partial-order reduction)" : "");
    return cut && x->answer->findings.n ? SV_CAUSE_BOUND : SV_CAUSE_NONE;
  case SV_BDD_FOUND: sv_text_string(t, sv_cause_text(SV_CAUSE_STOPPED)); return SV_CAUSE_STOPPED;
  case SV_BDD_BOUNDED:
    sv_text_printf(t, "no violation within %u steps", x->layers.n - 1);
    if (cut) sv_text_printf(t, "; not covered: %s", cut);
    return SV_CAUSE_DEPTH;
  case SV_BDD_FULL: sv_text_printf(t, "no violation; not covered: %s", cut); return SV_CAUSE_BOUND;
  case SV_BDD_GOING:
  case SV_BDD_OUTSIDE:
  case SV_BDD_BROKEN: sv_text_string(t, sv_cause_text(SV_CAUSE_BUG)); return SV_CAUSE_BUG;
  }
  SV_UNREACHABLE();
}

static void describe_relations(sv_answer *a, sv_symbolic *s) {
  uint64_t nodes = 0, largest = 0;
  for (uint32_t i = 0; i < s->steps.n + s->demands.n; i++) {
    bool joined = i < s->steps.n;
    uint32_t event = joined ? 0 : s->demands.at[i - s->steps.n].event;
    sv_bdd rel = joined ? s->steps.at[i].rel : s->events.at[event].relation.rel;
    uint32_t size = sv_bdd_nodes(s->bdds, rel);
    nodes += size;
    if (size > largest) largest = size;
  }
  sv_answer_statistic(a, "relations", "%u with %llu nodes, at most %llu", s->steps.n + s->demands.n,
                      (unsigned long long)nodes, (unsigned long long)largest);
  if (s->demands.n) sv_answer_statistic(a, "relations built on demand", "%u", s->demands.n);
}

static void add_statistics(const checker *c, const sv_bdd_search *x) {
  sv_answer *a = c->answer;
  sv_symbolic *s = x->s;
  sv_bdds_statistics n = sv_bdds_numbers(s->bdds);
  sv_answer_statistic(a, "search", "%s%s%s", sv_opt_search_text(x->search),
                      x->reduced ? ", phase 1: " : "",
                      x->reduced ? sv_opt_phase1_text(c->run->options->phase1) : "");
  if (x->search != c->run->options->search && is_reduced(c->run->options->search))
    sv_answer_statistic(a, "reduction", "off: --certify needs all states");
  sv_answer_statistic(a, "bits of a state", "%u", s->coding->bits);
  sv_answer_statistic(a, "codings tried", "%u", c->codings);
  sv_answer_statistic(a, "order of bits", "%s", sv_opt_order_text(s->order));
  describe_relations(a, s);
  sv_answer_statistic(a, "iterations", "%u", x->iterations);
  sv_answer_statistic(a, "nodes of the states", "%u", sv_bdd_nodes(s->bdds, x->reached));
  sv_answer_statistic(a, "peak nodes", "%llu", (unsigned long long)n.peak);
  sv_answer_statistic(a, "collections", "%llu", (unsigned long long)n.collections);
  if (n.reorders)
    sv_answer_statistic(a, "reordering", "%llu times, %.2f s", (unsigned long long)n.reorders,
                        n.reorder_seconds);
  sv_answer_statistic(a, "table bytes", "%zu", n.bytes);
}

static void plot(const sv_bdd_search *x) {
  const char *path = x->run->options->plot;
  sv_text why = {0};
  if (path && !sv_bdd_plot(x, path, &why)) sv_answer_unwritten(x->answer, sv_text_get(&why));
  sv_text_free(&why);
}

static void certify(sv_bdd_search *x) {
  sv_answer *a = x->answer;
  if (a->verdict != SV_HOLDS || !a->complete || !x->run->options->certify) return;
  if (x->s->net->properties.n > x->s->net->model->properties.n) return;  // a following net
  a->certified = sv_bdd_certify(x);
  if (a->bug) sv_answer_close(a, SV_CAUSE_BUG, NULL);
}

static void close_search(checker *c, sv_bdd_search *x) {
  sv_answer *a = c->answer;
  sv_text reason = {0};
  bool only_full;
  const char *cut = cut_text(x, &only_full);
  a->states = count_states(x);
  a->depth = x->layers.n ? x->layers.n - 1 : x->iterations;
  a->reach = x->layers.n ? x->layers.n - 1 : 0;
  a->complete = x->end == SV_BDD_ENDED && !cut;
  a->pool_full = cut && only_full && (x->end == SV_BDD_ENDED || x->end == SV_BDD_FULL);
  if (a->complete) list_unreached(x);
  sv_cause cause = word(x, cut, &reason);
  sv_answer_close(a, cause, sv_text_get(&reason));
  add_statistics(c, x);
  certify(x);
  plot(x);
  sv_text_free(&reason);
}

// ---- all of it

static void fail(void *context, const char *why) {
  checker *c = context;
  c->why = why;
  longjmp(c->out, 1);
}

// Of a following net, which is asked about nothing else.
static uint32_t recurrence_asked(const checker *c) {
  for (uint32_t i = 0; i < c->answer->findings.n; i++) {
    uint32_t property = c->answer->findings.at[i].property;
    if (c->answer->net->properties.at[property].kind == SV_PROP_RECURRENCE) return property;
  }
  return 0;
}

// One coding; false if a wider one must be tried.
static bool attempt(checker *c) {
  sv_text why = {0};
  bool cyclic = c->run->options->queue == SV_OPT_QUEUE_CYCLIC;
  sv_symbolic_options options = {.queues = cyclic ? SV_QUEUE_CYCLIC : SV_QUEUE_SHIFTING,
                                 .order = c->run->options->order,
                                 .join = SAME_NODES,
                                 .relation_nodes = (uint64_t)c->run->options->relation_nodes,
                                 .fail = fail,
                                 .context = c};
  sv_symbolic *s = sv_symbolic_new(c->answer->net, c->run, c->profile, &options, &why);
  c->codings++;
  if (!s) sv_answer_refuse(c->answer, c->run, SV_CAUSE_SIZE, sv_text_get(&why));
  sv_text_free(&why);
  if (!s) return true;
  if (c->run->options->reorder) sv_bdds_reorder_from(s->bdds, FIRST_REORDER);
  sv_bdd_search x = {.s = s, .run = c->run, .answer = c->answer, .search = c->search};
  x.joined = JOINED_NODES;
  uint32_t recurrence = recurrence_asked(c);
  for (uint32_t i = 0; i < c->answer->findings.n && !recurrence; i++)
    if (!c->answer->findings.at[i].trace) sv_push(x.asked, c->answer->findings.at[i].property);
  if (starts_outside(s)) x.end = SV_BDD_OUTSIDE;
  else explore(&x);
  if (x.end == SV_BDD_ENDED && !sv_symbolic_has_met(s, x.reached)) {
    sv_answer_bug(c->answer, "the search ended without the steps of some states");
    x.end = SV_BDD_BROKEN;
  }
  if (recurrence && x.end == SV_BDD_ENDED) sv_bdd_search_fair(&x, recurrence);
  bool again = x.end == SV_BDD_OUTSIDE && widen(c, &x);
  if (again) SV_LOG(c->run->log, 1, "bdd: a value needs more bits: again with a wider coding");
  else close_search(c, &x);
  free_search(&x);
  sv_symbolic_free(s);
  return !again;
}

// A reduced set is no certificate.
static sv_opt_search chosen_search(const sv_options *o) {
  if (o->search == SV_OPT_SEARCH_AUTO)
    return o->depth ? SV_OPT_SEARCH_BFS : SV_OPT_SEARCH_SATURATION;
  return o->certify && is_reduced(o->search) ? SV_OPT_SEARCH_SATURATION : o->search;
}

static void check(sv_model *m, const sv_run *run, sv_answer *a) {
  if (run->options->depth && chosen_search(run->options) != SV_OPT_SEARCH_BFS) {
    sv_answer_close(a, SV_CAUSE_UNSUPPORTED, "only the search 'bfs' counts steps for --depth");
    return;
  }
  if (!sv_answer_net(a, m, run)) return;
  checker c = {.model = m, .run = run, .answer = a, .search = chosen_search(run->options)};
  // Reductions keep invariants, not infinite runs.
  if (recurrence_asked(&c) && is_reduced(c.search)) c.search = SV_OPT_SEARCH_SATURATION;
  c.profile = sv_profile_new(a->net, PROFILE_STATES, (uint64_t)run->options->seed, run->limits);
  if (!setjmp(c.out)) {
    while (!attempt(&c)) continue;
  } else {
    sv_text reason = {0};
    sv_text_printf(&reason, "out of memory: %s", c.why);
    sv_answer_refuse(a, run, SV_CAUSE_MEMORY, sv_text_get(&reason));
    sv_text_free(&reason);
  }
  sv_profile_free(c.profile);
}

const sv_engine sv_engine_bdd = {
    .name = "bdd",
    .options = "search phase1 order reorder relation_nodes queue plot depth seed liveness",
    .summary = "sets of states as decision diagrams (saturation, IMPROVISO's reduction)",
    .refuses = SV_FEATURE_INT | SV_FEATURE_REAL | SV_FEATURE_QUEUE,
    .searches = SV_SEARCH(AUTO) | SV_SEARCH(BFS) | SV_SEARCH(CHAINING) | SV_SEARCH(SATURATION) |
                SV_SEARCH(IMPROVISO) | SV_SEARCH(TWOPHASE),
    .orders = SV_ORDER(BEST) | SV_ORDER(SOURCE) | SV_ORDER(PROCESS) | SV_ORDER(FORCE),
    .isolated = true,
    .check = check,
    .follows = true,
    .records = true,
    .forgets = true,
};
