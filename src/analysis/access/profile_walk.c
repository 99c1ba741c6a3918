// profile_walk.c -- a bounded search: breadth first, then random walks.
//
// Half of the states are the first ones of a breadth-first search, which covers
// the first steps of every process. The rest are random walks of several lengths
// from initial states and from states of the search: some choose uniformly among
// the enabled actions, some prefer a few processes for a while, because long
// queues and high counters come from runs in which one process is always faster.
// Actions with very many choices are not enumerated: what they write directly
// from a choice may be any value of the choice.

#include "analysis/access/profile_inside.h"

#include "base/random.h"

enum {
  ACTION_SUCCESSORS = 64,  // looked at per action and state
  INITIALS_MOST = 4096,    // initial states that are all tried one by one
  INITIAL_SAMPLES = 256,   // else
  MOOD_STEPS = 50,         // a preference among processes lasts about so long
};
#define SEARCH_WORDS_MOST (UINT32_C(1) << 26)

typedef struct {
  const sv_net *net;
  sv_layout *layout;
  sv_program *program;
  sv_machine *machine;
  sv_profile *profile;
  sv_limits *limits;
  sv_random random;
  uint64_t left;                // states still to be looked at
  uint64_t *ones, *zeros;       // by word: of the cells whose fields are their values
  sv_u32s odd_cells;            // the others
  sv_u64s states;               // of the search: words after words
  uint32_t *slots, slot_count;  // open addressing: 1 + a state's number, or 0
  uint32_t initials, most_stored;
  bool complete;  // the search left nothing out
  bool *many;     // by action: more choices than are looked at
  bool *known;    // by action: its many choices are in the profile
  uint64_t *current, *picked;
  uint32_t met;             // successors of the action being fired
  sv_profile_fn *observer;  // of every state; or NULL
  void *context;
  sv_state *state;
} walker;

static uint32_t draw(walker *w, uint32_t n) { return sv_random_below(&w->random, n); }

static bool is_over(walker *w) {
  return !w->left || sv_machine_overflow(w->machine) || (w->limits && sv_limits_hit(w->limits));
}

// ---- noting packed states

static void note_queue(walker *w, uint32_t queue, const uint64_t *state) {
  const sv_queue_layout *at = &w->layout->queues[queue];
  struct sv_observed_queue *observed = &w->profile->queues[queue];
  uint32_t fields = w->net->queues.at[queue].field_count;
  uint32_t length = (uint32_t)sv_field_get(state, at->length);
  uint32_t deferred = (uint32_t)sv_field_get(state, at->deferred);
  if (length > observed->longest) observed->longest = length;
  if (deferred > observed->deferred) observed->deferred = deferred;
  for (uint32_t i = 0; i < length; i++)
    for (uint32_t f = 0; f < fields; f++)
      sv_observed_add(&observed->fields[f], sv_field_get(state, at->slots[i * fields + f]));
}

static void note(walker *w, const uint64_t *state) {
  for (uint32_t i = 0; i < w->layout->words; i++) {
    w->ones[i] |= state[i];
    w->zeros[i] |= ~state[i];
  }
  for (uint32_t i = 0; i < w->odd_cells.n; i++) {
    uint32_t cell = w->odd_cells.at[i];
    sv_observed_add(&w->profile->cells[cell], sv_field_get(state, w->layout->cells[cell]));
  }
  for (uint32_t i = 0; i < w->net->queues.n; i++) note_queue(w, i, state);
  if (w->observer) {
    sv_unpack(w->layout, state, w->state);
    w->observer(w->context, w->state);
  }
  w->profile->states++;
  w->left--;
}

// From the words to the cells.
static void settle_cells(walker *w) {
  for (uint32_t i = 0; i < w->net->cells; i++) {
    sv_field f = w->layout->cells[i];
    if (f.base || !w->profile->states) continue;
    uint64_t mask = f.bits ? UINT64_MAX >> (64 - f.bits) : 0;
    sv_observed observed = {.zeros = ~mask};
    observed.ones = f.bits ? w->ones[f.word] >> f.shift & mask : 0;
    observed.zeros |= f.bits ? w->zeros[f.word] >> f.shift & mask : 0;
    observed.width = sv_visited_width((int64_t)observed.ones);
    sv_observed_join(&w->profile->cells[i], &observed);
  }
}

