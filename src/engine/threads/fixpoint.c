// fixpoint.c -- Definition 8 to its end: all thread states there may be.
//
// Case 1, own steps and starts, goes through a list of locations with new
// states. When it is empty, case 2 passes what threads do to the globals on to
// all others: per class of actions that write the same globals, one relation
// over old and new globals and the passive thread, which must not have an
// exclusive predicate that the acting one has. Where these touch few variables that
// are close together, saturation passes them in one go; where it would fire them
// often, rounds of images are faster, and take over for good. Passive threads are sets over
// the twins of the local bits. Broadcasts look at both threads at once. Calls and
// returns are own steps, too (calls.c).

#include "engine/threads/sets.h"

enum { FIRED_PER_CLASS = 4 };  // while saturating; more is not cheap

// ---- new states

SV_ASSERT_ONLY static bool is_at(sv_thread_sets *x, sv_bdd set, uint32_t location) {
  sv_bdd at = sv_thread_diagram(x, x->s->at.at[location]);
  bool yes = sv_bdd_implies(x->bdds, set, at);
  sv_bdd_drop(x->bdds, at);
  return yes;
}

// Thread states of one location; taken.
static void add_at(sv_thread_sets *x, sv_bdd set, uint32_t location) {
  assert(location && location < x->s->at.n && is_at(x, set, location));
  sv_bdds *b = x->bdds;
  sv_bdd_set(b, &set, sv_bdd_minus(b, set, x->reached));
  if (!sv_bdd_is_false(set)) {
    sv_bdd_set(b, &x->reached, sv_bdd_or(b, x->reached, set));
    sv_bdd_set(b, &x->pending.at[location], sv_bdd_or(b, x->pending.at[location], set));
    sv_bits_add(&x->changed, location);
    if (x->recording)
      sv_push(x->batches, ((sv_thread_batch){x->origin, location, sv_bdd_keep(b, set)}));
  }
  sv_bdd_drop(b, set);
}

// Thread states of all kinds; taken.
static void add_anywhere(sv_thread_sets *x, sv_bdd set) {
  sv_bdds *b = x->bdds;
  sv_bdd_set(b, &set, sv_bdd_minus(b, set, x->reached));
  for (uint32_t l = 1; l < x->s->at.n && !sv_bdd_is_false(set); l++) {
    sv_bdd at = sv_thread_diagram(x, x->s->at.at[l]), here = sv_bdd_and(b, set, at);
    sv_bdd_set(b, &set, sv_bdd_minus(b, set, at));
    add_at(x, here, l);
    sv_bdd_drop(b, at);
  }
  sv_bdd_drop(b, set);
}

// ---- case 1

static void note_violations(sv_thread_sets *x, uint32_t action, sv_bdd set) {
  const sv_net_action *a = x->s->actions.at[action].net;
  if (!a->fails && !a->cut) return;
  if (sv_bdd_disjoint(x->bdds, set, x->relations[action].enabled)) return;
  if (a->fails) sv_bits_add(&x->violated, a->fails);
  if (a->cut) x->cut = a->cut;
}

static uint32_t target_of(const sv_net_action *a, uint32_t location) {
  return a->edges[0].to == SV_STAY ? location : a->edges[0].to;
}

static void take_return(sv_thread_sets *x, uint32_t action, sv_bdd set, uint32_t location,
                        sv_bdd below) {
  x->images++;
  x->origin = (sv_thread_origin){SV_THREAD_RETURNED, action, 0};
  assert(x->s->actions.at[action].kind == SV_THREAD_RETURN);
  add_at(x, sv_thread_return(x, action, set, below),
         target_of(x->s->actions.at[action].net, location));
}

