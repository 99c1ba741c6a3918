// infix.c -- terms for people.
//
// The usual infix form with as few parentheses as precedence allows. It can
// not be read back: both kinds of conjunction are written &, sharing is lost,
// and the text is cut after some 200 characters. Negations are pulled into
// comparisons (a >= b, a != b), and a negated conjunction with a negated part
// is a disjunction. Written with a stack like the prefix form, from which only
// as much is taken as fits, so large terms cost nothing.

#include "expr/table.h"

enum { CUT_AFTER = 200 };

// From weak to strong.
enum {
  LEVEL_ANY,
  LEVEL_ITE,
  LEVEL_OR,
  LEVEL_AND,
  LEVEL_EQ,
  LEVEL_BVOR,
  LEVEL_BVXOR,
  LEVEL_BVAND,
  LEVEL_SHIFT,
  LEVEL_SUM,
  LEVEL_PRODUCT,
  LEVEL_UNARY,
  LEVEL_ATOM
};

typedef struct {
  const char *text;  // NULL: the term
  sv_term term;
  int level;  // in parentheses if it binds weaker than this
} item;

typedef struct {
  const sv_terms *T;
  sv_leaf_printer *leaf;
  void *context;
  sv_text *out;
  SV_VEC(item) stack;  // what comes next is on top
} printer;

static void text(printer *p, const char *s) { sv_push(p->stack, (item){.text = s}); }
static void term(printer *p, sv_term t, int level) {
  sv_push(p->stack, (item){.term = t, .level = level});
}

typedef struct {
  const char *text;
  int level;
} infix;

// Binary operators; those without a text are written in some other way.
static infix infix_of(sv_op op) {
  static const infix table[] = {
      [SV_OP_EQ] = {" == ", LEVEL_EQ},       [SV_OP_LT] = {" < ", LEVEL_EQ},
      [SV_OP_LE] = {" <= ", LEVEL_EQ},       [SV_OP_BVOR] = {" | ", LEVEL_BVOR},
      [SV_OP_BVXOR] = {" ^ ", LEVEL_BVXOR},  [SV_OP_BVAND] = {" & ", LEVEL_BVAND},
      [SV_OP_SHL] = {" << ", LEVEL_SHIFT},   [SV_OP_SHR] = {" >> ", LEVEL_SHIFT},
      [SV_OP_ADD] = {" + ", LEVEL_SUM},      [SV_OP_SUB] = {" - ", LEVEL_SUM},
      [SV_OP_MUL] = {" * ", LEVEL_PRODUCT},  [SV_OP_DIV] = {" / ", LEVEL_PRODUCT},
      [SV_OP_QUOT] = {" / ", LEVEL_PRODUCT}, [SV_OP_MOD] = {" % ", LEVEL_PRODUCT},
      [SV_OP_PEEK] = {NULL, LEVEL_ATOM},
  };
  assert((unsigned)op < SV_COUNT(table));
  return table[op];
}

// A comparison that says the opposite.
static const char *opposite(sv_op op) {
  return op == SV_OP_EQ ? " != " : op == SV_OP_LT ? " >= " : op == SV_OP_LE ? " > " : NULL;
}

static bool has_negated(const sv_node *node) {
  for (uint32_t i = 0; i < node->n; i++)
    if (sv_negated(node->args[i])) return true;
  return false;
}

static bool is_or(const sv_node *node, bool negated) {
  return negated && node->op == SV_OP_AND && has_negated(node);
}

static int level_of(const sv_node *node, bool negated) {
  if (is_or(node, negated)) return LEVEL_OR;
  if (negated) return opposite(node->op) ? LEVEL_EQ : LEVEL_UNARY;
  if (node->op == SV_OP_AND) return LEVEL_AND;
  if (node->op == SV_OP_ITE) return LEVEL_ITE;
  if (node->op == SV_OP_NEG || node->op == SV_OP_BVNOT || node->op == SV_OP_CAST)
    return LEVEL_UNARY;
  infix i = infix_of(node->op);
  return i.text ? i.level : LEVEL_ATOM;
}

// As in `a & b & c`; with negated set each argument is negated.
static void push_list(printer *p, const sv_node *node, const char *between, int level,
                      bool negated) {
  for (uint32_t i = node->n; i-- > 0;) {
    term(p, negated ? sv_not(node->args[i]) : node->args[i], level);
    if (i) text(p, between);
  }
}

static void push_binary(printer *p, const sv_node *node, const char *between, int level) {
  bool chains = level != LEVEL_EQ;
  term(p, node->args[1], level + 1);
  text(p, between);
  term(p, node->args[0], chains ? level : level + 1);
}

static void push_ite(printer *p, const sv_node *node) {
  term(p, node->args[2], LEVEL_ITE);
  text(p, " : ");
  term(p, node->args[1], LEVEL_OR);
  text(p, " ? ");
  term(p, node->args[0], LEVEL_OR);
}

static void push_call(printer *p, const sv_node *node) {
  text(p, ")");
  push_list(p, node, ", ", LEVEL_ANY, false);
}

