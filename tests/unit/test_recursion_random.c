// test_recursion_random.c -- random recursive Boolean programs: `threads`, which knows no
// bound, against `explicit` with a few activations.
//
//   test_recursion_random [FIRST-SEED COUNT]
//
// Odd seeds have one thread: then threads must give an answer, what explicit violates with
// some bound it must violate, what it proves nobody may violate, and where the stack
// alone is finite (explicit with --recursion 0 comes to an end) both say the same.
// Even seeds start threads: there it may stay unknown. Every violation is replayed from its file.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/random.h"
#include "base/text.h"
#include "selvage.h"

static uint64_t first_seed = 1, count = 60;
static unsigned decided[3], deeper;

typedef struct {
  sv_random random;
  sv_text text;
  const char *procedure;
  unsigned depth, calls;
  bool threads;
} writer;

static uint32_t draw(writer *w, uint32_t n) { return sv_random_below(&w->random, n); }

// ---- programs

static const char *variable(writer *w) {
  static const char *const all[] = {"g0", "g1", "g2", "a", "x"};
  return all[draw(w, 5)];
}

static void expression(writer *w, unsigned depth) {
  static const char *const ops[] = {"&", "|", "!="};
  uint32_t kind = draw(w, depth ? 8 : 5);
  if (kind < 3) sv_text_string(&w->text, variable(w));
  else if (kind == 3) sv_text_printf(&w->text, "!%s", variable(w));
  else if (kind == 4) sv_text_string(&w->text, draw(w, 3) ? "*" : draw(w, 2) ? "T" : "F");
  else {
    sv_text_char(&w->text, '(');
    expression(w, depth - 1);
    sv_text_printf(&w->text, " %s ", ops[kind - 5]);
    expression(w, depth - 1);
    sv_text_char(&w->text, ')');
  }
}

static void around(writer *w, const char *before, const char *after) {
  sv_text_string(&w->text, before);
  expression(w, 2);
  sv_text_printf(&w->text, "%s\n", after);
}

static void body(writer *w, uint32_t statements);

static void branch(writer *w, const char *before, const char *after, const char *end) {
  if (w->depth > 2) return;
  w->depth++;
  around(w, before, after);
  body(w, 1 + draw(w, 2));
  sv_text_printf(&w->text, "%s;\n", end);
  w->depth--;
}

static void call(writer *w) {
  if (w->calls++ > 3) return;
  bool gives = draw(w, 2);
  if (gives && draw(w, 3)) sv_text_printf(&w->text, "%s := ", variable(w));
  around(w, gives ? "h(" : "f(", ");");
}

static void rare(writer *w) {
  if (w->threads && draw(w, 2)) around(w, "start_thread f(", ");");
  else if (draw(w, 2)) sv_text_string(&w->text, "atomic_begin; atomic_end;\n");
  else sv_text_string(&w->text, draw(w, 3) ? "skip;\n" : "lock l; g0 := !g0; unlock l;\n");
}

static void statement(writer *w) {
  switch (draw(w, 12)) {
  case 0:
  case 1:
  case 2:
  case 3:
    sv_text_printf(&w->text, "%s := ", variable(w));
    around(w, "", ";");
    break;
  case 4: around(w, "assume(", ");"); break;
  case 5: around(w, "assert(g0 | ", " | g1);"); break;
  case 6: branch(w, "if ", " then", "fi"); break;
  case 7: branch(w, "while ", " do", "od"); break;
  case 8:
  case 9:
  case 10: call(w); break;
  default: rare(w);
  }
}

static void body(writer *w, uint32_t statements) {
  for (uint32_t i = 0; i < statements; i++) statement(w);
}

static void procedure(writer *w, const char *head, bool gives) {
  w->calls = 0;
  sv_text_printf(&w->text, "%s begin\ndecl x;\n", head);
  body(w, 2 + draw(w, 4));
  if (draw(w, 2)) call(w);
  if (gives && draw(w, 6)) around(w, "return ", ";");
  sv_text_string(&w->text, "end\n");
}

