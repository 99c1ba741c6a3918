// step.c -- one line of a trace, for people.
//
// Columns: number, process, place, statement, what changed. A line never
// exceeds 100 columns: what does not fit is cut with "...", but changes go on
// below. Locations are not among the changes; the place says where the process
// was. What a step prints stands below it, behind a ">", however long.

#include "report/line.h"
#include "report/report.h"
#include "report/show.h"

#include <stdio.h>
#include <string.h>

const char *sv_property_kind_text(sv_property_kind k) {
  switch (k) {
  case SV_PROP_ASSERTION: return "assertion";
  case SV_PROP_LOCATION: return "location";
  case SV_PROP_INVARIANT: return "invariant";
  case SV_PROP_DEADLOCK: return "deadlock";
  case SV_PROP_RECURRENCE: return "liveness";
  }
  SV_UNREACHABLE();
}

enum { WIDTH = 100, NUMBER = 6, PROCESS = 14, PLACE = 18, STATEMENT = 28 };

static bool starts_character(char c) { return (c & 0xC0) != 0x80; }

// Number of columns a UTF-8 string takes (one per character).
size_t sv_line_columns(const char *s) {
  size_t n = 0;
  for (; *s; s++) n += starts_character(*s);
  return n;
}

static size_t bytes_of_columns(const char *s, size_t width) {
  size_t i = 0;
  for (size_t seen = 0; s[i]; i++)
    if (starts_character(s[i]) && seen++ == width) break;
  return i;
}

void sv_line_cell(sv_text *out, const char *s, size_t width) {
  size_t n = sv_line_columns(s);
  if (n <= width) {
    sv_text_string(out, s);
    for (; n < width; n++) sv_text_char(out, ' ');
  } else if (width > 3) {
    sv_text_bytes(out, s, bytes_of_columns(s, width - 3));
    sv_text_string(out, "...");
  }
}

void sv_line_end(sv_text *out) {
  while (out->n && out->at[out->n - 1] == ' ') out->at[--out->n] = 0;
  sv_text_char(out, '\n');
}

const char *sv_base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash && slash[1] ? slash + 1 : path;
}

void sv_place_text(const sv_model *m, sv_span span, sv_text *out) {
  if (!span.file) return;
  sv_place at = sv_source_place(m->sources, span.file, span.begin);
  sv_text_printf(out, "%s:%u", sv_base_name(sv_source_path(m->sources, span.file)), at.line);
}

void sv_step_processes(const sv_net *net, const sv_state *s, const sv_step *step, sv_text *out) {
  const sv_net_action *a = &net->actions.at[step->action];
  uint32_t movers = net->model->actions.at[a->action].edge_count;
  bool unmoved = !movers || sv_edge_is_passive(&a->edges[0]);
  if (unmoved) sv_text_string(out, "-");
  if (unmoved) return;
  for (uint32_t i = 0; i < movers; i++) {
    if (i) sv_text_char(out, '+');
    sv_show_process(net, s, a->edges[i].process, out);
  }
}

// A choice that the model wants to be seen, as in `wait 5/2`.
static void shown_choice(const sv_net *net, const sv_step *step, sv_text *out) {
  const sv_net_action *a = &net->actions.at[step->action];
  uint32_t shown = net->model->actions.at[a->action].shown;
  if (!shown || !step->choices) return;
  assert(shown <= a->choice_count);
  sv_text_char(out, ' ');
  sv_value_print(net->model->terms, a->choices[shown - 1], step->choices[shown - 1], out);
}

// The statement as written, on one line; the action's name where there is none.
void sv_step_statement(const sv_net *net, const sv_step *step, sv_text *out) {
  const sv_model *m = net->model;
  const sv_action *a = &m->actions.at[net->actions.at[step->action].action];
  if (!a->text || !*a->text) {
    sv_text_string(out, sv_names_get(m->names, a->name));
    return;
  }
  bool space = false;
  for (const char *s = a->text; *s; s++) {
    bool blank = *s == ' ' || *s == '\t' || *s == '\n' || *s == '\r';
    if (!blank && space && out->n) sv_text_char(out, ' ');
    if (!blank) sv_text_char(out, *s);
    space = blank;
  }
  shown_choice(net, step, out);
}

