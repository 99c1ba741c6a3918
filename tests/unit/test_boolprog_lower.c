// Tests of what Boolean programs mean: the flat form of procedures, which
// variables matter, how many threads there can be, and the model that comes
// out, explored with exec. tests/differential compares the same with Spin.

#include "exec/exec.h"
#include "lang/boolprog/boolprog.h"
#include "lang/boolprog/flow.h"
#include "lang/lang.h"
#include "unit/unit.h"

// ---- Procedures, parsed but not lowered ------------------------------------------------------

typedef struct {
  sv_sources *sources;
  sv_diags *diags;
  sv_arena *arena;
  sv_names *names;
  bp_program *program;
  bp_flow flow;  // of main
  sv_text text;
} tree;

static void tree_open(tree *t, const char *text) {
  *t = (tree){.sources = sv_sources_new(), .arena = sv_arena_new(), .names = sv_names_new()};
  t->diags = sv_diags_new(t->sources);
  uint32_t file = sv_sources_add(t->sources, "test.bp", text, strlen(text));
  t->program = bp_parse(t->arena, t->names, t->sources, file, t->diags);
  if (t->program) {
    bp_flow_build(t->program->main, &t->flow);
    return;
  }
  sv_diags_render(t->diags, &t->text);
  fail_msg("%s", sv_text_get(&t->text));
}

static void tree_close(tree *t) {
  bp_flow_free(&t->flow);
  sv_text_free(&t->text);
  sv_names_free(t->names);
  sv_arena_free(t->arena);
  sv_diags_free(t->diags);
  sv_sources_free(t->sources);
}

static const char *node_word(const bp_node *n) {
  static const char *const words[] = {
      "nothing",      "skip",       "assign",  "call",   "return", "goto",  "assume",
      "assert",       "abortif",    "enforce", "if",     "while",  "start", "end_thread",
      "atomic_begin", "atomic_end", "lock",    "unlock", "dead",   "print"};
  if (n->kind == BP_NODE_END) return "END";
  if (n->kind == BP_NODE_END_THREAD) return "STOP";
  return words[n->stmt->kind];
}

// Numbers nodes in the order in which they are reached.
static uint32_t number_of(sv_u32s *order, uint32_t node) {
  for (uint32_t i = 0; i < order->n; i++)
    if (order->at[i] == node) return i;
  sv_push(*order, node);
  return order->n - 1;
}

static void print_node(tree *t, sv_u32s *order, uint32_t i) {
  const bp_node *n = &t->flow.nodes.at[order->at[i]];
  sv_text_printf(&t->text, "%s%u %s", i ? "; " : "", i, node_word(n));
  for (uint32_t k = 0; k < n->n; k++)
    sv_text_printf(&t->text, " %u", number_of(order, bp_successor(&t->flow, n, k)));
  if (n->inner != UINT32_MAX) sv_text_printf(&t->text, " (%u)", number_of(order, n->inner));
}

// "0 if 1 2; 1 skip 2; 2 END": each node of main with its successors, and in
// parentheses where a new thread begins.
static void check_flow(const char *body, const char *expected) {
  tree t;
  sv_u32s order = {0};
  char text[1000];
  snprintf(text, sizeof text,
           "decl x, y; void f(a) begin end bool g() begin return 1; end\n"
           "void main() begin %s end",
           body);
  tree_open(&t, text);
  number_of(&order, t.flow.entry);
  for (uint32_t i = 0; i < order.n; i++) print_node(&t, &order, i);
  assert_string_equal(sv_text_get(&t.text), expected);
  sv_vec_free(order);
  tree_close(&t);
}

static void test_flow_plain(void **state) {
  SV_UNUSED(state);
  static const char *const plain[][2] = {{"skip", "skip"},
                                         {"x := 1", "assign"},
                                         {"f(1)", "call"},
                                         {"y := g()", "call"},
                                         {"assume(x)", "assume"},
                                         {"assert(x)", "assert"},
                                         {"abortif(x)", "abortif"},
                                         {"atomic_begin", "atomic_begin"},
                                         {"atomic_end", "atomic_end"},
                                         {"lock x", "lock"},
                                         {"unlock x", "unlock"},
                                         {"dead x", "dead"},
                                         {"print(x)", "print"},
                                         {"constrain(x)", "assign"},
                                         {"enforce x", "enforce"}};
  for (size_t i = 0; i < SV_COUNT(plain); i++) {
    char body[100], expected[100];
    snprintf(body, sizeof body, "%s; skip;", plain[i][0]);
    snprintf(expected, sizeof expected, "0 %s 1; 1 skip 2; 2 END", plain[i][1]);
    check_flow(body, expected);
  }
  check_flow("", "0 END");
}

static void test_flow_branches(void **state) {
  SV_UNUSED(state);
  check_flow("if x then skip; fi", "0 if 1 2; 1 skip 2; 2 END");
  check_flow("if x then skip; else f(1); fi", "0 if 1 2; 1 skip 3; 2 call 3; 3 END");
  check_flow("if x then skip; elsif y then f(1); else assume(x); fi assert(y);",
             "0 if 1 2 3; 1 skip 4; 2 call 4; 3 assume 4; 4 assert 5; 5 END");
  check_flow("if x then elsif y then fi", "0 if 1 1 1; 1 END");
  check_flow("if x then else fi", "0 if 1 1; 1 END");
}

