/* Programs with different lists and one file: each uses the objects that it knows, and none loses the counts of
 * another. The "newer" list is the programs' own with a table, scalars, fixed rows, a window and a histogram more. */
#include "store_test.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

/* Indices in the newer list. */
enum { THING = STATS_GROUPS, EXTRA, STEP, NEW_GROUPS };
enum { NEW_RESULT = STATS_ENUMS, NEW_STEP, NEW_ENUMS };
enum { NEW_WINDOW = STATS_WINDOWS, NEW_WINDOWS };
enum { SAMPLE_TIME = STATS_SAMPLES, SAMPLE_THING, SAMPLE_STEPS, NEW_SAMPLES };
enum { NEW_HISTOGRAM = STATS_HISTOGRAMS, NEW_HISTOGRAMS };
enum {
  THING_NAME = STATS_IDS,
  THING_LABEL,
  THING_COUNT,
  THING_GAUGE,
  THING_PLACE,
  THING_STATE,
  THING_AT,
  THING_AGE,
  THING_P50,
  THING_SAMPLES,
  THING_BORN,
  THING_SAME,
  EXTRA_COUNT,
  EXTRA_TEXT,
  EXTRA_EVICTED,
  EXTRA_ROWS,
  EXTRA_BAD,
  EXTRA_OLD,
  EXTRA_SHARE,
  EXTRA_SECONDS,
  STEP_NUMBER,
  STEP_NAME,
  STEP_COUNT,
  STEP_LAST,
  STEP_MAX,
  NEW_STATS
};

static struct stats_enum_info new_enums[NEW_ENUMS];
static struct stats_label_info new_labels[256];
static struct stats_window_info new_windows[NEW_WINDOWS];
static struct stats_sample_info new_samples[NEW_SAMPLES];
static struct stats_histogram_info new_histograms[NEW_HISTOGRAMS];
static struct stats_group_info new_groups[NEW_GROUPS];
static struct stats_info new_stats[NEW_STATS];
static struct stats_list newer;

#define FROM(...) .from = {__VA_ARGS__}

