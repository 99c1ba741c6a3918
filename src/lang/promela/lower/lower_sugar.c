// lower_sugar.c -- statements that stand for others.
//
// `for`, `select` and declarations behind a statement are written out as the
// plain statements that Spin makes of them (docs/promela-meaning.md). The new
// statements have the place of the one they stand for.

#include "lang/promela/lower/lower.h"

enum { SELECT_MOST = 32 };  // a `select` over more values is a loop

typedef struct {
  sv_arena *arena;
  const pml_stmt *from;
} maker;

static pml_stmt *make(const maker *m, pml_stmt_kind kind) {
  pml_stmt *s = SV_ARENA_NEW(m->arena, pml_stmt);
  s->kind = kind;
  s->span = m->from->span;
  s->head = m->from->head;
  s->def = m->from->def;
  s->block = m->from->block;
  return s;
}

static pml_expr *number(const maker *m, int32_t value) {
  pml_expr *e = SV_ARENA_NEW(m->arena, pml_expr);
  e->op = PML_E_NUMBER;
  e->value = value;
  e->span = m->from->head;
  return e;
}

static pml_expr *variable(const maker *m, pml_var *v) {
  pml_expr *e = SV_ARENA_NEW(m->arena, pml_expr);
  e->op = PML_E_VAR;
  e->var = v;
  e->name = v->name;
  e->span = m->from->head;
  return e;
}

static pml_expr *binary(const maker *m, pml_op op, pml_expr *a, pml_expr *b) {
  pml_expr *e = SV_ARENA_NEW(m->arena, pml_expr);
  e->op = op;
  e->span = m->from->head;
  e->n = b ? 2 : 1;
  e->arg = SV_ARENA_ARRAY(m->arena, pml_expr *, 2);
  e->arg[0] = a;
  e->arg[1] = b;
  return e;
}

static pml_stmt *assign(const maker *m, pml_expr *target, pml_expr *value) {
  pml_stmt *s = make(m, PML_S_ASSIGN);
  s->target = target;
  s->value = value;
  return s;
}

static pml_stmt *condition(const maker *m, pml_expr *value) {
  pml_stmt *s = make(m, PML_S_EXPR);
  s->value = value;
  return s;
}

static pml_stmt *guard_else(const maker *m) {
  pml_stmt *s = make(m, PML_S_ELSE);
  s->implied = true;
  return s;
}

static pml_stmt *leave(const maker *m, pml_stmt *loop) {
  pml_stmt *s = make(m, PML_S_BREAK);
  s->loop = loop;
  return s;
}

static pml_block list(const maker *m, pml_stmt *const *at, uint32_t n) {
  pml_block b = {SV_ARENA_ARRAY(m->arena, pml_stmt *, n + 1), n};
  for (uint32_t i = 0; i < n; i++) b.at[i] = at[i];
  return b;
}

static pml_block around(const maker *m, pml_stmt *const *before, uint32_t n, const pml_block *body,
                        pml_stmt *after) {
  pml_block b = {SV_ARENA_ARRAY(m->arena, pml_stmt *, n + body->n + 2), 0};
  for (uint32_t i = 0; i < n; i++) b.at[b.n++] = before[i];
  for (uint32_t i = 0; i < body->n; i++) b.at[b.n++] = body->at[i];
  if (after) b.at[b.n++] = after;
  return b;
}

// do :: condition; before; body; i = i + 1 :: else -> break od
static pml_stmt *counting_loop(const maker *m, pml_expr *i, pml_expr *below,
                               pml_stmt *const *before, uint32_t n, const pml_block *body) {
  pml_stmt *loop = make(m, PML_S_DO);
  pml_stmt *first[4] = {condition(m, below)};
  for (uint32_t k = 0; k < n; k++) first[k + 1] = before[k];
  pml_stmt *count = assign(m, i, binary(m, PML_E_ADD, i, number(m, 1)));
  pml_stmt *stop[2] = {guard_else(m), leave(m, loop)};
  loop->options = 2;
  loop->option = SV_ARENA_ARRAY(m->arena, pml_block, 2);
  loop->option[0] = around(m, first, n + 1, body, count);
  loop->option[1] = list(m, stop, 2);
  loop->implied = true;
  loop->label = m->from->label;  // a label before `for` marks the loop
  loop->labels = m->from->labels;
  return loop;
}

static void expand_range(const maker *m, const pml_stmt *s, pml_block *out) {
  pml_expr *below = binary(m, PML_E_LE, s->target, s->upto);
  pml_stmt *both[2] = {assign(m, s->target, s->value),
                       counting_loop(m, s->target, below, NULL, 0, &s->body)};
  *out = list(m, both, 2);
}

static void expand_array(const maker *m, const pml_stmt *s, pml_block *out) {
  const pml_expr *e = s->value;
  while (e->field) e = e->field;
  pml_expr *below = binary(m, PML_E_LE, s->target, number(m, e->var->length - 1));
  pml_stmt *both[2] = {assign(m, s->target, number(m, 0)),
                       counting_loop(m, s->target, below, NULL, 0, &s->body)};
  *out = list(m, both, 2);
}

