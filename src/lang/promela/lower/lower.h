// lower.h -- from the tree of a Promela model to the model (inside of the room).
//
//   lower_data.c     variables, channels, initial values
//   lower_points.c   which channels a variable can hold
//   lower_number.c   channels as numbers
//   lower_sugar.c    for, select and late declarations as plain statements
//   lower_count.c    numbers of statements, for Spin's trails
//   lower_flow.c     the control states of a proctype, as Spin has them
//   lower_place.c    control states become locations, their steps are collected
//   lower_expr.c     expressions; lower_error.c: what Spin calls an error at run time
//   lower_step.c     statements as steps; lower_message.c: sends and receives
//   lower_action.c   a step as actions, with those of its errors
//   lower_ask.c      enabled, pc_value, np_
//   lower_claim.c    ltl formulas and never claims
//   lower_priority.c priorities of processes
//   lower_trace.c    the observer of `trace` and `notrace`
//   lower_process.c  numbers, creation and death of processes
//   lower.c          the driver
//
// docs/promela-meaning.md says what is built and why. A proctype is a template;
// since only the youngest process can die, the instances of a template are
// ordered by their process numbers, so states correspond one to one with Spin's.

#ifndef PML_LOWER_H
#define PML_LOWER_H

#include "base/bits.h"
#include "base/options.h"
#include "lang/blame.h"
#include "lang/promela/parse/ast.h"
#include "lang/unique.h"

// --- data

// A scalar, or an array of scalars, inside of a variable: what the model stores.
typedef struct {
  const pml_var *root, *last;  // the variable, and the innermost field (or itself)
  uint32_t variable;           // of the model; 0 for a channel that never changes
  uint32_t family;             // CHAN with channels of its own, else 0
  uint32_t *length;            // of each dimension
  uint32_t dimensions;
  uint32_t cells;  // product of the lengths
  sv_sort sort;    // of one cell
  sv_term init;    // of the whole leaf
} pml_leaf;

typedef struct {
  uint32_t family;
  uint32_t capacity;
  const pml_leaf *leaf;
  sv_sort *sort;  // by field, structures spelled out
  const sv_words **words;
  bool *is_chan;
  uint32_t fields;
  uint32_t cell;  // of its first field in pml_points
} pml_channel;

// --- control states

typedef struct pml_node pml_node;

// An atomic or d_step section; number 0 is outside of all.
typedef struct {
  uint32_t outer;
  bool d_step;
} pml_region;

// One way out of a control state.
typedef struct pml_arc {
  const pml_stmt *stmt;  // NULL: the death of a process
  pml_node *to;
  uint32_t region;  // the section that the statement belongs to
  bool is_goto;     // a step that does nothing: a jump where it shows
  bool keeps;       // its node does
} pml_arc;

struct pml_node {
  const pml_stmt *stmt;  // for its name and place; NULL at the end
  pml_node *same;        // this is that one (a label, a jump)
  SV_VEC(pml_arc *) arcs;
  SV_VEC(pml_node *) firsts;   // its steps are those of these: options, the inside of a block
  SV_VEC(pml_node *) escapes;  // of `unless`, the innermost first
  uint32_t region;
  uint32_t location;  // of the model; 0 = not reached (yet)
  uint32_t seen;      // number of the last walk that came by
  bool is_end, is_death, is_progress, is_accept;
  bool is_exit;  // outside of all sections, although `same` may lie in one
  bool keeps;    // inside of a section, and not its last: a step from here keeps control
  bool passes;   // a jump: steps that keep control go on to its target, if that keeps it too
  bool is_jump;  // the jump behind a `skip` that was put before it
  bool is_late;  // a jump behind a `skip` that was put before it: it never keeps control
};

// A step that is possible in a location; equal ones from several locations are
// put together when actions are made.
typedef struct {
  const pml_arc *arc;
  uint32_t location, class;
  uint32_t first, last;  // the offers of this location, in order
  uint32_t main;         // index of the first one that is not an escape
  bool is_else;          // it gives way to all that come before it in order
  bool in_d_step;        // the location lies inside of a d_step
  bool taken;
} pml_offer;

