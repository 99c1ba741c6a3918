// certify_rounds.c -- see certify_rounds.h.

#include "engine/certify_rounds.h"

#include "analysis/rewrite/count.h"
#include "base/map.h"
#include "exec/pack.h"

#define NONE UINT32_MAX

typedef struct {
  sv_answer *answer;
  const sv_run *run;
  const sv_net *rounds;
  sv_exec *exec;
  sv_layout *layout;
  sv_state *at, *next;
  uint32_t shown, automaton;  // cells
  int64_t lost;               // a state of the automaton that has no mark and is never left
  uint64_t *words;
  sv_u64s packed;     // layout->words by state
  sv_map table;       // hash -> the last state that has it
  sv_u32s before;     // by state: another one with the same hash, or NONE
  sv_u32s first;      // by state: of its arcs; one more at the end
  sv_u32s arcs;       // to which state
  SV_VEC(bool) ends;  // by state: the step to it ends a round
  sv_u32s rank;
} ranks;

static bool wrong(ranks *r, const char *what) {
  sv_answer_bug(r->answer, "the certificate is wrong: %s", what);
  return false;
}

static bool has_time(const ranks *r) {
  sv_cause limit = sv_limits_check(r->run->limits);
  if (limit) sv_answer_statistic(r->answer, "certificate", "%s", sv_cause_text(limit));
  return !limit;
}

// ---- all states, and the steps between them

static uint64_t hash_of(const uint64_t *words, uint32_t n) {
  uint64_t h = n;
  for (uint32_t i = 0; i < n; i++) h = sv_mix64(h ^ words[i]);
  return h;
}

static const uint64_t *packed_of(const ranks *r, uint32_t state) {
  return r->packed.at + (size_t)state * r->layout->words;
}

static uint32_t add_state(ranks *r, const sv_state *s) {
  uint32_t n = r->layout->words;
  sv_pack(r->layout, s, r->words);
  uint64_t hash = hash_of(r->words, n);
  uint32_t last = sv_map_get(&r->table, hash);
  for (uint32_t i = last; i != NONE; i = r->before.at[i])
    if (!memcmp(packed_of(r, i), r->words, n * sizeof *r->words)) return i;
  for (uint32_t i = 0; i < n; i++) sv_push(r->packed, r->words[i]);
  sv_push(r->before, last);
  sv_push(r->ends, sv_value_same(s->cells[r->shown], sv_bool_value(true)));
  sv_map_put(&r->table, hash, r->before.n - 1);
  return r->before.n - 1;
}

static bool add_initial(void *context, const sv_state *s) {
  add_state(context, s);
  return true;
}

static bool expand(ranks *r, uint32_t state, sv_steps *steps) {
  bool infinite = false;
  sv_unpack(r->layout, packed_of(r, state), r->at);
  sv_push(r->first, r->arcs.n);
  if (sv_small_get(r->at->cells[r->automaton]) == r->lost) return true;
  if (sv_exec_cut(r->exec, r->at) != UINT32_MAX) return wrong(r, "a state is cut");
  sv_exec_steps(r->exec, r->at, steps, &infinite);
  if (infinite) return wrong(r, "infinitely many steps");
  for (uint32_t i = 0; i < steps->n; i++) {
    sv_exec_fire(r->exec, r->at, &steps->at[i], r->next);
    uint32_t to = add_state(r, r->next);
    sv_push(r->arcs, to);
  }
  return true;
}

static bool explore(ranks *r) {
  sv_steps steps = {0};
  bool good = sv_exec_initials(r->exec, add_initial, r) == SV_EXEC_DONE;
  for (uint32_t s = 0; s < r->before.n && good; s++)
    good = (s % 256 || has_time(r)) && expand(r, s, &steps);
  sv_push(r->first, r->arcs.n);
  sv_steps_free(&steps);
  return good;
}

// ---- ranks: R. Tarjan's components, the last ones first

typedef struct {
  sv_u32s number, low;  // by state; number 0: not seen
  sv_u32s path, stack;
  sv_u32s arc;  // by state: the next one to look at
  SV_VEC(bool) open;
  uint32_t numbers;
} walk;

static void enter(walk *w, const ranks *r, uint32_t s) {
  w->number.at[s] = w->low.at[s] = ++w->numbers;
  w->arc.at[s] = r->first.at[s];
  w->open.at[s] = true;
  sv_push(w->path, s);
  sv_push(w->stack, s);
}

static uint32_t rank_behind(const ranks *r, const walk *w, uint32_t s) {
  uint32_t most = 0;
  for (uint32_t i = r->first.at[s]; i < r->first.at[s + 1]; i++) {
    uint32_t to = r->arcs.at[i];
    uint32_t rank = w->open.at[to] ? 0 : r->rank.at[to] + r->ends.at[to];
    if (rank > most) most = rank;
  }
  return most;
}

