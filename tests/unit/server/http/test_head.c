/* Heads of requests and targets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "server/http/head.h"

static struct arena *arena;

static int set_up(void **state)
{
  (void)state;
  arena = arena_new();
  return 0;
}

static int tear_down(void **state)
{
  (void)state;
  arena_free(arena);
  return 0;
}

static struct head good(const char *text)
{
  struct head h;
  struct head_error why = {0};
  assert_int_equal(head_end(str_of(text)), strlen(text));
  if (!head_parse(arena, str_of(text), &h, &why)) fail_msg("refused: %d %s", why.status, why.reason);
  return h;
}

static void bad(const char *text, int status, const char *reason)
{
  struct head h;
  struct head_error why = {0};
  assert_int_equal(head_end(str_of(text)), strlen(text));
  assert_false(head_parse(arena, str_of(text), &h, &why));
  assert_int_equal(why.status, status);
  if (reason == NULL) assert_null(why.reason);
  else assert_string_equal(why.reason, reason);
}

static void test_good(void **state)
{
  (void)state;
  struct head h = good("GET /a?b=c HTTP/1.1\r\nHost: x\r\nX-Y:  z \r\n\r\n");
  assert_true(str_eqz(h.method, "GET"));
  assert_true(str_eqz(h.target, "/a?b=c"));
  assert_true(str_eqz(h.line, "GET /a?b=c HTTP/1.1"));
  assert_true(str_eqz(head_field(&h, "x-y"), "z"));
  assert_int_equal(head_field(&h, "nosuch").n, 0);
  assert_true(h.keep_alive);
  assert_false(h.chunked || h.has_length || h.expects_continue);
  h = good("PUT / HTTP/1.1\nHost: x\ncontent-length: 12\nExpect: 100-continue\nConnection: a, Close\n\n");
  assert_true(h.has_length && h.expects_continue && !h.keep_alive);
  assert_int_equal(h.length, 12);
  h = good("GET / HTTP/1.0\r\n\r\n");
  assert_true(h.http10 && !h.keep_alive);
  h = good("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  assert_true(h.keep_alive);
  h = good("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\n\r\n");
  assert_true(h.chunked);
  h = good("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\n");
  assert_int_equal(h.length, 3);
}

/* Statuses and reasons are Jetty's. */
static void test_bad(void **state)
{
  (void)state;
  bad("GET\r\nHost: x\r\n\r\n", 400, "No URI");
  bad("GET HTTP/1.1\r\nHost: x\r\n\r\n", 400, "No URI");
  bad("GET / HTTP/1.1\r\n\r\n", 400, "No Host");
  bad("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400, "Duplicate Host Header");
  bad("GET / HTTP/3.7\r\nHost: x\r\n\r\n", 505, "Unknown Version");
  bad("GET /\r\nHost: x\r\n\r\n", 505, "HTTP/0.9 not supported");
  bad("G(T / HTTP/1.1\r\nHost: x\r\n\r\n", 400, "Illegal character");
  bad("GET / HTTP/1.1\r\nHost: x\r\nA b: c\r\n\r\n", 400, "Illegal character");
  bad("GET / HTTP/1.1\r\nHost: x\r\nA : c\r\n\r\n", 400, "Illegal character");
  bad("GET / HTTP/1.1\r\nHost: x\r\nA: \x01\r\n\r\n", 400, "Illegal character");
  bad("GET / HTTP/1.1\r\nHost: x\r\nA\r\n\r\n", 400, "No colon");
  bad("GET / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n", 400, "Header Folding");
}

/* Bytes in which two programs may see two different requests. */
static void test_smuggling(void **state)
{
  static const char *const lengths[] = {"-1", "+1", "1 2", "0x10", "", "1,1", "99999999999999999999"};
  (void)state;
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
    bad(arena_printf(arena, "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: %s\r\n\r\n", lengths[i]).p, 400,
        "Invalid Content-Length Value");
  bad("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n", 400,
      "Invalid Content-Length Value");
  bad("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n", 400,
      "Transfer-Encoding and Content-Length");
  bad("PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501, "Unsupported Transfer-Encoding");
  bad("PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", 501,
      "Unsupported Transfer-Encoding");
  bad("PUT / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400, "Transfer-Encoding");
  bad("PUT / HTTP/1.1\r\nHost: x\r\nExpect: other\r\n\r\n", 417, NULL);
}

static void test_limits(void **state)
{
  struct buf text = BUF_IN(arena);
  (void)state;
  buf_z(&text, "GET / HTTP/1.1\r\nHost: x\r\n");
  for (int i = 0; i < HEAD_FIELDS; i++) buf_printf(&text, "A%d: b\r\n", i);
  buf_z(&text, "\r\n");
  bad(text.p, 431, NULL);
  assert_int_equal(head_end(STR("GET / HTTP/1.1\r\nHost: x\r\n")), 0);
  assert_int_equal(head_too_long(STR("GET /aaaaaaaaaaaaaa")).status, 414);
  assert_int_equal(head_too_long(STR("GET / HTTP/1.1\r\nA: aaaaaaa")).status, 431);
}

static bool parse(const char *target, struct request *r, bool *relative)
{
  struct head_error why;
  *r = (struct request){.arena = arena, .target = str_of(target)};
  return target_parse(r, &why, relative);
}

static void test_target(void **state)
{
  struct request r;
  bool relative;
  (void)state;
  assert_true(parse("/a%20b//c?x=1&y=a+b%2B&z&=e", &r, &relative));
  assert_true(str_eqz(r.path, "/a b/c"));
  assert_int_equal(r.nparameters, 4);
  assert_true(str_eqz(r.parameters[1].name, "y") && str_eqz(r.parameters[1].value, "a b+"));
  assert_true(str_eqz(r.parameters[2].name, "z") && r.parameters[2].value.n == 0);
  assert_true(parse("https://host/x?y", &r, &relative));
  assert_true(str_eqz(r.path, "/x"));
  assert_true(parse("/a+b", &r, &relative));
  assert_true(str_eqz(r.path, "/a+b"));
  assert_true(parse("/%C3%BC/%FF?a=%FC&b=%E2%82%AC", &r, &relative)); /* text that is not UTF-8 is Latin-1 */
  assert_true(str_eqz(r.path, "/\303\203\302\274/\303\277"));
  assert_true(str_eqz(r.parameters[0].value, "\303\274") && str_eqz(r.parameters[1].value, "\342\202\254"));
  static const char *const wrong[] = {"/%zz", "/%00", "/%0", "/%", "/?a=%g1", "*", "x", "/a%0ab", "/%7f", "/?x=%00"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    if (parse(wrong[i], &r, &relative)) fail_msg("taken: %s", wrong[i]);
    assert_false(relative);
  }
}

static void test_relative(void **state)
{
  static const char *const paths[] = {"/..", "/a/../b", "/a/./b", "/a/%2e%2e/b", "/a/.%2E", "/a//../b", "/%2e"};
  static const char *const others[] = {"/a..b", "/...", "/a/.b", "/..a/b"};
  struct request r;
  bool relative;
  (void)state;
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    assert_false(parse(paths[i], &r, &relative));
    assert_true(relative);
  }
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) assert_true(parse(others[i], &r, &relative));
}

static void test_form(void **state)
{
  struct request r = {.arena = arena};
  struct buf many = BUF_IN(arena);
  (void)state;
  assert_true(target_parameters(&r, STR("facts=%257B%2522a%2522%257D&x=")));
  assert_true(str_eqz(r.parameters[0].value, "%7B%22a%22%7D"));
  for (int i = 0; i < 2000; i++) buf_z(&many, "a&");
  assert_false(target_parameters(&r, buf_view(&many)));
  /* A rejected form has no parameters. */
  assert_false(target_parameters(&r, STR("b=1&%")));
  assert_int_equal(r.nparameters, 2);
  struct request none = {.arena = arena};
  assert_false(target_parameters(&none, STR("b=1&%")));
  assert_int_equal(none.nparameters, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_good, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_bad, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_smuggling, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_limits, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_target, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_relative, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_form, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
