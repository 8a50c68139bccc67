#include "collectors/stats_table.h"

#include <string.h>

/* A numbering in which a group line takes no number itself: FIRST_<symbol> is the enum stats_id of the object
 * that follows it. */
enum {
#define STATS_GROUP(symbol, number, name, kind, index, description)                                          \
  FIRST_##symbol, BEFORE_##symbol = FIRST_##symbol - 1,
#define STAT(group, number, name, ...) AT_##name,
#include "collectors/stats.def"
#undef STATS_GROUP
#undef STAT
  AT_END
};
_Static_assert((int)AT_END == (int)STATS_IDS, "both numberings agree");

/* One byte for each object of a group, so that the size is the count. */
#define STATS_GROUP(symbol, number, name, kind, index, description) }; struct count_##symbol { char start[1];
#define STAT(group, number, name, ...) char name;
struct count_none {
  char start[1];
#include "collectors/stats.def"
};
#undef STATS_GROUP
#undef STAT

const struct stats_group_info stats_groups[STATS_GROUPS] = {
#define STATS_GROUP(symbol_, number_, name_, kind_, index_, description_) \
  [STATS_##symbol_] = {.symbol = #symbol_, .number = number_, .name = #name_, .kind = STATS_KIND_##kind_, \
                       .index = STATS_INDEX_##index_, .description = description_, \
                       .first = (enum stats_id)FIRST_##symbol_, .count = sizeof(struct count_##symbol_) - 1},
#define STAT(...)
#include "collectors/stats.def"
#undef STATS_GROUP
#undef STAT
};

const struct stats_info stats_table[STATS_IDS] = {
#define STATS_GROUP(...)
#define STAT(group_, number_, name_, syntax_, min_, max_, units_, graph_, source_, description_) \
  [STAT_##name_] = {.group = STATS_##group_, .number = number_, .name = #name_, .syntax = STATS_##syntax_, \
                    .min = min_, .max = max_, .units = units_, .graph = graph_, \
                    .source = STATS_SOURCE_##source_, .description = description_},
#include "collectors/stats.def"
#undef STATS_GROUP
#undef STAT
};

int stats_find(const char *name)
{
  for (size_t i = 0; i < STATS_IDS; i++) {
    if (strcmp(stats_table[i].name, name) == 0) {
      return (int)i;
    }
  }
  return -1;
}
