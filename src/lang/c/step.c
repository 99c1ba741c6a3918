// step.c -- from a location along every path to just before the next visible instruction.
//
// Each path becomes one action. It may do at most one visible thing (in an
// atomic section: any number), and stops at the heads of loops, so every path
// ends. Where many branches have been taken it stops at joins as well, lest
// the number of paths explodes.

#include "lang/c/passed.h"
#include "lang/c/place.h"

enum { MOST_FORKS = 5 };

static sv_terms *terms(const c_path *p) { return p->l->model->terms; }

static const c_context *context_of(const c_path *p) { return &p->l->contexts.at[p->context]; }

static void run(c_path *);

static bool in_atomic(const c_path *p) { return p->atomic > 0 || context_of(p)->atomic; }

static void stop_here(c_path *p) {
  c_pass_decision(p, &context_of(p)->function->block[p->block].inst[p->at]);
  uint32_t to = c_location(p->l, p->context, p->block, p->at, p->atomic);
  c_finish_at(p, to, 0, &(c_work){.context = p->context, .block = p->block, .at = p->at});
}

void c_begin_again(c_path *p) { stop_here(p); }

void c_end_thread(c_path *p, sv_term result) {
  const c_thread *t = &p->l->threads.at[p->thread];
  if (t->result && !sv_is_none(result)) c_set(p, t->result, result);
  c_finish(p, t->finished, 0);
}

void c_exit(c_path *p) { c_finish(p, p->l->threads.at[p->thread].exited, 0); }

void c_go_on(c_path *p) {
  p->at++;
  run(p);
}

// ---- control

static void enter_block(c_path *p, uint32_t to) {
  const c_function *f = context_of(p)->function;
  const c_block *b = &f->block[to];
  uint32_t phis = c_first_step(b);
  c_value *value = SV_NEW_ARRAY(c_value, phis + 1);
  for (uint32_t i = 0; i < phis; i++)
    for (uint32_t k = 0; k + 1 < b->inst[i].operands; k += 2)
      if ((uint32_t)b->inst[i].operand[k].bits == p->block)
        value[i] = c_operand_value(p, p->context, &b->inst[i].operand[k + 1], b->inst[i].span);
  for (uint32_t i = 0; i < phis; i++) c_bind(p, p->context, b->inst[i].value, value[i]);
  sv_free(value);
  p->block = to;
  p->at = phis;
}

// Stops where a loop begins, or where too many paths meet.
static bool jump(c_path *p, uint32_t to) {
  enter_block(p, to);
  const c_flow *flow = context_of(p)->flow;
  bool apart = p->l->options->merge == SV_OPT_ON_OFF_OFF;
  bool stops = apart || flow->head[to] || (p->forks > MOST_FORKS && flow->entries[to] > 1);
  if (stops) stop_here(p);
  return !stops;
}

static void branch_to(const c_path *p, sv_term condition, uint32_t to) {
  c_path q = c_fork_path(p);
  q.forks++;
  c_assume(&q, condition);
  if (!c_is_dead(&q) && jump(&q, to)) run(&q);
  c_free_path(&q);
}

static bool branch(c_path *p, const c_inst *i) {
  if (i->operands == 1) return jump(p, (uint32_t)i->operand[0].bits);
  sv_term c = c_operand_term(p, p->context, &i->operand[0], i->span);
  uint32_t yes = (uint32_t)i->operand[1].bits, no = (uint32_t)i->operand[2].bits;
  if (sv_same(c, SV_TRUE)) return jump(p, yes);
  if (sv_same(c, SV_FALSE)) return jump(p, no);
  branch_to(p, c, yes);
  branch_to(p, sv_not(c), no);
  return false;
}

static bool switch_steps(c_path *p, const c_inst *i) {
  sv_term v = c_operand_term(p, p->context, &i->operand[0], i->span), none = SV_TRUE;
  for (uint32_t k = 2; k + 1 < i->operands; k += 2) {
    sv_term is = sv_eq(terms(p), v, c_operand_term(p, p->context, &i->operand[k], i->span));
    branch_to(p, is, (uint32_t)i->operand[k + 1].bits);
    none = sv_and(terms(p), none, sv_not(is));
  }
  branch_to(p, none, (uint32_t)i->operand[1].bits);
  return false;
}

