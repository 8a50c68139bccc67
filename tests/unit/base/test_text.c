/* str, utf8, buf, symbol, map, json_write, regex. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "base/json_write.h"
#include "base/map.h"
#include "base/regex.h"
#include "base/symbol.h"
#include "base/utf8.h"

static void assert_str(str s, const char *expected)
{
  assert_int_equal(s.n, strlen(expected));
  assert_memory_equal(s.p, expected, s.n);
}

static void test_comparing_is_bytewise_and_case_folding_ascii_only(void **state)
{
  (void)state;
  assert_true(str_cmp(STR("a"), STR("ab")) < 0);
  assert_true(str_cmp(STR("\xff"), STR("a")) > 0);
  assert_true(str_caseeq(STR("File"), STR("fILE")));
  assert_false(str_caseeq(STR("\xc3\x89"), STR("\xc3\xa9")));
  assert_int_equal(str_find(STR("abcabc"), STR("ca"), 0), 2);
  assert_true(str_find(STR("abc"), STR("x"), 0) == SIZE_MAX);
  assert_str(str_trim(STR(" \t a b\n")), "a b");
  assert_str(str_sub(STR("abcdef"), 4, 9), "ef");
  assert_int_equal(str_sub(STR("abc"), 9, 1).n, 0);
}

static void test_utf8_is_strict(void **state)
{
  (void)state;
  static const char *const bad[] = {"\x80", "\xc0\xaf",    "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                                    "\xc3", "\xf0\x9f\x98"};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) assert_int_equal(utf8_invalid_at(str_of(bad[i])), 0);
  assert_true(utf8_invalid_at(STR("abcdefgh\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80")) == SIZE_MAX);
  assert_int_equal(utf8_invalid_at(STR("abcdefghi\xff")), 9);
  assert_int_equal(utf8_count(STR("a\xc3\xa9\xe2\x82\xac")), 3);
  assert_int_equal(utf8_offset(STR("a\xc3\xa9\xe2\x82\xac"), 2), 3);
  for (uint32_t cp = 1; cp < 0x110000; cp += 97) {
    char tmp[4];
    uint32_t back = 0;
    if (cp >= 0xD800 && cp <= 0xDFFF) continue;
    unsigned n = utf8_encode(cp, tmp);
    assert_int_equal(utf8_decode(str_n(tmp, n), 0, &back), n);
    assert_int_equal(back, cp);
  }
}

static void test_buffers_grow_on_the_heap_and_in_an_arena(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  struct buf heap = BUF_HEAP, in = BUF_IN(a);
  for (int i = 0; i < 5000; i++) {
    buf_int(&heap, i);
    buf_int(&in, i);
  }
  assert_int_equal(heap.n, in.n);
  assert_memory_equal(heap.p, in.p, heap.n);
  buf_clear(&heap);
  buf_int(&heap, INT64_MIN);
  assert_str(buf_view(&heap), "-9223372036854775808");
  buf_free(&heap);
  arena_free(a);
}

static void test_long_messages_are_shortened_between_characters(void **state)
{
  (void)state;
  struct buf b = BUF_HEAP;
  buf_z(&b, "kept: ");
  while (b.n < 6 + MESSAGE_BYTES) buf_char(&b, 'x');
  buf_shorten(&b, 6);
  assert_int_equal(b.n, 6 + MESSAGE_BYTES);
  buf_clear(&b);
  buf_z(&b, "kept: ");
  for (int i = 0; i < 100000; i++) buf_z(&b, "\xe2\x82\xac");
  buf_z(&b, "end");
  buf_shorten(&b, 6);
  assert_true(b.n > 6 + MESSAGE_BYTES - 8 && b.n <= 6 + MESSAGE_BYTES);
  assert_int_equal(utf8_invalid_at(buf_view(&b)), SIZE_MAX);
  assert_non_null(strstr(b.p, "\xac [... shortened ...] \xe2"));
  assert_memory_equal(b.p, "kept: \xe2\x82\xac", 9);
  assert_string_equal(b.p + b.n - 3, "end");
  buf_free(&b);
}

static void test_symbols_are_one_pointer_per_name(void **state)
{
  (void)state;
  const symbol *a = sym_z("some_name");
  char copy[] = "some_name";
  assert_ptr_equal(sym_intern(str_of(copy)), a);
  assert_null(sym_known(STR("never interned")));
  for (int i = 0; i < 20000; i++) {
    char name[32];
    int n = snprintf(name, sizeof name, "name%d", i);
    const symbol *made = sym_intern(str_n(name, (size_t)n));
    assert_ptr_equal(sym_known(str_n(name, (size_t)n)), made);
  }
  assert_ptr_equal(sym_known(STR("some_name")), a);
}

static void test_maps_keep_their_order(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  struct strmap m;
  struct ptrmap p;
  strmap_init(&m, a);
  ptrmap_init(&p, a);
  static char names[1000][16];
  for (int i = 0; i < 1000; i++) {
    snprintf(names[i], sizeof names[i], "k%d", i);
    strmap_put(&m, str_of(names[i]), names[i]);
    ptrmap_put(&p, names[i], names[(i + 1) % 1000]);
  }
  for (int i = 0; i < 1000; i++) {
    assert_ptr_equal(strmap_get(&m, str_of(names[i])), names[i]);
    assert_ptr_equal(ptrmap_get(&p, names[i]), names[(i + 1) % 1000]);
    assert_str(m.entries[i].key, names[i]);
  }
  assert_null(strmap_get(&m, STR("k1000")));
  assert_true(strmap_remove(&m, STR("k7")));
  assert_false(strmap_remove(&m, STR("k7")));
  assert_null(strmap_find(&m, STR("k7")));
  bool made = false;
  *strmap_slot(&m, STR("k7"), &made) = names[0];
  assert_true(made);
  assert_ptr_equal(strmap_get(&m, STR("k7")), names[0]);
  assert_int_equal(m.live, 1000);
  arena_free(a);
}

/* Strings are copied eight bytes at a time: each length, with a character to be escaped at each position. */
static void test_json_strings_of_every_length(void **state)
{
  (void)state;
  static const struct {
    const char *odd, *quoted;
  } kinds[] = {
    {"\n", "\\n"},
    {"\"", "\\\""},
    {"\\", "\\\\"},
    {"\x1f", "\\u001f"},
    {"\xc3\xa9", "\xc3\xa9"},
    {"\xff", "\xef\xbf\xbd"},
    {"\x7f", "\x7f"},
    {" ", " "},
  };
  for (size_t n = 0; n <= 1100; n += n < 40 ? 1 : 53) {
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
      for (size_t at = 0; at <= n; at += n < 40 ? 1 : 7) {
        struct buf text = BUF_HEAP, want = BUF_HEAP, got = BUF_HEAP;
        buf_char(&want, '"');
        for (size_t i = 0; i <= n; i++) {
          buf_z(&text, i == at ? kinds[k].odd : "x");
          buf_z(&want, i == at ? kinds[k].quoted : "x");
        }
        buf_char(&want, '"');
        json_quote(&got, buf_view(&text));
        assert_int_equal(got.n, want.n);
        assert_memory_equal(got.p, want.p, want.n + 1);
        buf_free(&text), buf_free(&want), buf_free(&got);
      }
    }
  }
}

