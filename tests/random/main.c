// main.c -- random models on which everything must agree.
//
//   random_models [OPTION…] [FILE.svm…]
//
//   --seed N      first seed (1)            --count N     how many (100)
//   --profile P   one kind of models        --only CHECK,…  checks whose names begin so
//   --out DIR     where shrunk models go    --time S      seconds for one model (30)
//   --shrink S    seconds for shrinking, 0 for not at all (60)
//   --stop N      stop after so many failures (5)
//   --late N      fail if more than N in 100 runs with a limit of time needed more (100)
//   --ignore WHAT failures of these kinds (a,b,c) do not count
//   --rotate N    one in N of the runs for each model, in turn (1)
//   --states N    models of at most so many states (20000): with fewer, seeds have other models
//   --limit S     seconds for each run that has a limit of time, instead of its own
//   --infinite    models with recurrences; these are what is asked for
//   --print       only print the models     --list        profiles and checks
//
// Each model is looked at in a child. A failure is reported, shrunk and written
// to DIR/red-<seed>.svm, which can be given as FILE again. CHECK$ is that very
// check, !CHECK,… all but those. A word that names no check is an error.

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lang/lang.h"
#include "random/child.h"
#include "random/compare.h"
#include "random/draw.h"
#include "random/shrink.h"

typedef struct {
  uint64_t seed, count, states;
  const gen_profile *profile;
  const char *only, *out;
  unsigned time, shrink, stop, late, rotate;
  double limit;
  unsigned features;  // besides those of the profile
  bool print;
  char folder[64], log[80];
  note *note, *scratch;
  unsigned failures;
} driver;

// One model to be looked at: of a seed, or a text.
typedef struct {
  const driver *d;
  uint64_t seed;
  const char *text, *only;
  gen_bounds bounds;  // of the text
} job;

// ---- in the child

static sv_model *read_model(const char *text) {
  sv_options options;
  sv_options_init(&options);
  sv_model *m = sv_model_new();
  m->language = "svm";
  m->title = "model.svm";
  sv_diags *diags = sv_diags_new(m->sources);
  uint32_t file = sv_sources_add(m->sources, "model.svm", text, strlen(text));
  bool good = sv_language_find("svm")->read(m, file, &options, diags) && !sv_diags_errors(diags);
  sv_diags_free(diags);
  sv_options_free(&options);
  if (!good) sv_model_free(m);
  return good ? m : NULL;
}

static void note_bounds(note *n, gen_bounds b) {
  snprintf(n->options, sizeof n->options, "--threads %u --pool %u", b.threads, b.pool);
}

static sv_model *make_model(const job *j, note *n, gen_bounds *bounds) {
  *bounds = j->bounds;
  note_where(n, j->text ? "read" : "generate");
  sv_model *m = j->text ? read_model(j->text)
                        : draw_model(j->seed, j->d->profile, j->d->features, j->d->states, bounds);
  if (!m) note_wrong(n, "unreadable", "the text is not a model");
  note_bounds(n, *bounds);
  return m;
}

static void look(void *context, note *n) {
  const job *j = context;
  comparison c = {.only = j->only, .folder = j->d->folder, .states = j->d->states, .note = n};
  if (!j->text) c.rotate = j->d->rotate, c.turn = j->seed;
  c.limit = j->d->limit;
  c.model = make_model(j, n, &c.bounds);
  if (!c.model) return;
  if (compare_model(&c) == COMPARE_TOO_LARGE) n->totals.too_large++;
  sv_model_free(c.model);
}

static void print_model(void *context, note *n) {
  const job *j = context;
  gen_bounds bounds;
  sv_text text = {0};
  sv_model *m = make_model(j, n, &bounds);
  if (!m) return;
  sv_model_print(m, &text);
  printf("// options: %s\n%s\n", n->options, sv_text_get(&text));
  sv_text_free(&text);
  sv_model_free(m);
}

// ---- shrinking

static void forget(note *n) { n->where[0] = n->what[0] = n->detail[0] = n->text[0] = 0; }

static bool fails_alike(void *context, const char *text) {
  const job *failed = context;
  const driver *d = failed->d;
  job j = *failed;
  j.text = text;
  forget(d->scratch);
  child_run(d->scratch, d->time, d->log, look, &j);
  return !strcmp(d->scratch->where, d->note->where) && !strcmp(d->scratch->what, d->note->what);
}

static void print_comment(FILE *out, const char *label, const char *text) {
  fprintf(out, "// %s", label);
  for (; *text; text++) *text == '\n' ? fputs("\n//   ", out) : fputc(*text, out);
  fputc('\n', out);
}

