// owners.c -- see owners.h.

#include "engine/threads/owners.h"

#include "base/bits.h"

enum { LARGEST = 1 << 20 };  // numbers looked through for OTHER

// ---- numbers of threads as terms

static bool is_linear(const sv_terms *T, const sv_node *n) {
  sv_value v;
  if (n->op == SV_OP_SELF) return n->role == SV_ROLE_SELF;
  if (n->op == SV_OP_MUL) return sv_is_const(T, n->args[0], &v) || sv_is_const(T, n->args[1], &v);
  return n->op == SV_OP_CONST || n->op == SV_OP_CAST || n->op == SV_OP_ADD || n->op == SV_OP_SUB;
}

bool sv_is_own_number(const sv_terms *T, sv_term t) {
  sv_u32s cone = {0};
  bool linear = true, own = false;
  sv_cone(T, &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n && linear; i++) {
    sv_node n = sv_node_of(T, cone.at[i]);
    linear = is_linear(T, &n);
    own |= n.op == SV_OP_SELF;
  }
  sv_vec_free(cone);
  return linear && own;
}

static sv_term put_instance(void *context, sv_terms *T, uint32_t index, const sv_node *n) {
  SV_UNUSED(index);
  return n->op == SV_OP_SELF ? sv_int_const(T, *(const int64_t *)context) : SV_NONE;
}

static bool number_of(sv_terms *T, sv_term t, int64_t instance, int64_t *out) {
  sv_value v;
  sv_term put = sv_substitute(T, t, put_instance, &instance);
  if (sv_is_none(put) || !sv_is_const(T, put, &v) || !sv_is_small(v)) return false;
  *out = sv_small_get(v);
  return true;
}

// ---- what values a term takes

static bool is_bits(const sv_terms *T, sv_term t) {
  return sv_sort_get(T, sv_sort_of(T, t))->kind == SV_SORT_BV;
}

static uint32_t width(const sv_terms *T, sv_term t) {
  return sv_sort_get(T, sv_sort_of(T, t))->size;
}

// Negated terms are Boolean, and leaves.
void sv_leaves_of(const sv_terms *T, sv_term root, sv_term_vec *leaves) {
  sv_map visited = {0};
  sv_term_vec work = {0};
  sv_clear(*leaves);
  sv_push(work, root);
  while (work.n) {
    sv_term t = sv_pop(work);
    if (sv_map_get(&visited, t.x) != SV_MAP_NONE) continue;
    sv_map_put(&visited, t.x, 1);
    sv_node n = sv_node_of(T, sv_index(t));
    bool inner = !sv_negated(t) && !sv_is_own_number(T, t);
    if (inner && n.op == SV_OP_CAST && is_bits(T, t) && is_bits(T, n.args[0])) {
      sv_push(work, n.args[0]);
    } else if (inner && n.op == SV_OP_ITE) {
      sv_push(work, n.args[1]);
      sv_push(work, n.args[2]);
    } else {
      sv_push(*leaves, t);
    }
  }
  sv_vec_free(work);
  sv_map_free(&visited);
}

static sv_owner *candidate(const sv_owners *o, const sv_terms *T, sv_term t) {
  sv_node n = sv_node_of(T, sv_index(t));
  uint32_t k = n.op == SV_OP_VAR ? sv_map_get(&o->of, n.id) : SV_MAP_NONE;
  return k == SV_MAP_NONE ? NULL : &o->at.at[k];
}

const sv_owner *sv_owner_of(const sv_owners *o, uint32_t variable) {
  uint32_t k = sv_map_get(&o->of, variable);
  return k == SV_MAP_NONE || !o->at.at[k].good ? NULL : &o->at.at[k];
}

const sv_owner *sv_owner_in(const sv_owners *o, sv_term t) {
  const sv_owner *found = NULL;
  sv_term_vec leaves = {0};
  if (o->at.n) sv_leaves_of(o->m->terms, t, &leaves);
  for (uint32_t i = 0; i < leaves.n && !found; i++) {
    found = candidate(o, o->m->terms, leaves.at[i]);
    if (found && !found->good) found = NULL;
  }
  sv_vec_free(leaves);
  return found;
}

// ---- candidates: somebody writes his number there

static bool may_own(const sv_model *m, uint32_t v) {
  const sv_variable *x = &m->variables.at[v];
  sv_value init;
  return x->owner == SV_GLOBAL && !sv_is_none(x->init) && sv_is_const(m->terms, x->init, &init) &&
         sv_is_small(init) && sv_sort_get(m->terms, x->sort)->kind == SV_SORT_BV;
}

static void add_candidate(sv_owners *o, uint32_t v) {
  if (sv_map_get(&o->of, v) != SV_MAP_NONE || !may_own(o->m, v)) return;
  sv_value init;
  bool constant = sv_is_const(o->m->terms, o->m->variables.at[v].init, &init);
  assert(constant);
  SV_UNUSED(constant);
  sv_map_put(&o->of, v, o->at.n);
  sv_owner owner = {.variable = v, .good = true};
  owner.number = SV_NEW_ARRAY(sv_own_number, o->m->templates.n);
  sv_push(owner.constants, sv_small_get(init));
  sv_push(o->at, owner);
}

