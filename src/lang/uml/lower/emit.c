// emit.c -- from a draft to actions of the model.
//
// Conditional assignments are terms, conditional entries of the log are words
// that may be empty. A conditional message parts the step into actions, one
// for each way the conditions can turn out; where there are too many, the step
// becomes an atomic section that sends one message after the other
// (section.c). A message for a pool without room is an action that fails the
// property `overflow`, after which nothing more is explored.

#include "lang/uml/lower/emit.h"

enum { MOST_VARIANTS = 8 };

static sv_terms *T(const uml_draft *d) { return d->lowering->terms; }

// ---- the log

typedef struct {
  sv_text format;
  SV_VEC(sv_term) values;
  SV_VEC(const sv_words *) words;
} printed;

static const sv_words *optional_words(uml_draft *d, const char *text) {
  uml_lowering *l = d->lowering;
  sv_text line = {0};
  for (const char *c = text; *c; c++)
    if (*c != '%' || c[1] != '%') sv_text_char(&line, *c);
  sv_text_char(&line, '\n');
  sv_name names[2] = {sv_names_cstr(l->context->names, ""),
                      sv_names_cstr(l->context->names, sv_text_get(&line))};
  sv_text_free(&line);
  return sv_model_words(l->model, names, 2);
}

static void print_entry(uml_draft *d, const uml_entry *e, printed *out) {
  if (sv_same(e->when, SV_TRUE) || e->n) {
    for (const char *c = e->text; *c; c++) {
      if (*c == '"' || *c == '\\') sv_text_char(&out->format, '\\');
      sv_text_char(&out->format, *c);
    }
    sv_text_string(&out->format, "\\n");
    for (uint32_t i = 0; i < e->n; i++) {
      sv_push(out->values, e->values[i]);
      sv_push(out->words, e->words[i]);
    }
    return;
  }
  sv_text_string(&out->format, "%e");
  sv_push(out->values, sv_ite(T(d), e->when, sv_int_const(T(d), 1), sv_int_const(T(d), 0)));
  sv_push(out->words, optional_words(d, e->text));
}

// ---- one action

static void add_control(uml_draft *d) {
  const uml_layout *y = d->instance->layout;
  sv_model *m = d->lowering->model;
  for (uint32_t k = 0; k < y->units.n; k++) {
    if (d->place[k].kind == UML_KEEPS) continue;
    sv_term target = sv_model_var(m, d->instance->unit[k], SV_ROLE_SELF);
    uml_set_now(d, target, uml_place_term(d, y->units.at[k]));
  }
  for (uint32_t k = 0; d->instance->token && k < uml_slots(y); k++)
    if (d->token[k] >= 0)
      uml_set_now(d, sv_model_var(m, d->instance->token[k], SV_ROLE_SELF),
                  sv_int_const(T(d), d->ends ? 0 : d->token[k]));
  for (uint32_t k = 0; k < y->completing; k++) {
    sv_term target = sv_model_var(m, d->instance->completion[k], SV_ROLE_SELF);
    sv_term value = d->ends ? sv_int_const(T(d), 0) : d->completion[k];
    if (!sv_same(value, target)) uml_set_now(d, target, value);
  }
}

static sv_term default_of(const uml_draft *d, uint32_t variable) {
  sv_sort sort = d->lowering->model->variables.at[variable].sort;
  return sv_const(T(d), sort, sv_sort_default(T(d), sort));
}

// Nothing of the machine is left.
static void add_end(uml_draft *d) {
  const uml_instance *i = d->instance;
  sv_model *m = d->lowering->model;
  for (uint32_t k = 0; k < i->layout->units.n; k++)
    if (i->selected[k])
      uml_set_now(d, sv_model_var(m, i->selected[k], SV_ROLE_SELF), sv_int_const(T(d), 0));
  for (uint32_t k = 0; i->token && k < uml_slots(i->layout); k++)
    uml_set_now(d, sv_model_var(m, i->token[k], SV_ROLE_SELF), sv_int_const(T(d), 0));
  for (uint32_t k = 0; k < i->class->region_count; k++) {
    if (i->kept[k])
      uml_set_now(d, sv_model_var(m, i->kept[k], SV_ROLE_SELF), default_of(d, i->kept[k]));
    for (uint32_t u = 0; i->kept_deep[k] && u < i->layout->units.n; u++)
      if (i->kept_deep[k][u])
        uml_set_now(d, sv_model_var(m, i->kept_deep[k][u], SV_ROLE_SELF),
                    default_of(d, i->kept_deep[k][u]));
  }
  for (uint32_t k = 0; k < i->class->vertices.n; k++)
    if (i->activity[k])
      uml_set_now(d, sv_model_var(m, i->activity[k], SV_ROLE_SELF), default_of(d, i->activity[k]));
  for (uint32_t f = 0; i->parameter && f < d->lowering->field_count; f++)
    uml_set_now(d, sv_model_var(m, i->parameter[f], SV_ROLE_SELF), default_of(d, i->parameter[f]));
}

