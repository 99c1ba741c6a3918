// lower_step.c -- the actions that leave one place of a program.
//
// One statement is one step (Tables 1 of both papers): skip, goto and the
// branches of if and while move control; an assignment is a simultaneous
// update under its constraint; an assertion is two actions, one of which
// fails its property. Calls and returns: lower_call.c.

#include "lang/boolprog/lower.h"
#include "lang/boolprog/print.h"

#include <string.h>

static sv_terms *terms(const bp_here *h) { return h->l->model->terms; }

// ---- Building one action -------------------------------------------------------------

static const char *text_of(const bp_here *h, const char *suffix) {
  sv_text t = {0};
  if (h->stmt && h->stmt->kind != BP_NOTHING) bp_print_stmt(h->l->model->sources, h->stmt, &t);
  else sv_text_string(&t, h->stmt ? "skip" : "end");
  sv_text_string(&t, suffix);
  const char *copy = sv_model_strdup(h->l->model, sv_text_get(&t));
  sv_text_free(&t);
  return copy;
}

static void begin_text(const bp_here *h, bp_action *a, const char *text) {
  *a = (bp_action){.from = h->at->location};
  sv_model *m = h->l->model;
  const char *proc = sv_names_get(m->names, h->context->proc->name);
  a->action.name = sv_names_cstr(m->names, sv_arena_printf(m->arena, "%s.%u", proc, m->actions.n));
  a->action.span = h->stmt ? h->stmt->head : h->context->proc->end_span;
  a->action.text = text;
  a->action.guard = a->action.constraint = SV_TRUE;
}

void bp_action_begin(const bp_here *h, bp_action *a, const char *suffix) {
  begin_text(h, a, text_of(h, suffix));
}

void bp_action_set(bp_action *a, sv_term target, sv_term value) {
  sv_push(a->updates, (sv_update){target, value});
}

void bp_action_finish(const bp_here *h, bp_action *a, uint32_t to) {
  a->edge = (sv_edge){.template_number = h->l->thread,
                      .instance = SV_ANY_INSTANCE,
                      .from = &a->from,
                      .from_count = 1,
                      .to = to};
  a->action.edges = &a->edge;
  a->action.edge_count = 1;
  a->action.updates = a->updates.at;
  a->action.update_count = a->updates.n;
  a->action.choices = a->choices.at;
  a->action.choice_count = a->choices.n;
  a->start.arguments = a->arguments.at;
  a->start.argument_count = a->arguments.n;
  a->action.starts = &a->start;
  assert(!a->action.edge_count || a->edge.template_number == h->l->thread);
  assert(!a->uses_stack || h->l->stacked);
  assert(!a->has_start || a->start.template_number == h->l->thread);
  a->action.start_count = a->has_start;
  a->action.queue_ops = &a->stack;
  a->action.queue_op_count = a->uses_stack;
  if (!sv_same(a->action.guard, SV_FALSE)) sv_model_action(h->l->model, &a->action);
  sv_vec_free(a->updates);
  sv_vec_free(a->choices);
  sv_vec_free(a->arguments);
}

static uint32_t next_location(const bp_here *h, uint32_t i, bool atomic) {
  uint32_t node = bp_successor(h->flow, h->node, i);
  return bp_location(h->l, h->at->context, node, atomic);
}

static uint32_t following(const bp_here *h) { return next_location(h, 0, h->at->atomic); }

static void plain_step(const bp_here *h) {
  bp_action a;
  bp_action_begin(h, &a, "");
  bp_action_finish(h, &a, following(h));
}

// ---- Conditions -----------------------------------------------------------------------

static void condition_step(const bp_here *h, bool want, const char *suffix, uint32_t to,
                           uint32_t fails) {
  bp_action a;
  bp_action_begin(h, &a, suffix);
  a.action.guard = bp_lower_condition(h, &a, h->stmt->condition, want);
  a.action.fails = fails;
  bp_action_finish(h, &a, to);
}

