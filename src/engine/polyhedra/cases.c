// cases.c -- conditions on numbers as unions of conjunctions.
//
// Whatever is neither a linear condition nor a conjunction of such (disjunctions,
// equations that must not hold, values that depend on a condition) is split by
// an atom that it contains: the atom holds, or it does not. What is not linear
// after that is left out: there are more steps then, and `relaxed` says so.

#include "encode/abstract/atoms.h"
#include "encode/abstract/linear.h"
#include "engine/polyhedra/polyhedra.h"

enum { MOST_CASES = 4096, MOST_ATOMS = 4096 };

typedef struct {
  sv_poly_system *p;
  sv_terms *T;
  const sv_sort_list *choices;
  sv_u32s dimension_of;  // by choice: behind those of the state, or UINT32_MAX
  uint32_t numbers;      // choices that are numbers
  sv_poly_cases *out;
} splitter;

// ---- sums

static bool is_number(const sv_terms *T, sv_term t) {
  sv_sort_kind kind = sv_sort_get(T, sv_sort_of(T, t))->kind;
  return kind == SV_SORT_INT || kind == SV_SORT_REAL;
}

static bool is_int_to_real(const sv_terms *T, const sv_node *n) {
  return sv_sort_get(T, n->sort)->kind == SV_SORT_REAL && is_number(T, n->args[0]);
}

// Of a variable or a choice; an integer may be used as a rational number.
static bool find_dimension(const splitter *s, sv_term t, uint32_t *out) {
  sv_node n = sv_node_of(s->T, sv_index(t));
  *out = UINT32_MAX;
  if (n.op == SV_OP_CAST && is_int_to_real(s->T, &n)) n = sv_node_of(s->T, sv_index(n.args[0]));
  if (n.op == SV_OP_VAR) *out = s->p->dimension_of.at[n.id];
  if (n.op == SV_OP_CHOICE) *out = s->dimension_of.at[n.id];
  return *out != UINT32_MAX;
}

static void sum_free(sv_poly_sum *s) {
  for (uint32_t i = 0; i < s->parts.n; i++) {
    mpz_clear((mpz_ptr)(uintptr_t)s->parts.at[i].factor);
    sv_free((void *)(uintptr_t)s->parts.at[i].factor);
  }
  sv_vec_free(s->parts);
  mpz_clears(s->constant, s->divisor, NULL);
}

// factor * divisor, which is an integer.
static void scale(const splitter *s, sv_value factor, mpz_srcptr divisor, mpz_ptr out) {
  mpq_t q;
  mpq_init(q);
  sv_number_get(sv_terms_numbers(s->T), factor, q);
  mpz_mul(out, mpq_numref(q), divisor);
  mpz_divexact(out, out, mpq_denref(q));
  mpq_clear(q);
}

static void take_denominator(const splitter *s, sv_value v, mpz_ptr divisor) {
  mpq_t q;
  mpq_init(q);
  sv_number_get(sv_terms_numbers(s->T), v, q);
  mpz_lcm(divisor, divisor, mpq_denref(q));
  mpq_clear(q);
}

// False, and nothing to free: it is not a sum of dimensions.
static bool make_sum(const splitter *s, const sv_sum *from, sv_poly_sum *out) {
  uint32_t d;
  for (uint32_t i = 0; i < from->parts.n; i++)
    if (!find_dimension(s, from->parts.at[i].term, &d)) return false;
  *out = (sv_poly_sum){0};
  mpz_init(out->constant);
  mpz_init_set_ui(out->divisor, 1);
  take_denominator(s, from->constant, out->divisor);
  for (uint32_t i = 0; i < from->parts.n; i++)
    take_denominator(s, from->parts.at[i].factor, out->divisor);
  scale(s, from->constant, out->divisor, out->constant);
  for (uint32_t i = 0; i < from->parts.n; i++) {
    mpz_ptr factor = sv_alloc(sizeof *factor);
    mpz_init(factor);
    scale(s, from->parts.at[i].factor, out->divisor, factor);
    find_dimension(s, from->parts.at[i].term, &d);
    sv_push(out->parts, (sv_affine_part){d, factor});
  }
  return true;
}

// ---- what a case consists of

static void case_free(sv_poly_case *c) {
  for (uint32_t i = 0; i < c->spaces.n; i++) sv_half_space_free(c->spaces.at[i]);
  for (uint32_t i = 0; i < c->assignments.n; i++)
    if (!c->assignments.at[i].any) sum_free(&c->assignments.at[i].sum);
  sv_vec_free(c->spaces);
  sv_vec_free(c->assignments);
  sv_vec_free(c->changes);
}

