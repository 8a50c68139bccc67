/* SET of thresholds: phases, and all or nothing. */
#include "alarm_test.h"

#define GAUGE(key_, number_) \
  ((struct alarm_change){alarms_find(a, STR("compile-p95")), key_, ALARM_ASN_GAUGE, sizeof(long), number_})
#define INTEGER(key_, number_) \
  ((struct alarm_change){alarms_find(a, STR("compile-p95")), key_, ALARM_ASN_INTEGER, sizeof(long), number_})

static enum alarm_error check_one(struct alarms *a, struct alarm_change change)
{
  struct alarm_changes c;
  alarm_changes_init(&c, a);
  const enum alarm_error error = alarm_changes_check(&c, &change);
  alarm_changes_free(&c);
  return error;
}

static void test_types_lengths_ranges(void **state)
{
  (void)state;
  struct alarms *a = start();
  struct alarm_change change = GAUGE(ALARM_RISING, 5);
  assert_int_equal(check_one(a, change), ALARM_NO_ERROR);
  assert_int_equal(check_one(a, GAUGE(ALARM_RISING, 4294967295)), ALARM_NO_ERROR);
  assert_int_equal(check_one(a, GAUGE(ALARM_RISING, 4294967296)), ALARM_WRONG_VALUE);
  assert_int_equal(check_one(a, GAUGE(ALARM_RISING, -1)), ALARM_WRONG_VALUE);
  assert_int_equal(check_one(a, INTEGER(ALARM_RISING, 5)), ALARM_WRONG_TYPE);
  assert_int_equal(check_one(a, GAUGE(ALARM_SEVERITY, 2)), ALARM_WRONG_TYPE);
  assert_int_equal(check_one(a, INTEGER(ALARM_SEVERITY, 0)), ALARM_WRONG_VALUE);
  assert_int_equal(check_one(a, INTEGER(ALARM_SEVERITY, 5)), ALARM_WRONG_VALUE);
  assert_int_equal(check_one(a, INTEGER(ALARM_ENABLED, 0)), ALARM_WRONG_VALUE);
  assert_int_equal(check_one(a, INTEGER(ALARM_ENABLED, 2)), ALARM_NO_ERROR);
  assert_int_equal(check_one(a, GAUGE(ALARM_HOLD, 86401)), ALARM_WRONG_VALUE);
  assert_int_equal(check_one(a, GAUGE(ALARM_KEYS, 1)), ALARM_NOT_WRITABLE);
  change.length = 3;
  assert_int_equal(check_one(a, change), ALARM_WRONG_LENGTH);
  change.tag = 4; /* OCTET STRING */
  assert_int_equal(check_one(a, change), ALARM_WRONG_TYPE);
  assert_int_equal(check_one(a, (struct alarm_change){77, ALARM_HOLD, ALARM_ASN_GAUGE, 4, 1}), ALARM_INCONSISTENT_NAME);
  const struct alarm_change gap = {ALARM_CHANGE_CONTROL, CONTROL_MIN_GAP, ALARM_ASN_GAUGE, 4, 3601};
  assert_int_equal(check_one(a, gap), ALARM_WRONG_VALUE);
  const struct alarm_change on = {ALARM_CHANGE_CONTROL, CONTROL_ENABLED, ALARM_ASN_GAUGE, 4, 1};
  assert_int_equal(check_one(a, on), ALARM_WRONG_TYPE);
  stop(a);
}

/* Calls the phases like the handler; returns the error of the phase that failed. */
static enum alarm_error set(struct alarms *a, const struct alarm_change *change, size_t n, size_t *culprit)
{
  struct alarm_changes c;
  enum alarm_error error = ALARM_NO_ERROR;
  alarm_changes_init(&c, a);
  for (size_t i = 0; i < n && error == ALARM_NO_ERROR; i++) {
    error = alarm_changes_check(&c, &change[i]);
    *culprit = i;
  }
  if (error == ALARM_NO_ERROR) error = alarm_changes_fit(&c, culprit);
  if (error == ALARM_NO_ERROR) error = alarm_changes_apply(&c);
  if (error == ALARM_NO_ERROR) error = alarm_changes_commit(&c, fake.now);
  if (error == ALARM_COMMIT_FAILED) assert_int_equal(alarm_changes_undo(&c, fake.now), ALARM_NO_ERROR);
  alarm_changes_free(&c);
  return error;
}

static void assert_untouched(struct alarms *a)
{
  const struct alarm_row row = row_of(a, "compile-p95");
  assert_int_equal(row.value[ALARM_RISING], 30000000);
  assert_int_equal(row.value[ALARM_FALLING], 20000000);
  assert_int_equal(row.value[ALARM_HOLD], 300);
  assert_int_equal(row.set, 0);
}

