// check.c -- layer 3: builds terms for all other parts.
//
// Finds the sort of the result, or SV_NONE where the arguments' sorts do not
// fit: the caller knows the place in the source and says what is wrong. A
// SV_NONE among the arguments gives SV_NONE, so a chain of calls needs one
// check at its end. Only what passes here is simplified and interned. Numbers
// never mix: an int meets a real or a bit vector through a cast.

#include "expr/table.h"

static bool any_none(const sv_term *args, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (sv_is_none(args[i])) return true;
  return false;
}

static bool right_arity(sv_op op, uint32_t n) {
  static const struct {
    uint32_t least, most;
  } arity[] = {
#define X(NAME, TEXT, LEAST, MOST) [SV_OP_##NAME] = {LEAST, MOST},
      SV_OPS(X)
#undef X
  };
  REQUIRE((unsigned)op < SV_COUNT(arity), "not an operator");
  return n >= arity[op].least && n <= arity[op].most;
}

static sv_sort plain_of(const sv_terms *T, sv_term t) { return sv_sort_plain(T, sv_sort_of(T, t)); }

static bool all_of_sort(const sv_terms *T, const sv_term *args, uint32_t n, sv_sort s) {
  for (uint32_t i = 0; i < n; i++)
    if (plain_of(T, args[i]).x != s.x) return false;
  return true;
}

static unsigned bit(sv_sort_kind kind) { return 1u << kind; }

// All arguments are of one sort, whose kind is among the given ones: that sort.
static sv_sort common(const sv_terms *T, const sv_term *args, uint32_t n, unsigned kinds) {
  sv_sort s = plain_of(T, args[0]);
  return kinds & bit(sv_kind_of(T, s)) && all_of_sort(T, args, n, s) ? s : SV_SORT_NONE;
}

static sv_sort bool_if(bool fits) { return fits ? SV_THE_BOOL : SV_SORT_NONE; }
static sv_sort int_if(bool fits) { return fits ? SV_THE_INT : SV_SORT_NONE; }

static sv_sort sort_of_ite(const sv_terms *T, const sv_term *args) {
  sv_sort s = plain_of(T, args[1]);
  return plain_of(T, args[0]).x == SV_THE_BOOL.x && plain_of(T, args[2]).x == s.x ? s
                                                                                  : SV_SORT_NONE;
}

static bool is_index(const sv_terms *T, sv_term t) {
  return bit(sv_kind_of(T, sv_sort_of(T, t))) &
         (bit(SV_SORT_INT) | bit(SV_SORT_BV) | bit(SV_SORT_ENUM));
}

// The element sort of an array that is indexed, both without ranges.
static sv_sort sort_of_select(const sv_terms *T, const sv_term *args) {
  const sv_sort_info *array = sv_sort_get(T, plain_of(T, args[0]));
  return array->kind == SV_SORT_ARRAY && is_index(T, args[1]) ? array->element : SV_SORT_NONE;
}

static sv_sort sort_of_store(const sv_terms *T, const sv_term *args) {
  sv_sort element = sort_of_select(T, args);
  return element.x && plain_of(T, args[2]).x == element.x ? plain_of(T, args[0]) : SV_SORT_NONE;
}

static sv_sort sort_of_array(sv_terms *T, const sv_term *args, uint32_t n) {
  sv_sort element = plain_of(T, args[0]);
  return all_of_sort(T, args, n, element) ? sv_sort_array(T, n, element) : SV_SORT_NONE;
}

