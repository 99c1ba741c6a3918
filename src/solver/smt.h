// smt.h -- the SMT solver: Z3 behind our own header.
//
// For what has no bits: mathematical integers, reals, uninterpreted functions,
// arrays. One sv_smt is one context with one incremental solver. Terms are
// hash-consed by Z3 (equal terms have equal handles), live as long as the
// context, and are tidied a little while they are built (constants, equal
// arguments). Nothing here ends the process: an error of Z3's, out of memory
// included, makes the context *broken*; from then on terms are none, and every
// check answers SV_SAT_UNKNOWN with that reason. Deterministic, but for limits
// on time.

#ifndef SV_SMT_H
#define SV_SMT_H

#include "base/number.h"
#include "solver/cnf.h"

typedef struct sv_smt sv_smt;
typedef struct {
  void *x;
} sv_smt_sort;
typedef struct {
  void *x;
} sv_smt_term;  // x NULL: none
typedef struct {
  void *x;
} sv_smt_function;
typedef SV_VEC(sv_smt_term) sv_smt_terms;

sv_smt *sv_smt_new(void);
sv_smt *sv_smt_new_sat(void);         // for Booleans and finite domains only: Z3's SAT solver
sv_smt *sv_smt_new_difference(void);  // for Booleans and differences of integers
void sv_smt_free(sv_smt *);           // NULL is fine
void sv_smt_count_conflicts(
    sv_smt *);  // from now on the limit on conflicts counts, as for differences
const char *sv_smt_broken(const sv_smt *);  // what Z3 said, or NULL

// ---- sorts

sv_smt_sort sv_smt_bool(sv_smt *);
sv_smt_sort sv_smt_int(sv_smt *);
sv_smt_sort sv_smt_real(sv_smt *);
sv_smt_sort sv_smt_bits(sv_smt *, uint32_t width);
sv_smt_sort sv_smt_array(sv_smt *, sv_smt_sort index, sv_smt_sort element);
sv_smt_sort sv_smt_named_sort(sv_smt *, const char *name);  // uninterpreted
sv_smt_sort sv_smt_sort_of(const sv_smt *, sv_smt_term);
static inline bool sv_smt_same_sort(sv_smt_sort a, sv_smt_sort b) { return a.x == b.x; }
uint32_t sv_smt_width(const sv_smt *, sv_smt_term);  // of a bit vector

// ---- terms

// An uninterpreted constant; the same name and sort give the same one.
sv_smt_term sv_smt_const(sv_smt *, const char *name, sv_smt_sort);
void sv_smt_name(const sv_smt *, sv_smt_term constant, sv_text *);  // appends it
sv_smt_function sv_smt_declare(sv_smt *, const char *name, const sv_smt_sort *domain, uint32_t n,
                               sv_smt_sort range);
sv_smt_term sv_smt_call(sv_smt *, sv_smt_function, const sv_smt_term *args, uint32_t n);
sv_smt_term sv_smt_truth(sv_smt *, bool);
// A number of sort int, real or bits (there modulo 2^width).
sv_smt_term sv_smt_number(sv_smt *, const sv_numbers *, sv_value, sv_smt_sort);
sv_smt_term sv_smt_small(sv_smt *, int64_t, sv_smt_sort);

