// heap.c -- malloc, calloc, realloc, free; what is left over at the end.
//
// Every allocation in the program, in every context, has a few objects of its
// own (--objects where it may run several times). An object was never used, is
// alive, or was freed. An allocation takes the first one that was never used,
// or the first one that was freed: so that an address may come back, and need
// not. Where no fresh one is left, what lies behind is not explored. realloc
// always moves: the old object is freed, and its elements are copied in one step.

#include "lang/c/external.h"

enum { FRESH, ALIVE, FREED };

static sv_terms *terms(const c_path *p) { return p->l->model->terms; }

static sv_term life_is(c_path *p, uint32_t storage, int64_t state) {
  return c_is(p, c_current(p, p->l->storages.at[storage].life), state);
}

static void set_life(c_path *p, uint32_t storage, int64_t state) {
  uint32_t life = p->l->storages.at[storage].life;
  sv_sort sort = p->l->model->variables.at[life].sort;
  c_set(p, life, sv_const(terms(p), sort, sv_small(state)));
}

static bool is_realloc(c_path *p, const c_inst *i) {
  return !strcmp(c_callee_name(p->l->program, i), "realloc");
}

static sv_term bytes_of(c_path *p, const c_inst *i) {
  sv_terms *T = terms(p);
  if (is_realloc(p, i)) return c_argument(p, i, 2);
  sv_term bytes = c_argument(p, i, 1);
  if (i->operands < 3) return bytes;
  return sv_app2(T, SV_OP_MUL, bytes, sv_cast(T, sv_sort_of(T, bytes), c_argument(p, i, 2)));
}

// Where the size is no constant: it is kept, as long as there is room for so much.
static bool set_size(c_path *p, const c_inst *i, uint32_t storage) {
  const c_storage *s = &p->l->storages.at[storage];
  sv_terms *T = terms(p);
  if (!s->size) return true;
  int64_t room = 0;
  for (uint32_t k = 0; k < s->object->cells; k++) {
    int64_t end = s->object->cell[k].offset + s->object->cell[k].count * s->object->cell[k].stride;
    if (end > room) room = end;
  }
  sv_term bytes = bytes_of(p, i), most = sv_const(T, sv_sort_of(T, bytes), sv_small(room));
  sv_term none = sv_const(T, sv_sort_of(T, bytes), sv_small(0));
  sv_term fits = sv_and(T, sv_app2(T, SV_OP_LE, none, bytes), sv_app2(T, SV_OP_LE, bytes, most));
  if (!c_explore(p, fits, "a larger object than there is room for", i)) return false;
  c_set(p, s->size, sv_cast(T, p->l->model->variables.at[s->size].sort, bytes));
  return true;
}

static sv_term base_of(c_path *p, uint32_t storage) {
  return c_pack(p, (c_value){.kind = C_PLACE, .storage = storage});
}

// NULL, or the beginning of a live object of the heap.
static sv_term may_be_freed(c_path *p, sv_term address) {
  sv_terms *T = terms(p);
  sv_term good = c_is(p, address, 0);
  for (uint32_t s = 0; s < p->l->storages.n; s++)
    if (p->l->storages.at[s].heap)
      good = sv_or(T, good, sv_and(T, sv_eq(T, address, base_of(p, s)), life_is(p, s, ALIVE)));
  return good;
}

static void free_it(c_path *p, sv_term address) {
  sv_terms *T = terms(p);
  for (uint32_t s = 0; s < p->l->storages.n; s++) {
    uint32_t life = p->l->storages.at[s].heap ? p->l->storages.at[s].life : 0;
    sv_term is = life ? sv_eq(T, address, base_of(p, s)) : SV_FALSE;
    if (sv_same(is, SV_FALSE)) continue;
    sv_term freed = sv_const(T, p->l->model->variables.at[life].sort, sv_small(FREED));
    c_set(p, life, sv_ite(T, is, freed, c_current(p, life)));
  }
}

// ---- realloc: what the new object takes from the old one

typedef struct {
  uint32_t storage, cell, index;
} element;

