// state_graph.c -- see state_graph.h.
//
// The reference interpreter lists the states, breadth first. An initial state is
// labelled with all its values, any other one with what the first step to it has
// changed; the whole state is its tooltip. Arrows carry the process and its statement. Red are
// states that violate a property, and steps that do; a state where nothing follows has a
// double line, one where the exploration is cut a dashed line.

#include "report/state_graph.h"

#include <string.h>
#include <sys/wait.h>

#include "base/output.h"
#include "base/program.h"
#include "report/line.h"
#include "report/numbered.h"
#include "report/show.h"

enum { LONGEST_LINE = 40, MOST_LINES = 6 };

typedef struct {
  uint32_t from, to;
  sv_step step;  // owned
} arrow;

typedef struct {
  const sv_net *net;
  const sv_u32s *asked;  // properties
  sv_exec *exec;
  sv_limits *limits;
  sv_numbered states;
  uint32_t initials;
  SV_VEC(arrow) arrows;
  sv_u32s first;  // by state: 1 + the arrow by which it was found, or 0
  sv_text *why;
  bool failed;
} graph;

static void give_up(graph *g, const char *reason) {
  if (!g->failed) sv_text_string(g->why, reason);
  g->failed = true;
}

static void too_many(graph *g) {
  sv_text reason = {0};
  sv_text_printf(&reason, "there are more than %d states, and a graph of them could not be read",
                 SV_MOST_DRAWN);
  give_up(g, sv_text_get(&reason));
  sv_text_free(&reason);
}

// ---- states and arrows

static void add_arrow(graph *g, uint32_t from, const sv_step *step, sv_state *next) {
  uint32_t choices = g->net->actions.at[step->action].choice_count;
  sv_exec_fire(g->exec, g->states.at.at[from], step, next);
  uint32_t known = g->states.at.n, to = sv_numbered_find(&g->states, next);
  if (to >= SV_MOST_DRAWN) return too_many(g);
  arrow a = {from, to, {step->action, SV_NEW_ARRAY(sv_value, choices)}};
  if (choices) memcpy(a.step.choices, step->choices, choices * sizeof *step->choices);
  sv_push(g->arrows, a);
  if (to == known) sv_push(g->first, g->arrows.n);
}

static void expand(graph *g, uint32_t number, sv_state *next) {
  const sv_state *s = g->states.at.at[number];
  sv_steps steps = {0};
  bool infinite = false;
  if (sv_state_is_long(g->net, s)) return give_up(g, "the numbers grow too large");
  sv_exec_steps(g->exec, s, &steps, &infinite);
  if (infinite) give_up(g, "a step chooses among infinitely many values");
  for (uint32_t i = 0; i < steps.n && !g->failed; i++) add_arrow(g, number, &steps.at[i], next);
  sv_steps_free(&steps);
}

static bool add_initial(void *context, const sv_state *s) {
  graph *g = context;
  sv_numbered_find(&g->states, s);
  if (g->states.at.n > g->first.n) sv_push(g->first, 0);
  if (g->states.at.n > SV_MOST_DRAWN) too_many(g);
  return !g->failed;
}

static void explore(graph *g) {
  if (sv_exec_initials(g->exec, add_initial, g) == SV_EXEC_INFINITE)
    give_up(g, "a variable of an infinite sort starts with any value");
  g->initials = g->states.at.n;
  sv_state *next = sv_state_new(g->net);
  for (uint32_t i = 0; i < g->states.at.n && !g->failed; i++) {
    sv_cause hit = sv_limits_hit(g->limits);
    if (hit != SV_CAUSE_NONE) give_up(g, sv_cause_text(hit));
    else expand(g, i, next);
  }
  sv_state_free(g->net, next);
  if (!g->failed && sv_exec_stopped(g->exec)) give_up(g, sv_cause_text(g->limits->hit));
  if (!g->failed && !g->initials) give_up(g, "there is no initial state");
}

// ---- DOT

