/* HTTP/1.0 and 1.1 on connections of libevent, with TLS or without: reads requests, calls their handler, sends the
 * answers. Independent of routes and rules.
 *
 * A request is shown to its owner twice: `begin` when its head is there, so that what may not be asked is refused
 * before its body is read; `answer` when its body is there. Both answer at once. Requests that are there wait in a
 * queue: between two of them the connections are looked after, and the one that came first is answered first. One
 * request of a connection is worked on at a time; those sent ahead are not read. */
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
  _Atomic uint64_t over;                                   /* connections closed since there were too many */
  _Atomic uint64_t requests, malformed, timeouts, cut;     /* cut: the asker was gone before its answer was sent */
  _Atomic uint64_t received, sent;                         /* bytes of bodies received; of answers sent, without TLS */
  _Atomic uint32_t open, waiting;                          /* now: connections; requests that wait for their turn */
};

struct http_handler {
  /* Finds out whether the request is taken. False: `a` is the answer. `*limit` is the most bytes its body may have. */
  bool (*begin)(void *ctx, struct request *r, struct answer *a, uint64_t *limit);
  void (*answer)(void *ctx, struct request *r, struct answer *a);
  /* The answer is sent, or could not be: `bytes` of its body. Of a request whose head could not be read only the
   * address is known, and r->head is NULL. */
  void (*done)(void *ctx, const struct request *r, const struct answer *a, uint64_t bytes);
};

struct http_options {
  int64_t idle_ms;               /* a connection without a request is closed after so long */
  int64_t handshake_ms, head_ms; /* so long a handshake, and a request's head, may take */
  int64_t stall_ms;              /* so long nothing may move in a body or an answer */
  uint64_t least_rate;           /* bytes a second that a body must bring on average, after stall_ms */
  bool gzip;                     /* text is compressed for clients that accept it */
  unsigned most_connections;     /* beyond it those that are idle longest are closed */
};

/* All is borrowed. */
struct http *http_new(struct event_base *base, const struct http_options *o, const struct http_handler *h, void *ctx,
                      struct http_counts *counts);
void http_free(struct http *h);
/* Takes a connection: closes `fd` in the end. `tls` NULL: without TLS. */
void http_take(struct http *h, int fd, str address, struct tls *tls);
/* No further request of a connection after the present one, or after `linger_ms` without any: what comes until then is
 * answered. Counts are 0 when all are closed. */
void http_drain(struct http *h, int64_t linger_ms);
unsigned http_connections(const struct http *h);

#endif
