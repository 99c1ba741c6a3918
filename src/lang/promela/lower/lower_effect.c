// lower_effect.c -- what a statement asks for and what it does.

#include "lang/promela/lower/lower.h"

// --- the statement as written

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// The source text in one line, without leading and doubled white space.
const char *pml_source_of(pml_lowering *l, sv_span span) {
  enum { LONGEST = 120 };
  if (!span.file) return "";
  const char *text = sv_source_text(l->model->sources, span.file);
  sv_text out = {0};
  for (uint32_t i = span.begin; i < span.end && out.n < LONGEST; i++) {
    bool space = is_space(text[i]);
    if (space && (!out.n || sv_text_get(&out)[out.n - 1] == ' ')) continue;
    sv_text_printf(&out, "%c", space ? ' ' : text[i]);
  }
  const char *kept = sv_arena_strndup(l->arena, sv_text_get(&out), out.n);
  sv_text_free(&out);
  return kept;
}

const char *pml_text_of(pml_lowering *l, const pml_stmt *s) { return pml_source_of(l, s->head); }

// --- updates

void pml_set(pml_lowering *l, pml_step *step, sv_term target, sv_term value) {
  sv_term v = sv_cast(l->terms, sv_sort_of(l->terms, target), value);
  sv_push(step->updates, (sv_update){target, v});
}

typedef struct {
  sv_term variable, value;
} earlier;

static sv_term replace_variable(void *context, sv_terms *T, uint32_t index, const sv_node *node) {
  const earlier *e = context;
  SV_UNUSED(T);
  SV_UNUSED(node);
  return sv_index(e->variable) == index ? e->value : SV_NONE;
}

// The indices of a target see what earlier fields of the same message have changed.
static sv_term index_after(pml_lowering *l, const pml_step *step, sv_term index) {
  for (uint32_t i = step->updates.n; i--;) {
    sv_update u = step->updates.at[i];
    if (sv_node_of(l->terms, sv_index(u.target)).op != SV_OP_VAR) continue;
    earlier e = {u.target, u.value};
    index = sv_substitute(l->terms, index, replace_variable, &e);
  }
  return index;
}

static sv_term target_after(pml_lowering *l, const pml_step *step, sv_term target) {
  sv_node n = sv_node_of(l->terms, sv_index(target));
  if (n.op != SV_OP_SELECT) return target;
  sv_term array = n.args[0], index = n.args[1];
  array = target_after(l, step, array);
  return sv_app2(l->terms, SV_OP_SELECT, array, index_after(l, step, index));
}

void pml_set_after(pml_lowering *l, pml_step *step, sv_term target, sv_term value) {
  pml_set(l, step, step->updates.n ? target_after(l, step, target) : target, value);
}

static sv_term target_of(pml_here *h, const pml_expr *e) {
  pml_terms refs = {0};
  pml_refs(h, e, &refs);
  sv_term t = refs.at[0];
  sv_vec_free(refs);
  return t;
}

static void assign(pml_here *h, pml_step *step, const pml_stmt *s) {
  if (s->target->op == PML_E_DROP) return;
  if (s->target->op == PML_E_PRIORITY) {
    pml_set(h->l, step, pml_own_priority(h), pml_number(h, s->value));
    return;
  }
  if (s->target->op != PML_E_VAR) {
    sv_diag(h->l->diags, SV_UNSUPPORTED, s->span, "this assignment is not supported yet");
    return;
  }
  bool chan = pml_is_chan(s->target) && s->value->op == PML_E_COND;
  sv_term value = chan ? pml_channel_term(h, s->value) : pml_value(h, s->value);
  pml_set(h->l, step, target_of(h, s->target), value);
}

static void count(pml_here *h, pml_step *step, const pml_stmt *s, int by) {
  sv_terms *T = h->l->terms;
  sv_term old = pml_number(h, s->target);
  sv_term value = sv_app2(T, SV_OP_ADD, old, pml_const32(h->l, by));
  pml_set(h->l, step, target_of(h, s->target), value);
}

