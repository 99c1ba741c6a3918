// Tests of the front end of Boolean programs: what each dialect writes is
// read, and read as meant. Mistakes are tested in test_boolprog_errors.c.

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include <dirent.h>
#include <sys/stat.h>

#include "base/suggest.h"
#include "lang/boolprog/ast.h"
#include "lang/boolprog/boolprog.h"
#include "lang/boolprog/print.h"
#include "unit/unit.h"

// --- one parsed text

typedef struct {
  sv_sources *sources;
  sv_diags *diags;
  sv_arena *arena;
  sv_names *names;
  bp_program *program;
  sv_text text;  // scratch
} reading;

static void open_reading(reading *r, const char *text, size_t n) {
  *r = (reading){.sources = sv_sources_new(), .arena = sv_arena_new(), .names = sv_names_new()};
  r->diags = sv_diags_new(r->sources);
  uint32_t file = sv_sources_add(r->sources, "test.bp", text, n);
  r->program = bp_parse(r->arena, r->names, r->sources, file, r->diags);
}

static void close_reading(reading *r) {
  sv_text_free(&r->text);
  sv_names_free(r->names);
  sv_arena_free(r->arena);
  sv_diags_free(r->diags);
  sv_sources_free(r->sources);
}

static void fail_if_bad(reading *r) {
  if (r->program) return;
  sv_diags_render(r->diags, &r->text);
  fail_msg("%s", sv_text_get(&r->text));
}

// Reads without errors; warnings and unsupported words may be there.
static void read_text(reading *r, const char *text) {
  open_reading(r, text, strlen(text));
  fail_if_bad(r);
}

// Reads and says nothing at all.
static void read_quietly(reading *r, const char *text) {
  read_text(r, text);
  sv_diags_render(r->diags, &r->text);
  assert_string_equal(sv_text_get(&r->text), "");
}

static bp_proc *proc_named(reading *r, const char *name) {
  for (uint32_t i = 0; i < r->program->procs; i++)
    if (!strcmp(sv_names_get(r->names, r->program->proc[i]->name), name))
      return r->program->proc[i];
  fail_msg("no procedure %s", name);
  return NULL;
}

static bp_stmt *main_stmt(reading *r, uint32_t i) {
  assert_true(i < r->program->main->body.n);
  return r->program->main->body.at[i];
}

static const char *show(reading *r, const bp_expr *e) {
  sv_clear(r->text);
  bp_print_expr(r->names, e, &r->text);
  return sv_text_get(&r->text);
}

static const char *show_stmt(reading *r, const bp_stmt *s) {
  sv_clear(r->text);
  bp_print_stmt(r->sources, s, &r->text);
  return sv_text_get(&r->text);
}

static const char *name_of(reading *r, sv_name name) { return sv_names_get(r->names, name); }

// The tree of an expression over a, b, c, d, printed with all parentheses.
static void check_expr_reads(const char *source, const char *tree, uint32_t warnings) {
  reading r;
  sv_text program = {0};
  sv_text_printf(&program, "decl a, b, c, d;\nvoid main() begin a := * constrain %s; end\n",
                 source);
  read_text(&r, sv_text_get(&program));
  assert_string_equal(show(&r, main_stmt(&r, 0)->condition), tree);
  assert_int_equal(sv_diags_count(r.diags), warnings);
  close_reading(&r);
  sv_text_free(&program);
}

// --- expressions

