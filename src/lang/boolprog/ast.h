// ast.h -- a Boolean program as a tree.
//
// The parser builds it with names only; the checks fill in what names mean
// (var, proc, label) and reject what has no meaning. Everything lives in one
// arena, arrays are (pointer, count) pairs, and every node has the span of
// its source text. After bp_parse succeeds:
//   * every BP_VAR has its variable, every target its variable or `drop`;
//   * every call has its procedure with matching numbers of arguments, and
//     either no targets or as many as results;
//   * every goto has its labels; primes stand only under `constrain`;
//   * `x$` stands only in assignments, on variables that each thread owns;
//   * nesting is at most BP_DEPTH_MAX, so walks may recurse; & | ^ are n-ary.

#ifndef BP_AST_H
#define BP_AST_H

#include "base/map.h"
#include "base/source.h"
#include "lang/temporal.h"

#define BP_DEPTH_MAX 1000    // nesting of expressions and statements together
#define BP_RESULTS_MAX 1000  // largest n of bool<n>

typedef struct bp_expr bp_expr;
typedef struct bp_stmt bp_stmt;
typedef struct bp_proc bp_proc;
typedef struct bp_var bp_var;
typedef struct bp_program bp_program;

//   OP(name, sign)
// clang-format off
#define BP_OPS(OP)  \
  OP(CONST, "")     \
  OP(VAR, "")       \
  OP(CHOICE, "*")   \
  OP(NOT, "!")      \
  OP(AND, "&")      \
  OP(OR, "|")       \
  OP(XOR, "^")      \
  OP(EQ, "=")       \
  OP(NE, "!=")      \
  OP(IMPLIES, "=>") \
  OP(ITE, "?")      \
  OP(SCHOOSE, "schoose") \
  OP(TEMPORAL, "")
// clang-format on

typedef enum {
#define OP(NAME, SIGN) BP_##NAME,
  BP_OPS(OP)
#undef OP
} bp_op;

struct bp_expr {
  bp_op op;
  sv_span span;
  bool value;     // CONST
  bool primed;    // VAR: the value after the step
  bool passive;   // VAR: x$, the copy of another thread
  bool parens;    // was written in parentheses
  sv_name name;   // VAR: as written, without prime; the checks drop the $ of x$
  bp_var *var;    // VAR: set by the checks
  bp_expr **arg;  // AND OR XOR: n >= 2; EQ NE IMPLIES SCHOOSE: 2; NOT: 1; ITE: 3; TEMPORAL: 1, 2
  sv_temporal temporal;  // TEMPORAL: in formulas of the command line only
  uint32_t n;
};

// What `decl` made of a variable.
typedef enum { BP_GLOBAL, BP_THREAD_LOCAL, BP_PARAMETER, BP_LOCAL } bp_scope;

// First value. OPEN leaves it to --init; ANY was asked for with `*`.
typedef enum { BP_INIT_OPEN, BP_INIT_ANY, BP_INIT_FALSE, BP_INIT_TRUE } bp_init;

struct bp_var {
  sv_name name;
  sv_span span;  // of the name where it is declared
  bp_scope scope;
  bp_proc *proc;   // of parameters and locals; NULL for globals
  uint32_t index;  // in bp_program.globals or bp_proc.vars
  bp_init init;
  sv_span init_span;  // of the initial value; file 0 if there is none
  sv_span locked;     // first `lock` or `unlock` of it; file 0 if never
  sv_span assigned;   // first assignment (or call result) to it; file 0 if never
  bool broadcast;     // some statement writes or reads x$
};

typedef struct {
  bp_var **at;
  uint32_t n;
} bp_vars;

typedef struct {
  bp_stmt **at;
  uint32_t n;
} bp_block;

// One place of a procedure that has a name. Equal names at one statement are
// one label; the stmt is where control arrives.
typedef struct {
  sv_name name;
  sv_span span;
  bp_stmt *stmt;
} bp_label;

// One name of a goto.
typedef struct {
  sv_name name;
  sv_span span;
  bp_label *label;  // set by the checks
} bp_jump;

