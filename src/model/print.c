// print.c -- a model in its text form, as docs/language-svm.md describes it.
//
// Things are grouped: enumerations, global variables and queues, properties,
// then each process with all that belongs to it, among this the actions whose
// edge 0 is its own, and last the actions without edges. Clauses that say
// nothing are left out. Reading the text back and printing it again gives the
// same text; source places, the title and the language are not part of it.

#include "model/print.h"

typedef struct {
  const sv_model *m;
  sv_term_printer *terms;
  const sv_action *action;
  sv_text *out;
} printer;

static void text(printer *p, const char *s) { sv_text_string(p->out, s); }

static void name(printer *p, sv_name n) { sv_model_print_name(p->m, n, p->out); }

static void word_and_name(printer *p, const char *word, sv_name n) {
  text(p, word);
  name(p, n);
}

static void term(printer *p, sv_term t, bool known) {
  sv_term_printer_print(p->terms, p->action, t, known, p->out);
}

static void word_and_term(printer *p, const char *word, sv_term t) {
  text(p, word);
  term(p, t, true);
}

static void word_and_string(printer *p, const char *word, const char *s) {
  if (!s) return;
  text(p, word);
  sv_model_print_string(s, p->out);
}

static void number(printer *p, const char *word, uint32_t n) {
  text(p, word);
  if (n == SV_UNBOUNDED) text(p, "unbounded");
  else sv_text_printf(p->out, "%u", n);
}

static const sv_template *template_of(printer *p, uint32_t t) { return &p->m->templates.at[t]; }

static void location_name(printer *p, const char *word, uint32_t t, uint32_t l) {
  word_and_name(p, word, template_of(p, t)->locations.at[l].name);
}

static void print_enums(printer *p) {
  for (uint32_t i = 1; i <= sv_sort_count(p->m->terms); i++) {
    const sv_sort_info *s = sv_sort_get(p->m->terms, (sv_sort){i});
    if (s->kind != SV_SORT_ENUM) continue;
    word_and_name(p, "enum ", s->name);
    text(p, " =");
    for (uint32_t j = 0; j < s->size; j++) word_and_name(p, " ", s->members[j]);
    text(p, "\n");
  }
}

static void print_variable(printer *p, const char *indent, const sv_variable *v) {
  text(p, indent);
  word_and_name(p, "var ", v->name);
  text(p, " : ");
  sv_model_print_sort(p->m, v->sort, p->out);
  if (sv_is_none(v->init)) text(p, " = any");
  else word_and_term(p, " = ", v->init);
  text(p, "\n");
}

static void print_queue(printer *p, const char *indent, const sv_queue_family *q) {
  text(p, indent);
  word_and_name(p, "queue ", q->name);
  if (q->indexed) sv_text_printf(p->out, "[%u]", q->count);
  number(p, " capacity ", q->capacity);
  if (!sv_is_none(q->number)) word_and_term(p, " number ", q->number);
  for (uint32_t i = 0; i < q->field_count; i++) {
    text(p, i ? ", " : " of ");
    sv_model_print_sort(p->m, q->fields[i], p->out);
  }
  text(p, "\n");
}

static void print_owned(printer *p, const char *indent, uint32_t owner) {
  for (uint32_t i = 1; i < p->m->variables.n; i++) {
    const sv_variable *v = &p->m->variables.at[i];
    if (v->owner == owner && !v->is_pc) print_variable(p, indent, v);
  }
  for (uint32_t i = 1; i < p->m->queues.n; i++)
    if (p->m->queues.at[i].owner == owner) print_queue(p, indent, &p->m->queues.at[i]);
}

// One line: the automaton's size, then its edges, each with the marks it has.
static void print_automaton(printer *p, const sv_property *property) {
  const sv_automaton *a = property->automaton;
  if (property->stable) text(p, " stable");
  if (property->repeats) text(p, " repeats");
  if (property->fair) text(p, " fair");
  number(p, " states ", a->states);
  number(p, " marks ", a->conditions);
  for (uint32_t i = 0; i < a->edge_count; i++) {
    number(p, " edge ", a->edges[i].from);
    number(p, " ", a->edges[i].to);
    text(p, " ");
    term(p, a->edges[i].guard, false);
    for (uint32_t c = 0; c < a->conditions; c++)
      if (a->edges[i].marks >> c & 1) number(p, " mark ", c);
  }
}

