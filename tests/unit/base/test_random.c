/* digest, mt19937. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/digest.h"
#include "base/mt19937.h"

static void test_digests_are_those_of_the_standards(void **state)
{
  (void)state;
  static const struct {
    const char *algorithm, *hex;
  } cases[] = {
    {"md5", "900150983cd24fb0d6963f7d28e17f72"},
    {"sha1", "a9993e364706816aba3e25717850c26c9cd0d89d"},
    {"sha256", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
  };
  struct arena *a = arena_new();
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    str hex;
    assert_true(digest_hex(a, cases[i].algorithm, STR("abc"), &hex));
    assert_string_equal(hex.p, cases[i].hex);
  }
  str hex;
  assert_false(digest_hex(a, "md17", STR("abc"), &hex));
  arena_free(a);
}

/* Random.new(seed).rand(2**32) of Ruby. */
static void test_numbers_are_those_of_ruby(void **state)
{
  (void)state;
  struct mt19937 mt;
  mt19937_seed(&mt, (const uint32_t[]){42}, 1);
  assert_int_equal(mt19937_next(&mt), 1608637542);
  assert_int_equal(mt19937_next(&mt), 3421126067);
  mt19937_seed(&mt, (const uint32_t[]){0x123, 0x234, 0x345, 0x456}, 4);
  assert_int_equal(mt19937_next(&mt), 1067595299);
  assert_int_equal(mt19937_next(&mt), 955945823);
}

static void test_seeds_ignore_leading_zeroes_and_a_guard(void **state)
{
  (void)state;
  struct mt19937 plain, zeroes, guarded;
  mt19937_seed(&plain, (const uint32_t[]){7, 8}, 2);
  mt19937_seed(&zeroes, (const uint32_t[]){7, 8, 0, 0}, 4);
  mt19937_seed(&guarded, (const uint32_t[]){7, 8, 1}, 3);
  assert_memory_equal(&plain, &zeroes, sizeof plain);
  assert_memory_equal(&plain, &guarded, sizeof plain);
}

static void test_limited_numbers(void **state)
{
  (void)state;
  struct mt19937 mt;
  mt19937_seed(&mt, (const uint32_t[]){1}, 1);
  assert_int_equal(mt19937_limited(&mt, 0), 0);
  for (int i = 0; i < 1000; i++) {
    assert_true(mt19937_limited(&mt, 9) <= 9);
    assert_true(mt19937_limited(&mt, 99999999999) <= 99999999999);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_digests_are_those_of_the_standards),
    cmocka_unit_test(test_numbers_are_those_of_ruby),
    cmocka_unit_test(test_seeds_ignore_leading_zeroes_and_a_guard),
    cmocka_unit_test(test_limited_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
