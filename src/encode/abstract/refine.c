// refine.c -- see refine.h.

#include "encode/abstract/refine.h"

#include "encode/abstract/weakest.h"

void sv_refiner_free(sv_refiner *r) {
  sv_words_free(&r->words);
  sv_map_free(&r->seen);
}

// ---- predicates

// *all: abstract states say whether each of them holds.
static uint32_t add_all(sv_refiner *r, const sv_term_list *terms, bool *all) {
  uint32_t added = 0;
  *all = true;
  for (uint32_t i = 0; i < terms->n; i++) {
    bool whole;
    added += sv_abstraction_add(r->a, terms->at[i], &whole);
    *all &= whole;
  }
  return added;
}

// Rounding is looked at again: predicates that exclude nothing would be of no use.
static bool interpolate(sv_refiner *r, sv_path *p, bool straight, sv_term_list *terms,
                        bool *wraps) {
  sv_interpolation_numbers numbers;
  bool found = sv_path_interpolate(p, r->limits, straight, terms, &numbers);
  r->numbers.leaves += numbers.leaves, r->numbers.splits += numbers.splits;
  r->numbers.cuts += numbers.cuts, r->numbers.pivots += numbers.pivots;
  *wraps = numbers.wraps;
  if (!found || sv_path_interpolants_hold(p, r->query, terms)) return found;
  r->refused += !(straight && numbers.wraps);
  return false;
}

// Where sums might wrap around: mostly guards keep them from it, and what would be learnt of the
// cases in which they do is of no use. So it is first taken for granted that none does; the solver,
// which knows that they may, is asked whether that was right.
static uint32_t add_interpolants(sv_refiner *r, sv_path *p, bool *excluded) {
  sv_term_list terms = {0};
  uint32_t added = 0;
  bool wraps, found = interpolate(r, p, true, &terms, &wraps);
  if (!found && wraps) found = interpolate(r, p, false, &terms, &wraps);
  if (found) added = add_all(r, &terms, excluded);
  sv_vec_free(terms);
  return added;
}

static uint32_t add_preconditions(sv_refiner *r, sv_path *p, bool *excluded) {
  uint32_t added = 0;
  *excluded = true;
  for (uint32_t t = 0; t + 1 < p->groups.n; t++) {
    sv_term_list terms = {0};
    bool exact, all;
    sv_path_precondition(p, t, &terms, &exact);
    added += add_all(r, &terms, &all);
    *excluded &= exact && all;
    sv_vec_free(terms);
  }
  return added;
}

// *excluded: a precise abstraction with these predicates has no such trace.
static uint32_t add_predicates(sv_refiner *r, const sv_path_plan *plan, bool *excluded) {
  sv_path *p = sv_path_new(r->a->flat, plan);
  uint32_t added = 0;
  if (sv_path_check(p, r->query) == SV_SAT_NO) {
    if (r->interpolants && (added = add_interpolants(r, p, excluded))) r->by_interpolants++;
    if (!added && (added = add_preconditions(r, p, excluded))) r->by_preconditions++;
  }
  sv_path_free(p);
  return added;
}

// ---- words

// The groups that the refutation needs say which part of the path cannot be taken.
static bool add_word(sv_refiner *r, const sv_path *p, const sv_path_plan *plan, uint32_t property) {
  uint32_t first = 0, last = p->groups.n - 1;
  while (first < last && !p->groups.at[first].n) first++;
  while (last > first && !p->groups.at[last].n) last--;
  bool at_end = last > plan->n;  // the condition behind the last step
  uint32_t from = first ? first - 1 : 0, to = at_end ? plan->n : last;
  if (first > plan->n) from = plan->n;
  assert(from <= to && to <= plan->n && p->groups.n > plan->n);
  bool added =
      sv_words_add(&r->words, plan->actions + from, to - from, !first, at_end ? property : 0);
  r->by_words += added;
  return added;
}

// A trace that is excluded and comes again is our own bug.
static bool comes_again(sv_refiner *r, const sv_path_plan *plan) {
  bool again = plan->trace && sv_map_get(&r->seen, plan->trace) != SV_MAP_NONE;
  r->repeated += again;
  return again;
}

static sv_refinement note_excluded(sv_refiner *r, const sv_path_plan *plan) {
  if (plan->trace) sv_map_put(&r->seen, plan->trace, 1);
  return SV_REFINE_BETTER;
}

// Without a monitor new predicates must do, whatever they exclude.
static sv_refinement exclude(sv_refiner *r, const sv_path *labels, const sv_path_plan *plan,
                             uint32_t property) {
  bool excluded = false;
  if (comes_again(r, plan)) return SV_REFINE_BROKEN;
  uint32_t added = add_predicates(r, plan, &excluded);
  if (!r->words_count) return added ? SV_REFINE_BETTER : SV_REFINE_UNKNOWN;
  if (added && excluded && !r->a->options.cartesian) return note_excluded(r, plan);
  if (r->query->gave_up) return SV_REFINE_UNKNOWN;
  return add_word(r, labels, plan, property) ? note_excluded(r, plan) : SV_REFINE_UNKNOWN;
}

sv_refinement sv_refine(sv_refiner *r, const sv_path_plan *plan, uint32_t property,
                        sv_trace **trace) {
  sv_path_plan only_actions = *plan;
  sv_refinement out = SV_REFINE_UNKNOWN;
  only_actions.known = NULL;
  sv_path *labels = sv_path_new(r->a->flat, &only_actions);
  r->paths++;
  switch (sv_path_check(labels, r->query)) {
  case SV_SAT_YES:
    *trace = sv_path_trace(labels, r->query, plan->actions);
    sv_query_pop(r->query);
    out = SV_REFINE_RUN;
    break;
  case SV_SAT_NO: out = exclude(r, labels, plan, property); break;
  case SV_SAT_UNKNOWN: break;
  }
  sv_path_free(labels);
  return out;
}
