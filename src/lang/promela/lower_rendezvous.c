// lower_rendezvous.c -- handshakes: a send and a receive on a channel without buffer.
//
// One action with two edges: the sender acts, the receiver takes part. The
// terms of the sender have role 0, those of the receiver role 1.

#include "lang/promela/lower.h"

// Full though empty: a channel without a buffer (and none at all is not full).
static sv_term has_no_buffer(pml_here *h, sv_term channel) {
  sv_terms *T = h->l->terms;
  sv_term empty = sv_eq(T, sv_app1(T, SV_OP_QLEN, channel), sv_int_const(T, 0));
  return sv_and(T, empty, sv_app1(T, SV_OP_QFULL, channel));
}

static bool is_fixed(const pml_here *h, sv_term channel) {
  return sv_node_of(h->l->terms, sv_index(channel)).op == SV_OP_QUEUE;
}

sv_term pml_handshake(pml_here *sender, const pml_stmt *send, pml_here *receiver,
                      const pml_stmt *receive, const pml_form *form, pml_step *step) {
  sv_terms *T = sender->l->terms;
  pml_terms values = {0};
  pml_slots slots = {0};
  receiver->last = pml_pid(sender->l, sender->process, sender->role);
  sv_term from = pml_channel_term(sender, send->target);
  sv_term to = pml_channel_term(receiver, receive->target);
  sv_term guard = sv_eq(T, from, to);
  if (!is_fixed(sender, from) && !is_fixed(receiver, to))
    guard = sv_and(T, guard, has_no_buffer(sender, from));
  pml_message_values(sender, send, form, &values);
  pml_message_slots(receiver, receive->message, receive->messages, &slots);
  for (uint32_t j = 0; j < slots.n && j < values.n; j++) {
    if (!sv_is_none(slots.at[j].equals))
      guard = sv_and(T, guard, pml_field_equals(receiver, values.at[j], slots.at[j].equals));
    if (!sv_is_none(slots.at[j].target))
      pml_set_after(sender->l, step, slots.at[j].target, values.at[j]);
  }
  sv_vec_free(values);
  sv_vec_free(slots);
  return guard;
}
