// lower_stack.c -- calls and returns with a stack: recursion without a bound.
//
// Every procedure exists once. The stack is a queue of the thread, with its top
// in slot 0; a message is the number of the call's site and the caller's frame.
// A call pushes it, clears that frame and sets the callee's; so only the frame
// of the current procedure is ever in use. A return looks up the site in the
// message and takes the frame back from it; of a thread's first procedure, the
// stack is empty and the thread ends. Sites and returns are met in any order: whoever
// comes later makes the action for the pair.

#include "lang/boolprog/lower.h"

bool bp_can_stack(const bp_program *p) {
  for (uint32_t i = 0; i < p->procs; i++)
    for (uint32_t k = 0; k < p->proc[i]->vars.n; k++)
      if (p->proc[i]->vars.at[k]->broadcast) return false;
  return true;
}

// ---- the stack

static uint32_t calls_in(const bp_flow *f) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < f->nodes.n; i++)
    n += f->nodes.at[i].stmt && f->nodes.at[i].stmt->kind == BP_CALL;
  return n;
}

void bp_stack_prepare(bp_lowering *l) {
  sv_terms *T = l->model->terms;
  uint32_t sites = 0, width = 1;
  for (uint32_t i = 0; i < l->program->procs; i++) {
    uint32_t calls = calls_in(&l->flows[i]), size = bp_frame_size(l, l->program->proc[i]);
    sites += calls;
    if (calls && size > l->saved) l->saved = size;
  }
  while (sites >> width) width++;
  l->site_sort = sv_sort_bv(T, width, false);
  sv_sort *fields = SV_NEW_ARRAY(sv_sort, l->saved + 1);
  fields[0] = l->site_sort;
  for (uint32_t i = 1; i <= l->saved; i++) fields[i] = sv_sort_bool(T);
  l->stack = sv_model_queue(l->model, sv_names_cstr(l->model->names, "stack"), l->thread, 1, false,
                            SV_UNBOUNDED, fields, l->saved + 1, l->program->main->name_span);
  sv_free(fields);
  l->callers = SV_NEW_ARRAY(bp_callers, l->program->procs + 1);
  sv_fill(l->sites, 1);
}

void bp_stack_release(bp_lowering *l) {
  for (uint32_t i = 0; l->callers && i < l->program->procs; i++) {
    sv_vec_free(l->callers[i].sites);
    sv_vec_free(l->callers[i].returns);
  }
  sv_free(l->callers);
  sv_vec_free(l->sites);
}

static sv_term stack_of(const bp_here *h) {
  return sv_queue(h->l->model->terms, h->l->stack, SV_ROLE_SELF, SV_NONE);
}

static sv_term site_number(const bp_here *h, uint32_t site) {
  return sv_const(h->l->model->terms, h->l->site_sort, sv_small(site));
}

static sv_term top(const bp_here *h, uint32_t field) {
  sv_terms *T = h->l->model->terms;
  sv_sort sort = field ? sv_sort_bool(T) : h->l->site_sort;
  return sv_peek(T, sort, stack_of(h), sv_int_const(T, 0), field);
}

static sv_term depth(const bp_here *h) {
  return sv_app1(h->l->model->terms, SV_OP_QLEN, stack_of(h));
}

// ---- returns

static void return_to(const bp_here *h, uint32_t number) {
  bp_lowering *l = h->l;
  sv_terms *T = l->model->terms;
  bp_site site = l->sites.at[number];
  bp_context caller = l->contexts.at[site.context];
  const bp_flow *flow = &l->flows[caller.proc->index];
  const bp_node *call = &flow->nodes.at[site.node];
  uint32_t frame = bp_frame(l, caller.proc, 0), size = bp_frame_size(l, caller.proc);
  bp_action a;
  bp_action_begin(h, &a, "");
  sv_term some = sv_app2(T, SV_OP_LT, sv_int_const(T, 0), depth(h));
  a.action.guard = sv_and(T, some, sv_eq(T, top(h, 0), site_number(h, number)));
  if (caller.proc != h->context->proc) bp_clear_frame(h, &a);
  for (uint32_t i = 0; i < size; i++)
    bp_action_set(&a, sv_model_var(l->model, frame + i, SV_ROLE_SELF), top(h, i + 1));
  bp_hand_over(h, &a, &caller, call->stmt);
  a.stack = (sv_queue_op){SV_DEQUEUE, stack_of(h), sv_int_const(T, 0), NULL, 0};
  a.uses_stack = true;
  bp_action_finish(h, &a, bp_location(l, site.context, bp_successor(flow, call, 0), h->at->atomic));
}

static void return_from_bottom(const bp_here *h) {
  bp_action a;
  bp_action_begin(h, &a, "");
  a.action.guard = sv_eq(h->l->model->terms, depth(h), sv_int_const(h->l->model->terms, 0));
  bp_action_finish(h, &a, h->l->stop);
}

void bp_stack_return(const bp_here *h) {
  bp_callers *c = &h->l->callers[h->context->proc->index];
  return_from_bottom(h);
  sv_push(c->returns, *h->at);
  for (uint32_t i = 0; i < c->sites.n; i++) return_to(h, c->sites.at[i]);
}

// ---- calls

static void add_site(const bp_here *h, uint32_t site, const bp_proc *callee) {
  bp_callers *c = &h->l->callers[callee->index];
  sv_push(c->sites, site);
  for (uint32_t i = 0; i < c->returns.n; i++) {
    bp_work at = c->returns.at[i];
    bp_context context = h->l->contexts.at[at.context];
    bp_here there = bp_here_at(h->l, &at, &context);
    return_to(&there, site);
  }
}

static uint32_t site_of(const bp_here *h) {
  bp_lowering *l = h->l;
  bp_site site = {h->at->context, (uint32_t)(h->node - h->flow->nodes.at)};
  for (uint32_t i = 1; i < l->sites.n; i++)
    if (l->sites.at[i].context == site.context && l->sites.at[i].node == site.node) return i;
  sv_push(l->sites, site);
  add_site(h, l->sites.n - 1, h->stmt->proc);
  return l->sites.n - 1;
}

static void push(const bp_here *h, bp_action *a, uint32_t site, sv_term *fields) {
  uint32_t frame = bp_frame(h->l, h->context->proc, 0),
           size = bp_frame_size(h->l, h->context->proc);
  fields[0] = site_number(h, site);
  for (uint32_t i = 0; i < h->l->saved; i++)
    fields[i + 1] = i < size ? sv_model_var(h->l->model, frame + i, SV_ROLE_SELF) : SV_FALSE;
  a->stack = (sv_queue_op){SV_ENQUEUE, stack_of(h), sv_int_const(h->l->model->terms, 0), fields,
                           h->l->saved + 1};
  a->uses_stack = true;
}

void bp_stack_call(const bp_here *h) {
  bp_lowering *l = h->l;
  const bp_proc *callee = h->stmt->proc;
  uint32_t site = site_of(h), root = bp_root(l, callee, 0), frame = bp_frame(l, callee, 0);
  sv_term *fields = SV_NEW_ARRAY(sv_term, l->saved + 1);
  bp_action a;
  bp_action_begin(h, &a, "");
  push(h, &a, site, fields);
  bp_clear_frame(h, &a);
  for (uint32_t i = 0; i < callee->vars.n; i++) {
    sv_term value = bp_entry_value(h, &a, callee, i, h->stmt->value);
    bp_action_set(&a, sv_model_var(l->model, frame + i, SV_ROLE_SELF), value);
  }
  bp_action_finish(h, &a, bp_location(l, root, l->flows[callee->index].entry, h->at->atomic));
  sv_free(fields);
}
