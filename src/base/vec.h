// vec.h -- the one growing array.
//
// SV_VEC(T) declares an anonymous struct {T *at; uint32_t n, cap;}; a zeroed
// one is empty. The macros evaluate the vector argument more than once, so
// pass an lvalue without side effects. Elements move when the vector grows:
// keep indices, not pointers, across a push.

#ifndef SV_VEC_H
#define SV_VEC_H

#include "base/base.h"

#define SV_VEC(T)    \
  struct {           \
    T *at;           \
    uint32_t n, cap; \
  }

typedef SV_VEC(uint32_t) sv_u32s;
typedef SV_VEC(uint64_t) sv_u64s;
typedef SV_VEC(char *) sv_strings;  // owner frees the elements

// Grows `cap` to at least n + more; returns the new storage.
void *sv_vec_grow(void *at, uint32_t n, uint32_t *cap, uint32_t more, size_t size);

#define sv_reserve(v, more)                      \
  ((uint32_t)(more) <= (v).cap - (v).n && (v).at \
       ? (void)0                                 \
       : (void)((v).at = sv_vec_grow((v).at, (v).n, &(v).cap, (uint32_t)(more), sizeof *(v).at)))
#define sv_push(v, ...) (sv_reserve(v, 1), (void)((v).at[(v).n++] = (__VA_ARGS__)))
#define sv_pop(v) ((v).at[--(v).n])
#define sv_last(v) ((v).at[(v).n - 1])
#define sv_clear(v) ((void)((v).n = 0))
// Makes n elements; new ones are zero.
#define sv_fill(v, count)                                             \
  do {                                                                \
    uint32_t fill_to_ = (uint32_t)(count);                            \
    if (fill_to_ > (v).n) {                                           \
      sv_reserve(v, fill_to_ - (v).n);                                \
      memset((v).at + (v).n, 0, (fill_to_ - (v).n) * sizeof *(v).at); \
    }                                                                 \
    (v).n = fill_to_;                                                 \
  } while (0)
#define sv_vec_free(v) (sv_free((v).at), (v).at = NULL, (void)((v).n = (v).cap = 0))

#endif
