// initial.c -- cubes and initial states.
//
// Most bits start with one value: these are read off the condition for initial
// states, a conjunction. Often that is all there is; else a solver is asked.

#include "encode/graph/tseitin.h"
#include "engine/ic3/inside.h"

typedef struct {
  sv_ic3 *x;
  sv_map bit_of_node;
} reading;

static void note_conjunct(reading *r, sv_lit a) {
  uint32_t bit = sv_map_get(&r->bit_of_node, sv_lit_node(a));
  if (bit == SV_MAP_NONE) r->x->starts_exactly = false;
  else r->x->starts.at[bit] = sv_lit_negated(a) ? -1 : 1;
}

static void read_conjuncts(reading *r, sv_lit all) {
  const sv_aig *g = r->x->circuit->aig;
  sv_lits todo = {0};
  sv_push(todo, all);
  while (todo.n) {
    sv_lit a = sv_pop(todo);
    if (sv_aig_is_and(g, sv_lit_node(a)) && !sv_lit_negated(a)) {
      sv_push(todo, sv_aig_left(g, sv_lit_node(a)));
      sv_push(todo, sv_aig_right(g, sv_lit_node(a)));
    } else if (!sv_lit_same(a, SV_LIT_TRUE)) {
      note_conjunct(r, a);
    }
  }
  sv_vec_free(todo);
}

// A solver that knows nothing but the condition; its literals are in `acts`, by bit.
static void take_clause(void *context, const int32_t *literals, uint32_t n) {
  sv_i32s *all = context;
  for (uint32_t i = 0; i < n; i++) sv_push(*all, literals[i]);
  sv_push(*all, 0);
}

static void make_solver(sv_ic3 *x) {
  const sv_circuit *c = x->circuit;
  sv_ic3_formula f = {0};
  sv_cnf *cnf = sv_cnf_new(c->aig, (sv_cnf_sink){.add = take_clause, .solver = &f.clauses});
  for (uint32_t i = 0; i < c->state.n; i++)
    sv_push(x->starting.acts, sv_cnf_literal(cnf, c->state.at[i]));
  int32_t initial = sv_cnf_literal(cnf, c->initial);
  f.vars = sv_cnf_count(cnf);
  take_clause(&f.clauses, &initial, 1);
  x->starting.sat = sv_sat_new();
  sv_ic3_formula_load(&f, x->starting.sat);
  sv_cnf_free(cnf);
  sv_ic3_formula_free(&f);
}

void sv_ic3_find_starts(sv_ic3 *x) {
  const sv_circuit *c = x->circuit;
  reading r = {.x = x};
  sv_fill(x->starts, c->state.n);
  x->starts_exactly = true;
  for (uint32_t i = 0; i < c->state.n; i++)
    sv_map_put(&r.bit_of_node, sv_lit_node(c->state.at[i]), i);
  read_conjuncts(&r, c->initial);
  sv_map_free(&r.bit_of_node);
  make_solver(x);
  assert(x->starting.acts.n == x->circuit->state.n);
}

// ---- questions

static sv_sat_answer ask(sv_ic3 *x, const sv_cube *c) {
  sv_clear(x->assumed);
  for (uint32_t i = 0; i < c->n; i++) {
    int32_t bit = x->starting.acts.at[sv_cube_bit(c->at[i])];
    sv_push(x->assumed, c->at[i] < 0 ? -bit : bit);
  }
  x->numbers.start_queries++;
  sv_sat_limits limits = {.run = x->options.limits};
  sv_sat_answer a = sv_sat_solve(x->starting.sat, x->assumed.at, x->assumed.n, &limits);
  if (a == SV_SAT_UNKNOWN) x->stopped = true;
  return a;
}

bool sv_ic3_has_start(sv_ic3 *x) { return ask(x, &(sv_cube){0}) == SV_SAT_YES; }

static bool contradicts(const sv_ic3 *x, int32_t literal) {
  int8_t start = x->starts.at[sv_cube_bit(literal)];
  return start && (start > 0) != (literal > 0);
}

bool sv_ic3_meets_start(sv_ic3 *x, const sv_cube *c) {
  for (uint32_t i = 0; i < c->n; i++)
    if (contradicts(x, c->at[i])) return false;
  return x->starts_exactly || ask(x, c) != SV_SAT_NO;
}

void sv_ic3_leave_start(sv_ic3 *x, sv_cube *c, const sv_cube *larger) {
  if (x->stopped || !sv_ic3_meets_start(x, c)) return;
  for (uint32_t i = 0; i < larger->n; i++)
    if (contradicts(x, larger->at[i])) {
      sv_push(*c, larger->at[i]);
      sv_cube_sort(c);
      return;
    }
  bool apart = ask(x, larger) == SV_SAT_NO;
  assert(!x->starts_exactly || !apart || x->stopped);
  for (uint32_t i = 0; i < larger->n; i++)
    if (!sv_cube_has(c, larger->at[i]) &&
        (!apart || sv_sat_failed(x->starting.sat, x->assumed.at[i])))
      sv_push(x->clause, larger->at[i]);
  for (uint32_t i = 0; i < x->clause.n; i++) sv_push(*c, x->clause.at[i]);
  sv_clear(x->clause);
  sv_cube_sort(c);
}

bool sv_ic3_pick_start(sv_ic3 *x, const sv_cube *c, uint8_t *state) {
  if (ask(x, c) != SV_SAT_YES) return false;
  for (uint32_t i = 0; i < x->starting.acts.n; i++)
    state[i] = sv_sat_value(x->starting.sat, x->starting.acts.at[i]);
  return true;
}
