// support.c -- the lines. Every name in them begins with selvage_; the files of a program share
// the variables.

#include "lang/c/support.h"

#include <string.h>

static const char limit[] = "extern void selvage_limit(void);\n"
                            "extern void selvage_begin(void);\n"
                            "extern void selvage_done(void);\n";

static const char ends[] =
    "#include <pthread.h>\n"
    "#undef pthread_cleanup_push\n"
    "#undef pthread_cleanup_pop\n"
    "__attribute__((weak)) __thread void (*selvage_handler[4])(void *);\n"
    "__attribute__((weak)) __thread void *selvage_handed[4];\n"
    "__attribute__((weak)) __thread int selvage_handlers;\n"
    "static inline void selvage_push(void (*f)(void *), void *a)\n"
    "{ if (selvage_handlers == 4) selvage_limit();\n"
    "  selvage_handler[selvage_handlers] = f; selvage_handed[selvage_handlers++] = a; }\n"
    "static inline void selvage_pop(int run)\n"
    "{ --selvage_handlers; if (run) selvage_handler[selvage_handlers](selvage_handed[selvage_handlers]); }\n"
    "static inline void selvage_handle(void) { while (selvage_handlers) selvage_pop(1); }\n"
    "#define pthread_cleanup_push(f, a) do { selvage_push((f), (a));\n"
    "#define pthread_cleanup_pop(run) selvage_pop(run); } while (0)\n";

static const char no_ends[] = "#include <pthread.h>\n"
                              "static inline void selvage_handle(void) {}\n";

static const char keys[] =
    "__attribute__((weak)) __thread void *selvage_specific[4];\n"
    "__attribute__((weak)) void (*selvage_destructor[4])(void *);\n"
    "__attribute__((weak)) unsigned selvage_keys;\n"
    "static inline int selvage_key_create(pthread_key_t *k, void (*f)(void *))\n"
    "{ selvage_begin(); if (selvage_keys == 4) selvage_limit();\n"
    "  selvage_destructor[selvage_keys] = f; *k = selvage_keys++; selvage_done(); return 0; }\n"
    "static inline void *selvage_getspecific(pthread_key_t k) { return selvage_specific[k]; }\n"
    "static inline int selvage_setspecific(pthread_key_t k, const void *v)\n"
    "{ selvage_specific[k] = (void *)v; return 0; }\n"
    "static inline void selvage_destroy_once(void)\n"
    "{ for (unsigned k = 0; k < selvage_keys; k++) { void *v = selvage_specific[k]; selvage_specific[k] = 0;\n"
    "    if (v && selvage_destructor[k]) selvage_destructor[k](v); } }\n"
    "static inline void selvage_destroy(void)\n"
    "{ for (int n = 0; n < 4; n++) {\n"
    "    _Bool more = 0;\n"
    "    for (unsigned k = 0; k < selvage_keys; k++)\n"
    "      more |= selvage_specific[k] && selvage_destructor[k];\n"
    "    if (!more) return;\n"
    "    selvage_destroy_once(); } }\n"
    "#define pthread_key_create selvage_key_create\n"
    "#define pthread_key_delete(k) ((void)(k), 0)\n"
    "#define pthread_getspecific selvage_getspecific\n"
    "#define pthread_setspecific selvage_setspecific\n";

static const char no_keys[] = "static inline void selvage_destroy(void) {}\n";

static const char exits[] =
    "__attribute__((weak)) void selvage_end(void) { selvage_handle(); selvage_destroy(); }\n"
    "static inline void selvage_exit(void *v) { selvage_end(); (pthread_exit)(v); }\n"
    "#define pthread_exit selvage_exit\n";

static const char states[] = "#include <pthread.h>\n"
                             "__attribute__((weak)) __thread int selvage_state;\n"
                             "__attribute__((weak)) __thread int selvage_type;\n"
                             "static inline int selvage_setstate(int s, int *old)\n"
                             "{ if (old) *old = selvage_state; selvage_state = s; return 0; }\n"
                             "static inline int selvage_settype(int s, int *old)\n"
                             "{ if (old) *old = selvage_type; selvage_type = s; return 0; }\n"
                             "#define pthread_setcancelstate selvage_setstate\n"
                             "#define pthread_setcanceltype selvage_settype\n";

