// expr.c -- the action language in Promela.

#include "lang/uml/promela/translate.h"

void ump_fault(ump_writer *w) {
  ump_line(w, "assert(false);");
  ump_line(w, "stopped = 1;");
  ump_line(w, "goto end_o%u;", w->object ? w->object->number : 0);
}

// ---- expressions

static const char *by_object(ump_writer *w, const uml_expr *e) {
  const char *reference = ump_expr(w, e->arg[0]), *text = "0";
  for (uint32_t i = w->model->objects.n; i-- > 0;) {
    const uml_object *o = w->model->objects.at[i];
    if (o->class != e->arg[0]->type.class) continue;
    text = ump_say(w, "(%s == %u -> %s : %s)", reference, o->of_class + 1,
                   ump_attribute(w, o, e->variable), text);
  }
  return text;
}

static const char *in_state(ump_writer *w, const uml_object *o, const uml_vertex *v) {
  const uml_object *own = w->object;
  w->object = o;
  const char *text = ump_active(w, v);
  w->object = own;
  return text;
}

static const char *in_term(ump_writer *w, const uml_expr *e) {
  const uml_vertex *v = e->state[0];
  if (!e->n) return in_state(w, w->object ? w->object : w->model->objects.at[0], v);
  const char *reference = ump_expr(w, e->arg[0]), *text = "false";
  for (uint32_t i = 0; i < w->model->objects.n; i++) {
    const uml_object *o = w->model->objects.at[i];
    if (o->class == v->class)
      text = ump_say(w, "(%s || (%s == %u && %s))", text, reference, o->of_class + 1,
                     in_state(w, o, v));
  }
  return text;
}

static const char *input(ump_writer *w, const uml_expr *e) {
  const char *text = sv_source_text(w->context->sources, e->span.file) + e->span.begin;
  sv_name name = sv_names_intern(w->context->names, text, e->span.end - e->span.begin);
  uint32_t k = 0;
  while (k < w->inputs.n && w->inputs.at[k].x != name.x) k++;
  if (k == w->inputs.n) sv_push(w->inputs, name);
  return ump_say(w, "in%u", k);
}

static const char *parameter(ump_writer *w, const uml_expr *e) {
  const uml_transition *t = w->transition;
  const char *text = NULL;
  for (uint32_t k = t->triggers.n; k-- > 0;) {
    const uml_trigger *g = &t->triggers.at[k];
    uint32_t i = 0;
    while (g->parameter ? g->parameter[i].x != e->name.x
                        : g->signal->parameters.at[i]->name.x != e->name.x)
      i++;
    text = text ? ump_say(w, "(ev == %u -> p%u : %s)", g->signal->number, i, text)
                : ump_say(w, "p%u", i);
  }
  return text;
}

static const char *name(ump_writer *w, const uml_expr *e) {
  switch (e->means) {
  case UML_N_ATTRIBUTE:
    return ump_attribute(w, w->object ? w->object : w->model->objects.at[0], e->variable);
  case UML_N_PARAMETER: return parameter(w, e);
  case UML_N_OBJECT: return ump_say(w, "%u", e->object->of_class + 1);
  case UML_N_MEMBER: return ump_say(w, "%lld", (long long)e->number);
  case UML_N_UNKNOWN: break;
  }
  SV_UNREACHABLE();
}

static const char *sign_of(uml_op op) {
  switch (op) {
  case UML_E_OR: return "||";
  case UML_E_AND: return "&&";
  case UML_E_EQ: return "==";
  case UML_E_NE: return "!=";
  case UML_E_LT: return "<";
  case UML_E_LE: return "<=";
  case UML_E_GT: return ">";
  case UML_E_GE: return ">=";
  case UML_E_ADD: return "+";
  case UML_E_SUB: return "-";
  case UML_E_MUL: return "*";
  default: SV_UNREACHABLE();
  }
}

const char *ump_expr(ump_writer *w, const uml_expr *e) {
  switch (e->op) {
  case UML_E_NUMBER: return ump_say(w, "%lld", (long long)e->number);
  case UML_E_TRUE: return "true";
  case UML_E_FALSE: return "false";
  case UML_E_NIL: return "0";
  case UML_E_SELF: return ump_say(w, "%u", w->object->of_class + 1);
  case UML_E_NAME: return name(w, e);
  case UML_E_DOT: return by_object(w, e);
  case UML_E_CALL: return input(w, e);
  case UML_E_IN: return in_term(w, e);
  case UML_E_NOT: return ump_say(w, "!(%s)", ump_expr(w, e->arg[0]));
  case UML_E_NEG: return ump_say(w, "(0 - %s)", ump_expr(w, e->arg[0]));
  case UML_E_DIV:
  case UML_E_MOD: {
    const char *b = ump_expr(w, e->arg[1]);
    return ump_say(w, "(%s == 0 -> 0 : %s %s (%s == 0 -> 1 : %s))", b, ump_expr(w, e->arg[0]),
                   e->op == UML_E_DIV ? "/" : "%", b, b);
  }
  default: {
    const char *a = ump_expr(w, e->arg[0]);
    return ump_say(w, "(%s %s %s)", a, sign_of(e->op), ump_expr(w, e->arg[1]));
  }
  }
}

static void check(ump_writer *w, const char *when, const char *bad) {
  ump_open(w, "if");
  ump_case(w, "(%s) && (%s)", when, bad);
  ump_fault(w);
  ump_otherwise(w);
  ump_close(w, "fi");
}

