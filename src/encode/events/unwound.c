// unwound.c -- see unwound.h.

#include "encode/events/unwound.h"

#include "encode/bits/blast.h"

typedef struct {
  sv_unwound *u;
  const sv_unwinding *w;
  sv_molds *molds;
  const sv_net *net;
  sv_lit *now;           // by node of the molds' graph
  uint32_t *event_of;    // by state bit: 1 + the event that looks at it; its literal is in `now`
  uint32_t *process_at;  // by place: process whose location this is, or UINT32_MAX
  sv_lits roots;
  const sv_unwound_facts *facts;  // or NULL
  sv_lit *state;                  // by bit, while facts are said
} builder;

static uint32_t lone_place(const builder *b, uint32_t line) {
  return sv_molds_places(b->molds) + line - b->net->processes.n;
}

static uint32_t control_place(const builder *b, uint32_t line) {
  return line < b->net->processes.n ? sv_molds_place_of_process(b->molds, line)
                                    : lone_place(b, line);
}

static void demand(builder *b, sv_lit when, sv_lit then) {
  if (!sv_lit_same(then, SV_LIT_TRUE)) sv_push(b->u->demands, (sv_unwound_demand){when, then});
}

// ---- values

static uint32_t unread_value(builder *b, uint32_t place) {
  uint32_t first = b->u->net.values.n;
  for (uint32_t i = 0; i < b->u->widths.at[place]; i++) sv_push(b->u->net.values, SV_UNREAD);
  return first;
}

static uint32_t location_value(builder *b, uint32_t line, uint32_t location) {
  uint32_t place = control_place(b, line), first = b->u->net.values.n;
  for (uint32_t i = 0; i < b->u->widths.at[place]; i++)
    sv_push(b->u->net.values, sv_lit_const(sv_molds_location_bit(b->molds, line, location, i)));
  return first;
}

static uint32_t seen_value(builder *b, uint32_t event, uint32_t place) {
  const uint32_t *bits = sv_molds_bits(b->molds, place);
  uint32_t first = b->u->net.values.n;
  for (uint32_t i = 0; i < b->u->widths.at[place]; i++) {
    sv_lit input = b->now[sv_lit_node(sv_molds_input(b->molds, bits[i]))];
    sv_push(b->u->net.values, b->event_of[bits[i]] == event + 1 ? input : SV_UNREAD);
  }
  return first;
}

// As arcs name it; 0: the value is bits, or nobody looks at it.
static uint32_t name_term(builder *b, sv_smt_term term) {
  sv_push(b->u->net.terms, term);
  return b->u->net.terms.n;
}

static uint32_t seen_term(builder *b, uint32_t event, uint32_t place) {
  if (!sv_molds_is_termed(b->molds, place)) return 0;
  if (b->event_of[sv_molds_bits(b->molds, place)[0]] != event + 1) return 0;
  return name_term(b, sv_unwound_cell(&b->u->terms, event, place));
}

static sv_term_sight sight_of(const builder *b, uint32_t event) {
  const sv_unwound_event *e = &b->u->events.at[event];
  return (sv_term_sight){.event = event,
                         .action = e->action,
                         .now = b->now,
                         .choices = b->u->choices.at + e->first_choice};
}

static uint32_t new_term(builder *b, uint32_t event, const sv_mold_use *use) {
  if (!use->term.x) return 0;
  sv_term_sight sight = sight_of(b, event);
  return name_term(b, sv_unwound_copy(&b->u->terms, &sight, use->term));
}

static uint32_t new_value(builder *b, const sv_mold_use *use) {
  uint32_t first = b->u->net.values.n;
  for (uint32_t i = 0; i < b->u->widths.at[use->place]; i++)
    sv_push(b->u->net.values, b->roots.at[use->value + i]);
  return first;
}

// ---- arcs

static void take(builder *b, uint32_t event, uint32_t place, uint32_t spot, sv_lit active,
                 uint32_t value) {
  sv_push(b->u->net.inputs, (sv_input_arc){event, place, spot, active, active, value, 0});
}