// A thread may be cancelled where it waits for another one, too: then the wait ends with -1.
static const char cancels[] =
    "__attribute__((weak)) _Bool selvage_cancelled[64], selvage_never;\n"
    "extern int selvage_join_or(pthread_t, void **, _Bool *);\n"
    "static inline _Bool *selvage_flag(pthread_t t)\n"
    "{ if (t >= 64) selvage_limit(); return &selvage_cancelled[t]; }\n"
    "static inline int selvage_cancel(pthread_t t)\n"
    "{ __atomic_store_n(selvage_flag(t), 1, __ATOMIC_SEQ_CST); return 0; }\n"
    "static inline void selvage_testcancel(void)\n"
    "{ if (!selvage_state && __atomic_load_n(selvage_flag((pthread_self)()), __ATOMIC_SEQ_CST))\n"
    "    selvage_exit((void *)-1); }\n"
    "static inline _Bool *selvage_own(void)\n"
    "{ return selvage_state ? &selvage_never : selvage_flag((pthread_self)()); }\n"
    "static inline int selvage_join(pthread_t t, void **r)\n"
    "{ selvage_testcancel(); int e = selvage_join_or(t, r, selvage_own());\n"
    "  if (e == -1) selvage_exit((void *)-1); return e; }\n"
    "#define pthread_cancel selvage_cancel\n"
    "#define pthread_testcancel selvage_testcancel\n"
    "#define pthread_join selvage_join\n";

static const char cancelled_semaphores[] =
    "#include <semaphore.h>\n"
    "extern int selvage_sem_wait_or(sem_t *, _Bool *);\n"
    "static inline int selvage_sem_wait(sem_t *s)\n"
    "{ selvage_testcancel(); int e = selvage_sem_wait_or(s, selvage_own());\n"
    "  if (e == -1) selvage_exit((void *)-1); return e; }\n"
    "#define sem_wait selvage_sem_wait\n";

static const char cancelled_sleep[] = "#include <unistd.h>\n"
                                      "#define sleep(n) (selvage_testcancel(), (sleep)(n))\n"
                                      "#define usleep(n) (selvage_testcancel(), (usleep)(n))\n";

// Here it may be cancelled, or not.
static const char cancelled_output[] =
    "#include <stdio.h>\n"
    "extern _Bool selvage_any(void);\n"
    "static inline void selvage_may_end(void) { if (selvage_any()) selvage_testcancel(); }\n"
    "#define printf(...) (selvage_may_end(), (printf)(__VA_ARGS__))\n"
    "#define puts(s) (selvage_may_end(), (puts)(s))\n";

// 0: not yet, 1: runs, 2: done. No function: one may call pthread_once for another control.
static const char once[] =
    "#include <pthread.h>\n"
    "extern void selvage_assume(int);\n"
    "static inline _Bool selvage_first(pthread_once_t *c)\n"
    "{ int fresh = 0;\n"
    "  return __atomic_compare_exchange_n(c, &fresh, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); }\n"
    "static inline void selvage_wait_for_first(pthread_once_t *c)\n"
    "{ selvage_assume(__atomic_load_n(c, __ATOMIC_SEQ_CST) == 2); }\n"
    "#define pthread_once(c, f) __extension__ ({ pthread_once_t *selvage_c = (c); \\\n"
    "  if (selvage_first(selvage_c)) { (f)(); __atomic_store_n(selvage_c, 2, __ATOMIC_SEQ_CST); } \\\n"
    "  else selvage_wait_for_first(selvage_c); 0; })\n";

static const char c11[] =
    "#include <pthread.h>\n"
    "#include <threads.h>\n"
    "static inline int selvage_mtx_init(pthread_mutex_t *m, int kind)\n"
    "{ pthread_mutexattr_t a; pthread_mutexattr_init(&a);\n"
    "  pthread_mutexattr_settype(&a, kind & 1 ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);\n"
    "  pthread_mutex_init(m, &a); return thrd_success; }\n"
    "static inline int selvage_mtx_trylock(pthread_mutex_t *m)\n"
    "{ return pthread_mutex_trylock(m) ? thrd_busy : thrd_success; }\n"
    "static inline int selvage_thrd_join(pthread_t t, int *r)\n"
    "{ void *v; pthread_join(t, &v); if (r) *r = (int)(long)v; return thrd_success; }\n"
    "#define mtx_t pthread_mutex_t\n"
    "#define cnd_t pthread_cond_t\n"
    "#define thrd_t pthread_t\n"
    "#define mtx_init selvage_mtx_init\n"
    "#define mtx_lock pthread_mutex_lock\n"
    "#define mtx_trylock selvage_mtx_trylock\n"
    "#define mtx_unlock pthread_mutex_unlock\n"
    "#define mtx_destroy pthread_mutex_destroy\n"
    "#define cnd_init(c) pthread_cond_init(c, 0)\n"
    "#define cnd_signal pthread_cond_signal\n"
    "#define cnd_broadcast pthread_cond_broadcast\n"
    "#define cnd_wait pthread_cond_wait\n"
    "#define cnd_destroy pthread_cond_destroy\n"
    "#define thrd_create(t, f, a) pthread_create(t, 0, (void *(*)(void *))(f), a)\n"
    "#define thrd_join selvage_thrd_join\n"
    "#define thrd_detach pthread_detach\n"
    "#define thrd_exit(r) pthread_exit((void *)(long)(r))\n"
    "#define thrd_current pthread_self\n"
    "#define thrd_equal pthread_equal\n"
    "#define thrd_yield() ((void)0)\n"
    "#define thread_local _Thread_local\n";

