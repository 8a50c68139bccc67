/* The statistics store: counts, adding and removing rows, files and processes. */
#include <signal.h>
#include <sys/wait.h>

#include "store_test.h"

static void test_a_record_updates_totals_rows_and_histogram(void **state)
{
  (void)state;
  struct stats_type_count types[] = {{STR("File"), 3}, {STR("service"), 1}, {STR("file"), 2}};
  struct stats_compile c = {
    .environment = STR("production"),
    .node = STR("web1"),
    .failure = 3,
    .wall_us = 1500,
    .ended_us = test_now_us,
    .resources = 6,
    .edges = 7,
    .warnings = 2,
    .deprecations = 1,
    .peak_bytes = 2000,
    .parses = {.files = 4, .errors = 1, .bytes = 999, .cache_hits = 5, .cache_misses = 6},
    .types = types,
    .type_count = 3,
  };
  c.phase_count[2] = 3;
  c.phase_us[2] = 700;
  struct stats_store *s = open_store();
  assert_true(stats_record_compile(s, &c));
  struct stats_reader *r = open_reader();
  assert_int_equal(stats_reader_state(r), STATS_STATE_OK);
  assert_int_equal(scalar(r, STAT_ficCmpTotal), 1);
  assert_int_equal(scalar(r, STAT_ficCmpFailed), 1);
  assert_int_equal(scalar(r, STAT_ficFailEvaluation), 1);
  assert_int_equal(scalar(r, STAT_ficFailSyntax), 0);
  assert_int_equal(scalar(r, STAT_ficCmpTimeSum), 1500);
  assert_int_equal(scalar(r, STAT_ficCmpResSum), 6);
  assert_int_equal(scalar(r, STAT_ficCmpEdgeSum), 7);
  assert_int_equal(scalar(r, STAT_ficCmpWarnings), 2);
  assert_int_equal(scalar(r, STAT_ficCmpDeprecated), 1);
  assert_int_equal(scalar(r, STAT_ficCmpLastMem), 2);
  assert_int_equal(scalar(r, STAT_ficCmpLastState), STATS_RESULT_FAILED);
  assert_int_equal(scalar(r, STAT_ficCmpLastAt), test_now_us);
  assert_int_equal(scalar(r, STAT_ficParseFiles), 4);
  assert_int_equal(scalar(r, STAT_ficParseFailed), 1);
  assert_int_equal(scalar(r, STAT_ficParseBytes), 999);
  assert_int_equal(scalar(r, STAT_ficCacheHits), 5);
  assert_int_equal(scalar(r, STAT_ficCacheMisses), 6);
  assert_int_equal(cell(r, STAT_ficEnvCmpTotal, "production"), 1);
  assert_int_equal(cell(r, STAT_ficEnvCmpFailed, "production"), 1);
  assert_int_equal(cell(r, STAT_ficEnvCmpTimeSum, "production"), 1500);
  assert_int_equal(cell(r, STAT_ficEnvNodes, "production"), 1);
  assert_int_equal(cell(r, STAT_ficNodeCmpTotal, "web1"), 1);
  assert_int_equal(cell(r, STAT_ficNodeCmpFailed, "web1"), 1);
  assert_int_equal(cell(r, STAT_ficNodeResources, "web1"), 6);
  assert_int_equal(cell(r, STAT_ficTypeCompiled, "file"), 5); /* types are counted in lower case */
  assert_int_equal(cell(r, STAT_ficTypeCompiled, "service"), 1);
  struct stats_value v;
  for (size_t b = 0; b < STATS_BUCKETS; b++) {
    assert_true(stats_reader_cell(r, STAT_ficHistCount, b, &v));
    assert_int_equal(v.number, b < 4 ? 0 : 1); /* 1,500 us is in the bucket up to 2 ms, the fifth */
  }
  assert_true(stats_reader_cell(r, STAT_ficPhaseCount, 1, &v));
  assert_int_equal(v.number, 3);
  assert_true(stats_reader_cell(r, STAT_ficPhaseTimeSum, 1, &v));
  assert_int_equal(v.number, 700);
  stats_reader_free(r);
  stats_close(s);
}

