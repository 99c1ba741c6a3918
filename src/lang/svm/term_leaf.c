// term_leaf.c -- names, numbers, roles, choices.
//
// A plain name is looked for among the let-bindings, the variables of the own
// process, the global variables, the queues (own, then global) and the members
// of enumerations, in this order.

#include "lang/svm/reader.h"

static sv_term fault(svm_reader *r, const svm_token *t, const char *what) {
  svm_report(r, t->span, "%s", what);
  return SV_NONE;
}

// --- numbers

static sv_term number(svm_reader *r, const svm_token *t, sv_sort expected) {
  const char *text = svm_name(r, t->name);
  sv_value value;
  if (!sv_number_parse(sv_terms_numbers(r->T), text, strlen(text), &value))
    return fault(r, t, "this number cannot be read");
  sv_sort_kind kind = expected.x ? sv_sort_get(r->T, expected)->kind : SV_SORT_INT;
  if (strpbrk(text, "./") || kind == SV_SORT_REAL) return sv_const(r->T, sv_sort_real(r->T), value);
  if (kind != SV_SORT_BV) return sv_const(r->T, sv_sort_int(r->T), value);
  sv_term constant = sv_const(r->T, expected, value);
  if (sv_is_none(constant))
    svm_report(r, t->span, "%s is no value of sort `%s`", text, svm_sort_text(r, expected));
  return constant;
}

// --- roles

static uint32_t find_other(svm_reader *r, const svm_scope *s, const svm_token *t) {
  if (!s->other)
    return svm_report(r, t->span, "`$other` is allowed in broadcasts and constraints only"), 0u;
  if (t->home.x) {
    svm_token home = *t;
    home.name = t->home;
    return svm_find_template(r, &home);
  }
  if (s->role_count) return s->roles[0];
  return svm_report(r, t->span, "whose? write `$other@PROCESS.x`"), 0u;
}

uint32_t svm_find_role(svm_reader *r, const svm_scope *s, const svm_token *t) {
  if (t->role == SV_ROLE_OTHER) return find_other(r, s, t);
  if (t->role < s->role_count) return s->roles[t->role];
  if (s->role_count)
    svm_report(r, t->span, "there is no role $%u here; the last one is $%u", t->role,
               s->role_count - 1);
  else svm_report(r, t->span, "there are no roles here");
  return 0;
}

// --- variables and queues

// Looks for the token in one of the two maps: own first, then global.
static bool find_plain(const sv_map *map, const svm_scope *s, sv_name name, uint32_t *number_out,
                       uint32_t *role) {
  uint32_t home = svm_home(s);
  *role = 0;
  *number_out = home ? svm_lookup(map, home, name) : 0;
  if (!*number_out) *number_out = svm_lookup(map, SV_GLOBAL, name);
  return *number_out;
}

// A thing behind a role; *number_out is 0 if it does not exist (not reported).
static bool find_in_role(svm_reader *r, const sv_map *map, const svm_scope *s, const svm_token *t,
                         uint32_t *number_out, uint32_t *role) {
  *role = 0;
  if (!t->name.x)
    return svm_report(r, t->span, "the name of a variable must follow this role"), false;
  if (t->role == SVM_GLOBAL_ROLE) return *number_out = svm_lookup(map, SV_GLOBAL, t->name), true;
  uint32_t home = svm_find_role(r, s, t);
  if (!home) return false;
  *number_out = svm_lookup(map, home, t->name);
  *role = t->role;
  return true;
}

static uint32_t home_of_role(svm_reader *r, const svm_scope *s, const svm_token *t) {
  return t->role == SVM_GLOBAL_ROLE ? SV_GLOBAL : svm_find_role(r, s, t);
}

static void unknown_in_role(svm_reader *r, const svm_scope *s, const svm_token *t,
                            const char *what) {
  uint32_t home = home_of_role(r, s, t);
  if (r->incomplete) return;
  if (!home) svm_report(r, t->span, "there is no global %s `%s`", what, svm_name(r, t->name));
  else if (*what == 'v') svm_find_local(r, home, t);
  else
    svm_report(r, t->span, "process `%s` has no queue `%s`",
               svm_name(r, r->m->templates.at[home].name), svm_name(r, t->name));
}

bool svm_find_variable(svm_reader *r, const svm_scope *s, const svm_node *node, uint32_t *id,
                       uint32_t *role) {
  const svm_token *t = &node->token;
  if (!node->is_list && t->kind == SVM_T_NAME) {
    if (find_plain(&r->variables, s, t->name, id, role)) return true;
    return svm_unknown_name(r, s, t), false;
  }
  if (node->is_list || t->kind != SVM_T_ROLE)
    return svm_report(r, node->span, "a variable is needed here"), false;
  if (!find_in_role(r, &r->variables, s, t, id, role)) return false;
  if (!*id) unknown_in_role(r, s, t, "variable");
  return *id;
}

bool svm_find_queue(svm_reader *r, const svm_scope *s, const svm_node *node, uint32_t *family,
                    uint32_t *role) {
  const svm_token *t = &node->token;
  if (node->is_list || (t->kind != SVM_T_NAME && t->kind != SVM_T_ROLE))
    return svm_report(r, node->span, "the name of a queue is needed here"), false;
  if (t->kind == SVM_T_ROLE) {
    if (!find_in_role(r, &r->queues, s, t, family, role)) return false;
    if (!*family) unknown_in_role(r, s, t, "queue");
    return *family;
  }
  if (find_plain(&r->queues, s, t->name, family, role)) return true;
  return svm_unknown_name(r, s, t), false;
}

