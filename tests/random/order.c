// order.c -- a run in any order that its links allow is a run to the same violation.
//
// Here the one that takes late steps first, as far as it may. The last step stays the last: it may be the violation.

#include "analysis/rewrite/run_order.h"
#include "random/compare.h"

static bool is_ready(const sv_run_order *order, const uint8_t *done, uint32_t step) {
  for (uint32_t i = 0; i < order->links.n; i++)
    if (order->links.at[i].to == step && !done[order->links.at[i].from]) return false;
  return !done[step];
}

// The steps that are ready, the latest first; *moved: how many do not stand where they stood.
static sv_trace *reorder(const sv_net *net, const sv_trace *trace, const sv_run_order *order,
                         uint64_t *moved) {
  uint32_t n = trace->steps.n;
  uint8_t *done = SV_NEW_ARRAY(uint8_t, n + 1);
  sv_trace *other = sv_trace_new(net, trace->initial);
  other->property = trace->property;
  for (uint32_t i = 0; i + 1 < n; i++) {
    uint32_t step = n - 1;
    while (step-- > 0 && !is_ready(order, done, step)) {}
    REQUIRE(step < n, "links only lead on");
    done[step] = 1;
    *moved += step != i;
    sv_trace_push(net, other, &trace->steps.at[step]);
  }
  if (n) sv_trace_push(net, other, &trace->steps.at[n - 1]);
  sv_free(done);
  return other;
}

bool compare_ordered(comparison *c, const sv_net *net, const sv_trace *trace) {
  if (trace->lasso) return true;
  sv_exec *exec = sv_exec_new(net);
  sv_run_order order;
  sv_text why = {0};
  bool good = sv_run_order_init(&order, exec, trace, &why);
  sv_trace *other = good ? reorder(net, trace, &order, &c->note->totals.moved) : NULL;
  good = good && sv_trace_replay(exec, other, NULL, NULL, &why);
  if (!good) note_wrong(c->note, "order", "property %u: %s", trace->property, sv_text_get(&why));
  if (other) sv_trace_free(net, other);
  sv_run_order_free(&order);
  sv_text_free(&why);
  sv_exec_free(exec);
  return good;
}
