// bdd.h -- binary decision diagrams: BuDDy behind our own header.
//
// BuDDy has one package per process, so there is at most one sv_bdds alive;
// engines use it in a child process (engine/child.h). Variables come in pairs:
// pair i is the current bit (2i) and its next bit (2i + 1), neighbours in every
// order; after the pairs come single ones (choices), numbered 2 * pairs and up.
//
// Every function that returns an sv_bdd returns a new reference, which the
// caller gives back with sv_bdd_drop; arguments are only looked at. Constants
// need no dropping, though it does no harm.
//
// Out of memory or nodes: the package calls `fail`, which must not return (it
// jumps or ends the process): no operation can fail otherwise. After a jump the
// package may only be freed.
//
// Recursions go as deep as there are variables, with up to about 1 KiB of stack
// for each while saturating.

#ifndef SV_BDD_H
#define SV_BDD_H

#include <gmp.h>

#include "base/text.h"
#include "base/vec.h"

typedef struct {
  int32_t x;
} sv_bdd;
#define SV_BDD_FALSE ((sv_bdd){0})
#define SV_BDD_TRUE ((sv_bdd){1})
typedef SV_VEC(sv_bdd) sv_bdd_list;
typedef struct sv_bdds sv_bdds;

typedef struct {
  uint32_t pairs, singles;
  size_t memory;  // bytes for nodes and caches at most; 0: 3/4 of what is free
  void (*fail)(void *context, const char *why);
  // Called at garbage collections, growth and reordering; may not use BDDs.
  void (*alive)(void *context);
  void *context;
} sv_bdds_options;

sv_bdds *sv_bdds_new(const sv_bdds_options *);
void sv_bdds_free(sv_bdds *);

static inline bool sv_bdd_same(sv_bdd a, sv_bdd b) { return a.x == b.x; }
static inline bool sv_bdd_is_false(sv_bdd a) { return a.x == 0; }
static inline bool sv_bdd_is_true(sv_bdd a) { return a.x == 1; }
static inline bool sv_bdd_is_const(sv_bdd a) { return a.x < 2; }

sv_bdd sv_bdd_keep(sv_bdds *, sv_bdd);  // one more reference
void sv_bdd_drop(sv_bdds *, sv_bdd);
// *to := value; the old one is dropped, the new one taken over.
void sv_bdd_set(sv_bdds *, sv_bdd *to, sv_bdd value);

sv_bdd sv_bdd_var(sv_bdds *, uint32_t var);
sv_bdd sv_bdd_not(sv_bdds *, sv_bdd);
sv_bdd sv_bdd_and(sv_bdds *, sv_bdd, sv_bdd);
sv_bdd sv_bdd_or(sv_bdds *, sv_bdd, sv_bdd);
sv_bdd sv_bdd_iff(sv_bdds *, sv_bdd, sv_bdd);
sv_bdd sv_bdd_minus(sv_bdds *, sv_bdd, sv_bdd);  // a and not b
bool sv_bdd_disjoint(sv_bdds *, sv_bdd, sv_bdd);
bool sv_bdd_implies(sv_bdds *, sv_bdd, sv_bdd);
sv_bdd sv_bdd_cube(sv_bdds *, const uint32_t *vars, uint32_t n);  // conjunction of positive ones
sv_bdd sv_bdd_exists(sv_bdds *, sv_bdd, sv_bdd cube);
sv_bdd sv_bdd_and_exists(sv_bdds *, sv_bdd, sv_bdd, sv_bdd cube);
sv_bdd sv_bdd_simplify(sv_bdds *, sv_bdd, sv_bdd care);  // equal to f inside care

// A limit for work that may turn out to be too large: from now on the operations above make at
// most about so many nodes together, garbage included. Looked at before each of them, and
// within one whenever garbage is collected; beyond it, all of them give false at once. Images,
// compositions and closures are not limited.
void sv_bdds_limit(sv_bdds *, uint64_t nodes);
bool sv_bdds_unlimit(sv_bdds *);  // false if it was too much: what came out means nothing

// Structure, for counting, saturation and conversion. What is borrowed lives as long
// as the node it came from, and until the next operation if that may reorder.
uint32_t sv_bdd_top(sv_bdds *, sv_bdd);  // variable; not for constants
sv_bdd sv_bdd_low(sv_bdds *, sv_bdd);    // borrowed: not to be dropped
sv_bdd sv_bdd_high(sv_bdds *, sv_bdd);
uint32_t sv_bdd_level(sv_bdds *, uint32_t var);
uint32_t sv_bdd_nodes(sv_bdds *, sv_bdd);
void sv_bdd_support(sv_bdds *, sv_bdd, sv_u32s *vars);  // ascending; appended
// Satisfying assignments of these variables; the support must be among them.
void sv_bdd_count(sv_bdds *, sv_bdd, const uint32_t *vars, uint32_t n, mpz_t out);
// One satisfying assignment (0 or 1 per variable; free ones 0). False if there is none.
bool sv_bdd_pick(sv_bdds *, sv_bdd, uint8_t *values);

// A relation that changes some pairs and leaves all others as they are: `rel`
// is over current variables and the next variables of the pairs it changes.
typedef struct {
  sv_bdd rel;
  const uint32_t *pairs;  // changed ones, ascending
  uint32_t n;
  sv_bdd cube;       // their current variables
  sv_bdd next_cube;  // their next variables
} sv_bdd_relation;
sv_bdd_relation sv_bdd_relation_make(sv_bdds *, sv_bdd rel /*taken*/, const uint32_t *pairs,
                                     uint32_t n);
void sv_bdd_relation_free(sv_bdds *, sv_bdd_relation *);
sv_bdd sv_bdd_image(sv_bdds *, sv_bdd set, const sv_bdd_relation *);
sv_bdd sv_bdd_preimage(sv_bdds *, sv_bdd set, const sv_bdd_relation *);
// One step and then another, for relations that change the same pairs: those of the cube.
sv_bdd sv_bdd_chain(sv_bdds *, sv_bdd first, sv_bdd second, sv_bdd cube);
// The least set that contains `set` and is closed under all relations, by
// saturation (Ciardo, Luettgen, Siminiscu 2001): relations fire at the level of
// the highest variable they touch, every node is closed under what lies below
// before it is used above. `step` (may be NULL) is called now and then with the
// work done so far; returning false ends it early with a subset of the closure
// that still contains `set`. Good for relations that touch few neighbouring
// levels; with tops far above what they change, rounds of images may be faster.
// Calls with the same relations again use what was remembered.
typedef bool sv_bdd_step_fn(void *context, uint64_t fired);
sv_bdd sv_bdd_saturate(sv_bdds *, sv_bdd set, const sv_bdd_relation *, uint32_t n,
                       sv_bdd_step_fn *step, void *context);

// Sifting, pairs kept together; singles stay last. Automatic from `nodes` on (0: never),
// not while saturating.
void sv_bdds_reorder(sv_bdds *);
void sv_bdds_reorder_from(sv_bdds *, uint32_t nodes);

typedef struct {
  uint64_t live, peak;  // nodes now (after collection) and at most (after one; also those
                        // that saturation only remembers)
  uint64_t collections, reorders;
  double reorder_seconds;
  size_t bytes;  // of the tables
} sv_bdds_statistics;
sv_bdds_statistics sv_bdds_numbers(sv_bdds *);  // collects garbage first
uint64_t sv_bdds_used(sv_bdds *);               // nodes now, garbage included; costs nothing

#endif
