// ast.h -- a .svm file as it was written.
//
// Declarations are kept in lists in the order of the file. Terms and sorts are
// kept as they stand, as trees of tokens and parentheses: what they mean is
// found out when every name has been declared. Everything lives in the
// parser's arena.

#ifndef SVM_AST_H
#define SVM_AST_H

#include "lang/svm/lexer.h"

// A token, or a list of nodes. A sort in a declaration is a list, too.
typedef struct svm_node svm_node;
struct svm_node {
  bool is_list;
  sv_span span;
  svm_token token;  // if not a list
  svm_node **child;
  uint32_t n;
};

// X *first, **last; svm_append (parse.h) adds at the end.
#define SVM_LIST(X)   \
  struct {            \
    X *first, **last; \
  }

typedef struct svm_term_item {
  svm_node *term;
  struct svm_term_item *next;
} svm_term_item;
typedef SVM_LIST(svm_term_item) svm_term_list;

typedef struct svm_enum {
  svm_token name;
  svm_token *member;
  uint32_t members;
  struct svm_enum *next;
} svm_enum;

typedef struct svm_variable {
  svm_token name;  // choice inputs may have none (name.name 0)
  svm_node *sort;
  svm_node *init;   // NULL: any value
  bool per_other;   // choice inputs: one for every other instance
  uint32_t number;  // in the model; 0: not declared
  struct svm_variable *next;
} svm_variable;

typedef struct svm_queue {
  svm_token name;
  bool indexed;
  uint32_t count, capacity;
  svm_term_list fields;  // sorts
  svm_node *cast;        // its number in casts, or NULL
  uint32_t number;       // in the model; 0: not declared
  struct svm_queue *next;
} svm_queue;

typedef struct svm_location {
  svm_token name, bad;  // bad.name 0: none
  unsigned flags;
  svm_node *invariant;  // or NULL
  uint32_t number;      // in the model; 0: not declared
  struct svm_location *next;
} svm_location;

typedef struct svm_edge {
  sv_span span;
  svm_token process;  // name 0: the process around the action
  bool fixed, passive, releasing;
  uint32_t instance, priority;
  svm_token *from, to;  // to.name 0: stays
  uint32_t froms;
  struct svm_edge *next;
} svm_edge;

typedef struct svm_update {
  svm_node *target, *value;
  struct svm_update *next;
} svm_update;

typedef struct svm_queue_op {
  svm_token verb;
  svm_node *queue, *slot;  // slot or NULL
  svm_term_list fields;
  struct svm_queue_op *next;
} svm_queue_op;

typedef struct svm_argument {
  svm_token name;
  svm_node *value;
  struct svm_argument *next;
} svm_argument;

typedef struct svm_start {
  svm_token process, at;  // at.name 0: the entry
  SVM_LIST(svm_argument) arguments;
  svm_node *result;  // or NULL
  struct svm_start *next;
} svm_start;

typedef struct svm_action {
  sv_span span;
  sv_name name;
  const char *text, *cut, *print;
  svm_edge *own;  // the `from` line, or NULL
  SVM_LIST(svm_edge) partners;
  uint32_t priority;
  SVM_LIST(svm_variable) choices;
  svm_term_list guards, constraints, prints;
  SVM_LIST(svm_update) updates;
  SVM_LIST(svm_queue_op) queue_ops;
  SVM_LIST(svm_start) starts;
  svm_token fails;           // name 0: none
  svm_token fair;            // name 0: none
  bool strong;               // and strongly
  struct svm_process *home;  // NULL: an action without edges
  struct svm_action *next;
} svm_action;

typedef struct svm_process {
  svm_token name, entry;
  bool has_pool, stacked, blamed;  // blamed: a missing `end` has been reported
  bool fair, strong;
  uint32_t initial, pool;
  SVM_LIST(svm_variable) variables;
  SVM_LIST(svm_queue) queues;
  SVM_LIST(svm_location) locations;
  uint32_t number;  // of the template, set when it is built
  struct svm_process *next;
} svm_process;

// An edge of a recurrence's automaton.
typedef struct svm_edge_of {
  uint32_t from, to;
  svm_node *guard;
  uint64_t marks;
  struct svm_edge_of *next;
} svm_automaton_edge;

typedef struct svm_property {
  svm_token name, kind;
  svm_node *term;  // invariants
  svm_node *formula;
  bool stable, repeats, fair;
  uint32_t states, marks;  // recurrence
  SVM_LIST(svm_automaton_edge) edges;
  const char *text;
  uint32_t number;  // in the model; 0: not declared
  struct svm_property *next;
} svm_property;

typedef struct {
  SVM_LIST(svm_enum) enums;
  SVM_LIST(svm_variable) variables;
  SVM_LIST(svm_queue) queues;
  SVM_LIST(svm_property) properties;
  SVM_LIST(svm_process) processes;
  SVM_LIST(svm_action) actions;  // of all processes, in the order of the file
  svm_term_list inits;
  bool incomplete;  // a declaration could not be read: names may be missing
  unsigned features;
  sv_span recursion;
} svm_file;

#endif
