// smt_script.c -- terms as a script in SMT-LIB 2.
//
// What Z3 prints itself holds operators of its own (bvudiv_i, bv2int, ...) that
// come from its simplifier and that no other solver reads. Here every operator is
// written in the standard's words, or the script cannot be had. Terms that occur
// twice, and those that are nested deeply, become definitions, so that the text
// is as long as the formula has nodes and readers need no deep stack.

#include "base/map.h"
#include "solver/smt_inside.h"

enum { MOST_NESTED = 8 };

typedef struct {
  Z3_ast ast;
  uint32_t uses;
  uint32_t height;  // over nodes that have no definition
  bool defined;
} script_node;

typedef struct {
  sv_smt *s;
  SV_VEC(script_node) nodes;  // children before parents
  sv_map place;               // id of an AST -> node
  sv_map declared;            // id of a declaration or sort
  sv_text *out;
  sv_text *why;
  bool failed;
} script;

// ---- words

typedef struct {
  Z3_decl_kind kind;
  const char *word;
} named_operator;

// Division that Z3 leaves open at zero (the _I forms) stands only where the
// divisor has been tested.
// clang-format off
static const named_operator operators[] = {
    {Z3_OP_TRUE, "true"}, {Z3_OP_FALSE, "false"}, {Z3_OP_EQ, "="}, {Z3_OP_DISTINCT, "distinct"},
    {Z3_OP_ITE, "ite"}, {Z3_OP_AND, "and"}, {Z3_OP_OR, "or"}, {Z3_OP_IFF, "="},
    {Z3_OP_XOR, "xor"}, {Z3_OP_NOT, "not"}, {Z3_OP_IMPLIES, "=>"}, {Z3_OP_LE, "<="},
    {Z3_OP_GE, ">="}, {Z3_OP_LT, "<"}, {Z3_OP_GT, ">"}, {Z3_OP_ADD, "+"}, {Z3_OP_SUB, "-"},
    {Z3_OP_UMINUS, "-"}, {Z3_OP_MUL, "*"}, {Z3_OP_DIV, "/"}, {Z3_OP_IDIV, "div"},
    {Z3_OP_MOD, "mod"}, {Z3_OP_TO_REAL, "to_real"}, {Z3_OP_TO_INT, "to_int"},
    {Z3_OP_IS_INT, "is_int"}, {Z3_OP_STORE, "store"}, {Z3_OP_SELECT, "select"},
    {Z3_OP_BNEG, "bvneg"}, {Z3_OP_BADD, "bvadd"}, {Z3_OP_BSUB, "bvsub"}, {Z3_OP_BMUL, "bvmul"},
    {Z3_OP_BSDIV, "bvsdiv"}, {Z3_OP_BUDIV, "bvudiv"}, {Z3_OP_BSREM, "bvsrem"},
    {Z3_OP_BUREM, "bvurem"}, {Z3_OP_BSMOD, "bvsmod"}, {Z3_OP_BSDIV_I, "bvsdiv"},
    {Z3_OP_BUDIV_I, "bvudiv"}, {Z3_OP_BSREM_I, "bvsrem"}, {Z3_OP_BUREM_I, "bvurem"},
    {Z3_OP_BSMOD_I, "bvsmod"}, {Z3_OP_ULEQ, "bvule"}, {Z3_OP_SLEQ, "bvsle"},
    {Z3_OP_UGEQ, "bvuge"}, {Z3_OP_SGEQ, "bvsge"}, {Z3_OP_ULT, "bvult"}, {Z3_OP_SLT, "bvslt"},
    {Z3_OP_UGT, "bvugt"}, {Z3_OP_SGT, "bvsgt"}, {Z3_OP_BAND, "bvand"}, {Z3_OP_BOR, "bvor"},
    {Z3_OP_BNOT, "bvnot"}, {Z3_OP_BXOR, "bvxor"}, {Z3_OP_BNAND, "bvnand"}, {Z3_OP_BNOR, "bvnor"},
    {Z3_OP_BXNOR, "bvxnor"}, {Z3_OP_CONCAT, "concat"}, {Z3_OP_BCOMP, "bvcomp"},
    {Z3_OP_BSHL, "bvshl"}, {Z3_OP_BLSHR, "bvlshr"}, {Z3_OP_BASHR, "bvashr"},
    {Z3_OP_BV2INT, "bv2nat"},
};
// clang-format on

