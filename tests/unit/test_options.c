// Tests of base/options.h: defaults, setting from text, every reason to refuse.

#define _POSIX_C_SOURCE 200809L

#include "base/options.h"

#include "unit/unit.h"

static void accept(sv_options *o, const char *flag, const char *value) {
  sv_text why = {0};
  if (!sv_options_set(o, flag, value, &why)) fail_msg("%s: %s", flag, sv_text_get(&why));
  assert_int_equal(why.n, 0);
  sv_text_free(&why);
}

static void refuse(const char *flag, const char *value, const char *reason) {
  sv_options o;
  sv_text why = {0};
  sv_options_init(&o);
  assert_false(sv_options_set(&o, flag, value, &why));
  assert_string_equal(sv_text_get(&why), reason);
  sv_text_free(&why);
  sv_options_free(&o);
}

static void test_defaults(void **state) {
  SV_UNUSED(state);
  sv_options o;
  sv_options_init(&o);
  assert_string_equal(o.engine, "auto");
  assert_int_equal(o.property.n, 0);
  assert_int_equal(o.time, 0);
  assert_int_equal(o.bits, 28);
  assert_int_equal(o.search, SV_OPT_SEARCH_AUTO);
  assert_false(o.keep_going);
  sv_options_free(&o);
}

static void test_table(void **state) {
  SV_UNUSED(state);
  size_t rows = 0, hidden = 0;
  for (const sv_option_info *info = sv_option_table; info->name; info++, rows++) {
    assert_true(!strncmp(info->flag, "--", 2));
    hidden += !*info->help;
    assert_ptr_equal(sv_option_find(info->flag), info);
    assert_ptr_equal(sv_option_find(info->flag + 2), info);
    assert_ptr_equal(sv_option_find(info->name), info);
    assert_true((info->kind == SV_OPT_FLAG) == !info->argument);
    assert_true(info->offset < sizeof(sv_options));
  }
  assert_true(rows > 10 && hidden < 6);
  assert_null(sv_option_find("--nonsense"));
  assert_null(sv_option_find(""));
}

// Every default is a value that the option would accept.
static void test_defaults_are_valid(void **state) {
  SV_UNUSED(state);
  sv_options o;
  sv_options_init(&o);
  for (const sv_option_info *info = sv_option_table; info->name; info++)
    if (sv_option_fallback(info)) accept(&o, info->flag, sv_option_fallback(info));
  assert_int_equal(o.format, SV_OPT_FORMAT_TEXT);
  assert_int_equal(o.seed, 1);
  sv_options_free(&o);
}

static void test_flags(void **state) {
  SV_UNUSED(state);
  sv_options o;
  sv_options_init(&o);
  accept(&o, "--keep-going", NULL);
  assert_true(o.keep_going);
  accept(&o, "--no-keep-going", NULL);
  assert_false(o.keep_going);
  accept(&o, "keep_going", "on");
  assert_true(o.keep_going);
  accept(&o, "keep-going", "false");
  assert_false(o.keep_going);
  assert_ptr_equal(sv_option_find("--no-keep-going"), sv_option_find("--keep-going"));
  assert_null(sv_option_find("--no-engine"));
  sv_options_free(&o);
  refuse("--quiet", "perhaps", "--quiet is on or off, not 'perhaps'");
}

static void test_numbers(void **state) {
  SV_UNUSED(state);
  sv_options o;
  sv_options_init(&o);
  accept(&o, "--bits", "10");
  assert_int_equal(o.bits, 10);
  accept(&o, "--bits", "0040");
  assert_int_equal(o.bits, 40);
  accept(&o, "--seed", "9223372036854775807");
  assert_true(o.seed == INT64_MAX);
  sv_options_free(&o);
  refuse("--bits", "9", "--bits must be between 10 and 40, not 9");
  refuse("--bits", "41", "--bits must be between 10 and 40, not 41");
  refuse("--bits", "-11", "--bits must be between 10 and 40, not -11");
  refuse("--seed", "9223372036854775808",
         "--seed must be between 0 and 9223372036854775807, not 9223372036854775808");
  refuse("--bits", "ten", "--bits needs a number, not 'ten'");
  refuse("--bits", "", "--bits needs a number, not ''");
  refuse("--bits", "-", "--bits needs a number, not '-'");
  refuse("--bits", "12x", "--bits needs a number, not '12x'");
  refuse("--bits", " 12", "--bits needs a number, not ' 12'");
  refuse("--bits", "1e3", "--bits needs a number, not '1e3'");
  refuse("--bits", NULL, "--bits needs a value (N)");
}

