// Tests of base/log.h: levels, and arguments that are not evaluated.

#define _POSIX_C_SOURCE 200809L

#include "base/log.h"

#include "unit/unit.h"

static void test_levels(void **state) {
  SV_UNUSED(state);
  char *text = NULL;
  size_t n = 0;
  int calls = 0;
  FILE *to = open_memstream(&text, &n);
  sv_log log = {to, 2};
  SV_LOG(&log, 1, "one %d", ++calls);
  SV_LOG(&log, 2, "two");
  SV_LOG(&log, 3, "three %d", ++calls);
  fclose(to);
  assert_string_equal(text, "log: one 1\nlog: two\n");
  assert_int_equal(calls, 1);
  free(text);
}

static void test_silence(void **state) {
  SV_UNUSED(state);
  sv_log nowhere = {NULL, 3};
  const sv_log *none = NULL;
  SV_LOG(&nowhere, 1, "nothing");
  SV_LOG(none, 1, "nothing");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_levels), cmocka_unit_test(test_silence)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
