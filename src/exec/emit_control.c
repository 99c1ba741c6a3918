// emit_control.c -- who may move: candidates by process and location, and the tables of control.
//
// A process has one function, a switch over its locations; rule 1 of
// docs/model.md is obeyed there. For the holder of control the same function
// leaves out the actions that take the process along only, and a second one
// tries those in which it is not the first. Rules 2 to 4 are in emit_runtime.c.

#include "exec/emit_inside.h"

static bool has_rank(const sv_machine_action *move) {
  for (uint32_t i = 0; i < move->edge_count; i++)
    if (!sv_edge_is_passive(&move->edges[i]) && move->edges[i].priority) return true;
  return false;
}

// ---- rule 1

static bool is_exclusive(const sv_site *site) {
  return site->flags & (SV_LOC_BLOCKING | SV_LOC_COMMITTED);
}

static bool put_cases(const sv_emitter *e, uint32_t process, bool (*is)(const sv_site *)) {
  bool any = false;
  for (uint32_t l = 0; l < sv_net_locations(e->net, process); l++) {
    if (!is(&e->program->sites[process][l])) continue;
    sv_text_printf(e->out, " case %u:", l);
    any = true;
  }
  return any;
}

static void put_location_test(sv_emitter *e, const char *name, bool (*is)(const sv_site *)) {
  for (uint32_t p = 0; p < e->net->processes.n; p++) {
    sv_text_printf(e->out, "STEP_LOCAL int %s_%u(const u64 *s) {\n  switch (", name, p);
    sv_emit_location(e, p, "s");
    sv_text_string(e->out, ") {\n ");
    sv_text_string(e->out, put_cases(e, p, is) ? " return 1;\n" : "\n");
    sv_text_string(e->out, "  default: break;\n  }\n  (void)s;\n  return 0;\n}\n");
  }
}

static bool is_end(const sv_site *site) { return site->flags & SV_LOC_END; }

static void put_ended(sv_emitter *e) {
  put_location_test(e, "step_end", is_end);
  sv_text_string(e->out, "STEP_ENTRY int step_ended(const u64 *s) {\n  return 1");
  for (uint32_t p = 0; p < e->net->processes.n; p++)
    sv_text_printf(e->out, " && step_end_%u(s)", p);
  sv_text_string(e->out, ";\n}\n");
}

static void put_exclusive(sv_emitter *e) {
  if (!e->program->exclusive) return;
  put_location_test(e, "step_exclusive", is_exclusive);
  sv_text_string(e->out, "STEP_LOCAL int step_some_exclusive(const u64 *s) {\n  return 0");
  for (uint32_t p = 0; p < e->net->processes.n; p++)
    sv_text_printf(e->out, " || step_exclusive_%u(s)", p);
  sv_text_string(e->out, ";\n}\n");
}

static void put_rule_1(const sv_emitter *e, const sv_machine_action *move) {
  if (!e->program->exclusive) return;
  sv_text_string(e->out, "(!exclusive");
  for (uint32_t i = 0; i < move->edge_count; i++)
    sv_text_printf(e->out, " || step_exclusive_%u(s)", move->edges[i].process);
  sv_text_string(e->out, ") && ");
}

// ---- candidates

static void put_push(const sv_emitter *e, uint32_t action) {
  const sv_machine_action *move = &e->program->moves[action];
  bool uncertain = move->uncertain || e->program->constrained_count;
  sv_text_string(e->out, "{ ");
  if (move->priority) sv_text_string(e->out, "o->classes = 1; ");
  if (has_rank(move)) sv_text_string(e->out, "o->local_classes = 1; ");
  if (!uncertain) sv_text_printf(e->out, "step_push(o, %u, %uu); }\n", action, SV_STEP_LATER);
  else sv_text_printf(e->out, "o->asks = 1; step_push(o, %u, 0x%xu); }\n", action, SV_STEP_ASK);
}

// Whether there is a successor is seen at once where there is nothing to choose.
static void put_try(sv_emitter *e, uint32_t action, const char *also) {
  const sv_machine_action *move = &e->program->moves[action];
  bool uncertain = move->uncertain || e->program->constrained_count;
  sv_text_printf(e->out, "    if (%s", also);
  put_rule_1(e, move);
  sv_emit_pass(e, action);
  if (!uncertain || move->choice_count) {
    sv_text_string(e->out, ") ");
    put_push(e, action);
    return;
  }
  sv_text_printf(e->out, " && move_%u(s, o->words + (u64)o->n * STEP_WORDS, o)) { ", action);
  if (move->priority) sv_text_string(e->out, "o->classes = 1; ");
  if (has_rank(move)) sv_text_string(e->out, "o->local_classes = 1; ");
  sv_text_printf(e->out, "step_push(o, %u, o->n + 1); }\n", action);
}

