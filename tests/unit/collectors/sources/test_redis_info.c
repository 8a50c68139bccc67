/* INFO of several versions of Redis: formats, numbers at the limits, and invalid ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>

#include "collectors/sources/redis_info.h"

#define ABSENT UINT64_C(0xabcdef0123456789) /* a number that no test uses */

static struct redis_info parse(const char *text)
{
  struct redis_info info;
  if (!redis_info_parse(str_of(text), &info)) fail_msg("not taken for an answer of Redis: %s", text);
  return info;
}

static void assert_value(const struct redis_info *info, uint32_t id, uint64_t expected)
{
  if (info->known[id] != (expected != ABSENT))
    fail_msg("%s is %s", redis_list.stats[id].name, info->known[id] ? "there" : "absent");
  if (info->known[id]) assert_int_equal(info->value[id], expected);
}

/* Compares all objects in their order. */
static void assert_all(const struct redis_info *info, const char *version, const uint64_t expected[REDIS_STATS])
{
  assert_true(str_eqz(info->version, version));
  for (uint32_t i = 0; i < REDIS_STATS; i++) assert_value(info, i, expected[i]);
}

/* 2.2: no sections, the old name of the unsaved changes. */
static void version_2_2(void **state)
{
  (void)state;
  const struct redis_info info = parse(
    "redis_version:2.2.12\r\nredis_git_sha1:00000000\r\nredis_git_dirty:0\r\narch_bits:64\r\nmultiplexing_api:epoll\r\n"
    "process_id:811\r\nuptime_in_seconds:86461\r\nuptime_in_days:1\r\nlru_clock:1342\r\nused_cpu_sys:12.29\r\n"
    "used_cpu_user:7.05\r\nused_cpu_sys_children:0.10\r\nused_cpu_user_children:0.50\r\nconnected_clients:4\r\n"
    "connected_slaves:1\r\nclient_longest_output_list:0\r\nclient_biggest_input_buf:0\r\nblocked_clients:2\r\n"
    "used_memory:5812312\r\nused_memory_human:5.54M\r\nused_memory_rss:7421952\r\nmem_fragmentation_ratio:1.28\r\n"
    "use_tcmalloc:0\r\nloading:0\r\naof_enabled:0\r\nchanges_since_last_save:37\r\nbgsave_in_progress:0\r\n"
    "last_save_time:1319100000\r\nbgrewriteaof_in_progress:0\r\ntotal_connections_received:912\r\n"
    "total_commands_processed:40213\r\nexpired_keys:17\r\nevicted_keys:3\r\nkeyspace_hits:3021\r\n"
    "keyspace_misses:411\r\nhash_max_zipmap_entries:512\r\nhash_max_zipmap_value:64\r\npubsub_channels:5\r\n"
    "pubsub_patterns:6\r\nvm_enabled:0\r\nrole:master\r\nallocation_stats:8=19,16=201,24=52\r\n"
    "db0:keys=120,expires=14\r\n");
  assert_all(
    &info, "2.2.12",
    (const uint64_t[REDIS_STATS]){4, 1, 5812312, 37, 912, 40213, 1229, 705, 2, 3, 17, 3021, 411, 5, 6, 86461, 7421952});
}

/* 2.6: sections, the new name, more digits in processor times. */
static void version_2_6(void **state)
{
  (void)state;
  const struct redis_info info = parse(
    "# Server\r\nredis_version:2.6.17\r\nredis_mode:standalone\r\nos:Linux 3.2.0-4-amd64 x86_64\r\ntcp_port:6379\r\n"
    "uptime_in_seconds:1\r\n\r\n# Clients\r\nconnected_clients:1\r\nblocked_clients:0\r\n\r\n# Memory\r\n"
    "used_memory:866400\r\nused_memory_human:846.09K\r\nused_memory_rss:1814528\r\nused_memory_lua:31744\r\n\r\n"
    "# Persistence\r\nloading:0\r\nrdb_changes_since_last_save:0\r\nrdb_last_bgsave_status:ok\r\n\r\n# Stats\r\n"
    "total_connections_received:1\r\ntotal_commands_processed:0\r\ninstantaneous_ops_per_sec:0\r\n"
    "rejected_connections:0\r\nexpired_keys:0\r\nevicted_keys:0\r\nkeyspace_hits:0\r\nkeyspace_misses:0\r\n"
    "pubsub_channels:0\r\npubsub_patterns:0\r\nlatest_fork_usec:0\r\n\r\n# Replication\r\nrole:master\r\n"
    "connected_slaves:0\r\n\r\n# CPU\r\nused_cpu_sys:0.01\r\nused_cpu_user:0.00\r\n\r\n# Keyspace\r\n");
  assert_all(&info, "2.6.17",
             (const uint64_t[REDIS_STATS]){1, 0, 866400, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1814528});
}

