// machine.c -- runs a program on packed states.
//
// Loading a state tries the actions that are listed for the current locations:
// tests, then the guard's code, then, where an action may still turn out to be
// impossible, its choices until one works; that successor is kept, so firing
// does not compute it again. Firing copies the words, applies the patches and
// runs the effect's code, once for every combination of choices.

#include "exec/machine_inside.h"

sv_machine *sv_machine_new(const sv_program *p) {
  sv_machine *m = SV_NEW(sv_machine);
  uint32_t digits = 1;
  for (uint32_t i = 0; i < p->net->actions.n; i++)
    if (p->moves[i].choice_count > digits) digits = p->moves[i].choice_count;
  m->program = p;
  m->state = SV_NEW_ARRAY(uint64_t, p->layout->words);
  m->successor = SV_NEW_ARRAY(uint64_t, p->layout->words);
  m->digits = SV_NEW_ARRAY(int64_t, digits);
  m->locations = SV_NEW_ARRAY(uint32_t, p->net->processes.n + 1);
  m->classes = SV_NEW_ARRAY(uint32_t, p->net->processes.n + 1);
  m->frame.r = SV_NEW_ARRAY(int64_t, p->code.registers + 1);
  m->cut = UINT32_MAX;
  return m;
}

void sv_machine_free(sv_machine *m) {
  if (!m) return;
  sv_free(m->state);
  sv_free(m->successor);
  sv_free(m->digits);
  sv_free(m->locations);
  sv_free(m->classes);
  sv_free(m->frame.r);
  sv_vec_free(m->candidates);
  sv_vec_free(m->enabled);
  sv_vec_free(m->successors);
  sv_machine_native_free(m);
  sv_free(m);
}

bool sv_machine_overflow(const sv_machine *m) { return m->frame.overflow || m->step.overflow; }

static void copy_words(uint64_t *to, const uint64_t *from, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) to[i] = from[i];
}

bool sv_machine_holds_at(sv_machine *m, uint32_t piece, const uint64_t *state) {
  if (piece == SV_NO_PIECE) return true;
  m->frame.old = state;
  m->frame.next = NULL;
  return sv_code_run(&m->program->code, piece, &m->frame);
}

bool sv_machine_invariants_hold(sv_machine *m, const uint64_t *state) {
  const sv_program *p = m->program;
  for (uint32_t i = 0; i < p->constrained_count; i++) {
    uint32_t process = p->constrained[i];
    if (!sv_machine_holds_at(m, p->sites[process][sv_field_get(state, p->pcs[process])].invariant,
                             state))
      return false;
  }
  return true;
}

// ---- attempts in vain

enum { ASK_EVERY = 256 };

void sv_machine_stop_when(sv_machine *m, sv_stop_fn *stop, void *context) {
  m->stop = stop;
  m->stop_context = context;
}

bool sv_machine_stopped(const sv_machine *m) { return m->stopped; }

bool sv_machine_goes_on(sv_machine *m) {
  if (!m->stop || m->stopped || ++m->vain < ASK_EVERY) return !m->stopped;
  m->vain = 0;
  m->stopped = m->stop(m->stop_context);
  return !m->stopped;
}

// ---- choices

static void set_digits(sv_machine *m, const sv_machine_action *move, uint64_t choice) {
  assert(choice < move->combinations);
  for (uint32_t i = move->choice_count; i--;) {
    m->digits[i] = (int64_t)((uint64_t)move->choices[i].lo + choice % move->choices[i].size);
    choice /= move->choices[i].size;
  }
}

// The next choice that differs in the first `level` digits.
static uint64_t next_choice(sv_machine *m, const sv_machine_action *move, uint64_t choice,
                            uint32_t level) {
  uint64_t stride = 1;
  uint32_t i = move->choice_count;
  assert(choice < move->combinations);
  for (; i > level; i--) {
    stride *= move->choices[i - 1].size;
    m->digits[i - 1] = move->choices[i - 1].lo;
  }
  while (i--) {
    const sv_radix *radix = &move->choices[i];
    uint64_t digit = (uint64_t)m->digits[i] - (uint64_t)radix->lo + 1;
    m->digits[i] = digit < radix->size ? (int64_t)((uint64_t)radix->lo + digit) : radix->lo;
    if (digit < radix->size) break;
  }
  return (choice / stride + 1) * stride;
}

