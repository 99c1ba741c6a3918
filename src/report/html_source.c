// html_source.c -- source files, places in them, and coverage, for the page.

#include "base/bits.h"
#include "report/html.h"

#include <stdlib.h>

enum { MOST_BYTES = 4000000 };  // of a file that is shown as a whole

// ---- places

// UTF-16 units of the first n bytes; of a line that is not UTF-8 each byte is one.
static uint32_t units(const char *line, size_t length, size_t n) {
  json_t *valid = json_stringn(line, length);
  uint32_t count = 0;
  for (size_t i = 0; i < n && i < length; i++) {
    unsigned char c = (unsigned char)line[i];
    if (!valid || (c & 0xC0) != 0x80) count += valid && c >= 0xF0 ? 2 : 1;
  }
  json_decref(valid);
  return count;
}

json_t *sv_html_place(const sv_model *m, sv_span span) {
  if (!span.file) return json_null();
  sv_place begin = sv_source_place(m->sources, span.file, span.begin);
  sv_place end = sv_source_place(m->sources, span.file, span.end);
  size_t n;
  const char *line = sv_source_line(m->sources, span.file, begin.line, &n);
  size_t last = end.line == begin.line && end.column > begin.column ? end.column - 1 : n;
  return json_pack("[i,i,i,i]", (int)span.file - 1, (int)begin.line - 1,
                   (int)units(line, n, begin.column - 1), (int)units(line, n, last));
}

// ---- files

static void mark(const sv_model *m, uint32_t file, sv_span span, sv_bits *lines) {
  if (span.file != file) return;
  uint32_t line = sv_source_place(m->sources, file, span.begin).line;
  if (line < lines->n) sv_bits_add(lines, line);
}

static void mark_places(const sv_model *m, uint32_t file, sv_bits *lines) {
  for (uint32_t i = 1; i < m->actions.n; i++) mark(m, file, m->actions.at[i].span, lines);
  for (uint32_t i = 1; i < m->properties.n; i++) mark(m, file, m->properties.at[i].span, lines);
  for (uint32_t t = 1; t < m->templates.n; t++)
    for (uint32_t l = 1; l < m->templates.at[t].locations.n; l++)
      mark(m, file, m->templates.at[t].locations.at[l].span, lines);
}

static uint32_t count_lines(const sv_model *m, uint32_t file) {
  size_t n = sv_source_size(m->sources, file);
  const char *text = sv_source_text(m->sources, file);
  uint32_t lines = sv_source_place(m->sources, file, (uint32_t)n).line;
  return n && text[n - 1] == '\n' ? lines - 1 : lines;
}

static json_t *line_json(const sv_model *m, uint32_t file, uint32_t number) {
  size_t n;
  const char *line = sv_source_line(m->sources, file, number, &n);
  char *copy = sv_strndup(line, n);
  json_t *json = sv_json_string(copy);
  sv_free(copy);
  return json;
}

static json_t *file_json(const sv_model *m, uint32_t file) {
  bool part =
      sv_source_is_concealed(m->sources, file) || sv_source_size(m->sources, file) > MOST_BYTES;
  uint32_t lines = count_lines(m, file);
  json_t *list = json_array();
  sv_bits shown;
  sv_bits_init(&shown, lines + 1);
  if (part) mark_places(m, file, &shown);
  for (uint32_t i = 1; i <= lines; i++)
    json_array_append_new(list,
                          part && !sv_bits_has(&shown, i) ? json_null() : line_json(m, file, i));
  sv_bits_free(&shown);
  return json_pack("{s:o,s:b,s:o}", "path", sv_json_string(sv_source_path(m->sources, file)),
                   "part", part, "lines", list);
}

json_t *sv_html_files(const sv_model *m) {
  json_t *list = json_array();
  for (uint32_t f = 1; f <= sv_sources_count(m->sources); f++)
    json_array_append_new(list, file_json(m, f));
  return list;
}

// ---- coverage

static bool is_known(const sv_report *r, sv_text *why) {
  const sv_answer *a = r->answer;
  if (a && a->coverage.n) return true;
  if (!a) sv_text_string(why, "nothing was checked");
  else if (!a->complete && a->verdict == SV_VIOLATED)
    sv_text_string(why, "the search stopped at a violation");
  else if (!a->complete && a->verdict == SV_UNKNOWN)
    sv_text_string(why, "the search was not complete");
  else
    sv_text_printf(why,
                   "engine %s proves without visiting every state, so it cannot tell; "
                   "--engine explicit or --engine bdd can",
                   a->engine);
  return false;
}

static int by_place(const void *a, const void *b) {
  const sv_html_statement *x = a, *y = b;
  if (x->span.file != y->span.file) return x->span.file < y->span.file ? -1 : 1;
  if (x->span.begin != y->span.begin) return x->span.begin < y->span.begin ? -1 : 1;
  if (x->span.end != y->span.end) return x->span.end < y->span.end ? -1 : 1;
  return strcmp(x->text, y->text);
}

// Taken if one of its actions is (an inlined procedure has many), never if none of them is.
static void join(sv_html_statements *all) {
  uint32_t n = 0;
  if (all->n) qsort(all->at, all->n, sizeof *all->at, by_place);
  for (uint32_t i = 0; i < all->n; i++) {
    sv_html_statement *last = n ? &all->at[n - 1] : NULL;
    if (!last || by_place(last, &all->at[i])) all->at[n++] = all->at[i];
    else if (all->at[i].taken == SV_COVER_TAKEN || last->taken == SV_COVER_TAKEN)
      last->taken = SV_COVER_TAKEN;
    else if (all->at[i].taken == SV_COVER_OPEN) last->taken = SV_COVER_OPEN;
  }
  all->n = n;
}

// Steps that fail, or would leave what is explored, are no statements.
bool sv_html_list_coverage(const sv_report *r, sv_html_statements *out, sv_text *why) {
  if (!is_known(r, why)) return false;
  const sv_model *m = r->answer->covered;
  for (uint32_t i = 1; i < m->actions.n; i++) {
    const sv_action *a = &m->actions.at[i];
    if (!a->span.file || a->fails || a->cut) continue;
    const char *text = a->text && *a->text ? a->text : sv_names_get(m->names, a->name);
    sv_push(*out, (sv_html_statement){a->span, text, r->answer->coverage.at[i]});
  }
  join(out);
  return true;
}

json_t *sv_html_coverage(const sv_report *r) {
  sv_html_statements all = {0};
  sv_text why = {0};
  bool known = r && sv_html_list_coverage(r, &all, &why);
  json_t *list = known ? json_array() : json_null();
  for (uint32_t i = 0; i < all.n; i++)
    json_array_append_new(
        list, json_pack("{s:o,s:o,s:i}", "place", sv_html_place(r->answer->covered, all.at[i].span),
                        "text", sv_json_string(all.at[i].text), "taken", (int)all.at[i].taken));
  sv_vec_free(all);
  sv_text_free(&why);
  return list;
}
