// print_leaf.c -- names, sorts and leaves of terms in the text form.
//
//   x  $1.x  $other.x     a variable: global or own, of role 1, of the others
//   $.x                   a global variable where some template has a local x
//   (next x)              its value after the step
//   ?c                    a choice input
//   (self)  (self $1)     instance numbers;  (alive P) running instances
//   (remote P x i)        variable x of instance i of P
//   (find P x v)          the first running instance of P where x is v, or -1
//   (queue q i)           a queue
//   @                     the program counter, a variable like others
//   (loc P l)             a location; (loc P none) is "not running"

#include "model/print.h"

static const char *const reserved[] = {
    "any",  "array",    "bool", "bv",  "false", "int",  "loc",
    "none", "priority", "real", "ref", "sbv",   "true",
};

static bool is_reserved(const char *word) {
  for (size_t i = 0; i < SV_COUNT(reserved); i++)
    if (!strcmp(reserved[i], word)) return true;
  return false;
}

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80;
}

static bool is_plain(const char *s) {
  if (!strcmp(s, "@")) return true;
  if (!is_letter(*s) || is_reserved(s)) return false;
  for (s++; *s; s++)
    if (!is_letter(*s) && !(*s >= '0' && *s <= '9') && *s != '.') return false;
  return true;
}

static void print_escaped(const char *s, char quote, sv_text *out) {
  sv_text_char(out, quote);
  for (; *s; s++) {
    if (*s == quote || *s == '\\') sv_text_printf(out, "\\%c", *s);
    else if (*s == '\n') sv_text_string(out, "\\n");
    else if (*s == '\t') sv_text_string(out, "\\t");
    else if ((unsigned char)*s < 0x20 || *s == 0x7F) sv_text_printf(out, "\\x%02x", (unsigned)*s);
    else sv_text_char(out, *s);
  }
  sv_text_char(out, quote);
}

void sv_model_print_string(const char *s, sv_text *out) { print_escaped(s, '"', out); }

void sv_model_print_name(const sv_model *m, sv_name name, sv_text *out) {
  const char *s = sv_names_get(m->names, name);
  if (is_plain(s)) sv_text_string(out, s);
  else print_escaped(s, '\'', out);
}

static void print_template(const sv_model *m, uint32_t t, sv_text *out) {
  if (t && t < m->templates.n) sv_model_print_name(m, m->templates.at[t].name, out);
  else sv_text_printf(out, "template%u", t);
}

void sv_model_print_sort(const sv_model *m, sv_sort sort, sv_text *out) {
  const sv_sort_info *s = sv_sort_get(m->terms, sort);
  switch (s->kind) {
  case SV_SORT_BOOL: sv_text_string(out, "bool"); return;
  case SV_SORT_BV: sv_text_printf(out, "%s %u", s->is_signed ? "sbv" : "bv", s->size); return;
  case SV_SORT_ENUM: sv_model_print_name(m, s->name, out); return;
  case SV_SORT_INT:
    sv_text_string(out, "int");
    if (s->ranged) sv_text_printf(out, " %lld..%lld", (long long)s->lo, (long long)s->hi);
    return;
  case SV_SORT_REAL: sv_text_string(out, "real"); return;
  case SV_SORT_LOC:
    sv_text_string(out, "loc ");
    print_template(m, s->size, out);
    return;
  case SV_SORT_REF: sv_text_string(out, "ref"); return;
  case SV_SORT_ARRAY:
    sv_text_printf(out, "array %u of ", s->size);
    sv_model_print_sort(m, s->element, out);
    return;
  }
  SV_UNREACHABLE();
}

static bool is_member(const sv_sort_info *s, sv_name name) {
  for (uint32_t i = 0; i < s->size; i++)
    if (s->members[i].x == name.x) return true;
  return false;
}

bool sv_model_member_is_plain(const sv_model *m, sv_sort sort, sv_name member) {
  for (uint32_t i = 1; i < m->variables.n; i++)
    if (m->variables.at[i].name.x == member.x) return false;
  for (uint32_t i = 1; i < m->queues.n; i++)
    if (m->queues.at[i].name.x == member.x) return false;
  for (uint32_t i = 1; i <= sv_sort_count(m->terms); i++) {
    const sv_sort_info *s = sv_sort_get(m->terms, (sv_sort){i});
    if (s->kind == SV_SORT_ENUM && i != sort.x && is_member(s, member)) return false;
  }
  return true;
}

// Does some template have a variable (or queue) of this name?
static bool has_local(const sv_model *m, sv_name name, bool queue) {
  for (uint32_t i = 1; !queue && i < m->variables.n; i++)
    if (m->variables.at[i].owner && m->variables.at[i].name.x == name.x) return true;
  for (uint32_t i = 1; queue && i < m->queues.n; i++)
    if (m->queues.at[i].owner && m->queues.at[i].name.x == name.x) return true;
  return false;
}

