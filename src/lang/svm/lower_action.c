// lower_action.c -- builds the model: actions.
//
// The parts of an action are gathered in vectors; sv_model_action copies them.
// An action with a fault is not added, but all its parts are read if its roles
// and choices are known, so that their faults are told in the same run.

#include "lang/svm/reader.h"
#include "model/validate.h"

typedef struct {
  svm_reader *r;
  const svm_action *from;
  svm_scope scope;
  bool fine;   // nothing was reported
  bool known;  // all roles are
  SV_VEC(sv_edge) edges;
  sv_u32s roles;
  SV_VEC(sv_choice_input) choices;
  SV_VEC(sv_update) updates;
  SV_VEC(sv_queue_op) queue_ops;
  SV_VEC(sv_start) starts;
  SV_VEC(sv_term) prints;
} builder;

static sv_term checked(builder *b, sv_term t) {
  if (sv_is_none(t)) b->fine = false;
  return t;
}

// --- edges

static bool fill_from(builder *b, sv_edge *edge, const svm_edge *e) {
  uint32_t *from = SV_ARENA_ARRAY(b->r->arena, uint32_t, e->froms + 1);
  bool fine = true;
  for (uint32_t i = 0; i < e->froms; i++) {
    from[i] = svm_find_location(b->r, edge->template_number, &e->from[i]);
    fine &= from[i] != 0;
  }
  edge->from = from;
  edge->from_count = e->froms;
  return fine;
}

static void add_edge(builder *b, uint32_t number, const svm_edge *e) {
  sv_edge edge = {.template_number = number, .instance = SV_ANY_INSTANCE};
  sv_push(b->roles, number);
  if (e && number) {
    if (e->fixed) edge.instance = e->instance;
    edge.priority = e->priority;
    if (e->passive) edge.flags |= SV_EDGE_PASSIVE;
    if (e->releasing) edge.flags |= SV_EDGE_RELEASES;
    b->fine &= fill_from(b, &edge, e);
    if (e->to.name.x) edge.to = svm_find_location(b->r, number, &e->to);
    b->fine &= !e->to.name.x || edge.to;
  }
  b->fine &= number != 0;
  b->known &= number != 0;
  sv_push(b->edges, edge);
}

static void add_edges(builder *b) {
  if (!b->from->home) return;
  add_edge(b, b->from->home->number, b->from->own);
  for (const svm_edge *e = b->from->partners.first; e; e = e->next)
    add_edge(b, svm_find_template(b->r, &e->process), e);
}

// --- choices

static void add_choices(builder *b) {
  for (const svm_variable *c = b->from->choices.first; c; c = c->next) {
    sv_sort sort = svm_sort(b->r, c->sort->child, c->sort->n, c->sort->span);
    b->fine &= sort.x != 0;
    b->known &= sort.x != 0;
    for (uint32_t i = 0; c->name.name.x && i < b->choices.n; i++)
      if (b->choices.at[i].name.x == c->name.name.x)
        svm_report(b->r, c->name.span, "this action already has a choice `%s`",
                   svm_name(b->r, c->name.name));
    sv_push(b->choices, (sv_choice_input){c->name.name, sort, c->per_other});
  }
}

// --- updates

// Is some token of the tree the role `other`?
static bool mentions_other(const svm_node *node) {
  if (!node->is_list) return node->token.kind == SVM_T_ROLE && node->token.role == SV_ROLE_OTHER;
  for (uint32_t i = 0; i < node->n; i++)
    if (mentions_other(node->child[i])) return true;
  return false;
}

// A term that can be written to.
static sv_term target(builder *b, const svm_scope *s, const svm_node *node, sv_sort sort) {
  sv_node root;
  sv_term t = checked(b, svm_term(b->r, s, node, sort));
  if (sv_is_none(t)) return t;
  if (!sv_is_target(b->r->T, t, &root))
    svm_report(b->r, node->span, "only variables and elements of arrays can be written to");
  else if (b->r->m->variables.at[root.id].is_pc)
    svm_report(b->r, node->span, "edges move processes, not updates");
  else return t;
  b->fine = false;
  return SV_NONE;
}

