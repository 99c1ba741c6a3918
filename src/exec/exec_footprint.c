// exec_footprint.c -- what evaluating a code has looked at. See footprint.h.
//
// A run leaves in every register where its value lies. Going back from the
// roots through the code, instructions are marked as far as their value
// counts. Where an array is only on the way to one of its cells, the pointer in
// the register already says which cell of the state that is; of the way there
// count indices and conditions only.

#include "exec/exec_inside.h"

typedef enum { UNUSED, PATH, VALUE } use;

typedef struct {
  const sv_exec *x;
  const sv_code *code;
  sv_view view;
  sv_footprint *out;
  sv_u32s marks;  // by instruction
} trail;

static uint32_t place_of(const trail *t, const sv_instruction *i, uint32_t arg) {
  return t->code->args.at[i->first_arg + arg];
}

static void mark(trail *t, uint32_t place, use how) {
  uint32_t *m = &t->marks.at[place >> 1];
  if (*m < how) *m = how;
}

static void mark_arg(trail *t, const sv_instruction *i, uint32_t arg, use how) {
  mark(t, place_of(t, i, arg), how);
}

static bool is_true(const trail *t, uint32_t place) {
  bool zero = sv_value_same(*t->x->registers.at[place >> 1], sv_small(0));
  return zero == (place & 1);
}

// The cell of the state to which the register points, or UINT32_MAX.
static uint32_t cell_in(const trail *t, const sv_state *s, const sv_value *at) {
  uintptr_t first = s ? (uintptr_t)s->cells : 0, p = (uintptr_t)at;
  bool inside = s && p >= first && p < first + t->x->net->cells * sizeof *at;
  return inside ? (uint32_t)((p - first) / sizeof *at) : UINT32_MAX;
}

bool sv_footprint_written(const sv_footprint *footprint, uint32_t cell) {
  for (uint32_t i = 0; i < footprint->writes.n; i++)
    if (cell - footprint->writes.at[i].first < footprint->writes.at[i].n) return true;
  return false;
}

// True if the value lies in the state before or after: then these cells were read.
static bool note_cells(trail *t, const sv_value *at, uint32_t n) {
  uint32_t now = cell_in(t, t->view.now, at), next = cell_in(t, t->view.next, at);
  if (now != UINT32_MAX) sv_push(t->out->reads, (sv_cells){now, n});
  else if (next == UINT32_MAX) return false;
  else
    for (uint32_t c = next; c < next + n; c++)
      if (!sv_footprint_written(t->out, c)) sv_push(t->out->reads, (sv_cells){c, 1});
  return true;
}

void sv_footprint_stand(sv_footprint *out, uint32_t process, uint32_t location) {
  sv_push(out->stands, (sv_stand){process, location});
}

static void note_variable(trail *t, const sv_instruction *i, const sv_value *at) {
  const sv_net_var *v = &t->x->net->vars.at[i->node.id];
  if (!v->is_pc) note_cells(t, at, i->cells);
  else if (i->node.op == SV_OP_VAR || !sv_footprint_written(t->out, v->first_cell))
    for (uint32_t l = 0; l < sv_net_locations(t->x->net, v->process); l++)
      sv_footprint_stand(t->out, v->process, l);
}

// "p stands in l" looks at no other location of p.
static bool note_stand(trail *t, const sv_instruction *i) {
  for (uint32_t a = 0; a < 2; a++) {
    const sv_instruction *pc = &t->code->code.at[place_of(t, i, a) >> 1];
    const sv_instruction *at = &t->code->code.at[place_of(t, i, 1 - a) >> 1];
    if (pc->node.op != SV_OP_VAR || at->node.op != SV_OP_CONST) continue;
    const sv_net_var *v = &t->x->net->vars.at[pc->node.id];
    if (!v->is_pc) continue;
    sv_footprint_stand(t->out, v->process, (uint32_t)sv_small_get(at->node.value));
    return true;
  }
  return false;
}

static void mark_all(trail *t, const sv_instruction *i) {
  for (uint32_t a = 0; a < i->node.n; a++) mark_arg(t, i, a, VALUE);
}

static void mark_and(trail *t, const sv_instruction *i) {
  for (uint32_t a = 0; a < i->node.n; a++)
    if (!is_true(t, place_of(t, i, a))) return mark_arg(t, i, a, VALUE);
  mark_all(t, i);
}

static void mark_ite(trail *t, const sv_instruction *i, use how) {
  mark_arg(t, i, 0, VALUE);
  mark_arg(t, i, is_true(t, place_of(t, i, 0)) ? 1 : 2, how);
}

static bool is_own_store(const trail *t, const sv_instruction *i, const sv_value *at) {
  return at == t->x->cells.at + i->store;
}

static void mark_select(trail *t, const sv_instruction *i, const sv_value *at, use how) {
  mark_arg(t, i, 1, VALUE);
  if (is_own_store(t, i, at)) return;  // outside: nothing was read
  bool found = how == PATH || note_cells(t, at, i->cells);
  mark_arg(t, i, 0, found ? PATH : VALUE);
}

static void mark_store(trail *t, const sv_instruction *i, const sv_value *at, use how) {
  if (is_own_store(t, i, at)) return mark_all(t, i);
  mark_arg(t, i, 1, VALUE);
  mark_arg(t, i, 0, how);
}

static void note_queue(trail *t, const sv_instruction *i) {
  mark_all(t, i);
  int64_t ref = sv_small_get(*t->x->registers.at[place_of(t, i, 0) >> 1]);
  if (ref > 0 && ref <= t->x->net->queues.n) sv_push(t->out->queues, (uint32_t)ref - 1);
}

static void go_back(trail *t, const sv_instruction *i, const sv_value *at, use how) {
  switch (i->node.op) {
  case SV_OP_VAR:
  case SV_OP_NEXT:
    if (how == VALUE) note_variable(t, i, at);
    return;
  case SV_OP_ITE: return mark_ite(t, i, how);
  case SV_OP_AND: return mark_and(t, i);
  case SV_OP_SELECT: return mark_select(t, i, at, how);
  case SV_OP_STORE: return mark_store(t, i, at, how);
  case SV_ANY_QUEUE_OP: return note_queue(t, i);
  case SV_OP_EQ:
    if (note_stand(t, i)) return;
    return mark_all(t, i);
  case SV_OP_CONST:
  case SV_OP_CHOICE:
  case SV_ANY_COMPARISON_OP:
  case SV_ANY_ARITHMETIC_OP:
  case SV_ANY_BITS_OP:
  case SV_ANY_CONVERSION_OP:
  case SV_OP_ARRAY:
  case SV_OP_FILL:
  case SV_ANY_REFERENCE_OP: return mark_all(t, i);
  case SV_ANY_INSTANCE_OP: break;  // none in a net
  }
  SV_UNREACHABLE();
}

void sv_exec_trail(const sv_exec *x, const sv_code *code, sv_view view, const uint32_t *roots,
                   uint32_t n, sv_footprint *out) {
  trail t = {x, code, view, out, {0}};
  sv_fill(t.marks, code->code.n);
  for (uint32_t r = 0; r < n; r++) mark(&t, code->roots.at[roots ? roots[r] : r], VALUE);
  for (uint32_t i = code->code.n; i-- > 0;)
    if (t.marks.at[i] != UNUSED)
      go_back(&t, &code->code.at[i], x->registers.at[i], (use)t.marks.at[i]);
  sv_vec_free(t.marks);
}
