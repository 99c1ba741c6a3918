// reader.c -- lines of a PlantUML file. See plantuml.h.
//
// What only shapes the picture is skipped: skinparam, notes, titles, styles.
// What the preprocessor would change (`!include`, `!define`) is refused.

#include "lang/uml/plantuml/plantuml.h"

#include <stdarg.h>

#include "lang/uml/action/parse.h"

void pu_wrong(pu_reader *r, sv_span span, const char *format, ...) {
  va_list args;
  va_start(args, format);
  sv_vdiag(r->context->diags, SV_ERROR, span, format, args);
  va_end(args);
  r->failed = true;
}

void pu_unsupported(pu_reader *r, sv_span span, const char *format, ...) {
  va_list args;
  va_start(args, format);
  sv_vdiag(r->context->diags, SV_UNSUPPORTED, span, format, args);
  va_end(args);
  r->failed = true;
}

// ---- diagrams

static sv_name name_of_file(const pu_reader *r) {
  const char *path = sv_source_path(r->context->sources, r->file), *slash = strrchr(path, '/');
  const char *base = slash ? slash + 1 : path, *dot = strrchr(base, '.');
  size_t n = dot && dot > base ? (size_t)(dot - base) : strlen(base);
  return n ? sv_names_intern(r->context->names, base, n)
           : sv_names_cstr(r->context->names, "Machine");
}

static void open_diagram(pu_reader *r, pu_stretch line) {
  uml_context *c = r->context;
  sv_name name = {0};
  sv_span span = (sv_span){line.file, line.at - 9, line.at};
  pu_trim(&line);
  if (!pu_take_quoted(&line, c->names, &name, &span)) pu_take_name(&line, c->names, &name, &span);
  if (!name.x) name = name_of_file(r);
  for (uint32_t i = 0; i < c->model->classes.n; i++)
    if (c->model->classes.at[i]->name.x == name.x) {
      pu_wrong(r, span, "there is another diagram for the class `%s`", uml_text_of(c, name));
      sv_diag_hint(c->diags, "give each a name: `@startuml Client`");
    }
  r->class = uml_add_class(c, name, span);
  sv_push(r->scopes, (pu_scope){NULL, uml_add_region(c, r->class, NULL), span});
  for (uint32_t i = 0; i < r->waiting.n; i++)
    if (!uml_parse_attributes(c, r->class, r->waiting.at[i])) r->failed = true;
  sv_clear(r->waiting);
}

// Regions of the machine without vertices are forgotten, but the first.
static void drop_empty(uml_class *class) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < class->regions.n; i++) {
    uml_region *region = class->regions.at[i];
    if (region->vertices.n) class->regions.at[kept++] = region;
    else sv_vec_free(region->vertices);
  }
  class->regions.n = kept;
}

static void close_diagram(pu_reader *r) {
  for (uint32_t i = 1; i < r->scopes.n; i++)
    pu_wrong(r, r->scopes.at[i].opening, "the block of this state is never closed");
  pu_draw(r);
  drop_empty(r->class);
  if (!r->class->regions.n) pu_wrong(r, r->class->span, "this diagram has no states");
  if (!uml_finish_class(r->context, r->class)) r->failed = true;
  r->class = NULL;
  sv_clear(r->scopes);
  sv_clear(r->named);
  sv_clear(r->terminates);
  sv_map_clear(&r->states);
  r->next_is_local = false;
}

// ---- lines

static void close_block(pu_reader *r, pu_stretch line) {
  if (r->scopes.n > 1) (void)sv_pop(r->scopes);
  else pu_wrong(r, (sv_span){line.file, line.at, line.at + 1}, "nothing is open here");
}

static bool is_separator(pu_stretch s) {
  if (s.end - s.at < 2 || (pu_peek(&s, 0) != '-' && pu_peek(&s, 0) != '|')) return false;
  char sign = pu_peek(&s, 0);
  while (pu_peek(&s, 0) == sign) s.at++;
  return pu_is_empty(&s);
}

static void separate(pu_reader *r) {
  pu_scope *at = &sv_last(r->scopes);
  at->region = uml_add_region(r->context, r->class, at->state);
}

static bool only_decorates(pu_stretch line) {
  static const char *const words[] = {"hide",
                                      "show",
                                      "scale",
                                      "skin",
                                      "skinparam",
                                      "header",
                                      "footer",
                                      "title",
                                      "caption",
                                      "mainframe",
                                      "left to right direction",
                                      "top to bottom direction",
                                      "!theme",
                                      "!pragma",
                                      "!procedure_none"};
  for (size_t i = 0; i < SV_COUNT(words); i++) {
    pu_stretch at = line;
    if (pu_take_word(&at, words[i])) return true;
  }
  return pu_at(&line, "//") || pu_at(&line, "<style>");
}

