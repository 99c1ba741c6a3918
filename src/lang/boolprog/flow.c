// flow.c -- see flow.h.
//
// Statements are emitted from the last to the first, so that the node after
// a statement is known when the statement is emitted; gotos are resolved once
// all labels have their nodes.

#include "lang/boolprog/flow.h"

#include "base/map.h"

struct jump {
  uint32_t node, at;
  const bp_label *label;
};

typedef struct {
  bp_flow *flow;
  sv_map labels;  // address of a bp_label -> node
  SV_VEC(struct jump) jumps;
  uint32_t end_thread;
} builder;

static uint64_t key(const bp_label *label) { return (uint64_t)(uintptr_t)label; }

static uint32_t add_node(builder *b, bp_node_kind kind, const bp_stmt *s, uint32_t successors) {
  bp_flow *f = b->flow;
  bp_node node = {kind, s, f->next.n, successors, UINT32_MAX};
  for (uint32_t i = 0; i < successors; i++) sv_push(f->next, UINT32_MAX);
  sv_push(f->nodes, node);
  return f->nodes.n - 1;
}

static void set_next(builder *b, uint32_t node, uint32_t i, uint32_t to) {
  b->flow->next.at[b->flow->nodes.at[node].first + i] = to;
}

static uint32_t emit_block(builder *, const bp_block *, uint32_t next);

static uint32_t emit_plain(builder *b, const bp_stmt *s, uint32_t next) {
  uint32_t node = add_node(b, BP_NODE_STEP, s, 1);
  set_next(b, node, 0, next);
  return node;
}

static uint32_t emit_if(builder *b, const bp_stmt *s, uint32_t next) {
  uint32_t node = add_node(b, BP_NODE_STEP, s, s->arms + 1);
  set_next(b, node, s->arms, s->has_else ? emit_block(b, &s->otherwise, next) : next);
  for (uint32_t i = 0; i < s->arms; i++) set_next(b, node, i, emit_block(b, &s->arm[i].body, next));
  return node;
}

static uint32_t emit_while(builder *b, const bp_stmt *s, uint32_t next) {
  uint32_t node = add_node(b, BP_NODE_STEP, s, 2);
  set_next(b, node, 0, emit_block(b, &s->body, node));
  set_next(b, node, 1, next);
  return node;
}

static uint32_t emit_goto(builder *b, const bp_stmt *s) {
  uint32_t node = add_node(b, BP_NODE_STEP, s, s->jumps);
  for (uint32_t i = 0; i < s->jumps; i++)
    sv_push(b->jumps, (struct jump){node, i, s->jump[i].label});
  return node;
}

static uint32_t emit_stmt(builder *, const bp_stmt *, uint32_t next);

static uint32_t emit_start(builder *b, const bp_stmt *s, uint32_t next) {
  uint32_t node = emit_plain(b, s, next);
  if (bp_runs_procedure(s)) return node;
  uint32_t inner = emit_stmt(b, s->inner, b->end_thread);
  b->flow->nodes.at[node].inner = inner;
  return node;
}

static uint32_t emit_core(builder *b, const bp_stmt *s, uint32_t next) {
  switch (s->kind) {
  case BP_NOTHING: return s->labels ? emit_plain(b, s, next) : next;
  case BP_IF: return emit_if(b, s, next);
  case BP_WHILE: return emit_while(b, s, next);
  case BP_GOTO: return emit_goto(b, s);
  case BP_START: return emit_start(b, s, next);
  case BP_SKIP:
  case BP_ASSIGN:
  case BP_CALL:
  case BP_RETURN:
  case BP_ASSUME:
  case BP_ASSERT:
  case BP_ABORTIF:
  case BP_ENFORCE:
  case BP_END_THREAD:
  case BP_ATOMIC_BEGIN:
  case BP_ATOMIC_END:
  case BP_LOCK:
  case BP_UNLOCK:
  case BP_DEAD:
  case BP_PRINT:
  case BP_SYNC:
  case BP_WAIT:
  case BP_BROADCAST:
  case BP_SIGNAL: return emit_plain(b, s, next);
  }
  SV_UNREACHABLE();
}

static uint32_t emit_stmt(builder *b, const bp_stmt *s, uint32_t next) {
  uint32_t node = emit_core(b, s, next);
  for (uint32_t i = 0; i < s->labels; i++) sv_map_put(&b->labels, key(s->label[i]), node);
  return node;
}

static uint32_t emit_block(builder *b, const bp_block *block, uint32_t next) {
  for (uint32_t i = block->n; i-- > 0;) next = emit_stmt(b, block->at[i], next);
  return next;
}

static void resolve_jumps(builder *b) {
  for (uint32_t i = 0; i < b->jumps.n; i++) {
    struct jump j = b->jumps.at[i];
    uint32_t node = sv_map_get(&b->labels, key(j.label));
    assert(node != SV_MAP_NONE);
    set_next(b, j.node, j.at, node);
  }
}

void bp_flow_build(const bp_proc *p, bp_flow *flow) {
  builder b = {.flow = flow};
  uint32_t end = add_node(&b, BP_NODE_END, NULL, 0);
  b.end_thread = add_node(&b, BP_NODE_END_THREAD, NULL, 0);
  flow->entry = emit_block(&b, &p->body, end);
  resolve_jumps(&b);
  sv_map_free(&b.labels);
  sv_vec_free(b.jumps);
}

void bp_flow_free(bp_flow *f) {
  sv_vec_free(f->nodes);
  sv_vec_free(f->next);
}
