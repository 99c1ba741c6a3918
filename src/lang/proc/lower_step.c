// lower_step.c -- what a plain statement asks for and does, and its actions.

#include "lang/excerpt.h"
#include "lang/proc/lower.h"

void proc_begin_step(proc_lowering *l, proc_step *s, sv_span span) {
  *s = (proc_step){.when = SV_TRUE, .guard = SV_TRUE, .span = span};
  for (int i = 0; i < PROC_FAULT_COUNT; i++) s->bad[i] = SV_FALSE;
  l->step = s;
}

void proc_free_step(proc_step *s) {
  sv_vec_free(s->updates);
  sv_vec_free(s->ops);
  sv_vec_free(s->choices);
}

const char *proc_text_of(proc_lowering *l, sv_span span) {
  return sv_lang_excerpt(l->model->sources, span, l->arena);
}

// --- effects

static void assign(proc_lowering *l, const proc_type *type, sv_term target, const proc_expr *e) {
  sv_push(l->step->updates, (sv_update){target, proc_stored_value(l, type, e)});
}

void proc_assign(proc_lowering *l, const proc_expr *e, sv_term target, sv_term value) {
  const char *what = sv_arena_printf(l->arena, "the value for %s", proc_text_of(l, e->span));
  sv_push(l->step->updates, (sv_update){target, proc_stored(l, &e->type, value, what)});
}

static sv_term target_term(proc_lowering *l, const proc_expr *e) {
  return proc_place_term(l, e->decl, proc_variable(l, e->decl), e->arg, e->n);
}

// What comes after happens only where the guard holds.
static void guarded_by(proc_lowering *l, sv_term guard) {
  l->step->guard = guard;
  l->step->when = sv_and(l->terms, l->step->when, guard);
}

static void assign_all(proc_lowering *l, const proc_stmt *s) {
  for (uint32_t i = 0; i < s->targets; i++) {
    sv_term target = target_term(l, s->target[i]);
    assign(l, &s->target[i]->type, target, s->value[i]);
  }
}

static int64_t constant_of(proc_lowering *l, const proc_expr *e) {
  sv_value v;
  int64_t n = 0;
  bool known = sv_is_const(l->terms, proc_term(l, e), &v) &&
               sv_number_to_i64(sv_terms_numbers(l->terms), v, &n);
  assert(known);
  SV_UNUSED(known);
  return n;
}

static void havoc(proc_lowering *l, const proc_stmt *s) {
  for (uint32_t i = 0; i < s->targets; i++) {
    sv_term target = target_term(l, s->target[i]);
    sv_sort sort = s->low ? sv_sort_range(l->terms, constant_of(l, s->low), constant_of(l, s->high))
                          : proc_sort(l, &s->target[i]->type);
    sv_term choice = sv_choice(l->terms, sort, l->step->choices.n);
    sv_push(l->step->choices, (sv_choice_input){.name = s->target[i]->name, .sort = sort});
    sv_push(l->step->updates, (sv_update){target, choice});
  }
}

// --- declarations with values: one update per element

static void declare_elements(proc_lowering *l, const proc_decl *d, sv_term base,
                             uint32_t dimension) {
  if (dimension == d->dimensions) {
    assign(l, &d->type, base, d->value[0]);
    return;
  }
  for (uint32_t i = 0; i < d->length[dimension]; i++) {
    sv_term index = sv_int_const(l->terms, i);
    sv_term element = sv_app2(l->terms, SV_OP_SELECT, base, index);
    if (d->init == PROC_EACH) d->each->term = index;
    if (d->init == PROC_LIST) assign(l, &d->type, element, d->value[i]);
    else declare_elements(l, d, element, dimension + 1);
  }
}

// --- messages and locks

static void send(proc_lowering *l, const proc_stmt *s) {
  const proc_decl *q = s->place->decl;
  sv_term queue = proc_queue_term(l, s->place);
  if (q->room) guarded_by(l, sv_not(sv_app1(l->terms, SV_OP_QFULL, queue)));
  sv_term *fields = SV_ARENA_ARRAY(l->arena, sv_term, s->values);
  for (uint32_t i = 0; i < s->values; i++)
    fields[i] = proc_stored_value(l, &q->field[i], s->value[i]);
  sv_push(l->step->ops, (sv_queue_op){SV_ENQUEUE, queue, SV_NONE, fields, s->values});
}

