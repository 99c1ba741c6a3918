// fire.c -- the actions of one object.

#include "lang/uml/lower/emit.h"

static void emit_to_run(void *context, uml_draft *d) { uml_emit(d, context); }

// ---- the start

void uml_start(uml_lowering *l, uml_instance *i, uml_emit_fn *emit, void *context) {
  const uml_class *class = i->class;
  uml_draft d;
  uml_draft_open(&d, l, i);
  d.span = class->span;
  for (uint32_t k = 0; k < i->layout->completing; k++) d.completion[k] = sv_int_const(l->terms, 0);
  for (uint32_t k = 0; k < uml_slots(i->layout); k++) d.token[k] = 0;
  for (uint32_t k = class->regions.n; k-- > 0;) {
    const uml_region *r = class->regions.at[k];
    uml_task task = {.kind = UML_DO_DEFAULT, .region = r};
    uml_place_at(&d, i->layout->unit_of[r->vertices.at[0]->number], NULL);
    if (class->regions.n > 1) uml_enter_region(&d, r, &task);
    else uml_draft_task(&d, task);
  }
  uml_run(&d, emit, context);
  uml_draft_free(&d);
}

static void lower_start(uml_lowering *l, uml_instance *i) {
  uml_edge edge = {&i->start, 1, i->run, "start"};
  uml_start(l, i, emit_to_run, &edge);
}

// What was entered, by name.
const char *uml_step_text(uml_draft *d) {
  const uml_lowering *l = d->lowering;
  const char *text = "goes on";
  for (uint32_t k = 0; k < d->entered.n; k++) {
    const char *name = uml_vertex_text(l, d->instance->class->vertices.at[d->entered.at[k]]);
    text = k ? sv_arena_printf(l->arena, "%s, %s", text, name)
             : sv_arena_printf(l->arena, "entry of %s", name);
  }
  return text;
}

// ---- transitions

// Events that no other region takes at the same time.
static sv_term alone(uml_lowering *l, const uml_instance *i, const uml_transition *t) {
  sv_term any = SV_FALSE;
  for (uint32_t k = 0; k < t->triggers.n; k++)
    if (!i->layout->parallel[t->triggers.at[k].signal->number])
      any = sv_or(l->terms, any, uml_matches(l, i, &t->triggers.at[k], 1));
  return any;
}

static void require_event(uml_draft *d, const uml_compound *c) {
  uml_lowering *l = d->lowering;
  const uml_instance *i = d->instance;
  const uml_transition *t = c->path[0];
  uint32_t source = t->source->number;
  uml_draft_require(d, i->quiet);
  uml_draft_require(d, i->waiting);
  if (uml_is_selected(i->layout, t)) uml_draft_require(d, alone(l, i, t));
  uml_draft_require(d, i->fires[c->number]);
  uml_draft_require(d, sv_not(i->below[source]));
  uml_draft_require(d, sv_not(l->thesis ? i->blocked[source] : i->deferral));
  for (uint32_t k = 0; k < i->layout->completing; k++) d->completion[k] = sv_int_const(l->terms, 0);
  d->dequeues = true;
  d->event = UML_FROM_POOL;
}

static void require_completion(uml_draft *d, const uml_compound *c) {
  const uml_instance *i = d->instance;
  uml_draft_require(d, i->idle);
  uml_draft_require(d, i->fires[c->number]);
  uml_draft_forget(d, i->layout->unit_of[c->path[0]->source->number]->number);
}

static void lower_compound(uml_lowering *l, uml_instance *i, const uml_compound *c) {
  const uml_transition *t = c->path[0];
  if (t->source->kind != UML_STATE) return;
  uml_draft d;
  uml_draft_open(&d, l, i);
  if (t->triggers.n) require_event(&d, c);
  else require_completion(&d, c);
  d.waits = uml_active(l, i, t->source);
  uml_edge edge = {&i->run, 1, i->run, NULL};
  if (!uml_draft_is_dead(&d)) {
    uml_draft_task(&d, (uml_task){.kind = UML_DO_SEGMENT, .compound = c});
    uml_run(&d, emit_to_run, &edge);
  }
  uml_draft_free(&d);
}

// Interleaved: the completion event only puts the transition's token into its unit.
static void lower_completion(uml_lowering *l, uml_instance *i, const uml_compound *c) {
  const uml_transition *t = c->path[0];
  if (t->source->kind != UML_STATE || t->triggers.n) return;
  uml_draft d;
  uml_draft_open(&d, l, i);
  d.span = t->span;
  d.silent = true;
  require_completion(&d, c);
  d.token[i->layout->unit_of[t->source->number]->number] = c->number;
  uml_keep_for(&d, t, SV_TRUE);
  uml_edge edge = {&i->run, 1, i->run,
                   sv_arena_printf(l->arena, "completion of %s", uml_vertex_text(l, t->source))};
  uml_emit(&d, &edge);
  uml_draft_free(&d);
}

// ---- events that no transition takes

static void consume(uml_lowering *l, uml_instance *i, sv_term guard, const uml_signal *signal) {
  uml_draft d;
  const char *name = uml_text_of(l->context, signal->name);
  const char *object = uml_text_of(l->context, i->object->name);
  if (sv_same(guard, SV_FALSE)) return;
  uml_draft_open(&d, l, i);
  d.span = i->class->span;
  d.silent = true;
  uml_edge edge = {&i->run, 1, i->run, sv_arena_printf(l->arena, "%s is consumed", name)};
  uml_action_draft a = {.edge = &edge};
  a.lost = 1 + sv_model_item(l->model, SV_ITEM_LOST,
                             sv_arena_printf(l->arena,
                                             "%s, which %s consumes where no transition "
                                             "takes it",
                                             name, object),
                             signal->span);
  sv_push(a.ops, (sv_queue_op){.verb = SV_DEQUEUE, .queue = i->queue});
  uml_write_action(&d, &a, guard);
  sv_vec_free(a.ops);
  uml_draft_free(&d);
}

