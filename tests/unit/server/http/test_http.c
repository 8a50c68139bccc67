/* HTTP on connections without TLS: requests and answers at one end of a socket pair. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <event2/event.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
#include <libdeflate.h>

#include "base/log.h"
#include "server/http/http.h"

static struct event_base *base;
static struct http *http;
static struct http_counts counts;
static int client;
static char received[1 << 20];
static size_t nreceived;
static char answered[4096]; /* "METHOD PATH BODY;" of each request that reached its route */
static unsigned done;

#define OPTIONS(ms)                                                                                          \
  {                                                                                                          \
    .idle_ms = (ms), .handshake_ms = (ms), .head_ms = (ms), .stall_ms = (ms), .least_rate = 1, .gzip = true, \
    .most_connections = 100                                                                                  \
  }
static const struct http_options options = OPTIONS(60000), impatient = OPTIONS(60);

static bool on_begin(void *ctx, struct request *r, struct answer *a, uint64_t *limit)
{
  struct head_error why;
  bool relative;
  (void)ctx;
  *limit = 1000;
  assert_true(target_parse(r, &why, &relative));
  if (!str_eqz(r->path, "/no")) return true;
  answer_text(r, a, 403, "no");
  return false;
}

static void on_answer(void *ctx, struct request *r, struct answer *a)
{
  (void)ctx;
  const size_t n = strlen(answered);
  snprintf(answered + n, sizeof answered - n, "%.*s %.*s %.*s;", STR_FMT(r->method_name), STR_FMT(r->path),
           STR_FMT(str_sub(r->body, 0, 100)));
  if (str_eqz(r->path, "/file")) {
    const char *path = request_parameter(r, "path")->p;
    a->status = 200;
    a->content_type = "application/octet-stream";
    a->file = open(path, O_RDONLY | O_CLOEXEC);
    a->length = (uint64_t)atoll(request_parameter(r, "length")->p);
    return;
  }
  if (str_eqz(r->path, "/big")) {
    char *p = arena_alloc(r->arena, 300000);
    memset(p, 'x', 300000);
    a->status = 200;
    a->content_type = "text/plain";
    a->body = str_n(p, 300000);
    return;
  }
  answer_text(r, a, 200, "hello");
  a->content_type = "application/octet-stream";
}

static void on_done(void *ctx, const struct request *r, const struct answer *a, uint64_t bytes)
{
  (void)ctx, (void)r, (void)a, (void)bytes;
  done++;
}

static const struct http_handler handler = {on_begin, on_answer, on_done};

static void dial(void)
{
  int pair[2];
  assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair), 0);
  client = pair[0];
  nreceived = 0;
  http_take(http, pair[1], STR("192.0.2.1"), NULL);
}

static int begin(const struct http_options *o)
{
  log_set_level(LOG_LEVEL_ERR);
  base = event_base_new();
  counts = (struct http_counts){0};
  http = http_new(base, o, &handler, NULL, &counts);
  answered[0] = '\0';
  done = 0;
  dial();
  return 0;
}

static int set_up(void **state)
{
  (void)state;
  return begin(&options);
}

static int set_up_impatient(void **state)
{
  (void)state;
  return begin(&impatient);
}

static int tear_down(void **state)
{
  (void)state;
  close(client);
  http_free(http);
  event_base_free(base);
  return 0;
}

/* Runs the loop once and reads. True: the other end is closed. */
static bool turn(void)
{
  event_base_loop(base, EVLOOP_NONBLOCK);
  const ssize_t n = read(client, received + nreceived, sizeof received - 1 - nreceived);
  if (n > 0) nreceived += (size_t)n;
  received[nreceived] = '\0';
  return n == 0;
}

static void send_bytes(const char *text, size_t n) { assert_int_equal(write(client, text, n), (ssize_t)n); }
static void say(const char *text) { send_bytes(text, strlen(text)); }

/* Waits for the text, or the end (NULL). */
static void expect(const char *text)
{
  for (int i = 0; i < 40000; i++) {
    const bool closed = turn();
    if (text == NULL ? closed : strstr(received, text) != NULL) return;
    usleep(250);
  }
  fail_msg("%s did not come, but:\n%.600s", text == NULL ? "the end" : text, received);
}

static void expect_not(const char *text)
{
  for (int i = 0; i < 20; i++) turn();
  assert_null(strstr(received, text));
}

#define HOST "Host: x\r\n"

static void test_plain(void **state)
{
  (void)state;
  say("GET /a HTTP/1.1\r\n" HOST "\r\n");
  expect("\r\n\r\nhello");
  assert_non_null(strstr(received, "HTTP/1.1 200 OK\r\nDate: "));
  assert_non_null(strstr(received, "Content-Length: 5\r\n"));
  assert_null(strstr(received, "Connection:"));
  say("HEAD /a HTTP/1.1\r\n" HOST "\r\nGET /b HTTP/1.1\r\n" HOST "Connection: close\r\n\r\n");
  expect("Connection: close\r\n\r\nhello");
  expect(NULL);
  assert_string_equal(answered, "GET /a ;HEAD /a ;GET /b ;");
  assert_int_equal(done, 3);
  assert_int_equal(counts.requests, 3);
}

