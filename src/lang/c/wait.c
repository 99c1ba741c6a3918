// wait.c -- condition variables and barriers.
//
// The module behind lang/c/llvm splits a wait in two: `selvage.sleep` lets the
// mutex go, and the call itself takes it again. A thread may wake up without a
// signal, so signals do not matter for what can be reached, only for
// deadlocks. Where these are looked for, a thread that goes to sleep decides
// whether it will wake up by itself; if not, it stays until its variable
// `waits` is reset. A signal resets that of one thread, a broadcast of all.
//
// A barrier is one number: how many it takes, how many have arrived, and which
// of two rounds it is in.

#include "lang/c/external.h"

enum { TIMED_OUT = 110 };

static sv_terms *terms(const c_path *p) { return p->l->model->terms; }

static sv_term variable_at(c_path *p, uint32_t variable, sv_term instance) {
  return sv_remote(terms(p), p->l->model->variables.at[variable].sort, variable, instance);
}

c_outcome c_sleep(c_path *p, const c_inst *i) {
  const c_thread *t = &p->l->threads.at[p->thread];
  c_operand operand[2] = {i->operand[0], i->operand[2]};
  c_inst unlock = {.op = C_CALL,
                   .type = {C_INT, 32},
                   .span = i->span,
                   .operand = operand,
                   .operands = 2,
                   .value = i->value,
                   .name = ""};
  if (c_mutex_unlock(p, &unlock) == C_STOP) return C_STOP;
  if (!t->waits) return C_GO_ON;
  sv_term stays = c_fresh(p, sv_sort_bool(terms(p)));
  c_set(p, t->waits, sv_ite(terms(p), stays, c_argument(p, i, 1), c_number(p, c_pointer, 0)));
  return C_GO_ON;
}

c_outcome c_wait(c_path *p, const c_inst *i) {
  const c_thread *t = &p->l->threads.at[p->thread];
  if (t->waits) c_assume(p, c_is(p, c_current(p, t->waits), 0));
  c_operand operand[2] = {i->operand[0], i->operand[2]};
  c_inst lock = *i;
  lock.operand = operand, lock.operands = 2;
  return c_is_dead(p) ? C_STOP : c_mutex_lock(p, &lock);
}

// Time may be up at any moment.
c_outcome c_timed_wait(c_path *p, const c_inst *i) {
  const c_thread *t = &p->l->threads.at[p->thread];
  if (t->waits) c_set(p, t->waits, c_number(p, c_pointer, 0));
  c_operand operand[2] = {i->operand[0], i->operand[2]};
  c_inst lock = *i;
  lock.operand = operand, lock.operands = 2;
  if (c_mutex_lock(p, &lock) == C_STOP) return C_STOP;
  sv_term late = c_fresh(p, sv_sort_bool(terms(p)));
  return c_result(p, i,
                  sv_ite(terms(p), late, c_number(p, c_i32, TIMED_OUT), c_number(p, c_i32, 0)));
}

// A fork in which one thread of this template, any of those that wait, is woken.
static void wake_one(const c_path *p, const c_inst *i, uint32_t waits, sv_term condition) {
  enum { INSTANCE_BITS = 8 };
  c_path q = c_fork_path(p);
  sv_terms *T = terms(p);
  sv_term which = c_fresh(&q, sv_sort_bv(T, INSTANCE_BITS, false));
  sv_term target = variable_at(&q, waits, sv_cast(T, sv_sort_int(T), which));
  c_assume(&q, sv_eq(T, target, condition));
  sv_push(q.memory, (sv_update){target, c_number(&q, c_pointer, 0)});
  if (c_zero(&q, i) == C_GO_ON) c_go_on(&q);
  c_free_path(&q);
}

c_outcome c_signal(c_path *p, const c_inst *i) {
  sv_terms *T = terms(p);
  sv_term condition = p->l->deadlocks ? c_argument(p, i, 1) : SV_NONE, nobody = SV_TRUE;
  for (uint32_t t = 0; p->l->deadlocks && t < p->l->threads.n; t++) {
    uint32_t waits = p->l->threads.at[t].waits;
    sv_term first = sv_find(T, waits, condition);
    sv_term none = sv_eq(T, first, sv_const(T, sv_sort_of(T, first), sv_small(-1)));
    wake_one(p, i, waits, condition);
    nobody = sv_and(T, nobody, none);
  }
  c_assume(p, nobody);
  return c_zero(p, i);
}

