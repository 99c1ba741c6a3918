// blast_terms.c -- values that are terms.
//
// Where the coding leaves variables to terms, numbers that are made of them are terms, too, and are never looked
// into here. What is not a number any more (a comparison, an enumeration, a cell chosen by such an index) is
// asked for, bit by bit, as is a number where it becomes the value of something that has a code.

#include "encode/bits/blast_inside.h"

void sv_blaster_ask(sv_blaster *b, sv_blast_terms_fn *ask, void *context) {
  b->ask = ask;
  b->ask_context = context;
}

const char *sv_blaster_lost(const sv_blaster *b) { return b->lost; }

bool sv_blast_cell_termed(const sv_blaster *b, uint32_t cell) {
  if (!b->coding->by_terms) return false;
  for (uint32_t i = 0; i < b->net->vars.n; i++) {
    const sv_net_var *v = &b->net->vars.at[i];
    if (cell >= v->first_cell && cell < v->first_cell + v->cells) return b->coding->by_terms[i];
  }
  return false;
}

// ---- which terms

static bool some_argument(const sv_blaster *b, const sv_node *node) {
  for (uint32_t i = 0; i < node->n; i++)
    if (sv_map_get(&b->termed, sv_index(node->args[i])) == 1) return true;
  return false;
}

static bool is_number(sv_sort_kind kind) {
  return kind == SV_SORT_INT || kind == SV_SORT_BV || kind == SV_SORT_REAL;
}

static bool decide(const sv_blaster *b, const sv_node *node) {
  sv_sort_kind kind = sv_sort_get(b->terms, sv_sort_scalar(b->terms, node->sort))->kind;
  if (node->op == SV_OP_VAR || node->op == SV_OP_NEXT)
    return sv_blast_var_termed(b, &b->net->vars.at[node->id]);
  if (node->op == SV_OP_CHOICE) return !sv_sort_finite(b->terms, node->sort);
  return kind == SV_SORT_REAL || (is_number(kind) && some_argument(b, node));
}

static bool is_termed(sv_blaster *b, uint32_t index) {
  if (!b->ask) return false;
  uint32_t known = sv_map_get(&b->termed, index);
  if (known != SV_MAP_NONE) return known;
  sv_u32s cone = {0};
  sv_term t = sv_term_of_index(index);
  sv_cone(b->terms, &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_node node = sv_node_of(b->terms, cone.at[i]);
    if (sv_map_get(&b->termed, cone.at[i]) == SV_MAP_NONE)
      sv_map_put(&b->termed, cone.at[i], decide(b, &node));
  }
  sv_vec_free(cone);
  return sv_map_get(&b->termed, index);
}

bool sv_blast_is_asked(sv_blaster *b, uint32_t index) {
  if (!b->ask) return false;
  bool termed = is_termed(b, index);
  sv_node node = sv_node_of(b->terms, index);
  return termed || some_argument(b, &node);
}

bool sv_blast_passes(const sv_blaster *b, uint32_t index) {
  sv_u32s cone = {0};
  sv_term t = sv_term_of_index(index);
  bool passes = false;
  sv_cone(b->terms, &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_op op = sv_node_of(b->terms, cone.at[i]).op;
    passes |= op == SV_OP_CHOICE || op == SV_OP_NEXT;
  }
  sv_vec_free(cone);
  return passes;
}

// ---- asking

static sv_lit ask(sv_blaster *b, bool after, sv_asks what, sv_term t, uint32_t number,
                  sv_sort sort) {
  sv_blast_question q = {what, after, t, number, sort};
  return b->ask(b->ask_context, &q);
}

// The values of the shape, all of which the term has.
static sv_word ask_word(sv_blaster *b, sv_word_maker *m, bool after, sv_term t,
                        const sv_code_shape *shape) {
  sv_lits bits = {0};
  for (uint32_t k = 0; k < shape->n; k++) {
    bool sign = k + 1 == shape->n;
    if (k < shape->varying)
      sv_push(bits, ask(b, after, SV_ASKS_BIT, t, sign ? UINT32_MAX : k, (sv_sort){0}));
    else sv_push(bits, sv_lit_const(!shape->is_bv && shape->lo >> (k < 63 ? k : 63) & 1));
  }
  sv_word w = sv_word_make(m, bits.at, bits.n);
  sv_vec_free(bits);
  return w;
}

const sv_word *sv_blast_asked(sv_blast_job *job, uint32_t index) {
  sv_word *at = sv_job_words(job, job->cells);
  sv_code_shape shape;
  sv_term t = sv_term_of_index(index);
  for (uint32_t c = 0; c < job->cells; c++) at[c] = sv_word_const(job->maker, 0);
  if (job->cells > 1) job->b->lost = "a whole array depends on numbers that have no bits";
  else if (!sv_code_shape_of(job->b->net, job->node.sort, &shape))
    job->b->lost = "a number that has no bits is used like one that has";
  else at[0] = ask_word(job->b, job->maker, job->after, t, &shape);
  return at;
}

static bool has_no_bits(sv_blaster *b, sv_term t) {
  sv_code_shape shape;
  sv_sort sort = sv_sort_of(b->terms, t);
  if (!is_termed(b, sv_index(t)) || sv_sort_cells(b->terms, sort) > 1) return false;
  return !sv_code_shape_of(b->net, sort, &shape);
}

sv_lit sv_blast_fits(sv_blaster *b, sv_term t, sv_sort scalar) {
  if (sv_sort_same(sv_sort_scalar(b->terms, sv_sort_of(b->terms, t)), scalar)) {
    sv_op op = sv_node_of(b->terms, sv_index(t)).op;
    if (op == SV_OP_VAR || op == SV_OP_CHOICE) return SV_LIT_TRUE;
  }
  return ask(b, false, SV_ASKS_FITS, t, 0, scalar);
}

static sv_word beyond(sv_blaster *b, const sv_code_shape *shape) {
  int64_t more =
      shape->is_bv ? INT64_C(1) << (shape->varying < 62 ? shape->varying : 62) : shape->hi + 1;
  return sv_word_const(&b->passing, more);
}

sv_word sv_blast_fitted(sv_blaster *b, sv_term t, sv_sort scalar) {
  sv_code_shape shape;
  bool finite = sv_code_shape_of(b->net, scalar, &shape);
  if (!b->ask || !finite || !has_no_bits(b, t)) return sv_blast_scalar(b, false, t);
  if (shape.is_bv && shape.varying > 61)
    b->lost = "a number that has no bits is stored in very many";
  sv_lit fits = sv_blast_fits(b, t, scalar);
  sv_word w = ask_word(b, &b->passing, false, t, &shape);
  return sv_word_ite(&b->passing, fits, w, beyond(b, &shape));
}

sv_word sv_blast_index(sv_blaster *b, sv_term t, uint32_t n) {
  if (!b->ask || !has_no_bits(b, t)) return sv_blast_scalar(b, false, t);
  sv_word w = sv_word_const(&b->passing, n);
  for (uint32_t k = 0; k < n; k++) {
    sv_lit here = ask(b, false, SV_ASKS_EQUAL, t, k, (sv_sort){0});
    w = sv_word_ite(&b->passing, here, sv_word_const(&b->passing, k), w);
  }
  return w;
}
