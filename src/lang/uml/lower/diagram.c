// diagram.c -- the diagram of each object, for pictures of models and runs.

#include "model/diagram.h"

#include "lang/uml/lower/lower.h"

static sv_shape_kind kind_of(const uml_vertex *v) {
  switch (v->kind) {
  case UML_STATE: return SV_SHAPE_STATE;
  case UML_INITIAL: return SV_SHAPE_START;
  case UML_FINAL:
  case UML_TERMINATE: return SV_SHAPE_END;
  case UML_CHOICE:
  case UML_JUNCTION: return SV_SHAPE_BRANCH;
  case UML_FORK:
  case UML_JOIN: return SV_SHAPE_BAR;
  case UML_SHALLOW_HISTORY:
  case UML_DEEP_HISTORY:
  case UML_ENTRY_POINT:
  case UML_EXIT_POINT: return SV_SHAPE_POINT;
  }
  SV_UNREACHABLE();
}

static const char *label_of(const uml_lowering *l, const uml_vertex *v) {
  if (v->kind == UML_SHALLOW_HISTORY) return "H";
  if (v->kind == UML_DEEP_HISTORY) return "H*";
  return v->name.x ? uml_text_of(l->context, v->name) : "";
}

typedef struct {
  uml_lowering *lowering;
  const uml_instance *instance;
  uint32_t *node;  // by vertex
} drawer;

static void draw_region(drawer *, const uml_region *, uint32_t parent);

static void draw_vertex(drawer *d, const uml_vertex *v, uint32_t parent) {
  uml_lowering *l = d->lowering;
  bool rests = v->kind == UML_STATE || v->kind == UML_FINAL;
  sv_term active = rests ? uml_active(l, d->instance, v) : SV_FALSE;
  uint32_t n = sv_diagram_shape(l->model, kind_of(v), d->instance->template_number, parent,
                                label_of(l, v), active);
  d->node[v->number] = n;
  for (uint32_t k = 0; k < v->points.n; k++) draw_vertex(d, v->points.at[k], n);
  for (uint32_t k = 0; k < v->regions.n; k++) {
    uint32_t inside = n;
    if (uml_is_orthogonal(v))
      inside = sv_diagram_shape(l->model, SV_SHAPE_REGION, d->instance->template_number, n, "",
                                SV_FALSE);
    draw_region(d, v->regions.at[k], inside);
  }
}

static void draw_region(drawer *d, const uml_region *r, uint32_t parent) {
  for (uint32_t k = 0; k < r->vertices.n; k++) draw_vertex(d, r->vertices.at[k], parent);
}

// The label without the ends, which the picture shows.
static const char *arc_label(uml_lowering *l, const uml_transition *t) {
  const char *text = uml_transition_text(l, t), *colon = strchr(text, ':');
  if (t->kind == UML_INTERNAL || t->text) return text;
  if (!colon) return "";
  return colon + (colon[1] == ' ' ? 2 : 1);
}

static void draw_instance(uml_lowering *l, const uml_instance *i) {
  const uml_class *class = i->class;
  drawer d = {l, i, SV_ARENA_ARRAY(l->arena, uint32_t, class->vertices.n + 1)};
  for (uint32_t k = 0; k < class->regions.n; k++) draw_region(&d, class->regions.at[k], 0);
  for (uint32_t k = 0; k < class->transitions.n; k++) {
    const uml_transition *t = class->transitions.at[k];
    sv_diagram_arc(l->model, d.node[t->source->number], d.node[t->target->number], arc_label(l, t));
  }
}

void uml_draw(uml_lowering *l) {
  l->self = NULL;
  for (uint32_t o = 0; o < l->machines->objects.n; o++)
    if (l->instances[o].class->regions.n) draw_instance(l, &l->instances[o]);
}
