// test_apply.c -- what operators mean, and that simplification keeps it.
//
// Two nets. First, sv_apply on bit vectors of many widths is held against the
// definitions of SMT-LIB, spelled out here on residues. Second, random terms
// of every operator and sort are built through the checked interface, while
// the value they must have is computed beside them from the values of their
// arguments. The terms that come back are evaluated node by node; the two
// must agree under every valuation, whatever the simplifier did.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/random.h"
#include "expr/walk.h"

#ifdef SV_STRESS_HASH
enum { BV_ROUNDS = 60, APPLICATIONS = 3000 };
#else
enum { BV_ROUNDS = 1500, APPLICATIONS = 240000 };
#endif

static const uint32_t widths[] = {1, 2, 7, 8, 31, 32, 33, 61, 62, 63, 64, 65, 128};

typedef struct {
  sv_names *names;
  sv_terms *T;
  sv_numbers *N;
  sv_random random;
} fixture;

static int setup(void **state) {
  fixture *f = SV_NEW(fixture);
  f->names = sv_names_new();
  f->T = sv_terms_new(f->names);
  f->N = sv_terms_numbers(f->T);
  f->random.state = 42;
  *state = f;
  return 0;
}

static int teardown(void **state) {
  fixture *f = *state;
  sv_terms_free(f->T);
  sv_names_free(f->names);
  sv_free(f);
  return 0;
}

static sv_value apply2(fixture *f, sv_op op, sv_sort to, sv_sort from, sv_value a, sv_value b) {
  sv_value args[2] = {a, b};
  return sv_apply(f->N, f->T, op, to, from, args, 2);
}

static sv_value parse(fixture *f, const char *s) {
  sv_value v;
  assert_true(sv_number_parse(f->N, s, strlen(s), &v));
  return v;
}

static void check(fixture *f, sv_op op, sv_sort to, sv_sort from, const char *a, const char *b,
                  const char *expected) {
  sv_value got = apply2(f, op, to, from, parse(f, a), parse(f, b));
  if (sv_value_same(got, parse(f, expected))) return;
  sv_text text = {0};
  sv_number_print(f->N, got, &text);
  fail_msg("%s %s %s gives %s, not %s", a, sv_op_text(op), b, sv_text_get(&text), expected);
}

static void test_integers(void **state) {
  fixture *f = *state;
  sv_sort i = sv_sort_int(f->T), r = sv_sort_real(f->T), b = sv_sort_bool(f->T);
  check(f, SV_OP_DIV, i, i, "7", "2", "3");
  check(f, SV_OP_DIV, i, i, "-7", "2", "-4");
  check(f, SV_OP_DIV, i, i, "7", "-2", "-3");
  check(f, SV_OP_DIV, i, i, "-7", "-2", "4");
  check(f, SV_OP_MOD, i, i, "-7", "2", "1");
  check(f, SV_OP_MOD, i, i, "7", "-2", "1");
  check(f, SV_OP_MOD, i, i, "-7", "-2", "1");
  check(f, SV_OP_DIV, i, i, "7", "0", "0");
  check(f, SV_OP_MOD, i, i, "-7", "0", "-7");
  check(f, SV_OP_MUL, i, i, "4611686018427387903", "4611686018427387903",
        "21267647932558653957237540927630737409");
  check(f, SV_OP_QUOT, r, r, "1", "-3", "-1/3");
  check(f, SV_OP_QUOT, r, r, "1/2", "0", "0");
  check(f, SV_OP_SUB, r, r, "1/2", "3/4", "-1/4");
  check(f, SV_OP_LT, b, r, "1/3", "1/2", "1");
  check(f, SV_OP_LE, b, i, "100000000000000000000", "5", "0");
}

static void test_bits(void **state) {
  fixture *f = *state;
  sv_sort u8 = sv_sort_bv(f->T, 8, false), s8 = sv_sort_bv(f->T, 8, true),
          s1 = sv_sort_bv(f->T, 1, true);
  sv_sort b = sv_sort_bool(f->T), s64 = sv_sort_bv(f->T, 64, true);
  check(f, SV_OP_ADD, u8, u8, "200", "100", "44");
  check(f, SV_OP_DIV, u8, u8, "200", "0", "255");
  check(f, SV_OP_MOD, u8, u8, "200", "0", "200");
  check(f, SV_OP_DIV, s8, s8, "-7", "2", "-3");
  check(f, SV_OP_MOD, s8, s8, "-7", "2", "-1");
  check(f, SV_OP_MOD, s8, s8, "7", "-2", "1");
  check(f, SV_OP_DIV, s8, s8, "-7", "0", "1");
  check(f, SV_OP_DIV, s8, s8, "7", "0", "-1");
  check(f, SV_OP_DIV, s8, s8, "-128", "-1", "-128");
  check(f, SV_OP_DIV, s64, s64, "-9223372036854775808", "-1", "-9223372036854775808");
  check(f, SV_OP_MOD, s64, s64, "-9223372036854775808", "-1", "0");
  check(f, SV_OP_DIV, s1, s1, "-1", "0", "-1");
  check(f, SV_OP_SHL, u8, u8, "129", "1", "2");
  check(f, SV_OP_SHL, u8, u8, "1", "8", "0");
  check(f, SV_OP_SHR, s8, s8, "-128", "7", "-1");
  check(f, SV_OP_SHR, s8, s8, "-128", "-1", "-1");
  check(f, SV_OP_SHR, s8, s8, "127", "-1", "0");
  check(f, SV_OP_SHL, s8, s8, "1", "7", "-128");
  check(f, SV_OP_LT, b, s8, "-1", "0", "1");
  check(f, SV_OP_LT, b, u8, "255", "0", "0");
}

