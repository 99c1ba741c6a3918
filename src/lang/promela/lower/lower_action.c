// lower_action.c -- a step as actions of the model.
//
// A step may need several actions: with and without `timeout`, a failing one
// where its assertion is false, failing ones where an index is out of range or
// a divisor is 0 (then Spin goes on with index 0; a condition that is false
// then stays where it is), and one where there would be too many processes.

#include "lang/promela/lower/lower_step.h"

void pml_free_step(pml_step *s) {
  sv_vec_free(s->updates);
  sv_vec_free(s->ops);
  sv_vec_free(s->choices);
  sv_vec_free(s->arguments);
  sv_vec_free(s->prints);
  sv_vec_free(s->print_words);
}

// --- sections

// Does the step go through the end of its section?
static bool ends_section(const pml_arc *a) {
  for (const pml_node *n = a->to; n; n = n->same)
    if (n->is_exit) return true;
  return false;
}

// Jumping into a section from outside does not take control; from another section it does.
static unsigned edge_flags(const pml_arc *a) {
  bool enters = a->to && pml_real(a->to)->region;
  return enters && (!a->region || !a->keeps || ends_section(a)) ? SV_EDGE_RELEASES : 0;
}

// Is it the guard of an `else` that keeps it behind others, and not its class?
bool pml_is_inner_else(const pml_bundle *b) {
  const pml_offer *o = b->offer;
  return o->is_else && o >= &b->process->offers.at[o->main] &&
         o + 1 < &b->process->offers.at[o->last];
}

// In a d_step, and for an inner `else`: nothing that comes before can be executed.
sv_term pml_rivals_are_blocked(pml_here *h, const pml_bundle *b) {
  const pml_offer *o = b->offer;
  uint32_t section = pml_d_step_of(h->l, o->arc->region);
  bool inner = pml_is_inner_else(b);
  sv_term all = SV_TRUE;
  if (!section && !inner) return all;
  for (const pml_offer *r = &b->process->offers.at[inner ? o->main : o->first]; r < o; r++) {
    if (section && pml_d_step_of(h->l, r->arc->region) != section) continue;
    if (r->is_else) return SV_FALSE;
    all = sv_and(h->l->terms, all, sv_not(pml_executable(h, r->arc)));
  }
  return all;
}

// An inner `else` waits for handshakes too; what others do is for the constraint.
static sv_term no_rival_meets_a_receiver(pml_here *h, const pml_bundle *b) {
  sv_term all = SV_TRUE;
  if (!pml_is_inner_else(b)) return all;
  for (const pml_offer *r = &b->process->offers.at[b->offer->main]; r < b->offer; r++)
    if (r->arc->stmt && !r->arc->is_goto && r->arc->stmt->kind == PML_S_SEND)
      all = sv_and(h->l->terms, all, pml_no_receiver(h, r->arc->stmt));
  return all;
}

// --- writing an action

// The step out of a selection is not counted.
static uint32_t number_of(const pml_bundle *b) {
  const pml_arc *a = b->offer->arc;
  if (!a->stmt) return b->process->end_number;
  bool jumps = a->stmt->kind == PML_S_GOTO || a->stmt->kind == PML_S_BREAK;
  return a->is_goto && !jumps ? 0 : pml_statement_number(b->l, a->stmt);
}

sv_edge pml_edge_of(const pml_bundle *b) {
  const pml_arc *a = b->offer->arc;
  return (sv_edge){.template_number = b->process->template_number,
                   .instance = SV_ANY_INSTANCE,
                   .from = b->from.at,
                   .from_count = b->from.n,
                   .to = a->to ? pml_real(a->to)->location : b->process->stop,
                   .priority = b->offer->class,
                   .flags = edge_flags(a),
                   .statement = number_of(b)};
}