static void test_choices(void **state) {
  SV_UNUSED(state);
  sv_options o;
  sv_options_init(&o);
  accept(&o, "--format", "json");
  assert_int_equal(o.format, SV_OPT_FORMAT_JSON);
  accept(&o, "--store", "collapse");
  assert_int_equal(o.store, SV_OPT_STORE_COLLAPSE);
  sv_options_free(&o);
  refuse("--format", "xml", "--format must be 'text', 'json', 'junit' or 'sarif', not 'xml'");
  refuse("--format", "tex",
         "--format must be 'text', 'json', 'junit' or 'sarif', not 'tex'; did you mean 'text'?");
  refuse("--search", "satruation",
         "--search must be 'auto', 'bfs', 'dfs', 'best', 'chaining', 'saturation', "
         "'improviso', 'twophase' or 'walk', not 'satruation'; did you mean 'saturation'?");
  refuse("--format", "", "--format must be 'text', 'json', 'junit' or 'sarif', not ''");
  refuse("--format", "text|json",
         "--format must be 'text', 'json', 'junit' or 'sarif', not 'text|json'");
  refuse("--store", "x", "--store must be 'exact', 'tree', 'collapse' or 'bitstate', not 'x'");
  refuse("--format", NULL, "--format needs a value (text|json|junit|sarif)");
}

// Every word of every choice can be set, and is the enumerator with its text.
static void test_words(void **state) {
  SV_UNUSED(state);
  sv_options o;
  sv_options_init(&o);
  for (const sv_option_info *info = sv_option_table; info->name; info++)
    for (uint32_t i = 0; info->kind == SV_OPT_CHOICE && info->words[i]; i++) {
      accept(&o, info->flag, info->words[i]);
      assert_int_equal(*(const uint32_t *)((const char *)&o + info->offset), i);
    }
  accept(&o, "--queue-terms", "cyclic-uif");
  assert_int_equal(o.queue_terms, SV_OPT_QUEUE_TERMS_CYCLIC_UIF);
  assert_string_equal(sv_opt_queue_terms_text(o.queue_terms), "cyclic-uif");
  assert_string_equal(sv_option_find("--queue")->argument, "auto|shifting|cyclic|linear|unordered");
  sv_options_free(&o);
}

static void test_strings_are_copied_and_kept(void **state) {
  SV_UNUSED(state);
  sv_options o;
  sv_options_init(&o);
  char name[] = "explicit";
  accept(&o, "--engine", name);
  name[0] = 'X';
  const char *first = o.engine;
  assert_string_equal(first, "explicit");
  accept(&o, "--engine", "bdd");
  assert_string_equal(o.engine, "bdd");
  assert_string_equal(first, "explicit");
  sv_options_free(&o);
  refuse("--engine", NULL, "--engine needs a value (NAME)");
}

static void test_lists(void **state) {
  SV_UNUSED(state);
  sv_options o, copy;
  sv_options_init(&o);
  assert_int_equal(o.define.n, 0);
  accept(&o, "--define", "N=3");
  accept(&o, "-D", "DEBUG");
  accept(&o, "-I", "lib");
  assert_int_equal(o.define.n, 2);
  assert_string_equal(o.define.at[0], "N=3");
  assert_string_equal(o.define.at[1], "DEBUG");
  assert_ptr_equal(sv_option_find("-I"), sv_option_find("--include"));
  sv_options_copy(&copy, &o);
  sv_options_empty(&o, "--define");
  assert_int_equal(o.define.n, 0);
  assert_int_equal(o.include.n, 1);
  sv_options_free(&o);
  assert_int_equal(copy.define.n, 2);
  assert_string_equal(copy.define.at[1], "DEBUG");
  assert_string_equal(copy.include.at[0], "lib");
  sv_options_free(&copy);
  refuse("--define", NULL, "--define needs a value (NAME[=VALUE])");
}

static void test_no_means_off(void **state) {
  SV_UNUSED(state);
  sv_options o;
  sv_options_init(&o);
  accept(&o, "--no-deadlock", NULL);
  assert_int_equal(o.deadlock, SV_OPT_TRISTATE_OFF);
  accept(&o, "--deadlock", NULL);
  assert_int_equal(o.deadlock, SV_OPT_TRISTATE_ON);
  accept(&o, "--no-reduction", NULL);
  assert_int_equal(o.reduction, SV_OPT_REDUCTION_OFF);
  assert_null(sv_option_find("--no-store"));
  sv_options_free(&o);
  refuse("--no-deadlock", "on", "--no-deadlock takes no value");
}

static void test_unknown(void **state) {
  SV_UNUSED(state);
  refuse("--enigne", "x", "there is no option --enigne; did you mean --engine?");
  refuse("--propert", "x", "there is no option --propert; did you mean --property?");
  refuse("--zebra-crossing", NULL, "there is no option --zebra-crossing");
  refuse("--", NULL, "there is no option --");
  refuse("--a-very-long-option-that-nobody-would-ever-write", NULL,
         "there is no option --a-very-long-option-that-nobody-would-ever-write");
}

