/* Facts: the tree, printing, the collectors with an artificial root directory, external facts. */
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

#include "agent/facts/facts.h"
#include "agent/facts/facts_internal.h"
#include "base/arena.h"
#include "base/log.h"
#include "tests/unit/agent/facts/files_test.h"

static struct arena *a;
static char root[64];
static unsigned errors;
static char last_error[512];

static void count_errors(void *ctx, const struct log_event *e)
{
  (void)ctx;
  errors += e->level == LOG_LEVEL_ERR;
  snprintf(last_error, sizeof last_error, "%.*s", (int)e->message_len, e->message);
}

static int setup(void **state)
{
  (void)state;
  a = arena_new();
  errors = 0;
  log_add_destination("/dev/null", last_error, sizeof last_error);
  log_set_hook(count_errors, NULL);
  strcpy(root, "/tmp/ficelle-facts-XXXXXX");
  return mkdtemp(root) ? 0 : 1;
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

/* Writes a file below the root; creates its directories. */
static void put_bytes(const char *path, const char *text, size_t len)
{
  char full[256];
  snprintf(full, sizeof full, "%s%s", root, path);
  files_put(root, full, text, len);
}

static void put(const char *path, const char *text) { put_bytes(path, text, strlen(text)); }

static struct fact *collect(void)
{
  const struct facts_options options = {.root = root};
  return facts_collect(a, &options, NULL);
}

static void assert_fact(const struct fact *facts, const char *path, const char *expected)
{
  struct buf out = BUF_IN(a);
  struct fact *f = fact_dig(facts, str_of(path));
  if (!f) fail_msg("there is no %s", path);
  fact_print_json(f, false, &out);
  out.p[--out.n] = '\0';
  if (strcmp(out.p, expected) != 0) fail_msg("%s is %s, not %s", path, out.p, expected);
}

static struct fact *sample(void)
{
  struct fact *h = fact_new(a, FACT_HASH), *list;
  fact_put_strz(a, h, "z", "a: b");
  fact_put_int(a, h, "n", -5);
  fact_put_float(a, h, "f", 0.1);
  fact_put_float(a, h, "g", 2);
  fact_put_bool(a, h, "t", true);
  fact_put(a, h, "u", FACT_NULL);
  fact_put(a, h, "e", FACT_HASH);
  list = fact_put(a, h, "l", FACT_ARRAY);
  fact_put_strz(a, list, NULL, "yes");
  fact_put_strz(a, fact_put(a, list, NULL, FACT_HASH), "k.d", "it's");
  fact_put(a, h, "m", FACT_ARRAY);
  return h;
}

static void test_printing(void **state)
{
  struct buf out = BUF_IN(a);
  (void)state;
  struct fact *h = sample();
  fact_print_json(h, false, &out);
  assert_string_equal(out.p, "{\"z\":\"a: b\",\"n\":-5,\"f\":0.1,\"g\":2.0,\"t\":true,\"u\":null,\"e\":{},"
                             "\"l\":[\"yes\",{\"k.d\":\"it's\"}],\"m\":[]}\n");
  buf_clear(&out);
  fact_sort(h);
  fact_print_yaml(h, &out);
  assert_string_equal(out.p, "---\ne: {}\nf: 0.1\ng: 2.0\nl:\n- 'yes'\n- k.d: it's\nm: []\n'n': -5\nt: true\nu:\n"
                             "z: 'a: b'\n");
}

static void test_yaml_quotes_ambiguous_strings(void **state)
{
  /* As Ruby prints them, except 1e3 (without quotes there) and the newline (a block there). */
  static const char *const rows[][2] = {
    {"12.4", "'12.4'"},       {"6.18.44", "6.18.44"},
    {"2.15%", "2.15%"},       {"2020-01-01", "'2020-01-01'"},
    {"12:30", "'12:30'"},     {"02:fc:00:00:00:01", "02:fc:00:00:00:01"},
    {"::1", "\"::1\""},       {"a b", "a b"},
    {"/a", "\"/a\""},         {"<DEFAULT>", "\"<DEFAULT>\""},
    {"\xc3\xa9", "\xc3\xa9"}, {"", "''"},
    {"null", "'null'"},       {"1e3", "'1e3'"},
    {"0x1f", "'0x1f'"},       {"a #b", "'a #b'"},
    {"a\nb", "\"a\\nb\""},    {"it's", "it's"},
    {"-1", "\"-1\""},
  };
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct buf out = BUF_IN(a);
    struct fact *h = fact_new(a, FACT_HASH);
    fact_put_strz(a, h, "k", rows[i][0]);
    fact_print_yaml(h, &out);
    assert_string_equal(out.p, arena_printf(a, "---\nk: %s\n", rows[i][1]).p);
  }
}

