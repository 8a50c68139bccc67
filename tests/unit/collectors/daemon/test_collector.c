/* States, values and configuration of sources in the collector. */
#include "collector_test.h"

static void test_values_and_states(void **state)
{
  (void)state;
  struct buf config = BUF_HEAP;
  add_source(&config, "a", "");
  add_source(&config, "b", "");
  add_source(&config, "off", "enabled = false");
  add_source(&config, "wrong", "size = 4");
  act("a", "17");
  act("b", "refuse");
  start_collector(&config);
  UNTIL(column("a", STAT_ficSrcState) == STATS_SOURCESTATE_OK &&
        column("b", STAT_ficSrcState) == STATS_SOURCESTATE_REFUSED);
  assert_int_equal(value_of("a", TST_VALUE), 17);
  assert_int_equal(value_of("a", TST_COUNT), -1);
  assert_int_equal(value_of("b", TST_VALUE), -1);
  assert_reason("a", "");
  assert_reason("b", "it is in a bad mood");
  assert_reason("off", "enabled = false");
  assert_int_equal(column("off", STAT_ficSrcState), STATS_SOURCESTATE_DISABLED);
  assert_int_equal(column("wrong", STAT_ficSrcState), STATS_SOURCESTATE_REFUSED);
  assert_int_equal(column("wrong", STAT_ficSrcPolls), 0);
  assert_int_equal(column("a", STAT_ficSrcInterval), 1);
  UNTIL(column("b", STAT_ficSrcPolls) >= 3);
  assert_int_equal(column("b", STAT_ficSrcFailed), column("b", STAT_ficSrcPolls));
  assert_int_equal(column("a", STAT_ficSrcFailed), 0);
  assert_int_equal(log_count("source b: refused: it is in a bad mood"), 1);
  assert_int_equal(log_count("unknown setting 'size'"), 1);
  /* Values that a poll does not set are removed; a failed poll does not change them. */
  act("a", "count");
  UNTIL(value_of("a", TST_COUNT) == 5);
  act("a", "18");
  UNTIL(value_of("a", TST_VALUE) == 18);
  assert_int_equal(value_of("a", TST_COUNT), -1);
  act("b", "3");
  UNTIL(log_count("source b: ok again after ") == 1);
  act("b", "refuse");
  UNTIL(column("b", STAT_ficSrcState) == STATS_SOURCESTATE_REFUSED);
  assert_int_equal(value_of("b", TST_VALUE), 3);
  stop_collector();
}

/* The log of a collector that is started again has the reasons of the earlier polls. */
static void test_reasons_after_a_restart(void **state)
{
  (void)state;
  struct buf config = BUF_HEAP;
  act("b", "refuse");
  for (size_t starts = 1; starts <= 2; starts++) {
    add_source(&config, "b", "");
    start_collector(&config);
    UNTIL(log_count("source b: ") == starts);
    stop_collector();
  }
  assert_int_equal(log_count("source b: refused: it is in a bad mood"), 2);
}

static void test_a_source_that_appears_and_disappears(void **state)
{
  (void)state;
  struct buf config = BUF_HEAP;
  add_source(&config, "a", "");
  act("a", "1");
  start_collector(&config);
  UNTIL(column("a", STAT_ficSrcState) == STATS_SOURCESTATE_OK);
  for (int i = 0; i < 8; i++) {
    const uint32_t wanted = i % 2 == 0 ? STATS_SOURCESTATE_REFUSED : STATS_SOURCESTATE_OK;
    act("a", i % 2 == 0 ? "refuse" : "1");
    UNTIL(column("a", STAT_ficSrcState) == wanted);
  }
  stop_collector();
  /* ok, refused, ok again; then nothing. */
  assert_true(log_count("source a: ") <= 3);
  assert_true(log_count("source a: ") >= 2);
}

