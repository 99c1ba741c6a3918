// abstract.h -- predicate abstraction: a model over Booleans from a net over anything.
//
// J. Dubrovin's thesis (2011), chapter 6, for every net. What is small and
// finite is *kept* as it is: locations, Booleans, small numbers, the shape of
// queues and small fields of their messages. Everything else is *data*, and the
// abstract state knows of it only which predicates hold. There is a step between
// two abstract states exactly if there is one between two legal states of the
// net that look like that (6.1). Conditions and control are in the steps of the
// flat system (flat.h) that is abstracted; the abstract model has no edges,
// classes or sections of its own, so no step is lost where a competitor is only
// abstractly possible.
//
// How the relation is computed (options) does not change it, but for cartesian
// (6.3)-(6.6): there every new value is abstracted alone, which allows for more.

#ifndef SV_ABSTRACT_H
#define SV_ABSTRACT_H

#include "encode/abstract/eliminate.h"

typedef struct {
  bool partition;  // action by action; else all that leave queues alone in one
  bool locality;   // what an action leaves alone is the same variable before and after
  bool cartesian;
  sv_structure structure;
  uint32_t keep;         // finite variables of at most so many bits are kept
  bool queues_are_data;  // not even their shape is kept
  bool integers;         // the solver is asked about bit vectors as numbers
} sv_abstraction_options;

typedef struct {
  sv_flat *flat;
  sv_terms *terms;
  sv_abstraction_options options;
  sv_bits kept;             // net variables
  sv_bits kept_queues;      // their shape
  sv_bits *kept_fields;     // by queue
  sv_term_list predicates;  // atoms in their one form, positive, over leaves of which some are data
  sv_map numbers;           // atom -> its place there
} sv_abstraction;

sv_abstraction *sv_abstraction_new(sv_flat *, sv_abstraction_options);
void sv_abstraction_free(sv_abstraction *);  // NULL is fine
// Are all leaves of the term kept? (Choices are not.)
bool sv_abstraction_is_kept(const sv_abstraction *, sv_term);
// Adds the atoms of a Boolean term over leaves; says how many are new.
// *all: abstract states say whether the term holds; else it had too many atoms, or choices.
uint32_t sv_abstraction_add(sv_abstraction *, sv_term, bool *all);

// A path that is excluded: where the automaton is in state `from`, action `action` leads it to
// `to`, or is forbidden. Not listed: to state 0.
typedef struct {
  uint32_t from, action, to;
  bool forbidden;
} sv_monitor_step;
// In this state of the automaton the property of the net is not violated, whatever it looks like.
typedef struct {
  uint32_t state, property;
} sv_monitor_excuse;
typedef struct {
  uint32_t states, initial;  // no states: nothing is excluded
  SV_VEC(sv_monitor_step) steps;
  SV_VEC(sv_monitor_excuse) excuses;
} sv_monitor;

typedef struct {
  sv_model *model;
  sv_u32s actions;     // by abstract action: the net's, or UINT32_MAX: several in one
  sv_u32s properties;  // by abstract property: the net's, or 0: a cut action is enabled
  sv_u32s variables;   // by net variable: the abstract one, or 0
  sv_u32s predicates;  // by predicate: its variable
  uint32_t monitor;    // a variable, or 0
  sv_eliminations numbers;
} sv_abstract_model;

// What an abstract model is asked for.
typedef struct {
  const uint32_t *properties;
  uint32_t n;
  const sv_bits *cut;         // cut actions that are known to be reached: they do not count
  const sv_monitor *monitor;  // may be NULL
} sv_abstract_question;

// The properties asked for, and whether a cut can be reached. NULL and a reason: it cannot be had.
// Needs the package of decision diagrams while it works.
sv_abstract_model *sv_abstraction_model(sv_abstraction *, const sv_abstract_question *, sv_limits *,
                                        sv_text *why);
void sv_abstract_model_free(sv_abstract_model *);  // NULL is fine

#endif
