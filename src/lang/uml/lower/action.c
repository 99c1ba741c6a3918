// action.c -- writing actions: guards without choices, choices numbered anew.
//
// Calls without a definition are choice inputs, numbered over the whole
// lowering, so that terms can be shared; an action has only those that occur
// in it. A condition with a choice in it cannot be a guard: it becomes the
// action's constraint.

#include "lang/uml/lower/emit.h"

static sv_terms *T(const uml_draft *d) { return d->lowering->terms; }

// ---- choices

typedef struct {
  sv_map places;  // number in the lowering -> in the action
  SV_VEC(sv_choice_input) inputs;
  const uml_lowering *lowering;
} choices;

static sv_term renumber(void *context, sv_terms *terms, uint32_t index, const sv_node *node) {
  choices *c = context;
  SV_UNUSED(index);
  if (node->op != SV_OP_CHOICE) return SV_NONE;
  uint32_t place = sv_map_get(&c->places, node->id);
  if (place == SV_MAP_NONE) {
    place = c->inputs.n;
    sv_map_put(&c->places, node->id, place);
    sv_push(c->inputs,
            (sv_choice_input){.name = uml_input_name(c->lowering, node->id), .sort = node->sort});
  }
  return sv_choice(terms, node->sort, place);
}

static bool has_choice(const uml_draft *d, sv_term t) {
  sv_u32s cone = {0};
  bool found = false;
  sv_cone(T(d), &t, 1, &cone);
  for (uint32_t i = 0; i < cone.n && !found; i++)
    found = sv_node_of(T(d), cone.at[i]).op == SV_OP_CHOICE;
  sv_vec_free(cone);
  return found;
}

// The conjuncts with choices, and those without.
static void split_guard(const uml_draft *d, sv_term guard, sv_term *plain, sv_term *constraint) {
  *plain = *constraint = SV_TRUE;
  sv_node node = sv_node_of(T(d), sv_index(guard));
  if (node.op != SV_OP_AND || sv_negated(guard)) {
    *(has_choice(d, guard) ? constraint : plain) = guard;
    return;
  }
  sv_term *all = SV_NEW_ARRAY(sv_term, node.n);
  uint32_t n = node.n, without = 0, with = 0;
  sv_term *chosen = SV_NEW_ARRAY(sv_term, n);
  for (uint32_t i = 0; i < n; i++) {
    sv_term part = sv_node_of(T(d), sv_index(guard)).args[i];
    if (has_choice(d, part)) chosen[with++] = part;
    else all[without++] = part;
  }
  *plain = sv_and_all(T(d), all, without);
  *constraint = sv_and_all(T(d), chosen, with);
  sv_free(all);
  sv_free(chosen);
}

// ---- parts

static const char *text_of(uml_draft *d, const uml_action_draft *a) {
  const char *text = a->edge->text ? a->edge->text : sv_text_get(&d->text);
  return a->drops ? sv_arena_printf(d->lowering->arena, "%s (a message is dropped)", text) : text;
}

static sv_edge edge_of(const uml_draft *d, const uml_edge *e, uint32_t to) {
  return (sv_edge){.template_number = d->instance->template_number,
                   .instance = SV_ANY_INSTANCE,
                   .from = e->from,
                   .from_count = e->from_count,
                   .to = to};
}

// Updates that change nothing are left out.
static uint32_t copy_updates(const uml_draft *d, sv_update *out) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < d->updates.n; i++)
    if (!sv_same(d->updates.at[i].target, d->updates.at[i].value)) out[n++] = d->updates.at[i];
  return n;
}

static void renumber_ops(choices *c, sv_terms *terms, sv_arena *arena, sv_queue_op *ops,
                         uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    sv_term *fields = SV_ARENA_ARRAY(arena, sv_term, ops[i].field_count + 1);
    for (uint32_t f = 0; f < ops[i].field_count; f++)
      fields[f] = sv_substitute(terms, ops[i].fields[f], renumber, c);
    ops[i].fields = fields;
    ops[i].queue = sv_substitute(terms, ops[i].queue, renumber, c);
  }
}

// The action's terms, with its choices numbered from 0.
static void renumber_all(choices *c, uml_lowering *l, sv_action *a, sv_update *updates,
                         sv_queue_op *ops, sv_term *prints) {
  a->constraint = sv_substitute(l->terms, a->constraint, renumber, c);
  for (uint32_t i = 0; i < a->update_count; i++)
    updates[i].value = sv_substitute(l->terms, updates[i].value, renumber, c);
  renumber_ops(c, l->terms, l->arena, ops, a->queue_op_count);
  for (uint32_t i = 0; i < a->print_count; i++)
    prints[i] = sv_substitute(l->terms, prints[i], renumber, c);
  a->choices = c->inputs.at;
  a->choice_count = c->inputs.n;
}

static void add_items(const uml_draft *d, const uml_action_draft *from, sv_u32s *out) {
  const uml_layout *y = d->instance->layout;
  for (uint32_t i = 0; i < d->entered.n; i++)
    if (y->vertex_item[d->entered.at[i]] != UINT32_MAX)
      sv_push(*out, y->vertex_item[d->entered.at[i]]);
  for (uint32_t i = 0; i < d->taken.n; i++) sv_push(*out, y->transition_item[d->taken.at[i]]);
  if (from->lost) sv_push(*out, from->lost - 1);
  if (from->left) sv_push(*out, from->left - 1);
}

