/* mysql.def: MYSQL_STAT_<name>, and the list. */
#ifndef COLLECTORS_SOURCES_MYSQL_LIST_H
#define COLLECTORS_SOURCES_MYSQL_LIST_H

#include "collectors/stats_table.h"

#define STATS_DEF "collectors/sources/mysql.def"
#define STATS_PREFIX MYSQL_
#include "collectors/stats_names.h"

extern const struct stats_list mysql_list;

#endif