static void make_newer(void)
{
  static const struct stats_info more[] = {
    {THING, 1, "thingName", STATS_STRING, .min = 1, .max = 40, .access = STATS_ACCESS_NONE, FROM(STATS_SOURCE_INDEX)},
    {THING, 2, "thingLabel", STATS_STRING, .min = 1, .max = 40, FROM(STATS_SOURCE_LABEL)},
    {THING, 3, "thingCount", STATS_COUNTER64, FROM(STATS_SOURCE_STORE)},
    {THING, 4, "thingGauge", STATS_GAUGE32, FROM(STATS_SOURCE_STORE)},
    {THING, 5, "thingPlace", STATS_STRING, .max = 20, FROM(STATS_SOURCE_STORE)},
    {THING, 6, "thingState", STATS_ENUMERATED, .enumeration = NEW_RESULT, FROM(STATS_SOURCE_STORE)},
    {THING, 7, "thingAt", STATS_DATEANDTIME, FROM(STATS_SOURCE_STORE)},
    {THING, 8, "thingAge", STATS_GAUGE32, FROM(STATS_SOURCE_AGE, .of = THING_AT)},
    {THING, 9, "thingP50", STATS_GAUGE32,
     FROM(STATS_SOURCE_WINDOW, .of = NEW_WINDOW, .sample = SAMPLE_TIME, .number = STATS_WHAT_P50)},
    {THING, 10, "thingSamples", STATS_GAUGE32,
     FROM(STATS_SOURCE_WINDOW, .of = NEW_WINDOW, .sample = SAMPLE_TIME, .number = STATS_WHAT_COUNT)},
    {THING, 11, "thingBorn", STATS_TIMESTAMP, FROM(STATS_SOURCE_STAMP)},
    {THING, 12, "thingSame", STATS_GAUGE32, FROM(STATS_SOURCE_COUNT_NAME, .of = THING_PLACE)},
    {EXTRA, 1, "extraCount", STATS_COUNTER64, FROM(STATS_SOURCE_STORE)},
    {EXTRA, 2, "extraText", STATS_STRING, .max = 13, FROM(STATS_SOURCE_STORE)},
    {EXTRA, 3, "extraEvicted", STATS_COUNTER64, FROM(STATS_SOURCE_EVICTED, .of = THING)},
    {EXTRA, 4, "extraRows", STATS_GAUGE32, FROM(STATS_SOURCE_ROWS, .of = THING)},
    {EXTRA, 5, "extraBad", STATS_GAUGE32, FROM(STATS_SOURCE_COUNT, .of = THING_STATE, .number = 2)},
    {EXTRA, 6, "extraOld", STATS_GAUGE32, FROM(STATS_SOURCE_COUNT_OLDER, .of = THING_AT, .number = THING_AT)},
    {EXTRA, 7, "extraShare", STATS_RATIO,
     FROM(STATS_SOURCE_WINDOW, .of = NEW_WINDOW, .sample = SAMPLE_TIME, .number = STATS_WHAT_SHARE)},
    {EXTRA, 8, "extraSeconds", STATS_GAUGE32,
     FROM(STATS_SOURCE_WINDOW, .of = NEW_WINDOW, .sample = SAMPLE_TIME, .number = STATS_WHAT_SECONDS)},
    {STEP, 1, "stepNumber", STATS_INTEGER32, .min = 1, .max = 9, .access = STATS_ACCESS_NONE, FROM(STATS_SOURCE_INDEX)},
    {STEP, 2, "stepName", STATS_STRING, .max = 32, FROM(STATS_SOURCE_LABEL)},
    {STEP, 3, "stepCount", STATS_COUNTER64, FROM(STATS_SOURCE_STORE)},
    {STEP, 4, "stepLast", STATS_GAUGE32, FROM(STATS_SOURCE_STORE)},
    {STEP, 5, "stepMax", STATS_GAUGE32,
     FROM(STATS_SOURCE_WINDOW, .of = NEW_WINDOW, .sample = SAMPLE_STEPS, .number = STATS_WHAT_MAX)},
  };
  static const struct stats_label_info labels[] = {
    {1, "good", "Good."}, {2, "bad", "Bad."}, {3, "first", "First."}, {7, "last", "Last."}};
  size_t old_labels = stats_list.enums[STATS_ENUMS - 1].first + stats_list.enums[STATS_ENUMS - 1].count;
  assert_int_equal(COUNT(more), NEW_STATS - STATS_IDS);
  memcpy(new_enums, stats_list.enums, sizeof *new_enums * STATS_ENUMS);
  memcpy(new_labels, stats_list.labels, sizeof *new_labels * old_labels);
  memcpy(new_labels + old_labels, labels, sizeof labels);
  new_enums[NEW_RESULT] = (struct stats_enum_info){"NEW", "", "New.", old_labels, 2};
  new_enums[NEW_STEP] = (struct stats_enum_info){"STEP", "", "Steps.", old_labels + 2, 2};
  memcpy(new_windows, stats_list.windows, sizeof *new_windows * STATS_WINDOWS);
  memcpy(new_samples, stats_list.samples, sizeof *new_samples * STATS_SAMPLES);
  new_windows[NEW_WINDOW] = (struct stats_window_info){"NEW", 99, 500, 8, 100, "New.", STATS_SAMPLES, 3};
  new_samples[SAMPLE_TIME] = (struct stats_sample_info){"TIME", 1, STATS_SAMPLE_OF_VALUE, .description = "Time."};
  new_samples[SAMPLE_THING] = (struct stats_sample_info){"THING", 2, STATS_SAMPLE_OF_ROW, .group = THING};
  new_samples[SAMPLE_STEPS] = (struct stats_sample_info){"STEPS", 3, STATS_SAMPLE_OF_EACH, .enumeration = NEW_STEP};
  memcpy(new_histograms, stats_list.histograms, sizeof *new_histograms * STATS_HISTOGRAMS);
  new_histograms[NEW_HISTOGRAM] = (struct stats_histogram_info){"NEW", 200, "new", "microseconds", "New."};
  memcpy(new_groups, stats_groups, sizeof stats_groups);
  new_groups[THING] = (struct stats_group_info){"THING", 60, "thing",   STATS_ROWS_NAMED, 3,
                                                10,      0,  "Things.", STATS_IDS,        12};
  new_groups[EXTRA] = (struct stats_group_info){"EXTRA", 61, "extra",   STATS_ROWS_SCALARS, 0,
                                                0,       0,  "Extras.", EXTRA_COUNT,        8};
  new_groups[STEP] = (struct stats_group_info){"STEP", 62,       "step",   STATS_ROWS_FIXED, 0,
                                               0,      NEW_STEP, "Steps.", STEP_NUMBER,      5};
  memcpy(new_stats, stats_table, sizeof stats_table);
  memcpy(new_stats + STATS_IDS, more, sizeof more);
  newer = stats_list;
  newer.enums = new_enums;
  newer.labels = new_labels;
  newer.windows = new_windows;
  newer.samples = new_samples;
  newer.histograms = new_histograms;
  newer.groups = new_groups;
  newer.stats = new_stats;
  newer.enum_count = NEW_ENUMS;
  newer.window_count = NEW_WINDOWS;
  newer.histogram_count = NEW_HISTOGRAMS;
  newer.group_count = NEW_GROUPS;
  newer.stat_count = NEW_STATS;
}

