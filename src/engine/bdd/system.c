// system.c -- sets up what system.h describes.

#include "engine/bdd/system.h"

#include "analysis/access/access.h"
#include "engine/bdd/bit_order.h"

static uint32_t var_of(void *context, uint32_t input) {
  const sv_symbolic *s = context;
  return s->var_of_node.at[input];
}

void sv_symbolic_make(sv_symbolic *s, const sv_lit *roots, uint32_t n, sv_bdd *out) {
  sv_diagram_make(s->bdds, s->aig, roots, n, var_of, s, out, &s->scratch);
}

sv_bdd sv_symbolic_bool(sv_symbolic *s, sv_lit l) {
  sv_bdd d;
  sv_symbolic_make(s, &l, 1, &d);
  return d;
}

// ---- inputs

static sv_lit new_input(sv_symbolic *s, uint32_t var) {
  sv_lit l = sv_aig_input(s->aig);
  sv_fill(s->var_of_node, sv_lit_node(l) + 1);
  s->var_of_node.at[sv_lit_node(l)] = var;
  return l;
}

// One single for every bit of every choice that any action has.
static uint32_t make_choices(sv_symbolic *s) {
  uint32_t var = 2 * s->coding->bits;
  for (uint32_t a = 0; a < s->net->actions.n; a++)
    for (uint32_t k = 0; k < s->net->actions.at[a].choice_count; k++) {
      uint32_t bits = sv_blast_choice_bits(s->net, a, k);
      if (k >= s->choices.n) sv_fill(s->choices, k + 1);
      while (s->choices.at[k].n < bits) sv_push(s->choices.at[k], new_input(s, var++));
    }
  return var - 2 * s->coding->bits;
}

static sv_lit choice_input(void *context, uint32_t k, uint32_t bit) {
  const sv_symbolic *s = context;
  assert(k < s->choices.n && bit < s->choices.at[k].n);
  return s->choices.at[k].at[bit];
}

static void make_state(sv_symbolic *s) {
  for (uint32_t bit = 0; bit < s->coding->bits; bit++) sv_push(s->state, new_input(s, 0));
  sv_reserve(s->state, 1);
}

// ---- the order of bits

// What the action reads and writes; choices left aside.
static void note_touched(sv_symbolic *s, const sv_blasted *x, sv_lits *roots, sv_bit_edges *edges) {
  sv_u32s inputs = {0};
  sv_clear(*roots);
  sv_push(*roots, x->possible);
  for (uint32_t i = 0; i < x->writes.n; i++) {
    sv_push(*roots, x->writes.at[i].value);
    sv_push(edges->bits, x->writes.at[i].bit);
  }
  sv_aig_support(s->aig, roots->at, roots->n, &inputs);
  for (uint32_t i = 0; i < inputs.n; i++)
    if (inputs.at[i] <= sv_lit_node(s->state.at[s->coding->bits - 1]))
      sv_push(edges->bits, inputs.at[i] - sv_lit_node(s->state.at[0]));
  sv_push(edges->begin, edges->bits.n);
  sv_vec_free(inputs);
}

// Every bit has one pair of variables.
SV_ASSERT_ONLY static bool is_permutation(const sv_symbolic *s) {
  for (uint32_t bit = 0; bit < s->coding->bits; bit++)
    if (s->bit_of_pair[s->pair_of_bit[bit]] != bit) return false;
  return true;
}

static void order_bits(sv_symbolic *s, const sv_blasted *actions, sv_opt_order kind) {
  sv_bit_edges edges = {0};
  sv_lits roots = {0};
  sv_push(edges.begin, 0);
  for (uint32_t a = 0; a < s->net->actions.n && s->coding->bits; a++)
    if (!sv_lit_same(actions[a].possible, SV_LIT_FALSE))
      note_touched(s, &actions[a], &roots, &edges);
  s->order = kind;
  sv_bit_order(s->coding, &edges, kind, s->bit_of_pair);
  for (uint32_t pair = 0; pair < s->coding->bits; pair++) {
    uint32_t bit = s->bit_of_pair[pair];
    assert(bit < s->coding->bits);
    s->pair_of_bit[bit] = pair;
    s->var_of_node.at[sv_lit_node(s->state.at[bit])] = 2 * pair;
    sv_push(s->state_vars, 2 * pair);
  }
  assert(is_permutation(s) && s->state_vars.n == s->coding->bits);
  sv_vec_free(edges.begin);
  sv_vec_free(edges.bits);
  sv_vec_free(roots);
}

// ---- events

static void make_initial(sv_symbolic *s) {
  sv_blasted x = {0};
  s->initial = sv_symbolic_bool(s, sv_blast_initial(s->blaster, &x));
  for (uint32_t i = 0; i < x.outside.n; i++) {
    sv_bdd when = sv_symbolic_bool(s, x.outside.at[i].when);
    sv_push(s->outside, (sv_bdd_outside){UINT32_MAX, when, x.outside.at[i]});
  }
  sv_blasted_free(&x);
}

