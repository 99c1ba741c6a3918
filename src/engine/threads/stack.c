// stack.c -- see stack.h.

#include "engine/threads/stack.h"

#include "analysis/rewrite/rewrite.h"

typedef struct {
  const sv_model *from;
  sv_thread_stack *out;
  sv_model *m;
  sv_terms *T;
  uint32_t call;    // variable: which call, from 1; 0: the stack is empty
  uint32_t fields;  // first of the variables for the message
  uint32_t copies;  // first of those for what is not pushed
  sv_u32s copied;   // that is, variables
  uint32_t calls;
  const char *why;  // it is no stack
} builder;

enum { STACK = 1, THREAD = 1 };

bool sv_thread_has_stack(const sv_model *m) {
  const sv_queue_family *q = m->queues.n == 2 ? &m->queues.at[STACK] : NULL;
  return q && m->templates.n == 2 && q->owner == THREAD && q->count == 1 && !q->indexed &&
         q->capacity == SV_UNBOUNDED && sv_is_none(q->number);
}

static bool is_zero(const sv_terms *T, sv_term t) {
  sv_value v;
  return sv_is_const(T, t, &v) && sv_is_small(v) && !sv_small_get(v);
}

static bool is_call(const sv_action *a) {
  return a->queue_op_count == 1 && a->queue_ops[0].verb == SV_ENQUEUE;
}

// ---- variables

static uint32_t add_variable(builder *b, const char *name, sv_sort sort) {
  sv_name n = sv_names_cstr(b->m->names, sv_arena_printf(b->m->arena, "caller.%s", name));
  uint32_t v = sv_model_variable(b->m, n, sort, THREAD, sv_default_term(b->T, sort), SV_NOWHERE);
  sv_bits_add(&b->out->top, v);
  assert(b->m->variables.at[v].owner == THREAD);
  return v;
}

static void note_pushed(const builder *b, sv_bits *pushed) {
  for (uint32_t i = 1; i < b->from->actions.n; i++) {
    const sv_action *a = &b->from->actions.at[i];
    for (uint32_t f = 0; is_call(a) && f < a->queue_ops[0].field_count; f++) {
      sv_node n = sv_node_of(b->T, sv_index(a->queue_ops[0].fields[f]));
      if (n.op == SV_OP_VAR) sv_bits_add(pushed, n.id);
    }
  }
}

static void add_variables(builder *b) {
  const sv_queue_family *q = &b->from->queues.at[STACK];
  uint32_t width = 1, before = b->from->variables.n;
  sv_bits pushed;
  sv_bits_init(&pushed, before);
  note_pushed(b, &pushed);
  for (uint32_t i = 1; i < b->from->actions.n; i++) b->calls += is_call(&b->from->actions.at[i]);
  while (b->calls >> width) width++;
  sv_bits_init(&b->out->top, 2 * before + q->field_count + 2);
  b->call = add_variable(b, "call", sv_sort_bv(b->T, width, false));
  b->fields = b->m->variables.n;
  for (uint32_t f = 0; f < q->field_count; f++)
    add_variable(b, sv_arena_printf(b->m->arena, "%u", f), q->fields[f]);
  b->copies = b->m->variables.n;
  assert(b->copies == b->fields + q->field_count);
  for (uint32_t v = 1; v < before; v++) {
    if (b->from->variables.at[v].is_pc || sv_bits_has(&pushed, v)) continue;
    sv_push(b->copied, v);
    add_variable(b, sv_names_get(b->m->names, b->from->variables.at[v].name),
                 b->from->variables.at[v].sort);
  }
  sv_bits_free(&pushed);
}

// ---- terms

static sv_term call_number(const builder *b, uint32_t n) {
  return sv_const(b->T, b->m->variables.at[b->call].sort, sv_small(n));
}

static sv_term replace(void *context, sv_terms *T, uint32_t index, const sv_node *n) {
  builder *b = context;
  SV_UNUSED(index);
  if (n->op == SV_OP_PEEK && !is_zero(T, n->args[1])) b->why = "looking below the top of a stack";
  if (n->op == SV_OP_PEEK) return sv_model_var(b->m, b->fields + n->id, SV_ROLE_SELF);
  if (n->op != SV_OP_QLEN) return SV_NONE;
  sv_term empty = sv_eq(T, sv_model_var(b->m, b->call, SV_ROLE_SELF), call_number(b, 0));
  return sv_app3(T, SV_OP_ITE, empty, sv_int_const(T, 0), sv_int_const(T, 1));
}

// The depth of a stack may only be asked for as far as 0 or more than 0.
static bool is_sign_only(const sv_terms *T, const sv_node *t, uint32_t k) {
  sv_value v;
  if (t->op != SV_OP_EQ && t->op != SV_OP_LT && t->op != SV_OP_LE) return false;
  if (!sv_is_const(T, t->args[1 - k], &v) || !sv_is_small(v)) return false;
  bool up_to_one = (t->op == SV_OP_LT && k == 0) || (t->op == SV_OP_LE && k == 1);
  return sv_small_get(v) <= (up_to_one ? 1 : 0);
}

