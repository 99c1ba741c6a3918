// monitor_expr.c -- conditions as functions of atoms.
//
// Atoms are what is left when `! && || -> <->` and constants are taken apart,
// so that p and !p know of each other; `!=`, `<=` and `>=` are the opposites
// of `==`, `>` and `<`. Equal atoms are one. Evaluating an atom that C's `&&`
// would skip does no harm: all operators of the model are total.

#include "lang/promela/claim/monitor_inside.h"

typedef bool expr_test(const pml_expr *);

static const pml_expr *find(const pml_expr *e, expr_test *test) {
  if (test(e)) return e;
  const pml_expr *found = NULL;
  for (uint32_t i = 0; i < e->n && !found; i++) found = find(e->arg[i], test);
  if (!found && e->index) found = find(e->index, test);
  if (!found && e->field) found = find(e->field, test);
  return found;
}

static bool temporal(const pml_expr *e) { return e->op >= PML_E_ALWAYS && e->op <= PML_E_RELEASE; }
static bool waits(const pml_expr *e) { return e->op == PML_E_TIMEOUT; }
static bool progresses(const pml_expr *e) { return e->op == PML_E_NP; }

bool pml_asks_for_progress(const pml_expr *e) { return find(e, progresses); }

bool pml_is_temporal(const pml_expr *e) { return find(e, temporal); }

bool pml_check_atom(pml_logic *l, const pml_expr *e) {
  static const struct {
    expr_test *test;
    const char *why;
  } refused[] = {
      {temporal,
       "a temporal operator inside of another expression is not supported: `<> a == b` is read as "
       "`(<> a) == b`, write `<> (a == b)`"},
      {waits, "`timeout` in formulas and claims is not supported"},
  };
  for (size_t i = 0; i < SV_COUNT(refused); i++) {
    const pml_expr *found = find(e, refused[i].test);
    if (found) return pml_refuse(l, found->span, refused[i].why), false;
  }
  return true;
}

static bool same_expr(const pml_expr *a, const pml_expr *b);

static bool same_part(const pml_expr *a, const pml_expr *b) {
  return a == b || (a && b && same_expr(a, b));
}

static bool same_expr(const pml_expr *a, const pml_expr *b) {
  if (a->op != b->op || a->n != b->n || a->random != b->random || a->value != b->value)
    return false;
  if (a->var != b->var || a->member != b->member || a->proc != b->proc || a->label != b->label ||
      a->priority != b->priority)
    return false;
  if (!same_part(a->index, b->index) || !same_part(a->field, b->field)) return false;
  for (uint32_t i = 0; i < a->n; i++)
    if (!same_expr(a->arg[i], b->arg[i])) return false;
  return true;
}

// --- making expressions

static pml_expr *make(sv_arena *arena, const pml_expr *like, pml_op op, pml_expr *a, pml_expr *b) {
  pml_expr *e = SV_ARENA_NEW(arena, pml_expr);
  *e = (pml_expr){.op = op, .parens = true, .span = like->span, .def = like->def};
  e->n = b ? 2 : 1;
  e->arg = SV_ARENA_ARRAY(arena, pml_expr *, e->n);
  e->arg[0] = a;
  if (b) e->arg[1] = b;
  return e;
}

static pml_expr *copy(sv_arena *arena, const pml_expr *from) {
  pml_expr *e = SV_ARENA_NEW(arena, pml_expr);
  *e = *from;
  return e;
}

pml_expr *pml_wrap(sv_arena *arena, pml_op op, const pml_expr *e) {
  return make(arena, e, op, copy(arena, e), NULL);
}

pml_expr *pml_plain(sv_arena *arena, const pml_expr *e) {
  pml_expr *plain = copy(arena, e);
  plain->arg = SV_ARENA_ARRAY(arena, pml_expr *, e->n + 1);
  for (uint32_t i = 0; i < e->n; i++) plain->arg[i] = pml_plain(arena, e->arg[i]);
  if (e->index) plain->index = pml_plain(arena, e->index);
  if (e->field) plain->field = pml_plain(arena, e->field);
  if (e->op == PML_E_IMPLIES) {
    pml_expr *left = make(arena, e->arg[0], PML_E_NOT, plain->arg[0], NULL);
    return make(arena, e, PML_E_OR, left, plain->arg[1]);
  }
  if (e->op == PML_E_EQUIV) {
    pml_expr *left = make(arena, e->arg[0], PML_E_NOT, plain->arg[0], NULL);
    pml_expr *right = make(arena, e->arg[1], PML_E_NOT, plain->arg[1], NULL);
    return make(arena, e, PML_E_EQ, left, right);
  }
  return plain;
}

// --- atoms

static pml_op opposite(pml_op op) {
  switch (op) {
  case PML_E_NE: return PML_E_EQ;
  case PML_E_LE: return PML_E_GT;
  case PML_E_GE: return PML_E_LT;
  default: return op;
  }
}

uint32_t pml_atom_of(pml_logic *l, const pml_expr *e, bool *negated) {
  *negated = false;
  if (!pml_check_atom(l, e)) return 0;
  pml_expr *atom = pml_plain(l->arena, e);
  *negated = opposite(atom->op) != atom->op;
  atom->op = opposite(atom->op);
  for (uint32_t i = 0; i < l->atoms.n; i++)
    if (same_expr(l->atoms.at[i], atom)) return i;
  if (l->atoms.n == PML_MONITOR_ATOMS_MAX)
    return pml_refuse(l, e->span, "too many different conditions to observe"), 0;
  sv_push(l->atoms, atom);
  return l->atoms.n - 1;
}

static uint32_t atom(pml_logic *l, const pml_expr *e) {
  bool negated;
  uint32_t f = pml_bdd_var(&l->bdds, pml_atom_of(l, e, &negated));
  return negated ? pml_bdd_not(&l->bdds, f) : f;
}

uint32_t pml_condition(pml_logic *l, const pml_expr *e) {
  pml_bdds *b = &l->bdds;
  if (e->op == PML_E_NUMBER) return e->value != 0;
  if (e->op == PML_E_NOT) return pml_bdd_not(b, pml_condition(l, e->arg[0]));
  if (e->op != PML_E_AND && e->op != PML_E_OR) return atom(l, e);
  uint32_t left = pml_condition(l, e->arg[0]), right = pml_condition(l, e->arg[1]);
  return e->op == PML_E_AND ? pml_bdd_and(b, left, right) : pml_bdd_or(b, left, right);
}
