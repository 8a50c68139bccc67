/* Times, versions, ranges of versions, binaries, URIs: reading, printing, comparing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "compiler/types/type_rich.h"
#include "compiler/values/binary.h"
#include "compiler/values/semver_range.h"
#include "compiler/values/strftime.h"
#include "compiler/values/strptime.h"
#include "compiler/values/timespan.h"
#include "compiler/values/timestamp.h"
#include "compiler/values/uri.h"

static void expect(value v, const char *expected)
{
  struct buf out = BUF_HEAP;
  value_render(&out, v);
  buf_char(&out, '\0');
  assert_string_equal(out.p, expected);
  buf_free(&out);
}

static void expect_str(str s, const char *expected)
{
  assert_int_equal(s.n, strlen(expected));
  assert_memory_equal(s.p, expected, s.n);
}

/* --- times --- */

static void calendar(void **state)
{
  (void)state;
  static const struct {
    int64_t year;
    int month, day;
    int64_t days;
  } table[] = {
    {1970, 1, 1, 0},    {1969, 12, 31, -1},   {2000, 2, 29, 11016},   {2000, 3, 1, 11017},
    {1, 1, 1, -719162}, {-4, 2, 29, -720929}, {12345, 6, 7, 3789774},
  };
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    int64_t year;
    int month, day;
    calendar_date(calendar_days(table[i].year, table[i].month, table[i].day), &year, &month, &day);
    assert_int_equal(year, table[i].year);
    assert_int_equal(month, table[i].month);
    assert_int_equal(day, table[i].day);
  }
  assert_int_equal(calendar_days(2000, 2, 29), 11016);
  assert_int_equal(calendar_days(1, 1, 1), -719162);
  assert_int_equal(calendar_days(2016, 2, 30), calendar_days(2016, 3, 1));
}

static void spans_are_read(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  static const struct {
    const char *text, *format, *expected;
  } table[] = {
    {"1-02:03:04.5", NULL, "1-02:03:04.5"},
    {"5", NULL, "0-00:00:05.0"},
    {"-5.25", NULL, "-0-00:00:05.25"},
    {"x", NULL, NULL},
    {"90", "%M", "0-01:30:00.0"},
    {"005", "%3S", "0-00:00:05.0"},
    {"5", "%3S", NULL},
    {"5", "%N", NULL},
    {"5", "%q", NULL},
    {"5", "%99999999999999999999S", NULL},
    {"  5", "%_3S", "0-00:00:05.0"},
    {"99999999999999999999999999999999999999", "%D", NULL},
    {"", "", "0-00:00:00.0"},
  };
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    value v;
    str error = STR_EMPTY, format = table[i].format == NULL ? STR_EMPTY : str_of(table[i].format);
    bool ok = timespan_parse(a, str_of(table[i].text),
                             (struct time_formats){table[i].format == NULL ? NULL : &format, 1, false}, &v, &error);
    assert_int_equal(ok, table[i].expected != NULL);
    if (ok) expect(v, table[i].expected);
    else assert_true(error.n > 0);
  }
  arena_free(a);
}

static void stamps_are_read(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  static const struct {
    const char *text, *format, *zone, *expected;
  } table[] = {
    {"2016-02-30", NULL, "", "2016-03-01T00:00:00.000000000 UTC"},
    {"2016-01-01T01:02:03.25 +01:30", NULL, "", "2015-12-31T23:32:03.250000000 UTC"},
    {"2016-01-01", "%F", "PST", "2016-01-01T08:00:00.000000000 UTC"},
    {"2016-01-01", "%F", "nowhere", NULL},
    {"10:00", "%H:%M", "", NULL},
    {"2016-01-01 24:01:00", NULL, "", NULL},
    {"99999999999999999999", "%Y", "", NULL},
    {"999999999999999", "%Y", "", NULL},
  };
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    value v;
    str error = STR_EMPTY, format = table[i].format == NULL ? STR_EMPTY : str_of(table[i].format);
    bool ok = timestamp_parse(a, str_of(table[i].text),
                              (struct time_formats){table[i].format == NULL ? NULL : &format, 1, false},
                              str_of(table[i].zone), &v, &error);
    assert_int_equal(ok, table[i].expected != NULL);
    if (ok) expect(v, table[i].expected);
    else assert_true(error.n > 0);
  }
  arena_free(a);
}

