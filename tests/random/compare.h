// compare.h -- all engines with all options against the oracle.

#ifndef RANDOM_COMPARE_H
#define RANDOM_COMPARE_H

#include "base/options.h"
#include "engine/engine.h"
#include "random/gen.h"
#include "random/note.h"
#include "random/oracle.h"

// What is being compared. `only` restricts it to some checks (main.c says how
// they are named), `rotate` to one in so many of these, whose `turn` it is; `folder` is for files.
typedef struct {
  sv_model *model;
  gen_bounds bounds;
  const char *only, *folder;
  unsigned rotate;  // 0: all
  double limit;     // seconds for runs that have a limit of time; 0: their own
  uint64_t turn;
  uint64_t states;  // larger models are too large
  sv_net *net;
  oracle truth;
  sv_bits uncut;  // recurrences: the run is never cut before their automaton stops
  note *note;
} comparison;

typedef enum { COMPARE_DONE, COMPARE_TOO_LARGE, COMPARE_INVALID } compare_end;

// Runs every check; what goes wrong is in the note. The model gets terms, but
// otherwise stays as it is.
compare_end compare_model(comparison *);
void compare_list(void);                              // prints the names of all checks
bool compare_knows(const char *word, size_t length);  // does it name any check?

// ---- inside

// Can a search not show that the property holds, since the run is cut?
bool compare_is_cut(const comparison *, uint32_t property);
bool compare_wants(const comparison *, const char *name);
void compare_options(const comparison *, sv_options *);  // the model's bounds
// The file `name` in the folder.
char *compare_path(const comparison *, const char *name);

// machine.c: the fast executor against exec, in one state; NULL if there is no program.
typedef struct machine_check machine_check;
// `compiled`: by generated code.
machine_check *machine_check_new(comparison *, bool compiled);
void machine_check_free(machine_check *);
oracle_visit machine_check_state;  // context: the machine_check
bool machine_check_initials(machine_check *);

// rules.c: the rules of control against exec, in one state.
typedef struct rules_check rules_check;
rules_check *rules_check_new(comparison *);
void rules_check_free(rules_check *);
bool rules_check_state(rules_check *, const sv_state *);

// flat.c: the flat system, state by state.
typedef struct flat_check flat_check;
flat_check *flat_check_new(comparison *);
void flat_check_free(flat_check *);
bool flat_check_state(flat_check *, const sv_state *);

// traces.c: everything about the traces of one answer.
bool compare_traces(comparison *, const sv_answer *, const sv_options *);

// explain.c: the steps of a trace that matter.
bool compare_explained(comparison *, const sv_net *, const sv_trace *);
// order.c: the same steps in another order.
bool compare_ordered(comparison *, const sv_net *, const sv_trace *);

// certificate.c: the reachable states are an invariant, fewer are none.
void compare_certificate(comparison *);

// text.c: the .svm form, and the public interface on it.
bool compare_text(comparison *);
bool compare_interface(comparison *);

#endif