static void put_quoted(sv_text *out, const char *s) {
  sv_text cut = {0};
  size_t n = sv_line_columns(s);
  sv_line_cell(&cut, s, n < LONGEST_LINE ? n : LONGEST_LINE);
  for (const char *c = sv_text_get(&cut); *c; c++) {
    if (*c == '"' || *c == '\\') sv_text_char(out, '\\');
    sv_text_char(out, (unsigned char)*c < 0x20 ? ' ' : *c);
  }
  sv_text_free(&cut);
}

static void put_lines(sv_text *out, const sv_strings *lines, uint32_t most) {
  for (uint32_t i = 0; i < lines->n && i < most; i++) {
    if (i) sv_text_string(out, "\\n");
    put_quoted(out, lines->at[i]);
  }
  if (lines->n > most) sv_text_printf(out, "\\n%u more", lines->n - most);
}

// The first property that is violated there, or 0.
static uint32_t violated_in(graph *g, const sv_state *s) {
  for (uint32_t i = 0; i < g->asked->n; i++)
    if (sv_exec_violated_in(g->exec, s, g->asked->at[i])) return g->asked->at[i];
  return 0;
}

static uint32_t violated_by(const graph *g, const sv_step *step) {
  for (uint32_t i = 0; i < g->asked->n; i++)
    if (sv_exec_violated_by(g->net, step, g->asked->at[i])) return g->asked->at[i];
  return 0;
}

static const char *name_of_property(const graph *g, uint32_t property) {
  return sv_names_get(g->net->model->names, g->net->model->properties.at[property].name);
}

// What the first step to the state changed; where only places did, where its process went.
static void list_changes(const graph *g, uint32_t number, sv_strings *lines) {
  const arrow *a = &g->arrows.at[g->first.at[number] - 1];
  const sv_state *s = g->states.at.at[number];
  const sv_net_action *action = &g->net->actions.at[a->step.action];
  sv_show_changes(g->net, g->states.at.at[a->from], s, SV_NO_PROCESS, lines);
  for (uint32_t i = 0; i < action->edge_count && !lines->n; i++) {
    uint32_t p = action->edges[i].process, at = sv_state_location(g->net, s, p);
    sv_text line = {0};
    sv_show_process(g->net, s, p, &line);
    if (at)
      sv_text_printf(&line, "@%s",
                     sv_names_get(g->net->model->names, sv_net_location(g->net, p, at)->name));
    else sv_text_string(&line, " ends");
    sv_push(*lines, sv_text_take(&line));
  }
}

static void put_label(const graph *g, uint32_t number, const sv_strings *whole, sv_text *out) {
  sv_strings lines = {0};
  if (g->first.at[number]) list_changes(g, number, &lines);
  sv_text_printf(out, "label=\"%u", number);
  if (lines.n || !g->first.at[number]) sv_text_string(out, "\\n");
  put_lines(out, g->first.at[number] ? &lines : whole, g->first.at[number] ? MOST_LINES : 30);
  sv_strings_free(&lines);
}

static bool has_arrows(const graph *g, uint32_t number) {
  for (uint32_t i = 0; i < g->arrows.n; i++)
    if (g->arrows.at[i].from == number) return true;
  return false;
}

static void put_state(graph *g, uint32_t number, sv_text *out) {
  const sv_state *s = g->states.at.at[number];
  uint32_t violated = violated_in(g, s);
  sv_strings whole = {0};
  sv_show_state(g->net, s, &whole);
  sv_text_printf(out, "  s%u [", number);
  put_label(g, number, &whole, out);
  if (violated) {
    sv_text_string(out, "\\nviolates ");
    put_quoted(out, name_of_property(g, violated));
  }
  sv_text_string(out, "\", tooltip=\"");
  put_lines(out, &whole, 200);
  sv_text_char(out, '"');
  if (violated) sv_text_string(out, ", color=\"#c3272b\", fillcolor=\"#fdeaea\", penwidth=2");
  else if (number < g->initials) sv_text_string(out, ", fillcolor=\"#e3ecf8\"");
  if (sv_exec_cut(g->exec, s) != UINT32_MAX)
    sv_text_string(out, ", style=\"rounded,filled,dashed\"");
  else if (!has_arrows(g, number)) sv_text_string(out, ", peripheries=2");
  sv_text_string(out, "];\n");
  sv_strings_free(&whole);
}

