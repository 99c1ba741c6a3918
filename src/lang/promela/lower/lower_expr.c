// lower_expr.c -- expressions as terms.
//
// Everything is computed in 32 bits with sign, as Spin's C code does; a
// comparison or a connective is a truth value and becomes a number only where
// one is asked for. What would be an error in Spin (an index out of range,
// division by zero) is collected as a condition, see lower_error.c.

#include "lang/promela/lower/lower.h"

pml_here pml_at(pml_lowering *l, const pml_process *p, uint32_t role) {
  pml_here h = {.l = l, .process = p, .role = role, .when = SV_TRUE};
  for (uint32_t k = 0; k < PML_EXPR_ERRORS; k++) h.ok[k] = SV_TRUE;
  return h;
}

sv_term pml_const32(const pml_lowering *l, int64_t n) {
  return sv_const(l->terms, l->number, sv_small((int32_t)n));
}

sv_term pml_as_int(const pml_lowering *l, sv_term t) {
  return sv_cast(l->terms, sv_sort_int(l->terms), t);
}

static sv_term as_number(pml_here *h, sv_term t) { return sv_cast(h->l->terms, h->l->number, t); }

static sv_term number_of_truth(pml_here *h, sv_term t) {
  return sv_ite(h->l->terms, t, pml_const32(h->l, 1), pml_const32(h->l, 0));
}

static sv_term unsupported(pml_here *h, const pml_expr *e, const char *what) {
  sv_diag(h->l->diags, SV_UNSUPPORTED, e->span, "%s", what);
  return pml_const32(h->l, 0);
}

bool pml_mentions(const pml_expr *e, pml_op op) {
  if (!e) return false;
  if (e->op == op || pml_mentions(e->index, op) || pml_mentions(e->field, op)) return true;
  for (uint32_t i = 0; i < e->n; i++)
    if (pml_mentions(e->arg[i], op)) return true;
  return false;
}

// --- references

static bool is_unsigned(const pml_type *t) { return t->kind != PML_SHORT && t->kind != PML_INT; }

// The most that a variable can hold, or INT32_MAX.
static int64_t most_of(const pml_expr *e) {
  if (e->op == PML_E_NUMBER || e->op == PML_E_MTYPE) return e->value;
  if (e->op == PML_E_PID) return PML_PROCESS_MAX;
  if (e->op != PML_E_VAR) return INT32_MAX;
  while (e->field) e = e->field;
  switch (e->var->type.kind) {
  case PML_BIT:
  case PML_BOOL: return 1;
  case PML_BYTE:
  case PML_PID:
  case PML_MTYPE: return 255;
  case PML_UNSIGNED: return (INT64_C(1) << e->var->type.bits) - 1;
  default: return INT32_MAX;
  }
}

static bool never_negative(const pml_expr *e) {
  if (e->op == PML_E_NUMBER) return e->value >= 0;
  if (e->op == PML_E_PID || e->op == PML_E_MTYPE) return true;
  if (e->op != PML_E_VAR) return false;
  while (e->field) e = e->field;
  return is_unsigned(&e->var->type);
}

// An index as a term; notes the condition that it lies in 0 … length - 1.
static sv_term index_term(pml_here *h, const pml_expr *e, const char *array, uint32_t length) {
  sv_terms *T = h->l->terms;
  if (!e) return pml_const32(h->l, 0);
  sv_term i = pml_number(h, e), good = SV_TRUE;
  if (!never_negative(e)) good = sv_app2(T, SV_OP_LE, pml_const32(h->l, 0), i);
  if (most_of(e) >= length)
    good = sv_and(T, good, sv_app2(T, SV_OP_LT, i, pml_const32(h->l, length)));
  pml_assume_of(h, PML_ERROR_INDEX, good,
                (sv_blame){.value = i,
                           .text = sv_arena_printf(h->l->arena, "index %s of %s",
                                                   pml_source_of(h->l, e->span), array),
                           .must = sv_arena_printf(h->l->arena, "0 to %u", length - 1),
                           .span = e->span});
  return h->clamp ? sv_ite(T, good, i, pml_const32(h->l, 0)) : i;
}

