// machine_program.c -- compiles a net into a program.
//
// Actions first, then the lists that say which of them can leave which
// location, then invariants, properties and the initial condition. The
// program is not changed afterwards and holds nothing that a run changes.

#include "exec/machine_inside.h"

#define COMBINATIONS_MAX (UINT64_C(1) << 62)

// ---- sites

static void make_sites(sv_program *p) {
  const sv_net *net = p->net;
  p->pcs = SV_ARENA_ARRAY(p->arena, sv_field, net->processes.n + 1);
  p->sites = SV_ARENA_ARRAY(p->arena, sv_site *, net->processes.n + 1);
  for (uint32_t i = 0; i < net->processes.n; i++) {
    uint32_t n = sv_net_locations(net, i);
    p->pcs[i] = p->layout->cells[net->vars.at[net->processes.at[i].pc].first_cell];
    p->sites[i] = SV_ARENA_ARRAY(p->arena, sv_site, n);
    p->sites[i][0] = (sv_site){.flags = SV_LOC_END, .invariant = SV_NO_PIECE};
    for (uint32_t l = 1; l < n; l++) {
      const sv_location *from = sv_net_location(net, i, l);
      p->sites[i][l] = (sv_site){.flags = from->flags, .bad = from->bad, .invariant = SV_NO_PIECE};
      p->exclusive |= (from->flags & (SV_LOC_BLOCKING | SV_LOC_COMMITTED)) != 0;
    }
  }
}

static void make_invariants(sv_maker *m) {
  sv_program *p = m->program;
  p->constrained = SV_ARENA_ARRAY(p->arena, uint32_t, p->net->processes.n + 1);
  for (uint32_t i = 0; i < p->net->processes.n; i++) {
    bool any = false;
    for (uint32_t l = 1; l < sv_net_locations(p->net, i); l++) {
      sv_term t = p->net->location_invariants[i][l];
      if (sv_is_none(t)) continue;
      p->sites[i][l].invariant = sv_maker_condition(m, t);
      any |= p->sites[i][l].invariant != SV_NO_PIECE;
    }
    if (any) p->constrained[p->constrained_count++] = i;
  }
}

// ---- actions

static void make_choices(sv_maker *m, const sv_net_action *a, sv_machine_action *move) {
  sv_radix *choices = SV_ARENA_ARRAY(m->program->arena, sv_radix, a->choice_count + 1);
  move->combinations = 1;
  for (uint32_t i = 0; i < a->choice_count; i++) {
    int64_t lo, hi;
    if (!sv_layout_range(m->program->net, a->choices[i], &lo, &hi)) {
      sv_code_fail(&m->compiler, "a choice from infinitely or too many values");
      return;
    }
    choices[i] = (sv_radix){lo, (uint64_t)hi - (uint64_t)lo + 1};
    if (choices[i].size > COMBINATIONS_MAX / move->combinations) {
      sv_code_fail(&m->compiler, "an action with more than 2^62 choices");
      return;
    }
    move->combinations *= choices[i].size;
  }
  move->choices = choices;
  move->choice_count = a->choice_count;
}

static void note_control(sv_program *p, const sv_net_action *a) {
  p->classes |= a->priority > 0;
  for (uint32_t i = 0; i < a->edge_count; i++) p->local_classes |= a->edges[i].priority > 0;
}

static void make_move(sv_maker *m, const sv_net_action *a, sv_machine_action *move) {
  *move = (sv_machine_action){.edges = a->edges,
                              .edge_count = a->edge_count,
                              .priority = a->priority,
                              .cut = a->cut != NULL};
  make_choices(m, a, move);
  sv_machine_guard_code(m, a, move);
  sv_machine_effect_code(m, a, move);
  note_control(m->program, a);
  m->program->cuts |= move->cut;
}

