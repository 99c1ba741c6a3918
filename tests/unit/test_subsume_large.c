// Larger questions of subsumption, with answers that are known by construction:
// sums, products, masks, permutations, programs. No way may be wrong. SUBSUME_NUMBERS in the
// environment prints times, and leaves each way more of it.

#define _POSIX_C_SOURCE 200809L

#include "base/random.h"
#include "encode/parametric/subsume.h"
#include "unit/unit.h"

enum { MOST = 40, OLDS = 8 };
static const double seconds = 3, brief = 0.3;

typedef struct {
  sv_lit bits[MOST], guard;
} set;

typedef struct {
  const char *name;
  set fresh, old[OLDS];
  uint32_t olds, n;
  bool contained;
} question;

typedef SV_VEC(question) questions;

// ---- building blocks

static void inputs(sv_aig *g, sv_lit *out, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) out[i] = sv_aig_input(g);
}

static void number(uint32_t value, sv_lit *out, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) out[i] = sv_lit_const(value >> i & 1);
}

// out may be one of the summands.
static void add(sv_aig *g, const sv_lit *a, const sv_lit *b, sv_lit carry, sv_lit *out,
                uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    sv_lit x = a[i], y = b[i], both = sv_aig_xor(g, x, y);
    out[i] = sv_aig_xor(g, both, carry);
    carry = sv_aig_or(g, sv_aig_and(g, x, y), sv_aig_and(g, both, carry));
  }
}

static sv_lit less(sv_aig *g, const sv_lit *a, uint32_t bound, uint32_t n) {
  sv_lit yes = SV_LIT_FALSE;
  for (uint32_t i = 0; i < n; i++)
    yes =
        bound >> i & 1 ? sv_aig_or(g, sv_lit_not(a[i]), yes) : sv_aig_and(g, sv_lit_not(a[i]), yes);
  return yes;
}

static void multiply(sv_aig *g, const sv_lit *a, const sv_lit *b, sv_lit *out, uint32_t n) {
  number(0, out, 2 * n);
  for (uint32_t i = 0; i < n; i++) {
    sv_lit row[MOST];
    number(0, row, 2 * n);
    for (uint32_t j = 0; j < n; j++) row[i + j] = sv_aig_and(g, a[j], b[i]);
    add(g, out, row, SV_LIT_FALSE, out, 2 * n);
  }
}

static question *start(questions *q, const char *name, uint32_t n, uint32_t olds, bool contained) {
  sv_push(*q, (question){.name = name, .n = n, .olds = olds, .contained = contained});
  question *made = &sv_last(*q);
  made->fresh.guard = SV_LIT_TRUE;
  for (uint32_t k = 0; k < OLDS; k++) made->old[k].guard = SV_LIT_TRUE;
  return made;
}

// ---- the questions

static void sums(sv_aig *g, questions *q) {
  sv_lit a[MOST], b[MOST];
  question *p = start(q, "everything in a sum", 30, 1, true);
  inputs(g, a, 30), inputs(g, b, 30);
  add(g, a, b, SV_LIT_FALSE, p->old[0].bits, 30);
  inputs(g, p->fresh.bits, 30);
  p = start(q, "a sum in everything", 30, 1, true);
  add(g, a, b, SV_LIT_FALSE, p->fresh.bits, 30);
  inputs(g, p->old[0].bits, 30);
  for (uint32_t small = 0; small < 2; small++) {
    p = start(q, small ? "x + 0..3 in x + 0..7" : "x + 0..15 in x + 0..7", 30, 1, small);
    number(12345678, a, 30), number(0, b, 30);
    inputs(g, b, small ? 2 : 4);
    add(g, a, b, SV_LIT_FALSE, p->fresh.bits, 30);
    number(0, b, 30), inputs(g, b, 1);
    for (uint32_t i = 0; i < 7; i++) {
      add(g, a, b, SV_LIT_FALSE, a, 30);
      inputs(g, b, 1);
    }
    memcpy(p->old[0].bits, a, sizeof a);
  }
}

static void bounds(sv_aig *g, questions *q) {
  for (uint32_t inside = 0; inside < 2; inside++) {
    question *p = start(q, inside ? "x < 500000 in y + z < 500001" : "x < 500002 in y + z < 500001",
                        20, 1, inside);
    sv_lit y[MOST], z[MOST];
    inputs(g, p->fresh.bits, 20);
    p->fresh.guard = less(g, p->fresh.bits, inside ? 500000 : 500002, 20);
    inputs(g, y, 20), inputs(g, z, 20);
    add(g, y, z, SV_LIT_FALSE, p->old[0].bits, 20);
    p->old[0].guard = less(g, p->old[0].bits, 500001, 20);
  }
}

