// monitor_build.c -- the deterministic automaton of a function of items.
//
// States are found by search; then states that no continuation can tell apart
// are merged (Moore), where decisions are compared as diagrams whose leaves
// are classes of states.

#include "lang/promela/claim/monitor_inside.h"

void pml_logic_free(pml_logic *l) {
  pml_bdds_free(&l->bdds);
  sv_vec_free(l->atoms);
  sv_vec_free(l->items);
  sv_vec_free(l->moves);
}

void pml_refuse(pml_logic *l, sv_span span, const char *why) {
  if (l->why) return;
  l->why = why;
  l->why_span = span;
}

static uint32_t with_items(pml_logic *l, uint32_t f, bool stuck) {
  sv_u32s value = {0};
  for (uint32_t i = 0; i < l->items.n; i++)
    sv_push(value, stuck ? l->items.at[i].stuck : l->items.at[i].now);
  f = f < 2 ? f : pml_bdd_replace(&l->bdds, f, ITEM, value.at);
  sv_vec_free(value);
  return f;
}

static uint32_t of_now(pml_logic *l, uint32_t f) { return with_items(l, f, false); }
static uint32_t of_stuck(pml_logic *l, uint32_t f) { return with_items(l, f, true); }

static void define(pml_logic *l, uint32_t i) {
  pml_item item = l->items.at[i];
  pml_bdds *b = &l->bdds;
  if (item.kind == ITEM_ATOM) item.now = item.stuck = pml_bdd_var(b, item.a);
  if (item.kind == ITEM_NEXT) {
    item.now = pml_bdd_var(b, ITEM + item.a);
    item.stuck = l->items.at[item.a].stuck;
  }
  if (item.kind == ITEM_UNTIL) {
    uint32_t wait = pml_bdd_and(b, of_now(l, item.a), pml_bdd_var(b, ITEM + i));
    item.now = pml_bdd_or(b, of_now(l, item.b), wait);
    item.stuck = of_stuck(l, item.b);
  }
  l->items.at[i] = item;
}

uint32_t pml_item_of(pml_logic *l, pml_item_kind kind, uint32_t a, uint32_t b, sv_span span) {
  for (uint32_t i = 0; i < l->items.n; i++) {
    const pml_item *old = &l->items.at[i];
    if (old->kind == kind && old->a == a && old->b == b) return pml_bdd_var(&l->bdds, ITEM + i);
  }
  if (l->items.n == ITEMS_MAX) return pml_refuse(l, span, "this formula is too large"), 0;
  sv_push(l->items, (pml_item){.kind = kind, .a = a, .b = b});
  define(l, l->items.n - 1);
  return pml_bdd_var(&l->bdds, ITEM + l->items.n - 1);
}

// --- search

typedef struct {
  pml_logic *l;
  sv_u32s state;  // functions of items
  sv_map number;  // of a function of items
  sv_u32s next;   // by state: function of atoms and items
  sv_u32s stuck;  // by state: function of atoms
  sv_u32s class;  // by state
  uint32_t classes;
  pml_bdds bdds;  // decisions with classes as leaves
} builder;

static bool is_leaf(const builder *b, uint32_t f) {
  return f < 2 || b->l->bdds.nodes.at[f].var >= ITEM;
}

static void add_state(builder *b, uint32_t f) {
  if (sv_map_get(&b->number, f) != SV_MAP_NONE) return;
  sv_map_put(&b->number, f, b->state.n);
  sv_push(b->state, f);
}

static void add_leaves(builder *b, uint32_t f, sv_map *seen) {
  if (sv_map_get(seen, f) != SV_MAP_NONE) return;
  sv_map_put(seen, f, 1);
  if (is_leaf(b, f)) {
    add_state(b, f);
    return;
  }
  pml_bdd_node node = b->l->bdds.nodes.at[f];
  add_leaves(b, node.high, seen);
  add_leaves(b, node.low, seen);
}

