// yaml.c -- a reader of YAML's simple part, line by line.
//
// A block begins in the column of its first entry; entries in the same column belong to it.

#include "lang/c/witness/yaml.h"

#include <string.h>

enum { MOST_NESTED = 40 };

typedef struct {
  sv_arena *arena;
  const char *path, *text, *at, *end;
  uint32_t line, nested;
  sv_text *why;
  bool failed;
} reader;

static c_yaml *fail(reader *r, const char *what) {
  if (!r->failed) sv_text_printf(r->why, "%s:%u: %s", r->path, r->line, what);
  r->failed = true;
  return NULL;
}

static char here(const reader *r) { return r->at < r->end ? *r->at : 0; }

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static void skip_blanks(reader *r) {
  while (r->at < r->end && is_blank(*r->at)) r->at++;
}

// To the next thing that is written, over ends of lines and comments.
static void skip_space(reader *r) {
  for (;;) {
    skip_blanks(r);
    bool fresh = r->at == r->text || is_blank(r->at[-1]) || r->at[-1] == '\n';
    if (here(r) == '#' && fresh)
      while (r->at < r->end && *r->at != '\n') r->at++;
    if (here(r) != '\n') return;
    r->at++;
    r->line++;
  }
}

static uint32_t column(const reader *r) {
  const char *begin = r->at;
  while (begin > r->text && begin[-1] != '\n') begin--;
  return (uint32_t)(r->at - begin);
}

static c_yaml *new_node(const reader *r, c_yaml_kind kind) {
  c_yaml *node = SV_ARENA_NEW(r->arena, c_yaml);
  *node = (c_yaml){.kind = kind, .line = r->line};
  return node;
}

// ---- scalars

static char escaped(char c) { return c == 'n' ? '\n' : c == 't' ? '\t' : c == '0' ? 0 : c; }

static const char *quoted_text(reader *r) {
  char quote = *r->at++;
  sv_text t = {0};
  while (here(r) && here(r) != '\n') {
    if (here(r) == quote && !(quote == '\'' && r->at + 1 < r->end && r->at[1] == quote)) break;
    if (here(r) == '\\' && quote == '"' && r->at + 1 < r->end) sv_text_char(&t, escaped(*++r->at));
    else sv_text_char(&t, here(r));
    r->at += here(r) == quote && quote == '\'' ? 2 : 1;
  }
  if (here(r) == quote) r->at++;
  else fail(r, "this text has no end on its line");
  const char *text = sv_arena_strndup(r->arena, sv_text_get(&t), t.n);
  sv_text_free(&t);
  return text;
}

static bool ends_plain(const reader *r, bool flow) {
  char c = *r->at, next = r->at + 1 < r->end ? r->at[1] : '\n';
  if (c == '\n') return true;
  if (c == ':') return is_blank(next) || next == '\n' || (flow && strchr(",]}", next));
  if (c == '#') return r->at > r->text && is_blank(r->at[-1]);
  return flow && strchr(",]}", c);
}

static const char *plain_text(reader *r, bool flow) {
  const char *begin = r->at;
  while (r->at < r->end && !ends_plain(r, flow)) r->at++;
  const char *end = r->at;
  while (end > begin && is_blank(end[-1])) end--;
  return sv_arena_strndup(r->arena, begin, (size_t)(end - begin));
}

static const char *scalar_text(reader *r, bool flow) {
  return here(r) == '"' || here(r) == '\'' ? quoted_text(r) : plain_text(r, flow);
}

// ---- flow: [a, b] and {a: b}

static c_yaml *read_flow(reader *);

static c_yaml *flow_entry(reader *r, bool mapping) {
  const char *key = mapping ? scalar_text(r, true) : NULL;
  skip_space(r);
  if (mapping && here(r) != ':') return fail(r, "a colon is missing here");
  if (mapping) r->at++, skip_space(r);
  c_yaml *value = read_flow(r);
  if (value) value->key = key;
  skip_space(r);
  return value;
}

static c_yaml *flow_list(reader *r, char close) {
  c_yaml *node = new_node(r, close == '}' ? C_YAML_MAPPING : C_YAML_SEQUENCE);
  c_yaml **tail = &node->first;
  r->at++;
  for (skip_space(r); here(r) != close; skip_space(r)) {
    if (!here(r)) return fail(r, "a bracket is not closed");
    c_yaml *entry = flow_entry(r, close == '}');
    if (!entry) return NULL;
    *tail = entry;
    tail = &entry->next;
    if (here(r) == ',') r->at++;
    else if (here(r) != close) return fail(r, "a comma or a closing bracket is missing here");
  }
  r->at++;
  return node;
}

