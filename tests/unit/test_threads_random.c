// test_threads_random.c -- random Boolean programs with threads, locks, atomic
// sections, broadcasts and guards over all others: `threads` against `explicit` with 1 to 4 threads.
//
//   [SETS_ONLY=1] test_threads_random [FIRST-SEED COUNT [KINDS]]
//
// What explicit violates with any number of threads, threads must violate, and
// what threads proves (also by its abstraction alone, eager or lazy, or by that
// of pairs of threads) no number of threads may violate. Symbolic thread states say what sets of them say, unless a
// limit came first, which may not be the rule. A program that fails is shrunk line by line.

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

enum { RUNS = 5, MOST_LINES = 200, BROADCASTS = 1, ODD_LOCKS = 2, ROOMS = 4, ALL_KINDS = 7 };

static uint64_t first_seed = 1, count = 60;
static unsigned kinds = ALL_KINDS;

typedef struct {
  sv_random random;
  unsigned kinds;
  SV_VEC(char *) lines;
  unsigned depth;
  bool atomic, in_main;
  bool gated;  // threads wait until all are there, and then say little
} writer;

static uint32_t draw(writer *w, uint32_t n) { return sv_random_below(&w->random, n); }

static void line(writer *w, const char *format, ...) {
  sv_text t = {0};
  va_list args;
  va_start(args, format);
  sv_text_vprintf(&t, format, args);
  va_end(args);
  sv_push(w->lines, sv_text_take(&t));
}

// ---- programs

static const char *variable(writer *w) {
  static const char *const all[] = {"g0", "g1", "g2", "x", "t", "a"};
  return all[draw(w, w->in_main ? 3 : 6)];
}

static const char *local(writer *w) {
  static const char *const all[] = {"x", "t", "a"};
  return w->in_main ? variable(w) : all[draw(w, 3)];
}

static char *expression(writer *w, unsigned depth) {
  sv_text t = {0};
  uint32_t kind = draw(w, depth ? 8 : 5);
  if (kind < 3) sv_text_string(&t, variable(w));
  else if (kind == 3) sv_text_printf(&t, "!%s", variable(w));
  else if (kind == 4) sv_text_string(&t, draw(w, 3) ? "*" : draw(w, 2) ? "T" : "F");
  else {
    static const char *const ops[] = {"&", "|", "!="};
    char *a = expression(w, depth - 1), *b = expression(w, depth - 1);
    sv_text_printf(&t, "(%s %s %s)", a, ops[kind - 5], b);
    sv_free(a);
    sv_free(b);
  }
  return sv_text_take(&t);
}

static void body(writer *w, uint32_t statements);

static void with_expression(writer *w, const char *format) {
  char *e = expression(w, 2);
  line(w, format, e);
  sv_free(e);
}

static void assignment(writer *w) {
  char *e = expression(w, 2);
  line(w, "%s := %s;", variable(w), e);
  sv_free(e);
}

static void section(writer *w) {
  if (w->atomic) return;
  w->atomic = true;
  line(w, "atomic_begin;");
  body(w, 1 + draw(w, 3));
  line(w, "atomic_end;");
  w->atomic = false;
}

static void locked(writer *w) {
  uint32_t l = draw(w, 2);
  line(w, "lock l%u;", l);
  body(w, 1 + draw(w, 3));
  line(w, "unlock l%u;", (w->kinds & ODD_LOCKS) && !draw(w, 8) ? 1 - l : l);
}

static void branch(writer *w, const char *begin, const char *end) {
  if (w->depth > 2) return;
  w->depth++;
  with_expression(w, begin);
  body(w, 1 + draw(w, 2));
  line(w, "%s", end);
  w->depth--;
}

static void broadcast(writer *w) {
  static const char *const all[] = {"t$ := F;",
                                    "t$ := T;",
                                    "t$ := t$ & g0;",
                                    "t$ := !t$;",
                                    "t$, g1 := g2, T;",
                                    "t$ := * constrain g0 => t$';",
                                    "g0 := * constrain t$ | g0;"};
  line(w, "%s", all[draw(w, SV_COUNT(all))]);
}

