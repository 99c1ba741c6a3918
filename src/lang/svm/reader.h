// reader.h -- from the tree of a file to the model.
//
// tables.c finds names, sort.c reads sorts, term*.c terms, lower*.c builds the
// model: first everything that has a name, then all terms. Functions that
// find or build something report what is wrong at its place and return none.
//
// Terms are read with the sort that their place expects, if it expects one.
// A plain number takes the sort of its place or of its neighbours; see
// svm_is_flexible. The printer (model/print_term.c) counts on these rules.

#ifndef SVM_READER_H
#define SVM_READER_H

#include "lang/svm/parse.h"
#include "lang/temporal.h"
#include "model/print.h"

typedef struct {
  sv_name name;
  bool numbered;
  sv_term term;
} svm_binding;

typedef struct {
  sv_model *m;
  sv_terms *T;
  sv_arena *arena;
  sv_diags *diags;
  sv_map templates, properties;         // name -> number
  sv_map variables, queues, locations;  // owner << 32 | name -> number
  sv_map members;                       // name -> sort, or SVM_SEVERAL
  SV_VEC(svm_binding) lets;             // innermost last
  bool incomplete;                      // names may be missing: unknown ones are not reported
  bool lost;                            // a variable or queue could not be declared
} svm_reader;
#define SVM_SEVERAL (UINT32_MAX - 1)

// Whose names a term may use, and what else.
typedef struct {
  const uint32_t *roles;  // template of each edge
  uint32_t role_count;
  const sv_choice_input *choices;
  uint32_t choice_count;
  bool next, choice, other;  // allowed here
} svm_scope;

static inline uint32_t svm_home(const svm_scope *s) {
  return s->role_count ? s->roles[0] : SV_GLOBAL;
}

// --- tables.c
void svm_reader_begin(svm_reader *, sv_model *, sv_arena *, sv_diags *);  // knows all of the model
void svm_reader_end(svm_reader *);
static inline uint64_t svm_key(uint32_t owner, sv_name name) {
  return (uint64_t)owner << 32 | name.x;
}
void svm_learn_sort(svm_reader *, sv_sort);  // the members of an enumeration
const char *svm_name(const svm_reader *, sv_name);
// The number of what the token names, or 0 (reported, with a suggestion).
uint32_t svm_find_template(svm_reader *, const svm_token *);
uint32_t svm_find_location(svm_reader *, uint32_t template_number, const svm_token *);
uint32_t svm_find_property(svm_reader *, const svm_token *);
uint32_t svm_find_local(svm_reader *, uint32_t template_number, const svm_token *);
// Silently: 0 if there is none.
uint32_t svm_lookup(const sv_map *, uint32_t owner, sv_name);
void svm_unknown_name(svm_reader *, const svm_scope *, const svm_token *);
void svm_report(svm_reader *, sv_span, const char *format, ...) SV_PRINTF(3, 4);
const char *svm_sort_text(svm_reader *, sv_sort);  // in the arena

// --- sort.c
sv_sort svm_sort(svm_reader *, svm_node *const *nodes, uint32_t n, sv_span);

// --- term.c
// A term that fits the expected sort (none: any sort).
sv_term svm_term(svm_reader *, const svm_scope *, const svm_node *, sv_sort expected);
// The same without the check at the end: for operands that are checked together.
sv_term svm_build(svm_reader *, const svm_scope *, const svm_node *, sv_sort expected);
// Builds operands of one sort: numbers follow the others, else what is expected.
bool svm_operands(svm_reader *, const svm_scope *, svm_node *const *, uint32_t n, sv_sort expected,
                  sv_term *out);
bool svm_is_atom(const svm_reader *, const svm_node *, const char *word);  // not quoted

// --- term_leaf.c
sv_term svm_leaf(svm_reader *, const svm_scope *, const svm_token *, sv_sort expected);
// Does the name mean something that goes before members of enumerations?
bool svm_is_hidden(const svm_reader *, const svm_scope *, const svm_token *);
// A variable by name or role; false: reported.
bool svm_find_variable(svm_reader *, const svm_scope *, const svm_node *, uint32_t *id,
                       uint32_t *role);
bool svm_find_queue(svm_reader *, const svm_scope *, const svm_node *, uint32_t *family,
                    uint32_t *role);
// The template in this role; 0: reported.
uint32_t svm_find_role(svm_reader *, const svm_scope *, const svm_token *);

// --- term_ops.c, term_model.c: lists by their first word
typedef sv_term svm_list_fn(svm_reader *, const svm_scope *, const svm_node *, sv_sort expected);
typedef struct {
  const char *word;
  svm_list_fn *build;
  uint32_t least, most;
  sv_op op;
} svm_operator;
const svm_operator *svm_find_operator(const svm_reader *, const svm_node *);
void svm_suggest_operator(svm_reader *, const svm_node *head);
svm_list_fn svm_build_queue, svm_build_of_queue, svm_build_empty, svm_build_peek, svm_build_next,
    svm_build_self, svm_build_alive, svm_build_remote, svm_build_find, svm_build_at, svm_build_loc;

// --- formula.c
void svm_define_formula(svm_reader *, uint32_t property, const svm_node *);

// --- lower.c, lower_action.c
void svm_lower(svm_reader *, svm_file *);
void svm_lower_action(svm_reader *, const svm_action *);
// A term that is not there is `missing`; one that is faulty is none.
sv_term svm_all_of(svm_reader *, const svm_scope *, const svm_term_list *);

#endif
