// Tests of base/limits.h: time, memory, interruption, progress.

#define _POSIX_C_SOURCE 200809L

#include "base/limits.h"

#include "unit/unit.h"

static sv_cause call_often(sv_limits *l) {
  sv_cause hit = SV_CAUSE_NONE;
  for (int i = 0; i < 5000 && !hit; i++) hit = sv_limits_hit(l);
  return hit;
}

static void test_no_limits(void **state) {
  SV_UNUSED(state);
  sv_limits l = sv_limits_make(0, 0, NULL);
  assert_int_equal(call_often(&l), SV_CAUSE_NONE);
  assert_int_equal(sv_limits_check(&l), SV_CAUSE_NONE);
}

static void test_far_limits(void **state) {
  SV_UNUSED(state);
  int flag = 0;
  sv_limits l = sv_limits_make(1000, SIZE_MAX, &flag);
  assert_int_equal(call_often(&l), SV_CAUSE_NONE);
  assert_int_equal(sv_limits_check(&l), SV_CAUSE_NONE);
}

static void test_time(void **state) {
  SV_UNUSED(state);
  sv_limits l = sv_limits_make(1e-9, 0, NULL);
  assert_int_equal(call_often(&l), SV_CAUSE_TIME);
  l.deadline = 0;
  assert_int_equal(sv_limits_hit(&l), SV_CAUSE_TIME);  // sticky
  assert_int_equal(sv_limits_check(&l), SV_CAUSE_TIME);
}

static void test_memory(void **state) {
  SV_UNUSED(state);
  sv_limits l = sv_limits_make(0, 1, NULL), m = sv_limits_make(0, 1, NULL);
  assert_int_equal(call_often(&l), SV_CAUSE_MEMORY);
  assert_int_equal(sv_limits_check(&m), SV_CAUSE_MEMORY);
}

// An interrupt is seen by the very next call.
static void test_interrupt(void **state) {
  SV_UNUSED(state);
  volatile int flag = 0;
  sv_limits l = sv_limits_make(0, 0, &flag);
  for (int i = 0; i < 10; i++) assert_int_equal(sv_limits_hit(&l), SV_CAUSE_NONE);
  flag = 1;
  assert_int_equal(sv_limits_hit(&l), SV_CAUSE_INTERRUPTED);
  flag = 0;
  assert_int_equal(sv_limits_check(&l), SV_CAUSE_INTERRUPTED);
}

static void test_causes(void **state) {
  SV_UNUSED(state);
  assert_string_equal(sv_cause_text(SV_CAUSE_TIME), "time limit reached");
  assert_string_equal(sv_cause_text(SV_CAUSE_MEMORY), "memory limit reached");
  assert_string_equal(sv_cause_text(SV_CAUSE_INTERRUPTED), "interrupted");
  for (int c = 0; c < SV_CAUSE_COUNT; c++) {
    assert_true(strlen(sv_cause_word((sv_cause)c)) && strlen(sv_cause_text((sv_cause)c)));
    for (int d = 0; d < c; d++)
      assert_string_not_equal(sv_cause_word((sv_cause)c), sv_cause_word((sv_cause)d));
    if (sv_cause_ends_run((sv_cause)c)) assert_true(sv_cause_is_limit((sv_cause)c));
  }
  assert_false(sv_cause_is_limit(SV_CAUSE_NONE));
  assert_false(sv_cause_ends_run(SV_CAUSE_BUDGET));
  assert_false(sv_cause_ends_run(SV_CAUSE_MEMORY));
}

// A part ends by its budget, which is no limit of the whole; a limit of the whole ends both.
static void test_part(void **state) {
  SV_UNUSED(state);
  sv_limits whole = sv_limits_make(1000, 0, NULL), part = sv_limits_part(&whole, 0);
  assert_int_equal(sv_limits_check(&part), SV_CAUSE_BUDGET);
  sv_limits_end_part(&whole, &part);
  assert_int_equal(sv_limits_check(&whole), SV_CAUSE_NONE);
  assert_true(sv_limits_left(&part) <= 0 && sv_limits_left(&whole) > 900);
  part = sv_limits_part(&whole, 500);
  sv_limits inner = sv_limits_part(&part, 900);  // no longer than what it is part of
  assert_true(sv_limits_left(&inner) < 501);
  whole = sv_limits_make(1e-9, 0, NULL);
  part = sv_limits_part(&whole, 500);
  assert_int_equal(sv_limits_check(&part), SV_CAUSE_TIME);
  sv_limits_end_part(&whole, &part);
  assert_int_equal(whole.hit, SV_CAUSE_TIME);
  assert_true(sv_limits_stop(&whole));
}

// What a process was suspended for does not count for its budget, but for the deadline.
static void test_pauses(void **state) {
  SV_UNUSED(state);
  volatile double paused = 0;
  sv_limits l = sv_limits_make(0, 0, NULL);
  l.paused = &paused;
  l.budget = sv_limits_now(&l) - 1;
  paused = 100;
  assert_int_equal(sv_limits_check(&l), SV_CAUSE_NONE);
  paused = 0;
  assert_int_equal(sv_limits_check(&l), SV_CAUSE_BUDGET);
  l = sv_limits_make(1e-9, 0, NULL);
  l.paused = &paused;
  paused = 100;
  assert_int_equal(sv_limits_check(&l), SV_CAUSE_TIME);
}

static void test_clock_and_memory(void **state) {
  SV_UNUSED(state);
  double before = sv_now();
  assert_true(before > 0 && sv_now() >= before);
  size_t resident = sv_resident_bytes();
  assert_true(resident > 100000);
  enum { LARGE = 50000000 };
  char *p = sv_alloc(LARGE);
  memset(p, 1, LARGE);
  assert_true(sv_resident_bytes() > resident + LARGE / 2);
  assert_true(sv_peak_resident_bytes() > LARGE / 2);
  sv_free(p);
}

static void count_calls(void *context, const sv_progress_report *report) {
  assert_string_equal(report->phase, "test");
  ++*(int *)context;
}

static void test_progress(void **state) {
  SV_UNUSED(state);
  int calls = 0;
  sv_progress_report report = {.phase = "test"};
  sv_progress_tick(NULL, &report);
  sv_progress_tick(&(sv_progress){0}, &report);
  sv_progress p = {.show = count_calls, .context = &calls, .every = 1000};
  for (int i = 0; i < 10; i++) sv_progress_tick(&p, &report);
  assert_int_equal(calls, 0);
  p.next = sv_now() - 1;
  for (int i = 0; i < 10; i++) sv_progress_tick(&p, &report);
  assert_int_equal(calls, 1);
  p.every = 0;
  for (int i = 0; i < 10; i++) sv_progress_tick(&p, &report);
  assert_int_equal(calls, 11);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_no_limits),
      cmocka_unit_test(test_far_limits),
      cmocka_unit_test(test_time),
      cmocka_unit_test(test_memory),
      cmocka_unit_test(test_interrupt),
      cmocka_unit_test(test_causes),
      cmocka_unit_test(test_part),
      cmocka_unit_test(test_pauses),
      cmocka_unit_test(test_clock_and_memory),
      cmocka_unit_test(test_progress),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