static void zones(void **state)
{
  (void)state;
  static const struct {
    const char *zone;
    bool known;
    int64_t seconds;
  } table[] = {
    {"utc", true, 0},       {"EST", true, -18000},  {"mst dst", true, -21600},  {"Eastern Daylight Time", true, -14400},
    {"+1", true, 3600},     {"+0130", true, 5400},  {"-01:30:15", true, -5415}, {"+1.5", true, 5400},
    {"utc-2", true, -7200}, {"CEST x", true, 7200}, {"xyz", false, 0},          {"", false, 0},
    {"+", false, 0},
  };
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    nanoseconds offset = 0;
    assert_int_equal(strptime_zone(str_of(table[i].zone), &offset), table[i].known);
    assert_int_equal((int64_t)(offset / NANOS_PER_SECOND), table[i].seconds);
  }
}

static void moments_are_written(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  const struct moment m = {.seconds = 1462109430, .nanos = 123456789, .offset = -12600};
  static const struct {
    const char *format, *expected;
  } table[] = {
    {"%Y-%m-%d %H:%M:%S.%3N %z", "2016-05-01 10:00:30.123 -0330"},
    {"%_10z|%:::z|%Z", "      -330|-03:30|"},
    {"%^a %#p %-d %e %j", "SUN am 1  1 122"},
    {"%12N", "123456789000"},
    {"%q %Eq", "%q %Eq"},
    {"%", NULL},
    {"%99999999d", NULL},
    {"%020F", "00000000002016-05-01"},
  };
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    struct buf out = BUF_IN(a);
    str error = STR_EMPTY;
    bool ok = strftime_ruby(a, &m, str_of(table[i].format), &out, &error);
    assert_int_equal(ok, table[i].expected != NULL);
    if (ok) expect_str(buf_view(&out), table[i].expected);
    else assert_true(error.n > 0);
  }
  arena_free(a);
}

static void times_are_compared(void **state)
{
  (void)state;
  value a, b;
  assert_true(time_make(V_TIMESPAN, -NANOS_PER_SECOND / 2, &a));
  assert_int_equal(a.integer, -1);
  assert_int_equal(a.length, 500000000);
  assert_true(time_make(V_TIMESPAN, 5 * NANOS_PER_SECOND / 2, &b));
  assert_int_equal(time_compare(a, b), -1);
  assert_int_equal(time_compare(b, value_int(2)), 0);
  assert_int_equal(time_compare(b, value_float(2.4)), 1);
  assert_true(value_equal(value_int(2), b));
  assert_false(value_same(value_int(2), b));
  assert_false(time_make(V_TIMESPAN, (nanoseconds)INT64_MAX * NANOS_PER_SECOND + NANOS_PER_SECOND, &a));
}

/* --- versions --- */

static void versions(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  static const char *const ordered[] = {"0.0.1-0",   "0.0.1",     "1.0.0-1", "1.0.0-2", "1.0.0-11", "1.0.0-a",
                                        "1.0.0-a.1", "1.0.0-a.b", "1.0.0",   "1.0.1",   "1.2.0",    "10.0.0"};
  static const char *const wrong[] = {"",
                                      "1",
                                      "1.0",
                                      "01.0.0",
                                      "1.0.0-",
                                      "1.0.0-a..b",
                                      "1.0.0+",
                                      "1.0.0-01",
                                      "1.0.0 ",
                                      "99999999999999999999.0.0",
                                      "1.0.0-99999999999999999999",
                                      "1.0.0-a.",
                                      "v1.0.0"};
  str error;
  for (size_t i = 0; i + 1 < sizeof ordered / sizeof ordered[0]; i++) {
    const struct semver *x = semver_parse(a, str_of(ordered[i]), &error),
                        *y = semver_parse(a, str_of(ordered[i + 1]), &error);
    assert_non_null(x);
    assert_non_null(y);
    assert_int_equal(semver_compare(x, y), -1);
    assert_int_equal(semver_compare(y, x), 1);
    expect(value_semver(x), ordered[i]);
  }
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    assert_null(semver_parse(a, str_of(wrong[i]), &error));
    assert_true(error.n > 0);
  }
  arena_free(a);
}