// Operators on two terms of one sort unless it says otherwise. Division by zero
// is as in SMT-LIB: fixed for bit vectors, any value for numbers.
typedef enum {
  SV_SMT_LT,
  SV_SMT_LE,
  SV_SMT_ADD,
  SV_SMT_SUB,
  SV_SMT_MUL,
  SV_SMT_DIV,
  SV_SMT_MOD,  // numbers
  SV_SMT_ULT,
  SV_SMT_ULE,
  SV_SMT_SLT,
  SV_SMT_SLE,
  SV_SMT_BVADD,
  SV_SMT_BVSUB,
  SV_SMT_BVMUL,
  SV_SMT_UDIV,
  SV_SMT_UREM,
  SV_SMT_SDIV,
  SV_SMT_SREM,
  SV_SMT_BVAND,
  SV_SMT_BVOR,
  SV_SMT_BVXOR,
  SV_SMT_SHL,
  SV_SMT_LSHR,
  SV_SMT_ASHR,
  SV_SMT_SELECT,  // array, index
} sv_smt_binary;
typedef enum {
  SV_SMT_NEG,
  SV_SMT_BVNEG,
  SV_SMT_BVNOT,
  SV_SMT_FLOOR,    // real to int
  SV_SMT_TO_REAL,  // int to real
} sv_smt_unary;
sv_smt_term sv_smt_app1(sv_smt *, sv_smt_unary, sv_smt_term);
sv_smt_term sv_smt_app2(sv_smt *, sv_smt_binary, sv_smt_term, sv_smt_term);
sv_smt_term sv_smt_store(sv_smt *, sv_smt_term array, sv_smt_term index, sv_smt_term value);
sv_smt_term sv_smt_extract(sv_smt *, sv_smt_term, uint32_t low, uint32_t width);
sv_smt_term sv_smt_extend(sv_smt *, sv_smt_term, uint32_t width, bool is_signed);  // to >= its own
sv_smt_term sv_smt_to_bits(sv_smt *, sv_smt_term number, uint32_t width);  // int modulo 2^width

sv_smt_term sv_smt_not(sv_smt *, sv_smt_term);
sv_smt_term sv_smt_and(sv_smt *, sv_smt_term, sv_smt_term);
sv_smt_term sv_smt_or(sv_smt *, sv_smt_term, sv_smt_term);
sv_smt_term sv_smt_implies(sv_smt *, sv_smt_term, sv_smt_term);
sv_smt_term sv_smt_and_all(sv_smt *, const sv_smt_term *, uint32_t n);
sv_smt_term sv_smt_or_all(sv_smt *, const sv_smt_term *, uint32_t n);
sv_smt_term sv_smt_eq(sv_smt *, sv_smt_term, sv_smt_term);  // any sort
sv_smt_term sv_smt_ite(sv_smt *, sv_smt_term condition, sv_smt_term, sv_smt_term);
static inline bool sv_smt_same(sv_smt_term a, sv_smt_term b) { return a.x == b.x; }
bool sv_smt_is_true(const sv_smt *, sv_smt_term);
bool sv_smt_is_false(const sv_smt *, sv_smt_term);

// Replaces from[i], which are constants, by to[i], all at once.
sv_smt_term sv_smt_substitute(sv_smt *, sv_smt_term, const sv_smt_term *from, const sv_smt_term *to,
                              uint32_t n);
sv_smt_term sv_smt_simplify(sv_smt *, sv_smt_term);
// The uninterpreted constants in the term, appended, each once.
void sv_smt_constants(sv_smt *, sv_smt_term, sv_smt_terms *out);

// ---- solving

void sv_smt_assert(sv_smt *, sv_smt_term);
void sv_smt_push(sv_smt *);
void sv_smt_pop(sv_smt *);
// Is there a model of all assertions in which the assumptions are true? The
// assumptions are Boolean constants or negations of such. Z3 may give up by
// itself (non-linear arithmetic): then sv_smt_reason says so. The limit on
// `conflicts` counts for differences only.
sv_sat_answer sv_smt_check(sv_smt *, const sv_smt_term *assumptions, uint32_t n,
                           const sv_sat_limits *);
const char *sv_smt_reason(const sv_smt *);  // after SV_SAT_UNKNOWN
// After SV_SAT_NO, until the next call: was this assumption needed?
bool sv_smt_failed(const sv_smt *, sv_smt_term assumption);
// After SV_SAT_YES, until something is asserted or asked: the value of a term
// of sort bool (0, 1), int, real or bits (unsigned). Every constant has one.
// False: there is no such number (an irrational one).
bool sv_smt_value(sv_smt *, sv_smt_term, sv_numbers *, sv_value *);
bool sv_smt_holds(sv_smt *, sv_smt_term);  // is the Boolean term true in the model?

// smt_script.c: all assertions and the assumptions as a script in SMT-LIB 2, in words that
// other solvers know. False, and why: there is an operator that has none.
bool sv_smt_script(sv_smt *, const sv_smt_term *assumptions, uint32_t n, sv_text *, sv_text *why);

typedef struct {
  uint64_t checks;
  double seconds;
} sv_smt_statistics;
sv_smt_statistics sv_smt_numbers(const sv_smt *);

#endif
