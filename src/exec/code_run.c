// code_run.c -- runs register code.
//
// One function, one label per instruction; each instruction jumps straight to
// the next one's label. Arithmetic that may leave 64 bits sets the sticky
// overflow flag; bit vectors follow sv_apply (expr/apply.c) word for word.

#include "exec/code.h"

static int64_t wrapping_add(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }
static int64_t wrapping_sub(int64_t a, int64_t b) { return (int64_t)((uint64_t)a - (uint64_t)b); }
static int64_t wrapping_mul(int64_t a, int64_t b) { return (int64_t)((uint64_t)a * (uint64_t)b); }

// Euclid: 0 <= remainder < |b|.
static int64_t integer_mod(int64_t a, int64_t b) {
  if (!b) return a;
  if (b == -1) return 0;
  int64_t r = a % b;
  return r >= 0 ? r : b < 0 ? r - b : r + b;
}

static int64_t integer_div(int64_t a, int64_t b, bool *overflow) {
  if (!b) return 0;
  if (b == -1) {
    *overflow |= a == INT64_MIN;
    return wrapping_sub(0, a);
  }
  int64_t q = a / b;
  if (a % b >= 0) return q;
  return b < 0 ? q + 1 : q - 1;
}

static int64_t bv_div(int64_t a, int64_t b) { return b ? a / b : a < 0 ? 1 : -1; }
static int64_t bv_mod(int64_t a, int64_t b) { return b ? a % b : a; }

static bool shifts_out(int64_t amount, int64_t width) { return amount < 0 || amount >= width; }

static int64_t bv_shl(int64_t a, int64_t b, int64_t width) {
  return shifts_out(b, width) ? 0 : (int64_t)((uint64_t)a << b);
}

static int64_t bv_shr(int64_t a, int64_t b, int64_t width) {
  return shifts_out(b, width) ? -(a < 0) : a >> b;
}

static int64_t sign_extend(int64_t a, int64_t k) { return (int64_t)((uint64_t)a << k) >> k; }

static int64_t read_cell(const sv_layout *layout, const uint64_t *words, int64_t cell,
                         int64_t first) {
  assert(cell < 0 || first + cell < layout->net->cells);
  return cell < 0 ? 0 : sv_field_get(words, layout->cells[first + cell]);
}

static void write_cell(const sv_layout *layout, uint64_t *words, int64_t cell, int64_t first,
                       int64_t value) {
  assert(cell < 0 || first + cell < layout->net->cells);
  if (cell >= 0) sv_field_set(words, layout->cells[first + cell], value);
}

static int64_t reference(int64_t index, int64_t k) {
  return index >= 0 && index < (int64_t)(uint32_t)k ? index + (k >> 32) : 0;
}

static void store(uint64_t *word, int64_t value, unsigned shift, int64_t mask) {
  *word = (*word & ~((uint64_t)mask << shift)) | (uint64_t)value << shift;
}

// "Set r[to]", "do" and "answer false unless", then the next instruction.
#define NEXT \
  i++;       \
  goto *labels[i->op]
#define SET(NAME, VALUE)         \
  L_##NAME : r[i->to] = (VALUE); \
  NEXT;
#define DO(NAME, ...)     \
  L_##NAME : __VA_ARGS__; \
  NEXT;
#define GO(NAME, CONDITION)                          \
  L_##NAME : i = (CONDITION) ? start + i->k : i + 1; \
  goto *labels[i->op];
#define UNLESS(NAME, CONDITION)                                    \
  L_##NAME : if (!(CONDITION)) return frame->level = i->to, false; \
  NEXT;
#define A r[i->a]
#define B r[i->b]

