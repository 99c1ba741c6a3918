// certify.c -- a finished search, checked again by exec.
//
// The certificate of `holds` is the set of stored states. It proves the answer
// if every initial state is in it, every successor of a member is in it, no
// member and no step from it violates a property, and no member is cut. exec
// shares neither the compiled code nor the enabling logic with the search; of
// the search only the packing is used again.

#include "engine/explicit/search.h"

typedef struct {
  sv_search *s;
  sv_exec *exec;
  sv_state *state, *after;
  sv_steps steps;
  uint64_t *words;
} check;

static bool is_stored(check *c, const sv_state *state) {
  uint64_t id;
  sv_pack(c->s->layout, state, c->words);
  return sv_seen_has(&c->s->seen, c->words, sv_seen_hash(&c->s->seen, c->words), &id);
}

static bool wrong(check *c, const char *what) {
  sv_answer_bug(c->s->answer, "the certificate is wrong: %s", what);
  return false;
}

static bool check_initial(void *context, const sv_state *state) {
  check *c = context;
  return is_stored(c, state) || wrong(c, "an initial state is missing");
}

static bool check_properties(check *c) {
  const sv_answer *a = c->s->answer;
  for (uint32_t i = 0; i < a->findings.n; i++)
    if (sv_exec_violated_in(c->exec, c->state, a->findings.at[i].property))
      return wrong(c, "a stored state violates a property");
  return true;
}

static bool check_step(check *c, const sv_step *step) {
  const sv_answer *a = c->s->answer;
  for (uint32_t i = 0; i < a->findings.n; i++)
    if (sv_exec_violated_by(c->s->net, step, a->findings.at[i].property))
      return wrong(c, "a step violates a property");
  sv_exec_fire(c->exec, c->state, step, c->after);
  return is_stored(c, c->after) || wrong(c, "a successor is missing");
}

static bool check_state(check *c, uint64_t id) {
  bool infinite = false, good = true;
  sv_unpack(c->s->layout, sv_seen_get(&c->s->seen, id, c->words), c->state);
  if (sv_exec_cut(c->exec, c->state) != UINT32_MAX) return wrong(c, "a stored state is cut");
  if (!check_properties(c)) return false;
  sv_exec_steps(c->exec, c->state, &c->steps, &infinite);
  if (infinite) good = wrong(c, "infinitely many steps");
  for (uint32_t i = 0; good && i < c->steps.n; i++) good = check_step(c, &c->steps.at[i]);
  sv_steps_free(&c->steps);
  return good;
}

// Not even a bug if time runs out: the proof is just not certified.
static bool has_time(check *c) {
  sv_limit limit = sv_limits_check(c->s->run->limits);
  if (limit) sv_answer_statistic(c->s->answer, "certificate", "%s", sv_limit_reason(limit));
  return !limit;
}

static bool check_states(check *c) {
  const sv_store *store = c->s->seen.store;
  uint64_t done = 0;
  for (uint32_t i = 0; i < sv_store_shards(store); i++)
    for (uint64_t k = 0; k < sv_store_shard_count(store, i); k++) {
      if (done++ % 256 == 0 && !has_time(c)) return false;
      if (!check_state(c, sv_store_id(store, i, k))) return false;
    }
  return true;
}

bool sv_search_certify(sv_search *s) {
  REQUIRE(sv_search_complete(s) && !s->stubborn, "only a complete search can be certified");
  check c = {.s = s,
             .exec = sv_exec_new(s->net),
             .state = sv_state_new(s->net),
             .after = sv_state_new(s->net),
             .words = SV_NEW_ARRAY(uint64_t, s->words + 1)};
  bool good = sv_exec_initials(c.exec, check_initial, &c) == SV_EXEC_DONE && check_states(&c);
  sv_free(c.words);
  sv_state_free(s->net, c.state);
  sv_state_free(s->net, c.after);
  sv_exec_free(c.exec);
  return good;
}
