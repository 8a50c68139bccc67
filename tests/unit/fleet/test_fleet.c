/* Parts of the agent without a server: SRV records, the lock with a reason, metadata of files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/types/file/file.h"
#include "fleet/configurer.h"
#include "tests/unit/base/arena_test.h"

/* --- SRV records --- */

/* An answer with one question and two records, _x-puppet._tcp.lab: 10 5 8140 a.lab, 20 0 8141 b.lab. */
static const unsigned char srv_answer[] = {
  0x12, 0x34, 0x81, 0x80, 0,   1,  0,   2,   0,    0,    0, 0,    9,    '_', 'x',  '-', 'p', 'u',  'p', 'p', 'e', 't',
  4,    '_',  't',  'c',  'p', 3,  'l', 'a', 'b',  0,    0, 33,   0,    1,   0xc0, 12,  0,   33,   0,   1,   0,   0,
  0,    60,   0,    13,   0,   10, 0,   5,   0x1f, 0xcc, 1, 'a',  3,    'l', 'a',  'b', 0,   0xc0, 12,  0,   33,  0,
  1,    0,    0,    0,    60,  0,  13,  0,   20,   0,    0, 0x1f, 0xcd, 1,   'b',  3,   'l', 'a',  'b', 0};

static void test_srv(void **state)
{
  struct srv_record *r;
  size_t n;
  (void)state;
  assert_true(srv_read(arena, srv_answer, sizeof srv_answer, &r, &n));
  assert_int_equal(n, 2);
  assert_true(str_eqz(r[0].host, "a.lab") && r[0].port == 8140 && r[0].priority == 10 && r[0].weight == 5);
  assert_true(str_eqz(r[1].host, "b.lab") && r[1].port == 8141 && r[1].priority == 20 && r[1].weight == 0);
}

static void test_srv_cut(void **state)
{
  (void)state;
  for (size_t n = 0; n < sizeof srv_answer; n++) { /* truncated at each byte: only complete records */
    struct srv_record *r;
    size_t count;
    if (srv_read(arena, srv_answer, n, &r, &count)) assert_true(count <= 1);
  }
}

/* --- agent_disabled.lock --- */

static void test_disabled(void **state)
{
  static const struct {
    const char *text;
    bool ok;
    const char *reason;
  } cases[] = {{"{\"disabled_message\":\"my reason\"}", true, "my reason"},
               {"{}", true, ""},
               {"", true, ""},
               {"null", true, ""},
               {"{\"disabled_message\":7}", true, ""},
               {"{", false, ""},
               {"reason", false, ""}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    str reason;
    assert_int_equal(disabled_read(arena, str_of(cases[i].text), &reason), cases[i].ok);
    if (cases[i].ok) assert_true(str_eqz(reason, cases[i].reason));
  }
}

static void test_disabling(void **state)
{
  char path[] = "/tmp/ficelle-disabled-XXXXXX";
  struct settings *s = settings_new();
  struct buf error = BUF_HEAP;
  (void)state;
  assert_true(mkdtemp(path) != NULL);
  const str file = arena_printf(arena, "%s/state/lock", path);
  assert_true(settings_set(s, SETTING_agent_disabled_lockfile, file, &error));
  assert_false(disabled_is(s));
  assert_true(disabled_set(s, STR("first")) && disabled_is(s));
  assert_true(disabled_set(s, STR("second"))); /* the first reason remains */
  char text[64] = {0};
  FILE *f = fopen(file.p, "r");
  assert_true(f != NULL && fread(text, 1, sizeof text - 1, f) > 0);
  fclose(f);
  assert_string_equal(text, "{\"disabled_message\":\"first\"}");
  disabled_clear(s);
  assert_false(disabled_is(s));
  rmdir(arena_printf(arena, "%s/state", path).p);
  rmdir(path);
  settings_free(s);
}

/* --- metadata of files --- */

static struct ral ral_of_test(void) { return (struct ral){.arena = arena, .facts = &hash_empty}; }

static bool record(const char *json, struct file_source *s, struct ral *ral)
{
  value v;
  str why;
  assert_true(value_read_json(arena, str_of(json), &v, &why));
  *s = (struct file_source){0};
  return remote_record(ral, v, s);
}

static void test_records(void **state)
{
  struct file_source s;
  struct ral ral = ral_of_test();
  (void)state;
  assert_true(record("{\"type\":\"file\",\"mode\":420,\"owner\":105,\"group\":108,\"checksum\":{\"type\":\"sha256\","
                     "\"value\":\"{sha256}00\"}}",
                     &s, &ral));
  assert_true(S_ISREG(s.st.st_mode) && (s.st.st_mode & 07777) == 0644 && s.st.st_uid == 105 && s.st.st_gid == 108);
  assert_true(str_eqz(s.checksum, "{sha256}00") && strcmp(s.checksum_type, "sha256") == 0 && s.content_uri.n == 0);
  assert_true(
    record("{\"type\":\"directory\",\"mode\":493,\"checksum\":{\"type\":\"ctime\",\"value\":\"{ctime}x\"}}", &s, &ral));
  assert_true(S_ISDIR(s.st.st_mode) && s.checksum.n == 0);
  assert_true(record("{\"type\":\"link\",\"destination\":\"/a\"}", &s, &ral) && str_eqz(s.link, "/a"));
  assert_true(record("{\"type\":\"file\",\"content_uri\":\"puppet:///modules/a/files/b\"}", &s, &ral) &&
              s.content_uri.n > 0);
  assert_false(record("{\"type\":\"link\"}", &s, &ral));
  assert_false(record("{\"type\":\"unknown\"}", &s, &ral));
  assert_true(str_eqz(ral.error, "The server sent a file of unknown type 'unknown'"));
  assert_false(record("[]", &s, &ral));
}

/* --- queries and errors --- */

static void test_answers(void **state)
{
  struct http_header json = {STR("content-type"), STR("application/json;charset=utf-8"), NULL};
  struct http_answer a = {
    .status = 500, .reason = STR("Server Error"), .body = STR("{\"message\":\"Server Error: x\"}"), .headers = &json};
  struct buf query = BUF_IN(arena);
  (void)state;
  assert_true(str_eqz(session_answer_error(arena, &a), "Error 500 on SERVER: Server Error: x"));
  a.headers = NULL;
  a.body = STR("Forbidden request");
  a.status = 403;
  assert_true(str_eqz(session_answer_error(arena, &a), "Error 403 on SERVER: Forbidden request"));
  a.body = STR_EMPTY;
  assert_true(str_eqz(session_answer_error(arena, &a), "Error 403 on SERVER: Server Error"));
  session_query(&query, "a", STR("x y/z"));
  session_query(&query, "b", STR("1"));
  assert_true(str_eqz(buf_view(&query), "a=x%20y%2Fz&b=1"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_srv, arena_setup, arena_teardown),
    cmocka_unit_test_setup_teardown(test_srv_cut, arena_setup, arena_teardown),
    cmocka_unit_test_setup_teardown(test_disabled, arena_setup, arena_teardown),
    cmocka_unit_test_setup_teardown(test_disabling, arena_setup, arena_teardown),
    cmocka_unit_test_setup_teardown(test_records, arena_setup, arena_teardown),
    cmocka_unit_test_setup_teardown(test_answers, arena_setup, arena_teardown),
  };
  log_set_level(LOG_LEVEL_ERR);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