static void check_cast(fixture *f, sv_sort to, sv_sort from, const char *a, const char *expected) {
  sv_value v = parse(f, a);
  sv_value got = sv_apply(f->N, f->T, SV_OP_CAST, to, from, &v, 1);
  assert_true(sv_value_same(got, parse(f, expected)));
}

static void test_casts(void **state) {
  fixture *f = *state;
  sv_terms *T = f->T;
  sv_name m[3] = {sv_names_cstr(f->names, "a"), sv_names_cstr(f->names, "b"),
                  sv_names_cstr(f->names, "c")};
  sv_sort e = sv_sort_enum(T, sv_names_cstr(f->names, "E"), m, 3);
  sv_sort i = sv_sort_int(T), r = sv_sort_real(T), b = sv_sort_bool(T);
  sv_sort u8 = sv_sort_bv(T, 8, false), s8 = sv_sort_bv(T, 8, true), s16 = sv_sort_bv(T, 16, true);
  check_cast(f, i, b, "1", "1");
  check_cast(f, b, i, "-5", "1");
  check_cast(f, b, r, "1/2", "1");
  check_cast(f, u8, i, "-1", "255");
  check_cast(f, s8, i, "200", "-56");
  check_cast(f, s16, u8, "200", "200");
  check_cast(f, s16, s8, "-56", "-56");
  check_cast(f, u8, s16, "-56", "200");
  check_cast(f, i, s8, "-56", "-56");
  check_cast(f, i, e, "2", "2");
  check_cast(f, e, i, "2", "2");
  check_cast(f, e, i, "3", "0");
  check_cast(f, e, i, "-1", "0");
  check_cast(f, r, i, "-3", "-3");
  check_cast(f, i, r, "-7/2", "-4");
  check_cast(f, s8, r, "-7/2", "-4");
  check_cast(f, u8, i, "340282366920938463463374607431768211457", "1");
}

// --- SMT-LIB's definitions, on residues 0 .. 2^w - 1 ---

typedef struct {
  mpz_t modulus;
  uint32_t width;
  bool is_signed;
} ring;

static void ring_udiv(const ring *g, mpz_ptr r, mpz_srcptr a, mpz_srcptr b) {
  if (mpz_sgn(b)) mpz_fdiv_q(r, a, b);
  else mpz_sub_ui(r, g->modulus, 1);
}

static void ring_urem(mpz_ptr r, mpz_srcptr a, mpz_srcptr b) {
  if (mpz_sgn(b)) mpz_fdiv_r(r, a, b);
  else mpz_set(r, a);
}

static void ring_neg(const ring *g, mpz_ptr r, mpz_srcptr a) {
  mpz_sub(r, g->modulus, a);
  mpz_fdiv_r(r, r, g->modulus);
}

// bvsdiv and bvsrem: through udiv and urem of the absolute values.
static void ring_signed_div(const ring *g, mpz_ptr r, mpz_srcptr a, mpz_srcptr b, bool remainder) {
  bool na = mpz_tstbit(a, g->width - 1), nb = mpz_tstbit(b, g->width - 1);
  mpz_t x, y;
  mpz_init_set(x, a), mpz_init_set(y, b);
  if (na) ring_neg(g, x, a);
  if (nb) ring_neg(g, y, b);
  if (remainder) ring_urem(r, x, y);
  else ring_udiv(g, r, x, y);
  if (remainder ? na : na != nb) ring_neg(g, r, r);
  mpz_clear(x), mpz_clear(y);
}

static void ring_shift(const ring *g, sv_op op, mpz_ptr r, mpz_srcptr a, mpz_srcptr b) {
  bool ones = op == SV_OP_SHR && g->is_signed && mpz_tstbit(a, g->width - 1);
  mpz_set_ui(r, 0);
  for (uint32_t i = 0; i < g->width; i++) {  // bit i of the result comes from bit `from`
    int64_t amount = mpz_cmp_ui(b, g->width) >= 0 ? (int64_t)g->width : (int64_t)mpz_get_ui(b);
    int64_t from = op == SV_OP_SHL ? (int64_t)i - amount : (int64_t)i + amount;
    bool inside = from >= 0 && from < (int64_t)g->width;
    if (inside ? mpz_tstbit(a, (mp_bitcnt_t)from) != 0 : ones) mpz_setbit(r, i);
  }
}

static void ring_bitwise(const ring *g, sv_op op, mpz_ptr r, mpz_srcptr a, mpz_srcptr b) {
  mpz_set_ui(r, 0);
  for (uint32_t i = 0; i < g->width; i++) {
    bool x = mpz_tstbit(a, i), y = mpz_tstbit(b, i);
    bool z = op == SV_OP_BVAND   ? x && y
             : op == SV_OP_BVOR  ? x || y
             : op == SV_OP_BVXOR ? x != y
                                 : !x;
    if (z) mpz_setbit(r, i);
  }
}

