// lower_rendezvous.c -- handshakes: a send and a receive on a channel without buffer.
//
// One action with two edges: the sender acts, the receiver takes part. The
// terms of the sender have role 0, those of the receiver role 1.

#include "lang/promela/lower/lower.h"

static bool is_fixed(const pml_here *h, sv_term channel) {
  return sv_node_of(h->l->terms, sv_index(channel)).op == SV_OP_QUEUE;
}

// Full though empty: a channel without a buffer (and none at all is not full).
static sv_term has_no_buffer(pml_here *h, sv_term channel) {
  sv_terms *T = h->l->terms;
  sv_term empty = sv_eq(T, sv_app1(T, SV_OP_QLEN, channel), sv_int_const(T, 0));
  return sv_and(T, empty, sv_app1(T, SV_OP_QFULL, channel));
}

sv_term pml_is_rendezvous(pml_here *h, const pml_expr *e) {
  if (!pml_maybe_rendezvous(h->l, e)) return SV_FALSE;
  sv_term channel = pml_channel_term(h, e);
  return is_fixed(h, channel) ? SV_TRUE : has_no_buffer(h, channel);
}

// A receive that leaves the message where it is would only poll.
bool pml_may_meet(pml_lowering *l, const pml_form *form, const pml_stmt *receive) {
  if (receive->keep) return false;
  sv_bits families;
  sv_bits_init(&families, l->channels.n + 1);
  pml_channels_of(l, receive->target, &families);
  sv_bits_remove(&families, 0);
  bool meet = sv_bits_overlap(&families, &form->families);
  sv_bits_free(&families);
  return meet;
}

sv_term pml_handshake(pml_here *sender, const pml_stmt *send, pml_here *receiver,
                      const pml_stmt *receive, const pml_form *form, pml_step *step) {
  sv_terms *T = sender->l->terms;
  pml_terms values = {0};
  pml_slots slots = {0};
  receiver->last = pml_pid(sender->l, sender->process, sender->role);
  sv_term from = pml_channel_term(sender, send->target);
  sv_term to = pml_channel_term(receiver, receive->target);
  sv_term guard = sv_and(T, sv_eq(T, from, to), sv_not(pml_is_gone(sender, send->target)));
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
  if (slots.n < form->like->fields || pml_width_of_message(send) < form->like->fields)
    pml_fail_message(sender->l, step);
  pml_watch(sender->l, step, &(pml_event){PML_S_SEND, send->target, from, values.at, values.n});
  pml_watch(sender->l, step, &(pml_event){PML_S_RECEIVE, receive->target, to, values.at, values.n});
  sv_vec_free(values);
  sv_vec_free(slots);
  return guard;
}

// --- no receiver is there

static bool is_receive(const pml_offer *o) {
  return o->arc->stmt && !o->arc->is_goto && o->arc->stmt->kind == PML_S_RECEIVE;
}

// Only the acting process's template and variables can tell the number of "the other".
static void refuse_number(pml_here *h, const pml_process *p, const pml_stmt *receive) {
  bool mentions = pml_mentions(receive->target, PML_E_PID);
  for (uint32_t i = 0; i < receive->messages; i++)
    mentions |= pml_mentions(receive->message[i], PML_E_PID);
  if (mentions && p != h->process && !p->pid && p->proc->active > 1)
    sv_diag(h->l->diags, SV_UNSUPPORTED, receive->head,
            "this `_pid`, for an `else` in an inner selection elsewhere, is not supported");
}

static sv_term can_take(pml_here *h, const pml_stmt *send, const pml_process *p, const pml_offer *o,
                        const pml_form *form) {
  pml_lowering *l = h->l;
  pml_step nothing = {.fails_if = SV_FALSE};
  pml_here other = pml_at(l, p, SV_ROLE_OTHER);
  refuse_number(h, p, o->arc->stmt);
  sv_term at = sv_model_at(l->model, p->template_number, o->location, SV_ROLE_OTHER);
  sv_term takes = pml_handshake(h, send, &other, o->arc->stmt, form, &nothing);
  if (p->proc->provided) takes = sv_and(l->terms, takes, pml_truth(&other, p->proc->provided));
  sv_vec_free(nothing.updates);
  return sv_and(l->terms, at, takes);
}

static sv_term no_receiver_of_form(pml_here *h, const pml_stmt *send, const pml_form *form) {
  pml_lowering *l = h->l;
  sv_term none = SV_TRUE;
  for (uint32_t i = 0; i < l->program->procs; i++) {
    const pml_process *p = &l->process[i];
    for (uint32_t k = 0; k < p->offers.n; k++) {
      const pml_offer *o = &p->offers.at[k];
      if (is_receive(o) && pml_may_meet(l, form, o->arc->stmt))
        none = sv_and(l->terms, none, sv_not(can_take(h, send, p, o, form)));
    }
  }
  return none;
}

sv_term pml_no_receiver(pml_here *h, const pml_stmt *send) {
  pml_forms forms = {0};
  sv_term none = SV_TRUE;
  pml_forms_of(h->l, send->target, true, &forms);
  for (uint32_t i = 0; i < forms.n; i++)
    none = sv_and(h->l->terms, none, no_receiver_of_form(h, send, &forms.at[i]));
  pml_forms_free(&forms);
  return none;
}

static bool block_has_send(pml_lowering *l, const pml_block *b) {
  for (uint32_t i = 0; i < b->n; i++)
    if (pml_has_rendezvous_send(l, b->at[i])) return true;
  return false;
}

bool pml_has_rendezvous_send(pml_lowering *l, const pml_stmt *s) {
  if (s->kind == PML_S_SEND && pml_maybe_rendezvous(l, s->target)) return true;
  for (uint32_t i = 0; i < s->options; i++)
    if (block_has_send(l, &s->option[i])) return true;
  return block_has_send(l, &s->body);
}
