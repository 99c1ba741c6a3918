// subsume_bdd.c -- containment by decision diagrams of the sets of bit vectors.
//
// The states of a set are an image: there are inputs such that the guard holds and
// every state variable equals its bit. The conjunction is taken bit by bit, and an
// input is quantified away with the last conjunct that has it. The variables are
// arranged for each question anew: a state variable comes right after the inputs
// that its bits use first. BuDDy's one package is made when first needed, and made
// anew when it has too few variables or has failed. We stop between two operations
// if there are too many nodes; only if a single one runs away or a limit is hit
// meanwhile do we jump out of the package, which costs the conversion's scratch memory.

#include "encode/diagram.h"
#include "engine/boppo/subsume_inside.h"

enum { PACKAGE_BYTES = 256 << 20, LEAST_VARS = 128, MOST_NODES = 1000000 };

typedef struct {
  sv_lits roots;         // guard, then bits
  sv_bdd_list made;      // conjuncts
  SV_VEC(sv_u32s) ends;  // by conjunct: variables that no later one has
} conjunction;

typedef struct {
  sv_subsumer *s;
  const sv_subsume_group *group;
  sv_map var_of;      // input -> variable
  sv_u32s state_var;  // by bit
  uint32_t vars;
  bool too_much;
  conjunction conjunction;  // what an image is made of
  sv_diagram_room room;
  sv_aig *to;  // where a set is written, over these bits
  const sv_lit *bits;
  sv_lit *out;
} imager;

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

static void number_inputs(imager *m, sv_lit root) {
  sv_u32s support = {0};
  sv_aig_support(m->s->graph, &root, 1, &support);
  for (uint32_t i = 0; i < support.n; i++)
    if (sv_map_get(&m->var_of, support.at[i]) == SV_MAP_NONE)
      sv_map_put(&m->var_of, support.at[i], m->vars++);
  sv_vec_free(support);
}

static void number_guard(imager *m, const sv_factor *f) {
  for (uint32_t i = 0; i < f->guard.n; i++) number_inputs(m, f->guard.at[i]);
}

static void number_variables(imager *m) {
  const sv_subsume_group *p = m->group;
  for (uint32_t i = 0; i < p->fresh.bits.n; i++) {
    number_inputs(m, p->fresh.bits.at[i]);
    for (uint32_t k = 0; k < p->old.n; k++) number_inputs(m, p->old.at[k].bits.at[i]);
    sv_push(m->state_var, m->vars++);
  }
  number_guard(m, &p->fresh);
  for (uint32_t k = 0; k < p->old.n; k++) number_guard(m, &p->old.at[k]);
}

static uint32_t variable_of(void *context, uint32_t input) {
  return sv_map_get(&((imager *)context)->var_of, input);
}

// ---- images

static void find_ends(imager *m, conjunction *c) {
  sv_map seen = {0};
  sv_u32s support = {0};
  sv_fill(c->ends, c->roots.n);
  for (uint32_t i = c->roots.n; i--;) {
    sv_clear(support);
    sv_aig_support(m->s->graph, &c->roots.at[i], 1, &support);
    for (uint32_t j = 0; j < support.n; j++) {
      if (sv_map_get(&seen, support.at[j]) != SV_MAP_NONE) continue;
      sv_map_put(&seen, support.at[j], 1);
      sv_push(c->ends.at[i], variable_of(m, support.at[j]));
    }
  }
  sv_map_free(&seen);
  sv_vec_free(support);
}

static void tie_bits(imager *m, conjunction *c, uint32_t first) {
  sv_bdds *b = m->s->bdds;
  for (uint32_t i = first; i < c->made.n; i++) {
    sv_bdd x = sv_bdd_var(b, m->state_var.at[i - first]);
    sv_bdd_set(b, &c->made.at[i], sv_bdd_iff(b, x, c->made.at[i]));
    sv_bdd_drop(b, x);
  }
}

static sv_bdd quantify(imager *m, conjunction *c) {
  sv_bdds *b = m->s->bdds;
  sv_bdd all = SV_BDD_TRUE;
  for (uint32_t i = 0; i < c->made.n; i++) {
    if (sv_bdds_used(b) > MOST_NODES && sv_bdds_numbers(b).live > MOST_NODES) m->too_much = true;
    if (m->too_much) break;
    sv_bdd cube = sv_bdd_cube(b, c->ends.at[i].at, c->ends.at[i].n);
    sv_bdd_set(b, &all, sv_bdd_and_exists(b, all, c->made.at[i], cube));
    sv_bdd_drop(b, cube);
  }
  for (uint32_t i = 0; i < c->made.n; i++) sv_bdd_drop(b, c->made.at[i]);
  return all;
}

