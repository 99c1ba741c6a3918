// blast_action.c -- the conditions of docs/model.md, "Actions", in their order.
//
// Mirrors exec/exec_step.c: queue operations, updates, moves, then what must
// hold afterwards. Invariants of locations are taken to hold before the step;
// only those are looked at that it can touch.

#include "encode/bits/blast_inside.h"

typedef struct {
  sv_blaster *b;
  sv_word_maker *m;
  const sv_net_action *a;
  sv_lit possible;
} step;

static void demand(step *s, sv_lit condition) {
  s->possible = sv_aig_and(s->m->aig, s->possible, condition);
}

static bool is_impossible(const step *s) { return sv_lit_same(s->possible, SV_LIT_FALSE); }

static uint32_t pc_cell(const sv_net *net, uint32_t process) {
  return net->vars.at[net->processes.at[process].pc].first_cell;
}

static void demand_edges(step *s) {
  for (uint32_t i = 0; i < s->a->edge_count; i++) {
    const sv_net_edge *e = &s->a->edges[i];
    demand(s, sv_blast_among(s->b, e->process, e->from, e->from_count));
  }
}

static void demand_choices(step *s) {
  for (uint32_t k = 0; k < s->a->choice_count; k++) {
    sv_code_shape shape;
    if (sv_code_shape_of(s->b->net, s->a->choices[k], &shape) && !shape.is_bv)
      demand(s, sv_blast_in_shape(s->m, &shape, sv_blast_choice_word(s->b, k)));
  }
}

// ---- updates

typedef struct {
  const sv_net_var *var;
  sv_term indices[32];  // outermost first
  uint32_t sizes[32];
  uint32_t depth;
  uint32_t cells;  // of the part that is written
} target;

static target split_target(const sv_blaster *b, sv_term t) {
  target out = {.cells = sv_sort_cells(b->terms, sv_sort_of(b->terms, t))};
  uint32_t n = 0;
  sv_node node = sv_node_of(b->terms, sv_index(t));
  for (; node.op == SV_OP_SELECT; node = sv_node_of(b->terms, sv_index(node.args[0]))) {
    REQUIRE(n < SV_COUNT(out.indices), "an array of that many dimensions");
    out.indices[n++] = node.args[1];
  }
  assert(node.op == SV_OP_VAR);
  out.var = &b->net->vars.at[node.id];
  out.depth = n;
  assert(out.cells && out.var->cells % out.cells == 0);
  sv_sort sort = out.var->sort;
  for (uint32_t i = 0; i < n; i++) {
    out.sizes[i] = sv_sort_get(b->terms, sort)->size;
    sort = sv_sort_get(b->terms, sort)->element;
    if (i < n - 1 - i) {
      sv_term swapped = out.indices[i];
      out.indices[i] = out.indices[n - 1 - i], out.indices[n - 1 - i] = swapped;
    }
  }
  return out;
}

// The indices name part number k of the variable.
static sv_lit is_part(step *s, const target *t, uint32_t k) {
  sv_lit here = SV_LIT_TRUE;
  for (uint32_t i = t->depth; i--; k /= t->sizes[i]) {
    sv_word index = sv_blast_index(s->b, t->indices[i], t->sizes[i]);
    sv_word digit = sv_word_const(s->m, k % t->sizes[i]);
    here = sv_aig_and(s->m->aig, here, sv_word_equal(s->m, index, digit));
    if (sv_lit_same(here, SV_LIT_FALSE)) break;
  }
  return here;
}

static sv_lit is_written(step *s, const target *t) {
  sv_lit inside = SV_LIT_TRUE;
  for (uint32_t i = 0; i < t->depth; i++) {
    sv_word index = sv_blast_index(s->b, t->indices[i], t->sizes[i]);
    inside = sv_aig_and(s->m->aig, inside, sv_blast_inside(s->m, index, t->sizes[i]));
  }
  return inside;
}

// Scalars may be negated.
static const sv_word *value_words(step *s, const target *t, sv_term value, sv_word *one) {
  if (t->cells > 1) return sv_blast_slice(s->b, false, value);
  *one = sv_blast_fitted(s->b, value, sv_sort_scalar(s->b->terms, t->var->sort));
  return one;
}

static void demand_range(step *s, const target *t, sv_term value, const sv_word *words) {
  sv_sort scalar = sv_sort_scalar(s->b->terms, t->var->sort);
  sv_lits all = {0};
  for (uint32_t c = 0; c < t->cells; c++)
    sv_push(all, sv_blast_in_sort(s->b, s->m, scalar, value, words[c]));
  sv_lit fits = sv_aig_and_all(s->m->aig, all.at, all.n);
  demand(s, sv_aig_implies(s->m->aig, is_written(s, t), fits));
  sv_vec_free(all);
}