// Whoever has returned before from such a call returns to these callers as well.
static void return_again(sv_thread_sets *x, sv_bdd below /*taken*/) {
  sv_bdds *b = x->bdds;
  for (uint32_t i = 0; i < x->s->actions.n && !sv_bdd_is_false(below); i++) {
    const sv_thread_action *a = &x->s->actions.at[i];
    if (a->kind != SV_THREAD_RETURN) continue;
    for (uint32_t k = 0; k < a->net->edges[0].from_count; k++) {
      uint32_t from = a->net->edges[0].from[k];
      sv_bdd at = sv_thread_diagram(x, x->s->at.at[from]), set = sv_bdd_and(b, x->reached, at);
      take_return(x, i, set, from, below);
      sv_bdd_drop(b, set);
      sv_bdd_drop(b, at);
    }
  }
  sv_bdd_drop(b, below);
}

static void take_own(sv_thread_sets *x, uint32_t action, sv_bdd set, uint32_t location) {
  const sv_thread_action *a = &x->s->actions.at[action];
  if (a->kind == SV_THREAD_RETURN) {
    take_return(x, action, set, location, x->below);
    return;
  }
  x->images++;
  x->origin = (sv_thread_origin){SV_THREAD_STEPPED, action, 0};
  add_at(x, sv_bdd_image(x->bdds, set, &x->relations[action].own), target_of(a->net, location));
  if (a->kind == SV_THREAD_CALL) return_again(x, sv_thread_call(x, action, set));
}

static void take_action(sv_thread_sets *x, uint32_t action, sv_bdd set, uint32_t location) {
  const sv_thread_action *a = &x->s->actions.at[action];
  const sv_thread_relations *r = &x->relations[action];
  const sv_net_edge *edges = a->net->edges;
  note_violations(x, action, set);
  if (a->net->cut) return;
  if (r->has_own) take_own(x, action, set, location);
  for (uint32_t e = 1, k = 0; e < a->net->edge_count; e++) {
    if (!edges[e].to) continue;
    x->origin = (sv_thread_origin){SV_THREAD_STARTED_BY, action, k};
    add_at(x, sv_bdd_image(x->bdds, set, &r->started.at[k++]), edges[e].to);
  }
}

static void expand(sv_thread_sets *x, uint32_t location) {
  sv_bdd set = x->pending.at[location];
  x->pending.at[location] = SV_BDD_FALSE;
  assert(sv_bdd_implies(x->bdds, set, x->reached));
  uint32_t bad = x->s->model->templates.at[1].locations.at[location].bad;
  if (bad) sv_bits_add(&x->violated, bad);
  for (uint32_t i = 0; i < x->s->leaving.at[location].n; i++)
    take_action(x, x->s->leaving.at[location].at[i], set, location);
  sv_bdd_drop(x->bdds, set);
}

// Rounds over the locations: control mostly goes forward through their numbers.
static bool take_own_steps(sv_thread_sets *x) {
  bool any = false;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t l = 1; l < x->pending.n; l++)
      if (!sv_bdd_is_false(x->pending.at[l])) expand(x, l), more = any = true;
  }
  return any;
}

// ---- case 2

static bool starts_at_changed(const sv_thread_sets *x, const sv_thread_action *a) {
  const sv_net_edge *e = &a->net->edges[0];
  for (uint32_t i = 0; i < e->from_count; i++)
    if (sv_bits_has(&x->changed, e->from[i])) return true;
  return false;
}

// What the actions at changed locations now do to the globals.
static void refresh_classes(sv_thread_sets *x) {
  sv_bdds *b = x->bdds;
  for (uint32_t i = 0; i < x->s->actions.n; i++) {
    const sv_thread_relations *r = &x->relations[i];
    if (!r->has_class || !starts_at_changed(x, &x->s->actions.at[i])) continue;
    sv_thread_class *c = &x->classes.at[r->class_number];
    assert(r->class_number < x->classes.n);
    sv_bdd steps = sv_bdd_and(b, x->reached, r->base);
    sv_bdd rel = sv_bdd_and_exists(b, steps, x->apart, x->own_cube);
    sv_bdd_drop(b, steps);
    if (!sv_bdd_implies(b, rel, c->rel)) {
      sv_bdd_set(b, &c->rel, sv_bdd_or(b, c->rel, rel));
      sv_bdd_set(b, &c->passed, SV_BDD_FALSE);
    }
    sv_bdd_drop(b, rel);
  }
  sv_bits_clear(&x->changed);
}