// i[0] * length[1] + i[1] …
static sv_term flat_index(pml_here *h, const pml_leaf *leaf, const sv_term *index) {
  sv_terms *T = h->l->terms;
  sv_term at = pml_const32(h->l, 0);
  for (uint32_t i = 0; i < leaf->dimensions; i++)
    at = sv_app2(T, SV_OP_ADD, sv_app2(T, SV_OP_MUL, at, pml_const32(h->l, leaf->length[i])),
                 index[i]);
  return at;
}

static sv_term fixed_channel(pml_here *h, const pml_leaf *leaf, const sv_term *index) {
  sv_terms *T = h->l->terms;
  if (!leaf->family) return sv_const(T, sv_sort_ref(T), sv_small(0));
  uint32_t role = leaf->root->scope == PML_GLOBAL ? 0 : h->role;
  if (!leaf->dimensions) return sv_queue(T, leaf->family, role, SV_NONE);
  return sv_queue(T, leaf->family, role, flat_index(h, leaf, index));
}

static sv_term leaf_ref(pml_here *h, const pml_leaf *leaf, sv_term *index) {
  sv_terms *T = h->l->terms;
  sv_term t;
  if (h->local) t = h->local(h->local_context, leaf);
  else if (!leaf->variable) return fixed_channel(h, leaf, index);
  else t = sv_model_var(h->l->model, leaf->variable, leaf->root->scope == PML_GLOBAL ? 0 : h->role);
  for (uint32_t i = 0; i < leaf->dimensions; i++) t = sv_app2(T, SV_OP_SELECT, t, index[i]);
  return t;
}

enum { MOST_DIMENSIONS = PML_DEPTH_MAX };

// Walks down a reference: its indices, and the first of its leaves.
typedef struct {
  const pml_var *root, *last;
  uint32_t offset, count;
  sv_term index[MOST_DIMENSIONS];
} path;

static void walk_path(pml_here *h, const pml_expr *e, path *p) {
  p->root = e->var;
  for (;; e = e->field) {
    p->last = e->var;
    if (e->var->is_array && (e->index || e->field))
      p->index[p->count++] = index_term(h, e->index, sv_names_get(h->l->model->names, e->var->name),
                                        (uint32_t)e->var->length);
    if (!e->field) return;
    const pml_struct *s = e->var->type.record;
    for (uint32_t i = 0; s->field[i] != e->field->var; i++)
      p->offset += pml_leaf_count(&s->field[i]->type);
  }
}

static sv_term scalar_ref(pml_here *h, const pml_expr *e) {
  path p = {0};
  walk_path(h, e, &p);
  return leaf_ref(h, pml_leaf_at(h->l, p.root, p.offset), p.index);
}

// All scalars below a path, in the order in which a message carries them: the
// elements of an array of structures one after the other.
static void spell(pml_here *h, path *p, const pml_var *v, bool inside, pml_terms *out) {
  uint32_t times = v->is_array && inside ? (uint32_t)v->length : 1, offset = p->offset;
  for (uint32_t k = 0; k < times; k++) {
    p->offset = offset;
    if (v->is_array && inside) p->index[p->count++] = pml_const32(h->l, k);
    if (v->type.kind == PML_STRUCT) {
      const pml_struct *s = v->type.record;
      for (uint32_t i = 0; i < s->fields; i++) spell(h, p, s->field[i], true, out);
    } else {
      sv_push(*out, leaf_ref(h, pml_leaf_at(h->l, p->root, p->offset), p->index));
      p->offset++;
    }
    if (v->is_array && inside) p->count--;
  }
}

void pml_refs(pml_here *h, const pml_expr *e, pml_terms *out) {
  path p = {0};
  walk_path(h, e, &p);
  spell(h, &p, p.last, false, out);
}

void pml_spell_out(pml_here *h, const pml_expr *e, pml_terms *out) {
  if (e->op == PML_E_VAR) pml_refs(h, e, out);
  else sv_push(*out, pml_number(h, e));
}

sv_term pml_channel_term(pml_here *h, const pml_expr *e) {
  sv_terms *T = h->l->terms;
  if (e->op == PML_E_COND)
    return sv_ite(T, pml_truth(h, e->arg[0]), pml_channel_term(h, e->arg[1]),
                  pml_channel_term(h, e->arg[2]));
  return sv_cast(T, sv_sort_ref(T), pml_value(h, e));
}