static void test_counts_outlive_the_process_and_add_up(void **state)
{
  (void)state;
  for (int i = 0; i < 3; i++) {
    struct stats_store *s = open_store();
    assert_true(record(s, "production", "web1", 100, 0));
    stats_close(s);
  }
  struct stats_store *a = open_store();
  struct stats_store *b = open_store();
  assert_true(record(a, "production", "web1", 100, 0));
  assert_true(record(b, "test", "web2", 100, 0));
  stats_close(a);
  stats_close(b);
  assert_int_equal(total_now(), 5);
  assert_string_equal(test_log, "");
}

static void test_histogram_bounds_are_inclusive(void **state)
{
  static const uint64_t bounds[] = {100,     200,      500,      1000,     2000,     5000,    10000,
                                    20000,   50000,    100000,   200000,   500000,   1000000, 2000000,
                                    5000000, 10000000, 20000000, 50000000, 100000000};
  (void)state;
  for (uint32_t i = 0; i < 19; i++) {
    assert_int_equal(seg_bounds_us[i], bounds[i]);
    assert_int_equal(stats_bucket(bounds[i]), i);
    assert_int_equal(stats_bucket(bounds[i] + 1), i + 1);
  }
  assert_int_equal(stats_bucket(0), 0);
  assert_int_equal(stats_bucket(UINT64_MAX), 19);
}

static void test_the_least_recently_used_node_is_removed(void **state)
{
  (void)state;
  struct stats_store *s = open_sized(3, 0, 0);
  record(s, "p", "a", 1, 0);
  record(s, "p", "b", 1, 0);
  record(s, "p", "c", 1, 0);
  record(s, "p", "a", 1, 0);
  record(s, "p", "d", 1, 0); /* removes b */
  struct stats_reader *r = open_reader();
  assert_int_equal(stats_reader_rows(r, STATS_NODE), 3);
  assert_int_equal(scalar(r, STAT_ficNodeEvicted), 1);
  assert_false(has_row(r, STATS_NODE, "b"));
  assert_int_equal(cell(r, STAT_ficNodeCmpTotal, "a"), 2);
  assert_int_equal(cell(r, STAT_ficNodeCmpTotal, "d"), 1);
  record(s, "p", "b", 1, 0); /* removes c, and b begins with one */
  stats_reader_refresh(r);
  assert_false(has_row(r, STATS_NODE, "c"));
  assert_int_equal(cell(r, STAT_ficNodeCmpTotal, "b"), 1);
  assert_int_equal(scalar(r, STAT_ficCmpTotal), 6);
  stats_reader_free(r);
  stats_close(s);
}

/* Rows of the other tables: removals are counted, and a row that comes back has a new stamp. */
static void test_environments_and_types_are_removed_too(void **state)
{
  static const char *const names[] = {"a", "b", "c", "a"};
  char error[256] = "";
  struct stats_config config = {.path = test_path, .rows = {[STATS_ENV] = 2, [STATS_TYPE] = 2}};
  struct stats_store *s = stats_open(&config, error, sizeof error);
  (void)state;
  assert_non_null(s);
  for (size_t i = 0; i < 4; i++) {
    const struct stats_type_count type = {str_of(names[i]), 1};
    const struct stats_compile c = {
      .environment = str_of(names[i]), .ended_us = test_now_us + i * 1000000, .types = &type, .type_count = 1};
    assert_true(stats_record_compile(s, &c));
  }
  struct stats_reader *r = open_reader();
  assert_int_equal(scalar(r, STAT_ficEnvEvicted), 2);
  assert_int_equal(scalar(r, STAT_ficTypeEvicted), 2);
  assert_int_equal(scalar(r, STAT_ficNodeEvicted), 0);
  assert_int_equal(cell(r, STAT_ficTypeCompiled, "a"), 1);
  assert_int_equal(cell(r, STAT_ficTypeDiscont, "a"), test_now_us + 3 * 1000000);
  assert_int_equal(cell(r, STAT_ficTypeDiscont, "c"), test_now_us + 2 * 1000000);
  assert_int_equal(cell(r, STAT_ficEnvDiscont, "a"), test_now_us + 3 * 1000000);
  stats_reader_free(r);
  stats_close(s);
}

