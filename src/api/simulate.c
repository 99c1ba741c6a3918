// simulate.c -- walking through a model by hand or at random.
//
// Runs on exec, so it takes every model. Steps whose choices come from an
// infinite sort cannot be listed; some small values are tried as witnesses.

#include "api/api.h"
#include "base/random.h"
#include "report/line.h"
#include "report/show.h"

struct selvage_simulation {
  selvage_model *owner;
  sv_net *net;
  sv_exec *exec;
  sv_state *state, *next;
  sv_steps steps;   // enabled now
  sv_trace *trace;  // the run so far, and the steps behind it that were gone back from
  sv_options options;
  sv_text message;  // of the last selvage_simulation_write_trace
  uint32_t taken;   // steps of the trace up to here
  sv_random random;
  uint32_t violated;  // by the last step or in this state
  sv_text stopped;
};

// ---- Steps with infinite choices ---------------------------------------------------

static bool infinite_choices(const sv_net *net, const sv_net_action *a) {
  for (uint32_t i = 0; i < a->choice_count; i++)
    if (!sv_sort_finite(net->model->terms, a->choices[i])) return true;
  return false;
}

static sv_value witness(selvage_simulation *sim, sv_sort sort) {
  const sv_terms *T = sim->net->model->terms;
  sv_value v = sv_small((int64_t)sv_random_below(&sim->random, 21) - 10);
  return sv_sort_has(T, sort, v) ? v : sv_sort_default(T, sort);
}

static void try_witnesses(selvage_simulation *sim, uint32_t action) {
  enum { TRIES = 20 };
  const sv_net_action *a = &sim->net->actions.at[action];
  sv_step step = {action, SV_NEW_ARRAY(sv_value, a->choice_count)};
  for (int k = 0; k < TRIES; k++) {
    for (uint32_t i = 0; i < a->choice_count; i++) step.choices[i] = witness(sim, a->choices[i]);
    if (!sv_exec_enabled(sim->exec, sim->state, &step)) continue;
    sv_push(sim->steps, step);
    return;
  }
  sv_step_free(&step);
}

static void list_steps(selvage_simulation *sim) {
  bool infinite = false;
  for (uint32_t i = 0; i < sim->steps.n; i++) sv_step_free(&sim->steps.at[i]);
  sv_clear(sim->steps);
  if (sv_state_is_long(sim->net, sim->state)) return;
  sv_exec_steps(sim->exec, sim->state, &sim->steps, &infinite);
  for (uint32_t a = 0; infinite && a < sim->net->actions.n; a++)
    if (!sim->net->actions.at[a].cut && infinite_choices(sim->net, &sim->net->actions.at[a]))
      try_witnesses(sim, a);
}

// ---- Where we are --------------------------------------------------------------------

static uint32_t violated_now(selvage_simulation *sim) {
  for (uint32_t p = 1; p < sim->net->properties.n; p++)
    if (sv_exec_violated_in(sim->exec, sim->state, p)) return p;
  return 0;
}

static void find_stop(selvage_simulation *sim) {
  sv_text_free(&sim->stopped);
  if (sim->steps.n) return;
  if (sv_state_is_long(sim->net, sim->state)) {
    sv_text_printf(&sim->stopped, "cut: a number of more than %d bits", SV_MOST_BITS);
    return;
  }
  uint32_t cut = sv_exec_cut(sim->exec, sim->state);
  if (cut != UINT32_MAX) sv_text_printf(&sim->stopped, "cut: %s", sim->net->actions.at[cut].cut);
  else
    sv_text_string(&sim->stopped, sv_exec_deadlocked(sim->exec, sim->state) ? "deadlock" : "end");
}

static void arrive(selvage_simulation *sim, uint32_t violated_by) {
  list_steps(sim);
  find_stop(sim);
  sim->violated = violated_by ? violated_by : violated_now(sim);
}