static void test_old_values_are_removed(void **state)
{
  (void)state;
  struct buf config = BUF_HEAP;
  add_source(&config, "a", "stale_after = 4");
  act("a", "8");
  start_collector(&config);
  UNTIL(value_of("a", TST_VALUE) == 8);
  act("a", "refuse");
  UNTIL(column("a", STAT_ficSrcState) == STATS_SOURCESTATE_REFUSED);
  assert_int_equal(value_of("a", TST_VALUE), 8);
  UNTIL(value_of("a", TST_VALUE) == -1);
  assert_int_equal(column("a", STAT_ficSrcState), STATS_SOURCESTATE_REFUSED);
  assert_true(has_row("a"));
  act("a", "9");
  UNTIL(value_of("a", TST_VALUE) == 9);
  stop_collector();
  /* A source that was not polled. */
  pause_ms(5000);
  add_source(&config, "a", "stale_after = 4\ninterval = 4");
  act("a", "hang");
  start_collector(&config);
  UNTIL(column("a", STAT_ficSrcState) == STATS_SOURCESTATE_STALE ||
        column("a", STAT_ficSrcState) == STATS_SOURCESTATE_TIMEOUT);
  UNTIL(value_of("a", TST_VALUE) == -1);
  stop_collector();
}

static void test_configuration_reloaded(void **state)
{
  (void)state;
  struct buf config = BUF_HEAP;
  char path[256];
  add_source(&config, "keeps", "");
  add_source(&config, "goes", "");
  add_source(&config, "changes", "");
  act("keeps", "1");
  act("goes", "2");
  act("changes", "3");
  act("comes", "4");
  start_collector(&config);
  UNTIL(column("changes", STAT_ficSrcState) == STATS_SOURCESTATE_OK &&
        column("goes", STAT_ficSrcState) == STATS_SOURCESTATE_OK);
  const uint64_t polls = column("keeps", STAT_ficSrcPolls);
  add_source(&config, "keeps", "");
  add_source(&config, "changes", "enabled = false");
  add_source(&config, "comes", "");
  write_text(config_path, config.p);
  buf_clear(&config);
  kill(collector, SIGHUP);
  UNTIL(column("comes", STAT_ficSrcState) == STATS_SOURCESTATE_OK);
  assert_false(has_row("goes"));
  snprintf(path, sizeof path, "%s/goes.stats", folder);
  assert_int_not_equal(access(path, F_OK), 0);
  assert_int_equal(column("changes", STAT_ficSrcState), STATS_SOURCESTATE_DISABLED);
  assert_true(column("keeps", STAT_ficSrcPolls) >= polls);
  /* An error outside of sources changes nothing. */
  write_text(config_path, "[collector]\nworkers = x\n");
  kill(collector, SIGHUP);
  UNTIL(log_count("workers: expected a whole number from 1 to 64") == 1);
  assert_true(has_row("comes"));
  const uint64_t before = column("comes", STAT_ficSrcPolls);
  UNTIL(column("comes", STAT_ficSrcPolls) > before);
  /* All sources are removed, even during a poll. */
  act("keeps", "slow");
  UNTIL(column("keeps", STAT_ficSrcTime) >= 300000);
  write_text(config_path, "");
  kill(collector, SIGHUP);
  UNTIL(!has_row("keeps") && !has_row("comes"));
  pause_ms(500);
  assert_false(has_row("keeps"));
  buf_free(&config);
  stop_collector();
}

static void test_rows_of_an_earlier_run(void **state)
{
  (void)state;
  struct buf config = BUF_HEAP;
  add_source(&config, "a", "");
  add_source(&config, "b", "");
  act("a", "1");
  act("b", "1");
  start_collector(&config);
  UNTIL(column("a", STAT_ficSrcState) == STATS_SOURCESTATE_OK && column("b", STAT_ficSrcState) == STATS_SOURCESTATE_OK);
  const uint64_t polls = column("a", STAT_ficSrcPolls);
  stop_collector();
  add_source(&config, "a", "");
  act("a", "hang");
  start_collector(&config);
  UNTIL(!has_row("b"));
  assert_int_equal(column("a", STAT_ficSrcState), STATS_SOURCESTATE_OK);
  assert_true(column("a", STAT_ficSrcPolls) >= polls);
  stop_collector();
}

static void test_two_collectors(void **state)
{
  (void)state;
  struct buf config = BUF_HEAP;
  add_source(&config, "a", "");
  act("a", "1");
  start_collector(&config);
  UNTIL(column("a", STAT_ficSrcState) == STATS_SOURCESTATE_OK);
  assert_int_equal(end_of(run_beside()), 1);
  stop_collector();
}

