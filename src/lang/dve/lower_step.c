// lower_step.c -- effects in sequence, and a step as actions of the model.

#include "lang/dve/lower.h"

dve_step dve_step_of(dve_lowering *l) {
  dve_step s = {.l = l, .when = SV_TRUE, .ok = SV_TRUE};
  for (int k = 0; k < DVE_FAULTS; k++) s.fails[k] = SV_FALSE;
  return s;
}

void dve_step_free(dve_step *s) {
  sv_vec_free(s->changed);
  sv_vec_free(s->cells);
}

// --- effects

static void remember(dve_step *s, const dve_var *v, sv_term now) {
  for (uint32_t i = 0; i < s->changed.n; i++)
    if (s->changed.at[i].var == v) {
      s->changed.at[i].now = now;
      return;
    }
  assert(!v->is_const);
  sv_push(s->changed, (dve_changed){v, now});
}

// An element as a target of an update; where its index is a choice between
// constants, the term is no element any more: then the whole array is written.
static sv_update cell_update(const dve_step *s, const dve_var *v, sv_term index, sv_term value,
                             sv_term all) {
  sv_term array = dve_old(s, v), cell = sv_app2(s->l->terms, SV_OP_SELECT, array, index);
  bool plain = sv_node_of(s->l->terms, sv_index(cell)).op == SV_OP_SELECT;
  return plain ? (sv_update){cell, value} : (sv_update){array, all};
}

// The target's cell of that index (none for a scalar) gets the number, which must fit.
void dve_assign(dve_step *s, const dve_expr *target, sv_term index, sv_term number) {
  sv_terms *T = s->l->terms;
  const dve_var *v = target->var;
  sv_term value = dve_in_type(s->l, v->type, number);
  dve_need(s, DVE_BAD_VALUE, sv_eq(T, sv_cast(T, s->l->number, value), number),
           (sv_blame){.value = number,
                      .text = sv_arena_printf(s->l->arena, "the value for %s",
                                              dve_source(s->l, target->span)),
                      .must = v->type == DVE_BYTE ? "0 to 255" : "-32768 to 32767",
                      .span = target->span});
  if (v->is_array) {
    sv_term all = sv_app3(T, SV_OP_STORE, dve_present(s, v), index, value);
    sv_update update = cell_update(s, v, index, value, all);
    sv_push(s->cells, update);
    value = all;
  }
  remember(s, v, value);
}

void dve_guards(dve_step *s, const dve_trans *t) {
  for (uint32_t i = 0; i < t->guards; i++)
    s->when = sv_and(s->l->terms, s->when, dve_truth(s, t->guard[i]));
}

void dve_effects(dve_step *s, uint32_t role) {
  const dve_trans *t = s->trans[role];
  s->moved[role] = true;
  for (uint32_t i = 0; i < t->effects; i++) {
    sv_term number = dve_number(s, t->effect[i].value);
    sv_term index = dve_index(s, t->effect[i].target);
    dve_assign(s, t->effect[i].target, index, number);
  }
}

// --- what a trace shows

static const char *skip_blanks(const char *at, const char *end) {
  while (at < end) {
    bool line = end - at > 1 && at[0] == '/' && at[1] == '/';
    bool block = end - at > 1 && at[0] == '/' && at[1] == '*';
    if (line)
      while (at < end && *at != '\n') at++;
    else if (block) {
      for (at += 2; at < end && !(at[-1] == '*' && at[0] == '/' && at[-2] != '/'); at++) {}
      if (at < end) at++;
    } else if (*at == ' ' || (*at >= '\t' && *at <= '\r')) at++;
    else break;
  }
  return at;
}

// The source of a transition on one line, without comments.
static void one_line(const dve_lowering *l, sv_span span, sv_text *out) {
  const char *text = sv_source_text(l->model->sources, span.file);
  const char *at = text + span.begin, *end = text + span.end;
  while (at < end) {
    const char *next = skip_blanks(at, end);
    if (next != at) sv_text_char(out, ' ');
    else sv_text_char(out, *next++);
    at = next;
  }
}

