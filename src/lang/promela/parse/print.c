// print.c -- see print.h. Indented by two blanks per level.

#include "lang/promela/parse/print.h"

typedef struct {
  const sv_names *names;
  sv_text *out;
  uint32_t indent;
} printer;

static void stmt(printer *, const pml_stmt *);

static const char *text(const printer *p, sv_name name) { return sv_names_get(p->names, name); }

static void line(printer *p) { sv_text_printf(p->out, "\n%*s", (int)(2 * p->indent), ""); }

static void expr(printer *p, const pml_expr *e) { pml_print_expr(p->names, e, p->out); }

static void exprs(printer *p, pml_expr *const *arg, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    if (i) sv_text_string(p->out, ", ");
    expr(p, arg[i]);
  }
}

// --- declarations

static void type(printer *p, const pml_type *t) {
  static const char *const names[] = {"bit", "bool",     "byte",  "pid",  "short",
                                      "int", "unsigned", "mtype", "chan", ""};
  sv_text_string(p->out, names[t->kind]);
  if (t->kind == PML_MTYPE && t->name.x) sv_text_char(p->out, ':');
  if (t->name.x) sv_text_string(p->out, text(p, t->name));
}

static void chan_init(printer *p, const pml_chan_init *c) {
  sv_text_string(p->out, " = [");
  expr(p, c->size);
  sv_text_string(p->out, "] of { ");
  for (uint32_t i = 0; i < c->fields; i++) {
    if (i) sv_text_string(p->out, ", ");
    type(p, &c->field[i]);
  }
  sv_text_string(p->out, " }");
}

static void var(printer *p, const pml_var *v) {
  static const char *const visibility[] = {"", "hidden ", "show ", "local "};
  sv_text_string(p->out, visibility[v->visibility]);
  type(p, &v->type);
  sv_text_printf(p->out, " %s", text(p, v->name));
  if (v->type.bits) sv_text_printf(p->out, " : %u", v->type.bits);
  if (v->is_array) sv_text_printf(p->out, "[%d]", v->length);
  if (v->init) sv_text_string(p->out, " = "), expr(p, v->init);
  if (v->list) {
    sv_text_string(p->out, " = { ");
    exprs(p, v->list, v->lists);
    sv_text_string(p->out, " }");
  }
  if (v->chan) chan_init(p, v->chan);
}

static void vars(printer *p, pml_var *const *v, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    if (i) sv_text_string(p->out, "; ");
    var(p, v[i]);
  }
}

// The same, one per line.
static void declarations(printer *p, pml_var *const *v, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    if (i) sv_text_char(p->out, ';'), line(p);
    var(p, v[i]);
  }
}

// --- statements

static void labels(printer *p, const pml_stmt *s) {
  for (uint32_t i = 0; i < s->labels; i++)
    sv_text_printf(p->out, "%s: ", text(p, s->label[i]->name));
}

static void sequence(printer *p, const pml_block *b) {
  p->indent++;
  for (uint32_t i = 0; i < b->n; i++) {
    line(p);
    labels(p, b->at[i]);
    stmt(p, b->at[i]);
    if (i + 1 < b->n) sv_text_char(p->out, ';');
  }
  p->indent--;
}

static void braces(printer *p, const char *word, const pml_block *b) {
  sv_text_printf(p->out, "%s{", word);
  sequence(p, b);
  line(p);
  sv_text_char(p->out, '}');
}

static void options(printer *p, const pml_stmt *s, const char *open, const char *close) {
  sv_text_string(p->out, open);
  for (uint32_t i = 0; i < s->options; i++) {
    line(p);
    sv_text_string(p->out, "::");
    sequence(p, &s->option[i]);
  }
  line(p);
  sv_text_string(p->out, close);
}

static void range(printer *p, const pml_stmt *s, const char *word) {
  sv_text_printf(p->out, "%s (", word);
  expr(p, s->target);
  sv_text_string(p->out, " : ");
  expr(p, s->value);
  sv_text_string(p->out, " .. ");
  expr(p, s->upto);
  sv_text_char(p->out, ')');
}

static void message(printer *p, const pml_stmt *s, const char *sign) {
  expr(p, s->target);
  sv_text_string(p->out, sign);
  if (s->keep) sv_text_char(p->out, '<');
  exprs(p, s->message, s->messages);
  if (s->keep) sv_text_char(p->out, '>');
}

static void print_format(printer *p, const pml_stmt *s) {
  sv_text_printf(p->out, "printf(%s", text(p, s->format));
  if (s->messages) sv_text_string(p->out, ", ");
  exprs(p, s->message, s->messages);
  sv_text_char(p->out, ')');
}

static void unless(printer *p, const pml_stmt *s) {
  labels(p, s->body.at[0]);
  stmt(p, s->body.at[0]);
  sv_text_string(p->out, " unless ");
  labels(p, s->body.at[1]);
  stmt(p, s->body.at[1]);
}

static void word_expr(printer *p, const char *before, const pml_expr *e, const char *after) {
  sv_text_string(p->out, before);
  expr(p, e);
  sv_text_string(p->out, after);
}