typedef struct {
  const pml_proc *proc;
  uint32_t template_number, stop;
  uint32_t pid;           // variable of the model, or 0: base + instance
  uint32_t priority;      // variable; 0 if the model has no priorities
  uint32_t channels;      // variable: number of its first channel; 0: not needed
  uint32_t base;          // process number of the first active instance
  uint32_t first_number;  // of its statements, as Spin counts them: the one before
  uint32_t end_number;    // of its death, as Spin counts statements
  bool is_run;            // some `run` starts it
  uint32_t bound;         // most instances, or SV_UNBOUNDED; 0: it never runs
  pml_node *entry;
  SV_VEC(pml_node *) nodes;
  SV_VEC(pml_offer) offers;
} pml_process;

// What watches a formula: its state, and that after the next step.
typedef struct {
  uint32_t variable;
  sv_term next;
} pml_observer;

// What Spin calls an error at run time: each is a property, see lower_error.c.
typedef enum {
  // In expressions, in the order in which they are told.
  PML_ERROR_INDEX,
  PML_ERROR_DIVISION,
  PML_ERROR_ENABLED,
  PML_ERROR_CHANNEL,
  PML_ERROR_GONE,
  PML_ERROR_POLL,
  PML_EXPR_ERRORS,
  // In statements.
  PML_ERROR_D_STEP = PML_EXPR_ERRORS,
  PML_ERROR_D_STEP_SEND,
  PML_ERROR_MESSAGE,
  PML_ERROR_RUN,
  PML_ERROR_PRIORITY,
  PML_ERRORS
} pml_error_kind;

typedef struct {
  sv_model *model;
  sv_terms *terms;
  sv_arena *arena;  // of the tree
  pml_program *program;
  const sv_options *options;
  sv_diags *diags;
  sv_sort number;  // sbv 32: what expressions are computed in
  sv_map leaf_of;  // pml_var (as a key) -> first leaf
  SV_VEC(pml_leaf *) leaves;
  SV_VEC(pml_channel *) channels;  // by family; [0] unused
  sv_map assigned;                 // chan variables (last) that change
  sv_map counters;                 // `for` over a channel -> index of its counter in pml_proc.var
  sv_map words_of;                 // mtype sets -> index in words
  SV_VEC(sv_words *) words;
  sv_bits *points;  // by cell: families; see lower_points.c
  sv_map cell_of;   // chan variables (last) -> cell
  uint32_t point_cells;
  pml_process *process;  // by pml_proc.index
  SV_VEC(pml_region) regions;
  uint32_t nr;    // variable: number of living processes
  uint32_t last;  // variable `_last`, or 0
  SV_VEC(pml_observer) observers;
  uint32_t owner;                  // variable: 1 + number of who goes on in a section, or 0
  sv_map asserts;                  // (file, begin) of an assertion -> property
  sv_map label_nodes, loop_exits;  // -> index in pml_process.nodes
  sv_map looked_at;                // labels in remote references
  sv_map names_used;
  sv_map expansion_of;  // `for`, `select`, declarations -> index in expansions
  SV_VEC(pml_block) expansions;
  sv_map number_of;                     // statements -> their numbers as Spin counts
  sv_map state_of;                      // statements -> the numbers of their control states
  uint32_t error_property[PML_ERRORS];  // 0 if unused
  uint32_t event, bad_event;  // of a trace: the variable with its state, its property; or 0
  SV_VEC(pml_node *) events;  // by state of the trace
  bool asks_too_much;         // of other processes; it was said where
  bool may_overflow;          // more processes than Spin allows may be asked for
  uint32_t walk;              // number of the last walk over nodes
} pml_lowering;

typedef struct pml_here pml_here;

static inline uint64_t pml_key(const void *p) { return (uint64_t)(uintptr_t)p; }