sv_term pml_value(pml_here *h, const pml_expr *e) {
  return pml_is_chan(e) ? scalar_ref(h, e) : pml_number(h, e);
}

// --- processes

static sv_term active_pid(const pml_lowering *l, const pml_process *p, uint32_t role) {
  sv_term base = pml_const32(l, p->base);
  if (p->proc->active <= 1) return base;
  return sv_app2(l->terms, SV_OP_ADD, base, sv_cast(l->terms, l->number, sv_self(l->terms, role)));
}

static sv_term first_pid(const pml_lowering *l, const pml_process *p) {
  return active_pid(l, p, 0);
}

sv_term pml_pid(const pml_lowering *l, const pml_process *p, uint32_t role) {
  if (!p->pid) return active_pid(l, p, role);
  return sv_cast(l->terms, l->number, sv_model_var(l->model, p->pid, role));
}

// The instance of a proctype that a remote reference means.
static sv_term instance_term(pml_here *h, const pml_expr *e, const pml_process *p) {
  sv_terms *T = h->l->terms;
  if (!e->n) return sv_int_const(T, 0);
  return pml_instance_of(h, p, pml_number(h, e->arg[0]));
}

sv_term pml_instance_of(pml_here *h, const pml_process *p, sv_term pid) {
  sv_terms *T = h->l->terms;
  if (p->pid) return sv_find(T, p->pid, sv_cast(T, h->l->model->variables.at[p->pid].sort, pid));
  return pml_as_int(h->l, sv_app2(T, SV_OP_SUB, pid, pml_const32(h->l, p->base)));
}

// Other processes as initial values: `run` computes them anew, others cannot have them.
static sv_term remote_at_start(pml_here *h, const pml_expr *e) {
  if (h->process && !h->process->proc->active) return pml_const32(h->l, 0);
  return unsupported(h, e, "a remote reference as an initial value is not supported");
}

static sv_term remote_label(pml_here *h, const pml_expr *e) {
  pml_lowering *l = h->l;
  if (h->at_start) return sv_not(sv_eq(l->terms, remote_at_start(h, e), pml_const32(l, 0)));
  const pml_process *p = &l->process[e->proc->index];
  const pml_node *node = pml_label_node(l, e->label);
  if (!node || !node->location) return SV_FALSE;
  sv_sort sort = sv_sort_loc(l->terms, p->template_number);
  sv_term at = sv_remote(l->terms, sort, l->model->templates.at[p->template_number].pc,
                         instance_term(h, e, p));
  return sv_eq(l->terms, at, sv_const(l->terms, sort, sv_small(node->location)));
}

// A channel that never changes: its number follows from that of the process's first one.
static sv_term remote_channel(pml_here *h, const pml_expr *e, const pml_leaf *leaf,
                              const sv_term *index) {
  pml_lowering *l = h->l;
  pml_here there = *h;
  const pml_process *p = &l->process[e->proc->index];
  if (!leaf->family || !p->channels) return pml_const32(l, 0);
  there.channels = as_number(
      h, sv_remote(l->terms, sv_sort_bv(l->terms, 8, false), p->channels, instance_term(h, e, p)));
  sv_term cell = leaf->dimensions ? flat_index(h, leaf, index) : pml_const32(l, 0);
  return sv_app2(l->terms, SV_OP_ADD, pml_own_number(&there, leaf, 0), cell);
}

static sv_term remote_variable(pml_here *h, const pml_expr *e) {
  pml_lowering *l = h->l;
  const pml_expr *v = e->field;
  path p = {0};
  walk_path(h, v, &p);
  const pml_leaf *leaf = pml_leaf_at(l, p.root, p.offset);
  if (!leaf->variable) return remote_channel(h, e, leaf, p.index);
  sv_term t = sv_remote(l->terms, l->model->variables.at[leaf->variable].sort, leaf->variable,
                        instance_term(h, e, &l->process[e->proc->index]));
  for (uint32_t i = 0; i < leaf->dimensions; i++)
    t = sv_app2(l->terms, SV_OP_SELECT, t, p.index[i]);
  return as_number(h, t);
}

static sv_term run_value(pml_here *h, const pml_expr *e) {
  h->run = e;
  return pml_running(h->l, h->l->number);
}

// --- truth values

