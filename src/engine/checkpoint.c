// checkpoint.c -- see checkpoint.h.
//
// The fingerprint is one of the model's text form, which has all that engines read: what a file
// includes is in it, comments are not. Where pools grow, the options name no size, and the
// head names that of the search.

#define _DEFAULT_SOURCE

#include "engine/checkpoint.h"

#include <stdlib.h>
#include <unistd.h>

// Neither stored nor compared; and compared no more than these, but stored.
static const char about_run[] =
    "time memory checkpoint every stop_after format trace report quiet color width wide log explain "
    "minimal fold from_step to_step watch states results part summary steps interactive";
static const char free_to_change[] = "jobs";

// ---- settings

typedef SV_VEC(sv_setting) settings;

static void add(settings *all, const char *name, const char *value) {
  sv_push(*all, (sv_setting){sv_strdup(name), sv_strdup(value)});
}

static void add_option(settings *all, const sv_options *o, const sv_options *plain,
                       const sv_option_info *info) {
  for (uint32_t i = 0;; i++) {
    sv_text value = {0}, usual = {0};
    bool some = sv_option_value(o, info, i, &value);
    bool same = some && sv_option_value(plain, info, i, &usual) &&
                !strcmp(sv_text_get(&value), sv_text_get(&usual));
    if (some && !same) add(all, info->name, sv_text_get(&value));
    sv_text_free(&value);
    sv_text_free(&usual);
    if (!some) return;
  }
}

static void list_settings(const sv_options *o, settings *all) {
  sv_options plain;
  sv_options_init(&plain);
  for (const sv_option_info *info = sv_option_table; info->name; info++)
    if (!sv_is_listed(about_run, info->name)) add_option(all, o, &plain, info);
  sv_options_free(&plain);
}

static void free_settings(sv_setting *at, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) sv_free(at[i].name), sv_free(at[i].value);
  sv_free(at);
}

bool sv_checkpoint_set_options(const sv_checkpoint *c, sv_options *o, sv_text *why) {
  const sv_options given = *o;
  for (uint32_t i = 0; i < c->settings.n; i++) {
    const sv_setting *x = &c->settings.at[i];
    const sv_option_info *info = sv_option_find(x->name);
    if (info && sv_option_given(&given, info)) continue;
    if (!sv_options_set(o, x->name, x->value, why)) return false;
  }
  return true;
}

static uint32_t next_compared(const sv_setting *at, uint32_t n, uint32_t i) {
  while (i < n && sv_is_listed(free_to_change, at[i].name)) i++;
  return i;
}

// The name of an option that is not the same in both, or NULL.
static const char *first_difference(const sv_setting *a, uint32_t n, const sv_setting *b,
                                    uint32_t m) {
  for (uint32_t i = 0, k = 0;; i++, k++) {
    i = next_compared(a, n, i);
    k = next_compared(b, m, k);
    if (i == n || k == m) return i < n ? a[i].name : k < m ? b[k].name : NULL;
    if (strcmp(a[i].name, b[k].name) || strcmp(a[i].value, b[k].value)) return a[i].name;
  }
}

// ---- what it belongs to

uint64_t sv_checkpoint_fingerprint(const sv_model *m) {
  enum { SEED = 23 };
  sv_text text = {0};
  sv_model_print(m, &text);
  uint64_t fingerprint = sv_hash_bytes(sv_text_get(&text), text.n, SEED);
  sv_text_free(&text);
  return fingerprint;
}

bool sv_checkpoint_fits(const sv_checkpoint *c, const sv_model *m, const sv_options *o,
                        sv_text *why) {
  settings now = {0};
  list_settings(o, &now);
  const char *other = first_difference(c->settings.at, c->settings.n, now.at, now.n);
  if (other)
    sv_text_printf(why, "%s was made with another %s", c->path, sv_option_find(other)->flag);
  free_settings(now.at, now.n);
  if (other) return false;
  if (c->fingerprint == sv_checkpoint_fingerprint(m)) return true;
  sv_text_printf(why, "%s was made of another model than %s is now", c->path, m->title);
  return false;
}

bool sv_checkpoint_possible(const sv_model *m, const sv_options *o, sv_text *why) {
  const char *what = NULL;
  unsigned infinite = SV_FEATURE_INT | SV_FEATURE_QUEUE | SV_FEATURE_WIDE;
  if (o->time_per_property > 0) what = "goes on with one search, not with --time-per-property";
  else if (!strcmp(m->title, "-")) what = "needs a file to come back to, not the standard input";
  else if (sv_model_features(m) & infinite)
    what = "does not work for models with unbounded integers or queues, or wide bit vectors";
  else if (sv_engine_asks_for_cycles(m, o))
    what = "does not work for properties of infinite runs; name others with --property";
  if (what) sv_text_printf(why, "--checkpoint %s", what);
  return !what;
}

