// cycles_expand.c -- nodes of the product and the arcs between them. See cycles.h.

#include "engine/explicit/cycles_moves.h"

#define CLOSED (UINT64_C(1) << 32)  // in the word behind a state: see cycles.h

// ---- set up

static bool may_close(const sv_cycles *c) {
  return c->property->stable && c->net->holder != SV_NO_VARIABLE;
}

static void set_mark(uint64_t *marks, uint32_t bit) { marks[bit / 64] |= UINT64_C(1) << bit % 64; }

uint32_t sv_mark_of(uint32_t requirement) { return 64 + requirement; }

static uint64_t *action_marks(const sv_cycles *c, uint64_t *table, uint32_t action) {
  return table + (size_t)action * c->mark_words;
}

// What each action says about each requirement, as marks.
static void tabulate_action(sv_cycles *c, uint32_t i) {
  const sv_net_action *a = &c->net->actions.at[i];
  for (uint32_t k = 0; k < c->fairness.n; k++) {
    const sv_requirement *r = &c->fairness.at[k];
    if (sv_requirement_waits(c->net, r, a)) {
      set_mark(action_marks(c, c->waits, i), sv_mark_of(k));
      if (r->strong) set_mark(action_marks(c, c->waits, i), sv_mark_of(k) + c->fairness.n);
    }
    if (sv_requirement_served(c->net, r, a)) {
      set_mark(action_marks(c, c->serves, i), sv_mark_of(k));
      if (r->strong) set_mark(action_marks(c, c->serves, i), sv_mark_of(k) + 2 * c->fairness.n);
    }
  }
}

static void set_marks(sv_cycles *c) {
  sv_fairness_of(c->net, c->property, &c->fairness);
  uint32_t n = c->fairness.n;
  for (uint32_t k = 0; k < n; k++) c->pairs |= c->fairness.at[k].strong;
  c->mark_words = 1 + ((c->pairs ? 3 : 1) * n + 63) / 64;
  c->complete = SV_NEW_ARRAY(uint64_t, c->mark_words);
  // Without conditions it still has to move for ever: one mark on all of its edges.
  c->complete[0] = c->automaton->conditions ? sv_automaton_all_marks(c->automaton) : 1;
  for (uint32_t k = 0; k < n; k++) set_mark(c->complete, sv_mark_of(k));
  size_t size = n ? (size_t)c->net->actions.n * c->mark_words : 0;
  c->waits = SV_NEW_ARRAY(uint64_t, size + 1);
  c->serves = SV_NEW_ARRAY(uint64_t, size + 1);
  for (uint32_t i = 0; n && i < c->net->actions.n; i++) tabulate_action(c, i);
}

static void set_buffers(sv_cycles *c) {
  c->row = SV_NEW_ARRAY(uint64_t, c->words + 1);
  c->from = SV_NEW_ARRAY(uint64_t, c->words + 1);
  c->fits = SV_NEW_ARRAY(bool, c->guards + 1);
  c->marks = SV_NEW_ARRAY(uint64_t, c->mark_words);
  c->here = SV_NEW_ARRAY(uint64_t, c->mark_words);
}

static void free_buffers(sv_cycles *c) {
  sv_free(c->row);
  sv_free(c->from);
  sv_free(c->fits);
  sv_free(c->marks);
  sv_free(c->here);
}

size_t sv_cycles_budget(const sv_run *run) {
  enum { LEAST_BUDGET = 1 << 20 };
  size_t most = run->limits->memory, used = most ? sv_resident_bytes() : 0;
  if (!most) return 0;
  return most > used + LEAST_BUDGET ? most - used : LEAST_BUDGET;
}

// One node for each state of the automaton, and another one if it may be closed.
static uint32_t fan_of(const sv_cycles *c, bool shared) {
  enum { MOST_STATES = 6 };
  bool nodes = shared || c->listed || c->run->options->store == SV_OPT_STORE_BITSTATE;
  if (nodes || c->automaton->states > MOST_STATES) return 0;
  return c->automaton->states * (may_close(c) ? 2 : 1);
}

