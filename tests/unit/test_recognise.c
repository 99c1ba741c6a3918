// Tests of lang/recognise.h, and of telling the language of a text without its suffix:
// every model of the project and, where ../shared/corpus lies beside the checkout, all of
// other people's.

#define _XOPEN_SOURCE 700

#include "lang/recognise.h"

#include <ftw.h>
#include <unistd.h>

#include "lang/lang.h"
#include "unit/unit.h"

// --- glances

static void expect_pieces(const char *text, const char *wanted) {
  sv_glance g = sv_glance_at(text, strlen(text));
  sv_text out = {0};
  while (sv_glance_next(&g))
    sv_text_printf(&out, "%s%s%.*s/%u", out.n ? " " : "", g.first ? "|" : "", (int)g.n, g.text,
                   g.depth);
  assert_string_equal(sv_text_get(&out), wanted);
  sv_text_free(&out);
}

static void test_pieces(void **state) {
  SV_UNUSED(state);
  expect_pieces("", "");
  expect_pieces(" a12 + 3b\n c", "|a12/0 +/0 3b/0 |c/0");
  expect_pieces("a { b { c } d } e }", "|a/0 {/0 b/1 {/1 c/2 }/1 d/1 }/0 e/0 }/0");
  expect_pieces("a // b {\n/* c\n } */ d /* e", "|a/0 |d/0");
  expect_pieces("# a {\n  #define b \\\n c {\nd # e", "|d/0 #/0 e/0");
  expect_pieces("\"a { \\\" \" b '{' '\\n' 'c \"d\n e", "|b/0 '/0 c/0 |e/0");
  expect_pieces("\xEF\xBB\xBF"
                "a",
                "|a/0");
  expect_pieces("\"\\", "");
  expect_pieces("'", "|'/0");
  expect_pieces("#\\", "");
  expect_pieces("/*/", "");
}

static bool follows(const char *text, const char *shape) {
  sv_glance g = sv_glance_at(text, strlen(text));
  return sv_glance_next(&g) && sv_glance_follows(g, shape);
}

static void test_shapes(void **state) {
  SV_UNUSED(state);
  assert_true(follows("chan c = [ 3 ]", "w = ["));
  assert_true(follows("chan c[2] = [", "w [ n ] = ["));
  assert_false(follows("chan c", "w ="));
  assert_false(follows("chan 3 =", "w ="));
  assert_true(follows("system async ;", "async"));
  assert_false(follows("system asynchronous ;", "async"));
  assert_true(follows("a", ""));
}

// --- texts

static const char *language_of(const char *text, sv_text *several) {
  const sv_language *l = sv_language_by_text(text, strlen(text), several);
  return l ? l->name : "none";
}

static void expect_language(const char *text, const char *wanted) {
  sv_text several = {0};
  assert_string_equal(language_of(text, &several), wanted);
  assert_int_equal(several.n, 0);
}

static void test_texts(void **state) {
  SV_UNUSED(state);
  expect_language("", "none");
  expect_language("# Selvage\n\nA proctype is a process; `init` starts it.\n", "none");
  expect_language("/* proctype P() */ int x;", "none");
  expect_language("int main(void) { int init[] = { 1 }; return 0; }", "c");
  expect_language("typedef struct { int x; } t; inline int f(void) { return 1; }", "none");
  expect_language("byte x; init { x = 1 }", "promela");
  expect_language("#define P proctype\nmtype = { a, b }\nP p() { skip }", "promela");
  expect_language("active [2] proctype P() { begin: skip }", "promela");
  expect_language("init { if :: (1)\n begin: skip fi }", "promela");
  expect_language("decl proctype, init; void main() begin skip; end", "boolprog");
  expect_language("void main()\n// Promela's init { }\nbegin\nend", "boolprog");
  expect_language("byte x; process P { state a; init a; } system async;", "dve");
  expect_language("automaton a\nloc l: while x <= 5 wait { x' == 1 };\nend", "hybrid");
  expect_language("process p { skip; } init x == 1;", "proc");
  expect_language("var x : bool\nproperty p invariant x\naction a\n  set x := true\n", "svm");
  expect_language("# states\n2 3\n0 0 -> 1 1\n", "tts");
  expect_language("2 3\n0 0\n", "none");
}

static void test_several(void **state) {
  SV_UNUSED(state);
  sv_text several = {0};
  assert_string_equal(language_of("proctype p() { } void f() begin end", &several), "none");
  assert_string_equal(sv_text_get(&several), "boolprog, promela");
  sv_text_free(&several);
}

