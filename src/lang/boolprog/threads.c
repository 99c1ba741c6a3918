// threads.c -- how many threads can be alive at most, where that is plain.
//
// A thread that starts at some location can take each start action that it
// reaches at most once if the action does not lie on a cycle; the threads so
// started count in turn. If any reachable start lies on a cycle, or threads
// start each other in a circle, there is no bound.

#include "lang/boolprog/lower.h"

typedef struct {
  const sv_model *model;
  SV_VEC(sv_u32s) leaving;  // per location: actions
  uint32_t *memo;           // per location: 0 unknown, 1 being computed, else count + 2
  sv_u32s stack;
  uint8_t *seen;
  uint32_t locations;
} counter;

#define MOST_STARTS 200u

static void reach(counter *c, uint32_t from) {
  memset(c->seen, 0, c->locations);
  sv_clear(c->stack);
  sv_push(c->stack, from);
  c->seen[from] = 1;
  while (c->stack.n) {
    uint32_t at = sv_pop(c->stack);
    for (uint32_t i = 0; i < c->leaving.at[at].n; i++) {
      uint32_t to = c->model->actions.at[c->leaving.at[at].at[i]].edges[0].to;
      if (!to || c->seen[to]) continue;
      c->seen[to] = 1;
      sv_push(c->stack, to);
    }
  }
}

static bool on_cycle(counter *c, const sv_action *a) {
  if (!a->edges[0].to) return false;
  reach(c, a->edges[0].to);
  return c->seen[a->edges[0].from[0]];
}

static uint32_t count_from(counter *, uint32_t location);

static uint32_t sum_starts(counter *c, const sv_u32s *starts) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < starts->n; i++) {
    const sv_action *a = &c->model->actions.at[starts->at[i]];
    uint32_t inner = on_cycle(c, a) ? SV_UNBOUNDED : count_from(c, a->starts[0].at);
    if (inner == SV_UNBOUNDED || sum + inner + 1 > MOST_STARTS) return SV_UNBOUNDED;
    sum += inner + 1;
  }
  return sum;
}

static void collect_starts(counter *c, uint32_t location, sv_u32s *starts) {
  reach(c, location);
  for (uint32_t at = 1; at < c->locations; at++)
    for (uint32_t i = 0; c->seen[at] && i < c->leaving.at[at].n; i++)
      if (c->model->actions.at[c->leaving.at[at].at[i]].start_count)
        sv_push(*starts, c->leaving.at[at].at[i]);
}

// Threads started, directly or not, by a thread that begins at the location.
// Recursion is at most as deep as there are different start locations, and
// MOST_STARTS bounds the work.
static uint32_t count_from(counter *c, uint32_t location) {
  if (c->memo[location] == 1) return SV_UNBOUNDED;
  if (c->memo[location]) return c->memo[location] - 2;
  c->memo[location] = 1;
  sv_u32s starts = {0};
  collect_starts(c, location, &starts);
  uint32_t sum = starts.n > MOST_STARTS ? SV_UNBOUNDED : sum_starts(c, &starts);
  sv_vec_free(starts);
  c->memo[location] = sum == SV_UNBOUNDED ? 1 : sum + 2;
  return sum;
}

uint32_t bp_thread_bound(const bp_lowering *l, uint32_t entry) {
  const sv_model *m = l->model;
  counter c = {.model = m, .locations = m->templates.at[l->thread].locations.n};
  sv_fill(c.leaving, c.locations);
  c.memo = SV_NEW_ARRAY(uint32_t, c.locations);
  c.seen = SV_NEW_ARRAY(uint8_t, c.locations);
  for (uint32_t i = 1; i < m->actions.n; i++)
    sv_push(c.leaving.at[m->actions.at[i].edges[0].from[0]], i);
  uint32_t started = count_from(&c, entry);
  for (uint32_t i = 0; i < c.locations; i++) sv_vec_free(c.leaving.at[i]);
  sv_vec_free(c.leaving);
  sv_vec_free(c.stack);
  sv_free(c.memo);
  sv_free(c.seen);
  return started == SV_UNBOUNDED ? SV_UNBOUNDED : started + 1;
}
