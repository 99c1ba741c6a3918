// declare.c -- what editors are told besides variables: procedures and labels.

#include "lang/boolprog/lower.h"

void bp_tell_editors(sv_model *m, const bp_program *program) {
  for (uint32_t i = 0; i < program->procs; i++) {
    const bp_proc *p = program->proc[i];
    sv_model_declare(m, SV_DECLARED_FUNCTION, p->name, p->name_span, p->span);
    for (uint32_t k = 0; k < p->labels; k++)
      sv_model_declare(m, SV_DECLARED_LABEL, p->label[k]->name, p->label[k]->span,
                       p->label[k]->span);
  }
}
