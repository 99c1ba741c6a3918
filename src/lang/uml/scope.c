// scope.c -- see scope.h.

#include "lang/uml/scope.h"

const uml_vertex *uml_main_vertex(const uml_vertex *v, const uml_region *r) {
  while (v && v->region != r) v = v->owner;
  return v;
}

static const uml_region *region_of_state_with(const uml_vertex *state, const uml_vertex *inside) {
  for (uint32_t i = 0; i < state->regions.n; i++)
    if (uml_inside_region(inside, state->regions.at[i])) return state->regions.at[i];
  return NULL;
}

// Points stand for their states; an entry point leads into its state, which stays, and what leads
// to an exit point stays inside.
const uml_region *uml_scope_of(const uml_transition *t) {
  const uml_vertex *from = t->source, *to = t->target;
  if (to->kind == UML_EXIT_POINT) return region_of_state_with(to->owner, from);
  if (from->kind == UML_ENTRY_POINT) return region_of_state_with(from->owner, to);
  if (from->kind == UML_EXIT_POINT) from = from->owner;
  if (to->kind == UML_ENTRY_POINT) to = to->owner;
  if (t->kind == UML_LOCAL && from != to && uml_inside(to, from))
    return region_of_state_with(from, to);
  for (const uml_region *r = from->region; r; r = r->state ? r->state->region : NULL)
    if (uml_inside_region(to, r)) return r;
  return NULL;  // different regions of the machine
}

static const uml_vertex *state_around_all(const uml_vertex *first, const uml_vertex *const *all,
                                          uint32_t n) {
  for (const uml_vertex *s = first->owner; s; s = s->owner) {
    bool around = uml_is_orthogonal(s);
    for (uint32_t i = 0; around && i < n; i++) around = uml_inside(all[i], s) && all[i] != s;
    if (around) return s;
  }
  return NULL;
}

const uml_vertex *uml_forked_state(const uml_vertex *fork) {
  SV_VEC(const uml_vertex *) targets = {0};
  for (uint32_t i = 0; i < fork->outgoing.n; i++)
    sv_push(targets, (const uml_vertex *)fork->outgoing.at[i]->target);
  const uml_vertex *s = state_around_all(targets.at[0], targets.at, targets.n);
  sv_vec_free(targets);
  return s;
}

const uml_vertex *uml_joined_state(const uml_vertex *join) {
  if (join->kind == UML_EXIT_POINT) return join->owner;
  SV_VEC(const uml_vertex *) sources = {0};
  for (uint32_t i = 0; i < join->incoming.n; i++)
    sv_push(sources, (const uml_vertex *)join->incoming.at[i]->source);
  const uml_vertex *s = sources.n ? state_around_all(sources.at[0], sources.at, sources.n) : NULL;
  sv_vec_free(sources);
  return s;
}
