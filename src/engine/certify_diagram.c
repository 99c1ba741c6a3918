// certify_diagram.c -- certificates that are diagrams.
//
// What is to be shown is local (certify_window.h), but for control: whether a holder is
// stuck depends on all processes. So R* (certify.h) is looked at through four things, shown
// one by one:
//
//   no state of R has a holder that is stuck;
//   where a holder is stuck every action may be taken, or not, as if there were none,
//   and does the same;
//   where none is stuck, control may be read as if every holder could move;
//   a step from R leads to a state that is in R, once its holder is forgotten if stuck.
//
// The first and the last are about R, and local; the others are about control alone.

#include "engine/certify_window.h"

#include <inttypes.h>

typedef struct {
  sv_check *c;
  sv_windows windows;
  sv_control *movers;
} checker;

static bool never_inside(checker *k, sv_lit condition, uint32_t action, const char *what) {
  sv_window_question q = {.condition = condition, .action = action, .what = what};
  return sv_windows_never(&k->windows, &q);
}

// ---- control

static bool never_any(sv_check *c, sv_lit where, const sv_lits *different) {
  sv_lits all = {0};
  sv_push(all, where);
  sv_push(all, sv_aig_or_all(c->aig, different->at, different->n));
  bool good = sv_check_never(c, &all, UINT32_MAX, "control is not what the check takes it for");
  sv_vec_free(all);
  return good;
}

// What may be taken and what is violated, by one control and by the other, or (without one) by the
// same where no process holds control.
static bool list_differences(checker *k, sv_control *other, sv_lits *out) {
  sv_check *c = k->c;
  const sv_answer *answer = c->of->answer;
  for (uint32_t a = 0; a < c->net->actions.n; a++) {
    sv_lit one = sv_control_allowed(c->control, a);
    sv_lit two = other ? sv_control_allowed(other, a) : sv_check_without_holder(c, one);
    sv_push(*out, sv_aig_xor(c->aig, one, two));
  }
  for (uint32_t i = 0; i < answer->findings.n; i++) {
    uint32_t p = answer->findings.at[i].property;
    sv_lit one, two;
    if (!sv_control_violated(c->control, p, &one)) return false;
    if (!other) two = sv_check_without_holder(c, one);
    else if (!sv_control_violated(other, p, &two)) return false;
    sv_push(*out, sv_aig_xor(c->aig, one, two));
  }
  return true;
}

static bool check_readings(checker *k) {
  sv_check *c = k->c;
  sv_lit stuck = sv_control_stuck(c->control);
  sv_lits alone = {0}, moving = {0};
  bool good = (list_differences(k, NULL, &alone) && list_differences(k, k->movers, &moving)) ||
              sv_check_unknown(c, "too many choices at once to look for deadlocks");
  good = good && never_any(c, stuck, &alone) && never_any(c, sv_lit_not(stuck), &moving);
  sv_vec_free(alone);
  sv_vec_free(moving);
  return good;
}

static const sv_code_item *holder_of(const sv_check *c) {
  return &c->coding->cells[c->net->vars.at[c->net->holder].first_cell];
}

static bool is_of_holder(const checker *k, uint32_t input) {
  const sv_code_item *h = holder_of(k->c);
  uint32_t bit = sv_map_get(&k->windows.bits, input);
  for (uint32_t i = 0; i < h->n && bit != SV_MAP_NONE; i++)
    if (!sv_code_is_const(h->at[i]) && sv_code_state_bit(h->at[i]) == bit) return true;
  return false;
}

// Neither its condition nor its effect knows who held control.
static bool ignores_holder(const checker *k, const sv_blasted *a) {
  sv_lits all = {0};
  sv_u32s support = {0};
  bool ignores = true;
  sv_push(all, a->possible);
  for (uint32_t i = 0; i < a->writes.n; i++) sv_push(all, a->writes.at[i].value);
  for (uint32_t i = 0; i < a->outside.n; i++) sv_push(all, a->outside.at[i].when);
  sv_aig_support(k->c->aig, all.at, all.n, &support);
  for (uint32_t i = 0; i < support.n && ignores; i++) ignores = !is_of_holder(k, support.at[i]);
  sv_vec_free(all);
  sv_vec_free(support);
  return ignores;
}

static bool writes_bit(const sv_blasted *a, uint32_t bit) {
  for (uint32_t i = 0; i < a->writes.n; i++)
    if (a->writes.at[i].bit == bit) return true;
  return false;
}

static bool sets_holder(const sv_check *c, const sv_blasted *a) {
  const sv_code_item *h = holder_of(c);
  for (uint32_t i = 0; i < h->n; i++)
    if (!sv_code_is_const(h->at[i]) && !writes_bit(a, sv_code_state_bit(h->at[i]))) return false;
  return true;
}

// It leads to the same state, whichever process held control.
static bool treats_holders_alike(const checker *k, const sv_blasted *a) {
  if (sv_lit_same(a->possible, SV_LIT_FALSE)) return true;
  return ignores_holder(k, a) && (k->c->net->actions.at[a->action].cut || sets_holder(k->c, a));
}

