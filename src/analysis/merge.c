// merge.c -- finds sticky locations.
//
// First the candidates: locations all of whose actions are their process's own
// business (users.h), or all use the same end of the same queue, of which the
// process is the only user. Then cycles are broken: a depth-first walk over
// the candidates gives up those to which it comes back.

#include "analysis/merge.h"

#include "analysis/reduction.h"
#include "analysis/users.h"

typedef struct {
  const sv_net *net;
  sv_accesses *all;
  sv_sections sections;
  sv_users *users;
  sv_merge *merge;
  sv_parts visible;    // what the properties read
  sv_u32s *leaving;    // by place: actions that leave it
  sv_u32s takers;      // joint actions that may leave a section in which others wait
  uint8_t *mark;       // by place: 0 new, 1 on the way, 2 done
  bool deadlock;
} finder;

// ---- what an action may be

// Does the action wake somebody who waits in a section for this process?
static bool wakes(const finder *f, uint32_t process, uint32_t action) {
  for (uint32_t i = 0; i < f->takers.n; i++) {
    uint32_t b = f->takers.at[i];
    if (sv_edge_of(&f->net->actions.at[b], process) &&
        sv_parts_overlap(&f->all->actions[action].writes, &f->all->actions[b].enabling))
      return true;
  }
  return false;
}

// A step of one process, of the first class, that leads into no section and
// that no property sees.
static bool is_quiet(const finder *f, uint32_t action) {
  const sv_net_action *a = &f->net->actions.at[action];
  if (a->edge_count != 1 || a->edges[0].flags & SV_EDGE_PASSIVE || a->priority || a->cut)
    return false;
  return a->edges[0].to != SV_STAY && !sv_bits_has(&f->sections.enters, action) &&
         !sv_parts_overlap(&f->all->actions[action].writes, &f->visible) &&
         !wakes(f, a->edges[0].process, action);
}

static bool all_alone(const finder *f, uint32_t process, const sv_u32s *actions) {
  for (uint32_t i = 0; i < actions->n; i++)
    if (!sv_users_alone(f->users, process, actions->at[i])) return false;
  return true;
}

// Where one of them is possible the queue has room, or a message; so the others
// are possible or not whatever is done at its other end.
static bool all_at_one_end(const finder *f, uint32_t process, const sv_u32s *actions) {
  uint32_t first = UINT32_MAX;
  bool sends = false;
  for (uint32_t i = 0; i < actions->n; i++) {
    bool here = false;
    uint32_t part = sv_users_end(f->users, process, actions->at[i], &here);
    if (part == UINT32_MAX || (i && (part != first || here != sends))) return false;
    first = part, sends = here;
  }
  return true;
}

// ---- candidates

static bool is_candidate(const finder *f, uint32_t p, uint32_t l) {
  const sv_u32s *actions = &f->leaving[f->merge->first[p] + l];
  if (!actions->n || sv_section_at(&f->sections, p, l) || sv_net_location(f->net, p, l)->bad)
    return false;
  for (uint32_t i = 0; i < actions->n; i++)
    if (!is_quiet(f, actions->at[i])) return false;
  return all_alone(f, p, actions) || all_at_one_end(f, p, actions);
}

static void find_candidates(finder *f) {
  for (uint32_t p = 0; p < f->net->processes.n; p++)
    for (uint32_t l = 1; l < sv_locations_of(f->net, p); l++)
      if (is_candidate(f, p, l)) sv_bits_add(&f->merge->sticky, f->merge->first[p] + l);
}

// ---- cycles

typedef struct {
  uint32_t place, next;  // next: action to follow
} visit;

// Actions of candidates have one edge. A place that was given up is not walked
// through again.
static void walk(finder *f, uint32_t root, uint32_t first) {
  SV_VEC(visit) way = {0};
  sv_bits *sticky = &f->merge->sticky;
  sv_push(way, (visit){root, 0});
  f->mark[root] = 1;
  while (way.n) {
    visit *top = &sv_last(way);
    const sv_u32s *actions = &f->leaving[top->place];
    if (top->next == actions->n || !sv_bits_has(sticky, top->place)) {
      f->mark[top->place] = 2;
      way.n--;
      continue;
    }
    uint32_t to = first + f->net->actions.at[actions->at[top->next++]].edges[0].to;
    if (f->mark[to] == 1) sv_bits_remove(sticky, to);
    if (f->mark[to] || !sv_bits_has(sticky, to)) continue;
    f->mark[to] = 1;
    sv_push(way, (visit){to, 0});
  }
  sv_vec_free(way);
}

static void break_cycles(finder *f) {
  for (uint32_t p = 0; p < f->net->processes.n; p++) {
    uint32_t first = f->merge->first[p];
    for (uint32_t at = first; at < f->merge->first[p + 1]; at++)
      if (!f->mark[at] && sv_bits_has(&f->merge->sticky, at)) walk(f, at, first);
  }
}

// ---- setting up

static void number_places(finder *f) {
  sv_merge *m = f->merge;
  uint32_t n = 0;
  m->first = SV_NEW_ARRAY(uint32_t, f->net->processes.n + 1);
  for (uint32_t p = 0; p < f->net->processes.n; p++) m->first[p] = n, n += sv_locations_of(f->net, p);
  m->first[f->net->processes.n] = n;
  m->places = n - f->net->processes.n;
  sv_bits_init(&m->sticky, n);
  f->mark = SV_NEW_ARRAY(uint8_t, n + 1);
  f->leaving = SV_NEW_ARRAY(sv_u32s, n + 1);
}

static void index_actions(finder *f) {
  for (uint32_t a = 0; a < f->net->actions.n; a++) {
    const sv_net_action *x = &f->net->actions.at[a];
    for (uint32_t i = 0; i < x->edge_count; i++)
      for (uint32_t k = 0; k < x->edges[i].from_count; k++)
        sv_push(f->leaving[f->merge->first[x->edges[i].process] + x->edges[i].from[k]], a);
    if (x->edge_count > 1 && sv_bits_has(&f->sections.waits, a)) sv_push(f->takers, a);
  }
}

static void read_properties(finder *f, const uint32_t *properties, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    REQUIRE(properties[i] && properties[i] < f->net->properties.n, "no such property");
    const sv_property *p = &f->net->properties.at[properties[i]];
    switch (p->kind) {
    case SV_PROP_DEADLOCK: f->deadlock = true; break;
    case SV_PROP_INVARIANT: sv_access_term(f->all, p->term, &f->visible); break;
    case SV_PROP_ASSERTION:
    case SV_PROP_LOCATION: break;
    }
  }
}

static void release(finder *f) {
  for (uint32_t i = 0; i < f->merge->first[f->net->processes.n]; i++) sv_vec_free(f->leaving[i]);
  sv_free(f->leaving);
  sv_free(f->mark);
  sv_vec_free(f->takers);
  sv_vec_free(f->visible);
  sv_users_free(f->users);
  sv_sections_free(&f->sections);
  sv_accesses_free(f->all);
}

sv_merge *sv_merge_new(const sv_net *net, const uint32_t *properties, uint32_t n) {
  finder f = {.net = net, .all = sv_accesses_new(net), .merge = SV_NEW(sv_merge)};
  sv_sections_init(&f.sections, f.all);
  number_places(&f);
  read_properties(&f, properties, n);
  if (!sv_reduction_refuses(&f.sections, f.deadlock) && (f.users = sv_users_new(f.all))) {
    index_actions(&f);
    find_candidates(&f);
    break_cycles(&f);
  }
  release(&f);
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
