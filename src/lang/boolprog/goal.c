// goal.c -- what the command line asks: --invariant, --reach and --ltl, over shared variables.
//
// A local variable has as many values as it has activations, so a question about a state cannot
// name one; nor can it choose (`*`). In formulas temporal operators stand below each other, `!`, `&`,
// `|` and `=>`, not inside of what is one condition of a state.

#include "lang/boolprog/goal.h"

#include "lang/boolprog/checks.h"
#include "lang/boolprog/parse.h"

static bp_expr *read_alone(bp_parser *p, const sv_sources *sources, uint32_t file) {
  bp_scan(p->names, sources, file, p->in.diags, &p->in.tokens);
  bp_expr *e = bp_read_expr(p);
  if (!e || bp_kind(p) == BP_T_END) return e;
  bp_error_here(p, "expected the end of the expression, but found %s", bp_found(p));
  return NULL;
}

static bp_expr *read_text(sv_arena *arena, sv_names *names, const sv_sources *sources,
                          uint32_t file, bool formula, sv_diags *diags) {
  bp_parser p = {.names = names, .formula = formula};
  p.in = (sv_cursor){
      .arena = arena, .sources = sources, .diags = diags, .end = "the end of the expression"};
  bp_expr *e = read_alone(&p, sources, file);
  sv_vec_free(p.in.tokens);
  return e;
}

// It has one value in every state.
static void check_state(bp_checker *c, const bp_expr *e) {
  if (e->op == BP_CHOICE || e->op == BP_SCHOOSE)
    sv_diag(c->diags, SV_ERROR, e->span, "a question about a state cannot choose");
  if (e->op == BP_VAR && e->var && e->var->scope != BP_GLOBAL)
    sv_diag(c->diags, SV_ERROR, e->span, "every thread has a `%s` of its own",
            bp_text_of(c, e->name));
  for (uint32_t i = 0; i < e->n; i++) check_state(c, e->arg[i]);
}

static bool is_connective(bp_op op) {
  return op == BP_TEMPORAL || op == BP_NOT || op == BP_AND || op == BP_OR || op == BP_IMPLIES;
}

static void check_formula(bp_checker *c, const bp_expr *e, bool is_condition) {
  if (e->op == BP_TEMPORAL && is_condition)
    sv_diag(c->diags, SV_ERROR, e->span,
            "a temporal operator cannot stand here: only below "
            "others and `! & | =>`");
  for (uint32_t i = 0; i < e->n; i++)
    check_formula(c, e->arg[i], is_condition || !is_connective(e->op));
}

static void check_goals(sv_arena *arena, sv_names *names, bp_program *p, sv_diags *diags) {
  bp_checker c = {.arena = arena, .names = names, .diags = diags, .program = p};
  for (uint32_t i = 0; i < p->globals.n; i++) sv_map_put(&c.globals, p->globals.at[i]->name.x, i);
  for (uint32_t i = 0; i < p->procs; i++) sv_map_put(&c.procs, p->proc[i]->name.x, i);
  for (uint32_t i = 0; i < p->goals; i++) {
    bp_check_expr(&c, p->goal[i].e, BP_AT_VALUE);
    check_state(&c, p->goal[i].e);
    check_formula(&c, p->goal[i].e, false);
  }
  sv_map_free(&c.globals);
  sv_map_free(&c.procs);
  sv_map_free(&c.invented);
}

typedef struct {
  sv_arena *arena;
  sv_names *names;
  sv_sources *sources;
  bp_program *program;
  sv_diags *diags;
} reader;

static void read_goal(const reader *r, const char *option, const char *text) {
  uint32_t size = (uint32_t)strlen(text), file = sv_sources_add(r->sources, option, text, size);
  bool timed = !strcmp(option, "--ltl");
  r->program->goal[r->program->goals++] =
      (bp_goal){.e = read_text(r->arena, r->names, r->sources, file, timed, r->diags),
                .name = option + 2,
                .text = sv_arena_strndup(r->arena, text, size),
                .span = {file, 0, size},
                .never = !strcmp(option, "--reach"),
                .timed = timed};
}

void bp_read_goals(sv_arena *arena, sv_names *names, sv_sources *sources, const sv_options *o,
                   bp_program *program, sv_diags *diags) {
  reader r = {arena, names, sources, program, diags};
  uint32_t before = sv_diags_errors(diags);
  program->goal = SV_ARENA_ARRAY(arena, bp_goal, o->invariant.n + o->reach.n + o->ltl.n + 1);
  for (uint32_t i = 0; i < o->invariant.n; i++) read_goal(&r, "--invariant", o->invariant.at[i]);
  for (uint32_t i = 0; i < o->reach.n; i++) read_goal(&r, "--reach", o->reach.at[i]);
  for (uint32_t i = 0; i < o->ltl.n; i++) read_goal(&r, "--ltl", o->ltl.at[i]);
  if (sv_diags_errors(diags) == before) check_goals(arena, names, program, diags);
}
