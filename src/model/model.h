// model.h -- the one model in the middle.
//
// Every language is lowered into an sv_model; every engine reads it, mostly
// through its spelled-out form (net.h). docs/model.md defines its meaning,
// exec/ runs it. A model consists of
//
//   variables    global, or one per instance of a process template
//   queues       families of FIFO queues <deferred, pending>, global or local
//   templates    control-flow graphs that are run by process instances
//   actions      guarded steps of one process, or joint steps of several
//   properties   assertions, bad locations, invariants, absence of deadlock, recurrence
//
// Things are numbered from 1 in the order of creation (0 = none); variables,
// queue families, templates, actions and properties are numbered over the
// whole model, locations within their template. Reads and writes are never
// declared: they are computed from the terms (analysis/).

#ifndef SV_MODEL_H
#define SV_MODEL_H

#include "base/arena.h"
#include "base/diag.h"
#include "expr/walk.h"
#include "model/automaton.h"

#define SV_UNBOUNDED UINT32_MAX  // pool or capacity without bound
#define SV_GLOBAL 0u             // owner of what belongs to no template
#define SV_ANY_INSTANCE UINT32_MAX

// Words for the values of a variable or message field: value v is shown as
// names[v] where v < count and names[v] is not 0. With low bits it is names[v >> low_bits], and
// what the low ones are is shown behind it: x+4. Only traces look at them.
typedef struct {
  const sv_name *names;
  uint32_t count;
  uint32_t low_bits;
} sv_words;

typedef struct {
  sv_name name;
  sv_sort sort;
  uint32_t owner;         // SV_GLOBAL or a template
  sv_term init;           // constant term of the sort, or a queue (role 0, constant index);
                          // SV_NONE = any value
  bool is_pc;             // the control location of its template
  bool hidden;            // bookkeeping of a language: traces leave it out
  const sv_words *words;  // or NULL
  sv_span span;
} sv_variable;

typedef struct {
  sv_name name;
  uint32_t owner;                // SV_GLOBAL or a template
  uint32_t count;                // queues in the family, >= 1
  bool indexed;                  // written with an index, even if count is 1
  uint32_t capacity;             // messages (0: always full, only a name), or SV_UNBOUNDED
  const sv_sort *fields;         // scalar sorts of a message
  const sv_words *const *words;  // by field, each may be NULL; or NULL
  const bool *const *used;       // by value of the first field: the fields to show; NULL: all
  uint32_t field_count;
  // The number that a cast gives a reference to its first queue, the others
  // following: an int over the owner's variables (role 0). SV_NONE: its place
  // among all queues of the net, from 1. A cast back finds the queue of a
  // running process, or a global one, that has the number.
  sv_term number;
  sv_span span;
} sv_queue_family;

// Kinds of atomicity are location flags: they say what it means that a
// process stands there. See docs/model.md, "Control".
typedef enum {
  SV_LOC_END = 1,         // a valid place to stay for ever
  SV_LOC_STOP = 2,        // arriving here ends the process
  SV_LOC_YIELDING = 4,    // keeps control while it can move
  SV_LOC_BLOCKING = 8,    // no other process may move, even if this one cannot
  SV_LOC_COMMITTED = 16,  // only processes in committed locations may move
} sv_location_flags;

typedef struct {
  sv_name name;
  unsigned flags;
  uint32_t bad;       // property violated by being here, or 0
  sv_term invariant;  // SV_NONE = true; may use the process's own variables (role 0)
  sv_span span;
} sv_location;

// Which infinite runs count: docs/model.md, "Fairness".
typedef enum {
  SV_UNFAIR,
  SV_WEAKLY_FAIR,    // not left out for ever while it could always go on
  SV_STRONGLY_FAIR,  // not left out for ever while it could go on again and again
} sv_fairness;

// A fair statement: the actions that name it, of each acting process for itself.
typedef struct {
  sv_name name;
  sv_fairness fairness;
  sv_span span;
} sv_fair_statement;

typedef struct {
  sv_name name;
  uint32_t initial;  // instances running at the start: numbers 0 .. initial-1
  uint32_t pool;     // most instances alive at a time, or SV_UNBOUNDED; >= initial
  // A promise that always the instances 0 .. n-1 run: only the last one ends
  // while others start. A start then asks for its neighbour, not for all below it.
  bool stacked;
  uint32_t entry;                 // location where an instance starts
  uint32_t pc;                    // its program-counter variable
  uint32_t number;                // variable with the number of the process, or 0: see `numbered`
  sv_fairness fairness;           // of each of its instances
  SV_VEC(sv_location) locations;  // [0] is "not running"; real ones from 1
  sv_span span;
} sv_template;