static void test_precedence(void **state) {
  SV_UNUSED(state);
  check_expr_reads("a & b | c & d", "(a & b) | (c & d)", 0);
  check_expr_reads("a | b & c | d", "a | (b & c) | d", 0);
  check_expr_reads("!a & b", "!a & b", 0);
  check_expr_reads("!(a & b)", "!(a & b)", 0);
  check_expr_reads("a ^ b | c", "a ^ (b | c)", 1);
  check_expr_reads("a = b & c", "a = (b & c)", 1);
  check_expr_reads("a => b => c", "a => (b => c)", 1);
  check_expr_reads("a => b = c", "a => (b = c)", 1);
  check_expr_reads("a = b | c ^ d & a", "a = ((b | c) ^ (d & a))", 1);
  check_expr_reads("(a = b) & (c != d)", "(a = b) & (c != d)", 0);
  check_expr_reads("a = b = c", "a = (b = c)", 0);
  check_expr_reads("a ^ b ^ c", "a ^ b ^ c", 0);
  check_expr_reads("a => !b", "a => !b", 0);
  check_expr_reads("(a & b) & c", "(a & b) & c", 0);
}

static void test_spellings(void **state) {
  SV_UNUSED(state);
  check_expr_reads("a && b", "a & b", 0);
  check_expr_reads("a || b", "a | b", 0);
  check_expr_reads("~a", "!a", 0);
  check_expr_reads("a == b", "a = b", 0);
  check_expr_reads("a <> b", "a != b", 0);
  check_expr_reads("a -> b", "a => b", 0);
  check_expr_reads("a->b", "a => b", 0);
  check_expr_reads("!~!a", "!!!a", 0);
  check_expr_reads("T & F & 0 & 1", "T & F & F & T", 0);
}

static void test_primes(void **state) {
  SV_UNUSED(state);
  check_expr_reads("'a & !'b", "'a & !'b", 0);
  check_expr_reads("a' & !b'", "'a & !'b", 0);
  check_expr_reads("(!'a|'b)", "!'a | 'b", 0);
  check_expr_reads("'a='b", "'a = 'b", 0);
  check_expr_reads("a'=b'", "'a = 'b", 0);
}

static void test_choice_and_conditional(void **state) {
  SV_UNUSED(state);
  check_expr_reads("* & ?", "* & *", 0);
  check_expr_reads("a ? b : c", "a ? b : c", 0);
  check_expr_reads("? ? ? : *", "* ? * : *", 0);
  check_expr_reads("a | b ? c : d ? a : b", "(a | b) ? c : (d ? a : b)", 0);
  check_expr_reads("(a ? b : c) & d", "(a ? b : c) & d", 0);
  check_expr_reads("schoose[a, !b] | schoose [F,T]", "schoose[a, !b] | schoose[F, T]", 0);
  check_expr_reads("schoose[a => b, *]", "schoose[a => b, *]", 0);
}

static void test_long_chain(void **state) {
  SV_UNUSED(state);
  reading r;
  sv_text text = {0};
  sv_text_string(&text, "decl a;\nvoid main() begin a := a");
  for (int i = 0; i < 100000; i++) sv_text_string(&text, i % 2 ? " & a" : " &\n!a");
  sv_text_string(&text, "; end\n");
  read_quietly(&r, sv_text_get(&text));
  assert_int_equal(main_stmt(&r, 0)->value[0]->n, 100001);
  close_reading(&r);
  sv_text_free(&text);
}

// Nesting up to the limit works, in expressions and statements.
static void test_nesting_below_limit(void **state) {
  SV_UNUSED(state);
  reading r;
  sv_text text = {0};
  sv_text_string(&text, "decl a;\nvoid main() begin\n");
  for (int i = 0; i < 450; i++) sv_text_string(&text, "if a then ");
  sv_text_string(&text, "a := ");
  for (int i = 0; i < 450; i++) sv_text_char(&text, '(');
  sv_text_char(&text, 'a');
  for (int i = 0; i < 450; i++) sv_text_char(&text, ')');
  for (int i = 0; i < 450; i++) sv_text_string(&text, " fi");
  sv_text_string(&text, "\nend\n");
  read_quietly(&r, sv_text_get(&text));
  close_reading(&r);
  sv_text_free(&text);
}

// --- the dialects

