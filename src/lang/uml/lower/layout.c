// layout.c -- units, their members, and ways through junctions. See lower.h.

#include "lang/uml/check/check.h"
#include "lang/uml/lower/lower.h"

#define MOST_COMPOUNDS 20000u

bool uml_completes(const uml_vertex *v) {
  for (uint32_t i = 0; v->kind == UML_STATE && i < v->outgoing.n; i++)
    if (!v->outgoing.at[i]->triggers.n && v->outgoing.at[i]->kind != UML_INTERNAL) return true;
  return false;
}

// Are they in different regions of one state (or of the machine), or one in the other?
static bool can_be_active_together(const uml_lowering *l, const uml_vertex *a,
                                   const uml_vertex *b) {
  SV_UNUSED(l);
  if (uml_inside(a, b) || uml_inside(b, a)) return true;
  while (a->depth > b->depth) a = a->owner;
  while (b->depth > a->depth) b = b->owner;
  while (a->owner != b->owner) a = a->owner, b = b->owner;
  return a->region != b->region;
}

// ---- names

// Without its class; the finals and histories of a state are told apart by it.
const char *uml_vertex_text(const uml_lowering *l, const uml_vertex *v) {
  if (v->name.x) return uml_text_of(l->context, v->name);
  const char *kind = v->kind == UML_FINAL ? "final" : uml_kind_text(v->kind);
  if (!v->owner) return kind;
  return sv_arena_printf(l->arena, "%s.%s", uml_vertex_text(l, v->owner), kind);
}

// ---- units

static uml_unit *add_unit(uml_lowering *l, uml_layout *y, const uml_region *r, uml_unit *around) {
  uml_unit *u = SV_ARENA_NEW(l->arena, uml_unit);
  u->number = y->units.n;
  u->region = r;
  u->state = r->state;
  u->around = around;
  sv_push(u->members, (uml_member){UML_RESTS, NULL});
  sv_push(y->units, u);
  return u;
}

static void rest(uml_layout *y, uml_unit *u, const uml_vertex *v) {
  y->member_of[v->number] = u->members.n;
  sv_push(u->members, (uml_member){UML_RESTS, v});
}

static void add_region(uml_lowering *, uml_layout *, const uml_region *, uml_unit *);

static bool has_deep_history(const uml_region *r) {
  for (uint32_t i = 0; i < r->vertices.n; i++)
    if (r->vertices.at[i]->kind == UML_DEEP_HISTORY) return true;
  return false;
}

// A deep history may keep that it was left before anything inside was entered.
static bool is_kept_deeply(const uml_vertex *v) {
  for (; v; v = v->owner)
    if (has_deep_history(v->region)) return true;
  return false;
}

static bool may_be_empty(const uml_lowering *l, const uml_vertex *v) {
  return l->interleaved || !v->regions.at[0]->initial || is_kept_deeply(v);
}

static void add_vertex(uml_lowering *l, uml_layout *y, const uml_vertex *v, uml_unit *u) {
  y->unit_of[v->number] = u;
  if (uml_completes(v)) u->completes = true;
  if (v->deferred.n) y->defers = true;
  if (v->kind == UML_TERMINATE || (v->kind == UML_FINAL && !v->owner)) y->can_finish = true;
  for (uint32_t i = 0; i < v->points.n; i++) y->unit_of[v->points.at[i]->number] = u;
  bool shares = v->regions.n == 1;
  y->first[v->number] = u->members.n;
  if (v->kind == UML_FINAL || (v->kind == UML_STATE && (!shares || may_be_empty(l, v))))
    rest(y, u, v);
  for (uint32_t i = 0; i < v->regions.n; i++) {
    const uml_region *r = v->regions.at[i];
    add_region(l, y, r, shares ? u : add_unit(l, y, r, u));
  }
  y->last[v->number] = u->members.n - 1;
}

static void add_region(uml_lowering *l, uml_layout *y, const uml_region *r, uml_unit *u) {
  for (uint32_t i = 0; i < r->vertices.n; i++) add_vertex(l, y, r->vertices.at[i], u);
}

static bool waits_known(const uml_unit *u, const uml_vertex *at) {
  for (uint32_t i = 1; i < u->members.n; i++)
    if (u->members.at[i].kind == UML_WAITS && u->members.at[i].at == at) return true;
  return false;
}