// --- assertions

static uint32_t assertion(pml_lowering *l, const pml_stmt *s) {
  uint64_t key = (uint64_t)s->span.file << 32 | s->span.begin;
  uint32_t known = sv_map_get(&l->asserts, key);
  if (known != SV_MAP_NONE) return known;
  sv_place at = sv_source_place(l->model->sources, s->span.file, s->span.begin);
  const char *name = sv_arena_printf(l->arena, "assert:%u", at.line);
  for (uint32_t i = 1; i < l->model->properties.n; i++)
    if (!strcmp(sv_names_get(l->model->names, l->model->properties.at[i].name), name))
      name = sv_arena_printf(l->arena, "assert:%u:%u", at.line, at.column);
  uint32_t p = sv_model_property(l->model, sv_names_cstr(l->model->names, name), SV_PROP_ASSERTION,
                                 SV_NONE, pml_text_of(l, s), s->span);
  sv_map_put(&l->asserts, key, p);
  return p;
}

// --- printing

static const sv_words *words_of_value(pml_lowering *l, const pml_expr *e) {
  if (e->op == PML_E_MTYPE)
    return pml_words_of(l, &(pml_type){.kind = PML_MTYPE, .set = e->member->set});
  if (e->op != PML_E_VAR) return NULL;
  while (e->field) e = e->field;
  return e->var->type.kind == PML_MTYPE ? pml_words_of(l, &e->var->type) : NULL;
}

static void print_value(pml_here *h, pml_step *step, const pml_expr *e) {
  sv_term t = pml_number(h, e);
  sv_push(step->prints, t);
  sv_push(step->print_words, words_of_value(h->l, e));
}

// The format as the model wants it: a value for each conversion, and nothing
// that looks like a conversion besides. What does not fit was warned about.
static void print_format(pml_here *h, pml_step *step, const pml_stmt *s) {
  const char *quoted = sv_names_get(h->l->model->names, s->format);
  size_t n = strlen(quoted);
  uint32_t used = 0;
  sv_text out = {0};
  for (size_t i = 1; i + 1 < n; i++) {
    sv_text_char(&out, quoted[i]);
    if (quoted[i] != '%') continue;
    char c = quoted[i + 1];
    if (strchr("cdeoux", c) && used < s->messages) print_value(h, step, s->message[used++]);
    else if (c == 'i' && used < s->messages) {
      print_value(h, step, s->message[used++]);
      sv_text_char(&out, 'd');
      i++;
    } else if (c != '%') sv_text_char(&out, '%');
    else sv_text_char(&out, quoted[++i]);
  }
  step->print = sv_arena_strndup(h->l->arena, sv_text_get(&out), out.n);
  sv_text_free(&out);
}

static void print_name(pml_here *h, pml_step *step, const pml_stmt *s) {
  step->print = "%e";
  print_value(h, step, s->value);
}

// --- all statements but sends and receives

static sv_term plain_effect(pml_here *h, pml_step *step, const pml_stmt *s) {
  switch (s->kind) {
  case PML_S_EXPR: return pml_truth(h, s->value);
  case PML_S_ASSIGN: assign(h, step, s); break;
  case PML_S_INCREMENT: count(h, step, s, 1); break;
  case PML_S_DECREMENT: count(h, step, s, -1); break;
  case PML_S_ASSERT:
    step->fails_if = sv_not(pml_truth(h, s->value));
    step->fails = assertion(h->l, s);
    break;
  case PML_S_PRINTF: print_format(h, step, s); break;
  case PML_S_PRINTM: print_name(h, step, s); break;
  case PML_S_SET_PRIORITY: pml_set_priority(h, step, s); break;
  default: break;
  }
  return SV_TRUE;
}

