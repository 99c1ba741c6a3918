// test_explicit.h -- small models made by hand, and runs of engines on them.

#ifndef SV_TEST_EXPLICIT_H
#define SV_TEST_EXPLICIT_H

#include "engine/engine.h"
#include "unit/unit.h"

static inline sv_name name_of(sv_model *m, const char *s) { return sv_names_cstr(m->names, s); }
static inline sv_term var(sv_model *m, uint32_t v) { return sv_model_var(m, v, SV_ROLE_SELF); }
static inline sv_term number(sv_model *m, int64_t n) { return sv_int_const(m->terms, n); }
static inline sv_term is(sv_model *m, uint32_t v, int64_t n) {
  return sv_eq(m->terms, var(m, v), number(m, n));
}
static inline sv_term plus(sv_model *m, uint32_t v, int64_t n) {
  return sv_app2(m->terms, SV_OP_ADD, var(m, v), number(m, n));
}
static inline sv_term below(sv_model *m, uint32_t v, int64_t n) {
  return sv_app2(m->terms, SV_OP_LT, var(m, v), number(m, n));
}

static inline uint32_t add_int(sv_model *m, const char *name, uint32_t owner, int64_t lo,
                               int64_t hi) {
  sv_sort sort = sv_sort_range(m->terms, lo, hi);
  return sv_model_variable(m, name_of(m, name), sort, owner, sv_const(m->terms, sort, sv_small(lo)),
                           SV_NOWHERE);
}
static inline uint32_t add_process(sv_model *m, const char *name, uint32_t initial, uint32_t pool) {
  return sv_model_template(m, name_of(m, name), initial, pool, SV_NOWHERE);
}
static inline uint32_t add_location(sv_model *m, uint32_t t, const char *name, unsigned flags) {
  return sv_model_location(m, t, name_of(m, name), flags, SV_NOWHERE);
}
static inline uint32_t add_property(sv_model *m, const char *name, sv_property_kind kind,
                                    sv_term term) {
  return sv_model_property(m, name_of(m, name), kind, term, name, SV_NOWHERE);
}

// One step of template t: target := value (target 0: nothing).
typedef struct {
  uint32_t t, from, to;
  sv_term guard;
  uint32_t target;
  sv_term value;
  uint32_t fails;
  const char *cut;
} step;

static inline uint32_t add_step(sv_model *m, step s) {
  sv_edge edge = {.template_number = s.t,
                  .instance = SV_ANY_INSTANCE,
                  .from = &s.from,
                  .from_count = 1,
                  .to = s.to};
  sv_update update = {.target = s.target ? var(m, s.target) : SV_NONE, .value = s.value};
  sv_action a = {.name = name_of(m, "step"),
                 .edges = &edge,
                 .edge_count = 1,
                 .guard = s.guard,
                 .updates = &update,
                 .update_count = s.target != 0,
                 .fails = s.fails,
                 .cut = s.cut};
  return sv_model_action(m, &a);
}

// Adds a process with one variable that counts 0 … n-1; it may stop anywhere.
// Returns the variable, a global one.
static inline uint32_t add_counter(sv_model *m, const char *name, int64_t n) {
  uint32_t t = add_process(m, name, 1, 1);
  uint32_t at = add_location(m, t, "count", SV_LOC_END);
  uint32_t x = add_int(m, name, SV_GLOBAL, 0, n - 1);
  add_step(m, (step){t, at, at, below(m, x, n - 1), x, plus(m, x, 1), 0, NULL});
  return x;
}

// Runs an engine with settings such as "search=dfs depth=3".
typedef struct {
  double seconds;
  size_t memory;
} bounds;

static inline sv_answer *run_within(sv_model *m, const char *engine, const char *settings,
                                    bounds b) {
  sv_options options;
  sv_text why = {0};
  char *copy = sv_strdup(settings), *rest = NULL;
  sv_options_init(&options);
  for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
    char *value = strchr(word, '=');
    if (value) *value++ = 0;
    if (!sv_options_set(&options, word, value, &why)) fail_msg("%s", sv_text_get(&why));
  }
  sv_limits limits = sv_limits_make(b.seconds, b.memory, NULL);
  sv_run run = {.options = &options, .limits = &limits};
  sv_answer *a = sv_engine_run(sv_engine_find(engine), m, &run);
  if (a->bug) fail_msg("bug: %s", a->bug);
  sv_options_free(&options);
  sv_free(copy);
  return a;
}

static inline sv_answer *run_engine(sv_model *m, const char *engine, const char *settings) {
  return run_within(m, engine, settings, (bounds){0, 0});
}

static inline uint64_t decimal(const char *s) { return s ? strtoull(s, NULL, 10) : UINT64_MAX; }

static inline void assert_verdict(const sv_answer *a, sv_verdict verdict) {
  if (a->verdict != verdict)
    fail_msg("verdict %d, not %d: %s", a->verdict, verdict, a->reason ? a->reason : "-");
}

static inline void assert_counts(const sv_answer *a, uint64_t states, uint64_t transitions,
                                 uint64_t depth) {
  assert_int_equal(decimal(a->states), states);
  assert_int_equal(decimal(a->transitions), transitions);
  assert_int_equal(a->depth, depth);
}

static inline const char *statistic(const sv_answer *a, const char *name) {
  for (uint32_t i = 0; i < a->statistics.n; i++)
    if (!strcmp(a->statistics.at[i].name, name)) return a->statistics.at[i].value;
  return "";
}

static inline uint32_t steps_of(sv_answer *a, uint32_t property) {
  sv_finding *f = sv_answer_finding(a, property);
  assert_non_null(f);
  assert_non_null(f->trace);
  return f->trace->steps.n;
}

#endif
