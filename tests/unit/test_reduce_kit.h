// test_reduce_kit.h -- BOPPO's search on sets of states of a known graph.
//
// What the engine does with parametric states is done here with lists of states
// from the whole graph: those of a *group* have all their places in common,
// inputs of an and-inverter graph number the members, and literals say which
// members count. Groups are expanded as sv_reduce says, dropped if older ones
// cover them, and postponed moves are made up for by the cycle rule; nothing
// is approximated.

#ifndef SV_TEST_REDUCE_KIT_H
#define SV_TEST_REDUCE_KIT_H

#include "engine/boppo/reduce.h"
#include "unit/test_analysis_search.h"

enum { KIT_INPUTS = 12 };

typedef struct {
  sv_u32s members;
  bool expanded;
} group;

typedef enum { BY_ONE, BY_UNION } cover_way;

typedef struct {
  graph *g;
  sv_aig *aig;
  sv_reducer *reducer;
  sv_lit inputs[KIT_INPUTS];
  SV_VEC(group) groups;
  sv_bits fired, seen;
  SV_VEC(sv_reduce_candidate) candidates;
  sv_u32s places;
  cover_way covers;
  bool narrow;  // make up only where nothing was kept
  uint64_t made_up;
} set_search;

static inline uint32_t process_of(const sv_net *net, uint32_t action) {
  const sv_net_action *a = &net->actions.at[action];
  return a->edge_count == 1 ? a->edges[0].process : SV_NO_PROCESS;
}

static inline void places_of(const graph *g, uint32_t state, sv_u32s *out) {
  const sv_net *net = g->net;
  sv_clear(*out);
  for (uint32_t p = 0; p < net->processes.n; p++)
    sv_push(*out, sv_state_location(net, g->states.at[state], p));
  uint32_t holder = 0;
  if (net->holder != SV_NO_VARIABLE)
    holder = (uint32_t)sv_small_get(
        sv_exec_evaluate(g->x, g->states.at[state], sv_net_var_term(net, net->holder)));
  sv_push(*out, holder);
}

static inline bool same_places(const graph *g, uint32_t a, uint32_t b) {
  sv_u32s x = {0}, y = {0};
  places_of(g, a, &x);
  places_of(g, b, &y);
  bool same = !memcmp(x.at, y.at, x.n * sizeof *x.at);
  sv_vec_free(x);
  sv_vec_free(y);
  return same;
}

// ---- literals

// The members for which `in` says so.
static inline sv_lit members_lit(set_search *s, const group *m, const uint8_t *in) {
  sv_lits any = {0};
  uint32_t bits = 0;
  while (1u << bits < m->members.n) bits++;
  for (uint32_t i = 0; i < m->members.n; i++) {
    sv_lit all[KIT_INPUTS];
    for (uint32_t b = 0; b < bits; b++) all[b] = sv_lit_not_if(s->inputs[b], !(i >> b & 1));
    if (in[i]) sv_push(any, sv_aig_and_all(s->aig, all, bits));
  }
  sv_lit result = sv_aig_or_all(s->aig, any.at, any.n);
  sv_vec_free(any);
  return result;
}

typedef struct {
  const set_search *s;
  uint32_t base;
} numbering;

static inline uint64_t number_bits(void *context, uint32_t input) {
  const numbering *x = context;
  uint64_t word = 0;
  uint32_t bit = 0;
  while (sv_lit_node(x->s->inputs[bit]) != input) bit++;
  for (uint32_t k = 0; k < 64; k++) word |= (uint64_t)((x->base + k) >> bit & 1) << k;
  return word;
}

static inline void members_of(const set_search *s, const group *m, sv_lit a, uint8_t *in) {
  for (uint32_t base = 0; base < m->members.n; base += 64) {
    uint64_t word;
    numbering x = {s, base};
    sv_aig_simulate(s->aig, &a, 1, number_bits, &x, &word);
    for (uint32_t k = 0; k < 64 && base + k < m->members.n; k++) in[base + k] = word >> k & 1;
  }
}

static inline void make_candidates(set_search *s, const group *m) {
  uint8_t *in = SV_NEW_ARRAY(uint8_t, m->members.n + 1);
  sv_clear(s->candidates);
  for (uint32_t a = 0; a < s->g->net->actions.n; a++) {
    bool any = false;
    if (s->g->net->actions.at[a].cut) continue;
    for (uint32_t i = 0; i < m->members.n; i++)
      any |= in[i] = graph_is_enabled(s->g, m->members.at[i], a);
    if (any || a % 5 == 0)
      sv_push(s->candidates,
              (sv_reduce_candidate){a, process_of(s->g->net, a), members_lit(s, m, in)});
  }
  sv_free(in);
}

