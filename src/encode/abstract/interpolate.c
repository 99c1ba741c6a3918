// interpolate.c -- refuting a path case by case, and joining what the cases say.
//
// Every constraint carries the group it comes from and the level of the split
// that brought it in. A case is refuted by two facts that contradict each other,
// by something false, or by a sum of constraints; what it used decides how far
// back it counts: a split that a refutation does not use is none.

#include "encode/abstract/interpolate.h"

#include "encode/abstract/atoms.h"
#include "encode/abstract/interpolate_inside.h"

enum { MOST_LEAVES = 2000, MOST_ATOMS = 400, MOST_CELLS = 16, MOST_CUTS = 200 };

typedef struct {
  sv_term_list terms;  // by cut
  uint64_t used;       // levels
} result;

static bool refute(sv_refutation *r, result *out);

static uint64_t level_bit(uint32_t level) {
  assert(level < 64);
  return UINT64_C(1) << level;
}

// ---- the simplest refutations

// False before the group that says so is among those before the cut.
static bool by_false(sv_refutation *r, uint32_t group, uint32_t level, result *out) {
  for (uint32_t i = 0; i < r->cuts; i++) sv_push(out->terms, sv_bool_const(i < group));
  out->used = level_bit(level);
  r->numbers->leaves++;
  return true;
}

static bool by_contradiction(sv_refutation *r, sv_case_fact a, sv_case_fact b, result *out) {
  sv_case_fact first = a.group <= b.group ? a : b;
  uint32_t last = a.group <= b.group ? b.group : a.group;
  for (uint32_t i = 0; i < r->cuts; i++)
    sv_push(out->terms, i < first.group ? SV_TRUE : i < last ? first.literal : SV_FALSE);
  assert(out->terms.n == r->cuts && first.group <= last);
  out->used = level_bit(a.level) | level_bit(b.level);
  r->numbers->leaves++;
  return true;
}

// ---- Farkas

static bool has_helper(const sv_refutation *r, const sv_sum *s) {
  for (uint32_t i = 0; i < s->parts.n; i++)
    if (r->vars.at[sv_map_get(&r->var_of, s->parts.at[i].term.x)].is_helper) return true;
  return false;
}

static void add_rows(sv_refutation *r, uint32_t group, sv_sum *sum, bool *strict, uint64_t *used) {
  mpq_t m;
  mpq_init(m);
  for (uint32_t i = 0; i < r->rows.n; i++) {
    const sv_lp_row *row = &r->rows.at[i];
    if (row->group != group) continue;
    sv_simplex_multiplier(r->lp, i, m);
    if (!mpq_sgn(m)) continue;
    sv_sum_add(r->T, sum, &row->sum, sv_rational(r->T, m));
    *strict |= row->relation == SV_SUM_LT;
    *used |= level_bit(row->level);
  }
  mpq_clear(m);
}

static bool by_sum(sv_refutation *r, result *out) {
  sv_sum sum = {.constant = sv_small(0)};
  bool strict = false, good = true;
  out->used = 0;
  for (uint32_t g = 0; g <= r->cuts; g++) {
    add_rows(r, g, &sum, &strict, &out->used);
    if (g == r->cuts) break;
    good &= !has_helper(r, &sum);
    sv_push(out->terms, good ? sv_refutation_atom(r, &sum, strict) : SV_FALSE);
  }
  assert(!sum.parts.n && out->terms.n == r->cuts);
  sv_sum_free(&sum);
  r->numbers->leaves++;
  return good;
}

// ---- taking in what is said

static const sv_case_fact *opposite(const sv_refutation *r, sv_term literal) {
  for (uint32_t i = 0; i < r->facts.n; i++)
    if (sv_same(r->facts.at[i].literal, sv_not(literal))) return &r->facts.at[i];
  return NULL;
}

static bool take_linear(sv_refutation *r, sv_term literal, uint32_t group) {
  sv_node n = sv_node_of(r->T, sv_index(literal));
  bool negated = sv_negated(literal);
  if (n.op != SV_OP_LT && n.op != SV_OP_LE && n.op != SV_OP_EQ) return false;
  if (n.op == SV_OP_EQ && negated) return false;
  sv_term a = n.args[negated], b = n.args[!negated];
  sv_op op = n.op;
  sv_sum left, right;
  if (!sv_linearise(r, group, a, &left)) return false;
  if (!sv_linearise(r, group, b, &right)) return sv_sum_free(&left), false;
  sv_sum_add(r->T, &left, &right, sv_small(-1));
  sv_sum_free(&right);
  bool strict = (op == SV_OP_LT) != negated;
  sv_relation relation = op == SV_OP_EQ ? SV_SUM_EQ : strict ? SV_SUM_LT : SV_SUM_LE;
  if (strict && left.is_int && op != SV_OP_EQ) {
    left.constant = sv_number_add(sv_terms_numbers(r->T), left.constant, sv_small(1));
    relation = SV_SUM_LE;
  }
  sv_refutation_row(r, group, left, relation);
  return true;
}

