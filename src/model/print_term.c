// print_term.c -- terms in prefix form.
//
// One pass over the cone, lowest ranks first, decides what is bound by a let:
// terms that would be written more than once and are not tiny, and terms so
// deep that the reader's bound on nesting would be in danger. So the text is
// linear in the number of terms, and the recursion below is shallow.
//
// Numbers of bit vectors and filled arrays are written plainly where the reader
// finds their sort by itself: from the place (`known`), or from a neighbour
// that is not `flexible`, i.e. not itself made of such. Elsewhere the sort is
// spelled out: (as bv 8 5).

#include <stdlib.h>

#include "model/rank.h"

enum { TINY = 5, DEEPEST = 60 };

typedef struct {
  uint32_t uses, let;   // let: number of its binding, or 0
  uint8_t size, depth;  // size: as a tree, at most 255
  bool flexible, bound;
} plan;

struct sv_term_printer {
  const sv_model *m;
  const sv_terms *T;
  const sv_action *action;
  sv_text *out;
  uint32_t *rank;
  plan *plan;  // by index; zero outside of the root at hand
};

static void print(sv_term_printer *p, sv_term t, bool known);

static sv_sort_kind kind_of(const sv_term_printer *p, sv_sort s) {
  return sv_sort_get(p->T, s)->kind;
}

static sv_node node_of(const sv_term_printer *p, sv_term t) {
  return sv_node_of(p->T, sv_index(t));
}

// --- what is bound

static bool is_arithmetic(sv_op op) {
  return sv_class_of(op) == SV_CLASS_ARITHMETIC || sv_class_of(op) == SV_CLASS_BITS;
}

// Does the reader learn no sort from this term?
static bool is_flexible(const sv_term_printer *p, const sv_node *node) {
  sv_sort_kind kind = kind_of(p, node->sort);
  if (node->op == SV_OP_CONST) return kind == SV_SORT_BV || kind == SV_SORT_INT;
  if (node->op == SV_OP_FILL) return true;
  bool store = node->op == SV_OP_STORE;
  if (!store && node->op != SV_OP_ITE && node->op != SV_OP_ARRAY && !is_arithmetic(node->op))
    return false;
  for (uint32_t i = node->op == SV_OP_ITE; i < (store ? 1 : node->n); i++) {
    const plan *arg = &p->plan[sv_index(node->args[i])];
    if (!arg->flexible || arg->bound) return false;
  }
  return true;
}

static void make_plan(sv_term_printer *p, uint32_t index, bool is_root) {
  sv_node node = sv_node_of(p->T, index);
  plan *own = &p->plan[index];
  uint32_t size = 1, depth = 0;
  for (uint32_t i = 0; i < node.n; i++) {
    const plan *arg = &p->plan[sv_index(node.args[i])];
    size += arg->bound ? 1 : arg->size;
    if (!arg->bound && arg->depth >= depth) depth = arg->depth + 1u;
  }
  own->size = (uint8_t)(size < 255 ? size : 255);
  own->depth = (uint8_t)depth;
  own->flexible = is_flexible(p, &node);
  own->bound = !is_root && ((own->uses > 1 && size > TINY) || depth >= DEEPEST);
}

typedef struct {
  uint32_t rank, index;
} ranked;

static int by_rank(const void *a, const void *b) {
  uint32_t x = ((const ranked *)a)->rank, y = ((const ranked *)b)->rank;
  return (x > y) - (x < y);
}

static void count_uses(sv_term_printer *p, const sv_u32s *cone) {
  for (uint32_t i = 0; i < cone->n; i++) {
    sv_node node = sv_node_of(p->T, cone->at[i]);
    for (uint32_t j = 0; j < node.n; j++) p->plan[sv_index(node.args[j])].uses++;
  }
}

