// Tests of base/text.h: growing strings, JSON literals.

#define _POSIX_C_SOURCE 200809L

#include "base/text.h"

#include "unit/unit.h"

static void test_empty(void **state) {
  SV_UNUSED(state);
  sv_text t = {0};
  assert_string_equal(sv_text_get(&t), "");
  char *taken = sv_text_take(&t);
  assert_string_equal(taken, "");
  sv_free(taken);
  sv_text_bytes(&t, NULL, 0);
  assert_string_equal(t.at, "");
  sv_text_free(&t);
}

static void test_appending(void **state) {
  SV_UNUSED(state);
  sv_text t = {0};
  sv_text_char(&t, 'a');
  sv_text_string(&t, "bc");
  sv_text_bytes(&t, "defg", 2);
  sv_text_printf(&t, "%d%%", 42);
  assert_string_equal(t.at, "abcde42%");
  assert_int_equal(t.n, 8);
  sv_text_free(&t);
}

// The terminator must be there at every length, also where the storage grows.
static void test_always_terminated(void **state) {
  SV_UNUSED(state);
  sv_text t = {0};
  for (uint32_t n = 1; n < 3000; n++) {
    sv_text_char(&t, 'x');
    assert_true(t.n == n && t.n < t.cap && !t.at[n]);
  }
  sv_text_free(&t);
  for (int width = 0; width < 200; width++) {
    sv_text_printf(&t, "%*s", width, "");
    assert_true(t.n == (uint32_t)width && strlen(t.at) == t.n);
    sv_text_free(&t);
  }
}

static void test_clear_and_reuse(void **state) {
  SV_UNUSED(state);
  sv_text t = {0};
  sv_text_string(&t, "something long");
  sv_clear(t);
  assert_string_equal(sv_text_get(&t), "");
  sv_text_string(&t, "short");
  assert_string_equal(sv_text_get(&t), "short");
  sv_text_free(&t);
}

static void test_take(void **state) {
  SV_UNUSED(state);
  sv_text t = {0};
  sv_text_string(&t, "mine");
  char *taken = sv_text_take(&t);
  assert_string_equal(taken, "mine");
  assert_int_equal(t.n, 0);
  assert_null(t.at);
  sv_free(taken);
}

static void check_json(const char *in, const char *out) {
  sv_text t = {0};
  sv_text_json_string(&t, in);
  assert_string_equal(sv_text_get(&t), out);
  sv_text_free(&t);
}

static void test_json_escapes(void **state) {
  SV_UNUSED(state);
  check_json("", "\"\"");
  check_json("a/b", "\"a/b\"");
  check_json("say \"no\" \\ yes", "\"say \\\"no\\\" \\\\ yes\"");
  check_json("\b\f\n\r\t", "\"\\b\\f\\n\\r\\t\"");
  check_json("\x01\x1f\x7f", "\"\\u0001\\u001f\\u007f\"");
}

static void test_json_utf8(void **state) {
  SV_UNUSED(state);
  check_json("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"");
  check_json("\x80", "\"\xEF\xBF\xBD\"");                                  // stray
  check_json("\xC3", "\"\xEF\xBF\xBD\"");                                  // cut short
  check_json("\xC0\xAF", "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");                  // overlong
  check_json("\xED\xA0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");  // surrogate
  check_json("\xE2\x82x", "\"\xEF\xBF\xBD\xEF\xBF\xBDx\"");
  check_json("\xF5q", "\"\xEF\xBF\xBDq\"");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_empty),
      cmocka_unit_test(test_appending),
      cmocka_unit_test(test_always_terminated),
      cmocka_unit_test(test_clear_and_reuse),
      cmocka_unit_test(test_take),
      cmocka_unit_test(test_json_escapes),
      cmocka_unit_test(test_json_utf8),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
