/* Polls of a fake Redis server in a child, into a real statistics file: the requests, the recorded values, and the
 * state after each error. tests/collectors/redis uses a real redis-server. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"
#include "collectors/sources/redis.h"
#include "collectors/sources/source_config.h"
#include "collectors/stats_reader.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
#define INFO_ASKED "*1\r\n$4\r\nINFO\r\n"

static char dir[64], socket_path[96], store_path[96], password_path[96];
static pid_t server;

static int setup(void **state)
{
  (void)state;
  strcpy(dir, "/tmp/test_redis.XXXXXX");
  if (mkdtemp(dir) == NULL) return -1;
  snprintf(socket_path, sizeof socket_path, "%s/socket", dir);
  snprintf(store_path, sizeof store_path, "%s/redis.stats", dir);
  snprintf(password_path, sizeof password_path, "%s/password", dir);
  return 0;
}

static void stop_server(void)
{
  if (server > 0) {
    kill(server, SIGKILL);
    waitpid(server, NULL, 0);
  }
  server = 0;
}

static int teardown(void **state)
{
  (void)state;
  stop_server();
  DIR *d = opendir(dir);
  for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) unlinkat(dirfd(d), e->d_name, 0);
  if (d != NULL) closedir(d);
  return rmdir(dir);
}

/* --- the server ------------------------------------------------------------------------------------------ */

/* A turn: the expected request, and the answer; NULL: the server sends nothing more and waits. */
struct turn {
  const char *asked, *answer;
};

/* A bulk string of that text, in one of a few buffers. */
static const char *bulk(const char *text)
{
  static char buffers[4][512];
  static unsigned next;
  char *buffer = buffers[next++ % COUNT(buffers)];
  snprintf(buffer, sizeof buffers[0], "$%zu\r\n%s\r\n", strlen(text), text);
  return buffer;
}

static void say(int fd, const char *text)
{
  for (size_t n = strlen(text); n > 0;) {
    const ssize_t sent = send(fd, text, n, MSG_NOSIGNAL);
    if (sent <= 0) return;
    text += sent;
    n -= (size_t)sent;
  }
}

static void play(int fd, const struct turn *turns, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    char heard[1024];
    size_t n = 0;
    while (n < strlen(turns[i].asked)) {
      const ssize_t got = recv(fd, heard + n, strlen(turns[i].asked) - n, 0);
      if (got <= 0) return;
      n += (size_t)got;
    }
    if (n != strlen(turns[i].asked) || memcmp(heard, turns[i].asked, n) != 0) {
      fprintf(stderr, "asked: %.*s\n", (int)n, heard);
      say(fd, "-TEST something else is asked\r\n");
      return;
    }
    if (turns[i].answer == NULL) pause();
    say(fd, turns[i].answer);
  }
}

/* Starts a child that plays the turns on each connection, and closes it. */
static void start_server(const struct turn *turns, size_t count)
{
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  strcpy(address.sun_path, socket_path);
  unlink(socket_path);
  assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
  assert_int_equal(listen(fd, 8), 0);
  fflush(NULL);
  server = fork();
  assert_true(server >= 0);
  if (server == 0) {
    for (;;) {
      const int connection = accept(fd, NULL, NULL);
      play(connection, turns, count);
      /* Reads further requests, so that closing is not a reset. */
      shutdown(connection, SHUT_WR);
      char rest[256];
      while (recv(connection, rest, sizeof rest, 0) > 0) continue;
      close(connection);
    }
  }
  close(fd);
}

/* --- polling --------------------------------------------------------------------------------------------- */

struct setting {
  const char *key, *value;
};

/* Polls once, with the socket and these settings; returns the state, and its text in `reason`. */
static uint32_t poll_with(const struct setting *settings, size_t count, struct buf *reason)
{
  char error[256] = "";
  struct buf why = BUF_HEAP;
  struct source_set *set = source_set_new(source_kinds, source_kind_count);
  struct source_entry *entry = source_set_add(set, STR("cache"), &source_kind_redis, &why);
  bool has_place = false;
  for (size_t i = 0; i < count; i++) {
    has_place = has_place || strcmp(settings[i].key, "socket") == 0 || strcmp(settings[i].key, "host") == 0;
    if (!source_set_key(set, entry, str_of(settings[i].key), str_of(settings[i].value), &why)) fail_msg("%s", why.p);
  }
  if (!has_place) assert_true(source_set_key(set, entry, STR("socket"), str_of(socket_path), &why));
  if (!source_set_finish(set, entry, &why)) fail_msg("%s", why.p);

  struct stats_config config = {.path = store_path, .list = &redis_list};
  struct stats_store *store = stats_open(&config, error, sizeof error);
  if (store == NULL) fail_msg("%s", error);
  struct source_outcome outcome = {.reason = reason};
  struct stats_record *record = stats_begin(store, 0);
  for (uint32_t i = 0; i < REDIS_STATS; i++) stats_forget(record, i);
  void *source = source_kind_redis.open(&entry->config, &outcome);
  if (source != NULL) {
    source_kind_redis.poll(source, &entry->config, record, 0, &outcome);
    source_kind_redis.close(source);
  }
  assert_true(stats_commit(record));
  stats_close(store);
  source_set_free(set);
  buf_free(&why);
  return outcome.state;
}

