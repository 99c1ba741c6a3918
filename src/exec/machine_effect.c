// machine_effect.c -- what an action does, as patches and code.
//
// Constants become patches, which are applied first; everything else is code
// that reads the old words and writes the new ones, so no order of evaluation
// matters. Only where a constant overwrites what code has written before must
// it be written by code too. Values that may lie outside their sort are
// checked on the way; what the constraint says about the successor comes last.

#include "exec/machine_inside.h"

const void *sv_maker_keep(const sv_maker *m, const void *from, uint32_t n, size_t size) {
  return n ? memcpy(sv_arena_alloc(m->program->arena, n * size), from, n * size) : NULL;
}

// ---- stores

static bool was_written(const sv_maker *m, uint32_t first, uint32_t n) {
  for (uint32_t i = 0; i < m->written.n; i++)
    if (first < m->written.at[i].first + m->written.at[i].n && m->written.at[i].first < first + n)
      return true;
  return false;
}

// Cells that come one after the other lie in the same words or near. Two patches of one word
// are applied one after the other, so nothing is lost where an old one is not found.
static sv_patch *patch_of(sv_maker *m, uint32_t word) {
  enum { LOOK_BACK = 64 };
  uint32_t n = m->patches.n, first = n > LOOK_BACK ? n - LOOK_BACK : 0;
  for (uint32_t i = n; i-- > first;)
    if (m->patches.at[i].word == word) return &m->patches.at[i];
  sv_push(m->patches, (sv_patch){.word = word});
  return &sv_last(m->patches);
}

void sv_maker_patch(sv_maker *m, sv_field f, int64_t value) {
  if (!f.bits) return;
  sv_patch *p = patch_of(m, f.word);
  uint64_t mask = (UINT64_MAX >> (64 - f.bits)) << f.shift;
  p->clear |= mask;
  p->set = (p->set & ~mask) | ((uint64_t)value - (uint64_t)f.base) << f.shift;
  assert(!(p->set & ~p->clear));  // the value fits its field
}

// The register with the value less its base.
static uint16_t raw_value(sv_compiler *C, sv_operand x, int64_t base) {
  uint16_t reg = sv_code_register(C, x);
  if (!base) return reg;
  uint32_t to = sv_code_fresh(C, 1);
  sv_code_emit(C, SV_CODE_ADDK, to, reg, 0, (int64_t)(0 - (uint64_t)base));
  return (uint16_t)to;
}

static void store(sv_maker *m, uint32_t cell, sv_code_range range, sv_operand x) {
  sv_compiler *C = &m->compiler;
  sv_field f = m->program->layout->cells[cell];
  uint16_t raw = raw_value(C, x, f.base);
  assert(x.lo <= x.hi && range.lo <= range.hi);
  if (x.lo < range.lo || x.hi > range.hi)
    sv_code_emit(C, SV_CODE_WITHIN, C->level, raw, 0,
                 (int64_t)((uint64_t)range.hi - (uint64_t)range.lo));
  if (!f.bits) return;
  if (f.word <= UINT16_MAX)
    sv_code_emit(C, SV_CODE_STORE, f.word, raw, f.shift, (int64_t)(UINT64_MAX >> (64 - f.bits)));
  else sv_code_emit(C, SV_CODE_FARSTORE, 64u - f.bits, raw, f.shift, f.word);
  sv_push(m->written, (sv_stretch){cell, 1});
}

static void set_cell(sv_maker *m, sv_machine_action *move, uint32_t cell, sv_code_range range,
                     sv_operand x) {
  if (x.constant && (x.k < range.lo || x.k > range.hi)) move->never = true;
  else if (x.constant && !was_written(m, cell, 1))
    sv_maker_patch(m, m->program->layout->cells[cell], x.k);
  else store(m, cell, range, x);
}

// Cell j of a block of n, at a computed place in the variable.
static void set_computed(sv_maker *m, const sv_net_var *v, sv_operand block, uint32_t n, uint32_t j,
                         sv_code_range range, sv_operand x) {
  sv_compiler *C = &m->compiler;
  uint16_t cell = block.reg;
  if (n > 1) {
    uint16_t offset = sv_code_register(C, sv_code_constant(j));
    cell = (uint16_t)sv_code_fresh(C, 1);
    sv_code_emit(C, SV_CODE_INDEX, cell, block.reg, offset, n);
  }
  if (x.lo < range.lo || x.hi > range.hi)
    sv_code_emit(C, SV_CODE_GUARDED, C->level, raw_value(C, x, range.lo), cell,
                 (int64_t)((uint64_t)range.hi - (uint64_t)range.lo));
  sv_code_emit(C, SV_CODE_WRITE, 0, cell, sv_code_register(C, x), v->first_cell);
}

static void update(sv_maker *m, sv_machine_action *move, const sv_update *u) {
  sv_compiler *C = &m->compiler;
  const sv_terms *T = C->terms;
  uint32_t n = sv_sort_cells(T, sv_sort_of(T, u->target)), mark = C->next;
  sv_operand block;
  sv_term root = sv_code_split(C, u->target, &block);
  const sv_net_var *v = &m->program->net->vars.at[sv_node_of(T, sv_index(root)).id];
  sv_code_range range;
  sv_layout_range(m->program->net, sv_sort_scalar(T, v->sort), &range.lo, &range.hi);
  if (block.constant && block.k < 0) return;
  C->level = sv_maker_level(m, (const sv_term[]){u->target, u->value}, 2);
  sv_clear(m->values);
  sv_code_cells(C, u->value, &m->values);
  assert(C->failed || m->values.n == n);
  for (uint32_t j = 0; j < n && !C->failed; j++) {
    uint32_t within = C->next;
    if (block.constant)
      set_cell(m, move, v->first_cell + (uint32_t)block.k * n + j, range, m->values.at[j]);
    else set_computed(m, v, block, n, j, range, m->values.at[j]);
    C->next = within;
  }
  if (!block.constant) sv_push(m->written, (sv_stretch){v->first_cell, v->cells});
  C->next = mark;
}