// ---- covering

static inline bool has_member(const group *m, uint32_t state) {
  for (uint32_t i = 0; i < m->members.n; i++)
    if (m->members.at[i] == state) return true;
  return false;
}

// *old: one of those that cover has been expanded.
static inline bool covered_by_one(const set_search *s, const group *fresh, bool *old) {
  for (uint32_t k = 0; k < s->groups.n; k++) {
    uint32_t i = 0;
    while (i < fresh->members.n && has_member(&s->groups.at[k], fresh->members.at[i])) i++;
    if (i < fresh->members.n) continue;
    *old = s->groups.at[k].expanded;
    return true;
  }
  return false;
}

// Prefers groups that have not been expanded.
static inline bool covered_by_all(const set_search *s, const group *fresh, bool *old) {
  *old = false;
  for (uint32_t i = 0; i < fresh->members.n; i++) {
    uint32_t state = fresh->members.at[i];
    bool waiting = false;
    if (!sv_bits_has(&s->seen, state)) return false;
    for (uint32_t k = 0; k < s->groups.n && !waiting; k++)
      waiting = !s->groups.at[k].expanded && has_member(&s->groups.at[k], state);
    *old |= !waiting;
  }
  return true;
}

// Takes the group. False: it was dropped, and an expanded one covers it.
static inline bool arrive(set_search *s, group m) {
  bool old = false;
  bool covered = s->covers == BY_ONE ? covered_by_one(s, &m, &old) : covered_by_all(s, &m, &old);
  if (covered) return sv_vec_free(m.members), !old;
  for (uint32_t i = 0; i < m.members.n; i++) sv_bits_add(&s->seen, m.members.at[i]);
  sv_push(s->groups, m);
  return true;
}

// ---- expanding

// The states behind an action of the members that count. An action leads from
// the same places to the same places.
static inline group successors(const set_search *s, const group *m, uint32_t action,
                               const uint8_t *in) {
  const graph *g = s->g;
  group out = {0};
  for (uint32_t i = 0; i < m->members.n; i++) {
    uint32_t from = m->members.at[i];
    for (uint32_t k = g->first_arc.at[from]; in[i] && k < g->first_arc.at[from + 1]; k++) {
      uint32_t to = g->arcs.at[k].to;
      if (g->arcs.at[k].action != action || has_member(&out, to)) continue;
      assert_true(!out.members.n || same_places(g, to, out.members.at[0]));
      sv_push(out.members, to);
    }
  }
  return out;
}

// Follows one expansion; marks in `progress` the members with a successor that
// is still to be expanded.
static inline void follow(set_search *s, uint32_t number, const sv_expansion *e,
                          uint8_t *progress) {
  const group *m = &s->groups.at[number];
  uint32_t n = m->members.n, action = s->candidates.at[e->candidate].action;
  uint8_t *in = SV_NEW_ARRAY(uint8_t, n + 1);
  members_of(s, m, e->when, in);
  for (uint32_t i = 0; i < n; i++) in[i] &= graph_is_enabled(s->g, m->members.at[i], action);
  group to = successors(s, m, action, in);
  assert_true(to.members.n);  // only what is possible comes out
  sv_bits_add(&s->fired, action);
  bool fresh = arrive(s, to);
  for (uint32_t i = 0; i < n; i++) progress[i] |= in[i] && fresh;
  sv_free(in);
}

static inline void make_up(set_search *s, uint32_t number, const uint8_t *where) {
  sv_expansions out = {0};
  uint32_t n = s->groups.at[number].members.n;
  uint8_t *progress = SV_NEW_ARRAY(uint8_t, n + 1);
  places_of(s->g, s->groups.at[number].members.at[0], &s->places);
  sv_lit guard = members_lit(s, &s->groups.at[number], where);
  assert_true(sv_reduce_postponed(s->reducer, s->aig, s->places.at, guard, s->candidates.at,
                                  s->candidates.n, &out));
  for (uint32_t k = 0; k < out.n; k++) {
    out.at[k].when = sv_aig_and(s->aig, out.at[k].when, guard);
    follow(s, number, &out.at[k], progress);
  }
  s->made_up++;
  sv_free(progress);
  sv_vec_free(out);
}

// Which members were reduced by some expansion and had no progress by any?
static inline void find_stuck(set_search *s, uint32_t number, const sv_expansions *out,
                              const uint8_t *progress, uint8_t *stuck) {
  const group *m = &s->groups.at[number];
  uint8_t *in = SV_NEW_ARRAY(uint8_t, m->members.n + 1);
  for (uint32_t k = 0; k < out->n; k++) {
    if (!out->at[k].reduced) continue;
    members_of(s, m, out->at[k].when, in);
    for (uint32_t i = 0; i < m->members.n; i++)
      stuck[i] |=
          in[i] && !progress[i] &&
          graph_is_enabled(s->g, m->members.at[i], s->candidates.at[out->at[k].candidate].action);
  }
  sv_free(in);
}

