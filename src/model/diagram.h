// diagram.h -- the picture that a language has of its programs, beside the model.
//
// Shapes stand inside of each other, arcs lead from one to another, and a term
// over the state says when a shape is active. It has no meaning: pictures of
// programs and of runs are drawn from it (Graphviz).

#ifndef SV_DIAGRAM_H
#define SV_DIAGRAM_H

#include "model/model.h"

// Adds a shape, or an arc; shapes are numbered from 1, parent 0 is the template itself.
uint32_t sv_diagram_shape(sv_model *, sv_shape_kind, uint32_t template_number, uint32_t parent,
                          const char *label, sv_term active);
void sv_diagram_arc(sv_model *, uint32_t from, uint32_t to, const char *label);

// One graph in Graphviz's language. active: by shape, or NULL.
void sv_diagram_print(const sv_model *, const char *title, const bool *active, sv_text *);

#endif