// Also after a jump out of the middle.
static void free_conjunction(conjunction *c) {
  for (uint32_t i = 0; i < c->ends.n; i++) sv_vec_free(c->ends.at[i]);
  sv_vec_free(c->ends);
  sv_vec_free(c->roots);
  sv_vec_free(c->made);
  *c = (conjunction){0};
}

static sv_bdd image(imager *m, const sv_factor *f) {
  conjunction *c = &m->conjunction;
  for (uint32_t i = 0; i < f->guard.n; i++) sv_push(c->roots, f->guard.at[i]);
  for (uint32_t i = 0; i < f->bits.n; i++) sv_push(c->roots, f->bits.at[i]);
  sv_fill(c->made, c->roots.n);
  find_ends(m, c);
  sv_diagram_make(m->s->bdds, m->s->graph, c->roots.at, c->roots.n, variable_of, m, c->made.at,
                  &m->room);
  tie_bits(m, c, f->guard.n);
  sv_bdd result = quantify(m, c);
  free_conjunction(c);
  return result;
}

// ---- what is done with them

static void add_olds(imager *m, sv_bdd *to) {
  sv_bdds *b = m->s->bdds;
  for (uint32_t k = 0; k < m->group->old.n && !m->too_much; k++) {
    sv_bdd old = image(m, &m->group->old.at[k]);
    sv_bdd_set(b, to, sv_bdd_or(b, *to, old));
    sv_bdd_drop(b, old);
  }
}

static sv_subsume_answer compare(imager *m) {
  sv_bdds *b = m->s->bdds;
  sv_bdd fresh = image(m, &m->group->fresh), all = SV_BDD_FALSE;
  add_olds(m, &all);
  sv_subsume_answer answer = m->too_much                     ? SV_SUBSUME_GAVE_UP
                             : sv_bdd_implies(b, fresh, all) ? SV_SUBSUMED
                                                             : SV_NOT_SUBSUMED;
  sv_bdd_drop(b, fresh);
  sv_bdd_drop(b, all);
  return answer;
}

static sv_lit lit_of_var(void *context, uint32_t var) {
  const imager *m = context;
  uint32_t i = 0;
  while (m->state_var.at[i] != var) i++;
  return m->bits[i];
}

static sv_subsume_answer write(imager *m) {
  sv_bdd set = image(m, &m->group->fresh);
  add_olds(m, &set);
  if (!m->too_much) *m->out = sv_diagram_to_aig(m->s->bdds, set, m->to, lit_of_var, m);
  sv_bdd_drop(m->s->bdds, set);
  return m->too_much ? SV_SUBSUME_GAVE_UP : SV_SUBSUMED;
}

static sv_subsume_answer do_or_give_up(imager *m, sv_subsume_answer work(imager *)) {
  jmp_buf away;
  m->s->away = &away;
  if (setjmp(away)) {
    m->s->away = NULL;
    close_package(m->s);
    return SV_SUBSUME_GAVE_UP;
  }
  open_package(m->s, m->vars);
  sv_subsume_answer answer = work(m);
  m->s->away = NULL;
  return answer;
}

static sv_subsume_answer run(imager *m, sv_subsume_answer work(imager *)) {
  if (m->s->run && sv_limits_check(m->s->run)) return SV_SUBSUME_GAVE_UP;
  number_variables(m);
  sv_subsume_answer answer = do_or_give_up(m, work);
  sv_map_free(&m->var_of);
  sv_vec_free(m->state_var);
  free_conjunction(&m->conjunction);
  sv_diagram_room_free(&m->room);
  return answer;
}

sv_subsume_answer sv_subsume_by_bdd(sv_subsumer *s, const sv_subsume_group *group) {
  imager m = {.s = s, .group = group};
  return run(&m, compare);
}

bool sv_subsume_write(sv_subsumer *s, const sv_factor *sets, uint32_t n, sv_aig *to,
                      const sv_lit *bits, sv_lit *out) {
  sv_subsume_group group = {.fresh = sets[0]};
  for (uint32_t i = 1; i < n; i++) sv_push(group.old, sets[i]);
  imager m = {.s = s, .group = &group, .to = to, .bits = bits, .out = out};
  bool done = run(&m, write) == SV_SUBSUMED;
  sv_vec_free(group.old);
  return done;
}
