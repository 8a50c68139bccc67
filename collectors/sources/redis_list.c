/* The objects of redis.def as a list of their own (see stats_list.h, which is included last). */
#include "collectors/sources/redis_list.h"

#define STATS_DEF "collectors/sources/redis.def"
#define STATS_LIST redis_list
#include "collectors/stats_list.h"
