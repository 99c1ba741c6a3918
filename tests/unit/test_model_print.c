// Tests of printing: random terms of all operators come back, whatever order
// their table was built in; sharing and depth stay harmless; odd names too.

#include "unit/test_svm_kit.h"

#include "base/random.h"

static sv_name name(sv_model *m, const char *s) { return sv_names_cstr(m->names, s); }

enum { SORTS = 9, POOL = 40 };

typedef struct {
  sv_model *m;
  sv_terms *T;
  sv_random random;
  sv_sort sorts[SORTS];
  SV_VEC(sv_term) pool;  // terms to build from
  uint32_t p, x, g;      // a template, its first variable, the first global
} draw;

static uint32_t below(draw *d, uint32_t n) { return sv_random_below(&d->random, n); }

static void make_sorts(draw *d) {
  sv_terms *T = d->T;
  sv_name members[] = {name(d->m, "red"), name(d->m, "x1"), name(d->m, "odd one")};
  sv_sort_enum(T, name(d->m, "second"), members + 1, 2);
  sv_sort all[SORTS] = {sv_sort_bool(T),
                        sv_sort_int(T),
                        sv_sort_real(T),
                        sv_sort_bv(T, 8, false),
                        sv_sort_bv(T, 5, true),
                        sv_sort_enum(T, name(d->m, "first"), members, 3),
                        sv_sort_range(T, -2, 5),
                        sv_sort_ref(T),
                        SV_SORT_NONE};
  all[8] = sv_sort_array(T, 3, all[3]);
  memcpy(d->sorts, all, sizeof all);
}

// One variable of every sort: global, and of the process.
static void make_model(draw *d) {
  static const char *const names[] = {"x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8"};
  d->p = sv_model_template(d->m, name(d->m, "P"), 1, 2, SV_NOWHERE);
  sv_model_location(d->m, d->p, name(d->m, "true"), 0, SV_NOWHERE);
  sv_model_location(d->m, d->p, name(d->m, "l"), 0, SV_NOWHERE);
  for (uint32_t owner = 0; owner < 2; owner++)
    for (uint32_t i = 0; i < SORTS; i++) {
      uint32_t v =
          sv_model_variable(d->m, name(d->m, names[i]), d->sorts[i], owner, SV_NONE, SV_NOWHERE);
      if (!i) *(owner ? &d->x : &d->g) = v;
    }
  sv_model_queue(d->m, name(d->m, "x1"), 0, 2, true, 2, &d->sorts[3], 1, SV_NOWHERE);
}

static sv_term constant(draw *d, sv_sort sort) {
  const sv_sort_info *s = sv_sort_get(d->T, sort);
  if (s->kind == SV_SORT_ARRAY) return sv_array_fill(d->T, sort, constant(d, s->element));
  if (s->kind == SV_SORT_REAL)
    return sv_const(
        d->T, sort,
        sv_number_quot(sv_terms_numbers(d->T), sv_small(below(d, 9)), sv_small(1 + below(d, 3))));
  int64_t most = s->kind == SV_SORT_BOOL ? 2 : s->kind == SV_SORT_ENUM ? s->size : 4;
  return sv_const(d->T, sort, sv_small(s->kind == SV_SORT_REF ? 0 : below(d, (uint32_t)most)));
}

static sv_term leaf(draw *d) {
  uint32_t i = below(d, SORTS), roles[] = {0, 1, SV_ROLE_OTHER};
  switch (below(d, 8)) {
  case 0: return constant(d, d->sorts[i]);
  case 1: return sv_model_var(d->m, d->g + i, 0);
  case 2: return sv_model_var(d->m, d->x + i, roles[below(d, 3)]);
  case 3: return sv_next(d->T, d->sorts[i], d->x + i, roles[below(d, 3)]);
  case 4: return sv_choice(d->T, d->sorts[i % 8], i % 8);
  case 5: return sv_self(d->T, roles[below(d, 3)]);
  case 6: return sv_model_at(d->m, d->p, below(d, 3), roles[below(d, 3)]);
  default: return sv_alive(d->T, d->p);
  }
}

static sv_term any(draw *d) { return d->pool.at[below(d, d->pool.n)]; }