c_outcome c_broadcast(c_path *p, const c_inst *i) {
  sv_terms *T = terms(p);
  for (uint32_t t = 0; p->l->deadlocks && t < p->l->threads.n; t++) {
    sv_term other = sv_model_var(p->l->model, p->l->threads.at[t].waits, SV_ROLE_OTHER);
    sv_term is = sv_eq(T, other, c_argument(p, i, 1));
    sv_push(p->memory, (sv_update){other, sv_ite(T, is, c_number(p, c_pointer, 0), other)});
  }
  return c_zero(p, i);
}

// ---- barriers: waiting << 33 | round << 32 | arrived << 16 | how many it takes
//
// Of the round before, so many have not gone on yet: the next round but one looks like it.

enum { ARRIVED = 1 << 16 };
static const int64_t round_bit = INT64_C(1) << 32, one_waits = INT64_C(1) << 33;

static sv_term masked(c_path *p, sv_term t, int64_t mask) {
  return sv_app2(terms(p), SV_OP_BVAND, t, c_number(p, c_i64, mask));
}

static sv_term waiting(c_path *p, sv_term now) { return masked(p, now, -one_waits); }

c_outcome c_barrier_init(c_path *p, const c_inst *i) {
  sv_term takes = sv_cast(terms(p), c_sort(p->l, c_i64), c_argument(p, i, 3));
  sv_term low = masked(p, takes, ARRIVED - 1), some = sv_not(c_is(p, takes, 0));
  sv_term good = sv_and(terms(p), some, sv_eq(terms(p), low, takes));
  if (!c_explore(p, good, "a barrier of no threads, or of more than 65535", i)) return C_STOP;
  return c_store(p, c_address(p, i, 1), c_i64, i, low) ? c_zero(p, i) : C_STOP;
}

// The last one of a round: those before it are waiting to go on.
static sv_term next_round(c_path *p, sv_term takes, sv_term in_round) {
  sv_terms *T = terms(p);
  sv_term next = sv_app2(T, SV_OP_SUB, c_number(p, c_i64, round_bit), in_round);
  sv_term others = sv_app2(T, SV_OP_SUB, takes, c_number(p, c_i64, 1));
  others = sv_app2(T, SV_OP_MUL, others, c_number(p, c_i64, one_waits));
  return sv_app2(T, SV_OP_ADD, sv_app2(T, SV_OP_ADD, takes, next), others);
}

// Its result is the round that it waits for the end of, or -1 for the last one to come.
c_outcome c_barrier_arrive(c_path *p, const c_inst *i) {
  sv_terms *T = terms(p);
  sv_term now = SV_NONE, step = c_number(p, c_i64, ARRIVED);
  if (!c_load(p, c_address(p, i, 1), c_i64, i, &now)) return C_STOP;
  sv_term takes = masked(p, now, ARRIVED - 1), more = sv_app2(T, SV_OP_ADD, now, step);
  sv_term arrived = masked(p, more, round_bit - ARRIVED);
  sv_term all = sv_eq(T, arrived, sv_app2(T, SV_OP_MUL, takes, step));
  sv_term in_round = masked(p, now, round_bit);
  sv_term clear = sv_or(T, sv_not(all), c_is(p, waiting(p, now), 0));
  if (!c_explore(p, clear, "a barrier two rounds ahead of a thread that passes it", i))
    return C_STOP;
  sv_term after = sv_ite(T, all, next_round(p, takes, in_round), more);
  if (!c_store(p, c_address(p, i, 1), c_i64, i, after)) return C_STOP;
  sv_term odd = sv_not(c_is(p, in_round, 0));
  sv_term mine = sv_ite(T, odd, c_number(p, c_i32, 1), c_number(p, c_i32, 0));
  return c_result(p, i, sv_ite(T, all, c_number(p, c_i32, -1), mine));
}

c_outcome c_barrier_pass(c_path *p, const c_inst *i) {
  sv_terms *T = terms(p);
  sv_term now = SV_NONE, mine = c_argument(p, i, 2), last = c_is(p, mine, -1);
  if (!c_load(p, c_address(p, i, 1), c_i64, i, &now)) return C_STOP;
  sv_term odd = sv_not(c_is(p, masked(p, now, round_bit), 0));
  c_assume(p, sv_or(T, last, sv_not(sv_eq(T, odd, c_is(p, mine, 1)))));
  sv_term fewer = sv_app2(T, SV_OP_SUB, now, c_number(p, c_i64, one_waits));
  if (c_is_dead(p) || !c_store(p, c_address(p, i, 1), c_i64, i, sv_ite(T, last, now, fewer)))
    return C_STOP;
  return c_result(p, i, sv_ite(T, last, c_number(p, c_i32, -1), c_number(p, c_i32, 0)));
}
