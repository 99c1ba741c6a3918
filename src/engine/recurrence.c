// recurrence.c -- see recurrence.h.

#include "engine/recurrence.h"

#include "analysis/rewrite/count.h"
#include "analysis/rewrite/follow.h"
#include "analysis/rewrite/record.h"
#include "engine/certify_rounds.h"

typedef struct {
  const sv_engine *engine;
  sv_model *model;
  const sv_run *run;
  sv_answer *answer;
  sv_engine_check_fn *check;
  bool sure;       // of the one at hand: the engine has certified its proof
  bool certified;  // all recurrences so far
} asker;

// Takes the recurrences out of the findings.
static void set_apart(sv_answer *a, const sv_model *m, sv_u32s *apart) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < a->findings.n; i++) {
    sv_finding f = a->findings.at[i];
    if (m->properties.at[f.property].kind == SV_PROP_RECURRENCE) sv_push(*apart, f.property);
    else a->findings.at[kept++] = f;
  }
  a->findings.n = kept;
}

// Puts a finding for it back in its place.
static sv_finding *put_back(sv_answer *a, uint32_t property) {
  uint32_t i = a->findings.n;
  sv_push(a->findings, (sv_finding){0});
  for (; i && a->findings.at[i - 1].property > property; i--)
    a->findings.at[i] = a->findings.at[i - 1];
  a->findings.at[i] =
      (sv_finding){.property = property, .verdict = SV_UNKNOWN, .cause = SV_CAUSE_INCOMPLETE};
  return &a->findings.at[i];
}

static bool is_found(const sv_answer *a) {
  for (uint32_t i = 0; i < a->findings.n; i++)
    if (a->findings.at[i].trace) return true;
  return false;
}

// ---- as invariants of other nets

// The ways get turns of growing length: recording and shoals decide in the end, if the net is
// finite, and counting may be much quicker where the property holds.
enum { MOST_ROUNDS = 64 };
static const double first_turn = 0.5, growth = 2;

typedef enum { DECIDED, AGAIN, OVER } outcome;  // AGAIN: its turn was too short

typedef struct {
  outcome last;
  sv_text why;  // OVER: why it decided nothing
  sv_cause cause;
} way;

// The engine's answer about the net's property; `seconds` 0: no bound but those of the run.
static sv_answer *question(asker *k, sv_net *net, uint32_t property, double seconds) {
  sv_answer *b = SV_NEW(sv_answer);
  b->engine = k->engine->name;
  b->net = net;
  b->threads = k->answer->threads;
  b->cause = SV_CAUSE_INCOMPLETE;
  sv_push(b->findings,
          (sv_finding){.property = property, .verdict = SV_UNKNOWN, .cause = SV_CAUSE_INCOMPLETE});
  sv_limits part = sv_limits_part(k->run->limits, seconds);
  sv_run again = *k->run;
  again.own_process = false;  // it may have done its work in this one before
  if (seconds > 0) again.limits = &part;
  k->check(k->engine, k->model, &again, b);
  if (seconds > 0) sv_limits_end_part(k->run->limits, &part);
  return b;
}

static outcome is_left(way *w, sv_answer *a, const sv_answer *b) {
  const sv_finding *g = &b->findings.at[0];
  if (b->bug) return sv_answer_bug(a, "%s", b->bug), DECIDED;
  if (g->cause == SV_CAUSE_BUDGET) return AGAIN;
  w->cause = g->cause ? g->cause : SV_CAUSE_INCOMPLETE;
  sv_clear(w->why);
  sv_text_string(&w->why, g->reason ? g->reason : sv_cause_text(w->cause));
  a->pool_full |= b->pool_full;
  return OVER;
}

static outcome refused(way *w) {
  w->cause = SV_CAUSE_UNSUPPORTED;
  return OVER;
}

static outcome prove(asker *k, sv_finding *f, const sv_answer *b) {
  sv_answer_proven(f);
  k->sure = b->certified;
  return DECIDED;
}

static bool follows(const asker *k) {
  return k->engine->follows && k->run->options->liveness != SV_OPT_LIVENESS_RECORD;
}

// The net that is asked about, and the lasso behind one of its runs.
typedef struct {
  sv_net *net;
  enum { RECORDS, FOLLOWS, SHOWS } kind;
} other_net;

static void copy_statistic(sv_answer *a, const sv_answer *b, const char *name) {
  for (uint32_t i = 0; i < b->statistics.n; i++)
    if (!strcmp(b->statistics.at[i].name, name))
      sv_answer_statistic(a, name, "%s", b->statistics.at[i].value);
}