static void put(builder *b, uint32_t event, uint32_t place, uint32_t spot, sv_lit active,
                uint32_t value) {
  sv_push(b->u->net.outputs, (sv_output_arc){event, place, spot, active, value, 0});
}

static sv_lit condition(builder *b, sv_lit occurs, uint32_t root) {
  return root == SV_NO_ROOT ? occurs : sv_aig_and(b->u->net.aig, occurs, b->roots.at[root]);
}

static void use_place(builder *b, uint32_t event, const sv_mold_use *use, bool writes) {
  sv_lit occurs = b->u->net.events.at[event].occurs;
  sv_lit active = condition(b, occurs, use->active), changes = SV_LIT_FALSE;
  if (writes && use->writes) changes = condition(b, occurs, use->changes);
  sv_input_arc in = {.event = event,
                     .place = use->place,
                     .spot = SV_ANY_SPOT,
                     .active = active,
                     .consumes = changes,
                     .value = seen_value(b, event, use->place),
                     .term = seen_term(b, event, use->place)};
  sv_push(b->u->net.inputs, in);
  if (sv_lit_same(changes, SV_LIT_FALSE)) return;
  put(b, event, use->place, SV_ANY_SPOT, changes, use->term.x ? 0 : new_value(b, use));
  sv_last(b->u->net.outputs).term = new_term(b, event, use);
}

static bool moves(const sv_net_action *a, uint32_t process) {
  for (uint32_t e = 1; e < a->edge_count; e++)
    if (a->edges[e].process == process) return a->edges[e].to != SV_STAY;
  return false;
}

// What the action looks at and writes, without the processes that it moves.
static void use_places(builder *b, uint32_t event, const sv_mold *mold, bool writes) {
  for (uint32_t i = 0; i < mold->uses.n; i++) {
    const sv_mold_use *use = &mold->uses.at[i];
    uint32_t process = b->process_at[use->place];
    bool moved =
        writes && process != UINT32_MAX && moves(&b->net->actions.at[mold->action], process);
    if (!moved) use_place(b, event, use, writes);
  }
}

// ---- observers

static uint32_t class_value(builder *b, const sv_observer *o, uint32_t location) {
  uint32_t first = b->u->net.values.n, class = o->class_of.at[location];
  for (uint32_t i = 0; i < b->u->widths.at[o->place]; i++)
    sv_push(b->u->net.values, sv_lit_const(class >> i & 1));
  return first;
}

// Whoever moves changes what others see of it, where its class changes.
static void show_move(builder *b, uint32_t event, uint32_t process, uint32_t from, uint32_t to,
                      sv_lit active) {
  for (uint32_t i = 0; i < sv_molds_observers(b->molds); i++) {
    const sv_observer *o = sv_molds_observer(b->molds, i);
    if (o->process != process || o->class_of.at[from] == o->class_of.at[to]) continue;
    take(b, event, o->place, SV_ANY_SPOT, active, unread_value(b, o->place));
    put(b, event, o->place, SV_ANY_SPOT, active, class_value(b, o, to));
  }
}

// ---- partners

// The way by which the action's edge leaves the location; NULL: it never does.
static const sv_way *way_from(const sv_ways *ways, uint32_t action, uint32_t edge) {
  for (uint32_t i = 0; i < ways->n; i++)
    if (ways->at[i].action == action && ways->at[i].edge == edge) return &ways->at[i];
  return NULL;
}

static const sv_way *way_of(const builder *b, uint32_t spot, uint32_t action, uint32_t edge) {
  return way_from(sv_unwinding_ways(b->w, spot), action, edge);
}

// The spots from which it moves; *stays: it may also stay where it stands, be that unwound or not.
static void list_modes(const builder *b, uint32_t action, uint32_t edge, sv_u32s *out,
                       bool *stays) {
  const sv_net_edge *e = &b->net->actions.at[action].edges[edge];
  const sv_way *there =
      e->to == SV_STAY ? NULL : way_from(&b->w->line[e->process].ways[e->to], action, edge);
  *stays = there && there->stays;
  for (uint32_t s = 0; s < b->w->spots.n; s++) {
    const sv_spot *spot = &b->w->spots.at[s];
    const sv_way *way =
        spot->line == e->process && spot->expanded ? way_of(b, s, action, edge) : NULL;
    if (way && !way->stays) sv_push(*out, s);
  }
}

