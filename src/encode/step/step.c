// step.c -- the net blasted once, for all steps: see step.h.

#include "encode/step/step_inside.h"

// ---- inputs

static void add_inputs(sv_stepper *s) {
  const sv_net *net = s->net;
  uint32_t rows = 0;
  for (uint32_t i = 0; i < s->coding->bits; i++) sv_push(s->state, sv_aig_input(s->aig));
  sv_reserve(s->state, 1);
  for (uint32_t a = 0; a < net->actions.n; a++)
    for (uint32_t k = 0; k < net->actions.at[a].choice_count; k++) {
      uint32_t width = sv_blast_choice_bits(net, a, k);
      if (k >= rows) rows = k + 1;
      if (width > s->choice_width) s->choice_width = width;
    }
  for (uint32_t i = 0; i < rows * s->choice_width; i++) sv_push(s->choices, sv_aig_input(s->aig));
}

static sv_lit choice_input(void *context, uint32_t k, uint32_t bit) {
  const sv_stepper *s = context;
  assert(bit < s->choice_width && k * s->choice_width + bit < s->choices.n);
  return s->choices.at[k * s->choice_width + bit];
}

// ---- initial states

static bool find_initial(sv_stepper *s, sv_blaster *b) {
  sv_blasted blasted;
  for (uint32_t i = 0; i < s->state.n; i++) sv_push(s->first_state, s->state.at[i]);
  sv_push(s->first_state, sv_blast_initial(b, &blasted));
  bool inside = !blasted.outside.n;
  sv_blasted_free(&blasted);
  sv_aig_settle(s->aig, s->first_state.at, s->first_state.n);
  s->first_condition = sv_pop(s->first_state);
  assert(s->first_state.n == s->state.n);
  return inside;
}

// ---- actions

static void keep_action(sv_stepper *s, sv_blaster *b, const sv_blasted *x, sv_lit later,
                        sv_lit allowed) {
  sv_step_action *a = &s->actions[x->action];
  sv_lits roots = {0};
  sv_push(roots, x->possible);
  sv_push(roots, later);
  for (uint32_t i = 0; i < x->writes.n; i++) {
    sv_push(roots, x->writes.at[i].value);
    sv_push(a->bits, x->writes.at[i].bit);
    assert(!i || x->writes.at[i - 1].bit < x->writes.at[i].bit);
    assert(x->writes.at[i].bit < s->coding->bits);
  }
  if (s->rows) sv_step_rows(s, b, x->action, &roots, &s->rows[x->action]);
  if (s->o.relevance) sv_project_roots(s, b, x->action, &roots);
  a->skipped = s->net->actions.at[x->action].cut || sv_lit_same(x->possible, SV_LIT_FALSE) ||
               sv_lit_same(allowed, SV_LIT_FALSE);
  a->needs_first = !sv_lit_same(later, allowed);
  sv_aig_part_init(&a->here, s->aig, roots.at, roots.n);
  sv_clear(roots);
  for (uint32_t i = 0; s->o.semantics == SV_STEPS_PARALLEL && i < x->writes.n; i++)
    if (sv_is_of_queue(s, x->writes.at[i].bit)) sv_push(roots, x->writes.at[i].value);
  sv_aig_part_init(&a->queues, s->aig, roots.at, roots.n);
  sv_vec_free(roots);
}

static void keep_actions(sv_stepper *s, sv_blaster *b, sv_control *c, const sv_blasted *all) {
  sv_lits allowed = {0};
  for (uint32_t a = 0; a < s->net->actions.n; a++) {
    sv_push(allowed, sv_control_allowed(c, a));
    keep_action(s, b, &all[a], sv_control_later(c, a), sv_last(allowed));
  }
  sv_aig_part_init(&s->allowed, s->aig, allowed.at, allowed.n);
  sv_vec_free(allowed);
}

// ---- properties

static sv_lit where_cut(sv_stepper *s, sv_control *c, bool full) {
  sv_lit cut = SV_LIT_FALSE;
  s->knows_cuts &= sv_control_cut(c, full, &cut);
  return cut;
}

static void keep_properties(sv_stepper *s, sv_control *c) {
  sv_lit cut = where_cut(s, c, false), full = where_cut(s, c, true);
  sv_aig_part_init(&s->cut, s->aig, &cut, 1);
  sv_aig_part_init(&s->full, s->aig, &full, 1);
  for (uint32_t p = 1; p < s->net->properties.n; p++) {
    sv_lit bad = SV_LIT_FALSE;
    s->knows[p] = sv_control_violated(c, p, &bad);
    sv_aig_part_init(&s->bad[p], s->aig, &bad, 1);
  }
}

// ---- all of it

static bool is_inside(const sv_blasted *all, uint32_t n) {
  for (uint32_t a = 0; a < n; a++)
    if (all[a].outside.n) return false;
  return true;
}

static const char *name_of(const sv_net *net, uint32_t action) {
  const sv_model *m = net->model;
  return sv_names_get(m->names, m->actions.at[net->actions.at[action].action].name);
}

