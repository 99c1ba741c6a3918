// step_order.c -- in which order the actions of a step happen.
//
// Serial steps take a path of a process as a whole if its actions come in the
// order of control flow. `flow` ranks the locations of each process in reverse
// postorder of a depth-first walk from its entry, and merges the processes.

#include "encode/step_inside.h"

#include <stdlib.h>

// ---- ranks of locations

typedef struct {
  const sv_net *net;
  uint32_t process;
  sv_u32s *next;      // by location: where edges lead
  bool *seen;
  uint32_t *rank;     // by location
  uint32_t left;      // ranks are given out from the highest
} flow;

static void add_edges(flow *f) {
  for (uint32_t a = 0; a < f->net->actions.n; a++) {
    const sv_net_edge *e = sv_edge_of(&f->net->actions.at[a], f->process);
    for (uint32_t i = 0; e && e->to != SV_STAY && i < e->from_count; i++)
      sv_push(f->next[e->from[i]], e->to);
  }
}

typedef struct {
  uint32_t at, edge;
} walker;

static void walk(flow *f, uint32_t from) {
  SV_VEC(walker) stack = {0};
  if (f->seen[from]) return;
  f->seen[from] = true;
  sv_push(stack, (walker){from, 0});
  while (stack.n) {
    uint32_t at = sv_last(stack).at;
    if (sv_last(stack).edge == f->next[at].n) {
      f->rank[at] = --f->left;
      stack.n--;
      continue;
    }
    uint32_t to = f->next[at].at[sv_last(stack).edge++];
    if (f->seen[to]) continue;
    f->seen[to] = true;
    sv_push(stack, (walker){to, 0});
  }
  sv_vec_free(stack);
}

static void rank_locations(const sv_net *net, uint32_t process, uint32_t *rank) {
  uint32_t n = sv_net_locations(net, process);
  flow f = {.net = net, .process = process, .rank = rank, .left = n};
  f.next = SV_NEW_ARRAY(sv_u32s, n);
  f.seen = SV_NEW_ARRAY(bool, n);
  add_edges(&f);
  walk(&f, net->processes.at[process].entry);
  for (uint32_t l = 0; l < n; l++) walk(&f, l);
  for (uint32_t l = 0; l < n; l++) sv_vec_free(f.next[l]);
  sv_free(f.next);
  sv_free(f.seen);
}

// ---- merging

typedef struct {
  const sv_net *net;
  uint32_t **rank;    // by process and location
} ranks;

static uint32_t place_in(const ranks *r, const sv_net_edge *e) {
  uint32_t least = UINT32_MAX;
  for (uint32_t i = 0; i < e->from_count; i++)
    if (r->rank[e->process][e->from[i]] < least) least = r->rank[e->process][e->from[i]];
  return least;
}

typedef struct {
  uint64_t key;
  uint32_t action;
} keyed;

static int by_key(const void *a, const void *b) {
  const keyed *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return x->action < y->action ? -1 : x->action > y->action;
}

static uint64_t key_of(const ranks *r, uint32_t action, const char *variant) {
  const sv_net_action *a = &r->net->actions.at[action];
  uint32_t most = 0, p = 0;
  if (!a->edge_count) return 0;
  for (uint32_t i = 0; i < a->edge_count; i++) {
    uint32_t k = place_in(r, &a->edges[i]);
    if (i == 0 || k > most) most = k;
  }
  p = a->edges[0].process;
  if (!strcmp(variant, "level")) return (uint64_t)most << 32 | p;
  if (!strcmp(variant, "relative"))
    return (uint64_t)most * 1000000 / (sv_net_locations(r->net, p) + 1) << 32 | p;
  return (uint64_t)p << 32 | place_in(r, &a->edges[0]);
}

void sv_step_order(sv_stepper *s) {
  const sv_net *net = s->net;
  const char *variant = getenv("SV_VARIANT");
  SV_VEC(keyed) all = {0};
  ranks r = {net, SV_NEW_ARRAY(uint32_t *, net->processes.n + 1)};
  for (uint32_t p = 0; p < net->processes.n; p++) {
    r.rank[p] = SV_NEW_ARRAY(uint32_t, sv_net_locations(net, p) + 1);
    rank_locations(net, p, r.rank[p]);
  }
  for (uint32_t a = 0; a < net->actions.n; a++)
    if (!s->actions[a].skipped)
      sv_push(all, (keyed){s->o.order == SV_ORDER_SOURCE ? 0 : key_of(&r, a, variant ? variant : ""), a});
  if (all.n) qsort(all.at, all.n, sizeof *all.at, by_key);
  for (uint32_t i = 0; i < all.n; i++) sv_push(s->order, all.at[i].action);
  for (uint32_t p = 0; p < net->processes.n; p++) sv_free(r.rank[p]);
  sv_free(r.rank);
  sv_vec_free(all);
}
