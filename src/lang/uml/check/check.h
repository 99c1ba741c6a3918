// check.h -- what must be true of a model before it is lowered.
//
// structure.c looks at vertices and transitions, declare.c at types, signals,
// attributes and objects, expr.c and stmt.c at what is written in guards and
// behaviours. Diagnostics name the place, and elements by their path
// `Class::S1::S1.1`.

#ifndef UML_CHECK_H
#define UML_CHECK_H

#include "lang/uml/uml.h"

typedef struct {
  uml_context *context;
  const uml_class *class;            // whose text is read; NULL: a property
  const uml_transition *transition;  // whose guard or effect it is, or NULL
  bool property;
  sv_map warned;  // names of calls, so that each is told once
  bool failed;
} uml_checker;

bool uml_check(uml_context *);

// ---- inside
void uml_fail(uml_checker *, sv_span, const char *format, ...) SV_PRINTF(3, 4);
const char *uml_name(const uml_checker *, sv_name);
// "Class::S1::S1.1", in the arena.
const char *uml_path(const uml_context *, const uml_vertex *);
const char *uml_kind_text(uml_vertex_kind);

void uml_check_structure(uml_checker *, uml_class *);
void uml_check_declarations(uml_checker *);
void uml_check_objects(uml_checker *);
uml_class *uml_find_class(const uml_context *, sv_name);
uml_object *uml_find_object(const uml_context *, sv_name);

// Each gives the expression its type; false after a diagnostic.
bool uml_check_expr(uml_checker *, uml_expr *);
bool uml_need_bool(uml_checker *, uml_expr *, const char *who);
// A value for something of that type.
bool uml_check_value(uml_checker *, const uml_type *, uml_expr *, const char *what);
const char *uml_type_text(const uml_checker *, const uml_type *);
const char *uml_source_of(const uml_checker *, sv_span);
void uml_warn_of_call(uml_checker *, sv_span, sv_name, const char *what);

void uml_check_block(uml_checker *, uml_block *);

#endif