// lower_data.c
void pml_find_assigned(pml_lowering *);
void pml_declare_globals(pml_lowering *);
void pml_declare_locals(pml_lowering *, pml_process *);
const pml_leaf *pml_leaf_at(const pml_lowering *, const pml_var *root, uint32_t offset);
uint32_t pml_leaf_count(const pml_type *);  // scalars or arrays of them
const sv_words *pml_words_of(pml_lowering *, const pml_type *);
bool pml_is_chan(const pml_expr *);
sv_term pml_initial(pml_here *, const pml_leaf *);  // value of the whole leaf at the start

sv_term pml_initial_at_start(pml_lowering *, const pml_leaf *, const pml_process *);

// lower_points.c
void pml_find_points(pml_lowering *);
const pml_var *pml_last_of(const pml_expr *);
// Families, and 0 if it may hold other numbers.
const sv_bits *pml_points_of(pml_lowering *, const pml_var *);
// The families that a channel expression can mean.
void pml_channels_of(pml_lowering *, const pml_expr *, sv_bits *out);
bool pml_maybe_rendezvous(pml_lowering *, const pml_expr *);
bool pml_maybe_unset(pml_lowering *, const pml_expr *);  // it may be no channel at all
bool pml_maybe_gone(pml_lowering *, const pml_expr *);   // its process may have ended
// Some channel has a buffer (true) or none.
bool pml_has_channels(const pml_lowering *, bool buffer);

// lower_number.c
void pml_number_channels(pml_lowering *);
sv_term pml_next_channel(const pml_lowering *);  // sbv 32: of a process that is being started
// Of a variable's own channel, at the start of its process.
sv_term pml_own_number(pml_here *, const pml_leaf *, uint32_t cell);
sv_term pml_is_of_family(pml_here *, sv_term channel, const pml_channel *);
// "This is a channel that the analysis has not foreseen": a number become one.
sv_term pml_is_stray(pml_here *, const pml_expr *);

// lower_sugar.c: what stands for a `for`, `select` or declaration (the same each time).
void pml_expand(pml_lowering *, const pml_proc *, const pml_stmt *, pml_block *out);

// lower_count.c
void pml_number_statements(pml_lowering *);
uint32_t pml_statement_number(const pml_lowering *, const pml_stmt *);  // 0: none
uint32_t pml_state_number(const pml_lowering *, const pml_stmt *);

// lower_flow.c
void pml_build_flow(pml_lowering *, pml_process *);
uint32_t pml_d_step_of(const pml_lowering *, uint32_t region);  // the d_step around it, or 0
bool pml_is_marked(const pml_lowering *, const pml_stmt *);     // a label on it that is referred to
// lower_place.c
void pml_place(pml_lowering *, pml_process *);
pml_node *pml_real(pml_node *);
void pml_pass_jumps(pml_process *);
pml_node *pml_label_node(pml_lowering *, const pml_label *);

// lower_expr.c. Where a term is computed.
struct pml_here {
  pml_lowering *l;
  const pml_process *process;  // or NULL: initial values, formulas
  uint32_t role;
  bool clamp;                   // an index out of range is 0, as Spin goes on
  bool timeout;                 // the value of `timeout`
  sv_term when;                 // the current subexpression is computed only then
  sv_term ok[PML_EXPR_ERRORS];  // collected: no error of this kind if it holds
  const sv_blame_note *blames;  // collected: where such errors come from
  const pml_expr *run;          // the `run` met, or NULL
  sv_term channels;             // number of the first channel of a process that is being started
  sv_term pid;                  // of a process that is being started; else SV_NONE
  sv_term last;                 // `_last` in a receive: who sends; else SV_NONE
  bool is_asked;                // by `enabled` in another process
  bool has_stopped;             // the run: its last state is repeated for ever
  bool at_start;                // of the whole model: initial values
  // Values of the started process's own variables, for initial values; or NULL
  sv_term (*local)(void *, const pml_leaf *);
  void *local_context;
};

