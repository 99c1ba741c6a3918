// declare.c -- what editors are told besides variables: processes and functions as a whole,
// labels, constants, parameters, enumerations.

#include "lang/proc/lower.h"

static void declare_item(sv_model *m, sv_declared_kind kind, const proc_decl *d) {
  sv_model_declare(m, kind, d->name, d->span, d->all.file ? d->all : d->span);
}

static void declare_inside(sv_model *m, const proc_decl *d) {
  for (uint32_t i = 0; d->kind == PROC_D_ENUM && d->set && i < d->set->members; i++)
    declare_item(m, SV_DECLARED_CONSTANT, d->set->member[i]);
  for (uint32_t i = 0; i < d->labels; i++)
    sv_model_declare(m, SV_DECLARED_LABEL, d->label[i]->name, d->label[i]->span, d->label[i]->span);
}

void proc_tell_editors(sv_model *m, const proc_program *program) {
  for (uint32_t i = 0; i < program->items; i++) {
    const proc_decl *d = program->item[i];
    switch (d->kind) {
    case PROC_D_PROCESS: declare_item(m, SV_DECLARED_PROCESS, d); break;
    case PROC_D_FUNCTION: declare_item(m, SV_DECLARED_FUNCTION, d); break;
    case PROC_D_CONST:
    case PROC_D_PARAM:
    case PROC_D_MEMBER: declare_item(m, SV_DECLARED_CONSTANT, d); break;
    case PROC_D_ENUM: declare_item(m, SV_DECLARED_TYPE, d); break;
    case PROC_D_VAR:
    case PROC_D_CHAN:
    case PROC_D_LOCK:
    case PROC_D_INDEX:
    case PROC_D_PROPERTY:
    case PROC_D_INIT: break;
    }
    declare_inside(m, d);
  }
}