void sv_machine_choices(const sv_machine *m, uint32_t action, uint64_t choice, sv_value *out) {
  const sv_machine_action *move = &m->program->moves[action];
  sv_numbers *numbers = sv_terms_numbers(m->program->net->model->terms);
  for (uint32_t i = move->choice_count; i--;) {
    uint64_t size = move->choices[i].size;
    out[i] = sv_number_int(numbers, (int64_t)((uint64_t)move->choices[i].lo + choice % size));
    choice /= size;
  }
}

// Makes the successor for the current digits; false if it is impossible, and
// then the frame's level says which choices need not be tried.
static bool attempt(sv_machine *m, const sv_machine_action *move, uint64_t *out) {
  const sv_program *p = m->program;
  m->frame.level = UINT32_MAX;
  copy_words(out, m->state, p->layout->words);
  for (uint32_t i = 0; i < move->patch_count; i++) {
    const sv_patch *patch = &move->patches[i];
    assert(patch->word < p->layout->words);
    out[patch->word] = (out[patch->word] & ~patch->clear) | patch->set;
  }
  if (move->effect != SV_NO_PIECE) {
    for (uint32_t i = 0; i < move->choice_count; i++) m->frame.r[i] = m->digits[i];
    m->frame.old = m->state;
    m->frame.next = out;
    if (!sv_code_run(&p->code, move->effect, &m->frame)) return false;
  }
  if (!p->constrained_count || sv_machine_invariants_hold(m, out)) return true;
  m->frame.level = UINT32_MAX;
  return false;
}

// ---- loading

static bool has_exclusive_edge(const sv_machine *m, const sv_machine_action *move) {
  for (uint32_t i = 0; i < move->edge_count; i++) {
    uint32_t p = move->edges[i].process;
    if (m->program->sites[p][m->locations[p]].flags & (SV_LOC_BLOCKING | SV_LOC_COMMITTED))
      return true;
  }
  return false;
}

static bool stands(const sv_machine *m, const sv_machine_action *move) {
  for (uint32_t i = 0; i < move->stand_count; i++) {
    uint32_t l = sv_machine_location(m, move->stands[i].process);
    if (!(move->stands[i].from[l / 64] >> l % 64 & 1)) return false;
  }
  return true;
}

static bool passes(sv_machine *m, const sv_machine_action *move) {
  for (uint32_t i = 0; i < move->test_count; i++) {
    const sv_test *t = &move->tests[i];
    if ((m->state[t->word] & t->mask) - t->lo > t->span) return false;
  }
  if (m->exclusive && !has_exclusive_edge(m, move)) return false;
  return stands(m, move) &&
         (move->guard == SV_NO_PIECE || sv_machine_holds_at(m, move->guard, m->state));
}

// Finds the first choice with a successor, which is kept.
static bool find_choice(sv_machine *m, const sv_machine_action *move, sv_machine_candidate *c) {
  uint32_t words = m->program->layout->words;
  c->ready = m->successors.n;
  sv_reserve(m->successors, words);
  set_digits(m, move, 0);
  while (c->choice < move->combinations) {
    if (attempt(m, move, m->successors.at + c->ready)) {
      m->successors.n += words;
      return true;
    }
    if (!sv_machine_goes_on(m)) return false;
    c->choice = next_choice(m, move, c->choice, m->frame.level);
  }
  return false;
}

void sv_machine_try(sv_machine *m, uint32_t action) {
  const sv_machine_action *move = &m->program->moves[action];
  sv_machine_candidate c = {.action = action, .ready = SV_NO_PIECE};
  if (!passes(m, move)) return;
  if ((move->uncertain || m->program->constrained_count) && !find_choice(m, move, &c)) return;
  assert(!move->never && c.choice < move->combinations);
  sv_push(m->candidates, c);
}

