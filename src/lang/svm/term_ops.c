// term_ops.c -- operators that know nothing of models, and the table of all.
//
// The table at the end gives each word its function, the number of operands and
// the operator of the term table; sv_app decides whether sorts fit. Where they
// do not, the message names the sorts of all operands.

#include "base/suggest.h"
#include "lang/svm/reader.h"

#define MANY UINT32_MAX

static sv_term fault(svm_reader *r, const svm_node *node, const char *what) {
  svm_report(r, node->span, "%s", what);
  return SV_NONE;
}

// "int and bool": the sorts of operands that do not fit.
static sv_term misfit(svm_reader *r, const svm_node *node, const sv_term *args, uint32_t n) {
  sv_text sorts = {0};
  for (uint32_t i = 0; i < n; i++)
    sv_text_printf(&sorts, "%s`%s`", i ? i + 1 == n ? " and " : ", " : "",
                   svm_sort_text(r, sv_sort_of(r->T, args[i])));
  svm_report(r, node->span, "`%s` does not take %s", svm_name(r, node->child[0]->token.name),
             sv_text_get(&sorts));
  sv_text_free(&sorts);
  return SV_NONE;
}

static sv_op op_of(svm_reader *r, const svm_node *node) {
  return svm_find_operator(r, node->child[0])->op;
}

static sv_term *new_args(svm_reader *r, uint32_t n) { return SV_ARENA_ARRAY(r->arena, sv_term, n); }

// --- Boolean

static sv_term *conditions(svm_reader *r, const svm_scope *s, const svm_node *node) {
  sv_term *args = new_args(r, node->n);
  bool fine = true;
  for (uint32_t i = 1; i < node->n; i++) {
    args[i - 1] = svm_term(r, s, node->child[i], sv_sort_bool(r->T));
    fine &= !sv_is_none(args[i - 1]);
  }
  return fine ? args : NULL;
}

static sv_term build_and(svm_reader *r, const svm_scope *s, const svm_node *node,
                         sv_sort expected) {
  sv_term *args = conditions(r, s, node);
  SV_UNUSED(expected);
  return args ? sv_and_all(r->T, args, node->n - 1) : SV_NONE;
}

static sv_term build_or(svm_reader *r, const svm_scope *s, const svm_node *node, sv_sort expected) {
  sv_term *args = conditions(r, s, node);
  SV_UNUSED(expected);
  return args ? sv_or_all(r->T, args, node->n - 1) : SV_NONE;
}

static sv_term build_not(svm_reader *r, const svm_scope *s, const svm_node *node,
                         sv_sort expected) {
  sv_term *args = conditions(r, s, node);
  SV_UNUSED(expected);
  return args ? sv_not(args[0]) : SV_NONE;
}

static sv_term build_implies(svm_reader *r, const svm_scope *s, const svm_node *node,
                             sv_sort expected) {
  sv_term *args = conditions(r, s, node);
  SV_UNUSED(expected);
  return args ? sv_implies(r->T, args[0], args[1]) : SV_NONE;
}

// --- comparisons

static sv_term build_compare(svm_reader *r, const svm_scope *s, const svm_node *node,
                             sv_sort expected) {
  sv_term args[2];
  SV_UNUSED(expected);
  if (!svm_operands(r, s, node->child + 1, 2, SV_SORT_NONE, args)) return SV_NONE;
  const char *word = svm_name(r, node->child[0]->token.name);
  bool turned = *word == '>';
  sv_term t = sv_app2(r->T, op_of(r, node), args[turned], args[!turned]);
  if (sv_is_none(t)) return misfit(r, node, args, 2);
  return *word == '!' ? sv_not(t) : t;
}

// --- arithmetic

