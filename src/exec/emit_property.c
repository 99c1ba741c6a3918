// emit_property.c -- properties of single states, and where runs begin.

#include "exec/emit_inside.h"

#include <inttypes.h>

static bool has_bad_location(const sv_emitter *e, uint32_t process, uint32_t property) {
  for (uint32_t l = 0; l < sv_net_locations(e->net, process); l++)
    if (e->program->sites[process][l].bad == property) return true;
  return false;
}

static void put_bad(sv_emitter *e, uint32_t process, uint32_t property) {
  sv_text_string(e->out, "    switch (");
  sv_emit_location(e, process, "s");
  sv_text_string(e->out, ") {\n   ");
  for (uint32_t l = 0; l < sv_net_locations(e->net, process); l++)
    if (e->program->sites[process][l].bad == property) sv_text_printf(e->out, " case %u:", l);
  sv_text_string(e->out, " return 0;\n    default: break;\n    }\n");
}

static void put_property(sv_emitter *e, uint32_t property) {
  sv_property_kind kind = e->net->properties.at[property].kind;
  if (kind == SV_PROP_INVARIANT && e->program->properties[property] != SV_NO_PIECE)
    sv_text_printf(e->out, "  case %u: return step_property_%u(s, o);\n", property, property);
  if (kind != SV_PROP_LOCATION) return;
  sv_text_printf(e->out, "  case %u:\n", property);
  for (uint32_t p = 0; p < e->net->processes.n; p++)
    if (has_bad_location(e, p, property)) put_bad(e, p, property);
  sv_text_string(e->out, "    return 1;\n");
}

void sv_emit_properties(sv_emitter *e) {
  for (uint32_t i = 1; i < e->net->properties.n; i++)
    sv_emit_condition(e, &e->program->code, e->program->properties[i], "step_property", i);
  sv_text_string(e->out, "STEP_ENTRY int step_holds(const u64 *s, u32 property, step_frame *o) {\n"
                         "  switch (property) {\n");
  for (uint32_t i = 1; i < e->net->properties.n; i++) put_property(e, i);
  sv_text_string(e->out, "  default: break;\n  }\n  (void)s, (void)o;\n  return 1;\n}\n");
}

// ---- initial states

static void put_first(const sv_emitter *e) {
  sv_text_string(e->out, "STEP_ENTRY void step_first(u64 *t) {\n  u32 i;\n"
                         "  for (i = 0; i < STEP_WORDS; i++) t[i] = 0;\n");
  for (uint32_t i = 0; i < e->program->start_count; i++) {
    if (!e->program->start[i].set) continue;
    sv_text_printf(e->out, "  t[%u] |= ", e->program->start[i].word);
    sv_emit_word(e->out, e->program->start[i].set);
    sv_text_string(e->out, ";\n");
  }
  sv_text_string(e->out, "}\n");
}

// One digit of the number that the open cells are; the last one turns fastest. Their raw
// values begin at 0.
static void put_digit(const sv_emitter *e, uint32_t i) {
  sv_field f = e->program->open[i];
  if (!f.bits) return;
  sv_text_printf(e->out, "  if ((t[%u] >> %u & ", f.word, f.shift);
  sv_emit_word(e->out, UINT64_MAX >> (64 - f.bits));
  sv_text_string(e->out, ") < ");
  sv_emit_word(e->out, e->program->open_values[i].size - 1);
  sv_text_printf(e->out, ") return t[%u] += (u64)1 << %u, 1;\n  t[%u] &= ", f.word, f.shift,
                 f.word);
  sv_emit_word(e->out, ~((UINT64_MAX >> (64 - f.bits)) << f.shift));
  sv_text_string(e->out, ";\n");
}

void sv_emit_initial(sv_emitter *e) {
  put_first(e);
  sv_text_string(e->out, "STEP_ENTRY int step_another(u64 *t) {\n");
  for (uint32_t i = e->program->open_count; i--;) put_digit(e, i);
  sv_text_string(e->out, "  (void)t;\n  return 0;\n}\n");
  sv_emit_condition(e, &e->program->code, e->program->init, "step_init", 0);
  sv_text_string(e->out, "STEP_ENTRY int step_initial(const u64 *s, step_frame *o) {\n  return ");
  if (e->program->init != SV_NO_PIECE) sv_text_string(e->out, "step_init_0(s, o) && ");
  sv_text_string(e->out, "step_keeps(s, o);\n}\n");
}
