// place.c -- see place.h.

#include "lang/c/place.h"

#include <ctype.h>

#include "lang/c/passed.h"

static const char *name_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static bool is_file(const c_lowering *l, const c_goal *g, uint32_t file) {
  const char *path = sv_source_path(l->model->sources, file);
  return g->file ? !strcmp(name_of(path), g->file) : !strcmp(path, l->model->title);
}

// What begins there: of a line a loop before other statements.
static const c_statement *begins_there(c_lowering *l, const c_goal *g, uint32_t file) {
  const c_statements *known = c_statements_of(l, file);
  const c_statement *found = NULL;
  for (uint32_t i = 0; i < known->all.n; i++) {
    const c_statement *s = &known->all.at[i];
    if (s->begin >= sv_source_size(l->model->sources, file)) continue;
    sv_place p = sv_source_place(l->model->sources, file, s->begin);
    if (p.line != g->line || (g->column && p.column != g->column)) continue;
    bool loop = s->kind == C_LOOP || s->kind == C_DO;
    if (!found || (loop && found->kind != C_LOOP && found->kind != C_DO)) found = s;
  }
  return found;
}

// ---- instructions

static void mark(c_lowering *l, uint32_t goal, const c_function *f, uint32_t block, uint32_t at) {
  for (uint32_t i = 0; i < l->asked.n; i++) {
    const c_asked_place *p = &l->asked.at[i];
    if (p->goal == goal && p->function == f && p->block == block && p->at == at) return;
  }
  sv_push(l->asked, ((c_asked_place){goal, f, block, at}));
}

static bool lies_in(sv_span span, uint32_t file, const c_statement *s) {
  return span.file == file && s->begin <= span.begin && span.begin < s->end;
}

// clang gives the branch back the place of the loop.
static bool is_branch_back(c_lowering *l, const c_inst *i, uint32_t to, uint32_t file,
                           const c_statement *s) {
  if (i->op != C_BR || !lies_in(i->span, file, s)) return false;
  if (c_statement_at(c_statements_of(l, file), i->span.begin) != s) return false;
  for (uint32_t k = i->operands == 1 ? 0 : 1; k < i->operands; k++)
    if ((uint32_t)i->operand[k].bits == to) return true;
  return false;
}

static void mark_heads(c_lowering *l, uint32_t goal, const c_context *c, uint32_t file,
                       const c_statement *s) {
  const c_function *f = c->function;
  for (uint32_t head = 0; head < f->blocks; head++)
    for (uint32_t b = head; c->flow->head[head] && b < f->blocks; b++)
      if (is_branch_back(l, &f->block[b].inst[f->block[b].insts - 1], head, file, s))
        mark(l, goal, f, head, c_first_step(&f->block[head]));
}

static void mark_first(c_lowering *l, uint32_t goal, const c_function *f, uint32_t file,
                       const c_statement *s) {
  for (uint32_t b = 0; b < f->blocks; b++)
    for (uint32_t i = 0; i < f->block[b].insts; i++) {
      const c_inst *inst = &f->block[b].inst[i];
      if (inst->op == C_PHI || inst->op == C_ALLOCA || !lies_in(inst->span, file, s)) continue;
      mark(l, goal, f, b, i);
      return;
    }
}

// There the name would be that of something else, which conditions do not know.
static void check_names(c_lowering *l, const c_goal *g, uint32_t file, const c_statement *s) {
  const sv_sources *sources = l->model->sources;
  const char *text = sv_source_text(sources, file), *c = g->text;
  while (*c) {
    size_t n = 0;
    while (isalnum((unsigned char)c[n]) || c[n] == '_') n++;
    const char *name = sv_arena_strndup(l->model->arena, c, n);
    if (n && !isdigit((unsigned char)*c) &&
        c_may_be_local(text, sv_source_size(sources, file), s->begin, name))
      sv_diag(l->diags, SV_ERROR, g->span, "`%s` may be a local variable there", name);
    c += n ? n : 1;
  }
}

static void find_place(c_lowering *l, const c_goal *g, uint32_t goal) {
  bool some = false;
  for (uint32_t file = 1; file <= sv_sources_count(l->model->sources); file++) {
    const c_statement *s = is_file(l, g, file) ? begins_there(l, g, file) : NULL;
    if (!s) continue;
    some = true;
    check_names(l, g, file, s);
    for (uint32_t c = 0; c < l->contexts.n; c++) {
      if (s->kind == C_LOOP || s->kind == C_DO) mark_heads(l, goal, &l->contexts.at[c], file, s);
      else mark_first(l, goal, l->contexts.at[c].function, file, s);
    }
  }
  if (!some) sv_diag(l->diags, SV_ERROR, g->span, "no statement begins at this place");
}

void c_places_find(c_lowering *l, const c_goals *goals) {
  for (uint32_t i = 0; i < goals->goals.n; i++)
    if (goals->goals.at[i].line) find_place(l, &goals->goals.at[i], i);
}

bool c_is_asked_before(const c_lowering *l, const c_function *f, uint32_t block, uint32_t at) {
  for (uint32_t i = 0; i < l->asked.n; i++) {
    const c_asked_place *p = &l->asked.at[i];
    if (p->function == f && p->block == block && p->at == at) return true;
  }
  return false;
}

// ---- actions

static void ask_at(c_lowering *l, const c_work *w, uint32_t property, sv_term sure) {
  sv_model *m = l->model;
  const c_thread *t = &l->threads.at[l->contexts.at[w->context].thread];
  sv_edge edge = {.template_number = t->template_number,
                  .instance = SV_ANY_INSTANCE,
                  .from = &w->location,
                  .from_count = 1,
                  .to = t->exited};
  sv_action a = {.edges = &edge,
                 .edge_count = 1,
                 .guard = sv_not(sure),
                 .constraint = SV_TRUE,
                 .fails = property,
                 .text = "the invariant does not hold here",
                 .span = m->templates.at[t->template_number].locations.at[w->location].span};
  a.name = sv_names_cstr(m->names, sv_arena_printf(m->arena, "asked.%u", m->actions.n));
  if (!sv_same(a.guard, SV_FALSE)) sv_model_action(m, &a);
}

void c_places_ask(c_lowering *l, const c_goals *goals) {
  for (uint32_t i = 0; i < goals->goals.n; i++) {
    const c_goal *g = &goals->goals.at[i];
    if (!g->line) continue;
    uint32_t property = sv_model_property(l->model, c_unique(l, "invariant"), SV_PROP_ASSERTION,
                                          SV_NONE, g->text, g->span);
    sv_term sure = goals->conditions.at[g->first].sure;
    for (uint32_t k = 0; k < l->asked.n; k++) {
      const c_asked_place *p = &l->asked.at[k];
      for (uint32_t w = 0; w < l->places.n && p->goal == i; w++) {
        const c_work *at = &l->places.at[w];
        bool here = l->contexts.at[at->context].function == p->function && at->block == p->block &&
                    at->at == p->at;
        if (here) ask_at(l, at, property, sure);
      }
    }
  }
}
