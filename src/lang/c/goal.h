// goal.h -- what --invariant, --reach and --ltl ask of a C program, in C.
//
// A condition is a C expression as it could stand at the end of the file: over
// global variables, members, elements, enumeration constants and macros. clang
// reads it: each becomes the body of a function behind the program, so names,
// types and conversions are C's own, and its messages are ours. What comes back
// is not run but made into a term over one state (goal_term.c). A formula about
// runs has temporal operators, `!`, `&&`, `||` and `=>` above its conditions.

#ifndef C_GOAL_H
#define C_GOAL_H

#include "base/diag.h"
#include "base/options.h"
#include "lang/conditions.h"

#define C_GOAL_FUNCTION "selvage_goal_"  // with the number of the condition behind it
#define C_GOAL_FILE "selvage goal "

typedef struct {
  sv_span span;   // in the text of the option
  sv_term sure;   // it can be evaluated, and is true
  sv_term maybe;  // it is true, or reads what may be anything
  sv_term other;  // it is not surely false
} c_condition;

typedef enum { C_GOAL_INVARIANT, C_GOAL_REACH, C_GOAL_LTL } c_goal_kind;
typedef struct {
  c_goal_kind kind;
  const char *text;
  sv_span span;
  const char *file;       // where it is asked: NULL, the one that is checked
  uint32_t line, column;  // 0: everywhere; the first statement of the line
  uint32_t first;         // of its conditions
  const sv_condition_node *node;
} c_goal;

typedef struct {
  SV_VEC(c_condition) conditions;
  SV_VEC(c_goal) goals;
} c_goals;

// Reads the options; a mistake is reported. What they allocate is the model's.
void c_goals_read(c_goals *, sv_model *, const sv_options *, sv_diags *);
void c_goals_free(c_goals *);
// C text to stand behind the program; nothing where nothing is asked.
void c_goals_write(const c_goals *, const sv_sources *, sv_text *);
// The place of line and column that clang tells of a condition.
sv_span c_goals_place(const c_goals *, const sv_sources *, uint32_t condition, uint32_t line,
                      uint32_t column);
// The properties, once the conditions have their terms.
void c_goals_add(const c_goals *, sv_model *);

#endif
