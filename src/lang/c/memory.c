// memory.c -- loads and stores.
//
// An object is a list of cells, each a variable of the model: a scalar, or an
// array where the cell is a row. An access has to fit a cell in offset and
// width; one that cuts through cells is refused. An address in a variable may
// be that of every exposed object that has a cell of this type.

#include "lang/c/lower.h"

// One cell that an access may mean, and when.
typedef struct {
  sv_term condition;
  uint32_t storage, cell;
  sv_term index;  // SV_NONE: a scalar
} target;
typedef SV_VEC(target) targets;

static sv_terms *terms(const c_path *p) { return p->l->model->terms; }

static bool fits(const c_cell *c, c_type t) {
  return c->type.kind == t.kind && c->type.width == t.width && t.kind != C_OTHER;
}

static sv_sort index_sort(c_path *p) { return sv_sort_bv(terms(p), C_INDEX_BITS, true); }

static sv_term index_const(c_path *p, int64_t n) {
  return sv_const(terms(p), index_sort(p), sv_small(n));
}

// ---- variables

static sv_term first_term(c_lowering *l, const c_operand *o, sv_sort sort) {
  if (o->kind == C_FUNCTION)
    return sv_const(l->model->terms, sort,
                    sv_small((int64_t)(C_FIRST_FUNCTION + o->number + 1) << C_OFFSET_BITS));
  sv_terms *T = l->model->terms;
  sv_numbers *N = sv_terms_numbers(T);
  if (o->kind == C_CONSTANT && o->type.width == 1) return sv_bool_const(o->bits & 1);
  if (o->kind == C_CONSTANT && o->type.kind == C_POINTER)
    return c_is_short_address(o->bits) ? sv_const(T, sort, sv_small(c_short_address(o->bits)))
                                       : SV_NONE;
  if (o->kind == C_CONSTANT)
    return sv_const(T, sort,
                    sv_number_wrap(N, sv_number_uint(N, (uint64_t)o->bits), o->type.width, true));
  if (o->kind == C_ADDRESS)
    return sv_const(T, sort,
                    sv_small((int64_t)(o->number + 1) << C_OFFSET_BITS | (uint32_t)o->bits));
  return SV_NONE;
}

// SV_NONE: any value, or a value that is not supported (then refused).
static sv_term first_value(c_lowering *l, const c_storage *s, const c_cell *c, sv_sort sort) {
  sv_terms *T = l->model->terms;
  sv_term zero = sort.x == sv_sort_bool(T).x ? SV_FALSE : sv_const(T, sort, sv_small(0));
  sv_term *element = SV_NEW_ARRAY(sv_term, c->count);
  for (uint32_t i = 0; i < c->count; i++) element[i] = zero;
  for (uint32_t i = 0; i < c->firsts; i++) {
    sv_term t = first_term(l, &c->first[i].value, sort);
    if (sv_is_none(t)) c_refuse(l, s->object->span, "this first value is not supported yet");
    else if (c->first[i].index < c->count) element[c->first[i].index] = t;
  }
  sv_term value = c->count == 1 ? element[0] : sv_array(T, element, c->count);
  sv_free(element);
  return value;
}

uint32_t c_cell_variable(c_lowering *l, uint32_t storage, uint32_t cell) {
  c_storage *s = &l->storages.at[storage];
  const c_cell *c = &s->object->cell[cell];
  if (s->variable[cell]) return s->variable[cell];
  sv_sort sort = c_sort(l, c->type), whole = sort;
  if (c->count > 1) whole = sv_sort_array(l->model->terms, c->count, sort);
  const char *name = *s->object->name ? s->object->name : "local";
  if (s->object->cells > 1)
    name = sv_arena_printf(l->model->arena, "%s+%lld", name, (long long)c->offset);
  uint32_t v = sv_model_variable(l->model, c_unique(l, name), whole, s->owner,
                                 first_value(l, s, c, sort), s->object->span);
  if (c->type.kind == C_POINTER) l->model->variables.at[v].words = l->addresses;
  return s->variable[cell] = v;
}

