/* The reader: percentiles, the window, order of rows, states, generations. */
#include "store_test.h"

static const uint64_t second_us = 1000000;

static void test_percentiles_are_nearest_ranks(void **state)
{
  (void)state;
  struct stats_store *s = open_store();
  for (uint64_t i = 100; i >= 1; i--) {
    record(s, "production", "web1", i * 10, i <= 7 ? 1 : 0);
  }
  struct stats_reader *r = open_reader();
  assert_int_equal(scalar(r, STAT_ficCmpWinCount), 100);
  assert_int_equal(scalar(r, STAT_ficCmpP50), 500);
  assert_int_equal(scalar(r, STAT_ficCmpP90), 900);
  assert_int_equal(scalar(r, STAT_ficCmpP95), 950);
  assert_int_equal(scalar(r, STAT_ficCmpP99), 990);
  assert_int_equal(scalar(r, STAT_ficCmpMax), 1000);
  assert_int_equal(scalar(r, STAT_ficCmpFailRatio), 700);
  assert_int_equal(cell(r, STAT_ficEnvCmpP95, "production"), 950);
  stats_reader_free(r);
  stats_close(s);
}

static void test_one_sample_is_every_percentile(void **state)
{
  (void)state;
  struct stats_store *s = open_store();
  record(s, "production", "web1", 42, 0);
  struct stats_reader *r = open_reader();
  assert_int_equal(scalar(r, STAT_ficCmpP50), 42);
  assert_int_equal(scalar(r, STAT_ficCmpP99), 42);
  assert_int_equal(scalar(r, STAT_ficCmpMax), 42);
  assert_int_equal(scalar(r, STAT_ficCmpFailRatio), 0);
  stats_reader_free(r);
  stats_close(s);
}

static void test_samples_expire_from_the_window(void **state)
{
  (void)state;
  uint64_t began = test_now_us;
  struct stats_store *s = open_store();
  record(s, "old", "a", 900, 1);
  test_now_us += 1000 * second_us;
  record(s, "new", "b", 100, 0);
  struct stats_reader *r = open_reader();
  assert_int_equal(scalar(r, STAT_ficCmpWinCount), 2);
  assert_int_equal(scalar(r, STAT_ficCmpMax), 900);
  test_now_us = began + 3600 * second_us - 1;
  stats_reader_refresh(r);
  assert_int_equal(scalar(r, STAT_ficCmpWinCount), 2);
  test_now_us = began + 3600 * second_us;
  stats_reader_refresh(r);
  assert_int_equal(scalar(r, STAT_ficCmpWinCount), 1);
  assert_int_equal(scalar(r, STAT_ficCmpMax), 100);
  assert_int_equal(scalar(r, STAT_ficCmpFailRatio), 0);
  struct stats_value v;
  assert_false(stats_reader_cell(r, STAT_ficEnvCmpP95, (size_t)stats_reader_find(r, STATS_ENV, "old", 3), &v));
  test_now_us = began + 9000 * second_us;
  stats_reader_refresh(r);
  assert_int_equal(scalar(r, STAT_ficCmpWinCount), 0);
  assert_true(absent(r, STAT_ficCmpP50));
  assert_true(absent(r, STAT_ficCmpFailRatio));
  assert_true(absent(r, STAT_ficCmpMaxMem));
  assert_int_equal(scalar(r, STAT_ficCmpTotal), 2);
  test_now_us = began;
  stats_reader_free(r);
  stats_close(s);
}

static void test_a_clock_set_back_keeps_samples(void **state)
{
  (void)state;
  struct stats_store *s = open_store();
  test_now_us += 100000 * second_us;
  record(s, "p", "a", 900, 0);
  test_now_us -= 100000 * second_us;
  struct stats_reader *r = open_reader();
  assert_int_equal(scalar(r, STAT_ficCmpWinCount), 1);
  assert_int_equal(scalar(r, STAT_ficStatsAge), 0);
  assert_int_equal(cell(r, STAT_ficNodeAge, "a"), 0);
  stats_reader_free(r);
  stats_close(s);
}

static void test_the_ring_keeps_the_newest(void **state)
{
  (void)state;
  struct stats_store *s = open_sized(0, 0, 10);
  for (uint64_t i = 1; i <= 25; i++) {
    record(s, "p", "a", i, 0);
  }
  struct stats_reader *r = open_reader();
  assert_int_equal(scalar(r, STAT_ficCmpWinCount), 10);
  assert_int_equal(scalar(r, STAT_ficCmpP50), 20);
  assert_int_equal(scalar(r, STAT_ficCmpMax), 25);
  stats_reader_free(r);
  stats_close(s);
}

