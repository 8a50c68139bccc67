/* Alarms: from values to states, and their state after a restart. */
#include "alarm_test.h"

#define P95 "compile-p95" /* 30 s, 20 s, hold 300 s */
#define AGE "stats-age"   /* 5400 s, 3600 s, no hold */

static void p95(uint64_t seconds) { set_value(FAKE_P95, seconds * 1000000); }

/* --- states --- */

static void test_raised_after_hold_and_cleared_after_hold(void **state)
{
  (void)state;
  struct alarms *a = start();
  p95(10);
  turn(a, 1);
  assert_int_equal(status_of(a, P95), ALARM_CLEARED);
  p95(30);
  turn(a, 1);
  assert_int_equal(status_of(a, P95), ALARM_PENDING);
  turn(a, 299);
  assert_int_equal(status_of(a, P95), ALARM_PENDING);
  assert_int_equal(sent_count, 0);
  turn(a, 1);
  assert_int_equal(status_of(a, P95), ALARM_RAISED);
  assert_int_equal(row_of(a, P95).raised_count, 1);
  assert_int_equal(row_of(a, P95).since_us, fake.now.wall_us);
  assert_int_equal(row_of(a, P95).last, 30000000);
  turn(a, 1);
  p95(21);
  turn(a, 1000);
  assert_int_equal(status_of(a, P95), ALARM_RAISED); /* between the thresholds */
  p95(20);
  turn(a, 1);
  turn(a, 299);
  assert_int_equal(status_of(a, P95), ALARM_RAISED);
  turn(a, 1);
  assert_int_equal(status_of(a, P95), ALARM_CLEARED);
  assert_int_equal(sent_count, 2);
  assert_int_equal(sent[0].kind, NOTICE_ALARM_RAISED);
  assert_string_equal(sent[0].text, "compile-p95: ficCmpP95 is 30 s, at or above 30 s for 300 s. "
                                    "One compilation in twenty takes too long.");
  assert_int_equal(sent[1].kind, NOTICE_ALARM_CLEARED);
  assert_string_equal(sent[1].text, "compile-p95: ficCmpP95 is 20 s, at or below 20 s for 300 s");
  assert_int_equal(sent[1].sequence, 2);
  stop(a);
}

static void test_pending_restarts_after_a_dip(void **state)
{
  (void)state;
  struct alarms *a = start();
  for (int i = 0; i < 20; i++) {
    p95(35);
    turn(a, 100);
    turn(a, 199);
    p95(29);
    turn(a, 1);
    assert_int_equal(status_of(a, P95), ALARM_CLEARED);
  }
  assert_int_equal(sent_count, 0);
  stop(a);
}

static void test_noise_raises_once_and_clears_once(void **state)
{
  (void)state;
  struct alarms *a = start();
  unsigned seed = 7;
  for (int i = 0; i < 2000;
       i++) { /* 25 .. 45 s, reaches the hold time by chance within the hysteresis: 30 .. 45 for a long time */
    p95((i > 200 && i < 900 ? 30 : 18) + (uint64_t)rand_r(&seed) % 11);
    turn(a, 1);
  }
  for (int i = 0; i < 1000; i++) { /* from below the falling threshold to between both */
    p95(5 + (uint64_t)rand_r(&seed) % 15);
    turn(a, 1);
  }
  assert_int_equal(sent_count, 2);
  assert_int_equal(status_of(a, P95), ALARM_CLEARED);
  stop(a);
}