static bool check_control(checker *k) {
  sv_check *c = k->c;
  if (c->net->holder == SV_NO_VARIABLE) return true;
  for (uint32_t a = 0; a < c->net->actions.n; a++)
    if (!treats_holders_alike(k, &c->actions[a]))
      return sv_check_unknown(c, "an action depends on who held control");
  for (uint32_t p = 0; p < c->net->processes.n; p++)
    if (!never_inside(k, sv_control_stuck_process(c->control, p), UINT32_MAX, "a holder is stuck"))
      return false;
  return check_readings(k);
}

// ---- the four things to show

static bool check_initial(checker *k) {
  sv_check *c = k->c;
  sv_blasted x;
  sv_lit initial = sv_blast_initial(c->blaster, &x);
  bool good = x.outside.n ? sv_check_wrong(c, UINT32_MAX, "an initial value has no code")
                          : sv_windows_contain(&k->windows, initial, "an initial state is missing");
  sv_blasted_free(&x);
  return good;
}

static bool check_inside(checker *k, const sv_blasted *a, sv_lit allowed) {
  sv_lits outside = {0};
  for (uint32_t i = 0; i < a->outside.n; i++) sv_push(outside, a->outside.at[i].when);
  sv_lit out = sv_aig_and(k->c->aig, allowed, sv_aig_or_all(k->c->aig, outside.at, outside.n));
  sv_vec_free(outside);
  return never_inside(k, out, a->action, "a step leaves the coding");
}

// A holder that is stuck in the next state is forgotten.
static void forget_holder(checker *k, sv_lit *to) {
  sv_check *c = k->c;
  const sv_code_item *h = holder_of(c);
  sv_lit stuck = sv_control_stuck(c->control);
  sv_map by = {0};
  for (uint32_t i = 0; i < c->coding->bits; i++)
    sv_map_put(&by, sv_lit_node(c->now.at[i]), to[i].x);
  sv_aig_substitute(c->aig, &stuck, 1, &by);
  sv_map_free(&by);
  for (uint32_t i = 0; i < h->n; i++) {
    if (sv_code_is_const(h->at[i])) continue;
    sv_lit *bit = &to[sv_code_state_bit(h->at[i])];
    *bit = sv_aig_and(c->aig, *bit, sv_lit_not(stuck));
  }
}

static bool check_step(checker *k, const sv_blasted *a, sv_lit taken) {
  sv_check *c = k->c;
  sv_lits to = {0};
  sv_reserve(to, 1);  // a state may have no bits, but there is a next one
  for (uint32_t i = 0; i < c->coding->bits; i++) sv_push(to, c->now.at[i]);
  for (uint32_t i = 0; i < a->writes.n; i++) to.at[a->writes.at[i].bit] = a->writes.at[i].value;
  if (c->net->holder != SV_NO_VARIABLE) forget_holder(k, to.at);
  sv_window_question q = {taken, to.at, a->action, "a successor is missing"};
  bool good = sv_windows_never(&k->windows, &q);
  sv_vec_free(to);
  return good;
}

static bool check_action(checker *k, const sv_blasted *a) {
  sv_check *c = k->c;
  const sv_net_action *x = &c->net->actions.at[a->action];
  sv_lit allowed = sv_control_allowed(k->movers, a->action);
  sv_lit taken = sv_aig_and(c->aig, a->possible, allowed);
  if (x->cut) return never_inside(k, taken, a->action, "the run is cut");
  if (sv_check_asks(c, x->fails) &&
      !never_inside(k, taken, a->action, "a step violates a property"))
    return false;
  return check_inside(k, a, allowed) && check_step(k, a, taken);
}

static bool check_property(checker *k, uint32_t property) {
  sv_lit bad;
  if (!sv_control_violated(k->movers, property, &bad))
    return sv_check_unknown(k->c, "too many choices at once to look for deadlocks");
  return never_inside(k, bad, UINT32_MAX, "a state violates a property");
}

static bool check_all(checker *k) {
  sv_check *c = k->c;
  const sv_answer *answer = c->of->answer;
  bool good = check_control(k) && check_initial(k);
  for (uint32_t i = 0; i < c->net->actions.n && good; i++) good = check_action(k, &c->actions[i]);
  for (uint32_t i = 0; i < answer->findings.n && good; i++)
    good = check_property(k, answer->findings.at[i].property);
  return good;
}

bool sv_check_diagram(sv_check *c) {
  checker k = {.c = c, .movers = sv_check_control(c, true)};
  sv_windows_init(&k.windows, c);
  bool good = k.movers ? check_all(&k) : sv_check_unknown(c, "too many choices at once");
  if (good)
    sv_answer_statistic(c->of->answer, "certificate", "%" PRIu64 " queries, %" PRIu64 " conflicts",
                        k.windows.numbers.questions + c->queries, k.windows.numbers.conflicts);
  sv_control_free(k.movers);
  sv_windows_free(&k.windows);
  return good;
}
