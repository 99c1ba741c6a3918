// lower.h -- from the C program to the model (inside of the room).
//
// A thread's start function is a template; the functions that it calls are
// inlined per call site: a context is one such copy. A step goes from one
// visible instruction (an access to shared memory, a lock, a start ...) to
// just before the next one, with all local computation between: it is run
// symbolically along each path, and the path becomes an action. A value that
// is alive where a path stops is kept in a variable of the template.
// docs/language-c.md has the whole story.

#ifndef C_LOWER_H
#define C_LOWER_H

#include "base/options.h"
#include "lang/c/flow.h"
#include "lang/c/goal.h"
#include "lang/c/range.h"
#include "lang/c/statements.h"

#define C_NO_CONTEXT UINT32_MAX
#define C_NO_STORAGE UINT32_MAX
enum {
  C_ELSEWHERE = 0x3fff,       // the object of addresses whose memory is not modelled
  C_FIRST_FUNCTION = 0x4000,  // objects with these numbers are functions
  C_POINTER_BITS = 48,
  C_OFFSET_BITS = 32,
  C_INDEX_BITS = 48,
  C_MOST_CONTEXTS = 5000,
  C_MOST_NESTED = 15
};

typedef struct {
  const c_function *function;
  const c_flow *flow;
  uint32_t parent;  // or C_NO_CONTEXT
  uint32_t call_block, call_at;
  uint32_t thread;  // number of its c_thread
  uint32_t base;    // its first slot; slot = base + value
  bool atomic;      // inside of a function __VERIFIER_atomic_...
  bool repeated;    // may run several times in one thread
} c_context;

// A start function, and the template of the threads that run it. Thread 0 runs main.
typedef struct {
  const c_function *function;
  uint32_t template_number, context;
  uint32_t count;     // how many there can be, or SV_UNBOUNDED
  uint32_t finished;  // location behind its end
  uint32_t exited;    // location in which nobody moves any more
  uint32_t result;    // variable: what it returned; 0: none so far
  uint32_t detached;  // variable: 0 joinable, 1 not any more; 0: none so far
  uint32_t waits;     // variable: the condition it waits for; 0: none so far
  uint32_t apart;     // of so many instances each has objects of its own; 0: none has
} c_thread;

typedef struct {
  uint32_t thread;   // who starts
  uint32_t started;  // thread that is started
  bool repeated;
} c_start_site;

// An object in memory: a global one, or a local one of a context.
typedef struct {
  const c_object *object;
  uint32_t owner;     // template, or SV_GLOBAL
  bool shared;        // other threads may have its address
  bool exposed;       // its address may be in a variable
  bool lazy;          // what was never written has any value, another one in every read
  uint32_t life;      // variable: 0 never used, 1 alive, 2 freed or ended; 0: needs none
  uint32_t local;     // 1 + the context that it is a local variable of, or 0
  uint32_t instance;  // 1 + the thread's number in its template that it is one of, or 0: of all
  bool heap;
  uint32_t size;        // variable: its bytes, if they are no constant; else 0
  uint32_t *variable;   // per cell; 0: not needed so far
  uint32_t *unwritten;  // per cell, of lazy ones: Boolean variable, or row of them
} c_storage;

// Where a thread stands just before an access to shared memory.
typedef struct {
  uint32_t thread, location;
  sv_term guard, constraint;  // of the path that leads to it
  const c_inst *inst;
  sv_span here;     // its place, or that of the call of support.c's function
  sv_term address;  // packed
  uint32_t fixed;   // storage, if it is known; else C_NO_STORAGE
  int64_t offset;   // in it, if that is known as well
  bool at_offset;
  int64_t size;
  bool writes, atomic;
} c_access;

// Where a thread locks a mutex: who has it, who the thread is, and whether it would wait for itself.
typedef struct {
  uint32_t thread, location;
  sv_term guard;  // of the path that leads there
  sv_term owner, mine, for_ever;
  sv_span here;
} c_standing;

typedef enum { C_GO_ON, C_STOP } c_outcome;
typedef enum { C_NOTHING, C_TERM, C_PLACE } c_value_kind;
// C_TERM: an integer, or an address as a bit vector (object << 32 | offset; 0 is
// NULL). C_PLACE: an address within a known object.
typedef struct {
  c_value_kind kind;
  sv_term term;      // TERM
  uint32_t storage;  // PLACE
  int64_t offset;    // PLACE: in bytes, and
  sv_term index;     // times `unit` bytes more; SV_NONE: no more
  int64_t unit;
  sv_term valid;  // of the index, SV_TRUE mostly
} c_value;

typedef struct {
  uint32_t context, block, at, location;
  uint32_t atomic;  // sections that are open, at most C_MOST_NESTED
} c_work;

// Where a condition is asked: just before this instruction (place.c).
typedef struct {
  uint32_t goal;
  const c_function *function;
  uint32_t block, at;
} c_asked_place;

