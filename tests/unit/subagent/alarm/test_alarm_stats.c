/* The data of nodes that alarms read from the statistics store. */
#include "collectors/run.h"
#include "subagent/alarm/alarm_stats.h"
#include "tests/unit/collectors/store_test.h"

static void record_run(struct stats_store *s, const char *node, uint32_t result)
{
  const struct run_summary run = {.node = str_of(node), .result = result, .ended_us = test_now_us, .wall_us = 10};
  assert_true(run_record(s, &run));
}

static enum alarm_result result_of(struct alarm_stats *s, const char *name)
{
  for (size_t n = 0; n < s->source.nodes(s->source.ctx); n++) {
    struct alarm_node node;
    s->source.node(s->source.ctx, n, &node);
    if (str_eqz(node.name, name)) return node.run;
  }
  fail_msg("no node %s", name);
  return ALARM_RESULT_NONE;
}

static void test_results_of_runs(void **state)
{
  (void)state;
  struct stats_store *store = open_store();
  record_run(store, "changed", STATS_RUNRESULT_CHANGED);
  record_run(store, "failed", STATS_RUNRESULT_FAILED);
  record_run(store, "bare", STATS_RUNRESULT_NO_CATALOG);
  struct stats_reader *r = open_reader();
  struct alarm_stats s;
  alarm_stats_init(&s, r);
  assert_int_equal(result_of(&s, "changed"), ALARM_RESULT_OK);
  assert_int_equal(result_of(&s, "failed"), ALARM_RESULT_FAILED);
  assert_int_equal(result_of(&s, "bare"), ALARM_RESULT_FAILED);
  record_run(store, "failed", STATS_RUNRESULT_UNCHANGED);
  stats_reader_refresh(r);
  assert_int_equal(result_of(&s, "failed"), ALARM_RESULT_OK);
  stats_reader_free(r);
  stats_close(store);
}

/* A catalog from the cache: the node gets one, but compiling for it still fails. */
static void test_results_of_compilations(void **state)
{
  (void)state;
  struct stats_store *store = open_store();
  struct alarm_node node;
  assert_true(record(store, "production", "web1", 10, 0));
  struct stats_reader *r = open_reader();
  struct alarm_stats s;
  alarm_stats_init(&s, r);
  s.source.node(s.source.ctx, 0, &node);
  assert_int_equal(node.compile, ALARM_RESULT_OK);
  assert_true(record(store, "production", "web1", 10, 3));
  assert_true(stats_record_from_cache(store, STR("web1")));
  stats_reader_refresh(r);
  assert_int_equal(cell(r, STAT_ficNodeState, "web1"), STATS_RESULT_CACHED);
  assert_int_equal(scalar(r, STAT_ficCmpLastState), STATS_RESULT_CACHED);
  assert_int_equal(scalar(r, STAT_ficCmpFailed), 1);
  s.source.node(s.source.ctx, 0, &node);
  assert_int_equal(node.compile, ALARM_RESULT_FAILED);
  stats_reader_free(r);
  stats_close(store);
}

static void test_age_is_that_of_the_newest_event(void **state)
{
  (void)state;
  const uint64_t began = test_now_us;
  struct stats_store *store = open_store();
  record_run(store, "web1", STATS_RUNRESULT_CHANGED);
  test_now_us += 90 * 1000000ull;
  struct stats_reader *r = open_reader();
  struct alarm_stats s;
  struct alarm_node node;
  alarm_stats_init(&s, r);
  s.source.node(s.source.ctx, 0, &node);
  assert_true(node.has_age);
  assert_int_equal(node.age_s, 90);
  test_now_us = began;
  stats_reader_free(r);
  stats_close(store);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_results_of_runs, store_setup, store_teardown),
    cmocka_unit_test_setup_teardown(test_results_of_compilations, store_setup, store_teardown),
    cmocka_unit_test_setup_teardown(test_age_is_that_of_the_newest_event, store_setup, store_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
