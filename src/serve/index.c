// index.c -- see index.h.

#include "serve/index.h"

#include <ctype.h>

#include "model/print.h"
#include "report/json_kit.h"
#include "report/line.h"

// Kinds of symbols, as the protocol numbers them.
enum {
  CLASS = 5,
  PROPERTY = 7,
  FUNCTION = 12,
  VARIABLE = 13,
  CONSTANT = 14,
  ARRAY = 18,
  KEY = 20,
  ENUM_MEMBER = 22,
  STRUCT = 23,
  EVENT = 24,
};
enum { MOST_WORDS = 12, LONGEST_LINE = 120 };

typedef struct {
  sv_atlas *atlas;
  const sv_model *model;
  json_t *entries;
  sv_map seen;       // kind and place -> 1
  sv_span *extents;  // by template
} indexer;

// ---- where a name stands

static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_' || (c & 0x80); }

// The first place of the word in the span, as a whole word.
static sv_span find_word(const indexer *x, sv_span span, const char *word, size_t n) {
  const char *text = sv_source_text(x->atlas->sources, span.file);
  size_t size = sv_source_size(x->atlas->sources, span.file);
  size_t end = span.end < size ? span.end : size;
  for (size_t i = span.begin; n && i + n <= end; i++) {
    if (memcmp(text + i, word, n)) continue;
    bool whole = (i == 0 || !in_name(text[i - 1])) && (i + n == size || !in_name(text[i + n]));
    if (whole) return (sv_span){span.file, (uint32_t)i, (uint32_t)(i + n)};
  }
  return SV_NOWHERE;
}

// A name as lowering made it: "clerk[1]", "free~2", "main.x", "P:x". Its parts, the last first,
// are looked for where it was declared; those of locations and properties are no names.
static sv_span find_name(const indexer *x, int kind, sv_span span, const char *name) {
  size_t n = strcspn(name, "[~(");
  bool parts = kind != ENUM_MEMBER && kind != PROPERTY;
  if (!span.file) return SV_NOWHERE;
  if (span.end == span.begin) span.end += (uint32_t)n;
  sv_span found = find_word(x, span, name, n);
  while (parts && !found.file && n) {
    size_t end = n;
    while (n && in_name(name[n - 1])) n--;
    if (end > n) found = find_word(x, span, name + n, end - n);
    while (n && !in_name(name[n - 1])) n--;
  }
  return found;
}

// ---- what there is to say

static void print_range(const sv_model *m, sv_sort sort, sv_text *t) {
  const sv_sort_info *info = sv_sort_get(m->terms, sv_sort_scalar(m->terms, sort));
  if (info->kind != SV_SORT_BV || info->size > 62) return;
  uint64_t half = UINT64_C(1) << (info->size - 1);
  if (info->is_signed)
    sv_text_printf(t, " (-%llu to %llu)", (unsigned long long)half, (unsigned long long)half - 1);
  else sv_text_printf(t, " (0 to %llu)", (unsigned long long)(2 * half - 1));
}

static void print_words(const sv_model *m, const sv_words *words, sv_text *t) {
  uint32_t told = 0;
  for (uint32_t i = 0; words && !words->low_bits && i < words->count && told <= MOST_WORDS; i++) {
    if (!words->names[i].x) continue;
    bool last = told++ == MOST_WORDS;
    sv_text_printf(t, "%s%s", told == 1 ? "\n\nvalues: " : ", ",
                   last ? "…" : sv_names_get(m->names, words->names[i]));
  }
}

static void print_owner(const sv_model *m, uint32_t owner, sv_text *t) {
  if (owner) sv_text_printf(t, " of `%s`", sv_names_get(m->names, m->templates.at[owner].name));
}

static void print_place(const sv_model *m, sv_span span, sv_text *t) {
  sv_text_string(t, ", declared at ");
  sv_place_text(m, span, t);
}

