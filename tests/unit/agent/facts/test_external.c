/* External facts: precedence, environment variables, programs, blocked facts, the cache; legacy facts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "agent/facts/external.h"
#include "base/arena.h"
#include "base/log.h"
#include "tests/unit/agent/facts/files_test.h"

static struct arena *a;
static char root[64], one[96], two[96], cache[96];
static const char *dirs[3];
static char last_message[512];

static void keep_message(void *ctx, const struct log_event *e)
{
  (void)ctx;
  snprintf(last_message, sizeof last_message, "%.*s", (int)e->message_len, e->message);
}

static int setup(void **state)
{
  char text[256];
  (void)state;
  a = arena_new();
  last_message[0] = '\0';
  log_add_destination("/dev/null", text, sizeof text);
  log_set_hook(keep_message, NULL);
  strcpy(root, "/tmp/ficelle-facts-XXXXXX");
  if (!mkdtemp(root)) return 1;
  snprintf(one, sizeof one, "%s/one", root);
  snprintf(two, sizeof two, "%s/two", root);
  snprintf(cache, sizeof cache, "%s/cache/deep", root);
  dirs[0] = one;
  dirs[1] = two;
  return mkdir(one, 0700) || mkdir(two, 0700);
}

static int teardown(void **state)
{
  char command[128];
  (void)state;
  arena_free(a);
  log_close();
  log_set_hook(NULL, NULL);
  snprintf(command, sizeof command, "rm -rf %s", root);
  return system(command);
}

static void put(const char *dir, const char *name, const char *text, mode_t mode)
{
  char path[256];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  files_put(root, path, text, strlen(text));
  chmod(path, mode);
}

static struct facts_options options(void) { return (struct facts_options){.root = root, .external_dirs = dirs}; }

static void assert_in(const struct fact *facts, const char *path, const char *expected)
{
  struct buf out = BUF_IN(a);
  const struct fact *f = fact_dig(facts, str_of(path));
  if (!f && expected) fail_msg("there is no %s", path);
  if (f && !expected) fail_msg("there is %s", path);
  if (!f) return;
  fact_print_json(f, false, &out);
  out.p[--out.n] = '\0';
  if (strcmp(out.p, expected) != 0) fail_msg("%s is %s, not %s", path, out.p, expected);
}

static void test_first_directory_and_last_file_win(void **state)
{
  (void)state;
  put(one, "a.txt", "x=one a\ny=one a\nz=one a\n", 0600);
  put(one, "b.txt", "x=one b\n", 0600);
  put(two, "z.txt", "x=two\ny=two\nonly=two\n", 0600);
  put(two, "a.json", "{\"null\": null, \"kernel\": null}", 0600);
  struct facts_options o = options();
  struct fact *f = facts_collect(a, &o, NULL);
  assert_in(f, "x", "\"one b\"");
  assert_in(f, "y", "\"one a\"");
  assert_in(f, "only", "\"two\"");
  assert_in(f, "null", NULL);
  assert_in(f, "kernel", "\"Linux\"");
}

static void test_environment_wins(void **state)
{
  (void)state;
  setenv("FACTER_Given", "env", 1);
  setenv("facterBare", "bare", 1);
  setenv("FACTER_", "none", 1);
  put(one, "a.txt", "given=file\n", 0600);
  struct facts_options o = options();
  assert_in(facts_collect(a, &o, NULL), "given", "\"file\"");
  o.environment = true;
  struct fact *f = facts_collect(a, &o, NULL);
  assert_in(f, "given", "\"env\"");
  assert_in(f, "bare", "\"bare\"");
  assert_in(f, "", NULL);
  unsetenv("FACTER_Given");
  unsetenv("facterBare");
  unsetenv("FACTER_");
}

static void test_output_of_programs(void **state)
{
  static const char *const rows[][3] = {
    {"k: {a: 1}", "k", "{\"a\":1}"},
    {"{\"k\": [1]}", "k", "[1]"},
    {"k=v: w", "k=v", "\"w\""},
    {"K=v\nl=w", "k", "\"v\""},
    {"k: 2020-01-01", "k", NULL},
    {"a: &x [1]\nb: *x", "a", NULL},
    {"k: :sym", "k", "\"sym\""},
    {"- 1", "k", NULL},
    {"", "k", NULL},
    {"k: yes\nl: 0x10", "l", "16"},
    {"\n  k=v  \n", "k", "\"v\""},
    {"k: [", "k", NULL},
  };
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct fact *f = fact_new(a, FACT_HASH);
    assert_null(facts__external_output(a, str_of(rows[i][0]), f));
    assert_in(f, rows[i][1], rows[i][2]);
  }
}

static void test_yaml_of_files(void **state)
{
  static const char *const rows[][3] = {
    {"k: 2020-01-31", "k", "\"2020-01-31\""},
    {"yes: 1", "true", "1"},
    {"~: 1", "", "1"},
    {"0x1F: 1", "31", "1"},
    {"k: 1:30", "k", "5400"},
    {"k: 1:30:05.5", "k", "5405.5"},
    {"k: 08", "k", "\"08\""},
    {"k: 1_000", "k", "1000"},
    {"k: 1,,0", "k", "\"1,,0\""},
    {"k: .5", "k", "0.5"},
    {"k: 1.5e3", "k", "\"1.5e3\""},
    {"k: tRuE", "k", "true"},
    {"a: &a {x: 1}\nk: {<<: *a, y: 2}", "k", "{\"x\":1,\"y\":2}"},
    {"k: -1:30", "k", "-1800"},
    {"k: 9223372036854775808", "k", "\"9223372036854775808\""},
  };
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct fact *f = fact_new(a, FACT_HASH);
    const char *wrong = facts__external_yaml(a, str_of(rows[i][0]), f);
    if (wrong) fail_msg("%s: %s", rows[i][0], wrong);
    assert_in(f, rows[i][1], rows[i][2]);
  }
  struct fact *f = fact_new(a, FACT_HASH);
  assert_string_equal(facts__external_yaml(a, STR(""), f), FACTS_NOTHING);
  assert_string_equal(facts__external_yaml(a, STR("false"), f), FACTS_FALSE);
  assert_string_equal(facts__external_yaml(a, STR("k: .inf"), f), "JSON cannot represent infinity and NaN");
  assert_string_equal(facts__external_yaml(a, STR("k: !ruby/object:File {}"), f),
                      "Tried to load unspecified class: object:File");
}

static void test_time_limit_of_programs(void **state)
{
  unsigned problems;
  (void)state;
  put(one, "slow", "#!/bin/sh\necho a=1\nsleep 30\n", 0700);
  put(one, "b.sh", "echo shell=1; echo oops >&2; exit 9\n", 0700);
  put(one, "c.exe", "#!/bin/sh\necho exe=1\n", 0700);
  struct facts_options o = options();
  o.limit_ms = 200;
  struct fact *f = facts_collect(a, &o, &problems);
  assert_int_equal(problems, 1);
  assert_in(f, "shell", "\"1\"");
  assert_in(f, "a", NULL);
  assert_in(f, "exe", NULL);
}

static void test_blocked(void **state)
{
  static const char *const blocked[] = {"memory", "os.release", "no.txt", "custom", "networking.hostname", NULL};
  (void)state;
  put(one, "no.txt", "never=1\n", 0600);
  put(one, "yes.txt", "custom=1\ncustom.below=1\ncustomer=1\n", 0600);
  put(root, "proc/meminfo", "MemTotal: 1000 kB\nMemFree: 1 kB\nMemAvailable: 250 kB\n", 0600);
  struct facts_options o = options();
  o.blocked = blocked;
  o.legacy = true;
  struct fact *f = facts_collect(a, &o, NULL);
  assert_in(f, "memory", NULL);
  assert_in(f, "memorysize", NULL);
  assert_in(f, "os.release", NULL);
  assert_in(f, "operatingsystemrelease", NULL);
  assert_in(f, "networking.hostname", NULL);
  assert_in(f, "hostname", NULL);
  assert_in(f, "never", NULL);
  assert_in(f, "custom", NULL);
  assert_in(f, "customer", "\"1\"");
  o.blocked = NULL;
  f = facts_collect(a, &o, NULL);
  assert_in(f, "memorysize", "\"1000.00 KiB\"");
  assert_in(f, "memorysize_mb", "0.9765625");
}

static void test_cache(void **state)
{
  static const struct facts_ttl ttls[] = {{"p.sh", 1000}, {"kernel", 1000}};
  char command[256];
  (void)state;
  snprintf(command, sizeof command, "#!/bin/sh\necho x >> %s/ran\necho n=$(wc -l < %s/ran)\n", root, root);
  put(one, "p.sh", command, 0700);
  struct facts_options o = options();
  o.ttls = ttls;
  o.ttl_count = 2;
  o.cache_dir = cache;
  assert_in(facts_collect(a, &o, NULL), "n", "\"1\"");
  assert_in(facts_collect(a, &o, NULL), "n", "\"1\"");
  put(cache, "p.sh", "{\"n\": \"kept\", \"cache_format_version\": 1}", 0600);
  struct fact *f = facts_collect(a, &o, NULL);
  assert_in(f, "n", "\"kept\"");
  assert_in(f, "cache_format_version", NULL);
  put(cache, "p.sh", "[1]", 0600);
  assert_in(facts_collect(a, &o, NULL), "n", "\"2\"");
  o.cache_dir = "/dev/null/no";
  assert_in(facts_collect(a, &o, NULL), "n", "\"3\"");
  assert_non_null(strstr(last_message, "Could not write cache"));
}

static void test_firmware_and_keys(void **state)
{
  (void)state;
  put(root, "sys/class/dmi/id/chassis_type", "3\n", 0600);
  put(root, "sys/class/dmi/id/sys_vendor", " Acme \n", 0600);
  put(root, "sys/class/dmi/id/product_name", "\n", 0600);
  put(root, "etc/ssh/ssh_host_ed25519_key.pub", "ssh-ed25519 aGVsbG8= root@host\n", 0600);
  put(root, "etc/ssh/ssh_host_rsa_key.pub", "unknown\n", 0600);
  put(root, "sys/block/sda/device/vendor", "V\n", 0600);
  put(root, "sys/block/sda/size", "4096\n", 0600);
  put(root, "sys/block/sda/sda1/partition", "1\n", 0600);
  put(root, "sys/block/sda/sda1/size", "2048\n", 0600);
  struct facts_options o = options();
  o.legacy = true;
  struct fact *f = facts_collect(a, &o, NULL);
  assert_in(f, "dmi", "{\"chassis\":{\"type\":\"Desktop\"},\"manufacturer\":\"Acme\"}");
  assert_in(f, "chassistype", "\"Desktop\"");
  assert_in(f, "ssh.ed25519.fingerprints.sha1", "\"SSHFP 4 1 aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d\"");
  assert_in(f, "sshed25519key", "\"aGVsbG8=\"");
  assert_in(f, "partitions", "{\"/dev/sda1\":{\"size\":\"1.00 MiB\",\"size_bytes\":1048576}}");
  assert_in(f, "blockdevices", "\"sda\"");
  assert_in(f, "blockdevice_sda_size", "2097152");
}

static bool resolve(void *ctx, struct arena *arena, const struct fact *core, const struct facts_found *found,
                    struct fact *out)
{
  assert_non_null(fact_dig(core, STR("osfamily")));
  assert_int_equal(found->count, 1);
  fact_put_strz(arena, out, "hostname", "custom");
  fact_put_strz(arena, out, "a.b", "dotted");
  fact_put_strz(arena, out, "kernel.b", "no place");
  return *(bool *)ctx;
}

static void test_custom_facts(void **state)
{
  bool can = true;
  const struct facts_custom custom = {resolve, &can};
  (void)state;
  put(one, "a.txt", "a=1\n", 0600);
  struct facts_options o = options();
  o.custom = &custom;
  struct fact *f = facts_collect(a, &o, NULL);
  assert_in(f, "hostname", "\"custom\"");
  assert_null(fact_entry(f, STR("a")));
  assert_non_null(fact_entry(f, STR("a.b")));
  o.dots = true;
  assert_in(facts_collect(a, &o, NULL), "a", "{\"b\":\"dotted\"}");
  assert_non_null(strstr(last_message, "Custom fact `kernel.b` cannot be added to collection."));
  can = false;
  f = facts_collect(a, &o, NULL);
  assert_in(f, "a", "\"1\"");
  assert_in(f, "hostname", NULL);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(test_##name, setup, teardown)
  const struct CMUnitTest tests[] = {
    T(first_directory_and_last_file_win),
    T(environment_wins),
    T(output_of_programs),
    T(yaml_of_files),
    T(time_limit_of_programs),
    T(blocked),
    T(cache),
    T(firmware_and_keys),
    T(custom_facts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
