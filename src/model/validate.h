// validate.h -- what the validator's files share.
//
// A spot is where a term stands: it says what the term may speak of. Every
// term is looked at leaf by leaf; the first fault of a term is reported with
// the span of the item it belongs to, the others are left to the next run.

#ifndef SV_VALIDATE_H
#define SV_VALIDATE_H

#include "model/model.h"

typedef struct {
  const sv_model *m;
  sv_diags *diags;
  uint32_t errors;
} sv_validator;

typedef struct {
  sv_span span;
  const char *what;      // "guard", "update", …
  const char *item;      // "action", "property", …
  sv_name name;          // of the item
  const sv_edge *edges;  // roles: of an action, or
  uint32_t edge_count;
  uint32_t home;  // the template of role 0 where there are no edges
  const sv_choice_input *choices;
  uint32_t choice_count;
  bool next, choice, other;  // allowed here
  uint32_t other_template;   // of role OTHER, once seen
} sv_spot;

// "guard of action `enter`: …"; what NULL leaves the first part out.
void sv_fault(sv_validator *, const sv_spot *, const char *format, ...) SV_PRINTF(3, 4);

// Leaves and sort; expected none: any sort. False if a fault was reported.
bool sv_check_term(sv_validator *, sv_spot *, sv_term, sv_sort expected);
// A term that can be written to; *root is VAR or REMOTE.
bool sv_check_target(sv_validator *, const sv_spot *, sv_term, sv_node *root);
// Words stand for numbers only.
void sv_check_words(sv_validator *, const sv_spot *, const sv_words *, sv_sort);
bool sv_is_constant_of(const sv_terms *, sv_term, sv_sort);
// Can be written to: VAR or REMOTE, or an element of such; *root is that node.
bool sv_is_target(const sv_terms *, sv_term, sv_node *root);
// A constant whose value (all values of an array) lies in the sort.
bool sv_check_constant(sv_validator *, const sv_spot *, sv_term, sv_sort);

void sv_check_action(sv_validator *, const sv_action *);

#endif
