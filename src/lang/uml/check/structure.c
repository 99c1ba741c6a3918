// structure.c -- rules for vertices and transitions.
//
// The UML's own constraints, as far as the lowering counts on them, and one
// more: pseudostates and default entries must not form a circle, or a step
// would never end. Where people commonly write something that the UML forbids
// but that has only one meaning (several initial transitions), it is read so,
// with a warning.

#include "lang/uml/check/check.h"
#include "lang/uml/scope.h"

static const char *path(const uml_checker *k, const uml_vertex *v) {
  return uml_path(k->context, v);
}

static void wrong(uml_checker *k, sv_span span, const uml_vertex *v, const char *what) {
  uml_fail(k, span, "%s: %s %s", path(k, v), uml_kind_text(v->kind), what);
}

// ---- transitions by their ends

static bool may_have_triggers(const uml_vertex *source) { return source->kind == UML_STATE; }

static void check_labels(uml_checker *k, const uml_transition *t) {
  const uml_vertex *v = t->source;
  if (t->triggers.n && !may_have_triggers(v))
    wrong(k, t->triggers.at[0].span, v, "may have no trigger on what leaves it");
  bool guard = t->guard || t->is_else;
  if (guard && (v->kind == UML_FORK || v->kind == UML_ENTRY_POINT))
    wrong(k, t->span, v, "may have no guard on what leaves it");
  if (t->kind == UML_INTERNAL && !t->triggers.n)
    wrong(k, t->span, v, "has an internal transition without a trigger");
  if (t->is_else && v->kind == UML_STATE)
    wrong(k, t->span, v, "may have no `else`: that is for choices and junctions");
}

static void check_ends(uml_checker *k, const uml_transition *t) {
  const uml_vertex *from = t->source, *to = t->target;
  if (from->kind == UML_FINAL || from->kind == UML_TERMINATE)
    wrong(k, t->span, from, "may not be left");
  if (to->kind == UML_INITIAL) wrong(k, t->span, to, "may not be entered");
  if (to->kind == UML_ENTRY_POINT && uml_inside(from, to->owner) && from != to->owner)
    wrong(k, t->span, to, "must be entered from outside");
  if (to->kind == UML_EXIT_POINT && !uml_inside(from, to->owner))
    wrong(k, t->span, to, "must be reached from inside of its state");
  if (from->kind == UML_ENTRY_POINT && !uml_inside(to, from->owner))
    wrong(k, t->span, from, "must lead into its state");
  if (from->kind == UML_EXIT_POINT && uml_inside(to, from->owner) && to != from->owner)
    wrong(k, t->span, from, "must lead out of its state");
  if (t->kind == UML_LOCAL && from->kind == UML_STATE && !uml_inside(to, from))
    wrong(k, t->span, from, "has a local transition that leaves it");
}

// Only between a state and its own points is there no region that holds both ends.
static bool has_scope(const uml_transition *t) {
  const uml_vertex *from = t->source, *to = t->target;
  if (t->kind == UML_INTERNAL || uml_scope_of(t)) return true;
  if (to->kind == UML_EXIT_POINT)
    return from == to->owner || (from->kind == UML_ENTRY_POINT && from->owner == to->owner);
  return from->kind == UML_ENTRY_POINT && to == from->owner;
}

static void check_scope(uml_checker *k, const uml_transition *t) {
  if (!has_scope(t)) wrong(k, t->span, t->source, "leads to another region of the machine");
}

// ---- vertices

static bool leaves_region(const uml_transition *t) {
  return !uml_inside_region(t->target, t->source->region);
}

static void check_initial(uml_checker *k, const uml_vertex *v) {
  for (uint32_t i = 0; i < v->outgoing.n; i++) {
    const uml_transition *t = v->outgoing.at[i];
    if (!leaves_region(t) || uml_is_point(t->target)) continue;
    wrong(k, t->span, v, "leads out of its region");
    if (v->region->state)
      sv_diag_hint(k->context->diags, "the target is not inside of `%s`",
                   path(k, v->region->state));
  }
  if (v->region->initial != v) wrong(k, v->span, v, "is the second one of its region");
  if (v->outgoing.n < 2) return;
  sv_diag(k->context->diags, SV_WARNING, v->outgoing.at[1]->span,
          "several initial transitions: read as a choice");
}

static const uml_region *region_in(const uml_vertex *v, const uml_vertex *state) {
  while (v->owner != state) v = v->owner;
  return v->region;
}

static void check_fork(uml_checker *k, const uml_vertex *v) {
  const uml_vertex *s = v->outgoing.n ? uml_forked_state(v) : NULL;
  if (v->outgoing.n && !s) wrong(k, v->span, v, "must lead to different regions of one state");
  for (uint32_t i = 0; s && i < v->outgoing.n; i++)
    for (uint32_t j = 0; j < i; j++)
      if (region_in(v->outgoing.at[i]->target, s) == region_in(v->outgoing.at[j]->target, s))
        wrong(k, v->outgoing.at[i]->span, v, "leads twice to the same region");
  if (s && uml_inside(v, s)) wrong(k, v->span, v, "stands inside of the state that it enters");
}

static void check_join(uml_checker *k, const uml_vertex *v) {
  const uml_vertex *s = uml_joined_state(v);
  if (v->incoming.n && !s)
    wrong(k, v->span, v, "must be reached from different regions of one state");
  for (uint32_t i = 0; i < v->incoming.n; i++)
    if (v->incoming.at[i]->source->kind != UML_STATE)
      wrong(k, v->incoming.at[i]->span, v, "must be reached from states only");
  if (s && uml_inside(v, s)) wrong(k, v->span, v, "stands inside of the state that it leaves");
}

