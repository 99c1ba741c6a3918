// section.c -- a step as an atomic section.
//
// All conditions and values are terms over the state in which the step begins,
// so the messages go first, one after the other, while nothing else changes
// and no other object moves; the last action of the section does the rest. The
// event is taken out of its pool by the first action and kept in variables.

#include "lang/uml/lower/emit.h"

static sv_terms *T(const uml_draft *d) { return d->lowering->terms; }

typedef struct {
  uml_draft *draft;
  uint32_t at;  // location
} section;

static bool has_choice(const uml_draft *d, sv_term t) {
  sv_u32s cone = {0};
  bool found = false;
  sv_cone(T(d), &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n && !found; i++)
    found = sv_node_of(T(d), cone.at[i]).op == SV_OP_CHOICE;
  sv_vec_free(cone);
  return found;
}

static bool is_choosy(uml_draft *d) {
  for (uint32_t i = 0; i < d->sends.n; i++) {
    if (has_choice(d, d->sends.at[i].when)) return true;
    for (uint32_t f = 0; f < d->lowering->field_count; f++)
      if (has_choice(d, d->sends.at[i].fields[f])) return true;
  }
  for (uint32_t i = 0; i < d->updates.n; i++)
    if (has_choice(d, d->updates.at[i].value)) return true;
  return false;
}

static uint32_t next_location(section *s) {
  uml_lowering *l = s->draft->lowering;
  uint32_t number = l->model->templates.at[s->draft->instance->template_number].locations.n;
  return uml_location(l, s->draft->instance, sv_arena_printf(l->arena, "section%u", number),
                      SV_LOC_YIELDING);
}

// ---- the event

// What was read from the pool is read from variables.
static sv_term from_variables(void *context, sv_terms *terms, uint32_t index, const sv_node *node) {
  const uml_draft *d = context;
  SV_UNUSED(terms);
  SV_UNUSED(index);
  if (node->op != SV_OP_PEEK) return SV_NONE;
  return sv_model_var(d->lowering->model, d->instance->parameter[node->id], SV_ROLE_SELF);
}

static void redirect(uml_draft *d, sv_term *t) {
  if (!sv_is_none(*t)) *t = sv_substitute(T(d), *t, from_variables, d);
}

static void redirect_all(uml_draft *d) {
  for (uint32_t i = 0; i < d->sends.n; i++) {
    redirect(d, &d->sends.at[i].when);
    redirect(d, &d->sends.at[i].target);
    for (uint32_t f = 0; f < d->lowering->field_count; f++) redirect(d, &d->sends.at[i].fields[f]);
  }
  for (uint32_t i = 0; i < d->updates.n; i++) redirect(d, &d->updates.at[i].value);
  for (uint32_t i = 0; i < d->asserts.n; i++) {
    redirect(d, &d->asserts.at[i].when);
    redirect(d, &d->asserts.at[i].holds);
  }
  for (uint32_t i = 0; i < d->log.n; i++) {
    uml_entry *e = &d->log.at[i];
    sv_term *values = SV_ARENA_ARRAY(d->lowering->arena, sv_term, e->n + 1);
    for (uint32_t k = 0; k < e->n; k++) values[k] = e->values[k], redirect(d, &values[k]);
    redirect(d, &e->when);
    e->values = values;
  }
}

static sv_term parameter(const uml_draft *d, uint32_t f) {
  return sv_model_var(d->lowering->model, d->instance->parameter[f], SV_ROLE_SELF);
}

// The first action takes the event, the last one forgets it.
static void take_event(uml_draft *d, const uml_edge *first, sv_term guard) {
  uml_lowering *l = d->lowering;
  uml_draft only;
  uml_declare_parameters(l, d->instance);
  uml_draft_open(&only, l, d->instance);
  only.span = d->span;
  for (uint32_t f = 0; f < l->field_count; f++)
    uml_set_now(&only, parameter(d, f),
                sv_peek(T(d), l->fields[f], d->instance->queue, sv_int_const(T(d), 0), f));
  uml_action_draft a = {.edge = first};
  sv_push(a.ops, (sv_queue_op){.verb = SV_DEQUEUE, .queue = d->instance->queue});
  uml_write_action(&only, &a, guard);
  sv_vec_free(a.ops);
  uml_draft_free(&only);
  redirect_all(d);
  for (uint32_t f = 0; f < l->field_count; f++)
    uml_set_now(d, parameter(d, f),
                sv_const(T(d), l->fields[f], sv_sort_default(T(d), l->fields[f])));
  d->dequeues = false;
}

// ---- messages

// All pools together: messages sent so far are in them already.
static sv_term room(uml_draft *d, const uml_sending *m) {
  uml_messages one = {0};
  sv_push(one, m);
  sv_term enough = uml_room(d, &one, 0);
  sv_vec_free(one);
  return enough;
}

static void send_one(section *s, const uml_sending *m, const char *text) {
  uml_draft *d = s->draft;
  uint32_t from = s->at;
  sv_term received = uml_is_received(d, m), enough = room(d, m);
  s->at = next_location(s);
  uml_edge edge = {&from, 1, s->at, text};
  uml_action_draft a = {.edge = &edge, .bare = true};
  uml_write_action(d, &a, sv_not(received));
  uml_write_overflow(d, &a, sv_and(T(d), received, sv_not(enough)));
  sv_push(a.ops, (sv_queue_op){.verb = SV_ENQUEUE,
                               .queue = uml_receiver_queue(d, m),
                               .fields = m->fields,
                               .field_count = d->lowering->field_count});
  uml_write_action(d, &a, sv_and(T(d), received, enough));
  sv_vec_free(a.ops);
}

void uml_emit_section(uml_draft *d, const uml_edge *edge, sv_term guard) {
  section s = {.draft = d};
  const char *text = edge->text
                         ? edge->text
                         : sv_arena_strndup(d->lowering->arena, sv_text_get(&d->text), d->text.n);
  if (is_choosy(d)) {
    sv_diag(d->lowering->context->diags, SV_UNSUPPORTED, d->span,
            "too many conditional messages beside calls without a definition");
    return;
  }
  bool ends = d->ends;
  d->ends = false;
  s.at = next_location(&s);
  uml_edge first = {edge->from, edge->from_count, s.at, text};
  uml_action_draft a = {.edge = &first, .bare = true};
  if (d->dequeues) take_event(d, &first, guard);
  else uml_write_action(d, &a, guard);
  for (uint32_t i = 0; i < d->sends.n; i++)
    send_one(&s, &d->sends.at[i],
             sv_arena_printf(d->lowering->arena, "%s: %s", text,
                             uml_text(d->lowering, d->sends.at[i].source->span)));
  d->ends = ends;
  uml_edge last = {&s.at, 1, edge->to, text};
  uml_emit_rest(d, &last);
}