// Lists are ascending, so few candidates are far from their place.
static void sort_candidates(sv_machine *m) {
  static const uint32_t gaps[] = {1750, 701, 301, 132, 57, 23, 10, 4, 1};
  sv_machine_candidate *at = m->candidates.at;
  uint32_t n = m->candidates.n, first = n > 32 ? 0 : SV_COUNT(gaps) - 1;
  for (uint32_t g = first; g < SV_COUNT(gaps); g++)
    for (uint32_t gap = gaps[g], i = gap; i < n; i++) {
      sv_machine_candidate c = at[i];
      uint32_t j = i;
      for (; j >= gap && at[j - gap].action > c.action; j -= gap) at[j] = at[j - gap];
      at[j] = c;
    }
}

static void find_locations(sv_machine *m) {
  const sv_program *p = m->program;
  for (uint32_t i = 0; i < p->net->processes.n; i++) {
    m->locations[i] = sv_machine_location(m, i);
    assert(m->locations[i] < sv_net_locations(p->net, i));
    if (p->exclusive)
      m->exclusive |=
          (p->sites[i][m->locations[i]].flags & (SV_LOC_BLOCKING | SV_LOC_COMMITTED)) != 0;
  }
}

void sv_machine_begin(sv_machine *m, const uint64_t *state) {
  copy_words(m->state, state, m->program->layout->words);
  sv_clear(m->candidates);
  sv_clear(m->successors);
  m->cut = UINT32_MAX;
  m->exclusive = false;
}

// They have competed, but are never taken.
static void set_cuts_apart(sv_machine *m) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < m->candidates.n; i++) {
    uint32_t action = m->candidates.at[i].action;
    if (!m->program->moves[action].cut) m->candidates.at[kept++] = m->candidates.at[i];
    else if (m->cut == UINT32_MAX) m->cut = action;
  }
  m->candidates.n = kept;
}

SV_ASSERT_ONLY static bool candidates_ascend(const sv_machine *m) {
  for (uint32_t i = 1; i < m->candidates.n; i++)
    if (m->candidates.at[i - 1].action >= m->candidates.at[i].action) return false;
  return true;
}

void sv_machine_finish(sv_machine *m) {
  sort_candidates(m);
  assert(candidates_ascend(m));
  sv_machine_control(m);
  if (m->program->cuts) set_cuts_apart(m);
  sv_clear(m->enabled);
  for (uint32_t i = 0; i < m->candidates.n; i++) sv_push(m->enabled, m->candidates.at[i].action);
  assert(candidates_ascend(m));  // control has only removed some
}

void sv_machine_load(sv_machine *m, const uint64_t *state) {
  const sv_program *p = m->program;
  if (p->functions) {
    sv_machine_native_load(m, state);
    return;
  }
  sv_machine_begin(m, state);
  find_locations(m);
  for (uint32_t i = 0; i < p->free_count; i++) sv_machine_try(m, p->listed[i]);
  for (uint32_t i = 0; i < p->net->processes.n; i++) {
    const sv_site *site = &p->sites[i][m->locations[i]];
    for (uint32_t j = 0; j < site->count; j++) sv_machine_try(m, p->listed[site->first + j]);
  }
  sv_machine_finish(m);
}

const uint32_t *sv_machine_enabled(const sv_machine *m, uint32_t *n) {
  if (m->program->functions) return *n = m->step.n, m->step.action;
  *n = m->enabled.n;
  return m->enabled.at;
}

uint32_t sv_machine_cut(const sv_machine *m) {
  return m->program->functions ? m->step.cut : m->cut;
}

static bool some_process_not_at_end(const sv_machine *m) {
  for (uint32_t i = 0; i < m->program->net->processes.n; i++)
    if (!(m->program->sites[i][m->locations[i]].flags & SV_LOC_END)) return true;
  return false;
}