// A member for waiting at the join in every unit from which it is reached.
static void add_waits(uml_layout *y, const uml_vertex *join) {
  const uml_vertex *s = uml_joined_state(join);
  bool joins = join->kind == UML_JOIN || (join->kind == UML_EXIT_POINT && uml_is_orthogonal(s));
  for (uint32_t i = 0; joins && i < join->incoming.n; i++) {
    const uml_vertex *from = join->incoming.at[i]->source;
    if (from == s || uml_is_point(from)) continue;
    while (from->owner != s) from = from->owner;
    uml_unit *u = y->unit_of[from->number];
    if (!waits_known(u, join)) sv_push(u->members, (uml_member){UML_WAITS, join});
  }
}

const char *uml_unit_text(const uml_lowering *l, const uml_layout *y, const uml_unit *u) {
  if (!u->state && y->class->regions.n == 1) return "state";
  uint32_t place = 0;
  const uml_region *const *all =
      (const uml_region *const *)(u->state ? u->state->regions.at : y->class->regions.at);
  while (all[place] != u->region) place++;
  if (!u->state) return sv_arena_printf(l->arena, "region%u", place + 1);
  return sv_arena_printf(l->arena, "%s|%u", uml_vertex_text(l, u->state), place + 1);
}

static sv_name member_name(const uml_lowering *l, const uml_member *m, const sv_name *earlier,
                           uint32_t n) {
  const char *text = m->at ? uml_vertex_text(l, m->at) : "-";
  if (m->kind == UML_WAITS) text = sv_arena_printf(l->arena, "at %s", text);
  sv_name name = sv_names_cstr(l->context->names, text);
  for (uint32_t i = 0; i < n; i++)
    if (earlier[i].x == name.x) {
      text = sv_arena_printf(l->arena, "%s~%u", text, n);
      return sv_names_cstr(l->context->names, text);
    }
  return name;
}

static void make_sort(uml_lowering *l, const uml_layout *y, uml_unit *u) {
  sv_name *names = SV_ARENA_ARRAY(l->arena, sv_name, u->members.n);
  for (uint32_t i = 0; i < u->members.n; i++)
    names[i] = member_name(l, &u->members.at[i], names, i);
  const char *text = sv_arena_printf(l->arena, "%s.%s", uml_text_of(l->context, y->class->name),
                                     uml_unit_text(l, y, u));
  sv_name name = sv_names_cstr(l->context->names, text);
  for (uint32_t n = 2; !(u->sort = sv_sort_enum(l->terms, name, names, u->members.n)).x; n++)
    name = sv_names_cstr(l->context->names, sv_arena_printf(l->arena, "%s~%u", text, n));
}

// ---- ways through junctions

typedef SV_VEC(const uml_transition *) way;

static void add_compound(uml_lowering *l, uml_layout *y, const way *w) {
  const uml_transition **path = SV_ARENA_ARRAY(l->arena, const uml_transition *, w->n);
  memcpy(path, w->at, w->n * sizeof *path);
  uml_compound c = {path, w->n, y->compounds.n};
  sv_push(y->compounds, c);
}

static void extend(uml_lowering *l, uml_layout *y, way *w, const uml_transition *t) {
  sv_push(*w, t);
  const uml_vertex *to = t->target;
  if (to->kind != UML_JUNCTION) add_compound(l, y, w);
  else
    for (uint32_t i = 0; i < to->outgoing.n && y->compounds.n <= MOST_COMPOUNDS; i++)
      extend(l, y, w, to->outgoing.at[i]);
  w->n--;
}

static void make_compounds(uml_lowering *l, uml_layout *y) {
  const uml_class *class = y->class;
  way w = {0};
  y->first_compound = SV_ARENA_ARRAY(l->arena, uint32_t, class->transitions.n + 1);
  sv_push(y->compounds, (uml_compound){0});
  for (uint32_t i = 0; i < class->transitions.n; i++) {
    y->first_compound[i] = y->compounds.n;
    extend(l, y, &w, class->transitions.at[i]);
  }
  y->first_compound[class->transitions.n] = y->compounds.n;
  sv_vec_free(w);
  if (y->compounds.n <= MOST_COMPOUNDS) return;
  sv_diag(l->context->diags, SV_UNSUPPORTED, class->span, "more than %u ways through junctions",
          MOST_COMPOUNDS);
}

// ---- events that several regions take

static bool are_orthogonal(const uml_lowering *l, const uml_unit *a, const uml_unit *b) {
  const uml_vertex *x = a->region->vertices.at[0], *y = b->region->vertices.at[0];
  for (const uml_unit *u = a; u; u = u->around)
    if (u == b) return false;
  for (const uml_unit *u = b; u; u = u->around)
    if (u == a) return false;
  return can_be_active_together(l, x, y);
}

static bool has_trigger(const uml_transition *t, const uml_signal *s) {
  for (uint32_t i = 0; i < t->triggers.n; i++)
    if (t->triggers.at[i].signal == s) return true;
  return false;
}

