// blast.c -- terms become words, children first.
//
// A walk with a stack of its own: terms can be deep. Every term is done once
// per state (or once per action, if it speaks of choices or of the next state).

#include "encode/bits/blast_inside.h"

// ---- what is known already

static const sv_word *recall(const sv_blast_memo *m, uint32_t index) {
  uint32_t place = sv_map_get(&m->place, index);
  return place == SV_MAP_NONE ? NULL : m->values.at[place];
}

static void note(sv_blast_memo *m, uint32_t index, const sv_word *words) {
  sv_map_put(&m->place, index, m->values.n);
  assert(words);
  sv_push(m->values, words);
}

static void forget(sv_blast_memo *m) {
  if (!m->values.n) return;
  sv_map_clear(&m->place);
  sv_clear(m->values);
}

static void free_memo(sv_blast_memo *m) {
  sv_map_free(&m->place);
  sv_vec_free(m->values);
}

static const sv_word *known(const sv_blaster *b, bool after, uint32_t index) {
  if (after) return recall(&b->after, index);
  const sv_word *words = recall(&b->shared, index);
  return words ? words : recall(&b->own, index);
}

// ---- the walk

static bool is_own(sv_blaster *b, uint32_t index, const sv_node *node) {
  if (sv_blast_is_asked(b, index)) return sv_blast_passes(b, index);
  if (node->op == SV_OP_CHOICE || node->op == SV_OP_NEXT) return true;
  for (uint32_t i = 0; i < node->n; i++)
    if (sv_map_get(&b->own.place, sv_index(node->args[i])) != SV_MAP_NONE) return true;
  return false;
}

static void blast_node(sv_blaster *b, bool after, uint32_t index) {
  sv_blast_job job = {.b = b, .after = after, .node = sv_node_of(b->terms, index)};
  bool passes = after || is_own(b, index, &job.node);
  assert(!known(b, after, index));
  REQUIRE(!passes || b->action, "choices and the next state belong to an action");
  job.maker = passes ? &b->passing : &b->lasting;
  job.cells = sv_sort_cells(b->terms, job.node.sort);
  const sv_word *words =
      sv_blast_is_asked(b, index) ? sv_blast_asked(&job, index) : sv_blast_node(&job);
  note(after ? &b->after : passes ? &b->own : &b->shared, index, words);
}

// Pushes what is still to be done before the term; false if there is nothing.
static bool push_arguments(sv_blaster *b, bool after, uint32_t index) {
  sv_node node = sv_node_of(b->terms, index);
  uint32_t before = b->stack.n;
  if (sv_blast_is_asked(b, index)) return false;
  for (uint32_t i = 0; i < node.n; i++)
    if (!known(b, after, sv_index(node.args[i]))) sv_push(b->stack, sv_index(node.args[i]));
  return b->stack.n > before;
}

const sv_word *sv_blast_slice(sv_blaster *b, bool after, sv_term t) {
  uint32_t base = b->stack.n;
  sv_push(b->stack, sv_index(t));
  while (b->stack.n > base) {
    uint32_t index = sv_last(b->stack);
    if (!known(b, after, index)) {
      if (push_arguments(b, after, index)) continue;
      blast_node(b, after, index);
    }
    b->stack.n--;
    assert(known(b, after, index));
  }
  return known(b, after, sv_index(t));
}

sv_word sv_blast_scalar(sv_blaster *b, bool after, sv_term t) {
  sv_word w = *sv_blast_slice(b, after, t);
  if (!sv_negated(t)) return w;
  return sv_word_of_bool(b->action ? &b->passing : &b->lasting, sv_lit_not(sv_word_truth(w)));
}

// ---- life

static void note_read(sv_blaster *b, sv_blast_invariant *i, uint32_t index) {
  sv_node node = sv_node_of(b->terms, index);
  if (node.op == SV_OP_VAR) sv_push(i->vars, node.id);
  i->queues |= node.op == SV_OP_QLEN || node.op == SV_OP_QFULL || node.op == SV_OP_QDEFER ||
               node.op == SV_OP_PEEK;
}

static void list_invariants_of(sv_blaster *b, uint32_t process) {
  uint32_t t = b->net->processes.at[process].template_number;
  sv_u32s cone = {0};
  for (uint32_t l = 0; l < b->net->model->templates.at[t].locations.n; l++) {
    sv_blast_invariant i = {process, l, b->net->location_invariants[process][l], {0}, false};
    if (sv_is_none(i.term)) continue;
    sv_clear(cone);
    sv_cone(b->terms, &i.term, 1, &cone);
    for (uint32_t k = 0; k < cone.n; k++) note_read(b, &i, cone.at[k]);
    sv_push(b->invariants, i);
  }
  sv_vec_free(cone);
}