typedef struct {
  selvage_simulation *sim;
  uint64_t seen;
} reservoir;

// Keeps each of the states seen so far with the same chance.
static bool keep_one(void *context, const sv_state *s) {
  enum { MOST = 4096 };
  reservoir *r = context;
  r->seen++;
  if (sv_random_below(&r->sim->random, (uint32_t)r->seen) == 0)
    sv_state_copy(r->sim->net, r->sim->state, s);
  return r->seen < MOST;
}

static bool choose_start(selvage_simulation *sim, const char **why) {
  reservoir r = {sim, 0};
  if (sv_exec_initials(sim->exec, keep_one, &r) == SV_EXEC_INFINITE) {
    *why = "a variable of an infinite sort starts with any value";
    return false;
  }
  *why = r.seen ? NULL : "there is no initial state";
  return r.seen;
}

selvage_simulation *selvage_simulate(selvage *s, selvage_model *m, const char **why) {
  REQUIRE(s && m && why && !m->status, "needs a usable model");
  sv_text reason = {0};
  sv_net *net = sv_net_new(m->model, sv_api_net_options(&s->options), &reason);
  *why = net ? NULL : sv_model_strdup(m->model, sv_text_get(&reason));
  sv_text_free(&reason);
  if (!net) return NULL;
  selvage_simulation *sim = SV_NEW(selvage_simulation);
  *sim = (selvage_simulation){.owner = m,
                              .net = net,
                              .exec = sv_exec_new(net),
                              .state = sv_state_new(net),
                              .next = sv_state_new(net),
                              .random = {(uint64_t)s->options.seed}};
  sv_options_copy(&sim->options, &s->options);
  if (!choose_start(sim, why)) return selvage_simulation_free(sim), NULL;
  sim->trace = sv_trace_new(net, sim->state);
  arrive(sim, 0);
  return sim;
}

void selvage_simulation_free(selvage_simulation *sim) {
  if (!sim) return;
  sv_steps_free(&sim->steps);
  sv_trace_free(sim->net, sim->trace);
  sv_options_free(&sim->options);
  sv_text_free(&sim->message);
  sv_state_free(sim->net, sim->state);
  sv_state_free(sim->net, sim->next);
  sv_exec_free(sim->exec);
  sv_net_free(sim->net);
  sv_text_free(&sim->stopped);
  sv_free(sim);
}

size_t selvage_simulation_choices(const selvage_simulation *sim) { return sim->steps.n; }

static void print_choices(const selvage_simulation *sim, const sv_step *step, sv_text *out) {
  const sv_net_action *a = &sim->net->actions.at[step->action];
  const sv_action *source = &sim->net->model->actions.at[a->action];
  for (uint32_t i = 0; i < a->choice_count; i++) {
    const char *name = i < source->choice_count
                           ? sv_names_get(sim->net->model->names, source->choices[i].name)
                           : "";
    sv_text_printf(out, "%s%s%s", i ? ", " : "  with ", name, *name ? " = " : "");
    sv_value_print(sim->net->model->terms, a->choices[i], step->choices[i], out);
  }
}

static void pad(sv_text *out, size_t width) {
  size_t n = sv_line_columns(sv_text_get(out));
  for (; n < width; n++) sv_text_char(out, ' ');
  sv_text_string(out, "  ");
}

char *selvage_simulation_describe(const selvage_simulation *sim, size_t i) {
  REQUIRE(i < sim->steps.n, "no such step");
  const sv_step *step = &sim->steps.at[i];
  const sv_model *m = sim->net->model;
  sv_text out = {0}, statement = {0};
  sv_step_processes(sim->net, sim->state, step, &out);
  pad(&out, 14);
  sv_place_text(m, m->actions.at[sim->net->actions.at[step->action].action].span, &out);
  pad(&out, 34);
  sv_step_statement(sim->net, step, &statement);
  sv_text_string(&out, sv_text_get(&statement));
  sv_text_free(&statement);
  print_choices(sim, step, &out);
  return sv_text_take(&out);
}