static int64_t offset_of(c_path *p, element x) {
  const c_cell *c = &p->l->storages.at[x.storage].object->cell[x.cell];
  return c->offset + x.index * c->stride;
}

static int64_t bytes_in(c_type t) { return t.kind == C_POINTER ? 8 : (t.width + 7) / 8; }

static sv_term element_in(c_path *p, element x, sv_term whole) {
  if (p->l->storages.at[x.storage].object->cell[x.cell].count == 1) return whole;
  sv_sort sort = sv_sort_bv(terms(p), C_INDEX_BITS, true);
  return sv_app2(terms(p), SV_OP_SELECT, whole, sv_const(terms(p), sort, sv_small(x.index)));
}

static void set_element(c_path *p, element x, uint32_t variable, sv_term value) {
  sv_sort sort = sv_sort_bv(terms(p), C_INDEX_BITS, true);
  if (p->l->storages.at[x.storage].object->cell[x.cell].count > 1)
    value = sv_app3(terms(p), SV_OP_STORE, c_current(p, variable),
                    sv_const(terms(p), sort, sv_small(x.index)), value);
  c_set(p, variable, value);
}

// The element of an object at an offset: of this type, and *other says that there is one of
// another type.
static bool find_element(c_path *p, uint32_t storage, int64_t offset, c_type t, element *found,
                         bool *other) {
  const c_object *o = p->l->storages.at[storage].object;
  for (uint32_t k = 0; k < o->cells; k++) {
    const c_cell *c = &o->cell[k];
    int64_t d = offset - c->offset, end = c->offset + (c->count - 1) * c->stride + c->stride;
    bool same = c->type.kind == t.kind && c->type.width == t.width;
    *found = (element){storage, k, c->stride ? (uint32_t)(d / c->stride) : 0};
    if (same && d >= 0 && c->stride && d % c->stride == 0 && d / c->stride < c->count) return true;
    *other |= offset + bytes_in(t) > c->offset && offset < end;
  }
  return false;
}

// Of an object whose size is known only when it is made: does an element lie in it?
static sv_term lies_within(c_path *p, uint32_t storage, int64_t end) {
  uint32_t size = p->l->storages.at[storage].size;
  if (!size) return SV_TRUE;
  sv_term bytes = c_current(p, size);
  return sv_app2(terms(p), SV_OP_LE, sv_const(terms(p), sv_sort_of(terms(p), bytes), sv_small(end)),
                 bytes);
}

// False: here is something of another type.
static bool copy_element(c_path *p, element to, uint32_t from, sv_term is) {
  sv_terms *T = terms(p);
  c_type t = p->l->storages.at[to.storage].object->cell[to.cell].type;
  element old;
  bool other = false;
  if (!find_element(p, from, offset_of(p, to), t, &old, &other)) return !other;
  sv_term when = sv_and(T, is, lies_within(p, from, offset_of(p, old) + bytes_in(t)));
  uint32_t variable = c_cell_variable(p->l, to.storage, to.cell);
  sv_term mine = element_in(p, to, c_current(p, variable));
  sv_term value = element_in(p, old, c_current(p, c_cell_variable(p->l, from, old.cell)));
  set_element(p, to, variable, sv_ite(T, when, value, mine));
  variable = c_cell_unwritten(p->l, to.storage, to.cell);
  mine = element_in(p, to, c_current(p, variable));
  value = element_in(p, old, c_current(p, c_cell_unwritten(p->l, from, old.cell)));
  set_element(p, to, variable, sv_ite(T, when, value, mine));
  return true;
}

static bool copy_object(c_path *p, uint32_t to, uint32_t from, sv_term is) {
  const c_object *o = p->l->storages.at[to].object;
  for (uint32_t k = 0; k < o->cells; k++)
    for (uint32_t e = 0; e < o->cell[k].count; e++)
      if (!copy_element(p, (element){to, k, e}, from, is)) return false;
  return true;
}

static uint32_t elements_of(const c_object *o) {
  uint32_t n = 0;
  for (uint32_t k = 0; k < o->cells; k++) n += o->cell[k].count;
  return n;
}

