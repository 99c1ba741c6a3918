// path.c -- a run along one path, and the action that it becomes.
//
// A path collects the guard, the writes and the choices between two places. At
// its end the values that are alive there are kept in variables, dead ones are
// reset to 0, so that states that differ only in them are equal; choices that
// nothing depends on are dropped.

#include <stdio.h>

#include "lang/c/lower.h"
#include "lang/c/passed.h"

enum { MOST_STORES = 100 };

static sv_terms *terms(const c_path *p) { return p->l->model->terms; }

// ---- paths

c_path c_fork_path(const c_path *p) {
  c_path q = *p;
  q.env = SV_NEW_ARRAY(c_value, p->l->slots.n + 1);
  memcpy(q.env, p->env, sizeof *q.env * p->l->slots.n);
  q.memory.at = NULL, q.memory.n = q.memory.cap = 0;
  q.choices.at = NULL, q.choices.n = q.choices.cap = 0;
  q.passed.at = NULL, q.passed.n = q.passed.cap = 0;
  for (uint32_t i = 0; i < p->memory.n; i++) sv_push(q.memory, p->memory.at[i]);
  for (uint32_t i = 0; i < p->choices.n; i++) sv_push(q.choices, p->choices.at[i]);
  for (uint32_t i = 0; i < p->passed.n; i++) sv_push(q.passed, p->passed.at[i]);
  return q;
}

void c_free_path(c_path *p) {
  sv_free(p->env);
  sv_vec_free(p->memory);
  sv_vec_free(p->choices);
  sv_vec_free(p->passed);
}

bool c_has_choice(c_lowering *l, sv_term t) {
  sv_u32s cone = {0};
  bool found = false;
  sv_cone(l->model->terms, &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n && !found; i++)
    found = sv_node_of(l->model->terms, cone.at[i]).op == SV_OP_CHOICE;
  sv_vec_free(cone);
  return found;
}

void c_assume(c_path *p, sv_term t) {
  sv_term *to = c_has_choice(p->l, t) ? &p->constraint : &p->guard;
  *to = sv_and(terms(p), *to, t);
}

bool c_is_dead(const c_path *p) {
  return sv_same(p->guard, SV_FALSE) || sv_same(p->constraint, SV_FALSE);
}

// ---- properties

uint32_t c_property(c_lowering *l, const char *kind, const c_inst *i) {
  sv_model *m = l->model;
  sv_span span = i->span.file ? i->span : l->here;
  const char *place = sv_arena_printf(m->arena, "%s %u %u", kind, span.file, span.begin);
  uint32_t key = sv_names_cstr(m->names, place).x;
  uint32_t known = sv_map_get(&l->properties, key);
  if (known != SV_MAP_NONE) return known;
  uint32_t line = span.file ? sv_source_place(m->sources, span.file, span.begin).line : 0;
  sv_name name = c_unique(l, sv_arena_printf(m->arena, "%s:%u", kind, line));
  uint32_t p = sv_model_property(m, name, SV_PROP_ASSERTION, SV_NONE, kind, span);
  sv_map_put(&l->properties, key, p);
  return p;
}

// Of a condition nothing but that it goes on where this is so.
static bool go_on_where(c_path *p, sv_term good) {
  c_assume(p, good);
  return !c_is_dead(p);
}

bool c_check(c_path *p, sv_term good, const char *kind, const c_inst *i) {
  if (sv_same(good, SV_TRUE)) return true;
  if (p->unclear) return go_on_where(p, good);
  uint32_t property = c_property(p->l, kind, i);
  c_path bad = c_fork_path(p);
  if (i->span.file) bad.shown = i;
  c_assume(&bad, sv_not(good));
  if (!c_is_dead(&bad)) c_finish(&bad, p->l->threads.at[p->thread].exited, property);
  c_free_path(&bad);
  c_assume(p, good);
  return !c_is_dead(p);
}