static void set_rest(sv_cycles *c, bool shared) {
  c->fan = fan_of(c, shared);
  c->store =
      sv_store_new(c->fan ? c->words : c->words + 1, shared ? SV_STORE_SHARD_BITS : 0, shared);
  sv_store_budget(c->store, sv_cycles_budget(c->run));
  set_marks(c);
  set_buffers(c);
}

static sv_cycles *begin_new(const sv_net *net, const sv_property *property, const sv_run *run,
                            bool whole) {
  sv_cycles *c = SV_NEW(sv_cycles);
  c->run = run;
  c->whole = whole;
  c->cut = UINT32_MAX;
  c->property = property;
  c->automaton = property->automaton;
  sv_cycles_make_net(c, net);
  return c;
}

sv_cycles *sv_cycles_new(const sv_net *net, const sv_property *property, const sv_run *run,
                         bool whole, bool shared, sv_text *why) {
  sv_cycles *c = begin_new(net, property, run, whole);
  c->layout = sv_layout_new(c->net, false, why);
  if (c->layout) c->program = sv_program_new(c->layout, why);
  if (!c->program) return sv_cycles_free(c), NULL;
  c->machine = sv_machine_new(c->program);
  sv_machine_stop_when(c->machine, sv_limits_stop, run->limits);
  c->words = c->layout->words;
  if (net->holder != SV_NO_VARIABLE)
    c->holder = c->layout->cells[net->vars.at[net->holder].first_cell];
  set_rest(c, shared);
  return c;
}

sv_cycles *sv_cycles_new_listed(const sv_net *net, const sv_property *property, const sv_run *run,
                                sv_listed *listed) {
  sv_cycles *c = begin_new(net, property, run, true);
  c->listed = listed;
  c->words = 1;
  set_rest(c, false);
  return c;
}

void sv_arcs_free(sv_cycle_arcs *a) {
  sv_vec_free(a->at);
  sv_vec_free(a->marks);
}

void sv_cycles_free(sv_cycles *c) {
  if (!c) return;
  sv_cycles_reduction_free(c->reduction);
  if (c->store) sv_store_free(c->store);
  if (c->machine) sv_machine_free(c->machine);
  if (c->program) sv_program_free(c->program);
  if (c->layout) sv_layout_free(c->layout);
  sv_cycles_free_net(c);
  sv_vec_free(c->guard_of);
  sv_vec_free(c->colours);
  free_buffers(c);
  sv_free(c->waits);
  sv_free(c->serves);
  sv_vec_free(c->fairness);
  sv_free(c->complete);
  sv_free(c);
}

static bool must_stop(void *context) {
  const int *stop = context;
  return __atomic_load_n(stop, __ATOMIC_RELAXED);
}

sv_cycles *sv_cycles_member(const sv_cycles *lead, const int *stop) {
  sv_cycles *c = SV_NEW(sv_cycles);
  *c = *lead;
  c->stop = stop;
  c->machine = sv_machine_new(c->program);
  sv_machine_stop_when(c->machine, must_stop, (void *)(uintptr_t)stop);
  set_buffers(c);
  c->reduction = lead->reduction ? sv_cycles_reduction_share(lead) : NULL;
  return c;
}

void sv_cycles_member_free(sv_cycles *c) {
  sv_cycles_reduction_free(c->reduction);
  sv_machine_free(c->machine);
  free_buffers(c);
  sv_free(c);
}

// ---- nodes

enum { WORDS_PER_TURN = 64 };  // of a search, for limits

bool sv_cycles_late(sv_cycles *c) {
  if (!c->stop) c->limit = sv_limits_hit_after(c->run->limits, 1 + c->words / WORDS_PER_TURN);
  else if (__atomic_load_n(c->stop, __ATOMIC_RELAXED)) c->limit = SV_CAUSE_INTERRUPTED;
  return c->limit;
}

static bool write_down(sv_cycles *c, uint64_t hash, uint64_t *node) {
  *node = c->log->hashes.n;
  sv_push(c->log->hashes, hash);
  for (uint32_t i = 0; i <= c->words; i++) sv_push(c->log->words, c->row[i]);
  return true;
}

static bool is_full(sv_cycles *c) {
  c->limit = c->run->limits->hit = SV_CAUSE_MEMORY;
  return false;
}

