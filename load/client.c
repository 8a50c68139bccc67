/* An agent: its connection, and the steps of its transactions. All work is done in callbacks of the event loop. */
#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent_ssl.h>
#include <event2/event.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/uuid.h"
#include "load/driver.h"
#include "load/reply.h"

struct client {
  struct load *l;
  unsigned number;
  struct load_node *node;  /* of the present transaction; NULL: none */
  struct bufferevent *bev; /* NULL: not connected */
  bool connected;          /* including the TLS handshake */
  struct event *wakes;     /* start of the next transaction, or time limit of the present one */
  bool done;               /* the client has finished */
  enum load_step step;
  size_t file; /* for METADATA and CONTENT */
  bool whole;  /* the transaction is the first run of its node */
  unsigned transactions;
  uint64_t began_us, step_us; /* of the transaction and of its step */
  struct reply reply;
  struct buf body, out;
  char uuid[UUID_SIZE], time[40];
};

static void begin_transaction(struct client *c);
static void next_step(struct client *c);

static struct timeval seconds(double s)
{
  if (s < 0) {
    s = 0;
  }
  return (struct timeval){(time_t)s, (suseconds_t)((s - (double)(time_t)s) * 1e6)};
}

static void wake_in(struct client *c, double s)
{
  const struct timeval t = seconds(s);
  event_add(c->wakes, &t);
}

/* --- the connection -------------------------------------------------------------------------------------- */

static void disconnect(struct client *c)
{
  if (c->bev != NULL) {
    SSL *ssl = bufferevent_openssl_get_ssl(c->bev);
    if (c->connected) {
      /* A session can be resumed only after a proper shutdown; do not wait for the server's. */
      SSL_set_shutdown(ssl, SSL_RECEIVED_SHUTDOWN);
      SSL_shutdown(ssl);
      ERR_clear_error();
    }
    bufferevent_free(c->bev);
  }
  c->bev = NULL;
  c->connected = false;
}

/* Keeps a session; in TLS 1.3 tickets arrive after the handshake. */
int client_new_session(SSL *ssl, SSL_SESSION *session)
{
  struct client *c = SSL_get_app_data(ssl);
  if (c == NULL || c->node == NULL || !c->l->o.resume) {
    return 0;
  }
  SSL_SESSION_free(c->node->session);
  c->node->session = session;
  return 1;
}

static void transaction_over(struct client *c, bool good);

static void fail(struct client *c, enum load_failure kind, str text)
{
  tally_fault(&c->l->tally, c->connected ? c->step : LOAD_CONNECT, kind,
              kind == LOAD_FAILED_STATUS ? c->reply.status : 0, text);
  disconnect(c);
  transaction_over(c, false);
}

static void read_some(struct bufferevent *bev, void *arg);
static void event_happened(struct bufferevent *bev, short what, void *arg);

static void connect_client(struct client *c)
{
  struct load *l = c->l;
  SSL *ssl = SSL_new(l->tls);
  if (ssl == NULL) {
    abort();
  }
  SSL_set_app_data(ssl, c);
  SSL_set_tlsext_host_name(ssl, l->o.server);
  if (l->o.authorities != NULL) {
    SSL_set1_host(ssl, l->o.server);
  }
  if (c->node->certificate != NULL) {
    SSL_use_certificate(ssl, c->node->certificate);
    SSL_use_PrivateKey(ssl, c->node->key);
  }
  if (l->o.resume && c->node->session != NULL) {
    SSL_set_session(ssl, c->node->session);
  }
  c->step_us = clock_us(CLOCK_MONOTONIC);
  c->bev = bufferevent_openssl_socket_new(l->base, -1, ssl, BUFFEREVENT_SSL_CONNECTING, BEV_OPT_CLOSE_ON_FREE);
  if (c->bev == NULL) {
    abort();
  }
  bufferevent_openssl_set_allow_dirty_shutdown(c->bev, 1);
  bufferevent_setcb(c->bev, read_some, NULL, event_happened, c);
  bufferevent_enable(c->bev, EV_READ | EV_WRITE);
  if (bufferevent_socket_connect(c->bev, (struct sockaddr *)&l->address, l->address_size) != 0) {
    fail(c, LOAD_FAILED_CONNECT, str_of(strerror(errno)));
  }
}

/* Whether TCP was connected: libevent reports a refused connection in the same way as a closed one. A connection that
 * was reset has no peer any more, and libevent may have consumed the error. */
static bool is_reached(const struct client *c, int system_error)
{
  struct sockaddr_storage peer;
  socklen_t size = sizeof peer;
  return system_error == 0 || system_error == ECONNRESET || system_error == EPIPE ||
         getpeername(bufferevent_getfd(c->bev), (struct sockaddr *)&peer, &size) == 0;
}

