// reduction.c -- decides whether a net can be reduced, and fills the tables.
//
// Every rule here has its reason in docs/reduction.md; the names of its
// sections are given. When in doubt a pair of actions is related: that costs
// states, never answers.

#include "analysis/reduction/reduction.h"

static sv_rows new_rows(uint32_t n, uint32_t words) {
  return (sv_rows){.bits = SV_NEW_ARRAY(uint64_t, (size_t)n * words + 1), .words = words};
}

void sv_rows_set(sv_rows *r, uint32_t row, uint32_t bit) {
  r->bits[(size_t)row * r->words + (bit >> 6)] |= UINT64_C(1) << (bit & 63);
  assert(bit >> 6 < r->words);
}

// ---- what cannot be reduced

static bool infinite_choice(const sv_net *net, const sv_net_action *a) {
  for (uint32_t i = 0; i < a->choice_count; i++)
    if (!sv_sort_finite(net->model->terms, a->choices[i])) return true;
  return false;
}

// Can be outranked by others and has several edges of running processes. Where
// only rule 3 matters, passive edges do not count.
static bool mixed_priority(const sv_net_action *a, bool passive_count) {
  uint32_t running = 0, has_competitors = 0;
  for (uint32_t i = 0; i < a->edge_count; i++) {
    const sv_net_edge *e = &a->edges[i];
    bool runs = e->from_count != 1 || e->from[0], passive = sv_edge_is_passive(e);
    running += runs && (passive_count || !passive);
    has_competitors += e->priority && !passive;
  }
  return running > 1 && has_competitors;
}

// An action of a later class out of a yielding location: whether the holder of
// control waits there depends on the class of the others.
static bool yields_late(const sv_sections *s, const sv_net_action *a) {
  for (uint32_t i = 0; i < a->edge_count && a->priority; i++)
    for (uint32_t f = 0; f < a->edges[i].from_count; f++)
      if (sv_section_at(s, a->edges[i].process, a->edges[i].from[f]) & SV_SECTION_YIELDING)
        return true;
  return false;
}

static const char *refuse_action(const sv_reduction *r, const sv_net_action *a) {
  const sv_sections *s = &r->relations->sections;
  if (infinite_choice(r->net, a)) return "an action chooses from infinitely many values";
  if (a->priority && s->exclusive)
    return "global priorities together with blocking or committed locations";
  if (yields_late(s, a)) return "global priorities inside yielding sections";
  if ((s->exclusive && mixed_priority(a, true)) || (s->yielding && mixed_priority(a, false)))
    return "joint actions with local priorities together with atomic sections";
  return NULL;
}

static bool waits_at_an_end(const sv_reduction *r) {
  const sv_sections *s = &r->relations->sections;
  for (uint32_t p = 0; p < r->net->processes.n; p++)
    for (uint32_t l = 1; l < sv_net_locations(r->net, p); l++) {
      unsigned here = sv_section_at(s, p, l);
      bool stuck = here & SV_SECTION_EXCLUSIVE && here & SV_SECTION_WAITS;
      if (stuck && sv_net_location(r->net, p, l)->flags & SV_LOC_END) return true;
    }
  return false;
}

static const char *refuse(const sv_reduction *r, bool deadlock) {
  for (uint32_t a = 0; a < r->net->actions.n; a++) {
    const char *reason = refuse_action(r, &r->net->actions.at[a]);
    if (reason) return reason;
  }
  return deadlock && waits_at_an_end(r) ? "end locations inside blocking sections" : NULL;
}

const char *sv_reduction_refuses(const sv_sections *sections, bool deadlock) {
  sv_relations relations = {.all = sections->all, .sections = *sections};
  sv_reduction r = {.net = sections->all->net, .relations = &relations};
  return refuse(&r, deadlock);
}

// ---- rows by pairs of actions

bool sv_reduction_needed(const sv_reduction *r, uint32_t a, uint32_t b, bool strict) {
  const sv_relations *rel = r->relations;
  if (sv_bits_has(&r->later, b) && !sv_bits_has(&r->cuts, b)) return false;
  if (sv_bits_has(&rel->sections.waits, b) &&
      sv_parts_overlap(&rel->writes[a], &r->all->actions[b].enabling))
    return true;
  if (sv_share_process(&r->net->actions.at[a], &r->net->actions.at[b])) return false;
  return sv_data_conflict(rel, a, b) && (strict || !sv_only_ends_meet(rel, a, b));
}

static bool writes_into(const sv_reduction *r, uint32_t writer, const sv_parts *parts) {
  return sv_parts_overlap(&r->relations->writes[writer], parts);
}