// What lies behind this is not explored: `holds` cannot be answered if it is reached.
bool c_explore(c_path *p, sv_term good, const char *why, const c_inst *i) {
  if (sv_same(good, SV_TRUE)) return true;
  if (p->unclear) {
    *p->unclear = sv_or(terms(p), *p->unclear, sv_and(terms(p), p->guard, sv_not(good)));
    return go_on_where(p, good);
  }
  c_path beyond = c_fork_path(p);
  sv_model *m = p->l->model;
  sv_span span = i->span.file ? i->span : p->l->here;
  uint32_t line = span.file ? sv_source_place(m->sources, span.file, span.begin).line : 0;
  if (i->span.file) beyond.shown = i;
  beyond.cut = sv_arena_printf(m->arena, "%s in line %u", why, line);
  c_assume(&beyond, sv_not(good));
  if (!c_is_dead(&beyond)) c_finish(&beyond, p->l->threads.at[p->thread].exited, 0);
  c_free_path(&beyond);
  c_assume(p, good);
  return !c_is_dead(p);
}

// ---- the end of a path: an action

// Marks the slots that are needed at a place, in its context and those that called it.
static void mark_alive(c_path *p, uint32_t context, uint32_t block, uint32_t at, uint8_t *alive) {
  const c_context *c = &p->l->contexts.at[context];
  c_flow_alive(c->flow, block, at, alive + c->base);
  for (; c->parent != C_NO_CONTEXT; c = &p->l->contexts.at[c->parent]) {
    const c_context *up = &p->l->contexts.at[c->parent];
    const c_inst *call = &up->function->block[c->call_block].inst[c->call_at];
    bool returns = call->op == C_RET;  // it comes back to it, and needs its operand
    c_flow_alive(up->flow, c->call_block, c->call_at + !returns, alive + up->base);
    alive[up->base + call->value] = 0;
  }
}

static sv_term default_of(c_lowering *l, uint32_t variable) {
  sv_terms *T = l->model->terms;
  sv_sort sort = l->model->variables.at[variable].sort;
  return sort.x == sv_sort_bool(T).x ? SV_FALSE : sv_const(T, sort, sv_small(0));
}

static void keep_slots(c_path *p, const uint8_t *before, const uint8_t *after) {
  for (uint32_t c = 0; c < p->l->contexts.n; c++) {
    const c_context *x = &p->l->contexts.at[c];
    if (x->thread != p->thread) continue;
    for (uint32_t v = 0; v < x->function->values; v++) {
      uint32_t slot = x->base + v;
      bool bound = p->env[slot].kind != C_NOTHING;
      if ((!after[slot] || !bound) && !(before[slot] && !after[slot])) continue;
      if (c_fixed_value(p->l, c, v)) continue;
      uint32_t variable = c_slot_variable(p->l, c, v);
      sv_term target = sv_model_var(p->l->model, variable, SV_ROLE_SELF);
      sv_term value = after[slot] ? c_kept_term(p, c, v) : default_of(p->l, variable);
      if (!sv_same(target, value)) sv_push(p->memory, (sv_update){target, value});
    }
  }
}

// a := store(store(a, i, x), j, y) as single elements, in order.
static void spell_out(c_path *p, sv_update u, uint32_t depth) {
  sv_node n = sv_node_of(terms(p), sv_index(u.value));
  bool array = sv_sort_get(terms(p), sv_sort_of(terms(p), u.target))->kind == SV_SORT_ARRAY;
  if (sv_same(u.value, u.target)) return;
  if (!array || n.op != SV_OP_STORE || depth > MOST_STORES) {
    sv_push(p->memory, u);
    return;
  }
  sv_term whole = n.args[0], index = n.args[1], value = n.args[2];
  spell_out(p, (sv_update){u.target, whole}, depth + 1);
  sv_push(p->memory, (sv_update){sv_app2(terms(p), SV_OP_SELECT, u.target, index), value});
}

static void spell_out_all(c_path *p) {
  sv_update *old = p->memory.at;
  uint32_t n = p->memory.n;
  p->memory.at = NULL, p->memory.n = p->memory.cap = 0;
  for (uint32_t i = 0; i < n; i++) spell_out(p, old[i], 0);
  sv_free(old);
}

static const char *text_of(c_path *p) {
  if (!p->shown || !p->shown->span.file) return "local computation";
  return c_statement_text(p->l, p->shown->span);
}

// ---- choices that nothing depends on are dropped

typedef struct {
  uint32_t *number;  // per choice: 1 + its new number, or 0
} renumbering;

static sv_term renumber(void *context, sv_terms *T, uint32_t index, const sv_node *n) {
  SV_UNUSED(index);
  const renumbering *r = context;
  return n->op == SV_OP_CHOICE ? sv_choice(T, n->sort, r->number[n->id] - 1) : SV_NONE;
}