static void test_adding_and_removing_many_rows_keeps_all_chains(void **state)
{
  (void)state;
  struct stats_store *s = open_sized(50, 0, 0);
  for (int i = 0; i < 2000; i++) {
    char node[32];
    snprintf(node, sizeof node, "node%d", i * 37 % 120);
    assert_true(record(s, "p", node, 1, 0));
  }
  struct stats_reader *r = open_reader();
  assert_int_equal(stats_reader_rows(r, STATS_NODE), 50);
  uint64_t evicted = scalar(r, STAT_ficNodeEvicted);
  for (int i = 1950; i < 2000; i++) {
    char node[32];
    snprintf(node, sizeof node, "node%d", i * 37 % 120);
    assert_true(has_row(r, STATS_NODE, node));
    record(s, "p", node, 1, 0);
  }
  stats_reader_refresh(r);
  assert_int_equal(scalar(r, STAT_ficNodeEvicted), evicted); /* all of them were found */
  stats_reader_free(r);
  stats_close(s);
}

static void test_more_types_than_rows_in_one_compilation_are_refused(void **state)
{
  char names[30][16];
  struct stats_type_count types[30];
  (void)state;
  for (size_t i = 0; i < 30; i++) {
    snprintf(names[i], sizeof names[i], "type%zu", i);
    types[i] = (struct stats_type_count){str_of(names[i]), 1};
  }
  struct stats_compile c = {.types = types, .type_count = 30};
  struct stats_store *s = open_sized(0, 20, 0);
  assert_true(stats_record_compile(s, &c));
  assert_true(stats_record_compile(s, &c));
  struct stats_reader *r = open_reader();
  struct stats_table_figures f;
  stats_reader_table(r, STATS_TYPE, &f);
  assert_int_equal(f.rows, 20);
  assert_int_equal(f.capacity, 20);
  assert_int_equal(f.evicted, 20);
  assert_int_equal(scalar(r, STAT_ficTypeEvicted), 20);
  assert_int_equal(cell(r, STAT_ficTypeCompiled, "type19"), 2);
  assert_int_equal(stats_reader_rows(r, STATS_NODE), 0); /* no node was given */
  stats_reader_free(r);
  stats_close(s);
}

static void test_names_are_truncated_and_cleaned(void **state)
{
  char longest[400];
  (void)state;
  memset(longest, 'x', sizeof longest);
  memcpy(longest + 254, "\xc3\xa4", 2); /* ae across the limit of 255: omitted as a whole */
  struct stats_store *s = open_store();
  struct stats_compile c = {.environment = STR("a\xff\nb\xc3\xa4"), .node = str_n(longest, sizeof longest)};
  assert_true(stats_record_compile(s, &c));
  struct stats_reader *r = open_reader();
  struct stats_value v;
  assert_true(has_row(r, STATS_ENV, "a??b\xc3\xa4"));
  assert_true(stats_reader_cell(r, STAT_ficNodeLabel, 0, &v));
  assert_int_equal(v.length, 254);
  assert_true(stats_reader_cell(r, STAT_ficNodeName, 0, &v));
  assert_int_equal(v.length, 100);
  assert_memory_equal(v.text, longest, 91);
  assert_int_equal(v.text[91], '-');
  stats_reader_free(r);
  stats_close(s);
}

