/* HTTP/1.0 and 1.1 on connections of libevent, with TLS or without: reads requests, calls their handler, sends the
 * answers. Independent of routes and rules.
 *
 * A request is shown to its owner twice: to `begin` when its head has arrived, so that forbidden requests are refused
 * before their body is read, and to `answer` when its body has arrived. Both answer at once, except that `answer` may
 * ask to be called again later. Complete requests wait in
 * a queue, first come, first served; between two of them other connections are handled. A connection has one request
 * in work at a time; requests sent ahead are not read yet. */
#ifndef FICELLE_SERVER_HTTP_HTTP_H
#define FICELLE_SERVER_HTTP_HTTP_H

#include <stdatomic.h>

#include "server/http/head.h"
#include "server/http/tls.h"
#include "server/http/request.h"

struct event_base;
struct http;

/* Counters; may be in memory that processes share. */
struct http_counts {
  _Atomic uint64_t connections;                            /* accepted */
  _Atomic uint64_t handshakes, resumed, handshakes_failed; /* failed: refused ones not included */
  _Atomic uint64_t refused;                                /* handshakes whose certificate is bad */
  _Atomic uint64_t over;                                   /* connections closed because there were too many */
  _Atomic uint64_t requests, malformed, timeouts, cut;     /* cut: the client left before its answer was sent */
  _Atomic uint64_t received, sent;                         /* bytes of bodies received; of answers sent, without TLS */
  _Atomic uint32_t open, waiting;                          /* now: connections; requests in the queue */
};

struct http_handler {
  /* Decides whether to accept the request. False: `a` is the answer. `*limit`: the maximum size of its body in bytes.
   * */
  bool (*begin)(void *ctx, struct request *r, struct answer *a, uint64_t *limit);
  void (*answer)(void *ctx, struct request *r, struct answer *a);
  /* The answer was sent, or could not be; `bytes` of its body were. When the head of a request was invalid, only its
   * address is known, and r->head is NULL. */
  void (*done)(void *ctx, const struct request *r, const struct answer *a, uint64_t bytes);
};

struct http_options {
  int64_t idle_ms;               /* a connection without a request is closed after this time */
  int64_t handshake_ms, head_ms; /* time limits of a handshake and of a request's head */
  int64_t stall_ms;              /* time limit without any progress of a body or an answer */
  uint64_t least_rate;           /* minimum average rate of a body in bytes per second, after stall_ms */
  bool gzip;                     /* text is compressed for clients that accept it */
  unsigned most_connections;     /* if exceeded, the connections idle longest are closed */
};

/* Borrows all arguments. */
struct http *http_new(struct event_base *base, const struct http_options *o, const struct http_handler *h, void *ctx,
                      struct http_counts *counts);
void http_free(struct http *h);
/* Takes over a connection, and closes `fd` at its end. `tls` NULL: without TLS. */
void http_take(struct http *h, int fd, str address, struct tls *tls);
/* Accepts no further request on a connection after the present one or, without one, after `linger_ms`; requests that
 * arrive until then are answered. The counts are 0 when all connections are closed. */
void http_drain(struct http *h, int64_t linger_ms);
unsigned http_connections(const struct http *h);

#endif
