// demand.c -- relations that are built on demand, for the states that the search meets.
//
// The relation of an action can be large although few states are reachable: a
// product of numbers, or "take any matching message out of the queue", asks for
// all values that the bits could have. LTSmin (Blom, van de Pol: Symbolic
// reachability for process algebras with recursive data types, ICTAC 2008) learns
// such relations by enumerating states; here they are built from the action's graph, with
// diagrams that have to be right only for a set of states (encode/graph/aig_bdd.h,
// `care`), part by part, as new states are met.
//
// What is known of a relation is always exact, so what is reached is really
// reachable, and a search is complete if all it reached was met. What makes no
// difference to an action is left out, so that states are met for all values of it.
//
// Control wants to know where other actions are possible, so that is made for all
// states; unless it is too large, too, and only rule 4 (`else`) asks. Such an
// action is *blind*. Where rules 1 to 3 leave it is learnt first for the states at hand
// (look), then the relations of all who give way to it are built (meet).

#include "analysis/access/access.h"
#include "engine/bdd/system.h"

// ---- setting up

// No steps, but from and to the right bits.
static sv_bdd_relation no_steps(sv_symbolic *s, const sv_bdd_draft *d) {
  sv_bdd_draft none = {.bits = d->bits};
  sv_fill(none.values, d->bits.n);
  sv_bdd_relation r = sv_symbolic_relation(s, &none, SV_BDD_TRUE);
  sv_vec_free(none.values);
  return r;
}

void sv_symbolic_add_demand(sv_symbolic *s, uint32_t event, const sv_bdd_draft *d, sv_bdd allowed,
                            sv_bdd left, const sv_u32s *rivals) {
  sv_bdd_event *e = &s->events.at[event];
  assert(!e->demanded && (!d->blind || d->large));
  sv_bdd_demand n = {.event = event, .blind = d->blind, .learns = d->blind || rivals->n};
  n.may = sv_bdd_keep(s->bdds, e->enabled);
  n.allowed = sv_bdd_keep(s->bdds, allowed);
  n.base = sv_bdd_keep(s->bdds, left);
  n.ways = d->large ? s->actions[e->action].outside.n : 0;
  for (uint32_t i = 0; i < rivals->n; i++) sv_push(n.rivals, rivals->at[i]);
  e->demanded = true;
  e->relation = no_steps(s, d);
  if (n.learns) sv_bdd_set(s->bdds, &e->enabled, SV_BDD_FALSE);
  sv_push(s->demands, n);
}

static const sv_blasted *action_of(const sv_symbolic *s, const sv_bdd_demand *d) {
  return &s->actions[s->events.at[d->event].action];
}

static void mark_read(const sv_symbolic *s, const sv_lits *roots, bool *read) {
  sv_u32s inputs = {0};
  sv_aig_support(s->aig, roots->at, roots->n, &inputs);
  for (uint32_t i = 0; i < inputs.n; i++) read[s->var_of_node.at[inputs.at[i]]] = true;
  sv_vec_free(inputs);
}

// What decides where rules 1 to 3 leave a blind action.
static void mark_base(sv_symbolic *s, const sv_bdd_demand *d, bool *read) {
  sv_lits roots = {0};
  sv_u32s vars = {0};
  sv_push(roots, action_of(s, d)->possible);
  mark_read(s, &roots, read);
  sv_bdd_support(s->bdds, d->base, &vars);
  for (uint32_t i = 0; i < vars.n; i++) read[vars.at[i]] = true;
  sv_vec_free(roots);
  sv_vec_free(vars);
}

static sv_bdd cube_but(sv_symbolic *s, const bool *read) {
  sv_u32s vars = {0};
  for (uint32_t i = 0; i < s->state_vars.n; i++)
    if (!read[s->state_vars.at[i]]) sv_push(vars, s->state_vars.at[i]);
  sv_bdd cube = sv_bdd_cube(s->bdds, vars.at, vars.n);
  sv_vec_free(vars);
  return cube;
}

static void find_unread(sv_symbolic *s, sv_bdd_demand *d) {
  bool *read = SV_NEW_ARRAY(bool, s->vars + 1);
  sv_lits roots = {0};
  if (d->blind) mark_base(s, d, read);
  if (d->blind) d->unread_base = cube_but(s, read);
  for (uint32_t i = 0; i < d->rivals.n; i++) mark_base(s, &s->demands.at[d->rivals.at[i]], read);
  sv_symbolic_collect(s, action_of(s, d), &roots);
  mark_read(s, &roots, read);
  d->unread = cube_but(s, read);
  sv_vec_free(roots);
  sv_free(read);
}