static outcome decide(asker *k, sv_finding *f, way *w, other_net other, double seconds) {
  sv_answer *a = k->answer;
  uint32_t property = f->property;
  if (!other.net) return refused(w);
  sv_answer *b = question(k, other.net, property, seconds);
  outcome out = DECIDED;
  if (!b->bug && b->findings.at[0].verdict == SV_VIOLATED) {
    const sv_trace *from = b->findings.at[0].trace;
    sv_trace *trace = other.kind == RECORDS ? sv_record_trace(a->net, b->net, from)
                                            : sv_follow_trace(a->net, from);
    trace->property = property;
    sv_answer_violated(a, property, trace);
  } else if (!b->bug && b->findings.at[0].verdict == SV_HOLDS) out = prove(k, f, b);
  else out = is_left(w, a, b);
  if (other.kind == SHOWS && out == DECIDED) copy_statistic(a, b, "shoals");
  sv_answer_free(b);
  return out;
}

// A loop closes where the recorded state comes back, and who holds control is a part of that.
static bool cannot_compare(const asker *k, way *w) {
  if (!k->engine->forgets || follows(k) || k->answer->net->holder == SV_NO_VARIABLE) return false;
  sv_clear(w->why);
  sv_text_string(&w->why, "atomic sections in which a process may have to wait are not recorded");
  return true;
}

// Can the net that records close a loop, or the one that follows go round for ever?
static outcome record(asker *k, sv_finding *f, way *w, double seconds) {
  if (cannot_compare(k, w)) return refused(w);
  other_net other = {.kind = follows(k) ? FOLLOWS : RECORDS};
  other.net = follows(k) ? sv_follow_new(k->answer->net, f->property, &w->why)
                         : sv_record_new(k->answer->net, f->property, &w->why);
  return decide(k, f, w, other, seconds);
}

static outcome close_loop(asker *k, sv_finding *f, way *w, double seconds) {
  other_net other = {sv_follow_new(k->answer->net, f->property, &w->why), FOLLOWS};
  return decide(k, f, w, other, seconds);
}

// Can the one that shows the ends of rounds show them for ever?
static outcome avoid(asker *k, sv_finding *f, way *w, double seconds) {
  other_net other = {sv_rounds_new(k->answer->net, f->property, &w->why), SHOWS};
  return decide(k, f, w, other, seconds);
}

// Is there a run with more than *rounds? Then they are one more.
static outcome count(asker *k, sv_finding *f, way *w, uint32_t *rounds, double seconds) {
  sv_net *net = sv_count_new(k->answer->net, f->property, *rounds, &w->why);
  if (!net) return refused(w);
  sv_answer *b = question(k, net, f->property, seconds);
  outcome out = AGAIN;
  if (!b->bug && b->findings.at[0].verdict == SV_VIOLATED) ++*rounds;
  else if (!b->bug && b->findings.at[0].verdict == SV_HOLDS) out = prove(k, f, b);
  else out = is_left(w, k->answer, b);
  if (out == DECIDED && !b->bug)
    sv_answer_statistic(k->answer, "rounds of acceptance at most", "%u", (unsigned)*rounds);
  sv_answer_free(b);
  return out;
}

static outcome count_on(asker *k, sv_finding *f, way *w, uint32_t *rounds, double seconds) {
  uint32_t before, most = seconds > 0 ? *rounds + 2 : MOST_ROUNDS + 1;  // in this turn
  do {
    before = *rounds;
    SV_LOG(k->run->log, 1, "%s: at most %u rounds?", k->engine->name, (unsigned)before);
    w->last = count(k, f, w, rounds, seconds);
  } while (w->last == AGAIN && *rounds > before && *rounds < most && !k->run->limits->hit);
  if (w->last == AGAIN && *rounds > MOST_ROUNDS) {
    sv_clear(w->why);
    sv_text_printf(&w->why, "some run has more than %d rounds of acceptance", MOST_ROUNDS);
    w->cause = SV_CAUSE_INCOMPLETE;
    w->last = OVER;
  }
  return w->last;
}

enum { AVOIDING, COUNTING, CLOSING, RECORDING, WAYS };

// Those that are asked for, or all; who cannot do as asked does what it can.
static void choose(const asker *k, way *ways) {
  sv_opt_liveness asked = k->run->options->liveness;
  bool can[WAYS] = {k->engine->avoids, k->engine->counts, k->engine->closes,
                    k->engine->records || k->engine->follows};
  static const sv_opt_liveness words[WAYS] = {SV_OPT_LIVENESS_RLIVE, SV_OPT_LIVENESS_COUNT,
                                              SV_OPT_LIVENESS_LASSO, SV_OPT_LIVENESS_RECORD};
  bool some = false;
  for (uint32_t i = 0; i < WAYS; i++) some |= can[i] && asked == words[i];
  for (uint32_t i = 0; i < WAYS; i++)
    ways[i].last = can[i] && (!some || asked == words[i]) ? AGAIN : OVER;
}