// Operators with numbers: ((_ extract 3 0) x).
static const named_operator indexed[] = {
    {Z3_OP_EXTRACT, "extract"},         {Z3_OP_ZERO_EXT, "zero_extend"},
    {Z3_OP_SIGN_EXT, "sign_extend"},    {Z3_OP_REPEAT, "repeat"},
    {Z3_OP_ROTATE_LEFT, "rotate_left"}, {Z3_OP_ROTATE_RIGHT, "rotate_right"},
    {Z3_OP_INT2BV, "int2bv"},
};

static const char *word_of(const named_operator *table, uint32_t n, Z3_decl_kind kind) {
  for (uint32_t i = 0; i < n; i++)
    if (table[i].kind == kind) return table[i].word;
  return NULL;
}

static void fail(script *t, const char *what) {
  if (!t->failed) sv_text_printf(t->why, "SMT-LIB has no word for %s", what);
  t->failed = true;
}

// ---- names and sorts

// Between bars anything may stand but bars, backslashes and what cannot be printed.
// Whoever makes names ends them with a number of their own, so they still differ.
static void print_symbol(script *t, Z3_symbol symbol) {
  sv_text_char(t->out, '|');
  for (const char *c = Z3_get_symbol_string(t->s->z3, symbol); *c; c++)
    sv_text_char(t->out, *c == '|' || *c == '\\' || *c < ' ' || *c > '~' ? '_' : *c);
  sv_text_char(t->out, '|');
}

static void print_sort(script *t, Z3_sort sort) {
  Z3_context z3 = t->s->z3;
  switch (Z3_get_sort_kind(z3, sort)) {
  case Z3_BOOL_SORT: sv_text_string(t->out, "Bool"); return;
  case Z3_INT_SORT: sv_text_string(t->out, "Int"); return;
  case Z3_REAL_SORT: sv_text_string(t->out, "Real"); return;
  case Z3_BV_SORT: sv_text_printf(t->out, "(_ BitVec %u)", Z3_get_bv_sort_size(z3, sort)); return;
  case Z3_ARRAY_SORT:
    sv_text_string(t->out, "(Array ");
    print_sort(t, Z3_get_array_sort_domain(z3, sort));
    sv_text_char(t->out, ' ');
    print_sort(t, Z3_get_array_sort_range(z3, sort));
    sv_text_char(t->out, ')');
    return;
  case Z3_UNINTERPRETED_SORT: print_symbol(t, Z3_get_sort_name(z3, sort)); return;
  default: fail(t, "a sort"); return;
  }
}

static bool is_new(script *t, uint64_t key) {
  if (sv_map_get(&t->declared, key) != SV_MAP_NONE) return false;
  sv_map_put(&t->declared, key, 1);
  return true;
}

static void declare_sort(script *t, Z3_sort sort) {
  Z3_context z3 = t->s->z3;
  Z3_sort_kind kind = Z3_get_sort_kind(z3, sort);
  if (kind == Z3_ARRAY_SORT) {
    declare_sort(t, Z3_get_array_sort_domain(z3, sort));
    declare_sort(t, Z3_get_array_sort_range(z3, sort));
  }
  if (kind != Z3_UNINTERPRETED_SORT) return;
  if (!is_new(t, Z3_get_ast_id(z3, Z3_sort_to_ast(z3, sort)))) return;
  sv_text_string(t->out, "(declare-sort ");
  print_sort(t, sort);
  sv_text_string(t->out, " 0)\n");
}

static void declare(script *t, Z3_func_decl decl) {
  Z3_context z3 = t->s->z3;
  unsigned n = Z3_get_domain_size(z3, decl);
  if (!is_new(t, Z3_get_ast_id(z3, Z3_func_decl_to_ast(z3, decl)))) return;
  for (unsigned i = 0; i < n; i++) declare_sort(t, Z3_get_domain(z3, decl, i));
  declare_sort(t, Z3_get_range(z3, decl));
  sv_text_string(t->out, "(declare-fun ");
  print_symbol(t, Z3_get_decl_name(z3, decl));
  sv_text_string(t->out, " (");
  for (unsigned i = 0; i < n; i++) {
    if (i) sv_text_char(t->out, ' ');
    print_sort(t, Z3_get_domain(z3, decl, i));
  }
  sv_text_string(t->out, ") ");
  print_sort(t, Z3_get_range(z3, decl));
  sv_text_string(t->out, ")\n");
}

// ---- numbers

// Z3 counts true and false in.
static bool is_number(const script *t, Z3_ast ast) {
  return Z3_is_numeral_ast(t->s->z3, ast) &&
         Z3_get_sort_kind(t->s->z3, Z3_get_sort(t->s->z3, ast)) != Z3_BOOL_SORT;
}

static void print_whole(script *t, const char *digits, size_t n, bool real) {
  sv_text_bytes(t->out, digits, n);
  if (real) sv_text_string(t->out, ".0");
}

