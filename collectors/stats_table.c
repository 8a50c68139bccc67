#include "collectors/stats_table.h"

#include <ctype.h>
#include <string.h>

/* --- which lines belong to which ------------------------------------------------------------------------- */

/* Numberings in which the first line of a set takes no number itself: <x>_FIRST_<symbol> is the index of the line that
 * follows it. */
enum {
#define STATS_ENUM(symbol, ...) LABEL_FIRST_##symbol, LABEL_BEFORE_##symbol = LABEL_FIRST_##symbol - 1,
#define STATS_LABEL(enum_, symbol, ...) LABEL_##enum_##_##symbol,
#include "collectors/stats.def"
};
enum {
#define STATS_WINDOW(symbol, ...) SAMPLE_FIRST_##symbol, SAMPLE_BEFORE_##symbol = SAMPLE_FIRST_##symbol - 1,
#define STATS_SAMPLE(window, symbol, ...) SAMPLE_##window##_##symbol,
#include "collectors/stats.def"
};
enum {
#define STATS_GROUP(symbol, ...) STAT_FIRST_##symbol, STAT_BEFORE_##symbol = STAT_FIRST_##symbol - 1,
#define STAT(group, number, name, ...) AT_##name,
#include "collectors/stats.def"
  STAT_END
};
enum {
#define STATS_NOTIFICATION(symbol, ...) NOTIFIED_FIRST_##symbol, NOTIFIED_BEFORE_##symbol = NOTIFIED_FIRST_##symbol - 1,
#define STATS_NOTIFIED(notification, stat) NOTIFIED_##notification##_##stat,
#include "collectors/stats.def"
  NOTIFIED_END
};
_Static_assert((int)STAT_END == (int)STATS_IDS, "both numberings agree");

/* One byte for each line of a set, so that the size is the count, plus one. */
struct count_none {
  char start[1];
#define STATS_ENUM(symbol, ...) }; struct labels_of_##symbol { char start[1];
#define STATS_LABEL(enum_, symbol, ...) char of_##symbol;
#include "collectors/stats.def"
#define STATS_WINDOW(symbol, ...) }; struct samples_of_##symbol { char start[1];
#define STATS_SAMPLE(window, symbol, ...) char of_##symbol;
#include "collectors/stats.def"
#define STATS_GROUP(symbol, ...) }; struct stats_of_##symbol { char start[1];
#define STAT(group, number, name, ...) char name;
#include "collectors/stats.def"
#define STATS_NOTIFICATION(symbol, ...) }; struct notified_of_##symbol { char start[1];
#define STATS_NOTIFIED(notification, stat) char stat;
#include "collectors/stats.def"
};

/* --- the tables ------------------------------------------------------------------------------------------ */