static void test_unknown_stops_the_hold_time(void **state)
{
  (void)state;
  struct alarms *a = start();
  turn(a, 1);
  assert_int_equal(status_of(a, P95), ALARM_UNKNOWN);
  assert_false(row_of(a, P95).has_value);
  p95(40);
  turn(a, 1);
  turn(a, 200);
  fake.present[FAKE_P95] = false;
  turn(a, 500);
  assert_int_equal(status_of(a, P95), ALARM_UNKNOWN);
  p95(40);
  turn(a, 500); /* time without a value does not count */
  assert_int_equal(status_of(a, P95), ALARM_PENDING);
  turn(a, 99);
  assert_int_equal(status_of(a, P95), ALARM_PENDING);
  turn(a, 1);
  assert_int_equal(status_of(a, P95), ALARM_RAISED);
  fake.present[FAKE_P95] = false;
  turn(a, 1);
  assert_int_equal(status_of(a, P95), ALARM_UNKNOWN);
  p95(40);
  turn(a, 1);
  assert_int_equal(status_of(a, P95), ALARM_RAISED); /* and nothing was sent again */
  assert_int_equal(sent_count, 1);
  stop(a);
}

static void test_unreadable_store(void **state)
{
  (void)state;
  struct alarms *a = start();
  p95(40);
  set_value(FAKE_AGE, 10);
  fake.store = ALARM_STORE_CORRUPT;
  turn(a, 1);
  assert_int_equal(status_of(a, P95), ALARM_UNKNOWN);
  assert_int_equal(status_of(a, AGE), ALARM_CLEARED); /* the alarm is about the store */
  assert_int_equal(sent_count, 1);
  assert_int_equal(sent[0].kind, NOTICE_STORE_STATE);
  assert_string_equal(sent[0].text, "the statistics store is damaged");
  fake.store = ALARM_STORE_STALE;
  turn(a, 100);
  assert_int_equal(status_of(a, P95), ALARM_PENDING); /* the contents of the store are still valid */
  stop(a);
}

static void test_too_low(void **state)
{
  (void)state;
  struct alarms *a = start(); /* certificate: 14 d, 28 d */
  set_value(FAKE_LEFT, 86400 * 20);
  turn(a, 1);
  assert_int_equal(status_of(a, "certificate"), ALARM_CLEARED);
  set_value(FAKE_LEFT, 86400 * 14);
  turn(a, 1);
  assert_int_equal(status_of(a, "certificate"), ALARM_RAISED);
  assert_non_null(strstr(sent[0].text, "at or below 1209600 s"));
  set_value(FAKE_LEFT, 86400 * 27);
  turn(a, 1);
  assert_int_equal(status_of(a, "certificate"), ALARM_RAISED);
  set_value(FAKE_LEFT, 86400 * 400);
  turn(a, 1);
  assert_int_equal(status_of(a, "certificate"), ALARM_CLEARED);
  assert_non_null(strstr(sent[1].text, "at or above 2419200 s"));
  set_value(FAKE_DISABLED, 1);
  turn(a, 1);
  assert_int_equal(status_of(a, "agent-disabled"), ALARM_RAISED);
  set_value(FAKE_DISABLED, 2);
  turn(a, 1);
  assert_int_equal(status_of(a, "agent-disabled"), ALARM_CLEARED);
  stop(a);
}

static void make_row(size_t i, const char *name, uint64_t seconds)
{
  snprintf(fake.row[i].name, sizeof fake.row[i].name, "%s", name);
  fake.row[i].present = true;
  fake.row[i].value = seconds * 1000000;
  if (i >= fake.rows) fake.rows = i + 1;
}

static void test_worst_of_the_matching_rows(void **state)
{
  (void)state;
  write_file(fake_conf, "[prod]\nobject = ficEnvCmpP95\nrows = prod*, stag?\nrising = 20 s\nfalling = 10 s\n");
  struct alarms *a = start();
  make_row(0, "dev", 99);
  make_row(1, "stag1", 5);
  make_row(2, "prod_a", 7);
  make_row(3, "prod_b", 15);
  make_row(4, "prod_c", 50);
  fake.row[4].present = false;
  turn(a, 1);
  assert_int_equal(status_of(a, "prod"), ALARM_CLEARED);
  assert_true(str_eqz(row_of(a, "prod").row, "prod_b"));
  fake.row[1].value = 25 * 1000000;
  turn(a, 1);
  assert_int_equal(status_of(a, "prod"), ALARM_RAISED);
  assert_string_equal(sent[0].text, "prod: ficEnvCmpP95 of stag1 is 25 s, at or above 20 s");
  const unsigned before = fake.names_read;
  turn(a, 1);
  assert_int_equal(fake.names_read, before + 1); /* only the name of the worst one */
  fake.rows = 1;
  fake.rows_generation++;
  turn(a, 1);
  assert_int_equal(status_of(a, "prod"), ALARM_UNKNOWN);
  stop(a);
}

