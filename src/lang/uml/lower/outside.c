// outside.c -- where events come from that no object sends.
//
// A stimulus fills the pools before anything else happens. Without one, an
// environment may send what no object does, to an object whose pool has no
// event waiting. Where no object sends to the object no order of events is
// lost by that: an earlier event would only have waited. Where others send to
// it too, this is what the environment is: it never overtakes a message, and it
// never fills a pool.

#include "lang/uml/lower/lower.h"

static sv_term *blank_fields(uml_lowering *l) {
  sv_term *fields = SV_ARENA_ARRAY(l->arena, sv_term, l->field_count);
  for (uint32_t f = 0; f < l->field_count; f++)
    fields[f] = sv_const(l->terms, l->fields[f], sv_sort_default(l->terms, l->fields[f]));
  return fields;
}

static sv_term *fields_of(uml_lowering *l, const uml_event *e) {
  const uml_variables *p = &e->meant->parameters;
  sv_term *fields = blank_fields(l);
  fields[0] = sv_const(l->terms, l->signal_sort, sv_small(e->meant->number));
  for (uint32_t i = 0; i < e->n; i++)
    fields[l->field_of[e->meant->number][i]] = uml_constant(l, &p->at[i]->type, e->arg[i]);
  return fields;
}

static uint32_t process(uml_lowering *l, const char *name, unsigned flags, uint32_t *first) {
  uint32_t t =
      sv_model_template(l->model, sv_names_cstr(l->context->names, name), 1, 1, SV_NOWHERE);
  *first =
      sv_model_location(l->model, t, sv_names_cstr(l->context->names, "ready"), flags, SV_NOWHERE);
  l->model->templates.at[t].entry = *first;
  return t;
}

static void lower_stimulus(uml_lowering *l) {
  const uml_model *m = l->machines;
  uint32_t first, t = process(l, "stimulus", SV_LOC_COMMITTED, &first);
  uint32_t last = sv_model_location(l->model, t, sv_names_cstr(l->context->names, "done"),
                                    SV_LOC_END, SV_NOWHERE);
  sv_queue_op *ops = SV_ARENA_ARRAY(l->arena, sv_queue_op, m->stimulus.n + 1);
  for (uint32_t i = 0; i < m->stimulus.n; i++)
    ops[i] =
        (sv_queue_op){.verb = SV_ENQUEUE,
                      .queue = sv_queue(l->terms, l->instances[m->stimulus.at[i].to->number].pool,
                                        SV_ROLE_SELF, SV_NONE),
                      .fields = fields_of(l, &m->stimulus.at[i]),
                      .field_count = l->field_count};
  sv_edge edge = {.template_number = t,
                  .instance = SV_ANY_INSTANCE,
                  .from = &first,
                  .from_count = 1,
                  .to = last};
  sv_model_action(l->model, &(sv_action){.text = "stimulus",
                                         .edges = &edge,
                                         .edge_count = 1,
                                         .guard = SV_TRUE,
                                         .constraint = SV_TRUE,
                                         .queue_ops = ops,
                                         .queue_op_count = m->stimulus.n});
}

// ---- the environment

static bool reacts(const uml_class *class, const uml_signal *s) {
  for (uint32_t i = 0; i < class->transitions.n; i++) {
    const uml_transition *t = class->transitions.at[i];
    for (uint32_t k = 0; k < t->triggers.n; k++)
      if (t->triggers.at[k].signal == s) return true;
  }
  return false;
}

static bool is_declared(const uml_model *m, const uml_signal *s) {
  for (uint32_t i = 0; i < m->environment.n; i++)
    if (m->environment.at[i].signal == s) return true;
  return false;
}

static bool comes_from_outside(const uml_lowering *l, const uml_signal *s) {
  const uml_model *m = l->machines;
  return m->has_environment ? is_declared(m, s) : !m->has_stimulus && !s->sent;
}

static void offer(uml_lowering *l, uint32_t t, uint32_t location, const uml_instance *i,
                  const uml_signal *s) {
  sv_term queue = sv_queue(l->terms, i->pool, SV_ROLE_SELF, SV_NONE), *fields = blank_fields(l);
  sv_choice_input *choices = SV_ARENA_ARRAY(l->arena, sv_choice_input, s->parameters.n + 1);
  fields[0] = sv_const(l->terms, l->signal_sort, sv_small(s->number));
  for (uint32_t k = 0; k < s->parameters.n; k++) {
    sv_sort sort = uml_sort(l, &s->parameters.at[k]->type);
    choices[k] = (sv_choice_input){.name = s->parameters.at[k]->name, .sort = sort};
    fields[l->field_of[s->number][k]] = sv_choice(l->terms, sort, k);
  }
  sv_queue_op op = {SV_ENQUEUE, queue, SV_NONE, fields, l->field_count};
  sv_edge edge = {
      .template_number = t, .instance = SV_ANY_INSTANCE, .from = &location, .from_count = 1};
  sv_term empty = sv_eq(l->terms, sv_app1(l->terms, SV_OP_QLEN, queue), sv_int_const(l->terms, 0));
  sv_term ready = sv_not(sv_app1(l->terms, SV_OP_QFULL, queue));
  if (i->layout->can_finish) ready = sv_and(l->terms, ready, sv_not(uml_finished(l, i)));
  sv_model_action(l->model,
                  &(sv_action){.text = sv_arena_printf(l->arena, "%s.%s",
                                                       uml_text_of(l->context, i->object->name),
                                                       uml_text_of(l->context, s->name)),
                               .edges = &edge,
                               .edge_count = 1,
                               .choices = choices,
                               .choice_count = s->parameters.n,
                               .guard = sv_and(l->terms, empty, ready),
                               .constraint = SV_TRUE,
                               .queue_ops = &op,
                               .queue_op_count = 1});
}

static void lower_environment(uml_lowering *l) {
  const uml_model *m = l->machines;
  uint32_t location = 0, t = 0;
  for (uint32_t o = 0; o < m->objects.n; o++)
    for (uint32_t s = 0; s < m->signals.n; s++) {
      const uml_signal *signal = m->signals.at[s];
      if (!comes_from_outside(l, signal) || !reacts(m->objects.at[o]->class, signal)) continue;
      if (!t) t = process(l, "environment", SV_LOC_END, &location);
      offer(l, t, location, &l->instances[o], signal);
      l->open = true;
    }
}

void uml_lower_outside(uml_lowering *l) {
  l->self = NULL;
  if (l->machines->has_stimulus) lower_stimulus(l);
  lower_environment(l);
}
