// Tests of base/cache.h: what was written is found, and nothing else is.

#define _XOPEN_SOURCE 700

#include "base/cache.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit/unit.h"

static char parent[] = "/tmp/selvage-cache-XXXXXX";
static char folder[64];

static int make_folder(void **state) {
  SV_UNUSED(state);
  if (!mkdtemp(parent)) return -1;
  snprintf(folder, sizeof folder, "%s/c", parent);
  return 0;
}

// The path of some file in it. False: there is none.
static bool some_file(char *path, size_t room) {
  DIR *d = opendir(folder);
  bool found = false;
  for (struct dirent *e; d && (e = readdir(d));)
    if (e->d_name[0] != '.') found = true, snprintf(path, room, "%s/%.60s", folder, e->d_name);
  if (d) closedir(d);
  return found;
}

static int empty_folder(void **state) {
  char path[160];
  SV_UNUSED(state);
  while (some_file(path, sizeof path)) unlink(path);
  return 0;
}

static int remove_folder(void **state) {
  empty_folder(state);
  rmdir(folder);
  return rmdir(parent);
}

static void set(sv_text *t, const char *text) {
  sv_clear(*t);
  sv_text_string(t, text);
}

static bool put(const char *key, const char *value) {
  sv_text k = {0}, v = {0}, why = {0};
  set(&k, key), set(&v, value);
  bool good = sv_cache_put(folder, &k, &v, &why);
  assert_int_equal(good, !why.n);
  sv_text_free(&k), sv_text_free(&v), sv_text_free(&why);
  return good;
}

// Is there just this value? NULL: none at all.
static bool gives(const char *key, const char *value) {
  sv_text k = {0}, v = {0};
  set(&k, key);
  bool found = sv_cache_get(folder, &k, &v);
  bool same = found ? value && !strcmp(sv_text_get(&v), value) : !value && !v.n;
  sv_text_free(&k), sv_text_free(&v);
  return same;
}

static void test_there_and_back(void **state) {
  SV_UNUSED(state);
  assert_true(gives("a", NULL));
  assert_true(put("a", "first") && put("b", "second") && put("", ""));
  assert_true(gives("a", "first") && gives("b", "second") && gives("", "") && gives("ab", NULL));
  assert_true(put("a", "third") && gives("a", "third"));
}

static void write_file(const char *path, const char *bytes, size_t n) {
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(bytes, 1, n, f), n);
  fclose(f);
}

static void test_changed(void **state) {
  char path[160], bytes[256];
  SV_UNUSED(state);
  assert_true(put("the key", "the value"));
  assert_true(some_file(path, sizeof path));
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  size_t n = fread(bytes, 1, sizeof bytes - 1, f);
  fclose(f);
  for (size_t cut = 0; cut < n; cut++) {
    write_file(path, bytes, cut);
    assert_true(gives("the key", NULL));
  }
  for (size_t i = 0; i < n; i++) {
    bytes[i] ^= 0x20;
    write_file(path, bytes, n);
    assert_true(gives("the key", NULL));
    bytes[i] ^= 0x20;
  }
  write_file(path, bytes, n + 1);
  assert_true(gives("the key", NULL));
  write_file(path, bytes, n);
  assert_true(gives("the key", "the value"));
}

static void test_of_others(void **state) {
  char path[160];
  SV_UNUSED(state);
  assert_true(put("the key", "the value"));
  assert_true(some_file(path, sizeof path));
  assert_int_equal(chmod(path, 0622), 0);
  assert_true(gives("the key", NULL));
  assert_int_equal(chmod(path, 0600), 0);
  assert_true(gives("the key", "the value"));
  if (geteuid()) return;
  assert_int_equal(chown(path, 12345, (gid_t)-1), 0);
  assert_true(gives("the key", NULL));
}

static void test_no_folder(void **state) {
  char kept[sizeof folder];
  SV_UNUSED(state);
  memcpy(kept, folder, sizeof folder);
  snprintf(folder, sizeof folder, "%s/no/folder", parent);
  assert_false(put("a", "b"));
  assert_true(gives("a", NULL));
  memcpy(folder, kept, sizeof folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(test_there_and_back, empty_folder),
      cmocka_unit_test_teardown(test_changed, empty_folder),
      cmocka_unit_test_teardown(test_of_others, empty_folder),
      cmocka_unit_test(test_no_folder),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
