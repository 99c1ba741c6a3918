// emit_action.c -- what actions test and do.
//
// Most actions only test and set fields to constants: their tests are part of
// the candidates' code, and what they set is a row of a table. The others have
// functions:
//
//   step_code_N  the part of the guard that is code
//   move_N       the successor for given choices; false if there is none
//   fire_N       the first successor from a choice on, where there are choices
//
// Choices are numbered with the last one turning fastest. Where the first few
// of them are to blame for a failure, what differs only in the others is
// skipped (machine_constraint.c). Compilers take long over large functions:
// nothing is put into one that can stand beside it.

#include "exec/emit_inside.h"

#include <stdio.h>

void sv_emit_location(sv_emitter *e, uint32_t process, const char *words) {
  sv_emit_load(e->out, words, e->program->pcs[process]);
}

// ---- pass

static void put_test(const sv_emitter *e, const sv_test *t) {
  sv_text_printf(e->out, "(s[%u] & ", t->word);
  sv_emit_word(e->out, t->mask);
  sv_text_string(e->out, t->span ? ") - " : ") == ");
  sv_emit_word(e->out, t->lo);
  if (!t->span) return;
  sv_text_string(e->out, " <= ");
  sv_emit_word(e->out, t->span);
}

static void put_stand(sv_emitter *e, uint32_t action, uint32_t i) {
  const sv_stand *stand = &e->program->moves[action].stands[i];
  sv_text_printf(e->out, "step_stand_%u_%u[(", action, i);
  sv_emit_location(e, stand->process, "s");
  sv_text_string(e->out, ") >> 6] >> ((");
  sv_emit_location(e, stand->process, "s");
  sv_text_string(e->out, ") & 63) & 1");
}

static void put_stand_tables(const sv_emitter *e, uint32_t action) {
  const sv_machine_action *move = &e->program->moves[action];
  for (uint32_t i = 0; i < move->stand_count; i++) {
    uint32_t n = sv_bits_words(sv_net_locations(e->net, move->stands[i].process));
    sv_text_printf(e->out, "STEP_TABLE u64 step_stand_%u_%u[] = {", action, i);
    for (uint32_t k = 0; k < n; k++) {
      sv_emit_word(e->out, move->stands[i].from[k]);
      sv_text_char(e->out, ',');
    }
    sv_text_string(e->out, "};\n");
  }
}

// The tests, as a conjunction behind others.
void sv_emit_pass(sv_emitter *e, uint32_t action) {
  const sv_machine_action *move = &e->program->moves[action];
  for (uint32_t i = 0; i < move->test_count; i++) {
    if (i) sv_text_string(e->out, " && ");
    put_test(e, &move->tests[i]);
  }
  if (!move->test_count) sv_text_char(e->out, '1');
  for (uint32_t i = 0; i < move->stand_count; i++) {
    sv_text_string(e->out, " && (");
    put_stand(e, action, i);
    sv_text_char(e->out, ')');
  }
  if (move->guard != SV_NO_PIECE) sv_text_printf(e->out, " && step_code_%u(s, o)", action);
}

// ---- move

static void put_patches(const sv_emitter *e, const sv_machine_action *move) {
  for (uint32_t i = 0; i < move->patch_count; i++) {
    const sv_patch *p = &move->patches[i];
    sv_text_printf(e->out, "  t[%u] = (t[%u] & ", p->word, p->word);
    sv_emit_word(e->out, ~p->clear);
    sv_text_string(e->out, ") | ");
    sv_emit_word(e->out, p->set);
    sv_text_string(e->out, ";\n");
  }
}

static bool is_row(const sv_emitter *e, uint32_t action) {
  const sv_machine_action *move = &e->program->moves[action];
  return move->effect == SV_NO_PIECE && !move->choice_count && !e->program->constrained_count;
}

static void put_row(const sv_emitter *e, const sv_patch *p) {
  sv_text_printf(e->out, "{%u, ", p->word);
  sv_emit_word(e->out, ~p->clear);
  sv_text_string(e->out, ", ");
  sv_emit_word(e->out, p->set);
  sv_text_string(e->out, "},\n");
}

static void put_rows(const sv_emitter *e) {
  const sv_program *p = e->program;
  uint32_t n = 0;
  sv_text_string(e->out, "STEP_TABLE step_patch step_patches[] = {\n");
  for (uint32_t a = 0; a < e->net->actions.n; a++)
    for (uint32_t i = 0; is_row(e, a) && i < p->moves[a].patch_count; i++)
      put_row(e, &p->moves[a].patches[i]);
  sv_text_string(e->out, "{0, 0, 0}};\nSTEP_TABLE u32 step_rows[] = {0,");
  for (uint32_t a = 0; a < e->net->actions.n; a++) {
    n += is_row(e, a) ? p->moves[a].patch_count : 0;
    sv_text_printf(e->out, "%u,", n);
  }
  sv_text_string(e->out, "};\n");
}

static void put_move(sv_emitter *e, uint32_t action) {
  const sv_machine_action *move = &e->program->moves[action];
  sv_text_printf(e->out,
                 "STEP_FUNCTION int move_%u(const u64 *STEP_RESTRICT s, u64 *STEP_RESTRICT t, "
                 "step_frame *o",
                 action);
  for (uint32_t i = 0; i < move->choice_count; i++) sv_text_printf(e->out, ", i64 c%u", i);
  sv_text_string(e->out, ") {\n  STEP_COPY(t, s);\n");
  put_patches(e, move);
  if (move->effect != SV_NO_PIECE)
    sv_emit_piece(e, &e->program->code, move->effect, move->choice_count);
  sv_text_string(e->out, "  (void)o;\n");
  sv_text_string(e->out, e->program->constrained_count ? "  return step_keeps(t, o);\n}\n"
                                                       : "  return 1;\n}\n");
}

