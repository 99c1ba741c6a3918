// parse_decl.c -- declarations.
//
// Each function is called behind the line's first word and stands below its
// production. What is declared goes to the open process if there is one, else
// to the file. Nothing is looked up here: names may be declared later.

#include "lang/svm/parse.h"
#include "model/model.h"

// enum = "enum" name "=" name { name } ;
bool svm_read_enum(svm_parser *p) {
  svm_enum *e = SV_ARENA_NEW(p->arena, svm_enum);
  if (!svm_expect_name(p, "the name of the enumeration", &e->name)) return false;
  if (!svm_expect_sign(p, "=")) return false;
  e->member = svm_read_names(p, "the name of a member", &e->members);
  if (!e->member) return false;
  svm_append(p->file->enums, e);
  return true;
}

// var = "var" name ":" sort "=" ( "any" | term ) ;
bool svm_read_variable(svm_parser *p) {
  svm_variable *v = SV_ARENA_NEW(p->arena, svm_variable);
  if (!svm_expect_name(p, "the name of the variable", &v->name)) return false;
  if (!svm_expect_sign(p, ":") || !(v->sort = svm_read_sort(p))) return false;
  if (!svm_take_sign(p, "=")) {
    svm_expected(p, "`=` and an initial value");
    svm_hint(p, "write `= any` for a variable that may start with any value");
    return false;
  }
  if (!svm_take_word(p, "any") && !(v->init = svm_read_term(p, "an initial value"))) return false;
  if (p->process) svm_append(p->process->variables, v);
  else svm_append(p->file->variables, v);
  return true;
}

static bool read_count(svm_parser *p, const char *what, uint32_t *out) {
  if (svm_take_word(p, "unbounded")) return *out = SV_UNBOUNDED, true;
  return svm_expect_number(p, what, 1000000000, out);
}

static bool read_fields(svm_parser *p, svm_queue *q) {
  if (!svm_take_word(p, "of")) return true;
  do {
    if (!svm_append_term(p, &q->fields, svm_read_sort(p))) return false;
  } while (svm_take_sign(p, ","));
  return true;
}

// queue = "queue" name [ "[" number "]" ] "capacity" ( number | "unbounded" )
//         [ "number" term ] [ "of" sort { "," sort } ] ;
bool svm_read_queue(svm_parser *p) {
  svm_queue *q = SV_ARENA_NEW(p->arena, svm_queue);
  q->count = 1;
  if (!svm_expect_name(p, "the name of the queue", &q->name)) return false;
  q->indexed = svm_take_sign(p, "[");
  sv_span count = svm_here(p)->span;
  if (q->indexed &&
      (!svm_expect_number(p, "how many queues", 1000000, &q->count) || !svm_expect_sign(p, "]")))
    return false;
  if (!q->count) return svm_error(p, count, "there must be at least one queue");
  if (!svm_take_word(p, "capacity")) return svm_expected(p, "`capacity`");
  if (!read_count(p, "how many messages fit, or `unbounded`", &q->capacity)) return false;
  if (svm_take_word(p, "number") && !(q->cast = svm_read_term(p, "the number of the queue")))
    return false;
  if (!read_fields(p, q)) return false;
  if (p->process) svm_append(p->process->queues, q);
  else svm_append(p->file->queues, q);
  return true;
}

static bool read_process_option(svm_parser *p, svm_process *process) {
  if (svm_take_word(p, "initial"))
    return svm_expect_number(p, "how many instances run at the start", 1000000, &process->initial);
  if (svm_take_word(p, "pool")) {
    process->has_pool = true;
    return read_count(p, "how many instances may run, or `unbounded`", &process->pool);
  }
  if (svm_take_word(p, "stacked")) return process->stacked = true;
  if (svm_take_word(p, "entry")) return svm_expect_name(p, "a location", &process->entry);
  if (svm_take_word(p, "fair")) return process->fair = true;
  if (svm_take_word(p, "strong")) return process->strong = true;
  return svm_expected(p, "`initial`, `pool`, `stacked`, `fair`, `strong` or `entry`");
}

// process = "process" name { "initial" number | "pool" count | "stacked" | "fair" | "strong"
//           | "entry" name } … "end" ;
bool svm_read_process(svm_parser *p) {
  svm_process *process = SV_ARENA_NEW(p->arena, svm_process);
  process->initial = 1;
  if (!svm_expect_name(p, "the name of the process", &process->name)) return false;
  svm_append(p->file->processes, process);
  p->process = process;
  while (!svm_at_line_end(p))
    if (!read_process_option(p, process)) return false;
  if (!process->has_pool) process->pool = process->initial ? process->initial : 1;
  return true;
}

// end = "end" ;
bool svm_read_end(svm_parser *p) {
  p->process = NULL;
  return true;
}

static bool read_flag(svm_parser *p, svm_location *l) {
  static const struct {
    const char *word;
    unsigned flag;
  } flags[] = {
      {"end", SV_LOC_END},           {"stop", SV_LOC_STOP},           {"yielding", SV_LOC_YIELDING},
      {"blocking", SV_LOC_BLOCKING}, {"committed", SV_LOC_COMMITTED},
  };
  for (size_t i = 0; i < SV_COUNT(flags); i++)
    if (svm_take_word(p, flags[i].word)) return l->flags |= flags[i].flag, true;
  if (svm_take_word(p, "bad")) return svm_expect_name(p, "the name of a property", &l->bad);
  if (svm_take_word(p, "invariant")) return (l->invariant = svm_read_term(p, "the invariant"));
  svm_expected(p, "a mark of the location");
  svm_hint(p, "marks are end, stop, yielding, blocking, committed, `bad NAME` and "
              "`invariant TERM`");
  return false;
}

