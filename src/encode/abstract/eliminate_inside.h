// eliminate_inside.h -- elimination from inside. Only eliminate.c, cluster.c, enumerate.c, guided.c,
// inline.c, sample.c and abstract_step.c include this.

#ifndef SV_ELIMINATE_INSIDE_H
#define SV_ELIMINATE_INSIDE_H

#include "encode/abstract/eliminate.h"

// Quantified leaves of a term, and free variables (by number); appended, each once.
void sv_eliminate_leaves(const sv_terms *, sv_term, sv_term_list *quantified, sv_u32s *free);
// All conjuncts with this leaf replaced; those that fall apart become several.
void sv_eliminate_replace(sv_terms *, sv_term_list *conjuncts, sv_term leaf, sv_term by);

// The variable of the diagrams.
uint32_t sv_eliminate_var(const sv_eliminator *, uint32_t free);

// inline.c: one-point rule to saturation.
void sv_eliminate_inline(sv_eliminator *, sv_term_list *conjuncts);

// cluster.c: by conjunct the number of its cluster, from 0; how many there are. Conjuncts without
// quantified variables are in none (UINT32_MAX). The leaves in `fixed` do not count.
uint32_t sv_eliminate_cluster(const sv_terms *, const sv_term_list *conjuncts,
                              const sv_term_list *fixed, sv_u32s *cluster);

// enumerate.c, guided.c: one cluster.
sv_bdd sv_eliminate_enumerate(sv_eliminator *, const sv_term_list *conjuncts, sv_bdd care);
// False: there are not enough variables for its atoms.
bool sv_eliminate_guided(sv_eliminator *, const sv_term_list *conjuncts, sv_bdd care, sv_bdd *out);

// sample.c: leaves whose values hold the cluster together; none found: empty.
void sv_eliminate_hubs(sv_eliminator *, const sv_term_list *conjuncts, sv_term_list *hubs);
sv_bdd sv_eliminate_sample(sv_eliminator *, const sv_term_list *conjuncts, const sv_term_list *hubs,
                           sv_bdd care);

// eliminate.c: clusters one after the other.
sv_bdd sv_eliminate_clusters(sv_eliminator *, const sv_term_list *conjuncts, sv_bdd care,
                             bool may_sample);

// No arithmetic is in the term.
bool sv_eliminate_is_boolean(const sv_terms *, sv_term);
sv_bdd sv_eliminate_diagram(sv_eliminator *, sv_term);  // Boolean, over free variables only

sv_bdd sv_eliminate_ite(sv_bdds *, sv_bdd, sv_bdd, sv_bdd);  // if, then, else

#endif
