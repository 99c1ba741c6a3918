// threads.c -- pthread_create and its like: starting, waiting for, and numbers of threads.
//
// A thread's number, as pthread_create stores it, has its template in the low
// bits and its instance above them; threads that ended keep their instance, so
// the next number is always the count of those there are. What a thread returned,
// and whether it can still be waited for, are variables of its template.

#include "lang/c/external.h"

enum { UNKNOWN_THREAD = 3, INVALID = 22 };

static sv_terms *terms(const c_path *p) { return p->l->model->terms; }

static int64_t id_factor(const c_path *p) {
  int64_t factor = 1;
  while (factor <= p->l->model->templates.n) factor *= 2;
  return factor;
}

static sv_term id_of(c_path *p, sv_term instance, uint32_t template_number) {
  sv_terms *T = terms(p);
  sv_term count = sv_cast(T, c_sort(p->l, c_i32), instance);
  sv_term id = sv_app2(T, SV_OP_MUL, count, c_number(p, c_i32, id_factor(p)));
  return sv_app2(T, SV_OP_ADD, id, c_number(p, c_i32, template_number));
}

sv_term c_own_id(c_path *p) {
  return id_of(p, sv_self(terms(p), SV_ROLE_SELF), p->l->threads.at[p->thread].template_number);
}

// ---- starting

static bool start(c_path *p, const c_inst *i, uint32_t thread) {
  assert(!p->starts);
  p->starts = thread + 1;
  p->argument = c_argument(p, i, 4);
  uint32_t template_number = p->l->threads.at[thread].template_number;
  sv_term id = id_of(p, sv_alive(terms(p), template_number), template_number);
  id = sv_cast(terms(p), c_sort(p->l, c_i64), id);
  return c_store(p, c_address(p, i, 1), c_i64, i, id) && c_zero(p, i) == C_GO_ON;
}

// Which function is started, where that is a value: of every candidate, a path.
c_outcome c_create(c_path *p, const c_inst *i) {
  const c_program *program = p->l->program;
  sv_term to = c_argument(p, i, 3), known = SV_FALSE;
  for (uint32_t k = 0; k < program->functions; k++) {
    uint32_t thread = c_child(p->l, p->context, i, &program->function[k]);
    if (thread == SV_MAP_NONE) continue;
    c_operand name = {.kind = C_FUNCTION, .number = k};
    sv_term is = sv_eq(terms(p), to, c_operand_term(p, p->context, &name, i->span));
    known = sv_or(terms(p), known, is);
    c_path q = c_fork_path(p);
    c_assume(&q, is);
    if (!c_is_dead(&q) && start(&q, i, thread)) c_go_on(&q);
    c_free_path(&q);
  }
  c_assume(p, sv_not(known));
  if (!c_is_dead(p)) c_check(p, SV_FALSE, "invalid function pointer", i);
  return C_STOP;
}

// ---- waiting

typedef struct {
  const c_thread *thread;
  sv_term is, instance;  // of this template; its number there, an integer
} meant;

static meant thread_meant(c_path *p, const c_thread *t, sv_term id) {
  sv_terms *T = terms(p);
  sv_term low = sv_app2(T, SV_OP_BVAND, id, c_number(p, c_i32, id_factor(p) - 1)), count = id;
  for (int64_t f = id_factor(p); f > 1; f /= 2)
    count = sv_app2(T, SV_OP_SHR, count, c_number(p, c_i32, 1));
  return (meant){t, c_is(p, low, t->template_number), sv_cast(T, sv_sort_int(T), count)};
}

static sv_term has_finished(c_path *p, meant m) {
  sv_terms *T = terms(p);
  sv_sort place = sv_sort_loc(T, m.thread->template_number);
  uint32_t pc = p->l->model->templates.at[m.thread->template_number].pc;
  sv_term at = sv_remote(T, place, pc, m.instance);
  return sv_eq(T, at, sv_const(T, place, sv_small(m.thread->finished)));
}

static sv_term remote(c_path *p, uint32_t variable, sv_term instance) {
  return sv_remote(terms(p), p->l->model->variables.at[variable].sort, variable, instance);
}

static sv_term is_detached(c_path *p, meant m) {
  return m.thread->detached ? remote(p, m.thread->detached, m.instance) : SV_FALSE;
}

