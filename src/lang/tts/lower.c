// lower.c -- thread transition systems into the model.
//
// The shared state is a variable, the local states are locations of the one
// template. Threads begin in local state 0: one of them if the file starts
// threads itself, else any number. The first thread then stands
// in an extra location where it may start others before it becomes one of
// them; it makes no difference when they begin, since in local state 0 they
// can wait for ever.
//
// The target s|l is an assertion that fails in l while the shared state is s.
// For several threads at once, s|l,m,n, the shared state goes through extra
// values in which nothing else can happen: a thread in l takes it to the first
// one and leaves, another in m to the second, and one in n fails there. Of the
// target s| any thread fails.

#include "lang/lang.h"
#include "lang/tts/goal.h"
#include "lang/unique.h"

typedef struct {
  sv_model *model;
  const tts_system *system;
  uint32_t thread, shared, crowd, gone;  // template, variable, extra locations (or 0)
  uint32_t first;                        // location of local state 0
  uint32_t *anywhere, places;            // all locations of local states, and the crowd
} lowering;

static sv_name name(lowering *l, const char *format, uint32_t n) {
  const char *text = sv_arena_printf(l->model->arena, format, n);
  return sv_names_cstr(l->model->names, text);
}

static sv_term shared(lowering *l) { return sv_model_var(l->model, l->shared, SV_ROLE_SELF); }

static sv_term is_shared(lowering *l, uint32_t state) {
  return sv_eq(l->model->terms, shared(l), sv_int_const(l->model->terms, state));
}

typedef struct {
  uint32_t from, to, start;  // locations; from 0: anywhere; start 0: none
  int64_t when, set;         // shared states; -1: any, none
  uint32_t fails;
  sv_span span;
  const char *text;
} step;

static void add_step(lowering *l, step s) {
  sv_model *m = l->model;
  sv_edge edge = {.template_number = l->thread,
                  .instance = SV_ANY_INSTANCE,
                  .from = s.from ? &s.from : l->anywhere,
                  .from_count = s.from ? 1 : l->places,
                  .to = s.to};
  sv_start start = {.template_number = l->thread, .at = s.start, .result = SV_NONE};
  sv_update update = {shared(l), s.set < 0 ? SV_NONE : sv_int_const(m->terms, s.set)};
  sv_action a = {.name = name(l, "t%u", m->actions.n),
                 .span = s.span,
                 .text = s.text,
                 .edges = &edge,
                 .edge_count = 1,
                 .constraint = SV_TRUE,
                 .starts = &start,
                 .start_count = s.start != 0,
                 .updates = &update,
                 .update_count = s.set >= 0,
                 .guard = s.when < 0 ? SV_TRUE : is_shared(l, (uint32_t)s.when),
                 .fails = s.fails};
  sv_model_action(m, &a);
}

static void add_rule(lowering *l, const tts_rule *r) {
  bool starts = r->kind == TTS_START;
  const char *text = sv_arena_printf(l->model->arena, "%u %u %s %u %u", r->shared, r->local,
                                     starts ? "+>" : "->", r->next_shared, r->next_local);
  step s = {.from = l->first + r->local,
            .when = r->shared,
            .set = r->next_shared,
            .span = r->span,
            .text = text};
  s.to = l->first + (starts ? r->local : r->next_local);
  if (starts) s.start = l->first + r->next_local;
  if (r->shared == r->next_shared) s.set = -1;
  add_step(l, s);
}

// Returns the first value of the shared state that is free after it.
static uint32_t add_target(lowering *l, const tts_target *t, uint32_t property, uint32_t extra) {
  uint32_t here = t->shared, n = t->locals.n;
  assert(property);
  if (!n)
    add_step(l, (step){.to = l->first,
                       .when = here,
                       .set = -1,
                       .fails = property,
                       .span = t->span,
                       .text = "target"});
  for (uint32_t i = 0; i < n; i++) {
    bool last = i + 1 == n;
    step s = {.from = l->first + t->locals.at[i],
              .when = here,
              .set = -1,
              .span = t->span,
              .text = last ? "target" : "part of the target"};
    s.to = last ? s.from : l->gone;
    if (last) s.fails = property;
    else s.set = here = extra++;
    add_step(l, s);
  }
  return extra;
}

