// address.c -- what addresses are called in traces: &x, &a+8, malloc:12+4, "text", hello, NULL.
//
// As a number an address is its object and, in the low bits, the offset in it.

#include "lang/c/lower.h"

enum { MOST_TEXT = 24 };

// A string literal as it stands in the program, cut where it is long.
static const char *literal(c_lowering *l, const c_object *o) {
  const c_cell *cell = &o->cell[0];
  sv_text t = {0};
  sv_text_char(&t, '"');
  uint32_t k = 0;
  for (; k < cell->firsts && k < MOST_TEXT && cell->first[k].index == k; k++) {
    char c = (char)cell->first[k].value.bits;
    if (c == '\n') sv_text_string(&t, "\\n");
    else sv_text_char(&t, c >= ' ' && c < 127 ? c : '?');
  }
  sv_text_string(&t, k < cell->firsts ? "...\"" : "\"");
  const char *text = sv_arena_strndup(l->model->arena, sv_text_get(&t), t.n);
  sv_text_free(&t);
  return text;
}

static const char *object_name(c_lowering *l, const c_storage *s) {
  const c_object *o = s->object;
  bool text = o->constant && !strncmp(o->name, ".str", 4) && o->cells == 1;
  if (text && o->cell[0].type.width == 8) return literal(l, o);
  const char *name = *o->name ? o->name : "local";
  if (!s->heap) name = sv_arena_printf(l->model->arena, "&%s", name);
  uint32_t thread = s->instance;
  return thread ? sv_arena_printf(l->model->arena, "%s of thread %u", name, thread) : name;
}

static void set(sv_name *names, c_lowering *l, uint32_t object, const char *text) {
  names[object] = sv_names_cstr(l->model->names, text);
}

// Several objects of one call of malloc are told apart by numbers.
static const char *apart(c_lowering *l, uint32_t storage) {
  const c_storage *s = &l->storages.at[storage];
  const char *name = object_name(l, s);
  uint32_t number = 1;
  for (uint32_t k = 0; k < storage; k++)
    number += l->storages.at[k].object == s->object && l->storages.at[k].local == s->local &&
              l->storages.at[k].instance == s->instance && s->heap;
  return number > 1 ? sv_arena_printf(l->model->arena, "%s#%u", name, number) : name;
}

void c_name_addresses(c_lowering *l) {
  const c_program *p = l->program;
  uint32_t count = C_FIRST_FUNCTION + p->functions + 1;
  sv_name *names = SV_ARENA_ARRAY(l->model->arena, sv_name, count);
  memset(names, 0, count * sizeof *names);
  set(names, l, 0, "NULL");
  set(names, l, C_ELSEWHERE, "somewhere");
  for (uint32_t i = 0; i < l->storages.n && i + 1 < C_ELSEWHERE; i++)
    set(names, l, i + 1, apart(l, i));
  for (uint32_t i = 0; i < p->functions; i++)
    set(names, l, C_FIRST_FUNCTION + i + 1, p->function[i].name);
  *l->addresses = (sv_words){names, count, C_OFFSET_BITS};
}
