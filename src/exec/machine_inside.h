// machine_inside.h -- a compiled net. Only machine*.c, emit*.c and emit_inside.h include this.
//
// Everything about an action that is constant is data, the rest is code:
//
//   tests     words compared under a mask: the conjuncts of the guard that say
//             "field in lo .. hi", and where the other edges' processes stand
//   guard     code for the other conjuncts
//   patches   constants written to fields, locations of processes included
//   effect    code for the other updates, queue operations and the constraint
//
// Actions are listed by the process and the location of their first edge.

#ifndef SV_MACHINE_INSIDE_H
#define SV_MACHINE_INSIDE_H

#include "exec/code_compile.h"
#include "exec/emit.h"
#include "exec/machine.h"
#include "exec/native.h"

#define SV_NO_PIECE UINT32_MAX

// (word & mask) - lo <= span, as unsigned numbers. Several equalities on one
// word are one test. Values that differ from k are those in k+1 .. k-1,
// counted around.
typedef struct {
  uint64_t mask, lo, span;
  uint32_t word;
} sv_test;
typedef struct {
  uint64_t clear, set;
  uint32_t word;
} sv_patch;
typedef struct {
  uint32_t process;
  const uint64_t *from;
} sv_stand;  // from: bit set of locations
typedef struct {
  int64_t lo;
  uint64_t size;
} sv_radix;  // values of a choice

typedef struct {
  const sv_test *tests;
  const sv_stand *stands;  // edges whose locations are no interval
  const sv_patch *patches;
  const sv_radix *choices;
  const sv_net_edge *edges;
  uint32_t test_count, stand_count, patch_count, choice_count, edge_count;
  uint32_t guard, effect;  // pieces of code, or SV_NO_PIECE
  uint64_t combinations;   // of choices
  uint32_t priority;
  bool never;      // writes something that cannot be written
  bool uncertain;  // may be impossible although its guard holds
  bool cut;
} sv_machine_action;

// A location of a process.
typedef struct {
  unsigned flags;                 // sv_location_flags
  uint32_t bad;                   // property
  uint32_t invariant;             // piece
  uint32_t first, count;          // in `listed`: actions whose first edge can be here
  uint32_t joined, joined_count;  // in `joined`: by which it moves, not as the first, from here
} sv_site;

struct sv_program {
  const sv_layout *layout;
  const sv_net *net;
  sv_arena *arena;
  sv_bytecode code;
  sv_machine_action *moves;                  // by action
  sv_field *pcs;                             // by process
  sv_site **sites;                           // by process and location
  uint32_t *listed;                          // actions, in stretches that sites name
  uint32_t free_count;                       // the first ones in `listed` have no edges
  uint32_t *constrained, constrained_count;  // processes with invariants of locations
  uint32_t *properties;                      // pieces
  uint32_t init;                             // piece
  const sv_patch *start;                     // the cells that start with a constant
  const sv_field *open;                      // those that start with any value, and their values
  const sv_radix *open_values;
  uint32_t start_count, open_count;
  bool exclusive;                       // some location is blocking or committed
  bool cuts;                            // some action is a cut
  bool classes, local_classes, holder;  // which rules of control matter
  uint32_t *
      joined;  // actions, in stretches that sites name; NULL: no state is loaded for its holder alone
  sv_native *native;                   // generated code; or NULL
  const sv_step_functions *functions;  // of it; or NULL
};

typedef struct {
  uint32_t first, n;
} sv_stretch;
// A conjunct of a constraint and how many choices have to do with it; or a
// variable, and how many have to do with its new value.
typedef struct {
  sv_term term;
  uint32_t level;
  bool next;
} sv_conjunct;
typedef struct {
  uint32_t var, level;
} sv_written_var;

