/* Files in addition to the statistics file, removed rows, removed values, separate lists. */
#include "store_test.h"

#include <malloc.h>

static char sources_path[160];

static struct stats_store *open_sources(uint32_t rows)
{
  char error[256] = "";
  snprintf(sources_path, sizeof sources_path, "%s/%s", test_dir, stats_segment_files[STATS_SEGMENT_SOURCES]);
  struct stats_config config = {
    .path = sources_path, .segment = STATS_SEGMENT_SOURCES, .rows = {[STATS_SOURCE] = rows}};
  struct stats_store *s = stats_open(&config, error, sizeof error);
  if (s == NULL) {
    fail_msg("the file does not open: %s", error);
  }
  return s;
}

static struct stats_reader *open_both(void)
{
  struct stats_reader_options options = {.clock_us = test_clock, .sources = test_dir};
  struct stats_reader *r = stats_reader_new(test_path, &options);
  stats_reader_refresh(r);
  return r;
}

static void record_source(struct stats_store *s, const char *name, uint32_t state)
{
  struct stats_record *r = stats_begin(s, test_now_us);
  assert_true(stats_row(r, STATS_SOURCE, str_of(name)));
  stats_add(r, STAT_ficSrcPolls, 1);
  stats_set(r, STAT_ficSrcState, state);
  stats_set_text(r, STAT_ficSrcKind, str_of("redis"));
  stats_set(r, STAT_ficSrcGoodAt, test_now_us);
  assert_true(stats_commit(r));
}

static long row_of(const struct stats_reader *r, const char *name)
{
  return stats_reader_find(r, STATS_SOURCE, name, strlen(name));
}

static bool source_cell(const struct stats_reader *r, uint32_t id, const char *name, struct stats_value *value)
{
  const long row = row_of(r, name);
  assert_true(row >= 0);
  return stats_reader_cell(r, id, (size_t)row, value);
}

/* Each group is read from its own file, and either may be missing. */
static void test_two_files(void **state)
{
  (void)state;
  struct stats_value v;
  struct stats_store *sources = open_sources(0);
  record_source(sources, "one", STATS_SOURCESTATE_OK);
  record_source(sources, "two", STATS_SOURCESTATE_REFUSED);
  struct stats_reader *r = open_both();
  assert_int_equal(stats_reader_state(r), STATS_STATE_MISSING);
  assert_int_equal(stats_reader_rows(r, STATS_SOURCE), 2);
  assert_int_equal(stats_reader_rows(r, STATS_NODE), 0);
  assert_int_equal(scalar(r, STAT_ficColState), STATS_STATE_OK);
  assert_int_equal(scalar(r, STAT_ficColSources), 2);
  assert_int_equal(scalar(r, STAT_ficColOk), 1);
  assert_false(stats_reader_scalar(r, STAT_ficCmpTotal, &v));

  struct stats_store *s = open_store();
  assert_true(record(s, "production", "web1", 1000, 0));
  assert_true(stats_reader_refresh(r));
  assert_int_equal(scalar(r, STAT_ficCmpTotal), 1);
  assert_int_equal(stats_reader_rows(r, STATS_NODE), 1);
  assert_int_equal(stats_reader_rows(r, STATS_SOURCE), 2);
  const uint64_t before = stats_reader_generation(r), rows = stats_reader_rows_generation(r);
  record_source(sources, "three", STATS_SOURCESTATE_OK);
  assert_true(stats_reader_refresh(r));
  assert_true(stats_reader_generation(r) > before);
  assert_true(stats_reader_rows_generation(r) > rows);
  assert_int_equal(scalar(r, STAT_ficColOk), 2);
  test_now_us += 5000000;
  stats_reader_refresh(r);
  assert_true(source_cell(r, STAT_ficSrcAge, "three", &v));
  assert_int_equal(v.number, 5);
  stats_reader_free(r);

  /* Without the folder, no values of the other file exist. */
  r = open_reader();
  assert_int_equal(stats_reader_rows(r, STATS_SOURCE), 0);
  assert_int_equal(row_of(r, "one"), -1);
  assert_false(stats_reader_scalar(r, STAT_ficColState, &v));
  struct stats_row_key key;
  assert_false(stats_reader_key(r, STATS_SOURCE, 0, &key));
  struct stats_table_figures figures;
  stats_reader_table(r, STATS_SOURCE, &figures);
  assert_int_equal(figures.capacity, 0);
  stats_reader_free(r);
  stats_close(s);
  stats_close(sources);
}