pml_here pml_at(pml_lowering *, const pml_process *, uint32_t role);
sv_term pml_number(pml_here *, const pml_expr *);        // of sort sbv 32
sv_term pml_truth(pml_here *, const pml_expr *);         // not 0
sv_term pml_channel_term(pml_here *, const pml_expr *);  // of sort ref
sv_term pml_value(pml_here *, const pml_expr *);         // a reference or a number
sv_term pml_const32(const pml_lowering *, int64_t);
// The instance of a proctype that has a process number; none: out of range.
sv_term pml_instance_of(pml_here *, const pml_process *, sv_term pid);
sv_term pml_as_int(const pml_lowering *, sv_term);
sv_term pml_pid(const pml_lowering *, const pml_process *, uint32_t role);  // sbv 32
// Scalars of a value that may be a whole structure; for targets (references) too.
typedef SV_VEC(sv_term) pml_terms;
void pml_spell_out(pml_here *, const pml_expr *, pml_terms *out);
void pml_refs(pml_here *, const pml_expr *, pml_terms *out);
bool pml_mentions(const pml_expr *, pml_op);

// lower_error.c
const char *pml_error_name(pml_error_kind, const char **text);  // text: what holds without it
uint32_t pml_error_property(pml_lowering *, pml_error_kind);    // made when first asked for
void pml_assume(pml_here *, pml_error_kind, sv_term good);      // where the expression is computed
// The same; where it does not hold, this is to blame (whose condition is filled in).
void pml_assume_of(pml_here *, pml_error_kind, sv_term good, sv_blame);
sv_term pml_is_unset(pml_here *, const pml_expr *channel);
sv_term pml_is_gone(pml_here *, const pml_expr *channel);  // with the process that had it
// What a channel is used for; pan does not find the same errors in all.
typedef enum { PML_USE_LENGTH, PML_USE_RECEIVE, PML_USE_POLL, PML_USE_SEND } pml_use;
bool pml_sees_unset(const pml_lowering *, pml_use);
bool pml_sees_gone(const pml_lowering *, pml_use);
sv_term pml_used_channel(pml_here *, const pml_expr *, pml_use);  // where it has to be one

// Channels whose messages have the same form.
typedef struct {
  const pml_channel *like;  // one of them
  sv_bits families;
  uint32_t capacity;  // the largest
} pml_form;
typedef SV_VEC(pml_form) pml_forms;

// lower_action.c: an action in the making.
typedef struct {
  SV_VEC(sv_update) updates;
  SV_VEC(sv_queue_op) ops;
  SV_VEC(sv_choice_input) choices;
  SV_VEC(sv_argument) arguments;
  pml_terms prints;
  SV_VEC(const sv_words *) print_words;
  const char *print;
  sv_start start;    // if template_number is not 0
  sv_term fails_if;  // SV_FALSE: never
  uint32_t fails;    // the property that is violated then
  sv_term event;     // state of the trace so far; SV_NONE: as before the step
  const char *text;  // if not the statement's own
} pml_step;
void pml_set(pml_lowering *, pml_step *, sv_term target, sv_term value);  // cast to its sort
// The same where earlier updates of the step have been made already (fields of a message).
void pml_set_after(pml_lowering *, pml_step *, sv_term target, sv_term value);
void pml_emit_all(pml_lowering *);  // lower_step.c
// lower_effect.c: what a statement asks for and does.
typedef sv_term pml_build(pml_here *, pml_step *, const pml_stmt *, const pml_form *);  // its guard
pml_build pml_build_plain, pml_build_send, pml_build_loss, pml_build_receive, pml_build_input;
// "This statement can be executed", without rendezvous.
sv_term pml_executable(pml_here *, const pml_arc *);
void pml_fail_message(pml_lowering *, pml_step *);  // fields are missing
const char *pml_text_of(pml_lowering *, const pml_stmt *);
const char *pml_source_of(pml_lowering *, sv_span);  // on one line