static void test_copy_is_independent(void **state) {
  SV_UNUSED(state);
  sv_options a, b;
  sv_options_init(&a);
  accept(&a, "--engine", "explicit");
  accept(&a, "--depth", "17");
  accept(&a, "--keep-going", NULL);
  sv_options_copy(&b, &a);
  sv_options_free(&a);
  assert_string_equal(b.engine, "explicit");
  assert_int_equal(b.search, SV_OPT_SEARCH_AUTO);
  assert_null(b.trace);
  assert_int_equal(b.depth, 17);
  assert_true(b.keep_going);
  sv_options_free(&b);
}

static void test_measures(void **state) {
  SV_UNUSED(state);
  static const struct {
    const char *text;
    double seconds;
  } good[] = {{"5", 5}, {"0.5", 0.5}, {"5s", 5}, {"250ms", 0.25}, {"2m", 120}, {"1.5h", 5400}};
  static const char *const bad[] = {"",    "s",   "-1",  "1e3", ".5", "5.",
                                    "5 s", "nan", "inf", "0x5", "5d"};
  sv_options o;
  sv_text why = {0};
  sv_options_init(&o);
  for (size_t i = 0; i < SV_COUNT(good); i++) {
    assert_true(sv_options_set(&o, "--time", good[i].text, &why));
    assert_true(o.time > good[i].seconds - 1e-9 && o.time < good[i].seconds + 1e-9);
  }
  for (size_t i = 0; i < SV_COUNT(bad); i++)
    assert_false(sv_options_set(&o, "--time", bad[i], &why));
  assert_true(sv_options_set(&o, "--memory", "1G", &why) && o.memory == 1000);
  assert_true(sv_options_set(&o, "--memory", "0.1", &why) && o.memory == 1);  // 0 is no limit
  assert_true(sv_options_set(&o, "--memory", "1GiB", &why) && o.memory == 1074);
  assert_false(sv_options_set(&o, "--memory", "5s", &why));
  assert_false(sv_options_set(&o, "--memory", "99999T", &why));
  sv_options_free(&o);
  sv_text_free(&why);
}

static void test_given(void **state) {
  SV_UNUSED(state);
  sv_options o, copy;
  sv_text why = {0};
  sv_options_init(&o);
  for (const sv_option_info *i = sv_option_table; i->name; i++)
    assert_false(sv_option_given(&o, i));
  assert_true(sv_options_set(&o, "--no-deadlock", NULL, &why));
  assert_true(sv_options_set(&o, "--depth", "0", &why));  // its default
  assert_false(sv_options_set(&o, "--bound", "x", &why));
  sv_options_copy(&copy, &o);
  for (const sv_option_info *i = sv_option_table; i->name; i++) {
    bool set = !strcmp(i->flag, "--deadlock") || !strcmp(i->flag, "--depth");
    assert_int_equal(sv_option_given(&copy, i), set);
  }
  sv_options_free(&copy);
  sv_options_free(&o);
  sv_text_free(&why);
}

// The text of a value sets the same value again.
static void test_values(void **state) {
  SV_UNUSED(state);
  sv_options a, b;
  sv_text why = {0}, value = {0};
  sv_options_init(&a);
  sv_options_init(&b);
  assert_true(sv_options_set(&a, "--keep-going", NULL, &why));
  assert_true(sv_options_set(&a, "--depth", "17", &why));
  assert_true(sv_options_set(&a, "--every", "90ms", &why));
  assert_true(sv_options_set(&a, "--store", "tree", &why));
  assert_true(sv_options_set(&a, "--define", "A=1", &why));
  assert_true(sv_options_set(&a, "--define", "B", &why));
  for (const sv_option_info *info = sv_option_table; info->name; info++)
    for (uint32_t i = 0; sv_option_value(&a, info, i, &value); i++) {
      assert_true(sv_options_set(&b, info->flag, sv_text_get(&value), &why));
      sv_text_free(&value);
    }
  assert_true(b.keep_going && b.depth == 17 && b.every == a.every);
  assert_true(b.store == SV_OPT_STORE_TREE && b.search == SV_OPT_SEARCH_AUTO && !b.ltl.n);
  assert_int_equal(b.define.n, 2);
  assert_string_equal(b.define.at[1], "B");
  sv_options_free(&a);
  sv_options_free(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_measures),
      cmocka_unit_test(test_given),
      cmocka_unit_test(test_defaults),
      cmocka_unit_test(test_table),
      cmocka_unit_test(test_defaults_are_valid),
      cmocka_unit_test(test_flags),
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_choices),
      cmocka_unit_test(test_words),
      cmocka_unit_test(test_strings_are_copied_and_kept),
      cmocka_unit_test(test_lists),
      cmocka_unit_test(test_no_means_off),
      cmocka_unit_test(test_unknown),
      cmocka_unit_test(test_copy_is_independent),
      cmocka_unit_test(test_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
