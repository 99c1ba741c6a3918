// lower_message.c -- sends, receives and polls of channels with a buffer.
//
// A channel variable may mean channels of several forms (numbers and types of
// fields): a statement then becomes one action for each form, guarded by "the
// channel is one of these". Receives compare what is constant or `eval` with
// the first message (`??`: with each, and take the first that fits).

#include "lang/promela/lower/lower.h"

// --- forms

static bool same_form(const pml_lowering *l, const pml_channel *a, const pml_channel *b) {
  SV_UNUSED(l);
  if (a->fields != b->fields) return false;
  for (uint32_t i = 0; i < a->fields; i++)
    if (!sv_sort_same(a->sort[i], b->sort[i])) return false;
  return true;
}

static pml_form *form_for(pml_lowering *l, const pml_channel *c, pml_forms *forms) {
  for (uint32_t i = 0; i < forms->n; i++)
    if (same_form(l, forms->at[i].like, c)) return &forms->at[i];
  pml_form form = {.like = c};
  sv_bits_init(&form.families, l->channels.n + 1);
  sv_push(*forms, form);
  return &sv_last(*forms);
}

void pml_forms_of(pml_lowering *l, const pml_expr *channel, bool rendezvous, pml_forms *forms) {
  sv_bits families;
  sv_bits_init(&families, l->channels.n + 1);
  pml_channels_of(l, channel, &families);
  for (uint32_t f = 1; f < l->channels.n; f++) {
    const pml_channel *c = l->channels.at[f];
    if (!sv_bits_has(&families, f) || rendezvous != !c->capacity) continue;
    pml_form *form = form_for(l, c, forms);
    sv_bits_add(&form->families, f);
    if (c->capacity > form->capacity) form->capacity = c->capacity;
  }
  sv_bits_free(&families);
}

void pml_forms_free(pml_forms *forms) {
  for (uint32_t i = 0; i < forms->n; i++) sv_bits_free(&forms->at[i].families);
  sv_vec_free(*forms);
}

sv_term pml_has_form(pml_here *h, const pml_expr *e, const pml_forms *forms, const pml_form *form) {
  sv_term channel = pml_channel_term(h, e), any = SV_FALSE;
  if (forms->n < 2) return SV_TRUE;
  for (uint32_t f = 1; f < h->l->channels.n; f++)
    if (sv_bits_has(&form->families, f))
      any = sv_or(h->l->terms, any, pml_is_of_family(h, channel, h->l->channels.at[f]));
  return any;
}

// --- sends

static uint32_t width_of(const pml_expr *e) {
  if (e->op != PML_E_VAR) return 1;
  const pml_type *t = &pml_last_of(e)->type;
  return t->kind == PML_STRUCT ? t->record->width : 1;
}

uint32_t pml_width_of_message(const pml_stmt *s) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->messages; i++) n += width_of(s->message[i]);
  return n;
}

void pml_message_values(pml_here *h, const pml_stmt *s, const pml_form *form, pml_terms *out) {
  const pml_channel *c = form->like;
  for (uint32_t i = 0; i < s->messages; i++) pml_spell_out(h, s->message[i], out);
  while (out->n > c->fields) out->n--;
  for (uint32_t i = 0; i < out->n; i++) out->at[i] = sv_cast(h->l->terms, c->sort[i], out->at[i]);
  for (uint32_t i = out->n; i < c->fields; i++)
    sv_push(*out, sv_const(h->l->terms, c->sort[i], sv_small(0)));
}

static sv_term int_const(pml_here *h, uint32_t n) { return sv_int_const(h->l->terms, n); }

static sv_term longer_than(pml_here *h, sv_term queue, uint32_t n) {
  sv_terms *T = h->l->terms;
  return sv_app2(T, SV_OP_LT, int_const(h, n), sv_app1(T, SV_OP_QLEN, queue));
}

