// step_resources.h -- who uses what, for parallel steps and the process normal form.
//
// Two actions are dependent iff they use a common resource and one of them
// writes it. Resources are sets of parts (analysis/access/parts.h) that the same
// actions use in the same way, processes (moved by their actions), and control:
// actions that touch sections or stand behind others write it, all others read
// it. With queue ends told apart, who only appends and who only takes from the
// front use different resources.

#ifndef SV_STEP_RESOURCES_H
#define SV_STEP_RESOURCES_H

#include "analysis/access/relations.h"

typedef struct {
  uint32_t resource;
  bool writes;
  uint32_t when;  // root of the action's template: the condition; 0: always
} sv_use;
typedef SV_VEC(sv_use) sv_uses;

typedef struct sv_resources {
  uint32_t n;
  sv_uses *uses;    // by net action
  sv_bits special;  // actions that conflict with all others
} sv_resources;

// Part `lo` is one of a row of cells that an action uses one by one: under the
// condition `when` the cell lo + k.
typedef struct {
  uint32_t lo, hi;
  bool writes;
  uint32_t first_when;  // the condition of the first cell; one follows the other
} sv_cell_row;
typedef SV_VEC(sv_cell_row) sv_cell_rows;

// `rows` (by action; may be NULL) replaces what is said of these parts otherwise.
sv_resources *sv_resources_new(const sv_net *, bool ends, const sv_cell_rows *rows);
void sv_resources_free(sv_resources *, const sv_net *);  // NULL is fine

#endif