// Fills the plan; the bound terms are left in the cone, in the order of their bindings.
static void make_plans(sv_term_printer *p, sv_term root, sv_u32s *cone, sv_u32s *bound) {
  sv_cone(p->T, &root, 1, cone);
  count_uses(p, cone);
  for (uint32_t i = 0; i < cone->n; i++) make_plan(p, cone->at[i], cone->at[i] == sv_index(root));
  SV_VEC(ranked) order = {0};
  for (uint32_t i = 0; i < cone->n; i++)
    if (p->plan[cone->at[i]].bound) sv_push(order, (ranked){p->rank[cone->at[i]], cone->at[i]});
  if (order.n) qsort(order.at, order.n, sizeof *order.at, by_rank);
  for (uint32_t i = 0; i < order.n; i++) sv_push(*bound, order.at[i].index);
  sv_vec_free(order);
}

// --- leaves

static void print_typed(sv_term_printer *p, sv_sort sort, const char *value) {
  sv_text_string(p->out, "(as ");
  sv_model_print_sort(p->m, sort, p->out);
  sv_text_printf(p->out, " %s)", value);
}

static void print_number(sv_term_printer *p, const sv_node *node, bool known) {
  sv_text value = {0};
  sv_number_print(sv_terms_numbers(p->T), node->value, &value);
  sv_sort_kind kind = kind_of(p, node->sort);
  bool whole = sv_number_is_int(sv_terms_numbers(p->T), node->value);
  if (kind == SV_SORT_REAL && whole) sv_text_string(&value, ".0");
  if (kind == SV_SORT_BV && !known) print_typed(p, node->sort, sv_text_get(&value));
  else sv_text_string(p->out, sv_text_get(&value));
  sv_text_free(&value);
}

static void print_member(sv_term_printer *p, const sv_node *node) {
  sv_text name = {0};
  sv_name member = sv_sort_get(p->T, node->sort)->members[sv_small_get(node->value)];
  sv_model_print_name(p->m, member, &name);
  if (sv_model_member_is_plain(p->m, node->sort, member))
    sv_text_string(p->out, sv_text_get(&name));
  else print_typed(p, node->sort, sv_text_get(&name));
  sv_text_free(&name);
}

static void print_head_alone(sv_term_printer *p, const sv_node *node) {
  sv_text_char(p->out, '(');
  sv_model_print_head(p->m, p->action, node, p->out);
  sv_text_char(p->out, ')');
}

static void print_const(sv_term_printer *p, const sv_node *node, bool known) {
  switch (kind_of(p, node->sort)) {
  case SV_SORT_BOOL: sv_text_string(p->out, "true"); return;
  case SV_SORT_BV:
  case SV_SORT_INT:
  case SV_SORT_REAL: print_number(p, node, known); return;
  case SV_SORT_ENUM: print_member(p, node); return;
  case SV_SORT_LOC: print_head_alone(p, node); return;
  case SV_SORT_REF:
    sv_text_string(p->out, "none");
    if (sv_small_get(node->value))
      sv_text_printf(p->out, "#%lld", (long long)sv_small_get(node->value));
    return;
  case SV_SORT_ARRAY: break;
  }
  SV_UNREACHABLE();
}

static void print_leaf(sv_term_printer *p, const sv_node *node) {
  if (node->op == SV_OP_VAR || node->op == SV_OP_CHOICE)
    sv_model_print_head(p->m, p->action, node, p->out);
  else print_head_alone(p, node);
}

// --- operators

static void print_argument(sv_term_printer *p, sv_term t, bool known) {
  sv_text_char(p->out, ' ');
  print(p, t, known);
}

// Is t a program counter?
static bool is_pc(const sv_term_printer *p, sv_term t) {
  sv_node node = node_of(p, t);
  if (node.op != SV_OP_VAR && node.op != SV_OP_REMOTE) return false;
  return node.id < p->m->variables.n && p->m->variables.at[node.id].is_pc;
}

static bool is_at(const sv_term_printer *p, const sv_node *node, const sv_term *args) {
  if (node->op != SV_OP_EQ) return false;
  return is_pc(p, args[0]) && node_of(p, args[1]).op == SV_OP_CONST;
}

static void print_place(sv_term_printer *p, const sv_node *pc, int64_t location) {
  const sv_template *t = &p->m->templates.at[p->m->variables.at[pc->id].owner];
  sv_text_char(p->out, ' ');
  if (location && location < t->locations.n)
    sv_model_print_name(p->m, t->locations.at[location].name, p->out);
  else sv_text_string(p->out, "none");
}