// Scratch while a program is made.
typedef struct {
  sv_program *program;
  sv_compiler compiler;
  SV_VEC(sv_term) terms;
  SV_VEC(sv_test) tests;
  SV_VEC(sv_stand) stands;
  SV_VEC(sv_patch) patches;
  SV_VEC(sv_stretch) written;  // cells that the effect's code writes
  SV_VEC(sv_written_var) levels;
  SV_VEC(sv_conjunct) conjuncts;
  sv_u32s cone;
  bool choices;  // the action at hand has some
  sv_operands values;
} sv_maker;

// machine_guard.c: the tests, stands and the guard's code.
void sv_machine_guard_code(sv_maker *, const sv_net_action *, sv_machine_action *);
uint32_t sv_maker_condition(sv_maker *, sv_term);  // code for a condition; SV_NO_PIECE if true
// machine_effect.c: the patches and the effect's code.
void sv_machine_effect_code(sv_maker *, const sv_net_action *, sv_machine_action *);
// machine_constraint.c: levels (see sv_frame) and the constraint, whose
// conjuncts without NEXT can be checked before anything is written.
void sv_maker_levels(sv_maker *, const sv_net_action *);
uint32_t sv_maker_level(sv_maker *, const sv_term *terms, uint32_t n);
void sv_maker_constrain(sv_maker *, bool next);
void sv_maker_patch(sv_maker *, sv_field, int64_t value);
// machine_initial.c: start, open and init.
void sv_program_initial(sv_maker *);
const void *sv_maker_keep(const sv_maker *, const void *from, uint32_t n, size_t size);

typedef struct {
  uint32_t action;
  uint32_t ready;   // place of its first successor in `successors`, or SV_NO_PIECE
  uint64_t choice;  // of that successor; 0 if not tried yet
} sv_machine_candidate;

struct sv_machine {
  const sv_program *program;
  uint64_t *state, *successor;
  int64_t *digits;      // of the choices being tried
  uint32_t *locations;  // by process, of the loaded state
  uint32_t *classes;    // by process: lowest local class
  sv_frame frame;
  SV_VEC(sv_machine_candidate) candidates;  // ascending by action
  sv_u32s enabled;                          // their actions
  sv_u64s successors;                       // words
  uint32_t cut;
  bool exclusive;    // a process is in an exclusive location
  sv_stop_fn *stop;  // NULL: goes on for ever
  void *stop_context;
  uint32_t vain;  // attempts since it was asked last
  bool stopped;
  sv_step_frame step;  // instead of candidates, enabled, successors: of generated code
  uint32_t turn;       // the candidate that was fired last
};

static inline uint32_t sv_machine_location(const sv_machine *m, uint32_t process) {
  return (uint32_t)sv_field_get(m->state, m->program->pcs[process]);
}
// Is location i of the edge one of those before?
static inline bool sv_edge_repeats(const sv_net_edge *e, uint32_t i) {
  for (uint32_t j = 0; j < i; j++)
    if (e->from[j] == e->from[i]) return true;
  return false;
}

// machine.c
bool sv_machine_holds_at(sv_machine *, uint32_t piece, const uint64_t *state);  // no piece: true
bool sv_machine_invariants_hold(sv_machine *, const uint64_t *state);
bool sv_machine_goes_on(sv_machine *);  // after an attempt in vain
void sv_machine_try(sv_machine *, uint32_t action);
void sv_machine_begin(sv_machine *, const uint64_t *state);  // but locations are not read
void sv_machine_finish(sv_machine *);
// machine_native.c: the same by generated code.
void sv_machine_native_free(sv_machine *);
void sv_machine_native_load(sv_machine *, const uint64_t *state);
bool sv_machine_native_load_holder(sv_machine *, const uint64_t *state, uint32_t process);
bool sv_machine_native_fire(sv_machine *, uint32_t action, sv_successor_fn *, void *context);
sv_exec_end sv_machine_native_initials(sv_machine *, sv_packed_fn *, void *context);
// machine_holder.c
void sv_program_joined(sv_program *);
// machine_control.c: rules 2 to 4 on the candidates.
bool sv_move_is_of(const sv_machine_action *, uint32_t process);  // and not just taken along
void sv_machine_control(sv_machine *);

#endif
