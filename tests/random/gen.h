// gen.h -- small random models, the same ones for the same seed everywhere.
//
// A model is drawn from a seed and a profile. A profile is a set of features
// that *may* occur; which of them do is up to the seed. Models are valid by
// construction and small: a few processes with a few locations each, variables
// of few values, so that most have between ten and some thousand states.
//
// Nothing may depend on the compiler: where two random terms are needed, one
// is drawn after the other, never both as arguments of one call.

#ifndef RANDOM_GEN_H
#define RANDOM_GEN_H

#include "base/random.h"
#include "model/net.h"

// clang-format off
#define GEN_FEATURES(X)                                                          \
  X(LOOSE, "loose")             /* processes that have little to do with others */ \
  X(APART, "apart")             /* most variables are used by one template only */ \
  X(LATE, "late")               /* straight processes that meet seldom */        \
  X(NEEDLES, "needles")         /* every action fails an assertion of its own */ \
  X(ARRAYS, "arrays")                                                            \
  X(ANY, "any")                 /* variables that start with any value */        \
  X(CHOICES, "choices")                                                          \
  X(CONSTRAINTS, "constraints") /* over old and new values */                    \
  X(QUEUES, "queues")                                                            \
  X(DEFER, "defer")             /* defer, flush, slots */                        \
  X(REFS, "refs")               /* queue references in variables and messages */ \
  X(JOINT, "joint")             /* actions of several processes, or of none */   \
  X(SETS, "sets")               /* edges from several locations, edges that stay */ \
  X(CONTROL, "control")         /* yielding, blocking, committed */              \
  X(PRIORITY, "priority")                                                        \
  X(CREATION, "creation")       /* starting and ending processes */              \
  X(UNBOUNDED, "unbounded")     /* pools without bound, cut actions */           \
  X(BROADCAST, "broadcast")                                                      \
  X(REMOTE, "remote")                                                            \
  X(INVARIANTS, "invariants")   /* of locations */                               \
  X(WIDE, "wide")               /* bit vectors of up to 62 bits */               \
  X(NAMES, "names")             /* odd, missing and ambiguous names */            \
  X(PASSIVE, "passive")         /* passive and releasing edges, mostly yielding sections */ \
  X(CUTS, "cuts")               /* actions that are never taken, but count */     \
  X(RANKS, "ranks")             /* priorities wherever they can be */              \
  X(RIVALS, "rivals")           /* actions that give way while somebody else's gate is open */ \
  X(WATCHED, "watched")         /* properties that see several processes on their way */ \
  X(PARTNERS, "partners")       /* partners that stay, guards that see where others are; only where asked for */ \
  X(BEYOND, "beyond")           /* endless loops of which some are counted; only where asked for */ \
  X(NUMBERS, "numbers")         /* integers without a range that stay small; only where asked for */ \
  X(INFINITE, "infinite")       /* recurrences; only where asked for, besides a profile */
// clang-format on

typedef enum {
#define X(NAME, TEXT) GEN_BIT_##NAME,
  GEN_FEATURES(X)
#undef X
      GEN_FEATURE_COUNT
} gen_feature_bit;
typedef enum {
#define X(NAME, TEXT) GEN_##NAME = 1 << GEN_BIT_##NAME,
  GEN_FEATURES(X)
#undef X
} gen_feature;

typedef struct {
  const char *name, *summary;
  unsigned always, maybe;  // gen_feature bits
} gen_profile;

const gen_profile *gen_profile_at(uint32_t i);          // NULL past the end
const gen_profile *gen_profile_find(const char *name);  // NULL if there is none

// The bounds that a user would set for this model.
typedef struct {
  uint32_t threads, pool;
} gen_bounds;

// Draws a model, with features besides those of the profile. The caller frees it.
sv_model *gen_model(uint64_t seed, const gen_profile *, unsigned features, gen_bounds *);

// ---- inside the generator

// What a term may speak of.
typedef struct {
  const uint32_t *templates;  // of the roles
  uint32_t roles;
  uint32_t other;  // template of role OTHER, or 0
  const sv_choice_input *choices;
  uint32_t choice_count;
  bool next;  // also of values after the step
} gen_scope;

typedef struct {
  sv_random random;
  unsigned features;
  bool roomy;  // queues have no bound
  sv_model *model;
  sv_terms *terms;
  SV_VEC(sv_sort) sorts;        // scalar sorts of this model
  SV_VEC(sv_sort) message;      // fields of every queue
  uint32_t bits;                // of variables that may still be spent
  uint32_t nesting;             // of leaves that have indices
  uint32_t assertion, badness;  // properties of these kinds, or 0
} gen;

static inline uint32_t gen_below(gen *g, uint32_t n) { return sv_random_below(&g->random, n); }
// True in about `percent` of all cases.
static inline bool gen_chance(gen *g, uint32_t percent) { return gen_below(g, 100) < percent; }
static inline bool gen_has(const gen *g, unsigned feature) { return (g->features & feature) != 0; }
static inline bool gen_draws(gen *g, unsigned feature, uint32_t percent) {
  return gen_has(g, feature) && gen_chance(g, percent);
}

// Is the global variable none of this template's business?
static inline bool gen_is_foreign(gen *g, uint32_t variable, uint32_t template_number) {
  bool own = variable % (g->model->templates.n - 1) + 1 == template_number;
  return gen_has(g, GEN_APART) && !own && gen_chance(g, 85);
}

// gen.c
sv_name gen_property_name(gen *, const char *stem);  // unique among properties
uint32_t gen_property(gen *, const char *stem, sv_property_kind, sv_term);

// gen_term.c
sv_term gen_term(gen *, const gen_scope *, sv_sort, uint32_t depth);
sv_term gen_constant(gen *, sv_sort);
sv_term gen_condition(gen *, const gen_scope *);  // mostly a comparison or two
sv_term gen_comparison(gen *, const gen_scope *);
// A value for a variable of this sort; ranged integers are mostly brought into their range.
sv_term gen_value(gen *, const gen_scope *, sv_sort, uint32_t depth);
sv_term gen_queue(gen *, const gen_scope *);      // SV_NONE if there is no queue
uint32_t gen_fields(const gen *, sv_term queue);  // of its messages, as far as one can tell
sv_term gen_index(gen *, const gen_scope *, uint32_t size);  // mostly below size

// gen_action.c
void gen_actions(gen *, uint32_t template_number);
void gen_loose_action(gen *);  // without edges
// Of one location, the second gives way to the first while a gate is open; another process shuts it.
void gen_rivals(gen *, uint32_t template_number);

// gen_watch.c: these processes are never on their way at the same time.
sv_term gen_watch(gen *);
sv_term gen_stands_at(gen *, uint32_t template_number,
                      uint32_t location);               // its first process does
sv_term gen_at_place(gen *, uint32_t template_number);  // its first process is on its way

// gen_recurrence.c: formulas and automata of infinite runs, behind all other properties.
void gen_recurrences(gen *);

// gen_share.c: more properties that look at what others look at; other draws are as without them.
void gen_shared(gen *, uint64_t seed);

#endif