static sv_term special(draw *d) {
  sv_term t = any(d), i = any(d);
  sv_sort sort = sv_sort_of(d->T, t);
  switch (below(d, 7)) {
  case 0: return sv_cast(d->T, d->sorts[below(d, 7)], t);
  case 1: return sv_remote(d->T, d->sorts[3], d->x + 3, i);
  case 2: return sv_queue(d->T, 1, 0, i);
  case 3: return sv_peek(d->T, d->sorts[3], t, i, 0);
  case 4: return sv_array_fill(d->T, sv_sort_array(d->T, 2, sort), t);
  case 5: return sv_remote(d->T, sv_sort_loc(d->T, d->p), d->m->templates.at[d->p].pc, i);
  default: return sv_term_of_index(sv_index(t));
  }
}

// A term of the pool whose sort fits, if there is one.
static sv_term like(draw *d, sv_term t) {
  uint32_t start = below(d, d->pool.n);
  for (uint32_t i = 0; i < d->pool.n; i++) {
    sv_term other = d->pool.at[(start + i) % d->pool.n];
    if (!sv_same(other, t) && sv_sort_fits(d->T, sv_sort_of(d->T, other), sv_sort_of(d->T, t)))
      return other;
  }
  return any(d);
}

// Applies a random operator to random terms until the sorts fit.
static void grow(draw *d) {
  for (uint32_t tries = 0; tries < 60; tries++) {
    sv_op op = (sv_op)(SV_OP_AND + below(d, SV_OP_PEEK - SV_OP_AND));
    sv_term args[3] = {any(d), SV_NONE, SV_NONE};
    args[1] = below(d, 3) ? like(d, args[0]) : any(d);
    args[2] = below(d, 3) ? like(d, args[1]) : any(d);
    for (uint32_t i = 0; i < 3; i++)
      if (sv_sort_same(sv_sort_of(d->T, args[i]), sv_sort_bool(d->T)) && below(d, 2))
        args[i] = sv_not(args[i]);
    sv_term t = below(d, 3) ? sv_app(d->T, op, args, 1 + below(d, 3)) : special(d);
    if (sv_is_none(t)) continue;
    if (d->pool.n < POOL) sv_push(d->pool, t);
    else d->pool.at[below(d, POOL)] = t;
    return;
  }
}

// An action of two processes for each term of the pool, with a constraint made of it.
static void use_pool(draw *d) {
  sv_choice_input choices[8];
  sv_edge edges[2] = {{.template_number = d->p, .instance = SV_ANY_INSTANCE},
                      {.template_number = d->p, .instance = SV_ANY_INSTANCE, .to = 1}};
  for (uint32_t i = 0; i < 8; i++) {
    sv_name x = d->m->variables.at[d->x + i].name;
    choices[i] = (sv_choice_input){.name = i % 3 ? x : (sv_name){0}, .sort = d->sorts[i]};
  }
  for (uint32_t i = 0; i < d->pool.n; i++) {
    bool boolean = sv_sort_same(sv_sort_of(d->T, d->pool.at[i]), sv_sort_bool(d->T));
    sv_term t = boolean ? d->pool.at[i] : sv_eq(d->T, d->pool.at[i], like(d, d->pool.at[i]));
    if (!sv_is_none(t))
      sv_model_action(d->m, &(sv_action){.edges = edges,
                                         .edge_count = 2,
                                         .choices = choices,
                                         .choice_count = 8,
                                         .constraint = below(d, 2) ? t : sv_not(t)});
  }
}

static void test_random_terms(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 150; seed++) {
    draw d = {.m = sv_model_new(), .random = {seed}};
    d.T = d.m->terms;
    make_sorts(&d);
    make_model(&d);
    for (uint32_t i = 0; i < 30; i++) sv_push(d.pool, leaf(&d));
    for (uint32_t i = 0; i < 150; i++) grow(&d);
    use_pool(&d);
    sv_vec_free(d.pool);
    kit_round_trip("random", d.m);
  }
}

// A chain of n operators, and a term that doubles n times: both stay readable.
static void test_deep_and_shared(void **state) {
  (void)state;
  sv_model *m = sv_model_new();
  sv_sort bits = sv_sort_bv(m->terms, 8, false);
  uint32_t x = sv_model_variable(m, name(m, "x"), bits, 0, SV_NONE, SV_NOWHERE);
  sv_term chain = sv_model_var(m, x, 0), twice = chain;
  for (uint32_t i = 0; i < 3000; i++)
    chain = sv_app2(m->terms, i % 2 ? SV_OP_SUB : SV_OP_BVXOR, chain,
                    sv_const(m->terms, bits, sv_small(i % 200 + 1)));
  for (uint32_t i = 0; i < 200; i++)
    twice = sv_app2(m->terms, SV_OP_MUL, sv_app2(m->terms, SV_OP_ADD, twice, sv_model_var(m, x, 0)),
                    twice);
  m->init = sv_and(m->terms, sv_eq(m->terms, chain, twice),
                   sv_eq(m->terms, twice, sv_model_var(m, x, 0)));
  sv_text out = {0};
  sv_model_print_term(m, m->init, &out);
  assert_true(out.n < 200000);
  sv_text_free(&out);
  kit_round_trip("deep", m);
}

