// code_number.c -- arithmetic, with bounds.
//
// Every operand knows bounds of its value. Where the exact result stays inside
// 64 bits, an integer operation needs no overflow check; where it stays inside
// the sort of a bit vector, nothing has to be wrapped around.

#include "exec/code_compile.h"

__extension__ typedef __int128 wide;
typedef struct {
  wide lo, hi;
} bounds;

static const bounds word = {INT64_MIN, INT64_MAX};

static bool inside(bounds x, bounds y) { return x.lo >= y.lo && x.hi <= y.hi; }

static bounds join(bounds x, wide v) { return (bounds){v < x.lo ? v : x.lo, v > x.hi ? v : x.hi}; }

static bounds product(sv_operand x, sv_operand y) {
  wide first = (wide)x.lo * y.lo;
  bounds b = join((bounds){first, first}, (wide)x.lo * y.hi);
  return join(join(b, (wide)x.hi * y.lo), (wide)x.hi * y.hi);
}

static wide size(int64_t a) { return a < 0 ? -(wide)a : a; }

// Bounds of the quotient: no larger than the dividend, but one away from zero
// by Euclid's rounding. Of the remainder: below the divisor, but `mod 0` is the
// dividend.
static bounds quotient(sv_operand x) {
  wide most = size(x.lo) > size(x.hi) ? size(x.lo) : size(x.hi);
  return (bounds){x.lo >= 0 ? -most : -most - 1, most + 1};
}

static bounds remainder_of(sv_operand x, sv_operand y) {
  wide most = size(y.lo) > size(y.hi) ? size(y.lo) : size(y.hi);
  bounds b = {0, most ? most - 1 : 0};
  return y.lo <= 0 && y.hi >= 0 ? join(join(b, x.lo), x.hi) : b;
}

static bounds exact(sv_op op, sv_operand x, sv_operand y) {
  if (op == SV_OP_ADD) return (bounds){(wide)x.lo + y.lo, (wide)x.hi + y.hi};
  if (op == SV_OP_SUB) return (bounds){(wide)x.lo - y.hi, (wide)x.hi - y.lo};
  if (op == SV_OP_MUL) return product(x, y);
  if (op == SV_OP_NEG) return (bounds){-(wide)x.hi, -(wide)x.lo};
  if (op == SV_OP_DIV) return quotient(x);
  assert(op == SV_OP_MOD);
  return remainder_of(x, y);
}

// What may overflow may be anything afterwards.
static sv_operand limited(sv_compiler *C, uint32_t to, bounds b) {
  if (!inside(b, word)) b = word;
  return sv_code_result(C, to, (int64_t)b.lo, (int64_t)b.hi);
}

static sv_code_op wrapping(sv_op op) {
  return op == SV_OP_ADD ? SV_CODE_ADD : op == SV_OP_MUL ? SV_CODE_MUL : SV_CODE_SUB;
}

static sv_code_op checked(sv_op op) {
  if (op == SV_OP_DIV) return SV_CODE_DIVO;
  if (op == SV_OP_MOD) return SV_CODE_MODO;
  return op == SV_OP_ADD ? SV_CODE_ADDO : op == SV_OP_MUL ? SV_CODE_MULO : SV_CODE_SUBO;
}

// x + k and x - k.
static bool by_constant(sv_op op, sv_operand y, int64_t *k) {
  if (!y.constant || (op != SV_OP_ADD && op != SV_OP_SUB) || y.k == INT64_MIN) return false;
  *k = op == SV_OP_ADD ? y.k : -y.k;
  return true;
}

// 0 - x for NEG.
static void operands(sv_compiler *C, const sv_node *node, sv_operand *x, sv_operand *y) {
  bool negation = node->op == SV_OP_NEG;
  *x = negation ? sv_code_constant(0) : sv_code_value(C, node->args[0]);
  *y = sv_code_value(C, node->args[node->n - 1]);
  if (node->op == SV_OP_ADD && x->constant) {
    sv_operand z = *x;
    *x = *y, *y = z;
  }
}

static sv_operand integer(sv_compiler *C, const sv_node *node) {
  uint32_t mark = C->next;
  sv_operand x, y;
  int64_t k;
  operands(C, node, &x, &y);
  bounds b = exact(node->op == SV_OP_NEG ? SV_OP_SUB : node->op, x, y);
  bool division = node->op == SV_OP_DIV || node->op == SV_OP_MOD,
       safe = inside(b, word) && !division;
  uint16_t rx = sv_code_register(C, x);
  bool fused = safe && by_constant(node->op, y, &k);
  uint16_t ry = fused ? 0 : sv_code_register(C, y);
  uint32_t to = sv_code_lowest(C, mark);
  if (fused) sv_code_emit(C, SV_CODE_ADDK, to, rx, 0, k);
  else sv_code_emit(C, safe ? wrapping(node->op) : checked(node->op), to, rx, ry, 0);
  return limited(C, to, b);
}

// ---- bit vectors

static bounds sort_bounds(const sv_sort_info *info) {
  if (!info->is_signed) return (bounds){0, ((wide)1 << info->size) - 1};
  return (bounds){-((wide)1 << (info->size - 1)), ((wide)1 << (info->size - 1)) - 1};
}

