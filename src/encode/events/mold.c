// mold.c -- see mold.h.

#include "encode/events/mold_inside.h"

enum { MOST_PARTS = 64 };  // of a disjunction

// ---- places

static void number_places(sv_molds *m) {
  m->places = m->net->cells + m->net->queues.n;
  uint32_t *count = SV_NEW_ARRAY(uint32_t, m->places + 1), next = 0;
  for (uint32_t b = 0; b < m->coding->bits; b++) count[m->coding->owner[b]]++;
  for (uint32_t c = 0; c < m->net->cells; c++) count[c] += m->termed[c];
  for (uint32_t p = 0; p < m->places; p++) {
    sv_push(m->widths, count[p]);
    sv_push(m->first, next);
    next += count[p];
    count[p] = 0;
  }
  sv_fill(m->bits, next);
  for (uint32_t b = 0; b < m->coding->bits; b++) {
    uint32_t p = m->coding->owner[b];
    sv_push(m->owner, p);
    m->bits.at[m->first.at[p] + count[p]++] = b;
  }
  for (uint32_t c = 0; c < m->net->cells; c++) {
    if (!m->termed[c]) continue;
    m->bits.at[m->first.at[c]] = m->owner.n;
    sv_push(m->owner, c);
  }
  sv_reserve(m->bits, 1);
  sv_free(count);
}

uint32_t sv_molds_places(const sv_molds *m) { return m->places; }
const uint32_t *sv_molds_widths(const sv_molds *m) { return m->widths.at; }
const uint32_t *sv_molds_bits(const sv_molds *m, uint32_t place) {
  return m->bits.at + m->first.at[place];
}
uint32_t sv_molds_all_bits(const sv_molds *m) { return m->owner.n; }
bool sv_molds_is_termed(const sv_molds *m, uint32_t place) {
  return place < m->net->cells && m->termed[place];
}
sv_mold_terms *sv_molds_terms(const sv_molds *m) { return m->terms; }
const sv_u32s *sv_molds_initial_atoms(const sv_molds *m) { return &m->initial_atoms; }
const sv_coding *sv_molds_coding(const sv_molds *m) { return m->coding; }
const sv_aig *sv_molds_graph(const sv_molds *m) { return m->aig; }
sv_lit sv_molds_input(const sv_molds *m, uint32_t bit) { return m->state.at[bit]; }
sv_lit sv_molds_choice(const sv_molds *m, uint32_t k, uint32_t bit) {
  return m->choices.at[k * m->choice_width + bit];
}
uint32_t sv_molds_observers(const sv_molds *m) { return m->observers.n; }
const sv_observer *sv_molds_observer(const sv_molds *m, uint32_t i) { return &m->observers.at[i]; }
uint32_t sv_molds_place_of_process(const sv_molds *m, uint32_t process) {
  return m->net->vars.at[m->net->processes.at[process].pc].first_cell;
}
const sv_u32s *sv_molds_writes(const sv_molds *m, uint32_t action) { return &m->writes[action]; }

bool sv_molds_location_bit(const sv_molds *m, uint32_t process, uint32_t location, uint32_t i) {
  uint32_t place = sv_molds_place_of_process(m, process), bit = sv_molds_bits(m, place)[i];
  const sv_code_item *item = &m->coding->cells[place];
  for (uint32_t k = 0; k + 1 < item->n; k++)
    if (!sv_code_is_const(item->at[k]) && sv_code_state_bit(item->at[k]) == bit)
      return k < 32 && location >> k & 1;
  return false;  // the sign
}

bool sv_molds_knows_bit(const sv_molds *m, const sv_mold *x, uint32_t bit, bool *value) {
  if (x->process == UINT32_MAX) return false;
  uint32_t place = sv_molds_place_of_process(m, x->process), i = 0;
  if (m->owner.at[bit] != place) return false;
  while (sv_molds_bits(m, place)[i] != bit) i++;
  *value = sv_molds_location_bit(m, x->process, x->location, i);
  return true;
}

// ---- inputs

static void add_inputs(sv_molds *m) {
  uint32_t rows = 0;
  for (uint32_t i = 0; i < m->owner.n; i++) {
    sv_push(m->state, sv_aig_input(m->aig));
    sv_map_put(&m->bit_of_input, sv_lit_node(sv_last(m->state)), i);
  }
  sv_reserve(m->state, 1);
  for (uint32_t a = 0; a < m->net->actions.n; a++)
    for (uint32_t k = 0; k < m->net->actions.at[a].choice_count; k++) {
      uint32_t width = sv_blast_choice_bits(m->net, a, k);
      if (k >= rows) rows = k + 1;
      if (width > m->choice_width) m->choice_width = width;
    }
  for (uint32_t i = 0; i < rows * m->choice_width; i++) sv_push(m->choices, sv_aig_input(m->aig));
}