static sv_sort result_sort(sv_terms *T, sv_op op, const sv_term *args, uint32_t n) {
  const unsigned whole = bit(SV_SORT_INT) | bit(SV_SORT_BV);
  const unsigned number = whole | bit(SV_SORT_REAL);
  switch (op) {
  case SV_OP_AND: return common(T, args, n, bit(SV_SORT_BOOL));
  case SV_OP_EQ: return bool_if(all_of_sort(T, args, n, plain_of(T, args[0])));
  case SV_OP_ITE: return sort_of_ite(T, args);
  case SV_ANY_COMPARISON_OP: return bool_if(common(T, args, n, number | bit(SV_SORT_ENUM)).x);
  case SV_OP_ADD:
  case SV_OP_SUB:
  case SV_OP_NEG:
  case SV_OP_MUL: return common(T, args, n, number);
  case SV_OP_DIV:
  case SV_OP_MOD: return common(T, args, n, whole);
  case SV_OP_QUOT: return common(T, args, n, bit(SV_SORT_REAL));
  case SV_ANY_BITS_OP: return common(T, args, n, bit(SV_SORT_BV));
  case SV_OP_SELECT: return sort_of_select(T, args);
  case SV_OP_STORE: return sort_of_store(T, args);
  case SV_OP_ARRAY: return sort_of_array(T, args, n);
  case SV_OP_QLEN:
  case SV_OP_QDEFER: return int_if(sv_sort_of(T, args[0]).x == SV_THE_REF.x);
  case SV_OP_QFULL: return bool_if(sv_sort_of(T, args[0]).x == SV_THE_REF.x);
  case SV_ANY_LEAF_OP:
  case SV_ANY_INSTANCE_OP:
  case SV_ANY_CONVERSION_OP:
  case SV_ANY_REFERENCE_OP:
  case SV_OP_FILL:
  case SV_OP_PEEK: return SV_SORT_NONE;  // these have builders of their own
  }
  SV_UNREACHABLE();
}

sv_term sv_app(sv_terms *T, sv_op op, const sv_term *args, uint32_t n) {
  if (!right_arity(op, n) || any_none(args, n) || !n) return SV_NONE;
  sv_sort sort = result_sort(T, op, args, n);
  if (!sort.x) return SV_NONE;
  return sv_simplify(T, &(sv_node){.op = op, .sort = sort, .n = n, .args = args});
}

sv_term sv_const(sv_terms *T, sv_sort s, sv_value v) {
  if (sv_kind_of(T, s) == SV_SORT_ARRAY || !sv_sort_has(T, s, v)) return SV_NONE;
  return sv_make_const(T, s, v);
}

sv_term sv_int_const(sv_terms *T, int64_t n) {
  return sv_make_const(T, SV_THE_INT, sv_number_int(T->numbers, n));
}

static sv_term leaf(sv_terms *T, sv_op op, sv_sort s, uint32_t id, uint32_t role) {
  REQUIRE(s.x >= 1 && s.x < T->sorts.n, "not a sort of this table");
  return sv_intern(T, &(sv_node){.op = op, .sort = s, .id = id, .role = role});
}

sv_term sv_var(sv_terms *T, sv_sort s, uint32_t id, uint32_t role) {
  return leaf(T, SV_OP_VAR, s, id, role);
}

sv_term sv_next(sv_terms *T, sv_sort s, uint32_t id, uint32_t role) {
  return leaf(T, SV_OP_NEXT, s, id, role);
}

sv_term sv_choice(sv_terms *T, sv_sort s, uint32_t k) { return leaf(T, SV_OP_CHOICE, s, k, 0); }

sv_term sv_self(sv_terms *T, uint32_t role) { return leaf(T, SV_OP_SELF, SV_THE_INT, 0, role); }

sv_term sv_alive(sv_terms *T, uint32_t template_number) {
  return leaf(T, SV_OP_ALIVE, SV_THE_INT, template_number, 0);
}

sv_term sv_queue(sv_terms *T, uint32_t family, uint32_t role, sv_term index) {
  sv_node node = {.op = SV_OP_QUEUE, .sort = SV_THE_REF, .id = family, .role = role};
  if (sv_is_none(index)) return sv_intern(T, &node);
  if (!is_index(T, index)) return SV_NONE;
  node.n = 1, node.args = &index;
  return sv_intern(T, &node);
}

sv_term sv_remote(sv_terms *T, sv_sort s, uint32_t id, sv_term index) {
  REQUIRE(s.x >= 1 && s.x < T->sorts.n, "not a sort of this table");
  if (sv_is_none(index) || plain_of(T, index).x != SV_THE_INT.x) return SV_NONE;
  return sv_intern(T, &(sv_node){.op = SV_OP_REMOTE, .sort = s, .id = id, .n = 1, .args = &index});
}

