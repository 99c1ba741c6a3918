// control.c -- which of the possible actions are enabled: docs/model.md, "Control".

#include "analysis/access/access.h"
#include "engine/bdd/system.h"

typedef struct {
  sv_symbolic *s;
  sv_bdds *b;
  const sv_net *net;
  const sv_bdd_draft *drafts;
  sv_bdd exclusive;  // somebody stands in a blocking or committed location
  sv_bdd *own;       // by process: it does
  sv_bdd *holds;     // by process: it holds control
  sv_bdd *allowed;   // by action: what the rules so far leave of the states
  sv_bdd *left;      // by action: where rules 1 to 3 leave it among the possible ones
  sv_u32s rivals;    // blind actions that the one at hand gives way to
} controller;

enum { EXCLUSIVE = SV_LOC_BLOCKING | SV_LOC_COMMITTED };

// ---- rule 1

static bool is_exclusive(const sv_location *l, uint32_t unused) {
  SV_UNUSED(unused);
  return l->flags & EXCLUSIVE;
}

static void find_exclusive(controller *c) {
  for (uint32_t p = 0; p < c->net->processes.n; p++) {
    c->own[p] = sv_symbolic_bool(c->s, sv_blast_where(c->s->blaster, p, is_exclusive, 0));
    sv_bdd_or_to(c->b, &c->exclusive, c->own[p]);
  }
}

// Nobody is exclusive, or one of its processes is.
static sv_bdd first_rule(controller *c, const sv_net_action *a) {
  sv_bdd ok = sv_bdd_not(c->b, c->exclusive);
  for (uint32_t i = 0; i < a->edge_count; i++) sv_bdd_or_to(c->b, &ok, c->own[a->edges[i].process]);
  return ok;
}

static void apply_first(controller *c) {
  for (uint32_t a = 0; a < c->net->actions.n; a++) {
    c->allowed[a] = first_rule(c, &c->net->actions.at[a]);
    c->left[a] = sv_bdd_and(c->b, c->drafts[a].possible, c->allowed[a]);
  }
}

// ---- rule 2

static uint32_t highest_class(const sv_net *net) {
  uint32_t most = 0;
  for (uint32_t a = 0; a < net->actions.n; a++)
    if (net->actions.at[a].priority > most) most = net->actions.at[a].priority;
  return most;
}

static void keep_class(controller *c, uint32_t class, sv_bdd *lower) {
  sv_bdd here = SV_BDD_FALSE;
  for (uint32_t a = 0; a < c->net->actions.n; a++) {
    if (c->net->actions.at[a].priority != class) continue;
    sv_bdd_minus_to(c->b, &c->allowed[a], *lower);
    sv_bdd_minus_to(c->b, &c->left[a], *lower);
    sv_bdd_or_to(c->b, &here, c->left[a]);
  }
  sv_bdd_or_to(c->b, lower, here);
  sv_bdd_drop(c->b, here);
}

static void apply_second(controller *c) {
  uint32_t most = highest_class(c->net);
  sv_bdd lower = SV_BDD_FALSE;
  for (uint32_t class = 0; class <= most && most; class ++) keep_class(c, class, &lower);
  sv_bdd_drop(c->b, lower);
}

// ---- rule 3

static void find_holders(controller *c) {
  c->s->nobody = SV_BDD_TRUE;
  if (c->net->holder == SV_NO_VARIABLE) return;
  c->s->nobody = sv_symbolic_bool(c->s, sv_blast_held(c->s->blaster, 0));
  for (uint32_t p = 0; p < c->net->processes.n; p++)
    c->holds[p] = sv_symbolic_bool(c->s, sv_blast_held(c->s->blaster, p + 1));
}

// The holder is forgotten: its bits become those of 0.
static sv_bdd_relation release_relation(controller *c, sv_bdd from) {
  const sv_net_var *holder = &c->net->vars.at[c->net->holder];
  const sv_code_item *item = &c->s->coding->cells[holder->first_cell];
  sv_bdd_draft d = {.inside = from};
  for (uint32_t i = 0; i < item->n; i++) {
    if (sv_code_is_const(item->at[i])) continue;
    sv_push(d.bits, sv_code_state_bit(item->at[i]));
    sv_push(d.values, SV_BDD_FALSE);
  }
  sv_bdd_relation r = sv_symbolic_relation(c->s, &d, SV_BDD_TRUE);
  sv_vec_free(d.bits);
  sv_vec_free(d.values);
  return r;
}

