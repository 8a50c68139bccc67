#include "collectors/sources/redis_list.h"

#define STATS_DEF "collectors/sources/redis.def"
#define STATS_LIST redis_list
#include "collectors/stats_list.h"
