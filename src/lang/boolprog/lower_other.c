// lower_other.c -- whom x$ means, if x is a local variable.
//
// The other threads have an x only while its procedure is active in them; all
// others neither get a value nor have a say in a constraint. Where that can
// differ, a flag in the frame tells: "this procedure is active here". Usually
// it cannot: all threads begin in main, and x is main's.

#include "lang/boolprog/lower.h"

static bool has_broadcast(const bp_proc *p) {
  for (uint32_t i = 0; i < p->vars.n; i++)
    if (p->vars.at[i]->broadcast) return true;
  return false;
}

static bool has_start(const bp_flow *f) {
  for (uint32_t i = 0; i < f->nodes.n; i++)
    if (f->nodes.at[i].stmt && f->nodes.at[i].stmt->kind == BP_START) return true;
  return false;
}

// Every thread has main at the bottom of its stack.
static bool all_begin_in_main(const bp_lowering *l) {
  const bp_program *p = l->program;
  for (uint32_t i = 0; i < p->procs; i++)
    if (p->proc[i] != p->main && (p->proc[i]->started || has_start(&l->flows[i]))) return false;
  return true;
}

// In a recursion a thread has many x; no tool says which one x$ is.
static void refuse_recursive(const bp_lowering *l, const bp_proc *p) {
  for (uint32_t i = 0; i < p->vars.n; i++) {
    const bp_var *v = p->vars.at[i];
    const char *name = sv_names_get(l->model->names, v->name);
    if (!v->broadcast) continue;
    sv_diag(
        l->diags, SV_UNSUPPORTED, v->span,
        "a thread can have many `%s`, because `%s` is recursive; which one `%s$` means is not defined",
        name, sv_names_get(l->model->names, p->name), name);
    return;
  }
}

void bp_find_presence(bp_lowering *l) {
  const bp_program *p = l->program;
  bool plain = all_begin_in_main(l);
  l->presence = SV_NEW_ARRAY(bool, p->procs + 1);
  for (uint32_t i = 0; i < p->procs; i++) {
    if (!has_broadcast(p->proc[i])) continue;
    l->presence[i] = p->proc[i] != p->main || !plain;
    if (p->proc[i]->recursive) refuse_recursive(l, p->proc[i]);
  }
}

// "The procedure of this place is active in the other thread."
static sv_term present(const bp_here *h) {
  uint32_t flag = bp_presence(h->l, h->context->proc, h->context->depth);
  return sv_model_var(h->l->model, flag, SV_ROLE_OTHER);
}

sv_term bp_other_value(const bp_here *h, const bp_var *v, sv_term value) {
  if (!v->proc || !h->l->presence[v->proc->index]) return value;
  return sv_ite(h->l->model->terms, present(h), value, bp_read(h->l, h->context, v, SV_ROLE_OTHER));
}

// Whether the term speaks of locals of this place's procedure in another thread.
static bool reads_other_frame(const bp_here *h, sv_term t) {
  const sv_terms *T = h->l->model->terms;
  uint32_t frame = bp_frame(h->l, h->context->proc, h->context->depth);
  sv_u32s cone = {0};
  bool found = false;
  sv_cone(T, &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n && !found; i++) {
    sv_node n = sv_node_of(T, cone.at[i]);
    bool variable = (n.op == SV_OP_VAR || n.op == SV_OP_NEXT) && n.role == SV_ROLE_OTHER;
    found = variable && n.id >= frame && n.id < frame + h->context->proc->vars.n;
  }
  sv_vec_free(cone);
  return found;
}

// Conjuncts stay apart: those without x$ concern the acting thread alone.
sv_term bp_other_constraint(const bp_here *h, sv_term t) {
  sv_terms *T = h->l->model->terms;
  if (!h->l->presence[h->context->proc->index] || !reads_other_frame(h, t)) return t;
  sv_node n = sv_node_of(T, sv_index(t));
  if (n.op != SV_OP_AND || sv_negated(t)) return sv_implies(T, present(h), t);
  sv_term all = SV_TRUE;
  for (uint32_t i = 0; i < n.n; i++) {
    sv_term arg = sv_node_of(T, sv_index(t)).args[i];
    all = sv_and(T, all, bp_other_constraint(h, arg));
  }
  return all;
}
