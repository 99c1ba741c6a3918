// exec_eval.c -- evaluates terms over a net.
//
// Operators on scalars are sv_apply's; here are leaves, arrays and queues.
// Reading outside of an array gives the default of the element sort without
// its range, reading a message that is not there gives the default of the
// field's sort.

#include "exec/exec_inside.h"

// ---- compiling

static void compile_node(sv_exec *x, sv_code *code, const sv_map *place, uint32_t index) {
  sv_instruction i = {.node = sv_node_of(x->terms, index), .first_arg = code->args.n};
  for (uint32_t a = 0; a < i.node.n; a++) {
    sv_term t = i.node.args[a];
    sv_push(code->args, sv_map_get(place, sv_index(t)) << 1 | sv_negated(t));
  }
  if (i.node.n) i.from = sv_sort_of(x->terms, i.node.args[0]);
  i.node.args = NULL;  // the table may move
  i.cells = sv_sort_cells(x->terms, i.node.sort);
  i.store = code->scratch;
  code->scratch += i.cells;
  sv_push(code->code, i);
}

sv_code *sv_exec_compile(sv_exec *x, const sv_term *roots, uint32_t n) {
  sv_code *code = SV_NEW(sv_code);
  sv_map place = {0};
  sv_u32s cone = {0};
  sv_push(x->all_codes, code);
  sv_cone(x->terms, roots, n, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    compile_node(x, code, &place, cone.at[i]);
    sv_map_put(&place, cone.at[i], i);
  }
  for (uint32_t i = 0; i < n; i++)
    sv_push(code->roots, sv_map_get(&place, sv_index(roots[i])) << 1 | sv_negated(roots[i]));
  sv_map_free(&place);
  sv_vec_free(cone);
  return code;
}

sv_code *sv_exec_code(sv_exec *x, sv_term term) {
  uint32_t known = sv_map_get(&x->codes, term.x);
  if (known != SV_MAP_NONE) return x->code_list.at[known];
  sv_code *code = sv_exec_compile(x, &term, 1);
  sv_map_put(&x->codes, term.x, x->code_list.n);
  sv_push(x->code_list, code);
  return code;
}

// ---- registers

static sv_value read_scalar(const sv_exec *x, uint32_t place) {
  sv_value v = *x->registers.at[place >> 1];
  return place & 1 ? sv_bool_value(sv_value_same(v, sv_small(0))) : v;
}

static uint32_t arg_place(const sv_code *code, const sv_instruction *i, uint32_t a) {
  return code->args.at[i->first_arg + a];
}

static sv_value arg(const sv_exec *x, const sv_code *code, const sv_instruction *i, uint32_t a) {
  return read_scalar(x, arg_place(code, i, a));
}

static const sv_value *arg_slice(const sv_exec *x, const sv_code *code, const sv_instruction *i,
                                 uint32_t a) {
  return x->registers.at[arg_place(code, i, a) >> 1];
}

const sv_value *sv_exec_slice(const sv_exec *x, const sv_code *code, uint32_t root) {
  return x->registers.at[code->roots.at[root] >> 1];
}

sv_value sv_exec_scalar(const sv_exec *x, const sv_code *code, uint32_t root) {
  return read_scalar(x, code->roots.at[root]);
}

static sv_value *store_of(sv_exec *x, const sv_instruction *i) { return x->cells.at + i->store; }

static const sv_value *result(sv_exec *x, const sv_instruction *i, sv_value v) {
  *store_of(x, i) = v;
  return store_of(x, i);
}

static const sv_value *filled(sv_exec *x, const sv_instruction *i, sv_value v) {
  for (uint32_t c = 0; c < i->cells; c++) store_of(x, i)[c] = v;
  return store_of(x, i);
}

// ---- arrays

// The number in 0 .. n-1 that the value is, or UINT32_MAX.
static uint32_t small_index(const sv_exec *x, sv_value v, uint32_t n) {
  int64_t k;
  return sv_number_to_i64(x->numbers, v, &k) && k >= 0 && k < n ? (uint32_t)k : UINT32_MAX;
}

