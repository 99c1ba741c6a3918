// promela.c -- see promela.h.
//
// The checks run only on a tree without syntax errors: a lost declaration
// would otherwise make an error of every use.

#include "lang/promela/promela.h"

#include "lang/promela/check/check.h"
#include "lang/promela/parse/parser.h"

pml_defines pml_defines_of(const sv_options *o) {
  return (pml_defines){.define = o->define.at,
                       .defines = o->define.n,
                       .include = o->include.at,
                       .includes = o->include.n,
                       .ltl = o->ltl,
                       .always = &o->invariant,
                       .never = &o->reach};
}

static void add_goals(sv_text *text, const char *name, const char *before,
                      const sv_option_list *list) {
  for (uint32_t i = 0; list && i < list->n; i++) {
    sv_text_printf(text, "ltl %s", name);
    if (i) sv_text_printf(text, "%u", i + 1);
    sv_text_printf(text, " { %s(%s) }\n", before, list->at[i]);
  }
}

// The file with what is asked behind its last line: macros of the file may be used in it.
static uint32_t with_questions(sv_sources *sources, uint32_t file, const pml_defines *d) {
  sv_text text = {0};
  sv_text_printf(&text, "%s\n", sv_source_text(sources, file));
  if (d->ltl) sv_text_printf(&text, "ltl option { %s }\n", d->ltl);
  add_goals(&text, "_invariant", "[] ", d->always);
  add_goals(&text, "_reach", "[] !", d->never);
  uint32_t both =
      sv_sources_add(sources, sv_source_path(sources, file), sv_text_get(&text), (uint32_t)text.n);
  sv_text_free(&text);
  return both;
}

// Else `a) || (b` would be read as something else than an expression.
static bool is_balanced(const char *s) {
  int depth = 0;
  for (; *s && depth >= 0; s++) depth += (*s == '(') - (*s == ')');
  return !depth;
}

static void check_balance(const char *option, const sv_option_list *list, sv_diags *diags) {
  for (uint32_t i = 0; list && i < list->n; i++)
    if (!is_balanced(list->at[i]))
      sv_diag_about(diags, SV_ERROR, option, "the parentheses of `%s` do not match", list->at[i]);
}

static bool asks(const pml_defines *d) {
  return d && (d->ltl || (d->always && d->always->n) || (d->never && d->never->n));
}

pml_program *pml_parse(sv_arena *arena, sv_names *names, sv_sources *sources, uint32_t file,
                       const pml_defines *defines, sv_diags *diags) {
  REQUIRE(arena && names && sources && diags, "an argument is missing");
  uint32_t before = sv_diags_errors(diags);
  pml_tokens tokens = {0};
  if (asks(defines)) {
    check_balance("--invariant", defines->always, diags);
    check_balance("--reach", defines->never, diags);
    file = with_questions(sources, file, defines);
  }
  pml_scan(arena, names, sources, file, defines, diags, &tokens);
  pml_reporter report = {.arena = arena, .names = names, .sources = sources, .diags = diags};
  pml_program *program = pml_read_program(&report, &tokens);
  program->file = file;
  if (sv_diags_errors(diags) == before) pml_check(&report, program);
  pml_report_free(&report);
  sv_vec_free(tokens);
  return sv_diags_errors(diags) == before ? program : NULL;
}
