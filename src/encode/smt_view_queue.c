// smt_view_queue.c -- terms that look at queues.
//
// A reference that is not constant may name several queues: each is looked at,
// and the reference chooses. Mirrors exec/exec_eval.c.

#include "encode/coding_inside.h"
#include "encode/smt_view_inside.h"

sv_smt_term sv_view_reference(const sv_view_job *job) {
  const sv_rep *r = job->rep;
  sv_value first = sv_small((int64_t)job->node.id + 1);
  if (!job->node.n) return sv_rep_value(r, job->node.sort, first);
  sv_smt_term out = sv_rep_value(r, job->node.sort, sv_small(0));
  for (uint32_t k = job->node.role; k-- > 0;) {
    sv_smt_term here = sv_rep_is(r, sv_view_argument_sort(job, 0), sv_view_scalar_argument(job, 0), k);
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
    default: SV_UNREACHABLE();
  }
}

sv_smt_term sv_view_queue(const sv_view_job *job) {
  const sv_rep *r = job->rep;
  sv_sort sort = sv_view_argument_sort(job, 0);
  sv_smt_term ref = sv_view_scalar_argument(job, 0), out = default_of(job);
  uint32_t first, end;
  sv_code_candidates(r->net, job->node.args[0], &first, &end);
  for (uint32_t q = end; q-- > first;) {
    sv_smt_term here = sv_rep_is(r, sort, ref, (uint64_t)q + 1);
    if (!sv_smt_is_false(r->z, here)) out = sv_smt_ite(r->z, here, look(job, q), out);
  }
  return out;
}