// Of a stored state. Tables by node have no room for more than 2^31.
static bool node_of_state(sv_cycles *c, const uint64_t *state, uint64_t tail, uint64_t *node) {
  uint64_t id, hash = sv_store_hash(state, c->words);
  if (sv_store_insert(c->store, state, hash, SV_STORE_NONE, &id) == SV_STORE_FULL ||
      id >= INT32_MAX / c->fan)
    return is_full(c);
  uint64_t closed = tail & CLOSED ? c->automaton->states : 0;
  *node = id * c->fan + closed + (tail & ~CLOSED);
  return true;
}

static bool node_of(sv_cycles *c, const uint64_t *state, uint64_t tail, uint64_t *node) {
  if (c->fan) return node_of_state(c, state, tail, node);
  memcpy(c->row, state, c->words * sizeof *state);
  c->row[c->words] = tail;
  uint64_t hash = sv_store_hash(c->row, c->words + 1);
  if (c->log) return write_down(c, hash, node);
  if (sv_store_insert(c->store, c->row, hash, SV_STORE_NONE, node) != SV_STORE_FULL) return true;
  return is_full(c);
}

const uint64_t *sv_cycles_state(const sv_cycles *c, uint64_t node) {
  return sv_store_get(c->store, c->fan ? node / c->fan : node);
}

static uint64_t tail_of(const sv_cycles *c, uint64_t node) {
  uint64_t tail = node % c->fan, states = c->automaton->states;
  return tail < states ? tail : (tail - states) | CLOSED;
}

static bool add_arc(sv_cycles *c, const uint64_t *state, uint64_t tail, uint32_t action,
                    uint64_t choice, uint64_t marks) {
  sv_cycle_arc arc = {.action = action, .choice = choice};
  if (!node_of(c, state, tail, &arc.node)) return false;
  sv_push(c->out->at, arc);
  sv_push(c->out->marks, marks);
  for (uint32_t i = 1; i < c->mark_words; i++) sv_push(c->out->marks, c->marks[i]);
  c->transitions++;
  return true;
}

// ---- the automaton

static bool edge_fits(const sv_cycles *c, uint32_t edge) { return c->fits[c->guard_of.at[edge]]; }

typedef struct {
  const sv_cycles *c;
  const sv_automaton *a;
} repetition;

static bool letter_fits(void *context, uint32_t letter, uint32_t edge) {
  const repetition *r = context;
  SV_UNUSED(letter);
  return edge_fits(r->c, edge);
}

// Does the automaton accept the state at hand for ever, from its state q on?
static bool accepts_for_ever(const sv_cycles *c, uint32_t q) {
  repetition r = {c, c->automaton};
  return sv_automaton_accepts_from(c->automaton, q, 1, 0, letter_fits, &r);
}

static void read_guards(sv_cycles *c, const uint64_t *state) {
  for (uint32_t g = 0; g < c->guards; g++) c->fits[g] = sv_moves_holds(c, state, g);
}

// ---- fairness

static bool runs(const sv_cycles *c, const uint64_t *state, uint32_t p) {
  return p == SV_NO_PROCESS || sv_moves_location(c, state, p);
}

// Marks of every step from this state: who is blocked here, and, of strong fairness, who could go
// on (exec_lasso.c says the same).
static void mark_state(sv_cycles *c, const uint64_t *state, bool passing) {
  uint32_t n;
  const uint32_t *enabled = sv_moves_enabled(c, &n);
  memset(c->here, 0, c->mark_words * sizeof *c->here);
  if (!c->fairness.n) return;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t w = 1; w < c->mark_words; w++)
      c->here[w] |= action_marks(c, c->waits, enabled[i])[w];
  bool blind = passing || sv_moves_cut(c) != UINT32_MAX;
  for (uint32_t k = 0; k < c->fairness.n; k++) {
    uint32_t bit = sv_mark_of(k);
    bool waits = c->here[bit / 64] >> bit % 64 & 1;
    bool blocked = !runs(c, state, c->fairness.at[k].process) || (!waits && !blind);
    c->here[bit / 64] &= ~(UINT64_C(1) << bit % 64);
    if (blocked) set_mark(c->here, bit);
  }
}