// ---- what the sorts say

static void open_variables(walker *w) {
  for (uint32_t i = 0; i < w->net->vars.n; i++) {
    const sv_net_var *v = &w->net->vars.at[i];
    if (!sv_is_none(v->init)) continue;
    sv_observed all = sv_observed_sort(w->net, sv_sort_scalar(w->net->model->terms, v->sort));
    for (uint32_t j = 0; j < v->cells; j++)
      sv_observed_join(&w->profile->cells[v->first_cell + j], &all);
  }
}

// A value that is written is one of the choice's and one of its place's sort.
static void note_choice(walker *w, const sv_net_action *a, sv_term value, sv_sort sort,
                        sv_observed *observed) {
  const sv_terms *T = w->net->model->terms;
  sv_node node = sv_node_of(T, sv_index(value));
  while (node.op == SV_OP_CAST) node = sv_node_of(T, sv_index(node.args[0]));
  if (node.op != SV_OP_CHOICE) return;
  sv_sort narrower = a->choices[node.id];
  if (sv_profile_sort_size(w->net, sort) < sv_profile_sort_size(w->net, narrower)) narrower = sort;
  sv_observed all = sv_observed_sort(w->net, narrower);
  sv_observed_join(observed, &all);
}

static void note_choices(walker *w, uint32_t action) {
  const sv_terms *T = w->net->model->terms;
  const sv_net_action *a = &w->net->actions.at[action];
  w->known[action] = true;
  for (uint32_t i = 0; i < a->update_count; i++) {
    sv_node target = sv_node_of(T, sv_index(a->updates[i].target));
    while (target.op == SV_OP_SELECT) target = sv_node_of(T, sv_index(target.args[0]));
    const sv_net_var *v = &w->net->vars.at[target.id];
    for (uint32_t j = 0; j < v->cells; j++)
      note_choice(w, a, a->updates[i].value, sv_sort_scalar(T, v->sort),
                  &w->profile->cells[v->first_cell + j]);
  }
}

// ---- breadth first

static uint64_t *stored(walker *w, uint32_t number) {
  return w->states.at + (size_t)number * w->layout->words;
}
static uint32_t stored_count(const walker *w) { return w->states.n / w->layout->words; }

// False if it was there.
static bool store(walker *w, const uint64_t *state) {
  size_t bytes = w->layout->words * sizeof *state;
  uint32_t at = (uint32_t)sv_hash_bytes(state, bytes, 1) & (w->slot_count - 1);
  for (; w->slots[at]; at = (at + 1) & (w->slot_count - 1))
    if (!memcmp(stored(w, w->slots[at] - 1), state, bytes)) return false;
  sv_reserve(w->states, w->layout->words);
  memcpy(w->states.at + w->states.n, state, bytes);
  w->states.n += w->layout->words;
  w->slots[at] = stored_count(w);
  return true;
}

static bool meet(walker *w, const uint64_t *state) {
  if (stored_count(w) >= w->most_stored || !w->left) {
    w->complete = false;
    return false;
  }
  if (store(w, state)) note(w, state);
  return true;
}

static bool meet_initial(void *context, const uint64_t *state) {
  walker *w = context;
  return meet(w, state) && stored_count(w) < INITIALS_MOST;
}

static bool meet_successor(void *context, const uint64_t *state, uint64_t choice) {
  walker *w = context;
  SV_UNUSED(choice);
  if (++w->met > ACTION_SUCCESSORS) w->complete = false;
  return w->met <= ACTION_SUCCESSORS && meet(w, state);
}

static void expand(walker *w) {
  uint32_t n;
  const uint32_t *enabled = sv_machine_enabled(w->machine, &n);
  for (uint32_t i = 0; i < n && stored_count(w) < w->most_stored; i++) {
    if (w->many[enabled[i]] && !w->known[enabled[i]]) note_choices(w, enabled[i]);
    w->met = 0;
    sv_machine_fire(w->machine, enabled[i], meet_successor, w);
  }
}

