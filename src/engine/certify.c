// certify.c -- see certify.h.
//
// One graph, one solver. Successors are inputs of their own, so that the set
// is spelled out twice and not once for every action; a step is "possible,
// allowed, and every next bit is what it writes, or stays".

#include "engine/certify_inside.h"

typedef sv_check check;

// ---- asking the solver

bool sv_check_wrong(sv_check *c, uint32_t action, const char *what) {
  const sv_model *m = c->net->model;
  sv_name name = {0};
  if (action != UINT32_MAX) name = m->actions.at[c->net->actions.at[action].action].name;
  sv_answer_bug(c->of->answer, "the certificate is wrong: %s%s%s%s", what,
                name.x ? " (action " : "", sv_names_get(m->names, name), name.x ? ")" : "");
  return false;
}

bool sv_check_unknown(sv_check *c, const char *why) {
  sv_answer_statistic(c->of->answer, "certificate", "%s", why);
  return false;
}

bool sv_check_never(sv_check *c, const sv_lits *all, uint32_t action, const char *what) {
  sv_lit query = sv_aig_and_all(c->aig, all->at, all->n);
  if (sv_lit_same(query, SV_LIT_FALSE)) return true;
  int32_t literal = sv_cnf_literal(c->cnf, query);
  sv_sat_limits limits = {.run = c->of->limits};
  c->queries++;
  switch (sv_sat_solve(c->sat, &literal, 1, &limits)) {
  case SV_SAT_NO: return true;
  case SV_SAT_YES: return sv_check_wrong(c, action, what);
  case SV_SAT_UNKNOWN: break;
  }
  return sv_check_unknown(c, sv_cause_text(c->of->limits->hit));
}

static bool never_inside(check *c, sv_lit condition, uint32_t action, const char *what) {
  sv_lits all = {0};
  sv_push(all, c->in);
  sv_push(all, condition);
  bool good = sv_check_never(c, &all, action, what);
  sv_vec_free(all);
  return good;
}

// ---- the set

sv_lit sv_check_without_holder(sv_check *c, sv_lit set) {
  const sv_code_item *item = &c->coding->cells[c->net->vars.at[c->net->holder].first_cell];
  sv_map by = {0};
  for (uint32_t i = 0; i < item->n; i++)
    if (!sv_code_is_const(item->at[i]))
      sv_map_put(&by, sv_lit_node(c->now.at[sv_code_state_bit(item->at[i])]), SV_LIT_FALSE.x);
  sv_aig_substitute(c->aig, &set, 1, &by);
  sv_map_free(&by);
  return set;
}

static sv_lit in_next(check *c, sv_lit set) {
  sv_map by = {0};
  for (uint32_t i = 0; i < c->coding->bits; i++)
    sv_map_put(&by, sv_lit_node(c->now.at[i]), c->next.at[i].x);
  sv_aig_substitute(c->aig, &set, 1, &by);
  sv_map_free(&by);
  return set;
}

static bool make_set(check *c) {
  const char *why = c->of->set(c->of->context, c->aig, c->now.at, &c->in);
  if (why) return sv_check_unknown(c, why);
  if (c->net->holder != SV_NO_VARIABLE) {
    sv_lit released = sv_check_without_holder(c, c->in), stuck = sv_control_stuck(c->control);
    c->in = sv_aig_or(c->aig, c->in, sv_aig_and(c->aig, stuck, released));
  }
  c->next_in = in_next(c, c->in);
  return true;
}

// ---- the four things to show

static bool check_initial(check *c) {
  sv_blasted x;
  sv_lits all = {0};
  sv_push(all, sv_blast_initial(c->blaster, &x));
  sv_push(all, sv_lit_not(c->in));
  bool good = x.outside.n ? sv_check_wrong(c, UINT32_MAX, "an initial value has no code")
                          : sv_check_never(c, &all, UINT32_MAX, "an initial state is missing");
  sv_vec_free(all);
  sv_blasted_free(&x);
  return good;
}

static bool check_inside(check *c, const sv_blasted *a) {
  sv_lits all = {0}, outside = {0};
  for (uint32_t i = 0; i < a->outside.n; i++) sv_push(outside, a->outside.at[i].when);
  sv_push(all, c->in);
  sv_push(all, sv_control_allowed(c->control, a->action));
  sv_push(all, sv_aig_or_all(c->aig, outside.at, outside.n));
  bool good = sv_check_never(c, &all, a->action, "a step leaves the coding");
  sv_vec_free(all);
  sv_vec_free(outside);
  return good;
}