static bool keep_all(sv_stepper *s, sv_blaster *b, const sv_blasted *all, sv_text *why) {
  uint32_t refused = 0;
  sv_control_options o = {.aig = s->aig,
                          .net = s->net,
                          .blaster = b,
                          .actions = all,
                          .choice = choice_input,
                          .context = s};
  sv_control *c = sv_control_new(&o, &refused);
  if (!c) {
    sv_text_printf(why, "too many choices at once decide who goes first (action %s)",
                   name_of(s->net, refused));
    return false;
  }
  keep_properties(s, c);
  sv_lit held = sv_lit_not(sv_blast_held(b, 0));
  sv_lit legal = sv_blast_legal(b);
  sv_aig_part_init(&s->held, s->aig, &held, 1);
  sv_aig_part_init(&s->legal, s->aig, &legal, 1);
  if (s->o.relevance) sv_project_goals(s, b);
  keep_actions(s, b, c, all);
  sv_control_free(c);
  return true;
}

static bool blast(sv_stepper *s, sv_text *why) {
  uint32_t n = s->net->actions.n;
  sv_blaster *b = sv_blaster_new(s->aig, s->coding, s->state.at, choice_input, s);
  sv_blasted *all = SV_NEW_ARRAY(sv_blasted, n + 1);
  for (uint32_t a = 0; a < n; a++) sv_blast_action(b, a, &all[a]);
  bool good = find_initial(s, b) && is_inside(all, n);
  if (!good) sv_text_string(why, "the effect of a step has no code");
  good = good && keep_all(s, b, all, why);
  for (uint32_t a = 0; a < n; a++) sv_blasted_free(&all[a]);
  sv_free(all);
  sv_blaster_free(b);
  return good;
}

static void order_actions(sv_stepper *s) {
  sv_bits skipped;
  sv_bits_init(&skipped, s->net->actions.n);
  for (uint32_t a = 0; a < s->net->actions.n; a++)
    if (s->actions[a].skipped) sv_bits_add(&skipped, a);
  sv_step_order(s->net, s->o.order, &skipped, &s->order);
  assert(s->order.n + sv_bits_count(&skipped) == s->net->actions.n);
  sv_bits_free(&skipped);
}

sv_stepper *sv_stepper_new(const sv_coding *coding, const sv_step_options *o, sv_text *why) {
  sv_stepper *s = SV_NEW(sv_stepper);
  *s = (sv_stepper){.coding = coding, .net = coding->net, .o = *o, .knows_cuts = true};
  s->aig = sv_aig_new();
  s->actions = SV_NEW_ARRAY(sv_step_action, s->net->actions.n + 1);
  s->bad = SV_NEW_ARRAY(sv_aig_part, s->net->properties.n + 1);
  s->knows = SV_NEW_ARRAY(bool, s->net->properties.n + 1);
  if (o->dynamic && (o->semantics == SV_STEPS_PARALLEL || o->semantics == SV_STEPS_PROCESS)) {
    s->accesses = sv_accesses_new(s->net);
    s->rows = SV_NEW_ARRAY(sv_cell_rows, s->net->actions.n + 1);
  }
  if (o->relevance) s->need_roots = SV_NEW_ARRAY(sv_u32s, s->net->actions.n + 1);
  add_inputs(s);
  if (!blast(s, why)) {
    sv_stepper_free(s);
    return NULL;
  }
  order_actions(s);
  if (o->semantics == SV_STEPS_SERIAL || o->semantics == SV_STEPS_PROCESS) sv_step_group(s);
  if (o->semantics == SV_STEPS_PARALLEL) s->resources = sv_resources_new(s->net, true, s->rows);
  if (o->semantics == SV_STEPS_PROCESS) s->resources = sv_resources_new(s->net, false, s->rows);
  return s;
}

void sv_stepper_free(sv_stepper *s) {
  if (!s) return;
  for (uint32_t a = 0; a < s->net->actions.n; a++) {
    sv_aig_part_free(&s->actions[a].here);
    sv_aig_part_free(&s->actions[a].queues);
    sv_vec_free(s->actions[a].bits);
  }
  for (uint32_t p = 0; p < s->net->properties.n; p++) sv_aig_part_free(&s->bad[p]);
  sv_free(s->actions);
  sv_free(s->bad);
  sv_free(s->knows);
  sv_aig_part_free(&s->allowed);
  sv_aig_part_free(&s->cut);
  sv_aig_part_free(&s->full);
  sv_aig_part_free(&s->held);
  sv_aig_part_free(&s->legal);
  sv_resources_free(s->resources, s->net);
  for (uint32_t a = 0; s->rows && a < s->net->actions.n; a++) sv_vec_free(s->rows[a]);
  sv_free(s->rows);
  for (uint32_t a = 0; s->need_roots && a < s->net->actions.n; a++) sv_vec_free(s->need_roots[a]);
  sv_free(s->need_roots);
  sv_aig_part_free(&s->goals);
  sv_accesses_free(s->accesses);
  sv_vec_free(s->state);
  sv_vec_free(s->choices);
  sv_vec_free(s->first_state);
  sv_vec_free(s->order);
  sv_vec_free(s->places);
  sv_aig_free(s->aig);
  sv_free(s);
}

bool sv_stepper_knows(const sv_stepper *s, uint32_t property) { return s->knows[property]; }
bool sv_stepper_knows_cuts(const sv_stepper *s) { return s->knows_cuts; }