// Is the message in this slot greater than the new one? Field by field; the new
// one counts as it was computed, before it is truncated.
static sv_term is_greater(pml_here *h, const pml_form *form, sv_term queue, uint32_t slot,
                          const pml_terms *values) {
  sv_terms *T = h->l->terms;
  sv_term result = SV_FALSE;
  for (uint32_t j = form->like->fields; j--;) {
    sv_term old = sv_peek(T, form->like->sort[j], queue, int_const(h, slot), j);
    old = sv_cast(T, h->l->number, old);
    sv_term new = j < values->n ? sv_cast(T, h->l->number, values->at[j]) : pml_const32(h->l, 0);
    sv_term greater = sv_app2(T, SV_OP_LT, new, old);
    result = sv_or(T, greater, sv_and(T, sv_eq(T, new, old), result));
  }
  return result;
}

// Before the first message that is greater.
static sv_term sorted_slot(pml_here *h, const pml_form *form, sv_term queue,
                           const pml_terms *values) {
  sv_terms *T = h->l->terms;
  sv_term slot = sv_app1(T, SV_OP_QLEN, queue);
  for (uint32_t k = form->capacity; k--;) {
    sv_term here = sv_and(T, longer_than(h, queue, k), is_greater(h, form, queue, k, values));
    slot = sv_ite(T, here, int_const(h, k), slot);
  }
  return slot;
}

sv_term pml_can_send(pml_here *h, const pml_stmt *s, const pml_form *form) {
  SV_UNUSED(form);
  if (h->l->options->lossy) return SV_TRUE;
  return sv_not(sv_app1(h->l->terms, SV_OP_QFULL, pml_channel_term(h, s->target)));
}

void pml_send(pml_here *h, pml_step *step, const pml_stmt *s, const pml_form *form) {
  pml_terms values = {0};
  sv_term queue = pml_channel_term(h, s->target);
  pml_message_values(h, s, form, &values);
  sv_queue_op op = {.verb = SV_ENQUEUE, .queue = queue, .field_count = values.n};
  if (s->sorted) {
    pml_terms raw = {0};
    for (uint32_t i = 0; i < s->messages; i++) pml_spell_out(h, s->message[i], &raw);
    op.slot = sorted_slot(h, form, queue, &raw);
    sv_vec_free(raw);
  }
  sv_term *kept = SV_ARENA_ARRAY(h->l->arena, sv_term, values.n);
  for (uint32_t i = 0; i < values.n; i++) kept[i] = values.at[i];
  op.fields = kept;
  sv_push(step->ops, op);
  pml_watch(h->l, step, &(pml_event){PML_S_SEND, s->target, queue, kept, values.n});
  sv_vec_free(values);
}

// --- receives

void pml_message_slots(pml_here *h, pml_expr *const *arg, uint32_t n, pml_slots *out) {
  pml_terms refs = {0};
  for (uint32_t i = 0; i < n; i++) {
    const pml_expr *e = arg[i];
    if (e->op == PML_E_DROP) sv_push(*out, (pml_slot){SV_NONE, SV_NONE});
    else if (e->op == PML_E_VAR) {
      sv_clear(refs);
      pml_refs(h, e, &refs);
      for (uint32_t k = 0; k < refs.n; k++) sv_push(*out, (pml_slot){SV_NONE, refs.at[k]});
    } else {
      const pml_expr *inner = e->op == PML_E_EVAL ? e->arg[0] : e;
      sv_push(*out, (pml_slot){pml_value(h, inner), SV_NONE});
    }
  }
  sv_vec_free(refs);
}

// Does the message in this slot fit?
static sv_term fits(pml_here *h, const pml_form *form, sv_term queue, uint32_t slot,
                    const pml_slots *slots) {
  sv_terms *T = h->l->terms;
  sv_term all = longer_than(h, queue, slot);
  for (uint32_t j = 0; j < slots->n && j < form->like->fields; j++) {
    if (sv_is_none(slots->at[j].equals)) continue;
    sv_term field = sv_peek(T, form->like->sort[j], queue, int_const(h, slot), j);
    all = sv_and(T, all, pml_field_equals(h, field, slots->at[j].equals));
  }
  return all;
}