// Which elements of the cell were never written.
uint32_t c_cell_unwritten(c_lowering *l, uint32_t storage, uint32_t cell) {
  c_storage *s = &l->storages.at[storage];
  const c_cell *c = &s->object->cell[cell];
  if (s->unwritten[cell]) return s->unwritten[cell];
  sv_sort sort = sv_sort_bool(l->model->terms);
  sv_term first = SV_TRUE;
  if (c->count > 1) {
    sort = sv_sort_array(l->model->terms, c->count, sort);
    first = sv_array_fill(l->model->terms, sort, SV_TRUE);
  }
  const char *name = *s->object->name ? s->object->name : "local";
  name = sv_arena_printf(l->model->arena, "%s+%lld unwritten", name, (long long)c->offset);
  uint32_t v =
      sv_model_variable(l->model, c_unique(l, name), sort, s->owner, first, s->object->span);
  l->model->variables.at[v].hidden = true;
  return l->storages.at[storage].unwritten[cell] = v;
}

sv_term c_current(c_path *p, uint32_t variable) {
  sv_term t = sv_model_var(p->l->model, variable, SV_ROLE_SELF);
  for (uint32_t i = 0; i < p->memory.n; i++)
    if (sv_same(p->memory.at[i].target, t)) return p->memory.at[i].value;
  return t;
}

void c_set(c_path *p, uint32_t variable, sv_term value) {
  sv_term t = sv_model_var(p->l->model, variable, SV_ROLE_SELF);
  for (uint32_t i = 0; i < p->memory.n; i++)
    if (sv_same(p->memory.at[i].target, t)) {
      p->memory.at[i].value = value;
      return;
    }
  sv_push(p->memory, (sv_update){t, value});
}

// May an object of this storage be accessed?
sv_term c_is_alive(c_path *p, uint32_t storage) {
  uint32_t life = p->l->storages.at[storage].life;
  if (!life) return SV_TRUE;
  sv_term now = c_current(p, life);
  return sv_eq(terms(p), now, sv_const(terms(p), sv_sort_of(terms(p), now), sv_small(1)));
}

static sv_term zero_cell(c_path *p, uint32_t variable) {
  sv_terms *T = terms(p);
  sv_sort sort = p->l->model->variables.at[variable].sort, scalar = sv_sort_scalar(T, sort);
  sv_term zero = scalar.x == sv_sort_bool(T).x ? SV_FALSE : sv_const(T, scalar, sv_small(0));
  return sort.x == scalar.x ? zero : sv_array_fill(T, sort, zero);
}

void c_clear(c_path *p, uint32_t storage, bool zero) {
  const c_object *o = p->l->storages.at[storage].object;
  sv_terms *T = terms(p);
  for (uint32_t k = 0; k < o->cells; k++) {
    if (o->cell[k].type.kind != C_INT && o->cell[k].type.kind != C_POINTER) continue;
    uint32_t variable = c_cell_variable(p->l, storage, k);
    c_set(p, variable, zero_cell(p, variable));
    if (!p->l->storages.at[storage].lazy) continue;
    uint32_t unwritten = c_cell_unwritten(p->l, storage, k);
    sv_term bit = sv_bool_const(!zero);
    sv_sort sort = p->l->model->variables.at[unwritten].sort;
    c_set(p, unwritten, o->cell[k].count > 1 ? sv_array_fill(T, sort, bit) : bit);
  }
}

// ---- addresses

static int64_t gcd(int64_t a, int64_t b) { return b ? gcd(b, a % b) : a; }

// The index without the widening that array accesses of C have, in 48 bits; *valid
// says whether it is one of 32, so that no product with a size of ours wraps.
static sv_term narrow(c_path *p, sv_term index, sv_term *valid) {
  sv_terms *T = terms(p);
  sv_node n = sv_node_of(T, sv_index(index));
  sv_sort own = sv_sort_of(T, index);
  if (n.op == SV_OP_CAST && n.n == 1) {
    sv_term inner = n.args[0];
    const sv_sort_info *s = sv_sort_get(T, sv_sort_of(T, inner));
    if (s->kind == SV_SORT_BV && s->size <= 32) return sv_cast(T, index_sort(p), inner);
  }
  sv_term few = sv_cast(T, sv_sort_bv(T, C_OFFSET_BITS, true), index);
  if (sv_sort_get(T, own)->size > C_OFFSET_BITS)
    *valid = sv_and(T, *valid, sv_eq(T, sv_cast(T, own, few), index));
  return sv_cast(T, index_sort(p), few);
}

