// path.c -- see path.h.

#include "encode/abstract/path.h"

typedef struct {
  sv_path *p;
  const sv_path_plan *plan;
  SV_VEC(sv_term_list) needs;  // by time: leaves that matter from there on
} making;

// ---- what matters

static bool push_once(sv_term_list *list, sv_term t) {
  for (uint32_t i = 0; i < list->n; i++)
    if (sv_same(list->at[i], t)) return false;
  sv_push(*list, t);
  return true;
}

static void need(making *k, uint32_t time, sv_term t) {
  sv_term_list leaves = {0};
  sv_flat_leaves(k->p->flat, t, &leaves);
  for (uint32_t i = 0; i < leaves.n; i++) push_once(&k->needs.at[time], leaves.at[i]);
  sv_vec_free(leaves);
}

static void find_needs(making *k) {
  sv_flat *f = k->p->flat;
  sv_fill(k->needs, k->p->n + 1);
  need(k, k->p->n, k->plan->end);
  for (uint32_t t = k->p->n; t-- > 0;) {
    uint32_t a = k->plan->actions[t];
    need(k, t, f->actions[a].enabled);
    for (uint32_t i = 0; i < k->needs.at[t + 1].n; i++)
      need(k, t, sv_flat_after(f, a, k->needs.at[t + 1].at[i]));
  }
  need(k, 0, sv_flat_term(f, f->net->init));
  need(k, 0, f->invariants);
}

// ---- versions

static sv_term new_version(making *k, sv_sort s) {
  sv_push(k->p->values, SV_NONE);
  return sv_var(k->p->terms, s, SV_VERSION_BASE + k->p->fresh++, 0);
}

static sv_term known(const making *k, sv_term leaf, uint32_t time) {
  return k->plan->known ? k->plan->known(k->plan->context, leaf, time) : SV_NONE;
}

static sv_term version_at(const sv_path *p, uint32_t time, sv_term leaf) {
  for (uint32_t i = 0; i < p->versions.at[time].n; i++)
    if (sv_same(p->versions.at[time].at[i].leaf, leaf)) return p->versions.at[time].at[i].version;
  return SV_NONE;
}

typedef struct {
  const sv_path *p;
  uint32_t time;
} naming;

static sv_term name_leaf(void *context, sv_terms *T, uint32_t index, const sv_node *node) {
  const naming *n = context;
  sv_term leaf = sv_term_of_index(index);
  SV_UNUSED(T);
  if (node->op == SV_OP_CHOICE) return n->p->choices.at[n->time].at[node->id];
  if (sv_is_version(n->p->terms, leaf) || !sv_flat_is_leaf(n->p->flat, leaf)) return SV_NONE;
  sv_term version = version_at(n->p, n->time, leaf);
  assert(!sv_is_none(version));
  return version;
}

// A term over leaves and choices of the step that leaves `time`.
static sv_term at_time(const making *k, uint32_t time, sv_term t) {
  naming n = {k->p, time};
  return sv_substitute(k->p->terms, t, name_leaf, &n);
}

static void say(making *k, uint32_t group, sv_term t) {
  sv_conjuncts(k->p->terms, t, &k->p->groups.at[group]);
}

static void push_version(making *k, uint32_t time, sv_term leaf, sv_term version) {
  sv_leaf_version v = {leaf, version};
  assert(!sv_is_none(version) && sv_flat_is_leaf(k->p->flat, leaf));
  sv_push(k->p->versions.at[time], v);
}

// ---- groups

static void start(making *k) {
  sv_path *p = k->p;
  for (uint32_t i = 0; i < k->needs.at[0].n; i++) {
    sv_term leaf = k->needs.at[0].at[i], value = known(k, leaf, 0);
    push_version(k, 0, leaf,
                 sv_is_none(value) ? new_version(k, sv_sort_of(p->terms, leaf)) : value);
  }
  for (uint32_t i = 0; i < k->needs.at[0].n; i++) {
    sv_term leaf = k->needs.at[0].at[i], begins = sv_flat_start(p->flat, leaf);
    sv_term t = sv_is_none(begins) ? sv_flat_within(p->flat, leaf) : sv_eq(p->terms, leaf, begins);
    if (!sv_is_none(begins) || sv_node_of(p->terms, sv_index(leaf)).op == SV_OP_VAR)
      say(k, 0, at_time(k, 0, t));
  }
  say(k, 0, at_time(k, 0, sv_flat_term(p->flat, p->flat->net->init)));
  say(k, 0, at_time(k, 0, p->flat->invariants));
}