sv_blaster *sv_blaster_new(sv_aig *aig, const sv_coding *coding, const sv_lit *state,
                           sv_choice_fn *choice, void *context) {
  sv_blaster *b = SV_NEW(sv_blaster);
  const sv_net *net = coding->net;
  b->aig = aig, b->coding = coding, b->net = net;
  b->terms = net->model->terms, b->numbers = sv_terms_numbers(b->terms);
  b->choice = choice, b->context = context;
  b->lasting = (sv_word_maker){aig, sv_arena_new()};
  b->passing = (sv_word_maker){aig, sv_arena_new()};
  b->fresh_lasting = sv_arena_position(b->lasting.arena);
  b->fresh_passing = sv_arena_position(b->passing.arena);
  b->state = SV_NEW_ARRAY(sv_lit, coding->bits + 1);
  b->cells = SV_NEW_ARRAY(sv_word, net->cells + 1);
  b->new_cells = SV_NEW_ARRAY(sv_word, net->cells + 1);
  b->changed = SV_NEW_ARRAY(bool, net->cells + 1);
  b->queues = SV_NEW_ARRAY(sv_queue_view, net->queues.n + 1);
  b->new_queues = SV_NEW_ARRAY(sv_queue_view, net->queues.n + 1);
  for (uint32_t p = 0; p < net->processes.n; p++) list_invariants_of(b, p);
  sv_blaster_move(b, state);
  return b;
}

void sv_blaster_free(sv_blaster *b) {
  if (!b) return;
  for (uint32_t i = 0; i < b->invariants.n; i++) sv_vec_free(b->invariants.at[i].vars);
  sv_vec_free(b->invariants);
  free_memo(&b->shared), free_memo(&b->own), free_memo(&b->after);
  sv_arena_free(b->lasting.arena);
  sv_arena_free(b->passing.arena);
  sv_map_free(&b->termed);
  sv_vec_free(b->stack);
  sv_vec_free(b->scratch);
  sv_vec_free(b->changed_cells);
  sv_vec_free(b->changed_queues);
  sv_free(b->state), sv_free(b->cells), sv_free(b->new_cells), sv_free(b->changed);
  sv_free(b->queues), sv_free(b->new_queues);
  sv_free(b);
}

void sv_blast_forget_step(sv_blaster *b) {
  for (uint32_t i = 0; i < b->changed_cells.n; i++) b->changed[b->changed_cells.at[i]] = false;
  for (uint32_t i = 0; i < b->changed_queues.n; i++)
    b->new_queues[b->changed_queues.at[i]] = (sv_queue_view){0};
  sv_clear(b->changed_cells);
  sv_clear(b->changed_queues);
  forget(&b->own);
  forget(&b->after);
  b->action = NULL;
  sv_arena_rewind(b->passing.arena, b->fresh_passing);
}

void sv_blaster_move(sv_blaster *b, const sv_lit *state) {
  uint32_t cells = b->net->cells, queues = b->net->queues.n;
  sv_blast_forget_step(b);
  forget(&b->shared);
  sv_arena_rewind(b->lasting.arena, b->fresh_lasting);
  if (b->coding->bits) memcpy(b->state, state, b->coding->bits * sizeof *state);
  memset(b->cells, 0, cells * sizeof *b->cells);
  memset(b->queues, 0, queues * sizeof *b->queues);
}

// ---- interface

sv_lit sv_blast_bool(sv_blaster *b, sv_term t) { return sv_blast_truth(b, false, t); }

sv_lit sv_blast_at(sv_blaster *b, uint32_t process, uint32_t location) {
  uint32_t pc = b->net->vars.at[b->net->processes.at[process].pc].first_cell;
  return sv_word_equal(&b->lasting, sv_blast_cell(b, pc), sv_word_const(&b->lasting, location));
}

sv_lit sv_blast_among(sv_blaster *b, uint32_t process, const uint32_t *locations, uint32_t n) {
  sv_lits some = {0};
  for (uint32_t i = 0; i < n; i++) sv_push(some, sv_blast_at(b, process, locations[i]));
  sv_lit any = sv_aig_or_all(b->aig, some.at, some.n);
  sv_vec_free(some);
  return any;
}

sv_lit sv_blast_where(sv_blaster *b, uint32_t process, sv_location_fn *wanted, uint32_t property) {
  sv_u32s at = {0};
  for (uint32_t l = 1; l < sv_net_locations(b->net, process); l++)
    if (wanted(sv_net_location(b->net, process, l), property)) sv_push(at, l);
  sv_lit there = sv_blast_among(b, process, at.at, at.n);
  sv_vec_free(at);
  return there;
}

sv_lit sv_blast_held(sv_blaster *b, uint32_t holder) {
  if (b->net->holder == SV_NO_VARIABLE) return holder ? SV_LIT_FALSE : SV_LIT_TRUE;
  sv_terms *terms = b->net->model->terms;
  sv_term var = sv_net_var_term(b->net, b->net->holder);
  sv_term held = sv_eq(terms, var, sv_int_const(terms, holder));
  REQUIRE(!sv_is_none(held), "the holder is a number");
  return sv_blast_bool(b, held);
}