static void test_large_hashes_are_searched_quickly(void **state)
{
  enum { COUNT = 200000 };
  char key[32];
  (void)state;
  struct fact *h = fact_new(a, FACT_HASH);
  for (int i = 0; i < COUNT; i++) {
    snprintf(key, sizeof key, "k%d", i);
    fact_put_int(a, h, key, i);
  }
  for (int i = 0; i < COUNT; i++) {
    snprintf(key, sizeof key, "k%d", i);
    fact_put_int(a, h, key, -i);
  }
  fact_sort(h);
  assert_fact(h, "k0", "0");
  assert_fact(h, "k31", "-31");
  assert_fact(h, "k32", "-32");
  assert_fact(h, "k199999", "-199999");
  assert_null(fact_dig(h, STR("k200000")));
}

static void test_floats_are_rubys(void **state)
{
  static const struct {
    double value;
    const char *text;
  } rows[] = {{0, "0.0"},
              {-1.5, "-1.5"},
              {0.1, "0.1"},
              {1500, "1500.0"},
              {1e15, "1.0e+15"},
              {1e14, "100000000000000.0"},
              {1e16, "1.0e+16"},
              {1.25e20, "1.25e+20"},
              {0.0001, "0.0001"},
              {0.00001, "1.0e-05"},
              {1.0 / 3, "0.3333333333333333"},
              {1e100, "1.0e+100"},
              {123456.789, "123456.789"}};
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct fact *h = fact_new(a, FACT_HASH);
    fact_put_float(a, h, "x", rows[i].value);
    assert_fact(h, "x", rows[i].text);
  }
}

static void test_paths_into_facts(void **state)
{
  (void)state;
  struct fact *h = sample();
  assert_fact(h, "l.0", "\"yes\"");
  assert_fact(h, "l.1.k.d", "\"it's\"");
  assert_null(fact_dig(h, STR("l.2")));
  assert_null(fact_dig(h, STR("l.x")));
  assert_null(fact_dig(h, STR("l.")));
  assert_null(fact_dig(h, STR("z.0")));
  assert_null(fact_dig(h, STR("")));
  fact_put_strz(a, h, "n", "again");
  assert_fact(h, "n", "\"again\"");
}

static void test_invalid_utf8_is_replaced(void **state)
{
  (void)state;
  struct fact *h = fact_new(a, FACT_HASH);
  fact_put_str(a, h, "b\xff", STR("x\xfe\xc3\xa9"));
  assert_string_equal(h->first->string.p, "x\xef\xbf\xbd\xc3\xa9");
  assert_string_equal(h->first->key.p, "b\xef\xbf\xbd");
}

