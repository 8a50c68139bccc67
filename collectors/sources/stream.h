/* A connection to a server, over TCP, a unix socket or TLS, on which no operation waits longer than the caller allows.
 * Times are those of stream_now_us. An operation that fails sets the outcome: one of STATS_SOURCESTATE_*, and a line
 * that says where and why. Names are resolved by the system's resolver, which keeps to its own times. */
#ifndef COLLECTORS_SOURCES_STREAM_H
#define COLLECTORS_SOURCES_STREAM_H

#include "collectors/sources/source.h"

struct stream;

struct stream_options {
  const char *host; /* a name or an address; not looked at with a socket */
  uint32_t port;
  const char *socket; /* path of a unix socket, or "" */
  bool tls;
  /* PEM files, "" for none: whose certificates are believed (none: those of the system), what we show ourselves. */
  const char *ca_file, *cert_file, *key_file;
  bool verify; /* the server's certificate, and that it is for `host` */
};

/* Microseconds of the monotonic clock. */
uint64_t stream_now_us(void);

/* NULL, with the outcome, when the server is not reached before `deadline_us`. */
struct stream *stream_open(const struct stream_options *options, uint64_t deadline_us, struct source_outcome *outcome);
/* Sends all of it. */
bool stream_send(struct stream *stream, str bytes, uint64_t deadline_us, struct source_outcome *outcome);
/* Receives 1 to `size` bytes; 0 when the server has closed the connection; -1 for a failure. */
long stream_receive(struct stream *stream, char *bytes, size_t size, uint64_t deadline_us,
                    struct source_outcome *outcome);
void stream_close(struct stream *stream); /* NULL is allowed */

/* Sets the outcome, with the text "WHERE: ..."; false, for the caller to return. */
bool stream_fail(const struct stream *stream, struct source_outcome *outcome, uint32_t state, const char *format, ...)
  __attribute__((format(printf, 4, 5)));

#endif
