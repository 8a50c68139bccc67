/* Facts from YAML and JSON. Expected YAML scalars are those of Ruby's Psych 4. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "compiler/values/data_json.h"
#include "compiler/values/value.h"
#include "tests/unit/base/arena_test.h"

static void expect_yaml(const char *text, const char *shown)
{
  value v;
  str error = STR_EMPTY;
  struct buf out = BUF_IN(arena);
  if (value_read_yaml(arena, str_of(text), &v, &error)) value_inspect(&out, v);
  else buf_printf(&out, "error: %.*s", STR_FMT(error));
  buf_char(&out, '\0');
  assert_string_equal(out.p, shown);
}

static void expect_json(const char *text, size_t n, const char *shown)
{
  value v;
  str error = STR_EMPTY;
  struct buf out = BUF_IN(arena);
  if (value_read_json(arena, str_n(text, n), &v, &error)) value_inspect(&out, v);
  else buf_printf(&out, "error: %.*s", STR_FMT(error));
  buf_char(&out, '\0');
  assert_string_equal(out.p, shown);
}

static void yaml_scalars(void **state)
{
  (void)state;
  static const struct {
    const char *text, *shown;
  } table[] = {
    {"~", "undef"},
    {"null", "undef"},
    {"NULL", "undef"},
    {"", "undef"},
    {"yes", "true"},
    {"On", "true"},
    {"off", "false"},
    {"y", "'y'"},
    {"'yes'", "'yes'"},
    {"\"1\"", "'1'"},
    {"1", "1"},
    {"-1", "-1"},
    {"+1", "1"},
    {"010", "8"},
    {"08", "'08'"},
    {"0x1F", "31"},
    {"-0x1F", "-31"},
    {"0b101", "5"},
    {"0o17", "'0o17'"},
    {"1_000", "1000"},
    {"1,000", "1000"},
    {"1__0", "'1__0'"},
    {"1.5", "1.5"},
    {".5", "0.5"},
    {"1.", "1.0"},
    {"1e3", "'1e3'"},
    {"1.0e+3", "1000.0"},
    {"1.0e3", "'1.0e3'"},
    {".inf", "Infinity"},
    {"-.INF", "-Infinity"},
    {".", "'.'"},
    {"1:30", "5400"},
    {"1:30:15", "5415"},
    {"12:30:15.5", "45015.5"},
    {"1:75", "'1:75'"},
    {"2020-01-01", "'2020-01-01'"},
    {":sym", "'sym'"},
    {"00:11:22", "682"},
    {"7.0.1", "'7.0.1'"},
    {"9223372036854775807", "9223372036854775807"},
    {"-9223372036854775808", "-9223372036854775808"},
    {"9223372036854775808", "error: integer out of range at line 1 column 1"},
    {"!!str 1", "'1'"},
    {"! '1'", "1"},
    {"! ':a b'", "'a b'"},
    {"-", "[undef]"},
  };
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) expect_yaml(table[i].text, table[i].shown);
}

/* The JSON as YAML.dump of Psych 4 writes it. */
static void yaml_written(void **state)
{
  (void)state;
  static const struct {
    const char *json, *yaml;
  } table[] = {
    {"\"a\"", "--- a\n"},
    {"\"1\"", "--- '1'\n"},
    {"\"08\"", "--- '08'\n"},
    {"\"y\"", "--- \"y\"\n"},
    {"\"\"", "--- ''\n"},
    {"\"a: b\"", "--- 'a: b'\n"},
    {"\"/etc\"", "--- \"/etc\"\n"},
    {"\"2020-01-01\"", "--- '2020-01-01'\n"},
    {"\"2020-01-01T10:11:12.5+00:00\"", "--- '2020-01-01T10:11:12.5+00:00'\n"},
    {"\":s\"", "--- \":s\"\n"},
    {"\"a\\nb\"", "--- |-\n  a\n  b\n"},
    {"\"x\\n\\n\"", "--- \"x\\n\\n\"\n"},
    {"\"<<\"", "--- !!str '<<'\n"},
    {"{\"a\":[1,1.5,true,null,[],{}],\"b\":{\"c\":\"d\"}}", "---\na:\n- 1\n- 1.5\n- true\n-\n- []\n- {}\nb:\n  c: d\n"},
  };
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    value v;
    str error;
    struct buf out = BUF_IN(arena);
    assert_true(value_read_json(arena, str_of(table[i].json), &v, &error));
    assert_true(value_write_yaml(arena, &out, v, NULL, false));
    assert_string_equal(out.p, table[i].yaml);
  }
  value facts;
  str error;
  struct buf out = BUF_IN(arena);
  assert_true(value_read_json(arena, STR("{\"name\":\"h\",\"ip\":\"::1\"}"), &facts, &error));
  assert_true(value_write_yaml(arena, &out, facts, "!ruby/object:Puppet::Node::Facts", true));
  assert_string_equal(out.p, "--- !ruby/object:Puppet::Node::Facts\nname: h\nip: \"::1\"\n");
}

