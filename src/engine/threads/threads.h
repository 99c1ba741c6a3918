// threads.h -- unboundedly many threads: what the parts of the engine share.
//
// All threads run one template. A *thread state* is what one thread sees: the
// global bits and its own local bits (program counter included). Two global
// bits are ours: INSIDE says that some thread is inside an atomic section (a
// blocking location), STARTED that a thread has ever been started (Remark 1 of
// Cook, Kroening, Sharygina 2007).
//
// A net with a few instances gives the steps: instance 0 acts, instance 1 is
// some passive thread (only broadcasts look at it), the first free one is
// started. The action is blasted once, over inputs for the global bits, the
// bits of the acting and of the passive thread, and its choices; all other
// instances are constants, not running.
//
// An *exclusive* predicate over local bits holds for at most one thread at a
// time: being inside an atomic section, being main where no started thread can
// get, holding a lock. That is condition (2d) of Definition 8, made precise:
// docs/engine-threads.md.

#ifndef SV_THREADS_H
#define SV_THREADS_H

#include "encode/bits/blast.h"
#include "encode/graph/aig_bdd.h"
#include "engine/engine.h"
#include "engine/threads/stack.h"

typedef struct {
  uint32_t bit;  // global or local
  sv_lit value;
} sv_thread_write;
typedef SV_VEC(sv_thread_write) sv_thread_writes;

typedef struct {
  uint32_t action;           // of the model
  const sv_net_action *net;  // with instance 0 acting
  sv_lit possible;           // over globals, own bits, choices
  sv_lit enabled;            // the same where no other thread is inside an atomic section
  sv_thread_writes globals;  // bits that it may change
  sv_thread_writes locals;   // of the acting thread
  SV_VEC(sv_lits) started;   // the local bits of each new thread
  bool ends;                 // the acting thread is gone afterwards
  bool broadcasts;           // then the next two are set
  sv_lit passive_enabled;    // over the passive thread's bits too: what it has to say
  sv_thread_writes passive;  // its local bits
  sv_u32s passive_choices;   // inputs that every passive thread has of its own
  bool touches;              // reads or changes something that others see
  sv_thread_kind kind;       // a return writes the top of the stack from the passive bits
} sv_thread_action;

typedef struct {
  sv_model *model;
  const sv_thread_stack *stack;  // or NULL
  sv_bits top;                   // local bits that are the top of the stack
  sv_net *net;
  sv_coding *coding;
  sv_aig *aig;
  sv_blaster *blaster;
  uint32_t globals, locals;  // bits; ghosts, INSIDE and STARTED are the last globals
  uint32_t ghosts;      // two for each set that may be counted (ghosts.c); or 0: there are none
  uint32_t counted;     // sets that are; the ghosts of others stay down
  bool haunted;         // steps know of them
  sv_u32s watched;      // local bits, without the program counter's, that guards over all ask
  bool places_watched;  // they ask where others are
  sv_lits coins;        // inputs: choices of steps that count
  sv_lits global_inputs, own_inputs, passive_inputs;
  SV_VEC(sv_lits) choices;  // inputs, by choice and bit
  sv_lits own_state;        // blaster states: only instance 0 runs, or 0 and 1
  sv_lits pair_state;
  uint32_t *global_of, *local_of;  // by state bit of the coding; UINT32_MAX: not one
  uint32_t *process_of;            // by state bit: process, or SV_NO_PROCESS
  uint32_t *state_bit_of_global, *state_bit_of_local;
  SV_VEC(sv_thread_action) actions;
  SV_VEC(sv_u32s) leaving;  // by location: actions
  sv_lits at;               // by location: the own thread stands there
  sv_bits late;             // locations where a thread can stand after the first start
  sv_bits shared;           // locations of started threads
  sv_bits blocking;         // locations inside atomic sections
  sv_lits alone;            // over own inputs and ghosts: in a set that is counted, nobody else is
  sv_lits exclusive;        // over own inputs, and those
  sv_lit initial;           // over globals and own inputs
  bool has_broadcasts;      // some action rewrites or asks passive threads
  bool asks_passive;        // some action is possible only if all passive threads agree
  bool coarse;              // the model has more runs than the one that was asked about
} sv_thread_system;

static inline uint32_t sv_thread_inside(const sv_thread_system *s) { return s->globals - 2; }
static inline uint32_t sv_thread_started(const sv_thread_system *s) { return s->globals - 1; }

// Those that the program has.
static inline uint32_t sv_thread_real_globals(const sv_thread_system *s) {
  return s->globals - 2 - s->ghosts;
}

// applicable.c: NULL, or what of this model the method cannot take. Queues are asked for
// elsewhere where they are a stack.
const char *sv_threads_refuses(const sv_model *, bool has_stack);

// system.c. NULL and a reason where the net cannot be coded.
sv_thread_system *sv_thread_system_new(sv_model *, const sv_thread_stack *, sv_text *why);
void sv_thread_system_free(sv_thread_system *);  // NULL is fine
// The value of the property's term in a thread state (over globals).
sv_lit sv_thread_invariant(sv_thread_system *, uint32_t property);
// The new value of a global or own bit (its old one where the action does not write it).
sv_lit sv_thread_after(const sv_thread_writes *, uint32_t bit, sv_lit before);
// exclusive.c: fills s->exclusive. Whether a literal can be true is asked for elsewhere; where
// that is not known, yes.
typedef bool sv_thread_can_be(void *context, sv_lit);
void sv_thread_find_exclusive(sv_thread_system *, sv_thread_can_be *, void *context);
// ghosts.c: before that.
void sv_thread_find_ghosts(sv_thread_system *, sv_thread_can_be *, void *context);

// applicable.c: may passing be lazy? (docs/engine-threads.md) At which locations are changes
// passed, and when is a step taken then?
bool sv_thread_is_lazy(const sv_thread_system *, const sv_options *);
bool sv_thread_is_passed(const sv_thread_system *, bool lazy, uint32_t location);
sv_lit sv_thread_condition(const sv_thread_action *, bool lazy);

// symbolic.c: symbolic thread states instead of sets. Properties that are violated abstractly,
// and a cut action that was met. False: a limit came first.
typedef struct {
  sv_bits violated;
  const char *cut;
  uint64_t states, dropped, asked;  // symbolic ones; covered later; questions of containment
  double seconds;                   // for those
} sv_thread_symbolic;
bool sv_thread_explore_symbolic(sv_thread_system *, const sv_run *, sv_thread_symbolic *);

#endif