static void search(builder *b, uint32_t f, sv_span span) {
  sv_map seen = {0};
  add_state(b, f);
  for (uint32_t s = 0; s < b->state.n && !b->l->why; s++) {
    sv_push(b->next, of_now(b->l, b->state.at[s]));
    sv_push(b->stuck, of_stuck(b->l, b->state.at[s]));
    add_leaves(b, b->next.at[s], &seen);
    if (b->l->bdds.full || b->state.n > PML_MONITOR_STATES_MAX)
      pml_refuse(b->l, span, "too large: its automaton has too many states");
  }
  sv_map_free(&seen);
}

// --- merging

// Decisions with the class of each state as its leaf, a variable behind the atoms.
static uint32_t classify(builder *b, uint32_t f, sv_map *done) {
  uint32_t found = sv_map_get(done, f);
  if (found != SV_MAP_NONE) return found;
  uint32_t result;
  if (is_leaf(b, f)) {
    uint32_t class = b->class.at[sv_map_get(&b->number, f)];
    result = pml_bdd_var(&b->bdds, ITEM + class);
  } else {
    pml_bdd_node node = b->l->bdds.nodes.at[f];
    uint32_t high = classify(b, node.high, done), low = classify(b, node.low, done);
    result = pml_bdd_node_of(&b->bdds, node.var, high, low);
  }
  sv_map_put(done, f, result);
  return result;
}

// One round: states stay together if they are and if their decisions are equal.
static void refine(builder *b) {
  sv_map done = {0}, known = {0};
  sv_u32s class = {0};
  pml_bdds_free(&b->bdds);
  b->bdds = (pml_bdds){0};
  uint32_t classes = 0;
  for (uint32_t s = 0; s < b->state.n; s++) {
    uint64_t key = (uint64_t)classify(b, b->next.at[s], &done) << 32 | b->class.at[s];
    uint32_t found = sv_map_get(&known, key);
    if (found == SV_MAP_NONE) sv_map_put(&known, key, found = classes++);
    sv_push(class, found);
  }
  sv_vec_free(b->class);
  b->class = class;
  b->classes = classes;
  sv_map_free(&done);
  sv_map_free(&known);
}

// At first states differ if one of them is bad or is stuck elsewhere.
static void merge(builder *b) {
  sv_map known = {0};
  for (uint32_t s = 0; s < b->state.n; s++) {
    uint64_t key = b->state.at[s] == 0 ? UINT64_MAX : b->stuck.at[s];
    uint32_t found = sv_map_get(&known, key);
    if (found == SV_MAP_NONE) sv_map_put(&known, key, found = b->classes++);
    sv_push(b->class, found);
  }
  sv_map_free(&known);
  for (uint32_t before = 0; before != b->classes && !b->bdds.full;) {
    before = b->classes;
    refine(b);
  }
}

// --- writing

typedef struct {
  builder *b;
  SV_VEC(pml_decision) nodes;
  sv_map done;
} writer;

static pml_branch to_state(uint32_t s) { return (pml_branch){true, s}; }

// The decisions of f, whose leaves are states, or "is it violated" if `stuck`.
static pml_branch write_decisions(writer *w, uint32_t f, bool stuck) {
  if (stuck && f < 2) return to_state(!f);
  if (is_leaf(w->b, f)) return to_state(w->b->class.at[sv_map_get(&w->b->number, f)]);
  uint64_t key = (uint64_t)f << 1 | stuck;
  uint32_t found = sv_map_get(&w->done, key);
  if (found != SV_MAP_NONE) return (pml_branch){false, found};
  pml_bdd_node node = w->b->l->bdds.nodes.at[f];
  pml_branch yes = write_decisions(w, node.high, stuck), no = write_decisions(w, node.low, stuck);
  if (yes.is_state == no.is_state && yes.to == no.to) return yes;
  sv_push(w->nodes, (pml_decision){node.var, yes, no});
  sv_map_put(&w->done, key, w->nodes.n - 1);
  return (pml_branch){false, w->nodes.n - 1};
}