static void search(walker *w) {
  uint32_t i = 0;
  for (; i < stored_count(w) && !is_over(w) && stored_count(w) < w->most_stored; i++) {
    memcpy(w->current, stored(w, i), w->layout->words * sizeof *w->current);
    sv_machine_load(w->machine, w->current);
    expand(w);
  }
  w->complete &= i == stored_count(w);
}

// ---- initial states

static void draw_open_cells(walker *w, uint64_t *state) {
  for (uint32_t i = 0; i < w->net->vars.n; i++) {
    const sv_net_var *v = &w->net->vars.at[i];
    if (!sv_is_none(v->init)) continue;
    uint64_t size = sv_profile_sort_size(w->net, sv_sort_scalar(w->net->model->terms, v->sort));
    for (uint32_t j = 0; j < v->cells; j++) {
      sv_field f = w->layout->cells[v->first_cell + j];
      uint64_t offset = sv_random_next(&w->random) % size;
      sv_field_set(state, f, (int64_t)((uint64_t)f.base + offset));
    }
  }
}

static bool keep_first(void *context, const uint64_t *state) {
  walker *w = context;
  memcpy(w->current, state, w->layout->words * sizeof *state);
  w->initials = 1;
  return false;
}

// The first initial state with other values for what may start with any.
static void sample_initials(walker *w) {
  sv_machine_initials(w->machine, keep_first, w);
  if (!w->initials) return;
  meet(w, w->current);
  sv_exec *exec = sv_exec_new(w->net);
  sv_state *state = sv_state_new(w->net);
  for (uint32_t i = 0; i < INITIAL_SAMPLES && !is_over(w); i++) {
    draw_open_cells(w, w->current);
    sv_unpack(w->layout, w->current, state);
    if (sv_exec_is_initial(exec, state)) meet(w, w->current);
  }
  sv_state_free(w->net, state);
  sv_exec_free(exec);
  w->complete = false;
}

static void start(walker *w) {
  if (sv_profile_initial_tries(w->net) > INITIALS_MOST) sample_initials(w);
  else sv_machine_initials(w->machine, meet_initial, w);
  w->initials = stored_count(w);
}

// ---- random walks

// Keeps each successor with equal chance.
static bool pick_successor(void *context, const uint64_t *state, uint64_t choice) {
  walker *w = context;
  SV_UNUSED(choice);
  if (!draw(w, ++w->met)) memcpy(w->picked, state, w->layout->words * sizeof *state);
  return w->met < ACTION_SUCCESSORS;
}

static uint64_t rank(const walker *w, uint64_t mood, uint32_t action) {
  const sv_net_action *a = &w->net->actions.at[action];
  return sv_mix64(mood ^ (a->edge_count ? a->edges[0].process : SV_NO_PROCESS));
}

// An enabled action of the process that the mood prefers; evenly if there is no mood.
static uint32_t pick_action(walker *w, const uint32_t *enabled, uint32_t n, uint64_t mood) {
  uint32_t picked = enabled[draw(w, n)], equal = 0;
  if (!mood || !draw(w, 8)) return picked;
  uint64_t best = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t r = rank(w, mood, enabled[i]);
    if (r > best) best = r, equal = 0;
    if (r == best && !draw(w, ++equal)) picked = enabled[i];
  }
  return picked;
}

// False where the walk ends.
static bool step(walker *w, uint64_t mood) {
  uint32_t n;
  sv_machine_load(w->machine, w->current);
  const uint32_t *enabled = sv_machine_enabled(w->machine, &n);
  if (!n) return false;
  uint32_t action = pick_action(w, enabled, n, mood);
  if (w->many[action] && !w->known[action]) note_choices(w, action);
  w->met = 0;
  sv_machine_fire(w->machine, action, pick_successor, w);
  if (!w->met) return false;
  uint64_t *old = w->current;
  w->current = w->picked, w->picked = old;
  note(w, w->current);
  return true;
}

