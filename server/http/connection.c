/* A connection: reads requests, sends answers, and limits the time of each step. */
#include <arpa/inet.h>
#include <event2/bufferevent_ssl.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "server/http/internal.h"

enum {
  INPUT_BYTES = 64 * 1024, /* limit of input that is read ahead */
  WRITE_BYTES = 256 * 1024,
  SMALL_BODY = 64 * 1024, /* up to this size, the body of a refused request is read, to keep the connection */
  LINGER_MS = 2000,
  CHUNK_LINE = 256
};

static void run(struct connection *c);

/* --- lists and timers --- */

static void list_add(struct connection_list *l, struct connection *c)
{
  c->list = l;
  c->before = l->last;
  c->after = NULL;
  if (l->last != NULL) l->last->after = c;
  else l->first = c;
  l->last = c;
}

static void list_remove(struct connection *c)
{
  struct connection_list *l = c->list;
  if (c->before != NULL) c->before->after = c->after;
  else l->first = c->after;
  if (c->after != NULL) c->after->before = c->before;
  else l->last = c->before;
}

static struct connection_list *list_of(struct http *h, enum connection_state state)
{
  return state == CONNECTION_IDLE ? &h->idle : state == CONNECTION_WAITING ? &h->waiting : &h->others;
}

static void note_waiting(struct http *h, int change)
{
  h->nwaiting += (unsigned)change;
  atomic_store_explicit(&h->counts->waiting, h->nwaiting, memory_order_relaxed);
}

/* `ms` < 0: the state has no time limit. */
static void enter(struct connection *c, enum connection_state state, int64_t ms)
{
  struct http *h = c->http;
  struct connection_list *list = list_of(h, state);
  const struct timeval tv = {ms / 1000, ms % 1000 * 1000};
  if (c->state == CONNECTION_WAITING) note_waiting(h, -1);
  if (state == CONNECTION_WAITING) note_waiting(h, 1);
  if (c->list != list || list == &h->idle) {
    list_remove(c);
    list_add(list, c);
  }
  c->state = state;
  c->moved = 0;
  if (ms < 0) evtimer_del(&c->timer);
  else evtimer_add(&c->timer, &tv);
}

/* Sets the context of a log line about a connection: the name in its certificate, else its address. Afterwards call
 * log_context_clear(). */
static void name_client(const struct connection *c)
{
  log_context_set("client", c->certname.n > 0 ? c->certname.p : c->address);
}

/* --- the end of a request, and of a connection --- */

static void tell_done(struct connection *c, uint64_t bytes)
{
  struct http *h = c->http;
  if (c->request == NULL) return;
  atomic_fetch_add_explicit(&h->counts->sent, bytes, memory_order_relaxed);
  h->handler->done(h->ctx, c->request, &c->answer, bytes);
}

static void end_pause(struct connection *c)
{
  if (c->pause == NULL) return;
  close(event_get_fd(c->pause));
  event_free(c->pause);
  c->pause = NULL;
}

static void end_request(struct connection *c)
{
  end_pause(c);
  if (c->answer.file > 0) close(c->answer.file);
  c->answer = (struct answer){0};
  if (c->request != NULL) free(c->request->bulk);
  if (c->request != NULL && c->request->pending > 0) close(c->request->pending);
  c->request = NULL;
  c->refused = false;
  buf_free(&c->body);
  c->body = BUF_HEAP;
  arena_free(c->arena);
  c->arena = NULL;
}

static void free_connection(struct connection *c)
{
  struct http *h = c->http;
  if (c->state == CONNECTION_SENDING) {
    atomic_fetch_add_explicit(&h->counts->cut, 1, memory_order_relaxed);
    tell_done(c, 0);
  }
  if (c->state == CONNECTION_WAITING) note_waiting(h, -1);
  list_remove(c);
  evtimer_del(&c->timer);
  bufferevent_free(c->stream);
  end_request(c);
  if (c->certname.n > 0) free((char *)c->certname.p);
  free(c);
  h->n--;
  atomic_store_explicit(&h->counts->open, h->n, memory_order_relaxed);
}

