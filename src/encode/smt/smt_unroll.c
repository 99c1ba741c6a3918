// smt_unroll.c -- renaming a system along a run.

#include "encode/smt/smt_unroll.h"

// ---- renaming

static void rename_one(sv_smt_unroll *u, sv_smt_term old, sv_smt_term new) {
  sv_push(u->olds, old);
  sv_push(u->news, new);
  assert(u->olds.n == u->news.n);
}

static sv_smt_term number(const sv_smt_unroll *u, uint32_t n) {
  return sv_smt_small(u->s->z, n, sv_smt_int(u->s->z));
}

static void begin_renaming(sv_smt_unroll *u, uint32_t time) {
  sv_clear(u->olds);
  sv_clear(u->news);
  for (uint32_t i = 0; i < u->s->state.n; i++)
    rename_one(u, u->s->state.at[i], u->frames.at[time][i]);
  rename_one(u, u->s->time, number(u, time));
}

static sv_smt_term renamed(sv_smt_unroll *u, sv_smt_term t) {
  t = sv_smt_substitute(u->s->z, t, u->olds.at, u->news.at, u->olds.n);
  return u->s->o.plain ? t : sv_smt_simplify(u->s->z, t);
}

sv_smt_term sv_smt_at(sv_smt_unroll *u, sv_smt_term t, uint32_t time) {
  REQUIRE(time < u->frames.n, "that time has not come");
  begin_renaming(u, time);
  return renamed(u, t);
}

sv_smt_term sv_smt_step_at(sv_smt_unroll *u, sv_smt_term t, uint32_t time, const sv_smt_term *olds,
                           const sv_smt_term *news, uint32_t n) {
  REQUIRE(time < u->inputs.n, "that step was not taken");
  begin_renaming(u, time);
  for (uint32_t i = 0; i < u->s->inputs.n; i++)
    rename_one(u, u->s->inputs.at[i], u->inputs.at[time][i]);
  for (uint32_t i = 0; i < n; i++) rename_one(u, olds[i], news[i]);
  return renamed(u, t);
}

static uint64_t key_of(sv_smt_term t) { return (uint64_t)(uintptr_t)t.x; }

static sv_smt_term *input_at(const sv_smt_unroll *u, sv_smt_term input, uint32_t time) {
  uint32_t i = sv_map_get(&u->place_of, key_of(input));
  return i == SV_MAP_NONE ? NULL : &u->inputs.at[time][i];
}

sv_smt_term sv_smt_input_at(const sv_smt_unroll *u, sv_smt_term input, uint32_t time) {
  REQUIRE(time < u->inputs.n, "that step was not taken");
  const sv_smt_term *known = input_at(u, input, time);
  return known ? *known : input;  // never taken
}

// ---- frames

static sv_smt_term timed(const sv_smt_unroll *u, sv_smt_term t, uint32_t time) {
  sv_text name = {0};
  sv_smt_name(u->s->z, t, &name);
  sv_text_printf(&name, "@%u", time);
  sv_smt_term out = sv_smt_const(u->s->z, sv_text_get(&name), sv_smt_sort_of(u->s->z, t));
  sv_text_free(&name);
  return out;
}

static void add_frame(sv_smt_unroll *u, bool start) {
  uint32_t n = u->s->state.n, time = u->frames.n;
  sv_smt_term *frame = SV_ARENA_ARRAY(u->arena, sv_smt_term, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    bool known = start && u->s->start.at[i].x;
    frame[i] = known ? u->s->start.at[i] : timed(u, u->s->state.at[i], time);
  }
  sv_push(u->frames, frame);
  assert(time == u->steps);
  sv_smt_assert(u->s->z, sv_smt_at(u, u->s->always, time));
}

static void add_inputs(sv_smt_unroll *u) {
  uint32_t n = u->s->inputs.n, time = u->inputs.n;
  sv_smt_term *inputs = SV_ARENA_ARRAY(u->arena, sv_smt_term, n + 1);
  for (uint32_t i = 0; i < n; i++) inputs[i] = timed(u, u->s->inputs.at[i], time);
  sv_push(u->inputs, inputs);
}

// ---- places that can have been reached

static void begin_places(sv_smt_unroll *u) {
  const sv_net *net = u->s->net;
  u->places = SV_NEW_ARRAY(sv_bits, net->processes.n + 1);
  for (uint32_t p = 0; p < net->processes.n; p++) {
    uint32_t n = sv_net_locations(net, p);
    sv_bits_init(&u->places[p], n);
    if (u->from_start) sv_bits_add(&u->places[p], net->processes.at[p].entry);
    for (uint32_t l = 0; l < n && !u->from_start; l++) sv_bits_add(&u->places[p], l);
  }
}