static void write(const pml_bundle *b, const pml_step *s, pml_shape as) {
  pml_lowering *l = b->l;
  const pml_stmt *stmt = b->offer->arc->stmt;
  if (sv_same(as.guard, SV_FALSE)) return;
  assert(as.edge_count == 1 || as.edge_count == 2);
  assert(!as.stays || as.fails || as.cut);  // what stays where it is tells of an error
  assert(!as.fails || l->model->properties.at[as.fails].kind == SV_PROP_ASSERTION);
  assert(!s->start.template_number || s->start.template_number < l->model->templates.n);
  for (uint32_t i = 0; as.stays && i < as.edge_count; i++) as.edges[i].to = 0;
  sv_action a = {.span = stmt ? stmt->head : b->process->proc->name_span,
                 .text = s->text ? s->text
                         : stmt  ? pml_text_of(l, stmt)
                                 : "-end-",
                 .edges = as.edges,
                 .edge_count = as.edge_count,
                 .guard = as.guard,
                 .constraint = as.constraint,
                 .priority = as.priority,
                 .cut = as.cut,
                 .fails = as.fails};
  if (as.fails) sv_blame_give(l->arena, as.blames, as.blamed, &a);
  if (!as.stays) {
    a.print = s->print;
    a.prints = s->prints.at;
    a.print_count = s->prints.n;
    a.print_words = s->print_words.at;
    a.updates = s->updates.at;
    a.update_count = s->updates.n;
    a.queue_ops = s->ops.at;
    a.queue_op_count = s->ops.n;
    a.choices = s->choices.at;
    a.choice_count = s->choices.n;
    a.starts = &s->start;
    a.start_count = s->start.template_number != 0;
  }
  sv_model_action(l->model, &a);
}

static void write_both(const pml_bundle *b, const pml_step *s, pml_shape as) {
  sv_terms *T = b->l->terms;
  sv_term guard = as.guard;
  as.guard = sv_and(T, guard, sv_not(s->fails_if));
  write(b, s, as);
  as.guard = sv_and(T, guard, s->fails_if);
  as.fails = s->fails;
  write(b, s, as);
}

// --- what every step of a process does

// Inside of a d_step this is not asked again.
static sv_term common_guard(pml_here *h, const pml_offer *o) {
  const pml_expr *provided = h->process->proc->provided;
  return provided && !o->in_d_step ? pml_truth(h, provided) : SV_TRUE;
}

// The last step of a d_step counts; of a handshake, the receiver.
static void common_effect(pml_here *h, const pml_arc *a, pml_step *s) {
  bool goes_on = a->to && pml_d_step_of(h->l, pml_real(a->to)->region);
  pml_own(h, s, a->to && pml_real(a->to)->region && !(edge_flags(a) & SV_EDGE_RELEASES));
  if (!h->l->last || goes_on) return;
  pml_set(h->l, s, sv_model_var(h->l->model, h->l->last, 0), pml_pid(h->l, h->process, h->role));
}

// --- errors inside of expressions

typedef struct {
  pml_step step;
  sv_term guard, constraint, ok[PML_EXPR_ERRORS], run_ok;
  const sv_blame_note *blames;
} result;

