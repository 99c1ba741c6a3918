// contexts.c -- who calls and starts whom, and which objects in memory there are.
//
// All contexts, threads and objects are found before the first step is made:
// an address in a variable may be that of any object whose address is ever
// kept (exposed), also of one that is met later.

#include "lang/c/lower.h"

// ---- contexts

static const c_flow *flow_of(c_lowering *l, const c_function *f) {
  size_t n = (size_t)(f - l->program->function);
  if (!l->flows[n]) l->flows[n] = c_flow_new(l->model->arena, f);
  return l->flows[n];
}

static uint32_t add_context(c_lowering *l, c_context c) {
  c.flow = flow_of(l, c.function);
  c.base = l->slots.n;
  sv_fill(l->slots, l->slots.n + c.function->values + 1);
  sv_push(l->contexts, c);
  return l->contexts.n - 1;
}

static uint32_t add_thread(c_lowering *l, const c_function *f) {
  for (uint32_t i = 0; i < l->threads.n; i++)
    if (l->threads.at[i].function == f) return i;
  uint32_t thread = l->threads.n;
  sv_push(l->threads, (c_thread){.function = f});
  l->threads.at[thread].context =
      add_context(l, (c_context){.function = f, .parent = C_NO_CONTEXT, .thread = thread});
  return thread;
}

// How often the function is active where this context runs.
static uint32_t activations(const c_lowering *l, uint32_t context, const c_function *f) {
  uint32_t n = 0;
  for (; context != C_NO_CONTEXT; context = l->contexts.at[context].parent)
    n += l->contexts.at[context].function == f;
  return n;
}

static uint64_t child_key(const c_lowering *l, uint32_t context, uint32_t value,
                          const c_function *f) {
  size_t number = (size_t)(f - l->program->function);
  REQUIRE(value < 1u << 24 && number < 1u << 16, "a program is too large");
  return (uint64_t)context << 40 | (uint64_t)value << 16 | (uint64_t)number;
}

uint32_t c_child(const c_lowering *l, uint32_t context, const c_inst *call, const c_function *f) {
  return sv_map_get(&l->children, child_key(l, context, call->value, f));
}

static bool same_type(c_type a, c_type b) { return a.kind == b.kind && a.width == b.width; }

// Is the address of the function taken, other than to call it or to start a thread?
static bool is_taken(const c_lowering *l, uint32_t function) {
  for (uint32_t o = 0; o < l->program->objects; o++)
    for (uint32_t c = 0; c < l->program->object[o].cells; c++)
      for (uint32_t k = 0; k < l->program->object[o].cell[c].firsts; k++) {
        const c_operand *v = &l->program->object[o].cell[c].first[k].value;
        if (v->kind == C_FUNCTION && v->number == function) return true;
      }
  for (uint32_t f = 0; f < l->program->functions; f++)
    for (uint32_t b = 0; b < l->program->function[f].blocks; b++)
      for (uint32_t n = 0; n < l->program->function[f].block[b].insts; n++) {
        const c_inst *i = &l->program->function[f].block[b].inst[n];
        for (uint32_t k = 0; k < i->operands; k++)
          if (i->operand[k].kind == C_FUNCTION && i->operand[k].number == function) return true;
      }
  return false;
}

c_type c_operand_type(const c_function *in, const c_operand *o) {
  if (o->kind == C_CONSTANT || o->kind == C_UNDEF) return o->type;
  if (o->kind != C_VALUE) return (c_type){C_POINTER, 0};
  return o->number < in->params ? in->param[o->number].type : in->define[o->number]->type;
}

// Its types have to be those of the call.
bool c_is_candidate(const c_lowering *l, const c_function *in, const c_inst *call,
                    const c_function *f) {
  if (!f->defined || !is_taken(l, (uint32_t)(f - l->program->function))) return false;
  if (c_starts_thread(c_callee_name(l->program, call))) return f->params <= 1;
  bool same = f->params + 1 == call->operands && same_type(f->result, call->type);
  for (uint32_t k = 0; k < f->params && same; k++)
    same = same_type(f->param[k].type, c_operand_type(in, &call->operand[1 + k]));
  return same;
}