static void receive(proc_lowering *l, const proc_stmt *s) {
  const proc_decl *q = s->place->decl;
  sv_term queue = proc_queue_term(l, s->place), zero = sv_int_const(l->terms, 0);
  guarded_by(l, sv_app2(l->terms, SV_OP_LT, zero, sv_app1(l->terms, SV_OP_QLEN, queue)));
  for (uint32_t i = 0; i < s->targets; i++) {
    if (!s->target[i]) continue;
    sv_term value = sv_peek(l->terms, proc_sort(l, &q->field[i]), queue, zero, i);
    proc_assign(l, s->target[i], target_term(l, s->target[i]), value);
  }
  sv_push(l->step->ops, (sv_queue_op){.verb = SV_DEQUEUE, .queue = queue});
}

static sv_blame lock_blame(proc_lowering *l, const proc_stmt *s, sv_term bad, const char *what) {
  const char *text = sv_arena_printf(l->arena, "%s %s", proc_text_of(l, s->place->span), what);
  return (sv_blame){bad, SV_NONE, text, NULL, s->place->span};
}

static void acquire(proc_lowering *l, const proc_stmt *s) {
  sv_term lock = proc_lock_term(l, s->place), me = sv_int_const(l->terms, l->number);
  proc_fails(l, PROC_FAULT_LOCKS,
             lock_blame(l, s, sv_eq(l->terms, lock, me), "is acquired by its holder"));
  guarded_by(l, sv_eq(l->terms, lock, sv_int_const(l->terms, 0)));
  sv_push(l->step->updates, (sv_update){lock, me});
}

static void release(proc_lowering *l, const proc_stmt *s) {
  sv_term lock = proc_lock_term(l, s->place), me = sv_int_const(l->terms, l->number);
  proc_fails(l, PROC_FAULT_LOCKS,
             lock_blame(l, s, sv_not(sv_eq(l->terms, lock, me)),
                        "is released by a process that does not hold it"));
  sv_push(l->step->updates, (sv_update){lock, sv_int_const(l->terms, 0)});
}

// Each place of the text is one statement of its process, however often it is inlined.
static uint32_t fair_statement(proc_lowering *l, const proc_stmt *s) {
  if (!s->fairness) return 0;
  const sv_template *t = &l->model->templates.at[l->template_number];
  sv_place at = sv_source_place(l->model->sources, s->span.file, s->span.begin);
  const char *text = sv_arena_printf(l->arena, "%s:%u:%u", sv_names_get(l->model->names, t->name),
                                     at.line, at.column);
  sv_name name = sv_names_cstr(l->model->names, text);
  for (uint32_t i = 1; i < l->model->fair.n; i++)
    if (l->model->fair.at[i].name.x == name.x) return i;
  return sv_model_fair(l->model, name, s->fairness, s->span);
}

void proc_prepare(proc_lowering *l, const proc_stmt *s, proc_step *step) {
  proc_begin_step(l, step, s->head);
  step->text = proc_text_of(l, s->head);
  step->fair = fair_statement(l, s);
  switch (s->kind) {
  case PROC_S_DECLARE: declare_elements(l, s->decl, proc_variable(l, s->decl), 0); break;
  case PROC_S_ASSIGN: assign_all(l, s); break;
  case PROC_S_HAVOC: havoc(l, s); break;
  case PROC_S_AWAIT:
  case PROC_S_ASSERT:
  case PROC_S_IF:
  case PROC_S_WHILE: guarded_by(l, proc_term(l, s->value[0])); break;
  case PROC_S_SEND: send(l, s); break;
  case PROC_S_RECEIVE: receive(l, s); break;
  case PROC_S_ACQUIRE: acquire(l, s); break;
  case PROC_S_RELEASE: release(l, s); break;
  default: break;
  }
}

// --- actions

sv_term proc_good(const proc_lowering *l, const proc_step *s) {
  sv_term all = SV_TRUE;
  for (int i = 0; i < PROC_FAULT_COUNT; i++) all = sv_and(l->terms, all, sv_not(s->bad[i]));
  return all;
}