static void mark_step(sv_cycles *c, uint32_t action) {
  memcpy(c->marks, c->here, c->mark_words * sizeof *c->marks);
  if (!c->fairness.n) return;
  for (uint32_t w = 1; w < c->mark_words; w++) c->marks[w] |= action_marks(c, c->serves, action)[w];
}

// ---- steps

typedef struct {
  sv_cycles *c;
  uint64_t state;  // its number, where states are stored
  uint64_t q;      // of the node, with its flag
  bool sees;       // the automaton moves
  uint32_t action;
  uint64_t count;
} firing;

static bool take_unseen(firing *f, const uint64_t *state, uint64_t choice) {
  sv_cycles *c = f->c;
  bool closed = f->q & CLOSED;
  if (closed && !sv_moves_held(c, state)) return true;
  return add_arc(c, state, f->q, f->action, choice, closed ? c->complete[0] : 0);
}

static bool take_seen(firing *f, const uint64_t *state, uint64_t choice) {
  sv_cycles *c = f->c;
  for (uint32_t e = 0; e < c->automaton->edge_count; e++) {
    const sv_automaton_edge *edge = &c->automaton->edges[e];
    if (edge->from != f->q || !edge_fits(c, e)) continue;
    uint64_t marks = c->automaton->conditions ? edge->marks : c->complete[0];
    if (!add_arc(c, state, edge->to, f->action, choice, marks)) return false;
    bool passes = c->property->stable && sv_moves_held(c, state);
    if (passes && accepts_for_ever(c, edge->to) &&
        !add_arc(c, state, edge->to | CLOSED, f->action, choice, 0))
      return false;
  }
  return true;
}

static bool take(void *context, const uint64_t *state, uint64_t choice) {
  firing *f = context;
  if (++f->count % 1024 == 0 && sv_cycles_late(f->c)) return false;
  return f->sees ? take_seen(f, state, choice) : take_unseen(f, state, choice);
}

static bool take_listed(void *context, uint32_t to, uint32_t step) {
  uint64_t state = to;
  return take(context, &state, step);
}

static bool fire(firing *f) {
  if (f->c->listed) return sv_listed_fire(f->c->listed, f->action, take_listed, f);
  return sv_machine_fire(f->c->machine, f->action, take, f);
}

void sv_cycles_note_cut(sv_cycles *c, uint32_t action) {
  if (action == UINT32_MAX || action == c->cut) return;
  bool full = c->net->actions.at[action].full, first = action < c->cut;
  if (c->cut == UINT32_MAX || (full == sv_cycles_full(c) ? first : !full)) c->cut = action;
}

// Where nothing can move the last state is repeated.
static bool add_end(sv_cycles *c, const uint64_t *state, uint64_t q) {
  if (!c->property->repeats || sv_moves_cut(c) != UINT32_MAX) return true;
  if (!accepts_for_ever(c, (uint32_t)q)) return true;
  memcpy(c->marks, c->complete, c->mark_words * sizeof *c->marks);
  return add_arc(c, state, q, SV_ENDS, 0, c->complete[0]);
}

// Once the machine was stopped nothing that it says can be trusted.
static bool was_stopped(sv_cycles *c) {
  if (c->listed || !sv_machine_stopped(c->machine)) return false;
  if (c->stop) return sv_cycles_late(c), true;
  c->limit = c->run->limits->hit;
  assert(c->limit);
  return true;
}

static bool fire_all(firing *f, const uint32_t *actions, uint32_t n) {
  bool going = true;
  for (uint32_t i = 0; i < n && going; i++) {
    f->action = actions[i];
    mark_step(f->c, f->action);
    going = fire(f);
  }
  return going;
}

static bool fire_selected(firing *f, const uint32_t *enabled, uint32_t n) {
  const uint32_t *chosen;
  n = sv_cycles_select(f->c, f->c->from, enabled, n, &chosen);
  return fire_all(f, chosen, n);
}

