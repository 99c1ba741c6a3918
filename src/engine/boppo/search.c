// search.c -- the reachability algorithm (Figure 1): visit, expand, go on.

#include "engine/boppo/boppo.h"
#include "engine/child.h"

bool sv_boppo_stop(sv_boppo *x, sv_boppo_end why) {
  if (x->end == SV_BOPPO_GOING) x->end = why;
  return false;
}

bool sv_boppo_refuse(sv_boppo *x, const char *why) {
  if (x->end == SV_BOPPO_GOING) x->why = why;
  return sv_boppo_stop(x, SV_BOPPO_REFUSED);
}

bool sv_boppo_can_be(sv_boppo *x, sv_lit condition) {
  sv_guard_answer answer = sv_decide(x->decider, condition);
  if (answer == SV_GUARD_UNKNOWN) return sv_boppo_stop(x, SV_BOPPO_LIMIT);
  return answer == SV_GUARD_TRUE;
}

// ---- rule 3

// The part in which the holder cannot move becomes a state of its own that has none.
static bool release(sv_boppo *x, sv_lit stuck) {
  if (!sv_boppo_can_be(x, stuck)) return x->end == SV_BOPPO_GOING;
  const sv_code_item *item = &x->coding->cells[x->net->vars.at[x->net->holder].first_cell];
  sv_lit *bits = SV_NEW_ARRAY(sv_lit, x->coding->bits + 1);
  memcpy(bits, sv_boppo_here(x)->bits, x->coding->bits * sizeof *bits);
  for (uint32_t i = 0; i < item->n; i++)
    if (!sv_code_is_const(item->at[i])) bits[sv_code_state_bit(item->at[i])] = SV_LIT_FALSE;
  sv_parametric_state s = {.bits = bits,
                           .guard = stuck,
                           .from = x->at,
                           .action = SV_NO_ACTION,
                           .depth = sv_boppo_here(x)->depth};
  sv_boppo_add(x, &s);
  sv_free(bits);
  return x->end == SV_BOPPO_GOING;
}

// Only the part in which the holder moves is left; *empty if there is none.
static bool split_by_holder(sv_boppo *x, bool *empty) {
  sv_lit movable;
  *empty = false;
  if (!sv_boppo_holder(x, sv_boppo_here(x))) return true;
  if (!sv_boppo_movable(x, &movable)) return false;
  if (!release(x, sv_aig_and(x->aig, x->guard, sv_lit_not(movable)))) return false;
  assert(sv_boppo_holder(x, sv_boppo_here(x)) <= x->net->processes.n);
  x->guard = sv_aig_and(x->aig, x->guard, movable);
  *empty = !sv_boppo_can_be(x, x->guard);
  return x->end == SV_BOPPO_GOING;
}

// ---- all of it

static bool visit(sv_boppo *x, uint32_t state) {
  bool empty;
  assert(!x->states.at[state].visited && !x->states.at[state].joined && !x->moves.n);
  x->at = state;
  x->guard = sv_boppo_here(x)->guard;
  x->states.at[state].visited = true;
  x->visited++;
  sv_boppo_find_moves(x);
  bool on = x->end == SV_BOPPO_GOING && sv_boppo_check_state(x) && split_by_holder(x, &empty) &&
            (empty || (sv_boppo_rank(x) && sv_boppo_check_moves(x) && sv_boppo_expand(x)));
  sv_boppo_clear_moves(x);
  assert(!x->moves.n);
  return on;
}

static void tick(sv_boppo *x, uint32_t depth) {
  sv_progress_report r = {
      .phase = "boppo", .states = x->states.n, .transitions = x->visited, .depth = depth};
  sv_progress_tick(x->run->progress, &r);
  if (depth <= x->covered + 1) return;
  x->covered = depth - 1;
  SV_LOG(x->run->log, 2, "boppo: depth %u: %u symbolic states, %llu visited, %u waiting", depth,
         x->states.n, (unsigned long long)x->visited, x->queue.n);
  if (x->order == SV_BOPPO_BFS && !sv_boppo_reduced(x))
    sv_child_covered(x->run, "no violation within %u steps", x->covered);
  else
    sv_child_covered(x->run, "no violation in %llu symbolic states",
                     (unsigned long long)x->visited);
}

void sv_boppo_search(sv_boppo *x) {
  bool on = sv_boppo_start(x);
  while (on) {
    uint32_t state = sv_boppo_pop(x);
    if (state == SV_NO_STATE) break;
    if (x->states.at[state].joined) continue;
    if (sv_limits_hit(x->run->limits) != SV_CAUSE_NONE) sv_boppo_stop(x, SV_BOPPO_LIMIT);
    tick(x, x->states.at[state].depth);
    on = x->end == SV_BOPPO_GOING && visit(x, state);
  }
  if (on) x->end = SV_BOPPO_ENDED;
  assert(x->end != SV_BOPPO_GOING);
}
