// wire.c -- parcels and messages. See wire.h.

#include "engine/explicit/wire.h"

enum { HEAD = 3, MESSAGE_BYTES = 1 << 16, LEAST_BYTES = 1 << 12, ALL_BYTES = 1 << 27 };

// Large enough to cost little each, small enough that all of them are not much.
static uint32_t records_of(uint32_t record, uint32_t ranks) {
  size_t bytes = ALL_BYTES / ((size_t)ranks * SV_PARCELS);
  if (bytes > MESSAGE_BYTES) bytes = MESSAGE_BYTES;
  if (bytes < LEAST_BYTES) bytes = LEAST_BYTES;
  size_t n = (bytes / sizeof(uint64_t) - HEAD) / record;
  return n ? (uint32_t)n : 1;
}

static size_t message_words(const sv_wire *w) { return HEAD + (size_t)w->record * w->most; }
static uint32_t parcel_count(const sv_wire *w) { return w->ranks->size * SV_PARCELS; }

bool sv_wire_open(sv_wire *w, sv_ranks *ranks, uint32_t words) {
  *w = (sv_wire){.ranks = ranks, .record = words + 1};
  uint32_t n = ranks->size;
  w->most = records_of(w->record, n);
  w->parcels = SV_NEW_ARRAY(sv_parcel, n * SV_PARCELS);
  w->replies = SV_NEW_ARRAY(uint64_t *, n * SV_PARCELS);
  w->filling = SV_NEW_ARRAY(uint32_t, n);
  w->sent = SV_NEW_ARRAY(uint64_t, n);
  for (uint32_t i = 0; i < n; i++) w->filling[i] = SV_PARCELS;
  ranks->searches++;
  uint32_t slots = 2 * n * SV_PARCELS + n;
  ranks->lost = ranks->lost || ranks->calls->open(slots, message_words(w) * sizeof(uint64_t));
  return !ranks->lost;
}

// While a rank is lost, buffers may still be in use.
void sv_wire_close(sv_wire *w) {
  if (!w->ranks || w->ranks->lost) return;
  for (uint32_t i = 0; i < parcel_count(w); i++) {
    sv_free(w->parcels[i].words);
    sv_free(w->parcels[i].roots);
    sv_free(w->replies[i]);
  }
  sv_free(w->parcels);
  sv_free(w->replies);
  sv_free(w->filling);
  sv_free(w->sent);
  w->ranks = NULL;
}

static void send(sv_wire *w, uint32_t slot, uint64_t *words, size_t n, uint32_t to,
                 const sv_message *m) {
  words[0] = (uint64_t)m->kind | (uint64_t)m->parcel << 8 | (uint64_t)w->ranks->rank << 40;
  words[1] = m->n;
  words[2] = w->ranks->searches;
  w->messages++;
  w->bytes += n * sizeof *words;
  if (w->ranks->calls->send(slot, words, n * sizeof *words, to)) w->ranks->lost = true;
}

static bool is_sent(sv_wire *w, uint32_t slot) {
  int done = w->ranks->calls->sent(slot);
  if (done < 0) w->ranks->lost = true;
  return done == 1;
}

// ---- parcels

static bool is_free(sv_wire *w, uint32_t i) {
  sv_parcel *p = &w->parcels[i];
  if (p->awaiting) return false;
  if (p->sending && !is_sent(w, i)) return false;
  p->sending = false;
  return true;
}

static sv_parcel *parcel_for(sv_wire *w, uint32_t to) {
  for (uint32_t k = 0; w->filling[to] == SV_PARCELS && k < SV_PARCELS; k++) {
    if (!is_free(w, to * SV_PARCELS + k)) continue;
    sv_parcel *p = &w->parcels[to * SV_PARCELS + k];
    p->n = 0;
    p->asks = false;
    if (!p->words) {
      p->words = SV_NEW_ARRAY(uint64_t, message_words(w));
      p->roots = SV_NEW_ARRAY(uint32_t, w->most);
    }
    w->filling[to] = k;
  }
  return w->filling[to] == SV_PARCELS ? NULL : &w->parcels[to * SV_PARCELS + w->filling[to]];
}

