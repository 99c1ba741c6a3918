// mold_terms.c -- see mold_terms.h.

#include "encode/events/mold_terms.h"

struct sv_mold_terms {
  const sv_net *net;
  sv_aig *aig;
  sv_smt_net *s;
  sv_map cell_of;    // constant -> cell
  sv_map choice_of;  // constant -> any
  sv_map atom_of;    // by node of the graph
  sv_map input_of;   // by Boolean term: its input
  SV_VEC(sv_atom) atoms;
  uint32_t action;  // that is asked about
  sv_smt_view state, now, after;
  const char *lost;
};

// ---- making

static void note_constants(sv_mold_terms *t) {
  for (uint32_t c = 0; c < t->net->cells; c++)
    sv_map_put(&t->cell_of, (uintptr_t)t->s->now.cells[c].x, c);
  for (uint32_t a = 0; a < t->net->actions.n; a++)
    for (uint32_t k = 0; k < t->net->actions.at[a].choice_count; k++)
      sv_map_put(&t->choice_of, (uintptr_t)t->s->choices[a][k].x, k);
}

sv_mold_terms *sv_mold_terms_new(const sv_net *net, sv_aig *aig, sv_text *why) {
  sv_smt_net_options o = {.queues = sv_queue_encoding_of(SV_OPT_QUEUE_TERMS_SHIFTING, false),
                          .semantics = SV_STEPS_INTERLEAVING};
  sv_smt_net *s = sv_smt_net_new(net, &o, why);
  if (!s) return NULL;
  sv_smt_count_conflicts(s->z);
  sv_mold_terms *t = SV_NEW(sv_mold_terms);
  *t = (sv_mold_terms){.net = net, .aig = aig, .s = s, .action = UINT32_MAX};
  t->state = (sv_smt_view){.rep = &s->rep, .queues = s->queues, .now = &s->now};
  note_constants(t);
  return t;
}

static void forget_action(sv_mold_terms *t) {
  sv_smt_view_free(&t->now);
  sv_smt_view_free(&t->after);
  t->now = t->after = (sv_smt_view){0};
}

void sv_mold_terms_free(sv_mold_terms *t) {
  if (!t) return;
  forget_action(t);
  sv_smt_view_free(&t->state);
  for (uint32_t i = 0; i < t->atoms.n; i++) sv_vec_free(t->atoms.at[i].cells);
  sv_vec_free(t->atoms);
  sv_map_free(&t->cell_of);
  sv_map_free(&t->choice_of);
  sv_map_free(&t->atom_of);
  sv_map_free(&t->input_of);
  sv_smt_net_free(t->s);
  sv_free(t);
}

void sv_mold_terms_about(sv_mold_terms *t, uint32_t action) {
  sv_smt_net *s = t->s;
  forget_action(t);
  t->action = action;
  if (action == UINT32_MAX) return;
  const sv_smt_state *after = &s->effects[action].after;
  sv_smt_view view = {.rep = &s->rep, .queues = s->queues, .choices = s->choices[action]};
  t->now = t->after = view;
  t->now.now = &s->now, t->now.next = after;
  t->after.now = t->after.next = after;
}

const char *sv_mold_terms_lost(const sv_mold_terms *t) {
  return sv_smt_broken(t->s->z) ? sv_smt_broken(t->s->z) : t->lost;
}
const sv_smt_net *sv_mold_terms_net(const sv_mold_terms *t) { return t->s; }

sv_smt_term sv_mold_terms_after(const sv_mold_terms *t, uint32_t action, uint32_t cell) {
  return t->s->effects[action].after.cells[cell];
}

sv_smt_term sv_mold_terms_initial(sv_mold_terms *t, const sv_net_var *v, uint32_t cell) {
  const sv_rep *rep = &t->s->rep;
  sv_term init = v->init;
  sv_smt_term value = v->cells == 1 ? sv_view_scalar(&t->state, init)
                                    : sv_view_cells(&t->state, init)[cell],
              fits;
  return sv_rep_move(rep, sv_sort_scalar(rep->terms, v->sort),
                     sv_sort_scalar(rep->terms, sv_sort_of(rep->terms, init)), value, &fits);
}

// ---- what a term is about

static bool has(const sv_u32s *list, uint32_t x) {
  for (uint32_t i = 0; i < list->n; i++)
    if (list->at[i] == x) return true;
  return false;
}

static bool list_cells(sv_mold_terms *t, sv_smt_term term, sv_u32s *cells) {
  sv_smt_terms constants = {0};
  bool chooses = false;
  sv_smt_constants(t->s->z, term, &constants);
  for (uint32_t i = 0; i < constants.n; i++) {
    uint64_t key = (uintptr_t)constants.at[i].x;
    uint32_t cell = sv_map_get(&t->cell_of, key);
    bool choice = sv_map_get(&t->choice_of, key) != SV_MAP_NONE;
    chooses |= choice;
    if (choice) continue;
    if (cell == SV_MAP_NONE) t->lost = "numbers that have no bits depend on what a queue holds";
    else if (!has(cells, cell)) sv_push(*cells, cell);
  }
  sv_vec_free(constants);
  return chooses;
}

