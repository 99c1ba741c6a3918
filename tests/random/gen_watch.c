// gen_watch.c -- properties that several processes break together.
//
// Each part says that a process is on its way: at a location between its first and its last, or
// that a variable has a value which one of its actions gives it. That all parts are true at once
// takes a certain interleaving, which a reduction must not miss.

#include "random/gen.h"

sv_term gen_stands_at(gen *g, uint32_t t, uint32_t location) {
  sv_sort sort = sv_sort_loc(g->terms, t);
  uint32_t pc = g->model->templates.at[t].pc;
  sv_term counter = sv_remote(g->terms, sort, pc, sv_int_const(g->terms, 0));
  return sv_eq(g->terms, counter, sv_const(g->terms, sort, sv_small(location)));
}

sv_term gen_at_place(gen *g, uint32_t t) {
  uint32_t n = g->model->templates.at[t].locations.n - 1;
  return gen_stands_at(g, t, n > 2 ? 2 + gen_below(g, n - 2) : n);
}

static bool acts_for(const sv_action *a, uint32_t t) {
  return a->edge_count && a->edges[0].template_number == t;
}

// The variable as a property names it, or SV_NONE.
static sv_term seen_from_outside(gen *g, sv_term target) {
  sv_node node = sv_node_of(g->terms, sv_index(target));
  if (node.op != SV_OP_VAR) return SV_NONE;
  if (!g->model->variables.at[node.id].owner) return target;
  if (node.role != SV_ROLE_SELF) return SV_NONE;
  return sv_remote(g->terms, node.sort, node.id, sv_int_const(g->terms, 0));
}

// Some action of the process gives it this value.
static sv_term with_value(gen *g, uint32_t t) {
  SV_VEC(sv_term) found = {0};
  for (uint32_t a = 1; a < g->model->actions.n; a++) {
    const sv_action action = g->model->actions.at[a];
    for (uint32_t i = 0; acts_for(&action, t) && i < action.update_count; i++) {
      sv_term variable = seen_from_outside(g, action.updates[i].target);
      if (sv_is_none(variable) || !sv_is_const(g->terms, action.updates[i].value, NULL)) continue;
      sv_term same = sv_eq(g->terms, variable, action.updates[i].value);
      if (!sv_is_none(same)) sv_push(found, same);
    }
  }
  sv_term fact = found.n ? found.at[gen_below(g, found.n)] : SV_NONE;
  sv_vec_free(found);
  return fact;
}

static sv_term draw_watch(gen *g) {
  uint32_t n = g->model->templates.n - 1, first = gen_below(g, n);
  uint32_t parts = n > 2 && gen_chance(g, 30) ? 3 : 2;
  sv_term all = SV_TRUE;
  for (uint32_t i = 0; i < parts; i++) {
    uint32_t t = (first + i) % n + 1;
    sv_term fact = gen_chance(g, 40) ? with_value(g, t) : SV_NONE;
    if (sv_is_none(fact)) fact = gen_at_place(g, t);
    all = sv_and(g->terms, all, fact);
  }
  return sv_not(all);
}

// Parts may contradict one another: then another try.
sv_term gen_watch(gen *g) {
  sv_term t = draw_watch(g);
  for (uint32_t i = 0; i < 5 && (sv_same(t, SV_TRUE) || sv_same(t, SV_FALSE)); i++)
    t = draw_watch(g);
  return t;
}
