// mold_make.c -- one mold: what an action looks at and writes, and under which conditions.

#include "analysis/access/cells.h"
#include "encode/events/mold_inside.h"

static sv_mold_use *use_of(sv_mold *out, uint32_t place) {
  for (uint32_t i = 0; i < out->uses.n; i++)
    if (out->uses.at[i].place == place) return &out->uses.at[i];
  return NULL;
}

static void add_reads(sv_mold_maker *x) {
  for (uint32_t i = 0; i < x->out->reads.n; i++) {
    uint32_t place = x->m->owner.at[x->out->reads.at[i]];
    if (place != x->known && !use_of(x->out, place))
      sv_push(x->out->uses, (sv_mold_use){.place = place,
                                          .value = SV_NO_ROOT,
                                          .active = SV_NO_ROOT,
                                          .changes = SV_NO_ROOT});
  }
}

static sv_lit new_bit(const sv_molds *m, const sv_blasted *a, uint32_t bit) {
  uint32_t low = 0, high = a->writes.n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (a->writes.at[middle].bit < bit) low = middle + 1;
    else high = middle;
  }
  bool written = low < a->writes.n && a->writes.at[low].bit == bit;
  return written ? a->writes.at[low].value : m->state.at[bit];
}

static void add_writes(sv_mold_maker *x, uint32_t action) {
  const sv_molds *m = x->m;
  for (uint32_t i = 0; i < m->writes[action].n; i++) {
    uint32_t place = m->writes[action].at[i];
    sv_push(x->out->uses, (sv_mold_use){.place = place,
                                        .writes = true,
                                        .value = x->roots.n,
                                        .active = SV_NO_ROOT,
                                        .changes = SV_NO_ROOT});
    if (sv_molds_is_termed(m, place))
      sv_last(x->out->uses).term = sv_mold_terms_after(m->terms, action, place);
    for (uint32_t k = 0; k < m->widths.at[place] && !sv_molds_is_termed(m, place); k++)
      sv_push(x->roots, new_bit(m, &m->actions[action], sv_molds_bits(m, place)[k]));
  }
}

// ---- single cells of arrays

static bool control_reads(const sv_molds *m, uint32_t action, const sv_net_var *v) {
  sv_u32s bits = {0};
  sv_lit allowed = sv_control_allowed(m->control, action);
  bool reads = false;
  sv_mold_support(m, &allowed, 1, &bits);
  for (uint32_t i = 0; i < bits.n; i++) {
    uint32_t place = m->owner.at[bits.at[i]];
    reads |= place >= v->first_cell && place < v->first_cell + v->cells;
  }
  sv_vec_free(bits);
  return reads;
}

typedef struct {
  uint32_t place, active, changes;  // roots
} cell_condition;
typedef SV_VEC(cell_condition) cell_conditions;

static void add_cell(sv_mold_maker *x, const sv_cell_uses *uses, uint32_t var, uint32_t k,
                     cell_conditions *out) {
  sv_molds *m = x->m;
  sv_lit any = SV_LIT_FALSE, written = SV_LIT_FALSE;
  for (uint32_t i = 0; i < uses->n; i++) {
    if (uses->at[i].var != var) continue;
    sv_term is = sv_cell_is(m->net->model->terms, uses->at[i].index, k);
    sv_lit here = sv_blast_bool(m->blaster, is);
    any = sv_aig_or(m->aig, any, here);
    if (uses->at[i].writes) written = sv_aig_or(m->aig, written, here);
  }
  sv_push(*out, (cell_condition){m->net->vars.at[var].first_cell + k, x->roots.n, x->roots.n + 1});
  sv_push(x->roots, any);
  sv_push(x->roots, written);
}

static void add_cells(sv_mold_maker *x, uint32_t action, cell_conditions *out) {
  sv_cell_uses uses = {0};
  sv_cell_uses_find(x->m->accesses, action, &uses);
  for (uint32_t i = 0; i < uses.n; i++) {
    const sv_net_var *v = &x->m->net->vars.at[uses.at[i].var];
    if (i && uses.at[i].var == uses.at[i - 1].var) continue;
    if (v->cells < 2 || control_reads(x->m, action, v)) continue;
    for (uint32_t k = 0; k < v->cells; k++) add_cell(x, &uses, uses.at[i].var, k, out);
  }
  sv_vec_free(uses);
}