static void test_thresholds_changed_while_raised(void **state)
{
  (void)state;
  struct alarms *a = start();
  set_value(FAKE_AGE, 6000);
  turn(a, 1);
  assert_int_equal(status_of(a, AGE), ALARM_RAISED);
  write_file(fake_conf, "[stats-age]\nrising = 9000 s\nfalling = 7000 s\n");
  alarms_configure(a, fake_conf, fake.now);
  assert_int_equal(status_of(a, AGE), ALARM_RAISED);
  turn(a, 1);
  assert_int_equal(status_of(a, AGE), ALARM_CLEARED);
  write_file(fake_conf, "[stats-age]\nrising = 5000 s\nfalling = 4000 s\n");
  alarms_configure(a, fake_conf, fake.now);
  turn(a, 60);
  turn(a, 60);
  assert_int_equal(status_of(a, AGE), ALARM_RAISED);
  assert_int_equal(sent_count, 3);
  stop(a);
}

static void test_disabled_and_enabled(void **state)
{
  (void)state;
  struct alarms *a = start();
  set_value(FAKE_AGE, 6000);
  turn(a, 1);
  write_file(fake_conf, "[stats-age]\nenabled = false\n");
  alarms_configure(a, fake_conf, fake.now);
  turn(a, 1);
  assert_int_equal(status_of(a, AGE), ALARM_CLEARED);
  assert_int_equal(sent_count, 2);
  assert_string_equal(sent[1].text, "stats-age was switched off");
  turn(a, 1000);
  assert_int_equal(sent_count, 2);
  write_file(fake_conf, "");
  alarms_configure(a, fake_conf, fake.now);
  turn(a, 1);
  assert_int_equal(sent_count, 3);
  assert_int_equal(sent[2].kind, NOTICE_ALARM_RAISED);
  stop(a);
}

static void test_error_in_one_section_keeps_the_others(void **state)
{
  (void)state;
  write_file(fake_conf, "[stats-age]\nrising = -5\n[compile-p95]\nhold = 0\n");
  struct alarms *a = start();
  struct alarms_figures figures;
  set_value(FAKE_AGE, 6000);
  p95(31);
  for (int i = 0; i < 5; i++) turn(a, 1);
  assert_int_equal(status_of(a, AGE), ALARM_UNKNOWN);
  assert_int_equal(status_of(a, P95), ALARM_RAISED);
  assert_int_equal(log_lines(":2:10: rising: expected a number of seconds"), 1);
  alarms_figures(a, &figures);
  assert_int_equal(figures.mistakes, 1);
  stop(a);
}

/* --- restarts --- */

static void test_restart_does_not_raise_again(void **state)
{
  (void)state;
  struct alarms *a = start();
  set_value(FAKE_AGE, 6000);
  turn(a, 1);
  const uint64_t since = row_of(a, AGE).since_us;
  for (int i = 0; i < 20; i++) {
    a = restart(a, 100);
    turn(a, 1);
    turn(a, 1);
  }
  assert_int_equal(sent_count, 1);
  assert_int_equal(row_of(a, AGE).since_us, since);
  assert_int_equal(row_of(a, AGE).raised_count, 1);
  set_value(FAKE_AGE, 1);
  turn(a, 1);
  assert_int_equal(sent_count, 2);
  assert_int_equal(sent[1].sequence, 2);
  stop(a);
}

