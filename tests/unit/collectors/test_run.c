/* The run collector: each number of an agent run, and none before the first. */
#include "collectors/run.h"
#include "store_test.h"

static const struct run_type types[] = {{STR("File"), 3, 1, 500}, {STR("service"), 1, 0, 900}};

static struct run_summary run(const char *node, uint32_t result, uint64_t wall_us)
{
  struct run_summary s = {.environment = STR("production"),
                          .node = str_of(node),
                          .configuration_version = STR("v42"),
                          .result = result,
                          .ended_us = test_now_us,
                          .wall_us = wall_us};
  s.phase_count[STATS_RUNPHASE_FACT_GENERATION] = 1;
  s.phase_us[STATS_RUNPHASE_FACT_GENERATION] = wall_us / 4;
  return s;
}

static uint64_t phase(const struct stats_reader *r, enum stats_id id, uint32_t number)
{
  struct stats_value v;
  assert_true(stats_reader_cell(r, id, number - 1, &v));
  return v.number;
}

static void test_a_run_updates_totals_rows_phases_and_histogram(void **state)
{
  (void)state;
  struct stats_store *s = open_store();
  struct run_summary changed = run("web1", STATS_RUNRESULT_CHANGED, 4000000);
  changed.resources = 100;
  changed.changed = 4;
  changed.skipped = 2;
  changed.out_of_sync = 5;
  changed.restarted = 1;
  changed.types = types;
  changed.type_count = 2;
  assert_true(run_record(s, &changed));
  struct run_summary failed = run("web2", STATS_RUNRESULT_FAILED, 8000000);
  failed.resources = 50;
  failed.failed = 3;
  failed.cached_catalog = true;
  assert_true(run_record(s, &failed));
  struct stats_reader *r = open_reader();
  static const struct expected_scalar scalars[] = {
    {STAT_ficRunTotal, 2},
    {STAT_ficRunFailed, 1},
    {STAT_ficRunNoCatalog, 0},
    {STAT_ficRunChanged, 1},
    {STAT_ficRunNoop, 0},
    {STAT_ficRunSkipped, 0},
    {STAT_ficRunCached, 1},
    {STAT_ficRunTimeSum, 12000000},
    {STAT_ficResTotal, 150},
    {STAT_ficResChanged, 4},
    {STAT_ficResFailed, 3},
    {STAT_ficResSkipped, 2},
    {STAT_ficResOutOfSync, 5},
    {STAT_ficResRestarted, 1},
    {STAT_ficRunLastAge, 0},
    {STAT_ficRunLastTime, 8000000},
    {STAT_ficRunLastState, STATS_RUNRESULT_FAILED},
    {STAT_ficRunLastFailed, 3},
    {STAT_ficNodesTotal, 2},
    {STAT_ficNodesFailed, 1},
    {STAT_ficNodesChanged, 1},
    {STAT_ficNodesStale, 0},
    {STAT_ficNodesNoCatalog, 0},
    {STAT_ficRunWinCount, 2},
    {STAT_ficRunP50, 4000000},
    {STAT_ficRunP95, 8000000},
    {STAT_ficRunMax, 8000000},
    {STAT_ficRunFailRatio, 5000},
    {STAT_ficRunWinSecs, 86400},
    {STAT_ficCmpTotal, 0},
  };
  assert_scalars(r, scalars, sizeof scalars / sizeof scalars[0]);
  struct stats_value v;
  assert_true(stats_reader_scalar(r, STAT_ficRunLastConf, &v));
  assert_int_equal(v.length, 3);
  assert_memory_equal(v.text, "v42", 3);
  assert_int_equal(cell(r, STAT_ficEnvRunTotal, "production"), 2);
  assert_int_equal(cell(r, STAT_ficEnvRunFailed, "production"), 1);
  assert_int_equal(cell(r, STAT_ficNodeRunTotal, "web1"), 1);
  assert_int_equal(cell(r, STAT_ficNodeRunFailed, "web2"), 1);
  assert_int_equal(cell(r, STAT_ficNodeRunTime, "web1"), 4000000);
  assert_int_equal(cell(r, STAT_ficNodeResChanged, "web1"), 4);
  assert_int_equal(cell(r, STAT_ficNodeResFailed, "web2"), 3);
  assert_int_equal(cell(r, STAT_ficNodeRunState, "web1"), STATS_RUNRESULT_CHANGED);
  assert_int_equal(cell(r, STAT_ficTypeChanged, "file"), 3);
  assert_int_equal(cell(r, STAT_ficTypeFailed, "file"), 1);
  assert_int_equal(cell(r, STAT_ficTypeTimeSum, "service"), 900);
  assert_int_equal(phase(r, STAT_ficRunPhaseCount, STATS_RUNPHASE_FACT_GENERATION), 2);
  assert_int_equal(phase(r, STAT_ficRunPhaseTimeSum, STATS_RUNPHASE_FACT_GENERATION), 3000000);
  assert_int_equal(phase(r, STAT_ficRunPhaseMax, STATS_RUNPHASE_FACT_GENERATION), 2000000);
  assert_false(stats_reader_cell(r, STAT_ficRunPhaseP95, STATS_RUNPHASE_REPORT - 1, &v));
  assert_true(stats_reader_cell(r, STAT_ficHistCount, STATS_HISTOGRAM_RUN * STATS_BUCKETS + 14, &v));
  assert_int_equal(v.number, 1); /* up to 5 s */
  stats_reader_free(r);
  stats_close(s);
}

