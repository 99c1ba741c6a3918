// svm.c -- the two ways in: a whole file, or one term.
//
// Text to tokens to a tree (parse*.c), tree to model (lower*.c, term*.c). Then
// the validator has the last word, but only if the reader found nothing: it
// would say the same things at worse places.

#include "lang/svm/svm.h"

#include "lang/recognise.h"
#include "lang/svm/reader.h"
#include "lang/unique.h"

static void read_file(sv_model *m, uint32_t file, sv_arena *arena, sv_diags *diags) {
  svm_parser p;
  svm_reader r;
  svm_parser_begin(&p, arena, m->names, m->sources, file, diags);
  svm_file *tree = svm_parse_file(&p);
  svm_parser_end(&p);
  svm_reader_begin(&r, m, arena, diags);
  svm_lower(&r, tree);
  svm_reader_end(&r);
}

static bool read(sv_model *m, uint32_t file, const sv_options *options, sv_diags *diags) {
  SV_UNUSED(options);
  uint32_t before = sv_diags_errors(diags);
  sv_arena *arena = sv_arena_new();
  m->language = sv_language_svm.name;
  if (!m->title) m->title = sv_model_strdup(m, sv_source_path(m->sources, file));
  read_file(m, file, arena, diags);
  sv_arena_free(arena);
  return sv_diags_errors(diags) == before && sv_model_validate(m, diags);
}

// Lines that begin with its words, and none of the signs that others end statements with.
static bool recognise(const char *text, size_t n) {
  static const char *const words[] = {"process", "location", "action", "property",
                                      "var",     "queue",    "enum",   "from"};
  sv_glance g = sv_glance_at(text, n);
  uint32_t found = 0;
  while (sv_glance_next(&g)) {
    if (sv_glance_is(&g, ";") || sv_glance_is(&g, "{")) return false;
    for (size_t i = 0; g.first && i < SV_COUNT(words); i++)
      found += sv_glance_is(&g, words[i]) && sv_glance_follows(g, "w");
    found += g.first && sv_glance_is(&g, "property") && sv_glance_follows(g, "w invariant");
  }
  return found > 1;
}

const sv_language sv_language_svm = {
    .name = "svm",
    .options = "ltl",
    .suffixes = ".svm",
    .summary = "Selvage's own model files",
    .words =
        "action any array assertion at bad blocking bool bv capacity choice committed "
        "constraint cut deadlock defer dequeue empty end enqueue entry enum fails feature "
        "fair flush formula from global guard init initial instance int invariant location of "
        "other passive pool print priority process property queue real recurrence ref "
        "releasing sbv set slot stable stacked start stop strong text unbounded var with yielding ",
    .read = read,
    .recognise = recognise,
};

// --- one term

static svm_node *parse_alone(svm_parser *p) {
  while (svm_kind(p) == SVM_T_NEWLINE) svm_next(p);
  svm_node *node = svm_read_term(p, "a term");
  while (node && svm_kind(p) == SVM_T_NEWLINE) svm_next(p);
  if (!node || svm_kind(p) == SVM_T_END) return node;
  svm_expected(p, "the end of the term");
  return NULL;
}

// The term; or, if a property is given, that is defined by the formula.
static sv_term read_alone(sv_model *m, uint32_t file, uint32_t property, sv_arena *arena,
                          sv_diags *diags) {
  svm_parser p;
  svm_reader r;
  svm_parser_begin(&p, arena, m->names, m->sources, file, diags);
  const svm_node *node = parse_alone(&p);
  svm_reader_begin(&r, m, arena, diags);
  sv_term t = SV_NONE;
  if (node && property) svm_define_formula(&r, property, node);
  else if (node) t = svm_term(&r, &(svm_scope){0}, node, sv_sort_bool(m->terms));
  svm_reader_end(&r);
  svm_parser_end(&p);
  return t;
}

// `option` is --invariant or --reach; a goal is bad where it holds.
static bool add_goal(sv_model *m, const char *option, const char *text, bool bad, sv_diags *diags) {
  uint32_t before = sv_diags_errors(diags), size = (uint32_t)strlen(text);
  uint32_t file = sv_sources_add(m->sources, option, text, size);
  sv_arena *arena = sv_arena_new();
  sv_term t = read_alone(m, file, 0, arena, diags);
  sv_arena_free(arena);
  if (sv_is_none(t) || sv_diags_errors(diags) > before) return false;
  sv_model_property(m, sv_new_property_name(m, option + 2), SV_PROP_INVARIANT, bad ? sv_not(t) : t,
                    text, (sv_span){file, 0, size});
  return sv_model_validate(m, diags);
}

bool sv_model_add_invariant(sv_model *m, const char *text, sv_diags *diags) {
  return add_goal(m, "--invariant", text, false, diags);
}

bool sv_model_add_reach(sv_model *m, const char *text, sv_diags *diags) {
  return add_goal(m, "--reach", text, true, diags);
}

bool sv_model_add_formula(sv_model *m, const char *text, sv_diags *diags) {
  uint32_t before = sv_diags_errors(diags), size = (uint32_t)strlen(text);
  uint32_t file = sv_sources_add(m->sources, "--ltl", text, size);
  sv_arena *arena = sv_arena_new();
  uint32_t p = sv_model_property(m, sv_new_property_name(m, "ltl"), SV_PROP_INVARIANT, SV_TRUE,
                                 text, (sv_span){file, 0, size});
  read_alone(m, file, p, arena, diags);
  sv_arena_free(arena);
  return sv_diags_errors(diags) == before && sv_model_validate(m, diags);
}
