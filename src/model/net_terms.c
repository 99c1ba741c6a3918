// net_terms.c -- terms of the model, said of certain instances.
//
// Role r becomes the process bound to it, instance numbers become constants,
// REMOTE a choice between the instances. Within an action it is known that its
// partners run and that the instances it starts do not; elsewhere an instance
// runs where its program counter is not 0. Because an instance that does not
// run has its default values, reading its variables needs no test.

#include "model/net_build.h"

#define UNBOUND 0x80000000u

static uint32_t process_of(const sv_binding *binding, uint32_t role) {
  if (role == SV_ROLE_OTHER) {
    REQUIRE(binding->other != SV_NO_PROCESS, "role OTHER outside of a broadcast or a constraint");
    return binding->other;
  }
  REQUIRE(role < binding->role_count, "a role that is not an edge of the action");
  return binding->roles[role];
}

static bool listed(const uint32_t *list, uint32_t n, uint32_t process) {
  for (uint32_t i = 0; i < n; i++)
    if (list[i] == process) return true;
  return false;
}

sv_term sv_net_running(const sv_binding *binding, uint32_t process) {
  if (listed(binding->roles, binding->role_count, process)) return SV_TRUE;
  if (listed(binding->started, binding->started_count, process)) return SV_FALSE;
  return sv_not(sv_net_at(binding->b->net, process, 0));
}

sv_term sv_net_alive(const sv_binding *binding, uint32_t template_number) {
  sv_terms *T = binding->b->terms;
  const sv_net_pool *pool = &binding->b->pools[template_number];
  sv_term sum = sv_int_const(T, 0), one = sv_int_const(T, 1), zero = sum;
  for (uint32_t k = 0; k < pool->size; k++) {
    sv_term running = sv_net_running(binding, pool->first + k);
    sum = sv_app2(T, SV_OP_ADD, sum, sv_ite(T, running, one, zero));
  }
  return sum;
}

static sv_term local_term(const sv_binding *binding, uint32_t variable, uint32_t process) {
  return sv_net_var_term(binding->b->net, sv_net_variable(binding->b, variable, process));
}

// VAR and NEXT. What belongs to a role that is not bound yet gets a role number
// that neither the model nor the net has: it must not be taken for a net variable.
static sv_term replace_variable(const sv_binding *binding, const sv_node *node) {
  const sv_net_builder *b = binding->b;
  uint32_t process = SV_NO_PROCESS;
  if (b->model->variables.at[node->id].owner != SV_GLOBAL) {
    process = process_of(binding, node->role);
    if (process == SV_NO_PROCESS)
      return sv_var(b->terms, node->sort, node->id, UNBOUND + node->role);
  }
  uint32_t var = sv_net_variable(b, node->id, process);
  if (node->op == SV_OP_VAR) return sv_net_var_term(b->net, var);
  return sv_next(b->terms, b->net->vars.at[var].sort, var, 0);
}

static sv_term replace_self(const sv_binding *binding, const sv_node *node) {
  uint32_t process = process_of(binding, node->role);
  if (process == SV_NO_PROCESS) return SV_NONE;
  return sv_int_const(binding->b->terms, binding->b->net->processes.at[process].instance);
}

// Is the term a constant? Then *k is its value, or UINT32_MAX if that is out of range.
static bool constant_index(const sv_terms *T, sv_term index, uint32_t *k) {
  sv_value value;
  int64_t n;
  if (!sv_is_const(T, index, &value)) return false;
  bool fits = sv_number_to_i64(sv_terms_numbers(T), value, &n) && n >= 0 && n < UINT32_MAX;
  *k = fits ? (uint32_t)n : UINT32_MAX;
  return true;
}

// The first running instance whose variable has the value: a chain of choices between numbers.
static sv_term replace_find(const sv_binding *binding, uint32_t variable, sv_term value) {
  sv_terms *T = binding->b->terms;
  const sv_net_pool *pool = &binding->b->pools[binding->b->model->variables.at[variable].owner];
  sv_term found = sv_int_const(T, -1);
  for (uint32_t k = pool->size; k--;) {
    sv_term same = sv_eq(T, local_term(binding, variable, pool->first + k), value);
    sv_term here = sv_and(T, sv_net_running(binding, pool->first + k), same);
    found = sv_ite(T, here, sv_int_const(T, k), found);
  }
  return found;
}

