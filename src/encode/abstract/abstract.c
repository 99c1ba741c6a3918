// abstract.c -- predicates, and the abstract model around its steps.

#include "encode/abstract/abstract.h"

#include <setjmp.h>
#include <stdarg.h>

#include "encode/abstract/abstract_inside.h"
#include "encode/abstract/atoms.h"

enum {
  MOST_ATOMS = 2000,
  MOST_CELLS = 16,     // of an array that is kept
  MOST_CAPACITY = 64,  // of a queue whose shape is kept
  PROXIES = 4096,
  SPARE = 256
};

// ---- what is kept

static bool may_keep(const sv_flat *f, sv_sort s, uint32_t keep) {
  const sv_sort_info *info = sv_sort_get(f->terms, sv_sort_scalar(f->terms, s));
  uint32_t bits;
  if (!sv_sort_bits(f->net, sv_sort_scalar(f->terms, s), &bits)) return false;
  if (sv_sort_get(f->terms, s)->kind == SV_SORT_ARRAY && info->kind == SV_SORT_LOC) return false;
  bool small = bits <= keep || info->kind == SV_SORT_BOOL || info->kind == SV_SORT_LOC ||
               info->kind == SV_SORT_REF;
  return small && sv_sort_cells(f->terms, s) <= MOST_CELLS;
}

static void choose_kept(sv_abstraction *a) {
  const sv_net *net = a->flat->net;
  sv_bits_init(&a->kept, net->vars.n);
  sv_bits_init(&a->kept_queues, net->queues.n);
  a->kept_fields = SV_NEW_ARRAY(sv_bits, net->queues.n + 1);
  for (uint32_t v = 0; v < net->vars.n; v++)
    if (v == net->holder || may_keep(a->flat, net->vars.at[v].sort, a->options.keep))
      sv_bits_add(&a->kept, v);
  for (uint32_t q = 0; q < net->queues.n; q++) {
    const sv_net_queue *queue = &net->queues.at[q];
    if (queue->capacity <= MOST_CAPACITY && !a->options.queues_are_data)
      sv_bits_add(&a->kept_queues, q);
    sv_bits_init(&a->kept_fields[q], queue->field_count);
    for (uint32_t f = 0; f < queue->field_count; f++)
      if (may_keep(a->flat, queue->fields[f], a->options.keep)) sv_bits_add(&a->kept_fields[q], f);
  }
}

sv_abstraction *sv_abstraction_new(sv_flat *f, sv_abstraction_options options) {
  REQUIRE(!f->refused, "a flat system");
  sv_abstraction *a = SV_NEW(sv_abstraction);
  *a = (sv_abstraction){.flat = f, .terms = f->terms, .options = options};
  choose_kept(a);
  return a;
}

void sv_abstraction_free(sv_abstraction *a) {
  if (!a) return;
  for (uint32_t q = 0; q < a->flat->net->queues.n; q++) sv_bits_free(&a->kept_fields[q]);
  sv_free(a->kept_fields);
  sv_bits_free(&a->kept);
  sv_bits_free(&a->kept_queues);
  sv_vec_free(a->predicates);
  sv_map_free(&a->numbers);
  sv_free(a);
}

// ---- predicates

static bool has_choice(const sv_terms *T, sv_term t) {
  sv_u32s cone = {0};
  bool found = false;
  sv_cone(T, &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n && !found; i++)
    found = sv_node_of(T, cone.at[i]).op == SV_OP_CHOICE;
  sv_vec_free(cone);
  return found;
}

static uint32_t add_atom(sv_abstraction *a, sv_term atom, bool *all) {
  if (sv_abstraction_is_kept(a, atom)) return 0;
  if (has_choice(a->terms, atom)) return *all = false, 0;
  if (sv_map_get(&a->numbers, atom.x) != SV_MAP_NONE) return 0;
  sv_map_put(&a->numbers, atom.x, a->predicates.n);
  sv_push(a->predicates, atom);
  return 1;
}