static void put_arrow(graph *g, const arrow *a, sv_text *out) {
  uint32_t violated = violated_by(g, &a->step);
  sv_text label = {0};
  sv_step_processes(g->net, g->states.at.at[a->from], &a->step, &label);
  sv_text_string(&label, ": ");
  sv_step_statement(g->net, &a->step, &label);
  sv_text_printf(out, "  s%u -> s%u [label=\"", a->from, a->to);
  put_quoted(out, sv_text_get(&label));
  if (violated) {
    sv_text_string(out, "\\nviolates ");
    put_quoted(out, name_of_property(g, violated));
  }
  sv_text_string(out, violated ? "\", color=\"#c3272b\", fontcolor=\"#c3272b\"];\n" : "\"];\n");
  sv_text_free(&label);
}

static void put_graph(graph *g, sv_text *out) {
  sv_text_string(out, "digraph states {\n  label=\"");
  put_quoted(out, sv_base_name(g->net->model->title));
  sv_text_printf(out, ": %u states, %u transitions\";\n", g->states.at.n, g->arrows.n);
  sv_text_string(out, "  labelloc=t; fontname=\"Helvetica\"; bgcolor=white;\n"
                      "  node [shape=box, style=\"rounded,filled\", fillcolor=white, "
                      "fontname=\"Helvetica\", fontsize=10];\n"
                      "  edge [fontname=\"Helvetica\", fontsize=9, color=\"#667080\"];\n");
  for (uint32_t i = 0; i < g->states.at.n; i++) put_state(g, i, out);
  for (uint32_t i = 0; i < g->arrows.n; i++) put_arrow(g, &g->arrows.at[i], out);
  sv_text_string(out, "}\n");
}

// ---- picture

static bool draw(sv_text *dot, sv_limits *limits, sv_text *svg, sv_text *why) {
  enum { MOST_BYTES = 256 * 1024 * 1024 };
  static const char *const words[] = {"dot", "-Tsvg", NULL};
  sv_program program = {
      .words = words, .most = MOST_BYTES, .stop = sv_limits_stop, .context = limits};
  int status;
  if (!sv_program_found("dot")) {
    sv_text_string(why, "Graphviz is not installed: there is no program `dot`; a file *.dot can be "
                        "written without it");
    return false;
  }
  sv_program_end end = sv_program_run(&program, dot, svg, &status);
  bool good = end == SV_PROGRAM_ENDED && WIFEXITED(status) && !WEXITSTATUS(status) && svg->n;
  if (!good)
    sv_text_printf(why, "Graphviz draws nothing%s%s", limits->hit ? ": " : "",
                   limits->hit ? sv_cause_text(limits->hit) : "");
  return good;
}

static sv_drawing write(graph *g, const char *path, sv_text *why) {
  size_t n = strlen(path);
  bool picture = n > 4 && !strcmp(path + n - 4, ".svg");
  sv_text dot = {0}, svg = {0};
  put_graph(g, &dot);
  bool good = (!picture || draw(&dot, g->limits, &svg, why)) &&
              sv_output_write(path, picture ? &svg : &dot, why);
  sv_text_free(&dot);
  sv_text_free(&svg);
  if (good) return SV_DRAWN;
  return g->limits->hit ? SV_NOT_LISTED : SV_NOT_DRAWN;
}

static void free_graph(graph *g) {
  for (uint32_t i = 0; i < g->arrows.n; i++) sv_step_free(&g->arrows.at[i].step);
  sv_vec_free(g->arrows);
  sv_vec_free(g->first);
  sv_numbered_free(&g->states);
  sv_exec_free(g->exec);
}

sv_drawing sv_draw_states(const sv_net *net, const sv_u32s *asked, sv_limits *limits,
                          const char *path, sv_text *why) {
  graph g = {.net = net,
             .asked = asked,
             .exec = sv_exec_new(net),
             .limits = limits,
             .states = {.net = net},
             .why = why};
  sv_exec_stop_when(g.exec, sv_limits_stop, limits);
  explore(&g);
  sv_drawing done = g.failed ? SV_NOT_LISTED : write(&g, path, why);
  free_graph(&g);
  return done;
}