static void test_http10(void **state)
{
  (void)state;
  say("GET /a HTTP/1.0\r\n\r\n");
  expect("hello");
  assert_non_null(strstr(received, "HTTP/1.1 200 OK"));
  expect(NULL);
}

static void test_bodies(void **state)
{
  (void)state;
  say("PUT /a HTTP/1.1\r\n" HOST "Content-Length: 5\r\n\r\nab");
  expect_not("HTTP/1.1");
  say("cde");
  expect("hello");
  nreceived = 0;
  say("PUT /b HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n01234");
  expect_not("HTTP/1.1");
  say("56789\r\n0\r\nTrailer: x\r\n\r\nGET /c HTTP/1.1\r\n" HOST "\r\n");
  expect("hello");
  expect("hello");
  for (int i = 0; i < 20; i++) turn();
  assert_string_equal(answered, "PUT /a abcde;PUT /b abc0123456789;GET /c ;");
}

static void test_bad_chunks(void **state)
{
  static const char *const bodies[] = {"x\r\n", "-1\r\n", "3\r\nabcd\r\n", "\r\n", "FFFFFFFFFFFFFFFFF\r\n", "1 1\r\n"};
  (void)state;
  for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
    say("PUT /b HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n");
    say(bodies[i]);
    expect("HTTP/1.1 400 Bad Request");
    expect(NULL);
    close(client);
    dial();
  }
  assert_string_equal(answered, "");
}

static void test_continue(void **state)
{
  (void)state;
  say("PUT /a HTTP/1.1\r\n" HOST "Content-Length: 3\r\nExpect: 100-continue\r\n\r\n");
  expect("HTTP/1.1 100 Continue\r\n\r\n");
  say("abc");
  expect("HTTP/1.1 200 OK");
  /* Rejected without reading the body. */
  say("PUT /no HTTP/1.1\r\n" HOST "Content-Length: 3\r\nExpect: 100-continue\r\n\r\n");
  expect("HTTP/1.1 403 Forbidden");
  expect(NULL);
}

static void test_refused(void **state)
{
  (void)state;
  /* A small body is read, and the connection continues. */
  say("PUT /no HTTP/1.1\r\n" HOST "Content-Length: 3\r\n\r\nabcGET /a HTTP/1.1\r\n" HOST "\r\n");
  expect("hello");
  assert_non_null(strstr(received, "HTTP/1.1 403 Forbidden"));
  /* A large body is not read. */
  say("PUT /no HTTP/1.1\r\n" HOST "Content-Length: 99999999\r\n\r\nabc");
  expect("Connection: close");
  expect(NULL);
  assert_string_equal(answered, "GET /a ;");
}

static void test_too_large(void **state)
{
  (void)state;
  say("PUT /a HTTP/1.1\r\n" HOST "Content-Length: 1001\r\n\r\n");
  expect("HTTP/1.1 413 Payload Too Large");
  expect("The body of the request is larger than 1000 bytes.");
  expect(NULL);
  close(client);
  dial();
  say("PUT /a HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n");
  for (int i = 0; i < 100 && !turn(); i++) say("a\r\n0123456789\r\n");
  expect("HTTP/1.1 413");
  close(client);
  dial();
  /* Trailers without end. */
  say("PUT /a HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n0\r\n");
  for (int i = 0; i < 400 && nreceived == 0; i++) {
    say("a: b\r\n");
    turn();
  }
  expect("HTTP/1.1 413");
  assert_string_equal(answered, "");
}

static void test_heads(void **state)
{
  static char long_text[9000];
  (void)state;
  memset(long_text, 'a', sizeof long_text - 1);
  say("GET /");
  say(long_text);
  expect("HTTP/1.1 414 URI Too Long\r\n");
  expect("<h1>Bad Message 414</h1><pre>reason: URI Too Long</pre>");
  expect(NULL);
  close(client);
  dial();
  say("GET / HTTP/1.1\r\n" HOST "A: ");
  say(long_text);
  expect("Content-Type: text/html;charset=iso-8859-1\r\n");
  expect("<h1>Bad Message 431</h1><pre>reason: Request Header Fields Too Large</pre>");
  expect(NULL);
  close(client);
  dial();
  say("GET / HTTP/1.1\r\n\r\n");
  expect("reason: No Host");
  expect(NULL);
  assert_int_equal(counts.malformed, 3);
}

