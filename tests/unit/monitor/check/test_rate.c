/* Rates of counters: the file between two calls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "monitor/check/rate.h"

static void test_written_state_is_read_back(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  struct buf text = BUF_IN(a);
  struct rate_row rows[] = {
    {5, STR("web1")}, {UINT64_MAX, STR("")}, {7, STR("with blanks in it")}, {8, STR("bad\nname")}};
  const struct rate_state written = {.at_us = 1000000, .row = rows, .count = 4};
  struct rate_state read;
  rate_print(&written, STR("host object"), &text);
  assert_true(rate_parse(a, buf_view(&text), STR("host object"), &read));
  assert_int_equal(read.at_us, 1000000);
  assert_int_equal(read.count, 3);
  assert_true(read.row[1].number == UINT64_MAX);
  assert_true(str_eqz(read.row[2].name, "with blanks in it"));
  assert_false(rate_parse(a, buf_view(&text), STR("host other"), &read));
  for (size_t n = 0; n < text.n; n++) { /* a prefix is invalid */
    assert_false(rate_parse(a, str_n(text.p, n), STR("host object"), &read));
    assert_int_equal(read.count, 0);
  }
  buf_z(&text, "more");
  assert_false(rate_parse(a, buf_view(&text), STR("host object"), &read));
  arena_free(a);
}

static void test_rates(void **state)
{
  (void)state;
  struct rate_row rows[] = {{100, STR("a")}, {200, STR("b")}};
  const struct rate_state before = {.at_us = 1000000, .row = rows, .count = 2}, none = {0};
  double rate;
  size_t hint = 0;
  assert_true(rate_of(&before, STR("b"), 250, 3000000, &hint, &rate));
  assert_true(rate == 25);
  assert_true(rate_of(&before, STR("a"), 100, 3000000, &hint, &rate));
  assert_true(rate == 0);
  assert_false(rate_of(&before, STR("a"), 99, 3000000, &hint, &rate));  /* the counter was reset */
  assert_false(rate_of(&before, STR("a"), 101, 1000000, &hint, &rate)); /* no time has passed */
  assert_false(rate_of(&before, STR("c"), 101, 3000000, &hint, &rate));
  assert_false(rate_of(&none, STR("a"), 101, 3000000, &hint, &rate));
}

static void test_the_file_is_replaced(void **state)
{
  (void)state;
  char directory[] = "/tmp/test_rate.XXXXXX";
  struct arena *a = arena_new();
  struct buf path = BUF_IN(a), why = BUF_IN(a);
  struct rate_row row = {5, STR("")};
  struct rate_state read, written = {.at_us = 7, .row = &row, .count = 1};
  assert_non_null(mkdtemp(directory));
  assert_true(rate_path(directory, STR("k"), &path, &why));
  rate_read(a, path.p, STR("k"), &read);
  assert_int_equal(read.at_us, 0);
  assert_true(rate_write(a, path.p, STR("k"), &written, &why));
  rate_read(a, path.p, STR("k"), &read);
  assert_int_equal(read.row[0].number, 5);
  unlink(path.p);
  rmdir(directory);
  buf_clear(&path);
  assert_true(rate_path("/nonexistent/x", STR("k"), &path, &why));
  assert_false(rate_write(a, "/proc/none/file", STR("k"), &written, &why));
  assert_true(why.n > 0);
  arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_written_state_is_read_back),
    cmocka_unit_test(test_rates),
    cmocka_unit_test(test_the_file_is_replaced),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