static void assert_poll(const struct setting *settings, size_t count, uint32_t state, const char *reason)
{
  struct buf said = BUF_HEAP;
  const uint32_t got = poll_with(settings, count, &said);
  const char *text = said.n == 0 ? "" : said.p;
  if (got != state || strstr(text, reason) == NULL)
    fail_msg("expected %s \"%s\", got %s \"%s\"", stats_label_name(STATS_ENUM_SOURCESTATE, state), reason,
             stats_label_name(STATS_ENUM_SOURCESTATE, got), text);
  if (state == STATS_SOURCESTATE_OK) assert_int_equal(said.n, 0);
  else assert_true(strchr(text, '\n') == NULL);
  buf_free(&said);
}

/* The value in the file; false when it is absent. */
static bool value_of(uint32_t id, uint64_t *number)
{
  struct stats_value v;
  const struct stats_reader_options options = {.list = &redis_list};
  struct stats_reader *reader = stats_reader_new(store_path, &options);
  stats_reader_refresh(reader);
  assert_int_equal(stats_reader_state(reader), STATS_STATE_OK);
  const bool there = stats_reader_scalar(reader, id, &v);
  if (there) *number = v.number;
  stats_reader_free(reader);
  return there;
}

static void values(void **state)
{
  (void)state;
  uint64_t n = 0;
  const struct turn turns[] = {{INFO_ASKED, bulk("redis_version:7.0.15\r\nused_memory:8589934592\r\n"
                                                 "used_cpu_sys:1.239999\r\ntotal_commands_processed:12\r\n")}};
  start_server(turns, COUNT(turns));
  assert_poll(NULL, 0, STATS_SOURCESTATE_OK, "");
  assert_true(value_of(REDIS_STAT_redisUsedMemory, &n));
  assert_int_equal(n, 8589934592u);
  assert_true(value_of(REDIS_STAT_redisCPUSys, &n));
  assert_int_equal(n, 123);
  assert_true(value_of(REDIS_STAT_redisCommandsProcessed, &n));
  assert_int_equal(n, 12);
  assert_false(value_of(REDIS_STAT_redisConnectedClients, &n));
  assert_false(value_of(REDIS_STAT_redisTotalConnections, &n));
  stop_server();
  /* The server was restarted: its counters begin again, and one is missing. */
  const struct turn later[] = {{INFO_ASKED, bulk("redis_version:7.0.15\r\ntotal_commands_processed:1\r\n")}};
  start_server(later, COUNT(later));
  assert_poll(NULL, 0, STATS_SOURCESTATE_OK, "");
  assert_true(value_of(REDIS_STAT_redisCommandsProcessed, &n));
  assert_int_equal(n, 1);
  assert_false(value_of(REDIS_STAT_redisUsedMemory, &n));
}

