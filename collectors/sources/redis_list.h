/* REDIS_STAT_<name>: the objects of collectors/sources/redis.def. */
#ifndef COLLECTORS_SOURCES_REDIS_LIST_H
#define COLLECTORS_SOURCES_REDIS_LIST_H

#include "collectors/stats_table.h"

#define STATS_DEF "collectors/sources/redis.def"
#define STATS_PREFIX REDIS_
#include "collectors/stats_names.h"

extern const struct stats_list redis_list;
#define REDIS_ROOT "1.3.6.1.4.1.20267.400.1" /* where the agent redis-snmp publishes it */

#endif