static bool has_partners(const builder *b, uint32_t action) {
  const sv_net_action *a = &b->net->actions.at[action];
  bool all = true;
  for (uint32_t e = 1; e < a->edge_count && all; e++) {
    sv_u32s modes = {0};
    bool stays;
    list_modes(b, action, e, &modes, &stays);
    all = modes.n || stays || a->edges[e].to == SV_STAY;
    sv_vec_free(modes);
  }
  return all;
}

static void add_mode(builder *b, uint32_t event, const sv_way *way, uint32_t spot, sv_lit mode,
                     uint32_t seen) {
  uint32_t line = b->w->spots.at[spot].line, place = control_place(b, line);
  uint32_t to = sv_unwinding_target(b->w, spot, way);
  REQUIRE(to != UINT32_MAX, "an expanded spot has its ways");
  take(b, event, place, spot, mode, seen);
  put(b, event, place, to, mode, location_value(b, line, way->to));
  show_move(b, event, line, b->w->spots.at[spot].location, way->to, mode);
}

// It stands there already: that is only looked at, whatever the spot.
static void add_staying(builder *b, uint32_t event, const sv_net_edge *e, sv_lit mode,
                        uint32_t seen) {
  uint32_t place = control_place(b, e->process), there = location_value(b, e->process, e->to);
  sv_push(b->u->net.inputs,
          (sv_input_arc){event, place, SV_ANY_SPOT, mode, SV_LIT_FALSE, there, 0});
  for (uint32_t i = 0; i < b->u->widths.at[place]; i++) {
    sv_lit bit = b->u->net.values.at[seen + i], is = b->u->net.values.at[there + i];
    if (!sv_lit_same(bit, SV_UNREAD)) demand(b, mode, sv_aig_iff(b->u->net.aig, bit, is));
  }
}

static sv_lit choose_mode(builder *b, bool alone, sv_lit occurs, sv_lits *chosen) {
  sv_lit mode = alone ? occurs : sv_aig_input(b->u->net.aig);
  for (uint32_t k = 0; k < chosen->n; k++) demand(b, mode, sv_lit_not(chosen->at[k]));
  sv_push(*chosen, mode);
  return mode;
}

static void add_partner(builder *b, uint32_t event, uint32_t action, uint32_t edge) {
  const sv_net_edge *e = &b->net->actions.at[action].edges[edge];
  sv_lit occurs = b->u->net.events.at[event].occurs;
  uint32_t seen = seen_value(b, event, control_place(b, e->process));
  sv_u32s modes = {0};
  sv_lits chosen = {0};
  bool stays;
  list_modes(b, action, edge, &modes, &stays);
  bool alone = modes.n + stays == 1;
  for (uint32_t i = 0; i < modes.n; i++) {
    sv_lit mode = choose_mode(b, alone, occurs, &chosen);
    add_mode(b, event, way_of(b, modes.at[i], action, edge), modes.at[i], mode, seen);
  }
  if (stays) add_staying(b, event, e, choose_mode(b, alone, occurs, &chosen), seen);
  demand(b, occurs, sv_aig_or_all(b->u->net.aig, chosen.at, chosen.n));
  sv_vec_free(modes);
  sv_vec_free(chosen);
}

static void add_partners(builder *b, uint32_t event, uint32_t action) {
  const sv_net_action *a = &b->net->actions.at[action];
  for (uint32_t e = 1; e < a->edge_count; e++)
    if (a->edges[e].to != SV_STAY) add_partner(b, event, action, e);
}

// ---- events