typedef struct {
  sv_term condition;
  uint32_t k;
} chain_link;
typedef SV_VEC(chain_link) chain;

// Is the index a chain of choices between constants, as FIND gives? Then the
// instance is known where each condition holds, and last->k without any.
static bool is_chain(const sv_terms *T, sv_term index, chain *links) {
  uint32_t k;
  for (;;) {
    if (constant_index(T, index, &k)) return sv_push(*links, (chain_link){SV_TRUE, k}), true;
    sv_node node = sv_node_of(T, sv_index(index));
    if (node.op != SV_OP_ITE) return false;
    bool first = constant_index(T, node.args[1], &k);
    if (!first && !constant_index(T, node.args[2], &k)) return false;
    sv_push(*links, (chain_link){first ? node.args[0] : sv_not(node.args[0]), k});
    index = node.args[first ? 2 : 1];
  }
}

// Chooses between the instances by the conditions of the chain: linear in its length.
static sv_term read_chain(const sv_binding *binding, uint32_t variable, const chain *links) {
  sv_terms *T = binding->b->terms;
  const sv_variable *v = &binding->b->model->variables.at[variable];
  const sv_net_pool *pool = &binding->b->pools[v->owner];
  sv_term value = SV_NONE;
  for (uint32_t i = links->n; i--;) {
    uint32_t k = links->at[i].k;
    sv_term here = k < pool->size ? local_term(binding, variable, pool->first + k)
                                  : sv_net_default(T, v->sort);
    value = sv_is_none(value) ? here : sv_ite(T, links->at[i].condition, here, value);
  }
  return value;
}

static sv_term read_any(const sv_binding *binding, uint32_t variable, sv_term index) {
  sv_terms *T = binding->b->terms;
  const sv_variable *v = &binding->b->model->variables.at[variable];
  const sv_net_pool *pool = &binding->b->pools[v->owner];
  sv_term value = sv_net_default(T, v->sort);
  for (uint32_t k = pool->size; k--;)
    value = sv_ite(T, sv_eq(T, index, sv_int_const(T, k)),
                   local_term(binding, variable, pool->first + k), value);
  return value;
}

static sv_term replace_remote(const sv_binding *binding, uint32_t variable, sv_term index) {
  chain links = {0};
  bool known = is_chain(binding->b->terms, index, &links);
  sv_term value =
      known ? read_chain(binding, variable, &links) : read_any(binding, variable, index);
  sv_vec_free(links);
  return value;
}

static sv_term replace_queue(const sv_binding *binding, uint32_t family, uint32_t role,
                             sv_term index) {
  const sv_net_builder *b = binding->b;
  const sv_queue_family *f = &b->model->queues.at[family];
  uint32_t first = b->queue_at[family], k = 0;
  if (f->owner != SV_GLOBAL) {
    uint32_t process = process_of(binding, role);
    if (process == SV_NO_PROCESS) return sv_queue(b->terms, family, UNBOUND + role, index);
    first += b->process_queue[process];
  }
  if (!sv_is_none(index) && !constant_index(b->terms, index, &k))
    return sv_queue(b->terms, first, f->count, index);
  return sv_const(b->terms, sv_sort_ref(b->terms), sv_small(k < f->count ? first + k + 1 : 0));
}

// ---- references as numbers

// The number of a net queue, where its process runs.
static sv_term queue_number(const sv_binding *binding, uint32_t queue) {
  sv_terms *T = binding->b->terms;
  const sv_net_queue *q = &binding->b->net->queues.at[queue];
  const sv_queue_family *f = &binding->b->model->queues.at[q->family];
  if (sv_is_none(f->number)) return sv_int_const(T, (int64_t)queue + 1);
  uint32_t first = binding->b->queue_at[q->family];
  if (q->process != SV_NO_PROCESS) first += binding->b->process_queue[q->process];
  sv_binding owner = {.b = binding->b, .roles = &q->process, .other = SV_NO_PROCESS};
  owner.role_count = q->process != SV_NO_PROCESS;
  return sv_app2(T, SV_OP_ADD, sv_net_rewrite(&owner, f->number), sv_int_const(T, queue - first));
}

