// external.c -- functions that are not in the program: threads, locks, verification calls.
//
// A table of names. A mutex lives in the first four bytes of its object: 0 is
// free, 1 is locked. A thread's number, as pthread_create stores it, has its
// template in the low bits and its instance above them; threads that ended keep
// their instance, so the next number is always the count of those there are.

#include "lang/c/lower.h"

static sv_terms *terms(const c_path *p) { return p->l->model->terms; }

static const c_type i32 = {C_INT, 32}, i64 = {C_INT, 64};

static sv_term number(c_path *p, c_type t, int64_t n) {
  return sv_const(terms(p), c_sort(p->l, t), sv_small(n));
}

static sv_term argument(c_path *p, const c_inst *i, uint32_t k) {
  return c_operand_term(p, p->context, &i->operand[k], i->span);
}

static c_value address(c_path *p, const c_inst *i, uint32_t k) {
  return c_operand_value(p, p->context, &i->operand[k], i->span);
}

static c_outcome result(c_path *p, const c_inst *i, sv_term t) {
  c_bind(p, p->context, i->value, c_of_term(t));
  return C_GO_ON;
}

static c_outcome zero(c_path *p, const c_inst *i) {
  return i->type.kind == C_INT ? result(p, i, number(p, i->type, 0)) : C_GO_ON;
}

static c_outcome refuse(c_path *p, const c_inst *i, const char *what) {
  sv_span span = i->span.file ? i->span : p->l->contexts.at[p->context].function->span;
  c_refuse(p->l, span, "%s is not supported yet", what);
  return C_STOP;
}

static sv_term is_true(c_path *p, sv_term t) {
  if (sv_sort_of(terms(p), t).x == sv_sort_bool(terms(p)).x) return t;
  return sv_not(sv_eq(terms(p), t, sv_const(terms(p), sv_sort_of(terms(p), t), sv_small(0))));
}

// ---- values, assumptions, failures

static c_outcome any_value(c_path *p, const c_inst *i) {
  if (i->type.kind == C_VOID || i->type.kind == C_OTHER)
    return refuse(p, i, "an unknown value of this type");
  if (!c_flow_used(p->l->contexts.at[p->context].flow, i->value)) return C_GO_ON;
  if (c_needless_unknown(p, i)) return zero(p, i);
  return result(p, i, c_fresh(p, c_sort(p->l, i->type)));
}

static c_outcome assume(c_path *p, const c_inst *i) {
  c_assume(p, is_true(p, argument(p, i, 1)));
  return C_GO_ON;
}

static c_outcome assertion(c_path *p, const c_inst *i) {
  return c_check(p, is_true(p, argument(p, i, 1)), "assert", i) ? zero(p, i) : C_STOP;
}

static c_outcome failed_assertion(c_path *p, const c_inst *i) {
  c_check(p, SV_FALSE, "assert", i);
  return C_STOP;
}

static c_outcome error(c_path *p, const c_inst *i) {
  c_check(p, SV_FALSE, "error", i);
  return C_STOP;
}

static c_outcome leave(c_path *p, const c_inst *i) {
  SV_UNUSED(i);
  c_exit(p);
  return C_STOP;
}

static c_outcome output(c_path *p, const c_inst *i) {
  bool used = c_flow_used(p->l->contexts.at[p->context].flow, i->value);
  return used ? any_value(p, i) : C_GO_ON;
}

// ---- atomic sections

static c_outcome atomic_begin(c_path *p, const c_inst *i) {
  if (p->atomic == C_MOST_NESTED) return refuse(p, i, "so deep a nesting of atomic sections");
  p->atomic++;
  return C_GO_ON;
}

static c_outcome atomic_end(c_path *p, const c_inst *i) {
  SV_UNUSED(i);
  if (p->atomic) p->atomic--;
  return C_GO_ON;
}

// ---- threads

static int64_t id_factor(const c_path *p) {
  int64_t factor = 1;
  while (factor <= p->l->threads.n) factor *= 2;
  return factor;
}

// Of the thread that is started next.
static sv_term next_id(c_path *p, uint32_t template_number) {
  sv_terms *T = terms(p);
  sv_term count = sv_cast(T, c_sort(p->l, i32), sv_alive(T, template_number));
  sv_term id = sv_app2(T, SV_OP_MUL, count, number(p, i32, id_factor(p)));
  id = sv_app2(T, SV_OP_ADD, id, number(p, i32, template_number));
  return sv_cast(T, c_sort(p->l, i64), id);
}

