// unread.c -- variables that decide nothing.
//
// Once numbers of threads are any value, what a program keeps of them is often read
// no more: the rows for pthread_join, results, arguments. They are left out.

#include "engine/threads/anonymous.h"

typedef SV_VEC(sv_term) terms;

typedef struct {
  sv_model *m;
  sv_bits read;  // variables that decide something
  bool grew;
} slice;

static sv_node base_of(const sv_terms *T, sv_term target, terms *indices) {
  sv_node n = sv_node_of(T, sv_index(target));
  while (n.op == SV_OP_SELECT) {
    sv_push(*indices, n.args[1]);
    n = sv_node_of(T, sv_index(n.args[0]));
  }
  return n;
}

static void note_read(slice *s, const terms *roots) {
  sv_u32s cone = {0};
  sv_cone(s->m->terms, roots->at, roots->n, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_node n = sv_node_of(s->m->terms, cone.at[i]);
    if (n.op != SV_OP_VAR && n.op != SV_OP_NEXT) continue;
    s->grew |= !sv_bits_has(&s->read, n.id);
    sv_bits_add(&s->read, n.id);
  }
  sv_vec_free(cone);
}

static bool is_read(const slice *s, const sv_update *u) {
  terms indices = {0};
  sv_node base = base_of(s->m->terms, u->target, &indices);
  sv_vec_free(indices);
  return base.op != SV_OP_VAR || sv_bits_has(&s->read, base.id);
}

// What decides whether the step is possible, and what becomes of variables that are read.
static void note_action(slice *s, const sv_action *a) {
  terms roots = {0};
  sv_push(roots, a->guard);
  sv_push(roots, a->constraint);
  for (uint32_t i = 0; i < a->update_count; i++) {
    if (!is_read(s, &a->updates[i])) continue;
    base_of(s->m->terms, a->updates[i].target, &roots);
    sv_push(roots, a->updates[i].value);
  }
  for (uint32_t i = 0; i < a->start_count; i++)
    for (uint32_t k = 0; k < a->starts[i].argument_count; k++)
      if (sv_bits_has(&s->read, a->starts[i].arguments[k].variable))
        sv_push(roots, a->starts[i].arguments[k].value);
  note_read(s, &roots);
  sv_vec_free(roots);
}

static void find_read(slice *s) {
  terms roots = {0};
  sv_push(roots, s->m->init);
  for (uint32_t i = 1; i < s->m->properties.n; i++)
    if (!sv_is_none(s->m->properties.at[i].term)) sv_push(roots, s->m->properties.at[i].term);
  note_read(s, &roots);
  sv_vec_free(roots);
  for (s->grew = true; s->grew;) {
    s->grew = false;
    for (uint32_t i = 1; i < s->m->actions.n; i++) note_action(s, &s->m->actions.at[i]);
  }
}

void sv_threads_find_read(sv_model *m, sv_bits *read) {
  slice s = {.m = m};
  sv_bits_init(&s.read, m->variables.n);
  find_read(&s);
  *read = s.read;
}