static sv_term some_fits(pml_here *h, const pml_form *form, sv_term queue, const pml_slots *slots,
                         bool random) {
  sv_term any = fits(h, form, queue, 0, slots);
  for (uint32_t k = 1; random && k < form->capacity; k++)
    any = sv_or(h->l->terms, any, fits(h, form, queue, k, slots));
  return any;
}

static sv_term first_that_fits(pml_here *h, const pml_form *form, sv_term queue,
                               const pml_slots *slots) {
  sv_term slot = int_const(h, form->capacity - 1);
  for (uint32_t k = form->capacity - 1; k--;)
    slot = sv_ite(h->l->terms, fits(h, form, queue, k, slots), int_const(h, k), slot);
  return slot;
}

sv_term pml_can_receive(pml_here *h, const pml_stmt *s, const pml_form *form) {
  pml_slots slots = {0};
  pml_message_slots(h, s->message, s->messages, &slots);
  sv_term can = some_fits(h, form, pml_channel_term(h, s->target), &slots, s->random);
  sv_vec_free(slots);
  return can;
}

// A trace looks at the first message, also where another one is taken.
static void watch_first(pml_here *h, pml_step *step, const pml_stmt *s, const pml_form *form,
                        sv_term queue) {
  pml_terms fields = {0};
  for (uint32_t j = 0; j < form->like->fields; j++)
    sv_push(fields, sv_peek(h->l->terms, form->like->sort[j], queue, int_const(h, 0), j));
  pml_watch(h->l, step, &(pml_event){PML_S_RECEIVE, s->target, queue, fields.at, fields.n});
  sv_vec_free(fields);
}

void pml_receive(pml_here *h, pml_step *step, const pml_stmt *s, const pml_form *form) {
  sv_terms *T = h->l->terms;
  pml_slots slots = {0};
  sv_term queue = pml_channel_term(h, s->target);
  pml_message_slots(h, s->message, s->messages, &slots);
  sv_term slot = s->random ? first_that_fits(h, form, queue, &slots) : int_const(h, 0);
  for (uint32_t j = 0; j < slots.n && j < form->like->fields; j++)
    if (!sv_is_none(slots.at[j].target))
      pml_set_after(h->l, step, slots.at[j].target,
                    sv_peek(T, form->like->sort[j], queue, slot, j));
  if (!s->keep) {
    sv_queue_op op = {.verb = SV_DEQUEUE, .queue = queue};
    if (s->random) op.slot = slot;
    sv_push(step->ops, op);
    watch_first(h, step, s, form, queue);
  }
  sv_vec_free(slots);
}

// --- polls

// A poll takes nothing: variables in it only count fields. A channel without buffer must not
// be polled; if it is, the answer is no.
sv_term pml_poll(pml_here *h, const pml_expr *e) {
  pml_forms forms = {0};
  pml_slots slots = {0};
  sv_term any = SV_FALSE;
  pml_used_channel(h, e->arg[0], PML_USE_POLL);
  pml_assume(h, PML_ERROR_POLL, sv_not(pml_is_rendezvous(h, e->arg[0])));
  pml_forms_of(h->l, e->arg[0], false, &forms);
  if (!sv_same(pml_is_stray(h, e->arg[0]), SV_FALSE))
    sv_diag(h->l->diags, SV_UNSUPPORTED, e->span,
            "polling a channel that may be any number is not supported");
  pml_message_slots(h, e->arg + 1, e->n - 1, &slots);
  for (uint32_t i = 0; i < forms.n; i++) {
    sv_term is = pml_has_form(h, e->arg[0], &forms, &forms.at[i]);
    sv_term queue = pml_channel_term(h, e->arg[0]);
    sv_term can = some_fits(h, &forms.at[i], queue, &slots, e->random);
    any = sv_or(h->l->terms, any, sv_and(h->l->terms, is, can));
  }
  sv_vec_free(slots);
  pml_forms_free(&forms);
  return any;
}
