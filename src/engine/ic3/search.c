// search.c -- the loop: exclude, open a frame, push clauses, until two frames are equal.

#include "engine/ic3/inside.h"

sv_ic3 *sv_ic3_new(const sv_circuit *c, const sv_lit *conditions, uint32_t n,
                   const sv_ic3_options *options) {
  sv_ic3 *x = SV_NEW(sv_ic3);
  x->circuit = c;
  x->options = *options;
  x->clean = UINT32_MAX;
  x->bump = 1;
  sv_bits_init(&x->live, n);
  sv_bits_init(&x->met, n);
  for (uint32_t i = 0; i < n; i++) {
    sv_push(x->conditions, conditions[i]);
    if (!sv_lit_same(conditions[i], SV_LIT_FALSE)) sv_bits_add(&x->live, i);
  }
  sv_fill(x->activity, c->state.n);
  x->model_state = SV_NEW_ARRAY(uint8_t, c->state.n + 1);
  x->initial = SV_NEW_ARRAY(uint8_t, c->state.n + 1);
  x->last = SV_NEW_ARRAY(uint8_t, c->state.n + 1);
  x->model_inputs = SV_NEW_ARRAY(uint8_t, c->inputs.n + 1);
  sv_ic3_formula_make(&x->formula, c, conditions, n);
  sv_ic3_find_starts(x);
  sv_ic3_reload(x, &x->lifting);
  sv_ic3_open_level(x);
  return x;
}

static void free_solver(sv_ic3_solver *r) {
  sv_sat_free(r->sat);
  sv_vec_free(r->acts);
}

void sv_ic3_free(sv_ic3 *x) {
  if (!x) return;
  sv_ic3_forget_obligations(x);
  for (uint32_t i = 0; i < x->frames.n; i++) {
    for (uint32_t k = 0; k < x->frames.at[i].n; k++) sv_vec_free(x->frames.at[i].at[k].cube);
    sv_vec_free(x->frames.at[i]);
  }
  for (uint32_t k = 0; k < x->known.n; k++) sv_vec_free(x->known.at[k].cube);
  sv_vec_free(x->known);
  free_solver(&x->framing);
  free_solver(&x->lifting);
  free_solver(&x->starting);
  sv_ic3_formula_free(&x->formula);
  sv_bits_free(&x->live);
  sv_bits_free(&x->met);
  sv_vec_free(x->conditions);
  sv_vec_free(x->frames);
  sv_vec_free(x->starts);
  sv_vec_free(x->activity);
  sv_vec_free(x->obligations);
  sv_vec_free(x->queue);
  sv_vec_free(x->assumed);
  sv_vec_free(x->clause);
  sv_vec_free(x->run_inputs);
  sv_free(x->model_state);
  sv_free(x->model_inputs);
  sv_free(x->initial);
  sv_free(x->last);
  for (uint32_t i = 0; i < x->samples.n; i++) sv_vec_free(x->samples.at[i]);
  sv_vec_free(x->samples);
  sv_free(x);
}

// ---- pushing clauses upwards

static bool push_clause(sv_ic3 *x, uint32_t level, const sv_cube *c) {
  sv_cube core = {0};
  bool goes = sv_ic3_reaches(x, level, c, false, &core) == SV_SAT_NO;
  if (goes) {
    x->numbers.pushed++;
    sv_ic3_add(x, &core, level + 1);
  }
  sv_vec_free(core);
  return goes;
}

// Adding the clause above removes it (and others) here.
static void push_level(sv_ic3 *x, uint32_t level) {
  sv_cube cube = {0};
  for (uint32_t i = 0; i < x->frames.at[level].n && !x->stopped;) {
    uint32_t before = x->frames.at[level].n;
    assert(level >= 1 && level < x->top);
    sv_cube_copy(&cube, &x->frames.at[level].at[i].cube);
    push_clause(x, level, &cube);
    i += x->frames.at[level].n == before;
  }
  sv_vec_free(cube);
}

// The level whose clauses are inductive, or 0. Below the lowest level that got a clause
// nothing new can be pushed, but clauses above may have made others superfluous.
static uint32_t propagate(sv_ic3 *x) {
  for (uint32_t level = 1; level < x->top && !x->stopped; level++) {
    if (level >= x->changed || level + 1 == x->top) push_level(x, level);
    if (!x->stopped && !x->frames.at[level].n) return level + 1;
  }
  x->changed = UINT32_MAX;
  return 0;
}

// ---- all of it

static sv_ic3_end conclude(sv_ic3 *x, uint32_t level) {
  assert(level >= 1 && level <= x->frames.n);
  assert(level == x->frames.n ||
         !x->frames.at[level - 1].n);  // frames level - 1 and level are equal
  x->proved = level;
  return SV_IC3_PROVED;
}

