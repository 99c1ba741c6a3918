// smt_view_queue.c -- terms that look at queues.
//
// A reference that is not constant may name several queues: each is looked at,
// and the reference chooses. Mirrors exec/exec_eval.c.

#include "encode/bits/coding.h"
#include "encode/smt/smt_view_inside.h"

sv_smt_term sv_view_reference(const sv_view_job *job) {
  const sv_rep *r = job->rep;
  sv_value first = sv_small((int64_t)job->node.id + 1);
  if (!job->node.n) return sv_rep_value(r, job->node.sort, first);
  sv_smt_term out = sv_rep_value(r, job->node.sort, sv_small(0));
  for (uint32_t k = job->node.role; k-- > 0;) {
    sv_smt_term here =
        sv_rep_is(r, sv_view_argument_sort(job, 0), sv_view_scalar_argument(job, 0), k);
    sv_value ref = sv_small((int64_t)job->node.id + k + 1);
    out = sv_smt_ite(r->z, here, sv_rep_value(r, job->node.sort, ref), out);
  }
  return out;
}

static sv_smt_term default_of(const sv_view_job *job) {
  sv_value v = sv_sort_default(job->rep->terms, job->node.sort);
  return sv_rep_value(job->rep, job->node.sort, v);
}

static bool is_first(const sv_view_job *job) {
  sv_value v;
  return sv_is_const(job->rep->terms, job->node.args[1], &v) && sv_value_same(v, sv_small(0));
}

// The message is there.
static sv_smt_term slot_exists(const sv_view_job *job, const sv_queue_smt *q,
                               const sv_smt_term *parts, sv_smt_term slot) {
  sv_smt *z = job->rep->z;
  if (!slot.x) return sv_queue_smt_pending(q, parts);
  sv_smt_term zero = sv_smt_small(z, 0, sv_smt_int(z));
  return sv_smt_and(z, sv_smt_app2(z, SV_SMT_LE, zero, slot),
                    sv_smt_app2(z, SV_SMT_LT, slot, sv_queue_smt_length(q, parts)));
}

static sv_smt_term peek(const sv_view_job *job, const sv_queue_smt *q, const sv_smt_term *parts) {
  sv_smt *z = job->rep->z;
  if (!q->parts || job->node.id >= q->net_queue->field_count) return default_of(job);
  sv_smt_term slot = is_first(job) ? (sv_smt_term){NULL} : sv_view_scalar_argument(job, 1);
  sv_smt_term fits, field = sv_queue_smt_slot(q, parts, slot, job->node.id);
  sv_sort from = q->net_queue->fields[job->node.id];
  sv_smt_term value = sv_rep_move(job->rep, job->node.sort, from, field, &fits);
  sv_smt_term there = sv_smt_and(z, slot_exists(job, q, parts, slot), fits);
  return sv_smt_ite(z, there, value, default_of(job));
}

static sv_smt_term look(const sv_view_job *job, uint32_t number) {
  const sv_queue_smt *q = job->v->queues[number];
  const sv_smt_term *parts = job->v->now->queues[number];
  switch (job->node.op) {
  case SV_OP_QLEN: return sv_queue_smt_length(q, parts);
  case SV_OP_QDEFER: return sv_queue_smt_deferred(q, parts);
  case SV_OP_QFULL: return sv_queue_smt_full(q, parts);
  case SV_OP_PEEK: return peek(job, q, parts);
  case SV_ANY_LEAF_OP:
  case SV_ANY_INSTANCE_OP:
  case SV_ANY_CORE_OP:
  case SV_ANY_COMPARISON_OP:
  case SV_ANY_ARITHMETIC_OP:
  case SV_ANY_BITS_OP:
  case SV_ANY_CONVERSION_OP:
  case SV_ANY_ARRAY_OP:
  case SV_ANY_REFERENCE_OP: break;
  }
  SV_UNREACHABLE();
}

typedef sv_smt_term look_fn(const sv_view_job *, uint32_t number);

static sv_smt_term look_at_all(const sv_view_job *job, look_fn *looks, sv_smt_term out) {
  const sv_rep *r = job->rep;
  sv_sort sort = sv_view_argument_sort(job, 0);
  sv_smt_term ref = sv_view_scalar_argument(job, 0);
  uint32_t first, end;
  sv_code_candidates(r->net, job->node.args[0], &first, &end);
  for (uint32_t q = end; q-- > first;) {
    sv_smt_term here = sv_rep_is(r, sort, ref, (uint64_t)q + 1);
    if (!sv_smt_is_false(r->z, here)) out = sv_smt_ite(r->z, here, looks(job, q), out);
  }
  return out;
}

sv_smt_term sv_view_queue(const sv_view_job *job) {
  return look_at_all(job, look, default_of(job));
}

// ---- is there a message? asked without counting

static sv_smt_term is_pending(const sv_view_job *job, uint32_t number) {
  return sv_queue_smt_pending(job->v->queues[number], job->v->now->queues[number]);
}

static bool is_number(const sv_terms *T, sv_term t, int64_t n) {
  sv_value v;
  return sv_is_const(T, t, &v) && sv_value_same(v, sv_small(n));
}

// The comparison says that a length is 0, or that it is not.
static bool compares_with_nothing(const sv_view_job *job, uint32_t *length, bool *some) {
  const sv_terms *T = job->rep->terms;
  const sv_term *args = job->node.args;
  for (*length = 0; *length < 2; ++*length) {
    sv_term other = args[1 - *length];
    if (sv_node_of(T, sv_index(args[*length])).op != SV_OP_QLEN) continue;
    *some = *length && job->node.op != SV_OP_EQ;
    bool one = (job->node.op == SV_OP_LT) != *some;  // len < 1, 1 <= len
    if (job->node.op == SV_OP_EQ) one = false;
    if (is_number(T, other, one)) return true;
  }
  return false;
}

bool sv_view_length_test(const sv_view_job *job, sv_smt_term *out) {
  uint32_t length;
  bool some;
  if (!job->v->queues || !compares_with_nothing(job, &length, &some)) return false;
  sv_view_job inner = {job->v, job->rep,
                       sv_node_of(job->rep->terms, sv_index(job->node.args[length]))};
  sv_smt_term pending = look_at_all(&inner, is_pending, sv_smt_truth(job->rep->z, false));
  *out = some ? pending : sv_smt_not(job->rep->z, pending);
  return true;
}