static sv_term under(pml_here *h, sv_term condition, const pml_expr *e) {
  sv_term outer = h->when;
  h->when = sv_and(h->l->terms, outer, condition);
  sv_term t = pml_truth(h, e);
  h->when = outer;
  return t;
}

// References are compared as such; with anything else by their numbers.
static sv_term same_value(pml_here *h, sv_term a, sv_term b) {
  sv_terms *T = h->l->terms;
  sv_sort ref = sv_sort_ref(T);
  sv_value value;
  bool a_is = sv_sort_same(sv_sort_of(T, a), ref), b_is = sv_sort_same(sv_sort_of(T, b), ref);
  bool zero = (!a_is && sv_is_const(T, a, &value) && !sv_small_get(value)) ||
              (!b_is && sv_is_const(T, b, &value) && !sv_small_get(value));
  if ((a_is && b_is) || ((a_is || b_is) && zero))
    return sv_eq(T, sv_cast(T, ref, a), sv_cast(T, ref, b));
  return sv_eq(T, as_number(h, a), as_number(h, b));
}

sv_term pml_field_equals(pml_here *h, sv_term field, sv_term wanted) {
  return same_value(h, field, wanted);
}

static sv_term equality(pml_here *h, const pml_expr *e) {
  const pml_expr *a = e->arg[0], *b = e->arg[1];
  sv_term left = pml_value(h, a), right = pml_value(h, b);
  return same_value(h, left, right);
}

static sv_term compare(pml_here *h, sv_op op, const pml_expr *a, const pml_expr *b) {
  sv_term left = pml_number(h, a);
  return sv_app2(h->l->terms, op, left, pml_number(h, b));
}

// A channel of the process that is just being started, in its initial values: still empty.
static bool is_new_channel(const pml_here *h, const pml_expr *e) {
  if (!h->local || e->op != PML_E_VAR) return false;
  const pml_var *v = pml_last_of(e);
  if (v->chan || e->var->scope == PML_GLOBAL) return e->var->scope != PML_GLOBAL;
  return v->init && is_new_channel(h, v->init);
}

// The model starts with the value none here, and this process with the model.
static void refuse_unset(pml_here *h, const pml_expr *e) {
  path p = {0};
  sv_value value;
  walk_path(h, e, &p);
  const pml_leaf *leaf = pml_leaf_at(h->l, p.root, p.offset);
  bool runs = !h->process || h->process->proc->active;
  if (runs && !leaf->family && sv_is_const(h->l->terms, leaf->init, &value))
    sv_diag(h->l->diags, SV_ERROR, e->span, "this channel is not initialised yet");
}

// In initial values no channel has a message.
static bool is_empty_yet(pml_here *h, const pml_expr *e) {
  if (h->at_start) refuse_unset(h, e);
  return h->at_start || is_new_channel(h, e);
}

// A channel without a buffer is never full.
static sv_term queue_is_full(pml_here *h, const pml_expr *e) {
  sv_terms *T = h->l->terms;
  if (is_empty_yet(h, e->arg[0])) return SV_FALSE;
  sv_term queue = pml_used_channel(h, e->arg[0], PML_USE_SEND);
  sv_term full = sv_app1(T, SV_OP_QFULL, queue);
  if (!pml_maybe_rendezvous(h->l, e->arg[0])) return full;
  sv_term some = sv_app2(T, SV_OP_LT, sv_int_const(T, 0), sv_app1(T, SV_OP_QLEN, queue));
  return sv_and(T, some, full);
}

static sv_term queue_length(pml_here *h, const pml_expr *e) {
  sv_terms *T = h->l->terms;
  if (is_empty_yet(h, e->arg[0])) return sv_int_const(T, 0);
  return sv_app1(T, SV_OP_QLEN, pml_used_channel(h, e->arg[0], PML_USE_LENGTH));
}

static sv_term queue_is_empty(pml_here *h, const pml_expr *e) {
  return sv_eq(h->l->terms, queue_length(h, e), sv_int_const(h->l->terms, 0));
}

