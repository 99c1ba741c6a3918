// simplex.c -- see simplex.h.
//
// Every constraint has a slack variable, which is the sum of its left side and
// has the bound. Columns are variables: those of the caller, without bounds, and
// slacks. A basic variable has a row that says what it is in terms of the
// others. Values and bounds are a + b * epsilon for an infinitesimal epsilon, so
// that strict bounds are bounds. By Bland's rule the search ends.

#include "solver/simplex.h"

typedef struct {
  mpq_t a, b;
} number;

typedef struct {
  bool basic;
  uint32_t row;         // of the tableau, if it is basic
  uint32_t constraint;  // or UINT32_MAX: a variable of the caller's
  bool has_lower, has_upper;
  number value, lower, upper;
} column;

// A constraint that was taken back keeps its column, without bounds, until its row is dropped.
struct sv_simplex {
  SV_VEC(column *) columns;
  SV_VEC(mpq_t *) rows;  // by row: factors by column, 0 at basic ones
  sv_u32s owner;         // by row: its basic column
  sv_u32s widths;        // by row: how many factors there are
  sv_u32s slacks;        // by constraint: its column
  sv_u32s spare;         // columns of constraints that were taken back
  SV_VEC(mpq_t *) multipliers;
  uint64_t pivots;
};

// ---- numbers

static void number_init(number *n) { mpq_inits(n->a, n->b, NULL); }
static void number_clear(number *n) { mpq_clears(n->a, n->b, NULL); }

static void number_set(number *to, const number *from) {
  mpq_set(to->a, from->a);
  mpq_set(to->b, from->b);
}

static int compare(const number *x, const number *y) {
  int by = mpq_cmp(x->a, y->a);
  return by ? by : mpq_cmp(x->b, y->b);
}

// x += k * y
static void add_multiple(number *x, mpq_srcptr k, const number *y, mpq_ptr scratch) {
  mpq_mul(scratch, k, y->a);
  mpq_add(x->a, x->a, scratch);
  mpq_mul(scratch, k, y->b);
  mpq_add(x->b, x->b, scratch);
}

// ---- columns and rows

sv_simplex *sv_simplex_new(void) { return SV_NEW(sv_simplex); }

static void free_row(sv_simplex *s, uint32_t r) {
  for (uint32_t i = 0; i < s->widths.at[r]; i++) mpq_clear(s->rows.at[r][i]);
  sv_free(s->rows.at[r]);
}

void sv_simplex_free(sv_simplex *s) {
  if (!s) return;
  for (uint32_t r = 0; r < s->rows.n; r++) free_row(s, r);
  for (uint32_t c = 0; c < s->columns.n; c++) {
    number_clear(&s->columns.at[c]->value);
    number_clear(&s->columns.at[c]->lower);
    number_clear(&s->columns.at[c]->upper);
    sv_free(s->columns.at[c]);
  }
  for (uint32_t i = 0; i < s->multipliers.n; i++) {
    mpq_clear(*s->multipliers.at[i]);
    sv_free(s->multipliers.at[i]);
  }
  sv_vec_free(s->columns);
  sv_vec_free(s->rows);
  sv_vec_free(s->owner);
  sv_vec_free(s->widths);
  sv_vec_free(s->slacks);
  sv_vec_free(s->spare);
  sv_vec_free(s->multipliers);
  sv_free(s);
}

static uint32_t new_column(sv_simplex *s, uint32_t constraint) {
  column *c = SV_NEW(column);
  c->constraint = constraint;
  number_init(&c->value);
  number_init(&c->lower);
  number_init(&c->upper);
  sv_push(s->columns, c);
  return s->columns.n - 1;
}

uint32_t sv_simplex_var(sv_simplex *s) { return new_column(s, UINT32_MAX); }

// Room for all columns there are.
static void widen_row(sv_simplex *s, uint32_t r) {
  uint32_t have = s->widths.at[r], width = s->columns.n;
  if (have >= width) return;
  if (width < have + have / 2 + 8) width = have + have / 2 + 8;
  s->rows.at[r] = sv_resize(s->rows.at[r], width * sizeof(mpq_t));
  for (uint32_t i = have; i < width; i++) mpq_init(s->rows.at[r][i]);
  s->widths.at[r] = width;
}

