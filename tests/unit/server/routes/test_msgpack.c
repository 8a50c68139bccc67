/* Reading and writing MessagePack. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/stack.h"
#include "server/routes/msgpack.h"

static struct arena *arena;

static int setup(void **state)
{
  (void)state;
  arena = arena_new();
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  arena_free(arena);
  return 0;
}

static value reads(str bytes)
{
  value v;
  str error;
  assert_true(msgpack_read(arena, bytes, &v, &error));
  return v;
}

static void refuses(str bytes, const char *why)
{
  value v;
  str error = STR_EMPTY;
  assert_false(msgpack_read(arena, bytes, &v, &error));
  assert_string_equal(arena_strz(arena, error), why);
}

static void test_reads_all_forms(void **state)
{
  (void)state;
  assert_int_equal(reads(STR("\x7f")).integer, 127);
  assert_int_equal(reads(STR("\xff")).integer, -1);
  assert_int_equal(reads(STR("\xcc\xff")).integer, 255);
  assert_int_equal(reads(STR("\xcd\x01\x00")).integer, 256);
  assert_int_equal(reads(STR("\xd0\x80")).integer, -128);
  assert_int_equal(reads(STR("\xd3\x80\x00\x00\x00\x00\x00\x00\x00")).integer, INT64_MIN);
  assert_true(reads(STR("\xc3")).boolean);
  assert_int_equal(reads(STR("\xc0")).kind, V_UNDEF);
  assert_true(reads(STR("\xca\x3f\x80\x00\x00")).number == 1.0);
  assert_true(reads(STR("\xcb\x3f\xf8\x00\x00\x00\x00\x00\x00")).number == 1.5);
  assert_true(str_eqz(value_text(reads(STR("\xa2hi"))), "hi"));
  assert_true(str_eqz(value_text(reads(STR("\xd9\x02hi"))), "hi"));
  assert_true(reads(STR("\xc4\x01\xff")).bytes);
  assert_int_equal(reads(STR("\x92\x01\x02")).array->n, 2);
  assert_int_equal(hash_get_str(reads(STR("\x81\xa1"
                                          "a\x05"))
                                  .hash,
                                STR("a"))
                     ->integer,
                   5);
}

static void test_refuses(void **state)
{
  (void)state;
  struct buf deep = BUF_IN(arena);
  refuses(STR_EMPTY, "it ends too early at byte 0");
  refuses(STR("\xa5hi"), "it ends too early at byte 1");
  refuses(STR("\xdd\xff\xff\xff\xff"), "it ends too early at byte 5");
  refuses(STR("\xdf\x7f\xff\xff\xff"), "it ends too early at byte 5");
  refuses(STR("\x01\x02"), "something follows at byte 1");
  refuses(STR("\xc1"), "not supported: an extension type at byte 0");
  refuses(STR("\xd4\x01\x02"), "not supported: an extension type at byte 0");
  refuses(STR("\xcf\xff\xff\xff\xff\xff\xff\xff\xff"), "not supported: an integer beyond 64 bits at byte 9");
  refuses(STR("\x81\x90\x01"), "a key is an array or a map at byte 2");
  for (int i = 0; i <= NESTING_LEVELS; i++) buf_char(&deep, (char)0x91);
  buf_char(&deep, 1);
  refuses(buf_view(&deep), "it is nested too deep at byte 3001");
}

static void test_round_trips(void **state)
{
  (void)state;
  static const char *const texts[] = {
    "null", "[true,false,0,-1,-32,-33,127,128,255,256,65535,65536,4294967295,4294967296,-129,-32769,-2147483649]",
    "{\"a\":{\"b\":[1.5,\"text\",\"\"]},\"c\":null}", "[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    value v;
    str error;
    struct buf out = BUF_IN(arena);
    assert_true(value_read_json(arena, str_of(texts[i]), &v, &error));
    msgpack_write(&out, v);
    assert_true(value_same(v, reads(buf_view(&out))));
  }
  struct buf out = BUF_IN(arena);
  char *text = arena_alloc(arena, 70000);
  memset(text, 'x', 70000);
  for (size_t n = 30; n < 70000; n = n * 2 + 3) {
    buf_clear(&out);
    msgpack_write(&out, value_str(str_n(text, n)));
    assert_int_equal(reads(buf_view(&out)).length, n);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(test_reads_all_forms, setup, teardown),
                                     cmocka_unit_test_setup_teardown(test_refuses, setup, teardown),
                                     cmocka_unit_test_setup_teardown(test_round_trips, setup, teardown)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
