/* Evaluates one resource: compares its present values with the wanted ones, and sets those that differ. */
#ifndef FICELLE_AGENT_TRANSACTION_HARNESS_H
#define FICELLE_AGENT_TRANSACTION_HARNESS_H

#include "agent/transaction/transaction.h"

/* Fills the resource's status and logs its events. */
void harness_evaluate(struct transaction *t, struct ral_resource *r);
/* Adds a failure event that belongs to no property. */
void harness_fail(struct transaction *t, struct ral_resource *r, str message);
/* Whether its schedule allows it now. False with ral->error if the schedule does not exist. */
bool harness_scheduled(struct transaction *t, struct ral_resource *r, bool *now);

/* --- generated resources (generate.c) --- */
struct node;
/* Adds the resources that types generate before the run: purged resources, files to tidy. */
bool generate_before(struct transaction *t);
/* Adds them to the graph. */
void generate_link(struct transaction *t);
/* Adds the resources that a resource generates when its turn comes: files of a directory. */
void generate_below(struct transaction *t, struct node *maker, struct ral_list *made);

#endif
