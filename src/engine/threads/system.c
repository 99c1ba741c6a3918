// system.c -- the steps of one thread among many, from a net of a few instances.

#include "engine/threads/threads.h"

enum { ACTING, PASSIVE, ROLES };

// ---- bits and inputs

static const sv_net_var *variable_of_bit(const sv_thread_system *s, uint32_t bit) {
  uint32_t cell = s->coding->owner[bit];
  for (uint32_t v = 0; v < s->net->vars.n; v++) {
    const sv_net_var *x = &s->net->vars.at[v];
    if (cell >= x->first_cell && cell - x->first_cell < x->cells) return x;
  }
  return NULL;
}

static uint32_t process_of_bit(const sv_thread_system *s, uint32_t bit) {
  const sv_net_var *x = variable_of_bit(s, bit);
  return x ? x->process : SV_NO_PROCESS;
}

static void note_top(sv_thread_system *s) {
  sv_bits_init(&s->top, s->locals + 1);
  for (uint32_t i = 0; i < s->locals && s->stack; i++)
    if (sv_bits_has(&s->stack->top, variable_of_bit(s, s->state_bit_of_local[i])->variable))
      sv_bits_add(&s->top, i);
}

static bool mentions_other(const sv_model *m, const sv_action *a, bool constraint_only) {
  sv_u32s cone = {0};
  bool found = false;
  SV_VEC(sv_term) roots = {0};
  sv_push(roots, a->constraint);
  for (uint32_t i = 0; i < a->update_count && !constraint_only; i++) {
    sv_push(roots, a->updates[i].target);
    sv_push(roots, a->updates[i].value);
  }
  sv_cone(m->terms, roots.at, roots.n, &cone);
  for (uint32_t i = 0; i < cone.n && !found; i++) {
    sv_node n = sv_node_of(m->terms, cone.at[i]);
    found = (n.op == SV_OP_VAR || n.op == SV_OP_NEXT) && n.role == SV_ROLE_OTHER;
  }
  sv_vec_free(cone);
  sv_vec_free(roots);
  return found;
}

// Guards over all other threads are where ghosts help: what they look at.
static void note_watched(sv_thread_system *s) {
  const sv_model *m = s->model;
  sv_u32s cone = {0};
  sv_bits asked;
  sv_bits_init(&asked, m->variables.n);
  for (uint32_t i = 1; i < m->actions.n; i++) {
    sv_cone(m->terms, &m->actions.at[i].constraint, 1, &cone);
    for (uint32_t k = 0; k < cone.n; k++) {
      sv_node n = sv_node_of(m->terms, cone.at[k]);
      if ((n.op == SV_OP_VAR || n.op == SV_OP_NEXT) && n.role == SV_ROLE_OTHER)
        sv_bits_add(&asked, n.id);
    }
  }
  for (uint32_t i = 0; i < s->locals; i++) {
    uint32_t v = variable_of_bit(s, s->state_bit_of_local[i])->variable;
    if (!sv_bits_has(&asked, v)) continue;
    if (m->variables.at[v].is_pc) s->places_watched = true;
    else sv_push(s->watched, i);
  }
  sv_bits_free(&asked);
  sv_vec_free(cone);
}

static uint32_t count_ghosts(const sv_thread_system *s) {
  uint32_t places = s->model->templates.at[1].locations.n - 1;
  return 2 * (2 * s->watched.n + (s->places_watched ? places : 0));
}

static void number_bits(sv_thread_system *s) {
  uint32_t n = s->coding->bits, *next = SV_NEW_ARRAY(uint32_t, s->net->processes.n + 1);
  s->global_of = SV_NEW_ARRAY(uint32_t, n + 1);
  s->local_of = SV_NEW_ARRAY(uint32_t, n + 1);
  s->process_of = SV_NEW_ARRAY(uint32_t, n + 1);
  s->state_bit_of_global = SV_NEW_ARRAY(uint32_t, n + 1);
  s->state_bit_of_local = SV_NEW_ARRAY(uint32_t, n + 1);
  for (uint32_t bit = 0; bit < n; bit++) {
    uint32_t p = s->process_of[bit] = process_of_bit(s, bit);
    bool global = p == SV_NO_PROCESS;
    s->global_of[bit] = global ? s->globals++ : UINT32_MAX;
    s->local_of[bit] = global ? UINT32_MAX : next[p]++;
    if (global) s->state_bit_of_global[s->global_of[bit]] = bit;
    else if (p == ACTING) s->state_bit_of_local[s->local_of[bit]] = bit;
  }
  s->locals = next[ACTING];
  assert(s->globals + s->locals * s->net->processes.n == n);
  for (uint32_t p = 1; p < s->net->processes.n; p++)
    REQUIRE(next[p] == s->locals, "instances of one template with different codes");
  if (!s->stack) note_watched(s);
  s->ghosts = count_ghosts(s);
  s->globals += s->ghosts + 2;
  sv_free(next);
}

