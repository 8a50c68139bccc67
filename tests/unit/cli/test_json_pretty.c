/* Compact JSON in pretty form. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/buf.h"
#include "cli/json_pretty.h"

static void collect(void *ctx, const char *text, size_t n) { buf_append(ctx, text, n); }

static void test_compact_json_is_made_pretty(void **state)
{
  (void)state;
  static const struct {
    const char *compact, *pretty;
  } cases[] = {
    {"{}", "{}"},
    {"[[],{}]", "[\n  [],\n  {}\n]"},
    {"{\"a\":1,\"b\":[true,null,-1.5e3]}", "{\n  \"a\": 1,\n  \"b\": [\n    true,\n    null,\n    -1.5e3\n  ]\n}"},
    {"[\"{,}[:]\\\"x\\\\\",\"\"]", "[\n  \"{,}[:]\\\"x\\\\\",\n  \"\"\n]"},
    {"\"\\\\\"", "\"\\\\\""},
    /* Longer than the chunks of the parser; escapes at the end of one and across it. */
    {"[\"0123456789abcdef0123456789abcdef{,}\",1]", "[\n  \"0123456789abcdef0123456789abcdef{,}\",\n  1\n]"},
    {"[\"0123456789abcde\\\"f0123456789abcd\\\\\",\"\\\\\\\"]\",[]]",
     "[\n  \"0123456789abcde\\\"f0123456789abcd\\\\\",\n  \"\\\\\\\"]\",\n  []\n]"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct buf got = BUF_HEAP;
    json_reformat(str_of(cases[i].compact), collect, &got);
    assert_string_equal(got.p, cases[i].pretty);
    buf_free(&got);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_compact_json_is_made_pretty)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
