// Tests of the validator: a model with one fault of every kind is refused with
// the words that name it, and the same model without the fault is accepted.

#include "unit/unit.h"

#include "model/model.h"

// Two templates, variables everywhere, queues and properties of all kinds.
typedef struct {
  sv_model *m;
  sv_terms *T;
  uint32_t p, q;                 // templates, pool 2 and 1
  uint32_t a, b;                 // locations of p; q has one
  uint32_t g, x, y, array, ref;  // globals int 0..3 …; x is p's, y is q's bool
  uint32_t one, many;            // queues: one of (bool), many[2] of ()
  uint32_t assertion, location, invariant;
} kit;

static sv_name name(const kit *k, const char *s) { return sv_names_cstr(k->m->names, s); }

static uint32_t variable(const kit *k, const char *s, sv_sort sort, uint32_t owner) {
  return sv_model_variable(k->m, name(k, s), sort, owner, SV_NONE, SV_NOWHERE);
}

static uint32_t property(const kit *k, const char *s, sv_property_kind kind, sv_term t) {
  return sv_model_property(k->m, name(k, s), kind, t, NULL, SV_NOWHERE);
}

static kit make(void) {
  kit k = {.m = sv_model_new()};
  k.T = k.m->terms;
  k.p = sv_model_template(k.m, name(&k, "P"), 1, 2, SV_NOWHERE);
  k.q = sv_model_template(k.m, name(&k, "Q"), 1, 1, SV_NOWHERE);
  k.a = sv_model_location(k.m, k.p, name(&k, "a"), 0, SV_NOWHERE);
  k.b = sv_model_location(k.m, k.p, name(&k, "b"), 0, SV_NOWHERE);
  sv_model_location(k.m, k.q, name(&k, "a"), 0, SV_NOWHERE);
  k.g = variable(&k, "g", sv_sort_range(k.T, 0, 3), 0);
  k.x = variable(&k, "x", sv_sort_bool(k.T), k.p);
  k.y = variable(&k, "y", sv_sort_bool(k.T), k.q);
  k.array = variable(&k, "array", sv_sort_array(k.T, 2, sv_sort_bool(k.T)), 0);
  k.ref = variable(&k, "ref", sv_sort_ref(k.T), 0);
  sv_sort boolean = sv_sort_bool(k.T);
  k.one = sv_model_queue(k.m, name(&k, "one"), 0, 1, false, 1, &boolean, 1, SV_NOWHERE);
  k.many = sv_model_queue(k.m, name(&k, "many"), k.p, 2, true, 1, NULL, 0, SV_NOWHERE);
  k.assertion = property(&k, "assertion", SV_PROP_ASSERTION, SV_NONE);
  k.location = property(&k, "location", SV_PROP_LOCATION, SV_NONE);
  k.invariant = property(&k, "invariant", SV_PROP_INVARIANT, SV_TRUE);
  return k;
}

// Validates and frees; `words` NULL: there must be no error.
static void expect(kit *k, const char *words) {
  sv_diags *diags = sv_diags_new(k->m->sources);
  sv_text said = {0};
  bool fine = sv_model_validate(k->m, diags);
  assert_int_equal(fine, sv_diags_errors(diags) == 0);
  sv_diags_render(diags, &said);
  if (fine != !words || (words && !strstr(sv_text_get(&said), words)))
    fail_msg("expected: %s\nsaid: %s", words ? words : "nothing", sv_text_get(&said));
  sv_text_free(&said);
  sv_diags_free(diags);
  sv_model_free(k->m);
}

static sv_term var(const kit *k, uint32_t v, uint32_t role) { return sv_model_var(k->m, v, role); }
static sv_term number(const kit *k, int64_t n) { return sv_int_const(k->T, n); }

// An action of P with a partner Q.
static void action(kit *k, sv_action a, const char *words) {
  sv_edge edges[] = {{.template_number = k->p, .instance = SV_ANY_INSTANCE},
                     {.template_number = k->q, .instance = SV_ANY_INSTANCE}};
  if (!a.edges) a.edges = edges, a.edge_count = 2;
  sv_model_action(k->m, &a);
  expect(k, words);
}

static void test_fine(void **state) {
  kit k = make();
  (void)state;
  expect(&k, NULL);
}

