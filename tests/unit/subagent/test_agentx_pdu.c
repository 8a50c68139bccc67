/* AgentX PDUs on the wire. Expected bytes are worked out from RFC 2741 section 5 and 6 by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "subagent/agentx_pdu.h"

static struct oid oid_of(const char *text)
{
  struct oid o;
  assert_true(oid_parse(text, &o));
  return o;
}

static void assert_bytes(const struct buf *b, const char *expected, size_t n)
{
  assert_int_equal(b->n, n);
  assert_memory_equal(b->p, expected, n);
}
#define ASSERT_BYTES(b, literal) assert_bytes((b), "" literal, sizeof(literal) - 1)

static void test_identifier_below_internet_uses_the_prefix(void **state)
{
  (void)state;
  struct buf b = BUF_HEAP;
  struct oid o = oid_of("1.3.6.1.4.1.8072"), mib2 = oid_of("1.3.6.1.2"), none = {0};
  agentx_put_oid(&b, &o, true);
  ASSERT_BYTES(&b, "\x02\x04\x01\x00\x00\x00\x00\x01\x00\x00\x1f\x88");
  buf_clear(&b);
  agentx_put_oid(&b, &mib2, false);
  ASSERT_BYTES(&b, "\x00\x02\x00\x00");
  buf_clear(&b);
  agentx_put_oid(&b, &none, false);
  ASSERT_BYTES(&b, "\x00\x00\x00\x00");
  buf_free(&b);
}

static void test_identifier_elsewhere_is_written_whole(void **state)
{
  (void)state;
  struct buf b = BUF_HEAP;
  struct oid o = oid_of("1.3.6.1.256.7"); /* 256 does not fit the prefix */
  agentx_put_oid(&b, &o, false);
  ASSERT_BYTES(&b, "\x06\x00\x00\x00\0\0\0\x01\0\0\0\x03\0\0\0\x06\0\0\0\x01\0\0\x01\0\0\0\0\x07");
  buf_free(&b);
}

static void test_identifiers_survive_writing_and_reading(void **state)
{
  (void)state;
  static const char *const texts[] = {"1.3.6.1.4.1.8072.9999", "1.3.6.1.0.1", "1.3.6.1", "2.5",
                                      "1.3.6.1.4294967295"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    struct buf b = BUF_HEAP;
    struct oid o = oid_of(texts[i]), back;
    bool include;
    agentx_put_oid(&b, &o, true);
    struct agentx_header h = {.flags = AGENTX_NETWORK_ORDER, .payload_bytes = (uint32_t)b.n};
    struct agentx_reader r = agentx_reader_of(&h, (const uint8_t *)b.p);
    agentx_read_oid(&r, &back, &include);
    assert_false(r.failed);
    assert_true(include);
    assert_int_equal(oid_cmp(&o, &back), 0);
    buf_free(&b);
  }
}

static void test_octets_are_padded(void **state)
{
  (void)state;
  struct buf b = BUF_HEAP;
  agentx_put_octets(&b, STR("abcde"));
  ASSERT_BYTES(&b, "\0\0\0\x05"
                   "abcde\0\0\0");
  buf_clear(&b);
  agentx_put_octets(&b, STR_EMPTY);
  ASSERT_BYTES(&b, "\0\0\0\0");
  buf_free(&b);
}

static void test_varbinds_of_each_type(void **state)
{
  (void)state;
  struct buf b = BUF_HEAP;
  struct oid o = oid_of("1.3.6.1.2");
  struct agentx_value v = {.type = AGENTX_INTEGER, .u.i32 = -2};
  agentx_put_varbind(&b, &o, &v);
  ASSERT_BYTES(&b, "\0\x02\0\0\0\x02\0\0\xff\xff\xff\xfe");
  buf_clear(&b);
  v = (struct agentx_value){.type = AGENTX_GAUGE32, .u.u32 = 0xfffffffe};
  agentx_put_varbind(&b, &o, &v);
  ASSERT_BYTES(&b, "\0\x42\0\0\0\x02\0\0\xff\xff\xff\xfe");
  buf_clear(&b);
  v = (struct agentx_value){.type = AGENTX_COUNTER64, .u.u64 = 0x0102030405060708};
  agentx_put_varbind(&b, &o, &v);
  ASSERT_BYTES(&b, "\0\x46\0\0\0\x02\0\0\x01\x02\x03\x04\x05\x06\x07\x08");
  buf_clear(&b);
  v = (struct agentx_value){.type = AGENTX_OCTETS, .u.octets = STR("a")};
  agentx_put_varbind(&b, &o, &v);
  ASSERT_BYTES(&b, "\0\x04\0\0\0\x02\0\0\0\0\0\x01"
                   "a\0\0\0");
  buf_clear(&b);
  v = (struct agentx_value){.type = AGENTX_END_OF_MIB_VIEW};
  agentx_put_varbind(&b, &o, &v);
  ASSERT_BYTES(&b, "\0\x82\0\0\0\x02\0\0");
  buf_free(&b);
}

