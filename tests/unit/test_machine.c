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
// Words that need more than 16 bits; states are so large then that few are enough.
enum { FAR = UINT16_MAX - 1, FAR_MODELS = 200, FAR_STATES = 4, FAR_STEPS = 60 };

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
  uint32_t most_states, most_initials, most_steps;
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

static void move_field(sv_field *f, uint32_t by) {
  if (f->bits) f->word += by;
}

// Everything lies so many words further.
static void move_layout(sv_layout *l, uint32_t by) {
  l->words += by;
  for (uint32_t i = 0; i < l->net->cells; i++) move_field(&l->cells[i], by);
  for (uint32_t q = 0; q < l->net->queues.n; q++) {
    const sv_net_queue *queue = &l->net->queues.at[q];
    move_field(&l->queues[q].length, by);
    move_field(&l->queues[q].deferred, by);
    for (uint32_t i = 0; i < queue->capacity * queue->field_count; i++)
      move_field((sv_field *)(uintptr_t)&l->queues[q].slots[i], by);
  }
}

static twins make_twins(sv_model *model, uint64_t seed, bool far) {
  twins t = {.seed = seed,
             .model = model,
             .most_states = far ? FAR_STATES : STATES,
             .most_initials = far ? FAR_STATES : INITIALS,
             .most_steps = far ? FAR_STEPS : STEPS};
  validate(&t);
  sv_text why = {0};
  t.net = sv_net_new(t.model, (sv_net_options){.threads = 2}, &why);
  if (t.net) t.layout = sv_layout_new(t.net, seed % 3 == 0, &why);
  if (t.layout && far) move_layout(t.layout, FAR + (uint32_t)(seed % 4));
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
  for (uint32_t i = 0; i < n && t->seen.n < t->most_states * n; i++) sv_push(t->seen, words[i]);
}

// ---- initial states

static bool take_initial(void *context, const sv_state *s) {
  twins *t = context;
  sv_pack(t->layout, s, t->packed);
  for (uint32_t i = 0; i < t->layout->words; i++) sv_push(t->seen, t->packed[i]);
  return t->seen.n < t->most_initials * t->layout->words;
}

static bool compare_initial(void *context, const uint64_t *words) {
  twins *t = context;
  uint32_t n = t->layout->words;
  if (sv_machine_overflow(t->machine)) return false;
  if (t->at >= t->seen.n || !same_words(t, t->seen.at + t->at, words)) differ(t, "initial states");
  t->at += n;
  return t->at < t->most_initials * n;
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
static uint32_t compare_model(sv_model *model, uint64_t seed, bool far) {
  twins t = make_twins(model, seed, far);
  compare_initials(&t);
  uint64_t *words = SV_NEW_ARRAY(uint64_t, t.layout->words);
  for (uint32_t i = 0; i < t.seen.n && t.compared < t.most_steps; i += t.layout->words) {
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
    uint32_t compared = compare_model(gen_model(seed), seed, false);
    if (compared == UINT32_MAX) overflows++;
    else steps += compared, dull += compared < 5;
  }
  print_message("%llu steps, %u models overflowed, %u had few steps\n", (unsigned long long)steps,
                overflows, dull);
  assert_true(overflows < MODELS / 10 && dull < MODELS / 2);
}

// x becomes any value that is one more than before.
static void test_far_constraint(void **state) {
  SV_UNUSED(state);
  sv_model *m = sv_model_new();
  sv_sort four = sv_sort_bv(m->terms, 4, false);
  sv_term zero = sv_const(m->terms, four, sv_small(0)), one = sv_const(m->terms, four, sv_small(1));
  uint32_t x =
      sv_model_variable(m, sv_names_cstr(m->names, "x"), four, SV_GLOBAL, zero, SV_NOWHERE);
  sv_term now = sv_model_var(m, x, 0), next = sv_next(m->terms, four, x, 0);
  sv_choice_input choice = {.name = sv_names_cstr(m->names, "c"), .sort = four};
  sv_update update = {now, sv_choice(m->terms, four, 0)};
  sv_model_action(
      m, &(sv_action){.name = sv_names_cstr(m->names, "up"),
                      .guard = SV_TRUE,
                      .constraint = sv_eq(m->terms, next, sv_app2(m->terms, SV_OP_ADD, now, one)),
                      .choices = &choice,
                      .choice_count = 1,
                      .updates = &update,
                      .update_count = 1});
  assert_int_equal(compare_model(m, 3, true), FAR_STATES);
}

static void test_far_words(void **state) {
  SV_UNUSED(state);
  uint64_t steps = 0;
  for (uint64_t seed = 1; seed <= FAR_MODELS; seed++) {
    uint32_t compared = compare_model(gen_model(seed), seed, true);
    if (compared != UINT32_MAX) steps += compared;
  }
  print_message("%llu steps\n", (unsigned long long)steps);
  assert_true(steps > 5 * FAR_MODELS);
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {  // these seeds alone
    uint64_t seed = strtoull(argv[i], NULL, 10);
    compare_model(gen_model(seed), seed, false);
  }
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_models),
                                     cmocka_unit_test(test_far_constraint),
                                     cmocka_unit_test(test_far_words)};
  return argc > 1 ? 0 : cmocka_run_group_tests(tests, NULL, NULL);
}
