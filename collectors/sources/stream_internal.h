/* Shared by stream.c and stream_tls.c. */
#ifndef COLLECTORS_SOURCES_STREAM_INTERNAL_H
#define COLLECTORS_SOURCES_STREAM_INTERNAL_H

#include "collectors/sources/stream.h"

struct tls;

struct stream {
  int fd;          /* non-blocking */
  struct tls *tls; /* NULL without TLS */
  char *where;
};

/* Waits until the descriptor is ready for POLLIN or POLLOUT; false, with the outcome, at the deadline. */
bool stream_wait(const struct stream *stream, short events, uint64_t deadline_us, struct source_outcome *outcome);

/* Performs the handshake on the stream's descriptor; false with the outcome. */
bool tls_open(struct stream *stream, const struct stream_options *options, uint64_t deadline_us,
              struct source_outcome *outcome);
/* Like send(2) and recv(2), but wait; -1 with the outcome. */
long tls_send(struct stream *stream, str bytes, uint64_t deadline_us, struct source_outcome *outcome);
long tls_receive(struct stream *stream, char *bytes, size_t size, uint64_t deadline_us, struct source_outcome *outcome);
void tls_close(struct tls *tls);

#endif
