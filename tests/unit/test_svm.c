// Tests of the language svm: all files of tests/corpus/svm come back after
// printing, terms get the sorts they should, --invariant, the language table.

#include "unit/test_svm_kit.h"

// --- the corpus

static void check_file(const char *path, const char *name, void *context) {
  sv_text text = {0}, said = {0};
  (void)context;
  assert_true(kit_read_file(path, &text));
  const char *s = sv_text_get(&text);
  if (strncmp(s, "// expect: ", 11)) fail_msg("%s does not begin with what it expects", name);
  sv_model *m = kit_read(name, s, text.n, &said);
  if (!m) fail_msg("%s", sv_text_get(&said));
  assert_int_equal(said.n, 0);
  sv_clear(said);
  sv_model_dot(m, &said);
  assert_int_equal(strncmp(sv_text_get(&said), "digraph", 7), 0);
  kit_round_trip(name, m);
  sv_text_free(&text);
  sv_text_free(&said);
}

static void test_corpus(void **state) {
  (void)state;
  uint32_t n = kit_each_file("tests/corpus/svm", ".svm", check_file, NULL);
  print_message("%u files\n", n);
  assert_true(n >= 30);
}

// The example in the documentation is the first block of code in it.
static void check_example(const char *path, const char *name, void *context) {
  sv_text text = {0};
  (void)context;
  if (strcmp(name, "language-svm.md")) return;
  assert_true(kit_read_file(path, &text));
  char *begin = strstr(text.at, "```\n");
  assert_non_null(begin);
  char *end = strstr(begin + 4, "```\n");
  assert_non_null(end);
  *end = 0;
  sv_model *m = kit_model(begin + 4);
  assert_int_equal(m->templates.n, 3);
  kit_round_trip(name, m);
  sv_text_free(&text);
}

static void test_example(void **state) {
  (void)state;
  kit_each_file("docs", "-svm.md", check_example, NULL);
}

// --- sorts of numbers

static void check_term(const char *declarations, const char *term, const char *printed) {
  sv_text text = {0}, out = {0};
  sv_text_printf(&text, "%s\nproperty p invariant %s\n", declarations, term);
  sv_model *m = kit_model(sv_text_get(&text));
  sv_model_print_term(m, m->properties.at[1].term, &out);
  assert_string_equal(sv_text_get(&out), printed);
  kit_round_trip(term, m);
  sv_text_free(&text);
  sv_text_free(&out);
}

static void test_numbers(void **state) {
  const char *d = "var b : bool = any\nvar n : int 0..7 = any\nvar v : bv 8 = any\n"
                  "var s : sbv 4 = any\nvar r : real = any\nvar a : array 2 of bv 4 = any\n";
  (void)state;
  check_term(d, "(= 5 n)", "(= n 5)");
  check_term(d, "(= 5 v)", "(= v 5)");
  check_term(d, "(< -3 s)", "(< -3 s)");
  check_term(d, "(<= r 2)", "(<= r 2.0)");
  check_term(d, "(<= 1/3 r)", "(<= 1/3 r)");
  check_term(d, "(> r 0.25)", "(< 1/4 r)");
  check_term(d, "(= v (+ 3 (* 2 v)))", "(= v (+ (* v 2) 3))");
  check_term(d, "(= v (ite b 1 2))", "(= v (ite b 1 2))");
  check_term(d, "(= (ite b (bv 8 1) 2) (bv 8 3))", "false");
  check_term(d, "(= 7 (cast int (ite b (bv 8 7) 2)))",
             "(= (cast int (ite b (as bv 8 7) (as bv 8 2))) 7)");
  check_term(d, "(= (cast int (- (bv 8 7) v)) 2)", "(= (cast int (- 7 v)) 2)");
  check_term(d, "(= a (array 1 15))", "(= a (array 1 15))");
  check_term(d, "(= a (fill 3))", "(= a (fill 3))");
  check_term(d, "(= (select (as array 2 of bv 4 (array 1 2)) n) (bv 4 1))",
             "(= (select (as array 2 of bv 4 (array 1 2)) n) 1)");
  check_term(d, "(= (store a 0 3) (store a n (select a 1)))",
             "(= (store a 0 3) (store a n (select a 1)))");
  check_term(d, "(= (select (fill array 2 of sbv 4 -1) n) s)",
             "(= s (select (fill array 2 of sbv 4 -1) n))");
  check_term(d, "(= n 100000000000000000000000)", "(= n 100000000000000000000000)");
  check_term(d, "(= (- v) (~ 5))", "(= (- v) 250)");
}

