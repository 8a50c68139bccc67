/* The AgentX session against a master agent played by the test, over a socket pair and with a clock of its
 * own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "subagent/agentx_session.h"

#define SECOND INT64_C(1000000)
#define REGION "1.3.6.1.4.1.8072.9999.9999.8140"

/* ---- the objects: REGION.1 to REGION.5, integers that are their own last number */

enum { OBJECTS = 5 };

static struct oid object(uint32_t number)
{
  struct oid o;
  oid_parse(REGION, &o);
  oid_append(&o, &number, 1);
  return o;
}

static void get(void *ctx, const struct oid *name, struct agentx_value *v)
{
  (void)ctx;
  v->type = AGENTX_NO_SUCH_OBJECT;
  for (uint32_t i = 1; i <= OBJECTS; i++) {
    struct oid o = object(i);
    if (oid_cmp(&o, name) == 0) *v = (struct agentx_value){.type = AGENTX_INTEGER, .u.i32 = (int32_t)i};
  }
}

static bool next(void *ctx, const struct oid *start, bool include, const struct oid *end, struct oid *name,
                 struct agentx_value *v)
{
  for (uint32_t i = 1; i <= OBJECTS; i++) {
    struct oid o = object(i);
    int order = oid_cmp(&o, start);
    if (order < 0 || (order == 0 && !include)) continue;
    if (end->n != 0 && oid_cmp(&o, end) >= 0) return false;
    *name = o;
    get(ctx, name, v);
    return true;
  }
  return false;
}

/* ---- the master's side */

static struct {
  struct agentx_session *s;
  int fd;
  int64_t now;
  struct agentx_header got; /* the PDU last read, and its payload */
  uint8_t payload[8192];
  enum agentx_event event[16];
  size_t events;
  char detail[128];
} t;

static void on_event(void *ctx, enum agentx_event event, const char *detail)
{
  (void)ctx;
  if (t.events < 16) t.event[t.events++] = event;
  snprintf(t.detail, sizeof t.detail, "%s", detail);
}

/* Reads one PDU the session has sent; false when there is none. */
static bool master_reads(void)
{
  uint8_t head[AGENTX_HEADER_BYTES];
  if (recv(t.fd, head, sizeof head, MSG_DONTWAIT) != (ssize_t)sizeof head) return false;
  assert_true(agentx_read_header(head, &t.got));
  assert_true(t.got.payload_bytes <= sizeof t.payload);
  if (t.got.payload_bytes == 0) return true;
  assert_int_equal(recv(t.fd, t.payload, t.got.payload_bytes, MSG_DONTWAIT), t.got.payload_bytes);
  return true;
}

static void session_turns(short revents) { agentx_session_ready(t.s, revents, t.now); }

static void master_sends(const struct buf *b)
{
  assert_int_equal(send(t.fd, b->p, b->n, 0), b->n);
  session_turns(POLLIN);
}

static void master_responds(uint32_t session, unsigned error)
{
  struct buf b = BUF_HEAP;
  struct agentx_header h = {.type = AGENTX_RESPONSE, .session = session, .packet = t.got.packet};
  size_t at = agentx_begin(&b, &h);
  agentx_put_u32(&b, 4200);
  agentx_put_u16(&b, (uint16_t)error);
  agentx_put_u16(&b, 0);
  agentx_end(&b, at);
  master_sends(&b);
  buf_free(&b);
}

static size_t master_begins(struct buf *b, enum agentx_type type)
{
  struct agentx_header h = {.type = (uint8_t)type, .session = 77, .transaction = 5, .packet = 99};
  return agentx_begin(b, &h);
}

static void put_range(struct buf *b, uint32_t start, bool include, uint32_t end)
{
  struct oid none = {0}, from = object(start), to = object(end);
  agentx_put_oid(b, &from, include);
  agentx_put_oid(b, end == 0 ? &none : &to, false);
}

