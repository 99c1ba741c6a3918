// step_resources.c -- see step_resources.h.
//
// All borders of ranges cut the parts into intervals that everybody uses as a
// whole; intervals with the same users become one resource.

#include "encode/step_resources.h"

#include <stdlib.h>

typedef struct {
  uint32_t lo, hi, action;
  bool writes;
  uint32_t when;
} part_use;

typedef struct {
  uint32_t action;
  bool writes;
  uint32_t when;
} user;
typedef SV_VEC(user) users;

typedef struct {
  const sv_net *net;
  const sv_relations *relations;
  const sv_part_map *map;
  bool ends;
  const sv_cell_rows *rows;
  SV_VEC(part_use) all;
  sv_u32s borders;     // sorted, each once
  users *by_interval;  // from a border to the next
  sv_map seen;         // hash of users -> representative interval
  sv_u32s next;        // by interval: another one with that hash, or UINT32_MAX
} gathering;

// ---- what an action uses

static void add(gathering *g, uint32_t action, uint32_t lo, uint32_t hi, bool writes,
                uint32_t when) {
  if (lo < hi) sv_push(g->all, (part_use){lo, hi, action, writes, when});
}

// Behind the parts follow the front ends of the queues; a queue's own part is its back end.
static uint32_t front_of(const gathering *g, uint32_t part) {
  return g->map->parts + (part - g->map->first[g->net->vars.n]);
}

static void add_range(gathering *g, uint32_t action, sv_part_range r, bool writes) {
  uint32_t queues = g->map->first[g->net->vars.n];
  add(g, action, r.lo, r.hi, writes, 0);
  if (g->ends && r.hi > queues)
    add(g, action, front_of(g, r.lo > queues ? r.lo : queues), front_of(g, r.hi), writes, 0);
}

static void add_ends(gathering *g, uint32_t action) {
  const sv_queue_ends *e = &g->relations->ends[action];
  for (uint32_t i = 0; i < e->sends.n; i++)
    add(g, action, e->sends.at[i].lo, e->sends.at[i].hi, true, 0);
  for (uint32_t i = 0; i < e->takes.n; i++)
    add(g, action, front_of(g, e->takes.at[i].lo), front_of(g, e->takes.at[i].hi), true, 0);
}

static void leave_out(sv_parts *parts, const sv_parts *some) {
  for (uint32_t i = 0; i < some->n; i++) sv_parts_minus(parts, some->at[i].lo, some->at[i].hi);
}

static void add_parts(gathering *g, uint32_t action, const sv_parts *of, bool writes) {
  sv_parts rest = {0};
  sv_parts_append(&rest, of);
  sv_parts_seal(&rest);
  if (g->ends) {
    leave_out(&rest, &g->relations->ends[action].sends);
    leave_out(&rest, &g->relations->ends[action].takes);
  }
  for (uint32_t i = 0; g->rows && i < g->rows[action].n; i++)
    sv_parts_minus(&rest, g->rows[action].at[i].lo, g->rows[action].at[i].hi);
  for (uint32_t i = 0; i < rest.n; i++) add_range(g, action, rest.at[i], writes);
  sv_vec_free(rest);
}

static void add_rows(gathering *g, uint32_t action) {
  for (uint32_t i = 0; i < g->rows[action].n; i++) {
    const sv_cell_row *r = &g->rows[action].at[i];
    for (uint32_t k = 0; k < r->hi - r->lo; k++)
      add(g, action, r->lo + k, r->lo + k + 1, r->writes, r->first_when + k);
  }
}

// Processes, then control, behind all parts.
static void add_control(gathering *g, uint32_t action, bool special) {
  const sv_net_action *a = &g->net->actions.at[action];
  uint32_t first = g->map->parts + g->net->queues.n, control = first + g->net->processes.n;
  for (uint32_t i = 0; i < a->edge_count; i++)
    add(g, action, first + a->edges[i].process, first + a->edges[i].process + 1, true, 0);
  add(g, action, control, control + 1, special, 0);
}

static void gather(gathering *g, uint32_t action, bool special) {
  const sv_access *a = &g->relations->all->actions[action];
  add_parts(g, action, &g->relations->writes[action], true);
  add_parts(g, action, &a->reads, false);
  add_parts(g, action, &a->priority, false);
  if (g->ends) add_ends(g, action);
  if (g->rows) add_rows(g, action);
  add_control(g, action, special);
}

// ---- intervals

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static void find_borders(gathering *g) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < g->all.n; i++) {
    sv_push(g->borders, g->all.at[i].lo);
    sv_push(g->borders, g->all.at[i].hi);
  }
  if (g->borders.n) qsort(g->borders.at, g->borders.n, sizeof *g->borders.at, by_number);
  for (uint32_t i = 0; i < g->borders.n; i++)
    if (!kept || g->borders.at[kept - 1] != g->borders.at[i])
      g->borders.at[kept++] = g->borders.at[i];
  g->borders.n = kept;
}

