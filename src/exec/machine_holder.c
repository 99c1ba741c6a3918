// machine_holder.c -- loading a state for the holder of control alone.
//
// By rule 3 of docs/model.md nobody else acts as long as the holder can move in
// class 0, so the others' actions need not be tried. That is right where there
// are no exclusive locations (rule 1). Only cut actions must be noticed whoever
// holds control: they are at the end of each location's list.

#include "exec/machine_inside.h"

static bool is_active(const sv_net_edge *e) { return !(e->flags & SV_EDGE_PASSIVE); }

// Who takes part actively, but not as the first, by process.
static void each_joined(sv_program *p, sv_joined *joined, bool add) {
  for (uint32_t a = 0; a < p->net->actions.n; a++) {
    const sv_move *move = &p->moves[a];
    for (uint32_t i = 1; !move->never && !move->cut && i < move->edge_count; i++) {
      sv_joined *j = &joined[move->edges[i].process];
      if (!is_active(&move->edges[i])) continue;
      if (add) j->actions[j->n] = a;
      j->n++;
    }
  }
}

void sv_program_joined(sv_program *p) {
  if (!p->holder || p->exclusive) return;
  p->joined = SV_ARENA_ARRAY(p->arena, sv_joined, p->net->processes.n + 1);
  each_joined(p, p->joined, false);
  for (uint32_t i = 0; i < p->net->processes.n; i++) {
    p->joined[i].actions = SV_ARENA_ARRAY(p->arena, uint32_t, p->joined[i].n + 1);
    p->joined[i].n = 0;
  }
  each_joined(p, p->joined, true);
}

// Actions are listed by the location of their first edge; here it is not known yet.
static bool first_stands(const sv_machine *m, const sv_net_edge *first) {
  uint32_t location = m->locations[first->process];
  for (uint32_t i = 0; i < first->from_count; i++)
    if (first->from[i] == location) return true;
  return false;
}

static void try_cuts(sv_machine *m) {
  const sv_program *p = m->program;
  for (uint32_t i = 0; i < p->free_count; i++)
    if (p->moves[p->listed[i]].cut) sv_machine_try(m, p->listed[i]);
  for (uint32_t i = 0; i < p->net->processes.n; i++) {
    const sv_site *site = &p->sites[i][m->locations[i]];
    for (uint32_t j = site->count - site->cuts; j < site->count; j++)
      sv_machine_try(m, p->listed[site->first + j]);
  }
}

static void try_moves(sv_machine *m, uint32_t process) {
  const sv_program *p = m->program;
  const sv_site *site = &p->sites[process][m->locations[process]];
  const sv_joined *joined = &p->joined[process];
  for (uint32_t j = 0; j < site->count - site->cuts; j++) {
    uint32_t action = p->listed[site->first + j];
    if (is_active(&p->moves[action].edges[0])) sv_machine_try(m, action);
  }
  for (uint32_t j = 0; j < joined->n; j++)
    if (first_stands(m, &p->moves[joined->actions[j]].edges[0]))
      sv_machine_try(m, joined->actions[j]);
}

bool sv_machine_load_holder(sv_machine *m, const uint64_t *state, uint32_t process) {
  const sv_program *p = m->program;
  if (!p->joined) return false;
  sv_machine_begin(m, state);
  try_moves(m, process);
  if (!m->candidates.n) return false;
  if (p->cuts) try_cuts(m);
  sv_machine_finish(m);
  return m->enabled.n && !p->moves[m->enabled.at[0]].priority;
}