static void test_slam(void **state) {
  SV_UNUSED(state);
  reading r;
  read_quietly(&r, "decl g1, g0;\n"
                   "bool unk() begin if (*) then return T; else return F; fi end\n"
                   "void main() begin\n"
                   "enforce T;\n"
                   "goto L2;\n"
                   "L1:\n"
                   "b_1: i_1: return ;\n"
                   "L2: b_2: ASYNC_7: C_5: C_5: C_5: p();\n"
                   "g0, g1 := schoose[F,T], schoose[g0,F] constrain (!((g1)&(!('g0))));\n"
                   "g0 := unk();\n"
                   "dead g0;\n"
                   "abortif (g0);\n"
                   "SLIC_ERROR: goto L1, L2;\n"
                   "end\n\n"
                   "void p() begin end\n");
  bp_proc *f = r.program->main;
  assert_int_equal(f->enforces, 1);
  bp_stmt *start = main_stmt(&r, 3);
  assert_int_equal(start->kind, BP_START);
  assert_true(start->async);
  assert_int_equal(start->labels, 4);  // L2 b_2 ASYNC_7 C_5
  assert_int_equal(start->inner->kind, BP_CALL);
  assert_ptr_equal(start->inner->proc, proc_named(&r, "p"));
  assert_true(proc_named(&r, "p")->started);
  assert_int_equal(f->calls, 1);  // unk, not the thread
  assert_int_equal(main_stmt(&r, 7)->kind, BP_ABORTIF);
  assert_int_equal(main_stmt(&r, 8)->jumps, 2);
  assert_ptr_equal(main_stmt(&r, 8)->jump[1].label->stmt, start);
  assert_true(r.program->starts_threads);
  close_reading(&r);
}

static void test_boppo(void **state) {
  SV_UNUSED(state);
  reading r;
  read_quietly(&r, "decl g, h;\n"
                   "bool<2> f(a) begin\n  decl l;\n  l := !a; return l, a\nend\n"
                   "void t() begin atomic_begin; g := 1; atomic_end end\n"
                   "void main() begin\n"
                   "  start_thread t();\n"
                   "  _, h := f(g | h);\n"
                   "  g, h := *, * constrain 'g = h;\n"
                   "  if g then assert(h) else while h do h := F; od fi\n"
                   "  skip\n"
                   "end\n");
  bp_stmt *call = main_stmt(&r, 1);
  assert_int_equal(call->kind, BP_CALL);
  assert_int_equal(call->targets, 2);
  assert_true(call->target[0].drop && !call->target[0].var);
  assert_string_equal(name_of(&r, call->target[1].var->name), "h");
  bp_proc *f = proc_named(&r, "f");
  assert_int_equal(f->results, 2);
  assert_int_equal(f->params, 1);
  assert_int_equal(f->vars.n, 2);
  assert_int_equal(f->vars.at[0]->scope, BP_PARAMETER);
  assert_int_equal(f->vars.at[1]->scope, BP_LOCAL);
  assert_ptr_equal(f->vars.at[1]->proc, f);
  assert_true(r.program->atomics);
  assert_string_equal(show(&r, main_stmt(&r, 2)->condition), "'g = h");
  bp_stmt *branch = main_stmt(&r, 3);
  assert_int_equal(branch->arms, 1);
  assert_true(branch->has_else);
  assert_int_equal(branch->otherwise.at[0]->kind, BP_WHILE);
  close_reading(&r);
}