void sv_poly_cases_free(sv_poly_cases *cases) {
  for (uint32_t i = 0; i < cases->n; i++) case_free(&cases->at[i]);
  sv_vec_free(*cases);
}

// The literal as a half-space; one that is not linear is left out.
static void add_space(splitter *s, sv_poly_case *c, sv_term literal) {
  static const sv_space_relation relations[] = {
      [SV_SUM_LE] = SV_SPACE_GE, [SV_SUM_LT] = SV_SPACE_GT, [SV_SUM_EQ] = SV_SPACE_EQ};
  sv_linear_atom atom;
  sv_poly_sum sum;
  if (!sv_linear_literal(s->T, literal, &atom)) {
    s->p->relaxed = true;
    return;
  }
  sv_sum_scale(s->T, &atom.sum, sv_small(-1));  // sum <= 0 becomes -sum >= 0
  if (make_sum(s, &atom.sum, &sum)) {
    sv_affine a = {sum.parts.at, sum.parts.n, sum.constant};
    sv_push(c->spaces, sv_half_space_new(a, relations[atom.relation]));
    sum_free(&sum);
  } else {
    s->p->relaxed = true;
  }
  sv_sum_free(&atom.sum);
}

static sv_poly_assignment assignment_of(splitter *s, uint32_t dimension, sv_term value) {
  sv_poly_assignment out = {.dimension = dimension};
  sv_sum sum;
  out.any = !sv_sum_of(s->T, value, &sum) || !make_sum(s, &sum, &out.sum);
  s->p->relaxed |= out.any;
  sv_sum_free(&sum);
  return out;
}

// ---- assignments one after the other

static bool reads(const sv_poly_assignment *a, uint32_t dimension) {
  for (uint32_t i = 0; !a->any && i < a->sum.parts.n; i++)
    if (a->sum.parts.at[i].dimension == dimension) return true;
  return false;
}

static bool is_read(const sv_poly_case *c, uint32_t from, uint32_t but) {
  for (uint32_t i = from; i < c->assignments.n; i++)
    if (i != but && reads(&c->assignments.at[i], c->assignments.at[but].dimension)) return true;
  return false;
}

static void read_copy(sv_poly_assignment *a, uint32_t dimension, uint32_t copy) {
  for (uint32_t i = 0; !a->any && i < a->sum.parts.n; i++)
    if (a->sum.parts.at[i].dimension == dimension) a->sum.parts.at[i].dimension = copy;
}

static sv_poly_assignment copy_of(uint32_t dimension, uint32_t copy) {
  sv_poly_assignment a = {.dimension = copy};
  mpz_ptr one = sv_alloc(sizeof *one);
  mpz_init_set_ui(one, 1);
  mpz_init(a.sum.constant);
  mpz_init_set_ui(a.sum.divisor, 1);
  sv_push(a.sum.parts, (sv_affine_part){dimension, one});
  return a;
}

// They happen at once: what others still read is copied before it is overwritten.
static void put_in_order(const splitter *s, sv_poly_case *c) {
  for (uint32_t i = 0; i < c->assignments.n; i++) {
    uint32_t next = i;
    while (next < c->assignments.n && is_read(c, i, next)) next++;
    if (next == c->assignments.n) {
      uint32_t dimension = c->assignments.at[i].dimension;
      uint32_t copy = s->p->dimensions.n + c->more++;
      for (uint32_t k = i; k < c->assignments.n; k++)
        read_copy(&c->assignments.at[k], dimension, copy);
      sv_push(c->assignments, c->assignments.at[i]);  // makes room: the copy comes first
      c->assignments.at[i] = copy_of(dimension, copy);
      continue;
    }
    sv_poly_assignment swap = c->assignments.at[i];
    c->assignments.at[i] = c->assignments.at[next], c->assignments.at[next] = swap;
  }
}

// ---- one case

static bool add_change(splitter *s, sv_poly_case *c, uint32_t var, sv_term value) {
  sv_poly_system *p = s->p;
  sv_value constant;
  if (sv_is_none(value) || sv_same(value, sv_net_var_term(p->net, var))) return true;
  if (p->dimension_of.at[var] != UINT32_MAX) {
    sv_push(c->assignments, assignment_of(s, p->dimension_of.at[var], value));
    return true;
  }
  sv_push(c->changes, (sv_poly_change){p->place_of.at[var], value});
  return sv_is_const(s->T, value, &constant);
}

