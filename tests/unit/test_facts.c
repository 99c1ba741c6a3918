// test_facts.c -- facts that engines tell each other: the board, the words, that wrong ones are refused,
// and that true ones help.

#include "engine/bmc/exchange.h"
#include "engine/board.h"
#include "engine/ic3/ic3.h"
#include "unit/test_corpus_kit.h"

enum { LOOKED_AT = 20000 };

// ---- the board

static void tell(sv_exchange *x, const sv_net *net, const int32_t *words, uint32_t n) {
  sv_i32s clauses = {0};
  for (uint32_t i = 0; i < n; i++) sv_push(clauses, words[i]);
  sv_exchange_tell(x, net, &clauses);
  sv_vec_free(clauses);
}

static uint32_t hear(sv_exchange *x, const sv_net *net) {
  sv_i32s heard = {0};
  sv_exchange_hear(x, net, &heard);
  uint32_t n = heard.n;
  sv_vec_free(heard);
  return n;
}

static void the_board_passes_on_what_is_whole(void **state) {
  SV_UNUSED(state);
  static const int32_t some[] = {3, -5, 0, 7, 0};
  sv_net net = {.cells = 4}, other = {.cells = 5};
  sv_board *b = sv_board_new();
  sv_exchange x = sv_board_join(b, 0), y = sv_board_join(b, 1), late = sv_board_join(b, 2);
  assert_int_equal(hear(&y, &net), 0);
  tell(&x, &net, some, 5);
  tell(&x, &other, some, 3);
  tell(&x, &net, some, 3);
  assert_int_equal(hear(&x, &net), 0);  // not what it said itself
  assert_int_equal(hear(&y, &net), 8);  // not about another net
  assert_int_equal(hear(&y, &net), 0);  // once
  tell(&y, &net, some, 5);
  assert_int_equal(hear(&x, &net), 5);
  assert_int_equal(hear(&late, &net), 13);
  assert_int_equal(x.told, 4);
  sv_board_free(b);
}

// A writer that has gone wrong: any word of its log may be anything.
static void a_spoilt_log_is_not_read(void **state) {
  SV_UNUSED(state);
  static const int32_t some[] = {3, -5, 0, 7, 0};
  sv_net net = {.cells = 4};
  for (uint32_t word = 1; word <= 8; word++)
    for (uint32_t value = 0; value < 4; value++) {
      static const int32_t wrong[] = {-1, INT32_MAX, INT32_MIN, 1 << 20};
      sv_board *b = sv_board_new();
      sv_exchange x = sv_board_join(b, 0), y = sv_board_join(b, 1);
      tell(&x, &net, some, 5);
      ((int32_t *)b)[word] = wrong[value];
      assert_int_equal(hear(&y, &net), 0);
      ((int32_t *)b)[0] = wrong[value];
      assert_int_equal(hear(&y, &net), 0);
      sv_board_free(b);
    }
}

static void a_full_log_takes_no_more(void **state) {
  SV_UNUSED(state);
  sv_net net = {.cells = 4};
  sv_i32s many = {0};
  for (uint32_t i = 0; i < 100000; i++) sv_push(many, i % 4 == 3 ? 0 : 1);
  sv_board *b = sv_board_new();
  sv_exchange x = sv_board_join(b, 0), y = sv_board_join(b, 15);
  for (uint32_t i = 0; i < 20; i++) sv_exchange_tell(&x, &net, &many);
  uint32_t heard = hear(&y, &net);
  assert_true(heard >= 100000 && heard < 2000000 && heard % 100000 == 0);
  sv_vec_free(many);
  sv_board_free(b);
}

// ---- what is kept is true of all states that a longer look meets

typedef struct {
  const sv_net *net;
  const char *path;
  const sv_coding *coding;
  const sv_fact_words *words;
  sv_i32s kept;
  uint8_t *bits;
  uint32_t nets, guessed, proven, easy;
} looker;

static bool is_true(const looker *l, const int32_t *clause) {
  for (uint32_t i = 0; clause[i]; i++) {
    sv_code_bit bit;
    assert_true(sv_fact_bit(l->words, clause[i], &bit));
    bool is = sv_code_is_const(bit) ? bit.x : l->bits[sv_code_state_bit(bit)];
    if (is == (clause[i] > 0)) return true;
  }
  return false;
}

static void look(void *context, const sv_state *s) {
  looker *l = context;
  if (!sv_coding_encode(l->coding, s, l->bits)) return;
  for (uint32_t i = 0; i < l->kept.n; i++) {
    if (!is_true(l, l->kept.at + i)) fail_msg("%s: a fact is kept and wrong", l->path);
    while (l->kept.at[i]) i++;
  }
}