static pml_stmt *message(const maker *m, pml_stmt_kind kind, pml_expr *channel, pml_expr *what) {
  pml_stmt *s = make(m, kind);
  s->target = channel;
  s->messages = 1;
  s->message = SV_ARENA_ARRAY(m->arena, pml_expr *, 1);
  s->message[0] = what;
  return s;
}

// Each round takes the message from the front and puts it back at the end.
static void expand_channel(const maker *m, pml_var *counter, const pml_stmt *s, pml_block *out) {
  pml_expr *i = variable(m, counter);
  pml_expr *below = binary(m, PML_E_LT, i, binary(m, PML_E_LEN, s->value, NULL));
  pml_stmt *turn[2] = {message(m, PML_S_RECEIVE, s->value, s->target),
                       message(m, PML_S_SEND, s->value, s->target)};
  pml_stmt *both[2] = {assign(m, i, number(m, 0)), counting_loop(m, i, below, turn, 2, &s->body)};
  *out = list(m, both, 2);
}

static pml_stmt *choose_value(const maker *m, const pml_stmt *s) {
  pml_stmt *choice = make(m, PML_S_IF);
  int64_t n = (int64_t)s->upto->value - s->value->value + 1;
  choice->options = (uint32_t)n;
  choice->option = SV_ARENA_ARRAY(m->arena, pml_block, n);
  for (int32_t i = 0; i < n; i++) {
    pml_stmt *one = assign(m, s->target, number(m, s->value->value + i));
    choice->option[i] = list(m, &one, 1);
  }
  return choice;
}

// i = a; do :: i < b -> i++ :: break od, where a d_step tries the `break` first, as Spin does
static void expand_select(const maker *m, const pml_stmt *s, pml_block *out) {
  if (s->spelled && (int64_t)s->upto->value - s->value->value <= SELECT_MOST &&
      s->upto->value >= s->value->value) {
    pml_stmt *one = choose_value(m, s);
    one->label = s->label;
    one->labels = s->labels;
    *out = list(m, &one, 1);
    return;
  }
  pml_stmt *loop = make(m, PML_S_DO);
  pml_stmt *up[2] = {condition(m, binary(m, PML_E_LT, s->target, s->upto)),
                     make(m, PML_S_INCREMENT)};
  pml_stmt *stop = leave(m, loop);
  up[1]->target = s->target;
  loop->options = 2;
  loop->option = SV_ARENA_ARRAY(m->arena, pml_block, 2);
  loop->option[0] = list(m, up, 2);
  loop->option[1] = list(m, &stop, 1);
  loop->break_first = true;
  pml_stmt *both[2] = {assign(m, s->target, s->value), loop};
  pml_stmt *marked = s->spelled ? both[0] : loop;  // as with `for`, unless the ends are numbers
  marked->label = s->label;
  marked->labels = s->labels;
  *out = list(m, both, 2);
}

static pml_stmt *first_value(const maker *m, pml_var *v) {
  pml_expr *target = variable(m, v);
  if (v->is_array) target->index = number(m, 0);
  pml_expr *value = v->init ? v->init : v->lists ? v->list[0] : number(m, 0);
  return assign(m, target, value);
}

static void expand_declaration(const maker *m, const pml_stmt *s, pml_block *out) {
  *out = (pml_block){SV_ARENA_ARRAY(m->arena, pml_stmt *, s->vars + 1), 0};
  for (uint32_t i = 0; i < s->vars; i++)
    if (s->var[i]->late && s->var[i]->type.kind != PML_STRUCT)
      out->at[out->n++] = first_value(m, s->var[i]);
}

static void expand(pml_lowering *l, const pml_proc *p, const pml_stmt *s, pml_block *out) {
  maker m = {l->arena, s};
  switch (s->kind) {
  case PML_S_FOR: expand_range(&m, s, out); break;
  case PML_S_FOR_IN: {
    uint32_t counter = sv_map_get(&l->counters, pml_key(s));
    if (counter == SV_MAP_NONE) expand_array(&m, s, out);
    else expand_channel(&m, p->var[counter], s, out);
    break;
  }
  case PML_S_SELECT: expand_select(&m, s, out); break;
  case PML_S_DECL: expand_declaration(&m, s, out); break;
  default: SV_UNREACHABLE();
  }
}

void pml_expand(pml_lowering *l, const pml_proc *p, const pml_stmt *s, pml_block *out) {
  uint32_t known = sv_map_get(&l->expansion_of, pml_key(s));
  if (known == SV_MAP_NONE) {
    expand(l, p, s, out);
    sv_map_put(&l->expansion_of, pml_key(s), l->expansions.n);
    sv_push(l->expansions, *out);
  } else *out = l->expansions.at[known];
}