/* A file of sources has nothing of the statistics file, and no windows. */
static void test_small(void **state)
{
  (void)state;
  struct stats_store *sources = open_sources(8);
  struct stat st;
  assert_int_equal(stat(sources_path, &st), 0);
  assert_true(st.st_size < 300000);
  struct stats_record *r = stats_begin(sources, test_now_us);
  stats_add(r, STAT_ficCmpTotal, 1); /* not in this file: dropped */
  stats_observe(r, STATS_HISTOGRAM_COMPILE, 1000);
  stats_sample(r, STATS_WINDOW_COMPILE);
  assert_false(stats_row(r, STATS_NODE, str_of("")));
  assert_true(stats_row(r, STATS_NODE, str_of("web")));
  assert_true(stats_commit(r));
  stats_close(sources);
  assert_string_equal(test_log, "");
}

static void test_forget(void **state)
{
  (void)state;
  struct stats_value v;
  struct stats_store *s = open_sources(4);
  record_source(s, "one", STATS_SOURCESTATE_OK);
  struct stats_record *r = stats_begin(s, test_now_us);
  stats_row(r, STATS_SOURCE, str_of("one"));
  stats_forget(r, STAT_ficSrcState);
  stats_forget(r, STAT_ficSrcKind);
  stats_forget(r, STAT_ficSrcReason); /* was never set */
  stats_forget(r, STAT_ficSrcPolls);  /* a counter stays */
  assert_true(stats_commit(r));
  struct stats_reader *reader = open_both();
  assert_false(source_cell(reader, STAT_ficSrcState, "one", &v));
  assert_false(source_cell(reader, STAT_ficSrcKind, "one", &v));
  assert_false(source_cell(reader, STAT_ficSrcReason, "one", &v));
  assert_true(source_cell(reader, STAT_ficSrcPolls, "one", &v));
  assert_int_equal(v.number, 1);
  assert_int_equal(scalar(reader, STAT_ficColSources), 1);
  assert_int_equal(stats_reader_state(reader), STATS_STATE_MISSING);
  record_source(s, "one", STATS_SOURCESTATE_TIMEOUT);
  stats_reader_refresh(reader);
  assert_true(source_cell(reader, STAT_ficSrcState, "one", &v));
  assert_int_equal(v.number, STATS_SOURCESTATE_TIMEOUT);
  assert_true(source_cell(reader, STAT_ficSrcKind, "one", &v));
  assert_int_equal(v.length, 5);
  stats_reader_free(reader);
  stats_close(s);
}

/* Rows are added and removed at random; the file always equals a list in memory. */
static void test_remove_rows(void **state)
{
  (void)state;
  enum { NAMES = 40 };
  unsigned counts[NAMES] = {0}, seed = 7;
  struct stats_store *s = open_sources(NAMES);
  struct stats_reader *reader = open_both();
  for (int round = 0; round < 3000; round++) {
    char name[24];
    seed = seed * 1103515245u + 12345u;
    const unsigned i = (seed >> 16) % NAMES;
    snprintf(name, sizeof name, "source-%u", i);
    if ((seed >> 8) % 5 < 2) {
      struct stats_record *r = stats_begin(s, test_now_us);
      stats_remove_row(r, STATS_SOURCE, str_of(name));
      stats_add(r, STAT_ficSrcPolls, 1000); /* no row is selected: dropped */
      assert_true(stats_commit(r));
      counts[i] = 0;
    } else {
      record_source(s, name, STATS_SOURCESTATE_OK);
      counts[i]++;
    }
    if (round % 50 != 0) {
      continue;
    }
    stats_reader_refresh(reader);
    size_t there = 0;
    for (unsigned k = 0; k < NAMES; k++) {
      struct stats_value v;
      snprintf(name, sizeof name, "source-%u", k);
      assert_int_equal(row_of(reader, name) >= 0, counts[k] > 0);
      if (counts[k] > 0) {
        there++;
        assert_true(source_cell(reader, STAT_ficSrcPolls, name, &v));
        assert_int_equal(v.number, counts[k]);
      }
    }
    assert_int_equal(stats_reader_rows(reader, STATS_SOURCE), there);
    assert_int_equal(scalar(reader, STAT_ficColSources), there);
  }
  assert_string_equal(test_log, "");
  stats_reader_free(reader);
  stats_close(s);
}