// -2/3 is (- (/ 2.0 3.0)).
static void print_numeral(script *t, Z3_ast ast) {
  Z3_sort sort = Z3_get_sort(t->s->z3, ast);
  Z3_sort_kind kind = Z3_get_sort_kind(t->s->z3, sort);
  const char *text = Z3_get_numeral_string(t->s->z3, ast);
  if (kind == Z3_BV_SORT) {
    sv_text_printf(t->out, "(_ bv%s %u)", text, Z3_get_bv_sort_size(t->s->z3, sort));
    return;
  }
  bool negative = *text == '-', real = kind == Z3_REAL_SORT;
  text += negative;
  const char *slash = strchr(text, '/');
  if (negative) sv_text_string(t->out, "(- ");
  if (slash) sv_text_string(t->out, "(/ ");
  print_whole(t, text, slash ? (size_t)(slash - text) : strlen(text), real);
  if (slash) {
    sv_text_char(t->out, ' ');
    print_whole(t, slash + 1, strlen(slash + 1), real);
    sv_text_char(t->out, ')');
  }
  if (negative) sv_text_char(t->out, ')');
}

// ---- terms

static uint32_t place_of(const script *t, Z3_ast ast) {
  return sv_map_get(&t->place, Z3_get_ast_id(t->s->z3, ast));
}

static void print_term(script *t, Z3_ast ast);

static void print_arguments(script *t, Z3_app app) {
  unsigned n = Z3_get_app_num_args(t->s->z3, app);
  for (unsigned i = 0; i < n; i++) {
    sv_text_char(t->out, ' ');
    print_term(t, Z3_get_app_arg(t->s->z3, app, i));
  }
}

static void print_indexed(script *t, Z3_func_decl decl, const char *word) {
  sv_text_printf(t->out, "(_ %s", word);
  for (unsigned i = 0; i < Z3_get_decl_num_parameters(t->s->z3, decl); i++)
    sv_text_printf(t->out, " %d", Z3_get_decl_int_parameter(t->s->z3, decl, i));
  sv_text_char(t->out, ')');
}

static void print_bit(script *t, Z3_app app, Z3_func_decl decl) {
  int bit = Z3_get_decl_int_parameter(t->s->z3, decl, 0);
  sv_text_printf(t->out, "(= #b1 ((_ extract %d %d)", bit, bit);
  print_arguments(t, app);
  sv_text_string(t->out, "))");
}

static void print_operator(script *t, Z3_app app, Z3_func_decl decl) {
  Z3_context z3 = t->s->z3;
  Z3_decl_kind kind = Z3_get_decl_kind(z3, decl);
  const char *word = word_of(operators, SV_COUNT(operators), kind);
  const char *with_numbers = word_of(indexed, SV_COUNT(indexed), kind);
  if (word) {
    sv_text_string(t->out, word);
  } else if (with_numbers) {
    print_indexed(t, decl, with_numbers);
  } else if (kind == Z3_OP_UNINTERPRETED) {
    print_symbol(t, Z3_get_decl_name(z3, decl));
  } else if (kind == Z3_OP_CONST_ARRAY) {
    sv_text_string(t->out, "(as const ");
    print_sort(t, Z3_get_sort(z3, Z3_app_to_ast(z3, app)));
    sv_text_char(t->out, ')');
  } else {
    fail(t, Z3_get_symbol_string(z3, Z3_get_decl_name(z3, decl)));
  }
}

static void print_application(script *t, Z3_app app) {
  Z3_context z3 = t->s->z3;
  Z3_func_decl decl = Z3_get_app_decl(z3, app);
  bool leaf = !Z3_get_app_num_args(z3, app);
  if (Z3_get_decl_kind(z3, decl) == Z3_OP_BIT2BOOL) {
    print_bit(t, app, decl);
    return;
  }
  if (!leaf) sv_text_char(t->out, '(');
  print_operator(t, app, decl);
  print_arguments(t, app);
  if (!leaf) sv_text_char(t->out, ')');
}

static void print_body(script *t, Z3_ast ast) {
  if (is_number(t, ast)) print_numeral(t, ast);
  else print_application(t, Z3_to_app(t->s->z3, ast));
}

// At most MOST_NESTED levels deep: see define.
static void print_term(script *t, Z3_ast ast) {
  uint32_t i = place_of(t, ast);
  if (t->nodes.at[i].defined) sv_text_printf(t->out, "t!%u", i);
  else print_body(t, ast);
}

// ---- the order of nodes

