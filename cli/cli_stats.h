/* Counts the compilations of a command: opens the statistics store of the settings, and returns an observer that writes
 * to it.
 *
 *   struct cli_stats stats;
 *   const struct observer *observer = cli_stats_begin(&stats, cli->settings);
 *   ... compile with `observer` ...
 *   cli_stats_end(&stats);
 *
 * If the store cannot be used, a warning is logged and nothing is counted, but the observer still measures. An empty
 * `statsfile` disables the store without a warning. */
#ifndef FICELLE_CLI_CLI_STATS_H
#define FICELLE_CLI_CLI_STATS_H

#include "base/settings.h"
#include "collectors/observe.h"
#include "collectors/server_stats.h"
#include "indirector/indirector.h"

struct cli_stats {
  struct stats_store *store; /* NULL: nothing is counted */
  struct observe *observe;
};

const struct observer *cli_stats_begin(struct cli_stats *stats, struct settings *settings);
/* Counts a catalog that could not be compiled and was taken from the cache. */
void cli_stats_from_cache(struct settings *settings, str node);
/* Ends only the observer; the store stays open for other records. */
void cli_stats_observed(struct cli_stats *stats);
void cli_stats_end(struct cli_stats *stats);

/* Counts what the indirector has sent to PuppetDB since the last call; false: nothing. */
bool cli_stats_sent(struct server_stats *s, struct indirector *in);
/* Sets the number of commands in the spool if the indirector has used PuppetDB. Lists the spool's directory. */
void cli_stats_spool(struct server_stats *s, struct indirector *in);
/* Both of them, at the end of a command that has sent something, in the store of the settings. */
void cli_stats_puppetdb(struct settings *settings, struct indirector *in);

#endif
