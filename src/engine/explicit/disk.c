// disk.c -- see disk.h.

#include "engine/explicit/disk.h"

#include <errno.h>

// What a mark says.
enum { FRESH, STORED, AHEAD };
enum { FAN = 4, ASK_EVERY = 1 << 12, TEST_BLOCK = 2 };
static const uint64_t test_mask = UINT64_C(0xF) << 60;  // many keys are equal

struct sv_disk {
  const char *folder;
  uint32_t words, most, block;
  size_t budget;
  sv_young young;
  SV_VEC(sv_sorted *) files;
  uint32_t settled, resolved;  // rows before
  uint32_t fresh;              // rows known to be nowhere else
  int error;
  bool (*going)(void *);
  void *context;
  uint32_t turns;
  sv_disk_numbers numbers;
};

sv_disk *sv_disk_new(const char *folder, uint32_t words, size_t budget, uint32_t most) {
  sv_disk *d = SV_NEW(sv_disk);
  *d = (sv_disk){.folder = folder, .words = words, .most = most, .budget = budget};
  if (most) d->block = TEST_BLOCK;
  sv_young_init(&d->young, words, most ? test_mask : UINT64_MAX);
  return d;
}

void sv_disk_free(sv_disk *d) {
  if (!d) return;
  for (uint32_t i = 0; i < d->files.n; i++) sv_sorted_free(d->files.at[i]);
  sv_vec_free(d->files);
  sv_young_free(&d->young);
  sv_free(d);
}

void sv_disk_goes_on(sv_disk *d, bool (*going)(void *), void *context) {
  d->going = going;
  d->context = context;
}

static bool goes_on(sv_disk *d) {
  if (d->error) return false;
  return d->turns++ % ASK_EVERY || !d->going || d->going(d->context);
}

int sv_disk_error(const sv_disk *d) { return d->error; }

int sv_disk_forget_error(sv_disk *d) {
  int error = d->error;
  d->error = 0;
  return error;
}

void sv_disk_note_error(sv_disk *d, int error) {
  if (!d->error) d->error = error;
}

static uint64_t on_disk(const sv_disk *d) {
  uint64_t n = 0;
  for (uint32_t i = 0; i < d->files.n; i++) n += d->files.at[i]->n;
  return n;
}

// Candidates that are not resolved are not counted, unless there is nothing on disk.
uint64_t sv_disk_count(const sv_disk *d) {
  return d->files.n ? on_disk(d) + d->fresh : d->young.count;
}

static size_t file_bytes(const sv_disk *d) {
  size_t n = 0;
  for (uint32_t i = 0; i < d->files.n; i++) n += sv_sorted_bytes(d->files.at[i]);
  return n;
}

size_t sv_disk_bytes(const sv_disk *d) { return d->young.bytes + file_bytes(d); }

// ---- in memory

// A quarter is for what is beside it: successors, buffers for reading and merging.
bool sv_disk_has_room(sv_disk *d, uint32_t rows) {
  size_t others = file_bytes(d), most = d->budget ? d->budget / 4 * 3 : SIZE_MAX;
  if (d->most && d->young.count && d->young.count + (uint64_t)rows > d->most) return false;
  d->young.most = most > others ? most - others : 0;
  return sv_young_makes_room(&d->young, rows);
}

uint32_t sv_disk_rows(const sv_disk *d) { return d->young.count; }
uint32_t sv_disk_settled(const sv_disk *d) { return d->settled; }
const uint64_t *sv_disk_row(const sv_disk *d, uint32_t row) { return sv_young_row(&d->young, row); }

static unsigned char mark(const sv_disk *d, uint32_t row) { return *sv_young_mark(&d->young, row); }
bool sv_disk_is_marked(const sv_disk *d, uint32_t row) { return mark(d, row) != FRESH; }

void sv_disk_prefetch(const sv_disk *d, uint64_t hash) { sv_young_prefetch(&d->young, hash); }
void sv_disk_prefetch_row(const sv_disk *d, uint64_t hash) {
  sv_young_prefetch_row(&d->young, hash);
}

uint64_t sv_disk_word(const sv_disk *d, const uint64_t *parent, uint64_t level) {
  uint64_t key = parent ? sv_young_key(&d->young, parent) : 0;
  assert(level <= SV_DISK_LAST_LEVEL && !parent == !level);
  return (key & UINT64_C(0xFFFFFFFF00000000)) | level;
}

