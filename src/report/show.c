// show.c -- values, processes and states for people. See show.h.

#include "report/show.h"

#include <stdio.h>
#include <string.h>

static const char *name_of(const sv_net *net, sv_name name) {
  return sv_names_get(net->model->names, name);
}

static bool runs(const sv_net *net, const sv_state *s, uint32_t process) {
  return process == SV_NO_PROCESS || sv_state_location(net, s, process);
}

// ---- Processes ----------------------------------------------------------------------

void sv_show_process(const sv_net *net, const sv_state *s, uint32_t process, sv_text *out) {
  const sv_net_process *p = &net->processes.at[process];
  int64_t pid;
  if (!sv_state_number(net, s, process, &pid)) {
    sv_text_string(out, name_of(net, p->name));
    return;
  }
  sv_text_printf(out, "%s(%lld)", name_of(net, net->model->templates.at[p->template_number].name),
                 (long long)pid);
}

// The net's name "P[1].x" without its process, or with it as people call it.
static void show_name(const sv_net *net, const sv_state *s, sv_name full, uint32_t process,
                      uint32_t actor, sv_text *out) {
  const char *name = name_of(net, full);
  if (process == SV_NO_PROCESS) {
    sv_text_string(out, name);
    return;
  }
  const char *owner = name_of(net, net->processes.at[process].name);
  size_t n = strlen(owner);
  if (!strncmp(name, owner, n) && name[n] == '.') name += n + 1;
  int64_t pid;
  if (process != actor) {
    sv_show_process(net, s, process, out);
    sv_text_char(out, sv_state_number(net, s, process, &pid) ? ':' : '.');
  }
  sv_text_string(out, name);
}

// ---- Values ---------------------------------------------------------------------------

const char *sv_show_word(const sv_net *net, const sv_words *words, sv_value v) {
  bool plain = words && !words->low_bits && sv_is_small(v);
  if (!plain || sv_small_get(v) < 0 || sv_small_get(v) >= words->count) return NULL;
  sv_name name = words->names[sv_small_get(v)];
  return name.x ? name_of(net, name) : NULL;
}

// The name of the high bits, and the low ones behind it.
static bool show_high_word(const sv_net *net, const sv_words *words, sv_value v, sv_text *out) {
  if (!words || !words->low_bits || !sv_is_small(v) || sv_small_get(v) < 0) return false;
  int64_t high = sv_small_get(v) >> words->low_bits;
  int64_t low = sv_small_get(v) & ((INT64_C(1) << words->low_bits) - 1);
  if (high >= words->count || !words->names[high].x || (!high && low)) return false;
  sv_text_string(out, name_of(net, words->names[high]));
  int64_t below = low - (INT64_C(1) << words->low_bits);
  if (low > INT32_MAX) sv_text_printf(out, "%lld", (long long)below);
  else if (low) sv_text_printf(out, "+%lld", (long long)low);
  return true;
}

static void show_value(const sv_net *net, sv_sort sort, const sv_words *words, sv_value v,
                       sv_text *out) {
  const sv_sort_info *info = sv_sort_get(net->model->terms, sort);
  int64_t n = sv_is_small(v) ? sv_small_get(v) : -1;
  const char *word = sv_show_word(net, words, v);
  if (word) sv_text_string(out, word);
  else if (show_high_word(net, words, v, out)) return;
  else if (info->kind == SV_SORT_LOC && n >= 0 &&
           n < net->model->templates.at[info->size].locations.n)
    sv_text_string(out, name_of(net, net->model->templates.at[info->size].locations.at[n].name));
  else if (info->kind == SV_SORT_REF && n > 0 && n <= net->queues.n)
    sv_text_string(out, name_of(net, net->queues.at[n - 1].name));
  else sv_value_print(net->model->terms, sort, v, out);
}

static const sv_words *field_words(const sv_net *net, uint32_t queue, uint32_t field) {
  const sv_queue_family *family = &net->model->queues.at[net->queues.at[queue].family];
  return family->words ? family->words[field] : NULL;
}

static void show_field(const sv_net *net, uint32_t queue, uint32_t field, sv_value v,
                       sv_text *out) {
  show_value(net, net->queues.at[queue].fields[field], field_words(net, queue, field), v, out);
}

static bool is_word(const sv_net *net, uint32_t queue, sv_value first) {
  const sv_sort_info *info = sv_sort_get(net->model->terms, net->queues.at[queue].fields[0]);
  return info->kind == SV_SORT_ENUM || sv_show_word(net, field_words(net, queue, 0), first);
}

