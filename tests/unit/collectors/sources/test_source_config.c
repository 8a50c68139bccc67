/* collector.conf: its contents, and the messages about errors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collectors/sources/source_config.h"

static const struct source_setting plain_settings[] = {
  {"file", SOURCE_TEXT, "/x", 0, 0, "A file."},
  {"size", SOURCE_NUMBER, "7", 1, 100, "A size."},
  {"fast", SOURCE_FLAG, "false", 0, 0, "Whether it is fast."},
  {"age", SOURCE_SECONDS, "60", 0, 86400, "An age."},
  {.name = NULL},
};

static bool plain_check(const struct source_config *c, struct buf *why)
{
  if (!source_flag(c, "fast") || source_number(c, "size") < 50) return true;
  buf_z(why, "size: expected less than 50 of a fast one");
  return false;
}

static const struct source_kind plain = {
  .name = "plain",
  .title = "a plain thing",
  .group = STATS_SOURCE,
  .interval_s = 30,
  .timeout_s = 5,
  .stale_s = 100,
  .settings = plain_settings,
  .check = plain_check,
};
static const struct source_setting no_settings[] = {{.name = NULL}};
static const struct source_kind listed = {
  .name = "listed",
  .title = "a thing with a MIB",
  .list = &stats_list,
  .root = "1.3.6.1.4.1.5",
  .interval_s = 60,
  .timeout_s = 5,
  .stale_s = 1000,
  .settings = no_settings,
};
static const struct source_kind *const kinds[] = {&plain, &listed};

static struct source_set *set;

static void read_text(const char *text)
{
  source_set_free(set);
  set = source_set_new(kinds, 2);
  source_set_read_text(set, str_of(text), "t.conf", true);
}

static const struct source_entry *entry(const char *name)
{
  const struct source_entry *e = source_set_find(set, name);
  assert_non_null(e);
  return e;
}

static void assert_good(const char *text)
{
  read_text(text);
  assert_string_equal(set->mistakes.n == 0 ? "" : set->mistakes.p, "");
}

static void test_defaults_of_the_kind(void **state)
{
  (void)state;
  assert_good("[a]\nkind = plain\n\n[b-1.x_Y]\nkind = listed\n");
  assert_int_equal(set->count, 2);
  const struct source_config *c = &entry("a")->config;
  assert_int_equal(c->interval_s, 30);
  assert_int_equal(c->timeout_s, 5);
  assert_int_equal(c->stale_s, 100);
  assert_string_equal(c->root, "");
  assert_string_equal(source_text(c, "file"), "/x");
  assert_int_equal(source_number(c, "size"), 7);
  assert_false(source_flag(c, "fast"));
  assert_true(entry("a")->enabled);
  assert_null(entry("a")->mistake);
  assert_string_equal(entry("b-1.x_Y")->config.root, "1.3.6.1.4.1.5");
}

static void test_values(void **state)
{
  (void)state;
  assert_good("[a]\n file = \"/y z\" \nsize = 100\nenabled = no\nage = 2 h\ninterval = 5m\nkind = plain\ntimeout = 1s\n"
              "[b]\nkind = listed\noid = .1.3.6.1.4.1.9\nstale_after=1d\n");
  const struct source_config *c = &entry("a")->config;
  assert_string_equal(source_text(c, "file"), "/y z");
  assert_int_equal(source_number(c, "size"), 100);
  assert_string_equal(source_text(c, "age"), "7200");
  assert_false(entry("a")->enabled);
  assert_int_equal(c->interval_s, 300);
  assert_int_equal(c->timeout_s, 1);
  assert_int_equal(c->stale_s, 900); /* three intervals */
  assert_string_equal(entry("b")->config.root, "1.3.6.1.4.1.9");
  assert_int_equal(entry("b")->config.stale_s, 86400);
}

static void test_settings_of_the_collector(void **state)
{
  (void)state;
  assert_good("[collector]\nworkers = 3\nsources_dir = /tmp/x\nlog_level = info\n");
  assert_int_equal(source_set_number(set, COLLECTOR_workers), 3);
  assert_string_equal(set->collector[COLLECTOR_sources_dir], "/tmp/x");
  assert_string_equal(set->collector[COLLECTOR_syslog_facility], "daemon");
  assert_int_equal(set->count, 0);
}

static void assert_mistake(const char *text, const char *message)
{
  struct buf expected = BUF_HEAP;
  buf_printf(&expected, "t.conf:%s\n", message);
  read_text(text);
  assert_string_equal(set->mistakes.n == 0 ? "" : set->mistakes.p, expected.p);
  buf_free(&expected);
}