// With one operand, `-` turns the sign; further operands are taken from the left.
static sv_term build_arithmetic(svm_reader *r, const svm_scope *s, const svm_node *node,
                                sv_sort expected) {
  uint32_t n = node->n - 1;
  sv_term *args = new_args(r, n);
  sv_op op = op_of(r, node);
  if (!svm_operands(r, s, node->child + 1, n, expected, args)) return SV_NONE;
  if (n == 1) {
    sv_term t = sv_app1(r->T, op == SV_OP_SUB ? SV_OP_NEG : op, args[0]);
    return sv_is_none(t) ? misfit(r, node, args, 1) : t;
  }
  sv_term sum = args[0];
  for (uint32_t i = 1; i < n && !sv_is_none(sum); i++) sum = sv_app2(r->T, op, sum, args[i]);
  return sv_is_none(sum) ? misfit(r, node, args, n) : sum;
}

static sv_term build_ite(svm_reader *r, const svm_scope *s, const svm_node *node,
                         sv_sort expected) {
  sv_term c = svm_term(r, s, node->child[1], sv_sort_bool(r->T)), args[2];
  if (!svm_operands(r, s, node->child + 2, 2, expected, args) || sv_is_none(c)) return SV_NONE;
  sv_term t = sv_ite(r->T, c, args[0], args[1]);
  return sv_is_none(t) ? misfit(r, node, args, 2) : t;
}

// --- sorts spelled out: the operator, the sort, one term

static sv_sort sort_before(svm_reader *r, const svm_node *node, uint32_t first, uint32_t terms) {
  if (node->n < first + terms + 1)
    return fault(r, node, "a sort and a term must follow the operator"), SV_SORT_NONE;
  sv_span span = sv_span_join(node->child[first]->span, node->child[node->n - terms - 1]->span);
  return svm_sort(r, node->child + first, node->n - first - terms, span);
}

static sv_term build_cast(svm_reader *r, const svm_scope *s, const svm_node *node,
                          sv_sort expected) {
  SV_UNUSED(expected);
  sv_sort to = sort_before(r, node, 1, 1);
  if (!to.x) return SV_NONE;
  sv_term t = svm_term(r, s, node->child[node->n - 1], SV_SORT_NONE);
  if (sv_is_none(t)) return SV_NONE;
  sv_term cast = sv_cast(r->T, to, t);
  if (sv_is_none(cast))
    svm_report(r, node->span, "`%s` cannot become `%s`", svm_sort_text(r, sv_sort_of(r->T, t)),
               svm_sort_text(r, to));
  return cast;
}

// Members go before variables here, so that every member can be written.
static sv_term ascribe(svm_reader *r, const svm_scope *s, const svm_node *node, sv_sort sort) {
  const sv_sort_info *info = sv_sort_get(r->T, sort);
  bool name = !node->is_list && node->token.kind == SVM_T_NAME;
  for (uint32_t i = 0; name && info->kind == SV_SORT_ENUM && i < info->size; i++)
    if (info->members[i].x == node->token.name.x) return sv_const(r->T, sort, sv_small(i));
  return svm_term(r, s, node, sort);
}

static sv_term build_as(svm_reader *r, const svm_scope *s, const svm_node *node, sv_sort expected) {
  SV_UNUSED(expected);
  sv_sort sort = sort_before(r, node, 1, 1);
  return sort.x ? ascribe(r, s, node->child[node->n - 1], sort) : SV_NONE;
}

// (bv 8 255)
static sv_term build_bits(svm_reader *r, const svm_scope *s, const svm_node *node,
                          sv_sort expected) {
  SV_UNUSED(expected);
  sv_sort sort = sort_before(r, node, 0, 1);
  return sort.x ? svm_term(r, s, node->child[2], sort) : SV_NONE;
}

// --- arrays

static sv_sort element_of(svm_reader *r, sv_sort array) {
  if (!array.x || sv_sort_get(r->T, array)->kind != SV_SORT_ARRAY) return SV_SORT_NONE;
  return sv_sort_get(r->T, array)->element;
}