static bool is_number(const sv_refutation *r, sv_term t) {
  sv_sort_kind kind = sv_sort_get(r->T, sv_sort_of(r->T, t))->kind;
  return kind == SV_SORT_INT || kind == SV_SORT_REAL || kind == SV_SORT_BV || kind == SV_SORT_ENUM;
}

// Is it to be split?
static bool is_splittable(const sv_refutation *r, sv_term t) {
  sv_node n = sv_node_of(r->T, sv_index(t));
  if (sv_is_connective(r->T, t)) return n.op != SV_OP_AND || sv_negated(t);
  return n.op == SV_OP_EQ && sv_negated(t) && is_number(r, n.args[0]);
}

// True: that is a refutation already.
static bool take(sv_refutation *r, sv_term t, uint32_t group, result *out) {
  sv_node n = sv_node_of(r->T, sv_index(t));
  sv_case_fact fact = {t, group, r->level};
  if (sv_same(t, SV_TRUE)) return false;
  if (sv_same(t, SV_FALSE)) return by_false(r, group, r->level, out);
  if (n.op == SV_OP_AND && !sv_negated(t)) {
    for (uint32_t i = 0; i < n.n; i++)
      if (take(r, sv_node_of(r->T, sv_index(t)).args[i], group, out)) return true;
    return false;
  }
  if (is_splittable(r, t)) return sv_push(r->pending, fact), false;
  const sv_case_fact *other = opposite(r, t);
  if (other) return by_contradiction(r, *other, fact, out);
  sv_push(r->facts, fact);
  if (!sv_is_connective(r->T, t)) take_linear(r, t, group);
  return false;
}

// ---- what the relaxation says

typedef struct {
  sv_refutation *r;
} pointing;

static sv_term value_at_point(void *context, sv_terms *T, uint32_t index, const sv_node *node) {
  sv_refutation *r = ((pointing *)context)->r;
  sv_term t = sv_term_of_index(index);
  if (node->op != SV_OP_VAR) return SV_NONE;
  if (sv_sort_get(T, node->sort)->kind == SV_SORT_BOOL) {
    for (uint32_t i = 0; i < r->facts.n; i++)
      if (sv_same(sv_positive(r->facts.at[i].literal), t))
        return sv_bool_const(!sv_negated(r->facts.at[i].literal));
    return SV_NONE;
  }
  uint32_t v = sv_map_get(&r->var_of, t.x);
  if (v == SV_MAP_NONE) return SV_NONE;
  mpq_t q;
  mpq_init(q);
  sv_simplex_value(r->lp, r->vars.at[v].column, q);
  sv_value value = sv_rational(T, q);
  mpq_clear(q);
  sv_sort s = node->sort;
  if (sv_sort_get(T, s)->kind == SV_SORT_INT) s = sv_sort_int(T);
  sv_term constant = sv_sort_has(T, s, value) ? sv_const(T, s, value) : SV_NONE;
  return constant;
}

// A pending conjunct that the point of the relaxation violates, or UINT32_MAX; those of which that
// cannot be said come last.
static uint32_t find_violated(sv_refutation *r) {
  uint32_t open = UINT32_MAX;
  pointing p = {r};
  for (uint32_t i = 0; i < r->pending.n; i++) {
    sv_term at = sv_substitute(r->T, r->pending.at[i].literal, value_at_point, &p);
    if (sv_same(at, SV_FALSE)) return i;
    if (!sv_same(at, SV_TRUE) && open == UINT32_MAX) open = i;
  }
  return open;
}

static uint32_t find_fractional(sv_refutation *r, sv_value *value) {
  mpq_t q;
  uint32_t found = UINT32_MAX;
  mpq_init(q);
  for (uint32_t v = 0; v < r->vars.n && found == UINT32_MAX; v++) {
    if (!r->vars.at[v].is_int) continue;
    sv_simplex_value(r->lp, r->vars.at[v].column, q);
    if (mpz_cmp_ui(mpq_denref(q), 1)) {
      *value = sv_rational(r->T, q);
      found = v;
    }
  }
  mpq_clear(q);
  return found;
}

// ---- splits

typedef struct {
  uint32_t facts, pending, rows, helpers;
} mark;

static mark here(const sv_refutation *r) {
  return (mark){r->facts.n, r->pending.n, r->rows.n, r->helpers};
}

static void go_back(sv_refutation *r, mark m) {
  r->facts.n = m.facts;
  r->pending.n = m.pending;
  r->helpers = m.helpers;
  sv_refutation_back(r, m.rows);
}

