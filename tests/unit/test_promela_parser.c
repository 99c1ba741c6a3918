// Tests of the front end of Promela: what is written is read, and read as
// meant. The printer shows the tree with all its brackets. Mistakes are tested
// in test_promela_errors.c, the preprocessor in test_promela_pp.c.

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include <sys/stat.h>

#include "lang/promela/parse/ast.h"
#include "lang/promela/parse/print.h"
#include "lang/promela/promela.h"
#include "unit/unit.h"

typedef struct {
  sv_sources *sources;
  sv_diags *diags;
  sv_arena *arena;
  sv_names *names;
  pml_program *program;
  sv_text text;  // scratch
} reading;

static void open_reading(reading *r) {
  *r = (reading){.sources = sv_sources_new(), .arena = sv_arena_new(), .names = sv_names_new()};
  r->diags = sv_diags_new(r->sources);
}

static void close_reading(reading *r) {
  sv_text_free(&r->text);
  sv_names_free(r->names);
  sv_arena_free(r->arena);
  sv_diags_free(r->diags);
  sv_sources_free(r->sources);
}

static void read_text(reading *r, const char *text) {
  open_reading(r);
  uint32_t file = sv_sources_add(r->sources, "test.pml", text, strlen(text));
  r->program = pml_parse(r->arena, r->names, r->sources, file, NULL, r->diags);
  if (r->program) return;
  sv_diags_render(r->diags, &r->text);
  fail_msg("%s", sv_text_get(&r->text));
}

static const pml_proc *last_proc(const reading *r) {
  return r->program->proc[r->program->procs - 1];
}

static const pml_stmt *step(const reading *r, uint32_t i) {
  const pml_block *b = &last_proc(r)->body;
  assert_true(i < b->n);
  return b->at[i];
}

// The last statement of init, printed.
static void expect_stmt(const char *text, const char *wanted) {
  reading r;
  sv_text whole = {0};
  sv_text_printf(&whole,
                 "mtype = { ma, mb }; typedef T { int f; byte g[3] }; int x, y, z; int a[4]; T s;\n"
                 "chan q = [2] of { int }; chan p[2] = [0] of { mtype, byte };\n"
                 "proctype P(int n) { int v; L: v = n }\n"
                 "init { %s }\n",
                 text);
  read_text(&r, sv_text_get(&whole));
  pml_print_stmt(r.names, step(&r, last_proc(&r)->body.n - 1), &r.text);
  assert_string_equal(sv_text_get(&r.text), wanted);
  close_reading(&r);
  sv_text_free(&whole);
}

// --- expressions

static void test_precedence(void **state) {
  SV_UNUSED(state);
  expect_stmt("x = 1 + 2 * 3 - 4", "x = ((1 + (2 * 3)) - 4)");
  expect_stmt("x = 1 - 2 - 3", "x = ((1 - 2) - 3)");
  expect_stmt("x == 1 && y == 2 || z", "(((x == 1) && (y == 2)) || z)");
  expect_stmt("x | y ^ z & 1 == 2", "(x | (y ^ (z & (1 == 2))))");
  expect_stmt("x << 1 + 2 < 3", "((x << (1 + 2)) < 3)");
  expect_stmt("!x == ~y - -z", "((! x) == ((~ y) - (- z)))");
  expect_stmt("x = (x > 1 -> y + 1 : z)", "x = ((x > 1) -> (y + 1) : z)");
  expect_stmt("x % 2 / 3 * 4", "(((x % 2) / 3) * 4)");
}

