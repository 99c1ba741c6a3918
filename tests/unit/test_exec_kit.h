// test_exec_kit.h -- small models, built and run in a few words.
//
// A kit is a model in the making; kit_run spells it out and takes its first
// initial state. Steps are named by the actions' names, variables and places
// by the names they have in the net.

#ifndef SV_TEST_EXEC_KIT_H
#define SV_TEST_EXEC_KIT_H

#include "unit/unit.h"

#include "exec/trace.h"

typedef struct {
  sv_model *m;
  sv_terms *T;
  sv_sort b, i, u2;  // bool, int, int 0..2
  sv_net *net;
  sv_exec *x;
  sv_state *s, *spare;  // the current state
  sv_steps steps;       // enabled here, after kit_steps
  bool infinite;
  sv_text text;
} kit;

static inline kit *kit_new(void) {
  kit *k = SV_NEW(kit);
  k->m = sv_model_new();
  k->T = k->m->terms;
  k->b = sv_sort_bool(k->T), k->i = sv_sort_int(k->T), k->u2 = sv_sort_range(k->T, 0, 2);
  return k;
}

static inline void kit_stop(kit *k) {
  if (!k->net) return;
  sv_steps_free(&k->steps);
  sv_state_free(k->net, k->s);
  sv_state_free(k->net, k->spare);
  sv_exec_free(k->x);
  sv_net_free(k->net);
  k->net = NULL;
}

static inline void kit_free(kit *k) {
  kit_stop(k);
  sv_text_free(&k->text);
  sv_model_free(k->m);
  sv_free(k);
}

static inline int kit_setup(void **state) { return *state = kit_new(), 0; }
static inline int kit_teardown(void **state) { return kit_free(*state), 0; }
#define KIT_TEST(f) cmocka_unit_test_setup_teardown(f, kit_setup, kit_teardown)

// ---- building

static inline sv_name kit_name(kit *k, const char *s) { return sv_names_cstr(k->m->names, s); }
static inline sv_term num(kit *k, int64_t n) { return sv_int_const(k->T, n); }

static inline uint32_t kit_template(kit *k, const char *name, uint32_t initial, uint32_t pool) {
  return sv_model_template(k->m, kit_name(k, name), initial, pool, SV_NOWHERE);
}

static inline uint32_t kit_location(kit *k, uint32_t t, const char *name, unsigned flags) {
  return sv_model_location(k->m, t, kit_name(k, name), flags, SV_NOWHERE);
}

static inline uint32_t kit_var(kit *k, const char *name, sv_sort sort, uint32_t owner,
                               sv_term init) {
  return sv_model_variable(k->m, kit_name(k, name), sort, owner, init, SV_NOWHERE);
}

// An integer 0..2 that starts as 0.
static inline uint32_t kit_small(kit *k, const char *name, uint32_t owner) {
  return kit_var(k, name, k->u2, owner, num(k, 0));
}

static inline sv_term var(kit *k, uint32_t v) { return sv_model_var(k->m, v, 0); }
static inline sv_term role_var(kit *k, uint32_t v, uint32_t role) {
  return sv_model_var(k->m, v, role);
}
static inline sv_term eq(kit *k, sv_term a, int64_t n) { return sv_eq(k->T, a, num(k, n)); }
static inline sv_term plus(kit *k, sv_term a, int64_t n) {
  return sv_app2(k->T, SV_OP_ADD, a, num(k, n));
}
static inline sv_term less(kit *k, sv_term a, int64_t n) {
  return sv_app2(k->T, SV_OP_LT, a, num(k, n));
}

// One place to start from, one to go to (0: stay).
static inline sv_edge edge(kit *k, uint32_t t, uint32_t from, uint32_t to) {
  uint32_t *list = SV_ARENA_NEW(k->m->arena, uint32_t);
  *list = from;
  return (sv_edge){.template_number = t,
                   .instance = SV_ANY_INSTANCE,
                   .from = list,
                   .from_count = from ? 1 : 0,
                   .to = to};
}

static inline uint32_t kit_action(kit *k, const char *name, sv_action a) {
  a.name = kit_name(k, name);
  return sv_model_action(k->m, &a);
}

// Action lists as literals: EDGES(edge(...), edge(...)).
#define EDGES(...)                   \
  .edges = (sv_edge[]){__VA_ARGS__}, \
  .edge_count = sizeof((sv_edge[]){__VA_ARGS__}) / sizeof(sv_edge)
#define UPDATES(...)                     \
  .updates = (sv_update[]){__VA_ARGS__}, \
  .update_count = sizeof((sv_update[]){__VA_ARGS__}) / sizeof(sv_update)
#define CHOICES(...)                           \
  .choices = (sv_choice_input[]){__VA_ARGS__}, \
  .choice_count = sizeof((sv_choice_input[]){__VA_ARGS__}) / sizeof(sv_choice_input)
#define CHOICE(n, s) \
  { .name = kit_name(k, n), .sort = (s) }