static bool is_nonzero(const sv_simplex *s, uint32_t r, uint32_t c) {
  return c < s->widths.at[r] && mpq_sgn(s->rows.at[r][c]);
}

// row r += k * row of a basic column; the column itself is taken out.
static void add_row(sv_simplex *s, uint32_t r, mpq_srcptr k, uint32_t other, mpq_ptr scratch) {
  widen_row(s, r);
  for (uint32_t c = 0; c < s->widths.at[other]; c++) {
    if (!mpq_sgn(s->rows.at[other][c])) continue;
    mpq_mul(scratch, k, s->rows.at[other][c]);
    mpq_add(s->rows.at[r][c], s->rows.at[r][c], scratch);
  }
}

// The row of a new basic column: what it says of basic ones is said by theirs.
static void add_entries(sv_simplex *s, uint32_t r, const sv_row_entry *entries, uint32_t n) {
  mpq_t scratch;
  mpq_init(scratch);
  widen_row(s, r);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t var = entries[i].var;
    const column *c = s->columns.at[var];
    if (c->basic) add_row(s, r, entries[i].factor, c->row, scratch);
    else mpq_add(s->rows.at[r][var], s->rows.at[r][var], entries[i].factor);
  }
  mpq_clear(scratch);
}

static void compute_value(sv_simplex *s, uint32_t r) {
  column *c = s->columns.at[s->owner.at[r]];
  mpq_t scratch;
  mpq_init(scratch);
  mpq_set_ui(c->value.a, 0, 1);
  mpq_set_ui(c->value.b, 0, 1);
  for (uint32_t i = 0; i < s->widths.at[r]; i++)
    if (mpq_sgn(s->rows.at[r][i]))
      add_multiple(&c->value, s->rows.at[r][i], &s->columns.at[i]->value, scratch);
  mpq_clear(scratch);
}

static uint32_t new_row(sv_simplex *s, uint32_t owner) {
  sv_push(s->rows, NULL);
  sv_push(s->widths, 0);
  sv_push(s->owner, owner);
  s->columns.at[owner]->basic = true;
  s->columns.at[owner]->row = s->rows.n - 1;
  return s->rows.n - 1;
}

static void set_bounds(column *c, sv_row_relation relation, mpq_srcptr bound) {
  c->has_upper = true;
  c->has_lower = relation == SV_ROW_EQ;
  mpq_set(c->upper.a, bound);
  mpq_set(c->lower.a, bound);
  mpq_set_si(c->upper.b, relation == SV_ROW_LT ? -1 : 0, 1);
  mpq_set_ui(c->lower.b, 0, 1);
}

uint32_t sv_simplex_add(sv_simplex *s, const sv_row_entry *entries, uint32_t n,
                        sv_row_relation relation, mpq_srcptr bound) {
  uint32_t number_of = s->slacks.n;
  uint32_t slack = s->spare.n ? sv_pop(s->spare) : new_column(s, 0);
  column *c = s->columns.at[slack];
  assert(!c->basic && !c->has_lower && !c->has_upper);
  c->constraint = number_of;
  uint32_t r = new_row(s, slack);
  add_entries(s, r, entries, n);
  compute_value(s, r);
  set_bounds(c, relation, bound);
  sv_push(s->slacks, slack);
  return number_of;
}

// ---- pivoting

