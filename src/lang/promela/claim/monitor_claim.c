// monitor_claim.c -- what a never claim observes.
//
// The item of a place says: a claim that stands here can find a violation by
// reaching its end or failing an assertion. `now` of it, one move of the claim,
// is a least fixed point, since steps in `atomic` and free edges are not the
// end of a move. "No violation" is the negation of the item of the entry, so
// the automaton runs through sets of places that are not to succeed.
//
// An accepting place from which some accepting place can be reached by each
// move whatever the state is (`accept_all: do :: skip od`) is as good as the
// end. Other acceptance cycles are not observed, except where a run ends.

#include "lang/promela/claim/monitor_claim.h"

typedef SV_VEC(uint32_t) functions;  // by place

static uint32_t move_of_edge(pml_places *p, const functions *move, const pml_claim_edge *e) {
  pml_bdds *b = &p->l->bdds;
  uint32_t goal = e->to == PLACE_END || p->places.at[e->to].doomed ? 1
                  : e->free || pml_edge_stays(p, e)                ? move->at[e->to]
                                                                   : pml_bdd_var(b, ITEM + e->to);
  return pml_bdd_and(b, e->guard, goal);
}

// By place: one move that can lead to a violation, as a function of atoms and places.
static void find_moves(pml_places *p, functions *move) {
  sv_clear(*move);
  sv_fill(*move, p->places.n);
  move->at[PLACE_END] = 1;
  for (bool changed = true; changed && !p->l->bdds.full;) {
    changed = false;
    for (uint32_t i = 0; i < p->edges.n; i++) {
      const pml_claim_edge *e = &p->edges.at[i];
      uint32_t more = pml_bdd_or(&p->l->bdds, move->at[e->from], move_of_edge(p, move, e));
      changed |= more != move->at[e->from];
      move->at[e->from] = more;
    }
  }
  for (uint32_t i = 0; i < p->places.n; i++)
    if (p->places.at[i].doomed) move->at[i] = 1;
}

// Free chains have one place only, so that labels are not passed by unseen.
static void shorten(pml_places *p) {
  sv_u32s only = {0}, count = {0};
  sv_fill(only, p->places.n);
  sv_fill(count, p->places.n);
  for (uint32_t i = 0; i < p->edges.n; i++) {
    const pml_claim_edge *e = &p->edges.at[i];
    count.at[e->from] += e->free ? 1 : 2;
    only.at[e->from] = e->to;
  }
  for (uint32_t i = 0; i < p->edges.n; i++) {
    pml_claim_edge *e = &p->edges.at[i];
    for (uint32_t hops = 0; hops < p->places.n; hops++) {
      if (count.at[e->to] != 1 || p->places.at[e->to].accept) break;
      if (p->places.at[e->to].atomic != p->places.at[only.at[e->to]].atomic) break;
      e->to = only.at[e->to];
    }
  }
  sv_vec_free(only);
  sv_vec_free(count);
}

// --- acceptance

static bool accepts(const pml_places *p, uint32_t place) {
  return p->places.at[place].accept && !p->places.at[place].atomic;
}

// A greatest fixed point: the doomed places are left when the others are dropped.
static void find_doomed(pml_places *p, const functions *move) {
  sv_u32s doomed = {0};
  sv_fill(doomed, p->places.n);
  for (uint32_t i = 0; i < p->places.n; i++) doomed.at[i] = accepts(p, i);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < p->places.n; i++) {
      if (!doomed.at[i]) continue;
      if (pml_bdd_replace(&p->l->bdds, move->at[i], ITEM, doomed.at) == 1) continue;
      doomed.at[i] = 0;
      changed = true;
    }
  }
  for (uint32_t i = 0; i < p->places.n; i++) p->places.at[i].doomed = doomed.at[i];
  sv_vec_free(doomed);
}

// Marks what can be reached behind `from` without doomed places.
static void reach(const pml_places *p, uint32_t from, sv_u32s *marked) {
  sv_u32s work = {0};
  sv_push(work, from);
  while (work.n) {
    uint32_t place = sv_pop(work);
    for (uint32_t i = 0; i < p->edges.n; i++) {
      const pml_claim_edge *e = &p->edges.at[i];
      if (e->from != place || !e->guard || marked->at[e->to] || p->places.at[e->to].doomed)
        continue;
      marked->at[e->to] = 1;
      sv_push(work, e->to);
    }
  }
  sv_vec_free(work);
}

static const pml_label *find_cycle(const pml_places *p) {
  const pml_label *found = NULL;
  sv_u32s reached = {0}, again = {0};
  sv_fill(reached, p->places.n);
  if (!p->places.at[p->entry].doomed) {
    reach(p, p->entry, &reached);
    reached.at[p->entry] = 1;
  }
  for (uint32_t i = 0; i < p->places.n && !found; i++) {
    if (!reached.at[i] || !p->places.at[i].accept) continue;
    sv_clear(again);
    sv_fill(again, p->places.n);
    reach(p, i, &again);
    if (again.at[i]) found = p->places.at[i].accept;
  }
  sv_vec_free(reached);
  sv_vec_free(again);
  return found;
}