static void add_update(builder *b, const svm_update *u) {
  svm_scope s = b->scope;
  s.other = true;
  sv_term to = target(b, &s, u->target, SV_SORT_NONE);
  if (sv_is_none(to)) return;
  s.other = mentions_other(u->target);
  sv_term value = checked(b, svm_term(b->r, &s, u->value, sv_sort_of(b->r->T, to)));
  sv_push(b->updates, (sv_update){to, value});
}

// --- queues

static sv_queue_verb verb_of(const builder *b, const svm_token *t) {
  const char *word = svm_name(b->r, t->name);
  if (!strcmp(word, "enqueue")) return SV_ENQUEUE;
  if (!strcmp(word, "dequeue")) return SV_DEQUEUE;
  if (!strcmp(word, "empty")) return SV_EMPTY;
  return strcmp(word, "defer") ? SV_FLUSH : SV_DEFER;
}

// The sorts of the fields, where the queue is known.
static const sv_queue_family *family_of(const builder *b, sv_term queue) {
  sv_node node = sv_node_of(b->r->T, sv_index(queue));
  return node.op == SV_OP_QUEUE ? &b->r->m->queues.at[node.id] : NULL;
}

static void fill_fields(builder *b, sv_queue_op *op, const svm_queue_op *q) {
  const sv_queue_family *family = family_of(b, op->queue);
  uint32_t n = 0;
  for (const svm_term_item *f = q->fields.first; f; f = f->next) n++;
  sv_term *fields = SV_ARENA_ARRAY(b->r->arena, sv_term, n + 1);
  if (family && op->verb == SV_ENQUEUE && n != family->field_count) {
    svm_report(b->r, q->queue->span, "messages of `%s` have %u field%s, not %u",
               svm_name(b->r, family->name), family->field_count,
               family->field_count == 1 ? "" : "s", n);
    b->fine = false;
    return;
  }
  n = 0;
  for (const svm_term_item *f = q->fields.first; f; f = f->next, n++) {
    sv_sort sort = family && n < family->field_count ? family->fields[n] : SV_SORT_NONE;
    fields[n] = checked(b, svm_term(b->r, &b->scope, f->term, sort));
  }
  op->fields = fields;
  op->field_count = n;
}

static void add_queue_op(builder *b, const svm_queue_op *q) {
  svm_reader *r = b->r;
  sv_queue_op op = {.verb = verb_of(b, &q->verb)};
  op.queue = checked(b, svm_term(r, &b->scope, q->queue, sv_sort_ref(r->T)));
  if (q->slot) op.slot = checked(b, svm_term(r, &b->scope, q->slot, sv_sort_int(r->T)));
  if (sv_is_none(op.queue)) return;
  fill_fields(b, &op, q);
  sv_push(b->queue_ops, op);
}

// --- starts

static void fill_arguments(builder *b, sv_start *start, const svm_start *s) {
  uint32_t n = 0;
  for (const svm_argument *a = s->arguments.first; a; a = a->next) n++;
  sv_argument *arguments = SV_ARENA_ARRAY(b->r->arena, sv_argument, n + 1);
  n = 0;
  for (const svm_argument *a = s->arguments.first; a; a = a->next, n++) {
    uint32_t id = svm_find_local(b->r, start->template_number, &a->name);
    sv_sort sort = id ? b->r->m->variables.at[id].sort : SV_SORT_NONE;
    b->fine &= id != 0;
    arguments[n] = (sv_argument){id, checked(b, svm_term(b->r, &b->scope, a->value, sort))};
  }
  start->arguments = arguments;
  start->argument_count = n;
}