static void passwords(void **state)
{
  (void)state;
  const char *answer = bulk("redis_version:7.0.15\r\n");
  const struct turn plain[] = {{"*2\r\n$4\r\nAUTH\r\n$6\r\nse cre\r\n", "+OK\r\n"}, {INFO_ASKED, answer}};
  const struct setting password[] = {{"password", "se cre"}};
  start_server(plain, COUNT(plain));
  assert_poll(password, COUNT(password), STATS_SOURCESTATE_OK, "");
  stop_server();

  const struct turn acl[] = {{"*3\r\n$4\r\nAUTH\r\n$7\r\nmonitor\r\n$2\r\npw\r\n", "+OK\r\n"}, {INFO_ASKED, answer}};
  const struct setting user[] = {{"user", "monitor"}, {"password_file", password_path}};
  FILE *f = fopen(password_path, "w");
  assert_non_null(f);
  fputs("pw\r\nanother line\n", f);
  fclose(f);
  start_server(acl, COUNT(acl));
  assert_poll(user, COUNT(user), STATS_SOURCESTATE_OK, "");
  stop_server();

  const struct turn wrong[] = {
    {"*2\r\n$4\r\nAUTH\r\n$6\r\nse cre\r\n", "-WRONGPASS invalid username-password pair or user is disabled.\r\n"}};
  start_server(wrong, COUNT(wrong));
  assert_poll(password, COUNT(password), STATS_SOURCESTATE_REFUSED,
              "socket: the server answers AUTH: WRONGPASS invalid");
  stop_server();

  const struct turn needed[] = {{INFO_ASKED, "-NOAUTH Authentication required.\r\n"}};
  start_server(needed, COUNT(needed));
  assert_poll(NULL, 0, STATS_SOURCESTATE_REFUSED, "the server answers INFO: NOAUTH Authentication required.");

  const struct setting none[] = {{"password_file", "/nonexistent/password"}};
  assert_poll(none, COUNT(none), STATS_SOURCESTATE_REFUSED, "/nonexistent/password: No such file or directory");
}

static void no_server(void **state)
{
  (void)state;
  const struct setting missing[] = {{"socket", "/nonexistent/redis.sock"}};
  assert_poll(missing, COUNT(missing), STATS_SOURCESTATE_MISSING, "/nonexistent/redis.sock: No such file or directory");
  const struct setting host[] = {{"host", "no.such.host.invalid"}, {"timeout", "3"}};
  assert_poll(host, COUNT(host), STATS_SOURCESTATE_MISSING, "no.such.host.invalid port 6379: ");
  const struct setting refused[] = {{"host", "127.0.0.1"}, {"port", "1"}};
  assert_poll(refused, COUNT(refused), STATS_SOURCESTATE_REFUSED, "127.0.0.1 port 1: Connection refused");
  /* The socket file exists, but nobody listens. */
  start_server(NULL, 0);
  stop_server();
  assert_poll(NULL, 0, STATS_SOURCESTATE_REFUSED, "socket: Connection refused");
  char long_path[200];
  memset(long_path, 'x', sizeof long_path);
  long_path[0] = '/';
  long_path[sizeof long_path - 1] = '\0';
  const struct setting too_long[] = {{"socket", long_path}};
  assert_poll(too_long, COUNT(too_long), STATS_SOURCESTATE_MISSING, "File name too long");
}

static void garbage(void **state)
{
  static const struct {
    const char *answer;
    uint32_t state;
    const char *reason;
  } cases[] = {
    {"", STATS_SOURCESTATE_REFUSED, "the server closed the connection"},
    {"HTTP/1.1 400 Bad Request\r\n\r\n", STATS_SOURCESTATE_CORRUPT, "not that of a Redis server"},
    {"\x15\x03\x03", STATS_SOURCESTATE_CORRUPT, "the server speaks TLS"},
    {"*100000000\r\n", STATS_SOURCESTATE_CORRUPT, "not that of a Redis server"},
    {"$x\r\n", STATS_SOURCESTATE_CORRUPT, "cannot be understood"},
    {"$-5\r\n", STATS_SOURCESTATE_CORRUPT, "cannot be understood"},
    {"$99999999999999999999\r\n", STATS_SOURCESTATE_CORRUPT, "cannot be understood"},
    {"$9000000000000000000\r\nredis", STATS_SOURCESTATE_CORRUPT, "the answer ends in the middle"},
    {"$-1\r\n", STATS_SOURCESTATE_CORRUPT, "the answer to INFO is not that of a Redis server"},
    {"+OK\r\n", STATS_SOURCESTATE_CORRUPT, "the answer to INFO is not that of a Redis server"},
    {"$5\r\nhello\r\n", STATS_SOURCESTATE_CORRUPT, "the answer to INFO is not that of a Redis server"},
    {"$30\r\nredis_version:7.0", STATS_SOURCESTATE_CORRUPT, "the answer ends in the middle"},
    {"-ERR max number of clients reached\r\n", STATS_SOURCESTATE_REFUSED, "INFO: ERR max number of clients reached"},
  };
  (void)state;
  for (size_t i = 0; i < COUNT(cases); i++) {
    const struct turn turns[] = {{INFO_ASKED, cases[i].answer}};
    start_server(turns, COUNT(turns));
    assert_poll(NULL, 0, cases[i].state, cases[i].reason);
    stop_server();
  }
}

