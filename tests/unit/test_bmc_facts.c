// test_bmc_facts.c -- facts that were proven are true of all states that a longer look meets.
//
// Guesses are joined by spoilt copies of themselves, most of which are wrong.

#include "engine/invariants.h"
#include "unit/test_corpus_kit.h"

enum { LOOKED_AT = 20000 };

typedef struct {
  const sv_net *net;
  const char *path;
  const sv_invariants *invariants;
  uint32_t nets, guessed, proven;
} looker;

static int64_t value_of(const looker *l, const sv_state *s, uint32_t item) {
  int64_t value = INT64_MAX;
  if (item >= l->net->cells) return s->queues[item - l->net->cells].messages;
  sv_number_to_i64(sv_terms_numbers(l->net->model->terms), s->cells[item], &value);
  return value;
}

static bool is_true(const looker *l, const sv_state *s, const sv_invariant_clause *f) {
  int64_t value = value_of(l, s, f->item);
  if (f->when != SV_INVARIANT_ALWAYS && value_of(l, s, f->when) != f->is) return true;
  if (f->kind == SV_INVARIANT_AT_LEAST) return value >= f->value;
  return f->kind == SV_INVARIANT_AT_MOST ? value <= f->value : value != f->value;
}

static void look(void *context, const sv_state *s) {
  const looker *l = context;
  for (uint32_t i = 0; i < l->invariants->n; i++)
    if (!is_true(l, s, &l->invariants->at[i]))
      fail_msg("%s: fact %u (item %u, value %lld) is proven and wrong", l->path, i,
               l->invariants->at[i].item, (long long)l->invariants->at[i].value);
}

static void spoil(sv_invariants *invariants) {
  uint32_t n = invariants->n;
  for (uint32_t i = 0; i < n; i++) {
    sv_invariant_clause f = invariants->at[i];
    f.value += f.kind == SV_INVARIANT_AT_MOST ? -1 : 1;
    sv_push(*invariants, f);
  }
}

static void check_net(const sv_net *net, const char *path, void *context) {
  looker *l = context;
  sv_text why = {0};
  sv_invariants invariants = {0};
  sv_coding *coding = net ? sv_coding_new(net, NULL, SV_QUEUE_SHIFTING, &why) : NULL;
  if (coding) {
    l->net = net, l->path = path, l->invariants = &invariants, l->nets++;
    sv_invariants_candidates(net, 1, NULL, &invariants);
    spoil(&invariants);
    l->guessed += invariants.n;
    sv_invariants_prove(coding, NULL, 1000, &invariants);
    l->proven += invariants.n;
    sv_profile_free(sv_profile_watch(net, LOOKED_AT, 7, NULL, look, l));
  }
  sv_vec_free(invariants);
  sv_coding_free(coding);
  sv_text_free(&why);
}

static void proven_facts_are_true(void **state) {
  SV_UNUSED(state);
  looker l = {0};
  corpus_folder("svm", 2, check_net, &l);
  corpus_folder("boolprog", 2, check_net, &l);
  corpus_folder("dve", 2, check_net, &l);
  print_message("%u nets: %u of %u are proven\n", l.nets, l.proven, l.guessed);
  assert_true(l.nets > 100 && l.proven > 1000 && l.guessed - l.proven > 1000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(proven_facts_are_true)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
