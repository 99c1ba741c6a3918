// goal_term.c -- see goal_term.h.
//
// The function of a condition is walked through once, block by block in their
// order: an expression has no loops. A block has the condition on which control
// comes there; where control joins, a value is chosen by it. Nothing is a step:
// what would be an error of the program (an index out of range, NULL) makes the
// condition one that cannot be evaluated. Memory that was never written, and
// what is read through a pointer of another type, may be anything.

#include "lang/c/goal_term.h"

#include <stdio.h>

typedef struct {
  c_lowering *l;
  c_path path;
  const c_function *function;
  sv_term *reached;     // per block
  sv_term *edge;        // from block * blocks + to
  sv_term value, when;  // what is returned, and where control comes to that
  sv_span span;
} walk;

static sv_terms *terms(const walk *w) { return w->l->model->terms; }

static void refuse(walk *w, const c_inst *i, const char *why) {
  sv_diag(w->l->diags, SV_ERROR, i->span.file ? i->span : w->span, "%s", why);
}

static void go(walk *w, uint32_t from, uint32_t to, sv_term when, const c_inst *i) {
  if (to <= from) {
    refuse(w, i, "a condition cannot have loops");
    return;
  }
  sv_term *edge = &w->edge[from * w->function->blocks + to];
  *edge = sv_or(terms(w), *edge, when);
  w->reached[to] = sv_or(terms(w), w->reached[to], when);
}

static void branch(walk *w, uint32_t block, const c_inst *i) {
  sv_term here = w->path.guard;
  if (i->operands == 1) {
    go(w, block, (uint32_t)i->operand[0].bits, here, i);
    return;
  }
  sv_term c = c_operand_term(&w->path, w->path.context, &i->operand[0], w->span);
  go(w, block, (uint32_t)i->operand[1].bits, sv_and(terms(w), here, c), i);
  go(w, block, (uint32_t)i->operand[2].bits, sv_and(terms(w), here, sv_not(c)), i);
}

// By the edge over which control came.
static void join(walk *w, uint32_t block, const c_inst *i) {
  sv_term value = SV_NONE;
  for (uint32_t k = 0; k + 1 < i->operands; k += 2) {
    uint32_t from = (uint32_t)i->operand[k].bits;
    sv_term when = w->edge[from * w->function->blocks + block];
    if (sv_same(when, SV_FALSE)) continue;
    sv_term t = c_operand_term(&w->path, w->path.context, &i->operand[k + 1], w->span);
    value = sv_is_none(value) ? t : sv_ite(terms(w), when, t, value);
  }
  c_bind(&w->path, w->path.context, i->value, c_of_term(value));
}

static bool load(walk *w, const c_inst *i) {
  sv_term value = SV_NONE;
  c_value address = c_operand_value(&w->path, w->path.context, &i->operand[0], w->span);
  if (address.kind == C_PLACE && w->l->storages.at[address.storage].object->thread_local)
    return refuse(w, i, "every thread has this variable for itself: which one is not said"), false;
  if (!c_load(&w->path, address, i->type, i, &value)) return false;
  sv_term anything = sv_and(terms(w), w->path.guard, w->path.undefined);
  *w->path.unclear = sv_or(terms(w), *w->path.unclear, anything);
  c_bind(&w->path, w->path.context, i->value, c_of_term(value));
  return true;
}

static bool compute(walk *w, const c_inst *i) {
  c_value v = {0};
  for (uint32_t k = 0; k < i->operands; k++)
    if (i->operand[k].kind == C_STRANGE || i->operand[k].kind == C_UNDEF)
      return refuse(w, i, "this is not supported in a condition yet"), false;
  if (i->type.kind != C_INT && i->type.kind != C_POINTER)
    return refuse(w, i, "a value that is neither an integer nor an address is not supported"),
           false;
  if (!c_compute(&w->path, i, &v)) return false;
  c_bind(&w->path, w->path.context, i->value, v);
  return true;
}

// False: control does not come to the end of the block, or it is reached.
static bool execute(walk *w, uint32_t block, const c_inst *i) {
  switch (i->op) {
  case C_PHI: return join(w, block, i), true;
  case C_BR: return branch(w, block, i), false;
  case C_LOAD: return load(w, i);
  case C_RET:
    w->value = c_operand_term(&w->path, w->path.context, &i->operand[0], w->span);
    w->when = w->path.guard;
    return false;
  case C_STORE:
  case C_RMW:
  case C_CMPXCHG: return refuse(w, i, "a condition must not change anything; `==` compares"), false;
  case C_CALL:
  case C_CALLPTR: return refuse(w, i, "a condition cannot call functions"), false;
  case C_UNREACHABLE: return false;
  case C_ALLOCA:
  case C_SWITCH:
  case C_FENCE: return refuse(w, i, "a condition is one expression, without statements"), false;
  case C_UNSUPPORTED: return refuse(w, i, "this is not supported in a condition yet"), false;
  default: return compute(w, i);
  }
}

