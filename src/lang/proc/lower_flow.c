// lower_flow.c -- the control flow of a process.
//
// Statements are lowered backwards: `next` is where to go on, `at` a location
// that is already there and has to be the first one (0: make one where it is
// needed), and the result is where to start. A block, a test of a constant,
// `break` and a call whose arguments are constants take no step of their own.

#include "lang/proc/lower.h"
#include "lang/unique.h"

static proc_place lower_stmt(proc_lowering *, const proc_stmt *, proc_place next, uint32_t at);

// --- locations

uint32_t proc_location(proc_lowering *l, const char *name, sv_span span) {
  sv_name unique =
      sv_unique_name(l->model, &l->names_used, l->template_number | 1u << 31, name, '~');
  unsigned flags = l->process->daemon ? SV_LOC_END : 0;
  return sv_model_location(l->model, l->template_number, unique, flags, span);
}

// The location of a statement.
static uint32_t here(proc_lowering *l, const proc_stmt *s, uint32_t at) {
  if (!at) {
    sv_place place = sv_source_place(l->model->sources, s->span.file, s->span.begin);
    at = proc_location(l, sv_arena_printf(l->arena, "line%u", place.line), s->head);
  }
  if (l->atomic)
    l->model->templates.at[l->template_number].locations.at[at].flags |= SV_LOC_YIELDING;
  return at;
}

// --- what takes a step

static bool all_constant(const proc_stmt *s);

static bool block_takes_place(const proc_block *);

// The statements that this one only wraps, or NULL.
static const proc_block *wrapped(const proc_stmt *s) {
  if (s->kind == PROC_S_IF) return s->only;
  return s->kind == PROC_S_BLOCK || s->kind == PROC_S_ATOMIC ? &s->body : NULL;
}

static bool has_steps(proc_decl *function) {
  if (function->steps == PROC_UNASKED)
    function->steps = block_takes_place(&function->body) ? PROC_STEPS : PROC_NO_STEPS;
  return function->steps == PROC_STEPS;
}

static bool takes_place(const proc_stmt *s) {
  if (s->label) return true;
  if (s->kind == PROC_S_DECLARE) return proc_declares_in_step(s->decl);
  if (wrapped(s)) return block_takes_place(wrapped(s));
  if (s->kind == PROC_S_CALL) return !all_constant(s) || has_steps(s->decl);
  return true;
}

static uint32_t first_place(const proc_block *b) {
  uint32_t i = 0;
  while (i < b->n && !takes_place(b->stmt[i])) i++;
  return i;
}

static bool block_takes_place(const proc_block *b) { return first_place(b) < b->n; }

static bool starts_atomic(const proc_block *b) {
  uint32_t first = first_place(b);
  if (first == b->n) return false;
  const proc_stmt *s = b->stmt[first];
  if (s->kind == PROC_S_ATOMIC) return true;
  if (s->kind == PROC_S_CALL) return all_constant(s) && starts_atomic(&s->decl->body);
  if (s->kind == PROC_S_WHILE) return s->forever && starts_atomic(&s->body);
  return wrapped(s) && starts_atomic(wrapped(s));
}

// --- blocks

static proc_place lower_block(proc_lowering *l, const proc_block *b, proc_place next, uint32_t at) {
  uint32_t first = first_place(b);
  for (uint32_t i = b->n; i-- > first;) next = lower_stmt(l, b->stmt[i], next, i == first ? at : 0);
  return next;
}

proc_place proc_lower_body(proc_lowering *l, const proc_block *b, proc_place next) {
  return lower_block(l, b, next, 0);
}

static proc_place lower_atomic(proc_lowering *l, const proc_stmt *s, proc_place next, uint32_t at) {
  if (l->atomic) return lower_block(l, &s->body, next, at);
  next.releases = true;
  l->atomic = true;
  proc_place first = lower_block(l, &s->body, next, at);
  assert(l->atomic);  // sections inside of this one, and calls, have left it as it was
  l->atomic = false;
  first.releases = true;
  return first;
}

// --- tests

// Both ways of a test, with texts that tell them apart.
static void branch(proc_lowering *l, uint32_t at, proc_step *s, proc_place yes, proc_place no) {
  const char *text = s->text;
  proc_emit_faults(l, at, s);
  s->text = sv_arena_printf(l->arena, "%s (true)", text);
  proc_emit_good(l, at, s, yes);
  s->guard = sv_not(s->guard);
  s->text = sv_arena_printf(l->arena, "%s (false)", text);
  proc_emit_good(l, at, s, no);
  proc_free_step(s);
}

