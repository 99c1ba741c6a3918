// Tests of report/show.h and of the text of steps: words, numbers of processes, printed output.

#define _POSIX_C_SOURCE 200809L

#include "unit/test_exec_kit.h"

#include "report/chart.h"
#include "report/report.h"
#include "report/show.h"

static const sv_words *words_of(kit *k, const char *first, const char *second) {
  sv_name *names = SV_ARENA_ARRAY(k->m->arena, sv_name, 3);
  names[1] = kit_name(k, first), names[2] = kit_name(k, second);
  sv_words *words = SV_ARENA_NEW(k->m->arena, sv_words);
  *words = (sv_words){names, 3, 0};
  return words;
}

static const sv_words *const *field_words(kit *k, const sv_words *first) {
  const sv_words **list = SV_ARENA_ARRAY(k->m->arena, const sv_words *, 2);
  list[0] = first;
  return list;
}

// Two instances of P, numbered 5 and 0 as Promela would, that talk over a channel.
typedef struct {
  uint32_t p, a, b, pid, mode, hidden, q;
} parts;

static parts build(kit *k) {
  parts t = {.p = kit_template(k, "P", 2, 2)};
  k->m->language = "promela", k->m->title = "model.pml", k->m->numbered = true;
  t.a = kit_location(k, t.p, "a", SV_LOC_END), t.b = kit_location(k, t.p, "b", 0);
  t.pid = kit_var(k, "_pid", sv_sort_range(k->T, 0, 9), t.p, num(k, 5));
  k->m->templates.at[t.p].number = t.pid;
  t.mode = kit_small(k, "mode", t.p);
  t.hidden = kit_small(k, "secret", SV_GLOBAL);
  k->m->variables.at[t.pid].hidden = k->m->variables.at[t.hidden].hidden = true;
  k->m->variables.at[t.mode].words = words_of(k, "waiting", "done");
  t.q = sv_model_queue(k->m, kit_name(k, "q"), SV_GLOBAL, 1, false, 3, (sv_sort[]){k->u2, k->i}, 2,
                       SV_NOWHERE);
  k->m->queues.at[t.q].words = field_words(k, words_of(k, "req", "ack"));
  return t;
}

static sv_term queue_of(kit *k, uint32_t q) { return sv_queue(k->T, q, 0, SV_NONE); }

static void add_print(kit *k, const parts *t, const char *format, const sv_term *prints,
                      uint32_t n) {
  const sv_words **words = SV_ARENA_ARRAY(k->m->arena, const sv_words *, n + 1);
  for (uint32_t i = 0; i < n; i++) words[i] = k->m->variables.at[t->mode].words;
  kit_action(k, "say",
             (sv_action){EDGES(edge(k, t->p, t->a, t->a)), .text = "printf(...)", .print = format,
                         .prints = prints, .print_words = words, .print_count = n});
}

static const char *printed(kit *k, const char *name) {
  sv_clear(k->text);
  kit_steps(k);
  for (uint32_t i = 0; i < k->steps.n; i++) {
    if (strcmp(kit_step_name(k, k->steps.at[i].action), name)) continue;
    assert_true(sv_show_output(k->x, k->s, &k->steps.at[i], &k->text));
    return sv_text_get(&k->text);
  }
  fail_msg("%s is not enabled", name);
  return NULL;
}

static void formats(void **state) {
  kit *k = *state;
  parts t = build(k);
  sv_term prints[] = {num(k, -1),  num(k, 200), num(k, 255), num(k, 8),
                      num(k, 'A'), num(k, 2),   num(k, 7)};
  add_print(k, &t, "\"%d|%u|%x|%o|%c|%e|%e|100%%\\t\\\"%d %q\\n", prints, 7);
  kit_run(k);
  assert_string_equal(printed(k, "say"), "-1|200|ff|10|A|done|7|100%\t\"%d %q\n");
}

static void negative_numbers_have_32_bits(void **state) {
  kit *k = *state;
  parts t = build(k);
  sv_term prints[] = {num(k, -1), num(k, -2), num(k, -1)};
  add_print(k, &t, "%x %u %o", prints, 3);
  kit_run(k);
  assert_string_equal(printed(k, "say"), "ffffffff 4294967294 37777777777");
}

static void arguments_are_those_of_the_acting_process(void **state) {
  kit *k = *state;
  parts t = build(k);
  sv_term prints[] = {var(k, t.mode), var(k, t.pid)};
  add_print(k, &t, "%e of %d", prints, 2);
  kit_action(k, "go",
             (sv_action){EDGES(edge(k, t.p, t.a, t.a)),
                         UPDATES({var(k, t.mode), num(k, 1)}, {var(k, t.pid), num(k, 0)})});
  kit_run(k);
  kit_do(k, "go");
  assert_string_equal(printed(k, "say"), "waiting of 0");
}

static void add_talk(kit *k, const parts *t) {
  kit_action(k, "send",
             (sv_action){EDGES(edge(k, t->p, t->a, t->b)), .text = "q!req(3)",
                         UPDATES({var(k, t->mode), num(k, 1)}, {var(k, t->hidden), num(k, 2)}),
                         QUEUE_OPS({.verb = SV_ENQUEUE,
                                    .queue = queue_of(k, t->q),
                                    FIELDS(num(k, 1), num(k, 3))})});
  kit_action(k, "take",
             (sv_action){EDGES(edge(k, t->p, t->a, t->a)), .text = "q?req(x)",
                         QUEUE_OPS({.verb = SV_DEQUEUE, .queue = queue_of(k, t->q)})});
}