bool sv_machine_deadlocked(const sv_machine *m) {
  if (m->program->functions)
    return !m->step.n && m->step.cut == SV_STEP_NO_CUT && !m->program->functions->ended(m->state);
  return !m->enabled.n && m->cut == UINT32_MAX && some_process_not_at_end(m);
}

// ---- firing

static const sv_machine_candidate *find_candidate(const sv_machine *m, uint32_t action) {
  uint32_t lo = 0, hi = m->candidates.n;
  while (lo < hi) {
    uint32_t middle = (lo + hi) / 2;
    if (m->candidates.at[middle].action < action) lo = middle + 1;
    else hi = middle;
  }
  REQUIRE(lo < m->candidates.n && m->candidates.at[lo].action == action,
          "an action that is not enabled");
  return &m->candidates.at[lo];
}

bool sv_machine_fire(sv_machine *m, uint32_t action, sv_successor_fn *fn, void *context) {
  if (m->program->functions) return sv_machine_native_fire(m, action, fn, context);
  const sv_machine_action *move = &m->program->moves[action];
  const sv_machine_candidate *c = find_candidate(m, action);
  uint64_t choice = c->choice;
  assert(c->ready == SV_NO_PIECE || c->ready + m->program->layout->words <= m->successors.n);
  assert(!move->cut);
  if (c->ready != SV_NO_PIECE && !fn(context, m->successors.at + c->ready, choice++)) return false;
  if (choice < move->combinations) set_digits(m, move, choice);
  while (choice < move->combinations) {
    bool possible = attempt(m, move, m->successor);
    uint32_t level = possible ? UINT32_MAX : m->frame.level;
    if (possible && !fn(context, m->successor, choice)) return false;
    if (!possible && !sv_machine_goes_on(m)) return false;
    choice = next_choice(m, move, choice, level);
  }
  return true;
}

// ---- properties

static bool some_process_is_bad(const sv_machine *m, const uint64_t *state, uint32_t property) {
  const sv_program *p = m->program;
  for (uint32_t i = 0; i < p->net->processes.n; i++)
    if (p->sites[i][sv_field_get(state, p->pcs[i])].bad == property) return true;
  return false;
}

bool sv_machine_holds(sv_machine *m, const uint64_t *state, uint32_t property) {
  const sv_program *p = m->program;
  REQUIRE(property && property < p->net->properties.n, "no such property");
  sv_property_kind kind = p->net->properties.at[property].kind;
  REQUIRE(kind == SV_PROP_INVARIANT || kind == SV_PROP_LOCATION, "not a property of single states");
  if (p->functions) return p->functions->holds(state, property, &m->step);
  if (kind == SV_PROP_LOCATION) return !some_process_is_bad(m, state, property);
  return sv_machine_holds_at(m, p->properties[property], state);
}

// Rule 3 of docs/model.md left the holder's actions alone.
bool sv_machine_passing(const sv_machine *m) {
  const sv_program *p = m->program;
  uint32_t n;
  const uint32_t *enabled = sv_machine_enabled(m, &n);
  if (!p->holder || !n || p->moves[enabled[0]].priority) return false;
  int64_t holder =
      sv_field_get(m->state, p->layout->cells[p->net->vars.at[p->net->holder].first_cell]);
  return holder && sv_move_is_of(&p->moves[enabled[0]], (uint32_t)holder - 1);
}

static bool is_false(sv_machine *m, uint32_t property) {
  if (sv_machine_holds(m, m->state, property)) return false;
  return !m->program->net->properties.at[property].stable || !sv_machine_passing(m);
}

bool sv_machine_violated_in(sv_machine *m, uint32_t property) {
  REQUIRE(property && property < m->program->net->properties.n, "no such property");
  switch (m->program->net->properties.at[property].kind) {
  case SV_PROP_ASSERTION:
  case SV_PROP_RECURRENCE: return false;
  case SV_PROP_LOCATION: return !sv_machine_holds(m, m->state, property);
  case SV_PROP_INVARIANT: return is_false(m, property);
  case SV_PROP_DEADLOCK: return sv_machine_deadlocked(m);
  }
  SV_UNREACHABLE();
}
