// liars.c -- see liars.h.

#include "random/liars.h"

#include "base/random.h"
#include "engine/bmc/exchange.h"

enum { CLAUSES = 60, LONGEST = 3, LIAR = 0, GUESSER = 1, LISTENER = 2 };

static int32_t some_literal(const sv_fact_words *w, const sv_coding *c, sv_random *r) {
  int32_t word = sv_fact_literal(w, sv_random_below(r, c->bits));
  return sv_random_below(r, 2) ? word : -word;
}

static void tell_lies(sv_board *b, const sv_coding *c, const sv_fact_words *w, sv_random *r) {
  sv_exchange liar = sv_board_join(b, LIAR);
  sv_i32s lies = {0};
  for (uint32_t i = 0; c->bits && i < CLAUSES; i++) {
    for (uint32_t n = sv_random_below(r, LONGEST) + 1; n; n--) sv_push(lies, some_literal(w, c, r));
    sv_push(lies, 0);
  }
  for (uint32_t i = 0; i < 2 * c->bits; i++) {
    sv_push(lies, i % 2 ? sv_fact_literal(w, i / 2) : -sv_fact_literal(w, i / 2));
    sv_push(lies, 0);
  }
  const int32_t nonsense[] = {INT32_MAX, 0, INT32_MIN, 0, 0};  // and a clause of nothing
  for (uint32_t i = 0; i < SV_COUNT(nonsense); i++) sv_push(lies, nonsense[i]);
  sv_exchange_tell(&liar, c->net, &lies);
  sv_vec_free(lies);
}

static void tell_guesses(sv_board *b, const sv_coding *c, uint64_t seed, sv_random *r) {
  sv_exchange guesser = sv_board_join(b, GUESSER);
  sv_run run = {.exchange = &guesser};
  sv_bmc_exchange e = sv_bmc_exchange_make(c, &run);
  sv_invariants guesses = {0};
  sv_invariants_candidates(c->net, seed, NULL, &guesses);
  for (uint32_t i = 0; i < guesses.n; i++)
    if (!sv_random_below(r, 8)) guesses.at[i].value++;
  sv_bmc_tell(&e, c, &guesses, &run);
  sv_vec_free(guesses);
  sv_bmc_exchange_free(&e);
}

sv_exchange *liars_new(const sv_net *net, uint64_t seed) {
  sv_text why = {0};
  sv_coding *c = sv_coding_new(net, NULL, SV_QUEUE_SHIFTING, &why);
  sv_text_free(&why);
  if (!c) return NULL;
  sv_random r = {.state = seed};
  sv_exchange *x = SV_NEW(sv_exchange);
  *x = sv_board_join(sv_board_new(), LISTENER);
  sv_fact_words *w = sv_fact_words_new(c);
  tell_lies(x->board, c, w, &r);
  tell_guesses(x->board, c, seed, &r);
  sv_fact_words_free(w);
  sv_coding_free(c);
  return x;
}

void liars_free(sv_exchange *x) {
  if (!x) return;
  sv_board_free(x->board);
  sv_free(x);
}
