// coding.h -- the states of a finite net as bits.
//
// Every cell of the net, every queue's counters and every field of its slots
// is an item: a word whose bits are constants or state bits. A profile
// (analysis/access/profile.h) says which bits vary and how many slots a queue needs;
// without one every value of the sort has its code. Bits that were always
// copies of the sign are left out. State bits of unused slots are zero, so
// with the shifting queues equal states have equal codes. Cyclic queues have a
// head pointer instead of moving their contents: one state has several codes.
//
// State bits are numbered in the order of items: global variables, then for
// each process its pc, its variables, its queues; global queues last. Engines
// that need another order (BDDs) permute.

#ifndef SV_CODING_H
#define SV_CODING_H

#include "analysis/access/profile.h"
#include "encode/graph/word.h"

// A bit of an item: a constant, or state bit b.
typedef struct {
  uint32_t x;
} sv_code_bit;
#define SV_CODE_FALSE ((sv_code_bit){0})
#define SV_CODE_TRUE ((sv_code_bit){1})
static inline bool sv_code_is_const(sv_code_bit b) { return b.x < 2; }
static inline uint32_t sv_code_state_bit(sv_code_bit b) { return b.x - 2; }

// Least bit first, the last is the sign; never empty.
typedef struct {
  const sv_code_bit *at;
  uint32_t n;
} sv_code_item;

typedef enum { SV_QUEUE_SHIFTING, SV_QUEUE_CYCLIC } sv_queue_style;

typedef struct {
  uint32_t slots;              // <= capacity
  sv_code_item length;         // all messages
  sv_code_item deferred;       // constant 0 where no action defers
  sv_code_item head;           // cyclic: slot of the first message; shifting: constant 0
  const sv_code_item *fields;  // slots * field_count
} sv_code_queue;

typedef struct {
  const sv_net *net;
  const sv_code_item *cells;    // net->cells
  const sv_code_queue *queues;  // net->queues.n
  uint32_t bits;                // state bits
  const uint32_t *owner;        // by state bit: cell, or net->cells + queue
  const bool *by_terms;         // by variable: its values have no code; NULL: all have one
  sv_queue_style style;
  sv_arena *arena;
} sv_coding;

// NULL and a reason where the net is not finite (or a queue too long to spell out);
// the profile may be NULL.
// A queue whose operations the cyclic style cannot do (slots other than the
// first and the end, defer, flush) is shifting all the same.
sv_coding *sv_coding_new(const sv_net *, const sv_profile *, sv_queue_style, sv_text *why);
// Every value of the sort has its code, but the values of these variables (an array, copied) have none: somebody else
// has them as terms, and they may be infinite. Queues shift.
sv_coding *sv_coding_new_beside(const sv_net *, const bool *by_terms, sv_text *why);
void sv_coding_free(sv_coding *);
// The bits of a state, one byte each; false if the state has no code.
bool sv_coding_encode(const sv_coding *, const sv_state *, uint8_t *bits);
void sv_coding_decode(const sv_coding *, const uint8_t *bits, sv_state *);

// Nothing in the net's states, choices and terms is infinite or real; else a reason.
bool sv_code_finite(const sv_net *, sv_text *why);
// No other variables have infinitely many values, and no queues that are used.
bool sv_code_finite_beside(const sv_net *, const bool *by_terms, sv_text *why);
// The queues that a reference term may name: *first .. *end-1, or none.
void sv_code_candidates(const sv_net *, sv_term ref, uint32_t *first, uint32_t *end);

#endif