static void test_primaries(void **state) {
  SV_UNUSED(state);
  expect_stmt("x = 'a'", "x = 97");
  expect_stmt("x = '\\n'", "x = 10");
  expect_stmt("true && false && skip", "((1 && 0) && 1)");
  expect_stmt("s.g[x + 1] == a[a[0]]", "(s.g[(x + 1)] == a[a[0]])");
  expect_stmt("timeout", "timeout");
  expect_stmt("_last && _pid == _nr_pr - 1", "(_last && (_pid == (_nr_pr - 1)))");
  expect_stmt("len(q) > 0 && nfull(p[1])", "((len(q) > 0) && nfull(p[1]))");
  expect_stmt("q?[1] && p[0]??[ma, eval(x)]", "(q?[1] && p[0]??[ma, eval(x)])");
  expect_stmt("x = run P(1) priority 3", "x = run P(1) priority 3");
  expect_stmt("P@L && P[x]@L", "(P@L && P[x]@L)");
  expect_stmt("P[1]:v > P:v", "(P[1]:v > P:v)");
  expect_stmt("enabled(1) && pc_value(x) > 2", "(enabled(1) && (pc_value(x) > 2))");
  expect_stmt("get_priority(_pid) > 1", "(get_priority(_pid) > 1)");
}

// --- statements

static void test_simple(void **state) {
  SV_UNUSED(state);
  expect_stmt("a[1]++", "a[1]++");
  expect_stmt("s.f--", "s.f--");
  expect_stmt("q!x + 1", "q!(x + 1)");
  expect_stmt("p[1]!ma(2)", "p[1]!ma, 2");
  expect_stmt("q!!x", "q!!x");
  expect_stmt("p[0]?ma(_)", "p[0]?ma, _");
  expect_stmt("q?"
              "?<x>",
              "q?"
              "?<x>");
  expect_stmt("q?-1", "q?-1");
  expect_stmt("p[0]?(ma(x))", "p[0]?ma, x");
  expect_stmt("printf(\"%d\\n\", x)", "printf(\"%d\\n\", x)");
  expect_stmt("printm(ma)", "printm(ma)");
  expect_stmt("assert x > 0", "assert((x > 0))");
  expect_stmt("set_priority(0, 3)", "set_priority(0, 3)");
  expect_stmt("select (x : 1..3)", "select (x : 1 .. 3)");
  expect_stmt("skip unless x", "1 unless x");
}

static void test_compound(void **state) {
  SV_UNUSED(state);
  expect_stmt("if :: x -> y = 1 :: else fi", "if\n::\n  x;\n  y = 1\n::\n  else\nfi");
  expect_stmt("do :: x; break :: L: y od", "do\n::\n  x;\n  break\n::\n  L: y\nod");
  expect_stmt("for (x : 1 .. 3) { y = x }", "for (x : 1 .. 3) {\n  y = x\n}");
  expect_stmt("for (x in a) { y = x }", "for (x in a) {\n  y = x\n}");
  expect_stmt("atomic { x = 1; d_step { y = 2 } }",
              "atomic {\n  x = 1;\n  d_step {\n    y = 2\n  }\n}");
}

static void test_separators(void **state) {
  SV_UNUSED(state);
  expect_stmt("if\n:: x == 1\n   -> y = 1\n   z = 2\n:: else y = 3\nfi",
              "if\n::\n  (x == 1);\n  y = 1;\n  z = 2\n::\n  else;\n  y = 3\nfi");
  expect_stmt("{ x = 1 } y = 2", "y = 2");
  expect_stmt("x = 1;; -> y = 2;", "y = 2");
  expect_stmt("x = 1\n-x", "(- x)");
  expect_stmt("x\n!y", "(! y)");
  expect_stmt("x = (1\n-x)", "x = (1 - x)");
  expect_stmt("x = 1 +\n2", "x = (1 + 2)");
}

static void test_labels(void **state) {
  SV_UNUSED(state);
  reading r;
  read_text(&r, "init { A: B: skip; goto C; { goto D; { skip; D: skip } }; D: skip; C: }");
  assert_int_equal(step(&r, 0)->labels, 2);
  assert_ptr_equal(step(&r, 1)->goal->stmt, step(&r, 4));
  assert_true(step(&r, 4)->implied);
  // A jump prefers what is around it to what is inside of another block.
  assert_ptr_equal(step(&r, 2)->body.at[0]->goal->stmt, step(&r, 3));
  close_reading(&r);
}

