/* SRV records: which hosts of a domain provide a service of Puppet's (RFC 2782). */
#include <arpa/nameser.h>
#include <assert.h>
#include <netinet/in.h>
#include <resolv.h>
#include <stdlib.h>
#include <sys/random.h>

#include "agent/session/session.h"
#include "base/library.h"
#include "base/log.h"

enum { MAX_ANSWER = 64 * 1024, MAX_RECORDS = 256 };

/* Functions that are not in the C library itself. They are loaded at the first answer, since few hosts have such
 * records. */
struct resolver_library {
  __typeof__(ns_initparse) *ns_initparse;
  __typeof__(ns_parserr) *ns_parserr;
};

static const struct resolver_library *resolver_library(void)
{
  static const char names[] = LIBRARY_NAME(ns_initparse) LIBRARY_NAME(ns_parserr);
  static struct resolver_library library;
  if (library.ns_parserr == NULL) library_load("libresolv.so.2", names, &library);
  return &library;
}

static unsigned two_bytes(const unsigned char *p) { return (unsigned)p[0] << 8 | p[1]; }

static bool read_record(struct arena *a, ns_msg *message, int at, struct srv_record *out)
{
  ns_rr rr;
  char name[NS_MAXDNAME];
  if (resolver_library()->ns_parserr(message, ns_s_an, at, &rr) != 0 || ns_rr_type(rr) != ns_t_srv ||
      ns_rr_rdlen(rr) < 7)
    return false;
  const unsigned char *data = ns_rr_rdata(rr);
  if (dn_expand(ns_msg_base(*message), ns_msg_end(*message), data + 6, name, sizeof name) < 0 || name[0] == '\0')
    return false;
  *out = (struct srv_record){.priority = two_bytes(data),
                             .weight = two_bytes(data + 2),
                             .port = two_bytes(data + 4),
                             .host = arena_str(a, str_of(name))};
  return true;
}

bool srv_read(struct arena *a, const unsigned char *answer, size_t n, struct srv_record **out, size_t *count)
{
  ns_msg message;
  *count = 0;
  if (n > MAX_ANSWER || resolver_library()->ns_initparse(answer, (int)n, &message) != 0) return false;
  const int all = ns_msg_count(message, ns_s_an) < MAX_RECORDS ? ns_msg_count(message, ns_s_an) : MAX_RECORDS;
  *out = arena_array(a, (size_t)all + 1, sizeof **out);
  for (int i = 0; i < all; i++) {
    if (read_record(a, &message, i, &(*out)[*count])) (*count)++;
  }
  return true;
}

static unsigned chance(unsigned below)
{
  unsigned n = 0;
  if (getrandom(&n, sizeof n, 0) != (ssize_t)sizeof n) return 0;
  return n % below;
}

static unsigned weight_of(const struct srv_record *r) { return r->weight == 0 ? 1 : r->weight * 10; }

static int by_priority(const void *x, const void *y)
{
  const struct srv_record *a = x, *b = y;
  return (a->priority > b->priority) - (a->priority < b->priority);
}

/* Moves one of the records from `at` on that have the same priority, chosen by weight, to `at`. */
static void choose(struct srv_record *r, size_t n, size_t at)
{
  assert(at < n);
  unsigned total = 0;
  size_t end = at;
  while (end < n && r[end].priority == r[at].priority) total += weight_of(&r[end++]);
  unsigned wanted = 1 + chance(total);
  size_t chosen = at;
  for (unsigned sum = weight_of(&r[at]); sum < wanted && chosen + 1 < end; sum += weight_of(&r[chosen])) chosen++;
  const struct srv_record taken = r[chosen];
  memmove(&r[at + 1], &r[at], (chosen - at) * sizeof *r);
  r[at] = taken;
}

size_t srv_find(struct arena *a, const char *domain, const char *service, struct srv_record **out)
{
  unsigned char *answer = arena_alloc(a, MAX_ANSWER);
  const bool plain = strcmp(service, "puppet") == 0;
  const char *name = arena_printf(a, "_x-puppet%s%s._tcp.%s", plain ? "" : "-", plain ? "" : service, domain).p;
  struct __res_state state = {0};
  size_t count = 0;
  *out = NULL;
  if (domain[0] == '\0') {
    log_debug(&log_agent, "Domain not known; skipping SRV lookup");
    return 0;
  }
  if (res_ninit(&state) != 0) return 0;
  const int n = res_nquery(&state, name, ns_c_in, ns_t_srv, answer, MAX_ANSWER);
  if (n > 0) srv_read(a, answer, (size_t)n, out, &count);
  res_nclose(&state);
  log_debug(&log_agent, "Found %zu SRV records for: %s", count, name);
  if (count == 0) return plain ? 0 : srv_find(a, domain, "puppet", out);
  qsort(*out, count, sizeof **out, by_priority);
  for (size_t i = 0; i < count; i++) choose(*out, count, i);
  return count;
}