static void test_satabs(void **state) {
  SV_UNUSED(state);
  reading r;
  read_quietly(&r, "// written by a tool\n"
                   "decl b0_x;  // x\n"
                   "decl thread_local b1_y;\n"
                   "void c$$main() begin\n"
                   " PC0: skip; // no predicates changed\n"
                   "\n  l1:\n PC1: if !b0_x then goto l2; fi;\n"
                   " PC2: start_thread goto l3;\n PC3: goto l2;\n"
                   "  l3:\n PC4: atomic_begin;\n PC5: assume(!b0_x);\n PC6: atomic_end;\n"
                   " PC7: end_thread;\n"
                   "  l2:\nend\n"
                   "void main() begin\n c$$main();\nend\n");
  bp_proc *f = proc_named(&r, "c$$main");
  assert_int_equal(r.program->globals.at[1]->scope, BP_THREAD_LOCAL);
  bp_stmt *start = f->body.at[2];
  assert_int_equal(start->kind, BP_START);
  assert_int_equal(start->inner->kind, BP_GOTO);
  assert_int_equal(start->inner->jump[0].label->stmt->kind, BP_ATOMIC_BEGIN);
  bp_stmt *last = f->body.at[f->body.n - 1];
  assert_int_equal(last->kind, BP_NOTHING);
  assert_int_equal(last->labels, 1);
  close_reading(&r);
}

static void test_boom(void **state) {
  SV_UNUSED(state);
  reading r;
  read_quietly(&r, "decl s;\n"
                   "void main() begin\n"
                   "  decl l, m;\n"
                   "  l, l$ := F, T;\n"
                   "  s, m$ := *, m$ & l | s & l$ constrain (!'s | !l$) -> 'm$;\n"
                   "  assert F;\n"
                   "end\n");
  bp_stmt *s = main_stmt(&r, 0);
  assert_false(s->target[0].passive);
  assert_true(s->target[1].passive);
  assert_ptr_equal(s->target[0].var, s->target[1].var);
  s = main_stmt(&r, 1);
  assert_string_equal(show(&r, s->value[1]), "(m$ & l) | (s & l$)");
  assert_string_equal(show(&r, s->condition), "(!'s | !l$) => 'm$");
  assert_true(r.program->broadcasts);
  assert_true(s->target[1].var->broadcast);
  assert_false(r.program->globals.at[0]->broadcast);
  close_reading(&r);
}

// x$ is an ordinary name where it is declared.
static void test_declared_dollar(void **state) {
  SV_UNUSED(state);
  reading r;
  read_quietly(&r, "decl x, x$;\nvoid main() begin x$ := x; assume(x$); end\n");
  assert_false(main_stmt(&r, 0)->target[0].passive);
  assert_false(r.program->broadcasts);
  close_reading(&r);
}

static void test_nbp(void **state) {
  SV_UNUSED(state);
  reading r;
  read_text(&r, "decl a := 0;\ndecl b := *, c := T, d;\n"
                "d := *;\n"
                "void main() begin\n"
                "  decl l := 1;\n"
                "  l := *;\n"
                "0: goto 1, 2;\n"
                "1: wait;\n"
                "2: broadcast;\n"
                "3: assert a;\n"
                "end\n");
  const bp_vars *g = &r.program->globals;
  assert_int_equal(g->at[0]->init, BP_INIT_FALSE);
  assert_int_equal(g->at[1]->init, BP_INIT_ANY);
  assert_int_equal(g->at[2]->init, BP_INIT_TRUE);
  assert_int_equal(g->at[3]->init, BP_INIT_ANY);
  assert_int_equal(r.program->main->vars.at[0]->init, BP_INIT_TRUE);
  assert_int_equal(main_stmt(&r, 1)->jump[1].label->stmt->kind, BP_BROADCAST);
  assert_int_equal(sv_diags_unsupported(r.diags), 2);
  assert_int_equal(sv_diags_errors(r.diags), 0);
  close_reading(&r);
}

static void test_uninitialised(void **state) {
  SV_UNUSED(state);
  reading r;
  read_quietly(&r, "decl a;\nvoid main() begin decl l; l := a; end\n");
  assert_int_equal(r.program->globals.at[0]->init, BP_INIT_OPEN);
  assert_int_equal(r.program->globals.at[0]->init_span.file, 0);
  assert_int_equal(r.program->main->vars.at[0]->init, BP_INIT_OPEN);
  close_reading(&r);
}

