/* Ranges of the Monitoring Plugins, and the output of a plug-in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "monitor/check/result.h"

static struct range range(const char *text)
{
  struct range r;
  struct buf why = BUF_HEAP;
  assert_true(range_parse(str_of(text), &r, &why));
  assert_int_equal(why.n, 0);
  buf_free(&why);
  return r;
}

static void test_values_alert_outside(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    double value;
    bool alerts;
  } cases[] = {
    {"10", -0.1, true},   {"10", 0, false},       {"10", 10, false},     {"10", 10.1, true},  {"10:", 9.9, true},
    {"10:", 10, false},   {"10:", 1e9, false},    {"~:10", -1e9, false}, {"~:10", 10, false}, {"~:10", 10.5, true},
    {"10:20", 9, true},   {"10:20", 15, false},   {"10:20", 20, false},  {"10:20", 21, true}, {"@10:20", 9, false},
    {"@10:20", 10, true}, {"@10:20", 20, true},   {"@10:20", 21, false}, {"@5", 0, true},     {"@5", 6, false},
    {"-5:-1", -3, false}, {"-5:-1", -6, true},    {":5", -1, true},      {":5", 3, false},    {"0.5:1.5", 1.6, true},
    {"~:", 1e300, false}, {"@~:3", -1e300, true}, {"", 1e9, false},      {"0:0", 0, false},   {"0", 1, true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const struct range r = range(cases[i].text);
    if (range_alerts(&r, cases[i].value) != cases[i].alerts) fail_msg("%s with %g", cases[i].text, cases[i].value);
  }
}

static void test_invalid_ranges_are_refused(void **state)
{
  (void)state;
  static const char *const texts[] = {
    "x",   ":",     "10:5", "1:2:3", "@",   "~",   "1,5:", "0x10", "1e3", "nan", "inf",
    "@@1", "1.2.3", "--1",  "10 ",   " 10", "5:~", "-",    ".",    "@:",  "1:x"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    struct range r;
    struct buf why = BUF_HEAP;
    const bool ok = range_parse(str_of(texts[i]), &r, &why);
    if (i == 1 || i == 19) assert_true(ok); /* ":" and "@:": from 0 on */
    else if (ok || why.n == 0) fail_msg("%s is taken", texts[i]);
    buf_free(&why);
  }
}

static void test_lists_may_omit_ranges(void **state)
{
  (void)state;
  struct range r[2] = {{0}};
  struct buf why = BUF_HEAP;
  assert_true(ranges_parse(",5", r, 2, &why));
  assert_false(r[0].set);
  assert_true(range_alerts(&r[1], 6));
  assert_false(ranges_parse("1,2,3", r, 2, &why));
  buf_free(&why);
}

static void test_the_worst_counts(void **state)
{
  (void)state;
  assert_int_equal(severity_worse(SEVERITY_OK, SEVERITY_UNKNOWN), SEVERITY_UNKNOWN);
  assert_int_equal(severity_worse(SEVERITY_UNKNOWN, SEVERITY_WARNING), SEVERITY_WARNING);
  assert_int_equal(severity_worse(SEVERITY_CRITICAL, SEVERITY_UNKNOWN), SEVERITY_CRITICAL);
}

static void prints(const struct result *r, bool details, const char *expected)
{
  struct buf out = BUF_HEAP;
  result_print(r, "compile", details, &out);
  assert_string_equal(out.p, expected);
  buf_free(&out);
}

static void test_the_line(void **state)
{
  (void)state;
  struct result r;
  const struct range w = range("10:20"), none = {0};
  result_init(&r);
  result_say(&r, SEVERITY_OK, "p95 is %d", 5);
  result_condition(&r, CONDITION_DISABLED, "by %s", "me | now\nand then");
  result_detail(&r, "a line");
  result_perf(&r, &(struct perf){
                    .label = "p95", .value = 0.25, .uom = "s", .warning = &w, .critical = &none, .min = 0, .max = NAN});
  result_perf(&r, &(struct perf){.label = "n", .row = STR("it's=a|b"), .value = 7, .uom = "c", .min = NAN, .max = NAN});
  result_perf(&r, &(struct perf){.label = "share", .value = 100, .uom = "%", .min = 0, .max = 100});
  result_perf(&r, &(struct perf){.label = "none", .value = NAN, .uom = "", .min = 0, .max = 100});
  assert_int_equal(r.severity, SEVERITY_WARNING);
  prints(&r, false,
         "FICELLE COMPILE WARNING: p95 is 5, disabled: by me / now and then | "
         "p95=0.25s;10:20;;0 'it_s_a_b n'=7c share=100%;;;0;100\n");
  prints(&r, true,
         "FICELLE COMPILE WARNING: p95 is 5, disabled: by me / now and then | "
         "p95=0.25s;10:20;;0 'it_s_a_b n'=7c share=100%;;;0;100\na line\n");
  result_free(&r);
}

static void test_conditions_have_their_own_severities(void **state)
{
  (void)state;
  struct result r;
  result_init(&r);
  r.of[CONDITION_DISABLED] = SEVERITY_OK;
  result_condition(&r, CONDITION_DISABLED, "%s", "");
  assert_int_equal(r.severity, SEVERITY_OK);
  prints(&r, false, "FICELLE COMPILE OK: disabled\n");
  for (size_t i = 0; i < CONDITIONS; i++)
    for (size_t k = 0; k < i; k++) {
      assert_string_not_equal(condition_infos[i].words, condition_infos[k].words);
      assert_string_not_equal(condition_infos[i].option, condition_infos[k].option);
    }
  result_free(&r);
}

static void test_numbers_have_no_trailing_zeros(void **state)
{
  (void)state;
  static const struct {
    double value;
    const char *text;
  } cases[] = {{0, "0"}, {100, "100"}, {0.5, "0.5"}, {-0.25, "-0.25"}, {1e15, "1000000000000000"}, {0.0000001, "0"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct buf out = BUF_HEAP;
    print_number(&out, cases[i].value);
    assert_string_equal(out.p, cases[i].text);
    buf_free(&out);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_values_alert_outside),
    cmocka_unit_test(test_invalid_ranges_are_refused),
    cmocka_unit_test(test_lists_may_omit_ranges),
    cmocka_unit_test(test_the_worst_counts),
    cmocka_unit_test(test_the_line),
    cmocka_unit_test(test_conditions_have_their_own_severities),
    cmocka_unit_test(test_numbers_have_no_trailing_zeros),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