static void write_red(const driver *d, const char *name, const char *text) {
  sv_text path = {0};
  sv_text_printf(&path, "%s/%s", d->out, name);
  FILE *out = fopen(sv_text_get(&path), "w");
  if (out) {
    print_comment(out, "disagreement: ", d->note->where);
    print_comment(out, d->note->what[0] ? d->note->what : "?", "");
    print_comment(out, "", d->note->detail);
    print_comment(out, "options: ", d->note->options);
    fputs(text, out);
    fclose(out);
    printf("  written to %s\n", sv_text_get(&path));
  }
  sv_text_free(&path);
}

// The check that failed, and no other. Reading and the like happen in any case.
static const char *failed_check(const driver *d, char *buffer, size_t size) {
  snprintf(buffer, size, "%s$", d->note->where);
  return buffer;
}

static void shrink(driver *d, gen_bounds bounds, const char *name) {
  char only[100];
  job j = {.d = d, .bounds = bounds, .only = failed_check(d, only, sizeof only)};
  char *original = sv_strdup(d->note->text), *text = NULL;
  if (d->shrink && fails_alike(&j, original))
    text = shrink_text(original, fails_alike, &j, d->shrink);
  else if (d->shrink) printf("  (does not happen again with the text form alone)\n");
  if (text) fails_alike(&j, text);  // for its own words
  if (text) snprintf(d->note->detail, sizeof d->note->detail, "%s", d->scratch->detail);
  write_red(d, name, text ? text : original);
  sv_free(original);
  sv_free(text);
}

// ---- the driver

static bool parse_bounds(const char *text, gen_bounds *b) {
  const char *line = strstr(text, "// options: ");
  *b = (gen_bounds){0};
  return line && sscanf(line, "// options: --threads %u --pool %u", &b->threads, &b->pool) == 2;
}

static void report(driver *d, const char *title, const char *name) {
  gen_bounds bounds;
  char line[96];
  d->failures++;
  printf("%s: %s: %s: %s\n", title, d->note->where, d->note->what, d->note->detail);
  snprintf(line, sizeof line, "// options: %s", d->note->options);
  parse_bounds(line, &bounds);
  shrink(d, bounds, name);
  fflush(stdout);
}

static void look_at(driver *d, job *j, const char *title, const char *name) {
  forget(d->note);
  child_run(d->note, d->time, d->log, d->print ? print_model : look, j);
  if (note_is_wrong(d->note)) report(d, title, name);
}

static void look_at_seed(driver *d, uint64_t seed) {
  char title[64], name[64];
  job j = {.d = d, .seed = seed, .only = d->only};
  snprintf(title, sizeof title, "seed %llu", (unsigned long long)seed);
  snprintf(name, sizeof name, "red-%llu.svm", (unsigned long long)seed);
  look_at(d, &j, title, name);
}

static char *read_file(const char *path) {
  const char *why;
  sv_sources *sources = sv_sources_new();
  uint32_t file = sv_sources_read(sources, path, &why);
  char *text = file ? sv_strdup(sv_source_text(sources, file)) : NULL;
  if (!text) fprintf(stderr, "%s: %s\n", path, why);
  sv_sources_free(sources);
  return text;
}

static void look_at_file(driver *d, const char *path) {
  char *text = read_file(path);
  const char *slash = strrchr(path, '/');
  sv_text name = {0};
  job j = {.d = d, .text = text, .only = d->only};
  if (!text) {
    d->failures++;
    return;
  }
  parse_bounds(text, &j.bounds);
  sv_text_printf(&name, "red-%s", slash ? slash + 1 : path);
  look_at(d, &j, path, sv_text_get(&name));
  sv_text_free(&name);
  sv_free(text);
}

static void print_totals(const driver *d) {
  const totals *t = &d->note->totals;
  printf(
      "%llu models (%llu violated, %llu cut), %llu were too large; %llu states, %llu transitions, "
      "%llu runs, %llu traces\n",
      (unsigned long long)t->models, (unsigned long long)t->violated, (unsigned long long)t->cut,
      (unsigned long long)t->too_large, (unsigned long long)t->states,
      (unsigned long long)t->transitions, (unsigned long long)t->runs,
      (unsigned long long)t->traces);
  printf("where all properties hold, reduction left %llu of %llu states; "
         "%llu runs met numbers over 62 bits\n",
         (unsigned long long)t->reduced, (unsigned long long)t->full,
         (unsigned long long)t->overflowed);
  if (t->recurrences)
    printf("%llu recurrences, %llu violated; %llu of %llu times an engine did not take one\n",
           (unsigned long long)t->recurrences, (unsigned long long)t->broken,
           (unsigned long long)t->refused, (unsigned long long)t->asked);
  printf("%llu of %llu runs with a limit of time were late\n", (unsigned long long)t->late,
         (unsigned long long)t->timed);
  printf(
      "%llu of %llu steps of traces matter, %llu are enough; %llu stand elsewhere in another order\n",
      (unsigned long long)t->matter, (unsigned long long)t->steps, (unsigned long long)t->kept,
      (unsigned long long)t->moved);
}