uint64_t sv_disk_level(uint64_t word) { return (uint32_t)word; }

sv_disk_age sv_disk_resolved(const sv_disk *d, uint32_t row) {
  return row < d->settled || mark(d, row) == STORED ? SV_DISK_OLD : SV_DISK_NEXT;
}

sv_disk_age sv_disk_add(sv_disk *d, const uint64_t *state, uint64_t word, uint32_t *row,
                        bool *fresh) {
  *row = sv_young_add(&d->young, state, sv_young_key(&d->young, state), word, fresh);
  if (*row < d->settled) return SV_DISK_OLD;
  return d->files.n && *row >= d->resolved ? SV_DISK_OPEN : sv_disk_resolved(d, *row);
}

// ---- candidates against files

static bool resolve_in(sv_disk *d, sv_sorted *f, const uint32_t *order, uint32_t n) {
  sv_lookup l;
  sv_lookup_begin(&l, f);
  for (uint32_t i = 0; i < n && goes_on(d); i++) {
    const uint64_t *row = sv_young_row(&d->young, order[i]);
    if (mark(d, order[i]) == FRESH && sv_lookup_find(&l, row, sv_young_key(&d->young, row)))
      *sv_young_mark(&d->young, order[i]) = f->ahead ? AHEAD : STORED;
  }
  sv_lookup_end(&l);
  return goes_on(d);
}

bool sv_disk_resolve(sv_disk *d) {
  uint32_t from = d->resolved, n = d->young.count - from;
  bool good = true;
  if (!n) return goes_on(d);
  uint32_t *order = d->files.n ? sv_young_order(&d->young, from) : NULL;
  for (uint32_t i = 0; good && i < d->files.n; i++) good = resolve_in(d, d->files.at[i], order, n);
  sv_free(order);
  if (!good) return false;
  for (uint32_t i = from; i < d->young.count; i++) d->fresh += mark(d, i) == FRESH;
  d->resolved = d->young.count;
  return true;
}

void sv_disk_advance(sv_disk *d) {
  assert(d->resolved == d->young.count);
  d->settled = d->young.count;
  for (uint32_t i = 0; i < d->files.n; i++) d->files.at[i]->ahead = false;
}

// ---- merging

static sv_sorted *new_file(sv_disk *d) {
  return sv_sorted_new(d->folder, d->words, d->young.mask, d->block, &d->error);
}

static bool put_record(sv_disk *d, sv_sorted *f, const uint64_t *record, uint64_t key) {
  d->numbers.written += (d->words + 1) * sizeof *record;
  return sv_sorted_put(f, record, key);
}

static int compare_readers(const sv_reader *a, const sv_reader *b) {
  return sv_young_compare(sv_reader_record(a), a->key, sv_reader_record(b), b->key, a->file->words);
}

// Readers that have ended are dropped.
static bool merge_readers(sv_disk *d, sv_reader *readers, sv_sorted *to) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < FAN; i++)
    if (sv_reader_step(&readers[i])) n |= 1u << i;
  while (n && goes_on(d)) {
    sv_reader *least = NULL;
    for (uint32_t i = 0; i < FAN; i++)
      if (n >> i & 1 && (!least || compare_readers(&readers[i], least) < 0)) least = &readers[i];
    if (!put_record(d, to, sv_reader_record(least), least->key)) return false;
    if (!sv_reader_step(least)) n &= ~(1u << (least - readers));
  }
  return goes_on(d);
}

static sv_sorted *merge(sv_disk *d, sv_sorted **files) {
  sv_reader readers[FAN];
  sv_sorted *to = new_file(d);
  if (!to) return NULL;
  to->merged = files[0]->merged + 1;
  to->ahead = files[0]->ahead;
  for (uint32_t i = 0; i < FAN; i++) sv_reader_begin(&readers[i], files[i]);
  bool good = merge_readers(d, readers, to);
  for (uint32_t i = 0; i < FAN; i++) sv_reader_end(&readers[i]);
  if (good && sv_sorted_finish(to)) return to;
  sv_sorted_free(to);
  return NULL;
}

