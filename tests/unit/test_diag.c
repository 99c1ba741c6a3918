// Tests of base/diag.h: what is kept, and the exact text that people see.

#define _POSIX_C_SOURCE 200809L

#include "base/diag.h"

#include "unit/unit.h"

// One diagnostic over [begin, end) of the text, rendered.
static void check(const char *text, uint32_t begin, uint32_t end, const char *expected) {
  sv_sources *sources = sv_sources_new();
  uint32_t file = sv_sources_add(sources, "a.bp", text, strlen(text));
  sv_diags *d = sv_diags_new(sources);
  sv_diag(d, SV_ERROR, (sv_span){file, begin, end}, "bad");
  sv_text out = {0};
  sv_diags_render(d, &out);
  assert_string_equal(sv_text_get(&out), expected);
  sv_text_free(&out);
  sv_diags_free(d);
  sv_sources_free(sources);
}

static void test_caret(void **state) {
  SV_UNUSED(state);
  check("one\n  x := y;\n", 6, 7,
        "a.bp:2:3: error: bad\n"
        "   2 |   x := y;\n"
        "     |   ^\n");
  check("one\n  x := y;\n", 6, 12,
        "a.bp:2:3: error: bad\n"
        "   2 |   x := y;\n"
        "     |   ^~~~~~\n");
}

static void test_empty_span(void **state) {
  SV_UNUSED(state);
  check("abc", 1, 1,
        "a.bp:1:2: error: bad\n"
        "   1 | abc\n"
        "     |  ^\n");
}

static void test_span_over_lines_is_clipped(void **state) {
  SV_UNUSED(state);
  check("begin\nend", 2, 8,
        "a.bp:1:3: error: bad\n"
        "   1 | begin\n"
        "     |   ^~~\n");
}

static void test_tabs_take_one_column(void **state) {
  SV_UNUSED(state);
  check("\tif\t(x)", 4, 7,
        "a.bp:1:5: error: bad\n"
        "   1 |  if (x)\n"
        "     |     ^~~\n");
}

static void test_control_characters_do_not_reach_the_terminal(void **state) {
  SV_UNUSED(state);
  check("a\x1b[31mb", 6, 7,
        "a.bp:1:7: error: bad\n"
        "   1 | a [31mb\n"
        "     |       ^\n");
}

static void test_utf8_takes_one_column(void **state) {
  SV_UNUSED(state);
  check("\xC3\xA4\xE2\x82\xAC = \xC3\xB6;", 8, 10,
        "a.bp:1:9: error: bad\n"
        "   1 | \xC3\xA4\xE2\x82\xAC = \xC3\xB6;\n"
        "     |      ^\n");
}

static void test_end_of_file(void **state) {
  SV_UNUSED(state);
  check("", 0, 0,
        "a.bp:1:1: error: bad\n"
        "   1 |\n"
        "     | ^\n");
  check("end", 3, 3,
        "a.bp:1:4: error: bad\n"
        "   1 | end\n"
        "     |    ^\n");
  check("end\n", 4, 4,
        "a.bp:2:1: error: bad\n"
        "   2 |\n"
        "     | ^\n");
  check("end", 1000, 2000,
        "a.bp:1:4: error: bad\n"
        "   1 | end\n"
        "     |    ^\n");
}

static void test_carriage_return(void **state) {
  SV_UNUSED(state);
  check("abc\r\n", 4, 5,
        "a.bp:1:5: error: bad\n"
        "   1 | abc\n"
        "     |    ^\n");
}

static void test_wide_line_numbers(void **state) {
  SV_UNUSED(state);
  char *text = sv_alloc(12345 + 2);
  memset(text, '\n', 12344);
  text[12344] = 'x';
  check(text, 12344, 12345,
        "a.bp:12345:1: error: bad\n"
        "12345 | x\n"
        "      | ^\n");
  sv_free(text);
}

static void test_long_lines_are_cut(void **state) {
  SV_UNUSED(state);
  char text[1001] = "", expected[1000];
  memset(text, 'x', 1000);
  text[500] = 'Y';
  snprintf(expected, sizeof expected,
           "a.bp:1:501: error: bad\n"
           "   1 | ...%.60sY%.99s...\n"
           "     | %63s^%.99s\n",
           text, text, "",
           "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~"
           "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~");
  check(text, 500, 900, expected);
}

