// eliminate.h -- quantifiers over the data of a step, eliminated.
//
// J. Dubrovin: Efficient Symbolic Model Checking of Concurrent Systems (2011),
// chapter 6. Given conjuncts over *free* Boolean variables a and any other
// leaves x, the set of all a for which some x satisfies them, as a decision
// diagram. Leaves of free variables are numbered (sv_free_term); everything
// else is quantified. Each of these can be switched off; the set is the same:
//
//   inlining    x = e where x is quantified: e for x, as long as there is one
//   clustering  conjuncts that share no quantified variable are solved apart
//   sampling    fixing the values of few variables that hold clusters together:
//               a part of the set at a time (6.2.2), until nothing is missing
//   dont_cares  what earlier parts have settled is not looked at again (6.8)
//   guided      by the diagram of the Boolean structure (Cavada et al., FMCAD
//               2007) instead of enumerating models one by one (6.7)

#ifndef SV_ELIMINATE_H
#define SV_ELIMINATE_H

#include "encode/abstract/flat.h"
#include "encode/abstract/query.h"
#include "solver/bdd.h"

typedef struct {
  bool inlining, clustering, sampling, dont_cares, guided;
} sv_structure;

typedef struct {
  uint64_t problems, clusters, largest;  // largest: free variables of a cluster
  uint64_t models, samples, sampled, inlined, checks;
} sv_eliminations;

typedef struct {
  sv_term_list conjuncts;
  sv_bdd set;
} sv_solved_cluster;

typedef struct {
  sv_terms *terms;
  sv_structure structure;
  sv_query *query, *outer;  // outer: for samples
  sv_bdds *bdds;            // not owned
  sv_map vars, frees;       // free variable -> variable of the diagrams, and back
  sv_u32s spare;            // variables of the diagrams for atoms
  sv_term_list known;       // holds wherever the result matters; over free and any other leaves
  sv_map constant;          // conjuncts that come again and again: their clusters are solved once
  SV_VEC(sv_solved_cluster) solved;
  sv_eliminations numbers;
  bool failed;  // a limit was reached or the solver gave up: results mean nothing
} sv_eliminator;

// The diagrams (`bdds`) are the caller's to set, and are freed as a whole before or after it.
sv_eliminator *sv_eliminator_new(const sv_net *, sv_structure, bool integers, sv_limits *);
void sv_eliminator_free(sv_eliminator *);  // NULL is fine

#define SV_FREE_BASE 0x40000000u
static inline sv_term sv_free_term(sv_terms *T, uint32_t i) {
  return sv_var(T, sv_sort_bool(T), SV_FREE_BASE + i, 0);
}
// UINT32_MAX: it is none.
uint32_t sv_free_number(const sv_terms *, sv_term);

// A new reference. Outside of `care` it is anything (with dont_cares).
sv_bdd sv_eliminate(sv_eliminator *, const sv_term *conjuncts, uint32_t n, sv_bdd care);

// The free variable is this variable of the diagrams.
void sv_eliminator_name(sv_eliminator *, uint32_t free, uint32_t var);

// As a Boolean term over free variables.
sv_term sv_eliminator_term(sv_eliminator *, sv_bdd);

#endif
