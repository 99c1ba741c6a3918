// tseitin.c -- Tseitin's conversion with recognition of gates.
//
// A request has two passes over the part of the cone that has no variables
// yet. The first counts uses. The second defines nodes from a worklist: a node
// on it has its variable and lacks its clauses. Clauses may mention variables
// whose definition is still to come, so no order is needed and nothing recurs.
//
// A node used once by an AND or by a choice is absorbed: it is spelled out in
// its user's clauses. If a later request needs it too it gets a variable then,
// so that nothing is spelled out more than twice.

#include "encode/graph/tseitin.h"

#include <stdlib.h>

enum { USED_ONCE = 1, USED_OFTEN = 2, USES = 3, ABSORBED = 4 };

typedef SV_VEC(int32_t) solver_literals;

struct sv_cnf {
  const sv_aig *g;
  sv_cnf_sink to;
  int32_t count;
  SV_VEC(int32_t) variables;  // by node; 0 = none
  SV_VEC(uint8_t) marks;      // by node; uses in this request, and ABSORBED
  sv_u32s counted;            // nodes with uses
  sv_u32s todo;               // nodes to visit or to define
  sv_lits tree;               // literals of the AND tree being flattened
  solver_literals leaves;     // its leaves
};

sv_cnf *sv_cnf_new(const sv_aig *g, sv_cnf_sink to) {
  sv_cnf *c = SV_NEW(sv_cnf);
  c->g = g, c->to = to;
  return c;
}

void sv_cnf_free(sv_cnf *c) {
  if (!c) return;
  sv_vec_free(c->variables);
  sv_vec_free(c->marks);
  sv_vec_free(c->counted);
  sv_vec_free(c->todo);
  sv_vec_free(c->tree);
  sv_vec_free(c->leaves);
  sv_free(c);
}

int32_t sv_cnf_count(const sv_cnf *c) { return c->count; }

int32_t sv_cnf_find(const sv_cnf *c, uint32_t node) {
  return node < c->variables.n ? c->variables.at[node] : 0;
}

int32_t sv_cnf_variable(sv_cnf *c) {
  if (c->count == INT32_MAX) sv_out_of_memory(SIZE_MAX);
  c->count++;
  if (c->to.var) REQUIRE(sv_cnf_var(&c->to) == c->count, "the solver has variables of its own");
  return c->count;
}

static void count_use(sv_cnf *c, uint32_t node) {
  uint8_t *mark = &c->marks.at[node];
  if (c->variables.at[node] || (*mark & USED_OFTEN)) return;
  if (!(*mark & USES)) {
    sv_push(c->counted, node);
    sv_push(c->todo, node);
  }
  (*mark)++;
}

static void count_uses(sv_cnf *c, uint32_t root) {
  count_use(c, root);
  while (c->todo.n) {
    uint32_t node = sv_pop(c->todo);
    if (!sv_aig_is_and(c->g, node)) continue;
    count_use(c, sv_lit_node(sv_aig_left(c->g, node)));
    count_use(c, sv_lit_node(sv_aig_right(c->g, node)));
  }
}

static void forget_uses(sv_cnf *c) {
  for (uint32_t i = 0; i < c->counted.n; i++) c->marks.at[c->counted.at[i]] &= (uint8_t)~USES;
  sv_clear(c->counted);
}

// An AND that only its one user needs, so far.
static bool can_be_absorbed(const sv_cnf *c, uint32_t node) {
  return sv_aig_is_and(c->g, node) && !c->variables.at[node] && c->marks.at[node] == USED_ONCE;
}

// The literal of a fan-in; a node without a variable gets one and is to be defined.
static int32_t operand(sv_cnf *c, sv_lit a) {
  int32_t *variable = &c->variables.at[sv_lit_node(a)];
  if (!*variable) {
    *variable = sv_cnf_variable(c);
    if (sv_aig_is_and(c->g, sv_lit_node(a))) sv_push(c->todo, sv_lit_node(a));
  }
  return sv_lit_negated(a) ? -*variable : *variable;
}

typedef struct {
  sv_lit condition, then, other;
} choice;

// !(x & y) & !(!x & z) is x ? !y : !z.
static bool is_choice(const sv_aig *g, uint32_t node, choice *out) {
  sv_lit a = sv_aig_left(g, node), b = sv_aig_right(g, node);
  uint32_t p = sv_lit_node(a), q = sv_lit_node(b);
  if (!sv_lit_negated(a) || !sv_lit_negated(b)) return false;
  if (!sv_aig_is_and(g, p) || !sv_aig_is_and(g, q)) return false;
  for (uint32_t i = 0; i < 4; i++) {
    sv_lit x = i & 1 ? sv_aig_right(g, p) : sv_aig_left(g, p);
    sv_lit y = i & 1 ? sv_aig_left(g, p) : sv_aig_right(g, p);
    sv_lit not_x = i & 2 ? sv_aig_right(g, q) : sv_aig_left(g, q);
    sv_lit z = i & 2 ? sv_aig_left(g, q) : sv_aig_right(g, q);
    if (!sv_lit_same(not_x, sv_lit_not(x))) continue;
    *out = (choice){x, sv_lit_not(y), sv_lit_not(z)};
    return true;
  }
  return false;
}