static void linger(struct connection *c)
{
  SSL *ssl = c->tls == NULL ? NULL : bufferevent_openssl_get_ssl(c->stream);
  if (ssl != NULL) SSL_shutdown(ssl);
  ERR_clear_error();
  shutdown(bufferevent_getfd(c->stream), SHUT_WR);
  enter(c, CONNECTION_LINGERING, LINGER_MS);
}

static int64_t idle_ms(const struct http *h)
{
  return h->draining && h->linger_ms < h->options->idle_ms ? h->linger_ms : h->options->idle_ms;
}

/* Called when the answer was sent. True: the connection stays open. */
static bool finish(struct connection *c)
{
  const bool last = c->close_after;
  tell_done(c, c->body_bytes);
  end_request(c);
  if (last) {
    linger(c);
    return false;
  }
  enter(c, CONNECTION_IDLE, idle_ms(c->http));
  return true;
}

/* --- answering --- */

static void send_now(struct connection *c)
{
  struct http *h = c->http;
  const struct head *head = c->request->head;
  if (head == NULL || !head->keep_alive || h->draining) c->close_after = true;
  enter(c, CONNECTION_SENDING, h->options->stall_ms);
  send_answer(c);
}

/* Invalid HTTP gets Jetty's answer for it, and the connection is closed. */
static void refuse(struct connection *c, struct head_error why)
{
  struct http *h = c->http;
  atomic_fetch_add_explicit(&h->counts->malformed, 1, memory_order_relaxed);
  if (c->arena == NULL) c->arena = arena_new();
  if (c->request == NULL) {
    c->request = ARENA_NEW(c->arena, struct request);
    c->request->arena = c->arena;
    c->request->peer.address = str_of(c->address);
  }
  const char *reason = why.reason != NULL ? why.reason : status_phrase(why.status);
  name_client(c);
  log_info(&log_server_http, "%s: request refused: %d %s", c->address, why.status, reason);
  log_context_clear();
  c->answer = (struct answer){.status = why.status, .content_type = "text/html;charset=iso-8859-1", .plain = true};
  c->answer.body = arena_printf(c->arena, "<h1>Bad Message %d</h1><pre>reason: %s</pre>", why.status, reason);
  c->close_after = true;
  send_now(c);
}

/* The whole request has arrived. */
static void wait_for_turn(struct connection *c)
{
  c->request->body = buf_view(&c->body);
  c->request->began = clock_time(CLOCK_MONOTONIC);
  if (c->refused) {
    send_now(c);
    return;
  }
  enter(c, CONNECTION_WAITING, -1);
  event_active(c->http->work, EV_TIMEOUT, 0);
}

static void on_continue(evutil_socket_t fd, short what, void *ctx)
{
  struct connection *c = ctx;
  (void)fd, (void)what;
  end_pause(c);
  enter(c, CONNECTION_WAITING, -1);
  event_active(c->http->work, EV_TIMEOUT, 0);
}

/* The route will be called again. */
static void pause_request(struct connection *c)
{
  const int64_t ms = c->answer.later_ms;
  const struct timeval most = {ms / 1000, ms % 1000 * 1000};
  c->pause = event_new(c->http->base, c->answer.later, EV_READ, on_continue, c);
  c->answer = (struct answer){0};
  enter(c, CONNECTION_PAUSED, -1);
  event_add(c->pause, ms > 0 ? &most : NULL);
}

/* Answers the next request that waits. One at a time, so that other events are handled in between. */
static void on_work(evutil_socket_t fd, short what, void *ctx)
{
  struct http *h = ctx;
  struct connection *c = h->waiting.first;
  (void)fd, (void)what;
  if (c == NULL) return;
  h->handler->answer(h->ctx, c->request, &c->answer);
  if (c->answer.later > 0) pause_request(c);
  else send_now(c);
  if (h->waiting.first != NULL) event_active(h->work, EV_TIMEOUT, 0);
}

/* --- heads --- */

/* Refuses a request before its body is read. A small body is read to keep the connection; any other closes it. */
static void refuse_unread(struct connection *c)
{
  const struct head *head = c->request->head;
  const bool small = head->has_length && head->length <= SMALL_BODY && !head->expects_continue;
  c->refused = true;
  c->limit = SMALL_BODY;
  if (small || (!head->chunked && head->length == 0)) return;
  c->request->began = clock_time(CLOCK_MONOTONIC);
  c->close_after = true;
  send_now(c);
}

