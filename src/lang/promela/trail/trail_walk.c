// trail_walk.c -- follows a trail step by step. See trail.h.
//
// A place in the search is a line, a state, and whether the line has begun. A
// line begins with a step of the statement it names, and goes on with further
// steps of the process until that stands where its next line begins. There is
// little to choose, and no place is entered twice, so long trails are no trouble.

#include "lang/promela/trail/trail.h"

typedef struct {
  uint32_t line;
  uint32_t process;  // that has begun the line, or SV_NO_PROCESS
} place;

typedef struct {
  place to;
  bool moves;  // false: the line ends, or stands for no step
  sv_step step;
} move;

typedef struct {
  place at;
  sv_state *state;
  SV_VEC(move) moves;  // still to be tried, the best one last
  bool moved;          // a step led here
} frame;

typedef struct {
  const pml_trail *trail;
  sv_exec *exec;
  const sv_net *net;
  sv_limits *limits;
  SV_VEC(frame) frames;
  sv_trace *run;    // the steps that led to the last frame
  sv_trace *plain;  // the first run to the end that violates nothing, or NULL
  sv_names *seen;   // places, spelled as strings
  sv_u32s owner;    // by statement: the template, or 0 if it is never a step
  sv_steps steps;
  uint32_t furthest;
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

static void add_move(frame *f, place to, const sv_net *net, const sv_step *step) {
  move m = {.to = to, .moves = step != NULL};
  if (step) {
    uint32_t n = net->actions.at[step->action].choice_count;
    m.step = (sv_step){step->action, SV_NEW_ARRAY(sv_value, n + 1)};
    if (n) memcpy(m.step.choices, step->choices, n * sizeof *step->choices);
  }
  sv_push(f->moves, m);
}

static void begin_with(walk *w, frame *f, const sv_step *step) {
  const sv_net_action *a = &w->net->actions.at[step->action];
  const sv_action *m = action_of(w->net, step->action);
  const pml_trail_line *line = &w->trail->lines.at[f->at.line];
  if (!m->edge_count || pid_of(w->net, f->state, a->edges[0].process) != line->pid) return;
  if (!names(w, line, m->edges[0].statement)) return;
  place to = {f->at.line, a->edges[0].process};
  if (m->edge_count > 1) {
    to = (place){f->at.line + 1, a->edges[1].process};
    if (to.line == w->trail->lines.n || pid_of(w->net, f->state, to.process) != line[1].pid ||
        !names(w, &line[1], m->edges[1].statement))
      return;
  }
  add_move(f, to, w->net, step);
}

static void begin_line(walk *w, frame *f) {
  const pml_trail_line *line = &w->trail->lines.at[f->at.line];
  if (!is_known(w, line->statement) && is_of(w, f->state, line))
    add_move(f, (place){f->at.line + 1, SV_NO_PROCESS}, w->net, NULL);
  for (uint32_t i = w->steps.n; i--;) begin_with(w, f, &w->steps.at[i]);
}

// Does the process stand where its next line begins?
static bool may_end(const walk *w, const frame *f) {
  uint32_t next = w->trail->lines.at[f->at.line].next;
  uint32_t location = sv_state_location(w->net, f->state, f->at.process);
  if (next == UINT32_MAX || !location) return true;
  uint32_t statement = w->trail->lines.at[next].statement;
  return !is_known(w, statement) || offers(w, f->at.process, location, statement);
}

// A jump inside of atomic, which is not always a step of Spin's.
static bool is_silent(const sv_action *a) {
  return sv_same(a->guard, SV_TRUE) && !a->update_count && !a->queue_op_count && !a->start_count &&
         !a->fails;
}

static bool may_follow(const walk *w, const pml_trail_line *line, const sv_action *a) {
  return w->trail->merged || is_silent(a) || a->edges[0].statement == line->statement;
}

static void go_on(walk *w, frame *f) {
  const pml_trail_line *line = &w->trail->lines.at[f->at.line];
  for (uint32_t i = w->steps.n; i--;) {
    const sv_step *step = &w->steps.at[i];
    const sv_action *m = action_of(w->net, step->action);
    if (m->edge_count != 1 || w->net->actions.at[step->action].edges[0].process != f->at.process)
      continue;
    if (may_follow(w, line, m)) add_move(f, f->at, w->net, step);
  }
  if (may_end(w, f)) add_move(f, (place){f->at.line + 1, SV_NO_PROCESS}, w->net, NULL);
}

static void find_moves(walk *w, frame *f) {
  if (f->at.line == w->trail->lines.n) return;
  sv_exec_steps(w->exec, f->state, &w->steps, NULL);
  if (f->at.process == SV_NO_PROCESS) begin_line(w, f);
  else go_on(w, f);
}

// ---- Search ---------------------------------------------------------------------------

static void spell(const walk *w, place at, const sv_state *s, sv_text *out) {
  sv_text_bytes(out, (const char *)&at, sizeof at);
  sv_text_bytes(out, (const char *)s->cells, w->net->cells * sizeof *s->cells);
  for (uint32_t q = 0; q < w->net->queues.n; q++) {
    const sv_queue_state *queue = &s->queues[q];
    sv_text_bytes(out, (const char *)&queue->deferred, sizeof queue->deferred);
    sv_text_bytes(out, (const char *)&queue->messages, sizeof queue->messages);
    if (queue->fields.n)
      sv_text_bytes(out, (const char *)queue->fields.at, queue->fields.n * sizeof(sv_value));
  }
}

static bool is_new(walk *w, place at, const sv_state *s) {
  sv_text key = {0};
  spell(w, at, s, &key);
  uint32_t before = sv_names_count(w->seen);
  sv_names_intern(w->seen, key.at, key.n);
  sv_text_free(&key);
  return sv_names_count(w->seen) > before;
}

// Spin stops in the middle of the last line if an assertion fails there.
static uint32_t failed(const walk *w, place at, bool moved) {
  bool last = at.line + 1 == w->trail->lines.n && at.process != SV_NO_PROCESS;
  return last && moved ? w->net->actions.at[sv_last(w->run->steps).action].fails : 0;
}

static uint32_t violated(walk *w, const sv_state *s) {
  for (uint32_t p = 1; p < w->net->properties.n; p++)
    if (sv_exec_violated_in(w->exec, s, p)) return p;
  return 0;
}

// At an invalid end state the breadth-first search of Spin writes a last line
// that cannot be taken.
static bool is_end(const walk *w, const frame *f) {
  uint32_t n = w->trail->lines.n;
  return f->at.line == n || (f->at.line + 1 == n && f->at.process == SV_NO_PROCESS && !f->moves.n);
}

// Takes over the state. True at the end of a run that violates something.
static bool enter(walk *w, place at, sv_state *state, bool moved) {
  frame f = {.at = at, .state = state, .moved = moved};
  bool fresh = is_new(w, at, state);
  if (fresh) {
    if (at.line > w->furthest) w->furthest = at.line;
    find_moves(w, &f);
  }
  sv_push(w->frames, f);
  w->run->property = failed(w, at, moved);
  if (w->run->property || !fresh || !is_end(w, &f)) return w->run->property != 0;
  w->run->property = violated(w, state);
  if (at.line < w->trail->lines.n) return w->run->property != 0;
  if (!w->run->property && !w->plain) w->plain = sv_trace_copy(w->net, w->run);
  return w->run->property != 0;
}

static void leave(walk *w) {
  frame f = sv_pop(w->frames);
  if (f.moved) {
    sv_step last = sv_pop(w->run->steps);
    sv_step_free(&last);
  }
  for (uint32_t i = 0; i < f.moves.n; i++) sv_step_free(&f.moves.at[i].step);
  sv_vec_free(f.moves);
  sv_state_free(w->net, f.state);
}

static bool take(walk *w, const move *m) {
  sv_state *next = sv_state_new(w->net);
  if (m->moves) {
    sv_exec_fire(w->exec, sv_last(w->frames).state, &m->step, next);
    sv_trace_push(w->net, w->run, &m->step);
  } else sv_state_copy(w->net, next, sv_last(w->frames).state);
  return enter(w, m->to, next, m->moves);
}

static bool search(walk *w, const sv_state *initial) {
  sv_state *state = sv_state_new(w->net);
  sv_state_copy(w->net, state, initial);
  bool found = enter(w, (place){0, SV_NO_PROCESS}, state, false);
  while (!found && w->frames.n && !sv_limits_hit(w->limits)) {
    frame *top = &sv_last(w->frames);
    if (top->moves.n) {
      move m = sv_pop(top->moves);
      found = take(w, &m);
      sv_step_free(&m.step);
    } else leave(w);
  }
  return found;
}

static bool keep_first(void *context, const sv_state *s) {
  walk *w = context;
  w->run = sv_trace_new(w->net, s);
  return false;
}

static void close_walk(walk *w) {
  while (w->frames.n) {
    frame *f = &sv_last(w->frames);
    f->moved = false;
    leave(w);
  }
  sv_vec_free(w->frames);
  sv_names_free(w->seen);
  sv_vec_free(w->owner);
  sv_steps_free(&w->steps);
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
  if (w->limits->hit) sv_text_printf(why, "%s at ", sv_cause_text(w->limits->hit));
  if (w->furthest == w->trail->lines.n) {
    sv_text_string(why, "its end");
    return;
  }
  const pml_trail_line *line = &w->trail->lines.at[w->furthest];
  sv_text_printf(why, "line %u", line->number);
  if (w->limits->hit) return;
  sv_text_printf(why, " cannot be followed: process %u cannot take statement %u there",
                 line->pid + w->trail->claim, line->statement - 1);
}

sv_trace *pml_trail_follow(const pml_trail *t, sv_exec *x, sv_limits *limits, sv_text *why) {
  walk w = {.trail = t, .exec = x, .net = sv_exec_net(x), .limits = limits, .seen = sv_names_new()};
  sv_trace *result = NULL;
  find_owners(&w);
  sv_exec_initials(x, keep_first, &w);
  if (w.run && search(&w, w.run->initial)) result = w.run, w.run = NULL;
  else if (w.plain && !limits->hit) {
    result = w.plain, w.plain = NULL;
    cut_behind_failure(&w, result);
  } else explain(&w, why);
  sv_trace_free(w.net, w.run);
  sv_trace_free(w.net, w.plain);
  close_walk(&w);
  return result;
}
