// safe.c -- see safe.h.

#include "analysis/reduction/safe.h"

#include "analysis/access/users.h"
#include "analysis/reduction/reduction.h"

struct sv_safe {
  const sv_net *net;
  sv_accesses *all;
  sv_sections sections;
  sv_users *users;
  sv_parts visible;     // what the properties read
  uint32_t *first;      // by process: place of its location 0; processes.n + 1
  sv_u32s *leaving;     // by place: actions that leave it
  sv_u32s joint_exits;  // joint actions that may leave a section in which others wait
  bool deadlock;
};

// ---- what an action may be

// May the action enable a process that waits in a section for this one?
static bool wakes(const sv_safe *q, uint32_t process, uint32_t action) {
  for (uint32_t i = 0; i < q->joint_exits.n; i++) {
    uint32_t b = q->joint_exits.at[i];
    if (sv_edge_of(&q->net->actions.at[b], process) &&
        sv_parts_overlap(&q->all->actions[action].writes, &q->all->actions[b].enabling))
      return true;
  }
  return false;
}

// A step of one process, of the first class, invisible, that enters no section.
static bool may_be_safe(const sv_safe *q, uint32_t action) {
  const sv_net_action *a = &q->net->actions.at[action];
  if (a->edge_count != 1 || a->edges[0].flags & SV_EDGE_PASSIVE || a->priority || a->cut)
    return false;
  return a->edges[0].to != SV_STAY && !sv_bits_has(&q->sections.enters, action) &&
         !sv_parts_overlap(&q->all->actions[action].writes, &q->visible) &&
         !wakes(q, a->edges[0].process, action);
}

// ---- asking

const sv_u32s *sv_safe_leaving(const sv_safe *q, uint32_t process, uint32_t location) {
  return &q->leaving[q->first[process] + location];
}

static bool all_may_be_safe(const sv_safe *q, uint32_t p, uint32_t l) {
  const sv_u32s *actions = sv_safe_leaving(q, p, l);
  if (!actions->n || sv_section_at(&q->sections, p, l) || sv_net_location(q->net, p, l)->bad)
    return false;
  for (uint32_t i = 0; i < actions->n; i++)
    if (!may_be_safe(q, actions->at[i])) return false;
  return true;
}

bool sv_safe_at(const sv_safe *q, uint32_t p, uint32_t l) {
  const sv_u32s *actions = sv_safe_leaving(q, p, l);
  if (!all_may_be_safe(q, p, l)) return false;
  for (uint32_t i = 0; i < actions->n; i++)
    if (!sv_users_sole(q->users, p, actions->at[i])) return false;
  return true;
}

static void add_end(sv_safe_ends *ends, sv_safe_end e) {
  for (uint32_t i = 0; i < ends->n; i++)
    if (ends->at[i].queue == e.queue && ends->at[i].sends == e.sends) return;
  sv_push(*ends, e);
}

bool sv_safe_but_ends(const sv_safe *q, uint32_t p, uint32_t l, sv_safe_ends *ends,
                      uint32_t *local) {
  const sv_u32s *actions = sv_safe_leaving(q, p, l);
  *local = 0;
  if (!all_may_be_safe(q, p, l)) return false;
  for (uint32_t i = 0; i < actions->n; i++) {
    if (sv_users_sole(q->users, p, actions->at[i])) {
      ++*local;
      continue;
    }
    bool sends = false;
    uint32_t part = sv_users_end(q->users, p, actions->at[i], &sends);
    if (part == UINT32_MAX) return false;
    assert(sv_object_of_part(&q->all->map, part) >= q->net->vars.n);
    add_end(ends, (sv_safe_end){sv_object_of_part(&q->all->map, part) - q->net->vars.n, sends});
  }
  return true;
}

// ---- setting up

static void number_places(sv_safe *q) {
  uint32_t n = 0;
  q->first = SV_NEW_ARRAY(uint32_t, q->net->processes.n + 1);
  for (uint32_t p = 0; p < q->net->processes.n; p++)
    q->first[p] = n, n += sv_net_locations(q->net, p);
  q->first[q->net->processes.n] = n;
  q->leaving = SV_NEW_ARRAY(sv_u32s, n + 1);
}

static void index_actions(sv_safe *q) {
  for (uint32_t a = 0; a < q->net->actions.n; a++) {
    const sv_net_action *x = &q->net->actions.at[a];
    for (uint32_t i = 0; i < x->edge_count; i++)
      for (uint32_t k = 0; k < x->edges[i].from_count; k++)
        assert(x->edges[i].from[k] < sv_net_locations(q->net, x->edges[i].process));
    for (uint32_t i = 0; i < x->edge_count; i++)
      for (uint32_t k = 0; k < x->edges[i].from_count; k++)
        sv_push(q->leaving[q->first[x->edges[i].process] + x->edges[i].from[k]], a);
    if (x->edge_count > 1 && sv_bits_has(&q->sections.waits, a)) sv_push(q->joint_exits, a);
  }
}

static void read_properties(sv_safe *q, const uint32_t *properties, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    REQUIRE(properties[i] && properties[i] < q->net->properties.n, "no such property");
    const sv_property *p = &q->net->properties.at[properties[i]];
    switch (p->kind) {
    case SV_PROP_DEADLOCK: q->deadlock = true; break;
    case SV_PROP_INVARIANT: sv_access_term(q->all, p->term, &q->visible); break;
    case SV_PROP_ASSERTION:
    case SV_PROP_RECURRENCE:
    case SV_PROP_LOCATION: break;
    }
  }
}

void sv_safe_free(sv_safe *q) {
  if (!q) return;
  for (uint32_t i = 0; i < q->first[q->net->processes.n]; i++) sv_vec_free(q->leaving[i]);
  sv_free(q->leaving);
  sv_free(q->first);
  sv_vec_free(q->joint_exits);
  sv_vec_free(q->visible);
  sv_users_free(q->users);
  sv_sections_free(&q->sections);
  sv_accesses_free(q->all);
  sv_free(q);
}

sv_safe *sv_safe_new(const sv_net *net, const uint32_t *properties, uint32_t n) {
  sv_safe *q = SV_NEW(sv_safe);
  *q = (sv_safe){.net = net, .all = sv_accesses_new(net)};
  sv_sections_init(&q->sections, q->all);
  number_places(q);
  read_properties(q, properties, n);
  if (!sv_reduction_refuses(&q->sections, q->deadlock)) q->users = sv_users_new(q->all);
  if (q->users) return index_actions(q), q;
  sv_safe_free(q);
  return NULL;
}
