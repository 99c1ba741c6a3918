// input.c -- see input.h.
//
// A FIFO is opened without waiting for its writer; poll then waits for either
// the first bytes or the end of the last writer, in short turns, so that the
// clock and an interrupt are looked at in between.

#define _POSIX_C_SOURCE 200809L

#include "base/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TURN_MS = 100, CHUNK = 1 << 16 };

static bool refuse(const char **why, const char *reason) {
  *why = reason;
  return false;
}

// Is this something that ends? *waits: bytes may come later.
static bool can_be_read(int fd, bool *waits, const char **why) {
  struct stat s;
  if (fstat(fd, &s)) return refuse(why, strerror(errno));
  if (S_ISDIR(s.st_mode)) return refuse(why, "it is a directory");
  if (S_ISBLK(s.st_mode) || (S_ISCHR(s.st_mode) && !isatty(fd)))
    return refuse(why, "it is a device, not a file");
  if (S_ISREG(s.st_mode) && (uint64_t)s.st_size > SV_INPUT_MOST)
    return refuse(why, "it is larger than 64 MB");
  *waits = !S_ISREG(s.st_mode);
  return true;
}

static bool limits_allow(sv_limits *limits, const char **why) {
  sv_cause hit = limits ? sv_limits_check(limits) : SV_CAUSE_NONE;
  return hit == SV_CAUSE_NONE || refuse(why, sv_cause_text(hit));
}

// Waits until something can be read, be it the end.
static bool wait_for(int fd, sv_limits *limits, const char **why) {
  for (;;) {
    struct pollfd p = {.fd = fd, .events = POLLIN};
    int ready = poll(&p, 1, limits ? TURN_MS : -1);
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return refuse(why, strerror(errno));
    if (!limits_allow(limits, why)) return false;
  }
}

static bool read_all(int fd, bool waits, sv_limits *limits, sv_text *out, const char **why) {
  char buffer[CHUNK];
  size_t all = 0;
  for (;;) {
    if (waits && !wait_for(fd, limits, why)) return false;
    ssize_t got = read(fd, buffer, sizeof buffer);
    if (!got) return true;
    if (got < 0 && errno != EINTR && errno != EAGAIN) return refuse(why, strerror(errno));
    if (got < 0) continue;
    all += (size_t)got;
    if (all > SV_INPUT_MOST) return refuse(why, "it is larger than 64 MB");
    if (waits && !limits_allow(limits, why)) return false;
    sv_text_bytes(out, buffer, (size_t)got);
  }
}

bool sv_input_read(const char *path, sv_limits *limits, sv_text *out, const char **why) {
  REQUIRE(path && out && why, "no path, or no place for the text or the reason");
  bool is_stdin = !strcmp(path, "-"), waits = false;
  int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (fd < 0) return refuse(why, strerror(errno));
  bool ok = can_be_read(fd, &waits, why) && read_all(fd, waits, limits, out, why);
  if (!is_stdin) close(fd);
  return ok;
}
