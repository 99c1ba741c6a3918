// flatten.c -- a location per configuration (--flatten).
//
// The other way to encode a machine, for comparison: what the units say in the
// compact form becomes the location of the process, so there is one location
// for each combination of active states that the transitions can lead to, and
// each transition is written once for each of them. It is made from the compact
// form by putting the values of the units into its actions. The variables of
// the units are never written then, and others who ask for them ask for the
// location.

#include "lang/uml/lower/lower.h"

#define MOST_CONFIGURATIONS 20000u

typedef struct {
  uint32_t base;          // location in the compact form
  const uint32_t *value;  // by unit: a member
  uint32_t location;
} configuration;

typedef struct {
  uml_lowering *lowering;
  const uml_instance *instance;
  SV_VEC(configuration) all;
  const configuration *now;  // whose values are put in
  sv_term *asked;            // by unit, and then for the location: what others see; or none
} flattening;

typedef struct {
  uml_lowering *lowering;
  flattening *machine;  // by object
  flattening *own;      // of the acting process, or NULL
} rewriting;

static sv_terms *T(const flattening *f) { return f->lowering->terms; }

static uint32_t units(const flattening *f) { return f->instance->layout->units.n; }

// ---- configurations

static bool same(const flattening *f, const configuration *c, uint32_t base,
                 const uint32_t *value) {
  return c->base == base && !memcmp(c->value, value, units(f) * sizeof *value);
}

static const char *name_of(const flattening *f, uint32_t base, const uint32_t *value) {
  const uml_lowering *l = f->lowering;
  const uml_layout *y = f->instance->layout;
  const sv_template *t = &l->model->templates.at[f->instance->template_number];
  const char *text =
      base == f->instance->run
          ? ""
          : sv_arena_printf(l->arena,
                            "%s:", sv_names_get(l->model->names, t->locations.at[base].name));
  for (uint32_t u = 0; u < y->units.n; u++) {
    const sv_sort_info *info = sv_sort_get(l->terms, y->units.at[u]->sort);
    if (value[u] == UML_OFF) continue;
    text = sv_arena_printf(l->arena, "%s%s%s", text, *text ? "+" : "",
                           sv_names_get(l->model->names, info->members[value[u]]));
  }
  return *text ? text : "-";
}

// Its number; a new one gets a location.
static uint32_t find(flattening *f, uint32_t base, const uint32_t *value) {
  uml_lowering *l = f->lowering;
  for (uint32_t k = 0; k < f->all.n; k++)
    if (same(f, &f->all.at[k], base, value)) return k;
  uint32_t *copy = SV_ARENA_ARRAY(l->arena, uint32_t, units(f) + 1);
  memcpy(copy, value, units(f) * sizeof *value);
  unsigned flags = l->model->templates.at[f->instance->template_number].locations.at[base].flags;
  const char *name = sv_arena_printf(l->arena, "%s#%u", name_of(f, base, value), f->all.n);
  configuration c = {base, copy, uml_location(l, f->instance, name, flags)};
  sv_push(f->all, c);
  return f->all.n - 1;
}

// ---- terms

static int32_t unit_of_variable(const flattening *f, uint32_t variable) {
  for (uint32_t u = 0; u < units(f); u++)
    if (f->instance->unit[u] == variable) return (int32_t)u;
  return -1;
}

// What others see of a unit (or, behind the last one, of the location), by the new location.
static sv_term asked(flattening *f, uint32_t which) {
  uml_lowering *l = f->lowering;
  uint32_t pc = l->model->templates.at[f->instance->template_number].pc;
  sv_sort loc = l->model->variables.at[pc].sort;
  sv_sort sort = which < units(f) ? f->instance->layout->units.at[which]->sort : loc;
  if (!sv_is_none(f->asked[which])) return f->asked[which];
  sv_term here = sv_remote(T(f), loc, pc, sv_int_const(T(f), 0));
  sv_term value = sv_const(T(f), sort, sv_sort_default(T(f), sort));
  for (uint32_t k = 0; k < f->all.n; k++) {
    const configuration *c = &f->all.at[k];
    sv_term stands = sv_eq(T(f), here, sv_const(T(f), loc, sv_small(c->location)));
    uint32_t seen = which < units(f) ? c->value[which] : c->base;
    value = sv_ite(T(f), stands, sv_const(T(f), sort, sv_small(seen)), value);
  }
  return f->asked[which] = value;
}

