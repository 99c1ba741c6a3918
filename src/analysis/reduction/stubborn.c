// stubborn.c -- strong stubborn sets by closure, one state at a time.
//
// From a seed (an enabled action) the set grows until it is closed: an enabled
// member adds the actions that are dependent on it, a disabled one a necessary
// enabling set, the cheapest that is known (Valmari, "Stubborn sets for reduced
// state space generation", 1991). One closure is computed for each process that
// can move; the one with the fewest enabled actions is taken. Actions that can
// no longer happen are left out throughout.

#include "analysis/reduction/reduction.h"

enum { ENABLED_COSTS = 64 };  // one more enabled action weighs as many disabled ones

struct sv_stubborn {
  const sv_reduction *r;
  uint64_t *enabled, *alive, *set, *best;  // rows
  uint64_t *asked, *holds;                 // guards: asked for, and found true
  uint32_t *moving, *waiting;              // members to close: enabled, disabled
  uint32_t moving_count, waiting_count;
  uint32_t chosen, limit;  // enabled members; give up at limit
  uint8_t *seeded;         // by process
  sv_bits filled;          // queues that are known not to be empty
  const uint32_t *location;
  sv_guard_fn *guard_holds;
  void *context;
};

sv_stubborn *sv_stubborn_new(const sv_reduction *r) {
  sv_stubborn *s = SV_NEW(sv_stubborn);
  uint32_t w = r->words;
  s->r = r;
  s->enabled = SV_NEW_ARRAY(uint64_t, 6 * (size_t)w + 1);
  s->alive = s->enabled + w;
  s->set = s->alive + w;
  s->best = s->set + w;
  s->asked = s->best + w;
  s->holds = s->asked + w;
  s->moving = SV_NEW_ARRAY(uint32_t, r->net->actions.n + 1);
  s->waiting = SV_NEW_ARRAY(uint32_t, r->net->actions.n + 1);
  s->seeded = SV_NEW_ARRAY(uint8_t, r->net->processes.n + 1);
  sv_bits_init(&s->filled, r->net->queues.n);
  return s;
}

void sv_stubborn_free(sv_stubborn *s) {
  if (!s) return;
  sv_free(s->enabled);
  sv_free(s->moving);
  sv_free(s->waiting);
  sv_free(s->seeded);
  sv_bits_free(&s->filled);
  sv_free(s);
}

static bool has(const uint64_t *row, uint32_t i) { return row[i >> 6] >> (i & 63) & 1; }
static void add(uint64_t *row, uint32_t i) { row[i >> 6] |= UINT64_C(1) << (i & 63); }

