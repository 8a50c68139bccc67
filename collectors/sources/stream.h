/* A connection to a server, over TCP, a unix socket or TLS, on which no operation waits longer than the caller allows.
 * Times are those of clock_us(CLOCK_MONOTONIC). An operation that fails sets the outcome: one of STATS_SOURCESTATE_*,
 * and a line with place and reason. The system's resolver resolves names, with its own timeouts. */
#ifndef COLLECTORS_SOURCES_STREAM_H
#define COLLECTORS_SOURCES_STREAM_H

#include "collectors/sources/source.h"

struct stream;

struct stream_options {
  const char *host; /* a name or an address; ignored with a socket */
  uint32_t port;
  const char *socket; /* path of a unix socket, or "" */
  bool tls;
  /* PEM files, "" for none: trusted authorities (default: those of the system), client certificate and key. */
  const char *ca_file, *cert_file, *key_file;
  bool verify; /* check the server's certificate, and that it is for `host` */
};

/* Microseconds of the monotonic clock. */

/* NULL, with the outcome, when the server is not reached before `deadline_us`. */
struct stream *stream_open(const struct stream_options *options, uint64_t deadline_us, struct source_outcome *outcome);
/* Sends all bytes. */
bool stream_send(struct stream *stream, str bytes, uint64_t deadline_us, struct source_outcome *outcome);
/* Receives 1 to `size` bytes; 0 when the server has closed the connection; -1 for a failure. */
long stream_receive(struct stream *stream, char *bytes, size_t size, uint64_t deadline_us,
                    struct source_outcome *outcome);
void stream_close(struct stream *stream); /* NULL is allowed */

/* Sets the outcome, with the text "WHERE: ..."; false, for the caller to return. */
bool stream_fail(const struct stream *stream, struct source_outcome *outcome, uint32_t state, const char *format, ...)
  __attribute__((format(printf, 4, 5)));

#endif