static void ring_apply(const ring *g, sv_op op, mpz_ptr r, mpz_srcptr a, mpz_srcptr b) {
  if (op == SV_OP_ADD) mpz_add(r, a, b);
  else if (op == SV_OP_SUB) mpz_sub(r, a, b);
  else if (op == SV_OP_MUL) mpz_mul(r, a, b);
  else if (op == SV_OP_NEG) ring_neg(g, r, a);
  else if (op == SV_OP_SHL || op == SV_OP_SHR) ring_shift(g, op, r, a, b);
  else if (op != SV_OP_DIV && op != SV_OP_MOD) ring_bitwise(g, op, r, a, b);
  else if (g->is_signed) ring_signed_div(g, r, a, b, op == SV_OP_MOD);
  else if (op == SV_OP_DIV) ring_udiv(g, r, a, b);
  else ring_urem(r, a, b);
  mpz_fdiv_r(r, r, g->modulus);
}

static sv_value from_residue(fixture *f, const ring *g, mpz_srcptr r) {
  mpz_t v;
  mpz_init_set(v, r);
  if (g->is_signed && mpz_tstbit(r, g->width - 1)) mpz_sub(v, v, g->modulus);
  sv_value value = sv_number_mpz(f->N, v);
  mpz_clear(v);
  return value;
}

static void random_residue(fixture *f, const ring *g, mpz_ptr r) {
  uint32_t kind = sv_random_below(&f->random, 8);
  mpz_set_ui(r, 0);
  if (kind < 2) mpz_set_ui(r, sv_random_below(&f->random, 4));                    // 0..3
  else if (kind == 2) mpz_sub_ui(r, g->modulus, sv_random_below(&f->random, 3));  // -2..0
  else if (kind == 3) mpz_setbit(r, g->width - 1);                                // least signed
  else if (kind == 4) mpz_set_ui(r, sv_random_below(&f->random, g->width + 2));   // a shift
  else
    for (uint32_t i = 0; i < g->width; i++)
      if (sv_random_next(&f->random) & 1) mpz_setbit(r, i);
  mpz_fdiv_r(r, r, g->modulus);
}

static void check_against_ring(fixture *f, const ring *g, sv_sort s, sv_op op) {
  mpz_t a, b, r;
  mpz_init(a), mpz_init(b), mpz_init(r);
  for (int round = 0; round < BV_ROUNDS; round++) {
    random_residue(f, g, a);
    random_residue(f, g, b);
    ring_apply(g, op, r, a, b);
    sv_value got = apply2(f, op, s, s, from_residue(f, g, a), from_residue(f, g, b));
    if (!sv_value_same(got, from_residue(f, g, r))) {
      char *x = mpz_get_str(NULL, 10, a), *y = mpz_get_str(NULL, 10, b);
      fail_msg("%s %s %s, width %u, signed %d", x, sv_op_text(op), y, g->width, g->is_signed);
    }
  }
  mpz_clear(a), mpz_clear(b), mpz_clear(r);
}

static void test_smtlib(void **state) {
  fixture *f = *state;
  static const sv_op ops[] = {SV_OP_ADD,   SV_OP_SUB,   SV_OP_MUL,   SV_OP_NEG,
                              SV_OP_DIV,   SV_OP_MOD,   SV_OP_BVAND, SV_OP_BVOR,
                              SV_OP_BVXOR, SV_OP_BVNOT, SV_OP_SHL,   SV_OP_SHR};
  for (uint32_t i = 0; i < SV_COUNT(widths) * 2; i++) {
    ring g = {.width = widths[i / 2], .is_signed = i % 2};
    mpz_init(g.modulus);
    mpz_setbit(g.modulus, g.width);
    for (uint32_t k = 0; k < SV_COUNT(ops); k++)
      check_against_ring(f, &g, sv_sort_bv(f->T, g.width, g.is_signed), ops[k]);
    mpz_clear(g.modulus);
  }
}

// --- random terms ---

enum { VALUATIONS = 3, POOL = 24, MOST_SORTS = 64 };

// A term with the value it must have. Arrays have several cells.
typedef struct {
  sv_term term;
  const sv_value *at[VALUATIONS];
} entry;
typedef struct {
  sv_sort sort;
  entry entries[POOL];
  uint32_t n;
} pool;

typedef struct {
  fixture *f;
  sv_terms *T;
  sv_arena *arena;
  pool pools[MOST_SORTS];  // by plain sort
  uint32_t n;
  SV_VEC(const sv_value *) values[VALUATIONS];  // of every term, by index
  uint32_t next_id;
  uint32_t used[64];  // applications by operator
} lab;

static sv_random *rnd(lab *L) { return &L->f->random; }

static uint32_t below(lab *L, uint32_t n) { return sv_random_below(rnd(L), n); }

static sv_value power(lab *L, uint32_t exponent, int add) {
  mpz_t p;
  mpz_init(p);
  mpz_setbit(p, exponent);
  if (add < 0) mpz_sub_ui(p, p, (unsigned)-add);
  else mpz_add_ui(p, p, (unsigned)add);
  sv_value v = sv_number_mpz(L->f->N, p);
  mpz_clear(p);
  return v;
}

