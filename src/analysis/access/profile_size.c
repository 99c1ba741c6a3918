// profile_size.c -- how many values there are to try.
//
// The machine tries choices and initial values one after the other until one
// is possible; where a constraint may refuse nearly all of very many, no state
// is cheap to look at.

#include "analysis/access/profile_inside.h"

#define TRIES_MOST (UINT64_C(1) << 20)  // where they may all fail

uint64_t sv_profile_sort_size(const sv_net *net, sv_sort sort) {
  int64_t lo, hi;
  if (!sv_layout_range(net, sort, &lo, &hi)) return UINT64_MAX;
  return (uint64_t)hi - (uint64_t)lo + 1;
}

static uint64_t multiply(uint64_t a, uint64_t b) { return a > UINT64_MAX / b ? UINT64_MAX : a * b; }

uint64_t sv_profile_combinations(const sv_net *net, const sv_net_action *a) {
  uint64_t n = 1;
  for (uint32_t i = 0; i < a->choice_count; i++)
    n = multiply(n, sv_profile_sort_size(net, a->choices[i]));
  return n;
}

uint64_t sv_profile_initial_tries(const sv_net *net) {
  uint64_t n = 1;
  for (uint32_t i = 0; i < net->vars.n; i++) {
    const sv_net_var *v = &net->vars.at[i];
    if (!sv_is_none(v->init)) continue;
    uint64_t size = sv_profile_sort_size(net, sv_sort_scalar(net->model->terms, v->sort));
    for (uint32_t j = 0; j < v->cells && n < UINT64_MAX; j++) n = multiply(n, size);
  }
  return n;
}

bool sv_profile_is_tractable(const sv_net *net) {
  for (uint32_t i = 0; i < net->actions.n; i++)
    if (!sv_same(net->actions.at[i].constraint, SV_TRUE) &&
        sv_profile_combinations(net, &net->actions.at[i]) > TRIES_MOST)
      return false;
  return sv_same(net->init, SV_TRUE) || sv_profile_initial_tries(net) <= TRIES_MOST;
}