// "ping", "data(3, nil)": a message shows what belongs to its kind.
static void show_used(const sv_net *net, uint32_t queue, const sv_value *fields, const bool *used,
                      sv_text *out) {
  bool any = false;
  show_field(net, queue, 0, fields[0], out);
  for (uint32_t i = 1; i < net->queues.at[queue].field_count; i++) {
    if (!used[i]) continue;
    sv_text_string(out, any ? ", " : "(");
    show_field(net, queue, i, fields[i], out);
    any = true;
  }
  if (any) sv_text_char(out, ')');
}

// "req(3, 4)" where the first field is a word, else "(3, 4)", "3".
void sv_show_message(const sv_net *net, uint32_t queue, const sv_value *fields, sv_text *out) {
  const bool *const *used = net->model->queues.at[net->queues.at[queue].family].used;
  uint32_t n = net->queues.at[queue].field_count, first = 0;
  if (used) {
    show_used(net, queue, fields, used[sv_small_get(fields[0])], out);
    return;
  }
  if (n && is_word(net, queue, fields[0])) show_field(net, queue, first++, fields[0], out);
  bool brackets = n > 1 || !n;
  if (brackets) sv_text_char(out, '(');
  for (uint32_t i = first; i < n; i++) {
    if (i > first) sv_text_string(out, ", ");
    show_field(net, queue, i, fields[i], out);
  }
  if (brackets) sv_text_char(out, ')');
}

static void show_queue(const sv_net *net, uint32_t queue, const sv_queue_state *s, sv_text *out) {
  uint32_t n = net->queues.at[queue].field_count;
  sv_text_char(out, '[');
  for (uint32_t m = 0; m < s->messages; m++) {
    if (s->deferred && m == s->deferred) sv_text_string(out, " | ");
    else if (m) sv_text_string(out, ", ");
    sv_show_message(net, queue, s->fields.at + (size_t)m * n, out);
  }
  if (s->deferred && s->deferred == s->messages) sv_text_string(out, " |");
  sv_text_char(out, ']');
}

// ---- States ---------------------------------------------------------------------------

static bool is_shown(const sv_net *net, const sv_state *s, uint32_t var) {
  const sv_net_var *v = &net->vars.at[var];
  bool hidden = v->variable && net->model->variables.at[v->variable].hidden;
  return !v->is_pc && !hidden && var != net->holder && runs(net, s, v->process);
}

static void show_cell(const sv_net *net, const sv_state *s, uint32_t var, uint32_t cell,
                      uint32_t actor, sv_text *out) {
  const sv_net_var *v = &net->vars.at[var];
  const sv_words *words = v->variable ? net->model->variables.at[v->variable].words : NULL;
  sv_text name = {0};
  show_name(net, s, v->name, v->process, actor, &name);
  sv_cell_path(net, sv_text_get(&name), cell, out);
  sv_text_free(&name);
  sv_text_string(out, " = ");
  show_value(net, sv_sort_scalar(net->model->terms, v->sort), words, s->cells[cell], out);
}

bool sv_show_cell(const sv_net *net, const sv_state *s, uint32_t cell, bool value, sv_text *out) {
  uint32_t var = 0;
  while (net->vars.at[var].first_cell + net->vars.at[var].cells <= cell) var++;
  if (!is_shown(net, s, var)) return false;
  show_cell(net, s, var, cell, SV_NO_PROCESS, out);
  if (value) return true;
  char *equals = strstr(sv_text_get(out), " = ");
  assert(equals);
  out->n = (uint32_t)(equals - out->at);
  out->at[out->n] = 0;
  return true;
}

// With `before`, only what differs from it.
static void list_vars(const sv_net *net, const sv_state *before, const sv_state *s, uint32_t actor,
                      sv_strings *out) {
  for (uint32_t v = 0; v < net->vars.n; v++) {
    const sv_net_var *var = &net->vars.at[v];
    if (!is_shown(net, s, v)) continue;
    for (uint32_t c = var->first_cell; c < var->first_cell + var->cells; c++) {
      if (before && sv_value_same(before->cells[c], s->cells[c])) continue;
      sv_text item = {0};
      show_cell(net, s, v, c, actor, &item);
      sv_push(*out, sv_text_take(&item));
    }
  }
}

