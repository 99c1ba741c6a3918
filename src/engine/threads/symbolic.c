// symbolic.c -- the fix-point over symbolic thread states, as in the paper.
//
// A symbolic thread state is a location and a set in the parametric form of Cook,
// Kroening, Sharygina 2005: every bit is a function of inputs, a guard says which inputs
// count. Own steps substitute; what another thread does is passed by joining both
// states, with inputs of their own, where their globals are the same and no exclusive
// predicate is had by both. A new state that older ones of its location cover is
// dropped, which is the question for QBF (encode/parametric/subsume.h); older ones that it covers
// are not looked at any more.

#include "encode/parametric/decide.h"
#include "encode/parametric/subsume.h"
#include "engine/threads/threads.h"

typedef struct {
  uint32_t location;
  sv_lit guard;
  sv_lit *bits;       // globals, then locals
  sv_lit *exclusive;  // by exclusive predicate: it has it
  // The same with other inputs, which are nodes from..to-1; NULL: not made yet.
  sv_lit *twin;  // bits, exclusive predicates, guard
  uint32_t from, to;
  bool expanded, dead;
} symbolic;

// What a step of a symbolic thread state does to others.
typedef struct {
  uint32_t state, action;
  sv_lit guard;
  sv_lit matters;   // some global changes
  sv_lit *globals;  // afterwards
  sv_u32s inputs;   // of all that
  uint32_t next;    // state that it has not been passed to
} outcome;

typedef struct {
  sv_thread_system *s;
  const sv_run *run;
  sv_thread_symbolic *out;
  sv_decider *decider;
  sv_subsumer *subsumer;
  sv_arena *arena;
  SV_VEC(symbolic) states;
  SV_VEC(sv_u32s) at;  // by location
  SV_VEC(outcome) outcomes;
  SV_VEC(sv_parametric_set) known;  // scratch
  sv_lits scratch;
  uint32_t bits;
  bool lazy;
} explorer;

static bool can_be(void *context, sv_lit l) {
  return sv_decide(((explorer *)context)->decider, l) != SV_GUARD_FALSE;
}

static bool goes_on(const explorer *x) { return !sv_limits_check(x->run->limits); }

// ---- substitution

static void bind(sv_map *by, const sv_lits *inputs, const sv_lit *values) {
  for (uint32_t i = 0; i < inputs->n; i++) sv_map_put(by, sv_lit_node(inputs->at[i]), values[i].x);
}

// A new input for every choice of the action.
static void bind_choices(explorer *x, sv_map *by, const sv_thread_action *a) {
  for (uint32_t k = 0; k < a->net->choice_count; k++)
    for (uint32_t i = 0; i < x->s->choices.at[k].n; i++)
      sv_map_put(by, sv_lit_node(x->s->choices.at[k].at[i]), sv_aig_input(x->s->aig).x);
  for (uint32_t i = 0; i < x->s->coins.n; i++)
    sv_map_put(by, sv_lit_node(x->s->coins.at[i]), sv_aig_input(x->s->aig).x);
}

static void bind_state(explorer *x, sv_map *by, const sv_lit *bits) {
  bind(by, &x->s->global_inputs, bits);
  bind(by, &x->s->own_inputs, bits + x->s->globals);
}

static sv_lit image(explorer *x, const sv_map *by, sv_lit l) {
  sv_aig_substitute(x->s->aig, &l, 1, by);
  return l;
}

static void write(explorer *x, const sv_map *by, const sv_thread_writes *w, sv_lit *bits) {
  sv_clear(x->scratch);
  for (uint32_t i = 0; i < w->n; i++) sv_push(x->scratch, w->at[i].value);
  sv_aig_substitute(x->s->aig, x->scratch.at, x->scratch.n, by);
  for (uint32_t i = 0; i < w->n; i++) bits[w->at[i].bit] = x->scratch.at[i];
}

static sv_lit *copy_bits(explorer *x, const sv_lit *bits) {
  sv_lit *copy = SV_ARENA_ARRAY(x->arena, sv_lit, x->bits + 1);
  memcpy(copy, bits, x->bits * sizeof *copy);
  return copy;
}

// ---- adding

