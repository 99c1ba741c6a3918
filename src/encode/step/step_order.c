// step_order.c -- in which order the actions of a step happen.
//
// A serial step takes a path of a process as a whole if its actions come in the
// order of control flow. `flow` ranks the locations of each process in reverse
// postorder of a depth-first walk from its entry, and
// goes along one process after the other; a joint action waits until all of its
// processes have come so far, so that chains of handshakes fit into one step.
// docs/engine-bmc.md has what was measured.

#include "encode/step/step_inside.h"

#include <stdlib.h>

enum { MOST_MERGED = 3000 };  // actions; beyond, one process after the other is all there is

const char *sv_semantics_word(sv_semantics s) {
  static const char *const words[] = {"interleaving", "parallel", "serial", "process"};
  return words[s];
}

// ---- ranks of locations

typedef struct {
  const sv_net *net;
  uint32_t process;
  sv_u32s *next;  // by location: where edges lead
  bool *visited;
  uint32_t *rank;  // by location
  uint32_t left;   // ranks are given out from the highest
} flow;

typedef struct {
  uint32_t at, edge;  // edge: the next to be followed
} walker;

static void add_edges(flow *f) {
  for (uint32_t a = 0; a < f->net->actions.n; a++) {
    const sv_net_edge *e = sv_edge_of(&f->net->actions.at[a], f->process);
    for (uint32_t i = 0; e && e->to != SV_STAY && i < e->from_count; i++)
      sv_push(f->next[e->from[i]], e->to);
  }
}

static void walk(flow *f, uint32_t from) {
  SV_VEC(walker) stack = {0};
  if (f->visited[from]) return;
  f->visited[from] = true;
  sv_push(stack, (walker){from, 0});
  while (stack.n) {
    walker *w = &sv_last(stack);
    if (w->edge == f->next[w->at].n) {
      f->rank[w->at] = --f->left;
      stack.n--;
      continue;
    }
    uint32_t to = f->next[w->at].at[w->edge++];
    if (f->visited[to]) continue;
    f->visited[to] = true;
    sv_push(stack, (walker){to, 0});
  }
  sv_vec_free(stack);
}

static void rank_locations(const sv_net *net, uint32_t process, uint32_t *rank) {
  uint32_t n = sv_net_locations(net, process);
  flow f = {.net = net, .process = process, .rank = rank, .left = n};
  f.next = SV_NEW_ARRAY(sv_u32s, n);
  f.visited = SV_NEW_ARRAY(bool, n);
  add_edges(&f);
  walk(&f, net->processes.at[process].entry);
  for (uint32_t l = 0; l < n; l++) walk(&f, l);
  assert(!f.left);  // every location has a rank of its own
  for (uint32_t l = 0; l < n; l++) sv_vec_free(f.next[l]);
  sv_free(f.next);
  sv_free(f.visited);
}

// ---- one process after the other

typedef struct {
  uint64_t key;
  uint32_t action;
} keyed;
typedef SV_VEC(keyed) keyed_list;

typedef struct {
  const sv_net *net;
  uint32_t **rank;  // by process and location
  uint32_t **left;  // by process and rank: actions not yet placed
  keyed_list all;
  bool flows;    // or the order of the net
  bool *placed;  // by place in `all`
} merge;

static uint32_t rank_of(const merge *m, const sv_net_edge *e) {
  uint32_t least = UINT32_MAX;
  for (uint32_t i = 0; i < e->from_count; i++)
    if (m->rank[e->process][e->from[i]] < least) least = m->rank[e->process][e->from[i]];
  return least;
}

static int by_key(const void *a, const void *b) {
  const keyed *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return x->action < y->action ? -1 : x->action > y->action;
}

static void list_actions(merge *m, const sv_bits *skipped) {
  for (uint32_t a = 0; a < m->net->actions.n; a++) {
    const sv_net_action *x = &m->net->actions.at[a];
    uint64_t key = 0;
    if (sv_bits_has(skipped, a)) continue;
    if (x->edge_count) key = (x->edges[0].process + UINT64_C(1)) << 32 | rank_of(m, &x->edges[0]);
    sv_push(m->all, (keyed){m->flows ? key : 0, a});
    for (uint32_t i = 0; i < x->edge_count; i++)
      m->left[x->edges[i].process][rank_of(m, &x->edges[i])]++;
  }
  if (m->all.n) qsort(m->all.at, m->all.n, sizeof *m->all.at, by_key);
}

