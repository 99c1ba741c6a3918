// external.c -- functions that are not in the program: threads, locks, verification calls.
//
// A table of names: threads.c, sync.c, wait.c and heap.c have the longer models.
// What is in no table has an unknown result, with a warning, unless it is given
// addresses: it might write there, and is refused.

#include "lang/c/external.h"
#include "lang/c/passed.h"

static sv_terms *terms(const c_path *p) { return p->l->model->terms; }

sv_term c_number(c_path *p, c_type t, int64_t n) {
  return sv_const(terms(p), c_sort(p->l, t), sv_small(n));
}

sv_term c_is(c_path *p, sv_term t, int64_t n) {
  return sv_eq(terms(p), t, sv_const(terms(p), sv_sort_of(terms(p), t), sv_small(n)));
}

sv_term c_argument(c_path *p, const c_inst *i, uint32_t k) {
  return c_operand_term(p, p->context, &i->operand[k], i->span);
}

c_value c_address(c_path *p, const c_inst *i, uint32_t k) {
  return c_operand_value(p, p->context, &i->operand[k], i->span);
}

c_value c_member(c_path *p, const c_inst *i, uint32_t k, int64_t offset) {
  return c_address_step(p, c_address(p, i, k), offset, SV_NONE, 1);
}

c_outcome c_result(c_path *p, const c_inst *i, sv_term t) {
  if (i->type.kind != C_VOID) c_bind(p, p->context, i->value, c_of_term(t));
  return C_GO_ON;
}

c_outcome c_zero(c_path *p, const c_inst *i) {
  bool value = i->type.kind == C_INT || i->type.kind == C_POINTER;
  if (value && i->type.width == 1) return c_result(p, i, SV_FALSE);
  return value ? c_result(p, i, c_number(p, i->type, 0)) : C_GO_ON;
}

c_outcome c_refuse_call(c_path *p, const c_inst *i, const char *what) {
  sv_span span = i->span.file ? i->span : p->l->contexts.at[p->context].function->span;
  c_refuse(p->l, span, "%s is not supported yet", what);
  return C_STOP;
}

static sv_term is_true(c_path *p, sv_term t) {
  if (sv_sort_of(terms(p), t).x == sv_sort_bool(terms(p)).x) return t;
  return sv_not(sv_eq(terms(p), t, sv_const(terms(p), sv_sort_of(terms(p), t), sv_small(0))));
}

// ---- values, assumptions, failures

// Is the value used for nothing but to wait for a thread? Any number will do: to wait for a
// thread that was never started is undefined.
static bool only_waits(const c_path *p, const c_inst *value) {
  const c_function *f = p->l->contexts.at[p->context].function;
  if (strncmp(c_callee_name(p->l->program, value), "selvage.unknown.", 16)) return false;
  for (uint32_t b = 0; b < f->blocks; b++)
    for (uint32_t n = 0; n < f->block[b].insts; n++) {
      const c_inst *i = &f->block[b].inst[n];
      for (uint32_t k = 0; k < i->operands; k++)
        if (i->operand[k].kind == C_VALUE && i->operand[k].number == value->value &&
            strcmp(c_callee_name(p->l->program, i), "pthread_join"))
          return false;
    }
  return true;
}

static c_outcome any_value(c_path *p, const c_inst *i) {
  if (i->type.kind == C_VOID || i->type.kind == C_OTHER)
    return c_refuse_call(p, i, "an unknown value of this type");
  if (!c_flow_used(p->l->contexts.at[p->context].flow, i->value)) return C_GO_ON;
  if (c_needless_unknown(p, i) || only_waits(p, i)) return c_zero(p, i);
  sv_term value = c_fresh(p, c_sort(p->l, i->type));
  c_pass_result(p, i, p->choices.n);
  return c_result(p, i, value);
}

static c_outcome assume(c_path *p, const c_inst *i) {
  c_assume(p, is_true(p, c_argument(p, i, 1)));
  return C_GO_ON;
}

static c_outcome assertion(c_path *p, const c_inst *i) {
  return c_check(p, is_true(p, c_argument(p, i, 1)), "assert", i) ? c_zero(p, i) : C_STOP;
}

