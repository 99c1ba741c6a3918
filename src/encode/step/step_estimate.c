// step_estimate.c -- how many steps do runs take, with this order of actions?
//
// Short random walks from the initial states. Each is packed: an action goes into the step of
// the last action on which it depends, where it comes behind it in the order, else into the
// next step. Of two orders the one that needs fewer steps for all walks is better. Nets
// that are not finite have fewer walks, by exec, and without choices from infinite sorts.

#include "base/random.h"
#include "encode/step/step_inside.h"
#include "exec/machine.h"

enum {
  WALKS = 100,
  SLOW_WALKS = 25,
  LONGEST = 40,
  MOST_INITIALS = 64,
  MOST_STEPS = 256,
  MOST_ASKED = 100
};

struct sv_walks {
  sv_resources *resources;
  const sv_net *net;
  sv_u32s actions;  // of all walks
  sv_u32s ends;
};

typedef struct {
  struct sv_walks *walks;
  sv_machine *machine;
  uint32_t words, initials, met;
  uint64_t *first, *now, *next;
  sv_random random;
} drawer;

// One of all that it is told of, evenly.
static bool take_initial(void *context, const uint64_t *state) {
  drawer *d = context;
  if (!sv_random_below(&d->random, ++d->initials)) memcpy(d->first, state, d->words * 8);
  return d->initials < MOST_INITIALS;
}

static bool take_successor(void *context, const uint64_t *state, uint64_t choice) {
  drawer *d = context;
  SV_UNUSED(choice);
  if (!sv_random_below(&d->random, ++d->met)) memcpy(d->next, state, d->words * 8);
  return d->met < MOST_INITIALS;
}

static void draw_walk(drawer *d) {
  memcpy(d->now, d->first, d->words * 8);
  for (uint32_t i = 0; i < LONGEST; i++) {
    uint32_t n;
    sv_machine_load(d->machine, d->now);
    const uint32_t *enabled = sv_machine_enabled(d->machine, &n);
    if (!n || sv_machine_overflow(d->machine)) break;
    uint32_t action = enabled[sv_random_below(&d->random, n)];
    assert(!d->walks->net->actions.at[action].cut);
    d->met = 0;
    sv_machine_fire(d->machine, action, take_successor, d);
    if (!d->met) break;
    memcpy(d->now, d->next, d->words * 8);
    sv_push(d->walks->actions, action);
  }
  sv_push(d->walks->ends, d->walks->actions.n);
}

static void draw_walks(drawer *d, const sv_program *program, uint32_t words) {
  d->machine = sv_machine_new(program);
  d->words = words;
  d->first = SV_NEW_ARRAY(uint64_t, words + 1);
  d->now = SV_NEW_ARRAY(uint64_t, words + 1);
  d->next = SV_NEW_ARRAY(uint64_t, words + 1);
  for (uint32_t i = 0; i < WALKS; i++) {
    d->initials = 0;
    sv_machine_initials(d->machine, take_initial, d);
    if (d->initials) draw_walk(d);
  }
  sv_machine_free(d->machine);
  sv_free(d->first);
  sv_free(d->now);
  sv_free(d->next);
}

// ---- by exec

typedef struct {
  struct sv_walks *walks;
  sv_exec *exec;
  sv_state *now, *next;
  uint32_t met;
  sv_step step;
  sv_random random;
  uint32_t asked;  // by exec, whether to stop
} slow_drawer;

static bool pick_initial(void *context, const sv_state *state) {
  slow_drawer *d = context;
  if (!sv_random_below(&d->random, ++d->met)) sv_state_copy(d->walks->net, d->now, state);
  return d->met < MOST_INITIALS;
}

static bool pick_step(void *context, const sv_step *step) {
  slow_drawer *d = context;
  uint32_t choices = d->walks->net->actions.at[step->action].choice_count;
  if (sv_random_below(&d->random, ++d->met)) return d->met < MOST_STEPS;
  sv_step_free(&d->step);
  d->step = (sv_step){step->action, choices ? SV_NEW_ARRAY(sv_value, choices) : NULL};
  if (choices) memcpy(d->step.choices, step->choices, choices * sizeof *step->choices);
  return d->met < MOST_STEPS;
}

// An action with very many choices ends the walks.
static bool is_enough(void *context) {
  slow_drawer *d = context;
  return ++d->asked > MOST_ASKED;
}

