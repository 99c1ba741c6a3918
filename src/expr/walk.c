// walk.c -- cones and substitution.
//
// No recursion: a cone is gathered breadth first with the result vector as the
// queue, then sorted. Since arguments have smaller indices than their parents,
// ascending order is children first, and a substitution is one loop over the
// cone that keeps the image of every term in a vector. Terms none of whose
// arguments changed stay as they are; the others are rebuilt through the
// checking layer, so the result is simplified.

#include <stdlib.h>

#include "expr/table.h"

static int by_index(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static void visit(sv_map *visited, sv_term t, sv_u32s *out) {
  uint32_t index = sv_index(t);
  if (sv_map_get(visited, index) != SV_MAP_NONE) return;
  sv_map_put(visited, index, 0);
  sv_push(*out, index);
}

void sv_cone(const sv_terms *T, const sv_term *roots, uint32_t n, sv_u32s *out) {
  sv_map visited = {0};
  sv_clear(*out);
  for (uint32_t i = 0; i < n; i++) visit(&visited, roots[i], out);
  for (uint32_t i = 0; i < out->n; i++) {
    sv_node node = sv_node_of(T, out->at[i]);
    for (uint32_t j = 0; j < node.n; j++) visit(&visited, node.args[j], out);
  }
  if (out->n) qsort(out->at, out->n, sizeof *out->at, by_index);
  sv_map_free(&visited);
}

// The same operator with new arguments, through layer 3.
static sv_term rebuild(sv_terms *T, const sv_node *node, const sv_term *args) {
  switch (node->op) {
  case SV_OP_REMOTE: return sv_remote(T, node->sort, node->id, args[0]);
  case SV_OP_FIND: return sv_find(T, node->id, args[0]);
  case SV_OP_CAST: return sv_cast(T, node->sort, args[0]);
  case SV_OP_FILL: return sv_array_fill(T, node->sort, args[0]);
  case SV_OP_QUEUE: return sv_queue(T, node->id, node->role, node->n ? args[0] : SV_NONE);
  case SV_OP_PEEK: return sv_peek(T, node->sort, args[0], args[1], node->id);
  case SV_ANY_LEAF_OP:
  case SV_OP_SELF:
  case SV_OP_ALIVE: return sv_intern(T, node);
  case SV_ANY_CORE_OP:
  case SV_ANY_COMPARISON_OP:
  case SV_ANY_ARITHMETIC_OP:
  case SV_ANY_BITS_OP:
  case SV_OP_SELECT:
  case SV_OP_STORE:
  case SV_OP_ARRAY:
  case SV_OP_QLEN:
  case SV_OP_QFULL:
  case SV_OP_QDEFER: return sv_app(T, node->op, args, node->n);
  }
  SV_UNREACHABLE();
}

typedef struct {
  sv_terms *T;
  sv_replace_fn *replace;
  void *context;
  sv_map place;  // index -> position in `image`
  SV_VEC(sv_term) image;
  SV_VEC(sv_term) args;  // images of the arguments of the term at hand
} substitution;

static sv_term image_of(const substitution *s, sv_term t) {
  uint32_t place = sv_map_get(&s->place, sv_index(t));
  assert(place != SV_MAP_NONE);
  sv_term image = s->image.at[place];
  return sv_negated(t) ? sv_not(image) : image;
}

// Fills s->args; says whether one differs from the original.
static bool replace_arguments(substitution *s, const sv_node *node) {
  bool changed = false;
  sv_clear(s->args);
  for (uint32_t i = 0; i < node->n; i++) {
    sv_push(s->args, image_of(s, node->args[i]));
    changed |= !sv_same(s->args.at[i], node->args[i]);
  }
  return changed;
}

// A cast of a reference speaks of the queues of the model.
static bool is_reference_cast(const sv_terms *T, const sv_node *node) {
  if (node->op != SV_OP_CAST) return false;
  return sv_kind_of(T, node->sort) == SV_SORT_REF ||
         sv_kind_of(T, sv_sort_of(T, node->args[0])) == SV_SORT_REF;
}

static bool is_replaceable(const sv_terms *T, const sv_node *node) {
  bool of_queue = node->op == SV_OP_QUEUE || node->op == SV_OP_PEEK || node->op == SV_OP_QLEN ||
                  node->op == SV_OP_QFULL || node->op == SV_OP_QDEFER;
  return node->op == SV_OP_REMOTE || node->op == SV_OP_FIND || of_queue || !node->n ||
         is_reference_cast(T, node);
}

static sv_term replacement(substitution *s, uint32_t index) {
  sv_node node = sv_node_of(s->T, index);
  bool changed = replace_arguments(s, &node);
  node.args = s->args.at;
  sv_term t = is_replaceable(s->T, &node) ? s->replace(s->context, s->T, index, &node) : SV_NONE;
  if (!sv_is_none(t)) return t;
  return changed ? rebuild(s->T, &node, s->args.at) : sv_term_of_index(index);
}

static void replace_cone(substitution *s, const sv_u32s *cone) {
  for (uint32_t i = 0; i < cone->n; i++) {
    sv_term t = replacement(s, cone->at[i]);
    REQUIRE(!sv_is_none(t) && sv_sort_fits(s->T, sv_sort_of(s->T, t),
                                           sv_sort_of(s->T, sv_term_of_index(cone->at[i]))),
            "a replacement of another sort");
    sv_map_put(&s->place, cone->at[i], s->image.n);
    sv_push(s->image, t);
  }
}

sv_term sv_substitute(sv_terms *T, sv_term root, sv_replace_fn *replace, void *context) {
  substitution s = {.T = T, .replace = replace, .context = context};
  sv_u32s cone = {0};
  sv_cone(T, &root, 1, &cone);
  replace_cone(&s, &cone);
  sv_term image = image_of(&s, root);
  sv_vec_free(cone);
  sv_map_free(&s.place);
  sv_vec_free(s.image);
  sv_vec_free(s.args);
  return image;
}

sv_term sv_rewrite(sv_terms *T, sv_term root, sv_rewrite_fn *rewrite, void *context) {
  substitution s = {.T = T};
  sv_u32s cone = {0};
  sv_cone(T, &root, 1, &cone);
  for (uint32_t i = 0; i < cone.n; i++) {
    sv_node node = sv_node_of(T, cone.at[i]);
    bool changed = replace_arguments(&s, &node);
    sv_term rebuilt = changed ? rebuild(T, &node, s.args.at) : sv_term_of_index(cone.at[i]);
    sv_term t = sv_is_none(rebuilt) ? rebuilt : rewrite(context, T, cone.at[i], rebuilt);
    sv_map_put(&s.place, cone.at[i], s.image.n);
    sv_push(s.image, sv_is_none(t) ? rebuilt : t);
  }
  sv_term out = image_of(&s, root);
  sv_vec_free(cone);
  sv_map_free(&s.place);
  sv_vec_free(s.image);
  sv_vec_free(s.args);
  return sv_is_none(out) ? SV_NONE : out;
}
