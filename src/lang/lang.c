// lang.c -- the table of languages.
//
// A new language adds its name to the list; sv_language_<name> is defined in
// its folder. Suffixes are compared as they are: case matters.

#include "lang/lang.h"

// In the order in which they are listed for people.
// clang-format off
#define LANGUAGES(X) \
  X(boolprog)        \
  X(c)               \
  X(dve)             \
  X(hybrid)          \
  X(proc)            \
  X(promela)         \
  X(svm)             \
  X(tts)             \
  X(uml)
// clang-format on

#define X(NAME) extern const sv_language sv_language_##NAME;
LANGUAGES(X)
#undef X

static const sv_language *const table[] = {
#define X(NAME) &sv_language_##NAME,
    LANGUAGES(X)
#undef X
};

const sv_language *const *sv_languages(uint32_t *n) {
  *n = (uint32_t)SV_COUNT(table);
  return table;
}

const sv_language *sv_language_find(const char *name) {
  for (size_t i = 0; i < SV_COUNT(table); i++)
    if (!strcmp(table[i]->name, name)) return table[i];
  return NULL;
}

static bool ends_with(const char *path, const char *suffix, size_t n) {
  size_t length = strlen(path);
  return length > n && !memcmp(path + length - n, suffix, n);
}

// Is one of the suffixes, separated by spaces, the end of the path?
static bool has_suffix(const char *path, const char *suffixes) {
  for (const char *s = suffixes; *s;) {
    size_t n = strcspn(s, " ");
    if (n && ends_with(path, s, n)) return true;
    s += n + (s[n] == ' ');
  }
  return false;
}

bool sv_language_reads(const sv_language *language, const char *option) {
  bool special = false;
  for (uint32_t i = 0; i < SV_COUNT(table); i++) special |= sv_is_listed(table[i]->options, option);
  return !special || sv_is_listed(language->options, option);
}

const sv_language *sv_language_by_path(const char *path) {
  for (size_t i = 0; i < SV_COUNT(table); i++)
    if (has_suffix(path, table[i]->suffixes)) return table[i];
  return NULL;
}

const sv_language *sv_language_by_text(const char *text, size_t n, sv_text *several) {
  const sv_language *found = NULL;
  uint32_t count = 0;
  for (size_t i = 0; i < SV_COUNT(table); i++) {
    if (!table[i]->recognise(text, n)) continue;
    sv_text_printf(several, "%s%s", count++ ? ", " : "", table[i]->name);
    found = table[i];
  }
  if (count < 2) sv_text_free(several);
  return count == 1 ? found : NULL;
}

const sv_language *sv_language_by_run(const char *path) {
  for (size_t i = 0; i < SV_COUNT(table); i++)
    if (table[i]->runs && has_suffix(path, table[i]->runs->suffix)) return table[i];
  return NULL;
}
