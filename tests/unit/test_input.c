// Tests of base/input.h: files, pipes, and what is refused.

#define _POSIX_C_SOURCE 200809L

#include "base/input.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "unit/unit.h"

static char folder[] = "/tmp/selvage-input-XXXXXX";
static char path[64];

static int make_folder(void **state) {
  SV_UNUSED(state);
  if (!mkdtemp(folder)) return -1;
  snprintf(path, sizeof path, "%s/x", folder);
  return 0;
}

static int remove_folder(void **state) {
  SV_UNUSED(state);
  unlink(path);
  return rmdir(folder);
}

static int remove_file(void **state) {
  SV_UNUSED(state);
  unlink(path);
  return 0;
}

static void expect_text(const char *from, sv_limits *limits, const char *wanted) {
  sv_text text = {0};
  const char *why = "";
  if (!sv_input_read(from, limits, &text, &why)) fail_msg("%s: %s", from, why);
  assert_string_equal(sv_text_get(&text), wanted);
  sv_text_free(&text);
}

static void expect_refusal(const char *from, sv_limits *limits, const char *wanted) {
  sv_text text = {0};
  const char *why = "";
  assert_false(sv_input_read(from, limits, &text, &why));
  assert_string_equal(why, wanted);
  sv_text_free(&text);
}

static void write_file(const char *text, off_t size) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  assert_true(fd >= 0);
  assert_int_equal(write(fd, text, strlen(text)), strlen(text));
  if (size) assert_int_equal(ftruncate(fd, size), 0);
  close(fd);
}

static void test_files(void **state) {
  SV_UNUSED(state);
  write_file("byte x;\n", 0);
  expect_text(path, NULL, "byte x;\n");
  write_file("", 0);
  expect_text(path, NULL, "");
  expect_refusal("/nonexistent/x", NULL, "No such file or directory");
  expect_refusal(folder, NULL, "it is a directory");
  if (!getuid()) return;
  chmod(path, 0);
  expect_refusal(path, NULL, "Permission denied");
}

static void test_devices(void **state) {
  SV_UNUSED(state);
  expect_refusal("/dev/zero", NULL, "it is a device, not a file");
  expect_refusal("/dev/null", NULL, "it is a device, not a file");
}

static void test_size(void **state) {
  SV_UNUSED(state);
  write_file("x", (off_t)SV_INPUT_MOST + 1);
  expect_refusal(path, NULL, "it is larger than 64 MB");
}

// A child that writes to the FIFO, in two parts, and maybe never closes it.
static pid_t start_writer(const char *first, const char *second, bool stays) {
  pid_t child = fork();
  assert_true(child >= 0);
  if (child) return child;
  int fd = open(path, O_WRONLY);
  struct timespec wait = {0, 50000000};
  if (write(fd, first, strlen(first)) < 0) _exit(1);
  nanosleep(&wait, NULL);
  if (write(fd, second, strlen(second)) < 0) _exit(1);
  if (stays) pause();
  _exit(0);
}

static void test_fifo(void **state) {
  SV_UNUSED(state);
  assert_int_equal(mkfifo(path, 0600), 0);
  sv_limits limits = sv_limits_make(30, 0, NULL);
  pid_t child = start_writer("one ", "two", false);
  expect_text(path, &limits, "one two");
  waitpid(child, NULL, 0);
  child = start_writer("three", "", false);
  expect_text(path, NULL, "three");
  waitpid(child, NULL, 0);
}

static void test_no_writer(void **state) {
  SV_UNUSED(state);
  assert_int_equal(mkfifo(path, 0600), 0);
  sv_limits limits = sv_limits_make(0.3, 0, NULL);
  expect_refusal(path, &limits, "time limit reached");
  assert_int_equal(limits.hit, SV_CAUSE_TIME);
}

static void test_writer_stays(void **state) {
  SV_UNUSED(state);
  assert_int_equal(mkfifo(path, 0600), 0);
  sv_limits limits = sv_limits_make(0.5, 0, NULL);
  pid_t child = start_writer("one ", "two", true);
  expect_refusal(path, &limits, "time limit reached");
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
}

static void test_interrupt(void **state) {
  SV_UNUSED(state);
  assert_int_equal(mkfifo(path, 0600), 0);
  volatile int stop = 1;
  sv_limits limits = sv_limits_make(0, 0, &stop);
  expect_refusal(path, &limits, "interrupted");
  assert_int_equal(limits.hit, SV_CAUSE_INTERRUPTED);
}

// A pipe without end: the bound holds there too.
static void test_endless_pipe(void **state) {
  SV_UNUSED(state);
  int ends[2];
  char name[32];
  assert_int_equal(pipe(ends), 0);
  pid_t child = fork();
  if (!child) {
    static char block[1 << 16];
    signal(SIGPIPE, SIG_DFL);
    close(ends[0]);
    while (write(ends[1], block, sizeof block) > 0) continue;
    _exit(0);
  }
  close(ends[1]);
  snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
  expect_refusal(name, NULL, "it is larger than 64 MB");
  close(ends[0]);
  waitpid(child, NULL, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(test_files, remove_file),
      cmocka_unit_test(test_devices),
      cmocka_unit_test_teardown(test_size, remove_file),
      cmocka_unit_test_teardown(test_fifo, remove_file),
      cmocka_unit_test_teardown(test_no_writer, remove_file),
      cmocka_unit_test_teardown(test_writer_stays, remove_file),
      cmocka_unit_test_teardown(test_interrupt, remove_file),
      cmocka_unit_test(test_endless_pipe),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