static void test_wali(void **state) {
  SV_UNUSED(state);
  reading r;
  read_quietly(&r, "decl {p == q}, {x->next != 0};\n"
                   "void main() begin\n"
                   "  {p == q} := {x->next != 0} ? T : {p == q};\n"
                   "  {p == q}, {x->next != 0} := *, * constrain '{p == q} | {p == q}';\n"
                   "end\n");
  assert_string_equal(name_of(&r, r.program->globals.at[0]->name), "{p == q}");
  assert_string_equal(show(&r, main_stmt(&r, 1)->condition), "'{p == q} | '{p == q}");
  close_reading(&r);
}

static void test_getafix(void **state) {
  SV_UNUSED(state);
  reading r;
  read_quietly(&r, "decl a;\n"
                   "dfs bool f(x) begin return (!x); end\n"
                   "main() begin\n"
                   "  while (?) do\n    call f(a);\n    a := call f(a);\n  od;\n"
                   "  if (a) then print(a, !a); else skip; fi;\n"
                   "  constrain(a = 'a);\n"
                   "end\n");
  assert_true(proc_named(&r, "f")->dfs);
  assert_int_equal(r.program->main->results, 0);
  bp_stmt *loop = main_stmt(&r, 0);
  assert_int_equal(loop->condition->op, BP_CHOICE);
  assert_int_equal(loop->body.at[0]->kind, BP_CALL);
  assert_int_equal(loop->body.at[1]->targets, 1);
  bp_stmt *constrain = main_stmt(&r, 2);
  assert_int_equal(constrain->kind, BP_ASSIGN);
  assert_int_equal(constrain->targets, 0);
  assert_string_equal(show(&r, constrain->condition), "a = 'a");
  close_reading(&r);
}

static void test_locks(void **state) {
  SV_UNUSED(state);
  reading r;
  read_quietly(&r, "decl l, g;\n"
                   "void f() begin lock l; g := 1; unlock(l); end_thread; end\n"
                   "void main() begin start_thread f; start_thread f(); l := 0; end\n");
  bp_proc *f = proc_named(&r, "f");
  assert_int_equal(f->body.at[0]->kind, BP_LOCK);
  assert_ptr_equal(f->body.at[2]->target[0].var, r.program->globals.at[0]);
  assert_true(r.program->locks);
  assert_true(r.program->globals.at[0]->locked.file != 0);
  assert_true(r.program->globals.at[0]->assigned.file != 0);
  assert_int_equal(r.program->globals.at[1]->locked.file, 0);
  assert_int_equal(main_stmt(&r, 0)->inner->kind, BP_CALL);
  close_reading(&r);
}

static void test_start_of_any_statement(void **state) {
  SV_UNUSED(state);
  reading r;
  read_quietly(&r, "decl g;\nbool f(x) begin return x; end\n"
                   "void main() begin\n"
                   "  start_thread g := 1;\n"
                   "  start_thread f(g);\n"
                   "  start_thread g := f(g);\n"
                   "  start_thread if g then skip; fi\n"
                   "  ASYNC_x: while * do g := !g; od\n"
                   "  ASYNC_y: start_thread f(1);\n"
                   "end\n");
  static const bp_stmt_kind inner[] = {BP_ASSIGN, BP_CALL, BP_CALL, BP_IF, BP_WHILE, BP_CALL};
  for (uint32_t i = 0; i < SV_COUNT(inner); i++) {
    assert_int_equal(main_stmt(&r, i)->kind, BP_START);
    assert_int_equal(main_stmt(&r, i)->inner->kind, inner[i]);
  }
  assert_int_equal(r.program->main->calls, 1);  // g := f(g) runs on a copy of this frame
  close_reading(&r);
}

// --- words, separators, labels

