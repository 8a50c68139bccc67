/* stats.def is included many times with other macros, once for each table. The enumerations below give each group,
 * window and enumeration the index of its first line, which the tables then refer to. */
#include "collectors/stats_table.h"

#include <ctype.h>
#include <string.h>

#include "collectors/stats_macros.h"

/* --- grouping of lines ------------------------------------------------------------------------- */

/* Numberings in which the first line of a set has no number itself: <x>_FIRST_<symbol> is the index of the line that
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
#define STATS_ENUM(symbol, ...) \
  }                             \
  ;                             \
  struct labels_of_##symbol {   \
    char start[1];
#define STATS_LABEL(enum_, symbol, ...) char of_##symbol;
#include "collectors/stats.def"
#define STATS_WINDOW(symbol, ...) \
  }                               \
  ;                               \
  struct samples_of_##symbol {    \
    char start[1];
#define STATS_SAMPLE(window, symbol, ...) char of_##symbol;
#include "collectors/stats.def"
#define STATS_GROUP(symbol, ...) \
  }                              \
  ;                              \
  struct stats_of_##symbol {     \
    char start[1];
#define STAT(group, number, name, ...) char name;
#include "collectors/stats.def"
#define STATS_NOTIFICATION(symbol, ...) \
  }                                     \
  ;                                     \
  struct notified_of_##symbol {         \
    char start[1];
#define STATS_NOTIFIED(notification, stat) char stat;
#include "collectors/stats.def"
};

/* --- the tables ------------------------------------------------------------------------------------------ */

static const struct stats_enum_info enums[] = {
#define STATS_ENUM(symbol_, convention_, description_)      \
  [STATS_ENUM_##symbol_] = {.symbol = #symbol_,             \
                            .convention = convention_,      \
                            .description = description_,    \
                            .first = LABEL_FIRST_##symbol_, \
                            .count = sizeof(struct labels_of_##symbol_) - 1},
#include "collectors/stats.def"
};

static const struct stats_label_info labels[] = {
#define STATS_LABEL(enum_, symbol_, number_, name_, description_) {number_, name_, description_},
#include "collectors/stats.def"
};

static const struct stats_window_info windows[] = {
#define STATS_WINDOW(symbol_, number_, seconds_, samples_, most_, description_) \
  [STATS_WINDOW_##symbol_] = {.symbol = #symbol_,                               \
                              .number = number_,                                \
                              .seconds = seconds_,                              \
                              .samples = samples_,                              \
                              .most = most_,                                    \
                              .description = description_,                      \
                              .first = SAMPLE_FIRST_##symbol_,                  \
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

const struct stats_group_info stats_groups[STATS_GROUPS] = {
#define STATS_GROUP(symbol_, number_, name_, segment_, rows_, description_) \
  [STATS_##symbol_] = {.symbol = #symbol_,                                  \
                       .number = number_,                                   \
                       .name = #name_,                                      \
                       .segment = STATS_SEGMENT_##segment_,                 \
                       ROWS_##rows_,                                        \
                       .description = description_,                         \
                       .first = STAT_FIRST_##symbol_,                       \
                       .count = sizeof(struct stats_of_##symbol_) - 1},
#include "collectors/stats.def"
};

const struct stats_info stats_table[STATS_IDS] = {
#define STAT(group_, number_, name_, syntax_, min_, max_, units_, access_, initial_, from_, graph_, description_) \
  [STAT_##name_] = {.group = STATS_##group_,                                                                      \
                    .number = number_,                                                                            \
                    .name = #name_,                                                                               \
                    SYNTAX_##syntax_,                                                                             \
                    .min = min_,                                                                                  \
                    .max = max_,                                                                                  \
                    .units = units_,                                                                              \
                    .access = STATS_ACCESS_##access_,                                                             \
                    .initial = initial_,                                                                          \
                    .from = FROM_##from_,                                                                         \
                    .graph = graph_,                                                                              \
                    .description = description_},
#include "collectors/stats.def"
};

/* The list may be empty, but an array needs at least one element. */
static const struct stats_notification_info notifications[STATS_NOTIFICATIONS + 1] = {
#define STATS_NOTIFICATION(symbol_, number_, name_, description_)      \
  [STATS_NOTIFICATION_##symbol_] = {.symbol = #symbol_,                \
                                    .number = number_,                 \
                                    .name = #name_,                    \
                                    .description = description_,       \
                                    .first = NOTIFIED_FIRST_##symbol_, \
                                    .count = sizeof(struct notified_of_##symbol_) - 1},
#include "collectors/stats.def"
};
static const uint32_t notified[NOTIFIED_END + 1] = {
#define STATS_NOTIFIED(notification_, stat_) STAT_##stat_,
#include "collectors/stats.def"
};

const char *const stats_segment_files[STATS_SEGMENTS] = {
#define STATS_SEGMENT(symbol_, file_, ...) [STATS_SEGMENT_##symbol_] = file_,
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

/* --- lookup ------------------------------------------------------------------------------------------ */

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
