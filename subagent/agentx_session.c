#include "subagent/agentx_session.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/log.h"

enum state { WAITING, CONNECTING, OPENING, REGISTERING, ANNOUNCING, UP };

#define SECOND_US INT64_C(1000000)
/* A restarted master is back within a second or two: try often, a refused connect costs microseconds. */
static const int64_t retry_us[] = {SECOND_US / 10, SECOND_US / 4, SECOND_US / 2, SECOND_US};
/* A refusal will not pass by itself soon (another subagent holds the subtree). */
static const int64_t refused_retry_us = 10 * SECOND_US;
static const int64_t connect_timeout_us = 2 * SECOND_US;
/* An unanswered Open or Register: the master hangs, and will find the PDU when it wakes up. Not too short,
 * for each new attempt takes a place in the listen queue of a master that does not accept. */
static const int64_t answer_timeout_us = 10 * SECOND_US;
static const int ping_misses = 3;
/* A master that reads nothing gets nothing more asked of us. */
static const size_t output_high = 1 << 20;

struct agentx_session {
  struct agentx_options opt;
  char *text[3]; /* the options' strings */
  struct agentx_source source;
  enum state state;
  int fd;
  unsigned failures; /* attempts since the session was last up */
  int64_t deadline_us;
  int64_t heard_us; /* when the master last sent anything */
  uint32_t session_id, packet_id, awaited_packet;
  uint32_t master_ticks;
  int64_t master_ticks_us;
  bool have_ticks;
  uint64_t requests;
  struct buf in, out;
  size_t in_used, out_sent; /* bytes of `in` consumed, of `out` sent */
};

struct agentx_session *agentx_session_new(const struct agentx_options *options,
                                          const struct agentx_source *source)
{
  struct agentx_session *s = xcalloc(1, sizeof *s);
  s->opt = *options;
  s->opt.description = s->text[0] = xstrdup(options->description);
  s->opt.capability = s->text[1] = xstrdup(options->capability);
  s->opt.context = s->text[2] = xstrdup(options->context);
  s->source = *source;
  s->fd = -1;
  s->in = BUF_HEAP;
  s->out = BUF_HEAP;
  return s;
}

static void drop(struct agentx_session *s)
{
  if (s->fd >= 0) close(s->fd);
  s->fd = -1;
  s->state = WAITING;
  s->have_ticks = false;
  s->in_used = s->out_sent = 0;
  buf_clear(&s->in);
  buf_clear(&s->out);
}

void agentx_session_free(struct agentx_session *s)
{
  if (s == NULL) return;
  drop(s);
  buf_free(&s->in);
  buf_free(&s->out);
  for (size_t i = 0; i < 3; i++) free(s->text[i]);
  free(s);
}

int agentx_session_fd(const struct agentx_session *s) { return s->fd; }
int64_t agentx_session_deadline_us(const struct agentx_session *s) { return s->deadline_us; }
bool agentx_session_is_up(const struct agentx_session *s) { return s->state == UP; }
uint64_t agentx_session_requests(const struct agentx_session *s) { return s->requests; }
uint32_t agentx_session_number(const struct agentx_session *s) { return s->session_id; }

short agentx_session_events(const struct agentx_session *s)
{
  if (s->fd < 0) return 0;
  if (s->state == CONNECTING) return POLLOUT;
  size_t waiting = s->out.n - s->out_sent;
  return (short)((waiting > 0 ? POLLOUT : 0) | (waiting < output_high ? POLLIN : 0));
}

bool agentx_session_master_uptime(const struct agentx_session *s, uint32_t *ticks, int64_t *at_us)
{
  *ticks = s->master_ticks;
  *at_us = s->master_ticks_us;
  return s->have_ticks;
}

static void tell(struct agentx_session *s, enum agentx_event event, const char *detail)
{
  if (s->opt.event != NULL) s->opt.event(s->opt.event_ctx, event, detail);
}

/* Ends the connection and sets the time of the next attempt. */
static void lose(struct agentx_session *s, enum agentx_event event, const char *detail, int64_t now_us)
{
  size_t last = sizeof retry_us / sizeof retry_us[0] - 1;
  int64_t wait = event == AGENTX_EVENT_REFUSED ? refused_retry_us
                                               : retry_us[s->failures < last ? s->failures : last];
  s->failures++;
  log_debug(&log_agentx, "attempt %u to have a session ended: %s; the next one comes in %lld ms", s->failures, detail,
            (long long)wait / 1000);
  drop(s);
  s->deadline_us = now_us + wait;
  tell(s, event, detail);
}

