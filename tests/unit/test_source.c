// Tests of base/source.h: files, places, lines.

#define _POSIX_C_SOURCE 200809L

#include "base/source.h"

#include "unit/unit.h"

static uint32_t add(sv_sources *s, const char *text) {
  return sv_sources_add(s, "file", text, strlen(text));
}

static void check_place(const sv_sources *s, uint32_t file, uint32_t offset, uint32_t line,
                        uint32_t column) {
  sv_place place = sv_source_place(s, file, offset);
  assert_int_equal(place.line, line);
  assert_int_equal(place.column, column);
}

static void check_line(const sv_sources *s, uint32_t file, uint32_t line, const char *expected) {
  size_t n;
  const char *text = sv_source_line(s, file, line, &n);
  assert_int_equal(n, strlen(expected));
  assert_memory_equal(text, expected, n);
}

static void test_empty_file(void **state) {
  SV_UNUSED(state);
  sv_sources *s = sv_sources_new();
  uint32_t f = sv_sources_add(s, "empty", NULL, 0);
  assert_int_equal(f, 1);
  assert_string_equal(sv_source_text(s, f), "");
  assert_int_equal(sv_source_size(s, f), 0);
  check_place(s, f, 0, 1, 1);
  check_place(s, f, 99, 1, 1);
  check_line(s, f, 1, "");
  sv_sources_free(s);
}

static void test_places(void **state) {
  SV_UNUSED(state);
  sv_sources *s = sv_sources_new();
  uint32_t f = add(s, "ab\n\tc\n\nlast");
  check_place(s, f, 0, 1, 1);
  check_place(s, f, 2, 1, 3);  // the newline ends its own line
  check_place(s, f, 3, 2, 1);
  check_place(s, f, 4, 2, 2);  // a tab counts as one
  check_place(s, f, 6, 3, 1);
  check_place(s, f, 7, 4, 1);
  check_place(s, f, 11, 4, 5);
  check_place(s, f, UINT32_MAX, 4, 5);
  check_line(s, f, 1, "ab");
  check_line(s, f, 2, "\tc");
  check_line(s, f, 3, "");
  check_line(s, f, 4, "last");
  sv_sources_free(s);
}

static void test_final_newline(void **state) {
  SV_UNUSED(state);
  sv_sources *s = sv_sources_new();
  uint32_t f = add(s, "x\n");
  check_place(s, f, 2, 2, 1);
  check_line(s, f, 2, "");
  sv_sources_free(s);
}

static void test_carriage_returns(void **state) {
  SV_UNUSED(state);
  sv_sources *s = sv_sources_new();
  uint32_t f = add(s, "a\r\nb\rc\r\n\r");
  check_line(s, f, 1, "a");
  check_line(s, f, 2, "b\rc");
  check_line(s, f, 3, "");
  check_place(s, f, 3, 2, 1);
  sv_sources_free(s);
}

// Every offset of a file of many lines, against counting.
static void test_places_of_many_lines(void **state) {
  SV_UNUSED(state);
  enum { N = 5000 };
  char *text = sv_alloc(N);
  for (uint32_t i = 0; i < N; i++) text[i] = i * i % 7 == 1 ? '\n' : 'x';
  sv_sources *s = sv_sources_new();
  uint32_t f = sv_sources_add(s, "many", text, N), line = 1, column = 1;
  for (uint32_t i = 0; i < N; i++) {
    check_place(s, f, i, line, column++);
    if (text[i] == '\n') line++, column = 1;
  }
  sv_sources_free(s);
  sv_free(text);
}

static void test_several_files(void **state) {
  SV_UNUSED(state);
  sv_sources *s = sv_sources_new();
  const char *first_text = NULL;
  for (uint32_t i = 1; i <= 20; i++) {
    char path[20];
    snprintf(path, sizeof path, "file%u", i);
    assert_int_equal(sv_sources_add(s, path, path, strlen(path)), i);
    if (i == 1) first_text = sv_source_text(s, 1);
  }
  assert_int_equal(sv_sources_count(s), 20);
  assert_string_equal(sv_source_path(s, 13), "file13");
  assert_string_equal(sv_source_text(s, 13), "file13");
  assert_ptr_equal(sv_source_text(s, 1), first_text);
  sv_sources_free(s);
  sv_sources_free(NULL);
}

static void test_read(void **state) {
  SV_UNUSED(state);
  char path[] = "/tmp/selvage-test-XXXXXX";
  int fd = mkstemp(path);
  enum { N = 100000 };
  char *text = sv_alloc(N);
  for (int i = 0; i < N; i++) text[i] = (char)(i * 31 % 251);
  assert_int_equal(write(fd, text, N), N);
  close(fd);
  sv_sources *s = sv_sources_new();
  const char *why = NULL;
  uint32_t f = sv_sources_read(s, path, &why);
  assert_int_equal(f, 1);
  assert_int_equal(sv_source_size(s, f), N);
  assert_memory_equal(sv_source_text(s, f), text, N);
  assert_int_equal(sv_source_text(s, f)[N], 0);
  assert_string_equal(sv_source_path(s, f), path);
  remove(path);
  sv_free(text);
  sv_sources_free(s);
}

static void test_read_failures(void **state) {
  SV_UNUSED(state);
  sv_sources *s = sv_sources_new();
  const char *why = NULL;
  assert_int_equal(sv_sources_read(s, "/nonexistent/file", &why), 0);
  assert_string_equal(why, "No such file or directory");
  assert_int_equal(sv_sources_read(s, "/", &why), 0);
  assert_string_equal(why, "it is a directory");
  assert_int_equal(sv_sources_count(s), 0);
  sv_sources_free(s);
}

static void test_span_join(void **state) {
  SV_UNUSED(state);
  sv_span a = {1, 5, 7}, b = {1, 2, 6}, other = {2, 0, 9};
  sv_span joined = sv_span_join(a, b);
  assert_true(joined.file == 1 && joined.begin == 2 && joined.end == 7);
  assert_int_equal(sv_span_join(SV_NOWHERE, a).begin, 5);
  assert_int_equal(sv_span_join(a, SV_NOWHERE).begin, 5);
  assert_int_equal(sv_span_join(a, other).end, 7);
}

static void ask_for_file_0(void) { sv_source_path(sv_sources_new(), 0); }

static void test_no_such_file(void **state) {
  SV_UNUSED(state);
  assert_misuse(ask_for_file_0, "no such file");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_empty_file),
      cmocka_unit_test(test_places),
      cmocka_unit_test(test_final_newline),
      cmocka_unit_test(test_carriage_returns),
      cmocka_unit_test(test_places_of_many_lines),
      cmocka_unit_test(test_several_files),
      cmocka_unit_test(test_read),
      cmocka_unit_test(test_read_failures),
      cmocka_unit_test(test_span_join),
      cmocka_unit_test(test_no_such_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
