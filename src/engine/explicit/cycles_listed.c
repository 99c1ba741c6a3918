// cycles_listed.c -- infinite runs of nets that cannot be packed.
//
// The reference interpreter lists states (listed.h), breadth first; then the
// product of what is listed with the automaton is searched like any other. Found
// is a lasso of the net, whatever is missing; that there is none shows something
// only when no state is missing. Each round lists a few times as many states as
// the one before, so short lassos of large nets are found soon, and the rounds
// before the last one cost less than that.

#include <inttypes.h>

#include "engine/explicit/cycles.h"

enum { FIRST_STATES = 50, GROWTH = 4 };
enum { MOST_STATES = 200000, MOST_BYTES = 128 << 20 };  // without --time, as in infinite.c

typedef struct {
  const sv_run *run;
  sv_answer *answer;
  uint32_t property;
  sv_listed *listed;
  uint32_t most_states;
  size_t most_bytes;  // 0: any number
} rounds;

static bool is_last(const rounds *r) {
  const sv_listed *l = r->listed;
  return l->states.n == l->store.states.n || l->states.n >= r->most_states ||
         (r->most_bytes && sv_listed_bytes(l) > r->most_bytes);
}

// False: it was the last one.
static bool take_round(rounds *r) {
  bool last = is_last(r);
  sv_answer *a = r->answer;
  sv_cycles *c =
      sv_cycles_new_listed(a->net, &a->net->properties.at[r->property], r->run, r->listed);
  r->listed->missed = false;
  sv_cycles_search(c, a, r->property, last);
  bool decided = sv_answer_finding(a, r->property)->verdict != SV_UNKNOWN;
  last |= c->limit || a->bug || decided;
  sv_cycles_free(c);
  return !last;
}

static void say_limit(const rounds *r) {
  sv_text why = {0};
  sv_cause limit = r->run->limits->hit;
  sv_text_printf(&why, "%s: no violation found in %" PRIu32 " states", sv_cause_text(limit),
                 r->listed->states.n);
  sv_answer_undecided(r->answer, sv_answer_finding(r->answer, r->property), limit,
                      sv_text_get(&why));
  sv_text_free(&why);
}

void sv_cycles_list(const sv_run *run, sv_answer *a, uint32_t property) {
  bool timed = run->options->time > 0 || run->options->time_per_property > 0;
  rounds r = {run, a, property, sv_listed_new(a->net, run->limits), MOST_STATES, MOST_BYTES};
  if (timed) r.most_states = UINT32_MAX / GROWTH, r.most_bytes = 0;
  uint32_t states = FIRST_STATES;
  bool going = true;
  while (going && sv_listed_grow(r.listed, states, r.most_bytes)) {
    going = take_round(&r);
    states = states < r.most_states / GROWTH ? states * GROWTH : r.most_states;
  }
  bool decided = sv_answer_finding(a, property)->verdict != SV_UNKNOWN;
  if (!decided && !a->bug && run->limits->hit) say_limit(&r);
  sv_answer_statistic(a, "infinite runs", "among states that the reference interpreter lists");
  sv_listed_free(r.listed);
}
