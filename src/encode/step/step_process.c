// step_process.c -- the serial process normal form (section 5.2 of the thesis).
//
// A move at place i of step t must depend on one of the n places before it: those
// from i on in step t - 1, those before i in step t. Dependence goes by
// resources, so it is enough to know which of them were read and written
// recently: disjunctions over the beginning of this step, and over the end of
// the last one, that grow by one literal with each use. Linear in the uses.
//
// Moves that conflict with all others (sections, global classes) are excused, and
// so are all moves of a step where a process holds control at its beginning: a
// step earlier it might not have been plain that they may join (rules.h, LATER).
// That keeps a representative of every trace; docs/engine-bmc.md has the proof.

#include "encode/step/step_inside.h"

// After a step: of the uses at `place` and all behind it.
typedef struct {
  uint32_t place;
  sv_lit reads, writes;
} use_mark;
typedef SV_VEC(use_mark) use_marks;

struct sv_step_usage {
  use_marks *marks;  // by resource, ascending places
  sv_lit *reads;     // by resource: so far in this step
  sv_lit *writes;
  sv_lit *taken;  // by place: it is taken
};

sv_step_usage *sv_step_usage_new(const sv_stepper *s) {
  sv_step_usage *r = SV_NEW(sv_step_usage);
  r->marks = SV_NEW_ARRAY(use_marks, s->resources->n + 1);
  r->reads = SV_NEW_ARRAY(sv_lit, s->resources->n + 1);
  r->writes = SV_NEW_ARRAY(sv_lit, s->resources->n + 1);
  r->taken = SV_NEW_ARRAY(sv_lit, s->order.n + 1);
  return r;
}

void sv_step_usage_free(sv_step_usage *r, const sv_stepper *s) {
  if (!r) return;
  for (uint32_t i = 0; i < s->resources->n; i++) sv_vec_free(r->marks[i]);
  sv_free(r->marks);
  sv_free(r->reads);
  sv_free(r->writes);
  sv_free(r->taken);
  sv_free(r);
}

static sv_lit condition_of(const sv_use *use, const sv_lit *roots) {
  return use->when ? roots[use->when] : SV_LIT_TRUE;
}

// What was marked at the first place that is not before this one; NULL: nothing.
static const use_mark *mark_from(const use_marks *all, uint32_t place) {
  uint32_t begin = 0, end = all->n;
  while (begin < end) {
    uint32_t middle = (begin + end) / 2;
    if (all->at[middle].place < place) begin = middle + 1;
    else end = middle;
  }
  assert(begin == all->n || all->at[begin].place >= place);
  return begin < all->n ? &all->at[begin] : NULL;
}

// A move has recently used the resource in a way that the use depends on.
static void add_reasons(sv_unrolling *u, const sv_step_usage *last, const sv_step_usage *now,
                        uint32_t place, const sv_use *use, sv_lit when, sv_lits *out) {
  uint32_t r = use->resource;
  const use_mark *m = mark_from(&last->marks[r], place);
  sv_lits reasons = {0};
  sv_push(reasons, now->writes[r]);
  if (m) sv_push(reasons, m->writes);
  if (use->writes) sv_push(reasons, now->reads[r]);
  if (use->writes && m) sv_push(reasons, m->reads);
  if (sv_lit_same(when, SV_LIT_TRUE)) {
    for (uint32_t i = 0; i < reasons.n; i++) sv_push(*out, reasons.at[i]);
  } else {
    sv_lit any = sv_aig_or_all(u->aig, reasons.at, reasons.n);
    sv_push(*out, sv_aig_and(u->aig, when, any));
  }
  sv_vec_free(reasons);
}

void sv_step_usage_demand(sv_unrolling *u, uint32_t place, const sv_step_move *m,
                          const sv_lit *roots, sv_lit excused) {
  const sv_resources *all = u->stepper->resources;
  const sv_uses *uses = &all->uses[m->action];
  if (u->frames.n < 2 || sv_bits_has(&all->special, m->action)) return;
  const sv_step_usage *last = u->frames.at[u->frames.n - 2].usage, *now = sv_now_at(u)->usage;
  assert(last && now && place < u->stepper->order.n);
  sv_lits reasons = {0};
  sv_push(reasons, sv_lit_not(m->taken));
  sv_push(reasons, excused);
  sv_push(reasons, last->taken[place]);
  for (uint32_t i = 0; i < uses->n; i++)
    add_reasons(u, last, now, place, &uses->at[i], condition_of(&uses->at[i], roots), &reasons);
  sv_demand(u, reasons.at, reasons.n);
  sv_vec_free(reasons);
}

void sv_step_usage_note(sv_unrolling *u, uint32_t place, const sv_step_move *m,
                        const sv_lit *roots) {
  const sv_uses *uses = &u->stepper->resources->uses[m->action];
  sv_step_usage *now = sv_now_at(u)->usage;
  now->taken[place] = sv_aig_or(u->aig, now->taken[place], m->taken);
  assert(u->stepper->places.at[place] == place);
  for (uint32_t i = 0; i < uses->n; i++) {
    const sv_use *use = &uses->at[i];
    sv_lit here = sv_aig_and(u->aig, m->taken, condition_of(use, roots));
    sv_lit *so_far = &(use->writes ? now->writes : now->reads)[use->resource];
    assert(!now->marks[use->resource].n || sv_last(now->marks[use->resource]).place <= place);
    use_mark mark = {place, use->writes ? SV_LIT_FALSE : here, use->writes ? here : SV_LIT_FALSE};
    *so_far = sv_aig_or(u->aig, *so_far, here);
    sv_push(now->marks[use->resource], mark);
  }
}

void sv_step_usage_close(sv_unrolling *u) {
  sv_step_usage *now = sv_now_at(u)->usage;
  for (uint32_t r = 0; r < u->stepper->resources->n; r++) {
    use_marks *all = &now->marks[r];
    for (uint32_t i = all->n; i-- > 1;) {
      use_mark *before = &all->at[i - 1], *behind = &all->at[i];
      before->reads = sv_aig_or(u->aig, before->reads, behind->reads);
      before->writes = sv_aig_or(u->aig, before->writes, behind->writes);
    }
  }
}
