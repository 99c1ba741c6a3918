// subsume_sample.c -- states of the fresh set, and whether old sets have them.
//
// Sixty-four random choices at a time; if none of them satisfies the guard, the
// solver finds one that does, and its neighbours are tried. Most questions end
// here: a sample is found that no old set has, by a constant bit, by what is
// remembered of the old sets, or by a lookup.

#include "encode/parametric/subsume_inside.h"

enum { LOOKUPS = 4 };

static bool is_about(const sv_subsume_samples *p, const sv_parametric_set *set, uint32_t n) {
  return p->filled && p->bits.n == n && sv_lit_same(p->guard, set->guard) &&
         (!n || !memcmp(p->bits.at, set->bits, n * sizeof *set->bits));
}

static uint64_t any_choice(void *context, uint32_t input) {
  SV_UNUSED(input);
  return sv_random_next(&((sv_subsumer *)context)->random);
}

// The model in pattern 0, neighbours with an eighth of the inputs flipped in the others.
static uint64_t near_model(void *context, uint32_t input) {
  sv_subsumer *s = context;
  uint64_t flips = sv_random_next(&s->random) & sv_random_next(&s->random) &
                   sv_random_next(&s->random) & ~UINT64_C(1);
  return flips ^ (sv_look_value(s, input) ? UINT64_MAX : 0);
}

// Bits to words, guard to valid.
static void simulate(sv_subsumer *s, sv_aig_value_fn *value) {
  sv_subsume_samples *p = &s->samples;
  uint32_t n = p->bits.n;
  sv_push(p->bits, p->guard);
  sv_clear(p->words);
  sv_fill(p->words, n + 1);
  sv_aig_simulate(s->graph, p->bits.at, n + 1, value, s, p->words.at);
  p->valid = sv_pop(p->words);
  assert(p->words.n == n);
  p->bits.n = n;
}

sv_sat_answer sv_samples_fill(sv_subsumer *s, const sv_parametric_set *fresh, uint32_t n) {
  sv_subsume_samples *p = &s->samples;
  if (is_about(p, fresh, n)) return p->valid ? SV_SAT_YES : SV_SAT_NO;
  p->filled = false, p->guard = fresh->guard, p->next = 0;
  sv_clear(p->bits);
  for (uint32_t i = 0; i < n; i++) sv_push(p->bits, fresh->bits[i]);
  simulate(s, any_choice);
  sv_sat_answer answer = SV_SAT_YES;
  if (!p->valid) {
    sv_look_start(s);
    sv_look_assume(s, fresh->guard, true);
    answer = sv_look_solve(s);
    if (answer == SV_SAT_YES) simulate(s, near_model);
    assert(answer != SV_SAT_YES || p->valid & 1);  // the model itself is a state
  }
  p->filled = answer != SV_SAT_UNKNOWN;
  return answer;
}

static uint64_t only_model(void *context, uint32_t input) {
  return sv_look_value(context, input) ? UINT64_MAX : 0;
}

void sv_samples_add(sv_subsumer *s, const sv_parametric_set *fresh, const sv_lit *bits,
                    const bool *state, uint32_t n) {
  sv_subsume_samples *p = &s->samples;
  sv_look_start(s);
  sv_look_assume(s, fresh->guard, true);
  for (uint32_t i = 0; i < n; i++) sv_look_assume(s, bits[i], state[i]);
  if (sv_look_solve(s) != SV_SAT_YES) return;
  uint64_t *words = SV_NEW_ARRAY(uint64_t, p->bits.n + 1), slot = UINT64_C(1) << p->next;
  sv_aig_simulate(s->graph, p->bits.at, p->bits.n, only_model, s, words);
  for (uint32_t i = 0; i < p->bits.n; i++)
    p->words.at[i] = (p->words.at[i] & ~slot) | (words[i] & slot);
  p->valid |= slot;
  p->next = (p->next + 1) % 64;
  sv_free(words);
}

