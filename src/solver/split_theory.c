// split_theory.c -- what follows from a theory.
//
// The theory is told of the literals that it watches in the order of the trail, after unit propagation; as
// soon as something follows, unit propagation has its turn again. A literal that it implies has
// no clause yet: the reason is asked for when a conflict's analysis meets it, and becomes a learnt clause.
// All of its literals were false when the literal was implied, so it is watched like any clause that
// has propagated: the implied literal and, of the others, the one of the highest level.

#include "solver/split_inside.h"

void sv_split_set_theory(sv_split *s, const sv_split_theory *theory, const int32_t *watched,
                         uint32_t n) {
  REQUIRE(!s->solving && !s->theory.learn, "once, and not while solving");
  s->theory = *theory;
  sv_fill(s->watched, 2 * s->vars + 2);
  for (uint32_t i = 0; i < n; i++) {
    REQUIRE(sv_cdcl_known(s, watched[i]), "a variable that was never handed out");
    s->watched.at[sv_cdcl_in(watched[i])] = 1;
  }
}

void sv_cdcl_forget(sv_split *s, uint32_t literal) {
  if (s->watched.at[literal]) s->theory.forget(s->theory.context, sv_cdcl_out(literal));
}

// ---- reasons

// The literal of the highest level from this place on comes to this place.
static void put_highest(sv_split *s, uint32_t place) {
  uint32_t best = place, *at = s->lemma.at;
  for (uint32_t i = place + 1; i < s->lemma.n; i++)
    if (s->cause.at[at[i] >> 1].level > s->cause.at[at[best] >> 1].level) best = i;
  uint32_t literal = at[best];
  at[best] = at[place], at[place] = literal;
}

// Into s->lemma: the implied literal, if there is one (not 0), and the negations of the reasons.
static void ask_why(sv_split *s, uint32_t implied) {
  sv_clear(s->reasons);
  sv_clear(s->lemma);
  if (implied) sv_push(s->lemma, implied);
  s->theory.explain(s->theory.context, implied ? sv_cdcl_out(implied) : 0, &s->reasons);
  for (uint32_t i = 0; i < s->reasons.n; i++) {
    REQUIRE(sv_cdcl_known(s, s->reasons.at[i]), "a reason that is no literal");
    uint32_t literal = sv_cdcl_in(s->reasons.at[i]);
    REQUIRE(s->value.at[literal] > 0, "a reason that is not true");
    sv_push(s->lemma, literal ^ 1);
  }
  REQUIRE(s->lemma.n > 1, "what is always so must be a clause from the beginning");
  sv_cdcl_prove_lemma(s, s->lemma.at, s->lemma.n);
}

static uint32_t keep_lemma(sv_split *s) {
  uint32_t n = s->lemma.n, *at = s->lemma.at;
  if (n == 2) {
    sv_cdcl_store_binary(s, at[0], at[1]);
    return SV_CDCL_BINARY | at[1];
  }
  uint32_t glue = n < SV_CDCL_GLUE ? n : SV_CDCL_GLUE;
  return sv_cdcl_store(s, at, n, SV_CDCL_LEARNT | SV_CDCL_USED_ONE | glue);
}

uint32_t sv_cdcl_reason(sv_split *s, uint32_t variable) {
  uint32_t *reason = &s->cause.at[variable].reason;
  if (*reason != SV_CDCL_THEORY) return *reason;
  ask_why(s, 2 * variable + (s->value.at[2 * variable] < 0));
  put_highest(s, 1);
  return *reason = keep_lemma(s);
}

// ---- telling

bool sv_split_imply(sv_split *s, int32_t literal) {
  REQUIRE(sv_cdcl_known(s, literal), "a variable that was never handed out");
  uint32_t implied = sv_cdcl_in(literal);
  if (s->value.at[implied]) return false;
  sv_cdcl_assign(s, implied, SV_CDCL_THEORY);
  s->numbers.implied++;
  return true;
}

static void contradict(sv_split *s) {
  ask_why(s, 0);
  if (!sv_cdcl_level(s)) return;
  put_highest(s, 0);
  put_highest(s, 1);
  assert(s->cause.at[s->lemma.at[0] >> 1].level == sv_cdcl_level(s));
  s->conflict_literal = s->lemma.at[0];  // if it is binary
  s->conflict = keep_lemma(s);
}

// What is implied for good has no reason in the end; a proof needs its lemma.
static void settle(sv_split *s, uint32_t first) {
  for (uint32_t i = first; i < s->trail.n; i++) {
    if (s->proof.lemma) ask_why(s, s->trail.at[i]);
    s->cause.at[s->trail.at[i] >> 1].reason = SV_CDCL_NO_REASON;
  }
}

bool sv_cdcl_tell(sv_split *s) {
  uint32_t before = s->trail.n;
  bool good = true;
  while (good && s->told < before && s->trail.n == before) {
    uint32_t literal = s->trail.at[s->told++];
    if (s->watched.at[literal]) good = s->theory.learn(s->theory.context, s, sv_cdcl_out(literal));
  }
  if (!good) contradict(s);
  if (!sv_cdcl_level(s)) settle(s, before);
  return good;
}