static void take_step(making *k, uint32_t time) {
  sv_path *p = k->p;
  uint32_t a = k->plan->actions[time];
  sv_term_list choices = {0};
  for (uint32_t c = 0; c < p->flat->actions[a].choices.n; c++)
    sv_push(choices, new_version(k, p->flat->actions[a].choices.at[c]));
  sv_push(p->choices, choices);
  say(k, time + 1, at_time(k, time, p->flat->actions[a].enabled));
  for (uint32_t i = 0; i < k->needs.at[time + 1].n; i++) {
    sv_term leaf = k->needs.at[time + 1].at[i], after = sv_flat_after(p->flat, a, leaf);
    sv_term value = known(k, leaf, time + 1);
    bool stays = sv_same(after, leaf);
    if (stays && sv_is_none(value)) {
      push_version(k, time + 1, leaf, version_at(p, time, leaf));
      continue;
    }
    sv_term becomes = at_time(k, time, after);
    if (sv_is_none(value)) {
      value = new_version(k, sv_sort_of(p->terms, leaf));
      p->values.at[p->fresh - 1] = becomes;
    }
    push_version(k, time + 1, leaf, value);
    if (!stays) say(k, time + 1, sv_eq(p->terms, value, becomes));
  }
}

sv_path *sv_path_new(sv_flat *f, const sv_path_plan *plan) {
  sv_path *p = SV_NEW(sv_path);
  *p = (sv_path){.flat = f, .terms = f->terms, .n = plan->n};
  making k = {.p = p, .plan = plan};
  find_needs(&k);
  sv_fill(p->groups, plan->n + 1 + !sv_same(plan->end, SV_TRUE));
  sv_fill(p->versions, plan->n + 1);
  start(&k);
  for (uint32_t t = 0; t < plan->n; t++) take_step(&k, t);
  if (p->groups.n > plan->n + 1) say(&k, plan->n + 1, at_time(&k, plan->n, plan->end));
  assert(p->choices.n == plan->n && p->versions.n == plan->n + 1);
  for (uint32_t t = 0; t < k.needs.n; t++) sv_vec_free(k.needs.at[t]);
  sv_vec_free(k.needs);
  return p;
}

void sv_path_free(sv_path *p) {
  if (!p) return;
  for (uint32_t i = 0; i < p->groups.n; i++) sv_vec_free(p->groups.at[i]);
  for (uint32_t i = 0; i < p->versions.n; i++) sv_vec_free(p->versions.at[i]);
  for (uint32_t i = 0; i < p->choices.n; i++) sv_vec_free(p->choices.at[i]);
  sv_vec_free(p->values);
  sv_vec_free(p->groups);
  sv_vec_free(p->versions);
  sv_vec_free(p->choices);
  sv_free(p);
}

typedef struct {
  const sv_path *p;
  uint32_t time;
  bool foreign;
} unnaming;

static sv_term unname(void *context, sv_terms *T, uint32_t index, const sv_node *node) {
  unnaming *u = context;
  sv_term t = sv_term_of_index(index);
  SV_UNUSED(node);
  if (!sv_is_version(T, t)) return SV_NONE;
  for (uint32_t i = 0; i < u->p->versions.at[u->time].n; i++)
    if (sv_same(u->p->versions.at[u->time].at[i].version, t))
      return u->p->versions.at[u->time].at[i].leaf;
  u->foreign = true;
  return SV_NONE;
}

sv_term sv_path_state_term(const sv_path *p, uint32_t time, sv_term t) {
  unnaming u = {.p = p, .time = time};
  assert(time < p->versions.n);
  sv_term out = sv_substitute(p->terms, t, unname, &u);
  return u.foreign ? SV_NONE : out;
}

sv_term sv_path_version_term(const sv_path *p, uint32_t time, sv_term t) {
  naming n = {p, time};
  return sv_substitute(p->terms, t, name_leaf, &n);
}

// ---- asking

typedef SV_VEC(sv_smt_term) label_list;

