// reads.c -- walks terms for their reads, and references for their queues.
//
// The walk goes downwards with an explicit stack. It stops at the patterns
// that read less than a variable: select with constant indices and "process
// stands in location".

#include "analysis/access/reads.h"

static const sv_net *net_of(const sv_reader *r) { return r->map->net; }
static sv_terms *terms_of(const sv_reader *r) { return net_of(r)->model->terms; }

// ---- places in arrays

// Is the index constant? *slot is its place, or `size` if it lies outside.
static bool constant_slot(const sv_terms *T, sv_term index, uint32_t size, uint32_t *slot) {
  sv_value v;
  int64_t n;
  if (!sv_is_const(T, index, &v)) return false;
  bool inside = sv_number_to_i64(sv_terms_numbers(T), v, &n) && n >= 0 && n < size;
  *slot = inside ? (uint32_t)n : size;
  return true;
}

uint32_t sv_target_var(const sv_terms *T, sv_term target) {
  sv_node node = sv_node_of(T, sv_index(target));
  while (node.op == SV_OP_SELECT) node = sv_node_of(T, sv_index(node.args[0]));
  return node.op == SV_OP_VAR ? node.id : SV_NO_VARIABLE;
}

// The parts meant by VAR or SELECT … of VAR: as precise as the constant
// indices allow. True if an index is not constant. Depth: nesting of the sort.
static bool place(const sv_reader *r, sv_term t, sv_part_range *out) {
  const sv_terms *T = terms_of(r);
  sv_node node = sv_node_of(T, sv_index(t));
  if (node.op == SV_OP_VAR) {
    *out = (sv_part_range){r->map->first[node.id], r->map->first[node.id + 1]};
    return false;
  }
  assert(node.op == SV_OP_SELECT);
  bool open = place(r, node.args[0], out);
  uint32_t size = sv_sort_get(T, sv_sort_of(T, node.args[0]))->size, slot;
  if (open || !constant_slot(T, node.args[1], size, &slot)) return true;
  uint32_t each = (out->hi - out->lo) / size;
  if (slot == size) out->hi = out->lo;
  else out->lo += slot * each, out->hi = out->lo + each;
  return false;
}

bool sv_reader_target(sv_reader *r, sv_term target, sv_part_range *out) {
  return place(r, target, out);
}

// ---- the walk

static void push(sv_reader *r, sv_term t) {
  if (sv_map_get(&r->visited, sv_index(t)) != SV_MAP_NONE) return;
  sv_map_put(&r->visited, sv_index(t), 0);
  sv_push(r->stack, t);
}

static void push_args(sv_reader *r, const sv_node *node) {
  for (uint32_t i = 0; i < node->n; i++) push(r, node->args[i]);
}

static void read_var(const sv_reader *r, uint32_t var, sv_parts *out) {
  sv_parts_add(out, r->map->first[var], r->map->first[var + 1]);
}

static void read_next(const sv_reader *r, uint32_t var, const sv_parts *written, sv_parts *out) {
  sv_parts all = {0};
  read_var(r, var, &all);
  if (!written || !sv_parts_subset(&all, written)) sv_parts_append(out, &all);
  sv_vec_free(all);
}

static bool read_location(const sv_reader *r, const sv_node *node, sv_parts *out) {
  const sv_terms *T = terms_of(r);
  for (uint32_t i = 0; i < 2; i++) {
    sv_node var = sv_node_of(T, sv_index(node->args[i]));
    sv_value v;
    if (var.op != SV_OP_VAR || !net_of(r)->vars.at[var.id].is_pc) continue;
    if (!sv_is_const(T, node->args[1 - i], &v)) continue;
    uint32_t first = r->map->first[var.id], count = r->map->first[var.id + 1] - first;
    int64_t l = sv_small_get(v);
    if (l >= 0 && l < count) sv_parts_add(out, first + (uint32_t)l, first + (uint32_t)l + 1);
    return true;
  }
  return false;
}

