// monitor_formula.c -- formulas as functions of items.
//
//   <> a  = true U a           [] a  = !(true U !a)
//   a W b = !(!b U (!a && !b)) a V b = !(!a U !b)

#include "lang/promela/claim/monitor_inside.h"

static uint32_t negate(pml_logic *l, uint32_t f) { return pml_bdd_not(&l->bdds, f); }

static uint32_t until(pml_logic *l, uint32_t a, uint32_t b, sv_span span) {
  if (b < 2 || a == 0) return b;
  if (pml_bdd_ite(&l->bdds, a, b, 1) == 1) return b;
  return pml_item_of(l, ITEM_UNTIL, a, b, span);
}

// X goes through to the items.
static uint32_t next(pml_logic *l, uint32_t f, sv_span span) {
  sv_u32s support = {0}, value = {0};
  pml_bdd_support(&l->bdds, f, &support);
  sv_fill(value, l->items.n);
  for (uint32_t i = 0; i < support.n; i++)
    value.at[support.at[i] - ITEM] = pml_item_of(l, ITEM_NEXT, support.at[i] - ITEM, 0, span);
  if (support.n && !l->why) f = pml_bdd_replace(&l->bdds, f, ITEM, value.at);
  sv_vec_free(support);
  sv_vec_free(value);
  return f;
}

static uint32_t atom(pml_logic *l, const pml_expr *e) {
  bool negated;
  uint32_t number = pml_atom_of(l, e, &negated);
  if (l->why) return 0;
  uint32_t f = pml_item_of(l, ITEM_ATOM, number, 0, e->span);
  return negated ? negate(l, f) : f;
}

static uint32_t always(pml_logic *l, uint32_t f, sv_span span) {
  return negate(l, until(l, 1, negate(l, f), span));
}

static uint32_t weak_until(pml_logic *l, uint32_t a, uint32_t b, sv_span span) {
  uint32_t neither = negate(l, pml_bdd_or(&l->bdds, a, b));
  return negate(l, until(l, negate(l, b), neither, span));
}

static uint32_t operation(pml_logic *l, const pml_expr *e) {
  pml_bdds *bdds = &l->bdds;
  uint32_t a = pml_formula(l, e->arg[0]), b = e->n > 1 ? pml_formula(l, e->arg[1]) : 0;
  if (l->why) return 0;
  switch (e->op) {
  case PML_E_NOT: return negate(l, a);
  case PML_E_AND: return pml_bdd_and(bdds, a, b);
  case PML_E_OR: return pml_bdd_or(bdds, a, b);
  case PML_E_IMPLIES: return pml_bdd_ite(bdds, a, b, 1);
  case PML_E_EQUIV: return pml_bdd_ite(bdds, a, b, negate(l, b));
  case PML_E_ALWAYS: return always(l, a, e->span);
  case PML_E_EVENTUALLY: return until(l, 1, a, e->span);
  case PML_E_NEXT: return next(l, a, e->span);
  case PML_E_UNTIL: return until(l, a, b, e->span);
  case PML_E_WEAK_UNTIL: return weak_until(l, a, b, e->span);
  case PML_E_RELEASE: return negate(l, until(l, negate(l, a), negate(l, b), e->span));
  default: SV_UNREACHABLE();
  }
}

uint32_t pml_formula(pml_logic *l, const pml_expr *e) {
  if (l->why) return 0;
  if (l->bdds.full) return pml_refuse(l, e->span, "this formula is too large"), 0;
  if (e->op == PML_E_NUMBER) return e->value != 0;
  bool connective = e->op == PML_E_NOT || e->op == PML_E_AND || e->op == PML_E_OR;
  bool taken_apart = connective || (e->op >= PML_E_ALWAYS && e->op <= PML_E_EQUIV);
  return taken_apart ? operation(l, e) : atom(l, e);
}

// --- safety

enum { MORE = 1, LESS = 2 };  // the function grows, shrinks with a variable

static unsigned swap(unsigned polarity) {
  return (polarity & MORE ? LESS : 0u) | (polarity & LESS ? MORE : 0u);
}

// How f depends on variable ITEM + i.
static unsigned polarity_of(pml_logic *l, uint32_t f, uint32_t i) {
  sv_u32s value = {0};
  for (uint32_t k = 0; k < l->items.n; k++) sv_push(value, pml_bdd_var(&l->bdds, ITEM + k));
  value.at[i] = 1;
  uint32_t high = pml_bdd_replace(&l->bdds, f, ITEM, value.at);
  value.at[i] = 0;
  uint32_t low = pml_bdd_replace(&l->bdds, f, ITEM, value.at);
  sv_vec_free(value);
  unsigned polarity = 0;
  if (pml_bdd_ite(&l->bdds, high, low, 1) != 1) polarity |= MORE;
  if (pml_bdd_ite(&l->bdds, low, high, 1) != 1) polarity |= LESS;
  return polarity;
}

// Adds the polarity in which the items of f matter, if f itself matters in `polarity`.
static void spread(pml_logic *l, uint32_t f, unsigned polarity, sv_u32s *of_item) {
  sv_u32s support = {0};
  pml_bdd_support(&l->bdds, f, &support);
  for (uint32_t k = 0; k < support.n; k++) {
    uint32_t i = support.at[k] - ITEM;
    unsigned inside = polarity_of(l, f, i);
    if (inside & MORE) of_item->at[i] |= polarity;
    if (inside & LESS) of_item->at[i] |= swap(polarity);
  }
  sv_vec_free(support);
}

// Items are made after what is inside of them, so one pass downwards will do.
bool pml_needs_cycles(pml_logic *l, uint32_t f) {
  bool found = false;
  sv_u32s of_item = {0};
  sv_fill(of_item, l->items.n);
  spread(l, f, MORE, &of_item);
  for (uint32_t i = l->items.n; i-- > 0 && !found;) {
    unsigned polarity = of_item.at[i];
    pml_item item = l->items.at[i];
    if (!polarity) continue;
    if (item.kind == ITEM_NEXT) of_item.at[item.a] |= polarity;
    if (item.kind != ITEM_UNTIL) continue;
    found = polarity & MORE;
    spread(l, item.a, polarity, &of_item);
    spread(l, item.b, polarity, &of_item);
  }
  sv_vec_free(of_item);
  return found;
}
