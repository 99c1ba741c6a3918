// check_name.c -- scopes, and the most helpful thing to say about a name.
//
// Promela lets no name hide another: what is visible cannot be declared
// again. Names of blocks that are over are free again, so one table with a
// stack is enough.

#include "base/suggest.h"
#include "lang/promela/check/check_inside.h"

pml_symbol *pml_find(pml_checker *c, sv_name name) {
  uint32_t i = sv_map_get(&c->symbol_of, name.x);
  return i == SV_MAP_NONE || !i ? NULL : &c->symbols.at[i - 1];
}

static const char *kind_text(const pml_symbol *s) {
  switch (s->kind) {
  case PML_SYM_VAR: return s->var->scope == PML_PARAMETER ? "a parameter" : "a variable";
  case PML_SYM_MEMBER: return "an mtype constant";
  case PML_SYM_PROC: return "a proctype";
  case PML_SYM_STRUCT: return "a typedef";
  }
  return "";
}

bool pml_declare(pml_checker *c, pml_symbol s) {
  const pml_symbol *old = pml_find(c, s.name);
  if (old) {
    if (pml_complain(c, s.span, SV_NOWHERE, "`%s` is declared already, as %s", pml_text(c, s.name),
                     kind_text(old)))
      pml_add_note(c, old->span, "here");
    return false;
  }
  sv_push(c->symbols, s);
  sv_map_put(&c->symbol_of, s.name.x, c->symbols.n);
  return true;
}

uint32_t pml_scope_open(pml_checker *c) { return c->symbols.n; }

void pml_scope_close(pml_checker *c, uint32_t mark) {
  while (c->symbols.n > mark) sv_map_put(&c->symbol_of, sv_pop(c->symbols).name.x, PML_NONE);
}

pml_proc *pml_find_proc(pml_checker *c, sv_name name) {
  for (uint32_t i = 0; i < c->program->units; i++) {
    pml_proc *proc = c->program->unit[i].proc;
    if (proc && proc->kind == PML_PROCTYPE && proc->name.x == name.x) return proc;
  }
  return NULL;
}

const char *pml_nearest_proc(pml_checker *c, sv_name name) {
  sv_suggestion s = sv_suggest(pml_text(c, name));
  for (uint32_t i = 0; i < c->program->units; i++) {
    const pml_proc *proc = c->program->unit[i].proc;
    if (proc && proc->kind == PML_PROCTYPE) sv_suggest_try(&s, pml_text(c, proc->name));
  }
  return s.best;
}

// --- undeclared names

static const char *nearest(pml_checker *c, const char *text) {
  static const char *const special[] = {"_pid", "_nr_pr", "_last", "_priority"};
  sv_suggestion s = sv_suggest(text);
  for (uint32_t i = 0; i < c->symbols.n; i++)
    if (c->symbols.at[i].kind <= PML_SYM_MEMBER)
      sv_suggest_try(&s, pml_text(c, c->symbols.at[i].name));
  for (size_t i = 0; text[0] == '_' && i < SV_COUNT(special); i++) sv_suggest_try(&s, special[i]);
  return s.best;
}

static const pml_var *declared_later(pml_checker *c, sv_name name) {
  for (uint32_t i = 0; i < c->program->units; i++)
    for (uint32_t k = 0; k < c->program->unit[i].vars; k++)
      if (c->program->unit[i].var[k]->name.x == name.x) return c->program->unit[i].var[k];
  return NULL;
}

static const pml_var *in_some_process(pml_checker *c, sv_name name) {
  for (uint32_t i = 0; i < c->procs.n; i++)
    for (uint32_t k = 0; k < c->procs.at[i]->vars; k++)
      if (c->procs.at[i]->var[k]->name.x == name.x) return c->procs.at[i]->var[k];
  for (uint32_t i = 0; i < c->locals.n; i++)
    if (c->locals.at[i]->name.x == name.x) return c->locals.at[i];
  return NULL;
}

static void explain(pml_checker *c, sv_name name) {
  const char *text = pml_text(c, name), *near = nearest(c, text);
  const pml_var *late = declared_later(c, name), *other = in_some_process(c, name);
  if (late) pml_add_note(c, late->span, "its declaration comes too late");
  else if (other && other->proc != c->proc)
    pml_add_note(c, other->span, "this `%s` is visible in `%s` only", text,
                 pml_text(c, other->proc->name));
  else if (other) pml_add_note(c, other->span, "the block of this `%s` is over", text);
  else if (near) pml_add_hint(c, "did you mean `%s`?", near);
}

void pml_undeclared(pml_checker *c, const pml_expr *e) {
  const pml_symbol *s = pml_find(c, e->name);
  const char *text = pml_text(c, e->name);
  if (s) {
    if (pml_complain(c, e->name_span, e->def, "`%s` is %s, not a variable", text, kind_text(s)))
      pml_add_note(c, s->span, "it is declared here");
    return;
  }
  if (sv_map_get(&c->invented, e->name.x) != SV_MAP_NONE) return;
  sv_map_put(&c->invented, e->name.x, 1);
  if (pml_complain(c, e->name_span, e->def, "the variable `%s` is not declared", text))
    explain(c, e->name);
}
