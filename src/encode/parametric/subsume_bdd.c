// subsume_bdd.c -- containment by decision diagrams of the sets of bit vectors.
//
// The sets are made by image.h. The variables are
// arranged for each question anew: a state variable comes right after the inputs
// that its bits use first. BuDDy's one package is made when first needed, and made
// anew when it has too few variables or has failed. We stop between two operations
// if there are too many nodes; only if a single one runs away or a limit is hit
// meanwhile do we jump out of the package, which costs the conversion's scratch memory.

#include "encode/parametric/image.h"
#include "encode/parametric/subsume_inside.h"

enum { PACKAGE_BYTES = 256 << 20, LEAST_VARS = 128, MOST_NODES = 1000000 };

typedef struct {
  sv_subsumer *s;
  const sv_subsume_group *group;
  sv_imager image;
  uint32_t vars;
  sv_aig *to;  // where a set is written, over these bits
  const sv_lit *bits;
  sv_lit *out;
} work;

// ---- the package

static void on_failure(void *context, const char *why) {
  SV_UNUSED(why);
  longjmp(*((sv_subsumer *)context)->away, 1);
}

static void on_sign_of_life(void *context) {
  sv_subsumer *s = context;
  if (s->away && s->run && sv_limits_check(s->run)) longjmp(*s->away, 1);
}

static void close_package(sv_subsumer *s) {
  if (s->bdds) sv_bdds_free(s->bdds);
  s->bdds = NULL, s->bdd_vars = 0;
}

static void open_package(sv_subsumer *s, uint32_t vars) {
  if (s->bdds && vars <= s->bdd_vars) return;
  close_package(s);
  s->bdd_vars = vars < LEAST_VARS ? LEAST_VARS : 2 * vars;
  s->bdds = sv_bdds_new(&(sv_bdds_options){.singles = s->bdd_vars,
                                           .memory = PACKAGE_BYTES,
                                           .fail = on_failure,
                                           .alive = on_sign_of_life,
                                           .context = s});
}

// ---- variables

static void number_inputs(work *m, sv_lit root) {
  sv_u32s support = {0};
  sv_aig_support(m->s->graph, &root, 1, &support);
  for (uint32_t i = 0; i < support.n; i++)
    if (sv_map_get(&m->image.var_of, support.at[i]) == SV_MAP_NONE)
      sv_map_put(&m->image.var_of, support.at[i], m->vars++);
  sv_vec_free(support);
}

static void number_guard(work *m, const sv_factor *f) {
  for (uint32_t i = 0; i < f->guard.n; i++) number_inputs(m, f->guard.at[i]);
}

static void number_variables(work *m) {
  const sv_subsume_group *p = m->group;
  for (uint32_t i = 0; i < p->fresh.bits.n; i++) {
    number_inputs(m, p->fresh.bits.at[i]);
    for (uint32_t k = 0; k < p->old.n; k++) number_inputs(m, p->old.at[k].bits.at[i]);
    sv_push(m->image.state_var, m->vars++);
  }
  number_guard(m, &p->fresh);
  for (uint32_t k = 0; k < p->old.n; k++) number_guard(m, &p->old.at[k]);
}

// ---- what is done with them

static void add_olds(work *m, sv_bdd *to) {
  sv_bdds *b = m->s->bdds;
  for (uint32_t k = 0; k < m->group->old.n && !m->image.too_much; k++) {
    sv_bdd old = sv_image(&m->image, &m->group->old.at[k]);
    sv_bdd_set(b, to, sv_bdd_or(b, *to, old));
    sv_bdd_drop(b, old);
  }
}

static sv_subsume_answer compare(work *m) {
  sv_bdds *b = m->s->bdds;
  sv_bdd fresh = sv_image(&m->image, &m->group->fresh), all = SV_BDD_FALSE;
  add_olds(m, &all);
  sv_subsume_answer answer = m->image.too_much               ? SV_SUBSUME_GAVE_UP
                             : sv_bdd_implies(b, fresh, all) ? SV_SUBSUMED
                                                             : SV_NOT_SUBSUMED;
  sv_bdd_drop(b, fresh);
  sv_bdd_drop(b, all);
  return answer;
}

static sv_lit lit_of_var(void *context, uint32_t var) {
  const work *m = context;
  uint32_t i = 0;
  while (m->image.state_var.at[i] != var) i++;
  return m->bits[i];
}

static sv_subsume_answer write(work *m) {
  sv_bdd set = sv_image(&m->image, &m->group->fresh);
  add_olds(m, &set);
  if (!m->image.too_much) *m->out = sv_diagram_to_aig(m->s->bdds, set, m->to, lit_of_var, m);
  sv_bdd_drop(m->s->bdds, set);
  return m->image.too_much ? SV_SUBSUME_GAVE_UP : SV_SUBSUMED;
}

static sv_subsume_answer do_or_give_up(work *m, sv_subsume_answer step(work *)) {
  jmp_buf away;
  m->s->away = &away;
  if (setjmp(away)) {
    m->s->away = NULL;
    close_package(m->s);
    return SV_SUBSUME_GAVE_UP;
  }
  open_package(m->s, m->vars);
  m->image.bdds = m->s->bdds, m->image.graph = m->s->graph, m->image.most = MOST_NODES;
  sv_subsume_answer answer = step(m);
  m->s->away = NULL;
  return answer;
}

static sv_subsume_answer run(work *m, sv_subsume_answer step(work *)) {
  if (m->s->run && sv_limits_check(m->s->run)) return SV_SUBSUME_GAVE_UP;
  number_variables(m);
  sv_subsume_answer answer = do_or_give_up(m, step);
  sv_imager_free(&m->image);
  return answer;
}

sv_subsume_answer sv_subsume_by_bdd(sv_subsumer *s, const sv_subsume_group *group) {
  work m = {.s = s, .group = group};
  return run(&m, compare);
}

bool sv_subsume_write(sv_subsumer *s, const sv_factor *sets, uint32_t n, sv_aig *to,
                      const sv_lit *bits, sv_lit *out) {
  sv_subsume_group group = {.fresh = sets[0]};
  for (uint32_t i = 1; i < n; i++) sv_push(group.old, sets[i]);
  work m = {.s = s, .group = &group, .to = to, .bits = bits, .out = out};
  bool done = run(&m, write) == SV_SUBSUMED;
  sv_vec_free(group.old);
  return done;
}