void sv_mold_terms_cells(sv_mold_terms *t, sv_smt_term term, sv_u32s *cells) {
  list_cells(t, term, cells);
}

// ---- atoms

const sv_atom *sv_mold_terms_atom(const sv_mold_terms *t, uint32_t node) {
  uint32_t known = sv_map_get(&t->atom_of, node);
  return known == SV_MAP_NONE ? NULL : &t->atoms.at[known];
}

bool sv_mold_terms_hides(void *context, uint32_t node) {
  const sv_atom *a = sv_mold_terms_atom(context, node);
  return a && a->chooses;
}

static sv_lit input_for(sv_mold_terms *t, sv_smt_term term) {
  if (sv_smt_is_true(t->s->z, term)) return SV_LIT_TRUE;
  if (sv_smt_is_false(t->s->z, term)) return SV_LIT_FALSE;
  uint32_t known = sv_map_get(&t->input_of, (uintptr_t)term.x);
  if (known != SV_MAP_NONE) return (sv_lit){known};
  sv_lit input = sv_aig_input(t->aig);
  sv_atom atom = {.term = term};
  atom.chooses = list_cells(t, term, &atom.cells);
  sv_map_put(&t->input_of, (uintptr_t)term.x, input.x);
  sv_map_put(&t->atom_of, sv_lit_node(input), t->atoms.n);
  sv_push(t->atoms, atom);
  return input;
}

// ---- answers

static sv_smt_term is_set(sv_mold_terms *t, sv_smt_term bits, uint32_t k) {
  sv_smt *z = t->s->z;
  return sv_smt_eq(z, sv_smt_extract(z, bits, k, 1), sv_smt_small(z, 1, sv_smt_bits(z, 1)));
}

// 2^k ≤ n mod 2^(k+1); division is Euclidean.
static sv_smt_term is_set_in_number(sv_mold_terms *t, sv_smt_term n, uint32_t k) {
  sv_smt *z = t->s->z;
  sv_smt_sort ints = sv_smt_int(z);
  if (k > 60) {
    t->lost = "a number that has no bits is stored in very many";
    return sv_smt_truth(z, false);
  }
  sv_smt_term modulus = sv_smt_small(z, INT64_C(1) << (k + 1), ints);
  return sv_smt_app2(z, SV_SMT_LE, sv_smt_small(z, INT64_C(1) << k, ints),
                     sv_smt_app2(z, SV_SMT_MOD, n, modulus));
}

static sv_smt_term bit_of(sv_mold_terms *t, const sv_blast_question *q, sv_smt_term value) {
  sv_smt *z = t->s->z;
  const sv_sort_info *info = sv_sort_get(t->s->rep.terms, sv_sort_of(t->s->rep.terms, q->term));
  bool sign = q->number == UINT32_MAX;
  if (info->kind == SV_SORT_BOOL) return sign ? sv_smt_truth(z, false) : value;
  if (info->kind == SV_SORT_REAL) t->lost = "a real number is stored as bits";
  if (info->kind == SV_SORT_REAL) return sv_smt_truth(z, false);
  if (info->kind == SV_SORT_INT)
    return sign ? sv_smt_app2(z, SV_SMT_LT, value, sv_smt_small(z, 0, sv_smt_int(z)))
                : is_set_in_number(t, value, q->number);
  uint32_t width = sv_smt_width(z, value);
  bool is_signed = info->kind == SV_SORT_BV && info->is_signed;
  if (sign) return is_signed ? is_set(t, value, width - 1) : sv_smt_truth(z, false);
  return q->number < width ? is_set(t, value, q->number) : sv_smt_truth(z, false);
}

static sv_smt_term fits(sv_mold_terms *t, sv_smt_view *view, const sv_blast_question *q) {
  sv_smt *z = t->s->z;
  sv_sort sort = sv_sort_of(t->s->rep.terms, q->term);
  sv_sort from = sv_sort_scalar(t->s->rep.terms, sort);
  uint32_t n = sv_sort_cells(t->s->rep.terms, sort);
  sv_smt_term all = sv_smt_truth(z, true);
  for (uint32_t c = 0; c < n; c++) {
    sv_smt_term fit, v = n == 1 ? sv_view_scalar(view, q->term) : sv_view_cells(view, q->term)[c];
    sv_smt_term moved = sv_rep_move(&t->s->rep, q->sort, from, v, &fit);
    SV_UNUSED(moved);
    all = sv_smt_and(z, all, fit);
  }
  return all;
}

sv_lit sv_mold_terms_ask(void *context, const sv_blast_question *q) {
  sv_mold_terms *t = context;
  const sv_rep *rep = &t->s->rep;
  sv_smt_view *view = t->action == UINT32_MAX ? &t->state : q->after ? &t->after : &t->now;
  sv_smt_term answer = {NULL};
  switch (q->what) {
  case SV_ASKS_BIT: answer = bit_of(t, q, sv_view_scalar(view, q->term)); break;
  case SV_ASKS_EQUAL:
    answer =
        sv_rep_is(rep, sv_sort_of(rep->terms, q->term), sv_view_scalar(view, q->term), q->number);
    break;
  case SV_ASKS_FITS: answer = fits(t, view, q); break;
  }
  return input_for(t, sv_smt_simplify(t->s->z, answer));
}
