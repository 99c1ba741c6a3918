// phases.c -- IMPROVISO: partial-order reduction on sets of states.
//
// Lerda, Sinha, Theobald, "Symbolic Model Checking of Software" (SoftMC 2003).
// Phase 1 runs one process after the other through independent and
// invisible steps (analysis/reduction/safe.h), phase 2 expands fully what phase 1 leaves. What
// an image meets again within the same phase 1 goes on to the next process:
// that is the in-stack proviso, without a stack. Three repairs of the printed
// algorithm: a state in which the process at hand has no step of phase 1 is
// carried to the next one; *visited* and *fully expanded* are kept apart, so
// what phase 1 hands over is dropped only if it was expanded before; and the
// conditions on channels are established by analysis. In a passing state only
// its holder moves, so expanding it in phase 1 leaves nothing out.
//
// `twophase` is the algorithm that it grew from: a process takes a step of phase
// 1 only where it has exactly one, and every process has one turn.

#include "engine/bdd/phases.h"
#include "analysis/access/access.h"
#include "analysis/reduction/safe.h"

typedef struct {
  sv_bdd_search *x;
  sv_symbolic *s;
  sv_bdds *b;
  sv_safe *safe;
  bool channels, deterministic;
  sv_bdd_phase_process *processes;
  sv_bdd expanded;
  sv_bdd_relations steps;  // of phase 2
} phases;

// ---- the relations of phase 1

// A queue that has room, or a message.
static sv_bdd end_is_ready(phases *f, sv_safe_end e) {
  sv_terms *terms = f->s->net->model->terms;
  sv_sort ref = sv_sort_ref(terms);
  sv_term queue = sv_const(terms, ref, sv_small(e.queue + 1));
  sv_term ready =
      e.sends ? sv_not(sv_app1(terms, SV_OP_QFULL, queue))
              : sv_app2(terms, SV_OP_LT, sv_int_const(terms, 0), sv_app1(terms, SV_OP_QLEN, queue));
  return sv_symbolic_bool(f->s, sv_blast_bool(f->s->blaster, ready));
}

// Where the process stands in the location and its steps are independent and invisible.
static sv_bdd safe_states(phases *f, uint32_t p, uint32_t l) {
  sv_safe_ends ends = {0};
  uint32_t local = 0;
  bool safe =
      f->channels ? sv_safe_but_ends(f->safe, p, l, &ends, &local) : sv_safe_at(f->safe, p, l);
  sv_bdd states = safe ? sv_symbolic_bool(f->s, sv_blast_at(f->s->blaster, p, l)) : SV_BDD_FALSE;
  for (uint32_t i = 0; safe && i < ends.n; i++) {
    sv_bdd ready = end_is_ready(f, ends.at[i]);
    sv_bdd_and_to(f->b, &states, ready);
    sv_bdd_drop(f->b, ready);
  }
  sv_vec_free(ends);
  return states;
}

// The states of phase 1 but for those of a holder: where its steps are safe.
static sv_bdd phase_states(phases *f, uint32_t p) {
  sv_bdd states = SV_BDD_FALSE;
  for (uint32_t l = 1; l < sv_net_locations(f->s->net, p); l++) {
    sv_bdd here = safe_states(f, p, l);
    sv_bdd_or_to(f->b, &states, here);
    sv_bdd_drop(f->b, here);
  }
  sv_bdd_and_to(f->b, &states, f->s->unheld);
  return states;
}

// States in which exactly one event of the process is enabled.
static sv_bdd with_one_step(phases *f, uint32_t p) {
  sv_bdd one = SV_BDD_FALSE, more = SV_BDD_FALSE;
  for (uint32_t i = 0; i < f->s->events.n; i++) {
    const sv_bdd_event *e = &f->s->events.at[i];
    if (!sv_edge_of(&f->s->net->actions.at[e->action], p)) continue;
    sv_bdd again = sv_bdd_and(f->b, one, e->enabled);
    sv_bdd_or_to(f->b, &more, again);
    sv_bdd_or_to(f->b, &one, e->enabled);
    sv_bdd_drop(f->b, again);
  }
  sv_bdd_minus_to(f->b, &one, more);
  sv_bdd_drop(f->b, more);
  return one;
}

static void restrict_events(phases *f, uint32_t p, sv_bdd states, sv_bdd_relations *out) {
  sv_bdd_relations all = {0};
  sv_bdd_phase_process *mine = &f->processes[p];
  for (uint32_t i = 0; i < f->s->events.n; i++) {
    const sv_bdd_event *e = &f->s->events.at[i];
    if (!sv_edge_of(&f->s->net->actions.at[e->action], p)) continue;
    sv_bdd can = sv_bdd_and(f->b, e->enabled, states);
    sv_bdd_or_to(f->b, &mine->can, can);
    sv_bdd_drop(f->b, can);
    if (e->demanded) continue;
    sv_bdd rel = sv_bdd_and(f->b, e->relation.rel, states);
    sv_push(all, sv_bdd_relation_make(f->b, rel, e->relation.pairs, e->relation.n));
  }
  sv_symbolic_join_framed(f->s, &all, f->x->joined, out);
  sv_symbolic_free_relations(f->s, &all);
}

