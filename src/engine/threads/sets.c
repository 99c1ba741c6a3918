// sets.c -- variables of the diagrams; see sets.h.

#include "engine/threads/sets.h"

#include "engine/threads/words.h"

#include <stdlib.h>

#include "encode/order/order.h"

static uint32_t var_of(void *context, uint32_t input) {
  const sv_thread_sets *x = context;
  return x->var_of_node.at[input];
}

sv_bdd sv_thread_diagram(sv_thread_sets *x, sv_lit l) {
  sv_bdd d;
  sv_diagram_make(x->bdds, x->s->aig, &l, 1, var_of, x, &d, &x->scratch);
  return d;
}

static void name_input(sv_thread_sets *x, sv_lit input, uint32_t var) {
  uint32_t node = sv_lit_node(input);
  assert(sv_aig_is_input(x->s->aig, node));
  if (node >= x->var_of_node.n) sv_fill(x->var_of_node, node + 1);
  x->var_of_node.at[node] = var;
}

// ---- the order

typedef struct {
  sv_u32s item_of;         // by input node, + 1; 0: none
  SV_VEC(sv_lits) inputs;  // by item: of its bits, in their order
  sv_u32s sizes;
  sv_u32s begin, items;  // edges
} arrangement;

static bool is_pc_bit(const sv_thread_system *s, uint32_t local) {
  uint32_t cell = s->coding->owner[s->state_bit_of_local[local]];
  return cell == s->net->vars.at[s->net->processes.at[0].pc].first_cell;
}

static void add_item(arrangement *a, const sv_lit *inputs, uint32_t n) {
  sv_fill(a->inputs, a->inputs.n + 1);
  sv_push(a->sizes, n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t node = sv_lit_node(inputs[i]);
    if (node >= a->item_of.n) sv_fill(a->item_of, node + 1);
    sv_push(sv_last(a->inputs), inputs[i]);
    a->item_of.at[node] = a->inputs.n;
  }
}

static void add_words(arrangement *a, const sv_thread_system *s) {
  sv_thread_words words = {0};
  sv_thread_find_words(s, &words);
  for (uint32_t i = 0; i < words.n; i++) {
    add_item(a, words.at[i].at, words.at[i].n);
    sv_vec_free(words.at[i]);
  }
  sv_vec_free(words);
}

static bool has_item(const arrangement *a, sv_lit input) {
  return sv_lit_node(input) < a->item_of.n && a->item_of.at[sv_lit_node(input)];
}

static void note_touched(arrangement *a, const sv_thread_system *s, const sv_thread_action *x) {
  sv_lits roots = {0};
  sv_u32s support = {0};
  sv_push(roots, x->possible);
  for (uint32_t i = 0; i < x->globals.n; i++) {
    sv_push(roots, x->globals.at[i].value);
    sv_push(roots, s->global_inputs.at[x->globals.at[i].bit]);
  }
  for (uint32_t i = 0; i < x->locals.n; i++) {
    sv_push(roots, x->locals.at[i].value);
    sv_push(roots, s->own_inputs.at[x->locals.at[i].bit]);
  }
  sv_aig_support(s->aig, roots.at, roots.n, &support);
  for (uint32_t i = 0; i < support.n; i++)
    if (support.at[i] < a->item_of.n && a->item_of.at[support.at[i]])
      sv_push(a->items, a->item_of.at[support.at[i]] - 1);
  sv_vec_free(roots);
  sv_vec_free(support);
}

// What an action reads and writes should be close together, and what is used one after the
// other, too: a lock and what it protects are never in one action.
static void add_edges(arrangement *a, const sv_thread_system *s, uint32_t action) {
  const sv_thread_action *x = &s->actions.at[action];
  uint32_t to = x->net->edges[0].to;
  note_touched(a, s, x);
  sv_push(a->begin, a->items.n);
  for (uint32_t i = 0; to && to != SV_STAY && i < s->leaving.at[to].n; i++) {
    note_touched(a, s, x);
    note_touched(a, s, &s->actions.at[s->leaving.at[to].at[i]]);
    sv_push(a->begin, a->items.n);
  }
}

