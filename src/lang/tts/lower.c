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
// one and leaves, another in m to the second, and one in n fails there.

#include "lang/lang.h"
#include "lang/tts/tts.h"

typedef struct {
  sv_model *model;
  const tts_system *system;
  uint32_t thread, shared, crowd, gone;  // template, variable, extra locations (or 0)
  uint32_t first;                        // location of local state 0
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
  uint32_t from, to, start;  // locations; start 0: none
  int64_t when, set;         // shared states; -1: any, none
  uint32_t fails;
  sv_span span;
  const char *text;
} step;

static void add_step(lowering *l, step s) {
  sv_model *m = l->model;
  sv_edge edge = {.template_number = l->thread,
                  .instance = SV_ANY_INSTANCE,
                  .from = &s.from,
                  .from_count = 1,
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
  assert(n && property);
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
  for (uint32_t i = 0; i < t->targets.n; i++) n += t->targets.at[i].locals.n - 1;
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

void tts_lower(sv_model *m, const tts_system *t) {
  lowering l = {.model = m, .system = t};
  uint32_t extra = t->shared, values = t->shared + extra_values(t);
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
  for (uint32_t i = 0; i < t->targets.n; i++)
    extra = add_target(&l, &t->targets.at[i], add_property(&l, i), extra);
  assert(extra == values);
}
