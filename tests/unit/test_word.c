// Tests of encode/graph/word.h against the meaning of numbers (base/number.h) and of
// bit-vector operators (sv_apply).
//
// Symbolic words over inputs are simulated: for narrow words every value of
// both arguments, for wide ones random values, often near the borders. Every
// result must also be trimmed.

#define _POSIX_C_SOURCE 200809L

#include "encode/graph/word.h"

#include "base/random.h"
#include "expr/walk.h"
#include "unit/unit.h"

#ifdef SV_STRESS_HASH
enum { MOST_EXHAUSTIVE = 2, RANDOM_ROUNDS = 4, WIDEST_RANDOM = 20 };
#else
enum { MOST_EXHAUSTIVE = 4, RANDOM_ROUNDS = 60, WIDEST_RANDOM = 80 };
#endif
enum { WIDEST = 80, MOST_INPUTS = 2 * WIDEST };

typedef struct {
  sv_names *names;
  sv_terms *T;
  sv_numbers *N;
  sv_word_maker m;
  sv_random random;
  uint64_t seed;
  uint64_t inputs[MOST_INPUTS + 2];  // patterns by node
} bench;

static void open_bench(bench *b, uint64_t seed) {
  *b = (bench){.random = {seed}, .seed = seed};
  b->names = sv_names_new();
  b->T = sv_terms_new(b->names);
  b->N = sv_terms_numbers(b->T);
  b->m = (sv_word_maker){sv_aig_new(), sv_arena_new()};
}

static void close_bench(bench *b) {
  sv_aig_free(b->m.aig);
  sv_arena_free(b->m.arena);
  sv_terms_free(b->T);
  sv_names_free(b->names);
}

static uint64_t input_pattern(void *context, uint32_t input) {
  bench *b = context;
  assert_true(input < SV_COUNT(b->inputs));
  return b->inputs[input];
}

// A word of n fresh inputs; an unsigned one has a false sign beside them.
static sv_word fresh(bench *b, uint32_t n, bool is_signed) {
  sv_lit at[WIDEST + 1];
  for (uint32_t i = 0; i < n; i++) at[i] = sv_aig_input(b->m.aig);
  at[n] = SV_LIT_FALSE;
  return sv_word_make(&b->m, at, is_signed ? n : n + 1);
}

// Lets pattern k give the word of inputs the value of these bits.
static void set_inputs(bench *b, sv_word w, uint32_t k, const uint64_t bits[2]) {
  for (uint32_t i = 0; i < w.n; i++) {
    if (sv_lit_is_const(w.at[i])) continue;
    uint64_t *pattern = &b->inputs[sv_lit_node(w.at[i])], mask = UINT64_C(1) << k;
    *pattern = bits[i / 64] >> (i & 63) & 1 ? *pattern | mask : *pattern & ~mask;
  }
}

// The number that pattern k of the simulated literals is.
static sv_value number_at(bench *b, const uint64_t *patterns, uint32_t n, uint32_t k) {
  mpz_t z;
  mpz_init(z);
  if (patterns[n - 1] >> k & 1) mpz_set_si(z, -1);
  for (uint32_t i = 0; i < n; i++)
    if (patterns[i] >> k & 1) mpz_setbit(z, i);
    else mpz_clrbit(z, i);
  sv_value v = sv_number_mpz(b->N, z);
  mpz_clear(z);
  return v;
}

static uint64_t *simulated(bench *b, sv_word w) {
  uint64_t *out = SV_NEW_ARRAY(uint64_t, w.n);
  sv_aig_simulate(b->m.aig, w.at, w.n, input_pattern, b, out);
  return out;
}

// What an operation must give: `word` builds it, `number` is its meaning.
typedef sv_word word_fn(bench *, sv_word, sv_word, uint32_t w, bool is_signed);
typedef sv_value number_fn(bench *, sv_value, sv_value, uint32_t w, bool is_signed);
typedef struct {
  const char *name;
  word_fn *word;
  number_fn *number;
} operation;

static void complain(bench *b, const operation *op, sv_value x, sv_value y, sv_value is,
                     sv_value wanted) {
  sv_text t = {0};
  sv_value all[] = {x, y, is, wanted};
  sv_text_printf(&t, "seed %lu: %s of, gives, wanted:", (unsigned long)b->seed, op->name);
  for (uint32_t i = 0; i < 4; i++) {
    sv_text_char(&t, ' ');
    sv_number_print(b->N, all[i], &t);
  }
  fail_msg("%s", sv_text_get(&t));
}