/* Installs a file of an earlier layout. False: it has another byte order than this machine. */
static bool put_old_file(const char *name)
{
  char bytes[32768];
  FILE *f = fopen(name, "r");
  if (f == NULL) {
    fail_msg("%s is missing", name);
  }
  size_t n = fread(bytes, 1, sizeof bytes, f);
  fclose(f);
  assert_int_equal(close(open(test_path, O_CREAT | O_WRONLY, 0640)), 0);
  poke(0, bytes, n);
  uint32_t order;
  memcpy(&order, bytes + offsetof(struct seg_header, byte_order), sizeof order);
  return order == SEG_BYTE_ORDER;
}

/* Opens it with a store and a reader. */
static void convert_old_file(struct stats_store **s, struct stats_reader **r)
{
  *r = open_reader();
  assert_int_equal(stats_reader_state(*r), STATS_STATE_CORRUPT);
  assert_non_null(strstr(stats_reader_reason(*r), "older layout"));
  test_log[0] = '\0';
  *s = open_store();
  assert_true(record(*s, "production", "new", 100, 0));
  assert_string_equal(test_log, "");
  assert_int_equal(files_named("stats.bad-"), 0);
  stats_reader_refresh(*r);
  assert_int_equal(stats_reader_state(*r), STATS_STATE_OK);
}

/* stats-layout-1 was written by the first version of the layout: three rows of nodes, five compilations. */
static void test_a_file_of_the_first_layout_is_converted(void **state)
{
  (void)state;
  struct stats_store *s;
  struct stats_reader *r;
  if (!put_old_file("tests/unit/collectors/stats-layout-1")) {
    skip();
  }
  convert_old_file(&s, &r);
  assert_int_equal(scalar(r, STAT_ficCmpTotal), 6);
  assert_int_equal(scalar(r, STAT_ficCmpTimeSum), 15100);
  assert_int_equal(scalar(r, STAT_ficFailCycle), 1);
  assert_int_equal(scalar(r, STAT_ficCmpFromCache), 1);
  assert_int_equal(scalar(r, STAT_ficParseBytes), 1500);
  assert_int_equal(scalar(r, STAT_ficRubyCalls), 0);
  assert_true(absent(r, STAT_ficRubyMem));
  assert_int_equal(cell(r, STAT_ficEnvCmpTotal, "production"), 4);
  assert_int_equal(cell(r, STAT_ficEnvCmpTotal, "test"), 2);
  assert_int_equal(cell(r, STAT_ficEnvRubyCalls, "test"), 0);
  assert_int_equal(cell(r, STAT_ficNodeCmpTotal, "db1"), 2);
  assert_int_equal(cell(r, STAT_ficNodeResources, "mail1"), 5);
  assert_int_equal(cell(r, STAT_ficTypeCompiled, "file"), 15);
  assert_int_equal(scalar(r, STAT_ficNodeEvicted), 0);
  stats_reader_free(r);
  stats_close(s);
}

/* stats-layout-2 was written by the second: five compilations of web0 (twice), web1 (twice) and web2, the fourth of
 * which failed; each with three calls into Ruby, which was started by the first and measured in the third. */
