// control_property.c -- where a property is violated, as exec has it.

#include "encode/control/control_inside.h"

static bool is_bad(const sv_location *l, uint32_t property) { return l->bad == property; }

static bool is_no_end(const sv_location *l, uint32_t unused) {
  SV_UNUSED(unused);
  return !(l->flags & SV_LOC_END);
}

static sv_lit somebody(const sv_control *c, sv_location_fn *wanted, uint32_t property) {
  sv_lits there = {0};
  for (uint32_t p = 0; p < c->o.net->processes.n; p++)
    sv_push(there, sv_blast_where(c->o.blaster, p, wanted, property));
  sv_lit any = sv_aig_or_all(c->o.aig, there.at, there.n);
  sv_vec_free(there);
  return any;
}

static sv_lit is_false(const sv_control *c, const sv_property *p) {
  sv_lit bad = sv_lit_not(sv_blast_bool(c->o.blaster, p->term));
  return p->stable ? sv_aig_and(c->o.aig, bad, sv_lit_not(c->passing)) : bad;
}

// Nothing is enabled, nothing cut, and somebody is not at an end.
static bool deadlocked(sv_control *c, sv_lit *out) {
  sv_lits all = {0};
  bool known = true;
  sv_push(all, somebody(c, is_no_end, 0));
  for (uint32_t a = 0; a < c->o.net->actions.n && known; a++) {
    sv_lit some = SV_LIT_FALSE;
    known = sv_control_some(c, a, &some);
    sv_push(all, sv_lit_not(sv_aig_and(c->o.aig, some, c->allowed[a])));
  }
  if (known) *out = sv_aig_and_all(c->o.aig, all.at, all.n);
  sv_vec_free(all);
  return known;
}

bool sv_control_violated(sv_control *c, uint32_t property, sv_lit *out) {
  const sv_property *p = &c->o.net->properties.at[property];
  switch (p->kind) {
  case SV_PROP_ASSERTION: *out = SV_LIT_FALSE; return true;
  case SV_PROP_LOCATION: *out = somebody(c, is_bad, property); return true;
  case SV_PROP_INVARIANT: *out = is_false(c, p); return true;
  case SV_PROP_DEADLOCK: return deadlocked(c, out);
  }
  SV_UNREACHABLE();
}
