// promela.h -- the language Promela: its front end.
//
// Promela is the language of the model checker Spin. The front end reads the
// whole language of Spin 6.5 but embedded C, which is reported as unsupported:
//
//   text ──pp──▶ tokens of C ──lexer──▶ tokens ──parser──▶ tree ──checks──▶ tree
//
// docs/language-promela.md is the reference.

#ifndef PML_PROMELA_H
#define PML_PROMELA_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/map.h"
#include "base/options.h"

typedef struct pml_program pml_program;  // see ast.h

// A question of the command line, read behind the file with the file's macros: a source of
// its own, between "ltl _reach { [] !(" and ") }".
typedef struct {
  const char *before, *after;
  uint32_t file;
} pml_question;

// What the command line tells the preprocessor. Owned by the caller.
typedef struct {
  const char *const *define;  // "NAME" (which is 1) or "NAME=VALUE"
  uint32_t defines;
  const char *const *include;  // folders searched for included files
  uint32_t includes;
  const sv_option_list *ltl;     // formulas named option, option2 …; or NULL
  const sv_option_list *always;  // expressions; formulas _invariant, _invariant2 …; or NULL
  const sv_option_list *never;   // the same: _reach, _reach2 …
  const pml_question *question;  // what pml_parse makes of these three
  uint32_t questions;
} pml_defines;

pml_defines pml_defines_of(const sv_options *);  // points into the options

// Reads and checks one file. NULL if an error was reported; with constructs
// reported as unsupported the tree is complete, but must not be lowered. The
// tree lives in the arena and keeps no pointer to the diagnostics. Included
// files are added to the sources. The definitions may be NULL.
pml_program *pml_parse(sv_arena *, sv_names *, sv_sources *, uint32_t file, const pml_defines *,
                       sv_diags *);

// Is this text in Promela, beyond doubt?
bool pml_recognise(const char *text, size_t n);

#endif
