// sort.c -- interned sorts.
//
// A sort is described by an sv_sort_info; equal descriptions get equal
// handles. Enumerations are known by name alone. What others ask again and
// again (the number of cells, the innermost element, the sort without ranges)
// is computed once, when the sort is made: elements exist before their arrays,
// so nothing here needs to recurse.

#include "expr/table.h"

static const sv_sort_entry *entry_of(const sv_terms *T, sv_sort s) {
  REQUIRE(s.x >= 1 && s.x < T->sorts.n, "not a sort of this table");
  return T->sorts.at[s.x];
}

const sv_sort_info *sv_sort_get(const sv_terms *T, sv_sort s) { return &entry_of(T, s)->info; }

uint32_t sv_sort_count(const sv_terms *T) { return T->sorts.n - 1; }

sv_sort sv_sort_plain(const sv_terms *T, sv_sort s) { return entry_of(T, s)->plain; }

static uint64_t hash_info(const sv_sort_info *i) {
  uint64_t h = sv_mix64((uint64_t)i->kind << 32 | i->size);
  h = sv_mix64(h ^ ((uint64_t)i->element.x << 32 | i->name.x << 2 | (uint32_t)i->is_signed << 1 |
                    i->ranged));
  h = sv_mix64(h ^ (uint64_t)i->lo);
  return sv_mix64(h ^ (uint64_t)i->hi);
}

static bool same_info(const sv_sort_info *a, const sv_sort_info *b) {
  return a->kind == b->kind && a->size == b->size && a->is_signed == b->is_signed &&
         a->ranged == b->ranged && a->lo == b->lo && a->hi == b->hi &&
         a->element.x == b->element.x && a->name.x == b->name.x;
}

static sv_sort find(const sv_terms *T, const sv_sort_info *info, uint64_t hash) {
  uint32_t i = sv_map_get(&T->sort_hash, hash);
  if (i == SV_MAP_NONE) return SV_SORT_NONE;
  while (i && !same_info(&T->sorts.at[i]->info, info)) i = T->sorts.at[i]->next;
  return (sv_sort){i};
}

// `plain` none stands for the new sort itself.
static sv_sort add(sv_terms *T, const sv_sort_info *info, uint64_t hash, sv_sort plain) {
  sv_sort_entry *entry = SV_ARENA_NEW(T->arena, sv_sort_entry);
  sv_sort self = {T->sorts.n};
  uint32_t chain = sv_map_get(&T->sort_hash, hash);
  bool array = info->kind == SV_SORT_ARRAY;
  entry->info = *info;
  entry->plain = plain.x ? plain : self;
  entry->scalar = array ? sv_sort_scalar(T, info->element) : self;
  entry->cells = array ? info->size * sv_sort_cells(T, info->element) : 1;
  entry->next = chain == SV_MAP_NONE ? 0 : chain;
  sv_push(T->sorts, entry);
  sv_map_put(&T->sort_hash, hash, self.x);
  return self;
}

static sv_sort intern_sort(sv_terms *T, const sv_sort_info *info, sv_sort plain) {
  uint64_t hash = hash_info(info);
  sv_sort found = find(T, info, hash);
  return found.x ? found : add(T, info, hash, plain);
}

void sv_sorts_init(sv_terms *T) {
  static const sv_sort_kind first[] = {SV_SORT_BOOL, SV_SORT_INT, SV_SORT_REAL, SV_SORT_REF};
  sv_push(T->sorts, NULL);
  for (uint32_t i = 0; i < SV_COUNT(first); i++) {
    sv_sort s = intern_sort(T, &(sv_sort_info){.kind = first[i]}, SV_SORT_NONE);
    assert(s.x == i + 1);
    SV_UNUSED(s);
  }
  assert(sv_kind_of(T, SV_THE_BOOL) == SV_SORT_BOOL && sv_kind_of(T, SV_THE_INT) == SV_SORT_INT);
  assert(sv_kind_of(T, SV_THE_REAL) == SV_SORT_REAL && sv_kind_of(T, SV_THE_REF) == SV_SORT_REF);
}

void sv_sorts_free(sv_terms *T) {
  sv_vec_free(T->sorts);
  sv_map_free(&T->sort_hash);
  sv_map_free(&T->enums);
}

sv_sort sv_sort_bool(sv_terms *T) {
  SV_UNUSED(T);
  return SV_THE_BOOL;
}
sv_sort sv_sort_int(sv_terms *T) {
  SV_UNUSED(T);
  return SV_THE_INT;
}
sv_sort sv_sort_real(sv_terms *T) {
  SV_UNUSED(T);
  return SV_THE_REAL;
}
sv_sort sv_sort_ref(sv_terms *T) {
  SV_UNUSED(T);
  return SV_THE_REF;
}

sv_sort sv_sort_bv(sv_terms *T, uint32_t width, bool is_signed) {
  REQUIRE(width >= 1, "a bit vector has at least one bit");
  return intern_sort(T, &(sv_sort_info){.kind = SV_SORT_BV, .size = width, .is_signed = is_signed},
                     SV_SORT_NONE);
}

