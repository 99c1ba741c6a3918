// subsume_eliminate.c -- open inputs that need not be guessed.
//
// There are values of the open inputs such that all of a list of functions are
// false: three rules make the question smaller and leave the answer as it is.
//   pivots     i xor f, where f is without i, is false iff i is f: f takes i's
//              place everywhere and the function is done. That is every bit of an
//              old set that is an input or a sum, and every such conjunct of a guard.
//   free gates a and b, both open and used nowhere else, can be anything
//              together: an open input takes the place of the gate.
//   lone       an input that occurs in one function only: there is a value that
//              makes it false iff it is not true for both values.

#include "encode/parametric/subsume_plan.h"

enum { MOST_LEAVES = 64, MOST_PASSES = 50, MOST_GROWTH = 100 };

typedef struct {
  sv_aig *own;
  sv_subsume_target *o;
  sv_map is_open;  // input -> 1
} job;

static bool open_input(const job *j, sv_lit l) {
  return sv_map_get(&j->is_open, sv_lit_node(l)) != SV_MAP_NONE;
}

static void drop_false(sv_subsume_target *o) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < o->wrong.n; i++)
    if (!sv_lit_same(o->wrong.at[i], SV_LIT_FALSE)) o->wrong.at[kept++] = o->wrong.at[i];
  o->wrong.n = kept;
}

static void replace(job *j, const sv_map *by) {
  sv_subsume_copy(j->own, j->o->wrong.at, j->o->wrong.n, j->own, by, j->o->wrong.at);
  drop_false(j->o);
}

// ---- pivots

// Is the node the exclusive or of two literals?
static bool is_sum(const sv_aig *g, uint32_t node, sv_lit *a, sv_lit *b) {
  if (!sv_aig_is_and(g, node)) return false;
  sv_lit p = sv_aig_left(g, node), q = sv_aig_right(g, node);
  if (!sv_lit_negated(p) || !sv_lit_negated(q)) return false;
  if (!sv_aig_is_and(g, sv_lit_node(p)) || !sv_aig_is_and(g, sv_lit_node(q))) return false;
  *a = sv_aig_left(g, sv_lit_node(p)), *b = sv_aig_right(g, sv_lit_node(p));
  sv_lit c = sv_aig_left(g, sv_lit_node(q)), d = sv_aig_right(g, sv_lit_node(q));
  return (sv_lit_same(*a, sv_lit_not(c)) && sv_lit_same(*b, sv_lit_not(d))) ||
         (sv_lit_same(*a, sv_lit_not(d)) && sv_lit_same(*b, sv_lit_not(c)));
}

// The literal as a sum of positive ones; the constant is what is added to them.
static bool summands(const sv_aig *g, sv_lit l, sv_lits *out) {
  sv_lits todo = {0};
  bool constant = false;
  sv_push(todo, l);
  while (todo.n) {
    sv_lit here = sv_pop(todo), a, b;
    constant ^= sv_lit_negated(here);
    here.x &= ~1u;
    if (todo.n + out->n < MOST_LEAVES && is_sum(g, sv_lit_node(here), &a, &b)) {
      sv_push(todo, a);
      sv_push(todo, b);
    } else sv_push(*out, here);
  }
  sv_vec_free(todo);
  return constant;
}

typedef struct {
  sv_map by;    // pivots: literals without earlier pivots
  sv_map used;  // inputs that pivots or what takes their place depends on
} pivots;

static bool occurs(const sv_u32s *support, uint32_t input) {
  for (uint32_t i = 0; i < support->n; i++)
    if (support->at[i] == input) return true;
  return false;
}

static void mark_used(pivots *p, const sv_u32s *support) {
  for (uint32_t i = 0; i < support->n; i++) sv_map_put(&p->used, support->at[i], 1);
}

// Tries the summand at `at`: the others take its place.
static bool take_pivot(job *j, pivots *p, sv_lits *sum, uint32_t at, bool constant) {
  uint32_t input = sv_lit_node(sum->at[at]);
  assert(at < sum->n && !sv_lit_negated(sum->at[at]));
  if (!open_input(j, sum->at[at]) || sv_map_get(&p->used, input) != SV_MAP_NONE) return false;
  sv_u32s support = {0};
  sum->at[at] = sv_last(*sum);
  sv_aig_support(j->own, sum->at, sum->n - 1, &support);
  sum->at[at] = (sv_lit){input << 1};
  bool good = !occurs(&support, input);
  if (good) {
    sv_lit rest = sv_lit_const(constant);
    for (uint32_t i = 0; i < sum->n; i++)
      if (i != at) rest = sv_aig_xor(j->own, rest, sum->at[i]);
    sv_subsume_copy(j->own, &rest, 1, j->own, &p->by, &rest);
    sv_map_put(&p->by, input, rest.x);
    sv_push(support, input);
    mark_used(p, &support);
  }
  sv_vec_free(support);
  return good;
}

static bool take_any_pivot(job *j, pivots *p, sv_lit wrong) {
  sv_lits sum = {0};
  bool constant = summands(j->own, wrong, &sum), done = false;
  for (uint32_t i = 0; i < sum.n && !done; i++) done = take_pivot(j, p, &sum, i, constant);
  sv_vec_free(sum);
  return done;
}