// The basic column of row r becomes nonbasic, column `enter` basic.
static void pivot(sv_simplex *s, uint32_t r, uint32_t enter) {
  uint32_t leave = s->owner.at[r];
  mpq_t k, scratch;
  mpq_inits(k, scratch, NULL);
  widen_row(s, r);
  // leave = a * enter + rest, so enter = leave / a - rest / a
  mpq_inv(k, s->rows.at[r][enter]);
  mpq_set_ui(s->rows.at[r][enter], 0, 1);
  mpq_neg(k, k);
  for (uint32_t c = 0; c < s->widths.at[r]; c++)
    if (mpq_sgn(s->rows.at[r][c])) mpq_mul(s->rows.at[r][c], s->rows.at[r][c], k);
  mpq_neg(s->rows.at[r][leave], k);
  s->owner.at[r] = enter;
  s->columns.at[leave]->basic = false;
  s->columns.at[enter]->basic = true;
  s->columns.at[enter]->row = r;
  for (uint32_t other = 0; other < s->rows.n; other++) {
    if (other == r || !is_nonzero(s, other, enter)) continue;
    mpq_set(k, s->rows.at[other][enter]);
    mpq_set_ui(s->rows.at[other][enter], 0, 1);
    add_row(s, other, k, r, scratch);
  }
  s->pivots++;
  mpq_clears(k, scratch, NULL);
}

// A nonbasic column gets another value, and the basic ones follow.
static void move_to(sv_simplex *s, uint32_t c, const number *value) {
  number by;
  mpq_t scratch;
  mpq_init(scratch);
  number_init(&by);
  mpq_sub(by.a, value->a, s->columns.at[c]->value.a);
  mpq_sub(by.b, value->b, s->columns.at[c]->value.b);
  for (uint32_t r = 0; r < s->rows.n; r++)
    if (is_nonzero(s, r, c))
      add_multiple(&s->columns.at[s->owner.at[r]]->value, s->rows.at[r][c], &by, scratch);
  number_set(&s->columns.at[c]->value, value);
  number_clear(&by);
  mpq_clear(scratch);
}

// ---- taking back

// A slack whose constraint is gone can become basic wherever it occurs, and its row is dropped.
static void make_basic(sv_simplex *s, uint32_t c) {
  for (uint32_t r = 0; r < s->rows.n && !s->columns.at[c]->basic; r++)
    if (is_nonzero(s, r, c)) pivot(s, r, c);
}

static void drop_row(sv_simplex *s, uint32_t r) {
  uint32_t last = s->rows.n - 1;
  free_row(s, r);
  s->rows.at[r] = s->rows.at[last];
  s->widths.at[r] = s->widths.at[last];
  s->owner.at[r] = s->owner.at[last];
  if (r != last) s->columns.at[s->owner.at[r]]->row = r;
  s->rows.n--, s->widths.n--, s->owner.n--;
}

void sv_simplex_back(sv_simplex *s, uint32_t rows) {
  while (s->slacks.n > rows) {
    uint32_t c = sv_pop(s->slacks);
    column *slack = s->columns.at[c];
    slack->has_lower = slack->has_upper = false;
    if (!slack->basic) make_basic(s, c);
    assert(slack->basic);
    slack->basic = false;
    drop_row(s, slack->row);
    sv_push(s->spare, c);
  }
}

// ---- solving

static bool is_low(const column *c) { return c->has_lower && compare(&c->value, &c->lower) < 0; }
static bool is_high(const column *c) { return c->has_upper && compare(&c->value, &c->upper) > 0; }

// The first basic column outside of its bounds, or UINT32_MAX.
static uint32_t find_outside(const sv_simplex *s) {
  for (uint32_t c = 0; c < s->columns.n; c++)
    if (s->columns.at[c]->basic && (is_low(s->columns.at[c]) || is_high(s->columns.at[c])))
      return c;
  return UINT32_MAX;
}

static bool can_rise(const column *c) { return !c->has_upper || compare(&c->value, &c->upper) < 0; }
static bool can_fall(const column *c) { return !c->has_lower || compare(&c->value, &c->lower) > 0; }

// A nonbasic column whose change brings the row's value where it should be, or UINT32_MAX.
static uint32_t find_entering(const sv_simplex *s, uint32_t r, bool up) {
  for (uint32_t c = 0; c < s->widths.at[r]; c++) {
    int sign = mpq_sgn(s->rows.at[r][c]);
    if (!sign) continue;
    if ((sign > 0) == up ? can_rise(s->columns.at[c]) : can_fall(s->columns.at[c])) return c;
  }
  return UINT32_MAX;
}

