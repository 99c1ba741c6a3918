// blast_legal.c -- what every code of a reachable state obeys, seen in one pattern of bits.
//
// Each rule is kept by every step from a pattern that obeys them all, and so is
// the conjunction: values lie in their sorts, queues have no more messages than
// slots and zeros behind them, processes stand where control flow can bring
// them and the invariants of their locations hold, who does not run has default
// values, and who holds control stands in a yielding location.

#include "encode/bits/blast_inside.h"

typedef struct {
  sv_blaster *b;
  sv_word_maker *maker;
  sv_aig *aig;
  sv_lits all;
} laws;

static void demand(laws *l, sv_lit law) { sv_push(l->all, law); }
static void demand_if(laws *l, sv_lit when, sv_lit law) {
  demand(l, sv_aig_implies(l->aig, when, law));
}

static sv_word item_word(laws *l, sv_code_item item) {
  sv_lits bits = {0};
  for (uint32_t k = 0; k < item.n; k++) sv_push(bits, sv_blast_item_bit(l->b, item.at[k]));
  sv_word w = sv_word_make(l->maker, bits.at, bits.n);
  sv_vec_free(bits);
  return w;
}

static sv_lit in_sort(laws *l, sv_sort sort, sv_word w) {
  sv_code_shape shape;
  if (!sv_code_shape_of(l->b->net, sv_sort_scalar(l->b->terms, sort), &shape)) return SV_LIT_TRUE;
  return sv_blast_in_shape(l->maker, &shape, w);
}

static void values_of_sorts(laws *l) {
  for (uint32_t i = 0; i < l->b->net->vars.n; i++) {
    const sv_net_var *v = &l->b->net->vars.at[i];
    for (uint32_t c = v->first_cell; c < v->first_cell + v->cells; c++)
      demand(l, in_sort(l, v->sort, sv_blast_cell(l->b, c)));
  }
}

// ---- queues

// How many messages there are before the one in this slot.
static sv_word place_of(laws *l, const sv_code_queue *q, uint32_t slot) {
  sv_word head = item_word(l, q->head), at = sv_word_const(l->maker, slot);
  assert(slot < q->slots);
  sv_word after = sv_word_sub(l->maker, at, head);
  sv_word turned = sv_word_add(l->maker, after, sv_word_const(l->maker, q->slots));
  return sv_word_ite(l->maker, sv_word_less(l->maker, at, head), turned, after);
}

static sv_lit is_zero(laws *l, sv_code_item item) {
  sv_lits bits = {0};
  for (uint32_t k = 0; k < item.n; k++)
    if (!sv_code_is_const(item.at[k])) sv_push(bits, sv_blast_item_bit(l->b, item.at[k]));
  sv_lit any = sv_aig_or_all(l->aig, bits.at, bits.n);
  sv_vec_free(bits);
  return sv_lit_not(any);
}

static void messages_of_sorts(laws *l, uint32_t queue) {
  const sv_code_queue *q = &l->b->coding->queues[queue];
  const sv_net_queue *n = &l->b->net->queues.at[queue];
  sv_word length = item_word(l, q->length), deferred = item_word(l, q->deferred);
  demand(l, sv_word_at_most(l->maker, length, sv_word_const(l->maker, q->slots)));
  demand(l, sv_word_at_most(l->maker, deferred, length));
  if (q->slots)
    demand(l, sv_word_less(l->maker, item_word(l, q->head), sv_word_const(l->maker, q->slots)));
  for (uint32_t slot = 0; slot < q->slots; slot++) {
    sv_lit used = sv_word_less(l->maker, place_of(l, q, slot), length);
    for (uint32_t f = 0; f < n->field_count; f++) {
      sv_code_item item = q->fields[slot * n->field_count + f];
      demand_if(l, used, in_sort(l, n->fields[f], item_word(l, item)));
      demand_if(l, sv_lit_not(used), is_zero(l, item));
    }
  }
}

// ---- processes

// Grows the set of locations that edges lead to; true if it grew.
static bool follow_edges(const sv_net *net, uint32_t process, bool *there) {
  bool grew = false;
  for (uint32_t a = 0; a < net->actions.n; a++)
    for (uint32_t i = 0; i < net->actions.at[a].edge_count; i++) {
      const sv_net_edge *e = &net->actions.at[a].edges[i];
      bool leaves = false;
      if (e->process != process || e->to == SV_STAY || there[e->to]) continue;
      for (uint32_t k = 0; k < e->from_count; k++) leaves |= there[e->from[k]];
      there[e->to] |= leaves;
      grew |= leaves;
    }
  return grew;
}

static void places_of_flow(laws *l, uint32_t process) {
  const sv_net *net = l->b->net;
  uint32_t n = sv_net_locations(net, process);
  bool *there = SV_NEW_ARRAY(bool, n + 1);
  there[net->processes.at[process].entry] = true;
  while (follow_edges(net, process, there)) continue;
  for (uint32_t at = 0; at < n; at++)
    if (!there[at]) demand(l, sv_lit_not(sv_blast_at(l->b, process, at)));
  sv_free(there);
}

static void defaults_at_rest(laws *l) {
  const sv_net *net = l->b->net;
  for (uint32_t i = 0; i < net->vars.n; i++) {
    const sv_net_var *v = &net->vars.at[i];
    if (v->process == SV_NO_PROCESS || v->is_pc) continue;
    sv_lit rests = sv_blast_at(l->b, v->process, 0);
    if (sv_lit_same(rests, SV_LIT_FALSE)) continue;
    sv_value rest = sv_sort_default(l->b->terms, v->sort);
    sv_word value = sv_word_value(l->maker, l->b->numbers, rest);
    for (uint32_t c = v->first_cell; c < v->first_cell + v->cells; c++)
      demand_if(l, rests, sv_word_equal(l->maker, sv_blast_cell(l->b, c), value));
  }
}

static bool is_yielding(const sv_location *l, uint32_t unused) {
  SV_UNUSED(unused);
  return l->flags & SV_LOC_YIELDING;
}

static void holder_yields(laws *l, uint32_t process) {
  demand_if(l, sv_blast_held(l->b, process + 1), sv_blast_where(l->b, process, is_yielding, 0));
}

static void invariants_hold(laws *l) {
  for (uint32_t i = 0; i < l->b->invariants.n; i++) {
    const sv_blast_invariant *v = &l->b->invariants.at[i];
    demand_if(l, sv_blast_at(l->b, v->process, v->location), sv_blast_bool(l->b, v->term));
  }
}

sv_lit sv_blast_legal(sv_blaster *b) {
  laws l = {.b = b, .maker = &b->lasting, .aig = b->aig};
  values_of_sorts(&l);
  for (uint32_t q = 0; q < b->net->queues.n; q++) messages_of_sorts(&l, q);
  for (uint32_t p = 0; p < b->net->processes.n; p++) {
    places_of_flow(&l, p);
    if (b->net->holder != SV_NO_VARIABLE) holder_yields(&l, p);
  }
  defaults_at_rest(&l);
  invariants_hold(&l);
  sv_lit all = sv_aig_and_all(b->aig, l.all.at, l.all.n);
  sv_vec_free(l.all);
  return all;
}
