// print_expr.c -- expressions as text.

#include "lang/promela/parse/print.h"

const char *pml_op_sign(pml_op op) {
  static const char *const signs[] = {
#define OP(NAME, SIGN) SIGN,
      PML_OPS(OP)
#undef OP
  };
  return signs[op];
}

static void list(const sv_names *names, pml_expr *const *arg, uint32_t n, sv_text *out) {
  for (uint32_t i = 0; i < n; i++) {
    if (i) sv_text_string(out, ", ");
    pml_print_expr(names, arg[i], out);
  }
}

// name [ "[" index "]" ] { "." … }
static void path(const sv_names *names, const pml_expr *e, sv_text *out) {
  for (; e; e = e->field) {
    sv_text_string(out, sv_names_get(names, e->name));
    if (e->index) {
      sv_text_char(out, '[');
      pml_print_expr(names, e->index, out);
      sv_text_char(out, ']');
    }
    if (e->field) sv_text_char(out, '.');
  }
}

static void remote(const sv_names *names, const pml_expr *e, sv_text *out) {
  sv_text_string(out, sv_names_get(names, e->name));
  if (e->n) {
    sv_text_char(out, '[');
    pml_print_expr(names, e->arg[0], out);
    sv_text_char(out, ']');
  }
  sv_text_string(out, pml_op_sign(e->op));
  if (e->op == PML_E_REMOTE_LABEL) sv_text_string(out, sv_names_get(names, e->label_name));
  else path(names, e->field, out);
}

static void run(const sv_names *names, const pml_expr *e, sv_text *out) {
  sv_text_printf(out, "run %s(", sv_names_get(names, e->name));
  list(names, e->arg, e->n, out);
  sv_text_char(out, ')');
  if (e->priority) sv_text_printf(out, " priority %d", e->priority);
}

static void poll(const sv_names *names, const pml_expr *e, sv_text *out) {
  pml_print_expr(names, e->arg[0], out);
  sv_text_string(out, e->random ? "?"
                                  "?["
                                : "?[");
  list(names, e->arg + 1, e->n - 1, out);
  sv_text_char(out, ']');
}

static void operation(const sv_names *names, const pml_expr *e, sv_text *out) {
  const char *sign = pml_op_sign(e->op);
  sv_text_char(out, '(');
  if (e->n == 1) sv_text_printf(out, "%s ", sign);
  pml_print_expr(names, e->arg[0], out);
  if (e->n > 1) {
    sv_text_printf(out, " %s ", sign);
    pml_print_expr(names, e->arg[1], out);
  }
  if (e->n > 2) {
    sv_text_string(out, " : ");
    pml_print_expr(names, e->arg[2], out);
  }
  sv_text_char(out, ')');
}

static void function(const sv_names *names, const pml_expr *e, sv_text *out) {
  sv_text_printf(out, "%s(", pml_op_sign(e->op));
  pml_print_expr(names, e->arg[0], out);
  sv_text_char(out, ')');
}

void pml_print_expr(const sv_names *names, const pml_expr *e, sv_text *out) {
  switch (e->op) {
  case PML_E_NUMBER: sv_text_printf(out, "%d", e->value); break;
  case PML_E_VAR:
  case PML_E_FIELD:
  case PML_E_MTYPE:
  case PML_E_PID:
  case PML_E_NR_PR:
  case PML_E_LAST:
  case PML_E_PRIORITY:
  case PML_E_DROP:
  case PML_E_STDIN: path(names, e, out); break;
  case PML_E_TIMEOUT:
  case PML_E_NP: sv_text_string(out, pml_op_sign(e->op)); break;
  case PML_E_C_EXPR: sv_text_string(out, "c_expr { }"); break;
  case PML_E_RUN: run(names, e, out); break;
  case PML_E_POLL: poll(names, e, out); break;
  case PML_E_REMOTE_LABEL:
  case PML_E_REMOTE_VAR: remote(names, e, out); break;
  case PML_E_LEN:
  case PML_E_FULL:
  case PML_E_EMPTY:
  case PML_E_NFULL:
  case PML_E_NEMPTY:
  case PML_E_ENABLED:
  case PML_E_PC_VALUE:
  case PML_E_GET_PRIORITY:
  case PML_E_EVAL: function(names, e, out); break;
  default: operation(names, e, out); break;
  }
}
