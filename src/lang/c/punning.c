// punning.c -- accesses that fit no cell: parts of a scalar, several scalars as one.
//
// clang passes a structure of two integers as one of 64 bits, and a union may
// have parts of other widths. In a known object at a known offset such an access
// is put together from the elements that it touches, byte by byte, the lowest
// first. What was never written is given a value, an element at a time, before
// it is read.

#include "lang/c/lower.h"

static sv_terms *terms(const c_path *p) { return p->l->model->terms; }

typedef struct {
  uint32_t storage, cell;
  int64_t element;  // of a row, else -1
  int64_t from;     // in bytes, in the object
  int64_t size;
} piece;
typedef SV_VEC(piece) pieces;

static int64_t bytes_of(c_type t) { return t.kind == C_POINTER ? 8 : (t.width + 7) / 8; }

static bool is_plain(c_type t) {
  return t.kind == C_POINTER || (t.kind == C_INT && t.width % 8 == 0 && t.width);
}

// The elements that lie in [from, to). False: one of them is no scalar.
static bool find_pieces(const c_lowering *l, uint32_t storage, int64_t from, int64_t to,
                        pieces *found) {
  const c_object *o = l->storages.at[storage].object;
  for (uint32_t k = 0; k < o->cells; k++) {
    const c_cell *c = &o->cell[k];
    int64_t size = bytes_of(c->type);
    for (int64_t e = 0; e < (int64_t)c->count; e++) {
      int64_t at = c->offset + e * c->stride;
      if (at + size <= from || at >= to) continue;
      if (!is_plain(c->type)) return false;
      sv_push(*found, (piece){storage, k, c->count > 1 ? e : -1, at, size});
    }
  }
  return found->n > 0;
}

static bool is_inside(const c_lowering *l, c_value a, int64_t size) {
  const c_object *o = l->storages.at[a.storage].object;
  int64_t end = o->size;
  for (uint32_t k = 0; k < o->cells; k++) {
    int64_t last = o->cell[k].offset + o->cell[k].count * o->cell[k].stride;
    if (last > end) end = last;
  }
  return a.offset >= 0 && a.offset + size <= end && !l->storages.at[a.storage].size;
}

bool c_is_punned(c_lowering *l, c_value a, c_type t) {
  if (a.kind != C_PLACE || !sv_is_none(a.index) || !is_plain(t)) return false;
  const c_object *o = l->storages.at[a.storage].object;
  for (uint32_t k = 0; k < o->cells; k++) {
    const c_cell *c = &o->cell[k];
    int64_t d = a.offset - c->offset;
    bool here = d >= 0 && c->stride && d % c->stride == 0 && d / c->stride < c->count;
    if (here && c->type.kind == t.kind && c->type.width == t.width) return false;
  }
  pieces found = {0};
  bool good = o->defined && is_inside(l, a, bytes_of(t)) &&
              find_pieces(l, a.storage, a.offset, a.offset + bytes_of(t), &found);
  sv_vec_free(found);
  return good;
}

// ---- one element

static sv_sort bits(c_path *p, int64_t bytes) {
  return sv_sort_bv(terms(p), (uint32_t)(8 * bytes), false);
}

static sv_term element_of(c_path *p, const piece *x, sv_term whole) {
  if (x->element < 0) return whole;
  sv_sort index = sv_sort_bv(terms(p), C_INDEX_BITS, true);
  return sv_app2(terms(p), SV_OP_SELECT, whole, sv_const(terms(p), index, sv_small(x->element)));
}

static sv_term read_piece(c_path *p, const piece *x) {
  sv_term t = element_of(p, x, c_current(p, c_cell_variable(p->l, x->storage, x->cell)));
  bool pointer = p->l->storages.at[x->storage].object->cell[x->cell].type.kind == C_POINTER;
  if (pointer) t = sv_cast(terms(p), sv_sort_bv(terms(p), C_POINTER_BITS, true), t);
  if (pointer) t = sv_cast(terms(p), sv_sort_bv(terms(p), 64, true), t);
  return sv_cast(terms(p), bits(p, x->size), t);
}

static void write_variable(c_path *p, const piece *x, uint32_t variable, sv_term value) {
  sv_terms *T = terms(p);
  sv_sort index = sv_sort_bv(T, C_INDEX_BITS, true);
  if (x->element >= 0)
    value = sv_app3(T, SV_OP_STORE, c_current(p, variable),
                    sv_const(T, index, sv_small(x->element)), value);
  c_set(p, variable, value);
}

// False: an address would have too many bits; what lies behind is not explored.
static bool write_piece(c_path *p, const piece *x, sv_term value, const c_inst *i) {
  sv_terms *T = terms(p);
  c_type t = p->l->storages.at[x->storage].object->cell[x->cell].type;
  sv_sort sort = c_sort(p->l, t);
  if (t.kind == C_POINTER) {
    sv_sort wide = sv_sort_bv(T, 64, true), address = sv_sort_bv(T, C_POINTER_BITS, true);
    sv_term whole = sv_cast(T, wide, value), low = sv_cast(T, address, whole);
    if (!c_explore(p, sv_eq(T, sv_cast(T, wide, low), whole),
                   "a number that is too large for an address", i))
      return false;
    value = low;
  }
  write_variable(p, x, c_cell_variable(p->l, x->storage, x->cell), sv_cast(T, sort, value));
  if (p->l->storages.at[x->storage].lazy)
    write_variable(p, x, c_cell_unwritten(p->l, x->storage, x->cell), SV_FALSE);
  return true;
}

