// circle.c -- threads that wait for each other, or for themselves, while others go on.
//
// A deadlock is a state in which nobody can move. Two threads, each of which waits for a mutex that the
// other one has, never move again either, whatever the others do: nobody else may let these
// mutexes go. So where deadlocks are looked for, every pair of places at which threads lock a mutex gets an
// action with both threads as its edges, that fails if each mutex belongs to the other thread; and
// every such place one of its own, for a thread that already has the mutex. Longer circles, and waiting for
// other things, are found where all threads wait.

#include "lang/c/lower.h"

static sv_terms *terms(const c_lowering *l) { return l->model->terms; }

void c_note_wait(c_path *p, const c_inst *i, sv_term owner, sv_term mine, sv_term for_ever) {
  bool plain = sv_same(p->constraint, SV_TRUE) && !p->memory.n && !c_has_choice(p->l, p->guard) &&
               !c_has_choice(p->l, owner);
  if (!p->l->deadlocks || !plain || p->atomic) return;
  sv_span here = i->span.file ? i->span : p->l->here;
  c_standing w = {p->thread, p->from, p->guard, owner, mine, for_ever, here};
  sv_push(p->l->waits, w);
}

static uint32_t line_of(const c_lowering *l, const c_standing *w) {
  return w->here.file ? sv_source_place(l->model->sources, w->here.file, w->here.begin).line : 0;
}

static sv_edge edge_of(const c_lowering *l, const c_standing *w) {
  const c_thread *t = &l->threads.at[w->thread];
  return (sv_edge){.template_number = t->template_number,
                   .instance = SV_ANY_INSTANCE,
                   .from = &w->location,
                   .from_count = 1,
                   .to = t->exited};
}

static void add(c_lowering *l, const c_standing *w, const sv_edge *edges, uint32_t n, sv_term guard,
                const char *kind, const char *text) {
  sv_model *m = l->model;
  if (sv_same(guard, SV_FALSE)) return;
  c_inst at = {.span = w->here};
  sv_action a = {.edges = edges,
                 .edge_count = n,
                 .guard = guard,
                 .constraint = SV_TRUE,
                 .fails = c_property(l, kind, &at),
                 .text = text,
                 .span = w->here};
  a.name = sv_names_cstr(m->names, sv_arena_printf(m->arena, "waits.%u", m->actions.n));
  sv_model_action(m, &a);
}

static void add_own(c_lowering *l, const c_standing *w) {
  sv_term again = sv_and(terms(l), w->for_ever, sv_eq(terms(l), w->owner, w->mine));
  sv_edge edge = edge_of(l, w);
  add(l, w, &edge, 1, sv_and(terms(l), w->guard, again), "lock of a mutex that the thread has",
      "waits here for itself");
}

static void add_pair(c_lowering *l, const c_standing *a, const c_standing *b) {
  sv_terms *T = terms(l);
  sv_term theirs = sv_eq(T, a->owner, c_as_other(l, b->mine));
  sv_term ours = sv_eq(T, c_as_other(l, b->owner), a->mine);
  sv_term guard = sv_and(T, sv_and(T, a->guard, c_as_other(l, b->guard)), sv_and(T, theirs, ours));
  sv_edge edges[2] = {edge_of(l, a), edge_of(l, b)};
  edges[1].flags = SV_EDGE_PASSIVE;
  edges[1].to = 0;
  const char *text = sv_arena_printf(
      l->model->arena, "waits for a thread that waits in line %u for it", line_of(l, b));
  add(l, a, edges, 2, guard, "circle of two threads that wait for each other", text);
}

void c_add_circles(c_lowering *l) {
  for (uint32_t i = 0; i < l->waits.n; i++) {
    add_own(l, &l->waits.at[i]);
    for (uint32_t k = i; k < l->waits.n; k++) {
      const c_standing *a = &l->waits.at[i], *b = &l->waits.at[k];
      if (a->thread != b->thread || l->threads.at[a->thread].count != 1) add_pair(l, a, b);
    }
  }
}