static inline void expand(set_search *s, uint32_t number) {
  uint32_t n = s->groups.at[number].members.n;
  uint8_t *progress = SV_NEW_ARRAY(uint8_t, n + 1), *stuck = SV_NEW_ARRAY(uint8_t, n + 1);
  uint8_t *all = SV_NEW_ARRAY(uint8_t, n + 1);
  sv_expansions out = {0};
  memset(all, 1, n);
  s->groups.at[number].expanded = true;
  make_candidates(s, &s->groups.at[number]);
  places_of(s->g, s->groups.at[number].members.at[0], &s->places);
  sv_lit guard = members_lit(s, &s->groups.at[number], all);
  assert_true(
      sv_reduce(s->reducer, s->aig, s->places.at, guard, s->candidates.at, s->candidates.n, &out));
  for (uint32_t k = 0; k < out.n; k++) follow(s, number, &out.at[k], progress);
  find_stuck(s, number, &out, progress, stuck);
  for (uint32_t i = 0; i < n; i++)
    if (stuck[i]) {
      make_up(s, number, s->narrow ? stuck : all);
      break;
    }
  sv_free(progress), sv_free(stuck), sv_free(all);
  sv_vec_free(out);
}

// ---- the whole

typedef enum { BREADTH_FIRST, DEPTH_FIRST, RANDOM_ORDER } search_order;

static inline void start(set_search *s) {
  for (uint32_t i = 0; i < s->g->initials; i++) {
    group m = {0};
    if (sv_bits_has(&s->seen, i)) continue;
    for (uint32_t k = i; k < s->g->initials; k++)
      if (same_places(s->g, i, k)) sv_push(m.members, k);
    arrive(s, m);
  }
}

static inline void explore(set_search *s, search_order order, uint32_t seed) {
  sv_random random = {seed};
  sv_u32s open = {0};
  uint32_t known = 0;
  for (start(s);;) {
    for (; known < s->groups.n; known++) sv_push(open, known);
    if (!open.n) break;
    uint32_t pick = order == BREADTH_FIRST ? 0
                    : order == DEPTH_FIRST ? open.n - 1
                                           : sv_random_below(&random, open.n);
    uint32_t number = open.at[pick];
    memmove(open.at + pick, open.at + pick + 1, (--open.n - pick) * sizeof *open.at);
    expand(s, number);
  }
  sv_vec_free(open);
}

static inline void set_search_init(set_search *s, graph *g, sv_reduce_method way,
                                   const uint32_t *properties, uint32_t n) {
  *s = (set_search){.g = g, .aig = sv_aig_new()};
  s->reducer = sv_reducer_new(g->net, s->aig, way, properties, n, NULL);
  for (uint32_t i = 0; i < KIT_INPUTS; i++) s->inputs[i] = sv_aig_input(s->aig);
  sv_bits_init(&s->fired, g->net->actions.n);
  sv_bits_init(&s->seen, g->states.n);
}

static inline void set_search_free(set_search *s) {
  for (uint32_t i = 0; i < s->groups.n; i++) sv_vec_free(s->groups.at[i].members);
  sv_vec_free(s->groups);
  sv_vec_free(s->candidates);
  sv_vec_free(s->places);
  sv_bits_free(&s->fired);
  sv_bits_free(&s->seen);
  sv_reducer_free(s->reducer);
  sv_aig_free(s->aig);
}

// What is lost, or NULL.
static inline const char *set_loss(const set_search *s, const uint32_t *properties, uint32_t n) {
  const char *lost = NULL;
  const search seen = {.seen = s->seen};
  sv_bits fired;
  sv_bits_init(&fired, s->g->net->actions.n);
  all_fired(s->g, &fired);
  if (!sv_bits_equal(&fired, &s->fired)) lost = "an action";
  if (cut_met(s->g, NULL) != cut_met(s->g, &s->seen)) lost = "a cut";
  for (uint32_t i = 0; i < n; i++) {
    if (violated(s->g, NULL, &fired, properties[i]) !=
        violated(s->g, &s->seen, &s->fired, properties[i]))
      lost = "a violation";
    if (s->g->net->properties.at[properties[i]].kind == SV_PROP_DEADLOCK &&
        !keeps_deadlocks(s->g, &seen))
      lost = "a deadlock";
  }
  sv_bits_free(&fired);
  return lost;
}

#endif
