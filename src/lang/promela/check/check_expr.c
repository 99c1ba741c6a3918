// check_expr.c -- what the names in an expression mean.

#include "base/suggest.h"
#include "lang/promela/check/check_inside.h"
#include "lang/promela/parse/print.h"

// --- variables

static const struct {
  const char *text;
  pml_op op;
} special[] = {{"_pid", PML_E_PID}, {"_nr_pr", PML_E_NR_PR},       {"_last", PML_E_LAST},
               {"_", PML_E_DROP},   {"_priority", PML_E_PRIORITY}, {"STDIN", PML_E_STDIN}};

static pml_op special_name(const pml_checker *c, const pml_expr *e) {
  for (size_t i = 0; i < SV_COUNT(special); i++)
    if (!strcmp(special[i].text, pml_text(c, e->name))) return special[i].op;
  return PML_E_VAR;
}

const pml_var *pml_last_var(const pml_expr *e) {
  if (e->op != PML_E_VAR && e->op != PML_E_FIELD) return NULL;
  while (e->field) e = e->field;
  return e->var;
}

bool pml_is_channel(const pml_expr *e) {
  const pml_var *v = pml_last_var(e);
  return e->op == PML_E_STDIN || (v && v->type.kind == PML_CHAN);
}

static void check_index(pml_checker *c, pml_expr *e, const pml_var *v) {
  int64_t i;
  pml_check_expr(c, e->index, PML_AT_VALUE);
  if (!v->is_array) {
    if (pml_complain(c, e->span, e->def, "`%s` is not an array", pml_text(c, e->name)))
      pml_add_note(c, v->span, "it is declared here");
  } else if (e->index->op == PML_E_NUMBER && pml_constant(c, e->index, &i) &&
             (i < 0 || i >= v->length)) {
    if (pml_warn(c, e->index->span, e->index->def, "`%s` has no element %lld", pml_text(c, e->name),
                 (long long)i))
      pml_add_note(c, v->span, "its elements are 0 to %d", v->length - 1);
  }
}

static bool one_part(pml_checker *c, pml_expr *e, bool whole_array) {
  if (e->index) check_index(c, e, e->var);
  if (e->index || !e->var->is_array || whole_array) return true;
  if (pml_complain(c, e->span, e->def, "`%s` is an array: an index is missing",
                   pml_text(c, e->name)))
    pml_add_note(c, e->var->span, "it is declared here");
  return false;
}

static pml_var *find_field(const pml_struct *s, sv_name name) {
  for (uint32_t i = 0; i < s->fields; i++)
    if (s->field[i]->name.x == name.x) return s->field[i];
  return NULL;
}

static void no_field(pml_checker *c, const pml_struct *s, const pml_expr *e) {
  sv_suggestion near = sv_suggest(pml_text(c, e->name));
  for (uint32_t i = 0; i < s->fields; i++) sv_suggest_try(&near, pml_text(c, s->field[i]->name));
  if (!pml_complain(c, e->name_span, e->def, "`%s` has no field `%s`", pml_text(c, s->name),
                    pml_text(c, e->name)))
    return;
  if (near.best) pml_add_hint(c, "did you mean `%s`?", near.best);
  pml_add_note(c, s->span, "it is declared here");
}

// The fields behind e, whose variable is known.
static bool fields(pml_checker *c, pml_expr *e, bool whole_array, bool whole_struct) {
  for (; e->field; e = e->field) {
    if (e->var->type.kind != PML_STRUCT) {
      if (pml_complain(c, e->field->name_span, e->field->def,
                       "`%s` is no structure, so it has no fields", pml_text(c, e->name)))
        pml_add_note(c, e->var->span, "it is declared here");
      return false;
    }
    if (!one_part(c, e, false) || !e->var->type.record) return false;
    e->field->var = find_field(e->var->type.record, e->field->name);
    if (!e->field->var) return no_field(c, e->var->type.record, e->field), false;
  }
  if (!one_part(c, e, whole_array)) return false;
  if (e->var->type.kind != PML_STRUCT || whole_struct) return true;
  if (pml_complain(c, e->span, e->def, "`%s` is a structure: name one of its fields",
                   pml_text(c, e->name)) &&
      e->var->type.record && e->var->type.record->fields)
    pml_add_hint(c, "for instance `%s.%s`", pml_text(c, e->name),
                 pml_text(c, e->var->type.record->field[0]->name));
  return false;
}

