// step.c -- one line of a trace, for people.
//
// Columns: number, process, place, statement, what changed. A line is never
// wider than its style says: what does not fit is cut in the middle with "...",
// but changes go on below. Locations are not among the changes; the place says where the process
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

enum { NUMBER = 6 };

static bool starts_character(char c) { return (c & 0xC0) != 0x80; }

// Number of columns a UTF-8 string takes (one per character); colours take none.
size_t sv_line_columns(const char *s) {
  size_t n = 0;
  for (; *s; s++) {
    if (*s == '\033') s += strcspn(s, "m");
    else n += starts_character(*s);
    if (!*s) break;
  }
  return n;
}

static size_t bytes_of_columns(const char *s, size_t width) {
  size_t i = 0;
  for (size_t seen = 0; s[i]; i++)
    if (starts_character(s[i]) && seen++ == width) break;
  return i;
}

// Columns of what must not be lost at the end: "[3]", "(3)", ":12".
static size_t ending(const char *s) {
  size_t n = strlen(s), i = n;
  if (i && (s[i - 1] == ']' || s[i - 1] == ')')) i--;
  size_t digits = i;
  while (digits && strchr("0123456789", s[digits - 1])) digits--;
  bool numbered = digits < i && digits && strchr("[(:", s[digits - 1]);
  return numbered ? n - digits + 1 : 0;
}

static void cut(sv_text *out, const char *s, size_t columns, size_t width) {
  enum { NARROW = 12 };
  const char *dots = width < NARROW ? "…" : "...";
  size_t room = width - sv_line_columns(dots), tail = ending(s);
  if (tail < room / 3) tail = room / 3;
  if (tail > room) tail = room;
  sv_text_bytes(out, s, bytes_of_columns(s, room - tail));
  sv_text_string(out, dots);
  sv_text_string(out, s + bytes_of_columns(s, columns - tail));
}

