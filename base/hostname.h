/* The names of this host. */
#ifndef FICELLE_BASE_HOSTNAME_H
#define FICELLE_BASE_HOSTNAME_H

#include <stddef.h>

struct host_names {
  char host[256];   /* up to the first dot */
  char domain[256]; /* "" when it is unknown */
  char fqdn[512];   /* host, or host.domain */
};

/* Finds them as Facter does: the system's name; its domain from the name itself, else from the resolver (the
 * canonical name of the host name), else from `domain` or `search` in /etc/resolv.conf. Asks the resolver
 * once a process. */
const struct host_names *host_names(void);

/* The parts, for tests: splits `name`; takes the domain out of a resolv.conf text. */
void host_names_split(const char *name, struct host_names *out);
void host_names_resolv_conf(const char *text, char *domain, size_t size);

#endif