static void detach(c_path *p, meant m) {
  if (m.thread->detached)
    sv_push(p->memory, (sv_update){remote(p, m.thread->detached, m.instance), SV_TRUE});
}

// It cannot be waited for any more: an error number, of two.
static void go_on_with_error(const c_path *p, const c_inst *i, sv_term when) {
  c_path q = c_fork_path(p);
  c_assume(&q, when);
  if (!c_is_dead(&q)) {
    sv_term one = c_fresh(&q, sv_sort_bool(terms(&q)));
    c_result(
        &q, i,
        sv_ite(terms(&q), one, c_number(&q, c_i32, INVALID), c_number(&q, c_i32, UNKNOWN_THREAD)));
    c_go_on(&q);
  }
  c_free_path(&q);
}

static bool store_result(c_path *p, const c_inst *i, meant m) {
  if (i->operand[2].kind == C_NULL || !m.thread->result) return true;
  sv_term to = c_argument(p, i, 2), value = remote(p, m.thread->result, m.instance);
  if (sv_same(c_is(p, to, 0), SV_TRUE)) return true;
  return c_store(p, c_address(p, i, 2), c_pointer, i, value);
}

void c_cancel_wait(const c_path *p, const c_inst *i, uint32_t k) {
  c_path q = c_fork_path(p);
  sv_term flag = SV_NONE;
  if (c_load(&q, c_address(&q, i, k), (c_type){C_INT, 8}, i, &flag)) {
    c_assume(&q, sv_not(c_is(&q, flag, 0)));
    if (!c_is_dead(&q) && c_result(&q, i, c_number(&q, c_i32, -1)) == C_GO_ON) c_go_on(&q);
  }
  c_free_path(&q);
}

c_outcome c_join(c_path *p, const c_inst *i) {
  if (i->operands > 3) c_cancel_wait(p, i, 3);
  sv_term id = sv_cast(terms(p), c_sort(p->l, c_i32), c_argument(p, i, 1));
  for (uint32_t t = 1; t < p->l->threads.n; t++) {
    c_path q = c_fork_path(p);
    meant m = thread_meant(&q, &p->l->threads.at[t], id);
    c_assume(&q, m.is);
    sv_term detached = is_detached(&q, m);
    if (!c_is_dead(&q)) go_on_with_error(&q, i, detached);
    c_assume(&q, sv_and(terms(p), sv_not(detached), has_finished(&q, m)));
    detach(&q, m);
    if (!c_is_dead(&q) && store_result(&q, i, m) && c_zero(&q, i) == C_GO_ON) c_go_on(&q);
    c_free_path(&q);
  }
  return C_STOP;
}

c_outcome c_detach(c_path *p, const c_inst *i) {
  sv_term id = sv_cast(terms(p), c_sort(p->l, c_i32), c_argument(p, i, 1));
  for (uint32_t t = 0; t < p->l->threads.n; t++) {
    c_path q = c_fork_path(p);
    meant m = thread_meant(&q, &p->l->threads.at[t], id);
    c_assume(&q, m.is);
    if (!c_is_dead(&q)) go_on_with_error(&q, i, is_detached(&q, m));
    c_assume(&q, sv_not(is_detached(&q, m)));
    detach(&q, m);
    if (!c_is_dead(&q) && c_zero(&q, i) == C_GO_ON) c_go_on(&q);
    c_free_path(&q);
  }
  return C_STOP;
}

// ---- the end, and numbers

c_outcome c_end(c_path *p, const c_inst *i) {
  bool wanted = p->l->threads.at[p->thread].result != 0;
  c_end_all_lives(p);
  c_end_thread(p, wanted ? c_argument(p, i, 1) : SV_NONE);
  return C_STOP;
}

c_outcome c_self(c_path *p, const c_inst *i) {
  return c_result(p, i, sv_cast(terms(p), c_sort(p->l, i->type), c_own_id(p)));
}

c_outcome c_equal(c_path *p, const c_inst *i) {
  sv_term same = sv_eq(terms(p), c_argument(p, i, 1), c_argument(p, i, 2));
  return c_result(p, i, sv_ite(terms(p), same, c_number(p, c_i32, 1), c_number(p, c_i32, 0)));
}
