// rounds.c -- infinite runs by shoals: see shoals.h.
//
// What is shown is the end of a round, in which a run that violates the property collects all its
// marks (analysis/rewrite/count.h). Cuts, and steps without a code, are looked for on all runs
// from the initial states, so that shoals count only where there are none.

#include <inttypes.h>

#include "analysis/rewrite/count.h"
#include "analysis/rewrite/record.h"
#include "engine/ic3/certify.h"
#include "engine/ic3/checker.h"

typedef struct {
  sv_ic3_checker *c;
  uint32_t property;
  sv_shoals *shoals;
  sv_shoals_end end;
  sv_u32s cuts;  // by condition from 2: the action; 1 is "a step has no code"
} rounds;

// ---- what is looked for

static sv_lit shown(const rounds *r, uint32_t *bit) {
  const sv_coding *coding = r->c->circuit->coding;
  uint32_t v = sv_rounds_shown(coding->net, r->property);
  sv_code_bit b = coding->cells[coding->net->vars.at[v].first_cell].at[0];
  *bit = sv_code_is_const(b) ? UINT32_MAX : sv_code_state_bit(b);
  return sv_code_is_const(b) ? sv_lit_const(b.x) : r->c->circuit->state.at[*bit];
}

static void tick(void *context, const sv_ic3 *search) {
  const rounds *r = context;
  sv_progress_tick(r->c->run->progress,
                   &(sv_progress_report){.phase = "ic3 shoals",
                                         .depth = sv_ic3_numbers(search).levels,
                                         .depth_of = "frame",
                                         .size = r->shoals ? sv_shoals_count(r->shoals) : 0,
                                         .size_of = "shoals"});
}

static void give_samples(const rounds *r) {
  const sv_ic3_checker *c = r->c;
  uint8_t *code = SV_NEW_ARRAY(uint8_t, c->circuit->state.n + 1);
  for (uint32_t i = 0; i < c->samples.n; i++)
    if (sv_coding_encode(c->circuit->coding, c->samples.at[i], code))
      sv_shoals_sample(r->shoals, code);
  sv_free(code);
}

static void begin(rounds *r) {
  sv_ic3_checker *c = r->c;
  sv_lits others = {0};
  sv_shoals_goal goal = {.bit = UINT32_MAX};
  goal.shown = shown(r, &goal.bit);
  sv_push(others, c->circuit->outside);
  for (uint32_t i = 0; i < c->net->actions.n; i++)
    if (c->net->actions.at[i].cut && !sv_bits_has(&c->cut, i)) {
      sv_push(others, c->circuit->taken.at[i]);
      sv_push(r->cuts, i);
    }
  goal.others = others.at;
  goal.other_count = others.n;
  sv_ic3_options o = sv_ic3_checker_options(c);
  o.tick = tick;
  o.context = r;
  r->shoals = sv_shoals_new(c->circuit, &goal, &o);
  give_samples(r);
  sv_vec_free(others);
}

// ---- what is found

static void note_others(rounds *r) {
  sv_ic3_run run = sv_ic3_found(sv_shoals_reach(r->shoals));
  for (uint32_t i = sv_bits_next(run.met, 1); i != UINT32_MAX; i = sv_bits_next(run.met, i + 1)) {
    if (i == 1) sv_ic3_checker_widen(r->c, &run);
    else sv_ic3_checker_note_cut(r->c, r->cuts.at[i - 2]);
    sv_shoals_drop(r->shoals, i);
  }
}

// A loop closes in its second round where the circuit forgets who holds control.
static void note_loop(rounds *r) {
  sv_ic3_checker *c = r->c;
  sv_shoals_run run = sv_shoals_loop(r->shoals);
  sv_state *state = sv_state_new(c->net);
  sv_coding_decode(c->circuit->coding, run.initial, state);
  sv_trace *trace = sv_trace_new(c->net, state);
  for (uint32_t i = 0; i < run.n; i++)
    sv_ic3_checker_push(c, trace, run.inputs + (size_t)i * c->circuit->inputs.n);
  trace->lasso = true;
  trace->loop = run.begin;
  sv_record_close(c->net, trace);
  sv_state_free(c->net, state);
  c->found = true;
  sv_answer_violated(c->answer, r->property, trace);
}

// ---- the answer

static sv_cause word(const rounds *r, const char *cut, sv_text *t) {
  const sv_ic3_checker *c = r->c;
  sv_cause hit = c->run->limits->hit ? c->run->limits->hit : SV_CAUSE_GAVE_UP;
  if (c->found) return sv_text_string(t, sv_cause_text(SV_CAUSE_STOPPED)), SV_CAUSE_STOPPED;
  if (r->end == SV_SHOALS_LIMIT) return sv_text_string(t, sv_cause_text(hit)), hit;
  if (cut) return sv_text_printf(t, "no violation; not covered: %s", cut), SV_CAUSE_BOUND;
  sv_text_printf(t, "%u shoals", sv_shoals_count(r->shoals));
  return SV_CAUSE_NONE;
}

static void add_statistics(const rounds *r) {
  const sv_ic3_checker *c = r->c;
  sv_shoals_statistics n = sv_shoals_numbers(r->shoals);
  sv_answer_statistic(c->answer, "bits of a state", "%u", c->circuit->state.n);
  sv_answer_statistic(c->answer, "codings tried", "%u", c->codings);
  sv_answer_statistic(c->answer, "shoals",
                      "%u, %" PRIu64 " searches, %" PRIu64 " ends of rounds, %u on the way at most",
                      sv_shoals_count(r->shoals), n.searches, n.found, n.deepest - 1);
}

static void conclude(rounds *r) {
  sv_ic3_checker *c = r->c;
  sv_text reason = {0};
  bool only_full;
  const char *cut = sv_ic3_checker_cut(c, &only_full);
  if (r->end == SV_SHOALS_BROKEN)
    sv_answer_bug(c->answer, "ic3 found a run that its circuit does not have");
  c->answer->pool_full = cut && only_full && (r->end == SV_SHOALS_PROVED || c->full);
  sv_cause cause = word(r, cut, &reason);
  sv_answer_close(c->answer, cause, sv_text_get(&reason));
  add_statistics(r);
  if (c->run->options->certify && c->answer->verdict == SV_HOLDS) {
    c->answer->certified =
        sv_ic3_certify_shoals(c->answer, c->run, r->shoals, c->circuit->coding, r->property);
    if (c->answer->bug) sv_answer_close(c->answer, SV_CAUSE_BUG, NULL);
  }
  sv_text_free(&reason);
}

void sv_ic3_check_rounds(sv_ic3_checker *c, uint32_t property) {
  rounds r = {.c = c, .property = property};
  begin(&r);
  do {
    r.end = sv_shoals_search(r.shoals);
    if (r.end == SV_SHOALS_OTHER) note_others(&r);
  } while (r.end == SV_SHOALS_OTHER && !c->full && !c->outside);
  if (r.end == SV_SHOALS_LOOP) note_loop(&r);
  if (!c->outside || c->answer->bug) conclude(&r);
  sv_shoals_free(r.shoals);
  sv_vec_free(r.cuts);
}