static const struct stats_enum_info enums[] = {
#define STATS_ENUM(symbol_, convention_, description_) \
  [STATS_ENUM_##symbol_] = {.symbol = #symbol_, .convention = convention_, .description = description_, \
                            .first = LABEL_FIRST_##symbol_, .count = sizeof(struct labels_of_##symbol_) - 1},
#include "collectors/stats.def"
};

static const struct stats_label_info labels[] = {
#define STATS_LABEL(enum_, symbol_, number_, name_, description_) {number_, name_, description_},
#include "collectors/stats.def"
};

static const struct stats_window_info windows[] = {
#define STATS_WINDOW(symbol_, number_, seconds_, samples_, most_, description_) \
  [STATS_WINDOW_##symbol_] = {.symbol = #symbol_, .number = number_, .seconds = seconds_, .samples = samples_, \
                              .most = most_, .description = description_, .first = SAMPLE_FIRST_##symbol_, \
                              .count = sizeof(struct samples_of_##symbol_) - 1},
#include "collectors/stats.def"
};

#define OF_VALUE .of = STATS_SAMPLE_OF_VALUE
#define OF_ROW(group_) .of = STATS_SAMPLE_OF_ROW, .group = STATS_##group_
#define OF_EACH(enum_) .of = STATS_SAMPLE_OF_EACH, .enumeration = STATS_ENUM_##enum_
static const struct stats_sample_info samples[] = {
#define STATS_SAMPLE(window_, symbol_, number_, of_, description_) \
  {.symbol = #symbol_, .number = number_, OF_##of_, .description = description_},
#include "collectors/stats.def"
};

static const struct stats_histogram_info histograms[] = {
#define STATS_HISTOGRAM(symbol_, number_, name_, units_, description_) \
  {.symbol = #symbol_, .number = number_, .name = name_, .units = units_, .description = description_},
#include "collectors/stats.def"
};

#define ROWS_SCALARS .rows = STATS_ROWS_SCALARS
#define ROWS_NAMED(usual_, most_) .rows = STATS_ROWS_NAMED, .usual = usual_, .most = most_
#define ROWS_FIXED(enum_) .rows = STATS_ROWS_FIXED, .enumeration = STATS_ENUM_##enum_
#define ROWS_HISTOGRAMS .rows = STATS_ROWS_HISTOGRAMS
#define ROWS_CONFIGURED .rows = STATS_ROWS_CONFIGURED
const struct stats_group_info stats_groups[STATS_GROUPS] = {
#define STATS_GROUP(symbol_, number_, name_, rows_, description_) \
  [STATS_##symbol_] = {.symbol = #symbol_, .number = number_, .name = #name_, ROWS_##rows_, \
                       .description = description_, .first = STAT_FIRST_##symbol_, \
                       .count = sizeof(struct stats_of_##symbol_) - 1},
#include "collectors/stats.def"
};

#define SYNTAX_COUNTER64 .syntax = STATS_COUNTER64
#define SYNTAX_GAUGE32 .syntax = STATS_GAUGE32
#define SYNTAX_UNSIGNED32 .syntax = STATS_UNSIGNED32
#define SYNTAX_INTEGER32 .syntax = STATS_INTEGER32
#define SYNTAX_TIMETICKS .syntax = STATS_TIMETICKS
#define SYNTAX_TIMESTAMP .syntax = STATS_TIMESTAMP
#define SYNTAX_DATEANDTIME .syntax = STATS_DATEANDTIME
#define SYNTAX_STRING .syntax = STATS_STRING
#define SYNTAX_TRUTHVALUE .syntax = STATS_TRUTHVALUE
#define SYNTAX_RATIO .syntax = STATS_RATIO
#define SYNTAX_OID .syntax = STATS_OID
#define SYNTAX_ENUM(enum_) .syntax = STATS_ENUMERATED, .enumeration = STATS_ENUM_##enum_
#define FROM_STORE {.source = STATS_SOURCE_STORE}
#define FROM_INDEX {.source = STATS_SOURCE_INDEX}
#define FROM_LABEL {.source = STATS_SOURCE_LABEL}
#define FROM_AGE(stat_) {.source = STATS_SOURCE_AGE, .of = STAT_##stat_}
#define FROM_STAMP {.source = STATS_SOURCE_STAMP}
#define FROM_EVICTED(group_) {.source = STATS_SOURCE_EVICTED, .of = STATS_##group_}
#define FROM_WINDOW(window_, sample_, what_) \
  {.source = STATS_SOURCE_WINDOW, .of = STATS_WINDOW_##window_, .sample = STATS_SAMPLE_##window_##_##sample_, \
   .number = STATS_WHAT_##what_}
#define FROM_ROWS(group_) {.source = STATS_SOURCE_ROWS, .of = STATS_##group_}
#define FROM_COUNT(stat_, number_) {.source = STATS_SOURCE_COUNT, .of = STAT_##stat_, .number = number_}
#define FROM_COUNT_NAME(stat_) {.source = STATS_SOURCE_COUNT_NAME, .of = STAT_##stat_}
#define FROM_COUNT_OLDER(stat_, other_) {.source = STATS_SOURCE_COUNT_OLDER, .of = STAT_##stat_, .number = STAT_##other_}
#define FROM_BUCKET_BOUND {.source = STATS_SOURCE_BUCKET_BOUND}
#define FROM_BUCKET_COUNT {.source = STATS_SOURCE_BUCKET_COUNT}
#define FROM_READER(what_) {.source = STATS_SOURCE_READER, .number = STATS_FIGURE_##what_}
#define FROM_PUBLISHER {.source = STATS_SOURCE_PUBLISHER}
const struct stats_info stats_table[STATS_IDS] = {
#define STAT(group_, number_, name_, syntax_, min_, max_, units_, access_, initial_, from_, graph_, description_) \
  [STAT_##name_] = {.group = STATS_##group_, .number = number_, .name = #name_, SYNTAX_##syntax_, .min = min_, \
                    .max = max_, .units = units_, .access = STATS_ACCESS_##access_, .initial = initial_, \
                    .from = FROM_##from_, .graph = graph_, .description = description_},
#include "collectors/stats.def"
};

/* There may be none yet, and an array has at least one element. */
static const struct stats_notification_info notifications[STATS_NOTIFICATIONS + 1] = {
#define STATS_NOTIFICATION(symbol_, number_, name_, description_) \
  [STATS_NOTIFICATION_##symbol_] = {.symbol = #symbol_, .number = number_, .name = #name_, \
                                    .description = description_, .first = NOTIFIED_FIRST_##symbol_, \
                                    .count = sizeof(struct notified_of_##symbol_) - 1},
#include "collectors/stats.def"
};
static const uint32_t notified[NOTIFIED_END + 1] = {
#define STATS_NOTIFIED(notification_, stat_) STAT_##stat_,
#include "collectors/stats.def"
};

const struct stats_list stats_list = {
  .enums = enums,
  .labels = labels,
  .windows = windows,
  .samples = samples,
  .histograms = histograms,
  .groups = stats_groups,
  .stats = stats_table,
  .notifications = notifications,
  .notified = notified,
  .enum_count = STATS_ENUMS,
  .window_count = STATS_WINDOWS,
  .histogram_count = STATS_HISTOGRAMS,
  .group_count = STATS_GROUPS,
  .stat_count = STATS_IDS,
  .notification_count = STATS_NOTIFICATIONS,
};

/* --- looking up ------------------------------------------------------------------------------------------ */

int stats_find(const char *name)
{
  for (size_t i = 0; i < STATS_IDS; i++) {
    if (strcmp(stats_table[i].name, name) == 0) {
      return (int)i;
    }
  }
  return -1;
}

const struct stats_label_info *stats_label(const struct stats_list *list, size_t enumeration, uint64_t number)
{
  const struct stats_enum_info *e = &list->enums[enumeration];
  for (size_t i = e->first; i < e->first + e->count; i++) {
    if (list->labels[i].number == number) {
      return &list->labels[i];
    }
  }
  return NULL;
}

const char *stats_label_name(enum stats_enum enumeration, uint64_t number)
{
  const struct stats_label_info *label = stats_label(&stats_list, enumeration, number);
  return label == NULL ? "" : label->name;
}

void stats_mib_label(const char *name, char out[33])
{
  size_t n = 0;
  for (bool capital = false; *name != '\0' && n < 32; name++) {
    if (*name == '_' || *name == ' ') {
      capital = n > 0;
    } else {
      out[n++] = (char)(capital ? toupper((unsigned char)*name) : *name);
      capital = false;
    }
  }
  out[n] = '\0';
}