// Patterns that a constant bit or a remembered cube keeps out of the set.
static uint64_t misses(sv_subsumer *s, const sv_parametric_set *old, uint32_t n) {
  uint64_t out = sv_lit_same(old->guard, SV_LIT_FALSE) ? UINT64_MAX : 0;
  const sv_u64s *words = &s->samples.words;
  for (uint32_t i = 0; i < n; i++)
    if (sv_lit_is_const(old->bits[i]))
      out |= sv_lit_negated(old->bits[i]) ? ~words->at[i] : words->at[i];
  return out | sv_memory_misses(sv_subsume_remembered(s, old, n), words);
}

static void remember(sv_subsumer *s, const sv_parametric_set *old, const bool *state, uint32_t n) {
  sv_u32s cube = {0};
  for (uint32_t i = 0; i < n; i++)
    if (sv_look_failed(s, old->bits[i], state[i])) sv_push(cube, i << 1 | state[i]);
  sv_memory_add(sv_subsume_remembered(s, old, n), &cube);
  sv_vec_free(cube);
}

static sv_sat_answer look_up(sv_subsumer *s, const sv_parametric_set *old, const bool *state,
                             uint32_t n) {
  sv_look_start(s);
  sv_look_assume(s, old->guard, true);
  for (uint32_t i = 0; i < n; i++) sv_look_assume(s, old->bits[i], state[i]);
  sv_sat_answer answer = sv_look_solve(s);
  if (answer == SV_SAT_NO) remember(s, old, state, n);
  return answer;
}

// SV_SAT_YES: some old set that could have the pattern has it.
static sv_sat_answer look_everywhere(sv_subsumer *s, const sv_parametric_set *old, uint32_t olds,
                                     const uint64_t *missed, uint32_t pattern, const bool *state) {
  for (uint32_t k = 0; k < olds; k++) {
    if (missed[k] >> pattern & 1) continue;
    sv_sat_answer answer = look_up(s, &old[k], state, s->samples.bits.n);
    if (answer != SV_SAT_NO) return answer;
  }
  return SV_SAT_NO;
}

// Takes the pattern's values and returns all patterns that are the same state.
static uint64_t take(const sv_u64s *words, uint32_t pattern, bool *state) {
  uint64_t same = UINT64_MAX;
  assert(pattern < 64);
  for (uint32_t i = 0; i < words->n; i++) {
    state[i] = words->at[i] >> pattern & 1;
    same &= state[i] ? words->at[i] : ~words->at[i];
  }
  return same;
}

static sv_sat_answer look_up_some(sv_subsumer *s, const sv_parametric_set *old, uint32_t olds,
                                  const uint64_t *missed) {
  bool *state = SV_NEW_ARRAY(bool, s->samples.bits.n + 1);
  uint64_t open = s->samples.valid;
  sv_sat_answer found = SV_SAT_YES;
  for (uint32_t i = 0; i < LOOKUPS && open && found == SV_SAT_YES; i++) {
    uint32_t pattern = (uint32_t)__builtin_ctzll(open);
    assert(s->samples.valid >> pattern & 1);
    open &= ~take(&s->samples.words, pattern, state);
    found = look_everywhere(s, old, olds, missed, pattern, state);
  }
  sv_free(state);
  return found;
}

sv_sat_answer sv_samples_refute(sv_subsumer *s, const sv_parametric_set *old, uint32_t olds,
                                uint32_t n) {
  uint64_t *missed = SV_NEW_ARRAY(uint64_t, olds + 1), everywhere = s->samples.valid;
  for (uint32_t k = 0; k < olds; k++) everywhere &= missed[k] = misses(s, &old[k], n);
  sv_sat_answer found = everywhere ? SV_SAT_NO : look_up_some(s, old, olds, missed);
  sv_free(missed);
  return found == SV_SAT_NO ? SV_SAT_YES : found == SV_SAT_YES ? SV_SAT_NO : SV_SAT_UNKNOWN;
}
