// machine_holder.c -- loading a state for the holder of control alone.
//
// By rule 3 of docs/model.md no other process acts as long as the holder can move in
// class 0, so the others' actions need not be tried. That is right where there
// are no exclusive locations (rule 1).

#include "exec/machine_inside.h"

// Who takes part actively, but not as the first, by process and location.
static void each_joined(sv_program *p, bool add) {
  for (uint32_t a = 0; a < p->net->actions.n; a++) {
    const sv_machine_action *move = &p->moves[a];
    for (uint32_t i = 1; !move->never && i < move->edge_count; i++) {
      const sv_net_edge *e = &move->edges[i];
      for (uint32_t j = 0; !sv_edge_is_passive(e) && j < e->from_count; j++) {
        sv_site *site = &p->sites[e->process][e->from[j]];
        if (sv_edge_repeats(e, j)) continue;
        if (add) p->joined[site->joined + site->joined_count] = a;
        site->joined_count++;
      }
    }
  }
}

void sv_program_joined(sv_program *p) {
  if (!p->holder || p->exclusive) return;
  uint32_t n = 0;
  each_joined(p, false);
  for (uint32_t i = 0; i < p->net->processes.n; i++)
    for (uint32_t l = 0; l < sv_net_locations(p->net, i); l++) {
      sv_site *site = &p->sites[i][l];
      site->joined = n;
      n += site->joined_count;
      site->joined_count = 0;
    }
  p->joined = SV_ARENA_ARRAY(p->arena, uint32_t, n + 1);
  each_joined(p, true);
}

// Actions are listed by the location of their first edge; here it is not known yet.
static bool first_stands(const sv_machine *m, const sv_net_edge *first) {
  uint32_t location = sv_machine_location(m, first->process);
  for (uint32_t i = 0; i < first->from_count; i++)
    if (first->from[i] == location) return true;
  return false;
}

static void try_moves(sv_machine *m, uint32_t process) {
  const sv_program *p = m->program;
  const sv_site *site = &p->sites[process][sv_machine_location(m, process)];
  for (uint32_t j = 0; j < site->count; j++) {
    uint32_t action = p->listed[site->first + j];
    if (!sv_edge_is_passive(&p->moves[action].edges[0])) sv_machine_try(m, action);
  }
  for (uint32_t j = 0; j < site->joined_count; j++) {
    uint32_t action = p->joined[site->joined + j];
    if (first_stands(m, &p->moves[action].edges[0])) sv_machine_try(m, action);
  }
}

bool sv_machine_load_holder(sv_machine *m, const uint64_t *state, uint32_t process) {
  const sv_program *p = m->program;
  if (!p->joined) return false;
  assert(p->holder && !p->exclusive && process < p->net->processes.n);
  if (p->functions) return sv_machine_native_load_holder(m, state, process);
  sv_machine_begin(m, state);
  try_moves(m, process);
  if (!m->candidates.n) return false;
  sv_machine_finish(m);
  return m->enabled.n && !p->moves[m->enabled.at[0]].priority;
}
