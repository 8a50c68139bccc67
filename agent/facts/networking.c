/* networking: names, interfaces, and the interface of the default route. */
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netpacket/packet.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "agent/facts/facts_internal.h"
#include "base/arena.h"
#include "base/hostname.h"

static bool all_zero(const unsigned char *p, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (p[i]) return false;
  return true;
}

static void put_mac(struct arena *a, struct fact *interface, const struct sockaddr_ll *ll)
{
  struct buf out = BUF_IN(a);
  if (ll->sll_halen < 6 || ll->sll_halen > sizeof ll->sll_addr || all_zero(ll->sll_addr, ll->sll_halen)) return;
  for (size_t i = 0; i < ll->sll_halen; i++) buf_printf(&out, "%s%02x", i > 0 ? ":" : "", ll->sll_addr[i]);
  fact_put_str(a, interface, "mac", buf_view(&out));
}

static const char *scope6(const struct in6_addr *ip)
{
  return IN6_IS_ADDR_LINKLOCAL(ip)   ? "link"
         : IN6_IS_ADDR_SITELOCAL(ip) ? "site"
         : IN6_IS_ADDR_LOOPBACK(ip)  ? "host"
                                     : "global";
}

/* Flags from /proc/net/if_inet6 for an address. */
static void put_flags(struct facts_host *h, struct fact *binding, const struct in6_addr *ip, const char *interface)
{
  static const char *const names[] = {"temporary",   "noad",       "optimistic", "dadfailed",
                                      "homeaddress", "deprecated", "tentative",  "permanent"};
  char hex[33];
  str text = h->if_inet6, line;
  for (int i = 0; i < 16; i++) snprintf(hex + 2 * i, 3, "%02x", ip->s6_addr[i]);
  if (text.p == NULL && !facts__read(h, "/proc/net/if_inet6", &text)) text = STR_EMPTY;
  h->if_inet6 = text;
  while (facts__next_line(&text, &line)) {
    str word[6];
    for (int i = 0; i < 6; i++) word[i] = facts__next_word(&line);
    unsigned flags = 0;
    if (!str_eqz(word[0], hex) || !str_eqz(word[5], interface) ||
        sscanf(arena_strz(h->arena, word[4]), "%x", &flags) != 1)
      continue;
    struct fact *list = fact_put(h->arena, binding, "flags", FACT_ARRAY);
    for (int bit = 0; bit < 8; bit++)
      if (flags & (1u << bit)) fact_put_strz(h->arena, list, NULL, names[bit]);
    return;
  }
}

/* Adds address, netmask and network; `size` is that of an address of the family. */
static struct fact *put_binding(struct arena *a, struct fact *interface, const char *key, int family, const void *ip,
                                const void *mask, size_t size)
{
  char text[INET6_ADDRSTRLEN];
  unsigned char network[16];
  struct fact *list = fact_entry(interface, str_of(key));
  if (!list) list = fact_put(a, interface, key, FACT_ARRAY);
  struct fact *binding = fact_put(a, list, NULL, FACT_HASH);
  for (size_t i = 0; i < size; i++) network[i] = ((const unsigned char *)ip)[i] & ((const unsigned char *)mask)[i];
  fact_put_strz(a, binding, "address", inet_ntop(family, ip, text, sizeof text));
  fact_put_strz(a, binding, "netmask", inet_ntop(family, mask, text, sizeof text));
  fact_put_strz(a, binding, "network", inet_ntop(family, network, text, sizeof text));
  return binding;
}

static void put_address(struct facts_host *h, struct fact *interface, const struct ifaddrs *ifa)
{
  if (!ifa->ifa_addr) return;
  if (ifa->ifa_addr->sa_family == AF_PACKET) {
    put_mac(h->arena, interface, (const struct sockaddr_ll *)(const void *)ifa->ifa_addr);
  } else if (ifa->ifa_addr->sa_family == AF_INET && ifa->ifa_netmask) {
    const struct sockaddr_in *ip = (const void *)ifa->ifa_addr, *mask = (const void *)ifa->ifa_netmask;
    put_binding(h->arena, interface, "bindings", AF_INET, &ip->sin_addr, &mask->sin_addr, 4);
  } else if (ifa->ifa_addr->sa_family == AF_INET6 && ifa->ifa_netmask) {
    const struct sockaddr_in6 *ip = (const void *)ifa->ifa_addr, *mask = (const void *)ifa->ifa_netmask;
    struct fact *b = put_binding(h->arena, interface, "bindings6", AF_INET6, &ip->sin6_addr, &mask->sin6_addr, 16);
    fact_put_strz(h->arena, b, "scope6", scope6(&ip->sin6_addr));
    put_flags(h, b, &ip->sin6_addr, ifa->ifa_name);
  }
}