static void test_break(void **state) {
  SV_UNUSED(state);
  reading r;
  read_text(&r, "init { do :: do :: break od unless break; break od }");
  const pml_stmt *outer = step(&r, 0), *unless = outer->option[0].at[0];
  const pml_stmt *inner = unless->body.at[0];
  assert_ptr_equal(inner->option[0].at[0]->loop, inner);
  assert_ptr_equal(unless->body.at[1]->loop, outer);
  assert_ptr_equal(outer->option[0].at[1]->loop, outer);
  close_reading(&r);
}

// --- declarations

static const pml_var *global(const reading *r, const char *name) {
  for (uint32_t i = 0; i < r->program->globals; i++)
    if (!strcmp(sv_names_get(r->names, r->program->global[i]->name), name))
      return r->program->global[i];
  fail_msg("no variable %s", name);
  return NULL;
}

static void test_variables(void **state) {
  SV_UNUSED(state);
  reading r;
  read_text(&r, "#define N 2\n"
                "hidden byte h = 3; show int i, j[N * 3]; unsigned u : 5 = 1;\n"
                "typedef T2 { byte x[4] } typedef T { int a; chan c = [1] of { T2 }; T2 b[2] }\n"
                "chan q[2] = [N + 1] of { mtype, chan };\n"
                "int l[3] = { 1, 2, 3 }\n"
                "T t\n"
                "init { t.b[1].x[3] = 1 }\n");
  assert_int_equal(global(&r, "h")->visibility, PML_HIDDEN);
  assert_int_equal(global(&r, "j")->length, 6);
  assert_int_equal(global(&r, "u")->type.bits, 5);
  assert_int_equal(global(&r, "q")->chan->capacity, 3);
  assert_int_equal(global(&r, "q")->chan->fields, 2);
  assert_int_equal(global(&r, "l")->lists, 3);
  assert_int_equal(global(&r, "t")->type.record->width, 10);
  close_reading(&r);
}

static void test_mtypes(void **state) {
  SV_UNUSED(state);
  reading r;
  read_text(&r, "mtype = { a, b, c }; mtype = { d e }; mtype:s = { f, g };\n"
                "mtype x = a; mtype:s y = f; int z[6];\n"
                "init { x = a; x = b; x = c; x = d; x = e; y = f; y = g }\n");
  const int32_t wanted[] = {3, 2, 1, 5, 4, 2, 1};
  for (uint32_t i = 0; i < 7; i++) {
    assert_int_equal(step(&r, i)->value->op, PML_E_MTYPE);
    assert_int_equal(step(&r, i)->value->value, wanted[i]);
  }
  assert_int_equal(r.program->mtypes, 2);
  close_reading(&r);
}

static void test_locals(void **state) {
  SV_UNUSED(state);
  reading r;
  read_text(&r, "proctype P(int a) { int b = a; int c; c = 1; int d; { int e; e = 1 } }\n"
                "init { run P(1) }\n");
  const pml_proc *p = r.program->proc[0];
  assert_int_equal(p->params, 1);
  assert_int_equal(p->vars, 5);
  const bool late[] = {false, false, false, true, true};
  for (uint32_t i = 0; i < 5; i++) assert_int_equal(p->var[i]->late, late[i]);
  assert_int_equal(p->blocks, 2);
  assert_int_equal(p->var[4]->block, 1);
  close_reading(&r);
}

// --- processes and formulas