static void read_select(sv_reader *r, const sv_node *node, sv_term t, sv_parts *out) {
  const sv_terms *T = terms_of(r);
  sv_part_range range;
  if (sv_target_var(T, t) == SV_NO_VARIABLE) {
    push_args(r, node);
    return;
  }
  place(r, t, &range);
  sv_parts_add(out, range.lo, range.hi);
  for (sv_node n = *node; n.op == SV_OP_SELECT; n = sv_node_of(T, sv_index(n.args[0])))
    push(r, n.args[1]);
}

static void read_queue(sv_reader *r, sv_term queue, sv_parts *out) {
  sv_bits refs;
  sv_bits_init(&refs, net_of(r)->queues.n);
  sv_reader_refs(r, queue, &refs);
  for (uint32_t q = sv_bits_next(&refs, 0); q != UINT32_MAX; q = sv_bits_next(&refs, q + 1)) {
    uint32_t part = r->map->first[sv_queue_object(r->map, q)];
    sv_parts_add(out, part, part + 1);
  }
  sv_bits_free(&refs);
}

static void visit(sv_reader *r, sv_term t, const sv_parts *written, sv_parts *out, bool *next) {
  sv_node node = sv_node_of(terms_of(r), sv_index(t));
  switch (node.op) {
  case SV_OP_CONST:
  case SV_OP_CHOICE: return;
  case SV_OP_VAR: read_var(r, node.id, out); return;
  case SV_OP_NEXT:
    if (next) *next = true;
    read_next(r, node.id, written, out);
    return;
  case SV_OP_EQ:
    if (!read_location(r, &node, out)) push_args(r, &node);
    return;
  case SV_OP_SELECT: read_select(r, &node, sv_positive(t), out); return;
  case SV_ANY_QUEUE_OP:
    read_queue(r, node.args[0], out);
    push_args(r, &node);
    return;
  case SV_OP_AND:
  case SV_OP_ITE:
  case SV_ANY_COMPARISON_OP:
  case SV_ANY_ARITHMETIC_OP:
  case SV_ANY_BITS_OP:
  case SV_ANY_CONVERSION_OP:
  case SV_OP_STORE:
  case SV_OP_ARRAY:
  case SV_OP_FILL:
  case SV_ANY_REFERENCE_OP: push_args(r, &node); return;
  case SV_ANY_INSTANCE_OP: break;  // none in a net
  }
  SV_UNREACHABLE();
}

void sv_reader_term(sv_reader *r, sv_term t, const sv_parts *written, sv_parts *out, bool *next) {
  if (sv_is_none(t)) return;
  sv_map_clear(&r->visited);
  sv_clear(r->stack);
  push(r, t);
  while (r->stack.n) visit(r, sv_pop(r->stack), written, out, next);
}

void sv_reader_indices(sv_reader *r, sv_term target, sv_parts *out) {
  const sv_terms *T = terms_of(r);
  sv_node node = sv_node_of(T, sv_index(target));
  for (; node.op == SV_OP_SELECT; node = sv_node_of(T, sv_index(node.args[0])))
    sv_reader_term(r, node.args[1], NULL, out, NULL);
}

// ---- references

static void add_run(sv_bits *out, uint32_t first, uint32_t count) {
  for (uint32_t q = first; q < first + count && q < out->n; q++) sv_bits_add(out, q);
}

