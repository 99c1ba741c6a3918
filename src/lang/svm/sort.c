// sort.c -- sorts, read from the nodes of a declaration or of a term like
// (cast bv 8 x), where they are followed by something else.
//
//   sort = "bool" | "real" | "ref" | "int" [ range ] | "bv" number | "sbv" number
//        | "loc" process | "array" number "of" sort | enumeration | "(" sort ")" ;

#include "base/suggest.h"
#include "lang/svm/reader.h"

enum { WIDEST = 1 << 20, LONGEST = 1 << 24 };

typedef struct {
  svm_reader *r;
  svm_node *const *nodes;
  uint32_t at, n;
  sv_span span;  // of the whole sort
} cursor;

static sv_sort read_sort(cursor *c, uint32_t depth);

// The next node, if it is a token of this kind.
static const svm_token *take(cursor *c, svm_token_kind kind) {
  if (c->at >= c->n || c->nodes[c->at]->is_list || c->nodes[c->at]->token.kind != kind) return NULL;
  return &c->nodes[c->at++]->token;
}

static sv_sort fault(cursor *c, const char *what) {
  svm_report(c->r, c->at < c->n ? c->nodes[c->at]->span : c->span, "%s", what);
  return SV_SORT_NONE;
}

// A positive number up to `most`; 0 (reported) if there is none.
static uint32_t take_size(cursor *c, const char *what, uint32_t most) {
  const svm_token *t = take(c, SVM_T_NUMBER);
  uint64_t size = 0;
  for (const char *d = t ? svm_name(c->r, t->name) : ""; *d && size <= most; d++)
    size = *d >= '0' && *d <= '9' ? size * 10 + (uint64_t)(*d - '0') : (uint64_t)most + 1;
  if (size >= 1 && size <= most) return (uint32_t)size;
  if (t) c->at--;
  fault(c, what);
  return 0;
}

static sv_sort read_bits(cursor *c, bool is_signed) {
  uint32_t width = take_size(c, "the width of a bit vector must follow, a number from 1", WIDEST);
  return width ? sv_sort_bv(c->r->T, width, is_signed) : SV_SORT_NONE;
}

static sv_sort read_int(cursor *c) {
  const svm_token *range = take(c, SVM_T_RANGE);
  return range ? sv_sort_range(c->r->T, range->lo, range->hi) : sv_sort_int(c->r->T);
}

static sv_sort read_loc(cursor *c) {
  const svm_token *t = take(c, SVM_T_NAME);
  if (!t) return fault(c, "the name of a process must follow `loc`");
  uint32_t number = svm_find_template(c->r, t);
  return number ? sv_sort_loc(c->r->T, number) : SV_SORT_NONE;
}

static sv_sort read_array(cursor *c, uint32_t depth) {
  uint32_t size = take_size(c, "the length of an array must follow, a number from 1", LONGEST);
  if (!size) return SV_SORT_NONE;
  const svm_token *of = take(c, SVM_T_NAME);
  if (!of || of->quoted || strcmp(svm_name(c->r, of->name), "of"))
    return c->at -= of != NULL, fault(c, "`of` and the sort of the elements must follow");
  sv_sort element = read_sort(c, depth + 1);
  if (!element.x) return element;
  sv_sort array = sv_sort_array(c->r->T, size, element);
  if (!array.x) svm_report(c->r, c->span, "this array has too many elements");
  return array;
}

static sv_sort read_enumeration(cursor *c, const svm_token *t) {
  static const char *const words[] = {"bool", "bv", "sbv", "int", "real", "loc", "ref", "array"};
  sv_sort sort = sv_sort_find_enum(c->r->T, t->name);
  if (sort.x || c->r->incomplete) return sort;
  svm_report(c->r, t->span, "there is no sort `%s`", svm_name(c->r, t->name));
  sv_suggestion s = sv_suggest(svm_name(c->r, t->name));
  for (size_t i = 0; i < SV_COUNT(words); i++) sv_suggest_try(&s, words[i]);
  for (uint32_t i = 1; i <= sv_sort_count(c->r->T); i++) {
    const sv_sort_info *info = sv_sort_get(c->r->T, (sv_sort){i});
    if (info->kind == SV_SORT_ENUM) sv_suggest_try(&s, svm_name(c->r, info->name));
  }
  if (s.best) sv_diag_hint(c->r->diags, "did you mean `%s`?", s.best);
  return SV_SORT_NONE;
}

static sv_sort read_word(cursor *c, const svm_token *t, uint32_t depth) {
  const char *word = svm_name(c->r, t->name);
  if (t->quoted) return read_enumeration(c, t);
  if (!strcmp(word, "bool")) return sv_sort_bool(c->r->T);
  if (!strcmp(word, "real")) return sv_sort_real(c->r->T);
  if (!strcmp(word, "ref")) return sv_sort_ref(c->r->T);
  if (!strcmp(word, "int")) return read_int(c);
  if (!strcmp(word, "bv") || !strcmp(word, "sbv")) return read_bits(c, *word == 's');
  if (!strcmp(word, "loc")) return read_loc(c);
  return strcmp(word, "array") ? read_enumeration(c, t) : read_array(c, depth);
}

// Depth of recursion: bounded here, and by the parser for parentheses.
static sv_sort read_sort(cursor *c, uint32_t depth) {
  if (depth > 100) return fault(c, "arrays are nested more than 100 deep");
  if (c->at < c->n && c->nodes[c->at]->is_list) {
    const svm_node *list = c->nodes[c->at++];
    return svm_sort(c->r, list->child, list->n, list->span);
  }
  const svm_token *t = take(c, SVM_T_NAME);
  return t ? read_word(c, t, depth) : fault(c, "a sort is expected here");
}

sv_sort svm_sort(svm_reader *r, svm_node *const *nodes, uint32_t n, sv_span span) {
  cursor c = {.r = r, .nodes = nodes, .n = n, .span = span};
  sv_sort sort = read_sort(&c, 0);
  if (sort.x && c.at < n) return fault(&c, "the sort ends before this");
  return sort;
}
