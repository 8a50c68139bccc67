/* Prints the statistics as text or as JSON. Both functions append to `out`. */
#ifndef FICELLE_CLI_STATS_TEXT_H
#define FICELLE_CLI_STATS_TEXT_H

#include "base/buf.h"
#include "collectors/stats_reader.h"

/* `rows`: limit for the rows of the node and type tables, the busiest first; 0: no limit. */
void stats_text(const struct stats_reader *r, const char *path, size_t rows, struct buf *out);
/* Every object of collectors/stats.def under its name; groups are members; times are ISO 8601 in UTC. */
void stats_json(const struct stats_reader *r, const char *path, bool pretty, struct buf *out);
const char *stats_state_name(unsigned state);

#endif