static void print_property(printer *p, const sv_property *property) {
  static const char *const kinds[] = {
      [SV_PROP_ASSERTION] = " assertion",   [SV_PROP_LOCATION] = " location",
      [SV_PROP_INVARIANT] = " invariant ",  [SV_PROP_DEADLOCK] = " deadlock",
      [SV_PROP_RECURRENCE] = " recurrence",
  };
  bool invariant = property->kind == SV_PROP_INVARIANT;
  word_and_name(p, "property ", property->name);
  text(p, property->stable && invariant ? " stable " : kinds[property->kind]);
  if (invariant) term(p, property->term, true);
  if (property->automaton) print_automaton(p, property);
  word_and_string(p, " text ", property->text);
  text(p, "\n");
}

static void print_features(printer *p) {
  static const char *const words[] = {
#define X(NAME, TEXT) #NAME,
      SV_FEATURES(X)
#undef X
  };
  for (uint32_t i = 0; i < SV_FEATURE_COUNT; i++) {
    if (!(p->m->declared_features >> i & 1)) continue;
    text(p, "feature ");
    for (const char *c = words[i]; *c; c++) sv_text_char(p->out, (char)(*c - 'A' + 'a'));
    text(p, "\n");
  }
}

// --- processes

static void print_location(printer *p, const sv_location *l) {
  static const struct {
    unsigned flag;
    const char *word;
  } flags[] = {
      {SV_LOC_END, " end"},
      {SV_LOC_STOP, " stop"},
      {SV_LOC_YIELDING, " yielding"},
      {SV_LOC_BLOCKING, " blocking"},
      {SV_LOC_COMMITTED, " committed"},
  };
  word_and_name(p, "  location ", l->name);
  for (size_t i = 0; i < SV_COUNT(flags); i++)
    if (l->flags & flags[i].flag) text(p, flags[i].word);
  if (l->bad) word_and_name(p, " bad ", p->m->properties.at[l->bad].name);
  if (!sv_is_none(l->invariant)) word_and_term(p, " invariant ", l->invariant);
  text(p, "\n");
}

static void print_edge(printer *p, const sv_edge *e, uint32_t role) {
  text(p, "    ");
  if (role) word_and_name(p, "with ", template_of(p, e->template_number)->name), text(p, " ");
  if (e->instance != SV_ANY_INSTANCE) number(p, "instance ", e->instance), text(p, " ");
  if (e->flags & SV_EDGE_PASSIVE) text(p, "passive ");
  if (e->flags & SV_EDGE_RELEASES) text(p, "releasing ");
  text(p, "from");
  for (uint32_t i = 0; i < e->from_count; i++)
    location_name(p, " ", e->template_number, e->from[i]);
  if (!e->from_count) text(p, " any");
  if (e->to) location_name(p, " -> ", e->template_number, e->to);
  if (e->priority) number(p, " priority ", e->priority);
  text(p, "\n");
}

static void print_queue_op(printer *p, const sv_queue_op *q) {
  static const char *const verbs[] = {[SV_ENQUEUE] = "    enqueue ",
                                      [SV_DEQUEUE] = "    dequeue ",
                                      [SV_DEFER] = "    defer ",
                                      [SV_FLUSH] = "    flush ",
                                      [SV_EMPTY] = "    empty "};
  word_and_term(p, verbs[q->verb], q->queue);
  if (!sv_is_none(q->slot)) word_and_term(p, " slot ", q->slot);
  sv_node queue = sv_node_of(p->m->terms, sv_index(q->queue));
  bool known = queue.op == SV_OP_QUEUE;  // then its fields tell the sorts
  for (uint32_t i = 0; i < q->field_count; i++) {
    text(p, i ? " " : " : ");
    term(p, q->fields[i], known);
  }
  text(p, "\n");
}

static void print_start(printer *p, const sv_start *s) {
  word_and_name(p, "    start ", template_of(p, s->template_number)->name);
  if (s->at) location_name(p, " at ", s->template_number, s->at);
  for (uint32_t i = 0; i < s->argument_count; i++) {
    word_and_name(p, i ? ", " : " with ", p->m->variables.at[s->arguments[i].variable].name);
    word_and_term(p, " := ", s->arguments[i].value);
  }
  if (!sv_is_none(s->result)) word_and_term(p, " result ", s->result);
  text(p, "\n");
}

static void print_choice(printer *p, const sv_choice_input *c) {
  text(p, c->per_other ? "    other choice" : "    choice");
  if (c->name.x) word_and_name(p, " ", c->name);
  text(p, " : ");
  sv_model_print_sort(p->m, c->sort, p->out);
  text(p, "\n");
}

