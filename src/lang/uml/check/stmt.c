// stmt.c -- statements: what is assigned, sent and logged.

#include "lang/uml/check/check.h"

#include "base/suggest.h"

static void check_assign(uml_checker *k, uml_stmt *s) {
  if (!uml_check_expr(k, s->target)) return;
  bool attribute = s->target->op == UML_E_DOT ||
                   (s->target->op == UML_E_NAME && s->target->means == UML_N_ATTRIBUTE);
  if (!attribute) {
    uml_fail(k, s->target->span, "only attributes can be assigned to, and %s is none",
             uml_source_of(k, s->target->span));
    return;
  }
  uml_check_value(k, &s->target->type, s->value, uml_source_of(k, s->target->span));
}

static uml_signal *find_signal(uml_checker *k, const uml_stmt *s) {
  const uml_model *m = k->context->model;
  sv_suggestion best = sv_suggest(uml_name(k, s->name));
  for (uint32_t i = 0; i < m->signals.n; i++) {
    if (m->signals.at[i]->name.x == s->name.x) return m->signals.at[i];
    sv_suggest_try(&best, uml_name(k, m->signals.at[i]->name));
  }
  uml_fail(k, s->span, "there is no signal `%s`", uml_name(k, s->name));
  if (best.best) sv_diag_hint(k->context->diags, "did you mean `%s`?", best.best);
  else
    sv_diag_hint(k->context->diags, "signals are declared: `' signals: %s`", uml_name(k, s->name));
  return NULL;
}

static void check_arguments(uml_checker *k, uml_stmt *s) {
  const uml_variables *parameters = &s->signal->parameters;
  if (s->n != parameters->n) {
    uml_fail(k, s->span, "`%s` has %u parameter%s, not %u", uml_name(k, s->name), parameters->n,
             parameters->n == 1 ? "" : "s", s->n);
    return;
  }
  for (uint32_t i = 0; i < s->n; i++)
    uml_check_value(k, &parameters->at[i]->type, s->arg[i],
                    sv_arena_printf(k->context->arena, "the parameter `%s`",
                                    uml_name(k, parameters->at[i]->name)));
}

static void check_send(uml_checker *k, uml_stmt *s) {
  s->signal = find_signal(k, s);
  if (!s->signal) return;
  s->signal->sent = true;
  check_arguments(k, s);
  if (!s->target || !uml_check_expr(k, s->target)) return;
  if (s->target->type.kind != UML_REF || !s->target->type.class)
    uml_fail(k, s->target->span, "%s is %s, not an object", uml_source_of(k, s->target->span),
             uml_type_text(k, &s->target->type));
}

// %d and its kin, one for each value.
static void check_log(uml_checker *k, uml_stmt *s) {
  uint32_t wanted = 0;
  for (const char *f = uml_name(k, s->name); *f; f++)
    if (*f == '%') f[1] == '%' ? f++ : (const char *)(wanted++, f);
  for (uint32_t i = 0; i < s->n; i++) uml_check_expr(k, s->arg[i]);
  if (!s->n || wanted == s->n) return;
  uml_fail(k, s->span, "the text has %u places for values, but there %s %u", wanted,
           s->n == 1 ? "is" : "are", s->n);
  sv_diag_hint(k->context->diags, "`log \"x is %%d\", x`");
}

static void check_stmt(uml_checker *k, uml_stmt *s) {
  switch (s->kind) {
  case UML_S_ASSIGN: check_assign(k, s); return;
  case UML_S_IF:
    uml_need_bool(k, s->value, "`if`");
    uml_check_block(k, &s->body);
    uml_check_block(k, &s->otherwise);
    return;
  case UML_S_WHILE:
    uml_need_bool(k, s->value, "`while`");
    uml_check_block(k, &s->body);
    return;
  case UML_S_SEND: check_send(k, s); return;
  case UML_S_ASSERT: uml_need_bool(k, s->value, "`assert`"); return;
  case UML_S_LOG: check_log(k, s); return;
  case UML_S_CALL: uml_warn_of_call(k, s->span, s->name, "it only goes to the log"); return;
  }
  SV_UNREACHABLE();
}

void uml_check_block(uml_checker *k, uml_block *b) {
  for (uint32_t i = 0; i < b->n; i++) check_stmt(k, b->at[i]);
}