static void add_call(c_lowering *l, uint32_t parent, uint32_t block, uint32_t at,
                     const c_function *f) {
  c_context p = l->contexts.at[parent];
  const c_inst *i = &p.function->block[block].inst[at];
  uint32_t active = activations(l, parent, f);
  if (active && !l->options->recursion)
    c_refuse(l, i->span, "recursion of `%s` without a bound (--recursion 0) is not supported yet",
             f->name);
  if (active && active >= (uint32_t)l->options->recursion) return;  // the call is a cut
  uint32_t child =
      add_context(l, (c_context){.function = f,
                                 .parent = parent,
                                 .call_block = block,
                                 .call_at = at,
                                 .thread = p.thread,
                                 .atomic = p.atomic || !strncmp(f->name, "__VERIFIER_atomic_", 18),
                                 .repeated = p.repeated || p.flow->cyclic[block]});
  sv_map_put(&l->children, child_key(l, parent, i->value, f), child);
}

// The function that an operand names, also as an argument of the calls above it.
static const c_function *function_of(c_lowering *l, uint32_t context, c_operand o) {
  while (o.kind == C_VALUE) {
    const c_context *c = &l->contexts.at[context];
    if (c->parent == C_NO_CONTEXT || o.number >= c->function->params) return NULL;
    context = c->parent;
    o = l->contexts.at[context].function->block[c->call_block].inst[c->call_at].operand[1 +
                                                                                        o.number];
  }
  return o.kind == C_FUNCTION ? &l->program->function[o.number] : NULL;
}

static void add_start(c_lowering *l, uint32_t context, uint32_t block, const c_inst *i,
                      const c_function *f) {
  if (f->params && f->param[0].type.kind == C_OTHER)
    c_refuse(l, i->span, "`%s` takes neither an integer nor an address", f->name);
  uint32_t thread = add_thread(l, f);
  const c_context *c = &l->contexts.at[context];
  sv_push(l->sites, (c_start_site){c->thread, thread, c->repeated || c->flow->cyclic[block]});
  sv_map_put(&l->children, child_key(l, context, i->value, f), thread);
}

// The function is named here, or it is any of those whose address is taken.
static void add_starts(c_lowering *l, uint32_t context, uint32_t block, const c_inst *i) {
  const c_function *f = i->operands > 4 ? function_of(l, context, i->operand[3]) : NULL;
  if (f && f->defined) {
    add_start(l, context, block, i, f);
    return;
  }
  uint32_t found = 0;
  for (uint32_t k = 0; k < l->program->functions && i->operands > 4; k++)
    if (c_is_candidate(l, l->contexts.at[context].function, i, &l->program->function[k])) {
      found++;
      add_start(l, context, block, i, &l->program->function[k]);
    }
  if (!found) c_refuse(l, i->span, "which function this thread runs is not known here");
}

static void add_pointer_call(c_lowering *l, uint32_t context, uint32_t block, uint32_t at) {
  const c_inst *i = &l->contexts.at[context].function->block[block].inst[at];
  for (uint32_t k = 0; k < l->program->functions; k++)
    if (c_is_candidate(l, l->contexts.at[context].function, i, &l->program->function[k]))
      add_call(l, context, block, at, &l->program->function[k]);
}

// What the program uses decides what has to be kept.
static void note_call(c_lowering *l, const c_inst *i, const char *name) {
  bool join = !strcmp(name, "pthread_join") || !strcmp(name, "selvage_join_or"),
       detach = !strcmp(name, "pthread_detach");
  l->joins |= join || detach || !strcmp(name, "pthread_self");
  l->detaches |= detach;
  l->results |= join && i->operands > 2 && i->operand[2].kind != C_NULL;
  l->kinds |= !strcmp(name, "pthread_mutexattr_settype");
}

// What runs where a thread returns from its function, if the program has it (support.c).
static void add_end(c_lowering *l, uint32_t context, uint32_t block, uint32_t at) {
  if (!context || l->contexts.at[context].parent != C_NO_CONTEXT) return;
  for (uint32_t k = 0; k < l->program->functions; k++)
    if (!strcmp(l->program->function[k].name, "selvage_end"))
      add_call(l, context, block, at, &l->program->function[k]);
}