/* Removes, adds and removes again in one record; and removes an unknown name. */
static void test_remove_in_one_record(void **state)
{
  (void)state;
  struct stats_store *s = open_sources(4);
  record_source(s, "a", STATS_SOURCESTATE_OK);
  record_source(s, "b", STATS_SOURCESTATE_OK);
  struct stats_record *r = stats_begin(s, test_now_us);
  stats_remove_row(r, STATS_SOURCE, str_of("a"));
  stats_remove_row(r, STATS_SOURCE, str_of("nobody"));
  stats_row(r, STATS_SOURCE, str_of("c"));
  stats_add(r, STAT_ficSrcPolls, 5);
  stats_remove_row(r, STATS_SOURCE, str_of("b"));
  assert_true(stats_commit(r));
  struct stats_value v;
  struct stats_reader *reader = open_both();
  assert_int_equal(stats_reader_rows(reader, STATS_SOURCE), 1);
  assert_true(source_cell(reader, STAT_ficSrcPolls, "c", &v));
  assert_int_equal(v.number, 5);
  stats_reader_free(reader);
  stats_close(s);
}

/* --- a separate list ------------------------------------------------------------------------------------- */

#define STATS_DEF "tests/unit/collectors/own_list.def"
#define STATS_PREFIX OWN_
#include "collectors/stats_names.h"

#define STATS_DEF "tests/unit/collectors/own_list.def"
#define STATS_LIST own_list
#include "collectors/stats_list.h"

static void test_own_list(void **state)
{
  (void)state;
  char error[256];
  struct stats_value v;
  assert_int_equal(own_list.stat_count, OWN_STATS);
  assert_int_equal(own_list.stats[OWN_STAT_ownTurns].number, 4);
  struct stats_config config = {.path = test_path, .list = &own_list};
  struct stats_store *s = stats_open(&config, error, sizeof error);
  assert_non_null(s);
  struct stats_reader_options options = {.clock_us = test_clock, .list = &own_list};
  struct stats_reader *r = stats_reader_new(test_path, &options);
  stats_reader_refresh(r);
  assert_false(stats_reader_scalar(r, OWN_STAT_ownTurns, &v)); /* a mirror is absent until it is set */
  struct stats_record *rec = stats_begin(s, test_now_us);
  stats_set(rec, OWN_STAT_ownTurns, UINT64_C(0x123456789));
  stats_set(rec, OWN_STAT_ownBytes, UINT64_C(1) << 40);
  stats_set_text(rec, OWN_STAT_ownName, str_of("x"));
  assert_true(stats_commit(rec));
  stats_reader_refresh(r);
  assert_true(stats_reader_scalar(r, OWN_STAT_ownTurns, &v));
  assert_true(v.number == UINT64_C(0x123456789));
  assert_true(stats_reader_scalar(r, OWN_STAT_ownBytes, &v));
  assert_true(v.number == UINT64_C(1) << 40);
  rec = stats_begin(s, test_now_us);
  stats_set(rec, OWN_STAT_ownTurns, 3); /* it began anew */
  stats_forget(rec, OWN_STAT_ownBytes);
  assert_true(stats_commit(rec));
  stats_reader_refresh(r);
  assert_true(stats_reader_scalar(r, OWN_STAT_ownTurns, &v));
  assert_int_equal(v.number, 3);
  assert_false(stats_reader_scalar(r, OWN_STAT_ownBytes, &v));
  assert_true(stats_reader_scalar(r, OWN_STAT_ownName, &v));
  stats_reader_free(r);
  stats_close(s);
}

/* A subagent reads a file for each foreign source. */
static void test_readers_of_small_files_are_small(void **state)
{
  (void)state;
  enum { READERS = 100, BYTES_EACH = 40000 };
  char error[256];
  struct stats_config config = {.path = test_path, .list = &own_list};
  struct stats_store *s = stats_open(&config, error, sizeof error);
  assert_non_null(s);
  struct stats_reader_options options = {.clock_us = test_clock, .list = &own_list};
  struct stats_reader *all[READERS];
  const size_t before = mallinfo2().uordblks;
  for (size_t i = 0; i < READERS; i++) {
    all[i] = stats_reader_new(test_path, &options);
    stats_reader_refresh(all[i]);
    stats_reader_refresh(all[i]);
  }
  assert_true(mallinfo2().uordblks - before < READERS * BYTES_EACH);
  for (size_t i = 0; i < READERS; i++) stats_reader_free(all[i]);
  stats_close(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_two_files, store_setup, store_teardown),
    cmocka_unit_test_setup_teardown(test_small, store_setup, store_teardown),
    cmocka_unit_test_setup_teardown(test_forget, store_setup, store_teardown),
    cmocka_unit_test_setup_teardown(test_remove_rows, store_setup, store_teardown),
    cmocka_unit_test_setup_teardown(test_remove_in_one_record, store_setup, store_teardown),
    cmocka_unit_test_setup_teardown(test_own_list, store_setup, store_teardown),
    cmocka_unit_test_setup_teardown(test_readers_of_small_files_are_small, store_setup, store_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