static bool is_covered(explorer *x, const symbolic *new) {
  sv_parametric_set fresh = {new->bits, new->guard};
  const sv_u32s *here = &x->at.at[new->location];
  sv_clear(x->known);
  for (uint32_t i = 0; i < here->n; i++) {
    const symbolic *old = &x->states.at[here->at[i]];
    sv_push(x->known, ((sv_parametric_set){old->bits, old->guard}));
  }
  return x->known.n &&
         sv_subsumed(x->subsumer, &fresh, x->known.at, x->known.n, x->bits) == SV_SUBSUMED;
}

static void drop_covered(explorer *x, const symbolic *new) {
  sv_parametric_set old = {new->bits, new->guard};
  sv_u32s *here = &x->at.at[new->location];
  uint32_t kept = 0;
  for (uint32_t i = 0; i < here->n; i++) {
    symbolic *s = &x->states.at[here->at[i]];
    sv_parametric_set fresh = {s->bits, s->guard};
    s->dead = sv_subsumed(x->subsumer, &fresh, &old, 1, x->bits) == SV_SUBSUMED;
    x->out->dropped += s->dead;
    if (!s->dead) here->at[kept++] = here->at[i];
  }
  here->n = kept;
}

static void note_exclusive(explorer *x, symbolic *new) {
  const sv_lits *all = &x->s->exclusive;
  sv_map by = {0};
  new->exclusive = SV_ARENA_ARRAY(x->arena, sv_lit, all->n + 1);
  if (!all->n) return;
  memcpy(new->exclusive, all->at, all->n * sizeof *all->at);
  bind_state(x, &by, new->bits);
  sv_aig_substitute(x->s->aig, new->exclusive, all->n, &by);
  sv_map_free(&by);
}

static void add(explorer *x, uint32_t location, sv_lit guard, const sv_lit *bits) {
  symbolic new = {.location = location, .guard = guard};
  if (!location || !can_be(x, guard)) return;
  new.bits = copy_bits(x, bits);
  if (is_covered(x, &new)) return;
  drop_covered(x, &new);
  note_exclusive(x, &new);
  sv_push(x->at.at[location], x->states.n);
  SV_LOG(x->run->log, 2, "threads: symbolic thread state %u at location %u", x->states.n, location);
  sv_push(x->states, new);
  x->out->states++;
}

// ---- case 1

static uint32_t target_of(const sv_net_action *a, uint32_t from) {
  return a->edges[0].to == SV_STAY ? from : a->edges[0].to;
}

static sv_lit differs(explorer *x, const sv_lit *before, const sv_lit *after) {
  sv_clear(x->scratch);
  for (uint32_t i = 0; i < x->s->globals; i++)
    if (!sv_lit_same(before[i], after[i]))
      sv_push(x->scratch, sv_aig_xor(x->s->aig, before[i], after[i]));
  return sv_aig_or_all(x->s->aig, x->scratch.at, x->scratch.n);
}

static void note_outcome(explorer *x, uint32_t state, uint32_t action, sv_lit guard,
                         const sv_lit *globals) {
  sv_aig *g = x->s->aig;
  const sv_lit *before = x->states.at[state].bits;
  outcome o = {.state = state, .action = action};
  assert(!x->s->actions.at[action].net->cut);
  o.guard = sv_aig_and(g, guard, before[sv_thread_started(x->s)]);
  o.matters = SV_LIT_TRUE;
  if (!x->s->actions.at[action].broadcasts) o.matters = differs(x, before, globals);
  if (!can_be(x, sv_aig_and(g, o.guard, o.matters))) return;
  o.globals = copy_bits(x, globals);
  sv_lits roots = {0};
  sv_push(roots, o.guard);
  for (uint32_t i = 0; i < x->bits; i++) sv_push(roots, before[i]);
  for (uint32_t i = 0; i < x->s->globals; i++) sv_push(roots, globals[i]);
  sv_aig_support(g, roots.at, roots.n, &o.inputs);
  sv_vec_free(roots);
  sv_push(x->outcomes, o);
}

static void note_violations(explorer *x, const sv_thread_action *a, sv_lit guard) {
  if ((!a->net->fails && !a->net->cut) || !can_be(x, guard)) return;
  if (a->net->fails) sv_bits_add(&x->out->violated, a->net->fails);
  if (a->net->cut) x->out->cut = a->net->cut;
}