static void check_history(uml_checker *k, const uml_vertex *v) {
  if (!v->region->state) wrong(k, v->span, v, "must stand inside of a state");
  if (v->outgoing.n > 1)
    wrong(k, v->outgoing.at[1]->span, v, "may have one default transition only");
  for (uint32_t i = 0; i < v->outgoing.n; i++)
    if (leaves_region(v->outgoing.at[i]))
      wrong(k, v->outgoing.at[i]->span, v, "leads out of its region");
}

// Beside guarded branches, one without a guard is the rest of them.
static void check_branches(uml_checker *k, const uml_vertex *v) {
  uint32_t guarded = 0, open = 0, otherwise = 0;
  uml_transition *plain = NULL;
  for (uint32_t i = 0; i < v->outgoing.n; i++) {
    uml_transition *t = v->outgoing.at[i];
    if (t->guard) guarded++;
    else if (t->is_else) otherwise++;
    else open++, plain = t;
  }
  if (otherwise > 1) wrong(k, v->span, v, "has two branches with `else`");
  if (guarded && open == 1 && !otherwise) {
    plain->is_else = true;
    sv_diag(k->context->diags, SV_WARNING, plain->span,
            "beside guarded branches, one without a guard is read as `[else]`");
  } else if (guarded && open) {
    wrong(k, plain->span, v, "has several branches without a guard beside guarded ones");
  }
}

static void check_point(uml_checker *k, const uml_vertex *v) {
  if (v->kind != UML_ENTRY_POINT || !v->outgoing.n) return;
  for (uint32_t i = 0; i < v->outgoing.n; i++)
    for (uint32_t j = 0; j < i; j++) {
      const uml_vertex *a = v->outgoing.at[i]->target, *b = v->outgoing.at[j]->target;
      bool same = a == v->owner || b == v->owner || uml_is_point(a) || uml_is_point(b) ||
                  region_in(a, v->owner) == region_in(b, v->owner);
      if (same) wrong(k, v->outgoing.at[i]->span, v, "leads twice to the same region");
    }
}

static bool needs_way_out(const uml_vertex *v) {
  switch (v->kind) {
  case UML_STATE:
  case UML_FINAL:
  case UML_TERMINATE:
  case UML_SHALLOW_HISTORY:
  case UML_DEEP_HISTORY:
  case UML_ENTRY_POINT: return false;
  case UML_INITIAL:
  case UML_CHOICE:
  case UML_JUNCTION:
  case UML_FORK:
  case UML_JOIN:
  case UML_EXIT_POINT: return true;
  }
  SV_UNREACHABLE();
}

static void check_vertex(uml_checker *k, const uml_vertex *v) {
  if (needs_way_out(v) && !v->outgoing.n) wrong(k, v->span, v, "leads nowhere");
  switch (v->kind) {
  case UML_INITIAL: check_initial(k, v), check_branches(k, v); return;
  case UML_CHOICE:
  case UML_JUNCTION: check_branches(k, v); return;
  case UML_FORK: check_fork(k, v); return;
  case UML_JOIN: check_join(k, v), check_branches(k, v); return;
  case UML_EXIT_POINT: check_branches(k, v); return;
  case UML_SHALLOW_HISTORY:
  case UML_DEEP_HISTORY: check_history(k, v); return;
  case UML_ENTRY_POINT: check_point(k, v); return;
  case UML_STATE:
  case UML_FINAL:
  case UML_TERMINATE: return;
  }
}

// ---- circles

typedef struct {
  uml_checker *checker;
  uint8_t *seen;  // by vertex: 1 on the way, 2 done
  bool found;
} circles;

static void visit(circles *, const uml_vertex *);

static void follow(circles *c, const uml_vertex *v) {
  for (uint32_t i = 0; i < v->outgoing.n; i++) visit(c, v->outgoing.at[i]->target);
}

// What is entered in the same step: behind pseudostates, and inside of states.
static void visit(circles *c, const uml_vertex *v) {
  if (c->found || c->seen[v->number] == 2) return;
  if (c->seen[v->number] == 1) {
    wrong(c->checker, v->span, v, "is part of a circle without a state to rest in");
    c->found = true;
    return;
  }
  c->seen[v->number] = 1;
  if (v->kind != UML_STATE) follow(c, v);
  if (v->kind == UML_ENTRY_POINT) visit(c, v->owner);
  for (uint32_t i = 0; i < v->regions.n; i++)
    if (v->regions.at[i]->initial) visit(c, v->regions.at[i]->initial);
  c->seen[v->number] = 2;
}

static void check_circles(uml_checker *k, const uml_class *class) {
  circles c = {k, SV_NEW_ARRAY(uint8_t, class->vertices.n + 1), false};
  for (uint32_t i = 0; i < class->vertices.n; i++) visit(&c, class->vertices.at[i]);
  sv_free(c.seen);
}

void uml_check_structure(uml_checker *k, uml_class *class) {
  for (uint32_t i = 0; i < class->transitions.n; i++) {
    check_ends(k, class->transitions.at[i]);
    check_labels(k, class->transitions.at[i]);
    if (!k->failed) check_scope(k, class->transitions.at[i]);
  }
  for (uint32_t i = 0; i < class->vertices.n; i++) check_vertex(k, class->vertices.at[i]);
  if (!k->failed) check_circles(k, class);
}
