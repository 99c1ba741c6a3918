// interpolate_inside.h -- refutations in the making. Only interpolate*.c and linearise.c include this.

#ifndef SV_INTERPOLATE_INSIDE_H
#define SV_INTERPOLATE_INSIDE_H

#include "encode/abstract/interpolate.h"
#include "encode/abstract/linear.h"
#include "solver/simplex.h"

enum { SV_SPLIT_DEPTH = 62 };

typedef struct {
  sv_term name;     // what it is the value of; a version, or a reading of one
  uint32_t column;  // of the simplex
  bool is_int;      // its values are integers (bit vectors and enumerations, too)
  bool is_helper;   // belongs to one group, and to no state
  uint32_t group;   // in which it occurred first
  sv_value lo, hi;
  bool bounded;  // by these
} sv_lp_var;

typedef struct {
  uint32_t group, level;
  sv_sum sum;  // over names: sum REL 0
  sv_relation relation;
} sv_lp_row;

typedef struct {
  sv_term literal;
  uint32_t group, level;
} sv_case_fact;

typedef struct {
  sv_path *path;
  sv_terms *T;
  sv_limits *limits;
  sv_interpolation_numbers *numbers;
  uint32_t cuts;
  sv_simplex *lp;
  SV_VEC(sv_lp_var) vars;
  sv_map var_of;                 // name -> variable
  SV_VEC(sv_lp_row) rows;        // as the simplex numbers them
  SV_VEC(sv_case_fact) facts;    // Boolean versions, and their negations
  SV_VEC(sv_case_fact) pending;  // what is to be split
  sv_map ranged;                 // variable and group: its bounds are among the rows
  uint32_t level, helpers;
  bool straight;  // no sum is taken to wrap around
  bool wraps;     // some sum may
  bool failed;
} sv_refutation;

// linearise.c
// A sum over names; rows that define helpers are added to the group.
bool sv_linearise(sv_refutation *, uint32_t group, sv_term number, sv_sum *out);
void sv_refutation_row(sv_refutation *, uint32_t group, sv_sum sum /*taken*/, sv_relation);
void sv_refutation_back(sv_refutation *, uint32_t rows);

// interpolate_atom.c: sum REL 0 as a term over what the names name.
sv_term sv_refutation_atom(sv_refutation *, const sv_sum *, bool strict);

#endif
