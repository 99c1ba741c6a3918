// query.c -- what solvers are asked: steps into cubes, conditions, lifting.
//
// A clause for one query only has a literal of its own that is assumed, and
// refuted for good behind the query. When many have piled up the solver is made
// anew from what counts.

#include "engine/ic3/inside.h"

enum { MOST_PASSING = 400 };

static void assume(sv_ic3 *x, int32_t literal) { sv_push(x->assumed, literal); }

static void assume_frame(sv_ic3 *x, uint32_t frame) {
  assert(frame <= x->top && x->top < x->framing.acts.n);
  sv_clear(x->assumed);
  if (!frame) assume(x, x->formula.initial);
  else
    for (uint32_t level = frame; level <= x->top; level++) assume(x, x->framing.acts.at[level]);
}

static int32_t with_sign(int32_t literal, int32_t of) { return of < 0 ? -literal : literal; }

static int32_t now(const sv_ic3 *x, int32_t literal) {
  return with_sign(x->formula.state.at[sv_cube_bit(literal)], literal);
}

static int32_t next(const sv_ic3 *x, int32_t literal) {
  return with_sign(x->formula.next.at[sv_cube_bit(literal)], literal);
}

static sv_sat_answer solve(sv_ic3 *x, sv_ic3_solver *solver) {
  x->numbers.queries++;
  if (x->options.tick) x->options.tick(x->options.context, x);
  sv_sat_limits limits = {.run = x->options.limits};
  sv_sat_answer a = sv_sat_solve(solver->sat, x->assumed.at, x->assumed.n, &limits);
  if (a == SV_SAT_UNKNOWN) x->stopped = true;
  return a;
}

// x->clause, while its literal (returned and assumed) is true.
static int32_t add_passing(sv_ic3 *x, sv_ic3_solver *solver) {
  assert(solver->passing < MOST_PASSING);
  int32_t only = sv_sat_var(solver->sat);
  sv_push(x->clause, -only);
  sv_sat_add(solver->sat, x->clause.at, x->clause.n);
  sv_clear(x->clause);
  assume(x, only);
  solver->passing++;
  return only;
}

static void end_passing(sv_ic3_solver *solver, int32_t only) {
  int32_t never = -only;
  sv_sat_add(solver->sat, &never, 1);
}

static void clean(sv_ic3 *x, sv_ic3_solver *solver) {
  if (solver->passing >= MOST_PASSING) sv_ic3_reload(x, solver);
}

static void read_model(sv_ic3 *x, const sv_ic3_solver *solver) {
  const sv_ic3_formula *f = &x->formula;
  for (uint32_t i = 0; i < f->state.n; i++)
    x->model_state[i] = sv_sat_value(solver->sat, f->state.at[i]);
  for (uint32_t i = 0; i < f->inputs.n; i++)
    x->model_inputs[i] = sv_sat_value(solver->sat, f->inputs.at[i]);
}

// ---- steps

static void read_core(sv_ic3 *x, const sv_ic3_solver *solver, const sv_cube *c, sv_cube *core) {
  sv_clear(*core);
  for (uint32_t i = 0; i < c->n; i++)
    if (sv_sat_failed(solver->sat, next(x, c->at[i]))) sv_push(*core, c->at[i]);
}

sv_sat_answer sv_ic3_reaches(sv_ic3 *x, uint32_t frame, const sv_cube *c, bool outside,
                             sv_cube *core) {
  sv_ic3_solver *solver = &x->framing;
  int32_t only = 0;
  assert(sv_cube_is_sorted(c) && !x->clause.n);
  clean(x, solver);
  assume_frame(x, frame);
  assume(x, x->formula.step);
  if (outside) {
    for (uint32_t i = 0; i < c->n; i++) sv_push(x->clause, -now(x, c->at[i]));
    only = add_passing(x, solver);
  }
  for (uint32_t i = 0; i < c->n; i++) assume(x, next(x, c->at[i]));
  sv_sat_answer a = solve(x, solver);
  if (a == SV_SAT_YES) read_model(x, solver);
  if (a == SV_SAT_NO && core) read_core(x, solver, c, core);
  if (outside) end_passing(solver, only);
  if (a == SV_SAT_NO && core) {
    sv_ic3_leave_start(x, core, c);
    sv_ic3_leave_samples(x, core, c);
  }
  return x->stopped ? SV_SAT_UNKNOWN : a;
}

