// chain.c -- links and who goes on. See chain.h.

#include "engine/explicit/chain.h"

enum { FIRST_SLOTS = 16, SPARSE = 16 };

static uint32_t row_words(const sv_chain *c) { return c->layout->words + 1; }

static void find_processes(sv_chain *c) {
  const sv_net *net = c->layout->net;
  for (uint32_t p = 0, place = 0; p < net->processes.n; p++) {
    uint32_t end =
        place + net->model->templates.at[net->processes.at[p].template_number].locations.n;
    sv_field pc = c->layout->cells[net->vars.at[net->processes.at[p].pc].first_cell];
    if (sv_bits_next(c->sticky, place) < end)
      sv_push(c->processes, (sv_chain_process){p, place, pc});
    place = end;
  }
}

void sv_chain_init(sv_chain *c, const sv_layout *layout, const sv_bits *sticky) {
  const sv_net *net = layout->net;
  *c = (sv_chain){.layout = layout, .sticky = sticky};
  if (net->holder != SV_NO_VARIABLE)
    c->holder = layout->cells[net->vars.at[net->holder].first_cell];
  c->on = c->holder.bits || sticky;
  if (!c->on) return;
  if (sticky) find_processes(c);
  c->end = SV_NEW_ARRAY(uint64_t, layout->words + 1);
  c->slot_count = FIRST_SLOTS;
  c->slots = SV_NEW_ARRAY(uint32_t, FIRST_SLOTS);
  sv_push(c->links, (sv_link){0});
  sv_fill(c->rows, row_words(c));
}

void sv_chain_free(sv_chain *c) {
  sv_vec_free(c->processes);
  sv_free(c->end);
  sv_free(c->slots);
  sv_vec_free(c->links);
  sv_vec_free(c->rows);
  sv_vec_free(c->actions);
}

// The table keeps its size as long as chains are about as long.
void sv_chain_clear(sv_chain *c) {
  if (c->links.n <= 1) return;
  if (c->slot_count > FIRST_SLOTS && c->links.n < c->slot_count / SPARSE) {
    sv_free(c->slots);
    c->slot_count = FIRST_SLOTS;
    c->slots = SV_NEW_ARRAY(uint32_t, FIRST_SLOTS);
  }
  c->links.n = 1;
  c->rows.n = row_words(c);
  memset(c->slots, 0, c->slot_count * sizeof *c->slots);
}

size_t sv_chain_bytes(const sv_chain *c) {
  return c->links.cap * sizeof *c->links.at + c->rows.cap * sizeof *c->rows.at +
         c->slot_count * sizeof *c->slots;
}

bool sv_chain_is_full(const sv_chain *c) {
  return c->links.n == c->links.cap || c->rows.cap - c->rows.n < row_words(c) ||
         2 * c->links.n >= c->slot_count;
}

// ---- the set of links

const uint64_t *sv_chain_state(const sv_chain *c, uint32_t link) {
  return c->rows.at + (size_t)link * row_words(c);
}

static uint32_t goer_of(const sv_chain *c, uint32_t link) {
  return (uint32_t)sv_chain_state(c, link)[c->layout->words];
}

// The slot with an equal row, or the free one where it belongs.
static uint32_t *slot_of(const sv_chain *c, const uint64_t *row, uint64_t hash) {
  uint32_t mask = c->slot_count - 1, i = (uint32_t)hash & mask;
  assert(!(c->slot_count & mask) && c->links.n <= c->slot_count);
  for (; c->slots[i]; i = (i + 1) & mask) {
    uint32_t link = c->slots[i];
    if (c->links.at[link].hash == hash &&
        !memcmp(sv_chain_state(c, link), row, row_words(c) * sizeof *row))
      break;
  }
  return &c->slots[i];
}

static void grow(sv_chain *c) {
  sv_free(c->slots);
  c->slot_count *= 2;
  c->slots = SV_NEW_ARRAY(uint32_t, c->slot_count);
  for (uint32_t i = 1; i < c->links.n; i++)
    *slot_of(c, sv_chain_state(c, i), c->links.at[i].hash) = i;
}

// Chains are short and made by the million: a sum of products, which a processor computes all at
// once, is good enough.
static uint64_t hash_of(const uint64_t *row, uint32_t n) {
  uint64_t sum = 0, factor = UINT64_C(0x9E3779B97F4A7C15);
  for (uint32_t i = 0; i < n; i++, factor += UINT64_C(0xD413CCCFE7799212))
    sum += row[i] * factor ^ row[i] >> 32;
  return sv_mix64(sum);
}