static void print_conditions(printer *p, const sv_action *a) {
  for (uint32_t i = 0; i < a->choice_count; i++) print_choice(p, &a->choices[i]);
  if (!sv_same(a->guard, SV_TRUE)) word_and_term(p, "    guard ", a->guard), text(p, "\n");
  if (!sv_same(a->constraint, SV_TRUE))
    word_and_term(p, "    constraint ", a->constraint), text(p, "\n");
}

static void print_effects(printer *p, const sv_action *a) {
  for (uint32_t i = 0; i < a->update_count; i++) {
    word_and_term(p, "    set ", a->updates[i].target);
    word_and_term(p, " := ", a->updates[i].value);
    text(p, "\n");
  }
  for (uint32_t i = 0; i < a->queue_op_count; i++) print_queue_op(p, &a->queue_ops[i]);
  for (uint32_t i = 0; i < a->start_count; i++) print_start(p, &a->starts[i]);
}

static void print_print(printer *p, const sv_action *a) {
  if (!a->print) return;
  word_and_string(p, "    print ", a->print);
  for (uint32_t i = 0; i < a->print_count; i++) {
    text(p, i ? " " : " : ");
    term(p, a->prints[i], false);
  }
  text(p, "\n");
}

static const char *fairness_word(sv_fairness f) {
  return f == SV_STRONGLY_FAIR ? " strong" : " fair";
}

static void print_fair(printer *p, const sv_fair_statement *f) {
  text(p, "   ");
  text(p, fairness_word(f->fairness));
  word_and_name(p, " ", f->name);
  text(p, "\n");
}

static void print_action(printer *p, const sv_action *a) {
  p->action = a;
  text(p, a->edge_count ? "  action" : "action");
  if (a->name.x) word_and_name(p, " ", a->name);
  word_and_string(p, "\n    text ", a->text);
  text(p, "\n");
  for (uint32_t i = 0; i < a->edge_count; i++) print_edge(p, &a->edges[i], i);
  if (a->priority) number(p, "    global priority ", a->priority), text(p, "\n");
  print_conditions(p, a);
  print_effects(p, a);
  print_print(p, a);
  if (a->fails) word_and_name(p, "    fails ", p->m->properties.at[a->fails].name), text(p, "\n");
  if (a->fair) print_fair(p, &p->m->fair.at[a->fair]);
  if (a->cut) word_and_string(p, "    cut ", a->cut), text(p, "\n");
  p->action = NULL;
}

static uint32_t home_of(const sv_action *a) {
  return a->edge_count ? a->edges[0].template_number : 0;
}

static void print_actions(printer *p, uint32_t home) {
  for (uint32_t i = 1; i < p->m->actions.n; i++)
    if (home_of(&p->m->actions.at[i]) == home) print_action(p, &p->m->actions.at[i]);
}

static void print_template(printer *p, uint32_t number_of_it) {
  const sv_template *t = template_of(p, number_of_it);
  word_and_name(p, "\nprocess ", t->name);
  number(p, " initial ", t->initial);
  number(p, " pool ", t->pool);
  if (t->stacked) text(p, " stacked");
  if (t->fairness) text(p, fairness_word(t->fairness));
  if (t->entry) location_name(p, " entry ", number_of_it, t->entry);
  text(p, "\n");
  print_owned(p, "  ", number_of_it);
  for (uint32_t i = 1; i < t->locations.n; i++) print_location(p, &t->locations.at[i]);
  print_actions(p, number_of_it);
  text(p, "end\n");
}

static void print_model(printer *p) {
  print_features(p);
  print_enums(p);
  print_owned(p, "", SV_GLOBAL);
  for (uint32_t i = 1; i < p->m->properties.n; i++) print_property(p, &p->m->properties.at[i]);
  if (!sv_same(p->m->init, SV_TRUE)) word_and_term(p, "init ", p->m->init), text(p, "\n");
  for (uint32_t i = 1; i < p->m->templates.n; i++) print_template(p, i);
  for (uint32_t i = 1; i < p->m->actions.n; i++)
    if (!p->m->actions.at[i].edge_count) {
      text(p, "\n");
      print_action(p, &p->m->actions.at[i]);
    }
}

void sv_model_print(const sv_model *m, sv_text *out) {
  sv_term_vec roots = {0};
  sv_model_roots(m, &roots);
  printer p = {.m = m, .terms = sv_term_printer_new(m, roots.at, roots.n), .out = out};
  sv_text_string(out, "// A Selvage model. docs/language-svm.md describes this form.\n");
  print_model(&p);
  sv_term_printer_free(p.terms);
  sv_vec_free(roots);
}