const char *dve_source(dve_lowering *l, sv_span span) {
  sv_text text = {0};
  one_line(l, span, &text);
  const char *kept = sv_arena_strndup(l->arena, sv_text_get(&text), text.n);
  sv_text_free(&text);
  return kept;
}

static const char *text_of(const dve_step *s) {
  sv_text text = {0};
  for (uint32_t r = 0; r < s->actors; r++) {
    if (r) sv_text_string(&text, " | ");
    one_line(s->l, s->trans[r]->span, &text);
  }
  const char *kept = sv_arena_strndup(s->l->arena, text.at, text.n);
  sv_text_free(&text);
  return kept;
}

// --- actions

typedef SV_VEC(sv_update) updates;

// A cell is written in an array that has changed.
static void assert_changed(const dve_step *s, sv_term target) {
  bool found = false;
  while (sv_node_of(s->l->terms, sv_index(target)).op == SV_OP_SELECT)
    target = sv_node_of(s->l->terms, sv_index(target)).args[0];
  for (uint32_t i = 0; i < s->changed.n; i++)
    found |= sv_same(dve_old(s, s->changed.at[i].var), target);
  assert(found);
  SV_UNUSED(found);
}

static void collect(const dve_step *s, updates *out) {
  for (uint32_t i = 0; i < s->cells.n; i++) assert_changed(s, s->cells.at[i].target);
  for (uint32_t i = 0; i < s->changed.n; i++) {
    const dve_changed *c = &s->changed.at[i];
    if (!c->var->is_array) sv_push(*out, (sv_update){dve_old(s, c->var), c->now});
  }
  for (uint32_t i = 0; i < s->cells.n; i++) sv_push(*out, s->cells.at[i]);
}

// u: NULL where the step fails for the fault.
static void write(const dve_step *s, sv_term guard, dve_fault fault, const updates *u) {
  sv_edge edges[2];
  uint32_t from[2];
  if (sv_same(guard, SV_FALSE)) return;
  assert(s->actors == 1 || (s->actors == 2 && s->actor[0] != s->actor[1]));
  assert(!u || s->ops <= 1);
  for (uint32_t r = 0; r < s->actors; r++) {
    const dve_state *states = s->actor[r]->state;
    assert(s->trans[r]->from_state < s->actor[r]->states);
    assert(s->trans[r]->to_state < s->actor[r]->states);
    from[r] = states[s->trans[r]->from_state].location;
    edges[r] = (sv_edge){.template_number = s->actor[r]->template_number,
                         .instance = SV_ANY_INSTANCE,
                         .from = &from[r],
                         .from_count = 1,
                         .to = u ? states[s->trans[r]->to_state].location : 0};
  }
  sv_action a = {.span = s->trans[0]->span,
                 .text = text_of(s),
                 .edges = edges,
                 .edge_count = s->actors,
                 .guard = guard,
                 .constraint = SV_TRUE,
                 .fails = u ? 0 : dve_fault_property(s->l, fault)};
  if (!u) sv_blame_give(s->l->arena, s->blames, fault, &a);
  if (u) {
    a.updates = u->at;
    a.update_count = u->n;
    a.queue_ops = &s->op;
    a.queue_op_count = s->ops;
  }
  sv_model_action(s->l->model, &a);
}

// An error fails a property and changes nothing.
void dve_emit(dve_step *s) {
  updates all = {0};
  collect(s, &all);
  write(s, sv_and(s->l->terms, s->when, s->ok), DVE_FAULTS, &all);
  for (int k = 0; k < DVE_FAULTS; k++)
    if (!sv_same(s->fails[k], SV_FALSE)) write(s, s->fails[k], (dve_fault)k, NULL);
  sv_vec_free(all);
}
