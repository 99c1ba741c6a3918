// merge.c -- finds sticky locations.
//
// First the candidates: safe locations (safe.h), and those all of whose
// actions use the same end of the same queue. Then cycles are broken: a
// depth-first search over the candidates drops those to which it returns.

#include "analysis/reduction/merge.h"

#include "analysis/access/parts.h"
#include "analysis/reduction/safe.h"

typedef struct {
  const sv_net *net;
  sv_safe *safe;
  sv_merge *merge;
  uint8_t *mark;  // by place: 0 new, 1 on the path, 2 done
} finder;

// Of actions that all use one end of one queue: where one of them is possible
// the queue has room, or a message; so the others are possible or not whatever
// is done at its other end.
static bool all_at_one_end(const finder *f, uint32_t p, uint32_t l) {
  sv_safe_ends ends = {0};
  uint32_t alone = 0;
  bool good = sv_safe_but_ends(f->safe, p, l, &ends, &alone) && ends.n == 1 && !alone;
  sv_vec_free(ends);
  return good;
}

static void find_candidates(finder *f) {
  for (uint32_t p = 0; p < f->net->processes.n; p++)
    for (uint32_t l = 1; l < sv_net_locations(f->net, p); l++)
      if (sv_safe_at(f->safe, p, l) || all_at_one_end(f, p, l))
        sv_bits_add(&f->merge->sticky, f->merge->first[p] + l);
}

// ---- cycles

typedef struct {
  uint32_t place, next;  // next: action to follow
} visit;

// Actions of candidates have one edge. A place that was dropped is not entered
// again.
static void walk(finder *f, uint32_t root, uint32_t process) {
  uint32_t first = f->merge->first[process];
  SV_VEC(visit) path = {0};
  sv_bits *sticky = &f->merge->sticky;
  sv_push(path, (visit){root, 0});
  f->mark[root] = 1;
  while (path.n) {
    visit *top = &sv_last(path);
    const sv_u32s *actions = sv_safe_leaving(f->safe, process, top->place - first);
    if (top->next == actions->n || !sv_bits_has(sticky, top->place)) {
      f->mark[top->place] = 2;
      path.n--;
      continue;
    }
    uint32_t to = first + f->net->actions.at[actions->at[top->next++]].edges[0].to;
    if (f->mark[to] == 1) sv_bits_remove(sticky, to);
    if (f->mark[to] || !sv_bits_has(sticky, to)) continue;
    f->mark[to] = 1;
    sv_push(path, (visit){to, 0});
  }
  sv_vec_free(path);
}

// Every sticky place is followed by sticky places that are done, or by others: no cycles.
SV_ASSERT_ONLY static bool is_acyclic(const finder *f, uint32_t process) {
  uint32_t first = f->merge->first[process], n = f->merge->first[process + 1] - first, left = 0;
  uint8_t *done = SV_NEW_ARRAY(uint8_t, n + 1);
  for (bool grew = true; grew;) {
    grew = false, left = 0;
    for (uint32_t l = 0; l < n; l++) {
      if (done[l] || !sv_bits_has(&f->merge->sticky, first + l)) continue;
      const sv_u32s *actions = sv_safe_leaving(f->safe, process, l);
      uint32_t i = 0;
      for (; i < actions->n; i++) {
        uint32_t to = f->net->actions.at[actions->at[i]].edges[0].to;
        if (!done[to] && sv_bits_has(&f->merge->sticky, first + to)) break;
      }
      done[l] = i == actions->n;
      grew |= done[l], left += !done[l];
    }
  }
  sv_free(done);
  return !left;
}

static void break_cycles(finder *f) {
  for (uint32_t p = 0; p < f->net->processes.n; p++) {
    uint32_t first = f->merge->first[p];
    for (uint32_t at = first; at < f->merge->first[p + 1]; at++)
      if (!f->mark[at] && sv_bits_has(&f->merge->sticky, at)) walk(f, at, p);
    assert(is_acyclic(f, p));
  }
}

// ---- setting up

static void number_places(finder *f) {
  sv_merge *m = f->merge;
  uint32_t n = 0;
  m->first = SV_NEW_ARRAY(uint32_t, f->net->processes.n + 1);
  for (uint32_t p = 0; p < f->net->processes.n; p++)
    m->first[p] = n, n += sv_net_locations(f->net, p);
  m->first[f->net->processes.n] = n;
  m->places = n - f->net->processes.n;
  sv_bits_init(&m->sticky, n);
  f->mark = SV_NEW_ARRAY(uint8_t, n + 1);
}

sv_merge *sv_merge_new(const sv_net *net, const uint32_t *properties, uint32_t n) {
  finder f = {.net = net, .safe = sv_safe_new(net, properties, n)};
  if (!f.safe) return NULL;
  f.merge = SV_NEW(sv_merge);
  number_places(&f);
  find_candidates(&f);
  break_cycles(&f);
  sv_free(f.mark);
  sv_safe_free(f.safe);
  f.merge->count = sv_bits_count(&f.merge->sticky);
  if (f.merge->count) return f.merge;
  sv_merge_free(f.merge);
  return NULL;
}

void sv_merge_free(sv_merge *m) {
  if (!m) return;
  sv_bits_free(&m->sticky);
  sv_free(m->first);
  sv_free(m);
}
