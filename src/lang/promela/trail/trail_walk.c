// trail_walk.c -- follows a trail step by step. See trail.h.
//
// A place in the search is a line, a state, and whether the line has begun. A
// line begins with a step of the statement it names, and goes on with further
// steps of the process until that stands where its next line begins. There is
// little to choose, and no place is entered twice, so long trails are no trouble.

#include "lang/promela/trail/trail.h"
#include "lang/retrace.h"

// At a place: the line at hand, and the process that has begun it, or SV_NO_PROCESS.
typedef struct {
  const pml_trail *trail;
  const sv_net *net;
  sv_retrace *search;
  sv_trace *plain;  // the first run to the end that violates nothing, or NULL
  sv_u32s owner;    // by statement: the template, or 0 if it is never a step
  sv_steps steps;
} walk;

// ---- Processes and statements ---------------------------------------------------------

static int64_t pid_of(const sv_net *net, const sv_state *s, uint32_t process) {
  int64_t pid;
  return sv_state_number(net, s, process, &pid) ? pid : -1;
}

static const sv_action *action_of(const sv_net *net, uint32_t action) {
  return &net->model->actions.at[net->actions.at[action].action];
}

static void find_owners(walk *w) {
  const sv_model *m = w->net->model;
  for (uint32_t i = 1; i < m->actions.n; i++)
    for (uint32_t e = 0; e < m->actions.at[i].edge_count; e++) {
      const sv_edge *edge = &m->actions.at[i].edges[e];
      if (edge->statement >= w->owner.n) sv_fill(w->owner, edge->statement + 1);
      if (edge->statement) w->owner.at[edge->statement] = edge->template_number;
    }
}

static bool is_known(const walk *w, uint32_t statement) {
  return statement < w->owner.n && w->owner.at[statement];
}

// The template that a number without a step belongs to: that of the one before.
static uint32_t template_of(const walk *w, uint32_t statement) {
  if (statement >= w->owner.n) statement = w->owner.n;
  while (statement && !is_known(w, statement)) statement--;
  return statement ? w->owner.at[statement] : 0;
}

static bool is_of(const walk *w, const sv_state *s, const pml_trail_line *line) {
  uint32_t template_number = template_of(w, line->statement);
  for (uint32_t p = 0; p < w->net->processes.n; p++)
    if (w->net->processes.at[p].template_number == template_number &&
        sv_state_location(w->net, s, p) && pid_of(w->net, s, p) == line->pid)
      return true;
  return false;
}

static bool names(const walk *w, const pml_trail_line *line, uint32_t statement) {
  return statement == line->statement || (!statement && !is_known(w, line->statement));
}

static bool is_from(const sv_net_edge *e, uint32_t location) {
  for (uint32_t i = 0; i < e->from_count; i++)
    if (e->from[i] == location) return true;
  return false;
}

// Can the process take this statement where it stands, as far as control goes?
static bool offers(const walk *w, uint32_t process, uint32_t location, uint32_t statement) {
  for (uint32_t i = 0; i < w->net->actions.n; i++) {
    const sv_net_action *a = &w->net->actions.at[i];
    const sv_action *m = action_of(w->net, i);
    for (uint32_t e = 0; e < m->edge_count; e++)
      if (a->edges[e].process == process && m->edges[e].statement == statement &&
          is_from(&a->edges[e], location))
        return true;
  }
  return false;
}

// ---- Moves ----------------------------------------------------------------------------

static void begin_with(walk *w, sv_retrace_place *f, const sv_step *step) {
  const sv_net_action *a = &w->net->actions.at[step->action];
  const sv_action *m = action_of(w->net, step->action);
  const pml_trail_line *line = &w->trail->lines.at[f->line];
  if (!m->edge_count || pid_of(w->net, f->state, a->edges[0].process) != line->pid) return;
  if (!names(w, line, m->edges[0].statement)) return;
  bool meets = m->edge_count > 1;
  uint32_t to = f->line + meets, process = a->edges[meets].process;
  if (meets && (to == w->trail->lines.n || pid_of(w->net, f->state, process) != line[1].pid ||
                !names(w, &line[1], m->edges[1].statement)))
    return;
  sv_retrace_add(w->search, f, to, process, step);
}

static void begin_line(walk *w, sv_retrace_place *f) {
  const pml_trail_line *line = &w->trail->lines.at[f->line];
  if (!is_known(w, line->statement) && is_of(w, f->state, line))
    sv_retrace_add(w->search, f, f->line + 1, SV_NO_PROCESS, NULL);
  for (uint32_t i = w->steps.n; i--;) begin_with(w, f, &w->steps.at[i]);
}

// Does the process stand where its next line begins?
static bool may_end(const walk *w, const sv_retrace_place *f) {
  uint32_t next = w->trail->lines.at[f->line].next;
  uint32_t location = sv_state_location(w->net, f->state, f->process);
  if (next == UINT32_MAX || !location) return true;
  uint32_t statement = w->trail->lines.at[next].statement;
  return !is_known(w, statement) || offers(w, f->process, location, statement);
}

