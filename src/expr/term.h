// term.h -- typed, hash-consed expressions with 32-bit handles.
//
// A term handle is index << 1 | negated; only Boolean terms may be negated, so
// `not` costs nothing and double negation disappears. Equal terms have equal
// handles. The table owns everything and is freed as a whole. Three layers:
// sv_app checks sorts, then simplifies, then interns; nothing else creates
// terms. All operators are total (SMT-LIB's rules; integer division by zero
// gives 0 and `mod 0` the dividend; an index out of range writes nothing and
// reads the default value of the SELECT's own sort: that of the element, where
// every int counts as plain).
//
// Ranges live in storage, not in terms: only leaves (VAR, NEXT, CHOICE,
// REMOTE, PEEK) have ranged sorts; constants, casts, arrays and every other
// operator drop them, so a term's meaning never depends on a range.
//
// Walks are iterative: children always have a smaller index than their
// parent, so a pass over a cone is a loop over indices in order.

#ifndef SV_TERM_H
#define SV_TERM_H

#include "expr/sort.h"

typedef struct {
  uint32_t x;
} sv_term;
#define SV_NONE ((sv_term){0})
#define SV_TRUE ((sv_term){2})
#define SV_FALSE ((sv_term){3})

// The one list of operators: name, text, least and most arguments, by class.
//   LEAF        CONST value; VAR variable (role); NEXT its value after the step;
//               CHOICE number k of the action
//   INSTANCE    of models only, a net has none. SELF instance number of a role;
//               ALIVE number of running instances of a template; REMOTE a local
//               variable of the instance whose number is the argument; FIND
//               number of the first running instance of the local variable's
//               template in which it has the argument's value, -1 if there is none
//   CORE        for all sorts: EQ and ITE also of arrays
//   COMPARISON  of numbers and members of enumerations
//   ARITHMETIC  int, real and bv; DIV/MOD of int are Euclidean, of bv SMT-LIB's
//               udiv/urem or sdiv/srem by sign; QUOT is of reals
//   BITS        bv only
//   CONVERSION  CAST to the term's sort: bool, bv, enum, int, real among each
//               other; a reference counts as the number of its queue (model.h;
//               none is 0)
//   ARRAY       SELECT element, STORE copy with one element changed, ARRAY of
//               the arguments, FILL with one value
//   REFERENCE   QUEUE of a family, by its index if there are several
//   QUEUE       what a state says of the queue; PEEK (queue, slot): field of the
//               pending message in that slot
// Switches over sv_op have no default, so the compiler names every missing
// case. `case SV_ANY_ARRAY_OP:` stands for all operators of a class: a switch
// that treats them alike need not change when the class grows. For that the
// first operator of each class is marked by F.
// clang-format off
#define SV_OPS_LEAF(F, X)                                                        \
  F(CONST, "const", 0, 0) X(VAR, "var", 0, 0) X(NEXT, "next", 0, 0)              \
  X(CHOICE, "choice", 0, 0)
#define SV_OPS_INSTANCE(F, X)                                                    \
  F(SELF, "self", 0, 0) X(ALIVE, "alive", 0, 0) X(REMOTE, "remote", 1, 1)        \
  X(FIND, "find", 1, 1)
#define SV_OPS_CORE(F, X)                                                        \
  F(AND, "and", 2, UINT32_MAX) X(EQ, "=", 2, 2) X(ITE, "ite", 3, 3)
#define SV_OPS_COMPARISON(F, X)                                                  \
  F(LT, "<", 2, 2) X(LE, "<=", 2, 2)
#define SV_OPS_ARITHMETIC(F, X)                                                  \
  F(ADD, "+", 2, 2) X(SUB, "-", 2, 2) X(NEG, "neg", 1, 1) X(MUL, "*", 2, 2)      \
  X(DIV, "div", 2, 2) X(MOD, "mod", 2, 2) X(QUOT, "/", 2, 2)
#define SV_OPS_BITS(F, X)                                                        \
  F(BVAND, "&", 2, 2) X(BVOR, "|", 2, 2) X(BVXOR, "^", 2, 2) X(BVNOT, "~", 1, 1) \
  X(SHL, "<<", 2, 2) X(SHR, ">>", 2, 2)
#define SV_OPS_CONVERSION(F, X)                                                  \
  F(CAST, "cast", 1, 1)
