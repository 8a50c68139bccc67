/* Work that begins before its turn (setting `parallel`). When the next resource waits for programs, those that are
 * ready too, and so independent of it, begin at the same time; packages that follow each other are installed at once.
 * Turns stay as they are: what a resource has logged, its events and its place in the report come when
 * its turn does. */
#ifndef FICELLE_AGENT_TRANSACTION_AHEAD_H
#define FICELLE_AGENT_TRANSACTION_AHEAD_H

#include "agent/transaction/order.h"
#include "agent/transaction/transaction.h"

/* Looks for what can begin together with the next resource, which begins too when it waits for programs. */
void ahead_look(struct transaction *t, struct node *next);
/* Of a node that was begun (n->early): waits for its end. Returns how many seconds it took. */
double ahead_finish(struct transaction *t, struct node *n);

/* --- the transaction's own, for ahead.c --- */
/* All about one node but what generates resources: skipping, changes, events. */
void transaction_evaluate(struct transaction *t, struct node *n);
/* Adds what has failed among those it depends on to n->failed. */
void transaction_propagate_failure(struct transaction *t, struct node *n);
/* Whether tags, a schedule or a failed prefetch keep it from being changed; it logs nothing. */
bool transaction_is_due(struct transaction *t, struct node *n);
/* Whether it has a provider that works; asks the provider about all its resources then, if it was not asked yet. */
bool transaction_prepare(struct transaction *t, struct node *n);
/* Evaluates the beginning or end of a container, with its lines of --evaltrace. */
void transaction_pass(struct transaction *t, struct node *n);

#endif
