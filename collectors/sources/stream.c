/* Sockets are non-blocking; each operation polls until the caller's deadline. */
#include "collectors/sources/stream.h"

#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "collectors/sources/stream_internal.h"

bool stream_fail(const struct stream *stream, struct source_outcome *outcome, uint32_t state, const char *format, ...)
{
  va_list args;
  outcome->state = state;
  buf_clear(outcome->reason);
  buf_printf(outcome->reason, "%s: ", stream->where);
  va_start(args, format);
  buf_vprintf(outcome->reason, format, args);
  va_end(args);
  return false;
}

/* Translates an errno of connecting, sending or receiving to an outcome. */
static bool fail_with(const struct stream *stream, int reason, struct source_outcome *outcome)
{
  const uint32_t state = reason == ECONNREFUSED || reason == ECONNRESET || reason == EPIPE || reason == EACCES ||
                             reason == EPERM
                           ? STATS_SOURCESTATE_REFUSED
                         : reason == ETIMEDOUT ? STATS_SOURCESTATE_TIMEOUT
                                               : STATS_SOURCESTATE_MISSING;
  return stream_fail(stream, outcome, state, "%s", strerror(reason));
}

bool stream_wait(const struct stream *stream, short events, uint64_t deadline_us, struct source_outcome *outcome)
{
  for (;;) {
    const uint64_t now = clock_us(CLOCK_MONOTONIC);
    struct pollfd p = {.fd = stream->fd, .events = events};
    /* Rounded up, so that the deadline has passed when poll returns. */
    const int ready = now >= deadline_us ? 0 : poll(&p, 1, (int)((deadline_us - now + 999) / 1000));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return fail_with(stream, errno, outcome);
    if (now >= deadline_us) return stream_fail(stream, outcome, STATS_SOURCESTATE_TIMEOUT, "no answer in time");
  }
}

/* Connects to one address; false with the outcome. */
static bool connect_address(struct stream *stream, int family, const struct sockaddr *address, socklen_t length,
                            uint64_t deadline_us, struct source_outcome *outcome)
{
  int reason = 0;
  socklen_t size = sizeof reason;
  stream->fd = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (stream->fd < 0) return fail_with(stream, errno, outcome);
  if (connect(stream->fd, address, length) == 0) return true;
  if (errno == EINPROGRESS) {
    if (!stream_wait(stream, POLLOUT, deadline_us, outcome)) goto failed;
    if (getsockopt(stream->fd, SOL_SOCKET, SO_ERROR, &reason, &size) == 0 && reason == 0) return true;
  } else {
    reason = errno;
  }
  /* A unix socket whose server is gone refuses connections; one whose queue is full says EAGAIN. */
  if (reason == EAGAIN)
    stream_fail(stream, outcome, STATS_SOURCESTATE_TIMEOUT, "the server accepts no more connections");
  else fail_with(stream, reason, outcome);
failed:
  close(stream->fd);
  stream->fd = -1;
  return false;
}

static bool connect_socket(struct stream *stream, const char *path, uint64_t deadline_us,
                           struct source_outcome *outcome)
{
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) return fail_with(stream, ENAMETOOLONG, outcome);
  strcpy(address.sun_path, path);
  return connect_address(stream, AF_UNIX, (struct sockaddr *)&address, sizeof address, deadline_us, outcome);
}

/* Tries each address of the name; the outcome is that of the last one. */
static bool connect_host(struct stream *stream, const struct stream_options *o, uint64_t deadline_us,
                         struct source_outcome *outcome)
{
  char port[12];
  const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
  struct addrinfo *found = NULL;
  snprintf(port, sizeof port, "%u", o->port);
  const int reason = getaddrinfo(o->host, port, &hints, &found);
  if (reason != 0) {
    return stream_fail(stream, outcome, STATS_SOURCESTATE_MISSING, "%s",
                       reason == EAI_SYSTEM ? strerror(errno) : gai_strerror(reason));
  }
  bool good = false;
  for (const struct addrinfo *a = found; a != NULL && !good; a = a->ai_next)
    good = connect_address(stream, a->ai_family, a->ai_addr, a->ai_addrlen, deadline_us, outcome);
  freeaddrinfo(found);
  return good;
}

struct stream *stream_open(const struct stream_options *options, uint64_t deadline_us, struct source_outcome *outcome)
{
  struct stream *stream = xcalloc(1, sizeof *stream);
  struct buf where = BUF_HEAP;
  if (*options->socket != '\0') buf_z(&where, options->socket);
  else buf_printf(&where, "%s port %u", options->host, options->port);
  *stream = (struct stream){.fd = -1, .where = where.p};
  const bool connected = *options->socket != '\0' ? connect_socket(stream, options->socket, deadline_us, outcome)
                                                  : connect_host(stream, options, deadline_us, outcome);
  if (connected && (!options->tls || tls_open(stream, options, deadline_us, outcome))) return stream;
  stream_close(stream);
  return NULL;
}

void stream_close(struct stream *stream)
{
  if (stream == NULL) return;
  if (stream->tls != NULL) tls_close(stream->tls);
  if (stream->fd >= 0) close(stream->fd);
  free(stream->where);
  free(stream);
}

bool stream_send(struct stream *stream, str bytes, uint64_t deadline_us, struct source_outcome *outcome)
{
  while (bytes.n > 0) {
    long n;
    if (stream->tls != NULL) {
      if ((n = tls_send(stream, bytes, deadline_us, outcome)) < 0) return false;
    } else {
      n = send(stream->fd, bytes.p, bytes.n, MSG_NOSIGNAL);
      if (n < 0 && errno == EAGAIN) {
        if (!stream_wait(stream, POLLOUT, deadline_us, outcome)) return false;
        n = 0;
      } else if (n < 0) {
        if (errno != EINTR) return fail_with(stream, errno, outcome);
        n = 0;
      }
    }
    bytes = str_from(bytes, (size_t)n);
  }
  return true;
}

long stream_receive(struct stream *stream, char *bytes, size_t size, uint64_t deadline_us,
                    struct source_outcome *outcome)
{
  if (stream->tls != NULL) return tls_receive(stream, bytes, size, deadline_us, outcome);
  for (;;) {
    /* Checks the deadline first, so that a server that never stops sending is left, too. */
    if (!stream_wait(stream, POLLIN, deadline_us, outcome)) return -1;
    const long n = recv(stream->fd, bytes, size, 0);
    if (n >= 0) return n;
    if (errno == EAGAIN || errno == EINTR) continue;
    fail_with(stream, errno, outcome);
    return -1;
  }
}