/* 7: microseconds of processor time, hundreds of other lines, of which some end or begin with the names of objects. */
static void version_7(void **state)
{
  (void)state;
  const struct redis_info info = parse(
    "# Server\r\nredis_version:7.2.4\r\nio_threads_active:0\r\nuptime_in_seconds:4294967297\r\n"
    "listener0:name=tcp,bind=127.0.0.1,port=6379\r\n\r\n# Clients\r\nconnected_clients:31\r\ncluster_connections:0\r\n"
    "maxclients:10000\r\nblocked_clients:3\r\ntotal_blocking_keys:1\r\n\r\n# Memory\r\nused_memory:8589934592\r\n"
    "used_memory_rss:9663676416\r\nused_memory_peak:1\r\nused_memory_rss_human:9.00G\r\nmem_total_replication_buffers:"
    "0\r\n"
    "maxmemory_policy:noeviction\r\n\r\n# Persistence\r\nasync_loading:0\r\nrdb_changes_since_last_save:1204\r\n"
    "rdb_last_load_keys_expired:5\r\n\r\n# Stats\r\ntotal_connections_received:18446744073709551615\r\n"
    "total_commands_processed:99\r\nexpired_keys:8\r\nexpired_stale_perc:0.00\r\nevicted_keys:9\r\nevicted_clients:"
    "4\r\n"
    "keyspace_hits:10\r\nkeyspace_misses:11\r\npubsub_channels:12\r\npubsub_patterns:13\r\npubsubshard_channels:14\r\n"
    "tracking_total_keys:0\r\n\r\n# Replication\r\nrole:master\r\nconnected_slaves:2\r\n"
    "slave0:ip=10.0.0.2,port=6379,state=online,offset=1,lag=0\r\n\r\n# CPU\r\nused_cpu_sys:123.456789\r\n"
    "used_cpu_user:0.009999\r\nused_cpu_sys_children:1.000000\r\nused_cpu_sys_main_thread:123.400000\r\n\r\n"
    "# Modules\r\n\r\n# Errorstats\r\nerrorstat_NOAUTH:count=2\r\n\r\n# Cluster\r\ncluster_enabled:0\r\n\r\n# "
    "Keyspace\r\n"
    "db0:keys=2,expires=0,avg_ttl=0\r\n");
  assert_all(&info, "7.2.4",
             (const uint64_t[REDIS_STATS]){31, 2, 8589934592u, 1204, UINT64_MAX, 99, 12345, 0, 3, 9, 8, 10, 11, 12, 13,
                                           4294967297u, 9663676416u});
}

static void missing_values_are_absent(void **state)
{
  (void)state;
  const struct redis_info info = parse("redis_version:1.2.6\r\nconnected_clients:1\r\n");
  for (uint32_t i = 0; i < REDIS_STATS; i++) assert_value(&info, i, i == REDIS_STAT_redisConnectedClients ? 1 : ABSENT);
}

static void processor_times(void **state)
{
  static const struct {
    const char *text;
    uint64_t value;
  } cases[] = {{"0", 0},
               {"1", 100},
               {"1.5", 150},
               {"0.29", 29},
               {"1.15", 115},
               {"2.999999", 299},
               {"184467440737095516.15", 18446744073709551615u},
               {"184467440737095516.16", ABSENT},
               {"99999999999999999999.0", ABSENT},
               {".5", ABSENT},
               {"1.", ABSENT},
               {"1.2x", ABSENT},
               {"1e3", ABSENT},
               {"-1.00", ABSENT},
               {"", ABSENT},
               {" 1.00", ABSENT}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char text[128];
    snprintf(text, sizeof text, "redis_version:7\r\nused_cpu_sys:%s\r\n", cases[i].text);
    const struct redis_info info = parse(text);
    assert_value(&info, REDIS_STAT_redisCPUSys, cases[i].value);
  }
}