static bool check_step(check *c, const sv_blasted *a) {
  sv_lits all = {0};
  uint32_t written = 0;
  sv_push(all, c->in);
  sv_push(all, sv_lit_not(c->next_in));
  sv_push(all, sv_control_allowed(c->control, a->action));
  sv_push(all, a->possible);
  for (uint32_t bit = 0; bit < c->coding->bits; bit++) {
    bool writes = written < a->writes.n && a->writes.at[written].bit == bit;
    sv_lit to = writes ? a->writes.at[written++].value : SV_LIT_FALSE;
    sv_push(all, writes ? sv_aig_iff(c->aig, c->next.at[bit], to) : c->same.at[bit]);
  }
  bool good = sv_check_never(c, &all, a->action, "a successor is missing");
  sv_vec_free(all);
  return good;
}

bool sv_check_asks(const sv_check *c, uint32_t property) {
  return property && sv_answer_finding(c->of->answer, property);
}

static bool check_action(check *c, const sv_blasted *a) {
  const sv_net_action *x = &c->net->actions.at[a->action];
  sv_lit taken = sv_aig_and(c->aig, a->possible, sv_control_allowed(c->control, a->action));
  if (x->cut) return never_inside(c, taken, a->action, "the run is cut");
  if (sv_check_asks(c, x->fails) &&
      !never_inside(c, taken, a->action, "a step violates a property"))
    return false;
  return (!a->outside.n || check_inside(c, a)) && check_step(c, a);
}

static bool check_property(check *c, uint32_t property) {
  sv_lit bad;
  if (!sv_control_violated(c->control, property, &bad))
    return sv_check_unknown(c, "too many choices at once to look for deadlocks");
  return never_inside(c, bad, UINT32_MAX, "a state violates a property");
}

static bool check_all(check *c) {
  const sv_answer *a = c->of->answer;
  bool good = make_set(c) && check_initial(c);
  for (uint32_t i = 0; i < c->net->actions.n && good; i++) good = check_action(c, &c->actions[i]);
  for (uint32_t i = 0; i < a->findings.n && good; i++)
    good = check_property(c, a->findings.at[i].property);
  return good;
}

// ---- setting up

static sv_lit choice_input(void *context, uint32_t k, uint32_t bit) {
  check *c = context;
  uint64_t key = (uint64_t)k << 32 | bit;
  uint32_t known = sv_map_get(&c->choices, key);
  if (known != SV_MAP_NONE) return (sv_lit){known};
  sv_lit input = sv_aig_input(c->aig);
  sv_map_put(&c->choices, key, input.x);
  return input;
}

static void make_inputs(check *c) {
  for (uint32_t i = 0; i < c->coding->bits; i++) {
    sv_push(c->now, sv_aig_input(c->aig));
    sv_push(c->next, sv_aig_input(c->aig));
    sv_push(c->same, sv_aig_iff(c->aig, c->now.at[i], c->next.at[i]));
  }
  sv_reserve(c->now, 1);
}

sv_control *sv_check_control(sv_check *c, bool holders_move) {
  uint32_t refused;
  sv_control_options o = {.aig = c->aig,
                          .net = c->net,
                          .blaster = c->blaster,
                          .actions = c->actions,
                          .choice = choice_input,
                          .context = c,
                          .holders_move = holders_move};
  return sv_control_new(&o, &refused);
}

static bool make_control(check *c) {
  uint32_t n = c->net->actions.n;
  c->blaster = sv_blaster_new(c->aig, c->coding, c->now.at, choice_input, c);
  c->actions = SV_NEW_ARRAY(sv_blasted, n + 1);
  for (uint32_t a = 0; a < n; a++) sv_blast_action(c->blaster, a, &c->actions[a]);
  c->control = sv_check_control(c, false);
  return c->control || sv_check_unknown(c, "too many choices at once decide who goes first");
}

static void release(check *c) {
  sv_control_free(c->control);
  for (uint32_t a = 0; a < c->net->actions.n; a++) sv_blasted_free(&c->actions[a]);
  sv_free(c->actions);
  sv_blaster_free(c->blaster);
  sv_cnf_free(c->cnf);
  sv_sat_free(c->sat);
  sv_aig_free(c->aig);
  sv_map_free(&c->choices);
  sv_vec_free(c->now);
  sv_vec_free(c->next);
  sv_vec_free(c->same);
}

bool sv_certify(const sv_certificate *of) {
  check c = {.of = of, .net = of->net, .coding = of->coding, .aig = sv_aig_new()};
  c.sat = sv_sat_new_steady();
  c.cnf = sv_cnf_new(c.aig, sv_sat_sink(c.sat));
  make_inputs(&c);
  bool good = make_control(&c) && (of->diagram ? sv_check_diagram(&c) : check_all(&c));
  if (good && !of->diagram)
    sv_answer_statistic(of->answer, "certificate", "%u queries, %u variables, %.2f s", c.queries,
                        sv_sat_vars(c.sat), sv_sat_numbers(c.sat).seconds);
  release(&c);
  return good;
}
