// check_label.c -- labels, jumps, and references into other processes.
//
// A goto takes the label of its own block if there is one, then one of a block
// around it, then any of the process; an inline that is expanded twice so has
// two of each label, and each jump stays in its own expansion. References to
// other processes may come before them and are looked at last.

#include <string.h>

#include "base/suggest.h"
#include "lang/promela/check/check_inside.h"

// --- labels

static bool clashes(const pml_label *a, const pml_label *b) {
  return a->name.x == b->name.x && a->block == b->block && a->call == b->call;
}

static void check_twice(pml_checker *c, const pml_label *l, uint32_t before) {
  for (uint32_t i = 0; i < before; i++) {
    const pml_label *other = c->proc->label[i];
    if (!clashes(l, other)) continue;
    if (pml_complain(c, l->span, SV_NOWHERE, "the label `%s` is there twice", pml_text(c, l->name)))
      pml_add_note(c, other->span, "the first one is here");
    return;
  }
}

static void check_not_variable(pml_checker *c, const pml_label *l) {
  const pml_symbol *s = pml_find(c, l->name);
  if (!s) return;
  if (pml_complain(c, l->span, SV_NOWHERE, "the label `%s` has the name of something else",
                   pml_text(c, l->name)))
    pml_add_note(c, s->span, "`%s` is declared here", pml_text(c, l->name));
}

static bool begins_with(const char *text, const char *word) {
  return !strncmp(text, word, strlen(word));
}

// Where a label that has a meaning elsewhere has none; NULL: nowhere.
static const char *meaningless(const pml_checker *c, const pml_label *l) {
  const char *name = pml_text(c, l->name);
  bool progress = begins_with(name, "progress"), accept = begins_with(name, "accept");
  if (!progress && !accept && !begins_with(name, "end")) return NULL;
  if (c->d_steps.at[l->block]) return "inside of a d_step";
  if (c->proc->kind == PML_NEVER && progress) return "in a claim";
  bool trace = c->proc->kind == PML_TRACE || c->proc->kind == PML_NOTRACE;
  return trace && (progress || accept) ? "in a trace" : NULL;
}

// It is not passed over without a word.
static void check_meaning(pml_checker *c, const pml_label *l) {
  const char *where = meaningless(c, l);
  if (where)
    pml_warn(c, l->span, SV_NOWHERE, "the label `%s` has no meaning %s", pml_text(c, l->name),
             where);
}

void pml_check_labels(pml_checker *c) {
  for (uint32_t i = 0; i < c->proc->labels; i++) {
    c->call = c->proc->label[i]->call;
    check_twice(c, c->proc->label[i], i);
    check_not_variable(c, c->proc->label[i]);
    check_meaning(c, c->proc->label[i]);
  }
  c->call = 0;
}

// --- goto

static bool encloses(const pml_checker *c, uint32_t outer, uint32_t inner) {
  while (inner && inner != outer) inner = c->parents.at[inner];
  return inner == outer;
}

static pml_label *find_label(const pml_checker *c, const pml_goto *g) {
  pml_label *any = NULL, *around = NULL;
  for (uint32_t i = 0; i < c->proc->labels; i++) {
    pml_label *l = c->proc->label[i];
    if (l->name.x != g->stmt->jump.x) continue;
    if (l->block == g->block) return l;
    if (encloses(c, l->block, g->block)) around = l;
    if (!any) any = l;
  }
  return around ? around : any;
}

static void no_label(pml_checker *c, const pml_goto *g) {
  const char *text = pml_text(c, g->stmt->jump);
  sv_suggestion s = sv_suggest(text);
  for (uint32_t i = 0; i < c->proc->labels; i++)
    sv_suggest_try(&s, pml_text(c, c->proc->label[i]->name));
  if (!pml_complain(c, g->stmt->jump_span, g->stmt->def, "there is no label `%s` in this process",
                    text))
    return;
  if (s.best) pml_add_hint(c, "did you mean `%s`?", s.best);
}

