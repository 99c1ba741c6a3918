// monitor_place.c -- reads a never claim into its graph of places.

#include "lang/promela/claim/monitor_claim.h"

typedef struct {
  uint32_t next;    // where control goes behind the statement
  uint32_t atomic;  // the section it stands in, or 0
  bool first;       // it is the first of an option
} context;

static uint32_t read_stmt(pml_places *p, const pml_stmt *s, context at);

static uint32_t place_of(pml_places *p, const pml_stmt *s) {
  uint32_t found = sv_map_get(&p->place_of, (uintptr_t)s);
  if (found != SV_MAP_NONE) return found;
  sv_push(p->places, (pml_place){0});
  sv_map_put(&p->place_of, (uintptr_t)s, p->places.n - 1);
  if (p->places.n > PLACES_MAX) pml_refuse(p->l, s->span, "this never claim is too large");
  return p->places.n - 1;
}

static void add_step(pml_places *p, uint32_t from, uint32_t to, uint32_t guard) {
  sv_push(p->edges, (pml_claim_edge){from, to, false, guard});
}

static void add_free(pml_places *p, uint32_t from, uint32_t to) {
  sv_push(p->edges, (pml_claim_edge){from, to, true, 1});
}

bool pml_edge_stays(const pml_places *p, const pml_claim_edge *e) {
  uint32_t atomic = p->places.at[e->from].atomic;
  return atomic && atomic == p->places.at[e->to].atomic;
}

// --- labels

static bool begins_with(const pml_places *p, const pml_label *l, const char *word) {
  return !strncmp(sv_names_get(p->l->names, l->name), word, strlen(word));
}

static bool has_special_label(const pml_places *p, const pml_stmt *s) {
  for (uint32_t i = 0; i < s->labels; i++)
    if (begins_with(p, s->label[i], "accept") || begins_with(p, s->label[i], "end") ||
        begins_with(p, s->label[i], "progress"))
      return true;
  return false;
}

static const pml_label *accept_label(const pml_places *p, const pml_stmt *s) {
  for (uint32_t i = 0; i < s->labels; i++)
    if (begins_with(p, s->label[i], "accept")) return s->label[i];
  return NULL;
}

// --- statements

static uint32_t read_block(pml_places *p, const pml_block *b, context at) {
  bool first = at.first;
  for (uint32_t i = b->n; i-- > 0;) {
    at.first = first && !i;
    at.next = read_stmt(p, b->at[i], at);
  }
  return at.next;
}

static void read_jump(pml_places *p, const pml_stmt *s, uint32_t here, uint32_t goal, context at) {
  if (at.first || at.atomic || has_special_label(p, s)) add_step(p, here, goal, 1);
  else add_free(p, here, goal);
}

static void read_break(pml_places *p, const pml_stmt *s, uint32_t here, context at) {
  uint32_t loop = place_of(p, s->loop);
  read_jump(p, s, here, p->places.at[loop].after, at);
}

static void read_assert(pml_places *p, const pml_stmt *s, uint32_t here, context at) {
  uint32_t holds = pml_condition(p->l, s->value);
  add_step(p, here, PLACE_END, pml_bdd_not(&p->l->bdds, holds));
  add_step(p, here, at.next, holds);
}

static void read_section(pml_places *p, const pml_stmt *s, uint32_t here, context at) {
  if (s->kind == PML_S_ATOMIC && !at.atomic) at.atomic = ++p->atomics;
  at.first = false;
  add_free(p, here, read_block(p, &s->body, at));
}

// --- choices

static const pml_stmt *first_of(const pml_block *b) {
  const pml_stmt *s = b->n ? b->at[0] : NULL;
  while (s && (s->kind == PML_S_BLOCK || s->kind == PML_S_ATOMIC))
    s = s->body.n ? s->body.at[0] : NULL;
  return s;
}

static bool is_else(const pml_block *option) {
  const pml_stmt *s = first_of(option);
  return s && s->kind == PML_S_ELSE && s->implied;
}

