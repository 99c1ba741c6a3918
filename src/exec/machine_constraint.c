// machine_constraint.c -- constraints, and which choices they depend on.
//
// An action with many choices is tried with every combination of them, the
// last choice turning fastest. What fails because of the first few choices
// fails for all values of the others too; so everything that can fail has a
// level, the number of leading choices that matter for it, and the machine
// skips what cannot help. Conjuncts are checked in the order of their levels.

#include "exec/machine_inside.h"

static uint32_t variable_level(const sv_maker *m, uint32_t var) {
  for (uint32_t i = 0; i < m->levels.n; i++)
    if (m->levels.at[i].var == var) return m->levels.at[i].level;
  return 0;
}

static uint32_t node_level(const sv_maker *m, const sv_node *node) {
  if (node->op == SV_OP_CHOICE) return node->id + 1;
  return node->op == SV_OP_NEXT ? variable_level(m, node->id) : 0;
}

// Leaves the cone in m->cone.
static uint32_t level_of(sv_maker *m, const sv_term *terms, uint32_t n) {
  const sv_terms *T = m->program->net->model->terms;
  uint32_t most = 0;
  sv_cone(T, terms, n, &m->cone);
  for (uint32_t i = 0; i < m->cone.n; i++) {
    sv_node node = sv_node_of(T, m->cone.at[i]);
    uint32_t level = node_level(m, &node);
    if (level > most) most = level;
  }
  return most;
}

uint32_t sv_maker_level(sv_maker *m, const sv_term *terms, uint32_t n) {
  return m->choices ? level_of(m, terms, n) : 0;
}

static void raise(sv_maker *m, uint32_t var, uint32_t level) {
  for (uint32_t i = 0; i < m->levels.n; i++)
    if (m->levels.at[i].var == var) {
      if (m->levels.at[i].level < level) m->levels.at[i].level = level;
      return;
    }
  sv_push(m->levels, (sv_written_var){var, level});
}

static void find_levels(sv_maker *m, const sv_net_action *a) {
  const sv_terms *T = m->program->net->model->terms;
  for (uint32_t i = 0; i < a->update_count; i++) {
    const sv_term both[] = {a->updates[i].target, a->updates[i].value};
    sv_node node = sv_node_of(T, sv_index(both[0]));
    while (node.op == SV_OP_SELECT) node = sv_node_of(T, sv_index(node.args[0]));
    raise(m, node.id, sv_maker_level(m, both, 2));
  }
}

static void split(sv_maker *m, sv_term constraint) {
  const sv_terms *T = m->program->net->model->terms;
  sv_clear(m->conjuncts);
  if (!sv_same(constraint, SV_TRUE)) sv_push(m->conjuncts, (sv_conjunct){.term = constraint});
  for (uint32_t i = 0; i < m->conjuncts.n;) {
    sv_term t = m->conjuncts.at[i].term;
    sv_node node = sv_node_of(T, sv_index(t));
    if (node.op != SV_OP_AND || sv_negated(t)) {
      i++;
      continue;
    }
    m->conjuncts.at[i] = sv_last(m->conjuncts);
    m->conjuncts.n--;
    for (uint32_t j = 0; j < node.n; j++)
      sv_push(m->conjuncts, (sv_conjunct){.term = node.args[j]});
  }
}

static bool cone_has_next(const sv_maker *m) {
  const sv_terms *T = m->program->net->model->terms;
  for (uint32_t i = 0; i < m->cone.n; i++)
    if (sv_node_of(T, m->cone.at[i]).op == SV_OP_NEXT) return true;
  return false;
}

void sv_maker_levels(sv_maker *m, const sv_net_action *a) {
  sv_clear(m->levels);
  m->choices = a->choice_count > 0;
  if (m->choices) find_levels(m, a);
  split(m, a->constraint);
  for (uint32_t i = 0; i < m->conjuncts.n; i++) {
    sv_conjunct *c = &m->conjuncts.at[i];
    c->level = level_of(m, &c->term, 1);
    c->next = cone_has_next(m);
  }
  for (uint32_t i = 1; i < m->conjuncts.n; i++) {
    sv_conjunct c = m->conjuncts.at[i];
    uint32_t j = i;
    for (; j && m->conjuncts.at[j - 1].level > c.level; j--)
      m->conjuncts.at[j] = m->conjuncts.at[j - 1];
    m->conjuncts.at[j] = c;
    assert(!j || m->conjuncts.at[j - 1].level <= c.level);
  }
}

// The conjuncts with NEXT, or those without.
void sv_maker_constrain(sv_maker *m, bool next) {
  sv_compiler *C = &m->compiler;
  sv_clear(m->terms);
  for (uint32_t i = 0; i < m->conjuncts.n; i++)
    if (m->conjuncts.at[i].next == next) sv_push(m->terms, m->conjuncts.at[i].term);
  if (!m->terms.n) return;
  sv_code_plan(C, m->terms.at, m->terms.n);
  for (uint32_t i = 0; i < m->conjuncts.n && !C->failed; i++) {
    C->level = m->conjuncts.at[i].level;
    if (m->conjuncts.at[i].next == next) sv_code_need(C, m->conjuncts.at[i].term);
  }
}
