/* Counts the authority's actions and certificates for the statistics (group ficCa of collectors/stats.def). */
#ifndef FICELLE_SERVER_CA_COUNT_H
#define FICELLE_SERVER_CA_COUNT_H

#include "collectors/server_stats.h"
#include "server/ca/ca.h"

/* Moves ca->done into the counters and writes them to the store at once. Returns whether files changed, so that the
 * gauges must be set. */
bool ca_count(struct server_stats *s, struct ca *ca);
/* Sets the gauges and writes them to the store at once. If the files cannot be read, the gauges keep their values and
 * the reason is logged. */
void ca_count_gauges(struct server_stats *s, struct ca *ca);

#endif
