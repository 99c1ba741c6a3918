// certify.c -- the set of symbolic states, checked again by a SAT solver.
//
// The certificate of `holds` is the union R of all symbolic states, as a literal
// over state bits (engine/certify.h says what is shown about it, and how). Bits
// that are dead in a place may have any value there, so live.h, which the search
// trusts, is checked too.

#include "engine/certify.h"
#include "engine/boppo/boppo.h"

// The sets of all states that were not joined to others; dead bits are inputs of their own.
static const char *write_set(void *context, sv_aig *g, const sv_lit *now, sv_lit *out) {
  sv_boppo *x = context;
  uint32_t n = x->coding->bits;
  sv_arena *arena = sv_arena_new();
  sv_lit *any = SV_ARENA_ARRAY(arena, sv_lit, n + 1);
  SV_VEC(sv_parametric_set) sets = {0};
  for (uint32_t b = 0; b < n; b++) any[b] = sv_aig_input(x->aig);
  for (uint32_t i = 0; i < x->states.n; i++) {
    const sv_parametric_state *s = &x->states.at[i];
    if (s->joined) continue;
    sv_lit *bits = SV_ARENA_ARRAY(arena, sv_lit, n + 1);
    for (uint32_t b = 0; b < n; b++)
      bits[b] = sv_boppo_is_dead(x, s->places, b) ? any[b] : s->bits[b];
    sv_push(sets, (sv_parametric_set){bits, s->guard});
  }
  const char *why = sv_subsume_union(x->subsumer, sets.at, sets.n, n, g, now, out);
  sv_vec_free(sets);
  sv_arena_free(arena);
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
