// map.c -- open addressing with linear probing, twice.
//
// Both tables have a power of two of slots and are at most 3/4 full. sv_map
// marks a free slot by the one value that users may not store, so every key is
// allowed. sv_names keeps its strings in an arena and hashes them once.

#include "base/map.h"

#include "base/arena.h"

enum { FIRST_SLOTS = 16 };

static bool is_full(uint32_t n, uint32_t slots) {
  return (uint64_t)(n + 1) * 4 > (uint64_t)slots * 3;
}

static uint32_t more_slots(uint32_t slots) {
  if (slots >= UINT32_C(1) << 31) sv_out_of_memory(SIZE_MAX);
  return slots ? slots * 2 : FIRST_SLOTS;
}

// The slot that holds the key, or the free one where it belongs.
static uint32_t map_slot(const sv_map *m, uint64_t key) {
  uint32_t mask = m->cap - 1, i = (uint32_t)sv_mix64(key) & mask;
  while (m->values[i] != SV_MAP_NONE && m->keys[i] != key) i = (i + 1) & mask;
  return i;
}

uint32_t sv_map_get(const sv_map *m, uint64_t key) {
  return m->cap ? m->values[map_slot(m, key)] : SV_MAP_NONE;
}

static void map_grow(sv_map *m) {
  sv_map old = *m;
  m->cap = more_slots(old.cap);
  m->keys = SV_NEW_ARRAY(uint64_t, m->cap);
  m->values = SV_NEW_ARRAY(uint32_t, m->cap);
  memset(m->values, 0xFF, m->cap * sizeof *m->values);
  for (uint32_t i = 0; i < old.cap; i++) {
    if (old.values[i] == SV_MAP_NONE) continue;
    uint32_t slot = map_slot(m, old.keys[i]);
    m->keys[slot] = old.keys[i], m->values[slot] = old.values[i];
  }
  sv_map_free(&old);
}

void sv_map_put(sv_map *m, uint64_t key, uint32_t value) {
  REQUIRE(value != SV_MAP_NONE, "this value means absent");
  if (is_full(m->n, m->cap)) map_grow(m);
  uint32_t slot = map_slot(m, key);
  if (m->values[slot] == SV_MAP_NONE) m->n++;
  m->keys[slot] = key, m->values[slot] = value;
}

void sv_map_clear(sv_map *m) {
  if (m->cap) memset(m->values, 0xFF, m->cap * sizeof *m->values);
  m->n = 0;
}

void sv_map_free(sv_map *m) {
  sv_free(m->keys);
  sv_free(m->values);
  *m = (sv_map){0};
}

typedef struct {
  const char *text;  // in the arena, NUL-terminated
  size_t n;
  uint64_t hash;
} name;

struct sv_names {
  sv_arena *arena;
  SV_VEC(name) at;  // by id; at[0] is the empty text of "none"
  uint32_t *slots;  // ids; 0 = free
  uint32_t cap;
};

sv_names *sv_names_new(void) {
  sv_names *names = SV_NEW(sv_names);
  names->arena = sv_arena_new();
  names->cap = FIRST_SLOTS;
  names->slots = SV_NEW_ARRAY(uint32_t, names->cap);
  sv_push(names->at, (name){.text = ""});
  return names;
}

void sv_names_free(sv_names *names) {
  if (!names) return;
  sv_arena_free(names->arena);
  sv_vec_free(names->at);
  sv_free(names->slots);
  sv_free(names);
}

static bool is_text(const name *k, const char *s, size_t n, uint64_t hash) {
  return k->hash == hash && k->n == n && !memcmp(k->text, s, n);
}

static uint32_t name_slot(const sv_names *names, const char *s, size_t n, uint64_t hash) {
  uint32_t mask = names->cap - 1, i = (uint32_t)hash & mask;
  while (names->slots[i] && !is_text(&names->at.at[names->slots[i]], s, n, hash))
    i = (i + 1) & mask;
  return i;
}

static void names_grow(sv_names *names) {
  sv_free(names->slots);
  names->cap = more_slots(names->cap);
  names->slots = SV_NEW_ARRAY(uint32_t, names->cap);
  for (uint32_t id = 1; id < names->at.n; id++) {
    const name *k = &names->at.at[id];
    names->slots[name_slot(names, k->text, k->n, k->hash)] = id;
  }
}

sv_name sv_names_intern(sv_names *names, const char *s, size_t n) {
  REQUIRE(names && (s || !n), "no table or no string");
  if (!s) s = "";
  uint64_t hash = sv_hash_bytes(s, n, 0);
  uint32_t slot = name_slot(names, s, n, hash);
  if (names->slots[slot]) return (sv_name){names->slots[slot]};
  if (is_full(names->at.n, names->cap)) {
    names_grow(names);
    slot = name_slot(names, s, n, hash);
  }
  uint32_t id = names->slots[slot] = names->at.n;
  sv_push(names->at, (name){sv_arena_strndup(names->arena, s, n), n, hash});
  return (sv_name){id};
}

sv_name sv_names_cstr(sv_names *names, const char *s) {
  return sv_names_intern(names, s, strlen(s));
}

sv_name sv_names_find(const sv_names *names, const char *s, size_t n) {
  REQUIRE(names && (s || !n), "no table or no string");
  if (!s) s = "";
  return (sv_name){names->slots[name_slot(names, s, n, sv_hash_bytes(s, n, 0))]};
}

const char *sv_names_get(const sv_names *names, sv_name id) {
  REQUIRE(id.x < names->at.n, "a name of another table");
  return names->at.at[id.x].text;
}

uint32_t sv_names_count(const sv_names *names) { return names->at.n - 1; }
