// ask.c -- what can be asked about a text: all from the index of its last good version.

#include "report/json_kit.h"
#include "serve/serve.h"

static json_t *location(const sv_document *d, const sv_lines *lines, const sv_symbol *s) {
  if (s->location) return json_incref(s->location);
  return json_pack("{s:o, s:o}", "uri", sv_json_string(d->uri), "range",
                   sv_lines_range(lines, s->from, s->to));
}

// The name at the position that the parameters have, and what it means; NULL: nothing known.
static const sv_symbol *asked(const sv_document *d, const sv_lines *lines, const json_t *params,
                              uint32_t *from, uint32_t *to, bool *wrong) {
  sv_position at;
  if (!sv_position_read(json_object_get(params, "position"), &at)) return *wrong = true, NULL;
  return sv_document_at(d, sv_lines_offset(lines, at), from, to);
}

static json_t *hover(const sv_document *d, const sv_lines *lines, const json_t *params,
                     bool *wrong) {
  uint32_t from, to;
  const sv_symbol *s = asked(d, lines, params, &from, &to, wrong);
  if (!s) return json_null();
  return json_pack("{s:{s:s, s:o}, s:o}", "contents", "kind", "markdown", "value",
                   sv_json_string(s->about ? s->about : s->name), "range",
                   sv_lines_range(lines, from, to));
}

static json_t *definition(const sv_document *d, const sv_lines *lines, const json_t *params,
                          bool *wrong) {
  uint32_t from, to;
  const sv_symbol *s = asked(d, lines, params, &from, &to, wrong);
  return s ? location(d, lines, s) : json_null();
}

// Every use that means the same; the declaration too if that is asked for.
static json_t *references(const sv_document *d, const sv_lines *lines, const json_t *params,
                          bool *wrong) {
  uint32_t from, to;
  const sv_symbol *s = asked(d, lines, params, &from, &to, wrong);
  const json_t *context = json_object_get(params, "context");
  bool declaration = json_is_true(json_object_get(context, "includeDeclaration"));
  size_t n = s ? strlen(s->name) : 0;
  bool signs = s && strpbrk(s->name, "$#");
  json_t *list = json_array();
  for (size_t i = 0; s && i < d->text.n; i = to + 1) {
    bool same = sv_document_word(d, i, signs, &from, &to) && to - from == n &&
                !memcmp(d->text.at + from, s->name, n);
    if (!same || sv_document_find(d, from, to) != s) continue;
    if (!declaration && !s->location && from == s->from) continue;
    json_array_append_new(list, json_pack("{s:o, s:o}", "uri", sv_json_string(d->uri), "range",
                                          sv_lines_range(lines, from, to)));
  }
  return list;
}

static json_t *outline_entry(const sv_lines *lines, const sv_symbol *s) {
  return json_pack("{s:o, s:i, s:o, s:o, s:[]}", "name", sv_json_string(s->name), "kind", s->kind,
                   "range", sv_lines_range(lines, s->begin, s->end), "selectionRange",
                   sv_lines_range(lines, s->from, s->to), "children");
}

// What belongs to a process stands below it.
static json_t *outline(const sv_document *d, const sv_lines *lines, const json_t *params,
                       bool *wrong) {
  json_t **entries = SV_NEW_ARRAY(json_t *, d->symbols.n + 1), *top = json_array();
  SV_UNUSED(params);
  SV_UNUSED(wrong);
  for (uint32_t i = 0; i < d->symbols.n; i++)
    if (!d->symbols.at[i].location && *d->symbols.at[i].name)
      entries[i] = outline_entry(lines, &d->symbols.at[i]);
  for (uint32_t i = 0; i < d->symbols.n; i++) {
    uint32_t around = d->symbols.at[i].around;
    json_t *parent = around ? json_object_get(entries[around - 1], "children") : top;
    if (entries[i]) json_array_append(parent ? parent : top, entries[i]);
  }
  for (uint32_t i = 0; i < d->symbols.n; i++) json_decref(entries[i]);
  sv_free(entries);
  return top;
}

static int completion_kind(int symbol) {
  static const int known[][2] = {{5, 7}, {7, 10}, {12, 3}, {13, 6}, {14, 21}, {18, 6}, {22, 20}};
  for (size_t i = 0; i < SV_COUNT(known); i++)
    if (known[i][0] == symbol) return known[i][1];
  return 1;
}

static void add_words(json_t *list, const char *words) {
  enum { KEYWORD = 14 };
  for (size_t n; words && *words; words += n + 1) {
    n = strcspn(words, " ");
    json_array_append_new(list, json_pack("{s:s%, s:i}", "label", words, n, "kind", KEYWORD));
  }
}

static json_t *completion(const sv_document *d, const sv_lines *lines, const json_t *params,
                          bool *wrong) {
  json_t *list = json_array(), *seen = json_object();
  SV_UNUSED(lines);
  SV_UNUSED(params);
  SV_UNUSED(wrong);
  for (uint32_t i = 0; i < d->symbols.n; i++) {
    const sv_symbol *s = &d->symbols.at[i];
    if (s->unnamed || json_object_get(seen, s->name)) continue;
    sv_json_set(seen, s->name, json_true());
    json_array_append_new(list,
                          json_pack("{s:o, s:i, s:{s:s, s:o}}", "label", sv_json_string(s->name),
                                    "kind", completion_kind(s->kind), "documentation", "kind",
                                    "markdown", "value", sv_json_string(s->about ? s->about : "")));
  }
  json_decref(seen);
  add_words(list, d->words);
  return list;
}

static json_t *lens(const sv_document *d, const sv_lines *lines, size_t at, const char *title,
                    const char *command, const char *property) {
  json_t *argument = json_pack("{s:o}", "uri", sv_json_string(d->uri));
  if (property) sv_json_set(argument, "property", sv_json_string(property));
  return json_pack("{s:o, s:{s:o, s:s, s:[o]}}", "range", sv_lines_range(lines, at, at), "command",
                   "title", sv_json_string(title), "command", command, "arguments", argument);
}

static json_t *lenses(const sv_document *d, const sv_lines *lines, const json_t *params,
                      bool *wrong) {
  json_t *list = json_array();
  SV_UNUSED(params);
  SV_UNUSED(wrong);
  json_array_append_new(list, lens(d, lines, 0, "check", "selvage.check", NULL));
  json_array_append_new(list, lens(d, lines, 0, "simulate", "selvage.simulate", NULL));
  for (uint32_t i = 0; i < d->symbols.n; i++) {
    const sv_symbol *s = &d->symbols.at[i];
    if (!s->property || s->location) continue;
    sv_text title = {0};
    sv_text_printf(&title, "check %s", s->property);
    json_array_append_new(
        list, lens(d, lines, s->from, sv_text_get(&title), "selvage.check", s->property));
    sv_text_free(&title);
  }
  return list;
}

sv_ask_fn *sv_ask_find(const char *method) {
  static const struct {
    const char *method;
    sv_ask_fn *ask;
  } known[] = {{"textDocument/hover", hover},           {"textDocument/definition", definition},
               {"textDocument/references", references}, {"textDocument/documentSymbol", outline},
               {"textDocument/completion", completion}, {"textDocument/codeLens", lenses}};
  for (size_t i = 0; i < SV_COUNT(known); i++)
    if (!strcmp(known[i].method, method)) return known[i].ask;
  return NULL;
}
