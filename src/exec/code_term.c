// code_term.c -- values and branches.
//
// A Boolean term is compiled in one of two ways: as a value in a register, or
// as jumps, which leave a conjunction at its first false member. Jumps are
// used wherever a member costs more than a comparison of a field.

#include "exec/code_compile.h"

static int64_t number(const sv_compiler *C, sv_value v) {
  int64_t k = 0;
  bool fits = sv_number_to_i64(sv_terms_numbers(C->terms), v, &k);
  return fits ? k : 0;
}

static sv_node node_of(const sv_compiler *C, sv_term t) {
  return sv_node_of(C->terms, sv_index(t));
}

static bool is_array(const sv_compiler *C, sv_term t) {
  return sv_sort_get(C->terms, sv_sort_of(C->terms, t))->kind == SV_SORT_ARRAY;
}

static sv_operand constant(sv_compiler *C, const sv_node *node) {
  int64_t k;
  if (!sv_number_to_i64(sv_terms_numbers(C->terms), node->value, &k))
    sv_code_fail(C, "a constant of more than 64 bits");
  return sv_code_constant(number(C, node->value));
}

static sv_operand variable(sv_compiler *C, const sv_node *node) {
  const sv_net_var *v = &C->net->vars.at[node->id];
  sv_code_op load = node->op == SV_OP_VAR ? SV_CODE_LOAD : SV_CODE_LOADN;
  return sv_code_field(C, load, C->layout->cells[v->first_cell], v->sort);
}

static sv_operand choice(sv_compiler *C, const sv_node *node) {
  int64_t lo, hi;
  if (!sv_layout_range(C->net, node->sort, &lo, &hi))
    sv_code_fail(C, "a choice from too many values");
  return sv_code_result(C, node->id, lo, hi);
}

// ---- Boolean terms

// Fields of at most 31 bits compared with a constant take one instruction.
static bool field_is(const sv_compiler *C, const sv_node *node, sv_ins *out) {
  sv_value v;
  uint32_t cell, c = sv_is_const(C->terms, node->args[0], &v) ? 0 : 1;
  if (c == 1 && !sv_is_const(C->terms, node->args[1], &v)) return false;
  if (!sv_code_static_number(C->net, node->args[!c], &cell)) return false;
  sv_field f = C->layout->cells[cell];
  int64_t raw;
  if (!f.bits || f.bits > 31 || __builtin_sub_overflow(number(C, v), f.base, &raw)) return false;
  int64_t mask = (INT64_C(1) << f.bits) - 1;
  if (raw < 0 || raw > mask || f.word > UINT16_MAX) return false;
  *out = (sv_ins){.op = SV_CODE_FIELD, .a = (uint16_t)f.word, .b = f.shift, .k = raw << 32 | mask};
  return true;
}

static bool is_cheap(const sv_compiler *C, sv_term t) {
  sv_node node = node_of(C, t);
  sv_ins ins;
  uint32_t cell;
  if (sv_code_ready(C, t) || node.op == SV_OP_CONST || node.op == SV_OP_CHOICE) return true;
  if (node.op == SV_OP_EQ && !is_array(C, node.args[0])) return field_is(C, &node, &ins);
  return sv_code_static_cell(C->net, t, &cell);
}

static sv_operand equality(sv_compiler *C, const sv_node *node) {
  sv_ins ins;
  if (field_is(C, node, &ins)) {
    uint32_t to = sv_code_fresh(C, 1);
    sv_code_emit(C, ins.op, to, ins.a, ins.b, ins.k);
    return sv_code_result(C, to, 0, 1);
  }
  uint32_t mark = C->next;
  sv_operand x = sv_code_value(C, node->args[0]), y = sv_code_value(C, node->args[1]);
  if (x.constant) {
    sv_operand z = x;
    x = y, y = z;
  }
  uint16_t a = sv_code_register(C, x);
  uint16_t b = y.constant ? 0 : sv_code_register(C, y);
  uint32_t to = sv_code_lowest(C, mark);
  sv_code_emit(C, y.constant ? SV_CODE_EQK : SV_CODE_EQ, to, a, b, y.k);
  return sv_code_result(C, to, 0, 1);
}

