// twins.c -- processes that nothing tells apart begin in the order of their numbers.
//
// Where two instances can change places (analysis/rewrite/swap.h), a run in which the second one begins
// first is a run in which the first one does, with other names; so one of the two may be left out. "Begins" is the first
// action of its own. It must be sure to be seen: the process runs from the start, no other process moves it from
// there, and its first action moves no other process. Then the step is an event of the first spot or, where that
// is not expanded, its frontier, whatever else is unwound (docs/engine-events.md has the proof).

#include "analysis/rewrite/swap.h"
#include "engine/events/rounds.h"

static bool begins_alone(const sv_unwinding *u, uint32_t process) {
  const sv_line *line = &u->line[process];
  const sv_ways *ways = &line->ways[line->entry];
  if (!line->entry) return false;
  for (uint32_t i = 0; i < ways->n; i++) {
    bool own = !ways->at[i].edge && u->net->actions.at[ways->at[i].action].edge_count == 1;
    if (!own && !ways->at[i].stays) return false;
  }
  return true;
}

void sv_events_find_twins(const sv_unwinding *u, sv_twin_list *out) {
  for (uint32_t p = 0; p + 1 < u->net->processes.n; p++)
    if (begins_alone(u, p) && begins_alone(u, p + 1) && sv_can_swap(u->net, p, p + 1))
      sv_push(*out, (sv_twins){p, p + 1});
}

static uint32_t first_spot(const sv_unwinding *u, uint32_t process) {
  return sv_unwinding_spot(u, process, u->line[process].entry, 0);
}

// The literals of what happens on the spot: of its events one occurs, or none.
static void list_events(sv_events_formula *f, uint32_t spot, sv_i32s *out) {
  for (uint32_t e = 0; e < f->unwound.events.n; e++)
    if (f->unwound.events.at[e].spot == spot)
      sv_push(*out, sv_cnf_literal(f->cnf, f->unwound.net.events.at[e].occurs));
}

static void order_pair(sv_events_formula *f, uint32_t first, uint32_t second, sv_cnf_sink to) {
  int32_t before = sv_ordering_before(&f->tokens.ordering, first, second);
  int32_t begun = sv_cnf_variable(f->cnf);
  sv_i32s earlier = {0}, later = {0};
  list_events(f, first, &earlier);
  list_events(f, second, &later);
  for (uint32_t i = 0; i < later.n; i++) sv_cnf_clause(&to, -later.at[i], begun);
  sv_cnf_clause(&to, -begun, before);
  sv_push(earlier, -begun);
  sv_cnf_add(&to, earlier.at, earlier.n);
  sv_vec_free(earlier);
  sv_vec_free(later);
}

void sv_events_order_twins(sv_events_formula *f, const sv_twin_list *twins, sv_cnf_sink to) {
  const sv_unwinding *u = f->unwound.unwinding;
  for (uint32_t i = 0; i < twins->n; i++)
    order_pair(f, first_spot(u, twins->at[i].first), first_spot(u, twins->at[i].second), to);
}
