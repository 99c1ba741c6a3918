// subsume.h -- is a symbolic state contained in others? (section 4 of the paper)
//
// Every state of `fresh` must be one of `old` (Equation 3): for all choices that
// make the guard of the one true there are choices for the other that give the
// same bits. Cheap answers first: the same literals; bits that are constant and
// differ; random choices that give a state which the other cannot have, looked
// at by simulation and SAT. Then the formula itself, rewritten so that the outer
// quantifier is over state bits (Equation 4), over the bits that matter only
// (live ones), and split into groups of bits that share no inputs.

#ifndef SV_SUBSUME_H
#define SV_SUBSUME_H

#include "base/limits.h"
#include "base/options.h"
#include "encode/aig.h"

typedef struct {
  const sv_lit *bits;        // n of them; the caller has left out those that do not matter
  sv_lit guard;
} sv_parametric_set;

#define SV_SUBSUME_WORDS "cegar|depqbf|bdd"
typedef enum { SV_SUBSUME_CEGAR, SV_SUBSUME_DEPQBF, SV_SUBSUME_BDD } sv_subsume_way;

typedef struct sv_subsumer sv_subsumer;

// The graph must outlive it (and may grow between the calls).
sv_subsumer *sv_subsumer_new(const sv_aig *, sv_subsume_way, sv_limits *);
void sv_subsumer_free(sv_subsumer *);   // NULL is fine

typedef enum { SV_NOT_SUBSUMED, SV_SUBSUMED, SV_SUBSUME_GAVE_UP } sv_subsume_answer;
// One old set; or several: is `fresh` contained in their union?
sv_subsume_answer sv_subsumed(sv_subsumer *, const sv_parametric_set *fresh,
                              const sv_parametric_set *old, uint32_t olds, uint32_t n);

typedef struct {
  uint64_t asked, same, refuted, solved;   // solved: went to the solver
  double seconds;
} sv_subsume_statistics;
sv_subsume_statistics sv_subsume_numbers(const sv_subsumer *);

#endif