static void test_phases_have_percentiles_of_compilations(void **state)
{
  (void)state;
  struct stats_store *s = open_store();
  for (uint64_t i = 1; i <= 20; i++) {
    struct stats_compile c = {.wall_us = 100, .ended_us = test_now_us};
    c.phase_us[4] = i;
    c.phase_count[4] = 2;
    stats_record_compile(s, &c);
  }
  struct stats_reader *r = open_reader();
  struct stats_value v;
  assert_int_equal(stats_reader_rows(r, STATS_PHASE), 16);
  for (size_t i = 0; i < 16; i++) {
    struct stats_row_key key;
    assert_true(stats_reader_key(r, STATS_PHASE, i, &key));
    assert_int_equal(key.number[0], i + 1); /* ascending, and the numbers published */
  }
  stats_reader_cell(r, STAT_ficPhaseName, 3, &v);
  assert_int_equal(v.length, strlen("evaluate_main"));
  assert_memory_equal(v.text, "evaluate_main", v.length);
  stats_reader_cell(r, STAT_ficPhaseCount, 3, &v);
  assert_int_equal(v.number, 40);
  stats_reader_cell(r, STAT_ficPhaseTimeSum, 3, &v);
  assert_int_equal(v.number, 210);
  stats_reader_cell(r, STAT_ficPhaseP95, 3, &v);
  assert_int_equal(v.number, 19);
  stats_reader_cell(r, STAT_ficPhaseMax, 3, &v);
  assert_int_equal(v.number, 20);
  assert_false(stats_reader_cell(r, STAT_ficPhaseMax, 5, &v)); /* never executed */
  stats_reader_free(r);
  stats_close(s);
}

static void test_rows_are_in_snmp_order(void **state)
{
  static const char *const names[] = {"zeta", "b", "alpha", "aa", "c", "\xc3\xa4", "beta"};
  static const char *const sorted[] = {"b", "c", "aa", "\xc3\xa4", "beta", "zeta", "alpha"};
  (void)state;
  struct stats_store *s = open_store();
  for (size_t i = 0; i < 7; i++) {
    record(s, "p", names[i], 1, 0);
  }
  struct stats_reader *r = open_reader();
  struct stats_row_key key;
  for (size_t i = 0; i < 7; i++) {
    assert_true(stats_reader_key(r, STATS_NODE, i, &key));
    assert_int_equal(key.length, strlen(sorted[i]));
    assert_memory_equal(key.name, sorted[i], key.length);
    assert_int_equal(stats_reader_find(r, STATS_NODE, sorted[i], key.length), i);
  }
  assert_false(stats_reader_key(r, STATS_NODE, 7, &key));
  assert_int_equal(stats_reader_find(r, STATS_NODE, "none", 4), -1);
  stats_reader_free(r);
  stats_close(s);
}

static void test_long_names_have_a_stable_index(void **state)
{
  char name[201];
  (void)state;
  memset(name, 'n', 200);
  name[200] = '\0';
  struct stats_store *s = open_store();
  record(s, "p", name, 1, 0);
  name[199] = 'm';
  record(s, "p", name, 1, 0);
  struct stats_reader *r = open_reader();
  struct stats_row_key key;
  struct stats_value label;
  assert_int_equal(stats_reader_rows(r, STATS_NODE), 2);
  for (size_t i = 0; i < 2; i++) {
    assert_true(stats_reader_key(r, STATS_NODE, i, &key));
    assert_int_equal(key.length, 100);
    assert_true(stats_reader_cell(r, STAT_ficNodeLabel, i, &label));
    assert_int_equal(label.length, 200);
    /* FNV-1a of the whole name; published in the MIB as the row's identity, so it must not change. */
    assert_memory_equal(key.name + 91, label.text[199] == 'n' ? "-bbc8f365" : "-b8c8eeac", 9);
  }
  stats_reader_free(r);
  stats_close(s);
}