// Passes the class's steps on to all of the set; true if that gave new states. (The image of
// the whole set, again and again, is cheaper than that of what is new: differences of
// simple sets are not simple.)
static bool pass_class(sv_thread_sets *x, sv_thread_class *c, sv_bdd *set) {
  sv_bdds *b = x->bdds;
  if (sv_bdd_is_false(c->rel) || sv_bdd_same(*set, c->passed)) return false;
  sv_bdd_relation r = sv_bdd_relation_make(b, sv_bdd_keep(b, c->rel), c->pairs.at, c->pairs.n);
  sv_bdd to = sv_bdd_image(b, *set, &r), all = sv_bdd_or(b, *set, to);
  x->images++;
  sv_bdd_relation_free(b, &r);
  sv_bdd_drop(b, to);
  bool new = !sv_bdd_same(all, *set);
  assert(sv_bdd_implies(b, *set, all));
  sv_bdd_set(b, &c->passed, sv_bdd_keep(b, *set));
  sv_bdd_set(b, set, all);
  return new;
}

// The same thread states over the twins of the local bits, and back; taken.
static sv_bdd as_passive(sv_thread_sets *x, sv_bdd set) {
  sv_bdd_set(x->bdds, &set, sv_bdd_image(x->bdds, set, &x->to_passive));
  sv_bdd_set(x->bdds, &set, sv_bdd_exists(x->bdds, set, x->own_cube));
  return set;
}

static sv_bdd as_own(sv_thread_sets *x, sv_bdd set) {
  sv_bdd_set(x->bdds, &set, sv_bdd_image(x->bdds, set, &x->to_own));
  sv_bdd_set(x->bdds, &set, sv_bdd_exists(x->bdds, set, x->passive_cube));
  return set;
}

static void pass_in_rounds(sv_thread_sets *x, sv_bdd *set) {
  for (bool more = true; more;) {
    more = false;
    for (uint32_t c = 0; c < x->classes.n; c++) {
      bool new = pass_class(x, &x->classes.at[c], set);
      x->origin = (sv_thread_origin){SV_THREAD_PASSED, c, 0};
      if (new && x->recording) add_anywhere(x, as_own(x, sv_bdd_keep(x->bdds, *set)));
      more |= new;
    }
  }
}

static bool is_cheap(void *context, uint64_t fired) {
  sv_thread_sets *x = context;
  x->saturates = fired <= (uint64_t)FIRED_PER_CLASS * x->classes.n;
  return x->saturates;
}

// Passes by saturation; false, with the set as it was, if that is not cheap.
static bool pass_by_saturation(sv_thread_sets *x, sv_bdd *set) {
  sv_bdds *b = x->bdds;
  SV_VEC(sv_bdd_relation) relations = {0};
  for (uint32_t i = 0; i < x->classes.n; i++) {
    const sv_thread_class *c = &x->classes.at[i];
    sv_push(relations, sv_bdd_relation_make(b, sv_bdd_keep(b, c->rel), c->pairs.at, c->pairs.n));
  }
  sv_bdd all = sv_bdd_saturate(b, *set, relations.at, relations.n, is_cheap, x);
  x->images += relations.n;
  if (x->saturates) sv_bdd_set(b, set, all);
  else sv_bdd_drop(b, all);
  for (uint32_t i = 0; i < relations.n; i++) sv_bdd_relation_free(b, &relations.at[i]);
  sv_vec_free(relations);
  return x->saturates;
}

static void pass_classes(sv_thread_sets *x) {
  sv_bdd set = as_passive(x, sv_bdd_and(x->bdds, x->reached, x->passable));
  refresh_classes(x);
  if (x->recording || !x->saturates || !pass_by_saturation(x, &set)) pass_in_rounds(x, &set);
  add_anywhere(x, as_own(x, set));
}