static void scan_block(c_lowering *l, uint32_t context, uint32_t block) {
  const c_function *f = l->contexts.at[context].function;
  for (uint32_t k = 0; k < f->block[block].insts; k++) {
    const c_inst *i = &f->block[block].inst[k];
    if (i->op == C_CALLPTR) add_pointer_call(l, context, block, k);
    if (i->op == C_RET) add_end(l, context, block, k);
    if (i->op != C_CALL) continue;
    const c_function *callee = c_callee(l->program, i);
    if (c_starts_thread(callee->name)) add_starts(l, context, block, i);
    else if (callee->defined && !c_is_error(callee->name)) add_call(l, context, block, k, callee);
    note_call(l, i, callee->name);
  }
}

static bool scan_contexts(c_lowering *l) {
  for (uint32_t c = 0; c < l->contexts.n; c++) {
    if (l->contexts.n > C_MOST_CONTEXTS) {
      c_refuse(l, l->threads.at[0].function->span,
               "there are more than %d calls to inline (--recursion %d)", C_MOST_CONTEXTS,
               (int)l->options->recursion);
      return false;
    }
    for (uint32_t b = 0; b < l->contexts.at[c].function->blocks; b++) scan_block(l, c, b);
  }
  return true;
}

// ---- how many threads

static uint32_t sum_of(const c_lowering *l, uint32_t thread) {
  uint64_t sum = thread == 0;
  for (uint32_t i = 0; i < l->sites.n; i++) {
    const c_start_site *s = &l->sites.at[i];
    if (s->started != thread) continue;
    uint32_t starters = l->threads.at[s->thread].count;
    if (starters && (s->repeated || starters == SV_UNBOUNDED)) return SV_UNBOUNDED;
    sum += starters;
  }
  return sum > 200 ? SV_UNBOUNDED : (uint32_t)sum;
}

// Threads that start each other in a circle grow in every round, until they are unbounded.
static void count_threads(c_lowering *l) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t t = 0; t < l->threads.n; t++) {
      uint32_t count = sum_of(l, t);
      changed |= count != l->threads.at[t].count;
      l->threads.at[t].count = count;
    }
  }
}

// ---- addresses that are kept

// A search along the uses of an address: every value is looked at once.
typedef struct {
  const c_lowering *l;
  sv_map seen;  // function, value
} tracking;

static bool escapes(tracking *, const c_function *, uint32_t value);

// Is the address kept, if it is operand k of the instruction?
static bool keeps(tracking *t, const c_function *f, const c_inst *i, uint32_t k) {
  switch (i->op) {
  case C_LOAD: return false;
  case C_STORE: return k == 0;
  case C_RMW: return k == 2;
  case C_CMPXCHG: return k == 2;
  case C_GEP:
  case C_COPY: return escapes(t, f, i->value);
  case C_CALL: {
    const c_function *callee = c_callee(t->l->program, i);
    if (!strncmp(callee->name, "selvage.result", 14)) return escapes(t, f, i->value);
    if (callee->defined && !c_is_error(callee->name))
      return k - 1 >= callee->params || escapes(t, callee, k - 1);
    return (!strcmp(callee->name, "pthread_create") && k == 4) || c_keeps_argument(callee->name);
  }
  case C_EQ:
  case C_NE: return false;
  default: return true;
  }
}

static bool escapes(tracking *t, const c_function *f, uint32_t value) {
  uint64_t key = (uint64_t)(f - t->l->program->function) << 32 | value;
  if (sv_map_get(&t->seen, key) != SV_MAP_NONE) return false;  // answered, or about to be
  sv_map_put(&t->seen, key, 1);
  for (uint32_t b = 0; b < f->blocks; b++)
    for (uint32_t n = 0; n < f->block[b].insts; n++) {
      const c_inst *i = &f->block[b].inst[n];
      for (uint32_t k = 0; k < i->operands; k++)
        if (i->operand[k].kind == C_VALUE && i->operand[k].number == value && keeps(t, f, i, k))
          return true;
    }
  return false;
}

