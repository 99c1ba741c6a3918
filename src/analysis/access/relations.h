// relations.h -- which actions are dependent.
//
//   conflicts(a, b)    symmetric, with write-write. If it is false, then in
//                      every reachable state where both are enabled they
//                      commute and neither disables the other; and neither
//                      ever enables the other. Actions of the same process
//                      always conflict.
//
// Array cells by constant index, locations of processes and queues are
// distinguished. Atomic sections and priorities count: an action that enters or
// leaves a section, or has a global priority class above 0, conflicts with every
// action. `holder` does not count: two actions outside of sections both set it
// to 0.
//
// One refinement depends on the state and is not part of the relation:
// sv_ends_apart says that a and b would not conflict but for queues to which one
// of them only appends and from which the other only removes first messages.
// Where both are possible in a state (then the queue is neither empty nor full)
// they commute, and each remains possible after the other.

#ifndef SV_RELATIONS_H
#define SV_RELATIONS_H

#include "analysis/reduction/sections.h"

typedef struct {
  sv_parts sends;     // queues to which the action does nothing but append
  sv_parts receives;  // queues from which it only removes, and reads, first messages
} sv_queue_ends;

typedef struct {
  const sv_accesses *all;
  sv_sections sections;
  sv_parts *writes;     // by action, without holder
  sv_queue_ends *ends;  // by action
} sv_relations;

sv_relations *sv_relations_new(const sv_accesses *);  // which must outlive it
void sv_relations_free(sv_relations *);               // NULL is fine

bool sv_conflicts(const sv_relations *, uint32_t a, uint32_t b);
bool sv_ends_apart(const sv_relations *, uint32_t a, uint32_t b);
// The same for read and write sets only, without processes and control.
bool sv_only_ends_meet(const sv_relations *, uint32_t a, uint32_t b);
bool sv_data_conflict(const sv_relations *, uint32_t a, uint32_t b);

// queue_ends.c
sv_queue_ends *sv_queue_ends_new(const sv_accesses *);
void sv_queue_ends_free(const sv_accesses *, sv_queue_ends *);

#endif
