// fold.c -- see fold.h. At each step the period that saves most lines is taken.

#include "report/fold.h"

enum { LONGEST = 64, LEAST_TIMES = 3, LEAST_SAVED = 6 };  // period; repetitions; lines

static bool same_step(const sv_net *net, const sv_step *a, const sv_step *b) {
  const sv_net_action *action = &net->actions.at[a->action];
  if (a->action != b->action || net->model->actions.at[action->action].print) return false;
  for (uint32_t i = 0; i < action->choice_count; i++)
    if (!sv_value_same(a->choices[i], b->choices[i])) return false;
  return true;
}

// How many steps from `first` on equal the one that is a period earlier, and end before `end`.
static uint32_t times_of(const sv_net *net, const sv_trace *t, uint32_t first, uint32_t period,
                         uint32_t end) {
  uint32_t i = first + period;
  while (i < end && same_step(net, &t->steps.at[i], &t->steps.at[i - period])) i++;
  return (i - first) / period;
}

// The steps [first, end) lie on one side of the loop.
static uint32_t end_of(const sv_trace *t, uint32_t first) {
  uint32_t end = t->steps.n - 1;
  if (t->lasso && first < t->loop && t->loop < end) end = t->loop;
  return end;
}

static sv_fold best_at(const sv_net *net, const sv_trace *t, uint32_t first) {
  sv_fold best = {.first = first};
  uint32_t end = end_of(t, first), saved = LEAST_SAVED - 1;
  for (uint32_t p = 1; p <= LONGEST && first + LEAST_TIMES * p <= end; p++) {
    uint32_t times = times_of(net, t, first, p, end);
    if (times < LEAST_TIMES || (times - 1) * p <= saved) continue;
    saved = (times - 1) * p;
    best = (sv_fold){first, p, times};
  }
  return best;
}

void sv_find_folds(const sv_net *net, const sv_trace *t, sv_folds *out) {
  for (uint32_t i = 0; i + 1 < t->steps.n;) {
    bool turn = t->lasso && i == t->loop;  // the first step of the loop is shown
    sv_fold best = turn ? (sv_fold){0} : best_at(net, t, i);
    if (best.times) sv_push(*out, best);
    i += best.times ? best.times * best.period : 1;
  }
}
