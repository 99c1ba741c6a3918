// term_model.c -- terms about processes and queues.
//
// Each function stands below the forms that it reads, and is called with a list
// whose number of operands has been checked. Names of processes, locations and
// queues are no terms, so they are taken from the tokens.

#include "lang/svm/reader.h"

static sv_term fault(svm_reader *r, const svm_node *node, const char *what) {
  svm_report(r, node->span, "%s", what);
  return SV_NONE;
}

static bool is_name(const svm_node *node) {
  return !node->is_list && node->token.kind == SVM_T_NAME;
}

static uint32_t process(svm_reader *r, const svm_node *node) {
  if (is_name(node)) return svm_find_template(r, &node->token);
  fault(r, node, "the name of a process is needed here");
  return 0;
}

// (queue q)  (queue q i)  (queue $1.q)
sv_term svm_build_queue(svm_reader *r, const svm_scope *s, const svm_node *node, sv_sort expected) {
  uint32_t family, role;
  SV_UNUSED(expected);
  if (!svm_find_queue(r, s, node->child[1], &family, &role)) return SV_NONE;
  bool indexed = r->m->queues.at[family].indexed;
  if (indexed && node->n == 2)
    return fault(r, node, "this is an array of queues and needs an index");
  if (!indexed && node->n == 3)
    return fault(r, node->child[2], "this is one queue and has no index");
  if (!indexed) return sv_queue(r->T, family, role, SV_NONE);
  sv_term index = svm_build(r, s, node->child[2], SV_SORT_NONE);
  if (sv_is_none(index)) return SV_NONE;
  sv_term t = sv_queue(r->T, family, role, index);
  return sv_is_none(t) ? fault(r, node->child[2], "an index is an int, a bit vector or a member")
                       : t;
}

// (len q)  (full q)  (deferred q)
sv_term svm_build_of_queue(svm_reader *r, const svm_scope *s, const svm_node *node,
                           sv_sort expected) {
  SV_UNUSED(expected);
  sv_term q = svm_term(r, s, node->child[1], sv_sort_ref(r->T));
  return sv_is_none(q) ? SV_NONE : sv_app1(r->T, svm_find_operator(r, node->child[0])->op, q);
}

// (empty q): nothing is pending.
sv_term svm_build_empty(svm_reader *r, const svm_scope *s, const svm_node *node, sv_sort expected) {
  sv_term n = svm_build_of_queue(r, s, node, expected);
  return sv_is_none(n) ? SV_NONE : sv_eq(r->T, n, sv_int_const(r->T, 0));
}

static bool field_number(svm_reader *r, const svm_node *node, uint32_t *field) {
  const char *text = node->is_list ? "" : svm_name(r, node->token.name);
  bool number = !node->is_list && node->token.kind == SVM_T_NUMBER && strlen(text) < 5;
  *field = 0;
  for (; number && *text; text++) {
    number = *text >= '0' && *text <= '9';
    *field = *field * 10 + (uint32_t)(*text - '0');
  }
  if (!number) fault(r, node, "the number of a field is needed here, from 0");
  return number;
}

// The sort of a field, from the declaration of the queue.
static sv_sort field_sort(svm_reader *r, const svm_node *node, sv_term queue, uint32_t field) {
  sv_node q = sv_node_of(r->T, sv_index(queue));
  if (q.op != SV_OP_QUEUE) {
    fault(r, node, "what this reference holds is not known; write (peek SORT QUEUE SLOT FIELD)");
    return SV_SORT_NONE;
  }
  const sv_queue_family *family = &r->m->queues.at[q.id];
  if (field < family->field_count) return family->fields[field];
  svm_report(r, node->span, "messages of `%s` have %u field%s, counted from 0",
             svm_name(r, family->name), family->field_count, family->field_count == 1 ? "" : "s");
  return SV_SORT_NONE;
}

// (peek [SORT] QUEUE SLOT FIELD)
sv_term svm_build_peek(svm_reader *r, const svm_scope *s, const svm_node *node, sv_sort expected) {
  svm_node *const *last = node->child + node->n - 3;
  uint32_t field;
  SV_UNUSED(expected);
  sv_sort sort = SV_SORT_NONE;
  if (node->n > 4) sort = svm_sort(r, node->child + 1, node->n - 4, node->span);
  if (node->n > 4 && !sort.x) return SV_NONE;
  sv_term queue = svm_term(r, s, last[0], sv_sort_ref(r->T));
  sv_term slot = svm_term(r, s, last[1], sv_sort_int(r->T));
  if (!field_number(r, last[2], &field) || sv_is_none(queue) || sv_is_none(slot)) return SV_NONE;
  if (!sort.x) sort = field_sort(r, node, queue, field);
  return sort.x ? sv_peek(r->T, sort, queue, slot, field) : SV_NONE;
}

// (next x)
sv_term svm_build_next(svm_reader *r, const svm_scope *s, const svm_node *node, sv_sort expected) {
  uint32_t id, role;
  SV_UNUSED(expected);
  if (!s->next) return fault(r, node, "`next` is allowed in constraints only");
  if (!svm_find_variable(r, s, node->child[1], &id, &role)) return SV_NONE;
  return sv_next(r->T, r->m->variables.at[id].sort, id, role);
}

