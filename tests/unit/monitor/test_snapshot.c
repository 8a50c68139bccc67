/* Snapshots: rows and values, and adding answers of an SNMP agent. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "monitor/varbind.h"

static const struct oid root = {3, {1, 3, 9}};
static const struct varbind_context context = {
  .root = &root, .now_us = 1700000000000000, .has_uptime = true, .uptime = 100000};

static struct varbind varbind(enum varbind_type type, int64_t number, const char *bytes, size_t n, const char *name)
{
  struct varbind v = {.type = type, .number = number, .bytes = n > 0 ? str_n(bytes, n) : STR_EMPTY};
  assert_true(oid_parse(name, &v.name));
  return v;
}

static bool put(struct snapshot *s, enum varbind_type type, int64_t number, const char *name)
{
  const struct varbind v = varbind(type, number, NULL, 0, name);
  size_t hint = 0;
  return varbind_put(s, &context, &v, &hint);
}

static void test_rows_are_in_snmp_order(void **state)
{
  (void)state;
  static const char *const names[] = {"web10", "db", "a", "zz", "aaaa", "b"}, *const sorted[] = {"a",  "b",    "db",
                                                                                                 "zz", "aaaa", "web10"};
  struct snapshot *s = snapshot_new();
  snapshot_want(s, STAT_ficNodeCmpTime);
  for (size_t i = 0; i < 6; i++) {
    const struct snapshot_index index = {.name = str_of(names[i])};
    size_t row = i * 7; /* any hint will do */
    assert_true(snapshot_row(s, STATS_NODE, &index, &row));
    snapshot_put(s, STAT_ficNodeCmpTime, row, i);
    snapshot_put(s, STAT_ficNodeRunTime, row, i); /* not requested */
  }
  assert_int_equal(snapshot_rows(s, STATS_NODE), 6);
  for (size_t i = 0; i < 6; i++) assert_true(str_eqz(snapshot_index_of(s, STATS_NODE, i)->name, sorted[i]));
  assert_int_equal(snapshot_number(s, STAT_ficNodeCmpTime, 5, 99), 0);
  assert_int_equal(snapshot_number(s, STAT_ficNodeRunTime, 5, 99), 99);
  assert_int_equal(snapshot_find(s, STATS_NODE, &(struct snapshot_index){.name = STR("zz")}), 3);
  assert_int_equal(snapshot_find(s, STATS_NODE, &(struct snapshot_index){.name = STR("zzz")}), -1);
  snapshot_clear(s);
  assert_int_equal(snapshot_rows(s, STATS_NODE), 0);
  snapshot_free(s);
}

static void test_skipped_rows_remain(void **state)
{
  (void)state;
  struct snapshot *s = snapshot_new();
  snapshot_want(s, STAT_ficCmpTotal);
  snapshot_want(s, STAT_ficNodeCmpTime);
  assert_true(put(s, VARBIND_COUNTER64, 5, "1.3.9.1.2.1.0"));
  assert_true(put(s, VARBIND_UNSIGNED, 6, "1.3.9.1.5.1.8.1.97"));
  snapshot_skip(s, STATS_NODE, true);
  snapshot_clear(s);
  assert_int_equal(snapshot_number(s, STAT_ficCmpTotal, 0, 99), 99);
  assert_int_equal(snapshot_number(s, STAT_ficNodeCmpTime, 0, 99), 6);
  snapshot_free(s);
}

static void test_names_resolve(void **state)
{
  (void)state;
  struct snapshot_index index;
  struct oid name;
  char bytes[OID_MAX];
  uint32_t id;
  assert_true(oid_parse("1.3.9.1.5.1.8.3.97.98.99", &name));
  assert_true(varbind_resolve(&name, &root, &id, &index, bytes));
  assert_int_equal(id, STAT_ficNodeCmpTime);
  assert_true(str_eqz(index.name, "abc"));
  assert_true(oid_parse("1.3.9.1.7.1.4.1.20", &name));
  assert_true(varbind_resolve(&name, &root, &id, &index, bytes));
  assert_int_equal(index.number[0], 1);
  assert_int_equal(index.number[1], 20);
  static const char *const wrong[] = {"1.3.9",
                                      "1.3.9.1",
                                      "1.3.9.1.2.1",
                                      "1.3.9.1.2.1.1",
                                      "1.3.9.1.2.99.0",
                                      "1.3.9.2.2.1.0",
                                      "1.3.8.1.2.1.0",
                                      "1.3.9.1.5.2.8.1.97",
                                      "1.3.9.1.5.1.8",
                                      "1.3.9.1.5.1.8.1",
                                      "1.3.9.1.5.1.8.2.97",
                                      "1.3.9.1.5.1.8.1.256",
                                      "1.3.9.1.5.1.8.1.97.98",
                                      "1.3.9.1.5.1.99.1.97",
                                      "1.3.9.1.6.1.3",
                                      "1.3.9.1.6.1.3.1.1",
                                      "1.3.9.1.7.1.4.1",
                                      "1.3.9.1.5.1.8.0"};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    assert_true(oid_parse(wrong[i], &name));
    if (varbind_resolve(&name, &root, &id, &index, bytes)) fail_msg("%s", wrong[i]);
  }
}