// lower_message.c
void pml_forms_of(pml_lowering *, const pml_expr *channel, bool rendezvous, pml_forms *);
void pml_forms_free(pml_forms *);
// "The channel is of this form."
sv_term pml_has_form(pml_here *, const pml_expr *channel, const pml_forms *, const pml_form *);
sv_term pml_poll(pml_here *, const pml_expr *);
sv_term pml_can_send(pml_here *, const pml_stmt *, const pml_form *);
sv_term pml_can_receive(pml_here *, const pml_stmt *, const pml_form *);
uint32_t pml_width_of_message(const pml_stmt *);  // fields that it has, structures spelled out
void pml_send(pml_here *, pml_step *, const pml_stmt *, const pml_form *);
void pml_receive(pml_here *, pml_step *, const pml_stmt *, const pml_form *);
// lower_rendezvous.c: what both need, as a guard, and what it does.
sv_term pml_handshake(pml_here *sender, const pml_stmt *send, pml_here *receiver,
                      const pml_stmt *receive, const pml_form *, pml_step *);
bool pml_has_rendezvous_send(pml_lowering *, const pml_stmt *);  // it, or one inside
bool pml_may_meet(pml_lowering *, const pml_form *, const pml_stmt *receive);
sv_term pml_is_rendezvous(pml_here *, const pml_expr *channel);  // it is one without buffer
// A constraint: no other process takes part in a handshake with this send.
sv_term pml_no_receiver(pml_here *sender, const pml_stmt *send);
void pml_message_values(pml_here *, const pml_stmt *send, const pml_form *, pml_terms *out);
// One field of a receive: the term it is compared with, or the variable it is stored in.
typedef struct {
  sv_term equals, target;  // SV_NONE: neither is `_`
} pml_slot;
typedef SV_VEC(pml_slot) pml_slots;
void pml_message_slots(pml_here *, pml_expr *const *arg, uint32_t n, pml_slots *out);
sv_term pml_field_equals(pml_here *, sv_term field, sv_term wanted);

// lower_claim.c
void pml_add_claims(pml_lowering *);  // formulas and claims become properties
void pml_declare_owner(pml_lowering *);
void pml_observe(pml_here *, pml_step *);  // moves the observers on, with a step of this process
void pml_own(pml_here *, pml_step *, bool keeps);
// lower_priority.c
void pml_declare_priority(pml_lowering *, pml_process *);
void pml_refuse_priorities(pml_lowering *);
sv_term pml_started_priority(const pml_lowering *, const pml_expr *run);
sv_term pml_get_priority(pml_here *, const pml_expr *pid);
void pml_set_priority(pml_here *, pml_step *, const pml_stmt *);
sv_term pml_own_priority(pml_here *);  // bv 8
sv_term pml_has_step(pml_here *);      // the process has an executable statement
// "No other process of a higher priority can move": a constraint.
sv_term pml_is_highest(pml_here *);

// lower_ask.c
sv_term pml_enabled(pml_here *, const pml_expr *);   // bool
sv_term pml_pc_value(pml_here *, const pml_expr *);  // sbv 32
// The number that Spin gives to a control state, among those of its process.
uint32_t pml_node_number(const pml_lowering *, const pml_process *, const pml_node *);
sv_term pml_no_progress(pml_here *);        // bool
sv_term pml_no_acceptance(pml_lowering *);  // no process is at an accept label; bool

// lower_trace.c
typedef struct {
  pml_stmt_kind kind;      // PML_S_SEND or PML_S_RECEIVE
  const pml_expr *target;  // the channel, and as a term
  sv_term channel;
  const sv_term *field;
  uint32_t fields;
} pml_event;
void pml_prepare_trace(pml_lowering *);
void pml_watch(pml_lowering *, pml_step *, const pml_event *);
void pml_complete_trace(pml_lowering *);

// lower_declare.c
void pml_tell_editors(sv_model *, const pml_program *);

// lower_process.c
void pml_number_processes(pml_lowering *);
void pml_bound_pools(pml_lowering *);
void pml_add_start(pml_here *, pml_step *, const pml_expr *run);
sv_term pml_has_room(const pml_lowering *);          // for one more process
sv_term pml_running(const pml_lowering *, sv_sort);  // number of living processes

#endif
