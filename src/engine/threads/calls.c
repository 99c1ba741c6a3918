// calls.c -- calls and returns of threads that know only the top of their stack.
//
// `below` relates a situation of a call, which becomes the top of the stack, with
// the tops that threads had there. A return restores, of all that is below its
// top, one. As the top determines where the activation was entered, this is exact
// as long as no other thread moves (summaries of procedures, as in Ball, Rajamani 2000,
// kept as pairs of a situation and what became of it), and an over-approximation
// among threads: section 4.3 of Cook, Kroening, Sharygina 2007 is coarser.

#include "engine/threads/sets.h"

void sv_thread_calls_prepare(sv_thread_sets *x) {
  const sv_thread_system *s = x->s;
  sv_bdds *b = x->bdds;
  sv_u32s others = {0};
  x->same_top = SV_BDD_TRUE;
  for (uint32_t i = s->locals; i-- > 0;) {
    if (!sv_bits_has(&s->top, i)) {
      sv_push(others, 2 * x->own_pairs.at[i]);
      continue;
    }
    sv_bdd own = sv_bdd_var(b, 2 * x->own_pairs.at[i]),
           passive = sv_bdd_var(b, 2 * x->passive_pairs.at[i]);
    sv_thread_meet(b, &x->same_top, sv_bdd_iff(b, own, passive));
    sv_bdd_drop(b, own);
    sv_bdd_drop(b, passive);
  }
  for (uint32_t i = 0; i < s->globals; i++) sv_push(others, 2 * x->global_pairs.at[i]);
  x->but_top = sv_bdd_cube(b, others.at, others.n);
  sv_vec_free(others);
}

sv_bdd sv_thread_call(sv_thread_sets *x, uint32_t action, sv_bdd set) {
  sv_bdds *b = x->bdds;
  sv_bdd noted = sv_bdd_and(b, set, x->same_top);
  sv_bdd_set(b, &noted, sv_bdd_image(b, noted, &x->relations[action].own));
  sv_bdd_set(b, &noted, sv_bdd_exists(b, noted, x->but_top));
  sv_bdd_set(b, &noted, sv_bdd_minus(b, noted, x->below));
  assert(x->s->actions.at[action].kind == SV_THREAD_CALL);
  sv_bdd_set(b, &x->below, sv_bdd_or(b, x->below, noted));
  return noted;
}

sv_bdd sv_thread_return(sv_thread_sets *x, uint32_t action, sv_bdd set, sv_bdd below) {
  sv_bdds *b = x->bdds;
  sv_bdd to = sv_bdd_and(b, set, below);
  assert(x->s->actions.at[action].kind == SV_THREAD_RETURN);
  sv_bdd_set(b, &to, sv_bdd_image(b, to, &x->relations[action].own));
  sv_bdd_set(b, &to, sv_bdd_exists(b, to, x->passive_cube));
  return to;
}