static void draw_slow_walk(slow_drawer *d) {
  const sv_net *net = d->walks->net;
  for (uint32_t i = 0; i < LONGEST && !sv_state_is_long(net, d->now); i++) {
    d->met = 0;
    sv_exec_each_step(d->exec, d->now, pick_step, d, NULL);
    if (!d->met || sv_exec_stopped(d->exec)) break;
    sv_exec_fire(d->exec, d->now, &d->step, d->next);
    sv_state_copy(net, d->now, d->next);
    sv_push(d->walks->actions, d->step.action);
  }
  sv_push(d->walks->ends, d->walks->actions.n);
}

static void draw_slow_walks(sv_walks *w) {
  slow_drawer d = {.walks = w, .exec = sv_exec_new(w->net), .random = {1}};
  d.now = sv_state_new(w->net);
  d.next = sv_state_new(w->net);
  sv_exec_stop_when(d.exec, is_enough, &d);
  for (uint32_t i = 0; i < SLOW_WALKS && !sv_exec_stopped(d.exec); i++) {
    d.met = 0;
    if (sv_exec_initials(d.exec, pick_initial, &d) == SV_EXEC_INFINITE || !d.met) break;
    draw_slow_walk(&d);
  }
  sv_step_free(&d.step);
  sv_state_free(w->net, d.now);
  sv_state_free(w->net, d.next);
  sv_exec_free(d.exec);
}

// ---- walks

sv_walks *sv_walks_new(const sv_net *net) {
  sv_walks *w = SV_NEW(sv_walks);
  sv_text why = {0};
  sv_layout *layout = sv_layout_new(net, false, &why);
  sv_program *program = layout ? sv_program_new(layout, &why) : NULL;
  drawer d = {.walks = w, .random = {1}};
  w->net = net;
  w->resources = sv_resources_new(net, false, NULL);
  if (program) draw_walks(&d, program, layout->words);
  else draw_slow_walks(w);
  sv_program_free(program);
  if (layout) sv_layout_free(layout);
  sv_text_free(&why);
  return w;
}

void sv_walks_free(sv_walks *w) {
  if (!w) return;
  sv_resources_free(w->resources, w->net);
  sv_vec_free(w->actions);
  sv_vec_free(w->ends);
  sv_free(w);
}

// ---- packing

// Step and place of the last use, one more than they are; 0: none.
typedef struct {
  uint64_t read, written;
} used;

static uint32_t step_behind(uint64_t last, uint32_t place) {
  uint32_t step = (uint32_t)(last >> 32);
  return last && (uint32_t)last > place ? step + 1 : step;
}

static uint32_t pack(const sv_walks *w, uint32_t action, uint32_t place, used *last) {
  const sv_uses *uses = &w->resources->uses[action];
  uint32_t step = 0;
  for (uint32_t i = 0; i < uses->n; i++) {
    const used *of = &last[uses->at[i].resource];
    uint32_t behind = step_behind(of->written, place);
    if (behind > step) step = behind;
    behind = uses->at[i].writes ? step_behind(of->read, place) : 0;
    if (behind > step) step = behind;
  }
  uint64_t now = (uint64_t)step << 32 | (place + 1);
  assert(place < w->net->actions.n);
  for (uint32_t i = 0; i < uses->n; i++) {
    used *of = &last[uses->at[i].resource];
    uint64_t *mine = uses->at[i].writes ? &of->written : &of->read;
    if (now > *mine) *mine = now;
  }
  return step + 1;
}

uint64_t sv_walks_steps(const sv_walks *w, const sv_u32s *order) {
  uint64_t steps = 0;
  uint32_t *place = SV_NEW_ARRAY(uint32_t, w->net->actions.n + 1);
  used *last = SV_NEW_ARRAY(used, w->resources->n + 1);
  for (uint32_t i = 0; i < order->n; i++) place[order->at[i]] = i;
  for (uint32_t i = 0, k = 0; i < w->ends.n; i++) {
    uint32_t longest = 0;
    memset(last, 0, w->resources->n * sizeof *last);
    for (; k < w->ends.at[i]; k++) {
      uint32_t step = pack(w, w->actions.at[k], place[w->actions.at[k]], last);
      if (step > longest) longest = step;
    }
    steps += longest;
  }
  sv_free(place);
  sv_free(last);
  return steps;
}