void sv_line_cell(sv_text *out, const char *s, size_t width) {
  size_t n = sv_line_columns(s);
  if (n <= width) {
    sv_text_string(out, s);
    for (; n < width; n++) sv_text_char(out, ' ');
  } else if (width > 3) {
    cut(out, s, n, width);
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

enum { MOST_OPTION_COLUMNS = 50 };

bool sv_place_is_option(const sv_model *m, sv_span span) {
  return span.file && !strncmp(sv_source_path(m->sources, span.file), "--", 2);
}

bool sv_place_says_all(const sv_model *m, sv_span span) {
  return sv_place_is_option(m, span) &&
         sv_line_columns(sv_source_text(m->sources, span.file)) <= MOST_OPTION_COLUMNS;
}

void sv_place_question(const sv_model *m, sv_span span, sv_text *out) {
  if (!sv_place_is_option(m, span)) return sv_place_text(m, span, out);
  uint32_t file = span.file;
  sv_text line = {0};
  for (const char *s = sv_source_text(m->sources, file); *s; s++)
    sv_text_char(&line, (unsigned char)*s < ' ' ? ' ' : *s);
  size_t columns = sv_line_columns(sv_text_get(&line));
  sv_text_printf(out, "%s '", sv_source_path(m->sources, file));
  sv_line_cell(out, sv_text_get(&line),
               columns < MOST_OPTION_COLUMNS ? columns : MOST_OPTION_COLUMNS);
  sv_text_char(out, '\'');
  sv_text_free(&line);
}

void sv_place_text(const sv_model *m, sv_span span, sv_text *out) {
  if (!span.file) return;
  const char *path = sv_source_path(m->sources, span.file);
  sv_place at = sv_source_place(m->sources, span.file, span.begin);
  if (sv_place_is_option(m, span)) sv_text_string(out, path);
  else sv_text_printf(out, "%s:%u", sv_base_name(path), at.line);
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

// A cell that is never cut where lines may be as long as they like.
static void put_cell(const sv_style *style, sv_text *line, const char *s, sv_color color,
                     size_t width) {
  sv_text cell = {0};
  size_t n = sv_line_columns(s);
  sv_line_cell(&cell, s, style->width == SIZE_MAX && n > width ? n : width);
  size_t end = cell.n;
  while (end && cell.at[end - 1] == ' ') end--;
  size_t spaces = cell.n - end;
  if (end) cell.at[end] = 0;
  sv_style_text(style, color, end ? cell.at : "", line);
  while (spaces--) sv_text_char(line, ' ');
  sv_text_free(&cell);
}

// Process and place share their columns: a long name of one may use what the
// other leaves free.
static void put_who_and_where(const sv_style *style, sv_text *line, const char *who, sv_color color,
                              const char *where) {
  size_t left = sv_line_columns(who), right = sv_line_columns(where);
  size_t room = style->process + style->place;
  size_t most = right < style->place ? room - right : style->process;
  size_t width = left <= style->process ? style->process : left < most ? left : most;
  put_cell(style, line, who, color, width);
  sv_text_string(line, "  ");
  put_cell(style, line, where, SV_PLAIN, room - width);
  sv_text_string(line, "  ");
}

void sv_line_head(const sv_style *style, sv_text *line, const char *number, const char *who,
                  sv_color color, const char *where, const char *statement) {
  sv_text_printf(line, "%*s  ", NUMBER, number);
  put_who_and_where(style, line, who, color, where);
  put_cell(style, line, statement, SV_PLAIN, style->statement);
  sv_text_string(line, "  ");
}

static sv_color color_of(const sv_net *net, const sv_step *step) {
  const sv_net_action *a = &net->actions.at[step->action];
  return a->edge_count ? sv_style_lane(a->edges[0].process) : SV_PLAIN;
}

static void step_head(const sv_style *style, const sv_net *net, uint64_t number,
                      const sv_state *before, const sv_step *step, sv_text *line) {
  const sv_action *source = &net->model->actions.at[net->actions.at[step->action].action];
  sv_text who = {0}, where = {0}, statement = {0};
  char digits[24];
  snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
  sv_step_processes(net, before, step, &who);
  sv_place_text(net->model, source->span, &where);
  sv_step_statement(net, step, &statement);
  sv_line_head(style, line, digits, sv_text_get(&who), color_of(net, step), sv_text_get(&where),
               sv_text_get(&statement));
  sv_text_free(&who);
  sv_text_free(&where);
  sv_text_free(&statement);
}

static size_t longest(const sv_strings *items) {
  size_t most = 0;
  for (uint32_t i = 0; i < items->n; i++) {
    size_t n = sv_line_columns(items->at[i]);
    if (n > most) most = n;
  }
  return most;
}

// Behind the statement if there is room, else below it, or further left where only that fits.
void sv_line_behind(const sv_style *style, sv_text *line, const sv_strings *items) {
  sv_text all = {0}, indent = {0};
  sv_show_join(items, &all);
  size_t used = sv_line_columns(sv_text_get(line)), below = used - style->statement - 2;
  bool fits = used + sv_line_columns(sv_text_get(&all)) <= style->width;
  if (fits) sv_text_string(line, sv_text_get(&all));
  sv_line_end(line);
  if (longest(items) + 1 > style->width - below) below = NUMBER + 2 + style->process + 2;
  sv_line_cell(&indent, "", below);
  if (!fits) sv_line_list(style, line, sv_text_get(&indent), items);
  sv_text_free(&all);
  sv_text_free(&indent);
}

// What the step changes; one that fails, and ends the run by that, changes nothing.
static void step_changes(const sv_style *style, sv_exec *exec, const sv_state *before,
                         const sv_step *step, const sv_state *after, bool ends, sv_text *line) {
  const sv_net *net = sv_exec_net(exec);
  const sv_net_action *a = &net->actions.at[step->action];
  sv_strings items = {0};
  sv_text blame = {0};
  bool blamed = sv_show_blame(exec, before, step, &blame, NULL);
  if (blamed) {
    sv_text item = {0};
    sv_text_printf(&item, "fails: %s", sv_text_get(&blame));
    sv_push(items, sv_text_take(&item));
  }
  if (!blamed || !ends)
    sv_show_changes(net, before, after, a->edge_count ? a->edges[0].process : SV_NO_PROCESS,
                    &items);
  sv_line_behind(style, line, &items);
  sv_text_free(&blame);
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

void sv_report_step(const sv_style *style, sv_exec *exec, uint64_t number, const sv_state *before,
                    const sv_step *step, const sv_state *after, bool ends, sv_text *out) {
  sv_text line = {0}, output = {0};
  step_head(style, sv_exec_net(exec), number, before, step, &line);
  step_changes(style, exec, before, step, after, ends, &line);
  if (sv_show_output(exec, before, step, &output) && output.n)
    output_lines(sv_text_get(&output), &line);
  sv_text_string(out, sv_text_get(&line));
  sv_text_free(&output);
  sv_text_free(&line);
}

// "label item, item, …" broken into lines that fit.
void sv_line_list(const sv_style *style, sv_text *out, const char *label, const sv_strings *items) {
  size_t indent = sv_line_columns(label), used = indent, width = style->width;
  sv_text_string(out, label);
  for (uint32_t i = 0; i < items->n; i++) {
    size_t own = sv_line_columns(items->at[i]), n = own + (i + 1 < items->n);
    if (used > indent && used + n + 1 > width) {
      sv_text_char(out, '\n');
      for (used = 0; used < indent; used++) sv_text_char(out, ' ');
    }
    if (used > indent) sv_text_char(out, ' '), used++;
    sv_line_cell(out, items->at[i], n > width - used ? width - used - 1 : own);
    if (i + 1 < items->n) sv_text_char(out, ',');
    used += n;
  }
  sv_line_end(out);
}