static c_outcome failed_assertion(c_path *p, const c_inst *i) {
  c_check(p, SV_FALSE, "assert", i);
  return C_STOP;
}

static c_outcome error(c_path *p, const c_inst *i) {
  c_check(p, SV_FALSE, "error", i);
  return C_STOP;
}

// The address of something that is not modelled.
static c_outcome elsewhere(c_path *p, const c_inst *i) {
  return c_result(p, i, c_number(p, c_pointer, (int64_t)C_ELSEWHERE << C_OFFSET_BITS));
}

static c_outcome overflow(c_path *p, const c_inst *i) {
  c_check(p, SV_FALSE, "signed overflow", i);
  return C_STOP;
}

// More than the lines of support.c have room for.
static c_outcome limit(c_path *p, const c_inst *i) {
  c_explore(p, SV_FALSE, "more cancelled threads, handlers or keys than there is room for", i);
  return C_STOP;
}

// The value, if the function has returned one; else any.
static c_outcome function_result(c_path *p, const c_inst *i) {
  sv_term returned = c_argument(p, i, 1);
  c_path q = c_fork_path(p);
  c_assume(&q, sv_not(returned));
  if (!c_is_dead(&q) && any_value(&q, i) == C_GO_ON) c_go_on(&q);
  c_free_path(&q);
  c_assume(p, returned);
  if (c_is_dead(p)) return C_STOP;
  c_bind(p, p->context, i->value, c_operand_value(p, p->context, &i->operand[2], i->span));
  return C_GO_ON;
}

static c_outcome part(c_path *p, const c_inst *i) {
  c_explore(p, SV_FALSE, "a copy of so many bytes that the last element is not whole", i);
  return C_STOP;
}

// What is read goes to the scalars whose addresses stand behind the format.
static c_outcome input(c_path *p, const c_inst *i) {
  bool text = strstr(c_callee_name(p->l->program, i), "sscanf") != NULL;
  for (uint32_t k = text ? 3 : 2; k < i->operands; k++) {
    c_value to = c_address(p, i, k);
    const c_object *o = to.kind == C_PLACE ? p->l->storages.at[to.storage].object : NULL;
    const c_cell *cell = NULL;
    for (uint32_t c = 0; o && sv_is_none(to.index) && c < o->cells; c++)
      if (o->cell[c].offset == to.offset && o->cell[c].count == 1) cell = &o->cell[c];
    if (!cell || cell->type.kind != C_INT) return c_refuse_call(p, i, "input to this address");
    c_note_access(p, i, to, cell->type, true, false);
    sv_term any = c_fresh(p, c_sort(p->l, cell->type));
    if (!c_store(p, to, cell->type, i, any)) return C_STOP;
  }
  return any_value(p, i);
}

// It is stored as well, where it is asked for.
static c_outcome get_time(c_path *p, const c_inst *i) {
  sv_term now = c_fresh(p, c_sort(p->l, c_i64));
  if (!sv_same(c_is(p, c_argument(p, i, 1), 0), SV_TRUE)) {
    c_note_access(p, i, c_address(p, i, 1), c_i64, true, false);
    if (!c_store(p, c_address(p, i, 1), c_i64, i, now)) return C_STOP;
  }
  return c_flow_used(p->l->contexts.at[p->context].flow, i->value) ? c_result(p, i, now) : C_GO_ON;
}

static c_outcome natural(c_path *p, const c_inst *i) {
  if (any_value(p, i) == C_STOP) return C_STOP;
  c_operand own = {.kind = C_VALUE, .number = i->value};
  if (!c_flow_used(p->l->contexts.at[p->context].flow, i->value)) return C_GO_ON;
  sv_term t = c_operand_term(p, p->context, &own, i->span);
  c_assume(p, sv_app2(terms(p), SV_OP_LE, c_number(p, i->type, 0), t));
  return C_GO_ON;
}

static c_outcome leave(c_path *p, const c_inst *i) {
  const char *name = c_callee_name(p->l->program, i);
  if (p->l->leaks && !strcmp(name, "exit")) c_check_leaks(p, i);
  c_exit(p);
  return C_STOP;
}

