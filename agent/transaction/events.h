/* Events on their way to those they refresh. */
#ifndef FICELLE_AGENT_TRANSACTION_EVENTS_H
#define FICELLE_AGENT_TRANSACTION_EVENTS_H

#include "agent/transaction/order.h"
#include "agent/transaction/transaction.h"

/* What an evaluated node did, to all that want to know. */
void events_queue(struct transaction *t, struct node *from, struct ral_event *events);
/* Refreshes a node that got events. */
void events_process(struct transaction *t, struct node *n);
/* Forgets what it got: it was skipped. */
void events_drop_all(struct transaction *t, struct node *n);

#endif