static sv_operand comparison(sv_compiler *C, const sv_node *node) {
  bool strict = node->op == SV_OP_LT;
  uint32_t mark = C->next;
  sv_operand x = sv_code_value(C, node->args[0]), y = sv_code_value(C, node->args[1]);
  sv_code_op op = strict ? SV_CODE_LT : SV_CODE_LE;
  uint32_t a, b = 0;
  int64_t k = 0;
  if (y.constant) {
    op = strict ? SV_CODE_LTK : SV_CODE_LEK, k = y.k, a = sv_code_register(C, x);
  } else if (x.constant) {
    op = strict ? SV_CODE_GTK : SV_CODE_GEK, k = x.k, a = y.reg;
  } else {
    a = x.reg, b = y.reg;
  }
  uint32_t to = sv_code_lowest(C, mark);
  sv_code_emit(C, op, to, a, b, k);
  return sv_code_result(C, to, 0, 1);
}

static sv_operand by_branches(sv_compiler *C, sv_term t) {
  sv_label no = SV_LABEL_NEW;
  uint32_t to = sv_code_fresh(C, 1);
  sv_code_emit(C, SV_CODE_CONST, to, 0, 0, 0);
  sv_code_branch(C, t, false, &no);
  sv_code_emit(C, SV_CODE_CONST, to, 0, 0, 1);
  sv_code_here(C, &no);
  C->next = to + 1;
  return sv_code_result(C, to, 0, 1);
}

static sv_operand conjunction(sv_compiler *C, sv_term t, const sv_node *node) {
  if (node->n != 2 || !is_cheap(C, node->args[0]) || !is_cheap(C, node->args[1]))
    return by_branches(C, t);
  uint32_t mark = C->next;
  uint16_t a = sv_code_register(C, sv_code_value(C, node->args[0]));
  uint16_t b = sv_code_register(C, sv_code_value(C, node->args[1]));
  uint32_t to = sv_code_lowest(C, mark);
  sv_code_emit(C, SV_CODE_AND, to, a, b, 0);
  return sv_code_result(C, to, 0, 1);
}

static void branch_all(sv_compiler *C, const sv_node *node, bool sense, sv_label *label) {
  sv_label no = SV_LABEL_NEW;
  for (uint32_t i = 0; i < node->n; i++) {
    bool last = i + 1 == node->n;
    if (sense && last) sv_code_branch(C, node->args[i], true, label);
    else sv_code_branch(C, node->args[i], false, sense ? &no : label);
  }
  sv_code_here(C, &no);
}

static void branch_ite(sv_compiler *C, const sv_node *node, bool sense, sv_label *label) {
  sv_label otherwise = SV_LABEL_NEW, end = SV_LABEL_NEW;
  sv_code_branch(C, node->args[0], false, &otherwise);
  sv_code_branch(C, node->args[1], sense, label);
  sv_code_jump(C, SV_CODE_JUMP, 0, &end);
  sv_code_here(C, &otherwise);
  sv_code_branch(C, node->args[2], sense, label);
  sv_code_here(C, &end);
}

void sv_code_branch(sv_compiler *C, sv_term t, bool sense, sv_label *label) {
  if (C->failed) return;
  sv_node node = node_of(C, t);
  uint32_t mark = C->next;
  bool wanted = sense != sv_negated(t);
  if (!sv_code_ready(C, t)) {
    if (node.op == SV_OP_AND) {
      branch_all(C, &node, wanted, label);
      return;
    }
    if (node.op == SV_OP_ITE) {
      branch_ite(C, &node, wanted, label);
      return;
    }
    if (node.op == SV_OP_EQ && is_array(C, node.args[0])) {
      sv_code_branch_arrays(C, &node, wanted, label);
      return;
    }
  }
  sv_operand x = sv_code_value(C, sv_positive(t));
  if (!x.constant) sv_code_jump(C, wanted ? SV_CODE_JTRUE : SV_CODE_JFALSE, x.reg, label);
  else if ((x.k != 0) == wanted) sv_code_jump(C, SV_CODE_JUMP, 0, label);
  C->next = mark;
}

