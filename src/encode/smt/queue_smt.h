// queue_smt.h -- queues in SMT: one interface, the encodings of section 4 of
// J. Dubrovin's thesis (2011) behind it.
//
//   shifting   message i in slot i; receiving moves the others. The only one with
//              defer, flush, and messages put into or taken from the middle
//   cyclic     a ring of capacity + 1 slots with head and tail
//   linear     slots without end, each written once; the only one without capacity
//   unordered  an over-approximation: any message may be the first one
//
// Contents are explicit (a term for each slot and field), uninterpreted
// functions (cyclic: of time and slot; linear: of the slot), or arrays. With
// tags a slot holds a reference to a message, and functions give its fields.
//
// The contents of a queue at some time are a run of `parts` terms; operations
// turn them into others, so any number of operations may follow one another in
// a step. What cannot be said by terms alone is a side condition: it must hold
// wherever the operation takes place. docs/queues.md.

#ifndef SV_QUEUE_SMT_H
#define SV_QUEUE_SMT_H

#include "base/options.h"
#include "encode/smt/smt_pointer.h"
#include "encode/smt/smt_rep.h"

typedef enum {
  SV_LAYOUT_SHIFTING,
  SV_LAYOUT_CYCLIC,
  SV_LAYOUT_LINEAR,
  SV_LAYOUT_UNORDERED
} sv_queue_plan;
typedef enum { SV_CONTENTS_EXPLICIT, SV_CONTENTS_UIF, SV_CONTENTS_ARRAY } sv_queue_contents;

typedef enum { SV_TAGS_NONE, SV_TAGS_ALL, SV_TAGS_WIDE } sv_queue_tags;

typedef struct {
  sv_queue_plan layout;
  sv_queue_contents contents;
  sv_pointer_kind pointers;
  sv_queue_tags tags;  // WIDE: only where messages have many fields
} sv_queue_encoding;

// How --queue-terms has it, which has more words than --queue: those are for tests and benchmarks.
sv_queue_encoding sv_queue_encoding_of(sv_opt_queue_terms, bool tags);
void sv_queue_encoding_print(const sv_queue_encoding *, sv_text *);

// What the net does with a queue.
typedef struct {
  bool defers;                  // defer, flush
  bool moves;                   // puts or takes messages in the middle
  bool slots;                   // looks at messages behind the first
  bool foresight;               // invariants of locations read it: they see the state after a step
  uint32_t enqueues, dequeues;  // most of them in one action
} sv_queue_uses;

typedef struct {
  sv_rep rep;
  uint32_t number;  // of the net
  const sv_net_queue *net_queue;
  sv_queue_encoding encoding;  // as it is done: not always what was asked for
  uint32_t capacity;           // messages; SV_UNBOUNDED: linear
  bool is_cut;                 // shifting, and the net's queue has no bound or a larger one
  bool defers;
  uint32_t width;  // terms for a message in a slot: 1 with tags
  uint32_t slots;  // of explicit contents and functions
  uint32_t parts;
  uint32_t kept;  // the others, at the end, are new at every time (unordered: the pick)
  sv_pointer pointer;
  // Where they begin among the parts. Shifting: head is the first pending message.
  // Unordered: head is the pick, tail says which slots are in use.
  uint32_t head, tail, contents;
  sv_smt_function *decode;     // tags: by field
  sv_smt_function *functions;  // uif: by term of a message
  sv_smt_term time;            // uif in a ring: of the terms that were made first
  sv_smt_term first;           // the first of these: a state that no operation has touched
  sv_arena *arena;
} sv_queue_smt;

// Gets the way nearest to what is asked for. Never fails: a shifting queue
// without a bound has few slots and is *cut* beyond them.
sv_queue_smt *sv_queue_smt_new(const sv_rep *, uint32_t queue, sv_queue_encoding, sv_queue_uses);
void sv_queue_smt_free(sv_queue_smt *);

// Terms for its parts at a time: constants by `make` (and where contents are
// functions of time, those at `time`, an integer).
typedef sv_smt_term sv_queue_const_fn(void *context, const char *name, sv_smt_sort);
void sv_queue_smt_terms(sv_queue_smt *, sv_queue_const_fn *make, void *context, sv_smt_term time,
                        sv_smt_term *parts);
void sv_queue_smt_clear(const sv_queue_smt *, sv_smt_term *parts);    // no messages
void sv_queue_smt_initial(const sv_queue_smt *, sv_smt_term *parts);  // the same, at the start
// Only for free parts: some queue has this form.
sv_smt_term sv_queue_smt_within(const sv_queue_smt *, const sv_smt_term *parts);
// What must be said at every time (unordered: the pick is a message).
sv_smt_term sv_queue_smt_always(const sv_queue_smt *, const sv_smt_term *parts);

// ---- looking

sv_smt_term sv_queue_smt_pending(const sv_queue_smt *,
                                 const sv_smt_term *parts);  // some message is
sv_smt_term sv_queue_smt_full(const sv_queue_smt *, const sv_smt_term *parts);
sv_smt_term sv_queue_smt_length(const sv_queue_smt *, const sv_smt_term *parts);    // pending; int
sv_smt_term sv_queue_smt_deferred(const sv_queue_smt *, const sv_smt_term *parts);  // int
// Field of the pending message in a slot, where there is one; slot: an int, none for the first.
sv_smt_term sv_queue_smt_slot(const sv_queue_smt *, const sv_smt_term *parts, sv_smt_term slot,
                              uint32_t field);
sv_smt_term sv_queue_smt_equal(const sv_queue_smt *, const sv_smt_term *, const sv_smt_term *);

// ---- changing; *possible: the operation can be done (else the parts mean nothing)

void sv_queue_smt_dequeue(const sv_queue_smt *, sv_smt_term *parts, sv_smt_term slot,
                          sv_smt_term *possible);
void sv_queue_smt_defer(const sv_queue_smt *, sv_smt_term *parts, sv_smt_term *possible);
void sv_queue_smt_flush(const sv_queue_smt *, sv_smt_term *parts);
// `fresh` makes the new tag; *side: condition on what is not in the parts.
void sv_queue_smt_enqueue(const sv_queue_smt *, sv_smt_term *parts, sv_smt_term slot,
                          const sv_smt_term *fields, sv_queue_const_fn *fresh, void *context,
                          sv_smt_term *possible, sv_smt_term *side);

#endif
