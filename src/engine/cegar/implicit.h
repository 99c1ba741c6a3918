// implicit.h -- IC3 over predicates, from inside. Only implicit*.c include this.
//
// A. Cimatti, A. Griggio, S. Mover, S. Tonetta: IC3 Modulo Theories via Implicit
// Predicate Abstraction (TACAS 2014). An abstract state is a set of predicates
// that hold and of those that do not; clauses over predicates exclude states.
// No abstract relation is ever computed: since frames and cubes are over
// predicates only, a step between abstract states is asked for by asking for a
// step of the net between states that look like them.

#ifndef SV_CEGAR_IMPLICIT_H
#define SV_CEGAR_IMPLICIT_H

#include "encode/smt/smt_net.h"
#include "engine/cegar/cegar.h"

// A literal is a predicate's number + 1, or the negative of that. Cubes are ascending by number.
typedef SV_VEC(int32_t) sv_literals;

typedef struct {
  sv_term term;           // over leaves of the net
  sv_smt_term now, next;  // constants that are equivalent to it before and after the step
  uint32_t group;         // the kept cell that it is a value of, or UINT32_MAX
  double activity;        // occurs in recent clauses
} sv_implicit_predicate;

typedef struct {
  sv_literals cube;
  uint32_t action;  // leads on: a step of some state of the cube
  uint32_t next;    // obligation, or UINT32_MAX: what `target` looks for
  uint32_t level, depth, target;
} sv_implicit_obligation;

// What is looked for: a property that is violated, or a cut action that is enabled.
typedef struct {
  uint32_t property, action;  // one of them is 0 or UINT32_MAX
  sv_smt_term label;
} sv_implicit_target;

typedef struct {
  sv_cegar *c;
  sv_smt_net *s;
  SV_VEC(sv_implicit_predicate) predicates;
  uint32_t taken;             // predicates of the abstraction that are among them
  sv_smt_term initial, step;  // labels: the state is initial; there is a step
  SV_VEC(sv_implicit_target) targets;
  SV_VEC(sv_smt_term) levels;          // labels of the clauses of frames
  SV_VEC(SV_VEC(sv_literals)) frames;  // [i]: cubes excluded up to level i and not beyond
  SV_VEC(sv_implicit_obligation) obligations;
  sv_u32s queue;
  SV_VEC(sv_smt_term) assumed;
  uint32_t top, labels;
  uint32_t proved;  // the level whose clauses are inductive
  double bump;
  bool stopped;
  uint64_t queries, clauses, blocked, dropped, pushed;
} sv_implicit;

// implicit_query.c
sv_implicit *sv_implicit_new(sv_cegar *);  // NULL: the cegar was stopped
void sv_implicit_free(sv_implicit *);
void sv_implicit_take_predicates(sv_implicit *);  // new ones of the abstraction
void sv_implicit_open_level(sv_implicit *);
void sv_implicit_add_clause(sv_implicit *, const sv_literals *cube, uint32_t level);
// Is there a step from the frame, outside of the cube if so asked, into the cube? NO: *core is a
// part of the cube of which the same is true. YES: the model stays.
sv_sat_answer sv_implicit_reaches(sv_implicit *, uint32_t level, const sv_literals *cube,
                                  bool outside, sv_literals *core);
sv_sat_answer sv_implicit_meets_start(sv_implicit *, const sv_literals *cube);
// A state of the frame meets a target. YES: *which.
sv_sat_answer sv_implicit_meets_target(sv_implicit *, uint32_t level, uint32_t *which);
void sv_implicit_drop_target(sv_implicit *, uint32_t which);
void sv_implicit_read_cube(sv_implicit *, sv_literals *out);  // of the model, before the step
uint32_t sv_implicit_read_action(sv_implicit *);              // of the model

#endif
