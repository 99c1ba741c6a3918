// abstract_inside.h -- an abstract model being built. Only abstract*.c include this.

#ifndef SV_ABSTRACT_INSIDE_H
#define SV_ABSTRACT_INSIDE_H

#include "encode/abstract/abstract.h"

// Numbers of free variables: 2j and 2j + 1 are predicate j before and after the step, the others
// stand for Boolean terms over what is kept.
#define SV_PROXY_BASE (1u << 20)
// Numbers of choices that the abstract action has and the net's has not.
#define SV_NEW_CHOICE (1u << 20)

static inline uint32_t sv_free_before(uint32_t predicate) { return 2 * predicate; }
static inline uint32_t sv_free_after(uint32_t predicate) { return 2 * predicate + 1; }

// A step that has been abstracted: what it does to kept things, and its relation.
typedef struct {
  sv_term guard, effect;
  SV_VEC(sv_update) updates;  // of kept variables
  sv_u32s changed;            // predicates
  uint32_t inputs;
  sv_bdd relation;
} sv_earlier_step;

typedef struct {
  sv_abstraction *a;
  sv_flat *f;
  sv_terms *T;
  sv_eliminator *e;
  sv_bdds *bdds;
  sv_abstract_model *out;
  sv_model *m;
  sv_u32s queues;            // by net queue: the abstract family, or 0
  sv_term_list proxies;      // by proxy: the Boolean term over what is kept
  sv_map proxy_of;           // term -> its proxy
  uint32_t next_var;         // of the diagrams, for proxies
  sv_bits kept_choices;      // of the step at hand
  sv_term_list definitions;  // of predicates before a step, proxies put in
  sv_term_list legal;        // of states before a step, likewise
  SV_VEC(sv_earlier_step) earlier;
  const sv_abstract_question *question;
  const sv_monitor *monitor;
  sv_text *why;
  bool failed;
} sv_building;

// abstract_kept.c: terms over what is kept.
bool sv_building_is_kept(const sv_building *, sv_term);  // choices as kept_choices says
// The term with proxies instead of what is kept: over free variables and data.
sv_term sv_building_hide(sv_building *, sv_term);
// Bits of a value of a finite scalar sort, and how many they are; false: too many values.
bool sv_sort_bits(const sv_net *, sv_sort, uint32_t *bits);
sv_term sv_bit_of(sv_terms *, const sv_net *, sv_term, uint32_t bit);
// Of a term whose value is one of the sort's.
sv_term sv_bit_of_sort(sv_terms *, const sv_net *, sv_term, sv_sort, uint32_t bit);

// abstract_terms.c: in terms of the abstract model.
sv_sort sv_building_sort(sv_building *, sv_sort);
// `choice_at` tells the abstract number of a choice (SV_NEW_CHOICE + i stay new ones).
typedef struct {
  sv_u32s kept;                    // by choice of the net's action: the abstract number
  SV_VEC(sv_choice_input) inputs;  // of the abstract action
  sv_map after;                    // predicate -> number of the choice that it becomes
} sv_abstract_choices;
sv_term sv_building_translate(sv_building *, const sv_abstract_choices *, sv_term);

// abstract_step.c
// A step of the flat system, or several in one.
typedef struct {
  uint32_t action;  // of the net, or UINT32_MAX
  sv_term enabled;
  const sv_term *after;  // by net variable; SV_NONE: it stays
  const sv_sort_list *choices;
  uint32_t fails;  // abstract property, or 0
} sv_concrete_step;
void sv_building_step(sv_building *, const sv_concrete_step *);

void sv_building_fail(sv_building *, const char *format, ...) SV_PRINTF(2, 3);

#endif
