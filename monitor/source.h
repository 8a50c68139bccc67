/* Where snapshots come from: the statistics store of this host, or an agent queried over SNMP. */
#ifndef FICELLE_MONITOR_SOURCE_H
#define FICELLE_MONITOR_SOURCE_H

#include "base/buf.h"
#include "monitor/snapshot.h"

enum source_look {
  SOURCE_LOOKED,    /* the snapshot is filled; ficStatsState may still report a missing store */
  SOURCE_NO_ANSWER, /* no answer in time */
  SOURCE_NO_AGENT,  /* an SNMP agent answered, but has no objects of ficelle */
  SOURCE_REFUSED,   /* it did not accept user or password */
  SOURCE_FAILED,    /* anything else */
};

struct monitor_source {
  /* Clears the snapshot and fills it with the requested objects. Any result but SOURCE_LOOKED sets a line in `why`;
   * then the snapshot is unchanged if there was no answer, and may be incomplete if the answers stopped. */
  enum source_look (*look)(struct monitor_source *source, struct snapshot *s, struct buf *why);
  /* One line with the error of the group's data source, as of the last look, or "": for STATS_SYSTEM why the state of
   * the store is not ok, for STATS_ALARM why the states of alarms are unknown. */
  const char *(*reason)(struct monitor_source *source, uint32_t group);
  /* Compilations that ended in each of the `n` steps of `step_us` before `now_us`, the oldest first, as far as the
   * store still has them. False: unknown. NULL: never known. */
  bool (*history)(struct monitor_source *source, uint64_t now_us, uint64_t step_us, uint32_t *count, size_t n);
  void (*free)(struct monitor_source *source);
};

/* Which host to query, and how. NULL in a text and 0 in a number: the default. */
struct monitor_target {
  const char *statsfile;
  const char *sources_dir; /* of ficelle-collector, for foreign sources */
  const char *alarms_file, *alarms_dir;
  uint32_t stale_s; /* the store is stale when nothing was recorded for this time; 0: never */
  /* Over SNMP, when there is a host. Version 3 when there is a user, else 2c. */
  const char *host; /* NAME, ADDRESS, [IPv6], each with or without :PORT, or any other form of Net-SNMP */
  const char *port;
  const char *version;      /* "1", "2c", "3" */
  const char *community;    /* default, without a user: that of Net-SNMP's snmp.conf */
  const char *user, *level; /* noAuthNoPriv, authNoPriv, authPriv */
  const char *auth_protocol, *auth_password, *priv_protocol, *priv_password;
  const char *context;
  const char *oid_root;
  uint32_t timeout_ms; /* of one request; default 1000 */
  int retries;         /* of one request; below 0: the default, 1 */
};

/* NULL, with a line in `why`, when an option is invalid. Borrows the target's texts. */
struct monitor_source *monitor_open(const struct monitor_target *target, struct buf *why);
struct monitor_source *monitor_open_store(const struct monitor_target *target);
struct monitor_source *monitor_open_snmp(const struct monitor_target *target, struct buf *why);

static inline void monitor_close(struct monitor_source *source)
{
  if (source != NULL) source->free(source);
}

#endif
