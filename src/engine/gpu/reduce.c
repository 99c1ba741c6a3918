// reduce.c -- see reduce.h. The same steps as those of `explicit`, in the same order.

#include "engine/gpu/reduce.h"

#include "analysis/rewrite/constants.h"
#include "analysis/rewrite/dead.h"
#include "analysis/rewrite/slice.h"

// Beyond so many actions the analyses take too long; futures grow with the square.
enum { MOST_ACTIONS = 200000, MOST_FOR_CONSTANTS = 8192 };

// Lengths of runs and the set of states must not matter.
static bool may_change(const sv_net *net, const sv_options *o) {
  return o->reduction != SV_OPT_REDUCTION_OFF && !o->depth && !o->certify &&
         net->actions.n <= MOST_ACTIONS;
}

static sv_net *slice(const sv_net *net, const sv_u32s *asked) {
  sv_accesses *all = sv_accesses_new(net);
  sv_relevant *relevant = sv_relevant_control(all, asked->at, asked->n);
  sv_net *made = sv_slice_new(net, relevant);
  sv_relevant_free(relevant);
  sv_accesses_free(all);
  return made;
}

static const sv_net *merge(sv_gpu_reduction *r, const sv_net *net, const sv_u32s *asked) {
  uint32_t count;
  if (net->actions.n <= MOST_FOR_CONSTANTS && net->processes.n >= 2)
    r->propagated = sv_constants_new(net, &count);
  if (r->propagated) net = r->propagated;
  r->forgetful = sv_dead_new(net, &count);
  if (r->forgetful) net = r->forgetful;
  r->merge = sv_merge_new(net, asked->at, asked->n);
  return net;
}

const sv_net *sv_gpu_reduce(sv_gpu_reduction *r, const sv_answer *a, const sv_options *o) {
  const sv_net *net = a->net;
  sv_u32s asked = {0};
  *r = (sv_gpu_reduction){0};
  if (!may_change(net, o)) return net;
  for (uint32_t i = 0; i < a->findings.n; i++) sv_push(asked, a->findings.at[i].property);
  r->slice = slice(net, &asked);
  if (r->slice) net = r->slice;
  if (o->merge == SV_OPT_ON_OFF_ON) net = merge(r, net, &asked);
  sv_vec_free(asked);
  return net;
}

void sv_gpu_reduction_free(sv_gpu_reduction *r) {
  sv_merge_free(r->merge);
  sv_net_free(r->forgetful);
  sv_net_free(r->propagated);
  sv_net_free(r->slice);
}

bool sv_gpu_reduces(const sv_gpu_reduction *r) {
  return r->slice || r->propagated || r->forgetful || r->merge;
}
