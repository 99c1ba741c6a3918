// test_machine.c -- the machine against exec, on random models.
//
// Both walk through the same states, breadth first: initial states, enabled
// actions, successors with their choices in order, cuts, deadlocks and
// properties must agree. Where an integer left 64 bits, the machine says so
// and the comparison ends.

#include "unit/unit.h"

#include "exec/machine.h"
#include "exec/trace.h"
#include "unit/test_machine_models.h"

enum { MODELS = 1000, STATES = 120, INITIALS = 40, STEPS = 6000 };

typedef struct {
  uint64_t seed;
  sv_model *model;
  sv_net *net;
  sv_exec *exec;
  sv_layout *layout;
  sv_program *program;
  sv_machine *machine;
  sv_state *state, *after;
  sv_u64s seen;      // packed states, one after the other
  uint64_t *packed;  // the exec's successor
  sv_steps steps;
  uint32_t at;        // place in the list that a callback goes through
  uint32_t compared;  // steps
} twins;

static void differ(const twins *t, const char *what) {
  sv_text text = {0};
  sv_model_print(t->model, &text);
  sv_text_string(&text, "\nstate: ");
  sv_state_print(t->net, t->state, &text);
  if (t->at)
    sv_text_printf(&text, "\nat place %u: action %u", t->at,
                   t->steps.n ? t->steps.at[t->at - 1].action : 0);
  fprintf(stderr, "%s\n", sv_text_get(&text));
  sv_text_free(&text);
  fail_msg("seed %llu: %s differ", (unsigned long long)t->seed, what);
}

static void validate(const twins *t) {
  sv_diags *diags = sv_diags_new(t->model->sources);
  if (!sv_model_validate(t->model, diags))
    fail_msg("seed %llu is no model: %s", (unsigned long long)t->seed, sv_diags_message(diags, 0));
  sv_diags_free(diags);
}

static twins make_twins(uint64_t seed) {
  twins t = {.seed = seed, .model = gen_model(seed)};
  validate(&t);
  sv_text why = {0};
  t.net = sv_net_new(t.model, (sv_net_options){.threads = 2}, &why);
  if (t.net) t.layout = sv_layout_new(t.net, seed % 3 == 0, &why);
  if (t.layout) t.program = sv_program_new(t.layout, &why);
  if (!t.program) fail_msg("seed %llu: %s", (unsigned long long)seed, sv_text_get(&why));
  sv_text_free(&why);
  t.exec = sv_exec_new(t.net);
  t.machine = sv_machine_new(t.program);
  t.state = sv_state_new(t.net);
  t.after = sv_state_new(t.net);
  t.packed = SV_NEW_ARRAY(uint64_t, t.layout->words);
  return t;
}

static void free_twins(twins *t) {
  sv_steps_free(&t->steps);
  sv_vec_free(t->seen);
  sv_free(t->packed);
  sv_state_free(t->net, t->state);
  sv_state_free(t->net, t->after);
  sv_machine_free(t->machine);
  sv_program_free(t->program);
  sv_layout_free(t->layout);
  sv_exec_free(t->exec);
  sv_net_free(t->net);
  sv_model_free(t->model);
}

static bool same_words(const twins *t, const uint64_t *a, const uint64_t *b) {
  return !memcmp(a, b, t->layout->words * sizeof *a);
}

static void remember(twins *t, const uint64_t *words) {
  uint32_t n = t->layout->words;
  for (uint32_t i = 0; i < t->seen.n; i += n)
    if (same_words(t, t->seen.at + i, words)) return;
  for (uint32_t i = 0; i < n && t->seen.n < STATES * n; i++) sv_push(t->seen, words[i]);
}

// ---- initial states

static bool take_initial(void *context, const sv_state *s) {
  twins *t = context;
  sv_pack(t->layout, s, t->packed);
  for (uint32_t i = 0; i < t->layout->words; i++) sv_push(t->seen, t->packed[i]);
  return t->seen.n < INITIALS * t->layout->words;
}

static bool compare_initial(void *context, const uint64_t *words) {
  twins *t = context;
  uint32_t n = t->layout->words;
  if (sv_machine_overflow(t->machine)) return false;
  if (t->at >= t->seen.n || !same_words(t, t->seen.at + t->at, words)) differ(t, "initial states");
  t->at += n;
  return t->at < INITIALS * n;
}

static void compare_initials(twins *t) {
  sv_exec_end expected = sv_exec_initials(t->exec, take_initial, t);
  t->at = 0;
  sv_exec_end end = sv_machine_initials(t->machine, compare_initial, t);
  if (sv_machine_overflow(t->machine)) return;
  if (end != expected || t->at != t->seen.n) differ(t, "numbers of initial states");
}

// ---- steps

