/* How a command that compiles counts its compilations: opens the statistics store that the settings name and
 * hangs a collector on it.
 *
 *   struct cli_stats stats;
 *   const struct observer *observer = cli_stats_begin(&stats, cli->settings);
 *   ... compile with `observer` ...
 *   cli_stats_end(&stats);
 *
 * A store that cannot be used is a warning in the log, and nothing is counted; the observer then still
 * measures. An empty `statsfile` switches the store off without a word. */
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
/* Counts a catalog of the node that could not be made and was answered from the cache. */
void cli_stats_from_cache(struct settings *settings, str node);
/* Ends the observer alone; the store stays open for other records. */
void cli_stats_observed(struct cli_stats *stats);
void cli_stats_end(struct cli_stats *stats);

/* Counts what the indirector has sent to PuppetDB since the last call; false: there was nothing. */
bool cli_stats_sent(struct server_stats *s, struct indirector *in);
/* Sets what waits in the spool, once the indirector has used PuppetDB. Lists the spool's directory. */
void cli_stats_spool(struct server_stats *s, struct indirector *in);
/* Both of them for a command that ends, in the store of the settings, when it has sent anything. */
void cli_stats_puppetdb(struct settings *settings, struct indirector *in);

#endif
