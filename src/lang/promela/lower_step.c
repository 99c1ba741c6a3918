// lower_step.c -- the steps of all locations as actions.
//
// A statement may need several actions: one for each form of channel, with and
// without `timeout`, a failing one where its assertion is false, failing ones
// where an index is out of range or a divisor is 0 (then Spin goes on with
// index 0; a condition that is false then stays where it is). In a d_step the
// first executable option is taken: each asks that those before it cannot be.

#include "lang/promela/lower.h"

// Offers of one statement in one class, from several locations.
typedef struct {
  pml_lowering *l;
  const pml_process *process;
  const pml_offer *offer;
  sv_u32s from;
} bundle;

uint32_t pml_error_property(pml_lowering *l, uint32_t *slot, const char *name, const char *text) {
  if (!*slot)
    *slot = sv_model_property(l->model, sv_names_cstr(l->model->names, name), SV_PROP_ASSERTION,
                              SV_NONE, text, SV_NOWHERE);
  return *slot;
}

static uint32_t index_property(pml_lowering *l) {
  return pml_error_property(l, &l->bad_index, "array-index", "every index is in range");
}

static uint32_t division_property(pml_lowering *l) {
  return pml_error_property(l, &l->bad_division, "division", "nothing is divided by zero");
}

static void free_step(pml_step *s) {
  sv_vec_free(s->updates);
  sv_vec_free(s->ops);
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
static bool is_inner_else(const bundle *b) {
  const pml_offer *o = b->offer;
  return o->is_else && o >= &b->process->offers.at[o->main] &&
         o + 1 < &b->process->offers.at[o->last];
}

// In a d_step, and for an inner `else`: nothing that comes before can be executed.
static sv_term rivals_are_blocked(pml_here *h, const bundle *b) {
  const pml_offer *o = b->offer;
  uint32_t section = pml_d_step_of(h->l, o->arc->region);
  bool inner = is_inner_else(b);
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
static sv_term nobody_meets_rivals(pml_here *h, const bundle *b) {
  sv_term all = SV_TRUE;
  if (!is_inner_else(b)) return all;
  for (const pml_offer *r = &b->process->offers.at[b->offer->main]; r < b->offer; r++)
    if (r->arc->stmt && !r->arc->is_goto && r->arc->stmt->kind == PML_S_SEND)
      all = sv_and(h->l->terms, all, pml_nobody_receives(h, r->arc->stmt));
  return all;
}

// --- writing an action

// The step out of a selection is counted by nobody.
static uint32_t number_of(const bundle *b) {
  const pml_arc *a = b->offer->arc;
  if (!a->stmt) return b->process->end_number;
  bool jumps = a->stmt->kind == PML_S_GOTO || a->stmt->kind == PML_S_BREAK;
  return a->is_goto && !jumps ? 0 : pml_statement_number(b->l, a->stmt);
}

static sv_edge edge_of(const bundle *b) {
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

typedef struct {
  sv_edge edges[2];
  uint32_t edge_count;
  sv_term guard, constraint;
  uint32_t fails, priority;
  const char *cut;
  bool stays;  // an error in a condition that is false: nothing else happens
} shape;

static void write(const bundle *b, const pml_step *s, shape as) {
  pml_lowering *l = b->l;
  const pml_stmt *stmt = b->offer->arc->stmt;
  if (sv_same(as.guard, SV_FALSE)) return;
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
  if (!as.stays) {
    a.print = s->print;
    a.prints = s->prints.at;
    a.print_count = s->prints.n;
    a.print_words = s->print_words.at;
    a.updates = s->updates.at;
    a.update_count = s->updates.n;
    a.queue_ops = s->ops.at;
    a.queue_op_count = s->ops.n;
    a.starts = &s->start;
    a.start_count = s->start.template_number != 0;
  }
  sv_model_action(l->model, &a);
}

static void write_both(const bundle *b, const pml_step *s, shape as) {
  sv_terms *T = b->l->terms;
  sv_term guard = as.guard;
  as.guard = sv_and(T, guard, sv_not(s->fails_if));
  write(b, s, as);
  as.guard = sv_and(T, guard, s->fails_if);
  as.fails = s->fails;
  write(b, s, as);
}

// --- what every step of a process does

// Inside of a d_step nobody asks again.
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

typedef sv_term attempt(void *, const bundle *, pml_here *, pml_here *other, pml_step *);

typedef struct {
  attempt *build;
  void *context;
  const bundle *other;  // the receiver of a handshake, or NULL
  shape shape;
} recipe;

typedef struct {
  pml_step step;
  sv_term guard, constraint, index_ok, division_ok, run_ok;
} result;

static result cook(const bundle *b, const recipe *r, bool clamp, bool timeout) {
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
  out.constraint = sv_and(T, out.constraint, nobody_meets_rivals(&h, b));
  sv_term rivals = rivals_are_blocked(&h, b);
  out.guard = sv_and(T, sv_and(T, common, rivals), r->build(r->context, b, &h, &other, &out.step));
  if (r->other) common_effect(&other, r->other->offer->arc, &out.step);
  else common_effect(&h, b->offer->arc, &out.step);
  pml_observe(&h, &out.step);
  out.index_ok = sv_and(T, h.index_ok, other.index_ok);
  out.division_ok = sv_and(T, h.division_ok, other.division_ok);
  out.run_ok = h.run ? pml_has_room(b->l) : SV_TRUE;
  return out;
}

static void write_failing(const bundle *b, const recipe *r, const result *made, sv_term when,
                          uint32_t property) {
  sv_terms *T = b->l->terms;
  shape s = r->shape;
  s.fails = property;
  s.guard = sv_and(T, when, made->guard);
  write(b, &made->step, s);
  s.stays = true;
  s.guard = sv_and(T, when, sv_not(made->guard));
  write(b, &made->step, s);
}

// Spin stops here: there cannot be one more process.
static void write_overflow(const bundle *b, const recipe *r, const result *made) {
  pml_lowering *l = b->l;
  shape s = r->shape;
  if (sv_same(made->run_ok, SV_TRUE)) return;
  s.fails =
      pml_error_property(l, &l->bad_run, "processes", "there are never more than 255 processes");
  s.guard = sv_and(l->terms, made->guard, sv_not(made->run_ok));
  s.stays = true;
  write(b, &made->step, s);
}

static void write_errors(const bundle *b, const recipe *r, const result *good, bool timeout) {
  sv_terms *T = b->l->terms;
  sv_term bad_division = sv_and(T, good->index_ok, sv_not(good->division_ok));
  if (!sv_same(good->index_ok, SV_TRUE)) {
    result clamped = cook(b, r, true, timeout);
    write_failing(b, r, &clamped, sv_not(good->index_ok), index_property(b->l));
    free_step(&clamped.step);
  }
  if (!sv_same(bad_division, SV_FALSE))
    write_failing(b, r, good, bad_division, division_property(b->l));
}

static void emit_once(const bundle *b, const recipe *r, bool timeout) {
  sv_terms *T = b->l->terms;
  result made = cook(b, r, false, timeout);
  recipe here = *r;
  here.shape.priority = timeout;
  here.shape.constraint = made.constraint;
  here.shape.guard = sv_and(T, made.guard, sv_and(T, made.index_ok, made.division_ok));
  here.shape.guard = sv_and(T, here.shape.guard, made.run_ok);
  write_both(b, &made.step, here.shape);
  write_errors(b, &here, &made, timeout);
  write_overflow(b, &here, &made);
  free_step(&made.step);
}

static void emit(const bundle *b, const recipe *r, bool has_timeout) {
  emit_once(b, r, false);
  if (has_timeout) emit_once(b, r, true);
}

// --- plain statements and messages

typedef struct {
  pml_build *build;
  const pml_forms *forms;
  const pml_form *form;
  const pml_stmt *stmt;
} simple;

static sv_term build_simple(void *context, const bundle *b, pml_here *h, pml_here *other,
                            pml_step *step) {
  const simple *s = context;
  SV_UNUSED(b);
  SV_UNUSED(other);
  sv_term is = s->form ? pml_has_form(h, s->stmt->target, s->forms, s->form) : SV_TRUE;
  return sv_and(h->l->terms, is, s->build(h, step, s->stmt, s->form));
}

static shape one_edge(const bundle *b) { return (shape){.edges = {edge_of(b)}, .edge_count = 1}; }

static bool has_timeout(const bundle *b) {
  const pml_stmt *s = b->offer->arc->stmt;
  const pml_expr *provided = b->process->proc->provided;
  return (s && !b->offer->arc->is_goto && pml_mentions(s->value, PML_E_TIMEOUT)) ||
         pml_mentions(provided, PML_E_TIMEOUT);
}

static void emit_simple(const bundle *b, simple s) {
  recipe r = {.build = build_simple, .context = &s, .shape = one_edge(b)};
  emit(b, &r, has_timeout(b));
}

static void emit_message(const bundle *b, pml_build *build) {
  const pml_stmt *s = b->offer->arc->stmt;
  pml_forms forms = {0};
  pml_forms_of(b->l, s->target, false, &forms);
  for (uint32_t i = 0; i < forms.n; i++) emit_simple(b, (simple){build, &forms, &forms.at[i], s});
  pml_forms_free(&forms);
}

// --- numbers that become channels

static sv_term build_stray(void *context, const bundle *b, pml_here *h, pml_here *other,
                           pml_step *step) {
  SV_UNUSED(context);
  SV_UNUSED(other);
  step->text = "-a number used as a channel-";
  return pml_is_stray(h, b->offer->arc->stmt->target);
}

static void emit_stray(const bundle *b) {
  recipe r = {.build = build_stray, .shape = one_edge(b)};
  r.shape.cut = "a number that was never stored as a channel is used as one";
  emit(b, &r, false);
}

// --- handshakes

typedef struct {
  const pml_forms *forms;
  const pml_form *form;
  const pml_stmt *receive;
  const bundle *receiver;
} meeting;

// The receiver does not take the message in an escape around this receive.
static sv_term no_escape_receives(pml_here *h, const pml_stmt *send, pml_here *other,
                                  const meeting *m) {
  const pml_offer *mine = m->receiver->offer;
  sv_term all = SV_TRUE;
  for (uint32_t i = mine->first; i < mine->last; i++) {
    const pml_offer *o = &m->receiver->process->offers.at[i];
    const pml_stmt *s = o->arc->stmt;
    if (o->class >= mine->class || !s || o->arc->is_goto || s->kind != PML_S_RECEIVE) continue;
    if (!pml_may_meet(h->l, m->form, s)) continue;
    pml_step unused = {.fails_if = SV_FALSE};
    sv_term takes = pml_handshake(h, send, other, s, m->form, &unused);
    all = sv_and(h->l->terms, all, sv_not(takes));
    free_step(&unused);
  }
  return all;
}

static sv_term build_meeting(void *context, const bundle *b, pml_here *h, pml_here *other,
                             pml_step *step) {
  const meeting *m = context;
  const pml_stmt *send = b->offer->arc->stmt;
  sv_terms *T = h->l->terms;
  sv_term guard = sv_and(T, pml_has_form(h, send->target, m->forms, m->form),
                         rivals_are_blocked(other, m->receiver));
  guard = sv_and(T, guard, no_escape_receives(h, send, other, m));
  step->text = sv_arena_printf(h->l->arena, "%s  %s", pml_text_of(h->l, send),
                               pml_text_of(h->l, m->receive));
  return sv_and(T, guard, pml_handshake(h, send, other, m->receive, m->form, step));
}

static void emit_meeting(const bundle *b, const pml_forms *forms, const bundle *receiver) {
  const pml_stmt *receive = receiver->offer->arc->stmt;
  for (uint32_t i = 0; i < forms->n; i++) {
    if (!pml_may_meet(b->l, &forms->at[i], receive)) continue;
    meeting m = {forms, &forms->at[i], receive, receiver};
    recipe r = {.build = build_meeting, .context = &m, .other = receiver};
    r.shape = (shape){.edges = {edge_of(b), edge_of(receiver)}, .edge_count = 2};
    r.shape.edges[0].flags |= SV_EDGE_RELEASES;
    r.shape.edges[1].flags |= SV_EDGE_PASSIVE;
    r.shape.edges[1].priority = 0;
    emit(b, &r, false);
  }
}

typedef SV_VEC(bundle) bundles;

static void emit_rendezvous(const bundle *b, const bundles *all) {
  pml_forms forms = {0};
  pml_forms_of(b->l, b->offer->arc->stmt->target, true, &forms);
  for (uint32_t i = 0; forms.n && i < all->n; i++) {
    const pml_arc *a = all->at[i].offer->arc;
    if (a->stmt && !a->is_goto && a->stmt->kind == PML_S_RECEIVE)
      emit_meeting(b, &forms, &all->at[i]);
  }
  pml_forms_free(&forms);
}

// --- death, and d_steps that block

static sv_term build_death(void *context, const bundle *b, pml_here *h, pml_here *other,
                           pml_step *step) {
  sv_terms *T = h->l->terms;
  SV_UNUSED(context);
  SV_UNUSED(b);
  SV_UNUSED(other);
  sv_term nr = pml_running(h->l, h->l->number);
  sv_term youngest = sv_app2(T, SV_OP_SUB, nr, pml_const32(h->l, 1));
  pml_set(h->l, step, sv_model_var(h->l->model, h->l->nr, 0), youngest);
  return sv_eq(T, pml_pid(h->l, h->process, h->role), youngest);
}

static void emit_death(const bundle *b) {
  recipe r = {.build = build_death, .shape = one_edge(b)};
  emit(b, &r, has_timeout(b));
}

static sv_term build_stuck(void *context, const bundle *b, pml_here *h, pml_here *other,
                           pml_step *step) {
  sv_term none = SV_TRUE;
  SV_UNUSED(context);
  SV_UNUSED(other);
  for (uint32_t i = b->offer->first; i < b->offer->last; i++) {
    const pml_offer *o = &b->process->offers.at[i];
    none = sv_and(h->l->terms, none, o->is_else ? SV_FALSE : sv_not(pml_executable(h, o->arc)));
  }
  step->text = "-blocked in d_step-";
  step->fails_if = SV_TRUE;
  step->fails = pml_error_property(h->l, &h->l->bad_d_step, "d_step-blocks", "no d_step blocks");
  return none;
}

// Some location inside of a d_step: where nothing is executable, that is an error.
static void emit_stuck(pml_lowering *l, const pml_process *p, const pml_offer *o, uint32_t region) {
  bundle b = {.l = l, .process = p, .offer = o};
  if (!pml_d_step_of(l, region) || p->offers.at[o->first].arc != o->arc) return;
  sv_push(b.from, o->location);
  pml_arc stuck = {.stmt = o->arc->stmt, .region = 0};
  pml_offer alone = *o;
  alone.arc = &stuck;
  b.offer = &alone;
  recipe r = {.build = build_stuck, .shape = one_edge(&b)};
  r.shape.edges[0].to = 0;
  r.shape.edges[0].priority = o->class + 1;
  emit(&b, &r, false);
  sv_vec_free(b.from);
}

// --- all

static void emit_bundle(const bundle *b, const bundles *all) {
  const pml_arc *a = b->offer->arc;
  if (!a->stmt) emit_death(b);
  else if (a->is_goto) emit_simple(b, (simple){pml_build_plain, NULL, NULL, NULL});
  else if (a->stmt->kind == PML_S_SEND) {
    emit_stray(b);
    emit_message(b, pml_build_send);
    if (b->l->options->lossy) emit_message(b, pml_build_loss);
    emit_rendezvous(b, all);
  } else if (a->stmt->kind == PML_S_RECEIVE) {
    emit_stray(b);
    emit_message(b, pml_build_receive);
  } else emit_simple(b, (simple){pml_build_plain, NULL, NULL, a->stmt});
}

// Offers of the same statement in the same class are one action; in a d_step
// each location has its own rivals.
static void bundle_offers(pml_lowering *l, pml_process *p, bundles *out) {
  for (uint32_t i = 0; i < p->offers.n; i++) {
    pml_offer *o = &p->offers.at[i];
    if (o->taken) continue;
    bundle b = {.l = l, .process = p, .offer = o};
    bool alone = pml_d_step_of(l, o->arc->region) != 0 || is_inner_else(&b);
    for (uint32_t k = i; k < p->offers.n && (!alone || k == i); k++) {
      pml_offer *same = &p->offers.at[k];
      if (same->taken || same->arc != o->arc || same->class != o->class) continue;
      sv_push(b.from, same->location);
      same->taken = true;
    }
    sv_push(*out, b);
  }
}

static uint32_t region_of(const pml_process *p, uint32_t location) {
  for (uint32_t i = 0; i < p->nodes.n; i++)
    if (p->nodes.at[i]->location == location && !p->nodes.at[i]->same)
      return p->nodes.at[i]->region;
  return 0;
}

void pml_emit_all(pml_lowering *l) {
  bundles all = {0};
  for (uint32_t i = 0; i < l->program->procs; i++) bundle_offers(l, &l->process[i], &all);
  for (uint32_t i = 0; i < all.n; i++) emit_bundle(&all.at[i], &all);
  for (uint32_t i = 0; i < all.n; i++) {
    const bundle *b = &all.at[i];
    emit_stuck(l, b->process, b->offer, region_of(b->process, b->offer->location));
    sv_vec_free(all.at[i].from);
  }
  sv_vec_free(all);
}
