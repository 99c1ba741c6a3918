// fuzz_inbox.c -- the messages of an editor: any bytes, in two pieces, are cut up as they are in one.
//
// The first byte says where the first piece ends.

#include "fuzz/model.h"
#include "serve/inbox.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// What comes out of the inbox, as a text: a letter for each message, and its body.
static void empty(sv_inbox *b, sv_text *out) {
  const char *body;
  size_t n, turns = 0;
  for (sv_inbox_kind kind; (kind = sv_inbox_next(b, &body, &n)) != SV_INBOX_MORE; turns++) {
    sv_text_char(out, (char)('a' + (int)kind));
    if (kind == SV_INBOX_MESSAGE) sv_text_bytes(out, body, n);
    if (turns > 100000) fuzz_fail("the inbox does not get empty", "");
  }
}

static void read_in(const char *data, size_t first, size_t size, sv_text *out) {
  sv_inbox b = {0};
  sv_inbox_feed(&b, data, first);
  empty(&b, out);
  sv_inbox_feed(&b, data + first, size - first);
  empty(&b, out);
  sv_inbox_free(&b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  sv_text once = {0}, twice = {0};
  if (!size) return 0;
  size_t first = data[0] < size ? data[0] : size - 1;
  read_in((const char *)data + 1, 0, size - 1, &once);
  read_in((const char *)data + 1, first, size - 1, &twice);
  if (once.n != twice.n || (once.n && memcmp(once.at, twice.at, once.n)))
    fuzz_fail("pieces make a difference", sv_text_get(&once));
  sv_text_free(&once);
  sv_text_free(&twice);
  return 0;
}