static sv_term is_unwritten(c_path *p, const piece *x) {
  if (!p->l->storages.at[x->storage].lazy) return SV_FALSE;
  return element_of(p, x, c_current(p, c_cell_unwritten(p->l, x->storage, x->cell)));
}

// ---- accesses

static bool find(c_path *p, c_value a, c_type t, const c_inst *i, pieces *found) {
  sv_term alive = c_is_alive(p, a.storage);
  find_pieces(p->l, a.storage, a.offset, a.offset + bytes_of(t), found);
  return c_check(p, alive, "invalid pointer", i);
}

static sv_term shifted(c_path *p, sv_op op, sv_term t, int64_t by) {
  sv_term n = sv_const(terms(p), sv_sort_of(terms(p), t), sv_small(8 * by));
  return by ? sv_app2(terms(p), op, t, n) : t;
}

// A path on which the element is given some value, and the instruction begins again.
static bool give_value(c_path *p, const piece *x, const c_inst *i) {
  sv_term unwritten = is_unwritten(p, x);
  if (sv_same(unwritten, SV_FALSE)) return true;
  c_path q = c_fork_path(p);
  c_assume(&q, unwritten);
  if (!c_is_dead(&q) && write_piece(&q, x, c_fresh(&q, bits(p, x->size)), i)) c_begin_again(&q);
  c_free_path(&q);
  c_assume(p, sv_not(unwritten));
  return !c_is_dead(p);
}

static sv_term read_all(c_path *p, const pieces *found, int64_t offset, int64_t size) {
  sv_terms *T = terms(p);
  sv_sort wide = bits(p, 16), narrow = bits(p, size);
  sv_term all = sv_const(T, narrow, sv_small(0));
  for (uint32_t k = 0; k < found->n; k++) {
    int64_t up = found->at[k].from - offset;
    sv_term t = sv_cast(T, wide, read_piece(p, &found->at[k]));
    t = up >= 0 ? shifted(p, SV_OP_SHL, t, up) : shifted(p, SV_OP_SHR, t, -up);
    all = sv_app2(T, SV_OP_BVOR, all, sv_cast(T, narrow, t));
  }
  return all;
}

bool c_load_punned(c_path *p, c_value a, c_type t, const c_inst *i, sv_term *value) {
  pieces found = {0};
  bool good = find(p, a, t, i, &found);
  p->undefined = SV_FALSE;
  for (uint32_t k = 0; good && k < found.n; k++) good = give_value(p, &found.at[k], i);
  if (good) {
    sv_terms *T = terms(p);
    sv_term all = read_all(p, &found, a.offset, bytes_of(t));
    *value = sv_cast(T, c_sort(p->l, t), all);
    sv_sort address = sv_sort_bv(T, C_POINTER_BITS, true);
    sv_term low = sv_cast(T, address, all);
    if (t.kind == C_POINTER)
      good = c_explore(
          p,
          sv_eq(T, sv_cast(T, sv_sort_of(T, all), sv_cast(T, sv_sort_bv(T, 64, true), low)), all),
          "a number that is too large for an address", i);
  }
  sv_vec_free(found);
  return good;
}

// The element, with the bytes of the value that lie in it.
static sv_term mixed(c_path *p, const piece *x, sv_term value, int64_t offset, int64_t size) {
  sv_terms *T = terms(p);
  sv_sort wide = bits(p, 16), own = bits(p, x->size);
  int64_t down = x->from - offset, from = down > 0 ? 0 : -down;
  int64_t to = offset + size - x->from < x->size ? offset + size - x->from : x->size;
  sv_term t = sv_cast(T, wide, value);
  t = down >= 0 ? shifted(p, SV_OP_SHR, t, down) : shifted(p, SV_OP_SHL, t, -down);
  t = sv_cast(T, own, t);
  if (from == 0 && to == x->size) return t;
  sv_term ones = sv_const(T, wide, sv_small(1));
  sv_term below =
      sv_app2(T, SV_OP_SUB, shifted(p, SV_OP_SHL, ones, to), shifted(p, SV_OP_SHL, ones, from));
  sv_term mask = sv_cast(T, own, below);
  sv_term old = sv_app2(T, SV_OP_BVAND, read_piece(p, x), sv_app1(T, SV_OP_BVNOT, mask));
  return sv_app2(T, SV_OP_BVOR, old, sv_app2(T, SV_OP_BVAND, t, mask));
}

bool c_store_punned(c_path *p, c_value a, c_type t, const c_inst *i, sv_term value) {
  pieces found = {0};
  int64_t size = bytes_of(t);
  bool good = find(p, a, t, i, &found);
  sv_term all = value;
  if (t.kind == C_POINTER) {
    all = sv_cast(terms(p), sv_sort_bv(terms(p), C_POINTER_BITS, true), all);
    all = sv_cast(terms(p), sv_sort_bv(terms(p), 64, true), all);
  }
  all = sv_cast(terms(p), bits(p, size), all);
  for (uint32_t k = 0; good && k < found.n; k++) {
    const piece *x = &found.at[k];
    bool part = x->from < a.offset || x->from + x->size > a.offset + size;
    good = (!part || give_value(p, x, i)) && write_piece(p, x, mixed(p, x, all, a.offset, size), i);
  }
  sv_vec_free(found);
  return good;
}