static bool call(c_path *p, const c_inst *i, const c_function *f) {
  c_pass_call(p, i);
  uint32_t child = c_child(p->l, p->context, i, f);
  if (child == SV_MAP_NONE) {
    c_explore(p, SV_FALSE, "deeper recursion than --recursion allows", i);
    return false;
  }
  if (f->params + 1 > i->operands) {
    c_refuse(p->l, i->span, "`%s` is called with too few arguments", f->name);
    return false;
  }
  for (uint32_t k = 0; k < f->params; k++)
    if (!c_fixed_value(p->l, child, k))
      c_bind(p, child, k, c_operand_value(p, p->context, &i->operand[1 + k], i->span));
  p->context = child;
  p->block = 0;
  p->at = 0;
  return true;
}

// A call through a pointer: of every function that it may be, a path.
static bool pointer_call(c_path *p, const c_inst *i) {
  sv_term to = c_operand_term(p, p->context, &i->operand[0], i->span), known = SV_FALSE;
  for (uint32_t k = 0; k < p->l->program->functions; k++) {
    const c_function *f = &p->l->program->function[k];
    if (!c_is_candidate(p->l, context_of(p)->function, i, f)) continue;
    c_operand name = {.kind = C_FUNCTION, .number = k};
    sv_term is = sv_eq(terms(p), to, c_operand_term(p, p->context, &name, i->span));
    known = sv_or(terms(p), known, is);
    c_path q = c_fork_path(p);
    q.forks++;
    c_assume(&q, is);
    if (!c_is_dead(&q) && call(&q, i, f)) run(&q);
    c_free_path(&q);
  }
  c_assume(p, sv_not(known));
  if (c_is_dead(p)) return false;
  sv_term first = sv_const(terms(p), sv_sort_of(terms(p), to),
                           sv_small((int64_t)C_FIRST_FUNCTION << C_OFFSET_BITS));
  if (c_explore(p, sv_app2(terms(p), SV_OP_LT, to, first),
                "a call of a function that is not defined here, or has other types", i))
    c_check(p, SV_FALSE, "invalid function pointer", i);
  return false;
}

// What a thread returns, as an address.
static sv_term thread_result(c_path *p, const c_inst *i) {
  if (!p->thread || !p->l->threads.at[p->thread].result || !i->operands) return SV_NONE;
  sv_term value = c_operand_term(p, p->context, &i->operand[0], i->span);
  if (sv_sort_get(terms(p), sv_sort_of(terms(p), value))->kind != SV_SORT_BV) return SV_NONE;
  return sv_cast(terms(p), c_sort(p->l, (c_type){C_POINTER, 0}), value);
}

static bool finish_thread(c_path *p, const c_inst *i) {
  c_end_all_lives(p);
  if (p->thread == 0 && p->l->leaks) c_check_leaks(p, i);
  if (p->thread == 0) c_exit(p);
  else c_end_thread(p, thread_result(p, i));
  return false;
}

// The function that runs where a thread returns, if there is one: selvage_end.
static const c_function *end_of(const c_path *p, const c_inst *i) {
  for (uint32_t k = 0; p->thread && k < p->l->program->functions; k++) {
    const c_function *f = &p->l->program->function[k];
    if (!strcmp(f->name, "selvage_end") && c_child(p->l, p->context, i, f) != SV_MAP_NONE) return f;
  }
  return NULL;
}

static bool return_step(c_path *p, const c_inst *i) {
  const c_context *c = context_of(p);
  const c_function *end = c->parent == C_NO_CONTEXT ? end_of(p, i) : NULL;
  if (end) return call(p, i, end);
  if (c->parent == C_NO_CONTEXT) return finish_thread(p, i);
  const c_context *up = &p->l->contexts.at[c->parent];
  const c_inst *at = &up->function->block[c->call_block].inst[c->call_at];
  if (i->operands && at->op != C_RET && at->type.kind != C_VOID)
    c_bind(p, c->parent, at->value, c_operand_value(p, p->context, &i->operand[0], i->span));
  c_end_lives(p, p->context);
  p->block = c->call_block;
  p->at = c->call_at + 1;
  p->context = c->parent;
  return at->op != C_RET || finish_thread(p, at);
}

