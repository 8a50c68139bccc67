/* When polls are due, at times chosen by the test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "collectors/daemon/schedule.h"

#define S INT64_C(1000000)

static void test_earliest_comes_first(void **state)
{
  (void)state;
  struct schedule s = {0};
  static int items[1000];
  assert_null(schedule_take(&s));
  assert_int_equal(schedule_next_us(&s), INT64_MAX);
  srand(1);
  for (int i = 0; i < 1000; i++) {
    items[i] = rand() % 500;
    schedule_put(&s, items[i], &items[i]);
  }
  int last = -1;
  for (int i = 0; i < 1000; i++) {
    const int64_t next = schedule_next_us(&s);
    const int *taken = schedule_take(&s);
    assert_int_equal(*taken, next);
    assert_true(*taken >= last);
    last = *taken;
  }
  assert_null(schedule_take(&s));
  schedule_free(&s);
}

static void test_first_polls_are_spread(void **state)
{
  (void)state;
  /* Few sources begin soon; many are spread evenly over the interval. */
  assert_int_equal(schedule_first(100, 0, 1, 60 * S), 100);
  assert_int_equal(schedule_first(100, 1, 2, 60 * S), 100 + 20000);
  assert_int_equal(schedule_first(0, 500, 1000, 10 * S), 5 * S);
  assert_int_equal(schedule_first(0, 999, 1000, 10 * S), 9990000);
}

static void test_polls_keep_their_interval(void **state)
{
  (void)state;
  assert_int_equal(schedule_after(7 * S, 8 * S, 10 * S), 17 * S);
  /* A poll that takes longer than its interval skips the missed ones. */
  assert_int_equal(schedule_after(7 * S, 30 * S, 10 * S), 37 * S);
  assert_int_equal(schedule_after(7 * S, 27 * S, 10 * S), 37 * S);
  /* The machine was suspended for a year. */
  assert_int_equal(schedule_after(7 * S, 365 * 86400 * S, 10 * S) % (10 * S), 7 * S);
}

#define TEST(name) cmocka_unit_test(test_##name)

int main(void)
{
  const struct CMUnitTest tests[] = {TEST(earliest_comes_first), TEST(first_polls_are_spread),
                                     TEST(polls_keep_their_interval)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
