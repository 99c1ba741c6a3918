// diagram.c -- see diagram.h.

#include "model/diagram.h"

#include <string.h>

uint32_t sv_diagram_shape(sv_model *m, sv_shape_kind kind, uint32_t template_number,
                          uint32_t parent, const char *label, sv_term active) {
  REQUIRE(parent <= m->shapes.n, "a node comes behind what it stands in");
  sv_push(m->shapes, (sv_shape){kind, template_number, parent, sv_model_strdup(m, label), active});
  return m->shapes.n;
}

void sv_diagram_arc(sv_model *m, uint32_t from, uint32_t to, const char *label) {
  REQUIRE(from && from <= m->shapes.n && to && to <= m->shapes.n, "no such node");
  sv_push(m->arcs, (sv_arc){from, to, sv_model_strdup(m, label)});
}

typedef struct {
  const sv_model *m;
  const bool *active;
  sv_text *out;
} writer;

static const sv_shape *node(const writer *w, uint32_t n) { return &w->m->shapes.at[n - 1]; }

static void quoted(const writer *w, const char *s) {
  sv_text_char(w->out, '"');
  for (; *s; s++) {
    if (*s == '"' || *s == '\\') sv_text_char(w->out, '\\');
    sv_text_char(w->out, (unsigned char)*s < 0x20 ? ' ' : *s);
  }
  sv_text_char(w->out, '"');
}

static bool has_children(const writer *w, uint32_t n) {
  for (uint32_t k = n + 1; k <= w->m->shapes.n; k++)
    if (node(w, k)->parent == n) return true;
  return false;
}

static const char *shape_of(sv_shape_kind kind) {
  switch (kind) {
  case SV_SHAPE_STATE: return "shape=box, style=\"rounded,filled\"";
  case SV_SHAPE_REGION: return "shape=point, style=invis";
  case SV_SHAPE_START: return "shape=circle, width=0.15, label=\"\", style=filled, fillcolor=black";
  case SV_SHAPE_END: return "shape=doublecircle, width=0.12, label=\"\", style=filled";
  case SV_SHAPE_BRANCH: return "shape=diamond, style=filled";
  case SV_SHAPE_BAR:
    return "shape=box, width=0.8, height=0.05, label=\"\", style=filled, fillcolor=black";
  case SV_SHAPE_POINT: return "shape=circle, style=filled";
  }
  SV_UNREACHABLE();
}

static bool is_active(const writer *w, uint32_t n) { return w->active && w->active[n - 1]; }

static bool is_black(sv_shape_kind kind) { return kind == SV_SHAPE_START || kind == SV_SHAPE_BAR; }

static void print_leaf(const writer *w, uint32_t n) {
  const sv_shape *x = node(w, n);
  bool labelled =
      x->kind == SV_SHAPE_STATE || x->kind == SV_SHAPE_BRANCH || x->kind == SV_SHAPE_POINT;
  sv_text_printf(w->out, "n%u [%s", n, shape_of(x->kind));
  if (!is_black(x->kind))
    sv_text_printf(w->out, ", fillcolor=%s", is_active(w, n) ? "gold" : "white");
  if (labelled) sv_text_string(w->out, ", label="), quoted(w, x->label);
  sv_text_string(w->out, "];\n");
}

static void print_children(const writer *, uint32_t template_number, uint32_t parent);

static void print_node(const writer *w, uint32_t n) {
  const sv_shape *x = node(w, n);
  if (!has_children(w, n)) {
    print_leaf(w, n);
    return;
  }
  sv_text_printf(w->out, "subgraph cluster_n%u { label=", n);
  quoted(w, x->label);
  sv_text_printf(w->out, "; style=\"%s\"; bgcolor=%s;\n",
                 x->kind == SV_SHAPE_REGION ? "dashed" : "rounded",
                 is_active(w, n) ? "lightyellow" : "white");
  sv_text_printf(w->out, "n%u [shape=point, style=invis];\n", n);
  print_children(w, x->template_number, n);
  sv_text_string(w->out, "}\n");
}

static void print_children(const writer *w, uint32_t template_number, uint32_t parent) {
  for (uint32_t n = parent + 1; n <= w->m->shapes.n; n++)
    if (node(w, n)->parent == parent && node(w, n)->template_number == template_number)
      print_node(w, n);
}

static void print_arc(const writer *w, const sv_arc *a) {
  sv_text_printf(w->out, "n%u -> n%u [label=", a->from, a->to);
  quoted(w, a->label);
  bool loop = a->from == a->to;
  if (!loop && has_children(w, a->from)) sv_text_printf(w->out, ", ltail=cluster_n%u", a->from);
  if (!loop && has_children(w, a->to)) sv_text_printf(w->out, ", lhead=cluster_n%u", a->to);
  sv_text_string(w->out, "];\n");
}

void sv_diagram_print(const sv_model *m, const char *title, const bool *active, sv_text *out) {
  writer w = {m, active, out};
  sv_text_string(out, "digraph {\ncompound=true; fontname=Helvetica; labelloc=t; label=");
  quoted(&w, title);
  sv_text_string(out, ";\nnode [fontname=Helvetica]; edge [fontname=Helvetica, fontsize=10];\n");
  for (uint32_t t = 1; t < m->templates.n; t++) {
    sv_text_printf(out, "subgraph cluster_t%u { label=", t);
    quoted(&w, sv_names_get(m->names, m->templates.at[t].name));
    sv_text_string(out, ";\n");
    print_children(&w, t, 0);
    sv_text_string(out, "}\n");
  }
  for (uint32_t i = 0; i < m->arcs.n; i++) print_arc(&w, &m->arcs.at[i]);
  sv_text_string(out, "}\n");
}