// The new row is written behind the others and taken back if it is there already.
void sv_chain_add(sv_chain *c, const uint64_t *state, uint32_t goer, sv_link link) {
  uint32_t words = c->layout->words, at = c->rows.n;
  assert(goer && goer <= c->layout->net->processes.n);
  assert(link.from == SV_NO_LINK || link.from < c->links.n);
  assert(at == c->links.n * row_words(c));
  if (2 * c->links.n >= c->slot_count) grow(c);
  sv_reserve(c->rows, words + 1);
  for (uint32_t i = 0; i < words; i++) c->rows.at[at + i] = state[i];
  c->rows.at[at + words] = goer;
  link.hash = hash_of(c->rows.at + at, words + 1);
  uint32_t *slot = slot_of(c, c->rows.at + at, link.hash);
  if (*slot) return;
  c->rows.n = at + words + 1;
  *slot = c->links.n;
  sv_push(c->links, link);
}

// ---- who goes on

static bool is_sticky(const sv_chain *c, const uint64_t *state, const sv_chain_process *p) {
  return sv_bits_has(c->sticky, p->place + (uint32_t)sv_field_get(state, p->pc));
}

uint32_t sv_chain_sticky_goer(const sv_chain *c, const uint64_t *state) {
  for (uint32_t i = 0; i < c->processes.n; i++)
    if (is_sticky(c, state, &c->processes.at[i])) return c->processes.at[i].process + 1;
  return 0;
}

static bool is_moved_by(const sv_net_action *a, uint32_t process) {
  return !a->priority && sv_edges_move(a->edges, a->edge_count, process);
}

static bool some_action_enabled(const sv_machine *m) {
  uint32_t n;
  sv_machine_enabled(m, &n);
  return n;
}

// No process holds control any more, unless that makes a difference: it does where
// the holder's actions shut out all others and then one another.
static void forget_holder(sv_chain *c, sv_machine *m, const uint64_t *state) {
  bool blocked = !some_action_enabled(m);
  memcpy(c->end, state, c->layout->words * sizeof *state);
  if (!c->holder.bits || !sv_field_get(state, c->holder)) return;
  sv_field_set(c->end, c->holder, 0);
  assert(!sv_field_get(c->end, c->holder));
  if (!blocked) return;
  sv_machine_load(m, c->end);
  if (some_action_enabled(m)) memcpy(c->end, state, c->layout->words * sizeof *state);
}

static bool is_holder(const sv_chain *c, uint32_t process, const uint64_t *state) {
  return c->holder.bits && sv_field_get(state, c->holder) == (int64_t)process + 1;
}

// Finds the enabled actions of a process; true if there are any.
static bool find_moves(sv_chain *c, const sv_machine *m, uint32_t process) {
  uint32_t n;
  const uint32_t *enabled = sv_machine_enabled(m, &n);
  for (uint32_t i = 0; i < n; i++)
    if (is_moved_by(&c->layout->net->actions.at[enabled[i]], process))
      sv_push(c->actions, enabled[i]);
  return c->actions.n;
}

// The first process in a sticky location that can move goes on.
static void find_sticky_moves(sv_chain *c, const sv_machine *m, const uint64_t *state) {
  if (!c->sticky || (c->most && c->links.n > c->most)) return;
  for (uint32_t i = 0; i < c->processes.n; i++)
    if (is_sticky(c, state, &c->processes.at[i]) && find_moves(c, m, c->processes.at[i].process))
      return;
}

// Loaded for the holder alone, whatever is enabled is its own.
static bool take_all(sv_chain *c, const sv_machine *m, uint32_t process) {
  uint32_t n;
  const uint32_t *enabled = sv_machine_enabled(m, &n);
  sv_reserve(c->actions, n);
  memcpy(c->actions.at, enabled, n * sizeof *enabled);
  c->actions.n = n;
  for (uint32_t i = 0; i < n; i++)
    assert(is_moved_by(&c->layout->net->actions.at[enabled[i]], process));
  SV_UNUSED(process);
  return n;
}

bool sv_chain_passes(sv_chain *c, sv_machine *m, uint32_t link) {
  uint32_t goer = goer_of(c, link) - 1;
  assert(link && link < c->links.n && goer < c->layout->net->processes.n);
  const uint64_t *state = sv_chain_state(c, link);
  bool held = is_holder(c, goer, state);
  sv_clear(c->actions);
  if (held && sv_machine_load_holder(m, state, goer)) return take_all(c, m, goer);
  sv_machine_load(m, state);
  if (held) find_moves(c, m, goer);
  else find_sticky_moves(c, m, state);
  if (!c->actions.n) forget_holder(c, m, state);
  return c->actions.n;
}