static const sv_value *run_select(sv_exec *x, const sv_code *code, const sv_instruction *i) {
  uint32_t k = small_index(x, arg(x, code, i, 1), sv_sort_get(x->terms, i->from)->size);
  if (k == UINT32_MAX) return filled(x, i, sv_sort_default(x->terms, i->node.sort));
  return arg_slice(x, code, i, 0) + (size_t)k * i->cells;
}

// Copies argument a (a scalar may be negated) to n cells.
static void copy_arg(sv_exec *x, const sv_code *code, const sv_instruction *i, uint32_t a,
                     sv_value *to, uint32_t n) {
  if (n == 1) *to = arg(x, code, i, a);
  else memcpy(to, arg_slice(x, code, i, a), n * sizeof *to);
}

static const sv_value *run_store(sv_exec *x, const sv_code *code, const sv_instruction *i) {
  uint32_t size = sv_sort_get(x->terms, i->node.sort)->size, part = i->cells / size;
  uint32_t k = small_index(x, arg(x, code, i, 1), size);
  if (k == UINT32_MAX) return arg_slice(x, code, i, 0);
  memcpy(store_of(x, i), arg_slice(x, code, i, 0), i->cells * sizeof(sv_value));
  copy_arg(x, code, i, 2, store_of(x, i) + (size_t)k * part, part);
  return store_of(x, i);
}

// ARRAY has an argument for each element, FILL one for all.
static const sv_value *run_array(sv_exec *x, const sv_code *code, const sv_instruction *i) {
  uint32_t size = sv_sort_get(x->terms, i->node.sort)->size, part = i->cells / size;
  for (uint32_t k = 0; k < size; k++)
    copy_arg(x, code, i, i->node.op == SV_OP_ARRAY ? k : 0, store_of(x, i) + (size_t)k * part,
             part);
  return store_of(x, i);
}

static const sv_value *run_equal_arrays(sv_exec *x, const sv_code *code, const sv_instruction *i) {
  const sv_value *a = arg_slice(x, code, i, 0), *b = arg_slice(x, code, i, 1);
  uint32_t n = sv_sort_cells(x->terms, i->from);
  bool same = true;
  for (uint32_t c = 0; c < n; c++) same &= sv_value_same(a[c], b[c]);
  return result(x, i, sv_bool_value(same));
}

// ---- queues

// The queue that an argument names, or NULL for none.
static const sv_queue_state *arg_queue(const sv_exec *x, const sv_code *code,
                                       const sv_instruction *i, const sv_state *now,
                                       const sv_net_queue **net_queue) {
  uint32_t ref = small_index(x, arg(x, code, i, 0), x->net->queues.n + 1);
  if (ref == 0 || ref == UINT32_MAX) return NULL;
  *net_queue = &x->net->queues.at[ref - 1];
  return &now->queues[ref - 1];
}

// The run of queues begins at node.id and has node.role members.
static sv_value run_queue(const sv_exec *x, const sv_code *code, const sv_instruction *i) {
  uint32_t k = i->node.n ? small_index(x, arg(x, code, i, 0), i->node.role) : 0;
  return sv_small(k == UINT32_MAX ? 0 : (int64_t)i->node.id + k + 1);
}

static sv_value run_peek(const sv_exec *x, const sv_code *code, const sv_instruction *i,
                         const sv_state *now) {
  const sv_net_queue *q = NULL;
  const sv_queue_state *s = arg_queue(x, code, i, now, &q);
  sv_value nothing = sv_sort_default(x->terms, i->node.sort);
  if (!s || i->node.id >= q->field_count) return nothing;
  uint32_t slot = small_index(x, arg(x, code, i, 1), s->messages - s->deferred);
  if (slot == UINT32_MAX) return nothing;
  sv_value v = s->fields.at[(s->deferred + slot) * q->field_count + i->node.id];
  return sv_choices_has(x->net, i->node.sort, v) ? v : nothing;
}