static const char *held_test(const sv_emitter *e, uint32_t action) {
  return e->program->joined && sv_edge_is_passive(&e->program->moves[action].edges[0]) ? "!held && "
                                                                                       : "";
}

static void put_site(sv_emitter *e, uint32_t process, uint32_t location) {
  const sv_site *site = &e->program->sites[process][location];
  if (!site->count) return;
  sv_text_printf(e->out, "  case %u:\n", location);
  for (uint32_t j = 0; j < site->count; j++) {
    uint32_t action = e->program->listed[site->first + j];
    put_try(e, action, held_test(e, action));
  }
  sv_text_string(e->out, "    break;\n");
}

static void put_process(sv_emitter *e, uint32_t process) {
  sv_text_printf(e->out,
                 "STEP_FUNCTION void step_try_%u(const u64 *s, step_frame *o, int held, int "
                 "exclusive) {\n  switch (",
                 process);
  sv_emit_location(e, process, "s");
  sv_text_string(e->out, ") {\n");
  for (uint32_t l = 0; l < sv_net_locations(e->net, process); l++) put_site(e, process, l);
  sv_text_string(e->out, "  default: break;\n  }\n  (void)o, (void)held, (void)exclusive;\n}\n");
}

// The first edge's place is not known from a list.
static void put_first_place(sv_emitter *e, uint32_t action) {
  const sv_net_edge *first = &e->program->moves[action].edges[0];
  sv_text_printf(e->out, "STEP_LOCAL int step_first_%u(const u64 *s) {\n  switch (", action);
  sv_emit_location(e, first->process, "s");
  sv_text_string(e->out, ") {\n ");
  for (uint32_t i = 0; i < first->from_count; i++)
    if (!sv_edge_repeats(first, i)) sv_text_printf(e->out, " case %u:", first->from[i]);
  sv_text_string(e->out, " return 1;\n  default: break;\n  }\n  (void)s;\n  return 0;\n}\n");
}

static void put_joined_try(sv_emitter *e, uint32_t action) {
  const sv_net_edge *first = &e->program->moves[action].edges[0];
  sv_text also = {0};
  if (first->from_count > 1) {
    sv_text_printf(&also, "step_first_%u(s) && ", action);
  } else {
    sv_text_printf(&also, "%u == ", first->from[0]);
    sv_emit_load(&also, "s", e->program->pcs[first->process]);
    sv_text_string(&also, " && ");
  }
  put_try(e, action, sv_text_get(&also));
  sv_text_free(&also);
}

static void put_joined_site(sv_emitter *e, const sv_site *site, uint32_t location) {
  if (!site->joined_count) return;
  sv_text_printf(e->out, "  case %u:\n", location);
  for (uint32_t j = 0; j < site->joined_count; j++) {
    uint32_t action = e->program->joined[site->joined + j];
    put_joined_try(e, action);
  }
  sv_text_string(e->out, "    break;\n");
}

static void put_joined(sv_emitter *e, uint32_t process) {
  sv_text_printf(e->out, "STEP_FUNCTION void step_join_%u(const u64 *s, step_frame *o) {\n",
                 process);
  sv_text_string(e->out, "  switch (");
  sv_emit_location(e, process, "s");
  sv_text_string(e->out, ") {\n");
  for (uint32_t l = 0; l < sv_net_locations(e->net, process); l++)
    put_joined_site(e, &e->program->sites[process][l], l);
  sv_text_string(e->out, "  default: break;\n  }\n  (void)o;\n}\n");
}

static void put_begin(const sv_emitter *e) {
  sv_text_printf(e->out, "  o->n = o->asks = o->classes = o->local_classes = 0;\n"
                         "  o->cut = 0xffffffffu;\n");
}

static void put_held(sv_emitter *e) {
  const sv_program *p = e->program;
  for (uint32_t i = 0; p->joined && i < e->net->actions.n; i++)
    if (!p->moves[i].never && p->moves[i].edge_count > 1 && p->moves[i].edges[0].from_count > 1)
      put_first_place(e, i);
  for (uint32_t i = 0; p->joined && i < e->net->processes.n; i++) put_joined(e, i);
  sv_text_string(e->out, "STEP_ENTRY void step_held(const u64 *s, u32 process, step_frame *o) {\n");
  put_begin(e);
  sv_text_string(e->out, "  switch (process) {\n");
  for (uint32_t i = 0; p->joined && i < e->net->processes.n; i++)
    sv_text_printf(e->out, "  case %u: step_try_%u(s, o, 1, 0); step_join_%u(s, o); break;\n", i, i,
                   i);
  sv_text_string(e->out, "  default: break;\n  }\n  (void)s;\n}\n");
}

