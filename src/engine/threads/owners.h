// owners.h -- global variables that say which thread has something.
//
// Such a variable g is written with numbers of the writing thread, a linear function of its instance
// (`4 * self + 3`), or constants, and is compared with such numbers and constants, and with
// nothing else. Two threads never have the same number (in the model numbers would wrap some time, with
// about 2^28 threads; in no program do they). What a thread can tell from g is a constant, "it is
// me", or "it is somebody else"; so g becomes a constant or OTHER, and a local bit of the thread
// says whether that is itself.

#ifndef SV_THREADS_OWNERS_H
#define SV_THREADS_OWNERS_H

#include "model/print.h"

typedef struct {
  bool known;           // threads of this template compare g with their number, or write it
  int64_t first, step;  // that of instance 0, and from one to the next
} sv_own_number;

typedef struct {
  uint32_t variable;
  bool good;              // so far
  sv_own_number *number;  // by template
  SV_VEC(int64_t) constants;
  int64_t other;  // what stands for any thread
} sv_owner;

typedef struct {
  const sv_model *m;
  sv_map of;  // variable -> which
  SV_VEC(sv_owner) at;
} sv_owners;

void sv_owners_find(sv_owners *, const sv_model *);
void sv_owners_free(sv_owners *);
const sv_owner *sv_owner_of(const sv_owners *, uint32_t variable);  // NULL: it is none
// Which owner the term may be, through casts and cases; NULL: none.
const sv_owner *sv_owner_in(const sv_owners *, sv_term);
// What values a bit vector takes, through casts among them and through cases: own numbers, and
// whatever else there is.
void sv_leaves_of(const sv_terms *, sv_term root, sv_term_vec *leaves);
// It depends on nothing but the own number.
bool sv_is_own_number(const sv_terms *, sv_term);

#endif