// Priorities and holders of control ask where actions are *not* possible, in states that the search
// has not met; and what is cut must be known exactly. The last class is never asked about.
static uint32_t blind_class(const sv_net *net) {
  uint32_t last = 0;
  bool none = net->holder != SV_NO_VARIABLE;
  for (uint32_t a = 0; a < net->actions.n; a++) {
    const sv_net_action *x = &net->actions.at[a];
    if (x->priority > last) last = x->priority;
    none |= x->cut && sv_has_competitors(x);
  }
  return none ? UINT32_MAX : last;
}

static void make_events(sv_symbolic *s) {
  uint32_t n = s->net->actions.n;
  s->blind_class = blind_class(s->net);
  sv_bdd_draft *drafts = SV_NEW_ARRAY(sv_bdd_draft, n + 1);
  for (uint32_t a = 0; a < n; a++) sv_symbolic_draft(s, &s->actions[a], &drafts[a]);
  sv_symbolic_control(s, drafts);
  sv_symbolic_open_demands(s);
  for (uint32_t a = 0; a < n; a++) sv_symbolic_draft_free(s, &drafts[a]);
  sv_free(drafts);
}

static void join_events(sv_symbolic *s, uint32_t most) {
  sv_bdd_relations all = {0};
  for (uint32_t i = 0; i < s->events.n; i++)
    if (!s->events.at[i].demanded) sv_push(all, s->events.at[i].relation);
  sv_symbolic_join(s, &all, most, &s->steps);
  sv_vec_free(all);
}

// ---- unions

// Asked for again and again, so worth having as one set each; but they depend on all processes.

enum { UNION_NODES = 50000, UNION_MADE = 300000 };

static void join_outside(sv_symbolic *s) {
  sv_bdds_limit(s->bdds, UNION_MADE);
  for (uint32_t i = 0; i < s->outside.n; i++)
    sv_bdd_or_to(s->bdds, &s->leaving, s->outside.at[i].states);
  s->leaves_apart = !sv_bdds_unlimit(s->bdds) || sv_bdd_nodes(s->bdds, s->leaving) > UNION_NODES;
  if (s->leaves_apart) sv_bdd_set(s->bdds, &s->leaving, SV_BDD_FALSE);
}

static void join_moving(sv_symbolic *s) {
  sv_bdds_limit(s->bdds, UNION_MADE);
  for (uint32_t i = 0; i < s->cuts.n; i++) sv_bdd_or_to(s->bdds, &s->moving, s->cuts.at[i].states);
  for (uint32_t i = 0; i < s->events.n; i++)
    sv_bdd_or_to(s->bdds, &s->moving, s->events.at[i].enabled);
  if (!sv_bdds_unlimit(s->bdds) || sv_bdd_nodes(s->bdds, s->moving) > UNION_NODES)
    sv_bdd_set(s->bdds, &s->moving, SV_BDD_FALSE);
}

// ---- cyclic queues

// Where the first message is not in slot 0: everything one slot down.
static void add_turn(sv_symbolic *s, const sv_code_queue *q, uint32_t fields) {
  sv_bdds *b = s->bdds;
  sv_word_maker maker = {s->aig, sv_arena_new()};
  sv_lits head = {0};
  for (uint32_t i = 0; i < q->head.n; i++)
    sv_push(head, sv_code_is_const(q->head.at[i]) ? sv_lit_const(q->head.at[i].x)
                                                  : s->state.at[sv_code_state_bit(q->head.at[i])]);
  sv_word at = sv_word_make(&maker, head.at, head.n);
  sv_word before = sv_word_sub(&maker, at, sv_word_const(&maker, 1));
  sv_bdd_draft d = {.inside = sv_symbolic_bool(s, sv_lit_not(sv_word_is_zero(&maker, at)))};
  for (uint32_t i = 0; i < q->head.n; i++) {
    if (sv_code_is_const(q->head.at[i])) continue;
    sv_push(d.bits, sv_code_state_bit(q->head.at[i]));
    sv_push(d.values, sv_symbolic_bool(s, sv_word_bit(before, i)));
  }
  for (uint32_t slot = 0; slot < q->slots; slot++)
    for (uint32_t f = 0; f < fields; f++) {
      const sv_code_item *to = &q->fields[slot * fields + f];
      const sv_code_item *from = &q->fields[(slot + 1) % q->slots * fields + f];
      assert(to->n == from->n);
      for (uint32_t i = 0; i < to->n; i++) {
        if (sv_code_is_const(to->at[i])) continue;
        uint32_t bit = sv_code_state_bit(from->at[i]);
        sv_push(d.bits, sv_code_state_bit(to->at[i]));
        sv_push(d.values, sv_bdd_var(b, 2 * s->pair_of_bit[bit]));
      }
    }
  sv_push(s->turns, sv_symbolic_relation(s, &d, SV_BDD_TRUE));
  sv_symbolic_draft_free(s, &d);
  sv_vec_free(head);
  sv_arena_free(maker.arena);
}