static proc_place lower_if(proc_lowering *l, const proc_stmt *s, proc_place next, uint32_t at) {
  proc_step step;
  if (s->only) return lower_block(l, s->only, next, at);
  proc_place no = lower_block(l, &s->otherwise, next, 0), yes = lower_block(l, &s->body, next, 0);
  at = here(l, s, at);
  proc_prepare(l, s, &step);
  branch(l, at, &step, yes, no);
  return (proc_place){at, false};
}

static proc_place lower_forever(proc_lowering *l, const proc_stmt *s, uint32_t at) {
  proc_place head = {at, !l->atomic && starts_atomic(&s->body)};
  // The steps that lead back are made before the one that begins the section.
  if (head.releases)
    l->model->templates.at[l->template_number].locations.at[at].flags |= SV_LOC_YIELDING;
  if (block_takes_place(&s->body)) return lower_block(l, &s->body, head, at), head;
  proc_step step;
  proc_begin_step(l, &step, s->head);
  step.text = proc_text_of(l, s->head);
  proc_emit(l, at, &step, head);
  return head;
}

static proc_place lower_while(proc_lowering *l, const proc_stmt *s, proc_place next, uint32_t at) {
  proc_exit outer = l->loop;
  proc_place head = {at = here(l, s, at), false};
  l->loop = (proc_exit){next, l->atomic};
  if (s->forever) {
    head = lower_forever(l, s, at);
  } else {
    proc_step step;
    proc_place body = lower_block(l, &s->body, head, 0);
    proc_prepare(l, s, &step);
    branch(l, at, &step, body, next);
  }
  l->loop = outer;
  return head;
}

static proc_place lower_assert(proc_lowering *l, const proc_stmt *s, proc_place next, uint32_t at) {
  proc_step step;
  at = here(l, s, at);
  proc_prepare(l, s, &step);
  proc_emit_faults(l, at, &step);
  proc_emit_good(l, at, &step, next);
  step.guard = sv_not(step.guard);
  step.fails = proc_assertion(l, s);
  proc_emit_good(l, at, &step, next);
  proc_free_step(&step);
  return (proc_place){at, false};
}

// --- choose

static proc_place lower_choose(proc_lowering *l, const proc_stmt *s, proc_place next, uint32_t at) {
  sv_term none = SV_TRUE;
  at = here(l, s, at);
  for (uint32_t i = 0; i < s->branches; i++) {
    proc_step step;
    proc_place body = lower_block(l, &s->branch[i].body, next, 0);
    proc_prepare(l, s->branch[i].guard, &step);
    none = sv_and(l->terms, none, sv_and(l->terms, sv_not(step.guard), proc_good(l, &step)));
    proc_emit(l, at, &step, body);
  }
  if (s->has_else) {
    proc_step step;
    proc_place body = lower_block(l, &s->otherwise, next, 0);
    proc_begin_step(l, &step, s->head);
    step.text = "else";
    step.guard = none;
    proc_emit(l, at, &step, body);
  }
  return (proc_place){at, false};
}

// --- functions of several statements

// May the argument stand for the parameter in the whole body?
static bool is_fixed(const proc_decl *parameter, const proc_expr *arg) {
  if (parameter->assigned) return false;
  if (arg->op == PROC_E_NUMBER || arg->op == PROC_E_TRUE || arg->op == PROC_E_FALSE) return true;
  if (arg->op == PROC_E_NAME) return arg->decl->kind != PROC_D_VAR;
  bool fixed = arg->op >= PROC_E_NOT && arg->op <= PROC_E_IF;
  for (uint32_t i = 0; fixed && i < arg->n; i++) fixed = is_fixed(parameter, arg->arg[i]);
  return fixed;
}

static bool all_constant(const proc_stmt *s) {
  const proc_expr *call = s->value[0];
  for (uint32_t i = 0; i < call->n; i++)
    if (!is_fixed(s->decl->parameter[i], call->arg[i])) return false;
  return true;
}

static void bind(proc_lowering *l, const proc_stmt *s) {
  const proc_expr *call = s->value[0];
  sv_term *value = SV_ARENA_ARRAY(l->arena, sv_term, call->n + 1);
  for (uint32_t i = 0; i < call->n; i++)
    value[i] = proc_stored_value(l, &s->decl->parameter[i]->type, call->arg[i]);
  for (uint32_t i = 0; i < call->n; i++) {
    proc_decl *d = s->decl->parameter[i];
    d->term = SV_NONE;
    if (is_fixed(d, call->arg[i])) {
      d->term = value[i];
      continue;
    }
    d->term = proc_variable(l, d);
    sv_push(l->step->updates, (sv_update){d->term, value[i]});
  }
}