// The fault counts if the step fails.
static void write(proc_lowering *l, uint32_t from, const proc_step *s, proc_place to,
                  uint32_t fault) {
  if (sv_same(s->guard, SV_FALSE)) return;
  bool yields =
      l->model->templates.at[l->template_number].locations.at[to.location].flags & SV_LOC_YIELDING;
  assert(from && from != l->end && from != l->error);  // nothing goes on from an end
  assert(to.location && (to.location == l->error) == (s->fails && !to.releases && !s->updates.n &&
                                                      fault != PROC_FAULT_COUNT));
  assert(!s->fails || l->model->properties.at[s->fails].kind == SV_PROP_ASSERTION);
  sv_edge edge = {.template_number = l->template_number,
                  .instance = SV_ANY_INSTANCE,
                  .from = &from,
                  .from_count = 1,
                  .to = to.location,
                  .flags = yields && to.releases ? SV_EDGE_RELEASES : 0};
  sv_action a = {.span = s->span,
                 .text = s->text,
                 .edges = &edge,
                 .edge_count = 1,
                 .guard = s->guard,
                 .constraint = SV_TRUE,
                 .fails = s->fails,
                 .fair = s->fair,
                 .updates = s->updates.at,
                 .update_count = s->updates.n,
                 .queue_ops = s->ops.at,
                 .queue_op_count = s->ops.n,
                 .choices = s->choices.at,
                 .choice_count = s->choices.n};
  if (s->fails) sv_blame_give(l->arena, s->blames, fault, &a);
  sv_model_action(l->model, &a);
}

static uint32_t fault_property(proc_lowering *l, int fault) {
  static const struct {
    const char *name, *text;
  } known[] = {
#define FAULT(NAME, PROPERTY, TEXT) {PROPERTY, TEXT},
      PROC_FAULTS(FAULT)
#undef FAULT
  };
  if (!l->properties[fault])
    l->properties[fault] =
        sv_model_property(l->model, sv_names_cstr(l->model->names, known[fault].name),
                          SV_PROP_ASSERTION, SV_NONE, known[fault].text, SV_NOWHERE);
  return l->properties[fault];
}

void proc_emit_faults(proc_lowering *l, uint32_t from, const proc_step *s) {
  for (int i = 0; i < PROC_FAULT_COUNT; i++) {
    if (sv_same(s->bad[i], SV_FALSE)) continue;
    proc_step failing = {
        .span = s->span, .text = s->text, .guard = s->bad[i], .blames = s->blames, .fair = s->fair};
    failing.fails = fault_property(l, i);
    write(l, from, &failing, (proc_place){l->error, false}, (uint32_t)i);
  }
}

void proc_emit_good(proc_lowering *l, uint32_t from, const proc_step *s, proc_place to) {
  proc_step good = *s;
  good.guard = sv_and(l->terms, s->guard, proc_good(l, s));
  write(l, from, &good, to, PROC_FAULT_COUNT);
}

void proc_emit(proc_lowering *l, uint32_t from, proc_step *s, proc_place to) {
  proc_emit_faults(l, from, s);
  proc_emit_good(l, from, s, to);
  proc_free_step(s);
}

uint32_t proc_assertion(proc_lowering *l, const proc_stmt *s) {
  uint64_t key = s->span.begin;
  uint32_t known = sv_map_get(&l->asserts, key);
  if (known != SV_MAP_NONE) return known;
  sv_place at = sv_source_place(l->model->sources, s->span.file, s->span.begin);
  const char *name = sv_arena_printf(l->arena, "assert:%u", at.line);
  for (uint32_t i = 1; i < l->model->properties.n; i++)
    if (!strcmp(sv_names_get(l->model->names, l->model->properties.at[i].name), name))
      name = sv_arena_printf(l->arena, "assert:%u:%u", at.line, at.column);
  uint32_t p = sv_model_property(l->model, sv_names_cstr(l->model->names, name), SV_PROP_ASSERTION,
                                 SV_NONE, proc_text_of(l, s->value[0]->span), s->span);
  sv_map_put(&l->asserts, key, p);
  return p;
}
