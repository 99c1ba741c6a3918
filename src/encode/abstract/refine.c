// refine.c -- see refine.h.

#include "encode/abstract/refine.h"

#include "encode/abstract/weakest.h"

void sv_refiner_free(sv_refiner *r) {
  sv_words_free(&r->words);
  sv_map_free(&r->seen);
}

// ---- predicates

static uint32_t add_all(sv_refiner *r, const sv_term_list *terms) {
  uint32_t added = 0;
  for (uint32_t i = 0; i < terms->n; i++) added += sv_abstraction_add(r->a, terms->at[i]);
  return added;
}

// Rounding is looked at again: predicates that exclude nothing would be of no use.
static uint32_t add_interpolants(sv_refiner *r, sv_path *p) {
  sv_term_list terms = {0};
  uint32_t added = 0;
  sv_interpolation_numbers numbers;
  bool found = sv_path_interpolate(p, r->limits, &terms, &numbers);
  r->numbers.leaves += numbers.leaves, r->numbers.splits += numbers.splits;
  r->numbers.cuts += numbers.cuts, r->numbers.pivots += numbers.pivots;
  if (found && !sv_path_interpolants_hold(p, r->query, &terms)) found = false, r->refused++;
  if (found) added = add_all(r, &terms);
  sv_vec_free(terms);
  return added;
}

static uint32_t add_preconditions(sv_refiner *r, sv_path *p) {
  uint32_t added = 0;
  for (uint32_t t = 0; t + 1 < p->groups.n; t++) {
    sv_term_list terms = {0};
    bool exact;
    sv_path_precondition(p, t, &terms, &exact);
    added += add_all(r, &terms);
    sv_vec_free(terms);
  }
  return added;
}

static uint32_t add_predicates(sv_refiner *r, const sv_path_plan *plan) {
  sv_path *p = sv_path_new(r->a->flat, plan);
  uint32_t added = 0;
  if (sv_path_check(p, r->query) == SV_SAT_NO) {
    if (r->interpolants && (added = add_interpolants(r, p))) r->by_interpolants++;
    if (!added && (added = add_preconditions(r, p))) r->by_preconditions++;
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

static bool comes_again(sv_refiner *r, const sv_path_plan *plan) {
  if (!plan->trace) return false;
  uint32_t times = sv_map_get(&r->seen, plan->trace);
  r->broken |= times == 2;
  if (times == SV_MAP_NONE) sv_map_put(&r->seen, plan->trace, 1);
  return times != SV_MAP_NONE;
}

static sv_refinement exclude(sv_refiner *r, const sv_path *labels, const sv_path_plan *plan,
                             uint32_t property) {
  bool again = comes_again(r, plan);
  r->repeated += again;
  if (!(again && r->words_count) && add_predicates(r, plan)) return SV_REFINE_BETTER;
  if (r->query->gave_up || !r->words_count) return SV_REFINE_UNKNOWN;
  if (!add_word(r, labels, plan, property)) return SV_REFINE_UNKNOWN;
  if (plan->trace) sv_map_put(&r->seen, plan->trace, 2);
  return SV_REFINE_BETTER;
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
