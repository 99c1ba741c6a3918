// applicable.c -- which models the method is for, and when it may be lazy.
//
// Threads must be anonymous: no action may ask for numbers of instances, count
// them, or look into another one but by broadcast. One template, one thread at
// the start, one thread per step. What is not of this kind is refused, with
// its name; over-approximating it would be sound, but of little use.

#include "engine/threads/threads.h"
#include "model/print.h"

static const char *refused_op(const sv_node *n, bool has_stack) {
  switch (n->op) {
  case SV_OP_SELF: return "numbers of processes";
  case SV_OP_ALIVE: return "counting processes";
  case SV_OP_REMOTE:
  case SV_OP_FIND: return "looking into other processes";
  case SV_ANY_REFERENCE_OP:
  case SV_ANY_QUEUE_OP: return has_stack ? NULL : "queues";
  case SV_ANY_LEAF_OP:
  case SV_ANY_CORE_OP:
  case SV_ANY_COMPARISON_OP:
  case SV_ANY_ARITHMETIC_OP:
  case SV_ANY_BITS_OP:
  case SV_ANY_CONVERSION_OP:
  case SV_ANY_ARRAY_OP: return NULL;
  }
  SV_UNREACHABLE();
}

static const char *refused_term(const sv_model *m, bool has_stack) {
  const char *why = NULL;
  sv_term_vec roots = {0};
  sv_u32s cone = {0};
  sv_model_roots(m, &roots);
  sv_cone(m->terms, roots.at, roots.n, &cone);
  for (uint32_t i = 0; i < cone.n && !why; i++) {
    sv_node n = sv_node_of(m->terms, cone.at[i]);
    why = refused_op(&n, has_stack);
  }
  sv_vec_free(cone);
  sv_vec_free(roots);
  return why;
}

static const char *refused_location(const sv_location *l) {
  if (l->flags & SV_LOC_YIELDING) return "sections that yield";
  if (l->flags & SV_LOC_COMMITTED) return "committed locations";
  return sv_is_none(l->invariant) ? NULL : "invariants of locations";
}

static const char *refused_template(const sv_template *t) {
  const char *why = NULL;
  if (t->initial != 1) return "other than one process at the start";
  for (uint32_t l = 1; l < t->locations.n && !why; l++) why = refused_location(&t->locations.at[l]);
  if (!why && (t->locations.at[t->entry].flags & SV_LOC_BLOCKING))
    why = "processes that start inside an atomic section";
  return why;
}

static const char *refused_action(const sv_model *m, const sv_action *a) {
  if (a->edge_count != 1) return "steps of several processes";
  const sv_edge *e = &a->edges[0];
  if (e->instance != SV_ANY_INSTANCE) return "steps of a process by its number";
  if (a->priority || e->priority) return "priorities";
  for (uint32_t i = 0; i < a->start_count; i++) {
    const sv_template *t = &m->templates.at[a->starts[i].template_number];
    uint32_t at = a->starts[i].at ? a->starts[i].at : t->entry;
    if (!sv_is_none(a->starts[i].result)) return "numbers of processes";
    if (t->locations.at[at].flags & SV_LOC_BLOCKING)
      return "processes that start inside an atomic section";
  }
  return NULL;
}

const char *sv_threads_refuses(const sv_model *m, bool has_stack) {
  if (m->templates.n != 2) return "other than one kind of process";
  if (m->queues.n > 1 && !has_stack) return "queues";
  if (m->process_limit) return "languages that limit the number of processes";
  const char *why = refused_template(&m->templates.at[1]);
  for (uint32_t i = 1; i < m->actions.n && !why; i++) why = refused_action(m, &m->actions.at[i]);
  return why ? why : refused_term(m, has_stack);
}

bool sv_thread_is_lazy(const sv_thread_system *s, const sv_options *o) {
  return o->reduction != SV_OPT_REDUCTION_OFF && !s->has_broadcasts;
}

bool sv_thread_is_passed(const sv_thread_system *s, bool lazy, uint32_t location) {
  const sv_u32s *leaving = &s->leaving.at[location];
  for (uint32_t i = 0; i < leaving->n && lazy; i++)
    if (s->actions.at[leaving->at[i]].touches) return true;
  return !lazy || sv_bits_has(&s->blocking, location);
}

// A step that touches nothing shared commutes with what others do, so it may as well be
// taken while another thread is inside an atomic section; where changes are not passed,
// nothing would tell that the section has ended.
sv_lit sv_thread_condition(const sv_thread_action *a, bool lazy) {
  return lazy && !a->touches ? a->possible : a->enabled;
}