static sv_term scaled(c_path *p, sv_term index, int64_t factor) {
  return factor == 1 ? index : sv_app2(terms(p), SV_OP_MUL, index, index_const(p, factor));
}

static c_value step_place(c_path *p, c_value v, sv_term index, int64_t stride) {
  if (sv_is_none(v.index)) v.valid = SV_TRUE;
  sv_term more = narrow(p, index, &v.valid);
  int64_t unit = sv_is_none(v.index) ? stride : gcd(v.unit, stride);
  if (!unit) unit = 1;
  more = scaled(p, more, stride / unit);
  v.index = sv_is_none(v.index)
                ? more
                : sv_app2(terms(p), SV_OP_ADD, scaled(p, v.index, v.unit / unit), more);
  v.unit = unit;
  return v;
}

// The offset is the low part of the bits, and stays there.
static c_value step_term(c_path *p, c_value v, sv_term bytes) {
  sv_terms *T = terms(p);
  sv_sort pointer = sv_sort_of(T, v.term), half = sv_sort_bv(T, C_OFFSET_BITS, false);
  sv_term low = sv_cast(T, half, v.term);
  sv_term object = sv_app2(T, SV_OP_SUB, v.term, sv_cast(T, pointer, low));
  sv_term moved = sv_app2(T, SV_OP_ADD, low, bytes);
  return c_of_term(sv_app2(T, SV_OP_ADD, object, sv_cast(T, pointer, moved)));
}

c_value c_address_step(c_path *p, c_value base, int64_t offset, sv_term index, int64_t stride) {
  sv_terms *T = terms(p);
  sv_sort half = sv_sort_bv(T, C_OFFSET_BITS, false);
  if (base.kind == C_PLACE && sv_is_none(index)) return base.offset += offset, base;
  if (base.kind == C_PLACE) return step_place(p, base, index, stride);
  if (sv_is_none(index))
    return offset ? step_term(p, base, sv_const(T, half, sv_small((uint32_t)offset))) : base;
  return step_term(p, base,
                   sv_app2(T, SV_OP_MUL, sv_cast(T, half, index),
                           sv_const(T, half, sv_small((uint32_t)stride))));
}

bool c_is_shared(c_path *p, c_value address) {
  return address.kind != C_PLACE || p->l->storages.at[address.storage].shared;
}

// ---- which cells an address means

static int64_t size_of(const c_object *o) {
  int64_t size = o->size;
  if (size >= 0) return size;
  for (uint32_t i = 0; i < o->cells; i++) {
    int64_t end = o->cell[i].offset + o->cell[i].count * o->cell[i].stride;
    if (end > size) size = end;
  }
  return size;
}

static bool contains(const c_cell *c, int64_t offset) {
  int64_t d = offset - c->offset;
  return d >= 0 && d % c->stride == 0 && d / c->stride < c->count;
}

// Of an object whose size is known only when it is made: does the element lie in it?
static sv_term is_within_size(c_path *p, const target *t) {
  const c_storage *s = &p->l->storages.at[t->storage];
  const c_cell *c = &s->object->cell[t->cell];
  if (!s->size) return SV_TRUE;
  int64_t bytes = c->type.kind == C_INT ? (c->type.width + 7) / 8 : 8;
  sv_term end = index_const(p, c->offset + bytes);
  if (!sv_is_none(t->index))
    end = sv_app2(terms(p), SV_OP_ADD, end, scaled(p, t->index, c->stride));
  sv_term size = sv_cast(terms(p), index_sort(p), c_current(p, s->size));
  return sv_app2(terms(p), SV_OP_LE, end, size);
}

static void limit_to_sizes(c_path *p, targets *to) {
  for (uint32_t k = 0; k < to->n; k++)
    to->at[k].condition = sv_and(terms(p), to->at[k].condition, is_within_size(p, &to->at[k]));
}

