// monitor_term.c -- automata as terms.

#include "lang/promela/claim/monitor.h"

typedef struct {
  const pml_monitor *m;
  sv_terms *terms;
  pml_atom_term *atom;
  void *context;
  sv_term *node;  // by decision node, SV_NONE if not made yet
  sv_term *leaf;  // by state
} translation;

static sv_term decide(translation *t, pml_branch b) {
  if (b.is_state) return t->leaf[b.to];
  if (!sv_is_none(t->node[b.to])) return t->node[b.to];
  const pml_decision *d = &t->m->node[b.to];
  sv_term yes = decide(t, d->yes), no = decide(t, d->no);
  sv_term test = t->atom(t->context, t->m->atom[d->atom]);
  return t->node[b.to] = sv_ite(t->terms, test, yes, no);
}

static sv_term number(translation *t, sv_sort sort, uint32_t state) {
  sv_term c = sv_const(t->terms, sort, sv_small(state));
  REQUIRE(!sv_is_none(c), "the sort is too small for the states");
  return c;
}

// What the branches lead to from state `obs`, where leaf[s] stands for s.
static sv_term choose(translation *t, sv_term obs, const pml_branch *branch) {
  sv_sort sort = sv_sort_of(t->terms, obs);
  sv_term result = decide(t, branch[t->m->states - 1]);
  for (uint32_t s = t->m->states - 1; s-- > 0;) {
    sv_term here = sv_eq(t->terms, obs, number(t, sort, s));
    result = sv_ite(t->terms, here, decide(t, branch[s]), result);
  }
  return result;
}

static translation open_translation(const pml_monitor *m, sv_terms *terms, pml_atom_term *atom,
                                    void *context) {
  REQUIRE(m->kind == PML_MONITOR_AUTOMATON, "only automata have states");
  translation t = {.m = m, .terms = terms, .atom = atom, .context = context};
  t.node = SV_NEW_ARRAY(sv_term, m->nodes + 1);
  t.leaf = SV_NEW_ARRAY(sv_term, m->states + 2);
  return t;
}

static void close_translation(translation *t) {
  sv_free(t->node);
  sv_free(t->leaf);
}

sv_term pml_monitor_next(const pml_monitor *m, sv_terms *terms, sv_term obs, pml_atom_term *atom,
                         void *context) {
  translation t = open_translation(m, terms, atom, context);
  for (uint32_t s = 0; s < m->states; s++) t.leaf[s] = number(&t, sv_sort_of(terms, obs), s);
  sv_term result = choose(&t, obs, m->next);
  close_translation(&t);
  return result;
}

sv_term pml_monitor_bad_now(const pml_monitor *m, sv_terms *terms, sv_term obs, pml_atom_term *atom,
                            void *context) {
  translation t = open_translation(m, terms, atom, context);
  for (uint32_t s = 0; s < m->states; s++) t.leaf[s] = sv_bool_const(s == m->bad);
  sv_term result = choose(&t, obs, m->next);
  close_translation(&t);
  return result;
}

sv_term pml_monitor_guard(const pml_monitor *m, sv_terms *terms, pml_branch guard,
                          pml_atom_term *atom, void *context) {
  translation t = open_translation(m, terms, atom, context);
  t.leaf[0] = SV_FALSE;
  t.leaf[1] = SV_TRUE;
  sv_term result = decide(&t, guard);
  close_translation(&t);
  return result;
}

sv_term pml_monitor_stuck_now(const pml_monitor *m, sv_terms *terms, sv_term obs,
                              pml_atom_term *atom, void *context) {
  translation t = open_translation(m, terms, atom, context);
  t.leaf[0] = SV_FALSE;
  t.leaf[1] = SV_TRUE;
  sv_term result = choose(&t, obs, m->stuck);
  close_translation(&t);
  return result;
}
