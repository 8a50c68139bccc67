/* The server collector: its counts, when they are stored, and the data of a node in a report. */
#include "collectors/server_stats.h"
#include "store_test.h"

static struct server_request request(uint32_t route, int status, uint64_t us)
{
  return (struct server_request){
    .route = route, .status = status, .us = us, .wait_us = us / 10, .bytes_in = 100, .bytes_out = 1000};
}

static uint64_t route_cell(const struct stats_reader *r, enum stats_id id, uint32_t number)
{
  struct stats_value v;
  assert_true(stats_reader_cell(r, id, number - 1, &v));
  return v.number;
}

static uint64_t histogram(const struct stats_reader *r, uint32_t h, uint32_t bucket)
{
  struct stats_value v;
  assert_true(stats_reader_cell(r, STAT_ficHistCount, h * STATS_BUCKETS + bucket, &v));
  return v.number;
}

static void test_a_request_is_counted_by_route_status_and_time(void **state)
{
  (void)state;
  struct stats_store *store = open_store();
  struct server_stats *s = server_stats_new(store);
  const struct server_request all[] = {
    request(STATS_ROUTE_CATALOG, 200, 4000),
    request(STATS_ROUTE_CATALOG, 500, 9000),
    request(STATS_ROUTE_NODE, 403, 100),
    request(STATS_ROUTE_CERTIFICATE_REVOCATION_LIST, 304, 50),
    request(4711, 404, 10),
    request(STATS_ROUTE_REPORT, 200, 700),
  };
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    server_stats_request(s, &all[i]);
  }
  struct server_request file = request(STATS_ROUTE_FILE_CONTENT, 200, 300);
  file.file = true;
  file.file_bytes = 5000;
  server_stats_request(s, &file);
  server_stats_free(s);
  struct stats_reader *r = open_reader();
  static const struct expected_scalar scalars[] = {
    {STAT_ficSrvReqs, 7},        {STAT_ficSrvTimeSum, 14160}, {STAT_ficSrvWaitSum, 1416}, {STAT_ficSrvOk, 3},
    {STAT_ficSrvUnchanged, 1},   {STAT_ficSrvClientErr, 2},   {STAT_ficSrvServerErr, 1},  {STAT_ficSrvForbidden, 1},
    {STAT_ficSrvBytesIn, 700},   {STAT_ficSrvBytesOut, 7000}, {STAT_ficSrvFiles, 1},      {STAT_ficSrvFileBytes, 5000},
    {STAT_ficSrvCatCount, 2},    {STAT_ficSrvCatMax, 9000},   {STAT_ficSrvCatP50, 4000},  {STAT_ficSrvWaitP95, 900},
    {STAT_ficSrvCatRatio, 5000},
  };
  assert_scalars(r, scalars, sizeof scalars / sizeof scalars[0]);
  assert_int_equal(route_cell(r, STAT_ficRouteReqs, STATS_ROUTE_CATALOG), 2);
  assert_int_equal(route_cell(r, STAT_ficRouteTimeSum, STATS_ROUTE_CATALOG), 13000);
  assert_int_equal(route_cell(r, STAT_ficRouteServerErr, STATS_ROUTE_CATALOG), 1);
  assert_int_equal(route_cell(r, STAT_ficRouteClientErr, STATS_ROUTE_NODE), 1);
  assert_int_equal(route_cell(r, STAT_ficRouteReqs, STATS_ROUTE_OTHER), 1);
  assert_int_equal(route_cell(r, STAT_ficRouteBytesOut, STATS_ROUTE_FILE_CONTENT), 1000);
  assert_int_equal(route_cell(r, STAT_ficRouteBytesIn, STATS_ROUTE_OCSP), 0);
  assert_int_equal(histogram(r, STATS_HISTOGRAM_REQUEST, STATS_BUCKETS - 1), 7);
  assert_int_equal(histogram(r, STATS_HISTOGRAM_CATALOG, 5), 1); /* up to 5 ms */
  assert_int_equal(histogram(r, STATS_HISTOGRAM_CATALOG, STATS_BUCKETS - 1), 2);
  assert_int_equal(histogram(r, STATS_HISTOGRAM_FILE, STATS_BUCKETS - 1), 1);
  assert_int_equal(histogram(r, STATS_HISTOGRAM_REPORT, STATS_BUCKETS - 1), 1);
  stats_reader_free(r);
  stats_close(store);
}