// (at l)  (at $1 l)  (at P i l)
static void print_at(sv_term_printer *p, const sv_term *args) {
  sv_node pc = node_of(p, args[0]), place = node_of(p, args[1]);
  uint32_t owner = p->m->variables.at[pc.id].owner;
  sv_text_string(p->out, "(at");
  if (pc.op == SV_OP_REMOTE) {
    sv_text_char(p->out, ' ');
    sv_model_print_name(p->m, p->m->templates.at[owner].name, p->out);
    print_argument(p, pc.args[0], true);
  } else if (pc.role) {
    sv_text head = {0};  // $1.@ or $other@P.@
    sv_model_print_head(p->m, p->action, &pc, &head);
    sv_text_char(p->out, ' ');
    sv_text_bytes(p->out, sv_text_get(&head), head.n - 2);
    sv_text_free(&head);
  }
  print_place(p, &pc, sv_small_get(place.value));
  sv_text_char(p->out, ')');
}

// Is the sort of argument i clear to the reader when the term's own is not?
static bool is_clear(const sv_term_printer *p, const sv_node *node, uint32_t i) {
  uint32_t first = node->op == SV_OP_ITE;
  if (i < first) return true;
  for (uint32_t j = first; j < node->n; j++) {
    const plan *arg = &p->plan[sv_index(node->args[j])];
    if (j != i && (!arg->flexible || arg->bound)) return true;
  }
  return false;
}

static bool known_argument(const sv_term_printer *p, const sv_node *node, uint32_t i, bool known) {
  if (node->op == SV_OP_STORE) return i == 2 || (i == 0 && known);
  if (node->op == SV_OP_EQ || sv_class_of(node->op) == SV_CLASS_COMPARISON)
    return is_clear(p, node, i);
  if (node->op == SV_OP_ITE || node->op == SV_OP_ARRAY || is_arithmetic(node->op))
    return known || is_clear(p, node, i);
  return node->op == SV_OP_FILL || node->op == SV_OP_REMOTE || node->op == SV_OP_FIND;
}

// The field's sort follows from the queue where that is no mere reference.
static bool peek_is_plain(const sv_term_printer *p, const sv_node *node) {
  sv_node queue = node_of(p, node->args[0]);
  if (queue.op != SV_OP_QUEUE || p->plan[sv_index(node->args[0])].bound) return false;
  if (!queue.id || queue.id >= p->m->queues.n) return false;
  const sv_queue_family *q = &p->m->queues.at[queue.id];
  return node->id < q->field_count && sv_sort_same(q->fields[node->id], node->sort);
}

static void print_operator(sv_term_printer *p, const sv_node *node, bool known) {
  bool sorted = node->op == SV_OP_CAST || (node->op == SV_OP_FILL && !known) ||
                (node->op == SV_OP_PEEK && !peek_is_plain(p, node));
  sv_text_char(p->out, '(');
  if (node->op == SV_OP_REMOTE || node->op == SV_OP_FIND || node->op == SV_OP_QUEUE)
    sv_model_print_head(p->m, p->action, node, p->out);
  else sv_text_string(p->out, node->op == SV_OP_NEG ? "-" : sv_op_text(node->op));
  if (!sorted) return;
  sv_text_char(p->out, ' ');
  sv_model_print_sort(p->m, node->sort, p->out);
}

static void print_arguments(sv_term_printer *p, const sv_node *node, bool known) {
  for (uint32_t i = 0; i < node->n; i++)
    print_argument(p, node->args[i], known_argument(p, node, i, known));
  if (node->op == SV_OP_PEEK) sv_text_printf(p->out, " %u", node->id);
  sv_text_char(p->out, ')');
}

// A plain array of plain numbers has no sort: (as array 2 of bv 8 (array 1 2)).
static void print_ascribed(sv_term_printer *p, const sv_node *node) {
  sv_text_string(p->out, "(as ");
  sv_model_print_sort(p->m, node->sort, p->out);
  sv_text_char(p->out, ' ');
  print_operator(p, node, true);
  print_arguments(p, node, true);
  sv_text_char(p->out, ')');
}

