// ast.h -- a Promela model as a tree.
//
// The parser builds it with names only; the checks fill in what names mean
// (var, member, proc, label) and reject what has no meaning. Everything lives
// in one arena, arrays are (pointer, count) pairs, and every node has the span
// of its source text. Inline calls are already expanded: each is a block that
// knows its call. After pml_parse succeeds:
//   * every PML_E_VAR and PML_E_FIELD has its variable, every PML_E_MTYPE its
//     member, every `run` and remote reference its proctype;
//   * every goto has its label, every break its loop;
//   * array lengths, widths and channel capacities are numbers in range;
//   * temporal operators stand only in ltl formulas;
//   * nesting is at most PML_DEPTH_MAX, so walks may recurse.

#ifndef PML_AST_H
#define PML_AST_H

#include "base/map.h"
#include "base/source.h"

#define PML_DEPTH_MAX 500      // nesting of expressions, statements and inlines together
#define PML_LENGTH_MAX 65536   // elements of an array
#define PML_MTYPE_MAX 255      // members of an mtype set
#define PML_CAPACITY_MAX 255   // messages in a channel
#define PML_PROCESS_MAX 255    // processes alive at once
#define PML_WIDTH_MAX 1000000  // scalars in a structure

typedef struct pml_expr pml_expr;
typedef struct pml_stmt pml_stmt;
typedef struct pml_proc pml_proc;
typedef struct pml_var pml_var;
typedef struct pml_struct pml_struct;
typedef struct pml_mtype pml_mtype;
typedef struct pml_program pml_program;

// --- types

typedef enum {
  PML_BIT,
  PML_BOOL,
  PML_BYTE,
  PML_PID,
  PML_SHORT,
  PML_INT,
  PML_UNSIGNED,  // `bits` wide
  PML_MTYPE,     // of `set`, or of the unnamed one
  PML_CHAN,
  PML_STRUCT,  // `record`
} pml_type_kind;

typedef struct {
  pml_type_kind kind;
  sv_span span;
  sv_name name;        // STRUCT: the typedef; MTYPE: the set, 0 for the unnamed one
  uint32_t bits;       // UNSIGNED
  pml_mtype *set;      // MTYPE; by the checks
  pml_struct *record;  // STRUCT; by the checks
} pml_type;

// One constant of a set; values count from 1 in order of declaration.
typedef struct {
  sv_name name;
  sv_span span;
  pml_mtype *set;
  int32_t value;
} pml_member;

struct pml_mtype {
  sv_name name;  // 0 for the unnamed set
  sv_span span;
  pml_member **member;  // all declarations of the set together; by the checks
  uint32_t members;
};

struct pml_struct {
  sv_name name;
  sv_span span;
  pml_var **field;
  uint32_t fields;
  uint32_t width;  // scalars in it, those of arrays and inner structures too; by the checks
};

// "[" capacity "]" "of" "{" type, … "}"
typedef struct {
  sv_span span;
  pml_expr *size;  // as written
  int32_t capacity;
  pml_type *field;
  uint32_t fields;
} pml_chan_init;

typedef enum { PML_GLOBAL, PML_PARAMETER, PML_LOCAL, PML_FIELD } pml_scope;
typedef enum { PML_PLAIN, PML_HIDDEN, PML_SHOW, PML_ISLOCAL } pml_visibility;

struct pml_var {
  sv_name name;
  sv_span span;  // of the name where it is declared
  pml_type type;
  pml_scope scope;
  pml_visibility visibility;
  pml_proc *proc;  // of parameters and locals
  uint32_t index;  // in pml_program.global, pml_proc.var or pml_struct.field
  uint32_t block;  // LOCAL: number of the block that holds it, see pml_stmt.block
  bool is_array;
  bool late;        // LOCAL: stands after a statement or in an inner block, so its
                    // initial value is assigned each time control comes by
  pml_expr *size;   // as written; NULL for scalars
  int32_t length;   // 1 for scalars
  pml_expr *init;   // or NULL
  pml_expr **list;  // { 1, 2, 3 }
  uint32_t lists;
  pml_chan_init *chan;  // or NULL
  bool xr, xs;          // only one process receives from it, sends to it
};

// --- expressions

