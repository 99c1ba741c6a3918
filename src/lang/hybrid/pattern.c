// pattern.c -- patterns of locations, over the automata one after the other.
//
// A location of a product is called after its parts: `idle~idle~cs`. In a
// pattern `$` stands for any text, also one with `~` in it: `$cs$cs$` asks for
// any two automata in locations whose names have a `cs`. The names are never
// spelled out. A pattern is read like a regular expression: a set of places in
// it, before and after the name of each automaton; the locations of an automaton
// are told apart only by the set that they lead to. There is one node for each
// automaton and set, so the formula is small where the names of the product are
// many.

#include "lang/hybrid/check.h"

enum { MOST_NODES = 20000 };

typedef struct {
  bool *place;    // the set: by place in the pattern, also behind its end
  ha_formula *f;  // what the automata from this one on must do
} node;

typedef SV_VEC(node) nodes;

typedef struct {
  ha_checker *c;
  const uint32_t *automata;
  uint32_t n;
  const char *pattern;
  uint32_t places;
  nodes *known;  // by automaton
  uint32_t made;
} matcher;

// Places that can be reached without reading: `$` may stand for nothing.
static void close_set(const matcher *m, bool *set) {
  for (uint32_t i = 0; i + 1 < m->places; i++)
    if (set[i] && m->pattern[i] == '$') set[i + 1] = true;
}

static void read_char(const matcher *m, bool *set, char c) {
  assert(c);
  for (uint32_t i = m->places; i--;) {
    bool stays = i + 1 < m->places && m->pattern[i] == '$' && set[i];
    bool comes = i > 0 && set[i - 1] && m->pattern[i - 1] == c && c != '$';
    set[i] = stays || comes;
  }
  close_set(m, set);
}

// The set behind `~name` (without `~` for the first automaton).
static bool *read_name(const matcher *m, const bool *set, uint32_t automaton, uint32_t location) {
  bool *out = SV_ARENA_ARRAY(m->c->arena, bool, m->places);
  memcpy(out, set, m->places * sizeof *out);
  const ha_automaton *a = &m->c->net->automata.at[m->automata[automaton]];
  if (automaton) read_char(m, out, '~');
  for (const char *s = ha_text(m->c, a->locations.at[location].word.name); *s; s++)
    read_char(m, out, *s);
  return out;
}

static bool same_set(const matcher *m, const bool *a, const bool *b) {
  return !memcmp(a, b, m->places * sizeof *a);
}

static ha_formula *match_from(matcher *, uint32_t automaton, bool *set);

// Locations that lead to the same set are one part.
static ha_formula *make(matcher *m, uint32_t automaton, const bool *set) {
  assert(automaton < m->n);
  const ha_automaton *a = &m->c->net->automata.at[m->automata[automaton]];
  ha_space space = ha_space_of(m->c);
  uint32_t n = a->locations.n;
  bool **next = SV_ARENA_ARRAY(m->c->arena, bool *, n),
       *done = SV_ARENA_ARRAY(m->c->arena, bool, n);
  ha_formula *all = ha_false(space);
  for (uint32_t l = 0; l < n; l++) next[l] = read_name(m, set, automaton, l);
  for (uint32_t l = 0; l < n; l++) {
    if (done[l]) continue;
    bool *in = SV_ARENA_ARRAY(m->c->arena, bool, n);
    for (uint32_t k = l; k < n; k++)
      if (same_set(m, next[l], next[k])) in[k] = done[k] = true;
    ha_formula *rest = match_from(m, automaton + 1, next[l]);
    if (!rest) return NULL;
    all = ha_either(space, all, ha_both(space, ha_at(space, m->automata[automaton], in, n), rest));
  }
  return all;
}

static ha_formula *match_from(matcher *m, uint32_t automaton, bool *set) {
  if (automaton == m->n) return ha_truth(ha_space_of(m->c), set[m->places - 1]);
  nodes *known = &m->known[automaton];
  for (uint32_t i = 0; i < known->n; i++)
    if (same_set(m, known->at[i].place, set)) return known->at[i].f;
  if (m->made++ > MOST_NODES) return NULL;
  ha_formula *f = make(m, automaton, set);
  if (f) sv_push(*known, (node){set, f});
  return f;
}

static ha_formula *no_match(ha_checker *c, const matcher *m, ha_word pattern) {
  ha_wrong(c, pattern.span, "no location matches `%s`", ha_text(c, pattern.name));
  if (m->n > 1)
    sv_diag_hint(c->diags,
                 "a location of a product of %u automata is written with %u `~` between "
                 "the names, or with `$` for any text",
                 m->n, m->n - 1);
  return NULL;
}

ha_formula *ha_match(ha_checker *c, const uint32_t *automata, uint32_t n, ha_word pattern) {
  const char *text = ha_text(c, pattern.name);
  matcher m = {c, automata, n, text, (uint32_t)strlen(text) + 1, NULL, 0};
  m.known = SV_ARENA_ARRAY(c->arena, nodes, n);
  bool *set = SV_ARENA_ARRAY(c->arena, bool, m.places);
  set[0] = true;
  close_set(&m, set);
  ha_formula *f = match_from(&m, 0, set);
  for (uint32_t i = 0; i < n; i++) sv_vec_free(m.known[i]);
  if (!f) ha_refuse(c, pattern.span, "this pattern is too intricate");
  return f && ha_is_false(f) ? no_match(c, &m, pattern) : f;
}
