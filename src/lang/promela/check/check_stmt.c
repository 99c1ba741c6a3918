// check_stmt.c -- statements.
//
// Blocks in braces are scopes and get numbers; options of `if` and `do` are
// not. A declaration that control can meet again (behind a statement or in an
// inner block) is marked late: it assigns its initial value each time.

#include "lang/promela/check/check_inside.h"

static void check_stmt(pml_checker *, pml_stmt *);

static bool is_scope(const pml_stmt *s) {
  return s->kind == PML_S_BLOCK || s->kind == PML_S_ATOMIC || s->kind == PML_S_D_STEP ||
         s->kind == PML_S_FOR || s->kind == PML_S_FOR_IN;
}

// --- declarations

static void check_declaration(pml_checker *c, pml_stmt *s) {
  for (uint32_t i = 0; i < s->vars; i++) {
    pml_var *v = s->var[i];
    v->proc = c->proc;
    v->block = c->block;
    v->late = c->body_started || c->block;
    v->index = c->locals.n;
    pml_check_var(c, v);
    sv_push(c->locals, v);
  }
}

static void claim(pml_checker *c, const pml_stmt *s, pml_var *v, const pml_expr *e) {
  bool *flag = s->sends ? &v->xs : &v->xr;
  pml_proc *owner = v->proc;
  if (*flag && v->scope == PML_GLOBAL && owner && owner != c->proc)
    pml_complain(c, e->span, e->def, "`%s` is claimed by `%s` already", pml_text(c, e->name),
                 pml_text(c, owner->name));
  *flag = true;
  if (v->scope == PML_GLOBAL) v->proc = c->proc;
}

static void check_exclusive(pml_checker *c, pml_stmt *s) {
  for (uint32_t i = 0; i < s->messages; i++) {
    pml_expr *e = s->message[i];
    if (!pml_check_ref(c, e, true, true)) continue;
    pml_var *v = e->op == PML_E_VAR ? e->var : NULL;
    if (v && pml_is_channel(e)) claim(c, s, v, e);
    else if (!v || v->type.kind != PML_STRUCT)
      pml_complain(c, e->span, e->def, "`%s` needs a channel, but `%s` is none",
                   s->sends ? "xs" : "xr", pml_text(c, e->name));
  }
}

// --- assignments

static const pml_mtype *set_of(const pml_expr *e) {
  if (e->op == PML_E_MTYPE) return e->member->set;
  const pml_var *v = pml_last_var(e);
  return v && v->type.kind == PML_MTYPE ? v->type.set : NULL;
}

static void check_sets(pml_checker *c, const pml_stmt *s) {
  const pml_mtype *left = set_of(s->target), *right = set_of(s->value);
  if (!left || !right || left == right || !left->name.x) return;
  const char *other = right->name.x ? pml_text(c, right->name) : "the unnamed one";
  if (pml_complain(c, s->value->span, s->value->def,
                   "`%s` is of the mtype set `%s`, this is of %s%s%s", pml_text(c, s->target->name),
                   pml_text(c, left->name), right->name.x ? "`" : "", other,
                   right->name.x ? "`" : ""))
    pml_add_note(c, left->span, "the set is declared here");
}

static void check_channel_value(pml_checker *c, const pml_stmt *s) {
  if (s->target->field || !pml_is_channel(s->target) || pml_is_channel(s->value)) return;
  if (s->value->op == PML_E_NUMBER || s->value->op == PML_E_MTYPE)
    pml_complain(c, s->value->span, s->value->def, "a number cannot be assigned to a channel");
}

static void check_assignment(pml_checker *c, pml_stmt *s) {
  pml_check_target(c, s->target);
  pml_check_expr(c, s->value, PML_AT_VALUE);
  check_sets(c, s);
  check_channel_value(c, s);
  if (c->proc->kind == PML_NEVER)
    pml_warn(c, s->span, s->def, "a never claim should not change the state");
}

static void check_step(pml_checker *c, pml_stmt *s) {
  pml_check_target(c, s->target);
  if (pml_is_channel(s->target))
    pml_complain(c, s->span, s->def, "a channel cannot be counted with");
}

// --- printing

static void check_format(pml_checker *c, const pml_stmt *s) {
  uint32_t n = 0;
  for (const char *f = pml_text(c, s->format); *f; f++) {
    if (*f != '%' || !f[1]) continue;
    if (*++f == '%') continue;
    if (strchr("cdeioux", *f)) n++;
    else pml_warn(c, s->span, s->def, "`%%%c` is no conversion that `printf` knows", *f);
  }
  if (n != s->messages)
    pml_warn(c, s->span, s->def, "the format has %u conversion%s, but there %s %u value%s", n,
             n == 1 ? "" : "s", s->messages == 1 ? "is" : "are", s->messages,
             s->messages == 1 ? "" : "s");
}

