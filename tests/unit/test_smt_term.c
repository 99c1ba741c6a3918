// test_smt_term.c -- terms in SMT mean what exec says.
//
// Random terms over variables of every sort, mathematical integers, rationals
// and wide bit vectors included, are translated over constant states and
// evaluated by Z3; exec evaluates the same. Bit vectors are such, or numbers. SMT_SEED chooses another start.

#include "unit/unit.h"

#include "base/random.h"
#include "encode/smt/smt_view.h"
#include "exec/exec.h"

enum { SORTS = 12, ROUNDS = 40, TERMS = 60 };

typedef struct {
  sv_random random;
  sv_model *m;
  sv_terms *T;
  sv_net *net;
  sv_exec *exec;
  sv_smt *z;
  sv_rep rep;
  sv_sort sorts[SORTS];  // the last two are arrays
  uint32_t vars[SORTS];
  sv_state *state;
} kit;

static uint32_t below(kit *k, uint32_t n) { return sv_random_below(&k->random, n); }

static void make_sorts(kit *k) {
  sv_terms *T = k->T;
  sv_name members[] = {sv_names_cstr(k->m->names, "a"), sv_names_cstr(k->m->names, "b"),
                       sv_names_cstr(k->m->names, "c")};
  sv_sort five = sv_sort_bv(T, 5, false);
  const sv_sort sorts[SORTS] = {sv_sort_bool(T),
                                five,
                                sv_sort_bv(T, 4, true),
                                sv_sort_bv(T, 70, false),
                                sv_sort_bv(T, 66, true),
                                sv_sort_enum(T, sv_names_cstr(k->m->names, "E"), members, 3),
                                sv_sort_int(T),
                                sv_sort_range(T, -3, 9),
                                sv_sort_real(T),
                                sv_sort_bv(T, 1, true),
                                sv_sort_array(T, 3, sv_sort_int(T)),
                                sv_sort_array(T, 2, five)};
  memcpy(k->sorts, sorts, sizeof sorts);
}

static void begin(kit *k, uint64_t seed) {
  sv_text why = {0};
  *k = (kit){.random = {seed}, .m = sv_model_new()};
  k->T = k->m->terms;
  make_sorts(k);
  for (uint32_t i = 0; i < SORTS; i++) {
    char name[8];
    snprintf(name, sizeof name, "v%u", i);
    k->vars[i] = sv_model_variable(k->m, sv_names_cstr(k->m->names, name), k->sorts[i], SV_GLOBAL,
                                   SV_NONE, (sv_span){0});
  }
  k->net = sv_net_new(k->m, (sv_net_options){0}, &why);
  assert_non_null(k->net);
  k->exec = sv_exec_new(k->net);
  k->state = sv_state_new(k->net);
  k->z = sv_smt_new();
  k->rep = sv_rep_make(k->z, k->net);
  sv_text_free(&why);
}

static void end(kit *k) {
  sv_smt_free(k->z);
  sv_state_free(k->net, k->state);
  sv_exec_free(k->exec);
  sv_net_free(k->net);
  sv_model_free(k->m);
}

// ---- values

static sv_value number(kit *k, const char *text) {
  sv_value v;
  assert_true(sv_number_parse(sv_terms_numbers(k->T), text, strlen(text), &v));
  return v;
}

static sv_value any_value(kit *k, sv_sort s) {
  static const char *const texts[] = {"0",
                                      "1",
                                      "-1",
                                      "2",
                                      "7",
                                      "-8",
                                      "31",
                                      "-3",
                                      "9",
                                      "1180591620717411303423",
                                      "-36893488147419103232",
                                      "36893488147419103231",
                                      "3/2",
                                      "-7/3"};
  for (;;) {
    sv_value v = number(k, texts[below(k, SV_COUNT(texts))]);
    if (sv_sort_has(k->T, s, v)) return v;
  }
}

static void draw_state(kit *k) {
  for (uint32_t i = 0; i < k->net->vars.n; i++) {
    const sv_net_var *v = &k->net->vars.at[i];
    for (uint32_t c = v->first_cell; c < v->first_cell + v->cells; c++)
      k->state->cells[c] = any_value(k, sv_sort_scalar(k->T, v->sort));
  }
}

// ---- terms

static sv_term draw(kit *k, uint32_t sort, uint32_t depth);

static sv_term leaf(kit *k, uint32_t i) {
  if (below(k, 2) || i >= SORTS - 2) return sv_net_var_term(k->net, i);
  return sv_const(k->T, k->sorts[i], any_value(k, k->sorts[i]));
}

static sv_term draw_comparison(kit *k, uint32_t depth) {
  uint32_t i = 1 + below(k, SORTS - 3);
  sv_op op = (sv_op[]){SV_OP_EQ, SV_OP_LT, SV_OP_LE}[below(k, 3)];
  if (!below(k, 6)) i = SORTS - 2, op = SV_OP_EQ;
  sv_term a = draw(k, i, depth), b = draw(k, i, depth);
  return sv_app2(k->T, op, a, b);
}

static sv_term draw_bool(kit *k, uint32_t depth) {
  if (below(k, 2)) return draw_comparison(k, depth);
  sv_term a = draw(k, 0, depth), b = draw(k, 0, depth);
  return below(k, 2) ? sv_not(sv_and(k->T, a, b)) : sv_and(k->T, a, b);
}

