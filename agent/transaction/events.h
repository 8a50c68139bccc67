/* Passes events to the resources that they refresh. */
#ifndef FICELLE_AGENT_TRANSACTION_EVENTS_H
#define FICELLE_AGENT_TRANSACTION_EVENTS_H

#include "agent/transaction/order.h"
#include "agent/transaction/transaction.h"

/* Queues the events of an evaluated node for all nodes that subscribe to it. */
void events_queue(struct transaction *t, struct node *from, struct ral_event *events);
/* Refreshes a node that has received events. */
void events_process(struct transaction *t, struct node *n);
/* Discards its events: it was skipped. */
void events_drop_all(struct transaction *t, struct node *n);

#endif