sv_term pml_build_plain(pml_here *h, pml_step *step, const pml_stmt *s, const pml_form *form) {
  SV_UNUSED(form);
  sv_term guard = s ? plain_effect(h, step, s) : SV_TRUE;
  if (h->run) pml_add_start(h, step, h->run);
  return guard;
}

// --- sends and receives

// Spin reports it each time, and goes on.
void pml_fail_message(pml_lowering *l, pml_step *step) {
  step->fails_if = SV_TRUE;
  step->fails = pml_error_property(l, PML_ERROR_MESSAGE);
}

static void ask_for_fields(pml_here *h, pml_step *step, const pml_stmt *s, const pml_form *form) {
  if (pml_width_of_message(s) < form->like->fields) pml_fail_message(h->l, step);
}

sv_term pml_build_send(pml_here *h, pml_step *step, const pml_stmt *s, const pml_form *form) {
  sv_term room = sv_not(sv_app1(h->l->terms, SV_OP_QFULL, pml_channel_term(h, s->target)));
  pml_send(h, step, s, form);
  ask_for_fields(h, step, s, form);
  return sv_and(h->l->terms, room, sv_not(pml_is_gone(h, s->target)));
}

// The message is lost where there is no room.
sv_term pml_build_loss(pml_here *h, pml_step *step, const pml_stmt *s, const pml_form *form) {
  pml_terms values = {0};
  pml_message_values(h, s, form, &values);
  sv_vec_free(values);
  SV_UNUSED(step);
  return sv_app1(h->l->terms, SV_OP_QFULL, pml_channel_term(h, s->target));
}

sv_term pml_build_receive(pml_here *h, pml_step *step, const pml_stmt *s, const pml_form *form) {
  sv_term can = pml_can_receive(h, s, form);
  pml_receive(h, step, s, form);
  ask_for_fields(h, step, s, form);
  return can;
}

// What is typed is not known: any character, or -1 where the input ends.
sv_term pml_build_input(pml_here *h, pml_step *step, const pml_stmt *s, const pml_form *form) {
  sv_terms *T = h->l->terms;
  const pml_expr *e = s->message[0];
  SV_UNUSED(form);
  if (e->op == PML_E_DROP) return SV_TRUE;
  sv_sort sort = sv_sort_range(T, -1, 255);
  sv_term read = sv_choice(T, sort, step->choices.n);
  sv_push(step->choices, (sv_choice_input){.name = s->target->name, .sort = sort});
  pml_set(h->l, step, target_of(h, e), sv_cast(T, h->l->number, read));
  return SV_TRUE;
}

static sv_term some_form(pml_here *h, const pml_stmt *s,
                         sv_term (*can)(pml_here *, const pml_stmt *, const pml_form *)) {
  pml_forms forms = {0};
  sv_term any = SV_FALSE;
  pml_forms_of(h->l, s->target, false, &forms);
  for (uint32_t i = 0; i < forms.n; i++) {
    sv_term is = pml_has_form(h, s->target, &forms, &forms.at[i]);
    any = sv_or(h->l->terms, any, sv_and(h->l->terms, is, can(h, s, &forms.at[i])));
  }
  pml_forms_free(&forms);
  return any;
}

// In a d_step a rendezvous is tried at once, which is an error.
static sv_term can_send(pml_here *h, const pml_arc *a) {
  sv_term can = some_form(h, a->stmt, pml_can_send);
  if (!pml_d_step_of(h->l, a->region)) return can;
  return sv_or(h->l->terms, can, pml_is_rendezvous(h, a->stmt->target));
}

sv_term pml_executable(pml_here *h, const pml_arc *a) {
  if (!a->stmt || a->is_goto) return SV_TRUE;
  switch (a->stmt->kind) {
  case PML_S_EXPR: return pml_truth(h, a->stmt->value);
  case PML_S_SEND: return can_send(h, a);
  case PML_S_RECEIVE:
    if (a->stmt->target->op == PML_E_STDIN) return SV_TRUE;
    return some_form(h, a->stmt, pml_can_receive);
  default: return SV_TRUE;
  }
}
