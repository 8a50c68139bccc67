/* puppetdb.conf: settings, and Puppet's messages about errors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/buf.h"
#include "indirector/puppetdb/conf.h"

static struct arena *arena;
static struct puppetdb_conf conf;
static struct buf warned;
static str error;

static int setup(void **state)
{
  (void)state;
  arena = arena_new();
  warned = BUF_IN(arena);
  error = STR_EMPTY;
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  arena_free(arena);
  return 0;
}

static void warn(void *ctx, str message)
{
  (void)ctx;
  buf_printf(&warned, "%.*s\n", STR_FMT(message));
}

static bool read_conf(const char *text)
{
  return puppetdb_conf_read(arena, STR("/p.conf"), str_of(text), warn, NULL, &conf, &error);
}

static void assert_text(str got, const char *want) { assert_string_equal(arena_strz(arena, got), want); }

static void test_defaults(void **state)
{
  (void)state;
  assert_true(read_conf(""));
  assert_int_equal(conf.nservers, 1);
  assert_int_equal(conf.nurls, 1);
  assert_text(conf.urls[0].text, "https://puppetdb:8081");
  assert_text(conf.urls[0].host, "puppetdb");
  assert_int_equal(conf.urls[0].port, 8081);
  assert_int_equal(conf.timeout, 30);
  assert_int_equal(conf.min_successful, 1);
  assert_true(conf.verify_client && conf.catalog_edges);
  assert_false(conf.soft_write_failure || conf.include_unchanged || conf.broadcast || conf.sticky);
  assert_int_equal(conf.spool_size, 100 << 20);
}

static void test_all_settings(void **state)
{
  (void)state;
  assert_true(
    read_conf("# c\n; c\n\n[other]\nx = 1\n[main ]\n server_urls = https://a:1, https://b/ ,https://[::1]:2\n"
              "submit_only_server_urls=https://c:3\nserver_url_timeout = 5\nsoft_write_failure = true\n"
              "include_unchanged_resources = true\nmin_successful_submissions = 1\ncommand_broadcast = true\n"
              "sticky_read_failover = true\nverify_client_certificate = false\ninclude_catalog_edges = false\n"
              "spool_size = 2M\nspool_directory = /s\n"));
  assert_int_equal(conf.nservers, 3);
  assert_int_equal(conf.nurls, 4);
  assert_text(conf.urls[1].text, "https://b");
  assert_int_equal(conf.urls[1].port, 443);
  assert_text(conf.urls[2].host, "[::1]");
  assert_int_equal(conf.urls[2].port, 2);
  assert_text(conf.urls[3].text, "https://c:3");
  assert_true(conf.soft_write_failure && conf.include_unchanged && conf.broadcast && conf.sticky);
  assert_false(conf.verify_client || conf.catalog_edges);
  assert_int_equal(conf.timeout, 5);
  assert_int_equal(conf.spool_size, 2 << 20);
  assert_text(conf.spool_directory, "/s");
  assert_int_equal(warned.n, 0);
}

static void test_warnings(void **state)
{
  (void)state;
  assert_true(read_conf("server = x\n[main]\nport = 1\nsoft = 1\n"));
  assert_text(
    buf_view(&warned),
    "Setting 'server = x' is retired: use 'server_urls' instead. Defaulting to 'server_urls=https://puppetdb:8081'.\n"
    "Setting 'port = 1' is retired: use 'server_urls' instead. Defaulting to 'server_urls=https://puppetdb:8081'.\n"
    "Unknown setting 'soft' in PuppetDB config /p.conf:4\n");
}

static void test_errors(void **state)
{
  (void)state;
  static const struct {
    const char *text, *want;
  } cases[] = {
    {"[main]\nwhat\n", "Unparseable line 'what' in PuppetDB config /p.conf:2"},
    {"[ma in]\n", "Unparseable line '[ma in]' in PuppetDB config /p.conf:1"},
    {"[main]\nspool_size =\n", "Unparseable line 'spool_size =' in PuppetDB config /p.conf:2"},
    {"x = 1\n", "Setting 'x = 1' is illegal outside of section in PuppetDB config /p.conf:1"},
    {"[main]\nsoft_write_failure = yes\n", "invalid value for Boolean: \"yes\""},
    {"[main]\nserver_url_timeout = 5s\n", "invalid value for server_url_timeout: \"5s\""},
    {"[main]\nspool_size = 5T\n", "invalid value for spool_size: \"5T\""},
    {"[main]\nserver_urls = http://a\n", "PuppetDB 'server_urls' must be https, found 'http://a'"},
    {"[main]\nserver_urls = https://a/b\n", "PuppetDB 'server_urls' cannot contain URL paths, found 'https://a/b'"},
    {"[main]\nserver_urls = https://a:b:99999\n",
     "Error parsing URL 'https://a:b:99999' in PuppetDB 'server_urls', error message was 'bad URI(is not URI?): "
     "\"https://a:b:99999\"'"},
    {"[main]\nserver_urls = https://a b\n", "Error parsing URL 'https://a b' in PuppetDB 'server_urls', error message "
                                            "was 'bad URI(is not URI?): \"https://a b\"'"},
    {"[main]\nsoft_write_failure = true\nmin_successful_submissions = 2\n",
     "soft_write_failure cannot be enabled when min_successful_submissions is greater than 1"},
    {"[main]\nmin_successful_submissions = 2\n",
     "command_broadcast must be set to true to use min_successful_submissions"},
    {"[main]\ncommand_broadcast = true\nmin_successful_submissions = 2\n",
     "min_successful_submissions (2) must be less than or equal to the number of server_urls (1)"},
    {"[main]\nserver_urls = https://a:1\nsubmit_only_server_urls = https://a:1/\n",
     "Server URLs must be in either server_urls or submit_only_server_urls, not both. ([\"https://a:1\"] are in both)"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    error = STR_EMPTY;
    assert_false(read_conf(cases[i].text));
    assert_text(error, cases[i].want);
  }
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
  const struct CMUnitTest tests[] = {T(test_defaults), T(test_all_settings), T(test_warnings), T(test_errors)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
