/* What the authority did and has, for the statistics (group ficCa of collectors/stats.def). */
#ifndef FICELLE_SERVER_CA_COUNT_H
#define FICELLE_SERVER_CA_COUNT_H

#include "collectors/server_stats.h"
#include "server/ca/ca.h"

/* Moves ca->done into the counters, and into the store at once. Whether files changed: then the gauges are
 * to be set. */
bool ca_count(struct server_stats *s, struct ca *ca);
/* Sets the gauges, in the store at once. If the files cannot be read, they keep their values, and the
 * reason is logged. */
void ca_count_gauges(struct server_stats *s, struct ca *ca);

#endif
