// blame.c -- see blame.h.

#include "lang/blame.h"

void sv_blame_add(sv_arena *arena, const sv_blame_note **notes, uint32_t kind, sv_blame blame) {
  assert(blame.text);
  if (sv_same(blame.when, SV_FALSE)) return;
  sv_blame_note *note = SV_ARENA_ARRAY(arena, sv_blame_note, 1);
  *note = (sv_blame_note){kind, blame, *notes};
  *notes = note;
}

void sv_blame_join(sv_arena *arena, const sv_blame_note **notes, const sv_blame_note *more) {
  for (; more; more = more->next) sv_blame_add(arena, notes, more->kind, more->blame);
}

void sv_blame_give(sv_arena *arena, const sv_blame_note *notes, uint32_t kind, sv_action *a) {
  uint32_t n = 0;
  for (const sv_blame_note *i = notes; i; i = i->next) n += i->kind == kind;
  if (!n) return;
  sv_blame *all = SV_ARENA_ARRAY(arena, sv_blame, n);
  a->blames = all;
  a->blame_count = n;
  for (const sv_blame_note *i = notes; i; i = i->next)
    if (i->kind == kind) all[--n] = i->blame;  // in the order in which they were added
  assert(!n);
}