static sv_lit choice_input(void *context, uint32_t k, uint32_t bit) {
  return sv_molds_choice(context, k, bit);
}

// ---- what is blasted once

static bool blast_actions(sv_molds *m) {
  uint32_t n = m->net->actions.n;
  bool inside = true;
  m->actions = SV_NEW_ARRAY(sv_blasted, n + 1);
  for (uint32_t a = 0; a < n; a++) {
    if (m->terms) sv_mold_terms_about(m->terms, a);
    sv_blast_action(m->blaster, a, &m->actions[a]);
    inside &= !m->actions[a].outside.n;
  }
  if (m->terms) sv_mold_terms_about(m->terms, UINT32_MAX);
  return inside;
}

static void list_writes(sv_molds *m, uint32_t action, const bool *moves) {
  const sv_blasted *x = &m->actions[action];
  bool *seen = SV_NEW_ARRAY(bool, m->places + 1);
  for (uint32_t i = 0; i < x->writes.n; i++) {
    uint32_t place = m->coding->owner[x->writes.at[i].bit];
    if (moves[place] || seen[place]) continue;
    seen[place] = true;
    sv_push(m->writes[action], place);
  }
  for (uint32_t i = 0; i < x->cells.n; i++) sv_push(m->writes[action], x->cells.at[i]);
  sv_free(seen);
}

static void list_all_writes(sv_molds *m) {
  bool *moves = SV_NEW_ARRAY(bool, m->places + 1);
  for (uint32_t p = 0; p < m->net->processes.n; p++) moves[sv_molds_place_of_process(m, p)] = true;
  m->writes = SV_NEW_ARRAY(sv_u32s, m->net->actions.n + 1);
  for (uint32_t a = 0; a < m->net->actions.n; a++) list_writes(m, a, moves);
  sv_free(moves);
}

static bool hides(void *context, uint32_t node) {
  const sv_molds *m = context;
  return m->terms && sv_mold_terms_hides(m->terms, node);
}

static bool make_control(sv_molds *m, sv_text *why) {
  uint32_t refused = 0;
  sv_control_options o = {.aig = m->aig,
                          .net = m->net,
                          .blaster = m->blaster,
                          .actions = m->actions,
                          .choice = choice_input,
                          .context = m,
                          .hides = hides};
  m->control = sv_control_new(&o, &refused);
  if (m->control) return true;
  const sv_model *model = m->net->model;
  uint32_t action = m->net->actions.at[refused].action;
  sv_text_printf(why, "too many choices at once decide who goes first (action %s)",
                 sv_names_get(model->names, model->actions.at[action].name));
  return false;
}

static void find_termed(sv_molds *m) {
  m->termed = SV_NEW_ARRAY(bool, m->net->cells + 1);
  for (uint32_t i = 0; m->coding->by_terms && i < m->net->vars.n; i++) {
    const sv_net_var *v = &m->net->vars.at[i];
    for (uint32_t c = 0; c < v->cells; c++) m->termed[v->first_cell + c] = m->coding->by_terms[i];
  }
}

static bool make_terms(sv_molds *m, sv_text *why) {
  if (!m->coding->by_terms) return true;
  m->terms = sv_mold_terms_new(m->net, m->aig, why);
  if (m->terms) sv_blaster_ask(m->blaster, sv_mold_terms_ask, m->terms);
  return m->terms;
}

static bool is_lost(const sv_molds *m, sv_text *why) {
  const char *lost = sv_blaster_lost(m->blaster);
  if (!lost && m->terms) lost = sv_mold_terms_lost(m->terms);
  if (lost) sv_text_string(why, lost);
  return lost;
}

static bool make_actions(sv_molds *m, sv_text *why) {
  if (!make_terms(m, why)) return false;
  bool inside = blast_actions(m);
  if (!inside) sv_text_string(why, "the effect of a step has no code");
  return inside && !is_lost(m, why) && make_control(m, why) && !is_lost(m, why);
}

bool sv_molds_lost(const sv_molds *m, sv_text *why) { return is_lost(m, why); }

sv_molds *sv_molds_new(const sv_coding *coding, sv_text *why) {
  sv_molds *m = SV_NEW(sv_molds);
  *m = (sv_molds){.coding = coding, .net = coding->net, .aig = sv_aig_new()};
  find_termed(m);
  number_places(m);
  add_inputs(m);
  m->blaster = sv_blaster_new(m->aig, coding, m->state.at, choice_input, m);
  m->about = SV_NEW_ARRAY(sv_mold_states, m->net->properties.n + 2);
  m->accesses = sv_accesses_new(m->net);
  if (make_actions(m, why)) {
    list_all_writes(m);
    return m;
  }
  sv_molds_free(m);
  return NULL;
}

