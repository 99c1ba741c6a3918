// cover.h -- backward coverability: is a bad thread state really reached?
//
// Without recursion the question is decidable: more threads can do whatever
// fewer can, so the states from which a violation can be reached are closed
// upwards, and such a set has finitely many minimal elements. An element here
// is a cube of globals and any number of threads, each a cube of local bits:
// it stands for all states whose globals lie in the one and that have different
// threads for the others, whatever else runs. Predecessors are taken until all
// new ones are covered by old ones, or one contains an initial state. What the
// fix-point of thread states rules out is left out, and cubes are widened into
// what it rules out.

#ifndef SV_THREADS_COVER_H
#define SV_THREADS_COVER_H

#include "engine/threads/sets.h"

#define SV_NO_ELEMENT UINT32_MAX
#define SV_NO_THREAD UINT32_MAX

// Bits that are cared about, and their values.
typedef struct {
  uint64_t *care, *value;
} sv_cube;

typedef struct {
  sv_cube globals;
  sv_cube *threads;
  uint32_t n;
  uint32_t next;       // the element that a step leads to, or SV_NO_ELEMENT
  uint32_t action;     // of the system: that step, or (last element) the one that fails
  uint32_t acting;     // the thread that takes it
  uint32_t *before;    // by thread of the next element: which one here, or SV_NO_THREAD: started
  uint64_t signature;  // locations that occur
  bool dead;           // covered by a later one
} sv_element;

typedef struct {
  sv_thread_sets *x;
  uint32_t property;
  uint32_t global_words, local_words;
  uint32_t pc_bits;  // the first local bits
  sv_arena *arena;
  SV_VEC(sv_element) elements;
  SV_VEC(sv_u32s) waiting;  // by number of threads: elements
  uint64_t drawn, covered;  // predecessors made, and those of them that were covered
  uint32_t most_threads;
} sv_cover;

typedef enum { SV_COVER_SAFE, SV_COVER_REACHED, SV_COVER_LIMIT, SV_COVER_REFUSED } sv_cover_end;

sv_cover *sv_cover_new(sv_thread_sets *, uint32_t property);
void sv_cover_free(sv_cover *);  // NULL is fine
// Reached: *first is an element that contains an initial state.
sv_cover_end sv_cover_run(sv_cover *, uint32_t *first);
// Adds it unless it is covered; true if it was added.
bool sv_cover_add(sv_cover *, const sv_element *);

// cube.c
sv_cube sv_cube_new(sv_arena *, uint32_t words);  // no bit is cared about
bool sv_cube_cares(const sv_cube *, uint32_t bit);
bool sv_cube_value(const sv_cube *, uint32_t bit);
bool sv_cube_contains(const sv_cube *, const sv_cube *smaller, uint32_t words);
bool sv_element_covers(const sv_cover *, const sv_element *, const sv_element *smaller);
// Cubes of a set: every state of `set` gets into one, none leaves `allowed`. The
// callback gets each as a BDD (borrowed), until it returns false.
typedef bool sv_cube_fn(void *context, sv_bdd cube);
void sv_cubes_of(sv_thread_sets *, sv_bdd set, sv_bdd allowed, sv_cube_fn *, void *context);
// Own and global bits of a cube; other variables are left out.
void sv_cube_read(sv_thread_sets *, sv_bdd cube, sv_cube *own, sv_cube *globals);
void sv_cube_read_passive(sv_thread_sets *, sv_bdd cube, sv_cube *passive);
sv_bdd sv_cube_own(sv_thread_sets *, const sv_cube *);  // new references
sv_bdd sv_cube_passive(sv_thread_sets *, const sv_cube *);
sv_bdd sv_cube_globals(sv_thread_sets *, const sv_cube *);

// predecessors.c: adds the predecessors of an element.
void sv_cover_predecessors(sv_cover *, uint32_t element);
// Where a step fails the property, or a state violates it: the first elements.
void sv_cover_begin(sv_cover *);

// witness.c: the steps from the first element on, replayed by the caller; NULL if exec
// cannot take them. The answer's net becomes one with enough threads.
sv_trace *sv_cover_witness(const sv_cover *, uint32_t first, sv_answer *, const sv_run *);

#endif