static void test_names(void **state) {
  (void)state;
  kit k = make();
  variable(&k, "x", sv_sort_bool(k.T), k.p);
  expect(&k, "variable `x`: the name is taken");
  k = make();
  variable(&k, "", sv_sort_bool(k.T), 0);
  expect(&k, "it has no name");
  k = make();
  sv_model_location(k.m, k.p, name(&k, "a"), 0, SV_NOWHERE);
  expect(&k, "location `a`: the name is taken");
  k = make();
  sv_model_template(k.m, name(&k, "P"), 0, 1, SV_NOWHERE);
  expect(&k, "process `P`: the name is taken");
  k = make();
  property(&k, "location", SV_PROP_DEADLOCK, SV_NONE);
  expect(&k, "property `location`: the name is taken");
  k = make();
  sv_name twice[] = {name(&k, "m"), name(&k, "m")};
  sv_sort_enum(k.T, name(&k, "e"), twice, 2);
  expect(&k, "enumeration member `m`: the name is taken");
}

static void test_declarations(void **state) {
  (void)state;
  kit k = make();
  k.m->variables.at[k.g].init = number(&k, 4);
  expect(&k, "initial value of variable `g`: it must be a constant");
  k = make();
  k.m->variables.at[k.g].init = var(&k, k.g, 0);
  expect(&k, "it must be a constant");
  k = make();
  k.m->variables.at[k.g].init = SV_TRUE;
  expect(&k, "it has sort `bool`, but `int 0..3` is needed");
  k = make();
  sv_term half[] = {SV_TRUE, var(&k, k.x, 0)};
  k.m->variables.at[k.array].init = sv_array(k.T, half, 2);
  expect(&k, "initial value of variable `array`");
  k = make();
  k.m->variables.at[k.array].init =
      sv_app3(k.T, SV_OP_STORE, sv_array_fill(k.T, k.m->variables.at[k.array].sort, SV_TRUE),
              number(&k, 1), SV_FALSE);
  expect(&k, NULL);
  k = make();
  sv_sort array = sv_sort_array(k.T, 2, sv_sort_bool(k.T));
  sv_model_queue(k.m, name(&k, "bad"), 0, 1, false, 1, &array, 1, SV_NOWHERE);
  expect(&k, "queue `bad`: field 0 must be a single value");
  k = make();
  variable(&k, "where", sv_sort_loc(k.T, 9), 0);
  expect(&k, "locations of a process that does not exist");
}

static void test_templates(void **state) {
  (void)state;
  kit k = make();
  k.m->templates.at[k.q].pool = 0;
  expect(&k, "process `Q`: 1 instances run at the start, but the pool is 0");
  k = make();
  k.m->templates.at[k.p].entry = 7;
  expect(&k, "its entry is no location");
  k = make();
  sv_model_template(k.m, name(&k, "R"), 1, 1, SV_NOWHERE);
  expect(&k, "process `R`: it has no entry");
  k = make();
  k.m->templates.at[k.p].locations.at[k.a].bad = k.assertion;
  expect(&k, "no location property");
  k = make();
  k.m->templates.at[k.p].locations.at[k.a].invariant = var(&k, k.x, 0);
  expect(&k, NULL);
  k = make();
  k.m->templates.at[k.p].locations.at[k.a].invariant = var(&k, k.y, 0);
  expect(&k, "invariant of location `a`: `y` belongs to `Q`");
  k = make();
  k.m->templates.at[k.p].locations.at[k.a].invariant = var(&k, k.x, 1);
  expect(&k, "not the process of role 1");
}

static void test_properties(void **state) {
  (void)state;
  kit k = make();
  k.m->properties.at[k.invariant].term = var(&k, k.x, 0);
  expect(&k, "property `invariant`: `x` belongs to `P`");
  k = make();
  k.m->properties.at[k.invariant].term = SV_NONE;
  expect(&k, "there is no term");
  k = make();
  k.m->properties.at[k.location].term = SV_TRUE;
  expect(&k, "only an invariant has a term");
  k = make();
  k.m->init = sv_eq(k.T, sv_self(k.T, 0), number(&k, 0));
  expect(&k, "init constraint: `self` of a role that does not exist");
  k = make();
  k.m->properties.at[k.invariant].term = sv_remote(k.T, sv_sort_bool(k.T), k.x, number(&k, 0));
  expect(&k, NULL);
  k = make();
  k.m->properties.at[k.invariant].term = sv_choice(k.T, sv_sort_bool(k.T), 0);
  expect(&k, "choices cannot be used here");
}

