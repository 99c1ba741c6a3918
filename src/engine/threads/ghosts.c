// ghosts.c -- global bits that no program has: "some thread has h".
//
// A guard over all other threads (`h := 1 constrain !h$`: a lock that is nothing
// but a local flag) is asked of one passive thread at a time, so a thread that
// waits does not know that another one is inside, and its own step is taken as if
// none were. Cook, Kroening, Sharygina (2007, section 3.2) refine where such a
// step is spurious; thread states have all variables of the program already, so
// what is added here are *ghosts*: for a local bit h the number of threads that
// have it, which is at most one (a count that saturates at once) if
//
//   no thread has h at the start, nor when it is started; no broadcast writes it;
//   and every step that raises h asks all others not to have it.
//
// The ghost g is then that number. Steps keep it up to date, those that ask all
// others not to have h need g down (unless the acting thread is the one), and by
// exclusive.c h with g is a lock like any other. No run is lost: with these
// conditions, g says what is so.

#include "engine/threads/threads.h"

typedef struct {
  sv_thread_system *s;
  sv_thread_can_be *can_be;
  void *context;
  sv_lit other_runs;  // there is a passive thread
} search;

static bool can_be(const search *x, sv_lit a, sv_lit b) {
  return x->can_be(x->context, sv_aig_and(x->s->aig, a, b));
}

static sv_lit after(const sv_thread_action *a, uint32_t h, sv_lit before) {
  return a->ends ? SV_LIT_FALSE : sv_thread_after(&a->locals, h, before);
}

static sv_lit raises(const sv_thread_system *s, const sv_thread_action *a, uint32_t h) {
  sv_lit before = s->own_inputs.at[h];
  return sv_aig_and(s->aig, sv_lit_not(before), after(a, h, before));
}

// Under this condition the action happens only if no other thread has h.
static bool asks_others(const search *x, const sv_thread_action *a, uint32_t h, sv_lit condition) {
  sv_lit other = sv_aig_and(x->s->aig, x->s->passive_inputs.at[h], x->other_runs);
  other = sv_aig_and(x->s->aig, other, condition);
  return a->broadcasts && !can_be(x, a->passive_enabled, other);
}

// ---- where a thread may have h

typedef struct {
  const search *x;
  uint32_t h;
  sv_bits may;   // locations
  bool started;  // a thread may be started with it
} flow;

static bool note_location(flow *f, uint32_t location) {
  if (!location || sv_bits_has(&f->may, location)) return false;
  sv_bits_add(&f->may, location);
  return true;
}

// What the action does at this location, as far as is known; true: something new.
static bool flow_from(flow *f, const sv_thread_action *a, uint32_t from) {
  sv_thread_system *s = f->x->s;
  sv_lit here = sv_aig_and(s->aig, s->at.at[from], a->possible), own = s->own_inputs.at[f->h];
  uint32_t to = a->net->edges[0].to == SV_STAY ? from : a->net->edges[0].to;
  bool grew = false;
  if (!sv_bits_has(&f->may, from)) here = sv_aig_and(s->aig, here, sv_lit_not(own));
  if (to && !sv_bits_has(&f->may, to) && can_be(f->x, here, after(a, f->h, own)))
    grew = note_location(f, to);
  for (uint32_t i = 0; i < a->started.n && !f->started; i++)
    f->started = can_be(f->x, here, a->started.at[i].at[f->h]);
  return grew;
}

// Threads copy the locals of who starts them, so it matters who can have h where.
static bool is_started_with(const search *x, uint32_t h) {
  flow f = {.x = x, .h = h};
  sv_bits_init(&f.may, x->s->at.n);
  for (bool grew = true; grew && !f.started;) {
    grew = false;
    for (uint32_t i = 0; i < x->s->actions.n; i++) {
      const sv_net_edge *e = &x->s->actions.at[i].net->edges[0];
      for (uint32_t k = 0; k < e->from_count; k++)
        grew |= flow_from(&f, &x->s->actions.at[i], e->from[k]);
    }
  }
  sv_bits_free(&f.may);
  return f.started;
}

// ---- ghosts

static bool keeps_to_one(const search *x, const sv_thread_action *a, uint32_t h) {
  for (uint32_t i = 0; i < a->passive.n; i++)
    if (a->passive.at[i].bit == h) return false;
  sv_lit up = raises(x->s, a, h);
  return !can_be(x, a->possible, up) || asks_others(x, a, h, up);
}

static bool is_asked(const search *x, uint32_t h) {
  for (uint32_t i = 0; i < x->s->actions.n; i++) {
    const sv_thread_action *a = &x->s->actions.at[i];
    sv_lit up = raises(x->s, a, h);
    if (!sv_lit_same(up, SV_LIT_FALSE) && asks_others(x, a, h, up) && can_be(x, a->possible, up))
      return true;
  }
  return false;
}

static bool is_counted(const search *x, uint32_t h) {
  bool good = is_asked(x, h) && !can_be(x, x->s->initial, x->s->own_inputs.at[h]);
  for (uint32_t i = 0; i < x->s->actions.n && good; i++)
    good = keeps_to_one(x, &x->s->actions.at[i], h);
  return good && !is_started_with(x, h);
}

static void demand(sv_thread_system *s, sv_thread_action *a, sv_lit condition) {
  a->possible = sv_aig_and(s->aig, a->possible, condition);
  a->enabled = sv_aig_and(s->aig, a->enabled, condition);
  if (a->broadcasts) a->passive_enabled = sv_aig_and(s->aig, a->passive_enabled, condition);
}

static void haunt(const search *x, sv_thread_action *a, uint32_t ghost, uint32_t h) {
  sv_thread_system *s = x->s;
  sv_aig *G = s->aig;
  sv_lit g = s->global_inputs.at[ghost], own = s->own_inputs.at[h];
  sv_lit up = raises(s, a, h), down = sv_aig_and(G, own, sv_lit_not(after(a, h, own)));
  sv_lit elsewhere = sv_aig_and(G, g, sv_lit_not(own));
  bool asks = asks_others(x, a, h, SV_LIT_TRUE);
  demand(s, a, sv_lit_not(asks ? elsewhere : sv_aig_and(G, up, g)));
  if (sv_lit_same(up, SV_LIT_FALSE) && sv_lit_same(down, SV_LIT_FALSE)) return;
  sv_lit value = sv_aig_or(G, up, sv_aig_and(G, g, sv_lit_not(down)));
  sv_push(a->globals, (sv_thread_write){ghost, value});
}

static sv_lit other_runs(sv_thread_system *s) {
  sv_map by = {0};
  sv_lit runs = sv_aig_or_all(s->aig, s->at.at + 1, s->at.n - 1);
  for (uint32_t i = 0; i < s->locals; i++)
    sv_map_put(&by, sv_lit_node(s->own_inputs.at[i]), s->passive_inputs.at[i].x);
  sv_aig_substitute(s->aig, &runs, 1, &by);
  sv_map_free(&by);
  return runs;
}

void sv_thread_find_ghosts(sv_thread_system *s, sv_thread_can_be *asked, void *context) {
  if (s->haunted) return;
  search x = {s, asked, context, other_runs(s)};
  s->haunted = true;
  for (uint32_t h = 0; h < s->ghosts; h++) {
    uint32_t ghost = sv_thread_real_globals(s) + h;
    if (!is_counted(&x, h)) continue;
    for (uint32_t i = 0; i < s->actions.n; i++) haunt(&x, &s->actions.at[i], ghost, h);
    s->counted++;
  }
}
