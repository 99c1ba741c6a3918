// support.c -- the lines. Every name in them begins with selvage_.

#include "lang/c/support.h"

#include <string.h>

static const char ends[] =
    "#include <pthread.h>\n"
    "#undef pthread_cleanup_push\n"
    "#undef pthread_cleanup_pop\n"
    "static __thread void (*selvage_handler[4])(void *);\n"
    "static __thread void *selvage_handed[4];\n"
    "static __thread int selvage_handlers;\n"
    "static inline void selvage_push(void (*f)(void *), void *a)\n"
    "{ selvage_handler[selvage_handlers] = f; selvage_handed[selvage_handlers++] = a; }\n"
    "static inline void selvage_pop(int run)\n"
    "{ --selvage_handlers; if (run) selvage_handler[selvage_handlers](selvage_handed[selvage_handlers]); }\n"
    "static inline void selvage_handle(void) { while (selvage_handlers) selvage_pop(1); }\n"
    "#define pthread_cleanup_push(f, a) do { selvage_push((f), (a));\n"
    "#define pthread_cleanup_pop(run) selvage_pop(run); } while (0)\n";

static const char no_ends[] = "#include <pthread.h>\n"
                              "static inline void selvage_handle(void) {}\n";

static const char keys[] =
    "static __thread void *selvage_specific[4];\n"
    "static void (*selvage_destructor[4])(void *);\n"
    "static unsigned selvage_keys;\n"
    "static inline int selvage_key_create(pthread_key_t *k, void (*f)(void *))\n"
    "{ if (selvage_keys == 4) return 11; selvage_destructor[selvage_keys] = f; *k = selvage_keys++; return 0; }\n"
    "static inline void *selvage_getspecific(pthread_key_t k) { return selvage_specific[k]; }\n"
    "static inline int selvage_setspecific(pthread_key_t k, const void *v)\n"
    "{ selvage_specific[k] = (void *)v; return 0; }\n"
    "static inline void selvage_destroy(void)\n"
    "{ for (unsigned k = 0; k < selvage_keys; k++) { void *v = selvage_specific[k]; selvage_specific[k] = 0;\n"
    "    if (v && selvage_destructor[k]) selvage_destructor[k](v); } }\n"
    "#define pthread_key_create selvage_key_create\n"
    "#define pthread_key_delete(k) ((void)(k), 0)\n"
    "#define pthread_getspecific selvage_getspecific\n"
    "#define pthread_setspecific selvage_setspecific\n";

static const char no_keys[] = "static inline void selvage_destroy(void) {}\n";

static const char exits[] =
    "static __attribute__((used)) void selvage_end(void) { selvage_handle(); selvage_destroy(); }\n"
    "static inline void selvage_exit(void *v) { selvage_end(); (pthread_exit)(v); }\n"
    "#define pthread_exit selvage_exit\n";

static const char cancels[] =
    "static _Bool selvage_cancelled[64];\n"
    "static inline int selvage_cancel(pthread_t t) { selvage_cancelled[t] = 1; return 0; }\n"
    "static inline void selvage_testcancel(void)\n"
    "{ if (selvage_cancelled[(pthread_self)()]) selvage_exit((void *)-1); }\n"
    "#define pthread_cancel selvage_cancel\n"
    "#define pthread_testcancel selvage_testcancel\n";

static const char once[] = "#include <pthread.h>\n"
                           "static pthread_mutex_t selvage_once_lock;\n"
                           "static inline int selvage_once(pthread_once_t *c, void (*f)(void))\n"
                           "{ pthread_mutex_lock(&selvage_once_lock); if (!*c) { *c = 1; f(); }\n"
                           "  pthread_mutex_unlock(&selvage_once_lock); return 0; }\n"
                           "#define pthread_once selvage_once\n";

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

static bool mentions(const char *program, const char *word) {
  return strstr(program, word) != NULL;
}

// A thread may be cancelled wherever it waits, or at once: only pthread_testcancel is written here.
static bool has_other_points(const char *program) {
  static const char *const words[] = {"pthread_cond_", "sem_wait",      "sleep(",
                                      "read(",         "write(",        "select(",
                                      "ASYNCHRONOUS",  "setcancelstate"};
  for (size_t k = 0; k < SV_COUNT(words); k++)
    if (mentions(program, words[k])) return true;
  return false;
}

void c_support(const char *program, sv_text *lines) {
  bool handlers = mentions(program, "pthread_cleanup_push");
  bool has_keys = mentions(program, "pthread_key_create"),
       cancel = mentions(program, "pthread_cancel") && !has_other_points(program);
  if (mentions(program, "threads.h")) sv_text_string(lines, c11);
  if (mentions(program, "pthread_once")) sv_text_string(lines, once);
  if (!handlers && !has_keys && !cancel) return;
  sv_text_string(lines, handlers ? ends : no_ends);
  sv_text_string(lines, has_keys ? keys : no_keys);
  sv_text_string(lines, exits);
  if (cancel) sv_text_string(lines, cancels);
}
