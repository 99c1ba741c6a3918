// exec_control.c -- which of the possible actions are enabled.
//
// The rules of docs/model.md, "Control", each as a pass over the set of
// actions that are still left. An action is in the set as soon as some values
// of its choices make it possible; with choices from an infinite sort, as soon
// as its edges and guard allow it. Cut actions are never taken, but count like
// others: they keep from moving who would have to wait for them.

#include "exec/exec_inside.h"

enum { EXCLUSIVE = SV_LOC_BLOCKING | SV_LOC_COMMITTED };

static bool is_exclusive(const sv_exec *x, const sv_state *s, uint32_t process) {
  uint32_t location = sv_state_location(x->net, s, process);
  return location && sv_net_location(x->net, process, location)->flags & EXCLUSIVE;
}

static bool some_process_is_exclusive(const sv_exec *x, const sv_state *s) {
  for (uint32_t p = 0; p < x->net->processes.n; p++)
    if (is_exclusive(x, s, p)) return true;
  return false;
}

static bool has_exclusive_edge(const sv_exec *x, const sv_state *s, const sv_net_action *a) {
  for (uint32_t i = 0; i < a->edge_count; i++)
    if (is_exclusive(x, s, a->edges[i].process)) return true;
  return false;
}

static bool is_move_of(const sv_net_action *a, uint32_t process) {
  return sv_edges_move(a->edges, a->edge_count, process);
}

static bool some_choice_possible(sv_exec *x, const sv_state *s, uint32_t action) {
  const sv_net_action *a = &x->net->actions.at[action];
  if (!a->choice_count) return sv_exec_try(x, s, action, NULL) == SV_STEP_OK;
  if (!sv_choices_finite(x->net, a->choices, a->choice_count)) return true;
  sv_value *values = SV_NEW_ARRAY(sv_value, a->choice_count);
  bool found = false;
  sv_choices_first(x->net, a->choices, a->choice_count, values);
  do found = sv_exec_try(x, s, action, values) == SV_STEP_OK;
  while (!found && sv_exec_goes_on(x) &&
         sv_choices_next(x->net, a->choices, a->choice_count, values));
  sv_free(values);
  return found;
}

// Rule 1, and what is possible at all.
static void collect_possible(sv_exec *x, const sv_state *s) {
  bool exclusive = some_process_is_exclusive(x, s);
  sv_bits_clear(&x->counts);
  for (uint32_t i = 0; i < x->net->actions.n; i++) {
    const sv_net_action *a = &x->net->actions.at[i];
    if (!sv_exec_edges_fit(x, s, a) || (exclusive && !has_exclusive_edge(x, s, a))) continue;
    if (!sv_exec_goes_on(x)) return;
    if (sv_exec_guard_holds(x, s, i) && some_choice_possible(x, s, i)) sv_bits_add(&x->counts, i);
  }
}

// The next action from i on that is left, or UINT32_MAX.
static uint32_t next_left(const sv_exec *x, uint32_t i) { return sv_bits_next(&x->counts, i); }

#define FOR_LEFT(i) for (uint32_t i = next_left(x, 0); i != UINT32_MAX; i = next_left(x, i + 1))

// Rule 2.
static void keep_lowest_class(sv_exec *x) {
  uint32_t lowest = UINT32_MAX;
  FOR_LEFT(i) {
    uint32_t class = x->net->actions.at[i].priority;
    if (class < lowest) lowest = class;
  }
  FOR_LEFT(i) if (x->net->actions.at[i].priority > lowest) sv_bits_remove(&x->counts, i);
}

// Rule 3: only for actions of class 0, which are all that is left if there is one.
static void respect_holder(sv_exec *x, const sv_state *s) {
  uint32_t first = next_left(x, 0);
  if (x->net->holder == SV_NO_VARIABLE || first == UINT32_MAX) return;
  if (x->net->actions.at[first].priority) return;
  int64_t holder = sv_small_get(s->cells[x->net->vars.at[x->net->holder].first_cell]);
  bool can_move = false;
  if (!holder) return;
  FOR_LEFT(i) can_move |= is_move_of(&x->net->actions.at[i], (uint32_t)holder - 1);
  if (!can_move) return;
  FOR_LEFT(i)
  if (!is_move_of(&x->net->actions.at[i], (uint32_t)holder - 1)) sv_bits_remove(&x->counts, i);
}

static bool is_outranked(const sv_exec *x, const sv_net_action *a) {
  for (uint32_t i = 0; i < a->edge_count; i++)
    if (!sv_edge_is_passive(&a->edges[i]) &&
        a->edges[i].priority > x->classes.at[a->edges[i].process])
      return true;
  return false;
}

// Rule 4, for all actions at once: also one that is dropped outranks others.
static void keep_lowest_local_classes(sv_exec *x) {
  for (uint32_t p = 0; p < x->net->processes.n; p++) x->classes.at[p] = UINT32_MAX;
  FOR_LEFT(i) {
    const sv_net_action *a = &x->net->actions.at[i];
    for (uint32_t e = 0; e < a->edge_count; e++) {
      uint32_t *lowest = &x->classes.at[a->edges[e].process];
      if (!sv_edge_is_passive(&a->edges[e]) && a->edges[e].priority < *lowest)
        *lowest = a->edges[e].priority;
    }
  }
  FOR_LEFT(i) if (is_outranked(x, &x->net->actions.at[i])) sv_bits_remove(&x->counts, i);
}

// Without classes and holders rules 2 to 4 leave every action.
bool sv_exec_lets_all(const sv_net *net) {
  bool all = net->holder == SV_NO_VARIABLE;
  for (uint32_t i = 0; i < net->actions.n && all; i++) {
    const sv_net_action *a = &net->actions.at[i];
    all = !a->priority;
    for (uint32_t e = 0; e < a->edge_count; e++) all &= !a->edges[e].priority;
  }
  return all;
}

bool sv_exec_obeys_sections(const sv_exec *x, const sv_state *s, uint32_t action) {
  return !some_process_is_exclusive(x, s) || has_exclusive_edge(x, s, &x->net->actions.at[action]);
}

void sv_exec_survey(sv_exec *x, const sv_state *s) {
  collect_possible(x, s);
  keep_lowest_class(x);
  respect_holder(x, s);
  keep_lowest_local_classes(x);
}

bool sv_exec_passing(sv_exec *x, const sv_state *s) {
  if (x->net->holder == SV_NO_VARIABLE) return false;
  int64_t holder = sv_small_get(s->cells[x->net->vars.at[x->net->holder].first_cell]);
  if (!holder) return false;
  sv_exec_survey(x, s);
  uint32_t first = next_left(x, 0);
  while (first != UINT32_MAX && x->net->actions.at[first].cut) first = next_left(x, first + 1);
  if (first == UINT32_MAX || x->net->actions.at[first].priority) return false;
  return is_move_of(&x->net->actions.at[first], (uint32_t)holder - 1);
}
