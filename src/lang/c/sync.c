// sync.c -- mutexes, spin locks, semaphores, locks for readers and writers.
//
// They live in the first bytes of their objects, whatever the C library does
// with the rest. A mutex has there 0 (free), 1 + the number of the thread that
// holds it, or -1 (destroyed); how often it is locked follows, and its kind is
// where initialisers put it. A semaphore is its value; a lock for readers and
// writers is how many read, and 1 + the number of the thread that writes.

#include "lang/c/external.h"

enum { BUSY = 16, DEADLOCKS = 35, NOT_ALLOWED = 1, DESTROYED = -1 };
enum { COUNT_AT = 4, KIND_AT = 16, WRITER_AT = 4 };
enum { NORMAL, RECURSIVE, CHECKING };

static sv_terms *terms(const c_path *p) { return p->l->model->terms; }

static sv_term pick(c_path *p, sv_term condition, int64_t yes, int64_t no) {
  return sv_ite(terms(p), condition, c_number(p, c_i32, yes), c_number(p, c_i32, no));
}

static bool is_initialised(c_path *p, const c_inst *i) {
  return c_check(p, sv_not(p->undefined), "use of a lock that was never initialised", i);
}

static bool load(c_path *p, const c_inst *i, int64_t offset, sv_term *value) {
  return c_load(p, c_member(p, i, 1, offset), c_i32, i, value) && is_initialised(p, i);
}

static bool store(c_path *p, const c_inst *i, int64_t offset, sv_term value) {
  return c_store(p, c_member(p, i, 1, offset), c_i32, i, value);
}

static sv_term owner_term(c_path *p) {
  return sv_app2(terms(p), SV_OP_ADD, c_own_id(p), c_number(p, c_i32, 1));
}

// ---- mutexes

typedef struct {
  sv_term owner, kind, count;
  sv_term is_free, mine;
} mutex;

static bool load_mutex(c_path *p, const c_inst *i, mutex *m) {
  *m = (mutex){.kind = c_number(p, c_i32, NORMAL), .count = c_number(p, c_i32, 1)};
  if (!load(p, i, 0, &m->owner)) return false;
  if (p->l->kinds && (!load(p, i, KIND_AT, &m->kind) || !load(p, i, COUNT_AT, &m->count)))
    return false;
  m->is_free = c_is(p, m->owner, 0);
  m->mine = sv_eq(terms(p), m->owner, owner_term(p));
  return c_check(p, sv_not(c_is(p, m->owner, DESTROYED)), "use of a destroyed mutex", i);
}

static bool set_mutex(c_path *p, const c_inst *i, sv_term owner, sv_term count) {
  return store(p, i, 0, owner) && (!p->l->kinds || store(p, i, COUNT_AT, count));
}

static sv_term one_more(c_path *p, const mutex *m, int64_t by) {
  return sv_app2(terms(p), SV_OP_ADD, m->count, c_number(p, c_i32, by));
}

static c_outcome take(c_path *p, const c_inst *i, const mutex *m, bool tries) {
  sv_terms *T = terms(p);
  sv_term again = sv_and(T, m->mine, c_is(p, m->kind, RECURSIVE));
  sv_term refuses = sv_and(T, m->mine, c_is(p, m->kind, CHECKING));
  sv_term done = sv_or(T, m->is_free, again);
  if (!tries) c_note_wait(p, i, m->owner, owner_term(p), c_is(p, m->kind, NORMAL));
  if (!tries) c_assume(p, sv_or(T, done, refuses));
  sv_term owner = sv_ite(T, done, owner_term(p), m->owner);
  sv_term count =
      sv_ite(T, again, one_more(p, m, 1), sv_ite(T, m->is_free, c_number(p, c_i32, 1), m->count));
  if (c_is_dead(p) || !set_mutex(p, i, owner, count)) return C_STOP;
  return c_result(p, i, pick(p, done, 0, tries ? BUSY : DEADLOCKS));
}

c_outcome c_mutex_lock(c_path *p, const c_inst *i) {
  mutex m;
  return load_mutex(p, i, &m) ? take(p, i, &m, false) : C_STOP;
}

c_outcome c_mutex_trylock(c_path *p, const c_inst *i) {
  mutex m;
  return load_mutex(p, i, &m) ? take(p, i, &m, true) : C_STOP;
}