static void move_edges(sv_maker *m, sv_machine_action *move, const sv_net_action *a) {
  const sv_net *net = m->program->net;
  for (uint32_t i = 0; i < a->edge_count; i++) {
    uint32_t cell = net->vars.at[net->processes.at[a->edges[i].process].pc].first_cell;
    if (a->edges[i].to != SV_STAY)
      set_cell(m, move, cell, (sv_code_range){0, UINT32_MAX}, sv_code_constant(a->edges[i].to));
  }
}

// ---- queue operations

// Whether the second operation works may depend on what the first one did.
static void raise_level(sv_maker *m, const sv_queue_op *op) {
  sv_compiler *C = &m->compiler;
  const sv_term places[] = {op->queue, sv_is_none(op->slot) ? op->queue : op->slot};
  uint32_t level = sv_maker_level(m, places, 2),
           fields = sv_maker_level(m, op->fields, op->field_count);
  if (level > C->level) C->level = level;
  if (fields > C->level) C->level = fields;
}

static void queue_op(sv_maker *m, const sv_queue_op *op) {
  sv_compiler *C = &m->compiler;
  uint32_t mark = C->next;
  raise_level(m, op);
  sv_code_queue_op out = {.verb = op->verb, .slot = SV_NO_REGISTER};
  out.queue = sv_code_register(C, sv_code_value(C, op->queue));
  if (!sv_is_none(op->slot)) out.slot = sv_code_register(C, sv_code_value(C, op->slot));
  out.fields = (uint16_t)sv_code_fresh(C, op->field_count);
  out.field_count = (uint16_t)op->field_count;
  for (uint32_t i = 0; i < op->field_count && !C->failed; i++) {
    uint32_t within = C->next;
    sv_code_into(C, out.fields + i, sv_code_value(C, op->fields[i]));
    C->next = within;
  }
  sv_code_emit(C, SV_CODE_QUEUE, C->level, 0, 0, C->code->queue_ops.n);
  sv_push(C->code->queue_ops, out);
  C->next = mark;
}

// ---- the whole

// The terms that are evaluated in the old state.
static void collect_terms(sv_maker *m, const sv_net_action *a) {
  const sv_terms *T = m->program->net->model->terms;
  sv_clear(m->terms);
  for (uint32_t i = 0; i < a->update_count; i++) {
    sv_node node = sv_node_of(T, sv_index(a->updates[i].target));
    for (; node.op == SV_OP_SELECT; node = sv_node_of(T, sv_index(node.args[0])))
      sv_push(m->terms, node.args[1]);
    assert(node.op == SV_OP_VAR);
    sv_push(m->terms, a->updates[i].value);
  }
  for (uint32_t i = 0; i < a->queue_op_count; i++) {
    const sv_queue_op *op = &a->queue_ops[i];
    sv_push(m->terms, op->queue);
    if (!sv_is_none(op->slot)) sv_push(m->terms, op->slot);
    for (uint32_t f = 0; f < op->field_count; f++) sv_push(m->terms, op->fields[f]);
  }
}

// Emptying is for queues that are known: it always works.
static bool can_fail(const sv_bytecode *code, const sv_ins *i) {
  if (i->op == SV_CODE_QUEUE) return code->queue_ops.at[i->k].verb != SV_EMPTY;
  return i->op == SV_CODE_WITHIN || i->op == SV_CODE_GUARDED || i->op == SV_CODE_NEED ||
         i->op == SV_CODE_FAIL;
}

static void finish(sv_maker *m, sv_machine_action *move, uint32_t piece) {
  sv_bytecode *code = m->compiler.code;
  for (uint32_t i = piece; i < code->ins.n; i++)
    move->uncertain |= can_fail(code, &code->ins.at[i]);
  if (code->ins.n > piece) sv_code_done(&m->compiler);
  move->effect = code->ins.n > piece ? piece : SV_NO_PIECE;
  move->patches = sv_maker_keep(m, m->patches.at, m->patches.n, sizeof *m->patches.at);
  move->patch_count = m->patches.n;
}

void sv_machine_effect_code(sv_maker *m, const sv_net_action *a, sv_machine_action *move) {
  sv_compiler *C = &m->compiler;
  sv_clear(m->patches);
  sv_clear(m->written);
  sv_maker_levels(m, a);
  uint32_t piece = sv_code_begin(C, a->choice_count);
  sv_maker_constrain(m, false);
  collect_terms(m, a);
  sv_code_plan(C, m->terms.at, m->terms.n);
  C->level = 0;
  for (uint32_t i = 0; i < a->queue_op_count && !C->failed; i++) queue_op(m, &a->queue_ops[i]);
  for (uint32_t i = 0; i < a->update_count && !C->failed; i++) update(m, move, &a->updates[i]);
  move_edges(m, move, a);
  sv_maker_constrain(m, true);
  finish(m, move, piece);
}
