// invariants.c -- which of the guesses are inductive together: see invariants.h.
//
// One action at a time (encode/bits/circuit.h), by engine/inductive.

#include "engine/invariants.h"

#include "engine/inductive.h"

static void literals_of(const sv_circuit *c, const sv_lit *state, const sv_invariants *invariants,
                        sv_lits *out) {
  sv_word_maker maker = {c->aig, sv_arena_new()};
  for (uint32_t i = 0; i < invariants->n; i++) {
    sv_lit parts[2];
    sv_invariant_literals(&maker, c->coding, state, &invariants->at[i], parts);
    sv_push(*out, sv_aig_or(c->aig, parts[0], parts[1]));
  }
  sv_arena_free(maker.arena);
}

static bool prove(const sv_circuit *c, sv_limits *limits, uint64_t conflicts,
                  const sv_invariants *invariants, bool *dropped, uint32_t *rounds) {
  sv_lits now = {0}, next = {0};
  literals_of(c, c->state.at, invariants, &now);
  literals_of(c, c->next.at, invariants, &next);
  assert(now.n == invariants->n && next.n == now.n);
  sv_guesses g = {.circuit = c,
                  .now = now.at,
                  .next = next.at,
                  .n = now.n,
                  .known = SV_LIT_TRUE,
                  .limits = limits,
                  .conflicts = conflicts};
  bool good = sv_inductive_part(&g, dropped);
  *rounds = g.rounds;
  sv_vec_free(now);
  sv_vec_free(next);
  return good;
}

static void keep(sv_invariants *invariants, const bool *dropped) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < invariants->n; i++)
    if (!dropped[i]) invariants->at[kept++] = invariants->at[i];
  invariants->n = kept;
}

static bool all_codes(const sv_circuit *c) { return !c->uncoded_steps.n; }

sv_invariants_statistics sv_invariants_prove(const sv_coding *coding, sv_limits *limits,
                                             uint64_t conflicts, sv_invariants *invariants) {
  sv_invariants_statistics s = {.guessed = invariants->n};
  double start = sv_now();
  sv_text why = {0};
  bool *dropped = SV_NEW_ARRAY(bool, invariants->n + 1);
  sv_circuit *c = invariants->n ? sv_circuit_new(coding, SV_SELECT_BINARY, &why) : NULL;
  if (c && all_codes(c) && prove(c, limits, conflicts, invariants, dropped, &s.rounds))
    keep(invariants, dropped);
  else sv_clear(*invariants);
  sv_circuit_free(c);
  sv_free(dropped);
  sv_text_free(&why);
  s.seconds = sv_now() - start;
  return s;
}
