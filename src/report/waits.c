// waits.c -- who waits for what at the end of a run into a deadlock. See waits.h.

#include "report/waits.h"

#include <string.h>

#include "analysis/reduction/future.h"
#include "report/enabling.h"

static bool stands_there(const sv_net_edge *e, uint32_t process, uint32_t location) {
  return e->process == process && !sv_edge_is_passive(e) && sv_edge_leaves(e, location);
}

static bool could_move(const sv_net_action *a, uint32_t process, uint32_t location) {
  for (uint32_t i = 0; i < a->edge_count; i++)
    if (stands_there(&a->edges[i], process, location)) return true;
  return false;
}

static bool is_same_statement(const sv_model *m, uint32_t one, uint32_t other) {
  const sv_action *a = &m->actions.at[one], *b = &m->actions.at[other];
  if (one == other) return true;
  return a->text && b->text && a->span.file == b->span.file && a->span.begin == b->span.begin &&
         !strcmp(a->text, b->text);
}

// The same statement may be many actions: for different channels, or partners.
static sv_wait *find_listed(const sv_net *net, sv_waits *waits, uint32_t process, uint32_t action) {
  for (uint32_t i = waits->n; i-- > 0 && waits->at[i].process == process;)
    if (is_same_statement(net->model, net->actions.at[waits->at[i].action].action, action))
      return &waits->at[i];
  return NULL;
}

// Languages whose locations say little tell more precisely where a process stands.
static bool is_awaited(sv_exec *exec, const sv_state *s, const sv_net_action *a) {
  if (a->fails || a->cut || sv_same(a->waits, SV_FALSE)) return false;
  return sv_is_none(a->waits) || sv_small_get(sv_exec_evaluate(exec, s, a->waits));
}

static void list_process(const sv_enabling *n, uint32_t process, uint32_t location, bool may_stay,
                         sv_waits *out) {
  const sv_net *net = n->net;
  uint32_t before = out->n;
  for (uint32_t k = 0; k < net->actions.n; k++) {
    const sv_net_action *a = &net->actions.at[k];
    if (!could_move(a, process, location) || !is_awaited(n->exec, n->state, a)) continue;
    sv_wait *wait = find_listed(net, out, process, a->action);
    if (!wait) sv_push(*out, ((sv_wait){.process = process, .action = k, .may_stay = may_stay}));
    sv_list_enabling(n, process, k, wait ? wait : &sv_last(*out));
  }
  if (out->n == before && !may_stay)
    sv_push(*out, ((sv_wait){.process = process, .action = SV_WAITS_IN_VAIN}));
}

void sv_list_waits(const sv_net *net, const sv_state *s, sv_waits *out) {
  sv_enabling n;
  sv_enabling_init(&n, net, s);
  for (uint32_t p = 0; p < net->processes.n; p++) {
    uint32_t location = sv_state_location(net, s, p);
    if (!location) continue;
    bool may_stay = sv_net_location(net, p, location)->flags & SV_LOC_END;
    list_process(&n, p, location, may_stay, out);
  }
  sv_enabling_free(&n);
}

void sv_waits_free(sv_waits *waits) {
  for (uint32_t i = 0; i < waits->n; i++) {
    sv_wait *w = &waits->at[i];
    for (uint32_t k = 0; k < w->needs.n; k++)
      sv_free(w->needs.at[k].what), sv_vec_free(w->needs.at[k].by);
    sv_vec_free(w->needs);
  }
  sv_vec_free(*waits);
}