static void test_processes(void **state) {
  SV_UNUSED(state);
  reading r;
  read_text(&r, "int x;\n"
                "active [3] proctype A() priority 2 provided (x == 0) { skip }\n"
                "D_proctype B(int a, b; byte c) { skip }\n"
                "init priority 4 { run B(1, 2, 3) }\n"
                "never n { do :: x od }\n"
                "chan q = [1] of { int };\n"
                "trace { do :: q!_ od }\n");
  assert_int_equal(r.program->procs, 5);
  assert_int_equal(r.program->proc[0]->active, 3);
  assert_int_equal(r.program->proc[0]->priority, 2);
  assert_non_null(r.program->proc[0]->provided);
  assert_true(r.program->proc[1]->deterministic);
  assert_int_equal(r.program->proc[1]->params, 3);
  assert_int_equal(r.program->init->priority, 4);
  assert_non_null(r.program->never);
  assert_non_null(r.program->trace);
  close_reading(&r);
}

static void expect_formula(const char *text, const char *wanted) {
  reading r;
  sv_text whole = {0};
  sv_text_printf(&whole, "int p, q, r; ltl f { %s } init { L: p = 1 }\n", text);
  read_text(&r, sv_text_get(&whole));
  pml_print_expr(r.names, r.program->ltl[0]->formula, &r.text);
  assert_string_equal(sv_text_get(&r.text), wanted);
  close_reading(&r);
  sv_text_free(&whole);
}

static void test_formulas(void **state) {
  SV_UNUSED(state);
  expect_formula("[] !np_", "([] (! np_))");
  expect_formula("[] p && q", "(([] p) && q)");
  expect_formula("[] (p -> <> q)", "([] (p -> (<> q)))");
  expect_formula("p U q || r", "((p U q) || r)");
  expect_formula("p == 1 U q == 2", "((p == 1) U (q == 2))");
  expect_formula("p -> q -> r", "((p -> q) -> r)");
  expect_formula("p <-> !q", "(p <-> (! q))");
  expect_formula("p W q V r", "((p W q) V r)");
  expect_formula("X p /\\ q \\/ r", "(((X p) && q) || r)");
  expect_formula("always eventually p implies next q", "(([] (<> p)) -> (X q))");
  expect_formula("p until q weakuntil r release p stronguntil q", "((((p U q) W r) V p) U q)");
  expect_formula("p equivalent q", "(p <-> q)");
  expect_formula("[]<>(p < q)", "([] (<> (p < q)))");
}

// --- inlines and macros

static void test_inlines(void **state) {
  SV_UNUSED(state);
  expect_stmt("skip", "1");
  reading r;
  read_text(&r, "int x, y;\n"
                "inline inc(a, b) { a = a + b; goto E; E: skip }\n"
                "inline twice(c) { inc(c, 1); inc(c, (2)) }\n"
                "inline get(d) { return d + 1 }\n"
                "init { twice(x); x = get(y); inc(y, 3) }\n");
  const pml_stmt *twice = step(&r, 0), *first = twice->body.at[0], *second = twice->body.at[1];
  assert_int_equal(twice->kind, PML_S_BLOCK);
  assert_int_equal(r.program->calls, 5);
  assert_int_equal(r.program->call[first->call - 1].caller, twice->call);
  // Each expansion has its own label.
  assert_ptr_equal(first->body.at[1]->goal->stmt, first->body.at[2]);
  assert_ptr_equal(second->body.at[1]->goal->stmt, second->body.at[2]);
  pml_print_stmt(r.names, step(&r, 1), &r.text);
  assert_string_equal(sv_text_get(&r.text), "{\n  x = (y + 1)\n}");
  close_reading(&r);
}

static void expect_text(const reading *r, sv_span s, const char *wanted) {
  assert_int_equal(s.end - s.begin, strlen(wanted));
  assert_memory_equal(sv_source_text(r->sources, s.file) + s.begin, wanted, strlen(wanted));
}

