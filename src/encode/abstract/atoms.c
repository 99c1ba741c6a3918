// atoms.c -- see atoms.h.

#include "encode/abstract/atoms.h"

#include "encode/abstract/linear.h"

static bool is_bool(const sv_terms *T, sv_term t) {
  return sv_sort_get(T, sv_sort_of(T, t))->kind == SV_SORT_BOOL;
}

bool sv_is_connective(const sv_terms *T, sv_term t) {
  sv_node n = sv_node_of(T, sv_index(t));
  if (n.op == SV_OP_AND) return true;
  return (n.op == SV_OP_EQ || n.op == SV_OP_ITE) && is_bool(T, n.args[1]);
}

void sv_atoms_of(const sv_terms *T, sv_term t, sv_term_list *out) {
  sv_map seen = {0};
  sv_term_list work = {0};
  uint32_t first = out->n;
  sv_push(work, sv_positive(t));
  while (work.n) {
    sv_term at = sv_pop(work);
    if (sv_same(at, SV_TRUE) || sv_map_get(&seen, at.x) != SV_MAP_NONE) continue;
    sv_map_put(&seen, at.x, 0);
    sv_node n = sv_node_of(T, sv_index(at));
    if (!sv_is_connective(T, at)) sv_push(*out, at);
    else
      for (uint32_t i = 0; i < n.n; i++) sv_push(work, sv_positive(n.args[i]));
  }
  for (uint32_t i = first + 1; i < out->n; i++)
    for (uint32_t j = i; j > first && out->at[j - 1].x > out->at[j].x; j--) {
      sv_term swap = out->at[j];
      out->at[j] = out->at[j - 1], out->at[j - 1] = swap;
    }
  sv_vec_free(work);
  sv_map_free(&seen);
}

// ---- reading what was written

// select (store a i v) j = (i = j and i inside) ? v : select a j
static sv_term read_written(void *context, sv_terms *T, uint32_t index, sv_term t) {
  sv_node n = sv_node_of(T, sv_index(t));
  SV_UNUSED(context), SV_UNUSED(index);
  if (n.op != SV_OP_SELECT) return SV_NONE;
  sv_term array = n.args[0], at = n.args[1];
  sv_node a = sv_node_of(T, sv_index(array));
  if (a.op == SV_OP_ITE) {
    sv_term c = a.args[0], x = a.args[1], y = a.args[2];
    sv_term one = sv_rewrite(T, sv_app2(T, SV_OP_SELECT, x, at), read_written, NULL);
    sv_term other = sv_rewrite(T, sv_app2(T, SV_OP_SELECT, y, at), read_written, NULL);
    return sv_ite(T, c, one, other);
  }
  if (a.op != SV_OP_STORE) return SV_NONE;
  sv_term below = a.args[0], written = a.args[1], value = a.args[2];
  sv_term left = sv_cast(T, sv_sort_int(T), written), right = sv_cast(T, sv_sort_int(T), at);
  uint32_t size = sv_sort_get(T, sv_sort_of(T, below))->size;
  sv_term inside = sv_and(T, sv_app2(T, SV_OP_LE, sv_int_const(T, 0), left),
                          sv_app2(T, SV_OP_LT, left, sv_int_const(T, size)));
  sv_term same = sv_sort_fits(T, sv_sort_of(T, written), sv_sort_of(T, at)) ? sv_eq(T, written, at)
                                                                            : sv_eq(T, left, right);
  sv_term rest = sv_rewrite(T, sv_app2(T, SV_OP_SELECT, below, at), read_written, NULL);
  return sv_ite(T, sv_and(T, same, inside), value, rest);
}

// ---- drawing choices out

typedef struct {
  sv_terms *T;
  sv_map memo;  // index of a term -> place in `made`
  sv_term_list made;
  uint32_t atoms, most;
} drawing;

