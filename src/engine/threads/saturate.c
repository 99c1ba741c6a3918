// saturate.c -- see saturate.h.

#include "engine/threads/saturate.h"

#include "engine/threads/owners.h"

enum { NARROW = 7, LARGEST = 100, BELOW = -2 };

static bool is_wide(const sv_terms *T, sv_sort s) {
  const sv_sort_info *info = sv_sort_get(T, s);
  return info->kind == SV_SORT_BV && info->size > NARROW;
}

static void note_constants(sv_saturation *s, const sv_terms *T, const sv_u32s *cone) {
  for (uint32_t i = 0; i < cone->n; i++) {
    sv_node n = sv_node_of(T, cone->at[i]);
    if (n.op != SV_OP_CONST || !sv_is_small(n.value)) continue;
    if (sv_sort_get(T, n.sort)->kind != SV_SORT_BV) continue;
    int64_t c = sv_small_get(n.value);
    if (c >= s->high && c <= LARGEST) s->high = c + 1;
  }
}

// Properties and conditions on initial states see the numbers themselves.
static void leave_out(sv_saturation *s, const sv_model *m, sv_term root) {
  sv_u32s cone = {0};
  if (sv_is_none(root)) return;
  sv_cone(m->terms, &root, 1, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_node n = sv_node_of(m->terms, cone.at[i]);
    if (n.op == SV_OP_VAR) sv_bits_remove(&s->variables, n.id);
  }
  sv_vec_free(cone);
}

static void choose_variables(sv_saturation *s, const sv_model *m) {
  for (uint32_t v = 1; v < m->variables.n; v++) {
    const sv_variable *x = &m->variables.at[v];
    sv_value init;
    bool known =
        sv_is_none(x->init) || (sv_is_const(m->terms, x->init, &init) && sv_is_small(init));
    if (known && is_wide(m->terms, x->sort)) sv_bits_add(&s->variables, v);
  }
  leave_out(s, m, m->init);
  for (uint32_t p = 1; p < m->properties.n; p++) leave_out(s, m, m->properties.at[p].term);
}

// ---- those that have few values: constants, and copies of each other (addresses)

static bool has_few(const sv_terms *T, const sv_bits *few, sv_term value) {
  sv_term_vec leaves = {0};
  bool good = true;
  sv_leaves_of(T, value, &leaves);
  for (uint32_t i = 0; i < leaves.n && good; i++) {
    sv_node n = sv_node_of(T, sv_index(leaves.at[i]));
    good = n.op == SV_OP_CONST || sv_sort_get(T, n.sort)->size <= NARROW ||
           (n.op == SV_OP_VAR && sv_bits_has(few, n.id));
  }
  sv_vec_free(leaves);
  return good;
}

static void spoil(const sv_model *m, sv_bits *few, uint32_t v, sv_term value, bool *changed) {
  if (!sv_bits_has(few, v) || has_few(m->terms, few, value)) return;
  sv_bits_remove(few, v);
  *changed = true;
}

static void find_few(const sv_model *m, sv_bits *few) {
  for (uint32_t v = 1; v < m->variables.n; v++) {
    bool scalar = sv_sort_get(m->terms, m->variables.at[v].sort)->kind == SV_SORT_BV;
    if (scalar && !sv_is_none(m->variables.at[v].init)) sv_bits_add(few, v);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 1; i < m->actions.n; i++) {
      const sv_action *a = &m->actions.at[i];
      for (uint32_t k = 0; k < a->update_count; k++) {
        sv_node n = sv_node_of(m->terms, sv_index(a->updates[k].target));
        if (n.op == SV_OP_VAR) spoil(m, few, n.id, a->updates[k].value, &changed);
      }
      for (uint32_t s = 0; s < a->start_count; s++)
        for (uint32_t k = 0; k < a->starts[s].argument_count; k++)
          spoil(m, few, a->starts[s].arguments[k].variable, a->starts[s].arguments[k].value,
                &changed);
    }
  }
}

void sv_saturation_find(sv_saturation *s, const sv_model *m) {
  *s = (sv_saturation){.low = BELOW, .high = 2};
  sv_u32s cone = {0};
  sv_bits few;
  sv_bits_init(&s->variables, m->variables.n);
  choose_variables(s, m);
  sv_bits_init(&few, m->variables.n);
  find_few(m, &few);
  sv_bits_minus(&s->variables, &few);
  sv_bits_free(&few);
  for (uint32_t i = 1; i < m->actions.n; i++) {
    const sv_action *a = &m->actions.at[i];
    SV_VEC(sv_term) roots = {0};
    sv_push(roots, a->guard);
    sv_push(roots, a->constraint);
    for (uint32_t k = 0; k < a->update_count; k++) sv_push(roots, a->updates[k].value);
    sv_cone(m->terms, roots.at, roots.n, &cone);
    note_constants(s, m->terms, &cone);
    sv_vec_free(roots);
  }
  sv_vec_free(cone);
  while (s->high + 1 >= INT64_C(1) << (s->bits ? s->bits - 1 : 0)) s->bits++;
}

void sv_saturation_free(sv_saturation *s) { sv_bits_free(&s->variables); }

sv_sort sv_saturation_sort(const sv_saturation *s, sv_terms *T) {
  return sv_sort_bv(T, s->bits, true);
}

static sv_term number(sv_terms *T, sv_sort sort, int64_t n) {
  return sv_const(T, sort, sv_small(n));
}

// Unsigned sorts have nothing below 0.
static sv_term is_inside(const sv_saturation *s, sv_terms *T, sv_term value) {
  sv_sort sort = sv_sort_of(T, value);
  sv_term up = sv_app2(T, SV_OP_LE, value, number(T, sort, s->high));
  if (!sv_sort_get(T, sort)->is_signed) return up;
  return sv_and(T, up, sv_app2(T, SV_OP_LE, number(T, sort, s->low), value));
}

sv_term sv_saturated(const sv_saturation *s, sv_terms *T, sv_term value) {
  sv_sort sort = sv_saturation_sort(s, T);
  sv_term inside = is_inside(s, T, value);
  return sv_ite(T, inside, sv_cast(T, sort, value), number(T, sort, s->high + 1));
}

sv_term sv_unsaturated(const sv_saturation *s, sv_terms *T, sv_term kept, sv_term outside,
                       sv_term *condition) {
  sv_term beyond = sv_eq(T, kept, number(T, sv_sort_of(T, kept), s->high + 1));
  *condition = sv_not(is_inside(s, T, outside));
  return sv_ite(T, beyond, outside, sv_cast(T, sv_sort_of(T, outside), kept));
}