static void add_inputs(sv_thread_system *s, sv_lits *to, uint32_t n) {
  sv_reserve(*to, n + 1);
  for (uint32_t i = 0; i < n; i++) sv_push(*to, sv_aig_input(s->aig));
}

// What stands for every state bit while these first processes run.
static void fill_state(const sv_thread_system *s, uint32_t running, sv_lits *state) {
  sv_state *empty = sv_state_new(s->net);
  uint8_t *bits = SV_NEW_ARRAY(uint8_t, s->coding->bits + 1);
  bool coded = sv_coding_encode(s->coding, empty, bits);
  REQUIRE(coded, "a process that does not run has no code");
  sv_reserve(*state, s->coding->bits + 1);
  for (uint32_t bit = 0; bit < s->coding->bits; bit++) {
    uint32_t p = s->process_of[bit];
    const sv_lits *own = p == ACTING ? &s->own_inputs : &s->passive_inputs;
    if (p == SV_NO_PROCESS) sv_push(*state, s->global_inputs.at[s->global_of[bit]]);
    else if (p < running) sv_push(*state, own->at[s->local_of[bit]]);
    else sv_push(*state, sv_lit_const(bits[bit]));
  }
  sv_free(bits);
  sv_state_free(s->net, empty);
  assert(state->n == s->coding->bits);
}

static void make_choices(sv_thread_system *s) {
  for (uint32_t a = 0; a < s->net->actions.n; a++)
    for (uint32_t k = 0; k < s->net->actions.at[a].choice_count; k++) {
      uint32_t bits = sv_blast_choice_bits(s->net, a, k);
      if (k >= s->choices.n) sv_fill(s->choices, k + 1);
      while (s->choices.at[k].n < bits) sv_push(s->choices.at[k], sv_aig_input(s->aig));
    }
}

static sv_lit choice_input(void *context, uint32_t k, uint32_t bit) {
  const sv_thread_system *s = context;
  assert(k < s->choices.n && bit < s->choices.at[k].n);
  return s->choices.at[k].at[bit];
}

// ---- control flow

static const sv_template *template_of(const sv_thread_system *s) {
  return &s->model->templates.at[1];
}

static uint32_t target_of(const sv_net_action *a, uint32_t from) {
  return a->edges[0].to == SV_STAY ? from : a->edges[0].to;
}

// The locations in the set, and those that control gets to from there.
static void close_locations(const sv_thread_system *s, sv_bits *set) {
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t l = sv_bits_next(set, 1); l != UINT32_MAX; l = sv_bits_next(set, l + 1))
      for (uint32_t i = 0; i < s->leaving.at[l].n; i++) {
        uint32_t to = target_of(s->actions.at[s->leaving.at[l].at[i]].net, l);
        if (to && !sv_bits_has(set, to)) sv_bits_add(set, to), grew = true;
      }
  }
}

static void note_flow(sv_thread_system *s) {
  const sv_template *t = template_of(s);
  sv_bits_init(&s->late, t->locations.n);
  sv_bits_init(&s->shared, t->locations.n);
  sv_bits_init(&s->blocking, t->locations.n);
  sv_fill(s->leaving, t->locations.n);
  for (uint32_t l = 1; l < t->locations.n; l++)
    if (t->locations.at[l].flags & SV_LOC_BLOCKING) sv_bits_add(&s->blocking, l);
  for (uint32_t i = 0; i < s->actions.n; i++) {
    const sv_net_edge *e = &s->actions.at[i].net->edges[0];
    for (uint32_t k = 0; k < e->from_count; k++) sv_push(s->leaving.at[e->from[k]], i);
  }
  for (uint32_t i = 0; i < s->actions.n; i++) {
    const sv_net_action *a = s->actions.at[i].net;
    if (a->edge_count < 2) continue;
    for (uint32_t k = 0; k < a->edges[0].from_count; k++) {
      uint32_t to = target_of(a, a->edges[0].from[k]);
      if (to) sv_bits_add(&s->late, to);
    }
    for (uint32_t k = 1; k < a->edge_count; k++)
      if (a->edges[k].to) sv_bits_add(&s->shared, a->edges[k].to);
  }
  close_locations(s, &s->shared);
  sv_bits_join(&s->late, &s->shared);
  assert(!sv_bits_has(&s->late, 0));
  close_locations(s, &s->late);
}