static void test_noop_no_catalog_skipped_and_disabled(void **state)
{
  (void)state;
  struct stats_store *s = open_store();
  struct run_summary noop = run("web1", STATS_RUNRESULT_NOOP, 1000);
  noop.noop = true;
  struct run_summary none = run("web2", STATS_RUNRESULT_NO_CATALOG, 1000);
  struct run_summary skipped = run("web1", STATS_RUNRESULT_SKIPPED, 0);
  assert_true(run_record(s, &noop));
  assert_true(run_record(s, &none));
  assert_true(run_record(s, &skipped));
  assert_true(run_record_disabled(s, true));
  struct stats_reader *r = open_reader();
  assert_int_equal(scalar(r, STAT_ficRunTotal), 3);
  assert_int_equal(scalar(r, STAT_ficRunNoop), 1);
  assert_int_equal(scalar(r, STAT_ficRunNoCatalog), 1);
  assert_int_equal(scalar(r, STAT_ficRunFailed), 1);
  assert_int_equal(scalar(r, STAT_ficRunSkipped), 1);
  assert_int_equal(scalar(r, STAT_ficRunWinCount), 2);
  assert_int_equal(scalar(r, STAT_ficRunLastState), STATS_RUNRESULT_SKIPPED);
  assert_int_equal(scalar(r, STAT_ficNodesNoCatalog), 1);
  assert_int_equal(cell(r, STAT_ficNodeRunState, "web1"), STATS_RUNRESULT_NOOP);
  assert_int_equal(scalar(r, STAT_ficAgtDisabled), 1);
  assert_true(run_record_disabled(s, false));
  stats_reader_refresh(r);
  assert_int_equal(scalar(r, STAT_ficAgtDisabled), 2);
  stats_reader_free(r);
  stats_close(s);
}

/* A host that only compiles has no agent: 0 s since the last run, or no failed nodes, would be wrong. */
static void test_before_the_first_run_gauges_are_absent(void **state)
{
  static const enum stats_id gauges[] = {STAT_ficRunLastAt,    STAT_ficRunLastAge,    STAT_ficRunLastTime,
                                         STAT_ficRunLastState, STAT_ficRunLastFailed, STAT_ficRunLastConf,
                                         STAT_ficAgtDisabled,  STAT_ficNodesFailed,   STAT_ficNodesChanged,
                                         STAT_ficRunWinCount,  STAT_ficRunP95};
  (void)state;
  struct stats_store *s = open_store();
  assert_true(record(s, "production", "web1", 100, 0));
  struct stats_reader *r = open_reader();
  for (size_t i = 0; i < sizeof gauges / sizeof gauges[0]; i++) {
    if (!absent(r, gauges[i])) {
      fail_msg("%s", stats_table[gauges[i]].name);
    }
  }
  struct stats_value v;
  assert_false(stats_reader_cell(r, STAT_ficNodeRunState, 0, &v));
  assert_false(stats_reader_cell(r, STAT_ficNodeRunAge, 0, &v));
  assert_int_equal(scalar(r, STAT_ficRunTotal), 0);
  stats_reader_free(r);
  stats_close(s);
}

/* A node is seen when it runs and when a catalog is compiled for it. */
static void test_nodes_become_stale(void **state)
{
  (void)state;
  const uint64_t began = test_now_us;
  struct stats_store *s = open_store();
  struct run_summary one = run("web1", STATS_RUNRESULT_UNCHANGED, 10);
  struct run_summary other = run("web3", STATS_RUNRESULT_UNCHANGED, 10);
  assert_true(run_record(s, &one));
  assert_true(run_record(s, &other));
  assert_true(record(s, "production", "old1", 10, 0));
  test_now_us += 100 * 1000000ull;
  struct run_summary two = run("web2", STATS_RUNRESULT_UNCHANGED, 10);
  assert_true(run_record(s, &two));
  assert_true(record(s, "production", "web3", 10, 0));
  struct stats_reader *r = open_reader();
  assert_int_equal(scalar(r, STAT_ficNodesStale), 0); /* none ever is */
  stats_reader_set_row_stale(r, 100);
  stats_reader_refresh(r);
  assert_int_equal(scalar(r, STAT_ficNodesStale), 2); /* web1 and old1 */
  stats_reader_set_row_stale(r, 101);
  stats_reader_refresh(r);
  assert_int_equal(scalar(r, STAT_ficNodesStale), 0);
  assert_int_equal(cell(r, STAT_ficNodeRunAge, "web1"), 100);
  assert_int_equal(scalar(r, STAT_ficRunLastAge), 0);
  test_now_us = began;
  stats_reader_free(r);
  stats_close(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    STORE_TEST(test_a_run_updates_totals_rows_phases_and_histogram),
    STORE_TEST(test_noop_no_catalog_skipped_and_disabled),
    STORE_TEST(test_before_the_first_run_gauges_are_absent),
    STORE_TEST(test_nodes_become_stale),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
