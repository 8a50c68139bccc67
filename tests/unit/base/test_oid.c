/* Object identifiers: text, order, prefixes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/oid.h"

static void test_reading_and_printing(void **state)
{
  (void)state;
  static const char *const same[] = {"1", "1.3.6.1.4.1.8072.9999.9999.8140", "0.0", "2.4294967295.1"};
  for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
    struct oid o;
    struct buf b = BUF_HEAP;
    assert_true(oid_parse(same[i], &o));
    oid_print(&o, &b);
    assert_string_equal(b.p, same[i]);
    buf_free(&b);
  }
  struct oid dotted;
  assert_true(oid_parse(".1.3", &dotted));
  assert_int_equal(dotted.n, 2);
}

static void test_invalid_identifiers_are_refused(void **state)
{
  (void)state;
  static const char *const bad[] = {"",    ".",    "1.",         "1..3", "..1",  "a",
                                    "1.a", "1.3.", "4294967296", "-1",   "1 .3", "99999999999999999999999"};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    struct oid o;
    assert_false(oid_parse(bad[i], &o));
  }
}

static void test_length_limit_is_128(void **state)
{
  (void)state;
  char text[2 * (OID_MAX + 1)];
  for (int i = 0; i < OID_MAX + 1; i++) {
    text[2 * i] = '1';
    text[2 * i + 1] = '.';
  }
  struct oid o;
  text[2 * OID_MAX + 1] = '\0';
  assert_false(oid_parse(text, &o)); /* 129 parts */
  text[2 * OID_MAX - 1] = '\0';
  assert_true(oid_parse(text, &o));
  assert_int_equal(o.n, OID_MAX);
  assert_false(oid_append(&o, o.id, 1));
  assert_int_equal(o.n, OID_MAX);
}

static void test_order_is_lexicographic_and_prefix_first(void **state)
{
  (void)state;
  static const char *const ascending[] = {"1", "1.0", "1.3", "1.3.6", "1.3.6.0.9", "1.3.10", "1.4", "2"};
  for (size_t i = 0; i < sizeof ascending / sizeof ascending[0]; i++) {
    for (size_t k = 0; k < sizeof ascending / sizeof ascending[0]; k++) {
      struct oid a, b;
      oid_parse(ascending[i], &a);
      oid_parse(ascending[k], &b);
      int order = oid_cmp(&a, &b);
      assert_int_equal(order < 0 ? -1 : order > 0, i < k ? -1 : i > k);
    }
  }
}

static void test_prefix(void **state)
{
  (void)state;
  struct oid a, b;
  oid_parse("1.3.6", &a);
  oid_parse("1.3", &b);
  assert_true(oid_starts(&a, &b));
  assert_true(oid_starts(&a, &a));
  assert_false(oid_starts(&b, &a));
  oid_parse("1.4", &b);
  assert_false(oid_starts(&a, &b));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_reading_and_printing),
    cmocka_unit_test(test_invalid_identifiers_are_refused),
    cmocka_unit_test(test_length_limit_is_128),
    cmocka_unit_test(test_order_is_lexicographic_and_prefix_first),
    cmocka_unit_test(test_prefix),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
