/* The stream to the master agent, as a transport domain of Net-SNMP's library.
 *
 * The library's own transports connect and send with blocking sockets: a master agent that hangs with a full listen
 * queue would block the caller. Here nothing blocks. A connection is made without blocking and passed to the library
 * when it is established; data that the socket does not accept is kept and sent later.
 *
 * One per process, like the subagent in the library. */
#ifndef FICELLE_SUBAGENT_TRANSPORT_H
#define FICELLE_SUBAGENT_TRANSPORT_H

#include <stdint.h>

#include "subagent/address.h"

/* For NETSNMP_DS_AGENT_X_SOCKET: the domain's name and an unused address. */
#define TRANSPORT_TARGET "ficelle:master"

enum transport_event {
  TRANSPORT_NO_MASTER, /* an attempt to connect failed */
  TRANSPORT_OPENED,    /* the library now has the connection */
  TRANSPORT_CLOSED,    /* the library has closed it */
};

/* Registers the domain with the library. The callback receives the events; transport_reason has details. */
void transport_set_up(void (*event)(void *ctx, enum transport_event event), void *ctx);
/* Sets the address for the next connection. */
void transport_set_address(const struct master_address *address);
/* Closes a connection that was not passed to the library yet. */
void transport_tear_down(void);

int transport_fd(void);          /* -1: none */
bool transport_wants_read(void); /* false while the master agent does not read its answers */
bool transport_wants_write(void);
void transport_flush(void); /* call when the descriptor can be written */

/* When the last data came from the master agent (monotonic microseconds), or the connection was made. */
int64_t transport_heard_us(void);
/* Ends the connection for this reason; the library will find it closed. */
void transport_break(const char *reason);
/* Why the last attempt failed or the last connection ended; "" if unknown. */
const char *transport_reason(void);

#endif
