// net_build.h -- what the files that spell out a model share. Not for others.
//
// net.c lays out processes, variables and queues; net_terms.c rewrites terms
// for given instances; net_bind.c binds actions to instances and picks the
// instances that are started; net_effect.c writes down what the step does.

#ifndef SV_NET_BUILD_H
#define SV_NET_BUILD_H

#include "base/groups.h"
#include "model/net.h"

typedef SV_VEC(sv_term) sv_term_list;

typedef struct {
  uint32_t size;       // instances
  uint32_t first;      // process number of instance 0
  bool users;          // the bound is the user's: what lies beyond it is cut
  bool stacked;        // the template's promise
  sv_term_list *runs;  // by n: the first n instances run; as far as asked for
} sv_net_pool;

typedef struct {
  sv_net *net;
  const sv_model *model;
  sv_terms *terms;
  sv_net_options options;
  sv_text *why;
  bool too_large;           // *why says so; unwind
  uint64_t bindings;        // tried so far
  sv_net_pool *pools;       // by template
  uint32_t *var_at;         // by variable: net variable, or place within its process
  uint32_t *queue_at;       // by family: net queue, or place within its process
  uint32_t *process_var;    // by process: its first net variable
  uint32_t *process_queue;  // by process: its first net queue
  sv_groups variables;      // by template: the model's variables
  sv_groups families;       // by template: the model's queue families
} sv_net_builder;

// Who is meant by the roles of an action.
typedef struct {
  sv_net_builder *b;
  const uint32_t *roles;  // process of each role; SV_NO_PROCESS: not bound yet
  uint32_t role_count;
  const uint32_t *started;  // processes that the action starts
  uint32_t started_count;
  uint32_t other;           // process of role OTHER, or SV_NO_PROCESS
  const sv_action *action;  // NULL where there is none
  const uint32_t
      *choice_at;  // net choice that each of its choices becomes (the first, if per other)
} sv_binding;

// One conjunct of an action's constraint.
typedef struct {
  sv_term term;
  uint32_t other;  // template of role OTHER in it, or 0
} sv_conjunct;

// The instances that may play a role.
typedef struct {
  uint32_t role;
  sv_u32s processes;
} sv_candidates;

// A net action in the making.
typedef struct {
  sv_net_builder *b;
  const sv_action *action;
  uint32_t number;  // of the action
  sv_binding binding;
  SV_VEC(sv_conjunct) conjuncts;      // of the constraint, computed once per action
  sv_u32s roles, started, choice_at;  // storage of the binding
  SV_VEC(sv_candidates) candidates;   // in the order of binding; storage is kept
  sv_term guard;                      // rewritten, for the current roles
  SV_VEC(sv_net_edge) edges;
  SV_VEC(sv_sort) choices;
  sv_u32s inputs;  // by choice: the action's own, or UINT32_MAX
  SV_VEC(sv_update) updates;
  SV_VEC(sv_queue_op) queue_ops;
} sv_net_draft;

// net.c
uint32_t sv_net_variable(const sv_net_builder *, uint32_t variable, uint32_t process);
sv_term sv_net_default(sv_terms *, sv_sort);
// The variable's initial value in this process: queues by their references; SV_NONE = any.
sv_term sv_net_initial(sv_net_builder *, uint32_t variable, uint32_t process);
void sv_net_too_large(sv_net_builder *, const char *format, ...) SV_PRINTF(2, 3);
bool sv_net_goes_on(sv_net_builder *);  // false: too large, or a limit was hit
// A copy in the net's arena; NULL for nothing.
const void *sv_net_keep(const sv_net_builder *, const void *from, uint32_t n, size_t size);

// net_terms.c
sv_term sv_net_rewrite(const sv_binding *, sv_term);
sv_term sv_net_running(const sv_binding *, uint32_t process);
sv_term sv_net_alive(const sv_binding *, uint32_t template_number);
// Inputs that a choice made per other instance becomes.
uint32_t sv_net_others(const sv_binding *);
sv_term sv_net_constraint(const sv_net_draft *);
void sv_net_split_constraint(sv_net_draft *);

// net_bind.c
void sv_net_actions(sv_net_builder *);

// net_effect.c: fills choices, updates and queue_ops of the draft.
void sv_net_effect(sv_net_draft *);
const sv_term *sv_net_prints(const sv_net_draft *);
const sv_blame *sv_net_blames(const sv_net_draft *);

// net_assert.c: with assertions, that the finished net is sound.
void sv_net_assert(const sv_net *);

#endif
