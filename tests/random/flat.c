// flat.c -- nets as flat transition systems (encode/abstract/flat.h), held against exec in every
// reachable state, before they are abstracted.
//
// With every tuple of choices an action is enabled in both or in neither; every property is
// violated, and a run cut, in the same states. Values after steps: tests/unit/test_flat.c.

#include "encode/abstract/flat.h"
#include "exec/choices.h"
#include "exec/exec.h"
#include "random/compare.h"

enum { MOST_TUPLES = 64 };

struct flat_check {
  comparison *c;
  sv_flat *flat;
  sv_exec *exec;
};

static bool wrong(const flat_check *k, const sv_state *state, const char *what, uint32_t number) {
  sv_text text = {0};
  sv_state_print(k->c->net, state, &text);
  note_wrong(k->c->note, what, "number %u in %s", number, sv_text_get(&text));
  sv_text_free(&text);
  return false;
}

static bool holds(flat_check *k, const sv_state *state, const sv_step *step, sv_term t) {
  sv_value v =
      step ? sv_exec_evaluate_step(k->exec, state, step, t) : sv_exec_evaluate(k->exec, state, t);
  return sv_small_get(v);
}

static bool check_action(flat_check *k, const sv_state *state, uint32_t a) {
  const sv_net *net = k->c->net;
  const sv_net_action *x = &net->actions.at[a];
  bool same = true;
  if (x->cut || !sv_choices_at_most(net, x->choices, x->choice_count, MOST_TUPLES)) return true;
  sv_value *values = SV_NEW_ARRAY(sv_value, x->choice_count + 1);
  sv_step step = {.action = a, .choices = values};
  sv_choices_first(net, x->choices, x->choice_count, values);
  do
    same = holds(k, state, &step, k->flat->actions[a].enabled) ==
           sv_exec_enabled(k->exec, state, &step);
  while (same && sv_choices_next(net, x->choices, x->choice_count, values));
  sv_free(values);
  return same || wrong(k, state, "enabled", a);
}

bool flat_check_state(flat_check *k, const sv_state *state) {
  const sv_net *net = k->c->net;
  if (k->flat->refused) return true;
  for (uint32_t a = 0; a < net->actions.n; a++)
    if (!check_action(k, state, a)) return false;
  for (uint32_t p = 1; p < net->properties.n; p++) {
    sv_term bad = sv_flat_bad(k->flat, p);
    if (sv_is_none(bad)) continue;
    if (holds(k, state, NULL, bad) != sv_exec_violated_in(k->exec, state, p))
      return wrong(k, state, "property", p);
  }
  if (holds(k, state, NULL, k->flat->cut) != (sv_exec_cut(k->exec, state) != UINT32_MAX))
    return wrong(k, state, "cut", 0);
  return true;
}

flat_check *flat_check_new(comparison *c) {
  flat_check *k = SV_NEW(flat_check);
  *k = (flat_check){.c = c, .flat = sv_flat_new(c->net), .exec = sv_exec_new(c->net)};
  return k;
}

void flat_check_free(flat_check *k) {
  if (!k) return;
  sv_exec_free(k->exec);
  sv_flat_free(k->flat);
  sv_free(k);
}