static void test_restart_while_there_is_no_value(void **state)
{
  (void)state;
  struct alarms *a = start();
  set_value(FAKE_AGE, 6000);
  turn(a, 1);
  fake.present[FAKE_AGE] = false;
  turn(a, 1);
  a = restart(a, 10);
  turn(a, 1);
  assert_int_equal(status_of(a, AGE), ALARM_UNKNOWN);
  set_value(FAKE_AGE, 6000);
  turn(a, 1);
  assert_int_equal(status_of(a, AGE), ALARM_RAISED);
  assert_int_equal(sent_count, 1);
  stop(a);
}

static void test_hold_continues_after_a_restart(void **state)
{
  (void)state;
  struct alarms *a = start();
  p95(40);
  turn(a, 1);
  turn(a, 100);
  a = restart(a, 150);
  turn(a, 1);
  assert_int_equal(status_of(a, P95), ALARM_PENDING);
  turn(a, 49);
  assert_int_equal(status_of(a, P95), ALARM_PENDING);
  turn(a, 1);
  assert_int_equal(status_of(a, P95), ALARM_RAISED);
  stop(a);
}

static void test_clock_that_jumps(void **state)
{
  (void)state;
  struct alarms *a = start();
  p95(40);
  turn(a, 1);
  fake.now.wall_us += UINT64_C(1000000) * 86400 * 365; /* in the running process: no time passed */
  turn(a, 1);
  assert_int_equal(status_of(a, P95), ALARM_PENDING);
  fake.now.wall_us -= UINT64_C(1000000) * 86400 * 900;
  turn(a, 100);
  assert_int_equal(status_of(a, P95), ALARM_PENDING);
  alarms_save(a, fake.now);
  fake.now.wall_us -= UINT64_C(1000000) * 86400; /* and between two processes, backwards: no time passed either */
  a = restart(a, 0);
  turn(a, 1);
  assert_int_equal(status_of(a, P95), ALARM_PENDING);
  turn(a, 198);
  assert_int_equal(status_of(a, P95), ALARM_PENDING);
  turn(a, 1);
  assert_int_equal(status_of(a, P95), ALARM_RAISED);
  stop(a);
}

/* 1,000 random values, changes of thresholds and restarts. */
static void test_raise_and_clear_alternate_through_restarts(void **state)
{
  (void)state;
  write_file(fake_conf, "[notifications]\nmin_gap = 0\n[compile-p95]\nhold = 3 s\n"
                        "[prod]\nobject = ficEnvCmpP95\nrising = 20 s\nfalling = 10 s\nhold = 2\n");
  struct alarms *a = start();
  unsigned seed = 4711;
  make_row(0, "a", 0);
  make_row(1, "b", 0);
  for (int i = 0; i < 1000; i++) {
    const int turns = rand_r(&seed) % 12;
    for (int t = 0; t < turns; t++) {
      p95((uint64_t)rand_r(&seed) % 45);
      fake.present[FAKE_P95] = rand_r(&seed) % 10 != 0;
      set_value(FAKE_AGE, (uint64_t)rand_r(&seed) % 7000);
      fake.row[0].value = (uint64_t)rand_r(&seed) % 25000000;
      fake.row[1].value = (uint64_t)rand_r(&seed) % 15000000;
      fake.store = rand_r(&seed) % 20 == 0 ? ALARM_STORE_MISSING : ALARM_STORE_OK;
      sink_full = rand_r(&seed) % 5 == 0;
      turn(a, (uint64_t)rand_r(&seed) % 3);
    }
    a = restart(a, (uint64_t)rand_r(&seed) % 5);
  }
  stop(a);
  assert_true(sent_count > 500);
  const char *const names[] = {P95, AGE, "prod"};
  for (size_t n = 0; n < 3; n++) {
    enum notice_kind last = NOTICE_ALARM_CLEARED;
    for (size_t i = 0; i < sent_count; i++) {
      assert_int_equal(sent[i].sequence, i + 1);
      if (strcmp(sent[i].subject, names[n]) != 0) continue;
      assert_int_not_equal(sent[i].kind, last);
      last = sent[i].kind;
    }
  }
}