static void list_queues(const sv_net *net, const sv_state *before, const sv_state *s,
                        uint32_t actor, sv_strings *out) {
  for (uint32_t q = 0; q < net->queues.n; q++) {
    const sv_net_queue *queue = &net->queues.at[q];
    if (!runs(net, s, queue->process)) continue;
    if (before && sv_queue_equal(&before->queues[q], &s->queues[q])) continue;
    sv_text item = {0};
    show_name(net, s, queue->name, queue->process, actor, &item);
    sv_text_string(&item, " = ");
    show_queue(net, q, &s->queues[q], &item);
    sv_push(*out, sv_text_take(&item));
  }
}

void sv_show_queue(const sv_net *net, const sv_state *s, uint32_t queue, bool value, sv_text *out) {
  const sv_net_queue *q = &net->queues.at[queue];
  show_name(net, s, q->name, q->process, SV_NO_PROCESS, out);
  if (!value) return;
  sv_text_string(out, " = ");
  show_queue(net, queue, &s->queues[queue], out);
}

// ---- cells that are alike

typedef struct {
  size_t name;       // bytes in front of the index
  unsigned index;    // of a cell
  const char *rest;  // "] = 0"; NULL: it is no cell of an array
} cell_item;

static cell_item read_item(const char *item) {
  const char *equals = strstr(item, " = "), *open = equals;
  if (!equals || equals == item || equals[-1] != ']') return (cell_item){0};
  while (open > item && *open != '[') open--;
  cell_item c = {.name = (size_t)(open - item)};
  int digits = 0;
  bool number = sscanf(open, "[%8u%n", &c.index, &digits) == 1 && open + digits == equals - 1;
  if (number) c.rest = equals - 1;
  return c;
}

// How many items from here on are neighbouring cells of one array with the same value.
static uint32_t alike(const sv_strings *items, uint32_t i) {
  cell_item first = read_item(items->at[i]);
  uint32_t n = 1;
  for (; first.rest && i + n < items->n; n++) {
    cell_item c = read_item(items->at[i + n]);
    if (!c.rest || c.name != first.name || c.index != first.index + n) break;
    if (strncmp(items->at[i], items->at[i + n], c.name) || strcmp(first.rest, c.rest)) break;
  }
  return n;
}

void sv_show_condense(sv_strings *items) {
  enum { FEWEST = 4 };
  uint32_t kept = 0;
  for (uint32_t i = 0, n; i < items->n; i += n) {
    n = alike(items, i);
    if (n < FEWEST) n = 1;
    cell_item c = read_item(items->at[i]);
    sv_text text = {0};
    if (n > 1)
      sv_text_printf(&text, "%.*s[%u..%u%s", (int)c.name, items->at[i], c.index, c.index + n - 1,
                     c.rest);
    else sv_text_string(&text, items->at[i]);
    for (uint32_t k = i; k < i + n; k++) sv_free(items->at[k]);
    items->at[kept++] = sv_text_take(&text);
  }
  items->n = kept;
}

void sv_show_initial(const sv_net *net, const sv_state *s, sv_strings *out) {
  list_vars(net, NULL, s, SV_NO_PROCESS, out);
}

void sv_show_changes(const sv_net *net, const sv_state *before, const sv_state *after,
                     uint32_t actor, sv_strings *out) {
  list_vars(net, before, after, actor, out);
  list_queues(net, before, after, actor, out);
}

void sv_show_state(const sv_net *net, const sv_state *s, sv_strings *out) {
  for (uint32_t p = 0; p < net->processes.n; p++) {
    uint32_t location = sv_state_location(net, s, p);
    if (!location) continue;
    sv_text item = {0};
    sv_show_process(net, s, p, &item);
    sv_text_printf(&item, "@%s", name_of(net, sv_net_location(net, p, location)->name));
    sv_push(*out, sv_text_take(&item));
  }
  list_vars(net, NULL, s, SV_NO_PROCESS, out);
  list_queues(net, NULL, s, SV_NO_PROCESS, out);
}

void sv_show_join(const sv_strings *items, sv_text *out) {
  for (uint32_t i = 0; i < items->n; i++) sv_text_printf(out, "%s%s", i ? ", " : "", items->at[i]);
}

void sv_strings_free(sv_strings *items) {
  for (uint32_t i = 0; i < items->n; i++) sv_free(items->at[i]);
  sv_vec_free(*items);
}