static uint32_t assertion_of(const bp_here *h) {
  bp_lowering *l = h->l;
  sv_span span = h->stmt->span;
  uint32_t known = sv_map_get(&l->asserts, span.begin);
  if (known != SV_MAP_NONE) return known;
  sv_place at = sv_source_place(l->model->sources, span.file, span.begin);
  sv_name name =
      sv_names_cstr(l->model->names, sv_arena_printf(l->model->arena, "assert:%u", at.line));
  for (uint32_t i = 1; i < l->model->properties.n; i++)
    if (l->model->properties.at[i].name.x == name.x)
      name = sv_names_cstr(l->model->names,
                           sv_arena_printf(l->model->arena, "assert:%u:%u", at.line, at.column));
  uint32_t p = sv_model_property(l->model, name, SV_PROP_ASSERTION, SV_NONE, text_of(h, ""), span);
  sv_map_put(&l->asserts, span.begin, p);
  return p;
}

static void assert_steps(const bp_here *h, bool good) {
  uint32_t p = assertion_of(h), to = following(h);
  condition_step(h, good, "", to, 0);
  condition_step(h, !good, "", to, p);
}

static void while_steps(const bp_here *h) {
  condition_step(h, true, ": yes", next_location(h, 0, h->at->atomic), 0);
  condition_step(h, false, ": no", next_location(h, 1, h->at->atomic), 0);
}

static const char *arm_text(const bp_here *h, uint32_t taken) {
  return text_of(h, taken == 0 ? ": yes" : taken < h->stmt->arms ? ": elsif" : ": no");
}

// Arm i is taken if its condition holds and those before it do not; every
// condition is evaluated with choices of its own.
static void arm_step(const bp_here *h, uint32_t taken) {
  const bp_stmt *s = h->stmt;
  bp_action a;
  begin_text(h, &a, arm_text(h, taken));
  for (uint32_t i = 0; i <= taken && i < s->arms; i++) {
    sv_term c = bp_lower_condition(h, &a, s->arm[i].condition, i == taken);
    a.action.guard = sv_and(terms(h), a.action.guard, c);
  }
  bp_action_finish(h, &a, next_location(h, taken, h->at->atomic));
}

// The same where no choices are left in the conditions: "none so far" is
// carried from arm to arm.
static void plain_arm(const bp_here *h, uint32_t taken, sv_term guard) {
  bp_action a;
  begin_text(h, &a, arm_text(h, taken));
  a.action.guard = guard;
  bp_action_finish(h, &a, next_location(h, taken, h->at->atomic));
}

static bool choices_vanish(const bp_here *h) {
  bp_action a = {.action = {.guard = SV_TRUE, .constraint = SV_TRUE}};
  for (uint32_t i = 0; i < h->stmt->arms && !a.choices.n; i++)
    bp_lower_condition(h, &a, h->stmt->arm[i].condition, true);
  bool vanish = !a.choices.n;
  sv_vec_free(a.choices);
  return vanish;
}

static void plain_if_steps(const bp_here *h) {
  bp_action scratch = {.action = {.guard = SV_TRUE, .constraint = SV_TRUE}};
  sv_term none = SV_TRUE;
  for (uint32_t i = 0; i < h->stmt->arms; i++) {
    sv_term yes = bp_lower_condition(h, &scratch, h->stmt->arm[i].condition, true);
    plain_arm(h, i, sv_and(terms(h), none, yes));
    sv_term no = bp_lower_condition(h, &scratch, h->stmt->arm[i].condition, false);
    none = sv_and(terms(h), none, no);
  }
  plain_arm(h, h->stmt->arms, none);
  sv_vec_free(scratch.choices);
}

static void if_steps(const bp_here *h) {
  if (choices_vanish(h)) {
    plain_if_steps(h);
    return;
  }
  for (uint32_t i = 0; i <= h->stmt->arms; i++) arm_step(h, i);
}

static void goto_steps(const bp_here *h) {
  const char *text = text_of(h, "");
  for (uint32_t i = 0; i < h->node->n; i++) {
    bp_action a;
    begin_text(h, &a, text);
    bp_action_finish(h, &a, next_location(h, i, h->at->atomic));
  }
}

