// lasso.c -- loops of a net that follows an automaton (analysis/rewrite/follow.h), closed by bits.
//
// A lasso ends in the state where its loop began. What that state is, is guessed once: one free
// input for each state bit. Then each moment needs only to be compared with the guess, and to note
// which sets were met since the first moment that was equal to it: so a formula for all loops of all
// runs of k steps is linear in k, and grows with the bound without being made anew (A. Biere, K.
// Heljanko, T. Junttila, T. Latvala, V. Schuppan: Linear Encodings of Bounded LTL Model Checking,
// 2006). Steps are single actions, since the net shows what its last action was.

#include "analysis/rewrite/follow.h"
#include "engine/bmc/sat.h"

struct sv_bmc_lasso {
  const sv_net *net;
  uint32_t property;
  sv_u32s bits;   // of the state, that are compared
  sv_lits guess;  // their values where the loop begins and ends
  sv_lits same;   // by moment: the state is the one that was guessed
  sv_lit open;    // the last moment looked at, or one before, was
  sv_lit moved;   // a step was taken since
  sv_lits met;    // by set: since then
};

// What only says what the last step was is the same after each round, if not before the first.
static bool is_compared(const sv_coding *coding, uint32_t bit) {
  const sv_net *net = coding->net;
  for (uint32_t v = 0; v < net->vars.n; v++) {
    const sv_net_var *var = &net->vars.at[v];
    if (coding->owner[bit] - var->first_cell < var->cells) return !sv_follow_is_note(net, v);
  }
  return true;
}

sv_bmc_lasso *sv_bmc_lasso_new(sv_bmc_runs *r, const sv_coding *coding, uint32_t property) {
  sv_bmc_lasso *x = SV_NEW(sv_bmc_lasso);
  *x = (sv_bmc_lasso){.net = coding->net, .property = property, .open = SV_LIT_FALSE};
  x->moved = SV_LIT_FALSE;
  for (uint32_t bit = 0; bit < coding->bits; bit++) {
    if (!is_compared(coding, bit)) continue;
    sv_push(x->bits, bit);
    sv_push(x->guess, sv_aig_input(r->runs->aig));
  }
  for (uint32_t set = sv_follow_sets(x->net); set < x->net->properties.n; set++)
    sv_push(x->met, SV_LIT_FALSE);
  return x;
}

void sv_bmc_lasso_free(sv_bmc_lasso *x) {
  if (!x) return;
  sv_vec_free(x->bits);
  sv_vec_free(x->guess);
  sv_vec_free(x->same);
  sv_vec_free(x->met);
  sv_free(x);
}

static sv_lit is_guessed(const sv_bmc_lasso *x, sv_aig *g, const sv_lit *state) {
  sv_lit all = SV_LIT_TRUE;
  for (uint32_t i = 0; i < x->bits.n; i++)
    all = sv_aig_and(g, all, sv_aig_iff(g, state[x->bits.at[i]], x->guess.at[i]));
  return all;
}

// With --grow the last steps may be empty, and show again what the one before them showed.
static sv_lit some_action(const sv_frame *from, sv_aig *g) {
  sv_lit any = SV_LIT_FALSE;
  for (uint32_t i = 0; i < from->moves.n; i++) any = sv_aig_or(g, any, from->moves.at[i].taken);
  return any;
}

static void note_step(sv_bmc_lasso *x, sv_bmc_runs *r, uint32_t depth) {
  sv_aig *g = r->runs->aig;
  sv_lit inside = sv_aig_and(g, x->open, some_action(&r->runs->frames.at[depth - 1], g));
  x->moved = sv_aig_or(g, x->moved, inside);
  for (uint32_t i = 0; i < x->met.n; i++) {
    sv_lit outside = sv_unrolled_bad(r->runs, sv_follow_sets(x->net) + i, depth);
    sv_lit here = sv_aig_and(g, inside, sv_lit_not(outside));
    x->met.at[i] = sv_aig_or(g, x->met.at[i], here);
  }
}

sv_lit sv_bmc_lasso_closes(sv_bmc_lasso *x, sv_bmc_runs *r, uint32_t depth) {
  REQUIRE(depth == x->same.n, "moments are looked at one after the other");
  sv_aig *g = r->runs->aig;
  if (depth) note_step(x, r, depth);
  sv_lit same = is_guessed(x, g, r->runs->frames.at[depth].state);
  sv_push(x->same, same);
  sv_lit closes = sv_aig_and(g, sv_aig_and(g, same, x->open), x->moved);
  for (uint32_t i = 0; i < x->met.n; i++) closes = sv_aig_and(g, closes, x->met.at[i]);
  x->open = sv_aig_or(g, x->open, same);
  return closes;
}

bool sv_bmc_lasso_is(const sv_bmc_lasso *x, uint32_t property) {
  return x && x->property == property;
}

uint32_t sv_bmc_lasso_begin(const sv_bmc_lasso *x, const sv_bmc_runs *r) {
  uint32_t i = 0;
  while (i < x->same.n && !sv_bmc_value(r, x->same.at[i])) i++;
  return i;
}
