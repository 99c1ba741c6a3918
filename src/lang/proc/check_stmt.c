// check_stmt.c -- statements.

#include "lang/proc/check.h"

// --- targets

static bool not_assignable(proc_checker *c, const proc_expr *e) {
  sv_diag(c->diags, SV_ERROR, e->span, "`%s` is %s and cannot change", proc_name_of(c, e->name),
          proc_kind_text(e->decl));
  if (e->decl->kind == PROC_D_CHAN)
    sv_diag_hint(c->diags, "send with `%s ! value;`", proc_name_of(c, e->name));
  if (e->decl->kind == PROC_D_LOCK)
    sv_diag_hint(c->diags, "use `acquire(%s);` and `release(%s);`", proc_name_of(c, e->name),
                 proc_name_of(c, e->name));
  return false;
}

static bool check_target(proc_checker *c, proc_expr *e) {
  e->type.kind = PROC_BAD;
  e->decl = proc_resolve(c, e->name, e->span);
  if (!e->decl) return false;
  if (e->decl->kind != PROC_D_VAR) return not_assignable(c, e);
  if (!proc_check_indices(c, e->decl, e->arg, e->n, e->span)) return false;
  e->decl->assigned = true;
  e->type = e->decl->type;
  return e->type.kind != PROC_BAD;
}

static const char *target_text(const proc_checker *c, const proc_expr *e) {
  return proc_source_of(c, e->span);
}

// --- assignments and calls

// x = f(…); where f has statements becomes a call with a target.
static bool is_call_of_block(proc_checker *c, proc_stmt *s) {
  if (s->targets != 1 || s->values != 1 || s->value[0]->op != PROC_E_CALL) return false;
  const proc_decl *f = proc_lookup(c, s->value[0]->name);
  return f && f->kind == PROC_D_FUNCTION && f->is_block;
}

static void check_call(proc_checker *c, proc_stmt *s) {
  proc_expr *e = s->value[0];
  if (e->op != PROC_E_CALL) {
    sv_diag(c->diags, SV_ERROR, e->span, "a value alone is no statement");
    return;
  }
  if (s->targets) check_target(c, s->target[0]);
  if (!proc_check_args(c, e)) return;
  s->decl = e->decl;
  const char *name = proc_name_of(c, e->name);
  if (!e->decl->is_block) {
    sv_diag(c->diags, SV_ERROR, e->span, "`%s` only computes a value: a call alone does nothing",
            name);
    return;
  }
  if (!s->targets || s->target[0]->type.kind == PROC_BAD) return;
  if (e->decl->type.kind == PROC_BAD) {
    sv_diag(c->diags, SV_ERROR, e->span, "`%s` returns no value", name);
    return;
  }
  if (!proc_same_type(&s->target[0]->type, &e->decl->type))
    sv_diag(c->diags, SV_ERROR, e->span, "%s is %s, but `%s` returns %s",
            target_text(c, s->target[0]), proc_type_text(c, &s->target[0]->type), name,
            proc_type_text(c, &e->decl->type));
}

static void check_pairs(proc_checker *c, proc_stmt *s) {
  for (uint32_t i = 0; i < s->targets; i++) {
    bool good = check_target(c, s->target[i]);
    if (good) proc_check_value(c, &s->target[i]->type, s->value[i], target_text(c, s->target[i]));
    else proc_check_expr(c, s->value[i]);
  }
}

static bool same_constants(proc_checker *c, const proc_expr *a, const proc_expr *b) {
  for (uint32_t i = 0; i < a->n; i++) {
    int64_t x, y;
    if (!proc_fold(c, a->arg[i], &x) || !proc_fold(c, b->arg[i], &y) || x != y) return false;
  }
  return true;
}

static void check_twice(proc_checker *c, const proc_stmt *s) {
  for (uint32_t i = 1; i < s->targets; i++)
    for (uint32_t k = 0; k < i; k++) {
      const proc_expr *a = s->target[k], *b = s->target[i];
      if (!a || !b || !a->decl || a->decl != b->decl || a->n != b->n) continue;
      if (!same_constants(c, a, b)) continue;
      sv_diag(c->diags, SV_ERROR, b->span, "%s is assigned twice in one step", target_text(c, b));
      return;
    }
}

static void check_assignment(proc_checker *c, proc_stmt *s) {
  if (is_call_of_block(c, s)) {
    s->kind = PROC_S_CALL;
    check_call(c, s);
    return;
  }
  if (s->targets != s->values) {
    sv_diag(c->diags, SV_ERROR, s->span, "%u variable%s on the left, but %u value%s on the right",
            s->targets, s->targets == 1 ? "" : "s", s->values, s->values == 1 ? "" : "s");
    return;
  }
  check_pairs(c, s);
  check_twice(c, s);
}