static void test_a_file_of_the_second_layout_is_converted(void **state)
{
  (void)state;
  struct stats_store *s;
  struct stats_reader *r;
  struct stats_value v;
  if (!put_old_file("tests/unit/collectors/stats-layout-2")) {
    skip();
  }
  convert_old_file(&s, &r);
  static const struct expected_scalar scalars[] = {
    {STAT_ficCmpTotal, 6},       {STAT_ficCmpFailed, 1},           {STAT_ficCmpTimeSum, 15100},
    {STAT_ficCmpResSum, 20},     {STAT_ficCmpEdgeSum, 22},         {STAT_ficCmpWarnings, 5},
    {STAT_ficCmpDeprecated, 10}, {STAT_ficParseFiles, 5},          {STAT_ficParseBytes, 1500},
    {STAT_ficCacheHits, 10},     {STAT_ficCacheMisses, 5},         {STAT_ficFailCycle, 1},
    {STAT_ficCmpFromCache, 1},   {STAT_ficRubyCalls, 15},          {STAT_ficRubyFailed, 5},
    {STAT_ficRubyTimeSum, 450},  {STAT_ficRubyStopped, 5},         {STAT_ficRubyCompiles, 5},
    {STAT_ficRubyStarts, 1},     {STAT_ficRubyStartTimeSum, 5000}, {STAT_ficRubyStartTime, 5000},
    {STAT_ficRubyMem, 8},        {STAT_ficNativeCalls, 35},        {STAT_ficCmpWinCount, 5},
    {STAT_ficCmpMax, 5000},      {STAT_ficCmpFailRatio, 2000},     {STAT_ficCmpMaxMem, 4},
    {STAT_ficCmpWinSecs, 3600},
  };
  assert_scalars(r, scalars, sizeof scalars / sizeof scalars[0]);
  static const struct {
    enum stats_id id;
    size_t row;
    uint64_t value;
  } rows[] = {
    {STAT_ficPhaseCount, 3, 5},
    {STAT_ficPhaseTimeSum, 3, 1500},
    {STAT_ficPhaseMax, 3, 500},
    {STAT_ficPhaseCount, 13, 10},
    {STAT_ficRubyKindCalls, 2, 10},
    {STAT_ficRubyKindFailed, 2, 5},
    {STAT_ficRubyKindTimeSum, 7, 150},
    {STAT_ficTplCount, 1, 20},
    {STAT_ficTplFailed, 1, 5},
    {STAT_ficTplTimeSum, 1, 200},
    {STAT_ficHistCount, 4, 3},
    {STAT_ficHistCount, 19, 6},
    {STAT_ficHistCount, STATS_HISTOGRAM_RUBY * STATS_BUCKETS, 10},
    {STAT_ficHistCount, STATS_HISTOGRAM_RUBY * STATS_BUCKETS + 19, 15},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    assert_true(stats_reader_cell(r, rows[i].id, rows[i].row, &v));
    if (v.number != rows[i].value) {
      fail_msg("%s of row %zu is %llu", stats_table[rows[i].id].name, rows[i].row, (unsigned long long)v.number);
    }
  }
  assert_int_equal(cell(r, STAT_ficEnvCmpTotal, "production"), 4);
  assert_int_equal(cell(r, STAT_ficEnvRubyTimeSum, "test"), 180);
  assert_int_equal(cell(r, STAT_ficEnvNative, "production"), 21);
  assert_int_equal(cell(r, STAT_ficEnvLastAt, "test"), 1700000000000003);
  assert_int_equal(cell(r, STAT_ficEnvCmpP95, "test"), 4000); /* samples still belong to their rows */
  assert_int_equal(cell(r, STAT_ficNodeState, "web0"), STATS_RESULT_FAILED);
  assert_int_equal(cell(r, STAT_ficNodeCmpTotal, "web0"), 2);
  assert_int_equal(cell(r, STAT_ficNodeResources, "web1"), 4);
  assert_int_equal(cell(r, STAT_ficNodeDiscont, "web1"), 1700000000000001);
  assert_true(stats_reader_cell(r, STAT_ficNodeEnv, (size_t)stats_reader_find(r, STATS_NODE, "web0", 4), &v));
  assert_int_equal(v.length, 4);
  assert_memory_equal(v.text, "test", 4);
  assert_int_equal(cell(r, STAT_ficTypeCompiled, "file"), 15);
  stats_reader_free(r);
  stats_close(s);
}

static void test_parses_outside_compilations_count(void **state)
{
  (void)state;
  struct stats_store *s = open_store();
  struct stats_parses p = {.files = 2, .bytes = 30};
  assert_true(stats_record_parses(s, &p));
  struct stats_reader *r = open_reader();
  assert_int_equal(scalar(r, STAT_ficParseFiles), 2);
  assert_int_equal(scalar(r, STAT_ficParseBytes), 30);
  assert_int_equal(scalar(r, STAT_ficCmpTotal), 0);
  assert_true(absent(r, STAT_ficCmpLastAt));
  stats_reader_free(r);
  stats_close(s);
}

