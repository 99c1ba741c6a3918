// check.c -- declarations, procedures and the program as a whole.
//
// Variables, procedures and labels have separate name spaces. Globals and
// procedures may be used before they are declared; a local is visible in all
// of its procedure.

#include "lang/boolprog/check.h"

#include "base/suggest.h"
#include "lang/boolprog/checks.h"

const char *bp_count(bp_checker *c, uint32_t n, const char *noun) {
  return sv_arena_printf(c->arena, "%u %s%s", n, noun, n == 1 ? "" : "s");
}

bool bp_first_time(sv_map *seen, sv_name name) {
  if (sv_map_get(seen, name.x) != SV_MAP_NONE) return false;
  sv_map_put(seen, name.x, 1);
  return true;
}

bool bp_want_more(const bp_checker *c) { return sv_diags_errors(c->diags) <= SV_DIAG_MAX; }

// --- declarations

static void report_twice(bp_checker *c, const char *what, sv_name name, sv_span here,
                         sv_span before) {
  sv_diag(c->diags, SV_ERROR, here, "%s `%s` is declared twice", what, bp_text_of(c, name));
  sv_diag(c->diags, SV_NOTE, before, "first here");
}

static const char *scope_word(const bp_var *v) {
  switch (v->scope) {
  case BP_GLOBAL:
  case BP_THREAD_LOCAL: return "the variable";
  case BP_PARAMETER: return "the parameter";
  case BP_LOCAL: return "the local variable";
  }
  SV_UNREACHABLE();
}

static void declare_vars(bp_checker *c, const bp_vars *vars, sv_map *map) {
  for (uint32_t i = 0; i < vars->n; i++) {
    bp_var *v = vars->at[i];
    uint32_t before = sv_map_get(map, v->name.x);
    if (before == SV_MAP_NONE) sv_map_put(map, v->name.x, i);
    else report_twice(c, scope_word(v), v->name, v->span, vars->at[before]->span);
  }
}

static void declare_procs(bp_checker *c) {
  for (uint32_t i = 0; i < c->program->procs; i++) {
    bp_proc *f = c->program->proc[i];
    uint32_t before = sv_map_get(&c->procs, f->name.x);
    if (before == SV_MAP_NONE) sv_map_put(&c->procs, f->name.x, i);
    else
      report_twice(c, "the procedure", f->name, f->name_span, c->program->proc[before]->name_span);
  }
}

static void declare_labels(bp_checker *c) {
  const bp_proc *f = c->proc;
  for (uint32_t i = 0; i < f->labels; i++) {
    uint32_t before = sv_map_get(&c->labels, f->label[i]->name.x);
    if (before == SV_MAP_NONE) sv_map_put(&c->labels, f->label[i]->name.x, i);
    else if (f->label[before]->stmt != f->label[i]->stmt)
      report_twice(c, "the label", f->label[i]->name, f->label[i]->span, f->label[before]->span);
  }
}

// --- initial values between the declarations

static bp_init init_of(const bp_expr *e) {
  if (e->op == BP_CHOICE) return BP_INIT_ANY;
  assert(e->op == BP_CONST);
  return e->value ? BP_INIT_TRUE : BP_INIT_FALSE;
}

static void give_init(bp_checker *c, const bp_target *t, const bp_expr *value) {
  bp_var *v = t->var;
  if (v->init_span.file) {
    sv_diag(c->diags, SV_ERROR, t->span, "`%s` has two initial values", bp_text_of(c, v->name));
    sv_diag(c->diags, SV_NOTE, v->init_span, "first here");
  }
  v->init = init_of(value);
  v->init_span = value->span;
}

static void check_top_assignment(bp_checker *c, bp_stmt *s) {
  if (s->targets != s->values)
    sv_diag(c->diags, SV_ERROR, s->span, "%s on the left of `:=`, but %s on the right",
            bp_count(c, s->targets, "variable"), bp_count(c, s->values, "value"));
  for (uint32_t i = 0; i < s->targets; i++) {
    bp_check_target(c, &s->target[i]);
    if (s->target[i].var && i < s->values) give_init(c, &s->target[i], s->value[i]);
  }
}

// --- procedures

