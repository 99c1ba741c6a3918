// test_suggest.c -- slips of the pen, and what is none.

#include "base/suggest.h"
#include "unit/unit.h"

static const char *best_of(const char *wanted, const char *const *words) {
  sv_suggestion s = sv_suggest(wanted);
  for (; *words; words++) sv_suggest_try(&s, *words);
  return s.best;
}

static void distances(void **state) {
  (void)state;
  assert_int_equal(sv_edit_distance("goto", "goto"), 0);
  assert_int_equal(sv_edit_distance("GOTO", "goto"), 0);
  assert_int_equal(sv_edit_distance("gto", "goto"), 1);
  assert_int_equal(sv_edit_distance("gtoo", "goto"), 1);
  assert_int_equal(sv_edit_distance("", "abc"), 3);
  assert_int_equal(sv_edit_distance("kitten", "sitting"), 3);
  char longer[80];
  memset(longer, 'a', sizeof longer);
  longer[79] = 0;
  assert_int_equal(sv_edit_distance(longer, "a"), UINT32_MAX);
}

static void suggestions(void **state) {
  (void)state;
  static const char *const words[] = {"engine", "property", "x", "counter", NULL};
  assert_string_equal(best_of("enigne", words), "engine");
  assert_string_equal(best_of("conter", words), "counter");
  assert_null(best_of("zebra", words));
  assert_null(best_of("y", words));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(distances), cmocka_unit_test(suggestions)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
