// translate.c -- the whole model in Promela: objects, environment, stimulus.

#include "lang/uml/promela/translate.h"

#define DEFAULT_POOL 4u

typedef SV_VEC(const uml_transition *) path;

static void extend(ump_writer *w, path *p, const uml_transition *t) {
  sv_push(*p, t);
  if (t->target->kind == UML_JUNCTION) {
    for (uint32_t i = 0; i < t->target->outgoing.n; i++) extend(w, p, t->target->outgoing.at[i]);
  } else {
    const uml_transition **copy = SV_ARENA_ARRAY(w->context->arena, const uml_transition *, p->n);
    memcpy(copy, p->at, p->n * sizeof *copy);
    sv_push(w->ways, (ump_way){copy, p->n});
  }
  p->n--;
}

static void find_ways(ump_writer *w) {
  path p = {0};
  sv_clear(w->ways);
  sv_push(w->ways, (ump_way){0});
  for (uint32_t i = 0; i < w->class->transitions.n; i++)
    if (w->class->transitions.at[i]->source->kind == UML_STATE)
      extend(w, &p, w->class->transitions.at[i]);
  sv_vec_free(p);
}

// ---- events from outside

static void write_stimulus(ump_writer *w) {
  ump_line(w, "init { atomic {");
  w->indent++;
  for (uint32_t i = 0; i < w->model->stimulus.n; i++) {
    const uml_event *e = &w->model->stimulus.at[i];
    sv_text args = {0};
    for (uint32_t k = 0; k < ump_parameters(w); k++)
      sv_text_printf(&args, ", %s", k < e->n ? ump_expr(w, e->arg[k]) : "0");
    ump_line(w, "o%u_pool!%u%s, 0;", e->to->number, e->meant->number, sv_text_get(&args));
    sv_text_free(&args);
  }
  for (uint32_t i = 0; i < w->model->objects.n; i++) ump_line(w, "run P%u();", i);
  w->indent--;
  ump_line(w, "} }");
}

static bool reacts(const uml_class *class, const uml_signal *s) {
  for (uint32_t i = 0; i < class->transitions.n; i++)
    for (uint32_t k = 0; k < class->transitions.at[i]->triggers.n; k++)
      if (class->transitions.at[i]->triggers.at[k].signal == s) return true;
  return false;
}

static bool comes_from_outside(const uml_model *m, const uml_signal *s) {
  if (!m->has_environment) return !m->has_stimulus && !s->sent;
  for (uint32_t i = 0; i < m->environment.n; i++)
    if (m->environment.at[i].signal == s) return true;
  return false;
}

// Any value of a parameter; integers would be too many.
static void offer(ump_writer *w, const uml_object *o, const uml_signal *s) {
  uint32_t n = o->number;
  sv_text args = {0};
  ump_case(w, "atomic { !stopped && o%u_loc != 2 && len(o%u_pool) == 0 && len(o%u_late) < %u", n, n,
           n, w->room);
  for (uint32_t k = 0; k < ump_parameters(w); k++) {
    uint32_t most = 0;
    if (k < s->parameters.n) {
      const uml_type *t = &s->parameters.at[k]->type;
      most = t->kind == UML_BOOL ? 1 : t->kind == UML_ENUM ? t->set->members - 1 : 0;
      if (t->kind == UML_REF) most = t->class->objects;
      ump_open(w, "if");
      for (uint32_t v = 0; v <= most; v++) {
        ump_case(w, "true");
        ump_line(w, "p%u = %u;", k, v);
      }
      ump_close(w, "fi");
    }
    sv_text_printf(&args, ", p%u", k);
  }
  ump_line(w, "o%u_pool!%u%s, 0;", n, s->number, sv_text_get(&args));
  for (uint32_t k = 0; k < ump_parameters(w); k++) ump_line(w, "p%u = 0;", k);
  ump_line(w, "goto end_environment }");
  sv_text_free(&args);
}

static bool has_offers(const ump_writer *w) {
  for (uint32_t o = 0; o < w->model->objects.n; o++)
    for (uint32_t s = 0; s < w->model->signals.n; s++)
      if (comes_from_outside(w->model, w->model->signals.at[s]) &&
          reacts(w->model->objects.at[o]->class, w->model->signals.at[s]))
        return true;
  return false;
}

static void write_environment(ump_writer *w) {
  if (!has_offers(w)) return;
  ump_line(w, "active proctype environment() {");
  w->indent++;
  for (uint32_t k = 0; k < ump_parameters(w); k++) ump_line(w, "int p%u;", k);
  ump_line(w, "end_environment:");
  ump_open(w, "do");
  for (uint32_t o = 0; o < w->model->objects.n; o++)
    for (uint32_t s = 0; s < w->model->signals.n; s++)
      if (comes_from_outside(w->model, w->model->signals.at[s]) &&
          reacts(w->model->objects.at[o]->class, w->model->signals.at[s]))
        offer(w, w->model->objects.at[o], w->model->signals.at[s]);
  ump_close(w, "od");
  w->indent--;
  ump_line(w, "}");
}

static uint32_t most_stimuli(const uml_model *m) {
  uint32_t most = 0;
  for (uint32_t o = 0; o < m->objects.n; o++) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->stimulus.n; i++) n += m->stimulus.at[i].to == m->objects.at[o];
    if (n > most) most = n;
  }
  return most;
}

void uml_translate(uml_context *c, sv_text *out) {
  ump_writer w = {.context = c, .model = c->model, .out = out};
  uint32_t room = c->options->pool ? (uint32_t)c->options->pool : DEFAULT_POOL;
  uint32_t waiting = most_stimuli(c->model);
  w.room = room > waiting ? room : waiting;
  w.thesis = c->options->deferral == SV_OPT_DEFERRAL_THESIS;
  ump_line(&w, "/* UML state machines, by Selvage. */");
  for (uint32_t i = 0; i < c->model->properties.n; i++)
    if (c->model->properties.at[i]->formula)
      ump_line(&w, "/* Not translated: the formula %s. */",
               uml_text_of(c, c->model->properties.at[i]->name));
  ump_line(&w, "bit stopped;");
  // Objects may speak of each other: their variables come first.
  for (uint32_t i = 0; i < c->model->objects.n; i++) {
    w.object = c->model->objects.at[i];
    w.class = w.object->class;
    ump_declare(&w);
  }
  for (uint32_t i = 0; i < c->model->objects.n; i++) {
    w.object = c->model->objects.at[i];
    w.class = w.object->class;
    sv_clear(w.inputs);
    find_ways(&w);
    ump_process(&w);
  }
  w.object = NULL;
  if (c->model->has_stimulus) write_stimulus(&w);
  write_environment(&w);
  sv_vec_free(w.ways);
  sv_vec_free(w.inputs);
  sv_vec_free(w.entering);
}
