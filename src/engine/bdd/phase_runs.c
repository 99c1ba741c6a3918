// phase_runs.c -- IMPROVISO's phases as a closure of stable states.
//
// Where no process goes round in phase 1 (phases.c), a state with steps of phase
// 1 has only those of its first such process. Call a state without such steps
// stable. From a stable state, a step of phase 2 can make only those processes
// unstable whose steps of phase 1 look at what it writes; they run until they
// are stable again, and no other process moves meanwhile. A step and what
// phase 1 makes of it is therefore one relation, as local as the step itself,
// composed beforehand; the stable states are the closure under these, by
// saturation, and no relation has to ask whether others are stable. The states
// between are one more image of the stable ones, at the end.
//
// Saturation of the phases as they are (phases.c: run_closure) finds the same
// states, but there every relation looks at all processes.

#include "engine/bdd/phases.h"

enum { MOST_NODES = 200000 };  // of all composed relations

typedef struct {
  sv_bdd_search *x;
  sv_symbolic *s;
  sv_bdds *b;
  const sv_bdd_phase_process *processes;
  uint32_t n;
  bool **looks;            // by process and pair: is the pair looked at to know if it can move?
  bool *affected;          // by process: whom the step at hand can make unstable
  sv_bdd_relations whole;  // from stable states to stable ones
  sv_bdd_relations parts;  // from stable states to those between
  uint64_t nodes;
} runs;

sv_bdd sv_bdd_phase_one(sv_symbolic *s, const sv_bdd_phase_process *processes, const bool *among,
                        sv_bdd_relations *out) {
  sv_bdd left = SV_BDD_TRUE;
  for (uint32_t p = 0; p < s->net->processes.n; p++) {
    if (among && !among[p]) continue;
    sv_symbolic_add_where(s, &processes[p].steps, left, out);
    sv_bdd_minus_to(s->bdds, &left, processes[p].can);
  }
  return left;
}

// ---- who is made unstable by what

static void note_looks(runs *r) {
  sv_u32s vars = {0};
  r->looks = SV_NEW_ARRAY(bool *, r->n + 1);
  r->affected = SV_NEW_ARRAY(bool, r->n + 1);
  for (uint32_t p = 0; p < r->n; p++) {
    r->looks[p] = SV_NEW_ARRAY(bool, r->s->coding->bits + 1);
    sv_clear(vars);
    sv_bdd_support(r->b, r->processes[p].can, &vars);
    for (uint32_t i = 0; i < vars.n; i++) r->looks[p][vars.at[i] / 2] = true;
  }
  sv_vec_free(vars);
}

// Fills `touched`; how many there are.
static uint32_t affect(runs *r, const sv_bdd_relation *step) {
  uint32_t n = 0;
  for (uint32_t p = 0; p < r->n; p++) {
    r->affected[p] = false;
    for (uint32_t i = 0; i < step->n; i++) r->affected[p] |= r->looks[p][step->pairs[i]];
    n += r->affected[p];
  }
  return n;
}

// No step of phase 1 makes others unstable.
static bool are_apart(runs *r) {
  bool apart = true;
  for (uint32_t p = 0; p < r->n; p++)
    for (uint32_t i = 0; i < r->processes[p].steps.n; i++) {
      uint32_t n = affect(r, &r->processes[p].steps.at[i]);
      apart &= n == r->affected[p];
    }
  return apart;
}

// ---- composing

static sv_bdd_relation only_where(runs *r, const sv_bdd_relation *step, sv_bdd after) {
  sv_bdd_relation test = sv_bdd_relation_make(r->b, sv_bdd_keep(r->b, after), NULL, 0);
  sv_bdd_relation both = sv_symbolic_chain(r->s, step, &test);
  sv_bdd_relation_free(r->b, &test);
  return both;
}

static void add(runs *r, sv_bdd_relations *to, sv_bdd_relation step) {
  r->nodes += sv_bdd_nodes(r->b, step.rel);
  if (sv_bdd_is_false(step.rel)) sv_bdd_relation_free(r->b, &step);
  else sv_push(*to, step);
}