// Integers near the places where representations change.
static sv_value random_int(lab *L, sv_random *r) {
  static const uint32_t edges[] = {7, 8, 31, 32, 61, 62, 63, 64, 70, 127};
  if (sv_random_below(r, 3)) return sv_small((int64_t)sv_random_below(r, 13) - 6);
  sv_value v = power(L, edges[sv_random_below(r, SV_COUNT(edges))], (int)sv_random_below(r, 5) - 2);
  return sv_random_below(r, 2) ? sv_number_neg(L->f->N, v) : v;
}

static sv_value random_value(lab *L, sv_sort s, sv_random *r) {
  const sv_sort_info *info = sv_sort_get(L->T, s);
  switch (info->kind) {
  case SV_SORT_BOOL: return sv_small(sv_random_below(r, 2));
  case SV_SORT_BV: return sv_number_wrap(L->f->N, random_int(L, r), info->size, info->is_signed);
  case SV_SORT_ENUM: return sv_small(sv_random_below(r, info->size));
  case SV_SORT_INT:
    if (!info->ranged) return random_int(L, r);
    return sv_number_int(L->f->N,
                         info->lo + sv_random_below(r, (uint32_t)(info->hi - info->lo + 1)));
  case SV_SORT_REAL:
    return sv_number_quot(L->f->N, random_int(L, r), sv_small(1 + sv_random_below(r, 4)));
  case SV_SORT_LOC:
  case SV_SORT_REF: return sv_small(sv_random_below(r, 4));
  case SV_SORT_ARRAY: break;
  }
  fail();
  return sv_small(0);
}

static sv_value *new_cells(lab *L, sv_sort s) {
  return SV_ARENA_ARRAY(L->arena, sv_value, sv_sort_cells(L->T, s));
}

// The value of something the operators do not define: fixed by a seed.
static const sv_value *seeded_value(lab *L, sv_sort s, uint64_t seed) {
  sv_value *cells = new_cells(L, s);
  sv_random r = {seed};
  for (uint32_t i = 0; i < sv_sort_cells(L->T, s); i++)
    cells[i] = random_value(L, sv_sort_scalar(L->T, s), &r);
  return cells;
}

static const sv_value *uninterpreted(lab *L, const sv_node *node, const sv_value *const *args,
                                     uint32_t k) {
  uint64_t seed = (uint64_t)node->op * 1000003 + node->id * 101 + node->role * 7 + k * 50021;
  for (uint32_t i = 0; i < node->n; i++) seed = seed * 31 + (uint64_t)args[i][0].x;
  return seeded_value(L, node->sort, seed);
}

static bool same_cells(const sv_value *a, const sv_value *b, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (!sv_value_same(a[i], b[i])) return false;
  return true;
}

static bool in_bounds(lab *L, sv_sort array, sv_value index, uint32_t *slot) {
  int64_t i;
  if (!sv_number_to_i64(L->f->N, index, &i) || i < 0 || i >= sv_sort_get(L->T, array)->size)
    return false;
  *slot = (uint32_t)i;
  return true;
}

static const sv_value *meaning_select(lab *L, const sv_node *node, const sv_value *const *args) {
  sv_sort array = sv_sort_of(L->T, node->args[0]);
  uint32_t slot, cells = sv_sort_cells(L->T, node->sort);
  if (in_bounds(L, array, args[1][0], &slot)) return args[0] + slot * cells;
  sv_value *out = new_cells(L, node->sort);
  for (uint32_t i = 0; i < cells; i++) out[i] = sv_sort_default(L->T, node->sort);
  return out;
}

static const sv_value *meaning_store(lab *L, const sv_node *node, const sv_value *const *args) {
  uint32_t slot, cells = sv_sort_cells(L->T, sv_sort_of(L->T, node->args[2]));
  if (!in_bounds(L, node->sort, args[1][0], &slot)) return args[0];
  sv_value *out = new_cells(L, node->sort);
  memcpy(out, args[0], sv_sort_cells(L->T, node->sort) * sizeof *out);
  memcpy(out + slot * cells, args[2], cells * sizeof *out);
  return out;
}

static const sv_value *meaning_array(lab *L, const sv_node *node, const sv_value *const *args) {
  uint32_t n = sv_sort_get(L->T, node->sort)->size, cells = sv_sort_cells(L->T, node->sort) / n;
  sv_value *out = new_cells(L, node->sort);
  for (uint32_t i = 0; i < n; i++)
    memcpy(out + i * cells, args[node->n > 1 ? i : 0], cells * sizeof *out);
  return out;
}

static const sv_value *meaning_scalar(lab *L, const sv_node *node, const sv_value *const *args) {
  sv_value values[16], *out = new_cells(L, node->sort);
  assert_true(node->n <= 16);
  for (uint32_t i = 0; i < node->n; i++) values[i] = args[i][0];
  *out = sv_apply(L->f->N, L->T, node->op, node->sort, sv_sort_of(L->T, node->args[0]), values,
                  node->n);
  assert_true(sv_sort_has(L->T, node->sort, *out));
  return out;
}

// An AND may have any number of arguments.
static const sv_value *meaning_and(lab *L, const sv_node *node, const sv_value *const *args) {
  sv_value *out = new_cells(L, node->sort);
  *out = sv_small(1);
  for (uint32_t i = 0; i < node->n; i++) {
    sv_value both[2] = {*out, args[i][0]};
    *out = sv_apply(L->f->N, L->T, SV_OP_AND, node->sort, node->sort, both, 2);
  }
  return out;
}