// An index into a row that varies: within the row.
static target in_row(c_path *p, uint32_t storage, uint32_t k, sv_term index, sv_term valid) {
  const c_cell *c = &p->l->storages.at[storage].object->cell[k];
  sv_term low = sv_app2(terms(p), SV_OP_LE, index_const(p, 0), index);
  sv_term high = sv_app2(terms(p), SV_OP_LT, index, index_const(p, c->count));
  return (target){sv_and(terms(p), valid, sv_and(terms(p), low, high)), storage, k,
                  c->count > 1 ? index : SV_NONE};
}

// A cell that the access hits at one element, or along an index of whole steps.
static target in_cell(c_path *p, c_value a, uint32_t k) {
  const c_cell *c = &p->l->storages.at[a.storage].object->cell[k];
  sv_term index = index_const(p, (a.offset - c->offset) / c->stride);
  if (sv_is_none(a.index)) return (target){SV_TRUE, a.storage, k, c->count > 1 ? index : SV_NONE};
  index = sv_app2(terms(p), SV_OP_ADD, index, scaled(p, a.index, a.unit / c->stride));
  return in_row(p, a.storage, k, index, a.valid);
}

// A cell of a table: steps may go from cell to cell, so that it is hit here and there.
static target in_part(c_path *p, c_value a, uint32_t k) {
  sv_terms *T = terms(p);
  const c_cell *c = &p->l->storages.at[a.storage].object->cell[k];
  sv_term bytes =
      sv_app2(T, SV_OP_ADD, scaled(p, a.index, a.unit), index_const(p, a.offset - c->offset));
  sv_term stride = index_const(p, c->stride), none = index_const(p, 0);
  sv_term hit = sv_eq(T, sv_app2(T, SV_OP_MOD, bytes, stride), none);
  sv_term valid = sv_and(T, a.valid, sv_and(T, sv_app2(T, SV_OP_LE, none, bytes), hit));
  return in_row(p, a.storage, k, sv_app2(T, SV_OP_DIV, bytes, stride), valid);
}

static bool find_in_table(c_path *p, c_value a, uint32_t first, targets *to) {
  const c_object *o = p->l->storages.at[a.storage].object;
  bool found = false;
  for (uint32_t k = first; k < first + o->cell[first].parts; k++) {
    const c_cell *c = &o->cell[k];
    int64_t apart = gcd(c->stride, a.unit), off = a.offset - c->offset;
    if (sv_is_none(a.index) ? !contains(c, a.offset) : off % apart != 0) continue;
    found = true;
    bool whole = sv_is_none(a.index) || (off % c->stride == 0 && a.unit % c->stride == 0);
    sv_push(*to, whole ? in_cell(p, a, k) : in_part(p, a, k));
  }
  return found;
}

static bool contained(const c_object *o, uint32_t first, int64_t offset) {
  for (uint32_t k = first; k < first + o->cell[first].parts; k++)
    if (contains(&o->cell[k], offset)) return true;
  return false;
}

// In a known object. Nothing is added where the access lies outside of it.
static bool find_in_place(c_path *p, c_value a, c_type t, const c_inst *i, targets *to) {
  const c_object *o = p->l->storages.at[a.storage].object;
  bool moves = !sv_is_none(a.index);
  for (uint32_t k = 0; k < o->cells; k++) {
    const c_cell *c = &o->cell[k];
    if (!c->parts || !fits(c, t) || !contained(o, k, a.offset)) continue;
    if (c->parts > 1) return find_in_table(p, a, k, to);
    if (moves && a.unit % c->stride) continue;
    sv_push(*to, in_cell(p, a, k));
    return true;
  }
  if (!moves && (a.offset < 0 || a.offset >= size_of(o))) return true;
  c_refuse(p->l, i->span, "this access to `%s` does not fit its layout", o->name);
  return false;
}