// ---- instructions

static bool calls_defined(const c_path *p, const c_inst *i) {
  const c_function *f = i->op == C_CALL ? c_callee(p->l->program, i) : NULL;
  return f && f->defined && !c_is_error(f->name);
}

static bool is_unknown(const c_path *p, const c_inst *i) {
  return i && i->op == C_CALL && !strncmp(c_callee(p->l->program, i)->name, "selvage.unknown.", 16);
}

// Stores instruction `at` the unknown first value of a local? Memory remembers what was
// never written.
static bool is_needless(const c_path *p, uint32_t at) {
  const c_function *f = context_of(p)->function;
  const c_inst *i = &f->block[p->block].inst[at];
  if (i->op != C_STORE || i->operand[0].kind != C_VALUE || i->operand[1].kind != C_VALUE)
    return false;
  const c_inst *value = f->define[i->operand[0].number];
  if (value && value->op == C_COPY && value->operand[0].kind == C_VALUE)
    value = f->define[value->operand[0].number];
  const c_inst *local = f->define[i->operand[1].number];
  return is_unknown(p, value) && local && local->op == C_ALLOCA;
}

bool c_needless_unknown(const c_path *p, const c_inst *i) {
  const c_block *b = &context_of(p)->function->block[p->block];
  if (!is_unknown(p, i)) return false;
  for (uint32_t k = p->at + 1; k < b->insts && k < p->at + 3; k++)
    if (is_needless(p, k)) return true;
  return false;
}

static bool is_visible(c_path *p, const c_inst *i) {
  if (i->op == C_LOAD || i->op == C_STORE || i->op == C_RMW || i->op == C_CMPXCHG) {
    uint32_t k = i->op == C_LOAD || i->op == C_CMPXCHG ? 0 : 1;
    return !is_needless(p, p->at) &&
           c_is_shared(p, c_operand_value(p, p->context, &i->operand[k], i->span));
  }
  // The end of main is the end of all threads: not one step with what came before it.
  if (i->op == C_RET)
    return (p->thread == 0 && context_of(p)->parent == C_NO_CONTEXT) || c_end_is_visible(p, i);
  if (i->op != C_CALL) return false;
  if (!strncmp(c_callee_name(p->l->program, i), "llvm.lifetime.", 14))
    return !strncmp(c_callee_name(p->l->program, i), "llvm.lifetime.end", 17)
               ? c_end_is_visible(p, i)
               : c_begin_is_visible(p, i);
  const c_function *f = c_callee(p->l->program, i);
  if (calls_defined(p, i)) return !in_atomic(p) && !strncmp(f->name, "__VERIFIER_atomic_", 18);
  return c_external_visible(p->l, f->name);
}

// A load for an operation that reads and writes; of memory that was written.
static bool load_first(c_path *p, c_value address, const c_inst *i, sv_term *old) {
  return c_load(p, address, i->type, i, old) &&
         c_explore(p, sv_not(p->undefined), "an atomic operation on what was never written", i);
}

static bool rmw_step(c_path *p, const c_inst *i) {
  static const struct {
    const char *word;
    c_opcode op;
  } table[] = {{"add", C_ADD}, {"sub", C_SUB}, {"and", C_AND}, {"or", C_OR}, {"xor", C_XOR}};
  c_value address = c_operand_value(p, p->context, &i->operand[1], i->span), result;
  c_note_access(p, i, address, i->type, true, true);
  sv_term more = c_operand_term(p, p->context, &i->operand[2], i->span), old = SV_NONE;
  if (!load_first(p, address, i, &old)) return false;
  c_bind(p, p->context, i->value, c_of_term(old));
  sv_term next = more;
  for (size_t k = 0; k < SV_COUNT(table); k++) {
    if (strcmp(table[k].word, i->operand[0].text)) continue;
    c_operand operand[2] = {{.kind = C_VALUE, .number = i->value}, i->operand[2]};
    c_inst sum = {.op = table[k].op, .type = i->type, .operand = operand, .operands = 2};
    if (!c_compute(p, &sum, &result)) return false;
    next = result.term;
  }
  return c_store(p, address, i->type, i, next);
}