static void test_header_in_both_byte_orders(void **state)
{
  (void)state;
  static const uint8_t big[20] = {1, 5, 0x10, 0, 0, 0, 0, 7, 0, 0, 1, 0, 0, 0, 0, 9, 0, 0, 0, 8};
  static const uint8_t little[20] = {1, 5, 0, 0, 7, 0, 0, 0, 0, 1, 0, 0, 9, 0, 0, 0, 8, 0, 0, 0};
  struct agentx_header a, b;
  assert_true(agentx_read_header(big, &a));
  assert_true(agentx_read_header(little, &b));
  assert_int_equal(a.session, 7);
  assert_int_equal(a.transaction, 256);
  assert_int_equal(a.packet, 9);
  assert_int_equal(a.payload_bytes, 8);
  assert_int_equal(b.session, 7);
  assert_int_equal(b.transaction, 256);
  assert_int_equal(b.packet, 9);
  assert_int_equal(b.payload_bytes, 8);
}

static void test_header_that_is_not_agentx_is_refused(void **state)
{
  (void)state;
  uint8_t bytes[20] = {1, 5, 0x10};
  struct agentx_header h;
  assert_true(agentx_read_header(bytes, &h));
  bytes[19] = 3; /* no multiple of 4 */
  assert_false(agentx_read_header(bytes, &h));
  bytes[19] = 0;
  bytes[17] = 0x10; /* AGENTX_PAYLOAD_MAX */
  assert_true(agentx_read_header(bytes, &h));
  bytes[19] = 4;
  assert_false(agentx_read_header(bytes, &h));
  bytes[17] = bytes[19] = 0;
  bytes[0] = 2;
  assert_false(agentx_read_header(bytes, &h));
}

static void test_reading_stops_at_the_end(void **state)
{
  (void)state;
  static const uint8_t long_oid[8] = {200, 4, 0, 0, 0, 0, 0, 1};
  static const uint8_t long_octets[8] = {0xff, 0xff, 0xff, 0xff, 'a', 0, 0, 0};
  struct agentx_header h = {.flags = AGENTX_NETWORK_ORDER, .payload_bytes = 8};
  struct agentx_reader r = agentx_reader_of(&h, long_oid);
  struct oid o;
  agentx_read_oid(&r, &o, NULL);
  assert_true(r.failed);
  assert_int_equal(o.n, 0);
  r = agentx_reader_of(&h, long_octets);
  assert_int_equal(agentx_read_octets(&r).n, 0);
  assert_true(r.failed);
  assert_true(agentx_reader_done(&r));
  assert_int_equal(agentx_read_u32(&r), 0);
}

static void test_identifier_of_more_than_128_is_refused(void **state)
{
  (void)state;
  uint8_t bytes[4 + 4 * 128] = {124, 4}; /* 5 of the prefix and 124: 129 */
  struct agentx_header h = {.flags = AGENTX_NETWORK_ORDER, .payload_bytes = sizeof bytes};
  struct agentx_reader r = agentx_reader_of(&h, bytes);
  struct oid o;
  agentx_read_oid(&r, &o, NULL);
  assert_true(r.failed);
  bytes[0] = 123;
  r = agentx_reader_of(&h, bytes);
  agentx_read_oid(&r, &o, NULL);
  assert_false(r.failed);
  assert_int_equal(o.n, 128);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_identifier_below_internet_uses_the_prefix),
    cmocka_unit_test(test_identifier_elsewhere_is_written_whole),
    cmocka_unit_test(test_identifiers_survive_writing_and_reading),
    cmocka_unit_test(test_octets_are_padded),
    cmocka_unit_test(test_varbinds_of_each_type),
    cmocka_unit_test(test_header_in_both_byte_orders),
    cmocka_unit_test(test_header_that_is_not_agentx_is_refused),
    cmocka_unit_test(test_reading_stops_at_the_end),
    cmocka_unit_test(test_identifier_of_more_than_128_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
