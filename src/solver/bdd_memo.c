// bdd_memo.c -- the memo table of our own recursions on decision diagrams.
//
// One direct-mapped table for all operations: a new entry replaces what was in
// its place. The table grows with the nodes, and when too much was replaced.
//
// It is read at random places: where it is large the system is asked for large pages.

#define _DEFAULT_SOURCE

#include <sys/mman.h>

#include "solver/bdd_inside.h"

enum { NODES_PER_ENTRY = 2, SMALLEST = 1 << 12, PAGE = 1 << 21, MANY_PAGES = 16 };

// Not sv_mix64: where that is made to collide, nothing would be remembered.
static uint64_t place(const sv_bdds *b, uint64_t tag, int x, int y, int z) {
  uint64_t low = (uint64_t)(uint32_t)x << 32 | (uint32_t)y;
  uint64_t high = tag ^ (uint64_t)(uint32_t)z << 16;
  uint64_t mixed = (low ^ high * UINT64_C(0xD6E8FEB86659FD93)) * UINT64_C(0x9E3779B97F4A7C15);
  mixed = (mixed ^ mixed >> 32) * UINT64_C(0xBF58476D1CE4E5B9);
  return (mixed ^ mixed >> 31) & b->memo_mask;
}

static uint64_t size_for(uint32_t nodes) {
  uint64_t size = SMALLEST;
  while (size * 2 * NODES_PER_ENTRY <= nodes) size *= 2;
  return size;
}

// Before anything is written to it, and only advice.
static sv_memo_entry *new_table(uint64_t size) {
  sv_memo_entry *entries = SV_NEW_ARRAY(sv_memo_entry, size);
  uintptr_t begin = ((uintptr_t)entries + PAGE - 1) / PAGE * PAGE;
  uintptr_t end = (uintptr_t)(entries + size) / PAGE * PAGE;
#ifdef MADV_HUGEPAGE
  if (begin + (uintptr_t)MANY_PAGES * PAGE <= end)
    madvise((void *)begin, end - begin, MADV_HUGEPAGE);
#endif
  return entries;
}

void sv_memo_init(sv_bdds *b, uint32_t nodes) {
  b->memo_mask = size_for(nodes) - 1;
  b->memo = new_table(b->memo_mask + 1);
}

static void resize(sv_bdds *b, uint64_t size) {
  uint64_t old = b->memo_mask + 1;
  sv_memo_entry *entries = b->memo;
  b->memo_lost = 0;
  b->memo_mask = size - 1;
  b->memo = new_table(size);
  for (uint64_t i = 0; i < old; i++) {
    sv_memo_entry *e = &entries[i];
    if (e->tag) b->memo[place(b, e->tag, e->a, e->b, e->c)] = *e;
  }
  sv_free(entries);
}

void sv_memo_grow(sv_bdds *b, uint32_t nodes) {
  uint64_t size = size_for(nodes);
  if (size > b->memo_mask + 1) resize(b, size);
}

void sv_memo_mark(sv_bdds *b) {
  for (uint64_t i = 0; i <= b->memo_mask; i++) {
    const sv_memo_entry *e = &b->memo[i];
    if (!e->tag) continue;
    bdd_mark(e->a);
    bdd_mark(e->b);
    bdd_mark(e->c);
    bdd_mark(e->result);
  }
}

void sv_memo_sweep(sv_bdds *b) {
  for (uint64_t i = 0; i <= b->memo_mask; i++) {
    sv_memo_entry *e = &b->memo[i];
    if (!e->tag) continue;
    if (sv_node_dead(e->a) || sv_node_dead(e->b) || sv_node_dead(e->c) || sv_node_dead(e->result))
      e->tag = 0;
  }
}

void sv_memo_clear(sv_bdds *b) { memset(b->memo, 0, (b->memo_mask + 1) * sizeof *b->memo); }

int sv_memo_get(const sv_bdds *b, uint64_t tag, int x, int y, int z) {
  const sv_memo_entry *e = &b->memo[place(b, tag, x, y, z)];
  return e->tag == tag && e->a == x && e->b == y && e->c == z ? e->result : -1;
}

void sv_memo_put(sv_bdds *b, uint64_t tag, int x, int y, int z, int result) {
  sv_memo_entry *e = &b->memo[place(b, tag, x, y, z)];
  b->memo_lost += e->tag != 0;
  *e = (sv_memo_entry){tag, x, y, z, result};
  uint64_t size = b->memo_mask + 1;
  if (b->memo_lost > size && size * 2 <= b->max_nodes / NODES_PER_ENTRY) resize(b, size * 2);
}
