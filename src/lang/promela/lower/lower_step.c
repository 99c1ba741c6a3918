// lower_step.c -- the steps of all locations.
//
// A statement may have several steps: one for each form of channel, and for
// each receive that a rendezvous can meet. In a d_step the first executable
// option is taken: each asks that those before it cannot be.

#include "lang/promela/lower/lower_step.h"

// --- plain statements and messages

typedef struct {
  pml_build *build;
  const pml_forms *forms;
  const pml_form *form;
  const pml_stmt *stmt;
} simple;

static sv_term build_simple(void *context, const pml_bundle *b, pml_here *h, pml_here *other,
                            pml_step *step) {
  const simple *s = context;
  SV_UNUSED(b);
  SV_UNUSED(other);
  sv_term is = s->form ? pml_has_form(h, s->stmt->target, s->forms, s->form) : SV_TRUE;
  return sv_and(h->l->terms, is, s->build(h, step, s->stmt, s->form));
}

// Another process may be enabled by `timeout` only.
static bool asks_for_timeout(const pml_expr *e) {
  return pml_mentions(e, PML_E_TIMEOUT) || pml_mentions(e, PML_E_ENABLED);
}

static bool has_timeout(const pml_bundle *b) {
  const pml_stmt *s = b->offer->arc->stmt;
  const pml_expr *provided = b->process->proc->provided;
  return (s && !b->offer->arc->is_goto && asks_for_timeout(s->value)) || asks_for_timeout(provided);
}

static void emit_simple(const pml_bundle *b, simple s) {
  pml_recipe r = {.build = build_simple, .context = &s, .shape = pml_one_edge(b)};
  pml_emit(b, &r, has_timeout(b));
}

static void emit_message(const pml_bundle *b, pml_build *build) {
  const pml_stmt *s = b->offer->arc->stmt;
  pml_forms forms = {0};
  pml_forms_of(b->l, s->target, false, &forms);
  for (uint32_t i = 0; i < forms.n; i++) emit_simple(b, (simple){build, &forms, &forms.at[i], s});
  pml_forms_free(&forms);
}

// --- numbers that become channels

static sv_term build_stray(void *context, const pml_bundle *b, pml_here *h, pml_here *other,
                           pml_step *step) {
  SV_UNUSED(context);
  SV_UNUSED(other);
  step->text = "-a number used as a channel-";
  return pml_is_stray(h, b->offer->arc->stmt->target);
}

static void emit_stray(const pml_bundle *b) {
  pml_recipe r = {.build = build_stray, .shape = pml_one_edge(b)};
  r.shape.cut = "a number that was never stored as a channel is used as one";
  pml_emit(b, &r, false);
}

// --- errors of channels

typedef struct {
  pml_error_kind kind;
  sv_term (*is)(pml_here *, const pml_expr *channel);
} misuse;

static sv_term build_misuse(void *context, const pml_bundle *b, pml_here *h, pml_here *other,
                            pml_step *step) {
  const misuse *m = context;
  SV_UNUSED(other);
  step->fails_if = SV_TRUE;
  step->fails = pml_error_property(h->l, m->kind);
  return m->is(h, b->offer->arc->stmt->target);
}

// A step that fails and leads nowhere where the statement's channel is one of this kind.
static void emit_misuse(const pml_bundle *b, misuse m) {
  pml_recipe r = {.build = build_misuse, .context = &m, .shape = pml_one_edge(b)};
  r.shape.stays = true;
  pml_emit(b, &r, false);
}

// The condition of a d_step asks for the length.
static pml_use use_of_receive(const pml_bundle *b) {
  const pml_offer *o = b->offer;
  if (o->arc->stmt->keep) return PML_USE_POLL;
  return pml_d_step_of(b->l, o->arc->region) && !o->in_d_step ? PML_USE_LENGTH : PML_USE_RECEIVE;
}

static void emit_no_channel(const pml_bundle *b, pml_use use) {
  const pml_expr *channel = b->offer->arc->stmt->target;
  if (pml_sees_unset(b->l, use) && pml_maybe_unset(b->l, channel))
    emit_misuse(b, (misuse){PML_ERROR_CHANNEL, pml_is_unset});
  if (pml_sees_gone(b->l, use) && pml_maybe_gone(b->l, channel))
    emit_misuse(b, (misuse){PML_ERROR_GONE, pml_is_gone});
}

