// code_plan.c -- pieces of code, registers, labels, and what is computed once.
//
// Terms are shared, code is not: where a term is used twice in a piece, or
// where the terms nest too deeply to be walked by recursion, its value is
// computed at the start of the plan and kept in a register. Operators are
// total, so nothing goes wrong by computing early. Everything else is compiled
// where it is used, which is what lets a conjunction stop at its first false
// member. Children have smaller indices than their parents: one pass over the
// cone in order finds every depth, a second one computes what is forced.

#include "exec/code_compile.h"

enum { DEPTH_MAX = 60, REGISTERS_MAX = UINT16_MAX - 1 };

void sv_compiler_init(sv_compiler *C, sv_bytecode *code, sv_text *why) {
  *C = (sv_compiler){.code = code, .layout = code->layout, .net = code->layout->net, .why = why};
  C->terms = C->net->model->terms;
  C->place = SV_NEW_ARRAY(uint32_t, sv_terms_count(C->terms) + 1);
}

void sv_compiler_free(sv_compiler *C) {
  sv_free(C->place);
  sv_vec_free(C->cone);
  sv_vec_free(C->entries);
  sv_vec_free(C->cells);
}

void sv_code_fail(sv_compiler *C, const char *reason) {
  if (!C->failed) sv_text_string(C->why, reason);
  C->failed = true;
}

void sv_code_emit(sv_compiler *C, sv_code_op op, uint32_t to, uint32_t a, uint32_t b, int64_t k) {
  assert(to <= UINT16_MAX && a <= UINT16_MAX && b <= UINT16_MAX);
  sv_push(C->code->ins, (sv_ins){(uint16_t)op, (uint16_t)to, (uint16_t)a, (uint16_t)b, k});
}

uint32_t sv_code_fresh(sv_compiler *C, uint32_t n) {
  if (n > REGISTERS_MAX - C->next) {
    sv_code_fail(C, "an action or property that needs more than 65534 registers");
    return 0;
  }
  uint32_t first = C->next;
  C->next += n;
  if (C->next > C->code->registers) C->code->registers = C->next;
  return first;
}

uint32_t sv_code_lowest(sv_compiler *C, uint32_t mark) {
  assert(mark <= C->next);
  C->next = mark;
  return sv_code_fresh(C, 1);
}

uint32_t sv_code_begin(sv_compiler *C, uint32_t first) {
  C->next = C->level = 0;
  sv_code_fresh(C, first);
  return C->code->ins.n;
}

void sv_code_done(sv_compiler *C) { sv_code_emit(C, SV_CODE_DONE, 0, 0, 0, 0); }

// A waiting jump holds the number of the one that waited before it.
void sv_code_jump(sv_compiler *C, sv_code_op op, uint32_t a, sv_label *label) {
  uint32_t at = C->code->ins.n;
  sv_code_emit(C, op, 0, a, 0, label->head);
  label->head = at;
}

void sv_code_here(sv_compiler *C, sv_label *label) {
  for (uint32_t at = label->head; at != UINT32_MAX;) {
    sv_ins *jump = &C->code->ins.at[at];
    assert(jump->op == SV_CODE_JUMP || jump->op == SV_CODE_JTRUE || jump->op == SV_CODE_JFALSE);
    assert(jump->k == UINT32_MAX || jump->k < at);  // older jumps come before
    at = (uint32_t)jump->k;
    jump->k = C->code->ins.n;
  }
  *label = SV_LABEL_NEW;
}

sv_operand sv_code_constant(int64_t k) {
  return (sv_operand){.constant = true, .k = k, .lo = k, .hi = k};
}

sv_operand sv_code_result(sv_compiler *C, uint32_t reg, int64_t lo, int64_t hi) {
  if (C->failed) return sv_code_constant(0);
  return (sv_operand){.reg = (uint16_t)reg, .lo = lo, .hi = hi};
}

void sv_code_into(sv_compiler *C, uint32_t to, sv_operand x) {
  if (x.constant) sv_code_emit(C, SV_CODE_CONST, to, 0, 0, x.k);
  else if (x.reg != to) sv_code_emit(C, SV_CODE_MOVE, to, x.reg, 0, 0);
}

uint16_t sv_code_register(sv_compiler *C, sv_operand x) {
  if (!x.constant) return x.reg;
  uint32_t to = sv_code_fresh(C, 1);
  sv_code_into(C, to, x);
  return (uint16_t)to;
}

