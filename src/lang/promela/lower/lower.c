// lower.c -- Promela into the model: the driver. See lower.h.

#include "lang/promela/lower/lower.h"
#include "lang/promela/parse/lexer.h"

#include "lang/promela/promela.h"
#include "lang/promela/trail/trail.h"

// --- remote references: labels that are referred to

static void look_at_expr(pml_lowering *l, const pml_expr *e) {
  if (!e) return;
  if (e->op == PML_E_REMOTE_LABEL && e->label) sv_map_put(&l->looked_at, pml_key(e->label), 1);
  look_at_expr(l, e->index);
  look_at_expr(l, e->field);
  for (uint32_t i = 0; i < e->n; i++) look_at_expr(l, e->arg[i]);
}

static void look_at_block(pml_lowering *l, const pml_block *b) {
  for (uint32_t i = 0; i < b->n; i++) {
    const pml_stmt *s = b->at[i];
    look_at_expr(l, s->value);
    look_at_expr(l, s->target);
    look_at_expr(l, s->upto);
    for (uint32_t k = 0; k < s->messages; k++) look_at_expr(l, s->message[k]);
    look_at_block(l, &s->body);
    for (uint32_t k = 0; k < s->options; k++) look_at_block(l, &s->option[k]);
  }
}

static void find_looked_at(pml_lowering *l) {
  for (uint32_t i = 0; i < l->program->procs; i++) {
    look_at_block(l, &l->program->proc[i]->body);
    look_at_expr(l, l->program->proc[i]->provided);
  }
  for (uint32_t i = 0; i < l->program->ltls; i++) look_at_expr(l, l->program->ltl[i]->formula);
}

// --- the parts in order

static bool is_real(const pml_process *p) { return p->proc->kind <= PML_INIT; }

static void make_templates(pml_lowering *l) {
  sv_model *m = l->model;
  for (uint32_t i = 0; i < l->program->procs; i++) {
    pml_process *p = &l->process[i];
    p->proc = l->program->proc[i];
    if (!is_real(p)) continue;
    uint32_t active = (uint32_t)p->proc->active;
    p->template_number =
        sv_model_template(m, p->proc->name, active, active ? active : 1, p->proc->name_span);
    p->stop = sv_model_location(m, p->template_number, sv_names_cstr(m->names, "-gone-"),
                                SV_LOC_STOP, SV_NOWHERE);
  }
}

static void declare_special(pml_lowering *l) {
  sv_model *m = l->model;
  if (!l->program->uses_last) return;
  sv_sort byte = sv_sort_bv(l->terms, 8, false);
  l->last = sv_model_variable(m, sv_names_cstr(m->names, "_last"), byte, SV_GLOBAL,
                              sv_const(l->terms, byte, sv_small(0)), SV_NOWHERE);
}

static void lower_program(pml_lowering *l) {
  l->process = SV_NEW_ARRAY(pml_process, l->program->procs + 1);
  sv_push(l->regions, (pml_region){0, false});
  sv_fill(l->channels, 1);
  pml_find_assigned(l);
  make_templates(l);
  pml_number_processes(l);
  declare_special(l);
  pml_declare_globals(l);
  for (uint32_t i = 0; i < l->program->procs; i++)
    if (is_real(&l->process[i])) pml_declare_locals(l, &l->process[i]);
  pml_find_points(l);
  pml_number_channels(l);
  pml_refuse_priorities(l);
  find_looked_at(l);
  pml_number_statements(l);
  for (uint32_t i = 0; i < l->program->procs; i++)
    if (is_real(&l->process[i])) pml_build_flow(l, &l->process[i]);
  pml_prepare_trace(l);
  pml_bound_pools(l);
  for (uint32_t i = 0; i < l->program->procs; i++)
    if (is_real(&l->process[i])) pml_place(l, &l->process[i]);
  pml_add_claims(l);
  pml_declare_owner(l);
  pml_emit_all(l);
  pml_complete_trace(l);
  sv_model_property(l->model, sv_names_cstr(l->model->names, "deadlock"), SV_PROP_DEADLOCK, SV_NONE,
                    "no invalid end state", SV_NOWHERE);
}

static void free_nodes(pml_process *p) {
  for (uint32_t i = 0; i < p->nodes.n; i++) {
    sv_vec_free(p->nodes.at[i]->arcs);
    sv_vec_free(p->nodes.at[i]->firsts);
    sv_vec_free(p->nodes.at[i]->escapes);
  }
  sv_vec_free(p->nodes);
  sv_vec_free(p->offers);
}

static void release(pml_lowering *l) {
  for (uint32_t i = 0; l->process && i < l->program->procs; i++) free_nodes(&l->process[i]);
  for (uint32_t i = 0; l->points && i < l->point_cells; i++) sv_bits_free(&l->points[i]);
  sv_free(l->process);
  sv_free(l->points);
  sv_map_free(&l->leaf_of);
  sv_map_free(&l->assigned);
  sv_map_free(&l->counters);
  sv_map_free(&l->words_of);
  sv_map_free(&l->cell_of);
  sv_map_free(&l->asserts);
  sv_map_free(&l->label_nodes);
  sv_map_free(&l->loop_exits);
  sv_map_free(&l->looked_at);
  sv_map_free(&l->names_used);
  sv_map_free(&l->expansion_of);
  sv_map_free(&l->number_of);
  sv_map_free(&l->state_of);
  sv_vec_free(l->expansions);
  sv_vec_free(l->leaves);
  sv_vec_free(l->channels);
  sv_vec_free(l->words);
  sv_vec_free(l->regions);
  sv_vec_free(l->observers);
  sv_vec_free(l->events);
}

static bool read_model(sv_model *m, uint32_t file, const sv_options *options, sv_diags *diags) {
  sv_arena *arena = sv_arena_new();
  pml_defines defines = pml_defines_of(options);
  pml_program *program = pml_parse(arena, m->names, m->sources, file, &defines, diags);
  if (program) pml_tell_editors(m, program);
  if (program && !sv_diags_errors(diags) && !sv_diags_unsupported(diags)) {
    pml_lowering l = {.model = m,
                      .terms = m->terms,
                      .arena = arena,
                      .program = program,
                      .options = options,
                      .diags = diags};
    l.number = sv_sort_bv(m->terms, 32, true);
    lower_program(&l);
    release(&l);
  }
  sv_arena_free(arena);
  return program && !sv_diags_errors(diags) && !sv_diags_unsupported(diags);
}

const sv_language sv_language_promela = {
    .name = "promela",
    .options = "define include claims ltl nonprogress lossy",
    .own_goals = true,
    .own_formulas = true,
    .suffixes = ".pml .prom .promela .pm .spin",
    .summary = "Promela, the language of Spin",
    .words = PML_WORDS(SV_LANG_WORD),
    .read = read_model,
    .recognise = pml_recognise,
    .runs = &pml_trails,
};