static void add_start(builder *b, const svm_start *s) {
  sv_start start = {.template_number = svm_find_template(b->r, &s->process)};
  b->fine &= start.template_number != 0;
  if (!start.template_number) return;
  if (s->at.name.x) {
    start.at = svm_find_location(b->r, start.template_number, &s->at);
    b->fine &= start.at != 0;
  }
  fill_arguments(b, &start, s);
  if (s->result) start.result = target(b, &b->scope, s->result, sv_sort_int(b->r->T));
  sv_push(b->starts, start);
}

// --- the action

static void add_parts(builder *b, sv_action *a) {
  svm_scope guard = b->scope, constraint = b->scope;
  guard.choice = false;
  constraint.next = constraint.other = true;
  a->guard = checked(b, svm_all_of(b->r, &guard, &b->from->guards));
  a->constraint = checked(b, svm_all_of(b->r, &constraint, &b->from->constraints));
  for (const svm_update *u = b->from->updates.first; u; u = u->next) add_update(b, u);
  for (const svm_queue_op *q = b->from->queue_ops.first; q; q = q->next) add_queue_op(b, q);
  for (const svm_start *s = b->from->starts.first; s; s = s->next) add_start(b, s);
  for (const svm_term_item *i = b->from->prints.first; i; i = i->next)
    sv_push(b->prints, checked(b, svm_term(b->r, &b->scope, i->term, SV_SORT_NONE)));
  if (b->from->fails.name.x) {
    a->fails = svm_find_property(b->r, &b->from->fails);
    b->fine &= a->fails != 0;
  }
}

// The first action that names a statement says how fair it is.
static uint32_t fair_statement(builder *b) {
  const svm_token *t = &b->from->fair;
  sv_fairness fairness = b->from->strong ? SV_STRONGLY_FAIR : SV_WEAKLY_FAIR;
  sv_model *m = b->r->m;
  if (!t->name.x) return 0;
  for (uint32_t i = 1; i < m->fair.n; i++) {
    if (m->fair.at[i].name.x != t->name.x) continue;
    if (m->fair.at[i].fairness == fairness) return i;
    svm_report(b->r, t->span, "`%s` is %s fair elsewhere", svm_name(b->r, t->name),
               fairness == SV_STRONGLY_FAIR ? "weakly" : "strongly");
    sv_diag(b->r->diags, SV_NOTE, m->fair.at[i].span, "here");
    return b->fine = false;
  }
  return sv_model_fair(m, t->name, fairness, t->span);
}

static void add_action(builder *b, sv_action *a) {
  a->edges = b->edges.at, a->edge_count = b->edges.n;
  a->choices = b->choices.at, a->choice_count = b->choices.n;
  a->updates = b->updates.at, a->update_count = b->updates.n;
  a->queue_ops = b->queue_ops.at, a->queue_op_count = b->queue_ops.n;
  a->starts = b->starts.at, a->start_count = b->starts.n;
  a->prints = b->prints.at, a->print_count = b->prints.n;
  sv_model_action(b->r->m, a);
}

void svm_lower_action(svm_reader *r, const svm_action *from) {
  builder b = {.r = r, .from = from, .fine = true, .known = true};
  sv_action a = {.name = from->name,
                 .span = from->span,
                 .text = from->text,
                 .cut = from->cut,
                 .print = from->print,
                 .priority = from->priority};
  add_edges(&b);
  add_choices(&b);
  b.scope = (svm_scope){.roles = b.roles.at,
                        .role_count = b.roles.n,
                        .choices = b.choices.at,
                        .choice_count = b.choices.n,
                        .choice = true};
  if (b.known) add_parts(&b, &a);
  a.fair = fair_statement(&b);
  if (b.fine) add_action(&b, &a);
  sv_vec_free(b.edges);
  sv_vec_free(b.roles);
  sv_vec_free(b.choices);
  sv_vec_free(b.updates);
  sv_vec_free(b.queue_ops);
  sv_vec_free(b.starts);
  sv_vec_free(b.prints);
}