#define QUEUE_OPS(...)                       \
  .queue_ops = (sv_queue_op[]){__VA_ARGS__}, \
  .queue_op_count = sizeof((sv_queue_op[]){__VA_ARGS__}) / sizeof(sv_queue_op)
#define STARTS(...)                    \
  .starts = (sv_start[]){__VA_ARGS__}, \
  .start_count = sizeof((sv_start[]){__VA_ARGS__}) / sizeof(sv_start)
#define ARGUMENTS(...)                       \
  .arguments = (sv_argument[]){__VA_ARGS__}, \
  .argument_count = sizeof((sv_argument[]){__VA_ARGS__}) / sizeof(sv_argument)
#define FIELDS(...)                   \
  .fields = (sv_term[]){__VA_ARGS__}, \
  .field_count = sizeof((sv_term[]){__VA_ARGS__}) / sizeof(sv_term)

// ---- running

static inline bool kit_take(void *context, const sv_state *s) {
  kit *k = context;
  sv_state_copy(k->net, k->s, s);
  return false;
}

static inline void kit_build(kit *k, sv_net_options options) {
  kit_stop(k);
  k->net = sv_net_new(k->m, options, &k->text);
  if (!k->net) fail_msg("no net: %s", sv_text_get(&k->text));
  k->x = sv_exec_new(k->net);
  k->s = sv_state_new(k->net), k->spare = sv_state_new(k->net);
}

static inline void kit_run_with(kit *k, sv_net_options options) {
  kit_build(k, options);
  assert_int_equal(sv_exec_initials(k->x, kit_take, k), SV_EXEC_STOPPED);
  assert_true(sv_exec_is_initial(k->x, k->s));
}

static inline void kit_run(kit *k) { kit_run_with(k, (sv_net_options){.threads = 3}); }

static inline const char *kit_step_name(const kit *k, uint32_t action) {
  return sv_names_get(k->m->names, k->m->actions.at[k->net->actions.at[action].action].name);
}

static inline uint32_t kit_steps(kit *k) {
  sv_exec_steps(k->x, k->s, &k->steps, &k->infinite);
  for (uint32_t i = 0; i < k->steps.n; i++)
    assert_true(sv_exec_enabled(k->x, k->s, &k->steps.at[i]));
  return k->steps.n;
}

// The names of all enabled steps, one after the other.
static inline const char *kit_enabled(kit *k) {
  sv_clear(k->text);
  kit_steps(k);
  for (uint32_t i = 0; i < k->steps.n; i++)
    sv_text_printf(&k->text, "%s%s", i ? " " : "", kit_step_name(k, k->steps.at[i].action));
  return sv_text_get(&k->text);
}
#define assert_enabled(k, names) assert_string_equal(kit_enabled(k), names)

static inline void kit_fire(kit *k, const sv_step *step) {
  sv_exec_fire(k->x, k->s, step, k->spare);
  sv_state *old = k->s;
  k->s = k->spare, k->spare = old;
}

// Takes the n-th enabled step of this name.
static inline void kit_do_nth(kit *k, const char *name, uint32_t n) {
  kit_steps(k);
  for (uint32_t i = 0; i < k->steps.n; i++)
    if (!strcmp(kit_step_name(k, k->steps.at[i].action), name) && !n--) {
      kit_fire(k, &k->steps.at[i]);
      return;
    }
  fail_msg("%s is not enabled, only: %s", name, kit_enabled(k));
}
static inline void kit_do(kit *k, const char *name) { kit_do_nth(k, name, 0); }

// Is there an action of this name that is refused here with these words?
static inline bool kit_refused(kit *k, const char *name, const char *words) {
  for (uint32_t a = 0; a < k->net->actions.n; a++) {
    sv_step step = {.action = a};
    if (strcmp(kit_step_name(k, a), name)) continue;
    const char *reason = sv_exec_refusal(k->x, k->s, &step);
    if (reason && strstr(reason, words)) return true;
  }
  return false;
}

static inline uint32_t kit_cell(const kit *k, const char *name) {
  for (uint32_t i = 0; i < k->net->vars.n; i++)
    if (!strcmp(sv_names_get(k->m->names, k->net->vars.at[i].name), name))
      return k->net->vars.at[i].first_cell;
  fail_msg("no variable %s", name);
  return 0;
}

static inline int64_t kit_value(const kit *k, const char *name) {
  return sv_small_get(k->s->cells[kit_cell(k, name)]);
}
#define assert_value(k, name, n) assert_int_equal(kit_value(k, name), n)

// The whole state as text.
static inline const char *kit_state(kit *k) {
  sv_clear(k->text);
  sv_state_print(k->net, k->s, &k->text);
  return sv_text_get(&k->text);
}
#define assert_state(k, expected) assert_string_equal(kit_state(k), expected)

static inline bool kit_count(void *context, const sv_state *s) {
  SV_UNUSED(s);
  ++*(uint64_t *)context;
  return true;
}

static inline uint64_t kit_initials(kit *k) {
  uint64_t n = 0;
  assert_int_equal(sv_exec_initials(k->x, kit_count, &n), SV_EXEC_DONE);
  return n;
}

#endif
