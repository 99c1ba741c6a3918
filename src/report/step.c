// step.c -- one line of a trace, for people.
//
// Columns: number, process, place, statement, what changed. A line never
// exceeds 100 columns: what does not fit is cut with "...". Locations are not
// among the changes; the place says where the process was.

#include "report/report.h"
#include "report/line.h"

#include <stdio.h>
#include <string.h>

const char *sv_verdict_text(sv_verdict v) {
  switch (v) {
    case SV_HOLDS: return "holds";
    case SV_VIOLATED: return "violated";
    case SV_UNKNOWN: return "unknown";
  }
  SV_UNREACHABLE();
}

const char *sv_property_kind_text(sv_property_kind k) {
  switch (k) {
    case SV_PROP_ASSERTION: return "assertion";
    case SV_PROP_LOCATION: return "location";
    case SV_PROP_INVARIANT: return "invariant";
    case SV_PROP_DEADLOCK: return "deadlock";
  }
  SV_UNREACHABLE();
}

enum { WIDTH = 100, NUMBER = 6, PROCESS = 14, PLACE = 18, STATEMENT = 28 };

static bool starts_character(char c) { return (c & 0xC0) != 0x80; }

// Number of columns a UTF-8 string takes (one per character).
static size_t columns(const char *s) {
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
  size_t n = columns(s);
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

void sv_step_processes(const sv_model *m, const sv_net *net, const sv_step *step, sv_text *out) {
  const sv_net_action *a = &net->actions.at[step->action];
  uint32_t movers = m->actions.at[a->action].edge_count;
  if (!movers) sv_text_string(out, "-");
  for (uint32_t i = 0; i < movers; i++) {
    const sv_net_process *p = &net->processes.at[a->edges[i].process];
    sv_text_printf(out, "%s%s", i ? "+" : "", sv_names_get(m->names, p->name));
  }
}

// The statement as written, on one line; the action's name where there is none.
void sv_step_statement(const sv_model *m, const sv_net *net, const sv_step *step, sv_text *out) {
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
}

// "thread[1].x = 1, y = 2" in a step of thread[1] reads better as "x = 1, y = 2".
static void print_changes(const sv_net *net, const sv_state *before, const sv_step *step,
                          const sv_state *after, sv_text *out) {
  const sv_net_action *a = &net->actions.at[step->action];
  sv_text all = {0}, own = {0};
  sv_state_changes(net, before, after, &all);
  if (a->edge_count)
    sv_text_printf(&own, "%s.", sv_names_get(net->model->names, net->processes.at[a->edges[0].process].name));
  const char *prefix = sv_text_get(&own);
  bool item = true;
  for (const char *s = sv_text_get(&all); *s; s++) {
    if (item && *prefix && !strncmp(s, prefix, own.n)) s += own.n;
    sv_text_char(out, *s);
    item = *s == ' ';
  }
  sv_text_free(&all);
  sv_text_free(&own);
}

static void cell_of(sv_text *line, sv_text *part, size_t width) {
  sv_line_cell(line, sv_text_get(part), width);
  sv_text_string(line, "  ");
  sv_text_free(part);
}

void sv_report_step(const sv_model *m, const sv_net *net, uint64_t number, const sv_state *before,
                    const sv_step *step, const sv_state *after, sv_text *out) {
  sv_text line = {0}, part = {0};
  sv_text_printf(&line, "%*llu  ", NUMBER, (unsigned long long)number);
  sv_step_processes(m, net, step, &part);
  cell_of(&line, &part, PROCESS);
  sv_place_text(m, m->actions.at[net->actions.at[step->action].action].span, &part);
  cell_of(&line, &part, PLACE);
  sv_step_statement(m, net, step, &part);
  cell_of(&line, &part, STATEMENT);
  print_changes(net, before, step, after, &part);
  sv_line_cell(&line, sv_text_get(&part), WIDTH - columns(sv_text_get(&line)));
  sv_text_free(&part);
  sv_line_end(&line);
  sv_text_string(out, sv_text_get(&line));
  sv_text_free(&line);
}

// "label item, item, …" broken into lines of at most 100 columns.
void sv_line_list(sv_text *out, const char *label, const sv_strings *items) {
  size_t indent = columns(label), used = indent;
  sv_text_string(out, label);
  for (uint32_t i = 0; i < items->n; i++) {
    size_t n = columns(items->at[i]) + (i + 1 < items->n);
    if (used > indent && used + n + 1 > WIDTH) {
      sv_text_char(out, '\n');
      for (used = 0; used < indent; used++) sv_text_char(out, ' ');
    }
    if (used > indent) sv_text_char(out, ' '), used++;
    sv_line_cell(out, items->at[i], n > WIDTH - used ? WIDTH - used - 1 : columns(items->at[i]));
    if (i + 1 < items->n) sv_text_char(out, ',');
    used += n;
  }
  sv_line_end(out);
}