typedef enum {
  // The process takes part, but it is not a move of its own (the receiver of a
  // handshake): counts neither for keeping control nor for local priority.
  SV_EDGE_PASSIVE = 1,
  // Does not take control, even where `to` is a yielding location (a jump into
  // the middle of an atomic section; the sender of a handshake).
  SV_EDGE_RELEASES = 2,
} sv_edge_flags;

// One participant of an action. Role r is edges[r]. An edge moves an instance
// that stands in one of `from` to `to`; to 0 leaves it where it is.
typedef struct {
  uint32_t template_number;
  uint32_t instance;     // a fixed instance number, or SV_ANY_INSTANCE (all distinct)
  const uint32_t *from;  // locations; none listed: any, as long as it runs
  uint32_t from_count;
  uint32_t to;
  uint32_t priority;   // class within the process: 0 goes first
  unsigned flags;      // sv_edge_flags
  uint32_t statement;  // 1 + its number in trails of the language's own tools, or 0; no meaning
} sv_edge;

// target := value. The target is VAR or REMOTE, or SELECT of such with any
// nesting. All values are computed in the old state; of two updates of the
// same cell the later one stands. A target with role OTHER is a broadcast: it
// writes that variable in every other running instance of its template, and
// role OTHER in the value is that instance.
typedef struct {
  sv_term target, value;
} sv_update;

typedef enum { SV_ENQUEUE, SV_DEQUEUE, SV_DEFER, SV_FLUSH, SV_EMPTY } sv_queue_verb;
// ENQUEUE puts `fields` at position slot of the pending part (none: at its
// end), DEQUEUE removes the pending message in slot (none: the first), DEFER
// moves the first pending message to the end of the deferred part, FLUSH puts
// all deferred messages before the pending ones. EMPTY drops all messages of a
// global queue; in nets also of those of a process that ends. An action is disabled where
// one of its operations is impossible (full, no such slot, no queue). The
// operations of one action happen one after the other as listed; all terms in
// them are evaluated in the old state.
typedef struct {
  sv_queue_verb verb;
  sv_term queue, slot;
  const sv_term *fields;
  uint32_t field_count;
} sv_queue_op;

typedef struct {
  uint32_t variable;
  sv_term value;
} sv_argument;
// Starts an instance: the free one with the lowest number. Its variables get
// the arguments, else their initial values (any value: chosen in this step).
// In a full pool the action is disabled and, if the bound is the user's
// (unbounded pool), the run is cut there.
typedef struct {
  uint32_t template_number, at;  // location, or 0 for the entry
  const sv_argument *arguments;
  uint32_t argument_count;
  sv_term result;  // target for the instance number, or SV_NONE
} sv_start;

// A choice `per_other` is made anew for every other running instance of the
// acting process's template (broadcasts): in the net it is one input per
// instance, CHOICE k next to role OTHER means that instance's, and the inputs
// of instances that do not run are fixed to the default value. It may occur
// only where role OTHER may.
typedef struct {
  sv_name name;
  sv_sort sort;
  bool per_other;
} sv_choice_input;

// What the front end has found to hold wherever control comes to this place, in the words of
// the language. For witnesses only.
typedef struct {
  const char *text;
  sv_span span;
} sv_fact;

// The language's own picture of a program (diagram.h).
typedef enum {
  SV_SHAPE_STATE,
  SV_SHAPE_REGION,
  SV_SHAPE_START,
  SV_SHAPE_END,
  SV_SHAPE_BRANCH,
  SV_SHAPE_BAR,
  SV_SHAPE_POINT,
} sv_shape_kind;

typedef struct {
  sv_shape_kind kind;
  uint32_t template_number, parent;  // parent: a shape, from 1, or 0
  const char *label;
  sv_term active;  // as in a property
} sv_shape;

typedef struct {
  uint32_t from, to;  // shapes, from 1
  const char *label;
} sv_arc;

// What a complete search tells about, besides properties: things that some action
// must have touched, or had better not. Only the list of the answer looks at them.
typedef enum {
  SV_ITEM_REACHED,  // told if no action that was taken has it: "never reached"
  SV_ITEM_FIRED,    // likewise: "never fires"
  SV_ITEM_LOST,     // told if one has
} sv_item_kind;

typedef struct {
  sv_item_kind kind;
  const char *text;
  sv_span span;
} sv_item;

// What else a text declares and lowering leaves nothing of. Only editors look at it.
typedef enum {
  SV_DECLARED_PROCESS,  // all of a process; its template lies where its name does
  SV_DECLARED_FUNCTION,
  SV_DECLARED_TYPE,
  SV_DECLARED_CONSTANT,
  SV_DECLARED_CHANNEL,
  SV_DECLARED_LABEL,
  SV_DECLARED_STATE,
} sv_declared_kind;