uint32_t sv_abstraction_add(sv_abstraction *a, sv_term t, bool *all) {
  sv_term_list atoms = {0};
  uint32_t added = 0;
  sv_term plain = sv_plain_atoms(a->terms, t, MOST_ATOMS);
  *all = !sv_is_none(plain);
  if (!*all) return 0;
  sv_atoms_of(a->terms, plain, &atoms);
  for (uint32_t i = 0; i < atoms.n; i++) added += add_atom(a, atoms.at[i], all);
  sv_vec_free(atoms);
  return added;
}

static sv_term as_predicate(void *context, sv_terms *T, uint32_t index, sv_term rebuilt) {
  const sv_abstraction *a = context;
  SV_UNUSED(rebuilt);
  uint32_t j = sv_map_get(&a->numbers, sv_term_of_index(index).x);
  return j == SV_MAP_NONE ? SV_NONE : sv_free_term(T, sv_free_before(j));
}

// Over kept leaves and free variables 2 * j (predicate j). Atoms become predicates. SV_NONE: too many.
static sv_term express(sv_abstraction *a, sv_term t) {
  bool all;
  sv_term plain = sv_plain_atoms(a->terms, t, MOST_ATOMS);
  if (sv_is_none(plain)) return SV_NONE;
  sv_abstraction_add(a, plain, &all);
  return sv_rewrite(a->terms, plain, as_predicate, a);
}

// ---- the model

void sv_building_fail(sv_building *b, const char *format, ...) {
  va_list args;
  if (b->failed) return;
  b->failed = true;
  va_start(args, format);
  sv_text_vprintf(b->why, format, args);
  va_end(args);
}

static sv_name named(sv_building *b, const char *format, uint32_t n) {
  sv_text text = {0};
  sv_text_printf(&text, format, n);
  sv_name name = sv_names_cstr(b->m->names, sv_text_get(&text));
  sv_text_free(&text);
  return name;
}

static void make_queues(sv_building *b) {
  const sv_net *net = b->f->net;
  for (uint32_t q = 0; q < net->queues.n; q++) {
    const sv_net_queue *queue = &net->queues.at[q];
    SV_VEC(sv_sort) fields = {0};
    for (uint32_t f = 0; f < queue->field_count; f++)
      if (sv_bits_has(&b->a->kept_fields[q], f))
        sv_push(fields, sv_building_sort(b, queue->fields[f]));
    bool kept = sv_bits_has(&b->a->kept_queues, q);
    sv_push(b->queues, sv_model_queue(b->m, queue->name, SV_GLOBAL, 1, false,
                                      kept ? queue->capacity : 0, fields.at, fields.n, SV_NOWHERE));
    sv_vec_free(fields);
  }
}

static void make_variables(sv_building *b) {
  const sv_net *net = b->f->net;
  sv_abstract_choices none = {0};
  sv_fill(b->out->variables, net->vars.n + 1);
  for (uint32_t v = 0; v < net->vars.n; v++) {
    if (!sv_bits_has(&b->a->kept, v)) continue;
    const sv_net_var *x = &net->vars.at[v];
    sv_term init = sv_is_none(x->init) ? SV_NONE : sv_building_translate(b, &none, x->init);
    b->out->variables.at[v] =
        sv_model_variable(b->m, x->name, sv_building_sort(b, x->sort), SV_GLOBAL, init, SV_NOWHERE);
  }
  for (uint32_t j = 0; j < b->a->predicates.n; j++)
    sv_push(b->out->predicates,
            sv_model_variable(b->m, named(b, "predicate.%u", j), sv_sort_bool(b->T), SV_GLOBAL,
                              SV_NONE, SV_NOWHERE));
  if (!b->monitor || !b->monitor->states) return;
  b->out->monitor = sv_model_variable(
      b->m, named(b, "monitor", 0), sv_sort_range(b->T, 0, (int64_t)b->monitor->states - 1),
      SV_GLOBAL, sv_int_const(b->T, b->monitor->initial), SV_NOWHERE);
}

// ---- diagrams

static void name_predicates(sv_building *b) {
  for (uint32_t j = 0; j < b->a->predicates.n; j++) {
    sv_eliminator_name(b->e, sv_free_before(j), 2 * j);
    sv_eliminator_name(b->e, sv_free_after(j), 2 * j + 1);
  }
  b->next_var = 2 * b->a->predicates.n;
  for (uint32_t i = 0; i < SPARE; i++) sv_push(b->e->spare, b->next_var + PROXIES + i);
}