sv_bdd sv_symbolic_holder_cube(sv_symbolic *s) {
  sv_u32s vars = {0};
  if (s->net->holder != SV_NO_VARIABLE) {
    const sv_code_item *item = &s->coding->cells[s->net->vars.at[s->net->holder].first_cell];
    for (uint32_t i = 0; i < item->n; i++)
      if (!sv_code_is_const(item->at[i]))
        sv_push(vars, 2 * s->pair_of_bit[sv_code_state_bit(item->at[i])]);
  }
  sv_bdd cube = sv_bdd_cube(s->bdds, vars.at, vars.n);
  sv_vec_free(vars);
  return cube;
}

static void add_release(controller *c, uint32_t p) {
  sv_bdd stuck = sv_bdd_keep(c->b, c->holds[p]);
  for (uint32_t a = 0; a < c->net->actions.n && !sv_bdd_is_false(stuck); a++) {
    const sv_net_action *x = &c->net->actions.at[a];
    if (!x->priority && sv_moves_itself(x, p)) sv_bdd_minus_to(c->b, &stuck, c->left[a]);
  }
  if (!sv_bdd_is_false(stuck)) sv_push(c->s->releases, release_relation(c, stuck));
  sv_bdd_drop(c->b, stuck);
}

// Nobody holds control, or somebody who moves in this action.
static sv_bdd third_rule(controller *c, const sv_net_action *a) {
  sv_bdd ok = sv_bdd_keep(c->b, c->s->nobody);
  for (uint32_t i = 0; !a->priority && i < a->edge_count; i++)
    if (sv_moves_itself(a, a->edges[i].process))
      sv_bdd_or_to(c->b, &ok, c->holds[a->edges[i].process]);
  return ok;
}

static void apply_third(controller *c) {
  find_holders(c);
  if (c->net->holder == SV_NO_VARIABLE) return;
  for (uint32_t p = 0; p < c->net->processes.n; p++) add_release(c, p);
  for (uint32_t a = 0; a < c->net->actions.n; a++) {
    sv_bdd ok = third_rule(c, &c->net->actions.at[a]);
    sv_bdd_and_to(c->b, &c->allowed[a], ok);
    sv_bdd_and_to(c->b, &c->left[a], ok);
    sv_bdd_drop(c->b, ok);
  }
}

// ---- rule 4

// All are judged at once: `left` stays as rule 3 made it.
static void apply_fourth(controller *c, uint32_t a) {
  const sv_net_action *x = &c->net->actions.at[a];
  sv_clear(c->rivals);
  if (!sv_has_competitors(x)) return;
  for (uint32_t k = 0; k < c->net->actions.n; k++) {
    if (k == a || sv_bdd_is_false(c->left[k]) || !sv_competes(x, &c->net->actions.at[k])) continue;
    if (c->drafts[k].blind) sv_push(c->rivals, k);
    else sv_bdd_minus_to(c->b, &c->allowed[a], c->left[k]);
  }
}

// False, and no relation, if it takes too many nodes.
static bool try_relation(controller *c, const sv_bdd_draft *d, sv_bdd from, sv_bdd_relation *out) {
  if (d->large || c->rivals.n) return false;
  sv_bdds_limit(c->b, c->s->most_made);
  *out = sv_symbolic_relation(c->s, d, from);
  bool good = sv_bdds_unlimit(c->b);
  if (!good) sv_bdd_relation_free(c->b, out);
  return good;
}