/* A certificate that was good when the connection began may be revoked by now. */
static bool certificate_is_good(struct connection *c)
{
  if (c->tls == NULL) return true;
  tls_refresh(c->tls);
  if (c->tls_generation == tls_generation(c->tls)) return true;
  c->tls_generation = tls_generation(c->tls);
  name_client(c);
  const bool good = tls_verify_again(c->tls, bufferevent_openssl_get_ssl(c->stream));
  log_context_clear();
  return good;
}

static enum request_method method_of(str name)
{
  static const char *const names[] = {"GET", "HEAD", "POST", "PUT", "DELETE"};
  for (unsigned i = 0; i < 5; i++)
    if (str_eqz(name, names[i])) return 1u << i;
  return METHOD_OTHER;
}

static void begin_request(struct connection *c, str text)
{
  struct http *h = c->http;
  struct head *head = ARENA_NEW(c->arena, struct head);
  struct head_error why;
  if (!head_parse(c->arena, text, head, &why)) {
    refuse(c, why);
    return;
  }
  atomic_fetch_add_explicit(&h->counts->requests, 1, memory_order_relaxed);
  struct request *r = c->request = ARENA_NEW(c->arena, struct request);
  *r = (struct request){.arena = c->arena,
                        .head = head,
                        .method = method_of(head->method),
                        .method_name = head->method,
                        .target = head->target};
  peer_fill(c, r);
  c->body_began = clock_time(CLOCK_MONOTONIC);
  c->received = 0;
  c->body_left = head->has_length ? head->length : 0;
  c->chunk = CHUNK_SIZE;
  enter(c, CONNECTION_BODY, h->options->stall_ms);
  if (!h->handler->begin(h->ctx, r, &c->answer, &c->limit)) refuse_unread(c);
  if (c->state == CONNECTION_BODY && head->expects_continue && (head->chunked || head->length > 0) &&
      evbuffer_get_length(bufferevent_get_input(c->stream)) == 0)
    bufferevent_write(c->stream, "HTTP/1.1 100 Continue\r\n\r\n", 25);
}

/* Looks for a whole head in the input. True: there was progress, and more may be possible. */
static bool read_head(struct connection *c)
{
  struct evbuffer *in = bufferevent_get_input(c->stream);
  char *begin;
  /* Empty lines between requests are allowed. */
  while (evbuffer_copyout(in, &(char){0}, 1) == 1 && (begin = (char *)evbuffer_pullup(in, 1)) != NULL &&
         (*begin == '\r' || *begin == '\n'))
    evbuffer_drain(in, 1);
  const size_t there = evbuffer_get_length(in), n = there < HEAD_BYTES ? there : HEAD_BYTES;
  if (n == 0) return false;
  if (c->state == CONNECTION_IDLE) enter(c, CONNECTION_HEAD, c->http->options->head_ms);
  const str bytes = str_n((const char *)evbuffer_pullup(in, (ev_ssize_t)n), n);
  const size_t end = head_end(bytes);
  if (end == 0 && there < HEAD_BYTES) return false;
  if (end == 0) {
    refuse(c, head_too_long(bytes));
    return true;
  }
  if (!certificate_is_good(c)) {
    free_connection(c);
    return false;
  }
  c->arena = arena_new();
  const str text = arena_str(c->arena, str_sub(bytes, 0, end));
  evbuffer_drain(in, end);
  begin_request(c, text);
  return true;
}

/* --- bodies --- */

static void too_large(struct connection *c)
{
  if (!c->refused) {
    c->answer = (struct answer){0};
    answer_text(c->request, &c->answer, 413, "The body of the request is larger than %llu bytes.",
                (unsigned long long)c->limit);
  }
  c->close_after = true;
  c->request->began = clock_time(CLOCK_MONOTONIC);
  send_now(c);
}

