// test_cover.c -- coverability alone, on the programs of tests/threads.
//
// The engine `threads` asks it last: most violations are found by a search with few threads
// before, and most proofs by sets of thread states. Here it decides every property that these sets leave
// open, without pairs, and must come to what the head of the file says.

#include "engine/threads/cover.h"
#include "unit/test_corpus_kit.h"

enum { SECONDS = 5 };

typedef struct {
  uint32_t programs, safe, reached, late;
} tally;

static void fail_memory(void *context, const char *why) {
  SV_UNUSED(context);
  fail_msg("out of memory: %s", why);
}

static bool expects_violation(const char *path) {
  char line[200] = "";
  FILE *in = fopen(path, "r");
  assert_non_null(in);
  while (fgets(line, sizeof line, in) && !strstr(line, "expect:")) {}
  fclose(in);
  assert_non_null(strstr(line, "expect:"));
  return strstr(line, "violated") != NULL;
}

// How many of the open properties are reached; UINT32_MAX where one of them takes too long.
static uint32_t decide_open(sv_thread_sets *x, tally *t) {
  uint32_t reached = 0;
  for (uint32_t p = 1; p < x->s->model->properties.n; p++) {
    if (!sv_bits_has(&x->violated, p)) continue;
    uint32_t first = SV_NO_ELEMENT;
    sv_cover *c = sv_cover_new(x, p);
    sv_cover_end end = sv_cover_run(c, &first);
    sv_cover_free(c);
    if (end != SV_COVER_SAFE && end != SV_COVER_REACHED) return UINT32_MAX;
    reached += end == SV_COVER_REACHED;
    t->safe += end == SV_COVER_SAFE;
  }
  return reached;
}

static uint32_t decide(sv_thread_system *s, tally *t) {
  sv_options options;
  sv_limits limits = sv_limits_make(SECONDS, 0, NULL);
  sv_log log = {0};
  sv_options_init(&options);
  sv_run run = {.options = &options, .limits = &limits, .log = &log};
  sv_thread_sets *x = sv_thread_sets_new(s, &run, fail_memory, NULL);
  sv_thread_explore(x);
  sv_thread_complete(x);
  uint32_t reached = decide_open(x, t);
  sv_thread_sets_free(x);
  sv_options_free(&options);
  return reached;
}

// Guards over all passive threads make coverability an over-approximation.
static bool is_taken(const sv_model *m) {
  return !m->unbounded && !sv_thread_has_stack(m) && !sv_threads_refuses(m, false);
}

static void check_program(const char *path, tally *t) {
  sv_text why = {0};
  sv_model *m = corpus_model(path);
  sv_thread_system *s = m && is_taken(m) ? sv_thread_system_new(m, NULL, &why) : NULL;
  if (s && !s->asks_passive) {
    uint32_t reached = decide(s, t);
    bool violated = expects_violation(path), late = reached == UINT32_MAX;
    if (!late && (reached > 0) != violated)
      fail_msg("%s: %u properties can be violated", path, reached);
    t->programs++, t->late += late, t->reached += violated && !late;
  }
  sv_thread_system_free(s);
  sv_text_free(&why);
  if (m) sv_model_free(m);
}

static void test_programs(void **state) {
  SV_UNUSED(state);
  tally t = {0};
  DIR *d = opendir(SELVAGE_ROOT "/tests/threads");
  assert_non_null(d);
  for (struct dirent *e; (e = readdir(d));) {
    sv_text path = {0};
    sv_text_printf(&path, "%s/tests/threads/%s", SELVAGE_ROOT, e->d_name);
    if (strstr(e->d_name, ".bp")) check_program(sv_text_get(&path), &t);
    sv_text_free(&path);
  }
  closedir(d);
  print_message("%u programs: %u violated, %u properties safe by coverability, %u late\n",
                t.programs, t.reached, t.safe, t.late);
  assert_true(t.programs > 20 && t.reached > 5 && t.safe > 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_programs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
