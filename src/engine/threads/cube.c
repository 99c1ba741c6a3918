// cube.c -- cubes: as words with three values per bit, and as BDDs.

#include "engine/threads/cover.h"

sv_cube sv_cube_new(sv_arena *arena, uint32_t words) {
  sv_cube c = {SV_ARENA_ARRAY(arena, uint64_t, words), SV_ARENA_ARRAY(arena, uint64_t, words)};
  memset(c.care, 0, words * sizeof *c.care);
  memset(c.value, 0, words * sizeof *c.value);
  return c;
}

static void cube_set(sv_cube *c, uint32_t bit, bool value) {
  c->care[bit / 64] |= UINT64_C(1) << bit % 64;
  assert(!(c->value[bit / 64] >> bit % 64 & 1) || value);
  if (value) c->value[bit / 64] |= UINT64_C(1) << bit % 64;
}

bool sv_cube_cares(const sv_cube *c, uint32_t bit) { return c->care[bit / 64] >> bit % 64 & 1; }

bool sv_cube_value(const sv_cube *c, uint32_t bit) { return c->value[bit / 64] >> bit % 64 & 1; }

bool sv_cube_contains(const sv_cube *a, const sv_cube *b, uint32_t words) {
  for (uint32_t i = 0; i < words; i++)
    if ((a->care[i] & ~b->care[i]) || ((a->value[i] ^ b->value[i]) & a->care[i])) return false;
  return true;
}

// ---- elements

// Finds different threads of b for the threads of a from number i on; by trying.
static bool match(const sv_cover *c, const sv_element *a, const sv_element *b, uint32_t i,
                  uint64_t used) {
  if (i == a->n) return true;
  assert(b->n <= 64);
  for (uint32_t k = 0; k < b->n; k++) {
    if (used >> k & 1 || !sv_cube_contains(&a->threads[i], &b->threads[k], c->local_words))
      continue;
    if (match(c, a, b, i + 1, used | UINT64_C(1) << k)) return true;
  }
  return false;
}

bool sv_element_covers(const sv_cover *c, const sv_element *a, const sv_element *b) {
  if (a->n > b->n || b->n > 64 || (a->signature & ~b->signature)) return false;
  return sv_cube_contains(&a->globals, &b->globals, c->global_words) && match(c, a, b, 0, 0);
}

// ---- cubes of sets

typedef struct {
  uint32_t var;
  bool value;
} literal;
typedef SV_VEC(literal) literals;

static sv_bdd product(sv_thread_sets *x, const literals *all, uint32_t without) {
  sv_bdd cube = SV_BDD_TRUE;
  for (uint32_t i = all->n; i-- > 0;) {
    if (i == without) continue;
    sv_bdd v = sv_bdd_var(x->bdds, all->at[i].var);
    if (!all->at[i].value) sv_bdd_set(x->bdds, &v, sv_bdd_not(x->bdds, v));
    sv_thread_meet(x->bdds, &cube, v);
  }
  return cube;
}

// A path to true; the set is not empty.
static void find_path(sv_thread_sets *x, sv_bdd set, literals *out) {
  sv_clear(*out);
  while (!sv_bdd_is_const(set)) {
    sv_bdd low = sv_bdd_low(x->bdds, set);
    bool high = sv_bdd_is_false(low);
    sv_push(*out, (literal){sv_bdd_top(x->bdds, set), high});
    set = high ? sv_bdd_high(x->bdds, set) : low;
  }
}

static bool is_pc_var(const sv_thread_sets *x, uint32_t var) {
  const sv_thread_system *s = x->s;
  uint32_t cell = s->net->vars.at[s->net->processes.at[0].pc].first_cell;
  for (uint32_t i = 0; i < s->locals; i++) {
    if (s->coding->owner[s->state_bit_of_local[i]] != cell) continue;
    if (var == 2 * x->own_pairs.at[i]) return true;
    if (x->passive_pairs.n && var == 2 * x->passive_pairs.at[i]) return true;
  }
  return false;
}

// Leaves out what is not needed to stay inside; program counters are kept.
static sv_bdd widen(sv_thread_sets *x, literals *all, sv_bdd allowed) {
  for (uint32_t i = all->n; i-- > 0;) {
    if (is_pc_var(x, all->at[i].var)) continue;
    sv_bdd wider = product(x, all, i);
    if (sv_bdd_implies(x->bdds, wider, allowed)) {
      memmove(all->at + i, all->at + i + 1, (all->n - i - 1) * sizeof *all->at);
      all->n--;
    }
    sv_bdd_drop(x->bdds, wider);
  }
  return product(x, all, UINT32_MAX);
}

void sv_cubes_of(sv_thread_sets *x, sv_bdd set, sv_bdd allowed, sv_cube_fn *each, void *context) {
  literals path = {0};
  sv_bdd rest = sv_bdd_keep(x->bdds, set);
  for (bool more = true; more && !sv_bdd_is_false(rest);) {
    find_path(x, rest, &path);
    sv_bdd cube = widen(x, &path, allowed);
    assert(sv_bdd_implies(x->bdds, cube, allowed) && !sv_bdd_disjoint(x->bdds, cube, rest));
    sv_bdd_set(x->bdds, &rest, sv_bdd_minus(x->bdds, rest, cube));
    more = each(context, cube);
    sv_bdd_drop(x->bdds, cube);
  }
  sv_bdd_drop(x->bdds, rest);
  sv_vec_free(path);
}

static void read_pairs(const sv_u32s *pairs, uint32_t var, bool value, sv_cube *to) {
  for (uint32_t i = 0; i < pairs->n; i++)
    if (2 * pairs->at[i] == var) cube_set(to, i, value);
}

static void read(sv_thread_sets *x, sv_bdd cube, const sv_u32s *pairs, sv_cube *to) {
  while (!sv_bdd_is_const(cube)) {
    sv_bdd low = sv_bdd_low(x->bdds, cube);
    bool high = sv_bdd_is_false(low);
    read_pairs(pairs, sv_bdd_top(x->bdds, cube), high, to);
    cube = high ? sv_bdd_high(x->bdds, cube) : low;
  }
}

void sv_cube_read(sv_thread_sets *x, sv_bdd cube, sv_cube *own, sv_cube *globals) {
  if (own) read(x, cube, &x->own_pairs, own);
  read(x, cube, &x->global_pairs, globals);
}

void sv_cube_read_passive(sv_thread_sets *x, sv_bdd cube, sv_cube *passive) {
  read(x, cube, &x->passive_pairs, passive);
}

static sv_bdd make(sv_thread_sets *x, const sv_cube *c, const sv_u32s *pairs) {
  literals all = {0};
  for (uint32_t i = 0; i < pairs->n; i++)
    if (sv_cube_cares(c, i)) sv_push(all, (literal){2 * pairs->at[i], sv_cube_value(c, i)});
  sv_bdd cube = product(x, &all, UINT32_MAX);
  sv_vec_free(all);
  return cube;
}

sv_bdd sv_cube_own(sv_thread_sets *x, const sv_cube *c) { return make(x, c, &x->own_pairs); }

sv_bdd sv_cube_passive(sv_thread_sets *x, const sv_cube *c) {
  return make(x, c, &x->passive_pairs);
}

sv_bdd sv_cube_globals(sv_thread_sets *x, const sv_cube *c) { return make(x, c, &x->global_pairs); }
