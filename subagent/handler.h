/* Requests of managers, as the library hands them over: GET, GETNEXT and the phases of SET on one subtree.
 *
 * The library asks for the objects of a registration one request at a time and takes care of GETBULK, of the end of
 * a range and of contexts. A SET goes through all objects of the request in each phase: RESERVE1 (check), RESERVE2
 * (get ready), ACTION (change), COMMIT (make it last); after a failure UNDO or FREE. */
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

/* A registration of `root` in a context ("": the default one), not yet made. `h` is borrowed. */
netsnmp_handler_registration *handler_registration(struct handler *h, const struct oid *root, const char *context);

/* What the library calls; for tests. */
int handler_answer(netsnmp_mib_handler *handler, netsnmp_handler_registration *registration,
                   netsnmp_agent_request_info *info, netsnmp_request_info *requests);

/* The value as the library's. */
void handler_give_value(netsnmp_variable_list *var, const struct mib_value *v);

#endif
