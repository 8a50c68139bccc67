/* The names of this host. */
#ifndef FICELLE_BASE_HOSTNAME_H
#define FICELLE_BASE_HOSTNAME_H

#include <stddef.h>

struct host_names {
  char host[256];   /* up to the first dot */
  char domain[256]; /* "" if unknown */
  char fqdn[512];   /* host, or host.domain */
};

/* Finds the names like Facter: the system's name; its domain from the name itself, else from the resolver (the
 * canonical name), else from `domain` or `search` in /etc/resolv.conf. Calls the resolver once per process. */
const struct host_names *host_names(void);

/* Parts of this, for tests: splits `name`; finds the domain in the text of a resolv.conf. */
void host_names_split(const char *name, struct host_names *out);
void host_names_resolv_conf(const char *text, char *domain, size_t size);

#endif
