// declare.c -- what editors are told besides objects: classes with their states, signals,
// enumerations.

#include "lang/uml/lower/lower.h"

static void declare_class(sv_model *m, const uml_class *class) {
  sv_model_declare(m, SV_DECLARED_TYPE, class->name, class->span, class->span);
  for (uint32_t i = 0; i < class->vertices.n; i++) {
    const uml_vertex *v = class->vertices.at[i];
    if (v->name.x) sv_model_declare(m, SV_DECLARED_STATE, v->name, v->span, v->span);
  }
}

void uml_tell_editors(sv_model *m, const uml_model *machines) {
  for (uint32_t i = 0; i < machines->classes.n; i++) declare_class(m, machines->classes.at[i]);
  for (uint32_t i = 0; i < machines->signals.n; i++)
    sv_model_declare(m, SV_DECLARED_CHANNEL, machines->signals.at[i]->name,
                     machines->signals.at[i]->span, machines->signals.at[i]->span);
  for (uint32_t i = 0; i < machines->enums.n; i++)
    sv_model_declare(m, SV_DECLARED_TYPE, machines->enums.at[i]->name, machines->enums.at[i]->span,
                     machines->enums.at[i]->span);
}
