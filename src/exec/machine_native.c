// machine_native.c -- a machine that runs generated code (native.h) instead of register code.
//
// The functions of the text do everything but wait: where an action has many
// choices and none of them works, they come back from time to time, and the
// machine asks whether to go on.

#include "exec/machine_inside.h"

enum { MOST_ACTIONS = 20000, MOST_INSTRUCTIONS = 400000, MOST_KEPT_WORDS = 1 << 22 };

static bool is_small(const sv_program *p, sv_text *why) {
  uint64_t kept = ((uint64_t)p->net->actions.n + 1) * p->layout->words;
  if (p->net->actions.n <= MOST_ACTIONS && p->code.ins.n <= MOST_INSTRUCTIONS &&
      kept <= MOST_KEPT_WORDS)
    return true;
  sv_text_printf(why, "it is too large: %u actions of %u instructions", p->net->actions.n,
                 p->code.ins.n);
  return false;
}

bool sv_program_compile(sv_program *p, const sv_bytecode *code, const uint32_t *guards,
                        sv_limits *limits, sv_text *why) {
  sv_text text = {0};
  REQUIRE(!p->native, "a program is compiled once");
  if (!is_small(p, why)) return false;
  sv_emit_program(p, code, guards, &text);
  p->native = sv_native_new(sv_text_get(&text), limits, why);
  sv_text_free(&text);
  if (p->native) p->functions = sv_native_functions(p->native);
  return p->native;
}

double sv_program_compiled_in(const sv_program *p) { return sv_native_seconds(p->native); }

const sv_step_functions *sv_program_functions(const sv_program *p) { return p->functions; }

// The program may have been compiled after the machine was made.
static void begin(sv_machine *m, const uint64_t *state) {
  const sv_program *p = m->program;
  uint32_t n = p->net->actions.n + 1;
  memcpy(m->state, state, p->layout->words * sizeof *state);
  m->turn = UINT32_MAX;
  if (m->step.action) return;
  m->step.action = SV_NEW_ARRAY(uint32_t, n);
  m->step.kept = SV_NEW_ARRAY(uint32_t, n);
  m->step.choice = SV_NEW_ARRAY(uint64_t, n);
  m->step.words = SV_NEW_ARRAY(uint64_t, (size_t)n * p->layout->words);
}

void sv_machine_native_free(sv_machine *m) {
  sv_free(m->step.action);
  sv_free(m->step.kept);
  sv_free(m->step.choice);
  sv_free(m->step.words);
}

// After many attempts in vain.
static bool goes_on(sv_machine *m) {
  if (m->stop && !m->stopped) m->stopped = m->stop(m->stop_context);
  return !m->stopped;
}

// The first successor from *choice on; 0 if there is none.
static int fire_from(sv_machine *m, uint32_t action, uint64_t *choice, uint64_t *out) {
  int got;
  while ((got = m->program->functions->fire(m->state, action, choice, out, &m->step)) == 2)
    if (!goes_on(m)) return 0;
  return got;
}

// Candidates without a successor are none.
static void look_for_successors(sv_machine *m) {
  sv_step_frame *o = &m->step;
  uint32_t n = 0;
  for (uint32_t i = 0; i < o->n; i++) {
    if (o->kept[i] == SV_STEP_ASK) {
      uint64_t *at = o->words + (size_t)i * m->program->layout->words;
      if (!fire_from(m, o->action[i], &o->choice[i], at)) continue;
      o->kept[i] = i + 1;
    }
    o->action[n] = o->action[i];
    o->choice[n] = o->choice[i];
    o->kept[n++] = o->kept[i];
  }
  o->n = n;
}

static void finish(sv_machine *m) {
  if (m->step.asks) look_for_successors(m);
  m->program->functions->control(m->state, &m->step);
}

void sv_machine_native_load(sv_machine *m, const uint64_t *state) {
  begin(m, state);
  m->program->functions->candidates(m->state, &m->step);
  finish(m);
}

bool sv_machine_native_load_holder(sv_machine *m, const uint64_t *state, uint32_t process) {
  begin(m, state);
  m->program->functions->held(m->state, process, &m->step);
  if (!m->step.n) return false;
  finish(m);
  return m->step.n && !m->program->moves[m->step.action[0]].priority;
}

// They are mostly fired in order.
static uint32_t find_candidate(const sv_machine *m, uint32_t action) {
  const sv_step_frame *o = &m->step;
  uint32_t i = m->turn;
  if (i + 1 < o->n && o->action[i + 1] == action) return i + 1;
  for (i = 0; i < o->n && o->action[i] != action;) i++;
  REQUIRE(i < o->n, "an action that is not enabled");
  return i;
}

// Is the first successor of candidate i there already?
static bool take_kept(sv_machine *m, uint32_t i, uint64_t *choice, uint64_t *out) {
  uint32_t words = m->program->layout->words;
  const uint64_t *from = m->step.words + (size_t)(m->step.kept[i] - 1) * words;
  if (m->step.kept[i] == SV_STEP_LATER || *choice > m->step.choice[i]) return false;
  *choice = m->step.choice[i];
  for (uint32_t k = 0; k < words; k++) out[k] = from[k];
  return true;
}

uint64_t sv_machine_combinations(const sv_machine *m, uint32_t action) {
  return m->program->moves[action].combinations;
}

bool sv_machine_next(sv_machine *m, uint32_t action, uint64_t *choice, uint64_t *out) {
  assert(m->program->functions && *choice < m->program->moves[action].combinations);
  if (!*choice) m->turn = find_candidate(m, action);
  return take_kept(m, m->turn, choice, out) || fire_from(m, action, choice, out);
}

bool sv_machine_native_fire(sv_machine *m, uint32_t action, sv_successor_fn *fn, void *context) {
  uint64_t most = sv_machine_combinations(m, action);
  for (uint64_t choice = 0; choice < most; choice++) {
    if (!sv_machine_next(m, action, &choice, m->successor)) break;
    if (!fn(context, m->successor, choice)) return false;
  }
  return !m->stopped;
}

sv_exec_end sv_machine_native_initials(sv_machine *m, sv_packed_fn *fn, void *context) {
  const sv_step_functions *f = m->program->functions;
  uint64_t *words = SV_NEW_ARRAY(uint64_t, m->program->layout->words);
  sv_exec_end end = SV_EXEC_DONE;
  f->first(words);
  do {
    bool initial = f->initial(words, &m->step);
    if (initial ? !fn(context, words) : !sv_machine_goes_on(m)) end = SV_EXEC_STOPPED;
  } while (end == SV_EXEC_DONE && f->another(words));
  sv_free(words);
  return end;
}