static void make_moves(sv_maker *m) {
  sv_program *p = m->program;
  p->moves = SV_ARENA_ARRAY(p->arena, sv_machine_action, p->net->actions.n + 1);
  for (uint32_t i = 0; i < p->net->actions.n && !m->compiler.failed; i++)
    make_move(m, &p->net->actions.at[i], &p->moves[i]);
}

// ---- lists

static void count_listed(sv_program *p, uint32_t *total) {
  for (uint32_t a = 0; a < p->net->actions.n; a++) {
    const sv_machine_action *move = &p->moves[a];
    if (move->never) continue;
    if (!move->edge_count) p->free_count++, ++*total;
    for (uint32_t i = 0; move->edge_count && i < move->edges[0].from_count; i++)
      if (!sv_edge_repeats(&move->edges[0], i))
        p->sites[move->edges[0].process][move->edges[0].from[i]].count++, ++*total;
  }
}

static void open_lists(sv_program *p) {
  uint32_t at = p->free_count;
  p->free_count = 0;
  for (uint32_t i = 0; i < p->net->processes.n; i++)
    for (uint32_t l = 0; l < sv_net_locations(p->net, i); l++) {
      sv_site *site = &p->sites[i][l];
      site->first = at;
      at += site->count;
      site->count = 0;
    }
}

static void list_action(sv_program *p, uint32_t action) {
  const sv_machine_action *move = &p->moves[action];
  if (!move->edge_count) p->listed[p->free_count++] = action;
  for (uint32_t i = 0; move->edge_count && i < move->edges[0].from_count; i++) {
    sv_site *site = &p->sites[move->edges[0].process][move->edges[0].from[i]];
    if (sv_edge_repeats(&move->edges[0], i)) continue;
    p->listed[site->first + site->count++] = action;
  }
}

static void make_lists(sv_program *p) {
  uint32_t total = 0;
  count_listed(p, &total);
  p->listed = SV_ARENA_ARRAY(p->arena, uint32_t, total + 1);
  open_lists(p);
  for (uint32_t a = 0; a < p->net->actions.n; a++)
    if (!p->moves[a].never) list_action(p, a);
}

// ---- the whole

static void make_properties(sv_maker *m) {
  sv_program *p = m->program;
  p->properties = SV_ARENA_ARRAY(p->arena, uint32_t, p->net->properties.n + 1);
  for (uint32_t i = 0; i < p->net->properties.n; i++) {
    const sv_property *property = &p->net->properties.at[i];
    bool term = i && property->kind == SV_PROP_INVARIANT;
    p->properties[i] = term ? sv_maker_condition(m, property->term) : SV_NO_PIECE;
  }
}

static void free_maker(sv_maker *m) {
  sv_compiler_free(&m->compiler);
  sv_vec_free(m->terms);
  sv_vec_free(m->tests);
  sv_vec_free(m->stands);
  sv_vec_free(m->patches);
  sv_vec_free(m->written);
  sv_vec_free(m->levels);
  sv_vec_free(m->conjuncts);
  sv_vec_free(m->cone);
  sv_vec_free(m->values);
}

sv_program *sv_program_new(const sv_layout *layout, sv_text *why) {
  sv_program *p = SV_NEW(sv_program);
  *p = (sv_program){.layout = layout, .net = layout->net, .arena = sv_arena_new()};
  p->holder = p->net->holder != SV_NO_VARIABLE;
  sv_code_init(&p->code, layout);
  sv_maker m = {.program = p};
  sv_compiler_init(&m.compiler, &p->code, why);
  make_sites(p);
  make_moves(&m);
  make_invariants(&m);
  make_properties(&m);
  sv_program_initial(&m);
  bool failed = m.compiler.failed;
  free_maker(&m);
  if (!failed) make_lists(p);
  if (!failed) sv_program_joined(p);
  if (!failed) return p;
  sv_program_free(p);
  return NULL;
}

void sv_program_free(sv_program *p) {
  if (!p) return;
  sv_native_free(p->native);
  sv_code_free(&p->code);
  sv_arena_free(p->arena);
  sv_free(p);
}