/* Counts are buffered; the end, a catalog, and a flush store them, each once. */
static void test_nothing_is_lost_and_nothing_counted_twice(void **state)
{
  (void)state;
  struct stats_store *store = open_store();
  struct server_stats *s = server_stats_new(store);
  const struct server_request node = request(STATS_ROUTE_NODE, 200, 10);
  const struct server_request catalog = request(STATS_ROUTE_CATALOG, 200, 10);
  struct stats_reader *r = open_reader();
  server_stats_request(s, &node);
  server_stats_add(s, STAT_ficSrvConns, 3);
  stats_reader_refresh(r);
  assert_int_equal(scalar(r, STAT_ficSrvReqs), 0);
  assert_true(server_stats_flush(s));
  assert_true(server_stats_flush(s));
  stats_reader_refresh(r);
  assert_int_equal(scalar(r, STAT_ficSrvReqs), 1);
  assert_int_equal(scalar(r, STAT_ficSrvConns), 3);
  server_stats_request(s, &node);
  server_stats_request(s, &catalog);
  stats_reader_refresh(r);
  assert_int_equal(scalar(r, STAT_ficSrvReqs), 3);
  server_stats_request(s, &node);
  usleep(SERVER_STATS_DELAY_US + 10000);
  server_stats_request(s, &node);
  stats_reader_refresh(r);
  assert_int_equal(scalar(r, STAT_ficSrvReqs), 5);
  server_stats_add(s, STAT_ficSrvTlsBad, 2);
  server_stats_free(s);
  stats_reader_refresh(r);
  assert_int_equal(scalar(r, STAT_ficSrvTlsBad), 2);
  assert_int_equal(scalar(r, STAT_ficSrvReqs), 5);
  assert_int_equal(route_cell(r, STAT_ficRouteReqs, STATS_ROUTE_NODE), 4);
  stats_reader_free(r);
  stats_close(store);
}

static void test_gauges_of_a_running_and_a_stopped_server(void **state)
{
  (void)state;
  struct stats_store *store = open_store();
  struct server_stats *s = server_stats_new(store);
  struct stats_reader *r = open_reader();
  assert_true(absent(r, STAT_ficSrvWorkers) && absent(r, STAT_ficSrvSeenAge));
  server_stats_alive(s, &(struct server_gauges){4, 2, 7, 30, 5 * 1024 * 1024 + 1, test_now_us});
  stats_reader_refresh(r);
  static const struct expected_scalar scalars[] = {
    {STAT_ficSrvWorkers, 4},    {STAT_ficSrvBusy, 2},   {STAT_ficSrvQueue, 7},
    {STAT_ficSrvConnsOpen, 30}, {STAT_ficSrvMem, 5121},
  };
  assert_scalars(r, scalars, sizeof scalars / sizeof scalars[0]);
  assert_false(absent(r, STAT_ficSrvSeenAge));
  server_stats_gone(s);
  stats_reader_refresh(r);
  assert_true(absent(r, STAT_ficSrvWorkers) && absent(r, STAT_ficSrvQueue) && absent(r, STAT_ficSrvSeenAge));
  assert_false(absent(r, STAT_ficSrvStartedAt));
  server_stats_free(s);
  stats_reader_free(r);
  stats_close(store);
}

/* Remaining times of certificates, down to 0. A removed gauge is absent. */
static void test_certificates_expire(void **state)
{
  (void)state;
  struct stats_store *store = open_store();
  struct server_stats *s = server_stats_new(store);
  server_stats_set(s, STAT_ficCaUntil, test_now_us + 86400 * 1000000ull);
  server_stats_set(s, STAT_ficCaCrlUntil, test_now_us - 1);
  server_stats_set(s, STAT_ficSrvCertUntil, test_now_us + 5000000);
  server_stats_set(s, STAT_ficCaPending, 3);
  server_stats_set(s, STAT_ficCaPending, 2);
  server_stats_flush(s);
  assert_true(run_record_certificate(store, test_now_us + 60000000));
  struct stats_reader *r = open_reader();
  static const struct expected_scalar scalars[] = {
    {STAT_ficCaExpiresIn, 86400}, {STAT_ficCaCrlIn, 0},        {STAT_ficSrvCertIn, 5},
    {STAT_ficCaPending, 2},       {STAT_ficCertExpiresIn, 60},
  };
  assert_scalars(r, scalars, sizeof scalars / sizeof scalars[0]);
  assert_true(absent(r, STAT_ficCaValid));
  server_stats_forget(s, STAT_ficCaCrlUntil);
  server_stats_free(s);
  assert_true(run_record_certificate(store, 0));
  stats_reader_refresh(r);
  assert_true(absent(r, STAT_ficCaCrlIn) && absent(r, STAT_ficCertExpiresIn));
  stats_reader_free(r);
  stats_close(store);
}

