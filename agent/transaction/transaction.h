/* Brings the host into the state of a catalog: order, events, refreshes, skipping, as Puppet's transaction does. */
#ifndef FICELLE_AGENT_TRANSACTION_TRANSACTION_H
#define FICELLE_AGENT_TRANSACTION_TRANSACTION_H

#include <signal.h>

#include "agent/journal/journal.h"
#include "agent/report/report.h"
#include "agent/state/persistence.h"
#include "agent/state/state.h"

struct transaction {
  struct ral *ral;
  struct report *report;
  struct agent_state *state; /* when resources were last checked and changed */
  /* What properties were last set to, for corrective changes; NULL: not recorded. */
  struct persistence *store;
  struct journal *journal;              /* records what is changed; NULL: not recorded */
  const struct array *tags, *skip_tags; /* texts; never NULL */
  bool ignore_schedules, evaltrace;
  const volatile sig_atomic_t *stop; /* set to true by others: the run ends after the current resource */
  /* Below: private to the transaction. */
  struct order *order;
  struct ptrvec prefetched;        /* struct prefetch *: providers that were prefetched */
  struct ptrvec missing_providers; /* types without a suitable provider, by name */
  uint32_t evaluated;              /* how many nodes were evaluated */
  bool broken;                     /* the run ends at once, with ral->error */
  struct ptrmap notified;          /* failed resources that a log message has named already */
};

/* False with ral->error: nothing was applied, or not everything (a cycle); the report then has the status failed. */
bool transaction_run(struct transaction *t);

#endif
