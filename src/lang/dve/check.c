// check.c -- see check.h.

#include "lang/dve/check.h"

#include "lang/dve/check_inside.h"

// --- declarations

static void declare_all(dve_checker *c) {
  dve_system *s = c->system;
  for (uint32_t i = 0; i < s->vars; i++) dve_declare(c, NULL, DVE_K_VAR, s->var[i]->word, i);
  for (uint32_t i = 0; i < s->channels; i++)
    dve_declare(c, NULL, DVE_K_CHANNEL, s->channel[i]->word, i);
  for (uint32_t i = 0; i < s->procs; i++) {
    dve_proc *p = s->proc[i];
    dve_declare(c, NULL, DVE_K_PROC, p->word, i);
    for (uint32_t k = 0; k < p->vars; k++) dve_declare(c, p, DVE_K_VAR, p->var[k]->word, k);
    for (uint32_t k = 0; k < p->channels; k++)
      dve_declare(c, p, DVE_K_CHANNEL, p->channel[k]->word, k);
    for (uint32_t k = 0; k < p->states; k++) dve_declare(c, p, DVE_K_STATE, p->state[k].word, k);
  }
}

static void check_initial_values(dve_checker *c) {
  for (uint32_t i = 0; i < c->system->vars; i++) dve_check_initial(c, c->system->var[i]);
  for (uint32_t i = 0; i < c->system->procs; i++) {
    c->proc = c->system->proc[i];
    for (uint32_t k = 0; k < c->proc->vars; k++) dve_check_initial(c, c->proc->var[k]);
  }
  c->proc = NULL;
}

// --- states

static void check_states(dve_checker *c, dve_proc *p) {
  if (!p->init.name.x) {
    sv_diag(c->diags, SV_ERROR, p->word.span, "process `%s` has no initial state",
            dve_text(c, p->word.name));
    sv_diag_hint(c->diags, "add `init %s;`", p->states ? dve_text(c, p->state[0].word.name) : "…");
  } else {
    p->init_state = dve_find_state(c, p, p->init);
  }
  for (uint32_t i = 0; i < p->commits; i++) {
    uint32_t s = dve_find_state(c, p, p->commit[i]);
    if (s != SV_MAP_NONE) p->state[s].commit = true;
  }
  for (uint32_t i = 0; i < p->accepts; i++) {
    uint32_t s = dve_find_state(c, p, p->accept[i]);
    if (s != SV_MAP_NONE) p->state[s].accept = true;
  }
  for (uint32_t i = 0; i < p->assertions; i++) {
    p->assertion[i].at = dve_find_state(c, p, p->assertion[i].state);
    dve_check_expr(c, p->assertion[i].condition);
  }
}

// --- transitions

static void wrong_number(dve_checker *c, const dve_trans *t) {
  const dve_channel *ch = t->channel;
  sv_diag(c->diags, SV_ERROR, t->sync_span, "channel `%s` carries %u value%s, but here %s %u",
          dve_text(c, ch->word.name), ch->fields, ch->fields == 1 ? "" : "s",
          t->values == 1 ? "is" : "are", t->values);
  if (ch->typed) sv_diag(c->diags, SV_NOTE, ch->word.span, "it is declared here");
  else sv_diag(c->diags, SV_NOTE, ch->first, "it is first used here");
}

static void check_sync(dve_checker *c, dve_trans *t) {
  if (t->direction == DVE_NO_SYNC) return;
  t->channel = dve_find_channel(c, t->of, t->channel_name);
  for (uint32_t i = 0; i < t->values; i++) {
    if (t->direction == DVE_SEND) dve_check_expr(c, t->value[i]);
    else dve_check_target(c, t->value[i]);
  }
  if (!t->channel) return;
  if (!t->channel->typed && !t->channel->first.file) t->channel->fields = t->values;
  if (!t->channel->first.file) t->channel->first = t->sync_span;
  if (t->values != t->channel->fields) wrong_number(c, t);
}

static void check_transition(dve_checker *c, const dve_proc *p, dve_trans *t) {
  t->from_state = dve_find_state(c, p, t->from);
  t->to_state = dve_find_state(c, p, t->to);
  for (uint32_t i = 0; i < t->guards; i++) dve_check_expr(c, t->guard[i]);
  check_sync(c, t);
  for (uint32_t i = 0; i < t->effects; i++) {
    dve_check_target(c, t->effect[i].target);
    dve_check_expr(c, t->effect[i].value);
  }
}

static void check_processes(dve_checker *c) {
  for (uint32_t i = 0; i < c->system->procs; i++) {
    dve_proc *p = c->system->proc[i];
    c->proc = p;
    check_states(c, p);
    for (uint32_t k = 0; k < p->transs; k++) check_transition(c, p, &p->trans[k]);
  }
  c->proc = NULL;
}

// --- the system

static void check_property(dve_checker *c) {
  dve_system *s = c->system;
  if (!s->property.name.x) return;
  dve_proc *p = s->property_proc = dve_find_proc(c, s->property);
  for (uint32_t i = 0; p && i < p->transs; i++) {
    const dve_trans *t = &p->trans[i];
    if (t->direction == DVE_NO_SYNC) continue;
    sv_diag(c->diags, SV_ERROR, t->sync_span, "the property process cannot synchronise");
    return;
  }
}

// What nobody looks at is not passed over without a word.
static void check_acceptance(dve_checker *c, const dve_proc *p) {
  const dve_system *s = c->system;
  bool unknown = s->property.name.x && !s->property_proc, some = false;
  for (uint32_t i = 0; i < p->states; i++) some |= p->state[i].accept;
  if (!some || p == s->property_proc || unknown) return;
  sv_diag(c->diags, SV_WARNING, p->accept[0].span,
          "accepting states are not looked at: `%s` is not the property",
          dve_text(c, p->word.name));
  sv_diag_hint(c->diags, "`system async property %s;` makes it one", dve_text(c, p->word.name));
}

static void check_system(dve_checker *c) {
  dve_system *s = c->system;
  if (!s->procs) {
    sv_diag(c->diags, SV_ERROR, s->mode_span, "there is no process");
  } else if (s->procs == 1 && s->property_proc) {
    sv_diag(c->diags, SV_ERROR, s->property.span, "there is no process beside the property");
  }
  if (!s->synchronous) return;
  sv_diag(c->diags, SV_UNSUPPORTED, s->mode_span, "synchronous systems are not supported");
  sv_diag_hint(c->diags, "in `system async;` one process moves at a time, or two that synchronise");
}

void dve_check(sv_arena *arena, sv_names *names, sv_diags *diags, dve_system *system) {
  dve_checker c = {.arena = arena, .names = names, .diags = diags, .system = system};
  declare_all(&c);
  check_initial_values(&c);
  check_processes(&c);
  check_property(&c);
  for (uint32_t i = 0; i < system->procs; i++) check_acceptance(&c, system->proc[i]);
  check_system(&c);
  for (uint32_t i = 0; i < system->goals; i++) dve_check_expr(&c, system->goal[i].condition);
  for (uint32_t i = 0; i < system->formulas; i++) dve_check_expr(&c, system->formula[i].e);
  sv_map_free(&c.table);
}
