// persistent.c -- see persistent.h.
//
// Computed for a location when it is first needed: whether its actions fit, and
// which actions of other processes are dependent on them. A location is then
// compared with the futures of the other processes by rows of bits.

#include "analysis/reduction/persistent.h"

#include "analysis/reduction/reduction.h"

typedef enum { NOT_ASKED, UNFIT, FIT } place_state;

typedef struct {
  sv_u32s leaving;  // actions with an edge that leaves it, ascending
  sv_bits disturb;  // if FIT: actions of others that are not independent of these
  place_state state;
} place;

struct sv_persistent {
  const sv_net *net;
  sv_accesses *all;
  sv_relations *relations;
  sv_future *future;
  place *places;        // sections.first[p] + l
  sv_bits visible;      // actions that write what an asked invariant reads
  sv_bits *edges_of;    // by process: actions with an edge of it
  sv_bits orphans;      // what may happen without any running process, and behind that
  sv_u32s joint_exits;  // joint actions that leave a section in which others may wait
  sv_bits dead, scratch;
};

// ---- one action

// May the action enable a process that waits in a section for its process?
static bool wakes(const sv_persistent *f, uint32_t process, uint32_t action) {
  for (uint32_t i = 0; i < f->joint_exits.n; i++) {
    uint32_t b = f->joint_exits.at[i];
    if (sv_bits_has(&f->edges_of[process], b) &&
        sv_parts_overlap(&f->relations->writes[action], &f->all->actions[b].enabling))
      return true;
  }
  return false;
}

static bool action_fits(const sv_persistent *f, uint32_t process, uint32_t action) {
  const sv_net_action *a = &f->net->actions.at[action];
  return a->edge_count == 1 && !sv_edge_is_passive(&a->edges[0]) && !a->priority && !a->cut &&
         !sv_bits_has(&f->relations->sections.enters, action) &&
         !sv_bits_has(&f->visible, action) && !wakes(f, process, action);
}

// The part of the queue to which it appends, or from which it takes, if that is
// its one operation; with the direction in the lowest bit. UINT32_MAX: it is not.
static uint32_t queue_end(const sv_persistent *f, uint32_t action) {
  const sv_queue_ends *ends = &f->relations->ends[action];
  uint32_t sends = sv_parts_count(&ends->sends), receives = sv_parts_count(&ends->receives);
  if (f->net->actions.at[action].queue_op_count != 1 || sends + receives != 1) return UINT32_MAX;
  return sends ? ends->sends.at[0].lo << 1 | 1 : ends->receives.at[0].lo << 1;
}

// All of them at the same end of the same queue: where one is possible the queue
// has room, or a message, and so the opposite end does not matter to the others.
static bool at_one_end(const sv_persistent *f, const sv_u32s *actions) {
  uint32_t end = queue_end(f, actions->at[0]);
  for (uint32_t i = 1; i < actions->n; i++)
    if (queue_end(f, actions->at[i]) != end) return false;
  return end != UINT32_MAX;
}

// b has no edge of a's process. Later classes wait until a's process cannot move.
static bool disturbs(const sv_persistent *f, uint32_t a, uint32_t b, bool one_end) {
  const sv_relations *r = f->relations;
  const sv_net_action *x = &f->net->actions.at[b];
  if (x->priority && !x->cut) return false;
  if (sv_bits_has(&r->sections.waits, b) &&
      sv_parts_overlap(&r->writes[a], &f->all->actions[b].enabling))
    return true;
  return sv_data_conflict(r, a, b) && !(one_end && sv_only_ends_meet(r, a, b));
}

// ---- one place

static bool all_fit(const sv_persistent *f, uint32_t process, uint32_t location, const place *at) {
  if (!location || !at->leaving.n || sv_section_at(&f->relations->sections, process, location))
    return false;
  for (uint32_t i = 0; i < at->leaving.n; i++)
    if (!action_fits(f, process, at->leaving.at[i])) return false;
  return true;
}

static void find_disturbers(const sv_persistent *f, uint32_t process, place *at) {
  bool one_end = at_one_end(f, &at->leaving);
  sv_bits_init(&at->disturb, f->net->actions.n);
  for (uint32_t b = 0; b < f->net->actions.n; b++) {
    if (sv_bits_has(&f->edges_of[process], b)) continue;
    for (uint32_t i = 0; i < at->leaving.n; i++) {
      if (!disturbs(f, at->leaving.at[i], b, one_end)) continue;
      sv_bits_add(&at->disturb, b);
      break;
    }
  }
}

static const place *place_at(sv_persistent *f, uint32_t process, uint32_t location) {
  place *at = &f->places[f->relations->sections.first[process] + location];
  if (at->state != NOT_ASKED) return at;
  at->state = all_fit(f, process, location, at) ? FIT : UNFIT;
  if (at->state == FIT) find_disturbers(f, process, at);
  return at;
}

// ---- one state

static bool is_controlled(const sv_persistent *f, const uint32_t *places) {
  if (places[f->net->processes.n]) return true;
  for (uint32_t p = 0; p < f->net->processes.n; p++)
    if (sv_section_at(&f->relations->sections, p, places[p]) & SV_SECTION_EXCLUSIVE) return true;
  return false;
}

// Actions that need a process where it cannot come any more.
static void find_dead(sv_persistent *f, const uint32_t *places) {
  sv_bits_clear(&f->dead);
  for (uint32_t p = 0; p < f->net->processes.n; p++) {
    sv_bits_copy(&f->scratch, &f->edges_of[p]);
    sv_bits_minus(&f->scratch, sv_future_slot(f->future, p, places[p]));
    sv_bits_join(&f->dead, &f->scratch);
  }
}