static void push_cast(printer *p, const sv_node *node) {
  sv_text_char(p->out, '(');
  sv_sort_print(p->T, node->sort, p->out);
  sv_text_string(p->out, ") ");
  term(p, node->args[0], LEVEL_UNARY);
}

static void push_array(printer *p, const sv_node *node) {
  text(p, node->op == SV_OP_FILL ? ", ...}" : "}");
  push_list(p, node, ", ", LEVEL_ANY, false);
  text(p, "{");
}

static void push_indexed(printer *p, const sv_node *node) {
  text(p, "]");
  if (node->op == SV_OP_STORE) {
    term(p, node->args[2], LEVEL_ANY);
    text(p, " := ");
  }
  term(p, node->args[1], LEVEL_ANY);
  text(p, "[");
  term(p, node->args[0], LEVEL_ATOM);
}

// Binary where the operator has a sign; other operators are written as calls.
static void push_operator(printer *p, const sv_node *node) {
  infix i = infix_of(node->op);
  if (i.text) {
    push_binary(p, node, i.text, i.level);
  } else if (node->op == SV_OP_NEG || node->op == SV_OP_BVNOT) {
    sv_text_char(p->out, node->op == SV_OP_NEG ? '-' : '~');
    term(p, node->args[0], LEVEL_ATOM);
  } else {
    sv_text_printf(p->out, "%s(", sv_op_text(node->op));
    push_call(p, node);
  }
}

static void push_peek(printer *p, const sv_node *node) {
  sv_text_printf(p->out, "peek%u(", node->id);
  push_call(p, node);
}

static void push_named(printer *p, const sv_node *node) {
  sv_print_leaf(p->T, node, p->leaf, p->context, p->out);
  if (!node->n) return;
  text(p, "]");
  term(p, node->args[0], LEVEL_ANY);
  text(p, "[");
}

static void print_const(printer *p, const sv_node *node) {
  if (sv_kind_of(p->T, node->sort) == SV_SORT_LOC) push_named(p, node);
  else sv_value_print(p->T, node->sort, node->value, p->out);
}

static void push_positive(printer *p, const sv_node *node) {
  switch (node->op) {
  case SV_OP_CONST: print_const(p, node); return;
  case SV_OP_VAR:
  case SV_OP_NEXT:
  case SV_OP_CHOICE:
  case SV_ANY_INSTANCE_OP:
  case SV_ANY_REFERENCE_OP: push_named(p, node); return;
  case SV_OP_AND: push_list(p, node, " & ", LEVEL_AND + 1, false); return;
  case SV_OP_ITE: push_ite(p, node); return;
  case SV_OP_EQ:
  case SV_ANY_COMPARISON_OP:
  case SV_ANY_ARITHMETIC_OP:
  case SV_ANY_BITS_OP:
  case SV_OP_QLEN:
  case SV_OP_QFULL:
  case SV_OP_QDEFER: push_operator(p, node); return;
  case SV_ANY_CONVERSION_OP: push_cast(p, node); return;
  case SV_OP_SELECT:
  case SV_OP_STORE: push_indexed(p, node); return;
  case SV_OP_ARRAY:
  case SV_OP_FILL: push_array(p, node); return;
  case SV_OP_PEEK: push_peek(p, node); return;
  }
  SV_UNREACHABLE();
}

static void push_node(printer *p, const sv_node *node, bool negated) {
  if (is_or(node, negated)) {
    push_list(p, node, " | ", LEVEL_OR + 1, true);
  } else if (negated && opposite(node->op)) {
    push_binary(p, node, opposite(node->op), LEVEL_EQ);
  } else if (negated) {
    sv_text_char(p->out, '!');
    int level = level_of(node, false);
    if (level < LEVEL_UNARY) sv_text_char(p->out, '('), text(p, ")");
    push_positive(p, node);
  } else {
    push_positive(p, node);
  }
}

static void print_item(printer *p, const item *it) {
  sv_node node = sv_node_of(p->T, sv_index(it->term));
  bool negated = sv_negated(it->term);
  if (sv_same(it->term, SV_FALSE)) {
    sv_text_string(p->out, "false");
    return;
  }
  bool closed = level_of(&node, negated) < it->level;
  if (closed) sv_text_char(p->out, '('), text(p, ")");
  push_node(p, &node, negated);
}

void sv_term_print_infix(const sv_terms *T, sv_term t, sv_leaf_printer *leaf, void *context,
                         sv_text *out) {
  printer p = {.T = T, .leaf = leaf, .context = context, .out = out};
  uint32_t begin = out->n;
  term(&p, t, LEVEL_ANY);
  while (p.stack.n && out->n - begin < CUT_AFTER) {
    item it = sv_pop(p.stack);
    if (it.text) sv_text_string(out, it.text);
    else print_item(&p, &it);
  }
  if (p.stack.n) sv_text_string(out, "…");
  sv_vec_free(p.stack);
}