static void test_flow_loops(void **state) {
  SV_UNUSED(state);
  check_flow("while x do skip; od f(1);", "0 while 1 2; 1 skip 0; 2 call 3; 3 END");
  check_flow("while x do od", "0 while 0 1; 1 END");
  check_flow("while x do while y do od od", "0 while 1 2; 1 while 1 0; 2 END");
}

static void test_flow_jumps(void **state) {
  SV_UNUSED(state);
  check_flow("l: skip; goto l;", "0 skip 1; 1 goto 0");
  check_flow("goto a, b; a: skip; b: f(1);", "0 goto 1 2; 1 skip 2; 2 call 3; 3 END");
  check_flow("l: goto l;", "0 goto 0");
  check_flow("goto in; while x do skip; in: f(1); od",
             "0 goto 1; 1 call 2; 2 while 3 4; 3 skip 1; 4 END");
  check_flow("if x then goto out; fi skip; out: f(1);",
             "0 if 1 2; 1 goto 3; 2 skip 3; 3 call 4; 4 END");
  check_flow("return; skip;", "0 return 1; 1 skip 2; 2 END");
  check_flow("end_thread;", "0 end_thread 1; 1 END");
}

// A label makes a place of its own even where there is no statement.
static void test_flow_labels(void **state) {
  SV_UNUSED(state);
  check_flow("; ; skip;;", "0 skip 1; 1 END");
  check_flow("goto l; l:", "0 goto 1; 1 nothing 2; 2 END");
  check_flow("l: ; skip; goto l;", "0 nothing 1; 1 skip 2; 2 goto 0");
  check_flow("goto b; a: b: a: skip; goto a;", "0 goto 1; 1 skip 2; 2 goto 1");
  check_flow("if x then l: fi goto l;", "0 if 1 2; 1 nothing 2; 2 goto 1");
}

static void test_flow_threads(void **state) {
  SV_UNUSED(state);
  check_flow("start_thread f(x);", "0 start 1; 1 END");
  check_flow("start_thread x := 1;", "0 start 1 (2); 1 END; 2 assign 3; 3 STOP");
  check_flow("start_thread x := g();", "0 start 1 (2); 1 END; 2 call 3; 3 STOP");
  check_flow("start_thread goto l; skip; l: f(1);",
             "0 start 1 (2); 1 skip 3; 2 goto 3; 3 call 4; 4 END");
  check_flow("start_thread start_thread f(1);", "0 start 1 (2); 1 END; 2 start 3; 3 STOP");
  check_flow("ASYNC_1: if x then skip; fi", "0 start 1 (2); 1 END; 2 if 3 4; 3 skip 4; 4 STOP");
}

// ---- Which first values matter ---------------------------------------------------------------

// Names of main's variables whose first value can be seen.
static void check_live(const char *body, const char *expected) {
  tree t;
  bool live[8] = {0};
  char text[1000];
  snprintf(text, sizeof text,
           "decl s; void f(k) begin end bool g(k) begin return k; end\n"
           "void main(p) begin decl a, b; %s end",
           body);
  tree_open(&t, text);
  const bp_vars *vars = &t.program->main->vars;
  bp_live_at_entry(t.program->main, &t.flow, live);
  for (uint32_t i = 0; i < vars->n; i++)
    if (live[i]) sv_text_string(&t.text, sv_names_get(t.names, vars->at[i]->name));
  assert_string_equal(sv_text_get(&t.text), expected);
  tree_close(&t);
}

static void test_live(void **state) {
  SV_UNUSED(state);
  check_live("", "");
  check_live("s := a;", "a");
  check_live("a := 1; s := a;", "");
  check_live("a := a;", "a");
  check_live("a, b := b, a;", "ab");
  check_live("a := 1; b := a; s := p;", "p");
  check_live("if s then a := 1; fi s := a;", "a");
  check_live("if s then a := 1; else a := 0; fi s := a;", "");
  check_live("if a then skip; elsif b then skip; fi", "ab");
  check_live("while s do s := a; a := 1; od", "a");
  check_live("a := 1; while s do s := a; od", "");
  check_live("while b do od", "b");
  check_live("l: if s then goto m; fi a := 1; goto l; m: s := a;", "a");
  check_live("return; s := a;", "a");  // more than needed does no harm
  check_live("assume(a); assert(b); abortif(p);", "pab");
  check_live("dead a;", "");
}

static void test_live_constraints(void **state) {
  SV_UNUSED(state);
  check_live("a := * constrain b = 'a;", "ab");
  check_live("constrain(a);", "a");
  check_live("enforce a; b := 1;", "a");
  check_live("enforce a | s; s := 1;", "a");
}

static void test_live_calls(void **state) {
  SV_UNUSED(state);
  check_live("f(a);", "a");
  check_live("a := g(1); s := a;", "");
  check_live("a := g(a);", "a");
  check_live("_ := g(b);", "b");
}

static void test_live_threads(void **state) {
  SV_UNUSED(state);
  check_live("start_thread f(a);", "a");
  check_live("start_thread goto l; l:", "pab");
  check_live("start_thread s := a;", "pab");
  check_live("start_thread s := g(a);", "pab");
  check_live("lock a; unlock a;", "pab");
  check_live("a := 1; b := 1; p := 1; a$ := 0;", "a");
}

// ---- Lowered programs ------------------------------------------------------------------------

typedef SV_VEC(sv_state *) states;

typedef struct {
  sv_model *model;
  sv_diags *diags;
  sv_options options;
  sv_net *net;
  sv_exec *exec;
  states seen;
  bool *violated;  // by property
  const char *cut;
  uint32_t initials;
  sv_text text;
} run;