static sv_term reference_to(sv_terms *T, uint32_t queue) {
  return sv_const(T, sv_sort_ref(T), sv_small((int64_t)queue + 1));
}

static sv_term number_of_reference(const sv_binding *binding, sv_term ref, sv_sort sort) {
  sv_terms *T = binding->b->terms;
  sv_term number = sv_int_const(T, 0);
  for (uint32_t i = binding->b->net->queues.n; i--;)
    number = sv_ite(T, sv_eq(T, ref, reference_to(T, i)), queue_number(binding, i), number);
  return sv_cast(T, sort, number);
}

static sv_term reference_of_number(const sv_binding *binding, sv_term t) {
  sv_terms *T = binding->b->terms;
  sv_term ref = sv_const(T, sv_sort_ref(T), sv_small(0)), number = sv_cast(T, sv_sort_int(T), t);
  for (uint32_t i = binding->b->net->queues.n; i--;) {
    uint32_t process = binding->b->net->queues.at[i].process;
    sv_term is = sv_eq(T, number, queue_number(binding, i));
    if (process != SV_NO_PROCESS) is = sv_and(T, is, sv_net_running(binding, process));
    ref = sv_ite(T, is, reference_to(T, i), ref);
  }
  return ref;
}

static bool is_reference(const sv_terms *T, sv_sort s) {
  return sv_sort_get(T, s)->kind == SV_SORT_REF;
}

static sv_term replace_cast(const sv_binding *binding, const sv_node *node) {
  const sv_terms *T = binding->b->terms;
  if (is_reference(T, node->sort)) return reference_of_number(binding, node->args[0]);
  if (!is_reference(T, sv_sort_of(T, node->args[0]))) return SV_NONE;
  return number_of_reference(binding, node->args[0], node->sort);
}

uint32_t sv_net_others(const sv_binding *binding) {
  REQUIRE(binding->role_count, "a choice per other instance needs an acting process");
  return binding->b->pools[binding->action->edges[0].template_number].size - 1;
}

// The input of one instance; the acting process has none.
static uint32_t choice_of(const sv_binding *binding, uint32_t choice, uint32_t process) {
  const sv_net_pool *pool = &binding->b->pools[binding->action->edges[0].template_number];
  REQUIRE(process >= pool->first && process < pool->first + pool->size &&
              process != binding->roles[0],
          "a choice per other instance belongs to an instance of the acting process's template");
  return binding->choice_at[choice] + (process - pool->first) - (process > binding->roles[0]);
}

static sv_term replace_choice(const sv_binding *binding, const sv_node *node) {
  REQUIRE(binding->action && node->id < binding->action->choice_count, "no such choice");
  uint32_t at = binding->choice_at[node->id];
  if (binding->action->choices[node->id].per_other)
    at = choice_of(binding, node->id, binding->other);
  return sv_choice(binding->b->terms, node->sort, at);
}

static sv_term replace(void *context, sv_terms *T, uint32_t index, const sv_node *node) {
  const sv_binding *binding = context;
  SV_UNUSED(T), SV_UNUSED(index);
  switch (node->op) {
  case SV_OP_VAR:
  case SV_OP_NEXT: return replace_variable(binding, node);
  case SV_OP_SELF: return replace_self(binding, node);
  case SV_OP_ALIVE: return sv_net_alive(binding, node->id);
  case SV_OP_REMOTE: return replace_remote(binding, node->id, node->args[0]);
  case SV_OP_FIND: return replace_find(binding, node->id, node->args[0]);
  case SV_OP_QUEUE:
    return replace_queue(binding, node->id, node->role, node->n ? node->args[0] : SV_NONE);
  case SV_OP_CHOICE: return replace_choice(binding, node);
  case SV_ANY_CONVERSION_OP: return replace_cast(binding, node);
  case SV_OP_CONST:
  case SV_ANY_CORE_OP:
  case SV_ANY_COMPARISON_OP:
  case SV_ANY_ARITHMETIC_OP:
  case SV_ANY_BITS_OP:
  case SV_ANY_ARRAY_OP:
  case SV_ANY_QUEUE_OP: return SV_NONE;
  }
  SV_UNREACHABLE();
}

