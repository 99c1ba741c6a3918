// code_array.c -- arrays in register code.
//
// Reading one cell of a variable array is one instruction, or two where the
// index may be out of bounds. Every other array term (stores, choices between
// arrays, lists of elements) is taken apart into its cells. Nested arrays lie
// flat: element i of an array whose elements have c cells each is the block of
// cells i*c .. i*c + c-1.

#include "exec/code_compile.h"

enum { CELLS_MAX = 4096 };

static sv_node node_of(const sv_compiler *C, sv_term t) {
  return sv_node_of(C->terms, sv_index(t));
}

static uint32_t cells_of(const sv_compiler *C, sv_term t) {
  return sv_sort_cells(C->terms, sv_sort_of(C->terms, t));
}

static uint32_t elements_of(const sv_compiler *C, sv_term t) {
  return sv_sort_get(C->terms, sv_sort_of(C->terms, t))->size;
}

bool sv_code_static_cell(const sv_net *net, sv_term t, uint32_t *cell) {
  const sv_terms *T = net->model->terms;
  sv_node node = sv_node_of(T, sv_index(t));
  uint64_t offset = 0;
  if (sv_sort_get(T, node.sort)->kind == SV_SORT_ARRAY) return false;
  for (; node.op == SV_OP_SELECT; node = sv_node_of(T, sv_index(node.args[0]))) {
    sv_value v;
    int64_t i;
    if (!sv_is_const(T, node.args[1], &v) || !sv_number_to_i64(sv_terms_numbers(T), v, &i))
      return false;
    if (i < 0 || i >= sv_sort_get(T, sv_sort_of(T, node.args[0]))->size) return false;
    offset += (uint64_t)i * sv_sort_cells(T, node.sort);
  }
  if (node.op != SV_OP_VAR) return false;
  *cell = net->vars.at[node.id].first_cell + (uint32_t)offset;
  assert(offset < net->vars.at[node.id].cells);
  return true;
}

// Casts that change no value are no work.
static bool keeps_value(const sv_net *net, sv_sort from, sv_sort to) {
  int64_t lo, hi, least, most;
  sv_sort_kind kind = sv_sort_get(net->model->terms, to)->kind;
  if (!sv_layout_range(net, from, &lo, &hi)) return false;
  if (kind == SV_SORT_INT) return true;
  return kind == SV_SORT_BV && sv_layout_range(net, to, &least, &most) && least <= lo && hi <= most;
}

bool sv_code_static_number(const sv_net *net, sv_term t, uint32_t *cell) {
  const sv_terms *T = net->model->terms;
  for (sv_node node; (node = sv_node_of(T, sv_index(t))).op == SV_OP_CAST; t = node.args[0])
    if (sv_negated(node.args[0]) || !keeps_value(net, sv_sort_of(T, node.args[0]), node.sort))
      return false;
  return sv_code_static_cell(net, t, cell);
}

// ---- indices

static sv_operand bounded(sv_compiler *C, sv_operand index, int64_t n) {
  if (index.lo >= 0 && index.hi < n) return index;
  if (index.constant) return sv_code_constant(-1);
  uint32_t to = sv_code_fresh(C, 1);
  sv_code_emit(C, SV_CODE_BOUND, to, index.reg, 0, n);
  return sv_code_result(C, to, -1, n - 1);
}

// Element `index` of n within block `outer`, as a block of the inner size.
static sv_operand inner(sv_compiler *C, sv_operand outer, sv_operand index, int64_t n) {
  if (outer.constant && index.constant) {
    bool outside = outer.k < 0 || index.k < 0 || index.k >= n;
    return sv_code_constant(outside ? -1 : outer.k * n + index.k);
  }
  if (outer.constant && outer.k == 0) return bounded(C, index, n);
  uint16_t a = sv_code_register(C, outer), b = sv_code_register(C, index);
  uint32_t to = sv_code_fresh(C, 1);
  sv_code_emit(C, SV_CODE_INDEX, to, a, b, n);
  return sv_code_result(C, to, -1, (outer.hi + 1) * n - 1);
}

