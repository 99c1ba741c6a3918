// ast.h -- the tree of a process program.
//
// The parser builds it, the checks resolve names (decl) and types and compute
// constants, the lowering binds declarations to terms of the model while it
// works through the instances of the processes. Everything lives in one arena.

#ifndef PROC_AST_H
#define PROC_AST_H

#include "base/source.h"
#include "expr/term.h"
#include "lang/temporal.h"

#define PROC_DEPTH_MAX 200       // nesting of statements and expressions
#define PROC_CHAIN_MAX 1000      // operands of one chain
#define PROC_INSTANCES_MAX 1000  // of one process
#define PROC_CELLS_MAX 1000000   // of one array
#define PROC_TERMS_MAX 100000    // that one forall, exists, count or sum becomes

typedef struct proc_expr proc_expr;
typedef struct proc_stmt proc_stmt;
typedef struct proc_decl proc_decl;

typedef enum { PROC_BAD, PROC_BOOL, PROC_INT, PROC_ENUM } proc_type_kind;

typedef struct {
  sv_name name;  // 0 if it has none
  sv_span span;
  proc_decl **member;
  uint32_t members;
  sv_sort sort;  // lowering
} proc_enum;

typedef struct {
  proc_type_kind kind;
  bool ranged;  // INT: lo .. hi; also the sized ones
  bool wraps;   // INT: a sized one
  int64_t lo, hi;
  proc_expr *low, *high;  // as written, or NULL
  proc_enum *set;         // ENUM
  sv_name named;          // ENUM, before it is resolved
  sv_span span;
} proc_type;

typedef struct {
  proc_stmt **stmt;
  uint32_t n;
} proc_block;

typedef enum {
  PROC_D_CONST,   // const N = 4;
  PROC_D_PARAM,   // param N = 4;
  PROC_D_ENUM,    // enum e {…}
  PROC_D_MEMBER,  // of an enum
  PROC_D_VAR,     // global, local, or a parameter of a function
  PROC_D_CHAN,
  PROC_D_LOCK,
  PROC_D_INDEX,  // of a process, a quantifier or an array's list
  PROC_D_FUNCTION,
  PROC_D_PROCESS,
  PROC_D_PROPERTY,
  PROC_D_INIT,
} proc_decl_kind;

typedef enum { PROC_FREE, PROC_FILL, PROC_LIST, PROC_EACH } proc_init_kind;

typedef struct proc_label {
  sv_name name;
  sv_span span;
  uint32_t *location;  // lowering: by instance
} proc_label;

struct proc_decl {
  proc_decl_kind kind;
  sv_name name;
  sv_span span;      // of the name
  sv_span all;       // of the whole item
  proc_type type;    // CONST PARAM VAR INDEX; result of a FUNCTION (BAD: none)
  proc_expr **size;  // VAR, LOCK, CHAN: one per dimension
  uint32_t *length;  // their values
  uint32_t dimensions;
  proc_init_kind init;  // VAR
  proc_decl *each;      // EACH: the index
  proc_expr **value;    // FILL, EACH: one; LIST; CONST, PARAM, PROPERTY, INIT: one
  uint32_t values;
  int64_t number;  // CONST, PARAM, MEMBER
  proc_enum *set;  // ENUM, MEMBER
  bool timed;      // PROPERTY: a formula, even without temporal operators
  // CHAN
  proc_type *field;
  uint32_t fields, capacity;
  proc_expr *room;  // the capacity as written; NULL: unbounded
  // FUNCTION, PROCESS
  proc_decl **parameter;  // FUNCTION
  uint32_t parameters;
  bool is_block;  // FUNCTION: statements, not an expression
  proc_block body;
  sv_span closing;  // the `}`
  bool daemon;
  sv_fairness fairness;
  proc_decl *index;         // PROCESS, or NULL
  proc_expr *first, *last;  // of the index
  int64_t lo;               // its least value
  uint32_t instances;
  proc_decl **local;  // PROCESS
  uint32_t locals;
  proc_label **label;
  uint32_t labels;
  uint32_t order;  // FUNCTION: only earlier ones may be called
  // VAR
  proc_decl *owner;  // PROCESS or FUNCTION, or NULL
  bool assigned;     // somewhere
  bool head;         // declared before the first statement
  bool observed;     // some property or init looks at it
  // lowering
  sv_term term;        // what it stands for right now
  uint32_t *variable;  // of the model; by instance where the owner is a process
  uint32_t process;    // PROCESS: number of its first instance
  enum { PROC_UNASKED, PROC_STEPS, PROC_NO_STEPS } steps;  // FUNCTION: does its body take any?
  uint32_t stamp;  // local of a function: instance for which it exists
};