static bool no_parts(pml_checker *c, const pml_expr *e, const char *what) {
  if (!e->index && !e->field) return true;
  pml_complain(c, e->span, e->def, "`%s` is %s and has no parts", pml_text(c, e->name), what);
  return false;
}

static void use_special(pml_checker *c, pml_expr *e) {
  if (e->op == PML_E_LAST) c->program->uses_last = true;
  if (e->op == PML_E_PRIORITY) c->program->uses_priority = true;
  no_parts(c, e, "a special name");
}

bool pml_check_ref(pml_checker *c, pml_expr *e, bool whole_array, bool whole_struct) {
  const pml_symbol *s = pml_find(c, e->name);
  if (s && s->kind == PML_SYM_MEMBER) {
    e->op = PML_E_MTYPE;
    e->member = s->member;
    e->value = s->member->value;
    return no_parts(c, e, "an mtype constant");
  }
  e->op = special_name(c, e);
  if (e->op != PML_E_VAR) return use_special(c, e), true;
  if (!s || s->kind != PML_SYM_VAR) return pml_undeclared(c, e), false;
  e->var = s->var;
  return fields(c, e, whole_array, whole_struct);
}

void pml_check_target(pml_checker *c, pml_expr *e) {
  if (!pml_check_ref(c, e, false, false)) return;
  if (e->op == PML_E_MTYPE) {
    if (pml_complain(c, e->span, e->def, "the constant `%s` cannot be assigned to",
                     pml_text(c, e->name)))
      pml_add_note(c, e->member->span, "it is declared here");
  } else if (e->op == PML_E_PID || e->op == PML_E_NR_PR || e->op == PML_E_LAST ||
             e->op == PML_E_STDIN)
    pml_complain(c, e->span, e->def, "`%s` cannot be assigned to", pml_text(c, e->name));
}

// --- run

uint32_t pml_count_runs(const pml_expr *e) {
  uint32_t n = e->op == PML_E_RUN;
  for (uint32_t i = 0; i < e->n; i++) n += pml_count_runs(e->arg[i]);
  return n;
}

static void check_run(pml_checker *c, pml_expr *e) {
  for (uint32_t i = 0; i < e->n; i++) pml_check_expr(c, e->arg[i], PML_AT_WHOLE);
  if (c->in_formula || c->in_provided || (c->proc && c->proc->kind == PML_NEVER))
    pml_complain(c, e->span, e->def, "`run` cannot stand %s",
                 c->in_provided  ? "in `provided`"
                 : c->in_formula ? "in a formula"
                                 : "in a never claim");
  if (e->priority < 0 || e->priority > 255)
    pml_complain(c, e->span, e->def, "a priority is between 1 and 255");
  sv_push(c->later, (pml_later){e, c->call});
}

static void check_remote(pml_checker *c, pml_expr *e) {
  for (uint32_t i = 0; i < e->n; i++) pml_check_expr(c, e->arg[i], PML_AT_VALUE);
  if (e->field && e->field->index) pml_check_expr(c, e->field->index, PML_AT_VALUE);
  sv_push(c->later, (pml_later){e, c->call});
}

// --- operators

static bool is_probe(pml_op op) {
  return op == PML_E_FULL || op == PML_E_EMPTY || op == PML_E_NFULL || op == PML_E_NEMPTY;
}

static const char *opposite(pml_op op) {
  switch (op) {
  case PML_E_FULL: return "nfull";
  case PML_E_EMPTY: return "nempty";
  case PML_E_NFULL: return "full";
  default: return "empty";
  }
}

