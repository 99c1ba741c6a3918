// step_group.c -- actions of a serial step that are looked at together.
//
// A serial step looks at each action where the earlier ones have led, so what
// their guards have in common is spelled out again for each of them. Where the
// actions of one location share most of their guards, as those of a UML object
// do (who goes first is said along its hierarchy of states), a step would be
// quadratic in the diagram. Such a group is one place of the order: its members
// are looked at in the same state, and at most one of them is taken.
// Every action is still a step of its own, so no run is lost; a process that
// comes back to the location needs another step to go on from there.

#include "encode/step/step_inside.h"

#include <stdlib.h>

#ifdef SV_STRESS_HASH
enum { FEWEST = 2, TIMES_SPELLED_OUT = 0 };  // wherever it is possible
#else
enum { FEWEST = 8, TIMES_SPELLED_OUT = 4 };
#endif

// Where an action of a single process leaves from.
typedef struct {
  const sv_net_edge *edge;
  uint32_t index;  // in the order
} leaving;
typedef SV_VEC(leaving) leaving_list;

static int by_place(const sv_net_edge *a, const sv_net_edge *b) {
  if (a->process != b->process) return a->process < b->process ? -1 : 1;
  if (a->from_count != b->from_count) return a->from_count < b->from_count ? -1 : 1;
  for (uint32_t i = 0; i < a->from_count; i++)
    if (a->from[i] != b->from[i]) return a->from[i] < b->from[i] ? -1 : 1;
  return 0;
}

static int by_place_and_index(const void *a, const void *b) {
  const leaving *x = a, *y = b;
  int places = by_place(x->edge, y->edge);
  return places ? places : (x->index > y->index) - (x->index < y->index);
}

static void list_leaving(const sv_stepper *s, leaving_list *out) {
  for (uint32_t i = 0; i < s->order.n; i++) {
    const sv_net_action *a = &s->net->actions.at[s->order.at[i]];
    if (a->edge_count == 1) sv_push(*out, ((leaving){&a->edges[0], i}));
  }
  if (out->n) qsort(out->at, out->n, sizeof *out->at, by_place_and_index);
}

// Together they have far fewer gates than one after the other.
static bool are_shared(const sv_stepper *s, const leaving *members, uint32_t n) {
  sv_bits seen;
  uint64_t all = 0;
  sv_bits_init(&seen, sv_aig_nodes(s->aig));
  for (uint32_t i = 0; i < n; i++) {
    const sv_u32s *nodes = &s->actions[s->order.at[members[i].index]].here.nodes;
    all += nodes->n;
    for (uint32_t k = 0; k < nodes->n; k++) sv_bits_add(&seen, nodes->at[k]);
  }
  bool shared = all > TIMES_SPELLED_OUT * (uint64_t)sv_bits_count(&seen);
  sv_bits_free(&seen);
  return shared;
}

// By index: the index of the next member; the first members are those with `heads`.
typedef struct {
  uint32_t *next;
  bool *heads, *grouped;
} groups;

static void find_groups(const sv_stepper *s, const leaving_list *all, groups *out) {
  for (uint32_t i = 0, n; i < all->n; i += n) {
    const leaving *first = &all->at[i];
    for (n = 1; i + n < all->n && !by_place(first->edge, first[n].edge);) n++;
    if (n < FEWEST || !are_shared(s, first, n)) continue;
    for (uint32_t k = 0; k < n; k++) {
      out->grouped[first[k].index] = true;
      out->next[first[k].index] = k + 1 < n ? first[k + 1].index : UINT32_MAX;
    }
    out->heads[first->index] = true;
  }
}

// A group goes to where the first of its members was.
static void place(sv_stepper *s, const groups *g) {
  sv_u32s order = {0};
  for (uint32_t i = 0; i < s->order.n; i++) {
    uint32_t first = order.n;
    if (g->grouped[i] && !g->heads[i]) continue;
    for (uint32_t k = i; k != UINT32_MAX; k = g->grouped[i] ? g->next[k] : UINT32_MAX) {
      sv_push(s->places, first);
      sv_push(order, s->order.at[k]);
    }
  }
  assert(order.n == s->order.n && s->places.n == order.n);
  sv_vec_free(s->order);
  s->order = order;
}

void sv_step_group(sv_stepper *s) {
  uint32_t n = s->order.n + 1;
  groups g = {SV_NEW_ARRAY(uint32_t, n), SV_NEW_ARRAY(bool, n), SV_NEW_ARRAY(bool, n)};
  leaving_list all = {0};
  list_leaving(s, &all);
  find_groups(s, &all, &g);
  place(s, &g);
  sv_vec_free(all);
  sv_free(g.next);
  sv_free(g.heads);
  sv_free(g.grouped);
}