static void test_words_as_procedures(void **state) {
  SV_UNUSED(state);
  reading r;
  read_quietly(&r, "decl a;\n"
                   "void atomic_begin() begin end\n"
                   "void assume() begin end\n"
                   "void call() begin end\n"
                   "void skip(x) begin end\n"
                   "void lock(x) begin end\n"
                   "void main() begin\n"
                   "  atomic_begin(); atomic_begin; atomic_end; assume(); assume(a); assume a;\n"
                   "  call(); call skip(a); skip(a); skip; lock(a); lock a;\n"
                   "end\n");
  static const bp_stmt_kind kinds[] = {BP_CALL,   BP_ATOMIC_BEGIN, BP_ATOMIC_END, BP_CALL,
                                       BP_ASSUME, BP_ASSUME,       BP_CALL,       BP_CALL,
                                       BP_CALL,   BP_SKIP,         BP_CALL,       BP_LOCK};
  assert_int_equal(r.program->main->body.n, SV_COUNT(kinds));
  for (uint32_t i = 0; i < SV_COUNT(kinds); i++) assert_int_equal(main_stmt(&r, i)->kind, kinds[i]);
  close_reading(&r);
}

static void test_soft_words(void **state) {
  SV_UNUSED(state);
  reading r;
  read_quietly(&r, "decl lock, wait, call, print, sync, dfs;\n"
                   "void main() begin\n"
                   "  lock := wait & call;\n"
                   "  wait, print := dfs, sync;\n"
                   "  lock lock; unlock lock;\n"
                   "signal: dead wait, call; print(print);\n"
                   "  goto signal;\n"
                   "end\n");
  static const bp_stmt_kind kinds[] = {BP_ASSIGN, BP_ASSIGN, BP_LOCK, BP_UNLOCK,
                                       BP_DEAD,   BP_PRINT,  BP_GOTO};
  for (uint32_t i = 0; i < SV_COUNT(kinds); i++) assert_int_equal(main_stmt(&r, i)->kind, kinds[i]);
  close_reading(&r);
}

static void test_separators(void **state) {
  SV_UNUSED(state);
  reading r;
  read_quietly(&r, ";;decl a;;\nvoid main() begin ;;\n"
                   "  if a then a := 0 elsif * then ; elif a then skip; else a := 1 fi\n"
                   "  while a do od a := 1;;; ; ;\n"
                   "  while a do a := 0 od; L: ; M: N:\n"
                   "end;\n");
  static const bp_stmt_kind kinds[] = {BP_IF,    BP_WHILE,   BP_ASSIGN,
                                       BP_WHILE, BP_NOTHING, BP_NOTHING};
  assert_int_equal(r.program->main->body.n, SV_COUNT(kinds));
  for (uint32_t i = 0; i < SV_COUNT(kinds); i++) assert_int_equal(main_stmt(&r, i)->kind, kinds[i]);
  assert_int_equal(main_stmt(&r, 0)->arms, 3);
  assert_int_equal(main_stmt(&r, 5)->labels, 2);
  close_reading(&r);
}

static void test_comments_and_line_ends(void **state) {
  SV_UNUSED(state);
  reading r;
  read_quietly(&r,
               "\xEF\xBB\xBF/* a /* b **/ decl a; // decl a;\r\n//\r\n/**/void main()/***/begin\r\n"
               "\ta:=1/**/;end// \xC3\xBC");
  assert_int_equal(r.program->main->body.n, 1);
  close_reading(&r);
}

static void test_scopes(void **state) {
  SV_UNUSED(state);
  reading r;
  read_quietly(&r, "void main() begin x := y; if y then decl y; fi f(x); end\n"
                   "void f(x) begin x := 1; L: goto L; end\n"
                   "void g() begin L: goto L; end\n"
                   "decl x, y, f, L;\n");
  bp_stmt *s = main_stmt(&r, 0);
  assert_int_equal(s->target[0].var->scope, BP_GLOBAL);
  assert_int_equal(s->value[0]->var->scope, BP_LOCAL);
  assert_int_equal(proc_named(&r, "f")->body.at[0]->target[0].var->scope, BP_PARAMETER);
  close_reading(&r);
}

// --- recursion

