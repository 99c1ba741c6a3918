// life.c -- the lives of local variables in memory.
//
// clang marks where a block's variables begin and end; all of a function's end
// where it returns, or its thread ends. Where an address may be used later, the
// object has a variable that says whether it is alive: an access afterwards is
// one through an invalid pointer. Where nothing but the end of the thread
// follows, no such variable is needed. To end what other threads may still
// access is a visible step.

#include "lang/c/external.h"

enum { ALIVE = 1, ENDED = 2, MOST_BLOCKS = 12 };

// ---- what follows

static bool only_ends(const c_lowering *, const c_function *, uint32_t block, uint32_t at,
                      uint32_t depth);

static bool is_harmless(const c_lowering *l, const c_inst *i) {
  const char *name = c_callee_name(l->program, i);
  if (i->op == C_CALL)
    return !strncmp(name, "llvm.lifetime.end", 17) || !strcmp(name, "llvm.stackrestore") ||
           !strncmp(name, "selvage.result", 14);
  return i->op == C_COPY || i->op == C_GEP || i->op == C_PHI;
}

static bool jumps_to_end(const c_lowering *l, const c_function *f, const c_inst *i,
                         uint32_t depth) {
  if (i->op == C_RET || i->op == C_UNREACHABLE) return true;
  if (i->op != C_BR && i->op != C_SWITCH) return false;
  for (uint32_t k = 0; k < i->operands; k++)
    if (i->operand[k].kind == C_NUMBER &&
        !only_ends(l, f, (uint32_t)i->operand[k].bits, 0, depth + 1))
      return false;
  return true;
}

// Does nothing follow but ends of lives and the return?
static bool only_ends(const c_lowering *l, const c_function *f, uint32_t block, uint32_t at,
                      uint32_t depth) {
  const c_block *b = &f->block[block];
  while (at < b->insts && is_harmless(l, &b->inst[at])) at++;
  return at < b->insts && depth < MOST_BLOCKS && jumps_to_end(l, f, &b->inst[at], depth);
}

static bool is_address_of(const c_function *f, const c_operand *o, uint32_t alloca) {
  while (o->kind == C_VALUE && o->number != alloca) {
    const c_inst *i = f->define[o->number];
    if (!i || i->op != C_COPY) return false;
    o = &i->operand[0];
  }
  return o->kind == C_VALUE;
}

// Does a block end the variable, after which the function goes on?
static bool ends_early(const c_lowering *l, const c_function *f, const c_inst *alloca) {
  const char *what = alloca->operands ? "llvm.stackrestore" : "llvm.lifetime.end";
  for (uint32_t b = 0; b < f->blocks; b++)
    for (uint32_t n = 0; n < f->block[b].insts; n++) {
      const c_inst *i = &f->block[b].inst[n];
      if (strncmp(c_callee_name(l->program, i), what, strlen(what))) continue;
      bool own = alloca->operands || is_address_of(f, &i->operand[2], alloca->value);
      if (own && !only_ends(l, f, b, n + 1, 0)) return true;
    }
  return false;
}

static bool is_kept(const c_lowering *l, const c_function *f, uint32_t alloca) {
  for (uint32_t b = 0; b < f->blocks; b++)
    for (uint32_t n = 0; n < f->block[b].insts; n++) {
      const c_inst *i = &f->block[b].inst[n];
      if (!strcmp(c_callee_name(l->program, i), "selvage.keep") &&
          is_address_of(f, &i->operand[1], alloca))
        return true;
    }
  return false;
}

// May main end before its threads do?
static bool main_may_leave(const c_lowering *l) {
  for (uint32_t c = 0; c < l->contexts.n; c++) {
    const c_function *f = l->contexts.at[c].function;
    for (uint32_t b = 0; b < f->blocks && !l->contexts.at[c].thread; b++)
      for (uint32_t n = 0; n < f->block[b].insts; n++)
        if (!strcmp(c_callee_name(l->program, &f->block[b].inst[n]), "pthread_exit")) return true;
  }
  return false;
}

bool c_has_life(c_lowering *l, uint32_t context, const c_inst *alloca, bool shared) {
  const c_context *c = &l->contexts.at[context];
  if (!shared && !is_kept(l, c->function, alloca->value)) return false;
  bool early = ends_early(l, c->function, alloca);
  if (early && alloca->operands)
    c_refuse(l, alloca->span,
             "the address of `%s`, an array of variable length, may outlive its block",
             alloca->name);
  bool last = !context && !main_may_leave(l);  // main's end is that of the program
  return early || (shared && !last);
}

// ---- steps

static void set(c_path *p, uint32_t storage, int64_t state) {
  uint32_t life = p->l->storages.at[storage].life;
  c_set(p, life,
        sv_const(p->l->model->terms, p->l->model->variables.at[life].sort, sv_small(state)));
}

static uint32_t storage_of(c_path *p, const c_inst *i) {
  c_value v = c_address(p, i, 2);
  return v.kind == C_PLACE && p->l->storages.at[v.storage].local ? v.storage : C_NO_STORAGE;
}

static bool runs_again(const c_path *p) {
  const c_context *c = &p->l->contexts.at[p->context];
  return c->repeated || c->flow->cyclic[p->block];
}

void c_restart_life(c_path *p, uint32_t storage) {
  if (p->l->storages.at[storage].life) set(p, storage, ALIVE);
}

c_outcome c_begin_life(c_path *p, const c_inst *i) {
  uint32_t storage = storage_of(p, i);
  if (storage == C_NO_STORAGE || !runs_again(p)) return C_GO_ON;
  if (p->l->storages.at[storage].lazy) c_clear(p, storage, false);
  c_restart_life(p, storage);
  return C_GO_ON;
}

c_outcome c_end_life(c_path *p, const c_inst *i) {
  uint32_t storage = storage_of(p, i);
  if (storage != C_NO_STORAGE && p->l->storages.at[storage].life) set(p, storage, ENDED);
  return C_GO_ON;
}

// Of the locals of this context, and of the thread that is lowered: the storages with a life.
static uint32_t next_life(const c_lowering *l, uint32_t context, uint32_t storage) {
  for (; storage < l->storages.n; storage++) {
    const c_storage *s = &l->storages.at[storage];
    bool own = !s->instance || s->instance == l->instance + 1;
    if (s->local == context + 1 && s->life && own) break;
  }
  return storage;
}

void c_end_lives(c_path *p, uint32_t context) {
  for (uint32_t s = next_life(p->l, context, 0); s < p->l->storages.n;
       s = next_life(p->l, context, s + 1))
    set(p, s, ENDED);
}

void c_end_all_lives(c_path *p) {
  for (uint32_t c = p->context; c != C_NO_CONTEXT; c = p->l->contexts.at[c].parent)
    c_end_lives(p, c);
}

bool c_begin_is_visible(c_path *p, const c_inst *i) {
  uint32_t storage = storage_of(p, i);
  const c_storage *s = storage == C_NO_STORAGE ? NULL : &p->l->storages.at[storage];
  return s && s->shared && s->life && runs_again(p);
}

bool c_end_is_visible(c_path *p, const c_inst *i) {
  if (i->op == C_RET) {
    for (uint32_t s = next_life(p->l, p->context, 0); s < p->l->storages.n;
         s = next_life(p->l, p->context, s + 1))
      if (p->l->storages.at[s].shared) return true;
    return false;
  }
  uint32_t storage = storage_of(p, i);
  return storage != C_NO_STORAGE && p->l->storages.at[storage].shared &&
         p->l->storages.at[storage].life;
}