static void give_inputs(builder *b, uint32_t event, const sv_mold *mold) {
  sv_aig *g = b->u->net.aig;
  for (uint32_t i = 0; i < mold->reads.n; i++) {
    uint32_t bit = mold->reads.at[i];
    bool value, known = sv_molds_knows_bit(b->molds, mold, bit, &value);
    b->now[sv_lit_node(sv_molds_input(b->molds, bit))] =
        known ? sv_lit_const(value) : sv_aig_input(g);
    b->event_of[bit] = event + 1;
  }
  if (mold->action == UINT32_MAX) return;
  for (uint32_t k = 0; k < b->net->actions.at[mold->action].choice_count; k++)
    for (uint32_t i = 0; i < sv_blast_choice_bits(b->net, mold->action, k); i++) {
      sv_lit input = sv_aig_input(g);
      b->now[sv_lit_node(sv_molds_choice(b->molds, k, i))] = input;
      sv_push(b->u->choices, input);
    }
}

static void give_atoms(builder *b, const sv_u32s *atoms) {
  for (uint32_t i = 0; i < atoms->n; i++) b->now[atoms->at[i]] = sv_aig_input(b->u->net.aig);
}

static void tie_atoms(builder *b, const sv_u32s *atoms, const sv_term_sight *sight) {
  for (uint32_t i = 0; i < atoms->n; i++) {
    const sv_atom *atom = sv_mold_terms_atom(b->u->terms.terms, atoms->at[i]);
    sv_unwound_tie(&b->u->terms, b->now[atoms->at[i]],
                   sv_unwound_copy(&b->u->terms, sight, atom->term));
  }
}

// ---- facts

static bool sees_bit(builder *b, uint32_t event, const sv_mold *mold, uint32_t bit) {
  bool value, known = sv_molds_knows_bit(b->molds, mold, bit, &value);
  if (known) b->state[bit] = sv_lit_const(value);
  else if (b->event_of[bit] != event + 1) return false;
  else b->state[bit] = b->now[sv_lit_node(sv_molds_input(b->molds, bit))];
  return true;
}

static void say_fact(builder *b, uint32_t event, uint32_t fact) {
  sv_aig *g = b->u->net.aig;
  sv_lit says = b->facts->say(b->facts->context, fact, g, b->state), *use = &b->u->uses.at[fact];
  if (sv_lit_same(says, SV_LIT_TRUE)) return;
  if (sv_lit_same(*use, SV_LIT_FALSE)) *use = sv_aig_input(g);
  demand(b, sv_aig_and(g, b->u->net.events.at[event].occurs, *use), says);
}

static void say_facts(builder *b, uint32_t event, const sv_mold *mold) {
  for (uint32_t i = 0; b->facts && i < b->facts->n; i++) {
    const sv_u32s *bits = &b->facts->bits[i];
    bool seen = true;
    for (uint32_t k = 0; k < bits->n && seen; k++) seen = sees_bit(b, event, mold, bits->at[k]);
    if (seen) say_fact(b, event, i);
  }
}

// An event with its literals; its condition is demanded.
static uint32_t add_event(builder *b, const sv_mold *mold, sv_unwound_event e, uint32_t moment) {
  sv_unwound *u = b->u;
  uint32_t event = u->events.n;
  e.first_choice = u->choices.n;
  sv_push(u->events, e);
  sv_push(u->net.events, (sv_event){.moment = moment,
                                    .frontier = e.kind == SV_UNWOUND_FRONTIER,
                                    .occurs = sv_aig_input(u->net.aig)});
  give_inputs(b, event, mold);
  give_atoms(b, &mold->atoms);
  sv_term_sight sight = sight_of(b, event);
  tie_atoms(b, &mold->atoms, &sight);
  sv_clear(b->roots);
  sv_fill(b->roots, mold->part.roots.n);
  sv_aig_part_copy(&mold->part, sv_molds_graph(b->molds), u->net.aig, b->now, b->roots.at);
  demand(b, u->net.events.at[event].occurs, b->roots.at[SV_ROOT_ENABLED]);
  say_facts(b, event, mold);
  return event;
}

static void take_control(builder *b, uint32_t event, uint32_t spot) {
  uint32_t place = control_place(b, b->w->spots.at[spot].line);
  take(b, event, place, spot, b->u->net.events.at[event].occurs, unread_value(b, place));
}