static void clear_multipliers(sv_simplex *s) {
  while (s->multipliers.n < s->slacks.n) {
    mpq_t *m = (mpq_t *)sv_alloc(sizeof(mpq_t));
    mpq_init(*m);
    sv_push(s->multipliers, m);
  }
  for (uint32_t i = 0; i < s->multipliers.n; i++) mpq_set_ui(*s->multipliers.at[i], 0, 1);
}

// The row of column c cannot get to its bound: it, and what bounds the others of the row.
static void explain(sv_simplex *s, uint32_t c, bool high) {
  uint32_t r = s->columns.at[c]->row;
  clear_multipliers(s);
  mpq_set_si(*s->multipliers.at[s->columns.at[c]->constraint], high ? 1 : -1, 1);
  for (uint32_t i = 0; i < s->widths.at[r]; i++) {
    if (!mpq_sgn(s->rows.at[r][i])) continue;
    assert(s->columns.at[i]->constraint != UINT32_MAX);
    mpq_t *m = s->multipliers.at[s->columns.at[i]->constraint];
    if (high) mpq_neg(*m, s->rows.at[r][i]);
    else mpq_set(*m, s->rows.at[r][i]);
  }
}

// A nonbasic column was basic when its bounds were set, or they were lifted since.
static void settle(sv_simplex *s) {
  for (uint32_t c = 0; c < s->columns.n; c++) {
    const column *x = s->columns.at[c];
    if (x->basic) continue;
    if (is_low(x)) move_to(s, c, &x->lower);
    else if (is_high(x)) move_to(s, c, &x->upper);
  }
}

bool sv_simplex_solve(sv_simplex *s) {
  settle(s);
  for (;;) {
    uint32_t c = find_outside(s);
    if (c == UINT32_MAX) return true;
    bool high = is_high(s->columns.at[c]);
    uint32_t r = s->columns.at[c]->row, enter = find_entering(s, r, !high);
    if (enter == UINT32_MAX) return explain(s, c, high), false;
    pivot(s, r, enter);
    move_to(s, c, high ? &s->columns.at[c]->upper : &s->columns.at[c]->lower);
  }
}

// ---- answers

// The largest epsilon such that x + epsilon * (slope) keeps below the bound.
static void limit_epsilon(const number *low, const number *high, mpq_ptr epsilon) {
  if (mpq_cmp(low->a, high->a) >= 0 || mpq_cmp(low->b, high->b) <= 0) return;
  mpq_t gap, slope;
  mpq_inits(gap, slope, NULL);
  mpq_sub(gap, high->a, low->a);
  mpq_sub(slope, low->b, high->b);
  mpq_div(gap, gap, slope);
  if (mpq_cmp(gap, epsilon) < 0) mpq_set(epsilon, gap);
  mpq_clears(gap, slope, NULL);
}

void sv_simplex_value(const sv_simplex *s, uint32_t var, mpq_ptr out) {
  mpq_t epsilon;
  mpq_init(epsilon);
  mpq_set_ui(epsilon, 1, 1);
  for (uint32_t c = 0; c < s->columns.n; c++) {
    const column *x = s->columns.at[c];
    if (x->has_lower) limit_epsilon(&x->lower, &x->value, epsilon);
    if (x->has_upper) limit_epsilon(&x->value, &x->upper, epsilon);
  }
  mpq_mul(epsilon, epsilon, s->columns.at[var]->value.b);
  mpq_add(out, epsilon, s->columns.at[var]->value.a);
  mpq_clear(epsilon);
}

void sv_simplex_multiplier(const sv_simplex *s, uint32_t row, mpq_ptr out) {
  REQUIRE(row < s->multipliers.n, "there is no explanation of that constraint");
  mpq_set(out, *s->multipliers.at[row]);
}

uint64_t sv_simplex_pivots(const sv_simplex *s) { return s->pivots; }
