// subsume_repair.c -- which inputs to flip so that wrong bits become right.
//
// Take one choice of inputs and see by simulation which roots each single flip
// changes: a matrix over the field of two elements. Flips that change exactly the
// wrong roots are a solution of linear equations; elimination gives every flip as
// a sum of errors. For roots that are sums of inputs this is exact, for others a
// first-order guess, which is tried out afterwards. Rows and columns with few
// entries are taken first, so that the sums stay short.

#include "encode/parametric/subsume_inside.h"

typedef struct {
  uint32_t rows, columns, width, row_width;  // widths in words
  uint64_t *changes;                         // by row: columns that change it
  uint64_t *sums;                            // by row: rows that were added up in it
  bool *done;
} matrix;

static uint32_t words_for(uint32_t bits) { return (bits + 63) / 64; }

static void init_matrix(matrix *m, uint32_t rows, uint32_t columns) {
  *m = (matrix){rows, columns, words_for(columns), words_for(rows), NULL, NULL, NULL};
  m->changes = SV_NEW_ARRAY(uint64_t, (size_t)rows * m->width + 1);
  m->sums = SV_NEW_ARRAY(uint64_t, (size_t)rows * m->row_width + 1);
  m->done = SV_NEW_ARRAY(bool, rows + 1);
  for (uint32_t r = 0; r < rows; r++)
    m->sums[(size_t)r * m->row_width + r / 64] |= UINT64_C(1) << r % 64;
}

static void free_matrix(matrix *m) {
  sv_free(m->changes);
  sv_free(m->sums);
  sv_free(m->done);
}

// ---- flips

typedef struct {
  sv_subsume_choice_fn *choice;
  const void *context;
  sv_map column;   // of an input
  uint32_t batch;  // columns batch * 64 .. are flipped, one by pattern
} flipper;

static uint64_t flipped(void *context, uint32_t input) {
  flipper *f = context;
  uint64_t word = f->choice(f->context, input) ? UINT64_MAX : 0;
  uint32_t column = sv_map_get(&f->column, input);
  return column / 64 == f->batch ? word ^ UINT64_C(1) << column % 64 : word;
}

static void see_changes(const sv_aig *g, const sv_lits *rows, flipper *f, matrix *m) {
  uint64_t *base = SV_NEW_ARRAY(uint64_t, rows->n + 1), *out = SV_NEW_ARRAY(uint64_t, rows->n + 1);
  f->batch = m->width;  // of no column
  sv_aig_simulate(g, rows->at, rows->n, flipped, f, base);
  for (f->batch = 0; f->batch < m->width; f->batch++) {
    sv_aig_simulate(g, rows->at, rows->n, flipped, f, out);
    for (uint32_t r = 0; r < rows->n; r++)
      m->changes[(size_t)r * m->width + f->batch] = out[r] ^ base[r];
  }
  sv_free(base);
  sv_free(out);
}

// ---- elimination

static uint32_t weight(const uint64_t *words, uint32_t n) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < n; i++) sum += (uint32_t)__builtin_popcountll(words[i]);
  return sum;
}

static bool entry(const matrix *m, uint32_t row, uint32_t column) {
  return m->changes[(size_t)row * m->width + column / 64] >> column % 64 & 1;
}

// rows: none left.
static uint32_t lightest_row(const matrix *m) {
  uint32_t best = m->rows, least = UINT32_MAX;
  for (uint32_t r = 0; r < m->rows; r++) {
    uint32_t w = m->done[r] ? 0 : weight(m->changes + (size_t)r * m->width, m->width);
    if (w && w < least) best = r, least = w;
  }
  return best;
}

static uint32_t lightest_column(const matrix *m, uint32_t row) {
  uint32_t best = m->columns, least = UINT32_MAX;
  for (uint32_t c = 0; c < m->columns; c++) {
    if (!entry(m, row, c)) continue;
    uint32_t w = 0;
    for (uint32_t r = 0; r < m->rows; r++) w += entry(m, r, c);
    if (w < least) best = c, least = w;
  }
  return best;
}

static void add_to(uint64_t *to, const uint64_t *from, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) to[i] ^= from[i];
}

static void eliminate(matrix *m, uint32_t row, uint32_t column) {
  assert(!m->done[row] && entry(m, row, column));
  m->done[row] = true;
  for (uint32_t r = 0; r < m->rows; r++) {
    if (r == row || !entry(m, r, column)) continue;
    add_to(m->changes + (size_t)r * m->width, m->changes + (size_t)row * m->width, m->width);
    add_to(m->sums + (size_t)r * m->row_width, m->sums + (size_t)row * m->row_width, m->row_width);
  }
}

static void take_sum(const matrix *m, uint32_t row, sv_u32s *out) {
  const uint64_t *sum = m->sums + (size_t)row * m->row_width;
  for (uint32_t r = 0; r < m->rows; r++)
    if (sum[r / 64] >> r % 64 & 1) sv_push(*out, r);
}

void sv_subsume_repair_find(const sv_aig *g, const sv_lits *rows, sv_subsume_choice_fn *choice,
                            const void *context, sv_subsume_repair *r) {
  matrix m;
  flipper f = {.choice = choice, .context = context};
  init_matrix(&m, rows->n, r->inputs.n);
  for (uint32_t i = 0; i < r->inputs.n; i++) sv_map_put(&f.column, r->inputs.at[i], i);
  see_changes(g, rows, &f, &m);
  uint32_t *pivot = SV_NEW_ARRAY(uint32_t, rows->n + 1);
  for (uint32_t row; (row = lightest_row(&m)) < m.rows;)
    eliminate(&m, row, pivot[row] = lightest_column(&m, row));
  sv_fill(r->mends, r->inputs.n);
  for (uint32_t row = 0; row < m.rows; row++)
    if (m.done[row]) take_sum(&m, row, &r->mends.at[pivot[row]]);
  sv_free(pivot);
  sv_map_free(&f.column);
  free_matrix(&m);
}

void sv_subsume_repair_free(sv_subsume_repair *r) {
  for (uint32_t i = 0; i < r->mends.n; i++) sv_vec_free(r->mends.at[i]);
  sv_vec_free(r->mends);
  sv_vec_free(r->inputs);
}