// One name on the left of `:=`, or of lock, unlock, dead.
typedef struct {
  sv_name name;
  sv_span span;
  bp_var *var;   // set by the checks; NULL exactly for `_`
  bool drop;     // `_`
  bool passive;  // x$ := …, in every other thread
} bp_target;

typedef struct {
  bp_expr *condition;
  bp_block body;
  sv_span span;  // `if e` or `elsif e`
} bp_arm;

typedef enum {
  BP_NOTHING,  // labels only (before `end` or `;`): a place, not a step
  BP_SKIP,
  BP_ASSIGN,   // target := value, condition = constrain or NULL; with no
               // targets it is Getafix' statement `constrain(e)`
  BP_CALL,     // [target :=] callee(value)
  BP_RETURN,   // value
  BP_GOTO,     // jump
  BP_ASSUME,   // condition
  BP_ASSERT,   // condition
  BP_ABORTIF,  // condition: assert its negation
  BP_ENFORCE,  // condition; also listed in bp_proc.enforce; no step here
  BP_IF,       // arm, otherwise
  BP_WHILE,    // condition, body
  BP_START,    // inner: the new thread runs it; see below
  BP_END_THREAD,
  BP_ATOMIC_BEGIN,
  BP_ATOMIC_END,
  BP_LOCK,    // target[0]
  BP_UNLOCK,  // target[0]
  BP_DEAD,    // target
  BP_PRINT,   // value
  BP_SYNC,    // target[0]; these four are reported as unsupported
  BP_WAIT,
  BP_BROADCAST,
  BP_SIGNAL,
} bp_stmt_kind;

// BP_START. The inner statement is a call without targets (start_thread f(e);
// the thread runs f with its own frame), a goto (the thread starts there with
// a copy of this frame), or anything else (the thread runs it on a copy of
// this frame and ends). A label ASYNC_… makes the same node.

struct bp_stmt {
  bp_stmt_kind kind;
  bool has_else;  // IF
  bool async;     // START by an ASYNC_ label
  sv_span span;   // the whole statement without labels and `;`
  sv_span head;   // what a trace shows: `if e`, `while e`, else all of it
  bp_label **label;
  uint32_t labels;
  bp_target *target;
  uint32_t targets;
  bp_expr **value;
  uint32_t values;
  bp_expr *condition;
  sv_name callee;
  sv_span callee_span;
  bp_proc *proc;  // CALL: set by the checks
  bp_jump *jump;
  uint32_t jumps;
  bp_arm *arm;
  uint32_t arms;
  bp_block otherwise;  // IF with has_else
  bp_block body;       // WHILE
  bp_stmt *inner;      // START
};

struct bp_proc {
  sv_name name;
  uint32_t index;  // in bp_program.procs
  sv_span span;    // all of it
  sv_span name_span;
  sv_span begin_span, end_span;  // the words `begin` and `end`
  uint32_t results;              // 0 for void
  uint32_t params;               // the first `params` of vars
  bp_vars vars;                  // parameters, then locals
  bp_block body;
  bp_label **label;  // every label, in source order
  uint32_t labels;
  bp_expr **enforce;  // conditions to hold before and after every assignment
  uint32_t enforces;
  bp_stmt **call;  // every BP_CALL in it but those of start_thread f()
  uint32_t calls;
  bool dfs;            // written with `dfs`; no meaning
  bool recursive;      // lies on a cycle of calls
  sv_span cycle_call;  // a call in this procedure that stays on the cycle
  bool started;        // some start_thread f() names it
};

// An invariant or formula of the command line.
typedef struct {
  bp_expr *e;
  const char *name;  // the option's
  const char *text;
  sv_span span;
  bool never;  // it must not hold in any state
  bool timed;  // a formula about runs
} bp_goal;

struct bp_program {
  uint32_t file;
  bp_vars globals;  // shared and thread_local
  bp_proc **proc;
  uint32_t procs;
  bp_proc *main;
  bp_stmt **init;  // assignments between the declarations; already in bp_var.init
  uint32_t inits;
  bp_goal *goal;
  uint32_t goals;
  bool recursive;       // some procedure is
  bool starts_threads;  // has a BP_START
  bool broadcasts;      // has an x$
  bool locks;           // has a lock or unlock
  bool atomics;         // has an atomic section
};

#endif