static void test_terms(void **state) {
  const char *d = "var a : bool = any\nvar b : bool = any\nvar c : bool = any\nvar n : int = 0\n"
                  "queue q capacity 2 of bool\nqueue w[2] capacity 1 of int\nvar r : ref = none\n"
                  "process P\n  var n : int = 0\n  location l\nend";
  (void)state;
  check_term(d, "(and c b a)", "(and a b c)");
  check_term(d, "(or a (not b) c)", "(or a (not b) c)");
  check_term(d, "(=> a b)", "(or (not a) b)");
  check_term(d, "(not (and a b))", "(not (and a b))");
  check_term(d, "(!= a b)", "(not (= a b))");
  check_term(d, "(>= 1 $.n)", "(<= $.n 1)");
  check_term(d, "(empty q)", "(= (len (queue q)) 0)");
  check_term(d, "(peek q 0 0)", "(peek (queue q) 0 0)");
  check_term(d, "(peek bool r 1 0)", "(peek bool r 1 0)");
  check_term(d, "(= (deferred (queue w 1)) (len r))", "(= (len r) (deferred (queue w 1)))");
  check_term(d, "(or (full r) (= r none))", "(or (= r none) (full r))");
  check_term(d, "(at P 0 l)", "(at P 0 l)");
  check_term(d, "(at P $.n none)", "(at P $.n none)");
  check_term(d, "(< (remote P n (alive P)) (- 3 $.n 1))",
             "(< (remote P n (alive P)) (- (- 3 $.n) 1))");
  check_term(d, "(let ((x (+ $.n 1)) (y (* x x))) (= y x))",
             "(= (+ $.n 1) (* (+ $.n 1) (+ $.n 1)))");
}

static void test_line_forms(void **state) {
  (void)state;
  sv_model *m = kit_model("# a comment\n\n  var x : bool = true   // another\r\n"
                          "process P\n  location a\n  location b\n"
                          "  action\n    set x := (and\n      x\n      (not x))\n  action\nend\n");
  assert_int_equal(m->actions.n, 3);
  assert_int_equal(m->actions.at[1].edge_count, 1);
  assert_int_equal(m->actions.at[1].edges[0].from_count, 0);
  assert_int_equal(m->actions.at[1].name.x, 0);
  assert_int_equal(m->templates.at[1].pool, 1);
  sv_place place =
      sv_source_place(m->sources, m->actions.at[2].span.file, m->actions.at[2].span.begin);
  assert_int_equal(place.line, 11);
  kit_round_trip("lines", m);
}

// --- --invariant

static void test_add_invariant(void **state) {
  sv_model *m = kit_model("enum e = red green\nvar x : e = red\nproperty invariant deadlock\n");
  sv_diags *diags = sv_diags_new(m->sources);
  sv_text said = {0};
  (void)state;
  assert_true(sv_model_add_invariant(m, "\n (= x\n red) ", diags));
  assert_true(sv_model_add_invariant(m, "true", diags));
  assert_int_equal(m->properties.n, 4);
  assert_string_equal(sv_names_get(m->names, m->properties.at[2].name), "invariant2");
  assert_string_equal(sv_names_get(m->names, m->properties.at[3].name), "invariant3");
  assert_int_equal(m->properties.at[2].kind, SV_PROP_INVARIANT);
  assert_string_equal(m->properties.at[2].text, "\n (= x\n red) ");
  static const char *const faulty[] = {"(= x blue)", "x",        "",  "(= x red) red",
                                       "(= x",       "(next x)", "?c"};
  for (size_t i = 0; i < SV_COUNT(faulty); i++)
    assert_false(sv_model_add_invariant(m, faulty[i], diags));
  assert_int_equal(m->properties.n, 4);
  sv_diags_render(diags, &said);
  assert_non_null(strstr(sv_text_get(&said), "--invariant:1:6: error: there is no variable"));
  sv_text_free(&said);
  sv_diags_free(diags);
  sv_model_free(m);
}

static void test_languages(void **state) {
  uint32_t n;
  (void)state;
  const sv_language *const *all = sv_languages(&n);
  assert_true(n >= 2);
  for (uint32_t i = 0; i < n; i++) {
    assert_ptr_equal(sv_language_find(all[i]->name), all[i]);
    assert_true(all[i]->suffixes[0] == '.' && all[i]->summary[0] && all[i]->read);
  }
  assert_ptr_equal(sv_language_by_path("some/model.svm"), &sv_language_svm);
  assert_string_equal(sv_language_by_path("a.bp")->name, "boolprog");
  assert_string_equal(sv_language_by_path("a.nbp")->name, "boolprog");
  assert_null(sv_language_by_path("model.svm.txt"));
  assert_null(sv_language_by_path(".svm"));
  assert_null(sv_language_by_path("svm"));
  assert_null(sv_language_find("none"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_corpus),     cmocka_unit_test(test_example),
      cmocka_unit_test(test_numbers),    cmocka_unit_test(test_terms),
      cmocka_unit_test(test_line_forms), cmocka_unit_test(test_add_invariant),
      cmocka_unit_test(test_languages),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
