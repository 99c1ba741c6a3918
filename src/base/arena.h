// arena.h -- memory that dies together.
//
// A bump allocator: everything allocated from an arena lives until the arena
// is freed or rewound to a mark. Objects never move.

#ifndef SV_ARENA_H
#define SV_ARENA_H

#include "base/base.h"

typedef struct sv_arena sv_arena;
typedef struct {
  uint32_t block;
  size_t used;
} sv_arena_mark;

sv_arena *sv_arena_new(void);
void sv_arena_free(sv_arena *);                  // NULL is fine
void *sv_arena_alloc(sv_arena *, size_t bytes);  // zeroed, 16-aligned
char *sv_arena_strndup(sv_arena *, const char *, size_t n);
char *sv_arena_printf(sv_arena *, const char *format, ...) SV_PRINTF(2, 3);
size_t sv_arena_bytes(const sv_arena *);
sv_arena_mark sv_arena_position(const sv_arena *);
void sv_arena_rewind(sv_arena *, sv_arena_mark);
// A copy of n elements, or NULL if there are none; frees those at `at`.
void *sv_arena_keep(sv_arena *, void *at, uint32_t n, size_t size);

#define SV_ARENA_NEW(a, T) ((T *)sv_arena_alloc(a, sizeof(T)))
#define SV_ARENA_ARRAY(a, T, n) ((T *)sv_arena_alloc(a, sizeof(T) * (size_t)(n)))
// Moves the elements of a vector into the arena, as an array; the vector is empty then.
#define SV_ARENA_KEEP(a, vec, array, count)                                            \
  ((count) = (vec).n, (array) = sv_arena_keep(a, (vec).at, (vec).n, sizeof *(vec).at), \
   (vec).at = NULL, (void)((vec).n = (vec).cap = 0))

#endif