// Recursion: as deep as arrays nest.
sv_term sv_code_split(sv_compiler *C, sv_term t, sv_operand *block) {
  sv_node node = node_of(C, t);
  *block = sv_code_constant(0);
  bool array = sv_sort_get(C->terms, node.sort)->kind == SV_SORT_ARRAY;
  if (node.op != SV_OP_SELECT || (array && sv_code_ready(C, t))) return t;
  sv_operand outer;
  sv_term root = sv_code_split(C, node.args[0], &outer);
  *block = inner(C, outer, sv_code_value(C, node.args[1]), elements_of(C, node.args[0]));
  return root;
}

// ---- reading

static bool is_variable(const sv_node *node) {
  return node->op == SV_OP_VAR || node->op == SV_OP_NEXT;
}

static sv_operand read_static(sv_compiler *C, const sv_node *root, int64_t cell) {
  const sv_net_var *v = &C->net->vars.at[root->id];
  sv_code_op op = root->op == SV_OP_VAR ? SV_CODE_LOAD : SV_CODE_LOADN;
  sv_field f = C->layout->cells[v->first_cell + (uint64_t)cell];
  return sv_code_field(C, op, f, sv_sort_scalar(C->terms, v->sort));
}

static sv_operand read_computed(sv_compiler *C, const sv_node *root, uint16_t cell, bool certain) {
  const sv_net_var *v = &C->net->vars.at[root->id];
  int64_t lo = 0, hi = 0;
  sv_layout_range(C->net, sv_sort_scalar(C->terms, v->sort), &lo, &hi);
  if (!certain && lo > 0) lo = 0;
  if (!certain && hi < 0) hi = 0;
  uint32_t to = sv_code_fresh(C, 1);
  sv_code_op op = root->op == SV_OP_VAR ? SV_CODE_READ : SV_CODE_READN;
  sv_code_emit(C, op, to, cell, 0, v->first_cell);
  return sv_code_result(C, to, lo, hi);
}

// Copies the cells to neighbouring registers, for LOOK.
static uint32_t line_up(sv_compiler *C, const sv_operands *cells) {
  uint32_t first = sv_code_fresh(C, cells->n);
  for (uint32_t i = 0; i < cells->n && !C->failed; i++) sv_code_into(C, first + i, cells->at[i]);
  return first;
}

static sv_operand look(sv_compiler *C, const sv_operands *cells, uint32_t first, sv_operand cell) {
  int64_t lo = 0, hi = 0;
  for (uint32_t i = 0; i < cells->n; i++) {
    if (cells->at[i].lo < lo) lo = cells->at[i].lo;
    if (cells->at[i].hi > hi) hi = cells->at[i].hi;
  }
  uint32_t to = sv_code_fresh(C, 1);
  sv_code_emit(C, SV_CODE_LOOK, to, sv_code_register(C, cell), first, 0);
  return sv_code_result(C, to, lo, hi);
}

// Cell j of a block of n cells, as an index of cells.
static sv_operand cell_of_block(sv_compiler *C, sv_operand block, uint32_t n, uint32_t j) {
  if (n == 1) return block;
  return inner(C, block, sv_code_constant(j), n);
}

static void read_variable(sv_compiler *C, const sv_node *root, sv_operand block, uint32_t n,
                          sv_operands *out) {
  for (uint32_t j = 0; j < n && !C->failed; j++) {
    sv_operand cell = cell_of_block(C, block, n, j);
    if (!cell.constant) sv_push(*out, read_computed(C, root, cell.reg, cell.lo >= 0));
    else if (cell.k < 0) sv_push(*out, sv_code_constant(0));
    else sv_push(*out, read_static(C, root, cell.k));
  }
}

static void read_term(sv_compiler *C, sv_term root, sv_operand block, uint32_t n,
                      sv_operands *out) {
  sv_operands cells = {0};
  sv_code_cells(C, root, &cells);
  uint32_t first = block.constant || C->failed ? 0 : line_up(C, &cells);
  for (uint32_t j = 0; j < n && !C->failed; j++) {
    sv_operand cell = cell_of_block(C, block, n, j);
    if (!cell.constant) sv_push(*out, look(C, &cells, first, cell));
    else sv_push(*out, cell.k < 0 ? sv_code_constant(0) : cells.at[cell.k]);
  }
  sv_vec_free(cells);
}

static void read_block(sv_compiler *C, sv_term root, sv_operand block, uint32_t n,
                       sv_operands *out) {
  sv_node node = node_of(C, root);
  if (is_variable(&node)) read_variable(C, &node, block, n, out);
  else read_term(C, root, block, n, out);
}

