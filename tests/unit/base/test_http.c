/* The HTTP client against a server of this test, which sends scripted answers. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/http.h"
#include "base/log.h"
#include "tests/unit/base/arena_test.h"

/* --- the server: a process; one answer per request. An empty one closes the connection. --- */

struct server {
  pid_t pid;
  int port, requests; /* the received requests, through a pipe: "CONNECTION REQUEST" */
};

/* Reads a whole request: headers and body. */
static size_t read_request(int fd, char *text, size_t size)
{
  size_t n = 0;
  for (;;) {
    const ssize_t got = read(fd, text + n, size - 1 - n);
    if (got <= 0) return 0;
    n += (size_t)got;
    text[n] = '\0';
    const char *end = strstr(text, "\r\n\r\n"), *length = strcasestr(text, "content-length:");
    if (end != NULL && n >= (size_t)(end + 4 - text) + (length != NULL ? strtoul(length + 15, NULL, 10) : 0)) return n;
  }
}

static void serve(int listener, int out, const char *const *answers)
{
  for (int connection = 1; *answers != NULL; connection++) {
    char text[16384];
    const int fd = accept(listener, NULL, NULL);
    while (*answers != NULL && read_request(fd, text, sizeof text) > 0) {
      const char *answer = *answers++;
      char head[32];
      snprintf(head, sizeof head, "%d ", connection);
      if (write(out, head, strlen(head)) < 0 || write(out, text, strlen(text)) < 0) exit(1);
      if (*answer == '\0' || write(fd, answer, strlen(answer)) < 0) break;
    }
    close(fd);
  }
  exit(0);
}

/* A socket with its own port. While it does not listen, the kernel refuses connections to that port, and no other
 * process can get it. */
static int bind_port(int *port)
{
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
  assert_int_equal(getsockname(fd, (struct sockaddr *)&address, &length), 0);
  *port = ntohs(address.sin_port);
  return fd;
}

static struct server start(const char *const *answers)
{
  struct server s;
  int ends[2];
  const int listener = bind_port(&s.port);
  assert_int_equal(listen(listener, 8), 0);
  assert_int_equal(pipe(ends), 0);
  s.requests = ends[0];
  s.pid = fork();
  if (s.pid == 0) {
    close(ends[0]);
    serve(listener, ends[1], answers);
  }
  close(listener);
  close(ends[1]);
  return s;
}

/* Returns all received requests. */
static str stop(struct server *s)
{
  struct buf text = BUF_IN(arena);
  char part[4096];
  ssize_t n;
  kill(s->pid, SIGTERM);
  while ((n = read(s->requests, part, sizeof part)) > 0) buf_append(&text, part, (size_t)n);
  close(s->requests);
  waitpid(s->pid, NULL, 0);
  return buf_view(&text);
}

/* --- the client --- */

static struct settings *settings;

static struct http_request request(const char *method, int port, const char *path)
{
  return (struct http_request){.arena = arena,
                               .settings = settings,
                               .method = method,
                               .keep = 1024,
                               .url = arena_printf(arena, "http://127.0.0.1:%d%s", port, path)};
}

static void set(enum setting_id id, const char *text)
{
  struct buf error = BUF_HEAP;
  assert_true(settings_set(settings, id, str_of(text), &error));
  buf_free(&error);
}

static bool has(str text, const char *part) { return str_find(text, str_of(part), 0) != SIZE_MAX; }

#define OK "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

static void test_methods(void **state)
{
  (void)state;
  static const char *const answers[] = {OK, "HTTP/1.1 204 No Content\r\n\r\n",
                                        "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\ngone", NULL};
  static const char *const type[] = {"Content-Type: text/plain", NULL};
  struct server s = start(answers);
  struct http_client *client = http_client_new(settings);
  struct http_answer answer;
  struct http_failure failure;
  struct http_request r = request("PUT", s.port, "/a");
  r.client = client;
  r.body = STR("body");
  r.headers = type;
  assert_true(http_perform(&r, &answer, &failure));
  assert_int_equal(answer.status, 200);
  assert_true(str_eqz(answer.body, "ok"));
  r = request("DELETE", s.port, "/b");
  r.client = client;
  assert_true(http_perform(&r, &answer, &failure));
  assert_int_equal(answer.status, 204);
  r = request("GET", s.port, "/c");
  r.client = client;
  assert_true(http_perform(&r, &answer, &failure));
  assert_int_equal(answer.status, 404);
  assert_true(str_eqz(answer.reason, "Not Found") && str_eqz(answer.body, "gone"));
  http_client_free(client);
  const str sent = stop(&s);
  assert_true(has(sent, "1 PUT /a HTTP/1.1\r\n") && has(sent, "\r\n\r\nbody") &&
              has(sent, "Content-Type: text/plain\r\n"));
  assert_true(has(sent, "1 DELETE /b HTTP/1.1\r\n") && has(sent, "1 GET /c HTTP/1.1\r\n")); /* one connection */
  assert_true(has(sent, "X-Puppet-Version: ") &&
              has(sent, "Accept-Encoding: gzip;q=1.0,deflate;q=0.6,identity;q=0.3\r\n"));
}