static void close_component(ranks *r, walk *w, uint32_t root) {
  uint32_t begin = w->stack.n, most = 0;
  do begin--;
  while (w->stack.at[begin] != root);
  for (uint32_t i = begin; i < w->stack.n; i++) {
    uint32_t rank = rank_behind(r, w, w->stack.at[i]);
    if (rank > most) most = rank;
  }
  for (uint32_t i = begin; i < w->stack.n; i++) {
    r->rank.at[w->stack.at[i]] = most;
    w->open.at[w->stack.at[i]] = false;
  }
  w->stack.n = begin;
}

// One arc, or back to where the state was entered from.
static void go_on(ranks *r, walk *w) {
  uint32_t s = sv_last(w->path);
  if (w->arc.at[s] < r->first.at[s + 1]) {
    uint32_t to = r->arcs.at[w->arc.at[s]++];
    if (!w->number.at[to]) enter(w, r, to);
    else if (w->open.at[to] && w->number.at[to] < w->low.at[s]) w->low.at[s] = w->number.at[to];
    return;
  }
  w->path.n--;
  if (w->low.at[s] == w->number.at[s]) close_component(r, w, s);
  uint32_t from = w->path.n ? sv_last(w->path) : NONE;
  if (from != NONE && w->low.at[s] < w->low.at[from]) w->low.at[from] = w->low.at[s];
}

static bool find_ranks(ranks *r) {
  uint32_t n = r->before.n;
  uint64_t done = 0;
  walk w = {0};
  sv_fill(w.number, n);
  sv_fill(w.low, n);
  sv_fill(w.arc, n);
  sv_fill(w.open, n);
  sv_fill(r->rank, n);
  bool good = true;
  for (uint32_t s = 0; s < n && good; s++) {
    if (!w.number.at[s]) enter(&w, r, s);
    while (w.path.n && good) {
      go_on(r, &w);
      good = ++done % 65536 || has_time(r);
    }
  }
  sv_vec_free(w.number);
  sv_vec_free(w.low);
  sv_vec_free(w.arc);
  sv_vec_free(w.open);
  sv_vec_free(w.path);
  sv_vec_free(w.stack);
  return good;
}

// ---- what counts

static bool check_ranks(ranks *r) {
  for (uint32_t s = 0; s < r->before.n; s++)
    for (uint32_t i = r->first.at[s]; i < r->first.at[s + 1]; i++) {
      uint32_t to = r->arcs.at[i];
      if (r->rank.at[s] < r->rank.at[to] + r->ends.at[to])
        return wrong(r, "rounds end again and again");
    }
  return true;
}

static bool check(ranks *r) {
  double start = sv_now();
  uint32_t most = 0;
  if (!explore(r) || !find_ranks(r) || !check_ranks(r)) return false;
  for (uint32_t s = 0; s < r->rank.n; s++)
    if (r->rank.at[s] > most) most = r->rank.at[s];
  sv_answer_statistic(r->answer, "certificate", "%u states, %u steps, ranks up to %u, %.2f s",
                      r->before.n, r->arcs.n, most, sv_now() - start);
  return true;
}

static void free_ranks(ranks *r) {
  if (r->exec) sv_exec_free(r->exec);
  if (r->at) sv_state_free(r->rounds, r->at);
  if (r->next) sv_state_free(r->rounds, r->next);
  sv_layout_free(r->layout);
  sv_free(r->words);
  sv_vec_free(r->packed);
  sv_map_free(&r->table);
  sv_vec_free(r->before);
  sv_vec_free(r->first);
  sv_vec_free(r->arcs);
  sv_vec_free(r->ends);
  sv_vec_free(r->rank);
}

static void begin(ranks *r, const sv_net *net, uint32_t property) {
  uint32_t v = sv_rounds_shown(r->rounds, property);
  r->exec = sv_exec_new(r->rounds);
  r->at = sv_state_new(r->rounds);
  r->next = sv_state_new(r->rounds);
  r->words = SV_NEW_ARRAY(uint64_t, r->layout->words + 1);
  r->shown = r->rounds->vars.at[v].first_cell;
  r->automaton = r->rounds->vars.at[net->vars.n].first_cell;
  r->lost = net->properties.at[property].automaton->states;
}

bool sv_certify_rounds(sv_answer *a, const sv_run *run, uint32_t property) {
  sv_text why = {0};
  ranks r = {.answer = a, .run = run};
  sv_net *rounds = sv_rounds_new(a->net, property, &why);
  r.rounds = rounds;
  if (rounds) r.layout = sv_layout_new(rounds, false, &why);
  if (r.layout) begin(&r, a->net, property);
  else sv_answer_statistic(a, "certificate", "%s", sv_text_get(&why));
  bool good = r.layout && check(&r);
  free_ranks(&r);
  if (rounds) sv_net_free(rounds);
  sv_text_free(&why);
  return good;
}
