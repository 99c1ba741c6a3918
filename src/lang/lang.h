// lang.h -- what a language is, and the table of all languages.
//
// A language turns a source file into a model. It knows no engine and no other
// language; the command line and the library find it by name or by the suffix
// of the file.

#ifndef SV_LANG_H
#define SV_LANG_H

#include "base/options.h"
#include "model/model.h"

typedef struct {
  const char *name;
  const char *suffixes;  // ".bp .nbp"
  const char *summary;   // one line
  // Fills a fresh model whose sources already hold `file`. False if the
  // diagnostics contain errors or unsupported constructs.
  bool (*read)(sv_model *, uint32_t file, const sv_options *, sv_diags *);
  // Its `read` also adds the properties of --invariant and --reach, which are
  // then expressions of the language; else they are terms of .svm.
  bool own_goals;
} sv_language;

const sv_language *const *sv_languages(uint32_t *n);
const sv_language *sv_language_find(const char *name);     // NULL if there is none
const sv_language *sv_language_by_path(const char *path);  // by suffix; NULL if unknown

#endif