static void emit_rendezvous_error(const pml_bundle *b, pml_error_kind kind) {
  if (pml_maybe_rendezvous(b->l, b->offer->arc->stmt->target))
    emit_misuse(b, (misuse){kind, pml_is_rendezvous});
}

// --- handshakes

typedef struct {
  const pml_forms *forms;
  const pml_form *form;
  const pml_stmt *receive;
  const pml_bundle *receiver;
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
    pml_free_step(&unused);
  }
  return all;
}

static sv_term build_meeting(void *context, const pml_bundle *b, pml_here *h, pml_here *other,
                             pml_step *step) {
  const meeting *m = context;
  const pml_stmt *send = b->offer->arc->stmt;
  sv_terms *T = h->l->terms;
  sv_term guard = sv_and(T, pml_has_form(h, send->target, m->forms, m->form),
                         pml_rivals_are_blocked(other, m->receiver));
  guard = sv_and(T, guard, no_escape_receives(h, send, other, m));
  step->text = sv_arena_printf(h->l->arena, "%s  %s", pml_text_of(h->l, send),
                               pml_text_of(h->l, m->receive));
  return sv_and(T, guard, pml_handshake(h, send, other, m->receive, m->form, step));
}

static void emit_meeting(const pml_bundle *b, const pml_forms *forms, const pml_bundle *receiver) {
  const pml_stmt *receive = receiver->offer->arc->stmt;
  for (uint32_t i = 0; i < forms->n; i++) {
    if (!pml_may_meet(b->l, &forms->at[i], receive)) continue;
    meeting m = {forms, &forms->at[i], receive, receiver};
    pml_recipe r = {.build = build_meeting, .context = &m, .other = receiver};
    r.shape = (pml_shape){.edges = {pml_edge_of(b), pml_edge_of(receiver)}, .edge_count = 2};
    r.shape.edges[0].flags |= SV_EDGE_RELEASES;
    r.shape.edges[1].flags |= SV_EDGE_PASSIVE;
    r.shape.edges[1].priority = 0;
    pml_emit(b, &r, false);
  }
}

// Inside of a d_step no other process can take part.
static void emit_rendezvous(const pml_bundle *b, const pml_bundles *all) {
  pml_forms forms = {0};
  if (pml_d_step_of(b->l, b->offer->arc->region)) {
    emit_rendezvous_error(b, PML_ERROR_D_STEP_SEND);
    return;
  }
  pml_forms_of(b->l, b->offer->arc->stmt->target, true, &forms);
  for (uint32_t i = 0; forms.n && i < all->n; i++) {
    const pml_arc *a = all->at[i].offer->arc;
    if (a->stmt && !a->is_goto && a->stmt->kind == PML_S_RECEIVE)
      emit_meeting(b, &forms, &all->at[i]);
  }
  pml_forms_free(&forms);
}

// --- death, and d_steps that block