static void print_application(sv_term_printer *p, const sv_node *original, bool known) {
  sv_node node = *original;
  sv_term *args = SV_NEW_ARRAY(sv_term, node.n);
  sv_rank_arguments(original, p->rank, args);
  node.args = args;
  if (is_at(p, &node, args)) print_at(p, args);
  else if (node.op == SV_OP_ARRAY && !known && is_flexible(p, &node)) print_ascribed(p, &node);
  else print_operator(p, &node, known), print_arguments(p, &node, known);
  sv_free(args);
}

static void print_positive(sv_term_printer *p, uint32_t index, bool known) {
  sv_node node = sv_node_of(p->T, index);
  if (p->plan[index].let) sv_text_printf(p->out, "%%%u", p->plan[index].let);
  else if (node.op == SV_OP_CONST) print_const(p, &node, known);
  else if (!node.n) print_leaf(p, &node);
  else print_application(p, &node, known);
}

static bool has_negated(const sv_node *node) {
  for (uint32_t i = 0; i < node->n; i++)
    if (sv_negated(node->args[i])) return true;
  return false;
}

static void print_or(sv_term_printer *p, const sv_node *node) {
  sv_term *args = SV_NEW_ARRAY(sv_term, node->n);
  sv_rank_arguments(node, p->rank, args);
  sv_text_string(p->out, "(or");
  for (uint32_t i = 0; i < node->n; i++) print_argument(p, sv_not(args[i]), false);
  sv_text_char(p->out, ')');
  sv_free(args);
}

static void print_negated(sv_term_printer *p, uint32_t index) {
  sv_node node = sv_node_of(p->T, index);
  if (node.op == SV_OP_CONST) {
    sv_text_string(p->out, "false");
  } else if (!p->plan[index].let && node.op == SV_OP_AND && has_negated(&node)) {
    print_or(p, &node);
  } else {
    sv_text_string(p->out, "(not ");
    print_positive(p, index, false);
    sv_text_char(p->out, ')');
  }
}

// Depth of recursion: DEEPEST, then terms are bound.
static void print(sv_term_printer *p, sv_term t, bool known) {
  if (sv_negated(t)) print_negated(p, sv_index(t));
  else print_positive(p, sv_index(t), known);
}

static void print_lets(sv_term_printer *p, const sv_u32s *bound) {
  sv_text_string(p->out, "(let (");
  for (uint32_t i = 0; i < bound->n; i++) {
    if (bound->n > 1) sv_text_string(p->out, "\n      ");
    sv_text_printf(p->out, "(%%%u ", i + 1);
    print_positive(p, bound->at[i], false);
    sv_text_char(p->out, ')');
    p->plan[bound->at[i]].let = i + 1;
  }
  sv_text_string(p->out, bound->n > 1 ? ")\n      " : ") ");
}

void sv_term_printer_print(sv_term_printer *p, const sv_action *action, sv_term t, bool known,
                           sv_text *out) {
  sv_u32s cone = {0}, bound = {0};
  p->action = action;
  p->out = out;
  make_plans(p, t, &cone, &bound);
  if (bound.n) print_lets(p, &bound);
  print(p, t, known);
  if (bound.n) sv_text_char(out, ')');
  for (uint32_t i = 0; i < cone.n; i++) p->plan[cone.at[i]] = (plan){0};
  sv_vec_free(cone);
  sv_vec_free(bound);
}

sv_term_printer *sv_term_printer_new(const sv_model *m, const sv_term *roots, uint32_t n) {
  sv_term_printer *p = SV_NEW(sv_term_printer);
  uint32_t count = sv_terms_count(m->terms) + 1;
  *p = (sv_term_printer){.m = m, .T = m->terms};
  p->rank = SV_NEW_ARRAY(uint32_t, count);
  p->plan = SV_NEW_ARRAY(plan, count);
  sv_rank_terms(m, roots, n, p->rank);
  return p;
}

void sv_term_printer_free(sv_term_printer *p) {
  if (!p) return;
  sv_free(p->rank);
  sv_free(p->plan);
  sv_free(p);
}

void sv_model_print_term(const sv_model *m, sv_term t, sv_text *out) {
  sv_term_printer *p = sv_term_printer_new(m, &t, 1);
  sv_term_printer_print(p, NULL, t, false, out);
  sv_term_printer_free(p);
}