static result cook(const pml_bundle *b, const pml_recipe *r, bool clamp, bool timeout) {
  sv_terms *T = b->l->terms;
  result out = {.step = {.fails_if = SV_FALSE}};
  pml_here h = pml_at(b->l, b->process, 0);
  pml_here other = pml_at(b->l, r->other ? r->other->process : NULL, 1);
  h.clamp = other.clamp = clamp;
  h.timeout = other.timeout = timeout;
  sv_term common = common_guard(&h, b->offer);
  if (r->other) other.last = pml_pid(b->l, b->process, 0);
  if (r->other) common = sv_and(T, common, common_guard(&other, r->other->offer));
  h.when = other.when = common;
  out.constraint = b->offer->in_d_step ? SV_TRUE : pml_is_highest(&h);
  out.constraint = sv_and(T, out.constraint, no_rival_meets_a_receiver(&h, b));
  sv_term rivals = pml_rivals_are_blocked(&h, b);
  out.guard = sv_and(T, sv_and(T, common, rivals), r->build(r->context, b, &h, &other, &out.step));
  if (r->other) common_effect(&other, r->other->offer->arc, &out.step);
  else common_effect(&h, b->offer->arc, &out.step);
  pml_observe(&h, &out.step);
  for (uint32_t k = 0; k < PML_EXPR_ERRORS; k++) out.ok[k] = sv_and(T, h.ok[k], other.ok[k]);
  out.blames = h.blames;
  sv_blame_join(b->l->arena, &out.blames, other.blames);
  out.run_ok = h.run ? pml_has_room(b->l) : SV_TRUE;
  return out;
}

// Without a channel there is nothing to go on with.
static void write_failing(const pml_bundle *b, const pml_recipe *r, const result *made,
                          sv_term when, pml_error_kind kind) {
  sv_terms *T = b->l->terms;
  bool stops = kind == PML_ERROR_CHANNEL || kind == PML_ERROR_GONE;
  pml_shape s = r->shape;
  s.fails = pml_error_property(b->l, kind);
  s.blames = made->blames;
  s.blamed = kind;
  s.guard = stops ? SV_FALSE : sv_and(T, when, made->guard);
  write(b, &made->step, s);
  s.stays = true;
  s.guard = stops ? when : sv_and(T, when, sv_not(made->guard));
  write(b, &made->step, s);
}

// Spin stops here: there cannot be one more process.
static void write_overflow(const pml_bundle *b, const pml_recipe *r, const result *made) {
  pml_lowering *l = b->l;
  pml_shape s = r->shape;
  if (sv_same(made->run_ok, SV_TRUE)) return;
  s.fails = pml_error_property(l, PML_ERROR_RUN);
  s.guard = sv_and(l->terms, made->guard, sv_not(made->run_ok));
  s.stays = true;
  write(b, &made->step, s);
}

// Each kind of error where there is none of those before it.
static void write_errors(const pml_bundle *b, const pml_recipe *r, const result *good,
                         bool timeout) {
  sv_terms *T = b->l->terms;
  sv_term so_far = SV_TRUE;
  for (pml_error_kind k = 0; k < PML_EXPR_ERRORS; k++) {
    sv_term bad = sv_and(T, so_far, sv_not(good->ok[k]));
    if (sv_same(good->ok[k], SV_TRUE)) continue;
    so_far = sv_and(T, so_far, good->ok[k]);
    if (k == PML_ERROR_INDEX) {
      result clamped = cook(b, r, true, timeout);
      write_failing(b, r, &clamped, bad, k);
      pml_free_step(&clamped.step);
    } else write_failing(b, r, good, bad, k);
  }
}

static void emit_once(const pml_bundle *b, const pml_recipe *r, bool timeout) {
  sv_terms *T = b->l->terms;
  result made = cook(b, r, false, timeout);
  pml_recipe here = *r;
  here.shape.priority = timeout;
  here.shape.constraint = made.constraint;
  here.shape.guard = sv_and(T, made.guard, made.run_ok);
  for (uint32_t k = 0; k < PML_EXPR_ERRORS; k++)
    here.shape.guard = sv_and(T, here.shape.guard, made.ok[k]);
  write_both(b, &made.step, here.shape);
  write_errors(b, &here, &made, timeout);
  write_overflow(b, &here, &made);
  pml_free_step(&made.step);
}

void pml_emit(const pml_bundle *b, const pml_recipe *r, bool has_timeout) {
  emit_once(b, r, false);
  if (has_timeout) emit_once(b, r, true);
}

pml_shape pml_one_edge(const pml_bundle *b) {
  return (pml_shape){.edges = {pml_edge_of(b)}, .edge_count = 1};
}