static sv_value run_queue_test(const sv_exec *x, const sv_code *code, const sv_instruction *i,
                               const sv_state *now) {
  const sv_net_queue *q = NULL;
  const sv_queue_state *s = arg_queue(x, code, i, now, &q);
  if (i->node.op == SV_OP_QFULL) return sv_bool_value(s && s->messages >= q->capacity);
  if (!s) return sv_small(0);
  return sv_small(i->node.op == SV_OP_QDEFER ? s->deferred : s->messages - s->deferred);
}

// ---- running

static const sv_value *run_scalar(sv_exec *x, const sv_code *code, const sv_instruction *i) {
  sv_clear(x->arguments);
  for (uint32_t a = 0; a < i->node.n; a++) sv_push(x->arguments, arg(x, code, i, a));
  return result(x, i,
                sv_apply(x->numbers, x->terms, i->node.op, i->node.sort, i->from, x->arguments.at,
                         i->node.n));
}

static const sv_value *run_ite(sv_exec *x, const sv_code *code, const sv_instruction *i) {
  uint32_t taken = sv_value_same(arg(x, code, i, 0), sv_small(0)) ? 2 : 1;
  return i->cells == 1 ? result(x, i, arg(x, code, i, taken)) : arg_slice(x, code, i, taken);
}

static const sv_value *run_variable(const sv_exec *x, const sv_instruction *i,
                                    const sv_state *state) {
  REQUIRE(state, "there is no next state here");
  return state->cells + x->net->vars.at[i->node.id].first_cell;
}

static const sv_value *run_one(sv_exec *x, const sv_code *code, const sv_instruction *i,
                               sv_view view) {
  switch (i->node.op) {
  case SV_OP_CONST: return result(x, i, i->node.value);
  case SV_OP_VAR: return run_variable(x, i, view.now);
  case SV_OP_NEXT: return run_variable(x, i, view.next);
  case SV_OP_CHOICE:
    REQUIRE(view.choices, "there are no choices here");
    return view.choices + i->node.id;
  case SV_OP_ITE: return run_ite(x, code, i);
  case SV_OP_EQ:
    if (sv_sort_cells(x->terms, i->from) > 1) return run_equal_arrays(x, code, i);
    return run_scalar(x, code, i);
  case SV_OP_SELECT: return run_select(x, code, i);
  case SV_OP_STORE: return run_store(x, code, i);
  case SV_OP_ARRAY:
  case SV_OP_FILL: return run_array(x, code, i);
  case SV_ANY_REFERENCE_OP: return result(x, i, run_queue(x, code, i));
  case SV_OP_QLEN:
  case SV_OP_QFULL:
  case SV_OP_QDEFER: return result(x, i, run_queue_test(x, code, i, view.now));
  case SV_OP_PEEK: return result(x, i, run_peek(x, code, i, view.now));
  case SV_OP_AND:
  case SV_ANY_COMPARISON_OP:
  case SV_ANY_ARITHMETIC_OP:
  case SV_ANY_BITS_OP:
  case SV_ANY_CONVERSION_OP: return run_scalar(x, code, i);
  case SV_ANY_INSTANCE_OP: break;
  }
  REQUIRE(false, "not a term of a net");
  SV_UNREACHABLE();
}

void sv_exec_run(sv_exec *x, const sv_code *code, sv_view view) {
  sv_fill(x->registers, code->code.n);
  sv_fill(x->cells, code->scratch);
  for (uint32_t i = 0; i < code->code.n; i++)
    x->registers.at[i] = run_one(x, code, &code->code.at[i], view);
}

bool sv_exec_holds(sv_exec *x, sv_code *code, sv_view view) {
  if (!code) return true;
  sv_exec_run(x, code, view);
  return sv_value_same(sv_exec_scalar(x, code, 0), sv_small(1));
}