static void add_action(builder *b, uint32_t spot, const sv_way *way, const sv_mold *mold) {
  const sv_spot *s = &b->w->spots.at[spot];
  if (!has_partners(b, way->action)) return;
  sv_unwound_event e = {.kind = SV_UNWOUND_ACTION, .action = way->action, .spot = spot};
  uint32_t event = add_event(b, mold, e, spot), to = sv_unwinding_target(b->w, spot, way);
  REQUIRE(to != UINT32_MAX, "an expanded spot has its ways");
  take_control(b, event, spot);
  put(b, event, control_place(b, s->line), to, b->u->net.events.at[event].occurs,
      location_value(b, s->line, way->to));
  if (s->line < b->net->processes.n)
    show_move(b, event, s->line, s->location, way->to, b->u->net.events.at[event].occurs);
  use_places(b, event, mold, true);
  add_partners(b, event, way->action);
}

static void add_frontier(builder *b, uint32_t spot, const sv_way *way, const sv_mold *mold) {
  sv_unwound_event e = {.kind = SV_UNWOUND_FRONTIER, .action = way->action, .spot = spot};
  sv_bits_init(&e.chaos, b->w->items);
  sv_unwinding_chaos(b->w, spot, way, &e.chaos);
  uint32_t event = add_event(b, mold, e, spot);
  take_control(b, event, spot);
  use_places(b, event, mold, false);
  sv_push(b->u->net.frontiers, event);
}

static void add_spot(builder *b, uint32_t spot) {
  const sv_spot *s = &b->w->spots.at[spot];
  const sv_ways *ways = sv_unwinding_ways(b->w, spot);
  for (uint32_t i = 0; i < ways->n; i++) {
    const sv_way *way = &ways->at[i];
    const sv_mold *mold = sv_molds_action(b->molds, way->action, way->edge, s->location);
    bool own = way->edge == 0 || way->edge == SV_NO_EDGE;
    if (s->expanded && own) add_action(b, spot, way, mold);
    if (!s->expanded && !way->stays) add_frontier(b, spot, way, mold);
  }
}

static void add_targets(builder *b, uint32_t about) {
  const sv_mold_list *list = sv_molds_states(b->molds, about);
  for (uint32_t i = 0; list && i < list->n; i++) {
    sv_unwound_event e = {
        .kind = SV_UNWOUND_TARGET, .action = UINT32_MAX, .spot = UINT32_MAX, .about = about};
    uint32_t event = add_event(b, list->at[i], e, b->w->spots.n);
    use_places(b, event, list->at[i], false);
  }
}

// ---- the beginning

static void add_initial_token(builder *b, uint32_t place) {
  uint32_t first = b->u->net.values.n, spot = SV_ANY_SPOT, process = b->process_at[place];
  const uint32_t *bits = sv_molds_bits(b->molds, place);
  for (uint32_t i = 0; i < b->u->widths.at[place]; i++)
    sv_push(b->u->net.values, b->u->initial.at[bits[i]]);
  if (process != UINT32_MAX) spot = sv_unwinding_spot(b->w, process, b->w->line[process].entry, 0);
  put(b, SV_INITIAL_EVENT, place, spot, SV_LIT_TRUE, first);
  if (!sv_molds_is_termed(b->molds, place)) return;
  sv_unwound_begin_cell(&b->u->terms, place);
  sv_last(b->u->net.outputs).term =
      name_term(b, sv_unwound_cell(&b->u->terms, SV_INITIAL_EVENT, place));
}

// What is settled becomes a constant, atoms too; the conditions are the last root.
static void settle_initial(builder *b, sv_lit condition) {
  const sv_u32s *atoms = sv_molds_initial_atoms(b->molds);
  for (uint32_t i = 0; i < atoms->n; i++) sv_push(b->u->initial, b->now[atoms->at[i]]);
  sv_push(b->u->initial, condition);
  sv_aig_settle(b->u->net.aig, b->u->initial.at, b->u->initial.n);
  demand(b, SV_LIT_TRUE, sv_pop(b->u->initial));
  for (uint32_t i = atoms->n; i--;) b->now[atoms->at[i]] = sv_pop(b->u->initial);
  sv_term_sight start = {
      .event = SV_INITIAL_EVENT, .action = UINT32_MAX, .initial = b->u->initial.at};
  tie_atoms(b, atoms, &start);
}

