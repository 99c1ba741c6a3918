// comment.c -- comment lines that carry meaning. See plantuml.h.
//
// A line `' word: …` whose word is known declares something; other comments
// are comments. A word that is almost known is worth a warning.

#include "lang/uml/plantuml/plantuml.h"

#include "base/suggest.h"
#include "lang/uml/action/parse.h"

typedef bool declare_fn(pu_reader *, pu_stretch text);

static bool signals(pu_reader *r, pu_stretch s) {
  return uml_parse_signals(r->context, pu_span(&s));
}

static bool operation(pu_reader *r, pu_stretch s) {
  return uml_parse_operations(r->context, pu_span(&s));
}

static bool objects(pu_reader *r, pu_stretch s) {
  return uml_parse_objects(r->context, pu_span(&s));
}

static bool environment(pu_reader *r, pu_stretch s) {
  return uml_parse_environment(r->context, pu_span(&s));
}

static bool attributes(pu_reader *r, pu_stretch s) {
  if (r->class) return uml_parse_attributes(r->context, r->class, pu_span(&s));
  sv_push(r->waiting, pu_span(&s));
  return true;
}

static const struct {
  const char *word;
  declare_fn *declare;
} declarations[] = {
    {"signals", signals},      {"signal", signals},        {"operation", operation},
    {"operations", operation}, {"attributes", attributes}, {"attribute", attributes},
    {"objects", objects},      {"object", objects},        {"environment", environment}};

// enum NAME : …, invariant NAME : …, reach NAME : …, property NAME : …
static bool named_declaration(pu_reader *r, pu_stretch s) {
  pu_stretch at = s;
  sv_name name;
  sv_span span;
  bool is_enum = pu_take_word(&at, "enum"), reach = !is_enum && pu_take_word(&at, "reach");
  bool formula = !is_enum && !reach && pu_take_word(&at, "property");
  if (!is_enum && !reach && !formula && !pu_take_word(&at, "invariant")) return false;
  pu_skip_blanks(&at);
  pu_stretch text = at;
  if (!pu_take_name(&at, r->context->names, &name, &span)) return false;
  pu_skip_blanks(&at);
  if (!pu_take(&at, ":")) return false;
  if (is_enum) {
    if (!uml_parse_enum(r->context, pu_span(&text))) r->failed = true;
    return true;
  }
  uml_property *p = SV_ARENA_NEW(r->context->arena, uml_property);
  *p = (uml_property){
      .name = name, .span = span, .reach = reach, .formula = formula, .text = pu_span(&at)};
  bool good = formula ? uml_parse_formula(r->context, p->text, &p->value)
                      : uml_parse_guard(r->context, p->text, &p->value);
  if (!good) r->failed = true;
  else sv_push(r->context->model->properties, p);
  return true;
}

bool pu_declare(pu_reader *r, pu_stretch s) {
  for (size_t i = 0; i < SV_COUNT(declarations); i++) {
    pu_stretch at = s;
    if (!pu_take_word(&at, declarations[i].word) || !pu_take(&at, ":")) continue;
    if (!declarations[i].declare(r, at)) r->failed = true;
    return true;
  }
  return named_declaration(r, s);
}

static void terminates(pu_reader *r, pu_stretch s) {
  sv_name name;
  sv_span span;
  pu_skip_blanks(&s);
  if (pu_take_name(&s, r->context->names, &name, &span)) sv_push(r->terminates, name);
}

// "' atributes: x": a comment, but hardly one that was meant.
static void warn_of_slips(pu_reader *r, pu_stretch s) {
  sv_name name;
  sv_span span;
  if (!pu_take_name(&s, r->context->names, &name, &span) || !pu_at(&s, ":")) return;
  sv_suggestion best = sv_suggest(uml_text_of(r->context, name));
  for (size_t i = 0; i < SV_COUNT(declarations); i++) sv_suggest_try(&best, declarations[i].word);
  sv_suggest_try(&best, "stimulus");
  sv_suggest_try(&best, "source");
  if (!best.best || !best.distance || best.distance > 2) return;
  sv_diag(r->context->diags, SV_WARNING, span, "this line is only a comment");
  sv_diag_hint(r->context->diags, "did you mean `%s:`?", best.best);
}

void pu_read_comment(pu_reader *r, pu_stretch s) {
  if (pu_take(&s, "!")) {
    pu_trim(&s);
    if (r->class) pu_read_line(r, s);
    return;
  }
  pu_trim(&s);
  if (pu_take(&s, "<<local>>")) {
    r->next_is_local = true;
    return;
  }
  if (pu_take(&s, "<<terminate>>")) {
    terminates(r, s);
    return;
  }
  if (!pu_declare(r, s)) warn_of_slips(r, s);
}
