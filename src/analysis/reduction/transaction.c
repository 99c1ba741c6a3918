// transaction.c -- sections that count as one action.
//
// An action that enters a section postpones all other processes, so a set with
// it must contain all enabled actions -- unless the section is a transaction
// (Flanagan, Qadeer 2003): no other process takes part in it, its process never
// waits inside and passes through without a loop. Then the entry stands for the
// whole section, and is dependent on what any of its actions is dependent on.
// The proviso cannot see a cycle through such a section, because no other
// process is enabled inside. So an entry is treated like this only if it lies
// on no cycle of its process's control flow, or if every such cycle has a
// sticky action, which is chosen only together with all enabled actions (the
// idea of static partial-order reduction; Kurshan, Levin, Minea, Peled and
// Yenigün, 1998). docs/reduction.md, "Transactions".

#include "analysis/reduction/reduction.h"

typedef struct {
  sv_reduction *r;
  const sv_net *net;
  const sv_sections *sections;
  sv_u32s *of;         // by process: actions with an edge of it
  uint32_t *first;     // by process: its location 0 in `leaving`
  sv_u32s *leaving;    // by process and location: actions that leave it
  sv_bits candidates;  // entries of transactions
  sv_u32s actions;     // of one section
  sv_u32s stack;
  uint8_t *mark;  // by location of one process: 0 new, 1 open, 2 done
} transaction;

static const sv_net_action *action_at(const transaction *s, uint32_t a) {
  return &s->net->actions.at[a];
}

static const sv_u32s *leaving(const transaction *s, uint32_t p, uint32_t l) {
  return &s->leaving[s->first[p] + l];
}

// ---- is the section a transaction?

// After an edge that gives up control inside the section other processes can move.
static bool keeps_control(const transaction *s, const sv_net_edge *e) {
  if (sv_edge_is_passive(e)) return false;
  return !(e->flags & SV_EDGE_RELEASES) || e->to == SV_STAY ||
         !sv_section_at(s->sections, e->process, e->to);
}

static bool is_simple(const transaction *s, uint32_t a) {
  const sv_net_action *x = action_at(s, a);
  return x->edge_count == 1 && !x->priority && !x->cut && keeps_control(s, &x->edges[0]);
}

// Depth of recursion: locations of the section. Collects its actions.
static bool walk_section(transaction *s, uint32_t p, uint32_t l) {
  if (!sv_section_at(s->sections, p, l)) return true;
  if (s->mark[l]) return s->mark[l] == 2;  // 1: a loop
  if (sv_section_at(s->sections, p, l) & SV_SECTION_WAITS) return false;
  s->mark[l] = 1;
  const sv_u32s *next = leaving(s, p, l);
  for (uint32_t i = 0; i < next->n; i++) {
    uint32_t a = next->at[i];
    const sv_net_edge *e = sv_edge_of(action_at(s, a), p);
    if (!is_simple(s, a) || e->to == SV_STAY || !walk_section(s, p, e->to)) return false;
    sv_push(s->actions, a);
  }
  s->mark[l] = 2;
  return true;
}

// A cut is looked at in every state, also in the middle of a yielding section.
static bool is_transaction(transaction *s, uint32_t entry) {
  const sv_net_edge *e = &action_at(s, entry)->edges[0];
  if (!is_simple(s, entry) || e->to == SV_STAY) return false;
  memset(s->mark, 0, sv_net_locations(s->net, e->process));
  sv_clear(s->actions);
  if (!sv_bits_empty(&s->r->cuts) && s->sections->yielding) return false;
  return walk_section(s, e->process, e->to);
}

// ---- cycles

static bool leaves_section(const transaction *s, uint32_t a, uint32_t p) {
  const sv_net_edge *e = sv_edge_of(action_at(s, a), p);
  for (uint32_t f = 0; f < e->from_count; f++)
    if (sv_section_at(s->sections, p, e->from[f])) return true;
  return false;
}

// Can the process come from its location l to one that the entry leaves,
// without a sticky action?
static bool comes_back(transaction *s, uint32_t entry, uint32_t p, uint32_t l) {
  const sv_net_edge *goal = sv_edge_of(action_at(s, entry), p);
  memset(s->mark, 0, sv_net_locations(s->net, p));
  sv_clear(s->stack);
  sv_push(s->stack, l);
  while (s->stack.n) {
    l = sv_pop(s->stack);
    if (sv_edge_leaves(goal, l)) return true;
    if (s->mark[l]) continue;
    s->mark[l] = 1;
    const sv_u32s *next = leaving(s, p, l);
    for (uint32_t i = 0; i < next->n; i++) {
      const sv_net_edge *e = sv_edge_of(action_at(s, next->at[i]), p);
      if (e->to == SV_STAY || sv_bits_has(&s->r->sticky, next->at[i])) continue;
      sv_push(s->stack, e->to);
    }
  }
  return false;
}

