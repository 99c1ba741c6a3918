// candidates.c -- what all states have in common that a look ahead meets: see invariants.h.
//
// The look ahead (analysis/access/profile.h) is done twice, and meets the same states each time: first
// the values of every item are listed, then which of them occur together.

#include "base/bits.h"
#include "engine/invariants.h"

enum {
  STATES = 8000,
  FEW_VALUES = 8,       // of a variable, to be told apart
  FEW_LOCATIONS = 256,  // of a process
  HOLES = 64,           // a wider range is not looked at for values that are missing
  MOST_IDS = 1024,
  MOST_INVARIANTS = 12000,
};

typedef struct {
  int64_t lo, hi;
  SV_VEC(int64_t) values;  // ascending, while there are few
  bool is_location, many;
  uint32_t first_id;  // of its values; UINT32_MAX: not told apart
} item;

typedef struct {
  int64_t lo, hi;
} range;

typedef struct {
  const sv_net *net;
  item *items;
  uint32_t n, ids;
  uint64_t states;
  uint32_t *owner;    // by id: its item
  sv_bits *together;  // by id: ids seen at the same time
  range *ranges;      // by id of a location, and item
  sv_bits now;
} guesser;

static bool value_of(const guesser *g, const sv_state *s, uint32_t i, int64_t *out) {
  if (i < g->net->cells)
    return sv_number_to_i64(sv_terms_numbers(g->net->model->terms), s->cells[i], out);
  *out = s->queues[i - g->net->cells].messages;
  return true;
}

// ---- first look

static uint32_t place_of(const item *x, int64_t value) {
  uint32_t k = 0;
  while (k < x->values.n && x->values.at[k] < value) k++;
  return k;
}

static void note_value(item *x, int64_t value) {
  uint32_t k = place_of(x, value);
  if (x->many || (k < x->values.n && x->values.at[k] == value)) return;
  if (!x->values.n || value < x->lo) x->lo = value;
  if (!x->values.n || value > x->hi) x->hi = value;
  sv_push(x->values, value);
  for (uint32_t i = x->values.n - 1; i > k; i--) x->values.at[i] = x->values.at[i - 1];
  x->values.at[k] = value;
  x->many = x->values.n > (x->is_location ? FEW_LOCATIONS : FEW_VALUES);
}

static void note_values(void *context, const sv_state *s) {
  guesser *g = context;
  g->states++;
  for (uint32_t i = 0; i < g->n; i++) {
    item *x = &g->items[i];
    int64_t value;
    if (!value_of(g, s, i, &value)) value = INT64_MAX;
    note_value(x, value);
    if (value < x->lo) x->lo = value;
    if (value > x->hi) x->hi = value;
  }
}

static void number_values(guesser *g) {
  for (uint32_t i = 0; i < g->n; i++) {
    item *x = &g->items[i];
    bool numbered = !x->many && x->values.n > 1 && g->ids + x->values.n <= MOST_IDS;
    x->first_id = numbered ? g->ids : UINT32_MAX;
    if (numbered) g->ids += x->values.n;
  }
  g->owner = SV_NEW_ARRAY(uint32_t, g->ids + 1);
  g->together = SV_NEW_ARRAY(sv_bits, g->ids + 1);
  g->ranges = SV_NEW_ARRAY(range, (size_t)g->ids * g->n + 1);
  for (uint32_t i = 0; i < g->n; i++)
    for (uint32_t k = 0; g->items[i].first_id != UINT32_MAX && k < g->items[i].values.n; k++)
      g->owner[g->items[i].first_id + k] = i;
  for (uint32_t id = 0; id < g->ids; id++) sv_bits_init(&g->together[id], g->ids);
  for (size_t k = 0; k < (size_t)g->ids * g->n; k++) g->ranges[k] = (range){INT64_MAX, INT64_MIN};
  sv_bits_init(&g->now, g->ids);
}

// ---- second look

static void note_ranges(guesser *g, const sv_state *s, uint32_t id) {
  for (uint32_t i = 0; i < g->n; i++) {
    range *r = &g->ranges[(size_t)id * g->n + i];
    int64_t value;
    if (!g->items[i].many) continue;
    if (!value_of(g, s, i, &value)) value = INT64_MAX;
    if (value < r->lo) r->lo = value;
    if (value > r->hi) r->hi = value;
  }
}

static void note_together(void *context, const sv_state *s) {
  guesser *g = context;
  sv_bits_clear(&g->now);
  for (uint32_t i = 0; i < g->n; i++) {
    const item *x = &g->items[i];
    int64_t value;
    if (x->first_id == UINT32_MAX || !value_of(g, s, i, &value)) continue;
    uint32_t k = place_of(x, value);
    if (k < x->values.n && x->values.at[k] == value) sv_bits_add(&g->now, x->first_id + k);
  }
  for (uint32_t id = 0; id < g->ids; id++) {
    if (!sv_bits_has(&g->now, id)) continue;
    sv_bits_join(&g->together[id], &g->now);
    if (g->items[g->owner[id]].is_location) note_ranges(g, s, id);
  }
}

// ---- facts

