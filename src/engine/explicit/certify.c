// certify.c -- a finished search, checked again by exec.
//
// The certificate of `holds` is the set of stored states. It proves the answer
// if every initial state is in it, every successor of a member is in it, no
// member and no step from it violates a property, and no member is cut. A
// successor may be missing if its holder can move: then it is looked at like a
// member; or if it is there without the holder, who cannot move. exec
// shares neither the compiled code nor the enabling logic with the search; of
// the search only the packing is used again.

#include "engine/explicit/search.h"

typedef struct {
  sv_search *s;
  sv_exec *exec;
  sv_state *state, *after;
  uint64_t *words;
  sv_store *passing;  // behind the member at hand, by number; NULL: no process ever holds control
} check;

static bool is_stored(check *c, const sv_state *state) {
  uint64_t id;
  sv_pack(c->s->layout, state, c->words);
  return sv_visited_has(&c->s->seen, c->words, sv_visited_hash(&c->s->seen, c->words), &id);
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
      return wrong(c, "a state violates a property");
  return true;
}

static sv_value *holder_in(const check *c, const sv_state *state) {
  return &state->cells[c->s->net->vars.at[c->s->net->holder].first_cell];
}

static bool has_step_of(const sv_net *net, const sv_steps *steps, int64_t holder) {
  for (uint32_t i = 0; i < steps->n; i++) {
    const sv_net_action *a = &net->actions.at[steps->at[i].action];
    if (!a->priority && sv_edges_move(a->edges, a->edge_count, (uint32_t)holder - 1)) return true;
  }
  return false;
}

static void add_passing(check *c, const sv_state *state) {
  uint64_t id;
  sv_pack(c->s->layout, state, c->words);
  sv_store_insert(c->passing, c->words, sv_store_hash(c->words, c->s->words), SV_STORE_NONE, &id);
}

// The state is not stored as it is: is it passing, or is it there without its holder?
static bool is_covered(check *c, sv_state *state) {
  if (!c->passing) return false;
  int64_t holder = sv_small_get(*holder_in(c, state));
  sv_steps now = {0}, without = {0};
  sv_exec_steps(c->exec, state, &now, NULL);
  bool covered = holder && has_step_of(c->s->net, &now, holder);
  if (covered) add_passing(c, state);
  else if (holder) {
    *holder_in(c, state) = sv_small(0);
    sv_exec_steps(c->exec, state, &without, NULL);
    covered = now.n == without.n && is_stored(c, state);
  }
  sv_steps_free(&now);
  sv_steps_free(&without);
  return covered;
}

static bool check_step(check *c, const sv_step *step) {
  const sv_answer *a = c->s->answer;
  for (uint32_t i = 0; i < a->findings.n; i++)
    if (sv_exec_violated_by(c->s->net, step, a->findings.at[i].property))
      return wrong(c, "a step violates a property");
  sv_exec_fire(c->exec, c->state, step, c->after);
  return is_stored(c, c->after) || is_covered(c, c->after) || wrong(c, "a successor is missing");
}

static bool check_state(check *c, const uint64_t *words) {
  bool infinite = false, good = true;
  sv_steps steps = {0};
  sv_unpack(c->s->layout, words, c->state);
  if (sv_exec_cut(c->exec, c->state) != UINT32_MAX) return wrong(c, "a state is cut");
  if (!check_properties(c)) return false;
  sv_exec_steps(c->exec, c->state, &steps, &infinite);
  if (infinite) good = wrong(c, "infinitely many steps");
  for (uint32_t i = 0; good && i < steps.n; i++) good = check_step(c, &steps.at[i]);
  sv_steps_free(&steps);
  return good;
}

// Not even a bug if time runs out: the proof is just not certified.
static bool has_time(check *c) {
  sv_cause limit = sv_limits_check(c->s->run->limits);
  if (limit) sv_answer_statistic(c->s->answer, "certificate", "%s", sv_cause_text(limit));
  return !limit;
}

// A stored state, and the passing ones behind it.
static bool check_member(check *c, uint64_t id) {
  bool good = check_state(c, sv_visited_get(&c->s->seen, id, c->words));
  if (!c->passing || !sv_store_count(c->passing)) return good;
  for (uint64_t k = 0; good && k < sv_store_count(c->passing); k++)
    good = (k % 256 || has_time(c)) && check_state(c, sv_store_get(c->passing, k));
  sv_store_free(c->passing);
  c->passing = sv_store_new(c->s->words, 0, false);
  return good;
}

static bool check_states(check *c) {
  const sv_store *store = c->s->seen.store;
  uint64_t done = 0;
  for (uint32_t i = 0; i < sv_store_shards(store); i++)
    for (uint64_t k = 0; k < sv_store_shard_count(store, i); k++) {
      if (done++ % 256 == 0 && !has_time(c)) return false;
      if (!check_member(c, sv_store_id(store, i, k))) return false;
    }
  return true;
}

bool sv_search_certify(sv_search *s) {
  REQUIRE(sv_search_complete(s) && !s->stubborn && !s->sticky,
          "only a complete search can be certified");
  check c = {.s = s,
             .exec = sv_exec_new(s->net),
             .state = sv_state_new(s->net),
             .after = sv_state_new(s->net),
             .words = SV_NEW_ARRAY(uint64_t, s->words + 1)};
  if (s->net->holder != SV_NO_VARIABLE) c.passing = sv_store_new(s->words, 0, false);
  bool good = sv_exec_initials(c.exec, check_initial, &c) == SV_EXEC_DONE && check_states(&c);
  sv_free(c.words);
  sv_store_free(c.passing);
  sv_state_free(s->net, c.state);
  sv_state_free(s->net, c.after);
  sv_exec_free(c.exec);
  return good;
}
