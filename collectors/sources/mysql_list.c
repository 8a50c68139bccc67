/* The objects of mysql.def as a list of their own (see stats_list.h, which is included last). */
#include "collectors/sources/mysql_list.h"

#define STATS_DEF "collectors/sources/mysql.def"
#define STATS_LIST mysql_list
#include "collectors/stats_list.h"
