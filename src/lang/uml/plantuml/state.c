// state.c -- `state …` lines, and states by name.
//
//   state = "state" ( name | text "as" name | name "as" text ) [ "<<" word ">>" ] [ colour ]
//           [ ":" description | "{" [ "}" ] ] ;
//
// Names are known in the whole diagram, as in PlantUML.

#include "lang/uml/plantuml/plantuml.h"

#include <strings.h>

static const char *name_of(const pu_reader *r, sv_name n) { return uml_text_of(r->context, n); }

// ---- stereotypes

static const struct {
  const char *word;
  uml_vertex_kind kind;
} stereotypes[] = {{"choice", UML_CHOICE},
                   {"junction", UML_JUNCTION},
                   {"fork", UML_FORK},
                   {"join", UML_JOIN},
                   {"start", UML_INITIAL},
                   {"end", UML_FINAL},
                   {"history", UML_SHALLOW_HISTORY},
                   {"history*", UML_DEEP_HISTORY},
                   {"entryPoint", UML_ENTRY_POINT},
                   {"exitPoint", UML_EXIT_POINT},
                   {"inputPin", UML_ENTRY_POINT},
                   {"outputPin", UML_EXIT_POINT},
                   {"terminate", UML_TERMINATE}};

static uml_vertex_kind kind_of(pu_stretch word) {
  pu_trim(&word);
  for (size_t i = 0; i < SV_COUNT(stereotypes); i++) {
    size_t n = strlen(stereotypes[i].word);
    if (word.end - word.at == n && !strncasecmp(word.text + word.at, stereotypes[i].word, n))
      return stereotypes[i].kind;
  }
  return UML_STATE;  // a word that only decorates
}

static uml_vertex_kind read_stereotypes(pu_stretch *s) {
  uml_vertex_kind kind = UML_STATE;
  for (pu_skip_blanks(s); pu_take(s, "<<"); pu_skip_blanks(s)) {
    pu_stretch word = *s;
    while (!pu_is_empty(s) && !pu_at(s, ">>")) s->at++;
    word.end = s->at;
    if (kind == UML_STATE) kind = kind_of(word);
    pu_take(s, ">>");
  }
  return kind;
}

static void skip_colours(pu_stretch *s) {
  for (pu_skip_blanks(s); pu_peek(s, 0) == '#'; pu_skip_blanks(s))
    while (!pu_is_empty(s) && pu_peek(s, 0) != ' ' && pu_peek(s, 0) != '{' && pu_peek(s, 0) != '\t')
      s->at++;
}

// ---- states by name

uml_vertex *pu_find_state(const pu_reader *r, sv_name alias) {
  uint32_t at = sv_map_get(&r->states, alias.x);
  return at == SV_MAP_NONE ? NULL : r->named.at[at];
}

static void know(pu_reader *r, uml_vertex *v) {
  sv_map_put(&r->states, v->alias.x, r->named.n);
  sv_push(r->named, v);
}

static bool has_room(pu_reader *r, sv_span span) {
  if (r->named.n < UML_VERTICES_MAX) return true;
  if (!r->too_many) pu_wrong(r, span, "more than %d states", UML_VERTICES_MAX);
  r->too_many = true;
  return false;
}

static bool is_terminate(const pu_reader *r, sv_name alias) {
  for (uint32_t i = 0; i < r->terminates.n; i++)
    if (r->terminates.at[i].x == alias.x) return true;
  return false;
}

static uml_vertex *make(pu_reader *r, const pu_scope *at, uml_vertex_kind kind, sv_name alias,
                        sv_span span) {
  bool point = kind == UML_ENTRY_POINT || kind == UML_EXIT_POINT;
  if (!has_room(r, span)) return NULL;
  if (kind == UML_FINAL && is_terminate(r, alias)) kind = UML_TERMINATE;
  if (point && !at->state) {
    pu_wrong(r, span, "an entry or exit point stands inside of a state");
    return NULL;
  }
  uml_vertex *v = point ? uml_add_point(r->context, at->state, kind, alias, span)
                        : uml_add_vertex(r->context, at->region, kind, alias, span);
  know(r, v);
  return v;
}