// Interleaved: whoever comes to rest last forgets the event.
static void forget_event(uml_draft *d) {
  uml_lowering *l = d->lowering;
  const uml_instance *i = d->instance;
  sv_term last = uml_all_at_rest(d);
  for (uint32_t f = 0; i->parameter && f < l->field_count; f++) {
    sv_term target = sv_model_var(l->model, i->parameter[f], SV_ROLE_SELF);
    uml_set_now(d, target, sv_ite(T(d), last, default_of(d, i->parameter[f]), target));
  }
}

static void add_ops(uml_draft *d, const uml_messages *all, uml_queue_ops *ops) {
  const uml_layout *y = d->instance->layout;
  bool flush = y->defers && (d->lowering->thesis ? !d->silent : d->flushes);
  if (d->dequeues) sv_push(*ops, (sv_queue_op){.verb = SV_DEQUEUE, .queue = d->instance->queue});
  if (flush) sv_push(*ops, (sv_queue_op){.verb = SV_FLUSH, .queue = d->instance->queue});
  for (uint32_t k = 0; k < all->n; k++)
    sv_push(*ops, (sv_queue_op){.verb = SV_ENQUEUE,
                                .queue = uml_receiver_queue(d, all->at[k]),
                                .fields = all->at[k]->fields,
                                .field_count = d->lowering->field_count});
  if (d->ends) sv_push(*ops, (sv_queue_op){.verb = SV_EMPTY, .queue = d->instance->queue});
}

// ---- variants: each condition is true or false

typedef struct {
  uml_draft *draft;
  const uml_edge *edge;
  SV_VEC(sv_term) conditions;
  uint32_t count;
  bool counting;
} variants;

static void add_condition(variants *v, sv_term c) {
  if (sv_same(c, SV_TRUE) || sv_same(c, SV_FALSE)) return;
  for (uint32_t i = 0; i < v->conditions.n; i++)
    if (sv_same(sv_positive(v->conditions.at[i]), sv_positive(c))) return;
  sv_push(v->conditions, sv_positive(c));
}

static void collect_conditions(variants *v) {
  uml_draft *d = v->draft;
  for (uint32_t i = 0; i < d->sends.n; i++) {
    add_condition(v, d->sends.at[i].when);
    add_condition(v, uml_is_received(d, &d->sends.at[i]));
  }
  for (uint32_t i = 0; i < d->log.n; i++)
    if (d->log.at[i].n) add_condition(v, d->log.at[i].when);
}

// What the condition is in this variant.
static bool is_true(const variants *v, const bool *values, sv_term c) {
  if (sv_same(c, SV_TRUE) || sv_same(c, SV_FALSE)) return sv_same(c, SV_TRUE);
  for (uint32_t i = 0; i < v->conditions.n; i++)
    if (sv_same(v->conditions.at[i], sv_positive(c))) return values[i] != sv_negated(c);
  SV_UNREACHABLE();
}

// Where events are deferred and several states could hold them, they are sorted afterwards.
static void emit_sorting(uml_draft *d, uml_action_draft *a, sv_term guard) {
  const uml_instance *i = d->instance;
  bool sorts = i->sorting && d->flushes && !d->ends;
  sv_term count = sv_app1(T(d), SV_OP_QDEFER, i->queue);
  sv_term none = sorts ? sv_eq(T(d), count, sv_int_const(T(d), 0)) : SV_TRUE;
  uml_write_action(d, a, sv_and(T(d), guard, none));
  if (!sorts) return;
  uml_edge edge = *a->edge;
  uml_action_draft sorted = *a;
  sv_term again = sv_model_var(d->lowering->model, i->again, SV_ROLE_SELF);
  sv_term scope = sv_model_var(d->lowering->model, i->scope, SV_ROLE_SELF);
  edge.to = i->sorting;
  sorted.edge = &edge;
  uml_set_now(d, again, count);
  uml_set_now(d, scope, sv_int_const(T(d), d->scope));
  uml_write_action(d, &sorted, sv_and(T(d), guard, sv_not(none)));
  uml_set_now(d, again, again);
  uml_set_now(d, scope, scope);
}