static c_outcome create(c_path *p, const c_inst *i) {
  uint32_t thread = sv_map_get(&p->l->children, (uint64_t)p->context << 32 | i->value);
  assert(thread != SV_MAP_NONE && !p->starts);
  if (i->operand[2].kind != C_NULL) return refuse(p, i, "an attribute of a thread");
  p->starts = thread + 1;
  p->argument = argument(p, i, 4);
  sv_term id = next_id(p, p->l->threads.at[thread].template_number);
  return c_store(p, address(p, i, 1), i64, i, id) ? zero(p, i) : C_STOP;
}

static sv_term has_finished(c_path *p, const c_thread *t, sv_term id) {
  sv_terms *T = terms(p);
  sv_term low = sv_app2(T, SV_OP_BVAND, id, number(p, i32, id_factor(p) - 1));
  sv_term count = id;
  for (int64_t f = id_factor(p); f > 1; f /= 2)
    count = sv_app2(T, SV_OP_SHR, count, number(p, i32, 1));
  sv_term mine = sv_eq(T, low, number(p, i32, t->template_number));
  sv_sort place = sv_sort_loc(T, t->template_number);
  uint32_t pc = p->l->model->templates.at[t->template_number].pc;
  sv_term at = sv_remote(T, place, pc, sv_cast(T, sv_sort_int(T), count));
  return sv_and(T, mine, sv_eq(T, at, sv_const(T, place, sv_small(t->finished))));
}

static c_outcome join(c_path *p, const c_inst *i) {
  if (i->operand[2].kind != C_NULL) return refuse(p, i, "the result of a thread");
  sv_term id = sv_cast(terms(p), c_sort(p->l, i32), argument(p, i, 1)), ended = SV_FALSE;
  for (uint32_t t = 1; t < p->l->threads.n; t++)
    ended = sv_or(terms(p), ended, has_finished(p, &p->l->threads.at[t], id));
  c_assume(p, ended);
  return zero(p, i);
}

static c_outcome end_thread(c_path *p, const c_inst *i) {
  SV_UNUSED(i);
  c_end_thread(p);
  return C_STOP;
}

// ---- mutexes

// A first value other than 0 in the place of the kind, 16 bytes behind the beginning.
static bool has_kind(const c_object *o, int64_t offset) {
  enum { KIND = 16 };
  for (uint32_t k = 0; k < o->cells; k++) {
    const c_cell *c = &o->cell[k];
    int64_t index = (offset + KIND - c->offset) / c->stride;
    if (offset + KIND < c->offset || index >= c->count) continue;
    for (uint32_t f = 0; f < c->firsts; f++)
      if (c->first[f].index == (uint32_t)index) return true;
  }
  return false;
}

// Recursive mutexes and those that check for errors are made by their initialisers, too.
static bool is_plain_mutex(c_path *p, const c_inst *i) {
  c_value a = address(p, i, 1);
  bool plain = true;
  for (uint32_t s = 0; s < p->l->storages.n && plain; s++) {
    const c_storage *x = &p->l->storages.at[s];
    if (a.kind == C_PLACE ? s == a.storage : x->exposed)
      plain = !has_kind(x->object, a.kind == C_PLACE && sv_is_none(a.index) ? a.offset : 0);
  }
  return plain || (refuse(p, i, "a mutex of another kind than the default"), false);
}

static c_outcome mutex_set(c_path *p, const c_inst *i, int64_t n) {
  return c_store(p, address(p, i, 1), i32, i, number(p, i32, n)) ? zero(p, i) : C_STOP;
}

static bool mutex_free(c_path *p, const c_inst *i, sv_term *is_free) {
  sv_term state = SV_NONE;
  if (!is_plain_mutex(p, i)) return false;
  if (!c_load(p, address(p, i, 1), i32, i, &state)) return false;
  *is_free = sv_eq(terms(p), state, number(p, i32, 0));
  return true;
}

static c_outcome lock(c_path *p, const c_inst *i) {
  sv_term is_free = SV_NONE;
  if (!mutex_free(p, i, &is_free)) return C_STOP;
  c_assume(p, is_free);
  return mutex_set(p, i, 1);
}