// Process and place share their columns: a long name of one may use what the
// other leaves free.
static void put_who_and_where(sv_text *line, const char *who, const char *where) {
  size_t room = PROCESS + PLACE, left = sv_line_columns(who), right = sv_line_columns(where);
  size_t most = right < PLACE ? room - right : PROCESS;
  size_t width = left <= PROCESS ? PROCESS : left < most ? left : most;
  sv_line_cell(line, who, width);
  sv_text_string(line, "  ");
  sv_line_cell(line, where, room - width);
  sv_text_string(line, "  ");
}

void sv_line_head(sv_text *line, const char *number, const char *who, const char *where,
                  const char *statement) {
  sv_text_printf(line, "%*s  ", NUMBER, number);
  put_who_and_where(line, who, where);
  sv_line_cell(line, statement, STATEMENT);
  sv_text_string(line, "  ");
}

static void step_head(const sv_net *net, uint64_t number, const sv_state *before,
                      const sv_step *step, sv_text *line) {
  const sv_action *source = &net->model->actions.at[net->actions.at[step->action].action];
  sv_text who = {0}, where = {0}, statement = {0};
  char digits[24];
  snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
  sv_step_processes(net, before, step, &who);
  sv_place_text(net->model, source->span, &where);
  sv_step_statement(net, step, &statement);
  sv_line_head(line, digits, sv_text_get(&who), sv_text_get(&where), sv_text_get(&statement));
  sv_text_free(&who);
  sv_text_free(&where);
  sv_text_free(&statement);
}

// Behind the statement if there is room, else below it.
static void step_changes(const sv_net *net, const sv_state *before, const sv_step *step,
                         const sv_state *after, sv_text *line) {
  const sv_net_action *a = &net->actions.at[step->action];
  sv_strings items = {0};
  sv_text all = {0}, indent = {0};
  sv_show_changes(net, before, after, a->edge_count ? a->edges[0].process : SV_NO_PROCESS, &items);
  sv_show_join(&items, &all);
  size_t used = sv_line_columns(sv_text_get(line));
  bool fits = used + sv_line_columns(sv_text_get(&all)) <= WIDTH;
  if (fits) sv_text_string(line, sv_text_get(&all));
  sv_line_end(line);
  sv_line_cell(&indent, "", used - STATEMENT - 2);
  if (!fits) sv_line_list(line, sv_text_get(&indent), &items);
  sv_text_free(&all);
  sv_text_free(&indent);
  sv_strings_free(&items);
}

// Every line that was printed behind a ">"; a terminal must not see what could steer it.
static void output_lines(const char *s, sv_text *out) {
  static const char indent[] = "        > ";
  sv_text_string(out, indent);
  for (; *s; s++) {
    bool last = !s[1];
    if (*s == '\n' && !last) sv_line_end(out), sv_text_string(out, indent);
    else if (*s == '\t') sv_text_string(out, "    ");
    else if (*s != '\n' && ((unsigned char)*s < 0x20 || *s == 0x7F))
      sv_text_printf(out, "\\x%02x", (unsigned char)*s);
    else if (*s != '\n') sv_text_char(out, *s);
  }
  sv_line_end(out);
}

void sv_report_step(sv_exec *exec, uint64_t number, const sv_state *before, const sv_step *step,
                    const sv_state *after, sv_text *out) {
  sv_text line = {0}, output = {0};
  step_head(sv_exec_net(exec), number, before, step, &line);
  step_changes(sv_exec_net(exec), before, step, after, &line);
  if (sv_show_output(exec, before, step, &output) && output.n)
    output_lines(sv_text_get(&output), &line);
  sv_text_string(out, sv_text_get(&line));
  sv_text_free(&output);
  sv_text_free(&line);
}

// "label item, item, …" broken into lines of at most 100 columns.
void sv_line_list(sv_text *out, const char *label, const sv_strings *items) {
  size_t indent = sv_line_columns(label), used = indent;
  sv_text_string(out, label);
  for (uint32_t i = 0; i < items->n; i++) {
    size_t n = sv_line_columns(items->at[i]) + (i + 1 < items->n);
    if (used > indent && used + n + 1 > WIDTH) {
      sv_text_char(out, '\n');
      for (used = 0; used < indent; used++) sv_text_char(out, ' ');
    }
    if (used > indent) sv_text_char(out, ' '), used++;
    size_t own = sv_line_columns(items->at[i]);
    sv_line_cell(out, items->at[i], n > WIDTH - used ? WIDTH - used - 1 : own);
    if (i + 1 < items->n) sv_text_char(out, ',');
    used += n;
  }
  sv_line_end(out);
}
