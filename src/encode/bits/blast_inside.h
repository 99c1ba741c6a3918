// blast_inside.h -- the blaster from inside. Only blast*.c include this.
//
// Values of terms are vectors of words, one per cell, kept by the index of the
// term. What depends on the old state alone lasts until the blaster moves;
// what depends on choices or on the state after a step passes with the action.

#ifndef SV_BLAST_INSIDE_H
#define SV_BLAST_INSIDE_H

#include "encode/bits/blast.h"
#include "encode/bits/coding_inside.h"

typedef struct {
  uint32_t slots;  // spelled out: the coding's, or more during a step; 0: not made yet
  sv_word length, deferred, head;
  sv_word *fields;  // slots * field_count
  sv_lit lost;      // cyclic: a message had no slot
  bool made;
} sv_queue_view;

typedef struct {
  sv_map place;
  SV_VEC(const sv_word *) values;
} sv_blast_memo;

// An invariant of a location and what it reads.
typedef struct {
  uint32_t process, location;
  sv_term term;
  sv_u32s vars;
  bool queues;
} sv_blast_invariant;

struct sv_blaster {
  sv_aig *aig;
  const sv_coding *coding;
  const sv_net *net;
  const sv_terms *terms;
  const sv_numbers *numbers;
  sv_lit *state;
  sv_choice_fn *choice;
  void *context;
  const sv_net_action *action;  // being blasted, or NULL
  sv_word_maker lasting, passing;
  sv_arena_mark fresh_lasting, fresh_passing;
  sv_blast_memo shared, own, after;  // own: of terms with CHOICE or NEXT
  sv_word *cells;                    // of the state; n == 0: not made yet
  sv_queue_view *queues;
  sv_word *new_cells;  // after the step, where changed
  bool *changed;
  sv_u32s changed_cells;
  sv_queue_view *new_queues;  // likewise; made: changed
  sv_u32s changed_queues;
  sv_u32s stack;
  sv_lits scratch;
  SV_VEC(sv_blast_invariant) invariants;
  sv_blast_terms_fn *ask;  // or NULL: all values have codes
  void *ask_context;
  sv_map termed;  // by index of a term: is its value a term?
  const char *lost;
};

// A term on its way to words.
typedef struct {
  sv_blaster *b;
  sv_word_maker *maker;
  bool after;  // seen in the state after the step
  sv_node node;
  uint32_t cells;  // of the value
} sv_blast_job;

// blast.c: the words of a term, one per cell.
const sv_word *sv_blast_slice(sv_blaster *, bool after, sv_term);
sv_word sv_blast_scalar(sv_blaster *, bool after, sv_term);  // may be negated
static inline sv_lit sv_word_truth(sv_word w) { return w.at[0]; }
static inline sv_lit sv_blast_truth(sv_blaster *b, bool after, sv_term t) {
  return sv_word_truth(sv_blast_scalar(b, after, t));
}

// blast_state.c: the state and what becomes of it.
const sv_word *sv_blast_cells(sv_blaster *, uint32_t first, uint32_t n);
sv_word sv_blast_cell(sv_blaster *, uint32_t cell);
sv_word sv_blast_new_cell(sv_blaster *, uint32_t cell);
void sv_blast_set_cell(sv_blaster *, uint32_t cell, sv_word);
const sv_queue_view *sv_blast_queue(sv_blaster *, bool after, uint32_t queue);
sv_queue_view *sv_blast_change_queue(sv_blaster *, uint32_t queue);
sv_word sv_blast_blank(sv_blaster *, uint32_t queue, uint32_t field);  // of an unused slot
void sv_blast_forget_step(sv_blaster *);
sv_lit sv_blast_item_bit(const sv_blaster *, sv_code_bit);

// blast_term.c
const sv_word *sv_blast_node(sv_blast_job *);
const sv_word *sv_job_slice(const sv_blast_job *, uint32_t arg);
sv_word sv_job_scalar(const sv_blast_job *, uint32_t arg);
sv_word *sv_job_words(const sv_blast_job *, uint32_t n);
const sv_word *sv_job_one(const sv_blast_job *, sv_word);
sv_word sv_blast_choice_word(sv_blaster *, uint32_t k);

// blast_array.c
const sv_word *sv_blast_select(sv_blast_job *);
const sv_word *sv_blast_store(sv_blast_job *);
const sv_word *sv_blast_array(sv_blast_job *);
sv_lit sv_blast_inside(sv_word_maker *, sv_word index, uint32_t n);  // 0 <= index < n
// items[0], items[stride], …: the one with the number `index`. Outside it is
// *missing, or anything where that is NULL.
sv_word sv_blast_pick(sv_word_maker *, sv_word index, const sv_word *items, uint32_t n,
                      uint32_t stride, const sv_word *missing);

// blast_queue.c
const sv_word *sv_blast_reference(sv_blast_job *);
const sv_word *sv_blast_queue_test(sv_blast_job *);
const sv_word *sv_blast_peek(sv_blast_job *);

// blast_message.c: does it and returns under which condition it can be done.
sv_lit sv_blast_queue_op(sv_blaster *, const sv_queue_op *);

// blast_sort.c
sv_lit sv_blast_in_shape(sv_word_maker *, const sv_code_shape *, sv_word);
// The value of the term, spelled out as words, lies in the scalar sort.
sv_lit sv_blast_in_sort(sv_blaster *, sv_word_maker *, sv_sort, sv_term, sv_word);

// blast_terms.c: values that are terms.
static inline bool sv_blast_var_termed(const sv_blaster *b, const sv_net_var *v) {
  return b->coding->by_terms && b->coding->by_terms[v - b->net->vars.at];
}
bool sv_blast_cell_termed(const sv_blaster *, uint32_t cell);
bool sv_blast_is_asked(sv_blaster *, uint32_t index);  // its value is a term, or an argument's is
bool sv_blast_passes(const sv_blaster *,
                     uint32_t index);  // it speaks of choices or of the next state
const sv_word *sv_blast_asked(sv_blast_job *, uint32_t index);
// The value where it is one of the shape, else a number beyond it.
sv_word sv_blast_fitted(sv_blaster *, sv_term, sv_sort scalar);
sv_word sv_blast_index(sv_blaster *, sv_term, uint32_t n);  // where it is less than n
sv_lit sv_blast_fits(sv_blaster *, sv_term, sv_sort scalar);

// blast_write.c: what has changed, as writes of bits and ways out.
void sv_blast_write_step(sv_blaster *, sv_blasted *);

#endif