// Fires the step: the state is the next one then.
static void advance(selvage_simulation *sim, const sv_step *step) {
  sv_exec_fire(sim->exec, sim->state, step, sim->next);
  sv_state *old = sim->state;
  sim->state = sim->next;
  sim->next = old;
  sim->taken++;
}

// Forgets the steps of the trace from here on.
static void forget_rest(selvage_simulation *sim) {
  while (sim->trace->steps.n > sim->taken) sv_step_free(&sv_pop(sim->trace->steps));
}

char *selvage_simulation_take(selvage_simulation *sim, size_t i) {
  REQUIRE(i < sim->steps.n, "no such step");
  const sv_step *step = &sim->steps.at[i];
  sv_text line = {0};
  forget_rest(sim);
  sv_trace_push(sim->net, sim->trace, step);
  advance(sim, step);
  sv_style style = sv_style_of(&sim->options);
  uint32_t fails = sim->net->actions.at[step->action].fails;
  sv_report_step(&style, sim->exec, sim->taken, sim->next, step, sim->state, fails != 0, &line);
  arrive(sim, fails);
  return sv_text_take(&line);
}

size_t selvage_simulation_taken(const selvage_simulation *sim) { return sim->taken; }
size_t selvage_simulation_known(const selvage_simulation *sim) { return sim->trace->steps.n; }

void selvage_simulation_go(selvage_simulation *sim, size_t taken) {
  REQUIRE(taken <= sim->trace->steps.n, "no such step");
  if (taken <= sim->taken) {
    sv_state_copy(sim->net, sim->state, sim->trace->initial);
    sim->taken = 0;
  }
  uint32_t fails = 0;
  while (sim->taken < taken) {
    const sv_step *step = &sim->trace->steps.at[sim->taken];
    fails = sim->net->actions.at[step->action].fails;
    advance(sim, step);
  }
  arrive(sim, fails);
}

size_t selvage_simulation_random(selvage_simulation *sim) {
  REQUIRE(sim->steps.n, "there is no step to take");
  return sv_random_below(&sim->random, sim->steps.n);
}

char *selvage_simulation_state(const selvage_simulation *sim) {
  sv_text out = {0};
  sv_strings items = {0};
  sv_show_state(sim->net, sim->state, &items);
  sv_style style = sv_style_of(&sim->options);
  sv_line_list(&style, &out, "        ", &items);
  sv_strings_free(&items);
  return sv_text_take(&out);
}

char *selvage_simulation_waits(const selvage_simulation *sim) {
  sv_style style = sv_style_of(&sim->options);
  sv_text out = {0};
  if (!sim->steps.n) sv_report_waits(&style, sim->net, sim->state, &out);
  return sv_text_take(&out);
}

char *selvage_simulation_heading(const selvage_simulation *sim) {
  sv_text out = {0};
  sv_style style = sv_style_of(&sim->options);
  sv_report_heading(&style, sim->net, sim->trace->initial, &out);
  return sv_text_take(&out);
}

const char *selvage_simulation_write_trace(selvage_simulation *sim, const char *path) {
  REQUIRE(sim && path, "needs a simulation and a path");
  sv_text_free(&sim->message);
  forget_rest(sim);
  sim->trace->property = sim->violated;
  bool ok = sv_report_write_trace(sim->net, sim->trace, &sim->options, path, &sim->message);
  return ok ? NULL : sv_text_get(&sim->message);
}

const char *selvage_simulation_violation(const selvage_simulation *sim) {
  if (!sim->violated) return NULL;
  return sv_names_get(sim->net->model->names, sim->net->properties.at[sim->violated].name);
}

const char *selvage_simulation_stopped(const selvage_simulation *sim) {
  return sim->stopped.n ? sim->stopped.at : NULL;
}