static void test_one_error_in_three_changes_none(void **state)
{
  (void)state;
  struct alarms *a = start();
  size_t culprit;
  const struct alarm_change range[] = {GAUGE(ALARM_RISING, 50000000), GAUGE(ALARM_HOLD, 90000),
                                       GAUGE(ALARM_FALLING, 1)};
  assert_int_equal(set(a, range, 3, &culprit), ALARM_WRONG_VALUE);
  assert_int_equal(culprit, 1);
  assert_untouched(a);
  const struct alarm_change same[] = {GAUGE(ALARM_HOLD, 5), GAUGE(ALARM_RISING, 25000000),
                                      GAUGE(ALARM_FALLING, 25000000)};
  assert_int_equal(set(a, same, 3, &culprit), ALARM_INCONSISTENT_VALUE);
  assert_int_equal(culprit, 1);
  assert_untouched(a);
  const struct alarm_change order[] = {GAUGE(ALARM_HOLD, 5), GAUGE(ALARM_RISING, 10000000)};
  assert_int_equal(set(a, order, 2, &culprit), ALARM_INCONSISTENT_VALUE);
  assert_untouched(a);
  const struct alarm_change twice[] = {GAUGE(ALARM_HOLD, 5), GAUGE(ALARM_HOLD, 6)};
  assert_int_equal(set(a, twice, 2, &culprit), ALARM_INCONSISTENT_VALUE);
  assert_untouched(a);
  stop(a);
}

static void test_all_are_applied_and_saved(void **state)
{
  (void)state;
  struct alarms *a = start();
  size_t culprit;
  /* Each alone would have the wrong order; together they are valid. */
  const struct alarm_change good[] = {GAUGE(ALARM_RISING, 15000000),
                                      GAUGE(ALARM_FALLING, 10000000),
                                      INTEGER(ALARM_SEVERITY, ALARM_CRITICAL),
                                      {ALARM_CHANGE_CONTROL, CONTROL_MIN_GAP, ALARM_ASN_GAUGE, 4, 5}};
  assert_int_equal(set(a, good, 4, &culprit), ALARM_NO_ERROR);
  assert_int_equal(log_lines("compile-p95: rising is now 15 s, set by SNMP"), 1);
  alarms_free(a); /* without saving, since the commit has saved */
  a = start();
  struct alarms_figures figures;
  alarms_figures(a, &figures);
  assert_int_equal(row_of(a, "compile-p95").value[ALARM_RISING], 15000000);
  assert_int_equal(row_of(a, "compile-p95").value[ALARM_FALLING], 10000000);
  assert_int_equal(row_of(a, "compile-p95").value[ALARM_SEVERITY], ALARM_CRITICAL);
  assert_int_equal(figures.control[CONTROL_MIN_GAP], 5);
  stop(a);
}

static void test_failed_commit_is_undone(void **state)
{
  (void)state;
  struct alarms *a = start();
  size_t culprit;
  rmdir(fake_state);
  const struct alarm_change good[] = {GAUGE(ALARM_RISING, 50000000), GAUGE(ALARM_HOLD, 5)};
  assert_int_equal(set(a, good, 2, &culprit), ALARM_COMMIT_FAILED);
  assert_untouched(a);
  mkdir(fake_state, 0755);
  assert_int_equal(set(a, good, 2, &culprit), ALARM_NO_ERROR);
  assert_int_equal(row_of(a, "compile-p95").value[ALARM_HOLD], 5);
  stop(a);
}

static void test_undo_after_a_good_commit(void **state)
{
  (void)state;
  struct alarms *a = start();
  struct alarm_changes c;
  turn(a, 1);
  alarm_changes_init(&c, a);
  const struct alarm_change change = GAUGE(ALARM_HOLD, 5);
  alarm_changes_check(&c, &change);
  alarm_changes_apply(&c);
  assert_int_equal(row_of(a, "compile-p95").value[ALARM_HOLD], 5);
  assert_int_equal(alarm_changes_commit(&c, fake.now), ALARM_NO_ERROR);
  assert_int_equal(alarm_changes_undo(&c, fake.now), ALARM_NO_ERROR);
  alarm_changes_free(&c);
  alarms_free(a);
  a = start();
  assert_untouched(a);
  stop(a);
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, setup, teardown)
int main(void)
{
  const struct CMUnitTest tests[] = {
    TEST(types_lengths_ranges),    TEST(one_error_in_three_changes_none), TEST(all_are_applied_and_saved),
    TEST(failed_commit_is_undone), TEST(undo_after_a_good_commit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
