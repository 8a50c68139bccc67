/* The statistics as text for people, and as JSON. Both append to `out`. */
#ifndef FICELLE_CLI_STATS_TEXT_H
#define FICELLE_CLI_STATS_TEXT_H

#include "base/buf.h"
#include "collectors/stats_reader.h"

/* `rows`: at most so many rows of the node and type tables, the busiest first; 0 means all. */
void stats_text(const struct stats_reader *r, const char *path, size_t rows, struct buf *out);
/* Every object of collectors/stats.def by its name, groups as members; moments as ISO 8601 in UTC. */
void stats_json(const struct stats_reader *r, const char *path, bool pretty, struct buf *out);
const char *stats_state_name(unsigned state);

#endif
