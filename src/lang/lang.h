// lang.h -- what a language is, and the table of all languages.
//
// A language turns a source file into a model. It knows no engine and no other
// language; the command line and the library find it by name, by the suffix of
// the file, or by a glance at its text.

#ifndef SV_LANG_H
#define SV_LANG_H

#include "base/options.h"
#include "exec/trace.h"

// Runs that the language's own tools write down (Promela: Spin's trails). They
// are not trusted: what `follow` makes of one is replayed like every trace.
typedef struct sv_foreign_run sv_foreign_run;  // the language's own
typedef struct {
  const char *suffix, *title;  // ".trail", "a Spin trail"
  // The text is NUL-terminated. NULL and *why, with the path, on a mistake.
  sv_foreign_run *(*read)(const char *path, const char *text, size_t n, sv_text *why);
  void (*free)(sv_foreign_run *);
  uint32_t (*processes)(const sv_foreign_run *);  // how many it needs at least
  // The run, with the property that is violated at its end, or 0. NULL where it
  // cannot be followed: *why says where, or that a limit was reached.
  sv_trace *(*follow)(const sv_foreign_run *, sv_exec *, sv_limits *, sv_text *why);
  void (*explain_end)(const sv_foreign_run *, sv_text *);  // of one that violates nothing
  // NULL, or what has to be asked for before the model is read. False and *why on a mistake.
  bool (*options)(const sv_foreign_run *, sv_options *, sv_text *why);
  // NULL, or: it is no run but says why there is none; with its options the model is checked.
  bool (*is_proof)(const sv_foreign_run *);
} sv_run_reader;

typedef struct {
  const char *name;
  const char *suffixes;  // ".bp .nbp"
  const char *summary;   // one line
  const char *words;     // with a space behind each, for editors; NULL: it tells none
  const char *options;   // that it reads and not every language does, by name; NULL: none
  // Fills a fresh model whose sources already hold `file`. False if the
  // diagnostics contain errors or unsupported constructs.
  bool (*read)(sv_model *, uint32_t file, const sv_options *, sv_diags *);
  // Its `read` also adds the properties of --invariant and --reach, which are
  // then expressions of the language; else they are terms of .svm.
  bool own_goals;
  // Its `read` also adds the property of --ltl; else that is a formula of .svm.
  bool own_formulas;
  // Is this text in the language? It may hold mistakes, so only what no other
  // language has counts; `read` has the last word.
  bool (*recognise)(const char *text, size_t n);
  const sv_run_reader *runs;  // NULL: its tools write none that we read
  // NULL, or writes the file in Promela. False, as for read.
  bool (*promela)(sv_model *, uint32_t file, const sv_options *, sv_diags *, sv_text *out);
} sv_language;

// The words, from a list WORD(KIND, "text", …) of a lexer.
#define SV_LANG_WORD(KIND, TEXT, ...) TEXT " "

const sv_language *const *sv_languages(uint32_t *n);
const sv_language *sv_language_find(const char *name);  // NULL if there is none
// Does the option mean something to this language? One that no language lists is for all.
bool sv_language_reads(const sv_language *, const char *option);
const sv_language *sv_language_by_path(const char *path);  // by suffix; NULL if unknown
// By content. NULL if no language takes the text for its own, or several do: those are then
// named in *several ("boolprog, promela").
const sv_language *sv_language_by_text(const char *text, size_t n, sv_text *several);

// The language whose tools write runs with this suffix, or NULL.
const sv_language *sv_language_by_run(const char *path);

#endif
