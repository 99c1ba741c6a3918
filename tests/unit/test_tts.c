// test_tts.c -- thread transition systems: reading, and families with known answers.
//
// A safe system has critical local states that are entered only by a step that
// takes the shared state from 0 to 1 and left only by one that takes it back;
// everything else moves between other local states and leaves the shared state
// as it is. So at most one thread is critical, and the target, two of them at
// once, is not reached however many threads there are. Each becomes unsafe by
// one more way in, taken while the shared state is 1.

#include <stdio.h>
#include <unistd.h>

#include "base/random.h"
#include "base/text.h"
#include "selvage.h"
#include "unit/unit.h"

enum { SYSTEMS = 60, CALM = 3, CRITICAL = 3 };  // local states 0..2, 3..5

static int status_of(const char *text, const char *label, char *words, size_t size) {
  char path[64];
  snprintf(path, sizeof path, "/tmp/selvage-tts-%ld.tts", (long)getpid());
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs(text, out);
  fclose(out);
  selvage *s = selvage_new();
  selvage_set(s, "--engine", "threads");
  selvage_set(s, "--time", "60");
  if (label) selvage_set(s, "--label", label);
  selvage_model *m = selvage_load(s, path);
  selvage_answer *a = selvage_check(s, m);
  int status = selvage_answer_status(a);
  char *report = selvage_answer_text(a);
  if (words) snprintf(words, size, "%s%s", selvage_model_messages(m), report);
  selvage_string_free(report);
  selvage_answer_free(a);
  selvage_model_free(m);
  selvage_free(s);
  unlink(path);
  return status;
}

static void write_system(sv_random *r, bool starts, bool safe, sv_text *t) {
  uint32_t in = CALM + sv_random_below(r, CRITICAL), gone = CALM + sv_random_below(r, CRITICAL);
  sv_text_printf(t, "2 %d\n", CALM + CRITICAL);
  sv_text_printf(t, "0 %u -> 1 %u\n", sv_random_below(r, CALM), in);
  for (uint32_t i = CALM; i < CALM + CRITICAL; i++)
    sv_text_printf(t, "1 %u -> 1 %u\n", i, CALM + sv_random_below(r, CRITICAL));
  sv_text_printf(t, "1 %u -> 0 %u\n", gone, sv_random_below(r, CALM));
  for (uint32_t i = 0; i < 6; i++) {
    uint32_t shared = sv_random_below(r, 2);
    bool start = starts && (i == 0 || !sv_random_below(r, 3));
    sv_text_printf(t, "%u %u %s %u %u\n", start ? 0 : shared,
                   start && !i ? 0 : sv_random_below(r, CALM), start ? "+>" : "->",
                   start ? 0 : shared, sv_random_below(r, CALM));
  }
  for (uint32_t i = 0; i < CALM; i++) sv_text_printf(t, "0 %u -> 0 %u\n", i, (i + 1) % CALM);
  if (!safe) sv_text_printf(t, "1 0 -> 1 %u\n0 0 +> 0 0\n0 %u -> 1 %u\n", in, 0, in);
}

static void test_families(void **state) {
  SV_UNUSED(state);
  for (uint64_t seed = 1; seed <= SYSTEMS; seed++)
    for (int safe = 0; safe < 2; safe++) {
      sv_random r = {seed};
      sv_text t = {0};
      char words[600], label[32];
      write_system(&r, seed % 2, safe, &t);
      uint32_t one = CALM + sv_random_below(&r, CRITICAL), in = one;
      sscanf(strstr(sv_text_get(&t), "-> 1 "), "-> 1 %u", &in);
      snprintf(label, sizeof label, "1|%u,%u", safe ? one : in, in);
      int status = status_of(sv_text_get(&t), label, words, sizeof words);
      if (status != (safe ? SELVAGE_HOLDS : SELVAGE_VIOLATED))
        fail_msg("seed %llu, %s, %s:\n%s%s", (unsigned long long)seed, safe ? "safe" : "unsafe",
                 label, sv_text_get(&t), words);
      sv_text_free(&t);
    }
}

// Without `+>` any number of threads is there; with it there is one.
static void test_how_many(void **state) {
  SV_UNUSED(state);
  assert_int_equal(status_of("2 3\n0 0 -> 1 1\n1 0 -> 1 2\n", NULL, NULL, 0), SELVAGE_VIOLATED);
  assert_int_equal(status_of("2 3\n0 0 -> 1 1\n1 0 -> 1 2\n0 1 +> 0 0\n", NULL, NULL, 0),
                   SELVAGE_HOLDS);
}

// The comment names the target; else it is the last states.
static void test_targets(void **state) {
  SV_UNUSED(state);
  static const char *const system = "2 3\n0 0 -> 1 1\n";
  char with[200];
  assert_int_equal(status_of(system, NULL, NULL, 0), SELVAGE_HOLDS);
  snprintf(with, sizeof with, "# error state is shared num 1 local num 1\n%s", system);
  assert_int_equal(status_of(with, NULL, NULL, 0), SELVAGE_VIOLATED);
  assert_int_equal(status_of(system, "1|1", NULL, 0), SELVAGE_VIOLATED);
  assert_int_equal(status_of(system, "1|1,1", NULL, 0), SELVAGE_HOLDS);
  assert_int_equal(status_of(system, "0|0,0,0", NULL, 0), SELVAGE_VIOLATED);
}

static void test_mistakes(void **state) {
  SV_UNUSED(state);
  static const struct {
    const char *text, *label, *words;
    int status;
  } all[] = {
      {"", NULL, "numbers of shared and local states are missing", SELVAGE_MALFORMED},
      {"# nothing\n", NULL, "numbers of shared and local states are missing", SELVAGE_MALFORMED},
      {"2\n", NULL, "number of local states is expected", SELVAGE_MALFORMED},
      {"0 1\n", NULL, "there must be a shared and a local state", SELVAGE_MALFORMED},
      {"99999999999 1\n", NULL, "too large", SELVAGE_MALFORMED},
      {"2 2\n0 0 => 1 1\n", NULL, "`->` or `+>` is expected", SELVAGE_MALFORMED},
      {"2 2\n0 0 -> 1 2\n", NULL, "this local state is too large", SELVAGE_MALFORMED},
      {"2 2\n0 0 -> 1 1 1\n", NULL, "nothing more is expected", SELVAGE_MALFORMED},
      {"2 2\n0 0 -> 1 1\n", "1", "is no target like", SELVAGE_MALFORMED},
      {"2 2\n0 0 -> 1 1\n", "1|2", "not among the states", SELVAGE_MALFORMED},
      {"2 2\n0 0 ~> 1 1\n", NULL, "broadcast transitions", SELVAGE_UNKNOWN}};
  for (uint32_t i = 0; i < SV_COUNT(all); i++) {
    char words[600];
    int status = status_of(all[i].text, all[i].label, words, sizeof words);
    if (status != all[i].status || !strstr(words, all[i].words))
      fail_msg("%s: status %d: %s", all[i].text, status, words);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_families), cmocka_unit_test(test_how_many),
      cmocka_unit_test(test_targets), cmocka_unit_test(test_mistakes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