static void products(sv_aig *g, questions *q) {
  sv_lit a[MOST], b[MOST];
  question *p = start(q, "a * (b & c) in a * b, 6 bits", 12, 1, true);
  inputs(g, a, 6), inputs(g, b, 6);
  multiply(g, a, b, p->old[0].bits, 6);
  inputs(g, a, 6), inputs(g, b, 6);
  for (uint32_t i = 0; i < 6; i++) b[i] = sv_aig_and(g, b[i], sv_aig_input(g));
  multiply(g, a, b, p->fresh.bits, 6);
  p = start(q, "everything in a * b, 6 bits", 12, 1, false);
  p->old[0] = sv_last(*q).old[0];
  inputs(g, a, 6), inputs(g, b, 6);
  multiply(g, a, b, p->old[0].bits, 6);
  inputs(g, p->fresh.bits, 12);
}

static void masks(sv_aig *g, questions *q) {
  question *p = start(q, "a & b & c in d & e, some true", 30, 1, true);
  sv_lit some = SV_LIT_FALSE;
  for (uint32_t i = 0; i < 30; i++) {
    sv_lit c = sv_aig_and(g, sv_aig_input(g), sv_aig_input(g));
    p->fresh.bits[i] = sv_aig_and(g, c, sv_aig_input(g));
    p->old[0].bits[i] = sv_aig_and(g, sv_aig_input(g), sv_aig_input(g));
    some = sv_aig_or(g, some, p->old[0].bits[i]);
    p->fresh.guard = sv_aig_and(g, p->fresh.guard, i % 10 ? SV_LIT_TRUE : p->fresh.bits[i]);
  }
  p->old[0].guard = some;
  question again = *p;
  again.name = "the same with none true", again.contained = false;
  again.fresh.guard = SV_LIT_TRUE;
  sv_push(*q, again);
}

// Sums modulo two of random inputs, made invertible by their own first ones.
static void mixes(sv_aig *g, questions *q, sv_random *r) {
  question *p = start(q, "a permutation in mixed bits", 30, 1, true);
  sv_lit a[MOST];
  inputs(g, a, 30), inputs(g, p->fresh.bits, 30);
  for (uint32_t i = 0; i < 30; i++) {
    p->old[0].bits[i] = a[i];
    for (uint32_t j = 0; j < i; j++)
      if (!sv_random_below(r, 3)) p->old[0].bits[i] = sv_aig_xor(g, p->old[0].bits[i], a[j]);
  }
  p = start(q, "mixed and masked bits in mixed bits", 30, 1, true);
  p->old[0] = q->at[q->n - 2].old[0];
  for (uint32_t i = 0; i < 30; i++)
    p->fresh.bits[i] = sv_aig_and(g, p->old[0].bits[i], p->old[0].bits[(i * 7 + 3) % 30]);
  p = start(q, "one of 30 in one of 30, chosen otherwise", 30, 1, true);
  sv_lit word[5], none = SV_LIT_TRUE;
  inputs(g, word, 5);
  for (uint32_t i = 0; i < 30; i++) {
    p->fresh.bits[i] = SV_LIT_TRUE;
    for (uint32_t j = 0; j < 5; j++)
      p->fresh.bits[i] = sv_aig_and(g, p->fresh.bits[i], sv_lit_not_if(word[j], !(i >> j & 1)));
    sv_lit c = i < 29 ? sv_aig_input(g) : SV_LIT_TRUE;
    p->old[0].bits[i] = sv_aig_and(g, none, c);
    none = sv_aig_and(g, none, sv_lit_not(c));
  }
  p->fresh.guard = less(g, word, 30, 5);
}

static void slices(sv_aig *g, questions *q) {
  for (uint32_t all = 0; all < 2; all++) {
    question *p =
        start(q, all ? "a union of eight slices" : "a union that lacks a slice", 24, OLDS, all);
    sv_lit a[MOST], b[MOST];
    inputs(g, a, 24), inputs(g, b, 24);
    add(g, a, b, SV_LIT_TRUE, p->fresh.bits, 24);
    for (uint32_t k = 0; k < OLDS; k++) {
      inputs(g, p->old[k].bits, 24);
      for (uint32_t i = 0; i < 3; i++) {
        uint32_t slice = !all && k == 5 ? 4 : k;
        p->old[k].bits[i * 5] = sv_lit_const(slice >> i & 1);
      }
    }
  }
}

