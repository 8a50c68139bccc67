/* Requests of managers, as the library passes them: GET, GETNEXT and the phases of SET on one subtree.
 *
 * The library requests the objects of a registration one request at a time and takes care of GETBULK, of the end of
 * a range and of contexts. A SET goes through all objects of the request in each phase: RESERVE1 (check), RESERVE2
 * (prepare), ACTION (change), COMMIT (make it permanent); after a failure UNDO or FREE. */
#ifndef FICELLE_SUBAGENT_HANDLER_H
#define FICELLE_SUBAGENT_HANDLER_H

#include <net-snmp/net-snmp-config.h>
#include <net-snmp/net-snmp-includes.h>
#include <net-snmp/agent/net-snmp-agent-includes.h>

#include "subagent/objects.h"

struct handler {
  struct objects objects;
  uint64_t requests; /* answered */
};

/* Creates a registration of `root` in a context ("": the default one), without registering it. Borrows `h`. */
netsnmp_handler_registration *handler_registration(struct handler *h, const struct oid *root, const char *context);

/* The callback of the library; public for tests. */
int handler_answer(netsnmp_mib_handler *handler, netsnmp_handler_registration *registration,
                   netsnmp_agent_request_info *info, netsnmp_request_info *requests);

/* Sets the library's variable to the value. */
void handler_give_value(netsnmp_variable_list *var, const struct mib_value *v);

#endif
