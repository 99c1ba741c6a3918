// listed.c -- see listed.h.

#include "engine/explicit/listed.h"

sv_listed *sv_listed_new(const sv_net *net, sv_limits *limits) {
  sv_listed *l = SV_NEW(sv_listed);
  *l = (sv_listed){.store = {.net = net}, .limits = limits, .loaded = SV_INFINITE_NONE};
  l->lister = sv_exec_new(net);
  l->firer = sv_exec_new(net);
  sv_exec_stop_when(l->lister, sv_limits_stop, limits);
  sv_exec_stop_when(l->firer, sv_limits_stop, limits);
  l->state = sv_state_new(net);
  l->next = sv_state_new(net);
  return l;
}

void sv_listed_free(sv_listed *l) {
  if (!l) return;
  sv_state_free(l->store.net, l->state);
  sv_state_free(l->store.net, l->next);
  sv_exec_free(l->lister);
  sv_exec_free(l->firer);
  sv_vec_free(l->states);
  sv_vec_free(l->steps);
  sv_vec_free(l->choices);
  sv_vec_free(l->enabled);
  sv_infinite_free(&l->store);
  sv_free(l);
}

size_t sv_listed_bytes(const sv_listed *l) {
  return sv_infinite_bytes(&l->store) + l->states.cap * sizeof *l->states.at +
         l->steps.cap * sizeof *l->steps.at + l->choices.cap * sizeof *l->choices.at;
}

// ---- listing

enum { CELLS_PER_TURN = 64 };  // for limits: large states take long

static bool goes_on(sv_listed *l) {
  l->limit = sv_limits_hit_after(l->limits, 1 + l->store.net->cells / CELLS_PER_TURN);
  return !l->limit;
}

static uint32_t add_state(sv_listed *l, const sv_state *state) {
  uint32_t index;
  if (sv_state_is_long(l->store.net, state)) return SV_INFINITE_NONE;
  sv_infinite_add(&l->store, state, SV_INFINITE_NONE, NULL, &index);
  return index;
}

static bool take_initial(void *context, const sv_state *state) {
  sv_listed *l = context;
  l->vague |= add_state(l, state) == SV_INFINITE_NONE;
  return goes_on(l);
}

static void begin(sv_listed *l) {
  l->begun = true;
  l->vague |= sv_exec_initials(l->lister, take_initial, l) == SV_EXEC_INFINITE;
  l->initials = l->store.states.n;
}

static bool take_step(void *context, const sv_step *step) {
  sv_listed *l = context;
  sv_exec_fire(l->firer, l->state, step, l->next);
  sv_listed_step taken = {step->action, add_state(l, l->next), l->choices.n};
  sv_push(l->steps, taken);
  for (uint32_t i = 0; i < l->store.net->actions.at[step->action].choice_count; i++)
    sv_push(l->choices, step->choices[i]);
  return goes_on(l);
}

static void expand(sv_listed *l) {
  bool infinite = false;
  sv_infinite_get(&l->store, l->states.n, l->state);
  sv_listed_state at = {.first = l->steps.n, .cut = sv_exec_cut(l->firer, l->state)};
  at.passing = sv_exec_passing(l->firer, l->state);
  sv_exec_each_step(l->lister, l->state, take_step, l, &infinite);
  at.open = infinite;
  if (goes_on(l)) sv_push(l->states, at);
}

static bool is_enough(const sv_listed *l, uint32_t states, size_t bytes) {
  return l->states.n == l->store.states.n || l->states.n >= states ||
         (bytes && sv_listed_bytes(l) > bytes);
}

bool sv_listed_grow(sv_listed *l, uint32_t states, size_t bytes) {
  if (!l->begun) begin(l);
  while (!l->limit && !is_enough(l, states, bytes)) expand(l);
  l->loaded = SV_INFINITE_NONE;
  if (!l->limit) l->limit = l->limits->hit;  // it may have stopped the interpreter alone
  return !l->limit;
}

// ---- looking at one state

static uint32_t end_of(const sv_listed *l, uint32_t state) {
  return state + 1 < l->states.n ? l->states.at[state + 1].first : l->steps.n;
}

void sv_listed_load(sv_listed *l, uint32_t state) {
  l->missed |= state >= l->states.n || l->states.at[state].open;
  if (l->loaded == state) return;
  l->loaded = state;
  sv_infinite_get(&l->store, state, l->state);
  sv_clear(l->enabled);
  if (state >= l->states.n) return;
  for (uint32_t i = l->states.at[state].first; i < end_of(l, state); i++)
    if (!l->enabled.n || sv_last(l->enabled) != l->steps.at[i].action)
      sv_push(l->enabled, l->steps.at[i].action);
}

bool sv_listed_holds(sv_listed *l, sv_term term) {
  return sv_value_same(sv_exec_evaluate(l->firer, l->state, term), sv_bool_value(true));
}

bool sv_listed_fire(sv_listed *l, uint32_t action, sv_listed_fn *fn, void *context) {
  uint32_t i = l->states.at[l->loaded].first, end = end_of(l, l->loaded);
  while (i < end && l->steps.at[i].action != action) i++;
  for (; i < end && l->steps.at[i].action == action; i++) {
    uint32_t to = l->steps.at[i].to;
    if (to == SV_INFINITE_NONE) l->missed = true;
    else if (!fn(context, to, i)) return false;
  }
  return true;
}

// A value of a finite sort: it is small.
static int64_t cell_of(const sv_listed *l, uint32_t state, uint32_t cell) {
  return sv_small_get((sv_value){l->store.numbers[l->store.states.at[state].begin + cell]});
}

uint32_t sv_listed_location(const sv_listed *l, uint32_t state, uint32_t process) {
  const sv_net *net = l->store.net;
  return (uint32_t)cell_of(l, state, net->vars.at[net->processes.at[process].pc].first_cell);
}

bool sv_listed_held(const sv_listed *l, uint32_t state) {
  const sv_net *net = l->store.net;
  return net->holder != SV_NO_VARIABLE && cell_of(l, state, net->vars.at[net->holder].first_cell);
}

// ---- traces

sv_trace *sv_listed_begin_trace(sv_listed *l, uint32_t initial) {
  sv_infinite_get(&l->store, initial, l->next);
  return sv_trace_new(l->store.net, l->next);
}

void sv_listed_push_step(const sv_listed *l, sv_trace *trace, uint32_t step) {
  const sv_listed_step *taken = &l->steps.at[step];
  uint32_t n = l->store.net->actions.at[taken->action].choice_count;
  sv_step s = {taken->action, SV_NEW_ARRAY(sv_value, n + 1)};
  for (uint32_t i = 0; i < n; i++) s.choices[i] = l->choices.at[taken->choices + i];
  sv_trace_push(l->store.net, trace, &s);
  sv_step_free(&s);
}