static void test_unwritable_folder(void **state)
{
  (void)state;
  struct buf config = BUF_HEAP;
  char path[256];
  add_source(&config, "a", "");
  act("a", "1");
  start_collector(&config);
  UNTIL(value_of("a", TST_VALUE) == 1);
  /* A directory replaces the file, since root is not restricted by permissions. */
  snprintf(path, sizeof path, "%s/a.stats", folder);
  assert_int_equal(unlink(path), 0);
  assert_int_equal(mkdir(path, 0700), 0);
  UNTIL(column("a", STAT_ficSrcState) == STATS_SOURCESTATE_REFUSED);
  const uint64_t failed = column("a", STAT_ficSrcFailed);
  UNTIL(column("a", STAT_ficSrcFailed) >= failed + 2);
  UNTIL(column("a", STAT_ficSrcFailed) >= failed + 4);
  assert_int_equal(log_count("source a: refused: its values cannot be recorded"), 1);
  assert_true(log_count("STORE_UNUSABLE") <= 2); /* when it was in use, and when it is opened again */
  assert_int_equal(rmdir(path), 0);
  UNTIL(value_of("a", TST_VALUE) == 1);
  UNTIL(column("a", STAT_ficSrcState) == STATS_SOURCESTATE_OK);
  stop_collector();
}

/* The file of all sources cannot be made, so no worker can write, and then it can. */
static void test_unwritable_file_of_all(void **state)
{
  (void)state;
  struct buf config = BUF_HEAP;
  char path[256];
  snprintf(path, sizeof path, "%s/sources.stats", folder);
  assert_int_equal(mkdir(path, 0700), 0);
  add_source(&config, "a", "");
  add_source(&config, "b", "");
  act("a", "1");
  act("b", "2");
  start_collector(&config);
  UNTIL(log_count("source a: refused: its values cannot be recorded") == 1);
  UNTIL(log_count("source b: refused: its values cannot be recorded") == 1);
  pause_ms(2500);
  assert_int_equal(log_count("cannot record the values of sources"), 1);
  assert_true(log_count("STORE_UNUSABLE") <= 3); /* in the collector, and in a worker for each of the first polls */
  assert_int_equal(rmdir(path), 0);
  UNTIL(value_of("a", TST_VALUE) == 1 && value_of("b", TST_VALUE) == 2);
  UNTIL(column("a", STAT_ficSrcState) == STATS_SOURCESTATE_OK && column("b", STAT_ficSrcState) == STATS_SOURCESTATE_OK);
  assert_int_equal(log_count("ended by signal"), 0);
  stop_collector();
}

static void test_once(void **state)
{
  (void)state;
  struct buf config = BUF_HEAP;
  struct collector_options o = options();
  add_source(&config, "a", "");
  add_source(&config, "b", "");
  act("a", "1");
  act("b", "hang");
  write_text(config_path, config.p);
  const char *const only[] = {"a", "b", NULL, "none", NULL};
  const int expected[] = {0, 1, 1, 2, 2};
  for (size_t i = 0; i < sizeof only / sizeof only[0]; i++) {
    if (i == 4) write_text(config_path, "# no sources\n");
    const pid_t pid = fork();
    if (pid == 0) {
      struct buf why = BUF_HEAP;
      bool usable;
      if (freopen("/dev/null", "w", stderr) == NULL || freopen("/dev/null", "w", stdout) == NULL) _exit(9);
      struct source_set *set = collector_configure(&o, &usable, &why);
      _exit(collector_once(&o, set, only[i]));
    }
    assert_int_equal(end_of(pid), expected[i]);
  }
  assert_int_equal(value_of("a", TST_VALUE), 1);
  assert_int_equal(column("b", STAT_ficSrcState), STATS_SOURCESTATE_TIMEOUT);
  buf_free(&config);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    TEST(values_and_states),
    TEST(reasons_after_a_restart),
    TEST(a_source_that_appears_and_disappears),
    TEST(old_values_are_removed),
    TEST(configuration_reloaded),
    TEST(rows_of_an_earlier_run),
    TEST(two_collectors),
    TEST(unwritable_folder),
    TEST(unwritable_file_of_all),
    TEST(once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