// ---- fire

// The number of combinations of the choices from i on.
static uint64_t stride(const sv_machine_action *move, uint32_t i) {
  uint64_t product = 1;
  for (; i < move->choice_count; i++) product *= move->choices[i].size;
  return product;
}

static void put_digit(const sv_emitter *e, const sv_machine_action *move, uint32_t i) {
  sv_text_printf(e->out, ", (i64)(");
  sv_emit_word(e->out, (uint64_t)move->choices[i].lo);
  sv_text_string(e->out, " + *choice / ");
  sv_emit_word(e->out, stride(move, i + 1));
  sv_text_string(e->out, " % ");
  sv_emit_word(e->out, move->choices[i].size);
  sv_text_char(e->out, ')');
}

static void put_skip(const sv_emitter *e, const sv_machine_action *move) {
  sv_text_string(e->out, "    switch (o->level) {\n");
  for (uint32_t i = 0; i < move->choice_count; i++) {
    sv_text_printf(e->out, "    case %u: skip = ", i);
    sv_emit_word(e->out, stride(move, i));
    sv_text_string(e->out, "; break;\n");
  }
  sv_text_string(e->out, "    default: skip = 1;\n    }\n"
                         "    *choice = (*choice / skip + 1) * skip;\n");
}

static void put_fire(const sv_emitter *e, uint32_t action) {
  const sv_machine_action *move = &e->program->moves[action];
  if (!move->choice_count) return;
  sv_text_printf(e->out,
                 "STEP_LOCAL int fire_%u(const u64 *s, u64 *choice, u64 *t, step_frame *o) {\n"
                 "  u32 vain = 0;\n  u64 skip;\n  while (*choice < ",
                 action);
  sv_emit_word(e->out, move->combinations);
  sv_text_printf(e->out,
                 ") {\n    if (vain++ == 256) return 2;\n    o->level = 0xffffffffu;\n"
                 "    if (move_%u(s, t, o",
                 action);
  for (uint32_t i = 0; i < move->choice_count; i++) put_digit(e, move, i);
  sv_text_string(e->out, ")) return 1;\n");
  put_skip(e, move);
  sv_text_string(e->out, "  }\n  return 0;\n}\n");
}

static void put_switch(const sv_emitter *e) {
  sv_text_string(e->out, "STEP_ENTRY int step_fire(const u64 *s, u32 action, u64 *choice, u64 *t, "
                         "step_frame *o) {\n  u32 i;\n  switch (action) {\n");
  for (uint32_t i = 0; i < e->net->actions.n; i++) {
    if (e->program->moves[i].never || is_row(e, i)) continue;
    if (e->program->moves[i].choice_count)
      sv_text_printf(e->out, "  case %u: return fire_%u(s, choice, t, o);\n", i, i);
    else sv_text_printf(e->out, "  case %u: return !*choice && move_%u(s, t, o);\n", i, i);
  }
  sv_text_string(e->out, "  default: break;\n  }\n"
                         "  if (*choice) return 0;\n"
                         "  STEP_COPY(t, s);\n"
                         "  for (i = step_rows[action]; i < step_rows[action + 1]; i++)\n"
                         "    t[step_patches[i].word] = (t[step_patches[i].word] & "
                         "step_patches[i].keep) | step_patches[i].set;\n"
                         "  (void)o;\n  return 1;\n}\n");
}

// ---- invariants of locations

void sv_emit_keeps(sv_emitter *e) {
  const sv_program *p = e->program;
  for (uint32_t i = 0; i < p->constrained_count; i++)
    for (uint32_t l = 1; l < sv_net_locations(e->net, p->constrained[i]); l++) {
      char name[40];
      snprintf(name, sizeof name, "step_keep_%u", p->constrained[i]);
      sv_emit_condition(e, &p->code, p->sites[p->constrained[i]][l].invariant, name, l);
    }
  sv_text_string(e->out, "STEP_LOCAL int step_keeps(const u64 *s, step_frame *o) {\n");
  for (uint32_t i = 0; i < p->constrained_count; i++) {
    uint32_t process = p->constrained[i];
    sv_text_string(e->out, "  switch (");
    sv_emit_location(e, process, "s");
    sv_text_string(e->out, ") {\n");
    for (uint32_t l = 1; l < sv_net_locations(e->net, process); l++)
      if (p->sites[process][l].invariant != SV_NO_PIECE)
        sv_text_printf(e->out, "  case %u: if (!step_keep_%u_%u(s, o)) return 0; break;\n", l,
                       process, l);
    sv_text_string(e->out, "  default: break;\n  }\n");
  }
  sv_text_string(e->out, "  (void)s, (void)o;\n  return 1;\n}\n");
}

void sv_emit_actions(sv_emitter *e) {
  put_rows(e);
  for (uint32_t i = 0; i < e->net->actions.n; i++) {
    if (e->program->moves[i].never) continue;
    put_stand_tables(e, i);
    sv_emit_condition(e, &e->program->code, e->program->moves[i].guard, "step_code", i);
    if (is_row(e, i)) continue;
    put_move(e, i);
    put_fire(e, i);
  }
  put_switch(e);
}
