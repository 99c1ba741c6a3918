// sections.c -- finds sections, their entries, and where they may wait.

#include "analysis/reduction/sections.h"

static unsigned flags_of(const sv_location *l) {
  unsigned flags = 0;
  if (l->flags & (SV_LOC_BLOCKING | SV_LOC_COMMITTED)) flags |= SV_SECTION_EXCLUSIVE;
  if (l->flags & SV_LOC_YIELDING) flags |= SV_SECTION_YIELDING;
  return flags;
}

static void mark_locations(sv_sections *s) {
  const sv_net *net = s->all->net;
  uint32_t n = 0;
  s->first = SV_NEW_ARRAY(uint32_t, net->processes.n + 1);
  for (uint32_t p = 0; p < net->processes.n; p++) s->first[p] = n, n += sv_net_locations(net, p);
  s->first[net->processes.n] = n;
  s->flags = SV_NEW_ARRAY(uint8_t, n + 1);
  for (uint32_t p = 0; p < net->processes.n; p++)
    for (uint32_t l = 1; l < sv_net_locations(net, p); l++) {
      unsigned flags = flags_of(sv_net_location(net, p, l));
      s->flags[s->first[p] + l] = (uint8_t)flags;
      s->exclusive |= (flags & SV_SECTION_EXCLUSIVE) != 0;
      s->yielding |= (flags & SV_SECTION_YIELDING) != 0;
    }
}

// One plain guard after the other joins those that leave the location.
static void join_guards(const sv_sections *s, sv_term *always) {
  const sv_net *net = s->all->net;
  for (uint32_t a = 0; a < net->actions.n; a++) {
    const sv_net_action *x = &net->actions.at[a];
    if (x->edge_count != 1 || x->priority || x->cut || !s->all->actions[a].plain) continue;
    if (sv_edge_is_passive(&x->edges[0])) continue;
    for (uint32_t f = 0; f < x->edges[0].from_count; f++) {
      uint32_t at = s->first[x->edges[0].process] + x->edges[0].from[f];
      if (s->flags[at]) always[at] = sv_or(net->model->terms, always[at], x->guard);
    }
  }
}

static void mark_waiting(sv_sections *s) {
  for (uint32_t p = 0; p < s->all->net->processes.n; p++) assert(!s->flags[s->first[p]]);
  uint32_t n = s->first[s->all->net->processes.n];
  sv_term *always = SV_NEW_ARRAY(sv_term, n + 1);
  for (uint32_t i = 0; i < n; i++) always[i] = SV_FALSE;
  join_guards(s, always);
  for (uint32_t i = 0; i < n; i++)
    if (s->flags[i] && !sv_same(always[i], SV_TRUE)) s->flags[i] |= SV_SECTION_WAITS;
  sv_free(always);
}

static bool acquires_control(const sv_net *net, const sv_net_action *a) {
  for (uint32_t i = a->update_count; i-- && net->holder != SV_NO_VARIABLE;) {
    sv_node target = sv_node_of(net->model->terms, sv_index(a->updates[i].target));
    sv_value v;
    if (target.op != SV_OP_VAR || target.id != net->holder) continue;
    return !sv_is_const(net->model->terms, a->updates[i].value, &v) || sv_small_get(v);
  }
  return false;
}

static void mark_action(sv_sections *s, uint32_t action) {
  const sv_net *net = s->all->net;
  const sv_net_action *a = &net->actions.at[action];
  if (acquires_control(net, a)) sv_bits_add(&s->enters, action);
  for (uint32_t i = 0; i < a->edge_count; i++) {
    const sv_net_edge *e = &a->edges[i];
    unsigned to = e->to == SV_STAY ? 0 : sv_section_at(s, e->process, e->to), from = 0;
    for (uint32_t f = 0; f < e->from_count; f++) from |= sv_section_at(s, e->process, e->from[f]);
    if (to & SV_SECTION_EXCLUSIVE) sv_bits_add(&s->enters, action);
    if (to || from) sv_bits_add(&s->crossing, action);
    if (from & SV_SECTION_WAITS) sv_bits_add(&s->waits, action);
    assert(!(from & SV_SECTION_WAITS) || from & (SV_SECTION_EXCLUSIVE | SV_SECTION_YIELDING));
  }
}

void sv_sections_init(sv_sections *s, const sv_accesses *all) {
  *s = (sv_sections){.all = all};
  sv_bits_init(&s->enters, all->net->actions.n);
  sv_bits_init(&s->crossing, all->net->actions.n);
  sv_bits_init(&s->waits, all->net->actions.n);
  mark_locations(s);
  if (!s->exclusive && !s->yielding) return;
  mark_waiting(s);
  for (uint32_t a = 0; a < all->net->actions.n; a++) mark_action(s, a);
  for (uint32_t a = 0; a < all->net->actions.n; a++)
    assert(!sv_bits_has(&s->waits, a) || sv_bits_has(&s->crossing, a));
}

void sv_sections_free(sv_sections *s) {
  sv_bits_free(&s->enters);
  sv_bits_free(&s->crossing);
  sv_bits_free(&s->waits);
  sv_free(s->first);
  sv_free(s->flags);
  *s = (sv_sections){0};
}