void sv_emit_candidates(sv_emitter *e) {
  const sv_program *p = e->program;
  put_ended(e);
  put_exclusive(e);
  for (uint32_t i = 0; i < e->net->processes.n; i++) put_process(e, i);
  put_held(e);
  sv_text_string(e->out, "STEP_ENTRY void step_candidates(const u64 *s, step_frame *o) {\n");
  put_begin(e);
  sv_text_printf(e->out, "  {\n  int exclusive = %s;\n",
                 p->exclusive ? "step_some_exclusive(s)" : "0");
  for (uint32_t i = 0; i < p->free_count; i++) put_try(e, p->listed[i], "");
  for (uint32_t i = 0; i < e->net->processes.n; i++)
    sv_text_printf(e->out, "  step_try_%u(s, o, 0, exclusive);\n", i);
  sv_text_string(e->out, "  (void)exclusive;\n  }\n}\n");
}

// ---- control

static void put_table(const sv_emitter *e, const char *name,
                      uint32_t (*value)(const sv_machine_action *)) {
  sv_text_printf(e->out, "STEP_TABLE u32 %s[] = {", name);
  for (uint32_t i = 0; i < e->net->actions.n; i++)
    sv_text_printf(e->out, "%u,", value(&e->program->moves[i]));
  sv_text_string(e->out, "0};\n");
}

static uint32_t class_of(const sv_machine_action *move) { return move->priority; }
static uint32_t cut_of(const sv_machine_action *move) { return move->cut; }

static bool is_mover(const sv_machine_action *move, uint32_t edge) {
  return !sv_edge_is_passive(&move->edges[edge]);
}

static void put_edges(const sv_emitter *e) {
  uint32_t n = 0;
  sv_text_string(e->out, "STEP_TABLE u32 step_edges[] = {0,");
  for (uint32_t i = 0; i < e->net->actions.n; i++) {
    const sv_machine_action *move = &e->program->moves[i];
    for (uint32_t k = 0; k < move->edge_count; k++) n += is_mover(move, k);
    sv_text_printf(e->out, "%u,", n);
  }
  sv_text_string(e->out, "};\n");
}

static void put_movers(const sv_emitter *e, bool ranks) {
  sv_text_printf(e->out, "STEP_TABLE u32 %s[] = {", ranks ? "step_ranks" : "step_movers");
  for (uint32_t i = 0; i < e->net->actions.n; i++) {
    const sv_machine_action *move = &e->program->moves[i];
    for (uint32_t k = 0; k < move->edge_count; k++)
      if (is_mover(move, k))
        sv_text_printf(e->out, "%u,", ranks ? move->edges[k].priority : move->edges[k].process);
  }
  sv_text_string(e->out, "0};\n");
}

static void put_ranks_call(const sv_emitter *e) {
  sv_text_printf(e->out,
                 "  if (o->local_classes) {\n    u32 lowest[%u], i;\n"
                 "    for (i = 0; i < %u; i++) lowest[i] = 0xffffffffu;\n"
                 "    step_keep_lowest_ranks(o, lowest);\n  }\n",
                 e->net->processes.n + 1, e->net->processes.n + 1);
}

void sv_emit_control(sv_emitter *e) {
  const sv_program *p = e->program;
  put_table(e, "step_class", class_of);
  put_table(e, "step_cuts", cut_of);
  put_edges(e);
  put_movers(e, false);
  put_movers(e, true);
  sv_emit_rules(e->out);
  sv_text_string(e->out, "STEP_ENTRY void step_control(const u64 *s, step_frame *o) {\n"
                         "  step_sort(o);\n");
  if (p->classes) sv_text_string(e->out, "  if (o->classes) step_keep_lowest_class(o);\n");
  if (p->holder) {
    sv_text_string(e->out, "  step_respect_holder(o, (u32)(");
    sv_emit_load(e->out, "s", e->layout->cells[e->net->vars.at[e->net->holder].first_cell]);
    sv_text_string(e->out, "));\n");
  }
  if (p->local_classes) put_ranks_call(e);
  if (p->cuts) sv_text_string(e->out, "  step_set_cuts_apart(o);\n");
  sv_text_string(e->out, "  (void)s;\n}\n");
}