static bool is_bounded(const sv_ic3 *x) {
  return x->options.most_levels && x->clean != UINT32_MAX && x->clean >= x->options.most_levels;
}

static sv_ic3_end stopped(const sv_ic3 *x) { return x->stopped ? SV_IC3_LIMIT : SV_IC3_BROKEN; }

sv_ic3_end sv_ic3_search(sv_ic3 *x) {
  REQUIRE(!x->proved, "the search has ended");
  if (!sv_ic3_has_start(x)) {
    x->nothing = !x->stopped;
    return x->stopped ? SV_IC3_LIMIT : conclude(x, x->frames.n);
  }
  for (;;) {
    if (sv_bits_next(&x->live, 0) == UINT32_MAX) return conclude(x, x->frames.n);
    sv_ic3_blocking b = sv_ic3_block(x);
    if (b == SV_IC3_STOPPED) return stopped(x);
    if (b == SV_IC3_RUN) return SV_IC3_FOUND;
    x->clean = x->top;
    SV_LOG(x->options.log, 2, "ic3: frame %u: %llu clauses, %llu obligations, %llu queries", x->top,
           (unsigned long long)x->numbers.clauses, (unsigned long long)x->numbers.obligations,
           (unsigned long long)x->numbers.queries);
    assert(!x->queue.n && !x->obligations.n);
    if (is_bounded(x)) return SV_IC3_BOUNDED;
    x->top++;
    sv_ic3_open_level(x);
    if (x->options.between) x->options.between(x->options.context, x);
    uint32_t level = x->top > 1 ? propagate(x) : 0;
    if (x->stopped) return SV_IC3_LIMIT;
    if (level) return conclude(x, level);
  }
}

void sv_ic3_drop(sv_ic3 *x, uint32_t condition) {
  sv_bits_remove(&x->live, condition);
  sv_ic3_forget_obligations(x);
}

void sv_ic3_narrow(sv_ic3 *x, uint32_t condition, sv_lit to) {
  x->conditions.at[condition] = to;
  if (sv_lit_same(to, SV_LIT_FALSE)) sv_bits_remove(&x->live, condition);
  sv_ic3_formula_free(&x->formula);
  sv_ic3_formula_make(&x->formula, x->circuit, x->conditions.at, x->conditions.n);
  sv_ic3_reload(x, &x->framing);
  sv_ic3_reload(x, &x->lifting);
  sv_ic3_forget_obligations(x);
}

uint32_t sv_ic3_top(const sv_ic3 *x) { return x->top; }

void sv_ic3_look(const sv_ic3 *x, uint32_t level, void (*see)(void *context, const sv_i32s *cube),
                 void *context) {
  for (uint32_t k = 0; k < x->known.n; k++) see(context, &x->known.at[k].cube);
  for (uint32_t i = level; i < x->frames.n; i++)
    for (uint32_t k = 0; k < x->frames.at[i].n; k++) see(context, &x->frames.at[i].at[k].cube);
}

// What is known holds initially and is kept by steps, so frames stay what they are, and none of it has to
// be pushed.
void sv_ic3_know(sv_ic3 *x, const sv_i32s *cube) {
  sv_cube sorted = {0};
  assert(x->top && !x->queue.n);
  sv_cube_copy(&sorted, cube);
  sv_cube_sort(&sorted);
  sv_ic3_add_known(x, &sorted);
  sv_vec_free(sorted);
}

sv_ic3_run sv_ic3_found(const sv_ic3 *x) {
  return (sv_ic3_run){x->initial, x->run_inputs.at, x->last, x->run_rows, &x->met};
}

uint32_t sv_ic3_invariant(const sv_ic3 *x) {
  uint32_t n = x->nothing + (x->proved ? x->known.n : 0);
  for (uint32_t i = x->proved; x->proved && i < x->frames.n; i++) n += x->frames.at[i].n;
  return n;
}

const sv_i32s *sv_ic3_clause(const sv_ic3 *x, uint32_t i) {
  static const sv_i32s empty = {0};
  if (x->nothing) return &empty;
  for (uint32_t level = x->proved; level < x->frames.n; level++) {
    if (i < x->frames.at[level].n) return &x->frames.at[level].at[i].cube;
    i -= x->frames.at[level].n;
  }
  if (i < x->known.n) return &x->known.at[i].cube;
  REQUIRE(false, "no such clause");
  return NULL;
}

sv_ic3_statistics sv_ic3_numbers(const sv_ic3 *x) {
  sv_ic3_statistics n = x->numbers;
  n.levels = x->clean == UINT32_MAX ? 0 : x->clean;
  return n;
}