static void test_each_object_is_found_by_its_name(void **state)
{
  (void)state;
  for (uint32_t i = 0; i < STATS_IDS; i++) {
    const struct stats_group_info *g = &stats_groups[stats_table[i].group];
    struct oid name = root;
    struct snapshot_index index;
    char bytes[OID_MAX];
    uint32_t id;
    const uint32_t numbers[] = {3, 4};
    if (g->rows == STATS_ROWS_NAMED || g->rows == STATS_ROWS_CONFIGURED) {
      assert_true(varbind_instance(i, STR("row"), &name));
    } else {
      assert_true(varbind_column(i, &name));
      if (stats_is_table(g)) assert_true(oid_append(&name, numbers, g->rows == STATS_ROWS_FIXED ? 1 : 2));
    }
    assert_true(varbind_resolve(&name, &root, &id, &index, bytes));
    assert_int_equal(id, i);
  }
}

static void test_values_of_another_type_are_ignored(void **state)
{
  (void)state;
  struct snapshot *s = snapshot_new();
  snapshot_want(s, STAT_ficCmpTotal);
  snapshot_want(s, STAT_ficCmpP95);
  snapshot_want(s, STAT_ficCmpLastState);
  snapshot_want(s, STAT_ficNodeEnv);
  assert_false(put(s, VARBIND_UNSIGNED, 5, "1.3.9.1.2.1.0"));
  assert_false(put(s, VARBIND_NONE, 0, "1.3.9.1.2.1.0"));
  assert_false(put(s, VARBIND_UNSIGNED, (int64_t)UINT32_MAX + 1, "1.3.9.1.2.17.0"));
  assert_false(put(s, VARBIND_UNSIGNED, 1, "1.3.9.1.2.12.0"));
  assert_false(put(s, VARBIND_UNSIGNED, 1, "1.3.9.1.2.2.0")); /* not requested */
  assert_int_equal(snapshot_rows(s, STATS_COMPILE), 0);
  assert_true(put(s, VARBIND_COUNTER64, -1, "1.3.9.1.2.1.0"));
  assert_true(put(s, VARBIND_UNSIGNED, UINT32_MAX, "1.3.9.1.2.17.0"));
  assert_true(put(s, VARBIND_INTEGER, 2, "1.3.9.1.2.12.0"));
  assert_true(snapshot_number(s, STAT_ficCmpTotal, 0, 0) == UINT64_MAX);
  assert_int_equal(snapshot_number(s, STAT_ficCmpP95, 0, 0), UINT32_MAX);
  snapshot_free(s);
}

static void test_dates_and_times(void **state)
{
  (void)state;
  uint64_t us;
  assert_true(varbind_date(str_n("\x07\xb2\x01\x01\x00\x00\x00\x00", 8), &us));
  assert_int_equal(us, 0);
  assert_true(varbind_date(str_n("\x07\xe7\x0b\x0e\x16\x0d\x14\x05+\x00\x00", 11), &us)); /* 2023-11-14 22:13:20.5 */
  assert_true(us == 1700000000500000);
  assert_true(varbind_date(str_n("\x07\xe7\x0b\x0e\x17\x2b\x14\x05+\x01\x1e", 11), &us));
  assert_true(us == 1700000000500000);
  assert_true(varbind_date(str_n("\x07\xd0\x02\x1d\x00\x00\x00\x00", 8), &us)); /* 2000-02-29 */
  assert_true(us == 951782400000000);
  static const char *const wrong[] = {"",
                                      "\x07\xe7\x0b\x0e\x16\x0d\x14",
                                      "\x07\xe7\x00\x0e\x16\x0d\x14\x05",
                                      "\x07\xe7\x0d\x0e\x16\x0d\x14\x05",
                                      "\x07\xe7\x0b\x20\x16\x0d\x14\x05",
                                      "\x07\xe7\x0b\x0e\x18\x0d\x14\x05",
                                      "\x07\xe7\x0b\x0e\x16\x0d\x14\x0a",
                                      "\x07\xe7\x0b\x0e\x16\x0d\x14\x05x\x01\x01",
                                      "\x07\xb1\x01\x01\x00\x00\x00\x00"};
  static const size_t lengths[] = {0, 7, 8, 8, 8, 8, 8, 11, 8};
  for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
    assert_false(varbind_date(str_n(wrong[i], lengths[i]), &us));
}

static void test_stamps_become_times(void **state)
{
  (void)state;
  struct snapshot *s = snapshot_new();
  snapshot_want(s, STAT_ficDiscontinuity);
  assert_false(put(s, VARBIND_TICKS, 0, "1.3.9.1.1.4.0"));      /* before the agent started */
  assert_false(put(s, VARBIND_TICKS, 100001, "1.3.9.1.1.4.0")); /* after now */
  assert_true(put(s, VARBIND_TICKS, 99000, "1.3.9.1.1.4.0"));   /* ten seconds ago */
  assert_true(snapshot_number(s, STAT_ficDiscontinuity, 0, 0) == context.now_us - 10000000);
  snapshot_free(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_rows_are_in_snmp_order),
    cmocka_unit_test(test_skipped_rows_remain),
    cmocka_unit_test(test_names_resolve),
    cmocka_unit_test(test_each_object_is_found_by_its_name),
    cmocka_unit_test(test_values_of_another_type_are_ignored),
    cmocka_unit_test(test_dates_and_times),
    cmocka_unit_test(test_stamps_become_times),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