static bool use_pivots(job *j) {
  pivots p = {0};
  bool any = false;
  for (uint32_t i = 0; i < j->o->wrong.n; i++) {
    if (!take_any_pivot(j, &p, j->o->wrong.at[i])) continue;
    j->o->wrong.at[i] = SV_LIT_FALSE;
    any = true;
  }
  if (any) replace(j, &p.by);
  sv_map_free(&p.by);
  sv_map_free(&p.used);
  return any;
}

// ---- free gates

static void count(sv_map *uses, sv_lit l) {
  uint32_t before = sv_map_get(uses, sv_lit_node(l));
  sv_map_put(uses, sv_lit_node(l), before == SV_MAP_NONE ? 1 : before + 1);
}

static void count_uses(const job *j, const sv_u32s *cone, sv_map *uses) {
  for (uint32_t i = 0; i < cone->n; i++) {
    if (!sv_aig_is_and(j->own, cone->at[i])) continue;
    count(uses, sv_aig_left(j->own, cone->at[i]));
    count(uses, sv_aig_right(j->own, cone->at[i]));
  }
  for (uint32_t i = 0; i < j->o->wrong.n; i++) count(uses, j->o->wrong.at[i]);
}

static bool private_input(const job *j, const sv_map *uses, sv_lit l) {
  return open_input(j, l) && sv_map_get(uses, sv_lit_node(l)) == 1;
}

static sv_lit new_open_input(job *j) {
  sv_lit made = sv_aig_input(j->own);
  sv_push(j->o->open, sv_lit_node(made));
  sv_push(j->o->origin, 0);
  assert(j->o->open.n == j->o->origin.n);
  sv_map_put(&j->is_open, sv_lit_node(made), 1);
  return made;
}

static bool use_free_gates(job *j) {
  sv_u32s cone = {0};
  sv_map uses = {0}, by = {0};
  sv_aig_cone(j->own, j->o->wrong.at, j->o->wrong.n, &cone);
  count_uses(j, &cone, &uses);
  for (uint32_t i = 0; i < cone.n; i++)
    if (sv_aig_is_and(j->own, cone.at[i]) &&
        private_input(j, &uses, sv_aig_left(j->own, cone.at[i])) &&
        private_input(j, &uses, sv_aig_right(j->own, cone.at[i])))
      sv_map_put(&by, cone.at[i], new_open_input(j).x);
  bool any = by.n;
  if (any) replace(j, &by);
  sv_vec_free(cone);
  sv_map_free(&uses);
  sv_map_free(&by);
  return any;
}

// ---- lone inputs

static sv_lit with(job *j, sv_lit f, uint32_t input, sv_lit value) {
  sv_map by = {0};
  sv_map_put(&by, input, value.x);
  sv_subsume_copy(j->own, &f, 1, j->own, &by, &f);
  sv_map_free(&by);
  return f;
}

static bool use_lone_input(job *j, uint32_t input, sv_lit *wrong) {
  uint32_t before = sv_aig_nodes(j->own);
  sv_lit f =
      sv_aig_and(j->own, with(j, *wrong, input, SV_LIT_FALSE), with(j, *wrong, input, SV_LIT_TRUE));
  if (sv_aig_nodes(j->own) - before > MOST_GROWTH) return false;
  *wrong = f;
  return true;
}

// Occurrences of open inputs: the function they are in, or `wrong.n` if in several.
static void find_places(const job *j, sv_map *place) {
  sv_u32s support = {0};
  for (uint32_t i = 0; i < j->o->wrong.n; i++) {
    sv_clear(support);
    sv_aig_support(j->own, &j->o->wrong.at[i], 1, &support);
    for (uint32_t k = 0; k < support.n; k++) {
      bool first = sv_map_get(place, support.at[k]) == SV_MAP_NONE;
      sv_map_put(place, support.at[k], first ? i : j->o->wrong.n);
    }
  }
  sv_vec_free(support);
}

static bool use_lone_inputs(job *j) {
  sv_map place = {0};
  bool any = false;
  find_places(j, &place);
  for (uint32_t i = 0; i < j->o->open.n; i++) {
    uint32_t at = sv_map_get(&place, j->o->open.at[i]);
    assert(at == SV_MAP_NONE || at <= j->o->wrong.n);
    if (at < j->o->wrong.n) any |= use_lone_input(j, j->o->open.at[i], &j->o->wrong.at[at]);
  }
  drop_false(j->o);
  sv_map_free(&place);
  return any;
}

void sv_subsume_eliminate(sv_aig *own, sv_subsume_target *o) {
  job j = {.own = own, .o = o};
  for (uint32_t i = 0; i < o->open.n; i++) sv_map_put(&j.is_open, o->open.at[i], 1);
  drop_false(o);
  for (uint32_t i = 0; i < MOST_PASSES && o->wrong.n; i++)
    if (!use_pivots(&j) && !use_free_gates(&j) && !use_lone_inputs(&j)) break;
  sv_subsume_target_tidy(own, o);
  sv_map_free(&j.is_open);
}
