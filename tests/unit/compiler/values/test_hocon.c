/* HOCON. Expected values are those of Ruby's hocon gem. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "compiler/values/value.h"

struct expectation {
  const char *text, *shown;
};

static const char *variable(void *ctx, const char *name)
{
  (void)ctx;
  return strcmp(name, "FICELLE_TEST_VARIABLE") == 0 ? "of the process" : NULL;
}

static void expect(const struct expectation *table, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    struct arena *a = arena_new();
    value v;
    str error = STR_EMPTY;
    struct buf out = BUF_IN(a);
    if (value_read_hocon(a, str_of(table[i].text), variable, NULL, &v, &error)) value_inspect(&out, v);
    else buf_printf(&out, "error: %.*s", STR_FMT(error));
    buf_char(&out, '\0');
    assert_string_equal(out.p, table[i].shown);
    arena_free(a);
  }
}
#define EXPECT(table) expect(table, sizeof(table) / sizeof(table)[0])

static void scalars_and_texts(void **state)
{
  (void)state;
  static const struct expectation table[] = {
    {"", "{}"},
    {"a=1", "{'a' => 1}"},
    {"a=01", "{'a' => 1}"},
    {"a=010", "{'a' => 8}"},
    {"a=08", "{'a' => '08'}"},
    {"a=1.0", "{'a' => 1}"},
    {"a=1.5e2", "{'a' => 150}"},
    {"a=-1.5e-3", "{'a' => -0.0015}"},
    {"a=.5", "{'a' => '.5'}"},
    {"a=1-2", "{'a' => '1-2'}"},
    {"a=true", "{'a' => true}"},
    {"a=yes", "{'a' => 'yes'}"},
    {"a=null", "{'a' => undef}"},
    {"a=nullx", "{'a' => 'nullx'}"},
    {"a = foo bar 12 ", "{'a' => 'foo bar 12'}"},
    {"a= \"x\"  \"y\" ", "{'a' => 'x  y'}"},
    {"a=\"tr\\u00e9\\\"\"", "{'a' => 'tr\xc3\xa9\"'}"},
    {"a=\"\"\"x\"\"\"\"", "{'a' => 'x\"'}"},
    {"a=1 // c\n# d\nb=2", "{'a' => 1, 'b' => 2}"},
  };
  EXPECT(table);
}

static void objects_and_lists(void **state)
{
  (void)state;
  static const struct expectation table[] = {
    {"{a:1,b:2}", "{'a' => 1, 'b' => 2}"},
    {"a {b=1}", "{'a' => {'b' => 1}}"},
    {"a: {b: 2}\na.c = 3", "{'a' => {'c' => 3, 'b' => 2}}"},
    {"a.b=1\na=2", "{'a' => 2}"},
    {"a={b:1}\na=null\na={c:2}", "{'a' => {'c' => 2}}"},
    {"\"a.b\"=1", "{'a.b' => 1}"},
    {"a b.c=1", "{'a b' => {'c' => 1}}"},
    {"a=[1,\n2\n3,]", "{'a' => [1, 2, 3]}"},
    {"a=[1] [2]", "{'a' => [1, 2]}"},
    {"a = {x:1} {y:2}", "{'a' => {'y' => 2, 'x' => 1}}"},
    {"a += 1\na += 2", "{'a' => [1, 2]}"},
    {"include \"nothing\"\na=1", "{'a' => 1}"},
  };
  EXPECT(table);
}

static void substitutions(void **state)
{
  (void)state;
  static const struct expectation table[] = {
    {"a = ${x}\nx = 5", "{'a' => 5, 'x' => 5}"},
    {"a=${?nope}", "{}"},
    {"a=${FICELLE_TEST_VARIABLE}", "{'a' => 'of the process'}"},
    {"a=${?b} foo", "{'a' => ' foo'}"},
    {"a=[${b},${?c}]\nb=1", "{'a' => [1], 'b' => 1}"},
    {"path=\"/bin\"\npath=${path}\":/usr\"", "{'path' => '/bin:/usr'}"},
    {"b={y:2}\nb=${b}{x:1}", "{'b' => {'x' => 1, 'y' => 2}}"},
    {"a={b:1}\na={b:${a.b}2}", "{'a' => {'b' => '12'}}"},
    {"a.b=${a.c}\na.c=5", "{'a' => {'c' => 5, 'b' => 5}}"},
    {"a={b:1,c:${a.b},d:{e:${a.b}}}", "{'a' => {'b' => 1, 'c' => 1, 'd' => {'e' => 1}}}"},
    {"a={b:${a.c}x,c:1}", "{'a' => {'b' => '1x', 'c' => 1}}"},
    {"a={b:1}\na={d:${a.b},e={f:${a.d}}}", "{'a' => {'d' => 1, 'e' => {'f' => 1}, 'b' => 1}}"},
    {"a={b=[1,${a.c}],c=2}", "{'a' => {'b' => [1, 2], 'c' => 2}}"},
    {"a=${nope}", "error: String: 1: Could not resolve substitution to a value: ${nope}"},
    {"a=${b}\nb=${a}", "error: String: 2: Could not resolve substitution to a value: ${a} was part of a cycle of "
                       "substitutions involving ${b}, ${a}, ${b}"},
  };
  EXPECT(table);
}

static void invalid_input(void **state)
{
  (void)state;
  static const struct expectation table[] = {
    {"[1]", "error: String: 1:  has type LIST rather than object at file root"},
    {"a={", "error: String: 1: expecting a close brace or a field name here, got end of file"},
    {"a=x:y", "error: String: 1: Expecting close brace } or a comma, got ':' (if you intended ':' to be "
              "part of a key or "
              "string value, try enclosing the key or value in double quotes"},
    {"{a=1} b=2", "error: String: 1: Document has trailing tokens after first object or array: 'b'"},
    {"a..b=1", "error: path has a leading, trailing, or two adjacent period '.' (use quoted \"\" empty "
               "string if you want "
               "an empty element)"},
    {"include file(\"x\")", "error: String: 1: not supported: include file("},
  };
  EXPECT(table);
}

/* Each line doubles the previous one. */
static void bombs_are_stopped(void **state)
{
  (void)state;
  static const char *const beginnings[] = {"a0=[x,x]\n", "a0=xx\n", "a0={x:1}\n"};
  for (size_t i = 0; i < 3; i++) {
    struct arena *a = arena_new();
    struct buf text = BUF_IN(a);
    value v;
    str error = STR_EMPTY;
    buf_z(&text, beginnings[i]);
    for (int line = 1; line < 60; line++)
      buf_printf(&text, "a%d=${a%d}%s${a%d}\n", line, line - 1, i == 1 ? "" : " ", line - 1);
    const bool ok = value_read_hocon(a, buf_view(&text), variable, NULL, &v, &error);
    assert_true(ok == (i == 2));
    if (!ok) assert_true(str_find(error, STR("the document is too large"), 0) != SIZE_MAX);
    arena_free(a);
  }
}

static void nesting_is_limited(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  struct buf text = BUF_IN(a);
  value v;
  str error = STR_EMPTY;
  buf_z(&text, "a=");
  for (int i = 0; i < 100000; i++) buf_char(&text, '[');
  assert_false(value_read_hocon(a, buf_view(&text), variable, NULL, &v, &error));
  assert_true(str_find(error, STR("nesting too deep"), 0) != SIZE_MAX);
  arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(scalars_and_texts), cmocka_unit_test(objects_and_lists), cmocka_unit_test(substitutions),
    cmocka_unit_test(invalid_input),     cmocka_unit_test(bombs_are_stopped), cmocka_unit_test(nesting_is_limited),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