static void test_guards(void **state) {
  (void)state;
  kit k = make();
  action(&k, (sv_action){.guard = var(&k, k.x, 0)}, NULL);
  k = make();
  action(&k, (sv_action){.guard = var(&k, k.y, 1)}, NULL);
  k = make();
  action(&k, (sv_action){.guard = var(&k, k.y, 0)}, "`y` belongs to `Q`");
  k = make();
  action(&k, (sv_action){.guard = var(&k, k.y, 2)}, "not the process of role 2");
  k = make();
  action(&k, (sv_action){.guard = sv_eq(k.T, var(&k, k.g, 1), number(&k, 0))},
         "global `g` has role 1");
  k = make();
  action(&k, (sv_action){.guard = sv_next(k.T, sv_sort_bool(k.T), k.x, 0)}, "`next`");
  k = make();
  sv_choice_input c = {.name = name(&k, "c"), .sort = sv_sort_bool(k.T)};
  action(
      &k,
      (sv_action){.guard = sv_choice(k.T, sv_sort_bool(k.T), 0), .choices = &c, .choice_count = 1},
      "guard of action: choices cannot be used here");
  k = make();
  action(&k, (sv_action){.guard = var(&k, k.x, SV_ROLE_OTHER)}, "role `other` is allowed");
  k = make();
  action(&k, (sv_action){.guard = var(&k, k.g, 0)}, "it has sort `int 0..3`, but `bool` is needed");
  k = make();
  action(&k, (sv_action){.guard = sv_var(k.T, sv_sort_bool(k.T), k.g, 0)},
         "a sort that is not its own");
  k = make();
  action(&k, (sv_action){.guard = sv_var(k.T, sv_sort_bool(k.T), 99, 0)},
         "a variable does not exist");
  k = make();
  sv_term place = sv_const(k.T, sv_sort_loc(k.T, k.p), sv_small(9));
  action(&k, (sv_action){.guard = sv_eq(k.T, var(&k, k.m->templates.at[k.p].pc, 0), place)},
         "a location does not exist");
  k = make();
  action(&k, (sv_action){.guard = sv_eq(k.T, sv_alive(k.T, 9), number(&k, 0))},
         "a template does not exist");
  k = make();
  action(&k, (sv_action){.guard = sv_remote(k.T, sv_sort_range(k.T, 0, 3), k.g, number(&k, 0))},
         "it has sort");
}

static void test_constraints(void **state) {
  (void)state;
  kit k = make();
  sv_term other_p = var(&k, k.x, SV_ROLE_OTHER), other_q = var(&k, k.y, SV_ROLE_OTHER);
  action(&k, (sv_action){.constraint = sv_and(k.T, other_p, other_q)}, NULL);
  k = make();
  other_p = var(&k, k.x, SV_ROLE_OTHER), other_q = var(&k, k.y, SV_ROLE_OTHER);
  action(&k, (sv_action){.constraint = sv_or(k.T, other_p, other_q)}, "processes of two templates");
  k = make();
  sv_choice_input each = {.name = name(&k, "c"), .sort = sv_sort_bool(k.T), .per_other = true};
  sv_term c = sv_choice(k.T, sv_sort_bool(k.T), 0);
  action(&k,
         (sv_action){.constraint = sv_eq(k.T, c, var(&k, k.x, SV_ROLE_OTHER)),
                     .choices = &each,
                     .choice_count = 1},
         NULL);
  k = make();
  c = sv_choice(k.T, sv_sort_bool(k.T), 0);
  action(&k,
         (sv_action){.constraint = sv_eq(k.T, c, var(&k, k.y, SV_ROLE_OTHER)),
                     .choices = &each,
                     .choice_count = 1},
         "processes of two templates");
  k = make();
  action(&k, (sv_action){.constraint = sv_choice(k.T, sv_sort_bool(k.T), 3)},
         "a choice does not exist");
}

static void update(kit *k, sv_term target, sv_term value, const char *words) {
  sv_update u = {target, value};
  action(k, (sv_action){.updates = &u, .update_count = 1}, words);
}