c_outcome c_mutex_unlock(c_path *p, const c_inst *i) {
  mutex m;
  if (!load_mutex(p, i, &m)) return C_STOP;
  sv_terms *T = terms(p);
  sv_term allowed = sv_or(T, m.mine, sv_not(c_is(p, m.kind, NORMAL)));
  sv_term free_one = sv_and(T, m.is_free, c_is(p, m.kind, NORMAL));
  if (!c_check(p, sv_not(free_one), "unlock of a free mutex", i)) return C_STOP;
  if (!c_check(p, allowed, "unlock of another thread's mutex", i)) return C_STOP;
  sv_term last = sv_or(T, sv_not(c_is(p, m.kind, RECURSIVE)), c_is(p, m.count, 1));
  sv_term owner = sv_ite(T, sv_and(T, m.mine, last), c_number(p, c_i32, 0), m.owner);
  sv_term count = sv_ite(T, m.mine, one_more(p, &m, -1), m.count);
  if (!set_mutex(p, i, owner, count)) return C_STOP;
  return c_result(p, i, pick(p, m.mine, 0, NOT_ALLOWED));
}

c_outcome c_mutex_init(c_path *p, const c_inst *i) {
  sv_term kind = c_number(p, c_i32, NORMAL), zero = kind;
  if (i->operand[2].kind != C_NULL && p->l->kinds &&
      !c_load(p, c_address(p, i, 2), c_i32, i, &kind))
    return C_STOP;
  if (p->l->kinds && !store(p, i, KIND_AT, kind)) return C_STOP;
  return set_mutex(p, i, zero, zero) ? c_zero(p, i) : C_STOP;
}

c_outcome c_mutex_destroy(c_path *p, const c_inst *i) {
  mutex m;
  if (!load_mutex(p, i, &m)) return C_STOP;
  if (!c_check(p, m.is_free, "destruction of a locked mutex", i)) return C_STOP;
  return store(p, i, 0, c_number(p, c_i32, DESTROYED)) ? c_zero(p, i) : C_STOP;
}

// ---- kinds

c_outcome c_kind_init(c_path *p, const c_inst *i) {
  return store(p, i, 0, c_number(p, c_i32, NORMAL)) ? c_zero(p, i) : C_STOP;
}

c_outcome c_kind_get(c_path *p, const c_inst *i) {
  sv_term kind = SV_NONE;
  if (!load(p, i, 0, &kind)) return C_STOP;
  return c_store(p, c_address(p, i, 2), c_i32, i, kind) ? c_zero(p, i) : C_STOP;
}

c_outcome c_kind_set(c_path *p, const c_inst *i) {
  return store(p, i, 0, c_argument(p, i, 2)) ? c_zero(p, i) : C_STOP;
}

// ---- spin locks

c_outcome c_spin_init(c_path *p, const c_inst *i) {
  return store(p, i, 0, c_number(p, c_i32, 0)) ? c_zero(p, i) : C_STOP;
}

c_outcome c_spin_lock(c_path *p, const c_inst *i) {
  sv_term owner = SV_NONE;
  if (!load(p, i, 0, &owner)) return C_STOP;
  c_assume(p, c_is(p, owner, 0));
  return !c_is_dead(p) && store(p, i, 0, owner_term(p)) ? c_zero(p, i) : C_STOP;
}

c_outcome c_spin_trylock(c_path *p, const c_inst *i) {
  sv_term owner = SV_NONE;
  if (!load(p, i, 0, &owner)) return C_STOP;
  sv_term is_free = c_is(p, owner, 0);
  if (!store(p, i, 0, sv_ite(terms(p), is_free, owner_term(p), owner))) return C_STOP;
  return c_result(p, i, pick(p, is_free, 0, BUSY));
}

c_outcome c_spin_unlock(c_path *p, const c_inst *i) {
  sv_term owner = SV_NONE;
  if (!load(p, i, 0, &owner)) return C_STOP;
  if (!c_check(p, sv_not(c_is(p, owner, 0)), "unlock of a free spin lock", i)) return C_STOP;
  return store(p, i, 0, c_number(p, c_i32, 0)) ? c_zero(p, i) : C_STOP;
}

// ---- semaphores

static bool load_long(c_path *p, const c_inst *i, sv_term *value) {
  return c_load(p, c_address(p, i, 1), c_i64, i, value) && is_initialised(p, i);
}

static bool add_long(c_path *p, const c_inst *i, sv_term value, sv_term by) {
  return c_store(p, c_address(p, i, 1), c_i64, i, sv_app2(terms(p), SV_OP_ADD, value, by));
}

c_outcome c_sem_init(c_path *p, const c_inst *i) {
  sv_term value = c_argument(p, i, 3);
  sv_term valid = sv_app2(terms(p), SV_OP_LE, c_number(p, c_i32, 0), value);  // it is unsigned
  if (!c_check(p, valid, "too large a value of a semaphore", i)) return C_STOP;
  value = sv_cast(terms(p), c_sort(p->l, c_i64), value);
  return c_store(p, c_address(p, i, 1), c_i64, i, value) ? c_zero(p, i) : C_STOP;
}