sv_operand sv_code_load(sv_compiler *C, sv_code_op load, sv_field f, int64_t lo, int64_t hi) {
  if (!f.bits) return sv_code_constant(f.base);
  uint32_t to = sv_code_fresh(C, 1);
  assert(load == SV_CODE_LOAD || load == SV_CODE_LOADN);
  if (f.word <= UINT16_MAX)
    sv_code_emit(C, load, to, f.word, f.shift, (int64_t)(UINT64_MAX >> (64 - f.bits)));
  else
    sv_code_emit(C, load == SV_CODE_LOAD ? SV_CODE_FAR : SV_CODE_FARN, to, 64u - f.bits, f.shift,
                 f.word);
  if (f.base) sv_code_emit(C, SV_CODE_ADDK, to, to, 0, f.base);
  return sv_code_result(C, to, lo, hi);
}

sv_operand sv_code_field(sv_compiler *C, sv_code_op load, sv_field f, sv_sort sort) {
  int64_t lo, hi;
  bool finite = sv_layout_range(C->net, sort, &lo, &hi);
  assert(finite);
  SV_UNUSED(finite);
  return sv_code_load(C, load, f, lo, hi);
}

const sv_code_entry *sv_code_ready(const sv_compiler *C, sv_term t) {
  uint32_t place = C->place[sv_index(t)];
  return place && C->entries.at[place - 1].ready ? &C->entries.at[place - 1] : NULL;
}

static sv_code_entry *entry_of(sv_compiler *C, sv_term t) {
  assert(C->place[sv_index(t)]);
  return &C->entries.at[C->place[sv_index(t)] - 1];
}

static void forget_plan(sv_compiler *C) {
  for (uint32_t i = 0; i < C->cone.n; i++) C->place[C->cone.at[i]] = 0;
  sv_clear(C->cone);
  sv_clear(C->entries);
  sv_clear(C->cells);
}

static bool is_array(const sv_compiler *C, sv_sort s) {
  return sv_sort_get(C->terms, s)->kind == SV_SORT_ARRAY;
}

// A part of a variable array is found again by its indices.
static bool is_part(const sv_compiler *C, sv_node node) {
  while (node.op == SV_OP_SELECT) node = sv_node_of(C->terms, sv_index(node.args[0]));
  return node.op == SV_OP_VAR || node.op == SV_OP_NEXT;
}

static bool worth_sharing(const sv_compiler *C, const sv_node *node) {
  return node->n && !(is_array(C, node->sort) && is_part(C, *node));
}

static void find_uses(sv_compiler *C, const sv_term *roots, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) entry_of(C, roots[i])->uses++;
  for (uint32_t i = 0; i < C->cone.n; i++) {
    sv_node node = sv_node_of(C->terms, C->cone.at[i]);
    for (uint32_t j = 0; j < node.n; j++) entry_of(C, node.args[j])->uses++;
  }
}

static void find_forced(sv_compiler *C) {
  for (uint32_t i = 0; i < C->cone.n; i++) {
    sv_node node = sv_node_of(C->terms, C->cone.at[i]);
    sv_code_entry *entry = &C->entries.at[i];
    entry->depth = 1;
    for (uint32_t j = 0; j < node.n; j++) {
      const sv_code_entry *child = entry_of(C, node.args[j]);
      assert(child < entry);  // children come first
      if (!child->forced && child->depth >= entry->depth) entry->depth = child->depth + 1;
    }
    entry->forced = (entry->uses > 1 && worth_sharing(C, &node)) || entry->depth > DEPTH_MAX;
  }
}

// Values and cells stay in their registers until the next plan.
static void compute_forced(sv_compiler *C, uint32_t i) {
  sv_term t = sv_term_of_index(C->cone.at[i]);
  assert(!C->entries.at[i].ready);
  if (is_array(C, sv_sort_of(C->terms, t))) {
    sv_operands cells = {0};
    sv_code_cells(C, t, &cells);
    assert(C->failed || cells.n == sv_sort_cells(C->terms, sv_sort_of(C->terms, t)));
    C->entries.at[i].first_cell = C->cells.n;
    for (uint32_t j = 0; j < cells.n; j++) sv_push(C->cells, cells.at[j]);
    sv_vec_free(cells);
  } else {
    C->entries.at[i].value = sv_code_value(C, t);
  }
  C->entries.at[i].ready = true;
}

void sv_code_plan(sv_compiler *C, const sv_term *roots, uint32_t n) {
  forget_plan(C);
  if (C->failed) return;
  sv_cone(C->terms, roots, n, &C->cone);
  sv_fill(C->entries, C->cone.n);
  for (uint32_t i = 0; i < C->cone.n; i++) C->place[C->cone.at[i]] = i + 1;
  find_uses(C, roots, n);
  find_forced(C);
  for (uint32_t i = 0; i < C->cone.n && !C->failed; i++)
    if (C->entries.at[i].forced) compute_forced(C, i);
}