// The first FAN files that were merged so often, at the end of the vector.
static bool collect(sv_disk *d, uint32_t merged, bool ahead) {
  uint32_t found[FAN], n = 0;
  for (uint32_t i = 0; i < d->files.n && n < FAN; i++)
    if (d->files.at[i]->merged == merged && d->files.at[i]->ahead == ahead) found[n++] = i;
  if (n < FAN) return false;
  for (uint32_t k = FAN; k-- > 0;) {
    uint32_t last = d->files.n - FAN + k;
    sv_sorted *f = d->files.at[last];
    d->files.at[last] = d->files.at[found[k]];
    d->files.at[found[k]] = f;
  }
  return true;
}

static bool merge_last(sv_disk *d) {
  sv_sorted **last = d->files.at + d->files.n - FAN, *to = merge(d, last);
  if (!to) return false;
  assert(to->n == last[0]->n + last[1]->n + last[2]->n + last[3]->n);
  for (uint32_t i = 0; i < FAN; i++) sv_sorted_free(last[i]);
  last[0] = to;
  d->files.n -= FAN - 1;
  return true;
}

static uint32_t most_merged(const sv_disk *d) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < d->files.n; i++)
    if (d->files.at[i]->merged > most) most = d->files.at[i]->merged;
  return most;
}

static bool merge_some(sv_disk *d) {
  for (uint32_t merged = 0; merged <= most_merged(d); merged++)
    while (collect(d, merged, false) || collect(d, merged, true))
      if (!merge_last(d)) return false;
  return true;
}

// ---- from memory to disk

// Rows that are nowhere else, of the levels up to the current one or of the next.
static bool write_rows(sv_disk *d, const uint32_t *order, bool ahead, sv_states *next) {
  sv_sorted *f = new_file(d);
  for (uint32_t i = 0; f && i < d->young.count && goes_on(d); i++) {
    const uint64_t *row = sv_young_row(&d->young, order[i]);
    if ((order[i] >= d->settled) != ahead || mark(d, order[i]) != FRESH) continue;
    put_record(d, f, row, sv_young_key(&d->young, row));
    if (ahead) sv_states_put(d, next, row);
  }
  if (!f || !goes_on(d) || !sv_sorted_finish(f)) return sv_sorted_free(f), false;
  f->ahead = ahead;
  if (f->n) sv_push(d->files, f);
  else sv_sorted_free(f);
  return true;
}

static bool keep_level(sv_disk *d, uint32_t from, sv_states *now) {
  for (uint32_t i = from; i < d->settled; i++)
    if (mark(d, i) == FRESH && !sv_states_put(d, now, sv_young_row(&d->young, i))) return false;
  return true;
}

static void note_files(sv_disk *d) {
  d->numbers.spills++;
  if (d->files.n > d->numbers.most_files) d->numbers.most_files = d->files.n;
}

bool sv_disk_spill(sv_disk *d, uint32_t from, sv_states *now, sv_states *next) {
  assert(d->resolved == d->young.count);
  uint32_t *order = sv_young_order(&d->young, 0), before = d->files.n;
  bool good = keep_level(d, from, now) && write_rows(d, order, false, next);
  good = good && write_rows(d, order, true, next);
  sv_free(order);
  if (!good) {  // what is in memory stays there
    while (d->files.n > before) sv_sorted_free(sv_pop(d->files));
    return false;
  }
  note_files(d);
  sv_young_clear(&d->young);
  d->settled = d->resolved = d->fresh = 0;
  return merge_some(d);
}

// ---- single states

static bool find_in(sv_sorted *f, const uint64_t *state, uint64_t key, uint64_t *word) {
  sv_lookup l;
  sv_lookup_begin(&l, f);
  const uint64_t *row = sv_lookup_find(&l, state, key);
  if (row) *word = row[f->words];
  sv_lookup_end(&l);
  return row;
}

// What is in memory may be the same state, met again and not resolved: the disk comes first.
bool sv_disk_find(sv_disk *d, const uint64_t *state, uint64_t *word) {
  uint64_t key = sv_young_key(&d->young, state);
  for (uint32_t i = 0; i < d->files.n; i++)
    if (find_in(d->files.at[i], state, key, word)) return true;
  uint32_t row = sv_young_find(&d->young, state, key);
  if (row == SV_YOUNG_NONE) return false;
  *word = sv_young_row(&d->young, row)[d->words];
  return true;
}

