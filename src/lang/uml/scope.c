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

// Leaves a state around `source` that has other regions too.
static bool leaves_regions(const uml_vertex *source, const uml_transition *t) {
  const uml_vertex *from = t->source->kind == UML_EXIT_POINT ? t->source->owner : t->source;
  const uml_region *scope = uml_scope_of(t);
  if (!scope || !uml_inside_region(from, scope)) return false;
  const uml_vertex *main = uml_main_vertex(from, scope);
  for (const uml_vertex *s = source->owner; s && uml_inside(s, main); s = s->owner)
    if (uml_is_orthogonal(s)) return true;
  return false;
}

static bool leads_out(const uml_vertex *source, const uml_vertex *v, uint32_t depth) {
  bool passed = v->kind == UML_CHOICE || v->kind == UML_JUNCTION || v->kind == UML_FORK ||
                v->kind == UML_EXIT_POINT;
  if (v->kind == UML_JOIN) return true;
  for (uint32_t i = 0; passed && depth && i < v->outgoing.n; i++)
    if (leaves_regions(source, v->outgoing.at[i]) ||
        leads_out(source, v->outgoing.at[i]->target, depth - 1))
      return true;
  return false;
}

bool uml_leads_out(const uml_vertex *source, const uml_transition *t) {
  enum { FURTHEST = 6 };  // pseudostates behind each other, for which it is worth the time
  return leads_out(source, t->target, FURTHEST);
}
