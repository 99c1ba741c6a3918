// exec.c -- steps, states and properties of a net.

#include "exec/exec_inside.h"

sv_exec *sv_exec_new(const sv_net *net) {
  sv_exec *x = SV_NEW(sv_exec);
  x->net = net;
  x->terms = net->model->terms;
  x->numbers = sv_terms_numbers(x->terms);
  x->arena = sv_arena_new();
  x->actions = SV_NEW_ARRAY(sv_compiled *, net->actions.n + 1);
  x->after = sv_state_new(net);
  sv_bits_init(&x->counts, net->actions.n);
  sv_fill(x->classes, net->processes.n);
  x->lets_all = sv_exec_lets_all(net);
  return x;
}

static void free_code(sv_code *code) {
  sv_vec_free(code->code);
  sv_vec_free(code->args);
  sv_vec_free(code->roots);
  sv_free(code);
}

void sv_exec_free(sv_exec *x) {
  if (!x) return;
  for (uint32_t i = 0; i < x->all_codes.n; i++) free_code(x->all_codes.at[i]);
  sv_vec_free(x->all_codes);
  sv_vec_free(x->code_list);
  sv_map_free(&x->codes);
  sv_vec_free(x->registers);
  sv_vec_free(x->cells);
  sv_vec_free(x->arguments);
  sv_vec_free(x->classes);
  sv_bits_free(&x->counts);
  sv_state_free(x->net, x->after);
  sv_free(x->actions);
  sv_arena_free(x->arena);
  sv_free(x);
}

const sv_net *sv_exec_net(const sv_exec *x) { return x->net; }

// ---- how long

enum { ASK_EVERY = 256, CELLS_OF_ONE = 512 };

void sv_exec_stop_when(sv_exec *x, sv_stop_fn *stop, void *context) {
  x->stop = stop;
  x->stop_context = context;
}

bool sv_exec_stopped(const sv_exec *x) { return x->stopped; }

// An attempt costs as much as there are cells: the state is copied.
bool sv_exec_goes_on(sv_exec *x) {
  if (!x->stop || x->stopped) return !x->stopped;
  x->work += 1 + x->net->cells / CELLS_OF_ONE;
  if (x->work < ASK_EVERY) return true;
  x->work = 0;
  x->stopped = x->stop(x->stop_context);
  return !x->stopped;
}

// ---- steps

static bool each_choice(sv_exec *x, const sv_state *s, uint32_t action, sv_step_fn *fn,
                        void *context) {
  const sv_net_action *a = &x->net->actions.at[action];
  sv_step step = {.action = action};
  bool go_on = true;
  if (a->choice_count) step.choices = SV_NEW_ARRAY(sv_value, a->choice_count);
  sv_choices_first(x->net, a->choices, a->choice_count, step.choices);
  do {
    if (sv_exec_try(x, s, action, step.choices) == SV_STEP_OK) go_on = fn(context, &step);
    go_on = go_on && sv_exec_goes_on(x);
  } while (go_on && sv_choices_next(x->net, a->choices, a->choice_count, step.choices));
  sv_step_free(&step);
  return go_on;
}

sv_exec_end sv_exec_each_step(sv_exec *x, const sv_state *s, sv_step_fn *fn, void *context,
                              bool *infinite) {
  bool go_on = true;
  if (infinite) *infinite = false;
  sv_exec_survey(x, s);
  uint32_t i = sv_bits_next(&x->counts, 0);
  for (; i != UINT32_MAX && go_on; i = sv_bits_next(&x->counts, i + 1)) {
    const sv_net_action *a = &x->net->actions.at[i];
    if (a->cut) continue;
    if (sv_choices_finite(x->net, a->choices, a->choice_count))
      go_on = each_choice(x, s, i, fn, context);
    else if (infinite) *infinite = true;
  }
  return go_on ? SV_EXEC_DONE : SV_EXEC_STOPPED;
}

typedef struct {
  const sv_net *net;
  sv_steps *out;
} step_list;

static bool push_step(void *context, const sv_step *step) {
  const step_list *list = context;
  uint32_t n = list->net->actions.at[step->action].choice_count;
  sv_step copy = {.action = step->action};
  if (n) copy.choices = memcpy(SV_NEW_ARRAY(sv_value, n), step->choices, n * sizeof *copy.choices);
  sv_push(*list->out, copy);
  return true;
}

void sv_exec_steps(sv_exec *x, const sv_state *s, sv_steps *out, bool *infinite) {
  step_list list = {x->net, out};
  for (uint32_t i = 0; i < out->n; i++) sv_step_free(&out->at[i]);
  sv_clear(*out);
  sv_exec_each_step(x, s, push_step, &list, infinite);
}

static bool choices_fit(const sv_exec *x, const sv_step *step) {
  const sv_net_action *a = &x->net->actions.at[step->action];
  for (uint32_t i = 0; i < a->choice_count; i++)
    if (!sv_choices_has(x->net, a->choices[i], step->choices[i])) return false;
  return true;
}