/* Takes up to `most` bytes of the body. False: it is too long; the request is answered. */
static bool take_body(struct connection *c, uint64_t most)
{
  struct evbuffer *in = bufferevent_get_input(c->stream);
  size_t n = evbuffer_get_length(in);
  if (n > most) n = (size_t)most;
  c->received += n;
  c->moved += n;
  atomic_fetch_add_explicit(&c->http->counts->received, n, memory_order_relaxed);
  if (c->received > c->limit) {
    too_large(c);
    return false;
  }
  if (!c->refused) {
    buf_reserve(&c->body, n);
    evbuffer_copyout(in, c->body.p + c->body.n, n);
    c->body.n += n;
    c->body.p[c->body.n] = '\0';
  }
  evbuffer_drain(in, n);
  c->body_left -= n;
  return true;
}

static bool bad_chunk(struct connection *c)
{
  end_request(c);
  refuse(c, (struct head_error){400, "Bad chunk"});
  return true;
}

/* Reads a line of the framing of chunks, or of a trailer. 1: done; 0: incomplete; -1: too long. */
static int chunk_line(struct connection *c, char line[CHUNK_LINE])
{
  struct evbuffer *in = bufferevent_get_input(c->stream);
  size_t eol;
  const struct evbuffer_ptr at = evbuffer_search_eol(in, NULL, &eol, EVBUFFER_EOL_CRLF);
  if (at.pos < 0) return evbuffer_get_length(in) >= CHUNK_LINE ? -1 : 0;
  if (at.pos >= CHUNK_LINE) return -1;
  evbuffer_remove(in, line, (size_t)at.pos);
  line[at.pos] = '\0';
  evbuffer_drain(in, eol);
  return 1;
}

static bool chunk_size(const char *line, uint64_t *size)
{
  size_t i = 0;
  *size = 0;
  for (; i < 16 && strchr("0123456789abcdefABCDEF", line[i]) != NULL && line[i] != '\0'; i++)
    *size = *size * 16 + (uint64_t)(ascii_is_digit(line[i]) ? line[i] - '0' : ascii_lower(line[i]) - 'a' + 10);
  while (line[i] == ' ' || line[i] == '\t') i++;
  return i > 0 && (line[i] == '\0' || line[i] == ';') && *size < UINT64_C(1) << 60;
}

/* Takes one step in reading a chunked body. False: more input is needed. */
static bool read_chunked(struct connection *c)
{
  char line[CHUNK_LINE];
  if (c->chunk == CHUNK_DATA) {
    if (evbuffer_get_length(bufferevent_get_input(c->stream)) == 0) return false;
    if (take_body(c, c->body_left) && c->body_left == 0) c->chunk = CHUNK_END;
    return true;
  }
  const int there = chunk_line(c, line);
  if (there < 0) return bad_chunk(c);
  if (there == 0) return false;
  c->received += strlen(line) + 2; /* framing counts towards the limit, so that endless trailers end, too */
  if (c->received > c->limit) {
    too_large(c);
  } else if (c->chunk == CHUNK_TRAILER) {
    if (*line == '\0') wait_for_turn(c);
  } else if (c->chunk == CHUNK_END) {
    if (*line != '\0') return bad_chunk(c);
    c->chunk = CHUNK_SIZE;
  } else {
    if (!chunk_size(line, &c->body_left)) return bad_chunk(c);
    c->chunk = c->body_left == 0 ? CHUNK_TRAILER : CHUNK_DATA;
  }
  return true;
}

static bool read_body(struct connection *c)
{
  const struct head *head = c->request->head;
  if (head->chunked) return read_chunked(c);
  if (head->has_length && head->length > c->limit) {
    too_large(c);
    return true;
  }
  if (c->body_left > 0) {
    if (evbuffer_get_length(bufferevent_get_input(c->stream)) == 0) return false;
    if (!take_body(c, c->body_left)) return true;
  }
  if (c->body_left == 0) wait_for_turn(c);
  return true;
}

/* --- what libevent calls --- */

static void run(struct connection *c)
{
  for (bool more = true; more;) {
    switch (c->state) {
    case CONNECTION_IDLE:
    case CONNECTION_HEAD: more = read_head(c); break;
    case CONNECTION_BODY: more = read_body(c); break;
    case CONNECTION_LINGERING: evbuffer_drain(bufferevent_get_input(c->stream), SIZE_MAX); return;
    default: return;
    }
  }
}

