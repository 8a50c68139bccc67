/* Base64, hashes of passwords. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/base64.h"
#include "base/password.h"
#include "tests/unit/base/arena_test.h"

static void expect(str s, const char *text)
{
  assert_int_equal(s.n, strlen(text));
  assert_memory_equal(s.p, text, s.n);
}

static void test_base64(void **state)
{
  (void)state;
  str out;
  expect(base64_encode(arena, STR("a\xff\xfe"), false, 0), "Yf/+");
  expect(base64_encode(arena, STR("a\xff\xfe"), true, 0), "Yf_-");
  expect(base64_encode(arena, STR("abcd"), false, 4), "YWJj\nZA==\n");
  expect(base64_encode(arena, STR_EMPTY, false, 60), "");
  expect(base64_decode(arena, STR("YW Jj\nZA==")), "abcd");
  expect(base64_decode(arena, STR("YWJj=ZGVm")), "abcdef");
  expect(base64_decode(arena, STR("YQ=x")), "a");
  assert_true(base64_decode_strictly(arena, STR("YWI="), &out));
  expect(out, "ab");
  assert_false(base64_decode_strictly(arena, STR("YWI"), &out));
  assert_false(base64_decode_strictly(arena, STR("YWJ="), &out));
  assert_false(base64_decode_strictly(arena, STR("Y=I="), &out));
}

static void test_passwords(void **state)
{
  (void)state;
  str hash, error;
  unsigned char key[4];
  assert_true(password_crypt(arena, STR("test"), STR("$1$1"), &hash, &error));
  expect(hash, "$1$1$Bp8CU9Oujr9SSEw53WV6G.");
  assert_true(password_pbkdf2(STR("password"), STR("salt"), 1, key, sizeof key));
  assert_memory_equal(key, "\x86\x7f\x70\xcf", sizeof key);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_base64), cmocka_unit_test(test_passwords)};
  return cmocka_run_group_tests(tests, arena_setup, arena_teardown);
}