static void set_options(run *r, const char *options) {
  char copy[200];
  snprintf(copy, sizeof copy, "%s", options);
  for (char *rest = copy, *flag; (flag = strtok_r(rest, " ", &rest));) {
    char *value = strtok_r(rest, " ", &rest);
    if (!sv_options_set(&r->options, flag, value, &r->text)) fail_msg("%s", sv_text_get(&r->text));
  }
}

// Reads a program; options are "--flag value …". False if it is refused.
static bool run_read(run *r, const char *options, const char *text) {
  *r = (run){.model = sv_model_new()};
  r->diags = sv_diags_new(r->model->sources);
  sv_options_init(&r->options);
  set_options(r, options);
  uint32_t file = sv_sources_add(r->model->sources, "test.bp", text, strlen(text));
  bool good = sv_language_find("boolprog")->read(r->model, file, &r->options, r->diags);
  if (good) good = sv_model_validate(r->model, r->diags);
  return good;
}

static void run_open(run *r, const char *options, const char *text) {
  if (run_read(r, options, text)) return;
  sv_diags_render(r->diags, &r->text);
  fail_msg("%s", sv_text_get(&r->text));
}

static void run_close(run *r) {
  for (uint32_t i = 0; i < r->seen.n; i++) sv_state_free(r->net, r->seen.at[i]);
  sv_vec_free(r->seen);
  sv_free(r->violated);
  if (r->net) sv_exec_free(r->exec);
  if (r->net) sv_net_free(r->net);
  sv_text_free(&r->text);
  sv_options_free(&r->options);
  sv_diags_free(r->diags);
  sv_model_free(r->model);
}

static bool is_new(run *r, const sv_state *s) {
  for (uint32_t i = 0; i < r->seen.n; i++)
    if (sv_state_equal(r->net, r->seen.at[i], s)) return false;
  return true;
}

static void add_state(run *r, const sv_state *s) {
  if (!is_new(r, s)) return;
  sv_state *copy = sv_state_new(r->net);
  sv_state_copy(r->net, copy, s);
  sv_push(r->seen, copy);
  for (uint32_t p = 1; p < r->model->properties.n; p++)
    if (r->model->properties.at[p].kind == SV_PROP_LOCATION &&
        sv_exec_violated_in(r->exec, copy, p))
      r->violated[p] = true;
}

static bool add_initial(void *context, const sv_state *s) {
  run *r = context;
  r->initials++;
  add_state(r, s);
  return true;
}

static void take_step(run *r, const sv_state *from, const sv_step *step, sv_state *next) {
  for (uint32_t p = 1; p < r->model->properties.n; p++)
    if (sv_exec_violated_by(r->net, step, p)) r->violated[p] = true;
  sv_exec_fire(r->exec, from, step, next);
  add_state(r, next);
}

static void explore(run *r) {
  r->net =
      sv_net_new(r->model, (sv_net_options){.threads = (uint32_t)r->options.threads}, &r->text);
  if (!r->net) fail_msg("%s", sv_text_get(&r->text));
  r->exec = sv_exec_new(r->net);
  r->violated = SV_NEW_ARRAY(bool, r->model->properties.n + 1);
  assert_int_equal(sv_exec_initials(r->exec, add_initial, r), SV_EXEC_DONE);
  sv_state *next = sv_state_new(r->net);
  sv_steps steps = {0};
  for (uint32_t i = 0; i < r->seen.n; i++) {
    uint32_t cut = sv_exec_cut(r->exec, r->seen.at[i]);
    if (cut != UINT32_MAX) r->cut = r->net->actions.at[cut].cut;
    sv_exec_steps(r->exec, r->seen.at[i], &steps, NULL);
    for (uint32_t k = 0; k < steps.n; k++) take_step(r, r->seen.at[i], &steps.at[k], next);
  }
  sv_steps_free(&steps);
  sv_state_free(r->net, next);
}

// What is violated, in the order of properties, then the reason of a cut:
// "assert:3 label:ERR", "" if nothing is.
static void check_outcome(const char *options, const char *text, const char *expected) {
  run r;
  run_open(&r, options, text);
  explore(&r);
  for (uint32_t p = 1; p < r.model->properties.n; p++)
    if (r.violated[p])
      sv_text_printf(&r.text, "%s%s", r.text.n ? " " : "",
                     sv_names_get(r.model->names, r.model->properties.at[p].name));
  if (r.cut) sv_text_printf(&r.text, "%scut: %s", r.text.n ? " " : "", r.cut);
  assert_string_equal(sv_text_get(&r.text), expected);
  run_close(&r);
}

#define HOLDS(text) check_outcome("", text, "")
#define FAILS(text, which) check_outcome("", text, which)

// ---- Threads: how many

static void check_pool(const char *options, const char *text, uint32_t expected) {
  run r;
  run_open(&r, options, text);
  assert_int_equal(r.model->templates.at[1].initial, 1);
  assert_int_equal(r.model->templates.at[1].pool, expected);
  run_close(&r);
}

#define F "void f() begin skip; end "

static void test_pool_plain(void **state) {
  SV_UNUSED(state);
  check_pool("", "void main() begin skip; end", 1);
  check_pool("", F "void main() begin start_thread f(); end", 2);
  check_pool("", F "void main() begin start_thread f(); start_thread f(); start_thread f(); end",
             4);
  check_pool("", F "void main() begin return; start_thread f(); end", 1);
  check_pool("", F "void main() begin if * then start_thread f(); else start_thread f(); fi end",
             3);
  check_pool("", "void main() begin start_thread goto l; l: skip; end", 2);
  check_pool("", "decl g; void main() begin start_thread g := 1; end", 2);
}

