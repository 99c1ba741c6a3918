// sets.c -- variables of the diagrams; see sets.h.

#include "engine/threads/sets.h"

static uint32_t var_of(void *context, uint32_t input) {
  const sv_thread_sets *x = context;
  return x->var_of_node.at[input];
}

sv_bdd sv_thread_diagram(sv_thread_sets *x, sv_lit l) {
  sv_bdd d;
  sv_diagram_make(x->bdds, x->s->aig, &l, 1, var_of, x, &d, &x->room);
  return d;
}

static void name_input(sv_thread_sets *x, sv_lit input, uint32_t var) {
  uint32_t node = sv_lit_node(input);
  if (node >= x->var_of_node.n) sv_fill(x->var_of_node, node + 1);
  x->var_of_node.at[node] = var;
}

static void place_variables(sv_thread_sets *x) {
  sv_thread_system *s = x->s;
  for (uint32_t i = 0; i < s->locals; i++) {
    sv_push(x->own_pairs, x->pairs);
    name_input(x, s->own_inputs.at[i], 2 * x->pairs++);
    if (!s->has_broadcasts) continue;
    sv_push(x->passive_pairs, x->pairs);
    name_input(x, s->passive_inputs.at[i], 2 * x->pairs++);
  }
  for (uint32_t i = 0; i < s->globals; i++) {
    sv_push(x->global_pairs, x->pairs);
    name_input(x, s->global_inputs.at[i], 2 * x->pairs++);
  }
  for (uint32_t k = 0; k < s->choices.n; k++)
    for (uint32_t i = 0; i < s->choices.at[k].n; i++)
      name_input(x, s->choices.at[k].at[i], 2 * x->pairs + x->singles++);
}

// One flag for every variable that could turn out to be held by one thread.
static uint32_t most_exclusive(const sv_thread_sets *x) { return x->s->locals + 2; }

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

// The bits of one thread become those of the other.
static sv_bdd_relation make_renaming(sv_thread_sets *x, const sv_u32s *from, const sv_u32s *to) {
  sv_bdd rel = SV_BDD_TRUE;
  for (uint32_t i = from->n; i-- > 0;) {
    sv_bdd old = sv_bdd_var(x->bdds, 2 * from->at[i]), new = sv_bdd_var(x->bdds, 2 * to->at[i] + 1);
    sv_thread_meet(x->bdds, &rel, sv_bdd_iff(x->bdds, old, new));
    sv_bdd_drop(x->bdds, old);
    sv_bdd_drop(x->bdds, new);
  }
  return sv_bdd_relation_make(x->bdds, rel, to->at, to->n);
}

static void make_cubes(sv_thread_sets *x) {
  x->own_cube = cube_of_pairs(x, &x->own_pairs);
  x->passive_cube = cube_of_pairs(x, &x->passive_pairs);
  x->choice_cube = cube_of_singles(x, 2 * x->pairs, x->singles);
  x->started = sv_thread_diagram(x, x->s->global_inputs.at[sv_thread_started(x->s)]);
  if (!x->s->has_broadcasts) return;
  x->to_passive = make_renaming(x, &x->own_pairs, &x->passive_pairs);
  x->to_own = make_renaming(x, &x->passive_pairs, &x->own_pairs);
}

sv_thread_sets *sv_thread_sets_new(sv_thread_system *s, const sv_run *run,
                                   void (*fail)(void *, const char *), void *context) {
  sv_thread_sets *x = SV_NEW(sv_thread_sets);
  *x = (sv_thread_sets){.s = s, .run = run};
  place_variables(x);
  size_t memory = (size_t)run->options->memory << 20;
  x->first_flag = 2 * x->pairs + x->singles;
  x->bdds = sv_bdds_new(&(sv_bdds_options){.pairs = x->pairs,
                                           .singles = x->singles + most_exclusive(x),
                                           .memory = memory - memory / 8,
                                           .fail = fail,
                                           .context = context});
  make_cubes(x);
  sv_thread_find_exclusive(x);
  x->flag_cube = cube_of_singles(x, x->first_flag, s->exclusive.n);
  sv_thread_relate(x);
  sv_fill(x->pending, s->at.n);
  sv_bits_init(&x->changed, s->at.n);
  sv_bits_init(&x->violated, s->model->properties.n);
  return x;
}

void sv_thread_sets_free(sv_thread_sets *x) {
  if (!x) return;
  sv_bdds *b = x->bdds;
  sv_thread_relations_free(x);
  sv_bdd single[] = {x->own_cube, x->passive_cube, x->choice_cube, x->flag_cube, x->compatible,
                     x->apart, x->started, x->passable, x->reached};
  for (uint32_t i = 0; i < SV_COUNT(single); i++) sv_bdd_drop(b, single[i]);
  if (x->s->has_broadcasts) {
    sv_bdd_relation_free(b, &x->to_passive);
    sv_bdd_relation_free(b, &x->to_own);
  }
  for (uint32_t i = 0; i < x->pending.n; i++) sv_bdd_drop(b, x->pending.at[i]);
  sv_vec_free(x->pending);
  sv_bdds_free(b);
  sv_diagram_room_free(&x->room);
  sv_u32s *lists[] = {&x->var_of_node, &x->own_pairs, &x->passive_pairs, &x->global_pairs};
  for (uint32_t i = 0; i < SV_COUNT(lists); i++) sv_vec_free(*lists[i]);
  sv_bits_free(&x->changed);
  sv_bits_free(&x->violated);
  sv_free(x);
}
