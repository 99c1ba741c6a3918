// test_blast_corpus.c -- blasted actions against exec, on the models of the corpus.
//
// Nets that are not finite must be refused with a reason; the rest are walked.

#include "unit/test_blast_kit.h"
#include "unit/test_corpus_kit.h"

enum { FILES_LEAST = 100, ACTIONS_MOST = 3000, ROUNDS = 2 };

typedef struct {
  uint32_t done, refused, large;
  uint64_t steps, left;
} tally;

static void walk_net(const sv_net *net, const char *path, void *context) {
  tally *t = context;
  if (!net || !corpus_codable(net, path)) {
    t->refused++;
  } else if (net->actions.n > ACTIONS_MOST) {
    t->large++;
  } else {
    t->steps += compare_net(net, path, 1, ROUNDS, &t->left);
    t->done++;
  }
}

static void corpus(void **state) {
  tally t = {0};
  SV_UNUSED(state);
  corpus_everything(3, walk_net, &t);
  printf("%u files, %u refused, %u too large; %llu steps, %llu left the coding\n", t.done,
         t.refused, t.large, (unsigned long long)t.steps, (unsigned long long)t.left);
  assert_true(t.done >= FILES_LEAST);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(corpus)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
