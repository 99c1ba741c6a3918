// Tests of what the reader of PlantUML and the checks say about mistakes: tests/errors/uml,
// see test_errors_kit.h.

#include "unit/test_errors_kit.h"

#include "lang/uml/build.h"
#include "lang/uml/uml.h"

static bool parse(sv_arena *arena, sv_names *names, sv_sources *sources, uint32_t file,
                  sv_diags *diags) {
  sv_options options;
  sv_options_init(&options);
  uml_context c = {arena, names, sources, diags, &options, NULL};
  uml_model *read = uml_read(&c, file);
  bool good = read || (sv_diags_unsupported(diags) && !sv_diags_errors(diags));
  uml_model_free(c.model);
  sv_options_free(&options);
  return good;
}

static const errors_kit kit = {"uml", ".puml", parse};

static void test_every_file(void **state) {
  SV_UNUSED(state);
  kit_every_file(&kit, 55);
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