static void mark_choices(c_path *p, sv_term t, renumbering *r) {
  sv_u32s cone = {0};
  if (sv_is_none(t)) return;
  sv_cone(terms(p), &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_node n = sv_node_of(terms(p), cone.at[i]);
    if (n.op == SV_OP_CHOICE) r->number[n.id] = 1;
  }
  sv_vec_free(cone);
}

static void drop_choices(c_path *p) {
  renumbering r = {SV_NEW_ARRAY(uint32_t, p->choices.n + 1)};
  uint32_t kept = 0;
  mark_choices(p, p->constraint, &r);
  mark_choices(p, p->argument, &r);
  for (uint32_t i = 0; i < p->memory.n; i++) {
    mark_choices(p, p->memory.at[i].target, &r);
    mark_choices(p, p->memory.at[i].value, &r);
  }
  for (uint32_t i = 0; i < p->choices.n; i++) {
    if (!r.number[i]) continue;
    p->choices.at[kept] = p->choices.at[i];
    r.number[i] = ++kept;
  }
  p->choices.n = kept;
  for (uint32_t i = 0; i < p->passed.n; i++) {
    uint32_t *choice = &p->passed.at[i].choice;
    if (*choice) *choice = r.number[*choice - 1];
  }
  p->constraint = sv_substitute(terms(p), p->constraint, renumber, &r);
  if (!sv_is_none(p->argument)) p->argument = sv_substitute(terms(p), p->argument, renumber, &r);
  for (uint32_t i = 0; i < p->memory.n; i++) {
    sv_update *u = &p->memory.at[i];
    u->target = sv_substitute(terms(p), u->target, renumber, &r);
    u->value = sv_substitute(terms(p), u->value, renumber, &r);
  }
  sv_free(r.number);
}

static void add_action(c_path *p, uint32_t to, uint32_t fails) {
  sv_model *m = p->l->model;
  const c_thread *t = &p->l->threads.at[p->thread];
  sv_edge edge = {.template_number = t->template_number,
                  .instance = SV_ANY_INSTANCE,
                  .from = &p->from,
                  .from_count = 1,
                  .to = to};
  sv_action a = {.edges = &edge,
                 .edge_count = 1,
                 .guard = p->guard,
                 .constraint = p->constraint,
                 .updates = p->memory.at,
                 .update_count = p->memory.n,
                 .choices = p->choices.at,
                 .choice_count = p->choices.n,
                 .passed = p->passed.at,
                 .passed_count = p->passed.n,
                 .fails = fails,
                 .cut = p->cut,
                 .text = text_of(p),
                 .span = p->shown ? p->shown->span : t->function->span};
  a.name =
      sv_names_cstr(m->names, sv_arena_printf(m->arena, "%s.%u", t->function->name, m->actions.n));
  sv_argument argument;
  sv_start start = {.argument_count = 0};
  if (p->starts) {
    const c_thread *s = &p->l->threads.at[p->starts - 1];
    start.template_number = s->template_number;
    start.result = SV_NONE;
    if (s->function->params) {
      uint32_t variable = c_slot_variable(p->l, s->context, 0);
      argument =
          (sv_argument){variable, sv_cast(m->terms, m->variables.at[variable].sort, p->argument)};
      start.arguments = &argument;
      start.argument_count = 1;
    }
    a.starts = &start;
    a.start_count = 1;
  }
  sv_model_action(m, &a);
}

// Where a thread ends or fails (no `there`) its values are forgotten.
void c_finish_at(c_path *p, uint32_t to, uint32_t fails, const c_work *there) {
  uint8_t *before = SV_NEW_ARRAY(uint8_t, p->l->slots.n + 1);
  uint8_t *after = SV_NEW_ARRAY(uint8_t, p->l->slots.n + 1);
  mark_alive(p, p->origin_context, p->origin_block, p->origin_at, before);
  if (there) mark_alive(p, there->context, there->block, there->at, after);
  keep_slots(p, before, after);
  spell_out_all(p);
  c_settle_choices(p);
  drop_choices(p);
  if (!c_is_dead(p)) add_action(p, to, fails);
  sv_free(before);
  sv_free(after);
}

void c_finish(c_path *p, uint32_t to, uint32_t fails) { c_finish_at(p, to, fails, NULL); }
