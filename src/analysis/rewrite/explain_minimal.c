// explain_minimal.c -- leaves out steps that a run does not need. See explain.h.
//
// Candidates are groups of steps: neighbours, from half of the run down to single
// steps, and of one process a loop or all its steps from one on. Each is tried
// by taking the steps that remain, from the state before the first one that is
// left out. The states of the run as it stands are kept for that.

#include "analysis/rewrite/explain.h"

#include "base/bits.h"

typedef struct {
  sv_exec *exec;
  const sv_net *net;
  sv_trace *trace;
  sv_limits *limits;
  SV_VEC(sv_state *) states;  // before every step, and at the end
  sv_state *now, *next;       // scratch
  sv_bits dropped;            // steps
} minimizing;

// ---- one candidate

static bool violates(minimizing *m, const sv_state *last, const sv_step *by) {
  uint32_t property = m->trace->property;
  if (m->trace->lasso) return false;
  if (m->net->properties.at[property].kind == SV_PROP_ASSERTION)
    return by && sv_exec_violated_by(m->net, by, property);
  return sv_exec_violated_in(m->exec, last, property);
}

static bool take(minimizing *m, const sv_step *step) {
  if (sv_limits_hit(m->limits) || !sv_exec_enabled(m->exec, m->now, step)) return false;
  sv_exec_fire(m->exec, m->now, step, m->next);
  sv_state *before = m->now;
  m->now = m->next, m->next = before;
  return true;
}

static bool is_run_without(minimizing *m, uint32_t first) {
  const sv_step *last = first ? &m->trace->steps.at[first - 1] : NULL;
  sv_state_copy(m->net, m->now, m->states.at[first]);
  for (uint32_t i = first; i < m->trace->steps.n; i++) {
    if (sv_bits_has(&m->dropped, i)) continue;
    last = &m->trace->steps.at[i];
    if (!take(m, last)) return false;
  }
  return violates(m, m->now, last);
}

static void note_state(minimizing *m, uint32_t i) {
  while (m->states.n <= i) sv_push(m->states, sv_state_new(m->net));
  sv_state_copy(m->net, m->states.at[i], m->now);
}

// The states after `first`, for the steps as they are now.
static void note_states(minimizing *m, uint32_t first) {
  sv_state_copy(m->net, m->now, first ? m->states.at[first] : m->trace->initial);
  note_state(m, first);
  for (uint32_t i = first; i < m->trace->steps.n; i++) {
    sv_exec_fire(m->exec, m->now, &m->trace->steps.at[i], m->next);
    sv_state *before = m->now;
    m->now = m->next, m->next = before;
    note_state(m, i + 1);
  }
}

static void drop(minimizing *m, uint32_t first) {
  sv_trace *t = m->trace;
  uint32_t n = first;
  for (uint32_t i = first; i < t->steps.n; i++) {
    if (sv_bits_has(&m->dropped, i)) {
      sv_step_free(&t->steps.at[i]);
      continue;
    }
    t->steps.at[n] = t->steps.at[i];
    t->numbers.at[n++] = t->numbers.at[i];
  }
  t->steps.n = t->numbers.n = n;
  note_states(m, first);
}

// Leaves out the steps in `dropped`, if it can be done.
static bool attempt(minimizing *m) {
  uint32_t first = sv_bits_next(&m->dropped, 0);
  bool good = first != UINT32_MAX && first < m->trace->steps.n && is_run_without(m, first);
  if (good) drop(m, first);
  sv_bits_clear(&m->dropped);
  return good;
}

// ---- all candidates

static bool drop_neighbours(minimizing *m, uint32_t size) {
  bool any = false;
  for (uint32_t end = m->trace->steps.n; end && !m->limits->hit;) {
    uint32_t first = end > size ? end - size : 0;
    for (uint32_t i = first; i < end; i++) sv_bits_add(&m->dropped, i);
    any |= attempt(m);
    end = first;
  }
  return any;
}

static bool moves(const minimizing *m, uint32_t step, uint32_t process) {
  const sv_net_action *a = &m->net->actions.at[m->trace->steps.at[step].action];
  for (uint32_t i = 0; i < a->edge_count; i++)
    if (a->edges[i].process == process) return true;
  return false;
}

// From `first` on: a loop of the process that begins there, or all its steps.
static bool drop_from(minimizing *m, uint32_t process, uint32_t first) {
  uint32_t home = sv_state_location(m->net, m->states.at[first], process);
  sv_u32s group = {0};
  bool good = false;
  for (uint32_t i = first; i < m->trace->steps.n && !good && !m->limits->hit; i++) {
    if (!moves(m, i, process)) continue;
    sv_push(group, i);
    if (sv_state_location(m->net, m->states.at[i + 1], process) != home) continue;
    for (uint32_t k = 0; k < group.n; k++) sv_bits_add(&m->dropped, group.at[k]);
    good = attempt(m);
  }
  for (uint32_t k = 0; k < group.n && !good; k++) sv_bits_add(&m->dropped, group.at[k]);
  if (!good) good = attempt(m);
  sv_vec_free(group);
  return good;
}

static bool drop_of_process(minimizing *m, uint32_t process) {
  bool any = false;
  for (uint32_t i = 0; i < m->trace->steps.n && !m->limits->hit;) {
    if (moves(m, i, process) && drop_from(m, process, i)) any = true;
    else i++;
  }
  return any;
}

static bool one_round(minimizing *m) {
  bool any = false;
  for (uint32_t p = 0; p < m->net->processes.n; p++) any |= drop_of_process(m, p);
  for (uint32_t size = m->trace->steps.n / 2 + 1; size; size /= 2) any |= drop_neighbours(m, size);
  return any;
}

bool sv_explain_minimal(sv_exec *exec, sv_trace *trace, sv_limits *limits) {
  const sv_net *net = sv_exec_net(exec);
  REQUIRE(trace->property && trace->numbers.n == trace->steps.n, "needs an explained violation");
  minimizing m = {.exec = exec,
                  .net = net,
                  .trace = trace,
                  .limits = limits,
                  .now = sv_state_new(net),
                  .next = sv_state_new(net)};
  sv_bits_init(&m.dropped, trace->steps.n);
  note_states(&m, 0);
  while (!limits->hit && one_round(&m)) continue;
  for (uint32_t i = 0; i < m.states.n; i++) sv_state_free(net, m.states.at[i]);
  sv_vec_free(m.states);
  sv_state_free(net, m.now);
  sv_state_free(net, m.next);
  sv_bits_free(&m.dropped);
  return !limits->hit;
}
