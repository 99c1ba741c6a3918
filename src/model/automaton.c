// automaton.c -- words and automata: does it accept?
//
// The product of a word that ends in a loop with the automaton is a finite
// graph. A node of it starts an accepting run iff it is in the greatest set Z
// of nodes from each of which, for each mark, an edge with this mark that
// stays in Z can be reached within Z (E. Emerson, C. Lei: Modalities for model
// checking, 1987).

#include "model/automaton.h"

#include "base/vec.h"

sv_automaton *sv_automaton_copy(sv_arena *arena, const sv_automaton *a) {
  sv_automaton *copy = SV_ARENA_NEW(arena, sv_automaton);
  sv_automaton_edge *edges = SV_ARENA_ARRAY(arena, sv_automaton_edge, a->edge_count + 1);
  *copy = *a;
  if (a->edge_count) memcpy(edges, a->edges, a->edge_count * sizeof *edges);
  copy->edges = edges;
  return copy;
}

typedef struct {
  const sv_automaton *a;
  uint32_t n, loop;
  bool *fits;          // by letter and edge
  bool *inside, *can;  // by letter and state: in Z; leads on
} product;

static uint32_t next_of(const product *p, uint32_t letter) {
  return letter + 1 < p->n ? letter + 1 : p->loop;
}

static bool *node(const product *p, bool *set, uint32_t letter, uint32_t state) {
  return &set[(size_t)letter * p->a->states + state];
}

static bool fits(const product *p, uint32_t letter, uint32_t edge) {
  return p->fits[(size_t)letter * p->a->edge_count + edge];
}

// Marks what can be reached from the start; true if it grew.
static bool reach(product *p) {
  bool grew = false;
  for (uint32_t i = 0; i < p->n; i++)
    for (uint32_t e = 0; e < p->a->edge_count; e++) {
      const sv_automaton_edge *edge = &p->a->edges[e];
      bool *to = node(p, p->inside, next_of(p, i), edge->to);
      if (*to || !*node(p, p->inside, i, edge->from) || !fits(p, i, e)) continue;
      *to = grew = true;
    }
  return grew;
}

// One pass backwards: `can` grows by what leads into it, or has one of the marks itself.
static bool lead(product *p, uint64_t marks) {
  bool grew = false;
  for (uint32_t i = p->n; i-- > p->loop;)
    for (uint32_t e = 0; e < p->a->edge_count; e++) {
      const sv_automaton_edge *edge = &p->a->edges[e];
      bool *from = node(p, p->can, i, edge->from);
      if (*from || !fits(p, i, e)) continue;
      if (!*node(p, p->inside, i, edge->from) || !*node(p, p->inside, next_of(p, i), edge->to))
        continue;
      if (!(edge->marks & marks) && !*node(p, p->can, next_of(p, i), edge->to)) continue;
      *from = grew = true;
    }
  return grew;
}

// Drops from Z what leads to no such edge within Z; true if something was dropped.
static bool narrow(product *p, uint64_t marks) {
  size_t size = (size_t)p->n * p->a->states, dropped = 0;
  memset(p->can, 0, size * sizeof *p->can);
  while (lead(p, marks)) continue;
  for (size_t i = (size_t)p->loop * p->a->states; i < size; i++) {
    dropped += p->inside[i] && !p->can[i];
    p->inside[i] = p->can[i];
  }
  return dropped;
}

static bool narrow_each(product *p) {
  bool dropped = false;
  for (uint32_t c = 0; c < p->a->conditions; c++) dropped |= narrow(p, UINT64_C(1) << c);
  return dropped;
}

// Without conditions a node stays that has an edge into Z at all.
static bool narrow_plain(product *p) {
  bool dropped = false;
  for (uint32_t i = p->n; i-- > p->loop;)
    for (uint32_t s = 0; s < p->a->states; s++) {
      bool goes = false;
      for (uint32_t e = 0; e < p->a->edge_count && !goes; e++)
        goes = p->a->edges[e].from == s && fits(p, i, e) &&
               *node(p, p->inside, next_of(p, i), p->a->edges[e].to);
      dropped |= *node(p, p->inside, i, s) && !goes;
      if (!goes) *node(p, p->inside, i, s) = false;
    }
  return dropped;
}

static bool something_left(const product *p) {
  for (size_t i = (size_t)p->loop * p->a->states; i < (size_t)p->n * p->a->states; i++)
    if (p->inside[i]) return true;
  return false;
}

bool sv_automaton_accepts(const sv_automaton *a, uint32_t n, uint32_t loop, sv_letter_fn *holds,
                          void *context) {
  return sv_automaton_accepts_from(a, 0, n, loop, holds, context);
}

bool sv_automaton_accepts_from(const sv_automaton *a, uint32_t state, uint32_t n, uint32_t loop,
                               sv_letter_fn *holds, void *context) {
  REQUIRE(a->states && loop < n, "a word without a loop, or an automaton without a state");
  product p = {.a = a, .n = n, .loop = loop};
  p.fits = SV_NEW_ARRAY(bool, (size_t)n * a->edge_count + 1);
  p.inside = SV_NEW_ARRAY(bool, (size_t)n * a->states);
  p.can = SV_NEW_ARRAY(bool, (size_t)n * a->states);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t e = 0; e < a->edge_count; e++)
      p.fits[(size_t)i * a->edge_count + e] = holds(context, i, e);
  p.inside[state] = true;
  while (reach(&p)) continue;
  while (a->conditions ? narrow_each(&p) : narrow_plain(&p)) continue;
  bool accepts = something_left(&p);
  sv_free(p.fits);
  sv_free(p.inside);
  sv_free(p.can);
  return accepts;
}
