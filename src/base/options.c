// options.c -- the option table and how options are set from text.
//
// Everything here is generated from SV_OPTIONS. Values given by the user are
// copied and kept in `owned`, also when a later one replaces them, so that a
// pointer taken from an option stays good as long as the object.

#include "base/options.h"

#include "base/suggest.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#define FLAG(NAME, TEXT, HELP) \
  {#NAME, TEXT, NULL, HELP, NULL, SV_OPT_FLAG, 0, 1, offsetof(sv_options, NAME), NULL},
#define NUMBER(NAME, TEXT, DEFAULT, MIN, MAX, HELP) \
  {#NAME, TEXT, "N", HELP, #DEFAULT, SV_OPT_NUMBER, MIN, MAX, offsetof(sv_options, NAME), NULL},
#define CHOICE(NAME, TEXT, DEFAULT, WORDS, HELP) \
  {#NAME, TEXT, WORDS, HELP, DEFAULT, SV_OPT_CHOICE, 0, 0, offsetof(sv_options, NAME), NULL},
#define STRING(NAME, TEXT, DEFAULT, ARGUMENT, HELP) \
  {#NAME, TEXT, ARGUMENT, HELP, DEFAULT, SV_OPT_STRING, 0, 0, offsetof(sv_options, NAME), NULL},
#define LIST(NAME, TEXT, LETTER, ARGUMENT, HELP) \
  {#NAME, TEXT, ARGUMENT, HELP, NULL, SV_OPT_LIST, 0, 0, offsetof(sv_options, NAME), LETTER},

const sv_option_info sv_option_table[] = {
    SV_OPTIONS(FLAG, NUMBER, CHOICE, STRING, LIST){.name = NULL}};

#undef FLAG
#undef NUMBER
#undef CHOICE
#undef STRING
#undef LIST

void sv_options_init(sv_options *o) {
  *o = (sv_options){
#define FLAG(NAME, ...) .NAME = false,
#define VALUE(NAME, TEXT, DEFAULT, ...) .NAME = DEFAULT,
#define LIST(NAME, ...) .NAME = {0},
      SV_OPTIONS(FLAG, VALUE, VALUE, VALUE, LIST)
#undef LIST
#undef FLAG
#undef VALUE
  };
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

static bool holds_string(const sv_option_info *info) {
  return info->kind == SV_OPT_CHOICE || info->kind == SV_OPT_STRING;
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
    const char *value = holds_string(info) ? *(const char **)field(to, info) : NULL;
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

static bool is_one_of(const char *value, const char *words) {
  size_t n = strlen(value);
  for (const char *w = words;; w++) {
    size_t length = strcspn(w, "|");
    if (n == length && !memcmp(w, value, n)) return true;
    w += length;
    if (!*w) return false;
  }
}

static bool can_be_off(const sv_option_info *info) {
  return info->kind == SV_OPT_FLAG ||
         (info->kind == SV_OPT_CHOICE && is_one_of("off", info->argument));
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
  if (!value || is_one_of(value, "on|true|yes|1")) *to = !negated;
  else if (is_one_of(value, "off|false|no|0")) *to = negated;
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

static void explain_choice(const sv_option_info *info, const char *value, sv_text *why) {
  sv_text_printf(why, "%s must be ", info->flag);
  for (const char *w = info->argument; *w;) {
    size_t n = strcspn(w, "|");
    sv_text_printf(why, "'%.*s'", (int)n, w);
    w += n;
    if (*w) sv_text_string(why, strchr(++w, '|') ? ", " : " or ");
  }
  sv_text_printf(why, ", not '%s'", value);
}

bool sv_options_set(sv_options *o, const char *flag, const char *value, sv_text *why) {
  REQUIRE(o && flag && why, "no options, name or place for the reason");
  const sv_option_info *info = sv_option_find(flag);
  if (!info) return explain_unknown(flag, why), false;
  if (info->kind == SV_OPT_FLAG)
    return set_flag(field(o, info), info->flag, !find_exactly(flag), value, why);
  bool negated = !find_exactly(flag);
  if (negated && value) return sv_text_printf(why, "%s takes no value", flag), false;
  if (negated) value = "off";
  if (!value)
    return sv_text_printf(why, "%s needs a value (%s)", info->flag, info->argument), false;
  if (info->kind == SV_OPT_NUMBER) return set_number(field(o, info), info, value, why);
  if (info->kind == SV_OPT_CHOICE && !is_one_of(value, info->argument))
    return explain_choice(info, value, why), false;
  set_string(o, info, value);
  return true;
}

void sv_options_empty(sv_options *o, const char *flag) {
  REQUIRE(o && flag, "no options or name");
  const sv_option_info *info = sv_option_find(flag);
  REQUIRE(info && info->kind == SV_OPT_LIST, "not a list");
  sv_clear(*(sv_option_list *)field(o, info));
}