static void invalid_numbers(void **state)
{
  static const char *const texts[] = {"", "-1", "+1", " 1", "1 ", "1.0", "0x1", "1k", "18446744073709551616", "nan"};
  (void)state;
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    char text[128];
    snprintf(text, sizeof text, "redis_version:7\r\nused_memory:%s\r\n", texts[i]);
    const struct redis_info info = parse(text);
    assert_value(&info, REDIS_STAT_redisUsedMemory, ABSENT);
  }
}

static void lines(void **state)
{
  (void)state;
  /* A bare LF, no line end at the end, a comment that looks like a key; the last of duplicates is used. */
  struct redis_info info = parse("#used_memory:1\nused_memory_rss:2\nconnected_clients:3\nconnected_clients:4");
  assert_value(&info, REDIS_STAT_redisUsedMemory, ABSENT);
  assert_value(&info, REDIS_STAT_redisUsedMemoryRss, 2);
  assert_value(&info, REDIS_STAT_redisConnectedClients, 4);
  assert_true(redis_info_parse(STR("redis_version:6.0\0\r\nused_memory:7"), &info));
  assert_value(&info, REDIS_STAT_redisUsedMemory, 7);
}

static void malformed_answers(void **state)
{
  static const char *const texts[] = {"",
                                      "\r\n\r\n",
                                      "# Server\r\n",
                                      "<html>\n<body>: no</body>",
                                      "used_memory",
                                      "used_memory:abc\r\n",
                                      "Redis_Version:1",
                                      "OK"};
  (void)state;
  struct redis_info info;
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    if (redis_info_parse(str_of(texts[i]), &info)) fail_msg("taken for an answer of Redis: %s", texts[i]);
    for (uint32_t j = 0; j < REDIS_STATS; j++) assert_value(&info, j, ABSENT);
  }
}

/* The objects of redis-snmp: numbers and types never change. */
static void list(void **state)
{
  static const struct {
    const char *name;
    enum stats_syntax syntax;
  } objects[] = {
    {"redisConnectedClients", STATS_GAUGE32},   {"redisConnectedSlaves", STATS_GAUGE32},
    {"redisUsedMemory", STATS_GAUGE64},         {"redisChangesSinceLastSave", STATS_GAUGE32},
    {"redisTotalConnections", STATS_COUNTER64}, {"redisCommandsProcessed", STATS_COUNTER64},
    {"redisCPUSys", STATS_COUNTER32},           {"redisCPUUsr", STATS_COUNTER32},
    {"redisBlockedClients", STATS_GAUGE32},     {"redisEvictedKeys", STATS_COUNTER64},
    {"redisExpiredKeys", STATS_COUNTER64},      {"redisKeyspaceHits", STATS_COUNTER64},
    {"redisKeyspaceMisses", STATS_COUNTER64},   {"redisPubsubChannels", STATS_GAUGE32},
    {"redisPubsubPatterns", STATS_GAUGE32},     {"redisUptime", STATS_GAUGE32},
    {"redisUsedMemoryRss", STATS_GAUGE64},
  };
  (void)state;
  assert_int_equal(redis_list.stat_count, sizeof objects / sizeof objects[0]);
  for (uint32_t i = 0; i < REDIS_STATS; i++) {
    assert_string_equal(redis_list.stats[i].name, objects[i].name);
    assert_int_equal(redis_list.stats[i].number, i + 1);
    assert_int_equal(redis_list.stats[i].syntax, objects[i].syntax);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(version_2_2),
    cmocka_unit_test(version_2_6),
    cmocka_unit_test(version_7),
    cmocka_unit_test(missing_values_are_absent),
    cmocka_unit_test(processor_times),
    cmocka_unit_test(invalid_numbers),
    cmocka_unit_test(lines),
    cmocka_unit_test(malformed_answers),
    cmocka_unit_test(list),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
