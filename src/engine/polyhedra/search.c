// search.c -- see search.h.

#include "engine/polyhedra/search.h"

// Times that a hull grew; control states, whose invariant nobody could show again.
enum { WIDEN_AFTER = 24, MOST_STATES = 20000 };

sv_poly_search *sv_poly_search_new(sv_poly_system *system, const sv_run *run, sv_limits *limits,
                                   sv_poly_mode mode, const uint32_t *properties, uint32_t n) {
  sv_poly_search *s = SV_NEW(sv_poly_search);
  *s = (sv_poly_search){.system = system, .run = run, .limits = limits, .mode = mode};
  sv_bits_init(&s->wanted, system->net->properties.n);
  for (uint32_t i = 0; i < n; i++) sv_bits_add(&s->wanted, properties[i]);
  return s;
}

void sv_poly_search_free(sv_poly_search *s) {
  if (!s) return;
  for (uint32_t i = 0; i < s->parts.n; i++) sv_polyhedron_free(s->parts.at[i].points);
  for (uint32_t i = 0; i < s->parts_of.n; i++) sv_vec_free(s->parts_of.at[i]);
  sv_vec_free(s->parts);
  sv_vec_free(s->parts_of);
  sv_vec_free(s->grown);
  sv_vec_free(s->found);
  sv_bits_free(&s->wanted);
  sv_free(s);
}

// ---- what is wanted

static bool meets(const sv_polyhedron *points, const sv_poly_cases *cases) {
  for (uint32_t i = 0; i < cases->n; i++) {
    sv_polyhedron *both = sv_poly_meet(points, &cases->at[i]);
    sv_polyhedron_free(both);
    if (both) return true;
  }
  return false;
}

static void look_for_violation(sv_poly_search *s, uint32_t part) {
  const sv_poly_part *p = &s->parts.at[part];
  for (uint32_t i = sv_bits_next(&s->wanted, 0); i != UINT32_MAX;
       i = sv_bits_next(&s->wanted, i + 1)) {
    if (s->system->net->properties.at[i].kind == SV_PROP_ASSERTION) continue;
    sv_poly_cases cases = sv_poly_violations(s->system, p->state, i);
    if (meets(p->points, &cases)) sv_push(s->found, (sv_poly_finding){i, part, UINT32_MAX});
  }
}

// ---- parts

static void let_wait(sv_poly_search *s, uint32_t part) {
  sv_poly_part *p = &s->parts.at[part];
  s->waiting += !p->waits;
  p->waits = true;
}

static void add_part(sv_poly_search *s, sv_poly_part p) {
  sv_push(s->parts, p);
  sv_push(s->parts_of.at[p.state], s->parts.n - 1);
  let_wait(s, s->parts.n - 1);
  look_for_violation(s, s->parts.n - 1);
}

static void join(sv_poly_search *s, sv_polyhedron *points, const sv_polyhedron *old) {
  if (s->mode == SV_POLY_BOX) sv_polyhedron_join_box(points, old);
  else sv_polyhedron_join(points, old);
  s->joins++;
}

// The points (taken) join those of the control state. Where they contain these anyway, they stay as
// they are: what time makes of a larger box is larger, and no box.
static void grow(sv_poly_search *s, uint32_t part, sv_polyhedron *points) {
  sv_poly_part *p = &s->parts.at[part];
  if (!sv_polyhedron_contains(points, p->points)) join(s, points, p->points);
  if (++s->grown.at[p->state] > WIDEN_AFTER) {
    sv_polyhedron_widen(points, p->points);
    s->widenings++;
  }
  sv_polyhedron_free(p->points);
  p->points = points;
  let_wait(s, part);
  look_for_violation(s, part);
}

static bool is_covered(const sv_poly_search *s, uint32_t state, const sv_polyhedron *points) {
  for (uint32_t i = 0; i < s->parts_of.at[state].n; i++) {
    const sv_poly_part *p = &s->parts.at[s->parts_of.at[state].at[i]];
    if (sv_polyhedron_contains(p->points, points)) return true;
  }
  return false;
}

// Parts that the new points cover are not looked at any more.
static void cover(sv_poly_search *s, uint32_t state, const sv_polyhedron *points) {
  sv_u32s *of = &s->parts_of.at[state];
  uint32_t kept = 0;
  for (uint32_t i = 0; i < of->n; i++) {
    sv_poly_part *p = &s->parts.at[of->at[i]];
    p->covered = sv_polyhedron_contains(points, p->points);
    if (!p->covered) of->at[kept++] = of->at[i];
  }
  of->n = kept;
}

static void reach(sv_poly_search *s, sv_poly_part p) {
  if (p.state > MOST_STATES) s->system->refused = "there are too many control states";
  sv_fill(s->parts_of, p.state + 1 > s->parts_of.n ? p.state + 1 : s->parts_of.n);
  sv_fill(s->grown, s->parts_of.n);
  if (is_covered(s, p.state, p.points)) {
    sv_polyhedron_free(p.points);
  } else if (s->mode != SV_POLY_EXACT && s->parts_of.at[p.state].n) {
    grow(s, s->parts_of.at[p.state].at[0], p.points);
  } else {
    if (s->mode == SV_POLY_EXACT) cover(s, p.state, p.points);
    add_part(s, p);
  }
}

