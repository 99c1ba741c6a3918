// lower_declare.c -- what editors are told besides variables: processes as a whole, labels,
// constants, structures, and inlines that are called.

#include "lang/promela/lower/lower.h"

static void declare_process(sv_model *m, const pml_proc *p) {
  sv_model_declare(m, SV_DECLARED_PROCESS, p->name, p->name_span, p->span);
  for (uint32_t i = 0; i < p->labels; i++)
    sv_model_declare(m, SV_DECLARED_LABEL, p->label[i]->name, p->label[i]->span, p->label[i]->span);
}

static void declare_struct(sv_model *m, const pml_struct *s) {
  sv_model_declare(m, SV_DECLARED_TYPE, s->name, s->span, s->span);
  for (uint32_t i = 0; i < s->fields; i++)
    sv_model_declare(m, SV_DECLARED_CONSTANT, s->field[i]->name, s->field[i]->span,
                     s->field[i]->span);
}

void pml_tell_editors(sv_model *m, const pml_program *program) {
  for (uint32_t i = 0; i < program->procs; i++) declare_process(m, program->proc[i]);
  for (uint32_t i = 0; i < program->records; i++) declare_struct(m, program->record[i]);
  for (uint32_t i = 0; i < program->mtypes; i++)
    for (uint32_t k = 0; k < program->mtype[i]->members; k++) {
      const pml_member *member = program->mtype[i]->member[k];
      sv_model_declare(m, SV_DECLARED_CONSTANT, member->name, member->span, member->span);
    }
  for (uint32_t i = 0; i < program->calls; i++)
    sv_model_declare(m, SV_DECLARED_FUNCTION, program->call[i].name, program->call[i].definition,
                     program->call[i].definition);
}