/* ---- sending */

static size_t begin_pdu(struct agentx_session *s, enum agentx_type type)
{
  bool with_context = s->opt.context[0] != '\0' && type != AGENTX_OPEN && type != AGENTX_CLOSE;
  struct agentx_header h = {
    .type = (uint8_t)type,
    .flags = with_context ? AGENTX_NON_DEFAULT_CONTEXT : 0,
    .session = s->session_id,
    .packet = ++s->packet_id,
  };
  size_t begin = agentx_begin(&s->out, &h);
  if (with_context) agentx_put_octets(&s->out, str_of(s->opt.context));
  s->awaited_packet = s->packet_id;
  return begin;
}

/* Sends what it can. False when the connection broke (and is dropped). */
static bool flush(struct agentx_session *s, int64_t now_us)
{
  while (s->out_sent < s->out.n) {
    ssize_t n = send(s->fd, s->out.p + s->out_sent, s->out.n - s->out_sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n < 0) {
      if (errno == EINTR) continue;
      if (errno == EAGAIN || errno == EWOULDBLOCK) return true;
      lose(s, AGENTX_EVENT_DOWN, strerror(errno), now_us);
      return false;
    }
    s->out_sent += (size_t)n;
  }
  buf_clear(&s->out);
  s->out_sent = 0;
  return true;
}

static void start_open(struct agentx_session *s, int64_t now_us)
{
  static const struct oid null_oid;
  log_debug(&log_agentx, "connected, opening a session");
  s->state = OPENING;
  s->session_id = 0;
  s->deadline_us = now_us + answer_timeout_us;
  s->heard_us = now_us;
  size_t at = begin_pdu(s, AGENTX_OPEN);
  agentx_put_u8x4(&s->out, 0, 0, 0, 0); /* the master's own default timeout */
  agentx_put_oid(&s->out, &null_oid, false);
  agentx_put_octets(&s->out, str_of(s->opt.description));
  agentx_end(&s->out, at);
  flush(s, now_us);
}

static void start_register(struct agentx_session *s, int64_t now_us)
{
  log_debug(&log_agentx, "session %u is open, registering the subtree%s%s", s->session_id,
            s->opt.context[0] != '\0' ? " in the context " : "", s->opt.context);
  s->state = REGISTERING;
  s->deadline_us = now_us + answer_timeout_us;
  size_t at = begin_pdu(s, AGENTX_REGISTER);
  agentx_put_u8x4(&s->out, 0, 127, 0, 0); /* default timeout, default priority, no range */
  agentx_put_oid(&s->out, &s->opt.region, false);
  agentx_end(&s->out, at);
  flush(s, now_us);
}

static void start_announce(struct agentx_session *s, int64_t now_us)
{
  log_debug(&log_agentx, "the subtree is registered, adding the sysORTable entry");
  s->state = ANNOUNCING;
  s->deadline_us = now_us + answer_timeout_us;
  size_t at = begin_pdu(s, AGENTX_ADD_CAPS);
  agentx_put_oid(&s->out, &s->opt.region, false);
  agentx_put_octets(&s->out, str_of(s->opt.capability));
  agentx_end(&s->out, at);
  flush(s, now_us);
}

static void ping(struct agentx_session *s, int64_t now_us)
{
  log_debug(&log_agentx, "the master agent said nothing for %lld s, pinging it",
            (long long)((now_us - s->heard_us) / SECOND_US));
  s->deadline_us = now_us + s->opt.ping_s * SECOND_US;
  size_t at = begin_pdu(s, AGENTX_PING);
  agentx_end(&s->out, at);
  flush(s, now_us);
}

void agentx_session_close(struct agentx_session *s)
{
  if (s->state >= REGISTERING) {
    log_debug(&log_agentx, "closing session %u", s->session_id);
    size_t at = begin_pdu(s, AGENTX_CLOSE);
    agentx_put_u8x4(&s->out, AGENTX_CLOSE_SHUTDOWN, 0, 0, 0);
    agentx_end(&s->out, at);
    send(s->fd, s->out.p + s->out_sent, s->out.n - s->out_sent, MSG_NOSIGNAL | MSG_DONTWAIT);
  }
  drop(s);
  s->deadline_us = INT64_MAX;
}

/* ---- connecting */

