#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/log.h"
#include "server/process/process.h"

enum { BACKLOG = 4096, FIRST_OF_SYSTEMD = 3 };

static void log_socket(int fd, bool tls)
{
  struct sockaddr_storage at;
  socklen_t size = sizeof at;
  char host[NI_MAXHOST], service[NI_MAXSERV];
  if (getsockname(fd, (struct sockaddr *)&at, &size) == 0 &&
      getnameinfo((struct sockaddr *)&at, size, host, sizeof host, service, sizeof service,
                  NI_NUMERICHOST | NI_NUMERICSERV) == 0)
    log_notice(&log_server, "the server listens at %s:%s with%s TLS", host, service, tls ? "" : "out");
}

static void add_socket(struct server *s, int fd, bool tls)
{
  log_socket(fd, tls);
  s->sockets[s->nsockets].fd = fd;
  s->sockets[s->nsockets].tls = tls;
  s->nsockets++;
}

static bool take_one(struct server *s, int fd, bool tls, struct buf *why)
{
  int listens = 0;
  socklen_t size = sizeof listens;
  if (getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) != 0 || !listens) {
    buf_printf(why, "LISTEN_FDS: descriptor %d is not a listening socket", fd);
    return false;
  }
  fcntl(fd, F_SETFD, FD_CLOEXEC);
  fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
  add_socket(s, fd, tls);
  return true;
}

/* Takes sockets from systemd, by the protocol of sd_listen_fds(3). */
static bool take_systemds(struct server *s, int n, struct buf *why)
{
  const char *names = getenv("LISTEN_FDNAMES");
  if (n > MOST_SOCKETS) n = MOST_SOCKETS;
  for (int i = 0; i < n; i++) {
    const size_t length = names == NULL ? 0 : strcspn(names, ":");
    const bool plain = length == 4 && memcmp(names, "http", 4) == 0;
    if (!take_one(s, FIRST_OF_SYSTEMD + i, !plain, why)) return false;
    if (names != NULL) names += length + (names[length] == ':');
  }
  unsetenv("LISTEN_PID");
  unsetenv("LISTEN_FDS");
  unsetenv("LISTEN_FDNAMES");
  return true;
}

static int open_socket(const struct addrinfo *a)
{
  const int on = 1;
  const int fd = socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (a->ai_family == AF_INET6) setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
  if (bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0) return fd;
  const int no = errno;
  close(fd);
  errno = no;
  return -1;
}

/* Listens at all addresses of a name or, without one, of all interfaces. The host may lack one address family. */
static bool listen_at(struct server *s, str host, int64_t port, bool tls, struct buf *why)
{
  char service[16];
  const struct addrinfo hints = {.ai_flags = AI_PASSIVE | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM};
  struct addrinfo *all;
  snprintf(service, sizeof service, "%d", (int)port);
  const int failed = getaddrinfo(host.n > 0 ? host.p : NULL, service, &hints, &all);
  if (failed != 0) {
    buf_printf(why, "cannot listen at %.*s: %s", STR_FMT(host), gai_strerror(failed));
    return false;
  }
  const unsigned before = s->nsockets;
  int no = 0;
  for (const struct addrinfo *a = all; a != NULL && s->nsockets < MOST_SOCKETS; a = a->ai_next) {
    const int fd = open_socket(a);
    if (fd >= 0) add_socket(s, fd, tls);
    else if (errno != EAFNOSUPPORT && errno != EADDRNOTAVAIL) no = errno;
  }
  freeaddrinfo(all);
  if (s->nsockets > before && no == 0) return true;
  buf_printf(why, "cannot listen at %s port %d: %s", host.n > 0 ? host.p : "*", (int)port,
             strerror(no != 0 ? no : EADDRNOTAVAIL));
  return false;
}

bool server_listen(struct server *s, struct buf *why)
{
  const struct server_config *c = s->config;
  const char *pid = getenv("LISTEN_PID"), *n = getenv("LISTEN_FDS");
  if (pid != NULL && n != NULL && atol(pid) == (long)getpid() && atoi(n) > 0) return take_systemds(s, atoi(n), why);
  /* Like puppetserver: with TLS unless only a port without TLS is configured; without any port, at masterport. */
  const bool tls = c->has_ssl_port || !c->has_port;
  const int64_t port = c->has_ssl_port ? c->ssl_port : settings_int(s->settings, SETTING_serverport);
  if (tls && !listen_at(s, c->ssl_host, port, true, why)) return false;
  return !c->has_port || listen_at(s, c->host, c->port, false, why);
}

void server_close_sockets(struct server *s)
{
  for (unsigned i = 0; i < s->nsockets; i++) close(s->sockets[i].fd);
  s->nsockets = 0;
}
