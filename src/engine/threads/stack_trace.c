// stack_trace.c -- the run behind a thread state of a program with one thread.
//
// Backwards from the violation. Where control came back from a call, the way
// goes through the callee, and at its entry on to the caller that was found
// together with the end; that one waits on a stack. An entry without a waiting caller
// is of an activation that has not returned, and any caller of it will do. Then
// exec is asked for the steps, one after the other.

#include "engine/threads/history.h"

enum { MOST_STEPS = 300000 };

typedef struct {
  uint32_t action;     // of the system
  sv_thread_point to;  // values NULL: anywhere
} step;
typedef SV_VEC(step) steps;

typedef struct {
  sv_thread_sets *x;
  steps back;                       // last one first
  SV_VEC(sv_thread_point) waiting;  // callers
  sv_thread_point at;
} path;

// ---- backwards

static bool is_entry(const path *w) {
  sv_thread_origin o = w->x->batches.at[w->at.batch].origin;
  return o.how == SV_THREAD_STEPPED && w->x->s->actions.at[o.number].kind == SV_THREAD_CALL;
}

static bool go_back(path *w) {
  sv_thread_behind behind;
  if (is_entry(w) && w->waiting.n) {
    sv_push(w->back, ((step){w->x->batches.at[w->at.batch].origin.number, w->at}));
    w->at = sv_pop(w->waiting);
    return true;
  }
  if (!sv_thread_look_behind(w->x, &w->at, &behind) || !behind.n) return false;
  sv_push(w->back, ((step){behind.action, w->at}));
  if (behind.n == 2) sv_push(w->waiting, behind.second);
  w->at = behind.first;
  return true;
}

// ---- forwards

typedef struct {
  path *w;
  const sv_net *net;
  sv_exec *exec, *firing;
  sv_state *state, *next, *small;
  uint8_t *bits;
  const step *wanted;
  sv_trace *trace;
} walker;

static const sv_net_var *variable_of(const sv_net *net, const sv_net_var *v) {
  for (uint32_t i = 0; i < net->vars.n; i++)
    if (net->vars.at[i].variable == v->variable && net->vars.at[i].process == v->process)
      return &net->vars.at[i];
  return NULL;
}

// From the net to the system's one or back; the top of the stack is in one of them only.
static void copy(walker *k, const sv_state *state, bool back, sv_state *to) {
  const sv_net *small = k->w->x->s->net;
  for (uint32_t i = 0; i < small->vars.n; i++) {
    const sv_net_var *v = &small->vars.at[i], *mine;
    if (v->process != SV_NO_PROCESS && v->process != 0) continue;
    if (!(mine = variable_of(k->net, v))) continue;
    for (uint32_t c = 0; c < v->cells; c++) {
      if (back) to->cells[mine->first_cell + c] = state->cells[v->first_cell + c];
      else to->cells[v->first_cell + c] = state->cells[mine->first_cell + c];
    }
  }
}

static bool is_there(walker *k, const sv_state *state, const sv_thread_point *p) {
  const sv_thread_sets *x = k->w->x;
  const sv_thread_system *s = x->s;
  copy(k, state, false, k->small);
  if (!sv_coding_encode(s->coding, k->small, k->bits)) return false;
  for (uint32_t i = 0; i < sv_thread_real_globals(s); i++)
    if (k->bits[s->state_bit_of_global[i]] != p->values[2 * x->global_pairs.at[i]]) return false;
  for (uint32_t i = 0; i < s->locals; i++)
    if (!sv_bits_has(&s->top, i) &&
        k->bits[s->state_bit_of_local[i]] != p->values[2 * x->own_pairs.at[i]])
      return false;
  return true;
}

static bool try_step(void *context, const sv_step *taken) {
  walker *k = context;
  const sv_net_action *a = &k->net->actions.at[taken->action];
  if (a->action != k->w->x->s->actions.at[k->wanted->action].action) return true;
  sv_exec_fire(k->firing, k->state, taken, k->next);
  if (k->wanted->to.values && !is_there(k, k->next, &k->wanted->to)) return true;
  sv_trace_push(k->net, k->trace, taken);
  return false;
}

static void begin(walker *k) {
  const sv_thread_sets *x = k->w->x;
  const uint8_t *values = k->w->at.values;
  sv_coding_encode(x->s->coding, k->small, k->bits);
  for (uint32_t i = 0; i < sv_thread_real_globals(x->s); i++)
    k->bits[x->s->state_bit_of_global[i]] = values[2 * x->global_pairs.at[i]];
  for (uint32_t i = 0; i < x->s->locals; i++)
    k->bits[x->s->state_bit_of_local[i]] = values[2 * x->own_pairs.at[i]];
  sv_coding_decode(x->s->coding, k->bits, k->small);
  copy(k, k->small, true, k->state);
  k->trace = sv_trace_new(k->net, k->state);
}

static bool walk(walker *k) {
  begin(k);
  for (uint32_t i = k->w->back.n; i-- > 0;) {
    k->wanted = &k->w->back.at[i];
    if (sv_exec_each_step(k->exec, k->state, try_step, k, NULL) != SV_EXEC_STOPPED) return false;
    sv_state_copy(k->net, k->state, k->next);
  }
  return true;
}

static sv_trace *go_forward(path *w, const sv_net *net) {
  walker k = {.w = w, .net = net};
  k.exec = sv_exec_new(net);
  k.firing = sv_exec_new(net);
  k.state = sv_state_new(net);
  k.next = sv_state_new(net);
  k.small = sv_state_new(w->x->s->net);
  k.bits = SV_NEW_ARRAY(uint8_t, w->x->s->coding->bits + 1);
  if (!walk(&k)) sv_trace_free(net, k.trace), k.trace = NULL;
  sv_free(k.bits);
  sv_state_free(w->x->s->net, k.small);
  sv_state_free(net, k.state);
  sv_state_free(net, k.next);
  sv_exec_free(k.exec);
  sv_exec_free(k.firing);
  return k.trace;
}

// ---- all of it

sv_trace *sv_thread_follow(sv_thread_sets *x, uint32_t property, const sv_net *net,
                           const char **why) {
  path w = {.x = x};
  sv_trace *trace = NULL;
  uint32_t last;
  if (!sv_thread_find_violation(x, property, &w.at, &last)) return NULL;
  if (last != UINT32_MAX) sv_push(w.back, (step){.action = last});
  while (w.back.n < MOST_STEPS && go_back(&w)) {}
  bool first = x->batches.at[w.at.batch].origin.how == SV_THREAD_FIRST;
  if (w.back.n >= MOST_STEPS) *why = "a run to a violation has more than 300000 steps";
  else if (first) trace = go_forward(&w, net);
  sv_thread_point_free(&w.at);
  for (uint32_t i = 0; i < w.back.n; i++) sv_thread_point_free(&w.back.at[i].to);
  for (uint32_t i = 0; i < w.waiting.n; i++) sv_thread_point_free(&w.waiting.at[i]);
  sv_vec_free(w.back);
  sv_vec_free(w.waiting);
  return trace;
}