sv_term sv_net_rewrite(const sv_binding *binding, sv_term term) {
  sv_binding copy = *binding;
  return sv_is_none(term) ? term : sv_substitute(binding->b->terms, term, replace, &copy);
}

// ---- constraints

// The template that a node with role OTHER speaks of, or 0.
static uint32_t other_template(const sv_net_draft *d, const sv_node *node) {
  const sv_model *m = d->b->model;
  uint32_t acting = d->action->edge_count ? d->action->edges[0].template_number : 0;
  if (node->op == SV_OP_CHOICE) return d->action->choices[node->id].per_other ? acting : 0;
  if (node->role != SV_ROLE_OTHER) return 0;
  if (node->op == SV_OP_VAR || node->op == SV_OP_NEXT) return m->variables.at[node->id].owner;
  if (node->op == SV_OP_QUEUE) return m->queues.at[node->id].owner;
  return node->op == SV_OP_SELF ? acting : 0;
}

static uint32_t find_other(const sv_net_draft *d, sv_term term) {
  sv_u32s cone = {0};
  uint32_t found = 0;
  sv_cone(d->b->terms, &term, 1, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_node node = sv_node_of(d->b->terms, cone.at[i]);
    uint32_t t = other_template(d, &node);
    REQUIRE(!t || !found || t == found, "role OTHER of two templates in one conjunct");
    if (t) found = t;
  }
  sv_vec_free(cone);
  return found;
}

void sv_net_split_constraint(sv_net_draft *d) {
  sv_term_list todo = {0};
  sv_clear(d->conjuncts);
  sv_push(todo, d->action->constraint);
  while (todo.n) {
    sv_term t = sv_pop(todo);
    sv_node node = sv_node_of(d->b->terms, sv_index(t));
    if (node.op == SV_OP_AND && !sv_negated(t))
      for (uint32_t i = node.n; i--;) sv_push(todo, node.args[i]);
    else sv_push(d->conjuncts, (sv_conjunct){t, find_other(d, t)});
  }
  sv_vec_free(todo);
}

// The conjunct for every running instance of its template but the acting process.
static sv_term for_all_others(const sv_binding *binding, const sv_conjunct *c) {
  sv_terms *T = binding->b->terms;
  const sv_net_pool *pool = &binding->b->pools[c->other];
  sv_binding with = *binding;
  sv_term all = SV_TRUE;
  for (uint32_t p = pool->first; p < pool->first + pool->size; p++) {
    if (binding->role_count && p == binding->roles[0]) continue;
    with.other = p;
    all = sv_and(T, all, sv_implies(T, sv_net_running(binding, p), sv_net_rewrite(&with, c->term)));
  }
  return all;
}

// The inputs of instances that do not run have their default values.
static sv_term unused_inputs(const sv_binding *binding, uint32_t choice) {
  sv_terms *T = binding->b->terms;
  sv_sort sort = binding->action->choices[choice].sort;
  const sv_net_pool *pool = &binding->b->pools[binding->action->edges[0].template_number];
  sv_term all = SV_TRUE;
  for (uint32_t p = pool->first; p < pool->first + pool->size; p++) {
    if (p == binding->roles[0]) continue;
    sv_term input = sv_choice(T, sort, choice_of(binding, choice, p));
    sv_term unused = sv_eq(T, input, sv_net_default(T, sort));
    all = sv_and(T, all, sv_or(T, sv_net_running(binding, p), unused));
  }
  return all;
}

sv_term sv_net_constraint(const sv_net_draft *d) {
  sv_term all = SV_TRUE;
  for (uint32_t i = 0; i < d->action->choice_count; i++)
    if (d->action->choices[i].per_other)
      all = sv_and(d->b->terms, all, unused_inputs(&d->binding, i));
  for (uint32_t i = 0; i < d->conjuncts.n; i++) {
    const sv_conjunct *c = &d->conjuncts.at[i];
    sv_term one = c->other ? for_all_others(&d->binding, c) : sv_net_rewrite(&d->binding, c->term);
    all = sv_and(d->b->terms, all, one);
  }
  return all;
}