#define SV_OPS_ARRAY(F, X)                                                       \
  F(SELECT, "select", 2, 2) X(STORE, "store", 3, 3)                              \
  X(ARRAY, "array", 1, UINT32_MAX) X(FILL, "fill", 1, 1)
#define SV_OPS_REFERENCE(F, X)                                                   \
  F(QUEUE, "queue", 0, 1)
#define SV_OPS_QUEUE(F, X)                                                       \
  F(QLEN, "len", 1, 1) X(QFULL, "full", 1, 1) X(QDEFER, "deferred", 1, 1)        \
  X(PEEK, "peek", 2, 2)
#define SV_OP_CLASSES(C)                                                         \
  C(LEAF) C(INSTANCE) C(CORE) C(COMPARISON) C(ARITHMETIC) C(BITS) C(CONVERSION)  \
  C(ARRAY) C(REFERENCE) C(QUEUE)
#define SV_OPS(X)                                                                \
  SV_OPS_LEAF(X, X) SV_OPS_INSTANCE(X, X) SV_OPS_CORE(X, X)                      \
  SV_OPS_COMPARISON(X, X) SV_OPS_ARITHMETIC(X, X) SV_OPS_BITS(X, X)              \
  SV_OPS_CONVERSION(X, X) SV_OPS_ARRAY(X, X) SV_OPS_REFERENCE(X, X)              \
  SV_OPS_QUEUE(X, X)

#define SV_FIRST_LABEL(NAME, TEXT, LEAST, MOST) SV_OP_##NAME
#define SV_NEXT_LABEL(NAME, TEXT, LEAST, MOST) : case SV_OP_##NAME
#define SV_ANY_LEAF_OP SV_OPS_LEAF(SV_FIRST_LABEL, SV_NEXT_LABEL)
#define SV_ANY_INSTANCE_OP SV_OPS_INSTANCE(SV_FIRST_LABEL, SV_NEXT_LABEL)
#define SV_ANY_CORE_OP SV_OPS_CORE(SV_FIRST_LABEL, SV_NEXT_LABEL)
#define SV_ANY_COMPARISON_OP SV_OPS_COMPARISON(SV_FIRST_LABEL, SV_NEXT_LABEL)
#define SV_ANY_ARITHMETIC_OP SV_OPS_ARITHMETIC(SV_FIRST_LABEL, SV_NEXT_LABEL)
#define SV_ANY_BITS_OP SV_OPS_BITS(SV_FIRST_LABEL, SV_NEXT_LABEL)
#define SV_ANY_CONVERSION_OP SV_OPS_CONVERSION(SV_FIRST_LABEL, SV_NEXT_LABEL)
#define SV_ANY_ARRAY_OP SV_OPS_ARRAY(SV_FIRST_LABEL, SV_NEXT_LABEL)
#define SV_ANY_REFERENCE_OP SV_OPS_REFERENCE(SV_FIRST_LABEL, SV_NEXT_LABEL)
#define SV_ANY_QUEUE_OP SV_OPS_QUEUE(SV_FIRST_LABEL, SV_NEXT_LABEL)
// clang-format on

typedef enum {
#define X(NAME, TEXT, LEAST, MOST) SV_OP_##NAME,
  SV_OPS(X)
#undef X
} sv_op;

typedef enum {
#define C(CLASS) SV_CLASS_##CLASS,
  SV_OP_CLASSES(C)
#undef C
} sv_op_class;

// Roles: which process instance a local variable belongs to. Role 0 is the
// acting process itself; 1.. are partners of a joint action; OTHER is the
// passive process in a broadcast.
#define SV_ROLE_SELF 0u
#define SV_ROLE_OTHER 255u

typedef struct {
  sv_op op;
  sv_sort sort;
  uint32_t id;          // VAR NEXT REMOTE FIND: variable; CHOICE: k; ALIVE: template;
                        // QUEUE: queue family; PEEK: field
  uint32_t role;        // VAR NEXT SELF QUEUE: role
  sv_value value;       // CONST
  uint32_t n;           // arguments
  const sv_term *args;  // valid until the table grows; copy what you keep
} sv_node;

sv_terms *sv_terms_new(sv_names *);  // shares, does not own, the names
void sv_terms_free(sv_terms *);
sv_names *sv_terms_names(const sv_terms *);
sv_numbers *sv_terms_numbers(const sv_terms *);