static uint32_t count(const sv_i32s *facts) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < facts->n; i++) n += !facts->at[i];
  return n;
}

// What bmc would tell of its guesses, before it has shown any of them, and each bit with its contrary.
static void guess(const looker *l, sv_i32s *facts) {
  sv_board *b = sv_board_new();
  sv_exchange x = sv_board_join(b, 0), y = sv_board_join(b, 1);
  sv_run run = {.exchange = &x};
  sv_bmc_exchange e = sv_bmc_exchange_make(l->coding, &run);
  sv_invariants guesses = {0};
  sv_invariants_candidates(l->net, 1, NULL, &guesses);
  uint32_t n = guesses.n;
  for (uint32_t i = 0; i < n; i++) {
    sv_invariant_clause f = guesses.at[i];
    f.value += f.kind == SV_INVARIANT_AT_MOST ? -1 : 1;
    sv_push(guesses, f);
  }
  sv_bmc_tell(&e, l->coding, &guesses, &run);
  sv_exchange_hear(&y, l->net, facts);
  for (uint32_t i = 0; i < 2 * l->coding->bits; i++) {
    int32_t word = sv_fact_literal(l->words, i / 2);
    if (!word) continue;  // beyond the 64th bit of a value
    sv_push(*facts, i % 2 ? word : -word);
    sv_push(*facts, 0);
  }
  sv_vec_free(guesses);
  sv_bmc_exchange_free(&e);
  sv_board_free(b);
}

static void look_at_states(looker *l) {
  l->bits = SV_NEW_ARRAY(uint8_t, l->coding->bits + 1);
  sv_profile_free(sv_profile_watch(l->net, LOOKED_AT, 7, NULL, look, l));
  sv_free(l->bits);
}

// One conflict for each question: it is not shown of all guesses at once, but of some by themselves.
static void keep_with_little_effort(looker *l, const sv_circuit *c) {
  sv_clear(l->kept);
  guess(l, &l->kept);
  l->easy += sv_facts_keep(l->words, c, SV_LIT_TRUE, NULL, 1, &l->kept);
  look_at_states(l);
}

static void keep_nothing_without_time(looker *l, const sv_circuit *c) {
  sv_limits over = sv_limits_make(1e-9, 0, NULL);
  sv_clear(l->kept);
  guess(l, &l->kept);
  uint32_t kept = sv_facts_keep(l->words, c, SV_LIT_TRUE, &over, 0, &l->kept);
  if (l->coding->bits > 8) assert_int_equal(kept, 0);
  look_at_states(l);
}

static void check_coding(looker *l, const sv_coding *coding) {
  sv_text why = {0};
  l->coding = coding;
  sv_circuit *c = sv_circuit_new(coding, SV_SELECT_BINARY, &why);
  sv_text_free(&why);
  if (!c || c->uncoded_steps.n) return sv_circuit_free(c);
  sv_fact_words *w = sv_fact_words_new(coding);
  l->words = w;
  sv_clear(l->kept);
  guess(l, &l->kept);
  l->nets++;
  l->guessed += count(&l->kept);
  uint32_t kept = sv_facts_keep(w, c, SV_LIT_TRUE, NULL, 1000, &l->kept);
  assert_int_equal(kept, count(&l->kept));
  l->proven += kept;
  look_at_states(l);
  keep_with_little_effort(l, c);
  keep_nothing_without_time(l, c);
  sv_fact_words_free(w);
  sv_circuit_free(c);
}

static void check_net(const sv_net *net, const char *path, void *context) {
  looker *l = context;
  sv_text why = {0};
  sv_coding *coding = net ? sv_coding_new(net, NULL, SV_QUEUE_SHIFTING, &why) : NULL;
  sv_text_free(&why);
  if (!coding) return;
  l->net = net, l->path = path;
  check_coding(l, coding);
  sv_coding_free(coding);
}

static void kept_facts_are_true(void **state) {
  SV_UNUSED(state);
  looker l = {0};
  corpus_folder("svm", 2, check_net, &l);
  corpus_folder("dve", 2, check_net, &l);
  sv_vec_free(l.kept);
  print_message("%u nets: %u of %u are kept, with little effort %u\n", l.nets, l.proven, l.guessed,
                l.easy);
  assert_true(l.nets > 50 && l.proven > 1000 && l.guessed - l.proven > 1000);
  assert_true(l.easy > 100 && l.easy < l.proven);
}

// ---- comparisons as clauses: in every state they say what the comparison says

typedef struct {
  looker l;
  sv_invariants comparisons;
  SV_VEC(sv_i32s) clauses;
  uint64_t compared, wrong;
} comparing;