// ---- programs: loops over Boolean variables

typedef struct {
  uint32_t kind, to, from[3];
} statement;

static void run(sv_aig *g, set *s, const statement *program, uint32_t length) {
  for (uint32_t i = 0; i < length; i++) {
    const statement *p = &program[i];
    sv_lit a = s->bits[p->from[0]], b = s->bits[p->from[1]], c = s->bits[p->from[2]];
    if (p->kind == 0) s->bits[p->to] = sv_aig_and(g, a, b);
    if (p->kind == 1) s->bits[p->to] = sv_aig_xor(g, a, b);
    if (p->kind == 2) s->bits[p->to] = sv_aig_ite(g, a, b, c);
    if (p->kind == 3) s->bits[p->to] = sv_aig_input(g);
    if (p->kind == 4) s->guard = sv_aig_and(g, s->guard, sv_aig_or(g, a, sv_aig_or(g, b, c)));
    if (p->kind == 5) s->bits[p->to] = sv_aig_ite(g, sv_aig_input(g), s->bits[p->to], a);
  }
}

// Old: after a time 0, 1, …; or no-operation at any time. Contained since the old set
// has a step more that it may leave out.
static void programs(sv_aig *g, questions *q, sv_random *r) {
  for (uint32_t seed = 0; seed < 6; seed++) {
    statement program[60];
    question *p = start(q, "n rounds of a program in n rounds or less", 30, 1, true);
    for (uint32_t i = 0; i < 60; i++) {
      program[i] = (statement){sv_random_below(r, 6), sv_random_below(r, 30), {0}};
      for (uint32_t j = 0; j < 3; j++) program[i].from[j] = sv_random_below(r, 30);
    }
    inputs(g, p->fresh.bits, 30);
    p->old[0] = p->fresh;
    run(g, &p->fresh, program, 60);
    inputs(g, p->old[0].bits, 15);
    for (uint32_t rounds = 0; rounds < 2; rounds++) {
      set before = p->old[0];
      sv_lit stay = rounds ? sv_aig_input(g) : SV_LIT_FALSE;
      run(g, &p->old[0], program, 60);
      for (uint32_t i = 0; i < 30; i++)
        p->old[0].bits[i] = sv_aig_ite(g, stay, before.bits[i], p->old[0].bits[i]);
      p->old[0].guard = sv_aig_ite(g, stay, before.guard, p->old[0].guard);
    }
  }
}

// ---- asking

static const char *const words[] = {"not", "yes", "gave up"};

static sv_subsume_answer ask(const sv_aig *g, const question *q, sv_subsume_method way,
                             double *ms) {
  sv_limits limits = sv_limits_make(getenv("SUBSUME_NUMBERS") ? seconds : brief, 0, NULL);
  sv_subsumer *s = sv_subsumer_new(g, way, &limits);
  sv_parametric_set old[OLDS], fresh = {q->fresh.bits, q->fresh.guard};
  for (uint32_t k = 0; k < q->olds; k++)
    old[k] = (sv_parametric_set){q->old[k].bits, q->old[k].guard};
  sv_subsume_answer answer = sv_subsumed(s, &fresh, old, q->olds, q->n);
  *ms = sv_subsume_numbers(s).seconds * 1000;
  if (getenv("SUBSUME_NUMBERS"))
    printf("  %s %.2f ms (%lu rounds)", words[answer], *ms,
           (unsigned long)sv_subsume_numbers(s).rounds);
  sv_subsumer_free(s);
  return answer;
}

static void known_answers(void **state) {
  SV_UNUSED(state);
  sv_aig *g = sv_aig_new();
  sv_random r = {7};
  questions q = {0};
  sums(g, &q), bounds(g, &q), products(g, &q), masks(g, &q), mixes(g, &q, &r), slices(g, &q);
  programs(g, &q, &r);
  for (uint32_t i = 0; i < q.n; i++) {
    if (getenv("SUBSUME_NUMBERS")) printf("%-42s", q.at[i].name);
    for (uint32_t way = 0; way < 3; way++) {
      double ms;
      sv_subsume_answer answer = ask(g, &q.at[i], (sv_subsume_method)way, &ms);
      if (answer != SV_SUBSUME_GAVE_UP && (answer == SV_SUBSUMED) != q.at[i].contained)
        fail_msg("%s: way %u says %s", q.at[i].name, way, words[answer]);
    }
    if (getenv("SUBSUME_NUMBERS")) printf("\n");
  }
  sv_vec_free(q);
  sv_aig_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_answers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