// What every step begins from.
static void make_definitions(sv_building *b) {
  sv_term_list all = {0};
  for (uint32_t j = 0; j < b->a->predicates.n; j++) {
    sv_term p = sv_free_term(b->T, sv_free_before(j));
    sv_push(b->definitions, sv_eq(b->T, p, sv_building_hide(b, b->a->predicates.at[j])));
    sv_map_put(&b->e->constant, sv_last(b->definitions).x, 1);
  }
  sv_conjuncts(b->T, b->f->invariants, &all);
  for (uint32_t i = 0; i < all.n; i++) {
    uint32_t first = b->legal.n;
    if (sv_building_is_kept(b, all.at[i])) continue;
    sv_conjuncts(b->T, sv_building_hide(b, all.at[i]), &b->legal);
    for (uint32_t k = first; k < b->legal.n; k++) sv_map_put(&b->e->constant, b->legal.at[k].x, 1);
  }
  sv_vec_free(all);
}

// ---- initial states

// A predicate that all initial states agree on starts with that value.
static void set_start(sv_building *b, uint32_t j, sv_bdd initial) {
  sv_bdd var = sv_bdd_var(b->bdds, 2 * j), not_var = sv_bdd_not(b->bdds, var);
  sv_term *init = &b->m->variables.at[b->out->predicates.at[j]].init;
  if (sv_bdd_implies(b->bdds, initial, var)) *init = SV_TRUE;
  else if (sv_bdd_implies(b->bdds, initial, not_var)) *init = SV_FALSE;
  sv_bdd_drop(b->bdds, var);
  sv_bdd_drop(b->bdds, not_var);
}

// Queues are empty; their slots are leaves of predicates only.
static void start_slots(sv_building *b, sv_term_list *data) {
  sv_term_list leaves = {0};
  for (uint32_t j = 0; j < b->a->predicates.n; j++)
    sv_flat_leaves(b->f, b->a->predicates.at[j], &leaves);
  for (uint32_t i = 0; i < leaves.n; i++) {
    if (sv_node_of(b->T, sv_index(leaves.at[i])).op != SV_OP_PEEK) continue;
    sv_term starts = sv_eq(b->T, leaves.at[i], sv_flat_start(b->f, leaves.at[i]));
    sv_conjuncts(b->T, sv_building_hide(b, starts), data);
  }
  sv_vec_free(leaves);
}

static void make_initial(sv_building *b) {
  sv_term_list all = {0}, data = {0};
  sv_abstract_choices none = {0};
  sv_clear(b->e->known);
  sv_conjuncts(b->T, b->f->initial, &all);
  for (uint32_t i = 0; i < all.n; i++) {
    if (sv_building_is_kept(b, all.at[i]))
      b->m->init = sv_and(b->T, b->m->init, sv_building_translate(b, &none, all.at[i]));
    else sv_conjuncts(b->T, sv_building_hide(b, all.at[i]), &data);
  }
  for (uint32_t j = 0; j < b->definitions.n; j++) sv_push(data, b->definitions.at[j]);
  start_slots(b, &data);
  sv_bdd initial = sv_eliminate(b->e, data.at, data.n, SV_BDD_TRUE);
  if (b->e->failed) sv_building_fail(b, "limit reached: the solver did not finish an abstraction");
  for (uint32_t j = 0; j < b->a->predicates.n; j++) set_start(b, j, initial);
  sv_term t = sv_building_translate(b, &none, sv_eliminator_term(b->e, initial));
  b->m->init = sv_and(b->T, b->m->init, t);
  sv_bdd_drop(b->bdds, initial);
  sv_vec_free(all);
  sv_vec_free(data);
}

// ---- properties

// The monitor knows that it is not violated here.
static sv_term excused(const sv_building *b, uint32_t property) {
  sv_term any = SV_FALSE;
  if (!b->out->monitor) return any;
  sv_term at = sv_var(b->T, b->m->variables.at[b->out->monitor].sort, b->out->monitor, 0);
  for (uint32_t i = 0; i < b->monitor->excuses.n; i++)
    if (b->monitor->excuses.at[i].property == property)
      any = sv_or(b->T, any, sv_eq(b->T, at, sv_int_const(b->T, b->monitor->excuses.at[i].state)));
  return any;
}

