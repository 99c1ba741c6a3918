// machine_control.c -- rules 2 to 4 of docs/model.md, "Control".
//
// Each rule is a pass over the candidates, made only if the net has something
// for it to do. Rule 1 is obeyed earlier, when candidates are collected. Cut
// actions compete like others.

#include "exec/machine_inside.h"

bool sv_move_is_of(const sv_machine_action *move, uint32_t process) {
  return sv_edges_move(move->edges, move->edge_count, process);
}

static const sv_machine_action *move_of(const sv_machine *m, uint32_t i) {
  return &m->program->moves[m->candidates.at[i].action];
}

// Rule 2.
static void keep_lowest_class(sv_machine *m) {
  uint32_t lowest = UINT32_MAX, kept = 0;
  for (uint32_t i = 0; i < m->candidates.n; i++)
    if (move_of(m, i)->priority < lowest) lowest = move_of(m, i)->priority;
  for (uint32_t i = 0; i < m->candidates.n; i++)
    if (move_of(m, i)->priority == lowest) m->candidates.at[kept++] = m->candidates.at[i];
  assert(!m->candidates.n == !kept);
  m->candidates.n = kept;
}

// Rule 3: only for actions of class 0, which are all that is left if there is one.
static void respect_holder(sv_machine *m) {
  const sv_program *p = m->program;
  int64_t holder =
      sv_field_get(m->state, p->layout->cells[p->net->vars.at[p->net->holder].first_cell]);
  uint32_t kept = 0;
  if (!holder || !m->candidates.n || move_of(m, 0)->priority) return;
  assert(holder > 0 && holder <= p->net->processes.n);
  for (uint32_t i = 0; i < m->candidates.n; i++)
    kept += sv_move_is_of(move_of(m, i), (uint32_t)holder - 1);
  if (!kept || kept == m->candidates.n) return;
  kept = 0;
  for (uint32_t i = 0; i < m->candidates.n; i++)
    if (sv_move_is_of(move_of(m, i), (uint32_t)holder - 1))
      m->candidates.at[kept++] = m->candidates.at[i];
  m->candidates.n = kept;
}

static bool is_outranked(const sv_machine *m, const sv_machine_action *move) {
  for (uint32_t i = 0; i < move->edge_count; i++)
    if (!sv_edge_is_passive(&move->edges[i]) &&
        move->edges[i].priority > m->classes[move->edges[i].process])
      return true;
  return false;
}

// Rule 4, for all at once: one that is dropped outranks others all the same.
static void keep_lowest_local_classes(sv_machine *m) {
  uint32_t kept = 0;
  memset(m->classes, 0xff, m->program->net->processes.n * sizeof *m->classes);
  for (uint32_t i = 0; i < m->candidates.n; i++) {
    const sv_machine_action *move = move_of(m, i);
    for (uint32_t e = 0; e < move->edge_count; e++) {
      uint32_t *lowest = &m->classes[move->edges[e].process];
      if (!sv_edge_is_passive(&move->edges[e]) && move->edges[e].priority < *lowest)
        *lowest = move->edges[e].priority;
    }
  }
  for (uint32_t i = 0; i < m->candidates.n; i++)
    if (!is_outranked(m, move_of(m, i))) m->candidates.at[kept++] = m->candidates.at[i];
  m->candidates.n = kept;
}

void sv_machine_control(sv_machine *m) {
  if (m->program->classes) keep_lowest_class(m);
  if (m->program->holder) respect_holder(m);
  if (m->program->local_classes) keep_lowest_local_classes(m);
}
