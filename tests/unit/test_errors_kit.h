// test_errors_kit.h -- what the front end of a language says about mistakes.
//
// For every tests/errors/LANGUAGE/NAME.SUFFIX the rendered diagnostics are
// exactly those of NAME.expected. Where some mistakes are found only by lowering, the
// language as a whole reads the file (no parser is given). With SELVAGE_UPDATE=1 in the environment the
// expectations are written instead of compared; read the difference then.

#ifndef TEST_ERRORS_KIT_H
#define TEST_ERRORS_KIT_H

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include <dirent.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/map.h"
#include "lang/lang.h"
#include "unit/unit.h"

typedef struct {
  const char *folder, *suffix;
  // True if there is a tree. NULL: the language of the folder's name reads the file.
  bool (*parse)(sv_arena *, sv_names *, sv_sources *, uint32_t file, sv_diags *);
  const char *tail;  // of the names of expectations, before .expected; or NULL
} errors_kit;

static inline void kit_folder(const errors_kit *kit, sv_text *out) {
  const char *root = getenv("SELVAGE_ROOT");
  sv_text_printf(out, "%s/tests/errors/%s", root ? root : SELVAGE_ROOT, kit->folder);
}

static inline bool kit_ends_with(const char *s, const char *end) {
  size_t n = strlen(s), m = strlen(end);
  return n >= m && !strcmp(s + n - m, end);
}

static inline int kit_by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static inline void kit_list_folder(const char *path, const char *suffix, sv_strings *out) {
  DIR *dir = opendir(path);
  if (!dir) fail_msg("cannot open %s", path);
  for (struct dirent *e; (e = readdir(dir));)
    if (kit_ends_with(e->d_name, suffix)) sv_push(*out, sv_strdup(e->d_name));
  closedir(dir);
  qsort(out->at, out->n, sizeof *out->at, kit_by_name);
}

static inline void kit_free_strings(sv_strings *s) {
  for (uint32_t i = 0; i < s->n; i++) sv_free(s->at[i]);
  sv_vec_free(*s);
}

static inline bool kit_read_file(const char *path, sv_text *out) {
  FILE *in = fopen(path, "rb");
  if (!in) return false;
  char buffer[4096];
  for (size_t got; (got = fread(buffer, 1, sizeof buffer, in));) sv_text_bytes(out, buffer, got);
  fclose(in);
  return true;
}

static inline void kit_render_model(const errors_kit *kit, const sv_text *text, const char *name,
                                    sv_text *out) {
  sv_model *m = sv_model_new();
  sv_diags *diags = sv_diags_new(m->sources);
  sv_options options;
  sv_options_init(&options);
  uint32_t file = sv_sources_add(m->sources, name, text->at, text->n);
  bool good = sv_language_find(kit->folder)->read(m, file, &options, diags);
  assert_int_equal(good, !sv_diags_errors(diags) && !sv_diags_unsupported(diags));
  assert_true(sv_diags_count(diags) > 0);
  sv_diags_render(diags, out);
  sv_options_free(&options);
  sv_diags_free(diags);
  sv_model_free(m);
}

// Also checks that there is a tree exactly if there is no error.
static inline void kit_render_tree(const errors_kit *kit, const sv_text *text, const char *name,
                                   sv_text *out) {
  sv_sources *sources = sv_sources_new();
  sv_diags *diags = sv_diags_new(sources);
  sv_arena *arena = sv_arena_new();
  sv_names *names = sv_names_new();
  uint32_t file = sv_sources_add(sources, name, text->at, text->n);
  bool tree = kit->parse(arena, names, sources, file, diags);
  assert_int_equal(!tree, sv_diags_errors(diags) > 0);
  assert_true(sv_diags_count(diags) > 0);
  sv_diags_render(diags, out);
  sv_names_free(names);
  sv_arena_free(arena);
  sv_diags_free(diags);
  sv_sources_free(sources);
}

// What we say about a file whose path is shown as its base name.
static inline void kit_render(const errors_kit *kit, const char *path, const char *name,
                              sv_text *out) {
  sv_text text = {0};
  if (!kit_read_file(path, &text)) fail_msg("cannot read %s", path);
  (kit->parse ? kit_render_tree : kit_render_model)(kit, &text, name, out);
  sv_text_free(&text);
}

static inline void kit_write_file(const char *path, const sv_text *text) {
  FILE *out = fopen(path, "wb");
  if (!out || fwrite(text->at, 1, text->n, out) != text->n) fail_msg("cannot write %s", path);
  fclose(out);
}

static inline bool kit_check_one(const errors_kit *kit, const char *directory, const char *name) {
  sv_text path = {0}, expected_path = {0}, said = {0}, expected = {0};
  sv_text_printf(&path, "%s/%s", directory, name);
  size_t stem = strlen(name) - strlen(kit->suffix);
  sv_text_printf(&expected_path, "%s/%.*s%s.expected", directory, (int)stem, name,
                 kit->tail ? kit->tail : "");
  kit_render(kit, sv_text_get(&path), name, &said);
  if (getenv("SELVAGE_UPDATE")) kit_write_file(sv_text_get(&expected_path), &said);
  bool found = kit_read_file(sv_text_get(&expected_path), &expected);
  bool same = found && said.n == expected.n && !memcmp(said.at, expected.at, said.n);
  if (!same)
    print_error("%s: %s\n--- said:\n%s--- expected:\n%s", name,
                found ? "not as expected" : "no .expected file", sv_text_get(&said),
                sv_text_get(&expected));
  sv_text_free(&path);
  sv_text_free(&expected_path);
  sv_text_free(&said);
  sv_text_free(&expected);
  return same;
}

// Returns how many there are.
static inline uint32_t kit_every_file(const errors_kit *kit, uint32_t at_least) {
  sv_text directory = {0};
  sv_strings files = {0};
  uint32_t bad = 0, n;
  kit_folder(kit, &directory);
  kit_list_folder(sv_text_get(&directory), kit->suffix, &files);
  for (uint32_t i = 0; i < files.n; i++)
    bad += !kit_check_one(kit, sv_text_get(&directory), files.at[i]);
  n = files.n;
  print_message("%u files, %u wrong\n", n, bad);
  assert_true(n >= at_least);
  assert_int_equal(bad, 0);
  kit_free_strings(&files);
  sv_text_free(&directory);
  return n;
}

static inline void kit_no_orphans(const errors_kit *kit) {
  sv_text directory = {0};
  sv_strings files = {0}, expected = {0};
  kit_folder(kit, &directory);
  kit_list_folder(sv_text_get(&directory), kit->suffix, &files);
  kit_list_folder(sv_text_get(&directory), ".expected", &expected);
  assert_int_equal(files.n, expected.n);
  kit_free_strings(&files);
  kit_free_strings(&expected);
  sv_text_free(&directory);
}

#endif