static void make_property(sv_building *b, uint32_t property) {
  const sv_property *p = &b->f->net->properties.at[property];
  sv_abstract_choices none = {0};
  sv_property_kind kind = SV_PROP_ASSERTION;
  sv_term holds = SV_NONE;
  if (p->kind != SV_PROP_ASSERTION) {
    sv_term bad = sv_flat_bad(b->f, property);
    if (!sv_is_none(bad)) bad = express(b->a, bad);
    if (sv_is_none(bad)) {
      sv_building_fail(b, "property '%s' has too many atoms", sv_names_get(b->m->names, p->name));
      return;
    }
    kind = SV_PROP_INVARIANT;
    holds = sv_or(b->T, sv_not(sv_building_translate(b, &none, bad)), excused(b, property));
  }
  sv_model_property(b->m, p->name, kind, holds, p->text, SV_NOWHERE);
  sv_push(b->out->properties, property);
}

static uint32_t abstract_property(const sv_building *b, uint32_t property) {
  for (uint32_t i = 1; property && i < b->out->properties.n; i++)
    if (b->out->properties.at[i] == property) return i;
  return 0;
}

// ---- steps

// A cut action that has not been reached yet.
static bool is_cut(const sv_building *b, uint32_t a) {
  const sv_bits *known = b->question->cut;
  return b->f->net->actions.at[a].cut && !(known && sv_bits_has(known, a));
}

static bool has_cuts(const sv_building *b) {
  for (uint32_t a = 0; a < b->f->net->actions.n; a++)
    if (is_cut(b, a)) return true;
  return false;
}

static void add_step(sv_building *b, uint32_t a) {
  const sv_net_action *source = &b->f->net->actions.at[a];
  const sv_flat_action *x = &b->f->actions[a];
  sv_concrete_step s = {.action = a,
                        .enabled = x->enabled,
                        .after = x->after,
                        .choices = &x->choices,
                        .fails = abstract_property(b, source->fails)};
  if (source->cut) s.fails = b->m->properties.n - 1;
  if (!source->cut || is_cut(b, a)) sv_building_step(b, &s);
}

// Choices of one action among those of all.
static sv_term renumber(void *context, sv_terms *T, uint32_t index, const sv_node *node) {
  const uint32_t *by = context;
  SV_UNUSED(index);
  return node->op == SV_OP_CHOICE ? sv_choice(T, node->sort, node->id + *by) : SV_NONE;
}

static bool goes_with_others(const sv_building *b, uint32_t a) {
  const sv_net_action *x = &b->f->net->actions.at[a];
  return !b->a->options.partition && !x->cut && !abstract_property(b, x->fails) &&
         !x->queue_op_count;
}

// enabled, and every variable becomes what the action says.
static sv_term as_relation(sv_building *b, uint32_t a, uint32_t choices) {
  const sv_flat_action *x = &b->f->actions[a];
  sv_term all = sv_substitute(b->T, x->enabled, renumber, &choices);
  for (uint32_t v = 0; v < b->f->net->vars.n; v++) {
    sv_term now = sv_net_var_term(b->f->net, v);
    sv_term after = sv_is_none(x->after[v]) ? now : x->after[v];
    sv_term next = sv_next(b->T, b->f->net->vars.at[v].sort, v, 0);
    all = sv_and(b->T, all, sv_eq(b->T, next, sv_substitute(b->T, after, renumber, &choices)));
  }
  return all;
}

static void add_monolith(sv_building *b) {
  const sv_net *net = b->f->net;
  sv_term *after = SV_NEW_ARRAY(sv_term, net->vars.n + 1), any = SV_FALSE;
  sv_sort_list choices = {0};
  for (uint32_t v = 0; v < net->vars.n; v++) after[v] = sv_next(b->T, net->vars.at[v].sort, v, 0);
  for (uint32_t a = 0; a < net->actions.n; a++) {
    if (!goes_with_others(b, a)) continue;
    any = sv_or(b->T, any, as_relation(b, a, choices.n));
    for (uint32_t i = 0; i < b->f->actions[a].choices.n; i++)
      sv_push(choices, b->f->actions[a].choices.at[i]);
  }
  sv_concrete_step s = {.action = UINT32_MAX, .enabled = any, .after = after, .choices = &choices};
  if (!sv_same(any, SV_FALSE)) sv_building_step(b, &s);
  sv_vec_free(choices);
  sv_free(after);
}