//   OP(name, sign)
// clang-format off
#define PML_OPS(OP)                \
  OP(NUMBER, "")                   \
  OP(VAR, "")                      \
  OP(FIELD, "")                    \
  OP(MTYPE, "")                    \
  OP(PID, "_pid")                  \
  OP(NR_PR, "_nr_pr")              \
  OP(LAST, "_last")                \
  OP(PRIORITY, "_priority")        \
  OP(DROP, "_")                    \
  OP(STDIN, "STDIN")               \
  OP(TIMEOUT, "timeout")           \
  OP(NP, "np_")                    \
  OP(NEGATE, "-")                  \
  OP(NOT, "!")                     \
  OP(INVERT, "~")                  \
  OP(ADD, "+")                     \
  OP(SUB, "-")                     \
  OP(MUL, "*")                     \
  OP(DIV, "/")                     \
  OP(MOD, "%")                     \
  OP(SHL, "<<")                    \
  OP(SHR, ">>")                    \
  OP(BIT_AND, "&")                 \
  OP(BIT_XOR, "^")                 \
  OP(BIT_OR, "|")                  \
  OP(LT, "<")                      \
  OP(LE, "<=")                     \
  OP(GT, ">")                      \
  OP(GE, ">=")                     \
  OP(EQ, "==")                     \
  OP(NE, "!=")                     \
  OP(AND, "&&")                    \
  OP(OR, "||")                     \
  OP(COND, "->")                   \
  OP(RUN, "run")                   \
  OP(LEN, "len")                   \
  OP(FULL, "full")                 \
  OP(EMPTY, "empty")               \
  OP(NFULL, "nfull")               \
  OP(NEMPTY, "nempty")             \
  OP(ENABLED, "enabled")           \
  OP(PC_VALUE, "pc_value")         \
  OP(GET_PRIORITY, "get_priority") \
  OP(POLL, "?")                    \
  OP(EVAL, "eval")                 \
  OP(REMOTE_LABEL, "@")            \
  OP(REMOTE_VAR, ":")              \
  OP(C_EXPR, "c_expr")             \
  OP(ALWAYS, "[]")                 \
  OP(EVENTUALLY, "<>")             \
  OP(NEXT, "X")                    \
  OP(UNTIL, "U")                   \
  OP(WEAK_UNTIL, "W")              \
  OP(RELEASE, "V")                 \
  OP(IMPLIES, "->")                \
  OP(EQUIV, "<->")
// clang-format on

typedef enum {
#define OP(NAME, SIGN) PML_E_##NAME,
  PML_OPS(OP)
#undef OP
} pml_op;

// One place of a process that has a name.
typedef struct {
  sv_name name;
  sv_span span;
  pml_proc *proc;
  pml_stmt *stmt;  // where control arrives
  uint32_t block;  // the block it stands in
  uint32_t call;   // the expansion of an inline it stands in, 0 if none
} pml_label;

struct pml_expr {
  pml_op op;
  bool parens;  // was written in parentheses
  bool random;  // POLL: ??
  sv_span span;
  sv_span def;    // in the definition of a macro; file 0 outside
  int32_t value;  // NUMBER
  sv_name name;   // VAR FIELD MTYPE; RUN and REMOTE_*: the proctype; NUMBER: as written
  sv_span name_span;
  pml_expr **arg;      // operands; COND: 3; RUN: arguments; LEN … NEMPTY: the channel;
  uint32_t n;          // POLL: the channel, then the message; REMOTE_*: process number or none
  pml_expr *index;     // VAR FIELD: a[index], or NULL
  pml_expr *field;     // VAR FIELD: .field, or NULL; REMOTE_VAR: the variable, a VAR
  int32_t priority;    // RUN: 0 if none is given
  sv_name label_name;  // REMOTE_LABEL
  pml_var *var;        // VAR FIELD; this and the following by the checks
  pml_member *member;
  pml_proc *proc;
  pml_label *label;
};

// --- statements

typedef struct {
  pml_stmt **at;
  uint32_t n;
} pml_block;

typedef enum {
  PML_S_DECL,       // var
  PML_S_EXPR,       // value: a condition, or a single `run`; skip is 1
  PML_S_ASSIGN,     // target = value
  PML_S_INCREMENT,  // target
  PML_S_DECREMENT,  // target
  PML_S_SEND,       // target ! message; sorted
  PML_S_RECEIVE,    // target ? message; random, keep
  PML_S_ASSERT,     // value
  PML_S_PRINTF,     // format, message
  PML_S_PRINTM,     // value
  PML_S_ELSE,
  PML_S_GOTO,          // jump
  PML_S_BREAK,         // loop
  PML_S_IF,            // option
  PML_S_DO,            // option
  PML_S_FOR,           // target : value .. upto, body
  PML_S_FOR_IN,        // target in value, body
  PML_S_SELECT,        // target : value .. upto
  PML_S_ATOMIC,        // body
  PML_S_D_STEP,        // body
  PML_S_BLOCK,         // body; also the expansion of an inline
  PML_S_UNLESS,        // body[0] unless body[1]
  PML_S_SET_PRIORITY,  // value, upto
  PML_S_EXCLUSIVE,     // xr or xs: message are the channels; no step
  PML_S_C_CODE,        // unsupported
} pml_stmt_kind;

