// fairness.c -- see fairness.h.

#include "model/fairness.h"

static uint32_t statement_of(const sv_net *net, const sv_net_action *a) {
  return net->model->actions.at[a->action].fair;
}

static uint32_t actor_of(const sv_net_action *a) {
  return a->edge_count ? a->edges[0].process : SV_NO_PROCESS;
}

static bool is_known(const sv_requirements *all, uint32_t process, uint32_t statement) {
  for (uint32_t i = 0; i < all->n; i++)
    if (all->at[i].process == process && all->at[i].statement == statement) return true;
  return false;
}

static void add_statements(const sv_net *net, sv_requirements *out) {
  for (uint32_t i = 0; i < net->actions.n; i++) {
    uint32_t s = statement_of(net, &net->actions.at[i]), p = actor_of(&net->actions.at[i]);
    if (!s || is_known(out, p, s)) continue;
    bool strong = net->model->fair.at[s].fairness == SV_STRONGLY_FAIR;
    sv_push(*out, (sv_requirement){p, s, strong});
  }
}

void sv_fairness_of(const sv_net *net, const sv_property *property, sv_requirements *out) {
  for (uint32_t p = 0; p < net->processes.n; p++) {
    const sv_template *t = &net->model->templates.at[net->processes.at[p].template_number];
    if (t->fairness || property->fair)
      sv_push(*out, (sv_requirement){p, 0, t->fairness == SV_STRONGLY_FAIR});
  }
  if (net->model->fair.n > 1) add_statements(net, out);
}

static bool is_of(const sv_net *net, const sv_requirement *r, const sv_net_action *a) {
  return statement_of(net, a) == r->statement && actor_of(a) == r->process;
}

bool sv_requirement_served(const sv_net *net, const sv_requirement *r, const sv_net_action *a) {
  if (r->statement) return is_of(net, r, a);
  for (uint32_t i = 0; i < a->edge_count; i++)
    if (a->edges[i].process == r->process) return true;
  return false;
}

bool sv_requirement_waits(const sv_net *net, const sv_requirement *r, const sv_net_action *a) {
  if (r->statement) return is_of(net, r, a);
  return sv_edges_move(a->edges, a->edge_count, r->process);
}