static void test_sizes_are_like_facters(void **state)
{
  static const struct {
    uint64_t bytes;
    const char *text;
  } rows[] = {
    {0, "0 bytes"},
    {1023, "1023 bytes"},
    {1024, "1.00 KiB"},
    {1048575, "1.00 MiB"},
    {25276514304, "23.54 GiB"},
    {542687232, "517.55 MiB"},
    {274877906944, "256.00 GiB"},
    {UINT64_MAX, "16.00 EiB"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    assert_string_equal(facts__human_bytes(a, rows[i].bytes).p, rows[i].text);
  assert_string_equal(facts__percent(a, 0, 0).p, "100%");
  assert_string_equal(facts__percent(a, 0, 5).p, "0%");
  assert_string_equal(facts__percent(a, 1, 3).p, "33.33%");
}

static void test_debian(void **state)
{
  (void)state;
  put("/etc/os-release", "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nNAME=\"Debian GNU/Linux\"\n"
                         "VERSION_ID=\"12\"\nVERSION=\"12 (bookworm)\"\nVERSION_CODENAME=bookworm\nID=debian\n");
  put("/etc/debian_version", "12.04\n");
  struct fact *f = collect();
  assert_fact(f, "os.name", "\"Debian\"");
  assert_fact(f, "os.family", "\"Debian\"");
  assert_fact(f, "os.release", "{\"full\":\"12.04\",\"major\":\"12\",\"minor\":\"4\"}");
  assert_fact(f, "os.distro.codename", "\"bookworm\"");
  assert_fact(f, "os.distro.description", "\"Debian GNU/Linux 12 (bookworm)\"");
  assert_fact(f, "os.selinux", "{\"enabled\":false}");
}

static void test_other_distributions(void **state)
{
  static const struct {
    const char *text, *name, *family, *full, *codename;
  } rows[] = {
    {"NAME='Rocky Linux'\nID=rocky\nID_LIKE=\"rhel centos fedora\"\nVERSION_ID=\"9.3\"\nVERSION=\"9.3 "
     "(Blue Onyx)\"\n",
     "\"Rocky\"", "\"RedHat\"", "\"9.3\"", "\"Blue Onyx\""},
    {"NAME=\"Red Hat Enterprise Linux\"\nID=rhel\nVERSION_ID=\"9.3\"\n", "\"RedHat\"", "\"RedHat\"", "\"9.3\"", "\"\""},
    {"NAME=\"Ubuntu\"\nID=ubuntu\nID_LIKE=debian\nVERSION_ID=\"22.04\"\nVERSION_CODENAME=jammy\n", "\"Ubuntu\"",
     "\"Debian\"", "\"22.04\"", "\"jammy\""},
    {"NAME=\"Arch Linux\"\nID=arch\n", "\"ArchLinux\"", "\"Archlinux\"", NULL, "\"\""},
    {"NAME=Exotic\nVERSION_ID=7\n", "\"Exotic\"", "\"Exotic\"", "\"7.0\"", "\"\""},
  };
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    put("/etc/os-release", rows[i].text);
    struct fact *f = collect();
    assert_fact(f, "os.name", rows[i].name);
    assert_fact(f, "os.family", rows[i].family);
    assert_fact(f, "os.distro.codename", rows[i].codename);
    if (rows[i].full) assert_fact(f, "os.release.full", rows[i].full);
    else assert_null(fact_dig(f, STR("os.release")));
  }
  put("/etc/os-release", rows[2].text);
  assert_fact(collect(), "os.release.major", "\"22.04\"");
}

static void test_files_of_proc(void **state)
{
  (void)state;
  put("/proc/meminfo", "MemTotal:       1000 kB\nMemFree: 1 kB\nMemAvailable:    250 kB\nSwapTotal: 100 kB\n"
                       "SwapFree: 100 kB\n");
  put("/proc/cpuinfo", "processor\t: 0\nmodel name\t: A  B\nphysical id\t: 0\nsiblings\t: 4\ncpu cores\t: 2\n"
                       "cpu MHz\t: 2499.998\n\nprocessor\t: 1\nmodel name\t: A  B\nphysical id\t: 1\n");
  put("/proc/uptime", "93784.12 1.0\n");
  put("/proc/loadavg", "0.50 1.00 12.25 1/2 3\n");
  put("/proc/filesystems", "nodev\tproc\n\text4\n\tbtrfs\n\tfuseblk\n");
  put("/proc/self/mounts", "/dev/root / ext4 rw,relatime 0 0\nproc /proc proc rw 0 0\n"
                           "tmpfs /sys/fs/cgroup tmpfs rw 0 0\nx /mnt/a\\040b autofs rw 0 0\n"
                           "/dev/vdb /mnt/c\\040d xfs ro 0 0\n");
  put("/proc/cmdline", "quiet root=/dev/vda1 ro\n");
  put("/sys/block/sda/device/model", "Disk One  \n");
  put("/sys/block/sda/size", "2048\n");
  put("/sys/block/sda/queue/rotational", "0\n");
  put("/sys/block/loop0/size", "0\n");
  put("/sys/class/dmi/id/product_name", "VMware7,1\n");
  put("/proc/sys/crypto/fips_enabled", "1\n");
  struct fact *f = collect();
  assert_fact(f, "memory.system.used_bytes", "768000");
  assert_fact(f, "memory.system.capacity", "\"75.00%\"");
  assert_fact(f, "memory.swap.capacity", "\"0.00%\"");
  assert_fact(f, "processors.count", "2");
  assert_fact(f, "processors.physicalcount", "2");
  assert_fact(f, "processors.threads", "2");
  assert_fact(f, "processors.speed", "\"2.50 GHz\"");
  assert_fact(f, "processors.models", "[\"A  B\",\"A  B\"]");
  assert_fact(f, "system_uptime", "{\"days\":1,\"hours\":26,\"seconds\":93784,\"uptime\":\"1 day\"}");
  assert_fact(f, "load_averages", "{\"15m\":12.25,\"1m\":0.5,\"5m\":1.0}");
  assert_fact(f, "filesystems", "\"btrfs,ext4\"");
  assert_fact(f, "mountpoints./.device", "\"/dev/vda1\"");
  assert_fact(f, "mountpoints./.options", "[\"rw\",\"relatime\"]");
  assert_fact(f, "mountpoints./mnt/c d.filesystem", "\"xfs\"");
  assert_non_null(fact_dig(f, STR("mountpoints./sys/fs/cgroup")));
  assert_null(fact_dig(f, STR("mountpoints./proc")));
  assert_null(fact_dig(f, STR("mountpoints./mnt/a b")));
  assert_fact(f, "disks",
              "{\"sda\":{\"model\":\"Disk One\",\"size\":\"1.00 MiB\",\"size_bytes\":1048576,"
              "\"type\":\"ssd\"}}");
  assert_fact(f, "virtual", "\"vmware\"");
  assert_fact(f, "is_virtual", "true");
  assert_fact(f, "fips_enabled", "true");
}

static void test_block_devices_without_hardware(void **state)
{
  (void)state;
  put("/sys/block/dm-0/dm/name", "vg-root\n");
  put("/sys/block/dm-0/size", "4096\n");
  put("/sys/block/dm-1/size", "2\n");
  put("/sys/block/loop0/size", "0\n");
  put("/sys/block/loop1/loop/backing_file", "/srv/image\n");
  put("/sys/block/loop1/size", "2\n");
  put("/sys/block/zram0/size", "2\n");
  struct fact *f = collect();
  assert_null(fact_dig(f, STR("disks.dm-0")));
  assert_null(fact_dig(f, STR("disks.zram0")));
  assert_fact(f, "partitions",
              "{\"/dev/loop1\":{\"backing_file\":\"/srv/image\",\"size\":\"1.00 KiB\",\"size_bytes\":1024},"
              "\"/dev/mapper/vg-root\":{\"size\":\"2.00 MiB\",\"size_bytes\":2097152}}");
}

static void test_containers(void **state)
{
  (void)state;
  assert_fact(collect(), "virtual", "\"physical\"");
  assert_fact(collect(), "is_virtual", "false");
  put("/.dockerenv", "");
  assert_fact(collect(), "virtual", "\"docker\"");
  put("/proc/self/mounts", "/dev/vda / ext4 rw 0 0\n");
  assert_fact(collect(), "virtual", "\"physical\"");
  put("/run/systemd/container", "systemd-nspawn\n");
  assert_fact(collect(), "virtual", "\"systemd_nspawn\"");
}

static void test_damaged_files_are_ignored(void **state)
{
  static const char *const paths[] = {
    "/etc/os-release", "/etc/debian_version", "/proc/meminfo",     "/proc/cpuinfo",   "/proc/uptime",
    "/proc/loadavg",   "/proc/filesystems",   "/proc/self/mounts", "/proc/net/route", "/proc/net/if_inet6"};
  static const char *const texts[] = {"",
                                      "\n",
                                      "=",
                                      ":",
                                      "\\0",
                                      "\\040\\",
                                      "a=\"",
                                      "NAME=\"\nNAME=",
                                      "\xff\xfe",
                                      "MemTotal:\nSwapTotal: 9",
                                      "MemTotal: 1 kB\nMemAvailable: 2 kB\n",
                                      "99999999999999999999999999999"};
  (void)state;
  for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++) {
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) put(paths[i], texts[t]);
    assert_non_null(fact_dig(collect(), STR("os.name")));
  }
}

