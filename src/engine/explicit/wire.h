// wire.h -- states on their way from rank to rank.
//
// Successors that belong to another rank are collected in parcels, several for each rank; a full one is sent
// without waiting, and the next one is filled meanwhile. Where all parcels for a rank are under way, the sender
// receives what has come for itself until one is free again: no rank produces faster than others receive, and since
// receiving needs no parcel, there is no deadlock. Where the reduction has to know which successors lie
// behind the current level, the parcel stays until its reply has come; every parcel has a
// buffer of its own for that at the receiver.
//
// A message is an array of words: a head of three, then records of parent and state, or (in a
// reply) the numbers of records.

#ifndef SV_WIRE_H
#define SV_WIRE_H

#include "base/ranks.h"
#include "base/vec.h"

#define SV_NO_ROOT UINT32_MAX

typedef enum { SV_WIRE_STATES, SV_WIRE_QUESTION, SV_WIRE_REPLY, SV_WIRE_STOP } sv_wire_kind;

typedef struct {
  sv_wire_kind kind;
  uint32_t parcel, from, n;
  uint64_t search;
  const uint64_t *body;
} sv_message;

typedef struct {
  uint64_t *words;
  uint32_t *roots;  // by record: who asks whether it is behind, or SV_NO_ROOT
  uint32_t n;
  bool asks, sending, awaiting;
} sv_parcel;

typedef struct {
  sv_ranks *ranks;
  uint32_t record, most;  // words of a record; records in a parcel
  sv_parcel *parcels;     // by rank, SV_PARCELS for each
  uint32_t *filling;      // by rank: its parcel, or SV_PARCELS
  uint64_t **replies;     // by parcel of a rank that asks
  uint64_t stop[3];
  uint64_t *sent;  // by rank: states and questions since the last settlement
  uint64_t received, awaiting;
  uint64_t messages, bytes;  // sent, in all
} sv_wire;
enum { SV_PARCELS = 4 };

// False: MPI failed.
bool sv_wire_open(sv_wire *, sv_ranks *, uint32_t words);
void sv_wire_close(sv_wire *);
// Appends to the parcel for that rank, which is sent once it is full. False: there is no room now.
bool sv_wire_add(sv_wire *, uint32_t to, uint64_t parent, const uint64_t *state, uint32_t root);
void sv_wire_flush(sv_wire *);
bool sv_wire_next(sv_wire *, sv_message *);  // to be followed by sv_wire_taken
void sv_wire_taken(sv_wire *);
void sv_wire_reply(sv_wire *, const sv_message *question, const uint32_t *records, uint32_t n);
// The reply has come: who asked about record i of that parcel.
const uint32_t *sv_wire_roots(const sv_wire *, const sv_message *reply);
void sv_wire_replied(sv_wire *, const sv_message *reply);
void sv_wire_stop(sv_wire *);  // tells all others, once

#endif