// Who goes into a room mostly asks all others; for each way in there is mostly a way out.
static void room(writer *w) {
  static const char *const in[] = {"t := T constrain !t$;",
                                   "t := T constrain !u$;",
                                   "u := T constrain !t$;",
                                   "u := T constrain !t$ & !u$;",
                                   "t := T;",
                                   "t, g1 := T, T constrain g0 | !t$;"};
  static const char *const out[] = {
      "t := F;",      "t := F;", "u := F;", "u := F constrain u | t$;", "t := F constrain !u$;",
      "t, u := F, F;"};
  uint32_t way = draw(w, SV_COUNT(in));
  line(w, "%s", in[way]);
  body(w, 1 + draw(w, 2));
  if (draw(w, 8)) line(w, "%s", out[way == 2 || way == 3 ? 2 + draw(w, 4) : draw(w, 2)]);
}

static void start(writer *w, const char *name) {
  static const char *const values[] = {"T", "T", "F", "*", "g0", "!g1"};
  line(w, "start_thread %s(%s);", name, values[draw(w, SV_COUNT(values))]);
}

// What one thread has, and what another one with the same has done.
static void exclusion(writer *w) {
  const char *g = variable(w), *l = local(w);
  line(w, "assert(!%s | !%s);", g, l);
  if (draw(w, 2)) line(w, "%s := 1;", g);
}

static void rare(writer *w) {
  switch (draw(w, 6)) {
  case 0: start(w, "f"); break;
  case 1: line(w, "end_thread;"); break;
  case 2:
    if (w->kinds & BROADCASTS) broadcast(w);
    break;
  case 3:
    if (w->kinds & ODD_LOCKS) line(w, "l%u := *;", draw(w, 2));
    break;
  default: line(w, "skip;");
  }
}

static void statement(writer *w) {
  if ((w->kinds & ROOMS) && !w->in_main && !w->atomic && !draw(w, 4)) return room(w);
  switch (draw(w, 15)) {
  case 0:
  case 1:
  case 2:
  case 3: assignment(w); break;
  case 4:
  case 5: with_expression(w, "assume(%s);"); break;
  case 6: with_expression(w, "assert(%s | g0 | g1);"); break;
  case 7: section(w); break;
  case 8:
  case 9: locked(w); break;
  case 10: branch(w, "if %s then", "fi;"); break;
  case 11: branch(w, "while %s do", "od;"); break;
  case 12: with_expression(w, "t := %s;"); break;
  case 13: exclusion(w); break;
  default: rare(w);
  }
}

static void body(writer *w, uint32_t statements) {
  if (w->lines.n > MOST_LINES / 2) return;
  for (uint32_t i = 0; i < statements; i++) statement(w);
}

static void procedure(writer *w, const char *name) {
  line(w, "void %s(a) begin", name);
  line(w, "decl x;");
  if (w->gated) line(w, "assume(go);");
  body(w, (w->gated ? 1 : 3) + draw(w, w->gated ? 3 : 5));
  if (w->gated) exclusion(w);
  else with_expression(w, "assert(%s | g0);");
  line(w, "end");
}

// A few threads that wait for one another: each is where it is when others are, with its locals.
static void gated_main(writer *w) {
  for (uint32_t n = 2 + draw(w, 2); n; n--) start(w, draw(w, 3) ? "f" : "h");
  line(w, "go := 1;");
}

static void main_body(writer *w) {
  bool loop = draw(w, 4);
  line(w, loop ? "while * do" : "if * then");
  body(w, draw(w, 2));
  start(w, "f");
  if (draw(w, 2)) start(w, "h");
  line(w, loop ? "od" : "fi");
  body(w, draw(w, 4));
}

