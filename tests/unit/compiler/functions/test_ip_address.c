/* IP addresses, compared with Ruby's IPAddr. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/functions/ip_address.h"

static void families(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    enum ip_family family;
  } cases[] = {
    {"1.2.3.4", IPV4},
    {"1.2.3.256", NOT_IP},
    {"1.2.3", NOT_IP},
    {"1.02.3.4", NOT_IP},
    {"1.2.3.4 ", NOT_IP},
    {"", NOT_IP},
    {"1.2.3.4/", NOT_IP},
    {"1.2.3.4/33", NOT_IP},
    {"1.2.3.4/08", NOT_IP},
    {"1.2.3.4/32", IPV4},
    {"10.0.0.0/255.0.0.0", IPV4},
    {"10.0.0.0/255.0.255.0", NOT_IP},
    {"10.0.0.0/ffff::", NOT_IP},
    {"::", IPV6},
    {"::1/128", IPV6},
    {"::1/129", NOT_IP},
    {"[::1]", IPV6},
    {"[1.2.3.4]", NOT_IP},
    {"fe80::1%eth0", IPV6},
    {"1:2:3:4:5:6:7:8", IPV6},
    {"1:2:3:4:5:6:7::", IPV6},
    {"1:2:3:4:5:6:7:8::", NOT_IP},
    {"1::2::3", NOT_IP},
    {"::ffff:1.2.3.4", IPV6},
    {"1:2:3:4:5:6:1.2.3.4", IPV6},
    {"1:2:3:4:5::1.2.3.4", IPV6},
    {"1:2:3:4:5:6::1.2.3.4", NOT_IP},
    {"::1:2:3:4:5:1.2.3.4", NOT_IP},
    {"12345::", NOT_IP},
    {":::", NOT_IP},
    {"FE80::1", IPV6},
    {"g::", NOT_IP},
    {"1.2.3.4::", NOT_IP},
    {"/24", NOT_IP},
    {"99999999999.1.1.1", NOT_IP},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    if (ip_address_family(str_of(cases[i].text)) != cases[i].family) fail_msg("%s", cases[i].text);
  }
}

static void bits(void **state)
{
  (void)state;
  struct ip_address a;
  assert_true(ip_address_read(STR("10.1.2.3/12"), &a));
  assert_memory_equal(a.bytes, "\x0a\x00\x00\x00", 4);
  assert_memory_equal(a.mask, "\xff\xf0\x00\x00", 4);
  assert_true(ip_address_read(STR("2001:db8::1:2"), &a));
  assert_memory_equal(a.bytes, "\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\x01\0\x02", 16);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(families), cmocka_unit_test(bits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
