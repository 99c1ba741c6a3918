// way.c -- the way to a stored state.
//
// A state knows its parent, not the step between them. The step is looked for
// among all that are enabled in the parent, on a machine of its own, so that
// the search that asks is not disturbed.

#include "engine/explicit/search.h"

// The step that leads from one stored state to another.
typedef struct {
  const uint64_t *goal;
  uint32_t words;
  uint64_t choice;
} seek;

static bool is_elsewhere(void *context, const uint64_t *state, uint64_t choice) {
  seek *k = context;
  if (memcmp(state, k->goal, k->words * sizeof *state)) return true;
  k->choice = choice;
  return false;
}

static bool push_way(sv_search *s, sv_machine *machine, sv_trace *trace, const uint64_t *from,
                     const uint64_t *to) {
  seek k = {to, s->words, 0};
  uint32_t n;
  sv_machine_load(machine, from);
  const uint32_t *enabled = sv_machine_enabled(machine, &n);
  for (uint32_t i = 0; i < n; i++)
    if (!sv_machine_fire(machine, enabled[i], is_elsewhere, &k))
      return sv_search_push_step(s, trace, enabled[i], k.choice), true;
  return false;
}

// ids[n - 1] is initial, ids[0] the goal.
static sv_trace *follow(sv_search *s, const sv_u64s *ids) {
  sv_machine *machine = sv_machine_new(s->program);
  uint64_t *from = SV_NEW_ARRAY(uint64_t, s->words), *to = SV_NEW_ARRAY(uint64_t, s->words);
  sv_trace *trace = sv_search_begin_trace(s, sv_seen_get(&s->seen, sv_last(*ids), from));
  for (uint32_t i = ids->n - 1; trace && i > 0; i--)
    if (!push_way(s, machine, trace, sv_seen_get(&s->seen, ids->at[i], from),
                  sv_seen_get(&s->seen, ids->at[i - 1], to)))
      sv_trace_free(s->net, trace), trace = NULL;
  sv_free(from), sv_free(to);
  sv_machine_free(machine);
  return trace;
}

sv_trace *sv_search_way(sv_search *s, uint64_t where) {
  sv_u64s ids = {0};
  for (uint64_t id = where; id != SV_STORE_NONE; id = sv_store_parent(s->seen.store, id))
    sv_push(ids, id);
  sv_trace *trace = follow(s, &ids);
  sv_vec_free(ids);
  return trace;
}