// The condition under which some step begins here.
static uint32_t enabled(pml_places *p, uint32_t place, sv_map *seen) {
  uint32_t result = 0;
  if (sv_map_get(seen, place) != SV_MAP_NONE) return 0;
  sv_map_put(seen, place, 1);
  for (uint32_t i = 0; i < p->edges.n; i++) {
    pml_claim_edge e = p->edges.at[i];
    if (e.from != place) continue;
    uint32_t more = e.free ? enabled(p, e.to, seen) : e.guard;
    result = pml_bdd_or(&p->l->bdds, result, more);
  }
  return result;
}

// `else` waits until all other options are read; until then it is always true,
// which is right for the choices around: a choice with an `else` has a step.
static void guard_else(pml_places *p, const pml_stmt *choice, const sv_u32s *entry) {
  uint32_t others = 0;
  sv_map seen = {0};
  for (uint32_t i = 0; i < choice->options; i++)
    if (!is_else(&choice->option[i]))
      others = pml_bdd_or(&p->l->bdds, others, enabled(p, entry->at[i], &seen));
  sv_map_free(&seen);
  for (uint32_t i = 0; i < choice->options; i++) {
    if (!is_else(&choice->option[i])) continue;
    uint32_t place = place_of(p, first_of(&choice->option[i]));
    for (uint32_t k = 0; k < p->edges.n; k++)
      if (p->edges.at[k].from == place) p->edges.at[k].guard = pml_bdd_not(&p->l->bdds, others);
  }
}

static void read_choice(pml_places *p, const pml_stmt *s, uint32_t here, context at) {
  sv_u32s entry = {0};
  p->places.at[here].after = at.next;
  if (s->kind == PML_S_DO) at.next = here;
  at.first = true;
  for (uint32_t i = 0; i < s->options; i++) {
    sv_push(entry, read_block(p, &s->option[i], at));
    add_free(p, here, entry.at[i]);
  }
  if (!p->l->why) guard_else(p, s, &entry);
  sv_vec_free(entry);
}

static void refuse(pml_places *p, const pml_stmt *s) {
  static const char *const why[] = {
      "never claims with variables are not supported",
      "a never claim that changes variables is not supported",
      "`unless` in never claims is not supported",
      "`d_step` in never claims is not supported",
      "this statement is not supported in never claims",
  };
  uint32_t i = s->kind == PML_S_DECL     ? 0
               : s->kind == PML_S_UNLESS ? 2
               : s->kind == PML_S_D_STEP ? 3
               : s->kind == PML_S_C_CODE ? 4
                                         : 1;
  pml_refuse(p->l, s->span, why[i]);
}

static void read_inside(pml_places *p, const pml_stmt *s, uint32_t here, context at) {
  switch (s->kind) {
  case PML_S_EXPR: add_step(p, here, at.next, pml_condition(p->l, s->value)); break;
  case PML_S_PRINTF:
  case PML_S_PRINTM:
  case PML_S_ELSE: add_step(p, here, at.next, 1); break;
  case PML_S_ASSERT: read_assert(p, s, here, at); break;
  case PML_S_GOTO: read_jump(p, s, here, place_of(p, s->goal->stmt), at); break;
  case PML_S_BREAK: read_break(p, s, here, at); break;
  case PML_S_IF:
  case PML_S_DO: read_choice(p, s, here, at); break;
  case PML_S_ATOMIC:
  case PML_S_BLOCK: read_section(p, s, here, at); break;
  case PML_S_EXCLUSIVE: add_free(p, here, at.next); break;
  default: refuse(p, s); break;
  }
}

static uint32_t read_stmt(pml_places *p, const pml_stmt *s, context at) {
  uint32_t here = place_of(p, s);
  p->places.at[here].atomic = at.atomic;
  p->places.at[here].accept = accept_label(p, s);
  if (!p->l->why) read_inside(p, s, here, at);
  return here;
}

void pml_read_claim(pml_places *p, const pml_proc *claim) {
  sv_push(p->places, (pml_place){0});
  p->entry = read_block(p, &claim->body, (context){.next = PLACE_END});
}
