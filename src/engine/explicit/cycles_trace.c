// cycles_trace.c -- a lasso through a component.
//
// From the component's first node the nearest arc with a mark that is still
// missing is looked for, breadth first and inside of the component, again and
// again until none is missing; then the way back. Where only a part of the
// component is fair, the way into that part comes first.

#include "engine/explicit/cycles_moves.h"

typedef struct {
  uint64_t node;
  uint32_t from;     // place in the list
  sv_cycle_arc arc;  // by which it was met
} meeting;

typedef struct {
  sv_cycles *c;
  sv_inside_fn *inside;
  void *context;
  sv_trace *trace;
  uint64_t at, goal;
  uint64_t *missing;
  SV_VEC(meeting) list;
  sv_map met;
} tour;

static void push_step(tour *t, const sv_cycle_arc *arc) {
  if (arc->action == SV_ENDS) return;
  sv_moves_push_step(t->c, t->trace, arc->action, arc->choice);
}

static bool is_missing(const tour *t) {
  for (uint32_t i = 0; i < t->c->mark_words; i++)
    if (t->missing[i]) return true;
  return false;
}

static bool helps(const tour *t, const uint64_t *marks) {
  for (uint32_t i = 0; i < t->c->mark_words; i++)
    if (t->missing[i] & marks[i]) return true;
  return false;
}

static void push_way(tour *t, uint32_t from, const sv_cycle_arc *last) {
  sv_u32s way = {0};
  for (uint32_t i = from; i; i = t->list.at[i].from) sv_push(way, i);
  while (way.n) push_step(t, &t->list.at[sv_pop(way)].arc);
  push_step(t, last);
  sv_vec_free(way);
}

// Every mark on the way counts, not only that of the last arc.
static void note_marks(tour *t, const uint64_t *marks) {
  for (uint32_t i = 0; i < t->c->mark_words; i++) t->missing[i] &= ~marks[i];
}

typedef enum { INTO, ROUND, BACK } purpose;

static bool is_wanted(const tour *t, purpose why, const sv_cycle_arc *arc, const uint64_t *marks) {
  if (why == INTO) return true;
  return why == BACK ? arc->node == t->goal : helps(t, marks);
}

// Looks for an arc that is wanted: into the part, with a missing mark, or to the goal. False:
// there is none.
static bool go_on(tour *t, purpose why) {
  sv_cycle_arcs arcs = {0};
  bool found = false;
  sv_clear(t->list);
  sv_map_clear(&t->met);
  sv_push(t->list, (meeting){.node = t->at});
  sv_map_put(&t->met, t->at, 0);
  for (uint32_t i = 0; i < t->list.n && !found; i++) {
    sv_arcs_cut(t->c, &arcs, 0);
    if (!sv_cycles_expand(t->c, t->list.at[i].node, &arcs)) break;
    for (uint32_t k = 0; k < arcs.at.n && !found; k++) {
      sv_cycle_arc arc = arcs.at.at[k];
      bool inside = t->inside(t->context, arc.node);
      if (!inside && why != INTO) continue;
      found = inside && is_wanted(t, why, &arc, sv_arc_marks(t->c, &arcs, k));
      if (found) {
        if (why != INTO) note_marks(t, sv_arc_marks(t->c, &arcs, k));
        push_way(t, i, &arc);
        t->at = arc.node;
      } else if (sv_map_get(&t->met, arc.node) == SV_MAP_NONE) {
        sv_map_put(&t->met, arc.node, 1);
        sv_push(t->list, (meeting){arc.node, i, arc});
      }
    }
  }
  sv_arcs_free(&arcs);
  return found;
}

sv_trace *sv_cycles_trace(sv_cycles *c, uint64_t first, const sv_cycle_arc *stem, uint32_t n,
                          sv_inside_fn *inside, void *context, const uint64_t *marks) {
  tour t = {.c = c, .inside = inside, .context = context};
  t.trace = sv_moves_begin_trace(c, sv_cycles_state(c, first));
  for (uint32_t i = 0; i < n; i++) push_step(&t, &stem[i]);
  t.at = n ? stem[n - 1].node : first;
  t.missing = SV_NEW_ARRAY(uint64_t, c->mark_words);
  memcpy(t.missing, marks, c->mark_words * sizeof *t.missing);
  bool good = inside(context, t.at) || go_on(&t, INTO), moved = false;
  t.goal = t.at;
  t.trace->lasso = true;
  t.trace->loop = t.trace->steps.n;
  while (good && is_missing(&t)) good = moved = go_on(&t, ROUND);
  if (good && (!moved || t.at != t.goal)) good = go_on(&t, BACK);
  sv_free(t.missing);
  sv_vec_free(t.list);
  sv_map_free(&t.met);
  if (good) return t.trace;
  sv_trace_free(c->net, t.trace);
  return NULL;
}
