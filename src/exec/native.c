// native.c -- runs the C compiler and loads what it made.

#define _GNU_SOURCE

#include "exec/native.h"

#include "base/cache.h"
#include "base/output.h"
#include "base/program.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { POLL_MILLISECONDS = 20, MOST_MESSAGES = 1 << 16, NO_PROGRAM = 127 };

struct sv_native {
  void *object;
  bool cached;
  sv_text uncached;  // why it could not be written to the cache
  double seconds;
  sv_step_functions functions;
};

typedef struct {
  sv_text folder, source, object;  // paths
  sv_limits *limits;
  sv_text messages;
  double seconds;  // processor time
} job;

// ---- files

static bool make_folder(job *j) {
  const char *parent = getenv("TMPDIR");
  sv_text_printf(&j->folder, "%s/selvage-XXXXXX", parent && *parent ? parent : "/tmp");
  if (!mkdtemp(j->folder.at)) return false;
  sv_text_printf(&j->source, "%s/step.c", j->folder.at);
  sv_text_printf(&j->object, "%s/step.so", j->folder.at);
  return true;
}

static bool write_source(const job *j, const char *text) {
  FILE *to = fopen(j->source.at, "wxe");
  if (!to) return false;
  bool good = fputs(text, to) >= 0;
  return !fclose(to) && good;
}

static void remove_files(job *j) {
  if (j->source.n) unlink(j->source.at);
  if (j->object.n) unlink(j->object.at);
  if (j->source.n) rmdir(j->folder.at);
  sv_text_free(&j->folder);
  sv_text_free(&j->source);
  sv_text_free(&j->object);
  sv_text_free(&j->messages);
}

// ---- the compiler

// Builds with sanitizers watch the generated code too.
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZE "-fsanitize=undefined", "-fno-sanitize-recover=undefined",
#elif defined(__SANITIZE_THREAD__)
#define SANITIZE "-fsanitize=thread",
#else
#define SANITIZE
#endif
#define COMMAND "cc", "-O1", "-w", "-pipe", "-shared", "-fPIC", "-fvisibility=hidden", SANITIZE

