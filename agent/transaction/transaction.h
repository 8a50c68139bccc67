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
  struct agent_state *state;            /* when resources were checked and synced last */
  struct persistence *store;            /* what properties were set to before, for corrective changes; NULL: not kept */
  struct journal *journal;              /* what is changed goes in there; NULL: none is kept */
  const struct array *tags, *skip_tags; /* texts; never NULL */
  bool ignore_schedules, evaltrace;
  const volatile sig_atomic_t *stop; /* becomes true: ends after the current resource */
  /* Below: the transaction's own. */
  struct order *order;
  struct ptrvec prefetched;        /* struct prefetch *: providers that were asked */
  struct ptrvec missing_providers; /* types without a suitable provider, by name */
  uint32_t evaluated;              /* nodes so far */
  bool broken;                     /* it ends at once, with ral->error */
  struct ptrmap notified;          /* failed resources that were named in a log line already */
};

/* False: nothing was applied, or not all (a cycle), with ral->error; the report then says failed. */
bool transaction_run(struct transaction *t);

#endif