/* --- the state file --- */

static void test_set_values_remain_and_others_follow_the_configuration(void **state)
{
  (void)state;
  struct alarms *a = start();
  struct alarm_changes c;
  const long i = alarms_find(a, str_of(P95));
  alarm_changes_init(&c, a);
  const struct alarm_change rising = {i, ALARM_RISING, ALARM_ASN_GAUGE, sizeof(long), 40000000};
  assert_int_equal(alarm_changes_check(&c, &rising), ALARM_NO_ERROR);
  alarm_changes_apply(&c);
  assert_int_equal(alarm_changes_commit(&c, fake.now), ALARM_NO_ERROR);
  alarm_changes_free(&c);
  write_file(fake_conf, "[compile-p95]\nrising = 33 s\nfalling = 11 s\n");
  a = restart(a, 1);
  assert_int_equal(row_of(a, P95).value[ALARM_RISING], 40000000);
  assert_int_equal(row_of(a, P95).value[ALARM_FALLING], 11000000);
  assert_int_equal(row_of(a, P95).set, 1u << ALARM_RISING);
  /* A configuration that contradicts values set at run time. */
  write_file(fake_conf, "[compile-p95]\nrising = 70 s\nfalling = 60 s\n");
  a = restart(a, 1);
  assert_int_equal(row_of(a, P95).value[ALARM_RISING], 70000000);
  assert_int_equal(log_lines("contradict its configuration"), 1);
  stop(a);
}

static void test_damaged_state_is_set_aside(void **state)
{
  (void)state;
  char path[96], bad[96];
  snprintf(path, sizeof path, "%s/alarms.state", fake_state);
  snprintf(bad, sizeof bad, "%s/alarms.state.bad", fake_state);
  write_file(path, "ficelle-alarms 1\nsaved\n");
  struct alarms *a = start();
  set_value(FAKE_AGE, 1);
  turn(a, 1);
  turn(a, 1);
  assert_int_equal(log_lines("is damaged"), 1);
  assert_int_equal(access(bad, F_OK), 0);
  assert_int_equal(status_of(a, AGE), ALARM_CLEARED);
  a = restart(a, 1);
  assert_int_equal(log_lines("is damaged"), 1);
  stop(a);
}

static void test_unwritable_directory(void **state)
{
  (void)state;
  rmdir(fake_state);
  struct alarms *a = start();
  struct alarms_figures figures;
  set_value(FAKE_AGE, 6000);
  for (int i = 0; i < 200; i++) turn(a, 1);
  assert_int_equal(status_of(a, AGE), ALARM_RAISED);
  assert_int_equal(sent_count, 1);
  assert_int_equal(log_lines("cannot save"), 1);
  alarms_figures(a, &figures);
  assert_false(figures.saved);
  mkdir(fake_state, 0755);
  for (int i = 0; i < 40; i++) turn(a, 1);
  assert_int_equal(log_lines("is saved again"), 1);
  a = restart(a, 1);
  turn(a, 1);
  assert_int_equal(sent_count, 1);
  stop(a);
}

static void test_lock_held_by_another_process(void **state)
{
  (void)state;
  struct alarms *a = start();
  const int fd = open(fake_state, O_RDONLY | O_DIRECTORY);
  assert_int_equal(flock(fd, LOCK_EX), 0);
  set_value(FAKE_AGE, 6000);
  for (int i = 0; i < 100; i++) turn(a, 1); /* each returns immediately */
  assert_int_equal(status_of(a, AGE), ALARM_RAISED);
  assert_int_equal(log_lines("another process holds the lock"), 1);
  close(fd);
  for (int i = 0; i < 40; i++) turn(a, 1);
  assert_int_equal(log_lines("is saved again"), 1);
  stop(a);
}