static void test_updates(void **state) {
  (void)state;
  kit k = make();
  update(&k, var(&k, k.x, 0), var(&k, k.y, 1), NULL);
  k = make();
  update(&k, sv_not(var(&k, k.x, 0)), SV_TRUE, "only variables and elements of arrays");
  k = make();
  update(&k, SV_TRUE, SV_TRUE, "only variables and elements of arrays");
  k = make();
  update(&k, SV_NONE, SV_TRUE, "there is no target");
  k = make();
  uint32_t pc = k.m->templates.at[k.p].pc;
  update(&k, var(&k, pc, 0), var(&k, pc, 0), "edges move processes");
  k = make();
  update(&k, var(&k, k.x, 0), var(&k, k.x, SV_ROLE_OTHER), "role `other` is allowed");
  k = make();
  update(&k, var(&k, k.x, SV_ROLE_OTHER), var(&k, k.x, SV_ROLE_OTHER), NULL);
  k = make();
  update(&k, var(&k, k.x, SV_ROLE_OTHER), var(&k, k.y, SV_ROLE_OTHER),
         "processes of two templates");
  k = make();
  update(&k, var(&k, k.y, SV_ROLE_OTHER), sv_eq(k.T, sv_self(k.T, SV_ROLE_OTHER), number(&k, 0)),
         NULL);
  k = make();
  sv_term cell = sv_app2(k.T, SV_OP_SELECT, var(&k, k.array, 0), var(&k, k.g, 0));
  update(&k, cell, SV_TRUE, NULL);
  k = make();
  update(&k, sv_remote(k.T, sv_sort_bool(k.T), k.x, var(&k, k.g, 0)), SV_TRUE, NULL);
  k = make();
  update(&k, var(&k, k.g, 0), SV_TRUE, "it has sort `bool`, but `int 0..3` is needed");
  k = make();
  update(&k, var(&k, k.x, 0), sv_next(k.T, sv_sort_bool(k.T), k.x, 0), "`next` is allowed");
}

static void operation(kit *k, sv_queue_op op, const char *words) {
  action(k, (sv_action){.queue_ops = &op, .queue_op_count = 1}, words);
}

static void printing(const char *format, bool array, uint32_t n, const char *words) {
  kit k = make();
  sv_term one = sv_int_const(k.T, 1), yes = SV_TRUE;
  sv_term values[] = {array ? sv_array(k.T, &one, 1) : sv_var(k.T, sv_sort_bool(k.T), k.x, 0), yes};
  action(&k, (sv_action){.print = format, .prints = values, .print_count = n}, words);
}

static void test_prints(void **state) {
  (void)state;
  printing("%d is 100%%", false, 1, NULL);
  printing("%e%c", false, 2, NULL);
  printing(NULL, false, 1, "no format");
  printing("%d", false, 2, "for each value");
  printing("%s", false, 1, "for each value");
  printing("%", false, 0, "for each value");
  printing("%d", true, 1, "no array");
}

static void test_queues(void **state) {
  sv_term yes = SV_TRUE;
  (void)state;
  kit k = make();
  sv_queue_op send = {.verb = SV_ENQUEUE,
                      .queue = sv_queue(k.T, k.one, 0, SV_NONE),
                      .fields = &yes,
                      .field_count = 1};
  operation(&k, send, NULL);
  k = make();
  send = (sv_queue_op){.verb = SV_ENQUEUE, .queue = sv_queue(k.T, k.one, 0, SV_NONE)};
  operation(&k, send, "queue `one` has messages of 1 field, not 0");
  k = make();
  sv_term n = number(&k, 0);
  send = (sv_queue_op){.verb = SV_ENQUEUE,
                       .queue = sv_queue(k.T, k.one, 0, SV_NONE),
                       .fields = &n,
                       .field_count = 1};
  operation(&k, send, "message of action: it has sort `int`");
  k = make();
  operation(&k, (sv_queue_op){.verb = SV_DEQUEUE, .queue = sv_queue(k.T, k.many, 0, SV_NONE)},
            "queue `many` needs an index");
  k = make();
  operation(&k, (sv_queue_op){.verb = SV_DEQUEUE, .queue = sv_queue(k.T, k.many, 1, number(&k, 0))},
            "`many` belongs to `P`");
  k = make();
  operation(&k,
            (sv_queue_op){.verb = SV_DEQUEUE, .queue = var(&k, k.ref, 0), .slot = number(&k, 1)},
            NULL);
  k = make();
  operation(&k, (sv_queue_op){.verb = SV_DEFER, .queue = var(&k, k.ref, 0), .slot = number(&k, 1)},
            "only messages that come or go have a slot");
  k = make();
  operation(
      &k,
      (sv_queue_op){.verb = SV_FLUSH, .queue = var(&k, k.ref, 0), .fields = &yes, .field_count = 1},
      "only messages that come have fields");
  k = make();
  operation(&k, (sv_queue_op){.verb = SV_EMPTY, .queue = var(&k, k.ref, 0)},
            "only a global queue, given by its name");
  k = make();
  operation(&k, (sv_queue_op){.verb = SV_FLUSH, .queue = SV_TRUE}, "but `ref` is needed");
  k = make();
  sv_term q = sv_queue(k.T, k.one, 0, SV_NONE);
  action(&k, (sv_action){.guard = sv_peek(k.T, sv_sort_bool(k.T), q, number(&k, 0), 1)},
         "have no field 1");
  k = make();
  sv_term fixed = sv_const(k.T, sv_sort_ref(k.T), sv_small(1));
  operation(&k, (sv_queue_op){.verb = SV_FLUSH, .queue = fixed}, "named by its number");
}

