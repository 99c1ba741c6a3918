// heap.c -- malloc, calloc, free; what is left over at the end.
//
// Every allocation in the program, in every context, has a few objects of its
// own (--objects where it may run several times). An object was never used, is
// alive, or was freed. An allocation takes the first one that was never used,
// or the first one that was freed: so that an address may come back, and need
// not. Where no fresh one is left, what lies behind is not explored.

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

static sv_term bytes_of(c_path *p, const c_inst *i) {
  sv_terms *T = terms(p);
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

// A fork in which this object is the first one in this state, and taken.
static void take(const c_path *p, const c_inst *i, uint32_t first, uint32_t k, int64_t state,
                 bool zero) {
  c_path q = c_fork_path(p);
  c_assume(&q, life_is(&q, first + k, state));
  for (uint32_t j = 0; j < k; j++) c_assume(&q, sv_not(life_is(&q, first + j, state)));
  if (!c_is_dead(&q) && set_size(&q, i, first + k)) {
    set_life(&q, first + k, ALIVE);
    if (zero || state == FREED) c_clear(&q, first + k, zero);
    c_bind(&q, q.context, i->value, (c_value){.kind = C_PLACE, .storage = first + k});
    c_go_on(&q);
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

static sv_term base_of(c_path *p, uint32_t storage) {
  return c_pack(p, (c_value){.kind = C_PLACE, .storage = storage});
}

c_outcome c_free_call(c_path *p, const c_inst *i) {
  sv_terms *T = terms(p);
  sv_term address = c_argument(p, i, 1), null = c_is(p, address, 0), good = null;
  for (uint32_t s = 0; s < p->l->storages.n; s++)
    if (p->l->storages.at[s].heap)
      good = sv_or(T, good, sv_and(T, sv_eq(T, address, base_of(p, s)), life_is(p, s, ALIVE)));
  if (!c_check(p, good, "invalid free", i)) return C_STOP;
  for (uint32_t s = 0; s < p->l->storages.n; s++) {
    uint32_t life = p->l->storages.at[s].heap ? p->l->storages.at[s].life : 0;
    sv_term is = life ? sv_eq(T, address, base_of(p, s)) : SV_FALSE;
    if (sv_same(is, SV_FALSE)) continue;
    sv_term freed = sv_const(T, p->l->model->variables.at[life].sort, sv_small(FREED));
    c_set(p, life, sv_ite(T, is, freed, c_current(p, life)));
  }
  return C_GO_ON;
}

void c_check_leaks(c_path *p, const c_inst *i) {
  sv_term all = SV_TRUE;
  for (uint32_t s = 0; s < p->l->storages.n; s++)
    if (p->l->storages.at[s].heap) all = sv_and(terms(p), all, sv_not(life_is(p, s, ALIVE)));
  c_check(p, all, "memory leak", i);
}