/* --- output without libyaml, compared with libyaml --- */

static unsigned random_seed = 1;

static unsigned random_below(unsigned n)
{
  random_seed = random_seed * 1103515245u + 12345u;
  return (random_seed >> 16) % n;
}

static value random_text(void)
{
  static const char *const parts[] = {" ",
                                      " ",
                                      "  ",
                                      "word",
                                      "another",
                                      "a",
                                      "-",
                                      "- ",
                                      ":",
                                      ": ",
                                      " #",
                                      "#",
                                      "'",
                                      "\"",
                                      "\\",
                                      "\n",
                                      "\n",
                                      "\n\n",
                                      "1",
                                      "2020-1-2",
                                      "/etc/x",
                                      "true",
                                      "~",
                                      "[",
                                      "]",
                                      "{",
                                      "}",
                                      "&a",
                                      "*b",
                                      "!x",
                                      "---",
                                      "...",
                                      "?",
                                      "? ",
                                      ",",
                                      "|",
                                      ">",
                                      "%d",
                                      "@",
                                      "`",
                                      "\t",
                                      "y",
                                      "n",
                                      "<<",
                                      "0x1f",
                                      "1:30",
                                      "=",
                                      "null",
                                      "[a]: b",
                                      "a longer part of a text",
                                      "\xc3\xa9",
                                      "\r",
                                      "averyveryveryverylongwordwithoutblanks"};
  struct buf text = BUF_IN(arena);
  const unsigned shapes[] = {1, 1, 2, 3, 5, 9, 20, 40}, n = random_below(9) == 0 ? 0 : shapes[random_below(8)];
  const bool odd = random_below(30) == 0; /* with characters that are not supported */
  for (unsigned i = 0; i < n; i++) {
    const char *part = parts[random_below(sizeof parts / sizeof *parts)];
    if (odd || strpbrk(part, "\t\r\xc3") == NULL) buf_z(&text, part);
  }
  return value_str(buf_view(&text));
}

static value random_value(unsigned depth)
{
  const unsigned kind = random_below(depth > 5 ? 8 : 12), n = random_below(4);
  if (kind == 0) return VALUE_UNDEF;
  if (kind == 1) return value_bool(random_below(2) == 0);
  if (kind == 2) return value_int((int64_t)random_below(2000) - 1000);
  if (kind == 3) return value_float(random_below(1000) / 8.0);
  if (kind < 8) return random_text();
  if (kind < 10) {
    struct array *items = array_new(arena, n);
    for (unsigned i = 0; i < n; i++) items->items[i] = random_value(depth + 1);
    return value_array(items);
  }
  struct hash *h = hash_new(arena, n);
  for (unsigned i = 0; i < n; i++) {
    const value key = random_below(10) > 0 ? random_text() : value_int((int64_t)random_below(100));
    hash_put(h, arena, key, random_value(depth + 1));
  }
  return value_hash(h);
}

static void yaml_written_as_libyaml_does(void **state)
{
  (void)state;
  for (int i = 0; i < 20000; i++) {
    const value v = random_value(0);
    const struct yaml_layout layout = {0};
    struct buf out = BUF_IN(arena), expected = BUF_IN(arena);
    buf_z(&out, "before");
    buf_z(&expected, "before");
    assert_true(value_write_yaml(arena, &out, v, NULL, false));
    assert_true(value_write_yaml_as_ruby(arena, &expected, v, &layout));
    assert_string_equal(buf_view(&out).p, buf_view(&expected).p);
  }
}

static void yaml_structure(void **state)
{
  (void)state;
  expect_yaml("--- !ruby/object:Puppet::Node::Facts\nname: n\nvalues:\n  a: [1, b]\n",
              "{'name' => 'n', 'values' => {'a' => [1, 'b']}}");
  expect_yaml("a: 1\nb: 2\na: 3\n", "{'a' => 3, 'b' => 2}");
  expect_yaml("x: &x {p: 1, q: 2}\ny:\n  q: 3\n  <<: *x\nz: *x\n",
              "{'x' => {'p' => 1, 'q' => 2}, 'y' => {'q' => 2, 'p' => 1}, 'z' => {'p' => 1, 'q' => 2}}");
  expect_yaml("--- 1\n--- 2\n", "1");
  expect_yaml("a: b: c", "error: mapping values are not allowed in this context at line 1 column 5");
  expect_yaml("a: *nope", "error: unknown anchor 'nope' at line 1 column 4");
  expect_yaml("a: &a [*a]", "error: a value cannot contain itself at line 1 column 8");
  expect_yaml("a: !!binary aGk=", "error: not supported: binary data at line 1 column 4");
}

