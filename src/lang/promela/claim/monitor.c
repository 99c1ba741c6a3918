// monitor.c -- see monitor.h.
//
// The top of a formula is taken apart: a && b, !(a || b), !(a -> b), and the
// same under [] (or !<>), since [](a && b) = []a && []b. So `[](p && <>q)` is
// checked for []p although []<>q is beyond us.

#include "lang/promela/claim/monitor_inside.h"

enum { PARTS_MAX = 16 };

typedef SV_VEC(pml_monitor) monitor_list;

// --- parts of a formula

typedef struct {
  const pml_expr *e;
  bool negated;
  bool always;  // [] of it
} part;

typedef SV_VEC(part) part_list;

static bool splits(const part *p) {
  switch (p->e->op) {
  case PML_E_AND: return !p->negated;
  case PML_E_OR:
  case PML_E_IMPLIES: return p->negated;
  default: return false;
  }
}

static void split(part p, part_list *out) {
  if (out->n > PARTS_MAX) return;
  const pml_expr *e = p.e;
  if (e->op == PML_E_NOT) {
    split((part){e->arg[0], !p.negated, p.always}, out);
  } else if (e->op == (p.negated ? PML_E_EVENTUALLY : PML_E_ALWAYS)) {
    split((part){e->arg[0], p.negated, true}, out);
  } else if (pml_is_temporal(e) && splits(&p)) {
    bool turned = e->op == PML_E_IMPLIES;
    split((part){e->arg[0], p.negated != turned, p.always}, out);
    split((part){e->arg[1], p.negated, p.always}, out);
  } else sv_push(*out, p);
}

static pml_expr *expr_of(sv_arena *arena, const part *p) {
  pml_expr *e = pml_wrap(arena, PML_E_NOT, p->e);
  if (!p->negated) e = e->arg[0];
  return p->always ? pml_wrap(arena, PML_E_ALWAYS, e) : e;
}

// --- one monitor

static void set_unsupported(const pml_logic *l, pml_monitor *m) {
  m->kind = PML_MONITOR_UNSUPPORTED;
  m->why = l->why;
  m->why_span = l->why_span;
}

static void make_invariant(pml_logic *l, const part *p, pml_monitor *m) {
  pml_expr *body = pml_plain(l->arena, p->e);
  m->kind = PML_MONITOR_INVARIANT;
  m->body = p->negated ? pml_wrap(l->arena, PML_E_NOT, body) : body;
  m->progress = m->stutters = pml_asks_for_progress(body);
  pml_check_atom(l, body);
}

static void make_automaton(pml_logic *l, const part *p, pml_monitor *m) {
  uint32_t f = pml_formula(l, expr_of(l->arena, p));
  m->live = !l->why && pml_needs_cycles(l, f);
  if (m->live) {
    m->why = "that something happens at all is seen on infinite runs only";
    m->why_span = p->e->span;
    m->formula = expr_of(l->arena, p);
  }
  bool fine = !l->why;
  pml_build(l, f, m);
  // The automaton of infinite runs is another one.
  if (m->live && fine) l->why = NULL;
}

static void add_part(sv_arena *arena, const sv_names *names, const part *p, pml_monitor m,
                     monitor_list *out) {
  pml_logic l = {.arena = arena, .names = names};
  m.span = p->e->span;
  if (p->always && !pml_is_temporal(p->e)) make_invariant(&l, p, &m);
  else make_automaton(&l, p, &m);
  if (l.why) set_unsupported(&l, &m);
  pml_logic_free(&l);
  sv_push(*out, m);
}

static void add_formula(sv_arena *arena, const sv_names *names, const pml_ltl *ltl,
                        monitor_list *out) {
  part_list parts = {0};
  split((part){ltl->formula, false, false}, &parts);
  if (parts.n > PARTS_MAX) {
    sv_clear(parts);
    sv_push(parts, (part){ltl->formula, false, false});
  }
  for (uint32_t i = 0; i < parts.n; i++) {
    pml_monitor m = {.name = ltl->name, .ltl = ltl, .part = i, .parts = parts.n};
    add_part(arena, names, &parts.at[i], m, out);
  }
  sv_vec_free(parts);
}

static void add_claim(sv_arena *arena, const sv_names *names, const pml_proc *claim,
                      monitor_list *out) {
  pml_logic l = {.arena = arena, .names = names};
  pml_monitor m = {.name = claim->name, .span = claim->span, .claim = claim, .parts = 1};
  const pml_label *cycle = NULL;
  uint32_t f = pml_claim(&l, claim, &cycle);
  if (cycle) {
    m.live = true;
    m.why = "acceptance cycles are infinite runs";
    m.why_span = cycle->span;
  }
  pml_build(&l, f, &m);
  if (l.why) set_unsupported(&l, &m);
  pml_logic_free(&l);
  sv_push(*out, m);
}

bool pml_monitor_asks_for_progress(const pml_monitor *m) {
  bool asks = m->progress || (m->formula && pml_asks_for_progress(m->formula));
  for (uint32_t i = 0; i < m->atoms && !asks; i++) asks = pml_asks_for_progress(m->atom[i]);
  return asks;
}

pml_monitors pml_monitors_of(sv_arena *arena, const sv_names *names, const pml_program *program) {
  REQUIRE(arena && names && program, "an argument is missing");
  monitor_list list = {0};
  for (uint32_t i = 0; i < program->ltls; i++) add_formula(arena, names, program->ltl[i], &list);
  for (uint32_t i = 0; i < program->procs; i++)
    if (program->proc[i]->kind == PML_NEVER) add_claim(arena, names, program->proc[i], &list);
  pml_monitors result = {SV_ARENA_ARRAY(arena, pml_monitor, list.n + 1), list.n};
  if (list.n) memcpy(result.at, list.at, list.n * sizeof *list.at);
  sv_vec_free(list);
  return result;
}
