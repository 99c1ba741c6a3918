// step_order.c -- in which order the actions of a step happen.

#include "encode/step_inside.h"

void sv_step_order(sv_stepper *s) {
  for (uint32_t a = 0; a < s->net->actions.n; a++)
    if (!s->actions[a].skipped) sv_push(s->order, a);
}