static struct stats_store *open_with(const struct stats_list *list, uint32_t nodes)
{
  char error[256] = "";
  struct stats_config config = {.path = test_path, .list = list, .rows = {[STATS_NODE] = nodes}};
  struct stats_store *s = stats_open(&config, error, sizeof error);
  if (s == NULL) {
    fail_msg("the store does not open: %s", error);
  }
  return s;
}

static struct stats_reader *read_with(const struct stats_list *list)
{
  struct stats_reader_options options = {.list = list, .clock_us = test_clock, .row_stale_s = 60};
  struct stats_reader *r = stats_reader_new(test_path, &options);
  stats_reader_refresh(r);
  assert_int_equal(stats_reader_state(r), STATS_STATE_OK);
  return r;
}

static bool record_thing(struct stats_store *s, const char *name, const char *place, uint64_t n)
{
  struct stats_record *r = stats_begin(s, test_now_us);
  stats_add(r, EXTRA_COUNT, n);
  stats_set_text(r, EXTRA_TEXT, str_of(place));
  stats_observe(r, NEW_HISTOGRAM, n);
  assert_true(stats_row(r, THING, str_of(name)));
  stats_add(r, THING_COUNT, n);
  stats_set(r, THING_GAUGE, n);
  stats_set_text(r, THING_PLACE, str_of(place));
  stats_set(r, THING_STATE, n % 2 + 1);
  stats_set(r, THING_AT, test_now_us);
  stats_sample(r, NEW_WINDOW);
  stats_sample_set(r, SAMPLE_TIME, n);
  stats_sample_set_at(r, SAMPLE_STEPS, 7, n);
  stats_add_at(r, STEP_COUNT, 7, n);
  stats_set_at(r, STEP_LAST, 7, n);
  return stats_commit(r);
}

static uint64_t value_of(const struct stats_reader *r, uint32_t id)
{
  struct stats_value v;
  if (!stats_reader_scalar(r, id, &v)) {
    fail_msg("%s is absent", new_stats[id].name);
  }
  return v.number;
}

static uint64_t at_row(const struct stats_reader *r, uint32_t id, size_t row)
{
  struct stats_value v;
  if (!stats_reader_cell(r, id, row, &v)) {
    fail_msg("%s is absent", new_stats[id].name);
  }
  return v.number;
}

static uint64_t of_thing(const struct stats_reader *r, uint32_t id, const char *name)
{
  long row = stats_reader_find(r, THING, name, strlen(name));
  assert_true(row >= 0);
  return at_row(r, id, (size_t)row);
}

static void expect_text(const struct stats_value *v, const char *text)
{
  assert_int_equal(v->length, strlen(text));
  assert_memory_equal(v->text, text, v->length);
}

static ino_t inode(void)
{
  struct stat st;
  assert_int_equal(stat(test_path, &st), 0);
  return st.st_ino;
}