/* Does the same as `ficelle alarms set`. */
static void change_file(const char *name, enum alarm_key key, uint32_t value)
{
  struct alarm_saved s;
  struct buf why = BUF_HEAP;
  const int fd = alarm_state_lock(fake_state, true);
  alarm_saved_init(&s);
  assert_int_not_equal(alarm_state_read(fd, &s, &why), ALARM_STATE_DAMAGED);
  struct alarm_saved_alarm *alarm = alarm_saved_get(&s, name);
  alarm->set.mask |= 1u << key;
  alarm->set.value[key] = value;
  s.changed_us = 1;
  s.changed_uid = 42;
  snprintf(s.changed_user, sizeof s.changed_user, "joan");
  assert_true(alarm_state_write(fd, &s, &why));
  close(fd);
  alarm_saved_free(&s);
  buf_free(&why);
}

static void test_changes_by_the_command_are_applied_and_logged(void **state)
{
  (void)state;
  struct alarms *a = start();
  set_value(FAKE_AGE, 6000);
  turn(a, 1);
  change_file(AGE, ALARM_RISING, 9000);
  change_file(AGE, ALARM_FALLING, 7000);
  turn(a, 1);
  assert_int_equal(status_of(a, AGE), ALARM_CLEARED);
  assert_int_equal(log_lines("stats-age: rising is now 9000 s, it was 5400 s; changed by joan (uid 42)"), 1);
  a = restart(a, 1);
  assert_int_equal(row_of(a, AGE).value[ALARM_RISING], 9000);
  turn(a, 1);
  assert_int_equal(log_lines("changed by joan"), 2);
  assert_int_equal(sent_count, 2);
  stop(a);
}

static void test_alarm_that_is_temporarily_not_configured(void **state)
{
  (void)state;
  const char *conf = "[prod]\nobject = ficEnvCmpP95\nrising = 20 s\nfalling = 10 s\n";
  write_file(fake_conf, conf);
  struct alarms *a = start();
  make_row(0, "x", 30);
  turn(a, 1);
  assert_int_equal(status_of(a, "prod"), ALARM_RAISED);
  write_file(fake_conf, "");
  alarms_configure(a, fake_conf, fake.now);
  assert_int_equal(alarms_find(a, STR("prod")), -1);
  a = restart(a, 1);
  turn(a, 1);
  write_file(fake_conf, conf);
  a = restart(a, 1);
  turn(a, 1);
  assert_int_equal(status_of(a, "prod"), ALARM_RAISED);
  assert_int_equal(sent_count, 1);
  stop(a);
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, setup, teardown)
int main(void)
{
  const struct CMUnitTest tests[] = {
    TEST(raised_after_hold_and_cleared_after_hold),
    TEST(pending_restarts_after_a_dip),
    TEST(noise_raises_once_and_clears_once),
    TEST(unknown_stops_the_hold_time),
    TEST(unreadable_store),
    TEST(too_low),
    TEST(worst_of_the_matching_rows),
    TEST(thresholds_changed_while_raised),
    TEST(disabled_and_enabled),
    TEST(error_in_one_section_keeps_the_others),
    TEST(restart_does_not_raise_again),
    TEST(restart_while_there_is_no_value),
    TEST(hold_continues_after_a_restart),
    TEST(clock_that_jumps),
    TEST(raise_and_clear_alternate_through_restarts),
    TEST(set_values_remain_and_others_follow_the_configuration),
    TEST(damaged_state_is_set_aside),
    TEST(unwritable_directory),
    TEST(lock_held_by_another_process),
    TEST(changes_by_the_command_are_applied_and_logged),
    TEST(alarm_that_is_temporarily_not_configured),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