static void test_errors_have_a_place_and_a_reason(void **state)
{
  (void)state;
  assert_mistake("size = 5\n", "1:1: expected a section \"[name]\" before the first key");
  assert_mistake("[a]\nkind = plain\n  x = 5\n", "3:3: unknown setting 'x'; known settings are kind, enabled, "
                                                 "interval, timeout, stale_after, file, size, fast, age");
  assert_mistake("[a]\nkind = plain\noid = 1.3\n", "3:1: unknown setting 'oid'; known settings are kind, enabled, "
                                                   "interval, timeout, stale_after, file, size, fast, age");
  assert_mistake("[a]\nkind = plainer\n", "2:8: kind: expected one of plain, listed");
  assert_mistake("[a]\nsize = 4\n", "1:1: source \"a\": expected a key kind");
  assert_mistake("[a]\nkind = plain\nsize = 0\n", "3:8: size: expected a whole number from 1 to 100");
  assert_mistake("[a]\nkind = plain\nsize = 5 m\n", "3:8: size: expected a whole number from 1 to 100");
  assert_mistake("[a]\nkind = plain\nsize = 99999999999999999999999\n",
                 "3:8: size: expected a whole number from 1 to 100");
  assert_mistake("[a]\nkind = plain\nage = -1\n",
                 "3:7: age: expected a number of seconds, or one with s, m, h or d, from 0 to 86400");
  assert_mistake("[a]\nkind = plain\nage = 1 week\n",
                 "3:7: age: expected a number of seconds, or one with s, m, h or d, from 0 to 86400");
  assert_mistake("[a]\nkind = plain\nfast = maybe\n", "3:8: fast: expected true or false");
  assert_mistake("[a]\nkind = plain\nsize = 5\nsize = 5\n", "4:1: size: expected once in a section");
  assert_mistake("[a]\nkind = plain\nkind = plain\n", "3:1: kind: expected once in a section");
  assert_mistake("[a]\nkind = plain\ninterval = 60\nstale_after = 59\n",
                 "1:1: stale_after: expected at least the interval");
  assert_mistake("[a]\nkind = plain\nfast = true\nsize = 50\n", "1:1: size: expected less than 50 of a fast one");
  assert_mistake("[b]\nkind = listed\noid = 1.x\n", "3:7: oid: expected 2 to 23 numbers with dots between them");
  assert_mistake("[a]\nkind = plain\n\n[a]\nkind = plain\n", "4:2: source \"a\" is already defined in t.conf:1");
  assert_mistake(
    "[sources]\nkind = plain\n",
    "1:2: expected a name of 1 to 64 letters, digits, \"-\", \"_\" and \".\", which begins with a letter, a digit "
    "or \"_\" and is not \"sources\"");
  assert_mistake("[a\n", "1:3: expected \"]\" at the end of a section's name");
  assert_mistake("[collector]\nworkers = 0\n", "2:11: workers: expected a whole number from 1 to 64");
  assert_true(set->broken);
  assert_mistake("[collector]\nfoo = 0\n", "2:1: unknown setting 'foo' of the collector");
  assert_mistake("[collector]\nsources_dir = x\n", "2:15: sources_dir: expected an absolute path");
  assert_mistake("[collector]\n[collector]\n", "2:2: expected each section once");
}

static void test_invalid_names(void **state)
{
  (void)state;
  static const char *const bad[] = {
    "[]",    "[../x]", "[.x]",       "[-x]",
    "[a b]", "[a/b]",  "[\xc3\xa4]", "[12345678901234567890123456789012345678901234567890123456789012345]"};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    read_text(bad[i]);
    assert_int_equal(set->count, 0);
    assert_int_equal(set->mistake_count, 1);
  }
}

static void test_an_error_is_stored_with_its_source(void **state)
{
  (void)state;
  read_text("[a]\nkind = plain\nsize = x\nfoo = 1\n[b]\nkind = plain\n[c]\nkind = none\n");
  assert_int_equal(set->mistake_count, 3);
  assert_false(set->broken);
  assert_int_equal(set->count, 3);
  assert_string_equal(entry("a")->mistake, "t.conf:3:8: size: expected a whole number from 1 to 100");
  assert_null(entry("b")->mistake);
  assert_non_null(entry("c")->mistake);
  assert_string_equal(entry("c")->kind_name, "none");
  assert_null(entry("c")->config.kind);
}

static void test_sources_without_a_file(void **state)
{
  (void)state;
  struct buf why = BUF_HEAP;
  source_set_free(set);
  set = source_set_new(kinds, 2);
  struct source_entry *e = source_set_add(set, STR("one"), &plain, &why);
  assert_non_null(e);
  assert_true(source_set_key(set, e, STR("size"), STR("9"), &why));
  assert_false(source_set_key(set, e, STR("size"), STR("9"), &why));
  assert_false(source_set_key(set, e, STR("what"), STR("9"), &why));
  assert_true(source_set_finish(set, e, &why));
  assert_int_equal(source_number(&e->config, "size"), 9);
  assert_int_equal(e->config.interval_s, 30);
  assert_null(source_set_add(set, STR("one"), &plain, &why));
  buf_free(&why);
}