static void test_pool_nested(void **state) {
  SV_UNUSED(state);
  check_pool("",
             F "void g() begin start_thread f(); end\n"
               "void main() begin start_thread g(); start_thread g(); end",
             5);
  check_pool("", F "void g() begin start_thread f(); end void main() begin g(); g(); end", 3);
  check_pool("", F "void main() begin start_thread goto l; l: start_thread f(); end", 4);
  check_pool("", F "void main() begin start_thread start_thread f(); end", 3);
}

static void test_pool_unbounded(void **state) {
  SV_UNUSED(state);
  check_pool("", F "void main() begin while * do start_thread f(); od end", SV_UNBOUNDED);
  check_pool("", F "void g() begin start_thread f(); end void main() begin while * do g(); od end",
             SV_UNBOUNDED);
  check_pool("", F "void main() begin l: start_thread f(); goto l; end", SV_UNBOUNDED);
  check_pool("", "void main() begin l: start_thread goto l; end", SV_UNBOUNDED);
  check_pool("",
             "void g() begin start_thread h(); end void h() begin start_thread g(); end"
             " void main() begin start_thread g(); end",
             SV_UNBOUNDED);
  check_pool("", "void g() begin start_thread g(); end void main() begin start_thread g(); end",
             SV_UNBOUNDED);
}

static void test_pool_limits(void **state) {
  SV_UNUSED(state);
  const char *two = F "void main() begin start_thread f(); start_thread f(); end";
  check_pool("--threads 3", two, 3);
  check_pool("--threads 8", two, 3);
  check_pool("--threads 2", two, SV_UNBOUNDED);
  check_outcome("--threads 2", two, "cut: more than 2 threads");
  sv_text many = {0};
  sv_text_string(&many, F "void main() begin ");
  for (int i = 0; i < 64; i++) sv_text_string(&many, "start_thread f(); ");
  sv_text_string(&many, "end");
  check_pool("", sv_text_get(&many), SV_UNBOUNDED);
  sv_text_free(&many);
}

// A loop that starts one thread only: no bound is seen, but none is needed.
static void test_pool_once(void **state) {
  SV_UNUSED(state);
  FAILS("decl once := 0, g := 0; void f() begin g := 1; end\n"
        "void main() begin while !once do once := 1; start_thread f(); od\n"
        "assert(!g); end",
        "assert:3");
}

// ---- Properties

static void check_properties(const char *options, const char *text, const char *expected) {
  run r;
  run_open(&r, options, text);
  for (uint32_t p = 1; p < r.model->properties.n; p++)
    sv_text_printf(&r.text, "%s%s", p > 1 ? " " : "",
                   sv_names_get(r.model->names, r.model->properties.at[p].name));
  assert_string_equal(sv_text_get(&r.text), expected);
  run_close(&r);
}

static void test_property_names(void **state) {
  SV_UNUSED(state);
  check_properties("", "void main() begin skip; end", "");
  check_properties("", "void main() begin\nassert(1);\nabortif(0); end", "assert:2 assert:3");
  check_properties("", "void main() begin\nassert(1); assert(1); assert(1); end",
                   "assert:2 assert:2:12 assert:2:23");
  // one property, however often the procedure is inlined
  check_properties(
      "", "void f() begin\nassert(1); end void main() begin f(); f(); start_thread f(); end",
      "assert:2");
  check_properties("", "void main() begin start_thread\nassert(1); end", "assert:2");
}

#define LABELS \
  "void main() begin goto A, B;\nA: skip;\nend_thread;\nB: skip;\nend_thread;\nSLIC_ERROR: skip; end"

static void test_bad_label(void **state) {
  SV_UNUSED(state);
  check_properties("", LABELS, "label:SLIC_ERROR");
  check_properties("--label A", LABELS, "label:A");
  check_outcome("", LABELS, "");
  check_outcome("--label A", LABELS, "label:A");
  check_outcome("--label SLIC_ERROR", "void main() begin goto x; x: SLIC_ERROR: end",
                "label:SLIC_ERROR");
  check_outcome("", "void main() begin SLIC_ERROR: while 0 do od end", "label:SLIC_ERROR");
  check_outcome("--label L", "void f() begin L: skip; end void main() begin start_thread f(); end",
                "label:L");
  check_outcome("--label L", "void f() begin L: skip; end void main() begin skip; end", "");
  check_outcome("--label L", "void main() begin assume(0); L: skip; end", "");
}

// Standing there is enough, even if the section of another thread never ends.
static void test_bad_label_in_section(void **state) {
  SV_UNUSED(state);
  check_outcome("--label L", "void main() begin atomic_begin; L: assume(0); end", "label:L");
  check_outcome("--label L",
                "void main() begin atomic_begin; start_thread goto L; assume(0);\nL: skip; end",
                "label:L");
}

static void test_unknown_label(void **state) {
  SV_UNUSED(state);
  run r;
  assert_false(run_read(&r, "--label ERORR", "void main() begin\nERROR: skip; end"));
  assert_int_equal(sv_diags_errors(r.diags), 1);
  assert_string_equal(sv_diags_message(r.diags, 0), "there is no label `ERORR` (option --label)");
  sv_diags_render(r.diags, &r.text);
  assert_non_null(strstr(sv_text_get(&r.text), "hint: did you mean `ERROR`?"));
  run_close(&r);
}