static sv_term build_select(svm_reader *r, const svm_scope *s, const svm_node *node,
                            sv_sort expected) {
  SV_UNUSED(expected);
  sv_term t = svm_build(r, s, node->child[1], SV_SORT_NONE);
  for (uint32_t i = 2; i < node->n && !sv_is_none(t); i++) {
    sv_term index = svm_build(r, s, node->child[i], SV_SORT_NONE);
    if (sv_is_none(index)) return SV_NONE;
    sv_term args[2] = {t, index};
    t = sv_app2(r->T, SV_OP_SELECT, t, index);
    if (sv_is_none(t)) return misfit(r, node, args, 2);
  }
  return t;
}

static sv_term build_store(svm_reader *r, const svm_scope *s, const svm_node *node,
                           sv_sort expected) {
  sv_term array = svm_build(r, s, node->child[1], expected);
  if (sv_is_none(array)) return SV_NONE;
  sv_sort element = element_of(r, sv_sort_of(r->T, array));
  sv_term args[3] = {array, svm_build(r, s, node->child[2], SV_SORT_NONE),
                     svm_build(r, s, node->child[3], element)};
  if (sv_is_none(args[1]) || sv_is_none(args[2])) return SV_NONE;
  sv_term t = sv_app(r->T, SV_OP_STORE, args, 3);
  return sv_is_none(t) ? misfit(r, node, args, 3) : t;
}

static sv_term build_array(svm_reader *r, const svm_scope *s, const svm_node *node,
                           sv_sort expected) {
  uint32_t n = node->n - 1;
  sv_term *args = new_args(r, n);
  if (!svm_operands(r, s, node->child + 1, n, element_of(r, expected), args)) return SV_NONE;
  sv_term t = sv_array(r->T, args, n);
  return sv_is_none(t) ? misfit(r, node, args, n) : t;
}

// (fill VALUE) where the sort is known, else (fill SORT VALUE).
static sv_term build_fill(svm_reader *r, const svm_scope *s, const svm_node *node,
                          sv_sort expected) {
  sv_sort array = node->n > 2 ? sort_before(r, node, 1, 1) : expected;
  if (node->n > 2 && !array.x) return SV_NONE;
  if (!element_of(r, array).x)
    return fault(r, node, "the sort of the array must be given here: (fill array N of SORT VALUE)");
  sv_term value = svm_term(r, s, node->child[node->n - 1], element_of(r, array));
  return sv_is_none(value) ? SV_NONE : sv_array_fill(r->T, array, value);
}

// --- let

static bool bind(svm_reader *r, const svm_scope *s, const svm_node *pair) {
  const svm_node *name = pair->is_list && pair->n == 2 ? pair->child[0] : NULL;
  bool named =
      name && !name->is_list && (name->token.kind == SVM_T_NAME || name->token.kind == SVM_T_LET);
  if (!named) return fault(r, pair, "a binding is (NAME TERM)"), false;
  sv_term t = svm_build(r, s, pair->child[1], SV_SORT_NONE);
  if (sv_is_none(t)) return false;
  sv_push(r->lets, (svm_binding){name->token.name, name->token.kind == SVM_T_LET, t});
  return true;
}

static sv_term build_let(svm_reader *r, const svm_scope *s, const svm_node *node,
                         sv_sort expected) {
  uint32_t base = r->lets.n;
  const svm_node *pairs = node->child[1];
  if (!pairs->is_list) return fault(r, pairs, "bindings are ((NAME TERM) (NAME TERM) …)");
  bool fine = true;
  for (uint32_t i = 0; fine && i < pairs->n; i++) fine = bind(r, s, pairs->child[i]);
  sv_term t = fine ? svm_build(r, s, node->child[2], expected) : SV_NONE;
  r->lets.n = base;
  return t;
}

// --- the table

