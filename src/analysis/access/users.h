// users.h -- which processes take part in every use of a part of the state.
//
// For every part: the processes that take part in every action that reads it,
// and in every action that writes it. While such a process does not move, the
// part is not read, or not written. Of queues also the processes that take part
// in every action that does more than append to it, or more than remove first
// messages from it.

#ifndef SV_USERS_H
#define SV_USERS_H

#include "analysis/access/relations.h"

typedef struct sv_users sv_users;

sv_users *sv_users_new(const sv_accesses *);  // which must outlive it; NULL: too large
void sv_users_free(sv_users *);               // NULL is fine

// Is the process the only one that uses what the action uses?
bool sv_users_sole(const sv_users *, uint32_t process, uint32_t action);
// The same but for one queue, of which the action uses one end, once, and no
// other process uses that end: the part of that queue is returned, with *sends.
// UINT32_MAX if it is not so.
uint32_t sv_users_end(const sv_users *, uint32_t process, uint32_t action, bool *sends);

#endif
