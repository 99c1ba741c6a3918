// certify_terms.c -- see certify_terms.h.

#include "engine/certify_terms.h"

#include "encode/smt/smt_process.h"
#include "encode/smt/smt_project.h"

typedef struct {
  const sv_term_proof *proof;
  sv_obligations *obligations;
  sv_smt_net *s;
  sv_smt_term invariant;  // over the state: its form, and the terms
} check;

// ---- the system

// How queues are written where they were written like this before: as different as possible, but
// with the same states.
static sv_queue_encoding other_encoding(sv_queue_encoding search) {
  sv_queue_encoding other = {SV_LAYOUT_CYCLIC, SV_CONTENTS_EXPLICIT, SV_POINTER_ONE_HOT,
                             SV_TAGS_NONE};
  if (search.layout == SV_LAYOUT_CYCLIC) other.layout = SV_LAYOUT_SHIFTING;
  return search.layout == SV_LAYOUT_UNORDERED ? search : other;
}

static bool has_any_value(const sv_rep *rep, const sv_net_queue *q, uint32_t field) {
  sv_smt_term some = sv_smt_const(rep->z, "some", sv_rep_sort(rep, q->fields[field]));
  return sv_smt_is_true(rep->z, sv_rep_within(rep, q->fields[field], some));
}

// Slots without end are not said to hold values of their sorts.
static bool is_exact(const sv_queue_smt *q) {
  if (q->encoding.layout == SV_LAYOUT_UNORDERED) return !q->parts;
  if (q->encoding.contents == SV_CONTENTS_EXPLICIT) return true;
  for (uint32_t f = 0; f < q->net_queue->field_count; f++)
    if (!has_any_value(&q->rep, q->net_queue, f)) return false;
  return true;
}

// Do the formulas for any state speak of just the net's own states? From the start they do.
static bool all_exact(const check *c) {
  for (uint32_t i = 0; i < c->s->net->queues.n; i++)
    if (!is_exact(c->s->queues[i])) return false;
  return true;
}

// False: it cannot be had, which is said.
static bool make_system(check *c) {
  const sv_term_proof *p = c->proof;
  bool ends = p->kind == SV_PROOF_END;
  sv_smt_net_options o = {.queues = other_encoding(p->queues),
                          .semantics = ends ? p->semantics : SV_STEPS_INTERLEAVING,
                          .order = p->order,
                          .plain = true};
  sv_clear(c->obligations->trouble);
  c->s = sv_smt_net_new(p->net, &o, &c->obligations->trouble);
  if (!c->s) return false;
  c->obligations->approximate = ends ? c->s->approximate : !all_exact(c);
  if (c->s->most_steps == UINT32_MAX || (ends && p->steps <= c->s->most_steps)) return true;
  sv_text_string(&c->obligations->trouble,
                 "a queue without bound has messages taken from its middle");
  return false;
}

// ---- the invariant

static sv_smt_term invariant_at(check *c, const sv_smt_state *state) {
  const sv_term_proof *p = c->proof;
  sv_smt_view view = {.rep = &c->s->rep, .queues = c->s->queues, .now = state};
  sv_smt_term all = sv_smt_legal_at(c->s, state);
  for (uint32_t i = 0; i < p->invariant_count; i++)
    all = sv_smt_and(c->s->z, all, sv_view_scalar(&view, p->invariants[i]));
  sv_smt_view_free(&view);
  return all;
}

// The values that the state begins with; in slots without a message any will do.
static void push_start(check *c, sv_smt_terms *from, sv_smt_terms *to) {
  sv_smt_net *s = c->s;
  for (uint32_t i = 0; i < s->state.n; i++) {
    if (!s->start.at[i].x) continue;
    sv_push(*from, s->state.at[i]);
    sv_push(*to, s->start.at[i]);
  }
  for (uint32_t i = 0; i < s->net->queues.n; i++) {
    const sv_queue_smt *q = s->queues[i];
    bool values = q->encoding.contents == SV_CONTENTS_EXPLICIT && !q->encoding.tags;
    for (uint32_t k = 0; values && k < q->slots * q->width; k++) {
      sv_sort sort = q->net_queue->fields[k % q->width];
      sv_push(*from, s->now.queues[i][q->contents + k]);
      sv_push(*to, sv_rep_value(&s->rep, sort, sv_sort_default(s->rep.terms, sort)));
    }
  }
}

