// map.h -- hash maps and interned names.
//
// sv_map maps 64-bit keys to 32-bit values (open addressing, linear probing).
// sv_names gives every distinct string one small number; equal strings are
// equal numbers, and iteration is by number, so nothing depends on addresses.

#ifndef SV_MAP_H
#define SV_MAP_H

#include "base/vec.h"

typedef struct {
  uint64_t *keys;
  uint32_t *values;
  uint32_t n, cap;
} sv_map;
// Zeroed is empty. Any key is allowed; values must not be UINT32_MAX.
#define SV_MAP_NONE UINT32_MAX

uint32_t sv_map_get(const sv_map *, uint64_t key);        // SV_MAP_NONE if absent
void sv_map_put(sv_map *, uint64_t key, uint32_t value);  // inserts or replaces
void sv_map_clear(sv_map *);
void sv_map_free(sv_map *);

typedef struct {
  uint32_t x;
} sv_name;  // 0 = none
typedef struct sv_names sv_names;

sv_names *sv_names_new(void);
void sv_names_free(sv_names *);
sv_name sv_names_intern(sv_names *, const char *, size_t n);
sv_name sv_names_cstr(sv_names *, const char *);
sv_name sv_names_find(const sv_names *, const char *, size_t n);  // {0} if never interned
const char *sv_names_get(const sv_names *, sv_name);              // "" for none; stays valid
uint32_t sv_names_count(const sv_names *);                        // ids are 1..count

#endif