static void test_recursion(void **state) {
  SV_UNUSED(state);
  reading r;
  read_quietly(&r, "void main() begin a(); start_thread main(); end\n"
                   "void a() begin b(); c(); end\n"
                   "void b() begin if * then a(); fi d(); end\n"
                   "void c() begin c(); end\n"
                   "void d() begin end\n"
                   "void e() begin start_thread e(); end\n");
  static const struct {
    const char *name;
    bool recursive;
  } want[] = {{"main", false}, {"a", true}, {"b", true}, {"c", true}, {"d", false}, {"e", false}};
  for (uint32_t i = 0; i < SV_COUNT(want); i++)
    assert_int_equal(proc_named(&r, want[i].name)->recursive, want[i].recursive);
  assert_true(r.program->recursive);
  sv_span call = proc_named(&r, "b")->cycle_call;
  assert_int_equal(sv_source_place(r.sources, call.file, call.begin).line, 3);
  sv_clear(r.text);
  bp_print_source(r.sources, call, &r.text);
  assert_string_equal(sv_text_get(&r.text), "a()");
  close_reading(&r);
}

static void test_deep_call_graph(void **state) {
  SV_UNUSED(state);
  reading r;
  sv_text text = {0};
  for (int i = 0; i < 3000; i++) sv_text_printf(&text, "void p%d() begin p%d(); end\n", i, i + 1);
  sv_text_string(&text, "void p3000() begin end\nvoid main() begin p0(); end\n");
  read_quietly(&r, sv_text_get(&text));
  assert_false(r.program->recursive);
  close_reading(&r);
  sv_text_free(&text);
}

// --- text for traces

static void test_statement_text(void **state) {
  SV_UNUSED(state);
  reading r;
  read_quietly(&r, "decl a, b, {x  /* y}; void main() begin\n"
                   "L: M:  a ,b:= *,\n    schoose[ a,b ]  // why\n  constrain /* not */ ('a|b) ;\n"
                   "  if   (a\n & b) then skip; elsif  * then skip; fi;\n"
                   "  while *  do a:=!a; od;\n"
                   "  {x  /* y}   := T;\n"
                   "  ASYNC_1:  assert( a );\n"
                   "  start_thread   goto   L;\n"
                   "end\n");
  assert_string_equal(show_stmt(&r, main_stmt(&r, 0)), "a ,b:= *, schoose[ a,b ] constrain ('a|b)");
  assert_string_equal(show_stmt(&r, main_stmt(&r, 1)), "if (a & b)");
  sv_clear(r.text);
  bp_print_source(r.sources, main_stmt(&r, 1)->arm[1].span, &r.text);
  assert_string_equal(sv_text_get(&r.text), "elsif *");
  assert_string_equal(show_stmt(&r, main_stmt(&r, 2)), "while *");
  assert_string_equal(show_stmt(&r, main_stmt(&r, 3)), "{x  /* y} := T");
  assert_string_equal(show_stmt(&r, main_stmt(&r, 4)), "assert( a )");
  assert_string_equal(show_stmt(&r, main_stmt(&r, 5)), "start_thread goto L");
  close_reading(&r);
}

// --- suggestions

static void test_edit_distance(void **state) {
  SV_UNUSED(state);
  assert_int_equal(sv_edit_distance("", ""), 0);
  assert_int_equal(sv_edit_distance("abc", ""), 3);
  assert_int_equal(sv_edit_distance("goto", "GOTO"), 0);
  assert_int_equal(sv_edit_distance("whlie", "while"), 1);
  assert_int_equal(sv_edit_distance("kitten", "sitting"), 3);
  char longer[100];
  memset(longer, 'x', sizeof longer);
  longer[99] = 0;
  assert_int_equal(sv_edit_distance(longer, "x"), UINT32_MAX);
}