// ---- all of it

typedef struct {
  jmp_buf out;
} failure;

static void out_of_nodes(void *context, const char *why) {
  failure *f = context;
  SV_UNUSED(why);
  longjmp(f->out, 1);
}

static void build(sv_building *b) {
  const sv_abstract_question *q = b->question;
  sv_push(b->out->properties, 0);
  sv_push(b->out->actions, UINT32_MAX);
  make_queues(b);
  make_variables(b);
  name_predicates(b);
  make_definitions(b);
  for (uint32_t i = 0; i < q->n && !b->failed; i++) make_property(b, q->properties[i]);
  if (has_cuts(b)) {
    sv_model_property(b->m, named(b, "cut", 0), SV_PROP_ASSERTION, SV_NONE, "", SV_NOWHERE);
    sv_push(b->out->properties, 0);
  }
  if (!b->failed) make_initial(b);
  if (!b->failed && !b->a->options.partition) add_monolith(b);
  for (uint32_t a = 0; a < b->f->net->actions.n && !b->failed; a++)
    if (!goes_with_others(b, a)) add_step(b, a);
  if (b->next_var > 2 * b->a->predicates.n + PROXIES)
    sv_building_fail(b, "kept variables are looked at in too many ways");
}

static void release(sv_building *b) {
  for (uint32_t i = 0; i < b->earlier.n; i++) {
    sv_vec_free(b->earlier.at[i].updates);
    sv_vec_free(b->earlier.at[i].changed);
  }
  sv_eliminator_free(b->e);
  sv_vec_free(b->earlier);
  sv_vec_free(b->queues);
  sv_vec_free(b->proxies);
  sv_map_free(&b->proxy_of);
  sv_bits_free(&b->kept_choices);
  sv_vec_free(b->definitions);
  sv_vec_free(b->legal);
}

// Atoms of properties become predicates before anything is built.
static void add_property_atoms(sv_abstraction *a, const sv_abstract_question *q) {
  for (uint32_t i = 0; i < q->n; i++) {
    sv_term bad = sv_flat_bad(a->flat, q->properties[i]);
    if (!sv_is_none(bad)) express(a, bad);
  }
}

sv_abstract_model *sv_abstraction_model(sv_abstraction *a, const sv_abstract_question *question,
                                        sv_limits *limits, sv_text *why) {
  failure f;
  add_property_atoms(a, question);
  sv_bdds_options o = {
      .pairs = a->predicates.n, .singles = PROXIES + SPARE, .fail = out_of_nodes, .context = &f};
  sv_building *b = SV_NEW(sv_building);
  *b = (sv_building){
      .a = a,
      .f = a->flat,
      .T = a->terms,
      .e = sv_eliminator_new(a->flat->net, a->options.structure, a->options.integers, limits),
      .bdds = sv_bdds_new(&o),
      .out = SV_NEW(sv_abstract_model),
      .m = sv_model_shell(a->flat->net->model),
      .question = question,
      .monitor = question->monitor,
      .why = why};
  b->e->bdds = b->bdds;
  b->out->model = b->m;
  sv_bits_init(&b->kept_choices, 0);
  if (!setjmp(f.out)) build(b);
  else sv_building_fail(b, "memory limit reached: decision diagrams of an abstraction");
  sv_abstract_model *out = b->out;
  out->numbers = b->e->numbers;
  bool failed = b->failed;
  sv_bdds_free(b->bdds);
  release(b);
  sv_free(b);
  if (!failed) return out;
  sv_abstract_model_free(out);
  return NULL;
}

void sv_abstract_model_free(sv_abstract_model *x) {
  if (!x) return;
  sv_model_free(x->model);
  sv_vec_free(x->actions);
  sv_vec_free(x->properties);
  sv_vec_free(x->variables);
  sv_vec_free(x->predicates);
  sv_free(x);
}