static void check_trimmed(sv_word w) {
  assert_true(w.n >= 1);
  if (w.n > 1) assert_true(w.at[w.n - 1].x != w.at[w.n - 2].x);
}

static void check_bounds(bench *b, sv_word w, sv_value v) {
  int64_t lo, hi;
  sv_word_bounds(w, &lo, &hi);
  if (lo != INT64_MIN) assert_true(sv_number_compare(b->N, sv_number_int(b->N, lo), v) <= 0);
  if (hi != INT64_MAX) assert_true(sv_number_compare(b->N, sv_number_int(b->N, hi), v) >= 0);
}

// All patterns below `count` of one operation on x and y.
static void check_patterns(bench *b, const operation *op, sv_word x, sv_word y, uint32_t w,
                           bool is_signed, uint32_t count) {
  sv_word r = op->word(b, x, y, w, is_signed);
  check_trimmed(r);
  uint64_t *px = simulated(b, x), *py = simulated(b, y), *pr = simulated(b, r);
  for (uint32_t k = 0; k < count; k++) {
    sv_value vx = number_at(b, px, x.n, k), vy = number_at(b, py, y.n, k);
    sv_value is = number_at(b, pr, r.n, k), wanted = op->number(b, vx, vy, w, is_signed);
    if (!sv_value_same(is, wanted)) complain(b, op, vx, vy, is, wanted);
    check_bounds(b, r, is);
  }
  sv_free(px);
  sv_free(py);
  sv_free(pr);
}

#define ON_WORDS(NAME) \
  static sv_word word_##NAME(bench *b, sv_word x, sv_word y, uint32_t w, bool is_signed)
#define ON_NUMBERS(NAME) \
  static sv_value number_##NAME(bench *b, sv_value x, sv_value y, uint32_t w, bool is_signed)