/* Nine levels of nine aliases: 9^9 values from some 400 bytes. */
static void yaml_bombs_are_stopped(void **state)
{
  (void)state;
  struct buf text = BUF_IN(arena);
  buf_z(&text, "l0: &l0 x\n");
  for (int i = 1; i <= 9; i++) {
    buf_printf(&text, "l%d: &l%d [", i, i);
    for (int j = 0; j < 9; j++) buf_printf(&text, "*l%d%s", i - 1, j < 8 ? ", " : "]\n");
  }
  value v;
  str error = STR_EMPTY;
  assert_false(value_read_yaml(arena, buf_view(&text), &v, &error));
  assert_true(str_starts(error, STR("the document is too large")));
}

static void deep(void **state)
{
  (void)state;
  enum { DEPTH = 100000 };
  char *text = arena_alloc(arena, DEPTH);
  memset(text, '[', DEPTH);
  value v;
  str error = STR_EMPTY;
  assert_false(value_read_yaml(arena, str_n(text, DEPTH), &v, &error));
  assert_true(error.n > 0);
  error = STR_EMPTY;
  assert_false(value_read_json(arena, str_n(text, DEPTH), &v, &error));
  assert_true(error.n > 0);
}

/* The fast reader returns the same values as libjansson; libjansson decides about all other texts. */
static void json_quickly(void **state)
{
  static const struct {
    const char *text;
    bool quick;
  } table[] = {
    {"{\"a\":[1,-2,0.5e3,\"\\u00e9\\ud83d\\ude00\\n\",true,false,null,{},[]],\"b\":{\"a\":\"\"}}", true},
    {" 999999999999999999 ", true},
    {"9999999999999999999", false},
    {"9223372036854775807", false},
    {"{\"b\":1,\"a\":2,\"b\":3}", true},
    {"\"\\u0000\"", true},
    {"{\"\\u0000\":1}", false},
    {"\"\\ud83d\"", false},
    {"\"\\udc00\"", false},
    {"\"a\nb\"", false},
    {"\"\xc0\x80\"", false},
    {"01", false},
    {"1.", false},
    {"1e400", false},
    {"-", false},
    {"[1,]", false},
    {"{\"a\" 1}", false},
    {"[1] 2", false},
    {"", false},
    {"\"a", false},
    {"tru", false},
    {"-0", true},
    {"\"\\q\"", false},
  };
  (void)state;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    value quick, strict;
    str error = STR_EMPTY;
    struct buf one = BUF_IN(arena), other = BUF_IN(arena);
    assert_int_equal(data_json_quick(arena, str_of(table[i].text), &quick), table[i].quick);
    const bool valid = data_json_strict(arena, str_of(table[i].text), &strict, &error);
    if (!table[i].quick) continue;
    assert_true(valid);
    value_inspect(&one, quick);
    value_inspect(&other, strict);
    assert_true(str_eq(buf_view(&one), buf_view(&other)));
  }
}

#define JSON(text, shown) expect_json(text, sizeof(text) - 1, shown)

static void json(void **state)
{
  (void)state;
  JSON("{\"b\": 1, \"a\": [1.5, null, true], \"b\": 2}", "{'b' => 2, 'a' => [1.5, undef, true]}");
  JSON("\"a\\u0000b\"", "\"a\\u{0}b\"");
  JSON("\xEF\xBB\xBF[]", "[]");
  JSON("1e400", "error: real number overflow near '1e400' at line 1 column 5");
  JSON("[1,", "error: ']' expected near end of file at line 1 column 3");
  JSON("9223372036854775808", "error: too big integer near '9223372036854775808' at line 1 column 19");
  JSON("\"\xff\"", "error: unable to decode byte 0xff near '\"' at line 1 column 1");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(yaml_scalars),
    cmocka_unit_test(yaml_structure),
    cmocka_unit_test(yaml_written),
    cmocka_unit_test(yaml_written_as_libyaml_does),
    cmocka_unit_test(yaml_bombs_are_stopped),
    cmocka_unit_test(deep),
    cmocka_unit_test(json),
    cmocka_unit_test(json_quickly),
  };
  return cmocka_run_group_tests(tests, arena_setup, arena_teardown);
}