static void check_havoc(proc_checker *c, proc_stmt *s) {
  for (uint32_t i = 0; i < s->targets; i++) {
    if (!check_target(c, s->target[i]) || !s->low) continue;
    if (s->target[i]->type.kind != PROC_INT)
      sv_diag(c->diags, SV_ERROR, s->target[i]->span, "a range is for ints, but %s is %s",
              target_text(c, s->target[i]), proc_type_text(c, &s->target[i]->type));
  }
  check_twice(c, s);
  if (!s->low) return;
  int64_t lo, hi;
  if (!proc_need_range(c, s->low, s->high, &lo, &hi)) return;
  if (lo > hi)
    sv_diag(c->diags, SV_ERROR, sv_span_join(s->low->span, s->high->span),
            "the range %lld..%lld is empty", (long long)lo, (long long)hi);
  for (uint32_t i = 0; i < s->targets; i++) {
    proc_check_fits(c, &s->target[i]->type, s->low);
    proc_check_fits(c, &s->target[i]->type, s->high);
  }
}

// --- messages

static bool check_fields(proc_checker *c, const proc_stmt *s, uint32_t n) {
  const proc_decl *q = s->place->decl;
  if (q->fields == n) return true;
  sv_diag(c->diags, SV_ERROR, s->span, "a message of `%s` has %u field%s, not %u",
          proc_name_of(c, q->name), q->fields, q->fields == 1 ? "" : "s", n);
  return false;
}

static void check_send(proc_checker *c, proc_stmt *s) {
  if (!proc_check_place(c, s->place, PROC_D_CHAN) || !check_fields(c, s, s->values)) return;
  for (uint32_t i = 0; i < s->values; i++)
    proc_check_value(c, &s->place->decl->field[i], s->value[i], "this field");
}

static void check_receive(proc_checker *c, proc_stmt *s) {
  if (!proc_check_place(c, s->place, PROC_D_CHAN) || !check_fields(c, s, s->targets)) return;
  for (uint32_t i = 0; i < s->targets; i++) {
    const proc_type *field = &s->place->decl->field[i];
    if (!s->target[i] || !check_target(c, s->target[i]) || field->kind == PROC_BAD) continue;
    if (!proc_same_type(field, &s->target[i]->type))
      sv_diag(c->diags, SV_ERROR, s->target[i]->span, "%s is %s, but this field is %s",
              target_text(c, s->target[i]), proc_type_text(c, &s->target[i]->type),
              proc_type_text(c, field));
  }
  check_twice(c, s);
}

// --- flow

static void check_body(proc_checker *c, proc_block *b) { proc_check_block(c, b, false); }

static void check_while(proc_checker *c, proc_stmt *s) {
  int64_t value;
  if (proc_need_kind(c, s->value[0], PROC_BOOL, "`while`"))
    s->forever = proc_fold(c, s->value[0], &value) && value;
  c->loops++;
  check_body(c, &s->body);
  c->loops--;
}

static void check_if(proc_checker *c, proc_stmt *s) {
  int64_t value;
  if (proc_need_kind(c, s->value[0], PROC_BOOL, "`if`") && proc_fold(c, s->value[0], &value))
    s->only = value ? &s->body : &s->otherwise;
  check_body(c, &s->body);
  check_body(c, &s->otherwise);
}

static void check_return(proc_checker *c, proc_stmt *s) {
  if (!c->function) {
    sv_diag(c->diags, SV_ERROR, s->span, "`return` outside of a function");
    sv_diag_hint(c->diags, "a process ends at its last statement");
    return;
  }
  const char *name = proc_name_of(c, c->function->name);
  if (s->values && c->function->type.kind == PROC_BAD) {
    sv_diag(c->diags, SV_ERROR, s->span, "`%s` returns no value", name);
    sv_diag_hint(c->diags, "say so in its head: `function %s(…) : int { … }`", name);
  } else if (!s->values && c->function->type.kind != PROC_BAD) {
    sv_diag(c->diags, SV_ERROR, s->span, "`%s` returns %s, but no value is given", name,
            proc_type_text(c, &c->function->type));
  } else if (s->values) {
    proc_check_value(c, &c->function->type, s->value[0], "the result");
  }
}

static void check_stmt(proc_checker *, proc_stmt *, bool head);

