// system.h -- a net as BDDs: what all searches of this engine work on.
//
// Every action becomes an event: a transition relation over just the state bits
// that it uses (no frame conditions), after control (docs/model.md) has been worked
// into it. Rules 1, 2 and 4 ask whether *some* choice makes another action
// possible, which is one quantification here. Rule 3 is kept local by two
// devices: an action may be taken where no process holds control or one of its own
// moving processes does; and where a holder cannot move it is *released*, by an
// internal event that forgets it and is no step of the model. So no relation
// looks at what other processes could do, and a state is passing exactly if
// a process still holds control after all releases and has a step.
//
// The coding may be narrower than the sorts (encode/bits/coding.h): `outside` are
// the states from which a step leaves it. Everything reached is really
// reachable, but the search is complete only if it never meets them.
//
// A relation that would take too many nodes is a *demand*: it is built for the
// states that the search meets, and grows with them (demand.c).

#ifndef SV_BDD_SYSTEM_H
#define SV_BDD_SYSTEM_H

#include "encode/bits/blast.h"
#include "encode/control/rule_fold.h"
#include "encode/control/rules.h"
#include "encode/graph/aig_bdd.h"
#include "engine/engine.h"

typedef struct {
  uint32_t action;           // of the net
  sv_bdd_relation relation;  // its enabled steps
  sv_bdd enabled;            // states in which it is enabled
  bool demanded;             // both grow with the states that are met: see sv_bdd_demand
} sv_bdd_event;

typedef struct {
  uint32_t action;
  sv_bdd states;  // from which the way out is taken
  sv_uncoded uncoded;
} sv_bdd_outside;

typedef struct {
  uint32_t action;
  sv_bdd states;  // where the run is cut
} sv_bdd_cut;

typedef SV_VEC(sv_bdd_relation) sv_bdd_relations;

// Right for the states that were met, which are kept without what makes no difference.
typedef struct {
  uint32_t event;
  bool learns;     // so are the states in which the event is enabled
  sv_bdd may;      // an overestimate of these; else just these
  sv_bdd allowed;  // what control leaves of all states, but for rivals
  sv_u32s rivals;  // demands of blind actions: it gives way where rules 1 to 3 leave them
  sv_bdd unread;   // cube of the state variables that make no difference
  sv_bdd met;
  uint32_t outside;  // where its ways out begin
  uint32_t ways;     // how many; 0 if they are known for all states
  bool blind;   // the condition of the action itself is too large, and known where it was looked at
  sv_bdd base;  // overestimate of where rules 1 to 3 leave it
  sv_bdd left;  // where they do
  sv_bdd unread_base, looked;
} sv_bdd_demand;

// An action before control is worked in.
typedef struct {
  sv_bdd possible;     // states in which it is, for some choices
  sv_bdd inside;       // over state and choices: possible, and the effect has a code
  sv_bdd_list values;  // of the bits it writes
  sv_u32s bits;
  sv_u32s singles;  // choice variables
  bool large;       // only `possible`, `bits` and `singles` are known
  bool blind;       // and `possible` is an overestimate
} sv_bdd_draft;

typedef struct {
  const sv_net *net;
  const sv_run *run;
  sv_coding *coding;
  sv_aig *aig;
  sv_blaster *blaster;
  sv_blasted *actions;
  sv_lits state;            // inputs, by state bit
  SV_VEC(sv_lits) choices;  // inputs, by choice and bit
  sv_diagram_scratch scratch;
  sv_u32s var_of_node;  // BDD variable of an input; others 0
  uint32_t *pair_of_bit, *bit_of_pair;
  sv_u32s state_vars;  // current ones
  uint32_t vars;       // of the BDDs: pairs, then choices
  sv_opt_order order;  // how the bits were ordered
  sv_bdds *bdds;
  sv_bdd initial;
  sv_bdd unheld;   // no process holds control
  sv_bdd resting;  // not passing, if released: none does, or nothing is left of its moves
  SV_VEC(sv_bdd_event) events;
  SV_VEC(sv_bdd_outside) outside;
  sv_bdd leaving;     // all of them, unless
  bool leaves_apart;  // that is too large
  sv_bdd moving;      // states with an enabled action or a cut one; false if too large
  SV_VEC(sv_bdd_cut) cuts;
  sv_bdd_relations releases;  // by processes that may hold control
  sv_bdd_relations turns;     // cyclic queues: one slot on, where the head is not at 0
  sv_bdd_relations steps;     // events with the same changed bits joined; without demands
  SV_VEC(sv_bdd_demand) demands;
  uint64_t most_made;  // nodes for one relation, else it is a demand
  sv_rules *rules;     // of control
  sv_rule_fold *fold;  // of the rules; only leaves are known that need no drafts, unless there are
  const sv_bdd_draft *drafts;
  uint32_t blind_class;  // priority of actions of which control need not know everywhere where
                         // they are possible; UINT32_MAX: there are none
} sv_symbolic;

typedef struct {
  sv_queue_style queues;
  sv_opt_order order;                            // --order
  uint32_t join;                                 // most nodes of joined relations
  uint64_t relation_nodes;                       // --relation-nodes
  void (*fail)(void *context, const char *why);  // out of memory: does not return
  void *context;
} sv_symbolic_options;