// What the branches say together.
static void join(sv_refutation *r, uint32_t group, result *out, const result *branch, bool first) {
  for (uint32_t i = 0; i < r->cuts; i++) {
    sv_term t = branch->terms.at[i];
    if (first) sv_push(out->terms, t);
    else
      out->terms.at[i] =
          i < group ? sv_and(r->T, out->terms.at[i], t) : sv_or(r->T, out->terms.at[i], t);
  }
  out->used |= branch->used;
}

// One branch of a split; true: refuted. Taken back afterwards.
static bool try_branch(sv_refutation *r, sv_term literal, uint32_t group, result *branch) {
  mark m = here(r);
  r->level++;
  bool good = take(r, literal, group, branch) || refute(r, branch);
  go_back(r, m);
  r->level--;
  return good;
}

// All branches; one that does not need the split's own literal is enough.
static bool try_branches(sv_refutation *r, const sv_term_list *branches, uint32_t group,
                         uint64_t own, result *out) {
  bool good = r->level < SV_SPLIT_DEPTH, enough = false;
  uint64_t mine = level_bit(r->level + 1);
  r->numbers->splits++;
  for (uint32_t i = 0; i < branches->n && good && !enough; i++) {
    result branch = {0};
    good = try_branch(r, branches->at[i], group, &branch);
    enough = good && !(branch.used & mine);
    if (enough) sv_clear(out->terms), out->used = 0;
    if (good) join(r, group, out, &branch, enough || !out->terms.n);
    sv_vec_free(branch.terms);
  }
  out->used &= ~mine;
  if (!enough) out->used |= own;
  return good;
}

static void list_branches(sv_refutation *r, sv_term t, sv_term_list *out) {
  sv_terms *T = r->T;
  sv_node n = sv_node_of(T, sv_index(t));
  bool no = sv_negated(t);
  if (n.op == SV_OP_AND) {
    for (uint32_t i = 0; i < n.n; i++) sv_push(*out, sv_not(n.args[i]));
    return;
  }
  sv_term a = n.args[0], b = n.args[1], c = n.n > 2 ? n.args[2] : SV_NONE;
  if (n.op == SV_OP_ITE) {
    sv_push(*out, sv_and(T, a, no ? sv_not(b) : b));
    sv_push(*out, sv_and(T, sv_not(a), no ? sv_not(c) : c));
  } else if (sv_is_connective(T, t)) {
    sv_push(*out, sv_and(T, a, no ? sv_not(b) : b));
    sv_push(*out, sv_and(T, sv_not(a), no ? b : sv_not(b)));
  } else {
    sv_push(*out, sv_app2(T, SV_OP_LT, a, b));
    sv_push(*out, sv_app2(T, SV_OP_LT, b, a));
  }
}

static bool split_pending(sv_refutation *r, uint32_t i, result *out) {
  sv_case_fact fact = r->pending.at[i];
  sv_term_list branches = {0};
  list_branches(r, fact.literal, &branches);
  uint32_t last = r->pending.n - 1;
  sv_case_fact other = r->pending.at[last];
  r->pending.at[i] = other;
  r->pending.n = last;
  bool good = try_branches(r, &branches, fact.group, level_bit(fact.level), out);
  assert(r->pending.n == last);
  sv_push(r->pending, other);
  r->pending.at[i] = fact;
  sv_vec_free(branches);
  return good;
}

// x <= k or x >= k + 1, as rows: there is no term for what a helper stands for.
static bool integer_branch(sv_refutation *r, uint32_t v, sv_value bound, bool upper, result *out) {
  sv_numbers *N = sv_terms_numbers(r->T);
  mark m = here(r);
  r->level++;
  sv_sum s = {.constant = upper ? sv_number_neg(N, bound) : bound, .is_int = true};
  sv_push(s.parts, (sv_summand){r->vars.at[v].name, sv_small(upper ? 1 : -1)});
  sv_refutation_row(r, r->vars.at[v].group, s, SV_SUM_LE);
  bool good = refute(r, out);
  go_back(r, m);
  r->level--;
  return good;
}

static bool split_integer(sv_refutation *r, uint32_t v, sv_value value, result *out) {
  sv_numbers *N = sv_terms_numbers(r->T);
  sv_value floor = sv_number_floor(N, value);
  uint64_t mine = level_bit(r->level + 1);
  if (r->level >= SV_SPLIT_DEPTH || r->numbers->cuts++ > MOST_CUTS) return false;
  for (uint32_t i = 0; i < 2; i++) {
    result branch = {0};
    sv_value bound = i ? sv_number_add(N, floor, sv_small(1)) : floor;
    bool good = integer_branch(r, v, bound, !i, &branch);
    bool enough = good && !(branch.used & mine);
    if (enough) sv_clear(out->terms), out->used = 0;
    if (good) join(r, r->vars.at[v].group, out, &branch, enough || !i);
    sv_vec_free(branch.terms);
    out->used &= ~mine;
    if (!good || enough) return good;
  }
  return true;
}