static void test_without_client(void **state)
{
  (void)state;
  static const char *const answers[] = {OK, OK, NULL};
  struct server s = start(answers);
  struct http_answer answer;
  struct http_failure failure;
  struct http_request r = request("GET", s.port, "/a");
  r.service = true;
  set(SETTING_http_extra_headers, "X-One:1, X-Puppet-Version:2,X-None:");
  assert_true(http_perform(&r, &answer, &failure));
  set(SETTING_http_extra_headers, "");
  assert_true(http_perform(&r, &answer, &failure));
  const str sent = stop(&s);
  assert_true(has(sent, "1 GET /a") && has(sent, "2 GET /a") && has(sent, "X-One: 1\r\n"));
  assert_false(has(sent, "X-Puppet-Version: 2") || has(sent, "X-None"));
}

static void test_retries(void **state)
{
  (void)state;
  static const char *const answers[] = {"HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nContent-Length: 4\r\n\r\nbusy", OK,
                                        "HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n",  OK,
                                        "HTTP/1.1 503 Busy\r\nRetry-After: soon\r\nContent-Length: 0\r\n\r\n",  NULL};
  struct server s = start(answers);
  struct http_client *client = http_client_new(settings);
  struct http_answer answer;
  struct http_failure failure;
  struct http_request r = request("GET", s.port, "/a");
  r.client = client;
  assert_true(http_perform(&r, &answer, &failure));
  assert_true(answer.status == 200 && str_eqz(answer.body, "ok"));
  r = request("PUT", s.port, "/moved");
  r.client = client;
  r.body = STR("again");
  assert_true(http_perform(&r, &answer, &failure));
  assert_int_equal(answer.status, 200);
  assert_false(http_perform(&r, &answer, &failure));
  assert_true(str_eqz(failure.message, "Failed to parse Retry-After header 'soon' as an integer or RFC 2822 date"));
  http_client_free(client);
  assert_true(has(stop(&s), "PUT /there HTTP/1.1\r\n"));
}

static void test_failures(void **state)
{
  (void)state;
  static const char *const answers[] = {"", "HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n", NULL};
  struct server s = start(answers);
  struct http_answer answer;
  struct http_failure failure;
  struct http_request r = request("GET", s.port, "/x");
  assert_false(http_perform(&r, &answer, &failure));
  assert_int_equal(failure.kind, HTTP_FAILED_INTERRUPTED);
  assert_true(str_starts(failure.message, arena_printf(arena, "Request to %.*s interrupted after 0.", STR_FMT(r.url))));
  assert_false(http_perform(&r, &answer, &failure)); /* closed in the middle of the body */
  stop(&s);
  int port;
  const int silent = bind_port(&port);
  r.url = arena_printf(arena, "http://127.0.0.1:%d/x", port);
  assert_false(http_perform(&r, &answer, &failure));
  assert_int_equal(failure.kind, HTTP_FAILED_CONNECT);
  assert_int_equal(failure.refused, ECONNREFUSED);
  const char *refused =
    "Failed to open TCP connection to 127.0.0.1:%d (Connection refused - connect(2) for \"127.0.0.1\" port %d)";
  assert_true(str_eq(failure.cause, arena_printf(arena, refused, port, port)));
  close(silent);
  const str base = http_failure_for(arena, &r, &failure, STR("https://h:1/puppet/v3"));
  assert_true(str_starts(base, STR("Request to https://h:1/puppet/v3 failed after 0.")));
  r.url = STR("http://127.0.0.1/a b");
  assert_false(http_perform(&r, &answer, &failure));
  assert_true(str_eqz(failure.message, "bad URI(is not URI?): \"http://127.0.0.1/a b\""));
}

static void test_limits(void **state)
{
  (void)state;
  static const char *const answers[] = {OK, OK, NULL};
  struct server s = start(answers);
  struct http_answer answer;
  struct http_failure failure;
  struct http_request r = request("GET", s.port, "/x");
  r.keep = 1;
  assert_false(http_perform(&r, &answer, &failure));
  assert_true(has(failure.message, "the answer has more than 1 bytes"));
  static const volatile sig_atomic_t stopped = 1;
  r.keep = 10;
  r.stop = &stopped;
  assert_false(http_perform(&r, &answer, &failure));
  assert_int_equal(failure.kind, HTTP_FAILED_STOPPED);
  stop(&s);
}

static void test_escape(void **state)
{
  (void)state;
  struct buf out = BUF_IN(arena);
  http_escape(&out, STR("a b/c+%\xc3\xa4~"), "");
  assert_true(str_eqz(buf_view(&out), "a%20b%2Fc%2B%25%C3%A4~"));
  buf_clear(&out);
  http_escape(&out, STR("/a b/c"), "/");
  assert_true(str_eqz(buf_view(&out), "/a%20b/c"));
}

static int begin(void **state)
{
  arena_setup(state);
  settings = settings_new();
  set(SETTING_no_proxy, "127.0.0.1");
  return 0;
}

static int end(void **state)
{
  settings_free(settings);
  return arena_teardown(state);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_methods, begin, end),
    cmocka_unit_test_setup_teardown(test_without_client, begin, end),
    cmocka_unit_test_setup_teardown(test_retries, begin, end),
    cmocka_unit_test_setup_teardown(test_failures, begin, end),
    cmocka_unit_test_setup_teardown(test_limits, begin, end),
    cmocka_unit_test_setup_teardown(test_escape, begin, end),
  };
  log_set_level(LOG_LEVEL_ERR);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
