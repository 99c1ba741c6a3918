// uml.c -- from a file to a checked model.
//
// An XML document is XMI, anything else PlantUML. Declarations of the command
// line (--set, --stimulus, --invariant, --reach, --ltl) are read like lines of
// the file.

#include "lang/uml/uml.h"

#include "lang/uml/action/parse.h"
#include "lang/uml/build.h"
#include "lang/uml/check/check.h"
#include "lang/uml/plantuml/plantuml.h"
#include "lang/uml/xmi/xmi.h"

static bool read_file(uml_context *c, uint32_t file) {
  bool xml = uml_is_xmi(sv_source_text(c->sources, file), sv_source_size(c->sources, file));
  return xml ? uml_read_xmi(c, file) : uml_read_plantuml(c, file);
}

// A text from the command line, as a source of its own.
static sv_span source_of(uml_context *c, const char *option, const char *text) {
  uint32_t file = sv_sources_add(c->sources, option, text, strlen(text));
  return (sv_span){file, 0, (uint32_t)strlen(text)};
}

// The second --reach is the property reach.2.
static bool add_property(uml_context *c, const char *option, uint32_t i, const char *text) {
  uml_property *p = SV_ARENA_NEW(c->arena, uml_property);
  sv_span span = source_of(c, option, text);
  const char *name = i ? sv_arena_printf(c->arena, "%s.%u", option + 2, i + 1) : option + 2;
  *p = (uml_property){.name = sv_names_cstr(c->names, name),
                      .span = span,
                      .text = span,
                      .reach = !strcmp(option, "--reach"),
                      .formula = !strcmp(option, "--ltl")};
  bool good =
      p->formula ? uml_parse_formula(c, span, &p->value) : uml_parse_guard(c, span, &p->value);
  if (!good) return false;
  sv_push(c->model->properties, p);
  return true;
}

static bool add_setting(uml_context *c, const char *text) {
  sv_span span = source_of(c, "--set", text);
  return text[0] == '@' ? uml_read_beside(c, span, text + 1) : uml_parse_setting(c, span);
}

static bool read_options(uml_context *c) {
  const sv_options *o = c->options;
  bool good = true;
  for (uint32_t i = 0; i < o->invariant.n; i++)
    good = add_property(c, "--invariant", i, o->invariant.at[i]) && good;
  for (uint32_t i = 0; i < o->reach.n; i++)
    good = add_property(c, "--reach", i, o->reach.at[i]) && good;
  for (uint32_t i = 0; i < o->ltl.n; i++) good = add_property(c, "--ltl", i, o->ltl.at[i]) && good;
  for (uint32_t i = 0; i < o->set.n; i++) good = add_setting(c, o->set.at[i]) && good;
  if (o->stimulus) good = uml_parse_stimulus(c, source_of(c, "--stimulus", o->stimulus)) && good;
  return good;
}

uml_model *uml_read(uml_context *c, uint32_t file) {
  c->model = SV_ARENA_NEW(c->arena, uml_model);
  bool good = read_file(c, file);
  good = read_options(c) && good;
  return good && uml_check(c) ? c->model : NULL;
}