/* Checks the result of record_thing(s, "a", "here", 5) and (s, "b", "a", 8). */
static void check_things(const struct stats_reader *r)
{
  struct stats_value v;
  assert_int_equal(value_of(r, EXTRA_COUNT), 13);
  assert_true(stats_reader_scalar(r, EXTRA_TEXT, &v));
  expect_text(&v, "a");
  assert_int_equal(stats_reader_rows(r, THING), 2);
  assert_int_equal(of_thing(r, THING_COUNT, "a"), 5);
  assert_int_equal(of_thing(r, THING_GAUGE, "b"), 8);
  assert_true(stats_reader_cell(r, THING_PLACE, 0, &v));
  expect_text(&v, "here");
  assert_int_equal(of_thing(r, THING_SAME, "a"), 1);
  assert_int_equal(of_thing(r, THING_SAME, "b"), 0);
  assert_int_equal(of_thing(r, THING_AT, "a"), test_now_us);
  assert_int_equal(of_thing(r, THING_P50, "a"), 5);
  assert_int_equal(of_thing(r, THING_SAMPLES, "b"), 1);
  assert_int_equal(of_thing(r, THING_BORN, "b"), test_now_us);
  assert_int_equal(value_of(r, EXTRA_ROWS), 2);
  assert_int_equal(value_of(r, EXTRA_BAD), 1);
  assert_int_equal(value_of(r, EXTRA_SHARE), 10000);
  assert_int_equal(value_of(r, EXTRA_SECONDS), 500);
  assert_int_equal(stats_reader_rows(r, STEP), 2);
  assert_int_equal(at_row(r, STEP_NUMBER, 1), 7);
  assert_int_equal(at_row(r, STEP_COUNT, 0), 0);
  assert_false(stats_reader_cell(r, STEP_LAST, 0, &v));
  assert_false(stats_reader_cell(r, STEP_MAX, 0, &v));
  assert_int_equal(at_row(r, STEP_COUNT, 1), 13);
  assert_int_equal(at_row(r, STEP_LAST, 1), 8);
  assert_int_equal(at_row(r, STEP_MAX, 1), 8);
  const size_t last = (STATS_HISTOGRAMS + 1) * STATS_BUCKETS - 1;
  assert_int_equal(at_row(r, STAT_ficHistMetric, last), 200);
  assert_int_equal(at_row(r, STAT_ficHistCount, last), 2);
}

static void test_an_older_program_keeps_unknown_objects(void **state)
{
  (void)state;
  struct stats_store *s = open_with(&newer, 0);
  assert_true(record_thing(s, "a", "here", 5));
  ino_t before = inode();
  struct stats_store *old = open_store();
  assert_int_equal(inode(), before); /* nothing to convert */
  assert_true(record(old, "production", "web1", 100, 0));
  assert_true(record_thing(s, "b", "a", 8));
  assert_true(record(old, "production", "web1", 100, 0));
  assert_int_equal(inode(), before);
  assert_int_equal(total_now(), 2);
  struct stats_reader *r = read_with(&newer);
  check_things(r);
  assert_int_equal(value_of(r, STAT_ficCmpTotal), 2);
  stats_reader_free(r);
  stats_close(old);
  stats_close(s);
  assert_string_equal(test_log, "");
}

static void test_unknown_objects_survive_conversions(void **state)
{
  (void)state;
  struct stats_store *s = open_with(&newer, 0);
  assert_true(record_thing(s, "a", "here", 5));
  assert_true(record_thing(s, "b", "a", 8));
  ino_t before = inode();
  struct stats_store *old = open_sized(7, 9, 11); /* converts, since the sizes differ */
  assert_int_not_equal(inode(), before);
  assert_true(record(old, "production", "web1", 100, 0));
  struct stats_reader *r = read_with(&newer);
  check_things(r);
  assert_int_equal(value_of(r, STAT_ficCmpTotal), 1);
  /* The writer with the open file continues with the new one. */
  assert_true(record_thing(s, "a", "here", 2));
  stats_reader_refresh(r);
  assert_int_equal(of_thing(r, THING_COUNT, "a"), 7);
  stats_reader_free(r);
  stats_close(old);
  stats_close(s);
  assert_string_equal(test_log, "");
}

