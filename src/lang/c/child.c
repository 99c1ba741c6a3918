// child.c -- fork, listen, wait.
//
// The bitcode goes from clang to the module through a file without a name.

#define _GNU_SOURCE

#include "lang/c/child.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/module.h"
#include "lang/c/support.h"

enum { POLL_MILLISECONDS = 50, NO_MODULE = 3, NO_PROGRAM = 127, MOST_FILES = 64 };
static const size_t most_lines = (size_t)256 << 20;

typedef struct {
  const sv_sources *sources;
  uint32_t file;
  const sv_text *more;
  const sv_options *options;
  int bitcode[MOST_FILES];  // files without names: of the program, and of each that is with it
  uint32_t bitcodes;
} job;

typedef void child_main(const job *, int out);

// ---- one child

static bool must_stop(const job *j) {
  sv_limits *limits = sv_sources_limits(j->sources);
  return limits && sv_limits_check(limits);
}

static bool listen_to(const job *j, pid_t pid, int from, sv_text *out) {
  char buffer[65536];
  for (;;) {
    struct pollfd end = {.fd = from, .events = POLLIN};
    if (must_stop(j) || out->n > most_lines) return kill(pid, SIGKILL), false;
    if (poll(&end, 1, POLL_MILLISECONDS) <= 0) continue;
    ssize_t n = read(from, buffer, sizeof buffer);
    if (n <= 0) return true;
    sv_text_bytes(out, buffer, (size_t)n);
  }
}

// Its exit status, 128 + the signal that ended it, or -1 if it could not be started.
static int run_child(const job *j, child_main *be, sv_text *out) {
  int ends[2], status = 0;
  if (pipe2(ends, O_CLOEXEC)) return -1;
  fflush(NULL);
  pid_t pid = fork();
  if (!pid) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    be(j, ends[1]);
    _exit(NO_PROGRAM);
  }
  close(ends[1]);
  if (pid > 0) listen_to(j, pid, ends[0], out);
  close(ends[0]);
  if (pid < 0) return -1;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// The path of a part of the program.
static const char *part_path(const job *j, uint32_t part) {
  return part ? j->options->with.at[part - 1] : sv_source_path(j->sources, j->file);
}

static bool write_text(const job *j, int to) {
  size_t n = sv_source_size(j->sources, j->file);
  const char *text = sv_source_text(j->sources, j->file);
  while (n) {
    ssize_t written = write(to, text, n);
    if (written <= 0) return false;
    text += written, n -= (size_t)written;
  }
  return true;
}

// ---- clang

static const char *const flags[] = {"clang",
                                    "-O0",
                                    "-g",
                                    "-w",
                                    "-fgnu89-inline",
                                    "-fno-discard-value-names",
                                    "-Xclang",
                                    "-disable-O0-optnone",
                                    "-Xclang",
                                    "-fsanitize-address-use-after-scope",  // marks ends of locals
                                    "-fno-caret-diagnostics",
                                    "-fno-color-diagnostics",
                                    "-emit-llvm",
                                    "-c",
                                    "-o",
                                    "-"};

static void add_all(sv_strings *arguments, const char *flag, const sv_option_list *list) {
  for (uint32_t i = 0; i < list->n; i++) {
    sv_text t = {0};
    sv_text_printf(&t, "%s%s", flag, list->at[i]);
    sv_push(*arguments, sv_text_take(&t));
  }
}

// A text that is not on the disk, or has more behind it, is clang's standard input, with the name that it stands under.
static void give_text(const job *j, const char *path, sv_strings *arguments) {
  int in = memfd_create("source", 0);
  const char *slash = strrchr(path, '/');
  sv_text name = {0}, folder = {0};
  for (const char *c = path; *c; c++) {
    if (*c == '"' || *c == '\\') sv_text_char(&name, '\\');
    sv_text_char(&name, *c);
  }
  dprintf(in, "# 1 \"%s\"\n", sv_text_get(&name));
  bool good = write_text(j, in) && write(in, j->more->at, j->more->n) == (ssize_t)j->more->n;
  if (!good || lseek(in, 0, SEEK_SET) || dup2(in, STDIN_FILENO) < 0) _exit(NO_PROGRAM);
  sv_text_bytes(&folder, path, slash ? (size_t)(slash - path) + 1 : 0);
  sv_push(*arguments, sv_strdup("-x"));
  sv_push(*arguments, sv_strdup("c"));
  sv_push(*arguments, sv_strdup("-iquote"));
  sv_push(*arguments, sv_strdup(folder.n ? folder.at : "."));
  sv_push(*arguments, sv_strdup("-"));
}

