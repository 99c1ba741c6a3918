// settle.c -- unknown values of which only one thing is asked: while (nondet()).
//
// Where a path ends, a choice that no value depends on and that stands alone in the conditions about
// it is as good as one value that meets them: instead of 2^32 - 1 steps that differ in nothing there is one.
// What was asked stays with the result in the step, so that a witness with another value can be followed.

#include "lang/c/lower.h"

enum { MOST_TRIED = 64 };

typedef struct {
  c_path *path;
  uint32_t choice;
  sv_sort sort;
  sv_terms *terms;
  SV_VEC(sv_term) about;  // conjuncts
  SV_VEC(int64_t) tried;
  sv_term by;
} settling;

static sv_term replace(void *context, sv_terms *T, uint32_t index, const sv_node *n) {
  SV_UNUSED(T);
  SV_UNUSED(index);
  const settling *s = context;
  return n->op == SV_OP_CHOICE && n->id == s->choice ? s->by : SV_NONE;
}

static bool mentions(const settling *s, sv_term t) {
  sv_u32s cone = {0};
  bool found = false;
  if (sv_is_none(t)) return false;
  sv_cone(s->terms, &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n && !found; i++) {
    sv_node n = sv_node_of(s->terms, cone.at[i]);
    found = n.op == SV_OP_CHOICE && n.id == s->choice;
  }
  sv_vec_free(cone);
  return found;
}

// Constants in it are values worth trying.
static bool stands_alone(settling *s, sv_term t) {
  sv_u32s cone = {0};
  bool alone = true;
  sv_cone(s->terms, &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n && alone; i++) {
    sv_node n = sv_node_of(s->terms, cone.at[i]);
    int64_t value;
    if (n.op == SV_OP_CONST && sv_number_to_i64(sv_terms_numbers(s->terms), n.value, &value))
      for (int64_t near = -1; near <= 1 && s->tried.n < MOST_TRIED; near++)
        sv_push(s->tried, (int64_t)((uint64_t)value + (uint64_t)near));
    else if (!n.n) alone = n.op == SV_OP_CONST || (n.op == SV_OP_CHOICE && n.id == s->choice);
    else alone = n.op != SV_OP_REMOTE && n.op != SV_OP_FIND && n.op != SV_OP_QUEUE;
  }
  sv_vec_free(cone);
  return alone;
}

static bool gather(settling *s, sv_term t) {
  sv_node n = sv_node_of(s->terms, sv_index(t));
  if (!mentions(s, t)) return true;
  if (n.op != SV_OP_AND || sv_negated(t)) {
    sv_push(s->about, t);
    return stands_alone(s, t);
  }
  sv_term *args = SV_NEW_ARRAY(sv_term, n.n);  // the table may move
  memcpy(args, n.args, n.n * sizeof *args);
  bool good = true;
  for (uint32_t i = 0; i < n.n && good; i++) good = gather(s, args[i]);
  sv_free(args);
  return good;
}

static bool is_used(const settling *s) {
  const c_path *p = s->path;
  if (mentions(s, p->argument)) return true;
  for (uint32_t i = 0; i < p->memory.n; i++)
    if (mentions(s, p->memory.at[i].target) || mentions(s, p->memory.at[i].value)) return true;
  return false;
}

static sv_term number(const settling *s, int64_t n) {
  sv_numbers *N = sv_terms_numbers(s->terms);
  const sv_sort_info *info = sv_sort_get(s->terms, s->sort);
  if (info->kind == SV_SORT_BOOL) return sv_bool_const(n & 1);
  return sv_const(s->terms, s->sort, sv_number_wrap(N, sv_number_int(N, n), info->size, true));
}

static bool is_met(settling *s, int64_t n) {
  s->by = number(s, n);
  for (uint32_t i = 0; i < s->about.n; i++)
    if (!sv_same(sv_substitute(s->terms, s->about.at[i], replace, s), SV_TRUE)) return false;
  return true;
}

static void settle(settling *s, int64_t n) {
  c_path *p = s->path;
  sv_term asked = SV_TRUE;
  for (uint32_t i = 0; i < s->about.n; i++) asked = sv_and(s->terms, asked, s->about.at[i]);
  p->constraint = sv_substitute(s->terms, p->constraint, replace, s);
  for (uint32_t i = 0; i < p->passed.n; i++) {
    sv_passed *r = &p->passed.at[i];
    if (r->choice != s->choice + 1) continue;
    *r = (sv_passed){r->kind, r->role, r->span, 0, n, r->bits, r->unsigned_bits, asked};
  }
}

static void try_choice(c_path *p, uint32_t choice) {
  settling s = {.path = p, .choice = choice, .sort = p->choices.at[choice].sort};
  s.terms = p->l->model->terms;
  sv_sort_kind kind = sv_sort_get(s.terms, s.sort)->kind;
  bool possible = (kind == SV_SORT_BV || kind == SV_SORT_BOOL) && mentions(&s, p->constraint);
  if (possible && !is_used(&s) && gather(&s, p->constraint)) {
    sv_push(s.tried, 0), sv_push(s.tried, 1);
    for (uint32_t i = 0; i < s.tried.n; i++)
      if (is_met(&s, s.tried.at[i])) {
        settle(&s, s.tried.at[i]);
        break;
      }
  }
  sv_vec_free(s.about);
  sv_vec_free(s.tried);
}

void c_settle_choices(c_path *p) {
  for (uint32_t k = 0; k < p->choices.n; k++) try_choice(p, k);
}
