// external.h -- models of functions that are not in the program (inside of the room).
//
// A model runs on a path, at the call: it may read and write memory, bind the
// result, assume and check. C_GO_ON: the path goes on behind the call; C_STOP:
// it has ended, or the model has let forks of it go on (c_go_on).

#ifndef C_EXTERNAL_H
#define C_EXTERNAL_H

#include "lang/c/lower.h"

static const c_type c_i32 = {C_INT, 32}, c_i64 = {C_INT, 64}, c_pointer = {C_POINTER, 0};

typedef c_outcome c_model(c_path *, const c_inst *);

// external.c
sv_term c_number(c_path *, c_type, int64_t);
sv_term c_argument(c_path *, const c_inst *, uint32_t k);  // k from 1
c_value c_address(c_path *, const c_inst *, uint32_t k);
c_value c_member(c_path *, const c_inst *, uint32_t k, int64_t offset);
c_outcome c_result(c_path *, const c_inst *, sv_term);
c_outcome c_refuse_call(c_path *, const c_inst *, const char *what);
sv_term c_is(c_path *, sv_term, int64_t);  // equal to a small number
c_model c_zero;

// threads.c
sv_term c_own_id(c_path *);  // of the thread that runs, as pthread_create stores it
c_model c_create, c_join, c_detach, c_end, c_self, c_equal;

// sync.c
c_model c_mutex_init, c_mutex_destroy, c_mutex_lock, c_mutex_trylock, c_mutex_unlock;
c_model c_kind_init, c_kind_set, c_kind_get, c_spin_init, c_spin_lock, c_spin_trylock,
    c_spin_unlock;
c_model c_sem_init, c_sem_wait, c_sem_wait_or, c_sem_trywait, c_sem_post, c_sem_value;
// A fork in which the call ends with -1, as argument k points at what is not 0.
void c_cancel_wait(const c_path *, const c_inst *, uint32_t k);
c_model c_read_lock, c_write_lock, c_try_read_lock, c_try_write_lock, c_rw_unlock, c_rw_init;

// wait.c
c_model c_sleep, c_wait, c_timed_wait, c_signal, c_broadcast;
c_model c_barrier_init, c_barrier_arrive, c_barrier_pass;

#endif
