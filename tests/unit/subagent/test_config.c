/* subagent.conf and its checks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "subagent/config.h"

static void assert_reads(const char *text, enum config_id id, const char *value)
{
  struct config c;
  struct buf why = BUF_HEAP;
  config_init(&c);
  if (!config_read_text(&c, str_of(text), "t.conf", &why)) fail_msg("%s", why.p);
  assert_string_equal(c.value[id], value);
  config_fini(&c);
  buf_free(&why);
}

static void assert_refuses_bytes(str text, const char *message)
{
  struct config c;
  struct buf why = BUF_HEAP;
  config_init(&c);
  assert_false(config_read_text(&c, text, "t.conf", &why));
  assert_string_equal(why.p, message);
  config_fini(&c);
  buf_free(&why);
}

static void assert_refuses(const char *text, const char *message) { assert_refuses_bytes(str_of(text), message); }

static void test_every_default_is_valid(void **state)
{
  (void)state;
  struct config c;
  config_init(&c);
  for (int i = 0; i < CONFIG_COUNT; i++) {
    struct buf why = BUF_HEAP;
    if (!config_set(&c, (enum config_id)i, str_of(config_table[i].default_value), &why)) fail_msg("%s", why.p);
    buf_free(&why);
  }
  config_fini(&c);
}

static void test_lines_blanks_comments_quotes(void **state)
{
  (void)state;
  assert_reads("", CONFIG_context, "");
  assert_reads("context=prod", CONFIG_context, "prod");
  assert_reads("\xef\xbb\xbf# note\r\n\r\n \t context \t= prod site \r\n", CONFIG_context, "prod site");
  assert_reads("context = \" x \"\n", CONFIG_context, " x ");
  assert_reads("#context = prod\n", CONFIG_context, "");
  assert_reads("pid_file =\n", CONFIG_pid_file, "");
  assert_reads("log_categories = subagent.agentx=debug\n", CONFIG_log_categories, "subagent.agentx=debug");
}

static void test_errors_name_file_line_and_reason(void **state)
{
  (void)state;
  assert_refuses("\n\nnonsense\n", "t.conf:3: expected \"name = value\"");
  assert_refuses("contxt = a\n", "t.conf:1: unknown setting \"contxt\"");
  assert_refuses("context = a\n# b\ncontext = a\n", "t.conf:3: duplicate setting context");
  assert_refuses("refresh_interval = soon", "t.conf:1: refresh_interval must be a number of seconds from 1 to 1000000");
  assert_refuses("refresh_interval = 0", "t.conf:1: refresh_interval must be a number of seconds from 1 to 1000000");
  assert_refuses("refresh_interval = 1000001",
                 "t.conf:1: refresh_interval must be a number of seconds from 1 to 1000000");
  assert_refuses("stale_after = 18446744073709551617",
                 "t.conf:1: stale_after must be a number of seconds from 0 to 1000000");
  assert_refuses("stats_file = relative", "t.conf:1: stats_file must be an absolute path");
  assert_refuses("oid_root = 1.x", "t.conf:1: oid_root: an object identifier must be numbers up to 4294967295 "
                                   "separated by dots");
  assert_refuses("oid_root = 1", "t.conf:1: oid_root: a root must have 2 to 23 sub-identifiers");
  assert_refuses("log_level = loud",
                 "t.conf:1: log_level must be debug, info, notice, warning, err, alert, emerg or crit");
  assert_refuses("syslog_facility = loud", "t.conf:1: unknown syslog facility \"loud\"");
  assert_refuses("context = 123456789012345678901234567890123",
                 "t.conf:1: context must be a name of at most 32 bytes without control characters");
  assert_refuses("agentx_socket = udp:127.0.0.1:705",
                 "t.conf:1: agentx_socket: AgentX needs a stream: give unix:PATH or tcp:ADDRESS:PORT");
  assert_refuses_bytes(STR("context = a\0b\n"), "t.conf:1: expected text, not a NUL byte");
  assert_refuses_bytes(STR("\0\n"), "t.conf:1: expected text, not a NUL byte");
}

static void test_addresses(void **state)
{
  (void)state;
  static const char *const good[] = {"unix:/run/x",   "/run/x",        "tcp:127.0.0.1:705", "127.0.0.1:705",
                                     "localhost:705", "tcp:[::1]:705", "tcp6:[::1]:705"};
  static const char *const bad[] = {"",
                                    "unix:",
                                    "tcp:127.0.0.1",
                                    "tcp:127.0.0.1:0",
                                    "tcp:127.0.0.1:65536",
                                    "tcp:127.0.0.1:7x",
                                    "tcp:master.example.org:705",
                                    "tcp:[::1:705",
                                    "ssh:a:1"};
  struct config c;
  config_init(&c);
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    struct buf why = BUF_HEAP;
    if (!config_set(&c, CONFIG_agentx_socket, str_of(good[i]), &why)) fail_msg("%s: %s", good[i], why.p);
    buf_free(&why);
  }
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    struct buf why = BUF_HEAP;
    if (config_set(&c, CONFIG_agentx_socket, str_of(bad[i]), &why)) fail_msg("%s taken", bad[i]);
    buf_free(&why);
  }
  config_fini(&c);
}

static void test_files_that_cannot_be_read(void **state)
{
  (void)state;
  char path[] = "/tmp/test_config.XXXXXX";
  struct config c;
  struct buf why = BUF_HEAP;
  config_init(&c);
  assert_true(config_read_file(&c, "/proc/nonexistent/subagent.conf", false, &why));
  assert_false(config_read_file(&c, "/proc/nonexistent/subagent.conf", true, &why));
  assert_string_equal(why.p, "/proc/nonexistent/subagent.conf: No such file or directory");
  buf_clear(&why);
  assert_false(config_read_file(&c, "/tmp", true, &why));
  assert_string_equal(why.p, "/tmp: Is a directory");
  buf_clear(&why);
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  assert_return_code(ftruncate(fd, 100 * 1024 * 1024), 0);
  assert_false(config_read_file(&c, path, true, &why));
  assert_non_null(strstr(why.p, "longer than 65536 bytes"));
  close(fd);
  unlink(path);
  config_fini(&c);
  buf_free(&why);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_every_default_is_valid),           cmocka_unit_test(test_lines_blanks_comments_quotes),
    cmocka_unit_test(test_errors_name_file_line_and_reason), cmocka_unit_test(test_addresses),
    cmocka_unit_test(test_files_that_cannot_be_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