static c_outcome output(c_path *p, const c_inst *i) {
  bool used = c_flow_used(p->l->contexts.at[p->context].flow, i->value);
  return used ? any_value(p, i) : C_GO_ON;
}

// ---- atomic sections

static c_outcome atomic_begin(c_path *p, const c_inst *i) {
  if (p->atomic == C_MOST_NESTED)
    return c_refuse_call(p, i, "so deep a nesting of atomic sections");
  p->atomic++;
  return C_GO_ON;
}

static c_outcome atomic_end(c_path *p, const c_inst *i) {
  SV_UNUSED(i);
  if (p->atomic) p->atomic--;
  return C_GO_ON;
}

// ---- the table

typedef struct {
  const char *name;  // a trailing * stands for any rest
  uint32_t arguments;
  enum { UNSEEN, SEEN, SIGNALS } visible;  // by other threads: SIGNALS where deadlocks count
  c_model *run;
} entry;

static const entry table[] = {
    {"selvage.result*", 2, UNSEEN, function_result},
    {"selvage.unknown.*", 0, UNSEEN, any_value},
    {"__VERIFIER_nondet_*", 0, UNSEEN, any_value},
    {"nondet_*", 0, UNSEEN, any_value},
    {"__VERIFIER_assume", 1, UNSEEN, assume},
    {"assume_abort_if_not", 1, UNSEEN, assume},
    {"__CPROVER_assume", 1, UNSEEN, assume},
    {"__ESBMC_assume", 1, UNSEEN, assume},
    {"__VERIFIER_assert", 1, UNSEEN, assertion},
    {"__CPROVER_assert", 1, UNSEEN, assertion},
    {"__ESBMC_assert", 1, UNSEEN, assertion},
    {"assert", 1, UNSEEN, assertion},
    {"__assert_fail", 0, UNSEEN, failed_assertion},
    {"reach_error", 0, UNSEEN, error},
    {"__VERIFIER_error", 0, UNSEEN, error},
    {"abort", 0, SEEN, leave},
    {"exit", 0, SEEN, leave},
    {"_Exit", 0, SEEN, leave},
    {"_exit", 0, SEEN, leave},
    {"printf", 0, UNSEEN, output},
    {"puts", 0, UNSEEN, output},
    {"putchar", 0, UNSEEN, output},
    {"fflush", 0, UNSEEN, output},
    {"fprintf", 0, UNSEEN, output},
    {"fputs", 0, UNSEEN, output},
    {"fputc", 0, UNSEEN, output},
    {"putc", 0, UNSEEN, output},
    {"scanf", 0, SEEN, input},
    {"__isoc99_scanf", 0, SEEN, input},
    {"sscanf", 0, SEEN, input},
    {"__isoc99_sscanf", 0, SEEN, input},
    {"atoi", 0, UNSEEN, any_value},
    {"perror", 0, UNSEEN, output},
    {"srand", 0, UNSEEN, c_zero},
    {"rand", 0, UNSEEN, natural},
    {"time", 1, SEEN, get_time},
    {"__ESBMC_yield", 0, UNSEEN, c_zero},
    {"strerror", 0, UNSEEN, elsewhere},
    {"selvage.keep", 1, UNSEEN, c_zero},
    {"selvage.begin", 0, SEEN, atomic_begin},
    {"selvage.end", 0, UNSEEN, atomic_end},
    {"selvage_begin", 0, SEEN, atomic_begin},
    {"selvage_done", 0, UNSEEN, atomic_end},
    {"selvage_assume", 1, UNSEEN, assume},
    {"selvage_any", 0, UNSEEN, any_value},
    {"selvage_join_or", 3, SEEN, c_join},
    {"selvage_sem_wait_or", 2, SEEN, c_sem_wait_or},
    {"selvage_limit", 0, UNSEEN, limit},
    {"selvage_part", 0, UNSEEN, part},
    {"llvm.lifetime.start.*", 2, UNSEEN, c_begin_life},
    {"llvm.lifetime.end.*", 2, UNSEEN, c_end_life},
    {"llvm.stacksave", 0, UNSEEN, c_zero},
    {"llvm.stackrestore", 0, UNSEEN, c_zero},
    {"llvm.ubsantrap", 0, UNSEEN, overflow},
    {"llvm.trap", 0, UNSEEN, overflow},
    {"usleep", 0, UNSEEN, c_zero},
    {"sleep", 0, UNSEEN, c_zero},
    {"sched_yield", 0, UNSEEN, c_zero},
    {"__VERIFIER_atomic_begin", 0, SEEN, atomic_begin},
    {"__VERIFIER_atomic_end", 0, UNSEEN, atomic_end},
    {"__ESBMC_atomic_begin", 0, SEEN, atomic_begin},
    {"__ESBMC_atomic_end", 0, UNSEEN, atomic_end},
    {"__CPROVER_atomic_begin", 0, SEEN, atomic_begin},
    {"__CPROVER_atomic_end", 0, UNSEEN, atomic_end},
    {"pthread_create", 4, SEEN, c_create},
    {"pthread_join", 2, SEEN, c_join},
    {"pthread_exit", 1, SEEN, c_end},
    {"pthread_detach", 1, SEEN, c_detach},
    {"pthread_self", 0, UNSEEN, c_self},
    {"pthread_equal", 2, UNSEEN, c_equal},
    {"pthread_attr_init", 1, UNSEEN, c_zero},
    {"pthread_attr_destroy", 1, UNSEEN, c_zero},
    {"pthread_attr_setstacksize", 1, UNSEEN, c_zero},
    {"pthread_attr_setscope", 1, UNSEEN, c_zero},
    {"pthread_attr_setdetachstate", 1, UNSEEN, c_zero},
    {"pthread_yield", 0, UNSEEN, c_zero},
    {"pthread_testcancel", 0, UNSEEN, c_zero},  // where somebody is cancelled support.c has its own
    {"pthread_mutex_init", 2, SEEN, c_mutex_init},
    {"pthread_mutex_destroy", 1, SEEN, c_mutex_destroy},
    {"pthread_mutex_lock", 1, SEEN, c_mutex_lock},
    {"pthread_mutex_trylock", 1, SEEN, c_mutex_trylock},
    {"pthread_mutex_unlock", 1, SEEN, c_mutex_unlock},
    {"pthread_mutexattr_init", 1, SEEN, c_kind_init},
    {"pthread_mutexattr_destroy", 1, UNSEEN, c_zero},
    {"pthread_mutexattr_gettype", 2, SEEN, c_kind_get},
    {"pthread_mutexattr_settype", 2, SEEN, c_kind_set},
    {"pthread_spin_init", 1, SEEN, c_spin_init},
    {"pthread_spin_destroy", 1, UNSEEN, c_zero},
    {"pthread_spin_lock", 1, SEEN, c_spin_lock},
    {"pthread_spin_trylock", 1, SEEN, c_spin_trylock},
    {"pthread_spin_unlock", 1, SEEN, c_spin_unlock},
    {"pthread_rwlock_init", 1, SEEN, c_rw_init},
    {"pthread_rwlock_destroy", 1, UNSEEN, c_zero},
    {"pthread_rwlock_rdlock", 1, SEEN, c_read_lock},
    {"pthread_rwlock_wrlock", 1, SEEN, c_write_lock},
    {"pthread_rwlock_tryrdlock", 1, SEEN, c_try_read_lock},
    {"pthread_rwlock_trywrlock", 1, SEEN, c_try_write_lock},
    {"pthread_rwlock_unlock", 1, SEEN, c_rw_unlock},
    {"pthread_cond_init", 1, UNSEEN, c_zero},
    {"pthread_cond_destroy", 1, UNSEEN, c_zero},
    {"pthread_cond_signal", 1, SIGNALS, c_signal},
    {"pthread_cond_broadcast", 1, SIGNALS, c_broadcast},
    {"pthread_cond_wait", 2, SEEN, c_wait},
    {"pthread_cond_timedwait", 2, SEEN, c_timed_wait},
    {"selvage.sleep", 2, SEEN, c_sleep},
    {"pthread_barrier_init", 3, SEEN, c_barrier_init},
    {"pthread_barrier_destroy", 1, UNSEEN, c_zero},
    {"selvage.arrive", 1, SEEN, c_barrier_arrive},
    {"selvage.pass", 2, SEEN, c_barrier_pass},
    {"sem_init", 3, SEEN, c_sem_init},
    {"sem_destroy", 1, UNSEEN, c_zero},
    {"sem_wait", 1, SEEN, c_sem_wait},
    {"sem_trywait", 1, SEEN, c_sem_trywait},
    {"sem_post", 1, SEEN, c_sem_post},
    {"sem_getvalue", 2, SEEN, c_sem_value},
    {"malloc", 1, SEEN, c_malloc},
    {"calloc", 2, SEEN, c_calloc},
    {"realloc", 2, SEEN, c_realloc},
    {"free", 1, SEEN, c_free_call},
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

bool c_external_visible(const c_lowering *l, const char *name) {
  const entry *e = find(name);
  return e && (e->visible == SIGNALS ? l->deadlocks : e->visible != UNSEEN);
}

bool c_starts_thread(const char *name) { return !strcmp(name, "pthread_create"); }

// The models above keep no address, and others are refused where they are given one.
bool c_keeps_argument(const char *name) { return !strcmp(name, "pthread_exit"); }

// These mean an error whatever the program says that they do.
bool c_is_error(const char *name) {
  return !strcmp(name, "reach_error") || !strcmp(name, "__VERIFIER_error");
}

static bool is_address(const c_path *p, const c_operand *o) {
  const c_function *f = p->l->contexts.at[p->context].function;
  if (o->kind == C_ADDRESS) return strncmp(p->l->program->object[o->number].name, ".str", 4) != 0;
  if (o->kind != C_VALUE) return o->kind == C_FUNCTION || o->kind == C_STRANGE;
  c_type t = o->number < f->params ? f->param[o->number].type : f->define[o->number]->type;
  return t.kind == C_POINTER;
}

// Functions that do more than a result could say.
static bool is_special(const char *name) {
  static const char *const prefixes[] = {
      "llvm.",     "pthread_",   "sem_",         "mtx_",    "cnd_",       "thrd_",
      "tss_",      "__atomic",   "__sync",       "setjmp",  "_setjmp",    "__sigsetjmp",
      "longjmp",   "siglongjmp", "fork",         "vfork",   "exec",       "signal",
      "raise",     "kill",       "atexit",       "on_exit", "quick_exit", "call_once",
      "__pthread", "selvage",    "__attribute__"};
  for (size_t k = 0; k < SV_COUNT(prefixes); k++)
    if (!strncmp(name, prefixes[k], strlen(prefixes[k]))) return true;
  return false;
}

// A function of which nothing is known but its name.
static c_outcome unknown_function(c_path *p, const c_inst *i, const char *name) {
  const char *quoted = sv_arena_printf(p->l->model->arena, "the external function `%s`", name);
  if (!strncmp(name, "llvm.mem", 8))
    quoted = "to copy or fill memory that is long, of mixed types, or of no constant length,";
  if (!strncmp(name, "llvm.va_", 8)) quoted = "a variable number of arguments";
  if (i->type.kind == C_OTHER || i->type.kind == C_POINTER || is_special(name))
    return c_refuse_call(p, i, quoted);
  for (uint32_t k = 1; k < i->operands; k++)
    if (is_address(p, &i->operand[k])) return c_refuse_call(p, i, quoted);
  c_warn(p->l, i->span,
         "nothing is known of `%s`: its result is any value, and it does nothing else", name);
  return i->type.kind == C_VOID ? C_GO_ON : any_value(p, i);
}

c_outcome c_external(c_path *p, const c_inst *i, const char *name) {
  const entry *e = find(name);
  sv_model *m = p->l->model;
  const char *quoted = sv_arena_printf(m->arena, "the external function `%s`", name);
  if (!e) return unknown_function(p, i, name);
  for (uint32_t k = 1; k <= e->arguments; k++)
    if (k >= i->operands || i->operand[k].kind == C_STRANGE) return c_refuse_call(p, i, quoted);
  return e->run(p, i);
}