static void on_read(struct bufferevent *stream, void *ctx)
{
  (void)stream;
  run(ctx);
}

/* Called when the output is empty. */
static void on_written(struct bufferevent *stream, void *ctx)
{
  struct connection *c = ctx;
  if (c->state != CONNECTION_SENDING) return;
  c->moved++;
  if (!send_more(c)) {
    name_client(c);
    log_warning(&log_server_http, "a file became shorter while it was sent; the connection is closed");
    log_context_clear();
    free_connection(c);
    return;
  }
  if (evbuffer_get_length(bufferevent_get_output(stream)) > 0) return;
  if (finish(c)) run(c);
}

static void note_handshake(struct connection *c)
{
  struct http_counts *counts = c->http->counts;
  SSL *ssl = bufferevent_openssl_get_ssl(c->stream);
  atomic_fetch_add_explicit(&counts->handshakes, 1, memory_order_relaxed);
  if (SSL_session_reused(ssl)) {
    atomic_fetch_add_explicit(&counts->resumed, 1, memory_order_relaxed);
    c->tls_generation = 0; /* the certificate was verified when the session began, which may be long ago */
  }
  enter(c, CONNECTION_IDLE, idle_ms(c->http));
}

/* Returns whether there is an alert for the client to read. */
static bool note_failed_handshake(struct connection *c)
{
  const unsigned long code = bufferevent_get_openssl_error(c->stream);
  const bool refused = ERR_GET_LIB(code) == ERR_LIB_SSL && ERR_GET_REASON(code) == SSL_R_CERTIFICATE_VERIFY_FAILED;
  atomic_fetch_add_explicit(refused ? &c->http->counts->refused : &c->http->counts->handshakes_failed, 1,
                            memory_order_relaxed);
  name_client(c);
  log_info(&log_server_tls, "%s: handshake failed: %s", c->address,
           code == 0 ? "the connection was closed" : ERR_reason_error_string(code));
  log_context_clear();
  return code != 0;
}

static void on_event(struct bufferevent *stream, short what, void *ctx);

/* With TLS 1.3 the client sends its request without waiting for the server to accept its certificate. If the server
 * closed the socket with the request unread, the client would see a reset connection in place of the alert. */
static bool linger_without_tls(struct connection *c)
{
  const int fd = fcntl(bufferevent_getfd(c->stream), F_DUPFD_CLOEXEC, 0);
  struct bufferevent *plain = fd < 0 ? NULL : bufferevent_socket_new(c->http->base, fd, BEV_OPT_CLOSE_ON_FREE);
  if (plain == NULL) {
    if (fd >= 0) close(fd);
    return false;
  }
  bufferevent_free(c->stream);
  c->stream = plain;
  c->tls = NULL;
  bufferevent_setcb(plain, on_read, NULL, on_event, c);
  bufferevent_enable(plain, EV_READ);
  linger(c);
  return true;
}

static void on_event(struct bufferevent *stream, short what, void *ctx)
{
  struct connection *c = ctx;
  (void)stream;
  if (what & BEV_EVENT_CONNECTED) {
    note_handshake(c);
    return;
  }
  const bool failed = c->state == CONNECTION_HANDSHAKE && c->tls != NULL;
  if (!failed || !note_failed_handshake(c) || !linger_without_tls(c)) free_connection(c);
}

/* Whether a body arrives, or an answer leaves, quickly enough. */
static bool moves(const struct connection *c)
{
  const struct http_options *o = c->http->options;
  if (c->moved == 0) return false;
  if (c->state != CONNECTION_BODY) return true;
  const uint64_t seconds = (uint64_t)(clock_time(CLOCK_MONOTONIC).tv_sec - c->body_began.tv_sec);
  return c->received >= seconds * o->least_rate;
}