static bool local_escapes(const c_lowering *l, const c_function *f, uint32_t value) {
  tracking t = {.l = l};
  bool found = escapes(&t, f, value);
  sv_map_free(&t.seen);
  return found;
}

static bool constant_escapes(const c_lowering *l, const c_function *f, const c_inst *i,
                             uint32_t k) {
  tracking t = {.l = l};
  bool found = keeps(&t, f, i, k);
  sv_map_free(&t.seen);
  return found;
}

static void expose_globals(c_lowering *l, const c_function *f) {
  for (uint32_t b = 0; b < f->blocks; b++)
    for (uint32_t n = 0; n < f->block[b].insts; n++) {
      const c_inst *i = &f->block[b].inst[n];
      for (uint32_t k = 0; k < i->operands; k++)
        if (i->operand[k].kind == C_ADDRESS && constant_escapes(l, f, i, k))
          l->storages.at[i->operand[k].number].exposed = true;
    }
}

static void expose_initial(c_lowering *l, const c_object *o) {
  for (uint32_t c = 0; c < o->cells; c++)
    for (uint32_t i = 0; i < o->cell[c].firsts; i++)
      if (o->cell[c].first[i].value.kind == C_ADDRESS)
        l->storages.at[o->cell[c].first[i].value.number].exposed = true;
}

// ---- objects

// A first value where mutexes have their kind: recursive, or one that checks for errors.
static bool may_have_kind(const c_object *o) {
  enum { MUTEX = 40 };
  for (uint32_t c = 0; c < o->cells && o->size >= MUTEX; c++)
    for (uint32_t i = 0; i < o->cell[c].firsts; i++) {
      const c_operand *v = &o->cell[c].first[i].value;
      if (o->cell[c].type.width == 32 && v->kind == C_CONSTANT && (v->bits == 1 || v->bits == 2))
        return true;
    }
  return false;
}

static void add_globals(c_lowering *l) {
  for (uint32_t i = 0; i < l->program->objects; i++) {
    const c_object *o = &l->program->object[i];
    l->kinds |= may_have_kind(o);
    uint32_t *variable = SV_ARENA_ARRAY(l->model->arena, uint32_t, o->cells + 1);
    sv_push(l->storages, (c_storage){.object = o, .shared = true, .variable = variable});
  }
  for (uint32_t i = 0; i < l->program->objects; i++) expose_initial(l, &l->program->object[i]);
  for (uint32_t i = 0; i < l->program->functions; i++) expose_globals(l, &l->program->function[i]);
}

// Is what is read from the object used for nothing but pthread_join? Then its first
// value does not matter: waiting for a thread that was never started is undefined.
static bool only_joins(const c_lowering *l, const c_function *f, uint32_t value, bool loaded) {
  for (uint32_t b = 0; b < f->blocks; b++)
    for (uint32_t n = 0; n < f->block[b].insts; n++) {
      const c_inst *i = &f->block[b].inst[n];
      for (uint32_t k = 0; k < i->operands; k++) {
        if (i->operand[k].kind != C_VALUE || i->operand[k].number != value) continue;
        const char *callee = i->op == C_CALL ? c_callee(l->program, i)->name : "";
        bool derived = !loaded && (i->op == C_GEP || i->op == C_COPY) && k == 0;
        bool fine = !strcmp(callee, loaded ? "pthread_join" : "pthread_create") && k == 1;
        if (derived) fine = only_joins(l, f, i->value, false);
        if (i->op == C_LOAD && !loaded) fine = only_joins(l, f, i->value, true);
        if (i->op == C_STORE && k == 1) fine = true;
        if (!strncmp(callee, "llvm.lifetime.", 14)) fine = true;
        if (!fine) return false;
      }
    }
  return true;
}

// Where the size of an object is no constant: what has it, else 0.
static uint32_t size_variable(c_lowering *l, const c_object *o, uint32_t owner) {
  sv_model *m = l->model;
  if (o->size >= 0) return 0;
  sv_sort bytes = sv_sort_bv(m->terms, C_OFFSET_BITS, false);
  sv_name name = c_unique(l, sv_arena_printf(m->arena, "%s size", o->name));
  uint32_t v =
      sv_model_variable(m, name, bytes, owner, sv_const(m->terms, bytes, sv_small(0)), o->span);
  m->variables.at[v].hidden = true;
  return v;
}