// ---- conditions

sv_sat_answer sv_ic3_meets_condition(sv_ic3 *x, uint32_t frame) {
  sv_ic3_solver *solver = &x->framing;
  clean(x, solver);
  assume_frame(x, frame);
  for (uint32_t i = sv_bits_next(&x->live, 0); i != UINT32_MAX; i = sv_bits_next(&x->live, i + 1))
    sv_push(x->clause, x->formula.conditions.at[i]);
  int32_t only = add_passing(x, solver);
  sv_sat_answer a = solve(x, solver);
  if (a == SV_SAT_YES) read_model(x, solver);
  end_passing(solver, only);
  return a;
}

static uint64_t value_in_model(void *context, uint32_t input) {
  const uint8_t *by_node = context;
  return by_node[input];
}

static uint8_t *model_by_node(const sv_ic3 *x) {
  const sv_circuit *c = x->circuit;
  uint8_t *values = SV_NEW_ARRAY(uint8_t, sv_aig_nodes(c->aig) + 1);
  for (uint32_t i = 0; i < c->state.n; i++) values[sv_lit_node(c->state.at[i])] = x->model_state[i];
  for (uint32_t i = 0; i < c->inputs.n; i++)
    values[sv_lit_node(c->inputs.at[i])] = x->model_inputs[i];
  return values;
}

uint32_t sv_ic3_met_by_model(sv_ic3 *x) {
  uint8_t *values = model_by_node(x);
  uint32_t met = UINT32_MAX;
  for (uint32_t i = sv_bits_next(&x->live, 0); i != UINT32_MAX && met == UINT32_MAX;
       i = sv_bits_next(&x->live, i + 1)) {
    uint64_t value;
    sv_aig_simulate(x->circuit->aig, &x->conditions.at[i], 1, value_in_model, values, &value);
    if (value & 1) met = i;
  }
  sv_free(values);
  REQUIRE(met != UINT32_MAX, "a condition was met");
  return met;
}

// ---- lifting

// With the model's inputs, which bits of its state keep the clause from being true?
static bool lift_once(sv_ic3 *x, const sv_cube *from, const sv_cube *target, uint32_t condition,
                      sv_cube *out) {
  sv_ic3_solver *solver = &x->lifting;
  const sv_ic3_formula *f = &x->formula;
  clean(x, solver);
  sv_clear(x->assumed);
  if (target) {
    sv_push(x->clause, -f->step);
    for (uint32_t i = 0; i < target->n; i++) sv_push(x->clause, -next(x, target->at[i]));
  } else {
    sv_push(x->clause, -f->conditions.at[condition]);
  }
  int32_t only = add_passing(x, solver);
  for (uint32_t i = 0; i < f->inputs.n; i++)
    assume(x, x->model_inputs[i] ? f->inputs.at[i] : -f->inputs.at[i]);
  for (uint32_t i = 0; i < from->n; i++) assume(x, now(x, from->at[i]));
  bool shrinks = solve(x, solver) == SV_SAT_NO;
  sv_clear(*out);
  for (uint32_t i = 0; i < from->n; i++)
    if (!shrinks || sv_sat_failed(solver->sat, now(x, from->at[i]))) sv_push(*out, from->at[i]);
  end_passing(solver, only);
  return shrinks;
}

void sv_ic3_lift(sv_ic3 *x, const sv_cube *target, uint32_t condition, sv_cube *out) {
  sv_cube all = {0};
  for (uint32_t i = 0; i < x->circuit->state.n; i++)
    sv_push(all, x->model_state[i] ? (int32_t)i + 1 : -(int32_t)i - 1);
  lift_once(x, &all, target, condition, out);
  assert(out->n <= all.n && sv_cube_within(out, &all));
  x->numbers.lifted += all.n - out->n;
  sv_vec_free(all);
}