static void read_select(sv_compiler *C, sv_term t, sv_operands *out) {
  sv_operand block;
  sv_term root = sv_code_split(C, t, &block);
  read_block(C, root, block, cells_of(C, t), out);
}

// Puts one cell into the register `to`; of a choice between arrays only the
// array that is chosen is looked at. Recursion: not deeper than the plan allows.
static void read_cell(sv_compiler *C, sv_term root, sv_operand cell, uint32_t to,
                      sv_operand *bounds) {
  sv_node node = node_of(C, root);
  uint32_t mark = C->next;
  if (node.op != SV_OP_ITE || sv_code_ready(C, root) || C->failed) {
    sv_operands out = {0};
    read_block(C, root, cell, 1, &out);
    sv_operand x = C->failed ? sv_code_constant(0) : out.at[0];
    sv_vec_free(out);
    sv_code_into(C, to, x);
    if (x.lo < bounds->lo) bounds->lo = x.lo;
    if (x.hi > bounds->hi) bounds->hi = x.hi;
  } else {
    sv_label otherwise = SV_LABEL_NEW, end = SV_LABEL_NEW;
    sv_code_branch(C, node.args[0], false, &otherwise);
    read_cell(C, node.args[1], cell, to, bounds);
    sv_code_jump(C, SV_CODE_JUMP, 0, &end);
    sv_code_here(C, &otherwise);
    read_cell(C, node.args[2], cell, to, bounds);
    sv_code_here(C, &end);
  }
  C->next = mark;
}

sv_operand sv_code_select(sv_compiler *C, sv_term t) {
  sv_operand cell, x = {.lo = 0, .hi = 0};
  uint32_t mark = C->next, to = sv_code_fresh(C, 1);
  sv_term root = sv_code_split(C, t, &cell);
  sv_node node = node_of(C, root);
  if (is_variable(&node)) {
    C->next = mark;
    if (!cell.constant) return read_computed(C, &node, cell.reg, cell.lo >= 0);
    return cell.k < 0 ? sv_code_constant(0) : read_static(C, &node, cell.k);
  }
  read_cell(C, root, cell, to, &x);
  C->next = mark + 1;
  return sv_code_result(C, to, x.lo, x.hi);
}

// ---- taking arrays apart

static sv_operand pick(sv_compiler *C, uint16_t condition, sv_operand x, sv_operand y) {
  uint16_t a = sv_code_register(C, x), b = sv_code_register(C, y);
  uint32_t to = sv_code_fresh(C, 1);
  sv_code_emit(C, SV_CODE_PICK, to, condition, a, b);
  return sv_code_result(C, to, x.lo < y.lo ? x.lo : y.lo, x.hi > y.hi ? x.hi : y.hi);
}

static void choose_cells(sv_compiler *C, const sv_node *node, sv_operands *out) {
  sv_operands yes = {0}, no = {0};
  uint16_t condition = sv_code_register(C, sv_code_value(C, node->args[0]));
  sv_code_cells(C, node->args[1], &yes);
  sv_code_cells(C, node->args[2], &no);
  assert(C->failed || yes.n == no.n);
  for (uint32_t i = 0; i < yes.n && !C->failed; i++)
    sv_push(*out, pick(C, condition, yes.at[i], no.at[i]));
  sv_vec_free(yes);
  sv_vec_free(no);
}

// The slot with this number gets the value if the index is that number.
static void store_slot(sv_compiler *C, sv_operand index, uint32_t slot, const sv_operands *value,
                       sv_operand *cells) {
  if (index.constant && index.k != slot) return;
  uint32_t is = 0;
  if (!index.constant) {
    is = sv_code_fresh(C, 1);
    sv_code_emit(C, SV_CODE_EQK, is, index.reg, 0, slot);
  }
  for (uint32_t j = 0; j < value->n && !C->failed; j++)
    cells[j] = index.constant ? value->at[j] : pick(C, (uint16_t)is, value->at[j], cells[j]);
}