// clang-format off
#define PLAIN(NAME)                                                                \
  ON_WORDS(NAME) { return SV_UNUSED(w + is_signed), sv_word_##NAME(&b->m, x, y); } \
  ON_NUMBERS(NAME) { return SV_UNUSED(w + is_signed), sv_number_##NAME(b->N, x, y); }
// clang-format on
// clang-format off
#define COMPARISON(NAME, RELATION)                                  \
  ON_WORDS(NAME) {                                                  \
    SV_UNUSED(w + is_signed);                                       \
    return sv_word_of_bool(&b->m, sv_word_##NAME(&b->m, x, y));     \
  }                                                                 \
  ON_NUMBERS(NAME) {                                                \
    SV_UNUSED(w + is_signed);                                       \
    return sv_bool_value(sv_number_compare(b->N, x, y) RELATION 0); \
  }
// clang-format on
// clang-format off
#define BITWISE(NAME, F)                                                           \
  ON_WORDS(NAME) { return SV_UNUSED(w + is_signed), sv_word_##NAME(&b->m, x, y); } \
  ON_NUMBERS(NAME) { return SV_UNUSED(w + is_signed), bitwise_number(b, F, x, y); }
// clang-format on
// clang-format off
#define VECTOR(NAME, OP)                                               \
  ON_WORDS(NAME) { return sv_word_##NAME(&b->m, x, y, w, is_signed); } \
  ON_NUMBERS(NAME) { return apply(b, OP, x, y, w, is_signed); }
// clang-format on
// clang-format off
#define WRAPPED(NAME, OP, CALL)                                                \
  ON_WORDS(wrapped_##NAME) { return sv_word_wrap(&b->m, CALL, w, is_signed); } \
  ON_NUMBERS(wrapped_##NAME) { return apply(b, OP, x, y, w, is_signed); }
// clang-format on

typedef void big_fn(mpz_ptr, mpz_srcptr, mpz_srcptr);

static sv_value bitwise_number(bench *b, big_fn *f, sv_value x, sv_value y) {
  mpq_t p, q;
  mpq_init(p), mpq_init(q);
  sv_number_get(b->N, x, p);
  sv_number_get(b->N, y, q);
  f(mpq_numref(p), mpq_numref(p), mpq_numref(q));
  sv_value v = sv_number_mpz(b->N, mpq_numref(p));
  mpq_clear(p), mpq_clear(q);
  return v;
}

// Bit-vector operators; the arguments are wrapped first.
static sv_value apply(bench *b, sv_op op, sv_value x, sv_value y, uint32_t w, bool is_signed) {
  sv_sort sort = sv_sort_bv(b->T, w, is_signed);
  sv_value args[] = {sv_number_wrap(b->N, x, w, is_signed), sv_number_wrap(b->N, y, w, is_signed)};
  return sv_apply(b->N, b->T, op, sort, sort, args, op == SV_OP_BVNOT || op == SV_OP_NEG ? 1 : 2);
}

PLAIN(add)
PLAIN(sub)
PLAIN(mul)
PLAIN(div)
PLAIN(mod)
COMPARISON(equal, ==)
COMPARISON(less, <)
COMPARISON(at_most, <=)
BITWISE(and, mpz_and)
BITWISE(or, mpz_ior)
BITWISE(xor, mpz_xor)
VECTOR(bv_div, SV_OP_DIV)
VECTOR(bv_mod, SV_OP_MOD)
VECTOR(shl, SV_OP_SHL)
VECTOR(shr, SV_OP_SHR)
WRAPPED(add, SV_OP_ADD, sv_word_add(&b->m, x, y))
WRAPPED(sub, SV_OP_SUB, sv_word_sub(&b->m, x, y))
WRAPPED(mul, SV_OP_MUL, sv_word_mul(&b->m, x, y))
WRAPPED(neg, SV_OP_NEG, (SV_UNUSED(y), sv_word_neg(&b->m, x)))
WRAPPED(not, SV_OP_BVNOT, (SV_UNUSED(y), sv_word_not(&b->m, x)))

ON_WORDS(wrap) {
  SV_UNUSED(y);
  return sv_word_wrap(&b->m, x, w, is_signed);
}
ON_NUMBERS(wrap) {
  SV_UNUSED(y);
  return sv_number_wrap(b->N, x, w, is_signed);
}
ON_WORDS(neg) {
  SV_UNUSED(w + is_signed + y.n);
  return sv_word_neg(&b->m, x);
}
ON_NUMBERS(neg) {
  SV_UNUSED(w + is_signed + y.x);
  return sv_number_neg(b->N, x);
}
ON_WORDS(not ) {
  SV_UNUSED(w + is_signed + y.n);
  return sv_word_not(&b->m, x);
}
ON_NUMBERS(not ) {
  SV_UNUSED(w + is_signed + y.x);
  return sv_number_sub(b->N, sv_small(-1), x);
}
ON_WORDS(largest) {
  SV_UNUSED(w + is_signed);
  return sv_word_ite(&b->m, sv_word_less(&b->m, x, y), y, x);
}
ON_NUMBERS(largest) {
  SV_UNUSED(w + is_signed);
  return sv_number_compare(b->N, x, y) < 0 ? y : x;
}
// 2 for x < 0, plus 1 for x = 0.
ON_WORDS(kind) {
  SV_UNUSED(w + is_signed + y.n);
  sv_lit at[] = {sv_word_is_zero(&b->m, x), sv_word_negative(x), SV_LIT_FALSE};
  return sv_word_make(&b->m, at, 3);
}
ON_NUMBERS(kind) {
  SV_UNUSED(w + is_signed + y.x);
  int order = sv_number_compare(b->N, x, sv_small(0));
  return sv_small(order < 0 ? 2 : !order);
}

#define OPERATION(NAME) \
  { #NAME, word_##NAME, number_##NAME }
static const operation operations[] = {
    OPERATION(add),         OPERATION(sub),         OPERATION(mul),         OPERATION(div),
    OPERATION(mod),         OPERATION(equal),       OPERATION(less),        OPERATION(at_most),
    OPERATION(and),         OPERATION(or),          OPERATION(xor),         OPERATION(bv_div),
    OPERATION(bv_mod),      OPERATION(shl),         OPERATION(shr),         OPERATION(wrapped_add),
    OPERATION(wrapped_sub), OPERATION(wrapped_mul), OPERATION(wrapped_neg), OPERATION(wrapped_not),
    OPERATION(wrap),        OPERATION(neg),         OPERATION(not ),        OPERATION(largest),
    OPERATION(kind),
};

static void check_all_operations(bench *b, sv_word x, sv_word y, uint32_t w, uint32_t count) {
  for (size_t i = 0; i < SV_COUNT(operations); i++)
    for (uint32_t s = 0; s < 2; s++) check_patterns(b, &operations[i], x, y, w, s, count);
}

// All values of x and y, 64 at a time.
static void check_exhaustively(bench *b, sv_word x, sv_word y, uint32_t nx, uint32_t ny) {
  uint32_t all = UINT32_C(1) << (nx + ny);
  for (uint32_t from = 0; from < all; from += 64) {
    uint32_t count = all - from < 64 ? all - from : 64;
    for (uint32_t k = 0; k < count; k++) {
      uint64_t p[2] = {(from + k) & ((1u << nx) - 1), 0}, q[2] = {(from + k) >> nx, 0};
      set_inputs(b, x, k, p);
      set_inputs(b, y, k, q);
    }
    for (uint32_t w = 1; w <= 5; w++) check_all_operations(b, x, y, w, count);
  }
}

static void test_narrow_words_exhaustively(void **state) {
  SV_UNUSED(state);
  for (uint32_t nx = 1; nx <= MOST_EXHAUSTIVE; nx++)
    for (uint32_t ny = 1; ny <= MOST_EXHAUSTIVE; ny++)
      for (uint32_t signs = 0; signs < 4; signs++) {
        bench b;
        open_bench(&b, 1);
        sv_word x = fresh(&b, nx, signs & 1), y = fresh(&b, ny, signs & 2);
        check_exhaustively(&b, x, y, nx, ny);
        close_bench(&b);
      }
}

// The second or the first argument constant: other paths, fewer gates.
static void test_constants_exhaustively(void **state) {
  SV_UNUSED(state);
  for (int64_t c = -9; c <= 9; c++)
    for (uint32_t s = 0; s < 2; s++) {
      bench b;
      open_bench(&b, 1);
      sv_word x = fresh(&b, MOST_EXHAUSTIVE, s), constant = sv_word_const(&b.m, c);
      check_exhaustively(&b, x, constant, MOST_EXHAUSTIVE, 0);
      for (uint32_t w = 1; w <= 5; w++)
        check_all_operations(&b, constant, x, w, 1u << MOST_EXHAUSTIVE);
      check_all_operations(&b, x, x, 4, 1u << MOST_EXHAUSTIVE);
      close_bench(&b);
    }
}

// Uniform, or with few ones, or a few above or below a power of two.
static void random_bits(bench *b, uint64_t bits[2]) {
  for (uint32_t i = 0; i < 2; i++) bits[i] = sv_random_next(&b->random);
  uint32_t kind = sv_random_below(&b->random, 4), p = sv_random_below(&b->random, WIDEST);
  if (kind == 0) bits[p / 64] &= (UINT64_C(1) << (p & 63)) - 1, bits[1] &= p >= 64 ? UINT64_MAX : 0;
  if (kind == 1) bits[0] = sv_random_below(&b->random, 100), bits[1] = 0;
  if (kind == 2) bits[0] = ~(uint64_t)sv_random_below(&b->random, 100), bits[1] = UINT64_MAX;
}

static void random_round(uint64_t seed) {
  bench b;
  open_bench(&b, seed);
  uint32_t nx = 1 + sv_random_below(&b.random, WIDEST_RANDOM);
  uint32_t ny = 1 + sv_random_below(&b.random, WIDEST_RANDOM);
  uint32_t w = sv_random_below(&b.random, 2) ? nx : 1 + sv_random_below(&b.random, WIDEST_RANDOM);
  sv_word x = fresh(&b, nx, sv_random_below(&b.random, 2));
  sv_word y = fresh(&b, ny, sv_random_below(&b.random, 2));
  for (uint32_t k = 0; k < 64; k++) {
    uint64_t p[2], q[2];
    random_bits(&b, p);
    random_bits(&b, q);
    set_inputs(&b, x, k, p);
    set_inputs(&b, y, k, sv_random_below(&b.random, 8) ? q : p);
  }
  check_all_operations(&b, x, y, w, 64);
  close_bench(&b);
}

static void test_wide_words_randomly(void **state) {
  SV_UNUSED(state);
  for (uint64_t seed = 1; seed <= RANDOM_ROUNDS; seed++) random_round(seed);
}

static void test_constants_in_and_out(void **state) {
  SV_UNUSED(state);
  bench b;
  open_bench(&b, 1);
  const int64_t values[] = {0, 1, -1, 2, -2, 127, -128, INT64_MAX, INT64_MIN, INT64_MAX - 1};
  for (size_t i = 0; i < SV_COUNT(values); i++) {
    int64_t got, lo, hi;
    sv_word c = sv_word_const(&b.m, values[i]);
    sv_word v = sv_word_value(&b.m, b.N, sv_number_int(b.N, values[i]));
    check_trimmed(c);
    check_trimmed(v);
    assert_true(sv_word_is_const(c, &got) && got == values[i]);
    assert_true(sv_word_is_const(v, &got) && got == values[i]);
    sv_word_bounds(c, &lo, &hi);
    assert_true(lo == values[i] && hi == values[i]);
    assert_int_equal(sv_word_equal(&b.m, c, v).x, SV_LIT_TRUE.x);
  }
  assert_int_equal(sv_word_const(&b.m, 0).n, 1);
  assert_int_equal(sv_word_const(&b.m, -1).n, 1);
  assert_int_equal(sv_word_const(&b.m, 1).n, 2);
  close_bench(&b);
}

static void test_big_values(void **state) {
  SV_UNUSED(state);
  bench b;
  open_bench(&b, 1);
  const char *texts[] = {"9223372036854775808", "-9223372036854775809",
                         "340282366920938463463374607431768211455", "-18446744073709551616"};
  for (size_t i = 0; i < SV_COUNT(texts); i++) {
    sv_value v;
    int64_t got, lo, hi;
    assert_true(sv_number_parse(b.N, texts[i], strlen(texts[i]), &v));
    sv_word w = sv_word_value(&b.m, b.N, v);
    check_trimmed(w);
    uint64_t *patterns = simulated(&b, w);
    assert_true(sv_value_same(number_at(&b, patterns, w.n, 0), v));
    sv_free(patterns);
    assert_false(sv_word_is_const(w, &got));
    sv_word_bounds(w, &lo, &hi);
    assert_true(lo == hi && lo == (texts[i][0] == '-' ? INT64_MIN : INT64_MAX));
  }
  close_bench(&b);
}

static void test_bounds_follow_the_width(void **state) {
  SV_UNUSED(state);
  bench b;
  open_bench(&b, 1);
  int64_t lo, hi, value;
  sv_word s = fresh(&b, 5, true), u = fresh(&b, 5, false), wide = fresh(&b, 70, true);
  sv_word_bounds(s, &lo, &hi);
  assert_true(lo == -16 && hi == 15 && !sv_word_is_const(s, &value));
  sv_word_bounds(u, &lo, &hi);
  assert_true(lo == 0 && hi == 31);
  sv_word_bounds(wide, &lo, &hi);
  assert_true(lo == INT64_MIN && hi == INT64_MAX);
  sv_word_bounds(sv_word_or(&b.m, u, sv_word_const(&b.m, 8)), &lo, &hi);
  assert_true(lo == 8 && hi == 31);
  assert_int_equal(sv_word_bit(u, 100).x, SV_LIT_FALSE.x);
  assert_int_equal(sv_word_bit(s, 100).x, sv_word_negative(s).x);
  close_bench(&b);
}

// What is known to be small stays small.
static void test_widths(void **state) {
  SV_UNUSED(state);
  bench b;
  open_bench(&b, 1);
  sv_word u = fresh(&b, 8, false), v = fresh(&b, 8, false), s = fresh(&b, 8, true);
  assert_int_equal(sv_word_add(&b.m, u, v).n, 10);
  assert_int_equal(sv_word_sub(&b.m, u, v).n, 9);
  assert_int_equal(sv_word_mul(&b.m, u, v).n, 17);
  assert_int_equal(sv_word_div(&b.m, u, v).n, 9);
  assert_int_equal(sv_word_mod(&b.m, u, v).n, 9);
  assert_int_equal(sv_word_mod(&b.m, s, sv_word_const(&b.m, 16)).n, 5);
  assert_int_equal(sv_word_div(&b.m, s, sv_word_const(&b.m, 16)).n, 4);
  assert_int_equal(sv_word_mul(&b.m, u, sv_word_const(&b.m, 4)).n, 11);
  assert_int_equal(sv_word_wrap(&b.m, sv_word_add(&b.m, u, v), 8, false).n, 9);
  assert_int_equal(sv_word_shl(&b.m, u, sv_word_const(&b.m, 3), 8, false).n, 9);
  close_bench(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_constants_in_and_out),
      cmocka_unit_test(test_big_values),
      cmocka_unit_test(test_bounds_follow_the_width),
      cmocka_unit_test(test_widths),
      cmocka_unit_test(test_narrow_words_exhaustively),
      cmocka_unit_test(test_constants_exhaustively),
      cmocka_unit_test(test_wide_words_randomly),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