static sv_term replace_remote(rewriting *r, const sv_node *node) {
  for (uint32_t o = 0; o < r->lowering->machines->objects.n; o++) {
    flattening *f = &r->machine[o];
    uint32_t pc = r->lowering->model->templates.at[f->instance->template_number].pc;
    int32_t unit = unit_of_variable(f, node->id);
    if (unit >= 0) return asked(f, (uint32_t)unit);
    if (node->id == pc) return asked(f, units(f));
  }
  return SV_NONE;
}

// Only the own units while configurations are being found.
static sv_term replace(void *context, sv_terms *terms, uint32_t index, const sv_node *node) {
  rewriting *r = context;
  SV_UNUSED(index);
  if (node->op == SV_OP_REMOTE) return r->machine ? replace_remote(r, node) : SV_NONE;
  if (node->op != SV_OP_VAR || !r->own || node->role) return SV_NONE;
  int32_t unit = unit_of_variable(r->own, node->id);
  if (unit < 0) return SV_NONE;
  return sv_const(terms, node->sort, sv_small(r->own->now->value[unit]));
}

static sv_term rewrite(rewriting *r, sv_term t) {
  return sv_is_none(t) ? t : sv_substitute(r->lowering->terms, t, replace, r);
}

// ---- actions

static bool starts_at(const sv_action *a, uint32_t location) {
  for (uint32_t k = 0; k < a->edges[0].from_count; k++)
    if (a->edges[0].from[k] == location) return true;
  return false;
}

static bool is_possible(rewriting *r, const sv_action *a) {
  return !sv_same(rewrite(r, a->guard), SV_FALSE) && !sv_same(rewrite(r, a->constraint), SV_FALSE);
}

// Where the action leads from the configuration at hand. Units are set to constants only.
static uint32_t successor(rewriting *r, const sv_action *a) {
  flattening *f = r->own;
  uint32_t *value = SV_NEW_ARRAY(uint32_t, units(f) + 1);
  memcpy(value, f->now->value, units(f) * sizeof *value);
  for (uint32_t k = 0; k < a->update_count; k++) {
    sv_node target = sv_node_of(T(f), sv_index(a->updates[k].target));
    int32_t unit = target.op == SV_OP_VAR ? unit_of_variable(f, target.id) : -1;
    sv_value v;
    if (unit < 0) continue;
    bool known = sv_is_const(T(f), rewrite(r, a->updates[k].value), &v);
    REQUIRE(known, "a unit is set to a constant");
    value[unit] = (uint32_t)sv_small_get(v);
  }
  uint32_t base = a->edges[0].to ? a->edges[0].to : f->now->base;
  uint32_t next = find(f, base, value);
  sv_free(value);
  return next;
}

static void discover(uml_lowering *l, flattening *f, const sv_action *old, uint32_t n) {
  rewriting r = {.lowering = l, .own = f};
  uint32_t *none = SV_NEW_ARRAY(uint32_t, units(f) + 1);
  find(f, f->instance->start, none);
  sv_free(none);
  for (uint32_t k = 0; k < f->all.n && f->all.n <= MOST_CONFIGURATIONS; k++)
    for (uint32_t a = 1; a < n; a++) {
      configuration now = f->all.at[k];  // the vector may grow
      f->now = &now;
      if (old[a].edges[0].template_number != f->instance->template_number) continue;
      if (starts_at(&old[a], now.base) && is_possible(&r, &old[a])) successor(&r, &old[a]);
    }
  if (f->all.n > MOST_CONFIGURATIONS)
    sv_diag(l->context->diags, SV_UNSUPPORTED, f->instance->class->span,
            "flattening gives more than %u configurations", MOST_CONFIGURATIONS);
}

static void rewrite_ops(rewriting *r, const sv_action *a, sv_queue_op *ops) {
  for (uint32_t k = 0; k < a->queue_op_count; k++) {
    ops[k] = a->queue_ops[k];
    ops[k].queue = rewrite(r, ops[k].queue);
    sv_term *fields = SV_ARENA_ARRAY(r->lowering->arena, sv_term, ops[k].field_count + 1);
    for (uint32_t f = 0; f < ops[k].field_count; f++) fields[f] = rewrite(r, ops[k].fields[f]);
    ops[k].fields = fields;
  }
}