static void add_range(sv_invariants *out, uint32_t when, int64_t is, uint32_t i, int64_t lo,
                      int64_t hi) {
  if (lo != INT64_MAX) sv_push(*out, (sv_invariant_clause){SV_INVARIANT_AT_LEAST, when, i, is, lo});
  if (hi != INT64_MAX) sv_push(*out, (sv_invariant_clause){SV_INVARIANT_AT_MOST, when, i, is, hi});
}

static void add_single(const guesser *g, sv_invariants *out) {
  for (uint32_t i = 0; i < g->n; i++) {
    const item *x = &g->items[i];
    add_range(out, SV_INVARIANT_ALWAYS, 0, i, x->lo, x->hi);
    for (int64_t v = x->lo + 1; !x->many && x->hi - x->lo <= HOLES && v < x->hi; v++)
      if (x->values.at[place_of(x, v)] != v)
        sv_push(*out, (sv_invariant_clause){SV_INVARIANT_IS_NOT, SV_INVARIANT_ALWAYS, i, 0, v});
  }
}

static int64_t value_named(const guesser *g, uint32_t id) {
  const item *x = &g->items[g->owner[id]];
  return x->values.at[id - x->first_id];
}

// Pairs of values that were not seen together; with a location among them, or any.
static void add_pairs(const guesser *g, bool any, sv_invariants *out) {
  for (uint32_t a = 0; a < g->ids; a++)
    for (uint32_t b = a + 1; b < g->ids; b++) {
      uint32_t x = g->owner[a], y = g->owner[b];
      bool located = g->items[x].is_location || g->items[y].is_location;
      if (x == y || located == any || sv_bits_has(&g->together[a], b)) continue;
      sv_push(*out, (sv_invariant_clause){SV_INVARIANT_IS_NOT, x, y, value_named(g, a),
                                          value_named(g, b)});
    }
}

static void add_located_ranges(const guesser *g, sv_invariants *out) {
  for (uint32_t id = 0; id < g->ids; id++)
    for (uint32_t i = 0; i < g->n; i++) {
      const range *r = &g->ranges[(size_t)id * g->n + i];
      const item *x = &g->items[i];
      if (!g->items[g->owner[id]].is_location || !x->many) continue;
      if (r->lo > x->lo || r->hi < x->hi)
        add_range(out, g->owner[id], value_named(g, id), i, r->lo, r->hi);
    }
}

// The most specific kinds last, as far as there is room.
static void add_facts(const guesser *g, sv_invariants *out) {
  add_single(g, out);
  uint32_t before = out->n;
  for (uint32_t kind = 0; kind < 3; kind++) {
    if (kind == 0) add_pairs(g, false, out);
    if (kind == 1) add_located_ranges(g, out);
    if (kind == 2) add_pairs(g, true, out);
    if (out->n > MOST_INVARIANTS) out->n = before;
    before = out->n;
  }
}

static void release(guesser *g) {
  for (uint32_t i = 0; i < g->n; i++) sv_vec_free(g->items[i].values);
  for (uint32_t id = 0; id < g->ids; id++) sv_bits_free(&g->together[id]);
  sv_bits_free(&g->now);
  sv_free(g->items);
  sv_free(g->owner);
  sv_free(g->together);
  sv_free(g->ranges);
}

void sv_invariants_candidates(const sv_net *net, uint64_t seed, sv_limits *limits,
                              sv_invariants *out) {
  guesser g = {.net = net, .n = net->cells + net->queues.n};
  g.items = SV_NEW_ARRAY(item, g.n + 1);
  for (uint32_t p = 0; p < net->processes.n; p++)
    g.items[net->vars.at[net->processes.at[p].pc].first_cell].is_location = true;
  sv_profile_free(sv_profile_watch(net, STATES, seed, limits, note_values, &g));
  if (g.states) {
    number_values(&g);
    sv_profile_free(sv_profile_watch(net, STATES, seed, limits, note_together, &g));
    add_facts(&g, out);
  }
  release(&g);
}

// ---- over coded states

static sv_word word_of(sv_word_maker *m, const sv_coding *c, const sv_lit *state, uint32_t i) {
  uint32_t cells = c->net->cells;
  const sv_code_item *of = i < cells ? &c->cells[i] : &c->queues[i - cells].length;
  sv_lits bits = {0};
  for (uint32_t k = 0; k < of->n; k++)
    sv_push(bits, sv_code_is_const(of->at[k]) ? sv_lit_const(of->at[k].x)
                                              : state[sv_code_state_bit(of->at[k])]);
  sv_word word = sv_word_make(m, bits.at, bits.n);
  sv_vec_free(bits);
  return word;
}

void sv_invariant_literals(sv_word_maker *m, const sv_coding *c, const sv_lit *state,
                           const sv_invariant_clause *f, sv_lit out[2]) {
  sv_word word = word_of(m, c, state, f->item), value = sv_word_const(m, f->value);
  out[0] = SV_LIT_FALSE;
  if (f->when != SV_INVARIANT_ALWAYS)
    out[0] = sv_lit_not(sv_word_equal(m, word_of(m, c, state, f->when), sv_word_const(m, f->is)));
  if (f->kind == SV_INVARIANT_AT_LEAST) out[1] = sv_word_at_most(m, value, word);
  else if (f->kind == SV_INVARIANT_AT_MOST) out[1] = sv_word_at_most(m, word, value);
  else out[1] = sv_lit_not(sv_word_equal(m, word, value));
}