static void free_mold(sv_mold *x) {
  if (!x) return;
  sv_aig_part_free(&x->part);
  sv_vec_free(x->uses);
  sv_vec_free(x->reads);
  sv_vec_free(x->atoms);
  sv_free(x);
}

void sv_molds_free(sv_molds *m) {
  if (!m) return;
  for (uint32_t i = 0; i < m->all.n; i++) free_mold(m->all.at[i]);
  if (m->has_initial) sv_aig_part_free(&m->initial);
  for (uint32_t p = 0; p < m->net->properties.n + 1; p++) sv_vec_free(m->about[p].list);
  for (uint32_t a = 0; a < m->net->actions.n; a++) {
    if (m->writes) sv_vec_free(m->writes[a]);
    if (m->actions) sv_blasted_free(&m->actions[a]);
  }
  sv_control_free(m->control);
  sv_mold_terms_free(m->terms);
  sv_vec_free(m->initial_atoms);
  sv_accesses_free(m->accesses);
  sv_blaster_free(m->blaster);
  sv_map_free(&m->known);
  sv_map_free(&m->bit_of_input);
  sv_vec_free(m->all);
  for (uint32_t i = 0; i < m->observers.n; i++) sv_vec_free(m->observers.at[i].class_of);
  sv_vec_free(m->observers);
  sv_vec_free(m->bits);
  sv_vec_free(m->owner);
  sv_vec_free(m->widths);
  sv_vec_free(m->first);
  sv_vec_free(m->state);
  sv_vec_free(m->choices);
  sv_free(m->termed), sv_free(m->about), sv_free(m->actions), sv_free(m->writes);
  sv_aig_free(m->aig);
  sv_free(m);
}

// ---- asked for

const sv_mold *sv_molds_action(sv_molds *m, uint32_t action, uint32_t edge, uint32_t location) {
  REQUIRE(action < m->net->actions.n && (edge == SV_NO_EDGE || edge < 4095), "no such action");
  uint64_t key = (uint64_t)action << 32 | (uint64_t)(edge == SV_NO_EDGE ? 4095 : edge) << 20 |
                 (edge == SV_NO_EDGE ? 0 : location);
  REQUIRE(edge == SV_NO_EDGE || location < 1u << 20, "that many locations");
  uint32_t known = sv_map_get(&m->known, key);
  if (known != SV_MAP_NONE) return m->all.at[known];
  sv_map_put(&m->known, key, m->all.n);
  sv_push(m->all, sv_mold_of_action(m, action, edge, location));
  return sv_last(m->all);
}

// The parts of a disjunction.
static void split(const sv_molds *m, sv_lit any, sv_lits *out) {
  sv_lits todo = {0};
  sv_push(todo, any);
  while (todo.n) {
    sv_lit a = sv_pop(todo);
    uint32_t node = sv_lit_node(a);
    if (sv_aig_is_and(m->aig, node) && sv_lit_negated(a) && todo.n + out->n < MOST_PARTS) {
      sv_push(todo, sv_lit_not(sv_aig_left(m->aig, node)));
      sv_push(todo, sv_lit_not(sv_aig_right(m->aig, node)));
    } else {
      sv_push(*out, a);
    }
  }
  sv_vec_free(todo);
}

static bool condition_of(sv_molds *m, uint32_t about, sv_lit *out) {
  if (about == 0 || about == UINT32_MAX) return sv_control_cut(m->control, about != 0, out);
  return sv_control_violated(m->control, about, out);
}

const sv_mold_list *sv_molds_states(sv_molds *m, uint32_t about) {
  sv_mold_states *s = &m->about[about == UINT32_MAX ? m->net->properties.n : about];
  sv_lit condition = SV_LIT_FALSE;
  if (!s->asked) {
    sv_lits parts = {0};
    s->asked = true;
    s->known = condition_of(m, about, &condition);
    if (s->known) split(m, condition, &parts);
    for (uint32_t i = 0; i < parts.n; i++) {
      sv_push(m->all, sv_mold_of_states(m, parts.at[i]));
      if (!sv_last(m->all)->never) sv_push(s->list, sv_last(m->all));
    }
    sv_vec_free(parts);
  }
  return s->known ? &s->list : NULL;
}

const sv_aig_part *sv_molds_initial(sv_molds *m) {
  sv_blasted ways;
  if (m->has_initial) return &m->initial;
  sv_lit condition = sv_blast_initial(m->blaster, &ways);
  REQUIRE(!ways.outside.n, "every value has a code");
  sv_aig_part_init(&m->initial, m->aig, &condition, 1);
  sv_mold_atoms(m, &condition, 1, &m->initial_atoms);
  m->has_initial = true;
  sv_blasted_free(&ways);
  return &m->initial;
}
