// sets.h -- sets of thread states as BDDs, and the fix-point over them.
//
// Variables: a pair for every local bit of a thread with that of its twin, the
// passive thread, right behind it, and a pair for every global bit; the program
// counter is on top, INSIDE and STARTED are at the bottom. Singles are choices.

#ifndef SV_THREADS_SETS_H
#define SV_THREADS_SETS_H

#include "engine/threads/threads.h"

// Steps of acting threads that write the same globals, as others see them.
typedef struct {
  sv_u32s pairs;  // written
  sv_bdd rel;     // over globals, their next values, and the passive thread
  sv_bdd passed;  // the passive thread states that have been through it
} sv_thread_class;

typedef struct {
  sv_bdd_relation own;  // what becomes of the acting thread; none if it ends
  SV_VEC(sv_bdd_relation) started;
  sv_bdd enabled;           // thread states, for some choices
  sv_bdd base;              // over thread states and next values of written globals
  sv_bdd_relation passive;  // broadcasts: over both threads
  uint32_t class_number;
  bool has_own, has_class, has_passive;
} sv_thread_relations;

// Where thread states come from: the batch in which they were added.
typedef enum {
  SV_THREAD_FIRST,       // an initial one
  SV_THREAD_STEPPED,     // number: the action of its own (calls included)
  SV_THREAD_RETURNED,    // number: the action
  SV_THREAD_STARTED_BY,  // number: the action of another thread; which: of those it starts
  SV_THREAD_PASSED,      // number: the class of actions of other threads
  SV_THREAD_TOLD,        // number: the action of another thread, a broadcast
} sv_thread_how;

typedef struct {
  sv_thread_how how;
  uint32_t number, which;
} sv_thread_origin;

typedef struct {
  sv_thread_origin origin;
  uint32_t location;
  sv_bdd set;  // new ones only
} sv_thread_batch;

typedef struct {
  sv_thread_system *s;
  const sv_run *run;
  sv_bdds *bdds;
  sv_diagram_scratch scratch;
  sv_u32s var_of_node;
  sv_u32s own_pairs, passive_pairs, global_pairs;  // by local or global bit
  uint32_t pairs, singles;
  sv_bdd own_cube, passive_cube, choice_cube;
  sv_bdd_relation to_passive, to_own;  // renaming
  sv_bdd apart;                    // own and passive bits: not the same exclusive predicate twice
  sv_bdd started;                  // STARTED
  sv_bdd passable;                 // locations at which changes are passed
  sv_thread_relations *relations;  // by action
  SV_VEC(sv_thread_class) classes;
  sv_bdd reached;
  sv_bdd_list pending;  // by location: reached, steps not taken yet
  sv_bits changed;      // locations with new states since the last pass
  sv_bits violated;     // properties, abstractly
  const char *cut;      // a cut action was met
  bool lazy;
  bool saturates;  // passes by saturation, as long as that is cheap
  uint64_t passes, images;
  sv_bdd below;       // own top of the stack: the situation of a call; passive: what lay below
  sv_bdd same_top;    // own and passive top are the same
  sv_bdd but_top;     // cube: globals and own bits but the top
  bool has_together;  // the next one is there: pairs.h
  sv_bdd together;    // globals, own bits and passive bits of two threads
  bool recording;     // keep the batches
  sv_thread_origin origin;  // of what is being added
  SV_VEC(sv_thread_batch) batches;
} sv_thread_sets;

sv_thread_sets *sv_thread_sets_new(sv_thread_system *, const sv_run *,
                                   void (*fail)(void *, const char *), void *context);
void sv_thread_sets_free(sv_thread_sets *);          // NULL is fine
sv_bdd sv_thread_diagram(sv_thread_sets *, sv_lit);  // new reference

// relations.c
void sv_thread_relate(sv_thread_sets *);
void sv_thread_relations_free(sv_thread_sets *);
// The acting thread after its step, and (passive) the one thread that it has started.
sv_bdd_relation sv_thread_birth(sv_thread_sets *, uint32_t action);
// calls.c: the situation and the top of whoever calls, as far as new (new reference).
void sv_thread_calls_prepare(sv_thread_sets *);
sv_bdd sv_thread_call(sv_thread_sets *, uint32_t action, sv_bdd set);
// Who returns from `set` into one of these situations.
sv_bdd sv_thread_return(sv_thread_sets *, uint32_t action, sv_bdd set, sv_bdd below);
// fixpoint.c: all thread states, and the properties they violate.
void sv_thread_explore(sv_thread_sets *);
// Passes changes everywhere, if that has not been done: then every thread state there is
// is among those reached. Violations are as before.
void sv_thread_complete(sv_thread_sets *);
// What the thread states reached now violate, and nothing else.
void sv_thread_judge(sv_thread_sets *);
void sv_thread_count(sv_thread_sets *, mpz_t out);

static inline void sv_thread_join(sv_bdds *b, sv_bdd *to, sv_bdd with /*taken*/) {
  sv_bdd_set(b, to, sv_bdd_or(b, *to, with));
  sv_bdd_drop(b, with);
}
static inline void sv_thread_meet(sv_bdds *b, sv_bdd *to, sv_bdd with /*taken*/) {
  sv_bdd_set(b, to, sv_bdd_and(b, *to, with));
  sv_bdd_drop(b, with);
}

#endif
