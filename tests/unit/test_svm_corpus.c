// Tests that the files of tests/corpus/svm say the truth about themselves: a
// plain breadth-first search with exec gives the answer that each of them
// expects, and the number of states (without passing ones) where it names one.

#include "exec/exec.h"
#include "unit/passing.h"
#include "unit/test_svm_kit.h"

enum { MOST_STATES = 500 };

typedef struct {
  const sv_net *net;
  sv_exec *exec;
  const char *asked;  // the property that the file asks for and what follows, or NULL: all
  SV_VEC(sv_state *) states;
  bool violated, open;  // open: not everything was seen
} search;

static bool add_state(void *context, const sv_state *state) {
  search *s = context;
  for (uint32_t i = 0; i < s->states.n; i++)
    if (sv_state_equal(s->net, s->states.at[i], state)) return true;
  sv_state *copy = sv_state_new(s->net);
  sv_state_copy(s->net, copy, state);
  sv_push(s->states, copy);
  return true;
}

static bool is_asked(const search *s, uint32_t property) {
  const char *name = sv_names_get(s->net->model->names, s->net->properties.at[property].name);
  size_t n = strlen(name);
  return !s->asked || (!strncmp(s->asked, name, n) && strchr(" \n", s->asked[n]));
}

static void judge_state(search *s, const sv_state *state) {
  for (uint32_t p = 1; p < s->net->properties.n; p++)
    if (s->net->properties.at[p].kind != SV_PROP_ASSERTION && is_asked(s, p))
      s->violated |= sv_exec_violated_in(s->exec, state, p);
  s->open |= sv_exec_cut(s->exec, state) != UINT32_MAX;
}

static void judge_step(search *s, const sv_step *step) {
  for (uint32_t p = 1; p < s->net->properties.n; p++)
    if (s->net->properties.at[p].kind == SV_PROP_ASSERTION && is_asked(s, p))
      s->violated |= sv_exec_violated_by(s->net, step, p);
}

static void expand(search *s, const sv_state *state) {
  sv_steps steps = {0};
  bool infinite = false;
  sv_state *next = sv_state_new(s->net);
  sv_exec_steps(s->exec, state, &steps, &infinite);
  for (uint32_t i = 0; i < steps.n; i++) {
    judge_step(s, &steps.at[i]);
    sv_exec_fire(s->exec, state, &steps.at[i], next);
    add_state(s, next);
  }
  s->open |= infinite;
  sv_state_free(s->net, next);
  sv_steps_free(&steps);
}

static void run(search *s) {
  s->open |= sv_exec_initials(s->exec, add_state, s) == SV_EXEC_INFINITE;
  for (uint32_t i = 0; i < s->states.n; i++) {
    judge_state(s, s->states.at[i]);
    if (s->states.n < MOST_STATES) expand(s, s->states.at[i]);
    else s->open = true;
  }
}

static void free_states(search *s) {
  for (uint32_t i = 0; i < s->states.n; i++) sv_state_free(s->net, s->states.at[i]);
  sv_vec_free(s->states);
}

// Those that are not passing, where nobody is said to hold control in vain.
static uint32_t stored_states(const search *s) {
  search stored = {.net = s->net};
  for (uint32_t i = 0; i < s->states.n; i++) {
    if (is_passing(s->exec, s->states.at[i])) continue;
    forget_holder(s->exec, s->states.at[i]);
    add_state(&stored, s->states.at[i]);
  }
  uint32_t n = stored.states.n;
  free_states(&stored);
  return n;
}

static const char *word_behind(const char *text, const char *word) {
  const char *at = strstr(text, word);
  return at ? at + strlen(word) : NULL;
}

// The number behind a word in the head of the file, or `otherwise`.
static uint32_t number_behind(const char *text, const char *word, uint32_t otherwise) {
  const char *at = word_behind(text, word);
  return at ? (uint32_t)atol(at) : otherwise;
}

static void compare(const char *name, const char *text, const search *s) {
  const char *answer = s->violated ? "violated" : s->open ? "unknown" : "holds";
  uint32_t states = number_behind(text, "// states: ", UINT32_MAX);
  if (s->open && !s->violated) return;  // proofs about infinitely many states are for engines
  if (strncmp(text + strlen("// expect: "), answer, strlen(answer)))
    fail_msg("%s: the answer is %s", name, answer);
  if (states != UINT32_MAX && states != stored_states(s))
    fail_msg("%s: there are %u states", name, stored_states(s));
}

// Such properties are for others to answer.
static bool asks_about_infinite_runs(const sv_net *net) {
  bool found = false;
  for (uint32_t p = 1; p < net->properties.n; p++)
    found |= net->properties.at[p].kind == SV_PROP_RECURRENCE;
  return found;
}

static void check_file(const char *path, const char *name, void *context) {
  sv_text text = {0}, why = {0};
  (void)context;
  assert_true(kit_read_file(path, &text));
  sv_model *m = kit_model(sv_text_get(&text));
  sv_net_options options = {.threads = number_behind(sv_text_get(&text), "--threads ", 8)};
  sv_net *net = sv_net_new(m, options, &why);
  assert_non_null(net);
  search s = {.net = net, .exec = sv_exec_new(net)};
  s.asked = word_behind(sv_text_get(&text), "--property ");
  s.open = asks_about_infinite_runs(net);
  run(&s);
  compare(name, sv_text_get(&text), &s);
  free_states(&s);
  sv_exec_free(s.exec);
  sv_net_free(net);
  sv_model_free(m);
  sv_text_free(&text);
  sv_text_free(&why);
}

static void test_every_file(void **state) {
  (void)state;
  assert_true(kit_each_file("tests/corpus/svm", ".svm", check_file, NULL) >= 30);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_file)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
