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

static void check_xml(const char *in, const char *out) {
  sv_text t = {0};
  sv_text_xml(&t, in);
  assert_string_equal(sv_text_get(&t), out);
  sv_text_free(&t);
}

static void test_xml_entities(void **state) {
  SV_UNUSED(state);
  check_xml("", "");
  check_xml("a/b", "a/b");
  check_xml("say \"no\" & <yes>", "say &quot;no&quot; &amp; &lt;yes&gt;");
  check_xml("a\n\tb", "a\n\tb");
  check_xml("\x01\x1f", "\xEF\xBF\xBD\xEF\xBF\xBD");
}

static void test_xml_utf8(void **state) {
  SV_UNUSED(state);
  check_xml("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
  check_xml("\x80", "\xEF\xBF\xBD");                                  // stray
  check_xml("\xC3", "\xEF\xBF\xBD");                                  // cut short
  check_xml("\xC0\xAF", "\xEF\xBF\xBD\xEF\xBF\xBD");                  // overlong
  check_xml("\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");  // surrogate
  check_xml("\xE2\x82x", "\xEF\xBF\xBD\xEF\xBF\xBDx");
  check_xml("\xF5q", "\xEF\xBF\xBDq");
  check_xml("\xEF\xBF\xBF", "\xEF\xBF\xBD");  // no character of XML
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_empty),
      cmocka_unit_test(test_appending),
      cmocka_unit_test(test_always_terminated),
      cmocka_unit_test(test_clear_and_reuse),
      cmocka_unit_test(test_take),
      cmocka_unit_test(test_xml_entities),
      cmocka_unit_test(test_xml_utf8),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
