/* A small state machine: none, connecting, connected, handed over to the library. The library calls lib_recv and
 * lib_send, which never wait; output that the socket does not take waits in `out`. */
#include "subagent/transport.h"

#include <errno.h>
#include <fcntl.h>
#include <net-snmp/net-snmp-config.h>
#include <net-snmp/net-snmp-includes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"

#define SECOND_US INT64_C(1000000)
static const int64_t connect_timeout_us = 2 * SECOND_US;
/* A master agent that takes nothing is asked for nothing more above the first mark; above the second, what should be
 * sent is refused. */
static const size_t output_high = 256 * 1024, output_full = 4 * 1024 * 1024;

enum state { NONE, CONNECTING, CONNECTED, HANDED_OVER };

static struct {
  struct master_address address;
  void (*event)(void *ctx, enum transport_event event);
  void *ctx;
  enum state state;
  int fd;
  int64_t since_us, heard_us; /* the attempt's begin */
  struct buf out;
  size_t out_sent;
  bool broken;
  char reason[128];
} t = {.fd = -1};

static void set_reason(const char *reason) { snprintf(t.reason, sizeof t.reason, "%s", reason); }

static void drop(void)
{
  if (t.fd >= 0) close(t.fd);
  t.fd = -1;
  t.state = NONE;
  t.out_sent = 0;
  t.broken = false;
  buf_free(&t.out);
  t.out = BUF_HEAP;
}

/* ---- connecting */

static void fail(const char *reason)
{
  drop();
  set_reason(reason);
  t.event(t.ctx, TRANSPORT_NO_MASTER);
}

static void start_connecting(void)
{
  const struct sockaddr *sa = (const struct sockaddr *)&t.address.sa;
  t.since_us = clock_us(CLOCK_MONOTONIC);
  t.fd = socket(sa->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (t.fd < 0) {
    fail(strerror(errno));
  } else if (connect(t.fd, sa, t.address.sa_bytes) == 0) {
    t.state = CONNECTED;
  } else if (errno == EINPROGRESS) {
    t.state = CONNECTING;
  } else {
    /* EAGAIN of a unix socket: the listen queue is full. */
    fail(errno == EAGAIN ? "it does not accept connections" : strerror(errno));
  }
}

static void look_at_connecting(void)
{
  struct pollfd p = {.fd = t.fd, .events = POLLOUT};
  int error = 0;
  socklen_t n = sizeof error;
  if (poll(&p, 1, 0) == 0) {
    if (clock_us(CLOCK_MONOTONIC) - t.since_us > connect_timeout_us) fail("the connection takes too long");
    return;
  }
  if (getsockopt(t.fd, SOL_SOCKET, SO_ERROR, &error, &n) < 0) error = errno;
  if (error != 0) fail(strerror(error));
  else t.state = CONNECTED;
}

/* ---- what the library calls */

static int lib_recv(netsnmp_transport *lib, void *bytes, int size, void **opaque, int *opaque_bytes)
{
  *opaque = NULL;
  *opaque_bytes = 0;
  if (t.broken) return 0;
  ssize_t n;
  do n = recv(lib->sock, bytes, (size_t)size, MSG_DONTWAIT);
  while (n < 0 && errno == EINTR);
  if (n > 0) {
    t.heard_us = clock_us(CLOCK_MONOTONIC);
  } else if (n == 0) {
    set_reason("the master agent closed the connection");
  } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
    lib->flags |= NETSNMP_TRANSPORT_FLAG_EMPTY_PKT; /* nothing came, and nothing is wrong */
    return 0;
  } else {
    set_reason(strerror(errno));
  }
  return (int)n;
}

void transport_flush(void)
{
  while (t.out_sent < t.out.n) {
    ssize_t n = send(t.fd, t.out.p + t.out_sent, t.out.n - t.out_sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    /* A closed connection is detected by reading: there may still be answers to read. */
    if (n < 0) break;
    t.out_sent += (size_t)n;
  }
  buf_clear(&t.out);
  t.out_sent = 0;
}

static int lib_send(netsnmp_transport *lib, const void *bytes, int size, void **opaque, int *opaque_bytes)
{
  (void)lib;
  (void)opaque;
  (void)opaque_bytes;
  if (t.broken || t.out.n - t.out_sent > output_full) return -1;
  if (t.out_sent > 0) {
    memmove(t.out.p, t.out.p + t.out_sent, t.out.n - t.out_sent);
    t.out.n -= t.out_sent;
    t.out_sent = 0;
  }
  buf_append(&t.out, bytes, (size_t)size);
  transport_flush();
  return size;
}

static int lib_close(netsnmp_transport *lib)
{
  if (lib->sock < 0) return -1;
  lib->sock = -1;
  drop();
  t.event(t.ctx, TRANSPORT_CLOSED);
  return 0;
}

static char *lib_format(netsnmp_transport *lib, const void *data, int length)
{
  (void)lib;
  (void)data;
  (void)length;
  return strdup("AgentX");
}

static const oid domain_name[] = {1, 3, 6, 1, 4, 1, 8072, 9999, 9999, 8140, 3};

/* A connection that stands is handed over; else one is begun, and the library tries again later. */
static netsnmp_transport *lib_create(netsnmp_tdomain_spec *spec)
{
  if ((spec->flags & NETSNMP_TSPEC_LOCAL) != 0 || t.state == HANDED_OVER) return NULL;
  if (t.state == NONE) start_connecting();
  else if (t.state == CONNECTING) look_at_connecting();
  if (t.state != CONNECTED) return NULL;
  netsnmp_transport *lib = calloc(1, sizeof *lib);
  if (lib == NULL) return NULL;
  lib->domain = domain_name;
  lib->domain_length = OID_LENGTH(domain_name);
  lib->sock = t.fd;
  lib->flags = NETSNMP_TRANSPORT_FLAG_STREAM;
  lib->msgMaxSize = SNMP_MAX_PACKET_LEN;
  lib->f_recv = lib_recv;
  lib->f_send = lib_send;
  lib->f_close = lib_close;
  lib->f_fmtaddr = lib_format;
  t.state = HANDED_OVER;
  t.heard_us = clock_us(CLOCK_MONOTONIC);
  set_reason("");
  t.event(t.ctx, TRANSPORT_OPENED);
  return lib;
}

/* ---- for the publisher */

void transport_set_up(void (*event)(void *ctx, enum transport_event event), void *ctx)
{
  static netsnmp_tdomain domain = {
    .name = domain_name, .name_length = OID_LENGTH(domain_name), .f_create_from_tspec = lib_create};
  domain.prefix = xcalloc(2, sizeof *domain.prefix); /* the library frees it at its end */
  domain.prefix[0] = "ficelle";
  t.event = event;
  t.ctx = ctx;
  netsnmp_tdomain_register(&domain);
}

void transport_set_address(const struct master_address *address)
{
  t.address = *address;
  if (t.state != HANDED_OVER) drop();
}

void transport_tear_down(void)
{
  if (t.state != HANDED_OVER) drop();
}

int transport_fd(void) { return t.state == HANDED_OVER ? t.fd : -1; }
bool transport_wants_read(void) { return t.out.n - t.out_sent < output_high; }
bool transport_wants_write(void) { return t.out.n > t.out_sent; }
int64_t transport_heard_us(void) { return t.heard_us; }
const char *transport_reason(void) { return t.reason; }

void transport_break(const char *reason)
{
  if (t.state != HANDED_OVER || t.broken) return;
  set_reason(reason);
  t.broken = true;
  shutdown(t.fd, SHUT_RDWR); /* so that the descriptor is ready to be read */
}
