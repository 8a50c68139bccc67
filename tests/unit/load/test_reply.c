/* HTTP answers, complete and byte by byte, valid and damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "load/reply.h"
#include "load/tally.h"

struct outcome {
  enum reply_progress progress;
  struct reply reply;
  struct buf body;
  size_t used;
};

/* Passes `step` bytes at a time; `end`: the connection ends afterwards. */
static struct outcome feed(const char *text, size_t n, size_t step, bool end)
{
  struct outcome o = {.progress = REPLY_MORE, .body = BUF_HEAP};
  struct buf body = BUF_HEAP;
  o.reply.body = &body;
  for (size_t at = 0; at < n && o.progress == REPLY_MORE; at += step) {
    size_t used;
    o.progress = reply_take(&o.reply, str_n(text + at, n - at < step ? n - at : step), &used);
    o.used += used;
  }
  if (end && o.progress == REPLY_MORE) {
    o.progress = reply_ended(&o.reply);
  }
  o.body = body;
  o.reply.body = NULL;
  return o;
}

struct expected {
  const char *name, *text;
  bool end;
  enum reply_progress progress;
  int status;
  const char *body;
  bool reusable, gzip;
};

static const struct expected cases[] = {
  {"a length", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", false, REPLY_DONE, 200, "hello", true, false},
  {"no body", "HTTP/1.1 304 Not Modified\r\nX: y\r\n\r\n", false, REPLY_DONE, 304, "", true, false},
  {"length 0", "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n", false, REPLY_DONE, 404, "", true, false},
  {"chunks",
   "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: "
   "gzip\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n",
   false, REPLY_DONE, 200, "abcde", true, true},
  {"a trailer", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nA: b\r\n\r\n", false, REPLY_DONE,
   200, "a", true, false},
  {"until the end", "HTTP/1.1 200 OK\r\n\r\nrest", true, REPLY_DONE, 200, "rest", false, false},
  {"HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\nx", false, REPLY_DONE, 200, "x", false, false},
  {"close", "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx", false, REPLY_DONE, 200, "x", false,
   false},
  {"continue first", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx", false, REPLY_DONE,
   200, "x", true, false},
  {"lines of newlines", "HTTP/1.1 200 OK\nContent-Length: 1\n\nx", false, REPLY_DONE, 200, "x", true, false},
  {"cut in the head", "HTTP/1.1 200 OK\r\nContent-", true, REPLY_MORE, 200, "", true, false},
  {"cut in the body", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel", true, REPLY_MORE, 200, "hel", true, false},
  {"no HTTP", "SSH-2.0-OpenSSH\r\n", false, REPLY_BAD, 0, "", false, false},
  {"a bad status", "HTTP/1.1 2x0 OK\r\n", false, REPLY_BAD, 0, "", false, false},
  {"a bad length", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n", false, REPLY_BAD, 200, "", true, false},
  {"two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n", false, REPLY_BAD, 200, "", true,
   false},
  {"a bad chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", false, REPLY_BAD, 200, "", true,
   false},
  {"a long chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", false, REPLY_BAD, 200, "a", true,
   false},
  {"another coding", "HTTP/1.1 200 OK\r\nTransfer-Encoding: br\r\n\r\n", false, REPLY_BAD, 200, "", true, false},
};

static void test_answers(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const struct expected *e = &cases[i];
    const size_t n = strlen(e->text);
    for (size_t step = 1; step <= n; step += step == 1 ? n - 1 : 1) {
      struct outcome o = feed(e->text, n, step, e->end);
      if (o.progress != e->progress || o.reply.status != e->status || !str_eqz(buf_view(&o.body), e->body) ||
          o.reply.reusable != e->reusable || o.reply.gzip != e->gzip) {
        fail_msg("%s by %zu: progress %d, status %d, body \"%.*s\"", e->name, step, o.progress, o.reply.status,
                 (int)o.body.n, o.body.p == NULL ? "" : o.body.p);
      }
      assert_int_equal(o.reply.why != NULL, e->progress == REPLY_BAD);
      buf_free(&o.body);
    }
  }
}

/* Bytes after an answer belong to the next one. */
static void test_an_answer_uses_only_its_own_bytes(void **state)
{
  (void)state;
  static const char text[] = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 404";
  struct outcome o = feed(text, strlen(text), strlen(text), false);
  assert_int_equal(o.progress, REPLY_DONE);
  assert_string_equal(text + o.used, "HTTP/1.1 404");
  size_t used = 7;
  assert_int_equal(reply_take(&o.reply, STR("more"), &used), REPLY_DONE);
  assert_int_equal(used, 0);
  buf_free(&o.body);
}

static void test_endless_headers_are_refused(void **state)
{
  (void)state;
  struct buf text = BUF_HEAP;
  buf_z(&text, "HTTP/1.1 200 OK\r\n");
  while (text.n < REPLY_HEAD_MOST + 100) {
    buf_z(&text, "A: bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\r\n");
  }
  struct outcome o = feed(text.p, text.n, 1000, false);
  assert_int_equal(o.progress, REPLY_BAD);
  buf_free(&text);
  buf_free(&o.body);
}

/* --- the counts ----------------------------------------------------------------------------------------- */

static void test_percentiles_are_exact_to_one_in_128(void **state)
{
  (void)state;
  static struct spread s;
  memset(&s, 0, sizeof s);
  for (uint64_t i = 1; i <= 100000; i++) {
    spread_add(&s, i);
  }
  assert_int_equal(s.least, 1);
  assert_int_equal(s.most, 100000);
  assert_true(spread_mean(&s) == 50000.5);
  static const unsigned permille[] = {10, 500, 950, 990, 999};
  for (size_t i = 0; i < 5; i++) {
    const double exact = permille[i] * 100.0, is = (double)spread_rank(&s, permille[i]);
    assert_true(is >= exact && is <= exact * 129 / 128);
  }
  assert_int_equal(spread_rank(&s, 1000), 100000);
  memset(&s, 0, sizeof s);
  assert_int_equal(spread_rank(&s, 500), 0);
  spread_add(&s, UINT64_MAX);
  assert_true(spread_rank(&s, 500) == UINT64_MAX);
  for (uint32_t c = 1; c < SPREAD_CELLS; c++) {
    assert_true(spread_bound(c) > spread_bound(c - 1));
  }
}

static void test_a_stage_in_numbers(void **state)
{
  (void)state;
  static struct tally t;
  tally_begin(&t, 2, 1000000);
  tally_transaction(&t, 0, true, 1000000, 2000000);
  tally_transaction(&t, 1, true, 1000000, 3000000);
  tally_transaction(&t, 0, false, 2000000, 5000000);
  tally_fault(&t, LOAD_CATALOG, LOAD_FAILED_STATUS, 500, STR("Server Error:\n\tx\001"));
  tally_fault(&t, LOAD_CATALOG, LOAD_FAILED_STATUS, 500, STR("another"));
  tally_fault(&t, LOAD_CATALOG, LOAD_FAILED_STATUS, 503, STR(""));
  assert_int_equal(t.good, 2);
  assert_int_equal(t.failed, 1);
  assert_true(tally_seconds(&t) == 4 && tally_rate(&t) == 0.5 && tally_concurrency(&t) == 1.5);
  assert_int_equal(t.second_count, 5);
  assert_int_equal(t.seconds[1].good, 1);
  assert_int_equal(t.seconds[4].failed, 1);
  assert_int_equal(t.fault_count, 2);
  assert_int_equal(t.faults[0].count, 2);
  assert_string_equal(t.faults[0].text, "Server Error: x?");
  /* Twice the time is half the share: (1 + 1/2)^2 / (2 (1 + 1/4)). */
  assert_true(tally_fairness(&t) > 0.8999 && tally_fairness(&t) < 0.9001);
  tally_free(&t);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_answers),
    cmocka_unit_test(test_an_answer_uses_only_its_own_bytes),
    cmocka_unit_test(test_endless_headers_are_refused),
    cmocka_unit_test(test_percentiles_are_exact_to_one_in_128),
    cmocka_unit_test(test_a_stage_in_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
