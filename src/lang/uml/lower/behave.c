// behave.c -- statements, worked out symbolically.
//
// `when` is the condition under which the statement at hand is executed; an
// assignment keeps the old value elsewhere. A loop is unrolled for as many
// turns as it may take; another one would be a fault.

#include "lang/uml/lower/draft.h"

static sv_terms *T(const uml_draft *d) { return d->lowering->terms; }

static void behave(uml_draft *, const uml_stmt *);

static void under(uml_draft *d, sv_term condition, const uml_block *b) {
  sv_term when = d->when;
  d->when = sv_and(T(d), when, condition);
  if (!sv_same(d->when, SV_FALSE))
    for (uint32_t i = 0; i < b->n; i++) behave(d, b->at[i]);
  d->when = when;
}

void uml_behave(uml_draft *d, const uml_block *b) { under(d, SV_TRUE, b); }

void uml_behave_if(uml_draft *d, sv_term condition, const uml_block *b) { under(d, condition, b); }

// The condition is read once; both parts see the attributes as the other leaves them alone.
static void behave_if(uml_draft *d, const uml_stmt *s) {
  sv_term condition = uml_term(d, s->value);
  under(d, condition, &s->body);
  under(d, sv_not(condition), &s->otherwise);
}

static void behave_while(uml_draft *d, const uml_stmt *s) {
  sv_term when = d->when;
  for (uint32_t turn = 0; turn < s->most; turn++) {
    d->when = sv_and(T(d), d->when, uml_term(d, s->value));
    if (sv_same(d->when, SV_FALSE)) break;
    for (uint32_t i = 0; i < s->body.n; i++) behave(d, s->body.at[i]);
  }
  if (!sv_same(d->when, SV_FALSE)) uml_draft_fault(d, UML_FAULT_LOOP, uml_term(d, s->value));
  d->when = when;
}

// ---- messages

static const uml_instance *known_receiver(const uml_draft *d, const uml_expr *target) {
  if (!target || target->op == UML_E_SELF) return d->instance;
  if (target->op == UML_E_NAME && target->means == UML_N_OBJECT)
    return &d->lowering->instances[target->object->number];
  return NULL;
}

static sv_term *fields_of(uml_draft *d, const uml_stmt *s) {
  uml_lowering *l = d->lowering;
  sv_term *fields = SV_ARENA_ARRAY(l->arena, sv_term, l->field_count);
  for (uint32_t f = 0; f < l->field_count; f++)
    fields[f] = sv_const(T(d), l->fields[f], sv_sort_default(T(d), l->fields[f]));
  fields[0] = sv_const(T(d), l->signal_sort, sv_small(s->signal->number));
  for (uint32_t i = 0; i < s->n; i++)
    fields[l->field_of[s->signal->number][i]] =
        uml_term_for(d, &s->signal->parameters.at[i]->type, s->arg[i]);
  return fields;
}

static void behave_send(uml_draft *d, const uml_stmt *s) {
  uml_sending m = {.when = d->when, .source = s, .to = known_receiver(d, s->target)};
  if (!m.to) {
    m.target = uml_term(d, s->target);
    m.class = s->target->type.class;
    sv_term nil = sv_const(T(d), sv_sort_of(T(d), m.target), sv_small(0));
    uml_draft_fault(d, UML_FAULT_NIL, sv_eq(T(d), m.target, nil));
  } else {
    m.class = m.to->class;
  }
  m.fields = fields_of(d, s);
  sv_push(d->sends, m);
}

// ---- the log

static const sv_words *words_of(uml_draft *d, const uml_type *t) {
  uml_lowering *l = d->lowering;
  if (t->kind == UML_BOOL) {
    sv_name truth[2] = {sv_names_cstr(l->context->names, "false"),
                        sv_names_cstr(l->context->names, "true")};
    return sv_model_words(l->model, truth, 2);
  }
  if (t->kind != UML_ENUM && t->kind != UML_REF) return NULL;
  const sv_sort_info *info = sv_sort_get(T(d), uml_sort(l, t));
  return sv_model_words(l->model, info->members, info->size);
}

// The text becomes a format: numbers by %d, words by %e.
static const char *format_of(uml_draft *d, const uml_stmt *s) {
  const char *text = uml_text_of(d->lowering->context, s->name);
  sv_text out = {0};
  uint32_t next = 0;
  for (const char *c = text; *c; c++) {
    if (*c == '%' && s->n && c[1] && c[1] != '%' && next < s->n) {
      sv_text_string(&out, s->arg[next++]->type.kind == UML_INT ? "%d" : "%e");
      c++;
    } else if (*c == '%') {
      sv_text_string(&out, "%%");
      if (c[1] == '%') c++;
    } else {
      sv_text_char(&out, *c);
    }
  }
  const char *kept = sv_arena_strndup(d->lowering->arena, sv_text_get(&out), out.n);
  sv_text_free(&out);
  return kept;
}

static void behave_log(uml_draft *d, const uml_stmt *s) {
  sv_arena *arena = d->lowering->arena;
  uml_entry e = {.when = d->when, .text = format_of(d, s)};
  sv_term *values = SV_ARENA_ARRAY(arena, sv_term, s->n + 1);
  const sv_words **words = SV_ARENA_ARRAY(arena, const sv_words *, s->n + 1);
  for (uint32_t i = 0; s->kind == UML_S_LOG && i < s->n; i++, e.n++) {
    values[i] = uml_term(d, s->arg[i]);
    words[i] = words_of(d, &s->arg[i]->type);
  }
  e.values = values;
  e.words = words;
  sv_push(d->log, e);
}

static void behave(uml_draft *d, const uml_stmt *s) {
  switch (s->kind) {
  case UML_S_ASSIGN: uml_assign(d, s->target, uml_term_for(d, &s->target->type, s->value)); return;
  case UML_S_IF: behave_if(d, s); return;
  case UML_S_WHILE: behave_while(d, s); return;
  case UML_S_SEND: behave_send(d, s); return;
  case UML_S_ASSERT:
    sv_push(d->asserts, (uml_assertion){d->when, uml_term(d, s->value), s});
    return;
  case UML_S_LOG:
  case UML_S_CALL: behave_log(d, s); return;
  }
  SV_UNREACHABLE();
}