sv_term pml_truth(pml_here *h, const pml_expr *e) {
  sv_terms *T = h->l->terms;
  sv_term a;
  switch (e->op) {
  case PML_E_NOT: return sv_not(pml_truth(h, e->arg[0]));
  case PML_E_AND: a = pml_truth(h, e->arg[0]); return sv_and(T, a, under(h, a, e->arg[1]));
  case PML_E_OR: a = pml_truth(h, e->arg[0]); return sv_or(T, a, under(h, sv_not(a), e->arg[1]));
  case PML_E_IMPLIES: a = pml_truth(h, e->arg[0]); return sv_implies(T, a, under(h, a, e->arg[1]));
  case PML_E_EQUIV: a = pml_truth(h, e->arg[0]); return sv_eq(T, a, pml_truth(h, e->arg[1]));
  case PML_E_EQ: return equality(h, e);
  case PML_E_NE: return sv_not(equality(h, e));
  case PML_E_LT: return compare(h, SV_OP_LT, e->arg[0], e->arg[1]);
  case PML_E_LE: return compare(h, SV_OP_LE, e->arg[0], e->arg[1]);
  case PML_E_GT: return sv_not(compare(h, SV_OP_LE, e->arg[0], e->arg[1]));
  case PML_E_GE: return sv_not(compare(h, SV_OP_LT, e->arg[0], e->arg[1]));
  case PML_E_FULL: return queue_is_full(h, e);
  case PML_E_NFULL: return sv_not(queue_is_full(h, e));
  case PML_E_EMPTY: return queue_is_empty(h, e);
  case PML_E_NEMPTY: return sv_not(queue_is_empty(h, e));
  case PML_E_TIMEOUT: return sv_bool_const(h->timeout);
  case PML_E_POLL: return is_empty_yet(h, e->arg[0]) ? SV_FALSE : pml_poll(h, e);
  case PML_E_REMOTE_LABEL: return remote_label(h, e);
  case PML_E_ENABLED: return pml_enabled(h, e);
  case PML_E_NP: return pml_no_progress(h);
  default: return sv_not(sv_eq(T, pml_number(h, e), pml_const32(h->l, 0)));
  }
}

// --- numbers

static sv_term arithmetic(pml_here *h, sv_op op, const pml_expr *e) {
  sv_term a = pml_number(h, e->arg[0]);
  return sv_app2(h->l->terms, op, a, pml_number(h, e->arg[1]));
}

static sv_term divide(pml_here *h, sv_op op, const pml_expr *e) {
  sv_terms *T = h->l->terms;
  sv_term a = pml_number(h, e->arg[0]), b = pml_number(h, e->arg[1]);
  pml_assume_of(h, PML_ERROR_DIVISION, sv_not(sv_eq(T, b, pml_const32(h->l, 0))),
                (sv_blame){.value = b,
                           .text = sv_arena_printf(h->l->arena, "the divisor of %s",
                                                   pml_source_of(h->l, e->span)),
                           .span = e->span});
  return sv_app2(T, op, a, b);
}

// As the processor does it: the amount modulo 32.
static sv_term shift(pml_here *h, sv_op op, const pml_expr *e) {
  sv_terms *T = h->l->terms;
  sv_term a = pml_number(h, e->arg[0]), b = pml_number(h, e->arg[1]);
  return sv_app2(T, op, a, sv_app2(T, SV_OP_BVAND, b, pml_const32(h->l, 31)));
}

static sv_term conditional(pml_here *h, const pml_expr *e) {
  sv_terms *T = h->l->terms;
  sv_term outer = h->when, c = pml_truth(h, e->arg[0]);
  h->when = sv_and(T, outer, c);
  sv_term a = pml_number(h, e->arg[1]);
  h->when = sv_and(T, outer, sv_not(c));
  sv_term b = pml_number(h, e->arg[2]);
  h->when = outer;
  return sv_ite(T, c, a, b);
}

// Initial values are constants: the channel must be a certain one.
static sv_term number_at_start(pml_here *h, const pml_expr *e) {
  path p = {0};
  walk_path(h, e, &p);
  const pml_leaf *leaf = pml_leaf_at(h->l, p.root, p.offset);
  sv_value cell = sv_small(0);
  bool known = !leaf->dimensions || sv_is_const(h->l->terms, flat_index(h, leaf, p.index), &cell);
  if (!leaf->family || !known)
    return unsupported(h, e, "the number of this channel as an initial value is not supported");
  return pml_own_number(h, leaf, (uint32_t)sv_small_get(cell));
}

static sv_term variable(pml_here *h, const pml_expr *e) {
  sv_term t = scalar_ref(h, e);
  if (!h->at_start || !sv_sort_same(sv_sort_of(h->l->terms, t), sv_sort_ref(h->l->terms)))
    return as_number(h, t);
  return number_at_start(h, e);
}

