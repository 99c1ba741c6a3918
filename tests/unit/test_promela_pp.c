// Tests of Promela's preprocessor: what comes out, token by token, and where
// every token stands. Mistakes are tested in test_promela_errors.c.

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include <sys/stat.h>

#include "lang/promela/preprocess/pp.h"
#include "unit/unit.h"

typedef struct {
  sv_sources *sources;
  sv_diags *diags;
  sv_arena *arena;
  sv_names *names;
  pml_pp_tokens tokens;
  sv_text text;
} reading;

static void open_reading(reading *r, const char *path, const char *text, const pml_defines *d) {
  *r = (reading){.sources = sv_sources_new(), .arena = sv_arena_new(), .names = sv_names_new()};
  r->diags = sv_diags_new(r->sources);
  uint32_t file = sv_sources_add(r->sources, path, text, strlen(text));
  pml_preprocess(r->arena, r->names, r->sources, file, d, r->diags, &r->tokens);
  for (uint32_t i = 0; r->tokens.at[i].kind; i++) {
    if (i) sv_text_char(&r->text, r->tokens.at[i].newline ? '|' : ' ');
    sv_text_string(&r->text, sv_names_get(r->names, r->tokens.at[i].text));
  }
}

static void close_reading(reading *r) {
  sv_text_free(&r->text);
  sv_vec_free(r->tokens);
  sv_names_free(r->names);
  sv_arena_free(r->arena);
  sv_diags_free(r->diags);
  sv_sources_free(r->sources);
}

// The tokens with one blank between, or `|` where a line begins.
static void expect(const char *text, const char *wanted) {
  reading r;
  open_reading(&r, "test.pml", text, NULL);
  assert_string_equal(sv_text_get(&r.text), wanted);
  assert_int_equal(sv_diags_errors(r.diags), 0);
  close_reading(&r);
}

static void test_tokens(void **state) {
  SV_UNUSED(state);
  expect("a+++b", "a ++ + b");
  expect("1..N 0x1F 1e+5 .5", "1 .. N 0x1F 1e+5 .5");
  expect("0..NWE-1 0..5 a..b 1...2", "0 .. NWE - 1 0 .. 5 a .. b 1 ... 2");
  expect("\"a \\\" b\" 'c' '\\''", "\"a \\\" b\" 'c' '\\''");
  expect("a // b\nc /* d\n e */ f", "a|c f");
  expect("a\\\nb c \\\n d", "ab c d");
  expect("a<->b<<=c", "a < -> b <<= c");
  expect("", "");
}

static void test_objects(void **state) {
  SV_UNUSED(state);
  expect("#define N 3\nN M N", "3 M 3");
  expect("#define NE 3\n#define R(a) 0..a-1\n0..NE-1 R(NE)", "0 .. 3 - 1 0 .. 3 - 1");
  expect("#define A B\n#define B A\nA B", "A B");
  expect("#define E\nx E y\nE z", "x y|z");
  expect("#define N 1\n#undef N\nN", "N");
  expect("#define N 1\n#undef N\n#define N 2\nN", "2");
  expect("#define LONG a \\\n  b\nLONG c", "a b c");
  expect("# define N 3 // comment\n  #  undef M\nN", "3");
}

static void test_functions(void **state) {
  SV_UNUSED(state);
  expect("#define f(x) (x+x)\nf(1) f f(f(2))", "( 1 + 1 ) f ( ( 2 + 2 ) + ( 2 + 2 ) )");
  expect("#define f(x, y) y x\nf(a(b, c), d)", "d a ( b , c )");
  expect("#define f() z\nf() f( )", "z z");
  expect("#define f (x)\nf", "( x )");
  expect("#define f(x) x\nf\n(1\n2) 3", "1 2 3");
  expect("#define f(x) [x]\n#define g f\ng(1)", "[ 1 ]");
  expect("#define f(x) x f\nf(1)(2)(3)", "1 f ( 2 ) ( 3 )");
  expect("#define f(x) f(x)\nf(f(1))", "f ( f ( 1 ) )");
  expect("#define x (4 + y)\n#define y (2 * x)\nx y", "( 4 + ( 2 * x ) ) ( 2 * ( 4 + y ) )");
}

static void test_strings_and_pastes(void **state) {
  SV_UNUSED(state);
  expect("#define s(x) #x\ns( a  + \"b\\n\" )", "\"a + \\\"b\\\\n\\\"\"");
  expect("#define N 1\n#define s(x) #x\n#define t(x) s(x)\ns(N) t(N)", "\"N\" \"1\"");
  expect("#define c(a, b) a ## b\nc(x, 1) c(, y) c(z, ) c(,)", "x1 y z");
  expect("#define c(a) p_ ## a ## _q\nc(x)", "p_x_q");
  expect("#define xy 7\n#define c(a, b) a ## b\nc(x, y)", "7");
  expect("#define h #\n#define x 1\nh x", "# 1");
}

static void test_conditions(void **state) {
  SV_UNUSED(state);
  expect("#if 0\na\n#elif 1\nb\n#elif 1\nc\n#else\nd\n#endif\ne", "b|e");
  expect("#ifdef N\na\n#else\nb\n#endif", "b");
  expect("#define N\n#ifndef N\na\n#else\nb\n#endif", "b");
  expect("#if 0\n#if 1\na\n#else\nb\n#endif\n#bad ' directive\n#else\nc\n#endif", "c");
  expect("#define N 3\n#if N > 2 && defined(N) && !defined M\na\n#endif", "a");
  expect("#if (1 ? 2 : 3) == 2 && 0x10 == 16 && 010 == 8 && 'a' == 97\na\n#endif", "a");
  expect("#if 0 && 1/0\n#else\na\n#endif", "a");
  expect("#if -1 < 0 && ~0 == -1 && (7 & 3 | 8 ^ 1) == 11 && 1 << 3 == 8 && 7 % 4 == 3\na\n#endif",
         "a");
  expect("#if UNKNOWN\n#else\na\n#endif", "a");
}

