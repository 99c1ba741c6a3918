// initial.c -- the initial states as one symbolic state.
//
// The locations of all processes are known. All bits are inputs at first; the condition for
// initial states is a conjunction, and the inputs that it lists are constants.

#include "engine/boppo/boppo.h"

static uint32_t value_of(const sv_boppo *x, const sv_lit *bits, uint32_t var) {
  const sv_code_item *item = &x->coding->cells[x->net->vars.at[var].first_cell];
  uint32_t value = 0;
  for (uint32_t k = 0; k < item->n; k++) {
    if (sv_code_is_const(item->at[k])) {
      value |= item->at[k].x << k;
      continue;
    }
    sv_lit bit = bits[sv_code_state_bit(item->at[k])];
    if (!sv_lit_is_const(bit)) return UINT32_MAX;
    value |= bit.x << k;
  }
  return value;
}

bool sv_boppo_places(const sv_boppo *x, const sv_lit *bits, uint32_t *out) {
  uint32_t n = x->net->processes.n;
  out[n] = x->net->holder == SV_NO_VARIABLE ? 0 : value_of(x, bits, x->net->holder);
  bool known = out[n] != UINT32_MAX;
  for (uint32_t p = 0; p < n; p++) {
    out[p] = value_of(x, bits, x->net->processes.at[p].pc);
    known = known && out[p] != UINT32_MAX;
  }
  return known;
}

bool sv_boppo_start(sv_boppo *x) {
  uint32_t n = x->coding->bits;
  sv_lits roots = {0};
  sv_blasted blasted;
  for (uint32_t i = 0; i < n; i++) sv_push(roots, sv_aig_input(x->aig));
  sv_reserve(roots, 1);
  sv_blaster_move(x->blaster, roots.at);
  sv_lit condition = sv_blast_initial(x->blaster, &blasted);
  sv_blasted_free(&blasted);
  sv_push(roots, condition);
  sv_aig_settle(x->aig, roots.at, roots.n);
  sv_lit guard = sv_pop(roots);
  sv_lit *bits = SV_ARENA_ARRAY(x->arena, sv_lit, n + 1);
  for (uint32_t i = 0; i < n; i++) bits[i] = roots.at[i];
  sv_vec_free(roots);
  x->initial = bits;
  if (!sv_boppo_can_be(x, guard)) return x->end == SV_BOPPO_GOING;
  sv_parametric_state s = {
      .bits = bits, .guard = guard, .from = SV_NO_STATE, .action = SV_NO_ACTION};
  sv_boppo_add(x, &s);
  return x->end == SV_BOPPO_GOING;
}
