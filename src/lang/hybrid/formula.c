// formula.c -- see formula.h.

#include "lang/hybrid/formula.h"

#include <string.h>

static ha_formula *make(ha_space s, ha_formula_kind kind) {
  ha_formula *f = SV_ARENA_NEW(s.arena, ha_formula);
  f->kind = kind;
  f->id = ++*s.count;
  return f;
}

ha_formula *ha_true(ha_space s) { return make(s, HA_F_TRUE); }
ha_formula *ha_false(ha_space s) { return make(s, HA_F_FALSE); }
ha_formula *ha_truth(ha_space s, bool b) { return b ? ha_true(s) : ha_false(s); }

ha_formula *ha_of_atom(ha_space s, ha_atom atom) {
  if (ha_is_constant(atom)) return ha_truth(s, ha_constant_truth(s.numbers, atom));
  ha_formula *f = make(s, HA_F_ATOM);
  f->atom = ha_normal(s, atom);
  assert(f->atom.sum.n > 0);
  return f;
}

ha_formula *ha_at(ha_space s, uint32_t automaton, const bool *in, uint32_t locations) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < locations; i++) n += in[i];
  if (!n || n == locations) return ha_truth(s, n > 0);
  ha_formula *f = make(s, HA_F_AT);
  bool *copy = SV_ARENA_ARRAY(s.arena, bool, locations);
  memcpy(copy, in, locations * sizeof *in);
  f->number = automaton;
  f->in = copy;
  f->locations = locations;
  return f;
}

ha_formula *ha_at_one(ha_space s, uint32_t automaton, uint32_t location, uint32_t locations) {
  assert(location < locations);
  bool *in = SV_ARENA_ARRAY(s.arena, bool, locations);
  in[location] = true;
  return ha_at(s, automaton, in, locations);
}

ha_formula *ha_asked(ha_space s, uint32_t question) {
  ha_formula *f = make(s, HA_F_ASKED);
  f->number = question;
  return f;
}

// --- connectives

static ha_formula *elsewhere(ha_space s, const ha_formula *f) {
  bool *out = SV_ARENA_ARRAY(s.arena, bool, f->locations);
  for (uint32_t i = 0; i < f->locations; i++) out[i] = !f->in[i];
  return ha_at(s, f->number, out, f->locations);
}

// e <= 0 becomes -e < 0, e < 0 becomes -e <= 0, e = 0 becomes e < 0 or -e < 0.
static ha_formula *opposite(ha_space s, const ha_formula *f) {
  ha_atom below = f->atom, above = f->atom;
  above.sum = ha_times(s, sv_small(-1), above.sum);
  above.relation = f->atom.relation == HA_LT ? HA_LE : HA_LT;
  below.relation = HA_LT;
  if (f->atom.relation != HA_EQ) return ha_of_atom(s, above);
  return ha_either(s, ha_of_atom(s, below), ha_of_atom(s, above));
}

static ha_formula *negation(ha_space s, ha_formula *f) {
  assert(f->kind == HA_F_AND || f->kind == HA_F_OR || f->kind == HA_F_ASKED);
  ha_formula *g = make(s, HA_F_NOT), **arg = SV_ARENA_NEW(s.arena, ha_formula *);
  arg[0] = f;
  g->arg = arg;
  g->n = 1;
  return g;
}

ha_formula *ha_not(ha_space s, ha_formula *f) {
  switch (f->kind) {
  case HA_F_TRUE: return ha_false(s);
  case HA_F_FALSE: return ha_true(s);
  case HA_F_ATOM: return opposite(s, f);
  case HA_F_AT: return elsewhere(s, f);
  case HA_F_NOT: return f->arg[0];
  case HA_F_ASKED:
  case HA_F_AND:
  case HA_F_OR: return negation(s, f);
  }
  SV_UNREACHABLE();
}

// A part that is there already is not taken twice: `r & r` would double with every such line.
static void take(ha_formula *f, uint32_t walk, ha_literals *out) {
  if (f->mark == walk) return;
  f->mark = walk;
  sv_push(*out, f);
}

static void flatten(ha_formula_kind kind, ha_formula *f, uint32_t walk, ha_literals *out) {
  if (f->kind != kind) take(f, walk, out);
  for (uint32_t i = 0; f->kind == kind && i < f->n; i++) take(f->arg[i], walk, out);
}

// `unit` is dropped, `zero` decides.
static ha_formula *join(ha_space s, ha_formula_kind kind, ha_formula *const *arg, uint32_t n) {
  ha_formula_kind unit = kind == HA_F_AND ? HA_F_TRUE : HA_F_FALSE;
  ha_formula_kind zero = kind == HA_F_AND ? HA_F_FALSE : HA_F_TRUE;
  ha_literals all = {0};
  uint32_t walk = ha_new_walk(s);
  for (uint32_t i = 0; i < n; i++) {
    if (arg[i]->kind == zero) {
      sv_vec_free(all);
      return arg[i];
    }
    if (arg[i]->kind != unit) flatten(kind, arg[i], walk, &all);
  }
  if (all.n < 2) {
    ha_formula *f = all.n ? all.at[0] : make(s, unit);
    sv_vec_free(all);
    return f;
  }
  ha_formula *f = make(s, kind);
  SV_ARENA_KEEP(s.arena, all, f->arg, f->n);
  assert(f->n > 1);
  return f;
}

ha_formula *ha_all(ha_space s, ha_formula *const *arg, uint32_t n) {
  return join(s, HA_F_AND, arg, n);
}

ha_formula *ha_any(ha_space s, ha_formula *const *arg, uint32_t n) {
  return join(s, HA_F_OR, arg, n);
}

ha_formula *ha_both(ha_space s, ha_formula *a, ha_formula *b) {
  return ha_all(s, (ha_formula *const[]){a, b}, 2);
}