static void find_in_object(c_path *p, sv_term address, uint32_t storage, c_type t, targets *to) {
  sv_terms *T = terms(p);
  sv_term alive = c_is_alive(p, storage);
  const c_object *o = p->l->storages.at[storage].object;
  sv_sort pointer = sv_sort_of(T, address);
  int64_t base = (int64_t)(storage + 1) << C_OFFSET_BITS;
  for (uint32_t k = 0; k < o->cells; k++) {
    const c_cell *c = &o->cell[k];
    if (!fits(c, t)) continue;
    sv_term first = sv_const(T, pointer, sv_small(base + c->offset));
    if (c->count == 1) {
      sv_push(*to, (target){sv_and(T, alive, sv_eq(T, address, first)), storage, k, SV_NONE});
      continue;
    }
    sv_term stride = sv_const(T, pointer, sv_small(c->stride));
    sv_term end = sv_const(T, pointer, sv_small(base + c->offset + c->count * c->stride));
    sv_term bytes = sv_app2(T, SV_OP_SUB, address, first);
    sv_term whole =
        sv_eq(T, sv_app2(T, SV_OP_MOD, bytes, stride), sv_const(T, pointer, sv_small(0)));
    sv_term in =
        sv_and(T, sv_app2(T, SV_OP_LE, first, address), sv_app2(T, SV_OP_LT, address, end));
    sv_push(*to, (target){sv_and(T, alive, sv_and(T, in, whole)), storage, k,
                          sv_cast(T, index_sort(p), sv_app2(T, SV_OP_DIV, bytes, stride))});
  }
}

static bool find_targets(c_path *p, c_value a, c_type t, const c_inst *i, targets *to) {
  if (a.kind == C_PLACE) {
    const c_storage *s = &p->l->storages.at[a.storage];
    if (!s->object->defined) {
      c_refuse(p->l, i->span, "`%s` is not defined here, which is not supported yet",
               s->object->name);
      return false;
    }
    if (!find_in_place(p, a, t, i, to)) return false;
    for (uint32_t k = 0; k < to->n; k++)
      to->at[k].condition = sv_and(terms(p), to->at[k].condition, c_is_alive(p, a.storage));
    return true;
  }
  for (uint32_t s = 0; s < p->l->storages.n; s++)
    if (p->l->storages.at[s].exposed && p->l->storages.at[s].object->defined &&
        !p->l->storages.at[s].object->thread_local)
      find_in_object(p, a.term, s, t, to);
  return true;
}

static sv_term is_below_size(c_path *p, uint32_t storage, sv_term address) {
  sv_terms *T = terms(p);
  sv_sort pointer = sv_sort_of(T, address);
  sv_term size = sv_cast(T, pointer, c_current(p, p->l->storages.at[storage].size));
  sv_term base = sv_const(T, pointer, sv_small((int64_t)(storage + 1) << C_OFFSET_BITS));
  return sv_app2(T, SV_OP_LT, address, sv_app2(T, SV_OP_ADD, base, size));
}

// Is it the address of something that is not modelled: a word of main's, a stream?
static sv_term is_elsewhere(c_path *p, sv_term address) {
  sv_terms *T = terms(p);
  sv_sort pointer = sv_sort_of(T, address);
  int64_t base = (int64_t)C_ELSEWHERE << C_OFFSET_BITS;
  sv_term low = sv_app2(T, SV_OP_LE, sv_const(T, pointer, sv_small(base)), address);
  sv_term end = sv_const(T, pointer, sv_small(base + (INT64_C(1) << C_OFFSET_BITS)));
  return sv_and(T, low, sv_app2(T, SV_OP_LT, address, end));
}

// Does the address lie in an object, as far as this can be said?
static sv_term is_inside(c_path *p, sv_term address) {
  sv_terms *T = terms(p);
  sv_sort pointer = sv_sort_of(T, address);
  sv_term inside = is_elsewhere(p, address);
  for (uint32_t s = 0; s < p->l->storages.n; s++) {
    const c_storage *o = &p->l->storages.at[s];
    if (!o->exposed) continue;
    bool known = o->object->defined && !o->object->thread_local;
    int64_t base = (int64_t)(s + 1) << C_OFFSET_BITS;
    int64_t size = known ? size_of(o->object) : INT64_C(1) << C_OFFSET_BITS;
    sv_term low = sv_app2(T, SV_OP_LE, sv_const(T, pointer, sv_small(base)), address);
    sv_term high = sv_app2(T, SV_OP_LT, address, sv_const(T, pointer, sv_small(base + size)));
    if (o->size) high = is_below_size(p, s, address);
    inside = sv_or(T, inside, sv_and(T, c_is_alive(p, s), sv_and(T, low, high)));
  }
  return inside;
}

