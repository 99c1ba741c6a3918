// Tests of what the front end of Boolean programs says about mistakes: tests/errors/boolprog,
// see test_errors_kit.h.

#include "unit/test_errors_kit.h"

#include "lang/boolprog/boolprog.h"

static bool parse(sv_arena *arena, sv_names *names, sv_sources *sources, uint32_t file,
                  sv_diags *diags) {
  return bp_parse(arena, names, sources, file, diags) != NULL;
}

static const errors_kit kit = {.folder = "boolprog", .suffix = ".bp", .parse = parse};

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