// A blind action is needed as long as others give way to it.
static void add_event(controller *c, uint32_t a) {
  const sv_bdd_draft *d = &c->drafts[a];
  apply_fourth(c, a);
  sv_bdd enabled = sv_bdd_and(c->b, d->possible, c->allowed[a]);
  if (sv_bdd_is_false(d->blind ? c->left[a] : enabled)) return;
  if (c->net->actions.at[a].cut) {
    sv_push(c->s->cuts, (sv_bdd_cut){a, enabled});
    return;
  }
  sv_bdd_event e = {.action = a, .enabled = enabled};
  bool good = try_relation(c, d, c->allowed[a], &e.relation);
  sv_push(c->s->events, e);
  if (!good)
    sv_symbolic_add_demand(c->s, c->s->events.n - 1, d, c->allowed[a], c->left[a], &c->rivals);
}

// Could it be dropped although nothing else of its process remains? Only by way
// of a partner: alone, the lowest class of a process always stays.
static bool may_jam(const sv_net_action *a) {
  uint32_t active = 0;
  for (uint32_t i = 0; i < a->edge_count; i++) active += !sv_edge_is_passive(&a->edges[i]);
  return !a->priority && !a->cut && active > 1 && sv_has_competitors(a);
}

// Where the process holds control, has moves, and rule 4 drops them all.
static sv_bdd jammed(controller *c, uint32_t p) {
  sv_bdd some = SV_BDD_FALSE;
  for (uint32_t a = 0; a < c->net->actions.n; a++) {
    const sv_net_action *x = &c->net->actions.at[a];
    if (!x->priority && sv_moves_itself(x, p)) sv_bdd_or_to(c->b, &some, c->left[a]);
  }
  sv_bdd_and_to(c->b, &some, c->holds[p]);
  for (uint32_t i = 0; i < c->s->events.n && !sv_bdd_is_false(some); i++)
    sv_bdd_minus_to(c->b, &some, c->s->events.at[i].enabled);
  return some;
}

static void find_resting(controller *c) {
  bool may = false;
  for (uint32_t a = 0; a < c->net->actions.n; a++) may |= may_jam(&c->net->actions.at[a]);
  c->s->resting = sv_bdd_keep(c->b, c->s->nobody);
  for (uint32_t p = 0; may && c->net->holder != SV_NO_VARIABLE && p < c->net->processes.n; p++) {
    sv_bdd here = jammed(c, p);
    sv_bdd_or_to(c->b, &c->s->resting, here);
    sv_bdd_drop(c->b, here);
  }
}

// A way out that control never lets anybody take is none.
static void narrow_outside(controller *c) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < c->s->outside.n; i++) {
    sv_bdd_outside o = c->s->outside.at[i];
    if (o.action != UINT32_MAX) sv_bdd_and_to(c->b, &o.states, c->allowed[o.action]);
    if (!sv_bdd_is_false(o.states)) c->s->outside.at[kept++] = o;
  }
  c->s->outside.n = kept;
}

static void release_controller(controller *c) {
  for (uint32_t a = 0; a < c->net->actions.n; a++) {
    sv_bdd_drop(c->b, c->allowed[a]);
    sv_bdd_drop(c->b, c->left[a]);
  }
  for (uint32_t p = 0; p < c->net->processes.n; p++) {
    sv_bdd_drop(c->b, c->own[p]);
    sv_bdd_drop(c->b, c->holds[p]);
  }
  sv_bdd_drop(c->b, c->exclusive);
  sv_vec_free(c->rivals);
  sv_free(c->allowed);
  sv_free(c->left);
  sv_free(c->own);
  sv_free(c->holds);
}

void sv_symbolic_control(sv_symbolic *s, const sv_bdd_draft *drafts) {
  uint32_t n = s->net->actions.n, processes = s->net->processes.n;
  controller c = {.s = s,
                  .b = s->bdds,
                  .net = s->net,
                  .drafts = drafts,
                  .own = SV_NEW_ARRAY(sv_bdd, processes + 1),
                  .holds = SV_NEW_ARRAY(sv_bdd, processes + 1),
                  .allowed = SV_NEW_ARRAY(sv_bdd, n + 1),
                  .left = SV_NEW_ARRAY(sv_bdd, n + 1)};
  find_exclusive(&c);
  apply_first(&c);
  apply_second(&c);
  apply_third(&c);
  for (uint32_t a = 0; a < n; a++) add_event(&c, a);
  find_resting(&c);
  narrow_outside(&c);
  release_controller(&c);
}