// The cells, after a check that the address means one of them.
static bool resolve(c_path *p, c_value a, c_type t, const c_inst *i, targets *to) {
  if (!find_targets(p, a, t, i, to)) return false;
  limit_to_sizes(p, to);
  sv_term good = SV_FALSE;
  for (uint32_t k = 0; k < to->n; k++) good = sv_or(terms(p), good, to->at[k].condition);
  if (a.kind == C_PLACE && p->l->storages.at[a.storage].life) {
    if (!c_check(p, c_is_alive(p, a.storage), "invalid pointer", i)) return false;
  }
  if (a.kind == C_PLACE) return c_check(p, good, "array bounds", i);
  sv_term inside = is_inside(p, a.term);
  return c_check(p, sv_or(terms(p), good, inside), "invalid pointer", i) &&
         c_explore(p, good, "an access that does not fit the layout of its object", i);
}

// ---- accesses

static sv_term read_target(c_path *p, const target *t) {
  sv_term whole = c_current(p, c_cell_variable(p->l, t->storage, t->cell));
  return sv_is_none(t->index) ? whole : sv_app2(terms(p), SV_OP_SELECT, whole, t->index);
}

// Has the target never been written?
static sv_term is_unwritten(c_path *p, const target *t) {
  if (!p->l->storages.at[t->storage].lazy) return SV_FALSE;
  sv_term bits = c_current(p, c_cell_unwritten(p->l, t->storage, t->cell));
  if (!sv_is_none(t->index)) bits = sv_app2(terms(p), SV_OP_SELECT, bits, t->index);
  return sv_and(terms(p), t->condition, bits);
}

bool c_load(c_path *p, c_value address, c_type type, const c_inst *i, sv_term *value) {
  targets to = {0};
  if (c_is_punned(p->l, address, type)) return c_load_punned(p, address, type, i, value);
  bool good = resolve(p, address, type, i, &to);
  p->undefined = SV_FALSE;
  for (uint32_t k = 0; good && k < to.n; k++) {
    p->undefined = sv_or(terms(p), p->undefined, is_unwritten(p, &to.at[k]));
    sv_term t = read_target(p, &to.at[k]);
    *value = k ? sv_ite(terms(p), to.at[k].condition, t, *value) : t;
  }
  sv_vec_free(to);
  return good;
}

static void write_target(c_path *p, const target *t, sv_term value, bool only) {
  uint32_t variable = c_cell_variable(p->l, t->storage, t->cell);
  sv_term old = c_current(p, variable);
  if (!sv_is_none(t->index)) value = sv_app3(terms(p), SV_OP_STORE, old, t->index, value);
  c_set(p, variable, only ? value : sv_ite(terms(p), t->condition, value, old));
  if (!p->l->storages.at[t->storage].lazy) return;
  uint32_t unwritten = c_cell_unwritten(p->l, t->storage, t->cell);
  sv_term bits = c_current(p, unwritten), none = SV_FALSE;
  if (!sv_is_none(t->index)) none = sv_app3(terms(p), SV_OP_STORE, bits, t->index, SV_FALSE);
  c_set(p, unwritten, only ? none : sv_ite(terms(p), t->condition, none, bits));
}

static bool may_write(c_path *p, uint32_t storage, sv_term condition, const c_inst *i) {
  if (!p->l->storages.at[storage].object->constant) return true;
  return c_check(p, sv_not(condition), "write to a constant", i);
}

bool c_store(c_path *p, c_value address, c_type type, const c_inst *i, sv_term value) {
  targets to = {0};
  if (address.kind == C_PLACE && !may_write(p, address.storage, SV_TRUE, i)) return false;
  if (c_is_punned(p->l, address, type)) return c_store_punned(p, address, type, i, value);
  bool good = resolve(p, address, type, i, &to);
  for (uint32_t k = 0; good && k < to.n; k++)
    good = may_write(p, to.at[k].storage, to.at[k].condition, i);
  for (uint32_t k = 0; good && k < to.n; k++) write_target(p, &to.at[k], value, to.n == 1);
  sv_vec_free(to);
  return good;
}