static void find_candidates(sv_owners *o) {
  const sv_terms *T = o->m->terms;
  sv_term_vec leaves = {0};
  for (uint32_t i = 1; i < o->m->actions.n; i++) {
    const sv_action *a = &o->m->actions.at[i];
    for (uint32_t k = 0; k < a->update_count; k++) {
      sv_node target = sv_node_of(T, sv_index(a->updates[k].target));
      if (target.op != SV_OP_VAR) continue;
      sv_leaves_of(T, a->updates[k].value, &leaves);
      for (uint32_t j = 0; j < leaves.n; j++)
        if (sv_is_own_number(T, leaves.at[j])) add_candidate(o, target.id);
    }
  }
  sv_vec_free(leaves);
}

// ---- uses: only comparisons, and copies of itself

typedef struct {
  sv_owners *o;
  sv_terms *T;
  uint32_t template_number;
  sv_term_vec leaves;
} uses;

static void note_constant(sv_owner *g, int64_t value) {
  for (uint32_t i = 0; i < g->constants.n; i++)
    if (g->constants.at[i] == value) return;
  sv_push(g->constants, value);
}

static void note_number(uses *u, sv_owner *g, sv_term t) {
  int64_t v[3];
  for (int64_t i = 0; i < 3; i++)
    if (!number_of(u->T, t, i, &v[i])) g->good = false, v[i] = 0;
  sv_own_number *n = &g->number[u->template_number], seen = {true, v[0], v[1] - v[0]};
  if (seen.step <= 0 || v[2] - v[1] != seen.step || v[0] < 0) g->good = false;
  if (n->known && (n->first != seen.first || n->step != seen.step)) g->good = false;
  *n = seen;
}

static void spoil(uses *u, sv_term t) {
  sv_leaves_of(u->T, t, &u->leaves);
  for (uint32_t i = 0; i < u->leaves.n; i++) {
    sv_owner *g = candidate(u->o, u->T, u->leaves.at[i]);
    if (g) g->good = false;
  }
}

// Values of g and what it is compared with or becomes: constants and numbers of this template.
static void note_values(uses *u, sv_owner *g, sv_term t) {
  sv_leaves_of(u->T, t, &u->leaves);
  for (uint32_t i = 0; i < u->leaves.n; i++) {
    sv_term leaf = u->leaves.at[i];
    sv_value v;
    if (candidate(u->o, u->T, leaf) == g) continue;
    if (sv_is_const(u->T, leaf, &v) && sv_is_small(v)) note_constant(g, sv_small_get(v));
    else if (sv_is_own_number(u->T, leaf)) note_number(u, g, leaf);
    else g->good = false;
  }
}

static sv_owner *first_candidate(uses *u, sv_term t) {
  sv_owner *g = NULL;
  sv_leaves_of(u->T, t, &u->leaves);
  for (uint32_t i = 0; i < u->leaves.n && !g; i++) g = candidate(u->o, u->T, u->leaves.at[i]);
  return g;
}

// Two owners are never compared.
static void note_comparison(uses *u, sv_term x, sv_term y) {
  sv_owner *g = first_candidate(u, x);
  if (!g) g = first_candidate(u, y);
  if (!g) return;
  note_values(u, g, x);
  note_values(u, g, y);
  if (g->good) return;
  spoil(u, x);
  spoil(u, y);
}

// A cast that may lose bits would make numbers of different threads equal.
static void note_cast(uses *u, const sv_node *n, sv_term whole) {
  bool keeps = is_bits(u->T, whole) && is_bits(u->T, n->args[0]);
  sv_leaves_of(u->T, n->args[0], &u->leaves);
  for (uint32_t i = 0; i < u->leaves.n; i++) {
    sv_owner *g = candidate(u->o, u->T, u->leaves.at[i]);
    if (g && (!keeps || width(u->T, whole) < width(u->T, u->leaves.at[i]))) g->good = false;
  }
}

static void note_node(uses *u, uint32_t index) {
  sv_node n = sv_node_of(u->T, index);
  if (n.op == SV_OP_NEXT && sv_map_get(&u->o->of, n.id) != SV_MAP_NONE)
    u->o->at.at[sv_map_get(&u->o->of, n.id)].good = false;
  if (n.op == SV_OP_EQ) {
    note_comparison(u, n.args[0], n.args[1]);
  } else if (n.op == SV_OP_CAST) {
    note_cast(u, &n, sv_term_of_index(index));
  } else if (n.op != SV_OP_ITE) {
    for (uint32_t k = 0; k < n.n; k++) spoil(u, n.args[k]);
  }
}

