/* The logger: formats, destinations, levels by category, context. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/log.h"
#include "base/log_internal.h"

static struct log_category cat_parse = {.name = "compiler.parse"};
static struct log_category cat_compiler = {.name = "compiler"};
static struct log_category cat_store = {.name = "collectors.store"};

static char dir[64];
static char text[1 << 20];

static const char *path_of(const char *name)
{
  static char path[128];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  return path;
}

/* The whole file as a string. */
static const char *content(const char *name)
{
  int fd = open(path_of(name), O_RDONLY);
  assert_true(fd >= 0);
  size_t n = 0;
  ssize_t got;
  while ((got = read(fd, text + n, sizeof text - 1 - n)) > 0) n += (size_t)got;
  text[n] = '\0';
  close(fd);
  return text;
}

static void add(const char *name)
{
  char error[256] = "";
  if (!log_add_destination(path_of(name), error, sizeof error)) fail_msg("%s", error);
}

static void assert_contains(const char *where, const char *what)
{
  if (!strstr(where, what)) fail_msg("'%s' is not in '%s'", what, where);
}

static int setup(void **state)
{
  (void)state;
  strcpy(dir, "/tmp/ficelle-log-XXXXXX");
  return mkdtemp(dir) ? 0 : 1;
}

static int clean(void **state)
{
  char error[64], command[128];
  (void)state;
  log_close();
  log_context_clear();
  log_set_level(LOG_LEVEL_NOTICE);
  log_set_categories("", error, sizeof error);
  log_set_color(LOG_COLOR_AUTO);
  log_set_hook(NULL, NULL);
  snprintf(command, sizeof command, "rm -rf %s", dir);
  return system(command);
}