static void check_d_step(pml_checker *c, const pml_goto *g, const pml_label *l) {
  uint32_t there = c->d_steps.at[l->block];
  if (there == g->d_step) return;
  if (pml_complain(c, g->stmt->span, g->stmt->def, "this jumps %s a d_step",
                   there ? "into" : "out of"))
    pml_add_note(c, l->span, "the label is here");
}

void pml_resolve_gotos(pml_checker *c) {
  for (uint32_t i = 0; i < c->gotos.n; i++) {
    const pml_goto *g = &c->gotos.at[i];
    c->call = g->call;
    g->stmt->goal = find_label(c, g);
    if (!g->stmt->goal) no_label(c, g);
    else check_d_step(c, g, g->stmt->goal);
  }
  c->call = 0;
}

// --- what waits for all processes

static bool find_process(pml_checker *c, pml_expr *e) {
  e->proc = pml_find_proc(c, e->name);
  if (e->proc) return true;
  const char *near = pml_nearest_proc(c, e->name);
  if (!pml_complain(c, e->name_span, e->def, "there is no proctype `%s`", pml_text(c, e->name)))
    return false;
  if (near) pml_add_hint(c, "did you mean `%s`?", near);
  return false;
}

static void resolve_run(pml_checker *c, const pml_expr *e) {
  const pml_proc *p = e->proc;
  const char *name = pml_text(c, p->name);
  if (e->n != p->params) {
    if (pml_complain(c, e->span, e->def, "`%s` has %u parameter%s, but is given %u argument%s",
                     name, p->params, p->params == 1 ? "" : "s", e->n, e->n == 1 ? "" : "s"))
      pml_add_note(c, p->name_span, "it is declared here");
    return;
  }
  for (uint32_t i = 0; i < e->n; i++) {
    const pml_var *v = p->var[i], *given = pml_last_var(e->arg[i]);
    bool wants = v->type.kind == PML_STRUCT;
    bool gives = given && given->type.kind == PML_STRUCT;
    if (wants == gives && (!wants || v->type.record == given->type.record)) continue;
    if (pml_complain(c, e->arg[i]->span, e->arg[i]->def,
                     "the parameter `%s` of `%s` is of another type", pml_text(c, v->name), name))
      pml_add_note(c, v->span, "it is declared here");
  }
}

static void resolve_label(pml_checker *c, pml_expr *e) {
  sv_suggestion s = sv_suggest(pml_text(c, e->label_name));
  for (uint32_t i = 0; i < e->proc->labels; i++) {
    if (e->proc->label[i]->name.x == e->label_name.x) {
      e->label = e->proc->label[i];
      return;
    }
    sv_suggest_try(&s, pml_text(c, e->proc->label[i]->name));
  }
  if (pml_complain(c, e->span, e->def, "the proctype `%s` has no label `%s`",
                   pml_text(c, e->proc->name), pml_text(c, e->label_name)) &&
      s.best)
    pml_add_hint(c, "did you mean `%s`?", s.best);
}

static void resolve_variable(pml_checker *c, pml_expr *e) {
  pml_expr *field = e->field;
  sv_suggestion s = sv_suggest(pml_text(c, field->name));
  for (uint32_t i = 0; i < e->proc->vars && !field->var; i++) {
    if (e->proc->var[i]->name.x == field->name.x) field->var = e->proc->var[i];
    sv_suggest_try(&s, pml_text(c, e->proc->var[i]->name));
  }
  if (field->var) return;
  if (pml_complain(c, field->span, e->def, "the proctype `%s` has no variable `%s`",
                   pml_text(c, e->proc->name), pml_text(c, field->name)) &&
      s.best)
    pml_add_hint(c, "did you mean `%s`?", s.best);
}

void pml_resolve_later(pml_checker *c) {
  for (uint32_t i = 0; i < c->later.n; i++) {
    pml_expr *e = c->later.at[i].expr;
    c->call = c->later.at[i].call;
    if (!find_process(c, e)) continue;
    if (e->op == PML_E_RUN) resolve_run(c, e);
    else if (e->op == PML_E_REMOTE_LABEL) resolve_label(c, e);
    else resolve_variable(c, e);
  }
  c->call = 0;
}