// ---- Assignments ------------------------------------------------------------------------

// The procedure's `enforce` conditions, over the values after the step.
static sv_term prime(void *context, sv_terms *T, uint32_t index, const sv_node *n) {
  SV_UNUSED(context), SV_UNUSED(index);
  return n->op == SV_OP_VAR ? sv_next(T, n->sort, n->id, n->role) : SV_NONE;
}

static bool assigns(const bp_stmt *s) {
  for (uint32_t i = 0; i < s->targets; i++)
    if (!s->target[i].drop) return true;
  return false;
}

// Only steps that assign a variable are held to it: `constrain e` is none.
void bp_enforce(const bp_here *h, bp_action *a, const bp_context *c, const bp_stmt *s) {
  if (!assigns(s)) return;
  bp_here there = *h;
  there.context = c;
  for (uint32_t i = 0; i < c->proc->enforces; i++) {
    sv_term e = bp_lower_expr(&there, a, c->proc->enforce[i], false);
    e = sv_substitute(terms(h), e, prime, NULL);
    a->action.constraint = sv_and(terms(h), a->action.constraint, e);
  }
}

static void assign_step(const bp_here *h) {
  const bp_stmt *s = h->stmt;
  bp_action a;
  bp_action_begin(h, &a, "");
  for (uint32_t i = 0; i < s->targets; i++) {
    if (s->target[i].drop) continue;
    uint32_t role = s->target[i].passive ? SV_ROLE_OTHER : SV_ROLE_SELF;
    sv_term value = bp_lower_expr(h, &a, s->value[i], s->target[i].passive);
    if (s->target[i].passive) value = bp_other_value(h, s->target[i].var, value);
    bp_action_set(&a, bp_read(h->l, h->context, s->target[i].var, role), value);
  }
  if (s->condition) {
    sv_term c = bp_lower_expr(h, &a, s->condition, bp_mentions_other(s->condition));
    a.action.constraint = sv_and(terms(h), a.action.constraint, bp_other_constraint(h, c));
  }
  bp_enforce(h, &a, h->context, s);
  bp_action_finish(h, &a, following(h));
}

// ---- Threads -------------------------------------------------------------------------------

static void argument(bp_action *a, uint32_t variable, sv_term value) {
  sv_push(a->arguments, (sv_argument){variable, value});
}

// A started thread has no frame of main unless it runs main.
static void clear_main(const bp_here *h, bp_action *a, const bp_proc *p, uint32_t depth) {
  const bp_proc *main = h->l->program->main;
  if (p == main && !depth) return;
  uint32_t frame = bp_frame(h->l, main, 0), size = bp_frame_size(h->l, main);
  for (uint32_t i = 0; i < size; i++) argument(a, frame + i, SV_FALSE);
}

static void arrive(const bp_here *h, bp_action *a, const bp_proc *p, uint32_t depth) {
  uint32_t presence = bp_presence(h->l, p, depth);
  if (presence) argument(a, presence, SV_TRUE);
}

static void start_call(const bp_here *h, bp_action *a) {
  const bp_stmt *call = h->stmt->inner;
  uint32_t root = bp_root(h->l, call->proc, 0), frame = bp_frame(h->l, call->proc, 0);
  for (uint32_t i = 0; i < call->proc->vars.n; i++)
    argument(a, frame + i, bp_entry_value(h, a, call->proc, i, call->value));
  arrive(h, a, call->proc, 0);
  clear_main(h, a, call->proc, 0);
  a->start.at = bp_location(h->l, root, h->l->flows[call->proc->index].entry, false);
}