static uint32_t demand_of(const sv_symbolic *s, uint32_t action) {
  uint32_t i = 0;
  while (i < s->demands.n && s->events.at[s->demands.at[i].event].action != action) i++;
  REQUIRE(i < s->demands.n, "a blind action that others give way to has a demand");
  return i;
}

void sv_symbolic_open_demands(sv_symbolic *s) {
  for (uint32_t i = 0; i < s->demands.n; i++) {
    sv_bdd_demand *d = &s->demands.at[i];
    const sv_blasted *x = action_of(s, d);
    for (uint32_t k = 0; k < d->rivals.n; k++) d->rivals.at[k] = demand_of(s, d->rivals.at[k]);
    find_unread(s, d);
    d->outside = s->outside.n;
    for (uint32_t k = 0; k < d->ways; k++)
      sv_push(s->outside, (sv_bdd_outside){x->action, SV_BDD_FALSE, x->outside.at[k]});
  }
}

void sv_symbolic_free_demands(sv_symbolic *s) {
  for (uint32_t i = 0; i < s->demands.n; i++) {
    sv_bdd_demand *d = &s->demands.at[i];
    const sv_bdd all[] = {d->may,  d->allowed, d->unread,      d->met,
                          d->base, d->left,    d->unread_base, d->looked};
    for (uint32_t k = 0; k < SV_COUNT(all); k++) sv_bdd_drop(s->bdds, all[k]);
    sv_vec_free(d->rivals);
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
  sv_bdd allowed;    // what control leaves of them
  sv_bdd_list made;  // by literal; right for the fresh states
  sv_bdd_draft draft;
  sv_bdd choices;  // cube
} part;

static void make_literals(part *p, const sv_lits *roots) {
  sv_symbolic_note_choices(p->s, roots, &p->draft.singles);
  sv_fill(p->made, roots->n);
  p->s->scratch.care = p->fresh;
  sv_symbolic_make(p->s, roots->at, roots->n, p->made.at);
  p->s->scratch.care = SV_BDD_FALSE;
  p->choices = sv_bdd_cube(p->b, p->draft.singles.at, p->draft.singles.n);
}

// For some choices; a new reference.
static sv_bdd states_of(part *p, sv_bdd made) {
  sv_bdd states = sv_bdd_and_exists(p->b, made, p->fresh, p->choices);
  sv_bdd_and_to(p->b, &states, p->allowed);
  return states;
}

static void free_part(part *p) {
  for (uint32_t i = 0; i < p->made.n; i++) sv_bdd_drop(p->b, p->made.at[i]);
  sv_bdd_drop(p->b, p->fresh);
  sv_bdd_drop(p->b, p->allowed);
  sv_bdd_drop(p->b, p->draft.inside);
  sv_bdd_drop(p->b, p->choices);
  sv_vec_free(p->draft.bits);
  sv_vec_free(p->draft.values);
  sv_vec_free(p->draft.singles);
  sv_vec_free(p->made);
}

static void add_steps(part *p) {
  p->draft.inside = sv_bdd_and(p->b, p->made.at[0], p->fresh);
  for (uint32_t i = 0; i < p->x->writes.n; i++) {
    sv_push(p->draft.bits, p->x->writes.at[i].bit);
    sv_push(p->draft.values, p->made.at[1 + i]);
  }
  sv_bdd_relation more = sv_symbolic_relation(p->s, &p->draft, SV_BDD_TRUE);
  sv_bdd_and_to(p->b, &more.rel, p->allowed);
  sv_bdd_or_to(p->b, &p->s->events.at[p->d->event].relation.rel, more.rel);
  assert(p->made.n == 1 + p->x->writes.n + p->x->outside.n);
  sv_bdd_relation_free(p->b, &more);
}

static void add_ways(part *p) {
  for (uint32_t i = 0; i < p->d->ways; i++) {
    sv_bdd when = states_of(p, p->made.at[1 + p->x->writes.n + i]);
    assert(p->d->outside + i < p->s->outside.n);
    sv_bdd_or_to(p->b, &p->s->outside.at[p->d->outside + i].states, when);
    if (!p->s->leaves_apart) sv_bdd_or_to(p->b, &p->s->leaving, when);
    sv_bdd_drop(p->b, when);
  }
}

static void add_enabled(part *p) {
  sv_bdd more = sv_bdd_and(p->b, p->fresh, p->d->may);
  sv_bdd_and_to(p->b, &more, p->allowed);
  sv_bdd_or_to(p->b, &p->s->events.at[p->d->event].enabled, more);
  sv_bdd_drop(p->b, more);
}

// ---- meeting states

// Those of the states, without what makes no difference, that are among `may` and not yet known.
static sv_bdd unknown(sv_symbolic *s, sv_bdd states, sv_bdd may, sv_bdd unread, sv_bdd known) {
  sv_bdd fresh = sv_bdd_and_exists(s->bdds, states, may, unread);
  sv_bdd_minus_to(s->bdds, &fresh, known);
  return fresh;
}

static sv_bdd not_looked(sv_symbolic *s, const sv_bdd_demand *d, sv_bdd states) {
  return d->blind ? unknown(s, states, d->base, d->unread_base, d->looked) : SV_BDD_FALSE;
}

static sv_bdd not_met(sv_symbolic *s, const sv_bdd_demand *d, sv_bdd states) {
  return unknown(s, states, d->may, d->unread, d->met);
}

static part begin(sv_symbolic *s, sv_bdd_demand *d, sv_bdd fresh) {
  assert(d->event < s->events.n && s->events.at[d->event].demanded);
  return (part){.s = s, .b = s->bdds, .d = d, .x = action_of(s, d), .fresh = fresh};
}

static void look(sv_symbolic *s, sv_bdd_demand *d, sv_bdd states) {
  part p = begin(s, d, not_looked(s, d, states));
  if (sv_bdd_is_false(p.fresh)) return;
  sv_lits roots = {0};
  sv_push(roots, p.x->possible);
  p.allowed = sv_bdd_keep(p.b, d->base);
  make_literals(&p, &roots);
  sv_bdd more = states_of(&p, p.made.at[0]);
  assert(sv_bdd_implies(p.b, more, d->base));
  sv_bdd_or_to(p.b, &d->left, more);
  sv_bdd_or_to(p.b, &d->looked, p.fresh);
  sv_bdd_drop(p.b, more);
  sv_vec_free(roots);
  free_part(&p);
}

static void build(part *p) {
  sv_lits roots = {0};
  sv_symbolic_collect(p->s, p->x, &roots);
  p->allowed = sv_bdd_keep(p->b, p->d->allowed);
  for (uint32_t i = 0; i < p->d->rivals.n; i++)
    sv_bdd_minus_to(p->b, &p->allowed, p->s->demands.at[p->d->rivals.at[i]].left);
  make_literals(p, &roots);
  add_steps(p);
  add_ways(p);
  if (p->d->learns) add_enabled(p);
  sv_vec_free(roots);
}

// All blind actions have looked at these states.
static void meet(sv_symbolic *s, sv_bdd_demand *d, sv_bdd states) {
  part p = begin(s, d, not_met(s, d, states));
  sv_bdd_or_to(p.b, &d->met, p.fresh);
  if (d->blind) sv_bdd_and_to(p.b, &p.fresh, d->left);
  if (!sv_bdd_is_false(p.fresh)) build(&p);
  free_part(&p);
}

static void look_all(sv_symbolic *s, sv_bdd states) {
  for (uint32_t i = 0; i < s->demands.n; i++) look(s, &s->demands.at[i], states);
}

void sv_symbolic_meet(sv_symbolic *s, sv_bdd states) {
  look_all(s, states);
  for (uint32_t i = 0; i < s->demands.n; i++) meet(s, &s->demands.at[i], states);
}

bool sv_symbolic_has_met(sv_symbolic *s, sv_bdd states) {
  bool all = true;
  for (uint32_t i = 0; i < s->demands.n && all; i++) {
    sv_bdd met = not_met(s, &s->demands.at[i], states);
    sv_bdd looked = not_looked(s, &s->demands.at[i], states);
    all = sv_bdd_is_false(met) && sv_bdd_is_false(looked);
    sv_bdd_drop(s->bdds, met);
    sv_bdd_drop(s->bdds, looked);
  }
  return all;
}

static const sv_net_action *net_action(const sv_symbolic *s, const sv_bdd_demand *d) {
  return &s->net->actions.at[s->events.at[d->event].action];
}

void sv_symbolic_remove_unsure(sv_symbolic *s, uint32_t process, sv_bdd *from) {
  for (uint32_t i = 0; i < s->demands.n; i++) {
    const sv_bdd_demand *d = &s->demands.at[i];
    if (d->learns && sv_edge_of(net_action(s, d), process)) sv_bdd_minus_to(s->bdds, from, d->may);
  }
}

// ---- images

static const sv_bdd_relation *relation_of(const sv_symbolic *s, const sv_bdd_demand *d) {
  return &s->events.at[d->event].relation;
}

void sv_symbolic_add_demanded(sv_symbolic *s, sv_bdd states, uint32_t process, sv_bdd *to) {
  look_all(s, states);
  for (uint32_t i = 0; i < s->demands.n; i++) {
    sv_bdd_demand *d = &s->demands.at[i];
    if (process != UINT32_MAX && !sv_edge_of(net_action(s, d), process)) continue;
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
