// Tests of what the front end of Promela says about mistakes: tests/errors/promela,
// see test_errors_kit.h.

#include "unit/test_errors_kit.h"

#include "lang/promela/promela.h"

static bool parse(sv_arena *arena, sv_names *names, sv_sources *sources, uint32_t file,
                  sv_diags *diags) {
  return pml_parse(arena, names, sources, file, NULL, diags) != NULL;
}

static const errors_kit kit = {.folder = "promela", .suffix = ".pml", .parse = parse};

static void test_every_file(void **state) {
  SV_UNUSED(state);
  kit_every_file(&kit, 100);
}

static void test_no_orphans(void **state) {
  SV_UNUSED(state);
  kit_no_orphans(&kit);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_file),
      cmocka_unit_test(test_no_orphans),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