// ---- First values

static void check_initials(const char *options, const char *text, uint32_t expected) {
  run r;
  run_open(&r, options, text);
  explore(&r);
  assert_int_equal(r.initials, expected);
  run_close(&r);
}

static void test_initial_values(void **state) {
  SV_UNUSED(state);
  const char *text = "decl a, b := 0, c := *; decl thread_local t; void main(p) begin decl x;\n"
                     "assert(p | x); end";
  check_initials("", text, 32);
  check_initials("--init any", text, 32);
  check_initials("--init zero", text, 2);
  check_initials("", "void main() begin decl x, y; x := 1; y := x; assert(y); end", 1);
  check_initials("", "void main() begin decl x := 1;\nassert(x); end", 1);
  check_initials("", "decl x; x := 0; void main() begin skip; end", 1);
}

static void test_fresh_locals(void **state) {
  SV_UNUSED(state);
  FAILS("void f() begin decl x;\nassert(x); x := 1; end void main() begin f(); f(); end",
        "assert:2");
  FAILS("void f() begin decl x;\nassert(!x); end void main() begin f(); end", "assert:2");
  check_outcome("--init zero",
                "void f() begin decl x;\nassert(!x); x := 1; end void main() begin f(); f(); end",
                "");
  HOLDS("void f() begin decl x := 1;\nassert(x); x := 0; end void main() begin f(); f(); end");
  check_outcome("--init zero",
                "void f() begin decl x := *;\nassert(!x); end void main() begin f(); end",
                "assert:2");
  FAILS("void f() begin decl x;\nassert(x); end void main() begin start_thread f(); end",
        "assert:2");
  HOLDS("decl g := 1; void f(p) begin\nassert(p); p := 0; end void main() begin f(g); f(g); end");
}

// ---- Calls

static void test_results(void **state) {
  SV_UNUSED(state);
  HOLDS("bool<3> f(a, b) begin return a, b, a & b; end\nvoid main() begin decl x, y, z;\n"
        "x, y, z := f(1, 0);\nassert(x & !y & !z);\ny, _, x := f(1, 1);\nassert(x & y); end");
  // the end of a body returns anything
  FAILS("bool f() begin skip; end void main() begin decl x; x := f();\nassert(x);\nassert(!x); end",
        "assert:2 assert:3");
  // arguments and results are evaluated before anything changes
  HOLDS("decl g := 0; bool<2> f(a) begin g := 1; return a, g; end\n"
        "void main() begin decl x; g, x := f(g);\nassert(!g & x); end");
  HOLDS(
      "bool f(x) begin x := !x; return x; end void main() begin decl x; x := 0; x := f(x);\nassert(x); end");
}

// Nothing of a procedure is left when it has returned: one state is the end.
static void test_frames_are_cleared(void **state) {
  SV_UNUSED(state);
  run r;
  run_open(&r, "",
           "void f(a) begin decl x; x := *; lock x; end void main() begin f(*);\nl: goto l; end");
  explore(&r);
  uint32_t at_end = 0;
  for (uint32_t i = 0; i < r.seen.n; i++) {
    const char *name = sv_names_get(
        r.model->names, sv_net_location(r.net, 0, sv_state_location(r.net, r.seen.at[i], 0))->name);
    at_end += !strcmp(name, "main.l");
  }
  assert_int_equal(at_end, 1);
  run_close(&r);
}

static void test_recursion(void **state) {
  SV_UNUSED(state);
  const char *down = "void f(x) begin if x then f(*); fi end void main() begin f(1); end";
  check_outcome("--recursion 2", down, "cut: recursion deeper than 2");
  check_outcome("", down, "cut: recursion deeper than 4");
  const char *stack =
      "bool f(x, n) begin decl y; y := x; if n then y := f(!x, 0);\nassert(y = !x); fi\n"
      "return x; end void main() begin decl r; r := f(1, 1);\nassert(r); end";
  check_outcome("--recursion 2", stack, "");
  // each thread that a recursion could start is behind a cut
  check_outcome("--recursion 1",
                "void g() begin skip; end void f() begin start_thread g(); f(); end\n"
                "void main() begin f(); end",
                "cut: recursion deeper than 1");
}

// main's variables belong to main, also where another thread calls it.
static void test_main_is_a_procedure(void **state) {
  SV_UNUSED(state);
  check_outcome("",
                "decl once := 0; void f() begin main(); end\n"
                "void main() begin decl x := 0;\nassert(!x); x := 1; once := 1 constrain !once;\n"
                "start_thread f(); end",
                "");
  FAILS(
      "decl once := 0; void f() begin main(); end\nvoid main() begin decl x;\nassert(x);\nassert(!x | !once);\n"
      "once := 1 constrain !once; start_thread f(); end",
      "assert:3 assert:4");
}

// ---- Assignments

static void test_constrain(void **state) {
  SV_UNUSED(state);
  HOLDS(
      "decl a := 0, b := 1; void main() begin a, b := *, * constrain 'a != b' & 'a = b;\nassert(a & !b); end");
  HOLDS("decl a := 0, b := 1; void main() begin a := 1 constrain 'b = a;\nassert(0); end");
  HOLDS("decl a := 0; void main() begin constrain(a);\nassert(0); end");
  HOLDS("decl a := 0; void main() begin a := 1 constrain 0 = *;\nassert(a); end");
}