static void check_printf(pml_checker *c, pml_stmt *s) {
  for (uint32_t i = 0; i < s->messages; i++) pml_check_expr(c, s->message[i], PML_AT_VALUE);
  check_format(c, s);
}

// --- options

static bool mentions_channel(const pml_stmt *s) {
  if (s->kind == PML_S_SEND || s->kind == PML_S_RECEIVE) return true;
  if (s->kind != PML_S_EXPR) return false;
  pml_op op = s->value->op;
  return op == PML_E_FULL || op == PML_E_EMPTY || op == PML_E_NFULL || op == PML_E_NEMPTY;
}

static void check_else(pml_checker *c, const pml_stmt *s) {
  const pml_stmt *first = NULL, *channel = NULL;
  for (uint32_t i = 0; i < s->options; i++) {
    if (!s->option[i].n) continue;
    const pml_stmt *guard = s->option[i].at[0];
    if (guard->kind != PML_S_ELSE) {
      if (!channel && mentions_channel(guard)) channel = guard;
    } else if (first) {
      if (pml_complain(c, guard->span, guard->def, "a second `else`"))
        pml_add_note(c, first->span, "the first one is here");
    } else first = guard;
  }
  if (first && channel &&
      pml_warn(c, first->span, first->def, "this `else` depends on whether a channel is ready"))
    pml_add_note(c, channel->span, "because of this option");
}

static void label_first(pml_checker *c, const pml_stmt *s) {
  if (!s->labels) return;
  if (pml_warn(c, s->label[0]->span, SV_NOWHERE,
               "a label on the first statement of an option marks no place of its own"))
    pml_add_hint(c, "put it before the `if` or `do`");
}

// An `else` that opens an option, maybe inside of braces, is the option's guard.
static void mark_guard(pml_stmt *s) {
  while (s && s->kind != PML_S_ELSE) {
    bool inner = is_scope(s) || s->kind == PML_S_UNLESS;
    s = inner && s->body.n ? s->body.at[0] : NULL;
  }
  if (s) s->implied = true;
}

static void check_block(pml_checker *c, pml_block *b);

static void check_options(pml_checker *c, pml_stmt *s) {
  check_else(c, s);
  for (uint32_t i = 0; i < s->options; i++) {
    pml_block *b = &s->option[i];
    if (b->n) label_first(c, b->at[0]);
    if (b->n) mark_guard(b->at[0]);
    check_block(c, b);
  }
}

static void check_lone_else(pml_checker *c, const pml_stmt *s) {
  if (s->implied) return;
  if (pml_warn(c, s->span, s->def, "this `else` is always executable"))
    pml_add_hint(c, "it has a meaning as the first statement of an option only");
}

// --- loops and jumps

static void check_index_variable(pml_checker *c, pml_expr *e, const char *word) {
  pml_check_target(c, e);
  const pml_var *v = pml_last_var(e);
  if (v && v->type.kind == PML_CHAN)
    pml_complain(c, e->span, e->def, "the variable of `%s` cannot be a channel", word);
  if (e->field || e->index)
    pml_complain(c, e->span, e->def, "the variable of `%s` must be a plain variable", word);
}

static void check_range(pml_checker *c, pml_stmt *s, const char *word) {
  int64_t low, high;
  check_index_variable(c, s->target, word);
  pml_check_expr(c, s->value, PML_AT_VALUE);
  pml_check_expr(c, s->upto, PML_AT_VALUE);
  if (s->value->op == PML_E_NUMBER && s->upto->op == PML_E_NUMBER &&
      pml_constant(c, s->value, &low) && pml_constant(c, s->upto, &high) && low > high)
    pml_complain(c, sv_span_join(s->value->span, s->upto->span), s->def,
                 "this range is empty: %lld is more than %lld", (long long)low, (long long)high);
}

static bool carries(const pml_var *chan, const pml_var *v) {
  return chan && chan->chan && chan->chan->fields == 1 && v && v->type.kind == PML_STRUCT &&
         chan->chan->field[0].record == v->type.record;
}

static void check_for_in(pml_checker *c, pml_stmt *s) {
  bool good = pml_check_ref(c, s->target, false, true);
  if (!pml_check_ref(c, s->value, true, true) || !good) return;
  const pml_var *v = pml_last_var(s->value), *t = pml_last_var(s->target);
  const pml_expr *last = s->value;
  while (last->field) last = last->field;
  if (v && v->type.kind == PML_CHAN && (!v->is_array || last->index)) {
    if (carries(v, t)) return;
    if (pml_complain(c, s->target->span, s->target->def, "`%s` does not hold the messages of `%s`",
                     pml_text(c, s->target->name), pml_text(c, s->value->name)))
      pml_add_hint(c,
                   "over a channel, `for` needs a variable of the typedef that is its only field");
  } else if (v && v->is_array && last->index)
    pml_warn(c, s->value->span, s->value->def, "the index is ignored: `for` takes the whole array");
  else if (!v || !v->is_array) {
    if (pml_complain(c, s->value->span, s->value->def, "`for … in` needs an array or a channel") &&
        v)
      pml_add_note(c, v->span, "`%s` is declared here", pml_text(c, v->name));
  }
}