static void test_a_newer_program_adds_its_objects(void **state)
{
  (void)state;
  struct stats_store *old = open_store();
  assert_true(record(old, "production", "web1", 100, 3));
  struct stats_reader *r = read_with(&newer);
  struct stats_value v;
  assert_false(stats_reader_scalar(r, EXTRA_COUNT, &v)); /* the file has none */
  assert_int_equal(stats_reader_rows(r, THING), 0);
  struct stats_store *s = open_with(&newer, 0);
  assert_true(record_thing(s, "a", "here", 5));
  assert_true(record(old, "production", "web1", 100, 0));
  assert_true(record_thing(s, "b", "a", 8));
  ino_t after = inode();
  for (int i = 0; i < 5; i++) { /* nor do they convert it repeatedly */
    assert_true(record(old, "production", "web1", 100, 0));
    assert_true(record(s, "production", "web1", 100, 0));
    stats_close(open_store());
    stats_close(open_with(&newer, 0));
  }
  assert_int_equal(inode(), after);
  stats_reader_refresh(r);
  check_things(r);
  assert_int_equal(value_of(r, STAT_ficCmpTotal), 12);
  assert_int_equal(value_of(r, STAT_ficFailEvaluation), 1);
  assert_int_equal(value_of(r, STAT_ficCmpWinCount), 12);
  stats_reader_free(r);
  stats_close(old);
  stats_close(s);
  assert_string_equal(test_log, "");
}

/* A counter became a gauge, and vice versa; a text became longer. */
static void test_other_kinds_are_converted(void **state)
{
  (void)state;
  static struct stats_info changed[NEW_STATS];
  memcpy(changed, new_stats, sizeof changed);
  changed[EXTRA_COUNT].syntax = STATS_GAUGE32;
  changed[THING_GAUGE].syntax = STATS_COUNTER64;
  changed[THING_PLACE].max = 60;
  struct stats_list other = newer;
  other.stats = changed;
  struct stats_store *s = open_with(&newer, 0);
  assert_true(record_thing(s, "a", "here", 5));
  struct stats_store *t = open_with(&other, 0);
  struct stats_record *record = stats_begin(t, test_now_us);
  stats_row(record, THING, STR("a"));
  stats_add(record, THING_GAUGE, 10);
  stats_set_text(record, THING_PLACE, STR("a place with a long name, 40 bytes or so"));
  assert_true(stats_commit(record));
  assert_true(record_thing(s, "b", "there", 8)); /* and the first one continues with the objects that it knows */
  struct stats_reader *r = read_with(&other);
  struct stats_value v;
  assert_int_equal(value_of(r, EXTRA_COUNT), 5);
  assert_int_equal(of_thing(r, THING_GAUGE, "a"), 15);
  assert_int_equal(of_thing(r, THING_COUNT, "b"), 8);
  assert_true(stats_reader_cell(r, THING_PLACE, 0, &v));
  expect_text(&v, "a place with a long name, 40 bytes or so");
  stats_reader_free(r);
  stats_close(t);
  stats_close(s);
}

static void test_every_table_counts_what_it_evicts(void **state)
{
  (void)state;
  struct stats_type_count types[] = {{STR("file"), 1}, {STR("service"), 1}, {STR("exec"), 1}};
  char error[256];
  struct stats_config config = {
    .path = test_path, .list = &newer, .rows = {[STATS_NODE] = 2, [STATS_ENV] = 1, [STATS_TYPE] = 2}};
  struct stats_store *s = stats_open(&config, error, sizeof error);
  for (int i = 0; i < 5; i++) {
    char name[32];
    snprintf(name, sizeof name, "n%d", i);
    struct stats_compile c = {.environment = str_of(name), .node = str_of(name), .types = types, .type_count = 3};
    assert_true(stats_record_compile(s, &c));
    assert_true(record_thing(s, name, "", 1));
  }
  struct stats_reader *r = read_with(&newer);
  static const struct {
    uint32_t group, rows, evicted;
  } expected[] = {{STATS_ENV, 1, 4}, {STATS_NODE, 2, 3}, {STATS_TYPE, 2, 5}, {THING, 3, 2}};
  for (size_t i = 0; i < COUNT(expected); i++) {
    struct stats_table_figures f;
    stats_reader_table(r, expected[i].group, &f);
    assert_int_equal(f.rows, expected[i].rows);
    assert_int_equal(f.capacity, expected[i].rows);
    assert_int_equal(f.evicted, expected[i].evicted);
  }
  assert_int_equal(value_of(r, EXTRA_EVICTED), 2);
  assert_int_equal(value_of(r, STAT_ficNodeEvicted), 3);
  stats_reader_free(r);
  stats_close(s);
}

