// cegar.h -- what explicit and implicit abstraction have in common.
//
// One run of the engine `cegar`: the net as a flat system, the predicates, what
// is still asked for, and what is found on the way.

#ifndef SV_CEGAR_H
#define SV_CEGAR_H

#include "encode/abstract/refine.h"
#include "encode/smt/smt_net.h"
#include "engine/engine.h"

typedef enum {
  SV_CEGAR_GOING,
  SV_CEGAR_PROVED,  // everything that is still asked for
  SV_CEGAR_FOUND,   // a violation, and no more is wanted
  SV_CEGAR_LIMIT,   // see `cause` and `why`
} sv_cegar_end;

typedef struct {
  const sv_run *run;
  sv_answer *answer;
  sv_model *model;
  const sv_net *net;
  sv_flat *flat;
  sv_abstraction *a;
  sv_query *query;
  sv_refiner refiner;
  sv_u32s asked;     // properties that are neither violated nor given up
  sv_bits cut;       // cut actions that are reached
  bool full;         // stopped since a pool was full
  bool words_count;  // the abstraction has a monitor
  bool integers;     // bit vectors are asked about as numbers
  sv_cegar_end end;
  sv_cause cause;
  sv_text why;
  uint32_t rounds, depth;  // depth: no violation within so many steps
  uint32_t modelled;       // predicates of the last abstract model
  sv_term_list invariant;  // proved by IC3: what holds in all reachable states
  bool has_invariant;
  sv_eliminations eliminations;  // of the last round; models and checks of all
} sv_cegar;

// A path of actions that the abstraction has: the violation of a property, or (property 0) a cut
// action at its end. Finds out whether there is such a run, notes it, or learns from it.
void sv_cegar_judge(sv_cegar *, const sv_path_plan *, uint32_t property);
// The run ends here: for a limit that was hit meanwhile, else for this cause.
void sv_cegar_stop(sv_cegar *, sv_cause, const char *format, ...) SV_PRINTF(3, 4);
void sv_cegar_broken(sv_cegar *, const char *bug);  // of the abstraction: our own
bool sv_cegar_polls(sv_cegar *);                    // false: a limit was hit, and it is stopped

// exact.c
bool sv_cegar_is_exact(const sv_cegar *,
                       const sv_path_plan *);  // what the flat system says is true
// Can the actions be taken by the net? YES: a run, or NULL: a value is no number of ours.
sv_sat_answer sv_cegar_exact(sv_cegar *, const sv_path_plan *, uint32_t property, sv_trace **);

sv_smt_net *sv_cegar_system(const sv_cegar *, sv_text *why);  // one action a step; NULL: no

// integers.c: are bit vectors better asked about as numbers?
bool sv_cegar_counts(const sv_net *, sv_opt_tristate);

// certify.c: the proof, shown again; what is not shown again is not proved.
void sv_cegar_certify(sv_cegar *);

// explicit.c, implicit.c: until `end` says something.
void sv_cegar_explicit(sv_cegar *);
void sv_cegar_implicit(sv_cegar *);

#endif