typedef struct {
  sv_model *model;
  const c_program *program;
  const sv_options *options;
  sv_diags *diags;
  const c_flow **flows;  // per function, or NULL
  SV_VEC(c_context) contexts;
  SV_VEC(c_thread) threads;
  SV_VEC(c_start_site) sites;
  SV_VEC(c_storage) storages;       // globals first, by number
  SV_VEC(uint32_t) slots;           // model variable of each slot; 0: none so far
  sv_map children;                  // context, value of the call -> context
  sv_map locals;                    // slot of an alloca or allocation -> storage (the first one)
  sv_map apart;                     // slot of an alloca -> how many storages: one for each instance
  uint32_t instance;                // of the thread that is lowered, where they are told apart
  sv_map slots_of;                  // slot of an allocation -> how many storages it has
  sv_map thread_locals;             // thread, object -> storage
  SV_VEC(c_access) accesses;        // if races are looked for
  SV_VEC(c_standing) waits;         // if deadlocks are
  SV_VEC(c_statements) statements;  // by file, as far as they were asked for
  sv_map locations;                 // context, block, instruction, atomic -> location
  sv_map properties;                // kind and place -> property
  sv_map names;                     // of variables -> how often
  sv_map refused;                   // places already complained about
  SV_VEC(c_work) work;
  SV_VEC(c_work) places;  // all that there were
  SV_VEC(c_asked_place) asked;
  sv_span here;         // of the instruction at hand, for those of support.c the call of them
  sv_words *addresses;  // what they are called; filled at the end
  bool joins;           // the program uses numbers of threads
  bool results;         // and what they return
  bool detaches;        // and whether they can be waited for
  bool kinds;           // there are recursive mutexes, or such that check for errors
  bool deadlocks, races, leaks;  // are looked for
} c_lowering;

// A run from one location along one path.
typedef struct c_path {
  c_lowering *l;
  uint32_t thread, context, block, at;
  c_value *env;  // by slot
  SV_VEC(sv_update) memory;
  SV_VEC(sv_choice_input) choices;
  sv_term guard, constraint;
  uint32_t from;
  bool visible;
  uint32_t atomic;  // sections that are open
  uint32_t forks;
  const c_inst *shown;
  uint32_t starts;  // 1 + thread that is started, or 0
  sv_term argument;
  sv_term undefined;  // of the last load: when it read what was never written
  const char *cut;    // not NULL: what lies behind the step is not explored
  uint32_t origin_context, origin_block, origin_at;  // where it began
  SV_VEC(sv_passed) passed;
  const c_statement *undecided;  // whose condition was met last, or NULL (passed.c)
  uint32_t undecided_context, undecided_file;
  // NULL, or it is no step of the program but a condition about one state (goal_term.c), and
  // this is where it may be anything. Where it cannot be evaluated the guard is false.
  sv_term *unclear;
} c_path;

// lower.c
void c_lower(sv_model *, const c_program *, c_goals *, const sv_options *, sv_diags *);
void c_refuse(c_lowering *, sv_span, const char *format, ...) SV_PRINTF(3, 4);
void c_warn(c_lowering *, sv_span, const char *format, ...) SV_PRINTF(3, 4);  // once per place
sv_name c_unique(c_lowering *, const char *name);
uint32_t c_location(c_lowering *, uint32_t context, uint32_t block, uint32_t at, uint32_t atomic);
sv_sort c_sort(c_lowering *, c_type);

// contexts.c: who calls and starts whom, and which objects there are
bool c_find_contexts(c_lowering *);
uint32_t c_child(const c_lowering *, uint32_t context, const c_inst *call, const c_function *);
// May this call through a pointer, in a function, mean that function?
bool c_is_candidate(const c_lowering *, const c_function *in, const c_inst *call,
                    const c_function *);
c_type c_operand_type(const c_function *in, const c_operand *);
uint32_t c_thread_local(c_lowering *, uint32_t thread, uint32_t object);
uint32_t c_slot_variable(c_lowering *, uint32_t context, uint32_t value);
// The object of an alloca, for the instance that is lowered, or the one of an allocation.
uint32_t c_local_storage(const c_lowering *, uint32_t context, uint32_t value);
// A number as an address: its low bits, which it has to be the extension of.
static inline int64_t c_short_address(int64_t n) {
  return n & ((INT64_C(1) << C_POINTER_BITS) - 1);
}
static inline bool c_is_short_address(int64_t n) {
  return n >> (C_POINTER_BITS - 1) == 0 || n >> (C_POINTER_BITS - 1) == -1;
}

void c_find_facts(c_lowering *, const c_range *);  // fact.c: of the ranges of variables
// May the name stand for something local in the function around this place of the text?
bool c_may_be_local(const char *text, size_t n, size_t offset, const char *name);
void c_name_addresses(c_lowering *);  // address.c: once all objects are known