// A jump inside of atomic, which is not always a step of Spin's.
static bool is_silent(const sv_action *a) {
  return sv_same(a->guard, SV_TRUE) && !a->update_count && !a->queue_op_count && !a->start_count &&
         !a->fails;
}

static bool may_follow(const walk *w, const pml_trail_line *line, const sv_action *a) {
  return w->trail->merged || is_silent(a) || a->edges[0].statement == line->statement;
}

static void go_on(walk *w, sv_retrace_place *f) {
  const pml_trail_line *line = &w->trail->lines.at[f->line];
  for (uint32_t i = w->steps.n; i--;) {
    const sv_step *step = &w->steps.at[i];
    const sv_action *m = action_of(w->net, step->action);
    if (m->edge_count != 1 || w->net->actions.at[step->action].edges[0].process != f->process)
      continue;
    if (may_follow(w, line, m)) sv_retrace_add(w->search, f, f->line, f->process, step);
  }
  if (may_end(w, f)) sv_retrace_add(w->search, f, f->line + 1, SV_NO_PROCESS, NULL);
}

static void find_moves(void *context, sv_retrace_place *f) {
  walk *w = context;
  if (f->line == w->trail->lines.n) return;
  sv_exec_steps(w->search->exec, f->state, &w->steps, NULL);
  if (f->process == SV_NO_PROCESS) begin_line(w, f);
  else go_on(w, f);
}

// ---- Search ---------------------------------------------------------------------------

// Spin stops in the middle of the last line if an assertion fails there.
static uint32_t failed(const walk *w, const sv_retrace_place *f) {
  bool last = f->line + 1 == w->trail->lines.n && f->process != SV_NO_PROCESS;
  const sv_trace *run = w->search->run;
  return last && f->stepped ? w->net->actions.at[sv_last(run->steps).action].fails : 0;
}

static uint32_t violated(walk *w, const sv_state *s) {
  for (uint32_t p = 1; p < w->net->properties.n; p++)
    if (sv_exec_violated_in(w->search->exec, s, p)) return p;
  return 0;
}

// At an invalid end state the breadth-first search of Spin writes a last line
// that cannot be taken.
static bool is_over(const walk *w, const sv_retrace_place *f) {
  uint32_t n = w->trail->lines.n;
  return f->line == n || (f->line + 1 == n && f->process == SV_NO_PROCESS && !f->moves.n);
}

// True at the end of a run that violates something.
static bool is_end(void *context, const sv_retrace_place *f, bool entered_before) {
  walk *w = context;
  sv_trace *run = w->search->run;
  run->property = failed(w, f);
  if (run->property || entered_before || !is_over(w, f)) return run->property != 0;
  run->property = violated(w, f->state);
  if (f->line < w->trail->lines.n) return run->property != 0;
  if (!run->property && !w->plain) w->plain = sv_trace_copy(w->net, run);
  return run->property != 0;
}

// Spin may go on behind an error (an index out of range, searching for a shorter
// run): the run ends with its last error then.
static void cut_behind_failure(const walk *w, sv_trace *t) {
  uint32_t n = t->steps.n;
  while (n && !w->net->actions.at[t->steps.at[n - 1].action].fails) n--;
  if (!n) return;
  while (t->steps.n > n) {
    sv_step last = sv_pop(t->steps);
    sv_step_free(&last);
  }
  t->property = w->net->actions.at[sv_last(t->steps).action].fails;
}

static void explain(const walk *w, sv_text *why) {
  if (w->search->limits->hit) sv_text_printf(why, "%s at ", sv_cause_text(w->search->limits->hit));
  if (w->search->furthest == w->trail->lines.n) {
    sv_text_string(why, "its end");
    return;
  }
  const pml_trail_line *line = &w->trail->lines.at[w->search->furthest];
  sv_text_printf(why, "line %u", line->number);
  if (w->search->limits->hit) return;
  sv_text_printf(why, " cannot be followed: process %u cannot take statement %u there",
                 line->pid + w->trail->claim, line->statement - 1);
}

sv_trace *pml_trail_follow(const pml_trail *t, sv_exec *x, sv_limits *limits, sv_text *why) {
  walk w = {.trail = t, .net = sv_exec_net(x)};
  sv_retrace search = {.exec = x,
                       .net = w.net,
                       .limits = limits,
                       .context = &w,
                       .find_moves = find_moves,
                       .is_end = is_end};
  sv_trace *result = NULL;
  w.search = &search;
  find_owners(&w);
  if (sv_retrace_search(&search, SV_NO_PROCESS)) result = search.run, search.run = NULL;
  else if (w.plain && !limits->hit) {
    result = w.plain, w.plain = NULL;
    cut_behind_failure(&w, result);
  } else explain(&w, why);
  sv_retrace_close(&search);
  sv_trace_free(w.net, w.plain);
  sv_vec_free(w.owner);
  sv_steps_free(&w.steps);
  return result;
}
