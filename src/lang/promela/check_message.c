// check_message.c -- sends and receives.
//
// What a channel carries is known where its variable has an initial value; a
// parameter may hold any channel. A structure stands for all its fields.

#include "lang/promela/check_inside.h"

static uint32_t width_of_type(const pml_type *, uint32_t depth);

static uint32_t width_of_struct(const pml_struct *s, uint32_t depth) {
  uint32_t n = 0;
  for (uint32_t i = 0; s && depth < PML_DEPTH_MAX && i < s->fields; i++)
    n += width_of_type(&s->field[i]->type, depth + 1) * (uint32_t)s->field[i]->length;
  return n;
}

static uint32_t width_of_type(const pml_type *t, uint32_t depth) {
  return t->kind == PML_STRUCT ? width_of_struct(t->record, depth) : 1;
}

static uint32_t width_of_arg(const pml_expr *e) {
  const pml_var *v = pml_last_var(e);
  return v ? width_of_type(&v->type, 0) : 1;
}

static uint32_t width_of_chan(const pml_chan_init *chan) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < chan->fields; i++) n += width_of_type(&chan->field[i], 0);
  return n;
}

static const char *plural(uint32_t n) { return n == 1 ? "" : "s"; }

static void check_count(pml_checker *c, const pml_expr *channel, pml_expr *const *arg, uint32_t n,
                        sv_span span, bool sent) {
  const pml_var *v = pml_last_var(channel);
  if (!v || !v->chan) return;
  uint32_t wanted = width_of_chan(v->chan), given = 0;
  for (uint32_t i = 0; i < n; i++) given += width_of_arg(arg[i]);
  const char *name = pml_text(c, v->name);
  bool said = false;
  if (given > wanted)
    said = pml_complain(c, span, channel->def, "messages of `%s` have %u field%s, but %u %s", name,
                        wanted, plural(wanted), given, sent ? "are sent" : "are received");
  else if (given < wanted)
    said = pml_warn(c, span, channel->def, "messages of `%s` have %u field%s, but only %u %s", name,
                    wanted, plural(wanted), given,
                    sent ? "are sent; the others are 0" : "are received");
  if (said) pml_add_note(c, v->span, "it is declared here");
}

void pml_check_send(pml_checker *c, pml_stmt *s) {
  pml_check_expr(c, s->target, PML_AT_CHANNEL);
  for (uint32_t i = 0; i < s->messages; i++) {
    pml_expr *e = s->message[i];
    pml_check_expr(c, e, PML_AT_WHOLE);
    if (pml_count_runs(e) && pml_complain(c, e->span, e->def, "`run` cannot stand in a message"))
      pml_add_hint(c, "assign its value to a variable first");
  }
  check_count(c, s->target, s->message, s->messages, s->span, true);
}

static void check_received(pml_checker *c, pml_expr *e) {
  if (e->op == PML_E_EVAL) pml_check_expr(c, e->arg[0], PML_AT_VALUE);
  else if (e->op == PML_E_VAR) pml_check_ref(c, e, false, true);
}

void pml_check_receive(pml_checker *c, pml_stmt *s) {
  pml_check_expr(c, s->target, PML_AT_CHANNEL);
  for (uint32_t i = 0; i < s->messages; i++) check_received(c, s->message[i]);
  check_count(c, s->target, s->message, s->messages, s->span, false);
}

void pml_check_poll(pml_checker *c, pml_expr *e) {
  pml_check_expr(c, e->arg[0], PML_AT_CHANNEL);
  for (uint32_t i = 1; i < e->n; i++) check_received(c, e->arg[i]);
  check_count(c, e->arg[0], e->arg + 1, e->n - 1, e->span, false);
}