static bool takes(const uml_layout *y, const uml_unit *u, const uml_signal *s) {
  for (uint32_t i = 0; i < y->class->transitions.n; i++) {
    const uml_transition *t = y->class->transitions.at[i];
    if (y->unit_of[t->source->number] == u && has_trigger(t, s)) return true;
  }
  return false;
}

static void find_parallel(uml_lowering *l, uml_layout *y) {
  const uml_model *m = l->machines;
  y->parallel = SV_ARENA_ARRAY(l->arena, bool, m->signals.n + 1);
  for (uint32_t s = 0; s < m->signals.n && y->units.n > 1; s++)
    for (uint32_t i = 0; i < y->units.n; i++)
      for (uint32_t j = 0; j < i && takes(y, y->units.at[i], m->signals.at[s]); j++)
        if (are_orthogonal(l, y->units.at[i], y->units.at[j]) &&
            takes(y, y->units.at[j], m->signals.at[s]))
          y->parallel[s] = true;
  for (uint32_t s = 0; s < m->signals.n; s++)
    for (uint32_t i = 0; y->parallel[s] && i < y->units.n; i++)
      if (takes(y, y->units.at[i], m->signals.at[s])) y->units.at[i]->selects = true;
}

// ---- deferral

static void find_deferral(uml_lowering *l, uml_layout *y) {
  const uml_class *class = y->class;
  for (uint32_t i = 0; y->defers && i < class->vertices.n; i++)
    for (uint32_t j = 0; j < i && class->vertices.at[i]->deferred.n; j++)
      if (class->vertices.at[j]->deferred.n &&
          can_be_active_together(l, class->vertices.at[i], class->vertices.at[j]))
        y->defers_twice = true;
}

// What is never reached or never fires is told, for all objects of a class together.
static void make_items(uml_lowering *l, uml_layout *y) {
  const uml_class *class = y->class;
  y->vertex_item = SV_ARENA_ARRAY(l->arena, uint32_t, class->vertices.n + 1);
  y->transition_item = SV_ARENA_ARRAY(l->arena, uint32_t, class->transitions.n + 1);
  for (uint32_t i = 0; class->objects && i < class->vertices.n; i++) {
    const uml_vertex *v = class->vertices.at[i];
    y->vertex_item[i] = UINT32_MAX;
    if (v->kind == UML_STATE)
      y->vertex_item[i] =
          sv_model_item(l->model, SV_ITEM_REACHED, uml_path(l->context, v), v->span);
  }
  for (uint32_t i = 0; class->objects && i < class->transitions.n; i++) {
    const uml_transition *t = class->transitions.at[i];
    y->transition_item[i] =
        sv_model_item(l->model, SV_ITEM_FIRED, uml_transition_text(l, t), t->span);
  }
}

static void make_layout(uml_lowering *l, const uml_class *class, uml_layout *y) {
  y->class = class;
  y->unit_of = SV_ARENA_ARRAY(l->arena, uml_unit *, class->vertices.n + 1);
  y->member_of = SV_ARENA_ARRAY(l->arena, uint32_t, class->vertices.n + 1);
  y->first = SV_ARENA_ARRAY(l->arena, uint32_t, class->vertices.n + 1);
  y->last = SV_ARENA_ARRAY(l->arena, uint32_t, class->vertices.n + 1);
  for (uint32_t i = 0; i < class->regions.n; i++)
    add_region(l, y, class->regions.at[i], add_unit(l, y, class->regions.at[i], NULL));
  for (uint32_t i = 0; i < class->vertices.n; i++) add_waits(y, class->vertices.at[i]);
  for (uint32_t i = 0; i < y->units.n; i++) {
    make_sort(l, y, y->units.at[i]);
    y->completing += y->units.at[i]->completes;
  }
  make_compounds(l, y);
  make_items(l, y);
  find_parallel(l, y);
  find_deferral(l, y);
}

void uml_make_layouts(uml_lowering *l) {
  const uml_model *m = l->machines;
  l->layouts = SV_ARENA_ARRAY(l->arena, uml_layout, m->classes.n + 1);
  for (uint32_t i = 0; i < m->classes.n; i++) make_layout(l, m->classes.at[i], &l->layouts[i]);
}

void uml_free_layouts(uml_lowering *l) {
  for (uint32_t i = 0; i < l->machines->classes.n; i++) {
    uml_layout *y = &l->layouts[i];
    for (uint32_t k = 0; k < y->units.n; k++) sv_vec_free(y->units.at[k]->members);
    sv_vec_free(y->units);
    sv_vec_free(y->compounds);
    sv_vec_free(y->points);
    sv_vec_free(y->beside);
  }
}