static bool is_free(sv_persistent *f, const uint32_t *places, uint32_t process) {
  const place *at = place_at(f, process, places[process]);
  assert(places[process] < sv_net_locations(f->net, process));
  if (at->state != FIT) return false;
  assert(!sv_bits_has(&f->dead, at->leaving.at[0]));
  assert(!sv_bits_overlap(&at->disturb, &f->edges_of[process]));
  sv_bits_copy(&f->scratch, &at->disturb);
  sv_bits_minus(&f->scratch, &f->dead);
  if (sv_bits_overlap(&f->scratch, &f->orphans)) return false;
  for (uint32_t q = 0; q < f->net->processes.n; q++)
    if (q != process && sv_bits_overlap(&f->scratch, sv_future_life(f->future, q, places[q])))
      return false;
  return true;
}

void sv_persistent_find(sv_persistent *f, const uint32_t *places, sv_bits *out) {
  sv_bits_clear(out);
  if (is_controlled(f, places)) return;
  find_dead(f, places);
  for (uint32_t p = 0; p < f->net->processes.n; p++)
    if (is_free(f, places, p)) sv_bits_add(out, p);
}

// ---- setting up

static bool may_leave_nowhere(const sv_net_edge *e) {
  for (uint32_t i = 0; i < e->from_count; i++)
    if (!e->from[i]) return true;
  return false;
}

// Actions in which perhaps no running process takes part, and the lives that they begin.
static void find_orphans(sv_persistent *f) {
  sv_bits_init(&f->orphans, f->net->actions.n);
  for (uint32_t a = 0; a < f->net->actions.n; a++) {
    const sv_net_action *x = &f->net->actions.at[a];
    uint32_t i = 0;
    while (i < x->edge_count && may_leave_nowhere(&x->edges[i])) i++;
    if (i < x->edge_count) continue;
    sv_bits_add(&f->orphans, a);
    for (i = 0; i < x->edge_count; i++)
      if (x->edges[i].to != SV_STAY)
        sv_bits_join(&f->orphans, sv_future_life(f->future, x->edges[i].process, x->edges[i].to));
  }
}

static void index_actions(sv_persistent *f) {
  const sv_sections *sections = &f->relations->sections;
  f->places = SV_NEW_ARRAY(place, sections->first[f->net->processes.n] + 1);
  f->edges_of = SV_NEW_ARRAY(sv_bits, f->net->processes.n + 1);
  for (uint32_t p = 0; p < f->net->processes.n; p++)
    sv_bits_init(&f->edges_of[p], f->net->actions.n);
  for (uint32_t a = 0; a < f->net->actions.n; a++) {
    const sv_net_action *x = &f->net->actions.at[a];
    for (uint32_t i = 0; i < x->edge_count; i++) {
      const sv_net_edge *e = &x->edges[i];
      sv_bits_add(&f->edges_of[e->process], a);
      for (uint32_t k = 0; k < e->from_count; k++)
        sv_push(f->places[sections->first[e->process] + e->from[k]].leaving, a);
    }
    if (x->edge_count > 1 && sv_bits_has(&sections->waits, a)) sv_push(f->joint_exits, a);
  }
}

static void mark_visible(sv_persistent *f, sv_term invariant) {
  sv_parts parts = {0};
  sv_access_term(f->all, invariant, &parts);
  for (uint32_t a = 0; a < f->net->actions.n; a++)
    if (sv_parts_overlap(&f->relations->writes[a], &parts)) sv_bits_add(&f->visible, a);
  sv_vec_free(parts);
}

// True if deadlocks are looked for.
static bool mark_properties(sv_persistent *f, const uint32_t *properties, uint32_t n) {
  bool deadlock = false;
  sv_bits_init(&f->visible, f->net->actions.n);
  for (uint32_t i = 0; i < n; i++) {
    REQUIRE(properties[i] && properties[i] < f->net->properties.n, "no such property");
    const sv_property *p = &f->net->properties.at[properties[i]];
    if (p->kind == SV_PROP_INVARIANT) mark_visible(f, p->term);
    deadlock |= p->kind == SV_PROP_DEADLOCK;
  }
  return deadlock;
}

sv_persistent *sv_persistent_new(const sv_net *net, const uint32_t *properties, uint32_t n) {
  if (net->actions.n > SV_REDUCTION_ACTIONS) return NULL;
  sv_persistent *f = SV_NEW(sv_persistent);
  *f = (sv_persistent){.net = net, .all = sv_accesses_new(net)};
  f->relations = sv_relations_new(f->all);
  index_actions(f);
  bool deadlock = mark_properties(f, properties, n);
  if (sv_reduction_refuses(&f->relations->sections, deadlock)) return sv_persistent_free(f), NULL;
  f->future = sv_future_new(f->all);
  find_orphans(f);
  sv_bits_init(&f->dead, net->actions.n);
  sv_bits_init(&f->scratch, net->actions.n);
  return f;
}

void sv_persistent_free(sv_persistent *f) {
  if (!f) return;
  for (uint32_t i = 0; i < f->relations->sections.first[f->net->processes.n]; i++) {
    sv_vec_free(f->places[i].leaving);
    sv_bits_free(&f->places[i].disturb);
  }
  for (uint32_t p = 0; p < f->net->processes.n; p++) sv_bits_free(&f->edges_of[p]);
  sv_free(f->places);
  sv_free(f->edges_of);
  sv_vec_free(f->joint_exits);
  sv_bits_free(&f->visible);
  sv_bits_free(&f->orphans);
  sv_bits_free(&f->dead);
  sv_bits_free(&f->scratch);
  sv_future_free(f->future);
  sv_relations_free(f->relations);
  sv_accesses_free(f->all);
  sv_free(f);
}