// ---- joint actions wait

// Actions that should come before it and are still left.
static uint32_t waits_for(const merge *m, uint32_t action) {
  const sv_net_action *a = &m->net->actions.at[action];
  uint32_t n = 0;
  for (uint32_t i = 0; i < a->edge_count; i++)
    for (uint32_t r = rank_of(m, &a->edges[i]); r--;) n += m->left[a->edges[i].process][r];
  return n;
}

// One that waits for the fewest; of these the first that goes on with a process of the last
// one, else the first.
static uint32_t choose(const merge *m, const sv_net_action *last) {
  uint32_t best = UINT32_MAX;
  uint64_t least = UINT64_MAX;
  for (uint32_t i = 0; i < m->all.n && least; i++) {
    uint32_t a = m->all.at[i].action;
    if (m->placed[i]) continue;
    bool goes_on = last && sv_share_process(last, &m->net->actions.at[a]);
    uint64_t cost = (uint64_t)waits_for(m, a) << 1 | !goes_on;
    if (cost < least) least = cost, best = i;
  }
  return best;
}

static void merge_processes(merge *m, sv_u32s *out) {
  const sv_net_action *last = NULL;
  m->placed = SV_NEW_ARRAY(bool, m->all.n + 1);
  for (uint32_t n = 0; n < m->all.n; n++) {
    uint32_t i = choose(m, last);
    assert(i < m->all.n && !m->placed[i]);
    last = &m->net->actions.at[m->all.at[i].action];
    m->placed[i] = true;
    for (uint32_t k = 0; k < last->edge_count; k++)
      m->left[last->edges[k].process][rank_of(m, &last->edges[k])]--;
    sv_push(*out, m->all.at[i].action);
  }
  sv_free(m->placed);
}

static void order_by(const sv_net *net, bool flows, const sv_bits *skipped, sv_u32s *out) {
  uint32_t processes = net->processes.n;
  merge m = {.net = net,
             .rank = SV_NEW_ARRAY(uint32_t *, processes + 1),
             .left = SV_NEW_ARRAY(uint32_t *, processes + 1),
             .flows = flows};
  for (uint32_t p = 0; p < processes; p++) {
    m.rank[p] = SV_NEW_ARRAY(uint32_t, sv_net_locations(net, p) + 1);
    m.left[p] = SV_NEW_ARRAY(uint32_t, sv_net_locations(net, p) + 1);
    rank_locations(net, p, m.rank[p]);
  }
  list_actions(&m, skipped);
  if (m.flows && m.all.n <= MOST_MERGED) merge_processes(&m, out);
  for (uint32_t i = out->n; i < m.all.n; i++) sv_push(*out, m.all.at[i].action);
  assert(out->n == m.all.n);
  for (uint32_t p = 0; p < processes; p++) sv_free(m.rank[p]), sv_free(m.left[p]);
  sv_free(m.rank);
  sv_free(m.left);
  sv_vec_free(m.all);
}

// The one with which walks take fewer steps; the order of the net, if they are equal.
static void choose_order(const sv_net *net, const sv_bits *skipped, sv_u32s *out) {
  sv_u32s other = {0};
  sv_walks *w = sv_walks_new(net);
  order_by(net, false, skipped, out);
  order_by(net, true, skipped, &other);
  if (sv_walks_steps(w, &other) < sv_walks_steps(w, out)) {
    sv_u32s worse = *out;
    *out = other;
    other = worse;
  }
  sv_vec_free(other);
  sv_walks_free(w);
}

void sv_step_order(const sv_net *net, sv_opt_order order, const sv_bits *skipped, sv_u32s *out) {
  REQUIRE(order != SV_OPT_ORDER_PROCESS && order != SV_OPT_ORDER_FORCE, "an order of bits");
  if (order == SV_OPT_ORDER_BEST) choose_order(net, skipped, out);
  else order_by(net, order == SV_OPT_ORDER_FLOW, skipped, out);
}