static void refs_of_node(sv_reader *r, const sv_node *node, sv_bits *out, sv_u32s *todo) {
  switch (node->op) {
  case SV_OP_CONST:
    if (sv_small_get(node->value) > 0) add_run(out, (uint32_t)sv_small_get(node->value) - 1, 1);
    return;
  case SV_OP_VAR:
  case SV_OP_NEXT:
    if (r->var_refs[node->id].n) sv_bits_join(out, &r->var_refs[node->id]);
    return;
  case SV_OP_QUEUE:
    if (node->n) add_run(out, node->id, node->role);
    else add_run(out, node->id, 1);
    return;
  case SV_OP_PEEK: sv_bits_join(out, &r->message_refs); return;
  case SV_OP_ITE:
    sv_push(*todo, sv_index(node->args[1]));
    sv_push(*todo, sv_index(node->args[2]));
    return;
  case SV_OP_SELECT: sv_push(*todo, sv_index(node->args[0])); return;
  case SV_OP_STORE:
    sv_push(*todo, sv_index(node->args[0]));
    sv_push(*todo, sv_index(node->args[2]));
    return;
  case SV_OP_ARRAY:
  case SV_OP_FILL:
    for (uint32_t i = 0; i < node->n; i++) sv_push(*todo, sv_index(node->args[i]));
    return;
  case SV_OP_CHOICE:
  case SV_ANY_INSTANCE_OP:
  case SV_OP_AND:
  case SV_OP_EQ:
  case SV_ANY_COMPARISON_OP:
  case SV_ANY_ARITHMETIC_OP:
  case SV_ANY_BITS_OP:
  case SV_ANY_CONVERSION_OP:
  case SV_OP_QLEN:
  case SV_OP_QFULL:
  case SV_OP_QDEFER: sv_bits_all(out); return;
  }
  SV_UNREACHABLE();
}

void sv_reader_refs(sv_reader *r, sv_term t, sv_bits *out) {
  sv_u32s todo = {0};
  sv_map visited = {0};
  sv_push(todo, sv_index(t));
  while (todo.n) {
    uint32_t index = sv_pop(todo);
    if (sv_map_get(&visited, index) != SV_MAP_NONE) continue;
    sv_map_put(&visited, index, 0);
    sv_node node = sv_node_of(terms_of(r), index);
    refs_of_node(r, &node, out, &todo);
  }
  sv_map_free(&visited);
  sv_vec_free(todo);
}

static bool is_ref(const sv_terms *T, sv_sort s) {
  return sv_sort_get(T, sv_sort_scalar(T, s))->kind == SV_SORT_REF;
}

static bool flow(sv_reader *r, sv_term from, sv_bits *to) {
  sv_bits refs;
  sv_bits_init(&refs, to->n);
  sv_reader_refs(r, from, &refs);
  bool grew = sv_bits_join(to, &refs);
  sv_bits_free(&refs);
  return grew;
}

static bool flow_of_action(sv_reader *r, const sv_net_action *a) {
  const sv_terms *T = terms_of(r);
  bool grew = false;
  for (uint32_t i = 0; i < a->update_count; i++) {
    uint32_t var = sv_target_var(T, a->updates[i].target);
    if (var != SV_NO_VARIABLE && r->var_refs[var].n)
      grew |= flow(r, a->updates[i].value, &r->var_refs[var]);
  }
  for (uint32_t i = 0; i < a->queue_op_count; i++)
    for (uint32_t f = 0; f < a->queue_ops[i].field_count; f++)
      if (is_ref(T, sv_sort_of(T, a->queue_ops[i].fields[f])))
        grew |= flow(r, a->queue_ops[i].fields[f], &r->message_refs);
  return grew;
}

static void start_flow(sv_reader *r) {
  const sv_net *net = net_of(r);
  for (uint32_t v = 0; v < net->vars.n; v++) {
    if (!is_ref(terms_of(r), net->vars.at[v].sort)) continue;
    sv_bits_init(&r->var_refs[v], net->queues.n);
    if (sv_is_none(net->vars.at[v].init)) sv_bits_all(&r->var_refs[v]);
    else flow(r, net->vars.at[v].init, &r->var_refs[v]);
  }
}

void sv_reader_init(sv_reader *r, const sv_part_map *map) {
  const sv_net *net = map->net;
  *r = (sv_reader){.map = map, .var_refs = SV_NEW_ARRAY(sv_bits, net->vars.n + 1)};
  sv_bits_init(&r->message_refs, net->queues.n);
  if (!net->queues.n) return;
  start_flow(r);
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t i = 0; i < net->actions.n; i++) grew |= flow_of_action(r, &net->actions.at[i]);
  }
}

void sv_reader_free(sv_reader *r) {
  for (uint32_t v = 0; v < net_of(r)->vars.n; v++) sv_bits_free(&r->var_refs[v]);
  sv_free(r->var_refs);
  sv_bits_free(&r->message_refs);
  sv_map_free(&r->visited);
  sv_vec_free(r->stack);
}
