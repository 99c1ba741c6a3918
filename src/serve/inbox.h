// inbox.h -- messages out of a stream of bytes.
//
// Each message is a head ("Content-Length: 12" and other lines, ended by an
// empty one) and a body of so many bytes. A head without a usable length is
// left out, and what follows is read as the next one; a body that is too large
// is left out without being stored.

#ifndef SV_SERVE_INBOX_H
#define SV_SERVE_INBOX_H

#include "base/input.h"

#define SV_MESSAGE_MOST (2 * SV_INPUT_MOST)  // a text of the largest size, escaped

typedef struct {
  sv_text in;
  size_t used;     // bytes of it that are done with
  uint64_t leave;  // bytes to come that are left out
} sv_inbox;

typedef enum {
  SV_INBOX_MORE,     // bytes are needed
  SV_INBOX_MESSAGE,  // here is one
  SV_INBOX_BROKEN,   // a head without a length was left out
  SV_INBOX_LARGE,    // a body is being left out
} sv_inbox_kind;

void sv_inbox_feed(sv_inbox *, const char *bytes, size_t n);
// The body stays valid until the next call.
sv_inbox_kind sv_inbox_next(sv_inbox *, const char **body, size_t *n);
void sv_inbox_free(sv_inbox *);

#endif