static void on_timer(evutil_socket_t fd, short what, void *ctx)
{
  struct connection *c = ctx;
  (void)fd, (void)what;
  const bool works = c->state == CONNECTION_BODY || c->state == CONNECTION_SENDING;
  if (works && c->state == CONNECTION_SENDING) {
    /* libevent reports only an empty output, so measure how much was sent. */
    const size_t left = evbuffer_get_length(bufferevent_get_output(c->stream));
    if (left != c->body_left) c->moved++;
    c->body_left = left;
  }
  if (works && moves(c)) {
    enter(c, c->state, c->http->options->stall_ms);
    return;
  }
  if (c->state != CONNECTION_IDLE && c->state != CONNECTION_LINGERING)
    atomic_fetch_add_explicit(&c->http->counts->timeouts, 1, memory_order_relaxed);
  if (c->state == CONNECTION_HEAD || c->state == CONNECTION_BODY) {
    end_request(c);
    refuse(c, (struct head_error){408, NULL});
  } else if (c->state == CONNECTION_IDLE) {
    linger(c);
  } else {
    free_connection(c);
  }
}

/* --- beginning --- */

struct http *http_new(struct event_base *base, const struct http_options *o, const struct http_handler *handler,
                      void *ctx, struct http_counts *counts)
{
  struct http *h = xcalloc(1, sizeof *h);
  h->base = base;
  h->options = o;
  h->handler = handler;
  h->ctx = ctx;
  h->counts = counts;
  h->work = event_new(base, -1, EV_PERSIST, on_work, h);
  return h;
}

void http_free(struct http *h)
{
  if (h == NULL) return;
  while (h->idle.first != NULL) free_connection(h->idle.first);
  while (h->waiting.first != NULL) free_connection(h->waiting.first);
  while (h->others.first != NULL) free_connection(h->others.first);
  event_free(h->work);
  free(h);
}

static struct bufferevent *make_stream(struct http *h, int fd, struct tls *tls)
{
  if (tls == NULL) return bufferevent_socket_new(h->base, fd, BEV_OPT_CLOSE_ON_FREE);
  tls_refresh(tls);
  SSL *ssl = tls_accept(tls);
  if (ssl == NULL) return NULL;
  struct bufferevent *stream = bufferevent_openssl_socket_new(h->base, fd, ssl, BUFFEREVENT_SSL_ACCEPTING,
                                                              BEV_OPT_CLOSE_ON_FREE);
  if (stream == NULL) SSL_free(ssl);
  else bufferevent_openssl_set_allow_dirty_shutdown(stream, 1);
  return stream;
}

void http_take(struct http *h, int fd, str address, struct tls *tls)
{
  const int on = 1;
  if (h->n >= h->options->most_connections && h->idle.first != NULL) {
    atomic_fetch_add_explicit(&h->counts->over, 1, memory_order_relaxed);
    free_connection(h->idle.first);
  }
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  struct bufferevent *stream = make_stream(h, fd, tls);
  if (stream == NULL) {
    log_warning(&log_server_http, "no memory for a connection");
    close(fd);
    return;
  }
  struct connection *c = xcalloc(1, sizeof *c);
  *c = (struct connection){.http = h, .stream = stream, .tls = tls, .body = BUF_HEAP};
  if (tls != NULL) c->tls_generation = tls_generation(tls);
  snprintf(c->address, sizeof c->address, "%.*s", STR_FMT(address));
  evtimer_assign(&c->timer, h->base, on_timer, c);
  list_add(&h->others, c);
  h->n++;
  atomic_fetch_add_explicit(&h->counts->connections, 1, memory_order_relaxed);
  atomic_store_explicit(&h->counts->open, h->n, memory_order_relaxed);
  bufferevent_setcb(stream, on_read, on_written, on_event, c);
  bufferevent_setwatermark(stream, EV_READ, 0, INPUT_BYTES);
  bufferevent_set_max_single_write(stream, WRITE_BYTES);
  bufferevent_enable(stream, EV_READ | EV_WRITE);
  if (tls != NULL) enter(c, CONNECTION_HANDSHAKE, h->options->handshake_ms);
  else enter(c, CONNECTION_IDLE, idle_ms(h));
}

void http_drain(struct http *h, int64_t linger_ms)
{
  h->draining = true;
  h->linger_ms = linger_ms;
  const struct timeval tv = {idle_ms(h) / 1000, idle_ms(h) % 1000 * 1000};
  for (struct connection *c = h->idle.first; c != NULL; c = c->after) evtimer_add(&c->timer, &tv);
}

unsigned http_connections(const struct http *h) { return h->n; }