ha_formula *ha_either(ha_space s, ha_formula *a, ha_formula *b) {
  return ha_any(s, (ha_formula *const[]){a, b}, 2);
}

// --- comparing and replacing

static bool same_leaf(const ha_formula *a, const ha_formula *b) {
  if (a->number != b->number || a->locations != b->locations) return false;
  if (a->kind == HA_F_ATOM)
    return a->atom.relation == b->atom.relation && ha_same_sum(a->atom.sum, b->atom.sum);
  return a->kind != HA_F_AT || !memcmp(a->in, b->in, a->locations * sizeof *a->in);
}

// `known`: pairs that were found to be the same.
static bool same(const ha_formula *a, const ha_formula *b, sv_map *known) {
  if (a == b) return true;
  if (a->kind != b->kind || a->n != b->n || !same_leaf(a, b)) return false;
  uint64_t pair = (uint64_t)a->id << 32 | b->id;
  if (a->n && sv_map_get(known, pair) != SV_MAP_NONE) return true;
  for (uint32_t i = 0; i < a->n; i++)
    if (!same(a->arg[i], b->arg[i], known)) return false;
  if (a->n) sv_map_put(known, pair, 1);
  return true;
}

bool ha_same_formula(const ha_formula *a, const ha_formula *b) {
  sv_map known = {0};
  bool found = same(a, b, &known);
  sv_map_free(&known);
  return found;
}

static ha_sum put_in_sum(ha_space s, ha_sum a, ha_by *by, void *context) {
  ha_sum out = ha_constant(a.constant);
  for (uint32_t i = 0; i < a.n; i++) {
    ha_sum value;
    if (!by(context, a.part[i].var, a.part[i].primed, &value))
      value = ha_single(s, a.part[i].var, a.part[i].primed);
    out = ha_add_times(s, out, a.part[i].factor, value);
  }
  return out;
}

ha_formula *ha_put_all(ha_space s, ha_formula *f, ha_by *by, void *context) {
  if (f->kind == HA_F_ATOM) {
    ha_atom atom = f->atom;
    atom.sum = put_in_sum(s, atom.sum, by, context);
    return ha_of_atom(s, atom);
  }
  if (!f->n) return f;
  ha_formula **arg = SV_ARENA_ARRAY(s.arena, ha_formula *, f->n);
  for (uint32_t i = 0; i < f->n; i++) arg[i] = ha_put_all(s, f->arg[i], by, context);
  return f->kind == HA_F_NOT ? ha_not(s, arg[0]) : join(s, f->kind, arg, f->n);
}

// --- disjunctive normal form

// All cases of `f` (of its negation), each added to the literals before it.
typedef struct {
  ha_space s;
  uint32_t most;
  ha_cases *out;
} speller;

static void keep(speller *x, const ha_literals *all) {
  ha_formula **copy = SV_ARENA_ARRAY(x->s.arena, ha_formula *, all->n);
  for (uint32_t i = 0; i < all->n; i++) copy[i] = all->at[i];
  sv_push(*x->out, (ha_case){copy, all->n});
}

// Takes conjunctions apart and literals away, up to a disjunction, which is returned; NULL: there
// is none left. False in *possible: a part is false.
static ha_formula *next_choice(speller *x, ha_literals *todo, ha_literals *done, bool *possible) {
  while (todo->n) {
    ha_formula *f = sv_pop(*todo);
    bool negated = f->kind == HA_F_NOT && f->arg[0]->kind != HA_F_ASKED;
    ha_formula *g = negated ? f->arg[0] : f;
    assert(!negated || g->kind == HA_F_AND || g->kind == HA_F_OR);
    if (g->kind == HA_F_FALSE) {
      *possible = false;
      return NULL;
    }
    if (g->kind == (negated ? HA_F_AND : HA_F_OR)) return f;
    if (g->kind == (negated ? HA_F_OR : HA_F_AND))
      for (uint32_t i = g->n; i--;) sv_push(*todo, negated ? ha_not(x->s, g->arg[i]) : g->arg[i]);
    else if (g->kind != HA_F_TRUE) sv_push(*done, f);
  }
  return NULL;
}

static void copy(const ha_literals *from, ha_literals *to) {
  sv_clear(*to);
  for (uint32_t i = 0; i < from->n; i++) sv_push(*to, from->at[i]);
}

// The conjunction of what is still to be done and of the literals so far; both are used up. Every
// disjunction on the way adds a case at least, so one deeper than `most` gives up in time.
static bool spell(speller *x, ha_literals *todo, ha_literals *done, uint32_t depth) {
  bool possible = true, good = depth <= x->most;
  ha_formula *f = good ? next_choice(x, todo, done, &possible) : NULL;
  if (good && possible && !f) keep(x, done);
  bool negated = f && f->kind == HA_F_NOT;
  const ha_formula *g = negated ? f->arg[0] : f;
  for (uint32_t i = 0; g && good && i < g->n; i++) {
    ha_literals rest = {0}, so_far = {0};
    copy(todo, &rest);
    copy(done, &so_far);
    sv_push(rest, negated ? ha_not(x->s, g->arg[i]) : g->arg[i]);
    good = spell(x, &rest, &so_far, depth + 1);
    sv_vec_free(rest);
    sv_vec_free(so_far);
  }
  return good && x->out->n <= x->most;
}

bool ha_spell_cases(ha_space s, ha_formula *f, uint32_t most, ha_cases *out) {
  speller x = {s, most, out};
  ha_literals todo = {0}, done = {0};
  sv_push(todo, f);
  bool good = spell(&x, &todo, &done, 0);
  sv_vec_free(todo);
  sv_vec_free(done);
  return good;
}
