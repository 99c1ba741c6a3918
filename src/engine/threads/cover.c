// cover.c -- the search of cover.h: fewest threads first.

#include "engine/threads/cover.h"

static uint32_t count_pc_bits(const sv_thread_system *s) {
  uint32_t n = 0, cell = s->net->vars.at[s->net->processes.at[0].pc].first_cell;
  while (n < s->locals && s->coding->owner[s->state_bit_of_local[n]] == cell) n++;
  return n;
}

sv_cover *sv_cover_new(sv_thread_sets *x, uint32_t property) {
  sv_cover *c = SV_NEW(sv_cover);
  *c = (sv_cover){.x = x, .property = property, .arena = sv_arena_new()};
  c->global_words = sv_bits_words(x->s->globals);
  c->local_words = sv_bits_words(x->s->locals);
  c->pc_bits = count_pc_bits(x->s);
  assert(c->pc_bits <= x->s->locals);
  return c;
}

void sv_cover_free(sv_cover *c) {
  if (!c) return;
  for (uint32_t i = 0; i < c->waiting.n; i++) sv_vec_free(c->waiting.at[i]);
  sv_vec_free(c->waiting);
  sv_vec_free(c->elements);
  sv_arena_free(c->arena);
  sv_free(c);
}

bool sv_cover_add(sv_cover *c, const sv_element *e) {
  c->drawn++;
  assert(!e->dead && (e->next == SV_NO_ELEMENT || e->next < c->elements.n));
  for (uint32_t i = 0; i < c->elements.n; i++)
    if (!c->elements.at[i].dead && sv_element_covers(c, &c->elements.at[i], e))
      return c->covered++, false;
  for (uint32_t i = 0; i < c->elements.n; i++)
    if (sv_element_covers(c, e, &c->elements.at[i])) c->elements.at[i].dead = true;
  if (e->n >= c->waiting.n) sv_fill(c->waiting, e->n + 1);
  sv_push(c->waiting.at[e->n], c->elements.n);
  sv_push(c->elements, *e);
  if (e->n > c->most_threads) c->most_threads = e->n;
  assert(e->n > 64 || sv_element_covers(c, e, &sv_last(c->elements)));
  return true;
}

static bool is_initial(sv_cover *c, const sv_element *e) {
  sv_bdds *b = c->x->bdds;
  if (e->n > 1) return false;
  sv_bdd set = sv_thread_diagram(c->x, c->x->s->initial);
  sv_thread_meet(b, &set, sv_cube_globals(c->x, &e->globals));
  if (e->n) sv_thread_meet(b, &set, sv_cube_own(c->x, &e->threads[0]));
  bool yes = !sv_bdd_is_false(set);
  sv_bdd_drop(b, set);
  return yes;
}

static uint32_t look_for_initial(sv_cover *c, uint32_t *seen) {
  for (; *seen < c->elements.n; ++*seen)
    if (is_initial(c, &c->elements.at[*seen])) return *seen;
  return SV_NO_ELEMENT;
}

static uint32_t next_element(sv_cover *c, sv_u32s *heads) {
  sv_fill(*heads, c->waiting.n);
  for (uint32_t n = 0; n < c->waiting.n; n++)
    while (heads->at[n] < c->waiting.at[n].n) {
      uint32_t e = c->waiting.at[n].at[heads->at[n]++];
      assert(e < c->elements.n && c->elements.at[e].n == n);
      if (!c->elements.at[e].dead) return e;
    }
  return SV_NO_ELEMENT;
}

static bool has_several_starts(const sv_thread_system *s) {
  for (uint32_t i = 0; i < s->actions.n; i++)
    if (s->actions.at[i].started.n > 1) return true;
  return false;
}

sv_cover_end sv_cover_run(sv_cover *c, uint32_t *first) {
  sv_u32s heads = {0};
  uint32_t seen = 0, e = 0;
  if (has_several_starts(c->x->s)) return SV_COVER_REFUSED;
  sv_cover_begin(c);
  while ((*first = look_for_initial(c, &seen)) == SV_NO_ELEMENT &&
         !sv_limits_hit(c->x->run->limits)) {
    e = next_element(c, &heads);
    if (e == SV_NO_ELEMENT) break;
    sv_cover_predecessors(c, e);
    sv_progress_tick(
        c->x->run->progress,
        &(sv_progress_report){.phase = "threads", .size = c->elements.n, .size_of = "elements"});
    SV_LOG(c->x->run->log, 2, "threads: coverability: %u elements, at most %u threads",
           c->elements.n, c->most_threads);
  }
  sv_vec_free(heads);
  SV_LOG(c->x->run->log, 1, "threads: coverability of property %u: %s after %u elements",
         c->property,
         *first != SV_NO_ELEMENT ? "reached"
         : e == SV_NO_ELEMENT    ? "not reached"
                                 : "stopped",
         c->elements.n);
  if (*first != SV_NO_ELEMENT) return SV_COVER_REACHED;
  return e == SV_NO_ELEMENT ? SV_COVER_SAFE : SV_COVER_LIMIT;
}
