// future.c -- closures over control flow and process creation.
//
// A round joins the rows of targets to those of sources until nothing grows;
// actions are taken backwards because control flow mostly runs forwards.

#include "analysis/reduction/future.h"

static uint32_t row_of(const sv_future *f, uint32_t process, uint32_t location) {
  return f->first[process] + location;
}

static bool starts(const sv_net_edge *e) {
  return e->from_count == 1 && !e->from[0] && e->to && e->to != SV_STAY;
}

// The edge leads from l on.
static bool pass(sv_bits *rows, uint32_t from, uint32_t to) {
  return from != to && sv_bits_join(&rows[from], &rows[to]);
}

static bool grow_slot(const sv_future *f, const sv_net_edge *e) {
  bool grew = false;
  if (e->to == SV_STAY) return false;
  for (uint32_t i = 0; i < e->from_count; i++)
    grew |= pass(f->slot, row_of(f, e->process, e->from[i]), row_of(f, e->process, e->to));
  return grew;
}

static bool grow_life(const sv_future *f, const sv_net_action *a, const sv_net_edge *e) {
  bool grew = false;
  for (uint32_t i = 0; i < e->from_count; i++) {
    if (!e->from[i]) continue;
    uint32_t row = row_of(f, e->process, e->from[i]);
    assert(row < f->first[e->process + 1]);
    if (e->to != SV_STAY) grew |= pass(f->life, row, row_of(f, e->process, e->to));
    for (uint32_t j = 0; j < a->edge_count; j++)
      if (starts(&a->edges[j]))
        grew |= pass(f->life, row, row_of(f, a->edges[j].process, a->edges[j].to));
  }
  return grew;
}

static void seed(const sv_future *f, uint32_t action, const sv_net_edge *e) {
  for (uint32_t i = 0; i < e->from_count; i++) {
    sv_bits_add(&f->slot[row_of(f, e->process, e->from[i])], action);
    if (e->from[i]) sv_bits_add(&f->life[row_of(f, e->process, e->from[i])], action);
  }
}

static void close_rows(const sv_future *f) {
  const sv_net *net = f->all->net;
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t a = net->actions.n; a--;) {
      const sv_net_action *x = &net->actions.at[a];
      if (x->cut) continue;
      for (uint32_t i = 0; i < x->edge_count; i++) {
        grew |= grow_slot(f, &x->edges[i]);
        grew |= grow_life(f, x, &x->edges[i]);
      }
    }
  }
}

// A process that does not run has no life of its own, and what leaves a location can still happen.
SV_ASSERT_ONLY static bool rows_make_sense(const sv_future *f) {
  const sv_net *net = f->all->net;
  for (uint32_t p = 0; p < net->processes.n; p++)
    if (!sv_bits_empty(&f->life[row_of(f, p, 0)])) return false;
  for (uint32_t a = 0; a < net->actions.n; a++)
    for (uint32_t i = 0; i < net->actions.at[a].edge_count; i++) {
      const sv_net_edge *e = &net->actions.at[a].edges[i];
      for (uint32_t k = 0; k < e->from_count; k++)
        if (!sv_bits_has(&f->slot[row_of(f, e->process, e->from[k])], a)) return false;
    }
  return true;
}

sv_future *sv_future_new(const sv_accesses *all) {
  const sv_net *net = all->net;
  sv_future *f = SV_NEW(sv_future);
  uint32_t rows = 0;
  f->all = all;
  f->first = SV_NEW_ARRAY(uint32_t, net->processes.n + 1);
  for (uint32_t p = 0; p < net->processes.n; p++)
    f->first[p] = rows, rows += sv_net_locations(net, p);
  f->first[net->processes.n] = rows;
  f->life = SV_NEW_ARRAY(sv_bits, rows + 1);
  f->slot = SV_NEW_ARRAY(sv_bits, rows + 1);
  for (uint32_t i = 0; i < rows; i++)
    sv_bits_init(&f->life[i], net->actions.n), sv_bits_init(&f->slot[i], net->actions.n);
  for (uint32_t a = 0; a < net->actions.n; a++)
    for (uint32_t i = 0; i < net->actions.at[a].edge_count; i++)
      seed(f, a, &net->actions.at[a].edges[i]);
  close_rows(f);
  assert(rows_make_sense(f));
  return f;
}

void sv_future_free(sv_future *f) {
  if (!f) return;
  for (uint32_t i = 0; i < f->first[f->all->net->processes.n]; i++)
    sv_bits_free(&f->life[i]), sv_bits_free(&f->slot[i]);
  sv_free(f->life);
  sv_free(f->slot);
  sv_free(f->first);
  sv_free(f);
}

static uint32_t checked_row(const sv_future *f, uint32_t process, uint32_t location) {
  REQUIRE(process < f->all->net->processes.n, "no such process");
  REQUIRE(location < sv_net_locations(f->all->net, process), "no such location");
  return row_of(f, process, location);
}

const sv_bits *sv_future_life(const sv_future *f, uint32_t process, uint32_t location) {
  return &f->life[checked_row(f, process, location)];
}

const sv_bits *sv_future_slot(const sv_future *f, uint32_t process, uint32_t location) {
  return &f->slot[checked_row(f, process, location)];
}