static void write(uml_draft *d, sv_action *a, const uml_action_draft *from) {
  uml_lowering *l = d->lowering;
  choices c = {.lowering = l};
  sv_u32s items = {0};
  sv_update *updates = SV_NEW_ARRAY(sv_update, d->updates.n + 1);
  sv_queue_op *ops = SV_NEW_ARRAY(sv_queue_op, from->ops.n + 1);
  sv_term *prints = SV_NEW_ARRAY(sv_term, from->print_count + 1);
  a->update_count = from->bare ? 0 : copy_updates(d, updates);
  for (uint32_t i = 0; i < from->ops.n; i++) ops[i] = from->ops.at[i];
  for (uint32_t i = 0; i < from->print_count; i++) prints[i] = from->prints[i];
  a->updates = updates;
  a->queue_ops = ops;
  a->queue_op_count = from->ops.n;
  a->waits = d->waits;
  a->prints = prints;
  a->print_count = from->print_count;
  add_items(d, from, &items);
  a->items = items.at;
  a->item_count = items.n;
  renumber_all(&c, l, a, updates, ops, prints);
  sv_model_action(l->model, a);
  sv_vec_free(items);
  sv_map_free(&c.places);
  sv_vec_free(c.inputs);
  sv_free(updates);
  sv_free(ops);
  sv_free(prints);
}

static void write_good(uml_draft *d, const uml_action_draft *from, sv_term guard) {
  if (sv_same(guard, SV_FALSE)) return;
  sv_edge edge = edge_of(d, from->edge, d->ends ? d->instance->done : from->edge->to);
  sv_action a = {.span = d->span,
                 .text = text_of(d, from),
                 .print = from->print,
                 .print_words = from->print_words,
                 .edges = &edge,
                 .edge_count = 1,
                 .fails = from->fails};
  split_guard(d, guard, &a.guard, &a.constraint);
  write(d, &a, from);
}

// Something waits besides the event that is taken, or has just been sent.
static sv_term something_waits(uml_draft *d, const uml_messages *sent) {
  const uml_instance *i = d->instance;
  sv_term waits =
      sv_app2(T(d), SV_OP_LT, sv_int_const(T(d), d->dequeues), sv_app1(T(d), SV_OP_QLEN, i->queue));
  if (sent) waits = sv_or(T(d), waits, uml_comes_back(d, sent));
  if (sv_same(i->deferral, SV_FALSE)) return waits;
  sv_term kept = sv_app1(T(d), SV_OP_QDEFER, i->queue);
  return sv_or(T(d), waits, sv_app2(T(d), SV_OP_LT, sv_int_const(T(d), 0), kept));
}

// What waits when an object finishes is dropped.
void uml_write_action(uml_draft *d, const uml_action_draft *from, sv_term guard) {
  uml_lowering *l = d->lowering;
  if (!d->ends || sv_same(guard, SV_FALSE)) {
    write_good(d, from, guard);
    return;
  }
  sv_term waits = something_waits(d, from->sent);
  uml_action_draft leaves = *from;
  const char *text = from->edge->text ? from->edge->text : sv_text_get(&d->text);
  const char *object = uml_text_of(l->context, d->instance->object->name);
  leaves.left = 1 + sv_model_item(l->model, SV_ITEM_LOST,
                                  sv_arena_printf(l->arena, "what waits when %s finishes, by %s",
                                                  object, text),
                                  d->span);
  write_good(d, from, sv_and(l->terms, guard, sv_not(waits)));
  write_good(d, &leaves, sv_and(l->terms, guard, waits));
}

// The run is not followed behind a lost message.
void uml_write_overflow(uml_draft *d, const uml_action_draft *from, sv_term guard) {
  uml_lowering *l = d->lowering;
  if (sv_same(guard, SV_FALSE)) return;
  if (!l->overflow)
    l->overflow =
        sv_model_property(l->model, sv_names_cstr(l->context->names, "overflow"), SV_PROP_ASSERTION,
                          SV_NONE, "no pool is full when a message comes", SV_NOWHERE);
  sv_edge edge = edge_of(d, from->edge, d->instance->overflowed);
  sv_action a = {.span = d->span,
                 .text = sv_arena_printf(l->arena, "%s (overflow)", text_of(d, from)),
                 .edges = &edge,
                 .edge_count = 1,
                 .fails = l->overflow};
  split_guard(d, guard, &a.guard, &a.constraint);
  uml_action_draft bare = {.edge = from->edge, .bare = true};
  write(d, &a, &bare);
}

void uml_write_fault(uml_draft *d, const uml_edge *e, uml_fault fault, sv_term guard) {
  if (sv_same(guard, SV_FALSE)) return;
  uml_action_draft bare = {.edge = e, .bare = true};
  sv_edge edge = edge_of(d, e, d->instance->failed);
  sv_action a = {.span = d->span,
                 .text = text_of(d, &bare),
                 .edges = &edge,
                 .edge_count = 1,
                 .fails = uml_fault_property(d->lowering, fault)};
  split_guard(d, guard, &a.guard, &a.constraint);
  write(d, &a, &bare);
}

uint32_t uml_assertion_property(uml_lowering *l, const uml_stmt *s) {
  uint64_t key = (uint64_t)s->span.file << 32 | s->span.begin;
  uint32_t known = sv_map_get(&l->asserts, key);
  if (known != SV_MAP_NONE) return known;
  sv_place at = sv_source_place(l->model->sources, s->span.file, s->span.begin);
  const char *name = sv_arena_printf(l->arena, "assert:%u", at.line);
  for (uint32_t i = 1; i < l->model->properties.n; i++)
    if (!strcmp(uml_text_of(l->context, l->model->properties.at[i].name), name))
      name = sv_arena_printf(l->arena, "assert:%u:%u", at.line, at.column);
  uint32_t p = sv_model_property(l->model, sv_names_cstr(l->context->names, name),
                                 SV_PROP_ASSERTION, SV_NONE, uml_text(l, s->value->span), s->span);
  sv_map_put(&l->asserts, key, p);
  return p;
}