static void ranges(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  static const struct {
    const char *range, *inside, *outside;
  } table[] = {
    {"1.x", "1.9.9", "2.0.0"},
    {"~1.2.3", "1.2.9", "1.3.0"},
    {"^1.2.3", "1.9.0", "2.0.0"},
    {"^0.2.3", "0.2.9", "0.3.0"},
    {">1.2", "1.3.0", "1.2.9"},
    {"<=1.4", "1.4.9", "1.5.0"},
    {"1.2.3 - 2.3.4", "2.3.4", "2.3.5"},
    {"1.0.0 || 2.0.0", "2.0.0", "1.5.0"},
    {">=v1.0.0 < 2", "1.9.9", "2.0.0"},
    {"*", "9.9.9-a", NULL},
    {"", "1.0.0", NULL},
    {">=1.2.3-a", "1.2.3-b", "1.2.4-b"},
    {"<0.0.0", NULL, "0.0.0"},
    {"1.x || >=1.5.0 <3.0.0", "2.9.0", "3.0.0"},
  };
  str error;
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    const struct semver_range *r = semver_range_parse(a, str_of(table[i].range), &error);
    assert_non_null(r);
    if (table[i].inside != NULL) assert_true(semver_range_includes_value(r, value_str(str_of(table[i].inside))));
    if (table[i].outside != NULL) assert_false(semver_range_includes_value(r, value_str(str_of(table[i].outside))));
  }
  static const char *const wrong[] = {"a.b",     ">= v1.0.0", "1.2.3.4",  "> >1",
                                      "1 - x y", " 1.0.0",    "1.0.0-01", "1.0.0 ||| 2"};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    error = STR_EMPTY;
    assert_null(semver_range_parse(a, str_of(wrong[i]), &error));
    assert_true(error.n > 0);
  }
  arena_free(a);
}

static void types_of_versions(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  str error;
  const struct semver_range *r[] = {semver_range_parse(a, STR("1.x"), &error),
                                    semver_range_parse(a, STR("2.x"), &error),
                                    semver_range_parse(a, STR("4.x"), &error)};
  const type *all = type_semver(a, r, 3), *some = type_semver(a, r, 1);
  assert_int_equal(all->versions.n, 2);
  assert_true(type_assignable(all, some));
  assert_false(type_assignable(some, all));
  assert_true(type_instance(all, value_semver(semver_new(a, 2, 5, 0))));
  assert_false(type_instance(all, value_semver(semver_new(a, 3, 5, 0))));
  assert_true(type_assignable(type_simple(T_SCALAR), some));
  arena_free(a);
}

/* --- binaries --- */

