/* Starts resources before their turn (setting `parallel`). When the next resource waits for programs, other ready
 * resources, which are independent of it, start at the same time; consecutive packages are installed together. The
 * order that users see stays the same: log messages, events and report entries of a resource appear when its turn
 * comes. */
#ifndef FICELLE_AGENT_TRANSACTION_AHEAD_H
#define FICELLE_AGENT_TRANSACTION_AHEAD_H

#include "agent/transaction/order.h"
#include "agent/transaction/transaction.h"

/* Starts resources that can run together with the next one, and the next one itself if it waits for programs. */
void ahead_look(struct transaction *t, struct node *next);
/* For a node that was started early (n->early): waits until it ends. Returns its duration in seconds. */
double ahead_finish(struct transaction *t, struct node *n);

/* --- functions of the transaction that ahead.c calls --- */
/* Evaluates one node (skipping, changes, events), but does not generate resources. */
void transaction_evaluate(struct transaction *t, struct node *n);
/* Adds the failed resources among its dependencies to n->failed. */
void transaction_propagate_failure(struct transaction *t, struct node *n);
/* False: tags, a schedule or a failed prefetch keep it from being changed. Logs nothing. */
bool transaction_is_due(struct transaction *t, struct node *n);
/* Whether it has a working provider; prefetches the provider's resources first, if that was not done yet. */
bool transaction_prepare(struct transaction *t, struct node *n);
/* Evaluates the begin or end node of a container, and logs its lines for --evaltrace. */
void transaction_pass(struct transaction *t, struct node *n);

#endif
