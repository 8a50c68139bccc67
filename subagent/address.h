/* The address of the master agent: "unix:/path", "/path", "tcp:address:port", "tcp:[v6]:port", "address:port".
 * Addresses are numeric (or "localhost"): resolving names could block the daemon for as long as the
 * name server takes. */
#ifndef FICELLE_SUBAGENT_ADDRESS_H
#define FICELLE_SUBAGENT_ADDRESS_H

#include <sys/socket.h>
#include <sys/un.h>

#include "base/buf.h"

/* The default of Debian's snmpd. */
#define MASTER_DEFAULT_ADDRESS "unix:/var/agentx/master"

struct master_address {
  struct sockaddr_storage sa;
  socklen_t sa_bytes;
};

/* False with the reason, one line, in `why`. */
bool master_address_parse(const char *text, struct master_address *a, struct buf *why);

#endif
