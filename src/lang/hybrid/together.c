// together.c -- which locations of two automata can be met at the same time.
//
// A label that k automata know joins one edge of each: without more knowledge
// the product of how many each has, although automata in lockstep can meet in
// few ways only. Here two automata at a time are run without data and without
// the others (which can only hinder them): pairs of locations that are not
// found cannot be met in the network either. Only automata with a common label
// are looked at, and only while that is cheap: without an answer a pair may meet.

#include "lang/hybrid/lower.h"

enum { MOST_PAIRS = 1000000, MOST_STEPS = 20000000, MOST_STEPS_IN_ALL = 2000000000 };

typedef struct {
  const ha_lowering *l;
  const ha_automaton *a, *b;
  bool *met;  // a's location * b's locations + b's
  sv_u32s todo;
} meeting;

static void meet(meeting *m, uint32_t x, uint32_t y) {
  assert(x < m->a->locations.n && y < m->b->locations.n);
  uint32_t k = x * m->b->locations.n + y;
  if (m->met[k]) return;
  m->met[k] = true;
  sv_push(m->todo, k);
}

static void step(meeting *m, uint32_t x, uint32_t y) {
  for (uint32_t i = 0; i < m->a->edges.n; i++) {
    const ha_edge *e = &m->a->edges.at[i];
    if (e->from != x) continue;
    if (!ha_knows(m->b, e->label)) meet(m, e->to, y);
    for (uint32_t k = 0; ha_knows(m->b, e->label) && k < m->b->edges.n; k++) {
      const ha_edge *f = &m->b->edges.at[k];
      if (f->from == y && f->label.x == e->label.x) meet(m, e->to, f->to);
    }
  }
  for (uint32_t k = 0; k < m->b->edges.n; k++) {
    const ha_edge *f = &m->b->edges.at[k];
    if (f->from == y && !ha_knows(m->a, f->label)) meet(m, x, f->to);
  }
}

static bool share_label(const ha_automaton *a, const ha_automaton *b) {
  for (uint32_t i = 0; i < a->labels.n; i++)
    if (ha_knows(b, a->labels.at[i])) return true;
  return false;
}

// A bound for the steps of `pairs`.
static uint64_t cost(const ha_automaton *a, const ha_automaton *b) {
  uint64_t n = (uint64_t)a->locations.n * b->locations.n;
  uint64_t together = (uint64_t)a->edges.n * b->edges.n * b->locations.n;
  return n > MOST_PAIRS ? UINT64_MAX : n * (a->edges.n + b->edges.n) + together;
}

static bool *pairs(const ha_lowering *l, uint32_t a, uint32_t b) {
  meeting m = {.l = l, .a = ha_automaton_of(l, a), .b = ha_automaton_of(l, b)};
  m.met = SV_NEW_ARRAY(bool, (size_t)m.a->locations.n *m.b->locations.n);
  for (uint32_t x = 0; x < m.a->locations.n; x++)
    for (uint32_t y = 0; y < m.b->locations.n; y++)
      if (l->initial[a][x] && l->initial[b][y]) meet(&m, x, y);
  while (m.todo.n && sv_diags_go_on(l->diags)) {
    uint32_t k = sv_pop(m.todo);
    step(&m, k / m.b->locations.n, k % m.b->locations.n);
  }
  sv_vec_free(m.todo);
  return m.met;
}

// NULL: it is not asked for, or too many to look at.
static bool *affordable_pairs(const ha_lowering *l, uint32_t a, uint32_t b, uint64_t *left) {
  const ha_automaton *x = ha_automaton_of(l, a), *y = ha_automaton_of(l, b);
  uint64_t steps = cost(x, y);
  if (!share_label(x, y) || steps > MOST_STEPS || steps > *left) return NULL;
  *left -= steps;
  return pairs(l, a, b);
}

void ha_find_together(ha_lowering *l) {
  uint32_t n = l->net->automata.n;
  uint64_t left = MOST_STEPS_IN_ALL;
  l->together = SV_NEW_ARRAY(bool **, n);
  for (uint32_t i = 0; i < l->net->members.n; i++) {
    uint32_t a = l->net->members.at[i];
    l->together[a] = SV_NEW_ARRAY(bool *, n);
    for (uint32_t k = 0; k < l->net->members.n && sv_diags_go_on(l->diags); k++)
      if (l->net->members.at[k] > a)
        l->together[a][l->net->members.at[k]] =
            affordable_pairs(l, a, l->net->members.at[k], &left);
  }
}

void ha_together_free(ha_lowering *l) {
  for (uint32_t a = 0; l->together && a < l->net->automata.n; a++) {
    for (uint32_t b = 0; l->together[a] && b < l->net->automata.n; b++) sv_free(l->together[a][b]);
    sv_free(l->together[a]);
  }
  sv_free(l->together);
}

bool ha_meet(const ha_lowering *l, const ha_group *g, const ha_group *h) {
  assert(g->automaton != h->automaton);
  if (g->automaton > h->automaton) return ha_meet(l, h, g);
  const bool *met = l->together[g->automaton][h->automaton];
  uint32_t width = ha_automaton_of(l, h->automaton)->locations.n;
  if (!met) return true;
  for (uint32_t i = 0; i < g->from.n; i++)
    for (uint32_t k = 0; k < h->from.n; k++)
      if (met[g->from.at[i] * width + h->from.at[k]]) return true;
  return false;
}
