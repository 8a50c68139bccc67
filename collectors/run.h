/* The run collector: statistics of an agent run. */
#ifndef COLLECTORS_RUN_H
#define COLLECTORS_RUN_H

#include "collectors/stats.h"

enum { RUN_PHASES = STATS_RUNPHASE_REPORT + 1 };

/* Resources of one type in a run. */
struct run_type {
  str name;
  uint64_t changed, failed, time_us;
};

/* An agent run that ended, or was skipped (STATS_RUNRESULT_SKIPPED; then only result and time are used). Times are
 * microseconds. */
struct run_summary {
  str environment;           /* empty: no row */
  str node;                  /* empty: no row */
  str configuration_version; /* of the catalog applied; empty: unknown */
  uint32_t result;           /* STATS_RUNRESULT_ */
  bool noop;                 /* in no-operation mode */
  bool cached_catalog;       /* the catalog was that of an earlier run */
  uint64_t ended_us;         /* since 1970; 0: now */
  uint64_t wall_us;
  uint64_t resources, changed, failed, skipped, out_of_sync, restarted;
  uint64_t phase_us[RUN_PHASES];    /* by STATS_RUNPHASE_ */
  uint64_t phase_count[RUN_PHASES]; /* 0: not reached */
  const struct run_type *types;
  size_t type_count;
};

/* Counts the run, completely or not at all. False: not counted; the reason is logged. */
bool run_record(struct stats_store *store, const struct run_summary *run);

/* Whether the run or some of its resources failed. */
bool run_failed(const struct run_summary *run);
/* Adds a run of another host, from its report, to a record: everything that run_record counts, except the data of this
 * host's last run. The time is that of the record. */
void run_count_received(struct stats_record *r, const struct run_summary *run);

/* Records when the agent's certificate expires (microseconds since 1970); 0: no certificate. */
bool run_record_certificate(struct stats_store *store, uint64_t until_us);

/* Records whether runs are administratively disabled. */
bool run_record_disabled(struct stats_store *store, bool disabled);

#endif
