// step.h -- what a generated step function and its callers share.
//
// `--compile` writes a net as plain C (emit.h). The text declares the struct
// below with types of its own; here it is declared with ours, so that both
// sides mean the same bytes. The caller owns the arrays, each with room for as
// many candidates as the net has actions, and is the only one who waits, asks
// for limits or allocates.

#ifndef SV_STEP_H
#define SV_STEP_H

#include "base/base.h"

// Candidate i is action[i]. Its first successor is at place kept[i] - 1 of
// `words` if it was needed to know that there is one; its choice is choice[i].
#define SV_STEP_LATER 0u         // as kept: successors are not known yet, there is one
#define SV_STEP_ASK 0xffffffffu  // as kept: the caller has to look for the first successor
#define SV_STEP_NO_CUT 0xffffffffu
#define SV_STEP_STRUCT(U32, U64)                                                 \
  struct {                                                                       \
    U32 n;                      /* candidates; after control, enabled actions */ \
    U32 asks;                   /* some candidate is to be looked for */         \
    U32 classes, local_classes; /* some candidate is in a class above 0 */       \
    U32 cut;                    /* an enabled cut action */                      \
    U32 level;                  /* after false: so many of the choices matter */ \
    U32 overflow;               /* sticky: a number did not fit 64 bits */       \
    U32 *action, *kept;                                                          \
    U64 *choice, *words;                                                         \
  }

typedef SV_STEP_STRUCT(uint32_t, uint64_t) sv_step_frame;

// The functions of the text; s is a packed state.
//   candidates   actions that are possible but for control, rule 1 included
//   held         the same of one process only; it holds control
//   control      sorts them and obeys rules 2 to 4; cut actions are set apart
//   fire         1: t is the successor by *choice, the first possible one from there on;
//                0: there is none; 2: so many were impossible that the caller may want to stop
//   holds        of an INVARIANT or LOCATION property
//   guard        the guard term of an action alone
//   ended        every process stands at an end
//   first, another, initial   counts through the words that may be initial states
typedef struct {
  void (*candidates)(const uint64_t *s, sv_step_frame *);
  void (*held)(const uint64_t *s, uint32_t process, sv_step_frame *);
  void (*control)(const uint64_t *s, sv_step_frame *);
  int (*fire)(const uint64_t *s, uint32_t action, uint64_t *choice, uint64_t *t, sv_step_frame *);
  int (*holds)(const uint64_t *s, uint32_t property, sv_step_frame *);
  int (*guard)(const uint64_t *s, uint32_t action, sv_step_frame *);
  int (*ended)(const uint64_t *s);
  void (*first)(uint64_t *t);
  int (*another)(uint64_t *t);
  int (*initial)(const uint64_t *s, sv_step_frame *);
} sv_step_functions;

#endif
