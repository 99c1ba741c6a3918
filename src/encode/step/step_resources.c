// step_resources.c -- see step_resources.h.

#include "encode/step/step_resources.h"

#include "analysis/access/partition.h"

enum { READS = 0, WRITES = 1 };

typedef struct {
  const sv_net *net;
  const sv_relations *relations;
  const sv_part_map *map;
  bool ends;
  const sv_cell_rows *rows;
  sv_part_uses all;
  sv_resources *out;
} gathering;

// ---- what an action uses

static void add(gathering *g, uint32_t action, uint32_t lo, uint32_t hi, bool writes,
                uint32_t when) {
  if (lo < hi) sv_push(g->all, (sv_part_use){lo, hi, action, writes ? WRITES : READS, when});
}

// Behind the parts follow the front ends of the queues; a queue's own part is its back end.
static uint32_t front_of(const gathering *g, uint32_t part) {
  assert(part >= g->map->first[g->net->vars.n] && part <= g->map->parts);
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
  for (uint32_t i = 0; i < e->receives.n; i++)
    add(g, action, front_of(g, e->receives.at[i].lo), front_of(g, e->receives.at[i].hi), true, 0);
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
    leave_out(&rest, &g->relations->ends[action].receives);
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

// ---- resources

static bool is_shared(void *context, uint32_t lo, const sv_partition_users *u) {
  bool written = false, several = false;
  SV_UNUSED(context), SV_UNUSED(lo);
  for (uint32_t i = 0; i < u->n; i++) {
    written |= u->at[i].how == WRITES;
    several |= u->at[i].user != u->at[0].user;
  }
  return written && several;
}

static void add_resource(void *context, const sv_partition_users *u) {
  sv_resources *out = ((gathering *)context)->out;
  assert(u->n > 1);
  for (uint32_t i = 0; i < u->n; i++)
    sv_push(out->uses[u->at[i].user], (sv_use){out->n, u->at[i].how == WRITES, u->at[i].when});
  out->n++;
}

sv_resources *sv_resources_new(const sv_net *net, bool ends, const sv_cell_rows *rows) {
  sv_resources *out = SV_NEW(sv_resources);
  sv_accesses *accesses = sv_accesses_new(net);
  sv_relations *relations = sv_relations_new(accesses);
  gathering g = {.net = net,
                 .relations = relations,
                 .map = &accesses->map,
                 .ends = ends,
                 .rows = rows,
                 .out = out};
  sv_partition_sink receiver = {is_shared, add_resource, &g};
  out->uses = SV_NEW_ARRAY(sv_uses, net->actions.n + 1);
  sv_bits_init(&out->special, net->actions.n);
  for (uint32_t a = 0; a < net->actions.n; a++) {
    if (net->actions.at[a].priority || sv_bits_has(&relations->sections.crossing, a))
      sv_bits_add(&out->special, a);
    gather(&g, a, sv_bits_has(&out->special, a));
  }
  sv_partition(&g.all, &receiver);
  for (uint32_t a = 0; a < net->actions.n; a++)
    for (uint32_t i = 1; i < out->uses[a].n; i++)
      assert(out->uses[a].at[i - 1].resource <= out->uses[a].at[i].resource);
  sv_vec_free(g.all);
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