/* The Response the session has sent must be this, as "error index: name=value name=! ..." */
static void assert_response(const char *expected)
{
  struct buf text = BUF_HEAP;
  assert_true(master_reads());
  assert_int_equal(t.got.type, AGENTX_RESPONSE);
  assert_int_equal(t.got.session, 77);
  assert_int_equal(t.got.transaction, 5);
  assert_int_equal(t.got.packet, 99);
  struct agentx_reader r = agentx_reader_of(&t.got, t.payload);
  agentx_read_u32(&r);
  unsigned error = agentx_read_u16(&r), index = agentx_read_u16(&r);
  buf_printf(&text, "%u %u:", error, index);
  while (!agentx_reader_done(&r)) {
    struct oid name;
    unsigned type = agentx_read_u16(&r);
    agentx_read_u16(&r);
    agentx_read_oid(&r, &name, NULL);
    buf_printf(&text, " %u=", name.id[name.n - 1]);
    if (type == AGENTX_INTEGER) buf_printf(&text, "%u", agentx_read_u32(&r));
    else buf_z(&text, type == AGENTX_END_OF_MIB_VIEW ? "end" : type == AGENTX_NO_SUCH_OBJECT ? "none" : "?");
  }
  assert_false(r.failed);
  assert_string_equal(text.p, expected);
  buf_free(&text);
}

