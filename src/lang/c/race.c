// race.c -- data races: two threads just before conflicting accesses.
//
// Where races are looked for, a thread stops just before every access to
// shared memory. A race is then a state: thread one stands before an access,
// thread two before another one, to the same bytes, one of them writes and one
// of them is not atomic. For every such pair there is an action with both
// threads as its edges, that fails; its guard says that the bytes are the same.
// In an atomic section all accesses lie behind its beginning, under the
// conditions of the path that leads to them.

#include "lang/c/external.h"
#include "lang/c/passed.h"

static sv_terms *terms(const c_lowering *l) { return l->model->terms; }

void c_note_access(c_path *p, const c_inst *i, c_value address, c_type type, bool writes,
                   bool atomic) {
  if (!p->l->races || !c_is_shared(p, address)) return;
  bool section = p->atomic > 0 || p->l->contexts.at[p->context].atomic;
  c_access a = {.thread = p->thread,
                .location = p->from,
                .guard = p->guard,
                .constraint = p->constraint,
                .inst = i,
                .here = p->l->here,
                .address = c_pack(p, address),
                .fixed = address.kind == C_PLACE ? address.storage : C_NO_STORAGE,
                .offset = address.offset,
                .at_offset = address.kind == C_PLACE && sv_is_none(address.index),
                .size = type.kind == C_INT ? (type.width + 7) / 8 : 8,
                .writes = writes,
                .atomic = atomic || section};
  sv_push(p->l->accesses, a);
}

// The other thread's variables, in a term of its own.
static sv_term other_role(void *context, sv_terms *T, uint32_t index, const sv_node *n) {
  SV_UNUSED(index);
  const c_lowering *l = context;
  if (n->op == SV_OP_SELF) return sv_self(T, 1);
  if (n->op != SV_OP_VAR || l->model->variables.at[n->id].owner == SV_GLOBAL) return SV_NONE;
  return sv_var(T, n->sort, n->id, 1);
}

sv_term c_as_other(c_lowering *l, sv_term t) { return sv_substitute(terms(l), t, other_role, l); }

static bool has_same_object(const c_lowering *l, const c_access *a, const c_access *b) {
  if (a->fixed != C_NO_STORAGE && b->fixed != C_NO_STORAGE) return a->fixed == b->fixed;
  uint32_t known = a->fixed != C_NO_STORAGE ? a->fixed : b->fixed;
  return known == C_NO_STORAGE || l->storages.at[known].exposed;
}

// Do they touch the same bytes?
static sv_term overlap(c_lowering *l, const c_access *a, const c_access *b) {
  sv_terms *T = terms(l);
  if (!has_same_object(l, a, b)) return SV_FALSE;
  if (a->at_offset && b->at_offset)
    return sv_bool_const(a->offset < b->offset + b->size && b->offset < a->offset + a->size);
  sv_term x = a->address, y = c_as_other(l, b->address);
  sv_sort sort = sv_sort_of(T, x);
  sv_term x_end = sv_app2(T, SV_OP_ADD, x, sv_const(T, sort, sv_small(a->size)));
  sv_term y_end = sv_app2(T, SV_OP_ADD, y, sv_const(T, sort, sv_small(b->size)));
  return sv_and(T, sv_app2(T, SV_OP_LT, x, y_end), sv_app2(T, SV_OP_LT, y, x_end));
}

static bool may_race(const c_lowering *l, const c_access *a, const c_access *b) {
  if (a->atomic && b->atomic) return false;
  if (!a->writes || (b->writes && b < a)) return false;
  return a->thread != b->thread || l->threads.at[a->thread].count != 1;
}

static uint32_t line_of(const c_lowering *l, const c_access *a) {
  return a->here.file ? sv_source_place(l->model->sources, a->here.file, a->here.begin).line : 0;
}

static void add_race(c_lowering *l, const c_access *a, const c_access *b, sv_term same) {
  sv_model *m = l->model;
  sv_edge edges[2] = {{.template_number = l->threads.at[a->thread].template_number,
                       .instance = SV_ANY_INSTANCE,
                       .from = &a->location,
                       .from_count = 1,
                       .to = l->threads.at[a->thread].exited},
                      {.template_number = l->threads.at[b->thread].template_number,
                       .instance = SV_ANY_INSTANCE,
                       .from = &b->location,
                       .from_count = 1,
                       .flags = SV_EDGE_PASSIVE}};
  const char *text = sv_arena_printf(m->arena, "%s here, while line %u %s the same memory",
                                     a->writes ? "writes" : "reads", line_of(l, b),
                                     b->writes ? "writes" : "reads");
  sv_term guard = sv_and(terms(l), same, sv_and(terms(l), a->guard, c_as_other(l, b->guard)));
  l->here = a->here;
  sv_passed passed[2];
  uint32_t places = c_statement_passed(l, a->here, 0, &passed[0]);
  places += c_statement_passed(l, b->here, 1, &passed[places]);
  sv_action action = {.edges = edges,
                      .edge_count = 2,
                      .guard = guard,
                      .constraint = SV_TRUE,
                      .fails = c_property(l, "data race", a->inst),
                      .text = text,
                      .passed = passed,
                      .passed_count = places,
                      .span = a->here};
  action.name = sv_names_cstr(m->names, sv_arena_printf(m->arena, "race.%u", m->actions.n));
  if (!sv_same(guard, SV_FALSE)) sv_model_action(m, &action);
}

// Choices on the way to an access, and in its address, are not supported.
static bool is_plain(c_lowering *l, const c_access *a) {
  bool plain =
      sv_same(a->constraint, SV_TRUE) && !c_has_choice(l, a->address) && !c_has_choice(l, a->guard);
  if (!plain)
    c_refuse(l, a->inst->span, "data races of an access that depends on an unknown value");
  return plain;
}

void c_add_races(c_lowering *l) {
  for (uint32_t i = 0; i < l->accesses.n; i++)
    for (uint32_t k = 0; k < l->accesses.n; k++) {
      const c_access *a = &l->accesses.at[i], *b = &l->accesses.at[k];
      if (!may_race(l, a, b)) continue;
      sv_term same = overlap(l, a, b);
      if (sv_same(same, SV_FALSE)) continue;
      if (!is_plain(l, a) || !is_plain(l, b)) return;
      add_race(l, a, b, same);
    }
}