// The same without actions that append to the queue from which `receiver` receives one message.
static bool writes_beside(const sv_reduction *r, uint32_t writer, uint32_t receiver,
                          const sv_parts *parts) {
  uint32_t q = r->receives[receiver];
  assert(q < r->net->queues.n);
  if (!writes_into(r, writer, parts)) return false;
  uint32_t part = r->all->map.first[sv_queue_object(&r->all->map, q)];
  if (!sv_parts_has(&r->relations->ends[writer].sends, part)) return true;
  sv_parts both = {0};
  sv_parts_meet(&r->relations->writes[writer], parts, &both);
  sv_parts_seal(&both);
  sv_parts_minus(&both, part, part + 1);
  bool more = both.n != 0;
  sv_vec_free(both);
  return more;
}

static void relate_receiver(sv_reduction *r, uint32_t a, uint32_t b) {
  const sv_access *x = &r->all->actions[a];
  if (r->receives[a] == UINT32_MAX) return;
  if (writes_beside(r, b, a, &x->guard)) sv_rows_set(&r->guard_head, a, b);
  if (writes_beside(r, b, a, &x->enabling) || writes_into(r, b, &x->priority))
    sv_rows_set(&r->enabling_head, a, b);
}

static void find_receivers(sv_reduction *r) {
  bool any = false;
  r->receives = SV_NEW_ARRAY(uint32_t, r->net->actions.n + 1);
  for (uint32_t a = 0; a < r->net->actions.n; a++) {
    const sv_parts *receives = &r->relations->ends[a].receives;
    assert(!sv_parts_overlap(receives, &r->relations->ends[a].sends));
    bool one = r->net->actions.at[a].queue_op_count == 1 && sv_parts_count(receives) == 1;
    r->receives[a] = UINT32_MAX;
    if (one)
      r->receives[a] = sv_object_of_part(&r->all->map, receives->at[0].lo) - r->net->vars.n,
      any = true;
  }
  if (!any) return;
  r->guard_head = new_rows(r->net->actions.n, r->words);
  r->enabling_head = new_rows(r->net->actions.n, r->words);
}

static void relate_pair(sv_reduction *r, uint32_t a, uint32_t b) {
  const sv_access *x = &r->all->actions[a];
  if (a != b && sv_reduction_needed(r, a, b, false)) sv_rows_set(&r->dependent, a, b);
  if (sv_bits_has(&r->later, b) || sv_bits_has(&r->cuts, b)) return;
  if (writes_into(r, b, &x->guard)) sv_rows_set(&r->guard_by, a, b);
  if (writes_into(r, b, &x->enabling) || writes_into(r, b, &x->priority))
    sv_rows_set(&r->enabling_by, a, b);
  relate_receiver(r, a, b);
}

// ---- rows by place

static void fill_places(sv_reduction *r, const sv_future *future) {
  const uint32_t *first = r->relations->sections.first;
  for (uint32_t a = 0; a < r->net->actions.n; a++) {
    const sv_net_action *x = &r->net->actions.at[a];
    for (uint32_t i = 0; i < x->edge_count; i++) {
      uint32_t p = x->edges[i].process;
      for (uint32_t f = 0; f < x->edges[i].from_count; f++)
        sv_rows_set(&r->users, first[p] + x->edges[i].from[f], a);
      for (uint32_t l = 0; l < sv_net_locations(r->net, p); l++)
        if (!sv_bits_has(sv_future_slot(future, p, l), a)) sv_rows_set(&r->dead, first[p] + l, a);
    }
  }
}

// ---- properties

static void mark_visible(sv_reduction *r, sv_term invariant) {
  sv_parts parts = {0};
  sv_access_term(r->all, invariant, &parts);
  for (uint32_t a = 0; a < r->net->actions.n; a++)
    if (writes_into(r, a, &parts)) sv_bits_add(&r->visible, a);
  sv_vec_free(parts);
}

static bool may_get_stuck(const sv_sections *s, const sv_net *net) {
  for (uint32_t i = 0; i < s->first[net->processes.n]; i++)
    if (s->flags[i] & SV_SECTION_EXCLUSIVE && s->flags[i] & SV_SECTION_WAITS) return true;
  return false;
}

// True if deadlocks are looked for.
static bool mark_properties(sv_reduction *r, const uint32_t *properties, uint32_t n) {
  bool deadlock = false;
  r->needs_proviso = !sv_bits_empty(&r->cuts) || may_get_stuck(&r->relations->sections, r->net);
  for (uint32_t i = 0; i < n; i++) {
    REQUIRE(properties[i] && properties[i] < r->net->properties.n, "no such property");
    const sv_property *p = &r->net->properties.at[properties[i]];
    if (p->kind == SV_PROP_INVARIANT) mark_visible(r, p->term);
    if (p->kind == SV_PROP_DEADLOCK) deadlock = true;
    else r->needs_proviso = true;
  }
  return deadlock;
}

// ---- the whole