// Is the object alive: 1, unless another first value is given.
static uint32_t life_variable(c_lowering *l, const c_object *o, uint32_t owner, int64_t first,
                              sv_span span) {
  sv_model *m = l->model;
  sv_sort sort = sv_sort_bv(m->terms, 2, false);
  const char *name = sv_arena_printf(m->arena, "%s state", o->name);
  uint32_t life = sv_model_variable(m, c_unique(l, name), sort, owner,
                                    sv_const(m->terms, sort, sv_small(first)), span);
  m->variables.at[life].hidden = true;
  return life;
}

// Of a local variable whose address is kept each thread has one. A thread that is lowered knows
// its number then: there is a version of its steps for each.
static uint32_t tell_apart(c_lowering *l, uint32_t context) {
  enum { MOST_APART = 16 };
  c_thread *t = &l->threads.at[l->contexts.at[context].thread];
  uint32_t most = t->count == SV_UNBOUNDED ? (uint32_t)l->options->objects : MOST_APART;
  return t->apart = t->count < most ? t->count : most;
}

static c_object *named_object(c_lowering *l, const c_inst *i, const c_thread *t,
                              uint32_t instance) {
  c_object *o = SV_ARENA_NEW(l->model->arena, c_object);
  *o = *i->object;
  const char *of = t->function->name;
  o->name = sv_arena_printf(l->model->arena, "%s[%u].%s", of, instance, i->object->name);
  return o;
}

static void add_object(c_lowering *l, uint32_t context, const c_inst *i, const c_object *o,
                       bool shared, uint32_t instance) {
  const c_context *c = &l->contexts.at[context];
  uint32_t owner = shared ? SV_GLOBAL : l->threads.at[c->thread].template_number;
  bool lives = c_has_life(l, context, i, shared);
  uint32_t *variable = SV_ARENA_ARRAY(l->model->arena, uint32_t, i->object->cells + 1);
  uint32_t *unwritten = SV_ARENA_ARRAY(l->model->arena, uint32_t, i->object->cells + 1);
  sv_push(l->storages, (c_storage){.object = o,
                                   .owner = owner,
                                   .shared = shared,
                                   .exposed = shared,
                                   .lazy = !only_joins(l, c->function, i->value, false),
                                   .local = context + 1,
                                   .instance = instance,
                                   .life = lives ? life_variable(l, o, owner, 1, i->span) : 0,
                                   .size = size_variable(l, o, owner),
                                   .variable = variable,
                                   .unwritten = unwritten});
}

static void add_local(c_lowering *l, uint32_t context, const c_inst *i) {
  const c_context *c = &l->contexts.at[context];
  const c_thread *t = &l->threads.at[c->thread];
  bool shared = local_escapes(l, c->function, i->value);
  uint32_t slot = c->base + i->value;
  sv_map_put(&l->locals, slot, l->storages.n);
  if (!shared || t->count == 1) {
    add_object(l, context, i, i->object, shared, 0);
    return;
  }
  uint32_t n = tell_apart(l, context);
  sv_map_put(&l->apart, slot, n);
  for (uint32_t k = 0; k < n; k++) add_object(l, context, i, named_object(l, i, t, k), true, k + 1);
}

uint32_t c_local_storage(const c_lowering *l, uint32_t context, uint32_t value) {
  uint32_t slot = l->contexts.at[context].base + value;
  bool apart = sv_map_get(&l->apart, slot) != SV_MAP_NONE;
  return sv_map_get(&l->locals, slot) + (apart ? l->instance : 0);
}

// ---- the heap

// How many objects of one allocation there can be at once, as far as they are explored.
static uint32_t most_objects(const c_lowering *l, uint32_t context, uint32_t block) {
  const c_context *c = &l->contexts.at[context];
  uint32_t threads = l->threads.at[c->thread].count, most = (uint32_t)l->options->objects;
  if (c->repeated || c->flow->cyclic[block] || threads == SV_UNBOUNDED) return most;
  return threads;
}