static bool is_alone(const way *ways, uint32_t i) {
  for (uint32_t other = 0; other < WAYS; other++)
    if (other != i && ways[other].last == AGAIN) return false;
  return true;
}

static outcome take_turn(asker *k, sv_finding *f, way *ways, uint32_t i, uint32_t *rounds,
                         double turn) {
  double seconds = is_alone(ways, i) ? 0 : turn;
  way *w = &ways[i];
  switch (i) {
  case COUNTING: return count_on(k, f, w, rounds, seconds);
  case AVOIDING: return w->last = avoid(k, f, w, seconds);
  case CLOSING: return w->last = close_loop(k, f, w, seconds);
  default: return w->last = record(k, f, w, seconds);
  }
}

// Why it is left open: by who decides in the end, if somebody does.
static way *reason(way *ways) {
  for (uint32_t i = WAYS; i-- > 0;)
    if (ways[i].why.n && ways[i].cause != SV_CAUSE_UNSUPPORTED) return &ways[i];
  for (uint32_t i = WAYS; i-- > 0;)
    if (ways[i].why.n) return &ways[i];
  return &ways[RECORDING];
}

static void ask_about_nets(asker *k, sv_finding *f) {
  way ways[WAYS] = {0};
  uint32_t rounds = 0;
  bool decided = false, going = true;
  choose(k, ways);
  for (double turn = first_turn; going && !decided && !k->run->limits->hit; turn *= growth) {
    going = false;
    for (uint32_t i = 0; i < WAYS && !decided; i++) {
      if (ways[i].last != AGAIN) continue;
      decided = take_turn(k, f, ways, i, &rounds, turn) == DECIDED;
      going |= ways[i].last == AGAIN;
    }
  }
  way *left = reason(ways);
  sv_cause hit = k->run->limits->hit;
  if (!decided && hit) sv_answer_undecided(k->answer, f, hit, sv_cause_text(hit));
  else if (!decided) sv_answer_undecided(k->answer, f, left->cause, sv_text_get(&left->why));
  for (uint32_t i = 0; i < WAYS; i++) sv_text_free(&ways[i].why);
}

// ---- one after the other

static void refuse(asker *k, sv_finding *f) {
  sv_text why = {0};
  sv_text_printf(&why, "the engine '%s' does not look for infinite runs", k->engine->name);
  sv_answer_undecided(k->answer, f, SV_CAUSE_UNSUPPORTED, sv_text_get(&why));
  sv_text_free(&why);
}

static void certify(asker *k, uint32_t property) {
  const sv_finding *f = sv_answer_finding(k->answer, property);
  if (!k->run->options->certify || k->answer->bug || f->verdict != SV_HOLDS) return;
  k->certified &= k->sure || sv_certify_rounds(k->answer, k->run, property);
}

static void ask(asker *k, uint32_t property) {
  sv_answer *a = k->answer;
  sv_finding *f = put_back(a, property);
  const char *open = k->model->properties.at[property].undecided;
  sv_cause hit = k->run->limits->hit;
  if (a->bug) return;
  if (open) sv_answer_undecided(a, f, SV_CAUSE_INCOMPLETE, open);
  else if (!k->engine->cycles && !k->engine->follows && !k->engine->records && !k->engine->counts &&
           !k->engine->avoids && !k->engine->closes)
    refuse(k, f);
  else if (hit) sv_answer_undecided(a, f, hit, sv_cause_text(hit));
  else if (is_found(a) && !k->run->options->keep_going)
    sv_answer_undecided(a, f, SV_CAUSE_STOPPED, "the search stopped at the first violation");
  else if (sv_answer_net(a, k->model, k->run)) {
    SV_LOG(k->run->log, 1, "%s: infinite runs, property %u", k->engine->name, (unsigned)property);
    k->sure = false;
    if (k->engine->cycles) k->engine->cycles(k->model, k->run, a, property);
    else ask_about_nets(k, f);
    certify(k, property);
  }
}

void sv_recurrence_check(const sv_engine *e, sv_model *m, const sv_run *run, sv_answer *a,
                         sv_engine_check_fn *check) {
  asker k = {e, m, run, a, check, false, run->options->certify};
  sv_u32s apart = {0};
  if (!e->delegates) set_apart(a, m, &apart);
  if (a->findings.n || !apart.n) check(e, m, run, a), k.certified &= a->certified;
  for (uint32_t i = 0; i < apart.n; i++) ask(&k, apart.at[i]);
  if (apart.n) {
    sv_answer_settle(a, NULL);
    a->certified = k.certified && a->verdict == SV_HOLDS;
  }
  sv_vec_free(apart);
}