static void make_process(phases *f, uint32_t p) {
  sv_bdd states = phase_states(f, p),
         held = sv_symbolic_bool(f->s, sv_blast_held(f->s->blaster, p + 1));
  sv_bdd_or_to(f->b, &states, held);
  sv_symbolic_remove_unsure(f->s, p, &states);
  if (f->deterministic) {
    sv_bdd one = with_one_step(f, p);
    sv_bdd_and_to(f->b, &states, one);
    sv_bdd_drop(f->b, one);
  }
  if (!sv_bdd_is_false(states)) restrict_events(f, p, states, &f->processes[p].steps);
  sv_bdd_drop(f->b, states);
  sv_bdd_drop(f->b, held);
}

// ---- as one closure
//
// Where no process can go round in phase 1 by itself, the order in which states
// are met does not matter: a state with steps of phase 1 has those of its first
// such process and no others, every other state has all its steps. That is a
// system of its own, and saturation closes it, without the large frontiers of
// breadth-first phases. Steps inside of atomic sections count as phase 1 here: an
// action that is left out must be taken up again before the process comes round,
// and in passing states it cannot. It needs that no step of phase 1 makes one of another
// process possible, as local ones do not.

enum { NEW, OPEN, DONE };

static bool takes_turns_at(const phases *f, uint32_t p, uint32_t l) {
  return sv_safe_at(f->safe, p, l) || sv_net_location(f->s->net, p, l)->flags & SV_LOC_YIELDING;
}

// Is there a way from the location back to an open one, by steps of phase 1?
static bool goes_round(const phases *f, uint32_t p, uint32_t l, uint8_t *mark) {
  bool round = false;
  if (mark[l] != NEW) return mark[l] == OPEN;
  mark[l] = OPEN;
  const sv_u32s *leaving = sv_safe_leaving(f->safe, p, l);
  for (uint32_t i = 0; i < leaving->n && takes_turns_at(f, p, l) && !round; i++) {
    const sv_net_edge *e = sv_edge_of(&f->s->net->actions.at[leaving->at[i]], p);
    round = goes_round(f, p, e->to == SV_STAY ? l : e->to, mark);
  }
  mark[l] = DONE;
  return round;
}

static bool runs_out(const phases *f, uint32_t p) {
  uint32_t n = sv_net_locations(f->s->net, p);
  uint8_t *mark = SV_NEW_ARRAY(uint8_t, n);
  bool round = false;
  for (uint32_t l = 1; l < n && !round; l++) round = goes_round(f, p, l, mark);
  sv_free(mark);
  return !round;
}

// Control that is handed over could go round among several processes.
static bool hands_over(const sv_net *net) {
  for (uint32_t a = 0; net->holder != SV_NO_VARIABLE && a < net->actions.n; a++)
    if (net->actions.at[a].edge_count > 1) return true;
  return false;
}

static bool is_one_closure(const phases *f) {
  bool all = f->safe && !f->channels && !f->s->demands.n && !hands_over(f->s->net);
  for (uint32_t p = 0; all && p < f->s->net->processes.n; p++) all = runs_out(f, p);
  return all;
}

static void run_closure(phases *f) {
  sv_bdd_relations all = {0};
  sv_bdd left = sv_bdd_phase_one(f->s, f->processes, NULL, &all);
  for (uint32_t p = 0; p < f->s->net->processes.n; p++)
    assert(sv_bdd_disjoint(f->b, left, f->processes[p].can));
  sv_symbolic_add_where(f->s, &f->s->steps, left, &all);
  sv_bdd_drop(f->b, left);
  sv_bdd_search_close(f->x, &all);
  sv_symbolic_free_relations(f->s, &all);
}

// ---- phase 1

typedef struct {
  sv_bdd frontier;  // what goes on to the next process
  sv_bdd stack;     // all that this phase has seen
  bool moved;
} phase_one;

// The process runs as far as it can; true unless the search is to stop.
static void run_process(phases *f, uint32_t p, phase_one *one) {
  sv_bdd_phase_process *mine = &f->processes[p];
  sv_bdd now = one->frontier, next = SV_BDD_FALSE;
  while (!sv_bdd_is_false(now)) {
    sv_bdd blocked = sv_bdd_minus(f->b, now, mine->can);
    sv_bdd_or_to(f->b, &next, blocked);
    sv_bdd_drop(f->b, blocked);
    sv_bdd_and_to(f->b, &now, mine->can);
    if (sv_bdd_is_false(now)) break;
    sv_bdd image = sv_symbolic_image(f->s, now, &mine->steps);
    sv_symbolic_add_demanded(f->s, now, p, &image);
    sv_bdd_set(f->b, &image, sv_symbolic_released(f->s, image));
    sv_bdd again = sv_bdd_and(f->b, image, one->stack);
    sv_bdd_or_to(f->b, &next, again);
    sv_bdd_drop(f->b, again);
    sv_bdd_minus_to(f->b, &image, one->stack);
    sv_bdd_or_to(f->b, &one->stack, image);
    one->moved |= !sv_bdd_is_false(image);
    sv_bdd_set(f->b, &now, image);
  }
  one->frontier = next;
  assert(sv_bdd_implies(f->b, one->frontier, one->stack));
}