// location = "location" name { "end" | "stop" | "yielding" | "blocking" | "committed"
//            | "bad" name | "invariant" term } ;
bool svm_read_location(svm_parser *p) {
  svm_location *l = SV_ARENA_NEW(p->arena, svm_location);
  if (!svm_expect_name(p, "the name of the location", &l->name)) return false;
  svm_append(p->process->locations, l);
  while (!svm_at_line_end(p))
    if (!read_flag(p, l)) return false;
  return true;
}

static bool is_property_kind(svm_parser *p) {
  return svm_is_word(p, "assertion") || svm_is_word(p, "location") || svm_is_word(p, "invariant") ||
         svm_is_word(p, "stable") || svm_is_word(p, "deadlock") || svm_is_word(p, "recurrence") ||
         svm_is_word(p, "formula");
}

// edge = "edge" number number term { "mark" number } ;
static bool read_automaton_edge(svm_parser *p, svm_property *property) {
  svm_automaton_edge *e = SV_ARENA_NEW(p->arena, svm_automaton_edge);
  uint32_t last = property->states - 1, mark;
  if (!svm_expect_number(p, "a state", last, &e->from)) return false;
  if (!svm_expect_number(p, "a state", last, &e->to)) return false;
  if (!(e->guard = svm_read_term(p, "a guard"))) return false;
  while (svm_take_word(p, "mark")) {
    if (!property->marks) return svm_expected(p, "no mark: there are none");
    if (!svm_expect_number(p, "a mark", property->marks - 1, &mark)) return false;
    e->marks |= UINT64_C(1) << mark;
  }
  svm_append(property->edges, e);
  return true;
}

// recurrence = { "stable" | "repeats" | "fair" } "states" number "marks" number { edge } ;
static bool read_automaton(svm_parser *p, svm_property *property) {
  property->stable = svm_take_word(p, "stable");
  property->repeats = svm_take_word(p, "repeats");
  property->fair = svm_take_word(p, "fair");
  if (!svm_take_word(p, "states")) return svm_expected(p, "`states`");
  if (!svm_expect_number(p, "how many states", 100000, &property->states)) return false;
  if (!property->states) return svm_expected(p, "an automaton with a state");
  if (!svm_take_word(p, "marks")) return svm_expected(p, "`marks`");
  if (!svm_expect_number(p, "how many marks", 64, &property->marks)) return false;
  while (svm_take_word(p, "edge"))
    if (!read_automaton_edge(p, property)) return false;
  return true;
}

static bool read_formula(svm_parser *p, svm_property *property) {
  property->stable = svm_take_word(p, "stable");
  property->fair = svm_take_word(p, "fair");
  return (property->formula = svm_read_term(p, "a formula"));
}

// property = "property" name ( "assertion" | "location" | "deadlock" | "recurrence" recurrence
//                            | ( "invariant" | "stable" ) term
//                            | "formula" { "stable" | "fair" } formula ) [ "text" string ] ;
bool svm_read_property(svm_parser *p) {
  svm_property *property = SV_ARENA_NEW(p->arena, svm_property);
  if (!svm_expect_name(p, "the name of the property", &property->name)) return false;
  if (!is_property_kind(p))
    return svm_expected(p,
                        "assertion, location, invariant, stable, deadlock, recurrence or formula");
  bool invariant = svm_is_word(p, "invariant") || svm_is_word(p, "stable");
  bool recurrence = svm_is_word(p, "recurrence"), formula = svm_is_word(p, "formula");
  property->stable = svm_is_word(p, "stable");
  if (!svm_expect_name(p, "a kind", &property->kind)) return false;
  if (recurrence && !read_automaton(p, property)) return false;
  if (formula && !read_formula(p, property)) return false;
  if (invariant && !(property->term = svm_read_term(p, "the invariant"))) return false;
  if (svm_take_word(p, "text") && !svm_expect_string(p, "a text", &property->text)) return false;
  svm_append(p->file->properties, property);
  return true;
}

// init = "init" term ;
bool svm_read_init(svm_parser *p) {
  return svm_append_term(p, &p->file->inits, svm_read_term(p, "a condition"));
}

// feature = "feature" ( "recursion" | "int" | … ) ;
bool svm_read_feature(svm_parser *p) {
  static const char *const words[] = {"int", "real", "queue", "creation", "wide", "recursion"};
  static_assert(SV_COUNT(words) == SV_FEATURE_COUNT, "one word per feature");
  sv_span span = svm_here(p)->span;
  for (unsigned i = 0; i < SV_COUNT(words); i++) {
    if (!svm_take_word(p, words[i])) continue;
    p->file->features |= 1u << i;
    if (i == SV_FEATURE_BIT_RECURSION) p->file->recursion = span;
    return true;
  }
  return svm_expected(p, "int, real, queue, creation, wide or recursion");
}
