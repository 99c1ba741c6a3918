// words.c -- numbers that meet, for the order of variables.
//
// A sum or a comparison of numbers is a small diagram where bits of the same weight are
// neighbours, and as large as a table of all values where one number lies behind the other. So
// numbers that are compared with or computed from each other make one item of the order, in
// which their bits take turns. Boolean programs have no numbers: nothing changes for them.

#include "engine/threads/words.h"

#include <stdlib.h>

typedef struct {
  const sv_thread_system *s;
  uint32_t *parent;  // by variable of the net: union-find
} meeting;

static uint32_t find(const meeting *m, uint32_t v) {
  while (m->parent[v] != v) v = m->parent[v] = m->parent[m->parent[v]];
  return v;
}

static bool is_number(const meeting *m, uint32_t v) {
  const sv_net *net = m->s->net;
  sv_sort sort = sv_sort_scalar(net->model->terms, net->vars.at[v].sort);
  const sv_sort_info *info = sv_sort_get(net->model->terms, sort);
  return info->kind == SV_SORT_BV && info->size > 1;
}

// All numbers in these terms meet.
static void join(meeting *m, const sv_term *roots, uint32_t n) {
  const sv_terms *T = m->s->net->model->terms;
  sv_u32s cone = {0};
  uint32_t first = UINT32_MAX;
  sv_cone(T, roots, n, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_node node = sv_node_of(T, cone.at[i]);
    if ((node.op != SV_OP_VAR && node.op != SV_OP_NEXT) || !is_number(m, node.id)) continue;
    if (first == UINT32_MAX) first = find(m, node.id);
    m->parent[find(m, node.id)] = first;
  }
  sv_vec_free(cone);
}

static bool compares_numbers(const sv_terms *T, const sv_node *n) {
  sv_op_class c = sv_class_of(n->op);
  if (n->op != SV_OP_EQ && c != SV_CLASS_COMPARISON) return false;
  return sv_sort_get(T, sv_sort_of(T, n->args[0]))->kind == SV_SORT_BV;
}

static void join_compared(meeting *m, sv_term root) {
  const sv_terms *T = m->s->net->model->terms;
  sv_u32s cone = {0};
  sv_cone(T, &root, 1, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_node n = sv_node_of(T, cone.at[i]);
    if (compares_numbers(T, &n)) join(m, n.args, n.n);
  }
  sv_vec_free(cone);
}

static void join_all(meeting *m) {
  for (uint32_t i = 0; i < m->s->actions.n; i++) {
    const sv_net_action *a = m->s->actions.at[i].net;
    join_compared(m, a->guard);
    join_compared(m, a->constraint);
    for (uint32_t k = 0; k < a->update_count; k++) {
      sv_term both[2] = {a->updates[k].target, a->updates[k].value};
      join(m, both, 2);
    }
  }
}

// ---- bits

typedef struct {
  uint32_t root, weight;
  sv_lit input;
} placed;
typedef SV_VEC(placed) placed_bits;

static int by_weight(const void *a, const void *b) {
  const placed *x = a, *y = b;
  if (x->root != y->root) return x->root < y->root ? -1 : 1;
  if (x->weight != y->weight) return x->weight < y->weight ? -1 : 1;
  return (x->input.x > y->input.x) - (x->input.x < y->input.x);
}

static uint32_t variable_of_cell(const sv_net *net, uint32_t cell) {
  for (uint32_t v = 0; v < net->vars.n; v++)
    if (cell >= net->vars.at[v].first_cell &&
        cell - net->vars.at[v].first_cell < net->vars.at[v].cells)
      return v;
  return UINT32_MAX;
}

static void list_bits(const meeting *m, placed_bits *out) {
  const sv_thread_system *s = m->s;
  uint32_t weight = 0;
  for (uint32_t bit = 0; bit < s->coding->bits; bit++) {
    uint32_t cell = s->coding->owner[bit], v = variable_of_cell(s->net, cell);
    weight = bit && s->coding->owner[bit - 1] == cell ? weight + 1 : 0;
    bool global = s->process_of[bit] == SV_NO_PROCESS;
    if (v == UINT32_MAX || !is_number(m, v) || (!global && s->process_of[bit] != 0)) continue;
    sv_lit input =
        global ? s->global_inputs.at[s->global_of[bit]] : s->own_inputs.at[s->local_of[bit]];
    sv_push(*out, (placed){find(m, v), weight, input});
  }
}

void sv_thread_find_words(const sv_thread_system *s, sv_thread_words *out) {
  meeting m = {s, SV_NEW_ARRAY(uint32_t, s->net->vars.n + 1)};
  placed_bits bits = {0};
  for (uint32_t v = 0; v < s->net->vars.n; v++) m.parent[v] = v;
  join_all(&m);
  list_bits(&m, &bits);
  if (bits.n) qsort(bits.at, bits.n, sizeof *bits.at, by_weight);
  for (uint32_t i = 0; i < bits.n; i++) {
    if (!i || bits.at[i].root != bits.at[i - 1].root) sv_fill(*out, out->n + 1);
    sv_push(sv_last(*out), bits.at[i].input);
  }
  sv_vec_free(bits);
  sv_free(m.parent);
}