bool sv_disk_has(sv_disk *d, const uint64_t *state) {
  uint64_t word;
  return sv_young_find(&d->young, state, sv_young_key(&d->young, state)) != SV_YOUNG_NONE ||
         sv_disk_find(d, state, &word);
}

// One level before the state with this word.
static void push_parent(const sv_disk *d, const uint64_t *row, uint64_t word, sv_u64s *rows) {
  if (sv_disk_level(row[d->words]) + 1 != sv_disk_level(word)) return;
  for (uint32_t i = 0; i <= d->words; i++) sv_push(*rows, row[i]);
}

bool sv_disk_parents(sv_disk *d, uint64_t word, sv_u64s *rows) {
  uint64_t begin = word & UINT64_C(0xFFFFFFFF00000000);
  sv_clear(*rows);
  for (uint32_t i = 0; i < d->files.n; i++) {
    sv_lookup l;
    sv_lookup_begin(&l, d->files.at[i]);
    const uint64_t *row = sv_lookup_from(&l, begin);
    for (; row && sv_young_key(&d->young, row) >> 32 == begin >> 32; row = sv_lookup_next(&l))
      push_parent(d, row, word, rows);
    sv_lookup_end(&l);
  }
  size_t at = 0;
  for (uint32_t i; (i = sv_young_next(&d->young, begin, &at)) != SV_YOUNG_NONE;)
    if (mark(d, i) == FRESH) push_parent(d, sv_young_row(&d->young, i), word, rows);
  return !d->error;
}

// ---- states one behind the other

static size_t buffer_bytes(const sv_disk *d) { return d->most ? SV_SPOOL_SMALL : SV_SPOOL_BUFFER; }

// States that are read at a time.
static uint32_t buffered(const sv_disk *d) {
  return (uint32_t)(buffer_bytes(d) / sizeof(uint64_t) / (d->words + 1)) + 1;
}

bool sv_disk_states(sv_disk *d, sv_states *s) {
  *s = (sv_states){.file = sv_spool_new(d->folder, buffer_bytes(d), &d->error)};
  if (!s->file) return false;
  s->buffer = SV_NEW_ARRAY(uint64_t, (size_t)buffered(d) * (d->words + 1));
  return true;
}

void sv_states_free(sv_states *s) {
  sv_spool_free(s->file);
  sv_free(s->buffer);
  sv_vec_free(s->sums);
}

bool sv_states_put(sv_disk *d, sv_states *s, const uint64_t *state) {
  assert(!s->next);
  if (s->n++ % buffered(d) == 0) sv_push(s->sums, 0);
  sv_last(s->sums) = sv_spool_sum(sv_last(s->sums), state, d->words);
  d->numbers.written += d->words * sizeof *state;
  return sv_spool_write(s->file, state, d->words * sizeof *state);
}

static bool refill(sv_disk *d, sv_states *s) {
  size_t bytes = d->words * sizeof *s->buffer;
  s->left = s->n - s->next < buffered(d) ? (uint32_t)(s->n - s->next) : buffered(d);
  s->at = 0;
  if (!sv_spool_read(s->file, s->next * bytes, s->buffer, s->left * bytes)) return false;
  uint32_t sum = sv_spool_sum(0, s->buffer, s->left * d->words);
  if (sum != s->sums.at[s->next / buffered(d)]) sv_disk_note_error(d, EIO);
  return !d->error;
}

bool sv_states_get(sv_disk *d, sv_states *s, uint64_t *state) {
  assert(s->next < s->n);
  if (!s->left && !refill(d, s)) return false;
  const uint64_t *from = s->buffer + (size_t)s->at++ * d->words;
  for (uint32_t i = 0; i < d->words; i++) state[i] = from[i];
  s->left--;
  s->next++;
  return true;
}

void sv_states_rewind(sv_states *s) { s->next = s->left = 0; }

bool sv_states_clear(sv_states *s) {
  s->n = 0;
  sv_clear(s->sums);
  sv_states_rewind(s);
  return sv_spool_clear(s->file);
}

sv_disk_numbers sv_disk_tell(const sv_disk *d) {
  sv_disk_numbers n = d->numbers;
  n.stored = on_disk(d);
  n.bytes = n.stored * (d->words + 1) * sizeof(uint64_t);
  return n;
}
