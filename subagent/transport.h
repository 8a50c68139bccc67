/* The stream to the master agent, as a transport domain of Net-SNMP's library.
 *
 * The library's own transports connect and send with blocking sockets: a master agent that hangs, with its listen
 * queue full, would stop the caller for as long as it pleases. Here nothing waits. A connection is made without
 * blocking and handed to the library when it stands; what the socket does not take is kept and sent later.
 *
 * There is one in a process, as there is one subagent in the library. */
#ifndef FICELLE_SUBAGENT_TRANSPORT_H
#define FICELLE_SUBAGENT_TRANSPORT_H

#include <stdint.h>

#include "subagent/address.h"

/* For NETSNMP_DS_AGENT_X_SOCKET: the domain's name and an unused address. */
#define TRANSPORT_TARGET "ficelle:master"

enum transport_event {
  TRANSPORT_NO_MASTER, /* an attempt to connect failed */
  TRANSPORT_OPENED,    /* the library has the connection now */
  TRANSPORT_CLOSED,    /* the library has let go of it */
};

/* Makes the domain known to the library. The callback gets the events; transport_reason tells more. */
void transport_set_up(void (*event)(void *ctx, enum transport_event event), void *ctx);
/* Where the next connection goes. */
void transport_set_address(const struct master_address *address);
/* Lets go of a connection that is not the library's yet. */
void transport_tear_down(void);

int transport_fd(void);          /* -1: none */
bool transport_wants_read(void); /* false while the master agent takes nothing of what it asked for */
bool transport_wants_write(void);
void transport_flush(void); /* call when the descriptor can be written */

/* When the last data came from the master agent (monotonic microseconds), or the connection was made. */
int64_t transport_heard_us(void);
/* From now on the library finds the connection ended, for this reason. */
void transport_break(const char *reason);
/* Why the last attempt failed or the last connection ended; "" when there is no reason known. */
const char *transport_reason(void);

#endif