static sv_certification check_initial(check *c) {
  sv_smt *z = c->s->z;
  sv_smt_terms from = {0}, to = {0};
  push_start(c, &from, &to);
  sv_smt_term parts[2] = {c->s->initial, sv_smt_not(z, c->invariant)};
  for (uint32_t i = 0; i < 2; i++)
    parts[i] = sv_smt_substitute(z, parts[i], from.at, to.at, from.n);
  sv_certification out = sv_oblige(c->obligations, z, parts, 2, "an initial state is missing", "");
  sv_vec_free(from);
  sv_vec_free(to);
  return out;
}

static const char *name_of(const check *c, uint32_t action) {
  const sv_model *m = c->proof->net->model;
  return sv_names_get(m->names, m->actions.at[c->proof->net->actions.at[action].action].name);
}

static sv_certification check_action(check *c, uint32_t action) {
  const sv_smt_effect *e = &c->s->effects[action];
  sv_smt_term after = sv_smt_not(c->s->z, invariant_at(c, &e->after));
  sv_smt_term parts[3] = {c->invariant, e->enabled, after};
  if (sv_smt_is_false(c->s->z, e->enabled) || sv_smt_is_false(c->s->z, after)) return SV_CERTIFIED;
  return sv_oblige(c->obligations, c->s->z, parts, 3, "a successor is missing", name_of(c, action));
}

static sv_certification check_inductive(check *c) {
  c->invariant = invariant_at(c, &c->s->now);
  sv_certification out = check_initial(c);
  for (uint32_t a = 0; a < c->proof->net->actions.n && out == SV_CERTIFIED; a++)
    if (!c->proof->net->actions.at[a].cut) out = check_action(c, a);
  return out;
}

// ---- what it excludes

static bool is_asked(const check *c, uint32_t property) {
  for (uint32_t i = 0; i < c->proof->property_count; i++)
    if (c->proof->properties[i] == property) return true;
  return false;
}

static sv_certification excludes(check *c, sv_smt_term bad, const char *what, const char *name) {
  sv_smt_term parts[2] = {c->invariant, bad};
  if (sv_smt_is_false(c->s->z, bad)) return SV_CERTIFIED;
  return sv_oblige(c->obligations, c->s->z, parts, 2, what, name);
}

static sv_certification check_excluded(check *c) {
  const sv_term_proof *p = c->proof;
  sv_certification out = excludes(c, c->s->cut, "the run is cut", "");
  for (uint32_t i = 0; i < p->property_count && out == SV_CERTIFIED; i++)
    out = excludes(c, c->s->bad[p->properties[i]], "a state violates a property", "");
  for (uint32_t a = 0; a < p->net->actions.n && out == SV_CERTIFIED; a++)
    if (is_asked(c, p->net->actions.at[a].fails))
      out = excludes(c, c->s->effects[a].enabled, "a step violates a property", name_of(c, a));
  return out;
}

// ---- induction over several steps

static sv_smt_term happens(check *c, sv_smt_unroll *u, uint32_t depth) {
  sv_smt_term any = sv_smt_at(u, c->s->cut, depth);
  for (uint32_t i = 0; i < c->proof->property_count; i++)
    any = sv_smt_or(c->s->z, any, sv_smt_violated_at(u, c->proof->properties[i], depth));
  return any;
}

typedef struct {
  sv_smt_unroll *u;
  sv_smt_projection *projection;
  sv_smt_process *normal_form;
} run_maker;

static run_maker begin_runs(check *c) {
  const sv_term_proof *p = c->proof;
  run_maker m = {.u = sv_smt_unroll_new(c->s, true)};
  if (p->kind != SV_PROOF_END) return m;
  if (p->relevance) m.projection = sv_smt_projection_new(c->s, m.u, p->relevance);
  if (p->semantics == SV_STEPS_PROCESS) m.normal_form = sv_smt_process_new(c->s, m.u);
  return m;
}