static void walk_once(walker *w, uint32_t length, bool moody) {
  uint32_t from = draw(w, draw(w, 2) ? w->initials : stored_count(w));
  uint64_t mood = 0;
  memcpy(w->current, stored(w, from), w->layout->words * sizeof *w->current);
  for (uint32_t i = 0; i < length && !is_over(w); i++) {
    if (moody && (!mood || !draw(w, MOOD_STEPS))) mood = sv_random_next(&w->random) | 1;
    if (!step(w, mood)) return;
  }
}

// Walks that end at once (in deadlocks) cost budget too.
static void walk(walker *w) {
  static const uint32_t lengths[] = {50, 400, 3000, 20000};
  for (uint32_t i = 0; !is_over(w); i++) {
    walk_once(w, lengths[i / 2 % SV_COUNT(lengths)], i % 2);
    if (w->left) w->left--;
  }
}

// ---- the whole

static bool make_machine(walker *w) {
  sv_text why = {0};
  if (sv_profile_is_tractable(w->net)) w->layout = sv_layout_new(w->net, false, &why);
  if (w->layout) w->program = sv_program_new(w->layout, &why);
  if (w->program) w->machine = sv_machine_new(w->program);
  sv_text_free(&why);
  return w->machine;
}

static void prepare(walker *w, uint64_t states) {
  uint32_t words = w->layout->words;
  uint64_t most = states / 2 + 1;
  if (most > SEARCH_WORDS_MOST / words) most = SEARCH_WORDS_MOST / words;
  w->most_stored = (uint32_t)most;
  for (w->slot_count = 16; w->slot_count < 2 * most;) w->slot_count *= 2;
  w->slots = SV_NEW_ARRAY(uint32_t, w->slot_count);
  w->ones = SV_NEW_ARRAY(uint64_t, words);
  w->zeros = SV_NEW_ARRAY(uint64_t, words);
  w->current = SV_NEW_ARRAY(uint64_t, words);
  w->picked = SV_NEW_ARRAY(uint64_t, words);
  w->many = SV_NEW_ARRAY(bool, w->net->actions.n + 1);
  w->known = SV_NEW_ARRAY(bool, w->net->actions.n + 1);
  for (uint32_t i = 0; i < w->net->actions.n; i++)
    w->many[i] = sv_profile_combinations(w->net, &w->net->actions.at[i]) > ACTION_SUCCESSORS;
  for (uint32_t i = 0; i < w->net->cells; i++)
    if (w->layout->cells[i].base) sv_push(w->odd_cells, i);
}

static void look(walker *w) {
  w->complete = true;
  start(w);
  search(w);
  if (w->initials && !w->complete) walk(w);
  settle_cells(w);
  open_variables(w);
}

static void release(walker *w) {
  sv_state_free(w->net, w->state);
  sv_machine_free(w->machine);
  sv_program_free(w->program);
  sv_layout_free(w->layout);
  sv_free(w->slots);
  sv_free(w->ones);
  sv_free(w->zeros);
  sv_free(w->current);
  sv_free(w->picked);
  sv_free(w->many);
  sv_free(w->known);
  sv_vec_free(w->odd_cells);
  sv_vec_free(w->states);
}

sv_profile *sv_profile_new(const sv_net *net, uint64_t states, uint64_t seed, sv_limits *limits) {
  return sv_profile_watch(net, states, seed, limits, NULL, NULL);
}

sv_profile *sv_profile_watch(const sv_net *net, uint64_t states, uint64_t seed, sv_limits *limits,
                             sv_profile_fn *observer, void *context) {
  walker w = {.net = net, .limits = limits, .random = {seed}, .left = states};
  w.observer = observer, w.context = context;
  w.state = sv_state_new(net);
  if (make_machine(&w)) {
    prepare(&w, states);
    w.profile = sv_profile_blank(net);
    look(&w);
  } else {
    w.profile = sv_profile_all(net);
  }
  release(&w);
  return w.profile;
}