// As a choice the node saves the variable of at least one fan-in.
static bool worth_a_choice(const sv_cnf *c, uint32_t node, choice *out) {
  return is_choice(c->g, node, out) && (can_be_absorbed(c, sv_lit_node(sv_aig_left(c->g, node))) ||
                                        can_be_absorbed(c, sv_lit_node(sv_aig_right(c->g, node))));
}

static void absorb(sv_cnf *c, uint32_t node) {
  if (can_be_absorbed(c, node)) c->marks.at[node] |= ABSORBED;
}

static void ternary(sv_cnf *c, int32_t x, int32_t y, int32_t z) {
  sv_cnf_add(&c->to, (int32_t[]){x, y, z}, 3);
}

// The last two clauses follow from the others but let solvers see more at once.
static void define_choice(sv_cnf *c, uint32_t node, const choice *is) {
  absorb(c, sv_lit_node(sv_aig_left(c->g, node)));
  absorb(c, sv_lit_node(sv_aig_right(c->g, node)));
  int32_t x = operand(c, is->condition), y = operand(c, is->then), z = operand(c, is->other);
  assert(abs(x) != abs(y) && abs(x) != abs(z));
  int32_t result = c->variables.at[node];
  ternary(c, -x, -y, result);
  ternary(c, -x, y, -result);
  ternary(c, x, -z, result);
  ternary(c, x, z, -result);
  if (y == -z) return;
  ternary(c, -y, -z, result);
  ternary(c, y, z, -result);
}

// The conjunction below a node: positive ANDs that can be absorbed are opened.
static void flatten(sv_cnf *c, uint32_t node) {
  choice unused;
  sv_clear(c->leaves);
  sv_push(c->tree, sv_aig_right(c->g, node));
  sv_push(c->tree, sv_aig_left(c->g, node));
  while (c->tree.n) {
    sv_lit a = sv_pop(c->tree);
    uint32_t below = sv_lit_node(a);
    if (sv_lit_negated(a) || !can_be_absorbed(c, below) || worth_a_choice(c, below, &unused)) {
      sv_push(c->leaves, operand(c, a));
      continue;
    }
    absorb(c, below);
    sv_push(c->tree, sv_aig_right(c->g, below));
    sv_push(c->tree, sv_aig_left(c->g, below));
  }
}

static int by_variable(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  int32_t p = abs(x), q = abs(y);
  return p != q ? (p > q) - (p < q) : (x > y) - (x < y);
}

// Each leaf once; false if two contradict one another.
static bool tidy_leaves(solver_literals *leaves) {
  uint32_t kept = 0;
  qsort(leaves->at, leaves->n, sizeof *leaves->at, by_variable);
  for (uint32_t i = 0; i < leaves->n; i++) {
    if (kept && leaves->at[kept - 1] == -leaves->at[i]) return false;
    if (!kept || leaves->at[kept - 1] != leaves->at[i]) leaves->at[kept++] = leaves->at[i];
  }
  leaves->n = kept;
  return true;
}

static void define_and(sv_cnf *c, uint32_t node) {
  int32_t result = c->variables.at[node];
  flatten(c, node);
  assert(c->leaves.n >= 2 && result);
  if (!tidy_leaves(&c->leaves)) {
    sv_cnf_add(&c->to, (int32_t[]){-result}, 1);
    return;
  }
  for (uint32_t i = 0; i < c->leaves.n; i++) {
    sv_cnf_add(&c->to, (int32_t[]){-result, c->leaves.at[i]}, 2);
    c->leaves.at[i] = -c->leaves.at[i];
  }
  sv_push(c->leaves, result);
  sv_cnf_add(&c->to, c->leaves.at, c->leaves.n);
}

static void define(sv_cnf *c, uint32_t node) {
  assert(sv_aig_is_and(c->g, node) && c->variables.at[node]);
  choice is;
  if (worth_a_choice(c, node, &is)) define_choice(c, node, &is);
  else define_and(c, node);
}

// The constant is a variable that a clause sets.
static int32_t constant(sv_cnf *c, sv_lit a) {
  int32_t *variable = &c->variables.at[0];
  if (!*variable) {
    *variable = sv_cnf_variable(c);
    sv_cnf_add(&c->to, (int32_t[]){-*variable}, 1);
  }
  return sv_lit_negated(a) ? -*variable : *variable;
}

int32_t sv_cnf_literal(sv_cnf *c, sv_lit a) {
  REQUIRE(sv_lit_node(a) < sv_aig_nodes(c->g), "no such node");
  assert(!c->todo.n && !c->counted.n);
  if (c->variables.n < sv_aig_nodes(c->g)) {
    sv_fill(c->variables, sv_aig_nodes(c->g));
    sv_fill(c->marks, sv_aig_nodes(c->g));
  }
  if (sv_lit_is_const(a)) return constant(c, a);
  if (!c->variables.at[sv_lit_node(a)]) count_uses(c, sv_lit_node(a));
  int32_t literal = operand(c, a);
  while (c->todo.n) define(c, sv_pop(c->todo));
  assert(!c->tree.n && literal && abs(literal) <= c->count);
  forget_uses(c);
  return literal;
}