// ---- the head as bytes

static void put_string(sv_snapshot *f, const char *s) { sv_snapshot_put_text(f, s, strlen(s)); }

static char *get_string(sv_snapshot *f) {
  sv_text t = {0};
  sv_snapshot_get_text(f, &t);
  char *s = sv_strdup(sv_text_get(&t));
  sv_text_free(&t);
  return s;
}

static char *working_folder(void) {
  char *folder = getcwd(NULL, 0), *copy = sv_strdup(folder ? folder : ".");
  free(folder);
  return copy;
}

static void put_settings(sv_snapshot *f, const sv_options *o) {
  settings all = {0};
  list_settings(o, &all);
  sv_snapshot_put_u64(f, all.n);
  for (uint32_t i = 0; i < all.n; i++) {
    put_string(f, all.at[i].name);
    put_string(f, all.at[i].value);
  }
  free_settings(all.at, all.n);
}

static void put_head(sv_snapshot *f, const sv_model *m, uint64_t fingerprint, const sv_run *run) {
  const sv_options *asked = run->asked ? run->asked : run->options;
  char *folder = working_folder();
  uint64_t bytes = sv_peak_resident_bytes(), before = run->resumed ? run->resumed->bytes : 0;
  double seconds = sv_now() - run->begun;
  put_string(f, SELVAGE_VERSION);
  put_string(f, m->title);
  put_string(f, folder);
  sv_snapshot_put_u64(f, fingerprint);
  put_settings(f, asked);
  sv_snapshot_put_u64(f, asked->threads ? 0 : (uint64_t)run->options->threads);
  sv_snapshot_put_u64(f, run->resumed ? run->resumed->resumed + 1 : 0);
  sv_snapshot_put(f, &seconds, sizeof seconds);
  sv_snapshot_put_u64(f, bytes > before ? bytes : before);
  sv_free(folder);
}

sv_snapshot *sv_checkpoint_create(const sv_model *m, uint64_t fingerprint, const sv_run *run,
                                  sv_text *why) {
  sv_snapshot *f = sv_snapshot_create(run->options->checkpoint, why);
  if (f) put_head(f, m, fingerprint, run);
  return f;
}

static void get_settings(sv_checkpoint *c) {
  uint64_t n = sv_snapshot_get_count(c->file, 2 * sizeof n);
  for (uint64_t i = 0; i < n && !sv_snapshot_bad(c->file); i++) {
    char *name = get_string(c->file);
    sv_push(c->settings, (sv_setting){name, get_string(c->file)});
    if (!sv_option_find(name)) sv_snapshot_refuse(c->file);
  }
}

static void get_head(sv_checkpoint *c) {
  c->model = get_string(c->file);
  c->folder = get_string(c->file);
  c->fingerprint = sv_snapshot_get_u64(c->file);
  get_settings(c);
  c->pools = (uint32_t)sv_snapshot_get_u64(c->file);
  c->resumed = (uint32_t)sv_snapshot_get_u64(c->file);
  sv_snapshot_get(c->file, &c->seconds, sizeof c->seconds);
  c->bytes = sv_snapshot_get_u64(c->file);
}

static bool read_head(sv_checkpoint *c, sv_text *why) {
  char *version = get_string(c->file);
  bool same = !strcmp(version, SELVAGE_VERSION);
  if (!same)
    sv_text_printf(why, "%s: the checkpoint is of version %.40s; this is %s", c->path, version,
                   SELVAGE_VERSION);
  sv_free(version);
  if (!same) return false;
  get_head(c);
  if (!sv_snapshot_bad(c->file)) return true;
  sv_text_printf(why, "%s: the head of the checkpoint is malformed", c->path);
  return false;
}

sv_checkpoint *sv_checkpoint_open(const char *path, sv_text *why) {
  sv_snapshot *file = sv_snapshot_open(path, why);
  if (!file) return NULL;
  sv_checkpoint *c = SV_NEW(sv_checkpoint);
  c->path = sv_strdup(path);
  c->file = file;
  if (read_head(c, why)) return c;
  sv_checkpoint_close(c);
  return NULL;
}

void sv_checkpoint_close(sv_checkpoint *c) {
  if (!c) return;
  sv_snapshot_close(c->file);
  free_settings(c->settings.at, c->settings.n);
  sv_free(c->path);
  sv_free(c->model);
  sv_free(c->folder);
  sv_free(c);
}