static void test_tolerated(void **state) {
  SV_UNUSED(state);
  expect("#pragma once\n#line 7 \"x\"\n#ident \"y\"\n#\n# 12 \"z\"\na", "a");
  expect("a __LINE__\n__LINE__ __FILE__", "a 1|2 \"test.pml\"");
}

static void test_definitions(void **state) {
  SV_UNUSED(state);
  const char *define[] = {"N=3", "M", "f(x)=x x"};
  pml_defines d = {.define = define, .defines = 3};
  reading r;
  open_reading(&r, "test.pml", "N M f(y)", &d);
  assert_string_equal(sv_text_get(&r.text), "3 1 y y");
  close_reading(&r);
}

// --- places

static void expect_place(const reading *r, uint32_t i, uint32_t line, uint32_t column,
                         uint32_t def_line) {
  const pml_pp_token *t = &r->tokens.at[i];
  sv_place p = sv_source_place(r->sources, t->span.file, t->span.begin);
  assert_int_equal(p.line, line);
  assert_int_equal(p.column, column);
  assert_int_equal(t->def.file != 0, def_line != 0);
  if (def_line)
    assert_int_equal(sv_source_place(r->sources, t->def.file, t->def.begin).line, def_line);
}

static void test_places(void **state) {
  SV_UNUSED(state);
  reading r;
  open_reading(&r, "test.pml", "#define A (B)\n#define B 1\n#define f(x) A + x\na f(b) A\n", NULL);
  assert_string_equal(sv_text_get(&r.text), "a ( 1 ) + b ( 1 )");
  expect_place(&r, 0, 4, 1, 0);  // a
  expect_place(&r, 1, 4, 3, 1);  // ( of A in f
  expect_place(&r, 2, 4, 3, 2);  // 1
  expect_place(&r, 4, 4, 3, 3);  // +
  expect_place(&r, 5, 4, 5, 0);  // b, the argument
  expect_place(&r, 7, 4, 8, 2);  // 1 of the last A
  close_reading(&r);
}

// --- included files

static void write_file(const char *path, const char *text) {
  FILE *f = fopen(path, "wb");
  if (!f || fputs(text, f) < 0) fail_msg("cannot write %s", path);
  fclose(f);
}

static void test_includes(void **state) {
  SV_UNUSED(state);
  char folder[] = "/tmp/selvage-pp-XXXXXX", path[200], inner[200];
  if (!mkdtemp(folder)) fail_msg("no folder for temporary files");
  snprintf(inner, sizeof inner, "%s/inner", folder);
  if (mkdir(inner, 0700)) fail_msg("no folder");
  snprintf(path, sizeof path, "%s/inner/b.h", folder);
  write_file(path, "b N\n#include \"c.h\"\n");
  snprintf(path, sizeof path, "%s/inner/c.h", folder);
  write_file(path, "c\n");
  snprintf(path, sizeof path, "%s/a.pml", folder);
  reading r;
  const char *text = "#define N 1\na\n#include \"inner/b.h\"\n#define C <c.h>\n#include C\nd\n";
  const char *include[] = {inner};
  open_reading(&r, path, text, &(pml_defines){.include = include, .includes = 1});
  assert_string_equal(sv_text_get(&r.text), "a|b 1|c|c|d");
  assert_string_equal(sv_source_path(r.sources, r.tokens.at[3].span.file) + strlen(folder),
                      "/inner/c.h");
  close_reading(&r);
  snprintf(path, sizeof path, "%s/inner/b.h", folder);
  unlink(path);
  snprintf(path, sizeof path, "%s/inner/c.h", folder);
  unlink(path);
  rmdir(inner);
  rmdir(folder);
}

// --- absurd input ends

static void expect_error(const char *text, const char *words) {
  reading r;
  sv_text said = {0};
  open_reading(&r, "test.pml", text, NULL);
  sv_diags_render(r.diags, &said);
  assert_true(sv_diags_errors(r.diags) > 0);
  if (!strstr(sv_text_get(&said), words)) fail_msg("said: %.300s", sv_text_get(&said));
  sv_text_free(&said);
  close_reading(&r);
}

static void test_explosion(void **state) {
  SV_UNUSED(state);
  sv_text text = {0};
  sv_text_string(&text, "#define a0 x\n");
  for (int i = 1; i < 40; i++) sv_text_printf(&text, "#define a%d a%d a%d\n", i, i - 1, i - 1);
  sv_text_string(&text, "a39\n");
  expect_error(sv_text_get(&text), "more than 4000000 tokens");
  sv_text_free(&text);
}

static void test_deep_calls(void **state) {
  SV_UNUSED(state);
  sv_text text = {0};
  sv_text_string(&text, "#define f(x) x\n");
  for (int i = 0; i < 5000; i++) sv_text_string(&text, "f(");
  for (int i = 0; i < 5000; i++) sv_text_string(&text, ")");
  expect_error(sv_text_get(&text), "nested more than 200 levels");
  sv_text_free(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_tokens),      cmocka_unit_test(test_objects),
      cmocka_unit_test(test_functions),   cmocka_unit_test(test_strings_and_pastes),
      cmocka_unit_test(test_conditions),  cmocka_unit_test(test_tolerated),
      cmocka_unit_test(test_definitions), cmocka_unit_test(test_places),
      cmocka_unit_test(test_includes),    cmocka_unit_test(test_explosion),
      cmocka_unit_test(test_deep_calls),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