static void test_other_sizes_convert_the_file(void **state)
{
  (void)state;
  struct stats_store *s = open_sized(4, 0, 8);
  for (int i = 0; i < 6; i++) {
    char node[16];
    snprintf(node, sizeof node, "n%d", i);
    record(s, "p", node, 100u + (unsigned)i, 0);
  }
  struct stats_reader *r = open_reader();
  uint64_t began = stats_reader_discontinuity_us(r);
  struct stats_store *bigger = open_sized(100, 50, 32);
  assert_true(record(s, "p", "n9", 100, 0)); /* the old writer continues with the new file */
  assert_true(record(bigger, "p", "n5", 100, 0));
  stats_reader_refresh(r);
  assert_int_equal(stats_reader_state(r), STATS_STATE_OK);
  assert_int_equal(scalar(r, STAT_ficCmpTotal), 8);
  assert_int_equal(scalar(r, STAT_ficNodeEvicted), 2);
  assert_int_equal(stats_reader_discontinuity_us(r), began);
  assert_int_equal(stats_reader_rows(r, STATS_NODE), 5);
  assert_int_equal(cell(r, STAT_ficNodeCmpTotal, "n5"), 2);
  assert_int_equal(files_named(".bad"), 0);
  assert_int_equal(files_named(".new"), 0);
  stats_reader_free(r);
  stats_close(bigger);
  stats_close(s);
}

static void test_growing_keeps_rows_and_samples(void **state)
{
  (void)state;
  struct stats_store *s = open_sized(4, 0, 4);
  for (unsigned i = 0; i < 6; i++) {
    char node[16];
    snprintf(node, sizeof node, "n%u", i);
    record(s, "p", node, 100 + i, 0);
  }
  stats_close(s);
  s = open_sized(100, 0, 32);
  struct stats_reader *r = open_reader();
  assert_int_equal(stats_reader_rows(r, STATS_NODE), 4);
  assert_int_equal(scalar(r, STAT_ficCmpWinCount), 4);
  assert_int_equal(scalar(r, STAT_ficCmpMax), 105);
  for (unsigned i = 0; i < 50; i++) {
    char node[16];
    snprintf(node, sizeof node, "n%u", i);
    record(s, "p", node, 100, 0);
  }
  stats_reader_refresh(r);
  assert_int_equal(stats_reader_rows(r, STATS_NODE), 50);
  assert_int_equal(cell(r, STAT_ficNodeCmpTotal, "n4"), 2);
  assert_int_equal(scalar(r, STAT_ficCmpWinCount), 32);
  stats_reader_free(r);
  stats_close(s);
}

static void test_size_of_the_window(void **state)
{
  (void)state;
  char error[256];
  struct stats_config config = {.path = test_path, .window_s = {60}};
  stats_close(open_store());
  struct stats_store *s = stats_open(&config, error, sizeof error);
  assert_non_null(s);
  struct stats_reader *r = open_reader();
  assert_int_equal(scalar(r, STAT_ficCmpWinSecs), 60);
  stats_reader_free(r);
  stats_close(s);
}

static void test_permissions_of_file_and_directories(void **state)
{
  (void)state;
  char error[256];
  char deep[160];
  struct stat st;
  umask(077);
  snprintf(deep, sizeof deep, "%s/a", test_dir);
  char path[192];
  snprintf(path, sizeof path, "%s/stats", deep);
  struct stats_config config = {.path = path};
  struct stats_store *s = stats_open(&config, error, sizeof error);
  umask(022);
  assert_non_null(s);
  assert_int_equal(stat(path, &st), 0);
  assert_int_equal(st.st_mode & 07777, 0640); /* regardless of the umask: the subagent's group must read it */
  assert_int_equal(stat(deep, &st), 0);
  assert_int_equal(st.st_mode & 0700, 0700);
  assert_true((uint64_t)st.st_blocks > 0);
  stats_close(s);
  unlink(path);
  strcat(path, ".lock");
  assert_int_equal(stat(path, &st), 0);
  assert_int_equal(st.st_mode & 07777, 0600); /* readers cannot open it */
  unlink(path);
}

