/* The tables of a separate list (see stats_names.h), for the one file that defines it. Before including it:
 *
 *   #define STATS_DEF "collectors/sources/redis.def"
 *   #define STATS_LIST redis_list
 *
 * It defines `const struct stats_list redis_list`. */
#include "collectors/stats_macros.h"
#include "collectors/stats_table.h"

static const struct stats_info stats_list_stats[] = {
#define STAT(group_, number_, name_, syntax_, min_, max_, units_, access_, initial_, from_, graph_, description_) \
  {.group = 0,                                                                                                    \
   .number = number_,                                                                                             \
   .name = #name_,                                                                                                \
   SYNTAX_##syntax_,                                                                                              \
   .min = min_,                                                                                                   \
   .max = max_,                                                                                                   \
   .units = units_,                                                                                               \
   .access = STATS_ACCESS_##access_,                                                                              \
   .initial = initial_,                                                                                           \
   .from = FROM_##from_,                                                                                          \
   .graph = graph_,                                                                                               \
   .description = description_},
#include STATS_DEF
};

static const struct stats_group_info stats_list_groups[] = {
#define STATS_GROUP(symbol_, number_, name_, segment_, rows_, description_) \
  {.symbol = #symbol_,                                                      \
   .number = number_,                                                       \
   .name = #name_,                                                          \
   .segment = STATS_SEGMENT_##segment_,                                     \
   ROWS_##rows_,                                                            \
   .description = description_,                                             \
   .first = 0,                                                              \
   .count = sizeof stats_list_stats / sizeof stats_list_stats[0]},
#include STATS_DEF
};
_Static_assert(sizeof stats_list_groups / sizeof stats_list_groups[0] == 1, "such a list has one group");

const struct stats_list STATS_LIST = {
  .groups = stats_list_groups,
  .stats = stats_list_stats,
  .group_count = 1,
  .stat_count = sizeof stats_list_stats / sizeof stats_list_stats[0],
};
#undef STATS_DEF
#undef STATS_LIST