uml_vertex *pu_state(pu_reader *r, uml_region *scope, sv_name alias, sv_span span) {
  uml_vertex *v = pu_find_state(r, alias);
  pu_scope at = {scope->state, scope, span};
  return v ? v : make(r, &at, UML_STATE, alias, span);
}

uml_vertex *pu_vertex_of_kind(pu_reader *r, uml_region *region, uml_vertex_kind kind,
                              sv_span span) {
  for (uint32_t i = 0; i < region->vertices.n; i++) {
    uml_vertex *v = region->vertices.at[i];
    if (v->kind == kind && !v->alias.x) return v;
  }
  return uml_add_vertex(r->context, region, kind, (sv_name){0}, span);
}

// ---- declarations

typedef struct {
  sv_name alias, shown;
  sv_span span;
} heading;

static bool read_names(pu_reader *r, pu_stretch *s, heading *h) {
  sv_names *names = r->context->names;
  sv_span ignored;
  bool quoted = pu_take_quoted(s, names, &h->shown, &h->span);
  if (!quoted && !pu_take_name(s, names, &h->alias, &h->span)) {
    pu_wrong(r, pu_span(s), "expected the name of a state");
    return false;
  }
  pu_skip_blanks(s);
  bool as = pu_take_word(s, "as");
  pu_skip_blanks(s);
  bool second = as && (quoted ? pu_take_name(s, names, &h->alias, &h->span)
                              : pu_take_quoted(s, names, &h->shown, &ignored));
  if (as && !second) {
    pu_wrong(r, pu_span(s), "expected %s after `as`", quoted ? "a name" : "a text");
    return false;
  }
  if (!h->alias.x) h->alias = h->shown;
  if (!h->shown.x) h->shown = h->alias;
  return true;
}

// PlantUML reopens a state that is there already, but it cannot stand in two places.
static uml_vertex *declare(pu_reader *r, const heading *h, uml_vertex_kind kind) {
  const pu_scope *at = &sv_last(r->scopes);
  uml_vertex *v = pu_find_state(r, h->alias);
  if (v && (v->owner != at->state || (kind != UML_STATE && kind != v->kind))) {
    pu_wrong(r, h->span, "the state `%s` is declared twice", name_of(r, h->alias));
    sv_diag(r->context->diags, SV_NOTE, v->span, "it is declared here first");
    return NULL;
  }
  if (!v) v = make(r, at, kind, h->alias, h->span);
  if (v) v->name = h->shown;
  return v;
}

static void open_block(pu_reader *r, uml_vertex *v, sv_span span) {
  if (r->scopes.n > UML_DEPTH_MAX) {
    pu_wrong(r, span, "states nested more than %d levels deep", UML_DEPTH_MAX);
    r->size = 0;  // nothing more is read
    return;
  }
  if (v->kind != UML_STATE) {
    pu_wrong(r, span, "only a state has states inside");
    v = sv_last(r->scopes).state;  // goes on as if the block were not there
  }
  uml_region *region = v ? uml_add_region(r->context, r->class, v) : sv_last(r->scopes).region;
  sv_push(r->scopes, (pu_scope){v, region, span});
}

void pu_read_state(pu_reader *r, pu_stretch line) {
  heading h = {0};
  uint32_t begin = line.at;
  pu_skip_blanks(&line);
  if (!read_names(r, &line, &h)) return;
  uml_vertex_kind kind = read_stereotypes(&line);
  skip_colours(&line);
  uml_vertex *v = declare(r, &h, kind);
  pu_skip_blanks(&line);
  if (pu_take(&line, "{")) {
    pu_trim(&line);
    if (v && !pu_at(&line, "}")) open_block(r, v, h.span);
    return;
  }
  if (pu_take(&line, ":")) {
    pu_trim(&line);
    sv_push(r->items, (pu_item){.scope = sv_last(r->scopes).region,
                                .from = {PU_NAMED, h.alias, h.span},
                                .span = pu_from(&line, begin),
                                .label = pu_span(&line)});
  } else if (!pu_is_empty(&line)) {
    pu_wrong(r, pu_span(&line), "expected `{` or the end of the line after the state");
  }
}
