// call_graph.c -- which procedures call themselves, perhaps through others.
//
// Tarjan's strongly connected components with an explicit stack. Starting a
// thread is not calling: a procedure that only starts itself is not recursive.

#include "lang/boolprog/checks.h"

enum { UNSEEN = 0 };

typedef struct {
  uint32_t proc, next;
} frame;

typedef struct {
  bp_program *program;
  uint32_t *number, *low;  // by procedure; number UNSEEN or from 1
  uint32_t *component;     // by procedure, from 1; 0 while open
  uint32_t counter, components;
  SV_VEC(frame) work;
  sv_u32s open;
} search;

static void visit(search *s, uint32_t p) {
  s->number[p] = s->low[p] = ++s->counter;
  sv_push(s->open, p);
  sv_push(s->work, (frame){p, 0});
}

static void lower_to(search *s, uint32_t p, uint32_t value) {
  if (value < s->low[p]) s->low[p] = value;
}

static void close_component(search *s, uint32_t root) {
  uint32_t p;
  s->components++;
  do {
    p = sv_pop(s->open);
    s->component[p] = s->components;
  } while (p != root);
}

static void step(search *s) {
  frame *f = &sv_last(s->work);
  uint32_t p = f->proc;
  if (f->next < s->program->proc[p]->calls) {
    uint32_t q = s->program->proc[p]->call[f->next++]->proc->index;
    if (s->number[q] == UNSEEN) visit(s, q);
    else if (!s->component[q]) lower_to(s, p, s->number[q]);
    return;
  }
  (void)sv_pop(s->work);
  if (s->work.n) lower_to(s, sv_last(s->work).proc, s->low[p]);
  if (s->low[p] == s->number[p]) close_component(s, p);
}

static void mark(search *s, bp_proc *f) {
  for (uint32_t i = 0; i < f->calls && !f->recursive; i++) {
    if (s->component[f->call[i]->proc->index] != s->component[f->index]) continue;
    f->recursive = s->program->recursive = true;
    f->cycle_call = f->call[i]->span;
  }
}

void bp_mark_recursion(bp_program *program) {
  uint32_t n = program->procs;
  if (!n) return;
  search s = {.program = program,
              .number = SV_NEW_ARRAY(uint32_t, n),
              .low = SV_NEW_ARRAY(uint32_t, n),
              .component = SV_NEW_ARRAY(uint32_t, n)};
  for (uint32_t i = 0; i < n; i++) {
    if (s.number[i] == UNSEEN) visit(&s, i);
    while (s.work.n) step(&s);
  }
  for (uint32_t i = 0; i < n; i++) mark(&s, program->proc[i]);
  sv_free(s.number);
  sv_free(s.low);
  sv_free(s.component);
  sv_vec_free(s.work);
  sv_vec_free(s.open);
}