static void check_break(pml_checker *c, pml_stmt *s) {
  s->loop = c->loop;
  if (!c->loop) {
    if (pml_complain(c, s->span, s->def, "this `break` is in no loop"))
      pml_add_hint(c, "it leaves the innermost `do` or `for`");
  } else if (c->d_step != c->d_steps.at[c->loop->block])
    pml_complain(c, s->span, s->def, "this `break` jumps out of a d_step");
}

static void check_goto(pml_checker *c, pml_stmt *s) {
  sv_push(c->gotos, (pml_goto){s, c->block, c->call, c->d_step});
}

// --- blocks

static uint32_t open_block(pml_checker *c, bool d_step) {
  uint32_t number = c->parents.n;
  if (d_step && !c->d_step) c->d_step = ++c->d_step_count;
  sv_push(c->parents, c->block);
  sv_push(c->d_steps, c->d_step);
  c->block = number;
  return number;
}

static const char *name_of(pml_stmt_kind kind) {
  return kind == PML_S_ATOMIC ? "atomic" : kind == PML_S_D_STEP ? "d_step" : "a block";
}

static void check_first_label(pml_checker *c, const pml_stmt *s) {
  const pml_stmt *first = s->body.n ? s->body.at[0] : NULL;
  if (!first || !first->labels || s->kind == PML_S_FOR || s->kind == PML_S_FOR_IN) return;
  if (first->kind == PML_S_DO || first->kind == PML_S_FOR || first->kind == PML_S_FOR_IN) return;
  if (pml_complain(c, first->label[0]->span, SV_NOWHERE,
                   "a label cannot mark the first statement of %s", name_of(s->kind)))
    pml_add_hint(c, "put it before the `{`");
}

static void check_inner(pml_checker *c, pml_stmt *s) {
  uint32_t mark = pml_scope_open(c), block = c->block, call = c->call, d_step = c->d_step;
  if (s->call) c->call = s->call;
  s->opens = open_block(c, s->kind == PML_S_D_STEP);
  check_first_label(c, s);
  check_block(c, &s->body);
  pml_scope_close(c, mark);
  c->block = block;
  c->call = call;
  c->d_step = d_step;
}

static void check_loop(pml_checker *c, pml_stmt *s) {
  pml_stmt *outer = c->loop;
  c->loop = s;
  if (s->kind == PML_S_DO) check_options(c, s);
  else check_inner(c, s);
  c->loop = outer;
}

static bool is_braces(const pml_stmt *s) {
  return s->kind == PML_S_BLOCK || s->kind == PML_S_ATOMIC || s->kind == PML_S_D_STEP;
}

static void check_unless(pml_checker *c, pml_stmt *s) {
  if (c->d_step) pml_complain(c, s->span, s->def, "`unless` cannot stand in a d_step");
  const pml_stmt *main = s->body.at[0], *escape = s->body.at[1];
  if (main->labels && !is_braces(main) && main->kind != PML_S_DO &&
      pml_complain(c, main->label[0]->span, SV_NOWHERE,
                   "this label marks only a part of the `unless`"))
    pml_add_hint(c, "write `%s: { … unless … }`", pml_text(c, main->label[0]->name));
  if (escape->labels && pml_complain(c, escape->label[0]->span, SV_NOWHERE,
                                     "a label cannot mark the escape of an `unless`"))
    pml_add_hint(c, "the escape begins in many states, so there is no place to jump to");
  check_block(c, &s->body);
}

// --- all statements

static bool is_event(pml_stmt_kind kind) {
  return kind == PML_S_SEND || kind == PML_S_RECEIVE || kind == PML_S_IF || kind == PML_S_DO ||
         kind == PML_S_GOTO || kind == PML_S_BREAK || kind == PML_S_DECL;
}

static void check_place(pml_checker *c, const pml_stmt *s) {
  pml_proc_kind kind = c->proc->kind;
  bool io = s->kind == PML_S_SEND || s->kind == PML_S_RECEIVE;
  if ((kind == PML_TRACE || kind == PML_NOTRACE) && !is_event(s->kind)) {
    if (pml_complain(c, s->head, s->def, "this is not an event"))
      pml_add_hint(c, "`trace` and `notrace` hold sends and receives only");
  } else if (kind == PML_NEVER && io)
    pml_complain(c, s->span, s->def, "a never claim cannot send or receive");
}

