// validate_term.c -- terms: what may be said where.
//
// A term is looked at leaf by leaf in the order of its cone. Sorts of operators
// need no check, since the term table refuses what does not fit; leaves are
// taken as given by the table, so their numbers, sorts and roles are checked
// here against the model.

#include "model/validate.h"

static bool fault(sv_validator *v, const sv_spot *p, const char *why) {
  sv_fault(v, p, "%s", why);
  return false;
}

static const char *name_of(const sv_validator *v, sv_name name) {
  return sv_names_get(v->m->names, name);
}

// The template of a role, or 0.
static uint32_t role_template(const sv_spot *p, uint32_t role) {
  if (role < p->edge_count) return p->edges[role].template_number;
  return !p->edge_count && !role ? p->home : 0;
}

// Role OTHER means one template in each term.
static bool check_other(sv_validator *v, sv_spot *p, uint32_t owner) {
  if (!p->other) return fault(v, p, "role `other` is allowed in broadcasts and constraints only");
  if (p->other_template && p->other_template != owner)
    return fault(v, p, "role `other` stands for processes of two templates");
  p->other_template = owner;
  return true;
}

// Something that belongs to a template (or to none) in some role.
static bool check_role(sv_validator *v, sv_spot *p, uint32_t owner, uint32_t role, sv_name name) {
  if (owner == SV_GLOBAL) {
    if (!role) return true;
    sv_fault(v, p, "global `%s` has role %u", name_of(v, name), role);
    return false;
  }
  if (role == SV_ROLE_OTHER) return check_other(v, p, owner);
  if (role_template(p, role) == owner) return true;
  sv_fault(v, p, "`%s` belongs to `%s`, which is not the process of role %u", name_of(v, name),
           name_of(v, v->m->templates.at[owner].name), role);
  return false;
}

static bool check_variable(sv_validator *v, sv_spot *p, const sv_node *node) {
  if (!node->id || node->id >= v->m->variables.n) return fault(v, p, "a variable does not exist");
  const sv_variable *x = &v->m->variables.at[node->id];
  if (!sv_sort_same(x->sort, node->sort)) {
    sv_fault(v, p, "`%s` is used with a sort that is not its own", name_of(v, x->name));
    return false;
  }
  if (node->op == SV_OP_NEXT && !p->next)
    return fault(v, p, "`next` is allowed in constraints only");
  if (node->op != SV_OP_REMOTE) return check_role(v, p, x->owner, node->role, x->name);
  return x->owner != SV_GLOBAL || fault(v, p, "`remote` needs a variable of a process");
}

static bool check_find(sv_validator *v, sv_spot *p, const sv_node *node) {
  if (!node->id || node->id >= v->m->variables.n) return fault(v, p, "a variable does not exist");
  const sv_variable *x = &v->m->variables.at[node->id];
  if (x->owner == SV_GLOBAL) return fault(v, p, "`find` needs a variable of a process");
  if (sv_sort_fits(v->m->terms, x->sort, sv_sort_of(v->m->terms, node->args[0]))) return true;
  sv_fault(v, p, "`%s` never has a value of the sort it is compared with", name_of(v, x->name));
  return false;
}

static bool check_choice(sv_validator *v, sv_spot *p, const sv_node *node) {
  if (!p->choice) return fault(v, p, "choices cannot be used here");
  if (node->id >= p->choice_count) return fault(v, p, "a choice does not exist");
  const sv_choice_input *c = &p->choices[node->id];
  if (!sv_sort_same(c->sort, node->sort))
    return fault(v, p, "a choice is used with a sort that is not its own");
  return !c->per_other || check_other(v, p, role_template(p, 0));
}

static bool check_self(sv_validator *v, sv_spot *p, const sv_node *node) {
  if (node->role == SV_ROLE_OTHER)
    return check_other(v, p,
                       p->other_template && !p->next ? p->other_template : role_template(p, 0));
  return role_template(p, node->role) || fault(v, p, "`self` of a role that does not exist");
}

static bool check_queue(sv_validator *v, sv_spot *p, const sv_node *node) {
  if (!node->id || node->id >= v->m->queues.n) return fault(v, p, "a queue does not exist");
  const sv_queue_family *q = &v->m->queues.at[node->id];
  if (q->indexed != (node->n == 1)) {
    sv_fault(v, p, "queue `%s` %s an index", name_of(v, q->name), q->indexed ? "needs" : "has no");
    return false;
  }
  return check_role(v, p, q->owner, node->role, q->name);
}

static bool check_peek(sv_validator *v, sv_spot *p, const sv_node *node) {
  sv_node queue = sv_node_of(v->m->terms, sv_index(node->args[0]));
  if (queue.op != SV_OP_QUEUE || !queue.id || queue.id >= v->m->queues.n) return true;
  const sv_queue_family *q = &v->m->queues.at[queue.id];
  if (node->id < q->field_count && sv_sort_fits(v->m->terms, q->fields[node->id], node->sort))
    return true;
  sv_fault(v, p, "messages of `%s` have no field %u of this sort", name_of(v, q->name), node->id);
  return false;
}

static bool check_const(sv_validator *v, sv_spot *p, const sv_node *node) {
  const sv_sort_info *s = sv_sort_get(v->m->terms, node->sort);
  if (s->kind == SV_SORT_REF && sv_small_get(node->value))
    return fault(v, p, "a queue is named by its number");
  if (s->kind != SV_SORT_LOC) return true;
  bool exists = s->size && s->size < v->m->templates.n &&
                sv_small_get(node->value) < v->m->templates.at[s->size].locations.n;
  return exists || fault(v, p, "a location does not exist");
}

