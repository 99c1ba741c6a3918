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

static void test_reasons(void **state) {
  SV_UNUSED(state);
  assert_string_equal(sv_cause_text(SV_CAUSE_TIME), "time limit reached");
  assert_string_equal(sv_cause_text(SV_CAUSE_MEMORY), "memory limit reached");
  assert_string_equal(sv_cause_text(SV_CAUSE_INTERRUPTED), "interrupted");
  assert_non_null(sv_cause_text(SV_CAUSE_NONE));
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
      cmocka_unit_test(test_reasons),
      cmocka_unit_test(test_clock_and_memory),
      cmocka_unit_test(test_progress),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