static unsigned arguments_of(const script *t, Z3_ast ast) {
  if (is_number(t, ast)) return 0;
  return Z3_get_app_num_args(t->s->z3, Z3_to_app(t->s->z3, ast));
}

static Z3_ast argument(const script *t, Z3_ast ast, unsigned i) {
  return Z3_get_app_arg(t->s->z3, Z3_to_app(t->s->z3, ast), i);
}

// Children that have no place yet go to the stack; true: there are none.
static bool is_ready(script *t, Z3_ast ast, sv_smt_terms *stack) {
  bool ready = true;
  for (unsigned i = 0, n = arguments_of(t, ast); i < n; i++) {
    Z3_ast child = argument(t, ast, i);
    if (place_of(t, child) != SV_MAP_NONE) continue;
    sv_push(*stack, (sv_smt_term){child});
    ready = false;
  }
  return ready;
}

static void add_node(script *t, Z3_ast ast) {
  script_node node = {.ast = ast, .height = 1};
  for (unsigned i = 0, n = arguments_of(t, ast); i < n; i++)
    t->nodes.at[place_of(t, argument(t, ast, i))].uses++;
  sv_map_put(&t->place, Z3_get_ast_id(t->s->z3, ast), t->nodes.n);
  sv_push(t->nodes, node);
}

static void collect(script *t, Z3_ast root) {
  sv_smt_terms stack = {0};
  sv_push(stack, (sv_smt_term){root});
  while (stack.n && !t->failed) {
    Z3_ast ast = sv_last(stack).x;
    Z3_ast_kind kind = Z3_get_ast_kind(t->s->z3, ast);
    if (kind != Z3_APP_AST && kind != Z3_NUMERAL_AST) fail(t, "a quantifier");
    else if (place_of(t, ast) != SV_MAP_NONE) (void)sv_pop(stack);
    else if (is_ready(t, ast, &stack)) add_node(t, ast), (void)sv_pop(stack);
  }
  sv_vec_free(stack);
}

// ---- the script

static void define(script *t, uint32_t i) {
  script_node *node = &t->nodes.at[i];
  unsigned n = arguments_of(t, node->ast);
  if (!n) return;
  for (unsigned k = 0; k < n; k++) {
    const script_node *child = &t->nodes.at[place_of(t, argument(t, node->ast, k))];
    if (!child->defined && child->height >= node->height) node->height = child->height + 1;
  }
  if (node->uses < 2 && node->height < MOST_NESTED) return;
  sv_text_printf(t->out, "(define-fun t!%u () ", i);
  print_sort(t, Z3_get_sort(t->s->z3, node->ast));
  sv_text_char(t->out, ' ');
  print_body(t, node->ast);
  sv_text_string(t->out, ")\n");
  node->defined = true;
}

static void declare_leaves(script *t) {
  for (uint32_t i = 0; i < t->nodes.n; i++) {
    if (is_number(t, t->nodes.at[i].ast)) continue;
    Z3_func_decl decl = Z3_get_app_decl(t->s->z3, Z3_to_app(t->s->z3, t->nodes.at[i].ast));
    if (Z3_get_decl_kind(t->s->z3, decl) == Z3_OP_UNINTERPRETED) declare(t, decl);
  }
}

static void print_script(script *t, const sv_smt_term *asserted, uint32_t n) {
  for (uint32_t i = 0; i < n && !t->failed; i++) collect(t, asserted[i].x);
  if (t->failed) return;
  sv_text_string(t->out, "(set-logic ALL)\n");
  declare_leaves(t);
  for (uint32_t i = 0; i < t->nodes.n; i++) define(t, i);
  for (uint32_t i = 0; i < n; i++) {
    sv_text_string(t->out, "(assert ");
    print_term(t, asserted[i].x);
    sv_text_string(t->out, ")\n");
  }
  sv_text_string(t->out, "(check-sat)\n(exit)\n");
}

bool sv_smt_script(sv_smt *s, const sv_smt_term *assumptions, uint32_t n, sv_text *out,
                   sv_text *why) {
  sv_smt_terms all = {0};
  script t = {.s = s, .out = out, .why = why, .failed = s->broken};
  for (uint32_t i = 0; i < s->asserted.n; i++) sv_push(all, s->asserted.at[i]);
  for (uint32_t i = 0; i < n; i++) {
    sv_push(all, assumptions[i]);
    t.failed |= !assumptions[i].x;
  }
  if (t.failed) sv_text_string(why, s->broken ? s->broken : "a term could not be built");
  else print_script(&t, all.at, all.n);
  sv_map_free(&t.place);
  sv_map_free(&t.declared);
  sv_vec_free(t.nodes);
  sv_vec_free(all);
  return !t.failed;
}