static void add_initial(builder *b) {
  const sv_aig_part *initial = sv_molds_initial(b->molds);
  uint32_t bits = sv_molds_coding(b->molds)->bits;
  for (uint32_t i = 0; i < bits; i++) {
    sv_push(b->u->initial, sv_aig_input(b->u->net.aig));
    b->now[sv_lit_node(sv_molds_input(b->molds, i))] = sv_last(b->u->initial);
  }
  give_atoms(b, sv_molds_initial_atoms(b->molds));
  sv_lit condition;
  sv_aig_part_copy(initial, sv_molds_graph(b->molds), b->u->net.aig, b->now, &condition);
  settle_initial(b, condition);
  for (uint32_t place = 0; place < b->net->cells + b->net->queues.n; place++)
    add_initial_token(b, place);
  for (uint32_t i = 0; i < sv_molds_observers(b->molds); i++) {
    const sv_observer *o = sv_molds_observer(b->molds, i);
    uint32_t value = class_value(b, o, b->w->line[o->process].entry);
    put(b, SV_INITIAL_EVENT, o->place, SV_ANY_SPOT, SV_LIT_TRUE, value);
  }
  for (uint32_t line = b->net->processes.n; line < b->w->lines; line++)
    put(b, SV_INITIAL_EVENT, lone_place(b, line), sv_unwinding_spot(b->w, line, 0, 0), SV_LIT_TRUE,
        b->u->net.values.n);
}

// ---- chaos

// The arc sees the bits that a location gives it.
static sv_lit sees(const sv_unwound *u, const sv_input_arc *in, const sv_observer *o,
                   uint32_t process, uint32_t location) {
  sv_lit here = SV_LIT_TRUE;
  for (uint32_t i = 0; i < u->widths.at[in->place]; i++) {
    sv_lit bit = u->net.values.at[in->value + i];
    if (sv_lit_same(bit, SV_UNREAD)) continue;
    bool set = o ? o->class_of.at[location] >> i & 1
                 : sv_molds_location_bit(u->unwinding->molds, process, location, i);
    here = sv_aig_and(u->net.aig, here, sv_lit_not_if(bit, !set));
  }
  return here;
}

// It sees the process, itself or by an observer, where the life may have put it.
static sv_lit stands_in_chaos(const sv_unwound *u, const sv_bits *chaos, uint32_t process,
                              const sv_observer *o, const sv_input_arc *in) {
  const sv_unwinding *w = u->unwinding;
  sv_lits some = {0};
  for (uint32_t l = 0; l < w->line[process].locations; l++)
    if (sv_bits_has(chaos, sv_chaos_location(w, process, l)))
      sv_push(some, sees(u, in, o, process, l));
  sv_lit any = sv_aig_or_all(u->net.aig, some.at, some.n);
  sv_vec_free(some);
  return any;
}

static const sv_observer *observer_at(const sv_unwound *u, uint32_t place) {
  const sv_net *net = u->unwinding->net;
  uint32_t first = net->cells + net->queues.n;
  return place < first ? NULL : sv_molds_observer(u->unwinding->molds, place - first);
}

static uint32_t process_of(const sv_unwound *u, uint32_t place) {
  const sv_unwinding *w = u->unwinding;
  for (uint32_t p = 0; p < w->net->processes.n; p++)
    if (sv_molds_place_of_process(w->molds, p) == place) return p;
  return UINT32_MAX;
}

