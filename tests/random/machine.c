// machine.c -- the fast executor, held against exec in every reachable state.

#include "exec/machine.h"

#include "exec/emit.h"
#include "random/compare.h"

struct machine_check {
  comparison *c;
  sv_layout *layout;
  sv_program *program;
  sv_machine *machine;
  sv_exec *exec;
  sv_state *successor, *unpacked;
  uint64_t *words, *other;
  const sv_state *state;  // being looked at
  const sv_steps *steps;  // of exec
  uint32_t step;          // next one that the machine should take
};

// The generated code is compiled, or there is no compiler.
static bool compile(machine_check *m) {
  sv_text why = {0};
  bool good = sv_program_compile(m->program, NULL, NULL, NULL, &why);
  if (!good && !strstr(sv_text_get(&why), "no C compiler"))
    note_wrong(m->c->note, "compile", "%s", sv_text_get(&why));
  sv_text_free(&why);
  return good;
}

machine_check *machine_check_new(comparison *c, bool compiled) {
  sv_text why = {0};
  machine_check *m = SV_NEW(machine_check);
  m->c = c;
  m->layout = sv_layout_new(c->net, c->bounds.threads & 1, &why);
  m->program = m->layout ? sv_program_new(m->layout, &why) : NULL;
  sv_text_free(&why);
  if (!m->program || (compiled && !compile(m))) return machine_check_free(m), NULL;
  m->machine = sv_machine_new(m->program);
  m->exec = sv_exec_new(c->net);
  m->successor = sv_state_new(c->net);
  m->unpacked = sv_state_new(c->net);
  m->words = SV_NEW_ARRAY(uint64_t, m->layout->words + 1);
  m->other = SV_NEW_ARRAY(uint64_t, m->layout->words + 1);
  return m;
}

void machine_check_free(machine_check *m) {
  if (!m) return;
  sv_free(m->words);
  sv_free(m->other);
  if (m->successor) sv_state_free(m->c->net, m->successor);
  if (m->unpacked) sv_state_free(m->c->net, m->unpacked);
  sv_exec_free(m->exec);
  if (m->machine) sv_machine_free(m->machine);
  if (m->program) sv_program_free(m->program);
  if (m->layout) sv_layout_free(m->layout);
  sv_free(m);
}

static bool wrong(const machine_check *m, const char *what, uint32_t number) {
  sv_text state = {0};
  sv_state_print(m->c->net, m->state, &state);
  note_wrong(m->c->note, what, "number %u in %s", number, sv_text_get(&state));
  sv_text_free(&state);
  return false;
}

static bool check_packing(machine_check *m) {
  sv_pack(m->layout, m->state, m->words);
  sv_unpack(m->layout, m->words, m->unpacked);
  return sv_state_equal(m->c->net, m->state, m->unpacked) || wrong(m, "packing", 0);
}

static bool check_properties(machine_check *m, sv_exec *x) {
  for (uint32_t p = 1; p < m->c->net->properties.n; p++) {
    bool violated = sv_exec_violated_in(x, m->state, p);
    sv_property_kind kind = m->c->net->properties.at[p].kind;
    if (sv_machine_violated_in(m->machine, p) != violated) return wrong(m, "property", p);
    if (kind != SV_PROP_INVARIANT && kind != SV_PROP_LOCATION) continue;
    if (m->c->net->properties.at[p].stable) continue;  // not of single states
    if (sv_machine_holds(m->machine, m->words, p) == violated) return wrong(m, "property", p);
  }
  if (sv_machine_deadlocked(m->machine) != sv_exec_deadlocked(x, m->state))
    return wrong(m, "deadlock", 0);
  bool cut = sv_exec_cut(x, m->state) != UINT32_MAX;
  return (sv_machine_cut(m->machine) != UINT32_MAX) == cut || wrong(m, "cut", 0);
}

// The actions of exec's steps, each once, are the enabled ones.
static bool check_enabled(machine_check *m) {
  uint32_t n, seen = 0, last = UINT32_MAX;
  const uint32_t *enabled = sv_machine_enabled(m->machine, &n);
  for (uint32_t i = 0; i < m->steps->n; i++) {
    uint32_t action = m->steps->at[i].action;
    if (action == last) continue;
    last = action;
    if (seen == n || enabled[seen++] != action) return wrong(m, "enabled", action);
  }
  return seen == n || wrong(m, "enabled", enabled[seen]);
}