static void test_choices(void **state) {
  SV_UNUSED(state);
  FAILS("void main() begin decl a, b; a, b := *, *;\nassert(a = b); end", "assert:2");
  FAILS("void main() begin if * & * & * & * & * & * & * & * then\nassert(0); fi\nassert(0); end",
        "assert:2 assert:3");
  FAILS("void main() begin if * then skip; elsif * then\nassert(0); fi end", "assert:2");
  HOLDS(
      "void main() begin decl a; a := schoose[1, 1];\nassert(a); a := schoose[0, 1];\nassert(!a); end");
  FAILS("void main() begin decl a; a := schoose[0, 0];\nassert(a);\nassert(!a); end",
        "assert:2 assert:3");
}

static void test_enforce(void **state) {
  SV_UNUSED(state);
  HOLDS("decl a := 0; void main() begin enforce a;\nassert(0); end");
  HOLDS("decl a := 1, b := 0; void main() begin enforce a | b; a, b := *, *;\nassert(a | b); end");
  // the other thread changes a; the next assignment must restore it
  FAILS("decl a := 1, b := 0; void main() begin enforce a; start_thread off(); b := *;\n"
        "assert(a); end void off() begin a := 0; end",
        "assert:2");
  HOLDS(
      "decl a := 1, b := 0; void main() begin enforce a; off(); b := 1;\nassert(0); end void off() begin a := 0; end");
}

static void test_enforce_on_results(void **state) {
  SV_UNUSED(state);
  HOLDS(
      "decl a := 1; bool any() begin return *; end void main() begin enforce a; a := any();\nassert(a); end");
  HOLDS("decl a := 1; bool off() begin a := 0; return 0; end\n"
        "void main() begin decl x; enforce a; x := off();\nassert(0); end");
  // what assigns nothing is not held to it
  FAILS(
      "decl a := 1; bool off() begin a := 0; return 0; end void main() begin enforce a; off();\nassert(0); end",
      "assert:2");
  FAILS(
      "decl a := 1; bool off() begin a := 0; return 0; end void main() begin enforce a; _ := off();\nassert(0); end",
      "assert:2");
  FAILS(
      "decl a := 1; void off() begin a := 0; end void main() begin enforce a; off(); constrain(!a);\nassert(0); end",
      "assert:2");
}

// ---- Threads

static void test_thread_ends(void **state) {
  SV_UNUSED(state);
  HOLDS("void f() begin end_thread; end void main() begin f();\nassert(0); end");
  // a child that begins inside f ends with f, not behind the call
  HOLDS("decl g := 0; void f() begin start_thread goto l; end_thread; l: g := 1; end\n"
        "void main() begin f();\nassert(0); end");
  FAILS(
      "decl g := 0; void f() begin start_thread goto l; l: g := 1; end\nvoid main() begin f();\nassert(g);\nassert(!g); end",
      "assert:4");
  FAILS(
      "decl g := 0; void f() begin assume(g);\nassert(0); end void main() begin start_thread f(); g := 1; return; end",
      "assert:2");
}

static void test_copies(void **state) {
  SV_UNUSED(state);
  const char *copy = "decl thread_local t := 0; void main() begin decl x := 0; x := 1; t := 1;\n"
                     "start_thread goto l; x := 0; t := 0; end_thread; l:\nassert(x & t); end";
  HOLDS(copy);
  HOLDS(
      "decl thread_local t := 0; void f() begin\nassert(!t); end void main() begin t := 1; start_thread f(); end");
  FAILS(
      "decl thread_local t; void f() begin\nassert(!t); end void main() begin t := 0; start_thread f(); end",
      "assert:2");
  HOLDS("void main() begin decl x := 0; start_thread x := 1;\nassert(!x); end");
  FAILS(
      "void main() begin start_thread goto a, b; end_thread; a:\nassert(0); end_thread; b:\nassert(0); end",
      "assert:2 assert:3");
}

static void test_started_statements(void **state) {
  SV_UNUSED(state);
  FAILS("decl g := 0; void main() begin start_thread g := 1;\nassert(!g); end", "assert:2");
  FAILS("void main() begin ASYNC_1: if 1 then\nassert(0); fi end", "assert:2");
  // a call with targets runs on the copy: its result arrives, and f reads g late
  FAILS(
      "decl g := 0; bool f() begin return 1; end void main() begin start_thread g := f();\nassert(!g); end",
      "assert:2");
  FAILS(
      "decl g := 0, r := 0; bool f(a) begin return a; end void main() begin start_thread r := f(g); g := 1;\nassert(!r); end",
      "assert:2");
  HOLDS(
      "bool f() begin return 1; end void main() begin decl x := 0; start_thread x := f();\nassert(!x); end");
  // without targets the arguments are those of the start
  HOLDS(
      "decl g := 0; bool f(a) begin\nassert(!a); return a; end void main() begin start_thread f(g); g := 1; end");
}

static void test_sections(void **state) {
  SV_UNUSED(state);
  const char *worker = "decl g := 0; void f() begin g := 1; end\n";
  char text[500];
  snprintf(
      text, sizeof text,
      "%svoid main() begin start_thread f(); atomic_begin; if !g then\nassert(!g); fi atomic_end; end",
      worker);
  HOLDS(text);
  // a section that blocks blocks everybody
  snprintf(text, sizeof text,
           "decl g := 0; void f() begin\nassert(!g); g := 0; end\n"
           "void main() begin start_thread f(); atomic_begin; g := 1; assume(!g); atomic_end; end");
  HOLDS(text);
  // across calls, and until atomic_end wherever it stands
  HOLDS("decl g := 0; void f() begin\nassert(!g); end void h() begin g := 1; end\n"
        "void main() begin start_thread f(); atomic_begin; h(); g := 0; atomic_end; end");
  FAILS("decl g := 0; void f() begin\nassert(!g); end void h() begin g := 1; atomic_end; end\n"
        "void main() begin start_thread f(); atomic_begin; h(); g := 0; end",
        "assert:2");
  HOLDS("decl g := 0; void f() begin\nassert(!g); end void h() begin atomic_begin; g := 1; end\n"
        "void main() begin start_thread f(); h(); g := 0; atomic_end; end");
}

