/* The line of a plug-in: short texts as they were said, long ones shortened. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>

#include "monitor/check/result.h"

static struct result r;
static struct buf out;

static int begin(void **state)
{
  (void)state;
  result_init(&r);
  out = BUF_HEAP;
  return 0;
}

static int finish(void **state)
{
  (void)state;
  result_free(&r);
  buf_free(&out);
  return 0;
}

static size_t lines(void)
{
  size_t n = 0;
  for (size_t i = 0; i < out.n; i++) n += out.p[i] == '\n';
  return n;
}

static void test_short(void **state)
{
  (void)state;
  result_say(&r, SEVERITY_OK, "one");
  result_condition(&r, CONDITION_STALE, "a|b\n");
  result_condition(&r, CONDITION_DISABLED, "%s", "");
  result_print(&r, "store", true, &out);
  assert_string_equal(out.p, "FICELLE STORE WARNING: one, stale: a/b , disabled\n");
}

static void test_long(void **state)
{
  (void)state;
  for (unsigned i = 0; i < 500; i++)
    result_say(&r, i == 400 ? SEVERITY_CRITICAL : SEVERITY_WARNING, "source number %u", i);
  result_say(&r, SEVERITY_OK, "0 of 500 sources ok");
  result_print(&r, "source", false, &out);
  assert_true(out.n < 3200);
  assert_int_equal(lines(), 1);
  assert_true(
    str_starts(buf_view(&out), STR("FICELLE SOURCE CRITICAL: source number 400, source number 0, source number 1, ")));
  assert_true(str_ends(buf_view(&out), STR(" more, 0 of 500 sources ok\n")));
  buf_clear(&out);
  result_print(&r, "source", true, &out);
  assert_int_equal(lines(), 502);
  assert_true(str_ends(buf_view(&out), STR("\nsource number 499\n0 of 500 sources ok\n")));
}

static void test_values_of_rows(void **state)
{
  (void)state;
  char name[20];
  result_say(&r, SEVERITY_OK, "fine");
  for (unsigned i = 0; i < 1000; i++) {
    snprintf(name, sizeof name, "row%u", i);
    result_perf(&r, &(struct perf){.label = "age", .row = str_of(name), .value = i, .uom = "s", .min = 0, .max = NAN});
  }
  result_perf(&r, &(struct perf){.label = "all", .row = STR_EMPTY, .value = 1000, .uom = "", .min = 0, .max = NAN});
  result_print(&r, "source", false, &out);
  assert_true(out.n < 3200);
  assert_true(str_starts(buf_view(&out), STR("FICELLE SOURCE OK: fine | 'row0 age'=0s;;;0 'row1 age'=1s;;;0 ")));
  assert_true(str_ends(buf_view(&out), STR(" all=1000;;;0\n")));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_short, begin, finish),
    cmocka_unit_test_setup_teardown(test_long, begin, finish),
    cmocka_unit_test_setup_teardown(test_values_of_rows, begin, finish),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