static void test_same(void **state)
{
  (void)state;
  read_text(
    "[a]\nkind = plain\nsize = 5\n[b]\nkind = plain\nsize = 5\n[c]\nkind=plain\n[d]\nkind=listed\n[e]\nkind=nix\n");
  assert_true(source_entry_same(entry("a"), entry("b")));
  assert_false(source_entry_same(entry("a"), entry("c")));
  assert_false(source_entry_same(entry("c"), entry("d")));
  assert_false(source_entry_same(entry("c"), entry("e")));
}

static void test_two_sources_at_one_place(void **state)
{
  (void)state;
  struct buf lines = BUF_HEAP;
  assert_good(
    "[a]\nkind=listed\n[b]\nkind=listed\noid=1.3.6.1.4.1.50\n[c]\nkind=plain\n[d]\nkind=listed\nenabled=false\n[e]"
    "\nkind=plain\n");
  source_set_clashes(set, &lines);
  assert_int_equal(lines.n, 0);
  assert_good("[a]\nkind=listed\n[b]\nkind=listed\noid=.1.3.6.1.4.1.5\n");
  source_set_clashes(set, &lines);
  assert_string_equal(lines.p, "source \"b\" has the same oid 1.3.6.1.4.1.5 as \"a\"; give it another oid\n");
  buf_clear(&lines);
  assert_good("[a]\nkind=listed\n[b]\nkind=listed\noid=1.3.6.1.4.1.5.7.1\n");
  source_set_clashes(set, &lines);
  assert_string_equal(lines.p,
                      "source \"b\" has the oid 1.3.6.1.4.1.5.7.1 inside of that of \"a\"; give it another oid\n");
  buf_free(&lines);
}

static void write_file(const char *path, const char *text)
{
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
}

static void test_files_and_their_folder(void **state)
{
  (void)state;
  char folder[] = "/tmp/ficelle-source-config.XXXXXX", path[128], part[160];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/c*.conf", folder); /* no pattern */
  write_file(path, "[a]\nkind = plain\n");
  snprintf(part, sizeof part, "%s/c*.d", folder);
  mkdir(part, 0700);
  snprintf(part, sizeof part, "%s/c*.d/2.conf", folder);
  write_file(part, "[a]\nkind = listed\n[c]\nkind = plain\n");
  snprintf(part, sizeof part, "%s/c*.d/1.conf", folder);
  write_file(part, "[b]\nkind = plain\n[collector]\nworkers = 2\n");
  snprintf(part, sizeof part, "%s/c*.d/3.conf~", folder);
  write_file(part, "nonsense");
  source_set_free(set);
  set = source_set_new(kinds, 2);
  source_set_read_file(set, path, true);
  assert_int_equal(set->count, 3);
  assert_string_equal(set->entries[1]->config.name, "b");
  assert_ptr_equal(entry("a")->config.kind, &plain);
  assert_int_equal(set->mistake_count, 2);
  assert_non_null(strstr(set->mistakes.p, "c*.d/1.conf:3:2: [collector]: expected in the main file only\n"));
  assert_non_null(strstr(set->mistakes.p, "c*.d/2.conf:1:2: source \"a\" is already defined in "));
  source_set_free(set);
  set = source_set_new(kinds, 2);
  source_set_read_file(set, "/nonexistent/x.conf", false);
  assert_false(set->broken);
  source_set_read_file(set, "/nonexistent/x.conf", true);
  assert_true(set->broken);
  assert_string_equal(set->mistakes.p, "/nonexistent/x.conf: No such file or directory\n");
  snprintf(part, sizeof part, "rm -rf '%s'", folder);
  assert_int_equal(system(part), 0);
}

static void test_thousands(void **state)
{
  (void)state;
  struct buf text = BUF_HEAP;
  for (int i = 0; i < SOURCES_MAX + 1; i++) buf_printf(&text, "[s%d]\nkind = plain\nsize = 5\n", i);
  read_text(text.p);
  assert_int_equal(set->count, SOURCES_MAX);
  assert_int_equal(set->mistake_count, 1);
  assert_non_null(strstr(set->mistakes.p, "expected at most 4096 sources"));
  buf_free(&text);
}

#define TEST(name) cmocka_unit_test(test_##name)

int main(void)
{
  const struct CMUnitTest tests[] = {
    TEST(defaults_of_the_kind),
    TEST(values),
    TEST(settings_of_the_collector),
    TEST(errors_have_a_place_and_a_reason),
    TEST(invalid_names),
    TEST(an_error_is_stored_with_its_source),
    TEST(sources_without_a_file),
    TEST(same),
    TEST(two_sources_at_one_place),
    TEST(files_and_their_folder),
    TEST(thousands),
  };
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  source_set_free(set);
  return failed;
}
