// Tests of what the readers of PlantUML and XMI and the checks say about mistakes: tests/errors/uml
// and tests/errors/xmi, see test_errors_kit.h.

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

static const errors_kit plantuml = {"uml", ".puml", parse, NULL},
                        xmi = {"xmi", ".uml", parse, NULL};

static void test_plantuml(void **state) {
  SV_UNUSED(state);
  kit_every_file(&plantuml, 64);
  kit_no_orphans(&plantuml);
}

static void test_xmi(void **state) {
  SV_UNUSED(state);
  kit_every_file(&xmi, 57);
  kit_no_orphans(&xmi);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_plantuml), cmocka_unit_test(test_xmi)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