// Spin's reduction relies on it: probes meet `&&` and `||` only.
static void check_probes(pml_checker *c, const pml_expr *e) {
  bool formula = e->op >= PML_E_ALWAYS && e->op <= PML_E_EQUIV;
  if (e->op == PML_E_AND || e->op == PML_E_OR || formula || !c->proc) return;
  for (uint32_t i = 0; i < e->n; i++) {
    const pml_expr *a = e->arg[i];
    if (!is_probe(a->op)) continue;
    const char *word = pml_op_sign(a->op);
    if (!pml_complain(c, e->span, e->def, "`%s` cannot be an operand of `%s`", word,
                      pml_op_sign(e->op)))
      continue;
    if (e->op == PML_E_NOT) pml_add_hint(c, "use `%s` instead", opposite(a->op));
    else pml_add_hint(c, "`len` gives the number of messages in a channel");
  }
}

static void check_operand_types(pml_checker *c, const pml_expr *e) {
  if (e->op < PML_E_NEGATE || e->op > PML_E_GE) return;
  for (uint32_t i = 0; i < e->n; i++)
    if (pml_is_channel(e->arg[i]) &&
        pml_complain(c, e->arg[i]->span, e->arg[i]->def, "`%s` cannot be applied to a channel",
                     pml_op_sign(e->op)))
      pml_add_hint(c, "channels can be compared with `==` and `!=`");
}

static void check_division(pml_checker *c, const pml_expr *e) {
  if (e->op != PML_E_DIV && e->op != PML_E_MOD) return;
  int64_t v;
  if (pml_constant(c, e->arg[1], &v) && e->arg[1]->op == PML_E_NUMBER && !v)
    pml_warn(c, e->span, e->def, "this divides by zero");
}

static void check_progress(pml_checker *c, const pml_expr *e) {
  if (!c->in_formula && (!c->proc || c->proc->kind != PML_NEVER))
    pml_complain(c, e->span, e->def, "`np_` can only stand in never claims and formulas");
}

static void check_operator(pml_checker *c, pml_expr *e) {
  for (uint32_t i = 0; i < e->n; i++) pml_check_expr(c, e->arg[i], PML_AT_VALUE);
  check_probes(c, e);
  check_operand_types(c, e);
  check_division(c, e);
}

// --- channels

static void check_channel(pml_checker *c, pml_expr *e) {
  if (e->op != PML_E_VAR) {
    pml_check_expr(c, e, PML_AT_VALUE);
    pml_complain(c, e->span, e->def, "expected the name of a channel");
    return;
  }
  if (!pml_check_ref(c, e, false, false) || pml_is_channel(e)) return;
  const pml_var *v = pml_last_var(e);
  if (pml_complain(c, e->span, e->def, "`%s` is not a channel", pml_text(c, e->name)) && v)
    pml_add_note(c, v->span, "it is declared here");
}

static void check_value(pml_checker *c, pml_expr *e, bool whole) {
  if (!pml_check_ref(c, e, false, whole)) return;
  if (e->op == PML_E_DROP && pml_complain(c, e->span, e->def, "`_` has no value"))
    pml_add_hint(c, "it can only be written to");
}

void pml_check_expr(pml_checker *c, pml_expr *e, pml_position at) {
  if (at == PML_AT_CHANNEL) {
    check_channel(c, e);
    return;
  }
  switch (e->op) {
  case PML_E_VAR: check_value(c, e, at == PML_AT_WHOLE); break;
  case PML_E_RUN: check_run(c, e); break;
  case PML_E_LEN:
  case PML_E_FULL:
  case PML_E_EMPTY:
  case PML_E_NFULL:
  case PML_E_NEMPTY: check_channel(c, e->arg[0]); break;
  case PML_E_NP: check_progress(c, e); break;
  case PML_E_POLL: pml_check_poll(c, e); break;
  case PML_E_REMOTE_LABEL:
  case PML_E_REMOTE_VAR: check_remote(c, e); break;
  default: check_operator(c, e); break;
  }
}
