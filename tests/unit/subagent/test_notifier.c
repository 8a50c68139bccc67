/* The queue of notifications: order, acknowledgement, the end of a session, bounds, rate. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "subagent/notifier.h"

#define SECOND INT64_C(1000000)

static bool add(struct notifier *n, uint32_t sequence)
{
  struct notification_object objects[2] = {
    {.value = {.type = MIB_GAUGE32, .u.u32 = sequence}},
    {.value = {.type = MIB_OCTETS, .u.octets = STR("text of it")}},
  };
  struct notification what = {.objects = objects, .n = 2};
  oid_parse("1.3.6.1.4.1.9.0.1", &what.id);
  oid_parse("1.3.6.1.4.1.9.1.0", &objects[0].name);
  oid_parse("1.3.6.1.4.1.9.2.0", &objects[1].name);
  return notifier_add(n, &what);
}

/* The sequence number of the next one that may be sent at that time; 0: none. */
static uint32_t next(struct notifier *n, int64_t at_us, uint32_t *number)
{
  const struct notification *what = notifier_next(n, at_us, number);
  return what == NULL ? 0 : what->objects[0].value.u.u32;
}

static void test_contents_are_unchanged(void **state)
{
  (void)state;
  struct notifier *n = notifier_new();
  struct oid id, name;
  uint32_t number;
  oid_parse("1.3.6.1.4.1.9.0.1", &id);
  oid_parse("1.3.6.1.4.1.9.2.0", &name);
  assert_int_equal(notifier_next_us(n), INT64_MAX);
  assert_true(add(n, 5));
  const struct notification *what = notifier_next(n, SECOND, &number);
  assert_non_null(what);
  assert_int_equal(oid_cmp(&what->id, &id), 0);
  assert_int_equal(what->n, 2);
  assert_int_equal(what->objects[0].value.u.u32, 5);
  assert_int_equal(oid_cmp(&what->objects[1].name, &name), 0);
  assert_true(str_eqz(what->objects[1].value.u.octets, "text of it"));
  assert_int_equal(notifier_waiting(n), 1);
  notifier_taken(n, number);
  notifier_taken(n, number); /* a second acknowledgement is ignored */
  assert_int_equal(notifier_waiting(n), 0);
  assert_int_equal(notifier_sent(n), 1);
  assert_int_equal(notifier_dropped(n), 0);
  notifier_free(n);
}

static void test_few_are_pending_at_a_time(void **state)
{
  (void)state;
  struct notifier *n = notifier_new();
  uint32_t numbers[NOTIFIER_ON_THEIR_WAY], number;
  for (uint32_t i = 1; i <= 100; i++) assert_true(add(n, i));
  for (uint32_t i = 0; i < NOTIFIER_ON_THEIR_WAY; i++) assert_int_equal(next(n, SECOND, &numbers[i]), i + 1);
  assert_int_equal(next(n, SECOND, &number), 0);
  assert_int_equal(notifier_next_us(n), INT64_MAX);
  notifier_taken(n, numbers[3]); /* in any order */
  assert_int_equal(next(n, SECOND, &number), NOTIFIER_ON_THEIR_WAY + 1);
  notifier_free(n);
}

static void test_end_of_a_session_repeats_them_in_order(void **state)
{
  (void)state;
  struct notifier *n = notifier_new();
  uint32_t number[5];
  for (uint32_t i = 1; i <= 5; i++) add(n, i);
  for (uint32_t i = 0; i < 4; i++) next(n, SECOND, &number[i]);
  notifier_taken(n, number[1]);
  notifier_session_ended(n);
  notifier_taken(n, number[0]); /* an answer of the old session: it is sent again anyway */
  assert_int_equal(notifier_sent(n), 1);
  static const uint32_t again[] = {1, 3, 4, 5, 0};
  for (uint32_t i = 0; i < 5; i++) {
    assert_int_equal(next(n, 2 * SECOND, &number[i]), again[i]);
    if (again[i] != 0) notifier_taken(n, number[i]);
  }
  assert_int_equal(notifier_sent(n), 5);
  assert_int_equal(notifier_waiting(n), 0);
  notifier_free(n);
}

static void test_full_queue_drops_and_counts(void **state)
{
  (void)state;
  struct notifier *n = notifier_new();
  uint32_t number;
  for (uint32_t i = 1; i <= 10000; i++) assert_int_equal(add(n, i), i <= NOTIFIER_CAPACITY);
  assert_int_equal(notifier_dropped(n), 10000 - NOTIFIER_CAPACITY);
  assert_int_equal(next(n, SECOND, &number), 1);
  notifier_refused(n, number);
  assert_int_equal(notifier_dropped(n), 10001 - NOTIFIER_CAPACITY);
  assert_true(add(n, 10001));
  assert_false(add(n, 10002));
  notifier_free(n);
}

static void test_rate_is_limited_after_a_burst(void **state)
{
  (void)state;
  struct notifier *n = notifier_new();
  int64_t now = 1000 * SECOND;
  uint32_t number, sent = 0, burst = 0;
  for (uint32_t i = 1; i <= NOTIFIER_CAPACITY; i++) add(n, i);
  for (; next(n, now, &number) != 0; burst++) notifier_taken(n, number);
  assert_int_equal(burst, NOTIFIER_BURST);
  for (const int64_t until = now + 2 * SECOND; now <= until; now = notifier_next_us(n)) {
    if (next(n, now, &number) == 0) continue;
    notifier_taken(n, number);
    sent++;
  }
  assert_in_range(sent, 2 * NOTIFIER_PER_SECOND - 1, 2 * NOTIFIER_PER_SECOND + 1);
  notifier_free(n);
}

static void test_numbers_wrap_around(void **state)
{
  (void)state;
  struct notifier *n = notifier_new();
  uint32_t number;
  for (uint32_t i = 1; i <= 5 * NOTIFIER_CAPACITY; i++) {
    assert_true(add(n, i));
    assert_int_equal(next(n, i * SECOND, &number), i);
    notifier_taken(n, number);
  }
  assert_int_equal(notifier_sent(n), 5 * NOTIFIER_CAPACITY);
  notifier_free(n);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_contents_are_unchanged),
    cmocka_unit_test(test_few_are_pending_at_a_time),
    cmocka_unit_test(test_end_of_a_session_repeats_them_in_order),
    cmocka_unit_test(test_full_queue_drops_and_counts),
    cmocka_unit_test(test_rate_is_limited_after_a_burst),
    cmocka_unit_test(test_numbers_wrap_around),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