sv_sort sv_sort_range(sv_terms *T, int64_t lo, int64_t hi) {
  REQUIRE(lo <= hi, "an empty range");
  return intern_sort(T, &(sv_sort_info){.kind = SV_SORT_INT, .ranged = true, .lo = lo, .hi = hi},
                     SV_THE_INT);
}

sv_sort sv_sort_loc(sv_terms *T, uint32_t template_number) {
  return intern_sort(T, &(sv_sort_info){.kind = SV_SORT_LOC, .size = template_number},
                     SV_SORT_NONE);
}

sv_sort sv_sort_array(sv_terms *T, uint32_t elements, sv_sort element) {
  REQUIRE(elements >= 1, "an array has at least one element");
  sv_sort plain = sv_sort_plain(T, element);
  if (elements > SV_CELLS_MAX / sv_sort_cells(T, element)) return SV_SORT_NONE;
  sv_sort_info info = {.kind = SV_SORT_ARRAY, .size = elements, .element = plain};
  if (plain.x == element.x) return intern_sort(T, &info, SV_SORT_NONE);
  sv_sort plain_array = intern_sort(T, &info, SV_SORT_NONE);
  info.element = element;
  return intern_sort(T, &info, plain_array);
}

static bool same_members(const sv_sort_info *info, const sv_name *members, uint32_t n) {
  if (info->size != n) return false;
  for (uint32_t i = 0; i < n; i++)
    if (info->members[i].x != members[i].x) return false;
  return true;
}

sv_sort sv_sort_enum(sv_terms *T, sv_name name, const sv_name *members, uint32_t n) {
  REQUIRE(name.x && n >= 1, "an enumeration has a name and members");
  sv_sort known = sv_sort_find_enum(T, name);
  if (known.x) return same_members(sv_sort_get(T, known), members, n) ? known : SV_SORT_NONE;
  sv_name *copy = SV_ARENA_ARRAY(T->arena, sv_name, n);
  memcpy(copy, members, n * sizeof *copy);
  sv_sort_info info = {.kind = SV_SORT_ENUM, .size = n, .name = name, .members = copy};
  sv_sort s = intern_sort(T, &info, SV_SORT_NONE);
  sv_map_put(&T->enums, name.x, s.x);
  return s;
}

sv_sort sv_sort_find_enum(const sv_terms *T, sv_name name) {
  uint32_t s = sv_map_get(&T->enums, name.x);
  return s == SV_MAP_NONE ? SV_SORT_NONE : (sv_sort){s};
}

bool sv_sort_fits(const sv_terms *T, sv_sort a, sv_sort b) {
  return sv_sort_plain(T, a).x == sv_sort_plain(T, b).x;
}

bool sv_sort_finite(const sv_terms *T, sv_sort s) {
  const sv_sort_info *info = sv_sort_get(T, sv_sort_scalar(T, s));
  return info->kind != SV_SORT_REAL && (info->kind != SV_SORT_INT || info->ranged);
}

uint32_t sv_sort_cells(const sv_terms *T, sv_sort s) { return entry_of(T, s)->cells; }

sv_sort sv_sort_scalar(const sv_terms *T, sv_sort s) { return entry_of(T, s)->scalar; }

static bool within(const sv_terms *T, sv_value v, int64_t lo, int64_t hi) {
  int64_t n;
  return sv_number_to_i64(T->numbers, v, &n) && lo <= n && n <= hi;
}

bool sv_sort_has(const sv_terms *T, sv_sort s, sv_value v) {
  const sv_sort_info *info = sv_sort_get(T, s);
  switch (info->kind) {
  case SV_SORT_BOOL: return within(T, v, 0, 1);
  case SV_SORT_BV:
    return sv_number_is_int(T->numbers, v) &&
           sv_value_same(v, sv_number_wrap(T->numbers, v, info->size, info->is_signed));
  case SV_SORT_ENUM: return within(T, v, 0, (int64_t)info->size - 1);
  case SV_SORT_INT:
    return info->ranged ? within(T, v, info->lo, info->hi) : sv_number_is_int(T->numbers, v);
  case SV_SORT_REAL: return true;
  case SV_SORT_LOC:
  case SV_SORT_REF: return sv_is_small(v) && sv_small_get(v) >= 0;
  case SV_SORT_ARRAY: break;
  }
  REQUIRE(info->kind != SV_SORT_ARRAY, "an array is not a single value");
  SV_UNREACHABLE();
}

sv_value sv_sort_default(const sv_terms *T, sv_sort s) {
  const sv_sort_info *info = sv_sort_get(T, sv_sort_scalar(T, s));
  if (!info->ranged || (info->lo <= 0 && 0 <= info->hi)) return sv_small(0);
  return sv_number_int(T->numbers, info->lo);
}