static bool can_begin(const sv_smt_unroll *u, const sv_net_action *a) {
  for (uint32_t i = 0; i < a->edge_count; i++) {
    const sv_net_edge *e = &a->edges[i];
    bool found = false;
    for (uint32_t k = 0; k < e->from_count; k++)
      found |= sv_bits_has(&u->places[e->process], e->from[k]);
    if (!found) return false;
  }
  return true;
}

static void note_arrival(sv_smt_unroll *u, const sv_net_action *a) {
  for (uint32_t e = 0; e < a->edge_count; e++)
    if (a->edges[e].to != SV_STAY) sv_bits_add(&u->places[a->edges[e].process], a->edges[e].to);
}

// Selectors of actions that cannot begin are false; notes where the others end. An action
// begins where earlier ones of the step may have led, or else only where they all begin.
static void leave_out(sv_smt_unroll *u, uint32_t time) {
  const sv_net *net = u->s->net;
  bool serial = u->s->o.semantics >= SV_STEPS_SERIAL;
  sv_u32s moved = {0};
  for (uint32_t i = 0; i < u->s->order.n; i++) {
    uint32_t a = u->s->order.at[i];
    bool begins = can_begin(u, &net->actions.at[a]);
    assert(input_at(u, u->s->taken[a], time));
    if (!begins) *input_at(u, u->s->taken[a], time) = sv_smt_truth(u->s->z, false);
    else if (serial) note_arrival(u, &net->actions.at[a]);
    else sv_push(moved, a);
  }
  for (uint32_t i = 0; i < moved.n; i++) note_arrival(u, &net->actions.at[moved.at[i]]);
  sv_vec_free(moved);
}

// ---- the run

static void index_constants(sv_smt_unroll *u) {
  for (uint32_t i = 0; i < u->s->state.n; i++)
    sv_map_put(&u->place_of, key_of(u->s->state.at[i]), i);
  for (uint32_t i = 0; i < u->s->inputs.n; i++)
    sv_map_put(&u->place_of, key_of(u->s->inputs.at[i]), i);
}

sv_smt_unroll *sv_smt_unroll_new(sv_smt_net *s, bool from_start) {
  sv_smt_unroll *u = SV_NEW(sv_smt_unroll);
  *u = (sv_smt_unroll){.s = s, .from_start = from_start, .arena = sv_arena_new()};
  index_constants(u);
  begin_places(u);
  add_frame(u, from_start);
  sv_smt_assert(s->z, sv_smt_at(u, from_start ? s->initial : s->legal, 0));
  return u;
}

void sv_smt_unroll_free(sv_smt_unroll *u) {
  if (!u) return;
  for (uint32_t p = 0; p < u->s->net->processes.n; p++) sv_bits_free(&u->places[p]);
  sv_free(u->places);
  sv_vec_free(u->frames);
  sv_vec_free(u->inputs);
  sv_vec_free(u->olds);
  sv_vec_free(u->news);
  sv_map_free(&u->place_of);
  sv_arena_free(u->arena);
  sv_free(u);
}

void sv_smt_unroll_step(sv_smt_unroll *u) {
  uint32_t time = u->steps++;
  assert(u->frames.n == time + 1 && u->inputs.n == time);
  add_inputs(u);
  leave_out(u, time);
  add_frame(u, false);
  begin_renaming(u, time);
  for (uint32_t i = 0; i < u->s->after.n; i++)
    rename_one(u, u->s->after.at[i], u->frames.at[time + 1][i]);
  for (uint32_t i = 0; i < u->s->inputs.n; i++)
    rename_one(u, u->s->inputs.at[i], u->inputs.at[time][i]);
  sv_smt_assert(u->s->z, renamed(u, u->s->step));
}

sv_smt_term sv_smt_moves_at(sv_smt_unroll *u, uint32_t time) {
  sv_clear(u->olds);
  sv_clear(u->news);
  for (uint32_t i = 0; i < u->s->inputs.n; i++)
    rename_one(u, u->s->inputs.at[i], u->inputs.at[time][i]);
  return renamed(u, u->s->moves);
}

// The step into `depth` fails the assertion.
static sv_smt_term fails_at(sv_smt_unroll *u, uint32_t property, uint32_t depth) {
  const sv_net *net = u->s->net;
  sv_smt_term any = sv_smt_truth(u->s->z, false);
  for (uint32_t a = 0; depth && a < net->actions.n; a++)
    if (net->actions.at[a].fails == property)
      any = sv_smt_or(u->s->z, any, sv_smt_input_at(u, u->s->taken[a], depth - 1));
  return any;
}

sv_smt_term sv_smt_violated_at(sv_smt_unroll *u, uint32_t property, uint32_t depth) {
  if (u->s->net->properties.at[property].kind == SV_PROP_ASSERTION)
    return fails_at(u, property, depth);
  return sv_smt_at(u, u->s->bad[property], depth);
}

// A part of the state at a time: a constant of the frame, or what never changes.
static sv_smt_term part_at(sv_smt_unroll *u, sv_smt_term t, uint32_t time) {
  uint32_t i = sv_map_get(&u->place_of, key_of(t));
  return i == SV_MAP_NONE ? sv_smt_at(u, t, time) : u->frames.at[time][i];
}

