// uml.h -- what all of this folder works with, and the stages of reading.

#ifndef UML_H
#define UML_H

#include "base/options.h"
#include "lang/uml/ast.h"

typedef struct {
  sv_arena *arena;
  sv_names *names;
  sv_sources *sources;
  sv_diags *diags;
  const sv_options *options;
  uml_model *model;
} uml_context;

// The model of a file, read and checked; NULL if there is something wrong with
// it, which the diagnostics say.
uml_model *uml_read(uml_context *, uint32_t file);

static inline const char *uml_text_of(const uml_context *c, sv_name n) {
  return sv_names_get(c->names, n);
}

#endif
