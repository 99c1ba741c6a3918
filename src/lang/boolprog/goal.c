// goal.c -- what the command line asks: --invariant and --reach, as expressions over shared variables.
//
// A local variable has as many values as it has activations, so a question about a state cannot
// name one; nor can it choose (`*`).

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
                          uint32_t file, sv_diags *diags) {
  bp_parser p = {.names = names};
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

static void check_goals(sv_arena *arena, sv_names *names, bp_program *p, sv_diags *diags) {
  bp_checker c = {.arena = arena, .names = names, .diags = diags, .program = p};
  for (uint32_t i = 0; i < p->globals.n; i++) sv_map_put(&c.globals, p->globals.at[i]->name.x, i);
  for (uint32_t i = 0; i < p->procs; i++) sv_map_put(&c.procs, p->proc[i]->name.x, i);
  for (uint32_t i = 0; i < p->goals; i++) {
    bp_check_expr(&c, p->goal[i].e, BP_AT_VALUE);
    check_state(&c, p->goal[i].e);
  }
  sv_map_free(&c.globals);
  sv_map_free(&c.procs);
  sv_map_free(&c.invented);
}

void bp_read_goals(sv_arena *arena, sv_names *names, sv_sources *sources, const sv_options *o,
                   bp_program *program, sv_diags *diags) {
  const char *const options[] = {"--invariant", "--reach"};
  const sv_option_list *const lists[] = {&o->invariant, &o->reach};
  uint32_t before = sv_diags_errors(diags);
  program->goal = SV_ARENA_ARRAY(arena, bp_goal, o->invariant.n + o->reach.n + 1);
  for (uint32_t k = 0; k < SV_COUNT(options); k++)
    for (uint32_t i = 0; i < lists[k]->n; i++) {
      const char *text = lists[k]->at[i];
      uint32_t size = (uint32_t)strlen(text),
               file = sv_sources_add(sources, options[k], text, size);
      program->goal[program->goals++] =
          (bp_goal){.e = read_text(arena, names, sources, file, diags),
                    .name = sv_names_cstr(names, options[k] + 2),
                    .text = sv_arena_strndup(arena, text, size),
                    .span = {file, 0, size},
                    .never = k == 1};
    }
  if (sv_diags_errors(diags) == before) check_goals(arena, names, program, diags);
}
