// scope.h -- where transitions lead: what they leave and what they enter.

#ifndef UML_SCOPE_H
#define UML_SCOPE_H

#include "lang/uml/ast.h"

// The innermost region that is not left by the transition; NULL if it leaves and
// enters nothing (between a state and its own points), or has no such region.
const uml_region *uml_scope_of(const uml_transition *);
// The vertex of the region that holds v, or is v.
const uml_vertex *uml_main_vertex(const uml_vertex *v, const uml_region *);
// The orthogonal state from whose regions a join is reached; of an exit point, its state.
const uml_vertex *uml_joined_state(const uml_vertex *join);
// The orthogonal state into whose regions a fork leads.
const uml_vertex *uml_forked_state(const uml_vertex *fork);

// Behind the pseudostate that the transition leads to, a state with several regions around the
// source may be left.
bool uml_leads_out(const uml_vertex *source, const uml_transition *);

#endif
