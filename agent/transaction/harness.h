/* One resource: its present values compared with the wanted ones, and those that differ set. */
#ifndef FICELLE_AGENT_TRANSACTION_HARNESS_H
#define FICELLE_AGENT_TRANSACTION_HARNESS_H

#include "agent/transaction/transaction.h"

/* Fills the resource's status, logs its events. */
void harness_evaluate(struct transaction *t, struct ral_resource *r);
/* An event of a failure that belongs to no property. */
void harness_fail(struct transaction *t, struct ral_resource *r, str message);
/* Whether its schedule allows it now. False with ral->error if the schedule does not exist. */
bool harness_scheduled(struct transaction *t, struct ral_resource *r, bool *now);

/* --- resources that resources make (generate.c) --- */
struct node;
/* Those that types make before the run: purged resources, files to tidy. */
bool generate_before(struct transaction *t);
/* Their places in the order. */
void generate_link(struct transaction *t);
/* Those that a resource makes when its turn comes: files of a directory. */
void generate_below(struct transaction *t, struct node *maker, struct ral_list *made);

#endif
