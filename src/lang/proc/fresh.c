// fresh.c -- local variables whose initial value is never read.
//
// A variable that is declared without a value may start with any value: for
// engines, a choice; for a mathematical integer even one among infinitely
// many. Mostly it is written before it is read, and no property looks at it:
// then its first value does not matter, and it starts with the default.

#include "base/bits.h"
#include "lang/proc/lower.h"

typedef struct {
  proc_lowering *l;
  uint32_t variable, first_action;
  bool *seen;  // locations
  sv_u32s work;
} walk;

static bool mentions(const sv_terms *T, const sv_term *roots, uint32_t n, uint32_t variable) {
  sv_u32s cone = {0};
  bool found = false;
  sv_cone(T, roots, n, &cone);
  for (uint32_t i = 0; i < cone.n && !found; i++) {
    sv_node node = sv_node_of(T, cone.at[i]);
    found = node.op == SV_OP_VAR && node.id == variable;
  }
  sv_vec_free(cone);
  return found;
}

static bool is_variable(const sv_terms *T, sv_term t, uint32_t variable) {
  sv_node node = sv_node_of(T, sv_index(t));
  return node.op == SV_OP_VAR && node.id == variable;
}

// Everything the action reads; a target counts unless it is the whole variable.
static bool reads(const walk *w, const sv_action *a) {
  const sv_terms *T = w->l->terms;
  SV_VEC(sv_term) roots = {0};
  sv_push(roots, a->guard);
  for (uint32_t i = 0; i < a->update_count; i++) {
    sv_push(roots, a->updates[i].value);
    if (!is_variable(T, a->updates[i].target, w->variable)) sv_push(roots, a->updates[i].target);
  }
  for (uint32_t i = 0; i < a->queue_op_count; i++) {
    sv_push(roots, a->queue_ops[i].queue);
    for (uint32_t k = 0; k < a->queue_ops[i].field_count; k++)
      sv_push(roots, a->queue_ops[i].fields[k]);
  }
  bool found = mentions(T, roots.at, roots.n, w->variable);
  sv_vec_free(roots);
  return found;
}

static bool writes(const walk *w, const sv_action *a) {
  for (uint32_t i = 0; i < a->update_count; i++)
    if (is_variable(w->l->terms, a->updates[i].target, w->variable)) return true;
  return false;
}

static void visit(walk *w, uint32_t location) {
  if (w->seen[location]) return;
  w->seen[location] = true;
  sv_push(w->work, location);
}

// Is the first value read on some way?
static bool is_read(walk *w) {
  const sv_model *m = w->l->model;
  while (w->work.n) {
    uint32_t location = sv_pop(w->work);
    for (uint32_t i = w->first_action; i < m->actions.n; i++) {
      const sv_action *a = &m->actions.at[i];
      if (a->edges[0].from[0] != location) continue;
      if (reads(w, a)) return true;
      if (!writes(w, a)) visit(w, a->edges[0].to);
    }
  }
  return false;
}

static bool observed(const proc_lowering *l, uint32_t variable) {
  const proc_decl *p = l->process;
  for (uint32_t i = 0; i < p->locals; i++)
    if (p->local[i]->variable[l->instance] == variable) return p->local[i]->observed;
  return false;
}

static bool first_value_matters(proc_lowering *l, uint32_t variable, uint32_t first_action) {
  const sv_template *t = &l->model->templates.at[l->template_number];
  walk w = {.l = l, .variable = variable, .first_action = first_action};
  w.seen = SV_NEW_ARRAY(bool, t->locations.n);
  visit(&w, t->entry);
  bool matters = observed(l, variable) || is_read(&w);
  sv_free(w.seen);
  sv_vec_free(w.work);
  return matters;
}

static sv_term default_of(proc_lowering *l, sv_sort sort) {
  const sv_sort_info *info = sv_sort_get(l->terms, sort);
  if (info->kind == SV_SORT_ARRAY) {
    sv_term element = default_of(l, info->element);
    return sv_array_fill(l->terms, sort, element);
  }
  return sv_const(l->terms, sort, sv_sort_default(l->terms, sort));
}

void proc_forget_free(proc_lowering *l, uint32_t first_variable) {
  uint32_t first_action = l->model->actions.n;
  while (first_action > 1 &&
         l->model->actions.at[first_action - 1].edges[0].template_number == l->template_number)
    first_action--;
  for (uint32_t v = first_variable; v < l->model->variables.n; v++) {
    const sv_variable *x = &l->model->variables.at[v];
    if (x->owner != l->template_number || x->is_pc || !sv_is_none(x->init)) continue;
    if (first_value_matters(l, v, first_action)) continue;
    sv_term value = default_of(l, x->sort);
    l->model->variables.at[v].init = value;
  }
}