static void test_slow(void **state)
{
  (void)state;
  /* A head, then a body, that do not end. */
  say("GET / HTTP/1.1\r\n");
  expect("HTTP/1.1 408 Request Timeout");
  expect(NULL);
  close(client);
  dial();
  say("PUT /a HTTP/1.1\r\n" HOST "Content-Length: 10\r\n\r\nabc");
  expect("HTTP/1.1 408 Request Timeout");
  expect(NULL);
  assert_int_equal(counts.timeouts, 2);
  close(client);
  dial();
  /* Nothing: no answer either. */
  expect(NULL);
  assert_int_equal(nreceived, 0);
  close(client);
  dial();
  /* An answer that is not read. */
  say("GET /big HTTP/1.1\r\n" HOST "\r\n");
  for (int i = 0; i < 30000 && counts.cut == 0; i++) {
    event_base_loop(base, EVLOOP_NONBLOCK);
    usleep(1000);
  }
  assert_int_equal(counts.cut, 1);
}

static void test_gzip(void **state)
{
  (void)state;
  say("GET /big HTTP/1.1\r\n" HOST "Accept-Encoding: gzip;q=1.0,deflate;q=0.6,identity;q=0.3\r\n\r\n");
  expect("\r\n\r\n");
  assert_non_null(strstr(received, "Content-Encoding: gzip\r\n"));
  assert_non_null(strstr(received, "Vary: Accept-Encoding, User-Agent\r\n"));
  const size_t length = (size_t)atol(strstr(received, "Content-Length: ") + 16);
  const char *body = strstr(received, "\r\n\r\n") + 4;
  while (nreceived < (size_t)(body - received) + length) turn();
  static char out[300001];
  struct libdeflate_decompressor *gzip = libdeflate_alloc_decompressor();
  assert_non_null(gzip);
  size_t nout = 0;
  assert_int_equal(libdeflate_gzip_decompress(gzip, body, length, out, sizeof out, &nout), LIBDEFLATE_SUCCESS);
  assert_int_equal(nout, 300000);
  libdeflate_free_decompressor(gzip);
  nreceived = 0;
  say("GET /big HTTP/1.1\r\n" HOST "Accept-Encoding: gzip;q=0\r\n\r\n");
  expect("Content-Length: 300000\r\n");
  assert_null(strstr(received, "gzip"));
}

static void test_files(void **state)
{
  char path[] = "/tmp/ficelle-http-XXXXXX", ask[256];
  const int fd = mkstemp(path);
  static char data[500000];
  (void)state;
  for (size_t i = 0; i < sizeof data; i++) data[i] = (char)('a' + i % 23);
  assert_int_equal(write(fd, data, sizeof data), sizeof data);
  snprintf(ask, sizeof ask, "GET /file?path=%s&length=%zu HTTP/1.1\r\n" HOST "\r\n", path, sizeof data);
  say(ask);
  expect("Content-Length: 500000\r\n");
  const char *body = strstr(received, "\r\n\r\n") + 4;
  for (int i = 0; i < 10000 && nreceived < (size_t)(body - received) + sizeof data; i++) turn();
  assert_memory_equal(body, data, sizeof data);
  /* The file became shorter: the connection ends before the body is complete. */
  nreceived = 0;
  snprintf(ask, sizeof ask, "GET /file?path=%s&length=%zu HTTP/1.1\r\n" HOST "\r\n", path, sizeof data + 1);
  say(ask);
  expect(NULL);
  assert_true(nreceived < sizeof data + 400);
  assert_int_equal(counts.cut, 1);
  unlink(path);
  close(fd);
}

static void test_queue(void **state)
{
  const int first = client;
  (void)state;
  /* Two connections with simultaneous requests: the first one is answered first. */
  say("GET /1 HTTP/1.1\r\n" HOST "\r\n");
  dial();
  say("GET /2 HTTP/1.1\r\n" HOST "\r\n");
  expect("hello");
  assert_string_equal(answered, "GET /1 ;GET /2 ;");
  assert_int_equal(counts.waiting, 0);
  assert_int_equal(counts.open, 2);
  close(first);
  for (int i = 0; i < 10; i++) turn();
  assert_int_equal(http_connections(http), 1);
}

static void test_drain(void **state)
{
  (void)state;
  say("GET /a HTTP/1.1\r\n" HOST "\r\n");
  expect("hello");
  http_drain(http, 30000);
  nreceived = 0;
  /* A request on an open connection is still answered, as the last one. */
  say("GET /b HTTP/1.1\r\n" HOST "\r\n");
  expect("Connection: close\r\n\r\nhello");
  expect(NULL);
  close(client);
  dial();
  http_drain(http, 5);
  expect(NULL);
}

static void test_many(void **state)
{
  enum { MANY = 150 };
  int all[MANY];
  (void)state;
  /* More than the limit: the longest idle ones are closed. */
  for (int i = 0; i < MANY; i++) {
    all[i] = client;
    dial();
    turn();
  }
  assert_true(http_connections(http) <= options.most_connections);
  assert_true(counts.over >= 50);
  say("GET /a HTTP/1.1\r\n" HOST "\r\n");
  expect("hello");
  for (int i = 0; i < MANY; i++) close(all[i]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_plain, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_http10, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_bodies, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_bad_chunks, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_continue, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_refused, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_too_large, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_heads, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_slow, set_up_impatient, tear_down),
    cmocka_unit_test_setup_teardown(test_gzip, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_files, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_queue, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_drain, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_many, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