static const svm_operator operators[] = {
    {"and", build_and, 1, MANY, SV_OP_AND},
    {"or", build_or, 1, MANY, SV_OP_AND},
    {"not", build_not, 1, 1, SV_OP_AND},
    {"=>", build_implies, 2, 2, SV_OP_AND},
    {"=", build_compare, 2, 2, SV_OP_EQ},
    {"!=", build_compare, 2, 2, SV_OP_EQ},
    {"<", build_compare, 2, 2, SV_OP_LT},
    {"<=", build_compare, 2, 2, SV_OP_LE},
    {">", build_compare, 2, 2, SV_OP_LT},
    {">=", build_compare, 2, 2, SV_OP_LE},
    {"ite", build_ite, 3, 3, SV_OP_ITE},
    {"+", build_arithmetic, 2, MANY, SV_OP_ADD},
    {"-", build_arithmetic, 1, MANY, SV_OP_SUB},
    {"*", build_arithmetic, 2, MANY, SV_OP_MUL},
    {"div", build_arithmetic, 2, 2, SV_OP_DIV},
    {"mod", build_arithmetic, 2, 2, SV_OP_MOD},
    {"/", build_arithmetic, 2, 2, SV_OP_QUOT},
    {"&", build_arithmetic, 2, MANY, SV_OP_BVAND},
    {"|", build_arithmetic, 2, MANY, SV_OP_BVOR},
    {"^", build_arithmetic, 2, MANY, SV_OP_BVXOR},
    {"~", build_arithmetic, 1, 1, SV_OP_BVNOT},
    {"<<", build_arithmetic, 2, 2, SV_OP_SHL},
    {">>", build_arithmetic, 2, 2, SV_OP_SHR},
    {"cast", build_cast, 2, MANY, SV_OP_CAST},
    {"as", build_as, 2, MANY, SV_OP_CONST},
    {"bv", build_bits, 2, 2, SV_OP_CONST},
    {"sbv", build_bits, 2, 2, SV_OP_CONST},
    {"select", build_select, 2, MANY, SV_OP_SELECT},
    {"store", build_store, 3, 3, SV_OP_STORE},
    {"array", build_array, 1, MANY, SV_OP_ARRAY},
    {"fill", build_fill, 1, MANY, SV_OP_FILL},
    {"let", build_let, 2, 2, SV_OP_CONST},
    {"queue", svm_build_queue, 1, 2, SV_OP_QUEUE},
    {"len", svm_build_of_queue, 1, 1, SV_OP_QLEN},
    {"full", svm_build_of_queue, 1, 1, SV_OP_QFULL},
    {"deferred", svm_build_of_queue, 1, 1, SV_OP_QDEFER},
    {"empty", svm_build_empty, 1, 1, SV_OP_QLEN},
    {"peek", svm_build_peek, 3, MANY, SV_OP_PEEK},
    {"next", svm_build_next, 1, 1, SV_OP_NEXT},
    {"self", svm_build_self, 0, 1, SV_OP_SELF},
    {"alive", svm_build_alive, 1, 1, SV_OP_ALIVE},
    {"remote", svm_build_remote, 3, 3, SV_OP_REMOTE},
    {"find", svm_build_find, 3, 3, SV_OP_FIND},
    {"at", svm_build_at, 1, 3, SV_OP_EQ},
    {"loc", svm_build_loc, 2, 2, SV_OP_CONST},
};

const svm_operator *svm_find_operator(const svm_reader *r, const svm_node *head) {
  for (size_t i = 0; i < SV_COUNT(operators); i++)
    if (svm_is_atom(r, head, operators[i].word)) return &operators[i];
  return NULL;
}

void svm_suggest_operator(svm_reader *r, const svm_node *head) {
  bool word = !head->is_list && (head->token.kind == SVM_T_NAME || head->token.kind == SVM_T_SIGN);
  if (!word) {
    svm_report(r, head->span, "an operator must follow the parenthesis");
    return;
  }
  sv_suggestion s = sv_suggest(svm_name(r, head->token.name));
  for (size_t i = 0; i < SV_COUNT(operators); i++) sv_suggest_try(&s, operators[i].word);
  svm_report(r, head->span, "there is no operator `%s`", svm_name(r, head->token.name));
  if (s.best) sv_diag_hint(r->diags, "did you mean `%s`?", s.best);
}