static sv_smt_term same_queue(sv_smt_unroll *u, uint32_t q, uint32_t a, uint32_t b) {
  sv_smt_net *s = u->s;
  sv_smt_terms x = {0}, y = {0};
  for (uint32_t i = 0; i < s->queues[q]->parts; i++) {
    sv_push(x, part_at(u, s->now.queues[q][i], a));
    sv_push(y, part_at(u, s->now.queues[q][i], b));
  }
  sv_smt_term same = sv_queue_smt_equal(s->queues[q], x.at, y.at);
  sv_vec_free(x);
  sv_vec_free(y);
  return same;
}

sv_smt_term sv_smt_same_queues(sv_smt_unroll *u, uint32_t a, uint32_t b) {
  sv_smt_terms all = {0};
  for (uint32_t q = 0; q < u->s->net->queues.n; q++) sv_push(all, same_queue(u, q, a, b));
  sv_smt_term t = sv_smt_and_all(u->s->z, all.at, all.n);
  sv_vec_free(all);
  return t;
}

sv_smt_term sv_smt_same_state(sv_smt_unroll *u, uint32_t a, uint32_t b) {
  sv_smt_net *s = u->s;
  sv_smt_terms all = {0};
  for (uint32_t c = 0; c < s->net->cells; c++) {
    if (sv_smt_same(s->now.cells[c], s->next.cells[c])) continue;
    sv_smt_term there = part_at(u, s->now.cells[c], a);
    assert(a < u->frames.n && b < u->frames.n);
    sv_push(all, sv_smt_eq(s->z, there, part_at(u, s->now.cells[c], b)));
  }
  sv_push(all, sv_smt_same_queues(u, a, b));
  sv_smt_term t = sv_smt_and_all(s->z, all.at, all.n);
  sv_vec_free(all);
  return t;
}

// ---- traces

static bool read_value(const sv_smt_unroll *u, sv_sort sort, sv_smt_term t, sv_value *out) {
  sv_value found;
  if (!sv_smt_value(u->s->z, t, u->s->rep.numbers, &found)) return false;
  *out = sv_rep_read(&u->s->rep, sort, found);
  return true;
}

static bool read_initial(sv_smt_unroll *u, sv_state *state) {
  const sv_net *net = u->s->net;
  for (uint32_t i = 0; i < net->vars.n; i++) {
    const sv_net_var *v = &net->vars.at[i];
    sv_sort scalar = sv_sort_scalar(u->s->rep.terms, v->sort);
    for (uint32_t c = v->first_cell; c < v->first_cell + v->cells; c++) {
      sv_smt_term t = part_at(u, u->s->now.cells[c], 0);
      if (!read_value(u, scalar, t, &state->cells[c])) return false;
    }
  }
  return true;
}

static bool is_taken(const sv_smt_unroll *u, uint32_t action, uint32_t time) {
  return sv_smt_holds(u->s->z, sv_smt_input_at(u, u->s->taken[action], time));
}

static bool push_action(const sv_smt_unroll *u, uint32_t action, uint32_t time, sv_trace *trace) {
  const sv_net_action *a = &u->s->net->actions.at[action];
  sv_step step = {.action = action};
  bool known = true;
  step.choices = a->choice_count ? SV_NEW_ARRAY(sv_value, a->choice_count) : NULL;
  for (uint32_t k = 0; k < a->choice_count && known; k++) {
    sv_smt_term t = sv_smt_input_at(u, u->s->choices[action][k], time);
    known = read_value(u, a->choices[k], t, &step.choices[k]);
  }
  if (known) sv_trace_push(u->s->net, trace, &step);
  sv_step_free(&step);
  return known;
}

// The actions of one step, up to the one that fails `property` (0: all).
static bool push_step(const sv_smt_unroll *u, uint32_t time, uint32_t property, sv_trace *trace) {
  for (uint32_t i = 0; i < u->s->order.n; i++) {
    uint32_t a = u->s->order.at[i];
    if (!is_taken(u, a, time)) continue;
    if (!push_action(u, a, time, trace)) return false;
    if (property && u->s->net->actions.at[a].fails == property) return true;
  }
  return true;
}

sv_trace *sv_smt_trace(sv_smt_unroll *u, uint32_t steps, uint32_t property) {
  const sv_net *net = u->s->net;
  sv_state *initial = sv_state_new(net);
  assert(steps <= u->steps);
  bool known = read_initial(u, initial);
  sv_trace *trace = sv_trace_new(net, initial);
  for (uint32_t t = 0; t < steps && known; t++)
    known = push_step(u, t, t + 1 == steps ? property : 0, trace);
  sv_state_free(net, initial);
  if (known) return trace;
  sv_trace_free(net, trace);
  return NULL;
}