static const char *line_of(kit *k, const char *name) {
  sv_clear(k->text);
  kit_steps(k);
  for (uint32_t i = 0; i < k->steps.n; i++) {
    if (strcmp(kit_step_name(k, k->steps.at[i].action), name)) continue;
    sv_exec_fire(k->x, k->s, &k->steps.at[i], k->spare);
    sv_options options;
    sv_options_init(&options);
    sv_style style = sv_style_of(&options);
    sv_options_free(&options);
    sv_report_step(&style, k->x, 1, k->s, &k->steps.at[i], k->spare, false, &k->text);
    return sv_text_get(&k->text);
  }
  fail_msg("%s is not enabled", name);
  return NULL;
}

static void steps_show_words_and_numbers(void **state) {
  kit *k = *state;
  parts t = build(k);
  add_talk(k, &t);
  kit_run(k);
  assert_string_equal(line_of(k, "send"),
                      "     1  P(5)                                q!req(3)\n"
                      "                                            mode = waiting, q = [req(3)]\n");
  kit_do(k, "send");
  sv_strings items = {0};
  sv_show_state(k->net, k->s, &items);
  sv_clear(k->text);
  sv_show_join(&items, &k->text);
  sv_strings_free(&items);
  assert_string_equal(sv_text_get(&k->text),
                      "P(5)@b, P(5)@a, P(5):mode = waiting, P(5):mode = 0, q = [req(3)]");
}

static void output_stands_below_the_step(void **state) {
  kit *k = *state;
  parts t = build(k);
  add_print(k, &t, "one\\n\\ttwo\a\\n", NULL, 0);
  kit_run(k);
  assert_string_equal(line_of(k, "say"), "     1  P(5)                                printf(...)\n"
                                         "        > one\n        >     two\\x07\n");
}

static sv_trace *run_of(kit *k, const char *const *names) {
  sv_trace *trace = sv_trace_new(k->net, k->s);
  for (; *names; names++) {
    kit_steps(k);
    uint32_t i = 0;
    while (strcmp(kit_step_name(k, k->steps.at[i].action), *names)) assert_true(++i < k->steps.n);
    sv_trace_push(k->net, trace, &k->steps.at[i]);
    kit_fire(k, &k->steps.at[i]);
  }
  return trace;
}

static void chart_follows_messages(void **state) {
  kit *k = *state;
  parts t = build(k);
  add_talk(k, &t);
  kit_action(k, "first",
             (sv_action){EDGES(edge(k, t.p, t.b, t.b)), .text = "q!!ack(0)",
                         QUEUE_OPS({.verb = SV_ENQUEUE,
                                    .queue = queue_of(k, t.q),
                                    .slot = num(k, 0),
                                    FIELDS(num(k, 2), num(k, 0))})});
  kit_run(k);
  sv_trace *trace = run_of(k, (const char *const[]){"send", "first", "take", NULL});
  sv_chart chart;
  sv_chart_collect(k->net, trace, &chart);
  assert_int_equal(chart.columns, 2);
  assert_int_equal(chart.lives.n, 2);
  assert_string_equal(chart.lives.at[0].name, "P(5)");
  assert_int_equal(chart.messages.n, 2);
  assert_string_equal(chart.messages.at[0].label, "req(3)");
  assert_int_equal(chart.messages.at[0].received, SV_CHART_NONE);
  assert_string_equal(chart.messages.at[1].label, "ack(0)");
  assert_int_equal(chart.messages.at[1].sent, 1);
  assert_int_equal(chart.messages.at[1].received, 2);
  assert_int_equal(chart.messages.at[1].from, 0);
  assert_int_equal(chart.messages.at[1].to, 1);
  sv_chart_free(&chart);
  sv_trace_free(k->net, trace);
}

static void chart_shows_output_and_environment(void **state) {
  kit *k = *state;
  parts t = build(k);
  add_print(k, &t, "<&\\n\x01\xff", NULL, 0);
  kit_action(k, "tick", (sv_action){.text = "tick"});
  kit_run(k);
  sv_trace *trace = run_of(k, (const char *const[]){"tick", "say", NULL});
  sv_clear(k->text);
  sv_report_chart(k->net, trace, &k->text);
  const char *svg = sv_text_get(&k->text);
  assert_non_null(strstr(svg, ">environment</text>"));
  assert_non_null(strstr(svg, ">&lt;&amp;</text>"));
  assert_non_null(strstr(svg, ">\xEF\xBF\xBD\xEF\xBF\xBD</text>"));
  assert_null(strchr(svg, '\x01'));
  sv_trace_free(k->net, trace);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(formats),
      KIT_TEST(negative_numbers_have_32_bits),
      KIT_TEST(arguments_are_those_of_the_acting_process),
      KIT_TEST(steps_show_words_and_numbers),
      KIT_TEST(output_stands_below_the_step),
      KIT_TEST(chart_follows_messages),
      KIT_TEST(chart_shows_output_and_environment),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
