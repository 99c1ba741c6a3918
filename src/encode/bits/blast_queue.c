// blast_queue.c -- reading queues.
//
// A reference that is not constant may name several queues: each is read, and
// the reference chooses among the results.

#include "encode/bits/blast_inside.h"

const sv_word *sv_blast_reference(sv_blast_job *job) {
  sv_word_maker *m = job->maker;
  uint32_t first = job->node.id + 1;
  if (!job->node.n) return sv_job_one(job, sv_word_const(m, first));
  sv_word index = sv_job_scalar(job, 0);
  sv_lit inside = sv_blast_inside(m, index, job->node.role);
  sv_word ref = sv_word_add(m, index, sv_word_const(m, first));
  return sv_job_one(job, sv_word_ite(m, inside, ref, sv_word_const(m, 0)));
}

typedef sv_word queue_reader(const sv_blast_job *, uint32_t queue);

static sv_word read_one(const sv_blast_job *job, sv_word ref, uint32_t q, queue_reader *reader,
                        sv_word otherwise) {
  sv_word_maker *m = job->maker;
  sv_lit here = sv_word_equal(m, ref, sv_word_const(m, (int64_t)q + 1));
  if (sv_lit_same(here, SV_LIT_FALSE)) return otherwise;
  return sv_word_ite(m, here, reader(job, q), otherwise);
}

static const sv_word *read_queues(const sv_blast_job *job, queue_reader *reader, sv_word nothing) {
  uint32_t first, end;
  sv_word ref = sv_job_scalar(job, 0);
  sv_code_candidates(job->b->net, job->node.args[0], &first, &end);
  for (uint32_t q = end; q-- > first;) nothing = read_one(job, ref, q, reader, nothing);
  return sv_job_one(job, nothing);
}

static sv_word pending(const sv_blast_job *job, uint32_t queue) {
  const sv_queue_view *v = sv_blast_queue(job->b, job->after, queue);
  return sv_word_sub(job->maker, v->length, v->deferred);
}

static sv_word deferred(const sv_blast_job *job, uint32_t queue) {
  return sv_blast_queue(job->b, job->after, queue)->deferred;
}

static sv_word full(const sv_blast_job *job, uint32_t queue) {
  const sv_queue_view *v = sv_blast_queue(job->b, job->after, queue);
  sv_word_maker *m = job->maker;
  uint32_t capacity = job->b->net->queues.at[queue].capacity;
  if (v->slots < capacity) return sv_word_const(m, 0);
  return sv_word_of_bool(m, sv_word_at_most(m, sv_word_const(m, capacity), v->length));
}

const sv_word *sv_blast_queue_test(sv_blast_job *job) {
  sv_word zero = sv_word_const(job->maker, 0);
  if (job->node.op == SV_OP_QFULL) return read_queues(job, full, zero);
  return read_queues(job, job->node.op == SV_OP_QDEFER ? deferred : pending, zero);
}

// ---- messages

// The place of a pending message among the slots.
static sv_word place_of(const sv_blast_job *job, uint32_t queue, sv_word slot) {
  const sv_queue_view *v = sv_blast_queue(job->b, job->after, queue);
  sv_word_maker *m = job->maker;
  sv_word place = sv_word_add(m, slot, v->deferred);
  if (!sv_code_queue_is_cyclic(&job->b->coding->queues[queue])) return place;
  sv_word slots = sv_word_const(m, v->slots);
  place = sv_word_add(m, place, v->head);
  return sv_word_ite(m, sv_word_less(m, place, slots), place, sv_word_sub(m, place, slots));
}

static sv_word default_of(const sv_blast_job *job) {
  sv_value v = sv_sort_default(job->b->terms, job->node.sort);
  return sv_word_value(job->maker, job->b->numbers, v);
}

// The message's field is there and a value of the term's sort.
static sv_lit is_readable(const sv_blast_job *job, uint32_t queue, sv_word slot, sv_word value) {
  sv_word_maker *m = job->maker;
  const sv_net *net = job->b->net;
  sv_code_shape field, wanted;
  sv_lit below = sv_word_less(m, slot, pending(job, queue));
  sv_lit there = sv_aig_and(m->aig, sv_lit_not(sv_word_negative(slot)), below);
  bool finite = sv_code_shape_of(net, net->queues.at[queue].fields[job->node.id], &field);
  if (!sv_code_shape_of(net, job->node.sort, &wanted)) return there;
  if (finite && sv_code_within(&field, &wanted)) return there;
  return sv_aig_and(m->aig, there, sv_blast_in_shape(m, &wanted, value));
}

static sv_word message_field(const sv_blast_job *job, uint32_t queue) {
  const sv_queue_view *v = sv_blast_queue(job->b, job->after, queue);
  uint32_t width = job->b->net->queues.at[queue].field_count;
  if (job->node.id >= width || !v->slots) return default_of(job);
  sv_word slot = sv_job_scalar(job, 1), place = place_of(job, queue, slot);
  sv_word value = sv_blast_pick(job->maker, place, v->fields + job->node.id, v->slots, width, NULL);
  sv_lit readable = is_readable(job, queue, slot, value);
  return sv_word_ite(job->maker, readable, value, default_of(job));
}

const sv_word *sv_blast_peek(sv_blast_job *job) {
  return read_queues(job, message_field, default_of(job));
}
