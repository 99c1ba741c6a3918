// rounds.c -- one unwinding after the other.
//
// Guided: nothing is unwound at first, then what an answer "no" rests on. A round that takes too
// long is left undecided, and everything is unwound further: a violation may be easier to find
// than its absence so far. Uniform: everything is unwound in each round, so that after n
// rounds every loop has been gone round n times.

#include "engine/events/rounds.h"

#include "engine/child.h"

enum { FIRST_CONFLICTS = 2000 };

static bool is_uniform(const sv_events *x) {
  return x->run->options->unwinding == SV_OPT_UNWINDING_UNIFORM;
}

static bool stop(sv_events *x, sv_events_end why) {
  if (x->end == SV_EVENTS_GOING) x->end = why;
  return false;
}

static void drop_asked(sv_events *x, uint32_t property) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < x->asked.n; i++)
    if (x->asked.at[i] != property) x->asked.at[kept++] = x->asked.at[i];
  x->asked.n = kept;
}

static bool report(sv_events *x, sv_events_formula *f) {
  uint32_t property = sv_events_found(f, x->asked.at, x->asked.n);
  sv_trace *trace = sv_events_trace(f, x->traces, property);
  if (!trace) return stop(x, SV_EVENTS_LIMIT);
  if (trace->steps.n > x->answer->depth) x->answer->depth = trace->steps.n;
  drop_asked(x, property);
  SV_LOG(x->run->log, 1, "events: property %u violated after %u steps", property, trace->steps.n);
  if (!sv_answer_violated(x->answer, property, trace)) return stop(x, SV_EVENTS_BROKEN);
  return x->run->options->keep_going || stop(x, SV_EVENTS_FOUND);
}

// No answer: at a limit of the run the search is over, else this round is left undecided.
static void give_up(sv_events *x, const sv_events_formula *f) {
  if (x->run->limits->hit || !x->conflicts || f->gave_up) stop(x, SV_EVENTS_LIMIT);
}

static sv_sat_answer ask_one(sv_events *x, sv_events_formula *f, uint32_t about, sv_u32s *core) {
  sv_sat_answer answer = sv_events_ask(f, &about, 1, x->run->limits, core);
  if (answer == SV_SAT_UNKNOWN) give_up(x, f);
  return answer;
}

static void look_for_full_pool(sv_events *x, sv_events_formula *f, sv_u32s *core) {
  if (x->run->stops_when_full && x->knows_cuts && ask_one(x, f, UINT32_MAX, core) == SV_SAT_YES)
    stop(x, SV_EVENTS_FULL);
}

// Of every proof that was made: a property that is asked for alone may need other facts than the rest.
static void note_used(sv_events *x, const sv_events_formula *f) {
  for (uint32_t i = 0; i < f->uses.n; i++)
    if (sv_bits_has(&f->used, i)) sv_bits_add(&x->used, i);
}

static void conclude(sv_events *x, sv_events_formula *f) {
  stop(x, SV_EVENTS_PROVED);
  sv_u32s about = {0};
  for (uint32_t i = 0; i < x->asked.n; i++) sv_push(about, x->asked.at[i]);
  sv_push(about, 0);
  if (x->run->options->certify) sv_events_certify(x, f, &about);
  sv_vec_free(about);
}

// No property that is asked for is ever violated: it remains that no run is cut.
static sv_sat_answer prove(sv_events *x, sv_events_formula *f, sv_u32s *core) {
  if (!x->knows_cuts) return stop(x, SV_EVENTS_CUT), SV_SAT_YES;
  sv_sat_answer answer = ask_one(x, f, 0, core);
  if (answer == SV_SAT_YES) stop(x, SV_EVENTS_CUT);
  if (answer == SV_SAT_NO) note_used(x, f);
  if (answer == SV_SAT_NO && !core->n) conclude(x, f);
  return answer;
}

// A queue without bound is too small here: it is time for more room, whatever else is not unwound yet.
static void look_for_room(sv_events *x, sv_events_formula *f) {
  sv_u32s ignored = {0};
  if (x->room && !x->last_room && x->knows_cuts && ask_one(x, f, 0, &ignored) == SV_SAT_YES)
    stop(x, SV_EVENTS_CUT);
  sv_vec_free(ignored);
}