static void emit_asserting(uml_draft *d, uml_action_draft *a, sv_term guard) {
  for (uint32_t i = 0; i < d->asserts.n; i++) {
    const uml_assertion *s = &d->asserts.at[i];
    sv_term fails = sv_and(T(d), s->when, sv_not(s->holds));
    if (sv_same(fails, SV_FALSE)) continue;
    a->fails = s->source ? uml_assertion_property(d->lowering, s->source)
                         : uml_fault_property(d->lowering, UML_FAULT_RACE);
    emit_sorting(d, a, sv_and(T(d), guard, fails));
    guard = sv_and(T(d), guard, sv_not(fails));
  }
  a->fails = 0;
  emit_sorting(d, a, guard);
}

static void emit_variant(variants *v, sv_term guard, const bool *values) {
  uml_draft *d = v->draft;
  uml_action_draft a = {.edge = v->edge};
  uml_messages all = {0};
  printed out = {0};
  sv_term room = SV_TRUE;
  bool drops = false;
  for (uint32_t i = 0; i < d->sends.n; i++) {
    const uml_sending *m = &d->sends.at[i];
    bool received = is_true(v, values, uml_is_received(d, m));
    if (received) sv_push(all, m);
    else if (is_true(v, values, m->when)) drops = true;
  }
  for (uint32_t i = 0; i < all.n; i++) room = sv_and(T(d), room, uml_room(d, &all, i));
  for (uint32_t i = 0; i < d->log.n; i++) {
    const uml_entry *e = &d->log.at[i];
    if (!e->n || is_true(v, values, e->when)) print_entry(d, e, &out);
  }
  a.sent = &all;
  add_ops(d, &all, &a.ops);
  a.print = out.format.n ? sv_text_get(&out.format) : NULL;
  a.prints = out.values.at;
  a.print_words = out.words.at;
  a.print_count = out.values.n;
  a.drops = drops;
  if (drops)
    a.lost =
        1 + sv_model_item(d->lowering->model, SV_ITEM_LOST,
                          sv_arena_printf(d->lowering->arena,
                                          "a message to an object that has finished, by %s",
                                          v->edge->text ? v->edge->text : sv_text_get(&d->text)),
                          d->span);
  uml_write_overflow(d, &a, sv_and(T(d), guard, sv_not(room)));
  emit_asserting(d, &a, sv_and(T(d), guard, room));
  sv_vec_free(all);
  sv_vec_free(a.ops);
  sv_text_free(&out.format);
  sv_vec_free(out.values);
  sv_vec_free(out.words);
}

static void each_variant(variants *v, sv_term guard, bool *values, uint32_t n) {
  if (sv_same(guard, SV_FALSE) || v->count > MOST_VARIANTS) return;
  if (n == v->conditions.n) {
    v->count++;
    if (!v->counting) emit_variant(v, guard, values);
    return;
  }
  sv_term c = v->conditions.at[n];
  for (int value = 1; value >= 0; value--) {
    values[n] = value;
    each_variant(v, sv_and(T(v->draft), guard, value ? c : sv_not(c)), values, n + 1);
  }
}

static void emit_good(uml_draft *d, const uml_edge *edge, sv_term guard) {
  variants v = {.draft = d, .edge = edge, .counting = true};
  collect_conditions(&v);
  bool *values = SV_NEW_ARRAY(bool, v.conditions.n + 1);
  each_variant(&v, guard, values, 0);
  bool few = v.count <= MOST_VARIANTS;
  v.count = 0;
  v.counting = false;
  if (few) each_variant(&v, guard, values, 0);
  else if (d->sends.n) uml_emit_section(d, edge, guard);
  else
    sv_diag(d->lowering->context->diags, SV_UNSUPPORTED, d->span,
            "more than %d ways to log values in one step", MOST_VARIANTS);
  sv_free(values);
  sv_vec_free(v.conditions);
}

void uml_emit_rest(uml_draft *d, const uml_edge *edge) {
  sv_clear(d->sends);
  emit_good(d, edge, SV_TRUE);
}

void uml_emit(uml_draft *d, const uml_edge *edge) {
  sv_term guard = d->guard;
  if (uml_draft_is_dead(d)) return;
  for (int f = 0; f < UML_FAULT_COUNT; f++) {
    uml_write_fault(d, edge, (uml_fault)f, sv_and(T(d), guard, d->bad[f]));
    guard = sv_and(T(d), guard, sv_not(d->bad[f]));
  }
  if (sv_same(guard, SV_FALSE)) return;
  add_control(d);
  if (d->lowering->interleaved && !d->dequeues) forget_event(d);
  if (d->ends) add_end(d);
  emit_good(d, edge, guard);
}