static void test_suggestion(void **state) {
  SV_UNUSED(state);
  sv_suggestion s = sv_suggest("locl");
  sv_suggest_try(&s, "unrelated");
  assert_null(s.best);
  sv_suggest_try(&s, "local");
  sv_suggest_try(&s, "lock");
  assert_string_equal(s.best, "local");  // both are one step away: the first stays
  s = sv_suggest("x");
  sv_suggest_try(&s, "y");
  assert_null(s.best);
}

// --- other people's programs, where they are

static void parse_file(const char *path, uint32_t *files, uint32_t *bad) {
  reading r;
  const char *why;
  sv_sources *sources = sv_sources_new();
  uint32_t file = sv_sources_read(sources, path, &why);
  if (!file) fail_msg("%s: %s", path, why);
  open_reading(&r, sv_source_text(sources, file), sv_source_size(sources, file));
  ++*files;
  if (!r.program) {
    ++*bad;
    sv_diags_render(r.diags, &r.text);
    print_error("%s\n%s", path, sv_text_get(&r.text));
  }
  close_reading(&r);
  sv_sources_free(sources);
}

static void parse_folder(const char *folder, uint32_t *files, uint32_t *bad) {
  DIR *dir = opendir(folder);
  if (!dir) return;
  for (struct dirent *e; (e = readdir(dir));) {
    sv_text path = {0};
    struct stat info;
    sv_text_printf(&path, "%s/%s", folder, e->d_name);
    size_t n = strlen(e->d_name);
    if (e->d_name[0] != '.' && !stat(sv_text_get(&path), &info)) {
      if (S_ISDIR(info.st_mode)) parse_folder(sv_text_get(&path), files, bad);
      else if (n > 3 && !strcmp(e->d_name + n - 3, ".bp"))
        parse_file(sv_text_get(&path), files, bad);
    }
    sv_text_free(&path);
  }
  closedir(dir);
}

static void check_folder(const char *below, bool required) {
  const char *root = getenv("SELVAGE_ROOT");
  sv_text path = {0};
  uint32_t files = 0, bad = 0;
  sv_text_printf(&path, "%s/%s", root ? root : SELVAGE_ROOT, below);
  parse_folder(sv_text_get(&path), &files, &bad);
  if (!files) print_message("%s: not there, skipped\n", below);
  else print_message("%s: %u files, %u not read\n", below, files, bad);
  assert_true(files || !required);
  assert_int_equal(bad, 0);
  sv_text_free(&path);
}

static void test_own_corpus(void **state) {
  SV_UNUSED(state);
  check_folder("tests/corpus/boolprog", true);
}

static void test_shared_corpus(void **state) {
  SV_UNUSED(state);
  check_folder("../shared/corpus/boolprog", false);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_precedence),
      cmocka_unit_test(test_spellings),
      cmocka_unit_test(test_primes),
      cmocka_unit_test(test_choice_and_conditional),
      cmocka_unit_test(test_long_chain),
      cmocka_unit_test(test_nesting_below_limit),
      cmocka_unit_test(test_slam),
      cmocka_unit_test(test_boppo),
      cmocka_unit_test(test_satabs),
      cmocka_unit_test(test_boom),
      cmocka_unit_test(test_declared_dollar),
      cmocka_unit_test(test_nbp),
      cmocka_unit_test(test_uninitialised),
      cmocka_unit_test(test_wali),
      cmocka_unit_test(test_getafix),
      cmocka_unit_test(test_locks),
      cmocka_unit_test(test_start_of_any_statement),
      cmocka_unit_test(test_words_as_procedures),
      cmocka_unit_test(test_soft_words),
      cmocka_unit_test(test_separators),
      cmocka_unit_test(test_comments_and_line_ends),
      cmocka_unit_test(test_scopes),
      cmocka_unit_test(test_recursion),
      cmocka_unit_test(test_deep_call_graph),
      cmocka_unit_test(test_statement_text),
      cmocka_unit_test(test_edit_distance),
      cmocka_unit_test(test_suggestion),
      cmocka_unit_test(test_own_corpus),
      cmocka_unit_test(test_shared_corpus),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