// A choice between values somewhere in the term, not below another one: its index, or 0.
static uint32_t find_choice(const sv_terms *T, sv_term t) {
  sv_u32s cone = {0};
  uint32_t found = 0;
  sv_cone(T, &t, 1, &cone);
  for (uint32_t i = cone.n; i-- > 0 && !found;) {
    sv_node n = sv_node_of(T, cone.at[i]);
    if (n.op == SV_OP_ITE && !is_bool(T, sv_term_of_index(cone.at[i]))) found = cone.at[i];
  }
  sv_vec_free(cone);
  return found;
}

typedef struct {
  uint32_t index;
  sv_term by;
} exchange;

static sv_term exchange_one(void *context, sv_terms *T, uint32_t index, sv_term rebuilt) {
  const exchange *e = context;
  SV_UNUSED(T), SV_UNUSED(rebuilt);
  return index == e->index ? e->by : SV_NONE;
}

static sv_term draw(drawing *d, sv_term t);

// A cast of a Boolean to a number, or a Boolean that is compared, inside an atom.
static uint32_t find_boolean(const sv_terms *T, sv_term t) {
  sv_u32s cone = {0};
  uint32_t found = 0;
  sv_cone(T, &t, 1, &cone);
  for (uint32_t i = cone.n; i-- > 0 && !found;) {
    sv_node n = sv_node_of(T, cone.at[i]);
    bool leaf = cone.at[i] == sv_index(t) || n.op == SV_OP_CONST;
    if (!leaf && is_bool(T, sv_term_of_index(cone.at[i]))) found = cone.at[i];
  }
  sv_vec_free(cone);
  return found;
}

static sv_term split(drawing *d, sv_term atom, uint32_t at, sv_term condition, sv_term yes,
                     sv_term no) {
  exchange first = {at, yes}, second = {at, no};
  sv_term a = draw(d, sv_rewrite(d->T, atom, exchange_one, &first));
  sv_term b = draw(d, sv_rewrite(d->T, atom, exchange_one, &second));
  sv_term c = draw(d, condition);
  if (sv_is_none(a) || sv_is_none(b) || sv_is_none(c)) return SV_NONE;
  return sv_ite(d->T, c, a, b);
}

static sv_term draw_atom(drawing *d, sv_term atom) {
  uint32_t at = find_choice(d->T, atom);
  if (at) {
    sv_node n = sv_node_of(d->T, at);
    return split(d, atom, at, n.args[0], n.args[1], n.args[2]);
  }
  at = find_boolean(d->T, atom);
  if (at) return split(d, atom, at, sv_term_of_index(at), SV_TRUE, SV_FALSE);
  return d->atoms++ < d->most ? sv_canonical_atom(d->T, atom) : SV_NONE;
}

static sv_term draw_connective(drawing *d, sv_term t) {
  sv_node n = sv_node_of(d->T, sv_index(t));
  sv_term_list args = {0};
  sv_op op = n.op;
  sv_term out = SV_TRUE;
  for (uint32_t i = 0; i < n.n; i++) sv_push(args, n.args[i]);
  for (uint32_t i = 0; i < args.n && !sv_is_none(out); i++) out = args.at[i] = draw(d, args.at[i]);
  if (!sv_is_none(out)) out = sv_app(d->T, op, args.at, args.n);
  sv_vec_free(args);
  return out;
}

static sv_term draw(drawing *d, sv_term t) {
  uint32_t known = sv_map_get(&d->memo, sv_index(t));
  sv_term out = known == SV_MAP_NONE ? SV_NONE : d->made.at[known];
  if (known == SV_MAP_NONE) {
    sv_term at = sv_positive(t);
    bool constant = sv_same(at, SV_TRUE);
    out = constant ? at : sv_is_connective(d->T, at) ? draw_connective(d, at) : draw_atom(d, at);
    sv_map_put(&d->memo, sv_index(t), d->made.n);
    sv_push(d->made, out);
  }
  return sv_is_none(out) ? SV_NONE : sv_negated(t) ? sv_not(out) : out;
}

sv_term sv_plain_atoms(sv_terms *T, sv_term t, uint32_t most) {
  drawing d = {.T = T, .most = most};
  sv_term out = draw(&d, sv_rewrite(T, t, read_written, NULL));
  sv_map_free(&d.memo);
  sv_vec_free(d.made);
  return out;
}
