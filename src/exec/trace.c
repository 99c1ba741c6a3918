// trace.c -- traces, and the referee who replays them.
//
// The referee believes nothing: the first state must be initial, every step
// enabled where it is taken, and the property violated at the end, by the last
// step (an assertion) or in the last state (everything else).

#include "exec/trace.h"

#include "exec/lasso.h"

sv_trace *sv_trace_new(const sv_net *net, const sv_state *initial) {
  sv_trace *t = SV_NEW(sv_trace);
  t->initial = sv_state_new(net);
  sv_state_copy(net, t->initial, initial);
  return t;
}

void sv_trace_free(const sv_net *net, sv_trace *t) {
  if (!t) return;
  sv_state_free(net, t->initial);
  sv_steps_free(&t->steps);
  sv_vec_free(t->numbers);
  sv_free(t);
}

void sv_trace_push(const sv_net *net, sv_trace *t, const sv_step *step) {
  REQUIRE(step->action < net->actions.n, "no such action");
  uint32_t n = net->actions.at[step->action].choice_count;
  sv_step copy = {.action = step->action};
  if (n) copy.choices = memcpy(SV_NEW_ARRAY(sv_value, n), step->choices, n * sizeof *copy.choices);
  sv_push(t->steps, copy);
}

sv_trace *sv_trace_copy(const sv_net *net, const sv_trace *t) {
  sv_trace *copy = sv_trace_new(net, t->initial);
  for (uint32_t i = 0; i < t->steps.n; i++) sv_trace_push(net, copy, &t->steps.at[i]);
  for (uint32_t i = 0; i < t->numbers.n; i++) sv_push(copy->numbers, t->numbers.at[i]);
  copy->of = t->of;
  copy->property = t->property;
  copy->lasso = t->lasso;
  copy->loop = t->loop;
  return copy;
}

static void say_refused(const sv_net *net, uint32_t number, const sv_step *step, const char *reason,
                        sv_text *why) {
  sv_text_printf(why, "step %u", number + 1);
  if (step->action < net->actions.n) {
    const sv_action *a = &net->model->actions.at[net->actions.at[step->action].action];
    const char *text = a->text ? a->text : sv_names_get(net->model->names, a->name);
    if (*text) sv_text_printf(why, " (%s)", text);
  }
  sv_text_printf(why, " cannot be taken: %s", reason);
}

// Takes all steps; *state is the state at the end, *spare another one.
static bool walk(sv_exec *x, const sv_trace *t, sv_state **state, sv_state **spare, sv_trace_fn *fn,
                 void *context, sv_text *why) {
  for (uint32_t i = 0; i < t->steps.n; i++) {
    const sv_step *step = &t->steps.at[i];
    assert(*state != *spare);
    const char *reason = sv_exec_refusal(x, *state, step);
    if (reason) return say_refused(sv_exec_net(x), i, step, reason, why), false;
    sv_exec_fire(x, *state, step, *spare);
    if (fn) fn(context, *state, step, *spare);
    sv_state *before = *state;
    *state = *spare, *spare = before;
  }
  return true;
}

static bool violates(sv_exec *x, const sv_trace *t, const sv_state *last, sv_text *why) {
  if (sv_exec_net(x)->properties.at[t->property].kind == SV_PROP_RECURRENCE)
    return sv_lasso_violates(x, t, why);
  if (sv_exec_net(x)->properties.at[t->property].kind != SV_PROP_ASSERTION)
    return sv_exec_violated_in(x, last, t->property);
  return t->steps.n && sv_exec_violated_by(sv_exec_net(x), &sv_last(t->steps), t->property);
}

static bool judge(sv_exec *x, const sv_trace *t, const sv_state *last, sv_text *why) {
  const sv_net *net = sv_exec_net(x);
  if (!t->property) return true;
  if (t->property >= net->properties.n)
    return sv_text_string(why, "there is no such property"), false;
  if (violates(x, t, last, why)) return true;
  const char *name = sv_names_get(net->model->names, net->properties.at[t->property].name);
  if (sv_text_get(why)[0]) sv_text_string(why, "; ");
  sv_text_printf(why, "the property %s is not violated at the end", name);
  return false;
}

bool sv_trace_replay(sv_exec *x, const sv_trace *t, sv_trace_fn *fn, void *context, sv_text *why) {
  const sv_net *net = sv_exec_net(x);
  if (!sv_exec_is_initial(x, t->initial))
    return sv_text_string(why, "the first state is not an initial state"), false;
  sv_state *state = sv_state_new(net), *spare = sv_state_new(net);
  sv_state_copy(net, state, t->initial);
  bool accepted = walk(x, t, &state, &spare, fn, context, why) && judge(x, t, state, why);
  sv_state_free(net, state);
  sv_state_free(net, spare);
  return accepted;
}
