/* JSON as Ruby reads and writes it; messages are those of its parser. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "compiler/values/ruby_json.h"
#include "tests/unit/base/arena_test.h"

static void expect(const char *text, const char *shown)
{
  value v;
  str error = STR_EMPTY;
  struct buf out = BUF_IN(arena);
  if (ruby_json_read(arena, str_of(text), &v, &error)) value_inspect(&out, v);
  else buf_printf(&out, "error: %.*s", STR_FMT(error));
  buf_char(&out, '\0');
  assert_string_equal(out.p, shown);
}

static void test_reading(void **state)
{
  (void)state;
  expect(" [1, -0, 2.5, 1e2, -1E-2] ", "[1, 0, 2.5, 100.0, -0.01]");
  expect("{\"a\": 1, \"b\": {}, \"a\": [null, true, false]}", "{'a' => [undef, true, false], 'b' => {}}");
  expect("/* x */ \"a\\n\\u00e4\\q\\/\" // end\n", "\"a\\n\xc3\xa4q/\"");
  expect("\"\\ud83d\\ude00\"", "'\xf0\x9f\x98\x80'");
  expect("9223372036854775807", "9223372036854775807");
}

static void test_messages_have_the_ends_of_arrays(void **state)
{
  (void)state;
  expect("", "error: unexpected token at ''");
  expect("[1,2", "error: unexpected token at ''");
  expect("[1,foo]", "error: unexpected token at 'foo]'");
  expect("{\"a\":[1,}", "error: unexpected token at '}'");
  expect("{\"a\" 1}", "error: unexpected token at '{\"a\" 1}'");
  expect("/x", "error: unexpected token at 'x'");
  expect("/* x", "error: unexpected token at ''");
  expect("[1, /x]", "error: unexpected token at 'x]'");
  expect("[1] x", "error: unexpected token at 'x'");
  expect("01", "error: unexpected token at '01'");
  expect("[1.]", "error: unexpected token at '.]'");
  expect("[NaN]", "error: unexpected token at 'NaN]'");
  expect("\"a\nb\"", "error: unexpected token at '\"a\nb\"'");
  expect("\"\\ud83d\"", "error: incomplete surrogate pair at '\\ud83d\"'");
}

static void test_limits(void **state)
{
  (void)state;
  struct buf deep = BUF_IN(arena);
  for (int i = 0; i < 101; i++) buf_char(&deep, '[');
  expect(deep.p, "error: nesting of 101 is too deep");
  expect("9223372036854775808", "error: not supported: integers beyond 64 bits: 9223372036854775808");
}

static void test_writing(void **state)
{
  (void)state;
  value v;
  str error = STR_EMPTY;
  struct buf plain = BUF_IN(arena), pretty = BUF_IN(arena);
  assert_true(ruby_json_read(arena, STR("{\"a\":[1,{}],\"b\":[]}"), &v, &error));
  assert_true(ruby_json_write(&plain, v, &(struct ruby_json_layout){.max_nesting = 3}, &error));
  assert_string_equal(plain.p, "{\"a\":[1,{}],\"b\":[]}");
  struct ruby_json_layout layout = {
    .indent = STR(" "), .space = STR(" "), .object_nl = STR("\n"), .array_nl = STR("\n")};
  assert_true(ruby_json_write(&pretty, v, &layout, &error));
  assert_string_equal(pretty.p, "{\n \"a\": [\n  1,\n  {\n  }\n ],\n \"b\": [\n\n ]\n}");
  assert_false(ruby_json_write(&plain, v, &(struct ruby_json_layout){.max_nesting = 2}, &error));
  assert_string_equal(error.p, "nesting of 2 is too deep");
  assert_false(ruby_json_write(&plain, value_float(1e308 * 10), &layout, &error));
  assert_string_equal(error.p, "Infinity not allowed in JSON");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_reading),
    cmocka_unit_test(test_messages_have_the_ends_of_arrays),
    cmocka_unit_test(test_limits),
    cmocka_unit_test(test_writing),
  };
  return cmocka_run_group_tests(tests, arena_setup, arena_teardown);
}