static void test_environments_are_loaded(void **state)
{
  (void)state;
  struct stats_store *store = open_store();
  struct server_stats *s = server_stats_new(store);
  const struct server_environment good = {
    .name = STR("production"), .load_us = 1500, .memory_bytes = 4096, .code_version = STR("a1b2")};
  const struct server_environment bad = {.name = STR("production"), .failed = true}, none = {.load_us = 1};
  server_stats_environment(s, &good);
  server_stats_environment(s, &bad);
  server_stats_environment(s, &none);
  server_stats_free(s);
  struct stats_reader *r = open_reader();
  struct stats_value v;
  assert_int_equal(cell(r, STAT_ficEnvLoads, "production"), 2);
  assert_int_equal(cell(r, STAT_ficEnvLoadFailed, "production"), 1);
  assert_int_equal(cell(r, STAT_ficEnvLoadTime, "production"), 1500);
  assert_int_equal(cell(r, STAT_ficEnvMem, "production"), 4);
  assert_true(stats_reader_cell(r, STAT_ficEnvCode, 0, &v));
  assert_int_equal(v.length, 4);
  assert_int_equal(stats_reader_rows(r, STATS_ENV), 1);
  stats_reader_free(r);
  stats_close(store);
}

static struct server_report report(const char *node, uint32_t result)
{
  return (struct server_report){.run = {.environment = STR("production"),
                                        .node = str_of(node),
                                        .result = result,
                                        .wall_us = 2000000,
                                        .resources = 10},
                                .process_us = 50};
}

/* A report sets the node's row and the totals, but not the values of this host's own last run. */
static void test_reports_set_the_rows_of_nodes(void **state)
{
  (void)state;
  struct stats_store *store = open_store();
  struct server_stats *s = server_stats_new(store);
  struct server_report changed = report("web1", STATS_RUNRESULT_CHANGED);
  struct server_report failed = report("web2", STATS_RUNRESULT_FAILED);
  struct server_report noop = report("web3", STATS_RUNRESULT_NOOP);
  struct server_report own = report("srv", STATS_RUNRESULT_UNCHANGED);
  changed.run.changed = 2;
  changed.corrective = true;
  failed.run.failed = 1;
  failed.run.cached_catalog = true;
  noop.run.noop = noop.noop_pending = true;
  own.own_host = true;
  server_stats_report(s, &changed);
  server_stats_report(s, &failed);
  server_stats_report(s, &noop);
  server_stats_report(s, &own);
  server_stats_add(s, STAT_ficRepRefused, 1);
  server_stats_free(s);
  struct stats_reader *r = open_reader();
  static const struct expected_scalar scalars[] = {
    {STAT_ficRepTotal, 4},     {STAT_ficRepUnchanged, 2}, {STAT_ficRepChanged, 1}, {STAT_ficRepFailed, 1},
    {STAT_ficRepNoop, 1},      {STAT_ficRepPending, 1},   {STAT_ficRepCached, 1},  {STAT_ficRepCorrective, 1},
    {STAT_ficRepTimeSum, 200}, {STAT_ficRepRefused, 1},   {STAT_ficRunTotal, 3},   {STAT_ficRunFailed, 1},
    {STAT_ficNodesFailed, 1},  {STAT_ficNodesChanged, 1}, {STAT_ficResTotal, 30},  {STAT_ficNodesSilent, 0},
  };
  assert_scalars(r, scalars, sizeof scalars / sizeof scalars[0]);
  assert_int_equal(cell(r, STAT_ficNodeRunState, "web1"), STATS_RUNRESULT_CHANGED);
  assert_int_equal(cell(r, STAT_ficNodeRunFailed, "web2"), 1);
  assert_int_equal(cell(r, STAT_ficEnvRunTotal, "production"), 3);
  assert_false(has_row(r, STATS_NODE, "srv"));
  assert_true(absent(r, STAT_ficRunLastAt) && absent(r, STAT_ficRunLastState) && absent(r, STAT_ficRunLastFailed));
  stats_reader_free(r);
  stats_close(store);
}

static void test_without_a_store(void **state)
{
  (void)state;
  struct server_stats *s = server_stats_new(NULL);
  const struct server_request catalog = request(STATS_ROUTE_CATALOG, 200, 10);
  const struct server_report unchanged = report("web1", STATS_RUNRESULT_UNCHANGED);
  server_stats_request(s, &catalog);
  server_stats_add(s, STAT_ficSrvConns, 1);
  server_stats_report(s, &unchanged);
  server_stats_gone(s);
  assert_true(server_stats_flush(s));
  server_stats_free(s);
  server_stats_free(NULL);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    STORE_TEST(test_a_request_is_counted_by_route_status_and_time),
    STORE_TEST(test_nothing_is_lost_and_nothing_counted_twice),
    STORE_TEST(test_gauges_of_a_running_and_a_stopped_server),
    STORE_TEST(test_certificates_expire),
    STORE_TEST(test_environments_are_loaded),
    STORE_TEST(test_reports_set_the_rows_of_nodes),
    STORE_TEST(test_without_a_store),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