static void send_parcel(sv_wire *w, uint32_t to) {
  uint32_t i = to * SV_PARCELS + w->filling[to];
  sv_parcel *p = &w->parcels[i];
  sv_message m = {
      .kind = p->asks ? SV_WIRE_QUESTION : SV_WIRE_STATES, .parcel = w->filling[to], .n = p->n};
  send(w, i, p->words, HEAD + (size_t)p->n * w->record, to, &m);
  p->sending = true;
  p->awaiting = p->asks;
  w->awaiting += p->asks;
  w->sent[to]++;
  w->filling[to] = SV_PARCELS;
}

bool sv_wire_add(sv_wire *w, uint32_t to, uint64_t parent, const uint64_t *state, uint32_t root) {
  sv_parcel *p = parcel_for(w, to);
  if (!p) return false;
  uint64_t *record = p->words + HEAD + (size_t)p->n * w->record;
  record[0] = parent;
  for (uint32_t i = 1; i < w->record; i++) record[i] = state[i - 1];
  p->roots[p->n++] = root;
  p->asks |= root != SV_NO_ROOT;
  if (p->n == w->most) send_parcel(w, to);
  return true;
}

void sv_wire_flush(sv_wire *w) {
  for (uint32_t to = 0; to < w->ranks->size; to++)
    if (w->filling[to] != SV_PARCELS && w->parcels[to * SV_PARCELS + w->filling[to]].n)
      send_parcel(w, to);
}

// ---- messages

bool sv_wire_next(sv_wire *w, sv_message *m) {
  const void *bytes = NULL;
  size_t n = 0;
  int got = w->ranks->lost ? 0 : w->ranks->calls->next(&bytes, &n);
  if (got < 0) w->ranks->lost = true;
  if (got != 1) return false;
  const uint64_t *words = bytes;
  REQUIRE(n >= HEAD * sizeof *words, "a message has a head");
  *m = (sv_message){.kind = (sv_wire_kind)(words[0] & 255),
                    .parcel = (uint32_t)(words[0] >> 8),
                    .from = (uint32_t)(words[0] >> 40),
                    .n = (uint32_t)words[1],
                    .search = words[2],
                    .body = words + HEAD};
  m->parcel &= 0xffff;
  w->received += m->kind == SV_WIRE_STATES || m->kind == SV_WIRE_QUESTION;
  return true;
}

void sv_wire_taken(sv_wire *w) {
  if (w->ranks->calls->taken()) w->ranks->lost = true;
}

// Who sent the parcel has the reply to its last contents, so the buffer is free, or will be at once.
void sv_wire_reply(sv_wire *w, const sv_message *question, const uint32_t *records, uint32_t n) {
  uint32_t i = question->from * SV_PARCELS + question->parcel, slot = parcel_count(w) + i;
  uint64_t **buffer = &w->replies[i];
  if (!*buffer) *buffer = SV_NEW_ARRAY(uint64_t, HEAD + (size_t)w->most);
  while (!is_sent(w, slot) && !w->ranks->lost) {}
  for (uint32_t k = 0; k < n; k++) (*buffer)[HEAD + k] = records[k];
  sv_message m = {.kind = SV_WIRE_REPLY, .parcel = question->parcel, .n = n};
  send(w, slot, *buffer, HEAD + (size_t)n, question->from, &m);
}

static sv_parcel *asked_in(const sv_wire *w, const sv_message *reply) {
  return &w->parcels[reply->from * SV_PARCELS + reply->parcel];
}

const uint32_t *sv_wire_roots(const sv_wire *w, const sv_message *reply) {
  return asked_in(w, reply)->roots;
}

void sv_wire_replied(sv_wire *w, const sv_message *reply) {
  sv_parcel *p = asked_in(w, reply);
  REQUIRE(p->awaiting, "a reply that is not awaited");
  p->awaiting = false;
  w->awaiting--;
}

void sv_wire_stop(sv_wire *w) {
  if (w->stop[1] || w->ranks->lost) return;  // it was sent before
  sv_message m = {.kind = SV_WIRE_STOP, .n = 1};
  for (uint32_t to = 0; to < w->ranks->size; to++)
    if (to != w->ranks->rank) send(w, 2 * parcel_count(w) + to, w->stop, HEAD, to, &m);
}