static void program(writer *w) {
  w->gated = !draw(w, 3);
  line(w, "decl g0 := 0, g1 := 0, g2 := 0, l0 := 0, l1 := 0, go := 0;");
  line(w, "decl thread_local t := 0%s;", w->kinds & ROOMS ? ", u := 0" : "");
  procedure(w, "f");
  procedure(w, "h");
  line(w, "void main() begin");
  w->in_main = true;
  if (draw(w, 2)) line(w, "l0, g0 := 0, *;");
  if (w->gated) gated_main(w);
  else main_body(w);
  line(w, "end");
}

// ---- answers

static char path[64];
static bool symbolic;               // ask for symbolic states as well: they take their time
static unsigned by_pairs;           // programs that pairs prove and single threads do not
static unsigned malformed;          // programs that are none: a mistake of the writer
static unsigned compared, skipped;  // answers of symbolic states: with those of sets; limits

static bool write_program(char *const *lines, uint32_t n) {
  FILE *out = fopen(path, "w");
  if (!out) return false;
  for (uint32_t i = 0; i < n; i++)
    if (lines[i]) fprintf(out, "%s\n", lines[i]);
  return !fclose(out);
}

typedef struct {
  const char *flag, *value;
} setting;

static int status_of(const setting *settings, uint32_t n, char *text, size_t size, bool *late) {
  selvage *s = selvage_new();
  selvage_set(s, "--time", "20");
  for (uint32_t i = 0; i < n; i++) selvage_set(s, settings[i].flag, settings[i].value);
  if (!strcmp(settings[0].value, "explicit")) selvage_set(s, "--jobs", "1");
  selvage_model *m = selvage_load(s, path);
  selvage_answer *a = selvage_check(s, m);
  int status = selvage_answer_status(a);
  const char *cause = selvage_answer_cause(a);
  *late = cause && (!strcmp(cause, "time") || !strcmp(cause, "gave-up"));
  char *words = selvage_answer_text(a);
  snprintf(text, size, "%s", words);
  selvage_string_free(words);
  selvage_answer_free(a);
  selvage_model_free(m);
  selvage_free(s);
  return status;
}

static bool may_stay_unknown(const char *text, bool late) {
  return late || strstr(text, "guard over all other threads");
}

// The answers for sets and for symbolic states of the same kind are the same, or one was late.
static bool agree(int sets, int symbols, bool late) {
  if (late) skipped++;
  else compared++;
  return late || sets == symbols;
}

// NULL, or what is wrong with the answers for the program in the file.
static const char *complaint(void) {
  static const setting runs[RUNS][5] = {
      {{"--engine", "threads"}},
      {{"--engine", "threads"}, {"--approximate", NULL}},
      {{"--engine", "threads"}, {"--approximate", NULL}, {"--reduction", "off"}},
      {{"--engine", "threads"}, {"--approximate", NULL}, {"--repr", "qbf"}, {"--time", "3"}},
      {{"--engine", "threads"},
       {"--approximate", NULL},
       {"--repr", "qbf"},
       {"--time", "3"},
       {"--reduction", "off"}}};
  static const uint32_t settings[RUNS] = {1, 2, 3, 4, 5};
  static const setting pairs[] = {
      {"--engine", "threads"}, {"--approximate", NULL}, {"--repr", "pairs"}};
  static const char *const numbers[] = {"1", "2", "3", "4"};
  char text[2000];
  int answers[RUNS];
  bool late[RUNS];
  for (uint32_t i = 0; i < (symbolic ? RUNS : 3); i++) {
    answers[i] = status_of(runs[i], settings[i], text, sizeof text, &late[i]);
    if (answers[i] == SELVAGE_MALFORMED) return malformed++, NULL;
    if (answers[i] == SELVAGE_BUG) return "internal error";
    bool abstract = strstr(text, "abstract counterexample") && !late[i];
    if (abstract && !strstr(text, "what is behind each"))
      return "an abstract counterexample that cannot be told";
    if (!i && answers[i] == SELVAGE_UNKNOWN && !may_stay_unknown(text, late[0])) return "unknown";
  }
  for (uint32_t i = 1; i < 3 && symbolic; i++)
    if (!agree(answers[i], answers[i + 2], late[i] || late[i + 2]))
      return "symbolic states differ from sets";
  if (answers[1] == SELVAGE_HOLDS && answers[0] != SELVAGE_HOLDS)
    return "the abstraction holds alone";
  bool any_late;
  int paired = status_of(pairs, SV_COUNT(pairs), text, sizeof text, &any_late);
  if (paired == SELVAGE_HOLDS && answers[0] == SELVAGE_VIOLATED) return "pairs miss a violation";
  if (paired == SELVAGE_HOLDS && answers[1] != SELVAGE_HOLDS) by_pairs++;
  if (paired != SELVAGE_HOLDS && answers[1] == SELVAGE_HOLDS) return "pairs know less";
  for (uint32_t k = 0; k < SV_COUNT(numbers); k++) {
    setting bounded[] = {{"--engine", "explicit"}, {"--threads", numbers[k]}};
    if (status_of(bounded, 2, text, sizeof text, &any_late) != SELVAGE_VIOLATED) continue;
    for (uint32_t i = 0; i < 3; i++)
      if (answers[i] == SELVAGE_HOLDS)
        return i == 2 ? "eager passing misses a violation"
               : i    ? "lazy passing misses a violation"
                      : "misses a violation";
    if (answers[0] != SELVAGE_VIOLATED && !late[0]) return "does not find a violation";
  }
  return NULL;
}