static void label_all(const sv_path *p, sv_query *q, label_list *labels) {
  sv_clear(*labels);
  for (uint32_t g = 0; g < p->groups.n; g++)
    for (uint32_t i = 0; i < p->groups.at[g].n; i++)
      sv_push(*labels, sv_query_label(q, p->groups.at[g].at[i]));
}

// Drops the conjuncts that were not needed; says whether there were any.
static bool keep_core(sv_path *p, sv_query *q, const label_list *labels) {
  uint32_t next = 0;
  bool dropped = false;
  for (uint32_t g = 0; g < p->groups.n; g++) {
    sv_term_list *group = &p->groups.at[g];
    uint32_t kept = 0, n = group->n;
    for (uint32_t i = 0; i < n; i++)
      if (sv_smt_failed(q->z, labels->at[next++])) group->at[kept++] = group->at[i];
    group->n = kept;
    dropped |= kept < n;
  }
  assert(next == labels->n);
  return dropped;
}

enum { CORE_ROUNDS = 4 };

sv_sat_answer sv_path_check(sv_path *p, sv_query *q) {
  label_list labels = {0};
  sv_sat_answer answer = SV_SAT_NO;
  for (uint32_t round = 0; round < CORE_ROUNDS; round++) {
    sv_query_push(q);
    label_all(p, q, &labels);
    answer = sv_query_check(q, labels.at, labels.n);
    bool again = answer == SV_SAT_NO && keep_core(p, q, &labels);
    if (answer == SV_SAT_YES) break;  // the caller wants the model, and pops
    sv_query_pop(q);
    if (!again) break;
  }
  sv_vec_free(labels);
  return answer;
}

// ---- traces

static sv_term cell_term(sv_terms *T, sv_sort sort, sv_term t, uint32_t cell) {
  while (sv_sort_get(T, sort)->kind == SV_SORT_ARRAY) {
    sort = sv_sort_get(T, sort)->element;
    uint32_t size = sv_sort_cells(T, sort);
    t = sv_app2(T, SV_OP_SELECT, t, sv_int_const(T, cell / size));
    cell %= size;
  }
  return t;
}

static bool read_variable(sv_path *p, sv_query *q, sv_exec *exec, uint32_t v, sv_state *s) {
  const sv_net_var *x = &p->flat->net->vars.at[v];
  sv_term version = version_at(p, 0, sv_net_var_term(p->flat->net, v));
  for (uint32_t c = 0; c < x->cells; c++) {
    sv_value *to = &s->cells[x->first_cell + c];
    if (!sv_is_none(version)) {
      if (!sv_query_value(q, cell_term(p->terms, x->sort, version, c), to)) return false;
    } else if (!sv_is_none(x->init)) {
      *to = sv_exec_evaluate(exec, s, cell_term(p->terms, x->sort, x->init, c));
    } else {
      *to = sv_sort_default(p->terms, sv_sort_scalar(p->terms, x->sort));
    }
  }
  return true;
}

static bool push_step(sv_path *p, sv_query *q, uint32_t time, uint32_t action, sv_trace *trace) {
  const sv_net_action *a = &p->flat->net->actions.at[action];
  sv_step step = {.action = action, .choices = SV_NEW_ARRAY(sv_value, a->choice_count + 1)};
  bool good = true;
  assert(time < p->choices.n && p->choices.at[time].n >= a->choice_count);
  for (uint32_t c = 0; c < a->choice_count && good; c++)
    good = sv_query_value(q, p->choices.at[time].at[c], &step.choices[c]);
  if (good) sv_trace_push(p->flat->net, trace, &step);
  sv_step_free(&step);
  return good;
}

sv_trace *sv_path_trace(sv_path *p, sv_query *q, const uint32_t *actions) {
  const sv_net *net = p->flat->net;
  sv_exec *exec = sv_exec_new(net);
  sv_state *initial = sv_state_new(net);
  bool good = true;
  for (uint32_t v = 0; v < net->vars.n && good; v++) good = read_variable(p, q, exec, v, initial);
  sv_trace *trace = sv_trace_new(net, initial);
  for (uint32_t t = 0; t < p->n && good; t++) good = push_step(p, q, t, actions[t], trace);
  sv_state_free(net, initial);
  sv_exec_free(exec);
  if (good) return trace;
  sv_trace_free(net, trace);
  return NULL;
}