typedef enum {
  PROC_E_NUMBER,
  PROC_E_TRUE,
  PROC_E_FALSE,
  PROC_E_NAME,  // x, a[i][j]
  PROC_E_CALL,
  PROC_E_LOCAL,  // p[2].x[i]: args are p's index, if it has one, then the others
  PROC_E_AT,     // p[2]@label
  PROC_E_LEN,
  PROC_E_FULL,
  PROC_E_EMPTY,
  PROC_E_HELD,
  PROC_E_MINE,  // of one NAME
  PROC_E_NOT,
  PROC_E_NEG,
  PROC_E_AND,
  PROC_E_OR,
  PROC_E_IMPLIES,
  PROC_E_EQ,
  PROC_E_NE,
  PROC_E_LT,
  PROC_E_LE,
  PROC_E_GT,
  PROC_E_GE,
  PROC_E_ADD,
  PROC_E_SUB,
  PROC_E_MUL,
  PROC_E_DIV,
  PROC_E_MOD,
  PROC_E_IF,
  PROC_E_FORALL,
  PROC_E_EXISTS,
  PROC_E_COUNT,
  PROC_E_SUM,       // args: low, high, body
  PROC_E_TEMPORAL,  // in properties
} proc_op;

struct proc_expr {
  proc_op op;
  sv_span span;
  proc_type type;  // checks
  int64_t number;
  sv_temporal temporal;  // TEMPORAL
  sv_name name;          // NAME CALL LOCAL AT
  proc_decl *decl;       // what the name means; quantifiers: the index
  sv_name part;          // LOCAL: variable, AT: label
  sv_span part_span;
  proc_decl *local;   // LOCAL
  proc_label *label;  // AT; NULL: the end of the process
  uint32_t own_args;  // LOCAL, AT: how many of the args are the process's index
  proc_expr **arg;
  uint32_t n;
};

typedef enum {
  PROC_S_SKIP,
  PROC_S_DECLARE,
  PROC_S_ASSIGN,
  PROC_S_HAVOC,
  PROC_S_AWAIT,
  PROC_S_ASSERT,
  PROC_S_IF,
  PROC_S_WHILE,
  PROC_S_CHOOSE,
  PROC_S_ATOMIC,
  PROC_S_BLOCK,
  PROC_S_BREAK,
  PROC_S_SEND,
  PROC_S_RECEIVE,
  PROC_S_ACQUIRE,
  PROC_S_RELEASE,
  PROC_S_CALL,
  PROC_S_RETURN,
} proc_stmt_kind;

// `when` guard body; the guard is AWAIT, SEND, RECEIVE or ACQUIRE.
typedef struct {
  proc_stmt *guard;
  proc_block body;
} proc_branch;

struct proc_stmt {
  proc_stmt_kind kind;
  sv_span span;       // all of it
  sv_span head;       // what traces show
  proc_label *label;  // or NULL
  sv_fairness fairness;
  // ASSIGN HAVOC: targets; RECEIVE: the same, NULL for `_`; SEND: none;
  // SEND RECEIVE ACQUIRE RELEASE: place is the channel or lock
  proc_expr **target;
  uint32_t targets;
  proc_expr **value;  // ASSIGN, SEND, CALL: arguments; AWAIT ASSERT IF WHILE RETURN: one
  uint32_t values;
  proc_expr *place;
  proc_expr *low, *high;  // HAVOC … in low..high
  proc_decl *decl;        // DECLARE; CALL: the function
  proc_block body, otherwise;
  bool has_else;
  bool forever;            // WHILE: the condition is a constant that is true
  const proc_block *only;  // IF: the condition is a constant, and this its only branch
  proc_branch *branch;     // CHOOSE
  uint32_t branches;
};

typedef struct proc_program {
  proc_decl **item;  // in the order of the text
  uint32_t items;
  bool has_atomic;
} proc_program;

#endif