static void add_heap(c_lowering *l, uint32_t context, uint32_t block, const c_inst *i) {
  sv_model *m = l->model;
  uint32_t slots = most_objects(l, context, block);
  sv_map_put(&l->locals, l->contexts.at[context].base + i->value, l->storages.n);
  sv_map_put(&l->slots_of, l->contexts.at[context].base + i->value, slots);
  uint32_t line = i->span.file ? sv_source_place(m->sources, i->span.file, i->span.begin).line : 0;
  for (uint32_t k = 0; k < slots; k++) {
    c_object *o = SV_ARENA_NEW(m->arena, c_object);
    *o = *i->object;
    o->name = sv_arena_printf(m->arena, slots > 1 ? "malloc:%u[%u]" : "malloc:%u", line, k);
    sv_push(l->storages,
            (c_storage){.object = o,
                        .owner = SV_GLOBAL,
                        .shared = true,
                        .exposed = true,
                        .lazy = true,
                        .heap = true,
                        .life = life_variable(l, o, SV_GLOBAL, 0, i->span),
                        .size = size_variable(l, o, SV_GLOBAL),
                        .variable = SV_ARENA_ARRAY(m->arena, uint32_t, o->cells + 1),
                        .unwritten = SV_ARENA_ARRAY(m->arena, uint32_t, o->cells + 1)});
  }
}

// ---- variables of each thread

uint32_t c_thread_local(c_lowering *l, uint32_t thread, uint32_t object) {
  uint64_t key = (uint64_t)thread << 32 | object;
  uint32_t known = sv_map_get(&l->thread_locals, key);
  if (known != SV_MAP_NONE) return known;
  const c_object *o = &l->program->object[object];
  if (l->storages.at[object].exposed)
    c_refuse(l, o->span, "the address of `%s`, which every thread has for itself, is kept",
             o->name);
  sv_map_put(&l->thread_locals, key, l->storages.n);
  sv_push(l->storages,
          (c_storage){.object = o,
                      .owner = l->threads.at[thread].template_number,
                      .variable = SV_ARENA_ARRAY(l->model->arena, uint32_t, o->cells + 1)});
  return l->storages.n - 1;
}

static void add_locals(c_lowering *l, uint32_t context) {
  const c_function *f = l->contexts.at[context].function;
  for (uint32_t b = 0; b < f->blocks; b++)
    for (uint32_t n = 0; n < f->block[b].insts; n++) {
      const c_inst *i = &f->block[b].inst[n];
      if (i->op == C_ALLOCA) add_local(l, context, i);
      if (i->op == C_CALL && i->object) add_heap(l, context, b, i);
    }
}

// ---- all of it

static void add_template(c_lowering *l, c_thread *t) {
  sv_model *m = l->model;
  bool main = t == l->threads.at;
  sv_name name = sv_names_cstr(m->names, t->function->name);
  sv_span span = t->function->span;
  t->template_number = sv_model_template(m, name, main, t->count ? t->count : 1, span);
  unsigned ended = SV_LOC_END | (l->joins || main ? 0u : (unsigned)SV_LOC_STOP);
  t->finished =
      sv_model_location(m, t->template_number, sv_names_cstr(m->names, "finished"), ended, span);
  t->exited = sv_model_location(m, t->template_number, sv_names_cstr(m->names, "exited"),
                                SV_LOC_END | SV_LOC_BLOCKING, span);
}

static const c_function *find_main(const c_program *p) {
  for (uint32_t i = 0; i < p->functions; i++)
    if (!strcmp(p->function[i].name, "main") && p->function[i].defined) return &p->function[i];
  return NULL;
}

bool c_find_contexts(c_lowering *l) {
  const c_function *main = find_main(l->program);
  if (!main) {
    sv_diag(l->diags, SV_ERROR, SV_NOWHERE, "there is no function `main`");
    return false;
  }
  add_thread(l, main);
  if (!scan_contexts(l)) return false;
  count_threads(l);
  for (uint32_t i = 0; i < l->threads.n; i++) add_template(l, &l->threads.at[i]);
  add_globals(l);
  for (uint32_t i = 0; i < l->contexts.n; i++) add_locals(l, i);
  return !sv_diags_unsupported(l->diags);
}
