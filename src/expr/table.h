// table.h -- the term table from inside. Only files of expr/ include this.
//
// Three layers, one duty each: sv_intern (term.c) finds or adds a node and
// knows no rules; sv_simplify (simplify*.c) knows the rules and trusts the
// sorts; sv_app and its sisters (check.c) look at sorts and are the only ones
// that other rooms can call. Nodes and arguments live in two vectors, the
// unique table holds (hash, index) pairs. Sorts live in the arena, so that
// pointers to their descriptions stay valid.

#ifndef SV_TABLE_H
#define SV_TABLE_H

#include "base/arena.h"
#include "expr/walk.h"

// Conjunctions up to this size dissolve in a larger one. Longer ones stay as
// they are: otherwise a conjunction that grows by one term at a time would
// take quadratic space.
#define SV_FLATTEN_MAX 64
// Arrays up to this size are copied when a constant slot is stored to.
#define SV_ARRAY_COPY_MAX 64

typedef struct {
  sv_value value;
  sv_op op;
  sv_sort sort;
  uint32_t id, role;
  uint32_t first, n;  // arguments in the pool
} sv_record;

typedef struct {
  uint32_t hash, index;
} sv_slot;  // index 0 = free

typedef struct {
  sv_sort_info info;
  sv_sort plain;   // the same without ranges
  sv_sort scalar;  // innermost element
  uint32_t cells;
  uint32_t next;  // sort with the same hash, or 0
} sv_sort_entry;

struct sv_terms {
  sv_names *names;
  sv_numbers *numbers;
  sv_arena *arena;            // sort entries and member lists
  SV_VEC(sv_record) records;  // [0] unused, [1] is true
  SV_VEC(sv_term) pool;       // arguments of all nodes
  sv_slot *slots;
  uint32_t slot_count;            // a power of two
  SV_VEC(sv_term) scratch;        // arguments of the n-ary node being built
  SV_VEC(sv_sort_entry *) sorts;  // [0] unused
  sv_map sort_hash;               // hash of a description -> last such sort
  sv_map enums;                   // name -> sort
};

// The sorts every table begins with.
#define SV_THE_BOOL ((sv_sort){1})
#define SV_THE_INT ((sv_sort){2})
#define SV_THE_REAL ((sv_sort){3})
#define SV_THE_REF ((sv_sort){4})

void sv_sorts_init(sv_terms *);  // makes them
void sv_sorts_free(sv_terms *);
sv_sort sv_sort_plain(const sv_terms *, sv_sort);
static inline sv_sort_kind sv_kind_of(const sv_terms *T, sv_sort s) {
  return sv_sort_get(T, s)->kind;
}

// Layer 1. The arguments must not lie in the pool.
sv_term sv_intern(sv_terms *, const sv_node *);
// A constant of a scalar sort, known to contain the value.
sv_term sv_make_const(sv_terms *, sv_sort, sv_value);

// Layer 2. Sorts have been checked; node->sort is the result's sort, without
// ranges. The arguments may lie in the pool.
sv_term sv_simplify(sv_terms *, const sv_node *);
sv_term sv_simplify_arithmetic(sv_terms *, sv_op, sv_sort, sv_term a, sv_term b);
sv_term sv_simplify_select(sv_terms *, sv_sort, sv_term array, sv_term index);
sv_term sv_simplify_store(sv_terms *, sv_sort, sv_term array, sv_term index, sv_term value);
// Should = or a commutative operator have b first? Constants stand second.
bool sv_swapped(const sv_terms *, sv_term a, sv_term b);
// Is t the constant k?
bool sv_is_number(const sv_terms *, sv_term, int64_t k);

// The name of a leaf, by the printer or a generic one.
void sv_print_leaf(const sv_terms *, const sv_node *, sv_leaf_printer *, void *context, sv_text *);

#endif