// Keeps what is stable after the step, and goes on with what is not.
static void go_on(runs *r, const sv_bdd_relation *step, const sv_bdd_relations *one, sv_bdd stable,
                  sv_bdd_relations *next) {
  sv_bdd unstable = sv_bdd_not(r->b, stable);
  sv_bdd_relation between = only_where(r, step, unstable);
  add(r, &r->whole, only_where(r, step, stable));
  for (uint32_t i = 0; i < one->n && !sv_bdd_is_false(between.rel); i++)
    add(r, next, sv_symbolic_chain(r->s, &between, &one->at[i]));
  add(r, &r->parts, between);
  sv_bdd_drop(r->b, unstable);
}

static void replace(runs *r, sv_bdd_relations *list, sv_bdd_relations *by) {
  sv_symbolic_free_relations(r->s, list);
  sv_symbolic_join_framed(r->s, by, r->x->joined, list);
  sv_symbolic_free_relations(r->s, by);
}

static void compose(runs *r, const sv_bdd_relation *step) {
  sv_bdd_relations one = {0}, now = {0}, next = {0};
  affect(r, step);
  sv_bdd stable = sv_bdd_phase_one(r->s, r->processes, r->affected, &one);
  for (uint32_t p = 0; p < r->n; p++)
    assert(!r->affected[p] || sv_bdd_disjoint(r->b, stable, r->processes[p].can));
  sv_bdd rel = sv_bdd_and(r->b, step->rel, stable);
  add(r, &now, sv_bdd_relation_make(r->b, rel, step->pairs, step->n));
  while (now.n && r->nodes <= MOST_NODES) {
    for (uint32_t i = 0; i < now.n; i++) go_on(r, &now.at[i], &one, stable, &next);
    replace(r, &now, &next);
  }
  sv_bdd_drop(r->b, stable);
  sv_symbolic_free_relations(r->s, &one);
  sv_symbolic_free_relations(r->s, &now);
}

// ---- closing

// What phase 1 makes of the initial states.
static sv_bdd begin(runs *r, sv_bdd *stable) {
  sv_bdd_relations one = {0};
  *stable = sv_bdd_phase_one(r->s, r->processes, NULL, &one);
  sv_bdd states = sv_bdd_search_closure(r->x, r->s->initial, &one);
  sv_bdd_and_to(r->b, stable, states);
  sv_symbolic_free_relations(r->s, &one);
  return states;
}

static void close_runs(runs *r) {
  sv_bdd_relations parts = {0};
  sv_bdd stable, reached = begin(r, &stable);
  sv_bdd_set(r->b, &stable, sv_bdd_search_closure(r->x, stable, &r->whole));
  replace(r, &parts, &r->parts);
  sv_bdd between = sv_symbolic_image(r->s, stable, &parts);
  sv_bdd_or_to(r->b, &reached, stable);
  sv_bdd_or_to(r->b, &reached, between);
  assert(sv_bdd_implies(r->b, r->s->initial, reached));
  sv_bdd_drop(r->b, stable);
  sv_bdd_drop(r->b, between);
  sv_symbolic_free_relations(r->s, &parts);
  sv_bdd_search_end(r->x, reached);
}

static void free_runs(runs *r) {
  for (uint32_t p = 0; p < r->n; p++) sv_free(r->looks[p]);
  sv_free(r->looks);
  sv_free(r->affected);
  sv_symbolic_free_relations(r->s, &r->whole);
  sv_symbolic_free_relations(r->s, &r->parts);
}

bool sv_bdd_search_runs(sv_bdd_search *x, const sv_bdd_phase_process *processes) {
  runs r = {.x = x, .s = x->s, .b = x->s->bdds, .processes = processes};
  r.n = x->s->net->processes.n;
  if (x->s->releases.n) return false;
  note_looks(&r);
  bool small = are_apart(&r);
  for (uint32_t i = 0; small && i < x->s->steps.n; i++) {
    compose(&r, &x->s->steps.at[i]);
    small = r.nodes <= MOST_NODES;
  }
  SV_LOG(x->run->log, 1, "bdd: %u steps with the runs that follow%s", r.whole.n,
         small ? "" : ", given up: they are too large or touch one another");
  if (small) close_runs(&r);
  free_runs(&r);
  return small;
}