// --- corpora

static uint32_t files, wrong;  // nftw has no context

// `or` may be NULL.
static void look_at(const char *path, const char *wanted, const char * or) {
  const char *why;
  sv_sources *sources = sv_sources_new();
  sv_text several = {0};
  uint32_t f = sv_sources_read(sources, path, &why);
  if (!f) fail_msg("%s: %s", path, why);
  const char *text = sv_source_text(sources, f), *found = language_of(text, &several);
  bool good = !strcmp(found, wanted) || (or &&!strcmp(found, or));
  if (!good) print_error("%s: %s %s\n", path, found, sv_text_get(&several));
  files++;
  wrong += !good;
  sv_text_free(&several);
  sv_sources_free(sources);
}

static int look_by_suffix(const char *path, const struct stat *s, int kind, struct FTW *where) {
  SV_UNUSED(where), SV_UNUSED(s);
  const sv_language *l = sv_language_by_path(path);
  bool any = strlen(path) > 4 && !strcmp(path + strlen(path) - 4, ".xml");  // may be anything
  if (kind == FTW_F && l && !any) look_at(path, l->name, NULL);
  return 0;
}

static void look_below(const char *folder, uint32_t least) {
  files = wrong = 0;
  if (access(folder, R_OK)) {
    print_message("skipped: there is no %s\n", folder);
    return;
  }
  if (nftw(folder, look_by_suffix, 16, FTW_PHYS)) fail_msg("cannot walk %s", folder);
  print_message("%s: %u files, %u not recognised\n", folder, files, wrong);
  assert_true(files >= least);
  assert_int_equal(wrong, 0);
}

static void test_own_models(void **state) {
  SV_UNUSED(state);
  look_below(SELVAGE_ROOT "/tests/corpus", 300);
  look_below(SELVAGE_ROOT "/examples", 10);
}

#define SHARED SELVAGE_ROOT "/../shared/corpus"

static void test_foreign_models(void **state) {
  SV_UNUSED(state);
  look_below(SHARED "/promela", 200);
  look_below(SHARED "/improviso", 3);
  look_below(SHARED "/dve", 500);
  look_below(SHARED "/boolprog", 400);
  look_below(SHARED "/hybrid", 39);
}

// What is in other languages, read or not yet, is not claimed; a function main is C.
static int look_for_nothing(const char *path, const struct stat *s, int kind, struct FTW *where) {
  SV_UNUSED(where), SV_UNUSED(s);
  if (kind == FTW_F) look_at(path, "none", "c");
  return 0;
}

static void test_other_texts(void **state) {
  SV_UNUSED(state);
  static const char *const folders[] = {"/src", "/script", "/../shared/corpus/c"};
  for (size_t i = 0; i < SV_COUNT(folders); i++) {
    sv_text folder = {0};
    sv_text_printf(&folder, "%s%s", SELVAGE_ROOT, folders[i]);
    files = wrong = 0;
    if (!access(sv_text_get(&folder), R_OK))
      assert_int_equal(nftw(sv_text_get(&folder), look_for_nothing, 16, FTW_PHYS), 0);
    print_message("%s: %u files, %u mistaken\n", sv_text_get(&folder), files, wrong);
    assert_int_equal(wrong, 0);
    sv_text_free(&folder);
  }
}

// Also those whose names end with .pr, .prm, .sumo, .txt or nothing.
static void test_listed_promela(void **state) {
  SV_UNUSED(state);
  FILE *list = fopen(SHARED "/promela/expected.tsv", "r");
  char line[4096];
  files = wrong = 0;
  if (!list) skip();
  if (!fgets(line, sizeof line, list)) fail();
  while (fgets(line, sizeof line, list)) {
    sv_text path = {0};
    sv_text_printf(&path, SHARED "/promela/%.*s", (int)strcspn(line, "\t"), line);
    look_at(sv_text_get(&path), "promela", NULL);
    sv_text_free(&path);
  }
  fclose(list);
  assert_true(files > 300);
  assert_int_equal(wrong, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pieces),      cmocka_unit_test(test_shapes),
      cmocka_unit_test(test_texts),       cmocka_unit_test(test_several),
      cmocka_unit_test(test_own_models),  cmocka_unit_test(test_foreign_models),
      cmocka_unit_test(test_other_texts), cmocka_unit_test(test_listed_promela),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
