// sorted.c -- see sorted.h.

#include "engine/explicit/sorted.h"

#include <errno.h>

enum { BLOCK_BYTES = 1 << 12 };

static size_t record_bytes(const sv_sorted *f) { return (f->words + 1) * sizeof(uint64_t); }

static uint32_t that_fit(const sv_sorted *f, size_t bytes) {
  size_t n = bytes / record_bytes(f);
  return n ? (uint32_t)n : 1;
}

static uint64_t key_of(const sv_sorted *f, const uint64_t *record) {
  return sv_store_hash(record, f->words) & f->mask;
}

static bool is_damaged(const sv_sorted *f) {
  if (!*f->error) *f->error = EIO;
  return true;
}

sv_sorted *sv_sorted_new(const char *folder, uint32_t words, uint64_t mask, uint32_t block,
                         int *error) {
  sv_spool *file = sv_spool_new(folder, block ? SV_SPOOL_SMALL : SV_SPOOL_BUFFER, error);
  if (!file) return NULL;
  sv_sorted *f = SV_NEW(sv_sorted);
  *f = (sv_sorted){.file = file, .words = words, .mask = mask, .block = block, .error = error};
  if (!block) f->block = that_fit(f, BLOCK_BYTES);
  return f;
}

void sv_sorted_free(sv_sorted *f) {
  if (!f) return;
  sv_spool_free(f->file);
  sv_vec_free(f->first);
  sv_vec_free(f->sums);
  sv_free(f);
}

bool sv_sorted_put(sv_sorted *f, const uint64_t *record, uint64_t key) {
  assert(key == key_of(f, record));
  if (f->n % f->block == 0) {
    sv_push(f->first, key);
    sv_push(f->sums, 0);
  }
  f->n++;
  sv_last(f->sums) = sv_spool_sum(sv_last(f->sums), record, f->words + 1);
  return sv_spool_write(f->file, record, record_bytes(f));
}

bool sv_sorted_finish(sv_sorted *f) { return sv_spool_seal(f->file); }

size_t sv_sorted_bytes(const sv_sorted *f) {
  return f->first.cap * sizeof *f->first.at + f->sums.cap * sizeof *f->sums.at;
}

// The block with these records, just read, is what was written.
static bool is_whole(const sv_sorted *f, uint64_t block, const uint64_t *rows, uint32_t n) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < n; i++)
    sum = sv_spool_sum(sum, rows + (size_t)i * (f->words + 1), f->words + 1);
  return (sum == f->sums.at[block] && key_of(f, rows) == f->first.at[block]) || !is_damaged(f);
}

// ---- looking up

void sv_lookup_begin(sv_lookup *l, sv_sorted *f) {
  *l = (sv_lookup){.file = f};
  l->rows = SV_NEW_ARRAY(uint64_t, (size_t)f->block * (f->words + 1));
}

void sv_lookup_end(sv_lookup *l) { sv_free(l->rows); }

static const uint64_t *row_at(const sv_lookup *l, uint32_t i) {
  return l->rows + (size_t)i * (l->file->words + 1);
}

static bool read_block(sv_lookup *l, uint64_t block) {
  sv_sorted *f = l->file;
  uint64_t from = block * f->block, left = f->n - from;
  l->n = left < f->block ? (uint32_t)left : f->block;
  l->block = block;
  l->at = 0;
  l->started = true;
  size_t bytes = l->n * record_bytes(f);
  if (!sv_spool_read(f->file, from * record_bytes(f), l->rows, bytes)) return false;
  return is_whole(f, block, l->rows, l->n);
}

// The last block from `low` on that begins with less than the key; equal ones may be in it, too.
static uint64_t block_for(const sv_sorted *f, uint64_t low, uint64_t key) {
  uint64_t high = f->first.n;
  while (low + 1 < high) {
    uint64_t middle = low + (high - low) / 2;
    if (f->first.at[middle] < key) low = middle;
    else high = middle;
  }
  return low;
}

static bool seek_block(sv_lookup *l, uint64_t key) {
  const sv_sorted *f = l->file;
  uint64_t low = l->started ? l->block : 0;
  bool near = l->started && (low + 1 == f->first.n || f->first.at[low + 1] >= key);
  if (near) return true;
  uint64_t block = block_for(f, low, key);
  return (l->started && block == l->block) || read_block(l, block);
}

// Within the block: the first record that is not less.
static void seek_record(sv_lookup *l, uint64_t key) {
  uint32_t low = l->at, high = l->n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (key_of(l->file, row_at(l, middle)) < key) low = middle + 1;
    else high = middle;
  }
  l->at = low;
}

// The record at hand, in this block or the next one.
static const uint64_t *at_hand(sv_lookup *l) {
  if (l->at == l->n && (l->block + 1 >= l->file->first.n || !read_block(l, l->block + 1)))
    return NULL;
  return *l->file->error ? NULL : row_at(l, l->at);
}

const uint64_t *sv_lookup_from(sv_lookup *l, uint64_t key) {
  if (!l->file->n || *l->file->error || !seek_block(l, key)) return NULL;
  seek_record(l, key);
  return at_hand(l);
}

const uint64_t *sv_lookup_next(sv_lookup *l) {
  l->at++;
  return at_hand(l);
}

const uint64_t *sv_lookup_find(sv_lookup *l, const uint64_t *state, uint64_t key) {
  const uint64_t *row = sv_lookup_from(l, key);
  for (; row; row = sv_lookup_next(l)) {
    int order = sv_young_compare(row, key_of(l->file, row), state, key, l->file->words);
    if (order >= 0) return order ? NULL : row;
  }
  return NULL;
}

// ---- from front to back

// Whole blocks, at least one.
static uint32_t at_a_time(const sv_sorted *f) {
  uint32_t blocks = that_fit(f, SV_SPOOL_BUFFER) / f->block;
  return (blocks ? blocks : 1) * f->block;
}

void sv_reader_begin(sv_reader *r, sv_sorted *f) {
  *r = (sv_reader){.file = f};
  r->rows = SV_NEW_ARRAY(uint64_t, (size_t)at_a_time(f) * (f->words + 1));
}

void sv_reader_end(sv_reader *r) { sv_free(r->rows); }

const uint64_t *sv_reader_record(const sv_reader *r) {
  return r->rows + (size_t)r->at * (r->file->words + 1);
}

static bool refill(sv_reader *r) {
  sv_sorted *f = r->file;
  uint64_t left = f->n - r->next;
  uint32_t most = at_a_time(f);
  r->n = left < most ? (uint32_t)left : most;
  r->at = 0;
  if (!r->n) return false;
  if (!sv_spool_read(f->file, r->next * record_bytes(f), r->rows, r->n * record_bytes(f)))
    return false;
  for (uint32_t i = 0; i < r->n; i += f->block) {
    uint32_t n = r->n - i < f->block ? r->n - i : f->block;
    if (!is_whole(f, (r->next + i) / f->block, r->rows + (size_t)i * (f->words + 1), n))
      return false;
  }
  r->next += r->n;
  return true;
}

bool sv_reader_step(sv_reader *r) {
  uint64_t before = r->key;
  if (r->n) r->at++;
  if (r->at == r->n && !refill(r)) return false;
  r->key = key_of(r->file, sv_reader_record(r));
  return r->key >= before || !is_damaged(r->file);
}
