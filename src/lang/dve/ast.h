// ast.h -- a DVE system as a tree.
//
// The parser builds it with names only; the checks fill in what names mean
// (var, channel, proc, state), compute initial values and sizes, and reject
// what has no meaning. Everything lives in one arena, arrays are (pointer,
// count) pairs, and every node has the span of its source text. After
// dve_parse succeeds:
//   * every DVE_VAR has its variable, and an index only if that is an array
//     (none: its first element);
//   * every DVE_AT has its process and state;
//   * every sync has its channel, and all syncs of a channel carry equally
//     many values; what is received or assigned is no constant;
//   * nesting is at most DVE_DEPTH_MAX, so walks may recurse.

#ifndef DVE_AST_H
#define DVE_AST_H

#include "base/map.h"
#include "base/source.h"
#include "lang/temporal.h"

#define DVE_DEPTH_MAX 500
#define DVE_ARRAY_MAX 65536     // elements of an array
#define DVE_CAPACITY_MAX 65535  // messages in a buffer

typedef struct dve_expr dve_expr;
typedef struct dve_proc dve_proc;
typedef struct dve_var dve_var;
typedef struct dve_channel dve_channel;

//   OP(name, sign); the binary ones stand between OR and MOD
// clang-format off
#define DVE_OPS(OP) \
  OP(NUMBER, "")    \
  OP(VAR, "")       \
  OP(AT, ".")       \
  OP(NOT, "not")    \
  OP(NEG, "-")      \
  OP(TILDE, "~")    \
  OP(ITE, "?")      \
  OP(IMPLY, "imply") \
  OP(OR, "or")      \
  OP(AND, "and")    \
  OP(BITOR, "|")    \
  OP(BITAND, "&")   \
  OP(BITXOR, "^")   \
  OP(EQ, "==")      \
  OP(NE, "!=")      \
  OP(LT, "<")       \
  OP(LE, "<=")      \
  OP(GT, ">")       \
  OP(GE, ">=")      \
  OP(SHL, "<<")     \
  OP(SHR, ">>")     \
  OP(PLUS, "+")     \
  OP(MINUS, "-")    \
  OP(TIMES, "*")    \
  OP(DIV, "/")      \
  OP(MOD, "%")      \
  OP(TEMPORAL, "")
// clang-format on

typedef enum {
#define OP(NAME, SIGN) DVE_##NAME,
  DVE_OPS(OP)
#undef OP
} dve_op;

// A name with its place; name 0 if there is none.
typedef struct {
  sv_name name;
  sv_span span;
} dve_word;

struct dve_expr {
  dve_op op;
  bool parens;  // was written in parentheses
  sv_span span;
  int32_t value;         // NUMBER
  sv_temporal temporal;  // TEMPORAL; only in formulas of the command line
  dve_word of;           // VAR: the P of P->x, or none; AT: the P of P.s
  dve_word name;         // VAR: x; AT: s
  dve_var *var;          // VAR: set by the checks
  dve_proc *proc;        // AT: set by the checks
  uint32_t state;        // AT: set by the checks
  uint32_t n;
  dve_expr *arg[3];  // VAR: its index, if any
};

typedef enum { DVE_BYTE, DVE_INT } dve_type;

struct dve_var {
  dve_word word;
  dve_type type;
  bool is_const;
  bool is_array;
  uint32_t size;  // elements; 1 for a scalar
  sv_span size_span;
  dve_proc *proc;   // NULL: global
  dve_expr **init;  // initial values as written
  uint32_t inits;
  bool braces;      // the initial values were written in { }
  int32_t *value;   // size initial values: set by the checks
  uint32_t number;  // of the model's variable: set by the lowering
};

struct dve_channel {
  dve_word word;
  bool typed;
  dve_type *field;  // of typed ones
  uint32_t fields;
  uint32_t capacity;  // 0: rendezvous
  dve_proc *proc;     // NULL: global
  sv_span first;      // first sync, which says how many values an untyped one carries
  uint32_t number;    // of the model's queue: set by the lowering
};

typedef struct {
  dve_word word;
  bool commit, accept;
  uint32_t location;  // of the model: set by the lowering
} dve_state;

typedef struct {
  dve_word state;
  uint32_t at;  // set by the checks
  dve_expr *condition;
} dve_assertion;

typedef struct {
  dve_expr *target, *value;
} dve_effect;

typedef enum { DVE_NO_SYNC, DVE_SEND, DVE_RECEIVE } dve_direction;

typedef struct {
  dve_word from, to;              // from: the one before where it was left out
  uint32_t from_state, to_state;  // set by the checks
  dve_expr **guard;               // all have to hold
  uint32_t guards;
  dve_direction direction;
  dve_word of, channel_name;  // sync of->channel_name!…
  dve_channel *channel;       // set by the checks
  dve_expr **value;           // sent values or receiving variables
  uint32_t values;
  dve_effect *effect;
  uint32_t effects;
  sv_span sync_span;
  sv_span span;
} dve_trans;

struct dve_proc {
  dve_word word;
  uint32_t index;  // in dve_system.proc
  dve_var **var;
  uint32_t vars;
  dve_channel **channel;
  uint32_t channels;
  dve_state *state;
  uint32_t states;
  dve_word init, *commit, *accept;
  uint32_t commits, accepts;
  uint32_t init_state;  // set by the checks
  dve_assertion *assertion;
  uint32_t assertions;
  dve_trans *trans;
  uint32_t transs;
  uint32_t template_number;  // set by the lowering
};

typedef struct {
  dve_expr *condition;
  const char *text;
  bool reach;  // bad where it holds, else where it does not
} dve_goal;    // of the command line

typedef struct {
  dve_expr *e;
  const char *text;
} dve_formula;  // of the command line

typedef struct {
  uint32_t file;
  dve_var **var;
  uint32_t vars;
  dve_channel **channel;
  uint32_t channels;
  dve_proc **proc;
  uint32_t procs;
  bool synchronous;
  sv_span mode_span;        // `async` or `sync`
  dve_word property;        // name 0 if there is none
  dve_proc *property_proc;  // set by the checks
  dve_goal *goal;
  uint32_t goals;
  dve_formula *formula;
  uint32_t formulas;
} dve_system;

#endif
