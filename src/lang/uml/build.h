// build.h -- how the readers make the elements of a model.
//
// Vectors inside of elements are on the heap; uml_model_free gives them back,
// the elements themselves belong to the arena.

#ifndef UML_BUILD_H
#define UML_BUILD_H

#include "lang/uml/uml.h"

uml_class *uml_add_class(uml_context *, sv_name, sv_span);
uml_region *uml_add_region(uml_context *, uml_class *, uml_vertex *state);  // NULL: of the machine
uml_vertex *uml_add_vertex(uml_context *, uml_region *, uml_vertex_kind, sv_name, sv_span);
uml_vertex *uml_add_point(uml_context *, uml_vertex *state, uml_vertex_kind, sv_name, sv_span);
uml_transition *uml_add_transition(uml_context *, uml_class *, uml_vertex *source,
                                   uml_vertex *target, sv_span);
// The signal of that name; one that is only mentioned if it is not declared.
uml_signal *uml_signal_named(uml_context *, sv_name, sv_span);
void uml_add_text(uml_context *, uml_behavior *, sv_span text);
// Numbers what is in the class, forgets regions without vertices, parses guards
// and behaviours. False after diagnostics.
bool uml_finish_class(uml_context *, uml_class *);
void uml_model_free(uml_model *);

#endif