// The valuations after which a state is not bad.
static uint32_t goes_on(builder *b, uint32_t f, sv_map *done) {
  if (is_leaf(b, f)) return f != 0;
  uint32_t found = sv_map_get(done, f);
  if (found != SV_MAP_NONE) return found;
  pml_bdd_node node = b->l->bdds.nodes.at[f];
  uint32_t high = goes_on(b, node.high, done), low = goes_on(b, node.low, done);
  uint32_t result = pml_bdd_node_of(&b->l->bdds, node.var, high, low);
  sv_map_put(done, f, result);
  return result;
}

static bool stutters(builder *b) {
  bool found = false;
  sv_map done = {0};
  for (uint32_t s = 0; s < b->state.n && !found; s++)
    found = pml_bdd_ite(&b->l->bdds, b->stuck.at[s], 0, goes_on(b, b->next.at[s], &done));
  sv_map_free(&done);
  return found;
}

static void write_states(writer *w, pml_monitor *m) {
  builder *b = w->b;
  pml_branch *next = SV_ARENA_ARRAY(b->l->arena, pml_branch, b->classes);
  pml_branch *stuck = SV_ARENA_ARRAY(b->l->arena, pml_branch, b->classes);
  m->bad = PML_NO_STATE;
  for (uint32_t s = 0; s < b->state.n; s++)
    if (b->state.at[s] == 0) m->bad = b->class.at[s];
  for (uint32_t s = 0; s < b->state.n; s++) {
    uint32_t class = b->class.at[s];
    next[class] = write_decisions(w, b->next.at[s], false);
    stuck[class] = write_decisions(w, b->stuck.at[s], true);
  }
  m->next = next;
  m->stuck = stuck;
  m->states = b->classes;
  for (uint32_t i = 0; i < b->l->atoms.n; i++)
    m->progress |= pml_asks_for_progress(b->l->atoms.at[i]);
  m->stutters = m->progress || stutters(b);
}

static void write_moves(writer *w, pml_monitor *m) {
  pml_logic *l = w->b->l;
  pml_move *move = SV_ARENA_ARRAY(l->arena, pml_move, l->moves.n + 1);
  for (uint32_t i = 0; i < l->moves.n; i++) {
    pml_raw_move raw = l->moves.at[i];
    pml_branch guard = write_decisions(w, pml_bdd_not(&l->bdds, raw.guard), true);
    move[i] = (pml_move){raw.from, raw.to, guard, raw.accepts};
  }
  m->move = move;
  m->moves = l->moves.n;
  m->places = l->places;
}

static void write_monitor(builder *b, pml_monitor *m) {
  pml_logic *l = b->l;
  writer w = {.b = b};
  write_states(&w, m);
  write_moves(&w, m);
  pml_decision *node = SV_ARENA_ARRAY(l->arena, pml_decision, w.nodes.n + 1);
  if (w.nodes.n) memcpy(node, w.nodes.at, w.nodes.n * sizeof *node);
  pml_expr **atom = SV_ARENA_ARRAY(l->arena, pml_expr *, l->atoms.n + 1);
  if (l->atoms.n) memcpy(atom, l->atoms.at, l->atoms.n * sizeof *atom);
  m->node = node;
  m->nodes = w.nodes.n;
  m->atom = atom;
  m->atoms = l->atoms.n;
  m->kind = PML_MONITOR_AUTOMATON;
  sv_vec_free(w.nodes);
  sv_map_free(&w.done);
}

void pml_build(pml_logic *l, uint32_t f, pml_monitor *m) {
  builder b = {.l = l};
  if (!l->why) search(&b, f, m->span);
  if (!l->why) merge(&b);
  if (!l->why && b.bdds.full)
    pml_refuse(l, m->span, "too large: its automaton has too many states");
  if (!l->why) write_monitor(&b, m);
  sv_vec_free(b.state);
  sv_map_free(&b.number);
  sv_vec_free(b.next);
  sv_vec_free(b.stuck);
  sv_vec_free(b.class);
  pml_bdds_free(&b.bdds);
}