static bool check_node(sv_validator *v, sv_spot *p, const sv_node *node) {
  switch (node->op) {
  case SV_OP_VAR:
  case SV_OP_NEXT:
  case SV_OP_REMOTE: return check_variable(v, p, node);
  case SV_OP_FIND: return check_find(v, p, node);
  case SV_OP_CHOICE: return check_choice(v, p, node);
  case SV_OP_SELF: return check_self(v, p, node);
  case SV_OP_ALIVE:
    return (node->id && node->id < v->m->templates.n) || fault(v, p, "a template does not exist");
  case SV_OP_QUEUE: return check_queue(v, p, node);
  case SV_OP_PEEK: return check_peek(v, p, node);
  case SV_OP_CONST: return check_const(v, p, node);
  case SV_ANY_CORE_OP:
  case SV_ANY_COMPARISON_OP:
  case SV_ANY_ARITHMETIC_OP:
  case SV_ANY_BITS_OP:
  case SV_ANY_CONVERSION_OP:
  case SV_ANY_ARRAY_OP:
  case SV_OP_QLEN:
  case SV_OP_QFULL:
  case SV_OP_QDEFER: return true;
  }
  SV_UNREACHABLE();
}

static bool check_leaves(sv_validator *v, sv_spot *p, sv_term t) {
  sv_u32s cone = {0};
  bool fine = true;
  sv_cone(v->m->terms, &t, 1, &cone);
  for (uint32_t i = 0; fine && i < cone.n; i++) {
    sv_node node = sv_node_of(v->m->terms, cone.at[i]);
    fine = check_node(v, p, &node);
  }
  sv_vec_free(cone);
  return fine;
}

bool sv_check_term(sv_validator *v, sv_spot *p, sv_term t, sv_sort expected) {
  if (sv_is_none(t)) return fault(v, p, "there is no term");
  sv_sort sort = sv_sort_of(v->m->terms, t);
  if (!expected.x || sv_sort_fits(v->m->terms, expected, sort)) return check_leaves(v, p, t);
  sv_text text = {0};
  sv_sort_print(v->m->terms, sort, &text);
  sv_text_string(&text, "`, but `");
  sv_sort_print(v->m->terms, expected, &text);
  sv_fault(v, p, "it has sort `%s` is needed", sv_text_get(&text));
  sv_text_free(&text);
  return false;
}

bool sv_is_target(const sv_terms *T, sv_term t, sv_node *root) {
  *root = sv_node_of(T, sv_index(t));
  while (root->op == SV_OP_SELECT) *root = sv_node_of(T, sv_index(root->args[0]));
  return !sv_negated(t) && (root->op == SV_OP_VAR || root->op == SV_OP_REMOTE);
}

bool sv_check_target(sv_validator *v, const sv_spot *p, sv_term t, sv_node *root) {
  if (sv_is_none(t)) return fault(v, p, "there is no target");
  if (!sv_is_target(v->m->terms, t, root))
    return fault(v, p, "only variables and elements of arrays can be written to");
  if (!root->id || root->id >= v->m->variables.n) return fault(v, p, "a variable does not exist");
  return !v->m->variables.at[root->id].is_pc || fault(v, p, "edges move processes, not updates");
}

// The same in every state: made of constants and of the number of the instance.
static bool is_fixed_per_instance(const sv_terms *T, sv_term t) {
  sv_node node = sv_node_of(T, sv_index(t));
  if (node.op == SV_OP_CONST) return true;
  if (node.op == SV_OP_SELF) return node.role == SV_ROLE_SELF;
  for (uint32_t i = 0; i < node.n; i++)
    if (!is_fixed_per_instance(T, node.args[i])) return false;
  return node.n && node.op != SV_OP_REMOTE && node.op != SV_OP_FIND && node.op != SV_OP_QUEUE &&
         node.op != SV_OP_PEEK;
}

// A queue is as good as a constant where its index is one; so is a bit vector
// that depends on the number of the instance only.
static bool is_constant_scalar(const sv_terms *T, sv_term t, sv_sort sort) {
  sv_value value;
  if (sv_is_const(T, t, &value)) return sv_sort_has(T, sort, value);
  sv_node node = sv_node_of(T, sv_index(t));
  if (node.op == SV_OP_QUEUE) return !node.n || sv_is_const(T, node.args[0], NULL);
  return sv_sort_get(T, sort)->kind == SV_SORT_BV && is_fixed_per_instance(T, t);
}

// Depth of recursion: the nesting of stores in a constant, and of its sort.
bool sv_is_constant_of(const sv_terms *T, sv_term t, sv_sort sort) {
  sv_node node = sv_node_of(T, sv_index(t));
  const sv_sort_info *s = sv_sort_get(T, sort);
  if (s->kind != SV_SORT_ARRAY) return is_constant_scalar(T, t, sort);
  if (node.op == SV_OP_STORE)
    return sv_is_constant_of(T, node.args[0], sort) && sv_is_const(T, node.args[1], NULL) &&
           sv_is_constant_of(T, node.args[2], s->element);
  if (node.op != SV_OP_ARRAY && node.op != SV_OP_FILL) return false;
  for (uint32_t i = 0; i < node.n; i++)
    if (!sv_is_constant_of(T, node.args[i], s->element)) return false;
  return true;
}

bool sv_check_constant(sv_validator *v, const sv_spot *p, sv_term t, sv_sort sort) {
  sv_spot place = *p;
  if (!sv_check_term(v, &place, t, sort)) return false;
  return sv_is_constant_of(v->m->terms, t, sort) ||
         fault(v, p, "it must be a constant whose value lies in the sort");
}