// Inputs of globals and locals without the program counter, in a good order.
static void arrange(const sv_thread_sets *x, sv_lits *out) {
  const sv_thread_system *s = x->s;
  arrangement a = {0};
  add_words(&a, s);
  for (uint32_t i = 0; i < s->locals; i++)
    if (!is_pc_bit(s, i) && !has_item(&a, s->own_inputs.at[i]))
      add_item(&a, &s->own_inputs.at[i], 1);
  for (uint32_t i = 0; i < sv_thread_inside(s); i++)
    if (!has_item(&a, s->global_inputs.at[i])) add_item(&a, &s->global_inputs.at[i], 1);
  sv_push(a.begin, 0);
  for (uint32_t i = 0; i < s->actions.n; i++) add_edges(&a, s, i);
  sv_reserve(a.items, 1);
  sv_order_input input = {.items = a.inputs.n,
                          .sizes = a.sizes.at,
                          .edges = a.begin.n - 1,
                          .edge_begin = a.begin.at,
                          .edge_items = a.items.at};
  uint32_t *order = SV_NEW_ARRAY(uint32_t, a.inputs.n + 1);
  if (a.inputs.n) sv_order(&input, x->run->options->order, order);
  assert(a.begin.n == input.edges + 1 && sv_last(a.begin) == a.items.n);
  for (uint32_t i = 0; i < a.inputs.n; i++)
    for (uint32_t k = 0; k < a.inputs.at[order[i]].n; k++)
      sv_push(*out, a.inputs.at[order[i]].at[k]);
  for (uint32_t i = 0; i < a.inputs.n; i++) sv_vec_free(a.inputs.at[i]);
  sv_vec_free(a.sizes);
  sv_free(order);
  sv_vec_free(a.item_of);
  sv_vec_free(a.inputs);
  sv_vec_free(a.begin);
  sv_vec_free(a.items);
}

// ---- variables

static void place_local(sv_thread_sets *x, uint32_t bit) {
  x->own_pairs.at[bit] = x->pairs;
  name_input(x, x->s->own_inputs.at[bit], 2 * x->pairs++);
  x->passive_pairs.at[bit] = x->pairs;
  name_input(x, x->s->passive_inputs.at[bit], 2 * x->pairs++);
}

static void place_global(sv_thread_sets *x, uint32_t bit) {
  x->global_pairs.at[bit] = x->pairs;
  name_input(x, x->s->global_inputs.at[bit], 2 * x->pairs++);
}

// INSIDE and STARTED, which every step of another thread reads, come last: on top they would be the
// top of each class's relation, and saturation would not see how low the rest of it is.
static void place_variables(sv_thread_sets *x) {
  sv_thread_system *s = x->s;
  uint32_t own = sv_lit_node(s->own_inputs.at[0]), global = sv_lit_node(s->global_inputs.at[0]);
  sv_lits others = {0};
  sv_fill(x->own_pairs, s->locals);
  sv_fill(x->passive_pairs, s->locals);
  sv_fill(x->global_pairs, s->globals);
  for (uint32_t i = 0; i < s->locals; i++)
    if (is_pc_bit(s, i)) place_local(x, i);
  arrange(x, &others);
  for (uint32_t i = 0; i < others.n; i++) {
    uint32_t node = sv_lit_node(others.at[i]);
    if (node >= own && node < own + s->locals) place_local(x, node - own);
    else place_global(x, node - global);
  }
  place_global(x, sv_thread_inside(s));
  place_global(x, sv_thread_started(s));
  uint32_t widest = 0;
  for (uint32_t k = 0; k < s->choices.n; k++)
    if (s->choices.at[k].n > widest) widest = s->choices.at[k].n;
  for (uint32_t i = 0; i < widest; i++)  // their bits take turns, as those of numbers do
    for (uint32_t k = 0; k < s->choices.n; k++)
      if (i < s->choices.at[k].n)
        name_input(x, s->choices.at[k].at[i], 2 * x->pairs + x->singles++);
  for (uint32_t i = 0; i < s->coins.n; i++)
    name_input(x, s->coins.at[i], 2 * x->pairs + x->singles++);
  sv_vec_free(others);
  assert(x->pairs == 2 * s->locals + s->globals);
}

static sv_bdd cube_of_pairs(sv_thread_sets *x, const sv_u32s *pairs) {
  sv_u32s vars = {0};
  for (uint32_t i = 0; i < pairs->n; i++) sv_push(vars, 2 * pairs->at[i]);
  sv_bdd cube = sv_bdd_cube(x->bdds, vars.at, vars.n);
  sv_vec_free(vars);
  return cube;
}

static sv_bdd cube_of_singles(sv_thread_sets *x, uint32_t first, uint32_t n) {
  sv_u32s vars = {0};
  for (uint32_t i = 0; i < n; i++) sv_push(vars, first + i);
  sv_bdd cube = sv_bdd_cube(x->bdds, vars.at, vars.n);
  sv_vec_free(vars);
  return cube;
}

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