void pu_read_line(pu_reader *r, pu_stretch line) {
  pu_stretch at = line;
  if (pu_is_empty(&line)) return;
  if (pu_take(&at, "}")) close_block(r, line);
  else if (is_separator(line)) separate(r);
  else if (pu_take_word(&at, "state") && !pu_at(&at, ":")) pu_read_state(r, at);
  else if (pu_read_arrow(r, line) || only_decorates(line)) return;
  else if (pu_peek(&line, 0) == '!')
    pu_unsupported(r, pu_span(&line), "PlantUML's preprocessor is not supported");
  else if (!pu_read_description(r, line)) {
    pu_wrong(r, pu_span(&line), "expected a state, an arrow or a description");
    sv_diag_hint(r->context->diags, "`state S`, `A --> B : event [guard] / effect`, "
                                    "`S : entry / effect`");
  }
}

// ---- what spans several lines

// The word that ends what this line begins, or NULL if it is one line.
static const char *end_of_block(pu_stretch line) {
  pu_stretch at = line;
  if (pu_at(&line, "/'")) return "'/";
  if (pu_at(&line, "/*")) return "*/";
  if (pu_at(&line, "<style>")) return "</style>";
  if (pu_take_word(&at, "note"))
    return pu_find(&at, ":") == UINT32_MAX && pu_find(&at, "\"") == UINT32_MAX ? "end note" : NULL;
  if (pu_take_word(&at, "legend")) return "legend";
  if (pu_take_word(&at, "title")) return pu_trim(&at), pu_is_empty(&at) ? "end title" : NULL;
  if (pu_take_word(&at, "skinparam")) return at.text[line.end - 1] == '{' ? "}" : NULL;
  return NULL;
}

static bool ends_block(pu_stretch line, const char *end, bool first) {
  size_t n = strlen(end);
  pu_stretch at = line;
  if (!strcmp(end, "end note"))
    return pu_take_word(&at, "end note") || pu_take_word(&at, "endnote");
  if (!strcmp(end, "legend"))
    return !first && (pu_take_word(&at, "endlegend") || pu_take_word(&at, "end legend"));
  if (!strcmp(end, "}")) return !first && pu_at(&line, "}");
  if (end[0] == 'e') return pu_take_word(&at, end);
  // `/'` opens with what could look like the end.
  if (first) at.at += at.end - at.at > 2 ? 2 : 0;
  for (; at.end - at.at >= n; at.at++)
    if (pu_at(&at, end)) return true;
  return false;
}

// A logical line: a `\` at its end joins the next one.
static pu_stretch next_line(const pu_reader *r, uint32_t *at) {
  pu_stretch line = {r->text, r->file, *at, *at};
  while (line.end < r->size) {
    if (r->text[line.end] == '\n') {
      uint32_t last = line.end;
      while (last > line.at && (r->text[last - 1] == '\r')) last--;
      if (last == line.at || r->text[last - 1] != '\\') break;
    }
    line.end++;
  }
  *at = line.end + 1;
  pu_trim(&line);
  return line;
}

static bool skips_note(const pu_stretch *line) {
  pu_stretch at = *line;
  return pu_take_word(&at, "note");
}

static uint32_t skip_block(pu_reader *r, pu_stretch line, uint32_t at, const char *end) {
  for (bool first = true;; first = false) {
    if (ends_block(line, end, first)) return at;
    if (at >= r->size) break;
    line = next_line(r, &at);
  }
  return at;
}

static void read_diagram_line(pu_reader *r, pu_stretch line, uint32_t *at) {
  const char *end = end_of_block(line);
  if (end) *at = skip_block(r, line, *at, end);
  else if (skips_note(&line)) return;
  else if (pu_take(&line, "@enduml")) close_diagram(r);
  else if (pu_at(&line, "@start"))
    pu_wrong(r, pu_span(&line), "the diagram before is never closed");
  else pu_read_line(r, line);
}

static void read_lines(pu_reader *r) {
  for (uint32_t at = 0; at < r->size;) {
    pu_stretch line = next_line(r, &at);
    if (pu_take(&line, "'")) pu_read_comment(r, line);
    else if (r->class) read_diagram_line(r, line, &at);
    else if (pu_take(&line, "@startuml")) open_diagram(r, line);
  }
  if (r->class) {
    pu_wrong(r, r->class->span, "this diagram is never closed");
    sv_diag_hint(r->context->diags, "a diagram ends with `@enduml`");
    close_diagram(r);
  }
}

// Names are strings, so a zero would end them.
static bool is_text(pu_reader *r) {
  const char *zero = r->size ? memchr(r->text, 0, r->size) : NULL;
  uint32_t at = zero ? (uint32_t)(zero - r->text) : 0;
  if (zero) pu_wrong(r, (sv_span){r->file, at, at + 1}, "a byte 0 is no text");
  return !zero;
}

bool uml_read_plantuml(uml_context *c, uint32_t file) {
  pu_reader r = {.context = c,
                 .text = sv_source_text(c->sources, file),
                 .file = file,
                 .size = (uint32_t)sv_source_size(c->sources, file)};
  if (is_text(&r)) read_lines(&r);
  if (!c->model->classes.n && !r.failed)
    pu_wrong(&r, (sv_span){file, 0, r.size ? 1 : 0}, "there is no diagram in this file");
  sv_vec_free(r.scopes);
  sv_vec_free(r.items);
  sv_vec_free(r.named);
  sv_vec_free(r.waiting);
  sv_vec_free(r.terminates);
  sv_map_free(&r.states);
  return !r.failed;
}
