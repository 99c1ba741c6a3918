// check.c -- the checks, unit by unit.
//
// Names mean something from their declaration on, so units are taken in order;
// formulas come last, since they may speak of everything.

#include "lang/promela/check/check.h"

#include "lang/promela/check/check_inside.h"

// --- messages

bool pml_complain(pml_checker *c, sv_span span, sv_span def, const char *format, ...) {
  va_list args;
  va_start(args, format);
  bool said = pml_vreport(c->report, SV_ERROR, span, (pml_origin){def, c->call}, format, args);
  va_end(args);
  return said;
}

bool pml_warn(pml_checker *c, sv_span span, sv_span def, const char *format, ...) {
  va_list args;
  va_start(args, format);
  bool said = pml_vreport(c->report, SV_WARNING, span, (pml_origin){def, c->call}, format, args);
  va_end(args);
  return said;
}

void pml_add_note(pml_checker *c, sv_span span, const char *format, ...) {
  va_list args;
  va_start(args, format);
  sv_vdiag(c->report->diags, SV_NOTE, span, format, args);
  va_end(args);
}

void pml_add_hint(pml_checker *c, const char *format, ...) {
  va_list args;
  va_start(args, format);
  sv_vdiag_hint(c->report->diags, format, args);
  va_end(args);
}

// --- units

static void check_globals(pml_checker *c, pml_unit *u) {
  for (uint32_t i = 0; i < u->vars; i++) {
    u->var[i]->index = c->globals.n;
    pml_check_var(c, u->var[i]);
    sv_push(c->globals, u->var[i]);
  }
}

static void check_count(pml_checker *c, pml_proc *p) {
  int64_t v = 1;
  if (!p->count) return;
  if (!pml_constant(c, p->count, &v)) {
    pml_complain(c, p->count->span, p->count->def, "the number of processes must be a constant");
    return;
  }
  p->active = (int32_t)v;
  if (v < 0 || v > PML_PROCESS_MAX)
    p->active =
        pml_complain(c, p->count->span, p->count->def, "there can be 0 to %d processes, not %lld",
                     PML_PROCESS_MAX, (long long)v);
}

static void remember(pml_checker *c, pml_proc *p, pml_proc **slot, const char *what) {
  if (!*slot) *slot = p;
  else if (what && pml_complain(c, p->name_span, SV_NOWHERE, "a second `%s`", what))
    pml_add_note(c, (*slot)->name_span, "the first one is here");
}

static void declare_process(pml_checker *c, pml_proc *p) {
  switch (p->kind) {
  case PML_PROCTYPE:
    pml_declare(
        c, (pml_symbol){.kind = PML_SYM_PROC, .name = p->name, .span = p->name_span, .proc = p});
    break;
  case PML_INIT: remember(c, p, &c->program->init, "init"); break;
  case PML_NEVER: remember(c, p, &c->program->never, NULL); break;
  case PML_TRACE:
  case PML_NOTRACE: remember(c, p, &c->program->trace, "trace"); break;
  }
}

static void check_process(pml_checker *c, pml_proc *p) {
  declare_process(c, p);
  check_count(c, p);
  if (p->priority < 0 || p->priority > 255)
    pml_complain(c, p->name_span, SV_NOWHERE, "a priority is between 1 and 255");
  p->index = c->procs.n;
  pml_check_body(c, p);
  sv_push(c->procs, p);
}

static void check_unit(pml_checker *c, pml_unit *u) {
  switch (u->kind) {
  case PML_U_VARS: check_globals(c, u); break;
  case PML_U_MTYPE: pml_check_mtype(c, u); break;
  case PML_U_STRUCT: pml_check_struct(c, u->record); break;
  case PML_U_PROC: check_process(c, u->proc); break;
  case PML_U_LTL: break;
  }
}

// --- formulas

static void check_formula(pml_checker *c, pml_ltl *l) {
  for (uint32_t i = 0; l->name.x && i < c->ltls.n; i++) {
    if (c->ltls.at[i]->name.x != l->name.x) continue;
    if (pml_complain(c, l->name_span, SV_NOWHERE, "there are two formulas `%s`",
                     pml_text(c, l->name)))
      pml_add_note(c, c->ltls.at[i]->name_span, "the first one is here");
    break;
  }
  pml_check_expr(c, l->formula, PML_AT_VALUE);
  sv_push(c->ltls, l);
}

static void check_formulas(pml_checker *c) {
  sv_map_clear(&c->invented);
  c->in_formula = true;
  for (uint32_t i = 0; i < c->program->units; i++)
    if (c->program->unit[i].kind == PML_U_LTL) check_formula(c, c->program->unit[i].ltl);
}

// --- the model

static void check_runnable(pml_checker *c) {
  int64_t n = 0;
  for (uint32_t i = 0; i < c->procs.n; i++) n += c->procs.at[i]->active;
  if (n > PML_PROCESS_MAX)
    pml_complain(c, c->procs.at[c->procs.n - 1]->name_span, SV_NOWHERE,
                 "%lld processes start, but at most %d can be alive", (long long)n,
                 PML_PROCESS_MAX);
  if (n || c->program->uses_c) return;
  if (pml_complain(c, (sv_span){c->program->file, 0, 0}, SV_NOWHERE, "no process ever starts"))
    pml_add_hint(c, "a model needs an `init` or an `active proctype`");
}

#define KEEP(vec, array, count)                                           \
  do {                                                                    \
    (count) = (vec).n;                                                    \
    (array) = sv_arena_alloc(c->arena, ((vec).n + 1) * sizeof *(vec).at); \
    if ((vec).n) memcpy((array), (vec).at, (vec).n * sizeof *(vec).at);   \
    sv_vec_free(vec);                                                     \
  } while (0)

static void finish(pml_checker *c) {
  pml_program *p = c->program;
  KEEP(c->globals, p->global, p->globals);
  KEEP(c->mtypes, p->mtype, p->mtypes);
  KEEP(c->records, p->record, p->records);
  KEEP(c->procs, p->proc, p->procs);
  KEEP(c->ltls, p->ltl, p->ltls);
  sv_vec_free(c->symbols);
  sv_vec_free(c->later);
  sv_vec_free(c->locals);
  sv_vec_free(c->gotos);
  sv_vec_free(c->parents);
  sv_vec_free(c->d_steps);
  sv_map_free(&c->symbol_of);
  sv_map_free(&c->invented);
}

void pml_check(pml_reporter *report, pml_program *program) {
  pml_checker c = {
      .report = report, .arena = report->arena, .names = report->names, .program = program};
  for (uint32_t i = 0; i < program->units; i++) check_unit(&c, &program->unit[i]);
  check_formulas(&c);
  pml_resolve_later(&c);
  check_runnable(&c);
  finish(&c);
}
