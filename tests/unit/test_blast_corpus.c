// test_blast_corpus.c -- blasted actions against exec, on the models of the corpus.
//
// Nets that are not finite must be refused with a reason; the rest are walked.

#include <dirent.h>

#include "base/options.h"
#include "lang/lang.h"
#include "unit/test_blast_kit.h"

enum { FILES_LEAST = 100, ACTIONS_MOST = 3000, ROUNDS = 2 };

typedef struct {
  uint32_t done, refused, large;
  uint64_t steps, left;
} tally;

static sv_model *read_model(const char *path) {
  const sv_language *language = sv_language_by_path(path);
  sv_model *m = sv_model_new();
  sv_diags *diags = sv_diags_new(m->sources);
  sv_options options = {0};
  const char *why = NULL;
  sv_options_init(&options);
  uint32_t file = sv_sources_read(m->sources, path, &why);
  bool fine = language && file && language->read(m, file, &options, diags) &&
              sv_model_validate(m, diags);
  sv_diags_free(diags);
  sv_options_free(&options);
  if (fine) return m;
  sv_model_free(m);
  return NULL;
}

static bool is_codable(const sv_net *net, const char *path) {
  sv_text why = {0};
  sv_coding *c = sv_coding_new(net, NULL, SV_QUEUE_SHIFTING, &why);
  if (!c && !why.n) fail_msg("%s: refused without a reason", path);
  bool fine = c;
  sv_coding_free(c);
  sv_text_free(&why);
  return fine;
}

static void walk_file(const char *path, tally *t) {
  sv_text why = {0};
  sv_model *m = read_model(path);
  sv_net *net = m ? sv_net_new(m, (sv_net_options){.threads = 3}, &why) : NULL;
  sv_text_free(&why);
  if (!net) {
    t->refused++;
  } else if (!is_codable(net, path)) {
    t->refused++;
  } else if (net->actions.n > ACTIONS_MOST) {
    t->large++;
  } else {
    t->steps += compare_net(net, path, 1, ROUNDS, &t->left);
    t->done++;
  }
  if (net) sv_net_free(net);
  if (m) sv_model_free(m);
}

static void walk_folder(const char *folder, tally *t) {
  sv_text path = {0};
  sv_text_printf(&path, "%s/tests/corpus/%s", SELVAGE_ROOT, folder);
  DIR *d = opendir(sv_text_get(&path));
  assert_non_null(d);
  for (struct dirent *e; (e = readdir(d));) {
    if (e->d_name[0] == '.') continue;
    sv_text file = {0};
    sv_text_printf(&file, "%s/%s", sv_text_get(&path), e->d_name);
    walk_file(sv_text_get(&file), t);
    sv_text_free(&file);
  }
  closedir(d);
  sv_text_free(&path);
}

static void corpus(void **state) {
  tally t = {0};
  SV_UNUSED(state);
  walk_folder("svm", &t);
  walk_folder("boolprog", &t);
  walk_folder("promela", &t);
  printf("%u files, %u refused, %u too large; %llu steps, %llu left the coding\n", t.done,
         t.refused, t.large, (unsigned long long)t.steps, (unsigned long long)t.left);
  assert_true(t.done >= FILES_LEAST);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(corpus)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
