// cycles_close.c -- loops that close after several rounds.
//
// A loop was found by what enables actions and what the automaton sees. In the
// net itself it leads from a state to one that may differ in other values; the
// same steps can be taken again from there. A round is a function of the state,
// so among finitely many states one comes back. R. Brent's search for it ("An
// improved Monte Carlo factorization algorithm", BIT 1980) keeps one state: that
// before round 0, 1, 3, 7 …

#include "engine/explicit/cycles.h"

enum { MOST_STEPS = 1 << 18 };  // of the trace that comes out

typedef struct {
  const sv_net *net;
  sv_exec *exec;
  const sv_trace *trace;
  sv_state *at, *kept, *spare;
  uint32_t rounds, begin;  // taken; taken when `kept` was met
} closing;

// False: a step is not possible, which is for the referee to say.
static bool take(closing *k, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++) {
    if (!sv_exec_enabled(k->exec, k->at, &k->trace->steps.at[i])) return false;
    sv_exec_fire(k->exec, k->at, &k->trace->steps.at[i], k->spare);
    sv_state_copy(k->net, k->at, k->spare);
  }
  return true;
}

static void keep(closing *k) {
  sv_state_copy(k->net, k->kept, k->at);
  k->begin = k->rounds;
}

typedef enum { CLOSED, OPEN, IMPOSSIBLE } outcome;

// Rounds until one ends in the state that is kept.
static outcome find_rounds(closing *k) {
  uint32_t length = k->trace->steps.n - k->trace->loop, next = 1;
  if (!take(k, 0, k->trace->loop)) return IMPOSSIBLE;
  keep(k);
  while (k->rounds <= MOST_STEPS / length) {
    if (!take(k, k->trace->loop, k->trace->steps.n)) return IMPOSSIBLE;
    k->rounds++;
    if (sv_state_is_long(k->net, k->at)) return OPEN;  // numbers grow without end
    if (sv_state_equal(k->net, k->at, k->kept)) return CLOSED;
    if (k->rounds == next) keep(k), next = 2 * next + 1;
  }
  return OPEN;
}

static void repeat(const closing *k, sv_trace *t) {
  uint32_t length = t->steps.n - t->loop;
  for (uint32_t i = length; i < k->rounds * length; i++)
    sv_trace_push(k->net, t, &t->steps.at[t->loop + i % length]);
  t->loop += k->begin * length;
}

bool sv_cycles_close(const sv_net *net, sv_trace *t) {
  if (t->loop == t->steps.n) return true;
  closing k = {.net = net, .exec = sv_exec_new(net), .trace = t};
  k.at = sv_state_new(net);
  k.kept = sv_state_new(net);
  k.spare = sv_state_new(net);
  sv_state_copy(net, k.at, t->initial);
  outcome found = find_rounds(&k);
  if (found == CLOSED && k.rounds > 1) repeat(&k, t);
  sv_state_free(net, k.at);
  sv_state_free(net, k.kept);
  sv_state_free(net, k.spare);
  sv_exec_free(k.exec);
  return found != OPEN;
}