static void run_phase_one(phases *f, phase_one *one) {
  do {
    one->moved = false;
    for (uint32_t p = 0; p < f->s->net->processes.n; p++)
      if (!sv_bdd_is_false(f->processes[p].can)) run_process(f, p, one);
  } while (one->moved && !f->deterministic);
}

// ---- both in turn

// The frontier is taken over; gives the next one. False: stop.
static bool take_turn(phases *f, sv_bdd *frontier) {
  sv_bdd_search *x = f->x;
  phase_one one = {*frontier, sv_bdd_keep(f->b, *frontier), false};
  run_phase_one(f, &one);
  assert(sv_bdd_implies(f->b, one.frontier, one.stack));
  sv_bdd fresh = sv_bdd_minus(f->b, one.stack, x->reached);
  sv_bdd_or_to(f->b, &x->reached, one.stack);
  sv_bdd_drop(f->b, one.stack);
  sv_bdd_minus_to(f->b, &one.frontier, f->expanded);
  sv_bdd_or_to(f->b, &f->expanded, one.frontier);
  sv_bdd image = sv_symbolic_image(f->s, one.frontier, &f->steps);
  sv_symbolic_add_demanded(f->s, one.frontier, UINT32_MAX, &image);
  sv_bdd_set(f->b, &image, sv_symbolic_released(f->s, image));
  sv_bdd_drop(f->b, one.frontier);
  *frontier = sv_bdd_minus(f->b, image, x->reached);
  sv_bdd_or_to(f->b, &x->reached, image);
  assert(sv_bdd_implies(f->b, f->expanded, x->reached));
  assert(sv_bdd_disjoint(f->b, *frontier, f->expanded));
  sv_bdd_or_to(f->b, &fresh, *frontier);
  sv_bdd_drop(f->b, image);
  bool on = sv_bdd_search_check(x, fresh);
  sv_bdd_drop(f->b, fresh);
  sv_bdd_search_tick(x);
  return on;
}

static void run_phases(phases *f) {
  sv_bdd frontier = sv_bdd_keep(f->b, f->s->initial);
  bool on = true;
  sv_bdd_set(f->b, &f->x->reached, sv_bdd_keep(f->b, f->s->initial));
  on = sv_bdd_search_check(f->x, f->s->initial);
  while (on && !sv_bdd_is_false(frontier)) on = take_turn(f, &frontier);
  sv_bdd_drop(f->b, frontier);
  if (on) f->x->end = SV_BDD_ENDED;
  assert(!on || f->x->reduced || sv_bdd_same(f->x->reached, f->expanded));
}

static void free_phases(phases *f) {
  for (uint32_t p = 0; p < f->s->net->processes.n; p++) {
    sv_symbolic_free_relations(f->s, &f->processes[p].steps);
    sv_bdd_drop(f->b, f->processes[p].can);
  }
  sv_free(f->processes);
  sv_symbolic_free_relations(f->s, &f->steps);
  sv_bdd_drop(f->b, f->expanded);
  sv_safe_free(f->safe);
}

static sv_safe *find_safe(const sv_bdd_search *x) {
  sv_u32s properties = {0};
  for (uint32_t i = 0; i < x->answer->findings.n; i++)
    sv_push(properties, x->answer->findings.at[i].property);
  sv_safe *q = sv_safe_new(x->s->net, properties.at, properties.n);
  sv_vec_free(properties);
  return q;
}

// Where the net cannot be reduced, phase 1 is empty and all is expanded.
void sv_bdd_search_phases(sv_bdd_search *x) {
  phases f = {.x = x,
              .s = x->s,
              .b = x->s->bdds,
              .safe = find_safe(x),
              .channels = x->run->options->phase1 == SV_OPT_PHASE1_CHANNELS,
              .deterministic = x->search == SV_OPT_SEARCH_TWOPHASE};
  f.processes = SV_NEW_ARRAY(sv_bdd_phase_process, x->s->net->processes.n + 1);
  for (uint32_t p = 0; f.safe && p < x->s->net->processes.n; p++) make_process(&f, p);
  sv_symbolic_join_framed(x->s, &x->s->steps, x->joined, &f.steps);
  x->reduced = f.safe != NULL;
  if (!is_one_closure(&f)) run_phases(&f);
  else if (!sv_bdd_search_runs(x, f.processes)) run_closure(&f);
  free_phases(&f);
}
