// check_formula.c -- formulas: comparisons, locations, `asap` where it may stand.

#include "base/suggest.h"
#include "lang/hybrid/check.h"

static ha_formula *atom(ha_scope *s, ha_sum sum, ha_relation relation, sv_span span) {
  return ha_of_atom(ha_space_of(s->c), (ha_atom){sum, relation, span});
}

// loc[a] = l
static ha_formula *check_location(ha_scope *s, const ha_expr *e) {
  assert(e->op == HA_E_EQ && e->arg[0]->op == HA_E_LOC);
  ha_checker *c = s->c;
  const ha_word a = e->arg[0]->word;
  uint32_t automaton = sv_map_get(&c->automata, a.name.x);
  if (automaton == SV_MAP_NONE) {
    ha_wrong(c, a.span, "there is no automaton `%s`", ha_text(c, a.name));
    ha_suggest(c, a.name, &c->automata);
    return NULL;
  }
  if (e->arg[1]->op != HA_E_NAME) {
    ha_wrong(c, e->arg[1]->span, "expected a location of `%s`", ha_text(c, a.name));
    return NULL;
  }
  const ha_automaton *in = &c->net->automata.at[automaton];
  uint32_t location = ha_find_location(in, e->arg[1]->word.name);
  if (location != UINT32_MAX)
    return ha_at_one(ha_space_of(c), automaton, location, in->locations.n);
  ha_wrong(c, e->arg[1]->span, "`%s` has no location `%s`", ha_text(c, a.name),
           ha_text(c, e->arg[1]->word.name));
  sv_suggestion best = sv_suggest(ha_text(c, e->arg[1]->word.name));
  for (uint32_t i = 0; i < in->locations.n; i++)
    sv_suggest_try(&best, ha_text(c, in->locations.at[i].word.name));
  if (best.best) sv_diag_hint(c->diags, "did you mean `%s`?", best.best);
  return NULL;
}

static ha_formula *check_compare(ha_scope *s, const ha_expr *e) {
  ha_sum a, b;
  ha_space space = ha_space_of(s->c);
  if (e->op == HA_E_EQ && e->arg[0]->op == HA_E_LOC) return check_location(s, e);
  if (!ha_check_sum(s, e->arg[0], &a) || !ha_check_sum(s, e->arg[1], &b)) return NULL;
  bool less = e->op == HA_E_LT || e->op == HA_E_LE;
  ha_sum sum = less ? ha_minus(space, a, b) : ha_minus(space, b, a);
  ha_relation relation = e->op == HA_E_EQ                       ? HA_EQ
                         : e->op == HA_E_LT || e->op == HA_E_GT ? HA_LT
                                                                : HA_LE;
  return atom(s, sum, relation, e->span);
}

static ha_formula *check_interval(ha_scope *s, const ha_expr *e) {
  assert(e->n == 3);
  ha_sum x, low, high;
  ha_space space = ha_space_of(s->c);
  if (!ha_check_sum(s, e->arg[0], &x) || !ha_check_sum(s, e->arg[1], &low) ||
      !ha_check_sum(s, e->arg[2], &high))
    return NULL;
  return ha_both(space, atom(s, ha_minus(space, low, x), HA_LE, e->span),
                 atom(s, ha_minus(space, x, high), HA_LE, e->span));
}

// `asap` is a conjunct of a guard; what is below `|` and `!` is none.
static ha_formula *check_parts(ha_scope *s, const ha_expr *e) {
  ha_space space = ha_space_of(s->c);
  ha_formula **part = SV_ARENA_ARRAY(s->c->arena, ha_formula *, e->n);
  bool guard = s->guard, good = true;
  s->guard = guard && e->op == HA_E_AND;
  for (uint32_t i = 0; i < e->n; i++) {
    part[i] = ha_check_formula(s, e->arg[i]);
    good = good && part[i];
  }
  s->guard = guard;
  if (!good) return NULL;
  return e->op == HA_E_AND ? ha_all(space, part, e->n) : ha_any(space, part, e->n);
}

static ha_formula *check_not(ha_scope *s, const ha_expr *e) {
  bool guard = s->guard;
  s->guard = false;
  ha_formula *f = ha_check_formula(s, e->arg[0]);
  s->guard = guard;
  return f ? ha_not(ha_space_of(s->c), f) : NULL;
}

static ha_formula *check_asap(ha_scope *s, const ha_expr *e) {
  if (s->guard) {
    s->asap = true;
    return ha_true(ha_space_of(s->c));
  }
  ha_wrong(s->c, e->span, "`asap` has no meaning here");
  sv_diag_hint(s->c->diags, "it is one of the conjuncts of a guard: `when x >= 1 & asap`");
  return NULL;
}

static ha_formula *no_condition(ha_scope *s, const ha_expr *e) {
  ha_wrong(s->c, e->span, "expected a condition, but this is %s",
           e->op >= HA_E_FORWARD ? "a region" : "a number");
  return NULL;
}

ha_formula *ha_check_formula(ha_scope *s, const ha_expr *e) {
  switch (e->op) {
  case HA_E_TRUE: return ha_true(ha_space_of(s->c));
  case HA_E_FALSE: return ha_false(ha_space_of(s->c));
  case HA_E_ASAP: return check_asap(s, e);
  case HA_E_NOT: return check_not(s, e);
  case HA_E_AND:
  case HA_E_OR: return check_parts(s, e);
  case HA_E_LT:
  case HA_E_LE:
  case HA_E_EQ:
  case HA_E_GE:
  case HA_E_GT: return check_compare(s, e);
  case HA_E_IN: return check_interval(s, e);
  case HA_E_NUMBER:
  case HA_E_NAME:
  case HA_E_PRIMED:
  case HA_E_NEG:
  case HA_E_ADD:
  case HA_E_SUB:
  case HA_E_MUL:
  case HA_E_DIV:
  case HA_E_LOC:
  case HA_E_FORWARD:
  case HA_E_BACKWARD:
  case HA_E_HIDE:
  case HA_E_EMPTY:
  case HA_E_CALL: return no_condition(s, e);
  }
  SV_UNREACHABLE();
}

bool ha_check_atoms(ha_scope *s, const ha_expr *e, const char *what, const ha_atom **out,
                    uint32_t *n) {
  ha_formula *f = ha_check_formula(s, e);
  if (!f) return false;
  bool one = f->kind == HA_F_ATOM || ha_is_false(f);
  uint32_t count = ha_is_true(f) ? 0 : one ? 1 : f->n;
  ha_atom *atoms = SV_ARENA_ARRAY(s->c->arena, ha_atom, count);
  for (uint32_t i = 0; i < count; i++) {
    const ha_formula *part = one ? f : f->arg[i];
    if (ha_is_false(part)) {
      atoms[i] = (ha_atom){ha_constant(sv_small(1)), HA_LE, e->span};
    } else if (part->kind == HA_F_ATOM && (one || f->kind == HA_F_AND)) {
      atoms[i] = part->atom;
    } else {
      ha_wrong(s->c, e->span, "%s cannot be joined by `|` or negated", what);
      return false;
    }
  }
  *out = atoms;
  *n = count;
  return true;
}