// ---- actions

static void write_bit(sv_thread_writes *to, uint32_t bit, sv_lit value) {
  sv_push(*to, (sv_thread_write){bit, value});
}

static void sort_writes(sv_thread_system *s, const sv_blasted *x, sv_thread_action *out) {
  for (uint32_t i = 0; i < x->writes.n; i++) {
    uint32_t bit = x->writes.at[i].bit, p = s->process_of[bit];
    if (p == SV_NO_PROCESS) write_bit(&out->globals, s->global_of[bit], x->writes.at[i].value);
    else if (p == ACTING) write_bit(&out->locals, s->local_of[bit], x->writes.at[i].value);
  }
}

static void note_started(sv_thread_system *s, const sv_blasted *x, sv_thread_action *out) {
  for (uint32_t e = 1; e < out->net->edge_count; e++) {
    uint32_t p = out->net->edges[e].process;
    assert(p != ACTING && p < s->net->processes.n);
    if (!out->net->edges[e].to) continue;  // it ends in the same step
    sv_lits bits = {0};
    for (uint32_t bit = 0; bit < s->coding->bits; bit++)
      if (s->process_of[bit] == p) sv_push(bits, s->own_state.at[bit]);
    assert(bits.n == s->locals);
    for (uint32_t i = 0; i < x->writes.n; i++)
      if (s->process_of[x->writes.at[i].bit] == p)
        bits.at[s->local_of[x->writes.at[i].bit]] = x->writes.at[i].value;
    sv_push(out->started, bits);
  }
  if (out->net->edge_count > 1) write_bit(&out->globals, sv_thread_started(s), SV_LIT_TRUE);
}

static bool is_blocking(const sv_thread_system *s, uint32_t location) {
  return location && (template_of(s)->locations.at[location].flags & SV_LOC_BLOCKING);
}

// Rule 1 of control, and who is inside afterwards.
static void note_sections(sv_thread_system *s, sv_thread_action *a) {
  const sv_net_edge *e = &a->net->edges[0];
  assert(e->process == ACTING);
  sv_lit inside = s->global_inputs.at[sv_thread_inside(s)], mine = SV_LIT_FALSE,
         after = SV_LIT_FALSE;
  bool changes = false;
  for (uint32_t i = 0; i < e->from_count; i++) {
    uint32_t to = target_of(a->net, e->from[i]);
    sv_lit here = sv_blast_at(s->blaster, ACTING, e->from[i]);
    if (is_blocking(s, e->from[i])) mine = sv_aig_or(s->aig, mine, here);
    if (is_blocking(s, to)) after = sv_aig_or(s->aig, after, here);
    changes |= is_blocking(s, e->from[i]) || is_blocking(s, to);
  }
  a->enabled = sv_aig_and(s->aig, a->possible, sv_aig_implies(s->aig, inside, mine));
  if (changes) write_bit(&a->globals, sv_thread_inside(s), after);
}

static void note_touches(sv_thread_system *s, sv_thread_action *a) {
  sv_lits roots = {0};
  sv_u32s inputs = {0};
  sv_push(roots, a->possible);
  for (uint32_t i = 0; i < a->locals.n; i++) sv_push(roots, a->locals.at[i].value);
  sv_aig_support(s->aig, roots.at, roots.n, &inputs);
  uint32_t first = sv_lit_node(s->global_inputs.at[0]);
  a->touches = a->globals.n || a->broadcasts;
  for (uint32_t i = 0; i < inputs.n; i++)
    a->touches |= inputs.at[i] >= first && inputs.at[i] < first + s->globals;
  sv_vec_free(roots);
  sv_vec_free(inputs);
}

