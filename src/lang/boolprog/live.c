// live.c -- which parameters and locals matter when a procedure is entered.
//
// A local starts with any value at each call. Where it is certainly assigned
// before it is read, that value cannot matter, and the lowering leaves it at
// false instead of choosing: fewer choices, same behaviour. Backward data
// flow over the nodes, one bit per variable of the procedure.

#include "base/bits.h"
#include "lang/boolprog/flow.h"

typedef struct {
  const bp_proc *proc;
  sv_bits *out;  // reads are added here
} reader;

static bool own(const reader *r, const bp_var *v) { return v && v->proc == r->proc; }

static void read_expr(reader *r, const bp_expr *e) {
  if (!e) return;
  if (e->op == BP_VAR && own(r, e->var)) sv_bits_add(r->out, e->var->index);
  for (uint32_t i = 0; i < e->n; i++) read_expr(r, e->arg[i]);
}

static void read_all(reader *r, bp_expr *const *list, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) read_expr(r, list[i]);
}

static void read_everything(reader *r) { sv_bits_all(r->out); }

// What the statement reads. A constrained assignment reads primed variables
// too; a forked thread takes a copy of everything.
static void read_stmt(reader *r, const bp_stmt *s) {
  read_expr(r, s->condition);
  read_all(r, s->value, s->values);
  for (uint32_t i = 0; i < s->arms; i++) read_expr(r, s->arm[i].condition);
  if (s->kind == BP_ASSIGN || s->kind == BP_CALL) read_all(r, r->proc->enforce, r->proc->enforces);
  if (s->kind == BP_LOCK || s->kind == BP_UNLOCK) read_everything(r);
  if (s->kind != BP_START) return;
  if (bp_runs_procedure(s)) read_all(r, s->inner->value, s->inner->values);
  else read_everything(r);
}

// What the statement surely overwrites.
static void kill_stmt(const reader *r, const bp_stmt *s, sv_bits *live) {
  if (s->kind != BP_ASSIGN && s->kind != BP_CALL) return;
  for (uint32_t i = 0; i < s->targets; i++)
    if (own(r, s->target[i].var) && !s->target[i].passive)
      sv_bits_remove(live, s->target[i].var->index);
}

static bool update(const bp_proc *p, const bp_flow *f, uint32_t number, sv_bits *live,
                   sv_bits *scratch) {
  const bp_node *node = &f->nodes.at[number];
  reader r = {p, scratch};
  sv_bits_clear(scratch);
  for (uint32_t i = 0; i < node->n; i++) sv_bits_join(scratch, &live[bp_successor(f, node, i)]);
  if (node->stmt) {
    kill_stmt(&r, node->stmt, scratch);
    read_stmt(&r, node->stmt);
  }
  return sv_bits_join(&live[number], scratch);
}

static void solve(const bp_proc *p, const bp_flow *f, sv_bits *live, sv_bits *scratch) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < f->nodes.n; i++) changed |= update(p, f, i, live, scratch);
  }
}

void bp_live_at_entry(const bp_proc *p, const bp_flow *f, bool *out) {
  uint32_t n = f->nodes.n, vars = p->vars.n;
  sv_bits *live = SV_NEW_ARRAY(sv_bits, n + 1);
  for (uint32_t i = 0; i <= n; i++) sv_bits_init(&live[i], vars);
  solve(p, f, live, &live[n]);
  for (uint32_t v = 0; v < vars; v++) {
    const bp_var *var = p->vars.at[v];
    out[v] = var->broadcast || var->locked.file || sv_bits_has(&live[f->entry], v);
  }
  for (uint32_t i = 0; i <= n; i++) sv_bits_free(&live[i]);
  sv_free(live);
}