static const sv_value *meaning_eq(lab *L, const sv_node *node, const sv_value *const *args) {
  uint32_t cells = sv_sort_cells(L->T, sv_sort_of(L->T, node->args[0]));
  if (cells == 1) return meaning_scalar(L, node, args);
  sv_value *out = new_cells(L, node->sort);
  *out = sv_bool_value(same_cells(args[0], args[1], cells));
  return out;
}

// The value of an operator under valuation k, from the values of its arguments.
static const sv_value *meaning(lab *L, const sv_node *node, const sv_value *const *args,
                               uint32_t k) {
  switch (node->op) {
  case SV_OP_CONST: {
    sv_value *out = new_cells(L, node->sort);
    return *out = node->value, out;
  }
  case SV_OP_VAR:
  case SV_OP_NEXT:
  case SV_OP_CHOICE:
  case SV_ANY_INSTANCE_OP:
  case SV_ANY_REFERENCE_OP:
  case SV_ANY_QUEUE_OP: return uninterpreted(L, node, args, k);
  case SV_OP_ITE: return sv_value_same(args[0][0], sv_small(1)) ? args[1] : args[2];
  case SV_OP_AND: return meaning_and(L, node, args);
  case SV_OP_EQ: return meaning_eq(L, node, args);
  case SV_OP_SELECT: return meaning_select(L, node, args);
  case SV_OP_STORE: return meaning_store(L, node, args);
  case SV_OP_ARRAY:
  case SV_OP_FILL: return meaning_array(L, node, args);
  case SV_ANY_COMPARISON_OP:
  case SV_ANY_ARITHMETIC_OP:
  case SV_ANY_BITS_OP:
  case SV_ANY_CONVERSION_OP: return meaning_scalar(L, node, args);
  }
  fail();
  return NULL;
}

// The recorded value of a term, with its negation.
static const sv_value *value_of(lab *L, sv_term t, uint32_t k) {
  const sv_value *v = L->values[k].at[sv_index(t)];
  if (!sv_negated(t)) return v;
  sv_value *out = SV_ARENA_NEW(L->arena, sv_value);
  *out = sv_small(1 - sv_small_get(*v));
  return out;
}

// Evaluates every term that is new in the table.
static void catch_up(lab *L) {
  for (uint32_t i = L->values[0].n; i <= sv_terms_count(L->T); i++) {
    sv_node node = sv_node_of(L->T, i);
    const sv_value **args = SV_NEW_ARRAY(const sv_value *, node.n + 1);
    for (uint32_t k = 0; k < VALUATIONS; k++) {
      for (uint32_t j = 0; j < node.n; j++) {
        assert_true(sv_index(node.args[j]) < i);
        args[j] = value_of(L, node.args[j], k);
      }
      sv_push(L->values[k], meaning(L, &node, args, k));
    }
    sv_free(args);
  }
}

static pool *pool_of(lab *L, sv_sort s) {
  for (uint32_t i = 0; i < L->n; i++)
    if (sv_sort_fits(L->T, L->pools[i].sort, s)) return &L->pools[i];
  assert_true(L->n < MOST_SORTS);
  L->pools[L->n].sort = s;
  return &L->pools[L->n++];
}

static bool is_huge(lab *L, sv_value v) {
  if (sv_is_small(v)) return false;
  mpq_t q;
  mpq_init(q);
  sv_number_get(L->f->N, v, q);
  bool huge = mpz_sizeinbase(mpq_numref(q), 2) > 300 || mpz_sizeinbase(mpq_denref(q), 2) > 300;
  mpq_clear(q);
  return huge;
}

static void add_entry(lab *L, sv_sort s, const entry *e) {
  for (uint32_t k = 0; k < VALUATIONS; k++)
    for (uint32_t i = 0; i < sv_sort_cells(L->T, s); i++)
      if (is_huge(L, e->at[k][i])) return;
  pool *p = pool_of(L, s);
  uint32_t place = p->n < POOL ? p->n++ : below(L, POOL);
  p->entries[place] = *e;
}

// Takes over a leaf with the values the table gives it.
static entry adopt(lab *L, sv_term t) {
  assert_false(sv_is_none(t));
  catch_up(L);
  entry e = {.term = t};
  for (uint32_t k = 0; k < VALUATIONS; k++) e.at[k] = value_of(L, t, k);
  add_entry(L, sv_sort_of(L->T, t), &e);
  return e;
}

static void report(lab *L, const char *what, const sv_node *node, sv_term t, uint32_t k) {
  sv_text text = {0};
  sv_text_printf(&text, "valuation %u, %s: %s", k, what, sv_op_text(node->op));
  for (uint32_t i = 0; i < node->n; i++) {
    sv_text_string(&text, "\n  argument ");
    sv_term_print_infix(L->T, node->args[i], NULL, NULL, &text);
    sv_text_string(&text, " = ");
    sv_number_print(L->f->N, *value_of(L, node->args[i], k), &text);
  }
  sv_text_string(&text, "\n  gives ");
  sv_term_print_infix(L->T, t, NULL, NULL, &text);
  fail_msg("%s", sv_text_get(&text));
}

