// code.h -- terms of finite nets as register code.
//
// An sv_bytecode is one long list of instructions over 64-bit registers; pieces of
// it compute guards, updates, constraints and properties straight from packed
// words. A piece is started with sv_code_run and ends by answering true or
// false. What operators mean is defined by sv_apply: bit vectors are kept as
// the numbers they stand for (negative ones for signed sorts) and are at most
// 62 bits wide; integers grow to 64 bits, beyond that the sticky flag
// `overflow` is set and the result is worthless. Default values of terms are
// always 0, since terms have sorts without ranges (except PEEK, see there).

#ifndef SV_CODE_H
#define SV_CODE_H

#include "exec/pack.h"

// r = registers, old = words of the state, next = words of its successor.
// clang-format off
#define SV_CODES(X)                                                                 \
  X(CONST)  /* r[to] = k */                                                         \
  X(MOVE)   /* r[to] = r[a] */                                                      \
  X(LOAD)   /* r[to] = old[a] >> b & k */                                           \
  X(LOADN)  /* r[to] = next[a] >> b & k */                                          \
  X(FIELD)  /* r[to] = (old[a] >> b & low half of k) == high half of k */           \
  X(FAR) X(FARN)    /* r[to] = old[k] or next[k], >> b, & all ones >> a */          \
  X(ADDK)   /* r[to] = r[a] + k, known not to overflow */                           \
  X(NOT) X(AND) X(EQ) X(LT) X(LE)                /* r[to] = r[a] op r[b] */         \
  X(EQK) X(LTK) X(LEK) X(GTK) X(GEK)             /* r[to] = r[a] op k */            \
  X(ADD) X(SUB) X(MUL)                           /* wrap around at 64 bits */       \
  X(ADDO) X(SUBO) X(MULO) X(DIVO) X(MODO)        /* integers: may overflow */       \
  X(BVDIV) X(BVMOD)                              /* by zero as sv_apply says */     \
  X(BVAND) X(BVOR) X(BVXOR) X(BVNOT)                                                \
  X(SHL) X(SHR)                                  /* k = width */                    \
  X(WRAPU)  /* r[to] = r[a] & k */                                                  \
  X(WRAPS)  /* r[to] = the lower 64 - k bits of r[a], sign-extended */              \
  X(MEMBER) /* r[to] = r[a] if it is in 0 .. k-1, else 0 */                         \
  X(PICK)   /* r[to] = r[a] ? r[b] : r[k] */                                        \
  X(JUMP)   /* to k */                                                              \
  X(JTRUE) X(JFALSE)                             /* to k if r[a] is so */           \
  X(BOUND)  /* r[to] = r[a] if it is in 0 .. k-1, else -1 */                        \
  X(INDEX)  /* r[to] = r[a] * k + r[b] if r[a] >= 0 and r[b] in 0 .. k-1, else -1 */ \
  X(READ) X(READN)  /* r[to] = cell k + r[a] of the net, or 0 if r[a] < 0 */        \
  X(LOOK)   /* r[to] = r[b + r[a]], or 0 if r[a] < 0 */                             \
  X(QREF)   /* r[to] = high half of k + r[a] if r[a] < low half, else 0 */          \
  X(QLEN) X(QDEFER) X(QFULL)                     /* of the queue r[a] */            \
  X(PEEK)   /* r[to] = field of slot r[b] of the queue r[a], see sv_code_peek */    \
  X(STORE)  /* next[to] gets r[a] at shift b under mask k */                        \
  X(FARSTORE) /* next[k] gets r[a] at shift b under all ones >> to */               \
  X(WRITE)  /* cell k + r[a] of the net gets r[b], if r[a] >= 0 */                  \
  /* These may answer false, and then say in `level` that to = how many of the  */  \
  /* choices had something to do with it.                                       */  \
  X(WITHIN) /* false unless r[a] <= k as unsigned numbers */                        \
  X(GUARDED) /* the same, but only if r[b] >= 0 */                                  \
  X(QUEUE)  /* does queue operation k; false if it is impossible */                 \
  X(NEED)   /* false unless r[a] */                                                 \
  X(FAIL)   /* false */                                                             \
  X(DONE)   /* answers true */
// clang-format on

typedef enum {
#define X(NAME) SV_CODE_##NAME,
  SV_CODES(X)
#undef X
} sv_code_op;

// Operands have 16 bits: a word beyond that is named by k.
typedef struct {
  uint16_t op, to, a, b;
  int64_t k;
} sv_ins;

// PEEK of this field: values in lo .. hi, and `missing` where there is none or another one.
typedef struct {
  uint32_t field;
  int64_t lo, hi, missing;
} sv_code_peek;

// Operands are registers; `slot` is SV_NO_REGISTER for the usual place.
#define SV_NO_REGISTER UINT16_MAX
typedef struct {
  sv_queue_verb verb;
  uint16_t queue, slot, fields, field_count;  // fields: the first of them
} sv_code_queue_op;

typedef struct {
  int64_t lo, hi;
} sv_code_range;

typedef struct sv_bytecode {
  const sv_layout *layout;
  sv_arena *arena;
  const sv_code_range *const *fields;  // by queue and field: what a message may hold
  SV_VEC(sv_ins) ins;
  SV_VEC(sv_code_peek) peeks;
  SV_VEC(sv_code_queue_op) queue_ops;
  uint32_t registers;  // enough for every piece
} sv_bytecode;

typedef struct {
  int64_t *r;
  const uint64_t *old;
  uint64_t *next;  // NULL if the piece reads and writes none
  bool overflow;   // sticky
  uint32_t level;  // after false: only the first so many choices matter for that
} sv_frame;

void sv_code_init(sv_bytecode *, const sv_layout *);
void sv_code_free(sv_bytecode *);
bool sv_code_run(const sv_bytecode *, uint32_t piece, sv_frame *);

// Queues by reference, on packed words (code_queue.c).
int64_t sv_code_length(const sv_layout *, const uint64_t *, int64_t ref);  // pending messages
int64_t sv_code_deferred(const sv_layout *, const uint64_t *, int64_t ref);
bool sv_code_full(const sv_layout *, const uint64_t *, int64_t ref);
int64_t sv_code_peek_at(const sv_layout *, const uint64_t *, const sv_code_peek *, int64_t ref,
                        int64_t slot);
// False if the operation is impossible; the words are then spoilt.
bool sv_code_queue(const sv_bytecode *, const sv_code_queue_op *, const int64_t *r, uint64_t *next);

#endif