static void store_cells(sv_compiler *C, const sv_node *node, sv_operands *out) {
  uint32_t first = out->n;
  sv_operands value = {0};
  sv_code_cells(C, node->args[0], out);
  sv_operand index = sv_code_value(C, node->args[1]);
  sv_code_cells(C, node->args[2], &value);
  assert(C->failed || out->n - first == elements_of(C, node->args[0]) * value.n);
  for (uint32_t slot = 0; slot < elements_of(C, node->args[0]) && !C->failed; slot++)
    store_slot(C, index, slot, &value, out->at + first + slot * value.n);
  sv_vec_free(value);
}

static void fill_cells(sv_compiler *C, const sv_node *node, sv_operands *out) {
  sv_operands element = {0};
  sv_code_cells(C, node->args[0], &element);
  assert(C->failed || (element.n && sv_sort_cells(C->terms, node->sort) % element.n == 0));
  for (uint32_t i = 0; i < sv_sort_cells(C->terms, node->sort) && !C->failed; i++)
    sv_push(*out, element.at[i % element.n]);
  sv_vec_free(element);
}

static bool copy_ready(sv_compiler *C, sv_term t, sv_operands *out) {
  const sv_code_entry *ready = sv_code_ready(C, t);
  if (!ready) return false;
  for (uint32_t i = 0; i < cells_of(C, t); i++) sv_push(*out, C->cells.at[ready->first_cell + i]);
  return true;
}

// Lists and fillings take no registers of their own.
static bool is_too_large(const sv_compiler *C, sv_term t, const sv_node *node) {
  return node->op != SV_OP_ARRAY && node->op != SV_OP_FILL && cells_of(C, t) > CELLS_MAX;
}

static void take_apart(sv_compiler *C, sv_term t, sv_operands *out) {
  sv_node node = node_of(C, t);
  if (is_too_large(C, t, &node)) {
    sv_code_fail(C, "an array of more than 4096 cells that is used as a value");
    return;
  }
  switch (node.op) {
  case SV_OP_VAR:
  case SV_OP_NEXT: read_variable(C, &node, sv_code_constant(0), cells_of(C, t), out); return;
  case SV_OP_ITE: choose_cells(C, &node, out); return;
  case SV_OP_SELECT: read_select(C, t, out); return;
  case SV_OP_STORE: store_cells(C, &node, out); return;
  case SV_OP_FILL: fill_cells(C, &node, out); return;
  case SV_OP_ARRAY:
    for (uint32_t i = 0; i < node.n; i++) sv_code_cells(C, node.args[i], out);
    return;
  case SV_OP_CONST:
  case SV_OP_CHOICE:
  case SV_ANY_INSTANCE_OP:
  case SV_OP_AND:
  case SV_OP_EQ:
  case SV_ANY_COMPARISON_OP:
  case SV_ANY_ARITHMETIC_OP:
  case SV_ANY_BITS_OP:
  case SV_ANY_CONVERSION_OP:
  case SV_ANY_REFERENCE_OP:
  case SV_ANY_QUEUE_OP: break;
  }
  sv_code_fail(C, "an array term that no net has");
}

void sv_code_cells(sv_compiler *C, sv_term t, sv_operands *out) {
  if (C->failed) return;
  if (sv_sort_get(C->terms, sv_sort_of(C->terms, t))->kind != SV_SORT_ARRAY)
    sv_push(*out, sv_code_value(C, t));
  else if (!copy_ready(C, t, out)) take_apart(C, t, out);
}

void sv_code_branch_arrays(sv_compiler *C, const sv_node *node, bool sense, sv_label *label) {
  sv_operands x = {0}, y = {0};
  sv_label differ = SV_LABEL_NEW;
  uint32_t mark = C->next;
  sv_code_cells(C, node->args[0], &x);
  sv_code_cells(C, node->args[1], &y);
  for (uint32_t i = 0; i < x.n && !C->failed; i++) {
    uint16_t a = sv_code_register(C, x.at[i]), b = sv_code_register(C, y.at[i]);
    uint32_t to = sv_code_fresh(C, 1);
    sv_code_emit(C, SV_CODE_EQ, to, a, b, 0);
    sv_code_jump(C, SV_CODE_JFALSE, to, sense ? &differ : label);
  }
  if (sense) sv_code_jump(C, SV_CODE_JUMP, 0, label);
  sv_code_here(C, &differ);
  C->next = mark;
  sv_vec_free(x);
  sv_vec_free(y);
}
