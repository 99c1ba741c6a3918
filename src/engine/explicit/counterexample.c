// counterexample.c -- the way to a stored state.
//
// A state knows its parent, not the step between them. The step is looked for
// among all that are enabled in the parent, with the chain behind it, on a
// machine of its own, so that the search that asks is not disturbed. That chain
// has no limit, and the search may have stored any of its links.

#include "engine/explicit/search.h"

// The way from one stored state to another: a step, or several through a chain.
typedef struct {
  sv_chain chain;
  sv_machine *machine;
  const uint64_t *goal;
  uint32_t words;
  sv_link step;  // being tried
  bool found;    // it leads to the goal
} seek;

static bool arrives(seek *k, const uint64_t *state) {
  return k->found = !memcmp(state, k->goal, k->words * sizeof *state);
}

static bool is_elsewhere(void *context, const uint64_t *state, uint64_t choice) {
  seek *k = context;
  uint32_t goer = sv_chain_goer(&k->chain, state);
  k->step.choice = choice;
  if (goer) return sv_chain_add(&k->chain, state, goer, k->step), true;
  return !arrives(k, state);
}

static bool try_each(seek *k, const uint32_t *actions, uint32_t n, uint32_t link) {
  for (uint32_t i = 0; i < n && !k->found; i++) {
    k->step = (sv_link){.from = link, .action = actions[i]};
    sv_machine_fire(k->machine, actions[i], is_elsewhere, k);
  }
  return k->found;
}

static bool find_steps(seek *k, const uint64_t *from) {
  uint32_t n;
  sv_machine_load(k->machine, from);
  const uint32_t *enabled = sv_machine_enabled(k->machine, &n);
  if (try_each(k, enabled, n, SV_NO_LINK)) return true;
  for (uint32_t link = 1; link < k->chain.links.n; link++) {
    bool passes = sv_chain_passes(&k->chain, k->machine, link);
    if (arrives(k, passes ? sv_chain_state(&k->chain, link) : k->chain.end))
      return k->step = k->chain.links.at[link], true;
    if (passes && try_each(k, k->chain.actions.at, k->chain.actions.n, link)) return true;
  }
  return false;
}

static void push_found(sv_search *s, sv_trace *trace, const seek *k) {
  sv_u32s links = {0};
  for (uint32_t link = k->step.from; link != SV_NO_LINK; link = k->chain.links.at[link].from)
    sv_push(links, link);
  while (links.n) {
    const sv_link *l = &k->chain.links.at[sv_pop(links)];
    sv_machine_push_step(s->machine, trace, l->action, l->choice);
  }
  sv_machine_push_step(s->machine, trace, k->step.action, k->step.choice);
  sv_vec_free(links);
}

bool sv_search_push_steps(sv_search *s, sv_machine *machine, sv_trace *trace, const uint64_t *from,
                          const uint64_t *to) {
  seek k = {.machine = machine, .goal = to, .words = s->words};
  assert(machine != s->machine);  // the search may be in the middle of a state
  sv_chain_init(&k.chain, s->layout, s->sticky);
  bool found = find_steps(&k, from);
  if (found) push_found(s, trace, &k);
  sv_chain_free(&k.chain);
  return found;
}

bool sv_search_leads(sv_search *s, sv_machine *machine, const uint64_t *from, const uint64_t *to) {
  seek k = {.machine = machine, .goal = to, .words = s->words};
  sv_chain_init(&k.chain, s->layout, s->sticky);
  bool found = find_steps(&k, from);
  sv_chain_free(&k.chain);
  return found;
}

// ids[n - 1] is initial, ids[0] the goal.
static sv_trace *follow(sv_search *s, const sv_u64s *ids) {
  sv_machine *machine = sv_machine_new(s->program);
  uint64_t *from = SV_NEW_ARRAY(uint64_t, s->words), *to = SV_NEW_ARRAY(uint64_t, s->words);
  assert(ids->n && sv_store_parent(s->seen.store, sv_last(*ids)) == SV_STORE_NONE);
  sv_trace *trace =
      sv_machine_begin_trace(s->machine, sv_visited_get(&s->seen, sv_last(*ids), from));
  for (uint32_t i = ids->n - 1; trace && i > 0; i--)
    if (!sv_search_push_steps(s, machine, trace, sv_visited_get(&s->seen, ids->at[i], from),
                              sv_visited_get(&s->seen, ids->at[i - 1], to)))
      sv_trace_free(s->net, trace), trace = NULL;
  sv_free(from), sv_free(to);
  sv_machine_free(machine);
  return trace;
}

sv_trace *sv_search_trace(sv_search *s, uint64_t where) {
  sv_u64s ids = {0};
  for (uint64_t id = where; id != SV_STORE_NONE; id = sv_store_parent(s->seen.store, id))
    sv_push(ids, id);
  sv_trace *trace = follow(s, &ids);
  sv_vec_free(ids);
  return trace;
}

sv_trace *sv_search_connect(sv_search *s, const uint64_t *states, uint32_t n) {
  sv_machine *machine = sv_machine_new(s->program);
  sv_trace *trace = sv_machine_begin_trace(s->machine, states + (size_t)(n - 1) * s->words);
  for (uint32_t i = n - 1; trace && i > 0; i--)
    if (!sv_search_push_steps(s, machine, trace, states + (size_t)i * s->words,
                              states + (size_t)(i - 1) * s->words))
      sv_trace_free(s->net, trace), trace = NULL;
  sv_machine_free(machine);
  return trace;
}