// Depth of recursion: locations. Actions outside of sections that lead back to
// a location on the path become sticky.
static void mark_back_edges(transaction *s, uint32_t p, uint32_t l, uint8_t *mark) {
  mark[l] = 1;
  const sv_u32s *next = leaving(s, p, l);
  for (uint32_t i = 0; i < next->n; i++) {
    uint32_t a = next->at[i];
    const sv_net_edge *e = sv_edge_of(action_at(s, a), p);
    if (e->to == SV_STAY) continue;
    if (!mark[e->to]) mark_back_edges(s, p, e->to, mark);
    else if (mark[e->to] == 1 && !leaves_section(s, a, p)) sv_bits_add(&s->r->sticky, a);
  }
  mark[l] = 2;
}

static void unmark(transaction *s, uint32_t p) {
  for (uint32_t i = 0; i < s->of[p].n; i++) sv_bits_remove(&s->r->sticky, s->of[p].at[i]);
}

static uint32_t count_open(transaction *s, uint32_t p, bool cyclic) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->of[p].n; i++) {
    uint32_t a = s->of[p].at[i];
    if (!sv_bits_has(&s->candidates, a)) continue;
    n += comes_back(s, a, p, action_at(s, a)->edges[0].to) == cyclic;
  }
  return n;
}

// Sticky actions are worth it where they free at least two entries from cycles.
static void break_cycles(transaction *s, uint32_t p) {
  uint32_t before = count_open(s, p, true), n = sv_net_locations(s->net, p);
  if (before < 2) return;
  uint8_t *mark = SV_NEW_ARRAY(uint8_t, n);
  for (uint32_t l = 0; l < n; l++)
    if (!mark[l]) mark_back_edges(s, p, l, mark);
  sv_free(mark);
  if (count_open(s, p, true) + 2 > before) unmark(s, p);
}

// ---- rows

static void add_needs(transaction *s, uint32_t entry, uint32_t a) {
  sv_reduction *r = s->r;
  if (sv_bits_has(&r->visible, a)) sv_bits_add(&r->visible, entry);
  for (uint32_t b = 0; b < s->net->actions.n; b++)
    if (b != entry && sv_reduction_needed(r, a, b, true)) sv_rows_set(&r->dependent, entry, b);
}

static void accept(transaction *s, uint32_t entry) {
  const sv_net_edge *e = &action_at(s, entry)->edges[0];
  if (comes_back(s, entry, e->process, e->to) || !is_transaction(s, entry)) return;
  for (uint32_t i = 0; i < s->actions.n; i++) add_needs(s, entry, s->actions.at[i]);
  sv_bits_remove(&s->r->opens, entry);
}

static void index_edge(transaction *s, uint32_t a, const sv_net_edge *e) {
  sv_push(s->of[e->process], a);
  for (uint32_t f = 0; f < e->from_count; f++)
    sv_push(s->leaving[s->first[e->process] + e->from[f]], a);
}

static void index_actions(transaction *s) {
  uint32_t most = 0, all = 0, processes = s->net->processes.n;
  s->first = SV_NEW_ARRAY(uint32_t, processes + 1);
  for (uint32_t p = 0; p < processes; p++) {
    uint32_t n = sv_net_locations(s->net, p);
    s->first[p] = all;
    all += n;
    if (n > most) most = n;
  }
  s->first[processes] = all;
  s->mark = SV_NEW_ARRAY(uint8_t, most + 1);
  s->of = SV_NEW_ARRAY(sv_u32s, processes + 1);
  s->leaving = SV_NEW_ARRAY(sv_u32s, all + 1);
  for (uint32_t a = 0; a < s->net->actions.n; a++)
    for (uint32_t i = 0; i < action_at(s, a)->edge_count; i++)
      index_edge(s, a, &action_at(s, a)->edges[i]);
}

// Steps inside a section are no candidates: no other process is enabled there, so
// nothing is lost if they are chosen only together with all enabled actions.
static void find_candidates(transaction *s) {
  sv_bits_init(&s->candidates, s->net->actions.n);
  for (uint32_t a = 0; a < s->net->actions.n; a++)
    if (sv_bits_has(&s->r->opens, a) && action_at(s, a)->edge_count == 1 &&
        !leaves_section(s, a, action_at(s, a)->edges[0].process) && is_transaction(s, a))
      sv_bits_add(&s->candidates, a);
}

static void release(transaction *s) {
  for (uint32_t p = 0; p < s->net->processes.n; p++) sv_vec_free(s->of[p]);
  for (uint32_t i = 0; i < s->first[s->net->processes.n]; i++) sv_vec_free(s->leaving[i]);
  sv_free(s->of);
  sv_free(s->first);
  sv_free(s->leaving);
  sv_free(s->mark);
  sv_bits_free(&s->candidates);
  sv_vec_free(s->actions);
  sv_vec_free(s->stack);
}

void sv_reduction_transactions(sv_reduction *r) {
  transaction s = {.r = r, .net = r->net, .sections = &r->relations->sections};
  if (sv_bits_empty(&r->opens)) return;
  index_actions(&s);
  find_candidates(&s);
  for (uint32_t p = 0; p < r->net->processes.n; p++) break_cycles(&s, p);
  for (uint32_t a = 0; a < r->net->actions.n; a++)
    if (sv_bits_has(&s.candidates, a)) accept(&s, a);
  release(&s);
}