static void compare_choices(twins *t, const sv_step *step, uint64_t choice) {
  uint32_t n = t->net->actions.at[step->action].choice_count;
  sv_value *values = SV_NEW_ARRAY(sv_value, n + 1);
  sv_machine_choices(t->machine, step->action, choice, values);
  for (uint32_t i = 0; i < n; i++)
    if (!sv_value_same(values[i], step->choices[i])) differ(t, "choices");
  sv_free(values);
}

static bool compare_successor(void *context, const uint64_t *words, uint64_t choice) {
  twins *t = context;
  if (sv_machine_overflow(t->machine)) return false;
  if (t->at >= t->steps.n) differ(t, "numbers of steps");
  const sv_step *step = &t->steps.at[t->at++];
  compare_choices(t, step, choice);
  sv_exec_fire(t->exec, t->state, step, t->after);
  sv_pack(t->layout, t->after, t->packed);
  if (!same_words(t, t->packed, words)) {
    sv_text text = {0};
    sv_state_print(t->net, t->after, &text);
    fprintf(stderr, "exec: %s\n", sv_text_get(&text));
    sv_clear(text);
    sv_unpack(t->layout, words, t->after);
    sv_state_print(t->net, t->after, &text);
    fprintf(stderr, "machine: %s\n", sv_text_get(&text));
    sv_text_free(&text);
    differ(t, "successors");
  }
  for (uint32_t p = 1; p < t->net->properties.n; p++) {
    sv_property_kind kind = t->net->properties.at[p].kind;
    if (kind != SV_PROP_INVARIANT && kind != SV_PROP_LOCATION) continue;
    if (sv_machine_holds(t->machine, words, p) == sv_exec_violated_in(t->exec, t->after, p) &&
        !sv_machine_overflow(t->machine))
      differ(t, "properties of successors");
  }
  remember(t, words);
  t->compared++;
  return true;
}

static void compare_steps(twins *t) {
  uint32_t n;
  const uint32_t *enabled = sv_machine_enabled(t->machine, &n);
  sv_exec_steps(t->exec, t->state, &t->steps, NULL);
  t->at = 0;
  for (uint32_t i = 0; i < n && !sv_machine_overflow(t->machine); i++) {
    if (t->at >= t->steps.n || t->steps.at[t->at].action != enabled[i])
      differ(t, "enabled actions");
    sv_machine_fire(t->machine, enabled[i], compare_successor, t);
    if (t->at < t->steps.n && t->steps.at[t->at].action == enabled[i] &&
        !sv_machine_overflow(t->machine))
      differ(t, "numbers of choices");
  }
  if (t->at != t->steps.n && !sv_machine_overflow(t->machine))
    differ(t, "numbers of enabled actions");
}

static void compare_state(twins *t, const uint64_t *words) {
  sv_unpack(t->layout, words, t->state);
  sv_machine_load(t->machine, words);
  if (sv_machine_overflow(t->machine)) return;
  if (sv_machine_cut(t->machine) != sv_exec_cut(t->exec, t->state)) differ(t, "cuts");
  if (sv_machine_deadlocked(t->machine) != sv_exec_deadlocked(t->exec, t->state))
    differ(t, "deadlocks");
  for (uint32_t p = 1; p < t->net->properties.n; p++)
    if (sv_machine_violated_in(t->machine, p) != sv_exec_violated_in(t->exec, t->state, p) &&
        !sv_machine_overflow(t->machine))
      differ(t, "properties");
  if (!sv_machine_overflow(t->machine)) compare_steps(t);
}

// Returns the number of steps compared, or UINT32_MAX where integers overflowed.
static uint32_t compare_model(uint64_t seed) {
  twins t = make_twins(seed);
  compare_initials(&t);
  uint64_t *words = SV_NEW_ARRAY(uint64_t, t.layout->words);
  for (uint32_t i = 0; i < t.seen.n && t.compared < STEPS; i += t.layout->words) {
    if (sv_machine_overflow(t.machine)) break;
    memcpy(words, t.seen.at + i, t.layout->words * sizeof *words);
    compare_state(&t, words);
  }
  uint32_t compared = sv_machine_overflow(t.machine) ? UINT32_MAX : t.compared;
  sv_free(words);
  free_twins(&t);
  return compared;
}

static void test_random_models(void **state) {
  SV_UNUSED(state);
  uint32_t overflows = 0, dull = 0;
  uint64_t steps = 0;
  for (uint64_t seed = 1; seed <= MODELS; seed++) {
    uint32_t compared = compare_model(seed);
    if (compared == UINT32_MAX) overflows++;
    else steps += compared, dull += compared < 5;
  }
  print_message("%llu steps, %u models overflowed, %u had few steps\n", (unsigned long long)steps,
                overflows, dull);
  assert_true(overflows < MODELS / 10 && dull < MODELS / 2);
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) compare_model(strtoull(argv[i], NULL, 10));  // these seeds alone
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_models)};
  return argc > 1 ? 0 : cmocka_run_group_tests(tests, NULL, NULL);
}