static sv_term queue_alone(svm_reader *r, const svm_token *t, uint32_t family, uint32_t role) {
  if (!r->m->queues.at[family].indexed) return sv_queue(r->T, family, role, SV_NONE);
  svm_report(r, t->span, "`%s` is an array of queues; write (queue %s INDEX)", svm_name(r, t->name),
             svm_name(r, t->name));
  return SV_NONE;
}

static sv_term role_leaf(svm_reader *r, const svm_scope *s, const svm_token *t) {
  uint32_t id = 0, role = 0;
  if (!find_in_role(r, &r->variables, s, t, &id, &role)) return SV_NONE;
  if (id) return sv_model_var(r->m, id, role);
  uint32_t home = home_of_role(r, s, t), family = svm_lookup(&r->queues, home, t->name);
  if (family) return queue_alone(r, t, family, role);
  unknown_in_role(r, s, t, "variable");
  return SV_NONE;
}

// --- choices, members, bindings

static sv_term choice(svm_reader *r, const svm_scope *s, const svm_token *t) {
  const char *text = svm_name(r, t->name);
  if (!s->choice) return fault(r, t, "choices cannot be used here");
  for (uint32_t i = 0; i < s->choice_count; i++)
    if (s->choices[i].name.x == t->name.x) return sv_choice(r->T, s->choices[i].sort, i);
  uint64_t k = 0;
  for (const char *c = text; *c; c++)
    k = *c >= '0' && *c <= '9' && k <= UINT32_MAX ? k * 10 + (uint64_t)(*c - '0') : UINT32_MAX;
  if (k < s->choice_count) return sv_choice(r->T, s->choices[k].sort, (uint32_t)k);
  svm_report(r, t->span, "this action has no choice `?%s`", text);
  return SV_NONE;
}

static sv_term member_of(svm_reader *r, sv_sort sort, sv_name name) {
  const sv_sort_info *s = sv_sort_get(r->T, sort);
  for (uint32_t i = 0; s->kind == SV_SORT_ENUM && i < s->size; i++)
    if (s->members[i].x == name.x) return sv_const(r->T, sort, sv_small(i));
  return SV_NONE;
}

static sv_term member(svm_reader *r, const svm_token *t, sv_sort expected) {
  uint32_t sort = sv_map_get(&r->members, t->name.x);
  sv_term found = expected.x ? member_of(r, expected, t->name) : SV_NONE;
  if (!sv_is_none(found) || sort == SV_MAP_NONE) return found;
  if (sort != SVM_SEVERAL) return member_of(r, (sv_sort){sort}, t->name);
  svm_report(r, t->span, "several enumerations have a member `%s`; write (as ENUM %s)",
             svm_name(r, t->name), svm_name(r, t->name));
  return SV_NONE;
}

static sv_term binding(const svm_reader *r, const svm_token *t) {
  for (uint32_t i = r->lets.n; i-- > 0;) {
    const svm_binding *b = &r->lets.at[i];
    if (b->name.x == t->name.x && b->numbered == (t->kind == SVM_T_LET)) return b->term;
  }
  return SV_NONE;
}

bool svm_is_hidden(const svm_reader *r, const svm_scope *s, const svm_token *t) {
  uint32_t id, role;
  return !sv_is_none(binding(r, t)) || find_plain(&r->variables, s, t->name, &id, &role) ||
         find_plain(&r->queues, s, t->name, &id, &role);
}

static sv_term constant_word(svm_reader *r, const svm_token *t) {
  const char *word = svm_name(r, t->name);
  if (t->quoted) return SV_NONE;
  if (!strcmp(word, "true")) return SV_TRUE;
  if (!strcmp(word, "false")) return SV_FALSE;
  return strcmp(word, "none") ? SV_NONE : sv_const(r->T, sv_sort_ref(r->T), sv_small(0));
}

static sv_term name_leaf(svm_reader *r, const svm_scope *s, const svm_token *t, sv_sort expected) {
  uint32_t id, role;
  sv_term found = constant_word(r, t);
  if (sv_is_none(found)) found = binding(r, t);
  if (!sv_is_none(found)) return found;
  if (find_plain(&r->variables, s, t->name, &id, &role)) return sv_model_var(r->m, id, role);
  if (find_plain(&r->queues, s, t->name, &id, &role)) return queue_alone(r, t, id, role);
  if (sv_map_get(&r->members, t->name.x) != SV_MAP_NONE) return member(r, t, expected);
  svm_unknown_name(r, s, t);
  return SV_NONE;
}

static sv_term let_leaf(svm_reader *r, const svm_token *t) {
  sv_term found = binding(r, t);
  if (sv_is_none(found)) svm_report(r, t->span, "%%%s is not bound here", svm_name(r, t->name));
  return found;
}

sv_term svm_leaf(svm_reader *r, const svm_scope *s, const svm_token *t, sv_sort expected) {
  switch (t->kind) {
  case SVM_T_NAME: return name_leaf(r, s, t, expected);
  case SVM_T_NUMBER: return number(r, t, expected);
  case SVM_T_ROLE: return role_leaf(r, s, t);
  case SVM_T_CHOICE: return choice(r, s, t);
  case SVM_T_LET: return let_leaf(r, t);
  case SVM_T_RANGE: return fault(r, t, "a range is no term");
  case SVM_T_SIGN: return fault(r, t, "an operator must follow a parenthesis");
  case SVM_T_END:
  case SVM_T_NEWLINE:
  case SVM_T_BAD:
  case SVM_T_STRING: break;
  }
  SV_UNREACHABLE();
}