/* Reports why a connection failed or ended: OpenSSL's reason, that of the system, or none. */
static void connection_failed(struct client *c, short what)
{
  const unsigned long error = bufferevent_get_openssl_error(c->bev);
  const long verify = SSL_get_verify_result(bufferevent_openssl_get_ssl(c->bev));
  const int system_error = EVUTIL_SOCKET_ERROR();
  char text[256] = "";
  if (!c->connected && !is_reached(c, system_error)) {
    fail(c, LOAD_FAILED_CONNECT, str_of(strerror(system_error)));
  } else if (verify != X509_V_OK) {
    fail(c, LOAD_FAILED_TLS, str_of(X509_verify_cert_error_string(verify)));
  } else if (ERR_GET_LIB(error) != 0) {
    ERR_error_string_n(error, text, sizeof text);
    const char *reason = ERR_reason_error_string(error);
    fail(c, LOAD_FAILED_TLS, str_of(reason != NULL ? reason : text));
  } else if (c->connected) {
    fail(c, LOAD_FAILED_CLOSED,
         str_of(what & BEV_EVENT_EOF ? "the server closed the connection" : strerror(system_error)));
  } else {
    fail(c, LOAD_FAILED_TLS, STR("the server closed the connection"));
  }
}

static void connection_made(struct client *c)
{
  struct tally *t = &c->l->tally;
  const int one = 1;
  setsockopt(bufferevent_getfd(c->bev), IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  c->connected = true;
  t->handshakes++;
  t->resumed += SSL_session_reused(bufferevent_openssl_get_ssl(c->bev)) == 1;
  tally_step_done(t, LOAD_CONNECT, clock_us(CLOCK_MONOTONIC) - c->step_us, 0);
}

static void send_request(struct client *c)
{
  const struct load_wish wish = {.o = &c->l->o,
                                 .nodes = &c->l->nodes,
                                 .node = c->node,
                                 .step = c->step,
                                 .file = c->file,
                                 .uuid = c->uuid,
                                 .time = c->time};
  const bool learn = c->step == LOAD_CATALOG && c->l->o.runs && c->node->sources == NULL;
  buf_clear(&c->out);
  buf_clear(&c->body);
  load_request_write(&c->out, &wish);
  c->reply = (struct reply){.body = &c->body, .failures_only = !learn};
  c->step_us = clock_us(CLOCK_MONOTONIC);
  c->l->tally.sent += c->out.n;
  bufferevent_write(c->bev, c->out.p, c->out.n);
}

static void event_happened(struct bufferevent *bev, short what, void *arg)
{
  struct client *c = arg;
  (void)bev;
  if (what & BEV_EVENT_CONNECTED) {
    connection_made(c);
    send_request(c);
  } else if (c->node == NULL) {
    disconnect(c); /* between two transactions: the server has closed it */
  } else if (what & BEV_EVENT_EOF && reply_ended(&c->reply) == REPLY_DONE) {
    next_step(c);
  } else {
    connection_failed(c, what);
  }
}

/* --- steps ----------------------------------------------------------------------------------------------- */

static void begin_step(struct client *c)
{
  if (c->bev != NULL && c->connected) {
    send_request(c);
  } else {
    connect_client(c);
  }
}

/* Goes to the next step; false at the end. Catalogs alone are one step; an agent requests its node, and the contents
 * of files, only when it is new. */
static bool advance(struct client *c)
{
  const struct load_node *n = c->node;
  if (!c->l->o.runs) {
    return false;
  }
  const enum load_step before = c->step;
  if ((before == LOAD_METADATA || before == LOAD_CONTENT) && c->file + 1 < n->source_count) {
    c->file++;
    return true;
  }
  c->file = 0;
  switch (before) {
  case LOAD_NODE: c->step = LOAD_ROOT; break;
  case LOAD_ROOT: c->step = LOAD_PLUGINFACTS; break;
  case LOAD_PLUGINFACTS: c->step = LOAD_PLUGINS; break;
  case LOAD_PLUGINS: c->step = LOAD_CATALOG; break;
  case LOAD_CATALOG: c->step = n->source_count > 0 ? LOAD_METADATA : LOAD_REPORT; break;
  case LOAD_METADATA: c->step = c->whole ? LOAD_CONTENT : LOAD_REPORT; break;
  case LOAD_CONTENT: c->step = LOAD_REPORT; break;
  default: return false;
  }
  return true;
}

/* The answer is complete. */
static void next_step(struct client *c)
{
  struct tally *t = &c->l->tally;
  const struct reply *r = &c->reply;
  t->received += r->head_bytes + r->body_bytes;
  if (r->status >= 300) {
    struct buf plain = BUF_HEAP;
    const bool read = r->gzip && load_uncompress(buf_view(&c->body), &plain);
    fail(c, LOAD_FAILED_STATUS, buf_view(read ? &plain : &c->body));
    buf_free(&plain);
    return;
  }
  tally_step_done(t, c->step, clock_us(CLOCK_MONOTONIC) - c->step_us, r->body_bytes);
  if (c->step == LOAD_CATALOG) {
    spread_add(&t->size, r->body_bytes);
    if (!r->failures_only) {
      load_node_learn(&c->l->nodes, c->node, buf_view(&c->body), r->gzip);
    }
  }
  if (!r->reusable || c->l->o.reuse == LOAD_REUSE_NONE) {
    disconnect(c);
  }
  if (advance(c)) {
    begin_step(c);
  } else {
    transaction_over(c, true);
  }
}

static void read_some(struct bufferevent *bev, void *arg)
{
  struct client *c = arg;
  struct evbuffer *in = bufferevent_get_input(bev);
  enum reply_progress progress = REPLY_MORE;
  for (struct evbuffer_iovec v; progress == REPLY_MORE && evbuffer_peek(in, -1, NULL, &v, 1) > 0 && v.iov_len > 0;) {
    size_t used;
    if (c->node == NULL) {
      progress = REPLY_BAD; /* unexpected bytes */
      disconnect(c);
      return;
    }
    progress = reply_take(&c->reply, str_n(v.iov_base, v.iov_len), &used);
    evbuffer_drain(in, used);
  }
  if (progress == REPLY_BAD) {
    fail(c, LOAD_FAILED_REPLY, str_of(c->reply.why));
  } else if (progress == REPLY_DONE) {
    next_step(c);
  }
}

/* --- transactions ---------------------------------------------------------------------------------------- */

static void done(struct client *c)
{
  c->done = true;
  disconnect(c);
  event_del(c->wakes);
  driver_client_done(c->l);
}

/* Ends the transaction, then thinks or ends the client. */
static void transaction_over(struct client *c, bool good)
{
  struct load *l = c->l;
  const struct load_options *o = &l->o;
  tally_transaction(&l->tally, c->number, good, c->began_us, clock_us(CLOCK_MONOTONIC));
  c->node->ran |= good;
  if (o->reuse != LOAD_REUSE_CLIENT) {
    disconnect(c);
  }
  c->node = NULL;
  c->transactions++;
  if (l->stopping || (o->repeat > 0 && c->transactions >= o->repeat)) {
    done(c);
    return;
  }
  /* Not at once: if the server refuses, the next request must not start inside this callback, in an endless loop. */
  wake_in(c, o->think > 0 ? o->think * (0.5 + driver_random()) : 0);
}

static void write_moment(char out[40])
{
  const struct timespec now = clock_time(CLOCK_REALTIME);
  struct tm tm;
  gmtime_r(&now.tv_sec, &tm);
  const size_t n = strftime(out, 40, "%Y-%m-%dT%H:%M:%S", &tm);
  snprintf(out + n, 40 - n, ".%09ld+00:00", now.tv_nsec);
}

static void begin_transaction(struct client *c)
{
  struct load *l = c->l;
  unsigned char random[UUID_BYTES];
  for (size_t i = 0; i < sizeof random; i++) {
    random[i] = (unsigned char)(driver_random() * 256);
  }
  uuid_text(random, 4, c->uuid);
  write_moment(c->time);
  /* A persistent connection belongs to one node, because of its certificate. */
  const size_t turn = l->o.reuse == LOAD_REUSE_CLIENT ? c->number : l->next_node++;
  c->node = &l->nodes.nodes[turn % l->nodes.count];
  c->whole = l->o.first || !c->node->ran;
  c->step = !l->o.runs ? LOAD_CATALOG : c->whole ? LOAD_NODE : LOAD_ROOT;
  c->file = 0;
  c->began_us = clock_us(CLOCK_MONOTONIC);
  wake_in(c, l->o.timeout);
  begin_step(c);
}

static void wake(evutil_socket_t fd, short what, void *arg)
{
  struct client *c = arg;
  (void)fd;
  (void)what;
  if (c->node != NULL) {
    fail(c, LOAD_FAILED_TIMEOUT, STR("no complete answer within the time of --timeout"));
  } else if (c->l->stopping) {
    done(c);
  } else {
    begin_transaction(c);
  }
}

/* --- life ------------------------------------------------------------------------------------------------ */

struct client *client_new(struct load *l, unsigned number)
{
  struct client *c = calloc(1, sizeof *c);
  if (c == NULL || (c->wakes = evtimer_new(l->base, wake, c)) == NULL) {
    abort();
  }
  c->l = l;
  c->number = number;
  c->body = c->out = BUF_HEAP;
  return c;
}

void client_start(struct client *c, double delay) { wake_in(c, delay); }

void client_end(struct client *c)
{
  if (!c->done && c->node == NULL) {
    done(c);
  }
}

void client_free(struct client *c)
{
  c->node = NULL;
  disconnect(c);
  event_free(c->wakes);
  buf_free(&c->body);
  buf_free(&c->out);
  free(c);
}