// Holds the term t that was built for the node against the node's meaning.
static void judge(lab *L, const sv_node *node, const entry *args, sv_term t) {
  assert_false(sv_is_none(t));
  assert_true(sv_sort_fits(L->T, sv_sort_of(L->T, t), node->sort));
  catch_up(L);
  entry e = {.term = t};
  for (uint32_t k = 0; k < VALUATIONS; k++) {
    const sv_value *values[16];
    for (uint32_t i = 0; i < node->n; i++) values[i] = args[i].at[k];
    e.at[k] = meaning(L, node, values, k);
    if (!same_cells(e.at[k], value_of(L, t, k), sv_sort_cells(L->T, node->sort)))
      report(L, "wrong value", node, t, k);
  }
  L->used[node->op]++;
  add_entry(L, node->sort, &e);
}

static entry fresh_leaf(lab *L, sv_sort s) {
  if (sv_sort_get(L->T, s)->kind != SV_SORT_ARRAY && below(L, 2))
    return adopt(L, sv_const(L->T, s, random_value(L, s, rnd(L))));
  uint32_t id = ++L->next_id % 50, kind = below(L, 3);
  return adopt(L, kind == 0   ? sv_var(L->T, s, id, below(L, 2))
                  : kind == 1 ? sv_next(L->T, s, id, 0)
                              : sv_choice(L->T, s, id));
}

static entry negated(lab *L, entry e) {
  e.term = sv_not(e.term);
  for (uint32_t k = 0; k < VALUATIONS; k++) {
    sv_value *v = SV_ARENA_NEW(L->arena, sv_value);
    *v = sv_small(1 - sv_small_get(*e.at[k]));
    e.at[k] = v;
  }
  return e;
}

static entry pick(lab *L, sv_sort s) {
  pool *p = pool_of(L, s);
  entry e = p->n && below(L, 8) ? p->entries[below(L, p->n)] : fresh_leaf(L, s);
  return sv_sort_get(L->T, s)->kind == SV_SORT_BOOL && below(L, 2) ? negated(L, e) : e;
}

static sv_sort sorts_bv(lab *L) {
  static const uint32_t few[] = {1, 7, 8, 31, 32, 33, 63, 64, 65, 128};
  return sv_sort_bv(L->T, few[below(L, SV_COUNT(few))], below(L, 2));
}

static sv_sort sorts_enum(lab *L) {
  sv_name m[5], name = sv_names_cstr(L->f->names, below(L, 2) ? "E3" : "E5");
  for (uint32_t i = 0; i < 5; i++)
    m[i] = sv_names_cstr(L->f->names, (const char *[]){"a", "b", "c", "d", "e"}[i]);
  return sv_sort_enum(L->T, name, m, !strcmp(sv_names_get(L->f->names, name), "E3") ? 3 : 5);
}

static sv_sort sorts_int(lab *L) {
  uint32_t kind = below(L, 4);
  return kind == 0   ? sv_sort_range(L->T, -3, 5)
         : kind == 1 ? sv_sort_range(L->T, 3, 9)
                     : sv_sort_int(L->T);
}

static sv_sort sorts_number(lab *L) {
  uint32_t kind = below(L, 3);
  return kind == 0 ? sorts_int(L) : kind == 1 ? sv_sort_real(L->T) : sorts_bv(L);
}

static sv_sort sorts_castable(lab *L) {
  uint32_t kind = below(L, 5);
  return kind == 0 ? sv_sort_bool(L->T) : kind == 1 ? sorts_enum(L) : sorts_number(L);
}

static sv_sort sorts_index(lab *L) {
  uint32_t kind = below(L, 4);
  return kind == 0 ? sorts_enum(L) : kind == 1 ? sv_sort_bv(L->T, 7, below(L, 2)) : sorts_int(L);
}

static sv_sort sorts_array(lab *L) {
  sv_terms *T = L->T;
  switch (below(L, 6)) {
  case 0: return sv_sort_array(T, 2, sv_sort_bool(T));
  case 1: return sv_sort_array(T, 4, sv_sort_bv(T, 8, true));
  case 2: return sv_sort_array(T, 3, sv_sort_range(T, 3, 9));
  case 3: return sv_sort_array(T, 2, sv_sort_array(T, 3, sv_sort_range(T, 3, 9)));
  case 4: return sv_sort_array(T, 3, sv_sort_ref(T));
  default: return sv_sort_array(T, 3, sv_sort_int(T));
  }
}

static sv_sort sorts_any(lab *L) {
  uint32_t kind = below(L, 8);
  return kind == 0   ? sorts_array(L)
         : kind == 1 ? sv_sort_ref(L->T)
         : kind == 2 ? sv_sort_loc(L->T, 1)
                     : sorts_castable(L);
}

static sv_sort element_of(lab *L, sv_sort array) { return sv_sort_get(L->T, array)->element; }

static sv_sort plain(lab *L, sv_sort s) { return pool_of(L, s)->sort; }

// Applies op to arguments of the given sorts; some arguments repeat.
static void try_app(lab *L, sv_op op, sv_sort to, const sv_sort *sorts, uint32_t n) {
  entry args[16];
  sv_term terms[16];
  for (uint32_t i = 0; i < n; i++) {
    bool again = i && sv_sort_fits(L->T, sorts[i], sorts[i - 1]) && !below(L, 6);
    args[i] = again ? args[i - 1] : pick(L, sorts[i]);
    terms[i] = args[i].term;
  }
  sv_node node = {.op = op, .sort = to, .n = n, .args = terms};
  sv_term t = op == SV_OP_CAST   ? sv_cast(L->T, to, terms[0])
              : op == SV_OP_FILL ? sv_array_fill(L->T, to, terms[0])
                                 : sv_app(L->T, op, terms, n);
  judge(L, &node, args, t);
}