static void for_in(printer *p, const pml_stmt *s) {
  word_expr(p, "for (", s->target, " in ");
  word_expr(p, "", s->value, ") ");
  braces(p, "", &s->body);
}

static void stmt(printer *p, const pml_stmt *s) {
  switch (s->kind) {
  case PML_S_DECL: declarations(p, s->var, s->vars); break;
  case PML_S_EXPR: expr(p, s->value); break;
  case PML_S_ASSIGN:
    word_expr(p, "", s->target, " = ");
    expr(p, s->value);
    break;
  case PML_S_INCREMENT: word_expr(p, "", s->target, "++"); break;
  case PML_S_DECREMENT: word_expr(p, "", s->target, "--"); break;
  case PML_S_SEND: message(p, s, s->sorted ? "!!" : "!"); break;
  case PML_S_RECEIVE: message(p, s, s->random ? "??" : "?"); break;
  case PML_S_ASSERT: word_expr(p, "assert(", s->value, ")"); break;
  case PML_S_PRINTF: print_format(p, s); break;
  case PML_S_PRINTM: word_expr(p, "printm(", s->value, ")"); break;
  case PML_S_ELSE: sv_text_string(p->out, "else"); break;
  case PML_S_GOTO: sv_text_printf(p->out, "goto %s", text(p, s->jump)); break;
  case PML_S_BREAK: sv_text_string(p->out, "break"); break;
  case PML_S_IF: options(p, s, "if", "fi"); break;
  case PML_S_DO: options(p, s, "do", "od"); break;
  case PML_S_FOR:
    range(p, s, "for");
    braces(p, " ", &s->body);
    break;
  case PML_S_FOR_IN: for_in(p, s); break;
  case PML_S_SELECT: range(p, s, "select"); break;
  case PML_S_ATOMIC: braces(p, "atomic ", &s->body); break;
  case PML_S_D_STEP: braces(p, "d_step ", &s->body); break;
  case PML_S_BLOCK: braces(p, "", &s->body); break;
  case PML_S_UNLESS: unless(p, s); break;
  case PML_S_SET_PRIORITY:
    word_expr(p, "set_priority(", s->value, ", ");
    word_expr(p, "", s->upto, ")");
    break;
  case PML_S_EXCLUSIVE:
    sv_text_string(p->out, s->sends ? "xs " : "xr ");
    exprs(p, s->message, s->messages);
    break;
  case PML_S_C_CODE: sv_text_string(p->out, "c_code { }"); break;
  }
}

void pml_print_stmt(const sv_names *names, const pml_stmt *s, sv_text *out) {
  printer p = {names, out, 0};
  stmt(&p, s);
}

// --- units

static void mtype(printer *p, const pml_unit *u) {
  sv_text_string(p->out, "mtype");
  if (u->mtype->name.x) sv_text_printf(p->out, ":%s", text(p, u->mtype->name));
  sv_text_string(p->out, " = {");
  for (uint32_t i = 0; i < u->members; i++)
    sv_text_printf(p->out, "%s %s", i ? "," : "", text(p, u->member[i]->name));
  sv_text_string(p->out, " }");
}

static void proctype(printer *p, const pml_proc *proc) {
  if (proc->is_active) sv_text_printf(p->out, "active [%d] ", proc->active);
  sv_text_printf(p->out, "%s %s(", proc->deterministic ? "D_proctype" : "proctype",
                 text(p, proc->name));
  vars(p, proc->var, proc->params);
  sv_text_string(p->out, ") ");
}

static void process(printer *p, const pml_proc *proc) {
  switch (proc->kind) {
  case PML_PROCTYPE: proctype(p, proc); break;
  case PML_INIT: sv_text_string(p->out, "init "); break;
  case PML_NEVER: {
    const char *name = text(p, proc->name);
    sv_text_printf(p->out, "never %s", strcmp(name, "never") != 0 ? name : "");
    break;
  }
  case PML_TRACE: sv_text_string(p->out, "trace "); break;
  case PML_NOTRACE: sv_text_string(p->out, "notrace "); break;
  }
  if (proc->priority) sv_text_printf(p->out, "priority %d ", proc->priority);
  if (proc->provided) word_expr(p, "provided (", proc->provided, ") ");
  braces(p, "", &proc->body);
}

static void unit(printer *p, const pml_unit *u) {
  switch (u->kind) {
  case PML_U_VARS: declarations(p, u->var, u->vars); break;
  case PML_U_MTYPE: mtype(p, u); break;
  case PML_U_STRUCT:
    sv_text_printf(p->out, "typedef %s { ", text(p, u->record->name));
    vars(p, u->record->field, u->record->fields);
    sv_text_string(p->out, " }");
    break;
  case PML_U_PROC: process(p, u->proc); break;
  case PML_U_LTL:
    sv_text_printf(p->out, "ltl %s { ", text(p, u->ltl->name));
    word_expr(p, "", u->ltl->formula, " }");
    break;
  }
  sv_text_string(p->out, ";\n");
}

void pml_print(const sv_names *names, const pml_program *program, sv_text *out) {
  printer p = {names, out, 0};
  for (uint32_t i = 0; i < program->units; i++) unit(&p, &program->unit[i]);
}