// A thread started in a section is outside of it; the end of a thread ends its section.
static void test_sections_and_threads(void **state) {
  SV_UNUSED(state);
  HOLDS(
      "decl g := 0; void main() begin atomic_begin; start_thread goto l; g := 1; g := 0; atomic_end;\n"
      "end_thread; l:\nassert(!g); end");
  FAILS(
      "decl g := 0; void f() begin\nassert(!g); end void main() begin start_thread f(); atomic_begin; g := 1; end_thread; end",
      "assert:2");
  FAILS(
      "decl g := 0; void f() begin\nassert(!g); end void main() begin start_thread f(); atomic_begin; g := 1; end",
      "assert:2");
}

static void test_location_flags(void **state) {
  SV_UNUSED(state);
  run r;
  run_open(&r, "",
           "decl g; void f() begin E: skip; end\n"
           "void main() begin A: g := 1; atomic_begin; B: f(); C: atomic_end; D: f(); end");
  static const struct {
    const char *name;
    unsigned flags;
  } expected[] = {{"main.A", 0},   {"main.B", SV_LOC_BLOCKING}, {"main.C", SV_LOC_BLOCKING},
                  {"main.D", 0},   {"f.E", SV_LOC_BLOCKING},    {"f.E~2", 0},
                  {"main.end", 0}, {"stop", SV_LOC_STOP}};
  const sv_template *t = &r.model->templates.at[1];
  uint32_t found = 0;
  for (uint32_t i = 1; i < t->locations.n; i++)
    for (size_t k = 0; k < SV_COUNT(expected); k++) {
      if (strcmp(sv_names_get(r.model->names, t->locations.at[i].name), expected[k].name)) continue;
      assert_int_equal(t->locations.at[i].flags, expected[k].flags);
      found++;
    }
  assert_int_equal(found, SV_COUNT(expected));
  run_close(&r);
}

// ---- Locks

static void test_locks(void **state) {
  SV_UNUSED(state);
  HOLDS("decl l, g := 0; void f() begin lock l; g := 1; g := 0; unlock l; end\n"
        "void main() begin start_thread f(); lock l;\nassert(!g); end");
  // free at the start, unless a value is given
  check_initials("", "decl l; void main() begin lock l; end", 1);
  check_initials("", "decl l := *; void main() begin lock l; end", 2);
  HOLDS("decl l := 1; void main() begin lock l;\nassert(0); end");
  HOLDS("decl l; void main() begin lock l; lock l;\nassert(0); end");
}

static void test_lock_holders(void **state) {
  SV_UNUSED(state);
  HOLDS(
      "decl l; void f() begin unlock l;\nassert(0); end void main() begin lock l; start_thread f(); end");
  HOLDS("decl l := 1; void main() begin unlock l;\nassert(0); end");
  HOLDS("decl l; void main() begin l := 1; unlock l;\nassert(0); end");
  HOLDS(
      "decl l; void main() begin lock l; start_thread goto c; end_thread; c: unlock l;\nassert(0); end");
  // assigning to the lock opens it, but takes nothing from the holder
  FAILS("decl l; void main() begin lock l; l := 0; unlock l;\nassert(0); end", "assert:2");
  FAILS(
      "decl l; void f() begin lock l;\nassert(0); end void main() begin lock l; start_thread f(); l := 0; end",
      "assert:2");
}

// Locks that a thread owns follow the same rules, although they keep nobody out.
static void test_own_locks(void **state) {
  SV_UNUSED(state);
  HOLDS(
      "void main() begin decl l; lock l; start_thread goto c; end_thread; c: unlock l;\nassert(0); end");
  FAILS("void main() begin decl l; lock l; unlock l;\nassert(0); end", "assert:2");
  HOLDS("void main() begin decl l; l := 1; unlock l;\nassert(0); end");
  HOLDS(
      "decl thread_local l; void main() begin lock l; start_thread goto c; end_thread; c: unlock l;\nassert(0); end");
  FAILS("void f() begin decl l; lock l;\nassert(0); end void main() begin start_thread f(); end",
        "assert:2");
  // a new activation holds nothing
  HOLDS(
      "void f() begin decl l, m; if * then lock l; return; fi m := 1; l := 1; unlock l;\nassert(0); end\n"
      "void main() begin f(); f(); end");
  check_outcome("--init any",
                "void f() begin decl l; lock l; end void main() begin f();\nassert(0); end",
                "assert:2");
}

// ---- Broadcasts

static void test_broadcast(void **state) {
  SV_UNUSED(state);
  HOLDS("decl thread_local t := 0; void main() begin t$ := 1;\nassert(!t); end");
  FAILS("decl thread_local t := 0; void f() begin assume(t);\nassert(0); end\n"
        "void main() begin start_thread f(); t$ := 1; end",
        "assert:2");
  HOLDS(
      "decl thread_local t := 0; decl g := 0; void f() begin t := 1; g := 1; assume(!t);\nassert(0); end\n"
      "void main() begin start_thread f(); assume(g); t, t$ := 0, t$ | t; end");
}