// NULL and a reason where the net cannot be coded.
sv_symbolic *sv_symbolic_new(const sv_net *, const sv_run *, const sv_profile *,
                             const sv_symbolic_options *, sv_text *why);
void sv_symbolic_free(sv_symbolic *);  // NULL is fine

// The BDDs of literals over state and choices; new references.
void sv_symbolic_make(sv_symbolic *, const sv_lit *, uint32_t n, sv_bdd *out);
sv_bdd sv_symbolic_bool(sv_symbolic *, sv_lit);

// relation.c
void sv_symbolic_draft(sv_symbolic *, const sv_blasted *, sv_bdd_draft *out);
void sv_symbolic_draft_free(sv_symbolic *, sv_bdd_draft *);
// Its steps from these states.
sv_bdd_relation sv_symbolic_relation(sv_symbolic *, const sv_bdd_draft *, sv_bdd from);
// The literals of an action: where it stays inside, then the values it writes, then the ways out.
void sv_symbolic_collect(sv_symbolic *, const sv_blasted *, sv_lits *roots);
// The choice variables that they depend on; appended.
void sv_symbolic_note_choices(const sv_symbolic *, const sv_lits *, sv_u32s *singles);
// Joins relations that change the same pairs while they have at most `most` nodes.
void sv_symbolic_join(sv_symbolic *, const sv_bdd_relations *, uint32_t most,
                      sv_bdd_relations *out);
// The same for relations that change different pairs: what only one of them
// changes stays as it is under the other. Fewer images, but less local ones.
void sv_symbolic_join_framed(sv_symbolic *, const sv_bdd_relations *, uint32_t most,
                             sv_bdd_relations *out);
// Adds them, restricted to these states.
void sv_symbolic_add_where(sv_symbolic *, const sv_bdd_relations *, sv_bdd where,
                           sv_bdd_relations *out);
// One step and then another.
sv_bdd_relation sv_symbolic_chain(sv_symbolic *, const sv_bdd_relation *first,
                                  const sv_bdd_relation *second);
void sv_symbolic_free_relations(sv_symbolic *, sv_bdd_relations *);
// control.c: from drafts to events, releases and cuts.
void sv_symbolic_control(sv_symbolic *, const sv_bdd_draft *drafts);
sv_bdd sv_symbolic_rule(sv_symbolic *, sv_rule);  // new reference; about locations and holders

// demand.c. The event, which has no relation yet, gets a demand. `rivals` are blind actions; where
// there are some, or it is blind itself, its enabled states are an overestimate so far. `left` is
// what rules 1 to 3 leave of that.
void sv_symbolic_add_demand(sv_symbolic *, uint32_t event, const sv_bdd_draft *, sv_bdd allowed,
                            sv_bdd left, const sv_u32s *rivals);
void sv_symbolic_open_demands(sv_symbolic *);  // when all are there
// Relations, and ways out, are right for these states from now on.
void sv_symbolic_meet(sv_symbolic *, sv_bdd);
bool sv_symbolic_has_met(sv_symbolic *, sv_bdd);
// Removes the states in which an event of the process may be enabled that learns where it is.
void sv_symbolic_remove_unsure(sv_symbolic *, uint32_t process, sv_bdd *from);
// Adds the image under the relations of demands; these states are met first. Of
// actions in which the process takes part, or (UINT32_MAX) of all.
void sv_symbolic_add_demanded(sv_symbolic *, sv_bdd, uint32_t process, sv_bdd *to);
void sv_symbolic_add_demanded_before(sv_symbolic *, sv_bdd, sv_bdd *to);
void sv_symbolic_free_demands(sv_symbolic *);

sv_bdd sv_symbolic_holder_cube(sv_symbolic *);  // the bits of the holder
// Can none of these leave the coding? They were met.
bool sv_symbolic_stays(sv_symbolic *, sv_bdd);
// The image under all relations; new reference.
sv_bdd sv_symbolic_image(sv_symbolic *, sv_bdd, const sv_bdd_relations *);
sv_bdd sv_symbolic_preimage(sv_symbolic *, sv_bdd, const sv_bdd_relations *);
// Forgets holders that cannot move; new reference.
sv_bdd sv_symbolic_released(sv_symbolic *, sv_bdd);
// properties.c: the states among these that violate the property, or from
// which a step does; new reference. The states are released.
sv_bdd sv_symbolic_violations(sv_symbolic *, sv_bdd, uint32_t property);
// How many states of the model the (released) set stands for, without passing ones.
void sv_symbolic_count(sv_symbolic *, sv_bdd, mpz_t out);
sv_bdd sv_symbolic_state(sv_symbolic *, const uint8_t *bits);  // by state bit

static inline void sv_bdd_and_to(sv_bdds *b, sv_bdd *to, sv_bdd with) {
  sv_bdd_set(b, to, sv_bdd_and(b, *to, with));
}
static inline void sv_bdd_or_to(sv_bdds *b, sv_bdd *to, sv_bdd with) {
  sv_bdd_set(b, to, sv_bdd_or(b, *to, with));
}
static inline void sv_bdd_minus_to(sv_bdds *b, sv_bdd *to, sv_bdd with) {
  sv_bdd_set(b, to, sv_bdd_minus(b, *to, with));
}

#endif