static c_yaml *read_flow(reader *r) {
  c_yaml *node = NULL;
  if (r->nested++ > MOST_NESTED) fail(r, "this is nested too deeply");
  else if (here(r) == '[' || here(r) == '{') node = flow_list(r, here(r) == '[' ? ']' : '}');
  else {
    node = new_node(r, C_YAML_SCALAR);
    node->text = scalar_text(r, true);
  }
  r->nested--;
  return node;
}

// ---- blocks

static c_yaml *read_block(reader *, uint32_t least);

static bool at_dash(const reader *r) {
  char next = r->at + 1 < r->end ? r->at[1] : '\n';
  return here(r) == '-' && (is_blank(next) || next == '\n');
}

static bool line_ends(const reader *r) {
  return !here(r) || here(r) == '\n' || (here(r) == '#' && is_blank(r->at[-1]));
}

// What stands behind a dash or a colon: on the line, or further in below it. A sequence as
// the value of a key may stand in the key's own column.
static c_yaml *read_value(reader *r, uint32_t parent, bool of_key) {
  skip_blanks(r);
  if (!line_ends(r) && of_key) {
    bool flow = here(r) == '[' || here(r) == '{';
    if (flow) return read_flow(r);
    if (strchr("&*!|>", here(r))) return fail(r, "this kind of YAML is not read");
    c_yaml *node = new_node(r, C_YAML_SCALAR);
    node->text = scalar_text(r, false);
    return node;
  }
  c_yaml *empty = new_node(r, C_YAML_SCALAR);
  empty->text = "";
  skip_space(r);
  bool below = here(r) && (column(r) > parent || (of_key && column(r) == parent && at_dash(r)));
  return below ? read_block(r, column(r)) : empty;
}

static c_yaml *read_sequence(reader *r, uint32_t at) {
  c_yaml *node = new_node(r, C_YAML_SEQUENCE), **tail = &node->first;
  while (here(r) && column(r) == at && at_dash(r)) {
    r->at++;
    c_yaml *entry = read_value(r, at, false);
    if (!entry) return NULL;
    *tail = entry;
    tail = &entry->next;
    skip_space(r);
  }
  return node;
}

static c_yaml *read_mapping(reader *r, uint32_t at) {
  c_yaml *node = new_node(r, C_YAML_MAPPING), **tail = &node->first;
  while (here(r) && column(r) == at && !at_dash(r)) {
    const char *key = scalar_text(r, false);
    skip_blanks(r);
    if (here(r) != ':') return fail(r, "a key and a colon are expected here");
    r->at++;
    c_yaml *value = read_value(r, at, true);
    if (!value) return NULL;
    value->key = key;
    *tail = value;
    tail = &value->next;
    skip_space(r);
  }
  return node;
}

// A scalar alone has no colon behind it.
static bool is_scalar(const reader *r) {
  reader ahead = *r;
  sv_text none = {0};
  ahead.why = &none;
  scalar_text(&ahead, false);
  skip_blanks(&ahead);
  sv_text_free(&none);
  return here(&ahead) != ':';
}

static c_yaml *read_block(reader *r, uint32_t at) {
  c_yaml *node = NULL;
  if (r->nested++ > MOST_NESTED) fail(r, "this is nested too deeply");
  else if (at_dash(r)) node = read_sequence(r, at);
  else if (here(r) == '[' || here(r) == '{') node = read_flow(r);
  else if (is_scalar(r)) {
    node = new_node(r, C_YAML_SCALAR);
    node->text = scalar_text(r, false);
  } else node = read_mapping(r, at);
  r->nested--;
  return r->failed ? NULL : node;
}

c_yaml *c_yaml_read(sv_arena *arena, const char *path, const char *text, size_t n, sv_text *why) {
  reader r = {.arena = arena,
              .path = path,
              .text = text,
              .at = text,
              .end = text + n,
              .line = 1,
              .why = why};
  skip_space(&r);
  if (r.end - r.at >= 3 && !memcmp(r.at, "---", 3)) r.at += 3, skip_space(&r);
  if (!here(&r)) return fail(&r, "there is nothing in it");
  c_yaml *all = read_block(&r, column(&r));
  skip_space(&r);
  if (all && here(&r)) return fail(&r, "this does not belong to anything");
  return all;
}

const c_yaml *c_yaml_member(const c_yaml *node, const char *key) {
  if (!node || node->kind != C_YAML_MAPPING) return NULL;
  for (const c_yaml *m = node->first; m; m = m->next)
    if (m->key && !strcmp(m->key, key)) return m;
  return NULL;
}

const char *c_yaml_text(const c_yaml *mapping, const char *key) {
  const c_yaml *m = c_yaml_member(mapping, key);
  return m && m->kind == C_YAML_SCALAR ? m->text : NULL;
}
