// arena.c -- a stack of blocks; only the last one is filled.
//
// Blocks grow with the arena (from 4 KB to 1 MB), a larger request gets a
// block of its own size. A mark is the number of the last block and its fill,
// so rewinding frees the blocks after it. Memory is cleared when it is handed
// out, because rewound memory is handed out again. Debug builds overwrite
// what a rewind gives up, so that use after rewind shows.

#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/vec.h"

enum { ALIGN = 16, FIRST_BLOCK = 4096, LARGEST_BLOCK = 1 << 20 };

typedef struct {
  char *memory;
  size_t size, used;  // used <= size, a multiple of ALIGN
} block;

struct sv_arena {
  SV_VEC(block) blocks;
  size_t bytes;  // sum of the sizes
};

sv_arena *sv_arena_new(void) { return SV_NEW(sv_arena); }

static void drop_last(sv_arena *a) {
  block last = sv_pop(a->blocks);
  a->bytes -= last.size;
  sv_free(last.memory);
}

void sv_arena_free(sv_arena *a) {
  if (!a) return;
  while (a->blocks.n) drop_last(a);
  assert(!a->bytes);
  sv_vec_free(a->blocks);
  sv_free(a);
}

static void add_block(sv_arena *a, size_t bytes) {
  size_t size = a->bytes < FIRST_BLOCK ? FIRST_BLOCK : a->bytes;
  if (size > LARGEST_BLOCK) size = LARGEST_BLOCK;
  if (size < bytes) size = bytes;
  sv_push(a->blocks, (block){.memory = sv_resize(NULL, size), .size = size, .used = 0});
  a->bytes += size;
}

void *sv_arena_alloc(sv_arena *a, size_t bytes) {
  REQUIRE(a, "no arena");
  if (bytes > SIZE_MAX - ALIGN) sv_out_of_memory(bytes);
  size_t rounded = bytes ? (bytes + ALIGN - 1) / ALIGN * ALIGN : ALIGN;
  if (!a->blocks.n || sv_last(a->blocks).size - sv_last(a->blocks).used < rounded)
    add_block(a, rounded);
  block *b = &sv_last(a->blocks);
  void *p = b->memory + b->used;
  b->used += rounded;
  assert(b->used <= b->size);
  return memset(p, 0, rounded);
}

char *sv_arena_strndup(sv_arena *a, const char *s, size_t n) {
  REQUIRE(s || !n, "no string");
  char *copy = sv_arena_alloc(a, n + 1);
  if (n) memcpy(copy, s, n);
  return copy;
}

char *sv_arena_printf(sv_arena *a, const char *format, ...) {
  REQUIRE(format, "no format");
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, format, args);
  REQUIRE(n >= 0, "bad format");
  char *text = sv_arena_alloc(a, (size_t)n + 1);
  vsnprintf(text, (size_t)n + 1, format, again);
  va_end(again);
  va_end(args);
  return text;
}

size_t sv_arena_bytes(const sv_arena *a) { return a->bytes; }

sv_arena_mark sv_arena_position(const sv_arena *a) {
  if (!a->blocks.n) return (sv_arena_mark){0, 0};
  return (sv_arena_mark){a->blocks.n - 1, sv_last(a->blocks).used};
}

void sv_arena_rewind(sv_arena *a, sv_arena_mark mark) {
  if (!a->blocks.n && !mark.block && !mark.used) return;
  REQUIRE(mark.block < a->blocks.n, "the mark is ahead of the arena");
  while (a->blocks.n > mark.block + 1) drop_last(a);
  block *b = &sv_last(a->blocks);
  REQUIRE(mark.used <= b->used, "the mark is ahead of the arena");
#ifndef NDEBUG
  memset(b->memory + mark.used, 0xDD, b->used - mark.used);
#endif
  b->used = mark.used;
}

void *sv_arena_keep(sv_arena *a, void *at, uint32_t n, size_t size) {
  void *copy = n ? memcpy(sv_arena_alloc(a, n * size), at, n * size) : NULL;
  sv_free(at);
  return copy;
}