/* A message before the first request is read: a server with too many clients sends one. */
static void hangs_up(void **state)
{
  (void)state;
  const struct turn full[] = {{"", "-ERR max number of clients reached\r\n"}};
  for (int i = 0; i < 20; i++) {
    start_server(full, COUNT(full));
    assert_poll(NULL, 0, STATS_SOURCESTATE_REFUSED, "INFO: ERR max number of clients reached");
    stop_server();
  }
}

static void too_long(void **state)
{
  (void)state;
  enum { BYTES = 17000000 };
  char *answer = malloc(BYTES + 1);
  assert_non_null(answer);
  memset(answer, 'x', BYTES);
  answer[BYTES] = '\0';
  memcpy(answer, "$16999000\r\n", 11);
  const struct turn turns[] = {{INFO_ASKED, answer}};
  start_server(turns, COUNT(turns));
  assert_poll(NULL, 0, STATS_SOURCESTATE_CORRUPT, "longer than 16777216 bytes");
  stop_server();
  memcpy(answer, "+", 1);
  memset(answer + 1, 'y', 20);
  start_server(turns, COUNT(turns));
  assert_poll(NULL, 0, STATS_SOURCESTATE_CORRUPT, "longer than 65536 bytes");
  free(answer);
}

static void silence(void **state)
{
  (void)state;
  const struct setting short_time[] = {{"timeout", "1"}};
  const struct turn silent[] = {{INFO_ASKED, NULL}};
  start_server(silent, COUNT(silent));
  assert_poll(short_time, COUNT(short_time), STATS_SOURCESTATE_TIMEOUT, "socket: no answer in time");
  stop_server();
  const struct turn half[] = {{INFO_ASKED, "$100\r\nredis_version"}, {"more", NULL}};
  start_server(half, COUNT(half));
  assert_poll(short_time, COUNT(short_time), STATS_SOURCESTATE_TIMEOUT, "socket: no answer in time");
  stop_server();
  /* The server accepts the connection, but does not answer TLS. */
  const struct setting tls[] = {{"timeout", "1"}, {"tls", "true"}};
  const struct turn deaf[] = {{"", NULL}};
  start_server(deaf, COUNT(deaf));
  assert_poll(tls, COUNT(tls), STATS_SOURCESTATE_TIMEOUT, "socket: TLS: no answer in time");
  stop_server();
  const struct turn plain[] = {{"\x16", "-ERR unknown command\r\n"}};
  start_server(plain, COUNT(plain));
  assert_poll(tls, COUNT(tls), STATS_SOURCESTATE_REFUSED, "socket: TLS: wrong version number");
}

static void contradictory_settings(void **state)
{
  static const struct {
    struct setting set[3];
    const char *why;
  } cases[] = {
    {{{"password", "a"}, {"password_file", "/b"}}, "password and password_file exclude each other"},
    {{{"user", "a"}}, "user needs password or password_file"},
    {{{"tls_key_file", "/a"}}, "tls_key_file needs tls_cert_file"},
    {{{"socket", "a"}}, "socket must be an absolute path"},
    {{{"host", ""}}, "host or socket is required"},
    {{{"port", "0"}}, "port: "},
    {{{"port", "65536"}}, "port: "},
    {{{"tls", "perhaps"}}, "tls: "},
  };
  (void)state;
  for (size_t i = 0; i < COUNT(cases); i++) {
    struct buf why = BUF_HEAP;
    struct source_set *set = source_set_new(source_kinds, source_kind_count);
    struct source_entry *entry = source_set_add(set, STR("cache"), &source_kind_redis, &why);
    bool good = true;
    for (const struct setting *s = cases[i].set; s->key != NULL && good; s++)
      good = source_set_key(set, entry, str_of(s->key), str_of(s->value), &why);
    if (good && source_set_finish(set, entry, &why)) fail_msg("taken: %s", cases[i].why);
    if (strstr(why.p, cases[i].why) == NULL) fail_msg("expected \"%s\", got \"%s\"", cases[i].why, why.p);
    source_set_free(set);
    buf_free(&why);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(values, setup, teardown),
    cmocka_unit_test_setup_teardown(passwords, setup, teardown),
    cmocka_unit_test_setup_teardown(no_server, setup, teardown),
    cmocka_unit_test_setup_teardown(garbage, setup, teardown),
    cmocka_unit_test_setup_teardown(hangs_up, setup, teardown),
    cmocka_unit_test_setup_teardown(too_long, setup, teardown),
    cmocka_unit_test_setup_teardown(silence, setup, teardown),
    cmocka_unit_test_setup_teardown(contradictory_settings, setup, teardown),
  };
  signal(SIGPIPE, SIG_IGN);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