static void about_variable(const sv_model *m, const sv_variable *v, sv_text *t) {
  sv_text_printf(t, "```selvage\n%s: ", sv_names_get(m->names, v->name));
  sv_model_print_sort(m, v->sort, t);
  print_range(m, v->sort, t);
  sv_text_string(t, " = ");
  if (v->init.x) sv_model_print_infix(m, v->init, t);
  else sv_text_string(t, "any value");
  sv_text_printf(t, "\n```\n%s", v->owner ? "variable" : "global variable");
  print_owner(m, v->owner, t);
  print_place(m, v->span, t);
  print_words(m, v->words, t);
}

static void about_queue(const sv_model *m, const sv_queue_family *q, sv_text *t) {
  sv_text_printf(t, "```selvage\n%s", sv_names_get(m->names, q->name));
  if (q->indexed) sv_text_printf(t, "[%u]", q->count);
  sv_text_string(t, ": queue of (");
  for (uint32_t i = 0; i < q->field_count; i++) {
    sv_text_string(t, i ? ", " : "");
    sv_model_print_sort(m, q->fields[i], t);
    print_range(m, q->fields[i], t);
  }
  if (q->capacity == SV_UNBOUNDED) sv_text_string(t, "), any number of messages\n```\nqueue");
  else sv_text_printf(t, "), %u message%s\n```\nqueue", q->capacity, q->capacity == 1 ? "" : "s");
  print_owner(m, q->owner, t);
  print_place(m, q->span, t);
}

static void about_process(const sv_model *m, const sv_template *p, sv_text *t) {
  sv_text_printf(t, "```selvage\nprocess %s\n```\n%u running at the start, ",
                 sv_names_get(m->names, p->name), p->initial);
  if (p->pool == SV_UNBOUNDED) sv_text_string(t, "any number at a time");
  else sv_text_printf(t, "at most %u at a time", p->pool);
  sv_text_printf(t, "; %u locations", p->locations.n - 1);
  print_place(m, p->span, t);
}

static void about_location(const sv_model *m, const sv_template *p, const sv_location *l,
                           sv_text *t) {
  sv_text_printf(t, "```selvage\nlocation %s\n```\n%slocation of `%s`",
                 sv_names_get(m->names, l->name), l->flags & SV_LOC_END ? "valid end " : "",
                 sv_names_get(m->names, p->name));
  print_place(m, l->span, t);
  if (!l->invariant.x) return;
  sv_text_string(t, "\n\ninvariant: `");
  sv_model_print_infix(m, l->invariant, t);
  sv_text_char(t, '`');
}

static void about_property(const sv_model *m, const sv_property *p, sv_text *t) {
  sv_text_printf(t, "```selvage\n%s %s\n```\n%s", sv_property_kind_text(p->kind),
                 sv_names_get(m->names, p->name), p->text ? p->text : "");
  print_place(m, p->span, t);
}

// ---- entries

// One symbol for each place; properties may lie on others.
static bool is_new(indexer *x, int kind, sv_span at) {
  uint64_t key = (uint64_t)(kind == PROPERTY) << 63 | (uint64_t)at.file << 32 | at.begin;
  if (sv_map_get(&x->seen, key) != SV_MAP_NONE) return false;
  sv_map_put(&x->seen, key, 1);
  return true;
}

static void set_places(indexer *x, json_t *entry, sv_span at, sv_span extent) {
  sv_span edited = sv_atlas_edited(x->atlas, at);
  if (!edited.file) {
    sv_json_set(entry, "location", sv_atlas_location(x->atlas, at));
    return;
  }
  sv_span whole = sv_span_join(edited, sv_atlas_edited(x->atlas, extent));
  sv_json_set(entry, "from", json_integer(edited.begin));
  sv_json_set(entry, "to", json_integer(edited.end));
  sv_json_set(entry, "begin", json_integer(whole.begin));
  sv_json_set(entry, "end", json_integer(whole.end));
}

static json_t *new_entry(indexer *x, int kind, char *name, const char *about) {
  json_t *entry = json_object();
  sv_json_set(entry, "name", sv_json_string(name));
  sv_json_set(entry, "kind", json_integer(kind));
  sv_json_set(entry, "about", sv_json_string(about));
  json_array_append_new(x->entries, entry);
  sv_free(name);
  return entry;
}