static void try_same(lab *L, sv_op op, sv_sort to, sv_sort s, uint32_t n) {
  sv_sort sorts[16];
  for (uint32_t i = 0; i < n; i++) sorts[i] = s;
  try_app(L, op, to, sorts, n);
}

static bool is_unary(sv_op op) {
  static const uint32_t most[] = {
#define X(NAME, TEXT, LEAST, MOST) [SV_OP_##NAME] = MOST,
      SV_OPS(X)
#undef X
  };
  return most[op] == 1;
}

static void try_arithmetic(lab *L, sv_op op) {
  bool bits = sv_class_of(op) == SV_CLASS_BITS;
  sv_sort s = op == SV_OP_QUOT      ? sv_sort_real(L->T)
              : below(L, 2) || bits ? sorts_bv(L)
                                    : sorts_int(L);
  if (!below(L, 4) && (op == SV_OP_ADD || op == SV_OP_SUB || op == SV_OP_MUL || op == SV_OP_NEG))
    s = sv_sort_real(L->T);
  try_same(L, op, plain(L, s), s, is_unary(op) ? 1 : 2);
}

// (x op c) op d and other nests of one operator.
static void try_chain(lab *L, sv_op op) {
  sv_sort s = plain(L, sorts_bv(L));
  entry x = pick(L, s), c = fresh_leaf(L, s), d = fresh_leaf(L, s);
  sv_term inner = sv_app2(L->T, op, x.term, c.term);
  entry e = adopt(L, inner);
  sv_term args[2] = {inner, d.term};
  if (below(L, 2)) args[0] = d.term, args[1] = inner;
  entry entries[2] = {sv_same(args[0], inner) ? e : d, sv_same(args[0], inner) ? d : e};
  sv_node node = {.op = op, .sort = s, .n = 2, .args = args};
  judge(L, &node, entries, sv_app(L->T, op, args, 2));
}

static void try_select(lab *L) {
  sv_sort a = sorts_array(L), sorts[2] = {a, sorts_index(L)};
  try_app(L, SV_OP_SELECT,
          sv_sort_of(L->T, sv_app2(L->T, SV_OP_SELECT, sv_var(L->T, a, 1, 0),
                                   sv_choice(L->T, sv_sort_int(L->T), 0))),
          sorts, 2);
}

static void try_store(lab *L) {
  sv_sort a = sorts_array(L), sorts[3] = {a, sorts_index(L), element_of(L, a)};
  try_app(L, SV_OP_STORE, a, sorts, 3);
}

static void try_ite(lab *L) {
  sv_sort s = below(L, 3) ? sorts_any(L) : sv_sort_bool(L->T);
  sv_sort sorts[3] = {sv_sort_bool(L->T), s, s};
  try_app(L, SV_OP_ITE, plain(L, s), sorts, 3);
}

static entry flipped(lab *L, entry e) {
  return sv_sort_get(L->T, sv_sort_of(L->T, e.term))->kind == SV_SORT_BOOL && below(L, 2)
             ? negated(L, e)
             : e;
}

// An ite within an ite, both on one condition or its negation.
static void try_nested_ite(lab *L) {
  sv_sort b = sv_sort_bool(L->T), s = below(L, 2) ? b : plain(L, sorts_any(L));
  entry c = pick(L, b), other = pick(L, s), x = pick(L, s), y = pick(L, s);
  sv_term inner_args[3] = {c.term, x.term, y.term};
  entry inner = flipped(L, adopt(L, sv_app(L->T, SV_OP_ITE, inner_args, 3)));
  entry args[3] = {flipped(L, c), other, other};
  args[1 + below(L, 2)] = inner;
  sv_term terms[3] = {args[0].term, args[1].term, args[2].term};
  sv_node node = {.op = SV_OP_ITE, .sort = s, .n = 3, .args = terms};
  judge(L, &node, args, sv_app(L->T, SV_OP_ITE, terms, 3));
}

static void try_array(lab *L, bool fill) {
  sv_sort a = sorts_array(L);
  try_same(L, fill ? SV_OP_FILL : SV_OP_ARRAY, a, element_of(L, a),
           fill ? 1 : sv_sort_get(L->T, a)->size);
}

static void try_cast(lab *L) {
  sv_sort to = sorts_castable(L), from = sorts_castable(L);
  try_same(L, SV_OP_CAST, plain(L, to), from, 1);
}

static void try_queue(lab *L, sv_op op) {
  sv_sort ref = sv_sort_ref(L->T);
  try_same(L, op, op == SV_OP_QFULL ? sv_sort_bool(L->T) : sv_sort_int(L->T), ref, 1);
}