static void start(explorer *x, const sv_map *by, const sv_thread_action *a, sv_lit guard,
                  sv_lit *bits) {
  for (uint32_t e = 1, k = 0; e < a->net->edge_count; e++) {
    if (!a->net->edges[e].to) continue;
    const sv_lits *locals = &a->started.at[k++];
    for (uint32_t i = 0; i < x->s->locals; i++)
      bits[x->s->globals + i] = image(x, by, locals->at[i]);
    add(x, a->net->edges[e].to, guard, bits);
  }
}

static void take_action(explorer *x, uint32_t state, uint32_t action) {
  const sv_thread_action *a = &x->s->actions.at[action];
  const symbolic from = x->states.at[state];
  sv_map by = {0};
  bind_state(x, &by, from.bits);
  bind_choices(x, &by, a);
  sv_lit guard = sv_aig_and(x->s->aig, from.guard, image(x, &by, sv_thread_condition(a, x->lazy)));
  note_violations(x, a, guard);
  sv_lit *bits = SV_NEW_ARRAY(sv_lit, x->bits + 1);
  memcpy(bits, from.bits, x->bits * sizeof *bits);
  if (!a->net->cut) {
    write(x, &by, &a->globals, bits);
    if (a->broadcasts || a->globals.n) note_outcome(x, state, action, guard, bits);
    write(x, &by, &a->locals, bits + x->s->globals);
    if (!a->ends) add(x, target_of(a->net, from.location), guard, bits);
    start(x, &by, a, guard, bits);
  }
  sv_free(bits);
  sv_map_free(&by);
}

static void check_state(explorer *x, const symbolic *s) {
  const sv_model *m = x->s->model;
  uint32_t bad = m->templates.at[1].locations.at[s->location].bad;
  if (bad) sv_bits_add(&x->out->violated, bad);
  for (uint32_t p = 1; p < m->properties.n; p++) {
    if (m->properties.at[p].kind != SV_PROP_INVARIANT) continue;
    sv_map by = {0};
    bind_state(x, &by, s->bits);
    sv_lit good = image(x, &by, sv_thread_invariant(x->s, p));
    if (can_be(x, sv_aig_and(x->s->aig, s->guard, sv_lit_not(good))))
      sv_bits_add(&x->out->violated, p);
    sv_map_free(&by);
  }
}

static void expand(explorer *x, uint32_t state) {
  symbolic s = x->states.at[state];
  assert(!s.expanded && !s.dead);
  x->states.at[state].expanded = true;
  check_state(x, &s);
  const sv_u32s *leaving = &x->s->leaving.at[s.location];
  for (uint32_t i = 0; i < leaving->n && goes_on(x); i++) take_action(x, state, leaving->at[i]);
}

// ---- case 2

// The state with inputs of its own: bits, exclusive predicates, guard.
static void make_twin(explorer *x, symbolic *s) {
  uint32_t n = x->bits, e = x->s->exclusive.n;
  sv_lit *roots = SV_ARENA_ARRAY(x->arena, sv_lit, n + e + 1);
  sv_u32s inputs = {0};
  sv_map by = {0};
  memcpy(roots, s->bits, n * sizeof *roots);
  if (e) memcpy(roots + n, s->exclusive, e * sizeof *roots);
  roots[n + e] = s->guard;
  sv_aig_support(x->s->aig, roots, n + e + 1, &inputs);
  s->from = sv_aig_nodes(x->s->aig);
  for (uint32_t i = 0; i < inputs.n; i++) sv_map_put(&by, inputs.at[i], sv_aig_input(x->s->aig).x);
  s->to = sv_aig_nodes(x->s->aig);
  assert(s->to - s->from == inputs.n);
  sv_aig_substitute(x->s->aig, roots, n + e + 1, &by);
  s->twin = roots;
  sv_vec_free(inputs);
  sv_map_free(&by);
}

static bool shares_inputs(const outcome *o, const symbolic *s) {
  uint32_t low = 0, high = o->inputs.n;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (o->inputs.at[middle] < s->from) low = middle + 1;
    else high = middle;
  }
  return low < o->inputs.n && o->inputs.at[low] < s->to;
}