static void test_generations_of_values_and_rows(void **state)
{
  (void)state;
  struct stats_store *s = open_store();
  record(s, "p", "a", 1, 0);
  struct stats_reader *r = open_reader();
  uint64_t generation = stats_reader_generation(r);
  uint64_t rows = stats_reader_rows_generation(r);
  struct stats_row_key before;
  struct stats_row_key after;
  stats_reader_key(r, STATS_NODE, 0, &before);
  assert_false(stats_reader_refresh(r));
  assert_int_equal(stats_reader_generation(r), generation);
  record(s, "p", "a", 1, 0);
  assert_true(stats_reader_refresh(r));
  assert_true(stats_reader_generation(r) > generation);
  assert_int_equal(stats_reader_rows_generation(r), rows);
  stats_reader_key(r, STATS_NODE, 0, &after);
  assert_true(after.changed > before.changed);
  assert_int_equal(after.id, before.id);
  record(s, "p", "b", 1, 0);
  assert_true(stats_reader_refresh(r));
  assert_true(stats_reader_rows_generation(r) > rows);
  stats_reader_free(r);
  stats_close(s);
}

static void test_times_of_rows(void **state)
{
  (void)state;
  struct stats_store *s = open_sized(1, 0, 0);
  record(s, "p", "a", 1, 0);
  struct stats_reader *r = open_reader();
  assert_int_equal(cell(r, STAT_ficNodeDiscont, "a"), test_now_us);
  uint64_t then = test_now_us;
  test_now_us += 5 * second_us;
  record(s, "p", "b", 1, 0);
  record(s, "q", "a", 1, 0);
  stats_reader_refresh(r);
  assert_int_equal(cell(r, STAT_ficNodeDiscont, "a"), test_now_us);
  assert_int_equal(cell(r, STAT_ficEnvDiscont, "p"), then);
  assert_int_equal(cell(r, STAT_ficEnvNodes, "p"), 0);
  assert_int_equal(cell(r, STAT_ficEnvNodes, "q"), 1);
  struct stats_value v;
  assert_true(stats_reader_cell(r, STAT_ficNodeEnv, 0, &v));
  assert_memory_equal(v.text, "q", 1);
  test_now_us = then;
  stats_reader_free(r);
  stats_close(s);
}

static void test_stale_reader(void **state)
{
  (void)state;
  struct stats_store *s = open_store();
  record(s, "p", "a", 1, 0);
  struct stats_reader_options options = {.stale_s = 60, .clock_us = test_clock};
  struct stats_reader *r = stats_reader_new(test_path, &options);
  stats_reader_refresh(r);
  assert_int_equal(stats_reader_state(r), STATS_STATE_OK);
  test_now_us += 61 * second_us;
  assert_true(stats_reader_refresh(r));
  assert_int_equal(stats_reader_state(r), STATS_STATE_STALE);
  assert_int_equal(scalar(r, STAT_ficStatsAge), 61);
  assert_int_equal(scalar(r, STAT_ficCmpTotal), 1);
  record(s, "p", "a", 1, 0);
  stats_reader_refresh(r);
  assert_int_equal(stats_reader_state(r), STATS_STATE_OK);
  test_now_us -= 61 * second_us;
  stats_reader_free(r);
  stats_close(s);
}

/* Row of the histogram table. */
#define BUCKET(histogram, bucket) (STATS_HISTOGRAM_##histogram * STATS_BUCKETS + (bucket)-1)