static void connect_master(struct agentx_session *s, int64_t now_us)
{
  const struct sockaddr *sa = (const struct sockaddr *)&s->opt.address.sa;
  log_debug(&log_agentx, "connecting to the master agent");
  s->fd = socket(sa->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (s->fd < 0) {
    lose(s, AGENTX_EVENT_NO_MASTER, strerror(errno), now_us);
    return;
  }
  if (connect(s->fd, sa, s->opt.address.sa_bytes) == 0) {
    start_open(s, now_us);
  } else if (errno == EINPROGRESS) {
    s->state = CONNECTING;
    s->deadline_us = now_us + connect_timeout_us;
  } else {
    /* EAGAIN of a unix socket: the listen queue is full, the master accepts nothing at the moment. */
    lose(s, AGENTX_EVENT_NO_MASTER, errno == EAGAIN ? "it does not accept connections" : strerror(errno),
         now_us);
  }
}

static void finish_connect(struct agentx_session *s, int64_t now_us)
{
  int error = 0;
  socklen_t n = sizeof error;
  if (getsockopt(s->fd, SOL_SOCKET, SO_ERROR, &error, &n) < 0) error = errno;
  if (error != 0) lose(s, AGENTX_EVENT_NO_MASTER, strerror(error), now_us);
  else start_open(s, now_us);
}

void agentx_session_attach(struct agentx_session *s, int fd, int64_t now_us)
{
  drop(s);
  s->fd = fd;
  fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
  start_open(s, now_us);
}

void agentx_session_tick(struct agentx_session *s, int64_t now_us)
{
  if (now_us < s->deadline_us) return;
  switch (s->state) {
  case WAITING: connect_master(s, now_us); break;
  case CONNECTING: lose(s, AGENTX_EVENT_NO_MASTER, "the connection takes too long", now_us); break;
  case OPENING:
  case REGISTERING:
  case ANNOUNCING: lose(s, AGENTX_EVENT_DOWN, "the master agent does not answer", now_us); break;
  case UP:
    if (now_us - s->heard_us >= ping_misses * s->opt.ping_s * SECOND_US) {
      lose(s, AGENTX_EVENT_DOWN, "the master agent does not answer", now_us);
    } else if (now_us - s->heard_us >= s->opt.ping_s * SECOND_US) {
      ping(s, now_us);
    } else {
      s->deadline_us = s->heard_us + s->opt.ping_s * SECOND_US;
    }
    break;
  }
}

/* ---- requests */

static void answer_get(struct agentx_session *s, struct agentx_reader *r)
{
  struct oid name, end;
  struct agentx_value v;
  while (!agentx_reader_done(r)) {
    agentx_read_oid(r, &name, NULL);
    agentx_read_oid(r, &end, NULL);
    if (r->failed) return;
    s->source.get(s->source.ctx, &name, &v);
    agentx_put_varbind(&s->out, &name, &v);
  }
}

/* Answers one GETNEXT step; `at` becomes the instance found, or stays at the end of the view. */
static bool answer_next(struct agentx_session *s, struct oid *at, bool include, const struct oid *end)
{
  struct oid found;
  struct agentx_value v;
  if (s->source.next(s->source.ctx, at, include, end, &found, &v)) {
    oid_copy(at, &found);
    agentx_put_varbind(&s->out, at, &v);
    return true;
  }
  v.type = AGENTX_END_OF_MIB_VIEW;
  agentx_put_varbind(&s->out, at, &v);
  return false;
}

static void answer_get_next(struct agentx_session *s, struct agentx_reader *r)
{
  struct oid start, end;
  bool include;
  while (!agentx_reader_done(r)) {
    agentx_read_oid(r, &start, &include);
    agentx_read_oid(r, &end, NULL);
    if (r->failed) return;
    answer_next(s, &start, include, &end);
  }
}

enum { BULK_MAX_RANGES = 512, BULK_MAX_ANSWERS = 4096 };
struct bulk_range {
  struct oid at, end;
  bool include;
};

/* The first `non_repeaters` ranges once, the others `repetitions` times in turns (RFC 2741 7.2.3.3). An
 * answer may hold fewer repetitions than asked for: it stops when all ranges are at their end, or at
 * BULK_MAX_ANSWERS. */
static void answer_get_bulk(struct agentx_session *s, struct agentx_reader *r)
{
  size_t non_repeaters = agentx_read_u16(r), repetitions = agentx_read_u16(r), n = 0, answers = 0;
  struct bulk_range *ranges = xcalloc(BULK_MAX_RANGES, sizeof *ranges);
  while (!agentx_reader_done(r) && n < BULK_MAX_RANGES) {
    agentx_read_oid(r, &ranges[n].at, &ranges[n].include);
    agentx_read_oid(r, &ranges[n].end, NULL);
    n++;
  }
  if (!agentx_reader_done(r)) r->failed = true;
  if (non_repeaters > n) non_repeaters = n;
  for (size_t i = 0; i < non_repeaters && !r->failed; i++) {
    answer_next(s, &ranges[i].at, ranges[i].include, &ranges[i].end);
  }
  bool more = n > non_repeaters;
  for (size_t turn = 0; turn < repetitions && more && !r->failed && answers < BULK_MAX_ANSWERS; turn++) {
    more = false;
    for (size_t i = non_repeaters; i < n; i++, answers++) {
      if (answer_next(s, &ranges[i].at, ranges[i].include, &ranges[i].end)) more = true;
      ranges[i].include = false;
    }
  }
  free(ranges);
}

static void answer_varbinds(struct agentx_session *s, uint8_t type, struct agentx_reader *r)
{
  switch (type) {
  case AGENTX_GET: answer_get(s, r); break;
  case AGENTX_GET_NEXT: answer_get_next(s, r); break;
  case AGENTX_GET_BULK: answer_get_bulk(s, r); break;
  default: break;
  }
}

/* No object can be written: a test fails at its first variable, and the later phases cannot succeed either.
 */
static unsigned set_error(uint8_t type)
{
  switch (type) {
  case AGENTX_TEST_SET: return AGENTX_NOT_WRITABLE;
  case AGENTX_COMMIT_SET: return AGENTX_COMMIT_FAILED;
  case AGENTX_UNDO_SET: return AGENTX_UNDO_FAILED;
  default: return AGENTX_NO_ERROR;
  }
}

static bool is_our_context(const struct agentx_session *s, const struct agentx_header *h,
                           struct agentx_reader *r)
{
  str context = STR_EMPTY;
  if (h->flags & AGENTX_NON_DEFAULT_CONTEXT) context = agentx_read_octets(r);
  return str_eqz(context, s->opt.context);
}

/* Overwrites the error fields of the Response that begins at `begin`, and drops its variables. */
static void make_error(struct buf *out, size_t begin, unsigned error, unsigned index)
{
  out->n = begin + AGENTX_HEADER_BYTES + 4;
  agentx_put_u16(out, (uint16_t)error);
  agentx_put_u16(out, (uint16_t)index);
}

static void answer(struct agentx_session *s, const struct agentx_header *h, struct agentx_reader *r)
{
  if (h->type == AGENTX_CLEANUP_SET) return; /* the one request without an answer */
  struct agentx_header reply = {
    .type = AGENTX_RESPONSE,
    .session = h->session,
    .transaction = h->transaction,
    .packet = h->packet,
  };
  size_t at = agentx_begin(&s->out, &reply);
  agentx_put_u32(&s->out, 0); /* sysUpTime: the master's business */
  agentx_put_u32(&s->out, 0); /* error, index */
  unsigned error = set_error(h->type);
  if (h->session != s->session_id) {
    error = AGENTX_NOT_OPEN;
  } else if (error == AGENTX_NO_ERROR) {
    if (is_our_context(s, h, r)) answer_varbinds(s, h->type, r);
    else error = AGENTX_UNSUPPORTED_CONTEXT;
    if (r->failed) error = AGENTX_PARSE_ERROR;
  }
  if (h->type == AGENTX_TEST_SET) log_info(&log_agentx, "refused a SET: %s", agentx_error_name(error));
  else if (error != AGENTX_NO_ERROR) log_debug(&log_agentx, "answered a request with %s", agentx_error_name(error));
  if (error != AGENTX_NO_ERROR) make_error(&s->out, at, error, error < AGENTX_OPEN_FAILED ? 1 : 0);
  agentx_end(&s->out, at);
  s->requests++;
}

/* ---- responses to what we asked */

static void go_up(struct agentx_session *s, int64_t now_us)
{
  s->state = UP;
  s->failures = 0;
  s->deadline_us = now_us + s->opt.ping_s * SECOND_US;
  tell(s, AGENTX_EVENT_UP, "");
}

static void take_response(struct agentx_session *s, const struct agentx_header *h, struct agentx_reader *r,
                          int64_t now_us)
{
  uint32_t ticks = agentx_read_u32(r);
  unsigned error = agentx_read_u16(r);
  agentx_read_u16(r);
  if (r->failed) {
    lose(s, AGENTX_EVENT_DOWN, "the master agent sent a malformed response", now_us);
    return;
  }
  s->master_ticks = ticks;
  s->master_ticks_us = now_us;
  s->have_ticks = true;
  if (h->packet != s->awaited_packet) return; /* to something given up */
  switch (s->state) {
  case OPENING:
    s->session_id = h->session;
    if (error != AGENTX_NO_ERROR) lose(s, AGENTX_EVENT_REFUSED, agentx_error_name(error), now_us);
    else start_register(s, now_us);
    break;
  case REGISTERING:
    if (error != AGENTX_NO_ERROR) lose(s, AGENTX_EVENT_REFUSED, agentx_error_name(error), now_us);
    else start_announce(s, now_us);
    break;
  case ANNOUNCING:
    if (error != AGENTX_NO_ERROR) tell(s, AGENTX_EVENT_NO_CAPS, agentx_error_name(error));
    go_up(s, now_us);
    break;
  case UP:
    if (error != AGENTX_NO_ERROR) lose(s, AGENTX_EVENT_DOWN, agentx_error_name(error), now_us);
    break;
  case WAITING:
  case CONNECTING: break;
  }
}

/* One whole PDU. May end the connection. */
static void take_pdu(struct agentx_session *s, const struct agentx_header *h, const uint8_t *payload,
                     int64_t now_us)
{
  struct agentx_reader r = agentx_reader_of(h, payload);
  switch (h->type) {
  case AGENTX_RESPONSE: take_response(s, h, &r, now_us); break;
  case AGENTX_CLOSE: lose(s, AGENTX_EVENT_DOWN, "the master agent closed the session", now_us); break;
  case AGENTX_GET:
  case AGENTX_GET_NEXT:
  case AGENTX_GET_BULK:
  case AGENTX_TEST_SET:
  case AGENTX_COMMIT_SET:
  case AGENTX_UNDO_SET:
  case AGENTX_CLEANUP_SET: answer(s, h, &r); break;
  default: lose(s, AGENTX_EVENT_DOWN, "the master agent sent an unknown PDU", now_us); break;
  }
}

/* All whole PDUs in the input buffer. */
static void take_input(struct agentx_session *s, int64_t now_us)
{
  while (s->fd >= 0 && s->in.n - s->in_used >= AGENTX_HEADER_BYTES) {
    const uint8_t *p = (const uint8_t *)s->in.p + s->in_used;
    struct agentx_header h;
    if (!agentx_read_header(p, &h)) {
      lose(s, AGENTX_EVENT_DOWN, "the master agent sent something that is not AgentX version 1", now_us);
      return;
    }
    if (s->in.n - s->in_used < AGENTX_HEADER_BYTES + h.payload_bytes) break;
    s->in_used += AGENTX_HEADER_BYTES + h.payload_bytes;
    take_pdu(s, &h, p + AGENTX_HEADER_BYTES, now_us);
  }
  if (s->in_used > 0) {
    memmove(s->in.p, s->in.p + s->in_used, s->in.n - s->in_used);
    s->in.n -= s->in_used;
    s->in_used = 0;
  }
}

static void receive(struct agentx_session *s, int64_t now_us)
{
  enum { CHUNK = 16384 };
  buf_reserve(&s->in, CHUNK);
  ssize_t n = recv(s->fd, s->in.p + s->in.n, CHUNK, MSG_DONTWAIT);
  if (n < 0) {
    if (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK) {
      lose(s, AGENTX_EVENT_DOWN, strerror(errno), now_us);
    }
    return;
  }
  if (n == 0) {
    lose(s, AGENTX_EVENT_DOWN, "the master agent closed the connection", now_us);
    return;
  }
  s->in.n += (size_t)n;
  s->heard_us = now_us;
  take_input(s, now_us);
}

void agentx_session_ready(struct agentx_session *s, short revents, int64_t now_us)
{
  if (s->fd < 0) return;
  if (s->state == CONNECTING) {
    if (revents & (POLLOUT | POLLERR | POLLHUP)) finish_connect(s, now_us);
    return;
  }
  if (revents & (POLLIN | POLLERR | POLLHUP)) receive(s, now_us);
  if (s->fd >= 0 && s->out.n > s->out_sent) flush(s, now_us);
}
