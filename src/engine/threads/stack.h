// stack.h -- recursion: a model with a stack as one without.
//
// A model whose only queue is used as a stack (put in front, taken from the
// front) becomes one in which a thread knows only the top message, as local
// variables: what the caller has pushed, which call it was, and all that it did
// not push as it was at the call. So the top says exactly from where the current
// activation was entered. What lies below comes back with a return: the tops
// that threads had in that very situation. fixpoint.c keeps that relation.

#ifndef SV_THREADS_STACK_H
#define SV_THREADS_STACK_H

#include "base/bits.h"
#include "model/model.h"

typedef enum { SV_THREAD_PLAIN, SV_THREAD_CALL, SV_THREAD_RETURN } sv_thread_kind;

typedef struct {
  sv_model *model;  // the same actions, locations and properties; no queues
  uint8_t *kinds;   // by action: sv_thread_kind
  sv_bits top;      // variables of the model: the top of the stack
} sv_thread_stack;

bool sv_thread_has_stack(const sv_model *);
// NULL and the reason where the queue is more than a stack. The model outlives it.
sv_thread_stack *sv_thread_stack_new(const sv_model *, const char **why);
void sv_thread_stack_free(sv_thread_stack *);  // NULL is fine

#endif