// Leaves with arguments: what the table gives them is what they are.
static void try_reader(lab *L) {
  entry i = pick(L, sv_sort_int(L->T)), q = pick(L, sv_sort_ref(L->T));
  switch (below(L, 4)) {
  case 0: adopt(L, sv_remote(L->T, sorts_any(L), 3, i.term)); break;
  case 1: adopt(L, sv_queue(L->T, 2, 1, i.term)); break;
  case 2: adopt(L, sv_peek(L->T, sorts_castable(L), q.term, i.term, 1)); break;
  default: adopt(L, below(L, 2) ? sv_self(L->T, 0) : sv_alive(L->T, 2)); break;
  }
}

static void try_one(lab *L) {
  sv_op op = (sv_op)(SV_OP_AND + below(L, SV_OP_PEEK - SV_OP_AND + 1));
  sv_sort b = sv_sort_bool(L->T);
  switch (op) {
  case SV_OP_AND: try_same(L, op, b, b, 2 + below(L, 4)); return;
  case SV_OP_EQ: try_same(L, op, b, below(L, 3) ? sorts_any(L) : b, 2); return;
  case SV_OP_ITE:
    if (!below(L, 4)) try_nested_ite(L);
    else try_ite(L);
    return;
  case SV_ANY_COMPARISON_OP:
    try_same(L, op, b, below(L, 5) ? sorts_number(L) : sorts_enum(L), 2);
    return;
  case SV_ANY_ARITHMETIC_OP:
  case SV_ANY_BITS_OP:
    if (sv_op_commutes(op) && !below(L, 5)) try_chain(L, op);
    else try_arithmetic(L, op);
    return;
  case SV_OP_CAST: try_cast(L); return;
  case SV_OP_SELECT: try_select(L); return;
  case SV_OP_STORE: try_store(L); return;
  case SV_OP_ARRAY:
  case SV_OP_FILL: try_array(L, op == SV_OP_FILL); return;
  case SV_OP_QLEN:
  case SV_OP_QFULL:
  case SV_OP_QDEFER: try_queue(L, op); return;
  case SV_ANY_LEAF_OP:
  case SV_ANY_INSTANCE_OP:
  case SV_ANY_REFERENCE_OP:
  case SV_OP_PEEK: try_reader(L); return;
  }
}

typedef struct {
  lab *L;
  uint32_t k;
} grounding;

// Recursion over the cells of a small array sort.
static sv_term ground_cells(lab *L, sv_sort s, const sv_value *cells) {
  const sv_sort_info *info = sv_sort_get(L->T, s);
  if (info->kind != SV_SORT_ARRAY) return sv_const(L->T, s, *cells);
  sv_term elements[8];
  uint32_t step = sv_sort_cells(L->T, info->element);
  for (uint32_t i = 0; i < info->size; i++)
    elements[i] = ground_cells(L, info->element, cells + i * step);
  return sv_array(L->T, elements, info->size);
}

static sv_term ground_leaf(void *context, sv_terms *T, uint32_t index, const sv_node *node) {
  grounding *g = context;
  if (node->op == SV_OP_CONST) return SV_NONE;
  return ground_cells(g->L, sv_sort_of(T, sv_term_of_index(index)),
                      value_of(g->L, sv_term_of_index(index), g->k));
}

// Substituting values for all leaves must not change the value either, and
// leaves a constant where all operators are defined.
static void ground(lab *L, const entry *e, uint32_t k) {
  grounding g = {L, k};
  sv_term t = sv_substitute(L->T, e->term, ground_leaf, &g);
  catch_up(L);
  assert_true(same_cells(value_of(L, t, k), e->at[k], sv_sort_cells(L->T, sv_sort_of(L->T, t))));
}

static void ground_all(lab *L) {
  for (uint32_t i = 0; i < L->n; i++)
    for (uint32_t j = 0; j < L->pools[i].n; j++) ground(L, &L->pools[i].entries[j], j % VALUATIONS);
}

static void open_lab(lab *L, fixture *f) {
  *L = (lab){.f = f, .T = f->T, .arena = sv_arena_new()};
  for (uint32_t k = 0; k < VALUATIONS; k++) sv_push(L->values[k], NULL);
  // Pools are asked for by plain sorts first, so that their sort is the plain one.
  pool_of(L, sv_sort_int(L->T));
  pool_of(L, sv_sort_array(L->T, 3, sv_sort_int(L->T)));
  pool_of(L, sv_sort_array(L->T, 2, sv_sort_array(L->T, 3, sv_sort_int(L->T))));
}

static void close_lab(lab *L) {
  for (uint32_t k = 0; k < VALUATIONS; k++) sv_vec_free(L->values[k]);
  sv_arena_free(L->arena);
}

static void test_random_terms(void **state) {
  lab *L = SV_NEW(lab);
  open_lab(L, *state);
  for (uint32_t i = 0; i < APPLICATIONS; i++) {
    try_one(L);
    if (i % (APPLICATIONS / 4) == APPLICATIONS / 8) ground_all(L);
  }
  for (uint32_t op = SV_OP_AND; op <= SV_OP_QDEFER; op++)
    if (op != SV_OP_QUEUE) assert_true(L->used[op] > APPLICATIONS / 100);
  close_lab(L);
  sv_free(L);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_integers, setup, teardown),
      cmocka_unit_test_setup_teardown(test_bits, setup, teardown),
      cmocka_unit_test_setup_teardown(test_casts, setup, teardown),
      cmocka_unit_test_setup_teardown(test_smtlib, setup, teardown),
      cmocka_unit_test_setup_teardown(test_random_terms, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