// Of a variable that is terms, only which cells are written.
static void update_terms(step *s, const target *t, sv_term value) {
  sv_lit fits = sv_blast_fits(s->b, value, sv_sort_scalar(s->b->terms, t->var->sort));
  demand(s, sv_aig_implies(s->m->aig, is_written(s, t), fits));
  for (uint32_t k = 0; k < t->var->cells / t->cells; k++)
    for (uint32_t c = 0; c < t->cells && !sv_lit_same(is_part(s, t, k), SV_LIT_FALSE); c++)
      sv_blast_set_cell(s->b, t->var->first_cell + k * t->cells + c, (sv_word){0});
}

static void update(step *s, const sv_update *u) {
  target t = split_target(s->b, u->target);
  if (sv_blast_var_termed(s->b, t.var)) {
    update_terms(s, &t, u->value);
    return;
  }
  sv_word one;
  const sv_word *words = value_words(s, &t, u->value, &one);
  demand_range(s, &t, u->value, words);
  for (uint32_t k = 0; k < t.var->cells / t.cells; k++) {
    sv_lit here = is_part(s, &t, k);
    uint32_t first = t.var->first_cell + k * t.cells;
    assert(first + t.cells <= t.var->first_cell + t.var->cells);
    if (sv_lit_same(here, SV_LIT_FALSE)) continue;
    for (uint32_t c = 0; c < t.cells; c++) {
      sv_word old = sv_blast_new_cell(s->b, first + c);
      sv_blast_set_cell(s->b, first + c, sv_word_ite(s->m, here, words[c], old));
    }
  }
}

static void move(step *s) {
  for (uint32_t i = 0; i < s->a->edge_count; i++) {
    const sv_net_edge *e = &s->a->edges[i];
    if (e->to == SV_STAY) continue;
    sv_blast_set_cell(s->b, pc_cell(s->b->net, e->process), sv_word_const(s->m, e->to));
  }
}

// ---- afterwards

static bool is_touched(const sv_blaster *b, const sv_blast_invariant *i) {
  if (b->changed[pc_cell(b->net, i->process)]) return true;
  if (i->queues && b->changed_queues.n) return true;
  for (uint32_t k = 0; k < i->vars.n; k++) {
    const sv_net_var *v = &b->net->vars.at[i->vars.at[k]];
    for (uint32_t c = 0; c < v->cells; c++)
      if (b->changed[v->first_cell + c]) return true;
  }
  return false;
}

static void demand_invariants(step *s) {
  for (uint32_t k = 0; k < s->b->invariants.n; k++) {
    const sv_blast_invariant *i = &s->b->invariants.at[k];
    if (!is_touched(s->b, i)) continue;
    sv_word pc = sv_blast_new_cell(s->b, pc_cell(s->b->net, i->process));
    sv_lit there = sv_word_equal(s->m, pc, sv_word_const(s->m, i->location));
    if (sv_lit_same(there, SV_LIT_FALSE)) continue;
    demand(s, sv_aig_implies(s->m->aig, there, sv_blast_truth(s->b, true, i->term)));
  }
}

static void take(step *s) {
  demand_edges(s);
  if (!is_impossible(s)) demand(s, sv_blast_truth(s->b, false, s->a->guard));
  if (is_impossible(s)) return;
  demand_choices(s);
  for (uint32_t i = 0; i < s->a->queue_op_count; i++)
    demand(s, sv_blast_queue_op(s->b, &s->a->queue_ops[i]));
  for (uint32_t i = 0; i < s->a->update_count; i++) update(s, &s->a->updates[i]);
  move(s);
  if (!is_impossible(s)) demand(s, sv_blast_truth(s->b, false, s->a->constraint));
  if (!is_impossible(s)) demand_invariants(s);
}

void sv_blast_action(sv_blaster *b, uint32_t action, sv_blasted *out) {
  REQUIRE(action < b->net->actions.n, "no such action");
  step s = {b, &b->passing, &b->net->actions.at[action], SV_LIT_TRUE};
  b->action = s.a;
  assert(!b->changed_cells.n && !b->changed_queues.n);
  take(&s);
  *out = (sv_blasted){.action = action, .possible = s.possible};
  if (!is_impossible(&s)) sv_blast_write_step(b, out);
  sv_blast_forget_step(b);
}

void sv_blasted_free(sv_blasted *out) {
  sv_vec_free(out->writes);
  sv_vec_free(out->cells);
  sv_vec_free(out->outside);
}