static bool check_choices(const machine_check *m, const sv_step *step, uint64_t choice) {
  uint32_t n = m->c->net->actions.at[step->action].choice_count;
  sv_value *values = SV_NEW_ARRAY(sv_value, n + 1);
  bool same = true;
  sv_machine_choices(m->machine, step->action, choice, values);
  for (uint32_t i = 0; i < n; i++) same &= sv_value_same(values[i], step->choices[i]);
  sv_free(values);
  return same || wrong(m, "choices", step->action);
}

static bool check_successor(void *context, const uint64_t *words, uint64_t choice) {
  machine_check *m = context;
  if (sv_machine_overflow(m->machine)) return false;
  if (m->step == m->steps->n) return wrong(m, "successors", UINT32_MAX);
  const sv_step *step = &m->steps->at[m->step++];
  if (!check_choices(m, step, choice)) return false;
  sv_exec_fire(m->exec, m->state, step, m->successor);
  sv_pack(m->layout, m->successor, m->other);
  if (!memcmp(words, m->other, m->layout->words * sizeof *words)) return true;
  return wrong(m, "successor", step->action);
}

static bool check_steps(machine_check *m) {
  m->step = 0;
  while (m->step < m->steps->n) {
    uint32_t before = m->step, action = m->steps->at[before].action;
    sv_machine_fire(m->machine, action, check_successor, m);
    if (note_is_wrong(m->c->note)) return false;
    if (sv_machine_overflow(m->machine)) return true;
    if (m->step == before) return wrong(m, "successors", action);
  }
  return true;
}

// Loading for the holder of control alone finds the same.
static bool check_holder(machine_check *m) {
  const sv_net *net = m->layout->net;
  if (net->holder == SV_NO_VARIABLE) return true;
  int64_t holder = sv_small_get(m->state->cells[net->vars.at[net->holder].first_cell]);
  uint32_t cut = sv_machine_cut(m->machine);
  if (!holder || !sv_machine_load_holder(m->machine, m->words, (uint32_t)holder - 1)) return true;
  if (sv_machine_overflow(m->machine)) return true;
  if (sv_machine_cut(m->machine) != cut) return wrong(m, "cut of the holder", cut);
  return check_enabled(m) && check_steps(m);
}

bool machine_check_state(void *context, sv_exec *x, const sv_state *state, const sv_steps *steps) {
  machine_check *m = context;
  m->state = state;
  m->steps = steps;
  if (sv_machine_overflow(m->machine)) return true;
  if (!check_packing(m)) return false;
  sv_machine_load(m->machine, m->words);
  if (sv_machine_overflow(m->machine)) return true;
  return check_enabled(m) && check_properties(m, x) && check_steps(m) && check_holder(m);
}

// ---- initial states

typedef struct {
  machine_check *m;
  sv_u64s words;
  uint32_t at;
} initial_list;

static bool push_initial(void *context, const sv_state *state) {
  initial_list *list = context;
  sv_pack(list->m->layout, state, list->m->words);
  for (uint32_t i = 0; i < list->m->layout->words; i++) sv_push(list->words, list->m->words[i]);
  return true;
}

static bool compare_initial(void *context, const uint64_t *words) {
  initial_list *list = context;
  uint32_t n = list->m->layout->words;
  if (list->at + n > list->words.n || memcmp(words, list->words.at + list->at, n * sizeof *words))
    return note_wrong(list->m->c->note, "initial",
                      "the machine has another initial state than exec");
  list->at += n;
  return true;
}

bool machine_check_initials(machine_check *m) {
  if (note_is_wrong(m->c->note) || sv_machine_overflow(m->machine)) return true;
  initial_list list = {.m = m};
  sv_exec_initials(m->exec, push_initial, &list);
  sv_machine_initials(m->machine, compare_initial, &list);
  bool good = sv_machine_overflow(m->machine) || list.at == list.words.n;
  if (!good) note_wrong(m->c->note, "initial", "the machine has fewer initial states than exec");
  sv_vec_free(list.words);
  return good;
}