// ---- steps

static void start_at(void *context, uint32_t state, const sv_poly_cases *cases) {
  sv_poly_search *s = context;
  sv_polyhedron *all = sv_polyhedron_new(s->system->dimensions.n);
  for (uint32_t i = 0; i < cases->n; i++) {
    sv_polyhedron *points = sv_poly_meet(all, &cases->at[i]);
    if (points) reach(s, (sv_poly_part){.points = points, .state = state, .from = UINT32_MAX});
  }
  sv_polyhedron_free(all);
}

static void step(sv_poly_search *s, uint32_t part, uint32_t action) {
  const sv_net_action *a = &s->system->net->actions.at[action];
  uint32_t state = s->parts.at[part].state;
  sv_poly_cases cases = sv_poly_steps(s->system, state, action);
  for (uint32_t i = 0; i < cases.n && !s->system->refused; i++) {
    sv_polyhedron *points = sv_poly_image(s->system, s->parts.at[part].points, &cases.at[i]);
    s->images++;
    if (!points) continue;
    if (a->cut || (a->fails && sv_bits_has(&s->wanted, a->fails)))
      sv_push(s->found, (sv_poly_finding){a->cut ? 0 : a->fails, part, action});
    uint32_t target = sv_poly_target(s->system, state, &cases.at[i]);
    if (a->cut) sv_polyhedron_free(points);
    else
      reach(s, (sv_poly_part){.points = points, .state = target, .from = part, .action = action});
  }
}

static bool goes_on(const sv_poly_search *s) {
  return !s->system->refused && !sv_limits_hit_after(s->limits, 64);
}

static void expand(sv_poly_search *s, uint32_t part) {
  assert(s->parts.at[part].waits && s->waiting);
  s->parts.at[part].waits = false;
  s->waiting--;
  if (s->parts.at[part].covered) return;
  for (uint32_t a = 0; a < s->system->net->actions.n && goes_on(s); a++) step(s, part, a);
}

sv_poly_result sv_poly_search_run(sv_poly_search *s) {
  sv_clear(s->found);
  if (!s->parts.n) sv_poly_starts(s->system, start_at, s);
  while (!s->found.n && s->waiting && goes_on(s)) {
    while (!s->parts.at[s->next].waits) s->next = s->next + 1 < s->parts.n ? s->next + 1 : 0;
    expand(s, s->next);
    sv_progress_tick(s->run->progress, &(sv_progress_report){.phase = "polyhedra",
                                                             .states = s->parts.n,
                                                             .depth = s->waiting,
                                                             .depth_of = "waiting"});
  }
  if (!goes_on(s)) return SV_POLY_STOPPED;
  return s->found.n ? SV_POLY_FOUND : SV_POLY_COMPLETE;
}

void sv_poly_search_path(const sv_poly_search *s, uint32_t part, sv_u32s *actions) {
  for (; s->parts.at[part].from != UINT32_MAX; part = s->parts.at[part].from)
    sv_push(*actions, s->parts.at[part].action);
  for (uint32_t i = 0, k = actions->n; i + 1 < k; i++) {
    uint32_t swap = actions->at[i];
    actions->at[i] = actions->at[--k], actions->at[k] = swap;
  }
}

// ---- the invariant

static sv_term points_of(const sv_poly_search *s, uint32_t state) {
  sv_terms *T = s->system->terms;
  sv_term any = SV_FALSE;
  for (uint32_t i = 0; i < s->parts_of.at[state].n; i++)
    any = sv_or(T, any, sv_poly_term(s->system, s->parts.at[s->parts_of.at[state].at[i]].points));
  return any;
}

static sv_term at_place(const sv_poly_search *s, uint32_t place, sv_term value) {
  sv_term t = sv_net_var_term(s->system->net, s->system->places.at[place]);
  sv_terms *T = s->system->terms;
  return sv_sort_get(T, sv_sort_of(T, t))->kind != SV_SORT_BOOL ? sv_eq(T, t, value)
         : sv_same(value, SV_TRUE)                              ? t
                                                                : sv_not(t);
}

// By the values of one place after the other, so that control states share what they have in
// common.
static sv_term tree(const sv_poly_search *s, sv_u32s *states /*emptied*/, uint32_t place) {
  sv_terms *T = s->system->terms;
  sv_term any = SV_FALSE;
  sv_u32s same = {0};
  if (place == s->system->places.n) any = points_of(s, sv_pop(*states));
  while (states->n) {
    sv_term value = sv_poly_values(s->system, states->at[0])[place];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < states->n; i++) {
      bool here = sv_same(sv_poly_values(s->system, states->at[i])[place], value);
      if (here) sv_push(same, states->at[i]);
      else states->at[kept++] = states->at[i];
    }
    states->n = kept;
    any = sv_or(T, any, sv_and(T, at_place(s, place, value), tree(s, &same, place + 1)));
  }
  sv_vec_free(same);
  return any;
}

sv_term sv_poly_search_invariant(const sv_poly_search *s) {
  sv_u32s states = {0};
  for (uint32_t i = 1; i < s->parts_of.n; i++)
    if (s->parts_of.at[i].n) sv_push(states, i);
  sv_term all = states.n ? tree(s, &states, 0) : SV_FALSE;
  sv_vec_free(states);
  return all;
}
