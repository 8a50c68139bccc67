/* A Redis server of version 2.2 to 7: publishes the numbers of INFO, in the MIB of the agent redis-snmp. */
#ifndef COLLECTORS_SOURCES_REDIS_H
#define COLLECTORS_SOURCES_REDIS_H

#include "collectors/sources/redis_list.h"
#include "collectors/sources/source.h"

extern const struct source_kind source_kind_redis;

#endif
