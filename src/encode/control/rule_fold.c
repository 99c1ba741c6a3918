// rule_fold.c -- see rule_fold.h. No recursion: graphs are as deep as there are classes.

#include "encode/control/rule_fold.h"

typedef struct {
  uint32_t node, next;  // parts before this one do not settle it
} frame;

typedef struct {
  sv_rule_value value;
  uint64_t age;  // known, if it is the fold's
} slot;

struct sv_rule_fold {
  const sv_rule_graph *graph;
  sv_rule_algebra a;
  SV_VEC(slot) known;  // by rule, so that negations are kept, too
  SV_VEC(frame) stack;
  SV_VEC(sv_rule_part) parts;  // scratch
  uint64_t age;
};

sv_rule_fold *sv_rule_fold_new(const sv_rule_graph *graph, const sv_rule_algebra *a) {
  sv_rule_fold *f = SV_NEW(sv_rule_fold);
  *f = (sv_rule_fold){.graph = graph, .a = *a, .age = 1};
  return f;
}

static bool is_known(const sv_rule_fold *f, sv_rule r) { return f->known.at[r.x].age == f->age; }

static void drop_all(sv_rule_fold *f) {
  for (uint32_t i = 0; f->a.drop && i < f->known.n; i++)
    if (is_known(f, (sv_rule){i})) f->a.drop(f->a.context, f->known.at[i].value);
}

void sv_rule_fold_free(sv_rule_fold *f) {
  if (!f) return;
  drop_all(f);
  sv_vec_free(f->known);
  sv_vec_free(f->stack);
  sv_vec_free(f->parts);
  sv_free(f);
}

void sv_rule_fold_move(sv_rule_fold *f, void *context) {
  drop_all(f);
  f->age++;
  f->a.context = context;
}

static void settle(sv_rule_fold *f, uint32_t node, sv_rule_value value) {
  f->known.at[node << 1] = (slot){value, f->age};
  assert(f->stack.n && sv_last(f->stack).node == node);
  f->stack.n--;
}

static sv_rule part_at(const sv_rule_fold *f, const sv_rule_node *n, uint32_t i) {
  return (sv_rule){f->graph->items.at[n->first + i]};
}

static sv_rule without_sign(sv_rule r) { return (sv_rule){r.x & ~UINT32_C(1)}; }

static bool is_constant(const sv_rule_fold *f, sv_rule part, bool truth) {
  truth ^= sv_rule_negated(part);
  return f->known.at[without_sign(part).x].value.x == f->a.constants[truth].x;
}

// A conjunction with an action that is possible nowhere.
static bool is_hopeless(const sv_rule_fold *f, const sv_rule_node *n) {
  for (uint32_t i = 0; f->a.never && n->kind == SV_RULE_ALL && i < n->n; i++) {
    sv_rule part = part_at(f, n, i);
    const sv_rule_node *leaf = &f->graph->nodes.at[sv_rule_index(part)];
    bool action = leaf->kind == SV_RULE_POSSIBLE || leaf->kind == SV_RULE_ADMITTED;
    if (action && !sv_rule_negated(part) && f->a.never(f->a.context, leaf->subject)) return true;
  }
  return false;
}

static sv_rule_value join_parts(sv_rule_fold *f, const sv_rule_node *n) {
  bool all = n->kind == SV_RULE_ALL;
  sv_clear(f->parts);
  for (uint32_t i = 0; i < n->n; i++) {
    sv_rule part = part_at(f, n, i);
    if (is_constant(f, part, all)) continue;
    sv_rule_value value = f->known.at[without_sign(part).x].value;
    sv_push(f->parts, (sv_rule_part){value, sv_rule_negated(part)});
  }
  if (!f->parts.n) return f->a.constants[all];
  return f->a.join(f->a.context, n->kind, f->parts.at, f->parts.n);
}

static bool ask(sv_rule_fold *f, uint32_t node) {
  const sv_rule_node *n = &f->graph->nodes.at[node];
  sv_rule_value value;
  if (!f->a.leaf(f->a.context, n, f->graph->items.at + n->first, &value)) return false;
  settle(f, node, value);
  return true;
}

// The next part that is not known is looked at first.
static bool go_on(sv_rule_fold *f) {
  frame *top = &sv_last(f->stack);
  assert(f->stack.n <= f->graph->nodes.n);  // the graph has no cycles
  const sv_rule_node *n = &f->graph->nodes.at[top->node];
  bool decided = n->kind == SV_RULE_ANY;
  if (sv_rule_is_leaf(n)) return ask(f, top->node);
  if (!top->next && is_hopeless(f, n)) return settle(f, top->node, f->a.constants[false]), true;
  for (; top->next < n->n; top->next++) {
    sv_rule part = part_at(f, n, top->next);
    assert(sv_rule_index(part) < top->node);
    if (!is_known(f, without_sign(part))) {
      sv_push(f->stack, (frame){sv_rule_index(part), 0});
      return true;
    }
    if (is_constant(f, part, decided)) return settle(f, top->node, f->a.constants[decided]), true;
  }
  settle(f, top->node, join_parts(f, n));
  return true;
}

static void negate(sv_rule_fold *f, sv_rule r) {
  slot *s = &f->known.at[r.x];
  *s = (slot){f->known.at[without_sign(r).x].value, f->age};
  if (s->value.x == f->a.constants[0].x) s->value = f->a.constants[1];
  else if (s->value.x == f->a.constants[1].x) s->value = f->a.constants[0];
  else s->value = f->a.join(f->a.context, SV_RULE_ALL, &(sv_rule_part){s->value, true}, 1);
}

bool sv_rule_fold_value(sv_rule_fold *f, sv_rule r, sv_rule_value *out) {
  assert(!f->stack.n);
  if (!sv_rule_index(r)) return *out = f->a.constants[!sv_rule_negated(r)], true;
  REQUIRE(sv_rule_index(r) < f->graph->nodes.n, "a rule of this graph");
  sv_fill(f->known, 2 * f->graph->nodes.n);
  if (!is_known(f, without_sign(r))) sv_push(f->stack, (frame){sv_rule_index(r), 0});
  while (f->stack.n)
    if (!go_on(f)) {
      sv_clear(f->stack);
      return false;
    }
  if (!is_known(f, r)) negate(f, r);
  assert(is_known(f, r) && is_known(f, without_sign(r)));
  *out = f->known.at[r.x].value;
  return true;
}