typedef struct {
  sv_declared_kind kind;
  sv_name name;
  sv_span span, whole;  // of the name; of all of it
} sv_declared;

// Why a step fails an assertion, for reports: "index i of a is 3, not 0 to 2".
typedef struct {
  sv_term when;      // over the old state; the first that holds is to blame
  sv_term value;     // 3, over the old state; SV_NONE: the text says it all
  const char *text;  // "index i of a"
  const char *must;  // "0 to 2", or NULL
  sv_span span;
} sv_blame;

// What of its text a step goes through, in order. For witnesses only.
typedef enum {
  SV_PASSED_STATEMENT,  // `span`: up to its end, or to that of its condition
  SV_PASSED_CALL,       // of a function of the program; `span`: its closing parenthesis
  SV_PASSED_RESULT,     // a value from outside; the same
  SV_PASSED_YES,        // a condition that decided: `span` is its keyword
  SV_PASSED_NO,
} sv_passed_kind;
typedef struct {
  sv_passed_kind kind;
  uint32_t role;  // of the edge whose process it is
  sv_span span;
  // RESULT: 1 + the choice that it is, or 0 where nothing depends on it; what is added to that,
  // and as how many bits it is read, without a sign if so. Or no choice but `more` itself, in place
  // of all values for which `condition` is true: the value is its only leaf, CHOICE.
  uint32_t choice;
  int64_t more;
  uint32_t bits;
  bool unsigned_bits;
  sv_term condition;
} sv_passed;

typedef struct {
  sv_name name;
  sv_span span;
  const char *text;                    // the statement as written, for traces
  uint32_t shown;                      // 1 + a choice whose value they show behind it, or 0
  const char *print;                   // or NULL: what the step prints, as printf's format with
  const sv_term *prints;               // %d %u %x %o %c %e; the arguments, in the old state
  const sv_words *const *print_words;  // by argument, each may be NULL; or NULL
  uint32_t print_count;
  const sv_edge *edges;  // [0] is the acting process; may be none at all
  const sv_choice_input *choices;
  sv_term guard;       // SV_TRUE if absent; reads the old state only, no choices
  sv_term constraint;  // SV_TRUE if absent; old state, choices and NEXT
  const sv_update *updates;
  const sv_queue_op *queue_ops;
  const sv_start *starts;
  uint32_t edge_count, choice_count, update_count, queue_op_count, start_count;
  sv_term waits;          // where it is listed as what its process waits for; SV_NONE: everywhere
  const uint32_t *items;  // of the model, that this action touches; no meaning
  uint32_t item_count;
  const sv_blame *blames;  // of a step that fails; no meaning
  uint32_t blame_count;
  const sv_passed *passed;  // no meaning
  uint32_t passed_count;
  uint32_t priority;  // global class: 0 goes first
  uint32_t fails;     // property violated by this step, or 0
  uint32_t fair;      // the fair statement it belongs to, or 0
  const char *cut;    // not NULL: taking this step leaves what we explore
} sv_action;

typedef enum {
  SV_PROP_ASSERTION,
  SV_PROP_LOCATION,
  SV_PROP_INVARIANT,
  SV_PROP_DEADLOCK,
  SV_PROP_RECURRENCE
} sv_property_kind;
typedef struct {
  sv_name name;
  sv_property_kind kind;
  sv_term term;                   // INVARIANT
  bool stable;                    // INVARIANT, RECURRENCE: passing states do not count
  const sv_automaton *automaton;  // RECURRENCE: accepts the runs that violate it
  bool repeats;                   // RECURRENCE: a run that ends repeats its last state for ever
  bool fair;                      // RECURRENCE: only weakly fair runs count
  bool stutters;                  // RECURRENCE: a promise: how often a state is repeated in a row
                                  // makes no difference to the automaton
  const char *undecided;          // not NULL: no search can show that it holds, for this reason
  const char *text;               // as written
  sv_span span;
} sv_property;

// What an engine may refuse.
// clang-format off
#define SV_FEATURES(X)                                              \
  X(INT, "unbounded integers") X(REAL, "real numbers")              \
  X(QUEUE, "queues without bound") X(CREATION, "unbounded creation of processes") \
  X(WIDE, "bit vectors wider than 62 bits") X(RECURSION, "recursion")
// clang-format on
typedef enum {
#define X(NAME, TEXT) SV_FEATURE_BIT_##NAME,
  SV_FEATURES(X)
#undef X
      SV_FEATURE_COUNT
} sv_feature_bit;
typedef enum {
#define X(NAME, TEXT) SV_FEATURE_##NAME = 1 << SV_FEATURE_BIT_##NAME,
  SV_FEATURES(X)
#undef X
} sv_feature;

