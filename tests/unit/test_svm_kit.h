// test_svm_kit.h -- what the tests of models and .svm files share: reading a model
// from a string, and walking over a folder of files.

#ifndef SVM_TEST_KIT_H
#define SVM_TEST_KIT_H

#include <dirent.h>

#include "lang/svm/svm.h"
#include "unit/unit.h"

// Reads a model from a text under the given name; NULL if it is faulty. What
// is said about it is appended to *said (may be NULL).
static inline sv_model *kit_read(const char *name, const char *text, size_t n, sv_text *said) {
  sv_model *m = sv_model_new();
  sv_diags *diags = sv_diags_new(m->sources);
  uint32_t file = sv_sources_add(m->sources, name, text, n);
  bool fine = sv_language_svm.read(m, file, NULL, diags);
  assert_int_equal(fine, sv_diags_errors(diags) == 0);
  if (said) sv_diags_render(diags, said);
  sv_diags_free(diags);
  if (fine) return m;
  sv_model_free(m);
  return NULL;
}

// A model that must be fine.
static inline sv_model *kit_model(const char *text) {
  sv_text said = {0};
  sv_model *m = kit_read("test.svm", text, strlen(text), &said);
  if (!m) fail_msg("%s", sv_text_get(&said));
  sv_text_free(&said);
  return m;
}

// Prints, reads, prints again: the two texts must be the same. Frees the model.
static inline void kit_round_trip(const char *name, sv_model *m) {
  sv_text first = {0}, second = {0}, said = {0};
  sv_model_print(m, &first);
  sv_model *again = kit_read(name, first.at, first.n, &said);
  if (!again)
    fail_msg("%s cannot be read back:\n%s\n%s", name, sv_text_get(&said), sv_text_get(&first));
  sv_model_print(again, &second);
  if (strcmp(sv_text_get(&first), sv_text_get(&second)))
    fail_msg("%s changed:\n%s\n--- became ---\n%s", name, sv_text_get(&first),
             sv_text_get(&second));
  assert_int_equal(sv_model_features(m), sv_model_features(again));
  sv_text_free(&first);
  sv_text_free(&second);
  sv_text_free(&said);
  sv_model_free(again);
  sv_model_free(m);
}

static inline bool kit_read_file(const char *path, sv_text *out) {
  FILE *in = fopen(path, "rb");
  char buffer[4096];
  if (!in) return false;
  for (size_t got; (got = fread(buffer, 1, sizeof buffer, in));) sv_text_bytes(out, buffer, got);
  fclose(in);
  return true;
}

static inline bool kit_ends_with(const char *s, const char *end) {
  size_t n = strlen(s), m = strlen(end);
  return n >= m && !strcmp(s + n - m, end);
}

static inline int kit_by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

typedef void kit_file_fn(const char *path, const char *name, void *context);

// Calls back for every file of a folder below the root with this suffix, by name.
static inline uint32_t kit_each_file(const char *folder, const char *suffix, kit_file_fn *f,
                                     void *context) {
  const char *root = getenv("SELVAGE_ROOT");
  sv_text path = {0};
  sv_strings names = {0};
  sv_text_printf(&path, "%s/%s", root ? root : SELVAGE_ROOT, folder);
  DIR *dir = opendir(sv_text_get(&path));
  if (!dir) fail_msg("cannot open %s", sv_text_get(&path));
  for (struct dirent *e; (e = readdir(dir));)
    if (kit_ends_with(e->d_name, suffix)) sv_push(names, sv_strdup(e->d_name));
  closedir(dir);
  if (names.n) qsort(names.at, names.n, sizeof *names.at, kit_by_name);
  uint32_t length = path.n, n = names.n;
  for (uint32_t i = 0; i < n; i++) {
    path.n = length;
    sv_text_printf(&path, "/%s", names.at[i]);
    f(sv_text_get(&path), names.at[i], context);
    sv_free(names.at[i]);
  }
  sv_vec_free(names);
  sv_text_free(&path);
  return n;
}

#endif