// What lies below the top comes back with a return: the passive bits say which of all
// that there was.
static void note_kind(sv_thread_system *s, sv_thread_action *a) {
  if (s->stack) a->kind = s->stack->kinds[a->action];
  for (uint32_t i = 0; i < s->locals && a->kind == SV_THREAD_RETURN; i++)
    if (sv_bits_has(&s->top, i)) write_bit(&a->locals, i, s->passive_inputs.at[i]);
}

static void add_action(sv_thread_system *s, uint32_t number) {
  sv_blasted x = {0};
  sv_blast_action(s->blaster, number, &x);
  if (!sv_lit_same(x.possible, SV_LIT_FALSE)) {
    REQUIRE(!x.outside.n, "a step without a code");
    const sv_net_action *net = &s->net->actions.at[number];
    sv_thread_action a = {.action = net->action, .net = net, .possible = x.possible};
    sort_writes(s, &x, &a);
    note_kind(s, &a);
    note_started(s, &x, &a);
    a.ends = !net->edges[0].to;
    a.broadcasts = mentions_other(s->model, &s->model->actions.at[net->action], false);
    note_sections(s, &a);
    note_touches(s, &a);
    s->has_broadcasts |= a.broadcasts;
    s->asks_passive |= mentions_other(s->model, &s->model->actions.at[net->action], true);
    sv_push(s->actions, a);
  }
  sv_blasted_free(&x);
}

// ---- broadcasts

static void note_passive_choices(sv_thread_system *s, sv_thread_action *a) {
  const sv_action *m = &s->model->actions.at[a->action];
  for (uint32_t k = 0; k < a->net->choice_count; k++) {
    uint32_t input = a->net->choice_inputs[k];
    if (input == UINT32_MAX || !m->choices[input].per_other) continue;
    for (uint32_t i = 0; i < s->choices.at[k].n; i++)
      sv_push(a->passive_choices, sv_lit_node(s->choices.at[k].at[i]));
  }
}

// The same action with a passive thread beside it; another net action if it
// starts a thread, because that one gets another number.
static bool add_passive(sv_thread_system *s, sv_thread_action *a, uint32_t number) {
  sv_blasted x = {0};
  sv_blast_action(s->blaster, number, &x);
  bool possible = !sv_lit_same(x.possible, SV_LIT_FALSE);
  sv_lit section = sv_lit_not(s->global_inputs.at[sv_thread_inside(s)]), mine = SV_LIT_FALSE;
  for (uint32_t i = 0; i < a->net->edges[0].from_count; i++)
    if (is_blocking(s, a->net->edges[0].from[i]))
      mine = sv_aig_or(s->aig, mine, sv_blast_at(s->blaster, ACTING, a->net->edges[0].from[i]));
  a->passive_enabled = sv_aig_and(s->aig, x.possible, sv_aig_or(s->aig, section, mine));
  for (uint32_t i = 0; i < x.writes.n && possible; i++)
    if (s->process_of[x.writes.at[i].bit] == PASSIVE)
      write_bit(&a->passive, s->local_of[x.writes.at[i].bit], x.writes.at[i].value);
  sv_blasted_free(&x);
  return possible;
}

static void add_broadcast(sv_thread_system *s, sv_thread_action *a) {
  bool found = false;
  for (uint32_t i = 0; i < s->net->actions.n && !found; i++) {
    const sv_net_action *n = &s->net->actions.at[i];
    if (n->action == a->action && n->edges[0].process == ACTING && !n->full)
      found = add_passive(s, a, i);
  }
  note_passive_choices(s, a);
}

// ---- all of it

static uint32_t most_starts(const sv_model *m) {
  uint32_t most = 0;
  for (uint32_t i = 1; i < m->actions.n; i++)
    if (m->actions.at[i].start_count > most) most = m->actions.at[i].start_count;
  return most;
}

static void make_initial(sv_thread_system *s) {
  sv_blasted x = {0};
  s->initial = sv_blast_initial(s->blaster, &x);
  sv_lit inside = s->global_inputs.at[sv_thread_inside(s)];
  sv_lit started = s->global_inputs.at[sv_thread_started(s)];
  s->initial = sv_aig_and(s->aig, s->initial, sv_lit_not(inside));
  s->initial = sv_aig_and(s->aig, s->initial, sv_lit_not(started));
  REQUIRE(!x.outside.n, "an initial value without a code");
  sv_blasted_free(&x);
}

