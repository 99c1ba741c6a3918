// mold_hold.c -- what is only looked at while another process holds control.
//
// Whether the holder of control can move depends on much of the state (docs/model.md, rule 3), but while no process
// holds control, or the acting process does, it does not matter. Where the functions of a
// mold do not depend on a place for such a holder, the arc is not active then.

#include "encode/events/mold_inside.h"

static sv_lit holder_is(sv_molds *m, uint32_t place, uint32_t value) {
  const sv_code_item *item = &m->coding->cells[place];
  sv_lit is = SV_LIT_TRUE;
  for (uint32_t k = 0; k < item->n; k++) {
    bool bit = k + 1 < item->n && k < 32 && value >> k & 1;
    if (sv_code_is_const(item->at[k])) {
      if (item->at[k].x != bit) return SV_LIT_FALSE;
    } else {
      sv_lit now = m->state.at[sv_code_state_bit(item->at[k])];
      is = sv_aig_and(m->aig, is, sv_lit_not_if(now, !bit));
    }
  }
  return is;
}

// The places that the roots depend on while control is held like that.
static void places_needed(const sv_mold_maker *x, uint32_t place, uint32_t value, bool *needed) {
  const sv_molds *m = x->m;
  const sv_code_item *item = &m->coding->cells[place];
  sv_lits roots = {0};
  sv_u32s bits = {0};
  sv_map by = {0};
  for (uint32_t i = 0; i < x->roots.n; i++) sv_push(roots, x->roots.at[i]);
  for (uint32_t k = 0; k < item->n; k++) {
    bool bit = k + 1 < item->n && k < 32 && value >> k & 1;
    if (!sv_code_is_const(item->at[k]))
      sv_map_put(&by, sv_lit_node(m->state.at[sv_code_state_bit(item->at[k])]),
                 sv_lit_const(bit).x);
  }
  sv_aig_substitute(m->aig, roots.at, roots.n, &by);
  sv_mold_support(m, roots.at, roots.n, &bits);
  sv_mold_add_terms(m, x->out, &bits);
  for (uint32_t i = 0; i < bits.n; i++) needed[m->owner.at[bits.at[i]]] = true;
  sv_map_free(&by);
  sv_vec_free(bits);
  sv_vec_free(roots);
}

static void calm_with(sv_mold_maker *x, uint32_t place, uint32_t value, sv_lit *conditions) {
  sv_molds *m = x->m;
  bool *needed = SV_NEW_ARRAY(bool, m->places + 1);
  sv_lit otherwise = sv_lit_not(holder_is(m, place, value));
  places_needed(x, place, value, needed);
  for (uint32_t i = 0; i < x->out->uses.n; i++)
    if (!needed[x->out->uses.at[i].place])
      conditions[i] = sv_aig_and(m->aig, conditions[i], otherwise);
  sv_free(needed);
}

void sv_mold_calm(sv_mold_maker *x, uint32_t place) {
  sv_molds *m = x->m;
  uint32_t uses = x->out->uses.n;
  sv_lit *conditions = SV_NEW_ARRAY(sv_lit, uses + 1);
  for (uint32_t i = 0; i < uses; i++) conditions[i] = SV_LIT_TRUE;
  calm_with(x, place, 0, conditions);
  for (uint32_t e = 0; e < x->action->edge_count; e++)
    calm_with(x, place, x->action->edges[e].process + 1, conditions);
  for (uint32_t i = 0; i < uses; i++) {
    sv_mold_use *u = &x->out->uses.at[i];
    bool always = sv_lit_same(conditions[i], SV_LIT_TRUE) || u->writes || u->place == place;
    if (always) continue;
    sv_lit before = u->active == SV_NO_ROOT ? SV_LIT_TRUE : x->roots.at[u->active];
    u->active = x->roots.n;
    sv_push(x->roots, sv_aig_and(m->aig, before, conditions[i]));
  }
  sv_free(conditions);
}