static c_type stored_type(const c_path *p, const c_operand *o) {
  return c_operand_type(context_of(p)->function, o);
}

static bool exchange_step(c_path *p, const c_inst *i) {
  c_value address = c_operand_value(p, p->context, &i->operand[0], i->span);
  c_note_access(p, i, address, i->type, true, true);
  sv_term expected = c_operand_term(p, p->context, &i->operand[1], i->span);
  sv_term next = c_operand_term(p, p->context, &i->operand[2], i->span), old = SV_NONE;
  if (!load_first(p, address, i, &old)) return false;
  c_bind(p, p->context, i->value, c_of_term(old));
  return c_store(p, address, i->type, i,
                 sv_ite(terms(p), sv_eq(terms(p), old, expected), next, old));
}

// Memory that was never written has any value, and keeps it.
static void read_unwritten(c_path *p, const c_inst *i) {
  if (sv_same(p->undefined, SV_FALSE)) return;
  c_path q = c_fork_path(p);
  c_assume(&q, p->undefined);
  sv_term value = c_fresh(&q, c_sort(p->l, i->type));
  c_bind(&q, q.context, i->value, c_of_term(value));
  c_value address = c_operand_value(&q, q.context, &i->operand[0], i->span);
  if (!c_is_dead(&q) && c_store(&q, address, i->type, i, value)) {
    q.at++;
    stop_here(&q);  // one such value in a step: few engines can go through more
  }
  c_free_path(&q);
  c_assume(p, sv_not(p->undefined));
}

static bool is_atomic_access(const c_inst *i) {
  return i->operands && i->operand[i->operands - 1].kind == C_NUMBER &&
         i->operand[i->operands - 1].bits;
}

static sv_term elsewhere(c_path *p) {
  return sv_const(terms(p), c_sort(p->l, (c_type){C_POINTER, 0}),
                  sv_small((int64_t)C_ELSEWHERE << C_OFFSET_BITS));
}

// stdin, stdout, stderr: addresses of something, no more is known.
static bool reads_stream(c_path *p, const c_inst *i) {
  if (i->operand[0].kind != C_ADDRESS || i->type.kind != C_POINTER) return false;
  const c_object *o = &p->l->program->object[i->operand[0].number];
  bool stream =
      !strcmp(o->name, "stdin") || !strcmp(o->name, "stdout") || !strcmp(o->name, "stderr");
  if (o->defined || !stream) return false;
  c_bind(p, p->context, i->value, c_of_term(elsewhere(p)));
  return true;
}

// What is not modelled of atomic accesses is said.
static void warn_of_order(c_path *p, const c_inst *i) {
  if (!i->operands || i->operand[i->operands - 1].kind != C_NUMBER) return;
  if (i->operand[i->operands - 1].bits != 2) return;
  c_warn(p->l, i->span,
         "a weaker memory order is taken for sequential consistency: what can go "
         "wrong only under the weaker one is not found");
}

static bool memory_step(c_path *p, const c_inst *i) {
  warn_of_order(p, i);
  if (i->op == C_RMW) return rmw_step(p, i);
  if (i->op == C_CMPXCHG) return exchange_step(p, i);
  if (i->op == C_STORE) {
    if (is_needless(p, p->at)) return true;
    c_value address = c_operand_value(p, p->context, &i->operand[1], i->span);
    c_note_access(p, i, address, stored_type(p, &i->operand[0]), true, is_atomic_access(i));
    sv_term value = c_operand_term(p, p->context, &i->operand[0], i->span);
    return c_store(p, address, stored_type(p, &i->operand[0]), i, value);
  }
  sv_term value = SV_NONE;
  if (reads_stream(p, i)) return true;
  c_value address = c_operand_value(p, p->context, &i->operand[0], i->span);
  c_note_access(p, i, address, i->type, false, is_atomic_access(i));
  if (!c_load(p, address, i->type, i, &value)) return false;
  c_bind(p, p->context, i->value, c_of_term(value));
  read_unwritten(p, i);
  return !c_is_dead(p);
}