static void test_json_is_escaped_and_pretty_as_ruby_prints_it(void **state)
{
  (void)state;
  struct buf b = BUF_HEAP;
  json_quote(&b, STR("a\"\\/\b\f\n\r\t\x01\x7f\xc3\xa9\xff"));
  assert_str(buf_view(&b), "\"a\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\x7f\xc3\xa9\xef\xbf\xbd\"");
  buf_clear(&b);
  struct json_writer w;
  json_init(&w, &b, true);
  json_begin_object(&w);
  json_kint(&w, STR("i"), -1);
  json_key(&w, STR("empty"));
  json_begin_array(&w);
  json_end_array(&w);
  json_key(&w, STR("list"));
  json_begin_array(&w);
  json_bool(&w, true);
  json_null(&w);
  json_end_array(&w);
  json_end_object(&w);
  assert_str(buf_view(&b), "{\n  \"i\": -1,\n  \"empty\": [],\n  \"list\": [\n    true,\n    null\n  ]\n}");
  buf_clear(&b);
  json_init(&w, &b, false);
  json_begin_array(&w);
  json_begin_object(&w);
  json_end_object(&w);
  json_uint(&w, UINT64_MAX);
  json_end_array(&w);
  assert_str(buf_view(&b), "[{},18446744073709551615]");
  buf_free(&b);
}

static void test_regular_expressions_are_rubys(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  str error;
  struct regex_match m;
  const struct regex *re = regex_compile(a, STR("^(?<x>b+)(c)?$"), &error);
  assert_non_null(re);
  assert_int_equal(regex_search(re, STR("a\nbb\nc"), 0, &m), REGEX_MATCH); /* ^ and $ are line anchors */
  assert_int_equal(m.at[0].begin, 2);
  assert_int_equal(m.n, 2); /* named groups switch plain ones off */
  re = regex_compile(a, STR("\\A\\w+\\z"), &error);
  assert_int_equal(regex_search(re, STR("\xc3\xa9"), 0, NULL), REGEX_NO_MATCH);
  re = regex_compile(a, STR("\\h"), &error);
  assert_int_equal(regex_search(re, STR("xyzF"), 0, &m), REGEX_MATCH);
  assert_null(regex_compile(a, STR("a("), &error));
  assert_str(error, "end pattern with unmatched parenthesis: /a(/");
  re = regex_compile(a, STR("(a+)+\\z"), &error);
  char text[64];
  memset(text, 'a', sizeof text);
  text[63] = 'b';
  assert_int_equal(regex_search(re, str_n(text, 64), 0, NULL), REGEX_LIMIT);
  arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_comparing_is_bytewise_and_case_folding_ascii_only),
    cmocka_unit_test(test_utf8_is_strict),
    cmocka_unit_test(test_buffers_grow_on_the_heap_and_in_an_arena),
    cmocka_unit_test(test_long_messages_are_shortened_between_characters),
    cmocka_unit_test(test_symbols_are_one_pointer_per_name),
    cmocka_unit_test(test_maps_keep_their_order),
    cmocka_unit_test(test_json_strings_of_every_length),
    cmocka_unit_test(test_json_is_escaped_and_pretty_as_ruby_prints_it),
    cmocka_unit_test(test_regular_expressions_are_rubys),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
