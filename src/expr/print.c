// print.c -- sorts, values and terms as text.
//
// The prefix form is written with a stack of what is still to be written:
// pieces of text and terms. Before that, the cone is searched for terms that
// would be written more than once; those that are not tiny get a number and
// are written once, in a let, children first. So the length of the text is
// linear in the size of the DAG. walk.h gives the form.

#include "expr/table.h"

void sv_value_print(const sv_terms *T, sv_sort s, sv_value v, sv_text *out) {
  const sv_sort_info *info = sv_sort_get(T, s);
  switch (info->kind) {
  case SV_SORT_BOOL: sv_text_string(out, sv_value_same(v, sv_small(0)) ? "false" : "true"); return;
  case SV_SORT_BV:
  case SV_SORT_INT:
  case SV_SORT_REAL: sv_number_print(T->numbers, v, out); return;
  case SV_SORT_ENUM:
    assert(sv_small_get(v) >= 0 && sv_small_get(v) < (int64_t)info->size);
    sv_text_string(out, sv_names_get(T->names, info->members[sv_small_get(v)]));
    return;
  case SV_SORT_LOC: sv_text_printf(out, "@%lld", (long long)sv_small_get(v)); return;
  case SV_SORT_REF:
    if (sv_value_same(v, sv_small(0))) sv_text_string(out, "none");
    else sv_text_printf(out, "#%lld", (long long)sv_small_get(v));
    return;
  case SV_SORT_ARRAY: break;
  }
  REQUIRE(info->kind != SV_SORT_ARRAY, "an array is not a single value");
}

static void print_scalar_sort(const sv_terms *T, const sv_sort_info *info, sv_text *out) {
  switch (info->kind) {
  case SV_SORT_BOOL: sv_text_string(out, "bool"); return;
  case SV_SORT_BV: sv_text_printf(out, "%s %u", info->is_signed ? "sbv" : "bv", info->size); return;
  case SV_SORT_ENUM: sv_text_string(out, sv_names_get(T->names, info->name)); return;
  case SV_SORT_INT:
    sv_text_string(out, "int");
    if (info->ranged) sv_text_printf(out, " %lld..%lld", (long long)info->lo, (long long)info->hi);
    return;
  case SV_SORT_REAL: sv_text_string(out, "real"); return;
  case SV_SORT_LOC: sv_text_printf(out, "loc %u", info->size); return;
  case SV_SORT_REF: sv_text_string(out, "ref"); return;
  case SV_SORT_ARRAY: break;
  }
  SV_UNREACHABLE();
}

void sv_sort_print(const sv_terms *T, sv_sort s, sv_text *out) {
  const sv_sort_info *info = sv_sort_get(T, s);
  for (; info->kind == SV_SORT_ARRAY; info = sv_sort_get(T, info->element))
    sv_text_printf(out, "array %u of ", info->size);
  print_scalar_sort(T, info, out);
}

typedef struct {
  const char *text;  // NULL: the term
  sv_term term;      // none: the number of a PEEK's field, and the end
  uint32_t field;
  bool bare;  // a constant's sort follows from its place
} item;

typedef struct {
  const sv_terms *T;
  sv_leaf_printer *leaf;
  void *context;
  sv_text *out;
  sv_map names;        // index -> number of its let binding
  SV_VEC(item) stack;  // what comes next is on top
} printer;

static void push_text(printer *p, const char *text) { sv_push(p->stack, (item){.text = text}); }

