// draft.c -- making, copying and forgetting drafts. See draft.h.

#include "lang/uml/lower/draft.h"

void uml_draft_open(uml_draft *d, uml_lowering *l, uml_instance *i) {
  const uml_layout *y = i->layout;
  *d = (uml_draft){.lowering = l, .instance = i, .guard = SV_TRUE, .when = SV_TRUE};
  d->waits = SV_FALSE;
  d->place = SV_NEW_ARRAY(uml_place, y->units.n + 1);
  d->completion = SV_NEW_ARRAY(sv_term, y->completing + 1);
  d->token = SV_NEW_ARRAY(int64_t, uml_slots(y) + 1);
  for (uint32_t k = 0; k < uml_slots(y); k++) d->token[k] = -1;
  for (int f = 0; f < UML_FAULT_COUNT; f++) d->bad[f] = SV_FALSE;
  for (uint32_t k = 0; k < y->completing; k++)
    d->completion[k] = sv_model_var(l->model, i->completion[k], SV_ROLE_SELF);
}

#define COPY(V)                                                                             \
  do {                                                                                      \
    to->V.at = NULL;                                                                        \
    to->V.n = to->V.cap = 0;                                                                \
    for (uint32_t copy_ = 0; copy_ < from->V.n; copy_++) sv_push(to->V, from->V.at[copy_]); \
  } while (0)

void uml_draft_copy(uml_draft *to, const uml_draft *from) {
  const uml_layout *y = from->instance->layout;
  *to = *from;
  to->place = SV_NEW_ARRAY(uml_place, y->units.n + 1);
  to->completion = SV_NEW_ARRAY(sv_term, y->completing + 1);
  to->token = SV_NEW_ARRAY(int64_t, uml_slots(y) + 1);
  memcpy(to->token, from->token, uml_slots(y) * sizeof *to->token);
  memcpy(to->place, from->place, y->units.n * sizeof *to->place);
  memcpy(to->completion, from->completion, y->completing * sizeof *to->completion);
  COPY(updates);
  COPY(sends);
  COPY(log);
  COPY(asserts);
  COPY(todo);
  COPY(entered);
  COPY(taken);
  to->text = (sv_text){0};
  sv_text_bytes(&to->text, from->text.at, from->text.n);
}

void uml_draft_free(uml_draft *d) {
  sv_free(d->place);
  sv_free(d->completion);
  sv_free(d->token);
  sv_vec_free(d->updates);
  sv_vec_free(d->sends);
  sv_vec_free(d->log);
  sv_vec_free(d->asserts);
  sv_vec_free(d->todo);
  sv_vec_free(d->entered);
  sv_vec_free(d->taken);
  sv_text_free(&d->text);
}

void uml_draft_task(uml_draft *d, uml_task task) { sv_push(d->todo, task); }

void uml_draft_require(uml_draft *d, sv_term condition) {
  d->guard = sv_and(d->lowering->terms, d->guard, condition);
}