static void make_turns(sv_symbolic *s) {
  for (uint32_t i = 0; i < s->net->queues.n; i++) {
    const sv_code_queue *q = &s->coding->queues[i];
    bool turns = false;
    for (uint32_t k = 0; k < q->head.n; k++) turns |= !sv_code_is_const(q->head.at[k]);
    if (turns) add_turn(s, q, s->net->queues.at[i].field_count);
  }
}

// ---- all of it

static sv_bdds *make_bdds(const sv_symbolic *s, uint32_t singles, const sv_symbolic_options *o) {
  size_t memory = (size_t)s->run->options->memory << 20;
  sv_bdds_options options = {.pairs = s->coding->bits,
                             .singles = singles,
                             .memory = memory - memory / 8,
                             .fail = o->fail,
                             .context = o->context};
  return sv_bdds_new(&options);
}

static void blast_all(sv_symbolic *s) {
  s->actions = SV_NEW_ARRAY(sv_blasted, s->net->actions.n + 1);
  for (uint32_t a = 0; a < s->net->actions.n; a++) sv_blast_action(s->blaster, a, &s->actions[a]);
}

static void build(sv_symbolic *s, const sv_symbolic_options *o) {
  make_state(s);
  uint32_t singles = make_choices(s);
  s->vars = 2 * s->coding->bits + singles;
  assert(s->state.n == s->coding->bits);
  s->blaster = sv_blaster_new(s->aig, s->coding, s->state.at, choice_input, s);
  blast_all(s);
  order_bits(s, s->actions, o->order);
  s->bdds = make_bdds(s, singles, o);
  make_initial(s);
  make_events(s);
  join_outside(s);
  join_moving(s);
  make_turns(s);
  join_events(s, o->join);
}

sv_symbolic *sv_symbolic_new(const sv_net *net, const sv_run *run, const sv_profile *profile,
                             const sv_symbolic_options *o, sv_text *why) {
  sv_coding *coding = sv_coding_new(net, profile, o->queues, why);
  if (!coding) return NULL;
  sv_symbolic *s = SV_NEW(sv_symbolic);
  *s = (sv_symbolic){.net = net, .run = run, .coding = coding, .aig = sv_aig_new()};
  s->most_made = o->relation_nodes;
  s->pair_of_bit = SV_NEW_ARRAY(uint32_t, coding->bits + 1);
  s->bit_of_pair = SV_NEW_ARRAY(uint32_t, coding->bits + 1);
  build(s, o);
  return s;
}

static void free_bdds(sv_symbolic *s) {
  sv_bdd_drop(s->bdds, s->initial);
  sv_bdd_drop(s->bdds, s->unheld);
  sv_bdd_drop(s->bdds, s->leaving);
  sv_bdd_drop(s->bdds, s->moving);
  sv_bdd_drop(s->bdds, s->resting);
  sv_rule_fold_free(s->fold);
  sv_symbolic_free_demands(s);
  for (uint32_t i = 0; i < s->events.n; i++) {
    sv_bdd_drop(s->bdds, s->events.at[i].enabled);
    sv_bdd_relation_free(s->bdds, &s->events.at[i].relation);
  }
  for (uint32_t i = 0; i < s->outside.n; i++) sv_bdd_drop(s->bdds, s->outside.at[i].states);
  for (uint32_t i = 0; i < s->cuts.n; i++) sv_bdd_drop(s->bdds, s->cuts.at[i].states);
  sv_symbolic_free_relations(s, &s->releases);
  sv_symbolic_free_relations(s, &s->turns);
  sv_symbolic_free_relations(s, &s->steps);
  sv_bdds_free(s->bdds);
}

void sv_symbolic_free(sv_symbolic *s) {
  if (!s) return;
  free_bdds(s);
  sv_rules_free(s->rules);
  for (uint32_t a = 0; a < s->net->actions.n; a++) sv_blasted_free(&s->actions[a]);
  sv_free(s->actions);
  sv_blaster_free(s->blaster);
  sv_aig_free(s->aig);
  sv_coding_free(s->coding);
  for (uint32_t k = 0; k < s->choices.n; k++) sv_vec_free(s->choices.at[k]);
  sv_vec_free(s->choices);
  sv_vec_free(s->state);
  sv_vec_free(s->var_of_node);
  sv_diagram_scratch_free(&s->scratch);
  sv_vec_free(s->state_vars);
  sv_vec_free(s->events);
  sv_vec_free(s->outside);
  sv_vec_free(s->cuts);
  sv_free(s->pair_of_bit);
  sv_free(s->bit_of_pair);
  sv_free(s);
}