static void build(sv_thread_system *s) {
  number_bits(s);
  note_top(s);
  add_inputs(s, &s->global_inputs, s->globals);
  add_inputs(s, &s->own_inputs, s->locals);
  add_inputs(s, &s->passive_inputs, s->locals);
  fill_state(s, 1, &s->own_state);
  fill_state(s, ROLES, &s->pair_state);
  make_choices(s);
  add_inputs(s, &s->coins, s->ghosts / 2);
  s->blaster = sv_blaster_new(s->aig, s->coding, s->own_state.at, choice_input, s);
  make_initial(s);
  for (uint32_t l = 0; l < template_of(s)->locations.n; l++)
    sv_push(s->at, l ? sv_blast_at(s->blaster, ACTING, l) : SV_LIT_FALSE);
  for (uint32_t i = 0; i < s->net->actions.n; i++)
    if (s->net->actions.at[i].edges[0].process == ACTING && !s->net->actions.at[i].full)
      add_action(s, i);
  note_flow(s);
  if (!s->has_broadcasts) return;
  sv_blaster_move(s->blaster, s->pair_state.at);
  for (uint32_t i = 0; i < s->actions.n; i++)
    if (s->actions.at[i].broadcasts) add_broadcast(s, &s->actions.at[i]);
  sv_blaster_move(s->blaster, s->own_state.at);
}

sv_thread_system *sv_thread_system_new(sv_model *m, const sv_thread_stack *stack, sv_text *why) {
  uint32_t size = ROLES + most_starts(m);
  sv_net *net = sv_net_new(m, (sv_net_options){.threads = size, .pool = size}, why);
  if (!net) return NULL;
  sv_coding *coding = sv_coding_new(net, NULL, SV_QUEUE_SHIFTING, why);
  if (!coding) return sv_net_free(net), NULL;
  sv_thread_system *s = SV_NEW(sv_thread_system);
  *s = (sv_thread_system){
      .model = m, .stack = stack, .net = net, .coding = coding, .aig = sv_aig_new()};
  build(s);
  return s;
}

static void free_action(sv_thread_action *a) {
  sv_vec_free(a->globals);
  sv_vec_free(a->locals);
  sv_vec_free(a->passive);
  sv_vec_free(a->passive_choices);
  for (uint32_t i = 0; i < a->started.n; i++) sv_vec_free(a->started.at[i]);
  sv_vec_free(a->started);
}

void sv_thread_system_free(sv_thread_system *s) {
  if (!s) return;
  for (uint32_t i = 0; i < s->actions.n; i++) free_action(&s->actions.at[i]);
  for (uint32_t i = 0; i < s->leaving.n; i++) sv_vec_free(s->leaving.at[i]);
  for (uint32_t i = 0; i < s->choices.n; i++) sv_vec_free(s->choices.at[i]);
  sv_lits *lists[] = {&s->global_inputs, &s->own_inputs, &s->passive_inputs,
                      &s->own_state,     &s->pair_state, &s->at,
                      &s->exclusive,     &s->alone,      &s->coins};
  for (uint32_t i = 0; i < SV_COUNT(lists); i++) sv_vec_free(*lists[i]);
  uint32_t *arrays[] = {s->global_of, s->local_of, s->process_of, s->state_bit_of_global,
                        s->state_bit_of_local};
  for (uint32_t i = 0; i < SV_COUNT(arrays); i++) sv_free(arrays[i]);
  sv_vec_free(s->actions);
  sv_vec_free(s->leaving);
  sv_vec_free(s->choices);
  sv_vec_free(s->watched);
  sv_bits_free(&s->top);
  sv_bits_free(&s->late);
  sv_bits_free(&s->shared);
  sv_bits_free(&s->blocking);
  sv_blaster_free(s->blaster);
  sv_aig_free(s->aig);
  sv_coding_free(s->coding);
  sv_net_free(s->net);
  sv_free(s);
}

sv_lit sv_thread_invariant(sv_thread_system *s, uint32_t property) {
  return sv_blast_bool(s->blaster, s->net->properties.at[property].term);
}

sv_lit sv_thread_after(const sv_thread_writes *w, uint32_t bit, sv_lit before) {
  for (uint32_t i = 0; i < w->n; i++)
    if (w->at[i].bit == bit) return w->at[i].value;
  return before;
}