// The new thread has a copy of this frame and of the thread_local variables,
// and holds no lock; its first procedure is the current one.
static void start_copy(const bp_here *h, bp_action *a) {
  const bp_context *c = h->context;
  uint32_t root = bp_root(h->l, c->proc, c->depth), frame = bp_frame(h->l, c->proc, c->depth);
  for (uint32_t i = 0; i < c->proc->vars.n; i++)
    argument(a, frame + i, sv_model_var(h->l->model, frame + i, SV_ROLE_SELF));
  for (uint32_t i = 0; i < h->l->program->globals.n; i++)
    if (h->l->program->globals.at[i]->scope == BP_THREAD_LOCAL)
      argument(a, h->l->globals[i], sv_model_var(h->l->model, h->l->globals[i], SV_ROLE_SELF));
  arrive(h, a, c->proc, c->depth);
  clear_main(h, a, c->proc, c->depth);
  uint32_t node = h->node->inner;
  const bp_node *inner = &h->flow->nodes.at[node];
  bool jump = inner->stmt && inner->stmt->kind == BP_GOTO && inner->n == 1;
  a->start.at = bp_location(h->l, root, jump ? bp_successor(h->flow, inner, 0) : node, false);
}

static void start_step(const bp_here *h) {
  bp_action a;
  bp_action_begin(h, &a, "");
  a.has_start = true;
  a.start.template_number = h->l->thread;
  a.start.result = SV_NONE;
  if (bp_runs_procedure(h->stmt)) start_call(h, &a);
  else start_copy(h, &a);
  bp_action_finish(h, &a, following(h));
}

static void end_thread_step(const bp_here *h) {
  bp_action a;
  bp_action_begin(h, &a, "");
  bp_action_finish(h, &a, h->l->stop);
}

static void atomic_step(const bp_here *h, bool inside) {
  bp_action a;
  bp_action_begin(h, &a, "");
  bp_action_finish(h, &a, next_location(h, 0, inside));
}

// ---- Locks ------------------------------------------------------------------------------------

// The thread that locked holds, until it unlocks, even if another one assigns to the variable.
static void lock_step(const bp_here *h, bool take) {
  const bp_var *v = h->stmt->target[0].var;
  sv_term locked = bp_read(h->l, h->context, v, SV_ROLE_SELF);
  sv_term mine = sv_model_var(h->l->model, bp_holder(h->l, h->context, v), SV_ROLE_SELF);
  bp_action a;
  bp_action_begin(h, &a, "");
  a.action.guard = take ? sv_not(locked) : mine;
  bp_action_set(&a, locked, sv_bool_const(take));
  bp_action_set(&a, mine, sv_bool_const(take));
  bp_action_finish(h, &a, following(h));
}

// ---- All of it ----------------------------------------------------------------------------------

static void lower_stmt(const bp_here *h) {
  switch (h->stmt->kind) {
  case BP_NOTHING:
  case BP_SKIP:
  case BP_DEAD:
  case BP_PRINT: plain_step(h); return;
  case BP_ASSIGN: assign_step(h); return;
  case BP_CALL: bp_call_step(h); return;
  case BP_RETURN: bp_return_step(h); return;
  case BP_GOTO: goto_steps(h); return;
  case BP_ASSUME:
  case BP_ENFORCE: condition_step(h, true, "", following(h), 0); return;
  case BP_ASSERT: assert_steps(h, true); return;
  case BP_ABORTIF: assert_steps(h, false); return;
  case BP_IF: if_steps(h); return;
  case BP_WHILE: while_steps(h); return;
  case BP_START: start_step(h); return;
  case BP_END_THREAD: end_thread_step(h); return;
  case BP_ATOMIC_BEGIN: atomic_step(h, true); return;
  case BP_ATOMIC_END: atomic_step(h, false); return;
  case BP_LOCK: lock_step(h, true); return;
  case BP_UNLOCK: lock_step(h, false); return;
  case BP_SYNC:
  case BP_WAIT:
  case BP_BROADCAST:
  case BP_SIGNAL: break;
  }
  SV_UNREACHABLE();
}

void bp_lower_place(const bp_here *h) {
  if (h->node->kind == BP_NODE_STEP) lower_stmt(h);
  else if (h->node->kind == BP_NODE_END) bp_return_step(h);
  else end_thread_step(h);
}