static bool add_case(splitter *s, sv_term condition, const sv_term *after) {
  sv_poly_case c = {.more = s->numbers};
  sv_term_list all = {0};
  bool good = s->out->n < MOST_CASES;
  sv_conjuncts(s->T, condition, &all);
  for (uint32_t i = 0; i < all.n; i++) add_space(s, &c, all.at[i]);
  for (uint32_t v = 0; after && v < s->p->net->vars.n && good; v++)
    good = add_change(s, &c, v, after[v]);
  put_in_order(s, &c);
  sv_push(*s->out, c);
  sv_vec_free(all);
  return good;
}

// ---- splitting

static bool is_equation(const sv_terms *T, sv_term atom) {
  sv_node n = sv_node_of(T, sv_index(atom));
  return n.op == SV_OP_EQ && is_number(T, n.args[0]);
}

static sv_term first_atom(const splitter *s, sv_term t) {
  sv_term_list atoms = {0};
  sv_atoms_of(s->T, t, &atoms);
  sv_term first = atoms.n ? atoms.at[0] : SV_NONE;
  sv_vec_free(atoms);
  return first;
}

static sv_term atom_of_condition(const splitter *s, sv_term condition) {
  sv_term_list all = {0};
  sv_term out = SV_NONE;
  sv_conjuncts(s->T, condition, &all);
  for (uint32_t i = 0; i < all.n && sv_is_none(out); i++) {
    bool plain = !sv_is_connective(s->T, sv_positive(all.at[i]));
    if (!plain) out = first_atom(s, all.at[i]);
    else if (sv_negated(all.at[i]) && is_equation(s->T, all.at[i])) out = sv_positive(all.at[i]);
  }
  sv_vec_free(all);
  return out;
}

// A condition inside of a value.
static sv_term atom_of_value(const splitter *s, sv_term value) {
  sv_u32s cone = {0};
  sv_term out = SV_NONE;
  if (sv_is_none(value)) return out;
  if (sv_sort_get(s->T, sv_sort_of(s->T, value))->kind == SV_SORT_BOOL) return first_atom(s, value);
  sv_cone(s->T, &value, 1, &cone);
  for (uint32_t i = 0; i < cone.n && sv_is_none(out); i++) {
    sv_node n = sv_node_of(s->T, cone.at[i]);
    sv_term plain = n.op == SV_OP_ITE ? sv_plain_atoms(s->T, n.args[0], MOST_ATOMS) : SV_NONE;
    if (!sv_is_none(plain)) out = first_atom(s, plain);
  }
  sv_vec_free(cone);
  return out;
}

typedef struct {
  sv_term atom, value;
} decision;

static sv_term decide(void *context, sv_terms *T, uint32_t index, sv_term rebuilt) {
  const decision *d = context;
  (void)index;
  if (sv_same(rebuilt, d->atom)) return d->value;
  if (sv_sort_get(T, sv_sort_of(T, rebuilt))->kind != SV_SORT_BOOL) return SV_NONE;
  if (sv_is_connective(T, rebuilt) || sv_is_const(T, rebuilt, NULL)) return SV_NONE;
  sv_term one_form = sv_canonical_atom(T, rebuilt);
  if (!sv_same(sv_positive(one_form), d->atom)) return SV_NONE;
  return sv_negated(one_form) ? sv_not(d->value) : d->value;
}

static bool split(splitter *, sv_term condition, const sv_term *after);

static bool split_by(splitter *s, sv_term condition, const sv_term *after, decision d,
                     sv_term also) {
  sv_term_list values = {0};
  sv_term rest = sv_rewrite(s->T, condition, decide, &d);
  for (uint32_t v = 0; after && v < s->p->net->vars.n; v++)
    sv_push(values, sv_is_none(after[v]) ? SV_NONE : sv_rewrite(s->T, after[v], decide, &d));
  bool good = split(s, sv_and(s->T, rest, also), after ? values.at : NULL);
  sv_vec_free(values);
  return good;
}

static bool split_equation(splitter *s, sv_term condition, const sv_term *after, sv_term atom) {
  sv_node n = sv_node_of(s->T, sv_index(atom));
  sv_term left = n.args[0], right = n.args[1];
  decision d = {atom, SV_FALSE};
  return split_by(s, condition, after, d, sv_app2(s->T, SV_OP_LT, left, right)) &&
         split_by(s, condition, after, d, sv_app2(s->T, SV_OP_LT, right, left));
}