// Each `*` on the right of x$ is chosen for every other thread anew.
static void test_broadcast_choices(void **state) {
  SV_UNUSED(state);
  FAILS(
      "decl thread_local t := 0; decl a := 0, b := 0; void fa() begin a := t; end void fb() begin b := t; end\n"
      "void main() begin start_thread fa(); start_thread fb(); t$ := *;\nassert(!(a & !b));\nassert(!(a & b)); end",
      "assert:3 assert:4");
  // with none to choose for, nothing depends on the choice
  HOLDS("decl thread_local t := 0; void main() begin t$ := *;\nassert(!t); end");
}

static void test_broadcast_constraints(void **state) {
  SV_UNUSED(state);
  // every other thread must agree
  const char *vote =
      "decl thread_local t := 0; void f() begin t := 1; end\n"
      "void main() begin decl g := 0; start_thread f(); start_thread f(); g := 1 constrain t$ | 0;\nassert(0); end";
  FAILS(vote, "assert:3");
  HOLDS(
      "decl thread_local t := 0; void f() begin t := 1; assume(0); end void h() begin assume(0); end\n"
      "void main() begin decl g := 0; start_thread f(); start_thread h(); g := 1 constrain !g & t$;\nassert(0); end");
  HOLDS(
      "decl thread_local t := 0; decl a := 0; void f() begin assume(a); a := t; assume(a);\nassert(0); end\n"
      "void main() begin start_thread f(); t$, a := *, 1 constrain !'t$; end");
}

// Threads in which the procedure of x is not active have no x: they get no
// value, and no constraint asks them.
static void test_broadcast_of_locals(void **state) {
  SV_UNUSED(state);
  FAILS("decl g := 0; void f() begin decl x := 0; g := 1 constrain x$ | 0;\nassert(0); end\n"
        "void main() begin start_thread f(); assume(0); end",
        "assert:2");
  HOLDS("decl g := 0; void f() begin decl x := 0; g := 1 constrain x$ | 0;\nassert(0); end\n"
        "void main() begin atomic_begin; start_thread f(); start_thread f(); atomic_end;\n"
        "end_thread; end");
  FAILS("decl g := 0, a := 0; void f() begin decl x := 0; if * then x$ := 1; fi g := x;\n"
        "assert(!g); end\nvoid main() begin start_thread f(); f(); end",
        "assert:2");
  HOLDS("decl g := 0; void f(first) begin decl x := 0; if first then x$ := 1; g := 1; fi\n"
        "assert(first | !x); end void main() begin start_thread f(1); assume(g); f(0); end");
  // conjuncts without x$ concern the acting thread alone
  HOLDS("decl g := 0; void f() begin decl x := 0; g := 1 constrain g & x$;\nassert(0); end\n"
        "void main() begin start_thread f(); assume(0); end");
}

static void test_broadcast_in_recursion(void **state) {
  SV_UNUSED(state);
  run r;
  assert_false(run_read(&r, "",
                        "void f() begin decl x; x$ := 1; f(); end\n"
                        "void main() begin start_thread f(); end"));
  assert_int_equal(sv_diags_errors(r.diags), 0);
  assert_int_equal(sv_diags_unsupported(r.diags), 1);
  assert_non_null(strstr(sv_diags_message(r.diags, 0), "because `f` is recursive"));
  run_close(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_flow_plain),
      cmocka_unit_test(test_flow_branches),
      cmocka_unit_test(test_flow_loops),
      cmocka_unit_test(test_flow_jumps),
      cmocka_unit_test(test_flow_labels),
      cmocka_unit_test(test_flow_threads),
      cmocka_unit_test(test_live),
      cmocka_unit_test(test_live_constraints),
      cmocka_unit_test(test_live_calls),
      cmocka_unit_test(test_live_threads),
      cmocka_unit_test(test_pool_plain),
      cmocka_unit_test(test_pool_nested),
      cmocka_unit_test(test_pool_unbounded),
      cmocka_unit_test(test_pool_limits),
      cmocka_unit_test(test_pool_once),
      cmocka_unit_test(test_property_names),
      cmocka_unit_test(test_bad_label),
      cmocka_unit_test(test_bad_label_in_section),
      cmocka_unit_test(test_unknown_label),
      cmocka_unit_test(test_initial_values),
      cmocka_unit_test(test_fresh_locals),
      cmocka_unit_test(test_results),
      cmocka_unit_test(test_frames_are_cleared),
      cmocka_unit_test(test_recursion),
      cmocka_unit_test(test_main_is_a_procedure),
      cmocka_unit_test(test_constrain),
      cmocka_unit_test(test_choices),
      cmocka_unit_test(test_enforce),
      cmocka_unit_test(test_enforce_on_results),
      cmocka_unit_test(test_thread_ends),
      cmocka_unit_test(test_copies),
      cmocka_unit_test(test_started_statements),
      cmocka_unit_test(test_sections),
      cmocka_unit_test(test_sections_and_threads),
      cmocka_unit_test(test_location_flags),
      cmocka_unit_test(test_locks),
      cmocka_unit_test(test_lock_holders),
      cmocka_unit_test(test_own_locks),
      cmocka_unit_test(test_broadcast),
      cmocka_unit_test(test_broadcast_choices),
      cmocka_unit_test(test_broadcast_constraints),
      cmocka_unit_test(test_broadcast_of_locals),
      cmocka_unit_test(test_broadcast_in_recursion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
