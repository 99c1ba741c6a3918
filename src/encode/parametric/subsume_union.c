// subsume_union.c -- a union of parametric sets as one literal over state bits.
//
// A set is "there are inputs with which the guard holds and every bit is what it
// is". The union is written in two ways, of which the smaller one is used: as one
// diagram; and each set by itself, where inputs are eliminated if that is easy,
// expanded if they are few, and quantified in a diagram only then. A mistake here
// makes another set: whoever uses it as a certificate checks that it is a proof.

#include "encode/graph/exists.h"
#include "encode/parametric/subsume_plan.h"

enum { MOST_TOGETHER = 8, MOST_NODES = 3000000 };

typedef struct {
  sv_subsumer *s;
  sv_aig *to;
  const sv_lit *now;
  uint32_t bits;
  SV_VEC(sv_factor) sets;
} writer;

static void list_sets(writer *w, const sv_parametric_set *sets, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    sv_factor f = {0};
    for (uint32_t b = 0; b < w->bits; b++) sv_push(f.bits, sets[i].bits[b]);
    sv_push(f.guard, sets[i].guard);
    sv_push(w->sets, f);
  }
}

static void free_sets(writer *w) {
  for (uint32_t i = 0; i < w->sets.n; i++) sv_factor_free(&w->sets.at[i]);
  sv_vec_free(w->sets);
}

// Nothing is wrong for some values of the open inputs.
static bool write_by_elimination(const writer *w, const sv_factor *set, sv_lit *out) {
  sv_subsume_table t = {.graph = w->s->graph, .own = w->to};
  sv_subsume_target o;
  for (uint32_t b = 0; b < w->bits; b++) sv_push(t.bits, w->now[b]);
  sv_subsume_target_init(&o, &t, set);
  sv_lit any = sv_aig_or_all(w->to, o.wrong.at, o.wrong.n);
  bool done = sv_aig_exists(w->to, sv_lit_not(any), o.open.at, o.open.n, MOST_TOGETHER, out);
  sv_subsume_target_free(&o);
  sv_vec_free(t.bits);
  return done;
}

static bool write_by_diagram(const writer *w, const sv_factor *sets, uint32_t n, sv_lit *out) {
  return sv_subsume_write(w->s, sets, n, w->to, w->now, out);
}

static const char *write_each(const writer *w, sv_lit *out) {
  sv_limits *limits = w->s->run;
  sv_lits all = {0};
  const char *why = NULL;
  for (uint32_t i = 0; i < w->sets.n && !why; i++) {
    sv_lit one = SV_LIT_FALSE;
    if (limits && sv_limits_check(limits)) why = sv_cause_text(limits->hit);
    else if (sv_aig_nodes(w->to) > MOST_NODES) why = "the symbolic states are too large together";
    else if (!write_by_elimination(w, &w->sets.at[i], &one) &&
             !write_by_diagram(w, &w->sets.at[i], 1, &one))
      why = "a symbolic state is too large without its inputs";
    sv_push(all, one);
  }
  *out = sv_aig_or_all(w->to, all.at, all.n);
  sv_vec_free(all);
  return why;
}

static uint32_t size_of(const sv_aig *g, sv_lit a) {
  sv_u32s cone = {0};
  sv_aig_cone(g, &a, 1, &cone);
  uint32_t n = cone.n;
  sv_vec_free(cone);
  return n;
}

static const char *write_smaller(const writer *w, sv_lit *out) {
  sv_lit together = SV_LIT_FALSE, each;
  bool one = write_by_diagram(w, w->sets.at, w->sets.n, &together);
  const char *why = write_each(w, &each);
  bool other = !why && (!one || size_of(w->to, each) < size_of(w->to, together));
  *out = other ? each : together;
  return one ? NULL : why;
}

const char *sv_subsume_union(sv_subsumer *s, const sv_parametric_set *sets, uint32_t n,
                             uint32_t bits, sv_aig *to, const sv_lit *now, sv_lit *out) {
  writer w = {.s = s, .to = to, .now = now, .bits = bits};
  *out = SV_LIT_FALSE;
  list_sets(&w, sets, n);
  const char *why = n ? write_smaller(&w, out) : NULL;
  free_sets(&w);
  return why;
}