// The first node of the state: a selection if the successors allow it. Where the automaton does not
// move nothing is to be decided.
static bool fire_first(firing *f, const uint32_t *enabled, uint32_t n, bool passing) {
  sv_cycles *c = f->c;
  const uint32_t *chosen = enabled;
  uint32_t begin = c->out->at.n, k = n;
  if (n > 1) k = sv_cycles_select(c, c->from, enabled, n, &chosen);
  if (!fire_all(f, chosen, k)) return false;
  if (c->out->at.n == begin) return true;
  bool some = k < n && !passing;
  if (some && !sv_cycles_may_select(c, f->state, c->out, begin)) {
    c->transitions -= c->out->at.n - begin;
    c->reduced--;
    sv_arcs_cut(c, c->out, begin);
    some = false;
    if (!fire_all(f, enabled, n)) return false;
  }
  sv_cycles_set_colour(c, f->state, some ? SV_SOME_OPEN : SV_ALL);
  return true;
}

static bool fire_enabled(firing *f, const uint32_t *enabled, uint32_t n, bool passing) {
  sv_cycles *c = f->c;
  if (!sv_cycles_has_colours(c))
    return c->reduction && n > 1 ? fire_selected(f, enabled, n) : fire_all(f, enabled, n);
  sv_cycles_colour colour = sv_cycles_colour_of(c, f->state);
  if (colour == SV_UNDECIDED) return fire_first(f, enabled, n, passing);
  return colour == SV_ALL && !passing ? fire_all(f, enabled, n) : fire_selected(f, enabled, n);
}

// From the node in the buffer.
static bool expand(sv_cycles *c, uint64_t state, sv_cycle_arcs *out) {
  uint64_t q = c->from[c->words];
  c->out = out;
  sv_moves_load(c, c->from);
  if (was_stopped(c)) return false;
  sv_cycles_note_cut(c, sv_moves_cut(c));
  if (sv_cycles_gives_up(c)) return false;
  if (sv_moves_open(c)) return true;
  bool passing = sv_moves_passing(c), going = true;
  firing f = {.c = c, .state = state, .q = q, .sees = !c->property->stable || !passing};
  uint32_t n;
  const uint32_t *enabled = sv_moves_enabled(c, &n);
  if (f.sees && q & CLOSED) n = 0;
  else if (f.sees) read_guards(c, c->from);
  if (n) mark_state(c, c->from, passing);
  if (n) going = fire_enabled(&f, enabled, n, passing);
  if (!n && !(q & CLOSED)) going = add_end(c, c->from, q);
  return !was_stopped(c) && going && !c->limit;
}

bool sv_cycles_expand(sv_cycles *c, uint64_t node, sv_cycle_arcs *out) {
  const uint64_t *words = sv_cycles_state(c, node);
  if (!c->fan) return sv_cycles_expand_words(c, words, out);
  memcpy(c->from, words, c->words * sizeof *c->from);
  c->from[c->words] = tail_of(c, node);
  return expand(c, node / c->fan, out);
}

bool sv_cycles_expand_words(sv_cycles *c, const uint64_t *node, sv_cycle_arcs *out) {
  memcpy(c->from, node, (c->words + 1) * sizeof *c->from);
  return expand(c, 0, out);
}

// ---- initial states

typedef struct {
  sv_cycles *c;
  sv_node_fn *fn;
  void *context;
  sv_u64s nodes;
} beginning;

static bool begin(void *context, const uint64_t *state) {
  beginning *b = context;
  uint64_t node;
  if (!node_of(b->c, state, 0, &node)) return false;
  sv_push(b->nodes, node);
  return true;
}

static bool begin_listed(beginning *b) {
  bool all = true;
  for (uint64_t i = 0; i < b->c->listed->initials && all; i++) all = begin(b, &i);
  return all;
}

bool sv_cycles_initials(sv_cycles *c, sv_node_fn *fn, void *context) {
  beginning b = {.c = c, .fn = fn, .context = context};
  bool all =
      c->listed ? begin_listed(&b) : sv_machine_initials(c->machine, begin, &b) == SV_EXEC_DONE;
  bool going = !was_stopped(c) && all;
  for (uint32_t i = 0; i < b.nodes.n && going; i++) going = fn(context, b.nodes.at[i]);
  sv_vec_free(b.nodes);
  return going;
}