// --- runs that end

static uint32_t moved(pml_places *p, const functions *move, uint32_t place,
                      const functions *value) {
  return pml_bdd_replace(&p->l->bdds, move->at[place], ITEM, value->at);
}

// The places from which the end, or `again` behind an accepting place, is reached.
static void reach_end(pml_places *p, const functions *move, const functions *again,
                      functions *end) {
  sv_clear(*end);
  sv_fill(*end, p->places.n);
  for (bool changed = true; changed && !p->l->bdds.full;) {
    changed = false;
    for (uint32_t i = 0; i < p->places.n; i++) {
      uint32_t here = moved(p, move, i, end);
      if (accepts(p, i)) here = pml_bdd_or(&p->l->bdds, here, moved(p, move, i, again));
      changed |= here != end->at[i];
      end->at[i] = here;
    }
  }
}

// By place: the atoms under which the claim finds a violation, acceptance
// cycles included, if they never change.
static void find_stuck(pml_places *p, const functions *move, functions *stuck) {
  functions before = {0};
  for (uint32_t i = 0; i < p->places.n; i++) sv_push(before, 1);
  for (bool changed = true; changed && !p->l->bdds.full;) {
    reach_end(p, move, &before, stuck);
    changed = memcmp(before.at, stuck->at, p->places.n * sizeof *before.at) != 0;
    memcpy(before.at, stuck->at, p->places.n * sizeof *before.at);
  }
  sv_vec_free(before);
}

// --- the claim

// Items are numbered as their places.
static void make_items(pml_places *p, const functions *move, const functions *stuck) {
  for (uint32_t i = 0; i < p->places.n; i++)
    sv_push(p->l->items,
            (pml_item){.kind = ITEM_PLACE, .a = i, .now = move->at[i], .stuck = stuck->at[i]});
}

// The moves between places. A guard may hold where the end is reached as well: behind that
// every run is accepted, so this adds nothing. Place 0 is the entry, the end comes last.
static void list_moves(pml_places *p, const functions *move) {
  pml_logic *l = p->l;
  functions only = {0};
  uint32_t end = p->places.n, entry = p->entry;
  bool *is_end = SV_NEW_ARRAY(bool, p->places.n);
  sv_fill(only, p->places.n);
  for (uint32_t i = 0; i < p->places.n; i++) is_end[i] = i == PLACE_END || p->places.at[i].doomed;
#define NUMBER(i) ((i) == entry ? 0 : (i) < entry ? (i) + 1 : (i))
  for (uint32_t i = 0; i < p->places.n; i++) {
    if (is_end[i]) continue;
    for (uint32_t k = 0; k <= p->places.n; k++) {
      if (k < p->places.n && is_end[k]) continue;
      if (k < p->places.n) only.at[k] = 1;
      uint32_t guard = pml_bdd_replace(&l->bdds, move->at[i], ITEM, only.at);
      if (k < p->places.n) only.at[k] = 0;
      pml_raw_move m = {NUMBER(i), k < p->places.n ? NUMBER(k) : end, guard, accepts(p, i)};
      if (guard) sv_push(l->moves, m);
    }
  }
#undef NUMBER
  sv_push(l->moves, (pml_raw_move){end, end, 1, true});
  l->places = end + 1;
  sv_free(is_end);
  sv_vec_free(only);
}

static uint32_t observe(pml_places *p, const pml_label **cycle) {
  functions move = {0}, stuck = {0};
  shorten(p);
  find_moves(p, &move);
  find_doomed(p, &move);
  find_moves(p, &move);
  find_stuck(p, &move, &stuck);
  *cycle = find_cycle(p);
  if (*cycle) list_moves(p, &move);
  make_items(p, &move, &stuck);
  bool lost = p->entry == PLACE_END || p->places.at[p->entry].doomed;
  sv_vec_free(move);
  sv_vec_free(stuck);
  if (lost) return 0;
  return pml_bdd_not(&p->l->bdds, pml_bdd_var(&p->l->bdds, ITEM + p->entry));
}

uint32_t pml_claim(pml_logic *l, const pml_proc *claim, const pml_label **cycle) {
  pml_places p = {.l = l};
  uint32_t result = 0;
  pml_bdd_var(&l->bdds, 0);
  pml_read_claim(&p, claim);
  if (!l->why && l->bdds.full) pml_refuse(l, claim->span, "this never claim is too large");
  if (!l->why) result = observe(&p, cycle);
  sv_vec_free(p.places);
  sv_vec_free(p.edges);
  sv_map_free(&p.place_of);
  return result;
}