static void mark_actions(sv_reduction *r) {
  uint32_t n = r->net->actions.n;
  sv_bits_init(&r->visible, n);
  sv_bits_init(&r->opens, n);
  sv_bits_init(&r->sticky, n);
  sv_bits_copy(&r->opens, &r->relations->sections.enters);
  sv_bits_init(&r->cuts, n);
  sv_bits_init(&r->later, n);
  for (uint32_t a = 0; a < n; a++) {
    if (r->net->actions.at[a].cut) sv_bits_add(&r->cuts, a);
    if (r->net->actions.at[a].priority) sv_bits_add(&r->later, a);
  }
}

SV_ASSERT_ONLY static bool rows_are_within(const sv_rows *small, const sv_rows *large, uint32_t n) {
  if (!small->bits) return true;
  for (size_t i = 0; i < (size_t)n * small->words; i++)
    if (small->bits[i] & ~large->bits[i]) return false;
  return true;
}

// An action that leaves a place can still happen there.
SV_ASSERT_ONLY static bool rows_are_disjoint(const sv_rows *a, const sv_rows *b, uint32_t n) {
  for (size_t i = 0; i < (size_t)n * a->words; i++)
    if (a->bits[i] & b->bits[i]) return false;
  return true;
}

// What one of two actions may disturb lies in both rows, unless rank, queue ends or a shared
// process tell them apart.
SV_ASSERT_ONLY static bool is_symmetric(const sv_reduction *r) {
  for (uint32_t a = 0; a < r->net->actions.n; a++)
    for (uint32_t b = 0; b < a; b++) {
      bool ranked = sv_bits_has(&r->later, a) || sv_bits_has(&r->later, b);
      bool waits = sv_bits_has(&r->relations->sections.waits, a) ||
                   sv_bits_has(&r->relations->sections.waits, b);
      bool ab = sv_row(&r->dependent, a)[b >> 6] >> (b & 63) & 1;
      bool ba = sv_row(&r->dependent, b)[a >> 6] >> (a & 63) & 1;
      if (!ranked && !waits && ab != ba) return false;
    }
  return true;
}

static void fill_rows(sv_reduction *r) {
  uint32_t n = r->net->actions.n;
  uint32_t places = r->relations->sections.first[r->net->processes.n];
  r->words = sv_bits_words(n);
  r->dependent = new_rows(n, r->words);
  r->guard_by = new_rows(n, r->words);
  r->enabling_by = new_rows(n, r->words);
  r->users = new_rows(places, r->words);
  r->dead = new_rows(places, r->words);
  find_receivers(r);
  for (uint32_t a = 0; a < n; a++)
    for (uint32_t b = 0; b < n; b++) relate_pair(r, a, b);
  assert(is_symmetric(r));
  assert(rows_are_within(&r->guard_by, &r->enabling_by, n));
  assert(rows_are_within(&r->guard_head, &r->guard_by, n));
  assert(rows_are_within(&r->enabling_head, &r->enabling_by, n));
  sv_future *future = sv_future_new(r->all);
  fill_places(r, future);
  assert(rows_are_disjoint(&r->users, &r->dead, places));
  sv_future_free(future);
  sv_reduction_transactions(r);
}

sv_reduction *sv_reduction_new(const sv_net *net, const uint32_t *properties, uint32_t n,
                               sv_text *why) {
  if (net->actions.n > SV_REDUCTION_ACTIONS) {
    sv_text_printf(why, "the net has more than %d actions", SV_REDUCTION_ACTIONS);
    return NULL;
  }
  sv_reduction *r = SV_NEW(sv_reduction);
  r->net = net;
  r->all = sv_accesses_new(net);
  r->relations = sv_relations_new(r->all);
  mark_actions(r);
  const char *reason = refuse(r, mark_properties(r, properties, n));
  if (reason) {
    sv_text_string(why, reason);
    sv_reduction_free(r);
    return NULL;
  }
  fill_rows(r);
  return r;
}

void sv_reduction_free(sv_reduction *r) {
  if (!r) return;
  sv_free(r->dependent.bits);
  sv_free(r->guard_by.bits);
  sv_free(r->enabling_by.bits);
  sv_free(r->guard_head.bits);
  sv_free(r->enabling_head.bits);
  sv_free(r->receives);
  sv_free(r->users.bits);
  sv_free(r->dead.bits);
  sv_bits_free(&r->visible);
  sv_bits_free(&r->opens);
  sv_bits_free(&r->sticky);
  sv_bits_free(&r->cuts);
  sv_bits_free(&r->later);
  sv_relations_free(r->relations);
  sv_accesses_free(r->all);
  sv_free(r);
}

bool sv_reduction_sees(const sv_reduction *r, uint32_t action) {
  return sv_bits_has(&r->visible, action);
}

bool sv_reduction_needs_proviso(const sv_reduction *r) { return r->needs_proviso; }