static void generic_name(const sv_terms *T, const sv_node *node, sv_text *out) {
  switch (node->op) {
  case SV_OP_VAR:
  case SV_OP_REMOTE:
  case SV_OP_FIND: sv_text_printf(out, "v%u", node->id); break;
  case SV_OP_NEXT: sv_text_printf(out, "v%u'", node->id); break;
  case SV_OP_CHOICE: sv_text_printf(out, "choice%u", node->id); break;
  case SV_OP_SELF: sv_text_string(out, "self"); break;
  case SV_OP_ALIVE: sv_text_printf(out, "alive%u", node->id); break;
  case SV_OP_QUEUE: sv_text_printf(out, "q%u", node->id); break;
  case SV_OP_CONST: sv_value_print(T, node->sort, node->value, out); break;
  case SV_ANY_CORE_OP:
  case SV_ANY_COMPARISON_OP:
  case SV_ANY_ARITHMETIC_OP:
  case SV_ANY_BITS_OP:
  case SV_ANY_CONVERSION_OP:
  case SV_ANY_ARRAY_OP:
  case SV_ANY_QUEUE_OP: SV_UNREACHABLE();
  }
  if (node->role) sv_text_printf(out, "@%u", node->role);
}

void sv_print_leaf(const sv_terms *T, const sv_node *node, sv_leaf_printer *leaf, void *context,
                   sv_text *out) {
  if (leaf) leaf(context, T, node, out);
  else generic_name(T, node, out);
}

// A constant of one of these sorts looks like one of another sort.
static bool needs_sort(const sv_terms *T, sv_sort s) {
  sv_sort_kind kind = sv_kind_of(T, s);
  return kind == SV_SORT_BV || kind == SV_SORT_REAL || kind == SV_SORT_ENUM;
}

static void print_const(printer *p, const sv_node *node, bool bare) {
  if (sv_kind_of(p->T, node->sort) == SV_SORT_LOC) {
    sv_print_leaf(p->T, node, p->leaf, p->context, p->out);
    return;
  }
  bool typed = !bare && needs_sort(p->T, node->sort);
  if (typed) {
    sv_text_string(p->out, "(as ");
    sv_sort_print(p->T, node->sort, p->out);
    sv_text_char(p->out, ' ');
  }
  sv_value_print(p->T, node->sort, node->value, p->out);
  if (typed) sv_text_char(p->out, ')');
}

static bool other_is_not_const(const printer *p, const sv_node *node, uint32_t first, uint32_t i) {
  for (uint32_t j = first; j < node->n; j++)
    if (j != i && !sv_is_const(p->T, node->args[j], NULL)) return true;
  return false;
}

// Does the sort of argument i follow from the operator or from a sibling?
static bool sort_follows(const printer *p, const sv_node *node, uint32_t i) {
  switch (node->op) {
  case SV_OP_FILL: return true;
  case SV_OP_STORE: return i == 2;
  case SV_OP_ITE: return other_is_not_const(p, node, 1, i);
  case SV_OP_EQ:
  case SV_ANY_COMPARISON_OP:
  case SV_ANY_ARITHMETIC_OP:
  case SV_ANY_BITS_OP:
  case SV_OP_ARRAY: return other_is_not_const(p, node, 0, i);
  case SV_ANY_LEAF_OP:
  case SV_ANY_INSTANCE_OP:
  case SV_OP_AND:
  case SV_ANY_CONVERSION_OP:
  case SV_OP_SELECT:
  case SV_ANY_REFERENCE_OP:
  case SV_ANY_QUEUE_OP: return false;
  }
  SV_UNREACHABLE();
}

// What stands between the operator and its arguments.
static void print_head(printer *p, const sv_node *node) {
  sv_text_printf(p->out, "(%s", sv_op_text(node->op));
  bool sorted = node->op == SV_OP_CAST || node->op == SV_OP_FILL || node->op == SV_OP_PEEK;
  bool named = node->op == SV_OP_REMOTE || node->op == SV_OP_FIND || node->op == SV_OP_QUEUE;
  if (sorted || named) sv_text_char(p->out, ' ');
  if (sorted) sv_sort_print(p->T, node->sort, p->out);
  if (named) sv_print_leaf(p->T, node, p->leaf, p->context, p->out);
}