// While the model starts, processes are counted as they are made; a process that is being
// started counts itself.
static sv_term living(pml_here *h) {
  pml_lowering *l = h->l;
  if (!sv_is_none(h->pid)) return sv_app2(l->terms, SV_OP_ADD, h->pid, pml_const32(l, 1));
  if (!h->at_start) return pml_running(l, l->number);
  if (!h->process) return pml_const32(l, 0);
  return sv_app2(l->terms, SV_OP_ADD, first_pid(l, h->process), pml_const32(l, 1));
}

static sv_term special(pml_here *h, const pml_expr *e) {
  pml_lowering *l = h->l;
  switch (e->op) {
  case PML_E_PID:
    if (!sv_is_none(h->pid)) return h->pid;
    if (!h->process) return pml_const32(l, 0);
    return h->at_start ? first_pid(l, h->process) : pml_pid(l, h->process, h->role);
  case PML_E_NR_PR: return living(h);
  case PML_E_LAST:
    if (!sv_is_none(h->last)) return h->last;
    return as_number(h, sv_model_var(l->model, l->last, 0));
  case PML_E_PRIORITY:
    if (!h->process || h->at_start || !sv_is_none(h->pid))
      return unsupported(h, e, "`_priority` is not supported here");
    return as_number(h, pml_own_priority(h));
  case PML_E_GET_PRIORITY: return pml_get_priority(h, e->arg[0]);
  case PML_E_PC_VALUE: return pml_pc_value(h, e);
  case PML_E_STDIN: return unsupported(h, e, "`STDIN` can only be received from, as in `STDIN?c`");
  default: return unsupported(h, e, "this expression is not supported");
  }
}

sv_term pml_number(pml_here *h, const pml_expr *e) {
  sv_terms *T = h->l->terms;
  switch (e->op) {
  case PML_E_NUMBER:
  case PML_E_MTYPE: return pml_const32(h->l, e->value);
  case PML_E_VAR: return variable(h, e);
  case PML_E_EVAL: return pml_number(h, e->arg[0]);
  case PML_E_NEGATE: return sv_app1(T, SV_OP_NEG, pml_number(h, e->arg[0]));
  case PML_E_INVERT: return sv_app1(T, SV_OP_BVNOT, pml_number(h, e->arg[0]));
  case PML_E_ADD: return arithmetic(h, SV_OP_ADD, e);
  case PML_E_SUB: return arithmetic(h, SV_OP_SUB, e);
  case PML_E_MUL: return arithmetic(h, SV_OP_MUL, e);
  case PML_E_DIV: return divide(h, SV_OP_DIV, e);
  case PML_E_MOD: return divide(h, SV_OP_MOD, e);
  case PML_E_SHL: return shift(h, SV_OP_SHL, e);
  case PML_E_SHR: return shift(h, SV_OP_SHR, e);
  case PML_E_BIT_AND: return arithmetic(h, SV_OP_BVAND, e);
  case PML_E_BIT_XOR: return arithmetic(h, SV_OP_BVXOR, e);
  case PML_E_BIT_OR: return arithmetic(h, SV_OP_BVOR, e);
  case PML_E_COND: return conditional(h, e);
  case PML_E_RUN: return run_value(h, e);
  case PML_E_LEN: return as_number(h, queue_length(h, e));
  case PML_E_REMOTE_VAR: return h->at_start ? remote_at_start(h, e) : remote_variable(h, e);
  case PML_E_NOT:
  case PML_E_LT:
  case PML_E_LE:
  case PML_E_GT:
  case PML_E_GE:
  case PML_E_EQ:
  case PML_E_NE:
  case PML_E_AND:
  case PML_E_OR:
  case PML_E_FULL:
  case PML_E_EMPTY:
  case PML_E_NFULL:
  case PML_E_NEMPTY:
  case PML_E_TIMEOUT:
  case PML_E_POLL:
  case PML_E_IMPLIES:
  case PML_E_EQUIV:
  case PML_E_ENABLED:
  case PML_E_NP:
  case PML_E_REMOTE_LABEL: return number_of_truth(h, pml_truth(h, e));
  default: return special(h, e);
  }
}
