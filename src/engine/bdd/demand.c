// demand.c -- relations that are built on demand, for the states that the search meets.
//
// The relation of an action can be large although few states are reachable: a
// product of numbers, or "take any matching message out of the queue", asks for
// all values that the bits could have. LTSmin (Blom, van de Pol: Symbolic
// reachability for process algebras with recursive data types, ICTAC 2008) learns
// such relations by enumerating states; here they are built from the action's graph, with
// diagrams that have to be right only for a set of states (encode/diagram.h,
// `care`), part by part, as new states are met.
//
// What is known of a relation is always exact, and so are the states in which the
// action is enabled; so control needs nothing else, and what is reached is
// really reachable. A search is complete if all it reached was met. What an action
// does not look at makes no difference, so states are met without it.

#include "analysis/access.h"
#include "engine/bdd/system.h"

// ---- setting up

static sv_bdd unread_cube(sv_symbolic *s, const sv_blasted *x) {
  sv_lits roots = {0};
  sv_u32s inputs = {0}, vars = {0};
  bool *read = SV_NEW_ARRAY(bool, s->vars + 1);
  sv_symbolic_collect(s, x, &roots);
  sv_aig_support(s->aig, roots.at, roots.n, &inputs);
  for (uint32_t i = 0; i < inputs.n; i++) read[s->var_of_node.at[inputs.at[i]]] = true;
  for (uint32_t i = 0; i < s->state_vars.n; i++)
    if (!read[s->state_vars.at[i]]) sv_push(vars, s->state_vars.at[i]);
  sv_bdd cube = sv_bdd_cube(s->bdds, vars.at, vars.n);
  sv_vec_free(roots);
  sv_vec_free(inputs);
  sv_vec_free(vars);
  sv_free(read);
  return cube;
}

// No steps, but from and to the right bits.
static sv_bdd_relation no_steps(sv_symbolic *s, const sv_bdd_draft *d) {
  sv_bdd_draft none = {.bits = d->bits};
  sv_fill(none.values, d->bits.n);
  sv_bdd_relation r = sv_symbolic_relation(s, &none, SV_BDD_TRUE);
  sv_vec_free(none.values);
  return r;
}

void sv_symbolic_add_demand(sv_symbolic *s, uint32_t event, const sv_bdd_draft *d, sv_bdd allowed) {
  sv_bdd_event *e = &s->events.at[event];
  const sv_blasted *x = &s->actions[e->action];
  e->relation = no_steps(s, d);
  sv_push(s->demands, (sv_bdd_demand){.event = event,
                                      .allowed = sv_bdd_keep(s->bdds, allowed),
                                      .unread = unread_cube(s, x),
                                      .ways = d->large ? x->outside.n : 0});
}

void sv_symbolic_open_ways(sv_symbolic *s) {
  for (uint32_t i = 0; i < s->demands.n; i++) {
    sv_bdd_demand *d = &s->demands.at[i];
    const sv_blasted *x = &s->actions[s->events.at[d->event].action];
    d->outside = s->outside.n;
    for (uint32_t k = 0; k < d->ways; k++)
      sv_push(s->outside, (sv_bdd_outside){x->action, SV_BDD_FALSE, x->outside.at[k]});
  }
}

bool sv_symbolic_is_demanded(const sv_symbolic *s, uint32_t event) {
  for (uint32_t i = 0; i < s->demands.n; i++)
    if (s->demands.at[i].event == event) return true;
  return false;
}

void sv_symbolic_free_demands(sv_symbolic *s) {
  for (uint32_t i = 0; i < s->demands.n; i++) {
    sv_bdd_drop(s->bdds, s->demands.at[i].allowed);
    sv_bdd_drop(s->bdds, s->demands.at[i].unread);
    sv_bdd_drop(s->bdds, s->demands.at[i].met);
  }
  sv_vec_free(s->demands);
}

// ---- building

typedef struct {
  sv_symbolic *s;
  sv_bdds *b;
  sv_bdd_demand *d;
  const sv_blasted *x;
  sv_bdd fresh;      // the states to build it for
  sv_bdd_list made;  // by literal of the action; right for these states
  sv_bdd_draft draft;
  sv_bdd choices;  // cube
} part;

static void make_literals(part *p) {
  sv_lits roots = {0};
  sv_symbolic_collect(p->s, p->x, &roots);
  sv_symbolic_note_choices(p->s, &roots, &p->draft.singles);
  sv_fill(p->made, roots.n);
  p->s->room.care = p->fresh;
  sv_symbolic_make(p->s, roots.at, roots.n, p->made.at);
  p->s->room.care = SV_BDD_FALSE;
  p->choices = sv_bdd_cube(p->b, p->draft.singles.at, p->draft.singles.n);
  sv_vec_free(roots);
}

