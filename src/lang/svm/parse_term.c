// parse_term.c -- terms and sorts as trees of tokens.
//
//   term = token | "(" { term } ")" ;
//
// A list may go on over several lines. If one of them begins with a word that
// begins lines, the parenthesis was probably forgotten: it is reported where
// it was opened, and the word keeps its meaning.

#include "lang/svm/parse.h"

static svm_node *new_atom(svm_parser *p) {
  svm_node *node = SV_ARENA_NEW(p->arena, svm_node);
  node->token = *svm_here(p);
  node->span = node->token.span;
  svm_next(p);
  return node;
}

// Makes a list of what lies on the stack above `base`.
static svm_node *new_list(svm_parser *p, uint32_t base, sv_span span) {
  svm_node *node = SV_ARENA_NEW(p->arena, svm_node);
  node->is_list = true;
  node->n = p->stack.n - base;
  node->span = span;
  node->child = SV_ARENA_ARRAY(p->arena, svm_node *, node->n + 1);
  for (uint32_t i = 0; i < node->n; i++) node->child[i] = p->stack.at[base + i];
  p->stack.n = base;
  return node;
}

// Ends of lines inside of a list; false if the list seems to be forgotten.
static bool skip_lines(svm_parser *p) {
  while (svm_kind(p) == SVM_T_NEWLINE) {
    svm_next(p);
    if (svm_kind(p) == SVM_T_END || svm_line_begins_here(p)) return false;
  }
  return svm_kind(p) != SVM_T_END;
}

static svm_node *read_node(svm_parser *p, const char *what);

static bool read_children(svm_parser *p, sv_span open) {
  for (;;) {
    if (!skip_lines(p)) {
      p->at--;  // back to the end of the line before
      return svm_error(p, open, "this parenthesis is never closed");
    }
    if (svm_is_sign(p, ")")) return true;
    svm_node *child = read_node(p, "a term");
    if (!child) return false;
    sv_push(p->stack, child);
  }
}

static svm_node *read_list(svm_parser *p) {
  uint32_t base = p->stack.n;
  sv_span open = svm_here(p)->span;
  if (++p->depth > SVM_DEEPEST) {
    svm_error(p, open, "parentheses are nested more than %u deep", SVM_DEEPEST);
    return NULL;
  }
  svm_next(p);
  bool read = read_children(p, open);
  p->depth--;
  if (!read) return p->stack.n = base, NULL;
  sv_span close = svm_here(p)->span;
  svm_next(p);
  return new_list(p, base, sv_span_join(open, close));
}

// Signs that are operators may stand where a term may.
static bool is_atom(const svm_parser *p) {
  switch (svm_kind(p)) {
  case SVM_T_NAME:
  case SVM_T_NUMBER:
  case SVM_T_RANGE:
  case SVM_T_ROLE:
  case SVM_T_CHOICE:
  case SVM_T_LET: return true;
  case SVM_T_SIGN:
    return p->depth && !svm_is_sign(p, ":=") && !svm_is_sign(p, "->") && !svm_is_sign(p, ":") &&
           !svm_is_sign(p, ",");
  case SVM_T_END:
  case SVM_T_NEWLINE:
  case SVM_T_BAD:
  case SVM_T_STRING: return false;
  }
  SV_UNREACHABLE();
}

static svm_node *read_node(svm_parser *p, const char *what) {
  if (svm_is_sign(p, "(")) return read_list(p);
  if (is_atom(p)) return new_atom(p);
  svm_expected(p, what);
  return NULL;
}

svm_node *svm_read_term(svm_parser *p, const char *what) {
  p->depth = 0;
  return read_node(p, what);
}

svm_node *svm_read_sort(svm_parser *p) {
  uint32_t base = p->stack.n;
  sv_span span = svm_here(p)->span;
  while (!svm_at_line_end(p) && !svm_is_sign(p, "=") && !svm_is_sign(p, ",")) {
    svm_node *node = svm_read_term(p, "a sort");
    if (!node) return p->stack.n = base, NULL;
    span = sv_span_join(span, node->span);
    sv_push(p->stack, node);
  }
  if (p->stack.n == base) return svm_expected(p, "a sort"), NULL;
  return new_list(p, base, span);
}

bool svm_append_term(svm_parser *p, svm_term_list *list, svm_node *term) {
  if (!term) return false;
  svm_term_item *item = SV_ARENA_NEW(p->arena, svm_term_item);
  item->term = term;
  svm_append(*list, item);
  return true;
}

svm_token *svm_read_names(svm_parser *p, const char *what, uint32_t *n) {
  SV_VEC(svm_token) names = {0};
  svm_token name;
  while (svm_kind(p) == SVM_T_NAME && !svm_is_word(p, "priority")) {
    if (svm_expect_name(p, what, &name)) sv_push(names, name);
    svm_take_sign(p, ",");
  }
  *n = names.n;
  svm_token *copy = names.n ? SV_ARENA_ARRAY(p->arena, svm_token, names.n) : NULL;
  if (copy) memcpy(copy, names.at, names.n * sizeof *copy);
  else svm_expected(p, what);
  sv_vec_free(names);
  return copy;
}