// False: the path ends here.
static bool move(c_path *p, const c_inst *i, uint32_t to) {
  sv_terms *T = terms(p);
  sv_term address = c_argument(p, i, 1), strange = SV_FALSE;
  for (uint32_t s = 0; s < p->l->storages.n; s++) {
    sv_term is = s != to && p->l->storages.at[s].heap ? sv_eq(T, address, base_of(p, s)) : SV_FALSE;
    if (sv_same(is, SV_FALSE)) continue;
    is = sv_and(T, is, life_is(p, s, ALIVE));
    if (!copy_object(p, to, s, is)) strange = sv_or(T, strange, is);
  }
  if (!c_explore(p, sv_not(strange), "memory that moves to other types", i)) return false;
  free_it(p, address);
  return true;
}

// ---- allocations

// A fork in which this object is the first one in this state, and taken.
static void take(const c_path *p, const c_inst *i, uint32_t first, uint32_t k, int64_t state,
                 bool zero) {
  c_path q = c_fork_path(p);
  c_assume(&q, life_is(&q, first + k, state));
  for (uint32_t j = 0; j < k; j++) c_assume(&q, sv_not(life_is(&q, first + j, state)));
  if (!c_is_dead(&q) && set_size(&q, i, first + k)) {
    set_life(&q, first + k, ALIVE);
    if (zero || state == FREED) c_clear(&q, first + k, zero);
    if (!is_realloc(&q, i) || move(&q, i, first + k)) {
      c_bind(&q, q.context, i->value, (c_value){.kind = C_PLACE, .storage = first + k});
      c_go_on(&q);
    }
  }
  c_free_path(&q);
}

static void return_null(const c_path *p, const c_inst *i) {
  c_path q = c_fork_path(p);
  c_result(&q, i, c_number(&q, c_pointer, 0));
  c_go_on(&q);
  c_free_path(&q);
}

static c_outcome allocate(c_path *p, const c_inst *i, bool zero) {
  if (!i->object) return c_refuse_call(p, i, "so large an allocation");
  uint32_t slot = p->l->contexts.at[p->context].base + i->value;
  uint32_t first = sv_map_get(&p->l->locals, slot), n = sv_map_get(&p->l->slots_of, slot);
  sv_term fresh = SV_FALSE;
  for (uint32_t k = 0; k < n; k++) fresh = sv_or(terms(p), fresh, life_is(p, first + k, FRESH));
  if (p->l->options->malloc_may_fail) return_null(p, i);
  for (uint32_t k = 0; k < n; k++) {
    take(p, i, first, k, FRESH, zero);
    if (n > 1) take(p, i, first, k, FREED, zero);
  }
  c_explore(p, fresh, "more objects than --objects allows", i);
  return C_STOP;
}

c_outcome c_malloc(c_path *p, const c_inst *i) { return allocate(p, i, false); }
c_outcome c_calloc(c_path *p, const c_inst *i) { return allocate(p, i, true); }

c_outcome c_realloc(c_path *p, const c_inst *i) {
  enum { MOST_MOVED = 256 };
  if (i->object && elements_of(i->object) > MOST_MOVED)
    return c_refuse_call(p, i, "to move so large an object");
  if (!c_check(p, may_be_freed(p, c_argument(p, i, 1)), "invalid free", i)) return C_STOP;
  if (!c_explore(p, sv_not(c_is(p, bytes_of(p, i), 0)), "realloc to no bytes", i)) return C_STOP;
  return allocate(p, i, false);
}

c_outcome c_free_call(c_path *p, const c_inst *i) {
  sv_term address = c_argument(p, i, 1);
  if (!c_check(p, may_be_freed(p, address), "invalid free", i)) return C_STOP;
  free_it(p, address);
  return C_GO_ON;
}

void c_check_leaks(c_path *p, const c_inst *i) {
  sv_term all = SV_TRUE;
  for (uint32_t s = 0; s < p->l->storages.n; s++)
    if (p->l->storages.at[s].heap) all = sv_and(terms(p), all, sv_not(life_is(p, s, ALIVE)));
  c_check(p, all, "memory leak", i);
}