/* Addresses that do not identify the host: loopback, link-local, unique local. */
static bool is_ignored(str address)
{
  char text[INET6_ADDRSTRLEN] = "";
  struct in_addr v4;
  struct in6_addr v6;
  if (address.n < sizeof text) memcpy(text, address.p, address.n);
  if (inet_pton(AF_INET, text, &v4) == 1) {
    uint32_t ip = ntohl(v4.s_addr);
    return ip >> 24 == 127 || ip >> 16 == 0xa9fe;
  }
  if (inet_pton(AF_INET6, text, &v6) == 1)
    return IN6_IS_ADDR_LOOPBACK(&v6) || IN6_IS_ADDR_LINKLOCAL(&v6) || (v6.s6_addr[0] & 0xfe) == 0xfc;
  return true;
}

static const struct fact *usable_binding(const struct fact *interface, const char *key, bool or_first)
{
  const struct fact *list = fact_entry(interface, str_of(key));
  for (const struct fact *b = list ? list->first : NULL; b; b = b->next)
    if (!is_ignored(fact_entry(b, STR("address"))->string)) return b;
  return list && or_first ? list->first : NULL;
}

/* Adds ip, netmask and network of an interface: those of its first usable address. */
static void put_main(struct arena *a, struct fact *interface, const char *key, const char *suffix)
{
  static const char *const names[][2] = {{"ip", "address"}, {"netmask", "netmask"}, {"network", "network"}};
  const struct fact *b = usable_binding(interface, key, true);
  if (!b) return;
  for (int i = 0; i < 3; i++)
    fact_put_str(a, interface, arena_printf(a, "%s%s", names[i][0], suffix).p,
                 fact_entry(b, str_of(names[i][1]))->string);
  const struct fact *scope = fact_entry(b, STR("scope6"));
  if (scope) fact_put_str(a, interface, "scope6", scope->string);
}

/* The interface of the default route, else the first one with a usable address. */
static str primary_interface(struct facts_host *h, const struct fact *interfaces)
{
  str text, line;
  if (facts__read(h, "/proc/net/route", &text)) {
    facts__next_line(&text, &line); /* skip the heading */
    while (facts__next_line(&text, &line)) {
      str word[8];
      for (int i = 0; i < 8; i++) word[i] = facts__next_word(&line);
      if (str_eqz(word[1], "00000000") && str_eqz(word[7], "00000000") && !str_eqz(word[0], "*")) return word[0];
    }
  }
  for (const struct fact *f = interfaces->first; f; f = f->next)
    if (usable_binding(f, "bindings", false) || usable_binding(f, "bindings6", false)) return f->key;
  return STR_EMPTY;
}

/* Any socket can be asked for it, in one system call; the file in /sys/class/net needs five. Labels of addresses
 * (eth0:1) are not interfaces, and have no such file. */
static void put_mtu(struct arena *a, int any_socket, struct fact *interface)
{
  struct ifreq request = {0};
  const str name = interface->key;
  if (name.n >= sizeof request.ifr_name || str_index(name, ':', 0) != SIZE_MAX) return;
  memcpy(request.ifr_name, name.p, name.n);
  if (ioctl(any_socket, SIOCGIFMTU, &request) == 0) fact_put_int(a, interface, "mtu", request.ifr_mtu);
}

static void put_interfaces(struct facts_host *h, struct fact *interfaces)
{
  struct ifaddrs *list;
  if (getifaddrs(&list) != 0) return;
  for (const struct ifaddrs *ifa = list; ifa; ifa = ifa->ifa_next) {
    struct fact *f = fact_entry(interfaces, str_of(ifa->ifa_name));
    if (!f) f = fact_put(h->arena, interfaces, ifa->ifa_name, FACT_HASH);
    put_address(h, f, ifa);
  }
  freeifaddrs(list);
  const int any_socket = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  for (struct fact *f = interfaces->first; f; f = f->next) {
    put_mtu(h->arena, any_socket, f);
    put_main(h->arena, f, "bindings", "");
    put_main(h->arena, f, "bindings6", "6");
  }
  if (any_socket >= 0) close(any_socket);
}

void facts__networking(struct facts_host *h)
{
  struct arena *a = h->arena;
  const struct host_names *names = host_names();
  struct fact *n = fact_put(a, h->facts, "networking", FACT_HASH);
  fact_put_strz(a, n, "hostname", names->host);
  if (names->domain[0]) fact_put_strz(a, n, "domain", names->domain);
  fact_put_strz(a, n, "fqdn", names->fqdn);
  struct fact *interfaces = fact_put(a, n, "interfaces", FACT_HASH);
  put_interfaces(h, interfaces);
  str primary = primary_interface(h, interfaces);
  const struct fact *f = fact_entry(interfaces, primary);
  if (primary.n > 0) fact_put_str(a, n, "primary", primary);
  for (f = f ? f->first : NULL; f; f = f->next) {
    const char *key = arena_strz(a, f->key);
    if (f->kind == FACT_STRING) fact_put_str(a, n, key, f->string);
    else if (f->kind == FACT_INTEGER) fact_put_int(a, n, key, f->integer);
  }
}
