// subsume_inside.h -- what the files of subsumption share. Only subsume*.c and subsume_plan.h
// include this.
//
// A question goes through these stations: samples of the fresh set are looked up
// in the old ones (subsume_sample.c, subsume_look.c); what is left is cut into
// groups (subsume_group.c), and each group is decided in one of three ways
// (subsume_cegar.c, subsume_qbf.c, subsume_bdd.c).

#ifndef SV_SUBSUME_INSIDE_H
#define SV_SUBSUME_INSIDE_H

#include <setjmp.h>

#include "base/random.h"
#include "encode/graph/tseitin.h"
#include "encode/parametric/factor.h"
#include "encode/parametric/subsume.h"
#include "solver/bdd.h"
#include "solver/split.h"

// Is fresh in the union of the olds? Bit i of the fresh one is bit i of each old one.
typedef struct {
  sv_factor fresh;
  SV_VEC(sv_factor) old;
} sv_subsume_group;
typedef SV_VEC(sv_subsume_group) sv_subsume_groups;

// States of the set that was asked about last, 64 at a time.
typedef struct {
  sv_lits bits;  // of the set
  sv_lit guard;
  bool filled;
  uint64_t valid;  // which of the patterns are states
  uint32_t next;   // the slot for the next state that is found
  sv_u64s words;   // by bit
} sv_subsume_samples;

// Bits that no state of an old set has, as literals position << 1 | value.
typedef struct {
  sv_lits bits;  // of the set
  sv_lit guard;
  SV_VEC(sv_u32s) cubes;
  uint32_t oldest;
} sv_subsume_memory;

struct sv_subsumer {
  const sv_aig *graph;
  sv_subsume_method method;
  sv_limits *run;
  sv_random random;
  sv_split *look;  // knows cones of the graph; all questions by assumptions
  sv_cnf *look_cnf;
  int32_t look_first;  // variables after its first question
  sv_i32s assumed;
  sv_lits asked;    // what they are in the graph
  sv_lits focused;  // the last question was about the cones of these
  sv_i32s focus;
  sv_subsume_samples samples;
  SV_VEC(sv_subsume_memory) memories;
  sv_map memory_of;  // hash of a set -> the last memory with it
  sv_bdds *bdds;     // made when needed
  uint32_t bdd_vars;
  jmp_buf *away;  // where to go on when the package fails
  sv_subsume_statistics numbers;
};

// ---- subsume_look.c: one solver that knows cones of the whole graph

void sv_look_free(sv_subsumer *);
// Starts a list of assumptions: these literals hold.
void sv_look_start(sv_subsumer *);
void sv_look_assume(sv_subsumer *, sv_lit, bool value);  // constants too: see sv_look_solve
sv_sat_answer sv_look_solve(sv_subsumer *);
bool sv_look_value(const sv_subsumer *, uint32_t input);  // in the model
bool sv_look_failed(const sv_subsumer *, sv_lit, bool value);

// ---- subsume_sample.c

// SV_SAT_NO: the set is empty.
sv_sat_answer sv_samples_fill(sv_subsumer *, const sv_parametric_set *fresh, uint32_t n);
// One more state, with these bits as in `state`, if there is one.
void sv_samples_add(sv_subsumer *, const sv_parametric_set *fresh, const sv_lit *bits,
                    const bool *state, uint32_t n);
// Has one of the samples no place in any old set? SV_SAT_YES: then it is refuted.
sv_sat_answer sv_samples_refute(sv_subsumer *, const sv_parametric_set *old, uint32_t olds,
                                uint32_t n);

// ---- subsume_memory.c

sv_subsume_memory *sv_subsume_remembered(sv_subsumer *, const sv_parametric_set *, uint32_t n);
uint64_t sv_memory_misses(const sv_subsume_memory *, const sv_u64s *words);
void sv_memory_add(sv_subsume_memory *, const sv_u32s *cube);
void sv_memories_free(sv_subsumer *);

// ---- subsume_group.c

void sv_subsume_split(const sv_aig *, const sv_parametric_set *fresh, const sv_parametric_set *old,
                      uint32_t olds, uint32_t n, sv_subsume_groups *out);
void sv_subsume_groups_free(sv_subsume_groups *);

// ---- subsume_copy.c: a graph of one's own

// The roots in another graph, or the same, with nodes replaced as the map says (node
// to literal.x). Inputs that it lacks stay in the same graph and are false in another.
void sv_subsume_copy(const sv_aig *from, const sv_lit *roots, uint32_t n, sv_aig *to,
                     const sv_map *by, sv_lit *out);
// Makes inputs for those of the roots that the map lacks.
void sv_subsume_inputs(const sv_aig *from, const sv_lit *roots, uint32_t n, sv_aig *to, sv_map *by);

// ---- subsume_repair.c

// Which of the inputs to flip for which wrong roots: mends.at[i] has indices into
// the rows for inputs.at[i]; if their number that is wrong is odd, flip it.
typedef struct {
  sv_u32s inputs;
  SV_VEC(sv_u32s) mends;
} sv_subsume_repair;
typedef bool sv_subsume_choice_fn(const void *context, uint32_t input);
// Correct to the first order around the given choice of inputs. r->inputs is given.
void sv_subsume_repair_find(const sv_aig *, const sv_lits *rows, sv_subsume_choice_fn *,
                            const void *context, sv_subsume_repair *r);
void sv_subsume_repair_free(sv_subsume_repair *);

// ---- the three ways: is the group contained?

// `state` gets the values of the fresh bits that no old set has, if these are known:
// then *found.
sv_subsume_answer sv_subsume_by_cegar(sv_subsumer *, const sv_subsume_group *, bool *state,
                                      bool *found);
sv_subsume_answer sv_subsume_by_qbf(sv_subsumer *, const sv_subsume_group *, bool *state,
                                    bool *found);
sv_subsume_answer sv_subsume_by_bdd(sv_subsumer *, const sv_subsume_group *);

// The union of n >= 1 sets, by way of a diagram, as a literal of another graph over one
// literal for each bit. False if that is too large.
bool sv_subsume_write(sv_subsumer *, const sv_factor *, uint32_t n, sv_aig *to, const sv_lit *bits,
                      sv_lit *out);

#endif