static void check_terms(builder *b) {
  for (uint32_t i = 1, n = sv_terms_count(b->T); i <= n && !b->why; i++) {
    sv_node t = sv_node_of(b->T, i);
    if (t.op == SV_OP_QFULL || t.op == SV_OP_QDEFER) b->why = "queues";
    for (uint32_t k = 0; k < t.n; k++)
      if (sv_node_of(b->T, sv_index(t.args[k])).op == SV_OP_QLEN && !is_sign_only(b->T, &t, k))
        b->why = "the depth of a stack";
  }
}

static sv_term rewrite(builder *b, sv_term t) {
  return sv_is_none(t) ? t : sv_substitute(b->T, t, replace, b);
}

// ---- actions

static void push(builder *b, const sv_action *a, sv_update *updates, uint32_t *n, uint32_t number) {
  const sv_queue_op *op = &a->queue_ops[0];
  updates[(*n)++] = (sv_update){sv_model_var(b->m, b->call, SV_ROLE_SELF), call_number(b, number)};
  for (uint32_t f = 0; f < op->field_count; f++)
    updates[(*n)++] =
        (sv_update){sv_model_var(b->m, b->fields + f, SV_ROLE_SELF), rewrite(b, op->fields[f])};
  for (uint32_t i = 0; i < b->copied.n; i++)
    updates[(*n)++] = (sv_update){sv_model_var(b->m, b->copies + i, SV_ROLE_SELF),
                                  sv_model_var(b->m, b->copied.at[i], SV_ROLE_SELF)};
}

static const sv_start *rewrite_starts(builder *b, const sv_action *a) {
  sv_start *starts = SV_ARENA_ARRAY(b->m->arena, sv_start, a->start_count + 1);
  for (uint32_t i = 0; i < a->start_count; i++) {
    starts[i] = a->starts[i];
    sv_argument *arguments = SV_ARENA_ARRAY(b->m->arena, sv_argument, starts[i].argument_count + 1);
    for (uint32_t k = 0; k < starts[i].argument_count; k++)
      arguments[k] =
          (sv_argument){starts[i].arguments[k].variable, rewrite(b, starts[i].arguments[k].value)};
    starts[i].arguments = arguments;
  }
  return starts;
}

static sv_thread_kind kind_of(builder *b, const sv_action *a) {
  if (!a->queue_op_count) return SV_THREAD_PLAIN;
  const sv_queue_op *op = &a->queue_ops[0];
  bool in_front = is_zero(b->T, op->slot) || (op->verb == SV_DEQUEUE && sv_is_none(op->slot));
  bool stack =
      a->queue_op_count == 1 && in_front && (op->verb == SV_ENQUEUE || op->verb == SV_DEQUEUE);
  if (!stack || a->start_count) b->why = "queues";
  return is_call(a) ? SV_THREAD_CALL : SV_THREAD_RETURN;
}

static void rewrite_action(builder *b, uint32_t number, uint32_t *call) {
  sv_action a = b->from->actions.at[number];
  uint32_t n = 0, scratch = a.update_count + b->m->variables.n;
  assert(number < b->from->actions.n && *call <= b->calls);
  sv_update *updates = SV_ARENA_ARRAY(b->m->arena, sv_update, scratch);
  b->out->kinds[number] = (uint8_t)kind_of(b, &a);
  for (uint32_t i = 0; i < a.update_count; i++)
    updates[n++] = (sv_update){a.updates[i].target, rewrite(b, a.updates[i].value)};
  if (is_call(&a)) push(b, &a, updates, &n, ++*call);
  a.guard = rewrite(b, a.guard);
  a.constraint = rewrite(b, a.constraint);
  a.starts = rewrite_starts(b, &a);
  a.updates = updates;
  a.update_count = n;
  assert(n <= scratch);
  a.queue_op_count = 0;
  a.print_count = 0;
  a.print = NULL;
  b->m->actions.at[number] = a;
}

// ---- all of it

sv_thread_stack *sv_thread_stack_new(const sv_model *from, const char **why) {
  sv_thread_stack *out = SV_NEW(sv_thread_stack);
  *out = (sv_thread_stack){.model = sv_model_variant(from)};
  builder b = {.from = from, .out = out, .m = out->model, .T = from->terms};
  uint32_t call = 0;
  check_terms(&b);
  out->kinds = SV_NEW_ARRAY(uint8_t, from->actions.n + 1);
  add_variables(&b);
  for (uint32_t i = 1; i < from->actions.n && !b.why; i++) rewrite_action(&b, i, &call);
  for (uint32_t i = 1; i < out->model->properties.n && !b.why; i++)
    out->model->properties.at[i].term = rewrite(&b, out->model->properties.at[i].term);
  out->model->queues.n = 1;
  sv_vec_free(b.copied);
  if (!b.why) return out;
  *why = b.why;
  sv_thread_stack_free(out);
  return NULL;
}

void sv_thread_stack_free(sv_thread_stack *s) {
  if (!s) return;
  sv_bits_free(&s->top);
  sv_free(s->kinds);
  sv_model_free(s->model);
  sv_free(s);
}