static void test_kinds_notes_and_hints(void **state) {
  SV_UNUSED(state);
  sv_sources *sources = sv_sources_new();
  uint32_t f = sv_sources_add(sources, "m.bp", "decl a;\ndecl a;", 15);
  sv_diags *d = sv_diags_new(sources);
  sv_diag(d, SV_ERROR, (sv_span){f, 13, 14}, "'%s' is declared twice", "a");
  sv_diag(d, SV_NOTE, (sv_span){f, 5, 6}, "first declared here");
  sv_diag_hint(d, "rename %s", "one");
  sv_diag_hint(d, "or remove it");
  sv_diag(d, SV_WARNING, SV_NOWHERE, "odd");
  sv_diag(d, SV_UNSUPPORTED, SV_NOWHERE, "recursion");
  sv_text out = {0};
  sv_diags_render(d, &out);
  assert_string_equal(sv_text_get(&out), "m.bp:2:6: error: 'a' is declared twice\n"
                                         "   2 | decl a;\n"
                                         "     |      ^\n"
                                         "m.bp:1:6: note: first declared here\n"
                                         "   1 | decl a;\n"
                                         "     |      ^\n"
                                         "hint: rename one\n"
                                         "hint: or remove it\n"
                                         "warning: odd\n"
                                         "unsupported: recursion\n");
  assert_int_equal(sv_diags_errors(d), 1);
  assert_int_equal(sv_diags_unsupported(d), 1);
  assert_int_equal(sv_diags_count(d), 4);
  assert_int_equal(sv_diags_severity(d, 1), SV_NOTE);
  assert_int_equal(sv_diags_span(d, 0).begin, 13);
  assert_string_equal(sv_diags_message(d, 2), "odd");
  sv_text_free(&out);
  sv_diags_free(d);
  sv_sources_free(sources);
}

static void test_only_so_many_errors(void **state) {
  SV_UNUSED(state);
  sv_diags *d = sv_diags_new(NULL);
  for (int i = 0; i < SV_DIAG_MAX + 2; i++) {
    sv_diag(d, SV_ERROR, SV_NOWHERE, "error %d", i);
    sv_diag(d, SV_NOTE, SV_NOWHERE, "note %d", i);
    sv_diag_hint(d, "hint %d", i);
  }
  assert_int_equal(sv_diags_errors(d), SV_DIAG_MAX + 2);
  assert_int_equal(sv_diags_count(d), 2 * SV_DIAG_MAX);
  sv_diag(d, SV_WARNING, SV_NOWHERE, "still kept");
  assert_string_equal(sv_diags_message(d, sv_diags_count(d) - 1), "still kept");
  sv_text out = {0};
  sv_diags_render(d, &out);
  assert_null(strstr(sv_text_get(&out), "hint 50"));
  assert_string_equal(strstr(sv_text_get(&out), "warning: still"),
                      "warning: still kept\n2 more errors not shown\n");
  sv_text_free(&out);
  sv_diags_free(d);
  sv_diags_free(NULL);
}

static void hint_at_nothing(void) { sv_diag_hint(sv_diags_new(NULL), "?"); }

static void test_hint_without_diagnostic(void **state) {
  SV_UNUSED(state);
  assert_misuse(hint_at_nothing, "needs a diagnostic");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_caret),
      cmocka_unit_test(test_empty_span),
      cmocka_unit_test(test_span_over_lines_is_clipped),
      cmocka_unit_test(test_tabs_take_one_column),
      cmocka_unit_test(test_control_characters_do_not_reach_the_terminal),
      cmocka_unit_test(test_utf8_takes_one_column),
      cmocka_unit_test(test_end_of_file),
      cmocka_unit_test(test_carriage_return),
      cmocka_unit_test(test_wide_line_numbers),
      cmocka_unit_test(test_long_lines_are_cut),
      cmocka_unit_test(test_kinds_notes_and_hints),
      cmocka_unit_test(test_only_so_many_errors),
      cmocka_unit_test(test_hint_without_diagnostic),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
