// promela.c -- see promela.h.
//
// The checks run only on a tree without syntax errors: a lost declaration
// would otherwise make an error of every use.

#include "lang/promela/promela.h"

#include <string.h>

#include "lang/promela/check/check.h"
#include "lang/promela/parse/parser.h"

pml_defines pml_defines_of(const sv_options *o) {
  return (pml_defines){.define = o->define.at,
                       .defines = o->define.n,
                       .include = o->include.at,
                       .includes = o->include.n,
                       .ltl = &o->ltl,
                       .always = &o->invariant,
                       .never = &o->reach};
}

typedef SV_VEC(pml_question) question_list;

static void add_question(sv_sources *sources, const char *option, const char *before,
                         const char *text, const char *after, question_list *out) {
  uint32_t file = sv_sources_add(sources, option, text, strlen(text));
  sv_push(*out, (pml_question){before, after, file});
}

// The first one has none.
static const char *number_of(sv_arena *arena, uint32_t i) {
  return i ? sv_arena_printf(arena, "%u", i + 1) : "";
}

static void add_goals(sv_arena *arena, sv_sources *sources, const char *option, const char *sign,
                      const sv_option_list *list, question_list *out) {
  for (uint32_t i = 0; list && i < list->n; i++) {
    const char *before =
        sv_arena_printf(arena, "ltl _%s%s { [] %s(", option + 2, number_of(arena, i), sign);
    add_question(sources, option, before, list->at[i], ") }", out);
  }
}

static void list_questions(sv_arena *arena, sv_sources *sources, const pml_defines *d,
                           question_list *out) {
  for (uint32_t i = 0; d->ltl && i < d->ltl->n; i++) {
    const char *before = sv_arena_printf(arena, "ltl option%s {", number_of(arena, i));
    add_question(sources, "--ltl", before, d->ltl->at[i], "}", out);
  }
  add_goals(arena, sources, "--invariant", "", d->always, out);
  add_goals(arena, sources, "--reach", "!", d->never, out);
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

pml_program *pml_parse(sv_arena *arena, sv_names *names, sv_sources *sources, uint32_t file,
                       const pml_defines *defines, sv_diags *diags) {
  REQUIRE(arena && names && sources && diags, "an argument is missing");
  uint32_t before = sv_diags_errors(diags);
  pml_tokens tokens = {0};
  question_list questions = {0};
  pml_defines all = defines ? *defines : (pml_defines){0};
  check_balance("--invariant", all.always, diags);
  check_balance("--reach", all.never, diags);
  list_questions(arena, sources, &all, &questions);
  all.question = questions.at;
  all.questions = questions.n;
  pml_scan(arena, names, sources, file, &all, diags, &tokens);
  pml_reporter report = {.arena = arena, .names = names, .sources = sources, .diags = diags};
  pml_program *program = pml_read_program(&report, &tokens);
  program->file = file;
  if (sv_diags_errors(diags) == before) pml_check(&report, program);
  pml_report_free(&report);
  sv_vec_free(tokens);
  sv_vec_free(questions);
  return sv_diags_errors(diags) == before ? program : NULL;
}
