// check_message.c -- sends and receives.
//
// What a channel carries is known where its variable has an initial value; a
// parameter may hold any channel. A structure stands for all its fields.

#include "lang/promela/check/check_inside.h"

static uint32_t width_of_type(const pml_type *t) {
  return t->kind != PML_STRUCT ? 1 : t->record ? t->record->width : 0;
}

static uint32_t width_of_arg(const pml_expr *e) {
  const pml_var *v = pml_last_var(e);
  return v ? width_of_type(&v->type) : 1;
}

static uint32_t width_of_chan(const pml_chan_init *chan) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < chan->fields; i++) n += width_of_type(&chan->field[i]);
  return n;
}

static const char *plural(uint32_t n) { return n == 1 ? "" : "s"; }

static const char *verb(uint32_t n, bool sent) {
  if (n == 1) return sent ? "is sent" : "is received";
  return sent ? "are sent" : "are received";
}

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
                        wanted, plural(wanted), given, verb(given, sent));
  else if (given < wanted)
    said = pml_warn(c, span, channel->def, "messages of `%s` have %u field%s, but only %u %s", name,
                    wanted, plural(wanted), given, verb(given, sent));
  if (said) pml_add_note(c, v->span, "it is declared here");
}

static void check_sent(pml_checker *c, pml_expr *e) {
  bool pattern = c->proc->kind == PML_TRACE || c->proc->kind == PML_NOTRACE;
  if (pattern && e->op == PML_E_VAR) pml_check_ref(c, e, false, true);
  else pml_check_expr(c, e, PML_AT_WHOLE);
  if (pml_count_runs(e) && pml_complain(c, e->span, e->def, "`run` cannot stand in a message"))
    pml_add_hint(c, "assign its value to a variable first");
}

void pml_check_send(pml_checker *c, pml_stmt *s) {
  pml_check_expr(c, s->target, PML_AT_CHANNEL);
  for (uint32_t i = 0; i < s->messages; i++) check_sent(c, s->message[i]);
  check_count(c, s->target, s->message, s->messages, s->span, true);
}

static void check_received(pml_checker *c, pml_expr *e) {
  if (e->op == PML_E_EVAL) pml_check_expr(c, e->arg[0], PML_AT_VALUE);
  else if (e->op == PML_E_VAR) pml_check_ref(c, e, false, true);
}

static bool is_number(const pml_expr *e) {
  const pml_var *v = pml_last_var(e);
  return e->op == PML_E_DROP || (v && v->type.kind != PML_CHAN && width_of_arg(e) == 1);
}

// Spin stops where anything else is read.
static void check_input(pml_checker *c, const pml_stmt *s) {
  bool fits = s->messages == 1 && !s->random && !s->keep && is_number(s->message[0]);
  if (!fits && pml_complain(c, s->span, s->target->def, "`STDIN` gives one character at a time"))
    pml_add_hint(c, "`STDIN?c` for a variable `c` that holds a number");
}

void pml_check_receive(pml_checker *c, pml_stmt *s) {
  pml_check_expr(c, s->target, PML_AT_CHANNEL);
  for (uint32_t i = 0; i < s->messages; i++) check_received(c, s->message[i]);
  if (s->target->op == PML_E_STDIN) check_input(c, s);
  check_count(c, s->target, s->message, s->messages, s->span, false);
}

void pml_check_poll(pml_checker *c, pml_expr *e) {
  pml_check_expr(c, e->arg[0], PML_AT_CHANNEL);
  for (uint32_t i = 1; i < e->n; i++) check_received(c, e->arg[i]);
  check_count(c, e->arg[0], e->arg + 1, e->n - 1, e->span, false);
}
