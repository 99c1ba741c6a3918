// validate_action.c -- actions.
//
// Every part of an action is a place of its own for terms: guards know no
// choices, constraints also know `next` and `other`, updates know `other` if
// their target is a broadcast. The builder has checked that templates and
// locations exist.

#include "model/validate.h"

static sv_spot place_in(const sv_action *a, const char *what) {
  return (sv_spot){.span = a->span,
                   .what = what,
                   .item = "action",
                   .name = a->name,
                   .edges = a->edges,
                   .edge_count = a->edge_count,
                   .choices = a->choices,
                   .choice_count = a->choice_count,
                   .choice = true};
}

static const char *name_of(const sv_validator *v, sv_name name) {
  return sv_names_get(v->m->names, name);
}

static sv_sort the_int(const sv_validator *v) { return sv_sort_int(v->m->terms); }
static sv_sort the_bool(const sv_validator *v) { return sv_sort_bool(v->m->terms); }

// --- edges and choices

static bool shares_instance(const sv_action *a, uint32_t i) {
  for (uint32_t j = 0; j < i; j++)
    if (a->edges[j].template_number == a->edges[i].template_number &&
        a->edges[j].instance == a->edges[i].instance && a->edges[i].instance != SV_ANY_INSTANCE)
      return true;
  return false;
}

static void check_edges(sv_validator *v, const sv_action *a) {
  sv_spot p = place_in(a, "edge");
  if (a->edge_count > SV_ROLE_OTHER) sv_fault(v, &p, "more edges than there are roles");
  for (uint32_t i = 0; i < a->edge_count; i++) {
    const sv_edge *e = &a->edges[i];
    const sv_template *t = &v->m->templates.at[e->template_number];
    if (e->instance != SV_ANY_INSTANCE && e->instance >= t->pool)
      sv_fault(v, &p, "`%s` has no instance %u", name_of(v, t->name), e->instance);
    if (shares_instance(a, i)) sv_fault(v, &p, "two edges of one instance");
    for (uint32_t j = 0; j < e->from_count; j++)
      if (!e->from[j]) sv_fault(v, &p, "a process that is not running cannot move");
  }
}

static void check_choices(sv_validator *v, const sv_action *a) {
  sv_spot p = place_in(a, "choice");
  for (uint32_t i = 0; i < a->choice_count; i++) {
    const sv_choice_input *c = &a->choices[i];
    if (!c->sort.x || sv_sort_get(v->m->terms, c->sort)->kind == SV_SORT_ARRAY)
      sv_fault(v, &p, "its sort must be that of single values");
    if (c->per_other && !a->edge_count) sv_fault(v, &p, "no process acts, so there are no others");
    for (uint32_t j = 0; c->name.x && j < i; j++)
      if (a->choices[j].name.x == c->name.x)
        sv_fault(v, &p, "two have the name `%s`", name_of(v, c->name));
  }
}

// --- constraint: each conjunct may have its own `other`

static void check_constraint(sv_validator *v, const sv_action *a) {
  SV_VEC(sv_term) todo = {0};
  sv_push(todo, a->constraint);
  while (todo.n) {
    sv_term t = sv_pop(todo);
    sv_spot p = place_in(a, "constraint");
    p.next = p.other = true;
    sv_node node = sv_node_of(v->m->terms, sv_index(t));
    if (node.op == SV_OP_AND && !sv_negated(t))
      for (uint32_t i = node.n; i--;) sv_push(todo, node.args[i]);
    else if (!sv_check_term(v, &p, t, the_bool(v))) break;
  }
  sv_vec_free(todo);
}

// --- updates

static void check_update(sv_validator *v, const sv_action *a, const sv_update *u) {
  sv_spot p = place_in(a, "update");
  sv_node root;
  if (!sv_check_target(v, &p, u->target, &root)) return;
  p.other = root.op == SV_OP_VAR && root.role == SV_ROLE_OTHER;
  if (p.other) p.other_template = v->m->variables.at[root.id].owner;
  if (!sv_check_term(v, &p, u->target, SV_SORT_NONE)) return;
  sv_check_term(v, &p, u->value, sv_sort_of(v->m->terms, u->target));
}

// --- queue operations

static void check_fields(sv_validator *v, const sv_action *a, const sv_queue_op *op) {
  sv_node node = sv_node_of(v->m->terms, sv_index(op->queue));
  const sv_queue_family *q = node.op == SV_OP_QUEUE ? &v->m->queues.at[node.id] : NULL;
  sv_spot p = place_in(a, "message");
  if (q && q->field_count != op->field_count) {
    sv_fault(v, &p, "queue `%s` has messages of %u field%s, not %u", name_of(v, q->name),
             q->field_count, q->field_count == 1 ? "" : "s", op->field_count);
    return;
  }
  for (uint32_t i = 0; i < op->field_count; i++) {
    sv_spot here = p;
    if (!sv_check_term(v, &here, op->fields[i], q ? q->fields[i] : SV_SORT_NONE)) return;
    if (sv_sort_get(v->m->terms, sv_sort_of(v->m->terms, op->fields[i]))->kind == SV_SORT_ARRAY)
      sv_fault(v, &p, "a field is a single value, no array");
  }
}