static const char *fault_text(sv_step_fault fault) {
  switch (fault) {
  case SV_STEP_OK: return NULL;
  case SV_STEP_EDGE: return "its processes are not where it starts";
  case SV_STEP_GUARD: return "its guard is false";
  case SV_STEP_QUEUE: return "one of its queue operations is impossible";
  case SV_STEP_RANGE: return "it writes a value outside of a variable's sort";
  case SV_STEP_CONSTRAINT: return "its constraint is false";
  case SV_STEP_INVARIANT: return "it breaks the invariant of a location";
  }
  SV_UNREACHABLE();
}

// All seven conditions.
static sv_step_fault find_fault(sv_exec *x, const sv_state *s, const sv_step *step) {
  if (!sv_exec_edges_fit(x, s, &x->net->actions.at[step->action])) return SV_STEP_EDGE;
  if (!sv_exec_guard_holds(x, s, step->action)) return SV_STEP_GUARD;
  return sv_exec_try(x, s, step->action, step->choices);
}

const char *sv_exec_refusal(sv_exec *x, const sv_state *s, const sv_step *step) {
  if (step->action >= x->net->actions.n) return "there is no such action";
  if (x->net->actions.at[step->action].cut) return "it leaves what is explored";
  if (!choices_fit(x, step)) return "a chosen value is outside of its sort";
  sv_step_fault fault = find_fault(x, s, step);
  if (fault != SV_STEP_OK) return fault_text(fault);
  bool left = sv_exec_obeys_sections(x, s, step->action);
  if (left && !x->lets_all) {
    sv_exec_survey(x, s);
    left = sv_bits_has(&x->counts, step->action);
  }
  return left ? NULL : "other processes or actions go first";
}

bool sv_exec_enabled(sv_exec *x, const sv_state *s, const sv_step *step) {
  return !sv_exec_refusal(x, s, step);
}

void sv_exec_fire(sv_exec *x, const sv_state *s, const sv_step *step, sv_state *out) {
  REQUIRE(step->action < x->net->actions.n, "no such action");
  REQUIRE(s != out, "the successor needs a state of its own");
  REQUIRE(find_fault(x, s, step) == SV_STEP_OK, "the step is not enabled");
  sv_state_copy(x->net, out, x->after);
}

static uint32_t first_cut(const sv_exec *x) {
  for (uint32_t i = sv_bits_next(&x->counts, 0); i != UINT32_MAX;
       i = sv_bits_next(&x->counts, i + 1))
    if (x->net->actions.at[i].cut) return i;
  return UINT32_MAX;
}

uint32_t sv_exec_cut(sv_exec *x, const sv_state *s) {
  sv_exec_survey(x, s);
  return first_cut(x);
}

// ---- properties

sv_value sv_exec_evaluate(sv_exec *x, const sv_state *s, sv_term term) {
  sv_code *code = sv_exec_code(x, term);
  sv_exec_run(x, code, (sv_view){.now = s});
  return sv_exec_scalar(x, code, 0);
}

sv_value sv_exec_evaluate_step(sv_exec *x, const sv_state *s, const sv_step *step, sv_term term) {
  sv_code *code = sv_exec_code(x, term);
  sv_exec_run(x, code, (sv_view){.now = s, .choices = step->choices});
  return sv_exec_scalar(x, code, 0);
}

static bool some_process_not_at_end(const sv_exec *x, const sv_state *s) {
  for (uint32_t p = 0; p < x->net->processes.n; p++) {
    uint32_t location = sv_state_location(x->net, s, p);
    if (location && !(sv_net_location(x->net, p, location)->flags & SV_LOC_END)) return true;
  }
  return false;
}

bool sv_exec_deadlocked(sv_exec *x, const sv_state *s) {
  if (!some_process_not_at_end(x, s)) return false;
  sv_exec_survey(x, s);
  return sv_bits_empty(&x->counts);
}

static bool some_process_in_bad_location(const sv_exec *x, const sv_state *s, uint32_t property) {
  for (uint32_t p = 0; p < x->net->processes.n; p++) {
    uint32_t location = sv_state_location(x->net, s, p);
    if (location && sv_net_location(x->net, p, location)->bad == property) return true;
  }
  return false;
}

static bool is_false_in(sv_exec *x, const sv_state *s, const sv_property *p) {
  if (sv_exec_holds(x, sv_exec_code(x, p->term), (sv_view){.now = s})) return false;
  return !p->stable || !sv_exec_passing(x, s);
}

bool sv_exec_violated_in(sv_exec *x, const sv_state *s, uint32_t property) {
  REQUIRE(property && property < x->net->properties.n, "no such property");
  const sv_property *p = &x->net->properties.at[property];
  switch (p->kind) {
  case SV_PROP_ASSERTION:
  case SV_PROP_RECURRENCE: return false;
  case SV_PROP_LOCATION: return some_process_in_bad_location(x, s, property);
  case SV_PROP_INVARIANT: return is_false_in(x, s, p);
  case SV_PROP_DEADLOCK: return sv_exec_deadlocked(x, s);
  }
  SV_UNREACHABLE();
}

bool sv_exec_violated_by(const sv_net *net, const sv_step *step, uint32_t property) {
  return property && net->actions.at[step->action].fails == property;
}