static void be_compiler(const job *j, int out) {
  const char *const arguments[] = {COMMAND "-o", j->object.at, j->source.at, NULL};
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  int none = open("/dev/null", O_RDONLY);
  dup2(none, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(out, STDERR_FILENO);
  execvp(arguments[0], (char *const *)arguments);
  _exit(NO_PROGRAM);
}

// False: a limit was hit, and it was killed.
static bool listen_to(job *j, pid_t pid, int from) {
  char buffer[4096];
  for (;;) {
    struct pollfd end = {.fd = from, .events = POLLIN};
    if (j->limits && sv_limits_check(j->limits)) return kill(-pid, SIGKILL), false;
    if (poll(&end, 1, POLL_MILLISECONDS) <= 0) continue;
    ssize_t n = read(from, buffer, sizeof buffer);
    if (n <= 0) return true;
    if (j->messages.n < MOST_MESSAGES) sv_text_bytes(&j->messages, buffer, (size_t)n);
  }
}

static double seconds_of(struct timeval t) { return (double)t.tv_sec + (double)t.tv_usec * 1e-6; }

// Its exit status, 128 + the signal that ended it, or -1 if it could not be started.
static int run_compiler(job *j) {
  int ends[2], status = 0;
  struct rusage used = {0};
  if (pipe2(ends, O_CLOEXEC)) return -1;
  fflush(NULL);
  pid_t pid = fork();
  if (!pid) be_compiler(j, ends[1]);
  close(ends[1]);
  if (pid > 0) setpgid(pid, pid);
  if (pid > 0) listen_to(j, pid, ends[0]);
  close(ends[0]);
  if (pid < 0) return -1;
  while (wait4(pid, &status, 0, &used) < 0 && errno == EINTR) continue;
  j->seconds = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static bool compile(job *j, const char *text, sv_text *why) {
  if (!make_folder(j) || !write_source(j, text))
    return sv_text_printf(why, "no temporary file: %s", strerror(errno)), false;
  int status = run_compiler(j);
  if (!status) return true;
  if (j->limits && j->limits->hit) sv_text_string(why, sv_cause_text(j->limits->hit));
  else if (status == NO_PROGRAM) sv_text_string(why, "there is no C compiler (cc)");
  else {
    const char *first = sv_text_get(&j->messages);
    sv_text_printf(why, "the C compiler failed (status %d): %.*s", status,
                   (int)strcspn(first, "\n"), first);
  }
  return false;
}

// ---- loading

static bool find(void *object, const char *name, void *to) {
  void *at = dlsym(object, name);
  memcpy(to, &at, sizeof at);
  return at != NULL;
}

static bool find_all(sv_native *n) {
  sv_step_functions *f = &n->functions;
  void *o = n->object;
  find(o, "step_guard", &f->guard);
  return find(o, "step_candidates", &f->candidates) && find(o, "step_held", &f->held) &&
         find(o, "step_control", &f->control) && find(o, "step_fire", &f->fire) &&
         find(o, "step_holds", &f->holds) && find(o, "step_ended", &f->ended) &&
         find(o, "step_first", &f->first) && find(o, "step_another", &f->another) &&
         find(o, "step_initial", &f->initial);
}

static sv_native *load(const char *path, sv_text *why) {
  sv_native *n = SV_NEW(sv_native);
  n->object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (n->object && find_all(n)) return n;
  const char *reason = dlerror();
  sv_text_printf(why, "what was compiled cannot be loaded: %s", reason ? reason : "incomplete");
  sv_native_free(n);
  return NULL;
}

static sv_native *make(job *j, const char *text, sv_text *why) {
  sv_native *n = compile(j, text, why) ? load(j->object.at, why) : NULL;
  if (n) n->seconds = j->seconds;
  return n;
}

sv_native *sv_native_new(const char *text, sv_limits *limits, sv_text *why) {
  job j = {.limits = limits};
  sv_native *n = make(&j, text, why);
  remove_files(&j);
  return n;
}

// ---- by way of a cache

// Which compiler there is, by its own words, and how it is called. False: there is none.
static bool set_key(sv_limits *limits, const char *text, sv_text *key) {
  static const char *const question[] = {"cc", "--version", NULL};
  static const char *const command[] = {COMMAND NULL};
  sv_program ask = {.words = question, .most = 4096, .stop = sv_limits_stop, .context = limits};
  sv_text nothing = {0};
  int status = 0;
  bool good = sv_program_run(&ask, &nothing, key, &status) == SV_PROGRAM_ENDED && !status;
  for (uint32_t i = 0; command[i]; i++) sv_text_printf(key, "%s ", command[i]);
  sv_text_printf(key, "\n%s", text);
  sv_text_free(&nothing);
  return good;
}

static sv_native *load_cached(const char *folder, const sv_text *key) {
  sv_text object = {0}, why = {0};
  job j = {0};
  sv_native *n = NULL;
  if (sv_cache_get(folder, key, &object) && make_folder(&j) &&
      sv_output_write(j.object.at, &object, &why))
    n = load(j.object.at, &why);
  if (n) n->cached = true;
  remove_files(&j);
  sv_text_free(&object);
  sv_text_free(&why);
  return n;
}

static void keep(sv_native *n, const job *j, const char *folder, const sv_text *key) {
  sv_text object = {0};
  char buffer[1 << 14];
  FILE *from = fopen(j->object.at, "rbe");
  for (size_t got = 1; from && got;) {
    got = fread(buffer, 1, sizeof buffer, from);
    sv_text_bytes(&object, buffer, got);
  }
  if (!from || ferror(from)) sv_text_string(&n->uncached, "the object cannot be read");
  else sv_cache_put(folder, key, &object, &n->uncached);
  if (from) fclose(from);
  sv_text_free(&object);
}

sv_native *sv_native_cached(const char *text, const char *folder, sv_limits *limits, sv_text *why) {
  sv_text key = {0};
  job j = {.limits = limits};
  bool known = set_key(limits, text, &key);
  sv_native *n = known ? load_cached(folder, &key) : NULL;
  if (!n && (n = make(&j, text, why)) && known) keep(n, &j, folder, &key);
  remove_files(&j);
  sv_text_free(&key);
  return n;
}

bool sv_native_was_cached(const sv_native *n) { return n->cached; }

const char *sv_native_uncached(sv_native *n) {
  return n->uncached.n ? sv_text_get(&n->uncached) : NULL;
}

void sv_native_free(sv_native *n) {
  if (!n) return;
  sv_text_free(&n->uncached);
  if (n->object) dlclose(n->object);
  sv_free(n);
}

double sv_native_seconds(const sv_native *n) { return n->seconds; }

const sv_step_functions *sv_native_functions(const sv_native *n) { return &n->functions; }

void *sv_native_symbol(const sv_native *n, const char *name) { return dlsym(n->object, name); }