// Others become empty where their process ends.
static bool is_global_queue(const sv_validator *v, sv_term t) {
  if (sv_is_none(t)) return true;  // reported elsewhere
  sv_node node = sv_node_of(v->m->terms, sv_index(t));
  return node.op == SV_OP_QUEUE && !node.n && v->m->queues.at[node.id].owner == SV_GLOBAL;
}

static void check_queue_op(sv_validator *v, const sv_action *a, const sv_queue_op *op) {
  sv_spot p = place_in(a, "queue operation");
  bool slotted = op->verb == SV_ENQUEUE || op->verb == SV_DEQUEUE;
  if (op->verb == SV_EMPTY && !is_global_queue(v, op->queue))
    sv_fault(v, &p, "only a global queue, given by its name, becomes empty by an action");
  if (!sv_check_term(v, &p, op->queue, sv_sort_ref(v->m->terms))) return;
  if (!sv_is_none(op->slot) && !slotted)
    sv_fault(v, &p, "only messages that come or go have a slot");
  if (!sv_is_none(op->slot)) sv_check_term(v, &p, op->slot, the_int(v));
  if (op->verb == SV_ENQUEUE) check_fields(v, a, op);
  else if (op->field_count) sv_fault(v, &p, "only messages that come have fields");
}

// --- starts

static bool check_argument(sv_validator *v, const sv_action *a, const sv_start *s, uint32_t i) {
  sv_spot p = place_in(a, "start");
  const sv_argument *argument = &s->arguments[i];
  const sv_variable *x = &v->m->variables.at[argument->variable];
  const char *name = name_of(v, v->m->templates.at[s->template_number].name);
  if (!argument->variable || x->owner != s->template_number)
    return sv_fault(v, &p, "`%s` has no such variable", name), false;
  if (x->is_pc) return sv_fault(v, &p, "the program counter is no argument"), false;
  for (uint32_t j = 0; j < i; j++)
    if (s->arguments[j].variable == argument->variable)
      return sv_fault(v, &p, "two arguments for `%s`", name_of(v, x->name)), false;
  return sv_check_term(v, &p, argument->value, x->sort);
}

static void check_start(sv_validator *v, const sv_action *a, const sv_start *s) {
  sv_spot p = place_in(a, "start");
  const sv_template *t = &v->m->templates.at[s->template_number];
  sv_node root;
  if (!s->at && (!t->entry || t->entry >= t->locations.n))
    sv_fault(v, &p, "`%s` has no entry", name_of(v, t->name));
  for (uint32_t i = 0; i < s->argument_count; i++) check_argument(v, a, s, i);
  if (sv_is_none(s->result) || !sv_check_target(v, &p, s->result, &root)) return;
  sv_check_term(v, &p, s->result, the_int(v));
}

// --- what is printed

// Conversions in the format, or UINT32_MAX if there is an unknown one.
static uint32_t conversions(const char *format) {
  uint32_t n = 0;
  for (const char *s = format; *s; s++) {
    if (*s != '%') continue;
    if (*++s == '%') continue;
    if (!*s || !strchr("duxoce", *s)) return UINT32_MAX;
    n++;
  }
  return n;
}

static void check_print(sv_validator *v, const sv_action *a) {
  sv_spot p = place_in(a, "print");
  if (!a->print) {
    if (a->print_count) sv_fault(v, &p, "there are values but no format");
    return;
  }
  if (conversions(a->print) != a->print_count)
    sv_fault(v, &p, "the format must have one of %%d %%u %%x %%o %%c %%e for each value");
  for (uint32_t i = 0; i < a->print_count; i++) {
    sv_spot here = p;
    if (!sv_check_term(v, &here, a->prints[i], SV_SORT_NONE)) return;
    sv_sort sort = sv_sort_of(v->m->terms, a->prints[i]);
    if (sv_sort_get(v->m->terms, sort)->kind == SV_SORT_ARRAY)
      sv_fault(v, &p, "a value is a single one, no array");
    if (a->print_words) sv_check_words(v, &p, a->print_words[i], sort);
  }
}

static void check_blames(sv_validator *v, const sv_action *a) {
  sv_spot p = place_in(a, "blame");
  p.choice = false;
  for (uint32_t i = 0; i < a->blame_count; i++) {
    const sv_blame *b = &a->blames[i];
    if (!a->fails || !b->text) sv_fault(v, &p, "only a step that fails is blamed, in words");
    sv_check_term(v, &p, b->when, the_bool(v));
    if (!sv_is_none(b->value)) sv_check_term(v, &p, b->value, SV_SORT_NONE);
  }
}

void sv_check_action(sv_validator *v, const sv_action *a) {
  sv_spot guard = place_in(a, "guard"), itself = place_in(a, NULL);
  guard.choice = false;
  check_edges(v, a);
  check_choices(v, a);
  sv_check_term(v, &guard, a->guard, the_bool(v));
  check_constraint(v, a);
  check_blames(v, a);
  for (uint32_t i = 0; i < a->update_count; i++) check_update(v, a, &a->updates[i]);
  for (uint32_t i = 0; i < a->queue_op_count; i++) check_queue_op(v, a, &a->queue_ops[i]);
  for (uint32_t i = 0; i < a->start_count; i++) check_start(v, a, &a->starts[i]);
  check_print(v, a);
  if (a->fails && v->m->properties.at[a->fails].kind != SV_PROP_ASSERTION)
    sv_fault(v, &itself, "`%s` is no assertion, so a step cannot fail it",
             name_of(v, v->m->properties.at[a->fails].name));
}