void sv_code_need(sv_compiler *C, sv_term t) {
  sv_label no = SV_LABEL_NEW, yes = SV_LABEL_NEW;
  uint32_t mark = C->next;
  sv_node node = node_of(C, t);
  if (!sv_negated(t) && !sv_code_ready(C, t) && node.op == SV_OP_AND) {
    for (uint32_t i = 0; i < node.n; i++) sv_code_need(C, node.args[i]);
    return;
  }
  if (is_cheap(C, t) || (!sv_negated(t) && (node.op == SV_OP_LT || node.op == SV_OP_LE))) {
    sv_code_emit(C, SV_CODE_NEED, C->level, sv_code_register(C, sv_code_value(C, t)), 0, 0);
  } else {
    sv_code_branch(C, t, false, &no);
    sv_code_jump(C, SV_CODE_JUMP, 0, &yes);
    sv_code_here(C, &no);
    sv_code_emit(C, SV_CODE_FAIL, C->level, 0, 0, 0);
    sv_code_here(C, &yes);
  }
  C->next = mark;
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

static sv_operand pick(sv_compiler *C, const sv_node *node) {
  uint32_t mark = C->next;
  uint16_t c = sv_code_register(C, sv_code_value(C, node->args[0]));
  sv_operand x = sv_code_value(C, node->args[1]), y = sv_code_value(C, node->args[2]);
  uint16_t a = sv_code_register(C, x), b = sv_code_register(C, y);
  uint32_t to = sv_code_lowest(C, mark);
  sv_code_emit(C, SV_CODE_PICK, to, c, a, b);
  return sv_code_result(C, to, least(x.lo, y.lo), most(x.hi, y.hi));
}

static sv_operand if_then_else(sv_compiler *C, const sv_node *node) {
  if (is_cheap(C, node->args[1]) && is_cheap(C, node->args[2])) return pick(C, node);
  sv_label otherwise = SV_LABEL_NEW, end = SV_LABEL_NEW;
  uint32_t to = sv_code_fresh(C, 1);
  sv_code_branch(C, node->args[0], false, &otherwise);
  sv_operand x = sv_code_value(C, node->args[1]);
  sv_code_into(C, to, x);
  C->next = to + 1;
  sv_code_jump(C, SV_CODE_JUMP, 0, &end);
  sv_code_here(C, &otherwise);
  sv_operand y = sv_code_value(C, node->args[2]);
  sv_code_into(C, to, y);
  C->next = to + 1;
  sv_code_here(C, &end);
  return sv_code_result(C, to, least(x.lo, y.lo), most(x.hi, y.hi));
}

// ---- queues

static sv_operand queue_reference(sv_compiler *C, const sv_node *node) {
  assert(node->n == 1);
  uint32_t mark = C->next;
  uint16_t a = sv_code_register(C, sv_code_value(C, node->args[0]));
  uint32_t to = sv_code_lowest(C, mark);
  sv_code_emit(C, SV_CODE_QREF, to, a, 0, (int64_t)((uint64_t)(node->id + 1) << 32 | node->role));
  return sv_code_result(C, to, 0, (int64_t)node->id + node->role);
}

// Of a known queue that never defers, the length is a field.
static bool static_length(const sv_compiler *C, const sv_node *node, sv_field *f,
                          int64_t *capacity) {
  sv_value ref;
  if (node->op == SV_OP_QDEFER || !sv_is_const(C->terms, node->args[0], &ref)) return false;
  int64_t q = number(C, ref);
  if (q < 1 || q > C->net->queues.n || C->layout->queues[q - 1].deferred.bits) return false;
  *f = C->layout->queues[q - 1].length;
  *capacity = C->net->queues.at[q - 1].capacity;
  return true;
}

static sv_operand queue_fact(sv_compiler *C, const sv_node *node, sv_code_op op) {
  uint32_t mark = C->next;
  sv_field f;
  int64_t capacity;
  if (static_length(C, node, &f, &capacity)) {
    sv_operand length = sv_code_load(C, SV_CODE_LOAD, f, 0, capacity);
    if (op == SV_CODE_QLEN) return length;
    if (length.constant) return sv_code_constant(length.k == capacity);
    sv_code_emit(C, SV_CODE_EQK, length.reg, length.reg, 0, capacity);
    return sv_code_result(C, length.reg, 0, 1);
  }
  uint16_t a = sv_code_register(C, sv_code_value(C, node->args[0]));
  uint32_t to = sv_code_lowest(C, mark);
  sv_code_emit(C, op, to, a, 0, 0);
  return sv_code_result(C, to, 0, op == SV_CODE_QFULL ? 1 : UINT32_MAX);
}

// The first message of a known queue that never defers is a field like any
// other, if an empty slot reads as the default: it holds the lowest value.
static bool peek_first(const sv_compiler *C, const sv_node *node, const sv_code_peek *p,
                       sv_field *f) {
  sv_value ref, slot;
  if (!sv_is_const(C->terms, node->args[0], &ref) || !sv_is_const(C->terms, node->args[1], &slot))
    return false;
  int64_t q = number(C, ref), i = number(C, slot);
  if (q < 1 || q > C->net->queues.n || C->layout->queues[q - 1].deferred.bits) return false;
  const sv_net_queue *queue = &C->net->queues.at[q - 1];
  if (i < 0 || i >= queue->capacity || node->id >= queue->field_count) return false;
  *f = C->layout->queues[q - 1].slots[i * queue->field_count + node->id];
  return f->base == p->missing && sv_sort_same(queue->fields[node->id], node->sort);
}

static sv_operand peek(sv_compiler *C, const sv_node *node) {
  sv_code_peek p = {.field = node->id};
  sv_field f;
  p.missing = number(C, sv_sort_default(C->terms, node->sort));
  if (!sv_layout_range(C->net, node->sort, &p.lo, &p.hi)) p.lo = INT64_MIN, p.hi = INT64_MAX;
  if (peek_first(C, node, &p, &f)) return sv_code_field(C, SV_CODE_LOAD, f, node->sort);
  uint32_t mark = C->next;
  uint16_t a = sv_code_register(C, sv_code_value(C, node->args[0]));
  uint16_t b = sv_code_register(C, sv_code_value(C, node->args[1]));
  uint32_t to = sv_code_lowest(C, mark);
  sv_code_emit(C, SV_CODE_PEEK, to, a, b, C->code->peeks.n);
  sv_push(C->code->peeks, p);
  return sv_code_result(C, to, p.lo, p.hi);
}

// ---- everything

static sv_operand compile(sv_compiler *C, sv_term t, const sv_node *node) {
  switch (node->op) {
  case SV_OP_CONST: return constant(C, node);
  case SV_OP_VAR:
  case SV_OP_NEXT: return variable(C, node);
  case SV_OP_CHOICE: return choice(C, node);
  case SV_OP_AND: return conjunction(C, t, node);
  case SV_OP_EQ: return is_array(C, node->args[0]) ? by_branches(C, t) : equality(C, node);
  case SV_OP_ITE: return if_then_else(C, node);
  case SV_ANY_COMPARISON_OP: return comparison(C, node);
  case SV_ANY_ARITHMETIC_OP:
  case SV_ANY_BITS_OP:
  case SV_ANY_CONVERSION_OP: return sv_code_number(C, node);
  case SV_OP_SELECT: return sv_code_select(C, t);
  case SV_ANY_REFERENCE_OP: return queue_reference(C, node);
  case SV_OP_QLEN: return queue_fact(C, node, SV_CODE_QLEN);
  case SV_OP_QFULL: return queue_fact(C, node, SV_CODE_QFULL);
  case SV_OP_QDEFER: return queue_fact(C, node, SV_CODE_QDEFER);
  case SV_OP_PEEK: return peek(C, node);
  case SV_ANY_INSTANCE_OP:
  case SV_OP_STORE:
  case SV_OP_ARRAY:
  case SV_OP_FILL: sv_code_fail(C, "a term that no net has as a value"); break;
  }
  return sv_code_constant(0);
}

static void check_sort(sv_compiler *C, sv_sort sort) {
  const sv_sort_info *info = sv_sort_get(C->terms, sort);
  if (info->kind == SV_SORT_REAL) sv_code_fail(C, "a rational number");
  if (info->kind == SV_SORT_BV && info->size > 62)
    sv_code_fail(C, "a bit vector wider than 62 bits");
}

sv_operand sv_code_value(sv_compiler *C, sv_term t) {
  sv_node node = node_of(C, t);
  const sv_code_entry *ready = sv_code_ready(C, t);
  if (!ready) check_sort(C, node.sort);
  if (C->failed) return sv_code_constant(0);
  uint32_t mark = C->next;
  sv_operand x = ready ? ready->value : compile(C, sv_positive(t), &node);
  if (!sv_negated(t)) return x;
  if (x.constant) return sv_code_constant(!x.k);
  uint32_t to = x.reg < mark ? sv_code_fresh(C, 1) : x.reg;  // lower ones are not ours
  sv_code_emit(C, SV_CODE_NOT, to, x.reg, 0, 0);
  return sv_code_result(C, to, 0, 1);
}
