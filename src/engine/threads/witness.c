// witness.c -- a run through the elements of a cover.
//
// The first element contains an initial state; each step is one that leads
// from a state in one element to a state in the next. The net gets as many
// instances as the way needs, and exec is asked for the steps: for every
// element we know which process plays which of its threads.

#include "engine/threads/cover.h"

typedef struct {
  const sv_cover *c;
  sv_thread_system *s;
  const sv_net *net;       // the answer's
  sv_exec *exec, *firing;  // one lists steps, the other takes them
  sv_state *state, *next, *small;
  uint8_t *bits;
  sv_u32s process;            // by thread of the element at hand
  const sv_element *at, *to;  // to NULL: the failing step
  sv_trace *trace;
  sv_u32s arrived;  // by thread of `to`
} walker;

// ---- between the small net and the large one

static void copy_cells(const sv_net_var *from, const sv_state *source, const sv_net_var *to,
                       sv_state *target) {
  for (uint32_t i = 0; i < from->cells; i++)
    target->cells[to->first_cell + i] = source->cells[from->first_cell + i];
}

static const sv_net_var *variable_of(const sv_net *net, uint32_t variable, uint32_t process) {
  for (uint32_t i = 0; i < net->vars.n; i++)
    if (net->vars.at[i].variable == variable && net->vars.at[i].process == process)
      return &net->vars.at[i];
  return NULL;
}

// The globals and this process, as the first one of the small net, in bits.
static void project(walker *w, const sv_state *state, uint32_t process) {
  const sv_net *small = w->s->net;
  for (uint32_t i = 0; i < small->vars.n; i++) {
    const sv_net_var *v = &small->vars.at[i];
    if (v->process != SV_NO_PROCESS && v->process != 0) continue;
    uint32_t owner = v->process == SV_NO_PROCESS ? SV_NO_PROCESS : process;
    copy_cells(variable_of(w->net, v->variable, owner), state, v, w->small);
  }
  bool coded = sv_coding_encode(w->s->coding, w->small, w->bits);
  REQUIRE(coded, "a state without a code");
}

static bool lies_in(const sv_cube *c, const uint8_t *bits, const uint32_t *bit_of, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (sv_cube_cares(c, i) && sv_cube_value(c, i) != (bool)bits[bit_of[i]]) return false;
  return true;
}

// Ghosts, INSIDE and STARTED are not in the state; exec knows by itself.
static bool is_in(walker *w, const sv_state *state, const sv_element *e, const sv_u32s *process) {
  bool good = true;
  for (uint32_t i = 0; i < e->n && good; i++) {
    project(w, state, process->at[i]);
    good = lies_in(&e->threads[i], w->bits, w->s->state_bit_of_local, w->s->locals);
  }
  project(w, state, 0);
  return good &&
         lies_in(&e->globals, w->bits, w->s->state_bit_of_global, sv_thread_real_globals(w->s));
}

// ---- steps

static void note_arrivals(walker *w, const sv_net_action *a) {
  sv_clear(w->arrived);
  for (uint32_t i = 0; i < w->to->n; i++) {
    uint32_t was = w->at->before[i];
    assert(was == SV_NO_THREAD || was < w->process.n);
    sv_push(w->arrived, was == SV_NO_THREAD ? a->edges[1].process : w->process.at[was]);
  }
}

static bool try_step(void *context, const sv_step *step) {
  walker *w = context;
  const sv_net_action *a = &w->net->actions.at[step->action];
  const sv_thread_action *wanted = &w->s->actions.at[w->at->action];
  assert(w->process.n == w->at->n && w->at->acting < w->at->n);
  if (a->action != wanted->action || a->edges[0].process != w->process.at[w->at->acting])
    return true;
  sv_exec_fire(w->firing, w->state, step, w->next);
  if (w->to) {
    note_arrivals(w, a);
    if (!is_in(w, w->next, w->to, &w->arrived)) return true;
  }
  sv_trace_push(w->net, w->trace, step);
  return false;
}

static bool take_step(walker *w) {
  if (sv_exec_each_step(w->exec, w->state, try_step, w, NULL) != SV_EXEC_STOPPED) return false;
  sv_state_copy(w->net, w->state, w->next);
  sv_u32s kept = w->process;
  w->process = w->arrived;
  w->arrived = kept;
  return true;
}