c_outcome c_sem_wait(c_path *p, const c_inst *i) {
  sv_term value = SV_NONE;
  if (!load_long(p, i, &value)) return C_STOP;
  c_assume(p, sv_app2(terms(p), SV_OP_LT, c_number(p, c_i64, 0), value));
  return !c_is_dead(p) && add_long(p, i, value, c_number(p, c_i64, -1)) ? c_zero(p, i) : C_STOP;
}

c_outcome c_sem_wait_or(c_path *p, const c_inst *i) {
  c_cancel_wait(p, i, 2);
  return c_sem_wait(p, i);
}

c_outcome c_sem_trywait(c_path *p, const c_inst *i) {
  sv_term value = SV_NONE;
  if (!load_long(p, i, &value)) return C_STOP;
  sv_term some = sv_app2(terms(p), SV_OP_LT, c_number(p, c_i64, 0), value);
  sv_term by = sv_ite(terms(p), some, c_number(p, c_i64, -1), c_number(p, c_i64, 0));
  return add_long(p, i, value, by) ? c_result(p, i, pick(p, some, 0, -1)) : C_STOP;
}

c_outcome c_sem_post(c_path *p, const c_inst *i) {
  sv_term value = SV_NONE;
  if (!load_long(p, i, &value)) return C_STOP;
  return add_long(p, i, value, c_number(p, c_i64, 1)) ? c_zero(p, i) : C_STOP;
}

c_outcome c_sem_value(c_path *p, const c_inst *i) {
  sv_term value = SV_NONE;
  if (!load_long(p, i, &value)) return C_STOP;
  value = sv_cast(terms(p), c_sort(p->l, c_i32), value);
  return c_store(p, c_address(p, i, 2), c_i32, i, value) ? c_zero(p, i) : C_STOP;
}

// ---- readers and writers

typedef struct {
  sv_term readers, writer;
  sv_term nobody_reads, nobody_writes;
} rw;

static bool load_rw(c_path *p, const c_inst *i, rw *l) {
  if (!load(p, i, 0, &l->readers) || !load(p, i, WRITER_AT, &l->writer)) return false;
  l->nobody_reads = c_is(p, l->readers, 0);
  l->nobody_writes = c_is(p, l->writer, 0);
  return true;
}

c_outcome c_rw_init(c_path *p, const c_inst *i) {
  sv_term zero = c_number(p, c_i32, 0);
  return store(p, i, 0, zero) && store(p, i, WRITER_AT, zero) ? c_zero(p, i) : C_STOP;
}

static c_outcome to_read(c_path *p, const c_inst *i, bool tries) {
  rw l;
  if (!load_rw(p, i, &l)) return C_STOP;
  if (!tries) c_assume(p, l.nobody_writes);
  sv_term more = sv_app2(terms(p), SV_OP_ADD, l.readers, c_number(p, c_i32, 1));
  if (c_is_dead(p) || !store(p, i, 0, sv_ite(terms(p), l.nobody_writes, more, l.readers)))
    return C_STOP;
  return c_result(p, i, pick(p, l.nobody_writes, 0, BUSY));
}

static c_outcome to_write(c_path *p, const c_inst *i, bool tries) {
  rw l;
  if (!load_rw(p, i, &l)) return C_STOP;
  sv_term nobody = sv_and(terms(p), l.nobody_reads, l.nobody_writes);
  if (!tries) c_assume(p, nobody);
  if (c_is_dead(p) || !store(p, i, WRITER_AT, sv_ite(terms(p), nobody, owner_term(p), l.writer)))
    return C_STOP;
  return c_result(p, i, pick(p, nobody, 0, BUSY));
}

c_outcome c_read_lock(c_path *p, const c_inst *i) { return to_read(p, i, false); }
c_outcome c_try_read_lock(c_path *p, const c_inst *i) { return to_read(p, i, true); }
c_outcome c_write_lock(c_path *p, const c_inst *i) { return to_write(p, i, false); }
c_outcome c_try_write_lock(c_path *p, const c_inst *i) { return to_write(p, i, true); }

c_outcome c_rw_unlock(c_path *p, const c_inst *i) {
  sv_terms *T = terms(p);
  rw l;
  if (!load_rw(p, i, &l)) return C_STOP;
  sv_term held = sv_not(sv_and(T, l.nobody_reads, l.nobody_writes));
  if (!c_check(p, held, "unlock of a free read-write lock", i)) return C_STOP;
  sv_term less = sv_app2(T, SV_OP_SUB, l.readers, c_number(p, c_i32, 1));
  if (!store(p, i, 0, sv_ite(T, l.nobody_writes, less, l.readers))) return C_STOP;
  return store(p, i, WRITER_AT, c_number(p, c_i32, 0)) ? c_zero(p, i) : C_STOP;
}