// What is to be unwound next is in *core. SV_SAT_UNKNOWN: this could not be said.
static sv_sat_answer look(sv_events *x, sv_events_formula *f, sv_u32s *core) {
  sv_u32s ignored = {0};
  look_for_full_pool(x, f, &ignored);
  sv_vec_free(ignored);
  sv_sat_answer answer = SV_SAT_YES;
  while (answer == SV_SAT_YES && x->end == SV_EVENTS_GOING) {
    answer = sv_events_ask(f, x->asked.at, x->asked.n, x->run->limits, core);
    if (answer == SV_SAT_YES) report(x, f);
  }
  if (answer == SV_SAT_UNKNOWN) give_up(x, f);
  if (answer == SV_SAT_NO) note_used(x, f);
  if (answer == SV_SAT_NO && !core->n && x->end == SV_EVENTS_GOING) answer = prove(x, f, core);
  else if (answer == SV_SAT_NO && x->end == SV_EVENTS_GOING) look_for_room(x, f);
  return answer;
}

static void note_size(sv_events *x, const sv_events_formula *f) {
  x->events = f->unwound.events.n - f->unwound.net.frontiers.n;
  x->frontiers = f->unwound.net.frontiers.n;
  x->moments = f->unwound.net.moments.n;
  x->links = f->tokens.links.n;
  x->clauses = f->clauses;
  x->cycles += f->cycles;
  x->lemmas += sv_order_solver_lemmas(f->solver);
}

static void list_about(const sv_events *x, sv_u32s *out) {
  for (uint32_t i = 0; i < x->asked.n; i++) sv_push(*out, x->asked.at[i]);
  sv_push(*out, 0);
  if (x->run->stops_when_full) sv_push(*out, UINT32_MAX);
}

// False: it was left undecided.
static bool take_round(sv_events *x, sv_u32s *core) {
  sv_events_formula f;
  sv_u32s about = {0};
  const sv_unwound_facts *facts = x->facts.said.n ? &x->facts.said : NULL;
  list_about(x, &about);
  bool whole =
      sv_events_formula_init(&f, x->unwinding, &x->twins, facts, about.at, about.n, x->run);
  if (!whole) stop(x, x->run->limits->hit ? SV_EVENTS_LIMIT : SV_EVENTS_LARGE);
  f.conflicts = x->conflicts;
  sv_sat_answer answer = whole ? look(x, &f, core) : SV_SAT_UNKNOWN;
  if (answer == SV_SAT_UNKNOWN) x->abandoned++;
  else x->rounds++;
  note_size(x, &f);
  if (f.unwritten.n) sv_answer_unwritten(x->answer, sv_text_get(&f.unwritten));
  SV_LOG(x->run->log, 2,
         "events: round %u%s: %u events, %u frontiers, %llu links, %llu clauses, %llu cycles%s; %u "
         "spots to expand",
         x->rounds + x->abandoned, answer == SV_SAT_UNKNOWN ? " (left undecided)" : "", x->events,
         x->frontiers, (unsigned long long)x->links, (unsigned long long)x->clauses,
         (unsigned long long)f.cycles, sv_order_solver_is_lazy(f.solver) ? " (lazy)" : "", core->n);
  sv_events_formula_free(&f);
  sv_vec_free(about);
  return answer != SV_SAT_UNKNOWN;
}

static void expand_all(sv_events *x) {
  uint32_t n = x->unwinding->spots.n;
  for (uint32_t s = 0; s < n; s++)
    if (!x->unwinding->spots.at[s].expanded) sv_unwinding_expand(x->unwinding, s);
}

// What is undecided is not known to need anything: all is unwound further, and more patience had.
static void grow(sv_events *x, const sv_u32s *core, bool decided) {
  if (!decided) x->conflicts += x->conflicts / 2;
  if (!decided || is_uniform(x)) expand_all(x);
  for (uint32_t i = 0; i < core->n; i++) sv_unwinding_expand(x->unwinding, core->at[i]);
}

void sv_events_rounds(sv_events *x) {
  sv_u32s core = {0};
  if (!is_uniform(x)) x->conflicts = FIRST_CONFLICTS;
  else expand_all(x);
  while (x->end == SV_EVENTS_GOING) {
    bool decided = false;
    sv_progress_report r = {.phase = "events",
                            .depth = x->rounds,
                            .depth_of = "round",
                            .size = x->clauses,
                            .size_of = "clauses"};
    sv_progress_tick(x->run->progress, &r);
    if (sv_limits_check(x->run->limits) != SV_CAUSE_NONE) stop(x, SV_EVENTS_LIMIT);
    else if (x->rounds + x->abandoned > (uint64_t)x->run->options->bound) stop(x, SV_EVENTS_BOUND);
    else decided = take_round(x, &core);
    if (x->rounds) sv_child_covered(x->run, "no violation in %u unwindings", x->rounds);
    if (x->end == SV_EVENTS_GOING) grow(x, &core, decided);
  }
  sv_vec_free(core);
}
