/* The workers of the collector: polls that hang, crash and exit, killed workers, many sources. */
#include "collector_test.h"

static void test_polls_that_hang_crash_and_exit(void **state)
{
  (void)state;
  struct buf config = BUF_HEAP;
  add_source(&config, "good", "");
  add_source(&config, "hangs", "");
  add_source(&config, "crashes", "");
  add_source(&config, "leaves", "");
  act("good", "1");
  act("hangs", "hang");
  act("crashes", "crash");
  act("leaves", "exit");
  start_collector(&config);
  UNTIL(column("hangs", STAT_ficSrcState) == STATS_SOURCESTATE_TIMEOUT &&
        column("crashes", STAT_ficSrcState) == STATS_SOURCESTATE_CORRUPT &&
        column("leaves", STAT_ficSrcState) == STATS_SOURCESTATE_REFUSED);
  assert_reason("hangs", "it did not answer in time, and its worker was killed");
  assert_reason("crashes", "its worker was ended by signal 11 (Segmentation fault) during the poll");
  assert_reason("leaves", "its worker ended with status 3 during the poll");
  UNTIL(column("hangs", STAT_ficSrcFailed) >= 2 && column("crashes", STAT_ficSrcFailed) >= 3);
  assert_int_equal(column("good", STAT_ficSrcState), STATS_SOURCESTATE_OK);
  assert_int_equal(column("good", STAT_ficSrcFailed), 0);
  assert_true(column("hangs", STAT_ficSrcTime) >= 1000000);
  act("hangs", "2");
  UNTIL(column("hangs", STAT_ficSrcState) == STATS_SOURCESTATE_OK);
  assert_int_equal(log_count("source crashes: corrupt"), 1);
  stop_collector();
}

static void test_killed_workers(void **state)
{
  (void)state;
  struct buf config = BUF_HEAP;
  pid_t pids[16];
  for (int i = 0; i < 20; i++) {
    char name[16];
    snprintf(name, sizeof name, "s%d", i);
    add_source(&config, name, "");
    act(name, "7");
  }
  start_collector(&config);
  UNTIL(column("s19", STAT_ficSrcState) == STATS_SOURCESTATE_OK);
  /* Idle or busy: only the current poll is lost. */
  for (int i = 0; i < 30; i++) {
    const size_t n = workers(pids, 16);
    for (size_t k = 0; k < n; k++) kill(pids[k], SIGKILL);
    pause_ms(37);
  }
  const uint64_t polls = column("s19", STAT_ficSrcPolls);
  UNTIL(column("s19", STAT_ficSrcPolls) >= polls + 2);
  for (int i = 0; i < 20; i++) {
    char name[16];
    snprintf(name, sizeof name, "s%d", i);
    UNTIL(column(name, STAT_ficSrcState) == STATS_SOURCESTATE_OK);
    assert_int_equal(value_of(name, TST_VALUE), 7);
  }
  /* If the collector is killed, its workers end; another one can start. */
  const size_t n = workers(pids, 16);
  assert_true(n > 0);
  kill(collector, SIGKILL);
  assert_int_equal(end_of(collector), -SIGKILL);
  for (size_t k = 0; k < n; k++) UNTIL(kill(pids[k], 0) != 0);
  const uint64_t before = column("s3", STAT_ficSrcPolls);
  collector = run_beside();
  UNTIL(column("s3", STAT_ficSrcPolls) >= before + 2);
  stop_collector();
}

static void test_hanging_polls_do_not_stop_others(void **state)
{
  (void)state;
  struct buf config = BUF_HEAP;
  for (int i = 0; i < 12; i++) {
    char name[16];
    snprintf(name, sizeof name, "h%d", i);
    add_source(&config, name, "timeout = 60");
    act(name, "hang");
  }
  add_source(&config, "good", "");
  act("good", "1");
  buf_z(&config, "[collector]\nworkers = 4\n");
  start_collector(&config);
  /* All workers hang in the first turn, for a minute. */
  pause_ms(1500);
  stop_collector(); /* immediately */
  add_source(&config, "good", "");
  for (int i = 0; i < 12; i++) {
    char name[16];
    snprintf(name, sizeof name, "h%d", i);
    add_source(&config, name, "timeout = 1");
  }
  buf_z(&config, "[collector]\nworkers = 2\n");
  start_collector(&config);
  UNTIL(column("h11", STAT_ficSrcState) == STATS_SOURCESTATE_TIMEOUT);
  /* From now on they are known to be slow, and one worker is reserved for others. */
  const uint64_t polls = column("good", STAT_ficSrcPolls);
  pause_ms(3500);
  assert_true(column("good", STAT_ficSrcPolls) >= polls + 2);
  stop_collector();
}

static void test_a_thousand_sources(void **state)
{
  (void)state;
  enum { MANY = 1000 };
  struct buf config = BUF_HEAP;
  pid_t pids[16];
  for (int i = 0; i < MANY; i++) {
    buf_printf(&config, "[s%d]\nkind = acted\ninterval = 10\nfile = %s/all.act\n", i, folder);
  }
  act("all", "5");
  start_collector(&config);
  UNTIL(has_row("s999"));
  for (int i = 0; i < MANY; i++) {
    char name[16];
    snprintf(name, sizeof name, "s%d", i);
    UNTIL(column(name, STAT_ficSrcState) == STATS_SOURCESTATE_OK);
    if (i % 100 == 0) assert_int_equal(value_of(name, TST_VALUE), 5);
  }
  assert_true(workers(pids, 16) <= 8);
  /* A reload does not change them. */
  const uint64_t polls = column("s0", STAT_ficSrcPolls);
  kill(collector, SIGHUP);
  UNTIL(log_count("configuration read again: 1000 sources") == 1);
  assert_true(column("s0", STAT_ficSrcPolls) >= polls);
  assert_int_equal(column("s500", STAT_ficSrcState), STATS_SOURCESTATE_OK);
  stop_collector();
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    TEST(polls_that_hang_crash_and_exit),
    TEST(killed_workers),
    TEST(hanging_polls_do_not_stop_others),
    TEST(a_thousand_sources),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