static void begin(const char *context)
{
  int pair[2];
  struct agentx_source source = {NULL, get, next};
  struct agentx_options o = {
    .description = "test", .capability = "objects", .context = context, .ping_s = 15, .event = on_event};
  memset(&t, 0, sizeof t);
  oid_parse(REGION, &o.region);
  assert_return_code(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
  t.s = agentx_session_new(&o, &source);
  t.fd = pair[1];
  t.now = 1000 * SECOND;
  agentx_session_attach(t.s, pair[0], t.now);
}

static void end(void)
{
  agentx_session_free(t.s);
  if (t.fd >= 0) close(t.fd);
}

static void come_up(const char *context)
{
  begin(context);
  for (int i = 0; i < 3; i++) {
    assert_true(master_reads());
    master_responds(77, AGENTX_NO_ERROR);
  }
  assert_true(agentx_session_is_up(t.s));
}

static void test_opens_registers_and_announces(void **state)
{
  (void)state;
  struct oid o, region;
  uint32_t ticks;
  int64_t at;
  begin("");
  oid_parse(REGION, &region);
  assert_true(master_reads());
  assert_int_equal(t.got.type, AGENTX_OPEN);
  assert_false(agentx_session_master_uptime(t.s, &ticks, &at));
  master_responds(77, AGENTX_NO_ERROR);
  assert_true(master_reads());
  assert_int_equal(t.got.type, AGENTX_REGISTER);
  assert_int_equal(t.got.session, 77);
  struct agentx_reader r = agentx_reader_of(&t.got, t.payload);
  assert_int_equal(agentx_read_u32(&r), 127 << 16); /* timeout 0, priority 127, no range */
  agentx_read_oid(&r, &o, NULL);
  assert_int_equal(oid_cmp(&o, &region), 0);
  assert_true(agentx_reader_done(&r));
  master_responds(77, AGENTX_NO_ERROR);
  assert_true(master_reads());
  assert_int_equal(t.got.type, AGENTX_ADD_CAPS);
  r = agentx_reader_of(&t.got, t.payload);
  agentx_read_oid(&r, &o, NULL);
  assert_int_equal(oid_cmp(&o, &region), 0);
  assert_true(str_eqz(agentx_read_octets(&r), "objects"));
  assert_int_equal(t.events, 0);
  master_responds(77, AGENTX_NO_ERROR);
  assert_true(agentx_session_is_up(t.s));
  assert_int_equal(t.events, 1);
  assert_int_equal(t.event[0], AGENTX_EVENT_UP);
  assert_true(agentx_session_master_uptime(t.s, &ticks, &at));
  assert_int_equal(ticks, 4200);
  assert_int_equal(at, t.now);
  end();
}

static void test_refused_registration_is_told_and_tried_again_later(void **state)
{
  (void)state;
  begin("");
  master_reads();
  master_responds(77, AGENTX_NO_ERROR);
  master_reads();
  master_responds(77, AGENTX_DUPLICATE_REGISTRATION);
  assert_int_equal(t.event[0], AGENTX_EVENT_REFUSED);
  assert_string_equal(t.detail, "duplicateRegistration");
  assert_int_equal(agentx_session_fd(t.s), -1);
  assert_true(agentx_session_deadline_us(t.s) >= t.now + 5 * SECOND);
  end();
}

static void test_refused_capability_is_no_reason_to_give_up(void **state)
{
  (void)state;
  begin("");
  for (int i = 0; i < 3; i++) {
    master_reads();
    master_responds(77, i < 2 ? AGENTX_NO_ERROR : AGENTX_REQUEST_DENIED);
  }
  assert_true(agentx_session_is_up(t.s));
  assert_int_equal(t.event[0], AGENTX_EVENT_NO_CAPS);
  assert_int_equal(t.event[1], AGENTX_EVENT_UP);
  end();
}

static void test_get(void **state)
{
  (void)state;
  struct buf b = BUF_HEAP;
  come_up("");
  size_t at = master_begins(&b, AGENTX_GET);
  put_range(&b, 2, false, 0);
  put_range(&b, 9, false, 0);
  agentx_end(&b, at);
  master_sends(&b);
  assert_response("0 0: 2=2 9=none");
  assert_int_equal(agentx_session_requests(t.s), 1);
  buf_free(&b);
  end();
}

static void test_get_next_honours_include_and_end(void **state)
{
  (void)state;
  struct buf b = BUF_HEAP;
  come_up("");
  size_t at = master_begins(&b, AGENTX_GET_NEXT);
  put_range(&b, 2, false, 0);
  put_range(&b, 2, true, 0);
  put_range(&b, 2, false, 3);
  put_range(&b, 5, false, 0);
  put_range(&b, 5, true, 6);
  agentx_end(&b, at);
  master_sends(&b);
  assert_response("0 0: 3=3 2=2 2=end 5=end 5=5");
  buf_free(&b);
  end();
}

static void test_get_bulk_takes_turns(void **state)
{
  (void)state;
  struct buf b = BUF_HEAP;
  come_up("");
  size_t at = master_begins(&b, AGENTX_GET_BULK);
  agentx_put_u16(&b, 1);
  agentx_put_u16(&b, 3);
  put_range(&b, 1, true, 0); /* the non-repeater */
  put_range(&b, 1, false, 0);
  put_range(&b, 4, true, 0);
  agentx_end(&b, at);
  master_sends(&b);
  assert_response("0 0: 1=1 2=2 4=4 3=3 5=5 4=4 5=end");
  buf_free(&b);
  end();
}

static void test_get_bulk_ends_when_all_ranges_are_at_their_end(void **state)
{
  (void)state;
  struct buf b = BUF_HEAP;
  come_up("");
  size_t at = master_begins(&b, AGENTX_GET_BULK);
  agentx_put_u16(&b, 0);
  agentx_put_u16(&b, 60000);
  put_range(&b, 4, false, 0);
  agentx_end(&b, at);
  master_sends(&b);
  assert_response("0 0: 5=5 5=end");
  buf_free(&b);
  end();
}

static void test_set_is_refused(void **state)
{
  (void)state;
  struct buf b = BUF_HEAP;
  struct oid o = object(1);
  struct agentx_value v = {.type = AGENTX_INTEGER, .u.i32 = 9};
  come_up("");
  size_t at = master_begins(&b, AGENTX_TEST_SET);
  agentx_put_varbind(&b, &o, &v);
  agentx_end(&b, at);
  master_sends(&b);
  assert_response("17 1:");
  buf_clear(&b);
  agentx_end(&b, master_begins(&b, AGENTX_CLEANUP_SET));
  master_sends(&b);
  assert_false(master_reads()); /* CleanupSet has no answer */
  buf_free(&b);
  end();
}

static void test_context_is_registered_and_required(void **state)
{
  (void)state;
  struct buf b = BUF_HEAP;
  begin("prod");
  master_reads();
  assert_int_equal(t.got.flags & AGENTX_NON_DEFAULT_CONTEXT, 0);
  master_responds(77, AGENTX_NO_ERROR);
  master_reads();
  assert_int_equal(t.got.flags & AGENTX_NON_DEFAULT_CONTEXT, AGENTX_NON_DEFAULT_CONTEXT);
  struct agentx_reader r = agentx_reader_of(&t.got, t.payload);
  assert_true(str_eqz(agentx_read_octets(&r), "prod"));
  master_responds(77, AGENTX_NO_ERROR);
  master_reads();
  master_responds(77, AGENTX_NO_ERROR);
  size_t at = master_begins(&b, AGENTX_GET);
  put_range(&b, 2, false, 0);
  agentx_end(&b, at);
  master_sends(&b);
  assert_response("262 0:"); /* the default context is not ours */
  buf_clear(&b);
  at = master_begins(&b, AGENTX_GET);
  b.p[2] |= AGENTX_NON_DEFAULT_CONTEXT;
  agentx_put_octets(&b, STR("prod"));
  put_range(&b, 2, false, 0);
  agentx_end(&b, at);
  master_sends(&b);
  assert_response("0 0: 2=2");
  buf_free(&b);
  end();
}

static void test_request_for_another_session_is_not_open(void **state)
{
  (void)state;
  struct buf b = BUF_HEAP;
  come_up("");
  size_t at = master_begins(&b, AGENTX_GET);
  b.p[7] = 78;
  put_range(&b, 2, false, 0);
  agentx_end(&b, at);
  master_sends(&b);
  assert_true(master_reads());
  struct agentx_reader r = agentx_reader_of(&t.got, t.payload);
  agentx_read_u32(&r);
  assert_int_equal(agentx_read_u16(&r), AGENTX_NOT_OPEN);
  buf_free(&b);
  end();
}

static void test_malformed_request_is_a_parse_error(void **state)
{
  (void)state;
  struct buf b = BUF_HEAP;
  come_up("");
  size_t at = master_begins(&b, AGENTX_GET);
  put_range(&b, 2, false, 0);
  agentx_put_u32(&b, 0xff000000); /* an identifier of 255 parts that are not there */
  agentx_end(&b, at);
  master_sends(&b);
  assert_response("266 0:");
  assert_true(agentx_session_is_up(t.s));
  buf_free(&b);
  end();
}

static void test_pdus_in_pieces_and_in_one_piece(void **state)
{
  (void)state;
  struct buf b = BUF_HEAP;
  come_up("");
  for (uint32_t i = 1; i <= 3; i++) {
    size_t at = master_begins(&b, AGENTX_GET);
    put_range(&b, i, false, 0);
    agentx_end(&b, at);
  }
  for (size_t i = 0; i < b.n; i++) {
    assert_int_equal(send(t.fd, b.p + i, 1, 0), 1);
    session_turns(POLLIN);
  }
  assert_response("0 0: 1=1");
  assert_response("0 0: 2=2");
  assert_response("0 0: 3=3");
  master_sends(&b);
  assert_response("0 0: 1=1");
  assert_response("0 0: 2=2");
  assert_response("0 0: 3=3");
  buf_free(&b);
  end();
}

static void test_garbage_ends_the_connection(void **state)
{
  (void)state;
  struct buf b = BUF_HEAP;
  come_up("");
  buf_z(&b, "HTTP/1.1 400 Bad Request\r\n");
  master_sends(&b);
  assert_int_equal(agentx_session_fd(t.s), -1);
  assert_int_equal(t.event[1], AGENTX_EVENT_DOWN);
  buf_free(&b);
  end();
}

static void test_lost_connection_is_tried_again_at_once(void **state)
{
  (void)state;
  come_up("");
  close(t.fd);
  t.fd = -1;
  session_turns(POLLIN | POLLHUP);
  assert_int_equal(agentx_session_fd(t.s), -1);
  assert_int_equal(t.event[1], AGENTX_EVENT_DOWN);
  assert_true(agentx_session_deadline_us(t.s) <= t.now + SECOND / 4);
  end();
}

static void test_silent_master_is_pinged_then_given_up(void **state)
{
  (void)state;
  come_up("");
  t.now += 14 * SECOND;
  agentx_session_tick(t.s, t.now);
  assert_false(master_reads());
  t.now += 1 * SECOND;
  agentx_session_tick(t.s, t.now);
  assert_true(master_reads());
  assert_int_equal(t.got.type, AGENTX_PING);
  master_responds(77, AGENTX_NO_ERROR);
  assert_int_equal(t.events, 1); /* answered: all is well */
  for (int i = 0; i < 3; i++) {
    assert_true(agentx_session_is_up(t.s));
    t.now = agentx_session_deadline_us(t.s);
    agentx_session_tick(t.s, t.now);
  }
  assert_int_equal(agentx_session_fd(t.s), -1);
  assert_int_equal(t.event[1], AGENTX_EVENT_DOWN);
  end();
}

static void test_master_that_does_not_answer_open_is_given_up(void **state)
{
  (void)state;
  begin("");
  t.now = agentx_session_deadline_us(t.s);
  assert_true(t.now <= 1010 * SECOND);
  agentx_session_tick(t.s, t.now);
  assert_int_equal(agentx_session_fd(t.s), -1);
  assert_int_equal(t.event[0], AGENTX_EVENT_DOWN);
  end();
}

static void test_master_that_does_not_read_is_not_read_either(void **state)
{
  (void)state;
  struct buf b = BUF_HEAP;
  come_up("");
  for (uint32_t i = 0; i < 200; i++) {
    size_t at = master_begins(&b, AGENTX_GET);
    put_range(&b, 1, false, 0);
    agentx_end(&b, at);
  }
  for (int i = 0; i < 2000 && (agentx_session_events(t.s) & POLLIN); i++) {
    if (send(t.fd, b.p, b.n, MSG_DONTWAIT) > 0) session_turns(POLLIN);
  }
  assert_int_equal(agentx_session_events(t.s), POLLOUT);
  assert_true(agentx_session_is_up(t.s));
  buf_free(&b);
  end();
}

static void test_close_says_why(void **state)
{
  (void)state;
  come_up("");
  agentx_session_close(t.s);
  assert_true(master_reads());
  assert_int_equal(t.got.type, AGENTX_CLOSE);
  assert_int_equal(t.payload[0], AGENTX_CLOSE_SHUTDOWN);
  char rest;
  assert_int_equal(recv(t.fd, &rest, 1, 0), 0);
  end();
}

static void test_missing_socket_is_tried_each_second(void **state)
{
  (void)state;
  struct buf why = BUF_HEAP;
  struct agentx_source source = {NULL, get, next};
  struct agentx_options o = {
    .description = "test", .capability = "", .context = "", .ping_s = 15, .event = on_event};
  memset(&t, 0, sizeof t);
  oid_parse(REGION, &o.region);
  assert_true(agentx_address_parse("unix:/proc/nonexistent/master", &o.address, &why));
  t.s = agentx_session_new(&o, &source);
  for (int i = 0; i < 10; i++) {
    t.now = agentx_session_deadline_us(t.s);
    agentx_session_tick(t.s, t.now);
    assert_int_equal(t.event[i], AGENTX_EVENT_NO_MASTER);
    assert_string_equal(t.detail, "No such file or directory");
    int64_t wait = agentx_session_deadline_us(t.s) - t.now;
    assert_true(wait >= SECOND / 10 && wait <= SECOND);
  }
  agentx_session_free(t.s);
  buf_free(&why);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_opens_registers_and_announces),
    cmocka_unit_test(test_refused_registration_is_told_and_tried_again_later),
    cmocka_unit_test(test_refused_capability_is_no_reason_to_give_up),
    cmocka_unit_test(test_get),
    cmocka_unit_test(test_get_next_honours_include_and_end),
    cmocka_unit_test(test_get_bulk_takes_turns),
    cmocka_unit_test(test_get_bulk_ends_when_all_ranges_are_at_their_end),
    cmocka_unit_test(test_set_is_refused),
    cmocka_unit_test(test_context_is_registered_and_required),
    cmocka_unit_test(test_request_for_another_session_is_not_open),
    cmocka_unit_test(test_malformed_request_is_a_parse_error),
    cmocka_unit_test(test_pdus_in_pieces_and_in_one_piece),
    cmocka_unit_test(test_garbage_ends_the_connection),
    cmocka_unit_test(test_lost_connection_is_tried_again_at_once),
    cmocka_unit_test(test_silent_master_is_pinged_then_given_up),
    cmocka_unit_test(test_master_that_does_not_answer_open_is_given_up),
    cmocka_unit_test(test_master_that_does_not_read_is_not_read_either),
    cmocka_unit_test(test_close_says_why),
    cmocka_unit_test(test_missing_socket_is_tried_each_second),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