static void test_spans(void **state) {
  SV_UNUSED(state);
  reading r;
  read_text(&r, "#define two 2\n#define set(v, e) v = e\nint x;\n"
                "inline f(a) { a = 1 + a }\n"
                "init { x = two + 1; set(x, 3); f(x); if :: x > 1 -> skip fi }\n");
  expect_text(&r, step(&r, 0)->span, "x = two + 1");
  expect_text(&r, step(&r, 0)->value->arg[0]->span, "two");
  expect_text(&r, step(&r, 1)->span, "set(x, 3)");
  expect_text(&r, step(&r, 2)->span, "f(x)");
  expect_text(&r, step(&r, 2)->body.at[0]->span, "a = 1 + a");
  expect_text(&r, step(&r, 2)->body.at[0]->value->arg[1]->span, "x");
  expect_text(&r, step(&r, 3)->head, "if");
  expect_text(&r, step(&r, 3)->option[0].at[0]->span, "x > 1");
  close_reading(&r);
}

// --- models nobody here wrote

static bool is_missing_file(const reading *r) {
  for (uint32_t i = 0; i < sv_diags_count(r->diags); i++)
    if (strstr(sv_diags_message(r->diags, i), "cannot find the file")) return true;
  return false;
}

static void print_again(reading *r, const char *path) {
  sv_text first = {0}, second = {0};
  reading again;
  pml_print(r->names, r->program, &first);
  read_text(&again, sv_text_get(&first));
  pml_print(again.names, again.program, &second);
  if (strcmp(sv_text_get(&first), sv_text_get(&second)) != 0)
    fail_msg("%s: printed differently", path);
  close_reading(&again);
  sv_text_free(&first);
  sv_text_free(&second);
}

// One file of the corpus; false if a file that it includes is not there.
static bool check_model(const char *path) {
  reading r;
  const char *why = NULL;
  open_reading(&r);
  uint32_t file = sv_sources_read(r.sources, path, &why);
  if (!file) fail_msg("%s: %s", path, why);
  r.program = pml_parse(r.arena, r.names, r.sources, file, NULL, r.diags);
  bool complete = r.program || !is_missing_file(&r);
  if (!r.program && complete) {
    sv_diags_render(r.diags, &r.text);
    fail_msg("%s", sv_text_get(&r.text));
  }
  if (r.program) print_again(&r, path);
  close_reading(&r);
  return complete;
}

static void test_corpus(void **state) {
  SV_UNUSED(state);
  const char *root = getenv("SELVAGE_ROOT");
  sv_text path = {0};
  char line[4096];
  uint32_t n = 0, incomplete = 0;
  sv_text_printf(&path, "%s/../shared/corpus/promela", root ? root : SELVAGE_ROOT);
  sv_text list = {0};
  sv_text_printf(&list, "%s/expected.tsv", sv_text_get(&path));
  FILE *in = fopen(sv_text_get(&list), "r");
  sv_text_free(&list);
  if (!in) {
    print_message("skipped: there is no ../shared/corpus/promela beside the checkout\n");
    sv_text_free(&path);
    skip();
  }
  bool header = fgets(line, sizeof line, in) != NULL;
  while (header && fgets(line, sizeof line, in)) {
    sv_text file = {0};
    sv_text_printf(&file, "%s/%.*s", sv_text_get(&path), (int)strcspn(line, "\t\n"), line);
    incomplete += !check_model(sv_text_get(&file));
    n++;
    sv_text_free(&file);
  }
  fclose(in);
  print_message("%u models, of which %u include files that are not there\n", n, incomplete);
  sv_text_free(&path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_precedence), cmocka_unit_test(test_primaries),
      cmocka_unit_test(test_simple),     cmocka_unit_test(test_compound),
      cmocka_unit_test(test_separators), cmocka_unit_test(test_labels),
      cmocka_unit_test(test_break),      cmocka_unit_test(test_variables),
      cmocka_unit_test(test_mtypes),     cmocka_unit_test(test_locals),
      cmocka_unit_test(test_processes),  cmocka_unit_test(test_formulas),
      cmocka_unit_test(test_inlines),    cmocka_unit_test(test_spans),
      cmocka_unit_test(test_corpus),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
