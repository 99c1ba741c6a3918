// lower_call.c -- calls and returns: values move between frames.
//
// Inlined, every activation has a frame of its own, and a call that would need
// one too many is cut. With a stack (lower_stack.c) there is one frame per
// procedure, that of the activation on top.

#include "lang/boolprog/lower.h"

static sv_term any_value(const bp_here *h, bp_action *a) {
  static const bp_expr star = {.op = BP_CHOICE};
  return bp_lower_expr(h, a, &star, false);
}

// The value of variable i of a procedure that is entered.
sv_term bp_entry_value(const bp_here *h, bp_action *a, const bp_proc *p, uint32_t i,
                       bp_expr *const *arguments) {
  if (i < p->params) return bp_lower_expr(h, a, arguments[i], false);
  sv_term first = bp_first_value(h->l, p->vars.at[i]);
  if (!sv_is_none(first)) return first;
  return h->l->live[p->index][i] ? any_value(h, a) : SV_FALSE;
}

// A frame is false while it is not active.
static void inlined_call(const bp_here *h) {
  const bp_stmt *s = h->stmt;
  uint32_t callee = bp_callee(h);
  bp_action a;
  bp_action_begin(h, &a, "");
  if (callee == BP_NO_CONTEXT) {
    a.action.cut = sv_arena_printf(h->l->model->arena, "recursion deeper than %u",
                                   (unsigned)h->l->options->recursion);
    bp_action_finish(h, &a, 0);
    return;
  }
  bp_context c = h->l->contexts.at[callee];
  uint32_t frame = bp_frame(h->l, c.proc, c.depth);
  for (uint32_t i = 0; i < c.proc->vars.n; i++) {
    sv_term value = bp_entry_value(h, &a, c.proc, i, s->value);
    if (!sv_same(value, SV_FALSE))
      bp_action_set(&a, sv_model_var(h->l->model, frame + i, SV_ROLE_SELF), value);
  }
  uint32_t presence = bp_presence(h->l, c.proc, c.depth);
  if (presence) bp_action_set(&a, sv_model_var(h->l->model, presence, SV_ROLE_SELF), SV_TRUE);
  bp_action_finish(h, &a,
                   bp_location(h->l, callee, h->l->flows[c.proc->index].entry, h->at->atomic));
}

void bp_clear_frame(const bp_here *h, bp_action *a) {
  uint32_t frame = bp_frame(h->l, h->context->proc, h->context->depth);
  uint32_t size = bp_frame_size(h->l, h->context->proc);
  for (uint32_t i = 0; i < size; i++)
    bp_action_set(a, sv_model_var(h->l->model, frame + i, SV_ROLE_SELF), SV_FALSE);
}

// Hands results to the caller's targets; at the bare end of a procedure they
// can be anything.
void bp_hand_over(const bp_here *h, bp_action *a, const bp_context *caller, const bp_stmt *call) {
  for (uint32_t i = 0; i < call->targets; i++) {
    const bp_target *t = &call->target[i];
    if (t->drop) continue;
    bool given = h->stmt && i < h->stmt->values;
    sv_term v = given ? bp_lower_expr(h, a, h->stmt->value[i], false) : any_value(h, a);
    bp_action_set(a, bp_read(h->l, caller, t->var, SV_ROLE_SELF), v);
  }
  bp_enforce(h, a, caller, call);
}

static void inlined_return(const bp_here *h) {
  bp_action a;
  bp_action_begin(h, &a, "");
  if (h->context->parent == BP_NO_CONTEXT) {
    bp_action_finish(h, &a, h->l->stop);
    return;
  }
  bp_context caller = h->l->contexts.at[h->context->parent];
  const bp_flow *flow = &h->l->flows[caller.proc->index];
  const bp_node *call = &flow->nodes.at[h->context->call];
  bp_clear_frame(h, &a);
  bp_hand_over(h, &a, &caller, call->stmt);
  bp_action_finish(
      h, &a, bp_location(h->l, h->context->parent, bp_successor(flow, call, 0), h->at->atomic));
}

void bp_call_step(const bp_here *h) {
  if (h->l->stacked) bp_stack_call(h);
  else inlined_call(h);
}

void bp_return_step(const bp_here *h) {
  if (h->l->stacked) bp_stack_return(h);
  else inlined_return(h);
}