static sv_term at_dispatch(uml_lowering *l, const uml_instance *i) {
  return sv_and(l->terms, i->quiet, i->waiting);
}

static sv_term faultless(uml_lowering *l, const sv_term *faults) {
  sv_term none = SV_TRUE;
  for (int f = 0; f < UML_FAULT_COUNT; f++) none = sv_and(l->terms, none, sv_not(faults[f]));
  return none;
}

static void lower_consumption(uml_lowering *l, uml_instance *i) {
  sv_term unused =
      sv_and(l->terms, at_dispatch(l, i), sv_and(l->terms, sv_not(i->any), sv_not(i->deferral)));
  unused = sv_and(l->terms, unused, faultless(l, i->faults));
  for (uint32_t s = 0; s < l->machines->signals.n; s++) {
    uml_signal *signal = l->machines->signals.at[s];
    uml_trigger only = {.signal = signal};
    consume(l, i, sv_and(l->terms, unused, uml_matches(l, i, &only, 1)), signal);
  }
}

// A completion event without a transition: the state is quiescent from now on.
static void lower_quiescence(uml_lowering *l, uml_instance *i) {
  const uml_layout *y = i->layout;
  uml_draft d;
  if (!y->completing) return;
  uml_draft_open(&d, l, i);
  d.span = i->class->span;
  d.silent = true;
  uml_draft_require(&d, i->idle);
  uml_draft_require(&d, sv_not(sv_eq(l->terms, d.completion[0], sv_int_const(l->terms, 0))));
  for (uint32_t c = 1; c < y->compounds.n; c++)
    if (!y->compounds.at[c].path[0]->triggers.n &&
        y->compounds.at[c].path[0]->source->kind == UML_STATE)
      uml_draft_require(&d, sv_not(i->fires[c]));
  uml_draft_require(&d, faultless(l, i->completion_faults));
  for (uint32_t k = 0; k < y->completing; k++)
    d.completion[k] = k + 1 < y->completing ? d.completion[k + 1] : sv_int_const(l->terms, 0);
  uml_edge edge = {&i->run, 1, i->run, "a completion event is consumed"};
  uml_emit(&d, &edge);
  uml_draft_free(&d);
}

// Guards that cannot be read.
static void lower_faults(uml_lowering *l, uml_instance *i) {
  uml_draft d;
  uml_edge edge = {&i->run, 1, i->run, "a guard"};
  uml_draft_open(&d, l, i);
  d.span = i->class->span;
  for (int f = 0; f < UML_FAULT_COUNT; f++) {
    uml_write_fault(&d, &edge, (uml_fault)f, sv_and(l->terms, at_dispatch(l, i), i->faults[f]));
    uml_write_fault(&d, &edge, (uml_fault)f, sv_and(l->terms, i->idle, i->completion_faults[f]));
  }
  uml_draft_free(&d);
}

// ---- do-behaviours: one statement a step, beside everything else

static void lower_activity(uml_lowering *l, uml_instance *i, const uml_vertex *v) {
  sv_term next = sv_model_var(l->model, i->activity[v->number], SV_ROLE_SELF);
  for (uint32_t k = 0; k < v->activity.body.n; k++) {
    uml_stmt *s = v->activity.body.at[k];
    uml_block one = {&s, 1};
    uml_draft d;
    uml_draft_open(&d, l, i);
    d.span = s->span;
    d.silent = true;
    uml_draft_require(&d, uml_active(l, i, v));
    if (l->interleaved) uml_draft_require(&d, sv_not(i->urgent));
    uml_draft_require(&d, sv_eq(l->terms, next, sv_int_const(l->terms, k)));
    uml_behave(&d, &one);
    uml_set_now(&d, next, sv_int_const(l->terms, (int64_t)k + 1));
    if (uml_completes(v))
      uml_draft_complete(&d, i->layout->unit_of[v->number]->number, uml_completed_now(&d, v));
    uml_edge edge = {&i->run, 1, i->run, sv_arena_printf(l->arena, "do: %s", uml_text(l, s->span))};
    uml_emit(&d, &edge);
    uml_draft_free(&d);
  }
}

// Behind an overflow nothing is explored.
static void lower_cut(uml_lowering *l, const uml_instance *i) {
  sv_edge edge = {.template_number = i->template_number,
                  .instance = SV_ANY_INSTANCE,
                  .from = &i->overflowed,
                  .from_count = 1};
  if (!l->overflow) return;
  sv_model_action(l->model, &(sv_action){.edges = &edge,
                                         .edge_count = 1,
                                         .guard = SV_TRUE,
                                         .constraint = SV_TRUE,
                                         .text = "a message is lost",
                                         .cut = "what follows when a pool overflows (--pool)"});
}

void uml_lower_instance(uml_lowering *l, uml_instance *i) {
  const uml_layout *y = i->layout;
  l->self = i;
  if (!i->class->regions.n) return;
  uml_prepare_control(l, i);
  lower_start(l, i);
  for (uint32_t c = 1; c < y->compounds.n; c++)
    (l->interleaved ? lower_completion : lower_compound)(l, i, &y->compounds.at[c]);
  if (l->interleaved) uml_lower_units(l, i);
  else uml_lower_selections(l, i);
  lower_quiescence(l, i);
  uml_lower_deferral(l, i);
  lower_consumption(l, i);
  lower_faults(l, i);
  for (uint32_t v = 0; v < i->class->vertices.n; v++)
    if (i->activity[v]) lower_activity(l, i, i->class->vertices.at[v]);
  lower_cut(l, i);
}
