// inbox.c -- see inbox.h.

#include "serve/inbox.h"

#include <strings.h>

enum { LONGEST_HEAD = 8192 };
#define NO_LENGTH UINT64_MAX

void sv_inbox_free(sv_inbox *b) { sv_text_free(&b->in); }

void sv_inbox_feed(sv_inbox *b, const char *bytes, size_t n) {
  size_t left_out = b->leave < n ? (size_t)b->leave : n;
  b->leave -= left_out;
  if (b->used) {
    memmove(b->in.at, b->in.at + b->used, b->in.n - b->used);
    b->in.n -= (uint32_t)b->used;
    b->used = 0;
  }
  sv_text_bytes(&b->in, bytes + left_out, n - left_out);
}

// Just digits, with blanks around them.
static uint64_t number(const char *at, const char *end) {
  uint64_t n = 0;
  while (at < end && (*at == ' ' || *at == '\t')) at++;
  const char *first = at;
  for (; at < end && *at >= '0' && *at <= '9'; at++) {
    if (n > UINT32_MAX) return NO_LENGTH;
    n = n * 10 + (uint64_t)(*at - '0');
  }
  bool some = at > first;
  while (at < end && (*at == ' ' || *at == '\t' || *at == '\r')) at++;
  return some && at == end ? n : NO_LENGTH;
}

static uint64_t length_in(const char *head, const char *end) {
  static const char name[] = "content-length:";
  uint64_t length = NO_LENGTH;
  for (const char *line = head; line < end;) {
    const char *stop = memchr(line, '\n', (size_t)(end - line));
    if (!stop) stop = end;
    bool ours =
        (size_t)(stop - line) >= sizeof name - 1 && !strncasecmp(line, name, sizeof name - 1);
    if (ours) length = number(line + sizeof name - 1, stop);
    line = stop + 1;
  }
  return length;
}

// Behind the empty line that ends the head, or NULL.
static const char *end_of_head(const char *at, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (at[i] != '\n') continue;
    if (i + 1 < n && at[i + 1] == '\n') return at + i + 2;
    if (i + 2 < n && at[i + 1] == '\r' && at[i + 2] == '\n') return at + i + 3;
  }
  return NULL;
}

static sv_inbox_kind leave_out(sv_inbox *b, uint64_t n) {
  size_t here = b->in.n - b->used;
  size_t now = n < here ? (size_t)n : here;
  b->used += now;
  b->leave = n - now;
  return SV_INBOX_LARGE;
}

// Blank lines before a head say nothing.
static void skip_blank(sv_inbox *b) {
  while (b->used < b->in.n && (b->in.at[b->used] == '\r' || b->in.at[b->used] == '\n')) b->used++;
}

sv_inbox_kind sv_inbox_next(sv_inbox *b, const char **body, size_t *n) {
  skip_blank(b);
  if (b->used == b->in.n) return SV_INBOX_MORE;
  const char *head = b->in.at + b->used;
  size_t left = b->in.n - b->used;
  const char *end = end_of_head(head, left < LONGEST_HEAD ? left : LONGEST_HEAD);
  if (!end && left < LONGEST_HEAD) return SV_INBOX_MORE;
  uint64_t length = end ? length_in(head, end) : NO_LENGTH;
  if (length == NO_LENGTH) {
    b->used += end ? (size_t)(end - head) : LONGEST_HEAD;
    return SV_INBOX_BROKEN;
  }
  if (length > SV_MESSAGE_MOST) {
    b->used += (size_t)(end - head);
    return leave_out(b, length);
  }
  if (length > left - (size_t)(end - head)) return SV_INBOX_MORE;
  *body = end;
  *n = (size_t)length;
  b->used += (size_t)(end - head) + *n;
  return SV_INBOX_MESSAGE;
}
