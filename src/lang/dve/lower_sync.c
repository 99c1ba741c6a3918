// lower_sync.c -- transitions, alone and together.
//
// A handshake is one action of two processes: both guards hold, the values go
// over one after the other, then come the effects of the receiver, then those
// of the sender. While a process is committed, both have to be (so in DiVinE);
// hence a committed process never meets one that is not. A buffered channel is
// a queue: the value is sent or received first, then come the effects.

#include "lang/dve/lower.h"

static dve_step begin(dve_lowering *l, const dve_proc *p, const dve_trans *t) {
  dve_step s = dve_step_of(l);
  s.actor[0] = p;
  s.trans[0] = t;
  s.actors = 1;
  return s;
}

// --- buffers

static sv_term queue_of(const dve_step *s, const dve_channel *c) {
  return sv_queue(s->l->terms, c->number, SV_ROLE_SELF, SV_NONE);
}

static void send(dve_step *s, const dve_trans *t, sv_term *fields) {
  sv_terms *T = s->l->terms;
  sv_term queue = queue_of(s, t->channel);
  s->when = sv_and(T, s->when, sv_not(sv_app1(T, SV_OP_QFULL, queue)));
  for (uint32_t i = 0; i < t->values; i++)
    fields[i] = dve_in_type(s->l, t->channel->field[i], dve_number(s, t->value[i]));
  s->op = (sv_queue_op){SV_ENQUEUE, queue, SV_NONE, fields, t->values};
  s->ops = 1;
}

static void receive(dve_step *s, const dve_trans *t) {
  sv_terms *T = s->l->terms;
  sv_term queue = queue_of(s, t->channel), first = sv_int_const(T, 0);
  sv_term empty = sv_eq(T, sv_app1(T, SV_OP_QLEN, queue), first);
  s->when = sv_and(T, s->when, sv_not(empty));
  for (uint32_t i = 0; i < t->values; i++) {
    sv_term got = sv_peek(T, dve_sort_of(s->l, t->channel->field[i]), queue, first, i);
    sv_term index = dve_index(s, t->value[i]);
    dve_assign(s, t->value[i], index, sv_cast(T, s->l->number, got));
  }
  s->op = (sv_queue_op){SV_DEQUEUE, queue, SV_NONE, NULL, 0};
  s->ops = 1;
}

static void lower_alone(dve_lowering *l, const dve_proc *p, const dve_trans *t) {
  dve_step s = begin(l, p, t);
  sv_term *fields = SV_NEW_ARRAY(sv_term, t->values + 1);
  dve_guards(&s, t);
  if (t->direction == DVE_SEND) send(&s, t, fields);
  if (t->direction == DVE_RECEIVE) receive(&s, t);
  dve_effects(&s, 0);
  dve_emit(&s);
  dve_step_free(&s);
  sv_free(fields);
}

// --- handshakes

static void transfer(dve_step *s, const dve_trans *from, const dve_trans *to) {
  const dve_channel *c = from->channel;
  for (uint32_t i = 0; i < from->values; i++) {
    sv_term number = dve_number(s, from->value[i]);
    if (c->typed)
      number = sv_cast(s->l->terms, s->l->number, dve_in_type(s->l, c->field[i], number));
    sv_term index = dve_index(s, to->value[i]);
    dve_assign(s, to->value[i], index, number);
  }
}

static void lower_pair(dve_lowering *l, const dve_proc *p, const dve_trans *t, const dve_proc *q,
                       const dve_trans *u) {
  dve_step s = begin(l, p, t);
  s.actor[1] = q;
  s.trans[1] = u;
  s.actors = 2;
  dve_guards(&s, t);
  dve_guards(&s, u);
  transfer(&s, t, u);
  dve_effects(&s, 1);
  dve_effects(&s, 0);
  dve_emit(&s);
  dve_step_free(&s);
}

static void lower_handshakes(dve_lowering *l, const dve_proc *p, const dve_trans *t) {
  bool committed = p->state[t->from_state].commit;
  for (uint32_t i = 0; i < l->system->procs; i++) {
    const dve_proc *q = l->system->proc[i];
    if (q == p || q == l->system->property_proc) continue;
    for (uint32_t k = 0; k < q->transs; k++) {
      const dve_trans *u = &q->trans[k];
      if (u->direction != DVE_RECEIVE || u->channel != t->channel) continue;
      if (q->state[u->from_state].commit == committed) lower_pair(l, p, t, q, u);
    }
  }
}

void dve_lower_transition(dve_lowering *l, const dve_proc *p, const dve_trans *t) {
  bool meets = t->direction != DVE_NO_SYNC && !t->channel->capacity;
  if (!meets) lower_alone(l, p, t);
  else if (t->direction == DVE_SEND) lower_handshakes(l, p, t);
}