static void set_conditions(sv_mold_maker *x, const cell_conditions *cells) {
  for (uint32_t i = 0; i < cells->n; i++) {
    sv_mold_use *u = use_of(x->out, cells->at[i].place);
    if (!u) continue;
    u->active = cells->at[i].active;
    if (u->writes) u->changes = cells->at[i].changes;
  }
}

// ---- actions

static void know_location(sv_mold_maker *x, uint32_t process, uint32_t location) {
  const sv_molds *m = x->m;
  sv_map by = {0};
  x->known = sv_molds_place_of_process(m, process);
  for (uint32_t i = 0; i < m->widths.at[x->known]; i++) {
    bool value = sv_molds_location_bit(m, process, location, i);
    uint32_t node = sv_lit_node(m->state.at[sv_molds_bits(m, x->known)[i]]);
    sv_map_put(&by, node, sv_lit_const(value).x);
  }
  sv_aig_substitute(m->aig, x->roots.at, x->roots.n, &by);
  sv_map_free(&by);
}

// Writing "no process" where none holds control changes nothing: then the token stays.
static void keep_holder(sv_mold_maker *x) {
  const sv_molds *m = x->m;
  if (m->net->holder == SV_NO_VARIABLE) return;
  sv_mold_use *u = use_of(x->out, m->net->vars.at[m->net->holder].first_cell);
  if (!u || !u->writes) return;
  sv_lit changes = SV_LIT_FALSE;
  for (uint32_t i = 0; i < m->widths.at[u->place]; i++) {
    sv_lit old = m->state.at[sv_molds_bits(m, u->place)[i]];
    changes = sv_aig_or(m->aig, changes, sv_aig_xor(m->aig, old, x->roots.at[u->value + i]));
  }
  u->changes = x->roots.n;
  sv_push(x->roots, changes);
}

// What the roots depend on.
static void look(sv_mold_maker *x) {
  sv_clear(x->out->reads);
  sv_mold_support(x->m, x->roots.at, x->roots.n, &x->out->reads);
  sv_mold_add_terms(x->m, x->out, &x->out->reads);
  sv_mold_atoms(x->m, x->roots.at, x->roots.n, &x->out->atoms);
  add_reads(x);
}

static void finish(sv_mold_maker *x) {
  x->out->never = sv_lit_same(x->roots.at[SV_ROOT_ENABLED], SV_LIT_FALSE);
  sv_mold_observe(x);
  look(x);
}

sv_mold *sv_mold_of_action(sv_molds *m, uint32_t action, uint32_t edge, uint32_t location) {
  sv_mold_maker x = {
      .m = m, .out = SV_NEW(sv_mold), .known = UINT32_MAX, .action = &m->net->actions.at[action]};
  cell_conditions cells = {0};
  x.out->action = action;
  bool known = edge != SV_NO_EDGE;
  x.out->process = known ? x.action->edges[edge].process : UINT32_MAX;
  x.out->location = known ? location : UINT32_MAX;
  sv_lit allowed = sv_control_allowed(m->control, action);
  sv_push(x.roots, sv_aig_and(m->aig, m->actions[action].possible, allowed));
  if (!sv_lit_same(x.roots.at[SV_ROOT_ENABLED], SV_LIT_FALSE)) {
    add_writes(&x, action);
    add_cells(&x, action, &cells);
    keep_holder(&x);
  }
  if (edge != SV_NO_EDGE) know_location(&x, x.action->edges[edge].process, location);
  finish(&x);
  set_conditions(&x, &cells);
  if (m->net->holder != SV_NO_VARIABLE) {
    sv_mold_calm(&x, m->net->vars.at[m->net->holder].first_cell);
    look(&x);
  }
  sv_aig_part_init(&x.out->part, m->aig, x.roots.at, x.roots.n);
  sv_vec_free(x.roots);
  sv_vec_free(cells);
  return x.out;
}

sv_mold *sv_mold_of_states(sv_molds *m, sv_lit condition) {
  sv_mold_maker x = {.m = m, .out = SV_NEW(sv_mold), .known = UINT32_MAX};
  x.out->action = x.out->process = x.out->location = UINT32_MAX;
  sv_push(x.roots, condition);
  finish(&x);
  sv_aig_part_init(&x.out->part, m->aig, x.roots.at, x.roots.n);
  sv_vec_free(x.roots);
  return x.out;
}