// NULL if the name does not stand there, or is known. Takes the text.
static json_t *add(indexer *x, int kind, sv_span span, sv_span whole, sv_name name,
                   sv_text *about) {
  sv_span at = find_name(x, kind, span, sv_names_get(x->model->names, name));
  json_t *entry = NULL;
  bool number =
      at.file && isdigit((unsigned char)sv_source_text(x->atlas->sources, at.file)[at.begin]);
  if (at.file && !number && is_new(x, kind, at)) {
    const char *text = sv_source_text(x->atlas->sources, at.file);
    char *word = sv_strndup(text + at.begin, at.end - at.begin);
    entry = new_entry(x, kind, word, sv_text_get(about));
    set_places(x, entry, at, whole);
  }
  sv_text_free(about);
  return entry;
}

// An assertion is often named by its line only.
static void add_property(indexer *x, const sv_property *p) {
  sv_text about = {0};
  const char *name = sv_names_get(x->model->names, p->name);
  json_t *entry = NULL;
  about_property(x->model, p, &about);
  if (find_name(x, PROPERTY, p->span, name).file) {
    entry = add(x, PROPERTY, p->span, p->span, p->name, &about);
  } else if (p->span.file && is_new(x, PROPERTY, p->span)) {
    entry = new_entry(x, PROPERTY, sv_strdup(name), sv_text_get(&about));
    sv_json_set(entry, "unnamed", json_true());
    set_places(x, entry, p->span, p->span);
  }
  if (entry) sv_json_set(entry, "property", sv_json_string(name));
  sv_text_free(&about);
}

// Of two processes the first one ends where the second begins. Objects of UML are named apart from
// their machines.
static void cut_extents(indexer *x) {
  const sv_model *m = x->model;
  bool apart = !strcmp(m->language, "uml");
  for (uint32_t i = 1; i < m->templates.n; i++) {
    sv_span own = m->templates.at[i].span, *e = &x->extents[i];
    e->begin = own.begin;
    if (apart) e->end = own.end;
    for (uint32_t k = 1; k < m->templates.n; k++) {
      sv_span other = m->templates.at[k].span;
      if (other.file == own.file && other.begin > own.begin && other.begin < e->end)
        e->end = other.begin;
    }
    if (e->end < own.end) e->end = own.end;
  }
}

// The language knows better.
static void set_extents(indexer *x, const sv_declared *d) {
  for (uint32_t i = 1; i < x->model->templates.n; i++) {
    sv_span own = x->model->templates.at[i].span;
    if (own.file == d->span.file && own.begin == d->span.begin) x->extents[i] = d->whole;
  }
}

static void widen(indexer *x, uint32_t template_number, sv_span span) {
  sv_span *e = &x->extents[template_number];
  if (e->file) *e = sv_span_join(*e, span);
}

// What belongs to a process: from its name to the last of its places.
static void find_extents(indexer *x) {
  const sv_model *m = x->model;
  x->extents = SV_NEW_ARRAY(sv_span, m->templates.n);
  for (uint32_t i = 1; i < m->templates.n; i++) {
    const sv_template *p = &m->templates.at[i];
    x->extents[i] = p->span;
    for (uint32_t k = 1; k < p->locations.n; k++) widen(x, i, p->locations.at[k].span);
  }
  for (uint32_t i = 1; i < m->variables.n; i++)
    widen(x, m->variables.at[i].owner, m->variables.at[i].span);
  for (uint32_t i = 1; i < m->actions.n; i++)
    if (m->actions.at[i].edge_count)
      widen(x, m->actions.at[i].edges[0].template_number, m->actions.at[i].span);
  cut_extents(x);
  for (uint32_t i = 0; i < m->declared.n; i++)
    if (m->declared.at[i].kind == SV_DECLARED_PROCESS) set_extents(x, &m->declared.at[i]);
}

static void add_process(indexer *x, uint32_t number) {
  const sv_model *m = x->model;
  const sv_template *p = &m->templates.at[number];
  sv_text about = {0};
  about_process(m, p, &about);
  add(x, CLASS, p->span, x->extents[number], p->name, &about);
  for (uint32_t k = 1; k < p->locations.n; k++) {
    const sv_location *l = &p->locations.at[k];
    if (!find_name(x, ENUM_MEMBER, l->span, sv_names_get(m->names, l->name)).file) continue;
    about_location(m, p, l, &about);
    add(x, ENUM_MEMBER, l->span, SV_NOWHERE, l->name, &about);
  }
}