// A role without a name: $1
static uint32_t bare_role(svm_reader *r, const svm_scope *s, const svm_node *node) {
  bool bare = !node->is_list && node->token.kind == SVM_T_ROLE && !node->token.name.x;
  if (bare) return svm_find_role(r, s, &node->token);
  fault(r, node, "a role is needed here, such as $1");
  return 0;
}

// (self)  (self $1)
sv_term svm_build_self(svm_reader *r, const svm_scope *s, const svm_node *node, sv_sort expected) {
  SV_UNUSED(expected);
  if (node->n == 1) {
    if (s->role_count) return sv_self(r->T, SV_ROLE_SELF);
    return fault(r, node, "no process acts here, so there is no `self`");
  }
  return bare_role(r, s, node->child[1]) ? sv_self(r->T, node->child[1]->token.role) : SV_NONE;
}

// (alive P)
sv_term svm_build_alive(svm_reader *r, const svm_scope *s, const svm_node *node, sv_sort expected) {
  uint32_t number = process(r, node->child[1]);
  SV_UNUSED(s);
  SV_UNUSED(expected);
  return number ? sv_alive(r->T, number) : SV_NONE;
}

// (remote P x i)
sv_term svm_build_remote(svm_reader *r, const svm_scope *s, const svm_node *node,
                         sv_sort expected) {
  SV_UNUSED(expected);
  uint32_t number = process(r, node->child[1]);
  sv_term index = svm_term(r, s, node->child[3], sv_sort_int(r->T));
  if (!is_name(node->child[2]))
    return fault(r, node->child[2], "the name of a variable is needed here");
  uint32_t id = number ? svm_find_local(r, number, &node->child[2]->token) : 0;
  if (!id || sv_is_none(index)) return SV_NONE;
  return sv_remote(r->T, r->m->variables.at[id].sort, id, index);
}

// (find P x v)
sv_term svm_build_find(svm_reader *r, const svm_scope *s, const svm_node *node, sv_sort expected) {
  SV_UNUSED(expected);
  uint32_t number = process(r, node->child[1]);
  if (!is_name(node->child[2]))
    return fault(r, node->child[2], "the name of a variable is needed here");
  uint32_t id = number ? svm_find_local(r, number, &node->child[2]->token) : 0;
  if (!id) return SV_NONE;
  sv_sort sort = r->m->variables.at[id].sort;
  if (sv_sort_get(r->T, sort)->kind == SV_SORT_ARRAY)
    return fault(r, node->child[2], "a variable with single values is needed here");
  sv_term value = svm_term(r, s, node->child[3], sort);
  return sv_is_none(value) ? value : sv_find(r->T, id, value);
}

// The location that a name stands for in this process; `none` is "not running".
static sv_term location(svm_reader *r, uint32_t number, const svm_node *node) {
  if (!is_name(node)) return fault(r, node, "the name of a location is needed here");
  sv_sort sort = sv_sort_loc(r->T, number);
  if (svm_is_atom(r, node, "none")) return sv_const(r->T, sort, sv_small(0));
  uint32_t l = svm_find_location(r, number, &node->token);
  return l ? sv_const(r->T, sort, sv_small(l)) : SV_NONE;
}

// (loc P l)
sv_term svm_build_loc(svm_reader *r, const svm_scope *s, const svm_node *node, sv_sort expected) {
  uint32_t number = process(r, node->child[1]);
  SV_UNUSED(s);
  SV_UNUSED(expected);
  return number ? location(r, number, node->child[2]) : SV_NONE;
}

// The counter in (at P i …).
static sv_term remote_counter(svm_reader *r, const svm_scope *s, const svm_node *node,
                              uint32_t *number) {
  *number = process(r, node->child[1]);
  sv_term index = svm_term(r, s, node->child[2], sv_sort_int(r->T));
  if (!*number || sv_is_none(index)) return SV_NONE;
  return sv_remote(r->T, sv_sort_loc(r->T, *number), r->m->templates.at[*number].pc, index);
}

// (at l)  (at $1 l)  (at P i l)
sv_term svm_build_at(svm_reader *r, const svm_scope *s, const svm_node *node, sv_sort expected) {
  uint32_t number = svm_home(s), role = SV_ROLE_SELF;
  sv_term counter = SV_NONE;
  SV_UNUSED(expected);
  if (node->n == 4) {
    counter = remote_counter(r, s, node, &number);
    if (sv_is_none(counter)) return SV_NONE;
  } else if (node->n == 3) {
    number = bare_role(r, s, node->child[1]);
    role = node->child[1]->token.role;
  } else if (!number) {
    return fault(r, node, "no process acts here; write (at PROCESS INSTANCE LOCATION)");
  }
  if (!number) return SV_NONE;
  sv_term place = location(r, number, node->child[node->n - 1]);
  if (sv_is_none(place)) return SV_NONE;
  if (sv_is_none(counter)) counter = sv_model_var(r->m, r->m->templates.at[number].pc, role);
  return sv_eq(r->T, counter, place);
}
