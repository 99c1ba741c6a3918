// flow.c -- depth-first search for loops, backward iteration for liveness.

#include "lang/c/flow.h"

static const c_inst *last_of(const c_block *b) { return b->insts ? &b->inst[b->insts - 1] : NULL; }

static bool is_jump(const c_inst *i) { return i && (i->op == C_BR || i->op == C_SWITCH); }

#define EACH_SUCCESSOR(BLOCK, LAST, K, TO)                                 \
  for (uint32_t K = 0, TO = 0; is_jump(LAST) && K < (LAST)->operands; K++) \
    if ((LAST)->operand[K].kind == C_NUMBER && (TO = (uint32_t)(LAST)->operand[K].bits, true))

static bool *reach_from(const c_function *f, uint32_t block) {
  bool *seen = SV_NEW_ARRAY(bool, f->blocks + 1);
  sv_u32s stack = {0};
  sv_push(stack, block);
  while (stack.n) {
    const c_inst *last = last_of(&f->block[sv_pop(stack)]);
    EACH_SUCCESSOR(b, last, k, to) {
      if (seen[to]) continue;
      seen[to] = true;
      sv_push(stack, to);
    }
  }
  sv_vec_free(stack);
  return seen;
}

// An edge to a block that is still open in the search goes backwards.
static void find_heads(c_flow *w) {
  const c_function *f = w->function;
  enum { NEW, OPEN, DONE };
  uint8_t *state = SV_NEW_ARRAY(uint8_t, f->blocks + 1);
  sv_u32s stack = {0};
  if (f->blocks) sv_push(stack, 0);
  while (stack.n) {
    uint32_t b = sv_last(stack);
    bool first = state[b] == NEW;
    if (state[b] == OPEN || state[b] == DONE) {
      state[b] = DONE;
      (void)sv_pop(stack);
      continue;
    }
    if (first) state[b] = OPEN;
    const c_inst *last = last_of(&f->block[b]);
    EACH_SUCCESSOR(b, last, k, to) {
      if (state[to] == OPEN) w->head[to] = true;
      if (state[to] == NEW) sv_push(stack, to);
    }
  }
  sv_vec_free(stack);
  sv_free(state);
}

static void find_cycles(c_flow *w) {
  const c_function *f = w->function;
  for (uint32_t b = 0; b < f->blocks; b++) {
    bool *seen = reach_from(f, b);
    w->cyclic[b] = seen[b];
    sv_free(seen);
    const c_inst *last = last_of(&f->block[b]);
    EACH_SUCCESSOR(b, last, k, to) w->entries[to]++;
  }
}

static uint8_t *row(const c_flow *w, uint32_t block) {
  return w->live + (size_t)block * (w->function->values + 1);
}

static void use(const c_operand *o, uint8_t *alive) {
  if (o->kind == C_VALUE) alive[o->number] = 1;
}

// What the phis of `to` take along the edge from `from`, and what is alive behind them.
static void cross_edge(const c_flow *w, uint32_t from, uint32_t to, uint8_t *alive) {
  const c_block *b = &w->function->block[to];
  uint32_t phis = c_first_step(b);
  uint8_t *there = row(w, to);
  for (uint32_t v = 0; v < w->function->values; v++) {
    const c_inst *d = w->function->define[v];
    bool phi = d && d->op == C_PHI && d >= b->inst && d < b->inst + phis;
    if (there[v] && !phi) alive[v] = 1;
  }
  for (uint32_t i = 0; i < phis; i++)
    for (uint32_t k = 0; k + 1 < b->inst[i].operands; k += 2)
      if ((uint32_t)b->inst[i].operand[k].bits == from) use(&b->inst[i].operand[k + 1], alive);
}

void c_flow_alive(const c_flow *w, uint32_t block, uint32_t at, uint8_t *alive) {
  const c_block *b = &w->function->block[block];
  const c_inst *last = last_of(b);
  EACH_SUCCESSOR(block, last, k, to) cross_edge(w, block, to, alive);
  for (uint32_t i = b->insts; i-- > at;) {
    if (b->inst[i].op == C_PHI) continue;
    alive[b->inst[i].value] = 0;
    for (uint32_t k = 0; k < b->inst[i].operands; k++) use(&b->inst[i].operand[k], alive);
  }
}

static void find_live(c_flow *w) {
  const c_function *f = w->function;
  uint8_t *alive = SV_NEW_ARRAY(uint8_t, f->values + 1);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t b = f->blocks; b-- > 0;) {
      memset(alive, 0, f->values + 1);
      c_flow_alive(w, b, c_first_step(&f->block[b]), alive);
      if (!memcmp(alive, row(w, b), f->values)) continue;
      memcpy(row(w, b), alive, f->values);
      changed = true;
    }
  }
  sv_free(alive);
}

c_flow *c_flow_new(sv_arena *arena, const c_function *f) {
  c_flow *w = SV_ARENA_NEW(arena, c_flow);
  w->function = f;
  w->head = SV_ARENA_ARRAY(arena, bool, f->blocks + 1);
  w->cyclic = SV_ARENA_ARRAY(arena, bool, f->blocks + 1);
  w->entries = SV_ARENA_ARRAY(arena, uint32_t, f->blocks + 1);
  w->live = SV_ARENA_ARRAY(arena, uint8_t, (size_t)(f->blocks + 1) * (f->values + 1));
  find_heads(w);
  find_cycles(w);
  find_live(w);
  return w;
}

bool c_flow_used(const c_flow *w, uint32_t value) {
  const c_function *f = w->function;
  for (uint32_t b = 0; b < f->blocks; b++)
    for (uint32_t i = 0; i < f->block[b].insts; i++)
      for (uint32_t k = 0; k < f->block[b].inst[i].operands; k++) {
        const c_operand *o = &f->block[b].inst[i].operand[k];
        if (o->kind == C_VALUE && o->number == value) return true;
      }
  return false;
}
