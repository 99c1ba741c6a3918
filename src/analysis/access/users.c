// users.c -- see users.h.

#include "analysis/access/users.h"

enum { MOST_PROCESSES = 3, MOST_VISITS = 1 << 26 };
#define UNUSED UINT32_MAX

// An upper bound on the processes would be unsound, so the set may only be
// too small: of an action with more edges some are dropped.
typedef struct {
  uint32_t n, process[MOST_PROCESSES];  // n = UNUSED: no action at all
} party;

struct sv_users {
  const sv_accesses *all;
  sv_queue_ends *ends;
  party *readers, *writers;    // by part
  party *not_send, *not_take;  // by queue
  uint64_t visits;
};

static void invite(party *p, const sv_net_action *a) {
  p->n = 0;
  for (uint32_t i = 0; i < a->edge_count && i < MOST_PROCESSES; i++)
    p->process[p->n++] = a->edges[i].process;
}

// Only processes of the action stay.
static void restrict_party(party *p, const sv_net_action *a) {
  uint32_t kept = 0;
  if (p->n == UNUSED) {
    invite(p, a);
    return;
  }
  for (uint32_t i = 0; i < p->n; i++)
    if (sv_edge_of(a, p->process[i])) p->process[kept++] = p->process[i];
  p->n = kept;
  assert(p->n <= MOST_PROCESSES);
}

static bool has(const party *p, uint32_t process) {
  if (p->n == UNUSED) return true;
  for (uint32_t i = 0; i < p->n; i++)
    if (p->process[i] == process) return true;
  return false;
}

// ---- filling

static void visit(sv_users *u, const sv_parts *parts, const sv_net_action *a, party *to) {
  for (uint32_t i = 0; i < parts->n && u->visits < MOST_VISITS; i++) {
    u->visits += parts->at[i].hi - parts->at[i].lo;
    for (uint32_t k = parts->at[i].lo; k < parts->at[i].hi; k++) restrict_party(&to[k], a);
  }
}

static uint32_t queue_part(const sv_users *u, uint32_t q) {
  return u->all->map.first[sv_queue_object(&u->all->map, q)];
}

static bool uses(const sv_access *a, uint32_t part) {
  return sv_parts_has(&a->reads, part) || sv_parts_has(&a->writes, part) ||
         sv_parts_has(&a->priority, part);
}

static void visit_queues(sv_users *u, uint32_t action) {
  const sv_net_action *a = &u->all->net->actions.at[action];
  for (uint32_t q = 0; q < u->all->net->queues.n; q++) {
    uint32_t part = queue_part(u, q);
    if (!uses(&u->all->actions[action], part)) continue;
    if (!sv_parts_has(&u->ends[action].sends, part)) restrict_party(&u->not_send[q], a);
    if (!sv_parts_has(&u->ends[action].receives, part)) restrict_party(&u->not_take[q], a);
  }
}

static party *new_parties(uint32_t n) {
  party *p = SV_NEW_ARRAY(party, n + 1);
  for (uint32_t i = 0; i < n; i++) p[i].n = UNUSED;
  return p;
}

sv_users *sv_users_new(const sv_accesses *all) {
  const sv_net *net = all->net;
  sv_users *u = SV_NEW(sv_users);
  u->all = all;
  u->ends = sv_queue_ends_new(all);
  u->readers = new_parties(all->map.parts);
  u->writers = new_parties(all->map.parts);
  u->not_send = new_parties(net->queues.n);
  u->not_take = new_parties(net->queues.n);
  for (uint32_t a = 0; a < net->actions.n; a++) {
    const sv_access *x = &all->actions[a];
    visit(u, &x->reads, &net->actions.at[a], u->readers);
    visit(u, &x->priority, &net->actions.at[a], u->readers);
    visit(u, &x->writes, &net->actions.at[a], u->writers);
    visit_queues(u, a);
  }
  if (u->visits < MOST_VISITS) return u;
  sv_users_free(u);
  return NULL;
}

void sv_users_free(sv_users *u) {
  if (!u) return;
  sv_queue_ends_free(u->all, u->ends);
  sv_free(u->readers);
  sv_free(u->writers);
  sv_free(u->not_send);
  sv_free(u->not_take);
  sv_free(u);
}

// ---- asking

// `holder` is written by every step and does not count (relations.h).
static bool is_holder(const sv_users *u, uint32_t part) {
  uint32_t holder = u->all->net->holder;
  return holder != SV_NO_VARIABLE && part == u->all->map.first[holder];
}

// All parts but one.
static bool is_own(const sv_users *u, const sv_parts *parts, uint32_t process, uint32_t except,
                   bool written) {
  for (uint32_t i = 0; i < parts->n; i++)
    for (uint32_t k = parts->at[i].lo; k < parts->at[i].hi; k++) {
      if (k == except || is_holder(u, k)) continue;
      if (!has(&u->writers[k], process)) return false;
      if (written && !has(&u->readers[k], process)) return false;
    }
  return true;
}

static bool is_alone_but(const sv_users *u, uint32_t process, uint32_t action, uint32_t except) {
  const sv_access *a = &u->all->actions[action];
  return is_own(u, &a->reads, process, except, false) &&
         is_own(u, &a->priority, process, except, false) &&
         is_own(u, &a->writes, process, except, true);
}

bool sv_users_sole(const sv_users *u, uint32_t process, uint32_t action) {
  return is_alone_but(u, process, action, UINT32_MAX);
}

uint32_t sv_users_end(const sv_users *u, uint32_t process, uint32_t action, bool *sends) {
  const sv_queue_ends *e = &u->ends[action];
  if (u->all->net->actions.at[action].queue_op_count != 1) return UINT32_MAX;
  *sends = sv_parts_count(&e->sends) == 1;
  if (*sends == (sv_parts_count(&e->receives) == 1)) return UINT32_MAX;
  uint32_t part = *sends ? e->sends.at[0].lo : e->receives.at[0].lo;
  assert(part >= queue_part(u, 0));
  uint32_t q = sv_object_of_part(&u->all->map, part) - u->all->net->vars.n;
  if (!has(*sends ? &u->not_take[q] : &u->not_send[q], process)) return UINT32_MAX;
  return is_alone_but(u, process, action, part) ? part : UINT32_MAX;
}
