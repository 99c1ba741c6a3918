// options.c -- the option table and how options are set from text.
//
// Everything here is generated from SV_OPTIONS. Values given by the user are
// copied and kept in `owned`, also when a later one replaces them, so that a
// pointer taken from an option stays good as long as the object.

#include "base/options.h"

#include "base/suggest.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

// "a|b|c" and {"a", "b", "c", NULL}.
#define FIRST_TEXT(LIST, WORD, TEXT) TEXT
#define NEXT_TEXT(LIST, WORD, TEXT) "|" TEXT
#define ALL_WORDS(LIST) SV_WORDS_##LIST(FIRST_TEXT, NEXT_TEXT)
#define ONE_TEXT(LIST, WORD, TEXT) TEXT,
#define WORD_LIST(LIST, NAME) \
  static const char *const words_##LIST[] = {SV_WORDS_##LIST(ONE_TEXT, ONE_TEXT) NULL};
SV_WORD_LISTS(WORD_LIST)

const char *const *const sv_word_texts[] = {
#define ROW(LIST, NAME) [SV_LIST_##LIST] = words_##LIST,
    SV_WORD_LISTS(ROW)
#undef ROW
};

// clang-format off
#define ROW(KIND, NAME, TEXT, ARGUMENT, HELP, ...)                                   \
  {.name = #NAME, .flag = TEXT, .argument = ARGUMENT, .help = HELP, .kind = KIND,    \
   .offset = offsetof(sv_options, NAME), __VA_ARGS__},
#define FLAG(NAME, TEXT, HELP) \
  ROW(SV_OPT_FLAG, NAME, TEXT, NULL, HELP, .max = 1)
