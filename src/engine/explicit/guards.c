// guards.c -- compiled guard terms. See guards.h.

#include "engine/explicit/guards.h"

#include "exec/code_compile.h"

#define ALWAYS UINT32_MAX

struct sv_guards {
  sv_bytecode code;
  uint32_t *pieces;  // by action
  sv_frame frame;
  bool shared;                         // code and pieces belong to another
  const sv_step_functions *generated;  // or NULL
  sv_step_frame step;                  // of them
};

static uint32_t compile(sv_compiler *c, sv_term guard) {
  if (sv_same(guard, SV_TRUE)) return ALWAYS;
  uint32_t piece = sv_code_begin(c, 0);
  sv_code_plan(c, &guard, 1);
  if (!c->failed) sv_code_need(c, guard);
  sv_code_done(c);
  return piece;
}

sv_guards *sv_guards_new(const sv_layout *layout, sv_text *why) {
  const sv_net *net = layout->net;
  sv_guards *g = SV_NEW(sv_guards);
  sv_compiler compiler;
  sv_code_init(&g->code, layout);
  sv_compiler_init(&compiler, &g->code, why);
  g->pieces = SV_NEW_ARRAY(uint32_t, net->actions.n + 1);
  for (uint32_t i = 0; i < net->actions.n && !compiler.failed; i++)
    g->pieces[i] = compile(&compiler, net->actions.at[i].guard);
  bool failed = compiler.failed;
  sv_compiler_free(&compiler);
  g->frame.r = SV_NEW_ARRAY(int64_t, g->code.registers + 1);
  if (!failed) return g;
  sv_guards_free(g);
  return NULL;
}

sv_guards *sv_guards_share(const sv_guards *from) {
  sv_guards *g = SV_NEW(sv_guards);
  *g = (sv_guards){.code = from->code, .pieces = from->pieces, .shared = true};
  g->generated = from->generated;
  g->frame.r = SV_NEW_ARRAY(int64_t, g->code.registers + 1);
  return g;
}

void sv_guards_free(sv_guards *g) {
  if (!g) return;
  if (!g->shared) sv_code_free(&g->code);
  if (!g->shared) sv_free(g->pieces);
  sv_free(g->frame.r);
  sv_free(g);
}

void sv_guards_load(sv_guards *g, const uint64_t *state) { g->frame.old = state; }

const sv_bytecode *sv_guards_code(const sv_guards *g, const uint32_t **pieces) {
  *pieces = g->pieces;
  return &g->code;
}

void sv_guards_generated(sv_guards *g, const sv_step_functions *f) { g->generated = f; }

bool sv_guards_hold(sv_guards *g, uint32_t action) {
  if (g->generated) return g->generated->guard(g->frame.old, action, &g->step);
  return g->pieces[action] == ALWAYS || sv_code_run(&g->code, g->pieces[action], &g->frame);
}

bool sv_guards_overflow(const sv_guards *g) { return g->frame.overflow || g->step.overflow; }
