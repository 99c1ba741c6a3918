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

#include "lang/c/support.h"

enum { POLL_MILLISECONDS = 50, NO_MODULE = 3, NO_PROGRAM = 127 };
static const size_t most_lines = (size_t)256 << 20;

typedef struct {
  const sv_sources *sources;
  uint32_t file;
  const sv_text *more;
  const sv_options *options;
  int bitcode;  // file without a name
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
  sv_text lines = {0}, path = {0};
  c_support(sv_source_text(j->sources, j->file), &lines);
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
  const char *path = sv_source_path(j->sources, j->file);
  for (size_t i = 0; i < SV_COUNT(flags); i++) sv_push(arguments, sv_strdup(flags[i]));
  add_all(&arguments, "-D", &j->options->define);
  add_all(&arguments, "-I", &j->options->include);
  if (j->options->overflow) {
    sv_push(arguments, sv_strdup("-fsanitize=signed-integer-overflow"));
    sv_push(arguments, sv_strdup("-fsanitize-trap=all"));
  }
  add_support(j, &arguments);
  if (j->more->n || sv_source_is_draft(j->sources, j->file)) give_text(j, path, &arguments);
  else sv_push(arguments, sv_strdup("--")), sv_push(arguments, sv_strdup(path));
  sv_push(arguments, NULL);
  dup2(j->bitcode, STDOUT_FILENO);
  dup2(out, STDERR_FILENO);
  execvp("clang-14", arguments.at);
  execvp("clang", arguments.at);
}

// ---- LLVM

// In the folder of this file, or in one that lies as it does when installed.
static void *open_near(const char *file) {
  static const char *const folders[] = {"", "/selvage", "/../lib/selvage"};
  const char *slash = strrchr(file, '/');
  void *module = NULL;
  for (size_t i = 0; slash && !module && i < SV_COUNT(folders); i++) {
    sv_text path = {0};
    sv_text_bytes(&path, file, (size_t)(slash - file));
    sv_text_printf(&path, "%s/selvage_llvm.so", folders[i]);
    module = dlopen(sv_text_get(&path), RTLD_NOW | RTLD_LOCAL);
    sv_text_free(&path);
  }
  return module;
}

// Near the library or the program, or where it was to be installed.
static void *open_module(void) {
  char self[4096] = "";
  Dl_info library = {0};
  void *module = NULL;
  if (dladdr(flags, &library) && library.dli_fname) module = open_near(library.dli_fname);
  if (!module && readlink("/proc/self/exe", self, sizeof self - 1) > 0) module = open_near(self);
  return module ? module : dlopen(SELVAGE_MODULES "/selvage_llvm.so", RTLD_NOW | RTLD_LOCAL);
}

static void be_reader(const job *j, int out) {
  char path[64];
  void *module = open_module();
  int (*export)(const char *, FILE *) = NULL;
  if (module) *(void **)&export = dlsym(module, "selvage_llvm_export");
  if (!export) _exit(NO_MODULE);
  FILE *to = fdopen(out, "w");
  int quiet = open("/dev/null", O_WRONLY);
  if (!to || quiet < 0) _exit(NO_MODULE);
  dup2(quiet, STDERR_FILENO);
  snprintf(path, sizeof path, "/proc/self/fd/%d", j->bitcode);
  _exit(export(path, to) ? 1 : 0);
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

bool c_compile(const sv_sources *sources, uint32_t file, const sv_text *more, const sv_options *o,
               sv_text *lines, sv_text *why, bool *messages) {
  job j = {sources, file, more, o, memfd_create("bitcode", MFD_CLOEXEC)};
  *messages = false;
  if (j.bitcode < 0) return sv_text_string(why, strerror(errno)), false;
  bool compiled = c_is_compiled(sv_source_path(sources, file));
  bool good = compiled ? write_text(&j, j.bitcode) : run_clang(&j, why, messages);
  good = good && run_reader(&j, lines, why);
  close(j.bitcode);
  return good;
}