static void walk_blocks(walk *w) {
  for (uint32_t b = 0; b < w->function->blocks; b++) {
    if (sv_same(w->reached[b], SV_FALSE)) continue;
    w->path.guard = w->reached[b];
    const c_block *block = &w->function->block[b];
    for (uint32_t k = 0; k < block->insts && execute(w, b, &block->inst[k]); k++) continue;
    if (sv_diags_errors(w->l->diags) || sv_diags_unsupported(w->l->diags)) return;
  }
}

// The parts of the expression are told by their places in the text of the option.
static void give_places(const c_goals *goals, const c_function *f, uint32_t number) {
  sv_span whole = goals->conditions.at[number].span;
  for (uint32_t b = 0; b < f->blocks; b++)
    for (uint32_t k = 0; k < f->block[b].insts; k++) f->block[b].inst[k].span = whole;
}

static uint32_t add_context(c_lowering *l, const c_function *f) {
  c_context c = {.function = f,
                 .flow = c_flow_new(l->model->arena, f),
                 .parent = C_NO_CONTEXT,
                 .base = l->slots.n};
  sv_fill(l->slots, l->slots.n + f->values + 1);
  sv_push(l->contexts, c);
  return l->contexts.n - 1;
}

static void lower_condition(c_lowering *l, const c_function *f, c_condition *c) {
  sv_term unclear = SV_FALSE;
  uint32_t n = f->blocks;
  walk w = {.l = l, .function = f, .value = SV_FALSE, .when = SV_FALSE, .span = c->span};
  w.path = (c_path){.l = l,
                    .context = add_context(l, f),
                    .guard = SV_TRUE,
                    .constraint = SV_TRUE,
                    .argument = SV_NONE,
                    .undefined = SV_FALSE,
                    .unclear = &unclear};
  w.path.env = SV_NEW_ARRAY(c_value, l->slots.n + 1);
  w.reached = SV_NEW_ARRAY(sv_term, n);
  w.edge = SV_NEW_ARRAY(sv_term, (size_t)n * n);
  for (uint32_t i = 0; i < n; i++) w.reached[i] = i ? SV_FALSE : SV_TRUE;
  for (uint32_t i = 0; i < n * n; i++) w.edge[i] = SV_FALSE;
  walk_blocks(&w);
  sv_terms *T = l->model->terms;
  sv_term truth = sv_and(T, w.when, w.value), lie = sv_and(T, w.when, sv_not(w.value));
  c->sure = sv_and(T, truth, sv_not(unclear));
  c->maybe = sv_or(T, truth, unclear);
  c->other = sv_not(sv_and(T, lie, sv_not(unclear)));
  sv_free(w.reached), sv_free(w.edge);
  c_free_path(&w.path);
}

// Only what all threads share has one value in a state.
static void check_shared(c_lowering *l, const c_condition *c) {
  sv_u32s cone = {0};
  sv_cone(l->model->terms, (sv_term[]){c->sure, c->maybe, c->other}, 3, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_node n = sv_node_of(l->model->terms, cone.at[i]);
    bool own = n.op == SV_OP_VAR && l->model->variables.at[n.id].owner != SV_GLOBAL;
    if (!own && n.op != SV_OP_CHOICE) continue;
    sv_diag(l->diags, SV_ERROR, c->span, "this has no one value in a state");
    break;
  }
  sv_vec_free(cone);
}

static const c_function *function_of(const c_program *program, uint32_t number) {
  char name[40];
  snprintf(name, sizeof name, C_GOAL_FUNCTION "%u", number);
  for (uint32_t i = 0; i < program->functions; i++)
    if (!strcmp(program->function[i].name, name)) return &program->function[i];
  return NULL;
}

void c_goals_lower(c_lowering *l, c_goals *goals) {
  for (uint32_t i = 0; i < goals->conditions.n; i++) {
    if (sv_diags_errors(l->diags) || sv_diags_unsupported(l->diags)) return;
    const c_function *f = function_of(l->program, i);
    assert(f && f->defined);
    give_places(goals, f, i);
    lower_condition(l, f, &goals->conditions.at[i]);
    check_shared(l, &goals->conditions.at[i]);
  }
}