static sv_term build_death(void *context, const pml_bundle *b, pml_here *h, pml_here *other,
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

static void emit_death(const pml_bundle *b) {
  pml_recipe r = {.build = build_death, .shape = pml_one_edge(b)};
  pml_emit(b, &r, has_timeout(b));
}

static sv_term build_stuck(void *context, const pml_bundle *b, pml_here *h, pml_here *other,
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
  step->fails = pml_error_property(h->l, PML_ERROR_D_STEP);
  return none;
}

// Some location inside of a d_step: where nothing is executable, that is an error.
static void emit_stuck(pml_lowering *l, const pml_process *p, const pml_offer *o, uint32_t region) {
  pml_bundle b = {.l = l, .process = p, .offer = o};
  if (!pml_d_step_of(l, region) || p->offers.at[o->first].arc != o->arc) return;
  sv_push(b.from, o->location);
  pml_arc stuck = {.stmt = o->arc->stmt, .region = 0};
  pml_offer alone = *o;
  alone.arc = &stuck;
  b.offer = &alone;
  pml_recipe r = {.build = build_stuck, .shape = pml_one_edge(&b)};
  r.shape.edges[0].to = 0;
  r.shape.edges[0].priority = o->class + 1;
  pml_emit(&b, &r, false);
  sv_vec_free(b.from);
}

// --- all

static void emit_bundle(const pml_bundle *b, const pml_bundles *all) {
  const pml_arc *a = b->offer->arc;
  if (!a->stmt) emit_death(b);
  else if (a->is_goto) emit_simple(b, (simple){pml_build_plain, NULL, NULL, NULL});
  else if (a->stmt->kind == PML_S_SEND) {
    emit_stray(b);
    emit_no_channel(b, PML_USE_SEND);
    emit_message(b, pml_build_send);
    if (b->l->options->lossy) emit_message(b, pml_build_loss);
    emit_rendezvous(b, all);
  } else if (a->stmt->kind == PML_S_RECEIVE && a->stmt->target->op == PML_E_STDIN) {
    emit_simple(b, (simple){pml_build_input, NULL, NULL, a->stmt});
  } else if (a->stmt->kind == PML_S_RECEIVE) {
    emit_stray(b);
    emit_no_channel(b, use_of_receive(b));
    emit_message(b, pml_build_receive);
    if (a->stmt->keep) emit_rendezvous_error(b, PML_ERROR_POLL);
  } else emit_simple(b, (simple){pml_build_plain, NULL, NULL, a->stmt});
}

// By offer: the next one of the same statement, or UINT32_MAX.
static uint32_t *chain_offers(const pml_process *p) {
  sv_map first = {0};
  uint32_t *next = SV_NEW_ARRAY(uint32_t, p->offers.n + 1);
  for (uint32_t i = p->offers.n; i--;) {
    uint64_t arc = (uint64_t)(uintptr_t)p->offers.at[i].arc;
    next[i] = sv_map_get(&first, arc);
    sv_map_put(&first, arc, i);
  }
  sv_map_free(&first);
  return next;
}

// Offers of the same statement in the same class are one action; in a d_step
// each location has its own rivals.
static void bundle_offers(pml_lowering *l, pml_process *p, pml_bundles *out) {
  uint32_t *next = chain_offers(p);
  for (uint32_t i = 0; i < p->offers.n; i++) {
    pml_offer *o = &p->offers.at[i];
    if (o->taken) continue;
    pml_bundle b = {.l = l, .process = p, .offer = o};
    bool alone = pml_d_step_of(l, o->arc->region) != 0 || pml_is_inner_else(&b);
    for (uint32_t k = i; k != SV_MAP_NONE && (!alone || k == i); k = next[k]) {
      pml_offer *same = &p->offers.at[k];
      assert(same->arc == o->arc);
      if (same->taken || same->class != o->class) continue;
      sv_push(b.from, same->location);
      same->taken = true;
    }
    sv_push(*out, b);
  }
  sv_free(next);
}

// Locations are numbered in each process.
static uint64_t place_key(const pml_process *p, uint32_t location) {
  return (uint64_t)p->template_number << 32 | location;
}

static void map_regions(const pml_process *p, sv_map *regions) {
  for (uint32_t i = p->nodes.n; i--;)
    if (!p->nodes.at[i]->same)
      sv_map_put(regions, place_key(p, p->nodes.at[i]->location), p->nodes.at[i]->region);
}

static uint32_t region_of(const sv_map *regions, const pml_process *p, uint32_t location) {
  uint32_t region = sv_map_get(regions, place_key(p, location));
  return region == SV_MAP_NONE ? 0 : region;
}

void pml_emit_all(pml_lowering *l) {
  pml_bundles all = {0};
  sv_map regions = {0};
  for (uint32_t i = 0; i < l->program->procs; i++) {
    bundle_offers(l, &l->process[i], &all);
    map_regions(&l->process[i], &regions);
  }
  for (uint32_t i = 0; i < all.n && sv_diags_go_on(l->diags); i++) emit_bundle(&all.at[i], &all);
  for (uint32_t i = 0; i < all.n; i++) {
    const pml_bundle *b = &all.at[i];
    emit_stuck(l, b->process, b->offer, region_of(&regions, b->process, b->offer->location));
    sv_vec_free(all.at[i].from);
  }
  sv_map_free(&regions);
  sv_vec_free(all);
}