static bool refute(sv_refutation *r, result *out) {
  sv_value value;
  if (r->numbers->leaves > MOST_LEAVES || (r->limits && sv_limits_hit(r->limits))) return false;
  if (!sv_simplex_solve(r->lp)) return by_sum(r, out);
  uint32_t i = find_violated(r);
  if (i != UINT32_MAX) return split_pending(r, i, out);
  uint32_t v = find_fractional(r, &value);
  return v != UINT32_MAX && split_integer(r, v, value, out);
}

// ---- all of it

// Arrays that are equal are so cell by cell.
static sv_term equal_cells(sv_terms *T, sv_term a, sv_term b) {
  const sv_sort_info *info = sv_sort_get(T, sv_sort_of(T, a));
  sv_term all = SV_TRUE;
  if (info->kind != SV_SORT_ARRAY) return sv_eq(T, a, b);
  if (info->size > MOST_CELLS) return SV_TRUE;  // one conjunct less: nothing wrong is concluded
  for (uint32_t i = 0; i < info->size; i++) {
    sv_term at = sv_int_const(T, i), x = sv_app2(T, SV_OP_SELECT, a, at);
    all = sv_and(T, all, equal_cells(T, x, sv_app2(T, SV_OP_SELECT, b, at)));
  }
  return all;
}

static sv_term by_cells(void *context, sv_terms *T, uint32_t index, sv_term t) {
  sv_node n = sv_node_of(T, sv_index(t));
  SV_UNUSED(context), SV_UNUSED(index);
  if (n.op != SV_OP_EQ) return SV_NONE;
  sv_term a = n.args[0], b = n.args[1];
  if (sv_sort_get(T, sv_sort_of(T, a))->kind != SV_SORT_ARRAY) return SV_NONE;
  return equal_cells(T, a, b);
}

static bool take_group(sv_refutation *r, uint32_t g, result *out) {
  const sv_term_list *group = &r->path->groups.at[g];
  for (uint32_t i = 0; i < group->n && !r->failed; i++) {
    sv_term t = sv_rewrite(r->T, group->at[i], by_cells, NULL);
    t = sv_plain_atoms(r->T, t, MOST_ATOMS);
    r->failed |= sv_is_none(t);
    if (!r->failed && take(r, t, g, out)) return true;
  }
  return false;
}

static void release(sv_refutation *r) {
  r->numbers->pivots += sv_simplex_pivots(r->lp);
  for (uint32_t i = 0; i < r->rows.n; i++) sv_sum_free(&r->rows.at[i].sum);
  sv_simplex_free(r->lp);
  sv_vec_free(r->vars);
  sv_vec_free(r->rows);
  sv_vec_free(r->facts);
  sv_vec_free(r->pending);
  sv_map_free(&r->var_of);
  sv_map_free(&r->ranged);
}

bool sv_path_interpolate(sv_path *p, sv_limits *limits, bool straight, sv_term_list *out,
                         sv_interpolation_numbers *numbers) {
  sv_refutation r = {.path = p,
                     .T = p->terms,
                     .limits = limits,
                     .numbers = numbers,
                     .straight = straight,
                     .cuts = p->groups.n - 1,
                     .lp = sv_simplex_new()};
  result all = {0};
  bool good = false;
  *numbers = (sv_interpolation_numbers){0};
  for (uint32_t g = 0; g < p->groups.n && !good && !r.failed; g++) good = take_group(&r, g, &all);
  if (!good && !r.failed) good = refute(&r, &all);
  sv_clear(*out);
  for (uint32_t i = 0; i < r.cuts && good; i++) {
    sv_term t = sv_path_state_term(p, i, all.terms.at[i]);
    good = !sv_is_none(t);
    if (good) sv_push(*out, t);
  }
  numbers->wraps = r.wraps;
  sv_vec_free(all.terms);
  release(&r);
  return good;
}

// ---- looking again

bool sv_path_interpolants_hold(sv_path *p, sv_query *q, const sv_term_list *terms) {
  REQUIRE(terms->n + 1 == p->groups.n, "an interpolant for every state between two groups");
  for (uint32_t g = 0; g < p->groups.n; g++) {
    sv_term_list all = {0};
    for (uint32_t i = 0; i < p->groups.at[g].n; i++) sv_push(all, p->groups.at[g].at[i]);
    if (g) sv_push(all, sv_path_version_term(p, g - 1, terms->at[g - 1]));
    if (g < terms->n) sv_push(all, sv_not(sv_path_version_term(p, g, terms->at[g])));
    bool good = sv_query_refutes(q, all.at, all.n);
    sv_vec_free(all);
    if (!good) return false;
  }
  return true;
}