sv_term sv_find(sv_terms *T, uint32_t id, sv_term value) {
  if (sv_is_none(value) || sv_kind_of(T, sv_sort_of(T, value)) == SV_SORT_ARRAY) return SV_NONE;
  sv_node node = {.op = SV_OP_FIND, .sort = SV_THE_INT, .id = id, .n = 1, .args = &value};
  return sv_intern(T, &node);
}

static bool castable(const sv_terms *T, sv_sort s) {
  return bit(sv_kind_of(T, s)) & (bit(SV_SORT_BOOL) | bit(SV_SORT_BV) | bit(SV_SORT_ENUM) |
                                  bit(SV_SORT_INT) | bit(SV_SORT_REAL));
}

// Only a model knows the numbers of its queues, but no queue is 0 in all of them.
static sv_term cast_reference(sv_terms *T, sv_sort to, sv_term t) {
  bool is_ref = sv_sort_same(to, SV_THE_REF);
  sv_sort other = is_ref ? sv_sort_of(T, t) : to;
  if (!castable(T, other)) return SV_NONE;
  if (sv_is_number(T, t, 0)) return sv_make_const(T, sv_sort_plain(T, to), sv_small(0));
  return sv_intern(T,
                   &(sv_node){.op = SV_OP_CAST, .sort = sv_sort_plain(T, to), .n = 1, .args = &t});
}

sv_term sv_cast(sv_terms *T, sv_sort to, sv_term t) {
  if (sv_is_none(t)) return SV_NONE;
  if (sv_sort_fits(T, to, sv_sort_of(T, t))) return t;
  if (sv_sort_same(to, SV_THE_REF) || sv_sort_same(sv_sort_of(T, t), SV_THE_REF))
    return cast_reference(T, to, t);
  if (!castable(T, to) || !castable(T, sv_sort_of(T, t))) return SV_NONE;
  return sv_simplify(
      T, &(sv_node){.op = SV_OP_CAST, .sort = sv_sort_plain(T, to), .n = 1, .args = &t});
}

sv_term sv_array(sv_terms *T, const sv_term *elements, uint32_t n) {
  return sv_app(T, SV_OP_ARRAY, elements, n);
}

sv_term sv_array_fill(sv_terms *T, sv_sort array, sv_term element) {
  sv_sort s = sv_sort_plain(T, array);
  const sv_sort_info *info = sv_sort_get(T, s);
  if (sv_is_none(element) || info->kind != SV_SORT_ARRAY) return SV_NONE;
  if (plain_of(T, element).x != info->element.x) return SV_NONE;
  return sv_intern(T, &(sv_node){.op = SV_OP_FILL, .sort = s, .n = 1, .args = &element});
}

sv_term sv_peek(sv_terms *T, sv_sort s, sv_term queue, sv_term slot, uint32_t field) {
  REQUIRE(s.x >= 1 && s.x < T->sorts.n, "not a sort of this table");
  if (sv_is_none(queue) || sv_is_none(slot)) return SV_NONE;
  if (sv_sort_of(T, queue).x != SV_THE_REF.x || plain_of(T, slot).x != SV_THE_INT.x) return SV_NONE;
  sv_term args[2] = {queue, slot};
  return sv_intern(T, &(sv_node){.op = SV_OP_PEEK, .sort = s, .id = field, .n = 2, .args = args});
}

sv_term sv_and_all(sv_terms *T, const sv_term *args, uint32_t n) {
  if (n == 0) return SV_TRUE;
  if (n > 1) return sv_app(T, SV_OP_AND, args, n);
  return !sv_is_none(args[0]) && plain_of(T, args[0]).x == SV_THE_BOOL.x ? args[0] : SV_NONE;
}

sv_term sv_or_all(sv_terms *T, const sv_term *args, uint32_t n) {
  if (n == 0) return SV_FALSE;
  sv_term *negated = SV_NEW_ARRAY(sv_term, n);
  for (uint32_t i = 0; i < n; i++) negated[i] = sv_not(args[i]);
  bool usable = !any_none(args, n) && all_of_sort(T, args, n, SV_THE_BOOL);
  sv_term none_holds = usable ? sv_and_all(T, negated, n) : SV_NONE;
  sv_free(negated);
  return usable ? sv_not(none_holds) : SV_NONE;
}