// Two tables that hold the same terms print them in the same way.
static void test_order_of_building(void **state) {
  sv_text out[2] = {{0}, {0}};
  (void)state;
  for (uint32_t k = 0; k < 2; k++) {
    sv_model *m = sv_model_new();
    sv_sort sort = sv_sort_bool(m->terms);
    uint32_t v[3];
    static const char *const names[] = {"a", "b", "c"};
    for (uint32_t i = 0; i < 3; i++)
      v[i] = sv_model_variable(m, name(m, names[i]), sort, 0, SV_NONE, SV_NOWHERE);
    for (uint32_t i = 0; i < 3; i++) sv_model_var(m, v[k ? i : 2 - i], 0);
    sv_term a = sv_model_var(m, v[0], 0), b = sv_model_var(m, v[1], 0),
            c = sv_model_var(m, v[2], 0);
    sv_term t =
        sv_and(m->terms, sv_eq(m->terms, c, a), sv_and(m->terms, sv_not(b), sv_or(m->terms, c, b)));
    sv_model_print_term(m, t, &out[k]);
    sv_model_free(m);
  }
  assert_string_equal(sv_text_get(&out[0]), "(and (not b) (or b c) (= a c))");
  assert_string_equal(sv_text_get(&out[0]), sv_text_get(&out[1]));
  sv_text_free(&out[0]);
  sv_text_free(&out[1]);
}

static void test_odd_names(void **state) {
  static const char *const odd[] = {
      "true", "any", "a b",        "x'y", "back\\slash", "two\nlines", "tab\t", "\x01", "5",
      "-",    "x-y", "\"quoted\"", "é",   "priority",    "int",        "guard", "%1",   "$0.x"};
  sv_model *m = sv_model_new();
  sv_term all = SV_TRUE;
  (void)state;
  uint32_t p = sv_model_template(m, name(m, "x.y"), 0, 1, SV_NOWHERE);
  uint32_t q = sv_model_template(m, name(m, "a b"), 1, 1, SV_NOWHERE);
  sv_model_location(m, p, name(m, "none"), 0, SV_NOWHERE);
  sv_model_location(m, q, name(m, "l"), 0, SV_NOWHERE);
  for (size_t i = 0; i < SV_COUNT(odd); i++) {
    uint32_t global =
        sv_model_variable(m, name(m, odd[i]), sv_sort_bool(m->terms), 0, SV_NONE, SV_NOWHERE);
    uint32_t local =
        sv_model_variable(m, name(m, odd[i]), sv_sort_bool(m->terms), p, SV_NONE, SV_NOWHERE);
    all = sv_and(m->terms, all, sv_model_var(m, global, 0));
    all = sv_and(m->terms, all, sv_model_var(m, local, SV_ROLE_OTHER));
    sv_model_location(m, q, name(m, odd[i]), 0, SV_NOWHERE);
    sv_model_property(m, name(m, odd[i]), SV_PROP_ASSERTION, SV_NONE, odd[i], SV_NOWHERE);
  }
  all = sv_and(m->terms, all, sv_eq(m->terms, sv_model_at(m, q, 2, 0), sv_model_at(m, q, 0, 0)));
  uint32_t from[] = {1, 2, 3, 4, 15};
  sv_edge edge = {
      .template_number = q, .instance = 0, .from = from, .from_count = 5, .to = 3, .priority = 2};
  sv_model_action(m, &(sv_action){.name = name(m, "from"),
                                  .text = "\x7f\\\"",
                                  .edges = &edge,
                                  .edge_count = 1,
                                  .constraint = all,
                                  .fails = 2,
                                  .priority = 1});
  kit_round_trip("names", m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_terms),
      cmocka_unit_test(test_deep_and_shared),
      cmocka_unit_test(test_order_of_building),
      cmocka_unit_test(test_odd_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