static void add_data(indexer *x) {
  const sv_model *m = x->model;
  sv_text about = {0};
  for (uint32_t i = 1; i < m->variables.n; i++) {
    if (m->variables.at[i].is_pc) continue;
    about_variable(m, &m->variables.at[i], &about);
    add(x, VARIABLE, m->variables.at[i].span, SV_NOWHERE, m->variables.at[i].name, &about);
  }
  for (uint32_t i = 1; i < m->queues.n; i++) {
    about_queue(m, &m->queues.at[i], &about);
    add(x, ARRAY, m->queues.at[i].span, SV_NOWHERE, m->queues.at[i].name, &about);
  }
}

// ---- what the language declared besides

static int kind_of(sv_declared_kind kind) {
  switch (kind) {
  case SV_DECLARED_PROCESS: return CLASS;
  case SV_DECLARED_FUNCTION: return FUNCTION;
  case SV_DECLARED_TYPE: return STRUCT;
  case SV_DECLARED_CONSTANT: return CONSTANT;
  case SV_DECLARED_CHANNEL: return EVENT;
  case SV_DECLARED_LABEL: return KEY;
  case SV_DECLARED_STATE: return ENUM_MEMBER;
  }
  SV_UNREACHABLE();
}

// Its line, as it stands in the text.
static void about_line(indexer *x, sv_span span, sv_text *t) {
  size_t n;
  const sv_sources *sources = x->atlas->sources;
  const char *line =
      sv_source_line(sources, span.file, sv_source_place(sources, span.file, span.begin).line, &n);
  while (n && isspace((unsigned char)*line)) line++, n--;
  sv_text_string(t, "```\n");
  sv_text_bytes(t, line, n < LONGEST_LINE ? n : LONGEST_LINE);
  sv_text_string(t, "\n```\ndeclared at ");
  sv_place_text(x->model, span, t);
}

static void add_declared(indexer *x) {
  for (uint32_t i = 0; i < x->model->declared.n; i++) {
    const sv_declared *d = &x->model->declared.at[i];
    sv_text about = {0};
    if (!d->span.file || sv_source_is_concealed(x->atlas->sources, d->span.file)) continue;
    about_line(x, d->span, &about);
    add(x, kind_of(d->kind), d->span, d->whole, d->name, &about);
  }
}

// Macros, in languages that have the preprocessor of C.
static void add_macros(indexer *x) {
  static const char word[] = "#define";
  const sv_model *m = x->model;
  bool has_them = !strcmp(m->language, "promela") || !strcmp(m->language, "c");
  size_t n = has_them ? sv_source_size(m->sources, 1) : 0;
  const char *text = has_them ? sv_source_text(m->sources, 1) : "";
  for (size_t i = 0; i + sizeof word < n; i++) {
    if ((i && text[i - 1] != '\n') || memcmp(text + i, word, sizeof word - 1)) continue;
    size_t from = i + sizeof word - 1;
    while (from < n && (text[from] == ' ' || text[from] == '\t')) from++;
    size_t to = from;
    while (to < n && in_name(text[to])) to++;
    sv_span span = {1, (uint32_t)from, (uint32_t)to};
    sv_text about = {0};
    about_line(x, span, &about);
    add(x, CONSTANT, span, span, sv_names_intern(m->names, text + from, to - from), &about);
  }
}

json_t *sv_index_of(sv_atlas *atlas, const sv_model *m) {
  indexer x = {.atlas = atlas, .model = m, .entries = json_array()};
  find_extents(&x);
  for (uint32_t i = 1; i < m->templates.n; i++) add_process(&x, i);
  add_data(&x);
  add_declared(&x);
  add_macros(&x);
  for (uint32_t i = 1; i < m->properties.n; i++) add_property(&x, &m->properties.at[i]);
  sv_map_free(&x.seen);
  sv_free(x.extents);
  return x.entries;
}