static bool has_fault(const proc_lowering *l, const proc_step *s) {
  return !sv_same(proc_good(l, s), SV_TRUE);
}

static proc_place lower_call(proc_lowering *l, const proc_stmt *s, proc_place next, uint32_t at) {
  proc_exit outer = l->call;
  const proc_stmt *caller = l->caller;
  proc_step step;
  if (!proc_spend(l, s->span)) return (proc_place){at ? at : next.location, next.releases};
  proc_begin_step(l, &step, s->head);
  step.text = proc_text_of(l, s->head);
  bind(l, s);
  bool stores = !all_constant(s) || has_fault(l, &step);
  bool empty = !has_steps(s->decl);
  l->call = (proc_exit){next, l->atomic};
  l->caller = s;
  proc_place body = lower_block(l, &s->decl->body, next, stores ? 0 : at);
  l->call = outer;
  l->caller = caller;
  if (!stores && !(empty && at)) return proc_free_step(&step), body;
  at = here(l, s, at);
  proc_emit(l, at, &step, body);
  return (proc_place){at, false};
}

// A jump takes a step only where a location has to be.
static proc_place lower_jump(proc_lowering *l, const proc_stmt *s, proc_exit to, uint32_t at) {
  proc_step step;
  if (l->atomic && !to.atomic) to.place.releases = true;
  if (!at && !s->values) return to.place;
  at = here(l, s, at);
  proc_begin_step(l, &step, s->head);
  step.text = proc_text_of(l, s->head);
  if (s->values) {
    sv_term value = proc_stored_value(l, &l->caller->decl->type, s->value[0]);
    const proc_expr *target = l->caller->targets ? l->caller->target[0] : NULL;
    if (target)
      proc_assign(
          l, target,
          proc_place_term(l, target->decl, proc_variable(l, target->decl), target->arg, target->n),
          value);
  }
  proc_emit(l, at, &step, to.place);
  return (proc_place){at, false};
}

// --- statements

static proc_place lower_plain(proc_lowering *l, const proc_stmt *s, proc_place next, uint32_t at) {
  proc_step step;
  at = here(l, s, at);
  proc_prepare(l, s, &step);
  proc_emit(l, at, &step, next);
  return (proc_place){at, false};
}

static proc_place lower_unlabelled(proc_lowering *l, const proc_stmt *s, proc_place next,
                                   uint32_t at) {
  switch (s->kind) {
  case PROC_S_DECLARE: return proc_declares_in_step(s->decl) ? lower_plain(l, s, next, at) : next;
  case PROC_S_ASSERT: return lower_assert(l, s, next, at);
  case PROC_S_IF: return lower_if(l, s, next, at);
  case PROC_S_WHILE: return lower_while(l, s, next, at);
  case PROC_S_CHOOSE: return lower_choose(l, s, next, at);
  case PROC_S_ATOMIC: return lower_atomic(l, s, next, at);
  case PROC_S_BLOCK: return lower_block(l, &s->body, next, at);
  case PROC_S_BREAK: return lower_jump(l, s, l->loop, at);
  case PROC_S_RETURN: return lower_jump(l, s, l->call, at);
  case PROC_S_CALL: return lower_call(l, s, next, at);
  default: return lower_plain(l, s, next, at);
  }
}

static bool is_empty(const proc_stmt *s) { return wrapped(s) && !block_takes_place(wrapped(s)); }

// A label needs a location, and so a step to leave it.
static proc_place lower_nothing(proc_lowering *l, const proc_stmt *s, proc_place next,
                                uint32_t at) {
  proc_step step;
  proc_begin_step(l, &step, s->label->span);
  step.text = "skip";
  proc_emit(l, here(l, s, at), &step, next);
  return (proc_place){at, false};
}

static proc_place lower_stmt(proc_lowering *l, const proc_stmt *s, proc_place next, uint32_t at) {
  if (!s->label) return lower_unlabelled(l, s, next, at);
  if (!at) at = proc_location(l, sv_names_get(l->model->names, s->label->name), s->head);
  if (!s->label->location)
    s->label->location = SV_ARENA_ARRAY(l->arena, uint32_t, l->process->instances);
  s->label->location[l->instance] = at;
  return is_empty(s) ? lower_nothing(l, s, next, at) : lower_unlabelled(l, s, next, at);
}
