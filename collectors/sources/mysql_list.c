#include "collectors/sources/mysql_list.h"

#define STATS_DEF "collectors/sources/mysql.def"
#define STATS_LIST mysql_list
#include "collectors/stats_list.h"