static int64_t number_of(const sv_net *net, const sv_state *s, uint32_t item) {
  int64_t value = INT64_MAX;
  if (item >= net->cells) return s->queues[item - net->cells].messages;
  sv_number_to_i64(sv_terms_numbers(net->model->terms), s->cells[item], &value);
  return value;
}

static bool says(const sv_net *net, const sv_state *s, const sv_invariant_clause *f) {
  int64_t value = number_of(net, s, f->item);
  if (f->when != SV_INVARIANT_ALWAYS && number_of(net, s, f->when) != f->is) return true;
  if (f->kind == SV_INVARIANT_AT_LEAST) return value >= f->value;
  return f->kind == SV_INVARIANT_AT_MOST ? value <= f->value : value != f->value;
}

static void compare(void *context, const sv_state *s) {
  comparing *c = context;
  if (!sv_coding_encode(c->l.coding, s, c->l.bits)) return;
  for (uint32_t i = 0; i < c->comparisons.n; i++) {
    const sv_i32s *clauses = &c->clauses.at[i];
    bool all = true, is = says(c->l.net, s, &c->comparisons.at[i]);
    for (uint32_t k = 0; k < clauses->n; k++) {
      all &= is_true(&c->l, clauses->at + k);
      while (clauses->at[k]) k++;
    }
    if (all != is)
      fail_msg("%s: comparison %u (kind %d, item %u, value %lld)", c->l.path, i,
               (int)c->comparisons.at[i].kind, c->comparisons.at[i].item,
               (long long)c->comparisons.at[i].value);
    c->compared++;
    c->wrong += !is;
  }
}

static bool has_code(const comparing *c, const sv_invariant_clause *f) {
  const sv_coding *coding = c->l.coding;
  uint32_t cells = coding->net->cells;
  uint32_t n =
      f->item < cells ? coding->cells[f->item].n : coding->queues[f->item - cells].length.n;
  return n > 63 || (f->value < INT64_C(1) << (n - 1) && f->value >= -(INT64_C(1) << (n - 1)));
}

// All values near those that a cell is seen to have.
static void vary(comparing *c) {
  sv_invariants *comparisons = &c->comparisons;
  uint32_t n = comparisons->n < 60 ? comparisons->n : 60;
  for (uint32_t i = 0; i < n; i++) {
    sv_invariant_clause f = comparisons->at[i];
    for (f.value -= f.value ? 1 : 0; f.value <= comparisons->at[i].value; f.value++)
      for (uint32_t kind = SV_INVARIANT_AT_LEAST; kind <= SV_INVARIANT_IS_NOT; kind++) {
        f.kind = kind;
        if (has_code(c, &f)) sv_push(*comparisons, f);
      }
  }
}

static void say_all(comparing *c) {
  sv_board *b = sv_board_new();
  sv_exchange x = sv_board_join(b, 0), y = sv_board_join(b, 1);
  sv_run run = {.exchange = &x};
  sv_bmc_exchange e = sv_bmc_exchange_make(c->l.coding, &run);
  for (uint32_t i = 0; i < c->comparisons.n; i++) {
    sv_i32s clauses = {0};
    sv_bmc_tell(&e, c->l.coding, &(sv_invariants){.at = &c->comparisons.at[i], .n = 1}, &run);
    sv_exchange_hear(&y, c->l.net, &clauses);
    sv_push(c->clauses, clauses);
  }
  sv_bmc_exchange_free(&e);
  sv_board_free(b);
}

static void compare_net(const sv_net *net, const char *path, void *context) {
  comparing *c = context;
  sv_text why = {0};
  sv_coding *coding = net ? sv_coding_new(net, NULL, SV_QUEUE_SHIFTING, &why) : NULL;
  sv_text_free(&why);
  if (!coding) return;
  c->l = (looker){.net = net, .path = path, .coding = coding};
  sv_fact_words *w = sv_fact_words_new(coding);
  c->l.words = w;
  c->l.bits = SV_NEW_ARRAY(uint8_t, coding->bits + 1);
  sv_clear(c->comparisons);
  sv_invariants_candidates(net, 1, NULL, &c->comparisons);
  vary(c);
  say_all(c);
  sv_profile_free(sv_profile_watch(net, 300, 7, NULL, compare, c));
  for (uint32_t i = 0; i < c->clauses.n; i++) sv_vec_free(c->clauses.at[i]);
  sv_clear(c->clauses);
  sv_free(c->l.bits);
  sv_fact_words_free(w);
  sv_coding_free(coding);
}