// ---- the way

static bool begin(walker *w) {
  sv_thread_sets *x = w->c->x;
  sv_bdd set = sv_thread_diagram(x, w->s->initial);
  sv_thread_meet(x->bdds, &set, sv_cube_globals(x, &w->at->globals));
  if (w->at->n) sv_thread_meet(x->bdds, &set, sv_cube_own(x, &w->at->threads[0]));
  uint8_t *values = SV_NEW_ARRAY(uint8_t, 2 * x->pairs + x->singles + 1);
  bool found = sv_bdd_pick(x->bdds, set, values);
  for (uint32_t bit = 0; bit < w->s->coding->bits && found; bit++) {
    uint32_t p = w->s->process_of[bit];
    if (p == SV_NO_PROCESS) w->bits[bit] = values[2 * x->global_pairs.at[w->s->global_of[bit]]];
    else if (p == 0) w->bits[bit] = values[2 * x->own_pairs.at[w->s->local_of[bit]]];
  }
  sv_free(values);
  sv_bdd_drop(x->bdds, set);
  if (!found) return false;
  sv_coding_decode(w->s->coding, w->bits, w->small);
  for (uint32_t i = 0; i < w->s->net->vars.n; i++) {
    const sv_net_var *v = &w->s->net->vars.at[i];
    if (v->process == SV_NO_PROCESS || v->process == 0)
      copy_cells(v, w->small, variable_of(w->net, v->variable, v->process), w->state);
  }
  for (uint32_t i = 0; i < w->at->n; i++) sv_push(w->process, 0);
  w->trace = sv_trace_new(w->net, w->state);
  return true;
}

static bool walk(walker *w, uint32_t first) {
  w->at = &w->c->elements.at[first];
  bool good = begin(w);
  while (good && w->at->next != SV_NO_ELEMENT) {
    w->to = &w->c->elements.at[w->at->next];
    assert(w->to < w->at);  // elements lead to older ones
    good = take_step(w);
    w->at = w->to;
  }
  w->to = NULL;
  if (good && w->at->action != SV_NO_ELEMENT) good = take_step(w);
  return good;
}

static uint32_t threads_needed(const sv_cover *c, uint32_t first) {
  uint32_t n = 1;
  for (const sv_element *e = &c->elements.at[first]; e->next != SV_NO_ELEMENT;
       e = &c->elements.at[e->next])
    n += c->x->s->actions.at[e->action].net->edge_count - 1;
  const sv_element *e = &c->elements.at[first];
  while (e->next != SV_NO_ELEMENT) e = &c->elements.at[e->next];
  if (e->action != SV_NO_ELEMENT) n += c->x->s->actions.at[e->action].net->edge_count - 1;
  return n;
}

static bool resize(const sv_cover *c, uint32_t first, sv_answer *a, const sv_run *run) {
  sv_options options;
  sv_run sized = *run;
  sv_options_copy(&options, run->options);
  options.threads = threads_needed(c, first);
  sized.options = &options;
  sv_net_free(a->net);
  a->net = NULL;
  bool built = sv_answer_net(a, c->x->s->model, &sized);
  sv_options_free(&options);
  return built;
}

sv_trace *sv_cover_witness(const sv_cover *c, uint32_t first, sv_answer *a, const sv_run *run) {
  if (!resize(c, first, a, run)) return NULL;
  walker w = {.c = c, .s = c->x->s, .net = a->net};
  w.exec = sv_exec_new(a->net);
  w.firing = sv_exec_new(a->net);
  w.state = sv_state_new(a->net);
  w.next = sv_state_new(a->net);
  w.small = sv_state_new(w.s->net);
  w.bits = SV_NEW_ARRAY(uint8_t, w.s->coding->bits + 1);
  bool good = sv_coding_encode(w.s->coding, w.small, w.bits) && walk(&w, first);
  if (!good) sv_trace_free(a->net, w.trace), w.trace = NULL;
  sv_vec_free(w.process);
  sv_vec_free(w.arrived);
  sv_free(w.bits);
  sv_state_free(w.s->net, w.small);
  sv_state_free(a->net, w.state);
  sv_state_free(a->net, w.next);
  sv_exec_free(w.exec);
  sv_exec_free(w.firing);
  return w.trace;
}