static void test_the_whole_file_has_blocks(void **state)
{
  (void)state;
  struct stat st;
  stats_close(open_store());
  assert_int_equal(stat(test_path, &st), 0);
  assert_true((uint64_t)st.st_blocks * 512 >= (uint64_t)st.st_size);
}

static void test_a_child_is_a_separate_writer(void **state)
{
  (void)state;
  int status;
  struct stats_store *s = open_store();
  record(s, "p", "a", 1, 0);
  stats_compile_started(s);
  for (int i = 0; i < 4; i++) {
    pid_t pid = fork();
    if (pid == 0) {
      stats_compile_stopped(s); /* belongs to the parent: does nothing here */
      stats_compile_started(s);
      bool ok = record(s, "p", "b", 1, 0);
      _exit(ok ? 0 : 1);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
  }
  assert_true(record(s, "p", "a", 1, 0));
  struct stats_reader *r = open_reader();
  assert_int_equal(scalar(r, STAT_ficCmpTotal), 6);
  assert_int_equal(scalar(r, STAT_ficCmpActive), 1); /* those of dead children are not counted */
  stats_compile_stopped(s);
  stats_reader_refresh(r);
  assert_int_equal(scalar(r, STAT_ficCmpActive), 0);
  stats_compile_stopped(s);
  stats_reader_refresh(r);
  assert_int_equal(scalar(r, STAT_ficCmpActive), 0);
  stats_reader_free(r);
  stats_close(s);
}

static void test_a_stopped_owner_of_the_lock_only_delays(void **state)
{
  (void)state;
  struct stats_store *s = open_store();
  struct stats_store *other = open_store();
  record(s, "p", "a", 1, 0);
  record(other, "p", "a", 1, 0);
  /* As if `other` had been stopped inside: its slot is in use, according to the lock word. */
  uint64_t lock;
  int fd = open(test_path, O_RDONLY);
  assert_int_equal(pread(fd, &lock, sizeof lock, offsetof(struct seg_header, lock)), sizeof lock);
  close(fd);
  uint64_t pid_slot = (uint64_t)getpid() % SEG_SLOTS + 1; /* `s` has the first slot tried, `other` the next */
  uint64_t held = ((lock >> 16) + 1) << 16 | (pid_slot % SEG_SLOTS + 1);
  poke(offsetof(struct seg_header, lock), &held, sizeof held);
  assert_false(record(s, "p", "a", 1, 0));
  assert_non_null(strstr(test_log, "STORE_BUSY"));
  stats_close(other); /* now the owner is dead */
  assert_true(record(s, "p", "a", 1, 0));
  assert_int_equal(total_now(), 3);
  stats_close(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    STORE_TEST(test_a_record_updates_totals_rows_and_histogram),
    STORE_TEST(test_counts_outlive_the_process_and_add_up),
    STORE_TEST(test_histogram_bounds_are_inclusive),
    STORE_TEST(test_the_least_recently_used_node_is_removed),
    STORE_TEST(test_environments_and_types_are_removed_too),
    STORE_TEST(test_adding_and_removing_many_rows_keeps_all_chains),
    STORE_TEST(test_more_types_than_rows_in_one_compilation_are_refused),
    STORE_TEST(test_names_are_truncated_and_cleaned),
    STORE_TEST(test_a_file_of_the_first_layout_is_converted),
    STORE_TEST(test_a_file_of_the_second_layout_is_converted),
    STORE_TEST(test_parses_outside_compilations_count),
    STORE_TEST(test_other_sizes_convert_the_file),
    STORE_TEST(test_growing_keeps_rows_and_samples),
    STORE_TEST(test_size_of_the_window),
    STORE_TEST(test_permissions_of_file_and_directories),
    STORE_TEST(test_the_whole_file_has_blocks),
    STORE_TEST(test_a_child_is_a_separate_writer),
    STORE_TEST(test_a_stopped_owner_of_the_lock_only_delays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