// The bits of one thread become those of the other.
static sv_bdd_relation make_renaming(sv_thread_sets *x, const sv_u32s *from, const sv_u32s *to) {
  sv_bdd rel = SV_BDD_TRUE;
  for (uint32_t i = from->n; i-- > 0;) {
    sv_bdd old = sv_bdd_var(x->bdds, 2 * from->at[i]), new = sv_bdd_var(x->bdds, 2 * to->at[i] + 1);
    sv_thread_meet(x->bdds, &rel, sv_bdd_iff(x->bdds, old, new));
    sv_bdd_drop(x->bdds, old);
    sv_bdd_drop(x->bdds, new);
  }
  sv_u32s pairs = {0};
  assert(from->n == to->n);
  for (uint32_t i = 0; i < to->n; i++) sv_push(pairs, to->at[i]);
  qsort(pairs.at, pairs.n, sizeof *pairs.at, by_number);
  sv_bdd_relation r = sv_bdd_relation_make(x->bdds, rel, pairs.at, pairs.n);
  sv_vec_free(pairs);
  return r;
}

static void make_cubes(sv_thread_sets *x) {
  x->own_cube = cube_of_pairs(x, &x->own_pairs);
  x->passive_cube = cube_of_pairs(x, &x->passive_pairs);
  x->choice_cube = cube_of_singles(x, 2 * x->pairs, x->singles);
  x->started = sv_thread_diagram(x, x->s->global_inputs.at[sv_thread_started(x->s)]);
  x->to_passive = make_renaming(x, &x->own_pairs, &x->passive_pairs);
  x->to_own = make_renaming(x, &x->passive_pairs, &x->own_pairs);
}

static bool can_be(void *context, sv_lit l) {
  sv_thread_sets *x = context;
  sv_bdd d = sv_thread_diagram(x, l);
  bool yes = !sv_bdd_is_false(d);
  sv_bdd_drop(x->bdds, d);
  return yes;
}

sv_thread_sets *sv_thread_sets_new(sv_thread_system *s, const sv_run *run,
                                   void (*fail)(void *, const char *), void *context) {
  sv_thread_sets *x = SV_NEW(sv_thread_sets);
  *x = (sv_thread_sets){.s = s, .run = run, .saturates = true};
  place_variables(x);
  size_t memory = (size_t)run->options->memory << 20;
  x->bdds = sv_bdds_new(&(sv_bdds_options){.pairs = x->pairs,
                                           .singles = x->singles,
                                           .memory = memory - memory / 8,
                                           .fail = fail,
                                           .context = context});
  make_cubes(x);
  sv_thread_find_ghosts(s, can_be, x);
  sv_thread_find_exclusive(s, can_be, x);
  sv_thread_relate(x);
  sv_thread_calls_prepare(x);
  sv_fill(x->pending, s->at.n);
  sv_bits_init(&x->changed, s->at.n);
  sv_bits_init(&x->violated, s->model->properties.n);
  return x;
}

void sv_thread_sets_free(sv_thread_sets *x) {
  if (!x) return;
  sv_bdds *b = x->bdds;
  sv_thread_relations_free(x);
  sv_bdd single[] = {x->own_cube, x->passive_cube, x->choice_cube, x->apart,
                     x->started,  x->passable,     x->reached,     x->below,
                     x->same_top, x->but_top,      x->together};
  for (uint32_t i = 0; i < SV_COUNT(single); i++) sv_bdd_drop(b, single[i]);
  sv_bdd_relation_free(b, &x->to_passive);
  sv_bdd_relation_free(b, &x->to_own);
  for (uint32_t i = 0; i < x->pending.n; i++) sv_bdd_drop(b, x->pending.at[i]);
  sv_vec_free(x->pending);
  for (uint32_t i = 0; i < x->batches.n; i++) sv_bdd_drop(b, x->batches.at[i].set);
  sv_vec_free(x->batches);
  sv_bdds_free(b);
  sv_diagram_scratch_free(&x->scratch);
  sv_u32s *lists[] = {&x->var_of_node, &x->own_pairs, &x->passive_pairs, &x->global_pairs};
  for (uint32_t i = 0; i < SV_COUNT(lists); i++) sv_vec_free(*lists[i]);
  sv_bits_free(&x->changed);
  sv_bits_free(&x->violated);
  sv_free(x);
}
