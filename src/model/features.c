// features.c -- what an engine has to cope with.
//
// Unbounded integers matter where a state or a choice can hold one; terms in
// between may be integers in every model. Real numbers and wide bit vectors
// matter anywhere, so all terms are looked at. Recursion cannot be computed
// from a model: the language that lowered it says so.

#include "model/print.h"

static void add(sv_term_vec *out, sv_term t) {
  if (!sv_is_none(t)) sv_push(*out, t);
}

static void add_queue_ops(sv_term_vec *out, const sv_action *a) {
  for (uint32_t i = 0; i < a->queue_op_count; i++) {
    const sv_queue_op *q = &a->queue_ops[i];
    add(out, q->queue);
    add(out, q->slot);
    for (uint32_t j = 0; j < q->field_count; j++) add(out, q->fields[j]);
  }
}

static void add_starts(sv_term_vec *out, const sv_action *a) {
  for (uint32_t i = 0; i < a->start_count; i++) {
    const sv_start *s = &a->starts[i];
    add(out, s->result);
    for (uint32_t j = 0; j < s->argument_count; j++) add(out, s->arguments[j].value);
  }
}

static void add_action(sv_term_vec *out, const sv_action *a) {
  add(out, a->guard);
  add(out, a->constraint);
  for (uint32_t i = 0; i < a->update_count; i++) {
    add(out, a->updates[i].target);
    add(out, a->updates[i].value);
  }
  for (uint32_t i = 0; i < a->print_count; i++) add(out, a->prints[i]);
  add_queue_ops(out, a);
  add_starts(out, a);
}

static void add_property(sv_term_vec *out, const sv_property *p) {
  add(out, p->term);
  for (uint32_t i = 0; p->automaton && i < p->automaton->edge_count; i++)
    add(out, p->automaton->edges[i].guard);
}

void sv_model_roots(const sv_model *m, sv_term_vec *out) {
  add(out, m->init);
  for (uint32_t i = 1; i < m->variables.n; i++) add(out, m->variables.at[i].init);
  for (uint32_t i = 1; i < m->properties.n; i++) add_property(out, &m->properties.at[i]);
  for (uint32_t i = 1; i < m->actions.n; i++) add_action(out, &m->actions.at[i]);
  for (uint32_t t = 1; t < m->templates.n; t++)
    for (uint32_t l = 1; l < m->templates.at[t].locations.n; l++)
      add(out, m->templates.at[t].locations.at[l].invariant);
}

static unsigned of_terms(const sv_model *m) {
  unsigned found = 0;
  sv_term_vec roots = {0};
  sv_u32s cone = {0};
  sv_model_roots(m, &roots);
  sv_cone(m->terms, roots.at, roots.n, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_sort sort = sv_sort_scalar(m->terms, sv_node_of(m->terms, cone.at[i]).sort);
    const sv_sort_info *s = sv_sort_get(m->terms, sort);
    if (s->kind == SV_SORT_REAL) found |= SV_FEATURE_REAL;
    if (s->kind == SV_SORT_BV && s->size > 62) found |= SV_FEATURE_WIDE;
  }
  sv_vec_free(cone);
  sv_vec_free(roots);
  return found;
}

// Of what can be stored or chosen.
static unsigned of_sort(const sv_model *m, sv_sort sort) {
  const sv_sort_info *s = sv_sort_get(m->terms, sv_sort_scalar(m->terms, sort));
  if (s->kind == SV_SORT_INT && !s->ranged) return SV_FEATURE_INT;
  if (s->kind == SV_SORT_REAL) return SV_FEATURE_REAL;
  return s->kind == SV_SORT_BV && s->size > 62 ? SV_FEATURE_WIDE : 0;
}

static unsigned of_queue(const sv_model *m, const sv_queue_family *q) {
  unsigned found = q->capacity == SV_UNBOUNDED ? SV_FEATURE_QUEUE : 0;
  for (uint32_t i = 0; i < q->field_count; i++) found |= of_sort(m, q->fields[i]);
  return found;
}

static unsigned of_action(const sv_model *m, const sv_action *a) {
  unsigned found = 0;
  for (uint32_t i = 0; i < a->choice_count; i++) found |= of_sort(m, a->choices[i].sort);
  return found;
}

unsigned sv_model_features(const sv_model *m) {
  unsigned found = m->declared_features | of_terms(m);
  for (uint32_t i = 1; i < m->variables.n; i++) found |= of_sort(m, m->variables.at[i].sort);
  for (uint32_t i = 1; i < m->queues.n; i++) found |= of_queue(m, &m->queues.at[i]);
  for (uint32_t i = 1; i < m->actions.n; i++) found |= of_action(m, &m->actions.at[i]);
  for (uint32_t i = 1; i < m->templates.n; i++)
    if (m->templates.at[i].pool == SV_UNBOUNDED) found |= SV_FEATURE_CREATION;
  return found;
}

sv_span sv_model_feature_place(const sv_model *m, unsigned features) {
  if (features & SV_FEATURE_RECURSION) return m->recursion;
  for (uint32_t i = 1; i < m->variables.n; i++)
    if (of_sort(m, m->variables.at[i].sort) & features) return m->variables.at[i].span;
  for (uint32_t i = 1; i < m->queues.n; i++)
    if (of_queue(m, &m->queues.at[i]) & features) return m->queues.at[i].span;
  for (uint32_t i = 1; i < m->actions.n; i++)
    if (of_action(m, &m->actions.at[i]) & features) return m->actions.at[i].span;
  return SV_NOWHERE;
}

const char *sv_feature_text(sv_feature_bit bit) {
  static const char *const text[] = {
#define X(NAME, TEXT) TEXT,
      SV_FEATURES(X)
#undef X
  };
  REQUIRE((unsigned)bit < SV_FEATURE_COUNT, "no such feature");
  return text[bit];
}