// Late runs are excused, one by one. Together they are a failure.
static bool too_many_late(const driver *d) {
  const totals *t = &d->note->totals;
  bool many = t->late * 100 > t->timed * d->late;
  if (many) printf("more than %u in 100 are too many\n", d->late);
  return many;
}

// ---- arguments

static void list(void) {
  const gen_profile *p;
  for (uint32_t i = 0; (p = gen_profile_at(i)); i++)
    printf("profile %-10s %s\n", p->name, p->summary);
  compare_list();
  exit(0);
}

static void usage(const char *word) {
  fprintf(stderr, "random_models: what is %s? The head of tests/random/main.c has the options.\n",
          word);
  exit(64);
}

// A word that names nothing would pass every test.
static const char *known_checks(const char *only) {
  for (const char *word = only + (*only == '!'); *word;) {
    size_t length = strcspn(word, ",");
    if (!compare_knows(word, length)) usage(word);
    word += length + (word[length] == ',');
  }
  return only;
}

static void set_option(driver *d, const char *flag, const char *value) {
  if (!strcmp(flag, "--seed")) d->seed = strtoull(value, NULL, 10);
  else if (!strcmp(flag, "--count")) d->count = strtoull(value, NULL, 10);
  else if (!strcmp(flag, "--only")) d->only = known_checks(value);
  else if (!strcmp(flag, "--out")) d->out = value;
  else if (!strcmp(flag, "--time")) d->time = (unsigned)strtoul(value, NULL, 10);
  else if (!strcmp(flag, "--shrink")) d->shrink = (unsigned)strtoul(value, NULL, 10);
  else if (!strcmp(flag, "--stop")) d->stop = (unsigned)strtoul(value, NULL, 10);
  else if (!strcmp(flag, "--late")) d->late = (unsigned)strtoul(value, NULL, 10);
  else if (!strcmp(flag, "--limit")) d->limit = strtod(value, NULL);
  else if (!strcmp(flag, "--states")) d->states = strtoull(value, NULL, 10);
  else if (!strcmp(flag, "--rotate")) d->rotate = (unsigned)strtoul(value, NULL, 10);
  else if (!strcmp(flag, "--ignore")) d->note->ignore = d->scratch->ignore = value;
  else if (!strcmp(flag, "--profile")) d->profile = gen_profile_find(value);
  else usage(flag);
  if (!strcmp(flag, "--profile") && !d->profile) usage(value);
}

// Leaves the files at the front of argv; returns their number.
static int parse(driver *d, int argc, char **argv) {
  int files = 0;
  for (int i = 1; i < argc; i++) {
    if (strncmp(argv[i], "--", 2)) argv[files++] = argv[i];
    else if (!strcmp(argv[i], "--print")) d->print = true;
    else if (!strcmp(argv[i], "--infinite")) d->features |= GEN_INFINITE;
    else if (!strcmp(argv[i], "--list")) list();
    else if (i + 1 == argc) usage(argv[i]);
    else set_option(d, argv[i], argv[i + 1]), i++;
  }
  return files;
}

static void make_folder(driver *d) {
  const char *parent = getenv("TMPDIR");
  snprintf(d->folder, sizeof d->folder, "%.40s/selvage-XXXXXX", parent ? parent : "/tmp");
  if (!mkdtemp(d->folder)) {
    perror(d->folder);
    exit(1);
  }
  snprintf(d->log, sizeof d->log, "%s/log", d->folder);
}

static void remove_folder(const driver *d) {
  static const char *const names[] = {"log", "model.svm", "trace.json", "answer.json"};
  char path[128];
  for (size_t i = 0; i < SV_COUNT(names); i++) {
    snprintf(path, sizeof path, "%s/%s", d->folder, names[i]);
    unlink(path);
  }
  rmdir(d->folder);
}

int main(int argc, char **argv) {
  driver d = {.seed = 1,
              .count = 100,
              .states = ORACLE_STATES,
              .out = ".",
              .time = 30,
              .shrink = 60,
              .stop = 5,
              .late = 100};
  d.note = child_note_new();
  d.scratch = child_note_new();
  int files = parse(&d, argc, argv);
  make_folder(&d);
  for (int i = 0; i < files && d.failures < d.stop; i++) look_at_file(&d, argv[i]);
  for (uint64_t i = 0; !files && i < d.count && d.failures < d.stop; i++)
    look_at_seed(&d, d.seed + i);
  if (!d.print) print_totals(&d);
  bool late = too_many_late(&d);
  remove_folder(&d);
  child_note_free(d.note);
  child_note_free(d.scratch);
  return d.failures || late ? 1 : 0;
}
