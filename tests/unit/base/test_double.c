/* Rounding of doubles: halves, signs, numbers without a fraction, what is not a number. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/double.h"

static void test_rounding(void **state)
{
  (void)state;
  static const struct {
    double d, floor, ceil, trunc, round;
  } cases[] = {
    {0.0, 0, 0, 0, 0},
    {0.4, 0, 1, 0, 0},
    {0.5, 0, 1, 0, 1},
    {0.49999999999999994, 0, 1, 0, 0},
    {1.5, 1, 2, 1, 2},
    {2.5, 2, 3, 2, 3},
    {-0.4, -1, 0, 0, 0},
    {-0.5, -1, 0, 0, -1},
    {-1.5, -2, -1, -1, -2},
    {-2.0, -2, -2, -2, -2},
    {4503599627370495.5, 4503599627370495.0, 4503599627370496.0, 4503599627370495.0, 4503599627370496.0},
    {-4503599627370495.5, -4503599627370496.0, -4503599627370495.0, -4503599627370495.0, -4503599627370496.0},
    {4503599627370497.0, 4503599627370497.0, 4503599627370497.0, 4503599627370497.0, 4503599627370497.0},
    {1e300, 1e300, 1e300, 1e300, 1e300},
    {-INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const double d = cases[i].d;
    assert_true(double_floor(d) == cases[i].floor);
    assert_true(double_ceil(d) == cases[i].ceil);
    assert_true(double_trunc(d) == cases[i].trunc);
    assert_true(double_round(d) == cases[i].round);
  }
}

static void test_signs_of_zero_and_nan(void **state)
{
  (void)state;
  assert_true(signbit(double_trunc(-0.5)) && signbit(double_ceil(-0.5)) && signbit(double_round(-0.25)));
  assert_true(signbit(double_floor(-0.0)) && !signbit(double_trunc(0.5)));
  assert_true(isnan(double_floor(NAN)) && isnan(double_ceil(NAN)) && isnan(double_trunc(NAN)) &&
              isnan(double_round(NAN)));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_rounding), cmocka_unit_test(test_signs_of_zero_and_nan)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