// Acting and passive thread, both started, not excluding each other; a broadcast may
// change the passive one even if no global changes.
static void pass_broadcast(sv_thread_sets *x, const sv_thread_relations *r) {
  sv_bdds *b = x->bdds;
  sv_bdd acting = sv_bdd_and(b, x->reached, x->started);
  sv_thread_meet(b, &acting, as_passive(x, sv_bdd_keep(b, acting)));
  sv_bdd_set(b, &acting, sv_bdd_and(b, acting, x->apart));
  sv_bdd after = sv_bdd_image(b, acting, &r->passive);
  assert(sv_bdd_implies(b, acting, x->apart));
  sv_bdd_set(b, &after, sv_bdd_exists(b, after, x->own_cube));
  sv_bdd_drop(b, acting);
  x->images++;
  x->origin = (sv_thread_origin){SV_THREAD_TOLD, (uint32_t)(r - x->relations), 0};
  add_anywhere(x, as_own(x, after));
}

static void pass(sv_thread_sets *x) {
  x->passes++;
  SV_LOG(x->run->log, 2, "threads: pass %llu: %u nodes, %llu images", (unsigned long long)x->passes,
         sv_bdd_nodes(x->bdds, x->reached), (unsigned long long)x->images);
  sv_progress_tick(x->run->progress,
                   &(sv_progress_report){.phase = "threads",
                                         .depth = x->passes,
                                         .depth_of = "round",
                                         .size = sv_bdd_nodes(x->bdds, x->reached),
                                         .size_of = "nodes"});
  pass_classes(x);
  for (uint32_t i = 0; i < x->s->actions.n && x->s->has_broadcasts; i++)
    if (x->relations[i].has_passive) pass_broadcast(x, &x->relations[i]);
}

// ---- all of it

static void check_invariants(sv_thread_sets *x) {
  const sv_model *m = x->s->model;
  for (uint32_t p = 1; p < m->properties.n; p++) {
    if (m->properties.at[p].kind != SV_PROP_INVARIANT) continue;
    sv_bdd good = sv_thread_diagram(x, sv_thread_invariant(x->s, p));
    if (!sv_bdd_implies(x->bdds, x->reached, good)) sv_bits_add(&x->violated, p);
    sv_bdd_drop(x->bdds, good);
  }
}

void sv_thread_explore(sv_thread_sets *x) {
  sv_bdd initial = sv_thread_diagram(x, x->s->initial);
  x->origin = (sv_thread_origin){SV_THREAD_FIRST, 0, 0};
  add_anywhere(x, initial);
  while (take_own_steps(x)) pass(x);
  for (uint32_t l = 0; l < x->pending.n; l++) assert(sv_bdd_is_false(x->pending.at[l]));
  check_invariants(x);
}

void sv_thread_judge(sv_thread_sets *x) {
  sv_bits_clear(&x->violated);
  for (uint32_t i = 0; i < x->s->actions.n; i++) note_violations(x, i, x->reached);
  for (uint32_t l = 1; l < x->s->at.n; l++) {
    sv_bdd at = sv_thread_diagram(x, x->s->at.at[l]);
    uint32_t bad = x->s->model->templates.at[1].locations.at[l].bad;
    if (bad && !sv_bdd_disjoint(x->bdds, at, x->reached)) sv_bits_add(&x->violated, bad);
    sv_bdd_drop(x->bdds, at);
  }
  check_invariants(x);
}

void sv_thread_complete(sv_thread_sets *x) {
  if (!x->lazy) return;
  sv_bdd_set(x->bdds, &x->passable, sv_bdd_keep(x->bdds, x->started));
  for (uint32_t c = 0; c < x->classes.n; c++)
    sv_bdd_set(x->bdds, &x->classes.at[c].passed, SV_BDD_FALSE);
  do pass(x);
  while (take_own_steps(x));
}

void sv_thread_count(sv_thread_sets *x, mpz_t out) {
  sv_u32s vars = {0};
  for (uint32_t i = 0; i < x->own_pairs.n; i++) sv_push(vars, 2 * x->own_pairs.at[i]);
  for (uint32_t i = 0; i < x->global_pairs.n; i++) sv_push(vars, 2 * x->global_pairs.at[i]);
  sv_bdd_count(x->bdds, x->reached, vars.at, vars.n, out);
  sv_vec_free(vars);
}