// Of all targets: the values in which some of their threads are counted.
static uint32_t extra_values(const tts_system *t) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < t->targets.n; i++)
    if (t->targets.at[i].locals.n) n += t->targets.at[i].locals.n - 1;
  return n;
}

static void add_locations(lowering *l) {
  sv_model *m = l->model;
  const tts_system *t = l->system;
  for (uint32_t i = 0; i < t->locals; i++) {
    uint32_t at = sv_model_location(m, l->thread, name(l, "%u", i), 0, t->head);
    if (!i) l->first = at;
  }
  if (!t->starts) l->crowd = sv_model_location(m, l->thread, name(l, "crowd", 0), 0, t->head);
  l->anywhere = SV_ARENA_ARRAY(m->arena, uint32_t, t->locals + 1);
  for (uint32_t i = 0; i < t->locals; i++) l->anywhere[l->places++] = l->first + i;
  if (l->crowd) l->anywhere[l->places++] = l->crowd;
  if (extra_values(t)) l->gone = sv_model_location(m, l->thread, name(l, "counted", 0), 0, t->head);
}

// "4|23,23"
static const char *target_text(lowering *l, const tts_target *t) {
  const char *text = sv_arena_printf(l->model->arena, "%u|%u", t->shared, t->locals.at[0]);
  for (uint32_t i = 1; i < t->locals.n; i++)
    text = sv_arena_printf(l->model->arena, "%s,%u", text, t->locals.at[i]);
  return text;
}

// The second target is the property target.2.
static uint32_t add_property(lowering *l, uint32_t i) {
  const tts_target *t = &l->system->targets.at[i];
  return sv_model_property(l->model, name(l, i ? "target.%u" : "target", i + 1), SV_PROP_ASSERTION,
                           SV_NONE, target_text(l, t), t->span);
}

static sv_term goal_is_shared(void *context, uint32_t state) { return is_shared(context, state); }

// What is asked for besides the targets of the file, in the order of its properties.
static void add_goals(lowering *l, sv_u32s *property) {
  for (uint32_t i = 0; i < l->system->goals.n; i++) {
    const tts_goal *g = &l->system->goals.at[i];
    uint32_t p = 0;
    if (g->is_formula) tts_add_formula(l->model, g, goal_is_shared, l);
    else
      p = sv_model_property(l->model, sv_new_property_name(l->model, g->name), SV_PROP_ASSERTION,
                            SV_NONE, g->text, g->span);
    sv_push(*property, p);
  }
}

static void add_targets(lowering *l, uint32_t extra) {
  const tts_system *t = l->system;
  sv_u32s goal = {0};
  uint32_t *property = SV_NEW_ARRAY(uint32_t, t->targets.n + 1);
  for (uint32_t i = 0; i < t->targets.n; i++)
    if (!t->targets.at[i].goal) property[i] = add_property(l, i);
  add_goals(l, &goal);
  for (uint32_t i = 0; i < t->targets.n; i++) {
    const tts_target *target = &t->targets.at[i];
    if (target->goal) property[i] = goal.at[target->goal - 1];
    extra = add_target(l, target, property[i], extra);
  }
  assert(extra == t->shared + extra_values(t));
  sv_free(property);
  sv_vec_free(goal);
}

void tts_lower(sv_model *m, const tts_system *t) {
  lowering l = {.model = m, .system = t};
  uint32_t values = t->shared + extra_values(t);
  sv_sort sort = sv_sort_range(m->terms, 0, (int64_t)values - 1);
  l.thread = sv_model_template(m, name(&l, "thread", 0), 1, SV_UNBOUNDED, t->head);
  l.shared = sv_model_variable(m, name(&l, "shared", 0), sort, SV_GLOBAL, sv_int_const(m->terms, 0),
                               t->head);
  add_locations(&l);
  m->templates.at[l.thread].entry = l.crowd ? l.crowd : l.first;
  if (l.crowd) {
    add_step(&l, (step){.from = l.crowd,
                        .to = l.crowd,
                        .start = l.first,
                        .when = -1,
                        .set = -1,
                        .span = t->head,
                        .text = "one more thread"});
    add_step(&l, (step){.from = l.crowd,
                        .to = l.first,
                        .when = -1,
                        .set = -1,
                        .span = t->head,
                        .text = "begin"});
  }
  for (uint32_t i = 0; i < t->rules.n; i++) add_rule(&l, &t->rules.at[i]);
  add_targets(&l, t->shared);
}
