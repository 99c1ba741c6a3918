// Tests of what the reader of .svm files says about mistakes: for every
// tests/errors/svm/NAME.svm the rendered diagnostics are exactly those of
// NAME.expected. With SELVAGE_UPDATE=1 in the environment the expectations are
// written instead of compared; read the difference then.

#include "unit/test_svm_kit.h"

static void write_file(const char *path, sv_text *text) {
  FILE *out = fopen(path, "wb");
  if (!out || fwrite(sv_text_get(text), 1, text->n, out) != text->n)
    fail_msg("cannot write %s", path);
  fclose(out);
}

static void compare(const char *path, const char *name, sv_text *said, uint32_t *wrong) {
  sv_text other = {0}, expected = {0};
  sv_text_bytes(&other, path, strlen(path) - strlen(".svm"));
  sv_text_string(&other, ".expected");
  if (getenv("SELVAGE_UPDATE")) write_file(sv_text_get(&other), said);
  bool found = kit_read_file(sv_text_get(&other), &expected);
  if (!found || strcmp(sv_text_get(said), sv_text_get(&expected))) {
    print_error("%s: %s\n--- said:\n%s--- expected:\n%s", name,
                found ? "not as expected" : "no .expected file", sv_text_get(said),
                sv_text_get(&expected));
    ++*wrong;
  }
  sv_text_free(&other);
  sv_text_free(&expected);
}

static void check_file(const char *path, const char *name, void *context) {
  sv_text text = {0}, said = {0};
  assert_true(kit_read_file(path, &text));
  sv_model *m = kit_read(name, sv_text_get(&text), text.n, &said);
  if (m) fail_msg("%s has no mistake", name);
  compare(path, name, &said, context);
  sv_text_free(&text);
  sv_text_free(&said);
}

static void test_every_file(void **state) {
  uint32_t wrong = 0, n = kit_each_file("tests/errors/svm", ".svm", check_file, &wrong);
  (void)state;
  print_message("%u files, %u wrong\n", n, wrong);
  assert_true(n >= 25);
  assert_int_equal(wrong, 0);
}

// Every prefix of a good file is read without a crash, and so is every file
// with one byte changed.
static void test_broken_texts(void **state) {
  static const char good[] =
      "enum e = a b\nvar x : int 0..3 = 1\nqueue q[2] capacity 2 of e, ref\n"
      "property p invariant (let ((y (+ x 1))) (=> (< y 2) (= (peek (queue q 0) 0 0) a)))\n"
      "process P initial 2 pool 3\n  var z : array 2 of bv 4 = (fill 3)\n  location l end\n"
      "  action 'one two'\n    text \"t\\n\"\n    from l -> l priority 1\n    with P from any\n"
      "    choice c : bool\n    guard (at $1 l)\n    constraint (= (next x) (select z 0))\n"
      "    set (select z 1) := (bv 4 3), $other.z := $1.z\n    enqueue (queue q 1) slot 0 : a none\n"
      "    start P at l with z := (array 1 2) result x\n    print \"%d\" : (self)\nend\n";
  (void)state;
  char text[sizeof good];
  for (size_t n = 0; n < sizeof good; n++) sv_model_free(kit_read("cut.svm", good, n, NULL));
  for (size_t i = 0; i + 1 < sizeof good; i++) {
    static const char other[] = "()'\"$ \n@x9";
    memcpy(text, good, sizeof good);
    text[i] = other[i % (sizeof other - 1)];
    sv_model_free(kit_read("changed.svm", text, sizeof good - 1, NULL));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_file),
      cmocka_unit_test(test_broken_texts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