static void print_role(const sv_model *m, const sv_action *a, uint32_t role, uint32_t owner,
                       sv_text *out) {
  if (role != SV_ROLE_OTHER) {
    sv_text_printf(out, "$%u", role);
    return;
  }
  sv_text_string(out, "$other");
  if (!a || !owner || (a->edge_count && a->edges[0].template_number == owner)) return;
  sv_text_char(out, '@');
  sv_text quoted = {0};
  sv_model_print_name(m, m->templates.at[owner].name, &quoted);
  bool dotted = strchr(sv_text_get(&quoted), '.') && *sv_text_get(&quoted) != '\'';
  if (dotted) print_escaped(sv_names_get(m->names, m->templates.at[owner].name), '\'', out);
  else sv_text_string(out, sv_text_get(&quoted));
  sv_text_free(&quoted);
}

// A variable or queue in the role of its process.
static void print_owned(const sv_model *m, const sv_action *a, sv_name name, uint32_t owner,
                        uint32_t role, bool shadowed, sv_text *out) {
  if (owner && role) print_role(m, a, role, owner, out);
  else if (!owner && shadowed) sv_text_char(out, '$');
  if ((owner && role) || (!owner && shadowed)) sv_text_char(out, '.');
  sv_model_print_name(m, name, out);
}

static void print_variable(const sv_model *m, const sv_action *a, const sv_node *node,
                           sv_text *out) {
  if (!node->id || node->id >= m->variables.n) {
    sv_text_printf(out, "variable%u", node->id);
    return;
  }
  const sv_variable *v = &m->variables.at[node->id];
  bool shadowed = !v->owner && has_local(m, v->name, false);
  print_owned(m, a, v->name, v->owner, node->role, shadowed, out);
}

static void print_queue(const sv_model *m, const sv_action *a, const sv_node *node, sv_text *out) {
  if (!node->id || node->id >= m->queues.n) {
    sv_text_printf(out, "queue%u", node->id);
    return;
  }
  const sv_queue_family *q = &m->queues.at[node->id];
  bool shadowed = !q->owner && has_local(m, q->name, true);
  print_owned(m, a, q->name, q->owner, node->role, shadowed, out);
}

static bool choice_is_named(const sv_action *a, uint32_t k) {
  if (!a || k >= a->choice_count || !a->choices[k].name.x) return false;
  for (uint32_t i = 0; i < a->choice_count; i++)
    if (i != k && a->choices[i].name.x == a->choices[k].name.x) return false;
  return true;
}

static void print_choice(const sv_model *m, const sv_action *a, uint32_t k, sv_text *out) {
  sv_text_char(out, '?');
  if (choice_is_named(a, k)) sv_model_print_name(m, a->choices[k].name, out);
  else sv_text_printf(out, "%u", k);
}

static void print_self(const sv_node *node, sv_text *out) {
  if (node->role == SV_ROLE_OTHER) sv_text_string(out, "self $other");
  else if (node->role) sv_text_printf(out, "self $%u", node->role);
  else sv_text_string(out, "self");
}

static void print_location(const sv_model *m, uint32_t t, sv_value v, sv_text *out) {
  int64_t l = sv_small_get(v);
  sv_text_string(out, "loc ");
  print_template(m, t, out);
  sv_text_char(out, ' ');
  if (!l) sv_text_string(out, "none");
  else if (t < m->templates.n && l < m->templates.at[t].locations.n)
    sv_model_print_name(m, m->templates.at[t].locations.at[l].name, out);
  else sv_text_printf(out, "location%lld", (long long)l);
}

// REMOTE and FIND.
static void print_remote(const sv_model *m, const sv_node *node, sv_text *out) {
  uint32_t owner = node->id < m->variables.n ? m->variables.at[node->id].owner : 0;
  sv_text_printf(out, "%s ", sv_op_text(node->op));
  print_template(m, owner, out);
  sv_text_char(out, ' ');
  if (node->id < m->variables.n) sv_model_print_name(m, m->variables.at[node->id].name, out);
}

void sv_model_print_head(const sv_model *m, const sv_action *a, const sv_node *node, sv_text *out) {
  if (node->op == SV_OP_VAR || node->op == SV_OP_NEXT) {
    if (node->op == SV_OP_NEXT) sv_text_string(out, "next ");
    print_variable(m, a, node, out);
  }
  if (node->op == SV_OP_CHOICE) print_choice(m, a, node->id, out);
  if (node->op == SV_OP_SELF) print_self(node, out);
  if (node->op == SV_OP_REMOTE || node->op == SV_OP_FIND) print_remote(m, node, out);
  if (node->op == SV_OP_ALIVE) {
    sv_text_string(out, "alive ");
    print_template(m, node->id, out);
  }
  if (node->op == SV_OP_QUEUE) {
    sv_text_string(out, "queue ");
    print_queue(m, a, node, out);
  }
  if (node->op == SV_OP_CONST && sv_sort_get(m->terms, node->sort)->kind == SV_SORT_LOC)
    print_location(m, sv_sort_get(m->terms, node->sort)->size, node->value, out);
}
