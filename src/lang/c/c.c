// c.c -- the language C, with pthreads: clang, LLVM, then lowering. docs/language-c.md.

#include <stdio.h>
#include <stdlib.h>

#include "lang/c/child.h"
#include "lang/c/flags.h"
#include "lang/c/goal.h"
#include "lang/c/lower.h"
#include "lang/c/witness/witness.h"
#include "lang/lang.h"
#include "lang/recognise.h"

// Of a condition that is asked about: its own place.
static bool goal_line(sv_model *m, const c_goals *goals, sv_diags *diags, const char *line,
                      const char *message) {
  unsigned number, row, column;
  if (sscanf(line, C_GOAL_FILE "%u:%u:%u:", &number, &row, &column) != 3) return false;
  if (number >= goals->conditions.n) return false;
  sv_diag(diags, SV_ERROR, c_goals_place(goals, m->sources, number, row, column), "%s", message);
  return true;
}

// "path:line:column: error: text" of the program's own file, with its place.
static void clang_line(sv_model *m, uint32_t file, const c_goals *goals, sv_diags *diags,
                       const char *s, size_t n) {
  const char *path = sv_source_path(m->sources, file);
  size_t length = strlen(path);
  char *line = sv_arena_strndup(m->arena, s, n), *rest = line;
  char *error = strstr(line, "error: ");
  if (!error || goal_line(m, goals, diags, line, error + 7)) return;
  uint32_t row = 0;
  if (!strncmp(line, path, length) && line[length] == ':') {
    row = (uint32_t)strtoul(line + length + 1, &rest, 10);
    uint32_t column = *rest == ':' ? (uint32_t)strtoul(rest + 1, NULL, 10) : 1;
    size_t width = 0;
    const char *at = row ? sv_source_line(m->sources, file, row, &width) : NULL;
    if (at && column && column <= width + 1) {
      uint32_t begin = (uint32_t)(at - sv_source_text(m->sources, file)) + column - 1;
      sv_diag(diags, SV_ERROR, (sv_span){file, begin, begin + 1}, "%s", error + 7);
      return;
    }
  }
  sv_diag(diags, SV_ERROR, SV_NOWHERE, "%s", line);
}

static void clang_messages(sv_model *m, uint32_t file, const c_goals *goals, sv_diags *diags,
                           const char *text) {
  while (*text) {
    size_t n = strcspn(text, "\n");
    clang_line(m, file, goals, diags, text, n);
    text += n + (text[n] == '\n');
  }
  if (!sv_diags_errors(diags))
    sv_diag_about(diags, SV_ERROR, sv_source_path(m->sources, file), "clang refuses the program");
}

static void complain(sv_model *m, uint32_t file, const c_goals *goals, sv_diags *diags,
                     sv_text *why, bool messages) {
  if (messages) clang_messages(m, file, goals, diags, sv_text_get(why));
  else sv_diag_about(diags, SV_ERROR, sv_source_path(m->sources, file), "%s", sv_text_get(why));
}

// The other files of the program, so that what they use is known. False: said why not.
static bool read_others(sv_model *m, const sv_options *o, sv_diags *diags) {
  const char *why = NULL;
  for (uint32_t k = 0; k < o->with.n; k++)
    if (!sv_sources_read(m->sources, o->with.at[k], &why))
      return sv_diag_about(diags, SV_ERROR, o->with.at[k], "%s", why), false;
  const char *flag = c_wrong_flag(&o->clang);
  if (flag) sv_diag(diags, SV_ERROR, SV_NOWHERE, "this flag of clang is not taken: %s", flag);
  return !flag;
}

static bool compile(sv_model *m, uint32_t file, c_goals *goals, const sv_options *o,
                    sv_diags *diags) {
  sv_text lines = {0}, why = {0}, more = {0};
  bool messages;
  c_program *program = NULL;
  c_goals_write(goals, m->sources, &more);
  if (c_compile(m->sources, file, &more, o, &lines, &why, &messages))
    program = c_ir_read(m, file, sv_text_get(&lines), &why);
  sv_text_free(&lines);
  if (program) c_lower(m, program, goals, o, diags);
  else complain(m, file, goals, diags, &why, messages);
  sv_text_free(&why);
  sv_text_free(&more);
  return program != NULL;
}

static void read_goals(sv_model *m, uint32_t file, c_goals *goals, const sv_options *o,
                       sv_diags *diags) {
  c_goals_read(goals, m, o, diags);
  if (goals->goals.n && c_is_compiled(sv_source_path(m->sources, file)))
    sv_diag(diags, SV_ERROR, goals->goals.at[0].span,
            "conditions are C, which cannot be asked about a compiled program (.bc, .ll)");
}

static bool read_program(sv_model *m, uint32_t file, const sv_options *o, sv_diags *diags) {
  c_goals goals = {0};
  read_goals(m, file, &goals, o, diags);
  bool good =
      !sv_diags_errors(diags) && read_others(m, o, diags) && compile(m, file, &goals, o, diags);
  c_goals_free(&goals);
  return good && !sv_diags_errors(diags) && !sv_diags_unsupported(diags);
}

// A function `main` with a body, of C's kind.
static bool recognise(const char *text, size_t n) {
  sv_glance g = sv_glance_at(text, n);
  while (sv_glance_next(&g))
    if (sv_glance_is(&g, "int") &&
        (sv_glance_follows(g, "main ( ) {") || sv_glance_follows(g, "main ( void ) {") ||
         sv_glance_follows(g, "main ( int w ,")))
      return true;
  return false;
}

const sv_language sv_language_c = {
    .name = "c",
    .options =
        "define include with clang ltl races leaks overflow objects recursion malloc_may_fail witness",
    .suffixes = ".c .i .bc .ll",
    .summary = "C with pthreads, through clang and LLVM",
    .read = read_program,
    .own_goals = true,
    .own_formulas = true,
    .recognise = recognise,
    .runs = &c_witnesses,
};
