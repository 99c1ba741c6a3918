// sample.c -- states that are known to be reachable, as a guide.
//
// A clause that excludes a reachable state may be true of the first frames, but
// it will never be part of the invariant: it is refuted some levels later,
// after much work. So such clauses are not made in the first place, as far as
// a look ahead has met such states: a literal is not left out of a cube, and not
// lost by an unsatisfiable core, if without it the cube meets a sample. The
// samples stand in columns, 64 to a word, so a look costs less than a query.

#include "engine/ic3/inside.h"

void sv_ic3_sample(sv_ic3 *x, const uint8_t *state) {
  uint64_t number = x->numbers.samples++;
  sv_fill(x->samples, x->circuit->state.n);
  for (uint32_t i = 0; i < x->samples.n; i++) {
    sv_fill(x->samples.at[i], number / 64 + 1);
    if (state[i]) x->samples.at[i].at[number / 64] |= UINT64_C(1) << number % 64;
  }
}

static uint64_t all_in_word(const sv_ic3 *x, uint32_t word) {
  uint64_t left = x->numbers.samples - (uint64_t)word * 64;
  return left >= 64 ? UINT64_MAX : (UINT64_C(1) << left) - 1;
}

static uint64_t column(const sv_ic3 *x, int32_t literal, uint32_t word) {
  assert(word < x->samples.at[sv_cube_bit(literal)].n);
  uint64_t values = x->samples.at[sv_cube_bit(literal)].at[word];
  return literal > 0 ? values : ~values;
}

static uint64_t inside(const sv_ic3 *x, const sv_cube *c, uint32_t word) {
  uint64_t left = all_in_word(x, word);
  for (uint32_t i = 0; i < c->n && left; i++) left &= column(x, c->at[i], word);
  return left;
}

static uint32_t words(const sv_ic3 *x) { return (uint32_t)((x->numbers.samples + 63) / 64); }

// The first word with samples in the cube, or the number of words.
static uint32_t find(const sv_ic3 *x, const sv_cube *c) {
  uint32_t word = 0;
  while (word < words(x) && !inside(x, c, word)) word++;
  return word;
}

bool sv_ic3_meets_sample(sv_ic3 *x, const sv_cube *c) {
  bool meets = find(x, c) < words(x);
  x->numbers.sampled += meets;
  return meets;
}

// The literal that leaves the fewest of these samples, or 0 if all leave all.
static int32_t best_literal(const sv_ic3 *x, const sv_cube *larger, uint32_t word,
                            uint64_t samples) {
  int32_t best = 0, fewest = __builtin_popcountll(samples);
  for (uint32_t i = 0; i < larger->n; i++) {
    int32_t left = __builtin_popcountll(samples & column(x, larger->at[i], word));
    if (left < fewest) fewest = left, best = larger->at[i];
  }
  return best;
}

void sv_ic3_leave_samples(sv_ic3 *x, sv_cube *c, const sv_cube *larger) {
  if (c->n == larger->n || find(x, larger) < words(x)) return;
  for (uint32_t word = find(x, c); word < words(x); word = find(x, c)) {
    int32_t literal = best_literal(x, larger, word, inside(x, c, word));
    assert(!literal || !sv_cube_has(c, literal));
    REQUIRE(literal, "the larger cube meets no sample");
    sv_push(*c, literal);
    sv_cube_sort(c);
  }
}