// No exclusive predicate twice.
static sv_lit together(explorer *x, const outcome *o, const sv_lit *twin) {
  sv_aig *g = x->s->aig;
  const symbolic *acting = &x->states.at[o->state];
  sv_clear(x->scratch);
  sv_push(x->scratch, o->guard);
  sv_push(x->scratch, twin[x->bits + x->s->exclusive.n]);
  for (uint32_t i = 0; i < x->s->exclusive.n; i++)
    sv_push(x->scratch, sv_lit_not(sv_aig_and(g, acting->exclusive[i], twin[x->bits + i])));
  return sv_aig_and_all(g, x->scratch.at, x->scratch.n);
}

static bool is_free(const explorer *x, const sv_map *by, sv_lit l) {
  return sv_aig_is_input(x->s->aig, sv_lit_node(l)) &&
         sv_map_get(by, sv_lit_node(l)) == SV_MAP_NONE;
}

static void bind_to(sv_map *by, sv_lit input, sv_lit value) {
  sv_map_put(by, sv_lit_node(input), sv_lit_not_if(value, sv_lit_negated(input)).x);
}

// The globals are the same: where one side is an input of its own it becomes what the other
// side is, and only the rest has to be said in the guard.
static void unite(explorer *x, const sv_lit *acting, const sv_lit *twin, sv_map *by) {
  for (uint32_t i = 0; i < x->s->globals; i++)
    if (sv_lit_is_const(twin[i]) && is_free(x, by, acting[i])) bind_to(by, acting[i], twin[i]);
  for (uint32_t i = 0; i < x->s->globals; i++)
    if (is_free(x, by, twin[i])) bind_to(by, twin[i], image(x, by, acting[i]));
}

static sv_lit same_globals(explorer *x, const sv_lit *acting, const sv_lit *twin,
                           const sv_map *by) {
  sv_clear(x->scratch);
  for (uint32_t i = 0; i < x->s->globals; i++) {
    sv_lit same = sv_aig_iff(x->s->aig, image(x, by, acting[i]), image(x, by, twin[i]));
    if (!sv_lit_same(same, SV_LIT_TRUE)) sv_push(x->scratch, same);
  }
  return sv_aig_and_all(x->s->aig, x->scratch.at, x->scratch.n);
}

// The whole step again, over acting and passive thread.
static sv_lit tell(explorer *x, const outcome *o, const sv_lit *twin, sv_lit *bits) {
  const sv_thread_action *a = &x->s->actions.at[o->action];
  const symbolic *acting = &x->states.at[o->state];
  sv_map by = {0};
  bind_state(x, &by, acting->bits);
  bind(&by, &x->s->passive_inputs, twin + x->s->globals);
  bind_choices(x, &by, a);
  sv_lit enabled = image(x, &by, a->passive_enabled);
  memcpy(bits, acting->bits, x->s->globals * sizeof *bits);
  write(x, &by, &a->globals, bits);
  write(x, &by, &a->passive, bits + x->s->globals);
  sv_map_free(&by);
  return enabled;
}

// Also where nothing changes: so the new state often covers the old one.
static void pass(explorer *x, uint32_t number, uint32_t state) {
  symbolic *s = &x->states.at[state];
  const outcome o = x->outcomes.at[number];
  if (s->dead || x->states.at[o.state].dead || !sv_thread_is_passed(x->s, x->lazy, s->location))
    return;
  if (!s->twin || shares_inputs(&o, s)) make_twin(x, s);
  const sv_lit *twin = s->twin;
  assert(!shares_inputs(&o, s));
  sv_lit guard = together(x, &o, twin);
  uint32_t location = s->location;
  sv_lit *bits = SV_NEW_ARRAY(sv_lit, x->bits + 2), *acting = x->states.at[o.state].bits;
  sv_map by = {0};
  memcpy(bits, o.globals, x->s->globals * sizeof *bits);
  memcpy(bits + x->s->globals, twin + x->s->globals, x->s->locals * sizeof *bits);
  if (x->s->actions.at[o.action].broadcasts)
    guard = sv_aig_and(x->s->aig, guard, tell(x, &o, twin, bits));
  unite(x, acting, twin, &by);
  bits[x->bits] = guard;
  bits[x->bits + 1] = o.matters;
  sv_aig_substitute(x->s->aig, bits, x->bits + 2, &by);
  guard = sv_aig_and(x->s->aig, bits[x->bits], same_globals(x, acting, twin, &by));
  if (can_be(x, sv_aig_and(x->s->aig, guard, bits[x->bits + 1]))) add(x, location, guard, bits);
  sv_map_free(&by);
  sv_free(bits);
}

