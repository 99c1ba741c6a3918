// child_wire.h -- answers as bytes, for the pipe between a child and its parent.
//
// Both ends are the same program on the same machine, so numbers go as they
// lie in memory; but the writer may have died in the middle or be corrupt, so the
// reader believes nothing: what is malformed makes `bad` true and reads as zero.

#ifndef SV_CHILD_WIRE_H
#define SV_CHILD_WIRE_H

#include "engine/engine.h"

typedef struct {
  const char *at;
  size_t n, next;
  bool bad;
} sv_wire;

void sv_wire_put(sv_text *, uint64_t);
void sv_wire_put_string(sv_text *, const char *);  // NULL is fine
uint64_t sv_wire_get(sv_wire *);
char *sv_wire_get_string(sv_wire *);  // to be freed; NULL as it was put, or bad

void sv_wire_put_trace(sv_text *, const sv_net *, const sv_trace *);
sv_trace *sv_wire_get_trace(sv_wire *, const sv_net *);  // NULL if bad

void sv_wire_put_answer(sv_text *, const sv_model *, const sv_answer *);
// Fills an answer with its findings prepared; traces are replayed. False if the
// bytes are malformed: the answer is not to be believed then.
bool sv_wire_get_answer(sv_wire *, sv_model *, const sv_run *, sv_answer *);

#endif