static void extend_runs(run_maker *m) {
  sv_smt_unroll_step(m->u);
  if (m->projection) sv_smt_project_step(m->projection);
  if (m->normal_form) sv_smt_process_step(m->normal_form);
}

static void end_runs(run_maker *m) {
  sv_smt_process_free(m->normal_form);
  sv_smt_projection_free(m->projection);
  sv_smt_unroll_free(m->u);
}

// Runs of just so many steps; of shorter ones it was shown.
static sv_certification check_depth(check *c, sv_smt_unroll *u, uint32_t depth) {
  sv_smt *z = c->s->z;
  if (depth) sv_smt_assert(z, sv_smt_moves_at(u, depth - 1));
  sv_smt_term bad = happens(c, u, depth);
  if (sv_smt_is_false(z, bad)) return SV_CERTIFIED;
  sv_certification out = sv_oblige(c->obligations, z, &bad, 1, "a run violates a property", "");
  sv_smt_assert(z, sv_smt_not(z, bad));
  return out;
}

static sv_certification check_runs(check *c) {
  sv_smt *z = c->s->z;
  sv_smt_push(z);
  run_maker m = begin_runs(c);
  sv_certification out = check_depth(c, m.u, 0);
  for (uint32_t d = 1; d <= c->proof->steps && out == SV_CERTIFIED; d++) {
    extend_runs(&m);
    out = check_depth(c, m.u, d);
  }
  if (out == SV_CERTIFIED && c->proof->kind == SV_PROOF_END)
    out = sv_oblige(c->obligations, z, NULL, 0, "runs go on", "");
  end_runs(&m);
  sv_smt_pop(z);
  return out;
}

static void say_apart(check *c, sv_smt_unroll *u) {
  const sv_term_proof *p = c->proof;
  for (uint32_t i = 0; i + 1 < p->apart_count; i += 2) {
    REQUIRE(p->apart[i] <= p->steps && p->apart[i + 1] <= p->steps, "there is no such moment");
    sv_smt_term same = sv_smt_same_state(u, p->apart[i], p->apart[i + 1]);
    sv_smt_assert(c->s->z, sv_smt_not(c->s->z, same));
  }
}

static sv_certification check_step(check *c) {
  sv_smt *z = c->s->z;
  uint32_t last = c->proof->steps + 1;
  sv_smt_push(z);
  sv_smt_unroll *u = sv_smt_unroll_new(c->s, false);
  for (uint32_t d = 0; d <= last; d++) {
    sv_smt_assert(z, sv_smt_at(u, c->invariant, d));
    if (d == last) break;
    sv_smt_assert(z, sv_smt_not(z, happens(c, u, d)));
    sv_smt_unroll_step(u);
    sv_smt_assert(z, sv_smt_moves_at(u, d));
  }
  say_apart(c, u);
  sv_smt_term bad = happens(c, u, last);
  sv_certification out =
      sv_oblige(c->obligations, z, &bad, 1, "one step more violates a property", "");
  sv_smt_unroll_free(u);
  sv_smt_pop(z);
  return out;
}

// ---- all of it

static sv_certification check_all(check *c) {
  if (c->proof->kind == SV_PROOF_END) return check_runs(c);
  sv_certification out = check_inductive(c);
  if (out != SV_CERTIFIED) return out;
  if (c->proof->kind == SV_PROOF_INVARIANT) return check_excluded(c);
  out = check_runs(c);
  return out == SV_CERTIFIED ? check_step(c) : out;
}

sv_certification sv_certify_terms(const sv_term_proof *p, sv_obligations *o) {
  check c = {.proof = p, .obligations = o};
  sv_certification out = make_system(&c) ? check_all(&c) : SV_NOT_DECIDED;
  SV_LOG(o->log, 1, "certificate: %u queries, %u terms, %s", o->queries, p->invariant_count,
         out == SV_CERTIFIED ? "shown" : sv_text_get(&o->trouble));
  sv_smt_net_free(c.s);
  return out;
}