#define NUMBER(NAME, TEXT, DEFAULT, MIN, MAX, HELP) \
  ROW(SV_OPT_NUMBER, NAME, TEXT, "N", HELP, .fallback = #DEFAULT, .min = MIN, .max = MAX)
#define SECONDS(NAME, TEXT, HELP) \
  ROW(SV_OPT_SECONDS, NAME, TEXT, "TIME", HELP, .fallback = "0", .max = 1000000000)
#define MEGABYTES(NAME, TEXT, HELP) \
  ROW(SV_OPT_MEGABYTES, NAME, TEXT, "SIZE", HELP, .fallback = "0", .max = 1000000000)
#define CHOICE(NAME, TEXT, LIST, DEFAULT, HELP) \
  ROW(SV_OPT_CHOICE, NAME, TEXT, ALL_WORDS(LIST), HELP, .words = words_##LIST,       \
      .fallback_word = SV_OPT_##LIST##_##DEFAULT)
#define STRING(NAME, TEXT, DEFAULT, ARGUMENT, HELP) \
  ROW(SV_OPT_STRING, NAME, TEXT, ARGUMENT, HELP, .fallback = DEFAULT)
#define LIST(NAME, TEXT, LETTER, ARGUMENT, HELP) \
  ROW(SV_OPT_LIST, NAME, TEXT, ARGUMENT, HELP, .letter = LETTER)
// clang-format on

const sv_option_info sv_option_table[] = {
    SV_OPTIONS(FLAG, NUMBER, SECONDS, MEGABYTES, CHOICE, STRING, LIST){.name = NULL}};

#undef FLAG
#undef NUMBER
#undef SECONDS
#undef MEGABYTES
#undef CHOICE
#undef STRING
#undef LIST

void sv_options_init(sv_options *o) {
  *o = (sv_options){
#define FLAG(NAME, ...) .NAME = false,
#define VALUE(NAME, TEXT, DEFAULT, ...) .NAME = DEFAULT,
#define ZERO(NAME, ...) .NAME = 0,
#define CHOICE(NAME, TEXT, LIST, DEFAULT, ...) .NAME = SV_OPT_##LIST##_##DEFAULT,
#define LIST(NAME, ...) .NAME = {0},
      SV_OPTIONS(FLAG, VALUE, ZERO, ZERO, CHOICE, VALUE, LIST)
#undef LIST
#undef FLAG
#undef VALUE
#undef ZERO
#undef CHOICE
  };
}

const char *sv_option_fallback(const sv_option_info *info) {
  return info->kind == SV_OPT_CHOICE ? info->words[info->fallback_word] : info->fallback;
}

static void *field(sv_options *o, const sv_option_info *info) { return (char *)o + info->offset; }

void sv_options_free(sv_options *o) {
  for (const sv_option_info *info = sv_option_table; info->name; info++)
    if (info->kind == SV_OPT_LIST) sv_vec_free(*(sv_option_list *)field(o, info));
  for (uint32_t i = 0; i < o->owned_count; i++) sv_free(o->owned[i]);
  sv_free(o->owned);
  *o = (sv_options){0};
}

static const char *own(sv_options *o, const char *value) {
  o->owned = sv_resize(o->owned, (o->owned_count + 1) * sizeof *o->owned);
  return o->owned[o->owned_count++] = sv_strdup(value);
}

static void set_string(sv_options *o, const sv_option_info *info, const char *value) {
  const char *copy = own(o, value);
  if (info->kind == SV_OPT_LIST) sv_push(*(sv_option_list *)field(o, info), copy);
  else *(const char **)field(o, info) = copy;
}

static void copy_list(sv_options *to, const sv_option_info *info) {
  sv_option_list *list = field(to, info), given = *list;
  *list = (sv_option_list){0};
  for (uint32_t i = 0; i < given.n; i++) set_string(to, info, given.at[i]);
}

// What `to` held before is not freed.
void sv_options_copy(sv_options *to, const sv_options *from) {
  REQUIRE(to != from, "copy onto itself");
  *to = *from;
  to->owned = NULL;
  to->owned_count = 0;
  for (const sv_option_info *info = sv_option_table; info->name; info++) {
    const char *value = info->kind == SV_OPT_STRING ? *(const char **)field(to, info) : NULL;
    if (value) set_string(to, info, value);
    if (info->kind == SV_OPT_LIST) copy_list(to, info);
  }
}

static const char *skip(const char *s, const char *prefix) {
  size_t n = strlen(prefix);
  return strncmp(s, prefix, n) ? s : s + n;
}

static const sv_option_info *find_exactly(const char *flag) {
  const char *bare = skip(flag, "--");
  for (const sv_option_info *info = sv_option_table; info->name; info++)
    if (!strcmp(skip(info->flag, "--"), bare) || !strcmp(info->name, flag) ||
        (info->letter && !strcmp(info->letter, flag)))
      return info;
  return NULL;
}

enum { NO_WORD = UINT32_MAX };

// The place of the word among those of a choice, or NO_WORD.
static uint32_t find_word(const char *const *words, const char *word) {
  for (uint32_t i = 0; words[i]; i++)
    if (!strcmp(words[i], word)) return i;
  return NO_WORD;
}

bool sv_option_is_tristate(const sv_option_info *info) { return info->words == words_TRISTATE; }

static bool can_be_off(const sv_option_info *info) {
  return info->kind == SV_OPT_FLAG ||
         (info->kind == SV_OPT_CHOICE && find_word(info->words, "off") != NO_WORD);
}

// The option that "--no-flag" switches off, or NULL.
static const sv_option_info *find_negated(const char *flag) {
  const char *bare = skip(flag, "--"), *rest = skip(bare, "no-");
  const sv_option_info *info = rest == bare ? NULL : find_exactly(rest);
  return info && can_be_off(info) ? info : NULL;
}

const sv_option_info *sv_option_find(const char *flag) {
  REQUIRE(flag, "no option name");
  const sv_option_info *info = find_exactly(flag);
  return info ? info : find_negated(flag);
}

static void explain_unknown(const char *flag, sv_text *why) {
  sv_suggestion closest = sv_suggest(skip(flag, "--"));
  for (const sv_option_info *info = sv_option_table; info->name; info++)
    if (*info->help) sv_suggest_try(&closest, skip(info->flag, "--"));
  sv_text_printf(why, "there is no option %s", flag);
  if (closest.best) sv_text_printf(why, "; did you mean --%s?", closest.best);
}

static bool set_flag(bool *to, const char *flag, bool negated, const char *value, sv_text *why) {
  static const char *const on[] = {"on", "true", "yes", "1", NULL};
  static const char *const off[] = {"off", "false", "no", "0", NULL};
  if (!value || find_word(on, value) != NO_WORD) *to = !negated;
  else if (find_word(off, value) != NO_WORD) *to = negated;
  else return sv_text_printf(why, "%s is on or off, not '%s'", flag, value), false;
  return true;
}

// '-'? digits; saturates outside of 64 bits, which no option's range reaches.
static bool parse_number(const char *s, int64_t *out) {
  const char *digits = s + (*s == '-');
  if (!*digits || strspn(digits, "0123456789") != strlen(digits)) return false;
  errno = 0;
  *out = strtoll(s, NULL, 10);
  return true;
}

static bool set_number(int64_t *to, const sv_option_info *info, const char *value, sv_text *why) {
  int64_t n;
  if (!parse_number(value, &n))
    return sv_text_printf(why, "%s needs a number, not '%s'", info->flag, value), false;
  if (errno == ERANGE || n < info->min || n > info->max) {
    sv_text_printf(why, "%s must be between %" PRId64 " and %" PRId64 ", not %s", info->flag,
                   info->min, info->max, value);
    return false;
  }
  *to = n;
  return true;
}

// A factor that a value may be followed by.
typedef struct {
  const char *word;
  double factor;
} unit;

static const unit times[] = {{"", 1},     {"s", 1},    {"ms", 0.001}, {"m", 60},
                             {"min", 60}, {"h", 3600}, {NULL, 0}};
static const unit sizes[] = {{"", 1},
                             {"M", 1},
                             {"MB", 1},
                             {"MiB", 1.048576},
                             {"G", 1000},
                             {"GB", 1000},
                             {"GiB", 1073.741824},
                             {"T", 1e6},
                             {"k", 0.001},
                             {NULL, 0}};

// digits ['.' digits] unit; not what else strtod takes (signs, nan, exponents).
static bool parse_measure(const char *s, const unit *units, double *out) {
  size_t whole = strspn(s, "0123456789"), part = 0;
  if (s[whole] == '.') part = 1 + strspn(s + whole + 1, "0123456789");
  if (!whole || part == 1) return false;
  char digits[64];
  if (whole + part >= sizeof digits) return false;
  snprintf(digits, sizeof digits, "%.*s", (int)(whole + part), s);
  for (; units->word; units++) {
    if (strcmp(units->word, s + whole + part)) continue;
    *out = strtod(digits, NULL) * units->factor;
    return true;
  }
  return false;
}

static bool measure(const sv_option_info *info, const char *value, double *out, sv_text *why) {
  bool seconds = info->kind == SV_OPT_SECONDS;
  if (!parse_measure(value, seconds ? times : sizes, out)) {
    sv_text_printf(why, "%s needs %s, not '%s'", info->flag,
                   seconds ? "a time in seconds (5, 0.5, 500ms, 5m, 1h)"
                           : "a size in megabytes (500, 500M, 1G, 0.5G)",
                   value);
    return false;
  }
  if (*out <= (double)info->max) return true;
  sv_text_printf(why, "%s must be at most %" PRId64 " %s, not %s", info->flag, info->max,
                 seconds ? "seconds" : "megabytes", value);
  return false;
}

static bool set_seconds(double *to, const sv_option_info *info, const char *value, sv_text *why) {
  double seconds;
  if (!measure(info, value, &seconds, why)) return false;
  *to = seconds;
  return true;
}

// A part of a megabyte counts as a whole one: 0 would be no limit.
static bool set_megabytes(int64_t *to, const sv_option_info *info, const char *value,
                          sv_text *why) {
  double size;
  if (!measure(info, value, &size, why)) return false;
  *to = (int64_t)size + (size > (double)(int64_t)size);
  return true;
}

static void explain_choice(const sv_option_info *info, const char *value, sv_text *why) {
  sv_suggestion closest = sv_suggest(value);
  sv_text_printf(why, "%s must be ", info->flag);
  for (uint32_t i = 0; info->words[i]; i++) {
    const char *before = !i ? "" : info->words[i + 1] ? ", " : " or ";
    sv_text_printf(why, "%s'%s'", before, info->words[i]);
    sv_suggest_try(&closest, info->words[i]);
  }
  sv_text_printf(why, ", not '%s'", value);
  if (closest.best) sv_text_printf(why, "; did you mean '%s'?", closest.best);
}

// An enumeration is as wide as an unsigned int where no value is negative.
static bool set_choice(sv_options *o, const sv_option_info *info, const char *value, sv_text *why) {
  uint32_t word = find_word(info->words, value);
  if (word == NO_WORD) return explain_choice(info, value, why), false;
  _Static_assert(sizeof(sv_opt_format) == sizeof word, "a word takes 32 bits");
  memcpy(field(o, info), &word, sizeof word);
  return true;
}

static bool set_option(sv_options *o, const sv_option_info *info, const char *value, sv_text *why) {
  switch (info->kind) {
  case SV_OPT_FLAG: break;
  case SV_OPT_NUMBER: return set_number(field(o, info), info, value, why);
  case SV_OPT_SECONDS: return set_seconds(field(o, info), info, value, why);
  case SV_OPT_MEGABYTES: return set_megabytes(field(o, info), info, value, why);
  case SV_OPT_CHOICE: return set_choice(o, info, value, why);
  case SV_OPT_STRING:
  case SV_OPT_LIST: return set_string(o, info, value), true;
  }
  SV_UNREACHABLE();
}

static bool set_any(sv_options *o, const sv_option_info *info, const char *flag, const char *value,
                    sv_text *why) {
  if (info->kind == SV_OPT_FLAG)
    return set_flag(field(o, info), info->flag, !find_exactly(flag), value, why);
  bool negated = !find_exactly(flag);
  if (negated && value) return sv_text_printf(why, "%s takes no value", flag), false;
  if (negated) value = "off";
  if (!value && sv_option_is_tristate(info)) value = "on";
  if (!value)
    return sv_text_printf(why, "%s needs a value (%s)", info->flag, info->argument), false;
  return set_option(o, info, value, why);
}

bool sv_options_set(sv_options *o, const char *flag, const char *value, sv_text *why) {
  REQUIRE(o && flag && why, "no options, name or place for the reason");
  const sv_option_info *info = sv_option_find(flag);
  if (!info) return explain_unknown(flag, why), false;
  if (!set_any(o, info, flag, value, why)) return false;
  size_t number = (size_t)(info - sv_option_table);
  assert(number < SV_OPTION_COUNT);
  o->given[number / 64] |= (uint64_t)1 << number % 64;
  return true;
}

bool sv_option_given(const sv_options *o, const sv_option_info *info) {
  REQUIRE(o && info, "no options or option");
  size_t number = (size_t)(info - sv_option_table);
  return o->given[number / 64] >> number % 64 & 1;
}

bool sv_options_flag(const sv_options *o, const char *flag) {
  REQUIRE(o && flag, "no options or name");
  const sv_option_info *info = sv_option_find(flag);
  REQUIRE(info && info->kind == SV_OPT_FLAG, "not a switch");
  return *(const bool *)((const char *)o + info->offset);
}

void sv_options_empty(sv_options *o, const char *flag) {
  REQUIRE(o && flag, "no options or name");
  const sv_option_info *info = sv_option_find(flag);
  REQUIRE(info && info->kind == SV_OPT_LIST, "not a list");
  sv_clear(*(sv_option_list *)field(o, info));
}

static bool add_string(const char *value, sv_text *out) {
  if (value) sv_text_string(out, value);
  return value;
}

bool sv_option_value(const sv_options *o, const sv_option_info *info, uint32_t i, sv_text *out) {
  const void *at = (const char *)o + info->offset;
  const sv_option_list *list = at;
  uint32_t word;
  if (info->kind == SV_OPT_LIST) return i < list->n && add_string(list->at[i], out);
  if (i) return false;
  switch (info->kind) {
  case SV_OPT_FLAG: return add_string(*(const bool *)at ? "on" : "off", out);
  case SV_OPT_STRING: return add_string(*(const char *const *)at, out);
  case SV_OPT_CHOICE: memcpy(&word, at, sizeof word); return add_string(info->words[word], out);
  case SV_OPT_SECONDS: return sv_text_printf(out, "%.9f", *(const double *)at), true;
  case SV_OPT_NUMBER:
  case SV_OPT_MEGABYTES: return sv_text_printf(out, "%" PRId64, *(const int64_t *)at), true;
  case SV_OPT_LIST: break;
  }
  SV_UNREACHABLE();
}