// A line has no events after its own frontier, and no other line moves it from there on.
static bool chaos(void *context, uint32_t frontier, const sv_input_arc *in, sv_lit *condition) {
  const sv_unwound *u = context;
  const sv_unwinding *w = u->unwinding;
  const sv_unwound_event *f = &u->events.at[frontier], *e = &u->events.at[in->event];
  uint32_t line = w->spots.at[f->spot].line;
  if (e->spot != UINT32_MAX && w->spots.at[e->spot].line == line) return false;
  if (in->place >= w->first_location) return false;  // an action without processes
  const sv_observer *o = observer_at(u, in->place);
  uint32_t process = o ? o->process : process_of(u, in->place);
  if (process == UINT32_MAX) return sv_bits_has(&f->chaos, in->place);
  if (in->spot != SV_ANY_SPOT)
    return process != line &&
           sv_bits_has(&f->chaos, sv_chaos_location(w, process, w->spots.at[in->spot].location));
  *condition = stands_in_chaos(u, &f->chaos, process, o, in);
  return true;
}

// ---- all of it

static void begin(builder *b, sv_unwound *u, const sv_unwinding *w) {
  uint32_t places = sv_molds_places(w->molds);
  *u = (sv_unwound){.unwinding = w};
  u->net.aig = sv_aig_new();
  *b = (builder){.u = u, .w = w, .molds = w->molds, .net = w->net};
  sv_unwound_terms_init(&u->terms, w->molds);
  for (uint32_t p = 0; p < places; p++)
    sv_push(u->widths, sv_molds_is_termed(w->molds, p) ? 0 : sv_molds_widths(w->molds)[p]);
  for (uint32_t i = 0; i < w->lone.n; i++) sv_push(u->widths, 0);
  sv_reserve(u->widths, 1);
  u->net.widths = u->widths.at, u->net.places = u->widths.n;
  u->net.chaos = chaos, u->net.context = u;
  b->event_of = SV_NEW_ARRAY(uint32_t, sv_molds_all_bits(w->molds) + 1);
  b->process_at = SV_NEW_ARRAY(uint32_t, places + 1);
  memset(b->process_at, 0xff, places * sizeof *b->process_at);
  for (uint32_t p = 0; p < w->net->processes.n; p++)
    b->process_at[sv_molds_place_of_process(w->molds, p)] = p;
}

static void make_molds(const builder *b, const uint32_t *about, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) sv_molds_states(b->molds, about[i]);
  sv_molds_initial(b->molds);
  REQUIRE(sv_molds_places(b->molds) == b->w->first_location, "observers come before unwindings");
}

void sv_unwound_init(sv_unwound *u, const sv_unwinding *w, const sv_unwound_facts *facts,
                     const uint32_t *about, uint32_t n) {
  builder b;
  begin(&b, u, w);
  b.facts = facts;
  b.state = SV_NEW_ARRAY(sv_lit, sv_molds_all_bits(w->molds) + 1);
  for (uint32_t i = 0; facts && i < facts->n; i++) sv_push(u->uses, SV_LIT_FALSE);
  make_molds(&b, about, n);
  b.now = SV_NEW_ARRAY(sv_lit, sv_aig_nodes(sv_molds_graph(w->molds)) + 1);
  for (uint32_t s = 0; s < w->spots.n; s++)
    sv_push(u->net.moments, (sv_moment){w->spots.at[s].line, sv_unwinding_position(w, s)});
  sv_push(u->net.moments, (sv_moment){SV_NO_LINE, 0});
  add_initial(&b);
  for (uint32_t s = 0; s < w->spots.n; s++) add_spot(&b, s);
  for (uint32_t i = 0; i < n; i++) add_targets(&b, about[i]);
  sv_free(b.now);
  sv_free(b.state);
  sv_free(b.event_of);
  sv_free(b.process_at);
  sv_vec_free(b.roots);
}

void sv_unwound_free(sv_unwound *u) {
  for (uint32_t i = 0; i < u->events.n; i++) sv_bits_free(&u->events.at[i].chaos);
  sv_vec_free(u->events);
  sv_vec_free(u->demands);
  sv_vec_free(u->choices);
  sv_vec_free(u->initial);
  sv_vec_free(u->uses);
  sv_vec_free(u->widths);
  sv_unwound_terms_free(&u->terms);
  sv_aig_free(u->net.aig);
  sv_event_net_free(&u->net);
}