typedef struct sv_model sv_model;
struct sv_model {
  sv_arena *arena;  // owns every array and string above
  sv_names *names;
  sv_sources *sources;
  sv_terms *terms;
  const char *language;
  const char *title;               // path as given
  SV_VEC(sv_variable) variables;   // [0] unused
  SV_VEC(sv_queue_family) queues;  // [0] unused
  SV_VEC(sv_template) templates;   // [0] unused
  SV_VEC(sv_action) actions;       // [0] unused
  SV_VEC(sv_property) properties;  // [0] unused
  SV_VEC(sv_fair_statement) fair;  // [0] unused
  SV_VEC(sv_item) items;
  SV_VEC(sv_declared) declared;
  SV_VEC(sv_fact) facts;
  SV_VEC(sv_shape) shapes;  // of a diagram
  SV_VEC(sv_arc) arcs;
  sv_term init;                // constraint on initial states; SV_TRUE
  unsigned declared_features;  // those that cannot be computed: RECURSION
  sv_span recursion;           // where, for the message
  // Not 0: the language lets so many processes run at once. Where no bound is
  // asked for, pools without bound then grow until nothing is cut.
  uint32_t process_limit;
  const char
      *merged;  // NULL, or in words what the front end has made of how much; for reports only
  // The language knows processes by numbers (Promela's _pid): by a variable of
  // the template, or else in the order of the templates. For reports only.
  bool numbered;
  // NULL, or the same program without the bound on recursion that this one has: calls
  // push the caller's frame onto a queue without bound, returns take it from there. Has
  // the same properties by name, and names and sources together with this one. Owned.
  sv_model *unbounded;
  const sv_model *beside;  // NULL, or whose names and sources (perhaps terms) these are
};

sv_model *sv_model_new(void);                  // owns arena, names, sources and terms
sv_model *sv_model_beside(const sv_model *);   // with the names and sources of that one
sv_model *sv_model_variant(const sv_model *);  // a copy to be changed, with its terms as well
sv_model *sv_model_shell(const sv_model *);    // with names, sources and terms, and nothing else
void sv_model_free(sv_model *);

// Builders. They REQUIRE well-formed numbers and copy what they are given into the arena.
uint32_t sv_model_template(sv_model *, sv_name, uint32_t initial, uint32_t pool, sv_span);
uint32_t sv_model_location(sv_model *, uint32_t template_number, sv_name, unsigned flags, sv_span);
uint32_t sv_model_variable(sv_model *, sv_name, sv_sort, uint32_t owner, sv_term init, sv_span);
uint32_t sv_model_queue(sv_model *, sv_name, uint32_t owner, uint32_t count, bool indexed,
                        uint32_t capacity, const sv_sort *fields, uint32_t n, sv_span);
uint32_t sv_model_property(sv_model *, sv_name, sv_property_kind, sv_term, const char *text,
                           sv_span);
// A property of infinite runs; the automaton is copied.
uint32_t sv_model_recurrence(sv_model *, sv_name, const sv_automaton *, const char *text, sv_span);
uint32_t sv_model_fair(sv_model *, sv_name, sv_fairness, sv_span);            // a statement
uint32_t sv_model_item(sv_model *, sv_item_kind, const char *text, sv_span);  // from 0
void sv_model_declare(sv_model *, sv_declared_kind, sv_name, sv_span name, sv_span whole);
// Words for a variable, a message field or a printed value; the names are copied.
const sv_words *sv_model_words(sv_model *, const sv_name *names, uint32_t n);
// The action's arrays and strings are copied.
uint32_t sv_model_action(sv_model *, const sv_action *);
const char *sv_model_strdup(sv_model *, const char *);
// The term of a variable: VAR with the given role (0 for globals).
sv_term sv_model_var(sv_model *, uint32_t variable, uint32_t role);
// "role's process stands in this location".
sv_term sv_model_at(sv_model *, uint32_t template_number, uint32_t location, uint32_t role);

// Checks every rule of docs/model.md that the builders do not; messages go to
// the diagnostics (as errors with the item's span). False if there are errors.
bool sv_model_validate(const sv_model *, sv_diags *);
unsigned sv_model_features(const sv_model *);
// Where the first of these features comes from; nowhere if that cannot be said.
sv_span sv_model_feature_place(const sv_model *, unsigned features);
const char *sv_feature_text(sv_feature_bit);

// The text form; read back by the language "svm". docs/language-svm.md.
void sv_model_print(const sv_model *, sv_text *);
// The control flow of every template as a Graphviz digraph.
void sv_model_dot(const sv_model *, sv_text *);
void sv_model_print_term(const sv_model *, sv_term, sv_text *);   // prefix
void sv_model_print_infix(const sv_model *, sv_term, sv_text *);  // for people

#endif
