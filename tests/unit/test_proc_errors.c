// Tests of what the front end of the process language says about mistakes:
// tests/errors/proc, see test_errors_kit.h. A first line `// set: N=0` is --set.

#include "unit/test_errors_kit.h"

#include "lang/proc/proc.h"

static bool parse(sv_arena *arena, sv_names *names, sv_sources *sources, uint32_t file,
                  sv_diags *diags) {
  static const char head[] = "// set: ";
  const char *text = sv_source_text(sources, file), *set = NULL;
  if (!strncmp(text, head, sizeof head - 1))
    set = sv_arena_strndup(arena, text + sizeof head - 1, strcspn(text, "\n") - (sizeof head - 1));
  proc_sets sets = {.set = &set, .n = set != NULL};
  return proc_parse(arena, names, sources, file, &sets, diags) != NULL;
}

static const errors_kit kit = {.folder = "proc", .suffix = ".proc", .parse = parse};

static void test_every_file(void **state) {
  SV_UNUSED(state);
  kit_every_file(&kit, 90);
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