// A wait with a limit of time gives up at a moment when it could not have gone on.
static const char timed[] =
    "#include <errno.h>\n"
    "#include <pthread.h>\n"
    "#include <semaphore.h>\n"
    "#define pthread_mutex_timedlock(m, t) ((void)(t), pthread_mutex_trylock(m) ? ETIMEDOUT : 0)\n"
    "#define pthread_rwlock_timedrdlock(l, t) ((void)(t), pthread_rwlock_tryrdlock(l) ? ETIMEDOUT : 0)\n"
    "#define pthread_rwlock_timedwrlock(l, t) ((void)(t), pthread_rwlock_trywrlock(l) ? ETIMEDOUT : 0)\n"
    "#define sem_timedwait(s, t) ((void)(t), sem_trywait(s))\n";

static const char c11_specific[] =
    "#define tss_t pthread_key_t\n"
    "#define tss_create(k, f) (pthread_key_create((k), (f)), thrd_success)\n"
    "#define tss_get pthread_getspecific\n"
    "#define tss_set(k, v) (pthread_setspecific((k), (v)), thrd_success)\n"
    "#define tss_delete(k) ((void)(k))\n";

static const char c11_once[] = "#define once_flag pthread_once_t\n"
                               "#undef ONCE_FLAG_INIT\n"
                               "#define ONCE_FLAG_INIT PTHREAD_ONCE_INIT\n"
                               "#define call_once(c, f) ((void)pthread_once((c), (f)))\n";

static bool mentions(const char *program, const char *word) {
  return strstr(program, word) != NULL;
}

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool calls(const char *program, const char *word) {
  size_t n = strlen(word);
  for (const char *at = strstr(program, word); at; at = strstr(at + 1, word)) {
    bool begins = at == program || !is_letter(at[-1]);
    const char *rest = at + n + strspn(at + n, " ");
    if (begins && *rest == '(') return true;
  }
  return false;
}

// Where else a thread may be cancelled; asynchronously: anywhere.
static bool has_other_points(const char *program) {
  static const char *const functions[] = {"pthread_cond_wait",
                                          "pthread_cond_timedwait",
                                          "sem_timedwait",
                                          "read",
                                          "write",
                                          "select",
                                          "poll",
                                          "nanosleep",
                                          "open",
                                          "close",
                                          "wait",
                                          "pause",
                                          "fprintf",
                                          "fputs",
                                          "fflush",
                                          "fgets",
                                          "scanf",
                                          "system",
                                          "putchar",
                                          "fputc",
                                          "getchar"};
  if (mentions(program, "ASYNCHRONOUS")) return true;
  for (size_t k = 0; k < SV_COUNT(functions); k++)
    if (calls(program, functions[k])) return true;
  return (calls(program, "printf") || calls(program, "puts")) && !mentions(program, "<stdio.h>");
}

static void add_cancels(const char *program, sv_text *lines) {
  sv_text_string(lines, cancels);
  if (calls(program, "sem_wait")) sv_text_string(lines, cancelled_semaphores);
  if (calls(program, "sleep") || calls(program, "usleep")) sv_text_string(lines, cancelled_sleep);
  if (calls(program, "printf") || calls(program, "puts")) sv_text_string(lines, cancelled_output);
}

void c_support(const char *program, sv_text *lines) {
  bool handlers = mentions(program, "pthread_cleanup_push");
  bool has_keys = mentions(program, "pthread_key_create") || mentions(program, "tss_create"),
       cancel = mentions(program, "pthread_cancel") && !has_other_points(program);
  c_support_texts(program, lines);
  if (mentions(program, "threads.h")) sv_text_string(lines, c11);
  if (mentions(program, "tss_create")) sv_text_string(lines, c11_specific);
  if (mentions(program, "call_once")) sv_text_string(lines, c11_once);
  bool includes = mentions(program, "<pthread.h>") || mentions(program, "<semaphore.h>");
  if (mentions(program, "_timed") && includes && !cancel) sv_text_string(lines, timed);
  if (cancel || mentions(program, "pthread_setcancel")) sv_text_string(lines, states);
  if (mentions(program, "pthread_once") || mentions(program, "call_once"))
    sv_text_string(lines, once);
  if (!handlers && !has_keys && !cancel) return;
  sv_text_string(lines, limit);
  sv_text_string(lines, handlers ? ends : no_ends);
  sv_text_string(lines, has_keys ? keys : no_keys);
  sv_text_string(lines, exits);
  if (cancel) add_cancels(program, lines);
}