static void note_updates(uses *u, const sv_action *a) {
  sv_bits written;
  sv_bits_init(&written, u->o->at.n + 1);
  for (uint32_t i = 0; i < a->update_count; i++) {
    sv_owner *g = candidate(u->o, u->T, a->updates[i].target);
    if (!g) {
      spoil(u, a->updates[i].value);
      continue;
    }
    uint32_t k = (uint32_t)(g - u->o->at.at);
    if (sv_bits_has(&written, k)) g->good = false;
    sv_bits_add(&written, k);
    note_values(u, g, a->updates[i].value);
    if (!g->good) spoil(u, a->updates[i].value);
  }
  sv_bits_free(&written);
}

static void note_cone(uses *u, const sv_term_vec *roots) {
  sv_u32s cone = {0};
  sv_cone(u->T, roots->at, roots->n, &cone);
  for (uint32_t i = 0; i < cone.n; i++) note_node(u, cone.at[i]);
  sv_vec_free(cone);
}

static void note_action(uses *u, const sv_action *a) {
  sv_term_vec roots = {0};
  u->template_number = a->edge_count ? a->edges[0].template_number : 0;
  sv_push(roots, a->guard);
  sv_push(roots, a->constraint);
  for (uint32_t i = 0; i < a->update_count; i++) {
    sv_push(roots, a->updates[i].target);
    sv_push(roots, a->updates[i].value);
  }
  for (uint32_t i = 0; i < a->start_count; i++)
    for (uint32_t k = 0; k < a->starts[i].argument_count; k++) {
      sv_push(roots, a->starts[i].arguments[k].value);
      spoil(u, a->starts[i].arguments[k].value);
    }
  note_cone(u, &roots);
  note_updates(u, a);
  sv_vec_free(roots);
}

// A property sees the number itself.
static void note_others(uses *u) {
  const sv_model *m = u->o->m;
  sv_u32s cone = {0};
  sv_term_vec roots = {0};
  sv_push(roots, m->init);
  for (uint32_t i = 1; i < m->properties.n; i++)
    if (!sv_is_none(m->properties.at[i].term)) sv_push(roots, m->properties.at[i].term);
  sv_cone(u->T, roots.at, roots.n, &cone);
  for (uint32_t i = 0; i < cone.n; i++) spoil(u, sv_term_of_index(cone.at[i]));
  sv_vec_free(cone);
  sv_vec_free(roots);
}

// ---- all numbers are different

static bool meets(const sv_own_number *n, int64_t value) {
  return n->known && value >= n->first && (value - n->first) % n->step == 0;
}

static bool are_apart(const sv_owner *g, uint32_t templates) {
  for (uint32_t a = 1; a < templates; a++) {
    for (uint32_t i = 0; i < g->constants.n; i++)
      if (meets(&g->number[a], g->constants.at[i])) return false;
    for (uint32_t b = 1; b < a; b++) {
      const sv_own_number *x = &g->number[a], *y = &g->number[b];
      if (!x->known || !y->known) continue;
      if (x->step != y->step || (x->first - y->first) % x->step == 0) return false;
    }
  }
  return true;
}

// A bit that no constant has is what makes owners exclusive predicates (exclusive.c).
static bool is_free(const sv_owner *g, uint32_t templates, int64_t value, bool with_bits) {
  for (uint32_t i = 0; i < g->constants.n; i++) {
    int64_t c = g->constants.at[i];
    if (c == value || (with_bits && c > 0 && (c & value))) return false;
  }
  for (uint32_t t = 1; t < templates; t++)
    if (g->number[t].known && g->number[t].first == value) return false;
  return true;
}

static bool choose_other(sv_owner *g, const sv_model *m) {
  const sv_sort_info *s = sv_sort_get(m->terms, m->variables.at[g->variable].sort);
  int64_t end = s->size > 20 ? LARGEST : INT64_C(1) << (s->size - 1);
  for (g->other = 1; g->other < end; g->other *= 2)
    if (is_free(g, m->templates.n, g->other, true)) return true;
  for (g->other = 1; g->other < end; g->other++)
    if (is_free(g, m->templates.n, g->other, false)) return true;
  return false;
}

void sv_owners_find(sv_owners *o, const sv_model *m) {
  *o = (sv_owners){.m = m};
  find_candidates(o);
  if (!o->at.n) return;
  uses u = {.o = o, .T = m->terms};
  for (uint32_t i = 1; i < m->actions.n; i++) note_action(&u, &m->actions.at[i]);
  note_others(&u);
  for (uint32_t i = 0; i < o->at.n; i++) {
    sv_owner *g = &o->at.at[i];
    g->good = g->good && are_apart(g, m->templates.n) && choose_other(g, m);
  }
  sv_vec_free(u.leaves);
}

void sv_owners_free(sv_owners *o) {
  for (uint32_t i = 0; i < o->at.n; i++) {
    sv_free(o->at.at[i].number);
    sv_vec_free(o->at.at[i].constants);
  }
  sv_vec_free(o->at);
  sv_map_free(&o->of);
}