static void check_choose(proc_checker *c, proc_stmt *s) {
  for (uint32_t i = 0; i < s->branches; i++) {
    proc_stmt *guard = s->branch[i].guard;
    if (guard->kind == PROC_S_AWAIT) proc_need_kind(c, guard->value[0], PROC_BOOL, "`when`");
    else check_stmt(c, guard, false);
    check_body(c, &s->branch[i].body);
  }
  check_body(c, &s->otherwise);
}

static void check_label(proc_checker *c, proc_label *label) {
  const char *name = proc_name_of(c, label->name);
  if (c->function) {
    sv_diag(c->diags, SV_ERROR, label->span, "labels can stand in processes only");
    sv_diag_hint(c->diags, "a function may be inlined at several places");
    return;
  }
  if (!strcmp(name, "end") || !strcmp(name, "error")) {
    sv_diag(c->diags, SV_ERROR, label->span, "`%s` is a place that every process has", name);
    sv_diag_hint(c->diags, "take another name for this label");
    return;
  }
  for (uint32_t i = 0; i < c->labels.n; i++) {
    if (c->labels.at[i]->name.x != label->name.x) continue;
    sv_diag(c->diags, SV_ERROR, label->span, "the label `%s` is already there", name);
    sv_diag(c->diags, SV_NOTE, c->labels.at[i]->span, "here");
    return;
  }
  sv_push(c->labels, label);
}

static void check_declare(proc_checker *c, proc_stmt *s, bool head) {
  s->decl->owner = c->function ? c->function : c->process;
  s->decl->head = head && !c->function;
  proc_check_variable(c, s->decl);
  if (!c->function) sv_push(c->locals, s->decl);
}

static void check_stmt(proc_checker *c, proc_stmt *s, bool head) {
  if (s->label) check_label(c, s->label);
  switch (s->kind) {
  case PROC_S_SKIP: break;
  case PROC_S_DECLARE: check_declare(c, s, head); break;
  case PROC_S_ASSIGN: check_assignment(c, s); break;
  case PROC_S_HAVOC: check_havoc(c, s); break;
  case PROC_S_AWAIT: proc_need_kind(c, s->value[0], PROC_BOOL, "`await`"); break;
  case PROC_S_ASSERT: proc_need_kind(c, s->value[0], PROC_BOOL, "`assert`"); break;
  case PROC_S_IF: check_if(c, s); break;
  case PROC_S_WHILE: check_while(c, s); break;
  case PROC_S_CHOOSE: check_choose(c, s); break;
  case PROC_S_ATOMIC:
  case PROC_S_BLOCK: check_body(c, &s->body); break;
  case PROC_S_BREAK:
    if (!c->loops) sv_diag(c->diags, SV_ERROR, s->span, "`break` outside of a `while`");
    break;
  case PROC_S_SEND: check_send(c, s); break;
  case PROC_S_RECEIVE: check_receive(c, s); break;
  case PROC_S_ACQUIRE:
  case PROC_S_RELEASE: proc_check_place(c, s->place, PROC_D_LOCK); break;
  case PROC_S_CALL: check_call(c, s); break;
  case PROC_S_RETURN: check_return(c, s); break;
  }
}

static bool leaves(const proc_stmt *s) {
  return s->kind == PROC_S_BREAK || s->kind == PROC_S_RETURN;
}

void proc_check_block(proc_checker *c, proc_block *b, bool top) {
  uint32_t visible = c->decls.n;
  bool head = top;
  for (uint32_t i = 0; i < b->n; i++) {
    head = head && b->stmt[i]->kind == PROC_S_DECLARE;
    check_stmt(c, b->stmt[i], head);
    if (i && leaves(b->stmt[i - 1])) {
      sv_diag(c->diags, SV_WARNING, b->stmt[i]->span, "this statement is never reached");
      break;
    }
  }
  for (uint32_t i = 0; i + 1 < b->n; i++)
    if (leaves(b->stmt[i])) b->n = i + 1;
  proc_forget(c, visible);
}

// --- functions

static bool returns(const proc_stmt *s) {
  switch (s->kind) {
  case PROC_S_RETURN: return true;
  case PROC_S_IF:
    return s->has_else && proc_always_returns(&s->body) && proc_always_returns(&s->otherwise);
  case PROC_S_ATOMIC:
  case PROC_S_BLOCK: return proc_always_returns(&s->body);
  case PROC_S_WHILE: return s->forever;
  case PROC_S_CHOOSE:
    for (uint32_t i = 0; i < s->branches; i++)
      if (!proc_always_returns(&s->branch[i].body)) return false;
    return !s->has_else || proc_always_returns(&s->otherwise);
  default: return false;
  }
}

bool proc_always_returns(const proc_block *b) { return b->n && returns(b->stmt[b->n - 1]); }
