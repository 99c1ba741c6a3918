// emit.c -- the whole text, from the ground up.

#include "exec/emit.h"

#include "exec/emit_inside.h"

enum { MOST_COPIED_ONE_BY_ONE = 24 };

static void put_words(const sv_emitter *e) {
  uint32_t n = e->layout->words;
  sv_text_printf(e->out, "#define STEP_WORDS %u\n", n);
  if (n > MOST_COPIED_ONE_BY_ONE) {
    sv_text_string(e->out, "#define STEP_COPY(t, s) \\\n"
                           "  do { u32 i_; for (i_ = 0; i_ < STEP_WORDS; i_++) t[i_] = s[i_]; } "
                           "while (0)\n");
    return;
  }
  sv_text_string(e->out, "#define STEP_COPY(t, s) (");
  for (uint32_t i = 0; i < n; i++)
    sv_text_printf(e->out, i ? ", t[%u] = s[%u]" : "t[%u] = s[%u]", i, i);
  sv_text_string(e->out, ")\n");
}

static void put_guards(sv_emitter *e, const sv_bytecode *code, const uint32_t *guards) {
  for (uint32_t i = 0; i < e->net->actions.n; i++)
    sv_emit_condition(e, code, guards[i], "step_guard", i);
  sv_text_string(e->out, "STEP_ENTRY int step_guard(const u64 *s, u32 action, step_frame *o) {\n"
                         "  switch (action) {\n");
  for (uint32_t i = 0; i < e->net->actions.n; i++)
    if (guards[i] != SV_NO_PIECE)
      sv_text_printf(e->out, "  case %u: return step_guard_%u(s, o);\n", i, i);
  sv_text_string(e->out, "  default: break;\n  }\n  (void)s, (void)o;\n  return 1;\n}\n");
}

void sv_emit_program(const sv_program *p, const sv_bytecode *code, const uint32_t *guards,
                     sv_text *out) {
  sv_emitter e = {.program = p, .layout = p->layout, .net = p->net, .out = out};
  sv_text_string(out,
                 "// Written by Selvage: the step function of a model, see step_candidates.\n");
  sv_emit_runtime(out);
  put_words(&e);
  sv_emit_tables(&e, code);
  sv_emit_queue_runtime(out);
  sv_emit_keeps(&e);
  sv_emit_actions(&e);
  sv_emit_candidates(&e);
  sv_emit_control(&e);
  sv_emit_properties(&e);
  sv_emit_initial(&e);
  if (guards) put_guards(&e, code, guards);
}