static bool split(splitter *s, sv_term condition, const sv_term *after) {
  if (sv_same(condition, SV_FALSE)) return true;
  sv_term atom = atom_of_condition(s, condition);
  for (uint32_t v = 0; after && v < s->p->net->vars.n && sv_is_none(atom); v++)
    atom = atom_of_value(s, after[v]);
  if (sv_is_none(atom)) return add_case(s, condition, after);
  if (s->out->n >= MOST_CASES || !split_by(s, condition, after, (decision){atom, SV_TRUE}, atom))
    return false;
  if (is_equation(s->T, atom)) return split_equation(s, condition, after, atom);
  return split_by(s, condition, after, (decision){atom, SV_FALSE}, sv_not(atom));
}

// ---- choices from finite sorts

typedef struct {
  uint32_t choice;
  sv_term value;
} chosen;

static sv_term put_choice(void *context, sv_terms *T, uint32_t index, const sv_node *n) {
  const chosen *c = context;
  (void)T, (void)index;
  return n->op == SV_OP_CHOICE && n->id == c->choice ? c->value : SV_NONE;
}

static bool choose(splitter *s, uint32_t k, sv_term condition, const sv_term *after);

static bool choose_value(splitter *s, chosen c, sv_term condition, const sv_term *after) {
  sv_term_list values = {0};
  sv_term rest = sv_substitute(s->T, condition, put_choice, &c);
  for (uint32_t v = 0; after && v < s->p->net->vars.n; v++)
    sv_push(values, sv_is_none(after[v]) ? SV_NONE : sv_substitute(s->T, after[v], put_choice, &c));
  bool good = choose(s, c.choice + 1, rest, after ? values.at : NULL);
  sv_vec_free(values);
  return good;
}

static bool choose(splitter *s, uint32_t k, sv_term condition, const sv_term *after) {
  int64_t lo, hi;
  while (s->choices && k < s->choices->n && s->dimension_of.at[k] != UINT32_MAX) k++;
  if (sv_same(condition, SV_FALSE)) return true;
  if (!s->choices || k == s->choices->n) {
    sv_term plain = sv_plain_atoms(s->T, condition, MOST_ATOMS);
    return !sv_is_none(plain) && split(s, plain, after);
  }
  sv_sort sort = s->choices->at[k];
  if (!sv_poly_range(s->p, sort, &lo, &hi) || (uint64_t)hi - (uint64_t)lo > MOST_CASES)
    return false;
  if (sv_sort_get(s->T, sort)->kind == SV_SORT_INT) sort = sv_sort_int(s->T);
  for (int64_t v = lo; v <= hi; v++)
    if (!choose_value(s, (chosen){k, sv_const(s->T, sort, sv_small(v))}, condition, after))
      return false;
  return true;
}

static void number_choices(splitter *s) {
  for (uint32_t k = 0; s->choices && k < s->choices->n; k++) {
    const sv_sort_info *info = sv_sort_get(s->T, s->choices->at[k]);
    bool wide = !info->ranged || (uint64_t)info->hi - (uint64_t)info->lo > MOST_CASES;
    bool number = info->kind == SV_SORT_REAL || (info->kind == SV_SORT_INT && wide);
    sv_push(s->dimension_of, number ? s->p->dimensions.n + s->numbers++ : UINT32_MAX);
    s->p->relaxed |= number && info->kind == SV_SORT_INT;
  }
}

// Numbers that are chosen from a range are within it.
static sv_term in_ranges(const splitter *s, sv_term condition) {
  for (uint32_t k = 0; s->choices && k < s->choices->n; k++) {
    const sv_sort_info *info = sv_sort_get(s->T, s->choices->at[k]);
    if (s->dimension_of.at[k] == UINT32_MAX || !info->ranged) continue;
    sv_term choice = sv_choice(s->T, s->choices->at[k], k);
    sv_term lo = sv_int_const(s->T, info->lo), hi = sv_int_const(s->T, info->hi);
    condition = sv_and(s->T, condition, sv_app2(s->T, SV_OP_LE, lo, choice));
    condition = sv_and(s->T, condition, sv_app2(s->T, SV_OP_LE, choice, hi));
  }
  return condition;
}

bool sv_poly_split(sv_poly_system *p, sv_term condition, const sv_term *after,
                   const sv_sort_list *choices, sv_poly_cases *out) {
  splitter s = {.p = p, .T = p->terms, .choices = choices, .out = out};
  number_choices(&s);
  bool good = choose(&s, 0, in_ranges(&s, condition), after);
  sv_vec_free(s.dimension_of);
  return good;
}
