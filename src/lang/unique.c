// unique.c -- see unique.h.

#include "lang/unique.h"

sv_name sv_unique_name(sv_model *m, sv_map *used, uint32_t kind, const char *text, char separator) {
  sv_name name = sv_names_cstr(m->names, text);
  uint64_t key = (uint64_t)kind << 32 | name.x;
  uint32_t times = sv_map_get(used, key);
  times = times == SV_MAP_NONE ? 1 : times + 1;
  sv_map_put(used, key, times);
  if (times == 1) return name;
  const char *next = sv_arena_printf(m->arena, "%s%c%u", text, separator, times);
  return sv_unique_name(m, used, kind, next, separator);
}

static bool is_property(const sv_model *m, sv_name name) {
  for (uint32_t i = 1; i < m->properties.n; i++)
    if (m->properties.at[i].name.x == name.x) return true;
  return false;
}

sv_name sv_new_property_name(sv_model *m, const char *first) {
  sv_name name = sv_names_cstr(m->names, first);
  for (uint32_t n = 2; is_property(m, name); n++)
    name = sv_names_cstr(m->names, sv_arena_printf(m->arena, "%s%u", first, n));
  return name;
}