static void test_this_host(void **state)
{
  const struct facts_options options = {.root = NULL};
  (void)state;
  struct fact *f = facts_collect(a, &options, NULL);
  static const char *const names[] = {
    "os.name",      "kernel",   "kernelversion", "networking.hostname",       "networking.interfaces.lo.ip",
    "identity.uid", "timezone", "virtual",       "memory.system.total_bytes", "mountpoints",
    "facterversion"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (!fact_dig(f, str_of(names[i]))) fail_msg("there is no %s", names[i]);
  assert_fact(f, "networking.interfaces.lo.netmask", "\"255.0.0.0\"");
  assert_fact(f, "networking.interfaces.lo.network", "\"127.0.0.0\"");
}

static struct fact *collect_external(unsigned *problems)
{
  char dir[128];
  snprintf(dir, sizeof dir, "%s/facts.d", root);
  const char *const dirs[] = {dir, "/nonexistent/facts.d", NULL};
  const struct facts_options options = {.root = root, .external_dirs = dirs};
  return facts_collect(a, &options, problems);
}

static void test_external_facts(void **state)
{
  unsigned problems;
  (void)state;
  put("/facts.d/a.txt", "x=1\nUpper=2\r\nsp ace = v \nnoeq\n=e\ne=\nos=mine\nq=a=b");
  put("/facts.d/b.json", "{\"x\":\"3\",\"j\":{\"A\":[1,2.5,null,true,\"s\"]},\"e\":{}}");
  put("/facts.d/.hidden.txt", "h=1\n");
  put("/facts.d/c.txt.bak", "h=1\n");
  struct fact *f = collect_external(&problems);
  assert_int_equal(problems, 0);
  assert_fact(f, "x", "\"3\"");
  assert_fact(f, "upper", "\"2\"");
  assert_fact(f, "sp ace ", "\" v \"");
  assert_fact(f, "os", "\"mine\"");
  assert_fact(f, "q", "\"a=b\"");
  assert_fact(f, "j", "{\"A\":[1,2.5,null,true,\"s\"]}");
  assert_fact(f, "e", "{}");
  assert_null(fact_dig(f, STR("h")));
}

static void test_external_facts_in_yaml(void **state)
{
  unsigned problems;
  (void)state;
  put("/facts.d/a.yaml",
      "---\n'Yes': yes\nd: 2020-01-01\nn: ~\ni: 010\nf: 1e3\ng: 1.5e+3\nq: '1'\nh: {a: [1, x, 0x1f]}\n"
      "u: 1_000\ne:\nm: -7\nv: 6.1.2\nmac: 02:fc\ns: |\n  two\n  lines\nk: &a {z: OFF}\nl: *a\n");
  struct fact *f = collect_external(&problems);
  assert_int_equal(problems, 0);
  static const char *const rows[][2] = {{"yes", "true"},
                                        {"d", "\"2020-01-01\""},
                                        {"i", "8"},
                                        {"f", "\"1e3\""},
                                        {"g", "1500.0"},
                                        {"q", "\"1\""},
                                        {"h", "{\"a\":[1,\"x\",31]}"},
                                        {"u", "1000"},
                                        {"m", "-7"},
                                        {"v", "\"6.1.2\""},
                                        {"mac", "\"02:fc\""},
                                        {"s", "\"two\\nlines\\n\""},
                                        {"l", "{\"z\":false}"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) assert_fact(f, rows[i][0], rows[i][1]);
}

/* a0 contains a1 nine times, a1 contains a2 nine times, and so on. */
static void test_expanding_yaml_is_refused(void **state)
{
  struct buf text = BUF_IN(a);
  unsigned problems;
  (void)state;
  buf_z(&text, "a0: &a0 [x,x,x,x,x,x,x,x,x]\n");
  for (int i = 1; i < 12; i++)
    buf_printf(&text, "a%d: &a%d [*a%d,*a%d,*a%d,*a%d,*a%d,*a%d,*a%d,*a%d,*a%d]\n", i, i, i - 1, i - 1, i - 1, i - 1,
               i - 1, i - 1, i - 1, i - 1, i - 1);
  put("/facts.d/a.yaml", text.p);
  struct fact *f = collect_external(&problems);
  assert_int_equal(problems, 1);
  assert_non_null(strstr(last_error, "it contains too many values"));
  assert_null(fact_dig(f, STR("a0")));
}

static void put_program(const char *path, const char *text)
{
  char full[256];
  put(path, text);
  snprintf(full, sizeof full, "%s%s", root, path);
  assert_int_equal(chmod(full, 0755), 0);
}

static void test_programs_that_print_facts(void **state)
{
  unsigned problems;
  (void)state;
  put_program("/facts.d/1.sh", "#!/bin/sh\necho 'A=one'; echo 'b=x: y'\n");
  put_program("/facts.d/2", "#!/bin/sh\necho '{\"b\": {\"c\": 1}}'\n");
  put_program("/facts.d/3.py", "#!/bin/sh\nprintf 'y:\\n- 1\\nw: x=1\\n'; cat\n");
  struct fact *f = collect_external(&problems);
  assert_int_equal(problems, 0);
  assert_fact(f, "a", "\"one\"");
  assert_fact(f, "b", "{\"c\":1}");
  assert_fact(f, "y", "[1]");
  put_program("/facts.d/4", "#!/bin/sh\necho z=1; exit 3\n");
  f = collect_external(&problems);
  assert_int_equal(problems, 0);
  assert_fact(f, "z", "\"1\"");
  put_program("/facts.d/4", "#!/nonexistent/interpreter\n");
  collect_external(&problems);
  assert_non_null(strstr(last_error, "it cannot be executed"));
  put_program("/facts.d/4", "#!/bin/sh\nyes x=1\n");
  collect_external(&problems);
  assert_non_null(strstr(last_error, "it printed more than 16 MiB"));
}

static void test_bad_external_facts_are_reported(void **state)
{
  static const struct {
    const char *name, *text;
    size_t len;
    const char *what;
  } rows[] = {
    {"/facts.d/a.json", "[1]", 3, "it does not contain a hash"},
    {"/facts.d/a.json", "{", 1, "(line 1, column 1)"},
    {"/facts.d/a.json", "{\"a\":99999999999999999999}", 26, "too big integer"},
    {"/facts.d/a.txt", "a=\0b\n", 5, "it contains a NUL byte"},
    {"/facts.d/a.txt", "a=\xff\n", 4, "invalid byte sequence in UTF-8"},
    {"/facts.d/a.txt",
     "\xef\xbb\xbf"
     "a=1\n",
     7, "byte order mark"},
    {"/facts.d/a.yaml", "- 1\n", 4, "it does not contain a hash"},
    {"/facts.d/a.yaml", "text", 4, "it does not contain a hash"},
    {"/facts.d/a.yaml", ":a: 1\n", 6, "Tried to load unspecified class: Symbol"},
    {"/facts.d/a.yaml", "a: [\n", 5, "did not find expected node content while parsing a flow node at line 2"},
    {"/facts.d/a.yaml", "a: &x [*x]\n", 11, "nested too deeply"},
    {"/facts.d/a.yml", "[1]: 2\n", 7, "not supported: a key"},
    {"/facts.d/a.txt/x", "", 0, "Is a directory"},
  };
  char path[128];
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    unsigned problems;
    snprintf(path, sizeof path, "rm -rf %s/facts.d", root);
    assert_int_equal(system(path), 0);
    put_bytes(rows[i].name, rows[i].text, rows[i].len);
    put("/facts.d/good.txt", "good=1\n");
    errors = 0;
    struct fact *f = collect_external(&problems);
    assert_int_equal(problems, 1);
    assert_int_equal(errors, 1);
    if (!strstr(last_error, rows[i].what)) fail_msg("'%s' is not in '%s'", rows[i].what, last_error);
    assert_fact(f, "good", "\"1\"");
  }
}

static void test_deep_json_is_refused(void **state)
{
  static char deep[200010];
  unsigned problems;
  (void)state;
  memcpy(deep, "{\"a\":", 5);
  memset(deep + 5, '[', 200000);
  put("/facts.d/deep.json", deep);
  collect_external(&problems);
  assert_int_equal(problems, 1);
  assert_non_null(strstr(last_error, "maximum parsing depth"));
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(test_##name, setup, teardown)
  const struct CMUnitTest tests[] = {
    T(printing),
    T(yaml_quotes_ambiguous_strings),
    T(large_hashes_are_searched_quickly),
    T(floats_are_rubys),
    T(paths_into_facts),
    T(invalid_utf8_is_replaced),
    T(sizes_are_like_facters),
    T(debian),
    T(other_distributions),
    T(files_of_proc),
    T(block_devices_without_hardware),
    T(containers),
    T(damaged_files_are_ignored),
    T(this_host),
    T(external_facts),
    T(external_facts_in_yaml),
    T(expanding_yaml_is_refused),
    T(programs_that_print_facts),
    T(bad_external_facts_are_reported),
    T(deep_json_is_refused),
  };
#undef T
  return cmocka_run_group_tests(tests, NULL, NULL);
}