/* Runs `fn` with standard output and error redirected to the files out and err. */
static void with_streams(void (*fn)(void))
{
  fflush(stdout);
  int out = dup(1), err = dup(2);
  int new_out = open(path_of("out"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  int new_err = open(path_of("err"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(new_out, 1);
  dup2(new_err, 2);
  fn();
  dup2(out, 1);
  dup2(err, 2);
  close(out), close(err), close(new_out), close(new_err);
}

static void one_of_each_level(void)
{
  log_set_level(LOG_LEVEL_DEBUG);
  for (int i = 0; i < LOG_LEVEL_COUNT; i++) log_printf(&cat_parse, (enum log_level)i, "m%d", i);
}

static void test_the_console_prints_as_puppet_does(void **state)
{
  (void)state;
  with_streams(one_of_each_level);
  assert_string_equal(content("out"), "Debug: m0\nInfo: m1\nNotice: m2\n");
  assert_string_equal(content("err"), "Warning: m3\nError: m4\nAlert: m5\nEmergency: m6\nCritical: m7\n");
}

static void test_colours_are_puppets(void **state)
{
  (void)state;
  log_set_color(LOG_COLOR_ANSI);
  with_streams(one_of_each_level);
  assert_string_equal(content("out"), "\033[0;36mDebug: m0\033[0m\n\033[0;32mInfo: m1\033[0m\n"
                                      "\033[mNotice: m2\033[0m\n");
  assert_contains(content("err"), "\033[1;33mWarning: m3\033[0m\n\033[1;31mError: m4\033[0m\n");
}

static void sources_and_hints(void)
{
  struct log_event e = {.level = LOG_LEVEL_NOTICE,
                        .category = &cat_parse,
                        .source = "Scope(Class[main])",
                        .message = "a\nb",
                        .message_len = 3};
  log_emit(&e);
  e.source = "Puppet";
  log_emit(&e);
  e.message = "c\n";
  e.message_len = 2;
  log_emit(&e);
  log_error(&cat_store, "STORE_DAMAGED", "Nothing has to be done.", "it broke");
}

static void test_the_console_shows_sources_newlines_and_hints(void **state)
{
  (void)state;
  with_streams(sources_and_hints);
  assert_string_equal(content("out"), "Notice: Scope(Class[main]): a\nb\nNotice: a\nb\nNotice: c\n\n");
  assert_string_equal(content("err"), "Error: it broke [STORE_DAMAGED: Nothing has to be done.]\n");
  log_set_color(LOG_COLOR_OFF);
  with_streams(sources_and_hints);
  assert_string_equal(content("out"), "Notice: Scope(Class[main]): a\nb\nNotice: a\nb\nNotice: c\n");
}

static void hostile_message(void)
{
  static const char message[] = "a\nb\x1b[31m \"q\" \\ \xff \xc2\x9b \xc3\xa9 NUL\0end";
  struct log_event e = {.level = LOG_LEVEL_ERR,
                        .category = &cat_parse,
                        .code = "BAD",
                        .file = "/x y.pp",
                        .line = 3,
                        .pos = 7,
                        .message = message,
                        .message_len = sizeof message - 1};
  log_context_set("node", "web1.example.org");
  log_context_set("transaction", "7");
  log_emit(&e);
}

static void test_every_format_but_the_console_is_one_line(void **state)
{
  char error[64];
  (void)state;
  add("x.log");
  add("x.jsonl");
  assert_true(log_add_destination("stderr", error, sizeof error));
  with_streams(hostile_message);
  const char *line = content("x.log");
  assert_contains(line,
                  "Puppet (err): a\\nb\\x1b[31m \"q\" \\ \\xff \\x9b \xc3\xa9 NUL\\x00end category=compiler.parse "
                  "code=BAD file=\"/x y.pp\" line=3 pos=7 node=web1.example.org transaction=7\n");
  assert_ptr_equal(strchr(line, '\n'), line + strlen(line) - 1);
  line = content("x.jsonl");
  assert_contains(line, "{\"level\":\"err\",\"message\":\"a\\nb\\u001b[31m \\\"q\\\" \\\\ \\\\xff \\u009b \xc3\xa9 "
                        "NUL\\u0000end\",\"source\":\"Puppet\",\"tags\":[\"err\"],\"time\":\"");
  assert_contains(line, "\"file\":\"/x y.pp\",\"line\":3,\"pos\":7,\"issue_code\":\"BAD\",\"category\":"
                        "\"compiler.parse\",\"node\":\"web1.example.org\",\"transaction\":\"7\"}\n");
  assert_ptr_equal(strchr(line, '\n'), line + strlen(line) - 1);
  line = content("err");
  assert_contains(line, "level=err message=\"a\\nb\\x1b[31m \\\"q\\\" \\\\ \\xff \\x9b \xc3\xa9 NUL\\x00end\" "
                        "category=compiler.parse");
  assert_ptr_equal(strchr(line, '\n'), line + strlen(line) - 1);
}

static void turned(void)
{
  log_notice(&cat_parse, "a\xe2\x80\xae"
                         "b\xd8\x9c"
                         "c\xe2\x81\xa6"
                         "d\xe2\x80\xa8"
                         "e\xd7\xa9 \xc3\xa9 \xff");
}

static void test_direction_changes_are_escaped_everywhere(void **state)
{
  char error[64];
  (void)state;
  add("x.log");
  add("x.jsonl");
  assert_true(log_add_destination("console", error, sizeof error));
  with_streams(turned);
  assert_string_equal(content("out"), "Notice: a\\u202eb\\u061cc\\u2066d\\u2028e\xd7\xa9 \xc3\xa9 \xff\n");
  assert_contains(content("x.log"), "a\\u202eb\\u061cc\\u2066d\\u2028e\xd7\xa9 \xc3\xa9 \\xff");
  assert_contains(content("x.jsonl"), "\"message\":\"a\\u202eb\\u061cc\\u2066d\\u2028e\xd7\xa9 \xc3\xa9 \\\\xff\"");
}

static void test_json_files_are_puppets_open_array(void **state)
{
  (void)state;
  add("x.json");
  log_notice(&cat_parse, "one");
  log_notice(&cat_parse, "two");
  log_close();
  add("x.json");
  log_notice(&cat_parse, "three");
  const char *all = content("x.json");
  assert_int_equal(strncmp(all, "[\n{\"level\":\"notice\",\"message\":\"one\"", 35), 0);
  assert_contains(all, "}\n,\n{\"level\":\"notice\",\"message\":\"two\"");
  assert_contains(all, "}\n,\n{\"level\":\"notice\",\"message\":\"three\"");
}

static void test_categories_are_raised_one_by_one(void **state)
{
  char error[128];
  (void)state;
  assert_false(log_enabled(&cat_parse, LOG_LEVEL_DEBUG));
  assert_true(log_set_categories("compiler=info, compiler.parse=debug", error, sizeof error));
  assert_true(log_enabled(&cat_parse, LOG_LEVEL_DEBUG));
  assert_true(log_enabled(&cat_compiler, LOG_LEVEL_INFO));
  assert_false(log_enabled(&cat_compiler, LOG_LEVEL_DEBUG));
  assert_false(log_enabled(&cat_store, LOG_LEVEL_INFO));
  assert_true(log_set_categories("compiler.catalog=debug", error, sizeof error));
  assert_false(log_enabled(&cat_parse, LOG_LEVEL_INFO));
  assert_true(log_set_categories("collectors=crit", error, sizeof error));
  assert_false(log_enabled(&cat_store, LOG_LEVEL_ERR));
}

static void test_malformed_overrides_change_nothing(void **state)
{
  char error[256];
  (void)state;
  assert_true(log_set_categories("compiler=debug", error, sizeof error));
  assert_false(log_set_categories("subagent=info,compiler", error, sizeof error));
  assert_string_equal(error, "'compiler' is not of the form category=level");
  assert_false(log_set_categories("=info", error, sizeof error));
  assert_false(log_set_categories("a=verbose", error, sizeof error));
  assert_contains(error, "'verbose' is not a log level");
  assert_false(log_set_categories("comp=debug", error, sizeof error));
  assert_string_equal(error, "unknown category 'comp'");
  assert_false(log_set_categories("compiler.pars=debug", error, sizeof error));
  assert_false(log_set_categories("compiler.parser=debug", error, sizeof error));
  assert_true(log_enabled(&cat_compiler, LOG_LEVEL_DEBUG));
}

static void test_context_is_bounded_and_replaced(void **state)
{
  (void)state;
  add("x.log");
  for (int i = 0; i < LOG_CONTEXT_MAX; i++) {
    char key[16];
    snprintf(key, sizeof key, "k%d", i);
    assert_true(log_context_set(key, "v"));
  }
  assert_false(log_context_set("onemore", "v"));
  assert_true(log_context_set("k3", "new"));
  assert_true(log_context_set("k0", NULL));
  log_notice(&cat_parse, "m");
  assert_contains(content("x.log"), "category=compiler.parse k1=v k2=v k3=new k4=v k5=v k6=v k7=v\n");
}

/* Nested work: lines after it have the context from before, and nothing of the nested work. */
static void test_context_is_restored_as_it_was(void **state)
{
  struct log_context outer;
  (void)state;
  add("x.log");
  log_context_set("node", "outer.test");
  log_context_set("client", "c");
  log_context_save(&outer);
  log_context_set("node", "inner.test");
  log_context_set("client", NULL);
  log_context_set("transaction", "7");
  log_context_set("environment", "e");
  log_notice(&cat_parse, "inside");
  log_context_restore(&outer);
  log_notice(&cat_parse, "outside");
  log_context_clear();
  log_notice(&cat_parse, "without");
  assert_contains(content("x.log"), ": inside category=compiler.parse node=inner.test transaction=7 environment=e\n");
  assert_contains(content("x.log"), ": outside category=compiler.parse node=outer.test client=c\n");
  assert_contains(content("x.log"), ": without category=compiler.parse\n");
}

static void test_a_long_value_of_the_context_is_truncated(void **state)
{
  char value[400];
  (void)state;
  add("x.log");
  memset(value, 'v', sizeof value - 1);
  value[sizeof value - 1] = '\0';
  assert_true(log_context_set("node", value));
  assert_true(log_context_set("environment", "e"));
  log_notice(&cat_parse, "m");
  strcpy(value + sizeof((struct log_context_entry *)NULL)->value - 1, " environment=e\n");
  assert_contains(content("x.log"), value); /* 255 times v, then the next key */
}

static void test_a_long_message_is_whole(void **state)
{
  static char big[300000];
  (void)state;
  memset(big, 'x', sizeof big - 1);
  add("x.log");
  log_notice(&cat_parse, "%s", big);
  const char *line = content("x.log");
  assert_true(strlen(line) > sizeof big);
  assert_contains(line, "x category=compiler.parse\n");
}

static void test_reopening_follows_rotation(void **state)
{
  char to[128];
  (void)state;
  add("x.log");
  log_notice(&cat_parse, "before");
  snprintf(to, sizeof to, "%s", path_of("x.log.1"));
  assert_int_equal(rename(path_of("x.log"), to), 0);
  log_notice(&cat_parse, "between");
  log_reconfigure();
  log_notice(&cat_parse, "after");
  assert_contains(content("x.log.1"), "between");
  assert_null(strstr(content("x.log"), "between"));
  assert_contains(content("x.log"), "after");
}

static void test_bad_destinations_have_a_reason(void **state)
{
  char error[256];
  (void)state;
  assert_false(log_add_destination("nowhere", error, sizeof error));
  assert_string_equal(error, "Unknown destination type nowhere");
  assert_false(log_add_destination("", error, sizeof error));
  assert_false(log_add_destination("console,,stderr", error, sizeof error));
  assert_false(log_add_destination(dir, error, sizeof error));
  assert_contains(error, "Is a directory");
  assert_true(log_add_destination(" console , stderr ", error, sizeof error));
}

static void test_destinations_are_replaced_as_a_whole(void **state)
{
  char error[256], names[256];
  (void)state;
  add("a.log");
  assert_false(log_set_destinations("stderr,nowhere", error, sizeof error));
  log_notice(&cat_parse, "one");
  assert_contains(content("a.log"), "one");
  snprintf(names, sizeof names, "%s/b.log,%s/c.log", dir, dir);
  assert_true(log_set_destinations(names, error, sizeof error));
  log_notice(&cat_parse, "two");
  assert_null(strstr(content("a.log"), "two"));
  assert_contains(content("b.log"), "two");
  assert_contains(content("c.log"), "two");
}

static void test_missing_directories_are_created(void **state)
{
  struct stat st;
  (void)state;
  add("a/b/x.log");
  log_notice(&cat_parse, "m");
  assert_int_equal(stat(path_of("a/b/x.log"), &st), 0);
  assert_int_equal(st.st_mode & 0777 & ~0640, 0);
}

/* A socket that replaces journald's. */
static int journal_socket(void)
{
  static char path[100];
  struct sockaddr_un addr = {.sun_family = AF_UNIX};
  snprintf(path, sizeof path, "%s/journal", dir);
  memcpy(addr.sun_path, path, sizeof path);
  int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
  assert_int_equal(bind(fd, (struct sockaddr *)&addr, sizeof addr), 0);
  log__journal_path = path;
  return fd;
}

static void test_the_journal_gets_fields(void **state)
{
  char error[128], data[4096];
  (void)state;
  int fd = journal_socket();
  assert_true(log_add_destination("journal", error, sizeof error));
  log_set_ident("ficelle-test");
  log_context_set("environment", "line1\nline2");
  log_error(&cat_store, "CODE", NULL, "a\nb");
  ssize_t n = recv(fd, data, sizeof data - 1, 0);
  assert_true(n > 0);
  data[n] = '\0';
  assert_contains(data, "PRIORITY=3\nSYSLOG_IDENTIFIER=ficelle-test\nSYSLOG_PID=");
  assert_contains(data, "\nMESSAGE=a\\nb\nFICELLE_CATEGORY=collectors.store\nFICELLE_CODE=CODE\n");
  /* A value with a newline: name, newline, length as 8 bytes, value. */
  static const char binary[] = "FICELLE_ENVIRONMENT\n\x0b\0\0\0\0\0\0\0line1\nline2\n";
  assert_non_null(memmem(data, (size_t)n, binary, sizeof binary - 1));
  close(fd);
}

static void test_a_message_too_long_for_a_datagram_is_sent_as_a_file(void **state)
{
  static char big[1 << 20];
  char error[128], byte[16];
  union {
    struct cmsghdr align;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  (void)state;
  memset(big, 'y', sizeof big - 1);
  int fd = journal_socket(), got;
  assert_true(log_add_destination("journal", error, sizeof error));
  log_notice(&cat_store, "%s", big);
  struct iovec io = {byte, sizeof byte};
  struct msghdr msg = {.msg_iov = &io, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control};
  assert_int_equal(recvmsg(fd, &msg, 0), 0);
  assert_non_null(CMSG_FIRSTHDR(&msg));
  memcpy(&got, CMSG_DATA(CMSG_FIRSTHDR(&msg)), sizeof got);
  struct stat st;
  assert_int_equal(fstat(got, &st), 0);
  assert_true(st.st_size > (off_t)sizeof big);
  close(got);
  close(fd);
}

static void count(void *ctx, const struct log_event *e) { *(int *)ctx += e->level == LOG_LEVEL_INFO ? 100 : 1; }

static void test_the_hook_gets_enabled_events(void **state)
{
  int seen = 0;
  (void)state;
  add("x.log");
  log_set_hook(count, &seen);
  log_info(&cat_parse, "no");
  log_notice(&cat_parse, "yes");
  log_warning(&cat_parse, "yes");
  assert_int_equal(seen, 2);
}

/* Lines for syslog: the context follows the message, except in messages in Puppet's format. */
static void test_syslog_has_puppets_format_in_puppets_commands(void **state)
{
  (void)state;
  struct log_line line;
  const char *const message = "50% \x1b done";
  const struct log_event e = {.category = &cat_store,
                              .level = LOG_LEVEL_ERR,
                              .source = "/Stage[main]/Main/File[a]",
                              .message = message,
                              .message_len = strlen(message)};
  log_context_set("node", "web1");
  log__line_init(&line);
  log__format_syslog(&line, &e);
  assert_memory_equal(line.data, "(/Stage[main]/Main/File[a]) 50% \\x1b done ", 42);
  assert_contains(line.data, "node=web1");
  log__line_free(&line);
  log_set_plain(true);
  log__line_init(&line);
  log__format_syslog(&line, &e);
  assert_int_equal(line.len, 41);
  assert_memory_equal(line.data, "(/Stage[main]/Main/File[a]) 50% \\x1b done", line.len);
  log__line_free(&line);
  log_set_plain(false);
  log_context_clear();
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(test_##name, setup, clean)
  const struct CMUnitTest tests[] = {
    T(the_console_prints_as_puppet_does),
    T(colours_are_puppets),
    T(the_console_shows_sources_newlines_and_hints),
    T(every_format_but_the_console_is_one_line),
    T(direction_changes_are_escaped_everywhere),
    T(json_files_are_puppets_open_array),
    T(categories_are_raised_one_by_one),
    T(malformed_overrides_change_nothing),
    T(context_is_bounded_and_replaced),
    T(context_is_restored_as_it_was),
    T(a_long_value_of_the_context_is_truncated),
    T(a_long_message_is_whole),
    T(reopening_follows_rotation),
    T(bad_destinations_have_a_reason),
    T(destinations_are_replaced_as_a_whole),
    T(missing_directories_are_created),
    T(the_journal_gets_fields),
    T(a_message_too_long_for_a_datagram_is_sent_as_a_file),
    T(the_hook_gets_enabled_events),
    T(syslog_has_puppets_format_in_puppets_commands),
  };
#undef T
  return cmocka_run_group_tests(tests, NULL, NULL);
}
