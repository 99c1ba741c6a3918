// young.c -- see young.h.

#include "engine/explicit/young.h"

#include <stdlib.h>

enum { FIRST_SLOTS = 256, TAIL = 64, SPARSE = 16 };

int sv_young_compare(const uint64_t *a, uint64_t key_a, const uint64_t *b, uint64_t key_b,
                     uint32_t words) {
  if (key_a != key_b) return key_a < key_b ? -1 : 1;
  for (uint32_t i = 0; i < words; i++)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

void sv_young_init(sv_young *y, uint32_t words, uint64_t mask) {
  *y = (sv_young){.words = words, .row = words + 1, .mask = mask, .most = SIZE_MAX};
}

static size_t chunk_bytes(const sv_young *y) {
  return (size_t)SV_YOUNG_CHUNK * (y->row * sizeof(uint64_t) + 1);
}

void sv_young_free(sv_young *y) {
  for (uint32_t i = 0; i < y->chunks.n; i++) sv_free(y->chunks.at[i]);
  sv_vec_free(y->chunks);
  sv_free(y->slots);
  *y = (sv_young){0};
}

// Behind the last place there are more, so that nothing has to wrap around. The last one stays free.
static size_t slots_in_all(const sv_young *y) { return y->slot_count ? y->slot_count + TAIL : 0; }

// The memory stays: it will be needed again.
void sv_young_clear(sv_young *y) {
  if (y->slots) memset(y->slots, 0, slots_in_all(y) * sizeof *y->slots);
  y->count = 0;
}

// ---- the table

static uint64_t slot_for(uint64_t key, uint32_t row) {
  return (key & UINT64_C(0xFFFFFFFF00000000)) | (row + 1);
}

static uint32_t row_in(uint64_t slot) { return (uint32_t)slot - 1; }

// False if the places behind the last one are taken.
static bool put(uint64_t *slots, uint32_t slot_count, uint64_t slot) {
  size_t place = (size_t)((slot >> 32) * slot_count >> 32);
  while (slots[place]) place++;
  slots[place] = slot;
  return place + 1 < (size_t)slot_count + TAIL;
}

static bool fill(const sv_young *y, uint64_t *slots, uint32_t slot_count) {
  for (size_t i = 0; i < slots_in_all(y); i++)
    if (y->slots[i] && !put(slots, slot_count, y->slots[i])) return false;
  return true;
}

// With what sorting all rows takes.
static size_t slot_bytes(uint64_t slots) {
  return (slots + TAIL) * sizeof(uint64_t) + slots / 4 * 3 * 3 * sizeof(uint32_t);
}

static bool resize(sv_young *y, uint64_t wanted) {
  uint64_t *slots = SV_NEW_ARRAY(uint64_t, wanted + TAIL);
  if (!fill(y, slots, (uint32_t)wanted)) return sv_free(slots), false;
  if (y->slot_count) y->bytes -= slot_bytes(y->slot_count);
  y->bytes += slot_bytes(wanted);
  sv_free(y->slots);
  y->slots = slots;
  y->slot_count = (uint32_t)wanted;
  y->limit = (uint32_t)(wanted / 4 * 3);
  return true;
}

static uint64_t next_size(const sv_young *y) {
  return y->slot_count ? (uint64_t)y->slot_count + y->slot_count / 2 : FIRST_SLOTS;
}

static bool grow(sv_young *y) {
  uint64_t wanted = next_size(y);
  return wanted <= INT32_MAX && y->bytes + slot_bytes(wanted) <= y->most && resize(y, wanted);
}

// The places behind the last one are taken, which hardly ever happens: then room has to be made.
static void stretch(sv_young *y) {
  uint64_t wanted = next_size(y);
  for (; !resize(y, wanted); wanted += wanted / 2) REQUIRE(wanted <= INT32_MAX, "keys are no keys");
}

static bool add_chunk(sv_young *y) {
  if (y->bytes + chunk_bytes(y) > y->most) return false;
  y->bytes += chunk_bytes(y);
  sv_push(y->chunks, (unsigned char *)sv_alloc(chunk_bytes(y)));
  return true;
}

bool sv_young_makes_room(sv_young *y, uint32_t rows) {
  uint64_t wanted = (uint64_t)y->count + rows;
  while (y->limit < wanted)
    if (!grow(y)) return false;
  while ((uint64_t)y->chunks.n << SV_YOUNG_CHUNK_BITS < wanted)
    if (!add_chunk(y)) return false;
  return true;
}

// ---- rows

static bool is_at(const sv_young *y, uint32_t row, const uint64_t *state) {
  const uint64_t *stored = sv_young_row(y, row);
  for (uint32_t i = 0; i < y->words; i++)
    if (stored[i] != state[i]) return false;
  return true;
}

// The row of the state, or NONE and the free place.
static uint32_t look_up(const sv_young *y, const uint64_t *state, uint64_t key, size_t *place) {
  size_t p = sv_young_place(y, key);
  for (; y->slots[p]; p++)
    if (y->slots[p] >> 32 == key >> 32 && is_at(y, row_in(y->slots[p]), state))
      return row_in(y->slots[p]);
  *place = p;
  return SV_YOUNG_NONE;
}

uint32_t sv_young_find(const sv_young *y, const uint64_t *state, uint64_t key) {
  size_t place;
  return y->slot_count ? look_up(y, state, key, &place) : SV_YOUNG_NONE;
}

// They lie between their place and the next free one.
uint32_t sv_young_next(const sv_young *y, uint64_t key, size_t *at) {
  size_t p = sv_young_place(y, key) + *at;
  for (; y->slot_count && y->slots[p]; p++) {
    ++*at;
    if (y->slots[p] >> 32 == key >> 32) return row_in(y->slots[p]);
  }
  return SV_YOUNG_NONE;
}

uint32_t sv_young_add(sv_young *y, const uint64_t *state, uint64_t key, uint64_t word,
                      bool *fresh) {
  size_t place = 0;
  assert(y->count < y->limit && key == sv_young_key(y, state));
  uint32_t row = look_up(y, state, key, &place);
  *fresh = row == SV_YOUNG_NONE;
  if (!*fresh) return row;
  for (; place + 1 >= slots_in_all(y); look_up(y, state, key, &place)) stretch(y);
  row = y->count++;
  y->slots[place] = slot_for(key, row);
  uint64_t *to = sv_young_row(y, row);
  for (uint32_t i = 0; i < y->words; i++) to[i] = state[i];
  to[y->words] = word;
  *sv_young_mark(y, row) = 0;
  return row;
}

// ---- order

static bool is_before(const sv_young *y, uint64_t a, uint64_t b) {
  if (a >> 32 != b >> 32) return a >> 32 < b >> 32;
  const uint64_t *x = sv_young_row(y, row_in(a)), *z = sv_young_row(y, row_in(b));
  return sv_young_compare(x, sv_young_key(y, x), z, sv_young_key(y, z), y->words) < 0;
}

static int compare_slots(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

// Slots of few rows are sorted; many are taken as they lie in the table.
static void gather(const sv_young *y, uint32_t from, uint64_t *slots) {
  size_t n = 0;
  if ((y->count - from) > y->slot_count / SPARSE) {
    for (size_t i = 0; i < slots_in_all(y); i++)
      if (y->slots[i] && row_in(y->slots[i]) >= from) slots[n++] = y->slots[i];
    assert(n == y->count - from);
    return;
  }
  for (uint32_t i = from; i < y->count; i++)
    slots[n++] = slot_for(sv_young_key(y, sv_young_row(y, i)), i);
  qsort(slots, n, sizeof *slots, compare_slots);
}

uint32_t *sv_young_order(const sv_young *y, uint32_t from) {
  uint32_t n = y->count - from, *order = SV_NEW_ARRAY(uint32_t, n + 1);
  uint64_t *slots = SV_NEW_ARRAY(uint64_t, n + 1);
  if (n) gather(y, from, slots);
  for (uint32_t i = 1; i < n; i++) {
    uint64_t slot = slots[i];
    uint32_t k = i;
    for (; k && is_before(y, slot, slots[k - 1]); k--) slots[k] = slots[k - 1];
    slots[k] = slot;
  }
  for (uint32_t i = 0; i < n; i++) order[i] = row_in(slots[i]);
  sv_free(slots);
  return order;
}