static void test_ages_and_windows_follow_the_clock(void **state)
{
  (void)state;
  const uint64_t began = test_now_us;
  struct stats_store *s = open_with(&newer, 0);
  assert_true(record_thing(s, "a", "here", 9));
  test_now_us += 61000000;
  assert_true(record_thing(s, "b", "here", 4));
  struct stats_reader *r = read_with(&newer);
  assert_int_equal(of_thing(r, THING_AGE, "a"), 61);
  assert_int_equal(of_thing(r, THING_AGE, "b"), 0);
  assert_int_equal(value_of(r, EXTRA_OLD), 1);
  assert_int_equal(at_row(r, STEP_MAX, 1), 9);
  test_now_us += 440000000; /* the first sample has left the window of 500 s */
  stats_reader_refresh(r);
  struct stats_value v;
  assert_int_equal(value_of(r, EXTRA_OLD), 2);
  assert_false(stats_reader_cell(r, THING_P50, (size_t)stats_reader_find(r, THING, "a", 1), &v));
  assert_int_equal(of_thing(r, THING_SAMPLES, "a"), 0);
  assert_int_equal(of_thing(r, THING_P50, "b"), 4);
  assert_int_equal(at_row(r, STEP_MAX, 1), 4);
  test_now_us = began;
  stats_reader_free(r);
  stats_close(s);
}

static void test_texts_are_cleaned_truncated_and_absent_if_empty(void **state)
{
  (void)state;
  struct stats_store *s = open_with(&newer, 0);
  static const struct {
    const char *in, *out;
  } texts[] = {{"plain", "plain"},
               {"a\nb\xff", "a?b?"},
               {"123456789012\xc3\xa4", "123456789012"},
               {"1234567890123", "1234567890123"},
               {"x", "x"},
               {"", NULL}};
  for (size_t i = 0; i < COUNT(texts); i++) {
    struct stats_record *record = stats_begin(s, 0);
    struct stats_value v;
    stats_set_text(record, EXTRA_TEXT, str_of(texts[i].in));
    assert_true(stats_commit(record));
    struct stats_reader *r = read_with(&newer);
    assert_int_equal(stats_reader_scalar(r, EXTRA_TEXT, &v), texts[i].out != NULL);
    if (texts[i].out != NULL) {
      expect_text(&v, texts[i].out);
    }
    stats_reader_free(r);
  }
  stats_close(s);
}

/* Steps that do not match the list, or name no row, count nothing and do no damage. */
static void test_invalid_steps_are_dropped(void **state)
{
  (void)state;
  struct stats_store *s = open_with(&newer, 0);
  struct stats_record *record = stats_begin(s, test_now_us);
  stats_add(record, THING_COUNT, 1); /* no row is selected */
  assert_false(stats_row(record, THING, STR("")));
  stats_add_at(record, STEP_COUNT, 200, 1); /* no such row */
  stats_add(record, THING_AGE, 1);          /* not stored */
  stats_add(record, EXTRA_TEXT, 1);
  stats_set_text(record, EXTRA_COUNT, STR(""));
  stats_sample_set(record, SAMPLE_TIME, 1); /* no sample was begun */
  stats_observe_bucket(record, NEW_HISTOGRAM, 4000, 1);
  assert_true(stats_commit(record));
  assert_true(record_thing(s, "a", "here", 5));
  assert_true(record_thing(s, "b", "a", 8));
  struct stats_reader *r = read_with(&newer);
  check_things(r);
  stats_reader_free(r);
  stats_close(s);
}

/* --- damage ---------------------------------------------------------------------------------------------- */

/* A change of any byte of the directory is detected, by reader and writer. */
static void test_every_byte_of_the_directory_is_guarded(void **state)
{
  (void)state;
  stats_close(open_store());
  const struct seg_layout *layout = layout_of_file();
  const uint64_t at = layout->directory, size = layout->directory_words * 8;
  unsigned char bytes[8192];
  int fd = open(test_path, O_RDONLY);
  assert_true(size <= sizeof bytes);
  assert_int_equal(pread(fd, bytes, size, (off_t)at), size);
  close(fd);
  for (uint64_t i = 0; i < size; i++) {
    unsigned char byte = bytes[i] ^ (unsigned char)(1u << i % 8);
    poke(at + i, &byte, 1);
    struct stats_reader *r = open_reader();
    assert_int_equal(stats_reader_state(r), STATS_STATE_CORRUPT);
    assert_non_null(strstr(stats_reader_reason(r), "directory is damaged"));
    stats_reader_free(r);
    poke(at + i, &bytes[i], 1);
  }
  poke(at + 9, "x", 1);
  stats_close(open_store());
  assert_int_equal(files_named("stats.bad-"), 1);
  assert_non_null(strstr(test_log, "its directory is damaged"));
}