static void base64(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  static const struct {
    const char *text;
    enum base64_form form;
    const char *bytes;
  } table[] = {
    {"YWJj", BASE64_STRICT, "abc"},   {"YWI=", BASE64_STRICT, "ab"},
    {"YQ==", BASE64_STRICT, "a"},     {"", BASE64_STRICT, ""},
    {"YQ", BASE64_STRICT, NULL},      {"YR==", BASE64_STRICT, NULL},
    {"YW\nJj", BASE64_STRICT, NULL},  {"YQ===", BASE64_STRICT, NULL},
    {"====", BASE64_STRICT, NULL},    {"-_-_", BASE64_URL, "\xfb\xff\xbf"},
    {"YQ", BASE64_URL, "a"},          {"YW+*", BASE64_URL, NULL},
    {"Y W\nI", BASE64_RELAXED, "ab"}, {"YQ==YQ==", BASE64_RELAXED, "a"},
    {"Y", BASE64_RELAXED, ""},
  };
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    value v;
    bool ok = binary_decode(a, str_of(table[i].text), table[i].form, &v);
    assert_int_equal(ok, table[i].bytes != NULL);
    if (ok) expect_str(binary_bytes(v), table[i].bytes);
  }
  char zeros[50] = {0};
  struct buf out = BUF_IN(a);
  binary_encode(&out, value_binary((str){zeros, 46}), BASE64_RELAXED);
  assert_int_equal(out.n, 60 + 1 + 4 + 1);
  expect(value_binary(STR("\xfb\xff")), "+/8=");
  arena_free(a);
}

/* --- URIs --- */

static void uris(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  static const struct {
    const char *text, *expected;
  } table[] = {
    {"HTTP://User@Foo.com:80/a%20b?q#f", "http://User@Foo.com/a%20b?q#f"},
    {"urn:a:b", "urn:a:b"},
    {"a/b?c", "a/b?c"},
    {"http://[::1]:8080/x", "http://[::1]:8080/x"},
    {"file:/etc/x", "file:///etc/x"},
    {"ftp://h", "ftp://h/"},
    {"http://a b", NULL},
    {"http://[::g]/", NULL},
    {"http://a/%zz", NULL},
    {"mailto:a", NULL},
    {"a:b c", NULL},
    {"1a:b", NULL},
    {"http://h:x/", NULL},
    {"ldap://h/a#f", NULL},
    {"http://a\xc3\xa4/", NULL},
    {"", ""},
    {"?q r", "?q%20r"},
  };
  str error;
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    const struct uri *u = uri_parse(a, str_of(table[i].text), &error);
    assert_int_equal(u != NULL, table[i].expected != NULL);
    if (u != NULL) expect(value_uri(u), table[i].expected);
    else assert_true(error.n > 0);
  }
  arena_free(a);
}

/* The examples of RFC 3986, 5.4, that Ruby follows. */
static void merging(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  static const char *const table[][2] = {
    {"g:h", "g:h"},
    {"g", "http://a/b/c/g"},
    {"./g", "http://a/b/c/g"},
    {"g/", "http://a/b/c/g/"},
    {"/g", "http://a/g"},
    {"//g", "http://g"},
    {"g?y", "http://a/b/c/g?y"},
    {"#s", "http://a/b/c/d;p?q#s"},
    {"g#s", "http://a/b/c/g#s"},
    {"", "http://a/b/c/d;p?q"},
    {".", "http://a/b/c/"},
    {"..", "http://a/b/"},
    {"../..", "http://a/"},
    {"../../g", "http://a/g"},
    {"../../../g", "http://a/g"},
    {"./../g", "http://a/b/g"},
    {"g/../h", "http://a/b/c/h"},
  };
  str error;
  const struct uri *base = uri_parse(a, STR("http://a/b/c/d;p?q"), &error);
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    const struct uri *rel = uri_parse(a, str_of(table[i][0]), &error);
    expect(value_uri(uri_merge(a, base, rel, &error)), table[i][1]);
  }
  assert_null(uri_merge(a, uri_parse(a, STR("a"), &error), uri_parse(a, STR("b"), &error), &error));
  arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(calendar),
    cmocka_unit_test(spans_are_read),
    cmocka_unit_test(stamps_are_read),
    cmocka_unit_test(zones),
    cmocka_unit_test(moments_are_written),
    cmocka_unit_test(times_are_compared),
    cmocka_unit_test(versions),
    cmocka_unit_test(ranges),
    cmocka_unit_test(types_of_versions),
    cmocka_unit_test(base64),
    cmocka_unit_test(uris),
    cmocka_unit_test(merging),
  };
  return cmocka_run_group_tests_name("rich_values", tests, NULL, NULL);
}