// Emits the wrap to the width of a bit vector, if the bounds ask for it.
static sv_operand wrap(sv_compiler *C, const sv_sort_info *info, uint32_t from, uint32_t to,
                       bounds b) {
  bounds all = sort_bounds(info);
  if (inside(b, all)) {
    if (from != to) sv_code_emit(C, SV_CODE_MOVE, to, from, 0, 0);
    return limited(C, to, b);
  }
  if (info->is_signed) sv_code_emit(C, SV_CODE_WRAPS, to, from, 0, 64 - (int64_t)info->size);
  else sv_code_emit(C, SV_CODE_WRAPU, to, from, 0, (int64_t)(UINT64_MAX >> (64 - info->size)));
  return limited(C, to, all);
}

typedef struct {
  sv_code_op op;
  bool closed;
} bv_rule;  // closed: never leaves the sort

static bv_rule rule_of(sv_op op) {
  switch (op) {
  case SV_OP_ADD:
  case SV_OP_SUB:
  case SV_OP_NEG:
  case SV_OP_MUL: return (bv_rule){wrapping(op), false};
  case SV_OP_DIV: return (bv_rule){SV_CODE_BVDIV, false};
  case SV_OP_MOD: return (bv_rule){SV_CODE_BVMOD, true};
  case SV_OP_BVAND: return (bv_rule){SV_CODE_BVAND, true};
  case SV_OP_BVOR: return (bv_rule){SV_CODE_BVOR, true};
  case SV_OP_BVXOR: return (bv_rule){SV_CODE_BVXOR, true};
  case SV_OP_BVNOT: return (bv_rule){SV_CODE_BVNOT, false};
  case SV_OP_SHL: return (bv_rule){SV_CODE_SHL, false};
  case SV_OP_SHR: return (bv_rule){SV_CODE_SHR, true};
  case SV_OP_QUOT:
  case SV_ANY_LEAF_OP:
  case SV_ANY_INSTANCE_OP:
  case SV_ANY_CORE_OP:
  case SV_ANY_COMPARISON_OP:
  case SV_ANY_CONVERSION_OP:
  case SV_ANY_ARRAY_OP:
  case SV_ANY_REFERENCE_OP:
  case SV_ANY_QUEUE_OP: break;
  }
  SV_UNREACHABLE();
}

static bool has_bounds(sv_op op) {
  return op == SV_OP_ADD || op == SV_OP_SUB || op == SV_OP_MUL || op == SV_OP_NEG;
}

static sv_operand bit_vector(sv_compiler *C, const sv_node *node, const sv_sort_info *info) {
  uint32_t mark = C->next;
  sv_operand x, y;
  operands(C, node, &x, &y);
  bv_rule rule = rule_of(node->op);
  bounds b = rule.closed ? sort_bounds(info) : word;
  if (has_bounds(node->op)) b = exact(node->op == SV_OP_NEG ? SV_OP_SUB : node->op, x, y);
  uint16_t rx = sv_code_register(C, x), ry = sv_code_register(C, y);
  uint32_t to = sv_code_lowest(C, mark);
  sv_code_emit(C, rule.op, to, rx, ry, info->size);
  return wrap(C, info, to, to, b);
}

// ---- casts

static sv_operand to_bool(sv_compiler *C, sv_operand x, uint32_t mark) {
  if (x.constant) return sv_code_constant(x.k != 0);
  if (x.lo >= 0 && x.hi <= 1) return x;
  uint32_t to = sv_code_lowest(C, mark);
  sv_code_emit(C, SV_CODE_EQK, to, x.reg, 0, 0);
  sv_code_emit(C, SV_CODE_NOT, to, to, 0, 0);
  return sv_code_result(C, to, 0, 1);
}

static sv_operand to_member(sv_compiler *C, const sv_sort_info *info, sv_operand x, uint32_t mark) {
  if (x.lo >= 0 && x.hi < info->size) return x;
  uint16_t a = sv_code_register(C, x);
  uint32_t to = sv_code_lowest(C, mark);
  sv_code_emit(C, SV_CODE_MEMBER, to, a, 0, info->size);
  return sv_code_result(C, to, 0, (int64_t)info->size - 1);
}

static sv_operand to_bits(sv_compiler *C, const sv_sort_info *info, sv_operand x, uint32_t mark) {
  bounds b = {x.lo, x.hi};
  if (inside(b, sort_bounds(info))) return x;
  uint16_t a = sv_code_register(C, x);
  return wrap(C, info, a, sv_code_lowest(C, mark), b);
}

static sv_operand cast(sv_compiler *C, const sv_node *node, const sv_sort_info *info) {
  uint32_t mark = C->next;
  sv_operand x = sv_code_value(C, node->args[0]);
  switch (info->kind) {
  case SV_SORT_BOOL: return to_bool(C, x, mark);
  case SV_SORT_BV: return to_bits(C, info, x, mark);
  case SV_SORT_ENUM: return to_member(C, info, x, mark);
  case SV_SORT_INT: return x;
  case SV_SORT_REAL:
  case SV_SORT_LOC:
  case SV_SORT_REF:
  case SV_SORT_ARRAY: break;
  }
  sv_code_fail(C, "a rational number");
  return x;
}

sv_operand sv_code_number(sv_compiler *C, const sv_node *node) {
  const sv_sort_info *info = sv_sort_get(C->terms, node->sort);
  if (node->op == SV_OP_CAST) return cast(C, node, info);
  return info->kind == SV_SORT_BV ? bit_vector(C, node, info) : integer(C, node);
}
