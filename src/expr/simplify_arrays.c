// simplify_arrays.c -- rules for reading and writing arrays.
//
// Only constant indices say anything. Two equal indices that are not constant
// do not: where the index is out of range, select(store(a, i, v), i) is the
// default and not v. An index is a number of any sort; a negative one is out
// of range like one that is too large.

#include "expr/table.h"

#define OUTSIDE UINT32_MAX

// Is the index constant? Then *slot is its place in an array of this sort.
static bool constant_slot(const sv_terms *T, sv_term index, sv_sort array, uint32_t *slot) {
  sv_value v;
  int64_t n;
  if (!sv_is_const(T, index, &v)) return false;
  bool inside = sv_number_to_i64(T->numbers, v, &n) && n >= 0 && n < sv_sort_get(T, array)->size;
  *slot = inside ? (uint32_t)n : OUTSIDE;
  return true;
}

// Depth of recursion: the nesting of the sort.
static sv_term default_term(sv_terms *T, sv_sort s) {
  const sv_sort_info *info = sv_sort_get(T, s);
  if (info->kind != SV_SORT_ARRAY) return sv_make_const(T, s, sv_sort_default(T, s));
  return sv_array_fill(T, s, default_term(T, info->element));
}

// One step inward from select(array, slot): true with the element in *found,
// or with another array to look at in *array; false where nothing is known.
static bool look_inside(const sv_terms *T, sv_term *array, uint32_t slot, sv_term *found) {
  sv_node node = sv_node_of(T, sv_index(*array));
  uint32_t written;
  if (node.op == SV_OP_ARRAY) return *found = node.args[slot], true;
  if (node.op == SV_OP_FILL) return *found = node.args[0], true;
  if (node.op != SV_OP_STORE || !constant_slot(T, node.args[1], node.sort, &written)) return false;
  if (written == slot) *found = node.args[2];
  else *array = node.args[0];
  return true;
}

sv_term sv_simplify_select(sv_terms *T, sv_sort s, sv_term array, sv_term index) {
  uint32_t slot;
  if (constant_slot(T, index, sv_sort_of(T, array), &slot)) {
    if (slot == OUTSIDE) return default_term(T, s);
    sv_term found = SV_NONE;
    while (sv_is_none(found) && look_inside(T, &array, slot, &found)) {}
    if (!sv_is_none(found)) return found;
  }
  sv_term args[2] = {array, index};
  return sv_intern(T, &(sv_node){.op = SV_OP_SELECT, .sort = s, .n = 2, .args = args});
}

static bool reads_back(const sv_terms *T, sv_term array, sv_term index, sv_term value) {
  sv_node node = sv_node_of(T, sv_index(value));
  return node.op == SV_OP_SELECT && sv_same(node.args[0], array) && sv_same(node.args[1], index);
}

static sv_term replace_element(sv_terms *T, const sv_node *array, uint32_t slot, sv_term value) {
  sv_node copy = *array;
  sv_clear(T->scratch);
  for (uint32_t i = 0; i < array->n; i++) sv_push(T->scratch, i == slot ? value : array->args[i]);
  copy.args = T->scratch.at;
  return sv_intern(T, &copy);
}

sv_term sv_simplify_store(sv_terms *T, sv_sort s, sv_term array, sv_term index, sv_term value) {
  uint32_t slot = 0;
  bool constant = constant_slot(T, index, s, &slot);
  if (constant && slot == OUTSIDE) return array;
  sv_node node = sv_node_of(T, sv_index(array));
  if (node.op == SV_OP_STORE && sv_same(node.args[1], index)) array = node.args[0];
  if (!sv_negated(value) && reads_back(T, array, index, value)) return array;
  node = sv_node_of(T, sv_index(array));
  if (constant && node.op == SV_OP_ARRAY && node.n <= SV_ARRAY_COPY_MAX)
    return replace_element(T, &node, slot, value);
  sv_term args[3] = {array, index, value};
  return sv_intern(T, &(sv_node){.op = SV_OP_STORE, .sort = s, .n = 3, .args = args});
}