struct pml_stmt {
  pml_stmt_kind kind;
  bool sorted;       // SEND: !!
  bool random;       // RECEIVE: ??
  bool keep;         // RECEIVE: ?<…>
  bool sends;        // EXCLUSIVE: xs
  bool spelled;      // SELECT: Spin's scanner spells it out itself
  bool break_first;  // DO, of a `select`: in a d_step the last option is the first that is tried
  bool implied;      // EXPR: the skip of a label with nothing behind it; ELSE: guards an option;
                     // DO: made for a `for`
  sv_span span;      // the whole statement without labels and separators
  sv_span head;      // what a trace shows
  sv_span def;       // in the definition of a macro; file 0 outside
  pml_label **label;
  uint32_t labels;
  pml_var **var;
  uint32_t vars;
  pml_expr *target, *value, *upto;
  pml_expr **message;
  uint32_t messages;
  sv_name format;  // with its quotes
  sv_name jump;    // GOTO
  sv_span jump_span;
  pml_label *goal;  // GOTO; by the checks
  pml_stmt *loop;   // BREAK: the DO, FOR or FOR_IN it leaves; by the checks
  pml_block body;
  pml_block *option;  // IF, DO
  uint32_t options;
  uint32_t block;  // the number of the block it stands in; by the checks
  uint32_t opens;  // ATOMIC D_STEP BLOCK FOR FOR_IN: the number of the block it opens
  uint32_t call;   // BLOCK: 1 + index of the inline call it expands, else 0
};

// --- processes and formulas

typedef enum { PML_PROCTYPE, PML_INIT, PML_NEVER, PML_TRACE, PML_NOTRACE } pml_proc_kind;

struct pml_proc {
  pml_proc_kind kind;
  sv_name name;  // init: "init", never: its name or "never"
  sv_span span, name_span;
  uint32_t index;      // in pml_program.proc
  bool deterministic;  // D_proctype
  bool is_active;
  pml_expr *count;     // active [count], or NULL
  int32_t active;      // processes at the start
  int32_t priority;    // 0 if none is given
  pml_expr *provided;  // or NULL
  pml_var **var;       // parameters, then locals in order of declaration
  uint32_t vars, params;
  pml_label **label;  // in source order
  uint32_t labels;
  pml_block body;
  uint32_t blocks;  // numbers of blocks in use: 0 is the body
};

typedef struct {
  sv_name name;  // "" for an unnamed one
  sv_span span, name_span;
  pml_expr *formula;
} pml_ltl;

// One expansion of an inline; inlines may call inlines.
typedef struct {
  sv_name name;
  sv_span span;        // the call
  sv_span definition;  // the name in its definition
  uint32_t caller;     // 1 + index of the call around it, else 0
} pml_call;

typedef enum { PML_U_VARS, PML_U_MTYPE, PML_U_STRUCT, PML_U_PROC, PML_U_LTL } pml_unit_kind;

// What stands at the top of a file, in order.
typedef struct {
  pml_unit_kind kind;
  sv_span span;
  pml_var **var;
  uint32_t vars;
  pml_mtype *mtype;     // its name
  pml_member **member;  // what this declaration adds to it
  uint32_t members;
  pml_struct *record;
  pml_proc *proc;
  pml_ltl *ltl;
} pml_unit;

struct pml_program {
  uint32_t file;
  pml_unit *unit;
  uint32_t units;
  pml_var **global;
  uint32_t globals;
  pml_mtype **mtype;  // sets; by the checks
  uint32_t mtypes;
  pml_struct **record;
  uint32_t records;
  pml_proc **proc;  // in source order
  uint32_t procs;
  pml_ltl **ltl;
  uint32_t ltls;
  pml_call *call;
  uint32_t calls;
  pml_proc *init, *never, *trace;  // the first of each, or NULL
  bool uses_last, uses_enabled, uses_pc_value, uses_np, uses_priority, uses_c;
};

#endif
