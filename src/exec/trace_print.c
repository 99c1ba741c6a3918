// trace_print.c -- states and changes, for people.
//
// Only what exists is printed: variables and queues of processes that do not
// run are left out, and so is the variable that says who holds control.

#include "exec/trace.h"

static const char *name_of(const sv_net *net, sv_name name) {
  return sv_names_get(net->model->names, name);
}

static const sv_net_var *var_of_cell(const sv_net *net, uint32_t cell) {
  uint32_t low = 0, high = net->vars.n;
  REQUIRE(cell < net->cells, "no such cell");
  while (low + 1 < high) {
    uint32_t middle = low + (high - low) / 2;
    if (net->vars.at[middle].first_cell <= cell) low = middle;
    else high = middle;
  }
  return &net->vars.at[low];
}

void sv_cell_path(const sv_net *net, const char *name, uint32_t cell, sv_text *out) {
  const sv_terms *T = net->model->terms;
  const sv_net_var *v = var_of_cell(net, cell);
  const sv_sort_info *info = sv_sort_get(T, v->sort);
  uint32_t offset = cell - v->first_cell;
  for (; info->kind == SV_SORT_ARRAY; info = sv_sort_get(T, info->element)) {
    uint32_t part = sv_sort_cells(T, info->element);
    const char *hole = strstr(name, "[]");
    size_t n = hole ? (size_t)(hole - name) : strlen(name);
    sv_text_printf(out, "%.*s[%u]", (int)n, name, offset / part);
    name += hole ? n + 2 : n;
    offset %= part;
  }
  sv_text_string(out, name);
}

void sv_cell_name(const sv_net *net, uint32_t cell, sv_text *out) {
  sv_cell_path(net, name_of(net, var_of_cell(net, cell)->name), cell, out);
}

static void print_value(const sv_net *net, sv_sort sort, sv_value v, sv_text *out) {
  const sv_sort_info *info = sv_sort_get(net->model->terms, sort);
  int64_t n = sv_is_small(v) ? sv_small_get(v) : -1;
  if (info->kind == SV_SORT_LOC && n >= 0 && n < net->model->templates.at[info->size].locations.n)
    sv_text_string(out, name_of(net, net->model->templates.at[info->size].locations.at[n].name));
  else if (info->kind == SV_SORT_REF && n > 0 && n <= net->queues.n)
    sv_text_string(out, name_of(net, net->queues.at[n - 1].name));
  else sv_value_print(net->model->terms, sort, v, out);
}

void sv_cell_value(const sv_net *net, uint32_t cell, sv_value v, sv_text *out) {
  const sv_net_var *var = var_of_cell(net, cell);
  bool holder = net->holder != SV_NO_VARIABLE && var == &net->vars.at[net->holder];
  int64_t n = holder && sv_is_small(v) ? sv_small_get(v) : 0;
  if (n > 0 && n <= net->processes.n)
    sv_text_string(out, name_of(net, net->processes.at[n - 1].name));
  else if (holder) sv_text_string(out, "no process");
  else print_value(net, sv_sort_scalar(net->model->terms, var->sort), v, out);
}

static void print_message(const sv_net *net, const sv_net_queue *q, const sv_queue_state *s,
                          uint32_t m, sv_text *out) {
  if (q->field_count != 1) sv_text_char(out, '(');
  for (uint32_t i = 0; i < q->field_count; i++) {
    if (i) sv_text_string(out, ", ");
    print_value(net, q->fields[i], s->fields.at[m * q->field_count + i], out);
  }
  if (q->field_count != 1) sv_text_char(out, ')');
}

void sv_queue_print(const sv_net *net, uint32_t queue, const sv_queue_state *s, sv_text *out) {
  const sv_net_queue *q = &net->queues.at[queue];
  sv_text_char(out, '[');
  for (uint32_t m = 0; m < s->messages; m++) {
    if (m) sv_text_char(out, ' ');
    if (s->deferred && m == s->deferred) sv_text_string(out, "| ");
    print_message(net, q, s, m, out);
  }
  if (s->deferred && s->deferred == s->messages) sv_text_string(out, " |");
  sv_text_char(out, ']');
}

static void separate(bool *first, sv_text *out) {
  if (!*first) sv_text_string(out, ", ");
  *first = false;
}

static bool runs(const sv_net *net, const sv_state *s, uint32_t process) {
  return process == SV_NO_PROCESS || sv_state_location(net, s, process);
}

static bool is_shown(const sv_net *net, const sv_state *s, uint32_t var) {
  const sv_net_var *v = &net->vars.at[var];
  return !v->is_pc && var != net->holder && runs(net, s, v->process);
}

// With `before`, only what differs from it.
static void print_cells(const sv_net *net, uint32_t var, const sv_state *s, bool *first,
                        sv_text *out) {
  const sv_net_var *v = &net->vars.at[var];
  for (uint32_t c = v->first_cell; c < v->first_cell + v->cells; c++) {
    separate(first, out);
    sv_cell_name(net, c, out);
    sv_text_string(out, " = ");
    sv_cell_value(net, c, s->cells[c], out);
  }
}

static void print_data(const sv_net *net, const sv_state *s, bool first, sv_text *out) {
  for (uint32_t v = 0; v < net->vars.n; v++)
    if (is_shown(net, s, v)) print_cells(net, v, s, &first, out);
  for (uint32_t q = 0; q < net->queues.n; q++) {
    if (!runs(net, s, net->queues.at[q].process)) continue;
    separate(&first, out);
    sv_text_printf(out, "%s = ", name_of(net, net->queues.at[q].name));
    sv_queue_print(net, q, &s->queues[q], out);
  }
}

void sv_state_print(const sv_net *net, const sv_state *s, sv_text *out) {
  bool first = true;
  for (uint32_t p = 0; p < net->processes.n; p++) {
    uint32_t location = sv_state_location(net, s, p);
    if (!location) continue;
    separate(&first, out);
    sv_text_printf(out, "%s@%s", name_of(net, net->processes.at[p].name),
                   name_of(net, sv_net_location(net, p, location)->name));
  }
  print_data(net, s, first, out);
}