// An array whose length is no constant: of some elements there is room.
static bool set_length(c_path *p, const c_inst *i, uint32_t storage) {
  sv_terms *T = terms(p);
  const c_storage *s = &p->l->storages.at[storage];
  int64_t each = i->operand[1].bits, room = 0;
  for (uint32_t k = 0; k < s->object->cells; k++) {
    int64_t end = s->object->cell[k].offset + s->object->cell[k].count * s->object->cell[k].stride;
    if (end > room) room = end;
  }
  sv_term n = c_operand_term(p, p->context, &i->operand[0], i->span);
  sv_sort sort = sv_sort_of(T, n);
  sv_term some = sv_app2(T, SV_OP_LE, sv_const(T, sort, sv_small(0)), n);
  sv_term few = sv_app2(T, SV_OP_LE, n, sv_const(T, sort, sv_small(room / each)));
  if (!c_explore(p, sv_and(T, some, few), "a longer array than there is room for", i)) return false;
  sv_sort bytes = p->l->model->variables.at[s->size].sort;
  c_set(p, s->size,
        sv_app2(T, SV_OP_MUL, sv_cast(T, bytes, n), sv_const(T, bytes, sv_small(each))));
  return true;
}

// A local array or structure of a function that runs several times is made anew.
static bool alloca_step(c_path *p, const c_inst *i) {
  uint32_t storage = c_local_storage(p->l, p->context, i->value);
  bool again = context_of(p)->repeated || context_of(p)->flow->cyclic[p->block] ||
               p->l->storages.at[storage].instance;  // of a thread that ended
  if (again && p->l->storages.at[storage].lazy) c_clear(p, storage, false);
  if (again) c_restart_life(p, storage);
  return !i->operands || set_length(p, i, storage);
}

static bool compute_step(c_path *p, const c_inst *i) {
  c_value v = {0};
  if (!c_compute(p, i, &v)) return false;
  c_bind(p, p->context, i->value, v);
  return true;
}

static bool refuse(c_path *p, const c_inst *i, const char *what) {
  sv_span span = i->span.file ? i->span : context_of(p)->function->span;
  c_refuse(p->l, span, "this is not supported yet: %s", what);
  return false;
}

// Refused by name: instructions and constants without a meaning here.
static bool is_supported(c_path *p, const c_inst *i) {
  if (i->op == C_UNSUPPORTED) return refuse(p, i, i->operand[0].text);
  bool external = i->op == C_CALL && !calls_defined(p, i);
  if (i->type.kind == C_OTHER && !external)
    return refuse(p, i, "a value that is neither an integer nor an address");
  for (uint32_t k = i->op == C_RMW; k < i->operands && !external; k++) {
    if (i->operand[k].kind == C_STRANGE) return refuse(p, i, i->operand[k].text);
  }
  return true;
}

// True: the path goes on, with p->at where it is to go on.
static bool execute(c_path *p, const c_inst *i) {
  if (!is_supported(p, i)) return false;
  switch (i->op) {
  case C_BR: return branch(p, i);
  case C_SWITCH: return switch_steps(p, i);
  case C_RET: return return_step(p, i);
  case C_UNREACHABLE: return c_check(p, SV_FALSE, "unreachable code", i);
  case C_LOAD:
  case C_STORE:
  case C_CMPXCHG:
  case C_RMW: return memory_step(p, i) && (p->at++, true);
  case C_CALLPTR: return pointer_call(p, i);
  case C_CALL:
    if (calls_defined(p, i)) return call(p, i, c_callee(p->l->program, i));
    return c_external(p, i, c_callee(p->l->program, i)->name) == C_GO_ON && (p->at++, true);
  case C_ALLOCA: return alloca_step(p, i) && (p->at++, true);
  case C_FENCE:
  case C_PHI: return p->at++, true;
  default: return compute_step(p, i) && (p->at++, true);
  }
}

// Where races are looked for, a thread stops just before every visible instruction.
static bool is_origin(const c_path *p) {
  return p->context == p->origin_context && p->block == p->origin_block && p->at == p->origin_at;
}