// Leaves out runs of lines while the same complaint stays.
static void shrink(char **lines, uint32_t n, const char *what) {
  for (uint32_t size = n / 2; size; size = size > 1 ? size / 2 : 0)
    for (uint32_t at = 0; at + size <= n; at++) {
      char *kept[MOST_LINES * 2];
      memcpy(kept, lines, n * sizeof *kept);
      for (uint32_t i = at; i < at + size; i++) lines[i] = NULL;
      bool written = write_program(lines, n);
      const char *now = written ? complaint() : NULL;
      if (!now || strcmp(now, what)) memcpy(lines, kept, n * sizeof *kept);
    }
}

static bool look(uint64_t seed) {
  writer w = {.random = {seed * 77 + 5}, .kinds = kinds & (unsigned)seed};
  symbolic = !getenv("SETS_ONLY") && seed % 3 == 0;
  program(&w);
  assert_true(w.lines.n < MOST_LINES * 2 && write_program(w.lines.at, w.lines.n));
  unsigned before = malformed;
  const char *what = complaint();
  if (malformed > before) what = "not a program";
  if (what) {
    char *lines[MOST_LINES * 2];
    memcpy(lines, w.lines.at, w.lines.n * sizeof *lines);
    shrink(lines, w.lines.n, what);
    fprintf(stderr, "seed %llu: %s\n", (unsigned long long)seed, what);
    for (uint32_t i = 0; i < w.lines.n; i++)
      if (lines[i]) fprintf(stderr, "  %s\n", lines[i]);
  }
  for (uint32_t i = 0; i < w.lines.n; i++) sv_free(w.lines.at[i]);
  sv_vec_free(w.lines);
  return !what;
}

static void test_agreement(void **state) {
  (void)state;
  unsigned failures = 0;
  snprintf(path, sizeof path, "/tmp/selvage-threads-%ld.bp", (long)getpid());
  for (uint64_t seed = first_seed; seed < first_seed + count && failures < 3; seed++)
    failures += !look(seed);
  unlink(path);
  print_message("%u programs proved by pairs only\n", by_pairs);
  print_message("symbolic states: %u answers compared, %u skipped for limits\n", compared, skipped);
  assert_int_equal(failures, 0);
  assert_true(compared >= skipped);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_agreement)};
  if (argc > 2) first_seed = strtoull(argv[1], NULL, 10), count = strtoull(argv[2], NULL, 10);
  if (argc > 3) kinds = (unsigned)strtoul(argv[3], NULL, 10);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