static void program(writer *w) {
  sv_text_string(&w->text, "decl g0 := 0, g1 := 0, g2 := 0, l := 0;\n");
  procedure(w, "void f(a)", false);
  procedure(w, "bool h(a)", true);
  sv_text_string(&w->text, "void main() begin\ndecl a, x;\n");
  body(w, 1 + draw(w, 3));
  if (w->threads) sv_text_string(&w->text, "while * do start_thread f(*); od;\n");
  sv_text_string(&w->text, "f(F);\na := h(T);\n");
  body(w, draw(w, 3));
  around(w, "assert(g0 | ", ");");
  sv_text_string(&w->text, "end\n");
}

// ---- answers

static char path[64], trace[64];

static int ask(const char *engine, const char *recursion, const char *threads, bool keep) {
  selvage *s = selvage_new();
  selvage_set(s, "--time", "2");
  selvage_set(s, "--memory", "2000");
  selvage_set(s, "--engine", engine);
  selvage_set(s, "--recursion", recursion);
  selvage_set(s, "--threads", threads);
  if (!strcmp(engine, "explicit")) selvage_set(s, "--jobs", "1");
  if (!strcmp(recursion, "0") && strcmp(engine, "threads")) selvage_set(s, "--depth", "30");
  selvage_model *m = selvage_load(s, path);
  selvage_answer *a = selvage_check(s, m);
  int status = selvage_answer_status(a);
  if (keep && status == SELVAGE_VIOLATED) selvage_answer_write_trace(a, trace);
  selvage_answer_free(a);
  selvage_model_free(m);
  selvage_free(s);
  return status;
}

static bool replays(void) {
  selvage *s = selvage_new();
  bool read = !selvage_set_from_trace(s, trace);
  selvage_model *m = selvage_load(s, path);
  selvage_answer *a = selvage_replay(s, m, trace);
  bool good = read && selvage_answer_status(a) == SELVAGE_VIOLATED;
  selvage_answer_free(a);
  selvage_model_free(m);
  selvage_free(s);
  return good;
}

// NULL, or what is wrong with the answers for the program in the file.
static const char *complaint(bool threads) {
  static const char *const bounds[] = {"1", "2", "3", "0"};
  bool shallow = false;
  int exact = ask("threads", "2", "0", true);
  if (exact > SELVAGE_UNKNOWN) return "malformed, or an internal error";
  decided[exact]++;
  if (exact == SELVAGE_UNKNOWN && !threads) return "unknown";
  if (exact == SELVAGE_VIOLATED && !replays()) return "a trace that cannot be replayed";
  for (uint32_t i = 0; i < SV_COUNT(bounds); i++) {
    int bounded = ask("explicit", bounds[i], threads ? "3" : "0", false);
    if (bounded == SELVAGE_VIOLATED && exact == SELVAGE_HOLDS) return "misses a violation";
    if (bounded == SELVAGE_HOLDS && exact == SELVAGE_VIOLATED)
      return "a violation that is not there";
    shallow |= bounded == SELVAGE_VIOLATED && bounds[i][0] != '0';
  }
  deeper += exact == SELVAGE_VIOLATED && !shallow;
  return NULL;
}

static bool look(uint64_t seed) {
  writer w = {.random = {seed * 97 + 3}, .threads = seed % 2 == 0};
  program(&w);
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs(sv_text_get(&w.text), out);
  fclose(out);
  const char *what = complaint(w.threads);
  if (what)
    fprintf(stderr, "seed %llu: %s\n%s", (unsigned long long)seed, what, sv_text_get(&w.text));
  sv_text_free(&w.text);
  return !what;
}

static void test_agreement(void **state) {
  (void)state;
  unsigned failures = 0;
  snprintf(path, sizeof path, "/tmp/selvage-recursion-%ld.bp", (long)getpid());
  snprintf(trace, sizeof trace, "/tmp/selvage-recursion-%ld.json", (long)getpid());
  for (uint64_t seed = first_seed; seed < first_seed + count && failures < 3; seed++)
    failures += !look(seed);
  unlink(path);
  unlink(trace);
  printf("%u hold, %u violated (%u of them deeper than explicit looks), %u unknown\n", decided[0],
         decided[1], deeper, decided[2]);
  assert_int_equal(failures, 0);
  assert_true(count < 60 || (decided[0] > count / 10 && decided[1] > count / 10));
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_agreement)};
  if (argc > 2) first_seed = strtoull(argv[1], NULL, 10), count = strtoull(argv[2], NULL, 10);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