void ump_checks(ump_writer *w, const uml_expr *e, const char *when) {
  bool both = e->op == UML_E_AND, either = e->op == UML_E_OR;
  if (both || either) {
    ump_checks(w, e->arg[0], when);
    ump_checks(w, e->arg[1],
               ump_say(w, "%s && %s(%s)", when, both ? "" : "!", ump_expr(w, e->arg[0])));
    return;
  }
  if (e->op == UML_E_CALL) return;
  for (uint32_t i = 0; i < e->n; i++) ump_checks(w, e->arg[i], when);
  if (e->op == UML_E_DIV || e->op == UML_E_MOD)
    check(w, when, ump_say(w, "%s == 0", ump_expr(w, e->arg[1])));
  if (e->op == UML_E_DOT || (e->op == UML_E_IN && e->n))
    check(w, when, ump_say(w, "%s == 0", ump_expr(w, e->arg[0])));
}

const char *ump_guard(ump_writer *w, const uml_transition *t) {
  if (t->guard) return ump_say(w, "(%s)", ump_expr(w, t->guard));
  const char *text = "true";
  for (uint32_t i = 0; t->is_else && i < t->source->outgoing.n; i++)
    if (t->source->outgoing.at[i]->guard)
      text = ump_say(w, "%s && !(%s)", text, ump_expr(w, t->source->outgoing.at[i]->guard));
  return ump_say(w, "(%s)", text);
}

// ---- statements

static void assign(ump_writer *w, const uml_stmt *s) {
  ump_checks(w, s->value, "true");
  if (s->target->op == UML_E_NAME) {
    ump_line(w, "%s = %s;", ump_expr(w, s->target), ump_expr(w, s->value));
    return;
  }
  const uml_expr *reference = s->target->arg[0];
  ump_checks(w, s->target, "true");
  ump_open(w, "if");
  for (uint32_t i = 0; i < w->model->objects.n; i++) {
    const uml_object *o = w->model->objects.at[i];
    if (o->class != reference->type.class) continue;
    ump_case(w, "%s == %u", ump_expr(w, reference), o->of_class + 1);
    ump_line(w, "%s = %s;", ump_attribute(w, o, s->target->variable), ump_expr(w, s->value));
  }
  ump_otherwise(w);
  ump_close(w, "fi");
}

static void send_to(ump_writer *w, const uml_stmt *s, const uml_object *o) {
  sv_text args = {0};
  for (uint32_t i = 0; i < ump_parameters(w); i++)
    sv_text_printf(&args, ", %s", i < s->n ? ump_expr(w, s->arg[i]) : "0");
  ump_open(w, "if");
  ump_case(w, "o%u_loc == 2", o->number);
  ump_case(w, "o%u_loc != 2 && len(o%u_pool) + len(o%u_late) < %u", o->number, o->number, o->number,
           w->room);
  ump_line(w, "o%u_pool!%u%s, 0;", o->number, s->signal->number, sv_text_get(&args));
  ump_otherwise(w);
  ump_fault(w);
  ump_close(w, "fi");
  sv_text_free(&args);
}

static void send(ump_writer *w, const uml_stmt *s) {
  for (uint32_t i = 0; i < s->n; i++) ump_checks(w, s->arg[i], "true");
  if (!s->target || s->target->op == UML_E_SELF) {
    send_to(w, s, w->object);
    return;
  }
  ump_checks(w, s->target, "true");
  ump_open(w, "if");
  for (uint32_t i = 0; i < w->model->objects.n; i++) {
    const uml_object *o = w->model->objects.at[i];
    if (o->class != s->target->type.class) continue;
    ump_case(w, "%s == %u", ump_expr(w, s->target), o->of_class + 1);
    send_to(w, s, o);
  }
  ump_otherwise(w);
  ump_fault(w);
  ump_close(w, "fi");
}

static void loop(ump_writer *w, const uml_stmt *s) {
  uint32_t k = w->loops++;
  ump_line(w, "w%u = 0;", k);
  ump_open(w, "do");
  ump_case(w, "(%s) && w%u < %u", ump_expr(w, s->value), k, s->most);
  ump_line(w, "w%u++;", k);
  ump_block(w, &s->body);
  ump_case(w, "(%s) && w%u >= %u", ump_expr(w, s->value), k, s->most);
  ump_fault(w);
  ump_otherwise(w);
  ump_line(w, "break;");
  ump_close(w, "od");
  ump_line(w, "w%u = 0;", k);
  w->loops--;
}

static void statement(ump_writer *w, const uml_stmt *s) {
  switch (s->kind) {
  case UML_S_ASSIGN: assign(w, s); return;
  case UML_S_SEND: send(w, s); return;
  case UML_S_WHILE: loop(w, s); return;
  case UML_S_ASSERT:
    ump_checks(w, s->value, "true");
    ump_line(w, "assert(%s);", ump_expr(w, s->value));
    return;
  case UML_S_IF:
    ump_checks(w, s->value, "true");
    ump_open(w, "if");
    ump_case(w, "%s", ump_expr(w, s->value));
    ump_block(w, &s->body);
    ump_otherwise(w);
    ump_block(w, &s->otherwise);
    ump_close(w, "fi");
    return;
  case UML_S_LOG:
  case UML_S_CALL: return;
  }
  SV_UNREACHABLE();
}

void ump_block(ump_writer *w, const uml_block *b) {
  for (uint32_t i = 0; i < b->n; i++) statement(w, b->at[i]);
}