static uint32_t rewrite_updates(rewriting *r, const sv_action *a, sv_update *out) {
  uint32_t n = 0;
  for (uint32_t k = 0; k < a->update_count; k++) {
    sv_node target = sv_node_of(r->lowering->terms, sv_index(a->updates[k].target));
    if (r->own && target.op == SV_OP_VAR && unit_of_variable(r->own, target.id) >= 0) continue;
    out[n++] = (sv_update){a->updates[k].target, rewrite(r, a->updates[k].value)};
  }
  return n;
}

// With the edge as given, and everything else rewritten.
static void copy_action(rewriting *r, const sv_action *from, const sv_edge *edge) {
  sv_arena *arena = r->lowering->arena;
  sv_action a = *from;
  sv_update *updates = SV_ARENA_ARRAY(arena, sv_update, a.update_count + 1);
  sv_queue_op *ops = SV_ARENA_ARRAY(arena, sv_queue_op, a.queue_op_count + 1);
  sv_term *prints = SV_ARENA_ARRAY(arena, sv_term, a.print_count + 1);
  a.guard = rewrite(r, a.guard);
  a.constraint = rewrite(r, a.constraint);
  if (sv_same(a.guard, SV_FALSE) || sv_same(a.constraint, SV_FALSE)) return;
  a.update_count = rewrite_updates(r, from, updates);
  rewrite_ops(r, from, ops);
  for (uint32_t k = 0; k < a.print_count; k++) prints[k] = rewrite(r, from->prints[k]);
  a.updates = updates;
  a.queue_ops = ops;
  a.prints = prints;
  a.edges = edge;
  sv_model_action(r->lowering->model, &a);
}

static void flatten_action(rewriting *r, const sv_action *a) {
  flattening *f = r->own;
  for (uint32_t k = 0; k < f->all.n; k++) {
    f->now = &f->all.at[k];
    if (!starts_at(a, f->now->base) || !is_possible(r, a)) continue;
    uint32_t from = f->now->location;
    sv_edge edge = a->edges[0];
    edge.from = &from;
    edge.from_count = 1;
    edge.to = f->all.at[successor(r, a)].location;
    copy_action(r, a, &edge);
  }
}

static flattening *machine_of(const rewriting *r, const sv_action *a) {
  for (uint32_t o = 0; o < r->lowering->machines->objects.n; o++)
    if (r->machine[o].instance->template_number == a->edges[0].template_number)
      return &r->machine[o];
  return NULL;
}

static void flatten_actions(rewriting *r, const sv_action *old, uint32_t n) {
  for (uint32_t a = 1; a < n; a++) {
    r->own = machine_of(r, &old[a]);
    if (r->own) flatten_action(r, &old[a]);
    else copy_action(r, &old[a], old[a].edges);
  }
  r->own = NULL;
}

static void flatten_properties(rewriting *r) {
  sv_model *m = r->lowering->model;
  for (uint32_t p = 1; p < m->properties.n; p++)
    m->properties.at[p].term = rewrite(r, m->properties.at[p].term);
}

static void prepare(uml_lowering *l, flattening *f, const uml_instance *i) {
  *f = (flattening){.lowering = l, .instance = i};
  f->asked = SV_ARENA_ARRAY(l->arena, sv_term, units(f) + 1);
  for (uint32_t u = 0; u < units(f); u++) l->model->variables.at[i->unit[u]].hidden = true;
}

void uml_flatten(uml_lowering *l) {
  sv_model *m = l->model;
  uint32_t objects = l->machines->objects.n, n = m->actions.n;
  sv_action *old = SV_NEW_ARRAY(sv_action, n + 1);
  rewriting r = {.lowering = l, .machine = SV_NEW_ARRAY(flattening, objects + 1)};
  memcpy(old, m->actions.at, n * sizeof *old);
  for (uint32_t o = 0; o < objects; o++) {
    prepare(l, &r.machine[o], &l->instances[o]);
    discover(l, &r.machine[o], old, n);
  }
  if (!sv_diags_unsupported(l->context->diags)) {
    m->actions.n = 1;
    flatten_actions(&r, old, n);
    flatten_properties(&r);
    for (uint32_t o = 0; o < objects; o++)
      m->templates.at[l->instances[o].template_number].entry = r.machine[o].all.at[0].location;
  }
  for (uint32_t o = 0; o < objects; o++) sv_vec_free(r.machine[o].all);
  sv_free(r.machine);
  sv_free(old);
}