static void push_arguments(printer *p, const sv_node *node) {
  for (uint32_t i = node->n; i-- > 0;) {
    sv_push(p->stack, (item){.term = node->args[i], .bare = sort_follows(p, node, i)});
    push_text(p, " ");
  }
}

static void print_node(printer *p, const sv_node *node, bool bare) {
  if (node->op == SV_OP_CONST) {
    print_const(p, node, bare);
  } else if (!node->n) {
    sv_print_leaf(p->T, node, p->leaf, p->context, p->out);
  } else {
    print_head(p, node);
    if (node->op == SV_OP_PEEK) sv_push(p->stack, (item){.field = node->id});
    else push_text(p, ")");
    push_arguments(p, node);
  }
}

static void print_term(printer *p, const item *it) {
  if (sv_same(it->term, SV_FALSE)) {
    sv_text_string(p->out, "false");
  } else if (sv_negated(it->term)) {
    sv_text_string(p->out, "(not ");
    push_text(p, ")");
    sv_push(p->stack, (item){.term = sv_positive(it->term)});
  } else {
    uint32_t name = sv_map_get(&p->names, sv_index(it->term));
    sv_node node = sv_node_of(p->T, sv_index(it->term));
    if (name != SV_MAP_NONE) sv_text_printf(p->out, "%%%u", name);
    else print_node(p, &node, it->bare);
  }
}

static void run(printer *p) {
  while (p->stack.n) {
    item it = sv_pop(p->stack);
    if (it.text) sv_text_string(p->out, it.text);
    else if (sv_is_none(it.term)) sv_text_printf(p->out, " %u)", it.field);
    else print_term(p, &it);
  }
}

static bool is_tiny(const sv_terms *T, const sv_node *node) {
  for (uint32_t i = 0; i < node->n; i++)
    if (sv_node_of(T, sv_index(node->args[i])).n) return false;
  return node->n <= 2;
}

// Which terms of the cone are written more than once? Appends them, ascending.
static void find_shared(const sv_terms *T, const sv_u32s *cone, sv_u32s *shared) {
  sv_map uses = {0};
  for (uint32_t i = 0; i < cone->n; i++) {
    sv_node node = sv_node_of(T, cone->at[i]);
    for (uint32_t j = 0; j < node.n; j++) {
      uint32_t index = sv_index(node.args[j]), used = sv_map_get(&uses, index);
      sv_map_put(&uses, index, used == SV_MAP_NONE ? 1 : 2);
    }
  }
  for (uint32_t i = 0; i < cone->n; i++) {
    sv_node node = sv_node_of(T, cone->at[i]);
    if (sv_map_get(&uses, cone->at[i]) == 2 && !is_tiny(T, &node)) sv_push(*shared, cone->at[i]);
  }
  sv_map_free(&uses);
}

static void print_lets(printer *p, const sv_u32s *shared) {
  sv_text_string(p->out, "(let (");
  for (uint32_t i = 0; i < shared->n; i++) {
    sv_text_printf(p->out, "%s(%%%u ", i ? " " : "", i + 1);
    push_text(p, ")");
    sv_push(p->stack, (item){.term = sv_term_of_index(shared->at[i])});
    run(p);
    sv_map_put(&p->names, shared->at[i], i + 1);
  }
  sv_text_string(p->out, ") ");
}

void sv_term_print(const sv_terms *T, sv_term t, sv_leaf_printer *leaf, void *context,
                   sv_text *out) {
  printer p = {.T = T, .leaf = leaf, .context = context, .out = out};
  sv_u32s cone = {0}, shared = {0};
  sv_cone(T, &t, 1, &cone);
  find_shared(T, &cone, &shared);
  if (shared.n) print_lets(&p, &shared);
  sv_push(p.stack, (item){.term = t, .bare = true});
  run(&p);
  if (shared.n) sv_text_char(out, ')');
  sv_vec_free(cone);
  sv_vec_free(shared);
  sv_vec_free(p.stack);
  sv_map_free(&p.names);
}
