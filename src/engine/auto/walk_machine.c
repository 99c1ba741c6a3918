// walk_machine.c -- random walks on packed states.

#include "engine/auto/walk.h"
#include "exec/machine.h"

typedef struct {
  uint32_t action;
  uint64_t choice;
} taken;

typedef struct {
  sv_random_walk *w;
  sv_layout *layout;
  sv_program *program;
  sv_machine *machine;
  uint64_t *initial, *state, *next;
  uint32_t words;
  uint32_t candidates;  // seen while picking
  uint64_t choice;      // of the pick
  SV_VEC(taken) run;
} walker;

static bool pick_initial(void *context, const uint64_t *words) {
  walker *k = context;
  if (sv_walk_keeps(k->w, ++k->candidates)) memcpy(k->initial, words, k->words * sizeof *words);
  return k->candidates < SV_WALK_INITIALS;
}

static bool pick_successor(void *context, const uint64_t *words, uint64_t choice) {
  walker *k = context;
  if (sv_walk_keeps(k->w, ++k->candidates)) {
    memcpy(k->next, words, k->words * sizeof *words);
    k->choice = choice;
  }
  return k->candidates < SV_WALK_SUCCESSORS;
}

static void report(walker *k, uint32_t property) {
  sv_trace *trace = sv_machine_begin_trace(k->machine, k->initial);
  for (uint32_t i = 0; i < k->run.n; i++)
    sv_machine_push_step(k->machine, trace, k->run.at[i].action, k->run.at[i].choice);
  sv_walk_report(k->w, property, trace);
}

static void check_state(walker *k) {
  for (uint32_t p = 1; p < k->w->net->properties.n && !k->w->stopped; p++)
    if (k->w->net->properties.at[p].kind != SV_PROP_ASSERTION && sv_walk_asks(k->w, p) &&
        sv_machine_violated_in(k->machine, p))
      report(k, p);
}

static bool is_trusted(const walker *k) {
  return !sv_machine_overflow(k->machine) && !sv_machine_stopped(k->machine);
}

// Takes a random step from the loaded state; false if it is stuck.
static bool step(walker *k) {
  uint32_t n;
  const uint32_t *enabled = sv_machine_enabled(k->machine, &n);
  if (!n) return false;
  uint32_t action = enabled[sv_random_below(&k->w->random, n)];
  uint32_t fails = k->w->net->actions.at[action].fails;
  k->candidates = 0;
  sv_machine_fire(k->machine, action, pick_successor, k);
  if (!k->candidates || !is_trusted(k)) return false;
  sv_push(k->run, (taken){action, k->choice});
  k->w->steps++, k->w->left--;
  if (sv_walk_asks(k->w, fails)) report(k, fails);
  return true;
}

static void walk_once(walker *k) {
  uint64_t length = sv_walk_length(k->w);
  sv_clear(k->run);
  k->w->runs++;
  memcpy(k->state, k->initial, k->words * sizeof *k->state);
  for (;;) {
    sv_machine_load(k->machine, k->state);
    if (!is_trusted(k)) break;
    sv_walk_cut(k->w, sv_machine_cut(k->machine));
    check_state(k);
    if (!sv_walk_goes_on(k->w) || k->run.n >= length || !step(k)) break;
    memcpy(k->state, k->next, k->words * sizeof *k->state);
  }
  if (k->run.n > k->w->longest) k->w->longest = k->run.n;
}

// A run without a step still costs one, lest a stuck system be walked for ever.
static void walk_all(walker *k) {
  while (sv_walk_goes_on(k->w)) {
    k->candidates = 0;
    sv_machine_initials(k->machine, pick_initial, k);
    if (!k->candidates) return;
    walk_once(k);
    if (!k->run.n && k->w->left) k->w->left--;
  }
}

static void free_walker(walker *k) {
  if (k->machine) sv_machine_free(k->machine);
  if (k->program) sv_program_free(k->program);
  if (k->layout) sv_layout_free(k->layout);
  sv_free(k->initial);
  sv_free(k->state);
  sv_free(k->next);
  sv_vec_free(k->run);
}

static bool set_up(walker *k) {
  sv_text why = {0};
  k->layout = sv_layout_new(k->w->net, false, &why);
  if (k->layout) k->program = sv_program_new(k->layout, &why);
  sv_text_free(&why);
  if (!k->program) return false;
  k->machine = sv_machine_new(k->program);
  sv_machine_stop_when(k->machine, sv_limits_stop, k->w->run->limits);
  k->words = k->layout->words;
  k->initial = SV_NEW_ARRAY(uint64_t, k->words + 1);
  k->state = SV_NEW_ARRAY(uint64_t, k->words + 1);
  k->next = SV_NEW_ARRAY(uint64_t, k->words + 1);
  return true;
}

bool sv_walk_machine(sv_random_walk *w) {
  walker k = {.w = w};
  bool finite = set_up(&k);
  if (finite) walk_all(&k);
  free_walker(&k);
  return finite;
}