static void test_kinds_ways_and_both_histograms(void **state)
{
  (void)state;
  struct stats_compile c = {.environment = STR("p"), .wall_us = 150, .ended_us = test_now_us};
  c.work.ruby[0] = (struct stats_spans){5, 2, 900};
  c.work.ruby[3] = (struct stats_spans){4, 1, 600};
  c.work.ruby[8] = (struct stats_spans){1, 1, 300};
  c.work.ruby_histogram[0] = 3;
  c.work.ruby_histogram[2] = 2;
  c.work.templates[0] = c.work.templates[2] = (struct stats_spans){6, 0, 70};
  struct stats_store *s = open_store();
  stats_record_compile(s, &c);
  stats_record_compile(s, &c);
  struct stats_reader *r = open_reader();
  static const struct {
    enum stats_group group;
    size_t row;
    enum stats_id id;
    uint64_t value;
  } cells[] = {
    {STATS_KIND, 2, STAT_ficRubyKindIndex, 3},
    {STATS_KIND, 2, STAT_ficRubyKindCalls, 8},
    {STATS_KIND, 2, STAT_ficRubyKindFailed, 2},
    {STATS_KIND, 2, STAT_ficRubyKindTimeSum, 1200},
    {STATS_KIND, 7, STAT_ficRubyKindCalls, 2},
    {STATS_KIND, 0, STAT_ficRubyKindCalls, 0},
    {STATS_TEMPLATE, 1, STAT_ficTplIndex, 2},
    {STATS_TEMPLATE, 1, STAT_ficTplCount, 12},
    {STATS_TEMPLATE, 1, STAT_ficTplFailed, 0},
    {STATS_TEMPLATE, 1, STAT_ficTplTimeSum, 140},
    {STATS_HIST, BUCKET(COMPILE, 1), STAT_ficHistMetric, 1},
    {STATS_HIST, BUCKET(COMPILE, 1), STAT_ficHistCount, 0},
    {STATS_HIST, BUCKET(COMPILE, 2), STAT_ficHistCount, 2},
    {STATS_HIST, BUCKET(COMPILE, 20), STAT_ficHistCount, 2},
    {STATS_HIST, BUCKET(RUBY, 1), STAT_ficHistMetric, 5},
    {STATS_HIST, BUCKET(RUBY, 1), STAT_ficHistBucket, 1},
    {STATS_HIST, BUCKET(RUBY, 1), STAT_ficHistCount, 6},
    {STATS_HIST, BUCKET(RUBY, 3), STAT_ficHistCount, 10},
    {STATS_HIST, BUCKET(RUBY, 20), STAT_ficHistBound, UINT32_MAX},
    {STATS_HIST, BUCKET(RUBY, 20), STAT_ficHistCount, 10},
  };
  for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
    struct stats_value v;
    assert_true(stats_reader_cell(r, cells[i].id, cells[i].row, &v));
    if (v.number != cells[i].value) {
      fail_msg("%s of row %zu is %llu", stats_table[cells[i].id].name, cells[i].row, (unsigned long long)v.number);
    }
  }
  assert_int_equal(stats_reader_rows(r, STATS_KIND), 8);
  assert_int_equal(stats_reader_rows(r, STATS_TEMPLATE), 3);
  assert_int_equal(stats_reader_rows(r, STATS_HIST), STATS_HISTOGRAMS * STATS_BUCKETS);
  struct stats_row_key key;
  assert_true(stats_reader_key(r, STATS_HIST, BUCKET(RUBY, 6), &key));
  assert_int_equal(key.number[0], 5);
  assert_int_equal(key.number[1], 6);
  assert_true(stats_reader_key(r, STATS_KIND, 4, &key));
  assert_int_equal(key.number[0], 5);
  assert_true(absent(r, STAT_ficRubyMem));
  stats_reader_free(r);
  stats_close(s);
}

static void test_gauges_are_clamped(void **state)
{
  (void)state;
  struct stats_store *s = open_store();
  struct stats_compile c = {.node = STR("a"), .wall_us = 1ull << 40, .ended_us = test_now_us, .resources = 1ull << 40};
  stats_record_compile(s, &c);
  struct stats_reader *r = open_reader();
  assert_int_equal(scalar(r, STAT_ficCmpLastTime), UINT32_MAX);
  assert_int_equal(scalar(r, STAT_ficCmpP50), UINT32_MAX);
  assert_int_equal(cell(r, STAT_ficNodeResources, "a"), UINT32_MAX);
  assert_true(scalar(r, STAT_ficCmpTimeSum) == 1ull << 40);
  struct stats_value v;
  assert_true(stats_reader_cell(r, STAT_ficHistBound, 19, &v));
  assert_int_equal(v.number, UINT32_MAX);
  stats_reader_free(r);
  stats_close(s);
}

/* Sets every stored object to 1 and adds a sample to each window, using only the list. */
static void record_all(struct stats_store *s, enum stats_segment segment)
{
  struct stats_record *r = stats_begin(s, test_now_us);
  for (uint32_t g = 0; g < STATS_GROUPS; g++) {
    const struct stats_group_info *info = &stats_groups[g];
    if (info->segment != segment) {
      continue;
    }
    if (info->rows == STATS_ROWS_NAMED) {
      assert_true(stats_row(r, g, STR("x")));
    }
    for (size_t i = info->first; i < info->first + info->count; i++) {
      const uint32_t id = (uint32_t)i;
      const uint32_t row = info->rows == STATS_ROWS_FIXED
                             ? stats_list.labels[stats_list.enums[info->enumeration].first].number
                             : 0;
      if (!stats_is_stored(&stats_table[i])) {
        continue;
      }
      if (stats_table[i].syntax == STATS_STRING) {
        stats_set_text(r, id, STR("x"));
      } else if (stats_is_counter(&stats_table[i]) && stats_table[i].from.source == STATS_SOURCE_STORE) {
        stats_add_at(r, id, row, 1);
      } else {
        stats_set_at(r, id, row, 1);
      }
    }
  }
  for (uint32_t w = 0; w < STATS_WINDOWS && segment == STATS_SEGMENT_STORE; w++) {
    const struct stats_window_info *info = &stats_list.windows[w];
    stats_sample(r, w);
    for (size_t i = info->first; i < info->first + info->count; i++) {
      const struct stats_sample_info *sample = &stats_list.samples[i];
      if (sample->of == STATS_SAMPLE_OF_VALUE) {
        stats_sample_set(r, (uint32_t)i, 1);
      } else if (sample->of == STATS_SAMPLE_OF_EACH) {
        stats_sample_set_at(r, (uint32_t)i, stats_list.labels[stats_list.enums[sample->enumeration].first].number, 1);
      }
    }
  }
  assert_true(stats_commit(r));
}