static void clauses_say_what_comparisons_say(void **state) {
  SV_UNUSED(state);
  comparing c = {0};
  corpus_folder("svm", 2, compare_net, &c);
  sv_vec_free(c.comparisons);
  sv_vec_free(c.clauses);
  print_message("%llu compared, %llu do not hold\n", (unsigned long long)c.compared,
                (unsigned long long)c.wrong);
  assert_true(c.compared > 10000 && c.wrong > 1000);
}

// ---- what is heard helps

// The invariant that IC3 finds, as facts.
static void tell_invariant(const sv_net *net, sv_exchange *x) {
  sv_text why = {0};
  sv_lits bad = {0};
  sv_i32s facts = {0};
  sv_coding *coding = sv_coding_new(net, NULL, SV_QUEUE_SHIFTING, &why);
  sv_circuit *c = sv_circuit_new(coding, SV_SELECT_BINARY, &why);
  sv_fact_words *w = sv_fact_words_new(coding);
  for (uint32_t p = 1; p < net->properties.n; p++) sv_push(bad, c->bad.at[p]);
  sv_ic3 *search = sv_ic3_new(c, bad.at, bad.n, &(sv_ic3_options){0});
  assert_int_equal(sv_ic3_search(search), SV_IC3_PROVED);
  for (uint32_t i = 0; i < sv_ic3_invariant(search); i++) {
    const sv_i32s *cube = sv_ic3_clause(search, i);
    for (uint32_t k = 0; k < cube->n; k++) {
      int32_t at = cube->at[k], word = sv_fact_literal(w, (uint32_t)(at < 0 ? -at : at) - 1);
      sv_push(facts, at < 0 ? word : -word);
    }
    sv_push(facts, 0);
  }
  sv_exchange_tell(x, net, &facts);
  assert_true(x->told > 0);
  sv_ic3_free(search);
  sv_fact_words_free(w);
  sv_circuit_free(c);
  sv_coding_free(coding);
  sv_vec_free(bad);
  sv_vec_free(facts);
}

static sv_answer *run_engine(sv_model *m, const char *engine, sv_exchange *x) {
  sv_options options;
  sv_limits limits = sv_limits_make(0, 0, NULL);
  sv_log log = {0};
  sv_options_init(&options);
  options.bound = 4;
  options.certify = true;
  sv_run run = {
      .options = &options, .limits = &limits, .log = &log, .exchange = x, .own_process = true};
  sv_answer *a = sv_engine_run(sv_engine_find(engine), m, &run);
  sv_options_free(&options);
  return a;
}

static uint64_t levels_of(const sv_answer *a) {
  for (uint32_t i = 0; i < a->statistics.n; i++)
    if (!strcmp(a->statistics.at[i].name, "levels"))
      return strtoull(a->statistics.at[i].value, NULL, 10);
  return 0;
}

static void what_is_heard_helps(void **state) {
  static const char *const files[] = {"proc/atomic.proc", "proc/channel.proc"};
  SV_UNUSED(state);
  for (size_t i = 0; i < SV_COUNT(files); i++) {
    char path[300];
    sv_text why = {0};
    snprintf(path, sizeof path, "%s/tests/corpus/%s", SELVAGE_ROOT, files[i]);
    sv_model *m = corpus_model(path);
    assert_non_null(m);
    sv_net *net = sv_net_new(m, (sv_net_options){0}, &why);
    sv_board *b = sv_board_new();
    sv_exchange x = sv_board_join(b, 0), y = sv_board_join(b, 1), z = sv_board_join(b, 2);
    sv_answer *alone = run_engine(m, "bmc", NULL), *slow = run_engine(m, "ic3", NULL);
    tell_invariant(net, &x);
    sv_answer *told = run_engine(m, "bmc", &y), *quick = run_engine(m, "ic3", &z);
    assert_int_equal(alone->verdict, SV_UNKNOWN);
    assert_int_equal(told->verdict, SV_HOLDS);
    assert_int_equal(slow->verdict, SV_HOLDS);
    assert_int_equal(quick->verdict, SV_HOLDS);
    assert_true(told->certified && quick->certified);
    assert_true(levels_of(quick) <= levels_of(slow) && levels_of(quick) <= 1);

    sv_answer *all[] = {alone, told, slow, quick};
    for (size_t k = 0; k < SV_COUNT(all); k++) sv_answer_free(all[k]);
    sv_net_free(net);
    sv_model_free(m);
    sv_board_free(b);
    sv_text_free(&why);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_board_passes_on_what_is_whole),
      cmocka_unit_test(a_spoilt_log_is_not_read),
      cmocka_unit_test(a_full_log_takes_no_more),
      cmocka_unit_test(kept_facts_are_true),
      cmocka_unit_test(clauses_say_what_comparisons_say),
      cmocka_unit_test(what_is_heard_helps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
