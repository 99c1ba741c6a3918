// Tests of what is said about mistakes in PHAVer and HyTech files: tests/errors/hybrid, see
// test_errors_kit.h. Some constructs are refused only by the lowering, so the language reads them.

#include "unit/test_errors_kit.h"

static const errors_kit phaver = {"hybrid", ".pha", NULL, NULL};
static const errors_kit hytech = {"hybrid", ".hy", NULL, "_hy"};

static void test_every_file(void **state) {
  SV_UNUSED(state);
  uint32_t n = kit_every_file(&phaver, 50) + kit_every_file(&hytech, 35);
  sv_text directory = {0};
  sv_strings expected = {0};
  kit_folder(&phaver, &directory);
  kit_list_folder(sv_text_get(&directory), ".expected", &expected);
  assert_int_equal(n, expected.n);
  kit_free_strings(&expected);
  sv_text_free(&directory);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_file)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