// Counted in parallel: not every processor that we are compiled for has an instruction for it.
static uint32_t ones(uint64_t x) {
  x -= x >> 1 & UINT64_C(0x5555555555555555);
  x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
  x = (x + (x >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
  return (uint32_t)(x * UINT64_C(0x0101010101010101) >> 56);
}

static uint32_t place_of(const sv_stubborn *s, uint32_t process) {
  return s->r->relations->sections.first[process] + s->location[process];
}

// ---- growing the set

static void join_word(sv_stubborn *s, uint32_t word, uint64_t fresh) {
  s->set[word] |= fresh;
  assert(!(fresh & ~s->alive[word]));
  s->chosen += ones(fresh & s->enabled[word]);
  for (; fresh; fresh &= fresh - 1) {
    uint32_t a = word * 64 + (uint32_t)__builtin_ctzll(fresh);
    if (has(s->enabled, a)) s->moving[s->moving_count++] = a;
    else s->waiting[s->waiting_count++] = a;
  }
}

static void join(sv_stubborn *s, const uint64_t *row) {
  for (uint32_t w = 0; w < s->r->words; w++) {
    uint64_t fresh = row[w] & s->alive[w] & ~s->set[w];
    if (fresh) join_word(s, w, fresh);
  }
}

static uint32_t cost(const sv_stubborn *s, const uint64_t *row) {
  uint32_t sum = 0;
  for (uint32_t w = 0; w < s->r->words; w++) {
    uint64_t fresh = row[w] & s->alive[w] & ~s->set[w];
    if (fresh) sum += ones(fresh) + ENABLED_COSTS * ones(fresh & s->enabled[w]);
  }
  return sum;
}

// False: with this member everything must be expanded.
static bool close_enabled(sv_stubborn *s, uint32_t a) {
  const sv_reduction *r = s->r;
  const sv_net_action *x = &r->net->actions.at[a];
  if (sv_bits_has(&r->opens, a) || sv_bits_has(&r->sticky, a)) return false;
  join(s, sv_row(&r->dependent, a));
  for (uint32_t i = 0; i < x->edge_count; i++)
    join(s, sv_row(&r->users, place_of(s, x->edges[i].process)));
  if (sv_bits_has(&r->visible, a)) join(s, r->visible.w);
  return true;
}

static bool guard_true(sv_stubborn *s, uint32_t a) {
  if (!has(s->asked, a)) {
    add(s->asked, a);
    if (s->guard_holds(s->context, a)) add(s->holds, a);
  }
  return has(s->holds, a);
}

// docs/reduction.md, "What a disabled member brings in": the actions that leave
// the location of a process that is not where the action starts; of several
// processes the cheapest. NULL if all processes are where the action starts.
static const uint64_t *cheapest_place(const sv_stubborn *s, const sv_net_action *x,
                                      uint32_t *price) {
  const uint64_t *best = NULL;
  uint32_t least = UINT32_MAX;
  for (uint32_t i = 0; i < x->edge_count && least; i++) {
    const sv_net_edge *e = &x->edges[i];
    if (sv_edge_leaves(e, s->location[e->process])) continue;
    const uint64_t *row = sv_row(&s->r->users, place_of(s, e->process));
    uint32_t c = cost(s, row);
    if (c < least) least = c, best = row;
  }
  *price = least;
  return best;
}

// The same, or the actions that can make its guard true, if that is cheaper.
// The first message of a queue stays the first, whatever is appended.
static const uint64_t *cheapest_wakers(sv_stubborn *s, uint32_t a) {
  const sv_reduction *r = s->r;
  uint32_t price = 0;
  bool head = r->receives[a] != UINT32_MAX && sv_bits_has(&s->filled, r->receives[a]);
  const sv_rows *by_guard = head ? &r->guard_head : &r->guard_by;
  const uint64_t *place = cheapest_place(s, &r->net->actions.at[a], &price);
  if (!place)
    return sv_row(!guard_true(s, a) ? by_guard : head ? &r->enabling_head : &r->enabling_by, a);
  if (price < ENABLED_COSTS) return place;
  const uint64_t *guard = sv_row(by_guard, a);
  return cost(s, guard) < price && !guard_true(s, a) ? guard : place;
}

// docs/reduction.md, "Sections": actions that may be enabled inside a section belong to the set.
static void pin_waiting(sv_stubborn *s, const sv_net_action *x) {
  const sv_sections *sections = &s->r->relations->sections;
  for (uint32_t i = 0; i < x->edge_count; i++) {
    const sv_net_edge *e = &x->edges[i];
    unsigned flags = 0;
    for (uint32_t f = 0; f < e->from_count; f++)
      flags |= sv_section_at(sections, e->process, e->from[f]);
    if (flags & SV_SECTION_WAITS) join(s, sv_row(&s->r->users, place_of(s, e->process)));
  }
}

static void close_disabled(sv_stubborn *s, uint32_t a) {
  const sv_reduction *r = s->r;
  const sv_net_action *x = &r->net->actions.at[a];
  if (sv_bits_has(&r->later, a) && !x->cut) return;
  if (sv_bits_has(&r->relations->sections.waits, a)) pin_waiting(s, x);
  join(s, cheapest_wakers(s, a));
}

// ---- is the set closed? (for asserts)

SV_ASSERT_ONLY static bool contains(const sv_stubborn *s, const uint64_t *row) {
  for (uint32_t w = 0; w < s->r->words; w++)
    if (row[w] & s->alive[w] & ~s->set[w]) return false;
  return true;
}

SV_ASSERT_ONLY static bool enabled_is_closed(const sv_stubborn *s, uint32_t a) {
  const sv_net_action *x = &s->r->net->actions.at[a];
  for (uint32_t i = 0; i < x->edge_count; i++)
    if (!contains(s, sv_row(&s->r->users, place_of(s, x->edges[i].process)))) return false;
  return contains(s, sv_row(&s->r->dependent, a)) && !sv_bits_has(&s->r->opens, a) &&
         (!sv_bits_has(&s->r->visible, a) || contains(s, s->r->visible.w));
}

// A necessary enabling set lies inside: of a process that is elsewhere, of a guard that is known
// to be false, or of all that its being enabled depends on.
SV_ASSERT_ONLY static bool disabled_is_closed(const sv_stubborn *s, uint32_t a) {
  const sv_reduction *r = s->r;
  const sv_net_action *x = &r->net->actions.at[a];
  bool head = r->receives[a] != UINT32_MAX && sv_bits_has(&s->filled, r->receives[a]);
  if (sv_bits_has(&r->later, a) && !x->cut) return true;
  for (uint32_t i = 0; i < x->edge_count; i++)
    if (!sv_edge_leaves(&x->edges[i], s->location[x->edges[i].process]) &&
        contains(s, sv_row(&r->users, place_of(s, x->edges[i].process))))
      return true;
  bool refused = has(s->asked, a) && !has(s->holds, a);
  if (refused && contains(s, sv_row(head ? &r->guard_head : &r->guard_by, a))) return true;
  return contains(s, sv_row(head ? &r->enabling_head : &r->enabling_by, a));
}

SV_ASSERT_ONLY static bool is_closed(const sv_stubborn *s) {
  uint32_t enabled = 0;
  for (uint32_t a = 0; a < s->r->net->actions.n; a++) {
    if (!has(s->set, a)) continue;
    enabled += has(s->enabled, a);
    if (!(has(s->enabled, a) ? enabled_is_closed(s, a) : disabled_is_closed(s, a))) return false;
  }
  return enabled == s->chosen;
}

// The set grown from the seed. False if it is no better than the limit.
static bool grow(sv_stubborn *s, uint32_t seed) {
  memset(s->set, 0, s->r->words * sizeof *s->set);
  s->moving_count = s->waiting_count = s->chosen = 0;
  assert(has(s->enabled, seed) && has(s->alive, seed));  // the key action
  join_word(s, seed >> 6, UINT64_C(1) << (seed & 63));
  while (s->chosen < s->limit) {
    if (s->moving_count) {
      if (!close_enabled(s, s->moving[--s->moving_count])) return false;
    } else if (s->waiting_count) {
      close_disabled(s, s->waiting[--s->waiting_count]);
    } else {
      assert(is_closed(s));
      return true;
    }
  }
  return false;
}

// ---- the state

// Inside sections nothing is reduced: a process is in an exclusive location, or
// all enabled actions belong to one process in a yielding one.
static bool in_section(const sv_stubborn *s, const uint32_t *enabled, uint32_t n) {
  const sv_sections *sections = &s->r->relations->sections;
  const sv_net *net = s->r->net;
  if (!sections->exclusive && !sections->yielding) return false;
  for (uint32_t p = 0; p < net->processes.n; p++) {
    unsigned flags = sections->flags[place_of(s, p)];
    if (flags & SV_SECTION_EXCLUSIVE) return true;
    if (!(flags & SV_SECTION_YIELDING)) continue;
    uint32_t i = 0;
    while (i < n && sv_moves_itself(&net->actions.at[enabled[i]], p)) i++;
    if (i == n) return true;
  }
  return false;
}

static void load(sv_stubborn *s, const uint32_t *enabled, uint32_t n) {
  const sv_reduction *r = s->r;
  uint32_t words = r->words;
  memset(s->enabled, 0, words * sizeof *s->enabled);
  memset(s->alive, 0xFF, words * sizeof *s->alive);
  memset(s->asked, 0, 2 * words * sizeof *s->asked);
  memset(s->seeded, 0, r->net->processes.n);
  sv_bits_clear(&s->filled);
  for (uint32_t i = 0; i < n; i++) {
    add(s->enabled, enabled[i]);
    if (r->receives[enabled[i]] != UINT32_MAX) sv_bits_add(&s->filled, r->receives[enabled[i]]);
  }
  for (uint32_t p = 0; p < r->net->processes.n; p++) {
    const uint64_t *dead = sv_row(&r->dead, place_of(s, p));
    for (uint32_t w = 0; w < words; w++) s->alive[w] &= ~dead[w];
  }
}

// One seed for each process that acts, and each action without edges.
static bool is_seed(sv_stubborn *s, uint32_t a) {
  const sv_net_action *x = &s->r->net->actions.at[a];
  if (!x->edge_count) return true;
  return !s->seeded[x->edges[0].process]++;
}

static uint32_t try_seeds(sv_stubborn *s, const uint32_t *enabled, uint32_t n) {
  s->limit = n;
  for (uint32_t i = 0; i < n && s->limit > 1; i++) {
    if (!is_seed(s, enabled[i]) || !grow(s, enabled[i])) continue;
    uint64_t *swap = s->best;
    s->limit = s->chosen;
    assert(s->chosen >= 1 && has(s->set, enabled[i]));
    s->best = s->set;
    s->set = swap;
  }
  return s->limit;
}

// Ascending, without cuts; all of one global class.
SV_ASSERT_ONLY static bool is_enabled_list(const sv_reduction *r, const uint32_t *list,
                                           uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (sv_bits_has(&r->cuts, list[i]) || (i && list[i - 1] >= list[i]) ||
        sv_bits_has(&r->later, list[i]) != sv_bits_has(&r->later, list[0]))
      return false;
  return true;
}

uint32_t sv_stubborn_select(sv_stubborn *s, const uint32_t *enabled, uint32_t n,
                            const uint32_t *location, sv_guard_fn *guard_holds, void *context,
                            uint32_t *out) {
  const sv_reduction *r = s->r;
  s->location = location;
  s->guard_holds = guard_holds;
  s->context = context;
  uint32_t chosen = n;
  assert(is_enabled_list(r, enabled, n));
  if (n > 1 && !sv_bits_has(&r->later, enabled[0]) && !in_section(s, enabled, n)) {
    load(s, enabled, n);
    chosen = try_seeds(s, enabled, n);
  }
  uint32_t k = 0;
  for (uint32_t i = 0; i < n; i++)
    if (chosen == n || has(s->best, enabled[i])) out[k++] = enabled[i];
  assert(k == chosen);
  return chosen;
}
