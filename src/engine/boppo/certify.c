// certify.c -- the set of symbolic states, checked again by a SAT solver.
//
// The certificate of `holds` is the union R of all symbolic states, as a literal
// over state bits (engine/certify.h says what is shown about it, and how). A
// parametric set is "there are inputs with which the guard holds and every bit is
// what it is". The union is written in two ways, of which the smaller one is used:
// as one diagram; and each set by itself, where inputs are eliminated if that is easy,
// expanded if they are few, and quantified in a diagram only then. A mistake in that
// makes another set, which is refused if it is no proof. Bits that are dead in a place
// may have any value there, so live.h, which the search trusts, is checked too.

#include "engine/certify.h"
#include "encode/graph/exists.h"
#include "engine/boppo/boppo.h"
#include "engine/boppo/subsume_plan.h"

enum { MOST_TOGETHER = 8, MOST_NODES = 3000000 };

typedef struct {
  sv_boppo *x;
  sv_aig *g;
  const sv_lit *now;
  sv_lits any;  // by bit: an input for where it is dead
  SV_VEC(sv_factor) sets;
} writer;

static void list_sets(writer *w) {
  const sv_boppo *x = w->x;
  for (uint32_t b = 0; b < x->coding->bits; b++) sv_push(w->any, sv_aig_input(x->aig));
  for (uint32_t i = 0; i < x->states.n; i++) {
    const sv_parametric_state *s = &x->states.at[i];
    sv_factor f = {0};
    if (s->joined) continue;
    for (uint32_t b = 0; b < x->coding->bits; b++)
      sv_push(f.bits, sv_boppo_is_dead(x, s->places, b) ? w->any.at[b] : s->bits[b]);
    sv_push(f.guard, s->guard);
    sv_push(w->sets, f);
  }
}

static void writer_free(writer *w) {
  for (uint32_t i = 0; i < w->sets.n; i++) sv_factor_free(&w->sets.at[i]);
  sv_vec_free(w->sets);
  sv_vec_free(w->any);
}

// Nothing is wrong for some values of the open inputs.
static bool write_small(writer *w, const sv_factor *set, sv_lit *out) {
  sv_subsume_table t = {.graph = w->x->aig, .own = w->g};
  sv_subsume_target o;
  for (uint32_t b = 0; b < w->x->coding->bits; b++) sv_push(t.bits, w->now[b]);
  sv_subsume_target_init(&o, &t, set);
  sv_lit any = sv_aig_or_all(w->g, o.wrong.at, o.wrong.n);
  bool done = sv_aig_exists(w->g, sv_lit_not(any), o.open.at, o.open.n, MOST_TOGETHER, out);
  sv_subsume_target_free(&o);
  sv_vec_free(t.bits);
  return done;
}

static const char *write_each(writer *w, sv_lit *out) {
  sv_limits *limits = w->x->run->limits;
  sv_lits all = {0};
  const char *why = NULL;
  for (uint32_t i = 0; i < w->sets.n && !why; i++) {
    sv_lit one = SV_LIT_FALSE;
    if (sv_limits_check(limits)) why = sv_cause_text(limits->hit);
    else if (sv_aig_nodes(w->g) > MOST_NODES) why = "the symbolic states are too large together";
    else if (!write_small(w, &w->sets.at[i], &one) &&
             !sv_subsume_write(w->x->subsumer, &w->sets.at[i], 1, w->g, w->now, &one))
      why = "a symbolic state is too large without its inputs";
    sv_push(all, one);
  }
  *out = sv_aig_or_all(w->g, all.at, all.n);
  sv_vec_free(all);
  return why;
}

static bool write_together(writer *w, sv_lit *out) {
  return sv_subsume_write(w->x->subsumer, w->sets.at, w->sets.n, w->g, w->now, out);
}

static uint32_t size_of(const sv_aig *g, sv_lit a) {
  sv_u32s cone = {0};
  sv_aig_cone(g, &a, 1, &cone);
  uint32_t n = cone.n;
  sv_vec_free(cone);
  return n;
}

static const char *write_smallest(writer *w, sv_lit *out) {
  sv_lit together, each;
  bool one = write_together(w, &together);
  const char *why = write_each(w, &each);
  bool other = !why && (!one || size_of(w->g, each) < size_of(w->g, together));
  *out = other ? each : together;
  return one ? NULL : why;
}

static const char *write_set(void *context, sv_aig *g, const sv_lit *now, sv_lit *out) {
  writer w = {.x = context, .g = g, .now = now};
  *out = SV_LIT_FALSE;
  list_sets(&w);
  const char *why = w.sets.n ? write_smallest(&w, out) : NULL;
  writer_free(&w);
  return why;
}

bool sv_boppo_certify(sv_boppo *x) {
  REQUIRE(x->end == SV_BOPPO_ENDED && !sv_boppo_reduced(x), "only a full search can be certified");
  sv_certificate c = {.net = x->net,
                      .coding = x->coding,
                      .answer = x->answer,
                      .limits = x->run->limits,
                      .set = write_set,
                      .context = x};
  return sv_certify(&c);
}