static sv_term draw_array(kit *k, uint32_t i, uint32_t depth) {
  uint32_t element = i == SORTS - 2 ? 6 : 1;
  sv_term a = draw(k, i, depth), index = draw(k, 1 + below(k, 7), depth);
  sv_term value = draw(k, element, depth);
  if (!below(k, 3)) return sv_array_fill(k->T, k->sorts[i], value);
  return sv_app3(k->T, SV_OP_STORE, a, index, value);
}

static sv_term draw_number(kit *k, uint32_t i, uint32_t depth) {
  static const sv_op ops[] = {SV_OP_ADD,   SV_OP_SUB,  SV_OP_MUL,   SV_OP_DIV,
                              SV_OP_MOD,   SV_OP_QUOT, SV_OP_BVAND, SV_OP_BVOR,
                              SV_OP_BVXOR, SV_OP_SHL,  SV_OP_SHR};
  uint32_t pick = below(k, 20);
  if (pick < 4) return sv_cast(k->T, k->sorts[i], draw(k, below(k, SORTS - 2), depth));
  if (pick == 4) return sv_app1(k->T, SV_OP_NEG, draw(k, i, depth));
  if (pick == 5) return sv_app1(k->T, SV_OP_BVNOT, draw(k, i, depth));
  if (pick == 6 && (i == 6 || i == 1)) {
    sv_term a = draw(k, i == 6 ? SORTS - 2 : SORTS - 1, depth);
    return sv_app2(k->T, SV_OP_SELECT, a, draw(k, 1 + below(k, 7), depth));
  }
  sv_term a = draw(k, i, depth), b = draw(k, i, depth);
  return sv_app2(k->T, ops[below(k, SV_COUNT(ops))], a, b);
}

static sv_term draw_node(kit *k, uint32_t i, uint32_t depth) {
  if (i && !below(k, 6)) {
    sv_term c = draw(k, 0, depth), a = draw(k, i, depth);
    return sv_ite(k->T, c, a, draw(k, i, depth));
  }
  if (!i) return draw_bool(k, depth);
  return i >= SORTS - 2 ? draw_array(k, i, depth) : draw_number(k, i, depth);
}

// Operators that the sort does not have give none: then something simpler.
static sv_term draw(kit *k, uint32_t i, uint32_t depth) {
  sv_term t = depth ? draw_node(k, i, depth - 1) : SV_NONE;
  return sv_is_none(t) ? leaf(k, i) : t;
}

// ---- comparing

static void fill(const kit *k, sv_smt_state *s) {
  for (uint32_t i = 0; i < k->net->vars.n; i++) {
    const sv_net_var *v = &k->net->vars.at[i];
    for (uint32_t c = v->first_cell; c < v->first_cell + v->cells; c++)
      s->cells[c] = sv_rep_value(&k->rep, sv_sort_scalar(k->T, v->sort), k->state->cells[c]);
  }
}

static void compare(kit *k, sv_term t, const sv_smt_state *s, uint64_t seed) {
  sv_smt_view view = {.rep = &k->rep, .now = s};
  sv_sort sort = sv_sort_of(k->T, t);
  sv_smt_term found = sv_smt_simplify(k->z, sv_view_scalar(&view, t));
  sv_value want = sv_exec_evaluate(k->exec, k->state, t), have = sv_small(0);
  if (!sv_smt_value(k->z, found, sv_terms_numbers(k->T), &have)) fail_msg("no value");
  have = sv_rep_read(&k->rep, sort, have);
  if (!sv_value_same(have, want)) {
    sv_text text = {0};
    sv_net_print_term(k->net, t, &text);
    sv_text_string(&text, "\n  is ");
    sv_value_print(k->T, sort, want, &text);
    sv_text_string(&text, ", not ");
    sv_value_print(k->T, sort, have, &text);
    fail_msg("seed %llu: %s", (unsigned long long)seed, sv_text_get(&text));
  }
  sv_smt_view_free(&view);
}

static void check_terms(bool integers) {
  const char *first = getenv("SMT_SEED");
  uint64_t seed = first ? strtoull(first, NULL, 10) : 1;
  kit k;
  begin(&k, seed);
  k.rep.integers = integers;
  sv_smt_state s = {.cells = SV_NEW_ARRAY(sv_smt_term, k.net->cells)};
  assert_int_equal(sv_smt_check(k.z, NULL, 0, NULL), SV_SAT_YES);
  for (uint32_t round = 0; round < ROUNDS; round++) {
    draw_state(&k);
    fill(&k, &s);
    for (uint32_t i = 0; i < TERMS; i++) compare(&k, draw(&k, below(&k, SORTS - 2), 4), &s, seed);
  }
  assert_null(sv_smt_broken(k.z));
  sv_free(s.cells);
  end(&k);
}

static void test_terms(void **unused) {
  SV_UNUSED(unused);
  check_terms(false);
}

// Bit vectors are numbers that wrap around.
static void test_integers(void **unused) {
  SV_UNUSED(unused);
  check_terms(true);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_terms), cmocka_unit_test(test_integers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
