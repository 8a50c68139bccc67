/* The prefix distinguishes a path from an address; inet_pton(3) parses the address, without a resolver. */
#include "subagent/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdlib.h>

static bool unix_address(const char *path, struct master_address *a, struct buf *why)
{
  struct sockaddr_un *un = (struct sockaddr_un *)&a->sa;
  size_t n = strlen(path);
  if (n == 0 || n >= sizeof un->sun_path) {
    buf_printf(why, "the socket path must have 1 to %zu bytes", sizeof un->sun_path - 1);
    return false;
  }
  un->sun_family = AF_UNIX;
  memcpy(un->sun_path, path, n + 1);
  a->sa_bytes = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + n + 1);
  return true;
}

static bool port_number(const char *text, uint16_t *port)
{
  char *end;
  if (!ascii_is_digit(*text)) return false;
  unsigned long v = strtoul(text, &end, 10);
  if (*end != '\0' || v == 0 || v > 65535) return false;
  *port = (uint16_t)v;
  return true;
}

static bool tcp_address(const char *text, struct master_address *a, struct buf *why)
{
  const char *colon = strrchr(text, ':');
  char host[64];
  uint16_t port;
  if (colon == NULL || !port_number(colon + 1, &port)) {
    buf_z(why, "a TCP address must be ADDRESS:PORT with a port from 1 to 65535");
    return false;
  }
  size_t n = (size_t)(colon - text);
  if (n >= 2 && text[0] == '[' && text[n - 1] == ']') text++, n -= 2;
  if (n >= sizeof host) n = 0;
  memcpy(host, text, n);
  host[n] = '\0';
  if (strcmp(host, "localhost") == 0) strcpy(host, "127.0.0.1");
  struct sockaddr_in *in4 = (struct sockaddr_in *)&a->sa;
  struct sockaddr_in6 *in6 = (struct sockaddr_in6 *)&a->sa;
  if (inet_pton(AF_INET, host, &in4->sin_addr) == 1) {
    in4->sin_family = AF_INET;
    in4->sin_port = htons(port);
    a->sa_bytes = sizeof *in4;
    return true;
  }
  if (inet_pton(AF_INET6, host, &in6->sin6_addr) == 1) {
    in6->sin6_family = AF_INET6;
    in6->sin6_port = htons(port);
    a->sa_bytes = sizeof *in6;
    return true;
  }
  buf_z(why, "a TCP address must be numeric (IPv4, or IPv6 in brackets) or localhost");
  return false;
}

bool master_address_parse(const char *text, struct master_address *a, struct buf *why)
{
  memset(a, 0, sizeof *a);
  if (strncmp(text, "unix:", 5) == 0) return unix_address(text + 5, a, why);
  if (text[0] == '/') return unix_address(text, a, why);
  if (strncmp(text, "tcp:", 4) == 0) return tcp_address(text + 4, a, why);
  if (strncmp(text, "tcp6:", 5) == 0) return tcp_address(text + 5, a, why);
  if (strncmp(text, "udp:", 4) == 0) {
    buf_z(why, "AgentX needs a stream: give unix:PATH or tcp:ADDRESS:PORT");
    return false;
  }
  if (strchr(text, ':') == NULL) {
    buf_z(why, "expected unix:PATH, an absolute path or tcp:ADDRESS:PORT");
    return false;
  }
  return tcp_address(text, a, why);
}