static void check_expression(pml_checker *c, pml_stmt *s) {
  pml_check_expr(c, s->value, PML_AT_VALUE);
  if (s->kind == PML_S_EXPR && pml_count_runs(s->value) > 1)
    pml_complain(c, s->span, s->def, "more than one `run` in a condition");
}

static void check_printm(pml_checker *c, pml_stmt *s) {
  pml_check_expr(c, s->value, PML_AT_VALUE);
  const pml_var *v = pml_last_var(s->value);
  bool good = s->value->op == PML_E_MTYPE || s->value->op == PML_E_NUMBER || !v ||
              v->type.kind == PML_MTYPE;
  if (!good) pml_warn(c, s->span, s->def, "`printm` prints names of mtype constants");
}

static void check_simple(pml_checker *c, pml_stmt *s) {
  switch (s->kind) {
  case PML_S_DECL: check_declaration(c, s); break;
  case PML_S_EXPR:
  case PML_S_ASSERT: check_expression(c, s); break;
  case PML_S_ASSIGN: check_assignment(c, s); break;
  case PML_S_INCREMENT:
  case PML_S_DECREMENT: check_step(c, s); break;
  case PML_S_SEND: pml_check_send(c, s); break;
  case PML_S_RECEIVE: pml_check_receive(c, s); break;
  case PML_S_PRINTF: check_printf(c, s); break;
  case PML_S_PRINTM: check_printm(c, s); break;
  case PML_S_ELSE: check_lone_else(c, s); break;
  case PML_S_GOTO: check_goto(c, s); break;
  case PML_S_BREAK: check_break(c, s); break;
  case PML_S_SET_PRIORITY:
    pml_check_expr(c, s->value, PML_AT_VALUE);
    pml_check_expr(c, s->upto, PML_AT_VALUE);
    break;
  case PML_S_EXCLUSIVE: check_exclusive(c, s); break;
  default: break;
  }
}

static void check_stmt(pml_checker *c, pml_stmt *s) {
  bool step = s->kind != PML_S_DECL && s->kind != PML_S_EXCLUSIVE;
  c->body_started |= step;
  s->block = c->block;
  for (uint32_t i = 0; i < s->labels; i++) s->label[i]->block = c->block;
  if (step) check_place(c, s);
  switch (s->kind) {
  case PML_S_IF: check_options(c, s); break;
  case PML_S_DO: check_loop(c, s); break;
  case PML_S_FOR:
    check_range(c, s, "for");
    check_loop(c, s);
    break;
  case PML_S_FOR_IN:
    check_for_in(c, s);
    check_loop(c, s);
    break;
  case PML_S_SELECT: check_range(c, s, "select"); break;
  case PML_S_UNLESS: check_unless(c, s); break;
  default:
    if (is_scope(s)) check_inner(c, s);
    else check_simple(c, s);
    break;
  }
}

static void check_block(pml_checker *c, pml_block *b) {
  for (uint32_t i = 0; i < b->n; i++) check_stmt(c, b->at[i]);
}

// --- a whole process

static void declare_parameters(pml_checker *c, pml_proc *p) {
  for (uint32_t i = 0; i < p->params; i++) {
    p->var[i]->proc = p;
    p->var[i]->index = i;
    pml_check_var(c, p->var[i]);
    sv_push(c->locals, p->var[i]);
  }
}

static void check_provided(pml_checker *c, pml_proc *p) {
  if (!p->provided) return;
  c->in_provided = true;
  pml_check_expr(c, p->provided, PML_AT_VALUE);
  c->in_provided = false;
}

static void keep_locals(pml_checker *c, pml_proc *p) {
  p->blocks = c->parents.n;
  p->vars = c->locals.n;
  p->var = SV_ARENA_ARRAY(c->arena, pml_var *, p->vars);
  if (p->vars) memcpy(p->var, c->locals.at, p->vars * sizeof *p->var);
}

void pml_check_body(pml_checker *c, pml_proc *p) {
  uint32_t mark = pml_scope_open(c);
  c->proc = p;
  c->block = c->call = c->d_step = 0;
  c->loop = NULL;
  c->body_started = false;
  sv_clear(c->locals);
  sv_clear(c->gotos);
  sv_clear(c->parents);
  sv_clear(c->d_steps);
  sv_map_clear(&c->invented);
  open_block(c, false);
  declare_parameters(c, p);
  check_provided(c, p);
  check_block(c, &p->body);
  pml_check_labels(c);
  pml_resolve_gotos(c);
  keep_locals(c, p);
  pml_scope_close(c, mark);
  c->proc = NULL;
}
