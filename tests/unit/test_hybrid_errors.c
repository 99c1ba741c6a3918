// Tests of what is said about mistakes in PHAVer and HyTech files: tests/errors/hybrid.
//
// Each file is read and lowered, as some constructs are refused only there; what
// is rendered is exactly what NAME.expected says. With SELVAGE_UPDATE=1 in the
// environment the expectations are written instead of compared.

#include "unit/test_errors_kit.h"

#include "lang/lang.h"

static const errors_kit phaver = {"hybrid", ".pha", NULL}, hytech = {"hybrid", ".hy", NULL};

// What we say about a file whose path is shown as its base name.
static void render(const char *path, const char *name, sv_text *out) {
  sv_text text = {0};
  if (!kit_read_file(path, &text)) fail_msg("cannot read %s", path);
  sv_model *m = sv_model_new();
  sv_diags *diags = sv_diags_new(m->sources);
  sv_options options;
  sv_options_init(&options);
  uint32_t file = sv_sources_add(m->sources, name, text.at, text.n);
  bool good = sv_language_find("hybrid")->read(m, file, &options, diags);
  assert_int_equal(good, !sv_diags_errors(diags) && !sv_diags_unsupported(diags));
  assert_true(sv_diags_count(diags) > 0);
  sv_diags_render(diags, out);
  sv_options_free(&options);
  sv_diags_free(diags);
  sv_model_free(m);
  sv_text_free(&text);
}

static bool check_one(const char *directory, const char *name, const char *suffix) {
  sv_text path = {0}, expected_path = {0}, said = {0}, expected = {0};
  sv_text_printf(&path, "%s/%s", directory, name);
  sv_text_printf(&expected_path, "%s/%.*s%s.expected", directory,
                 (int)(strlen(name) - strlen(suffix)), name, strcmp(suffix, ".hy") ? "" : "_hy");
  render(sv_text_get(&path), name, &said);
  if (getenv("SELVAGE_UPDATE")) kit_write_file(sv_text_get(&expected_path), &said);
  bool found = kit_read_file(sv_text_get(&expected_path), &expected);
  bool same = found && said.n == expected.n && !memcmp(said.at, expected.at, said.n);
  if (!same)
    print_error("%s: %s\n--- said:\n%s--- expected:\n%s", name,
                found ? "not as expected" : "no .expected file", sv_text_get(&said),
                sv_text_get(&expected));
  sv_text_free(&path);
  sv_text_free(&expected_path);
  sv_text_free(&said);
  sv_text_free(&expected);
  return same;
}

static uint32_t check_all(const errors_kit *kit, uint32_t at_least) {
  sv_text directory = {0};
  sv_strings files = {0};
  uint32_t bad = 0, n;
  kit_folder(kit, &directory);
  kit_list_folder(sv_text_get(&directory), kit->suffix, &files);
  for (uint32_t i = 0; i < files.n; i++)
    bad += !check_one(sv_text_get(&directory), files.at[i], kit->suffix);
  n = files.n;
  print_message("%u files, %u wrong\n", n, bad);
  assert_true(n >= at_least);
  assert_int_equal(bad, 0);
  kit_free_strings(&files);
  sv_text_free(&directory);
  return n;
}

static void test_every_file(void **state) {
  SV_UNUSED(state);
  uint32_t n = check_all(&phaver, 50) + check_all(&hytech, 35);
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
