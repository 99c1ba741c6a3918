// refuse.c -- options that would do nothing.
//
// Under `auto` every engine's option is accepted: it goes to that engine, should its turn
// come. Where an engine is named, an option that only others read is a wish that would be
// forgotten, and so is one of another language.

#define _DEFAULT_SOURCE

#include "api/api.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

static void list(sv_text *out, uint32_t *listed, const char *name) {
  sv_text_printf(out, "%s%s", (*listed)++ ? ", " : "", name);
}

static void engines_of(const char *option, sv_text *out) {
  uint32_t n, listed = 0;
  const sv_engine *const *all = sv_engines(&n);
  for (uint32_t i = 0; i < n; i++)
    if (sv_is_listed(all[i]->options, option)) list(out, &listed, all[i]->name);
}

static void languages_of(const char *option, sv_text *out) {
  uint32_t n, listed = 0;
  const sv_language *const *all = sv_languages(&n);
  for (uint32_t i = 0; i < n; i++)
    if (sv_is_listed(all[i]->options, option)) list(out, &listed, all[i]->name);
}

bool sv_api_refuses_engine(const selvage *s, sv_text *why) {
  const sv_engine *e = sv_engine_find(s->options.engine);
  for (const sv_option_info *info = sv_option_table; info->name; info++) {
    if (!sv_option_given(&s->options, info) || sv_engine_reads(e, info->name)) continue;
    sv_text_printf(why, "%s does nothing for the engine %s; it is for ", info->flag, e->name);
    engines_of(info->name, why);
    return true;
  }
  return false;
}

bool sv_api_refuses_ranks(const selvage *s, sv_text *why) {
  const sv_options *o = &s->options;
  if (!s->ranks) return false;
  bool engine = strcmp(o->engine, "auto") && strcmp(o->engine, "explicit");
  if (engine) sv_text_printf(why, "several ranks run the engine explicit, not %s", o->engine);
  else if (o->search != SV_OPT_SEARCH_AUTO && o->search != SV_OPT_SEARCH_BFS)
    sv_text_string(why, "several ranks search breadth first: --search bfs");
  else if (o->store == SV_OPT_STORE_BITSTATE)
    sv_text_string(why, "several ranks need stored states, not --store bitstate");
  else if (o->jobs > 1 && o->store != SV_OPT_STORE_EXACT)
    sv_text_string(why, "a rank with --store tree or collapse has one thread: start more ranks "
                        "instead of --jobs");
  else if (o->certify) sv_text_string(why, "--certify needs all states in one process");
  else if (o->checkpoint || s->resumed)
    sv_text_string(why, "checkpoints are not for several ranks");
  else if (o->compile) sv_text_string(why, "--compile is not for several ranks");
  else if (o->time_per_property > 0)
    sv_text_string(why, "--time-per-property is not for several ranks");
  return why->n;
}

// Files are made in it.
static bool is_no_folder(const char *path, sv_text *why) {
  struct stat st;
  if (!stat(path, &st) && !S_ISDIR(st.st_mode)) errno = ENOTDIR;
  else if (!access(path, W_OK | X_OK)) return false;
  sv_text_printf(why, "--disk %s: %s", path, strerror(errno));
  return true;
}

bool sv_api_refuses_disk(const selvage *s, const sv_model *m, sv_text *why) {
  const sv_options *o = &s->options;
  unsigned infinite = SV_FEATURE_INT | SV_FEATURE_QUEUE | SV_FEATURE_WIDE;
  const char *what = NULL;
  if (!o->disk) return false;
  if (o->search != SV_OPT_SEARCH_AUTO && o->search != SV_OPT_SEARCH_BFS)
    what = "searches breadth first: --search bfs";
  else if (o->store != SV_OPT_STORE_EXACT) what = "stores states as they are: --store exact";
  else if (s->ranks) what = "is not for several ranks";
  else if (o->checkpoint) what = "does not go with --checkpoint: its files have no names";
  else if (o->certify) what = "does not go with --certify, which needs all states in memory";
  else if (sv_model_features(m) & infinite)
    what = "does not work for models with unbounded integers or queues, or wide bit vectors";
  else if (sv_engine_asks_for_cycles(m, o))
    what = "does not work for properties of infinite runs; name others with --property";
  if (what) sv_text_printf(why, "--disk %s", what);
  return what || is_no_folder(o->disk, why);
}

bool sv_api_refuses_language(const selvage *s, const sv_language *language, sv_text *why) {
  for (const sv_option_info *info = sv_option_table; info->name; info++) {
    if (!sv_option_given(&s->options, info) || sv_language_reads(language, info->name)) continue;
    sv_text_printf(why, "%s does nothing for a file in the language %s; it is for ", info->flag,
                   language->name);
    languages_of(info->name, why);
    return true;
  }
  const char *trace = s->options.trace;
  size_t n = trace ? strlen(trace) : 0;
  if (n < 5 || strcmp(trace + n - 4, ".dot") || !strcmp(language->name, "uml")) return false;
  sv_text_printf(why, "%s: traces are drawn as .dot for state machines of UML only", trace);
  return true;
}