// value.c
c_value c_operand_value(c_path *, uint32_t context, const c_operand *, sv_span);
// Values that are known from the place alone need no variable.
bool c_fixed_value(c_lowering *, uint32_t context, uint32_t value);
// An address in a known object whose index alone varies: its variable has the index.
bool c_row(c_lowering *, uint32_t context, uint32_t value, c_value *place);
sv_term c_kept_term(c_path *, uint32_t context, uint32_t value);  // for its variable
// As a term: addresses become bit vectors.
sv_term c_operand_term(c_path *, uint32_t context, const c_operand *, sv_span);
sv_term c_fresh(c_path *, sv_sort);
void c_bind(c_path *, uint32_t context, uint32_t value, c_value);
static inline c_value c_of_term(sv_term t) { return (c_value){.kind = C_TERM, .term = t}; }
bool c_compute(c_path *, const c_inst *, c_value *);  // what needs no memory; false: refused

// memory.c
bool c_is_shared(c_path *, c_value address);
c_value c_address_step(c_path *, c_value base, int64_t offset, sv_term index, int64_t stride);
// False: refused, or the path ends here.
bool c_load(c_path *, c_value address, c_type, const c_inst *, sv_term *value);
bool c_store(c_path *, c_value address, c_type, const c_inst *, sv_term value);

sv_term c_current(c_path *, uint32_t variable);  // its value at this point of the path
void c_set(c_path *, uint32_t variable, sv_term);
// Content of all cells: never written, or zero.
void c_clear(c_path *, uint32_t storage, bool zero);
sv_term c_pack(c_path *, c_value address);

// The variable of a cell, and of which of its elements were never written.
uint32_t c_cell_variable(c_lowering *, uint32_t storage, uint32_t cell);
uint32_t c_cell_unwritten(c_lowering *, uint32_t storage, uint32_t cell);
sv_term c_is_alive(c_path *, uint32_t storage);  // may it be accessed?

// punning.c: at a known place, where no cell fits
bool c_is_punned(c_lowering *, c_value address, c_type);
bool c_load_punned(c_path *, c_value address, c_type, const c_inst *, sv_term *value);
bool c_store_punned(c_path *, c_value address, c_type, const c_inst *, sv_term value);

// heap.c
c_outcome c_malloc(c_path *, const c_inst *);
c_outcome c_calloc(c_path *, const c_inst *);
c_outcome c_realloc(c_path *, const c_inst *);
c_outcome c_free_call(c_path *, const c_inst *);
void c_check_leaks(c_path *, const c_inst *);

// life.c
bool c_has_life(c_lowering *, uint32_t context, const c_inst *alloca, bool shared);
void c_restart_life(c_path *, uint32_t storage);
c_outcome c_begin_life(c_path *, const c_inst *);
c_outcome c_end_life(c_path *, const c_inst *);
void c_end_lives(c_path *, uint32_t context);  // where the function returns
void c_end_all_lives(c_path *);                // where the thread ends
// Can other threads tell that lives begin or end here?
bool c_begin_is_visible(c_path *, const c_inst *);
bool c_end_is_visible(c_path *, const c_inst *);

// race.c
void c_note_access(c_path *, const c_inst *, c_value address, c_type, bool writes, bool atomic);
void c_add_races(c_lowering *);
sv_term c_as_other(c_lowering *, sv_term);  // about the thread of the second edge

// circle.c
void c_note_wait(c_path *, const c_inst *, sv_term owner, sv_term mine, sv_term for_ever);
void c_add_circles(c_lowering *);

// path.c
c_path c_fork_path(const c_path *);
void c_free_path(c_path *);
void c_assume(c_path *, sv_term);
bool c_is_dead(const c_path *);
bool c_has_choice(c_lowering *, sv_term);
uint32_t c_property(c_lowering *, const char *kind, const c_inst *);
// From here on it holds; where it does not, the property fails. False: it never holds.
bool c_check(c_path *, sv_term, const char *kind, const c_inst *);
// From here on it holds; where it does not, nothing is explored. False: it never holds.
bool c_explore(c_path *, sv_term, const char *why, const c_inst *);
void c_finish(c_path *, uint32_t to, uint32_t fails);
// The same, with the values that are alive at `there` (context, block, at).
void c_finish_at(c_path *, uint32_t to, uint32_t fails, const c_work *there);

void c_settle_choices(c_path *);  // settle.c

// step.c
void c_lower_location(c_lowering *, const c_work *);
// Is this the unknown first value of a local that is written before it is read?
bool c_needless_unknown(const c_path *, const c_inst *);
void c_begin_again(c_path *);  // before the instruction at hand, in a step of its own
void c_go_on(c_path *);        // a fork of a path, behind the instruction at hand
void c_end_thread(c_path *, sv_term result);  // SV_NONE: it has none
void c_exit(c_path *);

// external.c
bool c_external_visible(const c_lowering *, const char *name);
bool c_starts_thread(const char *name);
bool c_keeps_argument(const char *name);  // of the addresses that it is given
bool c_is_error(const char *name);
c_outcome c_external(c_path *, const c_inst *, const char *name);

#endif