static c_outcome try_lock(c_path *p, const c_inst *i) {
  enum { BUSY = 16 };
  sv_term is_free = SV_NONE;
  if (!mutex_free(p, i, &is_free) || mutex_set(p, i, 1) == C_STOP) return C_STOP;
  sv_term busy = number(p, i->type, BUSY), done = number(p, i->type, 0);
  return result(p, i, sv_ite(terms(p), is_free, done, busy));
}

static c_outcome unlock(c_path *p, const c_inst *i) {
  sv_term is_free = SV_NONE;
  if (!mutex_free(p, i, &is_free)) return C_STOP;
  if (!c_check(p, sv_not(is_free), "unlock of a free mutex", i)) return C_STOP;
  return mutex_set(p, i, 0);
}

static c_outcome mutex_init(c_path *p, const c_inst *i) {
  if (i->operand[2].kind != C_NULL) return refuse(p, i, "an attribute of a mutex");
  return mutex_set(p, i, 0);
}

// ---- the table

typedef struct {
  const char *name;  // a trailing * stands for any rest
  uint32_t arguments;
  bool visible;
  c_outcome (*run)(c_path *, const c_inst *);
} entry;

static const entry table[] = {
    {"selvage.unknown.*", 0, false, any_value},
    {"__VERIFIER_nondet_*", 0, false, any_value},
    {"nondet_*", 0, false, any_value},
    {"__VERIFIER_assume", 1, false, assume},
    {"assume_abort_if_not", 1, false, assume},
    {"__CPROVER_assume", 1, false, assume},
    {"__ESBMC_assume", 1, false, assume},
    {"__VERIFIER_assert", 1, false, assertion},
    {"__CPROVER_assert", 1, false, assertion},
    {"__ESBMC_assert", 1, false, assertion},
    {"assert", 1, false, assertion},
    {"__assert_fail", 0, false, failed_assertion},
    {"reach_error", 0, false, error},
    {"__VERIFIER_error", 0, false, error},
    {"abort", 0, true, leave},
    {"exit", 0, true, leave},
    {"_Exit", 0, true, leave},
    {"_exit", 0, true, leave},
    {"printf", 0, false, output},
    {"puts", 0, false, output},
    {"putchar", 0, false, output},
    {"fflush", 0, false, output},
    {"usleep", 0, false, zero},
    {"sleep", 0, false, zero},
    {"sched_yield", 0, false, zero},
    {"__VERIFIER_atomic_begin", 0, true, atomic_begin},
    {"__VERIFIER_atomic_end", 0, false, atomic_end},
    {"__ESBMC_atomic_begin", 0, true, atomic_begin},
    {"__ESBMC_atomic_end", 0, false, atomic_end},
    {"pthread_create", 4, true, create},
    {"pthread_join", 2, true, join},
    {"pthread_exit", 1, true, end_thread},
    {"pthread_detach", 1, false, zero},
    {"pthread_mutex_init", 2, true, mutex_init},
    {"pthread_mutex_destroy", 1, false, zero},
    {"pthread_mutex_lock", 1, true, lock},
    {"pthread_mutex_trylock", 1, true, try_lock},
    {"pthread_mutex_unlock", 1, true, unlock},
};

static const entry *find(const char *name) {
  for (size_t k = 0; k < SV_COUNT(table); k++) {
    size_t n = strlen(table[k].name);
    bool open = table[k].name[n - 1] == '*';
    if (open ? !strncmp(name, table[k].name, n - 1) : !strcmp(name, table[k].name))
      return &table[k];
  }
  return NULL;
}

bool c_external_visible(const char *name) {
  const entry *e = find(name);
  return e && e->visible;
}

// These mean an error whatever the program says that they do.
bool c_is_error(const char *name) {
  return !strcmp(name, "reach_error") || !strcmp(name, "__VERIFIER_error");
}

c_outcome c_external(c_path *p, const c_inst *i, const char *name) {
  const entry *e = find(name);
  sv_model *m = p->l->model;
  const char *quoted = sv_arena_printf(m->arena, "the external function `%s`", name);
  if (!e) return refuse(p, i, quoted);
  for (uint32_t k = 1; k <= e->arguments; k++) {
    if (k >= i->operands) return refuse(p, i, quoted);
    bool strange = i->operand[k].kind == C_STRANGE;
    bool function = i->operand[k].kind == C_FUNCTION && e->run != create;
    if (strange || function) return refuse(p, i, quoted);
  }
  return e->run(p, i);
}