/* Expects that a directory with a valid checksum and an invalid word `index` is rejected. */
static void expect_refused_directory(uint64_t index, uint64_t word)
{
  char head[SEG_HEAD_BYTES];
  struct seg_header h;
  struct seg_layout layout;
  const char *reason = "";
  int fd = open(test_path, O_RDONLY);
  assert_int_equal(read(fd, head, sizeof head), sizeof head);
  close(fd);
  memcpy(&h, head, sizeof h);
  uint64_t *words = (uint64_t *)(void *)(head + SEG_PAGE + SEG_SLOTS * 8);
  words[index] = word;
  h.directory_sum = seg_checksum(h.instance, words, h.directory_words);
  h.checksum = seg_header_checksum(&h);
  memcpy(head, &h, sizeof h);
  if (seg_check_header(head, sizeof head, h.file_bytes, &layout, &reason)) {
    fail_msg("word %llu as %016llx is taken", (unsigned long long)index, (unsigned long long)word);
  }
  assert_string_equal(reason, "its directory is damaged");
}

static void test_an_invalid_directory_is_refused(void **state)
{
  (void)state;
  stats_close(open_store());
  const struct seg_layout *layout = layout_of_file();
  const uint64_t cells = layout->containers[0].count;
  const uint64_t second = 2 + cells;                      /* the second container, a window */
  expect_refused_directory(0, (uint64_t)SEG_TABLE << 32); /* the first is not the core */
  expect_refused_directory(1, 1ull << 32 | (cells + 1));  /* a cell more: the next container is invalid */
  expect_refused_directory(1, 1ull << 32 | 0xffff);
  expect_refused_directory(1, 2ull << 32 | cells);                         /* two cores */
  expect_refused_directory(2, 1ull << 32 | (uint64_t)SEG_KINDS << 16 | 1); /* no such kind */
  expect_refused_directory(2, 1ull << 32 | (uint64_t)SEG_COUNTERS << 16);  /* an empty range */
  expect_refused_directory(2, 1ull << 32 | (uint64_t)SEG_COUNTER << 16 | 2);
  expect_refused_directory(2, 1ull << 32 | (uint64_t)SEG_RAW << 16 | 1); /* only in old files */
  expect_refused_directory(2, 1ull << 32 | (uint64_t)SEG_HALVES << 16 | 4);
  expect_refused_directory(2, (uint64_t)(2u << 16 | 2) << 32 | (uint64_t)SEG_COUNTER << 16 | 1); /* is duplicate */
  expect_refused_directory(2, 1ull << 32 | (uint64_t)SEG_COUNTERS << 16 | 0xffff);               /* too large */
  expect_refused_directory(second, (uint64_t)SEG_CORE << 32);                                    /* a second core */
  expect_refused_directory(second, 9ull << 32);
  expect_refused_directory(second + 1, (uint64_t)0 << 32 | layout->containers[1].count); /* no room */
  expect_refused_directory(second + 1, ((uint64_t)SEG_ITEMS + 1) << 32 | layout->containers[1].count);
  expect_refused_directory(second + 1, (uint64_t)1024 << 32 | 5 << 16 | layout->containers[1].count); /* has no names */
  expect_refused_directory(second + 2, 1ull << 32 | (uint64_t)SEG_TEXT << 16 | 8);                    /* of a sample */
}

int main(void)
{
  make_newer();
  const struct CMUnitTest tests[] = {
    STORE_TEST(test_an_older_program_keeps_unknown_objects),
    STORE_TEST(test_unknown_objects_survive_conversions),
    STORE_TEST(test_a_newer_program_adds_its_objects),
    STORE_TEST(test_other_kinds_are_converted),
    STORE_TEST(test_every_table_counts_what_it_evicts),
    STORE_TEST(test_ages_and_windows_follow_the_clock),
    STORE_TEST(test_texts_are_cleaned_truncated_and_absent_if_empty),
    STORE_TEST(test_invalid_steps_are_dropped),
    STORE_TEST(test_every_byte_of_the_directory_is_guarded),
    STORE_TEST(test_an_invalid_directory_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
