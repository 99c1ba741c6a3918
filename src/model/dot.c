// dot.c -- control flow for Graphviz: one cluster per template.
//
// A location is a node: doubled if it is an end, red if it is bad, bold at the
// entry, grey if standing there keeps others waiting. Every edge of an action
// is an arrow per `from` location, with the action's text and guard; joint
// actions are dashed and share their name. An edge from any location starts at
// a small node of its own, and so do actions without edges. Models of a language
// that draws diagrams are shown as those.

#include "model/diagram.h"
#include "model/print.h"

enum { LONGEST_LABEL = 60 };

typedef struct {
  const sv_model *m;
  sv_text *out;
} writer;

static const char *name_of(const writer *w, sv_name name) {
  return sv_names_get(w->m->names, name);
}

// Text inside a quoted label, not too long; cuts between characters of UTF-8.
static void label(const writer *w, const char *s) {
  for (size_t n = 0; *s; s++, n++) {
    if (n >= LONGEST_LABEL && ((unsigned char)*s & 0xC0) != 0x80) {
      sv_text_string(w->out, "…");
      return;
    }
    if (*s == '"' || *s == '\\') sv_text_char(w->out, '\\');
    if ((unsigned char)*s < 0x20) sv_text_char(w->out, ' ');
    else sv_text_char(w->out, *s);
  }
}

static void print_location(const writer *w, uint32_t t, uint32_t l) {
  const sv_location *x = &w->m->templates.at[t].locations.at[l];
  bool keeps = x->flags & (SV_LOC_YIELDING | SV_LOC_BLOCKING | SV_LOC_COMMITTED);
  sv_text_printf(w->out, "    p%u_%u [label=\"", t, l);
  label(w, name_of(w, x->name));
  sv_text_char(w->out, '"');
  if (x->flags & (SV_LOC_END | SV_LOC_STOP)) sv_text_string(w->out, ", peripheries=2");
  if (x->bad) sv_text_string(w->out, ", color=red");
  if (keeps) sv_text_string(w->out, ", style=filled, fillcolor=lightgrey");
  if (w->m->templates.at[t].entry == l) sv_text_string(w->out, ", penwidth=2");
  sv_text_string(w->out, "];\n");
}

static void print_template(const writer *w, uint32_t t) {
  sv_text_printf(w->out, "  subgraph cluster_%u {\n    label=\"", t);
  label(w, name_of(w, w->m->templates.at[t].name));
  sv_text_string(w->out, "\";\n");
  for (uint32_t l = 1; l < w->m->templates.at[t].locations.n; l++) print_location(w, t, l);
  sv_text_string(w->out, "  }\n");
}

static void action_label(const writer *w, const sv_action *a) {
  const char *text = a->text ? a->text : name_of(w, a->name);
  sv_text guard = {0};
  if (!sv_same(a->guard, SV_TRUE)) sv_model_print_infix(w->m, a->guard, &guard);
  sv_text_string(w->out, "label=\"");
  label(w, text);
  if (guard.n) {
    sv_text_string(w->out, *text ? "\\n[" : "[");
    label(w, sv_text_get(&guard));
    sv_text_char(w->out, ']');
  }
  sv_text_char(w->out, '"');
  sv_text_free(&guard);
}

static void print_arrow(const writer *w, const sv_action *a, const sv_edge *e, uint32_t from,
                        const char *source) {
  uint32_t t = e->template_number, to = e->to ? e->to : from;
  if (from) sv_text_printf(w->out, "  p%u_%u -> ", t, from);
  else sv_text_printf(w->out, "  %s -> ", source);
  if (to) sv_text_printf(w->out, "p%u_%u [", t, to);
  else sv_text_printf(w->out, "%s [", source);
  action_label(w, a);
  if (a->edge_count > 1) sv_text_string(w->out, ", style=dashed");
  if (a->fails) sv_text_string(w->out, ", color=red");
  if (a->cut) sv_text_string(w->out, ", color=grey");
  sv_text_string(w->out, "];\n");
}

static void print_edge(const writer *w, uint32_t action, uint32_t role) {
  const sv_action *a = &w->m->actions.at[action];
  const sv_edge *e = &a->edges[role];
  sv_text source = {0};
  sv_text_printf(&source, "any%u_%u", action, role);
  if (!e->from_count) {
    sv_text_printf(w->out, "  %s [label=\"any\", shape=plaintext];\n", sv_text_get(&source));
    print_arrow(w, a, e, 0, sv_text_get(&source));
  }
  for (uint32_t i = 0; i < e->from_count; i++) print_arrow(w, a, e, e->from[i], "");
  sv_text_free(&source);
}

static void print_action(const writer *w, uint32_t action) {
  const sv_action *a = &w->m->actions.at[action];
  for (uint32_t i = 0; i < a->edge_count; i++) print_edge(w, action, i);
  if (a->edge_count) return;
  sv_text_printf(w->out, "  action%u [shape=box, ", action);
  action_label(w, a);
  sv_text_string(w->out, "];\n");
}

void sv_model_dot(const sv_model *m, sv_text *out) {
  if (m->shapes.n) {
    sv_diagram_print(m, m->title ? m->title : "", NULL, out);
    return;
  }
  writer w = {m, out};
  sv_text_string(out, "digraph model {\n  node [shape=ellipse];\n");
  for (uint32_t t = 1; t < m->templates.n; t++) print_template(&w, t);
  for (uint32_t a = 1; a < m->actions.n; a++) print_action(&w, a);
  sv_text_string(out, "}\n");
}
