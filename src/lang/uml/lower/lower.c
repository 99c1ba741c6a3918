// lower.c -- UML state machines into the model: the driver. See lower.h.

#include "lang/uml/lower/lower.h"

#include "lang/lang.h"
#include "lang/uml/build.h"
#include "lang/uml/promela/translate.h"
#include "lang/uml/xmi/xmi.h"

static void lower(uml_lowering *l) {
  uml_declare_sorts(l);
  uml_make_layouts(l);
  if (!sv_diags_unsupported(l->context->diags)) {
    uml_declare_holder(l);
    uml_declare_instances(l);
    uml_find_points(l);
    for (uint32_t i = 0; i < l->machines->objects.n; i++) uml_lower_instance(l, &l->instances[i]);
    uml_lower_outside(l);
    uml_lower_properties(l);
    if (!l->context->options->flatten) uml_draw(l);
    if (l->context->options->flatten && !sv_diags_unsupported(l->context->diags)) uml_flatten(l);
  }
  uml_free_layouts(l);
  sv_map_free(&l->asserts);
  sv_vec_free(l->inputs);
}

static bool read_machines(sv_model *m, uint32_t file, const sv_options *options, sv_diags *diags) {
  uml_context c = {.arena = sv_arena_new(),
                   .names = m->names,
                   .sources = m->sources,
                   .diags = diags,
                   .options = options};
  uml_model *machines = uml_read(&c, file);
  if (machines) {
    uml_lowering l = {.context = &c,
                      .model = m,
                      .terms = m->terms,
                      .arena = c.arena,
                      .machines = machines,
                      .thesis = options->deferral == SV_OPT_DEFERRAL_THESIS,
                      .interleaved = options->regions == SV_OPT_REGIONS_INTERLEAVED};
    lower(&l);
  }
  uml_model_free(c.model);
  sv_arena_free(c.arena);
  return machines && !sv_diags_errors(diags) && !sv_diags_unsupported(diags);
}

// The names and sources of the model are used; nothing else of it is looked at.
static bool write_promela(sv_model *m, uint32_t file, const sv_options *options, sv_diags *diags,
                          sv_text *out) {
  uml_context c = {.arena = sv_arena_new(),
                   .names = m->names,
                   .sources = m->sources,
                   .diags = diags,
                   .options = options};
  uml_model *machines = uml_read(&c, file);
  bool atomic = options->regions == SV_OPT_REGIONS_ATOMIC;
  if (machines && atomic) uml_translate(&c, out);
  if (machines && !atomic)
    sv_diag(diags, SV_UNSUPPORTED, machines->classes.at[0]->span,
            "only --regions atomic can be written in Promela");
  uml_model_free(c.model);
  sv_arena_free(c.arena);
  return machines && atomic;
}

static bool has(const char *text, size_t n, const char *word) {
  size_t k = strlen(word);
  for (size_t i = 0; i + k <= n; i++)
    if (text[i] == *word && !memcmp(text + i, word, k)) return true;
  return false;
}

static bool begins_line(const char *text, size_t i) {
  while (i && (text[i - 1] == ' ' || text[i - 1] == '\t')) i--;
  return !i || text[i - 1] == '\n' || text[i - 1] == '\r';
}

static bool has_diagram(const char *text, size_t n) {
  static const char word[] = "@startuml";
  size_t k = strlen(word);
  for (size_t i = 0; i + k <= n; i++)
    if (text[i] == *word && !memcmp(text + i, word, k) && begins_line(text, i)) return true;
  return false;
}

static bool recognise(const char *text, size_t n) {
  return uml_is_xmi(text, n) ? has(text, n, "uml:Model") : has_diagram(text, n);
}

const sv_language sv_language_uml = {
    .name = "uml",
    .options = "regions deferral flatten stimulus set ltl",
    .suffixes = ".puml .plantuml .uml .xmi .xml",
    .summary = "UML state machines: PlantUML diagrams, XMI of Eclipse UML2 and MagicDraw",
    .read = read_machines,
    .own_goals = true,
    .own_formulas = true,
    .recognise = recognise,
    .promela = write_promela,
};