static struct stats_store *open_segment(enum stats_segment segment)
{
  char path[200], error[256] = "";
  snprintf(path, sizeof path, "%s/%s", test_dir, stats_segment_files[segment]);
  struct stats_config config = {.path = segment == STATS_SEGMENT_STORE ? test_path : path, .segment = segment};
  struct stats_store *s = stats_open(&config, error, sizeof error);
  assert_non_null(s);
  return s;
}

/* Every object has a value after it was recorded, except those of the publisher. Others are absent, except counters and
 * properties of any store. */
static void test_every_object_is_answered(void **state)
{
  (void)state;
  struct stats_store *s[STATS_SEGMENTS];
  for (uint32_t k = 0; k < STATS_SEGMENTS; k++) {
    s[k] = open_segment((enum stats_segment)k);
  }
  struct stats_reader_options options = {.clock_us = test_clock, .sources = test_dir};
  struct stats_reader *r = stats_reader_new(test_path, &options);
  stats_reader_refresh(r);
  for (uint32_t i = 0; i < STATS_IDS; i++) {
    struct stats_value v;
    const enum stats_source source = stats_table[i].from.source;
    if (!stats_is_table(&stats_groups[stats_table[i].group]) &&
        stats_reader_scalar(r, i, &v) !=
          ((stats_table[i].syntax == STATS_COUNTER64 && source != STATS_SOURCE_PUBLISHER) ||
           source == STATS_SOURCE_STAMP || source == STATS_SOURCE_ROWS || i == STAT_ficStatsState ||
           i == STAT_ficColState || i == STAT_ficTableChange || i == STAT_ficCmpActive ||
           (source == STATS_SOURCE_WINDOW && stats_table[i].from.number == STATS_WHAT_SECONDS))) {
      fail_msg("%s of an empty store", stats_table[i].name);
    }
  }
  for (uint32_t k = 0; k < STATS_SEGMENTS; k++) {
    record_all(s[k], (enum stats_segment)k);
  }
  stats_reader_refresh(r);
  for (uint32_t i = 0; i < STATS_IDS; i++) {
    struct stats_value v;
    bool scalars = !stats_is_table(&stats_groups[stats_table[i].group]);
    bool have = scalars ? stats_reader_scalar(r, i, &v) : stats_reader_cell(r, i, 0, &v);
    const bool own = stats_table[i].from.source == STATS_SOURCE_PUBLISHER ||
                     stats_groups[stats_table[i].group].rows == STATS_ROWS_CONFIGURED;
    if (have == own) {
      fail_msg("%s", stats_table[i].name);
    }
    if (have && stats_is_stored(&stats_table[i]) && stats_table[i].syntax != STATS_STRING) {
      assert_int_equal(v.number, 1);
    }
  }
  stats_reader_free(r);
  for (uint32_t k = 0; k < STATS_SEGMENTS; k++) {
    stats_close(s[k]);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    STORE_TEST(test_percentiles_are_nearest_ranks),
    STORE_TEST(test_one_sample_is_every_percentile),
    STORE_TEST(test_samples_expire_from_the_window),
    STORE_TEST(test_a_clock_set_back_keeps_samples),
    STORE_TEST(test_the_ring_keeps_the_newest),
    STORE_TEST(test_phases_have_percentiles_of_compilations),
    STORE_TEST(test_rows_are_in_snmp_order),
    STORE_TEST(test_long_names_have_a_stable_index),
    STORE_TEST(test_generations_of_values_and_rows),
    STORE_TEST(test_times_of_rows),
    STORE_TEST(test_stale_reader),
    STORE_TEST(test_kinds_ways_and_both_histograms),
    STORE_TEST(test_gauges_are_clamped),
    STORE_TEST(test_every_object_is_answered),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
