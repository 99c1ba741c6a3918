// lower_step.c -- effects in sequence, and a step as actions of the model.

#include "lang/dve/lower.h"

dve_step dve_step_of(dve_lowering *l) {
  return (dve_step){.l = l, .when = SV_TRUE, .index_ok = SV_TRUE, .division_ok = SV_TRUE,
                    .range_ok = SV_TRUE};
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
  sv_push(s->changed, (dve_changed){v, now});
}

// The target's cell of that index (none for a scalar) gets the number, which must fit.
void dve_assign(dve_step *s, const dve_expr *target, sv_term index, sv_term number) {
  sv_terms *T = s->l->terms;
  const dve_var *v = target->var;
  sv_term value = dve_in_type(s->l, v->type, number);
  dve_need(s, &s->range_ok, sv_eq(T, sv_cast(T, s->l->number, value), number));
  if (v->is_array) {
    sv_term cell = sv_app2(T, SV_OP_SELECT, dve_old(s, v), index);
    sv_push(s->cells, (sv_update){cell, value});
    value = sv_app3(T, SV_OP_STORE, dve_present(s, v), index, value);
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

static void collect(const dve_step *s, updates *out) {
  for (uint32_t i = 0; i < s->changed.n; i++) {
    const dve_changed *c = &s->changed.at[i];
    if (!c->var->is_array) sv_push(*out, (sv_update){dve_old(s, c->var), c->now});
  }
  for (uint32_t i = 0; i < s->cells.n; i++) sv_push(*out, s->cells.at[i]);
}

static void write(const dve_step *s, sv_term guard, uint32_t fails, const updates *u) {
  sv_edge edges[2];
  uint32_t from[2];
  if (sv_same(guard, SV_FALSE)) return;
  for (uint32_t r = 0; r < s->actors; r++) {
    const dve_state *states = s->actor[r]->state;
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
                 .fails = fails};
  if (u) {
    a.updates = u->at;
    a.update_count = u->n;
    a.queue_ops = &s->op;
    a.queue_op_count = s->ops;
  }
  sv_model_action(s->l->model, &a);
}

// An error fails a property and changes nothing.
static void write_errors(dve_step *s) {
  dve_lowering *l = s->l;
  sv_term index = sv_not(s->index_ok);
  sv_term division = sv_and(l->terms, s->index_ok, sv_not(s->division_ok));
  sv_term range = sv_and(l->terms, sv_and(l->terms, s->index_ok, s->division_ok),
                         sv_not(s->range_ok));
  if (!sv_same(index, SV_FALSE))
    write(s, index,
          dve_error_property(l, &l->bad_index, "array-index", "every index is in range"), NULL);
  if (!sv_same(division, SV_FALSE))
    write(s, division,
          dve_error_property(l, &l->bad_division, "division", "nothing is divided by zero"), NULL);
  if (!sv_same(range, SV_FALSE))
    write(s, range,
          dve_error_property(l, &l->bad_value, "overflow", "every value fits its variable"), NULL);
}

void dve_emit(dve_step *s) {
  sv_terms *T = s->l->terms;
  updates all = {0};
  collect(s, &all);
  sv_term ok = sv_and(T, sv_and(T, s->index_ok, s->division_ok), s->range_ok);
  write(s, sv_and(T, s->when, ok), 0, &all);
  write_errors(s);
  sv_vec_free(all);
}