static uint32_t interval_at(const gathering *g, uint32_t lo) {
  uint32_t begin = 0, end = g->borders.n;
  while (end - begin > 1) {
    uint32_t middle = (begin + end) / 2;
    if (g->borders.at[middle] <= lo) begin = middle;
    else end = middle;
  }
  return begin;
}

// What is used anyway need not be counted again under a condition, nor read where written.
static void add_user(users *u, const part_use *x) {
  for (uint32_t i = u->n; i-- && u->at[i].action == x->action;)
    if (u->at[i].when == x->when) {
      u->at[i].writes |= x->writes;
      return;
    }
  sv_push(*u, (user){x->action, x->writes, x->when});
}

static void fill_intervals(gathering *g) {
  g->by_interval = SV_NEW_ARRAY(users, g->borders.n + 1);
  for (uint32_t i = 0; i < g->all.n; i++) {
    const part_use *x = &g->all.at[i];
    for (uint32_t k = interval_at(g, x->lo); g->borders.at[k] < x->hi; k++)
      add_user(&g->by_interval[k], x);
  }
}

// ---- resources

static bool is_shared(const users *u) {
  bool written = false, several = false;
  for (uint32_t i = 0; i < u->n; i++) {
    written |= u->at[i].writes;
    several |= u->at[i].action != u->at[0].action;
  }
  return written && several;
}

static uint64_t hash_of(const users *u) {
  uint64_t hash = u->n;
  for (uint32_t i = 0; i < u->n; i++)
    hash = sv_mix64(hash ^ ((uint64_t)u->at[i].action << 33 | (uint64_t)u->at[i].when << 1 |
                            u->at[i].writes));
  return hash;
}

static bool same_users(const users *a, const users *b) {
  if (a->n != b->n) return false;
  for (uint32_t i = 0; i < a->n; i++)
    if (a->at[i].action != b->at[i].action || a->at[i].when != b->at[i].when ||
        a->at[i].writes != b->at[i].writes)
      return false;
  return true;
}

static bool is_known(gathering *g, uint32_t k) {
  uint64_t hash = hash_of(&g->by_interval[k]);
  uint32_t first = sv_map_get(&g->seen, hash);
  for (uint32_t i = first; i != UINT32_MAX; i = g->next.at[i])
    if (same_users(&g->by_interval[i], &g->by_interval[k])) return true;
  g->next.at[k] = first;
  sv_map_put(&g->seen, hash, k);
  return false;
}

static void make_resources(gathering *g, sv_resources *out) {
  for (uint32_t k = 0; k < g->borders.n; k++) sv_push(g->next, UINT32_MAX);
  for (uint32_t k = 0; k < g->borders.n; k++) {
    const users *u = &g->by_interval[k];
    if (!is_shared(u) || is_known(g, k)) continue;
    for (uint32_t i = 0; i < u->n; i++)
      sv_push(out->uses[u->at[i].action], (sv_use){out->n, u->at[i].writes, u->at[i].when});
    out->n++;
  }
}

static void release(gathering *g) {
  for (uint32_t k = 0; k < g->borders.n; k++) sv_vec_free(g->by_interval[k]);
  sv_free(g->by_interval);
  sv_vec_free(g->all);
  sv_vec_free(g->borders);
  sv_vec_free(g->next);
  sv_map_free(&g->seen);
}

sv_resources *sv_resources_new(const sv_net *net, bool ends, const sv_cell_rows *rows) {
  sv_resources *out = SV_NEW(sv_resources);
  sv_accesses *accesses = sv_accesses_new(net);
  sv_relations *relations = sv_relations_new(accesses);
  gathering g = {.net = net, .relations = relations, .map = &accesses->map, .ends = ends,
                 .rows = rows};
  out->uses = SV_NEW_ARRAY(sv_uses, net->actions.n + 1);
  sv_bits_init(&out->special, net->actions.n);
  for (uint32_t a = 0; a < net->actions.n; a++) {
    if (net->actions.at[a].priority || sv_bits_has(&relations->sections.touches, a))
      sv_bits_add(&out->special, a);
    gather(&g, a, sv_bits_has(&out->special, a));
  }
  find_borders(&g);
  fill_intervals(&g);
  make_resources(&g, out);
  release(&g);
  sv_relations_free(relations);
  sv_accesses_free(accesses);
  return out;
}

void sv_resources_free(sv_resources *r, const sv_net *net) {
  if (!r) return;
  for (uint32_t a = 0; a < net->actions.n; a++) sv_vec_free(r->uses[a]);
  sv_free(r->uses);
  sv_bits_free(&r->special);
  sv_free(r);
}