static inline sv_term sv_not(sv_term t) { return (sv_term){t.x ^ 1}; }  // Boolean t only
static inline bool sv_same(sv_term a, sv_term b) { return a.x == b.x; }
static inline bool sv_is_none(sv_term t) { return t.x < 2; }  // also of sv_not(SV_NONE)
static inline bool sv_negated(sv_term t) { return t.x & 1; }
static inline uint32_t sv_index(sv_term t) { return t.x >> 1; }
static inline sv_term sv_positive(sv_term t) { return (sv_term){t.x & ~1u}; }
static inline sv_term sv_term_of_index(uint32_t i) { return (sv_term){i << 1}; }
uint32_t sv_terms_count(const sv_terms *);  // indices are 1 .. count
sv_node sv_node_of(const sv_terms *, uint32_t index);
sv_sort sv_sort_of(const sv_terms *, sv_term);
bool sv_is_const(const sv_terms *, sv_term, sv_value *);  // Booleans too; arrays never

// Leaves. Sorts are taken as given.
sv_term sv_const(sv_terms *, sv_sort, sv_value);  // SV_NONE if not in the sort
sv_term sv_bool_const(bool);
sv_term sv_int_const(sv_terms *, int64_t);
sv_term sv_var(sv_terms *, sv_sort, uint32_t id, uint32_t role);
sv_term sv_next(sv_terms *, sv_sort, uint32_t id, uint32_t role);
sv_term sv_choice(sv_terms *, sv_sort, uint32_t k);
sv_term sv_self(sv_terms *, uint32_t role);              // int
sv_term sv_alive(sv_terms *, uint32_t template_number);  // int
sv_term sv_queue(sv_terms *, uint32_t family, uint32_t role, sv_term index_or_none);
sv_term sv_remote(sv_terms *, sv_sort, uint32_t id, sv_term index);  // index: int
sv_term sv_find(sv_terms *, uint32_t id, sv_term value);             // int; the value is a scalar
sv_term sv_cast(sv_terms *, sv_sort to, sv_term);
sv_term sv_array(sv_terms *, const sv_term *elements, uint32_t n);
sv_term sv_array_fill(sv_terms *, sv_sort array, sv_term element);
sv_term sv_peek(sv_terms *, sv_sort, sv_term queue, sv_term slot, uint32_t field);  // slot: int

// Everything else; SV_NONE if the sorts do not fit.
sv_term sv_app(sv_terms *, sv_op, const sv_term *args, uint32_t n);
static inline sv_term sv_app1(sv_terms *T, sv_op op, sv_term a) { return sv_app(T, op, &a, 1); }
static inline sv_term sv_app2(sv_terms *T, sv_op op, sv_term a, sv_term b) {
  sv_term args[2] = {a, b};
  return sv_app(T, op, args, 2);
}
static inline sv_term sv_app3(sv_terms *T, sv_op op, sv_term a, sv_term b, sv_term c) {
  sv_term args[3] = {a, b, c};
  return sv_app(T, op, args, 3);
}
static inline sv_term sv_and(sv_terms *T, sv_term a, sv_term b) {
  return sv_app2(T, SV_OP_AND, a, b);
}
static inline sv_term sv_or(sv_terms *T, sv_term a, sv_term b) {
  return sv_not(sv_app2(T, SV_OP_AND, sv_not(a), sv_not(b)));
}
static inline sv_term sv_implies(sv_terms *T, sv_term a, sv_term b) {
  return sv_or(T, sv_not(a), b);
}
static inline sv_term sv_eq(sv_terms *T, sv_term a, sv_term b) {
  return sv_app2(T, SV_OP_EQ, a, b);
}
static inline sv_term sv_ite(sv_terms *T, sv_term c, sv_term a, sv_term b) {
  return sv_app3(T, SV_OP_ITE, c, a, b);
}
// Conjunction and disjunction of any number of terms (none: true / false).
sv_term sv_and_all(sv_terms *, const sv_term *, uint32_t n);
sv_term sv_or_all(sv_terms *, const sv_term *, uint32_t n);
// a <= t <= b in the sort's own order: used for range guards.
const char *sv_op_text(sv_op);
sv_op_class sv_class_of(sv_op);
bool sv_op_commutes(sv_op);

#endif