// The instruction, or the call above it that has a place in the program's text.
static const c_inst *seen_from(const c_path *p, const c_inst *i) {
  const c_context *c = context_of(p);
  for (; !i->span.file && c->parent != C_NO_CONTEXT; c = &p->l->contexts.at[c->parent])
    i = &p->l->contexts.at[c->parent].function->block[c->call_block].inst[c->call_at];
  return i;
}

static void run(c_path *p) {
  for (;;) {
    const c_block *b = &context_of(p)->function->block[p->block];
    assert(p->at < b->insts);
    const c_inst *i = &b->inst[p->at], *seen = seen_from(p, i);
    p->l->here = seen->span;
    bool visible = is_supported(p, i) && is_visible(p, i);
    bool second = p->starts && c_starts_thread(c_callee_name(p->l->program, i));
    if (!is_origin(p) && c_is_asked_before(p->l, context_of(p)->function, p->block, p->at)) {
      stop_here(p);
      return;
    }
    bool later = p->visible || (p->l->races && !is_origin(p));
    if ((visible && later && !in_atomic(p)) || second) {
      stop_here(p);
      return;
    }
    if (visible && (!p->visible || !p->shown)) p->shown = seen;
    if (!p->shown && seen->span.file && i->op != C_BR) p->shown = seen;
    p->visible |= visible;
    c_pass(p, i, seen);
    if (!execute(p, i)) return;
  }
}

// The number of words that main is given is not known, but there is one at least.
static void bind_arguments(c_path *p) {
  const c_function *f = context_of(p)->function;
  bool entry = p->context == p->l->threads.at[0].context && !p->block && !p->at;
  for (uint32_t k = 1; entry && k < f->params; k++)
    if (f->param[k].type.kind == C_POINTER) c_bind(p, p->context, k, c_of_term(elsewhere(p)));
  if (!entry || !f->params || !c_flow_used(context_of(p)->flow, 0)) return;
  if (f->param[0].type.kind != C_INT) return;
  sv_term count = c_fresh(p, c_sort(p->l, f->param[0].type));
  c_assume(p, sv_app2(terms(p), SV_OP_LT,
                      sv_const(terms(p), sv_sort_of(terms(p), count), sv_small(0)), count));
  c_bind(p, p->context, 0, c_of_term(count));
}

static c_path path_from(c_lowering *l, const c_work *w, sv_term guard) {
  c_path p = {.l = l,
              .thread = l->contexts.at[w->context].thread,
              .context = w->context,
              .block = w->block,
              .at = w->at,
              .guard = guard,
              .constraint = SV_TRUE,
              .from = w->location,
              .atomic = w->atomic,
              .origin_context = w->context,
              .origin_block = w->block,
              .origin_at = w->at,
              .argument = SV_NONE};
  p.env = SV_NEW_ARRAY(c_value, l->slots.n + 1);
  p.undefined = SV_FALSE;
  return p;
}

static void lower_version(c_lowering *l, const c_work *w, sv_term guard) {
  c_path p = path_from(l, w, guard);
  bind_arguments(&p);
  run(&p);
  c_free_path(&p);
}

// Threads beyond those that have objects of their own.
static void cut_others(c_lowering *l, const c_work *w, sv_term guard) {
  c_path p = path_from(l, w, guard);
  c_inst start = {.span = context_of(&p)->function->span};
  c_explore(&p, SV_FALSE, "more threads than there are kept local variables for (--objects)",
            &start);
  c_free_path(&p);
}

void c_lower_location(c_lowering *l, const c_work *w) {
  const c_context *c = &l->contexts.at[w->context];
  const c_thread *t = &l->threads.at[c->thread];
  sv_terms *T = l->model->terms;
  sv_term self = sv_self(T, SV_ROLE_SELF);
  bool entry = w->context == t->context && !w->block && !w->at;
  uint32_t apart = t->apart;
  if (!apart) lower_version(l, w, SV_TRUE);
  for (l->instance = 0; l->instance < apart; l->instance++)
    lower_version(l, w, sv_eq(T, self, sv_const(T, sv_sort_int(T), sv_small(l->instance))));
  l->instance = 0;
  if (apart && entry && t->count > apart)
    cut_others(l, w, sv_app2(T, SV_OP_LE, sv_const(T, sv_sort_int(T), sv_small(apart)), self));
}
