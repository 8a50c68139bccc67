/* Shared by the tests of the statistics store: a directory, records in one line, and the log. */
#ifndef TESTS_STORE_TEST_H
#define TESTS_STORE_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "collectors/compile_stats.h"
#include "collectors/segment.h"
#include "collectors/stats.h"
#include "collectors/stats_reader.h"

#define UNUSED __attribute__((unused))

static char test_dir[64];
static char test_path[128];
static char test_log[8192]; /* messages at warning or worse, one a line, with their codes */
static uint64_t test_now_us = 1700000000000000ull;

static void test_log_hook(void *ctx, const struct log_event *event)
{
  (void)ctx;
  if (event->level >= LOG_LEVEL_WARNING) {
    size_t n = strlen(test_log);
    snprintf(test_log + n, sizeof test_log - n, "%s %.*s\n", event->code == NULL ? "-" : event->code,
             (int)event->message_len, event->message);
  }
}

static int store_setup(void **state)
{
  (void)state;
  strcpy(test_dir, "/tmp/test_store.XXXXXX");
  if (mkdtemp(test_dir) == NULL) {
    return -1;
  }
  snprintf(test_path, sizeof test_path, "%s/stats", test_dir);
  test_log[0] = '\0';
  log_add_destination("/dev/null", test_log, sizeof test_log);
  test_log[0] = '\0';
  log_set_hook(test_log_hook, NULL);
  return 0;
}

static int store_teardown(void **state)
{
  (void)state;
  DIR *d = opendir(test_dir);
  for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) {
    if (e->d_name[0] != '.') {
      unlinkat(dirfd(d), e->d_name, 0);
      unlinkat(dirfd(d), e->d_name, AT_REMOVEDIR);
    }
  }
  if (d != NULL) {
    closedir(d);
  }
  log_set_hook(NULL, NULL);
  return rmdir(test_dir);
}

static UNUSED unsigned files_named(const char *part)
{
  unsigned n = 0;
  DIR *d = opendir(test_dir);
  for (struct dirent *e; (e = readdir(d)) != NULL;) {
    n += strstr(e->d_name, part) != NULL;
  }
  closedir(d);
  return n;
}

static UNUSED struct stats_store *open_sized(uint32_t nodes, uint32_t types, uint32_t samples)
{
  char error[256] = "";
  struct stats_config config = {
    .path = test_path, .rows = {[STATS_NODE] = nodes, [STATS_TYPE] = types}, .samples = {samples}};
  struct stats_store *s = stats_open(&config, error, sizeof error);
  if (s == NULL) {
    fail_msg("the store does not open: %s", error);
  }
  return s;
}

static UNUSED struct stats_store *open_store(void) { return open_sized(0, 0, 0); }

static UNUSED bool record(struct stats_store *s, const char *environment, const char *node, uint64_t wall_us,
                          uint32_t failure)
{
  struct stats_compile c = {.environment = str_of(environment),
                            .node = str_of(node),
                            .failure = failure,
                            .wall_us = wall_us,
                            .ended_us = test_now_us,
                            .resources = 10,
                            .edges = 12};
  return stats_record_compile(s, &c);
}

static UNUSED uint64_t test_clock(void *ctx)
{
  (void)ctx;
  return test_now_us;
}

static UNUSED struct stats_reader *open_reader(void)
{
  struct stats_reader_options options = {.clock_us = test_clock};
  struct stats_reader *r = stats_reader_new(test_path, &options);
  stats_reader_refresh(r);
  return r;
}

static UNUSED uint64_t scalar(const struct stats_reader *r, enum stats_id id)
{
  struct stats_value v;
  if (!stats_reader_scalar(r, id, &v)) {
    fail_msg("%s is absent", stats_table[id].name);
  }
  return v.number;
}

struct expected_scalar {
  enum stats_id id;
  uint64_t value;
};

static UNUSED void assert_scalars(const struct stats_reader *r, const struct expected_scalar *expected, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    const uint64_t is = scalar(r, expected[i].id);
    if (is != expected[i].value) {
      fail_msg("%s is %llu", stats_table[expected[i].id].name, (unsigned long long)is);
    }
  }
}

static UNUSED bool absent(const struct stats_reader *r, enum stats_id id)
{
  struct stats_value v;
  return !stats_reader_scalar(r, id, &v);
}

static UNUSED uint64_t cell(const struct stats_reader *r, enum stats_id id, const char *row)
{
  struct stats_value v;
  long at = stats_reader_find(r, stats_table[id].group, row, strlen(row));
  if (at < 0 || !stats_reader_cell(r, id, (size_t)at, &v)) {
    fail_msg("%s of %s is absent", stats_table[id].name, row);
  }
  return v.number;
}

static UNUSED bool has_row(const struct stats_reader *r, enum stats_group group, const char *row)
{
  return stats_reader_find(r, group, row, strlen(row)) >= 0;
}

/* The present total of the store, from a new reader. */
static UNUSED uint64_t total_now(void)
{
  struct stats_reader *r = open_reader();
  assert_int_equal(stats_reader_state(r), STATS_STATE_OK);
  uint64_t total = scalar(r, STAT_ficCmpTotal);
  stats_reader_free(r);
  return total;
}

/* Writes bytes to the file, bypassing all mappings. */
static UNUSED void poke(uint64_t at, const void *p, size_t n)
{
  int fd = open(test_path, O_WRONLY);
  assert_true(fd >= 0);
  assert_int_equal(pwrite(fd, p, n, (off_t)at), n);
  close(fd);
}

static UNUSED const struct seg_layout *layout_of_file(void)
{
  static char head[SEG_HEAD_BYTES];
  static struct seg_layout layout;
  const char *reason = "";
  struct stat st;
  int fd = open(test_path, O_RDONLY);
  assert_true(fd >= 0);
  assert_int_equal(read(fd, head, sizeof head), sizeof head);
  assert_int_equal(fstat(fd, &st), 0);
  close(fd);
  if (!seg_check_header(head, sizeof head, (uint64_t)st.st_size, &layout, &reason)) {
    fail_msg("%s", reason);
  }
  return &layout;
}

/* Returns the container of a table of the file. */
static UNUSED const struct seg_container *table_of_file(enum stats_group group)
{
  return seg_find(layout_of_file(), SEG_TABLE, stats_groups[group].number);
}

/* Returns the offset in bytes of a stored object in the core, a row or a sample. */
static UNUSED uint64_t offset_in_item(enum stats_id id)
{
  struct seg_bind bind = {0};
  assert_true(seg_bind(&bind, &stats_list, layout_of_file()));
  const uint64_t at = bind.stats[id].at * 8ull;
  assert_int_not_equal(bind.stats[id].container, SEG_NOWHERE);
  seg_unbind(&bind);
  return at;
}

#define STORE_TEST(f) cmocka_unit_test_setup_teardown(f, store_setup, store_teardown)

#endif