static void start(kit *k, sv_start s, const char *words) {
  action(k, (sv_action){.starts = &s, .start_count = 1}, words);
}

static void test_starts(void **state) {
  (void)state;
  kit k = make();
  sv_argument arguments[] = {{k.x, SV_TRUE}, {k.x, SV_FALSE}};
  start(&k,
        (sv_start){.template_number = k.p,
                   .at = k.b,
                   .arguments = arguments,
                   .argument_count = 1,
                   .result = var(&k, k.g, 0)},
        NULL);
  k = make();
  start(&k, (sv_start){.template_number = k.p, .arguments = arguments, .argument_count = 2},
        "two arguments for `x`");
  k = make();
  start(&k, (sv_start){.template_number = k.q, .arguments = arguments, .argument_count = 1},
        "`Q` has no such variable");
  k = make();
  arguments[0] = (sv_argument){k.m->templates.at[k.p].pc, var(&k, k.m->templates.at[k.p].pc, 0)};
  start(&k, (sv_start){.template_number = k.p, .arguments = arguments, .argument_count = 1},
        "the program counter is no argument");
  k = make();
  start(&k, (sv_start){.template_number = k.p, .result = var(&k, k.x, 0)}, "but `int` is needed");
  k = make();
  start(&k, (sv_start){.template_number = k.p, .result = number(&k, 0)}, "can be written to");
  k = make();
  uint32_t r = sv_model_template(k.m, name(&k, "R"), 0, 1, SV_NOWHERE);
  start(&k, (sv_start){.template_number = r}, "`R` has no entry");
}

static void test_edges(void **state) {
  uint32_t nowhere = 0;
  (void)state;
  kit k = make();
  sv_edge edges[] = {{.template_number = k.p, .instance = 2},
                     {.template_number = k.p, .instance = 1}};
  action(&k, (sv_action){.edges = edges, .edge_count = 2}, "`P` has no instance 2");
  k = make();
  edges[0].instance = 1;
  action(&k, (sv_action){.edges = edges, .edge_count = 2}, "two edges of one instance");
  k = make();
  edges[0].instance = SV_ANY_INSTANCE;
  action(&k, (sv_action){.edges = edges, .edge_count = 2}, NULL);
  k = make();
  edges[0].from = &nowhere, edges[0].from_count = 1;
  action(&k, (sv_action){.edges = edges, .edge_count = 1}, "not running cannot move");
  k = make();
  action(&k, (sv_action){.fails = k.location}, "`location` is no assertion");
  k = make();
  sv_choice_input twice[] = {{.name = name(&k, "c"), .sort = sv_sort_bool(k.T)},
                             {.name = name(&k, "c"), .sort = sv_sort_bool(k.T)}};
  action(&k, (sv_action){.choices = twice, .choice_count = 2}, "two have the name `c`");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fine),         cmocka_unit_test(test_names),
      cmocka_unit_test(test_declarations), cmocka_unit_test(test_templates),
      cmocka_unit_test(test_properties),   cmocka_unit_test(test_guards),
      cmocka_unit_test(test_constraints),  cmocka_unit_test(test_updates),
      cmocka_unit_test(test_queues),       cmocka_unit_test(test_prints),
      cmocka_unit_test(test_starts),       cmocka_unit_test(test_edges),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