// What is read before the program, as a file without a name that clang inherits.
static void add_support(const job *j, sv_strings *arguments) {
  sv_text lines = {0}, path = {0}, all = {0};
  for (uint32_t k = 1; k <= sv_sources_count(j->sources); k++)
    sv_text_string(&all, sv_source_text(j->sources, k));
  c_support(sv_text_get(&all), &lines);
  sv_text_free(&all);
  int file = lines.n ? memfd_create("support", 0) : -1;
  if (file >= 0 && write(file, sv_text_get(&lines), lines.n) == (ssize_t)lines.n) {
    sv_text_printf(&path, "/proc/self/fd/%d", file);
    sv_push(*arguments, sv_strdup("-include"));
    sv_push(*arguments, sv_text_take(&path));
  }
  sv_text_free(&lines);
}

static void be_clang(const job *j, int out) {
  sv_strings arguments = {0};
  uint32_t part = j->bitcodes - 1;
  const char *path = part_path(j, part);
  for (size_t i = 0; i < SV_COUNT(flags); i++) sv_push(arguments, sv_strdup(flags[i]));
  add_all(&arguments, "-D", &j->options->define);
  add_all(&arguments, "-I", &j->options->include);
  add_all(&arguments, "", &j->options->clang);
  if (j->options->overflow) {
    sv_push(arguments, sv_strdup("-fsanitize=signed-integer-overflow"));
    sv_push(arguments, sv_strdup("-fsanitize-trap=all"));
  }
  add_support(j, &arguments);
  if (!part && (j->more->n || sv_source_is_draft(j->sources, j->file)))
    give_text(j, path, &arguments);
  else sv_push(arguments, sv_strdup("--")), sv_push(arguments, sv_strdup(path));
  sv_push(arguments, NULL);
  dup2(j->bitcode[part], STDOUT_FILENO);
  dup2(out, STDERR_FILENO);
  execvp("clang-14", arguments.at);
  execvp("clang", arguments.at);
}

// ---- LLVM

static void be_reader(const job *j, int out) {
  char path[MOST_FILES][64];
  const char *paths[MOST_FILES];
  void *module = sv_module_open("selvage_llvm.so");
  int (*export)(const char *const *, unsigned, FILE *) = NULL;
  if (module) *(void **)&export = dlsym(module, "selvage_llvm_export");
  if (!export) _exit(NO_MODULE);
  FILE *to = fdopen(out, "w");
  int quiet = open("/dev/null", O_WRONLY);
  if (!to || quiet < 0) _exit(NO_MODULE);
  dup2(quiet, STDERR_FILENO);
  for (uint32_t k = 0; k < j->bitcodes; k++) {
    snprintf(path[k], sizeof path[k], "/proc/self/fd/%d", j->bitcode[k]);
    paths[k] = path[k];
  }
  _exit(export(paths, j->bitcodes, to) ? 1 : 0);
}

// ---- both

bool c_is_compiled(const char *path) {
  size_t n = strlen(path);
  return n > 3 && (!strcmp(path + n - 3, ".bc") || !strcmp(path + n - 3, ".ll"));
}

static bool run_clang(const job *j, sv_text *why, bool *messages) {
  int status = run_child(j, be_clang, why);
  *messages = status == 1 && why->n;
  if (!status) return true;
  if (status == NO_PROGRAM) sv_text_string(why, "C programs need clang, which is not installed");
  else if (!*messages) sv_text_printf(why, "clang failed (status %d)", status);
  return false;
}

static bool run_reader(const job *j, sv_text *lines, sv_text *why) {
  int status = run_child(j, be_reader, lines);
  if (!status) return true;
  if (status == NO_MODULE)
    sv_text_string(why, "this Selvage was built without LLVM, so it cannot read C");
  else sv_text_string(why, "LLVM cannot read this bitcode");
  return false;
}

// One part: as it is, if it is bitcode; else clang makes some of it.
static bool compile_part(job *j, sv_text *why, bool *messages) {
  const char *path = part_path(j, j->bitcodes);
  int file = memfd_create("bitcode", MFD_CLOEXEC);
  if (file < 0) return sv_text_string(why, strerror(errno)), false;
  bool first = !j->bitcodes;
  j->bitcode[j->bitcodes++] = file;
  if (!c_is_compiled(path)) return run_clang(j, why, messages);
  if (!first) return sv_text_printf(why, "%s: bitcode cannot be a further file", path), false;
  return write_text(j, file);
}

bool c_compile(const sv_sources *sources, uint32_t file, const sv_text *more, const sv_options *o,
               sv_text *lines, sv_text *why, bool *messages) {
  job j = {.sources = sources, .file = file, .more = more, .options = o};
  bool good = o->with.n < MOST_FILES;
  *messages = false;
  if (!good) sv_text_printf(why, "more than %d files", MOST_FILES);
  while (good && j.bitcodes <= o->with.n) good = compile_part(&j, why, messages);
  good = good && run_reader(&j, lines, why);
  for (uint32_t k = 0; k < j.bitcodes; k++) close(j.bitcode[k]);
  return good;
}