typedef SV_VEC(bp_stmt *) stmt_vec;

static void collect_block(const bp_block *, stmt_vec *calls, bool *returns);

static void collect_stmt(bp_stmt *s, stmt_vec *calls, bool *returns) {
  if (s->kind == BP_CALL && s->proc) sv_push(*calls, s);
  if (s->kind == BP_RETURN) *returns = true;
  for (uint32_t i = 0; i < s->arms; i++) collect_block(&s->arm[i].body, calls, returns);
  collect_block(&s->otherwise, calls, returns);
  collect_block(&s->body, calls, returns);
  bool own_frame = s->inner && s->inner->kind == BP_CALL && !s->inner->targets;
  if (s->inner && !own_frame) collect_stmt(s->inner, calls, returns);
}

static void collect_block(const bp_block *b, stmt_vec *calls, bool *returns) {
  for (uint32_t i = 0; i < b->n; i++) collect_stmt(b->at[i], calls, returns);
}

static void finish_proc(bp_checker *c) {
  bp_proc *f = c->proc;
  bool returns = false;
  stmt_vec calls = {0};
  collect_block(&f->body, &calls, &returns);
  f->calls = calls.n;
  f->call = SV_ARENA_ARRAY(c->arena, bp_stmt *, calls.n);
  if (calls.n) memcpy(f->call, calls.at, calls.n * sizeof *calls.at);
  sv_vec_free(calls);
  if (!f->results || returns) return;
  sv_diag(c->diags, SV_WARNING, f->name_span, "`%s` never returns %s, so any value is possible",
          bp_text_of(c, f->name), f->results == 1 ? "its result" : "its results");
}

static void check_proc(bp_checker *c, bp_proc *f) {
  c->proc = f;
  sv_map_clear(&c->locals);
  sv_map_clear(&c->labels);
  sv_map_clear(&c->invented);
  sv_map_clear(&c->lost_labels);
  declare_vars(c, &f->vars, &c->locals);
  declare_labels(c);
  bp_check_block(c, &f->body);
  finish_proc(c);
  c->proc = NULL;
}

// --- the program

static void find_main(bp_checker *c) {
  bp_program *program = c->program;
  program->main = bp_find_proc(c, sv_names_cstr(c->names, "main"));
  if (program->main) return;
  sv_suggestion s = sv_suggest("main");
  for (uint32_t i = 0; i < program->procs; i++)
    sv_suggest_try(&s, bp_text_of(c, program->proc[i]->name));
  sv_diag(c->diags, SV_ERROR, (sv_span){program->file, 0, 0}, "there is no procedure `main`");
  if (s.best) sv_diag_hint(c->diags, "did you mean `%s` to be it?", s.best);
  else sv_diag_hint(c->diags, "a program starts in `void main() begin … end`");
}

static void warn_unpaired(bp_checker *c) {
  if (c->unlock.file && !c->has_lock)
    sv_diag(c->diags, SV_WARNING, c->unlock,
            "this waits for ever: there is no `lock` in the program");
  if (c->atomic_end.file && !c->has_atomic_begin)
    sv_diag(c->diags, SV_WARNING, c->atomic_end,
            "this ends nothing: there is no `atomic_begin` in the program");
}

void bp_check(sv_arena *arena, sv_names *names, sv_diags *diags, bp_program *program) {
  bp_checker c = {.arena = arena, .names = names, .diags = diags, .program = program};
  uint32_t before = sv_diags_errors(diags);
  declare_vars(&c, &program->globals, &c.globals);
  declare_procs(&c);
  for (uint32_t i = 0; i < program->inits; i++) check_top_assignment(&c, program->init[i]);
  for (uint32_t i = 0; i < program->procs; i++) check_proc(&c, program->proc[i]);
  find_main(&c);
  warn_unpaired(&c);
  if (sv_diags_errors(diags) == before) bp_mark_recursion(program);
  sv_map_free(&c.globals);
  sv_map_free(&c.procs);
  sv_map_free(&c.locals);
  sv_map_free(&c.labels);
  sv_map_free(&c.invented);
  sv_map_free(&c.lost_labels);
  sv_map_free(&c.lost_procs);
}