// ---- all of it

static bool take_own_step(explorer *x, uint32_t *first) {
  for (; *first < x->states.n; ++*first) {
    const symbolic *s = &x->states.at[*first];
    if (!s->expanded && !s->dead) return expand(x, *first), true;
  }
  return false;
}

// The latest states are the largest. Whatever is new takes its own steps first.
static bool pass_one(explorer *x) {
  for (uint32_t i = x->outcomes.n; i-- > 0;)
    while (x->outcomes.at[i].next < x->states.n) {
      uint32_t before = x->states.n, state = x->outcomes.at[i].next++;
      pass(x, i, state);
      if (x->states.n > before || !goes_on(x)) return true;
    }
  return false;
}

// Bits that the guard leaves one value become constants.
static void begin(explorer *x) {
  sv_thread_system *s = x->s;
  sv_lit *bits = SV_NEW_ARRAY(sv_lit, x->bits + 1);
  sv_map by = {0};
  for (uint32_t i = 0; i < x->bits; i++) {
    sv_lit b = i < s->globals ? s->global_inputs.at[i] : s->own_inputs.at[i - s->globals];
    bits[i] = sv_aig_input(s->aig);
    if (!can_be(x, sv_aig_and(s->aig, s->initial, b))) bits[i] = SV_LIT_FALSE;
    else if (!can_be(x, sv_aig_and(s->aig, s->initial, sv_lit_not(b)))) bits[i] = SV_LIT_TRUE;
  }
  bind_state(x, &by, bits);
  add(x, s->model->templates.at[1].entry, image(x, &by, s->initial), bits);
  sv_map_free(&by);
  sv_free(bits);
}

static void finish(explorer *x) {
  sv_subsume_statistics n = sv_subsume_numbers(x->subsumer);
  x->out->asked = n.asked;
  x->out->seconds = n.seconds;
  for (uint32_t i = 0; i < x->outcomes.n; i++) sv_vec_free(x->outcomes.at[i].inputs);
  for (uint32_t l = 0; l < x->at.n; l++) sv_vec_free(x->at.at[l]);
  sv_vec_free(x->outcomes);
  sv_vec_free(x->at);
  sv_vec_free(x->states);
  sv_vec_free(x->known);
  sv_vec_free(x->scratch);
  sv_subsumer_free(x->subsumer);
  sv_decider_free(x->decider);
  sv_arena_free(x->arena);
}

static sv_subsume_method method_of(const sv_options *o) {
  if (o->fixpoint == SV_OPT_FIXPOINT_DEPQBF) return SV_SUBSUME_DEPQBF;
  return o->fixpoint == SV_OPT_FIXPOINT_BDD ? SV_SUBSUME_BDD : SV_SUBSUME_CEGAR;
}

bool sv_thread_explore_symbolic(sv_thread_system *s, const sv_run *run, sv_thread_symbolic *out) {
  explorer x = {
      .s = s, .run = run, .out = out, .bits = s->globals + s->locals, .arena = sv_arena_new()};
  x.decider = sv_decider_new(s->aig, run->limits);
  x.subsumer = sv_subsumer_new(s->aig, method_of(run->options), run->limits);
  x.lazy = sv_thread_is_lazy(s, run->options);
  sv_fill(x.at, s->at.n);
  sv_bits_init(&out->violated, s->model->properties.n);
  sv_thread_find_ghosts(s, can_be, &x);
  sv_thread_find_exclusive(s, can_be, &x);
  begin(&x);
  uint32_t first = 0;
  while (goes_on(&x) && (take_own_step(&x, &first) || pass_one(&x))) {}
  SV_LOG(run->log, 1, "threads: %u symbolic thread states, %u outcomes", x.states.n, x.outcomes.n);
  finish(&x);
  return !run->limits->hit;
}