static void add_steps(part *p) {
  p->draft.inside = sv_bdd_and(p->b, p->made.at[0], p->fresh);
  for (uint32_t i = 0; i < p->x->writes.n; i++) {
    sv_push(p->draft.bits, p->x->writes.at[i].bit);
    sv_push(p->draft.values, p->made.at[1 + i]);
  }
  sv_bdd_relation more = sv_symbolic_relation(p->s, &p->draft, SV_BDD_TRUE);
  sv_bdd_and_to(p->b, &more.rel, p->d->allowed);
  sv_bdd_or_to(p->b, &p->s->events.at[p->d->event].relation.rel, more.rel);
  sv_bdd_relation_free(p->b, &more);
}

static void add_ways(part *p) {
  for (uint32_t i = 0; i < p->d->ways; i++) {
    sv_bdd when = sv_bdd_and(p->b, p->made.at[1 + p->x->writes.n + i], p->fresh);
    sv_bdd_set(p->b, &when, sv_bdd_exists(p->b, when, p->choices));
    sv_bdd_and_to(p->b, &when, p->d->allowed);
    sv_bdd_or_to(p->b, &p->s->outside.at[p->d->outside + i].states, when);
    if (!p->s->leaves_apart) sv_bdd_or_to(p->b, &p->s->leaving, when);
    sv_bdd_drop(p->b, when);
  }
}

static void free_part(part *p) {
  for (uint32_t i = 0; i < p->made.n; i++) sv_bdd_drop(p->b, p->made.at[i]);
  sv_bdd_drop(p->b, p->draft.inside);
  sv_bdd_drop(p->b, p->choices);
  sv_vec_free(p->draft.bits);
  sv_vec_free(p->draft.values);
  sv_vec_free(p->draft.singles);
  sv_vec_free(p->made);
}

// ---- meeting states

// Those of the states that it does not know yet, without what it does not look at.
static sv_bdd not_met(sv_symbolic *s, const sv_bdd_demand *d, sv_bdd states) {
  sv_bdd fresh = sv_bdd_and_exists(s->bdds, states, s->events.at[d->event].enabled, d->unread);
  sv_bdd_minus_to(s->bdds, &fresh, d->met);
  return fresh;
}

static void meet(sv_symbolic *s, sv_bdd_demand *d, sv_bdd states) {
  part p = {.s = s, .b = s->bdds, .d = d, .x = &s->actions[s->events.at[d->event].action]};
  p.fresh = not_met(s, d, states);
  if (sv_bdd_is_false(p.fresh)) return;
  make_literals(&p);
  add_steps(&p);
  add_ways(&p);
  sv_bdd_or_to(s->bdds, &d->met, p.fresh);
  sv_bdd_drop(s->bdds, p.fresh);
  free_part(&p);
}

void sv_symbolic_meet(sv_symbolic *s, sv_bdd states) {
  for (uint32_t i = 0; i < s->demands.n; i++) meet(s, &s->demands.at[i], states);
}

bool sv_symbolic_has_met(sv_symbolic *s, sv_bdd states) {
  bool all = true;
  for (uint32_t i = 0; i < s->demands.n && all; i++) {
    sv_bdd fresh = not_met(s, &s->demands.at[i], states);
    all = sv_bdd_is_false(fresh);
    sv_bdd_drop(s->bdds, fresh);
  }
  return all;
}

// ---- images

static const sv_bdd_relation *relation_of(const sv_symbolic *s, const sv_bdd_demand *d) {
  return &s->events.at[d->event].relation;
}

void sv_symbolic_add_demanded(sv_symbolic *s, sv_bdd states, uint32_t process, sv_bdd *to) {
  for (uint32_t i = 0; i < s->demands.n; i++) {
    sv_bdd_demand *d = &s->demands.at[i];
    const sv_net_action *a = &s->net->actions.at[s->events.at[d->event].action];
    if (process != UINT32_MAX && !sv_edge_of(a, process)) continue;
    meet(s, d, states);
    sv_bdd image = sv_bdd_image(s->bdds, states, relation_of(s, d));
    sv_bdd_or_to(s->bdds, to, image);
    sv_bdd_drop(s->bdds, image);
  }
}

void sv_symbolic_add_demanded_before(sv_symbolic *s, sv_bdd states, sv_bdd *to) {
  for (uint32_t i = 0; i < s->demands.n; i++) {
    sv_bdd some = sv_bdd_preimage(s->bdds, states, relation_of(s, &s->demands.at[i]));
    sv_bdd_or_to(s->bdds, to, some);
    sv_bdd_drop(s->bdds, some);
  }
}