bool sv_code_run(const sv_bytecode *code, uint32_t piece, sv_frame *frame) {
  static const void *const labels[] = {
#define X(NAME) &&L_##NAME,
      SV_CODES(X)
#undef X
  };
  const sv_layout *layout = code->layout;
  const sv_ins *const start = code->ins.at, *i = start + piece;
  int64_t *const r = frame->r;
  const uint64_t *const old = frame->old;
  uint64_t *const next = frame->next;
  goto *labels[i->op];

  SET(CONST, i->k)
  SET(MOVE, A)
  SET(LOAD, (int64_t)(old[i->a] >> i->b & (uint64_t)i->k))
  SET(LOADN, (int64_t)(next[i->a] >> i->b & (uint64_t)i->k))
  SET(FIELD, (old[i->a] >> i->b & (uint32_t)i->k) == (uint64_t)i->k >> 32)
  SET(FAR, (int64_t)(old[i->k] >> i->b & UINT64_MAX >> i->a))
  SET(FARN, (int64_t)(next[i->k] >> i->b & UINT64_MAX >> i->a))
  SET(ADDK, wrapping_add(A, i->k))
  SET(NOT, !A)
  SET(AND, A & B)
  SET(EQ, A == B)
  SET(LT, A < B)
  SET(LE, A <= B)
  SET(EQK, A == i->k)
  SET(LTK, A < i->k)
  SET(LEK, A <= i->k)
  SET(GTK, A > i->k)
  SET(GEK, A >= i->k)
  SET(ADD, wrapping_add(A, B))
  SET(SUB, wrapping_sub(A, B))
  SET(MUL, wrapping_mul(A, B))
  DO(ADDO, frame->overflow |= __builtin_add_overflow(A, B, &r[i->to]))
  DO(SUBO, frame->overflow |= __builtin_sub_overflow(A, B, &r[i->to]))
  DO(MULO, frame->overflow |= __builtin_mul_overflow(A, B, &r[i->to]))
  SET(DIVO, integer_div(A, B, &frame->overflow))
  SET(MODO, integer_mod(A, B))
  SET(BVDIV, bv_div(A, B))
  SET(BVMOD, bv_mod(A, B))
  SET(BVAND, A & B)
  SET(BVOR, A | B)
  SET(BVXOR, A ^ B)
  SET(BVNOT, ~A)
  SET(SHL, bv_shl(A, B, i->k))
  SET(SHR, bv_shr(A, B, i->k))
  SET(WRAPU, A & i->k)
  SET(WRAPS, sign_extend(A, i->k))
  SET(MEMBER, A >= 0 && A < i->k ? A : 0)
  SET(PICK, A ? B : r[i->k])
  GO(JUMP, true)
  GO(JTRUE, A)
  GO(JFALSE, !A)
  SET(BOUND, A >= 0 && A < i->k ? A : -1)
  SET(INDEX, A >= 0 && B >= 0 && B < i->k ? A * i->k + B : -1)
  SET(READ, read_cell(layout, old, A, i->k))
  SET(READN, read_cell(layout, next, A, i->k))
  SET(LOOK, A < 0 ? 0 : r[i->b + A])
  SET(QREF, reference(A, i->k))
  SET(QLEN, sv_code_length(layout, old, A))
  SET(QDEFER, sv_code_deferred(layout, old, A))
  SET(QFULL, sv_code_full(layout, old, A))
  SET(PEEK, sv_code_peek_at(layout, old, &code->peeks.at[i->k], A, B))
  DO(STORE, store(&next[i->to], A, i->b, i->k))
  DO(FARSTORE, store(&next[i->k], A, i->b, (int64_t)(UINT64_MAX >> i->to)))
  DO(WRITE, write_cell(layout, next, A, i->k, B))
  UNLESS(WITHIN, (uint64_t)A <= (uint64_t)i->k)
  UNLESS(GUARDED, B < 0 || (uint64_t)A <= (uint64_t)i->k)
  UNLESS(QUEUE, sv_code_queue(code, &code->queue_ops.at[i->k], r, next))
  UNLESS(NEED, A)
  UNLESS(FAIL, false)
L_DONE:
  return true;
}
